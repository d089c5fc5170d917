//! Commands about boards.

use bevy::prelude::*;

use super::Boards;
use crate::app::command::CompareCommand;
use crate::app::state::another;
use crate::app::{Notes, Phrase};
use crate::level::{BoardsSetup, Clock};

/// Acts on one command.
pub(in crate::app) fn act(In(command): In<CompareCommand>, mut boards: ResMut<Boards>, mut notes: ResMut<Notes>) {
    let done = match command {
        CompareCommand::Show(setup) => boards.show(setup),
        CompareCommand::Add => boards.add(),
        CompareCommand::Remove => boards.remove(),
        CompareCommand::Select(number) => {
            if let Some(place) = number.checked_sub(1).filter(|place| *place < boards.changes.len()) {
                boards.selected = place;
            }
            Ok(())
        }
        CompareCommand::Clock(clock) => {
            boards.clock = clock;
            Ok(())
        }
        CompareCommand::NextClock => {
            boards.clock = another(&Clock::ALL, boards.clock, 1);
            Ok(())
        }
        CompareCommand::Difference(number) => {
            boards.compare_with(number.wrapping_sub(1));
            Ok(())
        }
        CompareCommand::NextDifference => {
            let others: Vec<_> = (0..boards.changes.len()).filter(|place| *place != boards.selected).collect();
            let now = boards.difference.and_then(|[_, other]| others.iter().position(|place| *place == other));
            match others.get(now.map_or(0, |now| now + 1)) {
                Some(&other) => boards.compare_with(other),
                None => boards.difference = None,
            }
            Ok(())
        }
    };
    if let Err(error) = done {
        let (least, most) = (BoardsSetup::LEAST, BoardsSetup::MOST);
        notes.warn(Phrase::BoardCount.with("least", least).with("most", most).with("count", error.0));
    }
}
