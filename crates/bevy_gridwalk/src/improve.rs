//! Low-priority requests of agents that may find a cheaper path since the cost of some cell changed.

use std::collections::{HashSet, VecDeque};

use crate::engine::prelude::*;
use bevy_ecs::query::QueryData;
use gridwalk_pathfinding::{Cell, Heuristic, Movement, Revision};

use super::question::Served;
use super::{AgentKind, FailReason, GridAgent, LastSearch, NavGrid, PathRequest, PathStack, PlanCause};

/// The agents that may find a cheaper path and have not looked for it yet.
#[derive(Resource, Default)]
pub(super) struct MayImprove {
    /// The cells that became cheaper, and when, since agents were listed last.
    cheaper: Vec<(Revision, Cell)>,
    /// There were too many of them, or the whole map is another one.
    anywhere: bool,
    /// What was searched on this revision or a later one is as cheap as can be.
    since: Revision,
    agents: VecDeque<Entity>,
    /// The same agents, to list each once.
    listed: HashSet<Entity>,
}

/// More cells than that are not told apart.
const MOST_CELLS: usize = 64;

impl MayImprove {
    /// These cells are cheaper since this revision. The agents are listed when there is time for the first of them.
    pub fn note(&mut self, revision: Revision, cells: impl Iterator<Item = Cell>) {
        self.since = revision;
        if self.anywhere {
            return;
        }
        self.cheaper.extend(cells.take(MOST_CELLS + 1).map(|cell| (revision, cell)));
        if self.cheaper.len() > MOST_CELLS {
            self.note_all(revision);
        }
    }

    /// Lists an agent whose path became more expensive with this revision.
    pub fn list(&mut self, agent: Entity, revision: Revision) {
        self.since = revision;
        if self.listed.insert(agent) {
            self.agents.push_back(agent);
        }
    }

    /// The whole map is another one since this revision.
    pub fn note_all(&mut self, revision: Revision) {
        self.anywhere = true;
        self.cheaper = Vec::new();
        self.since = revision;
    }

    /// What the next agent asks, as urgently as before. Without `all` only those that found no path.
    pub fn next(&mut self, grid: &NavGrid, agents: &Query<Served, With<GridAgent>>, all: bool) -> Option<PathRequest> {
        let since = self.since;
        let wanted = |(agent, _, stack, failed, last): <Served as QueryData>::Item<'_, '_>| {
            let is_new = last.is_some_and(|last| last.revision >= since);
            let failed = failed.filter(|failed| may_end(failed.reason)).map(|failed| failed.goal);
            let goal = stack.and_then(PathStack::destination).filter(|_| all).or(failed).filter(|_| !is_new)?;
            let priority = last.map_or(0, |last| last.priority);
            Some(PathRequest { priority, ..PathRequest::because(PlanCause::Edit, agent, goal) })
        };
        loop {
            while let Some(agent) = self.agents.pop_front() {
                self.listed.remove(&agent);
                if let Some(found) = agents.get(agent).ok().and_then(wanted) {
                    return Some(found);
                }
            }
            let (cheaper, anywhere) = (std::mem::take(&mut self.cheaper), std::mem::take(&mut self.anywhere));
            if cheaper.is_empty() && !anywhere {
                return None;
            }
            let may_gain = |(_, asking, stack, _, last): <Served as QueryData>::Item<'_, '_>| {
                let walks = stack.and_then(PathStack::destination).zip(last);
                anywhere || walks.is_none_or(|(goal, last)| may_gain(grid, asking.2, goal, last, &cheaper))
            };
            let listed = agents.iter().filter(|agent| may_gain(*agent)).filter_map(wanted);
            let mut listed: Vec<Entity> = listed.map(|request| request.agent).collect();
            // Whatever the order in which they are stored.
            listed.sort_unstable();
            self.listed.extend(&listed);
            self.agents.extend(listed);
        }
    }
}

/// Whether a path past one of these cells can cost less than the one that the search found: not if the straightest one
/// there and on to the goal, without any obstacle, costs as much.
fn may_gain(
    grid: &NavGrid,
    kind: Option<&AgentKind>,
    goal: Cell,
    last: &LastSearch,
    cheaper: &[(Revision, Cell)],
) -> bool {
    let (options, start) = (&last.query.options, last.query.start);
    let heuristic = if options.movement == Movement::Four { Heuristic::Manhattan } else { Heuristic::Octile };
    let is_bound = !options.algorithm.is_any_angle()
        && grid.grid().portals().is_empty()
        && heuristic.is_admissible(options.movement, options.steps);
    let Some(cost) = last.cost.filter(|_| is_bound && last.query.goal == goal) else { return true };
    let units = options.units();
    // As cheap as on a map without obstacles.
    if options.goal_tolerance == 0 && cost <= heuristic.estimate(start, goal, units) {
        return false;
    }
    // A path that gains may also pass beside the cell, or cover it from a little way off.
    let beside = units.diagonal().saturating_mul(2 * u64::from(AgentKind::size_of(kind)));
    let least = |cell| heuristic.estimate(start, cell, units).saturating_add(heuristic.estimate(cell, goal, units));
    let newer = cheaper.iter().filter(|(revision, _)| *revision > last.revision);
    newer.into_iter().any(|&(_, cell)| least(cell) < cost.saturating_add(beside))
}

/// Whether a cheaper cell can make a path where there was none.
pub(super) const fn may_end(reason: FailReason) -> bool {
    matches!(
        reason,
        FailReason::Goal(_)
            | FailReason::Stuck(_)
            | FailReason::Unreachable
            | FailReason::OverCostLimit
            | FailReason::NotInRegion
            | FailReason::NoMap
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_became_cheaper_takes_no_more_memory_the_longer_it_waits() {
        let mut noted = MayImprove::default();
        for tick in 0..10_000 {
            noted.note(Revision(tick), [Cell::new(0, 0)].into_iter());
            assert!(noted.cheaper.len() <= MOST_CELLS);
        }
        assert!(noted.anywhere && noted.since == Revision(9_999));
    }
}
