//! The top bar: the level, the mode, and the most used commands.

use bevy_egui::egui::{self, Align, Layout, Margin, RichText, Sense, Ui};

use super::level_menu::{self, LevelMenu};
use crate::app::command::{
    AgentCommand, CompareCommand, EditCommand, FileCommand, LevelCommand, Mode, Toggle,
    ToolCommand, ViewCommand, WatchCommand, WindowCommand,
};
use crate::app::edit::EditModel;
use crate::app::platform::IS_PAGE;
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
        [Self::Some, Self::Middle]
            .into_iter()
            .find(|room| width >= *room as u32 as f32)
            .unwrap_or(Self::Little)
    }
}

pub fn top(root: &mut Ui, model: &EditModel, levels: &mut LevelMenu) {
    let form = Form::of(root.ctx());
    if form == Form::Tall {
        return tall(root, model, levels);
    }
    let frame = ground(Margin::symmetric(theme::PADDING, 0));
    egui::Panel::top("top")
        .exact_size(40.0)
        .resizable(false)
        .frame(frame)
        .show(root, |ui| {
            // A small window has all commands in one menu.
            let room = if form.is_small() {
                Room::Little
            } else {
                Room::of(ui.available_width())
            };
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                logo(ui);
                if room == Room::Some {
                    ui.label(RichText::new("gridwalk").strong().size(theme::TITLE));
                    ui.add_space(8.0);
                }
                level_menu(ui, model, room, levels);
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
fn tall(root: &mut Ui, model: &EditModel, levels: &mut LevelMenu) {
    let frame = ground(Margin::symmetric(8, 0));
    egui::Panel::top("top")
        .exact_size(2.0 * ROW)
        .resizable(false)
        .frame(frame)
        .show(root, |ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            let row = egui::vec2(ui.available_width(), ROW);
            ui.allocate_ui_with_layout(row, Layout::right_to_left(Align::Center), |ui| {
                more(ui, model, Form::Tall, Room::Little);
                sheet_button(ui, model);
                mode_button(ui, model, Form::Tall);
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    logo(ui);
                    level_menu(ui, model, Room::Little, levels);
                });
            });
            ui.allocate_ui_with_layout(row, Layout::left_to_right(Align::Center), |ui| {
                modes(ui, model, Some(row.x));
            });
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
fn mode_button(ui: &mut Ui, model: &EditModel, form: Form) {
    if *model.mode == Mode::Agents {
        let pause = if model.paused.0 {
            Phrase::Resume
        } else {
            Phrase::PauseAgents
        };
        button(ui, model, pause, AgentCommand::TogglePause);
    } else if model.edits() && form.is_small() {
        button(ui, model, Phrase::Undo, EditCommand::Undo);
    }
}

/// Draws the button that opens the side panel where it is a sheet.
fn sheet_button(ui: &mut Ui, model: &EditModel) {
    let sheet = egui::Button::new(model.text(Phrase::Panel)).selected(model.is_on(Toggle::Panel));
    model.on_click(
        &ui.add(sheet).on_hover_text(model.tip(Toggle::Panel)),
        Toggle::Panel,
    );
}

/// Draws a menu of the commands that have no room in the bar.
fn more(ui: &mut Ui, model: &EditModel, form: Form, room: Room) {
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
fn modes(ui: &mut Ui, model: &EditModel, all: Option<f32>) {
    let space = if all.is_some() || Form::of(ui.ctx()).is_small() {
        0.0
    } else {
        6.0
    };
    ui.add_space(space);
    let segments = Mode::ALL.map(|mode| {
        let key: AppCommand = match mode {
            Mode::Agents | Mode::Watch => WatchCommand::Toggle.into(),
            Mode::Compare => CompareCommand::Toggle.into(),
            Mode::Edit => ToolCommand::Toggle.into(),
        };
        Segment {
            title: model.text(mode.title()),
            is_chosen: *model.mode == mode,
            tip: model.tip(key),
        }
    });
    if let Some(number) = segmented(ui, all, &segments) {
        model.wish(WindowCommand::Mode(Mode::ALL[number]));
    }
    ui.add_space(space);
}

fn level_buttons(ui: &mut Ui, model: &EditModel) {
    button(ui, model, Phrase::Restart, LevelCommand::Restart);
    button(ui, model, Phrase::Fit, ViewCommand::Fit);
}

fn window_buttons(ui: &mut Ui, model: &EditModel, form: Form) {
    let keys = model
        .shortcuts
        .key_of(&Toggle::Palette.into(), model.language())
        .unwrap_or_default();
    let find =
        egui::Button::new(model.text(Phrase::FindAnything)).shortcut_text(theme::muted(keys));
    model.on_click(
        &ui.add(find).on_hover_text(model.tip(Toggle::Palette)),
        Toggle::Palette,
    );
    if !form.is_small() {
        button(ui, model, Phrase::Panel, Toggle::Panel);
    }
    button(ui, model, Phrase::Keys, Toggle::Help);
    // One button that switches to the other language.
    let next = model.language().next();
    let sign = next.name().to_uppercase();
    let tip = model.say(Phrase::OtherLanguage.with("name", &sign));
    model.on_click(
        &ui.button(sign).on_hover_text(tip),
        WindowCommand::Speak(next),
    );
}

/// Draws the menu of lessons.
fn lessons(ui: &mut Ui, model: &EditModel) {
    menu(ui, model.text(Phrase::Lessons), |ui| {
        ui.set_min_width(level_menu::WIDTH);
        scrolled(ui, |ui| lesson::menu(ui, model));
    });
}

/// Draws the menu of commands for the level's file and history.
fn file_menu(ui: &mut Ui, model: &EditModel) {
    menu(ui, model.text(Phrase::File), |ui| {
        scrolled(ui, |ui| file_commands(ui, model));
    });
}

/// Draws the entries of a menu; in a small window they scroll.
fn scrolled(ui: &mut Ui, add: impl FnOnce(&mut Ui)) {
    if Form::of(ui.ctx()).is_small() {
        let most = ui.ctx().content_rect().height() - level_menu::AROUND;
        egui::ScrollArea::vertical().max_height(most).show(ui, add);
    } else {
        add(ui);
    }
}

fn file_commands(ui: &mut Ui, model: &EditModel) {
    for (title, command) in [
        (Phrase::OpenAFile, AppCommand::from(FileCommand::Open)),
        (Phrase::Save, FileCommand::Save.into()),
        (Phrase::SaveAs, FileCommand::SaveAs(None).into()),
        (Phrase::ExportAs, FileCommand::Export(None).into()),
        (Phrase::New, FileCommand::New.into()),
        (Phrase::Duplicate, FileCommand::Duplicate.into()),
        (Phrase::RestoreLevel, FileCommand::Restore.into()),
        (
            if IS_PAGE {
                Phrase::CopyAsLink
            } else {
                Phrase::CopyAsText
            },
            FileCommand::Copy.into(),
        ),
        (Phrase::PasteText, FileCommand::Paste(None).into()),
        (Phrase::Undo, EditCommand::Undo.into()),
        (Phrase::Redo, EditCommand::Redo.into()),
    ] {
        let keys = model
            .shortcuts
            .keys_of(&command, model.language())
            .unwrap_or_default();
        let entry = egui::Button::new(model.text(title)).shortcut_text(theme::muted(keys));
        if ui.add(entry).clicked() {
            model.wish(command);
            ui.close();
        }
    }
}

/// Draws the menu of levels at the width that the bar has for it.
fn level_menu(ui: &mut Ui, model: &EditModel, room: Room, state: &mut LevelMenu) {
    let width = match (Form::of(ui.ctx()), room) {
        (Form::Tall, _) => ui.available_width(),
        (Form::Low, _) => (ui.ctx().content_rect().width() - BESIDE_LEVEL).clamp(70.0, 140.0),
        (_, Room::Little | Room::Middle) => 140.0,
        (_, Room::Some) => 190.0,
    };
    level_menu::draw(ui, model, width, state);
}

/// Width of everything else in the bar of a low window, in points.
const BESIDE_LEVEL: f32 = 490.0;

/// Draws the project's mark from shapes, so that it is sharp at every scale.
fn logo(ui: &mut Ui) {
    let (rect, _) = ui.allocate_exact_size(egui::vec2(18.0, 18.0), Sense::hover());
    let painter = ui.painter();
    painter.rect_filled(rect, 4.0, theme::color(palette::ACCENT));
    let point = |x: f32, y: f32| rect.min + egui::vec2(x, y) * 18.0;
    let path = vec![
        point(0.24, 0.72),
        point(0.48, 0.72),
        point(0.48, 0.3),
        point(0.76, 0.3),
    ];
    painter.add(egui::Shape::line(
        path,
        egui::Stroke::new(2.2, theme::color(palette::BACKGROUND)),
    ));
}
