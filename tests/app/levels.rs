//! The level list: what it says of each level, and that it follows its folder.

use std::fs;
use std::path::Path;

use bevy::prelude::*;
use gridwalk::app::command::{FileCommand, LevelCommand};
use gridwalk::app::{LevelList, OpenDocument};
use gridwalk_level::formats::parse_level;

use super::game::{Game, LEVEL};

#[test]
fn menu_lists_tutorials_first_and_describes_each_level() {
    let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets");
    let list = LevelList::read(&assets);
    let tutorials: Vec<_> = list.tutorials().map(|entry| entry.file.as_str()).collect();
    assert_eq!(
        tutorials,
        [
            "first_steps",
            "right_angle",
            "four_algorithms",
            "sorted_list",
            "walk_the_stack"
        ]
    );
    assert!(list.others().count() >= 15);
    assert!(
        list.others()
            .map(|entry| entry.name.to_lowercase())
            .is_sorted()
    );
    for entry in list.tutorials().chain(list.others()) {
        let path = list.asset_path(Path::new(&entry.file)).unwrap();
        let level = parse_level(
            &fs::read(assets.join(path.path())).unwrap(),
            &path.to_string(),
        )
        .unwrap();
        assert_eq!((&level.name, &level.about), (&entry.name, &entry.about));
    }
    assert_eq!(
        LevelList::read(Path::new("no such folder"))
            .others()
            .count(),
        0
    );
}

#[test]
fn a_new_file_in_the_folder_is_listed_without_a_restart() {
    let assets = tempfile::tempdir().unwrap();
    fs::create_dir(assets.path().join("levels")).unwrap();
    let mut game = Game::new();
    game.app.insert_resource(LevelList::read(assets.path()));
    let names = |game: &Game| -> Vec<String> {
        game.app
            .world()
            .resource::<LevelList>()
            .others()
            .map(|entry| entry.name.clone())
            .collect()
    };
    assert_eq!(names(&game), [""; 0]);
    let file = assets.path().join("levels/mine.level.ron");
    fs::write(
        &file,
        "(\n    name: \"My \\\"own\\\"\",\n    about: \"Small\", // yes\n",
    )
    .unwrap();
    game.until("it is listed", |game| names(game) == ["My \"own\""]);
    fs::remove_file(file).unwrap();
    game.until("it is gone", |game| names(game).is_empty());
}

/// Regression: saved levels stayed in the list for ever.
#[test]
fn own_level_is_deleted_from_the_list_after_a_question() {
    let assets = tempfile::tempdir().unwrap();
    let levels = assets.path().join("levels");
    fs::create_dir(&levels).unwrap();
    let (mine, maze) = (levels.join("mine.level.ron"), levels.join("maze.level.ron"));
    fs::write(&mine, LEVEL.replace("Test", "Mine")).unwrap();
    fs::write(&maze, LEVEL.replace("Test", "Maze")).unwrap();
    let mut game = Game::with_assets(assets.path(), LEVEL, |app| {
        app.insert_resource(LevelList::read(assets.path()));
    });
    game.command(LevelCommand::Open("mine".to_owned()));
    game.until("it is open", |game| game.find("Mine").is_some());
    let ask = |game: &mut Game| {
        game.click_text("Mine");
        let signs = game.texts().iter().filter(|(text, _)| text == "×").count();
        assert_eq!(
            signs,
            1,
            "what came with the program stays: {:?}",
            game.texts()
        );
        game.click_text("×");
        assert!(
            game.find("Delete mine.level.ron?").is_some(),
            "{:?}",
            game.texts()
        );
    };
    // The first answer is the harmless one.
    ask(&mut game);
    game.press(KeyCode::Enter);
    assert!(
        mine.exists() && game.find("Delete mine.level.ron?").is_none(),
        "{:?}",
        game.texts()
    );

    ask(&mut game);
    game.click_text("Delete");
    assert!(!mine.exists() && maze.exists());
    let is_listed = |game: &Game| {
        game.app
            .world()
            .resource::<LevelList>()
            .named("mine")
            .is_some()
    };
    game.until("it is not listed any more", |game| !is_listed(game));

    // It is in the window still, as what is not saved.
    let is_changed = |game: &Game| game.app.world().resource::<OpenDocument>().is_unsaved();
    game.until("it is known to be gone", is_changed);
    game.chord(&[KeyCode::ControlLeft], KeyCode::KeyS);
    game.until("it is saved again", |game| {
        mine.exists() && is_listed(game) && !is_changed(game)
    });

    game.command(FileCommand::Delete("maze".to_owned()));
    game.run(2);
    assert!(
        game.says("maze is none of your own levels.") && maze.exists(),
        "{:?}",
        game.texts()
    );
}

/// "Right angle" opened "Right angle, codes", and "empty" the level whose description has the word.
#[test]
fn enter_opens_the_level_of_that_very_name() {
    for (typed, wanted) in [
        ("right angle", "Right angle"),
        ("empty", "Empty"),
        ("doorway", "Doorway"),
    ] {
        let mut game = with_menu();
        game.type_text(typed);
        game.press(KeyCode::Enter);
        game.until(wanted, |game| open_name(game) == wanted);
    }
}

#[test]
fn arrow_keys_choose_a_level_in_the_menu() {
    let mut game = with_menu();
    let names: Vec<String> = game
        .app
        .world()
        .resource::<LevelList>()
        .others()
        .map(|entry| entry.name.clone())
        .collect();
    for _ in 0..3 {
        game.press(KeyCode::ArrowDown);
    }
    game.press(KeyCode::ArrowUp);
    game.press(KeyCode::Enter);
    game.until("the second one is open", |game| open_name(game) == names[1]);
}

#[test]
fn text_without_a_level_says_so_and_keeps_the_field() {
    let mut game = with_menu();
    game.type_text("qqq");
    game.press(KeyCode::Enter);
    game.run(2);
    assert!(game.says("No level fits this text."), "{:?}", game.texts());
    assert!(!game.says("LEVELS"), "no heading without a level");
    for _ in 0..3 {
        game.press(KeyCode::Backspace);
    }
    game.type_text("bay");
    game.press(KeyCode::Enter);
    game.until("it is open", |game| open_name(game) == "Bay");
}

/// The window with the menu of levels open.
fn with_menu() -> Game {
    let mut game = Game::shipped("river_crossing").sized(1280.0, 720.0);
    game.run(5);
    game.click_text("River crossing");
    game.run(5);
    assert!(game.says("Find a level"), "{:?}", game.texts());
    game
}

fn open_name(game: &Game) -> String {
    game.app
        .world()
        .resource::<OpenDocument>()
        .document()
        .unwrap()
        .level()
        .name
        .clone()
}
