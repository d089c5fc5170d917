//! Lessons: which there are, the one that is open, and how the window comes to the state that a page needs.

mod act;
mod list;
mod open;
mod set_up;

pub(super) use act::act;
pub use list::{LessonEntry, LessonList};
pub use open::{Answered, OpenLesson, Reading};

use bevy::prelude::*;

use super::AppSystems;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<LessonList>().init_resource::<OpenLesson>().add_systems(
        Update,
        // What happened in this frame is known by then.
        (list::follow_files, set_up::make_room, set_up::set_up).chain().after(AppSystems::Draw),
    );
}
