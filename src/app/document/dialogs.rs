//! Modal dialogs in the middle of the window, and file dialogs of the system.
//!
//! The path field of the window appears immediately and remains if the system has no dialog. A
//! dialog of the system runs in the background, so no frame waits for it; a file chosen in it
//! answers the question of the window.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use bevy::ecs::system::NonSendMarker;
use bevy::prelude::*;
use bevy::tasks::futures::check_ready;
use bevy::tasks::{IoTaskPool, Task};
use bevy::window::WindowFocused;
use bevy::winit::{EventLoopProxyWrapper, WinitUserEvent};
use bevy_egui::egui::{self, Context, Key, RichText, Ui};
use gridwalk_explain::Language;
use gridwalk_level::formats::{Format, parse_ron};
use gridwalk_level::{Level, LevelGrid, Rgb};
use gridwalk_pathfinding::{Cell, Grid, GridError, GridSize};

use super::levels::LevelList;
use super::open::{Copied, DialogContent, OpenDocument, Theirs};
use super::save::{formats, in_words};
use super::{DocumentModel, LineOwner};
use crate::app::command::{DialogAnswer, FileCommand, LevelCommand};
use crate::app::platform::dialog::{FileAnswer, FileQuestion};
use crate::app::platform::{IS_PAGE, ask_for_file, files};
use crate::app::widgets::{light, named, remark, theme};
use crate::app::{AppCommand, ChosenLanguage, NoteOutcome, Phrase, Sentence};
use crate::picture::palette;

/// Phrase for a file changed by someone else; for a page that is another tab.
const OTHERS: Phrase = if IS_PAGE {
    Phrase::AskTheirsInTab
} else {
    Phrase::AskTheirs
};
const WIDTH: f32 = 440.0;
/// Width of a dialog with two texts side by side.
const WIDE: f32 = 640.0;

/// Texts of the fields in an open dialog.
#[derive(Default)]
pub struct DialogTexts {
    path: Option<String>,
    size: Option<[String; 2]>,
}

pub fn draw(context: &Context, model: &DocumentModel, typed: &mut DialogTexts) {
    let Some(asked) = &model.open.asked else {
        *typed = DialogTexts::default();
        return;
    };
    let width = if matches!(asked, DialogContent::Changed(theirs) if theirs.lines.is_some()) {
        WIDE
    } else {
        WIDTH
    };
    let frame = egui::Frame::popup(&context.global_style()).inner_margin(18);
    egui::Modal::new("asked".into())
        .frame(frame)
        .show(context, |ui| {
            ui.set_width(width.min(context.content_rect().width() - 40.0));
            ui.spacing_mut().item_spacing.y = 8.0;
            match asked {
                DialogContent::Leave(_) => {
                    head(
                        ui,
                        model,
                        &Phrase::AskSave.with("name", name(model)),
                        Phrase::AskSaveWhy,
                    );
                    answers(
                        ui,
                        model,
                        &[
                            (
                                if model.open.is_shipped(&model.levels) {
                                    Phrase::SaveAs
                                } else {
                                    Phrase::Save
                                },
                                DialogAnswer::Save,
                            ),
                            (Phrase::DontSave, DialogAnswer::DontSave),
                            (Phrase::Cancel, DialogAnswer::Cancel),
                        ],
                    );
                }
                DialogContent::SaveAs(offered, _) => {
                    head(
                        ui,
                        model,
                        &Phrase::AskWhere.with("name", name(model)),
                        Phrase::AskWhereWhy,
                    );
                    let typed = typed.path.get_or_insert_with(|| files::shown(offered));
                    if let Some(path) = path(ui, model, typed, Phrase::Save) {
                        model.wish(FileCommand::SaveAs(Some(files::beside(offered, path))));
                    }
                }
                DialogContent::Export(offered) => {
                    let endings =
                        Phrase::AskExportToWhy.with("endings", Format::list_endings(formats()));
                    head(
                        ui,
                        model,
                        &Phrase::AskExportTo.with("name", name(model)),
                        endings,
                    );
                    let typed = typed.path.get_or_insert_with(|| files::shown(offered));
                    if let Some(path) = path(ui, model, typed, Phrase::Export) {
                        model.wish(FileCommand::Export(Some(files::beside(offered, path))));
                    }
                }
                DialogContent::Losses(copied) => losses(ui, model, copied),
                DialogContent::New => draw_new_level(ui, model, &mut typed.size),
                DialogContent::Open => {
                    head(ui, model, &Phrase::PathOfLevel.into(), Phrase::OrDropFile);
                    if let Some(path) =
                        path(ui, model, typed.path.get_or_insert_default(), Phrase::Open)
                    {
                        // Where there is no file, the path can be corrected.
                        if model.levels.asset_path(&path).is_ok() {
                            model.wish(FileCommand::Answer(DialogAnswer::Cancel));
                        }
                        model.wish(LevelCommand::OpenFile(path));
                    }
                }
                DialogContent::Changed(theirs) => draw_changed(ui, model, theirs),
                DialogContent::Delete(path) => {
                    let file = path.file_name().unwrap_or_default().to_string_lossy();
                    head(
                        ui,
                        model,
                        &Phrase::AskDelete.with("file", file),
                        Phrase::AskDeleteWhy,
                    );
                    answers(
                        ui,
                        model,
                        &[
                            (Phrase::Delete, DialogAnswer::Delete),
                            (Phrase::Cancel, DialogAnswer::Cancel),
                        ],
                    );
                }
                DialogContent::Recover(orphan) => {
                    let left = &orphan.unsaved;
                    head(
                        ui,
                        model,
                        &Phrase::AskRecover.with("name", &left.name),
                        Phrase::AskRecoverWhy,
                    );
                    if let Some(file) = &left.file {
                        remark(ui, &files::shown(file));
                    }
                    answers(
                        ui,
                        model,
                        &[
                            (Phrase::Recover, DialogAnswer::Recover),
                            (Phrase::Discard, DialogAnswer::Discard),
                            (Phrase::Later, DialogAnswer::Cancel),
                        ],
                    );
                }
            }
            // Why a path does not do; other dialogs have no field that could be wrong.
            let warnings = model
                .notes
                .shown()
                .iter()
                .filter(|note| note.outcome == NoteOutcome::Warning);
            for note in warnings.filter(|_| asked.asks_for_path()) {
                light(ui, palette::WARN, &model.say(&note.sentence));
            }
        });
}

/// Draws the question what to do about a file that has changed on disk.
fn draw_changed(ui: &mut Ui, model: &DocumentModel, theirs: &Theirs) {
    let is_other = !theirs.is_of(model.open.file());
    let path = theirs
        .saving
        .as_ref()
        .map(|(path, _)| path.as_path())
        .or(model.open.file());
    let file = path
        .and_then(|path| path.file_name())
        .unwrap_or_default()
        .to_string_lossy();
    let (ask, why) = match (is_other, &theirs.level) {
        (true, _) => (Phrase::AskReplace, Phrase::AskReplaceWhy),
        (false, Some(_)) => (OTHERS, Phrase::AskTheirsWhy),
        (false, None) => (OTHERS, Phrase::AskTheirsBroken),
    };
    head(ui, model, &ask.with("file", file), why);
    if let Some(lines) = &theirs.lines {
        both(ui, model, lines);
    }
    let replaces = is_other || theirs.level.is_none();
    let keep = if replaces {
        Phrase::Replace
    } else {
        Phrase::KeepMine
    };
    let see = if theirs.lines.is_some() {
        Phrase::HideBoth
    } else {
        Phrase::SeeBoth
    };
    let mut offered = vec![(keep, DialogAnswer::KeepMine)];
    offered.extend(
        (theirs.level.is_some() && !is_other)
            .then_some((Phrase::TakeTheirs, DialogAnswer::TakeTheirs)),
    );
    offered.extend(
        theirs
            .text
            .is_some()
            .then_some((see, DialogAnswer::SeeBoth)),
    );
    offered.push((Phrase::Cancel, DialogAnswer::Cancel));
    answers(ui, model, &offered);
}

/// Draws a field for a path, which has the focus; returns the entered path.
fn path(ui: &mut Ui, model: &DocumentModel, typed: &mut String, title: Phrase) -> Option<PathBuf> {
    let field = ui.add(egui::TextEdit::singleline(typed).desired_width(f32::INFINITY));
    let entered = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
    if !entered && !field.has_focus() {
        field.request_focus();
    }
    let clicked = ui.horizontal(|ui| {
        let clicked = ui.button(model.text(title)).clicked();
        cancel(ui, model);
        clicked
    });
    let typed = typed.trim();
    ((clicked.inner || entered) && !typed.is_empty()).then(|| typed.into())
}

fn name<'m>(model: &'m DocumentModel) -> &'m str {
    model
        .open
        .document()
        .map_or("", |document| document.level().name.as_str())
}

/// Draws the answers side by side.
///
/// The first one has the focus, so that Enter gives it. To replace or delete a file takes one step
/// more: there the last one has the focus.
fn answers(ui: &mut Ui, model: &DocumentModel, offered: &[(Phrase, DialogAnswer)]) {
    let takes_more = matches!(offered.first(), Some((Phrase::Replace | Phrase::Delete, _)));
    let first = if takes_more { offered.len() - 1 } else { 0 };
    let has_focus = ui.memory(|memory| memory.focused().is_some());
    ui.horizontal_wrapped(|ui| {
        for (number, &(title, given)) in offered.iter().enumerate() {
            let button = ui.button(model.text(title));
            if number == first && !has_focus {
                button.request_focus();
            }
            model.on_click(&button, FileCommand::Answer(given));
        }
    });
}

/// Draws the losses of a copy in another format.
fn losses(ui: &mut Ui, model: &DocumentModel, copied: &Copied) {
    let file = copied
        .path
        .file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    let there = Phrase::AskReplace.with("file", &file);
    if copied.losses.is_empty() {
        head(ui, model, &there, Phrase::AskReplaceWhy);
    } else {
        head(
            ui,
            model,
            &Phrase::AskExport.with("file", &file),
            Phrase::AskExportWhy,
        );
        egui::ScrollArea::vertical()
            .max_height(260.0)
            .auto_shrink([false, true])
            .show(ui, |ui| {
                for lost in in_words(&copied.losses, model.language()) {
                    ui.add(egui::Label::new(format!("•  {lost}")).wrap());
                }
            });
        if copied.is_there {
            remark(ui, &model.say(there));
        }
    }
    let accept = if copied.is_there {
        Phrase::Replace
    } else {
        Phrase::Export
    };
    answers(
        ui,
        model,
        &[
            (accept, DialogAnswer::Export),
            (Phrase::Cancel, DialogAnswer::Cancel),
        ],
    );
}

/// Draws both texts, with colours and signs for lines that only one of them has.
fn both(ui: &mut Ui, model: &DocumentModel, lines: &[(LineOwner, String)]) {
    if lines.is_empty() {
        return remark(ui, model.text(Phrase::BothAreSame));
    }
    remark(ui, model.text(Phrase::BothLegend));
    egui::ScrollArea::both()
        .max_height(260.0)
        .auto_shrink([false, true])
        .show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 1.0;
            for (side, line) in lines {
                let (sign, color): (&str, Rgb) = match side {
                    LineOwner::Both => (" ", palette::MUTED),
                    LineOwner::Mine => ("+", palette::OK),
                    LineOwner::Theirs => ("−", palette::BAD),
                    LineOwner::Left => ("…", palette::MUTED),
                };
                let text = RichText::new(format!("{sign} {line}"))
                    .monospace()
                    .size(theme::SMALL)
                    .color(theme::color(color));
                ui.add(egui::Label::new(text).extend());
            }
        });
}

/// The question, and a sentence about it.
fn head(ui: &mut Ui, model: &DocumentModel, ask: &Sentence, why: impl Into<Sentence>) {
    ui.label(RichText::new(model.say(ask)).strong().size(theme::TITLE));
    ui.add(egui::Label::new(theme::muted(model.say(why.into()))).wrap());
}

/// The button that leaves everything as it is.
fn cancel(ui: &mut Ui, model: &DocumentModel) {
    model.on_click(
        &ui.button(model.text(Phrase::Cancel)),
        FileCommand::Answer(DialogAnswer::Cancel),
    );
}

/// Columns and rows that are offered for a new level.
const OFFERED: [u32; 2] = [32, 20];

/// Width in points of a field for a side.
const FIELD: f32 = 64.0;

/// Asks for the size; Enter in either field makes the level.
fn draw_new_level(ui: &mut Ui, model: &DocumentModel, typed: &mut Option<[String; 2]>) {
    head(
        ui,
        model,
        &Phrase::AskSize.into(),
        Phrase::AskSizeWhy.with("most", Grid::MAX_SIDE),
    );
    let is_first_frame = typed.is_none();
    let typed = typed.get_or_insert_with(|| OFFERED.map(|side| side.to_string()));
    let mut is_entered = false;
    for (number, (title, text)) in [Phrase::Width, Phrase::Height]
        .into_iter()
        .zip(&mut *typed)
        .enumerate()
    {
        named(ui, model.text(title), |ui| {
            let output = egui::TextEdit::singleline(text)
                .desired_width(FIELD)
                .show(ui);
            let (field, mut state) = (output.response.response, output.state);
            is_entered |= field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
            if number == 0 && is_first_frame {
                field.request_focus();
            }
            // What is typed first takes the place of what is offered.
            if field.gained_focus() || (number == 0 && is_first_frame) {
                let ends = [0, text.chars().count()].map(egui::text::CCursor::new);
                state
                    .cursor
                    .set_char_range(Some(egui::text::CCursorRange::two(ends[0], ends[1])));
                state.store(ui.ctx(), field.id);
            }
        });
    }
    let sides = typed.each_ref().map(|text| text.trim().parse::<u32>().ok());
    let size = match sides {
        [Some(width), Some(height)] => Grid::check_size(GridSize { width, height })
            .ok()
            .map(|()| (width, height)),
        _ => None,
    };
    let make = ui
        .horizontal(|ui| {
            let make = ui
                .add_enabled(
                    size.is_some(),
                    egui::Button::new(model.text(Phrase::MakeLevel)),
                )
                .clicked();
            cancel(ui, model);
            make
        })
        .inner;
    if let Some((width, height)) = size.filter(|_| make || is_entered) {
        model.wish(FileCommand::Answer(DialogAnswer::Cancel));
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
    let ground = level
        .grid
        .terrain_id(Cell::new(0, 0))
        .expect("it has a cell");
    level.grid = LevelGrid::new(
        width,
        height,
        vec![ground; size.cell_count()],
        level.grid.entries(),
    )?;
    UNTITLED.clone_into(&mut level.name);
    level.agents[0].at = Cell::new((width / 2).cast_signed(), (height / 2).cast_signed());
    Ok(Arc::new(level))
}

/// The name of a new level until it has a file.
pub(super) const UNTITLED: &str = "Untitled";

const ONE_CELL: &str =
    r#"(version: 1, name: "", map: ["."], agents: [ (name: "scout", at: (0, 0)) ])"#;

/// The source of file dialogs; by default there are none.
#[derive(Resource, Default)]
pub struct FileDialogs {
    ask: Option<Box<dyn Fn(FileQuestion) -> FileAnswer + Send + Sync>>,
    /// The open question that needs a file.
    wanted: Option<FileWish>,
    shown: Option<FileDialog>,
}

/// An open dialog.
struct FileDialog {
    task: Task<Option<PathBuf>>,
    /// Whether the window has lost the focus since. A dialog that never took the focus does not
    /// exist.
    took_focus: bool,
}

/// A question that needs a file, with the suggested path.
#[derive(Clone, Debug, PartialEq)]
enum FileWish {
    Open,
    Save(PathBuf),
    Export(PathBuf),
}

impl FileWish {
    fn of(asked: &DialogContent) -> Option<Self> {
        match asked {
            DialogContent::Open => Some(Self::Open),
            DialogContent::SaveAs(offered, _) => Some(Self::Save(offered.clone())),
            DialogContent::Export(offered) => Some(Self::Export(offered.clone())),
            _ => None,
        }
    }

    fn question(&self, beside: Option<&Path>, language: Language) -> FileQuestion {
        let (title, shows, endings, offered) = match self {
            Self::Open => {
                let levels = Format::ALL
                    .into_iter()
                    .flat_map(|format| format.endings().iter().copied());
                (
                    Phrase::OpenFile,
                    Phrase::LevelsAndTraces,
                    levels.chain(["json", "scen"]).collect(),
                    beside,
                )
            }
            Self::Save(offered) => (
                Phrase::SaveAs,
                Phrase::Levels,
                Format::Ron.endings().to_vec(),
                Some(&**offered),
            ),
            Self::Export(offered) => {
                let endings = formats()
                    .flat_map(|format| format.endings().iter().copied())
                    .collect();
                (Phrase::ExportAs, Phrase::Levels, endings, Some(&**offered))
            }
        };
        let is_written = *self != Self::Open;
        let name = offered.and_then(Path::file_name).filter(|_| is_written);
        FileQuestion {
            title: title.text(language).to_owned(),
            shows: (shows.text(language).to_owned(), endings),
            folder: offered.and_then(Path::parent).map(Path::to_owned),
            name: name.map(|name| name.to_string_lossy().into_owned()),
        }
    }
}

impl FileDialogs {
    /// Returns the dialogs of the system.
    #[must_use]
    pub fn of_the_system() -> Self {
        Self::asking(ask_for_file)
    }

    /// Returns dialogs that a function answers, for instance in a test.
    #[must_use]
    pub fn asking(ask: impl Fn(FileQuestion) -> FileAnswer + Send + Sync + 'static) -> Self {
        Self {
            ask: Some(Box::new(ask)),
            ..Self::default()
        }
    }
}

/// Opens a dialog when the window asks for a path, and takes the answer.
///
/// The answer is ignored if the user has answered in the window before.
pub(super) fn ask_for_files(
    mut dialogs: ResMut<FileDialogs>,
    (open, list): (Res<OpenDocument>, Res<LevelList>),
    language: Res<ChosenLanguage>,
    mut focus: MessageReader<WindowFocused>,
    proxy: Option<Res<EventLoopProxyWrapper>>,
    mut commands: MessageWriter<AppCommand>,
    _main: NonSendMarker,
) {
    let lost_focus = focus.read().filter(|focus| !focus.focused).count() > 0;
    let dialogs = dialogs.bypass_change_detection();
    let wanted = open.asked.as_ref().and_then(FileWish::of);
    if dialogs.wanted != wanted {
        dialogs.wanted.clone_from(&wanted);
        dialogs.shown = wanted
            .as_ref()
            .zip(dialogs.ask.as_ref())
            .map(|(wanted, ask)| {
                let levels = list.assets().join("levels");
                let beside = open
                    .file()
                    .map_or_else(|| levels.join("level"), Path::to_owned);
                let answer = ask(wanted.question(Some(&beside), language.0));
                let proxy = proxy.map(|proxy| proxy.clone());
                let task = IoTaskPool::get().spawn(async move {
                    let answer = answer.await;
                    // Without this, an idle window would notice the answer late.
                    let _ = proxy.map(|proxy| proxy.send_event(WinitUserEvent::WakeUp));
                    answer
                });
                FileDialog {
                    task,
                    took_focus: false,
                }
            });
    }
    let (Some(shown), Some(wanted)) = (&mut dialogs.shown, wanted) else {
        return;
    };
    shown.took_focus |= lost_focus;
    let Some(answer) = check_ready(&mut shown.task) else {
        return;
    };
    let took_focus = shown.took_focus;
    dialogs.shown = None;
    match (answer, wanted) {
        (Some(path), FileWish::Open) => {
            // The question is answered, even if opening the file fails.
            commands.write(FileCommand::Answer(DialogAnswer::Cancel).into());
            commands.write(LevelCommand::OpenFile(path).into());
        }
        (Some(path), FileWish::Save(_)) => {
            commands.write(FileCommand::SaveAs(Some(path)).into());
        }
        (Some(path), FileWish::Export(_)) => {
            commands.write(FileCommand::Export(Some(path)).into());
        }
        (None, _) if took_focus => {
            commands.write(FileCommand::Answer(DialogAnswer::Cancel).into());
        }
        // There is no dialog, so the path field remains.
        (None, _) => dialogs.ask = None,
    }
}
