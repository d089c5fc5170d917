//! Theta* and Lazy Theta*: lengths computed by hand, and random maps against two oracles.
//!
//! The oracles are the cheapest path along the grid and the shortest path at any angle.

use gridwalk_pathfinding::{
    Algorithm, Cell, Cost, CostLimit, DiagonalRule, Grid, Heuristic, Movement, NoPathReason,
    NodePool, Outcome, ParentRule, Path, PathQuery, SearchEvent, SearchOptions, StopRule, TieBreak,
    line_of_sight, solve,
};
use gridwalk_testing::oracle::{cheapest, costs_from};
use gridwalk_testing::{Rng, cells};

const BOTH: [Algorithm; 2] = [Algorithm::Theta, Algorithm::LazyTheta];
const RULES: [Movement; 3] = [
    Movement::Eight(DiagonalRule::Always),
    Movement::Eight(DiagonalRule::AtLeastOneWalkable),
    Movement::Eight(DiagonalRule::OnlyIfNoObstacles),
];
/// The cost of a straight and a diagonal (`SLANT`) step.
const STEP: u64 = 5741;
const SLANT: u64 = 8119;

/// A map whose free cells all cost the same.
struct Case {
    rows: Vec<Vec<u8>>,
    terrain: u64,
    start: Cell,
    goal: Cell,
}

impl Case {
    fn random(rng: &mut Rng, side: usize) -> Self {
        let (width, height) = (1 + rng.below(side), 1 + rng.below(side));
        let (walls, ground) = (rng.below(50), rng.pick(b"1113"));
        let glyph = |rng: &mut Rng| if rng.below(100) < walls { b'#' } else { ground };
        let mut rows: Vec<Vec<u8>> = (0..height)
            .map(|_| (0..width).map(|_| glyph(rng)).collect())
            .collect();
        let ends = [(); 2].map(|()| {
            let (x, y) = (rng.below(width), rng.below(height));
            rows[y][x] = ground;
            Cell::new(i32::try_from(x).unwrap(), i32::try_from(y).unwrap())
        });
        Self {
            rows,
            terrain: u64::from(ground - b'0'),
            start: ends[0],
            goal: ends[1],
        }
    }

    fn text(&self) -> Vec<&str> {
        self.rows
            .iter()
            .map(|row| std::str::from_utf8(row).unwrap())
            .collect()
    }

    fn grid(&self) -> Grid {
        Grid::from_rows(&self.text())
    }

    fn show(&self, seed: u64, options: &SearchOptions) -> String {
        format!(
            "seed {seed}: {} to {} on {:#?} under {options:?}",
            self.start,
            self.goal,
            self.text()
        )
    }

    /// Returns the cost of the cheapest path from cell to cell.
    fn grid_path(&self, movement: Movement) -> Option<u64> {
        let options = SearchOptions {
            movement,
            ..SearchOptions::default()
        };
        cheapest(&self.grid(), &options, self.start, self.goal)
    }

    /// Returns the shortest path at any angle that turns in the middle of cells.
    ///
    /// Every two cells in sight of each other are one step apart.
    fn true_path(&self, movement: Movement) -> Option<u64> {
        let grid = self.grid();
        let cells: Vec<Cell> = cells(&grid)
            .filter(|cell| grid.is_walkable(*cell))
            .collect();
        let mut steps = Vec::new();
        for &a in &cells {
            for &b in cells
                .iter()
                .filter(|&&b| line_of_sight(&grid, movement, a, b))
            {
                steps.push((a, b, self.terrain * length(a, b)));
            }
        }
        costs_from(&steps, &[self.start]).get(&self.goal).copied()
    }
}

/// Returns the length of a line, rounded down.
fn length(a: Cell, b: Cell) -> u64 {
    let (dx, dy) = (u64::from(a.x.abs_diff(b.x)), u64::from(a.y.abs_diff(b.y)));
    (STEP * STEP * (dx * dx + dy * dy)).isqrt()
}

fn path_of(rows: &[&str], from: (i32, i32), to: (i32, i32), options: &SearchOptions) -> Path {
    let grid = Grid::from_rows(rows);
    let outcome = solve(
        &grid,
        &PathQuery::new(from.into(), to.into(), options),
        &mut NodePool::default(),
        &mut (),
    );
    outcome
        .path()
        .unwrap_or_else(|| panic!("{outcome:?} on {rows:#?}"))
        .clone()
}

#[test]
fn an_empty_map_is_crossed_in_one_straight_line() {
    for algorithm in BOTH {
        for movement in RULES {
            let options = SearchOptions {
                movement,
                heuristic: Heuristic::Euclidean,
                ..algorithm.into()
            };
            let path = path_of(&["......"; 5], (0, 0), (4, 3), &options);
            assert_eq!(
                path.waypoints(),
                [Cell::new(0, 0), Cell::new(4, 3)],
                "{algorithm:?}"
            );
            assert_eq!(path.cost(), Cost(5 * STEP));
            let path = path_of(&["......"; 5], (2, 2), (2, 2), &options);
            assert_eq!(
                (path.waypoints(), path.cost()),
                (&[Cell::new(2, 2)][..], Cost::ZERO)
            );
        }
    }
}

#[test]
fn one_corner_makes_one_turn() {
    let rows = ["......", ".####.", ".#....", ".#...."];
    for algorithm in BOTH {
        let options = SearchOptions {
            heuristic: Heuristic::Euclidean,
            ..algorithm.into()
        };
        let path = path_of(&rows, (0, 3), (5, 0), &options);
        let turns = [Cell::new(0, 3), Cell::new(0, 0), Cell::new(5, 0)];
        assert_eq!(
            (path.waypoints(), path.cost()),
            (&turns[..], Cost(8 * STEP)),
            "{algorithm:?}"
        );
        // Without the walls beside it the corner is passed in two lines that are neither straight
        // nor diagonal.
        let rows = ["......", "......", "..##..", "......"];
        let path = path_of(&rows, (0, 3), (5, 2), &options);
        let known = path
            .waypoints()
            .windows(2)
            .map(|leg| length(leg[0], leg[1]))
            .sum();
        assert_eq!(path.cost(), Cost(known), "{algorithm:?}");
        assert!(
            path.cost() < Cost(5 * STEP + SLANT),
            "{algorithm:?}: {:?}",
            path.waypoints()
        );
    }
}

#[test]
fn a_wall_in_the_middle_is_passed_at_its_nearer_end() {
    let rows = [".......", ".......", "...#...", "...#...", "...#..."];
    for algorithm in BOTH {
        let options = SearchOptions {
            heuristic: Heuristic::Euclidean,
            ..algorithm.into()
        };
        let path = path_of(&rows, (0, 3), (6, 3), &options);
        // The cell above the wall's end is in sight from both sides.
        let turns = [(0, 3), (3, 1), (6, 3)].map(Cell::from);
        assert_eq!(path.waypoints(), turns, "{algorithm:?}");
        assert_eq!(path.cost(), Cost(2 * 20_699), "twice √13");
    }
}

#[test]
fn ground_of_another_cost_makes_lines_as_much_more_expensive() {
    for algorithm in BOTH {
        let path = path_of(&["33333"; 4], (0, 0), (4, 3), &algorithm.into());
        assert_eq!(path.cost(), Cost(3 * 5 * STEP), "{algorithm:?}");
    }
}

fn options(rng: &mut Rng, algorithm: Algorithm, movement: Movement) -> SearchOptions {
    let neighbours = rng.neighbours();
    let often = rng.below(4) > 0;
    SearchOptions {
        algorithm,
        movement,
        heuristic: rng.pick(&Heuristic::NAMED),
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

#[test]
fn theta_star_finds_a_path_exactly_where_there_is_one() {
    finds_a_path_exactly_where_there_is_one(Algorithm::Theta);
}

#[test]
fn lazy_theta_star_finds_a_path_exactly_where_there_is_one() {
    finds_a_path_exactly_where_there_is_one(Algorithm::LazyTheta);
}

fn finds_a_path_exactly_where_there_is_one(algorithm: Algorithm) {
    let mut pool = NodePool::default();
    let mut compared = 0;
    for movement in RULES {
        for seed in 0..10_000 {
            let rng = &mut Rng(seed);
            let case = Case::random(rng, 9);
            let grid = case.grid();
            let options = options(rng, algorithm, movement);
            let show = || case.show(seed, &options);
            let along = case.grid_path(movement);
            let query = PathQuery::new(case.start, case.goal, &options);
            let outcome = solve(&grid, &query, &mut pool, &mut ());
            let mut events = Vec::new();
            let watched = solve(&grid, &query, &mut NodePool::default(), &mut events);
            assert_eq!(outcome, watched, "watched, with fresh memory; {}", show());
            judge_events(&events, &outcome, &case, &show);
            let (Some(path), Some(along)) = (outcome.path(), along) else {
                assert!(
                    matches!(outcome, Outcome::NoPath(NoPathReason::Unreachable, _)),
                    "{}",
                    show()
                );
                assert_eq!(along, None, "a path was missed; {}", show());
                continue;
            };
            assert_eq!(path.validate(&grid, &options), Ok(()), "{}", show());
            assert_eq!(
                (path.cells().first(), path.cells().last()),
                (Some(&case.start), Some(&case.goal))
            );
            let lines = path.waypoints().len() as u64 - 1;
            let straight = case.terrain * length(case.start, case.goal);
            // Each line is rounded down separately.
            assert!(
                path.cost().0 + lines * case.terrain >= straight,
                "{}",
                show()
            );
            for leg in path.waypoints().windows(2) {
                assert!(
                    line_of_sight(&grid, movement, leg[0], leg[1]),
                    "{} to {}; {}",
                    leg[0],
                    leg[1],
                    show()
                );
            }
            // A line to the parent's parent is no longer than the one by the parent, so Theta* with
            // a consistent estimate expands no cell at a g above the grid's. Rounding loses one
            // unit a line.
            let consistent = !matches!(
                options.heuristic,
                Heuristic::Manhattan | Heuristic::FlooredEuclidean
            );
            let usual = options.stop == StopRule::Expanded && options.parent == ParentRule::Shorter;
            if algorithm == Algorithm::Theta && usual && consistent {
                let rounding = case.terrain * path.cells().len() as u64;
                assert!(
                    path.cost().0 <= along + rounding,
                    "longer than {along}; {}",
                    show()
                );
                compared += 1;
            }
        }
    }
    assert!(
        algorithm == Algorithm::LazyTheta || compared > 5_000,
        "{compared}"
    );
}

#[test]
fn lazy_theta_star_can_be_longer_than_the_grids_own_path() {
    let rows = ["111", "1#1", "111", "11#"];
    let find = |algorithm: Algorithm| {
        let options = SearchOptions {
            heuristic: Heuristic::Euclidean,
            ..algorithm.into()
        };
        path_of(&rows, (1, 0), (1, 3), &options).cost()
    };
    // The search wrongly assumes sight from the start past the wall. It closes cells at a g that
    // later proves too low.
    assert_eq!(find(Algorithm::LazyTheta), Cost(5 * STEP));
    assert_eq!(find(Algorithm::AStar), Cost(3 * STEP + SLANT));
    assert!(find(Algorithm::Theta) <= find(Algorithm::AStar));
}

/// Checks that lengths in the events are those of real lines, and add up to the counters.
fn judge_events(
    events: &[SearchEvent],
    outcome: &Outcome,
    case: &Case,
    show: &impl Fn() -> String,
) {
    let mut known: Vec<(Cell, Cell, u64, bool)> = Vec::new();
    let mut counts = [0; 2];
    let (end, before) = events.split_last().unwrap();
    assert_eq!(
        *end,
        SearchEvent::Ended {
            found: outcome.path().is_some()
        },
        "{}",
        show()
    );
    let g_of = |known: &[(Cell, Cell, u64, bool)], cell| {
        known
            .iter()
            .find(|entry| entry.0 == cell)
            .map(|entry| entry.2)
    };
    for event in before {
        match *event {
            SearchEvent::Generated {
                cell, parent, g, ..
            } => {
                assert_eq!(
                    g_of(&known, cell),
                    None,
                    "{cell} is generated twice; {}",
                    show()
                );
                let before = g_of(&known, parent).unwrap_or(0);
                assert_eq!(
                    g.0,
                    before + case.terrain * length(parent, cell),
                    "{}",
                    show()
                );
                known.push((cell, parent, g.0, true));
                counts[0] += 1;
            }
            SearchEvent::Relaxed {
                cell,
                parent,
                g,
                reopened,
                ..
            } => {
                let before = g_of(&known, parent).unwrap();
                assert_eq!(
                    g.0,
                    before + case.terrain * length(parent, cell),
                    "{}",
                    show()
                );
                let entry = known.iter_mut().find(|entry| entry.0 == cell).unwrap();
                assert!(entry.3 && !reopened, "closed cells stay closed; {}", show());
                (entry.1, entry.2) = (parent, g.0);
            }
            SearchEvent::Expanded { cell, .. } => {
                let entry = known.iter_mut().find(|entry| entry.0 == cell).unwrap();
                assert!(std::mem::take(&mut entry.3), "{}", show());
                counts[1] += 1;
            }
            SearchEvent::Restarted { .. }
            | SearchEvent::Pruned { .. }
            | SearchEvent::Deferred { .. }
            | SearchEvent::Ignored { .. }
            | SearchEvent::NextPass { .. }
            | SearchEvent::Ended { .. } => panic!("{event:?}; {}", show()),
        }
    }
    let stats = outcome.stats();
    assert_eq!(counts, [stats.generated, stats.expanded], "{}", show());
    if let Some(path) = outcome.path() {
        // The path follows the last parents.
        let mut turns = vec![case.goal];
        while turns[turns.len() - 1] != case.start {
            let at = turns[turns.len() - 1];
            turns.push(known.iter().find(|entry| entry.0 == at).unwrap().1);
        }
        turns.reverse();
        assert_eq!(path.waypoints(), turns, "{}", show());
        assert_eq!(Some(path.cost().0), g_of(&known, case.goal), "{}", show());
    }
}

#[test]
fn no_path_is_shorter_than_the_shortest_at_any_angle() {
    let mut shortest = 0;
    let mut all = 0;
    for movement in RULES {
        for seed in 0..400 {
            let rng = &mut Rng(seed);
            let case = Case::random(rng, 8);
            let Some(optimum) = case.true_path(movement) else {
                continue;
            };
            let grid = case.grid();
            for algorithm in BOTH {
                let options = SearchOptions {
                    heuristic: Heuristic::Euclidean,
                    movement,
                    ..algorithm.into()
                };
                let query = PathQuery::new(case.start, case.goal, &options);
                let cost = solve(&grid, &query, &mut NodePool::default(), &mut ())
                    .cost()
                    .unwrap()
                    .0;
                assert!(
                    cost >= optimum,
                    "{cost} is less than {optimum}; {}",
                    case.show(seed, &options)
                );
                all += 1;
                shortest += u32::from(cost == optimum);
            }
        }
    }
    assert!(
        all > 1000 && shortest * 10 > all * 9,
        "{shortest} of {all} are the shortest"
    );
}

#[test]
fn a_cost_limit_holds_for_the_length_of_the_lines() {
    let (mut within, mut expensive) = (0, 0);
    for seed in 0..2_000 {
        let rng = &mut Rng(seed);
        let case = Case::random(rng, 9);
        let grid = case.grid();
        for algorithm in BOTH {
            let movement = rng.pick(&RULES);
            let mut options = options(rng, algorithm, movement);
            options.parent = ParentRule::Shorter;
            options.max_cost =
                CostLimit::new(f64::from(u32::try_from(rng.below(14)).unwrap()) / 2.0);
            let most = options.max_cost.unwrap().in_units(options.units());
            match solve(
                &grid,
                &PathQuery::new(case.start, case.goal, &options),
                &mut NodePool::default(),
                &mut (),
            ) {
                Outcome::Solved(solution) => {
                    assert!(
                        solution.path.cost() <= most,
                        "{}",
                        case.show(seed, &options)
                    );
                    assert_eq!(
                        solution.path.validate(&grid, &options),
                        Ok(()),
                        "{}",
                        case.show(seed, &options)
                    );
                    within += 1;
                }
                Outcome::NoPath(NoPathReason::OverCostLimit, _) => expensive += 1,
                Outcome::NoPath(NoPathReason::Unreachable, _) => {
                    let path = case.grid_path(options.movement);
                    assert_eq!(path, None, "{}", case.show(seed, &options));
                }
                outcome => panic!("{outcome:?}; {}", case.show(seed, &options)),
            }
        }
    }
    assert!(within > 500 && expensive > 500, "{within} and {expensive}");
}

/// Returns the line over free ground.
fn line(from: (i32, i32), to: (i32, i32)) -> Path {
    let options = SearchOptions {
        movement: Movement::Eight(DiagonalRule::Always),
        ..Algorithm::Theta.into()
    };
    path_of(&["......"; 6], from, to, &options)
}

#[test]
fn lines_pass_every_cell_that_they_touch() {
    assert_eq!(
        line((0, 0), (3, 0)).cells(),
        [(0, 0), (1, 0), (2, 0), (3, 0)].map(Cell::from)
    );
    assert_eq!(
        line((2, 2), (0, 0)).cells(),
        [(2, 2), (1, 1), (0, 0)].map(Cell::from)
    );
    assert_eq!(
        line((0, 0), (2, 1)).cells(),
        [(0, 0), (1, 0), (1, 1), (2, 1)].map(Cell::from)
    );
    assert_eq!(
        line((1, 0), (0, 3)).cells(),
        [(1, 0), (1, 1), (0, 2), (0, 3)].map(Cell::from)
    );
    assert_eq!(line((5, 5), (5, 5)).cells(), [(5, 5)].map(Cell::from));
}

#[test]
fn lengths_are_those_of_the_ruler() {
    assert_eq!(line((0, 0), (3, 4)).cost(), Cost(5 * STEP));
    assert_eq!(line((0, 0), (1, 1)).cost(), Cost(SLANT));
}

#[test]
fn sight_is_mutual() {
    let grid = Grid::from_rows(&["...#..", ".#....", "...##.", ".#...."]);
    for movement in Movement::ALL {
        for a in 0..24 {
            for b in 0..24 {
                let (a, b) = (Cell::new(a % 6, a / 6), Cell::new(b % 6, b / 6));
                if grid.is_walkable(a) && grid.is_walkable(b) {
                    let forth = line_of_sight(&grid, movement, a, b);
                    assert_eq!(
                        forth,
                        line_of_sight(&grid, movement, b, a),
                        "{movement:?} {a} {b}"
                    );
                }
            }
        }
    }
}
