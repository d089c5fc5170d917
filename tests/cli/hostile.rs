//! Arguments and files that nobody means: each ends with a documented code and one sentence, and
//! writes nothing.
//!
//! `GRIDWALK_FUZZ=N` sets how many lines each option gets.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::os::unix::ffi::OsStringExt;
use std::process::{Command, Output, Stdio};

use gridwalk_testing::Rng;

use super::run::{Sandbox, text};

/// Lines for each option unless the environment says otherwise.
const USUAL: u64 = 12;

fn lines() -> u64 {
    std::env::var("GRIDWALK_FUZZ").map_or(USUAL, |wanted| {
        wanted.parse().expect("GRIDWALK_FUZZ is a number")
    })
}

/// Pieces of values.
const PIECES: &[&str] = &[
    "",
    "-",
    "--",
    "-1",
    "0",
    "1",
    "7",
    "1,2",
    "1,2,3,4",
    ",",
    ";",
    "=",
    ":",
    ".",
    "..",
    "/",
    "@",
    "@maze",
    "#",
    "*",
    "%s",
    "\\",
    "\"",
    "'",
    "9999999999",
    "18446744073709551616",
    "1e9",
    "NaN",
    "inf",
    "0x10",
    "1.5",
    "/dev/null",
    "/proc/self/mem",
    "no/such",
    "{}",
    "[]",
    "null",
    "property:",
    "layer:",
    "class:",
    "value:",
    "shapes",
    "none",
    "walls",
    "start=1",
    ".=1",
    "T=#",
    "solve",
    "--json",
    "-q",
    "--help",
    "\u{202e}",
    "\u{1b}[31m",
    "\n",
    "\t",
    " ",
    "é",
    "📦",
    "a",
    "One",
    "scout",
    "en",
    "max(dx,dy)",
    "((((",
    "dx^dy",
];

/// A value: a good one, one that is nearly good, pieces in a row, or any bytes.
fn value(rng: &mut Rng, good: &[&str]) -> OsString {
    let byte = |rng: &mut Rng| u8::try_from(1 + rng.below(255)).expect("it is at most 255");
    match rng.below(6) {
        5 => rng.pick(good).into(),
        0 => (0..=rng.below(3))
            .map(|_| rng.pick(PIECES))
            .collect::<String>()
            .into(),
        1 => OsString::from_vec((0..rng.below(12)).map(|_| byte(rng)).collect()),
        _ => {
            let mut bytes = rng.pick(good).as_bytes().to_vec();
            for _ in 0..=rng.below(2) {
                let at = rng.below(bytes.len() + 1);
                match rng.below(4) {
                    0 if at < bytes.len() => drop(bytes.remove(at)),
                    1 if at < bytes.len() => bytes[at] = byte(rng),
                    _ => drop(bytes.splice(at..at, rng.pick(PIECES).bytes())),
                }
            }
            OsString::from_vec(bytes.into_iter().filter(|byte| *byte > 0).collect())
        }
    }
}

/// Runs a line in the sandbox.
fn run(sandbox: &Sandbox, arguments: &[OsString]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gridwalk"));
    command
        .current_dir(sandbox.0.path())
        .args(arguments)
        .stdin(Stdio::null())
        .env_remove("CLICOLOR_FORCE");
    command.output().unwrap()
}

/// The files of the sandbox with their bytes.
fn files(sandbox: &Sandbox) -> BTreeMap<OsString, Vec<u8>> {
    let entries = fs::read_dir(sandbox.0.path())
        .unwrap()
        .map(|entry| entry.unwrap());
    entries
        .map(|entry| {
            (
                entry.file_name(),
                fs::read(entry.path()).unwrap_or_default(),
            )
        })
        .collect()
}

/// Checks the rules for every line; returns `true` if it was refused.
fn check(arguments: &[OsString], output: &Output) -> bool {
    let said = String::from_utf8_lossy(&output.stderr);
    let context = || format!("{arguments:?}: {output:?}");
    assert!(!said.contains("panicked"), "{}", context());
    assert!(matches!(output.status.code(), Some(0..=4)), "{}", context());
    if output.status.code() != Some(2) {
        return false;
    }
    // `check` says what is wrong with each file, others stop at the first.
    let is_of_files =
        arguments.first().is_some_and(|command| command == "check") && !said.starts_with("error: ");
    // Of what is asked for as JSON the error is the answer.
    let is_for_programs = arguments.iter().any(|argument| argument == "--json");
    if is_for_programs {
        return true;
    }
    assert!(output.stdout.is_empty() || is_of_files, "{}", context());
    let is_sentence =
        |line: &&str| is_of_files || line.starts_with("error: ") || line.starts_with("gridwalk: ");
    let sentences = said.lines().filter(is_sentence).count();
    assert!(
        sentences == 1 || is_of_files && sentences > 1,
        "one sentence: {}",
        context()
    );
    let first = said.lines().next().unwrap_or_default();
    assert!(
        first.len() > 15 && !first.contains('\u{1b}') && !first.contains('\u{202e}'),
        "{}",
        context()
    );
    true
}

/// A map of Tiled with a wall, and a project of two levels.
const TILED: &str = r#"{"type":"map","width":3,"height":1,"tilewidth":8,"tileheight":8,"tilesets":[{"firstgid":1,"tiles":[{"id":0,"type":"Rock"}]}],
"layers":[{"type":"tilelayer","name":"walls","data":[0,1,0]}]}"#;
const LDTK: &str = r#"{"jsonVersion":"1.5.3","defs":{"layers":[{"uid":2,"intGridValues":[{"value":1,"identifier":"walls"}]}]},"levels":[
{"identifier":"One","layerInstances":[{"__identifier":"G","__type":"IntGrid","__cWid":2,"__cHei":1,"__gridSize":8,"layerDefUid":2,"intGridCsv":[0,1]}]},
{"identifier":"Two","layerInstances":[{"__identifier":"G","__type":"IntGrid","__cWid":2,"__cHei":1,"__gridSize":8,"layerDefUid":2,"intGridCsv":[1,0]}]}]}"#;

/// Options with the line before their value, and values that are good.
const OPTIONS: &[(&[&str], &[&str])] = &[
    (
        &["check", "a.tmj", "--solid"],
        &[
            "property:collides",
            "layer:walls",
            "class:Rock",
            "shapes",
            "property:a=b",
        ],
    ),
    (
        &["solve", "small.map", "--queries"],
        &["queries.jsonl", "./queries.jsonl"],
    ),
    (
        &[
            "solve",
            "small.map",
            "--start",
            "0,0",
            "--goal",
            "7,0",
            "--goal",
        ],
        &["7,4", "0,4", "2,2"],
    ),
    (
        &[
            "solve",
            "small.map",
            "--start",
            "0,0",
            "--goal",
            "2,4",
            "--costs",
        ],
        &[".=1,@=#", "E=1,S=2", ".=2"],
    ),
    (&["check", "a.ldtk", "--level"], &["One", "Two"]),
    (
        &[
            "bench",
            "list.scen",
            "--algorithm",
            "astar",
            "--runs",
            "1",
            "--jobs",
        ],
        &["1", "2", "3"],
    ),
    (
        &[
            "bench",
            "list.scen",
            "--algorithm",
            "astar",
            "--runs",
            "1",
            "--time",
        ],
        &["cpu", "wall"],
    ),
    (&["scenarios", "small.map", "--count"], &["5", "100"]),
    (
        &["scenarios", "small.map", "--count", "3", "--seed"],
        &["5", "100"],
    ),
    (
        &["diff", "small.map"],
        &["small.map", "@maze", "a.tmj", "a.ldtk", "list.scen"],
    ),
    (
        &["diff", "a.tmj", "small.map", "--solid"],
        &["layer:walls", "none"],
    ),
    (
        &["check", "--fix"],
        &["small.map", "old.level.ron", "a.ldtk"],
    ),
    (
        &["render", "small.map", "-o", "-", "--part"],
        &["0,0,2,2", "1,1,3,3", "0,0,8,5"],
    ),
    (&["man"], &["solve", "bench", "diff"]),
    (&["-q"], &["list", "man", "check"]),
    (
        &["solve", "-q", "small.map", "--algorithm"],
        &["astar", "jps", "bfs"],
    ),
    (&["explain", "trace.yaml", "--step"], &["1", "1..2", ".."]),
];

fn sandbox() -> Sandbox {
    let sandbox = Sandbox::new();
    sandbox.write("a.tmj", TILED);
    sandbox.write("a.ldtk", LDTK);
    sandbox.write("queries.jsonl", "{\"start\": [0, 0], \"goal\": [2, 4]}\n");
    sandbox.write(
        "list.scen",
        "version 1\n0\tsmall.map\t8\t5\t0\t0\t2\t4\t4.82842712\n",
    );
    sandbox.write(
        "old.level.ron",
        "(version: 1, map: [\"..\"], search: (algorithm: \"astar\", within: 2))",
    );
    sandbox.write(
        "trace.yaml",
        "version: 1.4.0\nevents:\n- {type: source, id: 1, x: 0, y: 0}\n- {type: destination, id: 2, x: 1, y: 0}\n\
         - {type: expanding, id: 1}\n- {type: generating, id: 2, pId: 1, g: 1, f: 1}\n- {type: end, id: 2}\n",
    );
    sandbox
}

#[test]
fn hostile_values_of_options_never_panic() {
    let (mut refused, mut taken) = (0, 0);
    for (number, (before, good)) in (0..).zip(OPTIONS) {
        let sandbox = sandbox();
        let mut whole = files(&sandbox);
        for seed in 0..lines() {
            let rng = &mut Rng(seed * 100 + number);
            let mut arguments: Vec<OsString> = before.iter().map(OsString::from).collect();
            arguments.push(value(rng, good));
            // Half of the values come with the name of the option in one word.
            let is_option = before
                .last()
                .is_some_and(|last| last.starts_with("--") && *last != "--fix");
            if is_option && rng.one_in(2) {
                let value = arguments.pop().unwrap_or_default();
                let option = arguments.last_mut().expect("there is one");
                option.push("=");
                option.push(value);
            }
            if rng.one_in(8) {
                arguments.push(value(rng, good));
            }
            let output = run(&sandbox, &arguments);
            if check(&arguments, &output) {
                refused += 1;
            } else {
                taken += 1;
            }
            let left = files(&sandbox);
            if before.contains(&"--fix") && output.status.code() != Some(2) {
                // What is certain was changed.
                whole = left;
            } else {
                assert_eq!(left, whole, "{arguments:?} wrote something");
            }
        }
    }
    assert!(
        refused > 50 && taken > 20,
        "{refused} refused, {taken} taken: both kinds must be tried"
    );
}

/// A file with a few wounds.
fn damaged(rng: &mut Rng, good: &str) -> Vec<u8> {
    let mut bytes = good.as_bytes().to_vec();
    for _ in 0..rng.below(4) {
        let at = rng.below(bytes.len() + 1);
        match rng.below(4) {
            0 => bytes.truncate(at.max(1)),
            1 if at < bytes.len() => {
                bytes[at] = u8::try_from(rng.below(256)).expect("it is a byte");
            }
            2 => drop(bytes.drain(at..(at + rng.below(9)).min(bytes.len()))),
            _ => drop(bytes.splice(at..at, rng.pick(PIECES).bytes())),
        }
    }
    bytes
}

#[test]
fn damaged_files_of_diff_fix_and_queries_are_refused() {
    let sandbox = sandbox();
    let level = "// One.\n(version: 1, map: [\"..#\", \"...\"], agents: [(name: \"ant\", at: (0, 0), goals: [(2, 1)])], \
                 search: (algorithm: \"dijkstra\", heuristic: \"zero\", within: 1))\n";
    let path = "{\"path\": [[0, 0], [1, 1], [2, 1]], \"cost\": 2.5, \"schema\": 1}";
    let query = "{\"id\": 3, \"start\": [0, 0], \"goals\": [[2, 1], [0, 1]], \"options\": {\"algorithm\": \"jps\"}, \"path\": true}\n{}\n";
    sandbox.write("good.level.ron", level);
    sandbox.write("good.json", path);
    for seed in 0..lines() {
        let rng = &mut Rng(seed);
        for (name, good, line) in [
            (
                "bad.level.ron",
                level,
                vec!["diff", "good.level.ron", "bad.level.ron"],
            ),
            (
                "bad.json",
                path,
                vec!["diff", "bad.json", "good.json", "--json"],
            ),
            (
                "bad.jsonl",
                query,
                vec!["solve", "good.level.ron", "--queries", "bad.jsonl"],
            ),
            (
                "bad.level.ron",
                level,
                vec!["check", "bad.level.ron", "--fix"],
            ),
        ] {
            let bytes = damaged(rng, good);
            fs::write(sandbox.0.path().join(name), &bytes).unwrap();
            let before = files(&sandbox);
            let arguments: Vec<OsString> = line.iter().map(OsString::from).collect();
            let output = run(&sandbox, &arguments);
            let is_queries = line.contains(&"--queries");
            let is_refused = if is_queries {
                // A line that is no query is answered, and others go on.
                let answers = text(&output.stdout);
                let asked = bytes
                    .split(|byte| *byte == b'\n')
                    .filter(|line| !line.trim_ascii().is_empty())
                    .count();
                assert!(
                    !text(&output.stderr).contains("panicked") && answers.lines().count() == asked,
                    "{output:?}"
                );
                true
            } else {
                check(&arguments, &output)
            };
            if is_refused || !line.contains(&"--fix") {
                assert_eq!(files(&sandbox), before, "{line:?} wrote something");
            } else {
                // What is left is as good as what was there.
                let again = run(&sandbox, &["check".into(), name.into(), "--fix".into()]);
                assert!(
                    again.stderr.is_empty() || again.status.code() == output.status.code(),
                    "{again:?}"
                );
            }
        }
    }
}
