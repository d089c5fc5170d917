//! The open level as a document: edits in their order, undo, saving, what is asked before anything is lost, and the
//! journal of what is not saved.

pub(super) mod about;
mod answer;
mod desktop;
pub(super) mod dialogs;
mod editor;
mod file;
pub(super) mod history;
mod journal;
pub(super) mod levels;
mod model;
mod open;
pub(super) mod open_level;
mod plugin;
mod save;

pub use desktop::FileDialogs;
pub(super) use editor::{Editor, act_on_map as edit, turn_terrain};
pub(super) use file::act;
pub use journal::UnsavedWork;
pub use levels::{LevelList, OpenUnfiled, open_from_everywhere};
pub(super) use model::Model;
pub use open::OpenDocument;
pub(super) use open::{Asked, Next, Side};
pub(super) use plugin::plugin;
