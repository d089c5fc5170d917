//! The window at the size of a phone, upright and on its side: everything is there, and within
//! reach of a finger.

use bevy::prelude::*;
use gridwalk::app::command::{LessonCommand, PlayCommand, Toggle, ToolCommand, WindowCommand};
use gridwalk::app::{
    ChosenLanguage, LessonList, LevelList, MapArea, Mode, OpenLesson, Reading, Toggles,
};
use gridwalk_explain::Language;

use super::game::Game;

pub const SIZES: [(f32, f32); 2] = [(390.0, 844.0), (844.0, 390.0)];

fn area(game: &Game) -> Rect {
    game.app.world().resource::<MapArea>().rect
}

fn has_panel(game: &Game) -> bool {
    game.app.world().resource::<Toggles>().is_on(Toggle::Panel)
}

/// Bars and panels lay on each other, and the panel on the map.
#[test]
fn nothing_covers_anything_in_any_mode_of_a_phone() {
    let mut faults = Vec::new();
    for (language, (width, height)) in Language::ALL
        .into_iter()
        .flat_map(|language| SIZES.map(|size| (language, size)))
    {
        let mut game = Game::shipped("four_algorithms").sized(width, height);
        game.app.insert_resource(ChosenLanguage(language));
        for mode in Mode::ALL {
            game.command(WindowCommand::Mode(mode));
            game.run(2);
            if !mode.has_agents() {
                game.until("it is searched", |game| {
                    game.boards().runs().all(|run| run.is_some())
                });
                game.command(PlayCommand::Last);
            }
            for sheet in [false, true] {
                if has_panel(&game) != sheet {
                    game.command(Toggle::Panel);
                }
                game.run(3);
                let overlaps = game.overlaps();
                let map = area(&game).size();
                let wide = map.x >= 240.0 && map.y >= if sheet { 100.0 } else { 160.0 };
                if !overlaps.is_empty() || !wide {
                    let what = format!("{language:?} {width} × {height}, {mode:?}, sheet {sheet}");
                    faults.push(format!("{what}: {map} for the map, {overlaps:#?}"));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn panel_on_a_phone_is_a_sheet_opened_and_closed_by_touch() {
    for (width, height) in SIZES {
        let mut game = Game::new().sized(width, height);
        let whole = area(&game);
        assert!(
            !has_panel(&game) && game.find("SEARCH").is_none(),
            "at first the map has the room"
        );
        game.tap_text("Panel");
        assert!(game.find("ALL AGENTS").is_some(), "{:?}", game.texts());
        let left = area(&game);
        assert!(
            left.size().min_element() > 150.0
                && left.width() * left.height() < whole.width() * whole.height()
        );
        game.tap_text("×");
        assert_eq!((has_panel(&game), area(&game)), (false, whole));
        // And by pulling its upper edge down, or a sheet at the side away.
        game.tap_text("Panel");
        let cross = game.find("×").unwrap().center();
        let grip = Vec2::new(cross.x - 60.0, cross.y);
        let away = if width < height {
            Vec2::new(0.0, 120.0)
        } else {
            Vec2::new(50.0, 0.0)
        };
        game.swipe(grip, grip + away);
        game.run(2);
        assert_eq!((has_panel(&game), area(&game)), (false, whole));
    }
}

#[test]
fn the_panel_is_back_in_a_window_that_grows_again() {
    let mut game = Game::new();
    assert!(has_panel(&game));
    game = game.sized(390.0, 844.0);
    assert!(!has_panel(&game));
    game = game.sized(1280.0, 720.0);
    assert!(has_panel(&game));
    // Whoever put it away finds it so.
    game.press(KeyCode::Tab);
    game = game.sized(844.0, 390.0).sized(1280.0, 720.0);
    assert!(!has_panel(&game));
}

#[test]
fn a_sheet_is_scrolled_by_a_finger() {
    let mut game = Game::new().sized(390.0, 844.0);
    game.tap_text("Panel");
    let before = game.find("ALL AGENTS").expect("it is near the top").top();
    game.swipe(Vec2::new(150.0, 780.0), Vec2::new(150.0, 700.0));
    game.run(3);
    let after = game.find("ALL AGENTS").map_or(f32::MIN, |rect| rect.top());
    assert!(after < before - 40.0, "{before} {after}");
}

/// Taps in the bars, in a sheet and in menus.
#[test]
fn what_a_finger_taps_is_large_enough() {
    for (width, height) in SIZES {
        let mut game = Game::new().sized(width, height);
        for (opened, names) in [
            (None, ["Pause", "More", "Play a search"]),
            (Some("Panel"), ["Stop", "Next agent", "×"]),
        ] {
            if let Some(opened) = opened {
                game.tap_text(opened);
            }
            for name in names {
                let at = game
                    .find(name)
                    .unwrap_or_else(|| panic!("no {name} among {:?}", game.texts()));
                let button = game
                    .button_of(at)
                    .unwrap_or_else(|| panic!("{name} has no ground"));
                assert!(
                    button.height() >= 31.5,
                    "{width} × {height}: {name}: {button:?}"
                );
            }
        }
        game.tap_text("More");
        let entries = ["File", "Lessons", "Restart", "Fit", "Keys"]
            .map(|entry| game.find(entry).unwrap().center().y);
        assert!(
            entries.windows(2).all(|pair| pair[1] - pair[0] >= 32.0),
            "{entries:?}"
        );
    }
}

#[test]
fn all_of_a_lesson_can_be_read_and_turned_by_taps() {
    let assets = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("assets");
    for (width, height) in SIZES {
        let mut game = Game::with_assets(&assets, super::game::LEVEL, |app| {
            app.insert_resource(LevelList::read(&assets))
                .insert_resource(LessonList::read(&assets));
        })
        .sized(width, height);
        game.tap_text("Panel");
        game.command(LessonCommand::First);
        let page = |game: &Game| {
            game.app
                .world()
                .resource::<OpenLesson>()
                .reading()
                .map(|reading| reading.page)
        };
        let ready = |game: &Game| {
            game.app
                .world()
                .resource::<OpenLesson>()
                .reading()
                .is_some_and(Reading::is_ready)
        };
        game.until("the page is set up", ready);
        for (button, after) in [("Next", 1), ("Next", 2), ("Back", 1)] {
            game.tap_text(button);
            game.until("the page is set up", ready);
            assert_eq!(page(&game), Some(after), "{width} × {height}");
        }
        // The side panel takes the place of the lesson, and gives it back.
        game.tap_text("Panel");
        assert!(game.find("Next").is_none());
        game.tap_text("Panel");
        assert!(game.find("Next").is_some());
    }
}

#[test]
fn a_stroke_is_taken_back_without_a_keyboard() {
    let mut game = Game::new().sized(390.0, 844.0);
    game.command(ToolCommand::Toggle);
    game.run(4);
    let before = super::edit::rows(&game);
    game.tap(game.place(4, 4));
    game.run(2);
    assert_ne!(super::edit::rows(&game), before);
    game.tap_text("Undo");
    assert_eq!(super::edit::rows(&game), before);
}

/// The list of keys, and what a tick costs, were wider than the window.
#[test]
fn what_floats_over_the_map_of_a_phone_is_not_cut_off() {
    for (width, height) in SIZES {
        let mut game = Game::new().sized(width, height);
        for (toggle, texts) in [
            (
                Toggle::Help,
                &[
                    "Keys and mouse",
                    "Double-click an agent",
                    "Watch the search behind its path",
                ][..],
            ),
            (
                Toggle::Palette,
                &[
                    "Find a command or an option",
                    "Clicks send the agent, or change terrain",
                ],
            ),
            (
                Toggle::Meter,
                &["Ticks and frames", "Requests that wait", "Budget used"],
            ),
        ] {
            game.command(toggle);
            game.run(3);
            for text in texts {
                let at = game
                    .find(text)
                    .unwrap_or_else(|| panic!("no {text} among {:?}", game.texts()));
                let fits = at.left() > 8.0
                    && at.right() < width - 8.0
                    && at.top() > 0.0
                    && at.bottom() < height;
                assert!(fits, "{width} × {height}: {text} at {at:?}");
            }
            game.command(toggle);
            game.run(2);
        }
    }
}

/// After a page with boards the panel came, which nobody had called, and covered the lesson.
#[test]
fn a_sheet_never_comes_by_itself_while_a_lesson_is_read() {
    let assets = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("assets");
    let mut game = Game::with_assets(&assets, super::game::LEVEL, |app| {
        app.insert_resource(LevelList::read(&assets))
            .insert_resource(LessonList::read(&assets));
    })
    .sized(390.0, 844.0);
    let lessons: Vec<_> = game.app.world().resource::<LessonList>().entries().to_vec();
    let mut boards = 0;
    for entry in lessons {
        game.command(LessonCommand::Open(entry.file.clone()));
        for number in 0..entry.lesson.as_ref().unwrap().pages.len() {
            game.command(LessonCommand::GoTo(number + 1));
            game.until("the page is set up", |game| {
                let reading = game.app.world().resource::<OpenLesson>().reading();
                reading.is_some_and(|reading| reading.page == number && reading.is_ready())
            });
            game.run(3);
            boards += usize::from(*game.app.world().resource::<Mode>() == Mode::Compare);
            assert!(!has_panel(&game), "{} {number}", entry.file);
        }
    }
    assert!(boards > 0, "some page has boards");
}
