//! The systems of agents.

use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;

use super::{labels, orders, paths, sprites};
use crate::app::AppSystems;
use crate::app::command::Mode;

pub(in crate::app) fn plugin(app: &mut App) {
    let labels = labels::draw_labels.run_if(resource_equals(Mode::Agents));
    app.add_plugins((orders::plugin, sprites::plugin, paths::plugin))
        .add_systems(EguiPrimaryContextPass, labels.in_set(AppSystems::Map));
}
