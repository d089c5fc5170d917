//! The systems of searches that are watched.

use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;

use super::drawing::{choose_map, draw_numbers, plugin as draw_marks};
use super::flood::{Flood, walk_the_found_path};
use super::follow::follow;
use super::{BoardPlaces, Boards, Playback, Runs, WatchQuery, player, question};
use crate::app::AppSystems;
use crate::app::command::{Heat, Mode};

pub(in crate::app) fn plugin(app: &mut App) {
    app.init_resource::<Mode>()
        .init_resource::<Heat>()
        .init_resource::<WatchQuery>()
        .init_resource::<Boards>()
        .init_resource::<BoardPlaces>()
        .init_resource::<Runs>()
        .init_resource::<Playback>()
        .init_resource::<Flood>()
        .add_plugins(draw_marks)
        .add_systems(EguiPrimaryContextPass, draw_numbers.run_if(resource_equals(Mode::Watch)).in_set(AppSystems::Map))
        .add_systems(
            Update,
            (
                (walk_the_found_path, question::follow, follow, choose_map).chain().in_set(AppSystems::Watch),
                player::advance.in_set(AppSystems::View),
            ),
        );
}
