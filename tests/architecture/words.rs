//! Words of the sources: first lines of doc comments, and names of tests.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use super::code::{packages, shown, sources, without_comments};

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

/// Returns the sources in these folders of all packages.
fn folders(names: &[&str]) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    packages()
        .iter()
        .flat_map(|package| names.iter().map(move |name| format!("{package}{name}")))
        .filter(|folder| root.join(folder).is_dir())
        .flat_map(|folder| sources(&folder))
        .collect()
}

/// First lines of the doc comments in a source text.
fn first_lines(text: &str) -> impl Iterator<Item = &str> {
    let mut was_doc = false;
    text.lines().filter_map(move |line| {
        let line = line.trim_start();
        let doc = line
            .strip_prefix("/// ")
            .or_else(|| line.strip_prefix("//! "));
        let is_doc = line.starts_with("///") || line.starts_with("//!");
        let first = doc.filter(|_| !was_doc);
        was_doc = is_doc;
        first
    })
}

#[test]
fn no_doc_comment_begins_with_a_clause() {
    let mut wrong = Vec::new();
    let begins = |line: &&str| CLAUSES.iter().any(|clause| line.starts_with(clause));
    for file in folders(&["src", "tests", "benches", "examples"]) {
        let text = fs::read_to_string(&file).unwrap();
        wrong.extend(
            first_lines(&text)
                .filter(begins)
                .map(|line| format!("{}: {line}", shown(&file))),
        );
    }
    assert!(
        wrong.is_empty(),
        "name the thing, or begin with a verb:\n{}",
        wrong.join("\n")
    );
}

#[test]
fn first_lines_are_those_that_lists_show() {
    let text = "/// What it is.\n/// Those are more.\nfn a() {}\n\n    /// Returns it.\n    ///\n    /// Of no list.\n// Who?\n//! How.\n";
    let lines: Vec<&str> = first_lines(text).collect();
    assert_eq!(lines, ["What it is.", "Returns it.", "How."]);
}

/// The longest name of a test: a claim, and the module says the rest.
const MAX_TEST_NAME: usize = 60;

#[test]
fn no_test_has_a_name_of_more_than_60_characters() {
    let mut count = 0;
    let mut wrong = Vec::new();
    for file in folders(&["src", "tests"]) {
        let code = without_comments(&fs::read_to_string(&file).unwrap());
        for name in test_names(&code) {
            count += 1;
            if name.len() > MAX_TEST_NAME {
                wrong.push(format!("{}: {name}", shown(&file)));
            }
        }
    }
    assert!(count > 1000, "{count} tests");
    assert!(wrong.is_empty(), "say it shorter:\n{}", wrong.join("\n"));
}

/// Names of the functions with the attribute `#[test]`.
fn test_names(code: &str) -> impl Iterator<Item = &str> {
    code.split("#[test]")
        .skip(1)
        .filter_map(|rest| rest.split("fn ").nth(1)?.split('(').next())
}

#[test]
fn names_of_tests_are_found_behind_other_attributes() {
    let code =
        "#[test]\nfn one() {}\n#[test]\n#[ignore = \"\"]\nfn two() { let fn_ = 1; }\nfn three() {}";
    assert_eq!(test_names(code).collect::<Vec<_>>(), ["one", "two"]);
}

/// Type names that stand in several places, each with one meaning.
const SHARED_NAMES: [(&str, &str); 6] = [
    ("Readme", "the README of a crate as tests"),
    ("Lock", "one room with a desktop's and a browser's side"),
    ("Stamp", "one room with a desktop's and a browser's side"),
    ("Writing", "one room with a desktop's and a browser's side"),
    ("Expression", "with and without the feature `formula`"),
    (
        "UnderWall",
        "the crowd's, and its reflected form in the plugin",
    ),
];

#[test]
fn no_type_name_has_two_meanings() {
    let mut places: BTreeMap<String, Vec<String>> = BTreeMap::new();
    // Helpers of tests have short names of their own.
    let folders = packages()
        .into_iter()
        .filter(|package| !package.contains("testing"))
        .map(|package| format!("{package}src"));
    for folder in folders {
        for file in sources(&folder) {
            let code = without_comments(&fs::read_to_string(&file).unwrap());
            for name in type_names(&code) {
                places
                    .entry(name.to_owned())
                    .or_default()
                    .push(shown(&file));
            }
        }
    }
    assert!(places.len() > 700, "{} types", places.len());
    for (name, reason) in SHARED_NAMES {
        assert!(
            places.get(name).is_some_and(|files| files.len() > 1),
            "{name}: {reason}"
        );
    }
    let is_shared = |name: &String| SHARED_NAMES.iter().any(|(shared, _)| shared == name);
    let wrong: Vec<String> = places
        .into_iter()
        .filter(|(name, files)| files.len() > 1 && !is_shared(name))
        .map(|(name, files)| format!("{name}: {}", files.join(", ")))
        .collect();
    assert!(
        wrong.is_empty(),
        "say which of them it is:\n{}",
        wrong.join("\n")
    );
}

/// Names of the types and traits that stand on the top level of a file.
fn type_names(code: &str) -> impl Iterator<Item = &str> {
    code.lines().filter_map(|line| {
        let item = match line.strip_prefix("pub") {
            Some(rest) if rest.starts_with('(') => rest.split_once(") ")?.1,
            Some(rest) => rest.trim_start(),
            None => line,
        };
        let name = ["struct ", "enum ", "trait ", "type "]
            .iter()
            .find_map(|keyword| item.strip_prefix(keyword))?;
        name.split(|sign: char| !sign.is_alphanumeric() && sign != '_')
            .next()
    })
}

#[test]
fn types_are_found_behind_their_visibility() {
    let code = "pub struct A;\nstruct B<T>(T);\npub(in crate::app) enum C {\n    D,\n}\ntype E = u8;\n    type F = u8;\nfn g() {}";
    assert_eq!(type_names(code).collect::<Vec<_>>(), ["A", "B", "C", "E"]);
}
