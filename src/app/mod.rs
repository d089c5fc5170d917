//! The playground: a window on the grid, panels beside it, and commands behind every button.
//!
//! A feature is a folder: its systems as a list in `mod.rs`, its commands, its state, its panel and
//! its drawing. From below: `platform`, `command`, `common`, `widgets`, `view`, `document`,
//! `boards`, `options`, `lesson`, `agents`, `edit`; and `shell` around all of them.

mod agents;
mod boards;
pub mod command;
mod common;
mod document;
mod edit;
mod lesson;
mod options;
mod platform;
mod shell;
mod view;
mod widgets;

pub use boards::{
    AnsweredQuery, Board, BoardPlace, BoardPlaces, Boards, EndsOrigin, OpenScenario, Playback,
    QuerySource, Recording, Run, Runs, Scenarios, Speed, Standing, WatchQuery,
};
pub use command::{AppCommand, Heat, Mode, OpenListKept, Preset, Section, Toggle, Tool};
use common::AppSystems;
pub use common::{
    AddressProblems, Chord, ChosenLanguage, Embedded, Groups, Hovered, NoteOutcome, Notes, Now,
    OpenLesson, PageAnswers, Paused, Phrase, PictureFolder, Reading, Script, Selection, Sentence,
    SettingsFile, Shortcut, Shortcuts, Spoken, TimeSpeed, Toggles, When, WindowPlace, files,
};
pub use document::{
    FileDialogs, LevelList, OpenDocument, OpenUnfiled, UnsavedWork, open_from_everywhere,
};
pub use edit::Edit;
pub use lesson::{LessonEntry, LessonList};
pub use platform::dialog::{FileAnswer, FileQuestion};
pub use shell::{AppPlugin, Args, Parameter, run};
pub use view::{CameraView, MapArea, MapLooks};
