//! The sections of the side panel: commands fold them, and settings remember which are folded.

use serde::{Deserialize, Serialize};

/// A part of the side panel that folds by itself.
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
    /// Those that are folded until they are wanted.
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

    /// Sections that are folded at first on a page of a lesson: the stack, which it may be about, is not.
    #[must_use]
    pub fn folded_in_lesson() -> Vec<Self> {
        Self::FOLDED.into_iter().filter(|section| !matches!(section, Self::Stack | Self::Walk)).collect()
    }

    /// Folds this section in a list of folded ones, or out again.
    pub fn turn_in(self, folded: &mut Vec<Self>) {
        if folded.contains(&self) {
            folded.retain(|other| *other != self);
        } else {
            folded.push(self);
        }
    }
}
