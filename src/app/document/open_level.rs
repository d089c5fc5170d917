//! Commands about which level is open.

use bevy::prelude::*;
use bevy_gridwalk::{ActiveLevel, OpenLevel};

use super::levels::LevelList;
use super::{Editor, Next, OpenDocument};
use crate::app::command::{LevelCommand, Toggle};
use crate::app::{Notes, Toggles};

/// Acts on one command.
pub(in crate::app) fn act(
    In(command): In<LevelCommand>,
    (list, active): (Res<LevelList>, Res<ActiveLevel>),
    mut editor: Editor,
    mut opens: MessageWriter<OpenLevel>,
    mut notes: ResMut<Notes>,
) {
    if command == LevelCommand::Restart {
        return editor.show();
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

/// What clicks do is chosen for one level: on another one they send agents and move goals again.
pub(super) fn forget_tool(open: Res<OpenDocument>, mut toggles: ResMut<Toggles>, mut last: Local<u64>) {
    if std::mem::replace(&mut *last, open.number()) != open.number() && toggles.is_on(Toggle::Terrain) {
        toggles.turn(Toggle::Terrain, false);
    }
}
