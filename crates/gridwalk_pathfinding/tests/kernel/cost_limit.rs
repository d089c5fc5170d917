//! Cost limits: no search along the grid misses a path within the limit.

use std::collections::BTreeMap;

use gridwalk_pathfinding::{
    Algorithm, Cell, CellIndex, Cost, CostLimit, CostRule, Grid, Heuristic, Movement, NoPathReason,
    NodePool, OptionKey, Outcome, ParentRule, PathQuery, Refusal, ReopenRule, SearchOptions,
    StepCosts, StopRule, TieBreak, Weight, reachable_within, solve,
};
use gridwalk_testing::Rng;
use gridwalk_testing::oracle::random_grid;

#[test]
fn a_path_within_the_cost_limit_is_never_called_too_expensive() {
    let pool = &mut NodePool::default();
    let mut seen: BTreeMap<&str, [usize; 2]> = BTreeMap::new();
    for seed in 0..3000 {
        let rng = &mut Rng(seed);
        let (width, height) = (2 + rng.below(8), 2 + rng.below(8));
        let (walls, weighted) = (rng.below(40), rng.below(2) == 0);
        let mut glyph = || match rng.below(100) {
            n if n < walls => '#',
            _ if weighted => char::from(b'1' + u8::try_from(rng.below(5)).unwrap()),
            _ => '.',
        };
        let rows: Vec<String> = (0..height)
            .map(|_| (0..width).map(|_| glyph()).collect())
            .collect();
        let grid = Grid::from_rows(&rows.iter().map(String::as_str).collect::<Vec<_>>());
        let free: Vec<Cell> = (0..grid.cell_count())
            .map(|index| grid.cell(CellIndex(u32::try_from(index).unwrap())))
            .filter(|cell| grid.is_walkable(*cell))
            .collect();
        if free.is_empty() {
            continue;
        }
        let (start, goal) = (rng.pick(&free), rng.pick(&free));
        // Any-angle paths are not cheapest paths, with or without a limit.
        for algorithm in Algorithm::ALL
            .into_iter()
            .filter(|algorithm| !algorithm.is_any_angle())
        {
            let weight = if algorithm == Algorithm::WeightedAStar {
                2.5
            } else {
                1.0
            };
            let unlimited = SearchOptions {
                algorithm,
                steps: StepCosts::TEN_FOURTEEN,
                weight: Weight::new(weight).unwrap(),
                movement: rng.pick(&Movement::ALL),
                heuristic: rng.pick(&Heuristic::NAMED),
                cost_rule: rng.pick(&CostRule::ALL),
                tie: rng.pick(&TieBreak::ALL),
                stop: rng.pick(&StopRule::ALL),
                parent: rng.pick(&ParentRule::ALL),
                reopen: rng.pick(&ReopenRule::ALL),
                ..SearchOptions::default()
            };
            let all = reachable_within(&grid, start, &unlimited, Cost::MAX, pool).unwrap();
            let cheapest = all.cost(goal);
            let about = cheapest.map_or(3.0, |cost| unlimited.units().to_f64(cost));
            let limit = about * rng.pick(&[0.6, 0.95, 1.0, 1.0, 1.05, 1.5]);
            let options = SearchOptions {
                max_cost: CostLimit::new(limit),
                ..unlimited
            };
            let within = cheapest
                .is_some_and(|cost| cost <= options.max_cost.unwrap().in_units(options.units()));
            let counts = seen.entry(algorithm.name()).or_default();
            match solve(&grid, &PathQuery::new(start, goal, &options), pool, &mut ()) {
                Outcome::Refused(_) => {}
                Outcome::NoPath(NoPathReason::OverCostLimit, _) => {
                    let show = || format!("seed {seed}: {start} to {goal} on {rows:#?}");
                    assert!(!within, "{} under {options:?}", show());
                    counts[0] += 1;
                }
                _ => counts[1] += 1,
            }
        }
    }
    for (name, [over_limit, other]) in seen {
        let refuses = ["breadth-first", "depth-first"].contains(&name);
        assert_eq!(
            (over_limit > 50, other > 200),
            (!refuses, !refuses),
            "{name}: {over_limit} and {other}"
        );
    }
}

/// With the fewest steps, the expensive shortcut comes first and hides the cheap detour.
#[test]
fn searches_that_may_keep_an_expensive_path_refuse_a_cost_limit() {
    let grid = Grid::from_rows(&["...", "9#.", "..."]);
    let limited = |options: SearchOptions| {
        let options = SearchOptions {
            max_cost: CostLimit::new(7.0),
            movement: Movement::Four,
            ..options
        };
        let query = PathQuery::new(Cell::new(0, 0), Cell::new(0, 2), options);
        solve(&grid, &query, &mut NodePool::default(), &mut ())
    };
    assert_eq!(
        limited(Algorithm::BreadthFirst.into()),
        Outcome::Refused(Refusal::Option(Algorithm::BreadthFirst, OptionKey::MaxCost))
    );
    for algorithm in [Algorithm::AStar, Algorithm::Dijkstra, Algorithm::Greedy] {
        let options = SearchOptions {
            reopen: ReopenRule::Cheaper,
            ..algorithm.into()
        };
        assert!(limited(options.clone()).path().is_some(), "{algorithm:?}");
        let options = SearchOptions {
            parent: ParentRule::First,
            ..options
        };
        assert_eq!(
            limited(options),
            Outcome::Refused(Refusal::MaxCostOfFirst(algorithm))
        );
    }
    let greedy = limited(Algorithm::Greedy.into());
    assert_eq!(
        greedy,
        Outcome::Refused(Refusal::MaxCostOfClosed(Algorithm::Greedy))
    );
}

/// Regression: a limit of 159.5 was rounded to 160.
#[test]
fn no_path_is_over_the_cost_limit() {
    let grid = Grid::from_rows(&["................."]);
    for (steps, limits) in [
        (
            StepCosts::TEN_FOURTEEN,
            [159.0, 159.5, 159.9999, 160.0, 160.4],
        ),
        (StepCosts::SQRT2, [15.0, 15.99, 15.9999, 16.0, 16.01]),
    ] {
        let found = limits.map(|limit| {
            let options = SearchOptions {
                steps,
                max_cost: CostLimit::new(limit),
                ..SearchOptions::default()
            };
            let query = PathQuery::new(Cell::new(0, 0), Cell::new(16, 0), options);
            solve(&grid, &query, &mut NodePool::default(), &mut ())
                .path()
                .is_some()
        });
        assert_eq!(found, [false, false, false, true, true], "{limits:?}");
    }
    // The number that people write is kept: 0.29 does not become 0.289.
    for limit in [0.29, 1.001, 0.57, 1.15, 4.35, 999_999.999] {
        assert_eq!(CostLimit::new(limit).map(CostLimit::get), Some(limit));
    }
}

/// Regression: `--max-cost 401.10259536666086`, the cost of a path, was cut to thousandths: "no
/// path".
#[test]
fn a_cost_handed_back_as_the_limit_is_within_it() {
    let pool = &mut NodePool::default();
    let mut fractions = 0;
    for seed in 0..2000 {
        let rng = &mut Rng(seed);
        let grid = random_grid(rng);
        let Some((start, goal)) = rng.free_cell(&grid).zip(rng.free_cell(&grid)) else {
            continue;
        };
        let options = SearchOptions {
            steps: rng.pick(&[
                StepCosts::SQRT2,
                StepCosts::TEN_FOURTEEN,
                StepCosts::UNIFORM,
            ]),
            cost_rule: rng.pick(&CostRule::ALL),
            movement: rng.pick(&Movement::ALL),
            ..SearchOptions::default()
        };
        let mut cost_within = |max_cost| {
            let options = SearchOptions {
                max_cost,
                ..options.clone()
            };
            solve(&grid, &PathQuery::new(start, goal, options), pool, &mut ()).cost()
        };
        let Some(cost) = cost_within(None).filter(|cost| *cost > Cost::ZERO) else {
            continue;
        };
        let shown = options.units().to_f64(cost);
        fractions += usize::from(shown.fract() != 0.0);
        for text in [shown.to_string(), format!("{shown:.5}")] {
            let limit = CostLimit::new(text.parse().unwrap());
            assert_eq!(cost_within(limit), Some(cost), "seed {seed}, within {text}");
        }
        let below = CostLimit::new(options.units().to_f64(Cost(cost.0 - 1)));
        assert_eq!(
            cost_within(below),
            None,
            "seed {seed}, one unit below {shown}"
        );
    }
    assert!(fractions > 300, "{fractions}");
}
