//! The player of one or several boards, moved by commands and by time.

use bevy::prelude::*;
use bevy_gridwalk::NavGrid;

use super::{Boards, Playback, Speed};
use crate::app::command::{PlayCommand, StepSize};
use crate::app::common::state::another;
use crate::app::{Notes, Phrase};

/// Runs a command.
pub(in crate::app) fn play(
    In(command): In<PlayCommand>,
    mut playback: ResMut<Playback>,
    mut boards: ResMut<Boards>,
    grid: Res<NavGrid>,
    mut notes: ResMut<Notes>,
) {
    match command {
        PlayCommand::StepSize(step) => playback.step = step,
        PlayCommand::NextStepSize => playback.step = another(&StepSize::ALL, playback.step, 1),
        PlayCommand::Speed(notch) => playback.choose_speed(notch),
        PlayCommand::Faster => playback.change_speed(1),
        PlayCommand::Slower => playback.change_speed(-1),
        PlayCommand::Break(stop) => match stop.cell().filter(|cell| !grid.grid().contains(*cell)) {
            Some(outside) => notes.warn(Phrase::CellOutside.with("cell", outside)),
            None => playback.toggle_stop(stop),
        },
        PlayCommand::ClearBreaks => playback.stops.clear(),
        PlayCommand::Toggle
        | PlayCommand::Forward
        | PlayCommand::Back
        | PlayCommand::First
        | PlayCommand::Last
        | PlayCommand::Seek(_)
        | PlayCommand::NextBreak
        | PlayCommand::PreviousBreak => {
            if boards.runs().any(|run| run.is_some()) {
                let to = target(command, &mut playback, &boards, &mut notes);
                boards.begins = false;
                boards.seek(to);
                boards.log("");
            }
        }
    }
}

/// Returns the time on the clock to which a command leads.
fn target(command: PlayCommand, playback: &mut Playback, boards: &Boards, notes: &mut Notes) -> u64 {
    let (here, end) = (boards.at, boards.end());
    let plays = command == PlayCommand::Toggle && !playback.playing;
    playback.playing = plays;
    playback.rest();
    match command {
        // Playing at the end starts again from the beginning.
        PlayCommand::Toggle if plays && here >= end => 0,
        PlayCommand::Forward => boards.beside(here, playback.step, true),
        PlayCommand::Back => boards.beside(here, playback.step, false),
        PlayCommand::First => 0,
        PlayCommand::Last => end,
        PlayCommand::Seek(at) => at as u64,
        PlayCommand::NextBreak | PlayCommand::PreviousBreak => {
            let Some(run) = boards.watched() else { return here };
            let is_next = command == PlayCommand::NextBreak;
            let stops = &playback.stops;
            let found =
                if is_next { run.timeline.next_breakpoint(stops) } else { run.timeline.previous_breakpoint(stops) };
            if stops.is_empty() {
                notes.warn(Phrase::NoBreakpointSet);
            } else if found.is_none() {
                notes.tell(if is_next { Phrase::NoBreakAfter } else { Phrase::NoBreakBefore });
            }
            found.map_or(here, |position| position as u64)
        }
        _ => here,
    }
}

/// Advances by the steps that are due; stops at the end, and a single search at breakpoints.
pub(super) fn advance(mut playback: ResMut<Playback>, mut boards: ResMut<Boards>, time: Res<Time<Real>>) {
    if !playback.playing || boards.begins || boards.runs().all(|run| run.is_none()) {
        return;
    }
    let (from, end) = (boards.at, boards.end());
    let is_fastest = playback.speed == Speed::FASTEST && boards.watched().is_some();
    // The fastest speed advances a single search by events, whatever the step size is.
    let step = if is_fastest { StepSize::Event } else { playback.step };
    let due = playback.steps_due(time.delta_secs_f64().min(0.25), boards.steps(step));
    let mut to = from;
    if step == StepSize::Event && boards.watched().is_some() {
        to = from.saturating_add(due);
    } else {
        for _ in 0..due {
            if to >= end {
                break;
            }
            to = boards.beside(to, step, true);
        }
    }
    to = to.min(end);
    let stop = boards.watched().and_then(|run| {
        let stops = |at: &u64| usize::try_from(*at).is_ok_and(|at| run.timeline.stops_at(&playback.stops, at));
        (from + 1..=to).find(stops)
    });
    boards.seek(stop.unwrap_or(to));
    if stop.is_some() || boards.at >= end {
        playback.playing = false;
        playback.ended = stop.is_none().then(|| time.elapsed());
        boards.log("stopped ");
    }
}
