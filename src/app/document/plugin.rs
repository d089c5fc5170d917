//! The systems of the open level.

use bevy::prelude::*;
use bevy_gridwalk::{LevelSystems, NavGrid, PathfindingSystems};

use super::levels::{self, open_dropped};
use super::{FileDialogs, OpenDocument, UnsavedWork, desktop, file, journal, open_level, save};
use crate::app::AppSystems;

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
                journal::offer,
                journal::keep,
                desktop::ask,
            )
                .chain()
                .after(LevelSystems)
                .before(AppSystems::Report),
        )
        .add_systems(
            PreUpdate,
            (open_level::open_unfiled, file::close_window.before(open_dropped)).in_set(AppSystems::Files),
        )
        .add_systems(
            Last,
            (save::finish_at_exit, save::finish_copy_at_exit, journal::finish_at_exit).chain().in_set(AppSystems::Exit),
        );
}
