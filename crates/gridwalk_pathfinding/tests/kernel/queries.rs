//! Regions under edits, and the further queries of games, against brute force.

use std::collections::HashSet;

use gridwalk_pathfinding::{
    Algorithm, Cell, Cost, CostLimit, CostRule, Direction, Finder, Grid, GridEdit, Map, Movement,
    NodePool, Outcome, Path, PathQuery, Planned, Planner, Portal, Reachability, Rect, Refusal,
    Regions, ReopenRule, SearchOptions, StepCosts, Terrain, TerrainId, reachable_within, solve,
};
use gridwalk_testing::{Rng, cells, show};

fn legend() -> Vec<Terrain> {
    let one_way = |exits: &[Direction]| Terrain {
        exits: exits.iter().copied().collect(),
        ..Terrain::new("one-way", Some(1))
    };
    vec![
        Terrain::floor(),
        Terrain::wall(),
        Terrain::new("rubble", Some(3)),
        one_way(&[Direction::East]),
        one_way(&[Direction::North, Direction::NorthEast]),
    ]
}

/// The composition of a map: walls per hundred cells, one-way cells, and portals.
#[derive(Clone, Copy)]
struct Kind {
    walls: usize,
    one_way: bool,
    portals: usize,
}

impl Kind {
    fn random(rng: &mut Rng) -> Self {
        let walls = rng.pick(&[10, 30, 40, 50, 70]);
        Self {
            walls,
            one_way: rng.below(2) == 0,
            portals: rng.pick(&[0, 0, 1, 4]),
        }
    }

    fn terrain(self, rng: &mut Rng) -> TerrainId {
        match rng.below(100) {
            n if n < self.walls => TerrainId(1),
            n if self.one_way && n > 90 => rng.pick(&[TerrainId(3), TerrainId(4)]),
            _ => rng.pick(&[TerrainId(0), TerrainId(2)]),
        }
    }

    fn grid(self, rng: &mut Rng, longest: usize) -> Grid {
        let (width, height) = (1 + rng.below(longest), 1 + rng.below(longest));
        let cells = (0..width * height).map(|_| self.terrain(rng)).collect();
        let side = |n: usize| u32::try_from(n).unwrap();
        let legend = if self.one_way {
            legend()
        } else {
            legend()[..3].to_vec()
        };
        let grid = Grid::new(side(width), side(height), cells, legend).unwrap();
        let portal = |_| Portal {
            two_way: rng.below(2) == 0,
            ..Portal::between(rng.cell(&grid), rng.cell(&grid))
        };
        let portals: Vec<_> = (0..self.portals).map(portal).collect();
        grid.clone().with_portals(&portals).unwrap()
    }
}

/// Checks that repaired labels equal fresh ones, apart from their numbers.
fn assert_same_partition(kept: &Regions, fresh: &Regions, grid: &Grid, context: &str) {
    let mut pairs = HashSet::new();
    let mut numbers = [HashSet::new(), HashSet::new()];
    for cell in cells(grid) {
        let pair = [kept.of(cell), fresh.of(cell)];
        assert_eq!(pair[0] == 0, pair[1] == 0, "{cell}; {context}");
        assert_eq!(kept.size(pair[0]), fresh.size(pair[1]), "{cell}; {context}");
        if pair[0] != 0 && pairs.insert(pair) {
            assert!(
                numbers[0].insert(pair[0]) && numbers[1].insert(pair[1]),
                "{pair:?}; {context}"
            );
        }
    }
    assert_eq!(
        (kept.count(), fresh.count()),
        (numbers[0].len(), numbers[1].len()),
        "{context}"
    );
}

#[test]
fn regions_kept_up_under_edits_equal_fresh_ones() {
    let mut edits = 0;
    for seed in 0..4000 {
        let rng = &mut Rng(seed);
        let kind = Kind::random(rng);
        let mut map = Map::new(kind.grid(rng, 12));
        let movement = rng.pick(&Movement::ALL);
        map.label(movement);
        for step in 0..15 {
            let changes = rng.pick(&[1, 1, 1, 2, 5, 40]);
            let edit = GridEdit::of_cells(
                (0..changes)
                    .map(|_| (rng.cell(map.grid()), kind.terrain(rng)))
                    .collect(),
            );
            let before = show(map.grid());
            if map.apply(&edit).unwrap().is_none() {
                continue;
            }
            edits += 1;
            let (grid, kept) = (map.grid(), map.regions(movement).expect("kept up"));
            let fresh = Regions::new(grid, movement);
            let context = format!(
                "seed {seed}, step {step}, {movement:?}\n{before}\nbecame\n{}",
                show(grid)
            );
            assert_same_partition(kept, &fresh, grid, &context);
            let (a, b) = (rng.cell(grid), rng.cell(grid));
            assert_eq!(
                kept.reach(grid, a, b),
                fresh.reach(grid, a, b),
                "{a} to {b}; {context}"
            );
        }
    }
    assert!(edits > 40_000, "{edits}");
}

/// Patches may make fewer labels doubtful than single cells before all are made from scratch.
#[test]
fn regions_kept_up_under_patches_equal_fresh_ones() {
    for seed in 0..40 {
        let rng = &mut Rng(seed);
        let cells = (0..150 * 150).map(|_| TerrainId(u8::from(rng.below(10) < 4)));
        let legend = vec![Terrain::floor(), Terrain::wall()];
        let mut map = Map::new(Grid::new(150, 150, cells.collect(), legend).unwrap());
        let movement = rng.pick(&Movement::ALL);
        map.label(movement);
        for step in 0..10 {
            let (corner, walls) = (rng.cell(map.grid()), rng.below(10));
            let patch = (0..250).map(|at| Cell::new(corner.x + at % 16, corner.y + at / 16));
            let cells = patch
                .filter(|cell| map.grid().contains(*cell))
                .map(|cell| (cell, TerrainId(u8::from(rng.below(10) < walls))));
            map.apply(&GridEdit::of_cells(cells.collect())).unwrap();
            let (grid, kept) = (map.grid(), map.regions(movement).expect("kept up"));
            let fresh = Regions::new(grid, movement);
            let context = format!("seed {seed}, step {step}, {movement:?}");
            assert_same_partition(kept, &fresh, grid, &context);
        }
    }
}

#[test]
fn one_wall_can_split_a_region_into_four_and_open_it_again() {
    let mut map = Map::new(Grid::from_rows(&[
        "##.##", "##.##", ".....", "##.##", "##.##",
    ]));
    map.label(Movement::default());
    let middle = Cell::new(2, 2);
    for (terrain, count, size) in [(TerrainId(1), 4, 2), (TerrainId(0), 1, 9)] {
        map.apply(&GridEdit::set(middle, terrain)).unwrap();
        let regions = map.regions(Movement::default()).expect("kept up");
        assert_eq!(regions.count(), count);
        for arm in [(0, 2), (4, 2), (2, 0), (2, 4)] {
            assert_eq!(regions.size(regions.of(arm.into())), size, "{arm:?}");
        }
    }
}

/// Long and winding walls.
#[test]
fn a_large_map_with_one_edit_at_a_time_stays_right() {
    let rng = &mut Rng(7);
    let kind = Kind {
        walls: 41,
        one_way: false,
        portals: 2,
    };
    let cells = (0..200 * 200).map(|_| kind.terrain(rng)).collect();
    let mut map = Map::new(Grid::new(200, 200, cells, legend()).unwrap());
    for movement in Movement::ALL {
        map.label(movement);
        for _ in 0..2000 {
            let cell = rng.cell(map.grid());
            map.apply(&GridEdit::set(
                cell,
                TerrainId(u8::from(map.grid().is_walkable(cell))),
            ))
            .unwrap();
        }
        let (grid, kept) = (map.grid(), map.regions(movement).expect("kept up"));
        assert_same_partition(
            kept,
            &Regions::new(grid, movement),
            grid,
            &format!("{movement:?}"),
        );
    }
}

/// Returns every cell that a search without a goal finds, by one search for each cell.
fn reachable_by_brute_force(
    options: &SearchOptions,
    grid: &Grid,
    start: Cell,
    most: Cost,
) -> Vec<(Cell, Cost)> {
    let dijkstra = SearchOptions {
        algorithm: Algorithm::Dijkstra,
        goal_tolerance: 0,
        ..options.clone()
    };
    let pool = &mut NodePool::default();
    let mut cost_of = |cell| {
        let cost = solve(grid, &PathQuery::new(start, cell, &dijkstra), pool, &mut ()).cost()?;
        (cost <= most).then_some((cell, cost))
    };
    cells(grid).filter_map(&mut cost_of).collect()
}

fn random_options(rng: &mut Rng, grid: &Grid) -> SearchOptions {
    let side = |rng: &mut Rng| 1 + u32::try_from(rng.below(6)).unwrap();
    let algorithm = rng.pick(&[
        Algorithm::AStar,
        Algorithm::Greedy,
        Algorithm::BreadthFirst,
        Algorithm::Lpa,
    ]);
    // Breadth-first search refuses a cost limit.
    let is_limited = rng.below(4) == 0 && algorithm != Algorithm::BreadthFirst;
    SearchOptions {
        algorithm,
        movement: rng.pick(&Movement::ALL),
        steps: rng.pick(&[StepCosts::SQRT2, StepCosts::TEN_FOURTEEN]),
        cost_rule: rng.pick(&CostRule::ALL),
        // Without reopening, greedy search refuses a cost limit.
        reopen: ReopenRule::Cheaper,
        max_cost: is_limited.then(|| CostLimit::new(rng.pick(&[2.0, 5.0, 30.0])).unwrap()),
        region: (rng.below(4) == 0).then(|| Rect {
            at: rng.cell(grid),
            width: side(rng),
            height: side(rng),
        }),
        ..SearchOptions::default()
    }
}

struct Case {
    grid: Grid,
    options: SearchOptions,
    start: Cell,
    goal: Cell,
    context: String,
}

fn cases(count: u64) -> impl Iterator<Item = Case> {
    (0..count).filter_map(|seed| {
        let rng = &mut Rng(seed);
        let kind = Kind::random(rng);
        let grid = kind.grid(rng, 8);
        let options = random_options(rng, &grid);
        let start = (0..20)
            .map(|_| rng.cell(&grid))
            .find(|&cell| grid.is_walkable(cell))?;
        let mut goal = rng.cell(&grid);
        if rng.below(6) == 0 {
            goal = Cell::new(goal.x - 9, goal.y + 5);
        }
        let context = format!(
            "seed {seed}, {start} to {goal} on\n{}\nunder {options:?}",
            show(&grid)
        );
        Some(Case {
            grid,
            options,
            start,
            goal,
            context,
        })
    })
}

#[test]
fn reachable_cells_equal_searches_to_every_cell() {
    let pool = &mut NodePool::default();
    for (
        i,
        Case {
            grid,
            options,
            start,
            context,
            ..
        },
    ) in cases(1500).enumerate()
    {
        let budget = [
            Cost::ZERO,
            options.units().from_f64(4.5),
            options.units().from_f64(13.0),
            Cost::MAX,
        ][i % 4];
        let found = reachable_within(&grid, start, &options, budget, pool).unwrap();
        let mut expected = reachable_by_brute_force(&options, &grid, start, budget);
        assert!(found.is_complete());
        assert!(found.cells().map(|(_, cost)| cost).is_sorted(), "{context}");
        assert_eq!(found.cells().next(), Some((start, Cost::ZERO)), "{context}");
        for cell in cells(&grid) {
            let cost = expected
                .iter()
                .find(|entry| entry.0 == cell)
                .map(|entry| entry.1);
            assert_eq!(found.cost(cell), cost, "{cell}; {context}");
            let path = found.path_to(cell);
            assert_eq!(path.as_ref().map(Path::cost), cost, "{cell}; {context}");
            if let Some(path) = path {
                assert_eq!(path.validate(&grid, &options), Ok(()), "{cell}; {context}");
                assert_eq!(
                    (path.cells().first(), path.cells().last()),
                    (Some(&start), Some(&cell)),
                    "{context}"
                );
            }
        }
        let mut listed: Vec<_> = found.cells().collect();
        listed.sort_unstable_by_key(|(cell, _)| (cell.y, cell.x));
        expected.sort_unstable_by_key(|(cell, _)| (cell.y, cell.x));
        assert_eq!(listed, expected, "{context}");
    }
}

#[test]
fn a_limit_of_expansions_leaves_the_list_incomplete() {
    let grid = Grid::from_rows(&["......"]);
    let options = SearchOptions {
        max_expansions: Some(3),
        ..SearchOptions::default()
    };
    let found = reachable_within(
        &grid,
        Cell::new(0, 0),
        &options,
        Cost::MAX,
        &mut NodePool::default(),
    )
    .unwrap();
    assert!(!found.is_complete());
    assert_eq!(found.cells().len(), 3);
}

#[test]
fn reach_never_errs_and_is_reachable_always_knows() {
    let mut planner = Planner::default();
    let mut counts = [0; 3];
    for Case {
        grid,
        options,
        start,
        context,
        ..
    } in cases(1500)
    {
        let options = SearchOptions {
            movement: options.movement,
            ..SearchOptions::default()
        };
        let (regions, map) = (
            Regions::new(&grid, options.movement),
            Map::new(grid.clone()),
        );
        let reachable: HashSet<Cell> = reachable_by_brute_force(&options, &grid, start, Cost::MAX)
            .into_iter()
            .map(|entry| entry.0)
            .collect();
        for to in cells(&grid) {
            let truth = reachable.contains(&to);
            let reach = regions.reach(&grid, start, to);
            counts[reach as usize] += 1;
            assert!(
                reach == Reachability::Perhaps || (reach == Reachability::Yes) == truth,
                "{to}: {reach:?}; {context}"
            );
            assert!(regions.connected(start, to) || !truth, "{to}; {context}");
            let query = PathQuery::new(start, to, &options);
            assert_eq!(planner.is_reachable(&map, &query), truth, "{to}; {context}");
            assert!(
                reach != Reachability::Perhaps || grid.has_one_way_terrain(),
                "{to}; {context}"
            );
        }
        assert!(!planner.is_reachable(&map, &PathQuery::new(start, Cell::new(-1, 0), &options)));
    }
    assert!(counts.iter().all(|&count| count > 1000), "{counts:?}");
}

#[test]
fn nearest_reachable_cell_equals_an_exhaustive_search() {
    let (mut planner, mut path, mut resumed) =
        (Planner::default(), Path::default(), Path::default());
    let (mut exact, mut instead) = (0, 0);
    for Case {
        grid,
        options,
        start,
        goal,
        context,
    } in cases(3000)
    {
        let reachable = reachable_by_brute_force(&options, &grid, start, Cost::MAX);
        let key = |(cell, cost): (Cell, Cost)| {
            let (dx, dy) = cell.distance(goal);
            (dx * dx + dy * dy, cost, cell.y, cell.x)
        };
        let nearest = reachable
            .iter()
            .min_by_key(|&&reached| key(reached))
            .unwrap()
            .0;
        let (query, map) = (
            PathQuery::new(start, goal, &options),
            Map::new(grid.clone()),
        );
        let plan = planner.path_to_nearest(&map, &query, &mut path);
        assert_eq!(
            (plan.end, plan.planned),
            (nearest, Planned::Found),
            "{context}"
        );
        assert_eq!(path.validate(&grid, &options), Ok(()), "{context}");
        assert_eq!(
            (path.cells().first(), path.cells().last()),
            (Some(&start), Some(&nearest)),
            "{context}"
        );
        *(if nearest == goal {
            &mut exact
        } else {
            &mut instead
        }) += 1;
        // The same in steps, by a new planner.
        let mut other = Planner::default();
        other.begin_nearest(&map, &query);
        while !other.advance(&map, 1).is_finished {}
        let again = other.answer(&map, &mut resumed).unwrap();
        assert_eq!(
            (again.end, again.planned, &resumed),
            (nearest, Planned::Found, &path),
            "{context}"
        );
    }
    assert!(exact > 500 && instead > 500, "{exact} and {instead}");
}

/// Returns the end and the cost of a path that ends as near to the goal as possible.
fn nearest_end(grid: &Grid, query: &PathQuery) -> (Cell, Option<Cost>) {
    let mut path = Path::default();
    let plan = Planner::default().path_to_nearest(&Map::new(grid.clone()), query, &mut path);
    (
        plan.end,
        (plan.planned == Planned::Found).then(|| path.cost()),
    )
}

fn squared((dx, dy): (u32, u32)) -> u32 {
    dx * dx + dy * dy
}

/// Regression: the far side came first in reading order and cost 4.41, the near side 1.
#[test]
fn of_equally_near_cells_it_is_not_the_far_side_of_a_wall() {
    let grid = Grid::from_rows(&["....", "###.", "....", "...."]);
    let query = PathQuery::new(Cell::new(0, 2), Cell::new(1, 1), Algorithm::AStar);
    assert_eq!(
        nearest_end(&grid, &query),
        (Cell::new(1, 2), Some(query.options.units().straight()))
    );
    // Nearer to the start, but behind a longer wall: the cost of the path decides.
    let grid = Grid::from_rows(&["......", "#####.", "......", "#.####", "......"]);
    let query = PathQuery::new(Cell::new(2, 2), Cell::new(2, 3), Algorithm::AStar);
    assert_eq!(nearest_end(&grid, &query).0, Cell::new(2, 2));
    let query = PathQuery::new(Cell::new(5, 0), Cell::new(2, 1), Algorithm::AStar);
    assert_eq!(nearest_end(&grid, &query).0, Cell::new(2, 0));
}

/// Regression: `--goal-tolerance 3` with a blocked goal was refused.
#[test]
fn a_blocked_goal_is_no_mistake_where_its_neighbourhood_will_do() {
    let grid = Grid::from_rows(&["......", "....##", "....##"]);
    let (start, goal) = (Cell::new(0, 0), Cell::new(5, 2));
    let (pool, mut path) = (&mut NodePool::default(), Path::default());
    for algorithm in Algorithm::ALL {
        let options = SearchOptions {
            goal_tolerance: 2,
            ..algorithm.into()
        };
        let query = PathQuery::new(start, goal, options);
        if matches!(query.check(&grid), Err(Refusal::Option(..))) {
            continue;
        }
        let outcome = solve(&grid, &query, pool, &mut ());
        let end = *outcome
            .path()
            .unwrap_or_else(|| panic!("{algorithm:?}: {outcome:?}"))
            .cells()
            .last()
            .unwrap();
        assert!(
            grid.is_walkable(end) && squared(end.distance(goal)) <= 4,
            "{algorithm:?} ends at {end}"
        );
        let plan = Planner::default().path(&Map::new(grid.clone()), &query, &mut path);
        assert_eq!(
            (plan.planned, path.cells().last().copied()),
            (Planned::Found, Some(end)),
            "{algorithm:?}"
        );
        assert_eq!(
            nearest_end(&grid, &query),
            (goal, outcome.cost()),
            "{algorithm:?}"
        );
        // No free cell is near enough: an answer, not an error.
        let far = PathQuery {
            options: SearchOptions {
                goal_tolerance: 1,
                ..query.options.clone()
            },
            ..query
        };
        assert!(
            matches!(solve(&grid, &far, pool, &mut ()), Outcome::NoPath(..)),
            "{algorithm:?}"
        );
    }
    let outside = PathQuery::new(
        start,
        Cell::new(9, 2),
        SearchOptions {
            goal_tolerance: 5,
            ..Algorithm::AStar.into()
        },
    );
    assert!(
        outside.check(&grid).is_err(),
        "outside the map there is nothing"
    );
}

#[test]
fn nearest_cell_behind_one_way_cells_is_reachable() {
    let rows = ["..#..", "..<..", "..#.."].concat();
    let west = Terrain {
        exits: [Direction::West].into_iter().collect(),
        ..Terrain::new("westward", Some(1))
    };
    let cells = rows.bytes().map(|glyph| {
        TerrainId(match glyph {
            b'#' => 1,
            b'<' => 2,
            _ => 0,
        })
    });
    let grid = Grid::new(
        5,
        3,
        cells.collect(),
        vec![Terrain::floor(), Terrain::wall(), west],
    )
    .unwrap();
    let (start, goal) = (Cell::new(0, 1), Cell::new(4, 1));
    let query = PathQuery::new(start, goal, Algorithm::AStar);
    let regions = Regions::new(&grid, query.options.movement);
    assert!(
        regions.connected(start, goal),
        "labels alone do not see that nobody comes back"
    );
    let step = query.options.units().straight();
    assert_eq!(
        nearest_end(&grid, &query),
        (Cell::new(2, 1), Some(Cost(2 * step.0)))
    );
    // The direction of a one-way portal counts: one to the goal reaches it, one from the goal does
    // not.
    let portal = |from, to| Portal {
        two_way: false,
        ..Portal::between(from, to)
    };
    for (from, to, wanted) in [(start, goal, goal), (goal, start, Cell::new(2, 1))] {
        let grid = grid.clone().with_portals(&[portal(from, to)]).unwrap();
        assert_eq!(nearest_end(&grid, &query).0, wanted);
    }
}

/// The labels decide: the only search is that for the path.
#[test]
fn on_plain_maps_labels_alone_find_the_nearest_cell() {
    let grid = Grid::from_rows(&["...#.", "...#."]);
    let near = |goal| {
        nearest_end(
            &grid,
            &PathQuery::new(Cell::new(0, 0), goal, Algorithm::Auto),
        )
        .0
    };
    assert_eq!(near(Cell::new(4, 1)), Cell::new(2, 1));
    assert_eq!(near(Cell::new(1, 1)), Cell::new(1, 1));
    assert_eq!(near(Cell::new(9, -5)), Cell::new(2, 0));
    let (map, mut planner) = (Map::new(grid), Planner::default());
    planner.begin_nearest(
        &map,
        &PathQuery::new(Cell::new(0, 0), Cell::new(4, 1), Algorithm::Auto),
    );
    let expanded = std::iter::from_fn(|| Some(planner.advance(&map, 1)));
    let expanded: u64 = expanded
        .take_while(|progress| !progress.is_finished)
        .map(|progress| progress.expanded)
        .sum();
    assert!(expanded <= 2, "{expanded} expansions");
}

#[test]
fn within_the_tolerance_the_path_ends_at_the_cheapest_such_cell() {
    let pool = &mut NodePool::default();
    let (mut planner, mut path) = (Planner::default(), Path::default());
    let (mut found, mut ruled_out) = (0, 0);
    for (
        i,
        Case {
            grid,
            options,
            start,
            goal,
            context,
        },
    ) in cases(1500).enumerate()
    {
        let options = SearchOptions {
            algorithm: Algorithm::AStar,
            ..options
        };
        let range = u32::try_from(i % 5).unwrap();
        let options = SearchOptions {
            goal_tolerance: range,
            ..options
        };
        let outcome = solve(&grid, &PathQuery::new(start, goal, &options), pool, &mut ());
        if let Outcome::Refused(refusal) = outcome {
            assert!(!grid.is_walkable(goal), "{refusal}; {context}");
            continue;
        }
        let near = |cell: Cell| {
            let (dx, dy) = cell.distance(goal);
            dx * dx + dy * dy <= range * range
        };
        let reachable = reachable_by_brute_force(&options, &grid, start, Cost::MAX);
        let cheapest = reachable
            .iter()
            .filter(|entry| near(entry.0))
            .map(|entry| entry.1)
            .min();
        assert_eq!(outcome.cost(), cheapest, "range {range}; {context}");
        found += usize::from(matches!(outcome, Outcome::Solved(_)));
        let map = Map::new(grid);
        map.label(options.movement);
        let options = SearchOptions {
            algorithm: Algorithm::Auto,
            ..options
        };
        let plan = planner.path(&map, &PathQuery::new(start, goal, &options), &mut path);
        let cost = (plan.planned == Planned::Found).then(|| path.cost());
        assert_eq!(cost, cheapest, "range {range}, with labels; {context}");
        ruled_out += usize::from(plan.finder == Finder::Labels && range > 0);
    }
    assert!(found > 500 && ruled_out > 50, "{found}, {ruled_out}");
}

/// Compares with one query for each goal, also in steps with map changes between them.
#[test]
fn of_several_goals_the_one_is_found_that_asking_for_each_finds() {
    let rng = &mut Rng(37);
    let (mut planner, mut path, mut found, mut pruned) =
        (Planner::default(), Path::default(), 0, 0);
    for _ in 0..1500 {
        let mut map = Map::new(Kind::random(rng).grid(rng, 24));
        let goals: Vec<_> = (0..=rng.below(6)).map(|_| rng.cell(map.grid())).collect();
        let algorithm = rng.pick(&[Algorithm::Auto, Algorithm::Auto, Algorithm::AStar]);
        let movement = rng.pick(&Movement::ALL);
        let options = SearchOptions {
            movement,
            goal_tolerance: rng.pick(&[0, 0, 2]),
            cost_rule: rng.pick(&[CostRule::Entered, CostRule::MeanTouched]),
            ..SearchOptions::from(algorithm)
        };
        let query = PathQuery::new(rng.cell(map.grid()), goals[0], options);
        planner.begin_any(&map, &query, &goals[1..]);
        while !planner
            .advance(&map, 1 + u64::from(rng.below(9_u32)))
            .is_finished
        {
            if rng.one_in(8) {
                map.apply(&GridEdit::set(
                    rng.cell(map.grid()),
                    TerrainId(rng.below(3)),
                ))
                .unwrap();
            }
        }
        let plan = planner.answer(&map, &mut path).unwrap();
        let (mut best, mut expanded) = (None, 0);
        for goal in &goals {
            let query = PathQuery {
                goal: *goal,
                ..query.clone()
            };
            let (mut other, mut own) = (Planner::default(), Path::default());
            let plan = other.path(&map, &query, &mut own);
            expanded += plan.stats.expanded;
            let is_found = plan.planned == Planned::Found;
            if is_found && best.as_ref().is_none_or(|(cost, _)| own.cost() < *cost) {
                best = Some((own.cost(), plan.end));
            }
        }
        let context = || format!("{query:?}\n{goals:?}\n{}", show(map.grid()));
        match best {
            Some((cost, end)) => {
                assert_eq!(
                    (&plan.planned, path.cost(), plan.end),
                    (&Planned::Found, cost, end),
                    "{}",
                    context()
                );
                found += 1;
            }
            None => assert!(
                plan.planned != Planned::Found && plan.end == goals[0],
                "{plan:?} {}",
                context()
            ),
        }
        pruned += u32::from(plan.stats.expanded < expanded);
    }
    assert!(
        found > 600 && pruned > 300,
        "{found} found, {pruned} with fewer expansions than one search for each"
    );
}
