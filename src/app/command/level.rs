//! Commands that open, save, share and change levels or search options, and the tools of the editor.

use std::path::PathBuf;

use gridwalk_level::formats::SolidRule;
use gridwalk_level::{Rgb, Turn};
use gridwalk_pathfinding::{Cell, Direction, OptionChange, UnreachablePolicy};
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

/// A change of the legend. Terrains are numbered as in the editor's list, from 1.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub enum LegendCommand {
    /// Adds a terrain and selects it for drawing.
    Add,
    /// Renames a terrain.
    Name(usize, String),
    /// Changes a terrain's glyph.
    Glyph(usize, char),
    /// Changes a terrain's cost; `None` makes it blocked.
    Cost(usize, Option<u16>),
    /// Changes a terrain's colour.
    Color(usize, Rgb),
    /// Allows or forbids leaving a terrain's cells in this direction.
    Exit(usize, #[serde(with = "direction")] Direction),
    /// Removes terrains that no cell has.
    RemoveUnused,
}

/// Deserialisation of directions from their names.
mod direction {
    use gridwalk_pathfinding::Direction;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer};

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Direction, D::Error> {
        let name = String::deserialize(deserializer)?;
        Direction::from_name(&name)
            .ok_or_else(|| D::Error::custom(format!("`{name}` is no direction")))
    }
}

/// A change of the selected agent in the level.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub enum CharacterCommand {
    /// Sets the name.
    Name(String),
    /// Sets the speed on plain ground, in cells per second.
    Speed(f32),
    /// Sets the distance from the middle of a cell at which the agent is there, in cells.
    ArrivalRadius(f32),
    /// Sets the width and height, in cells.
    Size(u8),
    /// Sets the extra cost near walls.
    ///
    /// The text is cells and cost such as `2,3`, or `no`. An empty text uses the value of the
    /// level.
    KeepOffWalls(String),
    /// Toggles whether the agent returns to its first goal after the last one.
    Patrol,
    /// Sets the agent's cost of the terrain of this name.
    ///
    /// 0 closes the terrain to the agent. `None` removes the agent's own cost.
    Cost(String, Option<u16>),
}

/// An action on the selected portal. Portals are numbered on the map, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum PortalCommand {
    /// Selects the portal with this number.
    Choose(usize),
    /// Selects the next portal.
    Next,
    /// Sets the cost, in straight steps.
    Cost(u16),
    /// Raises the cost by one straight step.
    CostMore,
    /// Lowers the cost by one straight step.
    CostLess,
    /// Switches between both directions and one direction.
    BothWays,
    /// Reverses the direction.
    TurnRound,
    /// Removes the portal.
    Remove,
}

/// Settings of the map generator, which fills the selection or the whole map.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub enum GenerateCommand {
    /// Shows or hides the preview; if a map is being generated, cancels that first.
    Toggle,
    /// Selects the kind of map by its name.
    Kind(String),
    /// Sets the seed.
    Seed(u64),
    /// Selects the next seed.
    NextSeed,
    /// Sets the density in percent.
    Density(u32),
    /// Applies the map as one change when it is ready.
    ///
    /// Any change of the level, and any other command of this kind, cancels this.
    Make,
}

/// A request to open, restart or reread a level.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub enum LevelCommand {
    /// Opens a level by its file name in `assets/levels` without the extension.
    Open(String),
    /// Opens a level file at any path.
    OpenFile(PathBuf),
    /// Opens the next level of the list.
    Next,
    /// Opens the previous level of the list.
    Previous,
    /// Reads the open map of another editor again, with these rules for walls.
    ///
    /// With an empty list, the rules are guessed.
    Walls(Vec<SolidRule>),
    /// Restarts the level; edits are kept.
    Restart,
}

/// A command that opens, saves or shares a level.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub enum FileCommand {
    /// Asks for the file to open.
    Open,
    /// Saves the level to its file.
    Save,
    /// Saves the level as this file; `None` asks for the file.
    SaveAs(Option<PathBuf>),
    /// Writes a copy as this file, in the format of its extension; `None` asks for the file.
    Export(Option<PathBuf>),
    /// Asks for the size of a new level.
    New,
    /// Opens an empty level of this width and height, in cells, in the editor.
    NewSized(u32, u32),
    /// Continues with a copy of the level under another name.
    Duplicate,
    /// Restores a level that came with the program to its original content, as one undoable step.
    Restore,
    /// Asks whether to delete a level of the user: its file name in `assets/levels`, without
    /// extension.
    Delete(String),
    /// Copies the level to the clipboard as text.
    Copy,
    /// Copies an HTML snippet that shows the board as a frame in another page.
    CopyFrame,
    /// Cancels a copy in progress, to a file or to the clipboard.
    CancelCopy,
    /// Opens the level of such a text; `None` reads the clipboard.
    Paste(Option<String>),
    /// Answers the open dialog.
    Answer(DialogAnswer),
}

/// An answer to a dialog.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum DialogAnswer {
    /// Closes the dialog without further action.
    Cancel,
    /// Saves unsaved changes first.
    Save,
    /// Discards unsaved changes.
    DontSave,
    /// Keeps the open level instead of the file on disk.
    KeepMine,
    /// Replaces the level by the content of the file.
    TakeTheirs,
    /// Shows or hides the line-by-line comparison.
    SeeBoth,
    /// Writes a copy in spite of its losses.
    Export,
    /// Opens unsaved work of an earlier run of the program.
    Recover,
    /// Discards unsaved work of an earlier run of the program.
    Discard,
    /// Deletes the file.
    Delete,
}

/// A change of search options.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub enum OptionsCommand {
    /// Changes one option.
    Set(OptionChange),
    /// Sets the policy for unreachable goals.
    Unreachable(UnreachablePolicy),
    /// Sets the level's extra cost near walls: cells and cost such as `2,3`, or `no`.
    ///
    /// It applies to all agents without a value of their own.
    KeepOffWalls(String),
    /// Selects the next algorithm in the list.
    NextAlgorithm,
    /// Selects the previous algorithm in the list.
    PreviousAlgorithm,
}
