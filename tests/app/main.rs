//! The playground without a display, driven by real input messages.
#![cfg(feature = "app")]

mod agents;
mod background;
mod bars;
mod calm_edit;
mod calm_lessons;
mod calm_lists;
mod calm_map;
mod calm_panels;
mod calm_time;
mod commands;
mod comparing;
mod contrast;
mod crowd;
mod document;
mod edit;
mod edit_level;
mod edit_measured;
mod edit_parts;
mod files;
mod frames;
mod game;
mod glyphs;
mod language;
mod lessons;
mod level_updates;
mod levels;
mod map;
mod narrow;
#[cfg(feature = "cli")]
mod one_core;
mod options;
#[path = "../../crates/bevy_gridwalk/tests/plugin/order.rs"]
mod order;
mod pages;
mod palette;
mod panels;
mod phone;
mod place;
mod play;
mod playground;
mod random;
mod refused;
mod saving;
mod scenario;
mod settings;
mod shortcuts;
mod stack;
mod touch;
mod traces;
mod watching;

use game::Game;

/// The order of two systems must not be left to chance.
#[test]
fn no_two_systems_of_ours_are_in_doubt_about_their_order() {
    let pairs = order::doubtful_pairs(&mut Game::new().app);
    assert!(pairs.is_empty(), "{}", pairs.join("\n"));
}
