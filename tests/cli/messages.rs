//! The messages of the program: sentences of its own, at the right time, and no more than that.

use std::fs;

use super::run::{MAP, Sandbox, command, gridwalk, json, refusal, stdout, text};

/// "invalid std identifier", "EOF while parsing a list", "CSV deserialize error", "(os error 2)".
#[test]
fn what_libraries_say_does_not_come_through() {
    let sandbox = Sandbox::new();
    let write = |name: &str, text: &str| sandbox.write(name, text);
    let trace = sandbox.path("whole.json");
    stdout(&["solve", "@right_angle", "--trace", &trace], 0);
    let whole = fs::read_to_string(&trace).unwrap();
    let cut = write("cut.json", &whole[..whole.len() / 2]);
    let jpeg = sandbox.path("photo.png");
    fs::write(&jpeg, b"\xFF\xD8\xFF\xE0").unwrap();
    fs::create_dir(sandbox.path("folder.map")).unwrap();
    let level = |name: &str, text: &str| write(&format!("{name}.level.ron"), text);
    let scen = write(
        "small.map.scen",
        "version 1\n0\tsmall.map\t8\t5\t0\t0\t0\t2\t2\n",
    );
    for (arguments, word) in [
        (vec!["explain", &cut], "the file ends too early"),
        (
            vec!["explain", &write("no.json", "{version: 1}")],
            "this is no JSON",
        ),
        (
            vec![
                "explain",
                &write("odd.json", r#"{"version":"1.4.0","events":7}"#),
            ],
            "this is not what a trace has here",
        ),
        (
            vec!["check", &jpeg],
            "this is a JPEG picture; expected a PNG file",
        ),
        (vec!["check", &sandbox.path("folder.map")], "it is a folder"),
        (
            vec!["check", &sandbox.path("missing.map")],
            "there is no such file or folder",
        ),
        (
            vec![
                "check",
                &level("a", r#"(version: 1, name: "a\q", map: ["."])"#),
            ],
            "expected an escape such as",
        ),
        (
            vec![
                "check",
                &level("b", r#"(version: 1, name: "a", map: [".",] #)"#),
            ],
            "expected",
        ),
        (
            vec!["check", &level("c", r#"(version: 0x, map: ["."])"#)],
            "expected a whole number",
        ),
        (
            vec![
                "check",
                &level("d", r#"(version: 1, map: ["."], legend: {'ab': ()})"#),
            ],
            "expected a single character",
        ),
        (
            vec![
                "bench",
                &scen,
                "--baseline",
                &write("torn.json", "{\"rows\": ["),
            ],
            "the file ends too early",
        ),
        (
            vec![
                "bench",
                &scen,
                "--baseline",
                &write("odd.csv", "a,b\n1,2\n"),
            ],
            "row 1 is none of a benchmark's table",
        ),
        (
            vec![
                "bench",
                &scen,
                "--baseline",
                &write("rows.csv", "map\n\"a\n"),
            ],
            "expected what `gridwalk bench`",
        ),
    ] {
        let said = refusal(&arguments);
        assert!(
            said.contains(word),
            "{arguments:?} does not say {word}: {said}"
        );
        for leak in [
            "os error",
            "EOF",
            "deserialize",
            "identifier",
            "invalid",
            "base 10",
            "expected char",
            "std",
        ] {
            assert!(!said.contains(leak), "{arguments:?} says {leak}: {said}");
        }
    }
}

/// `pow`, `%`, `1e3` and `max(dx, dy, 1)`: "a value or an operator is missing".
#[test]
fn a_formula_that_cannot_be_read_says_why() {
    for (formula, word) in [
        ("max(dx, dy, 1)", "`max` takes two values"),
        ("min(dx)", "`min` takes two values"),
        ("sqrt(dx, dy)", "a comma stands only between the two values"),
        ("1e3 * dx", "`1e3` has an exponent"),
        ("dx % 2", "`%` is not known"),
        ("pow(dx, 2)", "`pow` is not known"),
        ("dx +", "a value is missing after `+`"),
        ("(dx", "a bracket has no other half"),
    ] {
        let said = refusal(&["solve", "@right_angle", "--formula", formula]);
        assert!(said.contains(word), "{formula}: {said}");
    }
    // As the page says.
    for formula in [
        "sqrt(dx^2 + dy^2)",
        "abs(dx - dy) / 2",
        "floor(dx) + min(dx, dy) * 0.4",
        "log10(dx + 1)",
        "exp(0) * dx",
    ] {
        stdout(
            &[
                "solve",
                "@right_angle",
                "--formula",
                formula,
                "--no-verdict",
            ],
            0,
        );
    }
}

/// "Or nothing for no limit" meant `--region ''`.
#[test]
fn none_is_no_limit() {
    let limited = ["solve", "@right_angle", "--max-expansions", "3", "--json"];
    json(&limited, 3);
    for none in ["none", ""] {
        let options = [
            "--max-expansions",
            none,
            "--max-cost",
            none,
            "--region",
            none,
        ];
        let answer = json(
            &[&["solve", "@right_angle", "--json"][..], &options].concat(),
            0,
        );
        assert_eq!(
            [
                &answer["options"]["max_expansions"],
                &answer["options"]["region"]
            ],
            [&serde_json::Value::Null; 2]
        );
    }
    let said = refusal(&["solve", "@right_angle", "--region", "1"]);
    assert!(said.contains("or none for no limit"), "{said}");
}

/// Lines of `--help` had up to 281 characters.
#[test]
fn help_is_as_wide_as_the_terminal() {
    for name in [
        "solve", "explain", "bench", "check", "convert", "generate", "render", "compare",
    ] {
        let output = command(&[name, "--help"])
            .env("COLUMNS", "80")
            .output()
            .unwrap();
        let help = text(&output.stdout);
        // Commands in examples stay in one piece.
        let long: Vec<_> = help
            .lines()
            .filter(|line| line.chars().count() > 100 && !line.contains("gridwalk "))
            .collect();
        assert!(long.is_empty(), "{name}: {long:#?}");
    }
}

/// A map without a legend had notes about terrains that nobody wrote, and lost the look of "wall"
/// to itself.
#[test]
fn maps_without_a_legend_are_not_blamed_for_it() {
    let sandbox = Sandbox::new();
    let text_of_map = MAP.replace('@', ".");
    let map = sandbox.write("open.map", &text_of_map);
    let shown = stdout(&["check", &map], 0);
    assert!(!shown.contains("terrain"), "{shown}");
    let output = gridwalk(&["convert", &map, &sandbox.path("again.map")]);
    assert_eq!(
        (output.status.code(), text(&output.stderr).as_str()),
        (Some(0), "")
    );
    assert_eq!(
        fs::read_to_string(sandbox.path("again.map")).unwrap(),
        text_of_map
    );
}

/// A maze had eleven notes, and nobody could ask for less.
#[test]
fn check_is_quiet_or_speaks_json_if_asked_to() {
    let sandbox = Sandbox::new();
    assert_eq!(stdout(&["check", "@maze", "@cave", "--warnings"], 0), "");
    let walled = sandbox.write(
        "walled.level.ron",
        r#"(version: 1, map: [".#."], agents: [(name: "ant", at: (0, 0), goals: [(2, 0)])])"#,
    );
    let broken = sandbox.write("broken.level.ron", "(version: 1, map: [)");
    let shown = stdout(&["check", &walled, "--warnings"], 1);
    assert_eq!(shown.lines().count(), 2, "an error and a warning: {shown}");
    let report = json(&["check", &walled, "@maze", &broken, "--json"], 2);
    let files = report["files"].as_array().unwrap();
    assert_eq!(files.len(), 3);
    assert_eq!(
        (&files[0]["findings"][0]["severity"], &files[0]["error"]),
        (&"error".into(), &serde_json::Value::Null)
    );
    assert!(
        files[1]["findings"]
            .as_array()
            .unwrap()
            .iter()
            .all(|found| found["severity"] == "note")
    );
    assert_eq!(
        (&files[2]["error"]["kind"], &files[2]["error"]["line"]),
        (&"parse".into(), &1.into())
    );
}

/// Errors named options by their title in the window: “Goal tolerance”.
#[test]
fn errors_name_options_as_they_are_typed() {
    let said = refusal(&[
        "solve",
        "@right_angle",
        "--algorithm",
        "jps",
        "--goal-tolerance",
        "2",
    ]);
    assert!(
        said.contains("does not support --goal-tolerance; leave it at 0"),
        "{said}"
    );
}
