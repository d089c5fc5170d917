//! `gridwalk simulate`: figures, positions, edits, and input that is refused.

use gridwalk_testing::crowd::Run;
use gridwalk_testing::shipped_level;
use serde_json::Value;

use super::run::{Sandbox, json, refusal, stdout};

/// Eight agents of a scenario file on an open map: each goes to the other side.
fn scenario(sandbox: &Sandbox) -> [String; 2] {
    let map = sandbox.write(
        "open.map",
        &format!(
            "type octile\nheight 8\nwidth 8\nmap\n{}",
            "........\n".repeat(8)
        ),
    );
    let line = |y: i32| format!("0\topen.map\t8\t8\t0\t{y}\t7\t{}\t7\n", 7 - y);
    let scen = sandbox.write(
        "open.scen",
        &format!("version 1\n{}", (0..8).map(line).collect::<String>()),
    );
    [map, scen]
}

#[test]
fn a_scenario_is_simulated_to_its_end() {
    let sandbox = Sandbox::new();
    let [map, scen] = scenario(&sandbox);
    let arguments = [
        "simulate",
        &map,
        "--scen",
        &scen,
        "--movement",
        "four",
        "--json",
    ];
    let report = json(&arguments, 0);
    assert_eq!(
        (report["agents"].as_u64(), report["arrived"].as_u64()),
        (Some(8), Some(8))
    );
    assert_eq!(report["conflicts"], 0);
    let number = |key: &str| report[key].as_u64().unwrap();
    // Seven columns each, and 7, 5, 3, 1, 1, 3, 5, 7 rows.
    assert_eq!(number("sum_of_costs_bound"), 8 * 7 + 32);
    assert_eq!(number("makespan_bound"), 14);
    assert!(number("sum_of_costs") >= number("sum_of_costs_bound"));
    assert!(number("makespan") <= 30, "{report}");
    assert_eq!(
        json(&arguments, 0)["state_hash"],
        report["state_hash"],
        "the same request, the same run"
    );
    let some = json(
        &["simulate", &map, "--scen", &scen, "--agents", "3", "--json"],
        0,
    );
    assert_eq!(some["agents"], 3);
}

#[test]
fn positions_have_a_line_for_each_tick() {
    let sandbox = Sandbox::new();
    let [map, scen] = scenario(&sandbox);
    let printed = stdout(
        &[
            "simulate",
            &map,
            "--scen",
            &scen,
            "--movement",
            "four",
            "--positions",
            "-",
        ],
        0,
    );
    let lines: Vec<Value> = printed
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    for (tick, line) in lines.iter().enumerate() {
        assert_eq!(line["tick"], tick);
        let cells = line["cells"].as_array().unwrap();
        let different: std::collections::BTreeSet<String> =
            cells.iter().map(Value::to_string).collect();
        assert_eq!(different.len(), 8, "no two share a cell");
    }
    assert_eq!(lines[0]["cells"][0], serde_json::json!([0, 0]));
    assert_eq!(lines.last().unwrap()["cells"][0], serde_json::json!([7, 7]));
    let file = sandbox.path("positions.jsonl");
    stdout(
        &[
            "simulate",
            &map,
            "--scen",
            &scen,
            "--movement",
            "four",
            "--positions",
            &file,
        ],
        0,
    );
    assert_eq!(std::fs::read_to_string(&file).unwrap(), printed);
}

#[test]
fn an_edit_shuts_and_opens_the_way() {
    let sandbox = Sandbox::new();
    let [map, scen] = scenario(&sandbox);
    let wall: Vec<String> = (0..8).map(|y| format!("[4, {y}]")).collect();
    let wall = wall.join(", ");
    let shut = format!("{{\"tick\": 1, \"cells\": [{wall}], \"cost\": 0}}\n");
    let edits = sandbox.write("shut.jsonl", &shut);
    let simulate = |edits: &str, code: i32| {
        json(
            &[
                "simulate", &map, "--scen", &scen, "--ticks", "60", "--json", "--edits", edits,
            ],
            code,
        )
    };
    let report = simulate(&edits, 1);
    assert_eq!(
        (report["arrived"].as_u64(), report["unreachable"].as_u64()),
        (Some(0), Some(8))
    );
    let open = sandbox.write(
        "open.jsonl",
        &format!("{shut}{{\"tick\": 20, \"cells\": [{wall}], \"cost\": 1}}\n"),
    );
    assert_eq!(simulate(&open, 0)["arrived"], 8);
}

#[test]
fn lifelong_agents_get_new_goals() {
    let report = json(
        &[
            "simulate",
            "@empty",
            "--agents",
            "20",
            "--lifelong",
            "--ticks",
            "200",
            "--json",
        ],
        0,
    );
    assert_eq!(
        (report["ticks"].as_u64(), report["conflicts"].as_u64()),
        (Some(200), Some(0))
    );
    assert!(report["tasks"].as_u64().unwrap() > 50, "{report}");
    assert!(report["sum_of_costs"].is_null());
}

#[test]
fn a_level_with_waypoints_and_kinds_is_walked() {
    let report = json(&["simulate", "@own_costs", "--json"], 0);
    assert_eq!(
        (report["arrived"].as_u64(), report["conflicts"].as_u64()),
        (Some(2), Some(0)),
        "{report}"
    );
    let text = stdout(&["simulate", "@river_crossing"], 0);
    assert!(text.starts_with("4 of 4 agents at home after "), "{text}");
}

/// The tests of the crate hold deadlines and hashes; they are those of the command.
#[test]
fn levels_of_crowds_run_as_in_the_tests_of_the_crate() {
    for name in [
        "bay",
        "bridges",
        "crossing",
        "dead_end",
        "doorway",
        "guard",
        "one_click",
        "painted",
        "slow_and_fast",
        "two_trains",
    ] {
        let mut run = Run::of_level(&shipped_level(name));
        run.run(1000);
        let report = json(
            &["simulate", &format!("@{name}"), "--ticks", "1000", "--json"],
            0,
        );
        let found =
            ["agents", "arrived", "ticks", "conflicts"].map(|key| report[key].as_u64().unwrap());
        let agents = run.names.len() as u64;
        assert_eq!(found, [agents, agents, run.crowd.now(), 0], "{name}");
        assert_eq!(
            report["state_hash"],
            format!("{:016x}", run.crowd.hash()),
            "{name}"
        );
    }
}

/// A thousand agents that shared a goal came home after 106 ticks, "at least 128".
#[test]
fn agents_that_share_a_goal_have_no_bound() {
    let bounds = |level: &str| {
        let report = json(&["simulate", level, "--json"], 0);
        ["sum_of_costs_bound", "makespan_bound"].map(|key| report[key].as_u64())
    };
    assert_eq!(bounds("@bay"), [Some(40), Some(20)]);
    assert_eq!(bounds("@one_click"), [None; 2]);
}

#[test]
fn bad_input_is_refused_in_words() {
    let sandbox = Sandbox::new();
    let [map, _] = scenario(&sandbox);
    let scen = |lines: &str| sandbox.write("bad.scen", &format!("version 1\n{lines}"));
    let line = |x: i32| format!("0\topen.map\t8\t8\t{x}\t0\t7\t7\t7\n");
    let twice = scen(&format!("{}{}", line(1), line(1)));
    let said = refusal(&["simulate", &map, "--scen", &twice, "--json"]);
    assert!(
        said.contains(
            "bad.scen:3:16: the agent of line 3 starts on (1, 0), where the agent of line 2 stands"
        ),
        "{said}"
    );
    let wall = sandbox.path("small.map");
    let small = scen("0\tsmall.map\t8\t5\t3\t0\t7\t0\t7\n");
    let said = refusal(&["simulate", &wall, "--scen", &small]);
    assert!(
        said.contains(":2:17: the agent of line 2 cannot start on (3, 0): the cell is blocked"),
        "{said}"
    );
    let one = scen(&line(1));
    let said = refusal(&["simulate", &map, "--scen", &one, "--agents", "2"]);
    assert!(
        said.contains("--agents asks for 2 queries; the file has 1"),
        "{said}"
    );
    let said = refusal(&["simulate", &map]);
    assert!(
        said.contains("there are no agents; say with --agents N how many are added"),
        "{said}"
    );
    let said = refusal(&["simulate", &map, "--agents", "65"]);
    assert!(
        said.contains("--agents asks for 65 agents; the map has room for 64"),
        "{said}"
    );
    let said = refusal(&["simulate", "@portals"]);
    assert!(
        said.contains("a crowd does not use portals; the map has 2"),
        "{said}"
    );
    let edits = |text: &str| sandbox.write("edits.jsonl", text);
    let outside = edits("\n{\"tick\": 1, \"cells\": [[8, 0]], \"cost\": 0}");
    let said = refusal(&["simulate", &map, "--agents", "1", "--edits", &outside]);
    assert!(
        said.contains("edits.jsonl:2:13: cell (8, 0) lies outside the 8 × 8 map"),
        "{said}"
    );
    let unknown = edits("{\"tick\": 1, \"cells\": [], \"cots\": 0}");
    let said = refusal(&["simulate", &map, "--agents", "1", "--edits", &unknown]);
    assert!(
        said.contains("edits.jsonl:1:31: unknown field `cots`"),
        "{said}"
    );
}

/// Nothing showed agents walking in motion.
#[test]
fn walk_is_written_as_an_animation() {
    let sandbox = Sandbox::new();
    let [map, scen] = scenario(&sandbox);
    let file = sandbox.path("walk.gif");
    let arguments = [
        "simulate",
        &map,
        "--scen",
        &scen,
        "--movement",
        "four",
        "--gif",
        &file,
        "--seconds",
        "4",
    ];
    let plain = json(
        &[
            "simulate",
            &map,
            "--scen",
            &scen,
            "--movement",
            "four",
            "--json",
        ],
        0,
    );
    stdout(&arguments, 0);
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    let mut decoder = options
        .read_info(std::fs::File::open(&file).unwrap())
        .unwrap();
    let (mut frames, mut time) = (0, 0);
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        (frames, time) = (frames + 1, time + u64::from(frame.delay));
    }
    // A frame for the start, and one for each tick.
    assert_eq!(frames, plain["makespan"].as_u64().unwrap() + 1);
    assert_eq!(time, 400);
    let again = [&arguments[..], &["--json"]].concat();
    assert!(
        refusal(&again).contains("walk.gif"),
        "it is there, and --force is not given"
    );
    let said = refusal(&["simulate", &map, "--scen", &scen, "--gif", "walk.png"]);
    assert!(
        said.contains("--gif walk.png: expected a name that ends in .gif"),
        "{said}"
    );
}
