//! Jump point search against two oracles under every movement rule, and against published lengths.

use std::collections::HashMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use gridwalk_level::formats::{Scenario, parse_moving_ai, parse_scenarios};
use gridwalk_pathfinding::{
    Algorithm, Cell, Cost, CostLimit, CostRule, DiagonalRule, Direction, Grid, Heuristic, Movement,
    NeighborOrder, NoPathReason, NodePool, OptionKey, Outcome, PathQuery, Refusal, SearchEvent,
    SearchOptions, StepCosts, StopRule, TieBreak, solve,
};
use gridwalk_testing::oracle::{all_moves, costs_from};
use gridwalk_testing::{Rng, shared};

/// A map of one terrain with two free cells, which may be equal, and step costs.
struct Case {
    seed: u64,
    rows: Vec<Vec<u8>>,
    grid: Grid,
    ends: [Cell; 2],
    options: SearchOptions,
}

impl Case {
    /// Returns a random map: single walls, or strokes of walls that make rooms and corridors.
    fn random(seed: u64, movement: Movement) -> Self {
        let rng = &mut Rng(seed);
        let most = rng.pick(&[3, 6, 12, 24]);
        let (width, height) = (1 + rng.below(most), 1 + rng.below(most));
        let ground = rng.pick(b"..139");
        let mut rows = vec![vec![ground; width]; height];
        let walls = width * height * rng.below(55) / 100;
        let longest = rng.pick(&[1, 1, 2, 8]);
        let mut placed = 0;
        while placed < walls {
            let (x, y, length) = (rng.below(width), rng.below(height), 1 + rng.below(longest));
            let (dx, dy) = rng.pick(&[(0, 1), (1, 0)]);
            for i in 0..length {
                if let Some(cell) = rows
                    .get_mut(y + i * dy)
                    .and_then(|row| row.get_mut(x + i * dx))
                {
                    *cell = b'#';
                }
            }
            placed += length;
        }
        let ends = [(); 2].map(|()| {
            let (x, y) = (rng.below(width), rng.below(height));
            rows[y][x] = ground;
            Cell::new(i32::try_from(x).unwrap(), i32::try_from(y).unwrap())
        });
        let text: Vec<_> = rows
            .iter()
            .map(|row| std::str::from_utf8(row).unwrap())
            .collect();
        let grid = Grid::from_rows(&text);
        let options = options(rng, movement);
        Self {
            seed,
            rows,
            grid,
            ends,
            options,
        }
    }

    fn query(&self, options: impl Into<SearchOptions>) -> PathQuery {
        PathQuery::new(self.ends[0], self.ends[1], options)
    }

    /// Returns the cheapest cost from one cell to every other.
    fn distances(&self, from: Cell) -> HashMap<Cell, u64> {
        costs_from(&all_moves(&self.grid, &self.options), &[from])
    }

    /// Returns the case as text to paste into a test.
    fn show(&self, options: &SearchOptions) -> String {
        let mut text = format!(
            "seed {}: {} to {} under {options:?}\n",
            self.seed, self.ends[0], self.ends[1]
        );
        for row in &self.rows {
            writeln!(text, "\"{}\",", std::str::from_utf8(row).unwrap()).unwrap();
        }
        text
    }
}

/// Returns random options. Step costs include the limits of the legal range, where most paths tie.
fn options(rng: &mut Rng, movement: Movement) -> SearchOptions {
    let neighbours = rng.neighbours();
    // A diagonal step as expensive as two straight ones is refused with eight directions, but not
    // with four.
    let customs: &[_] = match movement {
        Movement::Four => &[(1, 2), (10, 20), (7, 7)],
        Movement::Eight(_) => &[(7, 7), (5, 7), (2, 3), (3, 5), (10, 19), (10, 11)],
    };
    let steps = match rng.below(8) {
        0 | 1 => StepCosts::SQRT2,
        2 => StepCosts::TEN_FOURTEEN,
        3 => StepCosts::UNIFORM,
        _ => {
            let (straight, diagonal) = rng.pick(customs);
            StepCosts::custom(straight, diagonal).unwrap()
        }
    };
    SearchOptions {
        algorithm: Algorithm::JumpPoint,
        movement,
        steps,
        heuristic: rng.pick(&Heuristic::NAMED),
        cost_rule: rng.pick(&CostRule::ALL),
        neighbours,
        tie: rng.pick(&TieBreak::ALL),
        ..SearchOptions::default()
    }
}

/// Number of random maps for each movement rule.
const SEEDS: u64 = 10_000;

fn agrees_with_the_oracles(movement: Movement) {
    let mut reused = NodePool::default();
    let (mut optimal, mut blocked) = (0, 0);
    for seed in 0..SEEDS {
        let case = Case::random(seed, movement);
        let options = &case.options;
        let show = || case.show(options);
        let optimum = case
            .distances(case.ends[0])
            .get(&case.ends[1])
            .copied()
            .map(Cost);
        let dijkstra = SearchOptions {
            algorithm: Algorithm::Dijkstra,
            ..options.clone()
        };
        assert_eq!(
            solve(&case.grid, &case.query(&dijkstra), &mut reused, &mut ()).cost(),
            optimum,
            "{}",
            show()
        );

        let mut events = Vec::new();
        let outcome = solve(&case.grid, &case.query(options), &mut reused, &mut events);
        assert_eq!(
            outcome,
            solve(&case.grid, &case.query(options), &mut reused, &mut ()),
            "unwatched; {}",
            show()
        );
        assert_eq!(
            outcome,
            solve(
                &case.grid,
                &case.query(options),
                &mut NodePool::default(),
                &mut ()
            ),
            "fresh; {}",
            show()
        );
        match &outcome {
            Outcome::Solved(solution) => {
                let path = &solution.path;
                assert_eq!(path.validate(&case.grid, options), Ok(()), "{}", show());
                let ends = [path.cells()[0], path.cells()[path.cells().len() - 1]];
                assert_eq!(ends, case.ends, "{}", show());
                if options.heuristic.is_admissible(movement, options.steps) {
                    assert_eq!(Some(path.cost()), optimum, "{}", show());
                    optimal += 1;
                }
            }
            Outcome::NoPath(NoPathReason::Unreachable, _) => {
                assert_eq!(optimum, None, "a path was missed; {}", show());
                blocked += 1;
            }
            other => panic!("{other:?}; {}", show()),
        }
    }
    assert!(
        optimal > SEEDS / 3 && blocked > SEEDS / 30,
        "{optimal} solved, {blocked} without a path"
    );
}

#[test]
fn four_directions_agree_with_the_oracles() {
    agrees_with_the_oracles(Movement::Four);
}

#[test]
fn eight_directions_between_any_walls_agree_with_the_oracles() {
    agrees_with_the_oracles(Movement::Eight(DiagonalRule::Always));
}

#[test]
fn eight_directions_past_one_wall_agree_with_the_oracles() {
    agrees_with_the_oracles(Movement::Eight(DiagonalRule::AtLeastOneWalkable));
}

#[test]
fn eight_directions_without_corners_agree_with_the_oracles() {
    agrees_with_the_oracles(Movement::Eight(DiagonalRule::OnlyIfNoObstacles));
}

#[test]
fn the_first_path_generated_is_valid_where_one_exists() {
    for movement in Movement::ALL {
        for seed in 0..SEEDS / 10 {
            let mut case = Case::random(seed, movement);
            case.options.stop = StopRule::Generated;
            let reachable = case.distances(case.ends[0]).contains_key(&case.ends[1]);
            let outcome = solve(
                &case.grid,
                &case.query(&case.options),
                &mut NodePool::default(),
                &mut (),
            );
            assert_eq!(
                outcome.path().is_some(),
                reachable,
                "{}",
                case.show(&case.options)
            );
            if let Some(path) = outcome.path() {
                assert_eq!(
                    path.validate(&case.grid, &case.options),
                    Ok(()),
                    "{}",
                    case.show(&case.options)
                );
            }
        }
    }
}

/// Checks that the search expands no cell that A* leaves out.
///
/// With a consistent estimate, g + h never exceeds the optimum, and the true distance is not above
/// g. Every turning point of the path has exactly its true distance.
#[test]
fn every_expanded_cell_lies_within_the_optimum() {
    for movement in Movement::ALL {
        for seed in 0..SEEDS / 5 {
            let mut case = Case::random(seed, movement);
            case.options.heuristic =
                Rng(!seed).pick(&[Heuristic::Zero, Heuristic::Octile, Heuristic::Chebyshev]);
            let show = || case.show(&case.options);
            let distances = case.distances(case.ends[0]);
            let mut events = Vec::new();
            let outcome = solve(
                &case.grid,
                &case.query(&case.options),
                &mut NodePool::default(),
                &mut events,
            );
            let mut known = HashMap::new();
            for event in events {
                match event {
                    SearchEvent::Generated {
                        cell, parent, g, h, ..
                    }
                    | SearchEvent::Relaxed {
                        cell, parent, g, h, ..
                    } => {
                        assert!(distances[&cell] <= g.0, "{cell}: {}", show());
                        known.insert(cell, (parent, g, h));
                    }
                    SearchEvent::Expanded { cell, .. } => {
                        let (_, g, h) = known[&cell];
                        assert!(
                            outcome.cost().is_none_or(|optimum| g + h <= optimum),
                            "{cell}: {}",
                            show()
                        );
                    }
                    _ => {}
                }
            }
            let mut at = case.ends[1];
            while outcome.path().is_some() && at != case.ends[0] {
                let (parent, g, _) = known[&at];
                assert_eq!(distances[&at], g.0, "{at}: {}", show());
                at = parent;
            }
        }
    }
}

#[test]
fn a_cost_limit_keeps_out_what_it_keeps_from_a_star() {
    let mut found = [0; 2];
    for movement in Movement::ALL {
        for seed in 0..SEEDS / 5 {
            let mut case = Case::random(seed, movement);
            let rng = &mut Rng(!seed);
            let optimum = case.distances(case.ends[0]).get(&case.ends[1]).copied();
            let around = optimum.map_or(5.0, |optimum| case.options.units().to_f64(Cost(optimum)));
            let limit = (around + rng.pick(&[-1.0, -0.001, 0.0, 0.001, 1.0]))
                * rng.pick(&[0.5, 1.0, 1.0, 1.0, 1.5]);
            case.options.max_cost = CostLimit::new(limit.max(0.0));
            let a_star = SearchOptions {
                algorithm: Algorithm::AStar,
                ..case.options.clone()
            };
            let run = |options| {
                solve(
                    &case.grid,
                    &case.query(options),
                    &mut NodePool::default(),
                    &mut (),
                )
            };
            let (jumps, steps) = (run(&case.options), run(&a_star));
            let show = || case.show(&case.options);
            assert_eq!(jumps.path().is_some(), steps.path().is_some(), "{}", show());
            if case
                .options
                .heuristic
                .is_admissible(movement, case.options.steps)
            {
                assert_eq!(jumps.cost(), steps.cost(), "{}", show());
            }
            if let (Some(_), Outcome::NoPath(reason, _)) = (optimum, &jumps) {
                assert_eq!(*reason, NoPathReason::OverCostLimit, "{}", show());
                assert!(
                    matches!(steps, Outcome::NoPath(NoPathReason::OverCostLimit, _)),
                    "{}",
                    show()
                );
            }
            found[usize::from(jumps.path().is_some())] += 1;
        }
    }
    assert!(found.iter().all(|&count| count > SEEDS / 10), "{found:?}");
}

/// Checks that two jumps cross open ground from the upper left to the lower right.
///
/// The first jump is diagonal and reaches the goal's row or column; no other cell is opened.
#[test]
fn open_ground_is_crossed_in_two_jumps() {
    let row = ".".repeat(30);
    let grid = Grid::from_rows(&[row.as_str(); 20]);
    for movement in Movement::ALL {
        let options = SearchOptions {
            movement,
            ..Algorithm::JumpPoint.into()
        };
        let query = PathQuery::new(Cell::new(0, 0), Cell::new(29, 19), &options);
        let outcome = solve(&grid, &query, &mut NodePool::default(), &mut ());
        assert_eq!(outcome.stats().expanded, 3, "{movement:?}: {outcome:?}");
    }
}

/// Both ways round a wall cost the same: the direction tried first decides.
#[test]
fn the_order_of_directions_decides_between_equal_paths() {
    let grid = Grid::from_rows(&[".....", "..#..", "....."]);
    for movement in Movement::ALL {
        let row = |first: &[Direction]| {
            let order = NeighborOrder::new(first).unwrap();
            let options = SearchOptions {
                movement,
                neighbours: order,
                tie: TieBreak::Oldest,
                ..Algorithm::JumpPoint.into()
            };
            let query = PathQuery::new(Cell::new(0, 1), Cell::new(4, 1), &options);
            let outcome = solve(&grid, &query, &mut NodePool::default(), &mut ());
            let cells = outcome.path().unwrap().cells().to_vec();
            cells.iter().find(|cell| cell.x == 2).unwrap().y
        };
        let up = row(&[Direction::North, Direction::NorthEast]);
        let down = row(&[Direction::South, Direction::SouthEast]);
        assert_eq!((up, down), (0, 2), "{movement:?}");
    }
}

#[test]
fn what_jumps_do_not_know_is_refused() {
    let refusal =
        |options: SearchOptions, rows: &[&str]| options.check(&Grid::from_rows(rows)).unwrap_err();
    let jumps = SearchOptions::from(Algorithm::JumpPoint);
    assert_eq!(
        refusal(jumps.clone(), &[".5"]),
        Refusal::Weighted(Algorithm::JumpPoint)
    );
    // On about one random map in a hundred thousand, such step costs tied every path to the goal
    // with a pruned one.
    let steps = StepCosts::custom(1, 2).unwrap();
    let twice = SearchOptions {
        steps,
        ..jumps.clone()
    };
    assert_eq!(
        refusal(twice.clone(), &[".."]),
        Refusal::ExpensiveDiagonal(Algorithm::JumpPoint)
    );
    let four = SearchOptions {
        movement: Movement::Four,
        ..twice
    };
    assert_eq!(four.check(&Grid::from_rows(&[".."])), Ok(()));
    assert_eq!(
        refusal(
            SearchOptions {
                goal_tolerance: 1,
                ..jumps
            },
            &[".."]
        ),
        Refusal::Option(Algorithm::JumpPoint, OptionKey::GoalTolerance)
    );
}

/// Returns the files of the published maps.
fn published_maps() -> Vec<PathBuf> {
    let folder = shared("data/movingai");
    let files = std::fs::read_dir(&folder).unwrap();
    let mut maps: Vec<_> = files.map(|file| file.unwrap().path()).collect();
    maps.retain(|path| path.extension().is_some_and(|extension| extension == "map"));
    maps.sort();
    assert!(!maps.is_empty(), "{} holds no map", folder.display());
    maps
}

/// Compares lengths up to half a unit of the last digit.
///
/// The files write six or more significant digits, or two decimals.
fn is_published_length(found: f64, length: f64) -> bool {
    (found - length).abs() <= 0.005_001 + 5e-6 * length
}

/// Returns the queries of a map whose ends are walkable where trees are blocked.
///
/// On one map, fifteen queries begin and end in trees.
fn scenarios(map: &Path, grid: &Grid) -> Vec<Scenario> {
    let mut scenarios =
        parse_scenarios(&std::fs::read(format!("{}.scen", map.display())).unwrap()).unwrap();
    let all = scenarios.len();
    scenarios.retain(|scenario| grid.is_walkable(scenario.start));
    assert!(
        all - scenarios.len() <= 15,
        "{} questions about {} are blocked",
        all - scenarios.len(),
        map.display()
    );
    scenarios
}

fn every_nth_scenario_has_its_length(n: usize) {
    let options = SearchOptions::from(Algorithm::JumpPoint);
    let pool = &mut NodePool::default();
    for map in published_maps() {
        let level = parse_moving_ai(&std::fs::read_to_string(&map).unwrap(), &[]).unwrap();
        for Scenario {
            start,
            goal,
            length,
            ..
        } in scenarios(&map, &level.grid).into_iter().step_by(n)
        {
            let outcome = solve(
                &level.grid,
                &PathQuery::new(start, goal, &options),
                pool,
                &mut (),
            );
            let found = outcome.cost().map(|cost| options.units().to_f64(cost));
            let right = found.is_some_and(|found| is_published_length(found, length));
            assert!(
                right,
                "{start} to {goal} on {}: {found:?}, published {length}",
                map.display()
            );
        }
    }
}

gridwalk_testing::published! {
    fn every_hundredth_published_scenario_has_its_length() {
        every_nth_scenario_has_its_length(100);
    }
}

#[test]
#[ignore = "tens of thousands of searches: for release builds"]
fn every_published_scenario_has_its_length() {
    every_nth_scenario_has_its_length(1);
}
