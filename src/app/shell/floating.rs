//! Cards over the map: hints of the first start, notes, problems of the level file, list of keys.
//!
//! The list of keys has the present mode first, is found by typing, and is whole in every window.

use bevy_egui::egui::{
    self, Align, Align2, Context, Key, Layout, Margin, Modifiers, Rect, RichText, Stroke, Ui, vec2,
};
use gridwalk_level::Rgb;

use super::level_menu::FOCUSING;
use crate::app::command::{FileCommand, LessonCommand, Mode, Toggle, WatchCommand, WindowCommand};
use crate::app::document::DialogContent;
use crate::app::edit::EditModel;
use crate::app::platform::IS_PAGE;
use crate::app::widgets::{Form, button, dot, light, theme, tick_box};
use crate::app::{AppCommand, NoteOutcome, Phrase, When};
use crate::picture::palette;

pub fn draw(context: &Context, free: Rect, model: &EditModel) {
    level_state(context, free, model);
    address_problems(context, free, model);
    let is_agents = *model.mode == Mode::Agents;
    let has_room = free.height() > LEAST_HIGH && !model.embedded.0 && model.problems.0.is_empty();
    // The table of a scenario lies where the hints would.
    let is_free = model.level_state().is_none() && model.scenarios.open.is_none();
    let has_hints = model.kept.hints && has_room && is_agents && is_free;
    if has_hints {
        first_hints(context, free, model);
    }
    // The hints need the lower edge.
    notes(
        context,
        free,
        model,
        if has_hints {
            Align2::RIGHT_TOP
        } else {
            Align2::RIGHT_BOTTOM
        },
    );
}

/// Height in points of a map of which the hints cover less than a third.
const LEAST_HIGH: f32 = 340.0;

/// Says what of the address could not be done, until it is closed.
fn address_problems(context: &Context, free: Rect, model: &EditModel) {
    if model.problems.0.is_empty() {
        return;
    }
    corner("address problems", Align2::CENTER_TOP, free).show(context, |ui| {
        card(palette::WARN).show(ui, |ui| {
            ui.set_max_width((free.width() - 64.0).min(480.0));
            ui.label(RichText::new(model.text(Phrase::AddressProblems)).strong());
            for problem in &model.problems.0 {
                light(ui, palette::WARN, &model.say(problem));
            }
            ui.add_space(4.0);
            button(ui, model, Phrase::GotIt, WindowCommand::Back);
        });
    });
}

/// Says what is wrong with the open file, over the upper edge of the map, which stays where it is.
///
/// A file that was never shown can be let go of; clicks go through the card of another one.
fn level_state(context: &Context, free: Rect, model: &EditModel) {
    let Some((title, what, meanwhile)) = model.level_state() else {
        return;
    };
    let can_close = model.active.is_built_in() && !model.file.is_gone();
    corner("level state", Align2::CENTER_TOP, free)
        .interactable(can_close)
        .show(context, |ui| {
            card(palette::BAD).show(ui, |ui| {
                ui.set_max_width((free.width() - 64.0).min(480.0));
                ui.spacing_mut().item_spacing.y = 2.0;
                ui.horizontal(|ui| {
                    dot(ui, palette::BAD);
                    ui.label(RichText::new(title).strong());
                });
                if !what.is_empty() {
                    ui.add(egui::Label::new(what).wrap());
                }
                ui.add(egui::Label::new(theme::muted(meanwhile)).wrap());
                if can_close {
                    ui.add_space(4.0);
                    button(ui, model, Phrase::GotIt, WindowCommand::Back);
                }
            });
        });
}

fn card(edge: Rgb) -> egui::Frame {
    egui::Frame::new()
        .fill(theme::color(palette::BACKGROUND))
        .stroke(Stroke::new(1.0, theme::color(edge)))
        .corner_radius(8)
        .inner_margin(Margin::symmetric(14, 10))
}

/// Keys, what they do, and whether a click on them does it, too.
const HINTS: [(Phrase, Phrase, Option<Mode>); 3] = [
    (Phrase::KeyClick, Phrase::HintClickDoes, None),
    (Phrase::HintWatch, Phrase::HintWatchDoes, Some(Mode::Watch)),
    (
        Phrase::HintDraw,
        if IS_PAGE {
            Phrase::HintDrawDoes
        } else {
            Phrase::HintEditDoes
        },
        Some(Mode::Edit),
    ),
];

/// Something that stays in a corner of the map.
fn corner(id: &'static str, pivot: Align2, free: Rect) -> egui::Area {
    let at = pivot.pos_in_rect(&free.shrink(16.0));
    egui::Area::new(id.into())
        .order(egui::Order::Middle)
        .pivot(pivot)
        .fixed_pos(at)
}

fn first_hints(context: &Context, free: Rect, model: &EditModel) {
    let hints = |ui: &mut Ui| {
        ui.set_max_width((free.width() - 64.0).min(480.0));
        let is_small = Form::of(context).is_small();
        // A finger has no keys.
        for (key, does, mode) in HINTS
            .into_iter()
            .take(if is_small { 1 } else { HINTS.len() })
        {
            let key = if is_small && key == Phrase::KeyClick {
                Phrase::KeyTap
            } else {
                key
            };
            ui.horizontal_top(|ui| {
                let ink = if mode.is_some() {
                    palette::ACCENT
                } else {
                    palette::TEXT
                };
                let key = egui::Label::new(
                    RichText::new(model.text(key))
                        .strong()
                        .color(theme::color(ink)),
                );
                let sense = if mode.is_some() {
                    egui::Sense::click()
                } else {
                    egui::Sense::hover()
                };
                let column = Layout::left_to_right(Align::Min);
                let key = ui.allocate_ui_with_layout(vec2(56.0, 18.0), column, |ui| {
                    ui.set_min_width(56.0);
                    ui.add(key.sense(sense))
                });
                let key = key.inner;
                if let Some(mode) = mode {
                    let key = key.on_hover_cursor(egui::CursorIcon::PointingHand);
                    model.on_click(&key, WindowCommand::Mode(mode));
                }
                ui.add(egui::Label::new(model.text(does)).wrap());
            });
        }
        ui.add_space(4.0);
        ui.horizontal(|ui| {
            if !model.lessons.entries().is_empty() {
                let first = ui
                    .button(model.text(Phrase::FirstLesson))
                    .on_hover_text(model.text(Phrase::FirstLessonTip));
                model.on_click(&first, LessonCommand::First);
            }
            let close = ui
                .button(model.text(Phrase::GotIt))
                .on_hover_text(model.tip(WindowCommand::Back));
            model.on_click(&close, WindowCommand::DismissHints);
            if !is_small {
                ui.label(theme::muted(model.text(Phrase::AllKeys)));
            }
        });
    };
    corner("hints", Align2::LEFT_BOTTOM, free)
        .show(context, |ui| card(palette::HAIRLINE).show(ui, hints));
}

fn notes(context: &Context, free: Rect, model: &EditModel, pivot: Align2) {
    let slow = [
        (
            model.open.slow_copy(),
            AppCommand::from(FileCommand::CancelCopy),
        ),
        (model.boards.slow_trace(), WatchCommand::CancelTrace.into()),
    ];
    let is_slow = slow.iter().any(|(what, _)| what.is_some());
    // A dialog has its own warnings.
    let in_dialog = model
        .open
        .asked
        .as_ref()
        .is_some_and(DialogContent::asks_for_path);
    let is_here = |outcome| !(in_dialog && outcome == NoteOutcome::Warning);
    let shown: Vec<_> = model
        .notes
        .shown()
        .iter()
        .filter(|note| is_here(note.outcome))
        .collect();
    if shown.is_empty() && !is_slow {
        return;
    }
    // Clicks go through what is only read.
    corner("notes", pivot, free)
        .interactable(is_slow)
        .show(context, |ui| {
            for (what, cancel) in slow {
                let Some(what) = what else { continue };
                card(palette::HAIRLINE).show(ui, |ui| {
                    ui.set_max_width((free.width() - 80.0).min(460.0));
                    ui.horizontal_wrapped(|ui| {
                        ui.add(egui::Spinner::new().size(14.0));
                        ui.label(model.say(what));
                        button(ui, model, Phrase::Cancel, cancel);
                    });
                });
            }
            for note in shown {
                let color = match note.outcome {
                    NoteOutcome::Done => palette::OK,
                    NoteOutcome::Nothing => palette::MUTED,
                    NoteOutcome::Warning => palette::WARN,
                };
                card(color).show(ui, |ui| {
                    ui.set_max_width((free.width() - 80.0).min(460.0));
                    light(ui, color, &model.say(&note.sentence));
                });
            }
        });
}

/// Points of the list at most, and of what the window has around it.
const MOST: egui::Vec2 = vec2(1240.0, 900.0);
const AROUND: egui::Vec2 = vec2(64.0, 130.0);
/// Points of the field's row in `AROUND`; on a phone there are two rows.
const ROW: f32 = 40.0;
/// Points that a column needs.
const COLUMN: f32 = 360.0;
/// Points of the keys in a row.
const KEYS: f32 = 150.0;
/// Lines that a heading takes.
const HEADING: usize = 2;
/// Number of rows from which a list may be divided.
const LONG: usize = 20;

const LISTS: [(Phrase, Mode); 4] = [
    (Phrase::KeysWithAgents, Mode::Agents),
    (Phrase::KeysWatching, Mode::Watch),
    (Phrase::KeysComparing, Mode::Compare),
    (Phrase::KeysEditing, Mode::Edit),
];

/// Keys and what they do.
type KeyRow = (String, &'static str);

/// The list while it is open.
#[derive(Default)]
pub struct KeyList {
    /// The text that it is searched for.
    wanted: String,
    /// Whether the keys of the other modes are listed without a search.
    has_others: bool,
    /// Number of frames since it was opened.
    frames: u8,
}

pub fn draw_keys(context: &Context, model: &EditModel, state: &mut Option<KeyList>) {
    let KeyList {
        wanted,
        has_others,
        frames,
    } = state.get_or_insert_default();
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
            let field = egui::TextEdit::singleline(wanted)
                .hint_text(model.text(Phrase::FindKey))
                .id(id);
            let top = ui.cursor().top();
            ui.horizontal_wrapped(|ui| {
                ui.spacing_mut().item_spacing.x = 16.0;
                ui.add(
                    field
                        .desired_width(260.0_f32.min(room.x))
                        .margin(Margin::symmetric(10, 4)),
                );
                let others = tick_box(ui, *has_others, model.text(Phrase::KeysOfOtherModes));
                if others.clicked() {
                    *has_others = !*has_others;
                    // What is typed next is searched for.
                    *frames = 0;
                }
            });
            ui.add_space(6.0);
            let above = ui.cursor().top() - top;
            let most = (room.y + ROW - above).max(80.0);
            // As high whatever is found, so that it does not jump while one types.
            egui::ScrollArea::vertical()
                .max_height(most)
                .auto_shrink(false)
                .min_scrolled_height(most)
                .show(ui, |ui| {
                    lists(ui, model, wanted, *has_others);
                });
        });
    if !open || is_closed {
        model.wish(Toggle::Help);
    }
}

/// Draws the lists in columns of one width: the keys of the present mode, those of all modes, and
/// on request or in a search those of the other modes.
fn lists(ui: &mut Ui, model: &EditModel, wanted: &str, has_others: bool) {
    let wanted = wanted.trim().to_lowercase();
    let is_wanted = |(keys, does): &KeyRow| {
        keys.to_lowercase().contains(&wanted) || does.to_lowercase().contains(&wanted)
    };
    let rows = |(title, conditions): (Phrase, &[When])| -> (&str, Vec<KeyRow>) {
        let rows = model.shortcuts.list(conditions, model.language());
        (
            model.text(title),
            rows.into_iter().filter(is_wanted).collect(),
        )
    };
    let of_mode = |(title, mode): (Phrase, Mode)| rows((title, When::of_mode(mode)));
    let (present, others): (Vec<_>, Vec<_>) = LISTS
        .into_iter()
        .partition(|(_, mode)| *mode == *model.mode);
    let everywhere = rows((Phrase::KeysEverywhere, When::EVERYWHERE));
    let has_others = has_others || !wanted.is_empty();
    let others = others.into_iter().filter(|_| has_others);
    let lists = present.into_iter().map(of_mode).chain([everywhere]);
    let mut lists: Vec<_> = lists
        .chain(others.map(of_mode))
        .filter(|(_, rows)| !rows.is_empty())
        .collect();
    if lists.is_empty() {
        ui.label(model.text(Phrase::NoKeyFound));
        return;
    }
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a handful of columns"
    )]
    let most = (ui.available_width() / COLUMN).max(1.0) as usize;
    let count = most.min(3);
    // A long list goes on in columns that would be empty.
    let empty = count.saturating_sub(lists.len());
    if let Some((title, rows)) = lists.pop_if(|(_, rows)| empty > 0 && rows.len() > LONG) {
        let parts = rows.chunks(rows.len().div_ceil(empty + 1));
        let titles = core::iter::once(title).chain(core::iter::repeat(""));
        lists.extend(titles.zip(parts.map(<[_]>::to_vec)));
    }
    let lengths: Vec<usize> = lists.iter().map(|(_, rows)| rows.len() + HEADING).collect();
    let columns = share(&lengths, count);
    ui.columns(count, |parts| {
        for ((title, rows), column) in lists.iter().zip(columns) {
            let ui = &mut parts[column];
            ui.spacing_mut().item_spacing = vec2(12.0, 3.0);
            ui.label(theme::section(title));
            ui.add_space(2.0);
            for row in rows {
                key_row(ui, row);
            }
            ui.add_space(10.0);
        }
    });
}

/// Returns the column of each list, so that the longest column is as short as possible; then as
/// many as there are lists.
fn share(lengths: &[usize], columns: usize) -> Vec<usize> {
    let Some((last, before)) = lengths.split_last() else {
        return Vec::new();
    };
    // Each list but the first begins a new column or not; there are at most five lists.
    let choices =
        (0..1_u32 << before.len()).filter(|begins| (begins.count_ones() as usize) < columns.max(1));
    let place = |begins: u32| {
        (0..=before.len()).map(move |list| (begins & ((1 << list) - 1)).count_ones() as usize)
    };
    let longest = |begins: &u32| {
        let mut filled = vec![0; lengths.len()];
        for (column, length) in place(*begins).zip(before.iter().chain([last])) {
            filled[column] += length;
        }
        (
            filled.into_iter().max(),
            core::cmp::Reverse(begins.count_ones()),
        )
    };
    choices
        .min_by_key(longest)
        .map(place)
        .into_iter()
        .flatten()
        .collect()
}

fn key_row(ui: &mut Ui, (keys, does): &KeyRow) {
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
        assert_eq!(
            share(&[30, 60, 20, 20], 3),
            [0, 1, 2, 2],
            "the last column was empty"
        );
    }
}
