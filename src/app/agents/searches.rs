//! Recent searches of agents, each of which can be watched.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use bevy::prelude::*;
use bevy_gridwalk::{AgentKind, LastSearch, NavGrid};
use gridwalk_pathfinding::Grid;

/// Recent searches of each agent, newest first, each with its map.
#[derive(Resource, Default, Debug)]
pub struct WatchHistory {
    searches: HashMap<Entity, VecDeque<(LastSearch, Arc<Grid>)>>,
    /// The maps of these searches, oldest first, each map once.
    maps: VecDeque<Arc<Grid>>,
}

/// Number of searches kept for each agent.
const KEPT: usize = 5;
/// Maximum number of cells of all kept maps together, one byte each; the newest map is always kept.
const MOST_CELLS: usize = 1 << 25;
/// Maximum number of kept maps.
const MOST_MAPS: usize = 64;

impl WatchHistory {
    /// Returns the number of kept searches of this agent.
    #[must_use]
    pub fn count(&self, agent: Entity) -> usize {
        self.searches.get(&agent).map_or(0, VecDeque::len)
    }

    /// Returns the searches of this agent, newest first, each with its map.
    pub(in crate::app) fn of(&self, agent: Entity) -> Option<&VecDeque<(LastSearch, Arc<Grid>)>> {
        self.searches.get(&agent)
    }

    fn remember(&mut self, agent: Entity, search: LastSearch, map: Arc<Grid>) {
        if !self.maps.iter().rev().any(|kept| Arc::ptr_eq(kept, &map)) {
            self.maps.push_back(Arc::clone(&map));
            while self.maps.len() > (MOST_CELLS / map.cell_count()).clamp(1, MOST_MAPS) {
                let oldest = self.maps.pop_front();
                for kept in self.searches.values_mut() {
                    kept.retain(|(_, map)| oldest.as_ref().is_none_or(|oldest| !Arc::ptr_eq(oldest, map)));
                }
            }
        }
        let kept = self.searches.entry(agent).or_default();
        kept.push_front((search, map));
        kept.truncate(KEPT);
    }
}

pub(super) fn remember_searches(
    mut history: ResMut<WatchHistory>,
    grid: Res<NavGrid>,
    searches: Query<(Entity, &LastSearch, Option<&AgentKind>), Changed<LastSearch>>,
    mut gone: RemovedComponents<LastSearch>,
) {
    for agent in gone.read() {
        history.searches.remove(&agent);
    }
    for (agent, search, kind) in &searches {
        // A late answer was found on an older map, which is no longer available.
        if search.revision == grid.grid().revision() {
            history.remember(agent, search.clone(), grid.snapshot(kind));
        }
    }
}
