//! `gridwalk list`: the names of all choices, with a line about each.

use anstyle::Style;
use gridwalk_level::formats::Format;
use gridwalk_level::generate::MapKind;
use gridwalk_pathfinding::{Algorithm, OptionKey};
use serde::Serialize;

use super::failure::{Done, OK};
use super::print::{self, Layout, line, styled_line};
use crate::shipped::SHIPPED_LEVELS;
use crate::shipped::ShippedLevel;

#[derive(Serialize)]
struct Entry {
    name: String,
    about: String,
}

fn entry(name: &str, about: impl Into<String>) -> Entry {
    Entry { name: name.to_owned(), about: about.into() }
}

/// One option, with its named values.
#[derive(Serialize)]
struct OptionEntry {
    name: &'static str,
    about: &'static str,
    default: String,
    expected: String,
    values: Vec<Entry>,
}

#[derive(Serialize)]
struct Lists {
    algorithms: Vec<Entry>,
    options: Vec<OptionEntry>,
    map_kinds: Vec<Entry>,
    formats: Vec<Entry>,
    levels: Vec<Entry>,
}

pub fn run(json: bool) -> Done {
    let algorithm = |a: Algorithm| entry(a.name(), format!("{}: {} ({})", a.title(), a.meaning(), a.paper()));
    let keys = OptionKey::ALL.into_iter().filter(|key| *key != OptionKey::Algorithm);
    let lists = Lists {
        algorithms: Algorithm::ALL.map(algorithm).into(),
        options: keys.map(option).collect(),
        map_kinds: MapKind::ALL.map(|kind| entry(kind.name(), kind.meaning())).into(),
        formats: Format::ALL.map(|f| entry(f.name(), format!("{}; holds {}", f.title(), f.meaning()))).into(),
        levels: shipped_levels(),
    };
    if json {
        print::object(&mut std::io::stdout().lock(), &lists, Layout::Indented)?;
        return Ok(OK);
    }
    section("Algorithms (--algorithm)", &lists.algorithms)?;
    for option in &lists.options {
        let OptionEntry { name, about, default, expected, values } = option;
        let about = about.trim_end_matches('.');
        let typed = if values.is_empty() { format!(": {expected}") } else { String::new() };
        section(&format!("--{name}: {about}{typed} [default: {default}]"), values)?;
    }
    section("Maps from a seed (gridwalk generate)", &lists.map_kinds)?;
    section("Formats (--format, --to)", &lists.formats)?;
    section("Levels (@NAME in place of a file)", &lists.levels)?;
    Ok(OK)
}

fn option(key: OptionKey) -> OptionEntry {
    let kind = key.kind();
    let value = |name: &&str| entry(name, key.parse(name).expect("the name is in the table").meaning());
    OptionEntry {
        name: key.name(),
        about: key.meaning(),
        default: key.default_for(Algorithm::default()).shown(),
        expected: kind.to_string(),
        values: kind.names.iter().map(value).collect(),
    }
}

fn section(heading: &str, entries: &[Entry]) -> std::io::Result<()> {
    let mut out = anstream::stdout().lock();
    styled_line(&mut out, Style::new().bold(), heading)?;
    let width = entries.iter().map(|entry| entry.name.chars().count()).max().unwrap_or(0);
    for Entry { name, about } in entries {
        line(&mut out, format!("  {name:width$}  {about}").trim_end())?;
    }
    line(&mut out, "")
}

/// Returns the shipped levels.
fn shipped_levels() -> Vec<Entry> {
    let about = |shipped: &ShippedLevel| match shipped.parse() {
        Ok(level) if level.about.is_empty() => {
            let format = Format::of_file(shipped.file).map_or("a level", Format::title);
            entry(shipped.argument, format!("{}: {format}", level.name))
        }
        Ok(level) => entry(shipped.argument, format!("{}: {}", level.name, level.about)),
        Err(error) => entry(shipped.argument, error.to_string()),
    };
    SHIPPED_LEVELS.iter().map(about).collect()
}
