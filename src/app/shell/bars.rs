//! The top bar: the level, the mode, and the most used commands.

use bevy_egui::egui::{self, Align, CursorIcon, Layout, Margin, RichText, Sense, Ui};

use crate::app::command::{
    AgentCommand, CompareCommand, EditCommand, FileCommand, LevelCommand, Mode, Toggle, ToolCommand, ViewCommand,
    WatchCommand, WindowCommand,
};
use crate::app::document::levels::LevelEntry;
use crate::app::edit::Model;
use crate::app::platform::{IS_PAGE, files};
use crate::app::widgets::{Form, Segment, at_the_right, button, ground, menu, segmented, theme};
use crate::app::{AppCommand, Phrase, lesson};
use crate::picture::palette;

/// Room in the top bar; the value is the minimum width in points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Room {
    /// Level, modes, and a menu with the rest.
    Little = 0,
    /// Files and lessons, and a menu with the rest.
    Middle = 800,
    /// All commands.
    Some = 1040,
}

impl Room {
    #[expect(clippy::cast_precision_loss, reason = "some hundred points")]
    fn of(width: f32) -> Self {
        [Self::Some, Self::Middle].into_iter().find(|room| width >= *room as u32 as f32).unwrap_or(Self::Little)
    }
}

pub fn top(root: &mut Ui, model: &Model, wanted: &mut String) {
    let form = Form::of(root.ctx());
    if form == Form::Tall {
        return tall(root, model, wanted);
    }
    let frame = ground(Margin::symmetric(theme::PADDING, 0));
    egui::Panel::top("top").exact_size(40.0).resizable(false).frame(frame).show(root, |ui| {
        // A small window has all commands in one menu.
        let room = if form.is_small() { Room::Little } else { Room::of(ui.available_width()) };
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            logo(ui);
            if room == Room::Some {
                ui.label(RichText::new("gridwalk").strong().size(theme::TITLE));
                ui.add_space(8.0);
            }
            level_menu(ui, model, room, wanted);
            if room > Room::Little {
                file_menu(ui, model);
                lessons(ui, model);
            }
            modes(ui, model, None);
            if form.is_small() && has_mode_button(ui, form) {
                mode_button(ui, model, form);
            }
            if room == Room::Some {
                level_buttons(ui, model);
            }
            at_the_right(ui, |ui| {
                if room == Room::Some {
                    window_buttons(ui, model, form);
                } else {
                    more(ui, model, form, room);
                }
                if form.is_small() {
                    sheet_button(ui, model);
                }
            });
        });
    });
}

/// Draws the bar in two rows: level and buttons, and below them the modes.
fn tall(root: &mut Ui, model: &Model, wanted: &mut String) {
    let frame = ground(Margin::symmetric(8, 0));
    egui::Panel::top("top").exact_size(2.0 * ROW).resizable(false).frame(frame).show(root, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        let row = egui::vec2(ui.available_width(), ROW);
        ui.allocate_ui_with_layout(row, Layout::right_to_left(Align::Center), |ui| {
            more(ui, model, Form::Tall, Room::Little);
            sheet_button(ui, model);
            mode_button(ui, model, Form::Tall);
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                logo(ui);
                level_menu(ui, model, Room::Little, wanted);
            });
        });
        ui.allocate_ui_with_layout(row, Layout::left_to_right(Align::Center), |ui| modes(ui, model, Some(row.x)));
    });
}

/// Height of a row of the two-row bar, in points.
const ROW: f32 = 42.0;

/// Whether the bar has room for the mode's button; otherwise the menu has it.
fn has_mode_button(ui: &Ui, form: Form) -> bool {
    form != Form::Low || ui.ctx().content_rect().width() >= MODE_BUTTON_FROM
}

/// Minimum width of a low window with the mode's button, in points.
const MODE_BUTTON_FROM: f32 = 560.0;

/// Draws the mode's most used command: pause, or undo in a small window.
///
/// A large window has a key for undo.
fn mode_button(ui: &mut Ui, model: &Model, form: Form) {
    if *model.mode == Mode::Agents {
        let pause = if model.paused.0 { Phrase::Resume } else { Phrase::PauseAgents };
        button(ui, model, pause, AgentCommand::TogglePause);
    } else if model.edits() && form.is_small() {
        button(ui, model, Phrase::Undo, EditCommand::Undo);
    }
}

/// Draws the button that opens the side panel where it is a sheet.
fn sheet_button(ui: &mut Ui, model: &Model) {
    let sheet = egui::Button::new(model.text(Phrase::Panel)).selected(model.is_on(Toggle::Panel));
    model.on_click(&ui.add(sheet).on_hover_text(model.tip(Toggle::Panel)), Toggle::Panel);
}

/// Draws a menu of the commands that have no room in the bar.
fn more(ui: &mut Ui, model: &Model, form: Form, room: Room) {
    menu(ui, model.text(Phrase::More), |ui| {
        if !has_mode_button(ui, form) {
            mode_button(ui, model, form);
        }
        if room == Room::Little {
            file_menu(ui, model);
            lessons(ui, model);
        }
        level_buttons(ui, model);
        window_buttons(ui, model, form);
    });
}

/// Draws the mode selector, over the full width of a row if `all` is given.
fn modes(ui: &mut Ui, model: &Model, all: Option<f32>) {
    let space = if all.is_some() || Form::of(ui.ctx()).is_small() { 0.0 } else { 6.0 };
    ui.add_space(space);
    let segments = Mode::ALL.map(|mode| {
        let key: AppCommand = match mode {
            Mode::Agents | Mode::Watch => WatchCommand::Toggle.into(),
            Mode::Compare => CompareCommand::Toggle.into(),
            Mode::Edit => ToolCommand::Toggle.into(),
        };
        Segment { title: model.text(mode.title()), is_chosen: *model.mode == mode, tip: model.tip(key) }
    });
    if let Some(number) = segmented(ui, all, &segments) {
        model.wish(WindowCommand::Mode(Mode::ALL[number]));
    }
    ui.add_space(space);
}

fn level_buttons(ui: &mut Ui, model: &Model) {
    button(ui, model, Phrase::Restart, LevelCommand::Restart);
    button(ui, model, Phrase::Fit, ViewCommand::Fit);
}

fn window_buttons(ui: &mut Ui, model: &Model, form: Form) {
    let keys = model.shortcuts.key_of(&Toggle::Palette.into(), model.language()).unwrap_or_default();
    let find = egui::Button::new(model.text(Phrase::FindAnything)).shortcut_text(theme::muted(keys));
    model.on_click(&ui.add(find).on_hover_text(model.tip(Toggle::Palette)), Toggle::Palette);
    if !form.is_small() {
        button(ui, model, Phrase::Panel, Toggle::Panel);
    }
    button(ui, model, Phrase::Keys, Toggle::Help);
    // One button that switches to the other language.
    let next = model.language().next();
    let sign = next.name().to_uppercase();
    let tip = model.say(Phrase::OtherLanguage.with("name", &sign));
    model.on_click(&ui.button(sign).on_hover_text(tip), WindowCommand::Speak(next));
}

/// Draws the menu of lessons.
fn lessons(ui: &mut Ui, model: &Model) {
    menu(ui, model.text(Phrase::Lessons), |ui| {
        ui.set_min_width(MENU);
        scrolled(ui, |ui| lesson::menu(ui, model));
    });
}

/// Draws the menu of commands for the level's file and history.
fn file_menu(ui: &mut Ui, model: &Model) {
    menu(ui, model.text(Phrase::File), |ui| scrolled(ui, |ui| file_commands(ui, model)));
}

/// Draws the entries of a menu; in a small window they scroll.
fn scrolled(ui: &mut Ui, add: impl FnOnce(&mut Ui)) {
    if Form::of(ui.ctx()).is_small() {
        let most = ui.ctx().content_rect().height() - AROUND;
        egui::ScrollArea::vertical().max_height(most).show(ui, add);
    } else {
        add(ui);
    }
}

fn file_commands(ui: &mut Ui, model: &Model) {
    for (title, command) in [
        (Phrase::OpenAFile, AppCommand::from(FileCommand::Open)),
        (Phrase::Save, FileCommand::Save.into()),
        (Phrase::SaveAs, FileCommand::SaveAs(None).into()),
        (Phrase::ExportAs, FileCommand::Export(None).into()),
        (Phrase::New, FileCommand::New.into()),
        (Phrase::Duplicate, FileCommand::Duplicate.into()),
        (Phrase::RestoreLevel, FileCommand::Restore.into()),
        (if IS_PAGE { Phrase::CopyAsLink } else { Phrase::CopyAsText }, FileCommand::Copy.into()),
        (Phrase::PasteText, FileCommand::Paste(None).into()),
        (Phrase::Undo, EditCommand::Undo.into()),
        (Phrase::Redo, EditCommand::Redo.into()),
    ] {
        let keys = model.shortcuts.keys_of(&command, model.language()).unwrap_or_default();
        let entry = egui::Button::new(model.text(title)).shortcut_text(theme::muted(keys));
        if ui.add(entry).clicked() {
            model.wish(command);
            ui.close();
        }
    }
}

/// Width of the list of levels in points.
const MENU: f32 = 320.0;
/// Maximum number of characters of a level's name in the bar.
const NAME: usize = 40;

/// Draws the menu of levels with their descriptions, and a field to search them.
///
/// The levels of lessons stand last.
fn level_menu(ui: &mut Ui, model: &Model, room: Room, wanted: &mut String) {
    let short = |name: &str| match name.char_indices().nth(NAME) {
        Some((end, _)) => format!("{}…", &name[..end]),
        None => name.to_owned(),
    };
    let shown = match (model.open.document(), &model.active.path) {
        // A dot after the name marks unsaved changes.
        (Some(document), _) if model.open.is_unsaved() => format!("{} •", short(&document.level().name)),
        (Some(document), _) => short(&document.level().name),
        (None, Some(file)) => short(&model.say(Phrase::ReadingLevel.with("file", file))),
        (None, None) => model.text(Phrase::NoLevel).to_owned(),
    };
    let width = match (Form::of(ui.ctx()), room) {
        (Form::Tall, _) => ui.available_width(),
        (Form::Low, _) => (ui.ctx().content_rect().width() - BESIDE_LEVEL).clamp(70.0, 140.0),
        (_, Room::Little | Room::Middle) => 140.0,
        (_, Room::Some) => 190.0,
    };
    let high = (ui.ctx().content_rect().height() - AROUND).max(LEAST_HIGH);
    let list = egui::ComboBox::from_id_salt("level").width(width).truncate().height(high).selected_text(shown);
    let list = list.close_behavior(egui::PopupCloseBehavior::CloseOnClickOutside).show_ui(ui, |ui| {
        ui.set_min_width(MENU);
        let entered = find_field(ui, model, wanted);
        recent(ui, model, wanted);
        let mut first = None;
        let (shipped, own): (Vec<_>, Vec<_>) = model.levels.others().partition(|entry| entry.is_shipped());
        for (title, entries, if_none) in [
            (Phrase::MyLevels, own, None),
            (Phrase::Levels, shipped, Some(Phrase::NoLevels)),
            (Phrase::LessonLevels, model.levels.tutorials().collect(), Some(Phrase::NoLevels)),
        ] {
            if entries.is_empty() && if_none.is_none() {
                continue;
            }
            ui.add_space(4.0);
            ui.label(theme::section(model.text(title)));
            if let Some(why) = if_none.filter(|_| entries.is_empty()) {
                ui.label(theme::muted(model.text(why)));
            }
            for entry in entries.into_iter().filter(|entry| is_wanted(model, entry, wanted)) {
                offer(ui, model, entry);
                first = first.or(Some(&entry.file));
            }
        }
        // Enter opens the first level that matches the typed text.
        if let Some(file) = first.filter(|_| entered && !wanted.trim().is_empty()) {
            model.wish(LevelCommand::Open(file.clone()));
            ui.close();
        }
    });
    if list.inner.is_none() {
        wanted.clear();
        ui.data_mut(|data| data.remove::<u8>(FIND_LEVEL.into()));
    }
}

const FIND_LEVEL: &str = "find a level";

/// Number of frames in which a new field requests the focus: the first ones only measure it.
pub const FOCUSING: u8 = 3;

/// Draws the search field of the list; returns `true` if Enter was pressed in it.
///
/// The field takes the focus when it opens, except in a small window: the keyboard on the screen would cover the list.
fn find_field(ui: &mut Ui, model: &Model, wanted: &mut String) -> bool {
    let id = egui::Id::new(FIND_LEVEL);
    let frames = ui.data_mut(|data| {
        let frames = data.get_temp_mut_or_default::<u8>(id);
        *frames = frames.saturating_add(1);
        *frames
    });
    if frames <= FOCUSING && !Form::of(ui.ctx()).is_small() {
        ui.memory_mut(|memory| memory.request_focus(id.with("field")));
    }
    let field = egui::TextEdit::singleline(wanted).hint_text(model.text(Phrase::FindLevel)).id(id.with("field"));
    let field = ui.add(field.desired_width(f32::INFINITY).margin(Margin::symmetric(10, 4)));
    field.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter))
}

/// Draws the names of recently opened or saved files that match the typed text.
fn recent(ui: &mut Ui, model: &Model, wanted: &str) {
    let files: Vec<_> = model.kept.recent().filter(|file| has_words(&file.to_string_lossy(), wanted)).collect();
    if files.is_empty() {
        return;
    }
    ui.add_space(4.0);
    ui.label(theme::section(model.text(Phrase::RecentFiles)));
    for file in files {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let title = ui.selectable_label(model.open.file() == Some(file), name);
        if title.on_hover_text(files::shown(file)).clicked() {
            model.wish(LevelCommand::OpenFile(file.to_owned()));
            ui.close();
        }
    }
}

/// Width of everything else in the bar of a low window, in points.
const BESIDE_LEVEL: f32 = 490.0;
/// Height of the window that a list leaves free, and minimum height of the list of levels, in points.
const AROUND: f32 = 80.0;
const LEAST_HIGH: f32 = 200.0;

/// Whether the title, file name or description of a level contains each typed word.
fn is_wanted(model: &Model, entry: &LevelEntry, typed: &str) -> bool {
    has_words(&format!("{} {} {}", model.level_title(entry), entry.file, entry.about), typed)
}

/// Whether a text contains each typed word, ignoring case.
fn has_words(text: &str, typed: &str) -> bool {
    let text = text.to_lowercase();
    typed.to_lowercase().split_whitespace().all(|word| text.contains(word))
}

/// Draws a level's title and description; a click opens the level.
fn offer(ui: &mut Ui, model: &Model, entry: &LevelEntry) {
    let is_open = model.levels.is_open(entry, &model.active);
    let title = |ui: &mut Ui| ui.selectable_label(is_open, model.level_title(entry)).on_hover_text(&entry.file);
    let mut clicked = if entry.is_shipped() {
        title(ui).clicked()
    } else {
        let delete = |ui: &mut Ui| ui.button("×").on_hover_text(model.text(Phrase::DeleteLevel));
        let (title, delete) = egui::Sides::new().shrink_left().show(ui, title, delete);
        if delete.clicked() {
            model.wish(FileCommand::Delete(entry.file.clone()));
            ui.close();
        }
        title.clicked()
    };
    if !entry.about.is_empty() {
        let below = egui::Frame::new().inner_margin(Margin { left: 10, bottom: 4, ..Margin::ZERO });
        below.show(ui, |ui| {
            // Menus justify their texts.
            let about = egui::Label::new(theme::muted(&entry.about)).wrap().sense(Sense::click());
            let about = ui.with_layout(Layout::top_down(Align::Min), |ui| ui.add(about)).inner;
            clicked |= about.on_hover_cursor(CursorIcon::PointingHand).clicked();
        });
    }
    if clicked {
        model.wish(LevelCommand::Open(entry.file.clone()));
        ui.close();
    }
}

/// Draws the project's mark from shapes, so that it is sharp at every scale.
fn logo(ui: &mut Ui) {
    let (rect, _) = ui.allocate_exact_size(egui::vec2(18.0, 18.0), Sense::hover());
    let painter = ui.painter();
    painter.rect_filled(rect, 4.0, theme::color(palette::ACCENT));
    let point = |x: f32, y: f32| rect.min + egui::vec2(x, y) * 18.0;
    let path = vec![point(0.24, 0.72), point(0.48, 0.72), point(0.48, 0.3), point(0.76, 0.3)];
    painter.add(egui::Shape::line(path, egui::Stroke::new(2.2, theme::color(palette::BACKGROUND))));
}
