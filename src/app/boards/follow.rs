//! Keeps the boards in step with the query, the options of the window, and their searches.

use bevy::prelude::*;
use bevy_gridwalk::{GridReplaced, NavGrid};

use super::{Boards, Playback, Run, Runs, WatchQuery};
use crate::app::Toggles;
use crate::app::command::Mode;

/// Shows finished searches and starts missing ones.
///
/// The next search of a board starts when its last one is finished. A dragged goal is therefore followed as fast as
/// the searches allow, and no search is wasted.
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
        let chosen = runs.compared.and_then(|number| runs.rows.get(number));
        boards.show_usual(&question.query.options, chosen.map(|run| &run.question.query.options));
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
            let ends: Vec<_> = boards.runs().flatten().map(|run| run.board().end(boards.clock).to_string()).collect();
            debug!("comparing {} boards, which end at {}", boards.boards.len(), ends.join(", "));
        }
    } else if ready > 0 && !boards.begins {
        // While start or goal is dragged, or the map of a single search is edited, the whole search is shown.
        boards.seek(if is_one || is_dragged || was_at_end { u64::MAX } else { boards.at });
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
        let Some(result) = board.recording.take_ready() else { continue };
        ready += 1;
        if let Ok(run) = &result {
            is_dragged |= run.dragged;
            if is_one {
                let (start, goal) = (run.question.query.start, run.question.query.goal);
                debug!("watching {start} to {goal}: {} events", run.timeline.len());
                // A search with newly chosen options is played.
                let same_choice = |shown: &Run| shown.question.query.options == run.question.query.options;
                boards.begins = !run.dragged && !board.recording.shown.as_ref().is_some_and(same_choice);
                runs.note(run, question);
            }
        }
        board.recording.show(result);
    }
    (ready, is_dragged)
}
