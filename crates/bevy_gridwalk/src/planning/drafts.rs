//! Drafts: legal paths that agents walk while their requests wait.
//!
//! A draft ignores terrain costs and is not quite the shortest path. On most maps it is found in a
//! fraction of the time that the answer takes; where it is not, none is made ([`UsualWork`]). An
//! agent that is sent a little further has its path extended. Agents whose paths end on the same
//! cell share one search for the extension. An agent whose path an edit has cut keeps the parts
//! that are still legal, and short searches join them.

use std::cmp::Reverse;
use std::collections::{BTreeMap, VecDeque};

use crate::engine::prelude::*;
use bevy_ecs::entity::EntityHashMap;
use bevy_platform::collections::HashMap;
use gridwalk_pathfinding::{
    Cell, Map, Path, PathQuery, Planned, Planner, Progress, Revision, SearchOptions,
};

use super::budget::{LONG_SEARCH, TickMeter, UsualWork, is_copy_worthwhile};
use super::queue::RequestQueue;
use super::queued::{DraftState, QueuedRequest, is_detour_small, start_of};
use crate::agent::Asking;
use crate::layout::MapKey;
use crate::{AgentKind, NavGrid, OnMap, PathStack};

/// The agents that need a draft, and the search for one.
#[derive(Resource, Default)]
pub(crate) struct Drafts {
    /// Listed agents by their turn.
    turns: BTreeMap<DraftTurn, Entity>,
    /// The turn of each listed agent.
    listed: EntityHashMap<DraftTurn>,
    /// Number of agents listed so far.
    count: u64,
    /// Agents to be listed when drafts are made next.
    new: Vec<(Entity, DraftNeed)>,
    /// Agents to be listed a tick later.
    later: Vec<(Entity, DraftNeed)>,
    /// Agents whose draft has failed, to be listed again one a tick once the map has changed.
    failed: VecDeque<Entity>,
    under_way: Option<DraftSearch>,
    planner: Option<Box<Planner>>,
    /// The newest drafts, for agents whose paths end on the same cell and that have the same goal.
    known: VecDeque<KnownDraft>,
    pub(super) usual: UsualWork,
    /// Work on drafts that is charged in later ticks.
    pub(super) owed: u64,
    /// Whether drafts were worthwhile at the end of the last tick.
    are_worthwhile: bool,
}

/// The reason why an agent needs a draft, the most pressing one first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum DraftNeed {
    /// It stands before a cut in its path, or while its search takes long.
    AtOnce,
    /// It stands while others are served.
    Stands,
    /// It walks along a path that is cut farther on, or leads elsewhere.
    Walks,
    /// A draft for its request has failed, or has taken too long.
    Again,
}

impl DraftNeed {
    /// Returns how much an agent needs a draft.
    pub fn of(stack: Option<&PathStack>, asking: Asking) -> Self {
        match stack {
            Some(stack) if stack.is_at_cut() => Self::AtOnce,
            Some(stack) if stack.is_attached(asking.0.0, asking.1) => Self::Walks,
            _ => Self::Stands,
        }
    }
}

/// The turn of an agent: by need, then the most urgent, and then the one listed first.
type DraftTurn = (DraftNeed, Reverse<i8>, u64);

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
    /// Whether a search all the way to the goal is worthwhile.
    may_be_long: bool,
    /// The result of the draft before this one.
    pub before: DraftState,
    planner: Box<Planner>,
    /// The revision of the map at the beginning.
    revision: Revision,
    /// A copy of the map, for a search that an edit has restarted.
    copy: Option<Box<Map>>,
    /// Work of the current search.
    spent: u64,
    /// Work of all searches.
    work: u64,
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

/// Maximum work of the search that leads an agent which walked on back to the start of its path.
const MAX_WAY_BACK: u64 = 1 << 8;

/// The state of a draft after a slice.
pub(super) enum Drafted {
    /// The search is not finished.
    GoesOn,
    /// The draft, as a stack for the agent.
    ///
    /// After edits during the search it may be cut.
    Found(PathStack),
    /// The agent has left the cells of the draft, or edits have cut the parts of its path.
    Missed,
    /// No path leads to the goal.
    NoPath,
    /// The search has taken much more work than usual, while other agents wait for their drafts.
    TooLong,
    /// A draft is not possible.
    Failed,
}

impl Drafts {
    /// Lists an agent whose request waits.
    pub fn enlist(&mut self, agent: Entity, need: DraftNeed) {
        self.new.push((agent, need));
    }

    /// Lists an agent a tick later.
    pub(super) fn enlist_later(&mut self, agent: Entity, need: DraftNeed) {
        self.later.push((agent, need));
    }

    /// Gives each newly listed agent its turn, by the priority of its request.
    ///
    /// Agents that need no draft at once leave the list if drafts are not worthwhile.
    pub(super) fn begin_tick(
        &mut self,
        queue: &RequestQueue,
        may_succeed: impl Fn(&QueuedRequest) -> bool,
    ) {
        if let Some(agent) = self.failed.pop_front()
            && let Some(request) = queue.request(agent)
        {
            if may_succeed(request) {
                self.enlist(agent, DraftNeed::Again);
            } else {
                self.failed.push_back(agent);
            }
        }
        for (agent, need) in self.new.drain(..) {
            let Some(request) = queue.request(agent) else {
                continue;
            };
            let need = if request.draft == DraftState::Untried {
                need
            } else {
                DraftNeed::Again
            };
            // An agent that has come to a stand since it was listed is listed anew.
            let known = self.listed.get(&agent);
            if known.is_some_and(|(known, ..)| *known <= need) {
                continue;
            }
            self.count += 1;
            let turn = (need, Reverse(request.priority), self.count);
            if let Some(known) = self.listed.insert(agent, turn) {
                self.turns.remove(&known);
            }
            self.turns.insert(turn, agent);
        }
        if !self.are_worthwhile {
            let first = (DraftNeed::Stands, Reverse(i8::MAX), 0);
            for agent in self.turns.split_off(&first).into_values() {
                self.listed.remove(&agent);
            }
        }
    }

    /// Ends the tick; returns `true` if drafts are worthwhile again, so that all agents that wait
    /// should be listed.
    ///
    /// `longest` are the expansions of the longest suspended search.
    pub(super) fn end_tick(&mut self, longest: u64) -> bool {
        self.new.append(&mut self.later);
        let now = self.usual.is_draft_worthwhile(longest) || self.usual.are_drafts_worthwhile();
        !std::mem::replace(&mut self.are_worthwhile, now) && now
    }

    /// Notes an agent whose draft is not possible on the map as it is.
    pub(super) fn note_failed(&mut self, agent: Entity, queue: &RequestQueue) {
        if self.failed.len() >= queue.len() {
            self.failed.retain(|agent| queue.request(*agent).is_some());
        }
        if !self.failed.contains(&agent) {
            self.failed.push_back(agent);
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
        let (_, agent) = self.turns.pop_first()?;
        self.listed.remove(&agent);
        Some(agent)
    }

    /// Starts a draft to this goal for a waiting agent.
    ///
    /// Returns `None` if the agent's path already leads to the goal, or if a draft is not possible
    /// or not worthwhile. Short searches that join the parts of a cut path always are.
    pub(super) fn begin(
        &mut self,
        (request, goal): (&QueuedRequest, Cell),
        asking: Asking,
        stack: Option<&PathStack>,
        grid: &NavGrid,
    ) -> Option<DraftSearch> {
        let map = grid.map_seen_by(asking.2)?;
        let options = &request.query.options;
        let here = start_of(asking, map.grid().into());
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
        let may_be_long = self.are_worthwhile || request.expanded() >= LONG_SEARCH;
        if parts.is_empty() && !may_be_long {
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
            may_be_long,
            before: request.draft,
            planner,
            revision: map.grid().revision(),
            copy: None,
            spent: 0,
            work: 0,
            lost: 0,
        };
        self.begin_search(&mut draft, map);
        Some(draft)
    }

    /// Begins the search from the end of the draft to the next part, or else to the goal.
    fn begin_search(&self, draft: &mut DraftSearch, map: &Map) {
        let next = draft.parts.front().and_then(|part| part.first());
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
        draft.work += progress.work;
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
            match plan.map(|plan| plan.planned) {
                Some(Planned::Found) => {}
                Some(Planned::NoPath(_)) => return (progress, draft.failed(map, Drafted::NoPath)),
                _ => return (progress, draft.failed(map, Drafted::Failed)),
            }
            let cells = joined(&draft.cells, path.cells());
            self.keep(draft, path, map);
            return (progress, self.go_on_from(draft, cells, map, asking));
        }
        if !draft.parts.is_empty() && draft.spent >= MAX_WAY_ROUND {
            // The way round is long: perhaps another path is shorter.
            if !draft.may_be_long {
                return (progress, Drafted::Failed);
            }
            draft.parts.clear();
            self.begin_search(draft, map);
        }
        // Other agents would stand still until it ends.
        let is_second = draft.before == DraftState::TooLong;
        if self.has_standing() && self.usual.is_draft_too_long(draft.work, is_second) {
            return (progress, Drafted::TooLong);
        }
        (progress, Drafted::GoesOn)
    }

    /// Returns `true` if a listed agent stands, as far as it is known.
    fn has_standing(&self) -> bool {
        let stands = |(need, ..): &DraftTurn| *need != DraftNeed::Walks;
        let (first, last) = (self.turns.first_key_value(), self.turns.last_key_value());
        first.is_some_and(|(turn, _)| stands(turn)) || last.is_some_and(|(turn, _)| stands(turn))
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

    /// Takes in the work of a draft that was found.
    pub(super) fn note_found(&mut self, draft: &DraftSearch) {
        self.usual.note_draft(draft.work, draft.cells.len());
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

    /// Returns the end of a draft that is not possible: if edits may have cut the parts of the
    /// agent's path meanwhile, another one may be.
    fn failed(&self, map: &Map, otherwise: Drafted) -> Drafted {
        let has_parts = self.cells.len() > 1 || !self.parts.is_empty();
        if has_parts && map.grid().revision() != self.revision {
            Drafted::Missed
        } else {
            otherwise
        }
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
            return self.failed(map, Drafted::Failed);
        };
        let mut stack = stack.into_draft();
        if self.copy.is_some() {
            stack.find_cut(asking.0.0, map.grid().into(), options.movement, None);
        }
        Drafted::Found(stack)
    }
}

/// Returns the path for an agent that may have walked on since its search began.
///
/// It is a path that the agent is on, or else the way back to it and the rest of it.
pub(super) fn path_from_here(
    grid: &NavGrid,
    queue: &mut RequestQueue,
    asking: Asking,
    (path, query): (Path, &PathQuery),
    meter: &mut TickMeter,
) -> Option<Path> {
    let here = start_of(asking, grid.for_agent(asking.2));
    if path.cells().contains(&here) {
        return Some(path);
    }
    let map = grid.map_seen_by(asking.2)?;
    let options = SearchOptions {
        goal_tolerance: 0,
        ..query.options.clone()
    };
    let mut planner = queue.lend_free_planner();
    planner.begin_draft(
        map,
        &PathQuery {
            start: here,
            goal: *path.cells().first()?,
            options,
        },
    );
    let progress = planner.advance(map, MAX_WAY_BACK);
    meter.charge(progress);
    let mut back = Path::default();
    let plan = if progress.is_finished {
        planner.answer(map, &mut back)
    } else {
        None
    };
    queue.take_planner(planner);
    plan.filter(|plan| plan.planned == Planned::Found)?;
    let (cells, turns) = if path.waypoints().len() == path.cells().len() {
        (joined(back.cells(), path.cells()), Vec::new())
    } else {
        // A line at any angle is joined at its beginning only.
        let with = |rest: &[Cell]| [back.cells(), &rest[1..]].concat();
        (with(path.cells()), with(path.waypoints()))
    };
    Path::along(cells, turns, map.grid(), &query.options).ok()
}

/// Joins two paths at the first cell of `first` that `second` contains.
///
/// `second` begins at the end of `first`.
fn joined(first: &[Cell], second: &[Cell]) -> Vec<Cell> {
    let mut places = HashMap::new();
    for (at, cell) in second.iter().enumerate() {
        places.entry(*cell).or_insert(at);
    }
    let meets = first
        .iter()
        .enumerate()
        .find_map(|(at, cell)| Some((at, *places.get(cell)?)));
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
