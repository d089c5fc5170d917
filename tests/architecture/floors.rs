//! The kernel's inner order: arrows run down only.

use super::imports::{self, Imports};

/// Files and folders of the kernel, the lowest floor first.
const FLOORS: [&[&str]; 9] = [
    &["cost.rs", "named.rs"],
    &["grid/"],
    &["map/"],
    &["formula.rs", "heuristic.rs", "estimator.rs"],
    &["options/"],
    &["line.rs", "path.rs", "path_query.rs", "referee.rs"],
    &["search/"],
    &["planner/"],
    &["query.rs"],
];

const KERNEL: &str = "src/pathfinding/";

#[test]
fn the_kernels_arrows_run_down() {
    assert_eq!(breaches(&imports::of_the_library()), [""; 0]);
}

/// Each import of a higher floor, and each file that stands on none.
fn breaches(imports: &Imports) -> Vec<String> {
    let mut breaches = Vec::new();
    for (file, imported) in imports {
        let Some(inside) = file.strip_prefix(KERNEL).filter(|inside| *inside != "mod.rs") else { continue };
        let Some(own) = floor(inside) else {
            breaches.push(format!("{file} stands on no floor"));
            continue;
        };
        let higher = imported.iter().filter(|to| to.strip_prefix(KERNEL).and_then(floor).is_some_and(|to| to > own));
        breaches.extend(higher.map(|to| format!("{file} imports {to}, which lies above")));
    }
    breaches
}

fn floor(inside: &str) -> Option<usize> {
    FLOORS
        .iter()
        .position(|names| names.iter().any(|name| inside == *name || name.ends_with('/') && inside.starts_with(name)))
}

#[test]
fn an_arrow_that_runs_up_is_seen() {
    let file = |path: &str, text: &str| (format!("{KERNEL}{path}"), text.to_owned());
    let library = |text: &str| {
        imports::imports(&[
            ("src/lib.rs".to_owned(), "pub mod pathfinding;".to_owned()),
            file("mod.rs", "mod cost; mod grid; mod search; pub use cost::Cost; pub use search::solve;"),
            file("cost.rs", "pub struct Cost;"),
            file("grid/mod.rs", text),
            file("search/mod.rs", "mod run; pub use run::solve;"),
            file("search/run.rs", "use gridwalk_pathfinding::Cost; pub fn solve() -> Cost { Cost }"),
        ])
    };
    assert_eq!(breaches(&library("use gridwalk_pathfinding::Cost;")), [""; 0]);
    for text in
        ["use gridwalk_pathfinding::solve;", "fn f() { super::search::solve() }", "use super::search::run::solve;"]
    {
        let found = breaches(&library(text));
        assert_eq!(
            found,
            ["src/pathfinding/grid/mod.rs imports src/pathfinding/search/run.rs, which lies above"],
            "{text}"
        );
    }
    let lost = imports::imports(&[file("new.rs", "")]);
    assert_eq!(breaches(&lost), ["src/pathfinding/new.rs stands on no floor"]);
}
