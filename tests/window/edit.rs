//! A level made by hand, from nothing to the walk over it: by real keys and a real mouse.

use std::fs;
use std::path::Path;
use std::thread::sleep;
use std::time::Duration;

use super::game::{Game, click, drag, focus, xdotool};

fn key(name: &str) {
    xdotool(&["key", name]);
    sleep(Duration::from_millis(400));
}

/// Replaces the content of the field at this place of the panel.
fn fill_in(place: (f64, f64), text: &str) {
    click(place);
    sleep(Duration::from_millis(500));
    xdotool(&["type", "--delay", "80", text]);
    key("Return");
}

/// Returns the map rows of a saved level.
fn rows(text: &str) -> Vec<&str> {
    let (_, rest) = text.split_once("map: [").expect("it has a map");
    let (map, _) = rest.split_once(']').expect("the map ends");
    map.lines()
        .map(|line| line.trim().trim_matches([',', '"']))
        .filter(|row| !row.is_empty())
        .collect()
}

pub fn from_a_new_level_to_the_walk(folder: &Path) {
    let file = folder.join("garden.level.ron");
    let mut game = Game::start_with(&[]);
    game.wait_until_said("level shown: ");
    game.settled_map();
    focus();
    key("ctrl+n");
    // The size that is offered.
    sleep(Duration::from_secs(1));
    // The editor opens with it.
    key("Return");
    sleep(Duration::from_secs(1));
    let map = game.settled_map();
    let at = |x: usize, y: usize| map.middle((x, y));

    // The legend: a terrain of its own.
    click((1002.0, 262.0));
    sleep(Duration::from_secs(1));
    fill_in((1110.0, 360.0), "mud");
    fill_in((1072.0, 390.0), "m");
    fill_in((1080.0, 420.0), "5");
    // Paint: a puddle with the brush, a house with the rectangle.
    drag(at(3, 2), at(9, 2));
    // The level's own terrain comes first, then floor and wall.
    key("3");
    key("r");
    key("o");
    drag(at(14, 3), at(19, 8));
    key("b");
    right_click(at(14, 6));
    // Agents: a new one, its goals, and its name.
    key("a");
    click(at(1, 17));
    sleep(Duration::from_millis(500));
    key("t");
    click(at(16, 5));
    click(at(30, 1));
    // A maze into a selection, from three seeds one after the other, of which the first is kept.
    key("s");
    drag(at(22, 10), at(30, 18));
    for _ in 0..3 {
        key("m");
        key("shift+m");
        sleep(Duration::from_secs(1));
        key("ctrl+Return");
        sleep(Duration::from_secs(1));
    }
    key("ctrl+z");
    key("ctrl+z");
    key("ctrl+s");
    sleep(Duration::from_secs(1));
    xdotool(&["keydown", "ctrl"]);
    key("a");
    xdotool(&["keyup", "ctrl"]);
    xdotool(&["type", "--delay", "40", file.to_str().unwrap()]);
    key("Return");
    game.wait_for("level saved: ");
    drop(game);

    let text = fs::read_to_string(&file).unwrap();
    let map_rows = rows(&text);
    assert!(map_rows[2].starts_with("...mmmmmmm"), "{text}");
    assert!(
        text.contains("'m': (name: \"mud\", cost: 5, color: "),
        "{text}"
    );
    assert_eq!(
        text.matches("name: \"").count(),
        4,
        "of all terrains one is listed: {text}"
    );
    assert_eq!(&map_rows[3][14..20], "######", "{text}");
    assert_eq!(&map_rows[6][13..20], "......#", "{text}");
    let maze: String = map_rows[10..19].iter().map(|row| &row[22..31]).collect();
    assert!(
        maze.matches('#').count() > 20 && maze.matches('.').count() > 20,
        "{text}"
    );
    assert!(text.contains("goals: [(16, 5), (30, 1)]"), "{text}");

    // Opened again and played: the agent walks into the house, and then to the corner.
    let mut game = Game::start(&file);
    game.wait_until_said("level shown: ");
    game.wait_for("arrived at (16, 5)");
    game.wait_for("arrived at (30, 1)");
}

fn right_click((x, y): (f64, f64)) {
    xdotool(&["mousemove", &format!("{x:.0}"), &format!("{y:.0}")]);
    sleep(Duration::from_millis(300));
    xdotool(&["mousedown", "3"]);
    sleep(Duration::from_millis(100));
    xdotool(&["mouseup", "3"]);
    sleep(Duration::from_millis(500));
}
