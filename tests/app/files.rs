//! Files of other programs: dropped, chosen in a dialog of the desktop or by their path, found
//! again, and written as copies.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use bevy::prelude::*;
use bevy::window::{FileDragAndDrop, WindowFocused};
use gridwalk::app::command::{FileCommand, LevelCommand, WindowCommand};
use gridwalk::app::{FileDialogs, FileQuestion, OpenDocument, SettingsFile};
use gridwalk_level::Level;
use gridwalk_level::formats::{parse_level, write_png};

use super::game::{Game, LEVEL};

/// A file of the level crate's samples.
fn sample(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("crates/gridwalk_level/tests/samples")
        .join(name)
}

fn document(game: &Game) -> &OpenDocument {
    game.app.world().resource()
}

fn level(game: &Game) -> &Level {
    document(game).document().unwrap().level()
}

fn drop_file(game: &mut Game, file: &Path) {
    let window = game.window;
    game.send(FileDragAndDrop::DroppedFile {
        window,
        path_buf: file.to_owned(),
    });
}

fn until_open(game: &mut Game, name: &str) {
    game.until("the level is open", |game| level(game).name == name);
    game.run(4);
}

/// Puts a path into the field that asks for one in the place of what is offered, and enters it.
fn enter_path(game: &mut Game, path: &Path) {
    game.run(2);
    for _ in 0..200 {
        game.press(KeyCode::Backspace);
    }
    game.type_text(path.to_str().unwrap());
    game.run(1);
    game.press(KeyCode::Enter);
    game.run(2);
}

#[test]
fn every_format_can_be_dropped_and_unread_parts_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, bytes: &[u8]| {
        let file = folder.path().join(name);
        fs::write(&file, bytes).unwrap();
        file
    };
    let mut game = Game::new();
    drop_file(&mut game, &sample("town.tmj"));
    until_open(&mut game, "Town");
    assert_eq!(
        (level(&game).agents.len(), game.cell_of("scout")),
        (2, (0, 0).into())
    );
    let guess =
        "town.tmj:212:25: 6 cells are walls by the class `water` (a guess, the rule class:water).";
    assert!(game.says(guess), "{:?}", game.texts());
    drop_file(&mut game, &sample("dungeon.ldtk"));
    until_open(&mut game, "Cellar");
    assert_eq!(level(&game).agents[0].name, "miner");
    drop_file(&mut game, &write("costs.csv", b"1,1,7\n#,1,1\n"));
    until_open(&mut game, "costs");
    drop_file(
        &mut game,
        &write("drawing.png", &write_png(2, 1, &[[255; 3], [0; 3]])),
    );
    until_open(&mut game, "drawing");
    assert_eq!(level(&game).grid.cell_count(), 2);
    assert!(
        !document(&game).is_unsaved(),
        "nothing of it is to be saved"
    );
    drop_file(&mut game, &write("broken.tmj", b"{ \"width\": 1 }"));
    game.until("the mistake is said", |game| {
        game.says("broken.tmj:1:14: expected a map of Tiled: missing field")
    });
}

#[test]
fn rules_for_walls_of_a_tiled_map_are_chosen_in_the_window() {
    let folder = tempfile::tempdir().unwrap();
    let map = r#"{ "width": 3, "height": 2, "tilewidth": 8, "tileheight": 8, "tilesets": [{ "firstgid": 1, "name": "t", "tiles": [
{ "id": 1, "properties": [{ "name": "collides", "value": true }] }] }],
"layers": [{ "type": "tilelayer", "name": "a", "data": [1, 2, 1, 1, 1, 1] }] }"#;
    let file = folder.path().join("door.tmj");
    fs::write(&file, map).unwrap();
    let mut game = Game::new().sized(1280.0, 1000.0);
    drop_file(&mut game, &file);
    until_open(&mut game, "door");
    let walls = |game: &Game| {
        level(game)
            .grid
            .size()
            .rect()
            .cells()
            .filter(|cell| !level(game).grid.is_walkable(*cell))
            .count()
    };
    assert_eq!(walls(&game), 1);
    game.chord(&[KeyCode::ControlLeft], KeyCode::KeyE);
    game.run(4);
    assert!(
        game.says("property:collides: 1 cell, a guess"),
        "{:?}",
        game.texts()
    );
    game.click_text("property:collides: 1 cell, a guess");
    game.until("the rule is off", |game| walls(game) == 0);
    game.run(4);
    game.click_text("property:collides: 0 cells, a guess");
    game.until("the rule is on", |game| walls(game) == 1);
    game.command(LevelCommand::Walls(vec!["layer:a".parse().unwrap()]));
    game.until("the layer is a wall", |game| walls(game) == 6);
    game.run(4);
    game.click_text("Guess again");
    game.until("walls are guessed again", |game| walls(game) == 1);
    assert!(
        !document(&game).is_unsaved(),
        "nothing of it is to be saved"
    );
}

/// Dialogs that answer with a path, or with none, and what they were asked.
fn desktop(answer: Option<PathBuf>) -> (Game, Arc<Mutex<Vec<FileQuestion>>>) {
    let asked = Arc::new(Mutex::new(Vec::new()));
    let questions = Arc::clone(&asked);
    let game = Game::prepared(LEVEL, |app| {
        app.insert_resource(FileDialogs::asking(move |question| {
            questions.lock().unwrap().push(question);
            let answer = answer.clone();
            Box::pin(async move { answer })
        }));
    });
    (game, asked)
}

#[test]
fn what_is_chosen_in_a_dialog_of_the_desktop_is_opened() {
    let (mut game, asked) = desktop(Some(sample("town.tmj")));
    game.chord(&[KeyCode::ControlLeft], KeyCode::KeyO);
    until_open(&mut game, "Town");
    assert!(!document(&game).is_asking());
    let asked = asked.lock().unwrap();
    let [question] = &asked[..] else {
        panic!("asked once: {asked:?}")
    };
    assert_eq!(question.title, "Open file");
    assert!(
        ["ron", "tmj", "ldtk", "png", "json"]
            .iter()
            .all(|ending| question.shows.1.contains(ending))
    );
    assert_eq!(question.name, None);
}

#[test]
fn a_level_is_saved_where_a_dialog_of_the_desktop_says() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mine.level.ron");
    let (mut game, asked) = desktop(Some(file.clone()));
    game.chord(&[KeyCode::ControlLeft, KeyCode::ShiftLeft], KeyCode::KeyS);
    game.until("it is saved", |game| document(game).file() == Some(&file));
    assert!(
        asked.lock().unwrap()[0]
            .name
            .as_ref()
            .is_some_and(|name| name.ends_with(".level.ron"))
    );
    assert!(fs::read_to_string(&file).unwrap().contains("version: 1"));
}

#[test]
fn cancelled_file_dialog_closes_the_path_field() {
    let (mut game, asked) = desktop(None);
    let window = game.window;
    // It takes the focus: it is there.
    game.app.world_mut().write_message(WindowFocused {
        window,
        focused: false,
    });
    game.command(FileCommand::Open);
    game.until("it was asked", |_| !asked.lock().unwrap().is_empty());
    game.until("the field is closed", |game| !document(game).is_asking());
}

/// A desktop without dialogs showed nothing at all.
#[test]
fn path_field_stays_without_a_desktop_file_dialog() {
    let (mut game, asked) = desktop(None);
    game.chord(&[KeyCode::ControlLeft], KeyCode::KeyO);
    game.run(20);
    assert!(
        document(&game).is_asking() && game.says("Path of a level or a trace"),
        "{:?}",
        game.texts()
    );
    // A path without a file closed the dialog, and the rest of the typing were keys.
    enter_path(&mut game, &sample("dungeon.ldtkk"));
    assert!(document(&game).is_asking() && game.says("There is no file"));
    enter_path(&mut game, &sample("dungeon.ldtk"));
    until_open(&mut game, "Cellar");
    game.chord(&[KeyCode::ControlLeft], KeyCode::KeyO);
    game.run(20);
    assert_eq!(asked.lock().unwrap().len(), 1, "it is not asked again");
    assert!(game.says("Path of a level or a trace"));
}

#[test]
fn a_copy_is_written_after_what_it_loses_is_listed() {
    let folder = tempfile::tempdir().unwrap();
    let mut game = Game::new();
    drop_file(&mut game, &sample("town.tmj"));
    until_open(&mut game, "Town");
    let (png, csv) = (
        folder.path().join("town.png"),
        folder.path().join("town.csv"),
    );
    game.chord(&[KeyCode::ControlLeft, KeyCode::ShiftLeft], KeyCode::KeyE);
    assert!(
        game.says(
            "The ending of its name says in which format: .map, .txt, .digits, .csv or .png."
        ),
        "{:?}",
        game.texts()
    );
    enter_path(&mut game, &png);
    game.until("what is lost is listed", |game| {
        game.says("Write town.png without this?")
    });
    // A list is as long as it is after its first frame.
    game.run(2);
    assert!(
        game.says("•  the cost of mud: 8 becomes 6") && game.says("•  the agent scout"),
        "{:?}",
        game.texts()
    );
    assert!(!png.exists(), "not before it is known");
    game.click_text("Export");
    game.until("it is said", |game| game.says("A copy was written:"));
    let read = parse_level(&fs::read(&png).unwrap(), "town.png").unwrap();
    assert_eq!((read.grid.width(), read.grid.height()), (12, 8));
    assert_eq!(
        document(&game).file(),
        Some(&*sample("town.tmj")),
        "the level stays where it is"
    );
    // Another ending than those that are written.
    game.command(FileCommand::Export(Some(folder.path().join("town.tmj"))));
    game.run(3);
    assert!(
        game.says("A copy needs a name that ends in .map, .txt, .digits, .csv or .png."),
        "{:?}",
        game.texts()
    );
    // Cancelled, nothing is written; a file that is there is named.
    fs::write(&csv, "mine").unwrap();
    game.command(FileCommand::Export(Some(csv.clone())));
    game.until("it is asked", |game| {
        game.says("There is a file town.csv already.")
    });
    game.press(KeyCode::Escape);
    game.run(3);
    assert_eq!(
        (
            document(&game).is_asking(),
            fs::read_to_string(&csv).unwrap()
        ),
        (false, "mine".to_owned())
    );
    game.command(FileCommand::Export(Some(csv.clone())));
    game.until("it is asked", |game| game.find("Replace").is_some());
    game.run(2);
    game.click_text("Replace");
    game.until("it is written", |_| {
        fs::read_to_string(&csv).is_ok_and(|text| text.starts_with("2,2,2,2,2,#,"))
    });
    game.command(WindowCommand::NextLanguage);
    game.run(3);
    game.command(FileCommand::Export(Some(png)));
    game.until("it is asked in Chinese", |game| {
        game.says("写入 town.png，不带以下内容？")
    });
    assert!(game.says("•  智能体 scout"), "{:?}", game.texts());
}

#[test]
fn existing_recent_files_are_in_menu_and_palette() {
    let folder = tempfile::tempdir().unwrap();
    let settings = folder.path().join("settings.ron");
    let remembering = || {
        let file = SettingsFile::read(settings.clone());
        Game::prepared(LEVEL, |app| {
            app.insert_resource(file);
        })
        .sized(1280.0, 900.0)
    };
    let mut game = remembering();
    let files: Vec<_> = (0..10)
        .map(|number| folder.path().join(format!("board{number}.csv")))
        .collect();
    for (number, file) in files.iter().enumerate() {
        fs::write(file, "1,1\n").unwrap();
        drop_file(&mut game, file);
        until_open(&mut game, &format!("board{number}"));
    }
    game.until("they are remembered", |_| {
        fs::read_to_string(&settings).is_ok_and(|text| text.contains("board9.csv"))
    });
    let text = fs::read_to_string(&settings).unwrap();
    assert!(
        !text.contains("board1.csv") && text.contains("board2.csv"),
        "the last eight: {text}"
    );
    drop(game);
    fs::remove_file(&files[8]).unwrap();
    let mut game = remembering();
    let open = game
        .texts()
        .iter()
        .find(|(text, _)| text == "Test" || text == "test")
        .map(|(_, rect)| rect.center());
    let open = open.expect("the list of levels shows the open one");
    game.click(Vec2::new(open.x, open.y));
    game.run(3);
    assert!(game.says("RECENT FILES"), "{:?}", game.texts());
    assert!(
        game.find("board9.csv").is_some() && game.find("board8.csv").is_none(),
        "{:?}",
        game.texts()
    );
    game.click_text("board9.csv");
    until_open(&mut game, "board9");
    game.chord(&[KeyCode::ControlLeft], KeyCode::KeyK);
    game.type_text("board7");
    game.run(2);
    let entry = format!("Open file: {}", files[7].display());
    assert!(game.says(&entry), "{:?}", game.texts());
    game.press(KeyCode::Enter);
    until_open(&mut game, "board7");
}
