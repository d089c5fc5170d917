//! Runs the commands of comparisons.

use bevy::prelude::*;
use bevy_gridwalk::NavGrid;
use gridwalk_level::{BoardsSetup, Clock};

use super::{Boards, WatchQuery};
use crate::app::command::{CompareCommand, Mode};
use crate::app::common::state::another;
use crate::app::view::cell::CellMenu;
use crate::app::{Notes, Phrase};

/// Runs a command.
pub(in crate::app) fn compare(
    In(command): In<CompareCommand>,
    (mut boards, mut mode): (ResMut<Boards>, ResMut<Mode>),
    (question, grid): (Res<WatchQuery>, Res<NavGrid>),
    mut menu: ResMut<CellMenu>,
    mut notes: ResMut<Notes>,
) {
    let mut done = Ok(());
    match command {
        CompareCommand::Toggle if *mode == Mode::Compare => *mode = boards.before,
        CompareCommand::Toggle | CompareCommand::Begin => begin(&mut boards, &mut mode, &mut menu),
        CompareCommand::Show(setup) => {
            done = boards.show(setup);
            if done.is_ok() {
                begin(&mut boards, &mut mode, &mut menu);
            }
        }
        CompareCommand::Add | CompareCommand::Remove if *mode != Mode::Compare => {
            return notes.warn(Phrase::OnlyWhileComparing);
        }
        CompareCommand::Add => done = boards.add(question.grid.as_deref().unwrap_or(grid.grid())),
        CompareCommand::Remove => done = boards.remove(),
        CompareCommand::Select(number) => {
            if let Some(place) = number.checked_sub(1).filter(|place| *place < boards.boards.len()) {
                boards.selected = place;
            }
        }
        CompareCommand::Clock(clock) => boards.choose_clock(clock),
        CompareCommand::NextClock => {
            let next = another(&Clock::ALL, boards.clock, 1);
            boards.choose_clock(next);
        }
        CompareCommand::Difference(number) => boards.compare_with(number.wrapping_sub(1)),
        CompareCommand::NextDifference => boards.compare_with_next(),
    }
    if let Err(error) = done {
        let (least, most) = (BoardsSetup::LEAST, BoardsSetup::MOST);
        notes.warn(Phrase::BoardCount.with("least", least).with("most", most).with("count", error.0));
    }
}

fn begin(boards: &mut Boards, mode: &mut ResMut<Mode>, menu: &mut CellMenu) {
    if **mode != Mode::Compare {
        boards.before = **mode;
        **mode = Mode::Compare;
        menu.0 = None;
    }
}
