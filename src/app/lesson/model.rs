//! What panels read of lessons, and so everything that any panel reads.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::LessonList;
use crate::app::boards;

/// All lessons.
#[derive(SystemParam, Deref)]
pub struct Model<'w, 's> {
    #[deref]
    base: boards::Model<'w, 's>,
    pub lessons: Res<'w, LessonList>,
}
