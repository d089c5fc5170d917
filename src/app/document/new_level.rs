//! A new level: the question for its size, and the level itself.

use std::sync::Arc;

use bevy_egui::egui::{self, Key, Ui};
use gridwalk_level::formats::parse_ron;
use gridwalk_level::{Level, LevelGrid};
use gridwalk_pathfinding::{Cell, Grid, GridError, GridSize};

use super::Model;
use super::dialog_parts::{cancel, head};
use crate::app::Phrase;
use crate::app::command::{Answer, FileCommand};
use crate::app::widgets::named;

/// Columns and rows that are offered for a new level.
const OFFERED: [u32; 2] = [32, 20];

/// Width in points of a field for a side.
const FIELD: f32 = 64.0;

/// Asks for the size; Enter in either field makes the level.
pub(super) fn draw(ui: &mut Ui, model: &Model, typed: &mut Option<[String; 2]>) {
    head(ui, model, &Phrase::AskSize.into(), Phrase::AskSizeWhy.with("most", Grid::MAX_SIDE));
    let is_first_frame = typed.is_none();
    let typed = typed.get_or_insert_with(|| OFFERED.map(|side| side.to_string()));
    let mut is_entered = false;
    for (number, (title, text)) in [Phrase::Width, Phrase::Height].into_iter().zip(&mut *typed).enumerate() {
        named(ui, model.text(title), |ui| {
            let output = egui::TextEdit::singleline(text).desired_width(FIELD).show(ui);
            let (field, mut state) = (output.response.response, output.state);
            is_entered |= field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
            if number == 0 && is_first_frame {
                field.request_focus();
            }
            // What is typed first takes the place of what is offered.
            if field.gained_focus() || (number == 0 && is_first_frame) {
                let ends = [0, text.chars().count()].map(egui::text::CCursor::new);
                state.cursor.set_char_range(Some(egui::text::CCursorRange::two(ends[0], ends[1])));
                state.store(ui.ctx(), field.id);
            }
        });
    }
    let sides = typed.each_ref().map(|text| text.trim().parse::<u32>().ok());
    let size = match sides {
        [Some(width), Some(height)] => Grid::check_size(GridSize { width, height }).ok().map(|()| (width, height)),
        _ => None,
    };
    let make = ui
        .horizontal(|ui| {
            let make = ui.add_enabled(size.is_some(), egui::Button::new(model.text(Phrase::MakeLevel))).clicked();
            cancel(ui, model);
            make
        })
        .inner;
    if let Some((width, height)) = size.filter(|_| make || is_entered) {
        model.wish(FileCommand::Answer(Answer::Cancel));
        model.wish(FileCommand::NewSized(width, height));
    }
}

/// A level of one terrain, with an agent in the middle of it.
///
/// # Errors
/// If no map can have this size.
pub(super) fn blank(width: u32, height: u32) -> Result<Arc<Level>, GridError> {
    let mut level = parse_ron(ONE_CELL).expect("it is a level");
    let size = GridSize { width, height };
    Grid::check_size(size)?;
    let ground = level.grid.terrain_id(Cell::new(0, 0)).expect("it has a cell");
    level.grid = LevelGrid::new(width, height, vec![ground; size.cell_count()], level.grid.entries())?;
    level.agents[0].at = Cell::new((width / 2).cast_signed(), (height / 2).cast_signed());
    Ok(Arc::new(level))
}

const ONE_CELL: &str = r#"(version: 1, name: "Untitled", map: ["."], agents: [ (name: "scout", at: (0, 0)) ])"#;
