//! Commands about which level is open.

use bevy::prelude::*;
use bevy_gridwalk::{ActiveLevel, OpenLevel};

use super::levels::LevelList;
use super::{Editor, Next};
use crate::app::Notes;
use crate::app::command::LevelCommand;

/// Acts on one command.
pub(in crate::app) fn act(
    In(command): In<LevelCommand>,
    (list, active): (Res<LevelList>, Res<ActiveLevel>),
    mut editor: Editor,
    mut opens: MessageWriter<OpenLevel>,
    mut notes: ResMut<Notes>,
) {
    if command == LevelCommand::Restart {
        return editor.show(true);
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
