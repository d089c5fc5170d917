//! User actions as plain values, and the types that they need, such as modes and sections.
//!
//! Keys, buttons, menus, scripts and the command palette all produce commands. The dispatcher
//! passes each command to the module that owns the data. Commands to agents, selections and cells
//! stand here, those of each other area in a file of their own.

mod boards;
mod level;
mod window;

use bevy::prelude::*;
use derive_more::From;
use gridwalk_pathfinding::{Cell, OptionChange};
use serde::Deserialize;

pub use boards::{
    CompareCommand, Heat, OpenListKept, PlayCommand, Preset, ScenarioCommand, StepSize,
    WatchCommand,
};
pub use level::{
    CharacterCommand, DialogAnswer, EditCommand, FileCommand, GenerateCommand, LegendCommand,
    LevelCommand, OptionsCommand, PortalCommand, Tool, ToolCommand,
};
pub use window::{LessonAnswer, LessonCommand, Mode, Section, Toggle, ViewCommand, WindowCommand};

/// A user action, by area. Scripts use the same form: `Agents(SendTo((10, 5)))`.
#[derive(Message, Clone, Debug, PartialEq, Deserialize, From)]
#[expect(missing_docs, reason = "the commands inside say what they are about")]
pub enum AppCommand {
    Agents(AgentCommand),
    Select(SelectionCommand),
    Spawn(SpawnCommand),
    Watch(WatchCommand),
    Compare(CompareCommand),
    Scenario(ScenarioCommand),
    Play(PlayCommand),
    Flood(Preset),
    Edit(EditCommand),
    Tool(ToolCommand),
    Legend(LegendCommand),
    Character(CharacterCommand),
    Portal(PortalCommand),
    Generate(GenerateCommand),
    View(ViewCommand),
    Level(LevelCommand),
    Lesson(LessonCommand),
    File(FileCommand),
    Options(OptionsCommand),
    Cell(CellCommand),
    Window(WindowCommand),
    Toggle(Toggle),
}

impl From<OptionChange> for AppCommand {
    fn from(change: OptionChange) -> Self {
        Self::Options(OptionsCommand::Set(change))
    }
}

/// A command to agents.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub enum AgentCommand {
    /// Sends the selected agents to a cell.
    SendTo(Cell),
    /// Sends the selected agents to a cell after their other goals.
    QueueTo(Cell),
    /// Sends all agents to a cell.
    SendAllTo(Cell),
    /// Lines up the selected agents between two cells, each on a cell of its own.
    Line(Cell, Cell),
    /// Puts the selected agent on a cell; it continues from there.
    Place(Cell),
    /// Stops the selected agents and clears their waypoints.
    Stop,
    /// Stops all agents and clears their waypoints.
    StopAll,
    /// Fixes the selected agents of a crowd on their cells, so that nobody pushes them, or frees
    /// them.
    Hold,
    /// Selects the agent of that name.
    Select(String),
    /// Selects the next agent in the list; of several selected agents, describes the next one.
    SelectNext,
    /// Pauses or resumes all agents.
    TogglePause,
    /// Pauses all agents and advances by one tick.
    Tick,
    /// Doubles the speed of time for agents.
    Faster,
    /// Halves the speed of time for agents.
    Slower,
    /// Resets the speed of time for agents.
    NormalSpeed,
}

/// A change of the selected agents.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub enum SelectionCommand {
    /// Selects the agents in the rectangle between two cells, both included.
    In(Cell, Cell),
    /// Adds the agents in the rectangle between two cells, both included.
    AlsoIn(Cell, Cell),
    /// Adds the agent of that name, or removes it if it is selected.
    Turn(String),
    /// Makes the agent of that name the one that the panel describes; it is selected alone unless
    /// it is selected already.
    Lead(String),
    /// Selects all agents.
    All,
    /// Selects the agent alone that the panel describes.
    Lone,
    /// Keeps the selected agents as the group with this number, from 1 to 9.
    Keep(usize),
    /// Selects the group with this number.
    Recall(usize),
}

/// A command of the brush that spawns agents of a crowd. They are no part of the level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum SpawnCommand {
    /// Spawns an agent on each free cell under the brush at this cell.
    At(Cell),
    /// Sets the diameter of the brush in cells.
    Size(u16),
    /// Makes the brush larger.
    Wider,
    /// Makes the brush smaller.
    Narrower,
    /// Removes all spawned agents.
    Remove,
}

/// An action on the cell under the pointer or the keyboard cursor, as by a click.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum CellCommand {
    /// Sends the selected agent to the cell.
    Send,
    /// Appends the cell to the orders of the selected agent.
    Queue,
    /// Sends all agents to the cell.
    SendAll,
    /// Places the selected agent on the cell.
    Place,
    /// Gives the cell the next terrain of the legend.
    NextTerrain,
    /// Gives the cell the previous terrain of the legend.
    PreviousTerrain,
    /// Begins a stroke of the editor on the cell, or ends the stroke there.
    Draw,
    /// Begins an erasing stroke on the cell, or ends the stroke there.
    Erase,
    /// Starts the watched search at the cell.
    Start,
    /// Sets the goal of the watched search.
    Goal,
    /// Answers the question of a lesson with the cell.
    Answer,
    /// Opens the cell's menu.
    Menu,
    /// Selects an entry of the open menu, from 1.
    MenuEntry(usize),
}
