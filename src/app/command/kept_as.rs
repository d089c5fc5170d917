//! The data structure for the open list, as the window counts and shows it.

use bevy::prelude::*;
use gridwalk_level::OpenListForm;

use crate::app::Phrase;

/// The selected data structure for the open list.
///
/// The searches themselves use their own; the order of expansion is the same in each.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OpenListKept(pub OpenListForm);

impl OpenListKept {
    /// Returns the name of a data structure.
    #[must_use]
    pub const fn title(form: OpenListForm) -> Phrase {
        match form {
            OpenListForm::Sorted => Phrase::AsSortedList,
            OpenListForm::Heap => Phrase::AsHeap,
            OpenListForm::Unsorted => Phrase::AsUnsortedList,
        }
    }
}
