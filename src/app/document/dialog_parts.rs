//! Parts that several dialogs have.

use bevy_egui::egui::{self, RichText, Ui};

use super::Model;
use crate::app::command::{Answer, FileCommand};
use crate::app::widgets::theme;
use crate::app::{Phrase, Sentence};

/// The question, and a sentence about it.
pub(super) fn head(ui: &mut Ui, model: &Model, ask: &Sentence, why: impl Into<Sentence>) {
    ui.label(RichText::new(model.say(ask)).strong().size(theme::TITLE));
    ui.add(egui::Label::new(theme::muted(model.say(why.into()))).wrap());
}

/// The button that leaves everything as it is.
pub(super) fn cancel(ui: &mut Ui, model: &Model) {
    model.on_click(&ui.button(model.text(Phrase::Cancel)), FileCommand::Answer(Answer::Cancel));
}
