//! The tools of the editor, and what is done with them.

use gridwalk_level::Turn;
use gridwalk_pathfinding::Cell;
use serde::Deserialize;

/// What a stroke on the map does while the level is edited.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize)]
pub enum Tool {
    /// Cells get the chosen terrain, wherever the hand goes.
    #[default]
    Brush,
    /// A straight line of it.
    Line,
    /// A rectangle.
    Rectangle,
    /// An ellipse.
    Ellipse,
    /// All that hangs together and is of one terrain.
    Fill,
    /// The terrain of a cell is chosen.
    Picker,
    /// A part of the map is selected, or moved.
    Select,
    /// Agents are placed, moved, and taken away.
    Agent,
    /// The same with the goals of the selected agent.
    Goal,
    /// Portals are drawn from cell to cell.
    Portal,
    /// Cells are left in the direction of the stroke alone.
    OneWay,
    /// The edges of the map are moved that the stroke begins at, or near.
    Size,
}

impl Tool {
    /// All of them, in the order of their buttons.
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

/// Choosing a tool, what it draws with, and strokes; and what is done with the selected part of the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum ToolCommand {
    /// Edits the level, or goes back to the agents.
    Toggle,
    /// Takes this tool.
    Choose(Tool),
    /// Draws with the terrain of this number in the list, from 1.
    Terrain(usize),
    /// Draws with the terrain of this cell.
    Pick(Cell),
    /// Lines are so many cells wide.
    Size(u8),
    /// One cell wider.
    Wider,
    /// One cell narrower.
    Narrower,
    /// A stroke begins on this cell.
    Begin(Cell),
    /// The same, and it erases.
    Erase(Cell),
    /// The same, and it draws a straight line where the brush would draw.
    Line(Cell),
    /// The same, and it erases.
    EraseLine(Cell),
    /// The edges of the map that are nearest to this cell go where the stroke goes, whatever the tool is.
    Pull(Cell),
    /// The stroke goes on to this cell.
    To(Cell),
    /// It ends there.
    End,
    /// It is taken back; without one, nothing is selected any more.
    Cancel,
    /// What a key does: a stroke begins on this cell, or the one under way ends there.
    Press(Cell),
    /// The same, and it erases.
    PressErasing(Cell),
    /// Selects the whole map.
    SelectAll,
    /// Keeps a copy of what is selected.
    Copy,
    /// The same, and erases it.
    Cut,
    /// Puts the copy on the map: where the pointer is, or where something is selected.
    Paste,
    /// Erases what is selected.
    Clear,
    /// Turns what is selected; without a selection the whole level.
    Turn(#[serde(with = "turn")] Turn),
    /// The level becomes what is selected.
    Crop,
    /// The map grows by so many cells at the left, at the top, at the right and at the bottom, or becomes smaller.
    Grow([i32; 4]),
    /// The camera goes to the problem of this number in the list, from 1.
    Problem(usize),
    /// It goes to the next one.
    NextProblem,
    /// It goes to the previous one.
    PreviousProblem,
}

/// Turns by their names.
mod turn {
    use gridwalk_level::Turn;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer};

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Turn, D::Error> {
        let name = String::deserialize(deserializer)?;
        Turn::from_name(&name).ok_or_else(|| D::Error::custom(format!("`{name}` turns nothing")))
    }
}
