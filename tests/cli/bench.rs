//! `gridwalk bench`, and queries of scenario files asked one by one.

use std::process::{Command, Output, Stdio};

use serde_json::Value;

use super::run::{MAP, Sandbox, command, gridwalk, json, level, refusal, stdout, text};

const SCENARIOS: &str = "version 1\n\
    0\tmaps/small.map\t8\t5\t0\t0\t0\t2\t2\n\
    2\tmaps/small.map\t8\t5\t0\t0\t7\t0\t9.24264\n\
    2\tmaps/small.map\t8\t5\t7\t4\t0\t0\t9.24264\n";

#[test]
fn bench_meets_the_published_lengths() {
    let sandbox = Sandbox::new();
    let file = sandbox.write("small.map.scen", SCENARIOS);
    let table = json(
        &[
            "bench",
            &file,
            "--algorithm",
            "astar,dijkstra",
            "--algorithm",
            "greedy",
            "--json",
        ],
        0,
    );
    let rows = table["rows"].as_array().unwrap();
    let names: Vec<_> = rows
        .iter()
        .map(|row| row["algorithm"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["astar", "dijkstra", "greedy"]);
    for row in &rows[..2] {
        assert_eq!(
            (&row["queries"], &row["different"], &row["optimal"]),
            (&3.into(), &0.into(), &true.into())
        );
        assert!(row["p99_us"].as_f64() >= row["median_us"].as_f64());
        assert!(row["mean_expanded"].as_f64().unwrap() > 1.0);
    }
    let shown = stdout(&["bench", &file, "--algorithm", "astar"], 0);
    assert!(shown.contains("all equal"), "{shown}");
    let every = json(
        &[
            "bench",
            &file,
            "--algorithm",
            "astar",
            "--every",
            "2",
            "--runs",
            "3",
            "--json",
        ],
        0,
    );
    assert_eq!(every["rows"][0]["queries"], 2);
}

#[test]
fn bench_finds_wrong_lengths() {
    let sandbox = Sandbox::new();
    let wrong = sandbox.write(
        "small.map.scen",
        &SCENARIOS.replace("\t0\t9.24264\n2", "\t0\t9.24262\n2"),
    );
    let table = json(&["bench", &wrong, "--algorithm", "astar", "--json"], 1);
    assert_eq!(
        (
            &table["rows"][0]["different"],
            &table["rows"][0]["too_short"]
        ),
        (&1.into(), &0.into())
    );
    let expected = serde_json::json!(
        {"map": "small.map", "line": 3, "algorithm": "astar", "start": [0, 0], "goal": [7, 0], "expected": 9.24262}
    );
    let listed = table["wrong"].as_array().unwrap();
    assert_eq!(listed.len(), 1);
    for (field, value) in expected.as_object().unwrap() {
        assert_eq!(listed[0][field], *value, "{field}");
    }
    assert!((listed[0]["cost"].as_f64().unwrap() - 9.24264).abs() < 1e-5);
    let output = gridwalk(&["bench", &wrong, "--algorithm", "astar"]);
    assert!(text(&output.stdout).contains("1 WRONG"), "{output:?}");
    let said = text(&output.stderr);
    assert!(
        said.contains("small.map line 3, astar, (0, 0) to (7, 0): 9.2426"),
        "{said}"
    );
    let walled = sandbox.write(
        "closed.map.scen",
        &SCENARIOS.replace("\t7\t0\t9.24264", "\t7\t2\t9.24264"),
    );
    sandbox.write("closed.map", MAP);
    let shown = stdout(&["bench", &walled, "--algorithm", "greedy"], 1);
    assert!(shown.contains("1 not found"), "{shown}");
}

/// Lengths published for another rule were compared all the same: "24 WRONG". A length is met if
/// the difference is below half a unit of the last digit that it could have been printed with.
#[test]
fn a_length_is_as_exact_as_the_file_prints_lengths() {
    let sandbox = Sandbox::new();
    let rows = vec![".".repeat(30); 30].join("\n");
    sandbox.write(
        "open.map",
        &format!("type octile\nheight 30\nwidth 30\nmap\n{rows}\n"),
    );
    // Goal and printed length of each query from (0, 0), and how many are wrong.
    let cases: [(&[((u32, u32), &str)], u64); 6] = [
        (&[((1, 1), "1.41"), ((1, 0), "1")], 0),
        (&[((1, 1), "1.42"), ((1, 0), "1")], 1),
        (&[((1, 1), "1.41"), ((1, 0), "1.00000")], 1),
        (&[((1, 1), "1.4"), ((2, 2), "2.83")], 1),
        (&[((1, 1), "1.41421"), ((12, 5), "14.0711")], 0),
        (&[((1, 1), "1.41421356"), ((2, 0), "2.00000000")], 0),
    ];
    for (queries, wrong) in cases {
        let line = |((x, y), length): &((u32, u32), &str)| {
            format!("0\topen.map\t30\t30\t0\t0\t{x}\t{y}\t{length}\n")
        };
        let lines: String = queries.iter().map(line).collect();
        let file = sandbox.write("open.map.scen", &format!("version 1\n{lines}"));
        let table = json(
            &["bench", &file, "--algorithm", "astar", "--json"],
            i32::from(wrong > 0),
        );
        assert_eq!(table["rows"][0]["different"], wrong, "{queries:?}");
    }
}

#[test]
fn bench_under_another_rule_than_the_published_one_is_not_wrong() {
    let sandbox = Sandbox::new();
    let file = sandbox.write("small.map.scen", SCENARIOS);
    for rule in [
        ["--movement", "four"],
        ["--movement", "eight-always"],
        ["--steps", "10/14"],
    ] {
        let output = gridwalk(&[&["bench", &file, "--algorithm", "astar,jps"][..], &rule].concat());
        let (shown, said) = (text(&output.stdout), text(&output.stderr));
        assert_eq!(output.status.code(), Some(0), "{rule:?}: {shown}");
        assert_eq!(shown.matches("all equal").count(), 2, "{rule:?}: {shown}");
        assert!(said.contains("published for eight-no-corners"), "{said}");
    }
}

#[test]
fn bench_out_of_budget_has_the_exit_code_of_solve() {
    let shown = stdout(
        &[
            "bench",
            &level("maze"),
            "--algorithm",
            "astar",
            "--max-expansions",
            "3",
        ],
        3,
    );
    assert!(shown.contains("6 out of budget"), "{shown}");
}

#[test]
fn bench_leaves_out_a_level_without_a_query() {
    let output = gridwalk(&[
        "bench",
        &level("empty"),
        &level("right_angle"),
        "--algorithm",
        "astar",
    ]);
    assert_eq!(output.status.code(), Some(0));
    assert!(
        text(&output.stderr).contains("empty.level.ron: left out, there is no query in it"),
        "{output:?}"
    );
    assert!(
        text(&output.stdout).contains("right_angle.level.ron"),
        "{output:?}"
    );
}

/// Returns the output of a benchmark that would take minutes when Ctrl-C comes. On a slow machine
/// its files may still be read then: it ends at once, and is tried again.
fn stopped(arguments: &[&str]) -> Output {
    let stop_after = |seconds: u64| {
        let mut child = command(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        std::thread::sleep(std::time::Duration::from_secs(seconds));
        assert!(child.try_wait().unwrap().is_none(), "it ended by itself");
        assert!(
            Command::new("kill")
                .args(["-INT", &child.id().to_string()])
                .status()
                .unwrap()
                .success()
        );
        child.wait_with_output().unwrap()
    };
    [2, 8, 30]
        .into_iter()
        .map(stop_after)
        .find(|output| output.status.code().is_some())
        .unwrap()
}

#[cfg(unix)]
#[test]
fn ctrl_c_prints_what_was_measured() {
    // The small level takes a moment and the large cave minutes.
    let arguments = [
        "bench",
        &level("right_angle"),
        &level("cave_512"),
        "--algorithm",
        "astar",
        "--runs",
        "2000",
    ];
    let output = stopped(&arguments);
    assert_eq!(output.status.code(), Some(130), "{output:?}");
    let (shown, said) = (text(&output.stdout), text(&output.stderr));
    assert!(shown.contains("right_angle.level.ron  astar"), "{shown}");
    assert!(said.contains("stopped by Ctrl-C after"), "{said}");
}

#[test]
fn bench_compares_with_an_earlier_result() {
    let sandbox = Sandbox::new();
    let file = sandbox.write("small.map.scen", SCENARIOS);
    let arguments = ["bench", &file, "--algorithm", "astar"];
    for (form, name) in [("--csv", "before.csv"), ("--json", "before.json")] {
        let before = stdout(&[&arguments[..], &[form]].concat(), 0);
        let before = sandbox.write(name, &before);
        let table = json(
            &[&arguments[..], &["--baseline", &before, "--json"]].concat(),
            0,
        );
        assert_eq!(table["rows"][0]["expanded_ratio"], 1.0);
        assert!(table["rows"][0]["mean_ratio"].as_f64().unwrap() > 0.0);
        let shown = stdout(&[&arguments[..], &["--baseline", &before]].concat(), 0);
        assert!(shown.contains("mean ×"), "{shown}");
    }
    let csv = stdout(&[&arguments[..], &["--csv"]].concat(), 0);
    assert!(csv.starts_with("map,algorithm,queries,"), "{csv}");
    assert_eq!(csv.lines().count(), 2);
}

/// Saved before the columns `out_of_budget` and `unsupported` had their present names.
#[test]
fn bench_reads_a_baseline_with_earlier_names() {
    let sandbox = Sandbox::new();
    let file = sandbox.write("small.map.scen", SCENARIOS);
    let arguments = ["bench", &file, "--algorithm", "astar"];
    for (form, name) in [("--csv", "before.csv"), ("--json", "before.json")] {
        let now = stdout(&[&arguments[..], &[form]].concat(), 0);
        let earlier = now
            .replace("out_of_budget", "gave_up")
            .replace("unsupported", "refused");
        assert_ne!(earlier, now);
        let before = sandbox.write(name, &earlier);
        let table = json(
            &[&arguments[..], &["--baseline", &before, "--json"]].concat(),
            0,
        );
        assert_eq!(table["rows"][0]["expanded_ratio"], 1.0, "{form}");
    }
}

#[test]
fn bench_measures_the_paths_of_a_level() {
    let shown = stdout(
        &[
            "bench",
            &level("rooms"),
            "--algorithm",
            "astar,jps",
            "--csv",
        ],
        0,
    );
    let (astar, jps) = (shown.lines().nth(1).unwrap(), shown.lines().nth(2).unwrap());
    assert!(astar.starts_with("rooms.level.ron,astar,"), "{shown}");
    assert!(
        jps.contains("needs terrain of one cost"),
        "in words: {shown}"
    );
}

#[test]
fn bench_with_terrain_costs_measures_against_dijkstra() {
    let sandbox = Sandbox::new();
    let file = sandbox.write("small.map.scen", SCENARIOS);
    let table = json(
        &[
            "bench",
            &file,
            "--costs",
            ".=2",
            "--algorithm",
            "astar,dijkstra",
            "--json",
        ],
        0,
    );
    assert_eq!(table["rows"][0]["different"], 0);
    let table = json(
        &[
            "bench",
            &file,
            "--costs",
            ".=2,@=9",
            "--algorithm",
            "astar",
            "--movement",
            "four",
            "--json",
        ],
        0,
    );
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
        (
            vec!["bench", &good, "--csv", "--json"],
            "cannot be used with",
        ),
        (
            vec!["bench", &good, "--baseline", &nonsense],
            "expected what",
        ),
        (vec!["bench", &good, "--costs", "S"], "--costs"),
        (
            vec!["bench", &level("rooms"), "--costs", ".=2"],
            "has costs of its own",
        ),
        (vec!["bench", &level("empty")], "no queries"),
    ] {
        let said = refusal(&arguments);
        assert!(
            said.contains(word),
            "gridwalk {arguments:?} does not say {word}: {said}"
        );
    }
}

/// One run of A* took 17 µs, and the same search again 0.9 µs: the first one paid for the others.
#[test]
fn which_algorithm_is_named_first_makes_no_difference() {
    let level = level("cave");
    // Debug builds and other programs on the machine are slow, but not for one of two equal
    // searches alone.
    let ratio = |runs: &str| {
        let arguments = [
            "bench",
            &level,
            "--algorithm",
            "astar,astar",
            "--runs",
            runs,
            "--json",
        ];
        let table = json(&arguments, 0);
        let time = |row: usize| table["rows"][row]["median_us"].as_f64().unwrap();
        time(0) / time(1)
    };
    let ratios: Vec<_> = (0..5).map(|_| ratio("3")).collect();
    assert!(
        ratios.iter().any(|ratio| (0.7..1.4).contains(ratio)),
        "{ratios:?}"
    );
}

#[test]
fn the_result_says_how_and_on_what_was_measured() {
    let sandbox = Sandbox::new();
    let file = sandbox.write("small.map.scen", SCENARIOS);
    let arguments = [
        "bench",
        &file,
        "--algorithm",
        "astar,dijkstra",
        "--movement",
        "four",
        "--runs",
        "2",
    ];
    let table = json(&[&arguments[..], &["--json"]].concat(), 0);
    assert_eq!(
        (&table["schema"], &table["version"]),
        (&1.into(), &env!("CARGO_PKG_VERSION").into())
    );
    assert_eq!(
        (&table["stopped"], &table["runs"], &table["every"]),
        (&false.into(), &2.into(), &1.into())
    );
    assert_eq!(table["machine"]["architecture"], std::env::consts::ARCH);
    assert!(table["queries"].is_null(), "only with --rows");
    let row = &table["rows"][0];
    assert_eq!(
        (&row["options"]["movement"], &row["options"]["max_cost"]),
        (&"four".into(), &Value::Null)
    );
    let times = ["min_us", "median_us", "p90_us", "p99_us", "max_us"]
        .map(|name| row[name].as_f64().unwrap());
    assert!(times.is_sorted() && times[0] > 0.0, "{times:?}");
    assert!(row["spread_percent"].as_f64().unwrap() >= 0.0);
    let csv = stdout(&[&arguments[..], &["--csv"]].concat(), 0);
    let mut lines = csv.lines();
    assert!(
        lines
            .next()
            .unwrap()
            .ends_with("options,every,runs,stopped,version,machine,time,jobs"),
        "{csv}"
    );
    assert!(
        lines.next().unwrap().contains(",movement=four,1,2,false,"),
        "{csv}"
    );
}

/// A row of a benchmark could not be asked again.
#[test]
fn every_row_of_a_benchmark_is_repeated_by_solve() {
    let sandbox = Sandbox::new();
    let file = sandbox.write("small.map.scen", SCENARIOS);
    for more in [
        &[][..],
        &["--costs", ".=3"],
        &["--movement", "four", "--steps", "10/14"],
    ] {
        let arguments = [
            &[
                "bench",
                &file,
                "--algorithm",
                "astar,theta",
                "--rows",
                "--json",
            ][..],
            more,
        ]
        .concat();
        let table = json(&arguments, 0);
        let rows = table["queries"].as_array().unwrap();
        let measured = rows
            .iter()
            .filter(|row| row["algorithm"] == "astar")
            .count();
        assert_eq!(measured, 3, "{table}");
        for row in rows {
            let (line, name) = (row["line"].to_string(), row["algorithm"].as_str().unwrap());
            let query = [
                "solve",
                row["file"].as_str().unwrap(),
                "--line",
                &line,
                "--algorithm",
                name,
                "--json",
            ];
            let answer = json(&[&query[..], more].concat(), 0);
            for field in ["cost", "expanded", "generated", "start", "goal", "answer"] {
                assert_eq!(answer[field], row[field], "{field} of {query:?}");
            }
        }
        let csv = stdout(
            &[
                &["bench", &file, "--algorithm", "astar", "--rows", "--csv"][..],
                more,
            ]
            .concat(),
            0,
        );
        assert!(csv.starts_with("map,file,line,agent,start_x,"), "{csv}");
        assert_eq!(csv.lines().count(), 4);
    }
    let shown = stdout(&["bench", &file, "--algorithm", "astar", "--rows"], 0);
    assert!(
        shown.contains("(7, 0)") && shown.contains("mean"),
        "{shown}"
    );
    let rooms = level("rooms");
    let table = json(
        &["bench", &rooms, "--algorithm", "astar", "--rows", "--json"],
        0,
    );
    for row in table["queries"].as_array().unwrap() {
        let agent = row["agent"].as_str().unwrap();
        let cell = |name: &str| format!("{},{}", row[name][0], row[name][1]);
        let (start, goal) = (cell("start"), cell("goal"));
        let query = [
            "solve",
            &rooms,
            "--agent",
            agent,
            "--start",
            &start,
            "--goal",
            &goal,
            "--algorithm",
            "astar",
            "--json",
        ];
        assert_eq!(json(&query, 0)["expanded"], row["expanded"]);
    }
    for (arguments, word) in [
        (vec!["solve", &file], "say with --line N which one"),
        (
            vec!["solve", &file, "--line", "1"],
            "there is no query in line 1; they stand from line 2 to 4",
        ),
        (
            vec!["solve", &file, "--line", "0"],
            "expected a whole number from 1",
        ),
        (
            vec!["solve", &sandbox.path("small.map"), "--line", "2"],
            "--line is for scenario files",
        ),
        (
            vec!["solve", "@rooms", "--costs", ".=2"],
            "has costs of its own",
        ),
    ] {
        let said = refusal(&arguments);
        assert!(said.contains(word), "{arguments:?}: {said}");
    }
}

/// A baseline was a table to look at: nothing that a build server could act on.
#[test]
fn benchmark_slower_than_its_baseline_has_its_own_exit_code() {
    let sandbox = Sandbox::new();
    let file = sandbox.write("small.map.scen", SCENARIOS);
    let arguments = ["bench", &file, "--algorithm", "astar"];
    let mut table = json(&[&arguments[..], &["--json"]].concat(), 0);
    let mut baseline = |mean_us: f64, mean_expanded: f64| {
        table["rows"][0]["mean_us"] = mean_us.into();
        table["rows"][0]["mean_expanded"] = mean_expanded.into();
        sandbox.write("before.json", &table.to_string())
    };
    let check = |baseline: &str, percent: &str| {
        let output = gridwalk(
            &[
                &arguments[..],
                &["--baseline", baseline, "--threshold", percent],
            ]
            .concat(),
        );
        (output.status.code(), text(&output.stderr))
    };
    let (huge, tiny) = (1e12, 1e-3);
    assert_eq!(check(&baseline(huge, 1e6), "0").0, Some(0));
    let (code, said) = check(&baseline(tiny, 1e6), "50");
    assert_eq!(code, Some(4), "{said}");
    assert!(
        said.contains("small.map, astar: the mean time is")
            && said.contains("more than the 50 % allowed"),
        "{said}"
    );
    let (code, said) = check(&baseline(huge, 1.0), "50");
    assert!(
        code == Some(4) && said.contains("the mean of expansions is"),
        "{said}"
    );
    let other = sandbox.write(
        "other.csv",
        &stdout(&["bench", &file, "--algorithm", "dijkstra", "--csv"], 0),
    );
    for (more, word) in [
        (vec!["--threshold", "10"], "--baseline"),
        (
            vec!["--baseline", &other, "--threshold", "ten"],
            "expected a number of per cent",
        ),
        (
            vec!["--baseline", &other, "--threshold", "-1"],
            "expected a number of per cent",
        ),
        (
            vec!["--baseline", &other],
            "no row of these maps and algorithms",
        ),
        (vec!["--baseline", "missing.csv"], "there is no such file"),
        (vec!["--runs", "0"], "expected a whole number from 1"),
    ] {
        let said = refusal(&[&arguments[..], &more].concat());
        assert!(said.contains(word), "{more:?}: {said}");
    }
}

/// `--costs '.=1,Q=3'` was taken without a word.
#[test]
fn costs_of_a_glyph_that_is_not_on_the_map_are_remarked_on() {
    let sandbox = Sandbox::new();
    let file = sandbox.write("small.map.scen", SCENARIOS);
    let output = gridwalk(&["bench", &file, "--costs", ".=1,Q=3", "--algorithm", "astar"]);
    assert!(
        text(&output.stderr).contains("--costs names 'Q', and no cell of the map has this glyph"),
        "{output:?}"
    );
}

/// Regression: a result cut short by Ctrl-C looked like a whole one.
#[test]
fn a_result_that_was_stopped_is_marked() {
    let arguments = [
        "bench",
        &level("right_angle"),
        &level("cave_512"),
        "--algorithm",
        "astar",
        "--runs",
        "2000",
        "--json",
    ];
    let output = stopped(&arguments);
    assert_eq!(output.status.code(), Some(130), "{output:?}");
    let table: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(table["stopped"], true);
}

/// All queries ran once untimed before the first one was timed: Ctrl-C in that half left a table
/// with a head and no rows.
#[test]
fn a_bench_stopped_in_its_first_half_has_rows() {
    let arguments = [
        "bench",
        &level("cave_512"),
        "--algorithm",
        "astar,jps",
        "--runs",
        "1000000",
        "--json",
    ];
    let output = stopped(&arguments);
    let table: Value = serde_json::from_slice(&output.stdout).unwrap();
    let rows = table["rows"].as_array().unwrap();
    assert!(
        table["stopped"] == true && !rows.is_empty() && rows[0]["queries"].as_u64() > Some(0),
        "{table}"
    );
    assert!(rows[0]["mean_us"].as_f64().unwrap() > 0.0, "{table}");
}

#[test]
fn several_threads_count_the_same() {
    let sandbox = Sandbox::new();
    let file = sandbox.write("small.map.scen", SCENARIOS);
    let counts = |jobs: &str, time: &str| {
        let arguments = [
            "bench",
            &file,
            &level("maze"),
            "--jobs",
            jobs,
            "--time",
            time,
            "--json",
            "--rows",
        ];
        let table = json(&arguments, 0);
        assert_eq!(
            (&table["jobs"].to_string(), &table["time"]),
            (&jobs.to_owned(), &time.into())
        );
        let queries = table["queries"].as_array().unwrap();
        let count = |query: &Value| {
            ["map", "algorithm", "cost", "expanded", "generated"]
                .map(|name| query[name].to_string())
        };
        queries.iter().map(count).collect::<Vec<_>>()
    };
    let alone = counts("1", "cpu");
    assert!(alone.len() > 60, "{}", alone.len());
    assert_eq!(counts("3", "wall"), alone);
}

/// The usual number of runs is enough to see how far they lie apart.
#[test]
fn the_spread_is_known_by_default() {
    let table = json(&["bench", "@maze", "--algorithm", "astar", "--json"], 0);
    assert_eq!((&table["runs"], &table["time"]), (&3.into(), &"cpu".into()));
    assert!(table["rows"][0]["spread_percent"].is_number(), "{table}");
    let sandbox = Sandbox::new();
    let mut old = table.clone();
    old["rows"][0]["mean_us"] = 1.0.into();
    old.as_object_mut().unwrap().remove("time");
    let old = sandbox.write("old.json", &old.to_string());
    let output = gridwalk(&["bench", "@maze", "--algorithm", "astar", "--baseline", &old]);
    assert!(
        text(&output.stderr).contains("the baseline has times of --time wall, this has --time cpu"),
        "{output:?}"
    );
}

/// One mean said nothing of how times grow with the path, nor of a query that is new.
#[test]
fn times_are_shown_cold_and_by_length() {
    let sandbox = Sandbox::new();
    let file = sandbox.write("small.map.scen", SCENARIOS);
    let arguments = ["bench", &file, "--algorithm", "astar,auto"];
    let ranges = |option: &str| {
        let table = json(&with(&arguments, &[option, "--json"]), 0);
        let of_row = |row: &Value| {
            assert!(
                row["cold_mean_us"].as_f64() > Some(0.0)
                    && row["cold_median_us"].as_f64() > Some(0.0),
                "{row}"
            );
            let parts = row["by_length"].as_array().unwrap();
            let expanded: f64 = parts
                .iter()
                .map(|it| it["mean_expanded"].as_f64().unwrap() * number(it, "queries"))
                .sum();
            assert!(
                (expanded / 3.0 - number(row, "mean_expanded")).abs() < 0.01,
                "{row}"
            );
            assert!(
                parts
                    .iter()
                    .all(|it| number(it, "mean_us") > 0.0 && number(it, "cold_mean_us") > 0.0),
                "{row}"
            );
            parts
                .iter()
                .map(|it| ["length_from", "length_to", "queries"].map(|key| number(it, key)))
                .collect::<Vec<_>>()
        };
        table["rows"]
            .as_array()
            .unwrap()
            .iter()
            .map(of_row)
            .collect::<Vec<_>>()
    };
    // The lengths are 2 and twice 9.24.
    assert_eq!(
        ranges("--by-length"),
        vec![vec![[0.0, 4.0, 1.0], [8.0, 16.0, 2.0]]; 2]
    );
    assert_eq!(
        ranges("--by-length=3"),
        vec![vec![[0.0, 3.0, 1.0], [9.0, 12.0, 2.0]]; 2]
    );
    let shown = stdout(&with(&arguments, &["--by-length"]), 0);
    assert!(
        shown.contains("cold mean") && shown.contains("8 to 16"),
        "{shown}"
    );
    let csv = stdout(&with(&arguments, &["--by-length", "--csv"]), 0);
    assert!(
        csv.starts_with("map,algorithm,length_from,length_to,queries,mean_us,cold_mean_us,"),
        "{csv}"
    );
    assert_eq!(csv.lines().count(), 5, "{csv}");
    let rows = json(&with(&arguments, &["--rows", "--json"]), 0);
    assert!(
        rows["queries"]
            .as_array()
            .unwrap()
            .iter()
            .all(|row| number(row, "cold_us") > 0.0),
        "{rows}"
    );
    assert!(
        rows["rows"][0]["by_length"].is_null(),
        "only if it is asked for"
    );
    let agent = r#"(name: "a", at: (0, 0), goals: [(1, 0), (3, 0)])"#;
    let walled = format!(r#"(version: 1, name: "walled", map: ["..#."], agents: [{agent}])"#);
    let walled = sandbox.write("walled.level.ron", &walled);
    let shown = stdout(
        &["bench", &walled, "--algorithm", "astar", "--by-length"],
        0,
    );
    assert!(
        shown.contains("0 to 4") && shown.contains("no path"),
        "{shown}"
    );
    for (more, word) in [
        (["--by-length", "--rows"], "cannot be used with"),
        (["--by-length=far", "--json"], "whole number"),
        (["--by-length=0", "--json"], "from 1"),
    ] {
        let said = refusal(&with(&arguments, &more));
        assert!(said.contains(word), "{said}");
    }
}

/// Returns a command with further arguments.
fn with<'a>(arguments: &[&'a str], more: &[&'a str]) -> Vec<&'a str> {
    [arguments, more].concat()
}

fn number(row: &Value, key: &str) -> f64 {
    row[key]
        .as_f64()
        .unwrap_or_else(|| panic!("{key} of {row}"))
}
