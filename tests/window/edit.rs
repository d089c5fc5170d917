//! A level made by hand, from nothing to the walk over it: by real keys and a real mouse.

use std::fs;
use std::path::Path;
use std::thread::sleep;
use std::time::Duration;

use super::game::{Game, MapPlace, click, drag, focus, xdotool};

/// The colours of the new terrain.
const MUD: [u8; 3] = [0xEF, 0xEB, 0xE1];

fn key(name: &str) {
    xdotool(&["key", name]);
    sleep(Duration::from_millis(400));
}

/// What is in the field at this place of the panel becomes this.
fn fill_in(place: (f64, f64), text: &str) {
    click(place);
    sleep(Duration::from_millis(300));
    key("ctrl+a");
    xdotool(&["type", "--delay", "60", text]);
    key("Return");
}

/// What a saved level says in its map.
fn rows(text: &str) -> Vec<&str> {
    let (_, rest) = text.split_once("map: [").expect("it has a map");
    let (map, _) = rest.split_once(']').expect("the map ends");
    map.lines().map(|line| line.trim().trim_matches([',', '"'])).filter(|row| !row.is_empty()).collect()
}

pub fn from_a_new_level_to_the_walk(folder: &Path) {
    let file = folder.join("garden.level.ron");
    let mut game = Game::start_with(&[]);
    game.wait_until_said("level shown: ");
    game.settled_map();
    focus();
    key("ctrl+n");
    key("ctrl+e");
    let map = game.settled_map();
    let at = |x: usize, y: usize| map.middle((x, y));

    // The legend: a terrain of its own.
    click((1002.0, 262.0));
    sleep(Duration::from_secs(1));
    fill_in((1110.0, 346.0), "mud");
    fill_in((1072.0, 372.0), "m");
    fill_in((1080.0, 400.0), "5");
    // Paint: a puddle with the brush, a house with the rectangle.
    drag(at(3, 2), at(9, 2));
    key("2");
    key("r");
    key("o");
    drag(at(14, 3), at(19, 8));
    key("b");
    xdotool(&["mousemove", &format!("{:.0}", at(14, 6).0), &format!("{:.0}", at(14, 6).1)]);
    drag_with_right(map, (14, 6), (14, 6));
    // Agents: a new one, its goals, and its name.
    key("a");
    click(at(1, 17));
    sleep(Duration::from_millis(500));
    key("t");
    click(at(16, 5));
    click(at(30, 1));
    // A maze into a selection, three seeds, of which the first is kept.
    key("s");
    drag(at(22, 10), at(30, 18));
    key("m");
    for _ in 0..3 {
        key("ctrl+Return");
        sleep(Duration::from_secs(1));
        key("m");
        key("shift+m");
    }
    key("m");
    key("Escape");
    key("ctrl+z");
    key("ctrl+z");
    key("ctrl+s");
    sleep(Duration::from_secs(1));
    key("ctrl+a");
    xdotool(&["type", "--delay", "20", file.to_str().unwrap()]);
    key("Return");
    game.wait_for("level saved: ");
    drop(game);

    let text = fs::read_to_string(&file).unwrap();
    let map_rows = rows(&text);
    assert!(map_rows[2].starts_with("...mmmmmmm"), "{text}");
    assert!(text.contains("'m': (name: \"mud\", cost: 5)"), "{text}");
    assert_eq!(&map_rows[3][14..20], "######", "{text}");
    assert_eq!(&map_rows[6][13..20], "......#", "{text}");
    let maze: String = map_rows[10..19].iter().map(|row| &row[22..31]).collect();
    assert!(maze.matches('#').count() > 20 && maze.matches('.').count() > 20, "{text}");
    assert!(text.contains("goals: [(16, 5), (30, 1)]"), "{text}");

    // Opened again and played: the agent walks into the house, and then to the corner.
    let mut game = Game::start(&file);
    game.wait_until_said("level shown: ");
    game.wait_for("arrived at (16, 5)");
    game.wait_for("arrived at (30, 1)");
    let _ = MUD;
}

fn drag_with_right(map: MapPlace, from: (usize, usize), to: (usize, usize)) {
    for (cell, button) in [(from, Some("mousedown")), (to, Some("mouseup"))] {
        let (x, y) = map.middle(cell);
        xdotool(&["mousemove", &format!("{x:.0}"), &format!("{y:.0}")]);
        sleep(Duration::from_millis(300));
        if let Some(button) = button {
            xdotool(&[button, "3"]);
        }
    }
    sleep(Duration::from_millis(300));
}
