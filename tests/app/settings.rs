//! The settings file: read once, written when something in it changes.

use std::fs;
use std::path::Path;

use gridwalk::app::command::WindowCommand;
use gridwalk::app::{Notes, Phrase, SettingsFile, Shortcuts, When};
use gridwalk_explain::Language;

use super::game::{Game, LEVEL};

const OWN: &str = "[\n        // Mine.\n        (\"ctrl+n\", Level(Next)),\n    ]";

fn game(settings: &Path) -> Game {
    let settings = SettingsFile::read(settings.to_owned());
    Game::prepared(LEVEL, |app| {
        app.insert_resource(settings);
    })
}

fn is_written(file: &Path, part: &str) -> bool {
    fs::read_to_string(file).is_ok_and(|text| text.contains(part))
}

#[test]
fn settings_are_remembered_and_own_shortcuts_stay_as_typed() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("gridwalk").join("settings.ron");
    let mut first = game(&file);
    first.command(WindowCommand::DismissHints);
    first.command(WindowCommand::Scale(1.5));
    first.until("both are written", |_| {
        is_written(&file, "hints: false") && is_written(&file, "text_size: 1.5")
    });
    let text = fs::read_to_string(&file).unwrap();
    fs::write(
        &file,
        text.replace("shortcuts: []", &format!("shortcuts: {OWN}")),
    )
    .unwrap();
    let mut again = game(&file).sized(1600.0, 900.0);
    assert!(again.find("Got it").is_none(), "the hints stay closed");
    let keys = again
        .app
        .world()
        .resource::<Shortcuts>()
        .list(When::EVERYWHERE, Language::English);
    assert!(
        keys.contains(&("Ctrl + N".to_owned(), "Next level")),
        "{keys:?}"
    );
    again.command(WindowCommand::Scale(0.0));
    again.until("it is written", |_| is_written(&file, "text_size: 1.0"));
    assert!(is_written(&file, OWN) && is_written(&file, "hints: false"));
}

#[test]
fn a_broken_file_is_left_alone_and_its_place_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("settings.ron");
    for (text, place) in [
        ("(\n    hints: maybe,\n)", ":2:"),
        (
            "(\n    shortcuts: [\n        (\"Hyper + N\", Level(Next)),\n    ],\n)",
            ":3:",
        ),
        ("(\n    colour: 3,\n)", ":2:"),
    ] {
        fs::write(&file, text).unwrap();
        let mut game = game(&file);
        game.command(WindowCommand::DismissHints);
        game.run(20);
        let mut notes = game
            .app
            .world()
            .resource::<Notes>()
            .shown()
            .iter()
            .map(|note| &note.sentence);
        let note = notes
            .find(|sentence| sentence.phrase() == Phrase::SettingsBroken)
            .expect("it is said");
        let why = note.tell(Language::English);
        assert!(why.contains(&format!("settings.ron{place}")), "{why}");
        assert_eq!(fs::read_to_string(&file).unwrap(), text);
    }
}
