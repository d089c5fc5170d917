//! Every command that the pages and the help show is run, as it stands there.
//!
//! Commands that open a window are run by `tests/window`; here the window's own help has to know
//! their options. Those for cargo have to name what there is.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use super::pages::{self, ROOT};

const PROGRAM: &str = env!("CARGO_BIN_EXE_gridwalk");

/// A folder with the project's levels, and small files in place of those that the reader brings
/// along.
struct Place(tempfile::TempDir);

impl Place {
    fn new() -> Self {
        let place = Self(tempfile::tempdir().unwrap());
        for folder in ["assets/levels", "assets/lessons"] {
            let copies = place.folder(folder);
            for entry in fs::read_dir(Path::new(ROOT).join(folder)).unwrap() {
                let file = entry.unwrap().path();
                fs::copy(&file, copies.join(file.file_name().unwrap())).unwrap();
            }
        }
        for sample in ["town.tmj", "houses.tsj", "dungeon.ldtk"] {
            let samples = Path::new(ROOT).join("crates/gridwalk_level/tests/samples");
            fs::copy(samples.join(sample), place.0.path().join(sample)).unwrap();
        }
        place.bench_map("arena2.map", "@.");
        place.bench_map("darkforest.map", "STW.");
        place.run("gridwalk convert arena2.map drawing.png");
        fs::write(place.0.path().join("array.txt"), "0,0,1\n2,0,0\n").unwrap();
        fs::write(
            place.0.path().join("old.level.ron"),
            "(version: 1, map: [\"..\"], search: (within: 1))",
        )
        .unwrap();
        fs::write(
            place.0.path().join("queries.jsonl"),
            "{\"start\": [2, 2], \"goal\": [40, 9]}\n",
        )
        .unwrap();
        // Folders and settings of a user's shells.
        place.folder(".local/share/bash-completion/completions");
        for folder in [".zfunc", ".config/fish/completions", ".config/elvish/lib"] {
            place.folder(folder);
        }
        place
    }

    fn folder(&self, name: &str) -> PathBuf {
        let folder = self.0.path().join(name);
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    /// A map of 110 × 50 cells, floor but for one column of other glyphs at the right, and its
    /// scenarios.
    fn bench_map(&self, name: &str, glyphs: &str) {
        let mut map = "type octile\nheight 50\nwidth 110\nmap\n".to_owned();
        for glyph in glyphs.chars().cycle().take(50) {
            writeln!(map, "{}{glyph}", ".".repeat(109)).unwrap();
        }
        fs::write(self.0.path().join(name), map).unwrap();
        let line = |length: u32| format!("0\t{name}\t110\t50\t2\t2\t{}\t2\t{length}\n", 2 + length);
        let scenario = format!("version 1\n{}", (1..40).map(line).collect::<String>());
        fs::write(self.0.path().join(format!("{name}.scen")), scenario).unwrap();
    }

    /// Runs a line as a shell does.
    fn run(&self, line: &str) -> Output {
        let mut shell = Command::new("sh");
        shell.args([
            "-c",
            &format!("gridwalk() {{ \"$PROGRAM\" \"$@\"; }}\n{line}"),
        ]);
        shell
            .env("PROGRAM", PROGRAM)
            .env("HOME", self.0.path())
            .env("PROFILE", self.0.path().join("profile.ps1"));
        shell
            .current_dir(self.0.path())
            .stdin(Stdio::null())
            .output()
            .unwrap()
    }
}

/// Returns the help of the program, or of one of its commands.
fn help(command: &str) -> String {
    let output = Command::new(PROGRAM)
        .args(command.split_whitespace())
        .arg("--help")
        .output()
        .unwrap();
    assert!(output.status.success(), "{command}");
    String::from_utf8(output.stdout).unwrap()
}

/// The names in the list of commands.
fn subcommands() -> Vec<String> {
    let help = help("");
    let (_, list) = help.split_once("Commands:\n").expect("there are commands");
    let lines = list.lines().take_while(|line| line.starts_with("  "));
    // A long line goes on farther right.
    let names = lines
        .filter(|line| !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next().map(str::to_owned));
    names.filter(|name| name != "help").collect()
}

/// A command line without the comment behind it.
fn without_comment(line: &str) -> &str {
    line.split_once("  #").map_or(line, |(line, _)| line).trim()
}

/// A command line of the program; one for cargo as the program would get it.
fn gridwalk_line(line: &str) -> Option<String> {
    let line = without_comment(line);
    match line.split_once(" -- ") {
        Some((cargo, arguments)) if cargo.starts_with("cargo run") => {
            Some(format!("gridwalk {arguments}"))
        }
        _ => line.starts_with("gridwalk ").then(|| line.to_owned()),
    }
}

/// Returns the commands in the pages: lines of blocks, and parts of the text that begin with cargo.
fn page_lines() -> Vec<String> {
    let mut lines = Vec::new();
    for page in pages::all() {
        let blocks = page.blocks();
        let typed = blocks
            .iter()
            .filter(|block| block.kind == "sh")
            .flat_map(|block| block.code.lines());
        lines.extend(typed.map(str::to_owned));
        lines.extend(
            page.spans()
                .into_iter()
                .filter(|span| span.starts_with("cargo "))
                .map(str::to_owned),
        );
    }
    lines.retain(|line| !line.trim().is_empty());
    lines
}

#[test]
fn every_command_of_pages_and_help_is_run() {
    let place = Place::new();
    let commands = subcommands();
    let mut lines: Vec<String> = page_lines()
        .iter()
        .filter_map(|line| gridwalk_line(line))
        .collect();
    assert!(lines.len() >= 12, "the pages show only {lines:?}");
    for command in &commands {
        let text = help(command);
        let examples: Vec<String> = text
            .lines()
            .filter_map(|line| gridwalk_line(line.trim_start()))
            .collect();
        assert!(
            !examples.is_empty(),
            "gridwalk {command} --help has no example"
        );
        lines.extend(examples);
    }
    let mut known = std::collections::HashSet::new();
    lines.retain(|line| known.insert(line.clone()));
    let mut failed = String::new();
    for line in &lines {
        let word = line.split_whitespace().nth(1).unwrap_or_default();
        if !commands.iter().any(|command| command == word) {
            continue;
        }
        let output = place.run(line);
        // Findings are what `check` is for, and what `--threshold` finds in times belongs to the
        // machine.
        let finding = match word {
            "check" => Some(1),
            "bench" if line.contains("--threshold") => Some(4),
            _ => None,
        };
        let is_fine =
            output.status.success() || finding.is_some() && output.status.code() == finding;
        if !is_fine {
            writeln!(
                failed,
                "{line}\n  {:?}: {}",
                output.status,
                String::from_utf8_lossy(&output.stderr)
            )
            .unwrap();
        }
    }
    assert!(failed.is_empty(), "these commands fail:\n{failed}");
}

#[cfg(feature = "app")]
#[test]
fn the_options_of_commands_that_open_a_window_are_known() {
    let (commands, known) = (subcommands(), help(""));
    let texts: Vec<String> = pages::all().into_iter().map(|page| page.text).collect();
    let usage = texts
        .iter()
        .flat_map(|text| text.lines())
        .filter(|line| line.starts_with("gridwalk ["));
    let shown = page_lines()
        .into_iter()
        .filter_map(|line| gridwalk_line(&line));
    let opens = |line: &String| {
        !commands
            .iter()
            .any(|command| line.split_whitespace().nth(1) == Some(command))
    };
    let lines: Vec<String> = shown
        .filter(opens)
        .chain(usage.map(str::to_owned))
        .collect();
    assert!(lines.len() > 3, "{lines:?}");
    for line in lines {
        for option in line
            .split([' ', '[', ']'])
            .filter(|word| word.starts_with("--"))
        {
            assert!(
                known.contains(option),
                "{line}: the help does not know {option}"
            );
        }
    }
}

/// As in "`gridwalk check` says".
#[test]
fn every_command_within_the_text_is_one() {
    let commands = subcommands();
    for page in pages::all() {
        for span in page
            .spans()
            .into_iter()
            .filter(|span| span.starts_with("gridwalk ") && !span.contains('['))
        {
            let mut words = span.split_whitespace().skip(1);
            let command = words.next().unwrap_or_default();
            assert!(
                commands.iter().any(|known| known == command),
                "{}: there is no {span}",
                page.path
            );
            let known = help(command);
            for option in words.filter(|word| word.starts_with("--")) {
                assert!(
                    known.contains(option),
                    "{}: {span}: the help does not know {option}",
                    page.path
                );
            }
        }
    }
}

/// The word behind an option.
fn after<'w>(words: &[&'w str], option: &str) -> Option<&'w str> {
    words
        .iter()
        .skip_while(|word| **word != option)
        .nth(1)
        .copied()
}

/// Packages, benches, tests, examples and features.
#[test]
fn every_command_for_cargo_names_what_there_is() {
    let output = Command::new(env!("CARGO"))
        .args([
            "metadata",
            "--no-deps",
            "--offline",
            "--format-version",
            "1",
        ])
        .current_dir(ROOT)
        .output()
        .unwrap();
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    let mut seen = 0;
    for line in page_lines() {
        let words = without_comment(&line)
            .trim_start_matches("UPDATE=1 ")
            .split(" -- ")
            .next()
            .unwrap();
        let words: Vec<&str> = words.split_whitespace().collect();
        match words[..] {
            // `tests/architecture` holds the version against the lock file.
            ["cargo", "install", "wasm-bindgen-cli", ..]
            | ["rustup", "target", "add", "wasm32-unknown-unknown"] => {
                continue;
            }
            ["python3", "-m", "http.server", ..] => continue,
            // The scripts run where what they need is there, in CI as well.
            [script] if Path::new(script).extension().is_some() => {
                assert!(
                    Path::new(ROOT).join(script).is_file(),
                    "there is no {script}"
                );
                continue;
            }
            [program, ..] if program != "cargo" => {
                assert_eq!(program, "gridwalk", "nothing checks {line}");
                continue;
            }
            _ => seen += 1,
        }
        let known = [
            "build", "run", "test", "bench", "doc", "fmt", "clippy", "add",
        ];
        assert!(known.contains(&words[1]), "{line}");
        let name = after(&words, "-p").unwrap_or("gridwalk");
        let package = packages.iter().find(|package| package["name"] == name);
        let package = package.unwrap_or_else(|| panic!("{line}: there is no package {name}"));
        for kind in ["bench", "test", "example"] {
            let Some(target) = after(&words, &format!("--{kind}")) else {
                continue;
            };
            let mut targets = package["targets"].as_array().unwrap().iter();
            let found = targets.any(|known| known["name"] == target && known["kind"][0] == kind);
            assert!(found, "{line}: {name} has no {kind} {target}");
        }
        let features = after(&words, "--features")
            .into_iter()
            .flat_map(|names| names.split(','));
        for feature in features {
            assert!(
                !package["features"][feature].is_null(),
                "{line}: {name} has no feature {feature}"
            );
        }
    }
    assert!(seen > 20, "{seen} commands for cargo");
}
