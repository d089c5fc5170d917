//! Lessons: their pages, what they ask, and the state of the window that each page needs.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use bevy::input::ButtonState;
use bevy::prelude::*;
use bevy_gridwalk::{AgentCell, NavGrid, PathfindingOptions};
use gridwalk::app::command::{
    EditCommand, FileCommand, LessonCommand, LevelCommand, Toggle, WatchCommand, WindowCommand,
};
use gridwalk::app::{
    LessonList, LevelList, Mode, OpenDocument, OpenLesson, Reading, SettingsFile, Toggles,
    WatchQuery,
};
use gridwalk_explain::next_expanded;
use gridwalk_pathfinding::{Algorithm, Cell, TieBreak};
use tempfile::TempDir;

use super::game::{Game, LEVEL};

const LESSON: &str = r#"(
    version: 1,
    title: (en: "A wall", zh: "墙"),
    level: "plain",
    pages: [
        (text: "The first page."),
        (text: "Which is next?", at: (expansion: 2), numbers: false, tree: true, ask: (next: 2)),
        (text: "How much?", at: (expansion: 2), ask: (value: "f", cell: (2, 1))),
        (
            text: "Another search, and a wall.",
            search: (algorithm: "dijkstra", tie: "oldest"),
            cells: [((3, 1), '#')],
            start: (0, 0),
            at: "end",
            ask: (question: "Why?", answers: [(text: "So"), (text: "Therefore", right: true, why: "It is.")]),
        ),
        (text: "They walk.", view: "agents", play: true),
    ],
)"#;

const PLAIN: &str = r#"(
    version: 1,
    name: "Plain",
    map: ["......", "......", "......"],
    agents: [(name: "scout", at: (1, 1), goals: [(5, 1)])],
    search: (algorithm: "astar", tie: "newest"),
)"#;

/// The playground with assets of its own.
fn game() -> (Game, TempDir, PathBuf) {
    let assets = tempfile::tempdir().unwrap();
    for folder in ["levels", "lessons"] {
        fs::create_dir(assets.path().join(folder)).unwrap();
    }
    fs::write(assets.path().join("levels/plain.level.ron"), PLAIN).unwrap();
    let lesson = assets.path().join("lessons/1_wall.lesson.ron");
    fs::write(&lesson, LESSON).unwrap();
    let path = assets.path().to_owned();
    let settings = SettingsFile::read(path.join("settings.ron"));
    let game = Game::with_assets(&path, LEVEL, |app| {
        app.insert_resource(settings)
            .insert_resource(LevelList::read(&path))
            .insert_resource(LessonList::read(&path));
    });
    (game, assets, lesson)
}

fn reading(game: &Game) -> &Reading {
    game.app
        .world()
        .resource::<OpenLesson>()
        .reading()
        .expect("a lesson is read")
}

fn at_page(game: &mut Game, number: usize) {
    game.until("the page is set up", |game| {
        reading(game).page + 1 == number && reading(game).is_ready()
    });
    game.run(3);
}

fn with_control(game: &mut Game, key: KeyCode) {
    game.key(KeyCode::ControlLeft, ButtonState::Pressed);
    game.press(key);
    game.key(KeyCode::ControlLeft, ButtonState::Released);
}

/// Opened by its key, at the page of that number.
fn opened(page: usize) -> (Game, TempDir, PathBuf) {
    let (mut game, assets, lesson) = game();
    game.press(KeyCode::F2);
    at_page(&mut game, 1);
    for number in 2..=page {
        with_control(&mut game, KeyCode::ArrowRight);
        at_page(&mut game, number);
    }
    (game, assets, lesson)
}

fn mode(game: &Game) -> Mode {
    *game.app.world().resource::<Mode>()
}

#[test]
fn key_opens_a_lesson_and_each_page_sets_the_window() {
    let (mut game, _assets, _) = opened(1);
    assert!(
        game.find("The first page.").is_some() && game.find("page 1 of 5").is_some(),
        "{:?}",
        game.texts()
    );
    assert_eq!((mode(&game), game.position().0), (Mode::Watch, 0));
    with_control(&mut game, KeyCode::ArrowRight);
    at_page(&mut game, 2);
    let toggles = game.app.world().resource::<Toggles>();
    assert!(toggles.is_on(Toggle::Tree) && !toggles.is_on(Toggle::Numbers));
    assert_eq!(
        game.shown().unwrap().timeline.marks().counters().expanded,
        2
    );
    game.command(LessonCommand::GoTo(4));
    at_page(&mut game, 4);
    let options = &game.app.world().resource::<PathfindingOptions>().options;
    assert_eq!(
        (options.algorithm, options.tie),
        (Algorithm::Dijkstra, TieBreak::Oldest)
    );
    assert!(
        !game
            .app
            .world()
            .resource::<NavGrid>()
            .grid()
            .is_walkable(Cell::new(3, 1)),
        "the wall is built"
    );
    let question = game.app.world().resource::<WatchQuery>();
    assert_eq!(
        (question.query.start, question.query.goal),
        (Cell::new(0, 0), Cell::new(5, 1))
    );
    assert_eq!(game.position().0, game.position().1);
    with_control(&mut game, KeyCode::ArrowRight);
    at_page(&mut game, 5);
    assert_eq!(mode(&game), Mode::Agents);
    let options = &game.app.world().resource::<PathfindingOptions>().options;
    assert_eq!(
        options.algorithm,
        Algorithm::AStar,
        "what a page changed is not there on the next one"
    );
    game.until("the agent walks", |game| {
        game.place(5, 1) != Vec2::ZERO && game.says("They walk.")
    });
    with_control(&mut game, KeyCode::ArrowLeft);
    at_page(&mut game, 4);
    assert_eq!(mode(&game), Mode::Watch);
    game.press(KeyCode::Escape);
    game.run(2);
    assert!(
        game.app
            .world()
            .resource::<OpenLesson>()
            .reading()
            .is_none(),
        "Esc closes it"
    );
}

#[test]
fn the_reader_may_change_everything_and_come_back_with_one_key() {
    let (mut game, _assets, _) = opened(2);
    game.command(WatchCommand::SetGoal(Cell::new(0, 2)));
    game.command(EditCommand::SetCell(Cell::new(2, 1), '#'));
    game.command(gridwalk::app::AppCommand::from(super::game::option(
        "algorithm",
        "breadth-first",
    )));
    game.press(KeyCode::Home);
    game.run(10);
    assert!(
        !game
            .app
            .world()
            .resource::<NavGrid>()
            .grid()
            .is_walkable(Cell::new(2, 1))
    );
    with_control(&mut game, KeyCode::KeyR);
    at_page(&mut game, 2);
    assert!(
        game.app
            .world()
            .resource::<NavGrid>()
            .grid()
            .is_walkable(Cell::new(2, 1))
    );
    let question = game.app.world().resource::<WatchQuery>();
    assert_eq!(
        (question.query.goal, question.query.options.algorithm),
        (Cell::new(5, 1), Algorithm::AStar)
    );
    assert_eq!(
        game.shown().unwrap().timeline.marks().counters().expanded,
        2
    );
    assert!(
        !game.app.world().resource::<OpenDocument>().is_unsaved(),
        "nothing is left to be saved"
    );
}

#[test]
fn next_cell_is_predicted_by_click_and_keys() {
    let (mut game, _assets, _) = opened(2);
    assert!(game.find("Which cell is expanded next?").is_some());
    let right = next_expanded(&game.shown().unwrap().timeline).unwrap();
    let goal = game.app.world().resource::<WatchQuery>().query.goal;
    let place = game.place(right.x, right.y);
    game.click(place);
    game.until("it is answered", |game| reading(game).answered.times == 1);
    game.run(2);
    assert_eq!(reading(&game).answered.right, 1);
    assert!(game.says("Right. Expanded"), "{:?}", game.texts());
    assert_eq!(
        game.shown().unwrap().timeline.marks().counters().expanded,
        3,
        "the search makes the step"
    );
    assert_eq!(
        game.app.world().resource::<WatchQuery>().query.goal,
        goal,
        "a click is an answer now, not another goal"
    );
    // A wrong one by keys: the upper left corner, which nobody has opened yet. There is a second
    // try, and nothing tells it.
    let corner = game.place(0, 0);
    game.point_at(corner);
    game.press(KeyCode::Enter);
    game.until("it may be tried again", |game| {
        reading(game).answered.missed
    });
    game.run(2);
    assert_eq!(reading(&game).answered.times, 1);
    assert!(
        game.says("(0, 0) has to wait: G = 1.41, H = 5.42, F = 6.83. Which one, then?"),
        "{:?}",
        game.texts()
    );
    game.press(KeyCode::Enter);
    game.until("it is answered again", |game| {
        reading(game).answered.times == 2
    });
    game.run(2);
    let feedback = reading(&game).answered.feedback.clone().unwrap();
    assert!(
        !feedback.is_right && feedback.text.contains("Expanded ("),
        "{feedback:?}"
    );
    assert_eq!(reading(&game).answered.right, 1);
    // Nothing is asked any more: a click moves the goal again.
    let place = game.place(5, 2);
    game.click(place);
    game.until("the goal moves", |game| {
        game.app.world().resource::<WatchQuery>().query.goal == Cell::new(5, 2)
    });
}

#[test]
fn while_the_next_cell_is_asked_for_nothing_else_tells_it() {
    let (mut game, _assets, _) = opened(2);
    game = game.sized(1600.0, 1200.0);
    assert!(
        game.says("Hidden while the lesson asks"),
        "{:?}",
        game.texts()
    );
    let place = game.place(2, 1);
    game.point_at(place);
    game.run(3);
    assert!(!game.says("Number 1 of"), "{:?}", game.texts());
}

#[test]
fn a_value_is_typed_and_answers_are_chosen_by_number() {
    let (mut game, _assets, _) = opened(3);
    game.run(3);
    game.command(LessonCommand::Answer(
        gridwalk::app::command::LessonAnswer::Number("99".to_owned()),
    ));
    game.run(2);
    assert!(game.says("Not quite. F is G + H"), "{:?}", game.texts());
    game.command(LessonCommand::Answer(
        gridwalk::app::command::LessonAnswer::Number("4,0".to_owned()),
    ));
    game.run(2);
    assert!(
        game.says("Right. (2, 1) has G = 1, H = 3, F = 4"),
        "{:?}",
        game.texts()
    );
    // The field has the focus; pages turn all the same.
    with_control(&mut game, KeyCode::ArrowRight);
    at_page(&mut game, 4);
    game.press(KeyCode::Digit1);
    game.run(2);
    assert_eq!(reading(&game).answered.right, 0);
    game.press(KeyCode::Digit2);
    game.run(2);
    assert_eq!(
        (
            reading(&game).answered.right,
            reading(&game).answered.chosen
        ),
        (1, Some(1))
    );
    assert!(game.says("It is."), "{:?}", game.texts());
}

#[test]
fn a_broken_lesson_file_is_named_and_the_last_good_page_stays() {
    let (mut game, _assets, file) = opened(2);
    let write = |text: &str, later: u64| {
        fs::write(&file, text).unwrap();
        let time = SystemTime::now() + Duration::from_secs(later);
        fs::File::options()
            .write(true)
            .open(&file)
            .unwrap()
            .set_modified(time)
            .unwrap();
    };
    write(&LESSON.replace("tree: true", "tree: perhaps"), 5);
    game.until("the mistake is named", |game| {
        game.says("1_wall.lesson.ron:7:")
    });
    assert!(
        game.says("1_wall.lesson.ron:7:76: expected true or false, found `perhaps`"),
        "{:?}",
        game.texts()
    );
    assert!(game.find("Which is next?").is_some(), "the page stays");
    write(&LESSON.replace("Which is next?", "Which one is it?"), 10);
    game.until("the page follows", |game| {
        game.find("Which one is it?").is_some()
    });
    at_page(&mut game, 2);
    assert!(!game.says("1_wall.lesson.ron:7:"));
}

#[test]
fn a_new_lesson_file_appears_in_the_menu() {
    let (mut game, assets, _) = game();
    fs::write(
        assets.path().join("lessons/2_more.lesson.ron"),
        LESSON.replace("A wall", "More walls"),
    )
    .unwrap();
    game.until("it is listed", |game| {
        game.app.world().resource::<LessonList>().entries().len() == 2
    });
    game.click_text("Lessons");
    game.run(2);
    assert!(
        game.find("2  More walls").is_some() && game.find("5 pages").is_some(),
        "{:?}",
        game.texts()
    );
    game.click_text("2  More walls");
    at_page(&mut game, 1);
    assert_eq!(reading(&game).file, "2_more");
}

#[test]
fn first_start_offers_a_lesson_that_can_be_declined_for_good() {
    let (mut game, assets, _) = game();
    assert!(
        game.find("Take the first lesson").is_some(),
        "{:?}",
        game.texts()
    );
    game.click_text("Got it");
    game.run(2);
    assert!(game.find("Take the first lesson").is_none());
    let file = assets.path().join("settings.ron");
    game.until("it is written", |_| {
        fs::read_to_string(&file).is_ok_and(|text| text.contains("hints: false"))
    });
}

#[test]
fn a_lesson_goes_on_where_it_was_left_and_its_progress_is_kept() {
    let (mut game, assets, _) = opened(3);
    game.press(KeyCode::Escape);
    game.run(2);
    let file = assets.path().join("settings.ron");
    game.until("it is written", |_| {
        fs::read_to_string(&file).is_ok_and(|text| text.contains("\"1_wall\": (2, 2)"))
    });
    game.press(KeyCode::F2);
    at_page(&mut game, 3);
    game.command(WindowCommand::Back);
    game.click_text("Lessons");
    game.run(2);
    assert!(game.find("page 3 of 5").is_some(), "{:?}", game.texts());
}

#[test]
fn lesson_asks_about_unsaved_work_before_it_opens() {
    let (mut game, assets, _) = game();
    fs::write(
        assets.path().join("levels/own.level.ron"),
        PLAIN.replace("Plain", "Own"),
    )
    .unwrap();
    let own: &Path = &assets.path().join("levels/own.level.ron");
    game.until("it is listed", |game| {
        game.app
            .world()
            .resource::<LevelList>()
            .named("own")
            .is_some()
    });
    game.command(LevelCommand::OpenFile(own.to_owned()));
    game.until("it is open", |game| {
        game.app.world().resource::<OpenDocument>().file() == Some(own)
    });
    game.run(4);
    game.command(EditCommand::SetCell(Cell::new(2, 2), '#'));
    game.run(3);
    game.press(KeyCode::F2);
    game.until("it is asked", |game| {
        game.app.world().resource::<OpenDocument>().is_asking()
    });
    game.press(KeyCode::Escape);
    game.run(20);
    let open = game.app.world().resource::<OpenDocument>();
    assert!(
        !open.is_asking() && open.is_unsaved(),
        "asked once, and nothing is lost"
    );
    assert_eq!(open.file(), Some(own));
}

/// To save was the first answer on leaving, and wrote the walls of a page into the level of the
/// lesson.
#[test]
fn a_lesson_never_writes_to_its_own_level() {
    let (mut game, assets, _) = opened(4);
    let file = assets.path().join("levels/plain.level.ron");
    game.command(EditCommand::SetCell(Cell::new(2, 2), '#'));
    game.run(3);
    with_control(&mut game, KeyCode::KeyS);
    game.until("a place for a copy is asked for", |game| {
        game.app.world().resource::<OpenDocument>().is_asking()
    });
    game.command(FileCommand::SaveAs(Some(file.clone())));
    game.until("it is refused", |game| {
        game.says("plain.level.ron belongs to the lesson") || said_of(game, &file)
    });
    assert_eq!(fs::read_to_string(&file).unwrap(), PLAIN);
    let copy = assets.path().join("levels/plain_2.level.ron");
    game.command(FileCommand::SaveAs(Some(copy.clone())));
    game.until("the copy is written", |_| {
        fs::read_to_string(&copy).is_ok_and(|text| text.contains("..#..."))
    });
    game.run(3);
    game.command(WindowCommand::Quit);
    game.run(3);
    assert!(
        game.app.should_exit().is_some(),
        "there is nothing to ask about"
    );
    assert_eq!(fs::read_to_string(&file).unwrap(), PLAIN);
}

fn said_of(game: &Game, file: &Path) -> bool {
    let words = format!("{} belongs to the lesson", file.display());
    game.texts().iter().any(|(text, _)| text.contains(&words))
}

#[test]
fn closing_a_lesson_reverts_its_changes_without_a_question() {
    let (mut game, _assets, _) = opened(4);
    game.command(EditCommand::SetCell(Cell::new(2, 2), '#'));
    game.run(3);
    assert!(!game.app.world().resource::<OpenDocument>().is_unsaved());
    game.command(LessonCommand::Close);
    game.run(6);
    let grid = |game: &Game, x, y| {
        game.app
            .world()
            .resource::<NavGrid>()
            .grid()
            .is_walkable(Cell::new(x, y))
    };
    assert!(
        grid(&game, 2, 2) && grid(&game, 3, 1),
        "the level is as in its file"
    );
    game.command(EditCommand::SetCell(Cell::new(2, 2), '#'));
    game.run(3);
    assert!(
        game.app.world().resource::<OpenDocument>().is_unsaved(),
        "from now on it is the user's again"
    );
}

/// The text of the lesson stood beside another level.
#[test]
fn who_keeps_unsaved_work_has_no_lesson_open_beside_it() {
    for same in [false, true] {
        let (mut game, assets, _) = game();
        let name = if same {
            "levels/plain.level.ron"
        } else {
            "levels/own.level.ron"
        };
        let own = assets.path().join(name);
        fs::write(&own, PLAIN).unwrap();
        game.run(30);
        game.command(LevelCommand::OpenFile(own.clone()));
        game.until("it is open", |game| {
            game.app.world().resource::<OpenDocument>().file() == Some(own.as_path())
        });
        game.run(4);
        game.command(EditCommand::SetCell(Cell::new(2, 2), '#'));
        game.run(3);
        game.press(KeyCode::F2);
        game.until("it is asked", |game| {
            game.app.world().resource::<OpenDocument>().is_asking()
        });
        game.press(KeyCode::Escape);
        game.until("the lesson is closed", |game| {
            game.app
                .world()
                .resource::<OpenLesson>()
                .reading()
                .is_none()
        });
        let open = game.app.world().resource::<OpenDocument>();
        assert!(
            open.is_unsaved() && open.file() == Some(own.as_path()),
            "the work is there (same level: {same})"
        );
        // Given up on purpose, the lesson has the level as its file says.
        game.press(KeyCode::F2);
        game.until("it is asked again", |game| {
            game.app.world().resource::<OpenDocument>().is_asking()
        });
        game.run(2);
        game.click_text("Don't save");
        at_page(&mut game, 1);
        assert!(
            game.app
                .world()
                .resource::<NavGrid>()
                .grid()
                .is_walkable(Cell::new(2, 2))
        );
    }
}

/// The first clicks of a lesson built walls around the start.
#[test]
fn a_page_restores_what_clicks_do_and_where_agents_stand() {
    let (mut game, _assets, _) = opened(5);
    game.until("the agent has walked", |game| {
        game.place(5, 1) != Vec2::ZERO && stands_at(game) != Cell::new(1, 1)
    });
    game.command(Toggle::Terrain);
    game.run(2);
    game.command(LessonCommand::GoTo(1));
    at_page(&mut game, 1);
    assert!(
        !game
            .app
            .world()
            .resource::<Toggles>()
            .is_on(Toggle::Terrain)
    );
    game.until("the agent is back", |game| {
        stands_at(game) == Cell::new(1, 1)
    });
    game.command(Toggle::Terrain);
    game.command(LessonCommand::Close);
    game.command(LevelCommand::Open("plain".to_owned()));
    game.until("another level takes it away", |game| {
        !game
            .app
            .world()
            .resource::<Toggles>()
            .is_on(Toggle::Terrain)
    });
}

fn stands_at(game: &Game) -> Cell {
    let world = game.app.world();
    let mut agents = world.try_query::<&AgentCell>().expect("there are agents");
    agents.single(world).expect("there is one agent").0
}

/// Eleven sections stood beside a lesson in a panel for experts.
#[test]
fn beside_a_lesson_stands_what_its_page_is_about() {
    let (mut game, _assets, _) = opened(1);
    game = game.sized(1600.0, 1400.0);
    for expert in [
        "RUNS ON THIS LEVEL",
        "BREAKPOINTS",
        "HISTORY",
        "MORE OPTIONS",
        "THIS WINDOW",
        "SEARCHES OF AGENTS",
    ] {
        assert!(!game.says(expert), "{expert}: {:?}", game.texts());
    }
    game.press(KeyCode::Escape);
    game.run(3);
    assert!(
        game.says("BREAKPOINTS") && game.says("HISTORY"),
        "{:?}",
        game.texts()
    );
}

/// The Right key told the answer before it was given, and after End there was none to give.
#[test]
fn steps_that_would_tell_the_answer_wait_for_it() {
    let (mut game, _assets, _) = opened(2);
    let asked = game.position().0;
    for key in [KeyCode::ArrowRight, KeyCode::End, KeyCode::Space] {
        game.press(key);
        game.run(20);
        assert_eq!(game.position().0, asked, "{key:?}");
        assert!(game.says("The next step would tell the answer"), "{key:?}");
    }
    // The way back is free, and a click there leads to the question.
    game.press(KeyCode::Home);
    game.run(2);
    assert_eq!(game.position().0, 0);
    let click = |game: &mut Game, cell: Cell| {
        let place = game.place(cell.x, cell.y);
        game.click(place);
        game.run(3);
    };
    click(&mut game, Cell::new(2, 1));
    assert_eq!(
        (game.position().0, reading(&game).answered.times),
        (asked, 0)
    );
    assert!(
        game.says("The question is about this step"),
        "{:?}",
        game.texts()
    );
    game.press(KeyCode::Home);
    game.press(KeyCode::Space);
    game.until("it plays to the question", |game| {
        game.position().0 == asked
    });
    game.run(60);
    assert_eq!(game.position().0, asked);
    for times in 1..=2 {
        let right = next_expanded(&game.shown().unwrap().timeline).unwrap();
        click(&mut game, right);
        assert_eq!(reading(&game).answered.right, times, "{:?}", game.texts());
    }
    let answered = game.position().0;
    game.press(KeyCode::ArrowRight);
    game.run(2);
    assert!(
        game.position().0 > answered,
        "all is answered: steps are free"
    );
}
