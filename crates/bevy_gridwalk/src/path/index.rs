//! An index from tiles to agents, so that an edit checks only agents whose paths come near it.

use crate::engine::prelude::*;
use bevy_platform::collections::HashMap;
use gridwalk_pathfinding::{Cell, CellChange};

use crate::layout::MapKey;

/// A square of cells, identified by the high bits of their coordinates.
pub(super) type PathTile = (i32, i32);

/// Side of a tile, as a power of two.
const SHIFT: i32 = 5;

/// Returns the tile of a cell.
pub(super) const fn tile_of(x: i32, y: i32) -> PathTile {
    (x >> SHIFT, y >> SHIFT)
}

/// Index from tiles to agents with steps ahead there, maintained by the path stacks.
#[derive(Resource, Default, Debug)]
pub(crate) struct PathIndex {
    /// The agents by map and tile, each once for every time that its path comes to the tile.
    tiles: HashMap<(MapKey, PathTile), Vec<Entity>>,
    /// Number of agents under way to a goal, by map.
    walking: HashMap<MapKey, usize>,
    /// The side of the largest agent that ever walked.
    pub largest: u8,
    /// The largest distance at which walls counted for an agent that ever walked.
    pub farthest: u8,
}

impl PathIndex {
    /// Adds an agent whose path leads to these tiles.
    pub fn enter(&mut self, map: MapKey, tiles: &[PathTile], agent: Entity) {
        for tile in tiles {
            self.tiles.entry((map, *tile)).or_default().push(agent);
        }
    }

    /// Removes one entry of an agent from a tile.
    pub fn leave(&mut self, map: MapKey, tile: PathTile, agent: Entity) {
        let Some(agents) = self.tiles.get_mut(&(map, tile)) else {
            return;
        };
        if let Some(at) = agents.iter().position(|other| *other == agent) {
            agents.swap_remove(at);
        }
        if agents.is_empty() {
            self.tiles.remove(&(map, tile));
        }
    }

    /// Counts an agent that has set off on this map, if its path `arrives`.
    pub fn note_walk(&mut self, map: MapKey, arrives: bool) {
        if arrives {
            *self.walking.entry(map).or_default() += 1;
        }
    }

    /// Counts one walking agent less on this map, if its path `arrives`.
    pub fn end_walk(&mut self, map: MapKey, arrives: bool) {
        if let Some(walking) = self.walking.get_mut(&map).filter(|_| arrives) {
            *walking = walking.saturating_sub(1);
            if *walking == 0 {
                self.walking.remove(&map);
            }
        }
    }

    /// Returns the number of agents under way to a goal on this map.
    pub fn walking(&self, map: MapKey) -> usize {
        self.walking.get(&map).copied().unwrap_or(0)
    }

    /// Returns the agents with steps ahead in one of these tiles of the map, sorted by entity.
    pub fn near(&self, map: MapKey, obstacles: &Obstacles) -> Vec<Entity> {
        let tiles = obstacles
            .tiles
            .iter()
            .filter_map(|tile| self.tiles.get(&(map, *tile)));
        let mut agents: Vec<Entity> = tiles.flatten().copied().collect();
        agents.sort_unstable();
        agents.dedup();
        agents
    }
}

/// Changed cells, enlarged by the size and reach of an agent.
pub(crate) struct Obstacles {
    /// Cells (row, column) on which such an agent covers a changed cell, sorted.
    ///
    /// Mostly few, and looked up for each agent, where a binary search is faster than a hash. After
    /// a change of a whole map they are many, and in order already.
    cells: Vec<(i32, i32)>,
    /// The tiles of those cells, and of the cells around them, sorted.
    ///
    /// A diagonal step from a cell around may pass beside a changed cell.
    tiles: Vec<PathTile>,
}

impl Obstacles {
    /// Creates the obstacles for agents of this size and reach.
    ///
    /// An agent's cell is the upper left one of the square that it covers. With a reach, the cells
    /// around the square count too.
    pub fn new(changes: &[CellChange], size: u8, reach: u8) -> Self {
        let after = i32::from(reach);
        let before = i32::from(size.max(1)) - 1 + after;
        let (mut cells, mut tiles, mut last) = (Vec::new(), Vec::new(), None);
        for Cell { x, y } in changes.iter().map(|change| change.cell) {
            cells.extend(
                (y - before..=y + after)
                    .flat_map(|y| (x - before..=x + after).map(move |x| (y, x))),
            );
            let corners = [
                tile_of(x - before - 1, y - before - 1),
                tile_of(x + after + 1, y + after + 1),
            ];
            // Cells beside each other mostly lie in the same tiles.
            if last.replace(corners) != Some(corners) {
                let [(left, top), (right, bottom)] = corners;
                tiles.extend((top..=bottom).flat_map(|y| (left..=right).map(move |x| (x, y))));
            }
        }
        cells.sort_unstable();
        cells.dedup();
        tiles.sort_unstable();
        tiles.dedup();
        Self { cells, tiles }
    }

    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// Whether a path may cross the changed cells in this tile.
    pub fn are_near(&self, tile: PathTile) -> bool {
        self.tiles.binary_search(&tile).is_ok()
    }

    /// Whether an agent on this cell covers a changed cell.
    pub fn contains(&self, cell: Cell) -> bool {
        self.cells.binary_search(&(cell.y, cell.x)).is_ok()
    }
}
