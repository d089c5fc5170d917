//! A scenario file in the window: its table, its progress, and the search behind a row.

use std::path::{Path, PathBuf};

use bevy::prelude::*;
use gridwalk::app::command::{LevelCommand, ScenarioCommand, WindowCommand};
use gridwalk::app::{Boards, Mode, Scenarios, Standing, WatchQuery};
use gridwalk_pathfinding::Cell;
use tempfile::TempDir;

use super::game::{Game, Hold};

/// A map of 6 × 2 cells, and searches on it whose published lengths are right, too long, too short
/// and of a wall.
fn files() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(
        folder.path().join("small.map"),
        "type octile\nheight 2\nwidth 6\nmap\n......\n..@...\n",
    )
    .unwrap();
    let rows = [
        "0\tsmall.map\t6\t2\t0\t1\t5\t0\t5.41421356",
        "1\tsmall.map\t6\t2\t0\t0\t5\t0\t5.50000000",
        "1\tsmall.map\t6\t2\t0\t0\t5\t0\t4.00000000",
        "0\tsmall.map\t6\t2\t2\t1\t5\t0\t3.00000000",
    ];
    let list = folder.path().join("small.map.scen");
    std::fs::write(&list, format!("version 1\n{}\n", rows.join("\n"))).unwrap();
    (folder, list)
}

fn opened(list: &Path) -> Game {
    let mut game = Game::new().sized(1280.0, 800.0);
    game.command(WindowCommand::DismissHints);
    game.command(LevelCommand::OpenFile(list.to_owned()));
    game.until("the list is there", |game| {
        game.app.world().resource::<Scenarios>().open.is_some()
    });
    game
}

fn done(game: &mut Game) {
    game.until("all are answered", |game| {
        game.app
            .world()
            .resource::<Scenarios>()
            .open
            .as_ref()
            .is_some_and(|open| !open.is_busy())
    });
    game.run(3);
}

#[test]
fn opened_scenario_shows_its_table_and_a_click_its_search() {
    let (_folder, list) = files();
    let mut game = opened(&list);
    done(&mut game);
    assert!(
        game.says("4 of 4 answered: 1 equal, 3 not"),
        "{:?}",
        game.texts()
    );
    let open = game
        .app
        .world()
        .resource::<Scenarios>()
        .open
        .as_ref()
        .unwrap();
    let standings: Vec<_> = open
        .answers
        .iter()
        .map(|answer| answer.standing.clone())
        .collect();
    assert!(
        matches!(
            standings.as_slice(),
            [Standing::Equal, Standing::Shorter(short), Standing::Longer(long), Standing::Refused(_)]
                if (short - 0.5).abs() < 1e-6 && (long - 1.0).abs() < 1e-6
        ),
        "{standings:?}"
    );
    assert!(
        open.answers[..3].iter().all(|answer| answer.expanded > 0),
        "{:?}",
        open.answers
    );
    for text in [
        "equal",
        "−0.500",
        "+1.000",
        "not asked",
        "5.414",
        "(0, 1) → (5, 0)",
    ] {
        assert!(game.find(text).is_some(), "{text}: {:?}", game.texts());
    }
    assert!(
        game.overlaps().iter().all(|(text, _)| !text.contains('→')),
        "{:?}",
        game.overlaps()
    );
    game.click_text("(0, 1) → (5, 0)");
    game.until("it is searched", |game| game.shown().is_some());
    let ends = |game: &Game| {
        let query = &game.app.world().resource::<WatchQuery>().query;
        (query.start, query.goal)
    };
    assert_eq!(*game.app.world().resource::<Mode>(), Mode::Watch);
    assert_eq!(ends(&game), (Cell::new(0, 1), Cell::new(5, 0)));
    let cost = game.shown().unwrap().outcome.cost().unwrap();
    let units = game
        .app
        .world()
        .resource::<WatchQuery>()
        .query
        .options
        .units();
    assert!((units.to_f64(cost) - 5.414_213_56).abs() < 1e-6);
    game.command(ScenarioCommand::Next);
    game.run(3);
    assert_eq!(ends(&game), (Cell::new(0, 0), Cell::new(5, 0)));
}

/// The table lay over the hints, and over the step's sentence when the mode changed.
#[test]
fn table_of_a_scenario_covers_neither_hints_nor_the_time_line() {
    let (_folder, list) = files();
    let mut game = Game::new().sized(1280.0, 720.0);
    assert!(
        game.says("a cell: the agent with the blue ring"),
        "{:?}",
        game.texts()
    );
    game.command(LevelCommand::OpenFile(list));
    game.until("the list is there", |game| {
        game.app.world().resource::<Scenarios>().open.is_some()
    });
    done(&mut game);
    assert!(!game.says("a cell: the agent with the blue ring"));
    game.command(ScenarioCommand::Watch(0));
    game.until("it is searched", |game| game.shown().is_some());
    game.run(20);
    assert!(
        game.find("4 of 4 answered: 1 equal, 3 not").is_some(),
        "{:?}",
        game.texts()
    );
    assert!(game.overlaps().is_empty(), "{:?}", game.overlaps());
}

/// Opens a level that is no map of the scenario.
fn open_another_level(game: &mut Game) {
    let level =
        gridwalk_level::formats::parse_level(super::game::LEVEL.as_bytes(), "test.level.ron")
            .unwrap();
    game.app
        .world_mut()
        .write_message(gridwalk::app::OpenUnfiled(std::sync::Arc::new(level)));
    game.run(6);
}

#[test]
fn row_of_a_scenario_brings_its_map_back() {
    let (_folder, list) = files();
    let mut game = opened(&list);
    done(&mut game);
    game.command(LevelCommand::Open("river_crossing".to_owned()));
    open_another_level(&mut game);
    game.command(ScenarioCommand::Watch(0));
    game.until("the search is there", |game| {
        game.shown().is_some_and(|run| {
            run.timeline.trace().width == 6 && run.timeline.trace().goal == Cell::new(5, 0)
        })
    });
}

#[test]
fn scenario_run_stops_when_cancelled_and_runs_again() {
    let (_folder, list) = files();
    let mut game = opened(&list);
    done(&mut game);
    let answers = |game: &Game| {
        game.app
            .world()
            .resource::<Scenarios>()
            .open
            .as_ref()
            .unwrap()
            .answers
            .len()
    };
    {
        let _hold = Hold::begin();
        game.command(ScenarioCommand::Run);
        game.run(3);
        assert_eq!(answers(&game), 0);
        assert!(
            game.says("0 of 4 answered") && game.find("Cancel").is_some(),
            "{:?}",
            game.texts()
        );
        game.click_text("Cancel");
        game.run(2);
    }
    game.run(10);
    assert_eq!(answers(&game), 0, "nothing goes on");
    assert!(!game.app.world().resource::<Boards>().is_busy());
    game.click_text("Run again");
    done(&mut game);
    assert_eq!(answers(&game), 4);
}

#[test]
fn broken_scenario_is_refused_in_one_sentence_with_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let list = folder.path().join("lost.map.scen");
    let mut game = Game::new();
    for (text, sentence) in [
        ("version 1\n0\tlost.map\t6\t2\t0\t1\t5\t0\t5.4\n", "its map"),
        ("version 1\n0\tlost.map\t6\n", "lost.map.scen:2:"),
        ("version 1\n", "lists no search"),
    ] {
        std::fs::write(&list, text).unwrap();
        game.command(LevelCommand::OpenFile(list.clone()));
        game.until(sentence, |game| {
            game.texts()
                .iter()
                .any(|(text, _)| text.replace('\n', " ").contains(sentence))
        });
        assert!(game.app.world().resource::<Scenarios>().open.is_none());
    }
}

/// The table stayed over every other level, and Esc did nothing about it.
#[test]
fn scenario_table_is_over_its_own_map_alone_and_esc_closes_it() {
    let (_folder, list) = files();
    let mut game = opened(&list);
    done(&mut game);
    let title = "Searches of small.map.scen";
    assert!(game.find(title).is_some(), "{:?}", game.texts());
    // An edit of the map leaves it there.
    game.command(gridwalk::app::command::EditCommand::SetCell(
        Cell::new(4, 1),
        '#',
    ));
    game.run(3);
    assert!(game.find(title).is_some());
    open_another_level(&mut game);
    let is_asked = game.find("Don't save").is_some();
    if is_asked {
        game.click_text("Don't save");
        game.run(6);
    }
    assert!(game.find(title).is_none(), "{:?}", game.texts());
    game.command(ScenarioCommand::Watch(0));
    game.until("its map comes back", |game| game.find(title).is_some());
    game.run(10);
    game.press(KeyCode::Escape);
    game.run(3);
    assert!(game.find(title).is_none(), "{:?}", game.texts());
    assert!(game.app.world().resource::<Scenarios>().open.is_none());
}
