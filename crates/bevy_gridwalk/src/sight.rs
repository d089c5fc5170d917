//! Who sees whom, and from where.

use gridwalk_pathfinding::{Cell, Terrain, can_see};

use super::NavGrid;

impl NavGrid {
    /// Whether a straight line leads from the middle of one cell to the middle of another without a cell in between that
    /// blocks sight. `false` for cells outside the map.
    ///
    /// What blocks sight is for the game to say, by cell and terrain: neither walls nor the movement rule count by
    /// themselves, so blocked water need not hide anybody, and smoke can. The two ends never block. Through the corner of
    /// four cells the line passes unless both cells beside it block sight. It is symmetric: who is seen sees.
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

    /// Whether one cell [sees](Self::can_see) another that is at most so many cells away in a straight line, from middle to
    /// middle: the range of an attack.
    #[must_use]
    pub fn can_hit(&self, from: Cell, to: Cell, range: u32, blocks_sight: impl FnMut(Cell, &Terrain) -> bool) -> bool {
        from.is_within(range, to) && self.can_see(from, to, blocks_sight)
    }
}
