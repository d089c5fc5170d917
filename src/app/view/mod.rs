//! What is drawn on the map: one file per thing.

mod agents;
mod grid;
mod labels;
mod marks;
mod numbers;
mod paths;

use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    grid::plugin(app);
    agents::plugin(app);
    paths::plugin(app);
    labels::plugin(app);
    marks::plugin(app);
    numbers::plugin(app);
}

/// What lies above what, from below.
mod height {
    pub const GRID: f32 = 0.0;
    pub const MARKS: f32 = 0.5;
    pub const QUIET_PATH: f32 = 1.0;
    pub const PATH: f32 = 2.0;
    pub const FLAG: f32 = 3.0;
    pub const AGENT: f32 = 4.0;
    pub const RING: f32 = 5.0;
}
