//! Many queries in one call.

use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Write};
use std::process::{Output, Stdio};

use gridwalk_level::formats::write_ron;
use gridwalk_level::{Level, LevelAgent};
use gridwalk_pathfinding::{
    AgentProfile, Cell, CostRule, Movement, SearchOptions, StepCosts, UnreachablePolicy,
};
use gridwalk_testing::levels::{random_level, random_profile};
use gridwalk_testing::{Rng, oracle};
use serde_json::{Value, json};

use super::run::{Sandbox, command, gridwalk, json, level, refusal, text};

/// Answers to these lines.
fn ask(file: &str, more: &[&str], lines: &str) -> (Output, Vec<Value>) {
    let mut child = command(&[&["solve", file, "--queries", "-"], more].concat());
    let mut child = child
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let lines = lines.as_bytes().to_vec();
    let writer = std::thread::spawn(move || input.write_all(&lines));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    let said = text(&output.stderr);
    assert!(!said.contains("panicked"), "{said}");
    let answers = text(&output.stdout)
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    (output, answers)
}

/// A level with agents of different kinds, searched by the planner under random rules.
fn random_case(seed: u64) -> Level {
    let rng = &mut Rng(seed);
    let mut level = random_level(seed);
    let options = SearchOptions::default();
    level.search = SearchOptions {
        movement: rng.pick(&Movement::ALL),
        steps: rng.pick(&[StepCosts::SQRT2, StepCosts::TEN_FOURTEEN]),
        cost_rule: rng.pick(&[CostRule::Entered, CostRule::MeanTouched]),
        ..options
    };
    level.unreachable = UnreachablePolicy::Refuse;
    level.agents.clear();
    level.groups.clear();
    for number in 0..3 {
        let profile = if number == 0 {
            AgentProfile::default()
        } else {
            random_profile(rng, &level.grid)
        };
        let seen = level.grid.seen_by(&profile);
        let Some(at) = rng.free_cell(&seen) else {
            continue;
        };
        level.agents.push(LevelAgent {
            profile,
            ..LevelAgent::standing(&format!("agent {number}"), at)
        });
    }
    level
}

#[test]
fn answers_to_queries_cost_what_an_oracle_says() {
    let sandbox = Sandbox::new();
    let (mut found, mut missing, mut refused) = (0, 0, 0);
    for seed in 0..24 {
        let level = random_case(seed);
        let file = sandbox.write(&format!("{seed}.level.ron"), &write_ron(&level));
        let rng = &mut Rng(seed + 1000);
        let (mut lines, mut wanted) = (String::new(), Vec::new());
        for id in 0..120 {
            let Some(agent) = level.agents.get(rng.below(level.agents.len().max(1))) else {
                break;
            };
            let seen = level.map_of(&level.profile_of(Some(agent)));
            let start = rng.cell(&seen);
            let goals: Vec<Cell> = match rng.below(3) {
                0 => (0..4).filter_map(|_| rng.free_cell(&seen)).collect(),
                _ => vec![rng.cell(&seen)],
            };
            let line = json!({ "id": id, "agent": agent.name, "start": start, "goals": goals, "path": rng.one_in(2) });
            writeln!(lines, "{line}").unwrap();
            let is_valid =
                seen.is_walkable(start) && goals.iter().all(|goal| seen.is_walkable(*goal));
            let costs = goals
                .iter()
                .filter_map(|goal| oracle::cheapest(&seen, &level.search, start, *goal));
            wanted.push(is_valid.then(|| costs.min()));
        }
        let (_, answers) = ask(&file, &[], &lines);
        assert_eq!(answers.len(), wanted.len());
        for (number, (answer, wanted)) in answers.iter().zip(wanted).enumerate() {
            let context = || {
                format!(
                    "seed {seed}: {answer} to {}",
                    lines.lines().nth(number).unwrap()
                )
            };
            assert_eq!(
                (&answer["id"], &answer["line"]),
                (&number.into(), &(number + 1).into())
            );
            match wanted {
                None => {
                    assert_eq!(answer["answer"], "error", "{}", context());
                    refused += 1;
                }
                Some(None) => {
                    assert_eq!(answer["answer"], "no path", "{}", context());
                    missing += 1;
                }
                Some(Some(cost)) => {
                    let units = level.search.units();
                    let cost = units.to_f64(gridwalk_pathfinding::Cost(cost));
                    assert!(
                        (answer["cost"].as_f64().unwrap() - cost).abs() < 1e-9,
                        "{cost}: {}",
                        context()
                    );
                    found += 1;
                }
            }
        }
    }
    assert!(
        found > 300 && missing > 100 && refused > 100,
        "{found} found, {missing} without a path, {refused} refused"
    );
}

#[test]
fn a_bad_line_is_answered_and_the_rest_goes_on() {
    let lines = "{\"start\": [0, 0], \"goal\": [3, 0]}\n\nnonsense\n{\"strat\": [0, 0]}\n{\"goal\": [9999, 0]}\n\
                 {\"id\": \"last\", \"start\": [0, 0], \"goal\": [0, 1], \"options\": {\"tie\": \"never\"}}\n\
                 {\"id\": \"last\", \"start\": [0, 0], \"goal\": [0, 1]}";
    let sandbox = Sandbox::new();
    let (output, answers) = ask(&sandbox.path("small.map"), &["--start", "1,0"], lines);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let seen: Vec<_> = answers
        .iter()
        .map(|answer| {
            (
                answer["line"].as_u64().unwrap(),
                answer["answer"].as_str().unwrap(),
            )
        })
        .collect();
    assert_eq!(
        seen,
        [
            (1, "error"),
            (3, "error"),
            (4, "error"),
            (5, "error"),
            (6, "error"),
            (7, "path")
        ]
    );
    let reason = |at: usize| answers[at]["reason"].as_str().unwrap();
    assert!(
        reason(0).contains("the goal (3, 0) is blocked"),
        "{}",
        reason(0)
    );
    assert!(
        reason(1).starts_with("this is no query: ") && reason(1).ends_with("at column 2"),
        "{}",
        reason(1)
    );
    assert!(
        reason(2).contains("unknown field `strat`, expected one of `id`"),
        "{}",
        reason(2)
    );
    assert!(reason(3).contains("lies outside the map"), "{}", reason(3));
    assert!(
        reason(4).contains("`never` is no value of tie"),
        "{}",
        reason(4)
    );
    assert_eq!(
        (&answers[5]["id"], &answers[5]["cost"]),
        (&"last".into(), &1.0.into())
    );
    let codes = [
        ("{\"goal\": [7, 2]}\n", 1),
        ("{\"goal\": [1, 1]}\n", 0),
        ("", 0),
        ("\n\n", 0),
    ];
    for (lines, code) in codes {
        let (output, _) = ask(&sandbox.path("small.map"), &["--start", "1,0"], lines);
        assert_eq!(output.status.code(), Some(code), "{lines}");
    }
}

#[test]
fn a_query_is_what_solve_answers() {
    let rooms = level("rooms");
    for algorithm in ["auto", "astar", "dijkstra", "greedy"] {
        let alone = json(
            &[
                "solve",
                &rooms,
                "--algorithm",
                algorithm,
                "--order",
                "--json",
            ],
            0,
        );
        let (_, answers) = ask(
            &rooms,
            &[],
            &format!("{{\"options\": {{\"algorithm\": \"{algorithm}\"}}}}\n{{}}\n"),
        );
        let answer = &answers[0];
        for field in [
            "answer",
            "found",
            "reason",
            "start",
            "goal",
            "cost",
            "cells",
            "path",
            "expanded",
            "generated",
        ] {
            assert_eq!(answer[field], alone[field], "{field} of {algorithm}");
        }
        let alone = json(&["solve", &rooms, "--json"], 0);
        assert_eq!(
            answers[1]["cost"], alone["cost"],
            "a line without options is as the level says"
        );
    }
}

/// A script asks, waits, and asks again.
#[test]
fn a_query_is_answered_before_the_next_one_comes() {
    let mut child = command(&["solve", "@rooms", "--queries", "-"]);
    let mut child = child
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let (mut input, mut answers) = (
        child.stdin.take().unwrap(),
        BufReader::new(child.stdout.take().unwrap()),
    );
    for id in 0..3 {
        writeln!(input, "{{\"id\": {id}}}").unwrap();
        let mut line = String::new();
        answers.read_line(&mut line).unwrap();
        assert_eq!(serde_json::from_str::<Value>(&line).unwrap()["id"], id);
    }
    drop(input);
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn hostile_lines_are_answered_and_never_panic() {
    let pieces = [
        "{",
        "}",
        "[",
        "]",
        "\"start\"",
        "\"goal\"",
        "\"goals\"",
        "\"options\"",
        "\"agent\"",
        "\"nearest\"",
        "\"id\"",
        ":",
        ",",
        "0",
        "-1",
        "3",
        "1e400",
        "2147483648",
        "[0,0]",
        "[1,1]",
        "[-5,9]",
        "[]",
        "null",
        "true",
        "\"walker\"",
        "\"\u{202e}\\u001b\"",
        "{\"algorithm\":\"jps\"}",
        "{\"weight\":-1}",
        "{\"region\":\"0,0,0,0\"}",
        "{\"heuristic\":\"dx/0\"}",
        "{\"max_cost\":1}",
        " ",
        "\u{0}",
    ];
    let rng = &mut Rng(7);
    let mut lines = String::new();
    for _ in 0..4000 {
        let line: String = if rng.one_in(2) {
            (0..rng.below(9)).map(|_| rng.pick(&pieces)).collect()
        } else {
            // Mostly valid, with values that are not.
            let key = |rng: &mut Rng| {
                format!(
                    "{}:{}",
                    pieces[4 + rng.below(7)],
                    pieces[13 + rng.below(20)]
                )
            };
            format!("{{{},{}}}", key(rng), key(rng))
        };
        writeln!(lines, "{}", line.trim()).unwrap();
    }
    writeln!(lines, "{}", "[".repeat(5000)).unwrap();
    writeln!(lines, "{}", "x".repeat(3 << 20)).unwrap();
    let asked = lines.lines().filter(|line| !line.trim().is_empty()).count();
    let (output, answers) = ask("@rooms", &[], &lines);
    assert_eq!((output.status.code(), answers.len()), (Some(2), asked));
    assert!(
        answers.iter().any(|answer| answer["found"] == true),
        "some are valid"
    );
    let last = answers.last().unwrap()["reason"].as_str().unwrap();
    assert!(last.contains("more than 1048576 bytes"), "{last}");
    let sandbox = Sandbox::new();
    let file = sandbox.path("small.map");
    assert!(
        refusal(&["solve", "-", "--queries", "-"]).contains("cannot both be the standard input")
    );
    assert!(
        refusal(&["solve", &file, "--queries", "missing.jsonl"])
            .contains("missing.jsonl: cannot be read")
    );
    assert!(
        refusal(&["solve", &file, "--queries", "-", "--trace", "a.json"])
            .contains("cannot be used with")
    );
}

/// `compare`, `explain` and `render` have the same ends.
#[test]
fn of_several_goals_the_cheapest_to_reach_is_taken() {
    let sandbox = Sandbox::new();
    let map = sandbox.path("small.map");
    let goals = [
        "--start", "0,0", "--goal", "7,2", "--goal", "7,0", "--goal", "2,4", "--goal", "7,4",
    ];
    for algorithm in ["auto", "astar", "greedy", "jps"] {
        let output = gridwalk(
            &[
                &["solve", &map, "--algorithm", algorithm, "--json"][..],
                &goals,
            ]
            .concat(),
        );
        let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(
            (&answer["goal"], &answer["asked_goal"]),
            (&json!([2, 4]), &json!([2, 4])),
            "{algorithm}"
        );
        assert!(
            text(&output.stderr).contains("(2, 4) is the cheapest to reach of 4 goals"),
            "{output:?}"
        );
    }
    let none = json(
        &[
            "solve", &map, "--start", "0,0", "--goal", "7,2", "--goal", "7,2", "--json",
        ],
        1,
    );
    assert_eq!(none["goal"], json!([7, 2]));
}
