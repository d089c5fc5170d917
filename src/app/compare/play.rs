//! The player on all boards: commands move the clock, and time does.

use bevy::prelude::*;

use super::Boards;
use crate::app::AppSystems;
use crate::app::command::PlayCommand;
use crate::app::watch::{Mode, Playback};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, advance.in_set(AppSystems::View).after(crate::app::watch::advance));
}

/// Moves the clock by one command.
pub(in crate::app) fn play(In(command): In<PlayCommand>, mut boards: ResMut<Boards>, mut playback: ResMut<Playback>) {
    let (here, end, step) = (boards.at, boards.end(), boards.step());
    let plays = command == PlayCommand::Toggle && !playback.playing;
    let to = match command {
        // Play at the end begins from scratch.
        PlayCommand::Toggle if plays && here >= end => 0,
        PlayCommand::Toggle => here,
        PlayCommand::Forward => here.saturating_add(step),
        PlayCommand::Back => here.saturating_sub(step),
        PlayCommand::First => 0,
        PlayCommand::Last => end,
        PlayCommand::Seek(at) => at as u64,
        _ => return,
    };
    boards.begins = false;
    playback.playing = plays;
    playback.rest();
    boards.seek(to);
    debug!("compare: at {} of {end}: {}", boards.at, boards.progress());
}

/// Goes on by as many steps as are due, and stops at the end of the last board.
fn advance(mut boards: ResMut<Boards>, mut playback: ResMut<Playback>, time: Res<Time<Real>>, mode: Res<Mode>) {
    if *mode != Mode::Compare || !playback.playing || boards.begins {
        return;
    }
    let (end, step) = (boards.end(), boards.step());
    let due = playback.steps_due(time.delta_secs_f64().min(0.25), end / step.max(1));
    let at = boards.at.saturating_add(due.saturating_mul(step));
    if due > 0 {
        boards.seek(at);
    }
    if boards.at >= end {
        playback.playing = false;
        debug!("compare: stopped at {} of {end}: {}", boards.at, boards.progress());
    }
}
