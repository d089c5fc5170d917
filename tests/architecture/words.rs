//! First lines of doc comments: a noun phrase or a verb, as rustdoc shows them in lists without their context.

use std::fs;

use super::code::{packages, sources};

/// Words that begin a clause which stands for a noun.
const CLAUSES: [&str; 14] = [
    "What ",
    "Who ",
    "Whose ",
    "Those ",
    "Of ",
    "So many ",
    "So much ",
    "How ",
    "All that ",
    "The same ",
    "Where ",
    "Which ",
    "Why ",
    "When ",
];

/// Number of such lines that are left, by package. A number only ever becomes lower.
const LEFT: &[(&str, usize)] = &[
    ("", 321),
    ("crates/bevy_gridwalk/", 63),
    ("crates/gridwalk_crowd/", 1),
    ("crates/gridwalk_explain/", 24),
    ("crates/gridwalk_level/", 62),
    ("crates/gridwalk_pathfinding/", 51),
    ("crates/gridwalk_testing/", 2),
];

/// First lines of the doc comments in a source text.
fn first_lines(text: &str) -> impl Iterator<Item = &str> {
    let mut was_doc = false;
    text.lines().filter_map(move |line| {
        let line = line.trim_start();
        let doc = line.strip_prefix("/// ").or_else(|| line.strip_prefix("//! "));
        let is_doc = line.starts_with("///") || line.starts_with("//!");
        let first = doc.filter(|_| !was_doc);
        was_doc = is_doc;
        first
    })
}

#[test]
fn no_doc_comment_begins_with_a_clause() {
    let mut wrong = Vec::new();
    for package in packages() {
        let begins = |line: &&str| CLAUSES.iter().any(|clause| line.starts_with(clause));
        let count_in =
            |file: &std::path::PathBuf| first_lines(&fs::read_to_string(file).unwrap()).filter(begins).count();
        let count: usize = sources(&format!("{package}src")).iter().map(count_in).sum();
        let left = LEFT.iter().find(|(name, _)| *name == package).map_or(0, |(_, left)| *left);
        if count != left {
            wrong.push(format!("{package}src: {count} doc comments begin with a clause, {left} are stated"));
        }
    }
    assert!(
        wrong.is_empty(),
        "name the thing, or begin with a verb; where there are fewer, lower the number:\n{}",
        wrong.join("\n")
    );
}

#[test]
fn first_lines_are_those_that_lists_show() {
    let text = "/// What it is.\n/// Those are more.\nfn a() {}\n\n    /// Returns it.\n    ///\n    /// Of no list.\n// Who?\n//! How.\n";
    let lines: Vec<&str> = first_lines(text).collect();
    assert_eq!(lines, ["What it is.", "Returns it.", "How."]);
}
