//! The playground without a display, driven by real input messages.
#![cfg(feature = "app")]

mod agents;
mod game;
mod language;
#[cfg(feature = "cli")]
mod one_core;
mod watching;

use bevy::prelude::*;
use game::Game;

#[test]
fn no_two_systems_of_ours_are_in_doubt_about_their_order() {
    use bevy::ecs::schedule::{LogLevel, ScheduleBuildSettings};
    let mut game = Game::new();
    let strict = || ScheduleBuildSettings { ambiguity_detection: LogLevel::Error, ..default() };
    for schedule in ["FixedUpdate", "Update"] {
        let set = |schedule: &mut Schedule| {
            schedule.set_build_settings(strict());
        };
        if schedule == "Update" {
            game.app.edit_schedule(Update, set);
        } else {
            game.app.edit_schedule(FixedUpdate, set);
        }
        // A system that is added makes the schedule be built again, and then checked.
        game.app.add_systems(Update, || {}).add_systems(FixedUpdate, || {});
        game.run(2);
    }
}
