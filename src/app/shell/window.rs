//! Commands about panels, language, pictures of the window and the program itself.

use std::path::{Path, PathBuf};

use bevy::prelude::*;
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured};
use gridwalk_level::formats::visible;

use crate::app::boards::{Boards, WatchQuery};
use crate::app::command::{Mode, Toggle, WindowCommand};
use crate::app::common::script::Ending;
use crate::app::common::settings::Settings;
use crate::app::common::state::PanelFocus;
use crate::app::document::Next;
use crate::app::view::cell::CellMenu;
use crate::app::{ChosenLanguage, Notes, OpenDocument, OpenLesson, Phrase, Script, Toggles};

/// Acts on one command.
pub(in crate::app) fn act(
    In(command): In<WindowCommand>,
    mut commands: Commands,
    (mut menu, mut toggles, mut settings): (ResMut<CellMenu>, ResMut<Toggles>, ResMut<Settings>),
    mut language: ResMut<ChosenLanguage>,
    (mut mode, question): (ResMut<Mode>, Res<WatchQuery>),
    mut boards: ResMut<Boards>,
    mut lesson: ResMut<OpenLesson>,
    (mut ending, mut open, script): (ResMut<Ending>, ResMut<OpenDocument>, Res<Script>),
    focus: Res<PanelFocus>,
) {
    match command {
        WindowCommand::Mode(chosen) => {
            *mode = chosen;
            menu.0 = None;
        }
        WindowCommand::Fold(section) => settings.fold(section),
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
            if !closed && boards.is_busy() {
                boards.cancel(&question);
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
}

/// Saves a picture of the window once it is drawn; without a name as a file that is not there yet.
fn take_picture(commands: &mut Commands, file: Option<PathBuf>) {
    commands.spawn(Screenshot::primary_window()).observe(
        move |shot: On<ScreenshotCaptured>, mut notes: ResMut<Notes>| {
            let path = file.clone().unwrap_or_else(|| free_name(Path::new("")));
            let path = std::path::absolute(&path).unwrap_or(path);
            let result = shot.image.clone().try_into_dynamic().map_err(|error| error.to_string());
            match result.and_then(|image| image.to_rgb8().save(&path).map_err(|error| error.to_string())) {
                Ok(()) => {
                    info!("picture saved: {}", visible(&path.display().to_string()));
                    notes.say(Phrase::PictureSaved.with("file", path.display()));
                }
                Err(error) => {
                    error!("no picture: {}", visible(&format!("{}: {error}", path.display())));
                    notes.warn(Phrase::PictureFailed.with("file", path.display()).with("error", error));
                }
            }
        },
    );
}

/// A picture never takes the place of another one.
fn free_name(folder: &Path) -> PathBuf {
    let mut names = (1..).map(|number: u32| folder.join(format!("gridwalk-{number:03}.png")));
    names.find(|name| !name.exists()).expect("no folder has so many files")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_picture_leaves_the_first_one_alone() {
        let folder = tempfile::tempdir().unwrap();
        let first = free_name(folder.path());
        std::fs::write(&first, "").unwrap();
        let second = free_name(folder.path());
        assert!(first.ends_with("gridwalk-001.png") && second.ends_with("gridwalk-002.png"), "{second:?}");
    }
}
