//! `gridwalk compare`, run as the program that people run.

use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn gridwalk(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gridwalk"));
    command
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(arguments)
        .stdin(Stdio::null());
    command
        .env_remove("COLUMNS")
        .env_remove("CLICOLOR_FORCE")
        .output()
        .unwrap()
}

fn stdout(arguments: &[&str], code: i32) -> String {
    let output = gridwalk(arguments);
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(
        output.status.code(),
        Some(code),
        "gridwalk {arguments:?} said: {said}"
    );
    String::from_utf8(output.stdout).unwrap()
}

fn refusal(arguments: &[&str]) -> String {
    let output = gridwalk(arguments);
    assert_eq!(output.status.code(), Some(2), "gridwalk {arguments:?}");
    String::from_utf8(output.stderr).unwrap()
}

const TIES: [&str; 6] = [
    "compare",
    "@sorted_list",
    "--board",
    "tie=newest",
    "--board",
    "tie=oldest",
];

#[test]
fn a_table_has_a_row_for_each_board() {
    let table = stdout(&TIES, 0);
    let row = |number: usize| {
        table
            .lines()
            .nth(number)
            .unwrap()
            .split_whitespace()
            .collect::<Vec<_>>()
    };
    let has = |row: &[&str], wanted: [&str; 3]| wanted.iter().all(|word| row.contains(word));
    assert!(
        has(&row(1), ["1", "57", "283"]) && has(&row(2), ["2", "69", "830"]),
        "{table}"
    );
    for words in [
        "Tie-breaking: opened last",
        "Tie-breaking: opened first",
        "cells expanded by 1 alone: 0, by 2 alone: 12, by both: 57",
        "Board 1 (Tie-breaking: opened last) expands the fewest cells: 57. All paths cost 16.",
    ] {
        assert!(table.contains(words), "{words} is missing in\n{table}");
    }
}

#[test]
fn as_json_it_has_the_same_fields_as_solve() {
    let arguments = [&TIES[..], &["--json"]].concat();
    let report: Value = serde_json::from_str(&stdout(&arguments, 0)).unwrap();
    let numbers =
        |key: &str| [0, 1].map(|place: usize| report["boards"][place][key].as_u64().unwrap());
    assert_eq!(
        [numbers("expanded"), numbers("positions_scanned")],
        [[57, 69], [283, 830]]
    );
    assert_eq!([numbers("cells"), numbers("board")], [[17, 17], [1, 2]]);
    let cells = serde_json::json!({ "first": 1, "second": 2, "only_first": 0, "only_second": 12, "both": 57 });
    assert_eq!(report["differences"], serde_json::json!([cells]));
    let solve: Value =
        serde_json::from_str(&stdout(&["solve", "@sorted_list", "--json"], 0)).unwrap();
    let board = report["boards"][0].as_object().unwrap();
    for (key, value) in solve.as_object().unwrap() {
        let is_own = [
            "schema",
            "version",
            "answered_by",
            "memory_bytes",
            "search_us",
        ]
        .contains(&key.as_str());
        assert!(
            is_own || board.get(key) == Some(value),
            "{key}: {value} is {:?}",
            board.get(key)
        );
    }
}

/// Boards keep the order in which they were given, whatever names them; what all share comes first.
#[test]
fn boards_change_any_options_in_their_order() {
    let board = "algorithm=astar,neighbours=n,e,s,w,heuristic=max(dx, dy),tie=oldest";
    let arguments = [
        "--algorithm",
        "dijkstra",
        "--board",
        board,
        "--algorithm",
        "jps",
        "--board",
        "",
    ];
    let arguments = [
        &[
            "compare",
            "@right_angle",
            "--movement",
            "eight-always",
            "--json",
        ][..],
        &arguments,
    ]
    .concat();
    let report: Value = serde_json::from_str(&stdout(&arguments, 0)).unwrap();
    let options = |key: &str| {
        let boards = report["boards"].as_array().unwrap().iter();
        boards
            .map(|board| board["options"][key].to_string())
            .collect::<Vec<_>>()
    };
    assert_eq!(
        options("algorithm"),
        [r#""dijkstra""#, r#""astar""#, r#""jps""#, r#""astar""#]
    );
    assert!(
        options("movement")
            .iter()
            .all(|movement| movement == r#""eight-always""#),
        "{:?}",
        options("movement")
    );
    assert_eq!(options("heuristic")[1], r#""max(dx, dy)""#);
    assert!(
        options("neighbours")[1].starts_with(r#"["n","e","s","w""#),
        "{:?}",
        options("neighbours")
    );
    assert_eq!(report["differences"].as_array().unwrap().len(), 6);
}

#[test]
fn pictures_and_animations_have_the_boards_side_by_side() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    for name in ["a.png", "a.gif"] {
        let output = file(name);
        let arguments = [&TIES[..], &["-o", &output, "--cell", "10", "--at", "20"]].concat();
        let said = String::from_utf8(gridwalk(&arguments).stderr).unwrap();
        assert!(said.contains("284 × 166 pixels, 2 boards"), "{said}");
        let bytes = std::fs::read(file(name)).unwrap();
        let begins: &[u8] = if name.ends_with("png") {
            b"\x89PNG"
        } else {
            b"GIF89a"
        };
        assert!(bytes.starts_with(begins) && bytes.len() > 1000);
    }
    let there = refusal(&[&TIES[..], &["-o", &file("a.png")]].concat());
    assert!(
        there.contains("the file exists; --force replaces it"),
        "{there}"
    );
}

#[test]
fn what_is_wrong_is_said_in_one_sentence() {
    let seven = vec!["--algorithm"; 7]
        .into_iter()
        .flat_map(|name| [name, "astar"])
        .collect::<Vec<_>>();
    for (arguments, sentence) in [
        (
            vec!["--algorithm", "astar"],
            "a comparison has from 2 to 6 boards, not 1; name each by --algorithm or --board",
        ),
        (
            vec![],
            "a comparison has from 2 to 6 boards, not 0; name each by --algorithm or --board",
        ),
        (
            seven,
            "a comparison has from 2 to 6 boards, not 7; name each by --algorithm or --board",
        ),
        (
            vec!["--board", "ties=oldest", "--board", ""],
            "there is no option `ties`; expected algorithm,",
        ),
        (
            vec!["--board", "tie=loudest", "--board", ""],
            "`loudest` is no value of tie; expected oldest,",
        ),
        (
            vec!["--board", "oldest", "--board", ""],
            "expected KEY=VALUE such as tie=oldest, not `oldest`",
        ),
        (
            vec!["--algorithm", "astar", "--algorithm", "theta"],
            "board 2: Theta* does not support --steps",
        ),
        (
            vec!["--algorithm", "astar", "--board", "", "-o", "a.jpg"],
            "expected a name that ends in .png or .gif",
        ),
        (
            vec![
                "--algorithm",
                "astar",
                "--board",
                "",
                "-o",
                "a.png",
                "--cell",
                "512",
            ],
            "with --cell 314 they fit",
        ),
    ] {
        let said = refusal(&[&["compare", "@sorted_list"][..], &arguments].concat());
        assert!(said.contains(sentence), "{arguments:?} said: {said}");
    }
}

#[test]
fn the_exit_code_is_that_of_the_worst_board() {
    let ends = ["--algorithm", "astar", "--algorithm", "dijkstra"];
    stdout(&[&["compare", "@walled_off"][..], &ends].concat(), 1);
    let limited = ["--algorithm", "astar", "--board", "max-expansions=3"];
    stdout(&[&["compare", "@maze"][..], &limited].concat(), 3);
}
