//! The contents of the panels, read from the texts that egui draws, and clicked by them.

use bevy::input::ButtonState;
use bevy::prelude::*;
use bevy_egui::egui;
use bevy_gridwalk::TickDiagnostics;
use gridwalk::app::command::{LevelCommand, Toggle, ViewCommand, WatchCommand, WindowCommand};
use gridwalk::app::{Heat, MapArea, Mode, Notes, OpenListKept, Phrase, Playback, Runs, Toggles};
use gridwalk_explain::{Describe, Language};
use gridwalk_level::OpenListForm;
use gridwalk_pathfinding::{Algorithm, Cell, OptionChange, OptionKey, TieBreak};

use super::game::{Game, option};

/// Below 960 pixels the slider lay over the buttons and the top bar over itself.
#[test]
fn no_text_lies_over_another_in_a_small_window() {
    for (width, height) in [
        (1280.0, 720.0),
        (960.0, 600.0),
        (800.0, 500.0),
        (640.0, 400.0),
    ] {
        for scale in [1.0, 1.1] {
            let mut game = Game::new().sized(width, height);
            game.command(WindowCommand::Scale(scale));
            game.run(3);
            assert_apart(&game, "with agents");
            game.watch((1, 1), (9, 1));
            // Numbers in cells are a matter of the map.
            game.command(Toggle::Numbers);
            game.run(3);
            assert_apart(&game, "watching");
        }
    }
}

fn assert_apart(game: &Game, what: &str) {
    let window = game.app.world().get::<Window>(game.window).unwrap();
    let scale = game.app.world().resource::<MapArea>().ui_scale;
    let whole = egui::Rect::from_min_size(
        egui::Pos2::ZERO,
        egui::vec2(window.width(), window.height()) / scale,
    );
    let texts = game.texts();
    for (i, (text, rect)) in texts.iter().enumerate() {
        assert!(
            whole.expand(1.0).contains_rect(*rect),
            "{what}, {whole:?}: {text:?} at {rect:?} is cut off"
        );
        for (other, there) in &texts[..i] {
            // F is drawn twice, to be bold.
            let both = rect.shrink(1.5).intersect(there.shrink(1.5));
            assert!(
                text == other || !both.is_positive(),
                "{what}, {whole:?}: {text:?} {rect:?} on {other:?} {there:?}"
            );
        }
    }
}

/// The hovered cell lay below the fold at 1280 × 720.
#[test]
fn the_hovered_cell_is_in_sight_in_every_window() {
    for (width, height) in [(1280.0, 720.0), (800.0, 500.0)] {
        let mut game = Game::new().sized(width, height);
        game.watch((1, 1), (9, 1));
        game.press(KeyCode::End);
        let cell = game.place(2, 1);
        game.point_at(cell);
        game.run(3);
        assert!(game.find("HOVERED CELL").is_some());
        assert!(game.says("Opened at step"), "{:?}", game.texts());
    }
}

#[test]
fn a_click_on_a_heading_folds_its_section() {
    let mut game = Game::new().sized(1280.0, 720.0);
    assert!(game.find("Algorithm").is_some());
    game.click_text("SEARCH");
    assert!(game.find("Algorithm").is_none() && game.find("SEARCH").is_some());
    game.click_text("SEARCH");
    assert!(game.find("Algorithm").is_some());
}

/// Dragging the edge of the panel also moved the map.
#[test]
fn the_panels_edge_resizes_the_panel_and_leaves_the_map_alone() {
    let mut game = Game::new().sized(1280.0, 720.0);
    let area = |game: &Game| game.app.world().resource::<MapArea>().rect;
    game.command(ViewCommand::Zoom {
        factor: 1.5,
        at: None,
    });
    let (before, corner) = (area(&game), game.place(0, 0));
    for inside in [-2.0, 1.0] {
        let edge = Vec2::new(area(&game).max.x + inside, 300.0);
        game.drag(edge, edge - Vec2::new(40.0, 0.0));
        game.run(3);
        assert!(
            game.place(0, 0).distance(corner) < 0.1,
            "{inside} from the edge"
        );
    }
    assert!(
        area(&game).width() < before.width() - 60.0,
        "the panel is wider"
    );
}

#[test]
fn a_heat_map_is_chosen_in_the_panel_and_the_tree_too() {
    let mut game = Game::new().sized(1280.0, 1100.0);
    game.watch((1, 1), (9, 1));
    let has_tree = |game: &Game| game.app.world().resource::<Toggles>().is_on(Toggle::Tree);
    assert!(!has_tree(&game));
    game.click_text("order");
    assert_eq!(*game.app.world().resource::<Heat>(), Heat::Order);
    // Its colours have numbers at both ends.
    let most = game.shown().unwrap().outcome.stats().expanded.to_string();
    assert!(game.find("1").is_some() && game.find(&most).is_some());
    game.click_text("search tree");
    assert!(has_tree(&game));
}

#[test]
fn the_marks_plus_and_minus_change_the_speed() {
    for width in [1280.0, 800.0] {
        let mut game = Game::new().sized(width, 600.0);
        game.watch((1, 1), (9, 1));
        let speed = |game: &Game| game.app.world().resource::<Playback>().speed;
        let before = speed(&game);
        game.click_text("+");
        assert!(speed(&game) > before);
        game.click_text("−");
        assert_eq!(speed(&game), before);
    }
}

/// The panel has a row for each option, and shows the value that a command has set.
#[test]
fn every_option_of_the_table_has_its_row() {
    let mut game = Game::new().sized(1280.0, 2000.0);
    game.run(3);
    if game.find(OptionKey::Region.title()).is_none() {
        game.click_text("MORE OPTIONS");
    }
    for key in OptionKey::ALL {
        assert!(
            game.find(key.title()).is_some(),
            "{key:?} among {:?}",
            game.texts()
        );
    }
    for (key, value) in [
        ("goal-tolerance", "7"),
        ("max-expansions", "4321"),
        ("weight", "3.5"),
        ("region", "1,0,8,4"),
    ] {
        game.command(option(key, value));
        game.run(3);
        assert!(game.find(value).is_some(), "{key} among {:?}", game.texts());
    }
}

/// Two rows "A*" could not be told apart.
#[test]
fn runs_that_differ_in_one_option_say_which() {
    let mut game = Game::new().sized(1280.0, 1460.0);
    game.watch((1, 1), (9, 1));
    let rows = game.app.world().resource::<Runs>().rows.len();
    let question = game.shown().unwrap().question.query.options.clone();
    assert_eq!(
        (question.algorithm, question.tie),
        (Algorithm::AStar, TieBreak::default())
    );
    game.command(OptionChange::Tie(TieBreak::Oldest));
    game.until("it is searched again", |game| {
        game.shown()
            .is_some_and(|run| run.question.query.options.tie == TieBreak::Oldest)
    });
    game.run(3);
    assert_eq!(game.app.world().resource::<Runs>().rows.len(), rows + 1);
    let names: Vec<_> = game
        .texts()
        .iter()
        .filter(|(text, _)| text == "A*")
        .collect();
    assert!(names.len() >= 2, "two rows");
    // What is chosen now also stands among the options; a slow search of the old ends has a row
    // too.
    for (tie, times) in [("larger G", rows), ("opened first", 2)] {
        assert_eq!(
            game.texts()
                .iter()
                .filter(|(text, _)| text.starts_with(tie))
                .count(),
            times,
            "{tie}"
        );
    }
    game.command(WatchCommand::SetGoal(Cell::new(2, 1)));
    game.until("another goal is searched", |game| {
        game.shown()
            .is_some_and(|run| run.question.query.goal == Cell::new(2, 1))
    });
    game.run(3);
    assert!(game.says("Some rows have other starts or goals"));
}

#[test]
fn heading_click_sorts_runs_and_a_second_reverses_them() {
    let mut game = Game::new().sized(1600.0, 900.0);
    game.watch((1, 1), (9, 1));
    for algorithm in [Algorithm::Dijkstra, Algorithm::Greedy] {
        game.command(OptionChange::Algorithm(algorithm));
        game.until("it is searched", |game| {
            game.shown()
                .is_some_and(|run| run.question.query.options.algorithm == algorithm)
        });
    }
    game.command(Toggle::Panel);
    game.command(Toggle::Runs);
    game.run(3);
    let is_dijkstra_first = |game: &Game| {
        // The strip above the map names algorithms too; the table is painted after it.
        let named = |algorithm: Algorithm| {
            move |(text, _): &&(String, egui::Rect)| text == algorithm.title()
        };
        let top = |algorithm: Algorithm| {
            game.texts()
                .iter()
                .rev()
                .find(named(algorithm))
                .unwrap()
                .1
                .top()
        };
        top(Algorithm::Dijkstra) < top(Algorithm::Greedy)
    };
    assert!(is_dijkstra_first(&game), "as they were run");
    game.click_text("expanded");
    assert!(!is_dijkstra_first(&game), "it expands most");
    game.click_text("expanded ▲");
    assert!(is_dijkstra_first(&game));
    game.click_text("time");
    game.click_text("search");
    assert!(is_dijkstra_first(&game), "by name, and forwards again");
}

/// Regression: one reason stood in three places of one screen.
#[test]
fn why_a_search_is_unsupported_is_said_once() {
    let level = r#"(version: 1, name: "Swamp", map: ["...%..", "......"], agents: [(name: "scout", at: (0, 0))])"#;
    let mut game = Game::with(level).sized(1280.0, 1200.0);
    game.watch((0, 0), (5, 1));
    game.command(OptionChange::Algorithm(Algorithm::JumpPoint));
    game.until("it is refused", |game| game.recording().refused.is_some());
    game.run(3);
    let times = |game: &Game| {
        let reason = game
            .recording()
            .refused
            .as_ref()
            .unwrap()
            .describe_in(Language::English);
        game.texts()
            .iter()
            .filter(|(text, _)| text.contains(&reason))
            .count()
    };
    assert_eq!(times(&game), 1, "{:?}", game.texts());
    game.click_text("RESULT");
    assert_eq!(times(&game), 1, "also where the result is folded");
}

#[test]
fn agents_are_listed_with_2_before_10_and_say_paused() {
    let agents: Vec<_> = (1..=11)
        .map(|i| format!(r#"(name: "a{i}", at: ({i}, 0), goals: [({i}, 3)], patrol: true)"#))
        .collect();
    let rows = format!(r#"["{0}", "{0}", "{0}", "{0}"]"#, ".".repeat(14));
    let level = format!(
        r#"(version: 1, name: "Many", map: {rows}, agents: [{}])"#,
        agents.join(", ")
    );
    let mut game = Game::with(&level).sized(1280.0, 1200.0);
    let top = |game: &Game, name: &str| game.find(name).map(|rect| rect.top()).unwrap();
    assert!(top(&game, "a2") < top(&game, "a10"), "{:?}", game.texts());
    assert!(game.find("walking").is_some());
    game.press(KeyCode::Space);
    game.run(2);
    assert!(game.find("walking").is_none() && game.find("paused").is_some());
}

/// The green note that the file was saved stayed beside the red card that it is broken.
#[test]
fn one_sentence_says_what_is_wrong_with_a_file_over_the_map() {
    let mut game = Game::new().sized(1280.0, 720.0);
    let top = |game: &Game| game.app.world().resource::<MapArea>().rect.min.y;
    let before = top(&game);
    game.app
        .world_mut()
        .resource_mut::<Notes>()
        .say(Phrase::LevelSaved);
    game.run(2);
    let saved = "The level file was saved: the map follows.";
    assert!(game.find(saved).is_some());
    game.app
        .world_mut()
        .resource_mut::<bevy_gridwalk::ActiveLevel>()
        .error = Some("a.ron:3:1: no".into());
    game.run(3);
    assert!(game.find(saved).is_none() && game.find("a.ron:3:1: no").is_some());
    assert!(
        (top(&game) - before).abs() < f32::EPSILON,
        "the sentence lies over the map"
    );
}

#[test]
fn description_shows_in_both_modes_and_a_path_opens_a_file() {
    let level = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/assets/levels/first_steps.level.ron"
    );
    let mut game = Game::with(&std::fs::read_to_string(level).unwrap()).sized(1280.0, 720.0);
    let about = "The open and the closed list";
    assert!(game.says(about));
    game.watch((0, 5), (4, 4));
    game.run(2);
    assert!(game.says(about) && *game.app.world().resource::<Mode>() == Mode::Watch);
    game.command(LevelCommand::OpenFile("no/such/file.ron".into()));
    game.run(2);
    assert!(game.find("There is no file no/such/file.ron.").is_some());
}

#[test]
fn key_and_click_swap_the_open_list_for_the_closed_list() {
    let mut game = Game::new().sized(1280.0, 900.0);
    game.watch((1, 1), (9, 1));
    let press = |game: &mut Game| {
        game.key(KeyCode::ShiftLeft, ButtonState::Pressed);
        game.press(KeyCode::KeyO);
        game.key(KeyCode::ShiftLeft, ButtonState::Released);
        game.run(2);
    };
    let closed = "last one first";
    assert!(!game.texts().iter().any(|(text, _)| text.contains(closed)));
    press(&mut game);
    assert!(
        game.texts().iter().any(|(text, _)| text.contains(closed)),
        "{:?}",
        game.texts()
    );
    assert!(
        game.app.world().resource::<OpenListKept>().0 == OpenListForm::Sorted,
        "O without Shift is for the heap"
    );
    game.click_text("OPEN LIST");
    assert!(!game.texts().iter().any(|(text, _)| text.contains(closed)));
    game.click_text("CLOSED LIST");
    assert!(
        game.texts().iter().any(|(text, _)| text.contains(closed)),
        "{:?}",
        game.texts()
    );
}

#[test]
fn meter_is_off_until_its_key_and_shows_the_time_of_a_tick() {
    let mut game = Game::new().sized(1280.0, 900.0);
    game.run(20);
    assert!(!game.says("Requests that wait"));
    game.press(KeyCode::KeyI);
    game.run(3);
    for title in [
        "Time of a frame",
        "Requests that wait",
        "Budget used",
        "Time of a tick",
        "99 of 100 within",
    ] {
        assert!(game.says(title), "{title}");
    }
    let store = game
        .app
        .world()
        .resource::<bevy::diagnostic::DiagnosticsStore>();
    for path in [
        TickDiagnostics::WAITING,
        TickDiagnostics::BUDGET_USED,
        TickDiagnostics::TICK_TIME,
    ] {
        assert!(store.get(&path).unwrap().history_len() > 10, "{path}");
    }
    game.press(KeyCode::KeyI);
    game.run(3);
    assert!(!game.says("Requests that wait"));
}

/// A name that was cut brought two tooltips that lay on each other.
#[test]
fn cut_name_of_a_run_has_one_tooltip() {
    let mut game = Game::new().sized(1600.0, 900.0);
    game.watch((1, 1), (9, 1));
    for (key, value) in [
        ("heuristic", "manhattan"),
        ("tie", "oldest"),
        ("goal-tolerance", "1"),
        ("max-expansions", "4321"),
    ] {
        game.command(option(key, value));
        game.until("it is searched", |game| {
            let key = OptionKey::ALL.into_iter().find(|one| one.name() == key);
            game.shown()
                .is_some_and(|run| key.unwrap().of(&run.question.query.options).text() == value)
        });
    }
    game.command(Toggle::Panel);
    game.command(Toggle::Runs);
    game.run(3);
    let cut = game.elided().to_vec();
    let name = cut
        .iter()
        .find(|text| text.contains("Manhattan"))
        .unwrap_or_else(|| panic!("{cut:?} among {:?}", game.texts()));
    let at = game.find(name).unwrap().center();
    game.point_at(Vec2::new(at.x, at.y));
    let before: Vec<_> = game.texts().to_vec();
    game.run(120);
    let tips: Vec<_> = game
        .texts()
        .iter()
        .filter(|text| !before.contains(text))
        .filter(|(text, _)| text == name || text.contains("8-way"))
        .collect();
    assert_eq!(tips.len(), 1, "{tips:?}");
}

/// The box was ticked, and there was no number on the map.
#[test]
fn numbers_without_room_say_that_one_must_zoom_in() {
    let mut game = Game::new().sized(1280.0, 1400.0);
    game.watch((1, 1), (9, 1));
    let (none, one) = ("No number fits into the cells", "Only one number fits");
    let zoom = |game: &mut Game, factor| {
        game.command(ViewCommand::Zoom { factor, at: None });
        game.run(30);
    };
    if game.find("G, H and F").is_none() {
        game.click_text("ON THE MAP");
    }
    assert!(!game.says(none) && !game.says(one), "{:?}", game.texts());
    zoom(&mut game, 0.3);
    assert!(game.says(none), "{:?}", game.texts());
    game.click_text("G, H and F");
    game.run(2);
    assert!(!game.says(none), "no numbers are wanted");
    game.click_text("G, H and F");
    zoom(&mut game, 4.0);
    assert!(!game.says(none), "{:?}", game.texts());
}

/// Rows of the history touched in the editor, because the list of terrains has no gaps.
#[test]
fn spacing_of_a_section_does_not_depend_on_the_one_before() {
    let mut game = Game::new().sized(1280.0, 1600.0);
    let gap = |game: &Game| {
        let top = |text: &str| {
            game.find(text)
                .unwrap_or_else(|| panic!("{text}: {:?}", game.texts()))
                .top()
        };
        top("Undo") - top("HISTORY")
    };
    if game.find("Undo").is_none() {
        game.click_text("HISTORY");
    }
    let beside_agents = gap(&game);
    game.command(WindowCommand::Mode(Mode::Edit));
    game.run(4);
    assert!((gap(&game) - beside_agents).abs() < 0.5, "{}", gap(&game));
}
