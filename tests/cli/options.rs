//! Each option is the same wherever it is set: in level files, on the command line, in scripts, in
//! the option table.

use gridwalk_level::formats::{parse_ron, write_ron};
use gridwalk_pathfinding::{Algorithm, OptionChange, OptionKey, SearchOptions, Support};

/// Every named value, and one that is typed.
fn values(key: OptionKey) -> Vec<String> {
    let kind = key.kind();
    let typed = kind.typed.map(gridwalk_pathfinding::Typed::example);
    kind.names
        .iter()
        .copied()
        .chain(typed)
        .map(str::to_owned)
        .collect()
}

/// An algorithm that honours the option.
fn honouring(key: OptionKey) -> Algorithm {
    let a_star =
        Some(Algorithm::AStar).filter(|algorithm| algorithm.support(key) == Support::Honoured);
    a_star
        .or(key.honoured_by().next())
        .unwrap_or_else(|| panic!("no search honours {key:?}"))
}

#[test]
fn every_option_comes_back_from_text_and_level_file() {
    for key in OptionKey::ALL {
        for text in values(key) {
            let change = OptionChange::parse(key.name(), &text).unwrap();
            assert_eq!((change.key(), &change.text()), (key, &text));
            for old in key.earlier() {
                assert_eq!(OptionChange::parse(old, &text).as_ref(), Ok(&change));
            }
            let rows = ["\"................\""; 10].join(", ");
            let mut level = parse_ron(&format!("(version: 1, map: [{rows}])")).unwrap();
            level.search = honouring(key).into();
            change.apply(&mut level.search);
            assert_eq!(key.of(&level.search), change);
            assert_eq!(
                parse_ron(&write_ron(&level)).as_ref(),
                Ok(&level),
                "{key:?} {text}"
            );
        }
        let error = key.parse("no-such-value").unwrap_err().to_string();
        assert!(
            error.starts_with(&format!(
                "`no-such-value` is no value of {}; expected",
                key.name()
            )),
            "{error}"
        );
        if key.kind().empty.is_some() {
            let mut options = SearchOptions::default();
            key.parse("").unwrap().apply(&mut options);
            assert_eq!(options, SearchOptions::default());
        }
    }
    assert!(
        OptionChange::parse("colour", "red")
            .unwrap_err()
            .to_string()
            .contains("goal-tolerance")
    );
}

#[test]
fn what_cannot_be_read_is_no_value() {
    for (key, texts) in [
        (OptionKey::Weight, &["", "-1", "NaN", "101", "two"][..]),
        (
            OptionKey::Steps,
            &["", "sqrt3", "10", "10/9", "10/21", "0/0"],
        ),
        (OptionKey::Neighbours, &["", "n,n", "up", "w w"]),
        (OptionKey::GoalTolerance, &["", "-1", "1001", "1.5"]),
        (OptionKey::MaxExpansions, &["-1", "1.5"]),
        (OptionKey::MaxCost, &["-1", "NaN", "1e13"]),
        (OptionKey::Region, &["1,2,3", "1,2,0,4", "-1,2,3,4"]),
        (OptionKey::Heuristic, &["", "octil", "dx +", "dz + 1"]),
    ] {
        for text in texts {
            assert!(key.parse(text).is_err(), "{key:?} {text}");
        }
    }
    let message = OptionKey::Heuristic.parse("octil").unwrap_err().to_string();
    assert!(
        message.contains("manhattan") && message.contains("a formula in dx, dy, sx, sy and g"),
        "{message}"
    );
}

/// The straight line is never longer than a path at any angle; octile is.
#[test]
fn heuristic_follows_the_algorithm_until_one_is_chosen() {
    let set = |options: &mut SearchOptions, key: &str, text: &str| {
        OptionChange::parse(key, text).unwrap().apply(options);
    };
    let mut options = SearchOptions::default();
    set(&mut options, "algorithm", "theta");
    assert_eq!(options, Algorithm::Theta.into());
    assert_eq!(options.heuristic.name(), "euclidean");
    set(&mut options, "algorithm", "astar");
    assert_eq!(options.heuristic.name(), "octile");
    set(&mut options, "heuristic", "chebyshev");
    set(&mut options, "algorithm", "lazy-theta");
    assert_eq!(options.heuristic.name(), "chebyshev");
    let level = parse_ron(
        "(version: 1, map: [\"..\"], search: (algorithm: \"theta\", heuristic: \"octile\"))",
    )
    .unwrap();
    assert_eq!(level.search.heuristic.name(), "octile");
    let level = parse_ron("(version: 1, map: [\"..\"], search: (algorithm: \"theta\"))").unwrap();
    assert_eq!(level.search.heuristic.name(), "euclidean");
}

#[test]
fn every_option_of_the_command_line_is_one_of_the_table() {
    for key in OptionKey::ALL {
        for text in values(key) {
            // Weights of a landscape would make some of them unsupported.
            let algorithm = honouring(key);
            let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_gridwalk"));
            command.args([
                "solve",
                "assets/levels/empty.level.ron",
                "--json",
                "--start",
                "0,0",
                "--goal",
                "5,4",
            ]);
            if key != OptionKey::Algorithm {
                command.args(["--algorithm", algorithm.name()]);
            }
            let answer = command
                .args([&format!("--{}", key.name()), &text])
                .output()
                .unwrap();
            let answer: serde_json::Value = serde_json::from_slice(&answer.stdout).unwrap();
            let found = &answer["options"][key.field()];
            let found = match found {
                serde_json::Value::Array(names) => names
                    .iter()
                    .filter_map(|name| name.as_str())
                    .collect::<Vec<_>>()
                    .join(","),
                serde_json::Value::Object(_) => {
                    format!("{},{}", pair(&found["at"]), pair(&found["size"]))
                }
                serde_json::Value::String(text) => text.clone(),
                number => number.as_f64().unwrap().to_string(),
            };
            assert_eq!(found, text, "{key:?}: {answer}");
        }
    }
}

fn pair(pair: &serde_json::Value) -> String {
    format!("{},{}", pair[0], pair[1])
}
