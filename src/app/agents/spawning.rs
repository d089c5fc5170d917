//! Side panel section of the brush that spawns agents.

use bevy_egui::egui::{self, Ui};

use super::Model;
use super::spawn::WIDEST;
use crate::app::Phrase;
use crate::app::command::{Section, SpawnCommand, Toggle};
use crate::app::widgets::{button, named, remark, section};

/// Draws the section while the brush is on.
pub(super) fn draw(ui: &mut Ui, model: &Model) {
    if !model.is_on(Toggle::Spawn) {
        return;
    }
    section(ui, model, (Section::Spawn, Phrase::SpawnTitle, ""), |ui| {
        remark(ui, model.text(Phrase::SpawnHint));
        named(ui, model.text(Phrase::RowBrush), |ui| {
            let mut size = model.brush.size;
            let suffix = model.say(Phrase::BrushCells.with("count", size));
            let slider = egui::Slider::new(&mut size, 1..=WIDEST).show_value(false);
            if ui.add(slider).changed() {
                model.wish(SpawnCommand::Size(size));
            }
            ui.add_space(8.0);
            ui.label(suffix);
        });
        button(ui, model, Phrase::RemoveSpawned, SpawnCommand::Remove);
    });
}
