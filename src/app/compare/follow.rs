//! The boards follow the query, the options of the window, and their searches.

use bevy::prelude::*;
use bevy_gridwalk::GridReplaced;
use gridwalk_level::BoardsSetup;
use gridwalk_pathfinding::PathQuery;

use super::Boards;
use crate::app::AppSystems;
use crate::app::settings::Settings;
use crate::app::watch::{Mode, Playback, Runs, WatchQuery};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, follow.in_set(AppSystems::Watch).after(crate::app::watch::begin_search));
}

/// Asks for what is not there, and shows what is done.
fn follow(
    mut boards: ResMut<Boards>,
    (mut playback, settings): (ResMut<Playback>, Res<Settings>),
    (mode, question, runs): (Res<Mode>, Res<WatchQuery>, Res<Runs>),
    mut replaced: MessageReader<GridReplaced>,
) {
    let is_replaced = replaced.read().count() > 0;
    let boards = boards.bypass_change_detection();
    if *mode != Mode::Compare {
        // What the user chose stays; what was found would only take memory.
        if !boards.are_chosen {
            boards.boards.clear();
        }
        for board in &mut boards.boards {
            if board.recording.shown.is_some() || board.recording.is_busy() {
                board.recording.clear();
                boards.begins = true;
            }
        }
        return;
    }
    if question.grid.is_none() {
        return;
    }
    if boards.boards.is_empty() || (is_replaced && !boards.are_chosen) {
        let chosen = runs.compared.and_then(|number| runs.rows.get(number));
        boards.show_usual(&question.query.options, chosen.map(|run| &run.question.query.options));
    }
    if is_replaced {
        boards.begins = true;
        boards.boards.iter_mut().for_each(|board| board.recording.clear());
    }
    for board in &mut boards.boards {
        board.options = BoardsSetup::options(&question.query.options, &board.changes);
        let asked = WatchQuery {
            query: PathQuery { options: board.options.clone(), ..question.query.clone() },
            ..question.clone()
        };
        board.recording.ask(&asked, playback.dragging);
    }
    take_ready(boards, &mut playback, &settings);
}

/// Shows the searches that are done. Who follows a dragged goal looks at the whole picture.
fn take_ready(boards: &mut Boards, playback: &mut Playback, settings: &Settings) {
    let was_at_end = boards.at >= boards.end();
    let mut is_dragged = false;
    let mut ready = 0;
    for board in &mut boards.boards {
        let Some(result) = board.recording.take_ready() else { continue };
        is_dragged |= result.as_ref().is_ok_and(|run| run.dragged);
        board.recording.show(result);
        ready += 1;
    }
    let is_complete = !boards.is_busy();
    if boards.begins && is_complete && boards.runs().any(|run| run.is_some()) {
        boards.begins = false;
        let steps = boards.end() / boards.step().max(1);
        playback.begin_steps(steps, settings);
        boards.seek(if playback.playing { 0 } else { u64::MAX });
        let ends: Vec<_> = boards.runs().flatten().map(|run| run.board().end(boards.clock).to_string()).collect();
        debug!("comparing {} boards, which end at {}", boards.boards.len(), ends.join(", "));
    } else if ready > 0 && !boards.begins {
        let at = if is_dragged || was_at_end { u64::MAX } else { boards.at };
        boards.seek(at);
        debug!("compare: {ready} boards searched again");
    }
}
