//! The systems of searches that are watched.

use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;
use bevy_gridwalk::PathfindingSystems;

use super::drawing::{draw_numbers, plugin as draw_marks};
use super::flood::{Flood, walk_the_found_path};
use super::follow::follow;
use super::{BoardPlaces, Boards, Playback, Runs, WalkedVerdict, WatchHistory, WatchQuery, player, question, walked};
use crate::app::AppSystems;
use crate::app::command::{Heat, Mode};

pub(in crate::app) fn plugin(app: &mut App) {
    app.init_resource::<Mode>()
        .init_resource::<Heat>()
        .init_resource::<WatchQuery>()
        .init_resource::<WatchHistory>()
        .init_resource::<Boards>()
        .init_resource::<BoardPlaces>()
        .init_resource::<Runs>()
        .init_resource::<Playback>()
        .init_resource::<Flood>()
        .init_resource::<WalkedVerdict>()
        .add_plugins(draw_marks)
        .add_systems(EguiPrimaryContextPass, draw_numbers.run_if(resource_equals(Mode::Watch)).in_set(AppSystems::Map))
        .add_systems(FixedUpdate, question::remember_searches.after(PathfindingSystems::Follow))
        .add_systems(
            Update,
            (
                (walk_the_found_path, question::follow, follow).chain().in_set(AppSystems::Watch),
                walked::follow_the_selected.after(question::follow).in_set(AppSystems::Watch),
                player::advance.in_set(AppSystems::View),
            ),
        );
}
