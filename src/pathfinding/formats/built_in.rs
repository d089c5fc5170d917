//! The level for a start with a broken file: something to see and to click on.

use super::{Level, parse_ron};

/// Kept in the program, so that no file can be missing.
const TEXT: &str = r#"(
    version: 1,
    name: "Built-in",
    about: "Shown until the level file can be read.",
    map: [
        ",,,,,.....~~..,,&&,,,,,,",
        ",&&,,.....~~..,&&&&,,,,,",
        ",&&&,..#..~~..,,&&,,,%%,",
        ",,&,,..#..~~...,,,,,%%%,",
        "...=======~~...........,",
        "...=..#.==========......",
        "...=..#...~~.....=...,,,",
        ",,.=..####~~..,,.=..,,&,",
        ",,.=......~~.,,,.====.&&",
        ",&&=......~~~,,,,...=.,,",
        ",&&&&&.....~~.,&&,..=...",
        ",,,&&,,....~~.,,&,......",
    ],
    agents: [
        (name: "scout", at: (3, 8), goals: [(20, 10), (3, 8)], patrol: true),
        (name: "guard", at: (12, 3), goals: [(19, 1), (13, 11)], speed: 3.0, patrol: true),
    ],
)"#;

/// The level that is used when the wanted one can not be read at the start.
///
/// # Panics
/// Never: the tests parse it.
#[must_use]
pub fn built_in() -> Level {
    parse_ron(TEXT).expect("the built-in level parses, as the tests prove")
}
