//! Keys as they are written, and what they stand for.

use bevy::input::ButtonState;
use bevy::input::keyboard::{Key, KeyboardInput};
use bevy::prelude::*;
use gridwalk::app::command::{AgentCommand, LevelCommand};
use gridwalk::app::{AppCommand, Chord, Now, Shortcuts};
use gridwalk_explain::Language;

use super::game::Game;

/// All keys that can be named, but letters and digits.
const NAMES: &str = "F1 F2 F3 F4 F5 F6 F7 F8 F9 F10 F11 F12 Left Right Up Down Space Enter Esc Tab Backspace Insert Delete \
                     Home End Page_up Page_down + − ? [ ] Comma .";

#[test]
fn every_key_is_read_as_it_is_written() {
    let letters = ('A'..='Z').chain('0'..='9').map(String::from);
    let names = NAMES.split_whitespace().map(|name| name.replace('_', " "));
    for name in letters.chain(names) {
        for modifiers in ["", "Ctrl + ", "Shift + ", "Ctrl + Shift + "] {
            let text = format!("{modifiers}{name}");
            assert_eq!(text.parse::<Chord>().unwrap().text(Language::English), text);
        }
    }
    for (text, written) in [("ctrl+shift+-", "Ctrl + Shift + −"), ("CTRL++", "Ctrl + +")] {
        assert_eq!(
            text.parse::<Chord>().unwrap().text(Language::English),
            written
        );
    }
    for text in ["", "Ctrl", "Hyper + N", "NN"] {
        assert!(
            text.parse::<Chord>()
                .unwrap_err()
                .contains("not a shortcut"),
            "{text}"
        );
    }
}

#[test]
fn every_key_of_the_table_stands_for_one_thing() {
    let table = Shortcuts::default();
    for row in &table.0 {
        for chord in &row.chords {
            let same = table
                .0
                .iter()
                .filter(|other| other.when == row.when && other.chords.contains(chord));
            assert_eq!(same.count(), 1, "{chord:?} {:?}", row.when);
        }
    }
}

#[test]
fn own_keys_take_the_place_of_those_of_the_table() {
    let mut table = Shortcuts::default();
    let next: AppCommand = AgentCommand::SelectNext.into();
    let open: AppCommand = LevelCommand::Open("cave".to_owned()).into();
    table.change(&[
        ("S".parse().unwrap(), next.clone()),
        ("Ctrl + O".parse().unwrap(), open.clone()),
    ]);
    let pressed = |keys: &str| {
        let row = table.pressed(keys.parse().unwrap(), Now::default());
        row.map(|row| row.command.clone())
    };
    assert_eq!(pressed("S"), Some(next.clone()));
    assert_eq!(pressed("N"), None, "it has other keys now");
    assert_eq!(
        pressed("Ctrl + O"),
        Some(open),
        "commands without a row can have keys too"
    );
    assert_eq!(
        table.keys_of(&AgentCommand::Stop.into(), Language::English),
        None,
        "its key was taken"
    );
    assert_eq!(
        table.keys_of(&next, Language::English).as_deref(),
        Some("S")
    );
}

/// The list of keys was searched for the sign that had opened it.
#[test]
fn question_mark_lists_all_keys() {
    let mut game = Game::new();
    game.key(KeyCode::ShiftLeft, ButtonState::Pressed);
    let window = game.window;
    for state in [ButtonState::Pressed, ButtonState::Released] {
        let logical_key = Key::Character("?".into());
        game.send(KeyboardInput {
            key_code: KeyCode::Slash,
            logical_key,
            state,
            text: None,
            repeat: false,
            window,
        });
    }
    game.run(1);
    game.key(KeyCode::ShiftLeft, ButtonState::Released);
    game.run(5);
    for row in ["Move the map", "Watch"] {
        assert!(
            game.texts().iter().any(|(text, _)| text.contains(row)),
            "{row}: {:?}",
            game.texts()
        );
    }
    assert!(game.find("?").is_none(), "the field is empty");
}
