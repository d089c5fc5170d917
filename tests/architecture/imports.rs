//! Files that name other files, found through `use`, paths in the code, and re-exports.
//!
//! It reads words and signs, not syntax trees, so it also sees the insides of macros. Test modules
//! do not count.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs;
use std::path::Path;

use super::code::{packages, shown, sources, tokens, without_comments};

/// For each file the files that it names.
pub type Imports = BTreeMap<String, BTreeSet<String>>;

/// The files of all crates, by their paths in the project. No crate can be part of a circle with
/// another one: Cargo sees to that.
pub fn of_all_crates() -> Imports {
    let mut all = Imports::new();
    for package in packages() {
        let files = sources(&format!("{package}src"))
            .into_iter()
            .filter(|file| !file.ends_with("main.rs"));
        let inside = |file: &Path| shown(file).replace('\\', "/")[package.len()..].to_owned();
        let read = files.map(|file| (inside(&file), fs::read_to_string(&file).unwrap()));
        let outside = |file: &String| format!("{package}{file}");
        for (file, imported) in imports(&read.collect::<Vec<_>>()) {
            all.insert(outside(&file), imported.iter().map(outside).collect());
        }
    }
    all
}

/// The imports of these files, given as path and text.
pub fn imports(files: &[(String, String)]) -> Imports {
    let modules: Modules = files
        .iter()
        .filter_map(|(file, text)| Some((module_of(file)?, Module::read(file, text))))
        .collect();
    let imported = |at: &Place, module: &Module| {
        let targets = module
            .named_paths()
            .into_iter()
            .filter_map(|path| find(&modules, at, &path, 0));
        let files = targets.filter_map(|found| {
            if let Found::Item(file) = found {
                Some(file)
            } else {
                None
            }
        });
        (
            module.file.clone(),
            files.filter(|file| *file != module.file).collect(),
        )
    };
    modules
        .iter()
        .map(|(at, module)| imported(at, module))
        .collect()
}

/// A module's path from the root of the crate.
type Place = Vec<String>;
type Modules = HashMap<Place, Module>;

/// The place of the module in this file; test files have none.
fn module_of(file: &str) -> Option<Place> {
    let path = file.strip_prefix("src/")?.strip_suffix(".rs")?;
    let mut place: Place = path.split('/').map(str::to_owned).collect();
    if matches!(place.last()?.as_str(), "mod" | "lib") {
        place.pop();
    }
    (place.last().is_none_or(|name| name != "tests")).then_some(place)
}

/// A leaf of a `use`: `use a::b as c;` gives the name `c` to the path `a::b`. The name of a glob is
/// `*`.
struct Use {
    name: String,
    path: Place,
    public: bool,
}

struct Module {
    file: String,
    /// Items that are defined here.
    items: BTreeSet<String>,
    uses: Vec<Use>,
    /// Paths in the code, and single words.
    paths: Vec<Place>,
}

impl Module {
    fn read(file: &str, text: &str) -> Self {
        let code = without_comments(text);
        let words: Vec<&str> = tokens(&code).into_iter().map(|(_, word)| word).collect();
        let mut module = Self {
            file: file.to_owned(),
            items: BTreeSet::new(),
            uses: Vec::new(),
            paths: Vec::new(),
        };
        let text = |at: usize| words.get(at).copied().unwrap_or("");
        let (mut at, mut depth) = (0, 0);
        while at < words.len() {
            let before = if at == 0 { "" } else { words[at - 1] };
            at = match words[at] {
                "#" if words[at..].starts_with(&["#", "[", "cfg", "(", "test", ")", "]"]) => {
                    end_of_item(&words, at + 7)
                }
                "use" => {
                    let public = matches!(before, "pub" | ")");
                    leaves(&words, at + 1, &mut Place::new(), public, &mut module.uses)
                }
                "struct" | "enum" | "union" | "trait" | "type" | "fn" | "const" | "static"
                    if depth == 0 =>
                {
                    module.items.insert(text(at + 1).to_owned());
                    at + 1
                }
                "macro_rules" => {
                    module.items.insert(text(at + 2).to_owned());
                    at + 3
                }
                word if is_name(word) && !matches!(before, "::" | ".") => {
                    let mut path = vec![word.to_owned()];
                    let mut end = at + 1;
                    while text(end) == "::" && is_name(text(end + 1)) {
                        path.push(text(end + 1).to_owned());
                        end += 2;
                    }
                    module.paths.push(path);
                    end
                }
                sign => {
                    depth += i32::from(sign == "{") - i32::from(sign == "}");
                    at + 1
                }
            };
        }
        module
    }

    /// All paths by which this file names something. What is only passed on is not named.
    fn named_paths(&self) -> Vec<Place> {
        let is_named = |name: &str| self.paths.iter().any(|path| path[0] == name);
        let used = self
            .uses
            .iter()
            .filter(|import| import.name != "*" && (!import.public || is_named(&import.name)));
        let globs = self
            .uses
            .iter()
            .filter(|import| import.name == "*" && !import.public);
        let below = globs.flat_map(|glob| {
            self.paths
                .iter()
                .map(|path| [&glob.path[..], &path[..1]].concat())
        });
        let long = self.paths.iter().filter(|path| path.len() > 1).cloned();
        used.map(|import| import.path.clone())
            .chain(below)
            .chain(long)
            .collect()
    }
}

fn is_name(word: &str) -> bool {
    word.starts_with(|first: char| first.is_alphabetic() || first == '_')
}

/// Behind the item that begins here: its block, or its semicolon.
fn end_of_item(words: &[&str], from: usize) -> usize {
    let mut depth = 0;
    for (at, word) in words.iter().enumerate().skip(from) {
        match *word {
            ";" if depth == 0 => return at + 1,
            "{" => depth += 1,
            "}" if depth == 1 => return at + 1,
            "}" => depth -= 1,
            _ => {}
        }
    }
    words.len()
}

/// Reads one branch of a `use` and returns where it ends.
fn leaves(
    words: &[&str],
    mut at: usize,
    path: &mut Place,
    public: bool,
    uses: &mut Vec<Use>,
) -> usize {
    let length = path.len();
    let mut name = None;
    while at < words.len() {
        match words[at] {
            "::" => {}
            "{" => {
                at += 1;
                while words[at] != "}" {
                    at = leaves(words, at, path, public, uses);
                    at += usize::from(words[at] == ",");
                }
                path.truncate(length);
                return at + 1;
            }
            "as" => {
                name = Some(words[at + 1].to_owned());
                at += 1;
            }
            "self" if !path.is_empty() => {}
            "*" => name = Some("*".to_owned()),
            "," | ";" | "}" => break,
            word => path.push(word.to_owned()),
        }
        at += 1;
    }
    if let Some(name) = name.or_else(|| path.last().cloned()) {
        uses.push(Use {
            name,
            path: path.clone(),
            public,
        });
    }
    path.truncate(length);
    at + usize::from(words.get(at) == Some(&";"))
}

enum Found {
    Module(Place),
    Item(String),
}

/// Returns the meaning of a path in a module.
fn find(modules: &Modules, at: &Place, path: &[String], depth: usize) -> Option<Found> {
    // Globs that lead to each other.
    if depth > 8 {
        return None;
    }
    let (first, rest) = path.split_first()?;
    let mut found = match first.as_str() {
        "crate" => Found::Module(Place::new()),
        "self" => Found::Module(at.clone()),
        "super" => Found::Module(at[..at.len().checked_sub(1)?].to_vec()),
        name => member(modules, at, name, rest.is_empty(), depth)?,
    };
    for (index, name) in rest.iter().enumerate() {
        let Found::Module(place) = found else { break };
        found = match name.as_str() {
            "super" => Found::Module(place[..place.len().checked_sub(1)?].to_vec()),
            name => member(modules, &place, name, index + 1 == rest.len(), depth)?,
        };
    }
    Some(found)
}

/// Returns the meaning of a name in a module. Beside `use solve::solve`, the last name of a path
/// means the item in spite of `mod solve`, and any other the module.
fn member(modules: &Modules, at: &Place, name: &str, last: bool, depth: usize) -> Option<Found> {
    let module = modules.get(at)?;
    if module.items.contains(name) {
        return Some(Found::Item(module.file.clone()));
    }
    let child_of = |name: &str| [&at[..], &[name.to_owned()]].concat();
    let child = modules
        .contains_key(&child_of(name))
        .then(|| Found::Module(child_of(name)));
    let follow = |import: &Use, path: &[String]| {
        find(modules, at, &[&import.path[..], path].concat(), depth + 1)
    };
    let imported = || {
        let named = module
            .uses
            .iter()
            .find(|import| import.name == name)
            .and_then(|import| follow(import, &[]));
        // Of other crates nothing is known: to look for the name of one in all globs would take for
        // ever.
        let is_ours = |first: &String| {
            matches!(first.as_str(), "crate" | "self" | "super")
                || modules.contains_key(&child_of(first))
                || module.uses.iter().any(|import| import.name == *first)
        };
        let mut globs = module
            .uses
            .iter()
            .filter(|import| import.name == "*" && import.path.first().is_some_and(is_ours));
        named.or_else(|| globs.find_map(|glob| follow(glob, &[name.to_owned()])))
    };
    if last {
        imported().or(child)
    } else {
        child.or_else(imported)
    }
}

#[test]
fn imports_are_seen_in_every_form() {
    let file = |path: &str, text: &str| (path.to_owned(), text.to_owned());
    let library = |text: &str| {
        let files = [
            file("src/lib.rs", "pub mod room;"),
            file(
                "src/room/mod.rs",
                "mod a; mod b; mod solve; pub use a::{self, A}; pub use b::*; pub use solve::solve;",
            ),
            file(
                "src/room/a.rs",
                "pub struct A; impl A { fn b() {} } const MANY: [A; 1] = [A];",
            ),
            file(
                "src/room/b.rs",
                "pub enum B { One } #[cfg(test)] mod tests { use super::super::A; }",
            ),
            file("src/room/solve.rs", "pub fn solve() {}"),
            file("src/c.rs", text),
        ];
        imports(&files)["src/c.rs"]
            .iter()
            .cloned()
            .collect::<Vec<_>>()
    };
    let [a, b, solve] = ["src/room/a.rs", "src/room/b.rs", "src/room/solve.rs"];
    for (text, wanted) in [
        ("use crate::room::A;", &[a][..]),
        ("use crate::{room::{A as X, b::B}};", &[a, b]),
        ("use super::room::a; fn f(x: a::A) {}", &[a]),
        ("use crate::room; fn f() -> room::B { room::B::One }", &[b]),
        ("use crate::room::*; fn f(x: B) {}", &[b]),
        ("fn f() { use crate::room::solve; solve() }", &[solve]),
        ("some_macro! { crate::room::solve::solve }", &[solve]),
        ("use crate::room::{self, A};", &[a]),
        (
            "// use crate::room::A;\nuse std::fmt; use crate::nothing::A;",
            &[],
        ),
        (
            "#[cfg(test)] mod tests { use crate::room::A; } #[cfg(test)] use crate::room::B;",
            &[],
        ),
        ("pub use crate::room::{A, B};", &[]),
        ("pub use crate::room::{A, B}; fn f(x: A) {}", &[a]),
    ] {
        assert_eq!(library(text), wanted, "{text}");
    }
}
