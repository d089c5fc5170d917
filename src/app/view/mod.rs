//! What is drawn on the map: one file per thing.

mod agents;
mod grid;
mod labels;
mod marks;
mod numbers;
mod paths;
mod ways;

use bevy::camera::visibility::RenderLayers;
use bevy::prelude::*;

use super::AppSystems;
use super::camera::MapCamera;
use super::watch::Mode;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, choose_layers.in_set(AppSystems::View));
    grid::plugin(app);
    agents::plugin(app);
    paths::plugin(app);
    labels::plugin(app);
    marks::plugin(app);
    numbers::plugin(app);
    ways::plugin(app);
}

/// Agents, their flags and their ways: not seen while a search is watched.
const AGENT_LAYER: RenderLayers = RenderLayers::layer(1);

/// Shows agents, or hides them while a search is watched.
fn choose_layers(mut commands: Commands, mode: Res<Mode>, camera: Single<Entity, With<MapCamera>>) {
    if mode.is_changed() {
        let layers = match *mode {
            Mode::Agents => RenderLayers::layer(0).with(1),
            Mode::Watch => RenderLayers::layer(0),
        };
        commands.entity(*camera).insert(layers);
    }
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
