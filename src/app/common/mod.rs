//! Shared parts of the window.
//!
//! These are texts and languages, the selection, settings, toggles, notes, the shortcut table,
//! scripts and the order of a frame.

pub(super) mod chord;
pub mod files;
pub(super) mod language;
pub(super) mod lesson;
pub(super) mod notes;
pub(super) mod script;
pub(super) mod settings;
pub(super) mod shortcuts;
pub(super) mod state;
mod texts;
pub(super) mod under_way;
pub(super) mod words;

pub use chord::Chord;
pub use files::PictureFolder;
pub use language::ChosenLanguage;
pub use lesson::{OpenLesson, PageAnswers, Reading};
pub use notes::{NoteOutcome, Notes};
pub use script::Script;
pub use settings::SettingsFile;
pub use shortcuts::{Now, Shortcut, Shortcuts, When};
pub(super) use state::AppSystems;
pub use state::{
    AddressProblems, Embedded, Groups, Hovered, Paused, Selection, Spoken, TimeSpeed, Toggles,
    WindowPlace,
};
pub use texts::{Phrase, Sentence};
