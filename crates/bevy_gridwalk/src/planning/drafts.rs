//! Drafts: legal paths that agents walk while their requests wait.
//!
//! A draft ignores terrain costs. It is found by jump points, in a fraction of the time that a
//! search over many costs takes. An agent that is sent a little further has its path extended.
//! Agents whose paths end on the same cell share one search for the extension. An agent whose path
//! an edit has cut keeps the parts that are still legal, and short searches join them.

use std::collections::VecDeque;

use crate::engine::prelude::*;
use bevy_ecs::entity::EntityHashSet;
use gridwalk_pathfinding::{
    Cell, Map, Path, PathQuery, Planned, Planner, Progress, Revision, SearchOptions,
};

use super::budget::is_copy_worthwhile;
use super::queued::{QueuedRequest, is_detour_small, start_of};
use crate::agent::Asking;
use crate::layout::MapKey;
use crate::{AgentKind, NavGrid, OnMap, PathStack};

/// The agents that need a draft, and the search for one.
#[derive(Resource, Default)]
pub(crate) struct Drafts {
    /// Waiting agents in the order of their requests: one list of standing agents, one of walking
    /// agents.
    ///
    /// Standing agents are served first.
    lists: [VecDeque<Entity>; 2],
    /// The listed agents, to list each once.
    listed: EntityHashSet,
    /// Agents to be listed at the end of the tick.
    later: Vec<(Entity, bool)>,
    under_way: Option<DraftSearch>,
    planner: Option<Box<Planner>>,
    /// The newest drafts, for agents whose paths end on the same cell and that have the same goal.
    known: VecDeque<KnownDraft>,
}

/// The searches for a draft.
pub(super) struct DraftSearch {
    pub agent: Entity,
    map: MapKey,
    kind: Option<AgentKind>,
    /// The current search: from the end of `cells` to the next part, or else to the goal.
    query: PathQuery,
    /// The draft so far, from the agent's cell on.
    cells: Vec<Cell>,
    /// The other legal parts of the agent's own path, which edits have cut.
    parts: VecDeque<Vec<Cell>>,
    goal: Cell,
    goal_tolerance: u32,
    /// Whether landmarks guide the search for the goal.
    landmarks: bool,
    planner: Box<Planner>,
    /// The revision of the map at the beginning.
    revision: Revision,
    /// A copy of the map, for a search that an edit has restarted.
    copy: Option<Box<Map>>,
    /// Work of the current search.
    spent: u64,
    /// Work of searches that edits have restarted.
    lost: u64,
}

struct KnownDraft {
    from: Cell,
    to: Cell,
    map: MapKey,
    kind: Option<AgentKind>,
    options: SearchOptions,
    revision: Revision,
    path: Path,
}

/// Maximum number of drafts kept for other agents.
const MAX_KNOWN: usize = 8;

/// Maximum work of the search around one cut.
const MAX_WAY_ROUND: u64 = 1 << 10;

/// The state of a draft after a slice.
pub(super) enum Drafted {
    /// The search is not finished.
    GoesOn,
    /// The draft, as a stack for the agent.
    ///
    /// After edits during the search it may be cut.
    Found(PathStack),
    /// The agent has left the cells of the draft, or the parts of its path are others now.
    Missed,
    /// A draft is not possible.
    Failed,
}

impl Drafts {
    /// Appends an agent whose request waits.
    pub fn enlist(&mut self, agent: Entity, stands: bool) {
        if self.listed.insert(agent) {
            self.lists[usize::from(!stands)].push_back(agent);
        }
    }

    /// Appends an agent at the end of the next tick.
    pub(super) fn enlist_later(&mut self, agent: Entity, stands: bool) {
        self.later.push((agent, stands));
    }

    /// Appends the agents that were listed for the end of the tick.
    pub(super) fn end_tick(&mut self) {
        for (agent, stands) in std::mem::take(&mut self.later) {
            self.enlist(agent, stands);
        }
    }

    /// Takes the suspended draft.
    pub(super) fn take_under_way(&mut self) -> Option<DraftSearch> {
        self.under_way.take()
    }

    /// Suspends a draft until the next tick.
    pub(super) fn put_away(&mut self, draft: DraftSearch) {
        self.under_way = Some(draft);
    }

    /// Removes and returns the next agent.
    pub(super) fn next(&mut self) -> Option<Entity> {
        let agent = self.lists.iter_mut().find_map(VecDeque::pop_front)?;
        self.listed.remove(&agent);
        Some(agent)
    }

    /// Starts a draft for a waiting agent.
    ///
    /// Returns `None` if the agent's path already leads to the goal, or if a draft is not possible
    /// or takes as long as the answer.
    pub(super) fn begin(
        &mut self,
        request: &QueuedRequest,
        asking: Asking,
        stack: Option<&PathStack>,
        grid: &NavGrid,
        landmarks: bool,
    ) -> Option<DraftSearch> {
        let map = grid.map_seen_by(asking.2)?;
        let options = &request.query.options;
        let here = start_of(asking, map.grid().into());
        let goal = request.draft_goal(grid);
        let usable =
            stack.filter(|stack| stack.arrives() && stack.is_attached(asking.0.0, asking.1));
        if here == goal || usable.is_some_and(|stack| stack.is_whole() && stack.goal() == goal) {
            return None;
        }
        let mut parts = usable
            .filter(|stack| stack.goal() == goal || is_detour_small(here, stack.goal(), goal))
            .and_then(|stack| stack.legal_parts(here, map.grid().into(), options.movement))
            .unwrap_or_default();
        let cells = parts.pop_front().unwrap_or_else(|| vec![here]);
        if parts.is_empty() && !Planner::is_draft_faster(map, options) {
            return None;
        }
        let planner = self.planner.take().unwrap_or_default();
        let mut draft = DraftSearch {
            agent: request.agent,
            map: OnMap::key(asking.5),
            kind: asking.2.cloned(),
            query: request.query.clone(),
            cells,
            parts,
            goal,
            goal_tolerance: options.goal_tolerance,
            landmarks,
            planner,
            revision: map.grid().revision(),
            copy: None,
            spent: 0,
            lost: 0,
        };
        self.begin_search(&mut draft, map);
        Some(draft)
    }

    /// Begins the search from the end of the draft to the next part, or else to the goal.
    fn begin_search(&self, draft: &mut DraftSearch, map: &Map) {
        let next = draft.parts.front().and_then(|part| part.first());
        // A short search would pay for landmarks that it does not need.
        draft
            .planner
            .use_landmarks(draft.landmarks && next.is_none());
        (draft.query.goal, draft.query.options.goal_tolerance) = match next {
            Some(next) => (*next, 0),
            None => (draft.goal, draft.goal_tolerance),
        };
        draft.query.start = *draft
            .cells
            .last()
            .expect("a draft has the cell of its agent");
        draft.spent = 0;
        if self.known(draft, map).is_none() {
            draft.planner.begin_draft(map, &draft.query);
        }
    }

    fn known(&self, draft: &DraftSearch, map: &Map) -> Option<&Path> {
        let is_same = |known: &&KnownDraft| {
            (known.from, known.to, known.revision)
                == (draft.query.start, draft.query.goal, map.grid().revision())
                && known.map == draft.map
                && known.kind == draft.kind
                && known.options == draft.query.options
        };
        let known = self.known.iter().find(is_same);
        known
            .filter(|_| draft.copy.is_none())
            .map(|known| &known.path)
    }

    /// Continues a draft until its path is found or this much work is spent.
    pub(super) fn advance(
        &mut self,
        draft: &mut DraftSearch,
        grid: &NavGrid,
        asking: Asking,
        work: u64,
    ) -> (Progress, Drafted) {
        let Some(map) = grid.map_seen_by(asking.2).filter(|_| draft.is_for(asking)) else {
            return (Progress::default(), Drafted::Failed);
        };
        if !draft.parts.is_empty() && map.grid().revision() != draft.revision {
            return (Progress::default(), Drafted::Missed);
        }
        if let Some(path) = self.known(draft, map) {
            let cells = joined(&draft.cells, path.cells());
            let progress = Progress {
                work: 1,
                ..Progress::default()
            };
            return (progress, self.go_on_from(draft, cells, map, asking));
        }
        let copy = draft.copy.take();
        let searched = copy.as_deref().unwrap_or(map);
        let progress = draft.planner.advance(searched, work);
        draft.spent += progress.work;
        if progress.begun_again {
            draft.lost += std::mem::take(&mut draft.spent);
            if is_copy_worthwhile(map, draft.lost) {
                let copy = Box::new(map.clone());
                draft.planner.begin_draft(&copy, &draft.query);
                draft.copy = Some(copy);
                return (progress, Drafted::GoesOn);
            }
        }
        let mut path = Path::default();
        let plan = if progress.is_finished {
            draft.planner.answer(searched, &mut path)
        } else {
            None
        };
        draft.copy = copy;
        if progress.is_finished {
            if plan.is_none_or(|plan| plan.planned != Planned::Found) {
                return (progress, Drafted::Failed);
            }
            let cells = joined(&draft.cells, path.cells());
            self.keep(draft, path, map);
            return (progress, self.go_on_from(draft, cells, map, asking));
        }
        if !draft.parts.is_empty() && draft.spent >= MAX_WAY_ROUND {
            // The way round is long: perhaps another path is shorter.
            if !Planner::is_draft_faster(map, &draft.query.options) {
                return (progress, Drafted::Failed);
            }
            draft.parts.clear();
            self.begin_search(draft, map);
        }
        (progress, Drafted::GoesOn)
    }

    /// Continues with the next part of the agent's own path, or else to the goal.
    fn go_on_from(
        &self,
        draft: &mut DraftSearch,
        cells: Vec<Cell>,
        map: &Map,
        asking: Asking,
    ) -> Drafted {
        let Some(part) = draft.parts.pop_front() else {
            draft.cells = cells;
            return draft.stack(map, asking);
        };
        draft.cells = joined(&cells, &part);
        if draft.parts.is_empty() && draft.cells.last() == Some(&draft.goal) {
            return draft.stack(map, asking);
        }
        self.begin_search(draft, map);
        Drafted::GoesOn
    }

    /// Keeps the path of a search for other agents, if it is a path on the map as it is.
    fn keep(&mut self, draft: &DraftSearch, path: Path, map: &Map) {
        if draft.copy.is_some() {
            return;
        }
        self.known.truncate(MAX_KNOWN - 1);
        self.known.push_front(KnownDraft {
            from: draft.query.start,
            to: draft.query.goal,
            map: draft.map,
            kind: draft.kind.clone(),
            options: draft.query.options.clone(),
            revision: map.grid().revision(),
            path,
        });
    }

    /// Ends a draft and keeps its planner for the next one.
    pub(super) fn end(&mut self, draft: DraftSearch) {
        let mut planner = draft.planner;
        planner.cancel();
        self.planner = Some(planner);
    }
}

impl DraftSearch {
    /// Returns `true` while the agent has the map and the kind for which the draft was started.
    fn is_for(&self, (_, _, kind, .., on): Asking) -> bool {
        self.kind.as_ref() == kind && self.map == OnMap::key(on)
    }

    /// Returns the stack for the agent, which may have walked on since the draft started.
    fn stack(&self, map: &Map, asking: Asking) -> Drafted {
        let here = start_of(asking, map.grid().into());
        let Some(from) = self.cells.iter().position(|cell| *cell == here) else {
            return Drafted::Missed;
        };
        let searched = self.copy.as_deref().unwrap_or(map);
        let options = &self.query.options;
        let path = Path::along(
            self.cells[from..].to_vec(),
            Vec::new(),
            searched.grid(),
            options,
        );
        let stack = path
            .ok()
            .and_then(|path| PathStack::along(path, map.grid(), here, asking).ok());
        let Some(stack) = stack else {
            return Drafted::Failed;
        };
        let mut stack = stack.into_draft();
        if self.copy.is_some() {
            stack.find_cut(asking.0.0, map.grid().into(), options.movement, None);
        }
        Drafted::Found(stack)
    }
}

/// Joins two paths at the first cell of `first` that `second` contains.
///
/// `second` begins at the end of `first`.
pub(super) fn joined(first: &[Cell], second: &[Cell]) -> Vec<Cell> {
    let meets = first
        .iter()
        .enumerate()
        .find_map(|(at, cell)| Some((at, second.iter().position(|it| it == cell)?)));
    match meets {
        Some((at, from)) => [&first[..at], &second[from..]].concat(),
        None => second.to_vec(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(xs: &[i32]) -> Vec<Cell> {
        xs.iter().map(|x| Cell::new(*x, 0)).collect()
    }

    #[test]
    fn joined_paths_leave_out_what_leads_there_and_back() {
        assert_eq!(joined(&row(&[0, 1, 2]), &row(&[2, 3])), row(&[0, 1, 2, 3]));
        assert_eq!(joined(&row(&[0, 1, 2]), &row(&[2, 1, 5])), row(&[0, 1, 5]));
        assert_eq!(joined(&[], &row(&[4, 5])), row(&[4, 5]));
    }
}
