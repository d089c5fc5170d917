//! The map in the window: where it is, how closely it is seen, which cell is meant, and what is
//! drawn of the level itself.

pub(super) mod camera;
pub(super) mod canvas;
pub(super) mod gestures;
pub(super) mod grid;
pub(super) mod tints;

use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;

use crate::app::AppSystems;
use crate::app::command::Mode;

pub use camera::{CameraView, MapArea};
use camera::{CellCursor, CellMenu};
pub use tints::MapLooks;

/// Systems that draw on the map in the egui pass, from the lowest layer up.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::app) enum MapLayers {
    /// Parts of the level: arrows, and rings of portals.
    Ground,
    /// Overlays and labels of agents.
    Agents,
    /// Path and numbers of a search.
    Search,
    /// Marks of the editor.
    Editor,
    /// Signs that nothing covers.
    Signs,
}

pub(in crate::app) fn plugin(app: &mut App) {
    app.init_resource::<MapArea>()
        .init_resource::<MapLooks>()
        .init_resource::<CellCursor>()
        .init_resource::<CellMenu>()
        .add_plugins((camera::plugin, canvas::plugin, grid::plugin))
        .add_systems(Update, camera::close_menu.in_set(AppSystems::Report))
        .configure_sets(
            EguiPrimaryContextPass,
            (
                MapLayers::Ground,
                MapLayers::Agents,
                MapLayers::Search,
                MapLayers::Editor,
                MapLayers::Signs,
            )
                .chain()
                .in_set(AppSystems::Map),
        )
        .add_systems(
            EguiPrimaryContextPass,
            // The boards of a comparison draw their own.
            (
                canvas::draw_passages.in_set(MapLayers::Ground),
                canvas::draw_portal_numbers.in_set(MapLayers::Signs),
            )
                .distributive_run_if(|mode: Res<Mode>| *mode != Mode::Compare),
        );
}
