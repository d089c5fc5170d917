//! The command line, run as the program that people run.

use std::collections::BTreeSet;
use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::process::Stdio;

use gridwalk_explain::TraceFile;
use gridwalk_level::formats::parse_level;
use gridwalk_pathfinding::{
    Algorithm, Map, NodePool, OptionKey, Outcome, PathQuery, Planner, Refusal, SearchOptions, solve,
};
use gridwalk_testing::shared;
use serde_json::Value;

use super::run::{Sandbox, command, gridwalk, json, level, refusal, stdout, text};

#[test]
fn solve_draws_the_path_and_states_its_options() {
    let sandbox = Sandbox::new();
    let shown = stdout(
        &[
            "solve",
            &sandbox.path("small.map"),
            "--start",
            "0,0",
            "--goal",
            "7,0",
        ],
        0,
    );
    assert!(
        shown.starts_with("●..@.••◆\n.•.@.•@@\n..•••.@.\n"),
        "{shown}"
    );
    assert!(
        !shown.contains('\u{1b}'),
        "colours are for terminals: {shown}"
    );
    for word in [
        "cost 9.24",
        "expanded",
        "generated",
        "8-way, no corner cutting, a step costs 1 straight and 1.414",
    ] {
        assert!(shown.contains(word), "{word} is missing in\n{shown}");
    }
}

/// The first rows that `solve` draws of a map in so many columns.
fn drawn(rows: &[String], goal: &str, columns: u32) -> Vec<String> {
    let sandbox = Sandbox::new();
    let map = format!(
        "type octile\nheight {}\nwidth {}\nmap\n{}\n",
        rows.len(),
        rows[0].len(),
        rows.join("\n")
    );
    let file = sandbox.write("drawn.map", &map);
    let arguments = [
        "solve",
        &file,
        "--start",
        "0,0",
        "--goal",
        goal,
        "--movement",
        "eight-no-corners",
        "--algorithm",
        "astar",
    ];
    let output = command(&arguments)
        .env("COLUMNS", columns.to_string())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    text(&output.stdout)
        .lines()
        .take_while(|line| !line.is_empty())
        .map(str::to_owned)
        .collect()
}

#[test]
fn small_maps_are_drawn_as_they_are() {
    let rows = ["..@", "...", "@.."].map(str::to_owned);
    assert_eq!(drawn(&rows, "2,2", 80), ["●.@", ".•.", "@.◆"]);
}

#[test]
fn large_map_fits_the_columns_and_blocks_show_the_majority() {
    let row = |left: &str| format!("{left}{}@", ".".repeat(39 - left.len()));
    let rows = [row("..@@"), row("...@"), row(".."), row("..")];
    let shown = drawn(&rows, "8,0", 20);
    assert_eq!(shown.len(), 2);
    assert_eq!(shown[0], format!("●@••◆{}@", ".".repeat(14)));
    for (width, height, columns, rows) in [(512, 512, 74, 57), (80, 1, 80, 1), (81, 1, 41, 1)] {
        let shown = drawn(&vec![".".repeat(width); height], "1,0", 80);
        assert_eq!(
            (shown[0].chars().count(), shown.len()),
            (columns, rows),
            "{width} × {height}"
        );
    }
}

#[test]
fn solve_as_json_says_everything_in_one_line() {
    let sandbox = Sandbox::new();
    let map = sandbox.path("small.map");
    let printed = stdout(
        &[
            "solve", &map, "--start", "0,0", "--goal", "0,2", "--json", "--order",
        ],
        0,
    );
    assert_eq!(printed.lines().count(), 1, "{printed}");
    let answer: Value = serde_json::from_str(&printed).unwrap();
    assert_eq!(answer["found"], true);
    assert_eq!(answer["reason"], Value::Null);
    assert_eq!(answer["cost"], 2.0);
    assert_eq!(answer["cells"], 3);
    assert_eq!(answer["path"], serde_json::json!([[0, 0], [0, 1], [0, 2]]));
    let expanded = answer["expanded_order"].as_array().unwrap();
    assert_eq!(answer["expanded"], expanded.len());
    assert_eq!(expanded[0], serde_json::json!([0, 0]));
    assert!(answer["generated"].as_u64() >= answer["expanded"].as_u64());
    assert_eq!(answer["reopened"], 0);
    assert_eq!(answer["path_hash"].as_str().unwrap().len(), 16);
    assert!(answer["search_us"].as_f64().unwrap() >= 0.0);
    let verdict = &answer["verdict"];
    assert_eq!(
        (&verdict["optimal_cost"], &verdict["ratio"]),
        (&2.0.into(), &1.0.into())
    );
    assert_eq!(
        (&verdict["admissible"], &verdict["consistent"]),
        (&true.into(), &true.into())
    );
    assert_eq!(verdict["witness"], Value::Null);
    let plain = json(
        &["solve", &map, "--start", "0,0", "--goal", "0,2", "--json"],
        0,
    );
    assert!(plain.get("expanded_order").is_none());
}

#[test]
fn the_same_question_has_the_same_answer() {
    let ask = || {
        let mut answer = json(&["solve", &level("rooms"), "--json", "--order"], 0);
        answer
            .as_object_mut()
            .unwrap()
            .remove("search_us")
            .expect("the time is there");
        answer
    };
    assert_eq!(ask(), ask());
}

/// Regression: `auto` ran another search in `compare`, `explain` and `--order` than in `solve`.
#[test]
fn auto_is_the_same_search_wherever_it_is_seen() {
    let mut answered_by = BTreeSet::new();
    for name in ["maze", "river_crossing", "portals", "mean_costs"] {
        let asked = [&level(name), "--algorithm", "auto", "--json"];
        let solved = json(&[&["solve"], &asked[..]].concat(), 0);
        answered_by.insert(solved["answered_by"].as_str().unwrap().to_owned());
        let ordered = json(&[&["solve"], &asked[..], &["--order"]].concat(), 0);
        let compared = json(
            &[
                "compare",
                &level(name),
                "--algorithm",
                "auto,astar",
                "--json",
            ],
            0,
        );
        let shown = [&ordered, &compared["boards"][0]].map(|answer| answer["expanded"].as_u64());
        assert_eq!(shown, [solved["expanded"].as_u64(); 2], "{name}");
        assert_eq!(
            ordered["expanded_order"]
                .as_array()
                .map(|order| order.len() as u64),
            shown[0],
            "{name}"
        );
        assert_eq!(ordered["path"], solved["path"], "{name}");
    }
    assert!(
        ["jump-graph", "canonical-astar"]
            .iter()
            .all(|finder| answered_by.contains(*finder)),
        "{answered_by:?}"
    );
}

#[test]
fn no_path_is_an_answer_with_a_reason() {
    let sandbox = Sandbox::new();
    let map = sandbox.path("small.map");
    let closed = ["solve", &map, "--start", "0,0", "--goal", "7,2"];
    assert!(stdout(&closed, 1).contains("no path from (0, 0) to (7, 2): the goal is walled off"));
    let answer = json(&[&closed[..], &["--json"]].concat(), 1);
    assert_eq!(
        (&answer["found"], &answer["cost"], &answer["cells"]),
        (&false.into(), &Value::Null, &0.into())
    );
    assert_eq!(answer["reason"], "the goal is walled off");
    assert_eq!(answer["path_hash"], Value::Null);
    let far = ["solve", &map, "--start", "0,0", "--goal", "7,0", "--json"];
    let answer = json(&[&far[..], &["--max-cost", "5.5"]].concat(), 1);
    assert_eq!(answer["reason"], "none is within the cost limit");
    assert_eq!(
        json(&[&far[..], &["--max-cost", "9.25"]].concat(), 0)["found"],
        true
    );
}

#[test]
fn the_referee_says_how_good_the_answer_is() {
    let sandbox = Sandbox::new();
    let trap = "type octile\nheight 5\nwidth 7\nmap\n.......\n.@@@@@.\n.....@.\n.@@@@@.\n.......\n";
    let trap = sandbox.write("trap.map", trap);
    let ask = [
        "solve",
        &trap,
        "--start",
        "0,2",
        "--goal",
        "6,2",
        "--movement",
        "four",
    ];
    let greedy = json(
        &[
            &ask[..],
            &[
                "--algorithm",
                "greedy",
                "--heuristic",
                "manhattan",
                "--json",
            ],
        ]
        .concat(),
        0,
    );
    assert_eq!(greedy["verdict"]["optimal_cost"], 10.0);
    let above = [
        &ask[..5],
        &["5,0", "--movement", "four"],
        &["--heuristic", "manhattan"],
    ]
    .concat();
    assert_eq!(
        json(&[&above[..], &["--json"]].concat(), 0)["verdict"]["ratio"],
        1.0
    );
    let high = ["--movement", "eight-always", "--heuristic", "manhattan"];
    let high = json(&[&ask[..6], &high, &["--json"]].concat(), 0);
    assert_eq!(high["verdict"]["admissible"], false);
    let witness = &high["verdict"]["witness"];
    assert!(
        witness["h"].as_f64() > witness["true_cost"].as_f64(),
        "{witness}"
    );
    assert_eq!(witness["cell"].as_array().unwrap().len(), 2);
    assert!(stdout(&ask, 0).contains("Optimal: 10 is the cheapest path."));
}

#[test]
fn each_agent_is_asked_about_on_the_map_that_it_sees() {
    let sandbox = Sandbox::new();
    let text = r#"(version: 1, map: ["....", ".##.", "....", "...."], agents: [
        (name: "ant", at: (0, 0), goals: [(3, 0)]),
        (name: "timid", at: (0, 0), goals: [(3, 0)], forbidden: [(at: (1, 0), size: (2, 1))]),
    ], movement: "four")"#;
    let file = sandbox.write("two.level.ron", text);
    let cost = |name: &str| json(&["solve", &file, "--agent", name, "--json"], 0)["cost"].clone();
    assert_eq!((cost("ant"), cost("timid")), (3.0.into(), 7.0.into()));
    let table = json(&["bench", &file, "--algorithm", "astar", "--json"], 0);
    let maps: Vec<_> = table["rows"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["map"].as_str().unwrap())
        .collect();
    assert_eq!(maps, ["two.level.ron", "two.level.ron (timid)"]);
}

#[test]
fn a_trace_is_written_and_read_again() {
    let sandbox = Sandbox::new();
    let rooms = level("rooms");
    let answer = |name: &str, more: &[&str]| {
        let file = sandbox.path(name);
        let answer = json(
            &[&["solve", &rooms, "--json", "--trace", &file], more].concat(),
            0,
        );
        (
            answer["expanded"].as_u64().unwrap(),
            fs::read(file).unwrap(),
        )
    };
    let (expanded, text) = answer("rooms.trace.json", &[]);
    let trace = TraceFile::read(&text).unwrap().trace;
    assert_eq!(
        (trace.outcome.stats.expanded, trace.outcome.found),
        (expanded, true)
    );
    let posthoc: Value = serde_json::from_slice(&text).unwrap();
    assert!(posthoc["events"].as_array().unwrap().len() as u64 > expanded);
    assert!(refusal(&["solve", &rooms, "--trace", "rooms.txt"]).contains(".trace.json"));
    assert!(
        refusal(&[
            "solve",
            &rooms,
            "--trace",
            &sandbox.path("no_folder/a.json")
        ])
        .contains("cannot be written")
    );
}

/// A trace opens in the place of its level, and says and shows the same.
#[test]
fn a_trace_is_explained_and_drawn_without_searching() {
    let sandbox = Sandbox::new();
    let by = ["--algorithm", "theta"];
    let file = sandbox.path("maze.trace.json");
    stdout(
        &[&["solve", "@maze", "--trace", &file][..], &by].concat(),
        0,
    );
    let explained = |of: &str, more: &[&str]| {
        let text = stdout(&[&["explain", of], more].concat(), 0);
        // The first line names the file.
        text.split_once('\n').unwrap().1.to_owned()
    };
    assert_eq!(explained(&file, &[]), explained("@maze", &by));
    assert_eq!(
        explained(&file, &["--language", "zh"]),
        explained("@maze", &[&by[..], &["--language", "zh"]].concat())
    );
    let drawn = |of: &str, name: &str, more: &[&str]| {
        let picture = sandbox.path(name);
        stdout(&[&["render", of, "-o", &picture], more].concat(), 0);
        fs::read(picture).unwrap()
    };
    let step = ["--step", "9"];
    assert_eq!(
        drawn(&file, "a.png", &[]),
        drawn("@maze", "b.png", &[&by[..], &["--search"]].concat())
    );
    assert_eq!(
        drawn(&file, "c.png", &step),
        drawn("@maze", "d.png", &[&by[..], &step].concat())
    );
    assert!(
        refusal(&["explain", &file, "--algorithm", "astar"]).contains("one search that is over")
    );
    let text = fs::read_to_string(&file).unwrap();
    let broken = sandbox.write(
        "broken.json",
        &text.replacen("\"generating\"", "\"growing\"", 1),
    );
    assert!(refusal(&["explain", &broken]).contains("broken.json:4:1: "));
    assert!(
        refusal(&["render", &broken, "-o", &sandbox.path("e.png")])
            .contains("the type \"growing\" is not known")
    );
}

#[test]
fn a_trace_from_elsewhere_is_explained_and_drawn() {
    let sandbox = Sandbox::new();
    let text = r#"{"version": "1.4.0", "events": [
        {"type": "source", "id": "a", "x": 0, "y": 0},
        {"type": "destination", "id": "b", "x": 1, "y": 0},
        {"type": "expanding", "id": "a", "f": 1, "g": 0},
        {"type": "generating", "id": "b", "pId": "a", "f": 1, "g": 1},
        {"type": "expanding", "id": "b", "pId": "a", "f": 1, "g": 1},
        {"type": "end", "id": "b", "pId": "a"}
    ]}"#;
    let file = sandbox.write("other.json", text);
    let said = stdout(&["explain", &file], 0);
    assert!(
        said.contains("A search from elsewhere: from (0, 0) to (1, 0), on 2 × 1 cells."),
        "{said}"
    );
    assert!(
        said.contains("A path is found: it costs 1 and has 2 cells"),
        "{said}"
    );
    stdout(&["render", &file, "-o", &sandbox.path("other.gif")], 0);
}

#[test]
fn nearest_goes_as_near_as_possible_and_says_so() {
    let sandbox = Sandbox::new();
    let map = sandbox.path("small.map");
    for goal in ["7,2", "3,0"] {
        let output = gridwalk(&[
            "solve",
            &map,
            "--start",
            "0,0",
            "--goal",
            goal,
            "--nearest",
            "--json",
        ]);
        assert_eq!(output.status.code(), Some(0), "{goal}");
        assert!(
            text(&output.stderr).contains("cannot be reached; going to"),
            "{goal}"
        );
        let answer: Value = serde_json::from_str(&text(&output.stdout)).unwrap();
        assert_eq!(
            answer["asked_goal"],
            serde_json::from_str::<Value>(&format!("[{goal}]")).unwrap()
        );
        assert_eq!(
            answer["goal"],
            *answer["path"].as_array().unwrap().last().unwrap()
        );
    }
}

#[test]
fn nearest_on_a_map_with_one_way_cells_never_ends_in_no_path() {
    let sandbox = Sandbox::new();
    let level = r#"(version: 1, map: ["..#..", "..<..", "..#.."],
        legend: { '<': (name: "westward", cost: 1, one_way: ["w"]) })"#;
    let level = sandbox.write("west.level.ron", level);
    let answer = json(
        &[
            "solve",
            &level,
            "--start",
            "0,1",
            "--goal",
            "4,1",
            "--nearest",
            "--json",
        ],
        0,
    );
    assert_eq!(answer["path"], serde_json::json!([[0, 1], [1, 1], [2, 1]]));
    let answer = json(
        &[
            "solve",
            &level,
            "--start",
            "4,1",
            "--goal",
            "0,1",
            "--nearest",
            "--json",
        ],
        0,
    );
    assert_eq!(answer["cells"], 5, "that way it leads");
}

#[test]
fn every_option_of_the_command_line_counts() {
    let sandbox = Sandbox::new();
    let map = sandbox.path("small.map");
    let cost = |more: &[&str]| {
        let base = ["solve", &map, "--start", "0,0", "--goal", "7,0", "--json"];
        let algorithm: &[_] = if more.contains(&"--algorithm") {
            &[]
        } else {
            &["--algorithm", "astar"]
        };
        json(&[&base[..], algorithm, more].concat(), 0)
    };
    assert_eq!(cost(&["--movement", "four"])["cost"], 11.0);
    assert_eq!(cost(&["--steps", "uniform"])["cost"], 8.0);
    assert_eq!(
        cost(&["--steps", "10/14", "--movement", "four"])["cost"],
        110.0
    );
    assert_eq!(
        cost(&["--movement", "four", "--goal-tolerance", "3"])["cells"],
        8
    );
    assert_eq!(
        cost(&["--movement", "four", "--within", "3"])["cells"],
        8,
        "the earlier name"
    );
    let expanded = |more: &[&str]| cost(more)["expanded"].as_u64().unwrap();
    let octile = expanded(&[]);
    assert!(expanded(&["--heuristic", "zero"]) > octile);
    assert_eq!(
        expanded(&["--formula", "max(dx, dy)"]),
        expanded(&["--heuristic", "chebyshev"])
    );
    assert!(expanded(&["--algorithm", "weighted-astar", "--weight", "5"]) <= octile);
    let path = |more: &[&str]| {
        cost(
            &[
                more,
                &[
                    "--heuristic",
                    "zero",
                    "--tie",
                    "oldest",
                    "--movement",
                    "four",
                ],
            ]
            .concat(),
        )["path"]
            .clone()
    };
    assert_ne!(
        path(&["--neighbours", "s,e"]),
        path(&["--neighbours", "e,s"])
    );
    assert!(expanded(&["--stop", "generated"]) < octile);
    assert_eq!(
        cost(&["--cost-rule", "mean"])["cost"],
        cost(&[])["cost"],
        "all terrain costs 1"
    );
    cost(&["--parent", "first"]);
}

/// `dijkstra --heuristic` and `depth-first --tie` were taken without a word.
#[test]
fn an_option_without_effect_is_named() {
    let rooms = level("rooms");
    for (algorithm, option, value) in [
        ("dijkstra", "--heuristic", "zero"),
        ("depth-first", "--tie", "oldest"),
        ("astar", "--weight", "2"),
    ] {
        let said =
            text(&gridwalk(&["solve", &rooms, "--algorithm", algorithm, option, value]).stderr);
        assert!(said.contains(&format!("{option} has no effect")), "{said}");
    }
    let said =
        text(&gridwalk(&["solve", &rooms, "--algorithm", "greedy", "--tie", "oldest"]).stderr);
    assert!(!said.contains("no effect"), "{said}");
}

/// 1/0 showed a cost of 1741856819.37.
#[test]
fn a_formula_that_is_no_estimate_names_the_first_such_cell() {
    let sandbox = Sandbox::new();
    let map = sandbox.path("small.map");
    for (formula, words) in [("1 / dy", "infinite at (0, 0)"), ("0 / 0", "not a number")] {
        let said = refusal(&[
            "solve",
            &map,
            "--start",
            "0,1",
            "--goal",
            "7,0",
            "--formula",
            formula,
        ]);
        assert!(
            said.contains(words) && said.contains("expected a number for every cell"),
            "{said}"
        );
    }
    for (formula, words) in [
        ("dx +", "a value is missing after `+`"),
        ("2 dx", "an operator is missing before `dx`"),
    ] {
        let said = refusal(&[
            "solve",
            &map,
            "--start",
            "0,1",
            "--goal",
            "7,0",
            "--formula",
            formula,
        ]);
        assert!(said.contains(words), "{said}");
    }
}

/// An estimate without absolute values was refused, so that nobody could see what it does: wherever
/// it stays at nothing, the search goes by the cost alone.
#[test]
fn negative_estimate_can_be_tried_and_counts_as_zero() {
    let sandbox = Sandbox::new();
    let map = sandbox.write(
        "open.map",
        &format!(
            "type octile\nheight 40\nwidth 40\nmap\n{}",
            format!("{}\n", ".".repeat(40)).repeat(40)
        ),
    );
    let expanded = |formula: &str| {
        let args = [
            "solve",
            &map,
            "--start",
            "20,20",
            "--goal",
            "10,14",
            "--movement",
            "four",
            "--formula",
            formula,
        ];
        let said = stdout(&[&args[..], &["--json"]].concat(), 0);
        let answer: Value = serde_json::from_str(&said).unwrap();
        (
            answer["expanded"].as_u64().unwrap(),
            answer["verdict"]["estimate"].as_str().map(str::to_owned),
        )
    };
    let (with, nothing_wrong) = expanded("dx + dy");
    let (without, said) = expanded("sx + sy");
    assert!(with < 100 && without > 400, "{with} and {without}");
    assert_eq!(nothing_wrong, None);
    assert!(said.is_some_and(|said| said.contains("below 0 at (25, 0)") && said.contains("counts as 0")));
}

#[test]
fn the_earlier_name_of_an_option_is_read_and_noted() {
    let sandbox = Sandbox::new();
    let file = sandbox.write(
        "old.level.ron",
        "(version: 1, map: [\"...\"], search: (within: 2))",
    );
    let said = stdout(&["check", &file], 0);
    assert!(
        said.contains("note: the option `within` is now called `goal_tolerance`"),
        "{said}"
    );
}

#[test]
fn check_notes_options_of_a_level_that_have_no_effect() {
    let sandbox = Sandbox::new();
    let text = "(version: 1, map: [\"...\"], search: (algorithm: \"depth-first\", tie: \"oldest\", goal_tolerance: 0))";
    let said = stdout(&["check", &sandbox.write("odd.level.ron", text)], 0);
    assert!(
        said.contains("odd.level.ron: note: `tie` has no effect: it is not used by "),
        "{said}"
    );
    assert!(!said.contains("`goal_tolerance`"), "{said}");
}

/// `bench --algorithm weighted-astar` used weight 2, `solve` 1.
#[test]
fn default_weight_is_two_in_files_command_line_and_list() {
    let sandbox = Sandbox::new();
    let text = "(version: 1, map: [\"..\"], agents: [(at: (0, 0), goals: [(1, 0)])], search: (algorithm: \"weighted-astar\"))";
    let file = sandbox.write("weight.level.ron", text);
    for arguments in [
        vec!["solve", &file, "--json"],
        vec!["solve", "@rooms", "--algorithm", "weighted-astar", "--json"],
    ] {
        assert_eq!(
            json(&arguments, 0)["options"]["weight"],
            2.0,
            "{arguments:?}"
        );
    }
    let lists = json(&["list", "--json"], 0);
    let options = lists["options"].as_array().unwrap();
    let weight = options
        .iter()
        .find(|option| option["name"] == "weight")
        .unwrap();
    assert_eq!(weight["default"], "2");
    // Twice the estimate costs the same expansions whether it is said or not.
    let expanded = |more: &[&str]| {
        let table = json(
            &[
                &["bench", "@rooms", "--algorithm", "weighted-astar", "--json"],
                more,
            ]
            .concat(),
            0,
        );
        table["rows"][0]["mean_expanded"].as_f64().unwrap()
    };
    assert_eq!(
        expanded(&[]).to_bits(),
        expanded(&["--weight", "2"]).to_bits()
    );
}

#[test]
fn bad_input_of_solve_gets_a_sentence() {
    let sandbox = Sandbox::new();
    let (map, rooms) = (sandbox.path("small.map"), level("rooms"));
    let broken = sandbox.write("broken.level.ron", "(version: 1, map: [\"..\", \".x\"])");
    for (arguments, words) in [
        (vec!["solve"], vec!["LEVEL"]),
        (
            vec!["solve", "no_such.map"],
            vec!["no_such.map", "cannot be read"],
        ),
        (
            vec!["solve", "cave.level.ron"],
            vec!["@cave is a level that comes with gridwalk"],
        ),
        (
            vec!["solve", &broken],
            vec!["broken.level.ron:1:28", "legend"],
        ),
        (vec!["solve", &map], vec!["--start X,Y"]),
        (vec!["solve", &map, "--start", "0,0"], vec!["--goal X,Y"]),
        (
            vec!["solve", &map, "--start", "0,0", "--goal", "3,0"],
            vec!["goal (3, 0) is blocked"],
        ),
        (
            vec!["solve", &map, "--start", "0,9", "--goal", "0,0"],
            vec!["start (0, 9) lies outside"],
        ),
        (
            vec!["solve", &map, "--start", "0;0", "--goal", "0,0"],
            vec!["0;0", "X,Y"],
        ),
        (
            vec!["solve", &rooms, "--algorithm", "a-star"],
            vec!["a-star", "astar", "dijkstra"],
        ),
        (
            vec!["solve", &rooms, "--heuristic", "none"],
            vec!["zero", "octile"],
        ),
        (
            vec!["solve", &rooms, "--movement", "hex"],
            vec!["four", "eight-no-corners"],
        ),
        (
            vec!["solve", &rooms, "--tie", "loudest"],
            vec!["oldest", "smaller-h"],
        ),
        (vec!["solve", &rooms, "--steps", "10/21"], vec!["10/14"]),
        (
            vec!["solve", &rooms, "--weight", "-1"],
            vec!["--weight", "from 0 to 100"],
        ),
        (
            vec!["solve", &rooms, "--start", "-1,2"],
            vec!["start (-1, 2) lies outside"],
        ),
        (
            vec!["solve", &rooms, "--formula", "dx + dz"],
            vec!["dz", "dx, dy, sx, sy and g"],
        ),
        (
            vec!["solve", &rooms, "--formula", "dx", "--heuristic", "zero"],
            vec!["--heuristic", "multiple times"],
        ),
        (
            vec!["solve", &rooms, "--neighbours", "n,n"],
            vec!["at most once"],
        ),
        (vec!["solve", &rooms, "--within", "1001"], vec!["1001"]),
        (
            vec!["solve", &rooms, "--agent", "nobody"],
            vec!["nobody", "there are"],
        ),
        (vec!["solve", &rooms, "--order"], vec!["--json"]),
        (
            vec!["solve", &rooms, "--no-such-option"],
            vec!["--no-such-option"],
        ),
        (
            vec![
                "solve",
                &rooms,
                "--algorithm",
                "jps",
                "--goal-tolerance",
                "2",
            ],
            vec!["--goal-tolerance", "A*"],
        ),
    ] {
        let said = refusal(&arguments);
        for word in words {
            assert!(
                said.contains(word),
                "gridwalk {arguments:?} does not say {word}: {said}"
            );
        }
    }
}

#[test]
fn an_error_is_an_object_for_programs() {
    let sandbox = Sandbox::new();
    let broken = sandbox.write("broken.level.ron", "(version: 1, map: [\"..\", \".x\"])");
    let rooms = level("rooms");
    let null = Value::Null;
    for (arguments, kind, file, place, word) in [
        (
            vec!["no_such.map"],
            "file",
            "no_such.map".into(),
            (null.clone(), null.clone()),
            "cannot be read",
        ),
        (
            vec![&broken],
            "parse",
            broken.as_str().into(),
            (1.into(), 28.into()),
            "legend",
        ),
        (
            vec![&rooms, "--algorithm", "jps", "--goal-tolerance", "2"],
            "unsupported",
            null.clone(),
            (null.clone(), null.clone()),
            "--goal-tolerance",
        ),
        (
            vec![&rooms, "--start", "-1,2"],
            "input",
            null.clone(),
            (null.clone(), null.clone()),
            "outside",
        ),
        (
            vec![&rooms, "--no-such-option"],
            "input",
            null.clone(),
            (null.clone(), null.clone()),
            "--no-such-option",
        ),
    ] {
        let arguments = [&["solve"], &arguments[..], &["--json"]].concat();
        let said = refusal(&arguments);
        let answer = json(&arguments, 2);
        assert_eq!(
            (&answer["schema"], &answer["answer"], &answer["found"]),
            (&1.into(), &"error".into(), &false.into())
        );
        let error = &answer["error"];
        assert_eq!(
            (&error["kind"], &error["file"]),
            (&kind.into(), &file),
            "{arguments:?}"
        );
        assert_eq!(
            (&error["line"], &error["column"]),
            (&place.0, &place.1),
            "{arguments:?}"
        );
        assert!(error["message"].as_str().unwrap().contains(word), "{error}");
        assert!(said.contains(answer["reason"].as_str().unwrap()), "{said}");
    }
    let missing = json(&["solve", "--json"], 2);
    assert!(
        missing["reason"]
            .as_str()
            .unwrap()
            .ends_with("not provided: <LEVEL|MAP>"),
        "{missing}"
    );
}

#[test]
fn the_json_of_solve_holds_the_query_and_every_option() {
    let answer = json(
        &[
            "solve",
            &level("first_steps"),
            "--json",
            "--movement",
            "four",
            "--steps",
            "10/14",
        ],
        0,
    );
    for (field, wanted) in [
        ("schema", 1.into()),
        ("version", env!("CARGO_PKG_VERSION").into()),
        ("level", level("first_steps").into()),
        ("start", serde_json::json!([0, 5])),
        ("goal", serde_json::json!([4, 4])),
        ("asked_goal", serde_json::json!([4, 4])),
        ("answer", "path".into()),
        ("answered_by", "search".into()),
        ("turning_points", Value::Null),
    ] {
        assert_eq!(answer[field], wanted, "{field}");
    }
    let options = answer["options"].as_object().unwrap();
    assert_eq!(
        (&options["movement"], &options["steps"]),
        (&"four".into(), &"10/14".into())
    );
    let unknown = OptionKey::ALL
        .into_iter()
        .find(|key| !options.contains_key(key.field()));
    assert_eq!((unknown, options.len()), (None, OptionKey::ALL.len()));
    for counted in ["largest_open", "positions_scanned", "memory_bytes"] {
        assert!(answer[counted].as_u64() > Some(0), "{counted} in {answer}");
    }
    let depth_first = json(
        &[
            "solve",
            &level("maze"),
            "--json",
            "--algorithm",
            "depth-first",
        ],
        0,
    );
    assert_eq!(
        depth_first["positions_scanned"],
        Value::Null,
        "its list is not sorted"
    );
}

#[test]
fn a_path_at_any_angle_has_its_turning_points_in_the_json() {
    let answer = json(
        &["solve", &level("maze"), "--algorithm", "theta", "--json"],
        0,
    );
    let turns = answer["turning_points"].as_array().unwrap();
    let path = answer["path"].as_array().unwrap();
    assert!(turns.len() > 2 && turns.len() < path.len());
    assert_eq!((turns.first(), turns.last()), (path.first(), path.last()));
}

#[test]
fn out_of_budget_is_not_no_path() {
    let sandbox = Sandbox::new();
    let map = sandbox.path("small.map");
    let ask = [
        "solve",
        &map,
        "--start",
        "0,0",
        "--goal",
        "7,0",
        "--algorithm",
        "astar",
        "--max-expansions",
        "3",
    ];
    let shown = stdout(&ask, 3);
    assert!(
        shown.contains("A* from (0, 0) to (7, 0): out of budget after 3 expansions"),
        "{shown}"
    );
    let answer = json(&[&ask[..], &["--json"]].concat(), 3);
    assert_eq!(
        (&answer["answer"], &answer["found"]),
        (&"out of budget".into(), &false.into())
    );
    for command in ["solve", "render", "explain"] {
        assert!(
            stdout(&[command, "--help"], 0).contains("(--max-expansions)"),
            "{command}"
        );
    }
}

/// The level says that its answer is known before any search, and 328 cells were expanded.
#[test]
fn a_walled_off_goal_is_known_without_a_search() {
    let file = level("walled_off");
    let shown = stdout(&["solve", &file], 1);
    assert!(
        shown.contains("0 expanded: the connected regions of the map say so"),
        "{shown}"
    );
    let answer = json(&["solve", &file, "--json", "--order"], 1);
    assert_eq!(
        (&answer["answer"], &answer["expanded"]),
        (&"no path".into(), &0.into())
    );
    assert_eq!(
        (&answer["answered_by"], &answer["expanded_order"]),
        (&"regions".into(), &serde_json::json!([]))
    );
    let answer = json(&["solve", &file, "--json", "--algorithm", "astar"], 1);
    assert_eq!(
        (&answer["answered_by"], &answer["expanded"]),
        (&"search".into(), &328.into())
    );
}

#[test]
fn the_program_and_the_library_give_the_same_answer() {
    for name in ["rooms", "right_angle", "four_algorithms"] {
        let file = level(name);
        let bytes = fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join(&file)).unwrap();
        let read = parse_level(&bytes, &file).unwrap();
        let agent = &read.agents[0];
        for algorithm in Algorithm::ALL {
            // Depth-first passes under a bound take for ever on open ground with uneven terrain.
            let impatient = if algorithm == Algorithm::IdaStar {
                Some(20_000)
            } else {
                None
            };
            let options = SearchOptions {
                algorithm,
                max_expansions: impatient,
                ..read.search.clone()
            };
            let query = PathQuery::new(agent.at, agent.goals[0], &options);
            let outcome = if algorithm == Algorithm::Auto {
                let (map, mut path) = (
                    Map::new(read.grid.clone().into()),
                    gridwalk_pathfinding::Path::default(),
                );
                Planner::default()
                    .path(&map, &query, &mut path)
                    .into_outcome(path)
            } else {
                solve(&read.grid, &query, &mut NodePool::default(), &mut ())
            };
            let code = match &outcome {
                Outcome::Solved(_) => 0,
                Outcome::Refused(_) => 2,
                Outcome::OutOfBudget(_) => 3,
                Outcome::NoPath(..) => 1,
            };
            let mut arguments = vec!["solve", &file, "--algorithm", algorithm.name(), "--json"];
            if impatient.is_some() {
                arguments.extend(["--max-expansions", "20000"]);
            }
            let answer = json(&arguments, code);
            if let Outcome::Refused(refusal) = &outcome {
                // Here options are named as they are typed.
                match refusal {
                    Refusal::Option(_, key) => {
                        assert!(
                            answer["reason"]
                                .as_str()
                                .unwrap()
                                .contains(&format!("--{}", key.name()))
                        );
                    }
                    refusal => assert_eq!(answer["reason"], refusal.to_string()),
                }
                continue;
            }
            let show = format!("{name}, {}: {answer}", algorithm.name());
            assert_eq!(answer["expanded"], outcome.stats().expanded, "{show}");
            assert_eq!(answer["generated"], outcome.stats().generated, "{show}");
            let cost = outcome
                .path()
                .map(|path| path.exact_cost(&read.grid, &options));
            // The JSON of the test is read to 15 digits.
            let near = |(a, b): (f64, f64)| (a - b).abs() < 1e-9;
            assert!(
                answer["cost"].as_f64().zip(cost).is_none_or(near),
                "{show}, not {cost:?}"
            );
            assert_eq!(answer["cost"].is_null(), cost.is_none(), "{show}");
            let hash = outcome.path().map(|path| format!("{:016x}", path.hash()));
            assert_eq!(answer["path_hash"].as_str(), hash.as_deref(), "{show}");
        }
    }
}

gridwalk_testing::published! {
    fn every_tutorial_is_solved_to_the_letter() {
        let path = shared("tutorials/expected.json");
        let expected: Value = serde_json::from_slice(&fs::read(path).unwrap()).unwrap();
        for (name, wanted) in expected.as_object().unwrap() {
            let answer = json(&["solve", &level(name), "--json", "--order"], 0);
            for (key, field) in [
                ("path", "path"),
                ("expanded", "expanded_order"),
                ("expansions", "expanded"),
                ("positions_passed", "positions_scanned"),
            ] {
                if let Some(wanted) = wanted.get(key) {
                    assert_eq!(&answer[field], wanted, "{name}: {key}");
                }
            }
            for key in ["cost", "optimal_cost"] {
                if let Some(wanted) = wanted.get(key) {
                    let (found, wanted) = (answer["cost"].as_f64().unwrap(), wanted.as_f64().unwrap());
                    assert!((found - wanted).abs() < 1e-6, "{name}: {key} {found}, not {wanted}");
                }
            }
            for (key, cell) in [("start", 0), ("goal", answer["path"].as_array().unwrap().len() - 1)] {
                assert_eq!(answer["path"][cell], wanted[key], "{name}: {key}");
            }
        }
    }
}

#[test]
fn list_names_everything() {
    let shown = stdout(&["list"], 0);
    for algorithm in Algorithm::ALL {
        assert!(shown.contains(algorithm.name()), "{}", algorithm.name());
    }
    for word in [
        "octile",
        "eight-one-free",
        "larger-g",
        "maze-prim",
        "@rooms",
        "the cost of each cell",
    ] {
        assert!(shown.contains(word), "{word} is missing in\n{shown}");
    }
    let lists = json(&["list", "--json"], 0);
    assert_eq!(
        lists["algorithms"].as_array().unwrap().len(),
        Algorithm::ALL.len()
    );
    assert!(lists["levels"].as_array().unwrap().len() > 10);
    refusal(&["list", "something"]);
}

#[test]
fn check_reads_levels_and_names_the_broken_one() {
    let sandbox = Sandbox::new();
    let broken = sandbox.write("broken.level.ron", "(version: 1, map: [\"..\", \".x\"])");
    let output = gridwalk(&["check", &level("rooms"), &broken]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("broken.level.ron:1:28"));
    assert!(
        text(&output.stdout).contains("rooms"),
        "the others are checked all the same"
    );
}

#[test]
fn check_finds_what_is_odd() {
    let sandbox = Sandbox::new();
    let fine = sandbox.write(
        "fine.level.ron",
        r#"(version: 1, map: ["..."], agents: [(name: "ant", at: (0, 0), goals: [(2, 0)])])"#,
    );
    assert!(stdout(&["check", &fine], 0).contains("3 × 1 cells, 1 agent"));
    let odd = sandbox.write(
        "odd.level.ron",
        r#"(version: 1, map: [".#."], agents: [(name: "ant", at: (0, 0), goals: [(2, 0)])])"#,
    );
    let said = stdout(&["check", &odd], 1);
    assert!(
        said.contains("odd.level.ron: error: \"ant\" cannot come from (0, 0) to its goal (2, 0)."),
        "{said}"
    );
}

#[test]
fn convert_writes_every_format_and_reads_it_again() {
    let sandbox = Sandbox::new();
    let map = sandbox.path("small.map");
    let cost = |file: &str| {
        json(
            &["solve", file, "--start", "0,0", "--goal", "7,0", "--json"],
            0,
        )["cost"]
            .clone()
    };
    let wanted = cost(&map);
    for name in ["small.level.ron", "other.map", "small.csv", "small.png"] {
        let file = sandbox.path(name);
        assert!(stdout(&["convert", &map, &file], 0).is_empty());
        assert_eq!(cost(&file), wanted, "{name}");
        let back = sandbox.path(&format!("{name}.map"));
        stdout(&["convert", &file, &back], 0);
        assert_eq!(cost(&back), wanted, "{name}, and back");
    }
}

#[test]
fn convert_refuses_what_a_format_cannot_hold_or_lists_it() {
    let sandbox = Sandbox::new();
    for (from, to, word) in [
        ("right_angle", "x.map", "heuristic, movement,"),
        ("right_angle", "x.txt", "the name \"Right angle\""),
        ("river_crossing", "x.png", "agent \"carrier\""),
        (
            "four_algorithms",
            "x.png",
            "the names and looks of \"weight 1\"",
        ),
        ("one_way", "x.csv", "one-way cells"),
        ("portals", "x.map", "1 portal"),
        ("rooms", "x.csv", "the comments"),
    ] {
        let file = sandbox.path(to);
        let said = refusal(&["convert", &level(from), &file]);
        assert!(
            said.contains(" cannot hold ") && said.contains(word),
            "{from} to {to}: {said}"
        );
        assert!(!Path::new(&file).exists());
        let output = gridwalk(&["convert", &level(from), &file, "--lossy"]);
        assert_eq!(output.status.code(), Some(0));
        assert!(
            text(&output.stderr).contains(word),
            "it is listed: {}",
            text(&output.stderr)
        );
        fs::remove_file(file).unwrap();
    }
}

#[test]
fn an_unknown_colour_has_its_place() {
    let sandbox = Sandbox::new();
    let file = sandbox.path("odd.png");
    let mut encoder = png::Encoder::new(fs::File::create(&file).unwrap(), 2, 2);
    encoder.set_color(png::ColorType::Rgb);
    encoder
        .write_header()
        .unwrap()
        .write_image_data(&[255, 255, 255, 0, 0, 0, 9, 200, 9, 255, 255, 255])
        .unwrap();
    let said = refusal(&["check", &file]);
    assert!(
        said.contains("odd.png: pixel (0, 1) has the unknown colour #09C809; expected a grey"),
        "{said}"
    );
}

#[test]
fn files_are_kept_unless_force_says_otherwise() {
    let sandbox = Sandbox::new();
    let map = sandbox.path("small.map");
    let taken = sandbox.write("taken.png", "mine");
    let trace = sandbox.write("taken.json", "mine");
    for arguments in [
        vec!["convert", &map, &taken],
        vec!["generate", "maze", "-o", &taken],
        vec!["render", &map, "-o", &taken],
        vec!["solve", "@rooms", "--trace", &trace],
    ] {
        fs::write(arguments[arguments.len() - 1], b"mine").unwrap();
        let said = refusal(&arguments);
        assert!(
            said.contains("the file exists; --force replaces it"),
            "{arguments:?}: {said}"
        );
        assert_eq!(fs::read(arguments[arguments.len() - 1]).unwrap(), b"mine");
        assert_eq!(
            gridwalk(&[&arguments[..], &["--force"]].concat())
                .status
                .code(),
            Some(0),
            "{arguments:?}"
        );
    }
    let names = fs::read_dir(sandbox.0.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .collect::<Vec<_>>();
    assert_eq!(names.len(), 3, "no draft is left: {names:?}");
    let commented = sandbox.write(
        "commented.level.ron",
        "// mine\n(version: 1, map: [\"..\"])",
    );
    assert!(refusal(&["convert", &commented, &commented]).contains("the file exists"));
    assert!(
        refusal(&["convert", &commented, &commented, "--force"])
            .contains("cannot hold the comments")
    );
    assert!(
        fs::read_to_string(&commented)
            .unwrap()
            .starts_with("// mine")
    );
    stdout(
        &["convert", &commented, &commented, "--force", "--lossy"],
        0,
    );
}

#[test]
fn a_dash_is_the_standard_input_or_output() {
    let sandbox = Sandbox::new();
    let piped = |arguments: &[&str], input: &[u8]| {
        let mut child = command(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let _ = child.stdin.take().unwrap().write_all(input);
        child.wait_with_output().unwrap()
    };
    let csv = stdout(
        &["convert", &sandbox.path("small.map"), "-", "--to", "csv"],
        0,
    );
    assert!(csv.starts_with("1,1,1,#,1"), "{csv}");
    let ends = ["--start", "0,0", "--goal", "7,0"];
    for command in ["solve", "explain"] {
        let output = piped(
            &[&[command, "-", "--format", "csv"], &ends[..]].concat(),
            csv.as_bytes(),
        );
        assert_eq!(
            output.status.code(),
            Some(0),
            "{command}: {}",
            text(&output.stderr)
        );
    }
    let maze = stdout(&["generate", "maze"], 0);
    for arguments in [&["check", "-"][..], &["bench", "-", "--algorithm", "astar"]] {
        assert_eq!(
            piped(arguments, maze.as_bytes()).status.code(),
            Some(0),
            "{arguments:?}"
        );
    }
    let picture = piped(&["render", "-", "-o", "-"], maze.as_bytes()).stdout;
    assert!(picture.starts_with(b"\x89PNG"));
    assert!(TraceFile::read(stdout(&["solve", "@rooms", "--trace", "-"], 0).as_bytes()).is_ok());
    assert!(
        refusal(&["convert", "@maze", "-"])
            .contains("say with --to which format is written, one of ron, map")
    );
    let output = piped(&["check", "-"], &vec![b'1'; (96 << 20) + 1]);
    assert!(
        text(&output.stderr).contains("more than 96 MiB"),
        "a stream has the limit of files"
    );
}

#[test]
fn shipped_levels_are_named_everywhere() {
    let sandbox = Sandbox::new();
    let folder = sandbox.0.path();
    for arguments in [
        &["solve", "@right_angle"][..],
        &["explain", "@first_steps"],
        &["check", "@walk_the_stack.txt"],
        &["bench", "@rooms", "--algorithm", "astar"],
    ] {
        let output = command(arguments).current_dir(folder).output().unwrap();
        assert_eq!(
            output.status.code(),
            Some(0),
            "{arguments:?}: {}",
            text(&output.stderr)
        );
    }
    assert!(
        refusal(&["solve", "@no_such"])
            .contains("@no_such: no level of that name comes with gridwalk")
    );
    for shell in ["bash", "zsh", "fish"] {
        assert!(
            stdout(&["completions", shell], 0).contains("@right_angle"),
            "{shell}"
        );
    }
}

#[test]
fn an_array_of_0_1_and_2_is_solved_with_a_legend() {
    let sandbox = Sandbox::new();
    let array = sandbox.write("array.txt", "0,0,0\n1,2,0\n0,0,0\n");
    let ends = [
        "--start",
        "0,0",
        "--goal",
        "0,2",
        "--movement",
        "four",
        "--json",
    ];
    let answer = json(
        &[
            &["solve", &array, "--legend", "0=floor,1=wall,2=wall"],
            &ends[..],
        ]
        .concat(),
        0,
    );
    assert_eq!(answer["cost"], 6.0);
    assert!(refusal(&["solve", &array]).contains("array.txt:1:3: a second start"));
    assert!(refusal(&["check", "@rooms", "--legend", "0=floor"]).contains("is for maps of digits"));
}

#[test]
fn control_characters_never_reach_the_terminal() {
    let sandbox = Sandbox::new();
    let name = r"red \u{1b}[31m\u{9b}\nline\u{202e}";
    let file = sandbox.write(
        "evil\u{1b}[31m.level.ron",
        &format!(
            r#"(version: 1, name: "{name}", map: ["..#x"], legend: {{'x': (name: "{name}")}},
            agents: [(name: "{name}", at: (0, 0), goals: [(3, 0)])])"#
        ),
    );
    let picture = sandbox.path("evil\u{9b}.png");
    for arguments in [
        vec!["check", &file],
        vec!["solve", &file, "--json"],
        vec!["explain", &file],
        vec!["solve", &file, "--agent", "\u{1b}x"],
        vec!["bench", &file, "--csv"],
        vec!["bench", &file],
        vec!["render", &file, "-o", &picture],
        vec!["convert", &file, &sandbox.path("x.csv")],
        vec!["solve", "\u{1b}[31mmissing.map"],
    ] {
        let output = gridwalk(&arguments);
        for said in [text(&output.stdout), text(&output.stderr)] {
            assert!(
                !said.contains(|c: char| c.is_control() && c != '\n' || c == '\u{202e}'),
                "{arguments:?}: {said:?}"
            );
        }
    }
    assert!(stdout(&["check", &file], 1).contains(r"red \u001b[31m\u009b\u000aline\u202e"));
}

#[test]
fn errors_of_libraries_are_sentences_of_ours() {
    let sandbox = Sandbox::new();
    for (arguments, word) in [
        (
            vec!["generate", "maze", "--width", "x"],
            "expected a whole number from 1 to 8192",
        ),
        (
            vec!["bench", "a.scen", "--every", "-"],
            "expected a whole number from 1 to 4294967295",
        ),
        (
            vec!["render", "@maze", "-o", "a.png", "--cell", "0"],
            "expected a whole number from 1 to 512",
        ),
    ] {
        let said = refusal(&arguments);
        assert!(said.contains(word), "{arguments:?}: {said}");
    }
    let png = sandbox.path("cut.png");
    stdout(&["render", "@maze", "-o", &png], 0);
    let mut bytes = fs::read(&png).unwrap();
    bytes[12..16].copy_from_slice(b"XHDR");
    fs::write(&png, &bytes).unwrap();
    assert!(
        refusal(&["check", &png]).contains("cut.png: the picture cannot be decoded: it is damaged")
    );
    bytes.truncate(20);
    fs::write(&png, &bytes).unwrap();
    assert!(refusal(&["check", &png]).contains("the picture cannot be decoded"));
}

#[test]
fn bad_input_of_convert_gets_a_sentence() {
    let sandbox = Sandbox::new();
    let map = sandbox.path("small.map");
    let png = sandbox.write("broken.png", "no picture");
    for (arguments, word) in [
        (vec!["convert", &map], "OUT"),
        (
            vec!["convert", "no_such.map", &sandbox.path("new.png")],
            "cannot be read",
        ),
        (vec!["convert", &map, "out.jpeg"], ".level.ron"),
        (
            vec!["convert", &map, &sandbox.path("no_folder/a.csv")],
            "cannot be written",
        ),
        (
            vec!["convert", &png, &sandbox.path("a.csv")],
            "this is no picture; expected a PNG file",
        ),
        (
            vec![
                "convert",
                &map,
                &sandbox.path("a.txt"),
                "--legend",
                "0=floor",
            ],
            "is for maps of digits",
        ),
    ] {
        let said = refusal(&arguments);
        assert!(
            said.contains(word),
            "gridwalk {arguments:?} does not say {word}: {said}"
        );
    }
}

#[test]
fn generate_makes_the_same_level_from_the_same_seed() {
    let sandbox = Sandbox::new();
    let make = |seed: &str| {
        stdout(
            &[
                "generate", "maze", "--width", "21", "--height", "15", "--seed", seed,
            ],
            0,
        )
    };
    assert_eq!(make("7"), make("7"));
    assert_ne!(make("7"), make("8"));
    let file = sandbox.write("maze.level.ron", &make("7"));
    assert_eq!(json(&["solve", &file, "--json"], 0)["found"], true);
    for kind in ["maze", "rooms", "random", "cave", "weights"] {
        let file = sandbox.path(&format!("{kind}.level.ron"));
        assert!(stdout(&["generate", kind, "-o", &file, "--force"], 0).is_empty());
        assert!(stdout(&["solve", &file], 0).contains("expanded"), "{kind}");
    }
    let output = gridwalk(&["generate", "cave", "-o", &sandbox.path("cave.png")]);
    assert_eq!(output.status.code(), Some(0));
    let said = text(&output.stderr);
    assert!(
        said.contains("the file holds the map alone") && !said.contains("leads to"),
        "{said}"
    );
    for (arguments, word) in [
        (vec!["generate", "castle"], "rooms"),
        (vec!["generate", "maze", "--width", "0"], "from 1 to 8192"),
        (vec!["generate", "maze", "--density", "10"], "density"),
        (vec!["generate", "cave", "--density", "101"], "101"),
        (vec!["generate", "cave", "-o", "cave.jpeg"], ".png"),
    ] {
        let said = refusal(&arguments);
        assert!(
            said.contains(word),
            "gridwalk {arguments:?} does not say {word}: {said}"
        );
    }
}

#[test]
fn completions_are_written_for_every_shell() {
    for shell in ["bash", "elvish", "zsh", "fish", "powershell"] {
        let script = stdout(&["completions", shell], 0);
        for word in ["solve", "bench", "max-expansions"] {
            assert!(script.contains(word), "{word} is missing for {shell}");
        }
    }
    assert!(refusal(&["completions", "cmd"]).contains("powershell"));
}

#[test]
fn help_has_examples_for_each_command() {
    assert!(stdout(&["--help"], 0).contains("solve"));
    for name in [
        "solve",
        "bench",
        "list",
        "check",
        "convert",
        "generate",
        "completions",
    ] {
        let help = stdout(&[name, "--help"], 0);
        assert!(help.contains(&format!("  gridwalk {name}")), "{help}");
    }
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    for arguments in [
        vec!["list"],
        vec!["solve", "assets/levels/cave_512.level.ron"],
        vec![
            "solve",
            "assets/levels/rooms.level.ron",
            "--json",
            "--order",
        ],
        vec!["completions", "bash"],
    ] {
        let mut child = command(&arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut reader = child.stdout.take().unwrap();
        let mut first = [0];
        // Closed at once, or after a byte: either way the rest has no reader.
        if arguments[0] == "list" {
            reader.read_exact(&mut first).unwrap();
        }
        drop(reader);
        let output = child.wait_with_output().unwrap();
        let said = text(&output.stderr);
        assert!(
            !said.contains("panicked") && !said.to_lowercase().contains("pipe"),
            "{arguments:?}: {said}"
        );
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {said}");
    }
}

/// A program with arguments of its own, as the window's are.
fn program() -> clap::Command {
    let size = clap::Arg::new("size")
        .long("size")
        .default_value("1280x720");
    let exit = clap::Arg::new("exit")
        .long("exit")
        .action(clap::ArgAction::SetTrue);
    let program = clap::Command::new("gridwalk")
        .about("A playground")
        .arg(clap::Arg::new("level"));
    gridwalk::cli::beside(program.arg(size).arg(exit))
}

#[test]
fn a_command_is_distinguished_from_a_level() {
    program().debug_assert();
    let parse = |line: &str| program().try_get_matches_from(line.split(' '));
    let command = |line: &str| parse(line).unwrap().subcommand_name().map(str::to_owned);
    assert_eq!(command("gridwalk solve a.map").as_deref(), Some("solve"));
    assert_eq!(command("gridwalk list").as_deref(), Some("list"));
    for line in [
        "gridwalk",
        "gridwalk a.level.ron --exit",
        "gridwalk ./solve",
        "gridwalk --exit solve",
    ] {
        assert_eq!(command(line), None, "{line}");
    }
    assert_eq!(
        parse("gridwalk ./solve")
            .unwrap()
            .get_one::<String>("level")
            .unwrap(),
        "./solve"
    );
    for line in [
        "gridwalk solve",
        "gridwalk a.map b.map",
        "gridwalk --no-such-option",
    ] {
        assert_eq!(parse(line).unwrap_err().exit_code(), 2, "{line}");
    }
}

#[test]
fn help_shows_both_faces() {
    let help = program().render_help().to_string();
    for word in [
        "A playground",
        "--size",
        "[level]",
        "solve",
        "bench",
        "completions",
    ] {
        assert!(help.contains(word), "{word} is missing in\n{help}");
    }
}

#[test]
fn cells_and_costs_that_are_none_get_a_sentence() {
    let expects = |arguments: &[&str], words: &str| {
        let error = program()
            .try_get_matches_from([&["gridwalk"], arguments].concat())
            .unwrap_err()
            .to_string();
        assert!(error.contains(words), "{arguments:?} said: {error}");
    };
    for cell in ["", "3", "3,", "3;4", "a,b", "99999999999,0"] {
        expects(
            &["solve", "a.map", "--start", cell],
            "expected X,Y such as 3,4",
        );
    }
    for costs in [".", ".=1001", "S=1.5", "SW=3"] {
        expects(&["bench", "a.scen", "--costs", costs], "expected");
    }
    for good in [["--start", "3,4"], ["--start", " -3 , 4"]] {
        program()
            .try_get_matches_from([&["gridwalk", "solve", "a.map"], &good[..]].concat())
            .unwrap();
    }
}

/// A file of the level crate's samples.
fn sample(name: &str) -> String {
    format!(
        "{}/crates/gridwalk_level/tests/samples/{name}",
        env!("CARGO_MANIFEST_DIR")
    )
}

#[test]
fn every_command_reads_foreign_maps_and_lists_unread_parts() {
    let sandbox = Sandbox::new();
    let (town, dungeon) = (sample("town.tmj"), sample("dungeon.ldtk"));
    let output = gridwalk(&["solve", &town, "--json"]);
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(
        (&answer["start"], &answer["goal"]),
        (&serde_json::json!([0, 0]), &serde_json::json!([10, 0]))
    );
    let said = text(&output.stderr);
    assert!(
        said.contains("town.tmj:53:9: the hidden layer `roofs` is not read"),
        "{said}"
    );
    assert!(
        said.contains("town.tmj:161:9: the image layer `clouds` is not read"),
        "{said}"
    );
    let said = stdout(&["check", &town], 0);
    assert!(
        said.contains("Town, 12 × 8 cells, 2 agents")
            && said.contains("note: line 53, column 9: the hidden"),
        "{said}"
    );
    let level = sandbox.path("town.level.ron");
    assert!(stdout(&["convert", &town, &level], 0).is_empty());
    let path = |file: &str| json(&["solve", file, "--json"], 0)["path"].clone();
    assert_eq!(path(&level), answer["path"], "as a level it is the same");
    let attic = stdout(&["check", &dungeon, "--level", "Attic"], 0);
    assert!(attic.contains("Attic, 3 × 1 cells, 0 agents"), "{attic}");
    assert!(
        refusal(&["check", &dungeon, "--level", "Roof"])
            .contains("expected \"Cellar\" or \"Attic\"")
    );
    assert!(
        refusal(&["check", "@maze", "--level", "Roof"])
            .contains("only projects of LDtk have several levels")
    );
}

#[test]
fn a_format_that_is_only_read_is_not_written() {
    let sandbox = Sandbox::new();
    let tiled = refusal(&["convert", "@maze", &sandbox.path("a.tmj")]);
    assert!(
        tiled.contains("a Tiled map is read only; expected a name that ends in .level.ron, .map,"),
        "{tiled}"
    );
    let ldtk = refusal(&["convert", "@maze", "-", "--to", "ldtk"]);
    assert!(
        ldtk.contains(
            "an LDtk project is read only; say with --to which format is written, one of ron, map"
        ),
        "{ldtk}"
    );
}

#[test]
fn a_tileset_that_is_missing_is_a_sentence_with_its_place() {
    let sandbox = Sandbox::new();
    let town = fs::read_to_string(sample("town.tmj")).unwrap();
    let alone = sandbox.write("alone.tmj", &town);
    let said = refusal(&["check", &alone]);
    let expected =
        "alone.tmj:252:19: the file `houses.tsj` cannot be read: there is no such file or folder";
    assert!(said.contains(expected), "{said}");
}

#[test]
fn solid_says_exactly_what_is_a_wall() {
    let sandbox = Sandbox::new();
    let map = r#"{ "width": 3, "height": 1, "tilewidth": 8, "tileheight": 8, "tilesets": [{ "firstgid": 1, "name": "t", "tiles": [
{ "id": 1, "properties": [{ "name": "collides", "value": true }] }] }],
"layers": [{ "type": "tilelayer", "name": "a", "data": [1, 2, 1] }] }"#;
    let file = sandbox.write("map.tmj", map);
    // The wall cuts the map in two, which is a warning.
    let guessed = stdout(&["check", &file], 1);
    let note = "note: line 2, column 27: 1 cell is a wall by the property `collides` (a guess, the rule property:collides)";
    assert!(guessed.contains(note), "{guessed}");
    let costs = |rules: &[&str]| {
        stdout(
            &[&["convert", &file, "-", "--to", "csv"], rules].concat(),
            0,
        )
    };
    assert_eq!(costs(&[]), "1,#,1\n");
    assert_eq!(costs(&["--solid", "none"]), "1,1,1\n");
    assert_eq!(
        costs(&["--solid", "class:Rock", "--solid", "layer:a"]),
        "#,#,#\n"
    );
    assert!(
        refusal(&["check", &file, "--solid", "wall"])
            .contains("expected `none`, `shapes`, `property:NAME`")
    );
    assert!(
        refusal(&["check", "@maze", "--solid", "none"])
            .contains("rules for walls are for maps of Tiled")
    );
}
