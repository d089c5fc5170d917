//! Whatever is pressed, typed, clicked and dragged, in whatever order, in every mode: nothing
//! panics, and what is shown stays whole.

use std::path::Path;

use bevy::input::ButtonState::{Pressed, Released};
use bevy::input::mouse::{MouseScrollUnit, MouseWheel};
use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use bevy_gridwalk::{AgentCell, AgentKind, FailReason, NavGrid, PathFailed};
use gridwalk::app::command::{LessonCommand, WindowCommand};
use gridwalk::app::{LessonList, LevelList, Mode, PictureFolder};
use gridwalk_testing::Rng;

use super::game::{Game, LEVEL};

const KEYS: [KeyCode; 62] = [
    KeyCode::KeyA,
    KeyCode::KeyB,
    KeyCode::KeyC,
    KeyCode::KeyD,
    KeyCode::KeyE,
    KeyCode::KeyF,
    KeyCode::KeyG,
    KeyCode::KeyH,
    KeyCode::KeyI,
    KeyCode::KeyJ,
    KeyCode::KeyK,
    KeyCode::KeyL,
    KeyCode::KeyM,
    KeyCode::KeyN,
    KeyCode::KeyO,
    KeyCode::KeyP,
    KeyCode::KeyQ,
    KeyCode::KeyR,
    KeyCode::KeyS,
    KeyCode::KeyT,
    KeyCode::KeyU,
    KeyCode::KeyV,
    KeyCode::KeyW,
    KeyCode::KeyX,
    KeyCode::KeyY,
    KeyCode::KeyZ,
    KeyCode::Digit1,
    KeyCode::Digit2,
    KeyCode::Digit3,
    KeyCode::Digit4,
    KeyCode::Digit5,
    KeyCode::Digit6,
    KeyCode::Space,
    KeyCode::Enter,
    KeyCode::Escape,
    KeyCode::Tab,
    KeyCode::Backspace,
    KeyCode::Delete,
    KeyCode::Home,
    KeyCode::End,
    KeyCode::PageUp,
    KeyCode::PageDown,
    KeyCode::ArrowLeft,
    KeyCode::ArrowRight,
    KeyCode::ArrowUp,
    KeyCode::ArrowDown,
    KeyCode::BracketLeft,
    KeyCode::BracketRight,
    KeyCode::Comma,
    KeyCode::Period,
    KeyCode::Minus,
    KeyCode::Equal,
    KeyCode::Slash,
    KeyCode::F1,
    KeyCode::F2,
    KeyCode::F3,
    KeyCode::F4,
    KeyCode::F5,
    KeyCode::F8,
    KeyCode::F9,
    KeyCode::F10,
    KeyCode::F11,
];

const MODIFIERS: [KeyCode; 3] = [KeyCode::ShiftLeft, KeyCode::ControlLeft, KeyCode::AltLeft];

/// One thing that a hand does.
fn act(game: &mut Game, rng: &mut Rng) {
    #[expect(clippy::cast_precision_loss, reason = "some hundred points")]
    let mut anywhere = || Vec2::new(rng.below(1000) as f32, rng.below(640) as f32);
    let (at, to) = (anywhere(), anywhere());
    match rng.below(12) {
        0..=4 => {
            let held: Vec<_> = MODIFIERS
                .into_iter()
                .filter(|_| rng.below(5) == 0)
                .collect();
            let key = rng.pick(&KEYS);
            for key in &held {
                game.key(*key, Pressed);
            }
            game.press(key);
            for key in &held {
                game.key(*key, Released);
            }
        }
        5..=7 => game.click(at),
        8 => game.right_click(at),
        9 => game.drag(at, to),
        10 => {
            let window = game
                .app
                .world_mut()
                .query_filtered::<Entity, With<PrimaryWindow>>()
                .single(game.app.world());
            let wheel = MouseWheel {
                unit: MouseScrollUnit::Line,
                x: 0.0,
                y: if rng.below(2) == 0 { 1.0 } else { -1.0 },
                window: window.unwrap(),
                phase: bevy::input::touch::TouchPhase::Moved,
            };
            game.point_at(at);
            game.send(wheel);
        }
        _ => game.type_text("/nowhere/3, 4 (gm%"),
    }
}

/// Acts so often in a mode, or in a lesson where that is none.
fn acts(mode: Option<Mode>, times: u32) {
    // Whatever is saved is saved here; what is typed names no folder.
    let folder = tempfile::tempdir().unwrap();
    let assets = folder.path();
    for name in ["levels", "lessons"] {
        std::fs::create_dir(assets.join(name)).unwrap();
        for file in std::fs::read_dir(
            Path::new(env!("CARGO_MANIFEST_DIR"))
                .join("assets")
                .join(name),
        )
        .unwrap()
        {
            let file = file.unwrap();
            std::fs::copy(file.path(), assets.join(name).join(file.file_name())).unwrap();
        }
    }
    let mut game = Game::with_assets(assets, LEVEL, |app| {
        app.insert_resource(LevelList::read(assets))
            .insert_resource(LessonList::read(assets));
        app.insert_resource(PictureFolder(assets.to_owned()));
    })
    .sized(1000.0, 640.0);
    let rng = &mut Rng(u64::from(times) + mode.map_or(9, |mode| mode as u64));
    for time in 0..times {
        // Back to where it is about now and then.
        if time % 100 == 0 {
            match mode {
                Some(mode) => {
                    game.command(LessonCommand::Close);
                    game.command(WindowCommand::Mode(mode));
                }
                None => game.command(LessonCommand::Open("1_first_steps".to_owned())),
            }
        }
        act(&mut game, rng);
        let mut agents = game
            .app
            .world_mut()
            .query::<(&AgentCell, Option<&AgentKind>, Option<&PathFailed>)>();
        let world = game.app.world();
        let grid = world.resource::<NavGrid>();
        for (cell, kind, failed) in agents.iter(world) {
            // One that the level puts into a wall, far from any free cell, says so.
            let is_stuck =
                failed.is_some_and(|failed| matches!(failed.reason, FailReason::Stuck(_)));
            // A map of its own is made only for an agent that sees one: there may be thousands.
            let is_free = kind.map_or_else(
                || grid.grid().is_walkable(cell.0),
                |_| grid.seen_by(kind).is_walkable(cell.0),
            );
            assert!(
                is_free || is_stuck,
                "after {time} acts an agent stands in a wall at {} and does not say so",
                cell.0
            );
        }
    }
}

macro_rules! in_every_mode {
    ($($name:ident $mode:expr;)*) => {$(
        mod $name {
            use super::*;

            #[test]
            fn hands_that_do_anything_break_nothing() {
                acts($mode, 400);
            }

            #[test]
            #[ignore = "takes a minute or two"]
            fn ten_thousand_acts_break_nothing() {
                acts($mode, 10_000);
            }
        }
    )*};
}

in_every_mode! {
    agents Some(Mode::Agents);
    watch Some(Mode::Watch);
    compare Some(Mode::Compare);
    edit Some(Mode::Edit);
    lesson None;
}
