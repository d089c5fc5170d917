//! Where boards are in the window.

use bevy::prelude::*;
use gridwalk_pathfinding::Cell;

/// Where the map of a board is drawn, in logical window pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoardPlace {
    /// Its rectangle.
    pub rect: Rect,
    /// Columns and rows.
    pub cells: Vec2,
}

impl BoardPlace {
    /// The cell under a place of the window.
    #[must_use]
    pub fn cell(&self, pointer: Vec2) -> Option<Cell> {
        let part = (pointer - self.rect.min) / self.rect.size() * self.cells;
        self.rect.contains(pointer).then(|| {
            let last = self.cells - Vec2::ONE;
            let IVec2 { x, y } = part.floor().clamp(Vec2::ZERO, last).as_ivec2();
            Cell::new(x, y)
        })
    }

    /// The middle of a cell.
    #[must_use]
    pub fn center(&self, cell: Cell) -> Vec2 {
        self.rect.min + (IVec2::new(cell.x, cell.y).as_vec2() + 0.5) / self.cells * self.rect.size()
    }
}

/// Where the boards are, in their order; none while nothing is compared.
#[derive(Resource, Default, Debug)]
pub struct BoardPlaces(pub Vec<BoardPlace>);

impl BoardPlaces {
    /// The number of the board, from 0, whose map is under this place of the window.
    #[must_use]
    pub fn at(&self, pointer: Vec2) -> Option<usize> {
        self.0.iter().position(|place| place.rect.contains(pointer))
    }
}
