//! Requests of agents that may find a cheaper path since the cost of some cell changed: of low
//! priority, but for a few of agents that found no path.

use std::collections::{BTreeMap, VecDeque};

use crate::engine::prelude::*;
use bevy_ecs::entity::EntityHashSet;
use bevy_ecs::query::QueryData;
use gridwalk_pathfinding::{Cell, Heuristic, Movement, Revision};

use super::queue::RequestQueue;
use super::queued::Alone;
use crate::agent::Asking;
use crate::layout::MapKey;
use crate::map::maps::Maps;
use crate::messages::may_end;
use crate::{
    AgentKind, LastSearch, NavGrid, OnMap, PathFailed, PathRequest, PathStack, PlanCause, Planning,
};

/// Components of an agent that is being served, and whether its request waits.
pub(super) type Served = (
    Entity,
    Asking<'static>,
    Option<&'static PathStack>,
    Option<&'static PathFailed>,
    Option<&'static LastSearch>,
    Has<Planning>,
);

/// The agents that may find a cheaper path and have not looked for it yet.
#[derive(Resource, Default)]
pub(crate) struct MayImprove {
    /// The cells of each map that became cheaper since agents were listed last.
    cheaper: BTreeMap<MapKey, Cheaper>,
    /// The revision of each map since which no cost has changed.
    ///
    /// Answers found on it, or on later ones, are the cheapest.
    since: BTreeMap<MapKey, Revision>,
    agents: VecDeque<Entity>,
    /// The listed agents, to list each once.
    listed: EntityHashSet,
    /// Agents that found no path, to be served beside all others.
    failed: VecDeque<Entity>,
    /// Whether a cell became cheaper since agents that found no path were listed last.
    has_opened: bool,
    /// Agents from that list whose requests wait.
    retried: Vec<Entity>,
}

/// The cells of one map that became cheaper.
enum Cheaper {
    /// These cells, each with its revision.
    At(Vec<(Revision, Cell)>),
    /// There were too many of them, or the whole map is another one.
    Anywhere,
}

/// Maximum number of cells that are noted one by one.
const MAX_CELLS: usize = 64;

/// Maximum number of agents that found no path and are considered again in one tick.
const MAX_RETRIES: usize = 16;

/// Number of requests that wait for each request of an agent that found no path.
const REQUESTS_PER_RETRY: usize = 8;

impl MayImprove {
    /// Notes cells that are cheaper since this revision.
    ///
    /// The agents are listed when there is time for the first of them.
    pub fn note(&mut self, map: MapKey, revision: Revision, cells: impl Iterator<Item = Cell>) {
        self.has_opened = true;
        self.since.insert(map, revision);
        let cheaper = self.cheaper.entry(map).or_insert(Cheaper::At(Vec::new()));
        if let Cheaper::At(noted) = cheaper {
            noted.extend(cells.take(MAX_CELLS + 1).map(|cell| (revision, cell)));
            if noted.len() > MAX_CELLS {
                *cheaper = Cheaper::Anywhere;
            }
        }
    }

    /// Lists an agent whose path became more expensive with this revision.
    pub fn list(&mut self, map: MapKey, agent: Entity, revision: Revision) {
        self.since.insert(map, revision);
        if self.listed.insert(agent) {
            self.agents.push_back(agent);
        }
    }

    /// Notes that the whole map is another one since this revision.
    pub fn note_all(&mut self, map: MapKey, revision: Revision) {
        self.has_opened = true;
        self.cheaper.insert(map, Cheaper::Anywhere);
        self.since.insert(map, revision);
    }

    /// Forgets a map that is gone.
    pub fn forget(&mut self, map: MapKey) {
        self.cheaper.remove(&map);
        self.since.remove(&map);
    }

    /// Returns requests of agents that found no path before some cell became cheaper.
    ///
    /// They are so few that the other requests keep the greater part of each tick.
    pub fn retries(
        &mut self,
        queue: &RequestQueue,
        agents: &Query<Served, Alone>,
        failed: impl Iterator<Item = Entity>,
    ) -> Vec<PathRequest> {
        let waits = |agent: &Entity| queue.request(*agent).is_some();
        self.retried.retain(waits);
        if self.failed.is_empty() && std::mem::take(&mut self.has_opened) {
            self.failed.extend(failed);
            self.failed.make_contiguous().sort_unstable();
        }
        let room = (1 + queue.len() / REQUESTS_PER_RETRY).saturating_sub(self.retried.len());
        let next = self.failed.len().min(MAX_RETRIES).min(room);
        let next = self.failed.drain(..next).filter(|agent| !waits(agent));
        let requests = next
            .filter_map(|agent| wanted(&self.since, agents.get(agent).ok()?, false))
            .collect::<Vec<_>>();
        self.retried
            .extend(requests.iter().map(|request| request.agent));
        requests
    }

    /// Returns the request of the next agent, with its former priority.
    ///
    /// Without `all`, only agents that found no path are considered.
    pub fn next(
        &mut self,
        maps: &Maps,
        agents: &Query<Served, Alone>,
        all: bool,
    ) -> Option<PathRequest> {
        let since = &self.since;
        let wanted = |agent: <Served as QueryData>::Item<'_, '_>| wanted(since, agent, all);
        loop {
            while let Some(agent) = self.agents.pop_front() {
                self.listed.remove(&agent);
                if let Some(found) = agents.get(agent).ok().and_then(wanted) {
                    return Some(found);
                }
            }
            let cheaper = std::mem::take(&mut self.cheaper);
            if cheaper.is_empty() {
                return None;
            }
            let may_gain = |(_, asking, stack, _, last, _): <Served as QueryData>::Item<'_, '_>| {
                let walks = stack.and_then(PathStack::destination).zip(last);
                match cheaper.get(&OnMap::key(asking.5)) {
                    None => false,
                    Some(Cheaper::Anywhere) => true,
                    Some(Cheaper::At(cells)) => walks.is_none_or(|(goal, last)| {
                        may_gain(maps.of(asking.5), asking.2, goal, last, cells)
                    }),
                }
            };
            let listed = agents
                .iter()
                .filter(|agent| may_gain(*agent))
                .filter_map(wanted);
            let mut listed: Vec<Entity> = listed.map(|request| request.agent).collect();
            // The order must not depend on how they are stored.
            listed.sort_unstable();
            self.listed.extend(&listed);
            self.agents.extend(listed);
        }
    }
}

/// Returns the request of an agent whose path was found before the newest change of its map.
///
/// Without `all`, only an agent that found no path has one.
fn wanted(
    since: &BTreeMap<MapKey, Revision>,
    (agent, asking, stack, failed, last, _): <Served as QueryData>::Item<'_, '_>,
    all: bool,
) -> Option<PathRequest> {
    let since = since.get(&OnMap::key(asking.5));
    let is_new = last.is_some_and(|last| last.revision >= since.copied().unwrap_or_default());
    let failed = failed
        .filter(|failed| may_end(failed.reason))
        .map(|failed| failed.goal);
    let goal = stack
        .and_then(PathStack::destination)
        .filter(|_| all)
        .or(failed)
        .filter(|_| !is_new)?;
    let priority = last.map_or(0, |last| last.priority);
    Some(PathRequest {
        priority,
        ..PathRequest::because(PlanCause::Edit, agent, goal)
    })
}

/// Whether a path past one of these cells can cost less than the one that the search found.
///
/// It cannot if the straightest path there and on to the goal, without any obstacle, costs as much.
fn may_gain(
    grid: &NavGrid,
    kind: Option<&AgentKind>,
    goal: Cell,
    last: &LastSearch,
    cheaper: &[(Revision, Cell)],
) -> bool {
    let (options, start) = (&last.query.options, last.query.start);
    let heuristic = if options.movement == Movement::Four {
        Heuristic::Manhattan
    } else {
        Heuristic::Octile
    };
    let is_bound = !options.algorithm.is_any_angle()
        && grid.grid().portals().is_empty()
        && heuristic.is_admissible(options.movement, options.steps);
    let Some(cost) = last.cost.filter(|_| is_bound && last.query.goal == goal) else {
        return true;
    };
    let units = options.units();
    // The path is as cheap as on a map without obstacles.
    if options.goal_tolerance == 0 && cost <= heuristic.estimate(start, goal, units) {
        return false;
    }
    // A cheaper path may also pass beside the cell, or cover it from some distance.
    let beside = u64::from(AgentKind::size_of(kind)) + u64::from(AgentKind::reach_of(kind));
    let beside = units.diagonal().saturating_mul(2 * beside);
    let least = |cell| {
        heuristic
            .estimate(start, cell, units)
            .saturating_add(heuristic.estimate(cell, goal, units))
    };
    let newer = cheaper
        .iter()
        .filter(|(revision, _)| *revision > last.revision);
    newer
        .into_iter()
        .any(|&(_, cell)| least(cell) < cost.saturating_add(beside))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_became_cheaper_takes_no_more_memory_the_longer_it_waits() {
        let mut noted = MayImprove::default();
        for tick in 0..10_000 {
            noted.note(None, Revision(tick), [Cell::new(0, 0)].into_iter());
            if let Cheaper::At(cells) = &noted.cheaper[&None] {
                assert!(cells.len() <= MAX_CELLS);
            }
        }
        assert!(matches!(noted.cheaper[&None], Cheaper::Anywhere));
        assert_eq!(noted.since[&None], Revision(9_999));
    }
}
