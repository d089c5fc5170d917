//! The systems that draw on the map.

use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;

use super::{agents, grid, labels, layers, marks, numbers, passages, paths};
use crate::app::command::Mode;
use crate::app::panels::draw_panels;

pub(in crate::app) fn plugin(app: &mut App) {
    let while_watching = numbers::draw_numbers.run_if(resource_equals(Mode::Watch));
    let with_agents = labels::draw_labels.run_if(resource_equals(Mode::Agents));
    app.add_plugins((layers::plugin, grid::plugin, agents::plugin, paths::plugin, marks::plugin)).add_systems(
        EguiPrimaryContextPass,
        (passages::draw_passages, while_watching, with_agents).chain().after(draw_panels),
    );
}
