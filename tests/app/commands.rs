//! Commands, whoever sends them: the order in which they act, shortcuts, the palette.

use std::path::Path;

use bevy::input::ButtonState::{Pressed, Released};
use bevy::prelude::*;
use bevy_gridwalk::{PathStack, PathfindingOptions};
use gridwalk::app::command::{AgentCommand, Toggle, WatchCommand};
use gridwalk::app::{
    AppCommand, CameraView, LevelList, Mode, OpenDocument, Paused, Script, Selection, Toggles,
};
use gridwalk_pathfinding::{Algorithm, Cell, OptionKey};

use super::game::Game;

/// Whether `SendTo` saw the agent that `Select` chose was left to chance.
#[test]
fn select_and_send_in_one_tick_act_in_their_order() {
    let mut game = Game::new();
    let commands: [AppCommand; 4] = [
        AgentCommand::Select("guard".to_owned()).into(),
        AgentCommand::SendTo(Cell::new(4, 5)).into(),
        AgentCommand::Select("scout".to_owned()).into(),
        AgentCommand::TogglePause.into(),
    ];
    game.app.world_mut().write_message_batch(commands);
    game.run(3);
    assert!(game.has::<PathStack>("guard") && !game.has::<PathStack>("scout"));
    let scout = game.agent("scout");
    assert_eq!(
        *game.app.world().resource::<Selection>(),
        Selection::of(scout)
    );
}

/// At the end of the frame Shift was up again, and `a` was read.
#[test]
fn shift_and_a_within_one_slow_frame_is_the_previous_algorithm() {
    let mut game = Game::new();
    let algorithm = |game: &Game| {
        game.app
            .world()
            .resource::<PathfindingOptions>()
            .options
            .algorithm
    };
    let here = Algorithm::ALL
        .iter()
        .position(|one| *one == algorithm(&game))
        .unwrap();
    let shift = KeyCode::ShiftLeft;
    for (key, state) in [
        (shift, Pressed),
        (KeyCode::KeyA, Pressed),
        (KeyCode::KeyA, Released),
        (shift, Released),
    ] {
        game.key_in_this_frame(key, state);
    }
    game.run(1);
    assert_eq!(algorithm(&game), Algorithm::ALL[here - 1]);
    game.press(KeyCode::KeyA);
    assert_eq!(algorithm(&game), Algorithm::ALL[here]);
}

/// Opens the palette and types letters.
fn find(game: &mut Game, letters: &[KeyCode]) {
    game.key(KeyCode::ControlLeft, Pressed);
    game.press(KeyCode::KeyK);
    game.key(KeyCode::ControlLeft, Released);
    for letter in letters {
        game.press(*letter);
    }
}

const PAUSE: [KeyCode; 4] = [KeyCode::KeyP, KeyCode::KeyA, KeyCode::KeyU, KeyCode::KeyS];

#[test]
fn the_palette_runs_a_command_by_a_part_of_its_name() {
    let mut game = Game::new();
    let paused = |game: &Game| game.app.world().resource::<Paused>().0;
    find(&mut game, &PAUSE);
    assert!(!paused(&game), "letters are text while it is open");
    game.press(KeyCode::Enter);
    game.run(1);
    assert!(paused(&game));
    game.press(KeyCode::Space);
    assert!(!paused(&game), "it is closed, and keys are shortcuts again");
    find(&mut game, &PAUSE);
    game.press(KeyCode::Escape);
    game.press(KeyCode::Space);
    assert!(paused(&game), "Esc closes it and does nothing else");
}

#[test]
fn arrow_keys_move_in_the_palette_and_a_click_takes_a_row() {
    let mut game = Game::new();
    let fitted = *game.app.world().resource::<CameraView>();
    game.press(KeyCode::Equal);
    find(&mut game, &[KeyCode::KeyF, KeyCode::KeyI, KeyCode::KeyT]);
    game.click(Vec2::new(640.0, 120.0));
    assert_eq!(
        *game.app.world().resource::<CameraView>(),
        fitted,
        "the map is fitted"
    );
    // Zoom in, zoom out: the second one.
    find(
        &mut game,
        &[KeyCode::KeyZ, KeyCode::KeyO, KeyCode::KeyO, KeyCode::KeyM],
    );
    game.press(KeyCode::ArrowDown);
    game.press(KeyCode::Enter);
    game.run(2);
    assert!(game.app.world().resource::<CameraView>().scale > fitted.scale);
}

#[test]
fn a_command_that_does_not_apply_now_stays_in_the_palette() {
    let mut game = Game::new();
    find(
        &mut game,
        &[
            KeyCode::KeyF,
            KeyCode::KeyO,
            KeyCode::KeyR,
            KeyCode::KeyW,
            KeyCode::KeyA,
            KeyCode::KeyR,
            KeyCode::KeyD,
        ],
    );
    game.press(KeyCode::Enter);
    game.run(1);
    game.press(KeyCode::Space);
    assert!(!game.app.world().resource::<Paused>().0, "it is still open");
    game.press(KeyCode::Escape);
    game.command(WatchCommand::Begin);
    assert_eq!(*game.app.world().resource::<Mode>(), Mode::Watch);
    let has_tree = |game: &Game| game.app.world().resource::<Toggles>().is_on(Toggle::Tree);
    assert!(!has_tree(&game));
    find(
        &mut game,
        &[KeyCode::KeyT, KeyCode::KeyR, KeyCode::KeyE, KeyCode::KeyE],
    );
    game.press(KeyCode::Enter);
    game.run(1);
    assert!(has_tree(&game));
}

/// The level came later, and brought its own options with it.
#[test]
fn an_option_of_a_script_right_after_a_level_is_not_lost() {
    let mut game = Game::new();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("script.ron");
    let script =
        r#"[(1, Level(Open("right_angle"))), (1, Options(Set(("algorithm", "dijkstra"))))]"#;
    std::fs::write(&file, script).unwrap();
    game.app.insert_resource(LevelList::read(Path::new(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/assets"
    ))));
    game.app.insert_resource(Script::read(&file).unwrap());
    game.until("the script is over", |game| {
        !game.app.world().resource::<Script>().is_running()
    });
    game.run(10);
    let open = game.app.world().resource::<OpenDocument>();
    assert_eq!(open.document().unwrap().level().name, "Right angle");
    let options = &game.app.world().resource::<PathfindingOptions>().options;
    assert_eq!(options.algorithm, Algorithm::Dijkstra);
}

#[test]
fn a_script_is_a_list_of_ticks_and_commands_with_its_end() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("script.ron");
    let read = |text: &str| {
        std::fs::write(&file, text).unwrap();
        Script::read(&file)
    };
    let script = read(
        "[(64, View(Fit)), (0, Agents(SendTo((10, 5)))), (9, View(Zoom(factor: 2.0, at: None)))]",
    );
    let sorted =
        "[(0, Agents(SendTo((10, 5)))), (9, View(Zoom(factor: 2.0, at: None))), (64, View(Fit))]";
    assert_eq!(script, read(sorted));
    let ending = format!("{:?}", script.unwrap().ending(Some("out.png".into()), true));
    assert!(
        ending.contains("(96, Window(Quit))"),
        "the picture is taken and saved before: {ending}"
    );
    let sentence = read("[\n  (0, Dance),\n]").unwrap_err();
    assert!(sentence.contains("script.ron:2:"), "{sentence}");
}

#[test]
fn palette_takes_the_value_typed_after_an_option() {
    let mut game = Game::new();
    let weight = |game: &Game| {
        OptionKey::Weight
            .of(&game.app.world().resource::<PathfindingOptions>().options)
            .text()
    };
    assert_ne!(weight(&game), "3");
    let letters = [
        KeyCode::KeyW,
        KeyCode::KeyE,
        KeyCode::KeyI,
        KeyCode::KeyG,
        KeyCode::KeyH,
        KeyCode::KeyT,
    ];
    find(
        &mut game,
        &[&letters[..], &[KeyCode::Space, KeyCode::Digit3]].concat(),
    );
    assert!(game.find("Weight: 3").is_some(), "{:?}", game.texts());
    game.press(KeyCode::Enter);
    game.run(2);
    assert_eq!(weight(&game), "3");
    find(
        &mut game,
        &[&letters[..], &[KeyCode::Space, KeyCode::KeyX]].concat(),
    );
    assert!(
        game.find("Weight: x").is_some() && game.tells("expected a number from 0 to 100"),
        "what is no value cannot be chosen: {:?}",
        game.texts()
    );
    game.press(KeyCode::Enter);
    game.run(2);
    assert_eq!(weight(&game), "3");
}
