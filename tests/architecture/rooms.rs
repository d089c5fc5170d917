//! No room names what lies above or beside it.

use std::fs;

use super::code::{shown, sources, tokens, without_comments};

/// Each room, and the names that must not appear in it.
const WALLS: [(&str, &[&str]); 7] = [
    (
        "src/pathfinding",
        &[
            "bevy",
            "egui",
            "clap",
            "std::fs",
            "std::time",
            "std::thread",
            "std::env",
            "gridwalk_level",
            "gridwalk_explain",
            "crate::picture",
            "bevy_gridwalk",
            "crate::app",
            "crate::cli",
            "Language",
            "Phrase",
            "language",
        ],
    ),
    (
        "src/level",
        &[
            "bevy",
            "egui",
            "clap",
            "std::fs",
            "std::time",
            "std::thread",
            "std::env",
            "gridwalk_explain",
            "crate::picture",
            "bevy_gridwalk",
            "crate::app",
            "crate::cli",
        ],
    ),
    (
        "src/explain",
        &[
            "bevy",
            "egui",
            "clap",
            "std::fs",
            "std::time",
            "std::thread",
            "std::env",
            "crate::picture",
            "bevy_gridwalk",
            "crate::app",
            "crate::cli",
        ],
    ),
    ("src/picture", &["bevy", "egui", "clap", "std::fs", "bevy_gridwalk", "crate::app", "crate::cli"]),
    ("src/plugin", &["egui", "clap", "gridwalk_explain", "crate::picture", "crate::app", "crate::cli"]),
    ("src/app", &["crate::cli"]),
    ("src/cli", &["bevy", "egui", "bevy_gridwalk", "crate::app"]),
];

#[test]
fn no_layer_names_what_lies_above_or_beside_it() {
    let mut breaches = Vec::new();
    for (folder, names) in WALLS {
        for file in sources(folder) {
            let code = without_comments(&fs::read_to_string(&file).unwrap());
            for (line, name) in forbidden(&code, names) {
                breaches.push(format!("{}:{line} names {name}", shown(&file)));
            }
        }
    }
    assert!(breaches.is_empty(), "\n{}", breaches.join("\n"));
}

/// Each use of a forbidden name. `bevy` stands for every crate of the family (`bevy_ecs`); `crate::app` is also
/// found in `crate::{app, …}` and `super::super::app`.
fn forbidden<'n>(code: &str, names: &[&'n str]) -> Vec<(usize, &'n str)> {
    let tokens = tokens(code);
    let text = |at: usize| tokens.get(at).map_or("", |(_, text)| *text);
    let mut found = Vec::new();
    for (at, &(line, token)) in tokens.iter().enumerate() {
        for &name in names {
            let hit = match name.split_once("::") {
                None => token == name || token.strip_prefix(name).is_some_and(|tail| tail.starts_with('_')),
                Some((root, module)) => {
                    let rooted = token == root || (root == "crate" && token == "super");
                    rooted && text(at + 1) == "::" && leads_to(&text, at + 2, module)
                }
            };
            if hit {
                found.push((line, name));
            }
        }
    }
    found
}

/// Whether the path that goes on here names the module, directly or as an item of a group in braces.
fn leads_to<'t>(text: &impl Fn(usize) -> &'t str, at: usize, module: &str) -> bool {
    if text(at) != "{" {
        return text(at) == module;
    }
    let (mut depth, mut here) = (1, at + 1);
    while depth > 0 && !text(here).is_empty() {
        match text(here) {
            "{" => depth += 1,
            "}" => depth -= 1,
            word if word == module && depth == 1 && matches!(text(here - 1), "{" | ",") => return true,
            _ => {}
        }
        here += 1;
    }
    false
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
        assert_eq!(forbidden(&without_comments(code), &names).len(), 1, "{code}");
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
    assert_eq!(forbidden(&without_comments("/* a\nb */\nuse bevy;"), &names), [(3, "bevy")]);
}
