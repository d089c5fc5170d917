//! Any command, by what it is about.

use bevy::prelude::*;
use derive_more::From;
use gridwalk_pathfinding::OptionChange;
use serde::Deserialize;

use super::{
    AgentCommand, CellCommand, CharacterCommand, CompareCommand, EditCommand, FileCommand, GenerateCommand,
    LegendCommand, LessonCommand, LevelCommand, OptionsCommand, PlayCommand, PortalCommand, Preset, Toggle,
    ToolCommand, ViewCommand, WatchCommand, WindowCommand,
};

/// One thing that a user can do, by what it is about. Scripts write it just like this: `Agents(SendTo((10, 5)))`.
#[derive(Message, Clone, Debug, PartialEq, Deserialize, From)]
#[expect(missing_docs, reason = "the commands inside say what they are about")]
pub enum AppCommand {
    Agents(AgentCommand),
    Watch(WatchCommand),
    Compare(CompareCommand),
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
