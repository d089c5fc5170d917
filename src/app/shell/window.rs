//! Commands about panels, language, pictures of the window and the program itself.

use std::path::{Path, PathBuf};

use bevy::prelude::*;
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured};
use gridwalk_level::formats::{visible, write_png};

use crate::app::boards::{Boards, WatchQuery};
use crate::app::command::{FileCommand, Mode, SelectionCommand, Toggle, WatchCommand, WindowCommand};
use crate::app::common::script::Ending;
use crate::app::common::settings::Settings;
use crate::app::common::state::PanelFocus;
use crate::app::document::Next;
use crate::app::platform::{files, folders};
use crate::app::view::cell::CellMenu;
use crate::app::{AppCommand, ChosenLanguage, Notes, OpenDocument, OpenLesson, Phrase, Script, Selection, Toggles};

/// Acts on one command; what another part does for it is the answer.
pub(in crate::app) fn act(
    In(command): In<WindowCommand>,
    mut commands: Commands,
    (mut menu, mut toggles, mut settings): (ResMut<CellMenu>, ResMut<Toggles>, ResMut<Settings>),
    mut language: ResMut<ChosenLanguage>,
    (mut mode, question): (ResMut<Mode>, Res<WatchQuery>),
    mut boards: ResMut<Boards>,
    mut lesson: ResMut<OpenLesson>,
    (mut ending, mut open, script): (ResMut<Ending>, ResMut<OpenDocument>, Res<Script>),
    (focus, selection): (Res<PanelFocus>, Res<Selection>),
) -> Option<AppCommand> {
    match command {
        WindowCommand::Mode(chosen) => {
            *mode = chosen;
            menu.0 = None;
        }
        WindowCommand::Fold(section) => match &mut lesson.0 {
            Some(reading) => section.turn_in(&mut reading.folded),
            None => settings.fold(section),
        },
        WindowCommand::CellMenu(cell) => menu.0 = cell,
        WindowCommand::DismissHints => settings.hints = false,
        WindowCommand::FocusPanel => {
            toggles.turn(Toggle::Panel, true);
            focus.want();
        }
        WindowCommand::Back if open.is_asking() => open.asked = None,
        WindowCommand::Back => {
            let watches = *mode == Mode::Watch;
            let closed = menu.0.take().is_some()
                || toggles.turn(Toggle::Help, false)
                || (watches && toggles.turn(Toggle::Runs, false))
                || toggles.turn(Toggle::Meter, false);
            if !closed && open.is_copying() {
                return Some(FileCommand::CancelCopy.into());
            } else if !closed && boards.is_reading() {
                return Some(WatchCommand::CancelTrace.into());
            } else if !closed && boards.is_busy() {
                boards.cancel(&question);
            } else if !closed && *mode == Mode::Agents && toggles.turn(Toggle::Spawn, false) {
                return None;
            } else if !closed && *mode == Mode::Agents && selection.is_many() {
                return Some(SelectionCommand::Lone.into());
            } else if !closed && lesson.reading().is_some() {
                lesson.close();
            } else if !closed && *mode == Mode::Agents {
                settings.hints = false;
            }
        }
        WindowCommand::Speak(chosen) => drop(language.set_if_neq(ChosenLanguage(chosen))),
        WindowCommand::NextLanguage => language.0 = language.0.next(),
        WindowCommand::Scale(factor) => settings.scale_by(factor),
        WindowCommand::Screenshot(file) => take_picture(&mut commands, file),
        WindowCommand::Quit if script.is_repeatable() => ending.wanted = true,
        WindowCommand::Quit => ending.wanted |= open.ask_before(Next::Quit).is_some(),
    }
    None
}

/// Saves a picture of the window once it is drawn; without a name as a file that is not there yet.
fn take_picture(commands: &mut Commands, file: Option<PathBuf>) {
    commands.spawn(Screenshot::primary_window()).observe(
        move |shot: On<ScreenshotCaptured>, mut notes: ResMut<Notes>| {
            let path = file.clone().unwrap_or_else(|| free_name(&folders::downloads().unwrap_or_default()));
            let path = files::absolute(&path).unwrap_or(path);
            match encode(&shot.image).and_then(|png| files::replace(&path, png).map_err(|error| error.to_string())) {
                Ok(()) => {
                    info!("picture saved: {}", visible(&path.display().to_string()));
                    notes.say(Phrase::PictureSaved.with("file", files::shown(&path)));
                }
                Err(error) => {
                    error!("no picture: {}", visible(&format!("{}: {error}", path.display())));
                    notes.warn(Phrase::PictureFailed.with("file", files::shown(&path)).with("error", error));
                }
            }
        },
    );
}

/// The picture as a file of the format PNG.
fn encode(picture: &Image) -> Result<Vec<u8>, String> {
    let picture = picture.clone().try_into_dynamic().map_err(|error| error.to_string())?.to_rgb8();
    let pixels: Vec<_> = picture.pixels().map(|pixel| pixel.0).collect();
    Ok(write_png(picture.width(), picture.height(), &pixels))
}

/// A picture never takes the place of another one.
fn free_name(folder: &Path) -> PathBuf {
    let mut names = (1..).map(|number: u32| folder.join(format!("gridwalk-{number:03}.png")));
    names.find(|name| !files::exists(name)).expect("no folder has so many files")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_picture_leaves_the_first_one_alone() {
        let folder = tempfile::tempdir().unwrap();
        let first = free_name(folder.path());
        files::replace(&first, "").unwrap();
        let second = free_name(folder.path());
        assert!(first.ends_with("gridwalk-001.png") && second.ends_with("gridwalk-002.png"), "{second:?}");
    }
}
