//! Small windows: every page of the lessons can be read and used, in both languages; the sheet.

use std::path::Path;

use bevy::prelude::*;
use gridwalk::app::command::{LessonCommand, Mode, Toggle, WindowCommand};
use gridwalk::app::{ChosenLanguage, LessonList, LevelList, MapArea, OpenLesson};
use gridwalk_explain::Language;
use gridwalk_level::Ask;

use super::game::{Game, LEVEL};

/// Width, height, and how large text and panels are.
pub const SIZES: [(f32, f32, f32); 7] = [
    (390.0, 844.0, 1.0),
    (844.0, 390.0, 1.0),
    (800.0, 500.0, 1.0),
    (960.0, 600.0, 1.0),
    (960.0, 600.0, 1.1),
    (1280.0, 720.0, 1.0),
    (1280.0, 720.0, 1.6),
];

/// Reset covered Next, the signs of the speed covered Play, and 95 pixels were left for the map.
fn walk_all_pages(language: Language) {
    let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets");
    let mut game = Game::with_assets(&assets, LEVEL, |app| {
        app.insert_resource(LevelList::read(&assets))
            .insert_resource(LessonList::read(&assets));
    });
    game.app.insert_resource(ChosenLanguage(language));
    let lessons: Vec<_> = game.app.world().resource::<LessonList>().entries().to_vec();
    assert!(lessons.len() >= 5);
    let mut faults = Vec::new();
    for entry in &lessons {
        let lesson = entry.lesson.as_ref().expect("the shipped lessons are good");
        game.command(LessonCommand::Open(entry.file.clone()));
        for (number, page) in lesson.pages.iter().enumerate() {
            game.command(LessonCommand::GoTo(number + 1));
            game.until("the page is set up", |game| {
                let reading = game.app.world().resource::<OpenLesson>().reading();
                reading.is_some_and(|reading| {
                    reading.file == entry.file && reading.page == number && reading.is_ready()
                })
            });
            for (width, height, scale) in SIZES {
                game.command(WindowCommand::Scale(0.0));
                game.command(WindowCommand::Scale(scale));
                game = game.sized(width, height);
                let overfull = game.overfull_panels();
                let mut fault = |what: String| {
                    faults.push(format!(
                        "{} {}, {width} × {height} × {scale}: {what}",
                        entry.file,
                        number + 1
                    ));
                };
                for (what, other) in game.overlaps() {
                    fault(format!("{what} and {other}"));
                }
                for (panel, excess) in overfull {
                    fault(format!(
                        "the contents of the panel {panel:?} are {excess} too wide"
                    ));
                }
                let map = game.app.world().resource::<MapArea>().rect.size();
                if map.x < 240.0 || map.y < 120.0 {
                    fault(format!("{map} are left for the map"));
                }
                let answers = match &page.ask {
                    Some(Ask::Choice { answers, .. })
                        if width >= 600.0 && height * scale.recip() >= 700.0 =>
                    {
                        answers.as_slice()
                    }
                    _ => &[],
                };
                for answer in answers {
                    let text = answer.text.in_language(language.name());
                    // Its lines end where Chinese may.
                    if !game
                        .texts()
                        .iter()
                        .any(|(painted, _)| painted.replace('\n', "") == text)
                    {
                        fault(format!("the answer {text:?} is below the fold"));
                    }
                }
            }
        }
    }
    assert!(
        faults.is_empty(),
        "{} faults:\n{}",
        faults.len(),
        faults.join("\n")
    );
}

#[test]
fn nothing_overlaps_on_lesson_pages_in_a_small_window() {
    walk_all_pages(Language::English);
}

#[test]
fn nothing_covers_anything_on_any_page_in_chinese_either() {
    walk_all_pages(Language::Chinese);
}

fn first_lesson() -> Game {
    let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets");
    let mut game = Game::with_assets(&assets, LEVEL, |app| {
        app.insert_resource(LevelList::read(&assets))
            .insert_resource(LessonList::read(&assets));
    });
    game.press(KeyCode::F2);
    game.until("the page is set up", |game| {
        game.app
            .world()
            .resource::<OpenLesson>()
            .reading()
            .is_some_and(gridwalk::app::Reading::is_ready)
    });
    game.run(3);
    game
}

/// The time line had the 270 pixels between the lesson and the side panel.
#[test]
fn lesson_and_player_buttons_fit_800_by_500() {
    let mut game = first_lesson().sized(800.0, 500.0);
    let page = |game: &Game| {
        game.app
            .world()
            .resource::<OpenLesson>()
            .reading()
            .unwrap()
            .page
    };
    for (button, after) in [("Next", 1), ("Next", 2), ("Back", 1)] {
        game.click_text(button);
        game.run(3);
        assert_eq!(page(&game), after, "{button}");
    }
    let faster = game.find("+").expect("the speed is there");
    let step = game
        .find("event")
        .or_else(|| game.find("expansion"))
        .map_or(0.0, |rect| rect.right());
    assert!(
        faster.left() > step && faster.right() < 800.0,
        "{faster:?} behind {step}"
    );
}

/// Cards and a heading took the room, and the rows were below the fold.
#[test]
fn lesson_shows_the_rows_of_the_open_list_at_800_by_500() {
    let mut game = first_lesson().sized(800.0, 500.0);
    game.command(LessonCommand::GoTo(4));
    game.until("the page is set up", |game| {
        game.app
            .world()
            .resource::<OpenLesson>()
            .reading()
            .is_some_and(|reading| reading.page == 3 && reading.is_ready())
    });
    game.run(3);
    let fold = game
        .find("HOVERED CELL")
        .expect("the cell has its place")
        .top();
    let list = game.find("OPEN LIST").expect("the list comes first");
    for cell in ["(0, 4)", "(2, 5)"] {
        let row = game
            .texts()
            .iter()
            .find(|(text, rect)| text == cell && rect.left() > list.left());
        assert!(
            row.is_some_and(|(_, rect)| rect.bottom() < fold),
            "{cell}: {:?}",
            game.texts()
        );
    }
    assert!(
        game.find("SORTED LIST")
            .is_none_or(|cards| cards.top() > list.top()),
        "the cards come after the list"
    );
}

/// Regression: the edge of the sheet ran through its contents at large text.
#[test]
fn sheet_is_as_wide_as_its_contents() {
    for (width, height) in [(460.0, 290.0), (500.0, 312.0), (560.0, 380.0)] {
        let mut game = Game::new().sized(width, height);
        game.command(Toggle::Panel);
        for mode in Mode::ALL {
            game.command(WindowCommand::Mode(mode));
            game.run(20);
            let excess = game.excess_of_sheet();
            assert!(excess < 0.5, "{mode:?} at {width} × {height}: {excess}");
        }
    }
}

/// The list of what a click does was cut off at the edge of the panel.
#[test]
fn choice_for_a_click_is_whole_beside_the_panel() {
    for (width, height) in [
        (640.0, 480.0),
        (720.0, 500.0),
        (800.0, 600.0),
        (960.0, 600.0),
    ] {
        for language in Language::ALL {
            let mut game = Game::new().sized(width, height);
            game.app.insert_resource(ChosenLanguage(language));
            game.run(3);
            let sends = gridwalk::app::Phrase::ClickSends.text(language);
            let text = game
                .find(sends)
                .unwrap_or_else(|| panic!("no {sends} at {width} × {height}: {:?}", game.texts()));
            let button = game.button_of(text).unwrap();
            let strip = game.app.world().resource::<MapArea>().rect;
            assert!(
                button.right() < strip.max.x - 8.0,
                "{width} × {height}, {language:?}: {button:?} in {strip:?}"
            );
        }
    }
}
