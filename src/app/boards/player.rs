//! The player of one or several boards, moved by commands and by time.
//!
//! It also keeps the boards in step with the query, the options of the window, and their searches.

use bevy::prelude::*;
use bevy_gridwalk::{GridReplaced, NavGrid};

use super::{Boards, Playback, Run, Runs, Speed, WatchQuery};
use crate::app::command::{Mode, PlayCommand, StepSize};
use crate::app::common::lesson::OpenLesson;
use crate::app::common::state::another;
use crate::app::{Notes, Phrase, Toggles};

/// Runs a command.
pub(in crate::app) fn play(
    In(command): In<PlayCommand>,
    mut playback: ResMut<Playback>,
    mut boards: ResMut<Boards>,
    (grid, lesson): (Res<NavGrid>, Res<OpenLesson>),
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
                let mut to = target(command, &mut playback, &boards, &mut notes);
                // The steps after the question's position would tell its answer.
                if let Some(last) = lesson.last_before_answer()
                    && (to > last || (playback.playing && to >= last))
                {
                    (to, playback.playing) = (last, false);
                    notes.tell(Phrase::AnswerFirst);
                }
                boards.begins = false;
                boards.seek(to);
                boards.log("");
            }
        }
    }
}

/// Returns the time on the clock to which a command leads.
fn target(
    command: PlayCommand,
    playback: &mut Playback,
    boards: &Boards,
    notes: &mut Notes,
) -> u64 {
    let (here, end) = (boards.at, boards.end());
    let plays = command == PlayCommand::Toggle && !playback.playing;
    playback.playing = plays;
    playback.reset_clock();
    match command {
        // Playing at the end starts again from the beginning.
        PlayCommand::Toggle if plays && here >= end => 0,
        PlayCommand::Forward => boards.beside(here, playback.step, true),
        PlayCommand::Back => boards.beside(here, playback.step, false),
        PlayCommand::First => 0,
        PlayCommand::Last => end,
        PlayCommand::Seek(at) => at as u64,
        PlayCommand::NextBreak | PlayCommand::PreviousBreak => {
            let Some(run) = boards.watched() else {
                return here;
            };
            let is_next = command == PlayCommand::NextBreak;
            let stops = &playback.stops;
            let found = if is_next {
                run.timeline.next_breakpoint(stops)
            } else {
                run.timeline.previous_breakpoint(stops)
            };
            if stops.is_empty() {
                notes.warn(Phrase::NoBreakpointSet);
            } else if found.is_none() {
                notes.tell(if is_next {
                    Phrase::NoBreakAfter
                } else {
                    Phrase::NoBreakBefore
                });
            }
            found.map_or(here, |position| position as u64)
        }
        _ => here,
    }
}

/// Advances by the steps that are due; stops at the end, and a single search at breakpoints.
pub(super) fn advance(
    mut playback: ResMut<Playback>,
    mut boards: ResMut<Boards>,
    (time, lesson): (Res<Time<Real>>, Res<OpenLesson>),
) {
    if !playback.playing || boards.begins || boards.runs().all(|run| run.is_none()) {
        return;
    }
    let from = boards.at;
    let end = lesson
        .last_before_answer()
        .map_or(boards.end(), |last| last.min(boards.end()));
    let is_fastest = playback.speed == Speed::FASTEST && boards.watched().is_some();
    // The fastest speed advances a single search by events, whatever the step size is.
    let step = if is_fastest {
        StepSize::Event
    } else {
        playback.step
    };
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
        let stops = |at: &u64| {
            usize::try_from(*at).is_ok_and(|at| run.timeline.stops_at(&playback.stops, at))
        };
        (from + 1..=to).find(stops)
    });
    boards.seek(stop.unwrap_or(to));
    if stop.is_some() || boards.at >= end {
        playback.playing = false;
        playback.ended = stop.is_none().then(|| time.elapsed());
        boards.log("stopped ");
    }
}

/// Shows finished searches and starts missing ones.
///
/// The next search of a board starts when its last one is finished. A dragged goal is therefore
/// followed as fast as the searches allow, and no search is wasted.
pub(super) fn follow(
    mut boards: ResMut<Boards>,
    mut runs: ResMut<Runs>,
    mut playback: ResMut<Playback>,
    mut question: ResMut<WatchQuery>,
    mut replaced: MessageReader<GridReplaced>,
    (mode, grid, toggles): (Res<Mode>, Res<NavGrid>, Res<Toggles>),
) {
    let is_replaced = replaced.read().count() > 0;
    let boards = boards.bypass_change_detection();
    boards.turn_to(*mode);
    if is_replaced {
        runs.forget_other_maps(grid.grid(), &mut playback);
        boards.forget();
    }
    if question.grid.is_none() {
        return;
    }
    if *mode == Mode::Compare && (boards.boards.is_empty() || (is_replaced && !boards.are_chosen)) {
        boards.show_usual(&question.query.options);
    }
    let was_at_end = boards.at >= boards.end();
    let (ready, is_dragged) = take_ready(boards, &mut runs, &mut question);
    for board in &mut boards.boards {
        let asked = board.question(&question);
        board.options.clone_from(&asked.query.options);
        board.recording.ask(&asked, playback.dragging);
    }
    let is_one = boards.boards.len() == 1;
    if boards.begins && (is_one || !boards.is_busy()) && boards.runs().any(|run| run.is_some()) {
        boards.begins = false;
        let steps = boards.steps(playback.step);
        playback.begin_steps(steps, &toggles);
        boards.seek(if playback.playing { 0 } else { u64::MAX });
        if !is_one {
            let ends: Vec<_> = boards
                .runs()
                .flatten()
                .map(|run| run.board().end(boards.clock).to_string())
                .collect();
            debug!(
                "comparing {} boards, which end at {}",
                boards.boards.len(),
                ends.join(", ")
            );
        }
    } else if ready > 0 && !boards.begins {
        // While start or goal is dragged, or the map of a single search is edited, the whole search
        // is shown.
        boards.seek(if is_one || is_dragged || was_at_end {
            u64::MAX
        } else {
            boards.at
        });
        if !is_one {
            debug!("compare: {ready} boards searched again");
        }
    }
}

/// Takes over finished searches.
///
/// Returns their number, and whether start or goal was being dragged when they were requested.
fn take_ready(boards: &mut Boards, runs: &mut Runs, question: &mut WatchQuery) -> (usize, bool) {
    let (mut ready, mut is_dragged) = (0, false);
    let is_one = boards.boards.len() == 1;
    for board in &mut boards.boards {
        let Some(result) = board.recording.take_ready() else {
            continue;
        };
        ready += 1;
        if let Ok(run) = &result {
            is_dragged |= run.dragged;
            if is_one {
                let (start, goal) = (run.question.query.start, run.question.query.goal);
                debug!("watching {start} to {goal}: {} events", run.timeline.len());
                // A search with newly chosen options is played.
                let same_choice =
                    |shown: &Run| shown.question.query.options == run.question.query.options;
                boards.begins =
                    !run.dragged && !board.recording.shown.as_ref().is_some_and(same_choice);
                runs.note(run, question);
            }
        }
        board.recording.show(result);
    }
    (ready, is_dragged)
}
