//! A lesson speaks of the level, the step and the panel that are shown, and its answers are not
//! given away.

use std::path::Path;

use bevy::prelude::*;
use gridwalk::app::command::{
    LessonAnswer, LessonCommand, Mode, PlayCommand, StepSize, WindowCommand,
};
use gridwalk::app::{
    LessonList, LevelList, OpenDocument, OpenLesson, PageAnswers, Reading, Section,
};
use gridwalk_explain::CellState;
use gridwalk_pathfinding::{Cell, Side};

use super::game::{Game, LEVEL};

/// The lessons that come with the program, one of them open at a page, from 1.
fn reading(lesson: &str, page: usize) -> Game {
    let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets");
    let mut game = Game::with_assets(&assets, LEVEL, |app| {
        app.insert_resource(LevelList::read(&assets))
            .insert_resource(LessonList::read(&assets));
    })
    .sized(1280.0, 800.0);
    game.command(LessonCommand::Open(lesson.to_owned()));
    game.command(LessonCommand::GoTo(page));
    set_up(&mut game, page);
    game
}

fn set_up(game: &mut Game, page: usize) {
    game.until("the page is set up", |game| {
        open(game).is_some_and(|reading| reading.page + 1 == page && reading.is_ready())
    });
    game.run(4);
}

fn open(game: &Game) -> Option<&Reading> {
    game.app.world().resource::<OpenLesson>().reading()
}

fn answered(game: &Game) -> &PageAnswers {
    &open(game).expect("the lesson is open").answered
}

fn level_name(game: &Game) -> String {
    game.app
        .world()
        .resource::<OpenDocument>()
        .document()
        .unwrap()
        .level()
        .name
        .clone()
}

#[test]
fn lesson_text_never_stands_over_another_level() {
    for key in [KeyCode::PageDown, KeyCode::PageUp] {
        let mut game = reading("1_first_steps", 2);
        let before = level_name(&game);
        game.press(key);
        game.until("another level is open", |game| level_name(game) != before);
        game.run(3);
        assert!(open(&game).is_none(), "the lesson is closed");
        assert!(
            game.says("Another level is open, so the lesson is closed."),
            "{:?}",
            game.texts()
        );
        // It goes on where it was left.
        game.press(KeyCode::F2);
        set_up(&mut game, 2);
        assert_eq!(level_name(&game), before);
    }
}

#[test]
fn a_lesson_stays_open_while_its_own_level_begins_again() {
    let mut game = reading("1_first_steps", 3);
    game.press(KeyCode::KeyR);
    game.run(6);
    assert!(open(&game).is_some());
    game.command(LessonCommand::Restore);
    set_up(&mut game, 3);
}

#[test]
fn a_page_unfolds_what_it_speaks_of() {
    let mut game = reading("4_sorted_list", 1);
    assert!(game.says("SORTED LIST"), "{:?}", game.texts());
    // The line below the cards says what the last insertion did.
    let high = |game: &Game| {
        let head = |title: &str| game.find(title).map_or(0.0, |rect| rect.top());
        (head("OPEN LIST") - head("SORTED LIST")).round()
    };
    let whole = high(&game);
    game.command(WindowCommand::Fold(Section::Cards));
    game.run(2);
    assert!(high(&game) < whole, "it is folded");
    game.command(LessonCommand::Next);
    set_up(&mut game, 2);
    game.command(LessonCommand::Back);
    set_up(&mut game, 1);
    assert!((high(&game) - whole).abs() < 0.01, "{:?}", game.texts());
    // What is folded for good outside of lessons is not folded here.
    game.command(LessonCommand::Close);
    game.run(3);
    game.command(WindowCommand::Fold(Section::Cards));
    game.command(LessonCommand::Open("4_sorted_list".to_owned()));
    game.command(LessonCommand::GoTo(1));
    set_up(&mut game, 1);
    assert!((high(&game) - whole).abs() < 0.01, "{:?}", game.texts());
}

#[test]
fn the_sentence_of_a_step_never_runs_ahead_of_the_map() {
    let mut game = reading("1_first_steps", 7);
    let is_new = |game: &Game| {
        game.texts()
            .iter()
            .any(|(text, _)| text.contains("(2, 3) is new"))
    };
    let lesson = |text: &str| text.contains("The Right arrow key");
    let ahead = game
        .texts()
        .iter()
        .any(|(text, _)| text.contains("(2, 3) is new: G") && !lesson(text));
    assert!(!ahead, "{:?}", game.texts());
    game.press(KeyCode::ArrowRight);
    game.run(3);
    assert!(is_new(&game), "{:?}", game.texts());
}

/// The page of lesson 2 that asks for a number, and the number.
fn asked_for_a_number() -> Game {
    let game = reading("2_right_angle", 4);
    assert!(
        game.app.world().resource::<OpenLesson>().asks().is_some(),
        "{:?}",
        game.texts()
    );
    game
}

fn answer(game: &mut Game, text: &str) {
    game.command(LessonCommand::Answer(LessonAnswer::Number(text.to_owned())));
    game.run(2);
}

#[test]
fn a_wrong_number_is_explained_and_not_told_at_once() {
    let mut game = asked_for_a_number();
    answer(&mut game, "abc");
    assert!(
        game.says("Type a number, such as 14."),
        "{:?}",
        game.texts()
    );
    assert_eq!(
        *answered(&game),
        PageAnswers::default(),
        "that was no answer"
    );
    answer(&mut game, "1");
    let first = answered(&game)
        .feedback
        .clone()
        .expect("something is said")
        .text;
    assert!(
        first.starts_with("Not quite.") && !first.contains(char::is_numeric),
        "{first}"
    );
    assert!(
        game.app.world().resource::<OpenLesson>().asks().is_some(),
        "there is a second try"
    );
    answer(&mut game, "2");
    let second = answered(&game)
        .feedback
        .clone()
        .expect("something is said")
        .text;
    assert!(second.contains("G = "), "then it is told: {second}");
    assert!(
        game.app.world().resource::<OpenLesson>().asks().is_none(),
        "what was told is not asked"
    );
    assert_eq!((answered(&game).times, answered(&game).right), (1, 0));
}

#[test]
fn a_remark_on_an_answer_goes_with_its_step() {
    let mut game = reading("1_first_steps", 11);
    assert!(
        game.says("Which cell is expanded next?"),
        "{:?}",
        game.texts()
    );
    game.command(LessonCommand::Answer(LessonAnswer::Cell(Cell::new(0, 0))));
    game.run(3);
    let remark = answered(&game)
        .feedback
        .clone()
        .expect("something is said")
        .text;
    let is_said = |game: &Game| {
        let words: String = game
            .texts()
            .iter()
            .map(|(text, _)| text.replace('\n', " ") + " ")
            .collect();
        words.contains(&remark[..20])
    };
    assert!(is_said(&game), "{remark}: {:?}", game.texts());
    game.press(KeyCode::ArrowLeft);
    game.run(3);
    assert!(!is_said(&game), "{:?}", game.texts());
}

#[test]
fn only_a_first_try_counts_as_right() {
    let mut game = reading("1_first_steps", 11);
    let right = gridwalk_explain::next_expanded(&game.shown().unwrap().timeline).unwrap();
    game.command(LessonCommand::Answer(LessonAnswer::Cell(Cell::new(0, 0))));
    game.run(2);
    assert!(answered(&game).missed);
    game.command(LessonCommand::Answer(LessonAnswer::Cell(right)));
    game.run(2);
    assert_eq!((answered(&game).times, answered(&game).right), (1, 0));
    assert!(
        game.says("0 of 1 right at the first try"),
        "{:?}",
        game.texts()
    );
}

#[test]
fn pages_that_show_a_search_have_no_strip_above_the_map() {
    let game = reading("1_first_steps", 2);
    assert!(
        !game.says("A click:") && game.find("Greedy: Manhattan").is_none(),
        "{:?}",
        game.texts()
    );
    let last = reading("3_four_algorithms", 13);
    let is_watched = *last.app.world().resource::<Mode>() == Mode::Watch;
    assert_ne!(
        last.says("A click:"),
        is_watched,
        "where agents walk its buttons are used: {:?}",
        last.texts()
    );
}

#[test]
fn the_result_of_a_search_waits_for_its_end() {
    let mut game = Game::with(LEVEL).sized(1280.0, 900.0);
    game.watch((1, 1), (9, 1));
    game.run(2);
    assert!(
        !game.says("Optimal") && game.says("The result is told"),
        "{:?}",
        game.texts()
    );
    game.press(KeyCode::End);
    game.run(2);
    assert!(
        game.says("Optimal") && !game.says("The result is told"),
        "{:?}",
        game.texts()
    );
}

/// Two recorded boards at their start, in a window of this width.
fn two_boards(width: f32) -> Game {
    let mut game = Game::with(LEVEL).sized(width, 900.0);
    game.watch((1, 1), (9, 1));
    game.press(KeyCode::KeyC);
    game.until("both are recorded", |game| {
        game.boards().boards.len() == 2 && game.boards().runs().all(|run| run.is_some())
    });
    game.press(KeyCode::Home);
    game.run(2);
    game
}

#[test]
fn boards_tell_what_came_out_once_they_are_at_their_end() {
    let mut game = two_boards(1280.0);
    let is_cost = |text: &str| {
        text.strip_prefix("cost ")
            .is_some_and(|cost| cost.starts_with(char::is_numeric))
    };
    let verdicts = |game: &Game| {
        game.texts()
            .iter()
            .filter(|(text, _)| is_cost(text))
            .count()
    };
    assert_eq!(verdicts(&game), 0, "{:?}", game.texts());
    assert!(
        !game
            .texts()
            .iter()
            .any(|(text, _)| text.contains("expands the fewest")),
        "{:?}",
        game.texts()
    );
    game.press(KeyCode::End);
    game.run(2);
    assert_eq!(verdicts(&game), 2, "{:?}", game.texts());
}

/// Name, counters, cost and verdict took two rows, and a folded list a third one.
#[test]
fn heading_of_a_board_is_one_row_and_its_numbers_end_alike() {
    let mut game = two_boards(1600.0);
    let all = |game: &Game, part: &str| -> Vec<bevy_egui::egui::Rect> {
        let in_head = game
            .texts()
            .iter()
            .filter(|(_, rect)| rect.center().y < 120.0);
        in_head
            .filter(|(text, _)| text.contains(part))
            .map(|(_, rect)| *rect)
            .collect()
    };
    let before = all(&game, " expanded");
    game.press(KeyCode::End);
    game.run(2);
    let (counts, costs) = (all(&game, " expanded"), all(&game, "cost "));
    assert_eq!(
        (before.len(), counts.len(), costs.len()),
        (2, 2, 2),
        "{:?}",
        game.texts()
    );
    for (number, (count, cost)) in counts.iter().zip(&costs).enumerate() {
        assert!(
            (count.center().y - cost.center().y).abs() < 2.0,
            "one row: {count:?} {cost:?}"
        );
        assert!(
            (count.right() - before[number].right()).abs() < 1.0,
            "nothing moves at the end of the search"
        );
        assert!(cost.left() > count.right());
    }
    let title = game
        .texts()
        .iter()
        .find(|(text, rect)| text.starts_with("1  ") && rect.left() < 900.0)
        .map(|(_, rect)| *rect)
        .unwrap();
    assert!(
        (title.center().y - counts[0].center().y).abs() < 3.0,
        "{title:?}"
    );
    // The lists are folded by a box in the panel; nothing of them is left below the maps.
    assert!(game.find("SORTED LIST").is_some());
    game.click_text("Open lists below the maps");
    assert!(game.find("SORTED LIST").is_none(), "{:?}", game.texts());
}

/// Inside of an expansion it told all cells that were to follow.
#[test]
fn the_sentence_of_an_event_tells_no_cell_of_the_next_event() {
    let mut game = Game::new();
    game.watch((1, 1), (9, 1));
    game.command(PlayCommand::StepSize(StepSize::Event));
    let marks = |game: &Game, cell: Cell| {
        game.shown()
            .unwrap()
            .timeline
            .marks()
            .state(cell, Side::Forward)
    };
    let mut named = 0;
    for _ in 0..60 {
        game.press(KeyCode::ArrowRight);
        game.run(1);
        let sentence = game
            .texts()
            .iter()
            .find(|(text, _)| text.contains("is new:") || text.contains("are new:"));
        let Some((sentence, _)) = sentence.cloned() else {
            continue;
        };
        let cells = (0..12).flat_map(|x| (0..6).map(move |y| Cell::new(x, y)));
        let sentence = sentence.replace('\u{a0}', " ");
        let is_named = |cell: &Cell| {
            [format!("{cell} is new"), format!("{cell} with G")]
                .iter()
                .any(|text| sentence.contains(text))
        };
        for cell in cells.filter(is_named) {
            assert_ne!(marks(&game, cell), CellState::Unseen, "{sentence}");
            named += 1;
        }
    }
    assert!(named > 10, "{named} cells were named");
}

/// The steps stood beside the search, and nothing said which of them it was making.
#[test]
fn step_of_the_procedure_that_runs_now_is_lit() {
    let mut game = reading("1_first_steps", 13);
    let lit = |game: &Game| {
        let steps = game.texts().iter().filter(|(text, rect)| {
            let is_step = text
                .split_once(". ")
                .is_some_and(|(number, _)| number.parse::<u8>().is_ok());
            is_step && rect.left() < 340.0
        });
        let lit: Vec<String> = steps
            .filter(|(_, rect)| game.is_lit(*rect))
            .map(|(text, _)| text.replace('\n', " "))
            .collect();
        lit
    };
    assert!(
        matches!(lit(&game).as_slice(), [one] if one.starts_with("1. Put the start")),
        "{:?}",
        game.texts()
    );
    let mut seen = std::collections::BTreeSet::new();
    for _ in 0..40 {
        game.press(KeyCode::ArrowRight);
        game.run(2);
        let now = lit(&game);
        assert!(now.len() <= 1, "{now:?}");
        seen.extend(now);
    }
    let all: Vec<_> = seen.iter().map(|step| &step[..2]).collect();
    assert_eq!(all, ["2.", "3.", "4.", "5.", "6.", "7."], "{seen:?}");
    // The reader's own step size comes back.
    game.command(LessonCommand::Next);
    set_up(&mut game, 14);
    let before = game.shown().unwrap().timeline.marks().counters().expanded;
    game.press(KeyCode::ArrowRight);
    game.run(2);
    let timeline = &game.shown().unwrap().timeline;
    assert_eq!(timeline.marks().counters().expanded, before + 1);
    assert_eq!(
        timeline.position(),
        timeline.end_of_step(timeline.position()),
        "a whole expansion"
    );
}
