//! The boards as a list in the side panel: which one is selected, more and fewer of them, and their difference.

use bevy_egui::egui::{self, RichText, Ui};
use gridwalk_explain::Describe;
use gridwalk_explain::compare::{distinctions, option_values};
use gridwalk_level::BoardsSetup;

use super::difference;
use crate::app::Phrase;
use crate::app::boards::Model;
use crate::app::command::{CompareCommand, Section, WatchCommand, WindowCommand};
use crate::app::widgets::{at_the_right, button, remark, section, theme, tick_box};

pub fn draw(ui: &mut Ui, model: &Model) {
    let boards = &model.boards.boards;
    let count = boards.len().to_string();
    section(ui, model, (Section::Boards, Phrase::BoardsTitle, &count), |ui| {
        let options: Vec<_> = boards.iter().map(|board| &board.options).collect();
        for (place, (board, own)) in boards.iter().zip(distinctions(&options)).enumerate() {
            let is_selected = place == model.boards.selected;
            let title = format!("{}  {}", place + 1, board.options.algorithm.describe_in(model.language()));
            ui.horizontal(|ui| {
                let row = ui.selectable_label(is_selected, RichText::new(title).size(theme::SMALL));
                model.on_click(
                    &row.on_hover_text(model.tip(CompareCommand::Select(place + 1))),
                    CompareCommand::Select(place + 1),
                );
                at_the_right(ui, |ui| {
                    if !is_selected {
                        let is_compared = model.boards.difference == Some([model.boards.selected, place]);
                        let sign = ui.selectable_label(is_compared, RichText::new("±").size(theme::SMALL));
                        let tip = sign.on_hover_text(model.text(Phrase::BoardDifferenceTip));
                        model.on_click(&tip, CompareCommand::Difference(place + 1));
                    }
                    let own = option_values(&own, model.language());
                    ui.add(egui::Label::new(theme::muted(own)).truncate());
                });
            });
        }
        ui.horizontal(|ui| {
            ui.add_enabled_ui(boards.len() < BoardsSetup::MOST, |ui| {
                button(ui, model, Phrase::AddBoard, CompareCommand::Add);
            });
            ui.add_enabled_ui(boards.len() > BoardsSetup::LEAST, |ui| {
                button(ui, model, Phrase::RemoveBoard, CompareCommand::Remove);
            });
            if model.boards.is_busy() && boards.iter().any(|board| board.recording.slow().is_some()) {
                button(ui, model, Phrase::Cancel, WatchCommand::Cancel);
            }
        });
        let has_cards = !model.is_folded(Section::Cards);
        let cards = tick_box(ui, has_cards, model.text(Phrase::CardsBelowMaps));
        model.on_click(&cards, WindowCommand::Fold(Section::Cards));
        difference::draw(ui, model);
        remark(ui, model.text(Phrase::BoardsHint));
    });
}
