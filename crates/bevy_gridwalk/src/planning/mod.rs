//! Agents whose requests wait: their state, and drafts, legal paths that they walk meanwhile.
//!
//! A draft ignores terrain costs. It is found by jump points, in a fraction of the time that a
//! search over many costs takes. An agent that is sent a little further has its path extended.
//! Agents whose paths end on the same cell share one search for the extension.

pub(super) mod budget;
pub(super) mod improve;
pub(super) mod queue;
pub(super) mod queued;
pub(super) mod serve;

use std::collections::VecDeque;

use crate::engine::prelude::*;
use bevy_ecs::lifecycle::HookContext;
use bevy_ecs::world::DeferredWorld;
use gridwalk_pathfinding::{
    Cell, Map, Path, PathQuery, Planned, Planner, Progress, Revision, SearchOptions,
};

use queue::RequestQueue;
use queued::{QueuedRequest, is_detour_small, start_of};

use crate::agent::Asking;
use crate::layout::MapKey;
use crate::{AgentKind, FailReason, LastSearch, NavGrid, OnMap, PathFailed, PathStack, PlanCause};

/// State of an agent whose request waits for an answer beyond its first tick.
///
/// The agent continues along its [`PathStack`] as far as that is legal. Within a few ticks it gets
/// a draft ([`PathStack::is_draft`]); it stands still only until then. Removing the component
/// removes the request from the queue.
#[derive(Component, Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[type_path = "bevy_gridwalk"]
#[reflect(Component, Debug)]
#[component(on_discard = leave_the_queue)]
pub struct Planning {
    /// The goal of the request.
    pub goal: Cell,
    /// The cause of the request.
    pub cause: PlanCause,
    /// Ticket of the request, so that removing this component does not remove a newer request.
    ///
    /// 0 after loading a saved game, which contains no request.
    #[reflect(ignore)]
    pub(crate) ticket: u64,
}

fn leave_the_queue(mut world: DeferredWorld, context: HookContext) {
    let Some(&Planning { ticket, .. }) = world.get::<Planning>(context.entity) else {
        return;
    };
    if let Some(mut queue) = world.get_resource_mut::<RequestQueue>() {
        queue.forget_ticket(context.entity, ticket);
    }
}

/// Returns the goal of an agent's request, or else the goal of its path.
#[must_use]
pub fn goal_of(stack: Option<&PathStack>, planning: Option<&Planning>) -> Option<Cell> {
    planning
        .map(|planning| planning.goal)
        .or(stack.and_then(PathStack::destination))
}

/// Lets an agent between two cells finish its step and then stand still.
pub(crate) fn finish_step(agent: &mut EntityCommands, asking: Asking, grid: &NavGrid) {
    let (_, motion, kind, .., on) = asking;
    if motion.heading.is_some() {
        agent.try_insert(PathStack::step_to(
            start_of(asking, grid.for_agent(kind)),
            OnMap::key(on),
        ));
    } else {
        agent.try_remove::<PathStack>();
    }
}

/// Ends the request of an agent without a path, and inserts the reason.
pub(crate) fn give_up(
    agent: &mut EntityCommands,
    asking: Asking,
    grid: &NavGrid,
    (goal, reason): (Cell, FailReason),
    search: LastSearch,
) {
    let failed = PathFailed {
        agent: agent.id(),
        goal,
        reason,
    };
    agent.try_remove::<Planning>();
    finish_step(agent, asking, grid);
    agent.try_insert((failed, search));
}

/// The agents that need a draft, and the search for one.
#[derive(Resource, Default)]
pub(crate) struct Drafts {
    /// Waiting agents in the order of their requests: one list of standing agents, one of walking
    /// agents.
    ///
    /// Standing agents are served first.
    lists: [VecDeque<Entity>; 2],
    /// Agents to be listed at the end of the tick.
    later: Vec<(Entity, bool)>,
    under_way: Option<DraftSearch>,
    planner: Option<Box<Planner>>,
    /// The newest drafts, for agents whose paths end on the same cell and that have the same goal.
    known: VecDeque<KnownDraft>,
}

/// A search for a draft.
struct DraftSearch {
    agent: Entity,
    map: MapKey,
    kind: Option<AgentKind>,
    query: PathQuery,
    /// The path that the draft extends, from the agent's cell on; empty if the draft starts there.
    before: Vec<Cell>,
    planner: Box<Planner>,
    /// Number of restarts caused by edits.
    restarts: u8,
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

/// Maximum number of restarts caused by edits, after which only the request itself is answered.
const MAX_RESTARTS: u8 = 3;

/// The state of a draft after a slice.
enum Drafted {
    /// The search is not finished.
    GoesOn,
    /// The draft, as a stack for the agent.
    Found(PathStack),
    /// The agent has left the cells of the draft.
    Missed,
    /// A draft is not possible.
    Failed,
}

impl Drafts {
    /// Appends an agent whose request waits.
    pub fn enlist(&mut self, agent: Entity, stands: bool) {
        self.lists[usize::from(!stands)].push_back(agent);
    }

    /// Appends an agent at the end of the next tick.
    fn enlist_later(&mut self, agent: Entity, stands: bool) {
        self.later.push((agent, stands));
    }

    /// Appends the agents that were listed for the end of the tick.
    fn end_tick(&mut self) {
        for (agent, stands) in std::mem::take(&mut self.later) {
            self.enlist(agent, stands);
        }
    }

    /// Takes the suspended draft.
    fn take_under_way(&mut self) -> Option<DraftSearch> {
        self.under_way.take()
    }

    /// Suspends a draft until the next tick.
    fn put_away(&mut self, draft: DraftSearch) {
        self.under_way = Some(draft);
    }

    /// Removes and returns the next agent.
    fn next(&mut self) -> Option<Entity> {
        self.lists.iter_mut().find_map(VecDeque::pop_front)
    }

    /// Starts a draft for a waiting agent.
    ///
    /// Returns `None` if the agent's path already leads to the goal, or if no draft is possible.
    fn begin(
        &mut self,
        request: &QueuedRequest,
        asking: Asking,
        stack: Option<&PathStack>,
        grid: &NavGrid,
        landmarks: bool,
    ) -> Option<DraftSearch> {
        let map = grid.map_seen_by(asking.2)?;
        let (here, goal) = (
            start_of(asking, map.grid().into()),
            request.draft_goal(grid),
        );
        let usable = stack.filter(|stack| {
            stack.arrives() && stack.is_whole() && stack.is_attached(asking.0.0, asking.1)
        });
        if here == goal || usable.is_some_and(|stack| stack.goal() == goal) {
            return None;
        }
        let rest = usable.filter(|stack| is_detour_small(here, stack.goal(), goal));
        let before = rest
            .and_then(|stack| stack.rest_from(here))
            .unwrap_or_default()
            .to_vec();
        let start = before.last().copied().unwrap_or(here);
        let query = PathQuery {
            start,
            goal,
            options: request.query.options.clone(),
        };
        let mut planner = self.planner.take().unwrap_or_default();
        planner.use_landmarks(landmarks);
        if self.known(&query, asking, map).is_none() {
            planner.begin_draft(map, &query);
        }
        let (.., on) = asking;
        Some(DraftSearch {
            agent: request.agent,
            map: OnMap::key(on),
            kind: asking.2.cloned(),
            query,
            before,
            planner,
            restarts: 0,
        })
    }

    fn known(&self, query: &PathQuery, (_, _, kind, .., on): Asking, map: &Map) -> Option<&Path> {
        let is_same = |known: &&KnownDraft| {
            (known.from, known.to, known.revision)
                == (query.start, query.goal, map.grid().revision())
                && known.map == OnMap::key(on)
                && known.kind.as_ref() == kind
                && known.options == query.options
        };
        self.known.iter().find(is_same).map(|known| &known.path)
    }

    /// Continues a draft until its path is found or this much work is spent.
    fn advance(
        &mut self,
        draft: &mut DraftSearch,
        grid: &NavGrid,
        asking: Asking,
        work: u64,
    ) -> (Progress, Drafted) {
        let Some(map) = grid.map_seen_by(asking.2).filter(|_| draft.is_for(asking)) else {
            return (Progress::default(), Drafted::Failed);
        };
        if let Some(path) = self.known(&draft.query, asking, map) {
            let progress = Progress {
                work: 1,
                is_finished: true,
                ..Progress::default()
            };
            return (progress, draft.stack(path, map, asking));
        }
        let progress = draft.planner.advance(map, work);
        draft.restarts += u8::from(progress.begun_again);
        if !progress.is_finished {
            let is_hopeless = draft.restarts > MAX_RESTARTS;
            return (
                progress,
                if is_hopeless {
                    Drafted::Failed
                } else {
                    Drafted::GoesOn
                },
            );
        }
        let mut path = Path::default();
        let plan = draft.planner.answer(map, &mut path);
        if plan.is_none_or(|plan| plan.planned != Planned::Found) {
            return (progress, Drafted::Failed);
        }
        let stack = draft.stack(&path, map, asking);
        self.known.truncate(MAX_KNOWN - 1);
        let PathQuery {
            start: from,
            goal: to,
            ref options,
        } = draft.query;
        let (map, kind, options, revision) = (
            draft.map,
            draft.kind.clone(),
            options.clone(),
            map.grid().revision(),
        );
        self.known.push_front(KnownDraft {
            from,
            to,
            map,
            kind,
            options,
            revision,
            path,
        });
        (progress, stack)
    }

    /// Ends a draft and keeps its planner for the next one.
    fn end(&mut self, draft: DraftSearch) {
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
    fn stack(&self, path: &Path, map: &Map, asking: Asking) -> Drafted {
        let here = start_of(asking, map.grid().into());
        let cells = joined(&self.before, path.cells());
        let Some(from) = cells.iter().position(|cell| *cell == here) else {
            return Drafted::Missed;
        };
        let stack = Path::along(
            cells[from..].to_vec(),
            Vec::new(),
            map.grid(),
            &self.query.options,
        )
        .ok()
        .and_then(|path| PathStack::along(path, map.grid(), here, asking).ok());
        stack.map_or(Drafted::Failed, |stack| Drafted::Found(stack.into_draft()))
    }
}

/// Joins two paths at the first cell of `first` that `second` contains.
///
/// `second` begins at the end of `first`.
fn joined(first: &[Cell], second: &[Cell]) -> Vec<Cell> {
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
