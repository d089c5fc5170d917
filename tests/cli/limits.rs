//! Values over a limit, and values just within: costs, expansions, events, and cells that are near
//! enough.

use super::run::{Sandbox, gridwalk, json, refusal, stdout, text};

/// `--max-cost 401.10259536666086`, the cost that the same command had given out: "Rightly no
/// path".
#[test]
fn the_cost_of_a_path_is_within_itself_as_the_limit() {
    for steps in ["sqrt2", "10/14"] {
        let arguments = ["solve", "@cave", "--steps", steps, "--json"];
        let answer = json(&arguments, 0);
        let (cost, number) = (answer["cost"].to_string(), answer["cost"].as_f64().unwrap());
        for limit in [cost, format!("{number:.5}")] {
            let within = json(&[&arguments[..], &["--max-cost", &limit]].concat(), 0);
            assert_eq!(within["cost"], answer["cost"], "within {limit}");
        }
        let below = json(
            &[
                &arguments[..],
                &["--max-cost", &format!("{:.4}", number - 0.001)],
            ]
            .concat(),
            1,
        );
        let sentence = below["verdict"]["sentence"].as_str().unwrap();
        assert!(
            sentence.starts_with("Rightly no path: the cheapest costs"),
            "{sentence}"
        );
        let (best, most) = sentence
            .split_once(", more than the limit of ")
            .expect(sentence);
        assert_ne!(
            best.rsplit(' ').next().unwrap(),
            most.trim_end_matches('.'),
            "the two are told apart"
        );
    }
}

/// With N the expansions that it makes, a search was out of budget.
#[test]
fn as_many_expansions_as_it_takes_are_enough() {
    for algorithm in gridwalk_pathfinding::Algorithm::ALL {
        let arguments = [
            "solve",
            "@cave",
            "--algorithm",
            algorithm.name(),
            "--no-verdict",
            "--json",
        ];
        let output = gridwalk(&arguments);
        let Ok(answer) = serde_json::from_slice::<serde_json::Value>(&output.stdout) else {
            panic!("{output:?}")
        };
        if answer["answer"] == "error" {
            continue;
        }
        let most = answer["expanded"].to_string();
        let again = json(&[&arguments[..], &["--max-expansions", &most]].concat(), 0);
        assert_eq!(
            (&again["cost"], &again["expanded"]),
            (&answer["cost"], &answer["expanded"]),
            "{algorithm:?}"
        );
    }
}

/// Past two million events, the cells that one search expands alone were counted wrong.
#[test]
fn compare_counts_what_it_does_not_keep() {
    let answer = json(
        &[
            "compare",
            "@cave_512",
            "--algorithm",
            "astar,idastar",
            "--no-verdict",
            "--json",
        ],
        0,
    );
    let cells = &answer["differences"][0];
    assert_eq!(
        [&cells["only_first"], &cells["only_second"], &cells["both"]],
        [18, 8638, 67375]
    );
    let [astar, idastar] = [&answer["boards"][0], &answer["boards"][1]];
    assert_eq!([&astar["truncated"], &idastar["truncated"]], [false, true]);
    assert!(
        idastar["events"].as_u64().unwrap() > 2_000_000,
        "{}",
        idastar["events"]
    );
    assert!(idastar["positions_scanned"].is_null() && idastar["verdict"].is_null());
}

/// "There is no step 5000000; the search takes 4106075": it took 6,194,509.
#[test]
fn a_record_that_is_not_whole_says_so() {
    let sandbox = Sandbox::new();
    let map = format!(
        "type octile\nheight 2400\nwidth 2400\nmap\n{}",
        format!("{}\n", ".".repeat(2400)).repeat(2400)
    );
    let file = sandbox.write("open.map", &map);
    let query = [
        &file,
        "--start",
        "0,0",
        "--goal",
        "2399,2399",
        "--algorithm",
        "dijkstra",
    ];
    let one = json(
        &[&["explain"][..], &query, &["--step", "3", "--json"]].concat(),
        0,
    );
    let (all, recorded) = (
        one["expanded"].as_u64().unwrap(),
        one["recorded"].as_u64().unwrap(),
    );
    assert_eq!(
        (
            all,
            &one["truncated"],
            one["steps"].as_array().unwrap().len()
        ),
        (2400 * 2400, &true.into(), 1)
    );
    assert!(recorded < all, "{recorded}");
    let refused = refusal(
        &[
            &["explain"][..],
            &query,
            &["--step", &(recorded + 1).to_string()],
        ]
        .concat(),
    );
    let said = format!("is not in the record, which keeps the first {recorded} of {all} steps");
    assert!(refused.contains(&said), "{refused}");
    let whole = json(&["explain", "@right_angle", "--json"], 0);
    assert_eq!(
        (&whole["truncated"], &whole["recorded"]),
        (&false.into(), &whole["expanded"])
    );
}

/// `explain --json --step N` left out the open list that it prints for people.
#[test]
fn a_single_step_as_json_has_the_open_list() {
    let shown = stdout(&["explain", "@right_angle", "--step", "20"], 0);
    let rows = shown.lines().filter(|line| line.contains("  F ")).count();
    let step = &json(&["explain", "@right_angle", "--step", "20", "--json"], 0)["steps"][0];
    let open = step["open"].as_array().unwrap();
    assert_eq!(open.len(), rows);
    assert!(
        open.iter()
            .all(|cell| cell["f"].as_f64() >= open[0]["f"].as_f64() && cell["side"] == "start"),
        "{open:?}"
    );
    let some = &json(
        &["explain", "@right_angle", "--step", "20..21", "--json"],
        0,
    )["steps"][0];
    assert!(some["open"].is_null());
}

/// The far side of the wall came first in reading order: 4.41 where an equally near cell costs 1.
#[test]
fn nearest_is_not_the_far_side_of_a_wall() {
    let sandbox = Sandbox::new();
    let map = sandbox.write(
        "wall.map",
        "type octile\nheight 4\nwidth 4\nmap\n....\n@@@.\n....\n....\n",
    );
    let answer = json(
        &[
            "solve",
            &map,
            "--start",
            "0,2",
            "--goal",
            "1,1",
            "--nearest",
            "--json",
        ],
        0,
    );
    assert_eq!(
        (&answer["goal"], &answer["cost"]),
        (&serde_json::json!([1, 2]), &1.0.into())
    );
    let outside = refusal(&[
        "solve",
        &map,
        "--start",
        "0,2",
        "--goal",
        "9999,0",
        "--nearest",
    ]);
    assert!(outside.contains("lies outside the map"), "{outside}");
}

/// A blocked goal was refused, however near to it would have done.
#[test]
fn near_a_blocked_goal_is_near_enough() {
    let sandbox = Sandbox::new();
    let query = [
        "solve",
        &sandbox.path("small.map"),
        "--start",
        "0,0",
        "--goal",
        "3,0",
        "--goal-tolerance",
        "1",
        "--json",
    ];
    let answer = json(&query, 0);
    assert_eq!(
        (&answer["path"][2], answer["cells"].as_u64()),
        (&serde_json::json!([2, 0]), Some(3))
    );
    assert_eq!(answer["verdict"]["ratio"], 1.0);
}

/// A piece of a line at any angle was cut to a unit: 2.236022 for √5.
#[test]
fn a_line_at_any_angle_costs_its_length() {
    let sandbox = Sandbox::new();
    for (name, goal, cost) in [
        ("theta", "2,1", 5.0_f64.sqrt()),
        ("lazy-theta", "2,1", 5.0_f64.sqrt()),
    ] {
        let query = [
            "solve",
            &sandbox.path("small.map"),
            "--start",
            "0,0",
            "--goal",
            goal,
            "--algorithm",
            name,
            "--json",
        ];
        let answer = json(&query, 0);
        assert!(
            (answer["cost"].as_f64().unwrap() - cost).abs() < 1e-9,
            "{}",
            answer["cost"]
        );
    }
    let answer = json(&["solve", "@maze", "--algorithm", "theta", "--json"], 0);
    let turns: Vec<[f64; 2]> = serde_json::from_value(answer["turning_points"].clone()).unwrap();
    let sum: f64 = turns
        .windows(2)
        .map(|line| (line[0][0] - line[1][0]).hypot(line[0][1] - line[1][1]))
        .sum();
    assert!(
        turns.len() > 2 && (answer["cost"].as_f64().unwrap() - sum).abs() < 1e-6,
        "{sum}, {}",
        answer["cost"]
    );
}

/// The verdict could not be switched off: on a large map it took several hundred times as long as
/// the search.
#[test]
fn no_verdict_is_given_where_none_is_wanted() {
    let answer = json(&["solve", "@cave", "--no-verdict", "--json"], 0);
    assert!(answer["verdict"].is_null() && answer["cost"].as_f64().is_some());
    let shown = stdout(&["solve", "@cave", "--no-verdict"], 0);
    assert!(
        !shown.contains("Optimal") && shown.contains("expanded"),
        "{shown}"
    );
    let table = stdout(
        &[
            "compare",
            "@cave",
            "--algorithm",
            "astar,dijkstra",
            "--no-verdict",
        ],
        0,
    );
    assert!(!table.contains("optimal"), "{table}");
}

/// `compare` ended when one board could not be searched; the window keeps the others.
#[test]
fn boards_that_cannot_be_searched_leave_the_others() {
    let arguments = [
        "compare",
        "@rooms",
        "--algorithm",
        "astar,jps",
        "--board",
        "tie=oldest",
    ];
    let output = gridwalk(&arguments);
    let (shown, said) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(
        said.contains("board 2: Jump point search needs terrain of one cost"),
        "{said}"
    );
    assert!(
        shown.contains("cells expanded by 1 alone") && shown.contains("by 3 alone"),
        "{shown}"
    );
    let answer = json(&[&arguments[..], &["--json"]].concat(), 2);
    let answers: Vec<_> = (0..3)
        .map(|board| answer["boards"][board]["answer"].as_str().unwrap())
        .collect();
    assert_eq!(answers, ["path", "error", "path"]);
    assert_eq!(
        (
            &answer["differences"][0]["first"],
            &answer["differences"][0]["second"]
        ),
        (&1.into(), &3.into())
    );
}
