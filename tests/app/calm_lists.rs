//! The open list says in which order it stands, and what it costs to keep it.

use bevy::prelude::*;
use gridwalk::app::command::{LessonCommand, OptionsCommand, PlayCommand, WatchCommand};
use gridwalk::app::{LessonList, LevelList, OpenLesson, OpenListKept, Toggle, Toggles};
use gridwalk_level::OpenListForm;
use gridwalk_pathfinding::{Cell, Side};

use super::game::{Game, LEVEL, option};

/// The cells in the rows of the list, from the top.
fn rows(game: &Game) -> Vec<String> {
    let head = game.find("OPEN LIST").expect("the list is there");
    let is_row = |text: &str| text.starts_with('(') && text.ends_with(')') && text.len() < 9;
    let below = game
        .texts()
        .iter()
        .filter(|(_, rect)| rect.top() > head.bottom() && rect.left() > head.left() - 20.0);
    let mut rows: Vec<_> = below
        .filter(|(text, _)| is_row(text))
        .map(|(text, rect)| (rect.top(), text.clone()))
        .collect();
    rows.sort_by(|a, b| a.0.total_cmp(&b.0));
    // Other sections have cells of their own, farther down.
    let whole = rows
        .windows(2)
        .take_while(|pair| pair[1].0 - pair[0].0 < 21.0)
        .count()
        + 1;
    rows.into_iter().take(whole).map(|(_, text)| text).collect()
}

fn watching(algorithm: &str) -> Game {
    let mut game = Game::with(LEVEL).sized(1280.0, 1000.0);
    game.command(OptionsCommand::Set(option("algorithm", algorithm)));
    game.watch((1, 1), (9, 1));
    game
}

#[test]
fn open_list_can_stand_in_the_order_of_joining() {
    let mut game = watching("astar");
    let listed = |game: &Game, joined: bool| -> Vec<String> {
        let marks = game.shown().unwrap().timeline.marks();
        let rows = if joined {
            marks.open_list_as_joined(Side::Forward, 0..7)
        } else {
            marks.open_list(Side::Forward, 0..7)
        };
        rows.iter().map(|row| row.cell.to_string()).collect()
    };
    let mut differ = 0;
    for at in [20, 40, 60] {
        game.command(PlayCommand::Seek(at));
        game.run(2);
        assert_eq!(rows(&game), listed(&game, false));
        game.press(KeyCode::KeyJ);
        game.run(2);
        assert!(
            game.texts()
                .iter()
                .any(|(text, _)| text.ends_with("as they joined")),
            "{:?}",
            game.texts()
        );
        assert_eq!(rows(&game), listed(&game, true));
        differ += usize::from(listed(&game, true) != listed(&game, false));
        game.click_text("Order of expansion");
        assert!(!game.app.world().resource::<Toggles>().is_on(Toggle::Joined));
    }
    assert!(differ > 0, "the orders differ somewhere");
}

/// The second tutorial writes its lists in the order in which cells join; its steps, counted from 1
/// there.
#[test]
fn page_on_the_tutorial_shows_its_order_of_the_open_list() {
    let assets = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("assets");
    let mut game = Game::with_assets(&assets, LEVEL, |app| {
        app.insert_resource(LevelList::read(&assets))
            .insert_resource(LessonList::read(&assets));
    })
    .sized(1280.0, 900.0);
    game.command(LessonCommand::Open("1_first_steps".to_owned()));
    game.command(LessonCommand::GoTo(14));
    game.until("the page is set up", |game| {
        let reading = game.app.world().resource::<OpenLesson>().reading();
        reading.is_some_and(|reading| reading.page == 13 && reading.is_ready())
    });
    game.run(3);
    assert_eq!(rows(&game), ["(0, 4)", "(2, 5)"]);
    game.press(KeyCode::ArrowRight);
    game.press(KeyCode::ArrowRight);
    game.run(2);
    // (1, 4), (4, 6), (3, 5) there: the order of expansion would put (1, 4) last.
    assert_eq!(rows(&game), ["(0, 3)", "(3, 5)", "(2, 4)"]);
}

#[test]
fn linear_search_is_the_third_list_and_counts_comparisons() {
    let mut game = watching("astar");
    let kept = |game: &Game| game.app.world().resource::<OpenListKept>().0;
    game.press(KeyCode::KeyO);
    assert_eq!(kept(&game), OpenListForm::Heap);
    game.press(KeyCode::KeyO);
    game.run(2);
    assert_eq!(kept(&game), OpenListForm::Unsorted);
    game.command(PlayCommand::Seek(60));
    game.run(2);
    let (cell, compared) = game.shown().unwrap().timeline.last_linear_search().unwrap();
    assert!(compared > 2);
    let sentence = format!("{cell} was found by {compared} comparisons.");
    assert!(
        game.texts()
            .iter()
            .any(|(text, _)| text.contains(&sentence)),
        "{sentence} {:?}",
        game.texts()
    );
    game.click_text("SORTED LIST");
    assert_eq!(kept(&game), OpenListForm::Sorted);
    game.command(WatchCommand::KeepOpenList(OpenListForm::Unsorted));
    assert_eq!(kept(&game), OpenListForm::Unsorted);
}

/// With `auto` the section said "sorted list", and the legend that the smallest F is taken first;
/// neither was so.
#[test]
fn list_of_auto_says_that_it_is_kept_in_buckets() {
    for algorithm in ["auto", "jump-graph", "canonical-astar"] {
        let mut game = watching(algorithm);
        game.command(PlayCommand::Seek(12));
        game.run(2);
        let said = |game: &Game, part: &str| {
            game.texts()
                .iter()
                .any(|(text, _)| text.replace('\n', " ").contains(part))
        };
        assert!(
            game.find("BUCKETS OF F").is_some() && game.find("SORTED LIST").is_none(),
            "{:?}",
            game.texts()
        );
        assert!(
            said(&game, "the lowest bucket first, in it the newest cell"),
            "{:?}",
            game.texts()
        );
        assert!(
            said(&game, "F: the lowest bucket is taken first")
                && !said(&game, "the smallest is taken first")
        );
        let timeline = &game.shown().unwrap().timeline;
        let listed: Vec<Cell> = timeline
            .marks()
            .open_list(Side::Forward, 0..7)
            .iter()
            .map(|row| row.cell)
            .collect();
        assert_eq!(
            rows(&game),
            listed.iter().map(ToString::to_string).collect::<Vec<_>>(),
            "{algorithm}"
        );
    }
    let game = watching("astar");
    assert!(
        game.find("SORTED LIST").is_some() && game.says("F: the smallest is taken first"),
        "{:?}",
        game.texts()
    );
}
