//! No two files import each other, and no circle of files or of folders leads back to where it
//! began.

use std::collections::{BTreeMap, BTreeSet};

use super::imports::{self, Imports};

/// Imports that close a circle today: file and what it should not import. This list only becomes
/// shorter.
const KNOWN: &[(&str, &str)] = &[];

#[test]
fn no_circle_of_imports() {
    let mut imports = imports::of_all_crates();
    assert!(
        imports.values().map(BTreeSet::len).sum::<usize>() > 500,
        "the imports are seen"
    );
    let mut complaints = Vec::new();
    for &(file, imported) in KNOWN {
        if !is_on_a_circle(&imports, file, imported) {
            complaints.push(format!(
                "{file} imports {imported}, which closes no circle any more: delete this line"
            ));
        }
    }
    for &(file, imported) in KNOWN {
        imports.get_mut(file).map(|all| all.remove(imported));
    }
    while let Some(circle) = circle(&imports) {
        // Without its last arrow the next one is looked for.
        imports
            .get_mut(&circle[circle.len() - 2])
            .expect("it imports")
            .remove(&circle[0]);
        complaints.push(circle.join(" -> "));
    }
    assert!(
        complaints.is_empty(),
        "{} complaints:\n{}",
        complaints.len(),
        complaints.join("\n")
    );
}

fn is_on_a_circle(imports: &Imports, file: &str, imported: &str) -> bool {
    imports.get(file).is_some_and(|all| all.contains(imported))
        && way(imports, imported, file).is_some()
}

/// A shortest circle of files, the first file at both ends.
fn circle(imports: &Imports) -> Option<Vec<String>> {
    let arrows = imports
        .iter()
        .flat_map(|(file, all)| all.iter().map(move |imported| (file, imported)));
    let circles = arrows.filter_map(|(file, imported)| {
        let back = way(imports, imported, file)?;
        Some([vec![file.clone()], back].concat())
    });
    circles.min_by_key(Vec::len)
}

/// The shortest path of imports from file to file, both ends included.
fn way(imports: &Imports, from: &str, to: &str) -> Option<Vec<String>> {
    let mut parents = BTreeMap::from([(from, from)]);
    let mut ring = vec![from];
    while !parents.contains_key(to) {
        let mut next = Vec::new();
        for file in ring {
            for imported in imports.get(file).into_iter().flatten() {
                if !parents.contains_key(imported.as_str()) {
                    parents.insert(imported, file);
                    next.push(imported.as_str());
                }
            }
        }
        if next.is_empty() {
            return None;
        }
        ring = next;
    }
    let mut path = vec![to.to_owned()];
    let mut here = to;
    while here != from {
        here = parents[here];
        path.push(here.to_owned());
    }
    path.reverse();
    Some(path)
}

/// Folders in which something leads back to where it began today. This list only becomes shorter.
const KNOWN_KNOTS: [&str; 0] = [];

#[test]
fn no_circle_of_folders() {
    let mut circles = folder_circles(&imports::of_all_crates());
    for folder in KNOWN_KNOTS {
        assert!(
            circles.remove(folder).is_some(),
            "{folder} has no circle any more: delete this line"
        );
    }
    let complaints: Vec<String> = circles.values().map(|circle| circle.join(" -> ")).collect();
    assert!(
        complaints.is_empty(),
        "{} complaints:\n{}",
        complaints.len(),
        complaints.join("\n")
    );
}

/// For each folder a shortest circle of what lies in it, files and folders alike, if there is one.
fn folder_circles(imports: &Imports) -> BTreeMap<String, Vec<String>> {
    let mut inside: BTreeMap<&str, Imports> = BTreeMap::new();
    for (file, imported) in imports {
        for other in imported {
            let common = file
                .split('/')
                .zip(other.split('/'))
                .take_while(|(one, another)| one == another);
            let length = common.map(|(part, _)| part.len() + 1).sum::<usize>();
            let part = |file: &str| {
                file[..length + file[length..].find('/').unwrap_or(file.len() - length)].to_owned()
            };
            inside
                .entry(&file[..length])
                .or_default()
                .entry(part(file))
                .or_default()
                .insert(part(other));
        }
    }
    inside
        .iter()
        .filter_map(|(folder, imports)| Some(((*folder).to_owned(), circle(imports)?)))
        .collect()
}

#[test]
fn a_circle_is_found_and_shown() {
    let file = |path: &str, text: &str| (path.to_owned(), text.to_owned());
    let files = |last: &str| {
        imports::imports(&[
            file("src/lib.rs", "mod a; mod b; mod c; pub use a::A;"),
            file("src/a.rs", "use crate::b::B; pub struct A;"),
            file("src/b.rs", "use crate::c; pub struct B; fn f() { c::c() }"),
            file("src/c.rs", last),
        ])
    };
    assert_eq!(circle(&files("pub fn c() {}")), None);
    assert_eq!(
        circle(&files(
            "pub fn c() {} #[cfg(test)] mod tests { use crate::A; }"
        )),
        None
    );
    let found = circle(&files("pub fn c() -> crate::A { crate::A }"))
        .expect("the re-export is seen through");
    assert_eq!(found, ["src/a.rs", "src/b.rs", "src/c.rs", "src/a.rs"]);
    let two = circle(&files("use crate::b::B; pub fn c() {}")).unwrap();
    assert_eq!(two.len(), 3, "{two:?}");
    assert!(is_on_a_circle(
        &files("use crate::A; pub fn c() {}"),
        "src/a.rs",
        "src/b.rs"
    ));
    assert!(!is_on_a_circle(
        &files("pub fn c() {}"),
        "src/a.rs",
        "src/b.rs"
    ));
}

#[test]
fn a_circle_of_folders_is_found_though_no_files_form_one() {
    let file = |path: &str, text: &str| (path.to_owned(), text.to_owned());
    let files = |one: &str| {
        imports::imports(&[
            file("src/lib.rs", "mod a; mod b;"),
            file("src/a/mod.rs", "pub mod one; pub mod two;"),
            file("src/a/one.rs", one),
            file("src/a/two.rs", "pub struct Two;"),
            file("src/b.rs", "use crate::a::two::Two; pub struct B(Two);"),
        ])
    };
    assert!(folder_circles(&files("use super::two::Two;")).is_empty());
    let found = folder_circles(&files("use crate::b::B;"));
    assert_eq!(found["src/"], ["src/a", "src/b.rs", "src/a"]);
}
