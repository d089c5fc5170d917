//! Commands for scripts: lists of queries, differences, fixes, manual pages, and what is not said.

use std::fs;
use std::process::Stdio;

use gridwalk_level::formats::{parse_scenarios, write_ron};
use gridwalk_pathfinding::Algorithm;
use gridwalk_testing::levels::random_level;
use serde_json::{Value, json};

use super::run::{MAP, Sandbox, command, gridwalk, json, level, refusal, stdout, text};

#[test]
fn lists_of_queries_have_the_right_lengths() {
    let sandbox = Sandbox::new();
    let cave = sandbox.path("cave.map");
    stdout(
        &[
            "generate", "cave", "--width", "40", "--height", "30", "-o", &cave,
        ],
        0,
    );
    let [first, second] = ["a.scen", "b.scen"].map(|name| sandbox.path(name));
    for file in [&first, &second] {
        stdout(
            &[
                "scenarios",
                &cave,
                "--count",
                "60",
                "--seed",
                "5",
                "-o",
                file,
            ],
            0,
        );
    }
    let bytes = fs::read(&first).unwrap();
    assert_eq!(
        bytes,
        fs::read(&second).unwrap(),
        "the same seed makes the same list"
    );
    let scenarios = parse_scenarios(&bytes).unwrap();
    assert_eq!(scenarios.len(), 60);
    assert!(scenarios.is_sorted_by(|a, b| a.length <= b.length));
    assert!(scenarios.iter().all(|scenario| {
        (f64::from(scenario.bucket) - (scenario.length / 4.0).floor()).abs() < 0.5
    }));
    let table = json(
        &["bench", &first, "--algorithm", "astar,jps,auto", "--json"],
        0,
    );
    assert!(
        table["rows"]
            .as_array()
            .unwrap()
            .iter()
            .all(|row| row["different"] == 0),
        "{table}"
    );
    // Lengths that are missing, as in lists for many agents.
    let zero: String = text(&bytes)
        .lines()
        .map(|line| match line.rsplit_once('\t') {
            Some((rest, _)) => format!("{rest}\t0\n"),
            None => format!("{line}\n"),
        })
        .collect();
    let zero = sandbox.write("zero.scen", &zero);
    let output = gridwalk(&["bench", &zero, "--algorithm", "astar", "--json"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert!(
        text(&output.stderr).contains("60 queries with the length 0 between different cells"),
        "{output:?}"
    );
    let again = sandbox.path("again.scen");
    stdout(&["scenarios", &zero, "-o", &again], 0);
    assert_eq!(fs::read(&again).unwrap(), bytes);
    for (arguments, word) in [
        (vec!["scenarios", "@rooms"], "has to be a file"),
        (vec!["scenarios", &level("rooms")], "ground of one cost"),
        (
            vec!["scenarios", &cave, "--count", "0"],
            "expected a whole number from 1",
        ),
        (vec!["scenarios", &cave, "-o", &first], "the file exists"),
    ] {
        assert!(refusal(&arguments).contains(word), "{arguments:?}");
    }
}

#[test]
fn a_difference_of_levels_is_named() {
    let sandbox = Sandbox::new();
    let write = |name: &str, text: &str| sandbox.write(name, text);
    let first = r#"(version: 1, name: "A", map: ["....", ".##."], agents: [(name: "ant", at: (0, 0), goals: [(3, 0)])])"#;
    let second = r#"(version: 1, name: "B", map: ["....", ".#~."], portals: [(from: (0, 0), to: (3, 1))],
        agents: [(name: "ant", at: (0, 1), goals: [(3, 0)], size: 1), (name: "bee", at: (3, 0))], movement: "four")"#;
    let [first, second] = [write("a.level.ron", first), write("b.level.ron", second)];
    let lines = stdout(&["diff", &first, &second], 1);
    for line in [
        "name: \"A\" → \"B\"",
        "1 cell from (2, 1): wall (blocked) → water (blocked)",
        "portal: – → from (0, 0) to (3, 1), cost 1, both ways",
        "agent \"ant\", start: (0, 0) → (0, 1)",
        "agent \"bee\": – → at (3, 0)",
        "movement: eight-no-corners → four",
    ] {
        assert!(
            lines.lines().any(|known| known == line),
            "{line} is not in\n{lines}"
        );
    }
    assert_eq!(lines.lines().count(), 6, "{lines}");
    assert_eq!(stdout(&["diff", &first, &first], 0), "");
    let report = json(&["diff", &second, &first, "--json"], 1);
    assert_eq!(report["differences"].as_array().unwrap().len(), 6);
    assert_eq!(report["differences"][2]["second"], Value::Null);
    let wide = write("c.level.ron", "(version: 1, name: \"A\", map: [\".....\"])");
    assert!(stdout(&["diff", &first, &wide], 1).contains("size: 4 × 2 → 5 × 1"));
}

#[test]
fn a_level_differs_from_itself_in_nothing() {
    let sandbox = Sandbox::new();
    for seed in 0..30 {
        let file = sandbox.write("a.level.ron", &write_ron(&random_level(seed)));
        assert_eq!(stdout(&["diff", &file, &file], 0), "", "seed {seed}");
    }
}

#[test]
fn a_difference_of_paths_is_named() {
    let sandbox = Sandbox::new();
    let solved = |name: &str, more: &[&str]| {
        let answer = stdout(&[&["solve", "@rooms", "--json"][..], more].concat(), 0);
        sandbox.write(name, &answer)
    };
    let (best, greedy) = (
        solved("best.json", &[]),
        solved("greedy.json", &["--algorithm", "greedy"]),
    );
    let trace = sandbox.path("best.trace.json");
    stdout(
        &["solve", "@rooms", "--algorithm", "astar", "--trace", &trace],
        0,
    );
    let lines = stdout(&["diff", &best, &greedy], 1);
    assert!(
        lines.starts_with("cost: ") && lines.contains(" of the path: ("),
        "{lines}"
    );
    let lines = gridwalk(&["diff", &trace, &greedy]);
    assert!(text(&lines.stdout).starts_with("cost: "), "{lines:?}");
    assert_eq!(stdout(&["diff", &best, &best], 0), "");
    assert!(refusal(&["diff", &best, "@rooms"]).contains("expected two levels or two paths"));
}

#[test]
fn a_fix_leaves_comments_and_every_path_as_they_are() {
    let sandbox = Sandbox::new();
    let text = "// A level.\n(\n    version: 1,\n    map: [\"..\"], // its map\n    search: (\n        algorithm: \"dijkstra\",\n        \
                heuristic: \"zero\", // not used\n        within: 2,\n    ),\n)\n";
    let file = sandbox.write("old.level.ron", text);
    let found = json(&["check", &file, "--json"], 0);
    assert_eq!(
        found["files"][0]["findings"].as_array().unwrap().len(),
        2,
        "{found}"
    );
    let output = gridwalk(&["check", &file, "--fix"]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(
        said.contains("`within` is now `goal_tolerance`")
            && said.contains("`heuristic` is removed"),
        "{said}"
    );
    let fixed = fs::read_to_string(&file).unwrap();
    assert!(
        fixed.contains("// A level.")
            && fixed.contains("// its map")
            && fixed.contains("goal_tolerance: 2"),
        "{fixed}"
    );
    assert!(
        !fixed.contains("within") && !fixed.contains("heuristic:"),
        "{fixed}"
    );
    assert_eq!(
        json(&["check", &file, "--json"], 0)["files"][0]["findings"],
        json!([])
    );
    let again = gridwalk(&["check", &file, "--fix"]);
    assert!(again.stderr.is_empty() && fs::read_to_string(&file).unwrap() == fixed);
    // It is not certain which of the two is meant.
    let twice = sandbox.write(
        "twice.level.ron",
        "(version: 1, map: [\"..\"], about: \"within: 3\", search: (within: 3))",
    );
    gridwalk(&["check", &twice, "--fix"]);
    assert!(fs::read_to_string(&twice).unwrap().contains("(within: 3)"));
}

#[test]
fn quiet_commands_say_nothing_but_errors() {
    let sandbox = Sandbox::new();
    let map = sandbox.path("small.map");
    let ask = [
        "solve",
        &map,
        "--start",
        "0,0",
        "--goal",
        "7,2",
        "--nearest",
    ];
    assert!(!gridwalk(&ask).stderr.is_empty());
    for flag in ["-q", "--quiet"] {
        let output = gridwalk(&[&ask[..], &[flag]].concat());
        assert!(
            output.stderr.is_empty() && output.status.code() == Some(0),
            "{output:?}"
        );
    }
    let output = gridwalk(&["solve", "missing.map", "-q"]);
    assert!(text(&output.stderr).contains("missing.map"), "{output:?}");
}

#[test]
fn every_command_has_a_manual_page() {
    let page = stdout(&["man"], 0);
    assert!(
        page.contains(".TH gridwalk 1") && page.contains("gridwalk\\-solve(1)"),
        "{page}"
    );
    for command in [
        "solve",
        "explain",
        "bench",
        "list",
        "check",
        "convert",
        "generate",
        "render",
        "compare",
        "scenarios",
        "diff",
    ] {
        let page = stdout(&["man", command], 0);
        assert!(
            page.contains(&format!(".TH gridwalk-{command} 1")),
            "{page}"
        );
        assert!(page.contains("quiet"), "the options stand in it: {page}");
    }
    assert!(
        refusal(&["man", "dance"])
            .contains("there is no command `dance`; expected one of solve, explain")
    );
}

/// The second one of two programs replaced what the first one had written, and both ended well.
#[test]
fn of_two_writers_of_a_new_file_one_is_refused() {
    let sandbox = Sandbox::new();
    for round in 0..12 {
        let file = sandbox.path(&format!("{round}.level.ron"));
        let start = |seed: &str| {
            let mut child = command(&[
                "generate", "cave", "--width", "90", "--height", "90", "--seed", seed, "-o", &file,
            ]);
            child.stderr(Stdio::piped()).spawn().unwrap()
        };
        let outputs = [start("1"), start("2")].map(|child| child.wait_with_output().unwrap());
        let codes = outputs
            .each_ref()
            .map(|output| output.status.code().unwrap());
        assert!(codes == [0, 2] || codes == [2, 0], "{outputs:?}");
        let winner = if codes[0] == 0 { "1" } else { "2" };
        let alone = stdout(
            &[
                "generate", "cave", "--width", "90", "--height", "90", "--seed", winner,
            ],
            0,
        );
        assert_eq!(fs::read_to_string(&file).unwrap(), alone);
    }
    let left: Vec<_> = fs::read_dir(sandbox.0.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .collect();
    assert!(
        left.iter()
            .all(|name| !name.to_string_lossy().ends_with(".gridwalk-draft")),
        "{left:?}"
    );
}

#[test]
fn draft_of_a_killed_program_is_removed() {
    let sandbox = Sandbox::new();
    let file = sandbox.path("a.level.ron");
    let left = sandbox.write(".a.level.ron.abc123.gridwalk-draft", "half a lev");
    let other = sandbox.write(".b.level.ron.abc123.gridwalk-draft", "of another file");
    let mine = sandbox.write("a.level.ron.2026.tmp", "a user's own file");
    stdout(&["generate", "rooms", "-o", &file], 0);
    assert!(!fs::exists(left).unwrap() && fs::exists(other).unwrap() && fs::exists(mine).unwrap());
}

/// `--force` replaced it without a word.
#[test]
fn a_write_protected_file_is_not_replaced() {
    let sandbox = Sandbox::new();
    let file = sandbox.write("a.level.ron", "mine");
    let mut permissions = fs::metadata(&file).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&file, permissions).unwrap();
    assert!(refusal(&["generate", "rooms", "-o", &file, "--force"]).contains("write-protected"));
    assert_eq!(fs::read_to_string(&file).unwrap(), "mine");
}

/// `--version` and `--help` panicked.
#[test]
fn a_full_device_is_an_error_of_every_command() {
    for arguments in [
        &["--version"][..],
        &["--help"],
        &["solve", "--help"],
        &["help", "bench"],
        &["list"],
        &["man"],
        &["solve", "@rooms"],
        &["diff", "@maze", "@rooms"],
        &["completions", "bash"],
        &["check", "@cave"],
    ] {
        let full = fs::File::create("/dev/full").unwrap();
        let output = command(arguments).stdout(full).output().unwrap();
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
        assert!(
            said.contains("the results cannot be written") && !said.contains("panicked"),
            "{arguments:?}: {said}"
        );
    }
}

#[test]
fn a_part_of_a_picture_is_that_part() {
    let sandbox = Sandbox::new();
    let [whole, part] = ["whole.png", "part.png"].map(|name| sandbox.path(name));
    let draw = |file: &str, more: &[&str]| {
        stdout(
            &[
                &["render", "@rooms", "--search", "--cell", "10", "-o", file],
                more,
            ]
            .concat(),
            0,
        );
        let decoder = png::Decoder::new(std::io::BufReader::new(fs::File::open(file).unwrap()));
        let mut reader = decoder.read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        let frame = reader.next_frame(&mut pixels).unwrap();
        (frame.width, frame.height, pixels)
    };
    let (width, _, all) = draw(&whole, &[]);
    let (columns, rows, cut) = draw(&part, &["--part", "3,2,7,5"]);
    assert_eq!((columns, rows), (70, 50));
    for y in 0..50 {
        let begin = ((20 + y) * width + 30) as usize * 3;
        let row = y as usize * 70 * 3;
        assert_eq!(cut[row..row + 210], all[begin..begin + 210], "row {y}");
    }
    stdout(
        &[
            "render",
            "@rooms",
            "--seconds",
            "1",
            "--part",
            "0,0,4,4",
            "-o",
            &sandbox.path("a.gif"),
        ],
        0,
    );
    assert!(
        refusal(&[
            "render",
            "@rooms",
            "-o",
            &sandbox.path("b.png"),
            "--part",
            "0,0,999,2"
        ])
        .contains("--part leaves the map")
    );
    assert!(
        refusal(&[
            "render",
            "@rooms",
            "-o",
            &sandbox.path("b.png"),
            "--part",
            "1,2,3"
        ])
        .contains("expected X,Y,WIDTH,HEIGHT")
    );
}

/// Three options were refused one after the other.
#[test]
fn all_unsupported_options_stand_in_one_sentence() {
    let said = refusal(&["solve", "@walk_the_stack.txt", "--algorithm", "fringe"]);
    assert!(
        said.contains("--stop") && said.contains("the level sets") && said.contains("--parent"),
        "{said}"
    );
    let said = refusal(&[
        "solve",
        "@rooms",
        "--algorithm",
        "lpa",
        "--stop",
        "generated",
        "--parent",
        "first",
    ]);
    assert!(
        said.contains(
            "does not support --stop and --parent; say --stop expanded and --parent shorter"
        ),
        "{said}"
    );
}

/// The level searched, `auto` answered another question than A*.
#[test]
fn options_of_a_map_of_digits_are_said() {
    let sandbox = Sandbox::new();
    let file = sandbox.write("a.txt", "2011\n2129\n");
    let output = gridwalk(&["solve", &file, "--json"]);
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(
        (
            &answer["options"]["algorithm"],
            &answer["options"]["movement"]
        ),
        (&"auto".into(), &"eight-no-corners".into())
    );
    assert!(
        text(&output.stderr).contains("no options stand in it"),
        "{output:?}"
    );
    for algorithm in Algorithm::ALL {
        stdout(&["solve", &file, "--algorithm", algorithm.name()], 0);
    }
    let own = sandbox.write("b.txt", "options: movement=four\n2011\n2129\n");
    let output = gridwalk(&["solve", &own]);
    assert!(output.stderr.is_empty(), "{output:?}");
    let costs = sandbox.write("c.map", &MAP.replace("......@.", "..Q...@."));
    assert!(
        refusal(&["solve", &costs, "--start", "0,0", "--goal", "2,2"])
            .contains("a list of costs such as `E=1`")
    );
    let answer = json(
        &[
            "solve",
            &costs,
            "--start",
            "0,2",
            "--goal",
            "3,2",
            "--costs",
            "Q=5",
            "--movement",
            "four",
            "--json",
        ],
        0,
    );
    assert_eq!(answer["cost"], 7.0, "1, and two means of 1 and 5");
}

/// The real reason came only after one had moved the goal.
#[test]
fn nearest_names_the_reason_of_a_refusal() {
    let sandbox = Sandbox::new();
    let text =
        r#"(version: 1, map: ["..>.#"], legend: {'>': (name: "street", cost: 1, one_way: "e")})"#;
    let file = sandbox.write("a.level.ron", text);
    for algorithm in ["jps", "jump-graph", "theta", "lazy-theta"] {
        let arguments = [
            "solve",
            &file,
            "--start",
            "0,0",
            "--goal",
            "4,0",
            "--nearest",
            "--algorithm",
            algorithm,
        ];
        assert!(
            refusal(&arguments).contains("does not support one-way cells"),
            "{algorithm}"
        );
    }
}

#[test]
fn a_wall_cheaper_than_terrain_is_noted() {
    let sandbox = Sandbox::new();
    let level = |movement: &str, rule: &str| {
        format!(
            "(version: 1, map: [\".#.\", \"..&\"], movement: \"{movement}\", search: (cost_rule: \"{rule}\"))"
        )
    };
    let notes = |text: &str| {
        stdout(&["check", &sandbox.write("a.level.ron", text)], 0)
            .contains("Round the wall at (1, 0)")
    };
    assert!(notes(&level("eight-always", "mean")) && notes(&level("eight-one-free", "mean")));
    assert!(
        !notes(&level("eight-no-corners", "mean")) && !notes(&level("eight-always", "entered"))
    );
}

#[test]
fn every_trace_that_solve_writes_is_explained() {
    let sandbox = Sandbox::new();
    let mut traced = 0;
    for seed in 0..25 {
        let level = random_level(seed);
        let file = sandbox.write("a.level.ron", &write_ron(&level));
        for agent in level.agents.iter().filter(|agent| !agent.goals.is_empty()) {
            let trace = sandbox.path("a.trace.json");
            let ask = [
                "solve",
                &file,
                "--agent",
                &agent.name,
                "--trace",
                &trace,
                "--force",
                "--max-expansions",
                "500",
            ];
            let output = gridwalk(&ask);
            if output.status.code() == Some(2) {
                continue;
            }
            let explained = json(
                &["explain", &trace, "--json"],
                output.status.code().unwrap(),
            );
            assert_eq!(explained["agent"], agent.name, "seed {seed}");
            traced += 1;
        }
    }
    assert!(traced > 15, "{traced}");
}

#[test]
fn a_negative_seed_gets_a_sentence() {
    assert!(
        refusal(&["generate", "maze", "--seed", "-1"]).contains("expected a whole number from 0")
    );
}

#[cfg(not(feature = "app"))]
#[test]
fn a_file_without_a_command_names_the_missing_window() {
    assert!(
        refusal(&["arena2.map.scen", "--line", "17"])
            .contains("the window, which opens files, is not built")
    );
}

#[test]
fn one_cell_of_tolerance_is_one_cell() {
    let shown = stdout(
        &[
            "solve",
            "@rooms",
            "--algorithm",
            "astar",
            "--goal-tolerance",
            "1",
        ],
        0,
    );
    assert!(
        shown.contains("goal tolerance of 1 cell") && !shown.contains(" 1 cells"),
        "{shown}"
    );
}

/// Texts that look like Posthoc's own samples.
#[test]
fn traces_of_posthoc_open_as_yaml() {
    let sandbox = Sandbox::new();
    let text = "version: 1.4.0\nviews:\n  main:\n    - $: rect\n      x: ${{ $.x }}\nevents:\n  - type: source\n    id: 1\n    x: 0\n    y: 0\n  \
                - {type: destination, id: 3, x: 2, y: 0}\n  - {type: expanding, id: 1, g: 0, f: 2.0e-05, pId: , x: 0, y: 0}\n  \
                - {type: generating, id: 2, pId: 1, g: 1.0e-05, f: 2.0e-05, x: 1, y: 0}\n  - {type: expanding, id: 2, g: 1.0e-05, f: 2.0e-05}\n  \
                - {type: generating, id: 3, pId: 2, g: 2.41421e-05, f: 2.41421e-05, x: 2, y: 0}\n  - {type: end, id: 3, pId: 2}\n";
    let file = sandbox.write("a.trace.yaml", text);
    let said = stdout(&["explain", &file], 0);
    assert!(
        said.contains("from (0, 0) to (2, 0), on 3 × 1 cells") && said.contains("0.00001"),
        "{said}"
    );
    assert!(
        said.contains("0.0000241"),
        "costs have significant digits: {said}"
    );
    stdout(&["render", &file, "-o", &sandbox.path("a.png")], 0);
    let endless = text.replace("  - {type: end, id: 3, pId: 2}\n", "");
    let said = stdout(
        &["explain", &sandbox.write("endless.trace.yaml", &endless)],
        0,
    );
    assert!(
        said.contains("Here the trace ends") && !said.contains("out of budget"),
        "{said}"
    );
    for version in ["1.0.4", "1.0.5", "1.1.0"] {
        let old = sandbox.write("old.trace.yaml", &text.replace("1.4.0", version));
        stdout(&["explain", &old], 0);
    }
    for (from, to, expected) in [
        (
            "version: 1.4.0",
            "version: 3.0.0",
            "traces of version \"3.0.0\" are not known, only of 1.0.4",
        ),
        (
            "x: 1, y: 0}",
            "x: 0.5, y: 0}",
            ":13:5: x 0.5 and y 0 are no cell of any map",
        ),
        (
            "pId: 2, g",
            "pId: 9, g",
            ":15:5: its pId stands for no cell",
        ),
        ("id: 3, x", "id: [3, x", "this is no trace in YAML: "),
        (
            "  - {type: end",
            " - {type: end",
            "this is no trace in YAML: ",
        ),
    ] {
        let broken = sandbox.write("broken.trace.yaml", &text.replacen(from, to, 1));
        let said = refusal(&["explain", &broken]);
        assert!(said.contains(expected), "{to}: {said}");
    }
    let bomb = format!(
        "version: 1.4.0\nevents:\n  - &a [{}]\n{}",
        "1, ".repeat(100),
        "  - [*a, *a, *a]\n".repeat(500)
    );
    refusal(&["explain", &sandbox.write("bomb.trace.yaml", &bomb)]);
}

/// `gridwalk check` ended with 1 for a map of which nothing had been said.
#[test]
fn generate_says_how_many_cells_are_walled_off() {
    let sandbox = Sandbox::new();
    for kind in ["random", "weights", "country", "cave", "maze"] {
        let file = sandbox.path(&format!("{kind}.level.ron"));
        let made = gridwalk(&["generate", kind, "--seed", "3", "-o", &file]);
        let said = text(&made.stderr);
        let is_warned = gridwalk(&["check", &file]).status.code() == Some(1);
        assert_eq!(said.contains(" walled off; "), is_warned, "{kind}: {said}");
        assert!(said.contains(" of them connected"), "{said}");
    }
}

#[test]
fn other_names_of_algorithms_are_proposed() {
    for (other, name) in [
        ("bfs", "breadth-first"),
        ("DFS", "depth-first"),
        ("A*", "astar"),
        ("ucs", "dijkstra"),
    ] {
        let said = refusal(&["solve", "@rooms", "--algorithm", other]);
        assert!(
            said.contains(&format!("a similar value exists: '{name}'")),
            "{said}"
        );
    }
    let said = refusal(&["generate", "bfs"]);
    assert!(
        !said.contains("similar"),
        "only where the proposed name is one: {said}"
    );
    let said = refusal(&["bench", "@rooms", "--algorithm", "jps,bfs"]);
    assert!(said.contains("'breadth-first'"), "{said}");
}

/// Arguments that a script passes on may come from others.
#[test]
fn control_characters_of_arguments_are_not_printed() {
    for argument in ["a\u{202e}b", "a\u{1b}[31mb", "--a\u{7}b"] {
        for line in [
            ["solve", "@rooms", "--algorithm", argument],
            ["bench", "@rooms", "--jobs", argument],
        ] {
            let said = refusal(&line);
            assert!(said.starts_with("error: ") && said.contains('b'), "{said}");
            assert!(
                !said
                    .contains(|letter: char| letter != '\n'
                        && (letter.is_control() || letter == '\u{202e}')),
                "{said:?}"
            );
        }
    }
}

#[test]
fn examples_of_help_fit_80_columns() {
    for name in [
        "solve",
        "explain",
        "bench",
        "list",
        "check",
        "convert",
        "generate",
        "render",
        "compare",
        "scenarios",
        "diff",
    ] {
        let help = stdout(&[name, "--help"], 0);
        for line in help.lines().filter(|line| line.starts_with("  gridwalk ")) {
            assert!(line.chars().count() <= 80, "{line}");
        }
    }
}
