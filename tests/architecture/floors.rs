//! The kernel's inner order: arrows run down only.

use super::imports::{self, Imports};

/// Files and folders of the kernel, the lowest floor first.
const FLOORS: [&[&str]; 11] = [
    &["cost.rs", "named.rs", "slices.rs"],
    &["grid/"],
    &["map/"],
    &["heuristic/"],
    &["options/"],
    &["path.rs", "referee/"],
    &["outcome.rs", "observer.rs"],
    &["fast/"],
    &["search/"],
    &["planner/"],
    &["serialize.rs"],
];

const KERNEL: &str = "crates/gridwalk_pathfinding/src/";

#[test]
fn the_kernels_arrows_run_down() {
    assert_eq!(breaches(&imports::of_all_crates()), [""; 0]);
}

/// Each import of a higher floor, and each file that stands on none.
fn breaches(imports: &Imports) -> Vec<String> {
    let mut breaches = Vec::new();
    for (file, imported) in imports {
        let Some(inside) = file
            .strip_prefix(KERNEL)
            .filter(|inside| *inside != "lib.rs")
        else {
            continue;
        };
        let Some(own) = floor(inside) else {
            breaches.push(format!("{file} stands on no floor"));
            continue;
        };
        let higher = imported.iter().filter(|to| {
            to.strip_prefix(KERNEL)
                .and_then(floor)
                .is_some_and(|to| to > own)
        });
        breaches.extend(higher.map(|to| format!("{file} imports {to}, which lies above")));
    }
    breaches
}

fn floor(inside: &str) -> Option<usize> {
    FLOORS.iter().position(|names| {
        names
            .iter()
            .any(|name| inside == *name || name.ends_with('/') && inside.starts_with(name))
    })
}

#[test]
fn an_arrow_that_runs_up_is_seen() {
    let file = |path: &str, text: &str| (format!("src/{path}"), text.to_owned());
    let kernel = |files: &[(String, String)]| -> Imports {
        let outside = |file: &String| file.replace("src/", KERNEL);
        let inside = imports::imports(files);
        inside
            .iter()
            .map(|(file, imported)| (outside(file), imported.iter().map(outside).collect()))
            .collect()
    };
    let library = |text: &str| {
        kernel(&[
            file(
                "lib.rs",
                "mod cost; mod grid; mod search; pub use cost::Cost; pub use search::solve;",
            ),
            file("cost.rs", "pub struct Cost;"),
            file("grid/mod.rs", text),
            file("search/mod.rs", "mod run; pub use run::solve;"),
            file(
                "search/run.rs",
                "use crate::Cost; pub fn solve() -> Cost { Cost }",
            ),
        ])
    };
    assert_eq!(breaches(&library("use crate::Cost;")), [""; 0]);
    for text in [
        "use crate::solve;",
        "fn f() { super::search::solve() }",
        "use super::search::run::solve;",
    ] {
        let found = breaches(&library(text));
        let arrow = format!("{KERNEL}grid/mod.rs imports {KERNEL}search/run.rs, which lies above");
        assert_eq!(found, [arrow], "{text}");
    }
    assert_eq!(
        breaches(&kernel(&[file("new.rs", "")])),
        [format!("{KERNEL}new.rs stands on no floor")]
    );
}
