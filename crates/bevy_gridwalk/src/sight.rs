//! Lines of sight on the map.

use gridwalk_pathfinding::{Cell, Terrain, can_see};

use super::NavGrid;

impl NavGrid {
    /// Returns `true` if no cell blocks the straight line between the centres of two cells.
    ///
    /// Returns `false` for cells outside the map.
    ///
    /// The game decides what blocks sight, by cell and terrain. Walls and the movement rule do not count by themselves:
    /// blocked water need not hide an agent, and smoke can. The two ends never block. Through the corner of four cells,
    /// the line is clear unless both cells beside it block sight. The result is the same in both directions.
    ///
    /// # Complexity
    /// O(d) for cells d apart.
    ///
    /// # Examples
    /// ```
    /// use bevy_gridwalk::NavGrid;
    /// use gridwalk_pathfinding::{Cell, Grid, Terrain};
    /// let water = |cell: Cell| cell.x == 1;
    /// let terrain = |cell| if water(cell) { Terrain::new("water", None) } else { Terrain::floor() };
    /// let grid = NavGrid::new(Grid::from_fn(3, 1, terrain).unwrap());
    /// let [archer, target] = [Cell::new(0, 0), Cell::new(2, 0)];
    /// assert!(grid.can_see(archer, target, |_, terrain| terrain.name == "wall"));
    /// assert!(!grid.can_see(archer, target, |_, terrain| terrain.is_blocked()));
    /// ```
    #[must_use]
    pub fn can_see(&self, from: Cell, to: Cell, mut blocks_sight: impl FnMut(Cell, &Terrain) -> bool) -> bool {
        let grid = self.grid();
        let mut blocks = |cell| grid.terrain(cell).is_none_or(|terrain| blocks_sight(cell, terrain));
        grid.contains(from) && grid.contains(to) && can_see(from, to, &mut blocks)
    }

    /// Returns `true` if one cell [sees](Self::can_see) another within the range of an attack.
    ///
    /// The range is the straight-line distance between the centres, in cells.
    #[must_use]
    pub fn can_hit(&self, from: Cell, to: Cell, range: u32, blocks_sight: impl FnMut(Cell, &Terrain) -> bool) -> bool {
        from.is_within(range, to) && self.can_see(from, to, blocks_sight)
    }
}
