//! The player at work: commands move it, and time does.

use bevy::prelude::*;
use bevy_gridwalk::NavGrid;
use gridwalk_explain::Timeline;

use super::{Mode, Playback, Recording, Speed, StepSize};
use crate::app::command::PlayCommand;
use crate::app::state::another;
use crate::app::{AppSystems, Notes, Phrase};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Playback>().add_systems(Update, advance.in_set(AppSystems::View));
}

/// Acts on one command.
pub(in crate::app) fn play(
    In(command): In<PlayCommand>,
    mut playback: ResMut<Playback>,
    mut recording: ResMut<Recording>,
    mode: Res<Mode>,
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
            if let Some(run) = recording.shown.as_mut().filter(|_| *mode == Mode::Watch) {
                let position = target(command, &mut playback, &run.timeline, &mut notes);
                run.timeline.seek(position);
                debug!("watch: at {} of {}", run.timeline.position(), run.timeline.len());
            }
        }
    }
}

/// Where a command that moves the player leads.
fn target(command: PlayCommand, playback: &mut Playback, timeline: &Timeline, notes: &mut Notes) -> usize {
    let here = timeline.position();
    let plays = command == PlayCommand::Toggle && !playback.playing;
    playback.playing = plays;
    playback.due = 0.0;
    playback.ended = None;
    match command {
        // Play at the end begins from scratch.
        PlayCommand::Toggle if plays && here == timeline.len() => 0,
        PlayCommand::Forward => playback.step.next(timeline, here),
        PlayCommand::Back => playback.step.previous(timeline, here),
        PlayCommand::First => 0,
        PlayCommand::Last => timeline.len(),
        PlayCommand::Seek(position) => position,
        PlayCommand::NextBreak | PlayCommand::PreviousBreak if playback.stops.is_empty() => {
            notes.warn(Phrase::NoBreakpointSet);
            here
        }
        PlayCommand::NextBreak => timeline.next_breakpoint(&playback.stops).unwrap_or_else(|| {
            notes.say(Phrase::NoBreakAfter);
            here
        }),
        PlayCommand::PreviousBreak => timeline.previous_breakpoint(&playback.stops).unwrap_or_else(|| {
            notes.say(Phrase::NoBreakBefore);
            here
        }),
        _ => here,
    }
}

/// Goes on by as many steps as are due, and stops at breakpoints and at the end.
pub(in crate::app) fn advance(
    mut playback: ResMut<Playback>,
    mut recording: ResMut<Recording>,
    time: Res<Time<Real>>,
    mode: Res<Mode>,
) {
    if *mode != Mode::Watch || !playback.playing {
        return;
    }
    let Some(run) = &mut recording.shown else { return };
    let timeline = &mut run.timeline;
    let seconds = time.delta_secs_f64().min(0.25);
    let from = timeline.position();
    let due = playback.steps_due(seconds, timeline.len() as u64);
    let position = if playback.speed == Speed::FASTEST {
        from + usize::try_from(due).unwrap_or(usize::MAX).max(1)
    } else {
        let mut position = from;
        for _ in 0..due {
            position = playback.step.next(timeline, position);
            if position == timeline.len() {
                break;
            }
        }
        position
    };
    let position = position.min(timeline.len());
    let stop = (from + 1..=position).find(|&position| timeline.stops_at(&playback.stops, position));
    timeline.seek(stop.unwrap_or(position));
    if stop.is_some() || timeline.position() == timeline.len() {
        playback.playing = false;
        playback.ended = stop.is_none().then(|| time.elapsed());
        debug!("watch: stopped at {} of {}", timeline.position(), timeline.len());
    }
}
