//! Commands that change the open level.

use gridwalk_pathfinding::Cell;
use serde::Deserialize;

/// A change of the open level.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub enum EditCommand {
    /// Gives a cell the terrain with this glyph.
    SetCell(Cell, char),
    /// Gives a cell the next terrain of the legend.
    NextTerrain(Cell),
    /// Gives a cell the previous terrain of the legend.
    PreviousTerrain(Cell),
    /// Gives the second cell the terrain of the first.
    ///
    /// The change is undone together with the change of terrain before it.
    LikeCell(Cell, Cell),
    /// Sets the name of the level.
    Name(String),
    /// Sets the description of the level.
    About(String),
    /// Undoes the last change of the level.
    Undo,
    /// Redoes the change that was undone last.
    Redo,
    /// Restores the state after this entry of the history; 0 is the level as it was opened.
    GoTo(u32),
}

impl EditCommand {
    /// Returns `true` if the command only moves through the history.
    pub(in crate::app) const fn is_of_history(&self) -> bool {
        matches!(self, Self::Undo | Self::Redo | Self::GoTo(_))
    }
}
