//! The walls between the layers, where neither Cargo features nor privacy can see.

use std::fs;
use std::path::{Path, PathBuf};

/// Each layer, and the names that must not appear in it.
const WALLS: [(&str, &[&str]); 5] = [
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
            "crate::picture",
            "crate::plugin",
            "crate::app",
            "crate::cli",
        ],
    ),
    ("src/picture", &["bevy", "egui", "clap", "std::fs", "crate::plugin", "crate::app", "crate::cli"]),
    ("src/plugin", &["egui", "clap", "crate::picture", "crate::app", "crate::cli"]),
    ("src/app", &["crate::cli"]),
    ("src/cli", &["bevy", "egui", "crate::plugin", "crate::app"]),
];

/// The longest file that one can still read.
const MOST_LINES: usize = 500;

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

#[test]
fn no_file_is_too_long_to_be_read() {
    let mut long = Vec::new();
    for file in sources("src") {
        let lines = fs::read_to_string(&file).unwrap().lines().count();
        if lines > MOST_LINES {
            long.push(format!("{} has {lines} lines; look for the seam", shown(&file)));
        }
    }
    assert!(long.is_empty(), "\n{}", long.join("\n"));
}

/// All Rust files below a folder. Fails if there are none: a guard that checks nothing must not look green.
fn sources(folder: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)];
    while let Some(folder) = folders.pop() {
        let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        for entry in entries {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                files.push(path);
            }
        }
    }
    assert!(!files.is_empty(), "{folder} holds no source file");
    files.sort();
    files
}

fn shown(file: &Path) -> String {
    file.strip_prefix(env!("CARGO_MANIFEST_DIR")).unwrap_or(file).display().to_string()
}

/// The code with comments and the insides of literals blanked out; lines stay where they are.
fn without_comments(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut code = bytes.to_vec();
    let mut at = 0;
    while at < bytes.len() {
        let end = skip(bytes, at);
        for byte in &mut code[at..end] {
            if *byte != b'\n' {
                *byte = b' ';
            }
        }
        at = end.max(at + 1);
    }
    String::from_utf8_lossy(&code).into_owned()
}

/// Where the comment or literal that begins here ends; the same place if none begins here.
fn skip(bytes: &[u8], at: usize) -> usize {
    let rest = &bytes[at..];
    let after = |pattern: &[u8], from: usize| {
        let found = rest.get(from..).and_then(|tail| tail.windows(pattern.len()).position(|window| window == pattern));
        at + found.map_or(rest.len(), |found| from + found + pattern.len())
    };
    let in_a_word = at > 0 && is_word(bytes[at - 1]);
    match rest {
        [b'/', b'/', ..] => at + rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len()),
        [b'/', b'*', ..] => {
            let (mut depth, mut here) = (1, at + 2);
            while depth > 0 && here < bytes.len() {
                match &bytes[here..] {
                    [b'/', b'*', ..] => (depth, here) = (depth + 1, here + 2),
                    [b'*', b'/', ..] => (depth, here) = (depth - 1, here + 2),
                    _ => here += 1,
                }
            }
            here
        }
        [b'r', b'"' | b'#', ..] if !in_a_word || bytes[at - 1] == b'b' => {
            let hashes = rest[1..].iter().take_while(|&&byte| byte == b'#').count();
            if rest.get(1 + hashes) != Some(&b'"') {
                return at;
            }
            let end = [b"\"", vec![b'#'; hashes].as_slice()].concat();
            after(&end, hashes + 2)
        }
        [b'"', ..] => {
            let mut here = at + 1;
            while here < bytes.len() && bytes[here] != b'"' {
                here += if bytes[here] == b'\\' { 2 } else { 1 };
            }
            (here + 1).min(bytes.len())
        }
        [b'\'', b'\\', ..] => after(b"'", 3),
        // A character of up to four bytes; anything else is a lifetime.
        [b'\'', first, ..] => {
            let length = match first {
                0xF0.. => 4,
                0xE0.. => 3,
                0xC0.. => 2,
                _ => 1,
            };
            if rest.get(1 + length) == Some(&b'\'') { at + length + 2 } else { at }
        }
        _ => at,
    }
}

const fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

/// Words, `::`, and single signs, each with its line.
fn tokens(code: &str) -> Vec<(usize, &str)> {
    let mut tokens = Vec::new();
    for (number, line) in (1..).zip(code.lines()) {
        let mut rest = line.trim_start();
        while let Some(first) = rest.chars().next() {
            let word = rest.bytes().take_while(|&byte| is_word(byte)).count();
            let length = match word {
                0 if rest.starts_with("::") => 2,
                0 => first.len_utf8(),
                length => length,
            };
            tokens.push((number, &rest[..length]));
            rest = rest[length..].trim_start();
        }
    }
    tokens
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
        "use crate::pathfinding::{Cell, app};",
        "use crate::apples;",
        "use std::{io::{self, fs}};",
    ] {
        assert_eq!(forbidden(&without_comments(code), &names), [], "{code}");
    }
    assert_eq!(forbidden(&without_comments("/* a\nb */\nuse bevy;"), &names), [(3, "bevy")]);
}
