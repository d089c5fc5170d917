//! Weights by click, a flood at another speed, the walk after it, and the stack of a walk: by real
//! input.

use std::fs;
use std::path::Path;
use std::thread::sleep;
use std::time::Duration;

use super::game::{Game, click, focus, xdotool};

/// The colour of weight 2.
const GREY: [u8; 3] = [0xC3, 0xC5, 0xC9];

fn key(name: &str) {
    xdotool(&["key", name]);
    sleep(Duration::from_millis(400));
}

fn open(folder: &Path, name: &str, text: &str) -> Game {
    let file = folder.join(name);
    fs::write(&file, text).unwrap();
    let mut game = Game::start(&file);
    game.wait_until_said("level shown: ");
    focus();
    game
}

pub fn weights_a_flood_and_the_walk(folder: &Path) {
    let text = include_str!("../../assets/levels/four_algorithms.level.ron");
    let mut game = open(folder, "weights.level.ron", text);
    game.wait_for("walker arrived at (14, 5)");
    let map = game.settled_map();
    click(map.middle((8, 0)));
    game.picture_where("a cell of weight 2", folder, |picture| {
        picture.share(GREY, map, (8, 0)) > 0.5
    });
    key("ctrl+z");
    game.picture_where("the click is undone", folder, |picture| {
        picture.share(GREY, map, (8, 0)) < 0.1
    });
    key("q");
    // A star: it plays, slower and faster, and then the walker walks the path.
    key("ctrl+5");
    game.wait_for("watching (2, 5) to (14, 5)");
    key("bracketleft");
    game.wait_for("watch: speed ");
    key("bracketright");
    game.wait_for("watch: speed ");
    key("bracketright");
    game.wait_for("watch: stopped at ");
    game.wait_for("walker arrived at (14, 5)");
}

pub fn the_stack_shrinks_until_it_is_empty(folder: &Path) {
    let text = include_str!("../../assets/levels/walk_the_stack.level.ron");
    // Slower, so that each cell is seen even on a busy machine.
    let text = text.replace("at: (1, 1),", "at: (1, 1), speed: 1.0,");
    let mut game = open(folder, "stack.level.ron", &text);
    for left in (0..=7).rev() {
        game.wait_until_said(&format!("stack: {left} cells left"));
    }
    game.wait_until_said("walker arrived at (7, 5)");
}
