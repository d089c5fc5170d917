//! The open level as a document: edits in their order, undo, saving, what is asked before anything is lost, and the
//! journal of what is not saved.

mod answer;
mod edit;
mod editor;
mod file;
mod journal;
mod looks;
mod open;
mod recover;
mod save;
mod take_up;

use bevy::prelude::*;
use bevy_gridwalk::{LevelSystems, PathfindingSystems};

use super::AppSystems;
use super::levels::open_dropped;

pub(super) use edit::act as edit;
pub(super) use editor::Editor;
pub(super) use file::act;
pub use journal::UnsavedWork;
pub use looks::MapLooks;
pub use open::OpenDocument;
pub(super) use open::{Asked, Next, Side};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<OpenDocument>()
        .init_resource::<UnsavedWork>()
        .init_resource::<MapLooks>()
        .add_systems(FixedUpdate, (editor::note_shown, looks::follow).after(PathfindingSystems::ApplyEdits))
        .add_systems(
            Update,
            (
                take_up::take_up,
                take_up::adopt,
                save::finish_saving,
                file::finish_sharing,
                take_up::follow_own_file,
                take_up::miss_file,
                recover::offer,
                journal::keep,
            )
                .chain()
                .after(LevelSystems)
                .before(AppSystems::Report),
        )
        .add_systems(PreUpdate, file::close_window.in_set(AppSystems::Files).before(open_dropped))
        .add_systems(Last, (save::finish_at_exit, journal::finish_at_exit).chain());
}
