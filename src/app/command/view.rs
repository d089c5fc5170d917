//! Commands for the visible part of the map.

use serde::Deserialize;

/// A change of the visible part of the map.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
pub enum ViewCommand {
    /// Shows the whole map.
    Fit,
    /// Shows this whole part of the map: its upper left cell, its columns and rows.
    Part((i32, i32), (u32, u32)),
    /// Zooms by a factor around a point.
    Zoom {
        /// The factor; values above 1 make cells larger.
        factor: f32,
        /// The fixed point in logical pixels of the window; `None` for the middle of the map.
        at: Option<(f32, f32)>,
    },
    /// Moves the map, in logical pixels.
    Pan {
        /// Distance to the right.
        x: f32,
        /// Distance down.
        y: f32,
    },
    /// Centres this cell at a visible size, and moves the keyboard cursor to it.
    LookAt(i32, i32),
    /// Moves the keyboard cursor right and down by these numbers of cells.
    MoveCursor(i32, i32),
}
