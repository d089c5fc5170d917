//! Every command that the README and the help show is run, as it stands there.
//!
//! Commands that open a window are run by `tests/window`; here the window's own help has to know their options.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

const PROGRAM: &str = env!("CARGO_BIN_EXE_gridwalk");
const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// A folder with the project's levels, and small files in place of those that the reader brings along.
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
        place.bench_map("arena2.map", "@.");
        place.bench_map("darkforest.map", "STW.");
        place.run("gridwalk convert arena2.map drawing.png");
        fs::write(place.0.path().join("array.txt"), "0,0,1\n2,0,0\n").unwrap();
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

    /// A map of 110 × 50 cells, floor but for one column of other glyphs at the right, and its scenarios.
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
        shell.args(["-c", &format!("gridwalk() {{ \"$PROGRAM\" \"$@\"; }}\n{line}")]);
        shell.env("PROGRAM", PROGRAM).env("HOME", self.0.path()).env("PROFILE", self.0.path().join("profile.ps1"));
        shell.current_dir(self.0.path()).stdin(Stdio::null()).output().unwrap()
    }
}

/// What the program says of itself, or of one of its commands.
fn help(command: &str) -> String {
    let output = Command::new(PROGRAM).args(command.split_whitespace()).arg("--help").output().unwrap();
    assert!(output.status.success(), "{command}");
    String::from_utf8(output.stdout).unwrap()
}

/// The names in the list of commands.
fn subcommands() -> Vec<String> {
    let help = help("");
    let (_, list) = help.split_once("Commands:\n").expect("there are commands");
    let lines = list.lines().take_while(|line| line.starts_with("  "));
    let names = lines.filter_map(|line| line.split_whitespace().next().map(str::to_owned));
    names.filter(|name| name != "help").collect()
}

/// A command line without the comment behind it; one for cargo as the program would get it.
fn gridwalk_line(line: &str) -> Option<String> {
    let line = line.split_once("  #").map_or(line, |(line, _)| line).trim();
    match line.split_once(" -- ") {
        Some((cargo, arguments)) if cargo.starts_with("cargo run") => Some(format!("gridwalk {arguments}")),
        _ => line.starts_with("gridwalk ").then(|| line.to_owned()),
    }
}

fn readme_lines() -> Vec<String> {
    let readme = fs::read_to_string(Path::new(ROOT).join("README.md")).unwrap();
    let blocks = readme.split("```sh\n").skip(1).map(|rest| rest.split_once("```").expect("a block ends").0);
    let mut lines: Vec<String> = blocks.flat_map(str::lines).filter_map(gridwalk_line).collect();
    // Within the text, what is to be typed begins with cargo.
    let spans = readme.split('`').skip(1).step_by(2).filter(|span| !span.contains('\n'));
    lines.extend(spans.filter(|span| span.starts_with("cargo run")).filter_map(gridwalk_line));
    lines
}

#[test]
fn every_command_of_readme_and_help_is_run() {
    let place = Place::new();
    let commands = subcommands();
    let mut lines = readme_lines();
    assert!(lines.len() >= 8, "the README shows only {lines:?}");
    for command in &commands {
        let text = help(command);
        let examples: Vec<String> = text.lines().filter_map(|line| gridwalk_line(line.trim_start())).collect();
        assert!(!examples.is_empty(), "gridwalk {command} --help has no example");
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
        // Findings are what `check` is for.
        let is_fine = output.status.success() || word == "check" && output.status.code() == Some(1);
        if !is_fine {
            writeln!(failed, "{line}\n  {:?}: {}", output.status, String::from_utf8_lossy(&output.stderr)).unwrap();
        }
    }
    assert!(failed.is_empty(), "these commands fail:\n{failed}");
}

#[test]
fn the_options_of_commands_that_open_a_window_are_known() {
    let (commands, known) = (subcommands(), help(""));
    let readme = fs::read_to_string(Path::new(ROOT).join("README.md")).unwrap();
    let usage = readme.lines().filter(|line| line.starts_with("gridwalk [")).map(str::to_owned);
    let opens = |line: &String| !commands.iter().any(|command| line.split_whitespace().nth(1) == Some(command));
    for line in readme_lines().into_iter().filter(opens).chain(usage) {
        for option in line.split([' ', '[', ']']).filter(|word| word.starts_with("--")) {
            assert!(known.contains(option), "{line}: the help does not know {option}");
        }
    }
}
