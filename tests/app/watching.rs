//! Watching a search, by mouse and keyboard.

use bevy::input::ButtonState;
use bevy::prelude::*;
use bevy_gridwalk::{AgentMotion, PathStack};
use gridwalk::app::command::{
    AgentCommand, EditCommand, OptionsCommand, PlayCommand, Toggle, WatchCommand, WindowCommand,
};
use gridwalk::app::{
    EndsOrigin, MapArea, Mode, OpenUnfiled, Playback, QuerySource, Run, Runs, Speed, Toggles,
    WatchQuery,
};
use gridwalk_explain::Breakpoint;
use gridwalk_pathfinding::UnreachablePolicy;
use gridwalk_pathfinding::{Algorithm, Cell, Movement, OptionChange, Side};

use super::game::{Game, LEVEL, option};

#[test]
fn watching_pauses_the_agents_and_going_back_resumes() {
    let mut game = Game::new();
    let goal = game.place(9, 1);
    game.click(goal);
    game.press(KeyCode::KeyW);
    game.run(3);
    assert_eq!(*game.app.world().resource::<Mode>(), Mode::Watch);
    let stands = game.cell_of("scout");
    game.run(60);
    assert_eq!(game.cell_of("scout"), stands, "it waits");
    game.press(KeyCode::KeyW);
    game.run(150);
    assert_eq!(game.cell_of("scout"), Cell::new(9, 1));
}

#[test]
fn keys_step_forwards_and_back_and_play_stops_at_the_end() {
    let mut game = Game::new();
    game.watch((1, 1), (9, 1));
    assert_eq!(game.position().0, 0);
    let mut stops = vec![0];
    for _ in 0..5 {
        game.press(KeyCode::ArrowRight);
        stops.push(game.position().0);
    }
    assert!(stops.windows(2).all(|pair| pair[0] < pair[1]), "{stops:?}");
    for stop in stops.iter().rev().skip(1) {
        game.press(KeyCode::ArrowLeft);
        assert_eq!(game.position().0, *stop, "back through {stops:?}");
    }
    game.command(PlayCommand::Speed(19));
    game.press(KeyCode::Space);
    game.until("it has played to the end", |game| {
        game.position().0 == game.position().1
    });
    game.run(2);
    assert!(!game.app.world().resource::<Playback>().playing);
    game.press(KeyCode::Home);
    assert_eq!(game.position().0, 0);
    game.press(KeyCode::End);
    assert_eq!(game.position().0, game.position().1);
}

#[test]
fn a_dragged_goal_is_followed_by_the_whole_picture() {
    let mut game = Game::new();
    game.watch((1, 1), (9, 1));
    let before = game.shown().unwrap().outcome.cost().unwrap();
    let (from, to) = (game.place(9, 1), game.place(2, 1));
    game.drag(from, to);
    game.until("the search follows", |game| {
        game.shown()
            .is_some_and(|run| run.question.query.goal == Cell::new(2, 1))
    });
    assert!(game.shown().unwrap().outcome.cost().unwrap() < before);
    assert_eq!(game.position().0, game.position().1, "and its end is shown");
    assert!(!game.has::<PathStack>("scout"), "nobody was sent there");
    // Walls are no goals: the last good place stays.
    let (from, to) = (game.place(2, 1), game.place(6, 2));
    game.drag(from, to);
    assert!(game.app.world().resource::<WatchQuery>().query.goal != Cell::new(6, 2));
}

/// A map of 128 by 128 cells with a wall in every fourth column, and a gap in each.
fn large_map() -> String {
    let row = |y: usize| -> String {
        (0..128)
            .map(|x| {
                if x % 4 == 2 && y != (x * 37) % 128 {
                    '#'
                } else {
                    '.'
                }
            })
            .collect()
    };
    let rows: Vec<String> = (0..128).map(|y| format!("\"{}\"", row(y))).collect();
    format!(
        "(version: 1, map: [{}], agents: [ (name: \"scout\", at: (0, 0)) ])",
        rows.join(",")
    )
}

/// Only the end of one drag on a small map was looked at.
#[test]
fn solution_follows_a_drag_over_128_by_128_cells() {
    let mut game = Game::with(&large_map()).sized(1280.0, 900.0);
    game.watch((0, 0), (5, 5));
    let goal = |game: &Game| game.shown().map(|run| run.question.query.goal);
    game.point_at(game.place(5, 5));
    game.button(ButtonState::Pressed);
    let mut followed = 0;
    for y in (8..120).step_by(4) {
        game.point_at(game.place(5, y));
        game.until("the search follows", |game| {
            goal(game) == Some(Cell::new(5, y))
        });
        // What is drawn is the whole answer for this very cell.
        let run = game.shown().unwrap();
        assert_eq!(run.timeline.position(), run.timeline.len());
        assert_eq!(
            run.outcome
                .path()
                .and_then(|path| path.waypoints().last().copied()),
            Some(Cell::new(5, y))
        );
        followed += 1;
    }
    game.button(ButtonState::Released);
    assert_eq!(followed, 28);
}

#[test]
fn a_changed_setting_is_followed_and_every_search_gets_a_row() {
    let mut game = Game::new();
    game.watch((1, 1), (9, 1));
    let rows = game.app.world().resource::<Runs>().rows.len();
    game.command(option("algorithm", "dijkstra"));
    game.until("Dijkstra is watched", |game| {
        game.shown()
            .is_some_and(|run| run.question.query.options.algorithm == Algorithm::Dijkstra)
    });
    let runs = game.app.world().resource::<Runs>();
    assert_eq!(runs.rows.len(), rows + 1);
    let expanded = |run: &Run| run.outcome.stats().expanded;
    assert!(
        expanded(&runs.rows[rows]) > expanded(&runs.rows[rows - 1]),
        "without an estimate it looks at more"
    );
    game.command(WatchCommand::ShowRun(rows - 1));
    game.until("the old search is watched again", |game| {
        game.shown()
            .is_some_and(|run| run.question.query.options.algorithm == Algorithm::AStar)
    });
    assert_eq!(
        game.app.world().resource::<Runs>().rows.len(),
        rows + 1,
        "which is not a new one"
    );
}

/// From the upper left of a cell's menu, which opens at the pointer, to its entry "Stop when
/// opened".
const STOP_WHEN_OPENED: Vec2 = Vec2::new(60.0, 101.0);

#[test]
fn the_menu_of_a_right_click_sets_a_breakpoint_where_play_stops() {
    let mut game = Game::new();
    game.watch((1, 1), (9, 1));
    let goal = |game: &Game| game.app.world().resource::<WatchQuery>().query.goal;
    let cell = game.place(4, 1);
    game.right_click(cell);
    // A click beside the menu closes it, and does not move the goal.
    let beside = game.place(2, 4);
    game.click(beside);
    assert_eq!(goal(&game), Cell::new(9, 1), "the click was for the menu");
    game.right_click(cell);
    game.click(cell + STOP_WHEN_OPENED);
    assert_eq!(
        game.app.world().resource::<Playback>().stops,
        [Breakpoint::Opened(Cell::new(4, 1))]
    );
    assert_eq!(goal(&game), Cell::new(9, 1));
    game.command(PlayCommand::Speed(19));
    game.press(KeyCode::Space);
    game.until("it stops", |game| {
        !game.app.world().resource::<Playback>().playing
    });
    let (position, length) = game.position();
    assert!(position > 0 && position < length, "{position} of {length}");
    let timeline = &game.shown().unwrap().timeline;
    let last = timeline.trace().event(position - 1).unwrap();
    assert!(
        matches!(last, gridwalk_pathfinding::SearchEvent::Generated { cell, .. } if cell == Cell::new(4, 1)),
        "{last:?}"
    );
    game.press(KeyCode::End);
    game.press(KeyCode::KeyB);
    assert_eq!(game.position().0, length, "there is none after it");
}

#[test]
fn the_slider_is_dragged_with_the_mouse() {
    let mut game = Game::new();
    game.watch((1, 1), (9, 1));
    game.drag(Vec2::new(320.0, 659.0), Vec2::new(520.0, 659.0));
    let (position, length) = game.position();
    assert!(
        position > length / 5 && position < length * 4 / 5,
        "{position} of {length}"
    );
    assert_eq!(
        game.app.world().resource::<WatchQuery>().query.goal,
        Cell::new(9, 1),
        "the map was not touched"
    );
}

#[test]
fn an_agents_search_is_watched_on_the_map_as_it_was() {
    let mut game = Game::new();
    let goal = game.place(9, 1);
    game.click(goal);
    game.run(30);
    let agent = game.agent("scout");
    let search = game
        .app
        .world()
        .get::<bevy_gridwalk::LastSearch>(agent)
        .unwrap()
        .clone();
    game.command(EditCommand::SetCell(Cell::new(9, 0), '#'));
    game.run(3);
    game.command(WatchCommand::Agent("scout".into(), 0));
    game.until("its search is watched", |game| {
        game.shown()
            .is_some_and(|run| run.question.query.goal == Cell::new(9, 1))
    });
    let run = game.shown().unwrap();
    assert_eq!(run.question.query.start, search.query.start);
    assert_eq!(
        run.outcome.stats(),
        search.stats,
        "the same search, counted again"
    );
    assert_eq!(
        run.outcome.path().map(gridwalk_pathfinding::Path::hash),
        search.path_hash
    );
    let map = run.question.grid.as_ref().unwrap();
    assert!(map.is_walkable(Cell::new(9, 0)), "the wall came later");
}

#[test]
fn double_click_watches_the_search_of_a_walking_agent() {
    let mut game = Game::new();
    let guard = game.place(1, 4);
    game.click(guard);
    let goal = game.place(8, 5);
    game.click(goal);
    game.click(guard);
    game.run(18);
    let agent = game.agent("guard");
    let walked = game
        .app
        .world()
        .get::<AgentMotion>(agent)
        .unwrap()
        .position
        .distance(Vec2::new(1.0, 4.0));
    assert!(
        walked > 0.6,
        "the second click meets it no more: {walked} cells"
    );
    game.click(guard);
    game.until("its search is watched", |game| {
        game.shown()
            .is_some_and(|run| run.question.query.goal == Cell::new(8, 5))
    });
    let source = game.app.world().resource::<WatchQuery>().source.clone();
    assert!(
        matches!(source, QuerySource::Agent { ref name, back: 0, .. } if name == "guard"),
        "{source:?}"
    );
}

#[test]
fn a_setting_changed_while_an_old_run_is_shown_changes_that_run() {
    let mut game = Game::new();
    game.watch((1, 1), (9, 1));
    let rows = game.app.world().resource::<Runs>().rows.len();
    for (key, value) in [("algorithm", "dijkstra"), ("tie", "newest")] {
        game.command(option(key, value));
    }
    game.until("both changes are searched", |game| {
        game.shown()
            .is_some_and(|run| run.question.query.options.tie.name() == "newest")
    });
    game.command(WatchCommand::ShowRun(rows - 1));
    game.until("the first run is shown", |game| {
        game.shown()
            .is_some_and(|run| run.question.query.options.algorithm == Algorithm::AStar)
    });
    let before = game.shown().unwrap().question.query.options.clone();
    game.command(option("movement", "four"));
    game.until("it is searched again", |game| {
        game.shown()
            .is_some_and(|run| run.question.query.options.movement == Movement::Four)
    });
    let after = &game.shown().unwrap().question.query.options;
    assert_eq!(
        (after.algorithm, after.tie),
        (before.algorithm, before.tie),
        "not those of the window"
    );
}

/// 400 × 400 cells and a wall with a gap at its far end. With a straight line for an estimate
/// nearly every cell has an F of its own, and IDA* begins anew many times: more than a second, even
/// when optimised.
fn endless() -> String {
    let mut rows = vec![".".repeat(400); 400];
    for row in &mut rows[..399] {
        row.replace_range(200..201, "#");
    }
    let rows: Vec<_> = rows.iter().map(|row| format!("{row:?}")).collect();
    format!(
        r#"(version: 1, name: "Endless", map: [{}], agents: [(name: "scout", at: (0, 0), goals: [(1, 0)])],
            search: (algorithm: "idastar", heuristic: "euclidean"))"#,
        rows.join(", ")
    )
}

#[test]
fn a_long_search_tells_how_far_it_is_and_can_be_given_up() {
    let mut game = Game::with(&endless());
    game.press(KeyCode::KeyW);
    game.run(2);
    game.command(WatchCommand::SetGoal(Cell::new(399, 0)));
    let slow = |game: &Game| game.recording().slow();
    game.until("it is called slow", |game| {
        slow(game).is_some_and(|(expanded, _)| expanded > 0)
    });
    game.press(KeyCode::Escape);
    game.run(5);
    let recording = game.recording();
    assert!(!recording.is_busy() && recording.shown.is_none());
    assert!(recording.cancelled.is_some_and(|expanded| expanded > 0));
    game.run(30);
    assert!(!game.recording().is_busy(), "it does not begin by itself");
    game.command(WatchCommand::SearchAgain);
    game.run(2);
    assert!(game.recording().is_busy(), "but on demand");
    game.command(option("algorithm", "astar"));
    game.until("a quick search follows", |game| game.shown().is_some());
    assert_eq!(game.recording().cancelled, None);
}

/// After each expansion of `first_steps`: the open list in pop order, as cell, F, G and H.
const FIRST_STEPS: [&[(i32, i32, u64, u64, u64)]; 7] = [
    &[(1, 5, 5, 1, 4), (0, 4, 5, 1, 4)],
    &[(0, 4, 5, 1, 4), (2, 5, 5, 2, 3)],
    &[(2, 5, 5, 2, 3), (0, 3, 7, 2, 5)],
    &[(3, 5, 5, 3, 2), (2, 4, 5, 3, 2), (0, 3, 7, 2, 5)],
    &[
        (2, 4, 5, 3, 2),
        (4, 5, 5, 4, 1),
        (3, 4, 5, 4, 1),
        (0, 3, 7, 2, 5),
    ],
    &[
        (4, 5, 5, 4, 1),
        (3, 4, 5, 4, 1),
        (0, 3, 7, 2, 5),
        (2, 3, 7, 4, 3),
    ],
    &[
        (3, 4, 5, 4, 1),
        (4, 4, 5, 5, 0),
        (0, 3, 7, 2, 5),
        (2, 3, 7, 4, 3),
        (5, 5, 7, 5, 2),
    ],
];

#[test]
fn first_steps_show_the_tutorial_lists_in_both_directions() {
    let level = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/assets/levels/first_steps.level.ron"
    );
    let mut game = Game::with(&std::fs::read_to_string(level).unwrap());
    game.watch((0, 5), (4, 4));
    let list = |game: &Game| -> Vec<_> {
        let rows = game
            .shown()
            .unwrap()
            .timeline
            .marks()
            .open_list(Side::Forward, 0..99);
        rows.into_iter()
            .map(|row| (row.cell.x, row.cell.y, row.f.0, row.g.0, row.h.0))
            .collect()
    };
    game.press(KeyCode::ArrowRight);
    assert_eq!(list(&game), [(0, 5, 5, 0, 5)], "the start waits");
    for (step, wanted) in FIRST_STEPS.iter().enumerate() {
        game.press(KeyCode::ArrowRight);
        assert_eq!(list(&game), *wanted, "after expansion {}", step + 1);
    }
    assert_eq!(
        game.position().0,
        game.position().1,
        "that was the last step"
    );
    for (step, wanted) in FIRST_STEPS.iter().enumerate().rev().skip(1) {
        game.press(KeyCode::ArrowLeft);
        assert_eq!(list(&game), *wanted, "back after expansion {}", step + 1);
    }
}

#[test]
fn legend_table_and_menu_together_leave_room_for_the_map() {
    let mut game = Game::new();
    game.watch((1, 1), (9, 1));
    let room = |game: &Game| game.app.world().resource::<MapArea>().rect.width();
    let with_legend = room(&game);
    game.press(KeyCode::KeyL);
    game.run(2);
    assert!(
        room(&game) > with_legend + 200.0,
        "the legend stood beside the map"
    );
    game.press(KeyCode::KeyL);
    game.press(KeyCode::KeyU);
    game.command(WindowCommand::CellMenu(Some(Cell::new(3, 3))));
    game.run(5);
    assert!((room(&game) - with_legend).abs() < 0.5);
}

#[test]
fn start_goal_and_breakpoints_are_set_without_a_mouse() {
    let mut game = Game::new();
    game.watch((1, 1), (9, 1));
    let question = |game: &Game| {
        let question = game.app.world().resource::<WatchQuery>();
        (question.query.start, question.query.goal)
    };
    let step = |game: &mut Game, key: KeyCode, times: u32| {
        game.key(KeyCode::ShiftLeft, ButtonState::Pressed);
        for _ in 0..times {
            game.press(key);
        }
        game.key(KeyCode::ShiftLeft, ButtonState::Released);
    };
    // Into the upper left corner, and from there to (2, 1).
    step(&mut game, KeyCode::ArrowLeft, 20);
    step(&mut game, KeyCode::ArrowUp, 20);
    step(&mut game, KeyCode::ArrowRight, 2);
    step(&mut game, KeyCode::ArrowDown, 1);
    game.press(KeyCode::Enter);
    assert_eq!(question(&game), (Cell::new(1, 1), Cell::new(2, 1)));
    step(&mut game, KeyCode::ArrowDown, 1);
    game.key(KeyCode::ShiftLeft, ButtonState::Pressed);
    game.press(KeyCode::Enter);
    game.key(KeyCode::ShiftLeft, ButtonState::Released);
    assert_eq!(question(&game), (Cell::new(2, 2), Cell::new(2, 1)));
    game.press(KeyCode::KeyM);
    game.press(KeyCode::Digit4);
    assert_eq!(
        game.app.world().resource::<Playback>().stops,
        [Breakpoint::Closed(Cell::new(2, 2))]
    );
    game.press(KeyCode::Digit4);
    assert_eq!(
        game.app.world().resource::<Playback>().stops.len(),
        1,
        "the menu is closed again"
    );
    game.press(KeyCode::KeyX);
    assert_eq!(game.app.world().resource::<Playback>().stops, []);
    let before = game
        .app
        .world()
        .resource::<WatchQuery>()
        .query
        .options
        .algorithm;
    game.press(KeyCode::KeyA);
    game.until("the next algorithm is searched", |game| {
        game.shown()
            .is_some_and(|run| run.question.query.options.algorithm != before)
    });
    // The mouse takes over as soon as it moves.
    let place = game.place(5, 5);
    game.point_at(place);
    game.press(KeyCode::Enter);
    assert_eq!(question(&game).1, Cell::new(5, 5));
}

/// Esc gave up the search under way, and the one for the goal that was moved meanwhile began at
/// once.
#[test]
fn cancelling_a_search_also_cancels_the_query_behind_it() {
    let mut game = Game::with(&endless());
    game.press(KeyCode::KeyW);
    game.run(2);
    game.command(WatchCommand::SetGoal(Cell::new(399, 0)));
    game.run(2);
    game.command(WatchCommand::SetGoal(Cell::new(398, 0)));
    game.press(KeyCode::Escape);
    game.run(20);
    let recording = game.recording();
    assert!(recording.cancelled.is_some() && !recording.is_busy());
}

#[test]
fn esc_closes_what_lies_on_top_and_leaves_the_search_alone() {
    let mut game = Game::with(&endless());
    game.press(KeyCode::KeyW);
    game.run(2);
    game.command(WatchCommand::SetGoal(Cell::new(399, 0)));
    game.until("it is searching", |game| game.recording().is_busy());
    game.press(KeyCode::F1);
    game.command(WindowCommand::CellMenu(Some(Cell::new(3, 3))));
    for _ in 0..2 {
        game.press(KeyCode::Escape);
        assert!(game.recording().is_busy(), "menu and help first");
    }
    game.press(KeyCode::Escape);
    assert!(!game.recording().is_busy());
}

#[test]
fn agents_without_a_path_leave_an_old_run_on_screen() {
    let mut game = Game::new();
    game.watch((1, 1), (9, 1));
    game.command(WatchCommand::ShowRun(0));
    game.run(2);
    game.command(OptionsCommand::Unreachable(UnreachablePolicy::Nearest));
    game.run(2);
    assert_eq!(
        game.app.world().resource::<WatchQuery>().source,
        QuerySource::Run(0)
    );
}

#[test]
fn watching_begins_with_the_search_of_the_walked_path() {
    let mut game = Game::new();
    let goal = game.place(5, 4);
    game.click(goal);
    game.run(4);
    game.press(KeyCode::KeyW);
    game.until("a search is watched", |game| game.shown().is_some());
    let question = &game.shown().unwrap().question;
    assert_eq!(
        (question.query.start, question.query.goal),
        (Cell::new(1, 1), Cell::new(5, 4))
    );
}

#[test]
fn the_same_search_after_a_restart_is_no_new_run() {
    let mut game = Game::new();
    game.watch((1, 1), (9, 1));
    let rows = |game: &Game| game.app.world().resource::<Runs>().rows.len();
    let before = rows(&game);
    let level = std::sync::Arc::new(
        gridwalk_level::formats::parse_level(LEVEL.as_bytes(), "test").unwrap(),
    );
    game.app.world_mut().write_message(OpenUnfiled(level));
    game.run(4);
    game.command(WatchCommand::SetStart((1, 1).into()));
    game.command(WatchCommand::SetGoal((9, 1).into()));
    game.until("it is recorded again", |game| {
        game.shown().is_some_and(|run| {
            (run.question.query.start, run.question.query.goal) == ((1, 1).into(), (9, 1).into())
        })
    });
    game.run(4);
    assert_eq!(rows(&game), before);
    // One search had two times, that of its result and that of its row.
    let time = game.shown().and_then(|run| run.time);
    let timed = game
        .app
        .world()
        .resource::<Runs>()
        .rows
        .iter()
        .filter(|row| row.time == time)
        .count();
    assert_eq!(timed, 1, "{time:?}");
}

/// `W` said "your start and goal" of a path that the agent had found by itself.
#[test]
fn the_watched_search_names_its_true_source() {
    let mut game = Game::new();
    let ends = |game: &Game| game.app.world().resource::<WatchQuery>().ends.clone();
    let goal = game.place(9, 1);
    game.click(goal);
    game.run(4);
    game.press(KeyCode::KeyW);
    game.run(2);
    assert_eq!(ends(&game), EndsOrigin::LegOf("scout".to_owned()));
    game.command(WatchCommand::SetGoal((2, 1).into()));
    assert_eq!(ends(&game), EndsOrigin::Chosen);
    game.press(KeyCode::KeyW);
    game.command(AgentCommand::Select("guard".to_owned()));
    game.press(KeyCode::KeyW);
    game.run(2);
    assert_eq!(
        ends(&game),
        EndsOrigin::AcrossTheMap,
        "it has made no search yet, and has no goal"
    );
}

#[test]
fn an_agents_searches_hold_on_to_few_maps() {
    let mut game = Game::new();
    for (number, goal) in (0..12).flat_map(|_| [(9, 1), (1, 1)]).enumerate() {
        let glyph = if number % 2 == 0 { '#' } else { '.' };
        game.command(EditCommand::SetCell(Cell::new(11, 5), glyph));
        game.command(AgentCommand::SendTo(goal.into()));
        game.run(2);
    }
    for back in 0..6 {
        game.command(WatchCommand::Agent("scout".to_owned(), back));
        let source = game.app.world().resource::<WatchQuery>().source.clone();
        let is_kept =
            matches!(source, QuerySource::Agent { back: shown, of: 5, .. } if shown == back);
        assert_eq!(is_kept, back < 5, "{source:?}");
    }
}

#[test]
fn a_search_is_played_in_ten_to_twenty_seconds() {
    for steps in [14, 92, 283, 830, 1000, 5000, 67_393, 1_000_000] {
        let speed = Speed::for_steps(steps).per_second().unwrap();
        let seconds = steps / u64::from(speed);
        assert!(
            (9..=22).contains(&seconds),
            "{steps} steps take {seconds} s"
        );
    }
    assert_eq!(
        Speed::for_steps(7).per_second(),
        Some(1),
        "there is no slower one"
    );
}

#[test]
fn speeds_grow_from_notch_to_notch() {
    let speeds: Vec<_> = (0..=Speed::FASTEST.notch())
        .map(|notch| Speed::from_notch(notch).per_second())
        .collect();
    assert!(
        speeds
            .windows(2)
            .all(|pair| pair[1].is_none_or(|faster| Some(faster) > pair[0]))
    );
    assert_eq!(
        (speeds[0], Speed::from_notch(200)),
        (Some(1), Speed::FASTEST)
    );
}

#[test]
fn breadth_first_and_greedy_show_their_priority_not_f() {
    let mut game = Game::new().sized(1280.0, 1400.0);
    game.watch((1, 1), (9, 1));
    let heads = [
        (Algorithm::BreadthFirst, "Steps", false),
        (Algorithm::Greedy, "H", false),
        (Algorithm::Dijkstra, "G", false),
        (Algorithm::AStar, "F", true),
    ];
    for (algorithm, head, has_layers) in heads {
        game.command(OptionsCommand::Set(option("algorithm", algorithm.name())));
        game.until("the search is recorded", |game| {
            game.shown()
                .is_some_and(|run| run.question.query.options.algorithm == algorithm)
        });
        game.run(3);
        assert!(
            game.says(&format!("{head}: the smallest is taken first")),
            "{algorithm:?}: {:?}",
            game.texts()
        );
        // Of the three heads of the list the one that decides stands on the left.
        let row = game.find("#").expect("the list has a head").center().y;
        let in_head = |text: &&(String, _)| ["Steps", "F", "G", "H"].contains(&text.0.as_str());
        let heads: Vec<_> = game.texts().iter().filter(in_head).collect();
        let heads = heads
            .into_iter()
            .filter(|(_, rect): &&(_, bevy_egui::egui::Rect)| (rect.center().y - row).abs() < 4.0);
        let first = heads
            .min_by(|a, b| a.1.left().total_cmp(&b.1.left()))
            .map(|(text, _)| text.as_str());
        assert_eq!(first, Some(head), "{algorithm:?}");
        let ticks = game
            .texts()
            .iter()
            .any(|(text, _)| text.starts_with("F ") && text[2..].parse::<f64>().is_ok());
        assert_eq!(ticks, has_layers, "{algorithm:?}: ticks of F");
    }
}

/// Six of fourteen algorithms cannot search this level: "There is no search to play."
#[test]
fn the_next_algorithm_is_one_that_can_search_the_map() {
    let mut game = Game::shipped("right_angle");
    game.press(KeyCode::KeyW);
    game.until("it is watched", |game| game.shown().is_some());
    let mut seen = std::collections::HashSet::new();
    for _ in 0..Algorithm::ALL.len() {
        game.press(KeyCode::KeyA);
        game.until("the next one has searched", |game| {
            !game.recording().is_busy()
        });
        game.run(2);
        assert!(
            game.recording().refused.is_none(),
            "{:?}",
            game.recording().refused
        );
        seen.insert(game.shown().unwrap().question.query.options.algorithm);
    }
    assert!(
        seen.len() > 5 && seen.len() < Algorithm::ALL.len(),
        "{seen:?}"
    );
}

/// The reason was said, and nothing to do about it.
#[test]
fn unsupported_option_is_fixed_by_a_click() {
    let mut game = Game::new().sized(1280.0, 900.0);
    game.watch((1, 1), (9, 1));
    game.command(OptionsCommand::Set(option("stop", "generated")));
    game.command(OptionsCommand::Set(option("algorithm", "bidirectional")));
    game.until("it is refused", |game| game.recording().refused.is_some());
    game.run(3);
    game.click_text("Set Stops when to when the goal is expanded");
    game.until("it is searched", |game| {
        game.recording().refused.is_none() && game.shown().is_some()
    });
}

/// "Positions passed in…", with 40 empty pixels below.
#[test]
fn sentence_of_a_step_is_whole_and_keeps_cells_on_one_line() {
    for (width, height) in [(1280.0, 720.0), (960.0, 600.0), (800.0, 500.0)] {
        let mut game = Game::shipped("right_angle").sized(width, height);
        game.press(KeyCode::KeyW);
        game.until("it is watched", |game| game.shown().is_some());
        for algorithm in [
            Algorithm::AStar,
            Algorithm::BreadthFirst,
            Algorithm::Dijkstra,
            Algorithm::Greedy,
        ] {
            game.command(OptionsCommand::Set(option("algorithm", algorithm.name())));
            game.until("the search is recorded", |game| {
                game.shown()
                    .is_some_and(|run| run.question.query.options.algorithm == algorithm)
            });
            for step in 1..40 {
                game.command(PlayCommand::Seek(step * 5));
                game.run(1);
                let cut: Vec<_> = game
                    .elided()
                    .iter()
                    .filter(|text| text.contains("Expanded ("))
                    .collect();
                assert!(
                    cut.is_empty(),
                    "{width} × {height}, {algorithm:?}, {step}: {cut:?}"
                );
            }
        }
    }
}

/// Ticks stayed when Esc was pressed.
#[test]
fn esc_closes_the_ticks() {
    let mut game = Game::new().sized(1280.0, 900.0);
    game.press(KeyCode::KeyI);
    game.run(3);
    assert!(game.says("Time of a tick"));
    game.press(KeyCode::Escape);
    game.run(3);
    assert!(!game.says("Time of a tick"));
}

/// Cards were as wide as two digits need, and lay over each other.
#[test]
fn cells_of_four_digits_have_room_on_their_cards() {
    let row = format!("\"{}\",", ".".repeat(1200));
    let level = format!(
        "(version: 1, name: \"Long\", search: (algorithm: \"astar\"), map: [{}])",
        row.repeat(3)
    );
    let mut game = Game::with(&level).sized(1280.0, 900.0);
    game.watch((1100, 0), (1190, 2));
    game.command(PlayCommand::Seek(60));
    game.run(3);
    let card = |text: &str| {
        text.len() >= 6
            && text
                .bytes()
                .all(|byte| byte.is_ascii_digit() || byte == b',')
    };
    let cards: Vec<_> = game
        .texts()
        .iter()
        .filter(|(text, _)| card(text) && text.contains(','))
        .collect();
    assert!(cards.len() > 3, "{:?}", game.texts());
    for (text, rect) in &cards {
        let others = cards
            .iter()
            .filter(|(other, at)| other != text && at.intersects(*rect));
        assert_eq!(others.count(), 0, "{text}");
    }
}

/// It stood in no place of the window.
#[test]
fn the_key_of_the_palette_is_seen() {
    let mut game = Game::new().sized(1280.0, 720.0);
    game.run(3);
    assert!(game.says("Ctrl + K"), "{:?}", game.texts());
    game.click_text("Find");
    game.run(3);
    assert!(
        game.app
            .world()
            .resource::<Toggles>()
            .is_on(Toggle::Palette)
    );
}

/// Grass, forest and the others stood in the list of a map that has none of them.
#[test]
fn the_list_of_terrain_has_what_lies_on_the_map() {
    let mut game = Game::new().sized(1280.0, 1600.0);
    game.run(3);
    assert!(
        game.find("floor").is_some() && game.find("wall").is_some(),
        "{:?}",
        game.texts()
    );
    assert!(game.find("forest").is_none() && game.find("swamp").is_none());
}

/// The options stood above it, and it was below the fold.
#[test]
fn the_open_list_is_above_the_fold_in_a_window_of_1280_by_720() {
    let mut game = Game::shipped("right_angle").sized(1280.0, 720.0);
    game.press(KeyCode::KeyW);
    game.until("it is watched", |game| game.shown().is_some());
    game.command(PlayCommand::Seek(60));
    game.run(3);
    let (head, hovered) = (game.find("OPEN LIST"), game.find("HOVERED CELL"));
    let (head, hovered) = (
        head.expect("the list is there"),
        hovered.expect("the cell is there"),
    );
    assert!(
        head.bottom() + 120.0 < hovered.top(),
        "{head:?} above {hovered:?}"
    );
}

/// The open cells of depth-first search stood under "sorted list", and were none.
#[test]
fn a_stack_is_not_called_a_sorted_list() {
    let mut game = Game::new().sized(1280.0, 900.0);
    game.watch((1, 1), (9, 1));
    assert!(game.says("SORTED LIST") && !game.says("STACK"));
    game.command(OptionsCommand::Set(option("algorithm", "depth-first")));
    game.until("it is searched again", |game| {
        game.shown()
            .is_some_and(|run| run.question.query.options.algorithm == Algorithm::DepthFirst)
    });
    game.run(3);
    assert!(
        game.says("STACK") && !game.says("SORTED LIST"),
        "{:?}",
        game.texts()
    );
}

/// The box with the whole sentence took all keys.
#[test]
fn unfolded_sentence_leaves_the_keys() {
    let mut game = Game::new();
    game.watch((1, 1), (9, 1));
    game.run(5);
    game.click_text("…");
    game.run(3);
    let position = game.position();
    game.press(KeyCode::ArrowRight);
    game.run(3);
    assert_ne!(game.position(), position);
}

/// Regression: after A, the name of the algorithm was below the fold.
#[test]
fn result_names_the_algorithm() {
    let mut game = Game::new();
    game.watch((1, 1), (9, 1));
    game.command(OptionChange::Algorithm(Algorithm::Dijkstra));
    game.until("it is searched", |game| {
        game.shown()
            .is_some_and(|run| run.question.query.options.algorithm == Algorithm::Dijkstra)
    });
    game.run(2);
    assert!(game.says("Dijkstra · "), "{:?}", game.texts());
}
