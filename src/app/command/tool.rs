//! The tools of the editor, and their commands.

use gridwalk_level::Turn;
use gridwalk_pathfinding::Cell;
use serde::Deserialize;

/// The effect of a stroke on the map while the level is edited.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize)]
pub enum Tool {
    /// Paints the chosen terrain on the cells under the pointer.
    #[default]
    Brush,
    /// Draws a straight line of the chosen terrain.
    Line,
    /// Draws a rectangle.
    Rectangle,
    /// Draws an ellipse.
    Ellipse,
    /// Fills the connected component of equal terrain.
    Fill,
    /// Chooses the terrain of a cell.
    Picker,
    /// Selects a part of the map, or moves the selection.
    Select,
    /// Places, moves and removes agents.
    Agent,
    /// Places, moves and removes the goals of the selected agent.
    Goal,
    /// Draws portals from cell to cell.
    Portal,
    /// Makes cells one-way: they can only be left in the direction of the stroke.
    OneWay,
    /// Moves the edges of the map nearest to the start of the stroke.
    Size,
}

impl Tool {
    /// All tools, in the order of their buttons.
    pub const ALL: [Self; 12] = [
        Self::Brush,
        Self::Line,
        Self::Rectangle,
        Self::Ellipse,
        Self::Fill,
        Self::Picker,
        Self::Select,
        Self::Agent,
        Self::Goal,
        Self::Portal,
        Self::OneWay,
        Self::Size,
    ];
}

/// A choice of tool, terrain or stroke, or an action on the selected part of the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum ToolCommand {
    /// Edits the level, or returns to the agents.
    Toggle,
    /// Chooses a tool.
    Choose(Tool),
    /// Chooses the terrain with this number in the list, from 1.
    Terrain(usize),
    /// Chooses the terrain of this cell.
    Pick(Cell),
    /// Sets the width of lines in cells.
    Size(u8),
    /// Makes lines one cell wider.
    Wider,
    /// Makes lines one cell narrower.
    Narrower,
    /// Begins a stroke on this cell.
    Begin(Cell),
    /// Begins an erasing stroke on this cell.
    Erase(Cell),
    /// Begins a stroke on this cell that draws a straight line in place of the brush.
    Line(Cell),
    /// Begins an erasing stroke on this cell that draws a straight line in place of the brush.
    EraseLine(Cell),
    /// Drags the edges of the map nearest to this cell with the stroke, whatever the tool is.
    Pull(Cell),
    /// Extends the stroke to this cell.
    To(Cell),
    /// Ends the stroke at its last cell.
    End,
    /// Cancels the stroke; without a stroke, clears the selection.
    Cancel,
    /// Begins a stroke on this cell, or ends the current one there (by keyboard).
    Press(Cell),
    /// Begins an erasing stroke on this cell, or ends the current stroke there (by keyboard).
    PressErasing(Cell),
    /// Selects the whole map.
    SelectAll,
    /// Copies the selection.
    Copy,
    /// Copies and erases the selection.
    Cut,
    /// Pastes the copy at the pointer, or where the selection is.
    Paste,
    /// Erases the selection.
    Clear,
    /// Turns or mirrors the selection; without one, the whole level.
    Turn(#[serde(with = "turn")] Turn),
    /// Crops the level to the selection.
    Crop,
    /// Grows the map by these numbers of cells at the left, top, right and bottom, or shrinks it.
    Grow([i32; 4]),
    /// Centres the camera on the problem with this number in the list, from 1.
    Problem(usize),
    /// Centres the camera on the next problem.
    NextProblem,
    /// Centres the camera on the previous problem.
    PreviousProblem,
}

/// Deserialisation of turns from their names.
mod turn {
    use gridwalk_level::Turn;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer};

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Turn, D::Error> {
        let name = String::deserialize(deserializer)?;
        Turn::from_name(&name).ok_or_else(|| D::Error::custom(format!("`{name}` turns nothing")))
    }
}
