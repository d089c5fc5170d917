//! Where cells lie in the world.

use bevy::prelude::*;
use gridwalk_pathfinding::Cell;

/// Turns cells into world positions and back. Rows go down on the map and in the world.
#[derive(Resource, Reflect, Clone, Copy, Debug, PartialEq)]
#[reflect(Resource, Default, Clone, Debug, PartialEq)]
pub struct GridLayout {
    /// The side of a cell, in world units.
    pub cell_size: f32,
    /// The world position of the upper left corner of cell (0, 0).
    pub origin: Vec2,
}

impl Default for GridLayout {
    fn default() -> Self {
        Self { cell_size: 32.0, origin: Vec2::ZERO }
    }
}

impl GridLayout {
    /// The middle of a cell.
    #[must_use]
    pub fn center(&self, cell: Cell) -> Vec2 {
        self.world(position_of(cell))
    }

    /// The world position of a place measured in cells, where whole numbers are middles of cells.
    #[must_use]
    pub fn world(&self, position: Vec2) -> Vec2 {
        self.origin + (position + 0.5) * Vec2::new(self.cell_size, -self.cell_size)
    }

    /// The place in cells of a world position, where whole numbers are middles of cells.
    #[must_use]
    pub fn position(&self, world: Vec2) -> Vec2 {
        (world - self.origin) / Vec2::new(self.cell_size, -self.cell_size) - 0.5
    }

    /// The cell under a world position; it may lie outside the grid.
    #[must_use]
    pub fn cell(&self, world: Vec2) -> Cell {
        let cell = (self.position(world) + 0.5).floor().as_ivec2();
        Cell::new(cell.x, cell.y)
    }
}

/// A cell as a place measured in cells.
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "maps are far smaller than 2^24 cells a side")]
pub fn position_of(cell: Cell) -> Vec2 {
    Vec2::new(cell.x as f32, cell.y as f32)
}
