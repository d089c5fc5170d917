//! Commands about which level is open.

use bevy::prelude::*;
use bevy_gridwalk::{ActiveLevel, OpenLevel};

use super::Notes;
use super::command::LevelCommand;
use super::document::{Editor, Next};
use super::levels::LevelList;

/// Acts on one command.
pub(super) fn act(
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
