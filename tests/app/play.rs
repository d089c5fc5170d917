//! Playing a chosen search from its beginning, unless motion is reduced.

use bevy::prelude::*;
use gridwalk::app::command::{PlayCommand, Toggle, WatchCommand};
use gridwalk::app::{Playback, SettingsFile};
use gridwalk_pathfinding::{Algorithm, Cell};

use super::game::{Game, LEVEL, option};

fn plays(game: &Game) -> bool {
    game.app.world().resource::<Playback>().playing
}

fn shows(algorithm: Algorithm) -> impl Fn(&Game) -> bool {
    move |game| {
        game.shown()
            .is_some_and(|run| run.question.query.options.algorithm == algorithm)
    }
}

/// It jumped to the end.
#[test]
fn a_chosen_algorithm_is_played_from_its_beginning() {
    let mut game = Game::new();
    game.watch((1, 1), (9, 1));
    game.press(KeyCode::End);
    game.command(option("algorithm", "dijkstra"));
    game.until("Dijkstra is watched", shows(Algorithm::Dijkstra));
    let (position, length) = game.position();
    assert!(
        plays(&game) && position < length / 4,
        "{position} of {length}"
    );
    game.run(40);
    assert!(game.position().0 > position, "it goes on by itself");
    // Paused somewhere, another choice begins as well.
    game.press(KeyCode::Space);
    game.command(option("algorithm", "greedy"));
    game.until("greedy search is watched", shows(Algorithm::Greedy));
    assert!(plays(&game) && game.position().0 < game.position().1 / 2);
    // What is dragged or edited is seen whole.
    let (from, to) = (game.place(9, 1), game.place(4, 4));
    game.drag(from, to);
    game.until("the goal is followed", |game| {
        game.shown().unwrap().question.query.goal == Cell::new(4, 4)
    });
    assert_eq!(game.position().0, game.position().1);
}

#[test]
fn with_reduced_motion_the_end_is_shown_and_that_is_remembered() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("settings.ron");
    let start = || {
        let settings = SettingsFile::read(file.clone());
        Game::prepared(LEVEL, |app| {
            app.insert_resource(settings);
        })
    };
    let mut game = start();
    game.key(KeyCode::ControlLeft, bevy::input::ButtonState::Pressed);
    game.press(KeyCode::KeyM);
    game.key(KeyCode::ControlLeft, bevy::input::ButtonState::Released);
    game.until("it is written", |_| {
        std::fs::read_to_string(&file).is_ok_and(|text| text.contains("motion: true"))
    });
    drop(game);
    let mut game = start();
    game.press(KeyCode::KeyW);
    game.until("a search is watched", |game| game.shown().is_some());
    for next in [Algorithm::Dijkstra, Algorithm::Greedy] {
        game.run(10);
        let (position, length) = game.position();
        assert!(
            !plays(&game) && position == length,
            "{position} of {length}"
        );
        game.command(option("algorithm", next.name()));
        game.until("the next one is watched", shows(next));
    }
    game.command(WatchCommand::ShowRun(0));
    assert!(
        !plays(&game) && game.position().0 == game.position().1,
        "a run of the table as well"
    );
    // By hand it can be played all the same.
    game.command(PlayCommand::First);
    game.press(KeyCode::Space);
    assert!(plays(&game));
    game.command(Toggle::ReducedMotion);
    game.press(KeyCode::KeyA);
    game.until("another search is watched", |game| {
        !shows(Algorithm::Greedy)(game)
    });
    assert!(plays(&game) && game.position().0 < game.position().1);
}

/// The description of a level is in sight in both modes, and the list finds the levels of the
/// lessons.
#[test]
fn description_shows_in_both_modes_and_list_has_lesson_levels() {
    let mut game = Game::shipped("four_algorithms");
    for mode in ["agents", "watch"] {
        let said = game
            .texts()
            .iter()
            .find(|(text, _)| text.starts_with("Weights from white to black"));
        let (_, seen) = said.unwrap_or_else(|| panic!("{mode}: {:?}", game.texts()));
        assert!(
            seen.height() > 20.0,
            "{mode}: all of its lines are in sight: {seen:?}"
        );
        game.click_text("Four algorithms");
        game.click_text("Find a level");
        game.type_text("right angle");
        game.run(2);
        assert!(
            game.find("Right angle").is_some(),
            "{mode}: {:?}",
            game.texts()
        );
        game.press(KeyCode::Escape);
        game.run(2);
        game.press(KeyCode::KeyW);
        game.until("a search is watched", |game| {
            mode == "watch" || game.shown().is_some()
        });
        game.run(3);
    }
}
