//! The level's description and terrains in the side panel.

use bevy_egui::egui::{Sense, Ui, vec2};
use gridwalk_level::Document;

use super::Model;
use crate::app::Phrase;
use crate::app::command::Section;
use crate::app::widgets::{at_the_right, remark, section, theme};

/// Draws the level's description.
pub fn draw(ui: &mut Ui, model: &Model) {
    let level = model.open.document().map(Document::level);
    let Some(level) = level.filter(|level| !level.about.is_empty()) else { return };
    section(ui, model, (Section::About, Phrase::AboutLevel, &level.name), |ui| remark(ui, &level.about));
}

/// Draws the cost of each terrain on the map.
pub fn draw_terrain(ui: &mut Ui, model: &Model) {
    let title = (Section::Terrain, Phrase::Terrain, model.text(Phrase::CostOfEntering));
    section(ui, model, title, |ui| {
        let grid = model.grid.grid();
        let legend: Vec<_> =
            grid.used_terrains().map(|number| (number, &grid.legend()[usize::from(number.0)])).collect();
        for pair in legend.chunks(2) {
            ui.columns(2, |columns| {
                for (column, (number, terrain)) in columns.iter_mut().zip(pair) {
                    column.horizontal(|ui| {
                        let (rect, _) = ui.allocate_exact_size(vec2(16.0, 16.0), Sense::hover());
                        ui.painter().rect_filled(rect, 3.0, theme::color(model.looks.of(*number).color));
                        ui.label(&terrain.name);
                        at_the_right(ui, |ui| {
                            let cost = terrain.cost.map(|cost| cost.to_string());
                            ui.label(theme::muted(cost.as_deref().unwrap_or(model.text(Phrase::Blocked))));
                        });
                    });
                }
            });
        }
    });
}
