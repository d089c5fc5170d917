//! Searches side by side, by mouse and keyboard.

use bevy::input::ButtonState;
use bevy::prelude::*;
use gridwalk::app::command::{CompareCommand, EditCommand, PlayCommand, WindowCommand};
use gridwalk::app::{BoardPlaces, Mode, Playback, Run};
use gridwalk_level::{BoardsSetup, Clock};
use gridwalk_pathfinding::{Algorithm, Cell, TieBreak};

use super::game::{Game, option};

impl Game {
    fn mode(&self) -> Mode {
        *self.app.world().resource::<Mode>()
    }

    /// Compares what is compared at first, and waits until all searches are there.
    fn compare(&mut self) {
        self.press(KeyCode::KeyC);
        self.until_compared();
    }

    fn until_compared(&mut self) {
        self.run(3);
        self.until("all boards are there", |game| {
            !game.boards().is_busy() && game.boards().runs().all(|run| run.is_some())
        });
        self.run(2);
    }

    fn runs(&self) -> Vec<&Run> {
        self.boards().runs().flatten().collect()
    }

    fn expanded(&self) -> Vec<u64> {
        self.runs()
            .iter()
            .map(|run| run.timeline.marks().counters().expanded)
            .collect()
    }

    fn is_painted(&self, part: &str) -> bool {
        self.texts().iter().any(|(text, _)| text.contains(part))
    }

    /// Returns the place of a cell of a board on the screen.
    fn on_board(&self, board: usize, cell: (i32, i32)) -> Vec2 {
        self.app.world().resource::<BoardPlaces>().0[board].center(cell.into())
    }

    fn show(&mut self, boards: &[&[(&str, &str)]]) {
        let boards = boards
            .iter()
            .map(|board| {
                board
                    .iter()
                    .map(|(key, value)| option(key, value))
                    .collect()
            })
            .collect();
        self.command(CompareCommand::Show(BoardsSetup {
            boards,
            clock: Clock::default(),
        }));
        self.until_compared();
    }
}

fn sorted_list() -> Game {
    Game::with(include_str!("../../assets/levels/sorted_list.level.ron"))
}

#[test]
fn sorted_list_boards_stop_at_57_and_69_with_283_and_830() {
    let mut game = sorted_list();
    game.compare();
    assert_eq!(
        game.boards().boards[1].options.tie,
        TieBreak::Oldest,
        "the tie-break is turned round"
    );
    game.press(KeyCode::End);
    game.run(2);
    assert_eq!(game.expanded(), [57, 69]);
    for text in [
        "57 expanded  283 passed",
        "69 expanded  830 passed",
        "Step 69 of 69",
        "1: 57",
        "2: 69",
    ] {
        assert!(
            game.is_painted(text),
            "{text} is not among {:?}",
            game.texts()
        );
    }
    assert!(game.is_painted(
        "Board 1 (Tie-breaking: opened last) expands the fewest cells: 57. All paths cost 16."
    ));
    // After 40 expansions, as far as the search has come on both.
    game.command(PlayCommand::Seek(40));
    game.run(1);
    for text in [
        "40 expanded  234 passed",
        "40 expanded  470 passed",
        "(0, 2) passed 8 of 13 cards",
        "(1, 1) passed 12 of 12",
    ] {
        assert!(
            game.is_painted(text),
            "{text} is not among {:?}",
            game.texts()
        );
    }
    game.press(KeyCode::KeyO);
    game.run(1);
    assert!(
        game.is_painted("(0, 2) was compared with") && game.is_painted("compared"),
        "{:?}",
        game.texts()
    );
}

#[test]
fn keys_play_step_and_seek_all_boards_on_one_clock() {
    let mut game = sorted_list();
    game.compare();
    game.press(KeyCode::Home);
    assert_eq!((game.boards().at, game.expanded()), (0, vec![0, 0]));
    game.press(KeyCode::ArrowRight);
    game.press(KeyCode::ArrowRight);
    assert_eq!(game.expanded(), [2, 2]);
    game.press(KeyCode::ArrowLeft);
    assert_eq!(game.expanded(), [1, 1]);
    game.command(PlayCommand::Speed(19));
    game.press(KeyCode::Space);
    game.until("it has played to the end", |game| game.boards().at == 69);
    game.run(1);
    assert!(!game.app.world().resource::<Playback>().playing);
    assert_eq!(game.expanded(), [57, 69]);
}

/// Equally many events are not equally many expansions, and time is something else again.
#[test]
fn another_clock_changes_where_the_boards_end() {
    let mut game = sorted_list();
    game.show(&[
        &[("algorithm", "dijkstra")],
        &[("algorithm", "jps")],
        &[("algorithm", "idastar")],
    ]);
    let ends = |game: &Game, clock| {
        let boards = game.boards().comparison().unwrap();
        boards
            .boards()
            .iter()
            .map(|board| board.end(clock))
            .collect::<Vec<_>>()
    };
    let all = |count: fn(&Run) -> u64| game.runs().into_iter().map(count).collect::<Vec<_>>();
    let by_expansions = ends(&game, Clock::Expansions);
    assert_eq!(by_expansions, all(|run| run.outcome.stats().expanded));
    let by_events = ends(&game, Clock::Events);
    assert_eq!(by_events, all(|run| run.timeline.len() as u64));
    let by_time = ends(&game, Clock::MeasuredTime);
    for (place, ends) in by_expansions
        .iter()
        .zip(&by_events)
        .zip(&by_time)
        .enumerate()
    {
        let ((expansions, events), time) = ends;
        assert!(
            expansions < events && *time > 0,
            "board {place} ends at {ends:?}"
        );
    }
    assert_eq!(game.boards().end(), *by_expansions.iter().max().unwrap());
    game.press(KeyCode::KeyK);
    assert_eq!(game.boards().clock, Clock::Events);
    assert_eq!(game.boards().end(), *by_events.iter().max().unwrap());
    // Equally many events are not equally many expansions.
    game.command(PlayCommand::Seek(13));
    game.run(1);
    assert!(game.runs().iter().all(|run| run.timeline.position() == 13));
    assert!(
        game.expanded()[0] < 13 && game.expanded()[0] != game.expanded()[1],
        "{:?}",
        game.expanded()
    );
    game.press(KeyCode::KeyK);
    assert_eq!(game.boards().clock, Clock::MeasuredTime);
    assert_eq!(game.boards().end(), *by_time.iter().max().unwrap());
    game.press(KeyCode::End);
    assert!(
        game.runs()
            .iter()
            .all(|run| run.timeline.position() == run.timeline.len())
    );
    game.press(KeyCode::KeyK);
    assert_eq!(
        (game.boards().clock, game.boards().at),
        (Clock::Expansions, game.boards().end()),
        "the end stays the end"
    );
}

#[test]
fn dragging_a_goal_repeats_the_search_of_all_four_boards() {
    let mut game = sorted_list();
    game.compare();
    game.press(KeyCode::KeyN);
    game.press(KeyCode::KeyN);
    game.until_compared();
    assert_eq!((game.boards().boards.len(), game.boards().selected), (4, 3));
    let algorithms = |game: &Game| {
        game.boards()
            .boards
            .iter()
            .map(|board| board.options.algorithm)
            .collect::<Vec<_>>()
    };
    let before = algorithms(&game);
    game.command(option("algorithm", "greedy"));
    game.until_compared();
    assert_eq!(
        algorithms(&game),
        [&before[..3], &[Algorithm::Greedy]].concat(),
        "the others stay as they are"
    );
    for (board, goal) in [(2, (12, 1)), (0, (9, 12))] {
        let from = game.runs()[0].question.query.goal;
        game.drag(
            game.on_board(board, (from.x, from.y)),
            game.on_board(board, goal),
        );
        // The boards may have been compared while the pointer moved, with the goal where it was
        // then.
        game.until("all boards have the goal", |game| {
            game.runs()
                .iter()
                .filter(|run| run.question.query.goal == Cell::from(goal))
                .count()
                == 4
        });
        game.until_compared();
    }
    game.drag(game.on_board(1, (2, 5)), game.on_board(1, (0, 0)));
    game.until("all boards have the start", |game| {
        game.runs()
            .iter()
            .filter(|run| run.question.query.start == Cell::new(0, 0))
            .count()
            == 4
    });
    game.until_compared();
    assert!(
        game.runs()
            .iter()
            .all(|run| run.timeline.position() == run.timeline.len()),
        "the whole picture"
    );
}

#[test]
fn an_edit_and_its_undo_reach_every_board() {
    let mut game = sorted_list();
    game.compare();
    let costs = |game: &Game| {
        game.runs()
            .iter()
            .map(|run| run.outcome.cost().unwrap().0)
            .collect::<Vec<_>>()
    };
    let before = costs(&game);
    assert_eq!(before.len(), 2);
    for y in 0..2 {
        game.command(EditCommand::SetCell(Cell::new(6, y), '#'));
    }
    game.until_compared();
    game.until("the boards see the wall", |game| {
        costs(game)
            .iter()
            .zip(&before)
            .all(|(now, before)| now >= before)
    });
    game.command(EditCommand::SetCell(Cell::new(6, 10), '#'));
    game.until("the path is longer", |game| {
        !game.boards().is_busy()
            && costs(game)
                .iter()
                .zip(&before)
                .all(|(now, before)| now > before)
    });
    let chord = |game: &mut Game| {
        game.key(KeyCode::ControlLeft, ButtonState::Pressed);
        game.press(KeyCode::KeyZ);
        game.key(KeyCode::ControlLeft, ButtonState::Released);
    };
    for _ in 0..3 {
        chord(&mut game);
    }
    game.until("the wall is gone", |game| {
        !game.boards().is_busy() && costs(game) == before
    });
}

#[test]
fn digits_and_clicks_select_the_board_that_the_panel_changes() {
    let mut game = sorted_list();
    game.compare();
    game.press(KeyCode::Digit2);
    assert_eq!(game.boards().selected, 1);
    assert!(game.is_painted("board 2"), "{:?}", game.texts());
    game.click(game.on_board(0, (4, 11)));
    assert_eq!(game.boards().selected, 0);
    game.press(KeyCode::KeyA);
    game.until_compared();
    assert_ne!(game.boards().boards[0].options.algorithm, Algorithm::AStar);
    assert_eq!(game.boards().boards[1].options.algorithm, Algorithm::AStar);
    game.press(KeyCode::Digit5);
    assert_eq!(game.boards().selected, 0, "there is no fifth");
    // Back with the agents the level's own options are as they were.
    game.press(KeyCode::KeyC);
    assert_eq!(game.mode(), Mode::Agents);
    game.press(KeyCode::KeyC);
    game.until_compared();
    assert_ne!(
        game.boards().boards[0].options.algorithm,
        Algorithm::AStar,
        "what was chosen stays"
    );
}

#[test]
fn there_are_two_to_six_boards() {
    let mut game = sorted_list();
    game.compare();
    for _ in 0..6 {
        game.press(KeyCode::KeyN);
    }
    assert_eq!(game.boards().boards.len(), 6);
    assert!(
        game.is_painted("A comparison has from 2 to 6 boards, not 7."),
        "{:?}",
        game.texts()
    );
    for _ in 0..6 {
        game.key(KeyCode::ShiftLeft, ButtonState::Pressed);
        game.press(KeyCode::KeyN);
        game.key(KeyCode::ShiftLeft, ButtonState::Released);
    }
    assert_eq!(game.boards().boards.len(), 2);
    game.command(CompareCommand::Show(BoardsSetup {
        boards: vec![vec![]],
        clock: Clock::default(),
    }));
    assert_eq!(game.boards().boards.len(), 2, "one board is no comparison");
}

#[test]
fn the_difference_of_two_boards_is_counted() {
    let mut game = sorted_list();
    game.compare();
    game.press(KeyCode::KeyD);
    game.run(1);
    assert_eq!(game.boards().difference, Some([0, 1]));
    for text in ["only board 1: 0", "only board 2: 12", "both: 57"] {
        assert!(
            game.is_painted(text),
            "{text} is not among {:?}",
            game.texts()
        );
    }
    game.press(KeyCode::KeyD);
    assert_eq!(game.boards().difference, None);
}

/// Rings and numbers of the map that was there before lay over the boards.
#[test]
fn portals_of_the_map_are_not_drawn_over_the_boards() {
    let mut game = Game::shipped("portals").sized(1280.0, 720.0);
    let numbers = |game: &Game| {
        game.texts()
            .iter()
            .filter(|(text, rect)| text == "1" && rect.right() < 950.0)
            .count()
    };
    assert!(numbers(&game) >= 2, "both ends");
    game.compare();
    game.press(KeyCode::Home);
    game.run(2);
    assert_eq!(numbers(&game), 0, "{:?}", game.texts());
}

/// The legend of the difference brought cards below all maps, which left 124 points to these.
#[test]
fn maps_keep_their_size_when_a_difference_is_shown() {
    let mut game = Game::shipped("cave").sized(1280.0, 720.0);
    game.compare();
    let height = |game: &Game| {
        game.app.world().resource::<BoardPlaces>().0[0]
            .rect
            .height()
    };
    let before = height(&game);
    game.press(KeyCode::KeyD);
    game.run(2);
    assert!(game.is_painted("only board 1: "), "{:?}", game.texts());
    assert!(
        height(&game) > 0.6 * before,
        "{before} became {}",
        height(&game)
    );
}

#[test]
fn what_cannot_be_searched_says_why_on_its_board() {
    let mut game = sorted_list();
    game.command(CompareCommand::Show(BoardsSetup {
        boards: vec![vec![], vec![option("algorithm", "theta")]],
        clock: Clock::Events,
    }));
    game.until("the other board is there", |game| {
        game.boards().runs().next().flatten().is_some()
    });
    game.until("it is refused", |game| {
        game.boards().boards[1].recording.refused.is_some()
    });
    game.run(2);
    assert!(
        game.is_painted("Theta* does not support"),
        "{:?}",
        game.texts()
    );
    assert!(game.is_painted("There is nothing to compare"));
    game.press(KeyCode::End);
    assert!(game.boards().at > 0, "the board that is there still plays");
}

#[test]
fn the_tabs_lead_to_all_three_modes() {
    let mut game = sorted_list();
    for (tab, mode) in [
        ("Compare", Mode::Compare),
        ("Watch", Mode::Watch),
        ("Compare", Mode::Compare),
        ("Agents", Mode::Agents),
    ] {
        game.click_text(tab);
        assert_eq!(game.mode(), mode, "{tab}");
    }
    game.command(WindowCommand::Mode(Mode::Watch));
    game.press(KeyCode::KeyC);
    game.press(KeyCode::KeyC);
    assert_eq!(game.mode(), Mode::Watch, "back to where it came from");
}

/// In the smallest window nothing lies over something else, with six boards.
#[test]
fn six_boards_fit_the_smallest_window() {
    let mut game = sorted_list().sized(960.0, 600.0);
    game.show(&[
        &[],
        &[("tie", "oldest")],
        &[("algorithm", "greedy")],
        &[("algorithm", "dijkstra")],
        &[("algorithm", "jps")],
        &[("algorithm", "fringe")],
    ]);
    let places = &game.app.world().resource::<BoardPlaces>().0;
    assert_eq!(places.len(), 6);
    for (number, place) in places.iter().enumerate() {
        assert!(
            place.rect.width() >= 90.0 && place.rect.max.y < 500.0,
            "{place:?}"
        );
        for other in &places[number + 1..] {
            assert!(
                place.rect.intersect(other.rect).is_empty(),
                "{place:?} {other:?}"
            );
        }
    }
}

/// The line said that there is nothing to compare.
#[test]
fn a_refused_board_leaves_the_others_their_winner() {
    let mut game = sorted_list();
    let boards: [&[(&str, &str)]; 3] = [&[], &[("algorithm", "theta")], &[("tie", "oldest")]];
    let boards = boards
        .iter()
        .map(|board| {
            board
                .iter()
                .map(|(key, value)| option(key, value))
                .collect()
        })
        .collect();
    game.command(CompareCommand::Show(BoardsSetup {
        boards,
        clock: Clock::default(),
    }));
    game.until("two searches are there", |game| {
        !game.boards().is_busy() && game.runs().len() == 2
    });
    game.press(KeyCode::End);
    game.run(3);
    let sentence = "Board 1 (Tie-breaking: opened last) expands the fewest cells: 57. All paths cost 16. Board 2 has no search.";
    assert!(game.is_painted(sentence), "{:?}", game.texts());
}

/// The first of two equal searches paid for fresh memory, and looked many times slower.
#[test]
fn equal_searches_take_about_as_long() {
    let mut game = Game::with(include_str!("../../assets/levels/cave.level.ron"));
    let mut apart = Vec::new();
    for _ in 0..5 {
        game.show(&[&[], &[], &[]]);
        let times: Vec<_> = game
            .runs()
            .iter()
            .map(|run| run.time.unwrap().as_secs_f64())
            .collect();
        apart.push(times[0] / times[2]);
        game.show(&[&[("algorithm", "dijkstra")], &[]]);
    }
    apart.sort_by(f64::total_cmp);
    assert!(apart[2] < 5.0, "the first against the last: {apart:?}");
}

/// A new board was the selected one once more.
#[test]
fn a_new_board_has_an_algorithm_that_none_has_yet() {
    let mut game = sorted_list();
    game.compare();
    for count in 3..=6 {
        game.press(KeyCode::KeyN);
        game.until("it is there", |game| {
            game.boards()
                .boards
                .iter()
                .all(|board| board.recording.shown.is_some())
        });
        let all: std::collections::HashSet<_> = game
            .runs()
            .iter()
            .map(|run| run.question.query.options.algorithm)
            .collect();
        // Two boards of this level differ in how ties are broken.
        assert_eq!(
            (game.boards().boards.len(), all.len()),
            (count, count - 1),
            "{all:?}"
        );
    }
}

/// The map of the difference stood under the name of the board that it took the place of.
#[test]
fn the_heading_of_a_difference_says_what_it_compares() {
    let mut game = sorted_list();
    game.compare();
    assert!(!game.is_painted("Only 1, only 2, or both"));
    game.press(KeyCode::KeyD);
    game.run(2);
    assert!(
        game.is_painted("Only 1, only 2, or both"),
        "{:?}",
        game.texts()
    );
}

/// The names of the three data structures ran out of the boards of a phone.
#[test]
fn small_board_names_its_own_data_structure_alone() {
    let boards: [&[(&str, &str)]; 6] = [
        &[],
        &[("tie", "oldest")],
        &[("tie", "larger-g")],
        &[("tie", "newest")],
        &[("stop", "generated")],
        &[],
    ];
    for (boards, size, names) in [
        (&boards[..], (390.0, 844.0), [true, false]),
        (&boards[..2], (1280.0, 1000.0), [true; 2]),
    ] {
        let mut game = sorted_list().sized(size.0, size.1);
        game.show(boards);
        game.run(3);
        let is_named = ["SORTED LIST", "UNSORTED"].map(|name| game.says(name));
        assert_eq!(is_named, names, "{size:?}: {:?}", game.texts());
    }
}

/// Cards halved the maps of six boards, and long counts were cut.
#[test]
fn six_boards_have_large_maps_cards_and_whole_numbers() {
    let mut game = Game::shipped("river_crossing").sized(1280.0, 800.0);
    game.compare();
    for _ in 0..4 {
        game.command(CompareCommand::Add);
        game.until_compared();
    }
    game.press(KeyCode::End);
    game.run(3);
    assert_eq!(game.boards().boards.len(), 6);
    let places = &game.app.world().resource::<BoardPlaces>().0;
    let width = places[0].rect.width();
    assert!(width > 240.0, "of a tile of 317 points: {width}");
    let cards = game
        .texts()
        .iter()
        .filter(|(text, _)| text == "SORTED LIST");
    assert_eq!(cards.count(), 5, "{:?}", game.texts());
    assert!(game.overlaps().is_empty(), "{:?}", game.overlaps());
    for (width, height) in [(1280.0, 800.0), (1100.0, 700.0), (1000.0, 640.0)] {
        game = game.sized(width, height);
        game.run(3);
        let cut: Vec<_> = game
            .elided()
            .iter()
            .filter(|text| text.contains("expanded") || text.contains("passed"))
            .collect();
        assert!(cut.is_empty(), "{width} × {height}: {cut:?}");
    }
}
