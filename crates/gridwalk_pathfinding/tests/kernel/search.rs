//! Searches against a simple oracle, and against published results.

use std::collections::HashMap;

use gridwalk_level::{Level, formats::parse_level};
use gridwalk_pathfinding::{
    Algorithm, Cell, Cost, Grid, GridEdit, Guarantee, Heuristic, Movement, NoPathReason, NodePool,
    Outcome, ParentRule, PathQuery, Regions, ReopenRule, SearchEvent, SearchOptions, StepCosts,
    StopRule, TerrainId, TieBreak, Weight, solve,
};
use gridwalk_testing::oracle::{Move, all_moves, cheapest, costs_from};
use gridwalk_testing::{Rng, assert_events_agree, shared_text};

/// A small map with two free cells, which may be equal.
struct Case {
    seed: u64,
    rows: Vec<String>,
    grid: Grid,
    start: Cell,
    goal: Cell,
}

impl Case {
    fn random(seed: u64, weighted: bool) -> Self {
        let rng = &mut Rng(seed);
        let (width, height) = (1 + rng.below(9), 1 + rng.below(9));
        let walls = rng.below(50);
        let glyph = |rng: &mut Rng| match rng.below(100) {
            n if n < walls => '#',
            _ if weighted => char::from(b'1' + u8::try_from(rng.below(9)).unwrap()),
            _ => '.',
        };
        let mut cells: Vec<Vec<char>> = (0..height)
            .map(|_| (0..width).map(|_| glyph(rng)).collect())
            .collect();
        let mut ends = Vec::new();
        for _ in 0..2 {
            let (x, y) = (rng.below(width), rng.below(height));
            if cells[y][x] == '#' {
                cells[y][x] = '.';
            }
            ends.push(Cell::new(
                i32::try_from(x).unwrap(),
                i32::try_from(y).unwrap(),
            ));
        }
        let rows: Vec<String> = cells
            .into_iter()
            .map(|row| row.into_iter().collect())
            .collect();
        let grid = Grid::from_rows(&rows.iter().map(String::as_str).collect::<Vec<_>>());
        Self {
            seed,
            rows,
            grid,
            start: ends[0],
            goal: ends[1],
        }
    }

    fn query(&self, options: impl Into<SearchOptions>) -> PathQuery {
        PathQuery::new(self.start, self.goal, options)
    }

    /// Returns the case as text to paste into a test.
    fn show(&self, options: &SearchOptions) -> String {
        format!(
            "seed {}: {} to {} on {:#?} under {options:?}",
            self.seed, self.start, self.goal, self.rows
        )
    }
}

/// Returns random options.
fn options(
    rng: &mut Rng,
    algorithm: Algorithm,
    movement: Movement,
    steps: StepCosts,
) -> SearchOptions {
    let neighbours = rng.neighbours();
    let often = rng.below(4) > 0;
    SearchOptions {
        algorithm,
        movement,
        steps,
        heuristic: rng.pick(&Heuristic::NAMED),
        weight: match algorithm {
            Algorithm::WeightedAStar => Weight::new(rng.pick(&[0.0, 0.5, 1.0, 1.5, 3.0])).unwrap(),
            _ => Weight::ONE,
        },
        neighbours,
        tie: rng.pick(&TieBreak::ALL),
        stop: if often {
            StopRule::Expanded
        } else {
            rng.pick(&StopRule::ALL)
        },
        parent: if often {
            ParentRule::Shorter
        } else {
            rng.pick(&ParentRule::ALL)
        },
        ..SearchOptions::default()
    }
}

const STEPS: [StepCosts; 3] = [
    StepCosts::SQRT2,
    StepCosts::UNIFORM,
    StepCosts::TEN_FOURTEEN,
];

#[test]
fn every_search_keeps_its_promise() {
    let mut kept: HashMap<String, usize> = HashMap::new();
    let mut reused = NodePool::default();
    for movement in Movement::ALL {
        for seed in 0..2000 {
            let weighted = seed % 2 == 1;
            let case = Case::random(seed, weighted);
            let rng = &mut Rng(!seed);
            let steps = rng.pick(&STEPS);
            let plain = SearchOptions {
                movement,
                steps,
                ..SearchOptions::default()
            };
            let moves = all_moves(&case.grid, &plain);
            let single: Vec<Move> = moves.iter().map(|&(from, to, _)| (from, to, 1)).collect();
            let [optimum, fewest] = [moves, single]
                .map(|moves| costs_from(&moves, &[case.start]).get(&case.goal).copied());
            let regions = Regions::new(&case.grid, movement);
            assert_eq!(
                regions.connected(case.start, case.goal),
                optimum.is_some(),
                "seed {seed}, {movement:?}"
            );
            for algorithm in Algorithm::ALL {
                let options = options(rng, algorithm, movement, steps);
                let outcome = solve(&case.grid, &case.query(&options), &mut reused, &mut ());
                let fresh = solve(
                    &case.grid,
                    &case.query(&options),
                    &mut NodePool::default(),
                    &mut (),
                );
                assert_eq!(outcome, fresh, "reused memory; {}", case.show(&options));
                if let Outcome::Refused(refusal) = outcome {
                    assert_eq!(
                        options.check(&case.grid),
                        Err(refusal),
                        "{}",
                        case.show(&options)
                    );
                    continue;
                }
                let mut events = Vec::new();
                let watched = solve(&case.grid, &case.query(&options), &mut reused, &mut events);
                assert_eq!(outcome, watched, "being watched; {}", case.show(&options));
                assert_events_agree(&events, &outcome, &case.show(&options));
                let Outcome::Solved(solution) = &outcome else {
                    assert!(matches!(
                        outcome,
                        Outcome::NoPath(NoPathReason::Unreachable, _)
                    ));
                    assert_eq!(optimum, None, "a path was missed; {}", case.show(&options));
                    continue;
                };
                let path = &solution.path;
                assert_eq!(
                    path.validate(&case.grid, &options),
                    Ok(()),
                    "{}",
                    case.show(&options)
                );
                assert_eq!(
                    (path.cells().first(), path.cells().last()),
                    (Some(&case.start), Some(&case.goal))
                );
                let optimum = optimum.expect("a path that is valid exists");
                let guarantee = options.guarantee();
                match guarantee {
                    Guarantee::Optimal => {
                        assert_eq!(path.cost(), Cost(optimum), "{}", case.show(&options));
                    }
                    Guarantee::Bounded(weight) => {
                        let most = optimum * u64::from(weight.thousandths());
                        assert!(path.cost().0 * 1000 <= most, "{}", case.show(&options));
                    }
                    Guarantee::FewestSteps => {
                        assert_eq!(
                            Some(path.cells().len() as u64 - 1),
                            fewest,
                            "{}",
                            case.show(&options)
                        );
                    }
                    Guarantee::None => assert!(path.cost().0 >= optimum),
                    // The path may be longer than the grid's own; the referee has measured it.
                    Guarantee::AnyAngle => {}
                }
                let name = format!("{guarantee:?}");
                *kept
                    .entry(name.split('(').next().unwrap().to_owned())
                    .or_default() += 1;
            }
        }
    }
    for promise in ["Optimal", "Bounded", "FewestSteps", "None"] {
        assert!(
            kept[promise] > 1000,
            "{promise} is tested {} times",
            kept[promise]
        );
    }
}

/// The test above runs every algorithm on 2,000 maps for each rule; this one runs A* alone.
#[test]
fn a_star_equals_the_oracle_on_ten_thousand_maps_per_rule() {
    let mut pool = NodePool::default();
    for movement in Movement::ALL {
        for seed in 0..10_000 {
            let case = Case::random(seed, seed % 2 == 1);
            let rng = &mut Rng(!seed);
            let steps = rng.pick(&STEPS);
            let all = Heuristic::NAMED
                .into_iter()
                .filter(|heuristic| heuristic.is_admissible(movement, steps));
            let heuristic = rng.pick(&all.collect::<Vec<_>>());
            let (stop, parent) = (StopRule::Expanded, ParentRule::Shorter);
            let options = SearchOptions {
                heuristic,
                stop,
                parent,
                ..options(rng, Algorithm::AStar, movement, steps)
            };
            let plain = SearchOptions {
                movement,
                steps,
                ..SearchOptions::default()
            };
            let optimum = cheapest(&case.grid, &plain, case.start, case.goal).map(Cost);
            let outcome = solve(&case.grid, &case.query(&options), &mut pool, &mut ());
            assert_eq!(outcome.cost(), optimum, "{}", case.show(&options));
        }
    }
}

/// Regression: a cheaper path reopened closed cells, unlike in textbooks.
#[test]
fn greedy_search_reopens_closed_cells_only_if_asked_to() {
    let mut pool = NodePool::default();
    let mut reopened = [0, 0];
    for seed in 0..500 {
        let case = Case::random(seed, true);
        for (reopen, reopened) in ReopenRule::ALL.into_iter().zip(&mut reopened) {
            let options = SearchOptions {
                reopen,
                ..Algorithm::Greedy.into()
            };
            *reopened += solve(&case.grid, &case.query(&options), &mut pool, &mut ())
                .stats()
                .reopened;
        }
    }
    assert!(reopened[0] == 0 && reopened[1] > 50, "{reopened:?}");
}

/// Regression: the tie-breaking rule made each layer a stack.
#[test]
fn breadth_first_search_is_a_queue_whatever_the_tie_breaking() {
    let mut pool = NodePool::default();
    for seed in 0..200 {
        let case = Case::random(seed, seed % 2 == 1);
        let outcomes = TieBreak::ALL.map(|tie| {
            let options = SearchOptions {
                tie,
                ..Algorithm::BreadthFirst.into()
            };
            solve(&case.grid, &case.query(&options), &mut pool, &mut ())
        });
        assert!(
            outcomes.iter().all(|outcome| *outcome == outcomes[0]),
            "seed {seed}"
        );
    }
}

#[test]
fn the_path_back_costs_the_same_on_plain_ground() {
    for seed in 0..500 {
        let case = Case::random(seed, false);
        let rng = &mut Rng(seed);
        for movement in Movement::ALL {
            let options = SearchOptions {
                movement,
                steps: rng.pick(&STEPS),
                ..SearchOptions::default()
            };
            let pool = &mut NodePool::default();
            let there = solve(&case.grid, &case.query(&options), pool, &mut ()).cost();
            assert_eq!(
                there,
                solve(
                    &case.grid,
                    &PathQuery::new(case.goal, case.start, &options),
                    pool,
                    &mut ()
                )
                .cost(),
                "{}",
                case.show(&options)
            );
        }
    }
}

#[test]
fn a_new_wall_never_makes_a_path_cheaper() {
    for seed in 0..500 {
        let mut case = Case::random(seed, true);
        let rng = &mut Rng(seed);
        for movement in Movement::ALL {
            let options = SearchOptions {
                movement,
                ..SearchOptions::default()
            };
            let before = solve(
                &case.grid,
                &case.query(&options),
                &mut NodePool::default(),
                &mut (),
            )
            .cost();
            let cell = case.grid.cell(gridwalk_pathfinding::CellIndex(
                u32::try_from(rng.below(case.grid.cell_count())).unwrap(),
            ));
            if cell == case.start || cell == case.goal {
                continue;
            }
            case.grid.apply(&GridEdit::set(cell, TerrainId(1))).unwrap();
            let after = solve(
                &case.grid,
                &case.query(&options),
                &mut NodePool::default(),
                &mut (),
            )
            .cost();
            let most = Cost::MAX;
            assert!(
                after.unwrap_or(most) >= before.unwrap_or(most),
                "{} and {cell}",
                case.show(&options)
            );
        }
    }
}

/// Two fixed maps: S and G are start and goal, digits are costs.
const MAPS: [&[&str]; 2] = [
    &[
        "S.........", //
        "..######..",
        ".......#..",
        ".####..#..",
        ".#..#..#..",
        ".#..####..",
        ".#......#.",
        ".####.#.#.",
        "......#..G",
    ],
    &["S..999..", ".2.9.9..", ".2...9..", ".2.9.9..", "...9999G"],
];

/// Counts of expanded cells are exact, and show changes that a stopwatch misses.
#[test]
fn expansions_on_two_fixed_maps() {
    let mut found = String::new();
    for rows in MAPS {
        let grid = Grid::from_rows(rows);
        let find = |wanted: char| {
            let (y, row) = rows
                .iter()
                .enumerate()
                .find(|(_, row)| row.contains(wanted))
                .unwrap();
            Cell::new(
                i32::try_from(row.find(wanted).unwrap()).unwrap(),
                i32::try_from(y).unwrap(),
            )
        };
        for algorithm in Algorithm::ALL {
            let counts = Movement::ALL.map(|movement| {
                let weight = Weight::new(if algorithm == Algorithm::WeightedAStar {
                    2.0
                } else {
                    1.0
                })
                .unwrap();
                let steps = if algorithm.is_any_angle() {
                    StepCosts::SQRT2
                } else {
                    StepCosts::TEN_FOURTEEN
                };
                let options = SearchOptions {
                    movement,
                    weight,
                    steps,
                    ..algorithm.into()
                };
                match solve(
                    &grid,
                    &PathQuery::new(find('S'), find('G'), &options),
                    &mut NodePool::default(),
                    &mut (),
                ) {
                    Outcome::Solved(solution) => {
                        format!("{} for {}", solution.stats.expanded, solution.path.cost().0)
                    }
                    Outcome::Refused(_) => "refused".to_owned(),
                    outcome => panic!("{algorithm:?}, {movement:?}: {outcome:?}"),
                }
            });
            found.extend([algorithm.name(), ": ", &counts.join(", "), "\n"]);
        }
    }
    assert_eq!(found, EXPANSIONS, "\n{found}");
}

/// Expansions and cost per movement: four, eight-always, eight-one-free, eight-no-corners.
const EXPANSIONS: &str = "\
breadth-first: 51 for 170, 55 for 158, 55 for 158, 49 for 164
depth-first: 18 for 170, 18 for 170, 18 for 170, 18 for 170
dijkstra: 53 for 170, 56 for 158, 55 for 158, 51 for 164
greedy: 29 for 170, 26 for 166, 26 for 166, 28 for 164
astar: 36 for 170, 32 for 158, 32 for 158, 34 for 164
weighted-astar: 30 for 170, 27 for 158, 27 for 158, 30 for 164
bidirectional: 44 for 170, 37 for 158, 37 for 158, 40 for 164
idastar: 89 for 170, 93 for 158, 93 for 158, 75 for 164
fringe: 41 for 170, 32 for 158, 32 for 158, 35 for 164
jps: 7 for 170, 9 for 158, 7 for 158, 7 for 164
jump-graph: 6 for 170, 5 for 158, 5 for 158, 5 for 164
canonical-astar: 42 for 170, 33 for 158, 33 for 158, 34 for 164
theta: refused, 33 for 88901, 33 for 88901, 35 for 92213
lazy-theta: refused, 33 for 88901, 33 for 88901, 36 for 92213
lpa: 47 for 170, 37 for 158, 37 for 158, 40 for 164
flow-field: 61 for 170, 61 for 158, 61 for 158, 61 for 164
auto: 6 for 170, 5 for 158, 5 for 158, 5 for 164
breadth-first: 40 for 350, 40 for 278, 40 for 278, 40 for 278
depth-first: 12 for 350, 12 for 350, 12 for 350, 12 for 350
dijkstra: 36 for 190, 37 for 166, 37 for 166, 37 for 166
greedy: 12 for 590, 8 for 484, 8 for 484, 8 for 484
astar: 28 for 190, 22 for 166, 22 for 166, 22 for 166
weighted-astar: 25 for 190, 23 for 166, 23 for 166, 23 for 166
bidirectional: 24 for 190, 22 for 166, 22 for 166, 22 for 166
idastar: 131 for 190, 93 for 166, 93 for 166, 93 for 166
fringe: 29 for 190, 25 for 166, 25 for 166, 25 for 166
jps: refused, refused, refused, refused
jump-graph: refused, refused, refused, refused
canonical-astar: 25 for 190, 24 for 166, 24 for 166, 24 for 166
theta: refused, refused, refused, refused
lazy-theta: refused, refused, refused, refused
lpa: 31 for 190, 25 for 166, 25 for 166, 25 for 166
flow-field: 40 for 190, 40 for 166, 40 for 166, 40 for 166
auto: 25 for 190, 24 for 166, 24 for 166, 24 for 166
";

/// Returns the results of the tutorials.
fn expected() -> serde_json::Value {
    serde_json::from_str(&shared_text("tutorials/expected.json")).unwrap()
}

fn preset(file: &str) -> Level {
    let path = gridwalk_testing::root().join("assets/levels").join(file);
    let bytes = std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    parse_level(&bytes, file).unwrap_or_else(|error| panic!("{}", error.in_file(file)))
}

fn cell_of(value: &serde_json::Value) -> Cell {
    serde_json::from_value(value.clone()).unwrap()
}

fn cells_of(value: &serde_json::Value) -> Vec<Cell> {
    value.as_array().unwrap().iter().map(cell_of).collect()
}

/// Runs a preset with the options of its level file.
fn run(level: &Level) -> (Outcome, Vec<SearchEvent>) {
    let agent = &level.agents[0];
    let mut events = Vec::new();
    let query = PathQuery::new(agent.at, agent.goals[0], &level.search);
    let outcome = solve(&level.grid, &query, &mut NodePool::default(), &mut events);
    (outcome, events)
}

fn expanded(events: &[SearchEvent]) -> Vec<Cell> {
    let expanded = |event: &SearchEvent| match event {
        SearchEvent::Expanded { cell, .. } => Some(*cell),
        _ => None,
    };
    events.iter().filter_map(expanded).collect()
}

/// A step of a trace: the expanded cell with its g and h, and the open list after the expansion.
type Step = ((Cell, u64, u64), Vec<(Cell, u64, u64)>);

/// Returns the open list after every expansion, in the order in which its cells were opened.
fn steps(events: &[SearchEvent]) -> Vec<Step> {
    let mut open: Vec<(Cell, u64, u64)> = Vec::new();
    let mut steps: Vec<Step> = Vec::new();
    for event in events {
        match *event {
            SearchEvent::Generated { cell, g, h, .. } => open.push((cell, g.0, h.0)),
            SearchEvent::Expanded { cell, .. } => {
                let at = open.iter().position(|(open, ..)| *open == cell).unwrap();
                let entry = open.remove(at);
                steps.push((entry, Vec::new()));
            }
            SearchEvent::Relaxed { .. } => unreachable!("all steps of this tutorial cost the same"),
            SearchEvent::Pruned { .. } | SearchEvent::Deferred { .. } => {
                unreachable!("A* keeps its open list")
            }
            SearchEvent::Restarted { .. }
            | SearchEvent::Ended { .. }
            | SearchEvent::Ignored { .. }
            | SearchEvent::NextPass { .. } => {}
        }
        if let Some((_, after)) = steps.last_mut() {
            after.clone_from(&open);
        }
    }
    steps
}

gridwalk_testing::published! {
    fn every_tutorial_is_reproduced_to_the_letter() {
        let expected = expected();
        for (name, wanted) in expected.as_object().unwrap() {
            let level = preset(&format!("{name}.level.ron"));
            let (outcome, events) = run(&level);
            assert_eq!(level.agents[0].at, cell_of(&wanted["start"]), "{name}");
            assert_eq!(level.agents[0].goals[0], cell_of(&wanted["goal"]), "{name}");
            let path = outcome.path().unwrap_or_else(|| panic!("{name} has a path"));
            if let Some(cells) = wanted.get("path") {
                assert_eq!(path.cells(), cells_of(cells), "{name}");
            }
            if let Some(cells) = wanted.get("expanded") {
                assert_eq!(expanded(&events), cells_of(cells), "{name}");
            }
            if let Some(cost) = wanted.get("cost") {
                assert_eq!(path.cost().0, cost.as_u64().unwrap(), "{name}");
            }
            if let Some(cost) = wanted.get("optimal_cost") {
                assert_eq!(level.search.guarantee(), Guarantee::Optimal, "{name}");
                let found = level.search.steps.to_f64(path.cost());
                assert!((found - cost.as_f64().unwrap()).abs() < 1e-6, "{name}: {found}");
            }
            if let Some(count) = wanted.get("expansions") {
                assert_eq!(outcome.stats().expanded, count.as_u64().unwrap(), "{name}");
            }
            if let Some(wanted) = wanted.get("steps") {
                let entry = |value: &serde_json::Value, cell: &str| {
                    (cell_of(&value[cell]), value["g"].as_u64().unwrap(), value["h"].as_u64().unwrap())
                };
                let found = steps(&events);
                assert_eq!(found.len(), wanted.as_array().unwrap().len(), "{name}");
                for (step, (cell, open)) in wanted.as_array().unwrap().iter().zip(found) {
                    assert_eq!(cell, entry(step, "expanded"), "{name}");
                    // The last step ends when the goal is generated, before there is an open list
                    // to compare.
                    let Some(wanted) = step.get("open_after") else { continue };
                    let wanted: Vec<_> = wanted.as_array().unwrap().iter().map(|value| entry(value, "cell")).collect();
                    assert_eq!(open, wanted, "{name}: after {cell:?}");
                }
            }
        }
    }
}

#[test]
fn the_digits_of_walk_the_stack_give_the_same_walk() {
    let (ron, digits) = (
        run(&preset("walk_the_stack.level.ron")),
        run(&preset("walk_the_stack.txt")),
    );
    assert_eq!(ron, digits);
    assert_eq!(ron.0.cost(), Some(Cost(82)));
}
