//! Long work in the background, in slices: frames go on meanwhile, and Cancel acts.

use std::sync::Arc;

use bevy::prelude::*;
use bevy_gridwalk::PathStack;
use gridwalk::app::command::{
    EditCommand, FileCommand, GenerateCommand, LevelCommand, ToolCommand, WatchCommand,
};
use gridwalk::app::{Boards, Edit, Mode, OpenDocument, OpenUnfiled, Tool, WatchQuery};
use gridwalk_explain::{Trace, TraceFile};
use gridwalk_level::generate::{MapKind, Recipe, generate};
use gridwalk_level::shapes::Piece;
use gridwalk_level::{Label, Level, PieceAct};
use gridwalk_pathfinding::{Algorithm, Cell, Grid, Heuristic, Limits, NodePool, PathQuery, solve};

use super::edit::{editing, labels, level, with_control};
use super::game::{Game, Hold, LEVEL};

/// Larger than what is shown before it is made.
const LARGE: usize = 521;

fn open_map(side: usize) -> String {
    format!(
        "(version: 1, map: [{}])",
        format!("\"{}\",", ".".repeat(side)).repeat(side)
    )
}

fn is_making(game: &Game) -> bool {
    game.app.world().resource::<Edit>().is_making()
}

/// A maze that nobody makes before the hold ends.
fn making(side: usize) -> (Game, Arc<Level>, Hold) {
    let mut game = editing(&open_map(side));
    let before = level(&game);
    let hold = Hold::begin();
    game.command(GenerateCommand::Kind("maze-wilson".to_owned()));
    game.command(GenerateCommand::Seed(7));
    game.chord(&[KeyCode::ControlLeft], KeyCode::Enter);
    assert!(is_making(&game));
    (game, before, hold)
}

#[test]
fn large_map_is_made_between_frames_and_is_one_step() {
    let (mut game, before, hold) = making(LARGE);
    let frames = |game: &Game| {
        game.app
            .world()
            .resource::<bevy::diagnostic::FrameCount>()
            .0
    };
    let first = frames(&game);
    game.run(20);
    assert_eq!(
        (
            frames(&game) - first,
            labels(&game).len(),
            level(&game) == before
        ),
        (20, 0, true)
    );
    assert!(game.says("The map is being made."), "{:?}", game.texts());
    drop(hold);
    game.until("it is made", |game| !is_making(game));
    assert!(
        matches!(labels(&game)[..], [Label::Piece(PieceAct::Generate, cells)] if cells > 100_000),
        "{:?}",
        labels(&game)
    );
    // The same as at once.
    let side = LARGE.try_into().unwrap();
    let recipe = Recipe {
        kind: MapKind::MazeWilson,
        width: side,
        height: side,
        seed: 7,
        density: None,
    };
    let piece = Piece::of(&generate(&recipe).unwrap().level.grid);
    let mut wanted = Level::clone(&before);
    piece
        .put(&before, Cell::new(0, 0))
        .unwrap()
        .apply(&mut wanted)
        .unwrap();
    assert!(level(&game).grid.is_same_map(&wanted.grid));
    with_control(&mut game, KeyCode::KeyZ);
    assert!(level(&game).grid.is_same_map(&before.grid));
}

#[test]
fn cancelled_map_generation_leaves_nothing() {
    for by_key in [false, true] {
        let (mut game, before, hold) = making(LARGE);
        if by_key {
            game.press(KeyCode::Escape);
        } else {
            game.click_text("Cancel");
        }
        assert!(!is_making(&game), "by key: {by_key}");
        assert!(game.says("Make"), "it can be made after all");
        drop(hold);
        // What waited behind it has had a turn.
        drop(Hold::begin());
        game.run(20);
        assert!(
            labels(&game).is_empty() && level(&game) == before,
            "by key: {by_key}"
        );
        game.click_text("Cancel");
        assert!(
            !game.says("Make"),
            "the second time it is not shown any more"
        );
    }
}

#[test]
fn what_is_changed_while_a_map_is_being_made_stays() {
    type Change = fn(&mut Game);
    let changes: [(&str, Change); 3] = [
        ("a cell", |game| {
            game.command(EditCommand::SetCell(Cell::new(3, 3), '#'));
        }),
        ("the selection", |game| {
            game.command(ToolCommand::Choose(Tool::Select));
            game.command(ToolCommand::Begin(Cell::new(1, 1)));
            game.command(ToolCommand::To(Cell::new(7, 7)));
            game.command(ToolCommand::End);
        }),
        ("undo", |game| with_control(game, KeyCode::KeyZ)),
    ];
    for (what, change) in changes {
        let mut game = editing(&open_map(9));
        game.command(EditCommand::SetCell(Cell::new(0, 0), '#'));
        let hold = Hold::begin();
        game.command(GenerateCommand::Make);
        assert!(is_making(&game), "{what}");
        change(&mut game);
        let after = level(&game);
        game.run(2);
        assert!(!is_making(&game), "{what}");
        assert!(
            game.says("Not made: the level was changed in the meantime."),
            "{what}: {:?}",
            game.texts()
        );
        drop(hold);
        drop(Hold::begin());
        game.run(20);
        assert_eq!(level(&game), after, "{what}");
        game.command(GenerateCommand::Make);
        game.until("it is made after all", |game| !is_making(game));
        assert!(
            matches!(
                labels(&game).last(),
                Some(Label::Piece(PieceAct::Generate, _))
            ),
            "{what}: {:?}",
            labels(&game)
        );
    }
}

#[test]
fn a_map_that_is_being_made_is_not_put_into_another_level() {
    let (mut game, _, hold) = making(9);
    let other = Arc::new(gridwalk_level::formats::parse_ron(LEVEL).unwrap());
    game.app
        .world_mut()
        .write_message(OpenUnfiled(Arc::clone(&other)));
    game.run(3);
    drop(hold);
    drop(Hold::begin());
    game.run(20);
    assert!(!is_making(&game) && labels(&game).is_empty());
    assert!(level(&game).grid.is_same_map(&other.grid));
}

#[test]
fn a_map_that_is_shown_already_is_made_in_the_same_frame() {
    let mut game = editing(&open_map(12));
    game.command(GenerateCommand::Seed(5));
    game.until("it is shown", |game| {
        game.says("Every goal can be reached.")
    });
    let _hold = Hold::begin();
    game.command(GenerateCommand::Make);
    assert!(
        matches!(labels(&game)[..], [Label::Piece(PieceAct::Generate, _)]),
        "{:?}",
        labels(&game)
    );
}

/// The search goes straight to the goal; its verdict looks at every cell, with an estimate that is
/// computed for each.
#[test]
fn cancelled_verdict_leaves_nothing() {
    let side = 1020;
    let mut game = Game::with(&format!(
        "(version: 1, map: [{}], agents: [(name: \"scout\", at: (0, 0), goals: [(1, 0)])],
            search: (algorithm: \"greedy\", heuristic: (formula: \"max(dx, dy) + 0.4 * min(dx, dy)\")))",
        format!("\"{}\",", ".".repeat(side)).repeat(side)
    ));
    game.press(KeyCode::KeyW);
    game.run(2);
    let goal = Cell::new(1019, 1019);
    game.command(WatchCommand::SetGoal(goal));
    game.until("it takes long", |game| game.recording().slow().is_some());
    let hold = Hold::begin();
    game.run(3);
    let query = game.app.world().resource::<WatchQuery>().query.clone();
    assert_eq!(
        (query.options.algorithm, query.goal),
        (Algorithm::Greedy, goal)
    );
    assert!(matches!(query.options.heuristic, Heuristic::Formula(_)));
    let search = |grid: &Grid, query: &PathQuery| {
        solve(grid, query, &mut NodePool::default(), &mut ())
            .stats()
            .expanded
    };
    let map = |game: &Game| {
        Arc::clone(
            game.app
                .world()
                .resource::<WatchQuery>()
                .grid
                .as_ref()
                .unwrap(),
        )
    };
    let expanded = search(&map(&game), &query);
    assert!(
        expanded < 5000,
        "that takes some milliseconds, so what takes long is the verdict: {expanded}"
    );
    let (users, generation) = (Arc::strong_count(&map(&game)), game.recording().generation);
    game.click_text("Cancel");
    drop(hold);
    let is_cancelled = |game: &Game| {
        let recording = game.recording();
        assert!(recording.shown.is_none() && !recording.is_busy());
        recording.cancelled.is_some() && recording.generation == generation + 1
    };
    assert!(is_cancelled(&game));
    game.until("the work has ended: it lets go of the map", |game| {
        Arc::strong_count(&map(game)) < users
    });
    game.run(60);
    assert!(is_cancelled(&game), "nothing came in later");
}

/// A map with an agent, whose order a click beside a button would be.
fn walked(side: usize) -> String {
    let map = format!("\"{}\",", ".".repeat(side)).repeat(side);
    format!("(version: 1, map: [{map}], agents: [(name: \"scout\", at: (0, 0))])")
}

/// Cancels what is said to be under way, by its button or by the key.
fn cancel(game: &mut Game, by_key: bool) {
    if by_key {
        game.press(KeyCode::Escape);
    } else {
        // A text is as long as it is after its first frame.
        game.run(2);
        game.click_text("Cancel");
    }
    game.run(2);
}

#[test]
fn cancelled_copy_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("copy.png");
    let copies = [
        (
            FileCommand::Export(Some(file.clone())),
            "copy.png is being made.",
        ),
        (
            FileCommand::Copy,
            "The text for the clipboard is being made.",
        ),
    ];
    for (copy, says) in copies {
        for by_key in [false, true] {
            let mut game = Game::with(&walked(LARGE));
            let copying = |game: &Game| game.app.world().resource::<OpenDocument>().is_copying();
            let users = |game: &Game| {
                let document = game
                    .app
                    .world()
                    .resource::<OpenDocument>()
                    .document()
                    .unwrap();
                Arc::strong_count(document.level())
            };
            let before = users(&game);
            let hold = Hold::begin();
            game.command(copy.clone());
            assert!(
                copying(&game) && !game.says(says),
                "at first nothing is said: {copy:?}"
            );
            game.until("it takes long", |game| game.says(says));
            cancel(&mut game, by_key);
            assert!(
                !copying(&game) && game.says("The copy was cancelled."),
                "{copy:?}, {by_key}: {:?}",
                game.texts()
            );
            assert!(
                !game.says(says) && !game.has::<PathStack>("scout"),
                "{copy:?}, {by_key}"
            );
            drop(hold);
            game.until("the work has ended: it lets go of the level", |game| {
                users(game) == before
            });
            game.run(20);
            let open = game.app.world().resource::<OpenDocument>();
            assert!(
                !open.is_asking() && !file.exists() && !game.says("The level was copied"),
                "{copy:?}, {by_key}"
            );
            // The next one is made as ever.
            game.command(FileCommand::Export(Some(file.clone())));
            game.until("it is made", |game| {
                game.app.world().resource::<OpenDocument>().is_asking()
            });
        }
    }
}

#[test]
fn cancelled_trace_is_not_opened_later() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("search.trace.json");
    let mut traced = gridwalk_level::formats::parse_ron(LEVEL).unwrap();
    traced.agents.clear();
    let query = PathQuery::new(Cell::new(1, 1), Cell::new(11, 2), &traced.search);
    let (_, trace) = Trace::record(
        &traced.grid,
        &query,
        Limits::NONE,
        usize::MAX,
        &mut NodePool::default(),
    );
    std::fs::write(
        &file,
        TraceFile {
            level: traced,
            trace,
            agent: None,
        }
        .write(),
    )
    .unwrap();
    for by_key in [false, true] {
        let mut game = Game::with(&walked(9));
        let reading = |game: &Game| game.app.world().resource::<Boards>().is_reading();
        let before = level(&game);
        let hold = Hold::begin();
        game.command(LevelCommand::OpenFile(file.clone()));
        game.until("it takes long", |game| {
            game.says("search.trace.json is being read.")
        });
        assert!(reading(&game));
        cancel(&mut game, by_key);
        assert!(
            !reading(&game) && game.says("The trace was cancelled."),
            "{by_key}: {:?}",
            game.texts()
        );
        assert!(!game.has::<PathStack>("scout"), "{by_key}");
        drop(hold);
        // Whoever waited behind it has had a turn.
        drop(Hold::begin());
        game.run(20);
        assert!(
            Arc::ptr_eq(&level(&game), &before),
            "{by_key}: the open level is as it was"
        );
        assert_eq!(*game.app.world().resource::<Mode>(), Mode::Agents);
        game.command(LevelCommand::OpenFile(file.clone()));
        game.until("it is opened after all", |game| game.shown().is_some());
    }
}
