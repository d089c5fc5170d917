//! Help wrapped to the width of the terminal, manual pages, completions, and `gridwalk list`.

use std::io::Write;

use anstyle::Style;
use clap_complete::Shell;
use console::measure_text_width;
use gridwalk_level::formats::Format;
use gridwalk_level::generate::MapKind;
use gridwalk_pathfinding::{Algorithm, OptionKey};
use serde::Serialize;

use super::output::{self, Done, JsonLayout, OK, bad, line, styled_line};
use crate::shipped::{SHIPPED_LEVELS, ShippedLevel};

/// Breaks long lines between two words.
///
/// Continuation lines are aligned with the text of their line; in a list, with its second column.
/// Commands are not broken, so that they can be copied.
pub fn wrap(help: &str, columns: usize) -> String {
    let mut wrapped = String::with_capacity(help.len());
    for line in help.lines() {
        if measure_text_width(line) <= columns || line.trim_start().starts_with("gridwalk ") {
            wrapped.push_str(line);
        } else {
            wrap_line(line, columns, &mut wrapped);
        }
        wrapped.push('\n');
    }
    wrapped
}

fn wrap_line(line: &str, columns: usize, wrapped: &mut String) {
    let indent = text_begins(line)
        .filter(|indent| *indent <= columns / 2)
        .unwrap_or(4);
    let mut width = 0;
    let mut rest = line;
    while !rest.is_empty() {
        // A word with the blanks before it.
        let begin = rest.find(|letter| letter != ' ').unwrap_or(rest.len());
        let end = rest[begin..]
            .find(' ')
            .map_or(rest.len(), |length| begin + length);
        let (word, after) = rest.split_at(end);
        let bare = &word[begin..];
        if width + measure_text_width(word) > columns && width > indent {
            wrapped.push('\n');
            wrapped.extend(std::iter::repeat_n(' ', indent));
            wrapped.push_str(bare);
            width = indent + measure_text_width(bare);
        } else {
            wrapped.push_str(word);
            width += measure_text_width(word);
        }
        rest = after;
    }
}

/// Returns the column where the text of a line begins: behind the gap after a first column, if any.
fn text_begins(line: &str) -> Option<usize> {
    let body = line.trim_start();
    let begin = line.len() - body.len();
    let gap = body.find("  ").map(|at| begin + at);
    let text = gap.map_or(begin, |gap| {
        gap + line[gap..].len() - line[gap..].trim_start().len()
    });
    Some(measure_text_width(line.get(..text)?))
}

pub fn print_manual(mut program: clap::Command, command: Option<&str>) -> Done {
    program.build();
    let page = match command {
        None => program,
        Some(name) => {
            let Some(found) = program
                .find_subcommand(name)
                .filter(|found| found.get_name() != "help")
            else {
                let names = program
                    .get_subcommands()
                    .map(clap::Command::get_name)
                    .filter(|name| *name != "help");
                let names = names.collect::<Vec<_>>().join(", ");
                return bad(format!(
                    "there is no command `{name}`; expected one of {names}"
                ));
            };
            found.clone()
        }
    };
    // The page goes to memory first: either the whole page is printed or an error.
    let mut text = Vec::new();
    clap_mangen::Man::new(page).render(&mut text)?;
    let mut out = std::io::stdout().lock();
    out.write_all(&text)?;
    out.flush()?;
    Ok(OK)
}

pub fn print_completions(mut program: clap::Command, shell: Shell) -> Done {
    // The script goes to memory first: the generators do not expect a reader that closes early.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut program, "gridwalk", &mut script);
    let script = complete_levels(shell, &String::from_utf8_lossy(&script));
    std::io::stdout().lock().write_all(script.as_bytes())?;
    Ok(OK)
}

/// Completes both files and shipped levels in zsh and fish; scripts of other shells are returned
/// unchanged.
fn complete_levels(shell: Shell, script: &str) -> String {
    let names = SHIPPED_LEVELS
        .iter()
        .map(|level| level.argument)
        .collect::<Vec<_>>()
        .join(" ");
    match shell {
        Shell::Zsh => {
            let both = format!(r#":{{_alternative "files:file:_files" "levels:level:({names})"}}"#);
            script.replace(&format!(":({names})"), &both)
        }
        Shell::Fish => {
            let commands = "solve explain bench check convert render compare diff";
            format!(
                "{script}complete -c gridwalk -n \"__fish_seen_subcommand_from {commands}\" -a \"{names}\"\n"
            )
        }
        _ => script.to_owned(),
    }
}

#[derive(Serialize)]
struct NamedEntry {
    name: String,
    about: String,
}

fn entry(name: &str, about: impl Into<String>) -> NamedEntry {
    NamedEntry {
        name: name.to_owned(),
        about: about.into(),
    }
}

/// One option, with its named values.
#[derive(Serialize)]
struct OptionEntry {
    name: &'static str,
    about: &'static str,
    default: String,
    expected: String,
    values: Vec<NamedEntry>,
}

#[derive(Serialize)]
struct NameLists {
    algorithms: Vec<NamedEntry>,
    options: Vec<OptionEntry>,
    map_kinds: Vec<NamedEntry>,
    formats: Vec<NamedEntry>,
    levels: Vec<NamedEntry>,
}

pub fn list(json: bool) -> Done {
    let algorithm = |a: Algorithm| {
        entry(
            a.name(),
            format!("{}: {} ({})", a.title(), a.meaning(), a.paper()),
        )
    };
    let keys = OptionKey::ALL
        .into_iter()
        .filter(|key| *key != OptionKey::Algorithm);
    let lists = NameLists {
        algorithms: Algorithm::ALL.map(algorithm).into(),
        options: keys.map(option).collect(),
        map_kinds: MapKind::ALL
            .map(|kind| entry(kind.name(), kind.meaning()))
            .into(),
        formats: Format::ALL
            .map(|f| entry(f.name(), format!("{}; holds {}", f.title(), f.meaning())))
            .into(),
        levels: shipped_levels(),
    };
    if json {
        output::object(&mut std::io::stdout().lock(), &lists, JsonLayout::Indented)?;
        return Ok(OK);
    }
    section("Algorithms (--algorithm)", &lists.algorithms)?;
    for option in &lists.options {
        let OptionEntry {
            name,
            about,
            default,
            expected,
            values,
        } = option;
        let about = about.trim_end_matches('.');
        let typed = if values.is_empty() {
            format!(": {expected}")
        } else {
            String::new()
        };
        section(
            &format!("--{name}: {about}{typed} [default: {default}]"),
            values,
        )?;
    }
    section("Maps from a seed (gridwalk generate)", &lists.map_kinds)?;
    section("Formats (--format, --to)", &lists.formats)?;
    section("Levels (@NAME in place of a file)", &lists.levels)?;
    Ok(OK)
}

fn option(key: OptionKey) -> OptionEntry {
    let kind = key.kind();
    let value = |name: &&str| {
        entry(
            name,
            key.parse(name).expect("the name is in the table").meaning(),
        )
    };
    OptionEntry {
        name: key.name(),
        about: key.meaning(),
        default: key.default_for(Algorithm::default()).shown(),
        expected: kind.to_string(),
        values: kind.names.iter().map(value).collect(),
    }
}

fn section(heading: &str, entries: &[NamedEntry]) -> std::io::Result<()> {
    let mut out = anstream::stdout().lock();
    styled_line(&mut out, Style::new().bold(), heading)?;
    let width = entries
        .iter()
        .map(|entry| entry.name.chars().count())
        .max()
        .unwrap_or(0);
    for NamedEntry { name, about } in entries {
        line(&mut out, format!("  {name:width$}  {about}").trim_end())?;
    }
    line(&mut out, "")
}

/// Returns the shipped levels.
fn shipped_levels() -> Vec<NamedEntry> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_line_goes_on_below_its_text_and_a_command_stays_whole() {
        let help = "  -a, --all  one two three four\nplain words that go on and on\n  gridwalk solve level --json --all\n";
        let [list, words] = [
            "  -a, --all  one two three\n             four",
            "plain words that go on and\non",
        ];
        let wrapped = format!("{list}\n{words}\n  gridwalk solve level --json --all\n");
        assert_eq!(wrap(help, 26), wrapped);
        assert_eq!(wrap(help, 100), help);
    }
}
