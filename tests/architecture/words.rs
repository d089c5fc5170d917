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
        for file in sources(&format!("{package}src")) {
            let text = fs::read_to_string(&file).unwrap();
            wrong.extend(first_lines(&text).filter(begins).map(|line| format!("{}: {line}", file.display())));
        }
    }
    assert!(wrong.is_empty(), "name the thing, or begin with a verb:\n{}", wrong.join("\n"));
}

#[test]
fn first_lines_are_those_that_lists_show() {
    let text = "/// What it is.\n/// Those are more.\nfn a() {}\n\n    /// Returns it.\n    ///\n    /// Of no list.\n// Who?\n//! How.\n";
    let lines: Vec<&str> = first_lines(text).collect();
    assert_eq!(lines, ["What it is.", "Returns it.", "How."]);
}
