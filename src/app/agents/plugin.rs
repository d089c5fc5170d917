//! The systems of agents.

use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;
use bevy_gridwalk::{NavGrid, PathfindingSystems};

use super::{
    WalkedVerdict, WatchHistory, drag, follow, labels, orders, outcome, overlays, paths, searches, spawn, sprites,
    walked,
};
use crate::app::AppSystems;
use crate::app::command::Mode;
use crate::app::common::script::count_ticks;
use crate::app::view::passages::draw_passages;

pub(in crate::app) fn plugin(app: &mut App) {
    let labels = labels::draw_labels.run_if(resource_equals(Mode::Agents)).after(drag::draw_drag);
    let overlays = overlays::draw_overlays.run_if(resource_equals(Mode::Agents)).after(draw_passages);
    let drags = drag::draw_drag.run_if(resource_equals(Mode::Agents)).after(overlays::draw_overlays);
    app.init_resource::<WatchHistory>()
        .init_resource::<WalkedVerdict>()
        .add_plugins((orders::plugin, spawn::plugin, sprites::plugin, paths::plugin))
        .add_systems(FixedUpdate, searches::remember_searches.after(PathfindingSystems::Follow))
        .add_systems(FixedUpdate, outcome::report_outcome.after(count_ticks).run_if(resource_exists::<NavGrid>))
        .add_systems(Update, walked::follow_the_selected.in_set(AppSystems::Watch))
        .add_systems(Update, follow::follow_selected.after(AppSystems::Watch).before(AppSystems::View))
        .add_systems(EguiPrimaryContextPass, (overlays, drags, labels).in_set(AppSystems::Map));
}
