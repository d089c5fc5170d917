//! Opens trace files: each becomes the watched board, on the level of the trace.

use std::path::PathBuf;
use std::sync::Arc;

use bevy::prelude::*;
use bevy_gridwalk::GridReplaced;

use super::trace_file::{OpeningTrace, TraceRun, read};
use super::{Boards, Runs, WatchQuery};
use crate::app::command::Mode;
use crate::app::common::under_way::UnderWay;
use crate::app::document::Editor;
use crate::app::{Notes, OpenDocument};

/// Starts to read a trace file; replaces a trace that is being opened.
pub(in crate::app) fn open_trace(In(path): In<PathBuf>, mut boards: ResMut<Boards>) {
    let trace = UnderWay::begin(read(path.clone()));
    boards.opening = Some(OpeningTrace::Reading(path, trace));
}

/// Opens the level of a trace that was read, after a question if unsaved work would be lost.
pub(super) fn open_level(mut boards: ResMut<Boards>, mut editor: Editor, mut notes: ResMut<Notes>) {
    let boards = boards.bypass_change_detection();
    let read = match boards.opening.take() {
        Some(OpeningTrace::Reading(path, mut trace)) => match trace.take() {
            None => return boards.opening = Some(OpeningTrace::Reading(path, trace)),
            Some(Ok(read)) => read,
            Some(Err(why)) => return notes.warn(why),
        },
        Some(OpeningTrace::Read(read)) => read,
        asked => return boards.opening = asked,
    };
    editor.open_without_file(Arc::clone(&read.level));
    boards.opening = Some(OpeningTrace::Asked(read));
}

/// Watches the search of a trace when its level is shown; if another level is shown, drops the trace.
pub(super) fn show(
    mut replaced: MessageReader<GridReplaced>,
    mut boards: ResMut<Boards>,
    (mut question, mut runs): (ResMut<WatchQuery>, ResMut<Runs>),
    mut mode: ResMut<Mode>,
    open: Res<OpenDocument>,
) {
    if replaced.read().count() == 0 || !matches!(boards.opening, Some(OpeningTrace::Asked(_))) {
        return;
    }
    let Some(OpeningTrace::Asked(TraceRun { level, run })) = boards.opening.take() else { return };
    if open.document().is_none_or(|document| !Arc::ptr_eq(document.level(), &level)) {
        return;
    }
    debug!("trace shown: {} events", run.timeline.len());
    *mode = Mode::Watch;
    *question = run.question.clone();
    runs.note(&run, &mut question);
    boards.turn_to(Mode::Watch);
    boards.replay(&run, &question);
}
