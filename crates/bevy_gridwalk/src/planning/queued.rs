//! Validated path requests that wait for their answer, in order, and the result of the last search.

use std::collections::VecDeque;
use std::time::Duration;

use crate::engine::prelude::*;
use gridwalk_pathfinding::{
    Cell, CellChange, Cost, Map, Path, PathQuery, Plan, Planned, Planner, Progress, Revision,
    SearchStats, UnreachablePolicy,
};

use super::budget::{RequestSearch, is_copy_worthwhile};
use crate::agent::Asking;
use crate::layout::MapKey;
use crate::map::kinds::ViewLease;
use crate::{
    AgentGrid, AgentKind, CannotStand, FailReason, GridAgent, InCrowd, NavGrid, OnMap, PathRequest,
    PathfindingOptions, PlanCause,
};

/// Agents that search by themselves.
pub(crate) type Alone = (With<GridAgent>, Without<InCrowd>);

/// A request in the queue, with its path query and, once that has begun, its search.
///
/// The query starts where the agent is, on the map as the agent sees it.
#[derive(Debug)]
pub(crate) struct QueuedRequest {
    pub agent: Entity,
    /// The goal of the request; the query may name a cell near it.
    pub goal: Cell,
    pub cause: PlanCause,
    pub priority: i8,
    /// The goals of a request for the nearest of several.
    goals: Vec<Cell>,
    /// Whether the request only looks for a better path: until then the agent keeps its present
    /// one.
    pub improves: bool,
    /// Whether the request improves but does not wait until no other does, because the agent has no
    /// path.
    pub is_retry: bool,
    pub query: PathQuery,
    /// The map of the agent.
    pub map: MapKey,
    /// The kind of the agent, as which it sees the map.
    pub kind: Option<AgentKind>,
    /// Lease that keeps the map view of that kind alive while the request is served.
    pub view: Option<ViewLease>,
    unreachable: UnreachablePolicy,
    /// The tick of the request.
    pub since: u64,
    /// The tick in which the query was built; in another tick it must be built again.
    ///
    /// Until then the agent may have walked on, and the map may have changed.
    pub asked_in: Option<u64>,
    /// Whether a newer request of the agent has replaced this one; its path then serves as a draft.
    pub is_superseded: bool,
    /// The result of the newest draft that was not made.
    pub draft: DraftState,
    /// The job for which this request waits, because the job's path will serve as a draft.
    pub after: Option<u64>,
    /// Work of searches that edits have restarted.
    lost: u64,
    /// Total time of the searches for this request so far.
    time: Duration,
    /// The position in the queue, which sets it.
    pub(super) place: QueuePosition,
    /// The search between two slices; `None` until it begins.
    pub(super) search: Option<RequestSearch>,
}

/// The result of the search for a draft that was not made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum DraftState {
    /// No draft has been tried in vain.
    #[default]
    Untried,
    /// The first draft took too long. The next one may take longer.
    TooLong,
    /// No draft can be made on this revision of the map.
    Failed(Revision),
    /// No path leads to the goal on this revision of the map.
    NoPath(Revision),
}

impl DraftState {
    /// Returns `true` if a draft may be found on this revision of the map.
    pub fn may_succeed(self, revision: Revision) -> bool {
        ![Self::Failed(revision), Self::NoPath(revision)].contains(&self)
    }
}

/// The number of a job, never reused.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct JobId(pub u64);

/// The order of the members of a job: the tick of the request, and its ticket.
pub(super) type MemberKey = (u64, u64);

/// The position of a request in the queue.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct QueuePosition {
    pub job: JobId,
    pub member: MemberKey,
}

/// The result of the agent's newest search.
#[derive(Component, Reflect, Clone, Debug, PartialEq)]
#[type_path = "bevy_gridwalk"]
#[reflect(Component, Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct LastSearch {
    /// The goal that the agent wants to reach.
    pub wanted: Cell,
    /// The query; its goal may be a cell near the wanted one.
    ///
    /// This happens if the wanted cell is unreachable and the policy is
    /// [`UnreachablePolicy::Nearest`].
    pub query: PathQuery,
    /// The revision of the map that was searched.
    // Not saved, because a loaded map counts its revisions from the beginning.
    #[reflect(skip_serializing, default = "no_revision_yet")]
    pub revision: Revision,
    /// The cost of the path; `None` if there is no path.
    pub cost: Option<Cost>,
    /// Number of cells of the path, including both ends; 0 without a path.
    pub cells: usize,
    /// Hash of the path, which distinguishes paths; see
    /// [`Path::hash`](gridwalk_pathfinding::Path::hash).
    pub path_hash: Option<u64>,
    /// Statistics of the search.
    pub stats: SearchStats,
    /// Time of the search, without waiting.
    pub time: Duration,
    /// Number of ticks between the request and the answer.
    pub waited_ticks: u64,
    /// The cause of the request.
    pub cause: PlanCause,
    /// The priority of the request.
    pub priority: i8,
}

/// The greatest goal tolerance with which labels can refuse a request, of some 200 cells then.
const MAX_TOLERANCE: u32 = 8;

fn no_revision_yet() -> Revision {
    Revision::default()
}

/// Returns the cell where the search of an agent starts.
///
/// An agent between two cells finishes its step, so the search starts at the next cell. This avoids
/// a jump, and the start stays valid.
pub(crate) fn start_of((cell, motion, ..): Asking, map: AgentGrid) -> Cell {
    motion
        .heading
        .filter(|&heading| map.is_walkable(heading))
        .unwrap_or(cell.0)
}

/// Returns `true` if going to `goal` by way of `end` is not much longer than going directly.
pub(super) fn is_detour_small(start: Cell, end: Cell, goal: Cell) -> bool {
    4 * steps_between(end, goal) <= steps_between(start, goal)
}

/// Returns the cells nearest to the straight line between two cells, in order.
fn cells_between(from: Cell, to: Cell) -> impl Iterator<Item = Cell> {
    let steps = i64::try_from(steps_between(from, to)).unwrap_or(i64::MAX);
    let at = move |from: i32, to: i32, step: i64| {
        let moved = (i64::from(to) - i64::from(from)) * step / steps.max(1);
        from.saturating_add(i32::try_from(moved).unwrap_or(i32::MAX))
    };
    (0..=steps).map(move |step| Cell::new(at(from.x, to.x, step), at(from.y, to.y, step)))
}

/// Returns the number of steps in eight directions on an empty map.
fn steps_between(from: Cell, to: Cell) -> u64 {
    let (dx, dy) = from.distance(to);
    dx.max(dy).into()
}

impl QueuedRequest {
    /// Builds the agent's request for this tick.
    pub fn new(
        PathRequest {
            agent,
            goal,
            cause,
            priority,
        }: PathRequest,
        asking: Asking,
        options: &PathfindingOptions,
        grid: &NavGrid,
        tick: u64,
    ) -> Self {
        let (_, _, kind, own, nearest_of, on) = asking;
        let options = own.map_or(options, |own| &own.0);
        Self {
            agent,
            goal,
            cause,
            priority,
            goals: nearest_of
                .filter(|_| cause.keeps_goals())
                .map_or(Vec::new(), |goals| goals.0.clone()),
            improves: false,
            is_retry: false,
            query: PathQuery::new(
                start_of(asking, grid.for_agent(kind)),
                goal,
                &options.options,
            ),
            map: OnMap::key(on),
            kind: kind.cloned(),
            view: None,
            unreachable: options.unreachable,
            since: tick,
            asked_in: Some(tick),
            is_superseded: false,
            draft: DraftState::default(),
            after: None,
            lost: 0,
            time: Duration::ZERO,
            place: QueuePosition::default(),
            search: None,
        }
    }

    /// Builds the request again in a later tick, for the agent's present state.
    pub fn again(
        &self,
        asking: Asking,
        options: &PathfindingOptions,
        grid: &NavGrid,
        tick: u64,
    ) -> Self {
        let &Self {
            agent,
            goal,
            cause,
            priority,
            improves,
            is_retry,
            is_superseded,
            draft,
            after,
            since,
            lost,
            place,
            ..
        } = self;
        let request = PathRequest {
            agent,
            goal,
            cause,
            priority,
        };
        Self {
            improves,
            is_retry,
            since,
            is_superseded,
            draft,
            after,
            lost,
            place,
            ..Self::new(request, asking, options, grid, tick)
        }
    }

    /// Returns `true` while the agent has the map and the kind of the request.
    pub fn is_of(&self, (_, _, kind, .., on): Asking) -> bool {
        self.kind.as_ref() == kind && self.map == OnMap::key(on)
    }

    /// Returns `true` if the agent is at its goal.
    pub fn is_at_goal(&self) -> bool {
        self.goals.is_empty()
            && self
                .query
                .start
                .is_within(self.query.options.goal_tolerance, self.goal)
    }

    /// Returns `true` if no path to the goal means that the request fails.
    pub fn needs_path_to_goal(&self) -> bool {
        self.goals.is_empty() && self.unreachable != UnreachablePolicy::Nearest
    }

    /// Returns `true` if a planner can answer both requests from the data that it keeps for a goal.
    pub fn is_same_search(&self, other: &Self) -> bool {
        self.goal == other.goal
            && self.map == other.map
            && self.kind == other.kind
            && self.query.options == other.query.options
            && self.unreachable == other.unreachable
            && self.goals.is_empty()
            && other.goals.is_empty()
    }

    /// Returns `true` if the path to this goal is a useful draft for the agent's newer request.
    ///
    /// A more urgent request does not wait for it.
    pub fn can_serve(&self, newer: &Self) -> bool {
        let follows_order = !matches!(newer.cause, PlanCause::Edit | PlanCause::Placed);
        follows_order
            && !self.improves
            && self.priority >= newer.priority
            && self.map == newer.map
            && self.kind == newer.kind
            && self.goals.is_empty()
            && newer.goals.is_empty()
            && is_detour_small(newer.query.start, self.goal, newer.goal)
    }

    /// Returns the goal for a draft, and the number of cells that were checked.
    ///
    /// If there are several goals, it is the one nearest in steps; of equally near ones, the first.
    /// In place of a goal out of reach it is the first cell within reach on the straight line from
    /// the goal to the agent, if the agent goes to the nearest cell then.
    pub fn draft_goal(&self, grid: &NavGrid) -> (Cell, usize) {
        let (start, goals) = (self.query.start, self.goals.len());
        let possible = self
            .goals
            .iter()
            .copied()
            .filter(|goal| self.check_goal(grid, *goal).is_ok());
        if let Some(nearest) = possible.min_by_key(|goal| steps_between(start, *goal)) {
            return (nearest, goals);
        }
        let takes_nearest = self.unreachable == UnreachablePolicy::Nearest;
        if !takes_nearest || self.check_goal(grid, self.goal).is_ok() {
            return (self.goal, goals + 1);
        }
        let (kind, movement) = (self.kind.as_ref(), self.query.options.movement);
        let line = cells_between(grid.grid().size().clamp(self.goal), start);
        let mut checked = line.zip(goals + 2..);
        let is_within_reach = |cell| {
            grid.can_stand(kind, cell).is_ok()
                && !grid.labels_rule_out_path(kind, movement, [start, cell])
        };
        checked
            .find(|(cell, _)| is_within_reach(*cell))
            .unwrap_or((self.goal, goals + 1))
    }

    /// Checks whether the request can be refused without a search.
    pub fn check(&self, grid: &NavGrid) -> Result<(), FailReason> {
        if !grid.is_given() {
            return Err(FailReason::NoMap);
        }
        if !AgentKind::has_valid_size(self.kind.as_ref()) {
            return Err(FailReason::NoSize);
        }
        grid.can_stand(self.kind.as_ref(), self.query.start)
            .map_err(FailReason::Stuck)?;
        if self.unreachable == UnreachablePolicy::Nearest {
            return Ok(());
        }
        let first = self.check_goal(grid, self.query.goal);
        if first.is_err()
            && self
                .goals
                .iter()
                .any(|goal| self.check_goal(grid, *goal).is_ok())
        {
            Ok(())
        } else {
            first
        }
    }

    /// Checks whether a goal can be refused without a search.
    fn check_goal(&self, grid: &NavGrid, goal: Cell) -> Result<(), FailReason> {
        let PathQuery {
            start, ref options, ..
        } = self.query;
        match grid.can_stand(self.kind.as_ref(), goal) {
            Err(why) if options.goal_tolerance == 0 || why == CannotStand::OffGrid => {
                return Err(FailReason::Goal(why));
            }
            _ => {}
        }
        // Without labels, the search decides. A cell within the goal tolerance may lie in another
        // region than the goal.
        let ends = goal.disc(options.goal_tolerance);
        let mut ends = ends.filter(|cell| grid.grid().contains(*cell));
        let kind = self.kind.as_ref();
        if options.goal_tolerance <= MAX_TOLERANCE
            && ends.all(|end| grid.labels_rule_out_path(kind, options.movement, [start, end]))
        {
            Err(FailReason::Unreachable)
        } else {
            Ok(())
        }
    }

    /// Begins the search with this planner.
    ///
    /// If only one of several goals may be reachable, as far as that is known without a search, it
    /// becomes the goal. Returns `true` if a field will answer this request and `others` of the
    /// same job.
    pub(super) fn begin(
        &mut self,
        grid: &NavGrid,
        map: &Map,
        mut planner: Box<Planner>,
        others: usize,
    ) -> bool {
        let possible = |goal: &Cell| self.check_goal(grid, *goal).is_ok();
        let goals: Vec<Cell> = self.goals.iter().copied().filter(possible).collect();
        if let [only] = *goals {
            (self.goal, self.query.goal) = (only, only);
        }
        let takes_nearest = goals.is_empty() && self.unreachable == UnreachablePolicy::Nearest;
        let copy = is_copy_worthwhile(map, self.lost).then(|| Box::new(map.clone()));
        let may_share = others > 0 && goals.len() < 2 && !takes_nearest && copy.is_none();
        let is_shared = may_share && planner.expect(map, &self.query, others + 1);
        let map = copy.as_deref().unwrap_or(map);
        match *goals {
            [goal, ref further @ ..] if !further.is_empty() => {
                let query = PathQuery {
                    goal,
                    ..self.query.clone()
                };
                planner.begin_any(map, &query, further);
            }
            _ if takes_nearest => planner.begin_nearest(map, &self.query),
            _ => planner.begin(map, &self.query),
        }
        self.search = Some(RequestSearch::new(planner, copy, goals.len() > 1));
        is_shared
    }

    /// Returns the work of the search so far.
    pub(super) fn spent(&self) -> u64 {
        self.search.as_ref().map_or(0, |search| search.spent)
    }

    /// Returns the expansions of the search so far.
    pub(super) fn expanded(&self) -> u64 {
        self.search.as_ref().map_or(0, |search| search.expanded)
    }

    /// Notes that the search so far was in vain.
    pub(super) fn note_restart(&mut self) {
        self.lost += self.spent();
    }

    /// Advances the search by this work, or for a short time if `most` is `None`.
    pub(super) fn advance(&mut self, map: &Map, most: Option<u64>) -> Option<Progress> {
        let (progress, took) = self.search.as_mut()?.advance(map, most);
        self.time += took;
        Some(progress)
    }

    /// Tries to continue the search after an edit; returns `false` if it must restart.
    ///
    /// `None` is a map view that is not made.
    pub(super) fn follow(&mut self, map: Option<&Map>, changes: &[CellChange]) -> bool {
        let Some(search) = &mut self.search else {
            return false;
        };
        search.copy().is_some()
            || map.is_some_and(|map| search.follow(self.kind.as_ref(), map, changes))
    }

    /// Returns the answer once it is ready, and writes the path.
    ///
    /// The cell that the planner chose becomes the goal of the query, and the cheapest of several
    /// goals that of the request.
    pub(super) fn answer(&mut self, map: &Map, path: &mut Path) -> Option<Plan> {
        let search = self.search.as_mut()?;
        let plan = search.answer(map, path)?;
        self.query.goal = plan.end;
        if search.has_choice {
            self.goal = plan.end;
        }
        Some(plan)
    }

    /// Returns whether an answer fits the agent and the map as it is now, and the revision of its
    /// search.
    ///
    /// A path of an earlier revision fits though edits may have cut it since, unless the request
    /// only looks for a better one.
    pub fn judge(
        &self,
        grid: &NavGrid,
        asking: Asking,
        planned: Planned,
        path: &Path,
    ) -> (bool, Revision) {
        let shared = grid.grid();
        let copy = self.search.as_ref().and_then(RequestSearch::copy);
        let revision = copy.unwrap_or(shared).revision();
        // Under endless edits the answer from a copy would always be discarded. If an edit has made
        // a path, the agent searches again.
        let is_valid = shared.revision() == revision
            || match planned {
                Planned::Found if self.improves => path
                    .measure(&grid.seen_by(asking.2), &self.query.options)
                    .is_ok(),
                Planned::Found | Planned::NoPath(_) | Planned::OutOfBudget => copy.is_some(),
                Planned::Refused(_) => false,
            };
        (is_valid && self.is_of(asking), revision)
    }

    /// Returns the result of the search, still without a path and statistics.
    ///
    /// The search was answered in this tick on this revision of the map.
    pub fn into_search(self, revision: Revision, tick: u64) -> LastSearch {
        LastSearch {
            wanted: self.goal,
            query: self.query,
            revision,
            cost: None,
            cells: 0,
            path_hash: None,
            stats: SearchStats::NONE,
            time: self.time,
            waited_ticks: tick - self.since,
            cause: self.cause,
            priority: self.priority,
        }
    }
}

/// The requests of a job in their order.
#[derive(Default)]
pub(super) struct JobMembers(pub VecDeque<QueuedRequest>);

impl JobMembers {
    pub fn first(&self) -> Option<&QueuedRequest> {
        self.0.front()
    }

    fn find(&self, key: MemberKey) -> Result<usize, usize> {
        self.0
            .binary_search_by_key(&key, |member| member.place.member)
    }

    pub fn get(&self, key: MemberKey) -> Option<&QueuedRequest> {
        self.find(key).ok().map(|at| &self.0[at])
    }

    pub fn get_mut(&mut self, key: MemberKey) -> Option<&mut QueuedRequest> {
        self.find(key).ok().map(|at| &mut self.0[at])
    }

    /// Inserts a request in order; most requests are inserted at the end and removed from the
    /// front.
    pub fn insert(&mut self, request: QueuedRequest) {
        let (Ok(at) | Err(at)) = self.find(request.place.member);
        self.0.insert(at, request);
    }

    pub fn remove(&mut self, key: MemberKey) -> Option<QueuedRequest> {
        self.0.remove(self.find(key).ok()?)
    }
}
