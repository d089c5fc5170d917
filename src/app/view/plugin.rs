//! The systems of the map.

use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;

use super::cell::{self, CellCursor, CellMenu};
use super::{MapArea, MapLooks, camera, grid, layers, passages};
use crate::app::AppSystems;

pub(in crate::app) fn plugin(app: &mut App) {
    app.init_resource::<MapArea>()
        .init_resource::<MapLooks>()
        .init_resource::<CellCursor>()
        .init_resource::<CellMenu>()
        .add_plugins((camera::plugin, layers::plugin, grid::plugin))
        .add_systems(Update, cell::close_menu.in_set(AppSystems::Report))
        .add_systems(EguiPrimaryContextPass, passages::draw_passages.in_set(AppSystems::Map));
}
