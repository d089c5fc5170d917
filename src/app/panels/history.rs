//! The history of the open level in words: the newest step first, one click away.

use bevy_egui::egui::{self, RichText, Ui};

use super::widgets::{button, remark, section};
use super::{Model, Section, theme};
use crate::app::command::EditCommand;
use crate::app::{Phrase, words};
use crate::level::{EntryId, Place};
use crate::picture::palette;

/// Height of the list.
const HEIGHT: f32 = 180.0;

pub(super) fn draw(ui: &mut Ui, model: &Model) {
    let Some(document) = model.open.document() else { return };
    let entries = document.history();
    let count = entries.len().to_string();
    section(ui, model, (Section::History, Phrase::History, &count), |ui| {
        ui.horizontal(|ui| {
            button(ui, model, Phrase::Undo, EditCommand::Undo);
            button(ui, model, Phrase::Redo, EditCommand::Redo);
        });
        if entries.is_empty() {
            return remark(ui, model.text(Phrase::NoSteps));
        }
        egui::ScrollArea::vertical().id_salt("history").max_height(HEIGHT).auto_shrink([false, true]).show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            for entry in entries.iter().rev() {
                row(ui, model, &words::label(entry.label, model.language()), entry.place, entry.id);
            }
            let start = model.text(Phrase::AsOpened);
            let place = if document.present() == document.oldest() { Place::Present } else { Place::Past };
            row(ui, model, start, place, document.oldest());
        });
    });
}

/// One state: what was undone is pale, and another branch stands to the right.
fn row(ui: &mut Ui, model: &Model, text: &str, place: Place, id: EntryId) {
    let mut text = RichText::new(text).size(12.5);
    if matches!(place, Place::Future | Place::Elsewhere) {
        text = text.color(theme::color(palette::MUTED));
    }
    ui.horizontal(|ui| {
        ui.add_space(if place == Place::Elsewhere { 14.0 } else { 0.0 });
        let row = ui.selectable_label(place == Place::Present, text);
        if place != Place::Present {
            model.on_click(&row, EditCommand::GoTo(id.0));
        }
    });
}
