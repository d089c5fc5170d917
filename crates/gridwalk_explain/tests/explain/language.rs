//! The sentences of the library in both languages, the English ones to the letter.

use gridwalk_explain::verdict::{self, Fault, judge};
use gridwalk_explain::*;
use gridwalk_level::LevelEditError;
use gridwalk_level::generate::GenerateError;
use gridwalk_pathfinding::*;

/// Whether a text has no English words, names of searches aside.
fn is_chinese(text: &str) -> bool {
    let words = text.split(|sign: char| !sign.is_ascii_alphabetic());
    let english = words
        .filter(|word| word.len() > 1 && !["Dijkstra", "IDA", "Theta"].contains(word))
        .count();
    english == 0
}

/// The numbers of a sentence, in any order; those of "4-way" are words.
fn facts(text: &str) -> Vec<String> {
    let text = text.replace("4-way", "").replace("8-way", "");
    let numbers = text
        .split(|sign: char| !sign.is_ascii_digit() && sign != '.')
        .map(|number| number.trim_matches('.'));
    let mut facts: Vec<_> = numbers
        .filter(|number| !number.is_empty())
        .map(str::to_owned)
        .collect();
    facts.sort_unstable();
    facts
}

fn assert_both(english: &str, chinese: &str, wanted: &str) {
    assert_eq!(english, wanted);
    assert!(
        is_chinese(chinese) && !chinese.is_empty(),
        "{english} / {chinese}"
    );
    assert_eq!(facts(english), facts(chinese), "{english} / {chinese}");
}

#[test]
fn every_refusal_is_described_in_both_languages() {
    let jps = Algorithm::JumpPoint;
    for (refusal, wanted) in [
        (
            Refusal::Weighted(jps),
            "Jump point search needs terrain of one cost, and this map has several; use A*, Bidirectional A* or Lifelong planning A*",
        ),
        (
            Refusal::OneWay(jps),
            "Jump point search does not support one-way cells; use A*, Bidirectional A* or Dijkstra",
        ),
        (
            Refusal::Portals(jps),
            "Jump point search does not support portals; use A*, Bidirectional A* or Dijkstra",
        ),
        (
            Refusal::FourWay(Algorithm::Theta),
            "Theta* draws lines at any angle, which 4-way movement forbids; use an 8-way rule, or A*",
        ),
        (
            Refusal::ExpensiveDiagonal(jps),
            "Jump point search needs a diagonal step to cost less than two straight ones; use cheaper ones, 4-way movement, or A*",
        ),
        (
            Refusal::Option(Algorithm::Theta, OptionKey::Steps),
            "Theta* does not support the option “Step costs”; leave it at sqrt2, or use A* or Dijkstra",
        ),
        (
            Refusal::Option(Algorithm::DepthFirst, OptionKey::MaxCost),
            "Depth-first does not support the option “Cost limit”; leave it at no limit, or use A* or Dijkstra",
        ),
        (
            Refusal::MaxCostOfFirst(Algorithm::AStar),
            "A* may miss paths within a cost limit if first parents stay; turn the parent update on, or set no limit",
        ),
        (
            Refusal::MaxCostOfClosed(Algorithm::Greedy),
            "Greedy best-first may miss paths within a cost limit if closed cells stay closed; turn reopening on, or set no limit",
        ),
        (
            Refusal::FormulaOfG(Algorithm::Bidirectional),
            "Bidirectional A* needs an estimate that depends on the cell alone, and the formula asks for g; use A*",
        ),
        (
            Refusal::Inadmissible(Algorithm::Lpa),
            "Lifelong planning A* needs an estimate that never exceeds the true cost; use Octile, or another algorithm",
        ),
    ] {
        assert_eq!(refusal.to_string(), wanted);
        // Its only fact is the algorithm, which the first place of the sentence names.
        let chinese = refusal.describe_in(Language::Chinese);
        assert!(
            is_chinese(&chinese) && chinese.starts_with('“') && chinese.contains("请"),
            "{wanted} / {chinese}"
        );
    }
    let infinite = Refusal::Formula(Cell::new(3, 4), FormulaFault::Infinite);
    let wanted = "the formula is infinite at (3, 4); expected a number for every cell";
    assert_both(
        &infinite.to_string(),
        &infinite.describe_in(Language::Chinese),
        wanted,
    );
}

/// The window said why an edit was refused in English, whatever its language was.
#[test]
fn refused_edits_are_described_in_both_languages() {
    let (a, b) = (Cell::new(1, 2), Cell::new(3, 4));
    let size = GridSize {
        width: 9000,
        height: 5,
    };
    let grid = [
        GridError::Size(size),
        GridError::CellCount {
            expected: 6,
            found: 5,
        },
        GridError::Legend(300),
        GridError::Cost {
            terrain: "泥".to_owned(),
            cost: 5000,
        },
        GridError::Portal(a, b),
        GridError::Portals(65),
        GridError::RowLength {
            row: 2,
            expected: 5,
            found: 4,
        },
        GridError::Character {
            character: '~',
            row: 1,
            column: 3,
        },
        GridError::TooManyCosts {
            cell: Cell::new(3, 4),
            cost: 700,
        },
        GridError::UnknownTerrain(7),
    ];
    let edits = [
        EditError::Outside {
            cell: a,
            width: 1,
            height: 2,
        },
        EditError::UnknownTerrain(7),
        EditError::Occupied(a),
    ];
    let name = || "甲".to_owned();
    let own = [
        LevelEditError::NothingLeft,
        LevelEditError::Glyph('#'),
        LevelEditError::LegendFull,
        LevelEditError::InvisibleGlyph(name()),
        LevelEditError::PortalToItself(a),
        LevelEditError::PortalCost(a),
        LevelEditError::NoAgent(3),
        LevelEditError::AgentName(name()),
        LevelEditError::AgentOutside(name(), a),
        LevelEditError::AgentSpeed(name()),
        LevelEditError::AgentRadius(name()),
        LevelEditError::AgentSize(name()),
        LevelEditError::AgentPatrol(name()),
        LevelEditError::AgentCost {
            agent: name(),
            terrain: "泥".to_owned(),
        },
        LevelEditError::AgentForbidden(name()),
        LevelEditError::GroupName(name()),
        LevelEditError::Group(name()),
        LevelEditError::Region,
    ];
    let of_grid = grid
        .into_iter()
        .map(EditError::Grid)
        .chain(edits)
        .map(LevelEditError::Edit);
    for error in of_grid.chain(own) {
        let (english, chinese) = (
            error.describe_in(Language::English),
            error.describe_in(Language::Chinese),
        );
        assert_both(&english, &chinese, &error.to_string());
        assert!(
            !chinese.ends_with('。'),
            "it stands in a sentence: {chinese}"
        );
    }
    for error in [GenerateError::Size(0, 5), GenerateError::Density(101)] {
        assert_both(
            &error.to_string(),
            &error.describe_in(Language::Chinese),
            &error.to_string(),
        );
    }
}

#[test]
fn every_fault_is_described_in_both_languages() {
    let (a, b, c) = (Cell::new(1, 2), Cell::new(3, 4), Cell::new(5, 6));
    let units = StepCosts::UNIFORM;
    for (fault, wanted) in [
        (Fault::Path(PathFault::Empty), "the path is empty"),
        (
            Fault::Path(PathFault::Blocked(a)),
            "(1, 2) is blocked or outside",
        ),
        (
            Fault::Path(PathFault::Gap(a, b)),
            "no step leads from (1, 2) to (3, 4)",
        ),
        (
            Fault::Path(PathFault::OneWay(a, b)),
            "the one-way cell (1, 2) does not lead to (3, 4)",
        ),
        (
            Fault::Path(PathFault::Line(a, b, c)),
            "(5, 6) is not the next cell on the line from (1, 2) to (3, 4)",
        ),
        (
            Fault::Path(PathFault::Corner(a, b)),
            "the corner rule forbids (1, 2) to (3, 4)",
        ),
        (
            Fault::Path(PathFault::Cost(Cost(3), Cost(4))),
            "the steps cost 3, not 4",
        ),
        (
            Fault::Ends(a, b),
            "the path leads from (1, 2) to (3, 4), which was not asked for",
        ),
        (Fault::Region(a), "the path leaves the region at (1, 2)"),
        (
            Fault::Limit(Cost(5), Cost(4)),
            "the path costs 5, and 4 was the limit",
        ),
        (
            Fault::Impossible(Cost(3), Some(Cost(4))),
            "the path is said to cost 3, and none is cheaper than 4",
        ),
        (
            Fault::Impossible(Cost(3), None),
            "the path is said to cost 3, and there is none",
        ),
        (
            Fault::Missed(Cost(7)),
            "no path was found, and there is one for 7",
        ),
        (
            Fault::NotOptimal(Cost(8), Cost(7)),
            "the cheapest path was promised; this one costs 8 instead of 7",
        ),
        (
            Fault::NotBounded(Cost(20), Cost(7), Weight::new(1.5).unwrap()),
            "at most 1.5 times 7 was promised; this path costs 20",
        ),
        (
            Fault::NotFewest(9, 8),
            "the fewest steps were promised; this path has 9 instead of 8",
        ),
        (
            Fault::Heuristic(a),
            "the heuristic is known never to be too high, and at (1, 2) it is",
        ),
    ] {
        assert_both(
            &fault.describe(units, Language::English),
            &fault.describe(units, Language::Chinese),
            wanted,
        );
    }
    assert_eq!(
        PathFault::Cost(Cost(3), Cost(4)).to_string(),
        "the steps cost 3, not 4"
    );
}

#[test]
fn the_label_names_every_rule_in_both_languages() {
    let plain = SearchOptions::default();
    assert_both(
        &plain.to_string(),
        &plain.describe_in(Language::Chinese),
        "8-way, no corner cutting, a step costs 1 straight and 1.414 diagonal times the terrain entered; estimate: \
         Octile; stops when the goal is expanded; of equal F the one with larger G goes first; neighbours in the order n, e, s, w, ne, \
         se, sw, nw.",
    );
    let busy = SearchOptions {
        algorithm: Algorithm::BreadthFirst,
        movement: Movement::Four,
        steps: StepCosts::TEN_FOURTEEN,
        cost_rule: CostRule::MeanTouched,
        stop: StopRule::Generated,
        parent: ParentRule::First,
        goal_tolerance: 2,
        max_expansions: Some(1000),
        max_cost: CostLimit::new(2.5),
        region: Some(Rect {
            at: Cell::new(1, 2),
            width: 3,
            height: 4,
        }),
        ..SearchOptions::default()
    };
    assert_both(
        &busy.to_string(),
        &busy.describe_in(Language::Chinese),
        "4-way, a step costs 10 times the mean of the terrain touched; stops when the goal is opened; parent \
         update off: the first parent stays; neighbours in the order n, e, s, w; goal tolerance of 2 cells; at most 1000 expansions; no path more \
         expensive than 2.5; only inside 3 × 4 cells from (1, 2).",
    );
    assert_both(
        &StepCosts::SQRT2.to_string(),
        &StepCosts::SQRT2.describe_in(Language::Chinese),
        "straight 1, diagonal 1.414",
    );
}

/// "of equal F" was said of every search, and nothing of what breadth-first search goes by.
#[test]
fn the_label_names_the_key_that_ties_are_broken_of() {
    for (algorithm, key, estimate) in [
        (Algorithm::Dijkstra, Some("of equal G the one"), None),
        (
            Algorithm::Greedy,
            Some("of equal H the one"),
            Some("estimate: Octile"),
        ),
        (
            Algorithm::AStar,
            Some("of equal F the one"),
            Some("estimate: Octile"),
        ),
        (
            Algorithm::WeightedAStar,
            Some("of equal G + w × H the one"),
            Some("Octile with the weight 2"),
        ),
        (
            Algorithm::Theta,
            Some("of equal F the one"),
            Some("estimate: Straight line"),
        ),
        (Algorithm::BreadthFirst, None, None),
        (Algorithm::DepthFirst, None, None),
        (
            Algorithm::IdaStar,
            None,
            Some("estimate: Octile; ends by its own rule"),
        ),
    ] {
        let label = SearchOptions::from(algorithm).to_string();
        assert_eq!(label.contains("of equal"), key.is_some(), "{label}");
        assert!(
            label.contains(key.unwrap_or_default()) && label.contains(estimate.unwrap_or_default()),
            "{label}"
        );
        assert_eq!(label.contains("estimate"), estimate.is_some(), "{label}");
        assert_eq!(
            label.contains("closed cell"),
            algorithm == Algorithm::Greedy,
            "{label}"
        );
    }
}

/// Some names are the same in all languages.
fn assert_translated(value: &impl Describe) {
    let (english, chinese) = (
        value.describe_in(Language::English),
        value.describe_in(Language::Chinese),
    );
    assert_eq!(english, value.to_string());
    let is_same = ["A*", "IDA*", "Theta*", "Dijkstra"].contains(&english.as_str());
    assert!(
        is_chinese(&chinese) && (chinese != english) != is_same,
        "{english} / {chinese}"
    );
}

fn assert_all_translated<T: Named + Describe>() {
    for name in T::NAMES {
        assert_translated(&T::of_name(name).unwrap());
    }
}

#[test]
fn names_and_reasons_are_short_in_both_languages() {
    assert_all_translated::<Algorithm>();
    assert_all_translated::<OptionKey>();
    assert_all_translated::<Movement>();
    assert_all_translated::<Direction>();
    assert_all_translated::<TieBreak>();
    assert_all_translated::<StopRule>();
    assert_all_translated::<ParentRule>();
    assert_all_translated::<ReopenRule>();
    assert_all_translated::<CostRule>();
    assert_all_translated::<NoPathReason>();
    assert_all_translated::<IgnoreReason>();
    Heuristic::NAMED.iter().for_each(assert_translated);
    assert_translated(&Heuristic::Formula("dx".parse().unwrap()));
    let cell = Cell::new(0, 9);
    for (error, wanted) in [
        (
            EndpointError::StartOutside(cell),
            "the start (0, 9) lies outside the map",
        ),
        (
            EndpointError::GoalOutside(cell),
            "the goal (0, 9) lies outside the map",
        ),
        (
            EndpointError::StartBlocked(cell),
            "the start (0, 9) is blocked",
        ),
        (
            EndpointError::GoalBlocked(cell),
            "the goal (0, 9) is blocked",
        ),
    ] {
        assert_both(
            &error.to_string(),
            &error.describe_in(Language::Chinese),
            wanted,
        );
    }
    for (reason, wanted) in [
        (NoPathReason::Unreachable, "the goal is walled off"),
        (NoPathReason::OverCostLimit, "none is within the cost limit"),
        (
            NoPathReason::NotInRegion,
            "none lies inside the region that may be searched",
        ),
    ] {
        assert_both(
            reason.meaning(),
            &reason.describe_in(Language::Chinese),
            wanted,
        );
    }
}

/// Returns the answer of a search from corner to corner, judged.
fn judged(options: &SearchOptions, rows: &[&str]) -> verdict::Verdict {
    let grid = Grid::from_rows(rows);
    let goal = Cell::new(
        grid.width().cast_signed() - 1,
        grid.height().cast_signed() - 1,
    );
    let limits = Limits::NONE.at_most(options.max_expansions);
    let query = PathQuery::new(Cell::new(0, 0), goal, options);
    let outcome = solve_within(&grid, &query, limits, &mut NodePool::default(), &mut ());
    judge(&grid, &query, &outcome)
}

#[test]
fn a_verdict_is_explained_in_both_languages() {
    let open: &[&str] = &["....", "....", "...."];
    let tall: SearchOptions = SearchOptions {
        heuristic: "dx + dy".parse().map(Heuristic::Formula).unwrap(),
        ..SearchOptions::default()
    };
    let falls: SearchOptions = SearchOptions {
        heuristic: "max(dx - 1, 0) * 1.2"
            .parse()
            .map(Heuristic::Formula)
            .unwrap(),
        movement: Movement::Four,
        ..SearchOptions::default()
    };
    let limited = SearchOptions {
        max_cost: CostLimit::new(2.0),
        ..SearchOptions::default()
    };
    let tired = SearchOptions {
        max_expansions: Some(1),
        ..SearchOptions::default()
    };
    for (options, rows, wanted) in [
        (
            &SearchOptions::default(),
            open,
            "Optimal: 3.83 is the cheapest path.",
        ),
        (
            &SearchOptions::from(Algorithm::DepthFirst),
            open,
            "above the optimum: ",
        ),
        (&SearchOptions::from(Algorithm::Theta), open, "Any-angle: "),
        (
            &SearchOptions::default(),
            &[".#.", "##.", "..."],
            "Rightly no path: the goal is walled off.",
        ),
        (
            &limited,
            open,
            "Rightly no path: the cheapest costs 3.83, more than the limit of 2.",
        ),
        (
            &tired,
            open,
            "Out of budget before there was an answer; the cheapest path costs 3.83.",
        ),
        (
            &SearchOptions {
                goal_tolerance: 2,
                ..Algorithm::Fringe.into()
            },
            open,
            "Refused: Fringe search does not support the option “Goal tolerance”",
        ),
    ] {
        let verdict = judged(options, rows);
        assert!(
            verdict.sentence(Language::English).contains(wanted),
            "{verdict}"
        );
        assert!(
            is_chinese(&verdict.sentence(Language::Chinese)),
            "{}",
            verdict.sentence(Language::Chinese)
        );
    }
    for (options, wanted) in [
        (&tall, "The estimate is too high at (0, 0)"),
        (&falls, "The estimate falls too fast at (0, 0)"),
    ] {
        let verdict = judged(options, open);
        assert!(
            verdict
                .estimate_sentence(Language::English)
                .unwrap()
                .starts_with(wanted),
            "{verdict}"
        );
        assert!(is_chinese(
            &verdict.estimate_sentence(Language::Chinese).unwrap()
        ));
    }
}

#[test]
fn numbers_have_one_separator_everywhere() {
    for (number, text) in [
        (0, "0"),
        (999, "999"),
        (1000, "1,000"),
        (12_345_678, "12,345,678"),
    ] {
        assert_eq!(thousands(number), text);
    }
}

#[test]
fn times_are_easy_to_read() {
    for (nanos, text) in [
        (1240, "1.2 µs"),
        (31_000, "31 µs"),
        (2_500_000, "2.5 ms"),
        (1_968_961_500, "1.97 s"),
    ] {
        assert_eq!(duration(std::time::Duration::from_nanos(nanos)), text);
    }
}

#[test]
fn a_language_has_one_name() {
    for language in Language::ALL {
        assert_eq!(Language::from_name(language.name()), Some(language));
    }
    assert_eq!(Language::from_name("EN"), None);
}

/// The messages of all files of a language, a line each, with what stands outside the places.
fn messages(language: &str) -> Vec<(String, String)> {
    let folders = ["assets/texts", "crates/gridwalk_explain/texts"];
    let folders = folders
        .iter()
        .map(|folder| gridwalk_testing::root().join(folder).join(language));
    let files = folders.flat_map(|folder| std::fs::read_dir(folder).unwrap());
    let text: String = files
        .map(|file| std::fs::read_to_string(file.unwrap().path()).unwrap())
        .collect();
    let lines = text
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.split_once('='));
    let outside = |text: &str| {
        text.split('{')
            .map(|part| part.rsplit('}').next().unwrap())
            .collect()
    };
    lines
        .map(|(name, text)| (name.trim().to_owned(), outside(text)))
        .collect()
}

#[test]
fn no_text_has_words_in_the_wrong_language() {
    let is_sign = |sign: char| {
        ('\u{3000}'..='\u{9FFF}').contains(&sign) || ('\u{FF00}'..='\u{FFEF}').contains(&sign)
    };
    let english = messages("en");
    assert!(english.len() > 400, "{}", english.len());
    for (name, text) in english {
        assert!(!text.contains(is_sign), "{name}: {text}");
    }
    // Names, keys, and what is typed or written in files, are the same in every language.
    let searches = ["Dijkstra", "IDA", "Theta"];
    let mazes = ["Prim", "Wilson"];
    let keys = ["Shift", "Ctrl", "Alt", "Tab", "Esc", "Home", "End"];
    let values = [
        "assets",
        "levels",
        "lessons",
        "map",
        "en",
        "zh",
        "off",
        "order",
        "event",
        "expansion",
        "layer",
        "no",
    ];
    let breakpoints = ["opened", "closed", "relaxed", "reopened", "goal"];
    let letters = [
        "dx", "dy", "sx", "sy", "min", "max", "atan", "sqrt", "abs", "ne", "se", "sw", "nw",
    ];
    let commands = ["gridwalk", "explain", "line"];
    let of_the_web = ["URL", "lesson", "page"];
    let names = [
        &searches[..],
        &mazes,
        &keys,
        &values,
        &breakpoints,
        &letters,
        &commands,
        &of_the_web,
    ]
    .concat();
    for (name, text) in messages("zh") {
        let words = text.split(|sign: char| !sign.is_ascii_alphabetic());
        let words: Vec<_> = words
            .filter(|word| word.len() > 1 && !names.contains(word))
            .collect();
        assert!(words.is_empty(), "{name}: {words:?} in {text}");
    }
}
