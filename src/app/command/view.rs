//! What part of the map is seen.

use serde::Deserialize;

/// What part of the map is seen.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
pub enum ViewCommand {
    /// Shows the whole map.
    Fit,
    /// Shows this part of the map whole: where its upper left cell is, its columns and its rows.
    Part((i32, i32), (u32, u32)),
    /// Zooms by this factor at a place of the window, in logical pixels; without one, at the middle of the map.
    Zoom {
        /// Above 1 makes cells larger.
        factor: f32,
        /// Where the map stands still.
        at: Option<(f32, f32)>,
    },
    /// Moves the map by logical pixels.
    Pan {
        /// To the right.
        x: f32,
        /// Down.
        y: f32,
    },
    /// Shows this cell in the middle, large enough to be seen, as the one that keys act on.
    LookAt(i32, i32),
    /// Moves the cell that keys act on, to the right and down.
    MoveCursor(i32, i32),
}
