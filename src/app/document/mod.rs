//! The open level as a document: edits in their order, undo, saving, what is asked before anything is lost, and the
//! journal of what is not saved.

pub(super) mod about;
mod answer;
mod desktop;
mod dialog_parts;
pub(super) mod dialogs;
mod edit;
mod editor;
mod export;
mod file;
pub(super) mod history;
mod journal;
pub(super) mod levels;
mod looks;
pub(super) mod map_file;
mod model;
mod new_level;
mod open;
pub(super) mod open_level;
mod plugin;
mod recent;
mod recover;
mod save;
mod take_up;
pub(super) mod walls;

pub use desktop::FileDialogs;
pub(super) use edit::{act as edit, turn_terrain};
pub(super) use editor::Editor;
pub(super) use file::act;
pub use journal::UnsavedWork;
pub use levels::{LevelList, OpenUnfiled, open_from_everywhere};
pub(super) use model::Model;
pub use open::OpenDocument;
pub(super) use open::{Asked, Next, Side};
pub(super) use plugin::plugin;
