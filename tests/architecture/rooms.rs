//! No room names what it must not know, though its crate could.

use std::fs;
use std::path::Path;

use super::code::{shown, sources, tokens, without_comments};

/// Modules that nothing below the plugin may use: files, clocks, threads, the environment.
const OUTSIDE: &[&str] = &["std::fs", "std::time", "std::thread", "std::env"];

/// Modules that the plugin may not use: a browser has no files and no threads, and there the clock
/// of `std` panics. That of `bevy_platform` is one everywhere.
const BESIDE_A_GAME: &[&str] = &[
    "std::fs",
    "std::env",
    "std::net",
    "std::process",
    "std::thread",
    "std::time::Instant",
    "std::time::SystemTime",
];

/// Names that only the room `platform` of the window may use: it has a face for the desktop and one
/// for a page, and the others do not know which of them they have.
const SYSTEM: &[&str] = &[
    "AsyncComputeTaskPool",
    "std::env",
    "std::fs",
    "std::net",
    "std::thread",
    "std::time",
    "block_on",
    "dirs",
    "fontdb",
    "rfd",
    "target_arch",
    "target_family",
    "target_os",
    "wasm_bindgen",
];

/// Each room, and the names that must not appear in it. What is not among the dependencies of its
/// crate needs no row.
const WALLS: [(&str, &[&str]); 11] = [
    ("crates/gridwalk_pathfinding/src", OUTSIDE),
    (
        "crates/gridwalk_pathfinding/src",
        &["Language", "Phrase", "language"],
    ),
    // How terrain looks is the level's.
    (
        "crates/gridwalk_pathfinding/src",
        &["Rgb", "color", "glyph"],
    ),
    ("crates/gridwalk_level/src", OUTSIDE),
    ("crates/gridwalk_crowd/src", OUTSIDE),
    ("crates/gridwalk_explain/src", OUTSIDE),
    ("crates/bevy_gridwalk/src", BESIDE_A_GAME),
    (
        "src/picture",
        &[
            "bevy",
            "egui",
            "clap",
            "std::fs",
            "bevy_gridwalk",
            "crate::app",
            "crate::cli",
        ],
    ),
    ("src/app", &["crate::cli"]),
    ("src/app", SYSTEM),
    ("src/cli", &["bevy", "egui", "bevy_gridwalk", "crate::app"]),
];

/// The one file that names Bevy below the plugin, and only for its reflection: nobody else may
/// describe the kernel's types. Elsewhere derives name it, behind this attribute.
const REFLECTION: &str = "crates/gridwalk_pathfinding/src/serialize.rs";
const BEHIND: &str = "#[cfg(feature = \"reflect\")]\nuse bevy_reflect::prelude::";

/// The one file that may leave the calling thread, for a batch of queries; a single query never
/// does.
const THREADS: &str = "crates/gridwalk_pathfinding/src/planner/queries.rs";

/// The room that may name the system.
const PLATFORM: &str = "src/app/platform/";

#[test]
fn the_kernel_knows_bevy_only_by_reflection() {
    for file in sources("crates/gridwalk_pathfinding/src") {
        let text = fs::read_to_string(&file).unwrap().replace(BEHIND, "");
        let code = without_comments(&text);
        let named = forbidden(&code, &["bevy"]);
        assert!(
            named.is_empty() || shown(&file).replace('\\', "/") == REFLECTION,
            "{} names Bevy",
            shown(&file)
        );
    }
}

/// The dependencies that `cargo add` brings: the kernel nothing but errors, the plugin no window.
#[test]
fn the_kernel_depends_on_nothing_but_errors() {
    let manifest = fs::read_to_string(
        Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/gridwalk_pathfinding/Cargo.toml"),
    );
    let manifest = manifest.unwrap();
    let (_, rest) = manifest.split_once("[dependencies]\n").unwrap();
    let needed = rest
        .lines()
        .take_while(|line| !line.is_empty())
        .filter(|line| !line.contains("optional = true"));
    assert_eq!(needed.collect::<Vec<_>>(), ["thiserror.workspace = true"]);
}

#[test]
fn no_layer_names_what_lies_above_or_beside_it() {
    let mut breaches = Vec::new();
    for (folder, names) in WALLS {
        for file in sources(folder) {
            let code = without_comments(&fs::read_to_string(&file).unwrap());
            let path = shown(&file).replace('\\', "/");
            let may = |name: &str| {
                (path == THREADS && name == "std::thread")
                    || (path.starts_with(PLATFORM) && SYSTEM.contains(&name))
            };
            for (line, name) in forbidden(&code, names)
                .into_iter()
                .filter(|(_, name)| !may(name))
            {
                breaches.push(format!("{}:{line} names {name}", shown(&file)));
            }
        }
    }
    assert!(breaches.is_empty(), "\n{}", breaches.join("\n"));
}

/// Each use of a forbidden name. `bevy` stands for every crate of the family (`bevy_ecs`);
/// `crate::app` is also found in `crate::{app, …}` and `super::super::app`.
fn forbidden<'n>(code: &str, names: &[&'n str]) -> Vec<(usize, &'n str)> {
    let tokens = tokens(code);
    let text = |at: usize| tokens.get(at).map_or("", |(_, text)| *text);
    let mut found = Vec::new();
    for (at, &(line, token)) in tokens.iter().enumerate() {
        for &name in names {
            let hit = match name.split_once("::") {
                None => {
                    token == name
                        || token
                            .strip_prefix(name)
                            .is_some_and(|tail| tail.starts_with('_'))
                }
                Some((root, rest)) => {
                    let rooted = token == root || (root == "crate" && token == "super");
                    rooted && text(at + 1) == "::" && leads_to(&text, at + 2, rest)
                }
            };
            if hit {
                found.push((line, name));
            }
        }
    }
    found
}

/// Whether the path that goes on here leads on by these names, directly or as an item of a group in
/// braces.
fn leads_to<'t>(text: &impl Fn(usize) -> &'t str, at: usize, names: &str) -> bool {
    if text(at) != "{" {
        let (name, rest) = names
            .split_once("::")
            .map_or((names, None), |(name, rest)| (name, Some(rest)));
        return text(at) == name
            && rest.is_none_or(|rest| text(at + 1) == "::" && leads_to(text, at + 2, rest));
    }
    let (mut depth, mut here) = (1, at + 1);
    while depth > 0 && !text(here).is_empty() {
        match text(here) {
            "{" => depth += 1,
            "}" => depth -= 1,
            _ if depth == 1
                && matches!(text(here - 1), "{" | ",")
                && leads_to(text, here, names) =>
            {
                return true;
            }
            _ => {}
        }
        here += 1;
    }
    false
}

/// P1: `std::time::Instant` panicked in a browser as soon as the plugin was added.
#[test]
fn the_clock_of_the_plugin_is_one_in_a_browser_too() {
    let names = ["std::time::Instant"];
    for code in [
        "use std::time::Instant;",
        "use std::{time::{Duration, Instant}, fmt};",
        "let now = std::time::Instant::now();",
    ] {
        assert_eq!(forbidden(code, &names).len(), 1, "{code}");
    }
    assert_eq!(
        forbidden(
            "use std::time::Duration; use bevy_platform::time::Instant;",
            &names
        ),
        []
    );
    let reads_clock = |file: &std::path::PathBuf| {
        let code = without_comments(&fs::read_to_string(file).unwrap());
        let is_portable = !forbidden(&code, &["bevy_platform::time::Instant"]).is_empty();
        let is_named = tokens(&code).iter().any(|(_, word)| *word == "Instant");
        assert_eq!(is_named, is_portable, "{}", shown(file));
        is_named
    };
    let clocks = sources("crates/bevy_gridwalk/src")
        .iter()
        .filter(|file| reads_clock(file))
        .count();
    assert!(clocks > 0, "the guard sees none");
}

#[test]
fn the_guard_sees_every_way_to_name_a_layer() {
    let names = ["bevy", "std::fs", "crate::app"];
    for code in [
        "use bevy::prelude::*;",
        "use bevy_ecs::prelude::*;",
        "let x = std :: fs::read(path);",
        "use std::{collections::HashMap, fs};",
        "use crate::app::AppCommand;",
        "use crate::{\n    app::AppCommand,\n};",
        "use super::super::app;",
        "let quote = '\"'; use bevy::prelude::*;",
        "let text = \"// \\\" \"; use bevy::prelude::*;",
        "let text = r#\"\"\"#; use bevy::prelude::*;",
        "fn f<'a>(x: &'a str) {} use bevy::prelude::*;",
        "/* a /* b */ c */ use bevy::prelude::*;",
    ] {
        assert_eq!(
            forbidden(&without_comments(code), &names).len(),
            1,
            "{code}"
        );
    }
    for code in [
        "// bevy",
        "/// Unlike bevy, std::fs and crate::app.",
        "/* bevy /* bevy */ bevy */",
        "let text = \"bevy\";",
        "let text = r#\"a \" bevy\"#;",
        "let bevyish = std::f32::consts::PI;",
        "use gridwalk_pathfinding::{Cell, app};",
        "use crate::apples;",
        "use std::{io::{self, fs}};",
    ] {
        assert_eq!(forbidden(&without_comments(code), &names), [], "{code}");
    }
    assert_eq!(
        forbidden(&without_comments("/* a\nb */\nuse bevy;"), &names),
        [(3, "bevy")]
    );
}
