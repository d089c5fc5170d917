//! The order inside of the crates, and the names that a crate may not use though it could: what
//! manifests cannot see.

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

/// The largest file that one can still read, in bytes without white space: some 550 lines.
const MOST_BYTES: usize = 17_500;

/// Tables, which nobody reads from top to bottom.
const TABLES: [&str; 1] = ["src/app/common/shortcuts.rs"];

#[test]
fn no_file_is_too_long_to_be_read() {
    let mut long = Vec::new();
    let folders = packages()
        .into_iter()
        .map(|package| format!("{package}src"));
    for file in folders.flat_map(|folder| sources(&folder)) {
        let text = fs::read_to_string(&file).unwrap();
        let bytes = text
            .bytes()
            .filter(|byte| !byte.is_ascii_whitespace())
            .count();
        let name = shown(&file).replace('\\', "/");
        if bytes > MOST_BYTES && !TABLES.contains(&name.as_str()) {
            long.push(format!(
                "{name} has {bytes} bytes without white space; look for the seam"
            ));
        }
    }
    assert!(long.is_empty(), "\n{}", long.join("\n"));
}
