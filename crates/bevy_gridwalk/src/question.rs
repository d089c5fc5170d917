//! What an agent asks: built and checked once in a tick, and kept until the answer is there; and what was answered.

use std::time::Duration;

use crate::engine::prelude::*;
use gridwalk_pathfinding::{Cell, Cost, Grid, PathQuery, Regions, Revision, SearchStats, UnreachablePolicy};

use super::{
    AgentCell, AgentKind, AgentMotion, AgentOptions, CannotStand, FailReason, NavGrid, NearestOf, PathFailed,
    PathRequest, PathStack, PathfindingOptions, PlanCause,
};

/// What an agent's search depends on.
pub(super) type Asking<'a> =
    (&'a AgentCell, &'a AgentMotion, Option<&'a AgentKind>, Option<&'a AgentOptions>, Option<&'a NearestOf>);

/// What an agent that is served is, and does.
pub(super) type Served =
    (Entity, Asking<'static>, Option<&'static PathStack>, Option<&'static PathFailed>, Option<&'static LastSearch>);

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
    /// As whom it sees the map.
    pub kind: Option<AgentKind>,
    unreachable: UnreachablePolicy,
    /// The tick in which it came.
    pub since: u64,
    /// The tick in which it was built. It stands for no other: the agent walks on, and the map changes.
    pub asked_in: Option<u64>,
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

/// Where the search of an agent begins. Between two cells it finishes the step: no jump, and a start that stays valid.
pub(super) fn start_of((cell, motion, ..): Asking, map: &Grid) -> Cell {
    motion.heading.filter(|&heading| map.is_walkable(heading)).unwrap_or(cell.0)
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
        let (.., kind, own, nearest_of) = asking;
        let options = own.map_or(options, |own| &own.0);
        Self {
            agent,
            goal,
            cause,
            priority,
            goals: nearest_of.filter(|_| cause.keeps_goals()).map_or(Vec::new(), |goals| goals.0.clone()),
            improves: false,
            query: PathQuery::new(start_of(asking, &grid.seen_by(kind)), goal, &options.options),
            kind: kind.cloned(),
            unreachable: options.unreachable,
            since: tick,
            asked_in: Some(tick),
            restarts: 0,
            time: Duration::ZERO,
        }
    }

    /// The same question of a later tick: the agent may be elsewhere by now, or another one.
    pub fn again(&self, asking: Asking, options: &PathfindingOptions, grid: &NavGrid, tick: u64) -> Self {
        let &Self { agent, goal, cause, priority, improves, since, restarts, .. } = self;
        let request = PathRequest { agent, goal, cause, priority };
        Self { improves, since, restarts, ..Self::new(request, asking, options, grid, tick) }
    }

    /// The labels of the map as the agent sees it.
    fn regions<'g>(&self, grid: &'g NavGrid) -> Option<&'g Regions> {
        grid.regions_seen_by(self.kind.as_ref(), self.query.options.movement)
    }

    /// Answers without a search what can be.
    pub fn check(&self, grid: &NavGrid) -> Result<(), FailReason> {
        if !grid.is_given() {
            return Err(FailReason::NoMap);
        }
        if AgentKind::size_of(self.kind.as_ref()) == 0 {
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
        let walled_off = || self.regions(grid).is_some_and(|regions| !regions.connected(start, goal));
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
