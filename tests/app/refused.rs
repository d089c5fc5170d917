//! Texts that fields and the palette refuse: the reason is said, and nothing changes.

use bevy::prelude::*;
use gridwalk::app::command::{GenerateCommand, ToolCommand, WatchCommand, WindowCommand};
use gridwalk::app::{ChosenLanguage, Section};
use gridwalk_explain::Language;

use super::edit::{OPEN, drag, editing, labels, level};
use super::game::{Game, LEVEL};

/// Clicks the lowest field of this name, replaces its text, and presses a key.
fn enter(game: &mut Game, name: &str, typed: &str, key: KeyCode) {
    let rows = game
        .texts()
        .iter()
        .filter(|(text, rect)| text == name && (960.0..1000.0).contains(&rect.left()));
    let row = rows.max_by(|a, b| a.1.top().total_cmp(&b.1.top()));
    let row = row.unwrap_or_else(|| panic!("no {name:?} among {:?}", game.texts()));
    let y = row.1.center().y;
    game.click(Vec2::new(1078.0, y));
    game.run(1);
    game.type_text(typed);
    game.press(key);
    game.run(4);
}

/// A text that was no number went, and the old one came back without a word.
#[test]
fn refused_cost_or_name_of_a_terrain_says_why() {
    let mut game = editing(OPEN).sized(1280.0, 1400.0);
    game.command(WindowCommand::Fold(Section::TerrainForm));
    game.click_text("forest");
    game.run(2);
    let before = level(&game);
    let reason = "Expected a whole number from 1 to 1000.";
    for typed in ["-3", "0", "1001", "x", "2.5"] {
        enter(&mut game, "cost", typed, KeyCode::Enter);
        assert!(game.find(reason).is_some(), "{typed}: {:?}", game.texts());
        assert!(game.find(typed).is_some(), "{typed} stays to be corrected");
        enter(&mut game, "cost", "4", KeyCode::Enter);
        assert!(game.find(reason).is_none(), "{typed}: {:?}", game.texts());
    }
    for (typed, reason) in [
        (" ", "Expected a name."),
        ("swamp", "The name “swamp” is taken: choose another one."),
    ] {
        enter(&mut game, "name", typed, KeyCode::Enter);
        assert!(game.tells(reason), "{typed}: {:?}", game.texts());
        // The refused text goes with its field.
        game.click_text("road");
        game.run(2);
        assert!(!game.tells(reason));
        game.click_text("forest");
        game.run(2);
        assert!(!game.tells(reason), "{typed}: {:?}", game.texts());
    }
    for typed in ["ab", "#"] {
        enter(&mut game, "glyph", typed, KeyCode::Enter);
        assert!(
            game.says("Expected one character.") || game.says("'#' is how wall"),
            "{typed}: {:?}",
            game.texts()
        );
        enter(&mut game, "glyph", "&", KeyCode::Enter);
    }
    assert_eq!(level(&game), before);
    assert_eq!(labels(&game), []);
    enter(&mut game, "cost", "-3", KeyCode::Enter);
    enter(&mut game, "cost", "12", KeyCode::Enter);
    assert!(game.find(reason).is_none(), "{:?}", game.texts());
    let costs: Vec<_> = level(&game)
        .grid
        .legend()
        .iter()
        .map(|terrain| terrain.cost)
        .collect();
    assert!(costs.contains(&Some(12)), "{costs:?}");
}

#[test]
fn refused_values_of_an_agent_say_why() {
    let mut game = editing(LEVEL).sized(1280.0, 1600.0);
    game.press(KeyCode::KeyA);
    let cell = game.place(1, 4);
    game.click(cell);
    game.run(4);
    let before = level(&game);
    let own = "Expected a whole number from 1 to 1000, 0 to close";
    for (name, typed, reason) in [
        ("name", " ", "Expected a name."),
        ("name", "scout", "The name “scout” is taken"),
        ("speed", "0", "Expected a number from 0.1 to 100."),
        ("radius", "0.5", "Expected a number from 0 to 0.45."),
        ("size", "33", "Expected a whole number from 1 to 32."),
        ("Off walls", "2", "Expected cells and cost such as 2,3"),
        ("floor", "-1", own),
    ] {
        enter(&mut game, name, typed, KeyCode::Enter);
        assert!(game.says(reason), "{typed}: {:?}", game.texts());
        // Esc in the field brings its value back.
        enter(&mut game, name, "", KeyCode::Escape);
        assert!(!game.says(reason), "{typed}: {:?}", game.texts());
    }
    assert_eq!(level(&game), before);
}

#[test]
fn refused_cost_of_a_portal_and_of_the_generator_say_why() {
    let mut game = editing(OPEN).sized(1280.0, 1400.0);
    game.press(KeyCode::KeyP);
    drag(&mut game, (1, 1), (9, 5));
    game.run(3);
    let before = level(&game);
    enter(&mut game, "cost", "0", KeyCode::Enter);
    assert!(
        game.says("Expected a whole number from 1 to 65535."),
        "{:?}",
        game.texts()
    );
    assert_eq!(level(&game), before);
    game.command(GenerateCommand::Kind("random".to_owned()));
    game.command(GenerateCommand::Density(33));
    game.run(4);
    enter(&mut game, "density", "250", KeyCode::Enter);
    assert!(
        game.says("Expected a whole number from 0 to 100."),
        "{:?}",
        game.texts()
    );
    assert!(game.find("33").is_some(), "{:?}", game.texts());
}

/// A width of 0 went without a word, and what would be lost was asked of a number that was gone.
#[test]
fn size_that_loses_agents_is_shown_and_confirmed_by_a_button() {
    let mut game = editing(LEVEL).sized(1280.0, 1400.0);
    game.press(KeyCode::KeyD);
    game.run(2);
    for typed in ["0", "-3", "9000"] {
        enter(&mut game, "Size", typed, KeyCode::Enter);
        let reason = "Expected a whole number from 1 to 8192.";
        assert!(game.find(reason).is_some(), "{typed}: {:?}", game.texts());
        enter(&mut game, "Size", "12", KeyCode::Enter);
        assert!(game.find(reason).is_none(), "{typed}: {:?}", game.texts());
    }
    let warning = "Agents, goals and portals that would fall off the map: 2.";
    enter(&mut game, "Size", "1", KeyCode::Enter);
    assert!(game.says(warning), "{:?}", game.texts());
    assert!(
        game.find("1 × 6 · falls off: 2").is_some(),
        "it is seen on the map: {:?}",
        game.texts()
    );
    assert!(level(&game).grid.width() > 1);
    game.press(KeyCode::Escape);
    game.run(2);
    assert!(
        game.find("Shrink anyway").is_none() && !game.says(warning),
        "{:?}",
        game.texts()
    );
    enter(&mut game, "Size", "1", KeyCode::Enter);
    // After another change the same size is another question.
    game.command(ToolCommand::Grow([0, 0, 1, 0]));
    game.run(2);
    assert!(game.find("Shrink anyway").is_none(), "{:?}", game.texts());
    enter(&mut game, "Size", "1", KeyCode::Enter);
    assert!(level(&game).grid.width() > 1);
    game.click_text("Shrink anyway");
    game.run(3);
    assert_eq!(level(&game).grid.width(), 1);
    assert!(
        !game.says(warning) && game.find("Shrink anyway").is_none(),
        "it is done: {:?}",
        game.texts()
    );
}

/// `weight -5` found no command.
#[test]
fn palette_says_which_values_an_option_takes() {
    for (language, typed) in [
        (Language::English, "weight -5"),
        (Language::English, "weight=-5"),
        (Language::Chinese, "weight -5"),
    ] {
        let mut game = Game::new().sized(1280.0, 720.0);
        game.app.insert_resource(ChosenLanguage(language));
        game.key(KeyCode::ControlLeft, bevy::input::ButtonState::Pressed);
        game.press(KeyCode::KeyK);
        game.key(KeyCode::ControlLeft, bevy::input::ButtonState::Released);
        game.run(2);
        game.type_text(typed);
        game.run(2);
        assert!(
            game.tells("-5") && game.tells("100"),
            "{language:?}: {:?}",
            game.texts()
        );
        assert!(game.find("No command has this name.").is_none());
    }
}

#[test]
fn breakpoint_without_a_value_says_what_to_type() {
    let mut game = Game::new().sized(1280.0, 1400.0);
    game.watch((1, 1), (9, 1));
    game.command(WatchCommand::HeatMap(gridwalk::app::Heat::Off));
    if game.find("3, 4").is_none() {
        game.click_text("BREAKPOINTS");
    }
    game.click_text("3, 4");
    game.type_text("x");
    game.press(KeyCode::Enter);
    game.run(3);
    assert!(
        game.says("Type a value such as 3, 4."),
        "{:?}",
        game.texts()
    );
}
