//! The messages of the command line on a terminal while something takes long.

use std::process::{Command, Stdio};

/// `script` of util-linux runs a command on a terminal of its own.
pub fn why_not() -> Option<String> {
    let is_there = Command::new("script")
        .arg("--version")
        .output()
        .is_ok_and(|output| output.status.success());
    (!is_there).then(|| "script of util-linux is not installed".to_owned())
}

pub fn what_takes_long_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("large.level.ron");
    let file = file.to_str().unwrap();
    let program = env!("CARGO_BIN_EXE_gridwalk");
    let mut made = Command::new(program);
    made.args([
        "generate", "cave", "--width", "3000", "--height", "3000", "-o", file,
    ]);
    assert!(made.status().unwrap().success());
    let line = format!("'{program}' solve '{file}' --algorithm astar --json > /dev/null");
    let output = Command::new("script")
        .args(["-qec", &line, "/dev/null"])
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    let stages = [
        "searching: ",
        "recording the search: ",
        "judging the answer: ",
    ];
    assert!(
        stages.into_iter().any(|stage| said.contains(stage)),
        "{said:?}"
    );
}
