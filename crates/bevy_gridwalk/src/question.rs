//! What an agent asks: built and checked once in a tick, and kept until the answer is there; and what was answered.

use std::time::Duration;

use crate::engine::prelude::*;
use gridwalk_pathfinding::{Cell, Cost, PathQuery, Revision, SearchStats, UnreachablePolicy};

use super::agent::Asking;
use super::kinds::ViewLease;
use super::on_map::MapKey;
use super::{
    AgentGrid, AgentKind, CannotStand, FailReason, GridAgent, InCrowd, NavGrid, OnMap, PathFailed, PathRequest,
    PathStack, PathfindingOptions, PlanCause,
};

/// What an agent that is served is, and does.
pub(super) type Served =
    (Entity, Asking<'static>, Option<&'static PathStack>, Option<&'static PathFailed>, Option<&'static LastSearch>);

/// Agents that search by themselves.
pub(super) type Alone = (With<GridAgent>, Without<InCrowd>);

/// A request, and the path query that it comes to: from where the agent is, on the map as it sees it.
#[derive(Clone, Debug)]
pub(super) struct Question {
    pub agent: Entity,
    /// Where it wants to go; the query may ask for a cell near it.
    pub goal: Cell,
    pub cause: PlanCause,
    pub priority: i8,
    /// Of several goals the nearest one is wanted.
    goals: Vec<Cell>,
    /// The agent walks on, or stays where it is, unless something better is found.
    pub improves: bool,
    pub query: PathQuery,
    /// The map that it is on.
    pub map: MapKey,
    /// As whom it sees the map.
    pub kind: Option<AgentKind>,
    /// Keeps what agents of that kind see, once it has its turn.
    pub view: Option<ViewLease>,
    unreachable: UnreachablePolicy,
    /// The tick in which it came.
    pub since: u64,
    /// The tick in which it was built. It stands for no other: the agent walks on, and the map changes.
    pub asked_in: Option<u64>,
    /// A newer request of the agent has taken its place. Its path serves as a draft for that one.
    pub is_superseded: bool,
    /// The job that it waits for, whose path will serve as a draft.
    pub after: Option<u64>,
    /// How often its search began from scratch because of edits.
    pub restarts: u8,
    /// How long searches for it took so far.
    pub time: Duration,
}

/// Where a path is to lead.
#[derive(Debug)]
pub(super) enum Wanted {
    /// To the goal.
    Goal,
    /// To the goal, or the cell nearest to it of all that can be reached.
    Near,
    /// To that of these which is the cheapest to reach; of equal ones the first.
    AnyOf(Vec<Cell>),
}

/// What the agent's newest search answered.
#[derive(Component, Reflect, Clone, Debug, PartialEq)]
#[reflect(Component, Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct LastSearch {
    /// Where the agent wants to go.
    pub wanted: Cell,
    /// What was asked: for a cell near that one where it cannot be reached, and
    /// [`UnreachablePolicy::Nearest`] sends the agent there.
    pub query: PathQuery,
    /// On which revision of the map.
    // Not saved: a loaded map counts its revisions from the beginning.
    #[reflect(skip_serializing, default = "no_revision_yet")]
    pub revision: Revision,
    /// The path's cost; `None` if there is no path.
    pub cost: Option<Cost>,
    /// Cells of the path, both ends counted; 0 without one.
    pub cells: usize,
    /// Distinguishes paths; see [`Path::hash`](gridwalk_pathfinding::Path::hash).
    pub path_hash: Option<u64>,
    /// What was counted.
    pub stats: SearchStats,
    /// The search alone, without waiting.
    pub time: Duration,
    /// How many ticks passed between the request and the answer.
    pub waited_ticks: u64,
    /// Why it was made.
    pub cause: PlanCause,
    /// That of the request.
    pub priority: i8,
}

fn no_revision_yet() -> Revision {
    Revision::default()
}

/// Where the search of an agent begins. Between two cells it finishes the step: no jump, and a start that stays valid.
pub(super) fn start_of((cell, motion, ..): Asking, map: AgentGrid) -> Cell {
    motion.heading.filter(|&heading| map.is_walkable(heading)).unwrap_or(cell.0)
}

/// Returns `true` if a path that ends at `end` and goes on to `goal` is not much longer than a direct one.
pub(super) fn is_detour_small(start: Cell, end: Cell, goal: Cell) -> bool {
    4 * steps_between(end, goal) <= steps_between(start, goal)
}

/// The number of steps in eight directions without obstacles.
fn steps_between(from: Cell, to: Cell) -> u64 {
    let (dx, dy) = from.distance(to);
    dx.max(dy).into()
}

impl Question {
    /// What the agent asks in this tick.
    pub fn new(
        PathRequest { agent, goal, cause, priority }: PathRequest,
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
            goals: nearest_of.filter(|_| cause.keeps_goals()).map_or(Vec::new(), |goals| goals.0.clone()),
            improves: false,
            query: PathQuery::new(start_of(asking, grid.for_agent(kind)), goal, &options.options),
            map: OnMap::key(on),
            kind: kind.cloned(),
            view: None,
            unreachable: options.unreachable,
            since: tick,
            asked_in: Some(tick),
            is_superseded: false,
            after: None,
            restarts: 0,
            time: Duration::ZERO,
        }
    }

    /// The same question of a later tick: the agent may be elsewhere by now, or another one.
    pub fn again(&self, asking: Asking, options: &PathfindingOptions, grid: &NavGrid, tick: u64) -> Self {
        let &Self { agent, goal, cause, priority, improves, is_superseded, after, since, restarts, .. } = self;
        let request = PathRequest { agent, goal, cause, priority };
        Self { improves, since, is_superseded, after, restarts, ..Self::new(request, asking, options, grid, tick) }
    }

    /// Returns `true` while the agent is on the map, and of the kind, that it asked as.
    pub fn is_of(&self, (_, _, kind, .., on): Asking) -> bool {
        self.kind.as_ref() == kind && self.map == OnMap::key(on)
    }

    /// Returns `true` if the agent is where it wants to go.
    pub fn is_at_goal(&self) -> bool {
        self.goals.is_empty() && self.query.start.is_within(self.query.options.goal_tolerance, self.goal)
    }

    /// Returns `true` if one planner can answer both from what it keeps for one goal.
    pub fn is_same_search(&self, other: &Self) -> bool {
        self.goal == other.goal
            && self.map == other.map
            && self.kind == other.kind
            && self.query.options == other.query.options
            && self.unreachable == other.unreachable
            && self.goals.is_empty()
            && other.goals.is_empty()
    }

    /// Returns `true` if the path to this goal is worth walking for an agent that has another order by now.
    pub fn can_serve(&self, newer: &Self) -> bool {
        let follows_order = !matches!(newer.cause, PlanCause::Edit | PlanCause::Placed);
        follows_order
            && !self.improves
            && self.map == newer.map
            && self.kind == newer.kind
            && self.goals.is_empty()
            && newer.goals.is_empty()
            && is_detour_small(newer.query.start, self.goal, newer.goal)
    }

    /// Returns the goal that a draft leads to: of several goals the one nearest in steps, of equal ones the first.
    pub fn draft_goal(&self, grid: &NavGrid) -> Cell {
        let start = self.query.start;
        let possible = self.goals.iter().copied().filter(|goal| self.check_goal(grid, *goal).is_ok());
        possible.min_by_key(|goal| steps_between(start, *goal)).unwrap_or(self.goal)
    }

    /// Answers without a search what can be.
    pub fn check(&self, grid: &NavGrid) -> Result<(), FailReason> {
        if !grid.is_given() {
            return Err(FailReason::NoMap);
        }
        if !AgentKind::has_valid_size(self.kind.as_ref()) {
            return Err(FailReason::NoSize);
        }
        grid.can_stand(self.kind.as_ref(), self.query.start).map_err(FailReason::Stuck)?;
        if self.unreachable == UnreachablePolicy::Nearest {
            return Ok(());
        }
        let first = self.check_goal(grid, self.query.goal);
        if first.is_err() && self.goals.iter().any(|goal| self.check_goal(grid, *goal).is_ok()) {
            Ok(())
        } else {
            first
        }
    }

    /// The same for one goal.
    fn check_goal(&self, grid: &NavGrid, goal: Cell) -> Result<(), FailReason> {
        let PathQuery { start, ref options, .. } = self.query;
        match grid.can_stand(self.kind.as_ref(), goal) {
            Err(why) if options.goal_tolerance == 0 || why == CannotStand::OffGrid => {
                return Err(FailReason::Goal(why));
            }
            _ => {}
        }
        // Without labels the search decides. A cell within the goal tolerance may lie in another region than the goal.
        let walled_off = || grid.walls_off(self.kind.as_ref(), options.movement, [start, goal]);
        if options.goal_tolerance == 0 && walled_off() { Err(FailReason::Unreachable) } else { Ok(()) }
    }

    /// Where the path is to lead: of several goals one that can be reached, as far as that is known without a search, is
    /// the goal already.
    pub fn wanted(&mut self, grid: &NavGrid) -> Wanted {
        let possible = |goal: &Cell| self.check_goal(grid, *goal).is_ok();
        let possible: Vec<Cell> = self.goals.iter().copied().filter(possible).collect();
        match *possible {
            [] if self.unreachable == UnreachablePolicy::Nearest => Wanted::Near,
            [] => Wanted::Goal,
            [only] => {
                self.choose(only);
                Wanted::Goal
            }
            [..] => Wanted::AnyOf(possible),
        }
    }

    /// Of several goals this is the nearest one.
    pub const fn choose(&mut self, goal: Cell) {
        self.goal = goal;
        self.query.goal = goal;
    }

    /// What its search was, that was answered in this tick on this revision of the map: one that has counted nothing yet.
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
