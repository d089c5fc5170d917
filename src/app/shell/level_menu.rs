//! The menu of levels: recent files and levels with their descriptions, found by typing or with the
//! arrow keys.

use std::path::Path;

use bevy_egui::egui::{self, Align, CursorIcon, Key, Layout, Margin, Modifiers, Sense, Ui};

use crate::app::command::{FileCommand, LevelCommand};
use crate::app::document::levels::LevelEntry;
use crate::app::edit::EditModel;
use crate::app::platform::files;
use crate::app::widgets::{Form, theme};
use crate::app::{AppCommand, Phrase};

/// Width of the menus in points.
pub const WIDTH: f32 = 320.0;
/// Maximum number of characters of a level's name in the bar.
const NAME: usize = 40;
/// Height of the window that a menu leaves free, in points.
pub const AROUND: f32 = 80.0;
/// Minimum height of the menu of levels, in points.
const LEAST_HIGH: f32 = 200.0;
/// Number of frames in which a new field requests the focus: the first ones only measure it.
pub const FOCUSING: u8 = 3;

/// State of the menu while it is open.
#[derive(Default)]
pub struct LevelMenu {
    typed: String,
    /// The row that the arrow keys chose; `None` for the one that fits the typed text best.
    chosen: Option<usize>,
    /// Frames in which the menu was open.
    frames: u8,
}

/// A row of the menu.
#[derive(Clone, Copy)]
enum MenuRow<'a> {
    /// A file that was opened or saved.
    Recent(&'a Path),
    Level(&'a LevelEntry),
}

impl MenuRow<'_> {
    fn title(self, model: &EditModel) -> String {
        match self {
            MenuRow::Recent(file) => file
                .file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned(),
            MenuRow::Level(entry) => model.level_title(entry).to_owned(),
        }
    }

    /// Returns how well the row fits the typed text, the lowest best; `None` if a word is missing.
    ///
    /// The very title comes before titles that contain all words, and these before file names and
    /// descriptions.
    fn rank(self, model: &EditModel, typed: &str) -> Option<u8> {
        let title = self.title(model);
        let all = match self {
            MenuRow::Recent(file) => file.to_string_lossy().into_owned(),
            MenuRow::Level(entry) => format!("{title} {} {}", entry.file, entry.about),
        };
        if title.to_lowercase() == typed.trim().to_lowercase() {
            Some(0)
        } else if has_words(&title, typed) {
            Some(1)
        } else {
            has_words(&all, typed).then_some(2)
        }
    }

    fn command(self) -> AppCommand {
        match self {
            MenuRow::Recent(file) => LevelCommand::OpenFile(file.to_owned()).into(),
            MenuRow::Level(entry) => LevelCommand::Open(entry.file.clone()).into(),
        }
    }
}

/// Whether a text contains each typed word, ignoring case.
fn has_words(text: &str, typed: &str) -> bool {
    let text = text.to_lowercase();
    typed
        .to_lowercase()
        .split_whitespace()
        .all(|word| text.contains(word))
}

/// Draws the button with the open level's name, and the menu while it is open. The levels of
/// lessons stand last.
pub fn draw(ui: &mut Ui, model: &EditModel, width: f32, state: &mut LevelMenu) {
    let high = (ui.ctx().content_rect().height() - AROUND).max(LEAST_HIGH);
    let list = egui::ComboBox::from_id_salt("level")
        .width(width)
        .truncate()
        .height(high);
    let list = list
        .selected_text(open_level(model))
        .close_behavior(egui::PopupCloseBehavior::CloseOnClickOutside);
    let list = list.show_ui(ui, |ui| {
        ui.set_min_width(WIDTH);
        contents(ui, model, state);
    });
    if list.inner.is_none() {
        *state = LevelMenu::default();
    }
}

/// Returns the name of the open level; a dot after it marks unsaved changes.
fn open_level(model: &EditModel) -> String {
    let short = |name: &str| match name.char_indices().nth(NAME) {
        Some((end, _)) => format!("{}…", &name[..end]),
        None => name.to_owned(),
    };
    match (model.open.document(), &model.active.path) {
        (Some(document), _) if model.open.is_unsaved() => {
            format!("{} •", short(&document.level().name))
        }
        (Some(document), _) => short(&document.level().name),
        (None, Some(file)) => short(&model.say(Phrase::ReadingLevel.with("file", file))),
        (None, None) => model.text(Phrase::NoLevel).to_owned(),
    }
}

fn contents(ui: &mut Ui, model: &EditModel, state: &mut LevelMenu) {
    // In the field, these keys would only move its cursor.
    let [up, down] = [Key::ArrowUp, Key::ArrowDown]
        .map(|key| ui.input_mut(|input| isize::from(input.consume_key(Modifiers::NONE, key))));
    let entered = find_field(ui, model, state);
    let (shipped, own): (Vec<_>, Vec<_>) =
        model.levels.others().partition(|entry| entry.is_shipped());
    let levels = |entries: Vec<_>| entries.into_iter().map(MenuRow::Level).collect();
    let sections: [(Phrase, Vec<MenuRow>, Option<Phrase>); 4] = [
        (
            Phrase::RecentFiles,
            model.kept.recent().map(MenuRow::Recent).collect(),
            None,
        ),
        (Phrase::MyLevels, levels(own), None),
        (Phrase::Levels, levels(shipped), Some(Phrase::NoLevels)),
        (
            Phrase::LessonLevels,
            levels(model.levels.tutorials().collect()),
            Some(Phrase::NoLevels),
        ),
    ];
    let typed = state.typed.trim();
    let sections = sections.map(|(title, rows, if_none)| {
        let if_none = if_none.filter(|_| rows.is_empty());
        let fitting = rows
            .into_iter()
            .filter_map(|row| Some((row.rank(model, typed)?, row)));
        (title, fitting.collect::<Vec<_>>(), if_none)
    });
    let rows: Vec<_> = sections.iter().flat_map(|(_, rows, _)| rows).collect();
    let best = (0..rows.len())
        .filter(|_| !typed.is_empty())
        .min_by_key(|row| rows[*row].0);
    if up + down > 0 {
        let next = state
            .chosen
            .or(best)
            .map_or(0, |row| row.saturating_add_signed(down - up));
        state.chosen = Some(next.min(rows.len().saturating_sub(1)));
    }
    let chosen = state.chosen.or(best);
    let mut number = 0;
    for (title, rows, if_none) in &sections {
        if rows.is_empty() && if_none.is_none() {
            continue;
        }
        ui.add_space(4.0);
        ui.label(theme::section(model.text(*title)));
        if let Some(why) = if_none {
            ui.label(theme::muted(model.text(*why)));
        }
        for (_, row) in rows {
            let is_chosen = chosen.map(|chosen| chosen == number);
            let title = draw_row(ui, model, *row, is_chosen);
            if is_chosen == Some(true) && up + down > 0 {
                title.scroll_to_me(None);
            }
            number += 1;
        }
    }
    if rows.is_empty() && !typed.is_empty() {
        ui.label(theme::muted(model.text(Phrase::NoLevelFound)));
    }
    if let Some((_, row)) = chosen.filter(|_| entered).and_then(|row| rows.get(row)) {
        model.wish(row.command());
        ui.close();
    }
}

/// Draws the search field of the menu; returns `true` if Enter was pressed in it.
///
/// The field takes the focus when it opens, except in a small window: the keyboard on the screen
/// would cover the menu. After Enter it has the focus again, for a text that no level fits.
fn find_field(ui: &mut Ui, model: &EditModel, state: &mut LevelMenu) -> bool {
    let id = egui::Id::new("find a level");
    state.frames = state.frames.saturating_add(1);
    if state.frames <= FOCUSING && !Form::of(ui.ctx()).is_small() {
        ui.memory_mut(|memory| memory.request_focus(id));
    }
    let field = egui::TextEdit::singleline(&mut state.typed)
        .hint_text(model.text(Phrase::FindLevel))
        .id(id);
    let field = ui.add(
        field
            .desired_width(f32::INFINITY)
            .margin(Margin::symmetric(10, 4)),
    );
    if field.changed() {
        state.chosen = None;
    }
    let entered = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
    if entered {
        field.request_focus();
    }
    entered
}

/// Draws a row: its title, and the description of a level. A click opens it.
///
/// The chosen row is marked, or the open level if none is chosen.
fn draw_row(
    ui: &mut Ui,
    model: &EditModel,
    row: MenuRow,
    is_chosen: Option<bool>,
) -> egui::Response {
    let is_open = match row {
        MenuRow::Recent(file) => model.open.file() == Some(file),
        MenuRow::Level(entry) => model.levels.is_open(entry, &model.active),
    };
    let tip = match row {
        MenuRow::Recent(file) => files::shown(file),
        MenuRow::Level(entry) => entry.file.clone(),
    };
    let title = |ui: &mut Ui| {
        ui.selectable_label(is_chosen.unwrap_or(is_open), row.title(model))
            .on_hover_text(&tip)
    };
    let title = match row {
        MenuRow::Level(entry) if !entry.is_shipped() => {
            let delete = |ui: &mut Ui| {
                ui.button("×")
                    .on_hover_text(model.text(Phrase::DeleteLevel))
            };
            let (title, delete) = egui::Sides::new().shrink_left().show(ui, title, delete);
            if delete.clicked() {
                model.wish(FileCommand::Delete(entry.file.clone()));
                ui.close();
            }
            title
        }
        _ => title(ui),
    };
    let mut clicked = title.clicked();
    if let MenuRow::Level(entry) = row
        && !entry.about.is_empty()
    {
        let below = egui::Frame::new().inner_margin(Margin {
            left: 10,
            bottom: 4,
            ..Margin::ZERO
        });
        below.show(ui, |ui| {
            // Menus justify their texts.
            let about = egui::Label::new(theme::muted(&entry.about))
                .wrap()
                .sense(Sense::click());
            let about = ui
                .with_layout(Layout::top_down(Align::Min), |ui| ui.add(about))
                .inner;
            clicked |= about.on_hover_cursor(CursorIcon::PointingHand).clicked();
        });
    }
    if clicked {
        model.wish(row.command());
        ui.close();
    }
    title
}
