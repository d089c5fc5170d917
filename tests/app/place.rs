//! The place that a page shows in its address, title and text, and what it says of an address that
//! asks too much.

use std::path::Path;

use gridwalk::app::command::{
    EditCommand, FileCommand, LessonCommand, LevelCommand, PlayCommand, WindowCommand,
};
use gridwalk::app::{
    AddressProblems, ChosenLanguage, Embedded, LessonList, LevelList, Mode, Phrase, Spoken,
    WindowPlace,
};
use gridwalk_explain::Language;
use gridwalk_pathfinding::Cell;

use super::game::{Game, LEVEL, option};

/// The playground with all levels and lessons, and one of the levels open as its file.
fn shipped(name: &str) -> Game {
    let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets");
    let mut game = Game::with_assets(&assets, LEVEL, |app| {
        app.insert_resource(LevelList::read(&assets))
            .insert_resource(LessonList::read(&assets));
    });
    game.command(LevelCommand::Open(name.to_owned()));
    game.until("the level is open", |game| {
        place(game).parameters == format!("level={name}")
    });
    // Its file is looked at some frames later.
    game.run(30);
    game
}

fn place(game: &Game) -> WindowPlace {
    game.app.world().resource::<WindowPlace>().clone()
}

fn spoken(game: &Game) -> Spoken {
    game.app.world().resource::<Spoken>().clone()
}

/// The address bar kept the first level whatever was shown, so that a copy of it led elsewhere.
#[test]
fn address_and_title_follow_what_is_shown() {
    let mut game = shipped("maze");
    let first = place(&game);
    assert_eq!(
        (first.parameters.as_str(), first.title.as_str()),
        ("level=maze", "Maze · gridwalk")
    );
    game.command(WindowCommand::Mode(Mode::Watch));
    game.command(option("algorithm", "dijkstra"));
    game.run(3);
    assert_eq!(
        place(&game).parameters,
        "level=maze&mode=watch&algorithm=dijkstra"
    );
    game.command(LevelCommand::Open("rooms".to_owned()));
    game.until("another level is shown", |game| {
        place(game).parameters.starts_with("level=rooms")
    });
    game.app.insert_resource(ChosenLanguage(Language::Chinese));
    game.run(2);
    assert!(
        place(&game).parameters.ends_with("&lang=zh"),
        "{:?}",
        place(&game)
    );
    assert_eq!(place(&game).language, Language::Chinese);
}

#[test]
fn address_names_the_page_of_a_lesson() {
    let mut game = shipped("maze");
    game.command(LessonCommand::Open("2_right_angle".to_owned()));
    game.command(LessonCommand::GoTo(6));
    game.until("the page is there", |game| {
        place(game).parameters == "lesson=2&page=6"
    });
    let title = place(&game).title;
    assert!(
        title.contains("page 6 of") && title.ends_with("gridwalk"),
        "{title}"
    );
    game.command(LessonCommand::Close);
    game.until("the level is there", |game| {
        place(game).parameters.starts_with("level=right_angle")
    });
}

/// A level with changes has no address: the snippet of a frame holds the level itself.
#[test]
fn level_with_changes_has_no_name() {
    let mut game = shipped("maze");
    assert!(place(&game).has_name);
    game.command(EditCommand::SetCell(Cell::new(1, 1), '='));
    game.until("its name is gone", |game| !place(game).has_name);
    for _ in 0..30 {
        game.run(1);
        assert!(!place(&game).has_name);
    }
}

/// A snippet held the whole level in place of its name: to begin a copy counted as a change of the
/// level.
#[test]
fn level_without_changes_keeps_its_name_in_a_snippet() {
    let mut game = shipped("maze");
    game.command(WindowCommand::Mode(Mode::Watch));
    game.run(3);
    game.command(FileCommand::Copy);
    for _ in 0..30 {
        assert!(place(&game).has_name);
        game.run(1);
    }
}

/// A bad address was said for some seconds; then the first level stood there as if it were the one
/// linked.
#[test]
fn bad_address_stays_said_until_closed() {
    let mut game = Game::shipped("maze");
    let problems = vec![Phrase::AddressNoLevel.with("name", "nosuch")];
    game.app.insert_resource(AddressProblems(problems));
    game.run(2);
    let said = "There is no level called “nosuch” here.";
    game.run(64 * 12);
    assert!(game.says(said), "{:?}", game.texts());
    assert!(spoken(&game).note.contains(said), "it is read out");
    game.command(WindowCommand::Back);
    game.run(2);
    assert!(!game.says(said));
}

/// A screen reader had no word of the program.
#[test]
fn step_and_lesson_are_there_as_text() {
    let mut game = shipped("maze");
    game.command(LessonCommand::Open("2_right_angle".to_owned()));
    game.until("the text is there", |game| {
        spoken(game).lesson.contains("page 1 of")
    });
    let mut game = shipped("maze");
    game.command(WindowCommand::Mode(Mode::Watch));
    game.until("it is searched", |game| {
        game.boards().runs().all(|run| run.is_some())
    });
    game.command(PlayCommand::First);
    game.command(PlayCommand::Forward);
    game.run(2);
    let first = spoken(&game).step;
    assert!(first.starts_with("Step 0 of"), "{first}");
    game.command(PlayCommand::Forward);
    game.run(2);
    assert_ne!(spoken(&game).step, first);
    assert_eq!(spoken(&game).lesson, "");
}

/// A frame in a text has one board and no bars.
#[test]
fn embedded_board_has_no_bars() {
    for (width, height) in [(640.0, 440.0), (320.0, 240.0), (1000.0, 300.0)] {
        let mut game = Game::shipped("maze").sized(width, height);
        game.app.insert_resource(Embedded(true));
        game.run(2);
        for bar in ["Lessons", "Panel", "Agents", "Play", "Click"] {
            assert!(game.find(bar).is_none(), "{width} × {height} shows {bar}");
        }
        game.command(WindowCommand::Mode(Mode::Watch));
        game.until("it is searched", |game| {
            game.boards().runs().all(|run| run.is_some())
        });
        game.run(2);
        assert!(
            game.find("LEGEND").is_none() && game.find("SEARCH").is_none(),
            "{:?}",
            game.texts()
        );
        assert!(place(&game).parameters.ends_with("&embed"));
        assert_eq!(game.overlaps(), [], "{width} × {height}");
    }
}

#[test]
fn frames_are_not_offered_without_an_address() {
    let mut game = Game::shipped("maze");
    game.command(FileCommand::CopyFrame);
    game.run(2);
    assert!(
        game.says("Frames show a board of the page in a browser; this window has no address."),
        "{:?}",
        game.texts()
    );
}

/// The first hint lay over a third of the map of a phone.
#[test]
fn hints_leave_a_low_map_alone() {
    for (width, height) in [(844.0, 390.0), (900.0, 430.0)] {
        let game = Game::shipped("maze").sized(width, height);
        assert!(
            game.find("Got it").is_none(),
            "{width} × {height}: {:?}",
            game.texts()
        );
    }
}

#[test]
fn phone_is_tapped_not_clicked() {
    let mut game = Game::shipped("maze").sized(390.0, 844.0);
    game.run(2);
    assert!(
        game.find("Tap").is_some() && game.find("Click").is_none(),
        "{:?}",
        game.texts()
    );
    assert!(
        game.find("A tap:").is_some() && game.find("A click:").is_none(),
        "{:?}",
        game.texts()
    );
}
