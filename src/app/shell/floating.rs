//! What floats over the map: hints of the first start, notes, the list of keys. And the strip above it that says
//! what is wrong with the level file.

use bevy_egui::egui::{self, Align, Align2, Context, Direction, Layout, Margin, Rect, RichText, Stroke, Ui};
use gridwalk_explain::Language;
use gridwalk_level::Rgb;

use crate::app::command::{FileCommand, LessonCommand, Mode, Toggle, WatchCommand, WindowCommand};
use crate::app::edit::Model;
use crate::app::platform::IS_PAGE;
use crate::app::widgets::{Form, button, dot, ground, light, theme};
use crate::app::{AppCommand, Phrase};
use crate::picture::palette;

pub fn draw(context: &Context, free: Rect, model: &Model) {
    let is_agents = *model.mode == Mode::Agents;
    let has_hints = model.kept.hints && free.height() > LEAST_HIGH && is_agents && model.level_state().is_none();
    if has_hints {
        first_hints(context, free, model);
    }
    // The hints need the lower edge.
    notes(context, free, model, if has_hints { Align2::RIGHT_TOP } else { Align2::RIGHT_BOTTOM });
}

/// Where the map is no higher, the hints would cover the bars above it.
const LEAST_HIGH: f32 = 260.0;

/// What is wrong with the open file, in a strip of its own: the map stays whole below it.
pub fn level_state(root: &mut Ui, model: &Model) {
    let Some((title, what, meanwhile)) = model.level_state() else { return };
    let frame = ground(Margin::symmetric(theme::PADDING, 6)).fill(theme::color(palette::RAISED));
    egui::Panel::top("level state").resizable(false).frame(frame).show(root, |ui| {
        ui.spacing_mut().item_spacing.y = 2.0;
        ui.horizontal(|ui| {
            dot(ui, palette::BAD);
            ui.label(RichText::new(title).strong());
        });
        if !what.is_empty() {
            ui.add(egui::Label::new(what).wrap());
        }
        ui.add(egui::Label::new(theme::muted(meanwhile).size(12.5)).wrap());
    });
}

fn card(edge: Rgb) -> egui::Frame {
    egui::Frame::new()
        .fill(theme::color(palette::BACKGROUND))
        .stroke(Stroke::new(1.0, theme::color(edge)))
        .corner_radius(8)
        .inner_margin(Margin::symmetric(14, 10))
}

const HINTS: [(Phrase, Phrase); 3] = [
    (Phrase::KeyClick, Phrase::HintClickDoes),
    (Phrase::HintWatch, Phrase::HintWatchDoes),
    if IS_PAGE { (Phrase::HintDraw, Phrase::HintDrawDoes) } else { (Phrase::HintEdit, Phrase::HintEditDoes) },
];

/// Something that stays in a corner of the map.
fn corner(id: &'static str, pivot: Align2, free: Rect) -> egui::Area {
    let at = pivot.pos_in_rect(&free.shrink(16.0));
    egui::Area::new(id.into()).order(egui::Order::Middle).pivot(pivot).fixed_pos(at)
}

fn first_hints(context: &Context, free: Rect, model: &Model) {
    let hints = |ui: &mut Ui| {
        ui.set_max_width((free.width() - 64.0).min(480.0));
        let is_small = Form::of(context).is_small();
        // A finger has no keys.
        for (key, does) in HINTS.into_iter().take(if is_small { 1 } else { HINTS.len() }) {
            ui.horizontal_top(|ui| {
                let key = RichText::new(model.text(key)).strong().color(theme::color(palette::ACCENT));
                ui.add_sized([44.0, 18.0], egui::Label::new(key).halign(Align::Min));
                ui.add(egui::Label::new(model.text(does)).wrap());
            });
        }
        ui.add_space(4.0);
        ui.horizontal(|ui| {
            if !model.lessons.entries().is_empty() {
                let first =
                    ui.button(model.text(Phrase::FirstLesson)).on_hover_text(model.text(Phrase::FirstLessonTip));
                model.on_click(&first, LessonCommand::First);
            }
            let close = ui.button(model.text(Phrase::GotIt)).on_hover_text(model.tip(WindowCommand::Back));
            model.on_click(&close, WindowCommand::DismissHints);
            if !is_small {
                ui.label(theme::muted(model.text(Phrase::AllKeys)));
            }
        });
    };
    corner("hints", Align2::LEFT_BOTTOM, free).show(context, |ui| card(palette::HAIRLINE).show(ui, hints));
}

fn notes(context: &Context, free: Rect, model: &Model, pivot: Align2) {
    let slow = [
        (model.open.slow_copy(), AppCommand::from(FileCommand::CancelCopy)),
        (model.boards.slow_trace(), WatchCommand::CancelTrace.into()),
    ];
    let is_slow = slow.iter().any(|(what, _)| what.is_some());
    if model.notes.shown().is_empty() && !is_slow {
        return;
    }
    // Clicks go through what is only read.
    corner("notes", pivot, free).interactable(is_slow).show(context, |ui| {
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
        for note in model.notes.shown() {
            let color = if note.warning { palette::WARN } else { palette::OK };
            card(color).show(ui, |ui| {
                ui.set_max_width((free.width() - 80.0).min(460.0));
                light(ui, color, &model.say(&note.sentence));
            });
        }
    });
}

/// The list of keys.
pub fn keys(context: &Context, model: &Model, wanted: &mut String) {
    let mut open = true;
    egui::Window::new(model.text(Phrase::KeysAndMouse))
        .open(&mut open)
        .collapsible(false)
        .resizable(false)
        .anchor(Align2::CENTER_CENTER, egui::Vec2::ZERO)
        .show(context, |ui| {
            let field = egui::TextEdit::singleline(wanted).hint_text(model.text(Phrase::FindKey));
            ui.add(field.desired_width(260.0).margin(Margin::symmetric(10, 4)));
            ui.add_space(6.0);
            let is_small = Form::of(context).is_small();
            let around = if is_small { egui::vec2(52.0, 120.0) } else { egui::vec2(80.0, 140.0) };
            let room = context.viewport_rect().size() - around;
            let most = room.y.max(120.0);
            let layout = if room.x < TWO_LISTS { Direction::TopDown } else { Direction::LeftToRight };
            egui::ScrollArea::vertical().max_height(most).min_scrolled_height(most).show(ui, |ui| {
                if is_small {
                    ui.set_max_width(room.x);
                }
                lists(ui, model, layout, wanted);
            });
        });
    if !open {
        model.wish(Toggle::Help);
    }
}

/// Points that both lists need beside each other; where there is less room, one stands below the other.
const TWO_LISTS: f32 = 860.0;

/// Both lists. Lines without what was typed turn pale instead of moving: so the window keeps its size.
fn lists(ui: &mut Ui, model: &Model, direction: Direction, wanted: &str) {
    let wanted = wanted.trim().to_lowercase();
    let is_wanted = |text: &str| text.to_lowercase().contains(&wanted);
    let mut is_found = false;
    // Close together, so that all of them fit a small window.
    ui.spacing_mut().interact_size.y = 14.0;
    ui.with_layout(Layout::from_main_dir_and_cross_align(direction, Align::Min), |ui| {
        ui.spacing_mut().item_spacing = egui::vec2(28.0, 6.0);
        let columns: [&[(Phrase, Mode)]; 3] = [
            &[(Phrase::KeysEverywhere, Mode::Agents)],
            &[(Phrase::KeysWatching, Mode::Watch)],
            &[(Phrase::KeysComparing, Mode::Compare), (Phrase::KeysEditing, Mode::Edit)],
        ];
        for column in columns {
            ui.vertical(|ui| {
                for (title, mode) in column {
                    ui.label(theme::section(model.text(*title)));
                    ui.add_space(4.0);
                    let rows = model.shortcuts.list(*mode, model.language());
                    is_found |= key_rows(ui, *title, &rows, &is_wanted);
                    ui.add_space(8.0);
                }
            });
        }
    });
    if !is_found {
        ui.label(model.text(Phrase::NoKeyFound));
    }
}

/// The rows of one list; whether what is wanted is among them.
fn key_rows(ui: &mut Ui, title: Phrase, rows: &[(String, &str)], is_wanted: &dyn Fn(&str) -> bool) -> bool {
    let mut is_found = false;
    if Form::of(ui.ctx()) == Form::Tall {
        return stacked(ui, rows, is_wanted);
    }
    egui::Grid::new(title.text(Language::English)).num_columns(2).spacing([14.0, 3.0]).show(ui, |ui| {
        for (keys, does) in rows {
            let found = is_wanted(keys) || is_wanted(does);
            is_found |= found;
            for part in [RichText::new(keys), theme::muted(*does)] {
                ui.scope(|ui| {
                    ui.set_opacity(if found { 1.0 } else { 0.25 });
                    ui.label(part.size(12.5));
                });
            }
            ui.end_row();
        }
    });
    is_found
}

/// The same one below the other, where they have no room beside each other.
fn stacked(ui: &mut Ui, rows: &[(String, &str)], is_wanted: &dyn Fn(&str) -> bool) -> bool {
    let mut is_found = false;
    for (keys, does) in rows {
        let found = is_wanted(keys) || is_wanted(does);
        is_found |= found;
        ui.scope(|ui| {
            ui.set_opacity(if found { 1.0 } else { 0.25 });
            ui.spacing_mut().item_spacing.y = 1.0;
            ui.add(egui::Label::new(RichText::new(keys).size(12.5)).wrap());
            ui.add(egui::Label::new(theme::muted(*does).size(12.5)).wrap());
        });
    }
    is_found
}
