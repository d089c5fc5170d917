//! The first lesson from the first start to its last page, by keys alone.

use std::thread::sleep;
use std::time::Duration;

use super::game::{Game, focus, xdotool};

fn key(name: &str) {
    xdotool(&["key", name]);
    sleep(Duration::from_millis(300));
}

pub fn first_lesson_by_keys() {
    let mut game = Game::start_with(&[]);
    game.wait_until_said("level shown: ");
    game.settled_map();
    focus();
    key("F2");
    let first = game.wait_for("lesson: page 1 of ");
    let pages: usize = first
        .split_whitespace()
        .rev()
        .nth(3)
        .and_then(|word| word.parse().ok())
        .expect("it says how many");
    let mut answers = 0;
    for page in 2..=pages {
        key("ctrl+Right");
        game.wait_for(&format!("lesson: page {page} of {pages} is set up"));
        let asked = game.wait_for("lesson: asks ");
        let times = if asked.contains("asks Some(Next(") {
            digits(&asked)
        } else {
            0
        };
        for _ in 0..times {
            // Whatever cell is chosen, it is an answer, and the search goes on.
            key("shift+Right");
            key("Return");
            game.wait_for("lesson: answer ");
            answers += 1;
        }
    }
    assert!(
        answers >= 5,
        "the first lesson asks for five picks, not {answers}"
    );
    key("Escape");
    game.wait_for("lesson: closed");
}

/// The number in a line's end.
fn digits(line: &str) -> usize {
    let (_, end) = line
        .rsplit_once("Next(")
        .expect("it asks for the next cell");
    end.chars()
        .take_while(char::is_ascii_digit)
        .collect::<String>()
        .parse()
        .expect("a number of times")
}
