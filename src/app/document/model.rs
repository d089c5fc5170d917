//! Read access to the open level for panels.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::levels::{LevelEntry, LevelFile};
use super::{LevelList, OpenDocument};
use crate::app::platform::files;
use crate::app::view::MapLooks;
use crate::app::{Phrase, widgets};

/// The open level, its file and the level list.
#[derive(SystemParam, Deref)]
pub struct Model<'w, 's> {
    #[deref]
    base: widgets::Model<'w, 's>,
    pub levels: Res<'w, LevelList>,
    pub open: Res<'w, OpenDocument>,
    pub file: Res<'w, LevelFile>,
    pub looks: Res<'w, MapLooks>,
}

impl Model<'_, '_> {
    /// Returns the title of a level; tutorials have one in each language.
    pub fn level_title<'e>(&self, entry: &'e LevelEntry) -> &'e str {
        entry.tutorial.map_or(entry.name.as_str(), |title| self.text(title))
    }

    /// Returns the problem of the open file, if any: title, details and what is shown instead.
    pub fn level_state(&self) -> Option<(&'static str, String, &'static str)> {
        // A missing file has precedence over an error in it.
        if self.file.is_gone() {
            let file = files::shown(self.file.path());
            return Some((self.text(Phrase::LevelGone), file, self.text(Phrase::MapStays)));
        }
        let error = self.active.error.as_ref()?;
        let is_built_in = self.active.is_built_in() && self.open.file().is_none();
        let shown = if is_built_in { Phrase::BuiltInShown } else { Phrase::LastGoodStays };
        Some((self.text(Phrase::LevelBroken), error.clone(), self.text(shown)))
    }
}
