//! Files, names and outputs in the pages are there, and as they say. Their commands are run by
//! `commands`; their Rust code is compiled as documentation tests.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use gridwalk::app::{AppCommand, Chord, Script};
use gridwalk_explain::{Language, lesson_faults};
use gridwalk_level::formats::{self, MAX_BYTES, parse_lesson, parse_level, parse_ron};
use gridwalk_pathfinding::{Algorithm, Cell, Grid, Terrain};
use serde::Deserialize;

use super::pages::{self, Page, ROOT};

#[test]
fn the_readme_can_be_read_in_five_minutes() {
    let lines = Page::read("README.md").text.lines().count();
    assert!(
        lines <= 200,
        "the README has {lines} lines: what is longer belongs into docs"
    );
}

#[test]
fn every_page_stands_in_the_table_of_contents() {
    let contents = Page::read("docs/README.md");
    let links = contents.links();
    let missing = pages::book()
        .into_iter()
        .map(|page| page.path.trim_start_matches("docs/").to_owned());
    let missing: Vec<_> = missing
        .filter(|name| name != "README.md" && !links.contains(&name.as_str()))
        .collect();
    assert!(
        missing.is_empty(),
        "docs/README.md does not lead to {missing:?}"
    );
}

/// mdBook leaves out a page that SUMMARY.md does not list. The order is that of the table of
/// contents.
#[test]
fn summary_lists_every_page_once_in_reading_order() {
    let (summary, contents) = (Page::read("docs/SUMMARY.md"), Page::read("docs/README.md"));
    let listed = summary.links();
    let names = pages::book()
        .into_iter()
        .filter_map(|page| page.path.strip_prefix("docs/").map(str::to_owned));
    let pages: Vec<String> = names.filter(|name| name != "SUMMARY.md").collect();
    let mut sorted = listed.clone();
    sorted.sort_unstable();
    assert_eq!(
        sorted, pages,
        "SUMMARY.md lists other files than the pages of docs"
    );
    let inside = |link: &&str| !link.contains(['/', ':']) && *link != "SUMMARY.md";
    let in_order: Vec<&str> = contents.links().into_iter().filter(inside).collect();
    assert_eq!(listed[0], "README.md", "the table of contents comes first");
    assert_eq!(
        listed[1..],
        in_order,
        "SUMMARY.md has another order than README.md"
    );
}

#[test]
fn summary_names_each_page_by_its_heading() {
    let summary = Page::read("docs/SUMMARY.md");
    let entries = summary.text.lines().filter_map(|line| {
        let (title, rest) = line.trim_start_matches([' ', '-', '[']).split_once("](")?;
        Some((title, rest.trim_end_matches(')')))
    });
    let mut seen = 0;
    for (title, file) in entries {
        let page = Page::read(format!("docs/{file}"));
        let heading = page
            .text
            .lines()
            .next()
            .and_then(|line| line.strip_prefix("# "));
        assert_eq!(heading, Some(title), "{file}");
        seen += 1;
    }
    assert_eq!(seen, summary.links().len(), "an entry is no link");
}

/// mdBook refuses a file with fields that it does not know.
#[test]
fn book_layout_names_the_project_and_its_pages() {
    let text = Page::read("docs/book.toml").text;
    let (mut fields, mut section) = (BTreeMap::new(), "");
    for line in text
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
    {
        if let Some(name) = line
            .strip_prefix('[')
            .and_then(|rest| rest.strip_suffix(']'))
        {
            section = name;
        } else {
            let (key, value) = line
                .split_once(" = ")
                .unwrap_or_else(|| panic!("book.toml: {line}"));
            fields.insert(format!("{section}.{key}"), value.trim_matches('"'));
        }
    }
    let wanted = [
        ("book.description", env!("CARGO_PKG_DESCRIPTION")),
        ("book.language", "en"),
        ("book.src", "."),
        ("book.title", env!("CARGO_PKG_NAME")),
        // Git ignores it, and no page is created by a mistake in SUMMARY.md.
        ("build.build-dir", "../target/book"),
        ("build.create-missing", "false"),
    ];
    let fields: Vec<(&str, &str)> = fields
        .iter()
        .map(|(key, value)| (key.as_str(), *value))
        .collect();
    assert_eq!(fields, wanted);
}

/// Blocks are commands, which are run, Rust and RON, which are read, or text, which nobody types.
#[test]
fn every_block_of_code_is_checked() {
    let library = fs::read_to_string(Path::new(ROOT).join("src/lib.rs")).unwrap();
    for page in pages::all() {
        for block in page.blocks() {
            let is_rust = block.kind == "rust" || block.kind.starts_with("rust,");
            let kinds = ["sh", "ron", "text"];
            assert!(
                is_rust || kinds.contains(&block.kind),
                "{}: nothing checks `{}` blocks",
                page.path,
                block.kind
            );
            if !is_rust {
                continue;
            }
            let (file, from) = match page.path.strip_prefix("crates/") {
                Some(rest) => {
                    let (name, page) = rest.split_once('/').unwrap();
                    let file = Path::new(ROOT).join("crates").join(name).join("src/lib.rs");
                    (fs::read_to_string(file).unwrap(), format!("../{page}"))
                }
                None => (library.clone(), format!("../{}", page.path)),
            };
            assert!(
                file.contains(&format!("include_str!(\"{from}\")")),
                "{} is not compiled",
                page.path
            );
        }
    }
}

/// The settings file in the pages.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Settings {
    language: Language,
    shortcuts: Vec<(Chord, AppCommand)>,
}

#[test]
fn every_ron_of_the_pages_is_what_it_says() {
    let levels = Path::new(ROOT).join("assets/levels");
    let named = |name: &str| {
        let file = format!("{name}.level.ron");
        let bytes = fs::read(levels.join(&file)).map_err(|error| error.to_string())?;
        parse_level(&bytes, &file).map_err(|error| error.to_string())
    };
    let folder = tempfile::tempdir().unwrap();
    let mut read = [0; 4];
    for page in pages::all() {
        for block in page.blocks().iter().filter(|block| block.kind == "ron") {
            let wrong =
                |error: &formats::ParseError| -> ! { panic!("{}", error.in_file(&page.path)) };
            let file = folder.path().join("a.ron");
            fs::write(&file, block.code).unwrap();
            let kind = if block.code.contains("pages:") {
                let lesson = parse_lesson(block.code).unwrap_or_else(|error| wrong(&error));
                assert_eq!(lesson_faults(&lesson, named), [""; 0], "{}", page.path);
                0
            } else if block.code.contains("map:") {
                parse_ron(block.code).unwrap_or_else(|error| wrong(&error));
                1
            } else if block.code.contains("shortcuts:") {
                let settings: Settings = ron::from_str(block.code)
                    .unwrap_or_else(|error| panic!("{}: {error}", page.path));
                assert!(settings.language == Language::English && !settings.shortcuts.is_empty());
                2
            } else {
                Script::read(&file).unwrap_or_else(|error| panic!("{}: {error}", page.path));
                3
            };
            read[kind] += 1;
        }
    }
    assert!(
        read.iter().all(|&count| count > 0),
        "lessons, levels, settings and scripts: {read:?}"
    );
}

#[test]
fn the_level_of_the_levels_page_costs_what_it_says() {
    let page = Page::read("docs/levels.md");
    let blocks = page.blocks();
    let level = parse_ron(
        blocks
            .iter()
            .find(|block| block.kind == "ron")
            .unwrap()
            .code,
    )
    .unwrap();
    let cost = |x, y| level.grid.cost(Cell::new(x, y));
    assert_eq!(
        [cost(7, 2), cost(6, 1), cost(2, 1), cost(4, 0)],
        [Some(8), Some(2), Some(1), None]
    );
}

/// Commands of scripts within the text.
#[test]
fn every_command_of_the_window_that_a_page_names_is_one() {
    let mut seen = 0;
    for page in pages::all() {
        let spans = page.spans();
        for span in spans
            .iter()
            .filter(|span| span.ends_with("))") && span.starts_with(char::is_uppercase))
        {
            ron::from_str::<AppCommand>(span)
                .unwrap_or_else(|error| panic!("{}: {span}: {error}", page.path));
            seen += 1;
        }
    }
    assert!(seen > 1, "the pages name {seen} commands");
}

#[test]
fn every_link_leads_somewhere() {
    let mut wrong = Vec::new();
    for page in pages::all() {
        for link in page.links() {
            if link.starts_with("http") {
                continue;
            }
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let here = Path::new(ROOT).join(&page.path);
            let target = if file.is_empty() {
                here
            } else {
                here.with_file_name(file)
            };
            let is_there = target.exists()
                && (anchor.is_empty() || anchors(&target).iter().any(|name| name == anchor));
            if !is_there {
                wrong.push(format!("{} links to {link}", page.path));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

fn anchors(file: &Path) -> Vec<String> {
    let text = fs::read_to_string(file).unwrap();
    Page {
        path: String::new(),
        text,
    }
    .anchors()
}

/// All files of the folders with sources, tests and assets.
fn sources() -> Vec<PathBuf> {
    let root = Path::new(ROOT);
    let mut files = Vec::new();
    let mut folders: Vec<PathBuf> = ["assets", "benches", "crates", "examples", "src", "tests"]
        .iter()
        .map(|name| root.join(name))
        .collect();
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(&folder)
            .unwrap()
            .map(|entry| entry.unwrap().path())
        {
            if path.is_dir() {
                folders.push(path);
            } else {
                files.push(path);
            }
        }
    }
    files
}

/// It named files that were renamed long before.
#[test]
fn every_file_that_a_page_names_is_there() {
    let (root, files) = (Path::new(ROOT), sources());
    let (mut named, mut missing) = (0, Vec::new());
    for page in pages::all() {
        for span in page.spans() {
            let is_source = Path::new(span)
                .extension()
                .is_some_and(|end| end == "rs" || end == "ftl");
            let is_path = ["assets/", "benches/", "crates/", "src/", "tests/"]
                .iter()
                .any(|top| span.starts_with(top));
            if span.contains([' ', '*', '\n']) || !(is_source || is_path) {
                continue;
            }
            named += 1;
            if !(root.join(span).exists()
                || is_source && files.iter().any(|file| file.ends_with(span)))
            {
                missing.push(format!("{} names {span}", page.path));
            }
        }
    }
    assert!(
        named > 30 && missing.is_empty(),
        "of {named}:\n{}",
        missing.join("\n")
    );
}

/// The walks through the code name a function or a type with its file, as in `Grid::apply`
/// (`grid/apply.rs`).
#[test]
fn walks_name_functions_that_are_in_their_files() {
    let page = Page::read("docs/how-it-works.md");
    let (_, walks) = page.text.split_once("## Walk 1").unwrap();
    let sources = sources();
    let (mut seen, mut missing) = (0, Vec::new());
    for (before, after) in walks
        .match_indices("` (`")
        .map(|(at, mark)| (&walks[..at], &walks[at + mark.len()..]))
    {
        let (name, file) = (
            before.rsplit('`').next().unwrap(),
            after.split('`').next().unwrap(),
        );
        if Path::new(file).extension().is_none_or(|end| end != "rs") {
            continue;
        }
        let item = name.rsplit("::").next().unwrap();
        let declares = |text: &str| {
            ["fn", "struct", "enum"].iter().any(|kind| {
                let declared = format!("{kind} {item}");
                text.match_indices(&declared)
                    .any(|(at, _)| !text[at + declared.len()..].starts_with(is_of_name))
            })
        };
        let mut texts = sources
            .iter()
            .filter(|path| path.ends_with(file))
            .map(|path| fs::read_to_string(path).unwrap());
        if !texts.any(|text| declares(&text)) {
            missing.push(format!("{name} is not in {file}"));
        }
        seen += 1;
    }
    assert!(
        seen > 40 && missing.is_empty(),
        "of {seen}:\n{}",
        missing.join("\n")
    );
}

/// The table "Where is what" in the crate docs, where a reader of the code begins.
#[test]
fn crate_docs_name_every_folder_of_the_program() {
    let library = fs::read_to_string(Path::new(ROOT).join("src/lib.rs")).unwrap();
    let (_, table) = library
        .split_once("//! # Where is what\n")
        .expect("the crate docs have the table");
    let table: Vec<&str> = table
        .lines()
        .skip_while(|line| !line.starts_with("//! |"))
        .collect();
    let rows = table.iter().take_while(|line| line.starts_with("//! |"));
    let places: Vec<&str> = rows
        .filter_map(|row| row.trim_start_matches("//! |").split('|').next())
        .flat_map(|cell| cell.split('`').skip(1).step_by(2))
        .filter(|place| *place != "src")
        .collect();
    let src = Path::new(ROOT).join("src");
    let lost: Vec<_> = places
        .iter()
        .filter(|place| !src.join(place).exists())
        .collect();
    assert!(lost.is_empty(), "the table names {lost:?}");
    let mut folders: Vec<String> = sources()
        .iter()
        .filter_map(|file| Some(file.parent()?.strip_prefix(&src).ok()?.to_str()?.to_owned()))
        .filter(|folder| !folder.is_empty() && folder != "app")
        .collect();
    folders.sort_unstable();
    folders.dedup();
    let missing: Vec<_> = folders
        .iter()
        .filter(|folder| !places.contains(&folder.as_str()))
        .collect();
    assert!(
        folders.len() > 15 && missing.is_empty(),
        "no row for {missing:?} of {folders:?}"
    );
    assert!(
        Page::read("CONTRIBUTING.md")
            .text
            .contains("\"Where is what\""),
        "CONTRIBUTING.md does not lead there"
    );
}

fn is_of_name(sign: char) -> bool {
    sign.is_alphanumeric() || sign == '_'
}

#[test]
fn the_number_of_searches_is_right() {
    let searches = Algorithm::ALL
        .iter()
        .filter(|algorithm| **algorithm != Algorithm::Auto)
        .count();
    for (page, phrase) in [
        ("README.md", format!("{searches} searches")),
        ("docs/algorithms.md", format!("{searches} searches by name")),
    ] {
        assert!(
            Page::read(page).text.contains(&phrase),
            "{page} does not say \"{phrase}\""
        );
    }
}

#[test]
fn the_limits_of_the_pages_are_those_of_the_code() {
    let (side, terrains, portals) = (Grid::MAX_SIDE, Grid::MAX_TERRAINS, Grid::MAX_PORTALS);
    let (cost, bytes) = (Terrain::MAX_COST, MAX_BYTES >> 20);
    let phrases = [
        (
            "docs/levels.md",
            format!("at most {side} cells a side, {terrains} terrains and {portals} portals"),
        ),
        ("docs/levels.md", format!("terrain costs 1 to {cost}")),
        ("docs/levels.md", format!("at most {bytes} MiB")),
        (
            "docs/command-line.md",
            format!("at most {side} cells a side, and a file at most {bytes} MiB"),
        ),
    ];
    for (page, phrase) in phrases {
        let text = Page::read(page)
            .text
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ");
        assert!(text.contains(&phrase), "{page} does not say \"{phrase}\"");
    }
}
