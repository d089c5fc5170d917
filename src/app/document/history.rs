//! The history of the open level in words: newest step first, each one click away.

use bevy_egui::egui::{self, RichText, Ui};
use gridwalk_explain::language::value_in;
use gridwalk_explain::{Describe, Language};
use gridwalk_level::shapes::Shape;
use gridwalk_level::{EntryId, Label, Place};
use gridwalk_pathfinding::{KeepOffWalls, OptionChange};

use super::Model;
use crate::app::Phrase;
use crate::app::command::{EditCommand, Section};
use crate::app::common::words::{self, thousands};
use crate::app::widgets::{remark, section, theme};
use crate::picture::palette;

/// Height of the list.
const HEIGHT: f32 = 180.0;
/// Height of a row.
const ROW: f32 = 22.0;

/// Draws the history as this section.
pub fn draw(ui: &mut Ui, model: &Model, part: Section) {
    let Some(document) = model.open.document() else { return };
    section(ui, model, (part, Phrase::History, ""), |ui| {
        ui.horizontal(|ui| {
            for (title, command, can) in [
                (Phrase::Undo, EditCommand::Undo, document.undo_label().is_some()),
                (Phrase::Redo, EditCommand::Redo, document.redo_label().is_some()),
            ] {
                let button = ui.add_enabled(can, egui::Button::new(model.text(title)));
                model.on_click(&button.on_hover_text(model.tip(command.clone())), command);
            }
        });
        let (entries, oldest) = (document.history(), document.oldest());
        if entries.is_empty() {
            return remark(ui, model.text(Phrase::NoSteps));
        }
        let list = egui::ScrollArea::vertical().id_salt("history").max_height(HEIGHT).min_scrolled_height(HEIGHT);
        ui.spacing_mut().item_spacing.y = 0.0;
        list.auto_shrink([false, true]).show_rows(ui, ROW, entries.len() + 1, |ui, rows| {
            for number in rows {
                let Some(entry) = entries.iter().rev().nth(number) else {
                    let start = if oldest == EntryId(0) { Phrase::AsOpened } else { Phrase::OldestKept };
                    let place = if document.present() == oldest { Place::Present } else { Place::Past };
                    row(ui, model, model.text(start), place, oldest);
                    continue;
                };
                row(ui, model, &label(entry.label, model.language()), entry.place, entry.id);
            }
        });
    });
}

/// Draws one state: undone states are muted, other branches are indented.
fn row(ui: &mut Ui, model: &Model, text: &str, place: Place, id: EntryId) {
    let mut text = RichText::new(text).size(theme::SMALL);
    if matches!(place, Place::Future | Place::Elsewhere) {
        text = text.color(theme::color(palette::MUTED));
    }
    ui.horizontal(|ui| {
        ui.set_height(ROW);
        ui.add_space(if place == Place::Elsewhere { 14.0 } else { 0.0 });
        let row = ui.selectable_label(place == Place::Present, text);
        if place != Place::Present {
            model.on_click(&row, EditCommand::GoTo(id.0));
        }
    });
}

/// Describes an entry of the history.
fn label(label: &Label, language: Language) -> String {
    let sentence = match label {
        Label::Cell(cell, name) => Phrase::StepCell.with("cell", cell).with("terrain", name),
        Label::Cells(count) => Phrase::StepCells.with("count", thousands(*count as u64)),
        Label::Drawn(shape, count, terrain) => {
            let shape = match shape {
                Shape::Free => Phrase::StepBrush,
                Shape::Line => Phrase::StepLine,
                Shape::Rectangle => Phrase::StepRectangle,
                Shape::Ellipse => Phrase::StepEllipse,
                Shape::Fill => Phrase::StepFill,
            };
            shape.with("count", words::cells(*count as u64, language)).with("terrain", terrain)
        }
        Label::Piece(0) => Phrase::StepPieceOnly.into(),
        Label::Piece(count) => Phrase::StepPiece.with("count", words::cells(*count as u64, language)),
        Label::Resize(size) => Phrase::StepResize.with("width", size.width).with("height", size.height),
        Label::Turn(_) => Phrase::StepTurn.into(),
        Label::Map(_) => Phrase::StepMap.into(),
        Label::Legend => Phrase::StepLegend.into(),
        Label::Portals => Phrase::StepPortals.into(),
        Label::AddAgent(name) => Phrase::StepAddAgent.with("name", name),
        Label::RemoveAgent(name) => Phrase::StepRemoveAgent.with("name", name),
        Label::MoveAgent(name, cell) => Phrase::StepMoveAgent.with("name", name).with("cell", cell),
        Label::Goals(name, _) => Phrase::StepGoals.with("name", name),
        Label::Agent(name) => Phrase::StepAgent.with("name", name),
        Label::KeepOffWalls(value) => Phrase::StepKeepOffWalls.with("value", value.unwrap_or(KeepOffWalls::NONE)),
        Label::Options(changes) => {
            let change = |change: &OptionChange| {
                format!("{}: {}", change.key().describe_in(language), value_in(change, language))
            };
            return language.list(changes.iter().map(change));
        }
        Label::Unreachable(policy) => {
            let policy = words::unreachable(*policy).text(language);
            return format!("{}: {policy}", Phrase::SettingUnreachable.text(language));
        }
        Label::Groups => Phrase::StepGroups.into(),
        Label::Crowd(true) => Phrase::StepCrowd.into(),
        Label::Crowd(false) => Phrase::StepNoCrowd.into(),
        Label::Click => Phrase::StepClick.into(),
        Label::Name(name) => Phrase::StepName.with("name", name),
        Label::About => Phrase::StepAbout.into(),
        Label::Reload => Phrase::StepReload.into(),
        Label::Several(labels) => {
            return language.list(labels.iter().map(|one| self::label(one, language)));
        }
    };
    sentence.tell(language)
}
