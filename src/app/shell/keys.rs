//! The list of keys: the present mode first, found by typing, and whole in every window.

use bevy_egui::egui::{self, Align, Align2, Context, Key, Layout, Margin, Modifiers, RichText, Ui, vec2};

use super::bars::FOCUSING;
use crate::app::Phrase;
use crate::app::command::{Mode, Toggle};
use crate::app::edit::Model;
use crate::app::widgets::{Form, theme};

/// Points of the list at most, and of what the window has around it.
const MOST: egui::Vec2 = vec2(1240.0, 900.0);
const AROUND: egui::Vec2 = vec2(64.0, 130.0);
/// Points that a column needs.
const COLUMN: f32 = 360.0;
/// Points of the keys in a row.
const KEYS: f32 = 150.0;
/// Lines that a heading takes.
const HEADING: usize = 2;

const LISTS: [(Phrase, Mode); 4] = [
    (Phrase::KeysEverywhere, Mode::Agents),
    (Phrase::KeysWatching, Mode::Watch),
    (Phrase::KeysComparing, Mode::Compare),
    (Phrase::KeysEditing, Mode::Edit),
];

/// Keys and what they do.
type Row = (String, &'static str);

/// The list while it is open: what it is searched for, and for how many frames it has been there.
#[derive(Default)]
pub struct KeyList {
    wanted: String,
    frames: u8,
}

pub fn draw(context: &Context, model: &Model, state: &mut Option<KeyList>) {
    let KeyList { wanted, frames } = state.get_or_insert_default();
    *frames = frames.saturating_add(1);
    let mut open = true;
    // Its field has the keyboard, and Esc would only take it from there.
    let is_closed = context.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape));
    let room = (context.content_rect().size() - AROUND).min(MOST);
    egui::Window::new(model.text(Phrase::KeysAndMouse))
        .open(&mut open)
        .collapsible(false)
        .resizable(false)
        .anchor(Align2::CENTER_CENTER, egui::Vec2::ZERO)
        .show(context, |ui| {
            ui.set_width(room.x);
            let id = egui::Id::new("find a key");
            // A finger would call the keyboard of the screen, which covers the list.
            if *frames <= FOCUSING && !Form::of(context).is_small() {
                ui.memory_mut(|memory| memory.request_focus(id));
            }
            let field = egui::TextEdit::singleline(wanted).hint_text(model.text(Phrase::FindKey)).id(id);
            ui.add(field.desired_width(260.0_f32.min(room.x)).margin(Margin::symmetric(10, 4)));
            ui.add_space(6.0);
            let most = room.y.max(80.0);
            // As high whatever is found, so that it does not jump while one types.
            egui::ScrollArea::vertical().max_height(most).auto_shrink(false).min_scrolled_height(most).show(ui, |ui| {
                lists(ui, model, wanted);
            });
        });
    if !open || is_closed {
        model.wish(Toggle::Help);
    }
}

/// The lists in columns as wide as each other: the one of the present mode, that of all modes, and the others.
fn lists(ui: &mut Ui, model: &Model, wanted: &str) {
    let wanted = wanted.trim().to_lowercase();
    let is_wanted = |(keys, does): &Row| keys.to_lowercase().contains(&wanted) || does.to_lowercase().contains(&wanted);
    let place = |mode: Mode| match mode {
        mode if mode == *model.mode => 0,
        Mode::Agents => 1,
        _ => 2,
    };
    let mut order = LISTS;
    order.sort_by_key(|(_, mode)| place(*mode));
    let rows = |mode: Mode| -> Vec<Row> {
        model.shortcuts.list(mode, model.language()).into_iter().filter(|row| is_wanted(row)).collect()
    };
    let lists: Vec<_> = order.into_iter().map(|(title, mode)| (title, rows(mode))).collect();
    let lists: Vec<_> = lists.into_iter().filter(|(_, rows)| !rows.is_empty()).collect();
    if lists.is_empty() {
        ui.label(model.text(Phrase::NoKeyFound));
        return;
    }
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a handful of columns")]
    let most = (ui.available_width() / COLUMN).max(1.0) as usize;
    let count = most.min(3);
    let lengths: Vec<usize> = lists.iter().map(|(_, rows)| rows.len() + HEADING).collect();
    let columns = share(&lengths, count);
    ui.columns(count, |parts| {
        for ((title, rows), column) in lists.iter().zip(columns) {
            let ui = &mut parts[column];
            ui.spacing_mut().item_spacing = vec2(12.0, 3.0);
            ui.label(theme::section(model.text(*title)));
            ui.add_space(2.0);
            for row in rows {
                key_row(ui, row);
            }
            ui.add_space(10.0);
        }
    });
}

/// The column of each list: the next one begins where it makes the longest of both shorter.
fn share(lengths: &[usize], columns: usize) -> Vec<usize> {
    let each = lengths.iter().sum::<usize>().div_ceil(columns.max(1));
    let (mut column, mut filled) = (0, 0);
    let place = |length: &usize| {
        if filled > 0 && column + 1 < columns && filled + length / 2 > each {
            (column, filled) = (column + 1, 0);
        }
        filled += length;
        column
    };
    lengths.iter().map(place).collect()
}

fn key_row(ui: &mut Ui, (keys, does): &Row) {
    ui.horizontal_top(|ui| {
        let width = KEYS.min(ui.available_width() * 0.45);
        ui.allocate_ui_with_layout(vec2(width, 0.0), Layout::top_down(Align::Min), |ui| {
            ui.set_width(width);
            ui.add(egui::Label::new(RichText::new(keys).size(theme::SMALL)).wrap());
        });
        ui.add(egui::Label::new(theme::muted(*does)).wrap());
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_shared_out_among_columns_in_their_order() {
        assert_eq!(share(&[50, 20, 10, 50], 3), [0, 1, 1, 2]);
        assert_eq!(share(&[50, 50, 20, 10], 2), [0, 1, 1, 1]);
        assert_eq!(share(&[50, 50, 20, 10], 1), [0; 4]);
    }
}
