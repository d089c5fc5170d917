//! The open level as a document: edits in their order, undo, saving, what is asked before anything
//! is lost, and the journal of what is not saved.

pub(super) mod dialogs;
mod editor;
mod file;
mod keys;
pub(super) mod levels;
mod open;
pub(super) mod open_level;
pub(super) mod panel;
mod save;
mod unsaved;

use bevy::prelude::*;
use bevy_gridwalk::{LevelSystems, NavGrid, PathfindingSystems};

use crate::app::AppSystems;

pub use dialogs::FileDialogs;
pub(super) use editor::{Editor, act_on_map as edit, turn_terrain};
pub(super) use file::act;
use levels::open_dropped;
pub use levels::{LevelList, OpenUnfiled, open_from_everywhere};
pub use open::OpenDocument;
pub(super) use open::{DialogContent, LineOwner, Next};
pub(super) use panel::DocumentModel;
pub use unsaved::UnsavedWork;

pub(in crate::app) fn plugin(app: &mut App) {
    app.add_plugins(levels::plugin)
        .init_resource::<OpenDocument>()
        .init_resource::<UnsavedWork>()
        .init_resource::<FileDialogs>()
        .add_systems(
            FixedUpdate,
            open_level::follow_looks
                .run_if(resource_changed::<OpenDocument>.or_eager(resource_changed::<NavGrid>))
                .after(PathfindingSystems::ApplyEdits)
                .before(PathfindingSystems::Plan),
        )
        .add_systems(
            Update,
            (
                open_level::take_up,
                save::finish_saving,
                file::finish_sharing,
                save::finish_exporting,
                open_level::follow_own_file,
                open_level::miss_file,
                open_level::note_recent,
                open_level::take_tool,
                open_level::enter_editor,
                open_level::fit_map,
                unsaved::offer,
                unsaved::keep,
                dialogs::ask_for_files,
            )
                .chain()
                .after(LevelSystems)
                .before(AppSystems::Report),
        )
        .add_systems(
            PreUpdate,
            (
                open_level::open_unfiled,
                file::close_window.before(open_dropped),
            )
                .in_set(AppSystems::Files),
        )
        .add_systems(
            Last,
            (
                save::finish_at_exit,
                save::finish_copy_at_exit,
                unsaved::finish_at_exit,
            )
                .chain()
                .in_set(AppSystems::Exit),
        );
}
