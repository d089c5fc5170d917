//! File dialogs of the system, beside the path field of the window.
//!
//! The path field appears immediately and remains if the system has no dialog. A dialog runs in the background, so no
//! frame waits for it; a file chosen in the dialog answers the question of the window.

use std::path::{Path, PathBuf};

use bevy::ecs::system::NonSendMarker;
use bevy::prelude::*;
use bevy::tasks::futures::check_ready;
use bevy::tasks::{IoTaskPool, Task};
use bevy::window::WindowFocused;
use bevy::winit::{EventLoopProxyWrapper, WinitUserEvent};
use gridwalk_explain::Language;
use gridwalk_level::formats::Format;

use super::levels::LevelList;
use super::open::{Asked, OpenDocument};
use super::save::formats;
use crate::app::command::{Answer, FileCommand, LevelCommand};
use crate::app::platform::ask_for_file;
use crate::app::platform::dialog::{FileAnswer, FileQuestion};
use crate::app::{AppCommand, ChosenLanguage, Phrase};

/// The source of file dialogs; by default there are none.
#[derive(Resource, Default)]
pub struct FileDialogs {
    ask: Option<Box<dyn Fn(FileQuestion) -> FileAnswer + Send + Sync>>,
    /// The open question that needs a file.
    wanted: Option<Wanted>,
    shown: Option<Shown>,
}

/// An open dialog.
struct Shown {
    task: Task<Option<PathBuf>>,
    /// Whether the window has lost the focus since. A dialog that never took the focus does not exist.
    took_focus: bool,
}

/// A question that needs a file, with the suggested path.
#[derive(Clone, Debug, PartialEq)]
enum Wanted {
    Open,
    Save(PathBuf),
    Export(PathBuf),
}

impl Wanted {
    fn of(asked: &Asked) -> Option<Self> {
        match asked {
            Asked::Open => Some(Self::Open),
            Asked::SaveAs(offered, _) => Some(Self::Save(offered.clone())),
            Asked::Export(offered) => Some(Self::Export(offered.clone())),
            _ => None,
        }
    }

    fn question(&self, beside: Option<&Path>, language: Language) -> FileQuestion {
        let (title, shows, endings, offered) = match self {
            Self::Open => {
                let levels = Format::ALL.into_iter().flat_map(|format| format.endings().iter().copied());
                (Phrase::OpenFile, Phrase::LevelsAndTraces, levels.chain(["json", "scen"]).collect(), beside)
            }
            Self::Save(offered) => (Phrase::SaveAs, Phrase::Levels, Format::Ron.endings().to_vec(), Some(&**offered)),
            Self::Export(offered) => {
                let endings = formats().flat_map(|format| format.endings().iter().copied()).collect();
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
        Self { ask: Some(Box::new(ask)), ..Self::default() }
    }
}

/// Opens a dialog when the window asks for a path, and takes the answer.
///
/// The answer is ignored if the user has answered in the window before.
pub(super) fn ask(
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
    let wanted = open.asked.as_ref().and_then(Wanted::of);
    if dialogs.wanted != wanted {
        dialogs.wanted.clone_from(&wanted);
        dialogs.shown = wanted.as_ref().zip(dialogs.ask.as_ref()).map(|(wanted, ask)| {
            let levels = list.assets().join("levels");
            let beside = open.file().map_or_else(|| levels.join("level"), Path::to_owned);
            let answer = ask(wanted.question(Some(&beside), language.0));
            let proxy = proxy.map(|proxy| proxy.clone());
            let task = IoTaskPool::get().spawn(async move {
                let answer = answer.await;
                // Without this, an idle window would notice the answer late.
                let _ = proxy.map(|proxy| proxy.send_event(WinitUserEvent::WakeUp));
                answer
            });
            Shown { task, took_focus: false }
        });
    }
    let (Some(shown), Some(wanted)) = (&mut dialogs.shown, wanted) else { return };
    shown.took_focus |= lost_focus;
    let Some(answer) = check_ready(&mut shown.task) else { return };
    let took_focus = shown.took_focus;
    dialogs.shown = None;
    match (answer, wanted) {
        (Some(path), Wanted::Open) => {
            // The question is answered, even if opening the file fails.
            commands.write(FileCommand::Answer(Answer::Cancel).into());
            commands.write(LevelCommand::OpenFile(path).into());
        }
        (Some(path), Wanted::Save(_)) => drop(commands.write(FileCommand::SaveAs(Some(path)).into())),
        (Some(path), Wanted::Export(_)) => drop(commands.write(FileCommand::Export(Some(path)).into())),
        (None, _) if took_focus => drop(commands.write(FileCommand::Answer(Answer::Cancel).into())),
        // There is no dialog, so the path field remains.
        (None, _) => dialogs.ask = None,
    }
}
