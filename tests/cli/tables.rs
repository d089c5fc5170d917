//! The tables of the pages that come from the code. `UPDATE=1 cargo test --test cli tables` writes
//! them.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::Command;

use gridwalk_level::formats::Format;
use gridwalk_pathfinding::{Algorithm, OptionKey, Support};

use super::pages::{Page, ROOT};

/// Holds a table against its page, or writes it there.
fn check(page: &str, name: &str, table: &str) {
    let page = Page::read(page);
    let begin =
        format!("<!-- table: {name}; UPDATE=1 cargo test --test cli tables writes it -->\n");
    let end = "<!-- end of table -->";
    let (before, rest) = page
        .text
        .split_once(&begin)
        .unwrap_or_else(|| panic!("{}: no table {name}", page.path));
    let (old, after) = rest.split_once(end).expect("the table has an end");
    if std::env::var_os("UPDATE").is_some() {
        fs::write(
            Path::new(ROOT).join(&page.path),
            format!("{before}{begin}\n{table}\n{end}{after}"),
        )
        .unwrap();
    } else {
        assert_eq!(
            old.trim(),
            table.trim(),
            "{}: the table {name} is another; UPDATE=1 writes it",
            page.path
        );
    }
}

fn names<'n>(names: impl IntoIterator<Item = &'n str>) -> String {
    names
        .into_iter()
        .map(|name| format!("`{name}`"))
        .collect::<Vec<_>>()
        .join(", ")
}

fn star(text: &str) -> String {
    text.replace('*', "\\*")
}

#[test]
fn the_algorithms_are_those_of_the_kernel() {
    let mut table =
        "| Name | Search | Published | Not supported |\n| --- | --- | --- | --- |\n".to_owned();
    for algorithm in Algorithm::ALL {
        let lacks = OptionKey::ALL
            .into_iter()
            .filter(|key| algorithm.support(*key) == Support::Unsupported);
        let lacks = names(lacks.map(OptionKey::name));
        let search = star(&format!("{}: {}", algorithm.title(), algorithm.meaning()));
        writeln!(
            table,
            "| `{}` | {search} | {} | {lacks} |",
            algorithm.name(),
            algorithm.paper()
        )
        .unwrap();
    }
    check("docs/algorithms.md", "algorithms", &table);
}

#[test]
fn the_options_are_those_of_the_kernel() {
    let mut table = "| Option | Default | Values | Means |\n| --- | --- | --- | --- |\n".to_owned();
    for key in OptionKey::ALL {
        let kind = key.kind();
        let default = match key.default_for(Algorithm::default()).text() {
            text if text.is_empty() => kind.empty.unwrap_or_default().to_owned(),
            text => format!("`{text}`"),
        };
        let mut values = names(kind.names.iter().copied());
        if key == OptionKey::Algorithm {
            values = "see [Algorithms](algorithms.md)".to_owned();
        } else if let Some(typed) = kind.typed {
            values = format!(
                "{values}{}{typed}",
                if values.is_empty() { "" } else { "; " }
            );
        }
        writeln!(
            table,
            "| `{}` | {default} | {values} | {} |",
            key.name(),
            star(key.meaning())
        )
        .unwrap();
    }
    check("docs/levels.md", "options", &table);
}

#[test]
fn the_formats_are_those_of_the_crate() {
    let mut table = "| File | `--format` | Is | Holds |\n| --- | --- | --- | --- |\n".to_owned();
    for format in Format::ALL {
        let endings: Vec<_> = format
            .endings()
            .iter()
            .map(|ending| format!(".{ending}"))
            .collect();
        let endings = names(endings.iter().map(String::as_str));
        writeln!(
            table,
            "| {endings} | `{}` | {} | {} |",
            format.name(),
            format.title(),
            format.meaning()
        )
        .unwrap();
    }
    check("docs/levels.md", "formats", &table);
}

/// Whoever reads the help of a command that reads levels learns which files they may be.
#[test]
fn every_ending_of_the_table_stands_in_the_help() {
    for command in ["solve", "explain", "check", "render", "compare"] {
        let output = Command::new(env!("CARGO_BIN_EXE_gridwalk"))
            .args([command, "--help"])
            .output()
            .unwrap();
        let help = String::from_utf8(output.stdout).unwrap();
        for ending in Format::ALL
            .into_iter()
            .flat_map(|format| format.endings().iter().copied())
        {
            assert!(
                help.contains(&format!(".{ending}")),
                "{command} --help does not name .{ending}"
            );
        }
    }
}

/// The key lists of the window, word for word. All in one test: each writes the same page.
#[cfg(feature = "app")]
#[test]
fn the_keys_are_those_of_the_window() {
    use gridwalk::app::{Mode, Shortcuts, When};
    use gridwalk_explain::Language;
    for mode in Mode::ALL {
        let (name, heading) = match mode {
            Mode::Agents => ("keys", "Effect"),
            Mode::Watch => ("keys of watching", "Effect while a search is watched"),
            Mode::Edit => ("keys of editing", "Effect while the level is edited"),
            Mode::Compare => ("keys of comparing", "Effect while searches are compared"),
        };
        let mut table = format!("| Keys | {heading} |\n| --- | --- |\n");
        let conditions = match mode {
            Mode::Agents => [When::EVERYWHERE, When::of_mode(mode)].concat(),
            Mode::Compare => vec![When::Compare],
            Mode::Watch | Mode::Edit => When::of_mode(mode).to_vec(),
        };
        for (keys, does) in Shortcuts::default().list(&conditions, Language::English) {
            writeln!(table, "| {keys} | {does} |").unwrap();
        }
        check("docs/playing-reference.md", name, &table);
    }
}

/// The parameters of the page's address, which a teacher reads in the docs alone.
#[cfg(feature = "app")]
#[test]
fn the_parameters_of_the_address_are_described() {
    use gridwalk::app::Parameter;
    let mut table = "| In the address | What it does |\n| --- | --- |\n".to_owned();
    for parameter in Parameter::ALL {
        writeln!(
            table,
            "| `{}` | {} |",
            parameter.title(),
            parameter.meaning()
        )
        .unwrap();
    }
    check("docs/page.md", "parameters", &table);
}

/// Every field that the program prints as JSON is described.
#[test]
fn every_field_of_the_json_is_described() {
    let page = Page::read("docs/command-line.md");
    let (_, described) = page.text.split_once("## JSON").unwrap();
    let commands = [
        "solve @right_angle --json --order",
        "solve @right_angle --algorithm nothing --json",
        "explain @right_angle --json --step 1",
        "compare @right_angle --board tie=newest --board tie=oldest --json",
        "check @maze --json",
        "diff @maze @rooms --json",
    ];
    let mut fields = BTreeSet::new();
    for command in commands {
        let output = Command::new(env!("CARGO_BIN_EXE_gridwalk"))
            .args(command.split(' '))
            .output()
            .unwrap();
        let value: serde_json::Value =
            serde_json::from_slice(&output.stdout).unwrap_or_else(|error| {
                panic!(
                    "{command}: {error}: {}",
                    String::from_utf8_lossy(&output.stderr)
                );
            });
        collect(&value, &mut fields);
    }
    assert!(fields.len() > 40, "{fields:?}");
    let missing: Vec<_> = fields
        .iter()
        .filter(|field| !described.contains(&format!("`{field}`")))
        .collect();
    assert!(
        missing.is_empty(),
        "docs/command-line.md does not describe {missing:?}"
    );
}

#[test]
fn every_field_of_a_benchmark_is_described() {
    let page = Page::read("docs/benchmarks-reference.md");
    let (_, described) = page
        .text
        .split_once("## The results of gridwalk bench")
        .unwrap();
    let run = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_gridwalk"))
            .args(arguments)
            .output()
            .unwrap();
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
        output.stdout
    };
    let arguments = ["bench", "@maze", "--algorithm", "astar", "--rows"];
    let mut fields = BTreeSet::new();
    collect(
        &serde_json::from_slice(&run(&[&arguments[..], &["--json"]].concat())).unwrap(),
        &mut fields,
    );
    for more in [&arguments[..], &arguments[..4]] {
        let csv = String::from_utf8(run(&[more, &["--csv"]].concat())).unwrap();
        fields.extend(csv.lines().next().unwrap().split(',').map(str::to_owned));
    }
    // The four columns of the ends are named by the first and the last.
    let missing = fields
        .iter()
        .filter(|field| !matches!(field.as_str(), "start_y" | "goal_x"));
    let missing: Vec<_> = missing
        .filter(|field| !described.contains(&format!("`{field}`")))
        .collect();
    assert!(
        fields.len() > 40 && missing.is_empty(),
        "{} does not describe {missing:?} of {fields:?}",
        page.path
    );
}

/// The names of all fields but those of the options, which have a table of their own.
fn collect(value: &serde_json::Value, fields: &mut BTreeSet<String>) {
    match value {
        serde_json::Value::Object(object) => {
            for (name, value) in object {
                fields.insert(name.clone());
                if name != "options" {
                    collect(value, fields);
                }
            }
        }
        serde_json::Value::Array(values) => values.iter().for_each(|value| collect(value, fields)),
        _ => {}
    }
}
