//! The menus of the bar, the dialogs that they open, and what stays in its place.

use std::fs;

use bevy::prelude::*;
use bevy_gridwalk::{ActiveLevel, PathStack};
use gridwalk::app::command::{
    AgentCommand, DialogAnswer, EditCommand, FileCommand, LevelCommand, WindowCommand,
};
use gridwalk::app::{Mode, Notes, OpenDocument, Phrase, Script};
use gridwalk_pathfinding::Cell;

use super::game::{Game, LEVEL};

fn name(game: &Game) -> String {
    let open = game.app.world().resource::<OpenDocument>();
    open.document()
        .map_or_else(String::new, |document| document.level().name.clone())
}

/// Two menus had the same five, and the list of levels was 400 pixels high with them on top.
#[test]
fn list_of_levels_fits_the_window_and_can_be_searched() {
    let mut game = Game::shipped("first_steps").sized(1280.0, 720.0);
    assert!(
        game.find("Lessons").is_some() && game.find("Tutorials").is_none(),
        "{:?}",
        game.texts()
    );
    game.click_text("First steps");
    let lowest = game
        .texts()
        .iter()
        .filter(|(_, rect)| rect.left() < 400.0 && rect.bottom() < 690.0);
    let lowest = lowest.map(|(_, rect)| rect.bottom()).fold(0.0, f32::max);
    assert!(lowest > 620.0, "{lowest}: {:?}", game.texts());
    game.click_text("Find a level");
    game.type_text("maze");
    game.run(2);
    assert!(game.find("Cave").is_none(), "{:?}", game.texts());
    game.click_text("Maze");
    game.until("the level is open", |game| name(game) == "Maze");
}

#[test]
fn a_file_is_opened_by_its_path_from_the_menu_of_files() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("own.level.ron");
    fs::write(&file, LEVEL.replace("Test", "Own")).unwrap();
    let mut game = Game::new();
    game.click_text("File");
    game.click_text("Open…");
    assert!(game.app.world().resource::<OpenDocument>().is_asking());
    game.type_text(file.to_str().unwrap());
    game.press(KeyCode::Enter);
    game.until("the level is open", |game| name(game) == "Own");
    assert!(!game.app.world().resource::<OpenDocument>().is_asking());
}

/// A name of 3,000 letters pushed the buttons out of the window.
#[test]
fn a_level_with_a_long_name_leaves_the_bar_its_room() {
    let game = Game::with(&LEVEL.replace("Test", &"letters ".repeat(400))).sized(1280.0, 720.0);
    for button in ["File", "Lessons", "Keys"] {
        assert!(
            game.find(button).is_some_and(|rect| rect.right() < 1270.0),
            "{button}: {:?}",
            game.find(button)
        );
    }
}

/// The stack and the line of the state changed their height, and a click landed elsewhere.
#[test]
fn no_control_moves_because_an_agent_walks() {
    let mut game = Game::new().sized(1280.0, 1300.0).with_stack();
    let controls = [
        "Stop",
        "Next agent",
        "PATH STACK",
        "WALK",
        "to the top",
        "ALL AGENTS",
        "guard",
    ];
    let places =
        |game: &Game| controls.map(|control| (control, game.find(control).map(|rect| rect.top())));
    game.command(AgentCommand::SendTo(Cell::new(11, 0)));
    game.until("it walks", |game| game.find("top: walking there").is_some());
    let before = places(&game);
    assert!(
        before.iter().all(|(_, place)| place.is_some()),
        "{before:?}"
    );
    while game.has::<PathStack>("scout") {
        game.run(1);
        assert_eq!(places(&game), before);
    }
    game.run(5);
    assert_eq!(places(&game), before, "nor once it has arrived");
}

/// The panel showed the start as popped, where a lesson says that it is never pushed.
#[test]
fn the_start_is_not_called_popped_before_the_first_step() {
    let mut game = Game::new().sized(1280.0, 1300.0).with_stack();
    game.press(KeyCode::Space);
    game.command(AgentCommand::SendTo(Cell::new(9, 1)));
    game.until("all of it is pushed", |game| {
        game.find("top: walking there").is_some()
    });
    assert!(
        game.find("start: not pushed").is_some() && game.find("popped: arrived").is_none(),
        "{:?}",
        game.texts()
    );
    game.press(KeyCode::Space);
    game.until("the first cell is popped", |game| {
        game.find("popped: arrived").is_some()
    });
}

#[test]
fn after_a_stop_the_stack_is_said_to_be_cancelled() {
    let mut game = Game::new().sized(1280.0, 1300.0).with_stack();
    game.command(AgentCommand::SendTo(Cell::new(9, 1)));
    game.until("it walks", |game| game.find("top: walking there").is_some());
    game.press(KeyCode::KeyS);
    game.run(3);
    assert!(
        game.says("The order was cancelled: its stack is gone."),
        "{:?}",
        game.texts()
    );
    assert!(!game.says("No path was pushed."));
}

/// A note about the settings lay over the card of the first start.
#[test]
fn a_note_leaves_the_hints_of_the_first_start_readable() {
    let mut game = Game::new().sized(800.0, 500.0);
    assert!(game.find("Got it").is_some());
    let why = "settings.ron:2:12: expected true or false, found something else that is rather long";
    game.app
        .world_mut()
        .resource_mut::<Notes>()
        .warn(Phrase::SettingsBroken.with("why", why));
    game.run(3);
    let overlaps = game.overlaps();
    assert!(overlaps.is_empty(), "{overlaps:?}");
}

#[test]
fn a_new_level_that_nobody_touched_is_left_without_a_question() {
    let mut game = Game::new();
    game.command(FileCommand::NewSized(32, 20));
    game.run(3);
    assert_eq!(name(&game), "Untitled");
    game.command(FileCommand::NewSized(32, 20));
    game.run(3);
    assert!(!game.app.world().resource::<OpenDocument>().is_asking());
    game.command(EditCommand::SetCell(Cell::new(1, 1), '#'));
    game.run(2);
    game.command(WindowCommand::Mode(Mode::Agents));
    game.command(FileCommand::NewSized(32, 20));
    game.run(3);
    assert!(
        game.app.world().resource::<OpenDocument>().is_asking(),
        "work is asked about"
    );
    game.command(FileCommand::Answer(DialogAnswer::Cancel));
    game.run(3);
    assert_eq!(
        *game.app.world().resource::<Mode>(),
        Mode::Agents,
        "nothing was made, so the editor stays closed"
    );
    game.command(FileCommand::NewSized(32, 20));
    game.run(2);
    game.command(FileCommand::Answer(DialogAnswer::DontSave));
    game.run(3);
    assert_eq!(*game.app.world().resource::<Mode>(), Mode::Edit);
}

/// The mistake stood there for a file that was no more.
#[test]
fn a_file_that_was_broken_and_then_deleted_is_called_deleted() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("own.level.ron");
    fs::write(&file, LEVEL).unwrap();
    let mut game = Game::new();
    game.command(LevelCommand::OpenFile(file.clone()));
    game.until("the level is open", |game| {
        game.app.world().resource::<OpenDocument>().file().is_some()
    });
    game.run(4);
    fs::write(&file, "(version: 1, nonsense").unwrap();
    game.until("it is broken", |game| {
        game.says("The level file has a mistake")
    });
    fs::remove_file(&file).unwrap();
    game.until("it is gone", |game| {
        game.says("The level file was deleted or moved")
    });
    assert!(
        !game.says("The level file has a mistake"),
        "{:?}",
        game.texts()
    );
}

/// It ended with exit code 0.
#[test]
fn a_script_whose_level_is_broken_ends_with_exit_code_2() {
    for (error, code) in [
        (None, AppExit::Success),
        (Some("own.level.ron:1:1: no"), AppExit::from_code(2)),
    ] {
        let mut game = Game::prepared(LEVEL, |app| {
            app.insert_resource(Script::default().ending(None, true));
        });
        game.app.world_mut().resource_mut::<ActiveLevel>().error = error.map(str::to_owned);
        game.command(WindowCommand::Quit);
        game.run(2);
        assert_eq!(game.app.should_exit(), Some(code), "{error:?}");
    }
}
