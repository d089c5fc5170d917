//! Commands that open a level.

use bevy::prelude::*;
use bevy_gridwalk::{ActiveLevel, OpenLevel};
use gridwalk_level::CellClick;

use super::levels::LevelList;
use super::{Editor, Next, OpenDocument};
use crate::app::command::{LevelCommand, Toggle};
use crate::app::{Notes, Toggles};

/// Runs a command.
pub(in crate::app) fn act(
    In(command): In<LevelCommand>,
    (list, server): (Res<LevelList>, Res<AssetServer>),
    mut active: ResMut<ActiveLevel>,
    mut editor: Editor,
    mut opens: MessageWriter<OpenLevel>,
    mut notes: ResMut<Notes>,
) {
    if command == LevelCommand::Restart {
        return editor.show();
    }
    if let LevelCommand::Walls(rules) = command {
        return active.read_with(rules, &server);
    }
    match list.wanted(&command, &active) {
        Ok(Some(path)) => {
            if let Some(Next::Open(path)) = editor.open.ask_before(Next::Open(path)) {
                opens.write(OpenLevel(path));
            }
        }
        Ok(None) => {}
        Err(why) => notes.warn(why),
    }
}

/// Resets the effect of clicks to the level's setting when another level is opened.
pub(super) fn take_tool(open: Res<OpenDocument>, mut toggles: ResMut<Toggles>, mut last: Local<u64>) {
    if std::mem::replace(&mut *last, open.number()) == open.number() {
        return;
    }
    let wanted = open.document().is_some_and(|document| document.level().click == CellClick::Terrain);
    if toggles.is_on(Toggle::Terrain) != wanted {
        toggles.turn(Toggle::Terrain, wanted);
    }
}
