//! Positions of the boards in the window.

use bevy::prelude::*;
use gridwalk_pathfinding::Cell;

/// The area in which a board's map is drawn, in logical window pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoardPlace {
    /// The rectangle.
    pub rect: Rect,
    /// Number of columns and rows.
    pub cells: Vec2,
}

impl BoardPlace {
    /// Returns the cell at a window position.
    #[must_use]
    pub fn cell(&self, pointer: Vec2) -> Option<Cell> {
        let part = (pointer - self.rect.min) / self.rect.size() * self.cells;
        self.rect.contains(pointer).then(|| {
            let last = self.cells - Vec2::ONE;
            let IVec2 { x, y } = part.floor().clamp(Vec2::ZERO, last).as_ivec2();
            Cell::new(x, y)
        })
    }

    /// Returns the window position of a cell's centre.
    #[must_use]
    pub fn center(&self, cell: Cell) -> Vec2 {
        self.rect.min + (IVec2::new(cell.x, cell.y).as_vec2() + 0.5) / self.cells * self.rect.size()
    }
}

/// The areas of the boards, in their order; empty outside of a comparison.
#[derive(Resource, Default, Debug)]
pub struct BoardPlaces(pub Vec<BoardPlace>);

impl BoardPlaces {
    /// Returns the index of the board whose map is at this window position.
    #[must_use]
    pub fn at(&self, pointer: Vec2) -> Option<usize> {
        self.0.iter().position(|place| place.rect.contains(pointer))
    }
}
