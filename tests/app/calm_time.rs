//! Time passes for agents at the pace of the player, and the map follows an agent.

use bevy::prelude::*;
use bevy_gridwalk::{AgentMotion, GridAgent};
use gridwalk::app::command::{AgentCommand, Toggle, ViewCommand};
use gridwalk::app::{CameraView, MapArea, Paused, TimeSpeed, Toggles};
use gridwalk_pathfinding::Cell;

use super::game::Game;

/// Returns the place of the scout, in cells.
fn position(game: &mut Game) -> Vec2 {
    let scout = game.agent("scout");
    game.app.world().get::<AgentMotion>(scout).unwrap().position
}

/// The playground with the scout on its way to the right, and its first steps made.
fn walking() -> Game {
    let mut game = Game::new();
    game.command(AgentCommand::SendTo(Cell::new(9, 1)));
    for _ in 0..200 {
        game.run(1);
        if position(&mut game).x > 1.1 {
            break;
        }
    }
    assert!(position(&mut game).x > 1.1, "it walks");
    game
}

/// Returns the way of the scout in this number of frames of a tick each.
fn walked(game: &mut Game, frames: u32) -> f32 {
    let mut walked = 0.0;
    for _ in 0..frames {
        let before = position(game);
        game.run(1);
        walked += position(game).distance(before);
    }
    walked
}

#[test]
fn one_key_makes_one_tick_and_agents_stand_again() {
    let mut game = walking();
    let scout = game.agent("scout");
    let speed = game.app.world().get::<GridAgent>(scout).unwrap().speed;
    game.press(KeyCode::Period);
    game.run(3);
    assert!(
        game.app.world().resource::<Paused>().0,
        "the first tick pauses"
    );
    assert!(walked(&mut game, 5) < 1e-6, "it stands");
    for _ in 0..3 {
        let before = position(&mut game);
        game.press(KeyCode::Period);
        game.run(3);
        let tick = position(&mut game).distance(before);
        assert!(
            (tick - speed / 64.0).abs() < 1e-3,
            "{tick} for a 64th of {speed}"
        );
    }
}

#[test]
fn time_passes_faster_and_slower_by_keys() {
    let mut game = walking();
    let normal = walked(&mut game, 4);
    game.press(KeyCode::BracketLeft);
    game.press(KeyCode::BracketLeft);
    game.run(2);
    assert!((game.app.world().resource::<TimeSpeed>().speed() - 0.25).abs() < 1e-6);
    let slow = walked(&mut game, 8);
    // A tick in which it turns round a corner is a little shorter as the crow flies.
    assert!(
        (slow - normal / 2.0).abs() < 0.1,
        "{slow} in twice the time of {normal}"
    );
    assert!(game.says("1/4 ×"), "{:?}", game.texts());
    game.command(AgentCommand::NormalSpeed);
    game.run(2);
    assert!((walked(&mut game, 4) - normal).abs() < 0.1);
    for _ in 0..9 {
        game.command(AgentCommand::Faster);
    }
    assert!(
        (game.app.world().resource::<TimeSpeed>().speed() - 8.0).abs() < 1e-6,
        "no faster than that"
    );
}

#[test]
fn the_map_follows_an_agent_until_it_is_moved_by_hand() {
    let mut game = walking();
    game.command(Toggle::Follow);
    game.run(30);
    let scout = game.agent("scout");
    let off = |game: &Game| {
        let world = game.app.world();
        let at = world
            .get::<Transform>(scout)
            .unwrap()
            .translation
            .truncate();
        let seen = world
            .resource::<CameraView>()
            .window_at(world.resource::<MapArea>(), at);
        seen.distance(world.resource::<MapArea>().rect.center())
    };
    assert!(off(&game) < 1.0, "{} pixels off the middle", off(&game));
    game.command(ViewCommand::Pan { x: 60.0, y: 0.0 });
    game.run(5);
    assert!(!game.app.world().resource::<Toggles>().is_on(Toggle::Follow) && off(&game) > 10.0);
}

#[test]
fn zoom_is_told_in_per_cent() {
    let mut game = Game::new().sized(1280.0, 720.0);
    let percent = |game: &Game| -> f32 {
        let text = game.texts().iter().find_map(|(text, _)| {
            let part = text.split(" · ").find(|part| part.ends_with(" %"))?;
            part.trim_end_matches(" %").parse().ok()
        });
        text.unwrap_or_else(|| panic!("{:?}", game.texts()))
    };
    let before = percent(&game);
    let side = game.place(1, 0).x - game.place(0, 0).x;
    assert!(
        (before - side / 0.32).abs() < 1.0,
        "{before} % of 32 points are {side}"
    );
    game.command(ViewCommand::Zoom {
        factor: 0.5,
        at: None,
    });
    game.run(2);
    assert!((percent(&game) - before / 2.0).abs() < 1.0);
}
