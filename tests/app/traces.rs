//! Traces of searches are opened, and nothing is searched again for that.

use std::path::{Path, PathBuf};

use bevy::input::ButtonState::{Pressed, Released};
use bevy::prelude::*;
use bevy::window::FileDragAndDrop;
use bevy_gridwalk::NavGrid;
use gridwalk::app::command::{DialogAnswer, EditCommand, FileCommand, LevelCommand, WatchCommand};
use gridwalk::app::{Mode, OpenDocument, QuerySource, Runs};
use gridwalk_explain::{Timeline, Trace, TraceFile};
use gridwalk_level::formats::parse_ron;
use gridwalk_pathfinding::{Algorithm, Cell, Limits, NodePool, PathQuery, Side};

use super::game::{Game, LEVEL};

/// A search on [`LEVEL`], of which at most so many events are kept, and the file that holds it.
fn traced(folder: &Path, algorithm: Algorithm, most_events: usize) -> (Trace, PathBuf) {
    let mut level = parse_ron(LEVEL).unwrap();
    level.agents.clear();
    level.search.algorithm = algorithm;
    let query = PathQuery::new(Cell::new(1, 1), Cell::new(11, 2), &level.search);
    let (_, trace) = Trace::record(
        &level.grid,
        &query,
        Limits::NONE,
        most_events,
        &mut NodePool::default(),
    );
    let file = folder.join(format!("{}.trace.json", algorithm.name()));
    std::fs::write(
        &file,
        TraceFile {
            level,
            trace: trace.clone(),
            agent: None,
        }
        .write(),
    )
    .unwrap();
    (trace, file)
}

fn open(game: &mut Game, file: &Path) {
    game.command(LevelCommand::OpenFile(file.to_owned()));
}

fn shows_trace(game: &Game) -> bool {
    game.shown()
        .is_some_and(|run| matches!(run.question.source, QuerySource::Trace(_)))
}

/// Returns the marks of every cell, on both sides.
fn marks(timeline: &Timeline) -> Vec<String> {
    let (marks, trace) = (timeline.marks(), timeline.trace());
    let cells = (0..trace.height)
        .flat_map(|y| (0..trace.width).map(move |x| (x.cast_signed(), y.cast_signed())));
    let sides =
        |cell: (i32, i32)| [Side::Forward, Side::Backward].map(|side| marks.get(cell.into(), side));
    cells.map(|cell| format!("{:?}", sides(cell))).collect()
}

#[test]
fn a_trace_is_scrubbed_and_shows_what_its_recording_showed() {
    let folder = tempfile::tempdir().unwrap();
    for algorithm in [Algorithm::AStar, Algorithm::Bidirectional, Algorithm::Theta] {
        let (recorded, file) = traced(folder.path(), algorithm, usize::MAX);
        let mut game = Game::shipped("right_angle");
        open(&mut game, &file);
        game.until("the trace is shown", shows_trace);
        game.run(3);
        let level = parse_ron(LEVEL).unwrap();
        assert!(
            game.app
                .world()
                .resource::<NavGrid>()
                .grid()
                .is_same_map(&level.grid),
            "with its map"
        );
        assert_eq!(*game.app.world().resource::<Mode>(), Mode::Watch);
        let run = game.shown().unwrap();
        assert_eq!(
            (run.question.query.start, run.question.query.goal),
            (recorded.start, recorded.goal)
        );
        assert_eq!(**run.timeline.trace(), recorded);
        assert_eq!((run.timeline.len(), run.time), (recorded.len(), None));
        assert_eq!(run.outcome.path().unwrap().cells(), recorded.outcome.path);
        game.press(KeyCode::End);
        let mut timeline = Timeline::new(recorded.into());
        timeline.seek(timeline.len());
        assert_eq!(
            marks(&game.shown().unwrap().timeline),
            marks(&timeline),
            "{algorithm:?} at its end"
        );
        for position in [timeline.len() / 2, 1, 0] {
            timeline.seek(position);
            game.command(gridwalk::app::command::PlayCommand::Seek(position));
            assert_eq!(
                marks(&game.shown().unwrap().timeline),
                marks(&timeline),
                "{algorithm:?} at {position}"
            );
        }
        game.run(40);
        assert!(shows_trace(&game), "nothing is searched in its place");
        assert!(
            game.tells(&format!(
                "trace {}",
                file.file_name().unwrap().to_str().unwrap()
            )),
            "{:?}",
            game.texts()
        );
    }
}

#[test]
fn truncated_trace_stays_so_and_dragging_its_ends_searches() {
    let folder = tempfile::tempdir().unwrap();
    let (recorded, file) = traced(folder.path(), Algorithm::AStar, 12);
    let mut game = Game::new();
    // It is dropped on the window, over the same map.
    let window = game.window;
    game.send(FileDragAndDrop::DroppedFile {
        window,
        path_buf: file,
    });
    game.until("the trace is shown", shows_trace);
    game.run(40);
    assert_eq!(
        (game.position().1, recorded.len()),
        (12, 12),
        "a search would have more events"
    );
    let rows = game.app.world().resource::<Runs>().rows.len();
    game.command(WatchCommand::SetGoal((3, 3).into()));
    game.until("a search of the window's own follows", |game| {
        game.shown().is_some_and(|run| {
            run.question.source == QuerySource::Free && run.question.query.goal == (3, 3).into()
        })
    });
    assert_eq!(game.app.world().resource::<Runs>().rows.len(), rows + 1);
    game.command(WatchCommand::ShowRun(rows - 1));
    game.run(2);
    assert_eq!(game.position().1, 12, "the table of runs keeps it");
}

#[test]
fn invalid_trace_gets_one_sentence_and_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let (_, good) = traced(folder.path(), Algorithm::AStar, usize::MAX);
    let good = std::fs::read_to_string(good).unwrap();
    let cut = &good[..good.len() / 2];
    let elsewhere = r#"{"version":"1.4.0","events":[{"type":"source","id":0,"x":0,"y":0}]}"#;
    let lines = cut.lines().count();
    let strange = good.replacen("\"type\":\"expanding\"", "\"type\":\"exploding\"", 1);
    let place = good
        .lines()
        .position(|line| line.contains("\"type\":\"expanding\""))
        .unwrap()
        + 1;
    let mut game = Game::new();
    game.command(EditCommand::NextTerrain((2, 2).into()));
    game.run(3);
    let level = |game: &Game| {
        game.app
            .world()
            .resource::<OpenDocument>()
            .document()
            .unwrap()
            .level()
            .clone()
    };
    let before = level(&game);
    for (name, text, wanted) in [
        (
            "cut.trace.json",
            cut,
            format!("The trace cannot be opened: cut.trace.json:{lines}:"),
        ),
        (
            "strange.trace.json",
            &strange,
            format!("The trace cannot be opened: strange.trace.json:{place}:1: "),
        ),
        (
            "elsewhere.json",
            elsewhere,
            "elsewhere.json is a trace from elsewhere, and its map is not in it".to_owned(),
        ),
        (
            "level.json",
            "(version: 1, map: [\".\"])",
            "The trace cannot be opened: level.json:1:1: ".to_owned(),
        ),
    ] {
        let file = folder.path().join(name);
        std::fs::write(&file, text).unwrap();
        open(&mut game, &file);
        game.until("it is said", |game| game.says(&wanted));
        game.run(3);
        assert_eq!(*game.app.world().resource::<Mode>(), Mode::Agents);
        assert!(
            std::sync::Arc::ptr_eq(&level(&game), &before),
            "{name}: the open level is as it was"
        );
        game.press(KeyCode::Escape);
    }
    open(&mut game, &folder.path().join("missing.json"));
    game.until("it is said", |game| {
        game.texts()
            .iter()
            .any(|(text, _)| text.contains("missing.json."))
    });
    assert!(
        game.says("There is no file ") && !game.tells("os error"),
        "{:?}",
        game.texts()
    );
}

#[test]
fn unsaved_work_is_asked_about_before_a_trace_takes_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let (_, file) = traced(folder.path(), Algorithm::AStar, usize::MAX);
    let mut game = Game::new();
    game.command(EditCommand::NextTerrain((2, 2).into()));
    game.run(3);
    let is_asking = |game: &Game| game.app.world().resource::<OpenDocument>().is_asking();
    open(&mut game, &file);
    game.until("the user is asked", is_asking);
    game.command(FileCommand::Answer(DialogAnswer::Cancel));
    game.run(10);
    assert!(!shows_trace(&game), "what is open stays");
    assert!(game.app.world().resource::<OpenDocument>().is_unsaved());
    open(&mut game, &file);
    game.until("the user is asked", is_asking);
    game.command(FileCommand::Answer(DialogAnswer::DontSave));
    game.until("the trace is shown", shows_trace);
    assert!(
        !game.app.world().resource::<OpenDocument>().is_unsaved(),
        "of a trace nothing is to be saved"
    );
}

#[test]
fn the_palette_opens_a_trace_whose_path_is_typed() {
    let folder = tempfile::tempdir().unwrap();
    let (_, file) = traced(folder.path(), Algorithm::AStar, usize::MAX);
    let mut game = Game::new();
    game.key_in_this_frame(KeyCode::ControlLeft, Pressed);
    game.press(KeyCode::KeyK);
    game.key(KeyCode::ControlLeft, Released);
    game.type_text(file.to_str().unwrap());
    game.run(1);
    game.press(KeyCode::Enter);
    game.until("the trace is shown", shows_trace);
}
