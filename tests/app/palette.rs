//! By keys alone, what the palette reaches: every option with every value, every level, every
//! lesson.

use std::path::Path;

use bevy::input::ButtonState::{Pressed, Released};
use bevy::prelude::*;
use bevy_gridwalk::{NavGrid, PathfindingOptions};
use gridwalk::app::command::Toggle;
use gridwalk::app::{LessonList, OpenDocument, OpenLesson};
use gridwalk_explain::{Describe, Language};
use gridwalk_pathfinding::{Algorithm, OptionChange, OptionKey, Refusal, SearchOptions, Support};

use super::game::Game;

/// Opens the palette and types into it, as a user does.
fn find(game: &mut Game, text: &str) {
    game.key_in_this_frame(KeyCode::ControlLeft, Pressed);
    game.press(KeyCode::KeyK);
    game.key(KeyCode::ControlLeft, Released);
    game.type_text(text);
    game.run(1);
}

fn options(game: &Game) -> &SearchOptions {
    &game.app.world().resource::<PathfindingOptions>().options
}

/// Returns the reason for which the options would be refused with this change.
fn refusal(game: &Game, change: &OptionChange) -> Option<Refusal> {
    let mut changed = options(game).clone();
    change.apply(&mut changed);
    changed
        .check(game.app.world().resource::<NavGrid>().grid())
        .err()
}

/// Finds an option with a value by what is typed, presses Enter, and checks that it is set, or
/// refused with a reason. Returns whether it was set.
fn set(game: &mut Game, typed: &str, change: &OptionChange) -> bool {
    let (key, algorithm) = (change.key(), options(game).algorithm);
    let (before, refusal) = (options(game).clone(), refusal(game, change));
    find(game, typed);
    game.press(KeyCode::Enter);
    game.run(1);
    if let Some(refusal) = &refusal {
        let reason = refusal.describe_in(Language::English);
        assert!(
            game.says(&reason),
            "{algorithm:?}, {typed:?}: no {reason:?} among {:?}",
            game.texts()
        );
        game.press(KeyCode::Escape);
        assert_eq!(
            options(game),
            &before,
            "{algorithm:?}: {typed:?} was refused"
        );
        return false;
    }
    assert_eq!(
        key.of(options(game)),
        *change,
        "{algorithm:?}: {typed:?} among {:?}",
        game.texts()
    );
    if algorithm.support(key) == Support::Unused {
        let note = format!("“{}” has no effect", key.title());
        assert!(
            game.says(&note),
            "{algorithm:?}: no {note:?} among {:?}",
            game.texts()
        );
    }
    true
}

/// Returns the text to be typed for a value with a name.
fn named(change: &OptionChange) -> String {
    use OptionChange as Change;
    let english = Language::English;
    let value = match change {
        Change::Algorithm(value) => value.describe_in(english),
        Change::Heuristic(value) => value.describe_in(english),
        Change::Movement(value) => value.describe_in(english),
        Change::Steps(value) => value.describe_in(english),
        Change::CostRule(value) => value.describe_in(english),
        Change::Tie(value) => value.describe_in(english),
        Change::Stop(value) => value.describe_in(english),
        Change::Parent(value) => value.describe_in(english),
        Change::Reopen(value) => value.describe_in(english),
        typed => typed.shown(),
    };
    format!("{}: {value}", change.key().describe_in(english))
}

/// A value that is typed, on a map of twelve columns and six rows.
fn typed(key: OptionKey) -> Option<OptionChange> {
    let example = key.kind().typed?.example();
    let example = if key == OptionKey::Region {
        "0,0,11,5"
    } else {
        example
    };
    Some(key.parse(example).unwrap())
}

#[test]
fn every_option_is_set_to_every_value_by_keys_alone() {
    let mut game = Game::new().sized(1280.0, 1600.0);
    for key in OptionKey::ALL {
        for name in key.kind().names {
            let change = key.parse(name).unwrap();
            set(&mut game, &named(&change), &change);
        }
        if let Some(change) = typed(key) {
            let value = change.text();
            assert!(
                set(&mut game, &format!("{} {value}", key.title()), &change),
                "{key:?} takes {value}"
            );
        }
        if key.kind().empty.is_some() {
            let nothing = key.parse("").unwrap();
            assert!(
                set(&mut game, &named(&nothing), &nothing),
                "{key:?} is taken back"
            );
        }
        let own = key.default_for(Algorithm::AStar);
        game.command(own);
    }
}

#[test]
fn every_algorithm_takes_an_option_by_keys_or_says_why_not() {
    let mut game = Game::new().sized(1280.0, 1600.0);
    let mut refused = 0;
    for algorithm in Algorithm::ALL {
        game.command(OptionChange::Algorithm(Algorithm::AStar));
        let change = OptionChange::Algorithm(algorithm);
        assert!(set(&mut game, &named(&change), &change), "{algorithm:?}");
        for key in OptionKey::ALL
            .into_iter()
            .filter(|key| *key != OptionKey::Algorithm)
        {
            let own = key.of(options(&game));
            let by_name = key
                .kind()
                .names
                .iter()
                .map(|name| key.parse(name).unwrap())
                .find(|change| *change != own);
            let (change, typed) = match (by_name, typed(key)) {
                (_, Some(change)) => (change.clone(), format!("{} {}", key.title(), change.text())),
                (Some(change), None) => (change.clone(), named(&change)),
                (None, None) => panic!("{key:?} has no other value"),
            };
            let was_set = set(&mut game, &typed, &change);
            let is_usual = change == key.default_for(algorithm);
            assert!(
                !was_set || is_usual || algorithm.support(key) != Support::Unsupported,
                "{algorithm:?}, {key:?}"
            );
            refused += usize::from(!was_set);
            game.command(own);
        }
    }
    assert!(refused > 20, "only {refused} were refused");
}

#[test]
fn levels_and_lessons_are_opened_by_keys_alone() {
    let assets = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/assets"));
    let mut game = Game::shipped("first_steps");
    game.app.insert_resource(LessonList::read(assets));
    game.run(2);
    find(&mut game, "open level right angle");
    game.press(KeyCode::Enter);
    game.until("the level is shown", |game| {
        let open = game.app.world().resource::<OpenDocument>();
        open.document()
            .is_some_and(|document| document.level().name == "Right angle")
    });
    let lessons = LessonList::read(assets);
    let lessons: Vec<_> = lessons
        .entries()
        .iter()
        .filter_map(|entry| {
            Some((
                entry.file.clone(),
                entry
                    .lesson
                    .as_ref()?
                    .title
                    .in_language(Language::English.name())
                    .to_owned(),
            ))
        })
        .collect();
    assert!(!lessons.is_empty());
    for (file, title) in lessons {
        find(&mut game, &format!("Open lesson: {title}"));
        game.press(KeyCode::Enter);
        game.until("the lesson is read", |game| {
            game.app
                .world()
                .resource::<OpenLesson>()
                .reading()
                .is_some_and(|reading| reading.file == file)
        });
        game.press(KeyCode::Escape);
        game.run(2);
    }
}

/// Two rows of the table did the same, one for watching and one for comparing, and such rows are
/// left out.
#[test]
fn the_palette_can_cancel_a_search_and_make_it_again() {
    let mut game = Game::new();
    for name in [
        "Cancel the search under way",
        "Make the cancelled search after all",
    ] {
        find(&mut game, name);
        assert!(game.find(name).is_some(), "{:?}", game.texts());
        game.press(KeyCode::Escape);
        game.run(1);
    }
}

/// The area remembered how high it was: two and a half rows were left.
#[test]
fn palette_height_recovers_after_a_search_without_hits() {
    let mut game = Game::new();
    find(&mut game, "");
    game.run(2);
    let rows = game.texts().len();
    game.type_text("zzzqqq");
    game.run(3);
    assert!(
        game.texts().len() < rows,
        "nothing fits: {:?}",
        game.texts()
    );
    for _ in 0..6 {
        game.press(KeyCode::Backspace);
    }
    game.run(3);
    assert_eq!(game.texts().len(), rows, "{:?}", game.texts());
}

#[test]
fn the_palette_finds_history_and_formula() {
    let mut game = Game::new();
    for (typed, name) in [
        ("history", "Show or hide the history of the level"),
        ("formula", "Heuristic: or a formula"),
    ] {
        find(&mut game, typed);
        assert!(game.find(name).is_some(), "{typed}: {:?}", game.texts());
        game.press(KeyCode::Escape);
        game.run(1);
    }
}

/// "tie newest" found the clipboard, by letters that lay far apart.
#[test]
fn an_option_is_found_by_the_words_of_the_command_line() {
    let mut game = Game::new();
    for (typed, wanted) in [
        ("tie newest", "Tie-breaking: "),
        ("heuristic zero", "Heuristic: "),
    ] {
        game.command(Toggle::Palette);
        game.run(2);
        game.type_text(typed);
        game.run(3);
        assert!(game.says(wanted), "{typed}: {:?}", game.texts());
        assert!(!game.says("Open the level whose text"), "{typed}");
        game.press(KeyCode::Escape);
        game.run(2);
    }
}
