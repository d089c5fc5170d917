//! State that the panels of lessons read, which is all that any panel reads.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::LessonList;
use crate::app::boards;

/// State of the window for drawing panels, with the lessons.
#[derive(SystemParam, Deref)]
pub struct Model<'w, 's> {
    #[deref]
    base: boards::Model<'w, 's>,
    pub lessons: Res<'w, LessonList>,
}
