//! The sentences of the library in both languages, the English ones to the letter.

use gridwalk::pathfinding::verdict::{Fault, judge};
use gridwalk::pathfinding::*;

/// Whether a text has no English words, names of searches aside.
fn is_chinese(text: &str) -> bool {
    let words = text.split(|sign: char| !sign.is_ascii_alphabetic());
    let english = words.filter(|word| word.len() > 1 && !["Dijkstra", "IDA", "Theta"].contains(word)).count();
    english == 0
}

fn assert_both(english: &str, chinese: &str, wanted: &str) {
    assert_eq!(english, wanted);
    assert!(is_chinese(chinese) && !chinese.is_empty(), "{english} / {chinese}");
}

#[test]
fn every_refusal_is_told_in_both_languages() {
    let jps = Algorithm::JumpPoint;
    for (refusal, wanted) in [
        (
            Refusal::Weighted(jps),
            "Jump point search needs terrain of one cost, and this map has several; use astar, bidirectional or lpa",
        ),
        (Refusal::OneWay(jps), "Jump point search does not know one-way cells; use astar, bidirectional or dijkstra"),
        (Refusal::Portals(jps), "Jump point search does not know portals; use astar, bidirectional or dijkstra"),
        (
            Refusal::FourWay(Algorithm::Theta),
            "Theta* draws lines at any angle, which 4-way movement forbids; use an 8-way rule, or astar",
        ),
        (
            Refusal::Steps(Algorithm::Theta),
            "Theta* measures straight lines, so a diagonal step costs 1.414; use the step costs sqrt2, or astar",
        ),
        (
            Refusal::DearDiagonal(jps),
            "Jump point search needs a diagonal step to cost less than two straight ones; use cheaper ones, 4-way movement, or astar",
        ),
        (Refusal::Weight(Algorithm::AStar), "A* counts its estimate once; set the weight to 1, or use weighted-astar"),
        (
            Refusal::Stop(Algorithm::IdaStar),
            "IDA* stops by a rule of its own; set the stop rule to `expanded`, or use astar",
        ),
        (
            Refusal::Parent(Algorithm::Fringe),
            "Fringe search always keeps the shorter way; set the parent rule to `shorter`, or use astar",
        ),
        (
            Refusal::Range(Algorithm::FlowField),
            "Flow field aims at one cell; set the range to 0, or use astar or dijkstra",
        ),
        (Refusal::Region(Algorithm::LazyTheta), "Lazy Theta* cannot be kept inside a region; use astar or dijkstra"),
        (
            Refusal::MaxCost(Algorithm::DepthFirst),
            "Depth-first cannot tell whether a way within a cost limit exists; set no limit, or use dijkstra or astar",
        ),
        (
            Refusal::MaxCostOfFirst(Algorithm::AStar),
            "A* may miss ways within a cost limit if first parents stay; set the parent rule to `shorter`, or no limit",
        ),
        (
            Refusal::FormulaOfG(Algorithm::Bidirectional),
            "Bidirectional A* needs an estimate that depends on the cell alone, and the formula asks for g; use astar",
        ),
        (
            Refusal::Inadmissible(Algorithm::Lpa),
            "Lifelong planning A* needs an estimate that never exceeds the true cost; use octile, or another algorithm",
        ),
    ] {
        assert_both(&refusal.to_string(), &refusal.describe_in(Language::Chinese), wanted);
    }
}

#[test]
fn every_fault_is_told_in_both_languages() {
    let (a, b, c) = (Cell::new(1, 2), Cell::new(3, 4), Cell::new(5, 6));
    let units = StepCosts::UNIFORM;
    for (fault, wanted) in [
        (Fault::Path(PathFault::Empty), "the path is empty"),
        (Fault::Path(PathFault::Blocked(a)), "(1, 2) is blocked or outside"),
        (Fault::Path(PathFault::Gap(a, b)), "no step leads from (1, 2) to (3, 4)"),
        (Fault::Path(PathFault::OneWay(a, b)), "the one-way cell (1, 2) does not lead to (3, 4)"),
        (Fault::Path(PathFault::Line(a, b, c)), "(5, 6) is not the next cell on the line from (1, 2) to (3, 4)"),
        (Fault::Path(PathFault::Corner(a, b)), "the corner rule forbids (1, 2) to (3, 4)"),
        (Fault::Path(PathFault::Cost(Cost(3), Cost(4))), "the steps cost 3, not 4"),
        (Fault::Ends(a, b), "the way leads from (1, 2) to (3, 4), which nobody asked for"),
        (Fault::Region(a), "the way leaves the region at (1, 2)"),
        (Fault::Limit(Cost(5), Cost(4)), "the way costs 5, and 4 was the limit"),
        (Fault::Impossible(Cost(3), Some(Cost(4))), "the way is said to cost 3, and none is cheaper than 4"),
        (Fault::Impossible(Cost(3), None), "the way is said to cost 3, and there is none"),
        (Fault::Missed(Cost(7)), "no way was found, and there is one for 7"),
        (Fault::NotOptimal(Cost(8), Cost(7)), "the cheapest way was promised; this one costs 8 instead of 7"),
        (
            Fault::NotBounded(Cost(20), Cost(7), Weight::new(1.5).unwrap()),
            "at most 1.5 times 7 was promised; this way costs 20",
        ),
        (Fault::NotFewest(9, 8), "the fewest steps were promised; this way has 9 instead of 8"),
        (Fault::Heuristic(a), "the heuristic is known never to be too high, and at (1, 2) it is"),
    ] {
        assert_both(&fault.describe(units), &fault.describe_in(units, Language::Chinese), wanted);
    }
    assert_eq!(PathFault::Cost(Cost(3), Cost(4)).to_string(), "the steps cost Cost(3), not Cost(4)");
}

#[test]
fn the_label_names_every_rule_in_both_languages() {
    let plain = SearchOptions::default();
    assert_both(
        &plain.describe(),
        &plain.describe_in(Language::Chinese),
        "8-way, no corner cutting, a step costs 1 straight and 1.414 diagonal times the terrain entered; stops when \
         the goal is expanded; of equal F the one with larger G goes first; neighbours n e s w ne se sw nw.",
    );
    let busy = SearchOptions {
        algorithm: Algorithm::BreadthFirst,
        movement: Movement::Four,
        steps: StepCosts::TEN_FOURTEEN,
        cost_rule: CostRule::MeanTouched,
        stop: StopRule::Generated,
        parent: ParentRule::First,
        range: 2,
        max_expansions: Some(1000),
        max_cost: CostLimit::new(2.5),
        region: Some(Rect { at: Cell::new(1, 2), width: 3, height: 4 }),
        ..SearchOptions::default()
    };
    assert_both(
        &busy.describe(),
        &busy.describe_in(Language::Chinese),
        "4-way, a step costs 10 times the mean of the terrain touched; stops when the goal is opened; the first parent \
         stays; neighbours n e s w; ends within 2 cells of the goal; gives up after 1000 expansions; no way dearer \
         than 2.5; only inside 3 × 4 cells from (1, 2).",
    );
    assert_both(
        &StepCosts::SQRT2.to_string(),
        &StepCosts::SQRT2.describe_in(Language::Chinese),
        "straight 1, diagonal 1.414",
    );
}

#[test]
fn names_and_reasons_are_short_in_both_languages() {
    for algorithm in Algorithm::ALL {
        assert!(is_chinese(algorithm.title_in(Language::Chinese)), "{algorithm:?}");
        assert_eq!(algorithm.title(), algorithm.title_in(Language::English));
    }
    for movement in Movement::ALL {
        assert!(is_chinese(movement.describe_in(Language::Chinese)), "{movement:?}");
    }
    let cell = Cell::new(0, 9);
    for (error, wanted) in [
        (ProblemError::StartOutside(cell), "the start (0, 9) lies outside the map"),
        (ProblemError::GoalOutside(cell), "the goal (0, 9) lies outside the map"),
        (ProblemError::StartBlocked(cell), "the start (0, 9) is blocked"),
        (ProblemError::GoalBlocked(cell), "the goal (0, 9) is blocked"),
    ] {
        assert_both(&error.to_string(), &error.describe_in(Language::Chinese), wanted);
    }
    for (reason, wanted) in [
        (NoPathReason::Unreachable, "the goal is walled off"),
        (NoPathReason::TooDear, "none is within the cost limit"),
        (NoPathReason::NotInRegion, "none lies inside the region that may be searched"),
    ] {
        assert_both(reason.describe(), reason.describe_in(Language::Chinese), wanted);
    }
}

/// What a search answers from corner to corner, judged.
fn judged(options: &SearchOptions, rows: &[&str]) -> verdict::Verdict {
    let grid = Grid::from_rows(rows);
    let goal = Cell::new(grid.width().cast_signed() - 1, grid.height().cast_signed() - 1);
    let problem = SearchProblem::new(&grid, Cell::new(0, 0), goal).unwrap();
    let limits = Limits::NONE.at_most(options.max_expansions);
    let outcome = solve_within(options, &problem, limits, &mut NodePool::default(), &mut ());
    judge(options, &problem, &outcome)
}

#[test]
fn a_verdict_is_told_in_both_languages() {
    let open: &[&str] = &["....", "....", "...."];
    let tall: SearchOptions =
        SearchOptions { heuristic: "dx + dy".parse().map(Heuristic::Formula).unwrap(), ..SearchOptions::default() };
    let falls: SearchOptions = SearchOptions {
        heuristic: "max(dx - 1, 0) * 1.2".parse().map(Heuristic::Formula).unwrap(),
        movement: Movement::Four,
        ..SearchOptions::default()
    };
    let limited = SearchOptions { max_cost: CostLimit::new(2.0), ..SearchOptions::default() };
    let tired = SearchOptions { max_expansions: Some(1), ..SearchOptions::default() };
    for (options, rows, wanted) in [
        (&SearchOptions::default(), open, "Optimal: 3.83 is the cheapest way."),
        (&SearchOptions::from(Algorithm::DepthFirst), open, "above the optimum: "),
        (&SearchOptions::from(Algorithm::Theta), open, "Any-angle: "),
        (&SearchOptions::default(), &[".#.", "##.", "..."], "Rightly no way: the goal is walled off."),
        (&limited, open, "Rightly no way: the cheapest costs 3.83, more than the limit."),
        (&tired, open, "Given up before there was an answer; the cheapest way costs 3.83."),
        (
            &SearchOptions { weight: Weight::new(2.0).unwrap(), ..SearchOptions::default() },
            open,
            "Refused: A* counts its estimate once; set the weight to 1, or use weighted-astar.",
        ),
    ] {
        let verdict = judged(options, rows);
        assert!(verdict.sentence().contains(wanted), "{verdict}");
        assert!(is_chinese(&verdict.sentence_in(Language::Chinese)), "{}", verdict.sentence_in(Language::Chinese));
    }
    for (options, wanted) in
        [(&tall, "The estimate is too high at (0, 0)"), (&falls, "The estimate falls too fast at (0, 0)")]
    {
        let verdict = judged(options, open);
        assert!(verdict.estimate_sentence().unwrap().starts_with(wanted), "{verdict}");
        assert!(is_chinese(&verdict.estimate_sentence_in(Language::Chinese).unwrap()));
    }
}
