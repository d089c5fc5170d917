//! `gridwalk explain`, run as the program that people run.

use std::process::Command;

use gridwalk_explain::{Language, StepDetail, Timeline, Trace, step};
use gridwalk_pathfinding::{Limits, NodePool, PathQuery};
use gridwalk_testing::shipped_level;

fn gridwalk(arguments: &[&str]) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gridwalk"));
    let output = command
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(arguments)
        .output()
        .unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (
        output.status.code(),
        text(output.stdout),
        text(output.stderr),
    )
}

const FIRST_STEPS: &str = "assets/levels/first_steps.level.ron";

#[test]
fn explain_prints_every_step_and_the_end() {
    let level = shipped_level("first_steps");
    let query = PathQuery::new(level.agents[0].at, level.agents[0].goals[0], &level.search);
    let (_, trace) = Trace::record(
        &level.grid,
        &query,
        Limits::NONE,
        usize::MAX,
        &mut NodePool::default(),
    );
    for (name, language) in [("en", Language::English), ("zh", Language::Chinese)] {
        let (code, said, _) = gridwalk(&["explain", FIRST_STEPS, "--language", name]);
        let mut timeline = Timeline::new(trace.clone().into());
        let mut expected = Vec::new();
        while timeline.position() < timeline.len() {
            timeline.seek(timeline.next_expansion(timeline.position()));
            let number = if expected.len() < 7 {
                format!("{}  ", expected.len() + 1)
            } else {
                "   ".to_owned()
            };
            expected.push(number + &step(&timeline, language, StepDetail::Brief));
        }
        let (header, steps) = said.split_once("\n\n").unwrap();
        assert_eq!(
            (code, steps.lines().collect::<Vec<_>>()),
            (Some(0), expected.iter().map(String::as_str).collect())
        );
        assert_eq!(header.lines().count(), 4, "{header}");
    }
}

#[test]
fn explain_prints_one_step_with_the_open_list_after_it() {
    let (code, said, _) = gridwalk(&["explain", FIRST_STEPS, "--step", "4"]);
    let expected = "\
First steps (assets/levels/first_steps.level.ron) · walker
A* from (0, 5) to (4, 4), on 7 × 6 cells.
4-way, a step costs 1 times the terrain entered; estimate: Manhattan; stops when the goal is opened; of equal F the one \
opened first goes first; neighbours in the order e, n, w, s.
G is the cost of the path from the start, H the estimate of what is left (Manhattan), and F = G + H.

4  Expanded (2, 5): F = 5 is the lowest on the open list. Its neighbours are new: (3, 5) with G = 3, H = 2, F = 5; \
(2, 4) with G = 3, H = 2, F = 5. (1, 5) is ignored: closed. Positions passed in a sorted list: 0, 1.

Open list, in the order of expansion: 3
     1  (3, 5)        F 5         G 3         H 2
     2  (2, 4)        F 5         G 3         H 2
     3  (0, 3)        F 7         G 2         H 5
";
    assert_eq!((code, said.as_str()), (Some(0), expected));
    let (code, said, _) = gridwalk(&[
        "explain",
        FIRST_STEPS,
        "--algorithm",
        "flow-field",
        "--stop",
        "expanded",
        "--step",
        "2",
    ]);
    assert_eq!(code, Some(0));
    assert!(said.contains("G 2 "), "{said}");
}

/// Cells were expanded that no step had named.
#[test]
fn in_full_every_cell_is_named_before_it_is_expanded() {
    for algorithm in [
        "astar",
        "breadth-first",
        "bidirectional",
        "fringe",
        "idastar",
        "depth-first",
        "theta",
    ] {
        let rules = [
            "--algorithm",
            algorithm,
            "--stop",
            "expanded",
            "--movement",
            "eight-always",
            "--steps",
            "sqrt2",
        ];
        let (_, said, error) = gridwalk(
            &[
                &["explain", "assets/levels/maze.level.ron", "--full"],
                &rules[..],
            ]
            .concat(),
        );
        assert!(said.lines().count() > 20, "{error}");
        let mut named = String::new();
        for line in said.lines() {
            assert!(
                !line.contains(" more.") && !line.contains(" more ("),
                "{algorithm}: {line}"
            );
            if let Some((_, rest)) = line.split_once("xpanded (") {
                let cell = &rest[..=rest.find(')').unwrap()];
                let cell = &format!("({cell}");
                assert!(
                    named.is_empty() || named.contains(cell),
                    "{algorithm}: {cell} was not named before {line}"
                );
            }
            named.push_str(line);
        }
    }
}

#[test]
fn explain_takes_a_range_of_steps_and_json() {
    let (code, said, _) = gridwalk(&["explain", FIRST_STEPS, "--step", "6.."]);
    let numbers: Vec<_> = said.lines().skip(5).map(|line| line[..1].trim()).collect();
    assert_eq!((code, numbers), (Some(0), vec!["6", "7", ""]));
    let (code, said, _) = gridwalk(&["explain", FIRST_STEPS, "--step", "2..3", "--json"]);
    let explained: serde_json::Value = serde_json::from_str(&said).unwrap();
    assert_eq!(
        (code, &explained["expanded"], &explained["end"]),
        (Some(0), &7.into(), &serde_json::Value::Null)
    );
    let step = &explained["steps"][1];
    assert_eq!(
        (&step["step"], &step["f"], &step["side"]),
        (&3.into(), &5.0.into(), &"start".into())
    );
    assert_eq!(
        (
            step["cell"].to_string(),
            step["positions_passed"].to_string()
        ),
        ("[0,4]".into(), "[1]".into())
    );
    assert!(
        step["sentence"]
            .as_str()
            .unwrap()
            .starts_with("Expanded (0, 4)")
    );
    let (_, said, _) = gridwalk(&["explain", FIRST_STEPS, "--json"]);
    let whole: serde_json::Value = serde_json::from_str(&said).unwrap();
    assert!(
        whole["end"]
            .as_str()
            .unwrap()
            .starts_with("A path is found"),
        "{said}"
    );
}

#[test]
fn explain_ends_like_the_other_commands() {
    let (code, said, _) = gridwalk(&["explain", "assets/levels/walled_off.level.ron"]);
    assert_eq!(code, Some(1), "{said}");
    assert!(
        said.trim_end()
            .ends_with("The search is over: there is no path, the goal is walled off."),
        "{said}"
    );
    let (code, said, _) = gridwalk(&["explain", FIRST_STEPS, "--max-expansions", "3"]);
    assert_eq!((code, said.lines().count()), (Some(3), 8), "{said}");
    assert!(
        said.trim_end()
            .ends_with("Here the search was cancelled or out of budget."),
        "{said}"
    );
    for wrong in [
        &["--step", "8"][..],
        &["--step", "0"],
        &["--step", "8..9"],
        &["--step", "4..3"],
        &["--step", "0..3"],
        &["--language", "fr"],
        &["--goal", "99,0"],
        &["--algorithm", "theta"],
    ] {
        let (code, said, error) = gridwalk(&[&["explain", FIRST_STEPS], wrong].concat());
        assert_eq!((code, said.as_str()), (Some(2), ""), "{wrong:?}: {error}");
        assert!(!error.contains("panicked"), "{error}");
    }
}
