//! The walls between the layers, and the order inside of them, where neither Cargo features nor privacy can see.

mod circles;
mod code;
mod floors;
mod imports;
mod rooms;

use std::fs;

use code::{shown, sources};

/// The longest file that one can still read.
const MOST_LINES: usize = 500;

#[test]
fn no_file_is_too_long_to_be_read() {
    let mut long = Vec::new();
    for file in sources("src") {
        let lines = fs::read_to_string(&file).unwrap().lines().count();
        if lines > MOST_LINES {
            long.push(format!("{} has {lines} lines; look for the seam", shown(&file)));
        }
    }
    assert!(long.is_empty(), "\n{}", long.join("\n"));
}
