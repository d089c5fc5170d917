//! The command enum, with one variant for each area.

use bevy::prelude::*;
use derive_more::From;
use gridwalk_pathfinding::OptionChange;
use serde::Deserialize;

use super::{
    AgentCommand, CellCommand, CharacterCommand, CompareCommand, EditCommand, FileCommand, GenerateCommand,
    LegendCommand, LessonCommand, LevelCommand, OptionsCommand, PlayCommand, PortalCommand, Preset, ScenarioCommand,
    SelectionCommand, SpawnCommand, Toggle, ToolCommand, ViewCommand, WatchCommand, WindowCommand,
};

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
