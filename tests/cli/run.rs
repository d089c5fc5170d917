//! The program, run as people run it.

use std::fs;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

pub fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gridwalk"));
    command
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(arguments)
        .stdin(Stdio::null());
    command.env_remove("COLUMNS").env_remove("CLICOLOR_FORCE");
    command
}

pub fn gridwalk(arguments: &[&str]) -> Output {
    command(arguments).output().unwrap()
}

pub fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// Returns the text that a run that ended with this exit code wrote to stdout.
pub fn stdout(arguments: &[&str], code: i32) -> String {
    let output = gridwalk(arguments);
    let said = text(&output.stderr);
    assert_eq!(
        output.status.code(),
        Some(code),
        "gridwalk {arguments:?} said: {said}"
    );
    assert!(!said.contains("panicked"), "{said}");
    text(&output.stdout)
}

/// Returns the message of a run that refused its input. It has no results.
pub fn refusal(arguments: &[&str]) -> String {
    let output = gridwalk(arguments);
    let said = text(&output.stderr);
    assert_eq!(
        output.status.code(),
        Some(2),
        "gridwalk {arguments:?} said: {said}"
    );
    assert!(!said.contains("panicked"), "{said}");
    let is_for_programs = arguments.contains(&"--json");
    assert_eq!(
        output.stdout.is_empty(),
        !is_for_programs,
        "gridwalk {arguments:?} printed: {}",
        text(&output.stdout)
    );
    said
}

pub fn json(arguments: &[&str], code: i32) -> Value {
    let printed = stdout(arguments, code);
    serde_json::from_str(&printed).unwrap_or_else(|error| panic!("{error} in {printed}"))
}

pub fn level(name: &str) -> String {
    format!("assets/levels/{name}.level.ron")
}

/// A folder with a map of 8 × 5 cells, two rooms and a door between them, and a closed cell.
pub struct Sandbox(pub tempfile::TempDir);

pub const MAP: &str =
    "type octile\nheight 5\nwidth 8\nmap\n...@....\n...@..@@\n......@.\n...@..@@\n...@....\n";

impl Sandbox {
    pub fn new() -> Self {
        let sandbox = Self(tempfile::tempdir().unwrap());
        sandbox.write("small.map", MAP);
        sandbox
    }

    pub fn path(&self, name: &str) -> String {
        self.0.path().join(name).to_str().unwrap().to_owned()
    }

    pub fn write(&self, name: &str, content: &str) -> String {
        fs::write(self.0.path().join(name), content).unwrap();
        self.path(name)
    }
}
