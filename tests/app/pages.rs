//! Pages of a lesson: the parts of the window that they take, hide, and give back.

use std::fs;

use bevy::input::ButtonState;
use bevy::prelude::*;
use bevy_gridwalk::NavGrid;
use gridwalk::app::command::{
    LessonCommand, OptionsCommand, PlayCommand, WatchCommand, WindowCommand,
};
use gridwalk::app::{
    Boards, CameraView, LessonList, LevelList, Mode, OpenDocument, OpenLesson, OpenListKept,
    SettingsFile,
};
use gridwalk_level::OpenListForm;
use gridwalk_pathfinding::Cell;
use tempfile::TempDir;

use super::game::{Game, LEVEL, option};

const PLAIN: &str = r#"(
    version: 1,
    name: "Plain",
    map: ["............", "............", "............", "............"],
    agents: [(name: "scout", at: (1, 1), goals: [(10, 1)])],
    search: (algorithm: "astar", tie: "newest"),
)"#;

const LESSON: &str = r#"(
    version: 1,
    title: "Pages",
    level: "plain",
    pages: [
        (text: "Which is next at (2, 1)?", at: (expansion: 2), ask: (next: 1)),
        (text: "How much?", at: (expansion: 2), ask: (value: "g", cell: (2, 1))),
        (text: "A part.", zoom_to: (at: (0, 0), size: (4, 3)), file: true),
        (
            text: "Two boards.",
            boards: [(tie: "newest"), (tie: "oldest")],
            point_at: [(3, 1)],
            ask: (question: "Which?", answers: [(text: "Both", right: true, why: "Equal."), (text: "One")]),
        ),
        (text: "A wall.", cells: [((3, 1), '#')], at: "end", open_list: "heap"),
        (text: "Elsewhere.", level: "other"),
    ],
)"#;

/// Reads the page of that number.
fn at_page(number: usize) -> (Game, TempDir) {
    let assets = tempfile::tempdir().unwrap();
    for folder in ["levels", "lessons"] {
        fs::create_dir(assets.path().join(folder)).unwrap();
    }
    fs::write(assets.path().join("levels/plain.level.ron"), PLAIN).unwrap();
    fs::write(
        assets.path().join("levels/other.level.ron"),
        PLAIN.replace("Plain", "Other"),
    )
    .unwrap();
    fs::write(assets.path().join("lessons/1_pages.lesson.ron"), LESSON).unwrap();
    let path = assets.path().to_owned();
    let settings = SettingsFile::read(path.join("settings.ron"));
    let mut game = Game::with_assets(&path, LEVEL, |app| {
        app.insert_resource(settings)
            .insert_resource(LevelList::read(&path))
            .insert_resource(LessonList::read(&path));
    });
    game.press(KeyCode::F2);
    game.until_page(1);
    if number > 1 {
        game.command(LessonCommand::GoTo(number));
        game.until_page(number);
    }
    (game, assets)
}

impl Game {
    fn until_page(&mut self, number: usize) {
        self.until("the page is set up", |game| {
            let lesson = game.app.world().resource::<OpenLesson>();
            lesson
                .reading()
                .is_some_and(|reading| reading.page + 1 == number && reading.is_ready())
        });
        self.run(4);
    }

    fn hidden(&self) -> usize {
        self.texts()
            .iter()
            .filter(|(text, _)| text == "Hidden while the lesson asks.")
            .count()
    }

    fn control(&mut self, key: KeyCode) {
        self.key(KeyCode::ControlLeft, ButtonState::Pressed);
        self.press(key);
        self.key(KeyCode::ControlLeft, ButtonState::Released);
        self.run(2);
    }
}

/// The cards stood beside the question, with the next cell in front.
#[test]
fn nothing_beside_a_question_gives_its_answer_away() {
    let (mut game, _assets) = at_page(1);
    assert_eq!(
        game.hidden(),
        3,
        "cards, list and hovered cell: {:?}",
        game.texts()
    );
    game.command(LessonCommand::GoTo(2));
    game.until_page(2);
    assert_eq!(
        game.hidden(),
        4,
        "and the sentence of the step, which names G, H and F: {:?}",
        game.texts()
    );
    assert!(!game.says("Popped"));
    game.type_text("1");
    game.press(KeyCode::Enter);
    game.run(3);
    assert_eq!(game.hidden(), 0);
    assert!(game.says("Right. (2, 1) has G = 1"), "{:?}", game.texts());
    let reason = "Its parent (1, 1) has G = 0, and the step from there costs 1.";
    assert!(
        game.texts()
            .iter()
            .any(|(text, _)| text.replace('\n', " ").contains(reason)),
        "{:?}",
        game.texts()
    );
}

/// The line of the winner stood below the question which board that is.
#[test]
fn where_boards_end_is_not_said_while_a_page_asks_for_it() {
    let (mut game, _assets) = at_page(4);
    game.until("both are searched", |game| {
        game.app.world().resource::<Boards>().comparison().is_some()
    });
    game.run(3);
    let tells = |game: &Game| {
        game.texts()
            .iter()
            .any(|(text, _)| text.contains("All paths cost"))
    };
    assert!(game.hidden() == 1 && !tells(&game), "{:?}", game.texts());
    game.press(KeyCode::Digit1);
    game.run(3);
    assert!(
        game.hidden() == 0 && !tells(&game),
        "nor before they are played: {:?}",
        game.texts()
    );
    game.press(KeyCode::End);
    game.run(3);
    assert!(tells(&game), "{:?}", game.texts());
}

/// The numbers in the cells of a large map cannot be read in a small window.
#[test]
fn part_of_the_map_fills_the_window_while_its_page_is_shown() {
    let (mut game, _assets) = at_page(2);
    let side = |game: &Game| game.place(1, 0).x - game.place(0, 0).x;
    let whole = side(&game);
    game.control(KeyCode::ArrowRight);
    game.until_page(3);
    assert!(side(&game) > whole + 10.0, "{} after {whole}", side(&game));
    assert!(
        game.find("THE FILE").is_some() && game.find("floor").is_some(),
        "{:?}",
        game.texts()
    );
    let glyphs = game.texts().iter().filter(|(text, _)| text == ".").count();
    assert_eq!(
        glyphs,
        12 * 4 + 1,
        "a glyph for each cell, and one in the legend"
    );
    game.control(KeyCode::ArrowLeft);
    game.until_page(2);
    assert!((side(&game) - whole).abs() < 0.5);
    game.command(LessonCommand::GoTo(3));
    game.until_page(3);
    game.press(KeyCode::Escape);
    game.run(4);
    assert!(
        game.app.world().resource::<CameraView>().part.is_none(),
        "all of the map is in sight again"
    );
}

#[test]
fn boards_have_the_room_of_the_side_panel_and_give_it_back() {
    let (mut game, _assets) = at_page(2);
    assert!(game.find("OPEN LIST").is_some());
    game.command(LessonCommand::GoTo(4));
    game.until_page(4);
    assert_eq!(*game.app.world().resource::<Mode>(), Mode::Compare);
    assert!(game.find("BOARDS").is_none(), "{:?}", game.texts());
    game.press(KeyCode::Tab);
    game.run(2);
    assert!(game.find("BOARDS").is_some(), "who wants the panel has it");
    game.press(KeyCode::Tab);
    game.control(KeyCode::ArrowRight);
    game.until_page(5);
    assert!(game.find("OPEN LIST").is_some());
    assert!(
        game.app.world().resource::<OpenListKept>().0 == OpenListForm::Heap,
        "the page shows a heap"
    );
}

/// A question about saving stood between two pages.
#[test]
fn what_a_page_builds_is_no_unsaved_work() {
    let wall = |game: &Game| {
        !game
            .app
            .world()
            .resource::<NavGrid>()
            .grid()
            .is_walkable(Cell::new(3, 1))
    };
    let is_changed = |game: &Game| game.app.world().resource::<OpenDocument>().is_unsaved();
    let (mut game, _assets) = at_page(5);
    assert!(
        wall(&game) && !game.says("Re-planned"),
        "{:?}",
        game.texts()
    );
    game.control(KeyCode::ArrowRight);
    game.until_page(6);
    assert!(
        !game.app.world().resource::<OpenDocument>().is_asking()
            && !wall(&game)
            && !is_changed(&game)
    );
    game.control(KeyCode::ArrowLeft);
    game.until_page(5);
    assert!(wall(&game));
    game.press(KeyCode::Escape);
    game.run(4);
    assert!(
        !wall(&game) && !is_changed(&game),
        "nor is it when the lesson is closed"
    );
}

#[test]
fn a_menu_closes_by_its_key_and_the_lesson_stays() {
    let (mut game, _assets) = at_page(1);
    game.click_text("Lessons");
    assert!(game.find("1  Pages").is_some(), "{:?}", game.texts());
    game.press(KeyCode::Escape);
    game.run(3);
    assert!(
        game.find("1  Pages").is_none()
            && game
                .app
                .world()
                .resource::<OpenLesson>()
                .reading()
                .is_some()
    );
    game.press(KeyCode::Escape);
    game.run(3);
    assert!(
        game.app
            .world()
            .resource::<OpenLesson>()
            .reading()
            .is_none()
    );
}

#[test]
fn a_lesson_that_was_read_to_its_end_begins_again_from_the_list() {
    let (mut game, _assets) = at_page(6);
    game.click_text("Lessons");
    assert!(game.find("0 of 3 answered").is_some(), "{:?}", game.texts());
    game.click_text("1  Pages");
    game.until_page(1);
}

/// A lesson was called read by who had paged through it.
#[test]
fn a_lesson_is_read_when_what_it_asks_was_answered() {
    let (mut game, _assets) = at_page(1);
    let place = game.place(2, 1);
    // Of each cell there are two tries.
    for _ in 0..2 {
        game.click(place);
        game.run(3);
    }
    game.command(LessonCommand::GoTo(2));
    game.until_page(2);
    for wrong_then_right in ["7", "1"] {
        game.type_text(wrong_then_right);
        game.press(KeyCode::Enter);
        game.run(3);
    }
    game.command(LessonCommand::GoTo(4));
    game.until_page(4);
    game.until("both are searched", |game| {
        game.app.world().resource::<Boards>().comparison().is_some()
    });
    game.press(KeyCode::Digit2);
    game.run(3);
    game.command(LessonCommand::GoTo(6));
    game.until_page(6);
    game.click_text("Lessons");
    assert!(
        game.find("2 of 3 answered").is_some(),
        "a wrong answer is none: {:?}",
        game.texts()
    );
    game.press(KeyCode::Escape);
    game.command(LessonCommand::GoTo(4));
    game.until_page(4);
    game.press(KeyCode::Digit2);
    game.press(KeyCode::Digit1);
    game.run(3);
    game.command(LessonCommand::GoTo(6));
    game.until_page(6);
    game.click_text("Lessons");
    assert!(game.find("read").is_some(), "{:?}", game.texts());
}

/// Cost and "optimal" stood beside the first page.
#[test]
fn result_is_hidden_until_the_page_reaches_it() {
    let (mut game, _assets) = at_page(2);
    let tells = |game: &Game| {
        game.find("RESULT").is_some()
            || game
                .texts()
                .iter()
                .any(|(text, _)| text.contains("expanded, cost"))
    };
    game.command(LessonCommand::GoTo(3));
    game.until_page(3);
    assert!(!tells(&game) && !game.says("RUNS"), "{:?}", game.texts());
    game.press(KeyCode::End);
    game.run(3);
    assert!(tells(&game), "{:?}", game.texts());
}

#[test]
fn a_command_that_does_nothing_says_why() {
    let (mut game, _assets) = at_page(3);
    game.command(LessonCommand::Close);
    game.command(WindowCommand::Mode(Mode::Agents));
    game.command(WatchCommand::SetStart(Cell::new(0, 0)));
    game.run(3);
    assert!(
        game.says("Start and goal are those of a search"),
        "{:?}",
        game.texts()
    );
}

/// The field took the keyboard again and again, and no key closed the lesson.
#[test]
fn esc_leaves_the_field_of_an_answer_and_then_the_lesson() {
    let (mut game, _assets) = at_page(2);
    let is_read = |game: &Game| {
        game.app
            .world()
            .resource::<OpenLesson>()
            .reading()
            .is_some()
    };
    game.press(KeyCode::Escape);
    game.run(3);
    assert!(is_read(&game), "first the field");
    game.press(KeyCode::Escape);
    game.run(3);
    assert!(!is_read(&game));
}

/// A sentence alone said how many cards were passed, and the card itself was out of sight.
#[test]
fn cards_passed_by_an_insertion_are_counted_in_order() {
    let (mut game, _assets) = at_page(3);
    game.command(OptionsCommand::Set(option("tie", "oldest")));
    game.until("it is searched again", |game| {
        game.shown().is_some_and(|run| {
            run.question.query.options.tie == gridwalk_pathfinding::TieBreak::Oldest
        })
    });
    let timeline = game.shown().unwrap().timeline.clone();
    game.command(PlayCommand::Seek(
        timeline.end_of_step(timeline.position_of_step(3).unwrap()),
    ));
    game.run(2);
    let last = game
        .shown()
        .unwrap()
        .timeline
        .last_insertion()
        .expect("a cell was opened");
    assert!(last.passed > 2, "{last:?}");
    let sentence = |passed| {
        format!(
            "{} passed {passed} of {} cards before it found its place.",
            last.cell, last.of
        )
    };
    assert!(
        game.find(&sentence(last.passed)).is_none(),
        "not all at once: {:?}",
        game.texts()
    );
    game.until("all are counted", |game| {
        game.find(&sentence(last.passed)).is_some()
    });
    let number = last.passed.to_string();
    assert!(
        game.texts().iter().any(|(text, _)| *text == number)
            && game.says("Positions passed so far: ")
    );
}
