//! The map in the window: where it is, how closely it is seen, which cell is meant, and what is drawn of the level itself.

pub(super) mod camera;
pub(super) mod canvas;
pub(super) mod grid;
pub(super) mod tints;
pub(super) mod touch;

use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;

use crate::app::AppSystems;

use camera::{CellCursor, CellMenu};
pub use camera::{MapArea, View};
pub use tints::MapLooks;

pub(in crate::app) fn plugin(app: &mut App) {
    app.init_resource::<MapArea>()
        .init_resource::<MapLooks>()
        .init_resource::<CellCursor>()
        .init_resource::<CellMenu>()
        .add_plugins((camera::plugin, canvas::plugin, grid::plugin))
        .add_systems(Update, camera::close_menu.in_set(AppSystems::Report))
        .add_systems(EguiPrimaryContextPass, canvas::draw_passages.in_set(AppSystems::Map));
}
