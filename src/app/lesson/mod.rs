//! Lessons: which there are, the one that is open, and how the window comes to the state that a
//! page needs.

mod act;
mod panel;
mod set_up;

use bevy::prelude::*;
use bevy::time::common_conditions::on_real_timer;

use crate::app::common::files::LOOK;
use crate::app::{AppSystems, OpenLesson};

pub use act::{LessonEntry, LessonList};
pub(super) use act::{LessonModel, act};
pub(super) use panel::{draw, menu, point, spoken};

pub(in crate::app) fn plugin(app: &mut App) {
    app.init_resource::<LessonList>()
        .init_resource::<OpenLesson>()
        .add_systems(
            Update,
            // After `Draw`, because these systems react to the events of this frame.
            (
                act::follow_files.run_if(on_real_timer(LOOK)),
                set_up::make_room,
                set_up::step_by_events,
                set_up::set_up,
            )
                .chain()
                .after(AppSystems::Draw),
        );
}
