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
    Character,
    LevelTexts,
    TerrainForm,
    Terrain,
    Legend,
    Window,
}

impl Section {
    /// Those that are folded until they are wanted.
    pub const FOLDED: [Self; 6] =
        [Self::MoreOptions, Self::History, Self::TerrainForm, Self::Generate, Self::Size, Self::LevelTexts];
}
