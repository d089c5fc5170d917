//! User actions as plain values, and the types that they need, such as modes and sections.
//!
//! Keys, buttons, menus, scripts and the command palette all produce commands. The dispatcher
//! passes each command to the module that owns the data.

use bevy::prelude::*;
use derive_more::From;
use gridwalk_pathfinding::OptionChange;
use serde::Deserialize;

mod agents;
mod boards;
mod edit;
mod level;
mod window;

pub use agents::{AgentCommand, CellCommand, SelectionCommand, SpawnCommand};
pub use boards::{
    CompareCommand, Heat, OpenListKept, PlayCommand, Preset, ScenarioCommand, StepSize,
    WatchCommand,
};
pub use edit::{
    CharacterCommand, EditCommand, GenerateCommand, LegendCommand, PortalCommand, Tool, ToolCommand,
};
pub use level::{DialogAnswer, FileCommand, LevelCommand, OptionsCommand};
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
