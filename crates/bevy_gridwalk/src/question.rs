//! What an agent asks when its turn comes: from where it is then, on the map as it is then.

use std::borrow::Cow;
use std::time::Duration;

use bevy::prelude::*;
use gridwalk_pathfinding::UnreachablePolicy;
use gridwalk_pathfinding::{Cell, Grid, PathQuery, Regions, SearchStats, nearest_by_label};

use super::{
    AgentCell, AgentKind, AgentMotion, AgentOptions, FailReason, LastSearch, NavGrid, PathFailed, PathStack,
    PathfindingOptions, PlanCause, Planning,
};

/// What an agent's search depends on.
pub(super) type Asking<'a> = (&'a AgentCell, &'a AgentMotion, Option<&'a AgentKind>, Option<&'a AgentOptions>);

/// What an agent that is served is, and does.
pub(super) type Served =
    (Entity, Asking<'static>, Option<&'static PathStack>, Option<&'static PathFailed>, Option<&'static LastSearch>);

/// A path query, and what surrounds it.
pub(super) struct Question<'a> {
    pub query: PathQuery,
    /// The map as the agent sees it.
    pub map: Cow<'a, Grid>,
    pub kind: Option<&'a AgentKind>,
    motion: &'a AgentMotion,
    unreachable: UnreachablePolicy,
}

/// So many cells around a goal that cannot be reached are looked at for one that can, before the search begins: a
/// millisecond of work at most. Where that finds none, the search looks at what it can reach.
const FOUND_AT_ONCE: u32 = 256;

impl<'a> Question<'a> {
    pub fn new(
        (cell, motion, kind, own): Asking<'a>,
        goal: Cell,
        options: &PathfindingOptions,
        grid: &'a NavGrid,
    ) -> Self {
        let options = own.map_or(options, |own| &own.0);
        let map = grid.seen_by(kind);
        // Between two cells it finishes the step: no jump, and a start that stays valid.
        let start = motion.heading.filter(|&heading| map.is_walkable(heading)).unwrap_or(cell.0);
        let query = PathQuery::new(start, goal, &options.options);
        Self { query, map, kind, motion, unreachable: options.unreachable }
    }

    /// The labels of the map as the agent sees it.
    fn regions<'g>(&self, grid: &'g NavGrid) -> Option<&'g Regions> {
        grid.regions_seen_by(self.kind, self.query.options.movement)
    }

    /// Answers without a search what can be.
    pub fn check(&self, grid: &NavGrid) -> Result<(), FailReason> {
        let PathQuery { start, goal, ref options } = self.query;
        if !self.map.is_walkable(start) {
            return Err(FailReason::Stuck);
        }
        if self.unreachable == UnreachablePolicy::Nearest {
            return Ok(());
        }
        if !self.map.contains(goal) {
            return Err(FailReason::Outside);
        }
        if options.goal_tolerance == 0 && !self.map.is_walkable(goal) {
            return Err(FailReason::Blocked);
        }
        // Without labels the search decides. A cell within the goal tolerance may lie in another region than the goal.
        let walled_off = || self.regions(grid).is_some_and(|regions| !regions.connected(start, goal));
        if options.goal_tolerance == 0 && walled_off() { Err(FailReason::Unreachable) } else { Ok(()) }
    }

    /// Asks for the nearest cell that can be reached, if that is wanted. True if only a search can find it.
    pub fn take_nearest(&mut self, grid: &NavGrid) -> bool {
        if self.unreachable != UnreachablePolicy::Nearest {
            return false;
        }
        let near = |regions| nearest_by_label(&self.map, regions, &self.query, FOUND_AT_ONCE);
        let Some(end) = self.regions(grid).and_then(near) else { return true };
        self.query.goal = end;
        false
    }

    /// A search that has counted nothing yet; it stays like that where the answer is known without one.
    pub fn unanswered(&self, cause: PlanCause, priority: i8, waited_ticks: u64) -> LastSearch {
        LastSearch {
            query: self.query.clone(),
            revision: self.map.revision(),
            cost: None,
            cells: 0,
            path_hash: None,
            stats: SearchStats::NONE,
            time: Duration::ZERO,
            waited_ticks,
            cause,
            priority,
        }
    }

    /// Lets an agent that is between two cells finish its step, and then stand.
    pub fn finish_step(&self, agent: &mut EntityCommands) {
        if self.motion.heading.is_some() {
            agent.try_insert(PathStack::step_to(self.query.start));
        } else {
            agent.remove::<PathStack>();
        }
    }
}

/// The agent does not go, and says why.
pub(super) fn give_up(agent: &mut EntityCommands, question: &Question, failed: PathFailed, answer: LastSearch) {
    agent.remove::<Planning>();
    question.finish_step(agent);
    agent.try_insert((failed, answer));
}
