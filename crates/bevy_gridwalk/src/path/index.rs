//! An index from tiles to agents, so that an edit checks only agents whose paths come near it.

use crate::engine::prelude::*;
use bevy_platform::collections::HashMap;
use gridwalk_pathfinding::{Cell, CellChange};

use crate::layout::MapKey;

/// A square of cells, identified by the high bits of their coordinates.
pub(super) type PathTile = (i32, i32);

/// Side of a tile, as a power of two.
const SHIFT: i32 = 5;

/// Side of a tile in cells.
const SIDE: usize = 1 << SHIFT;

/// The last column or row of a tile.
const LAST: i32 = (1 << SHIFT) - 1;

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
            .keys()
            .filter_map(|tile| self.tiles.get(&(map, *tile)));
        let mut agents: Vec<Entity> = tiles.flatten().copied().collect();
        agents.sort_unstable();
        agents.dedup();
        agents
    }
}

/// Changed cells, enlarged by the size and reach of an agent.
pub(crate) struct Obstacles {
    /// The cells by tile. A tile beside one with such cells has its own entry if they touch it.
    tiles: HashMap<PathTile, TileCells>,
}

/// The cells of one tile, as a word for each row: the bit of a cell is its column in the tile.
#[derive(Default)]
pub(super) struct TileCells {
    /// Cells on which an agent covers a changed cell.
    covered: [u32; SIDE],
    /// Covered cells and their neighbours: a step to one of them may have become illegal.
    around: [u32; SIDE],
}

impl Obstacles {
    /// Creates the obstacles for agents of this size and reach.
    ///
    /// An agent's cell is the upper left one of the square that it covers. With a reach, the cells
    /// around the square count too.
    ///
    /// # Complexity
    /// O(changes), times the rows of the square.
    pub fn new(changes: &[CellChange], size: u8, reach: u8) -> Self {
        let after = i32::from(reach);
        let before = i32::from(size.max(1)) - 1 + after;
        let mut tiles = HashMap::default();
        let follows = |a: &CellChange, b: &CellChange| {
            (a.cell.x.checked_add(1), a.cell.y) == (Some(b.cell.x), b.cell.y)
        };
        for run in changes.chunk_by(follows) {
            let (first, last) = (run[0].cell, run[run.len() - 1].cell);
            for y in first.y - before..=first.y + after {
                mark(&mut tiles, (first.x - before, last.x + after), y, |it| {
                    &mut it.covered
                });
                for beside in y - 1..=y + 1 {
                    let columns = (first.x - before - 1, last.x + after + 1);
                    mark(&mut tiles, columns, beside, |it| &mut it.around);
                }
            }
        }
        Self { tiles }
    }

    pub fn is_empty(&self) -> bool {
        self.tiles.is_empty()
    }

    /// Whether an agent on this cell covers a changed cell.
    pub fn contains(&self, cell: Cell) -> bool {
        self.in_tile(tile_of(cell.x, cell.y))
            .is_some_and(|cells| cells.are_covered_on(cell))
    }

    /// Returns the cells in a tile; `None` if no path is affected there.
    pub(super) fn in_tile(&self, tile: PathTile) -> Option<&TileCells> {
        self.tiles.get(&tile)
    }
}

/// Sets the bits of the cells from one column to another in a row of a map.
fn mark(
    tiles: &mut HashMap<PathTile, TileCells>,
    (left, right): (i32, i32),
    y: i32,
    rows: impl Fn(&mut TileCells) -> &mut [u32; SIDE],
) {
    for column in left >> SHIFT..=right >> SHIFT {
        let first = (left - (column << SHIFT)).max(0);
        let last = (right - (column << SHIFT)).min(LAST);
        let bits = (u32::MAX << first) & (u32::MAX >> (LAST - last));
        let tile = tiles.entry((column, y >> SHIFT)).or_default();
        rows(tile)[place_in_tile(y)] |= bits;
    }
}

/// Returns the column or row of a cell in its tile.
const fn place_in_tile(coordinate: i32) -> usize {
    (coordinate & LAST).cast_unsigned() as usize
}

impl TileCells {
    /// Whether an agent on this cell of the tile covers a changed cell.
    pub fn are_covered_on(&self, cell: Cell) -> bool {
        self.covered[place_in_tile(cell.y)] >> place_in_tile(cell.x) & 1 == 1
    }

    /// Whether a step to this cell of the tile may have become illegal.
    pub fn are_near(&self, cell: Cell) -> bool {
        self.around[place_in_tile(cell.y)] >> place_in_tile(cell.x) & 1 == 1
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use gridwalk_pathfinding::{Grid, GridEdit, TerrainId};
    use gridwalk_testing::Rng;

    use super::*;

    #[test]
    fn obstacles_are_the_cells_from_which_an_agent_covers_a_change() {
        let mut rng = Rng(31);
        for _ in 0..200 {
            let mut grid = Grid::from_costs(90, 70, &[1; 90 * 70]).unwrap();
            let wall = grid.apply(&GridEdit::block([Cell::new(0, 0)])).unwrap();
            let wall = wall.map_or(TerrainId(1), |change| change.cells[0].after);
            let mut edit = Vec::new();
            for _ in 0..=rng.below(4) {
                let from = Cell::new(1 + rng.below(80), rng.below(70));
                let run = 1 + rng.below(9);
                edit.extend((0..run).map(|x| (Cell::new(from.x + x, from.y), wall)));
            }
            let changes = grid
                .apply(&GridEdit::of_cells(edit))
                .unwrap()
                .unwrap()
                .cells;
            let (size, reach): (u8, u8) = (rng.below(4), rng.below(3));
            let obstacles = Obstacles::new(&changes, size, reach);
            let before = i32::from(size.max(1)) - 1 + i32::from(reach);
            let covered: BTreeSet<Cell> = changes
                .iter()
                .flat_map(|it| square(it.cell, before, reach.into()))
                .collect();
            for cell in square(Cell::new(45, 35), 60, 60) {
                let near = obstacles.in_tile(tile_of(cell.x, cell.y));
                assert_eq!(obstacles.contains(cell), covered.contains(&cell), "{cell}");
                assert_eq!(
                    near.is_some_and(|near| near.are_near(cell)),
                    square(cell, 1, 1).any(|it| covered.contains(&it)),
                    "{cell}"
                );
            }
        }
    }

    fn square(cell: Cell, before: i32, after: i32) -> impl Iterator<Item = Cell> {
        (cell.y - before..=cell.y + after)
            .flat_map(move |y| (cell.x - before..=cell.x + after).map(move |x| Cell::new(x, y)))
    }
}
