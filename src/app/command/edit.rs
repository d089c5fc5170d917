//! What changes the open level.

use gridwalk_pathfinding::Cell;
use serde::Deserialize;

/// What changes the open level.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub enum EditCommand {
    /// Gives a cell the terrain of that glyph.
    SetCell(Cell, char),
    /// Gives a cell the next terrain of the legend.
    NextTerrain(Cell),
    /// Gives a cell the previous terrain of the legend.
    PreviousTerrain(Cell),
    /// Gives the second cell the terrain of the first; undone together with the change of terrain before.
    LikeCell(Cell, Cell),
    /// Calls the level so.
    Name(String),
    /// Says this about the level.
    About(String),
    /// Takes the last change of the level back.
    Undo,
    /// Makes the change again that was taken back last.
    Redo,
    /// To the state after the entry of the history with this number; 0 is the level as it was opened.
    GoTo(u32),
}

impl EditCommand {
    /// Whether it goes through the history, and changes nothing else.
    pub(in crate::app) const fn is_of_history(&self) -> bool {
        matches!(self, Self::Undo | Self::Redo | Self::GoTo(_))
    }
}
