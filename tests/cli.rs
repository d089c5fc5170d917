//! The command line, run as the program that people run.
#![cfg(feature = "cli")]

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use gridwalk::pathfinding::formats::parse_level;
use gridwalk::pathfinding::{Algorithm, NodePool, Outcome, SearchOptions, SearchProblem, Trace, solve};
use serde_json::Value;

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gridwalk"));
    command.current_dir(env!("CARGO_MANIFEST_DIR")).args(arguments).stdin(Stdio::null());
    command.env_remove("COLUMNS").env_remove("CLICOLOR_FORCE");
    command
}

fn gridwalk(arguments: &[&str]) -> Output {
    command(arguments).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// What a run that ended with this exit code wrote to stdout.
fn stdout(arguments: &[&str], code: i32) -> String {
    let output = gridwalk(arguments);
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "gridwalk {arguments:?} said: {said}");
    assert!(!said.contains("panicked"), "{said}");
    text(&output.stdout)
}

/// What a run that refused its input said. It has no results.
fn refusal(arguments: &[&str]) -> String {
    let output = gridwalk(arguments);
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "gridwalk {arguments:?} said: {said}");
    assert!(!said.contains("panicked"), "{said}");
    assert!(output.stdout.is_empty(), "gridwalk {arguments:?} printed: {}", text(&output.stdout));
    said
}

fn json(arguments: &[&str], code: i32) -> Value {
    let printed = stdout(arguments, code);
    serde_json::from_str(&printed).unwrap_or_else(|error| panic!("{error} in {printed}"))
}

fn level(name: &str) -> String {
    format!("assets/levels/{name}.level.ron")
}

/// A folder with a map of 8 × 5 cells, two rooms and a door between them, and a closed cell.
struct Sandbox(tempfile::TempDir);

const MAP: &str = "type octile\nheight 5\nwidth 8\nmap\n...@....\n...@..@@\n......@.\n...@..@@\n...@....\n";

impl Sandbox {
    fn new() -> Self {
        let sandbox = Self(tempfile::tempdir().unwrap());
        sandbox.write("small.map", MAP);
        sandbox
    }

    fn path(&self, name: &str) -> String {
        self.0.path().join(name).to_str().unwrap().to_owned()
    }

    fn write(&self, name: &str, content: &str) -> String {
        fs::write(self.0.path().join(name), content).unwrap();
        self.path(name)
    }
}

#[test]
fn solve_draws_the_way_and_states_its_rule() {
    let sandbox = Sandbox::new();
    let shown = stdout(&["solve", &sandbox.path("small.map"), "--start", "0,0", "--goal", "7,0"], 0);
    assert!(shown.starts_with("●..@.••◆\n.•.@.•@@\n..•••.@.\n"), "{shown}");
    assert!(!shown.contains('\u{1b}'), "colours are for terminals: {shown}");
    for word in ["cost 9.24", "expanded", "generated", "8-way, no corner cutting, a step costs 1 straight and 1.414"] {
        assert!(shown.contains(word), "{word} is missing in\n{shown}");
    }
}

#[test]
fn solve_as_json_says_everything_in_one_line() {
    let sandbox = Sandbox::new();
    let map = sandbox.path("small.map");
    let printed = stdout(&["solve", &map, "--start", "0,0", "--goal", "0,2", "--json", "--order"], 0);
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
    assert_eq!((&verdict["optimal_cost"], &verdict["ratio"]), (&2.0.into(), &1.0.into()));
    assert_eq!((&verdict["admissible"], &verdict["consistent"]), (&true.into(), &true.into()));
    assert_eq!(verdict["witness"], Value::Null);
    let plain = json(&["solve", &map, "--start", "0,0", "--goal", "0,2", "--json"], 0);
    assert!(plain.get("expanded_order").is_none());
}

#[test]
fn the_same_question_has_the_same_answer() {
    let ask = || {
        let mut answer = json(&["solve", &level("rooms"), "--json", "--order"], 0);
        answer.as_object_mut().unwrap().remove("search_us").expect("the time is told");
        answer
    };
    assert_eq!(ask(), ask());
}

#[test]
fn no_way_is_an_answer_with_a_reason() {
    let sandbox = Sandbox::new();
    let map = sandbox.path("small.map");
    let closed = ["solve", &map, "--start", "0,0", "--goal", "7,2"];
    assert!(stdout(&closed, 1).contains("no way from (0, 0) to (7, 2): the goal is walled off"));
    let answer = json(&[&closed[..], &["--json"]].concat(), 1);
    assert_eq!((&answer["found"], &answer["cost"], &answer["cells"]), (&false.into(), &Value::Null, &0.into()));
    assert_eq!(answer["reason"], "the goal is walled off");
    assert_eq!(answer["path_hash"], Value::Null);
    let far = ["solve", &map, "--start", "0,0", "--goal", "7,0", "--json"];
    let answer = json(&[&far[..], &["--max-expansions", "3"]].concat(), 1);
    assert_eq!(answer["reason"], "given up after 3 expansions");
    let answer = json(&[&far[..], &["--max-cost", "5.5"]].concat(), 1);
    assert_eq!(answer["reason"], "none is within the cost limit");
    assert_eq!(json(&[&far[..], &["--max-cost", "9.25"]].concat(), 0)["found"], true);
}

#[test]
fn the_referee_says_how_good_the_answer_is() {
    let sandbox = Sandbox::new();
    let trap = "type octile\nheight 5\nwidth 7\nmap\n.......\n.@@@@@.\n.....@.\n.@@@@@.\n.......\n";
    let trap = sandbox.write("trap.map", trap);
    let ask = ["solve", &trap, "--start", "0,2", "--goal", "6,2", "--movement", "four"];
    let greedy = json(&[&ask[..], &["--algorithm", "greedy", "--heuristic", "manhattan", "--json"]].concat(), 0);
    assert_eq!(greedy["verdict"]["optimal_cost"], 10.0);
    let above = [&ask[..5], &["5,0", "--movement", "four"], &["--heuristic", "manhattan"]].concat();
    assert_eq!(json(&[&above[..], &["--json"]].concat(), 0)["verdict"]["ratio"], 1.0);
    let high = ["--movement", "eight-always", "--heuristic", "manhattan"];
    let high = json(&[&ask[..6], &high, &["--json"]].concat(), 0);
    assert_eq!(high["verdict"]["admissible"], false);
    let witness = &high["verdict"]["witness"];
    assert!(witness["h"].as_f64() > witness["true_cost"].as_f64(), "{witness}");
    assert_eq!(witness["cell"].as_array().unwrap().len(), 2);
    assert!(stdout(&ask, 0).contains("Optimal: 10 is the cheapest way."));
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
    let maps: Vec<_> = table["rows"].as_array().unwrap().iter().map(|row| row["map"].as_str().unwrap()).collect();
    assert_eq!(maps, ["two.level.ron", "two.level.ron (timid)"]);
}

#[test]
fn a_trace_is_written_and_read_again() {
    let sandbox = Sandbox::new();
    let rooms = level("rooms");
    let answer = |name: &str, more: &[&str]| {
        let file = sandbox.path(name);
        let answer = json(&[&["solve", &rooms, "--json", "--trace", &file], more].concat(), 0);
        (answer["expanded"].as_u64().unwrap(), fs::read(file).unwrap())
    };
    let (expanded, own) = answer("own.json", &[]);
    let trace = Trace::from_json(&own).unwrap();
    assert_eq!((trace.outcome.stats.expanded, trace.outcome.found), (expanded, true));
    assert_eq!(Trace::from_ron(&answer("own.ron", &[]).1).unwrap(), trace);
    let posthoc = answer("rooms.trace.json", &[]).1;
    assert_eq!(answer("rooms.posthoc", &["--posthoc"]).1, posthoc);
    let posthoc: Value = serde_json::from_slice(&posthoc).unwrap();
    assert!(posthoc["events"].as_array().unwrap().len() as u64 > expanded);
    assert!(refusal(&["solve", &rooms, "--trace", "rooms.txt"]).contains(".trace.json"));
    assert!(refusal(&["solve", &rooms, "--trace", &sandbox.path("no_folder/a.json")]).contains("cannot be written"));
    assert!(refusal(&["solve", &rooms, "--posthoc"]).contains("--trace"));
}

#[test]
fn nearest_goes_as_near_as_possible_and_says_so() {
    let sandbox = Sandbox::new();
    let map = sandbox.path("small.map");
    for goal in ["7,2", "3,0", "700,0"] {
        let output = gridwalk(&["solve", &map, "--start", "0,0", "--goal", goal, "--nearest", "--json"]);
        assert_eq!(output.status.code(), Some(0), "{goal}");
        assert!(text(&output.stderr).contains("cannot be reached; going to"), "{goal}");
        assert_eq!(text(&output.stdout).lines().count(), 1);
    }
}

#[test]
fn nearest_on_a_map_with_one_way_cells_never_ends_in_no_way() {
    let sandbox = Sandbox::new();
    let level = r#"(version: 1, map: ["..#..", "..<..", "..#.."],
        legend: { '<': (name: "westward", cost: 1, one_way: ["w"]) })"#;
    let level = sandbox.write("west.level.ron", level);
    let answer = json(&["solve", &level, "--start", "0,1", "--goal", "4,1", "--nearest", "--json"], 0);
    assert_eq!(answer["path"], serde_json::json!([[0, 1], [1, 1], [2, 1]]));
    let answer = json(&["solve", &level, "--start", "4,1", "--goal", "0,1", "--nearest", "--json"], 0);
    assert_eq!(answer["cells"], 5, "that way it leads");
}

#[test]
fn every_rule_of_the_command_line_counts() {
    let sandbox = Sandbox::new();
    let map = sandbox.path("small.map");
    let cost = |more: &[&str]| {
        let base = ["solve", &map, "--start", "0,0", "--goal", "7,0", "--json"];
        json(&[&base[..], more].concat(), 0)
    };
    assert_eq!(cost(&["--movement", "four"])["cost"], 11.0);
    assert_eq!(cost(&["--steps", "uniform"])["cost"], 8.0);
    assert_eq!(cost(&["--steps", "10/14", "--movement", "four"])["cost"], 110.0);
    assert_eq!(cost(&["--movement", "four", "--within", "3"])["cells"], 8);
    let expanded = |more: &[&str]| cost(more)["expanded"].as_u64().unwrap();
    let octile = expanded(&[]);
    assert!(expanded(&["--heuristic", "zero"]) > octile);
    assert_eq!(expanded(&["--formula", "max(dx, dy)"]), expanded(&["--heuristic", "chebyshev"]));
    assert!(expanded(&["--algorithm", "weighted-astar", "--weight", "5"]) <= octile);
    let path = |more: &[&str]| {
        cost(&[more, &["--heuristic", "zero", "--tie", "oldest", "--movement", "four"]].concat())["path"].clone()
    };
    assert_ne!(path(&["--neighbours", "s,e"]), path(&["--neighbours", "e,s"]));
    assert!(expanded(&["--stop", "generated"]) < octile);
    assert_eq!(cost(&["--cost-rule", "mean"])["cost"], cost(&[])["cost"], "all terrain costs 1");
    cost(&["--parent", "first"]);
}

#[test]
fn bad_input_of_solve_gets_a_sentence() {
    let sandbox = Sandbox::new();
    let (map, rooms) = (sandbox.path("small.map"), level("rooms"));
    let broken = sandbox.write("broken.level.ron", "(version: 1, map: [\"..\", \".x\"])");
    for (arguments, words) in [
        (vec!["solve"], vec!["LEVEL"]),
        (vec!["solve", "no_such.map"], vec!["no_such.map", "cannot be read"]),
        (vec!["solve", &broken], vec!["broken.level.ron:1:28", "legend"]),
        (vec!["solve", &map], vec!["--start X,Y"]),
        (vec!["solve", &map, "--start", "0,0"], vec!["--goal X,Y"]),
        (vec!["solve", &map, "--start", "0,0", "--goal", "3,0"], vec!["goal (3, 0) is blocked"]),
        (vec!["solve", &map, "--start", "0,9", "--goal", "0,0"], vec!["start (0, 9) lies outside"]),
        (vec!["solve", &map, "--start", "0;0", "--goal", "0,0"], vec!["0;0", "X,Y"]),
        (vec!["solve", &rooms, "--algorithm", "a-star"], vec!["a-star", "astar", "dijkstra"]),
        (vec!["solve", &rooms, "--heuristic", "none"], vec!["zero", "octile"]),
        (vec!["solve", &rooms, "--movement", "hex"], vec!["four", "eight-no-corners"]),
        (vec!["solve", &rooms, "--tie", "loudest"], vec!["oldest", "smaller-h"]),
        (vec!["solve", &rooms, "--steps", "10/21"], vec!["10/14"]),
        (vec!["solve", &rooms, "--weight", "-1"], vec!["--weight", "from 0 to 100"]),
        (vec!["solve", &rooms, "--start", "-1,2"], vec!["start (-1, 2) lies outside"]),
        (vec!["solve", &rooms, "--formula", "dx + dz"], vec!["dz", "dx, dy and g"]),
        (vec!["solve", &rooms, "--formula", "dx", "--heuristic", "zero"], vec!["cannot be used with"]),
        (vec!["solve", &rooms, "--neighbours", "n,n"], vec!["at most once"]),
        (vec!["solve", &rooms, "--within", "1001"], vec!["1001"]),
        (vec!["solve", &rooms, "--agent", "nobody"], vec!["nobody", "there are"]),
        (vec!["solve", &rooms, "--order"], vec!["--json"]),
        (vec!["solve", &rooms, "--no-such-option"], vec!["--no-such-option"]),
        (vec!["solve", &rooms, "--algorithm", "astar", "--weight", "2"], vec!["weighted-astar"]),
    ] {
        let said = refusal(&arguments);
        for word in words {
            assert!(said.contains(word), "gridwalk {arguments:?} does not say {word}: {said}");
        }
    }
}

#[test]
fn a_refusal_is_told_to_programs_as_well() {
    let arguments = ["solve", &level("rooms"), "--algorithm", "astar", "--weight", "2", "--json"];
    let output = gridwalk(&arguments);
    assert_eq!(output.status.code(), Some(2));
    let answer: Value = serde_json::from_str(&text(&output.stdout)).unwrap();
    assert_eq!(answer["found"], false);
    let reason = answer["reason"].as_str().unwrap();
    assert!(reason.contains("weighted-astar"), "{reason}");
    assert!(text(&output.stderr).contains(reason));
}

#[test]
fn the_program_and_the_library_give_the_same_answer() {
    for name in ["rooms", "right_angle", "four_algorithms"] {
        let file = level(name);
        let bytes = fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join(&file)).unwrap();
        let read = parse_level(&bytes, &file).unwrap();
        let agent = &read.agents[0];
        let problem = SearchProblem::new(&read.grid, agent.at, agent.goals[0]).unwrap();
        for algorithm in Algorithm::ALL {
            // Depth-first passes under a bound take for ever on open ground with uneven terrain.
            let impatient = if algorithm == Algorithm::IdaStar { Some(20_000) } else { None };
            let options = SearchOptions { algorithm, max_expansions: impatient, ..read.search.clone() };
            let outcome = solve(&options, &problem, &mut NodePool::default(), &mut ());
            let code = match &outcome {
                Outcome::Solved(_) => 0,
                Outcome::Refused(_) => 2,
                _ => 1,
            };
            let mut arguments = vec!["solve", &file, "--algorithm", algorithm.name(), "--json"];
            if impatient.is_some() {
                arguments.extend(["--max-expansions", "20000"]);
            }
            let answer = json(&arguments, code);
            let show = format!("{name}, {}: {answer}", algorithm.name());
            assert_eq!(answer["expanded"], outcome.stats().expanded, "{show}");
            assert_eq!(answer["generated"], outcome.stats().generated, "{show}");
            let cost = outcome.cost().map(|cost| options.units().to_f64(cost));
            // The JSON of the test is read to 15 digits.
            let near = |(a, b): (f64, f64)| (a - b).abs() < 1e-9;
            assert!(answer["cost"].as_f64().zip(cost).is_none_or(near), "{show}, not {cost:?}");
            assert_eq!(answer["cost"].is_null(), cost.is_none(), "{show}");
            let hash = outcome.path().map(|path| format!("{:016x}", path.hash()));
            assert_eq!(answer["path_hash"].as_str(), hash.as_deref(), "{show}");
        }
    }
}

/// A file beside the project, where there is one.
fn shared(name: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared").join(name);
    if path.exists() {
        return Some(path);
    }
    assert!(std::env::var_os("GRIDWALK_REQUIRE_SHARED").is_none(), "{} is not there", path.display());
    println!("skipped: {} is not there", path.display());
    None
}

#[test]
fn every_tutorial_is_solved_to_the_letter() {
    let Some(path) = shared("tutorials/expected.json") else { return };
    let expected: Value = serde_json::from_slice(&fs::read(path).unwrap()).unwrap();
    for (name, wanted) in expected.as_object().unwrap() {
        let answer = json(&["solve", &level(name), "--json", "--order"], 0);
        for (key, field) in [("path", "path"), ("expanded", "expanded_order"), ("expansions", "expanded")] {
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

const SCENARIOS: &str = "version 1\n\
    0\tmaps/small.map\t8\t5\t0\t0\t0\t2\t2\n\
    2\tmaps/small.map\t8\t5\t0\t0\t7\t0\t9.24264\n\
    2\tmaps/small.map\t8\t5\t7\t4\t0\t0\t9.24264\n";

#[test]
fn bench_meets_the_published_lengths() {
    let sandbox = Sandbox::new();
    let file = sandbox.write("small.map.scen", SCENARIOS);
    let table = json(&["bench", &file, "--algorithm", "astar,dijkstra", "--algorithm", "greedy", "--json"], 0);
    let rows = table["rows"].as_array().unwrap();
    let names: Vec<_> = rows.iter().map(|row| row["algorithm"].as_str().unwrap()).collect();
    assert_eq!(names, ["astar", "dijkstra", "greedy"]);
    for row in &rows[..2] {
        assert_eq!((&row["queries"], &row["different"], &row["optimal"]), (&3.into(), &0.into(), &true.into()));
        assert!(row["p99_us"].as_f64() >= row["median_us"].as_f64());
        assert!(row["mean_expanded"].as_f64().unwrap() > 1.0);
    }
    let shown = stdout(&["bench", &file, "--algorithm", "astar"], 0);
    assert!(shown.contains("all equal"), "{shown}");
    let every = json(&["bench", &file, "--algorithm", "astar", "--every", "2", "--runs", "3", "--json"], 0);
    assert_eq!(every["rows"][0]["queries"], 2);
}

#[test]
fn bench_finds_wrong_lengths() {
    let sandbox = Sandbox::new();
    let wrong = sandbox.write("small.map.scen", &SCENARIOS.replace("\t0\t9.24264\n2", "\t0\t9.24262\n2"));
    let table = json(&["bench", &wrong, "--algorithm", "astar", "--json"], 1);
    assert_eq!((&table["rows"][0]["different"], &table["rows"][0]["too_short"]), (&1.into(), &0.into()));
    let right = sandbox.write("small.map.scen", SCENARIOS);
    let shown = stdout(&["bench", &right, "--algorithm", "astar", "--movement", "eight-always"], 1);
    assert!(shown.contains("too short"), "another corner rule: {shown}");
    let shown = stdout(&["bench", &right, "--algorithm", "astar", "--movement", "four"], 1);
    assert!(shown.contains("WRONG"), "{shown}");
    let walled = sandbox.write("closed.map.scen", &SCENARIOS.replace("\t7\t0\t9.24264", "\t7\t2\t9.24264"));
    sandbox.write("closed.map", MAP);
    let shown = stdout(&["bench", &walled, "--algorithm", "greedy"], 1);
    assert!(shown.contains("1 not found"), "{shown}");
}

#[test]
fn bench_compares_with_an_earlier_result() {
    let sandbox = Sandbox::new();
    let file = sandbox.write("small.map.scen", SCENARIOS);
    let arguments = ["bench", &file, "--algorithm", "astar"];
    for (form, name) in [("--csv", "before.csv"), ("--json", "before.json")] {
        let before = stdout(&[&arguments[..], &[form]].concat(), 0);
        let before = sandbox.write(name, &before);
        let table = json(&[&arguments[..], &["--baseline", &before, "--json"]].concat(), 0);
        assert_eq!(table["rows"][0]["expanded_ratio"], 1.0);
        assert!(table["rows"][0]["mean_ratio"].as_f64().unwrap() > 0.0);
        let shown = stdout(&[&arguments[..], &["--baseline", &before]].concat(), 0);
        assert!(shown.contains("mean ×"), "{shown}");
    }
    let csv = stdout(&[&arguments[..], &["--csv"]].concat(), 0);
    assert!(csv.starts_with("map,algorithm,queries,"), "{csv}");
    assert_eq!(csv.lines().count(), 2);
}

#[test]
fn bench_measures_the_ways_of_a_level() {
    let shown = stdout(&["bench", &level("rooms"), "--algorithm", "astar,jps", "--csv"], 0);
    let (astar, jps) = (shown.lines().nth(1).unwrap(), shown.lines().nth(2).unwrap());
    assert!(astar.starts_with("rooms.level.ron,astar,"), "{shown}");
    assert!(jps.contains("needs terrain of one cost"), "refused in words: {shown}");
}

#[test]
fn bench_with_terrain_costs_measures_against_dijkstra() {
    let sandbox = Sandbox::new();
    let file = sandbox.write("small.map.scen", SCENARIOS);
    let table = json(&["bench", &file, "--costs", ".=2", "--algorithm", "astar,dijkstra", "--json"], 0);
    assert_eq!(table["rows"][0]["different"], 0);
    let table =
        json(&["bench", &file, "--costs", ".=2,@=9", "--algorithm", "astar", "--movement", "four", "--json"], 0);
    assert_eq!(table["rows"][0]["different"], 0);
}

#[test]
fn bad_input_of_bench_gets_a_sentence() {
    let sandbox = Sandbox::new();
    let good = sandbox.write("small.map.scen", SCENARIOS);
    let alone = sandbox.write("alone.scen", &SCENARIOS.replace("small", "missing"));
    let torn = sandbox.write("torn.scen", "version 1\n0\tsmall.map\t8\n");
    let empty = sandbox.write("empty.scen", "version 1\n");
    let outside = sandbox.write("outside.scen", &SCENARIOS.replace("\t7\t4\t", "\t9\t4\t"));
    let size = sandbox.write("size.scen", &SCENARIOS.replace("\t8\t5\t", "\t9\t5\t"));
    let nonsense = sandbox.write("nonsense.csv", "a,b\n1,2\n");
    for (arguments, word) in [
        (vec!["bench"], "SCEN"),
        (vec!["bench", "no_such.scen"], "no_such.scen"),
        (vec!["bench", &alone], "missing.map is not beside it"),
        (vec!["bench", &torn], "torn.scen:2:"),
        (vec!["bench", &empty], "no queries"),
        (vec!["bench", &outside], "outside.scen:4:"),
        (vec!["bench", &size], "9 × 5"),
        (vec!["bench", &good, "--algorithm", "best"], "astar"),
        (vec!["bench", &good, "--every", "0"], "--every"),
        (vec!["bench", &good, "--csv", "--json"], "cannot be used with"),
        (vec!["bench", &good, "--baseline", &nonsense], "expected what"),
        (vec!["bench", &good, "--costs", "S"], "--costs"),
        (vec!["bench", &level("rooms"), "--costs", ".=2"], "has costs of its own"),
        (vec!["bench", &level("empty")], "no queries"),
    ] {
        let said = refusal(&arguments);
        assert!(said.contains(word), "gridwalk {arguments:?} does not say {word}: {said}");
    }
}

#[test]
fn list_names_everything() {
    let shown = stdout(&["list"], 0);
    for algorithm in Algorithm::ALL {
        assert!(shown.contains(algorithm.name()), "{}", algorithm.name());
    }
    for word in ["octile", "eight-one-free", "larger-g", "maze-prim", "rooms.level.ron"] {
        assert!(shown.contains(word), "{word} is missing in\n{shown}");
    }
    let lists = json(&["list", "--json"], 0);
    assert_eq!(lists["algorithms"].as_array().unwrap().len(), Algorithm::ALL.len());
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
    assert!(text(&output.stdout).contains("rooms"), "the others are checked all the same");
}

#[test]
fn check_finds_what_is_odd() {
    let sandbox = Sandbox::new();
    let fine = sandbox
        .write("fine.level.ron", r#"(version: 1, map: ["..."], agents: [(name: "ant", at: (0, 0), goals: [(2, 0)])])"#);
    assert!(stdout(&["check", &fine], 0).contains("3 × 1 cells, 1 agent"));
    let odd = sandbox
        .write("odd.level.ron", r#"(version: 1, map: [".#."], agents: [(name: "ant", at: (0, 0), goals: [(2, 0)])])"#);
    let said = stdout(&["check", &odd], 1);
    assert!(said.contains("odd.level.ron: error: \"ant\" cannot come from (0, 0) to its goal (2, 0)."), "{said}");
}

#[test]
fn convert_writes_every_format_and_reads_it_again() {
    let sandbox = Sandbox::new();
    let map = sandbox.path("small.map");
    let cost = |file: &str| json(&["solve", file, "--start", "0,0", "--goal", "7,0", "--json"], 0)["cost"].clone();
    let wanted = cost(&map);
    for name in ["small.level.ron", "other.map", "small.csv", "small.png"] {
        let file = sandbox.path(name);
        assert!(stdout(&["convert", &map, &file], 0).is_empty());
        assert_eq!(cost(&file), wanted, "{name}");
        let back = sandbox.path(&format!("{name}.map"));
        stdout(&["convert", &file, &back], 0);
        assert_eq!(cost(&back), wanted, "{name}, and back");
    }
    let digits = sandbox.path("stack.txt");
    stdout(&["convert", &level("walk_the_stack"), &digits], 0);
    assert_eq!(
        json(&["solve", &digits, "--json"], 0)["cells"],
        json(&["solve", &level("walk_the_stack"), "--json"], 0)["cells"]
    );
    let output = gridwalk(&["convert", &level("rooms"), &sandbox.path("rooms.csv")]);
    assert_eq!(output.status.code(), Some(0));
    assert!(text(&output.stderr).contains("without agents and rules"));
}

#[test]
fn bad_input_of_convert_gets_a_sentence() {
    let sandbox = Sandbox::new();
    let map = sandbox.path("small.map");
    let png = sandbox.write("broken.png", "no picture");
    for (arguments, word) in [
        (vec!["convert", &map], "OUT"),
        (vec!["convert", "no_such.map", &png], "cannot be read"),
        (vec!["convert", &map, "out.jpeg"], ".level.ron"),
        (vec!["convert", &level("rooms"), &sandbox.path("rooms.txt")], "save the level as RON"),
        (vec!["convert", &map, &sandbox.path("no_folder/a.csv")], "cannot be written"),
        (vec!["convert", &png, &sandbox.path("a.csv")], "broken.png"),
    ] {
        let said = refusal(&arguments);
        assert!(said.contains(word), "gridwalk {arguments:?} does not say {word}: {said}");
    }
}

#[test]
fn generate_makes_the_same_level_from_the_same_seed() {
    let sandbox = Sandbox::new();
    let make = |seed: &str| stdout(&["generate", "maze", "--width", "21", "--height", "15", "--seed", seed], 0);
    assert_eq!(make("7"), make("7"));
    assert_ne!(make("7"), make("8"));
    let file = sandbox.write("maze.level.ron", &make("7"));
    assert_eq!(json(&["solve", &file, "--json"], 0)["found"], true);
    for kind in ["maze", "rooms", "random", "cave", "weights"] {
        let file = sandbox.path(&format!("{kind}.level.ron"));
        assert!(stdout(&["generate", kind, "-o", &file], 0).is_empty());
        assert!(stdout(&["solve", &file], 0).contains("expanded"), "{kind}");
    }
    assert!(stdout(&["generate", "cave", "-o", &sandbox.path("cave.png")], 0).is_empty());
    for (arguments, word) in [
        (vec!["generate", "castle"], "rooms"),
        (vec!["generate", "maze", "--width", "0"], "columns and rows"),
        (vec!["generate", "maze", "--density", "10"], "density"),
        (vec!["generate", "cave", "--density", "101"], "101"),
        (vec!["generate", "cave", "-o", "cave.jpeg"], ".png"),
    ] {
        let said = refusal(&arguments);
        assert!(said.contains(word), "gridwalk {arguments:?} does not say {word}: {said}");
    }
}

#[test]
fn completions_are_written_for_every_shell() {
    for shell in ["bash", "zsh", "fish", "powershell"] {
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
    for name in ["solve", "bench", "list", "check", "convert", "generate", "completions"] {
        let help = stdout(&[name, "--help"], 0);
        assert!(help.contains(&format!("  gridwalk {name}")), "{help}");
    }
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    for arguments in [
        vec!["list"],
        vec!["solve", "assets/levels/cave_512.level.ron"],
        vec!["solve", "assets/levels/rooms.level.ron", "--json", "--order"],
        vec!["completions", "bash"],
    ] {
        let mut child = command(&arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut reader = child.stdout.take().unwrap();
        let mut first = [0];
        // Closed at once, or after a byte: either way the rest has no reader.
        if arguments[0] == "list" {
            reader.read_exact(&mut first).unwrap();
        }
        drop(reader);
        let output = child.wait_with_output().unwrap();
        let said = text(&output.stderr);
        assert!(!said.contains("panicked") && !said.to_lowercase().contains("pipe"), "{arguments:?}: {said}");
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {said}");
    }
}
