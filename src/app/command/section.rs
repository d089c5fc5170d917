//! The sections of the side panel, used by commands to collapse them and by settings to remember it.

use serde::{Deserialize, Serialize};

/// A section of the side panel that can be collapsed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "each is the part that its name says")]
pub enum Section {
    About,
    Agent,
    Stack,
    Walk,
    Search,
    MoreOptions,
    Agents,
    Selection,
    Spawn,
    Result,
    Lists,
    Hovered,
    Boards,
    Breakpoints,
    Cards,
    OnTheMap,
    AgentSearches,
    Runs,
    History,
    EditHistory,
    Tool,
    Selected,
    Size,
    Generate,
    Problems,
    Walls,
    Doors,
    Character,
    LevelTexts,
    TerrainForm,
    Terrain,
    Legend,
    Window,
}

impl Section {
    /// Sections that are collapsed by default.
    pub const FOLDED: [Self; 9] = [
        Self::MoreOptions,
        Self::History,
        Self::TerrainForm,
        Self::Generate,
        Self::Size,
        Self::LevelTexts,
        Self::Doors,
        Self::Stack,
        Self::Walk,
    ];

    /// Returns the sections that are collapsed by default on a page of a lesson.
    ///
    /// The path stack and the walk of an agent stay expanded, because the page may be about them.
    #[must_use]
    pub fn folded_in_lesson() -> Vec<Self> {
        Self::FOLDED.into_iter().filter(|section| !matches!(section, Self::Stack | Self::Walk)).collect()
    }

    /// Adds this section to a list of collapsed sections, or removes it from the list.
    pub fn turn_in(self, folded: &mut Vec<Self>) {
        if folded.contains(&self) {
            folded.retain(|other| *other != self);
        } else {
            folded.push(self);
        }
    }
}
