//! Searches that keep off walls: by the level, by an agent, and by the command line.

use serde_json::{Value, json};

use crate::run::{Sandbox, json, refusal, stdout};

const LEVEL: &str = "@off_the_walls";

fn solve(arguments: &[&str]) -> Value {
    json(&[&["solve", "--json"], arguments].concat(), 0)
}

/// The distances of the cells of a path from the block in the middle of the level, and from its
/// edge.
fn nearest_wall(answer: &Value) -> i64 {
    let cells = answer["path"].as_array().unwrap().iter();
    let distance = |cell: &Value| {
        let [x, y] = [0, 1].map(|at| cell[at].as_i64().unwrap());
        let block = (6 - x).max(x - 15).max(4 - y).max(y - 8);
        block.min(x + 1).min(y + 1).min(22 - x).min(13 - y)
    };
    cells.map(distance).min().unwrap()
}

#[test]
fn agent_keeps_off_walls_and_json_says_how() {
    let [mouse, guard] = ["mouse", "guard"].map(|agent| solve(&[LEVEL, "--agent", agent]));
    assert_eq!((nearest_wall(&mouse), nearest_wall(&guard)), (1, 2));
    assert_eq!(mouse["keep_off_walls"], Value::Null);
    assert_eq!(guard["keep_off_walls"], json!({ "cells": 2, "cost": 3 }));
    assert!(guard["cost"].as_f64() > mouse["cost"].as_f64());
    assert_eq!(guard["verdict"]["optimal_cost"], guard["cost"]);
}

#[test]
fn command_line_wins_over_agent_and_level() {
    let guard = solve(&[LEVEL, "--agent", "guard"]);
    let as_guard = solve(&[LEVEL, "--agent", "mouse", "--keep-off-walls", "2,3"]);
    assert_eq!(nearest_wall(&as_guard), 2);
    let as_mouse = solve(&[LEVEL, "--agent", "guard", "--keep-off-walls", "no"]);
    assert_eq!(
        (nearest_wall(&as_mouse), &as_mouse["keep_off_walls"]),
        (1, &Value::Null)
    );
    let sandbox = Sandbox::new();
    let text = std::fs::read_to_string("assets/levels/off_the_walls.level.ron").unwrap();
    let of_all = text.replace(
        "    search: (",
        "    keep_off_walls: (cells: 2, cost: 3),\n    search: (",
    );
    let of_all = sandbox.write("all.level.ron", &of_all);
    assert_eq!(nearest_wall(&solve(&[&of_all, "--agent", "mouse"])), 2);
    assert_eq!(solve(&[&of_all, "--agent", "guard"])["cost"], guard["cost"]);
    let not_the_mouse = text.replace("patrol: true),", "patrol: true, keep_off_walls: \"no\"),");
    let not_the_mouse = not_the_mouse.replace(
        "    search: (",
        "    keep_off_walls: (cells: 2, cost: 3),\n    search: (",
    );
    let not_the_mouse = sandbox.write("mouse.level.ron", &not_the_mouse);
    assert_eq!(
        nearest_wall(&solve(&[&not_the_mouse, "--agent", "mouse"])),
        1
    );
}

#[test]
fn every_search_of_the_command_line_costs_the_same_off_walls() {
    let cost = |algorithm: &str| {
        solve(&[LEVEL, "--agent", "guard", "--algorithm", algorithm])["cost"]
            .as_f64()
            .unwrap()
    };
    let wanted = cost("dijkstra");
    for algorithm in [
        "auto",
        "astar",
        "bidirectional",
        "lpa",
        "flow-field",
        "fringe",
    ] {
        assert!((cost(algorithm) - wanted).abs() < 1e-9, "{algorithm}");
    }
}

#[test]
fn trace_of_an_agent_off_walls_has_its_costs() {
    let sandbox = Sandbox::new();
    let trace = sandbox.path("guard.json");
    let guard = solve(&[LEVEL, "--agent", "guard", "--trace", &trace]);
    let explained = json(&["explain", &trace, "--json"], 0);
    let costs = format!("it costs {:.2} ", guard["cost"].as_f64().unwrap());
    assert!(
        explained["end"].as_str().unwrap().contains(&costs),
        "{costs}: {}",
        explained["end"]
    );
    let picture = sandbox.path("guard.png");
    stdout(&["render", &trace, "-o", &picture], 0);
}

#[test]
fn queries_keep_off_walls_as_their_agents_do() {
    let sandbox = Sandbox::new();
    let lines = sandbox.write(
        "lines.jsonl",
        "{\"agent\": \"mouse\"}\n{\"agent\": \"guard\"}\n",
    );
    let answers = stdout(&["solve", LEVEL, "--queries", &lines], 0);
    let costs: Vec<Value> = answers
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["cost"].clone())
        .collect();
    let wanted = ["mouse", "guard"].map(|agent| solve(&[LEVEL, "--agent", agent])["cost"].clone());
    assert_eq!(costs, wanted);
}

#[test]
fn simulated_agents_keep_off_walls_and_are_no_slower() {
    let positions = stdout(&["simulate", LEVEL, "--positions", "-"], 0);
    let lines = positions
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap());
    let cells: Vec<[Value; 2]> = lines
        .map(|line| [0, 1].map(|agent| line["cells"][agent].clone()))
        .collect();
    let of_agent = |agent: usize| json!({ "path": cells.iter().map(|line| line[agent].clone()).collect::<Vec<_>>() });
    assert_eq!([0, 1].map(|agent| nearest_wall(&of_agent(agent))), [1, 2]);
    let figures = json(&["simulate", LEVEL, "--json"], 0);
    assert_eq!(
        figures["conflicts"], 0,
        "the referee knows the time of each step"
    );
    let (sum, bound) = (
        figures["sum_of_costs"].as_u64().unwrap(),
        figures["sum_of_costs_bound"].as_u64().unwrap(),
    );
    assert!(
        bound <= sum && sum < bound + bound / 5,
        "{sum} of {bound}: a detour, and no slower step"
    );
}

#[test]
fn mistakes_have_their_places() {
    let said = refusal(&["solve", LEVEL, "--keep-off-walls", "99,3"]);
    assert!(
        said.contains(
            "expected CELLS,COST such as 2,3, 1 to 16 cells and a cost of 1 to 1000, or no"
        ),
        "{said}"
    );
    let sandbox = Sandbox::new();
    let level = |keep_off: &str| {
        let text = format!(
            "(\n    version: 1,\n    map: [\"...\"],\n    keep_off_walls: {keep_off},\n)\n"
        );
        sandbox.write("bad.level.ron", &text)
    };
    for (keep_off, expected) in [
        (
            "(cells: 0, cost: 3)",
            ":4:29: expected a distance from walls in cells from 1 to 16, found `0`",
        ),
        (
            "(cells: 2, cost: 5000)",
            ":4:38: expected an extra cost from 1 to 1000, found `5000`",
        ),
        (
            "(cells: 2)",
            ":4:21: expected an extra cost near walls such as `(cells: 2, cost: 3)`, or \"no\"",
        ),
        (
            "\"yes\"",
            ":4:21: expected an extra cost near walls such as `(cells: 2, cost: 3)`, or \"no\"",
        ),
    ] {
        let said = refusal(&["check", &level(keep_off)]);
        assert!(said.contains(expected), "{keep_off}: {said}");
    }
}

#[test]
fn check_says_where_off_walls_changes_nothing() {
    let sandbox = Sandbox::new();
    let level = |map: &str| {
        let agent =
            "(name: \"ant\", at: (0, 0), goals: [(6, 0)], keep_off_walls: (cells: 1, cost: 4))";
        sandbox.write(
            "a.level.ron",
            &format!("(version: 1, name: \"a\", map: [{map}], agents: [{agent}])"),
        )
    };
    let vain = "warning: \"ant\" keeps off walls in vain: every cell is as near to one.";
    let said = stdout(&["check", &level("\".......\", \"####.##\"")], 1);
    assert!(said.contains(vain), "{said}");
    let said = stdout(
        &["check", &level("\".......\", \".......\", \".......\"")],
        0,
    );
    assert!(!said.contains(vain), "{said}");
}
