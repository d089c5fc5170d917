//! The systems of watched searches.

use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;

use super::drawing::{choose_map, draw_numbers, plugin as draw_marks};
use super::flood::{Flood, walk_the_found_path};
use super::follow::follow;
use super::{BoardPlaces, Boards, Playback, Runs, Scenarios, WatchQuery, player, question, scenarios, trace};
use crate::app::AppSystems;
use crate::app::agents::follow_the_selected;
use crate::app::agents::labels::draw_labels;
use crate::app::command::{Heat, Mode, OpenListKept};
use crate::app::common::script::wait_for_level;

pub(in crate::app) fn plugin(app: &mut App) {
    app.init_resource::<Mode>()
        .init_resource::<Heat>()
        .init_resource::<OpenListKept>()
        .init_resource::<WatchQuery>()
        .init_resource::<Boards>()
        .init_resource::<BoardPlaces>()
        .init_resource::<Runs>()
        .init_resource::<Scenarios>()
        .init_resource::<Playback>()
        .init_resource::<Flood>()
        .add_plugins(draw_marks)
        .add_systems(
            EguiPrimaryContextPass,
            draw_numbers.run_if(resource_equals(Mode::Watch)).after(draw_labels).in_set(AppSystems::Map),
        )
        .add_systems(
            Update,
            (
                (
                    (trace::open_level, scenarios::follow).chain().before(wait_for_level),
                    walk_the_found_path,
                    question::follow,
                    follow,
                    trace::show,
                    choose_map,
                )
                    .chain()
                    .before(follow_the_selected)
                    .in_set(AppSystems::Watch),
                player::advance.in_set(AppSystems::View),
            ),
        );
}
