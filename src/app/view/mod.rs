//! What is drawn on the map: one file per thing.

mod agents;
mod canvas;
mod grid;
mod labels;
mod layers;
mod lettering;
mod marks;
mod numbers;
mod passages;
mod paths;

use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;

use super::command::Mode;
use super::panels::draw_panels;

pub(super) fn plugin(app: &mut App) {
    let while_watching = numbers::draw_numbers.run_if(resource_equals(Mode::Watch));
    let with_agents = labels::draw_labels.run_if(resource_equals(Mode::Agents));
    app.add_plugins((layers::plugin, grid::plugin, agents::plugin, paths::plugin, marks::plugin)).add_systems(
        EguiPrimaryContextPass,
        (passages::draw_passages, while_watching, with_agents).chain().after(draw_panels),
    );
}
