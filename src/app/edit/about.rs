//! The level's name and description: two fields in the side panel.

use bevy_egui::egui::Ui;
use gridwalk_level::Document;

use super::Model;
use crate::app::Phrase;
use crate::app::command::{EditCommand, Section};
use crate::app::widgets::{named, section, typed};

pub(super) fn draw(ui: &mut Ui, model: &Model) {
    let Some(level) = model.open.document().map(Document::level) else { return };
    section(ui, model, (Section::LevelTexts, Phrase::LevelTexts, &level.name), |ui| {
        for (title, shown, command) in [
            (Phrase::TerrainName, &level.name, EditCommand::Name as fn(String) -> EditCommand),
            (Phrase::LevelAbout, &level.about, EditCommand::About),
        ] {
            named(ui, model.text(title), |ui| {
                let width = ui.available_width() - 16.0;
                if let Some(text) = typed(ui, ("level", model.text(title)), shown, width) {
                    model.wish(command(text));
                }
            });
        }
    });
}
