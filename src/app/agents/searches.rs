//! The searches that agents made lately: any of them can be watched.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use bevy::prelude::*;
use bevy_gridwalk::{AgentKind, LastSearch, NavGrid};
use gridwalk_pathfinding::Grid;

/// The searches that each agent made lately, the newest first, each with the map as it was.
#[derive(Resource, Default, Debug)]
pub struct WatchHistory {
    searches: HashMap<Entity, VecDeque<(LastSearch, Arc<Grid>)>>,
    /// The maps that they hold on to, the oldest first: each once, however many searches were made on it.
    maps: VecDeque<Arc<Grid>>,
}

/// How many searches are kept for each agent.
const KEPT: usize = 5;
/// How many cells all kept maps have together, a byte each; the newest map is always kept.
const MOST_CELLS: usize = 1 << 25;
/// How many maps are kept.
const MOST_MAPS: usize = 64;

impl WatchHistory {
    /// How many searches of this agent are kept.
    #[must_use]
    pub fn count(&self, agent: Entity) -> usize {
        self.searches.get(&agent).map_or(0, VecDeque::len)
    }

    /// Those of this agent, the last one first, each with the map on which it was made.
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
        // An answer that came late was found on an older map, which is gone by now.
        if search.revision == grid.grid().revision() {
            history.remember(agent, search.clone(), grid.snapshot(kind));
        }
    }
}
