//! The order inside of the crates, and the names that a crate may not use though it could: what manifests cannot see.

mod circles;
mod code;
mod dependencies;
mod floors;
mod imports;
mod page;
mod rooms;
mod words;

use std::fs;

use code::{packages, shown, sources};

/// The longest file that one can still read.
const MOST_LINES: usize = 500;

#[test]
fn no_file_is_too_long_to_be_read() {
    let mut long = Vec::new();
    for file in packages().iter().flat_map(|package| sources(&format!("{package}src"))) {
        let lines = fs::read_to_string(&file).unwrap().lines().count();
        if lines > MOST_LINES {
            long.push(format!("{} has {lines} lines; look for the seam", shown(&file)));
        }
    }
    assert!(long.is_empty(), "\n{}", long.join("\n"));
}
