//! What changes the open level.

use gridwalk_pathfinding::Cell;
use serde::Deserialize;

/// What changes the open level.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
pub enum EditCommand {
    /// Gives a cell the terrain of that glyph.
    SetCell(Cell, char),
    /// Gives a cell the next terrain of the legend.
    NextTerrain(Cell),
    /// Gives a cell the previous terrain of the legend.
    PreviousTerrain(Cell),
    /// Gives the second cell the terrain of the first; undone together with the change of terrain before.
    LikeCell(Cell, Cell),
    /// Takes the last change of the level back.
    Undo,
    /// Makes the change again that was taken back last.
    Redo,
    /// To the state after the entry of the history with this number; 0 is the level as it was opened.
    GoTo(u32),
}
