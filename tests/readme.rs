//! What the README shows works. Its Rust code is compiled as documentation tests.

use std::fs;
use std::path::Path;

use gridwalk::pathfinding::Cell;
use gridwalk::pathfinding::formats::parse_ron;

#[test]
fn the_level_of_the_readme_is_one() {
    let readme = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md")).unwrap();
    let (_, rest) = readme.split_once("```ron\n").expect("the README shows a level");
    let (text, _) = rest.split_once("```").unwrap();
    let level = parse_ron(text).unwrap_or_else(|error| panic!("{}", error.in_file("README.md")));
    let cost = |x, y| level.grid.cost(Cell::new(x, y));
    assert_eq!([cost(7, 2), cost(6, 1), cost(2, 1), cost(4, 0)], [Some(8), Some(2), Some(1), None]);
}

/// Every line of the key list stands in the README, word for word.
#[cfg(feature = "app")]
#[test]
fn the_keys_of_the_readme_are_those_of_the_window() {
    use gridwalk::app::{KEYS, WATCH_KEYS};
    use gridwalk::pathfinding::Language;
    let readme = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md")).unwrap();
    for help in KEYS.iter().chain(&WATCH_KEYS) {
        let line = format!("| {} | {} |", help.keys.text(Language::English), help.does.text(Language::English));
        assert!(readme.contains(&line), "missing: {line}");
    }
}
