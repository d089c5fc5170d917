//! The systems of the open level.

use bevy::prelude::*;
use bevy_gridwalk::{LevelSystems, NavGrid, PathfindingSystems};

use super::levels::{self, open_dropped};
use super::{
    FileDialogs, OpenDocument, UnsavedWork, desktop, export, file, journal, looks, open_level, recent, recover, save,
    take_up,
};
use crate::app::AppSystems;

pub(in crate::app) fn plugin(app: &mut App) {
    app.add_plugins(levels::plugin)
        .init_resource::<OpenDocument>()
        .init_resource::<UnsavedWork>()
        .init_resource::<FileDialogs>()
        .add_systems(
            FixedUpdate,
            looks::follow
                .run_if(resource_changed::<OpenDocument>.or_eager(resource_changed::<NavGrid>))
                .after(PathfindingSystems::ApplyEdits)
                .before(PathfindingSystems::Plan),
        )
        .add_systems(
            Update,
            (
                take_up::take_up,
                save::finish_saving,
                file::finish_sharing,
                export::finish_exporting,
                take_up::follow_own_file,
                take_up::miss_file,
                recent::note,
                open_level::take_tool,
                recover::offer,
                journal::keep,
                desktop::ask,
            )
                .chain()
                .after(LevelSystems)
                .before(AppSystems::Report),
        )
        .add_systems(
            PreUpdate,
            (take_up::open_unfiled, file::close_window.before(open_dropped)).in_set(AppSystems::Files),
        )
        .add_systems(
            Last,
            (save::finish_at_exit, export::finish_at_exit, journal::finish_at_exit).chain().in_set(AppSystems::Exit),
        );
}
