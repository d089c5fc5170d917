//! Lifelong planning A* and D* Lite over many edits, against searches from scratch.

use gridwalk_level::formats::parse_moving_ai;
use gridwalk_pathfinding::{
    Algorithm, Cell, Cost, CostLimit, CostRule, DStarLite, Direction, EndpointError, Grid,
    GridEdit, Heuristic, LifelongSearch, Limits, Movement, NoPathReason, NodePool, Outcome,
    PathQuery, Portal, Rect, Refusal, SearchEvent, SearchOptions, StepCosts, Terrain, TerrainId,
    TieBreak, solve,
};
use gridwalk_testing::oracle::{all_moves, costs_from};
use gridwalk_testing::{Rng, Step, assert_events_agree, dynamic_scenario, shared_text, show};

/// Returns floor, wall, expensive ground, and two one-way terrains.
fn legend() -> Vec<Terrain> {
    let priced = |cost| Terrain::new("priced", Some(cost));
    let one_way = |exits: &[Direction]| Terrain {
        exits: exits.iter().copied().collect(),
        ..Terrain::new("one-way", Some(2))
    };
    vec![
        Terrain::floor(),
        Terrain::wall(),
        priced(3),
        priced(9),
        one_way(&[Direction::East, Direction::NorthEast, Direction::SouthEast]),
        one_way(&[Direction::North]),
    ]
}

const WALL: TerrainId = TerrainId(1);

fn random_terrain(rng: &mut Rng, kind: usize) -> TerrainId {
    let walls = 35;
    match rng.below(100) {
        n if n < walls => WALL,
        _ if kind == 0 => TerrainId(0),
        _ if kind == 1 => rng.pick(&[0, 0, 2, 3].map(TerrainId)),
        _ => rng.pick(&[0, 0, 0, 2, 3, 4, 5].map(TerrainId)),
    }
}

/// Returns a random map of a kind: 0 is plain, 1 weighted, 2 has one-way cells, 3 also portals.
fn random_grid(rng: &mut Rng, kind: usize, longest: usize) -> Grid {
    let (width, height) = (1 + rng.below(longest), 1 + rng.below(longest));
    let cells = (0..width * height)
        .map(|_| random_terrain(rng, kind))
        .collect();
    let side = |n: usize| u32::try_from(n).unwrap();
    let grid = Grid::new(side(width), side(height), cells, legend()).unwrap();
    if kind < 3 {
        return grid;
    }
    let portal = |rng: &mut Rng| Portal {
        from: rng.cell(&grid),
        to: rng.cell(&grid),
        cost: 1 + u16::try_from(rng.below(4)).unwrap(),
        two_way: rng.below(2) == 0,
    };
    let portals: Vec<_> = (0..=rng.below(3)).map(|_| portal(rng)).collect();
    grid.clone().with_portals(&portals).unwrap()
}

fn random_options(rng: &mut Rng, movement: Movement, grid: &Grid) -> SearchOptions {
    let steps = rng.pick(&[
        StepCosts::SQRT2,
        StepCosts::UNIFORM,
        StepCosts::TEN_FOURTEEN,
    ]);
    let admissible: Vec<_> = Heuristic::NAMED
        .into_iter()
        .filter(|h| h.is_admissible(movement, steps))
        .collect();
    let at = rng.cell(grid);
    let side = |rng: &mut Rng| 1 + u32::try_from(rng.below(8)).unwrap();
    SearchOptions {
        algorithm: Algorithm::Lpa,
        movement,
        steps,
        heuristic: rng.pick(&admissible),
        cost_rule: rng.pick(&CostRule::ALL),
        tie: rng.pick(&TieBreak::ALL),
        max_cost: (rng.below(4) == 0)
            .then(|| CostLimit::new(rng.pick(&[3.0, 6.5, 40.0, 80.0])).unwrap()),
        region: (rng.below(6) == 0).then(|| Rect {
            at,
            width: side(rng),
            height: side(rng),
        }),
        ..SearchOptions::default()
    }
}

fn scratch(
    options: &SearchOptions,
    grid: &Grid,
    start: Cell,
    goal: Cell,
    pool: &mut NodePool,
) -> Outcome {
    let dijkstra = SearchOptions {
        algorithm: Algorithm::Dijkstra,
        ..options.clone()
    };
    solve(grid, &PathQuery::new(start, goal, dijkstra), pool, &mut ())
}

/// One of the two searches, so that one test serves both.
enum Kept {
    Lpa(LifelongSearch),
    DStar(DStarLite),
}

impl Kept {
    fn run(&mut self, grid: &Grid, limits: Limits, events: &mut Vec<SearchEvent>) -> Outcome {
        match self {
            Self::Lpa(search) => search.run(grid, limits, events),
            Self::DStar(search) => search.run(grid, limits, events),
        }
    }
}

/// Returns a random edit of any cell, of a cell on or beside the path, or of an end.
fn random_edit(
    rng: &mut Rng,
    grid: &Grid,
    kind: usize,
    path: &[Cell],
    ends: [Cell; 2],
) -> GridEdit {
    let cell = |rng: &mut Rng| match rng.below(10) {
        0 => rng.pick(&ends),
        1..6 if !path.is_empty() => {
            let (dx, dy) = rng.pick(&[
                (0, 0),
                (0, 0),
                (1, 0),
                (0, 1),
                (-1, 0),
                (0, -1),
                (1, 1),
                (-1, 1),
            ]);
            let near = rng.pick(path);
            let near = Cell::new(near.x + dx, near.y + dy);
            if grid.contains(near) {
                near
            } else {
                rng.cell(grid)
            }
        }
        _ => rng.cell(grid),
    };
    let changes = 1 + rng.below(3);
    GridEdit::of_cells(
        (0..changes)
            .map(|_| (cell(rng), random_terrain(rng, kind)))
            .collect(),
    )
}

/// Runs one map through its edits; returns the numbers of paths, answers without a path, and
/// blocked ends.
fn live(seed: u64, movement: Movement, backwards: bool, pool: &mut NodePool) -> [u64; 3] {
    let rng = &mut Rng(seed);
    let kind = rng.below(4);
    let mut grid = random_grid(rng, kind, 9);
    let (Some(mut start), Some(goal)) = (rng.free_cell(&grid), rng.free_cell(&grid)) else {
        return [0; 3];
    };
    let options = random_options(rng, movement, &grid);
    let query = PathQuery::new(start, goal, &options);
    let mut search = if backwards {
        Kept::DStar(DStarLite::new(&grid, &query))
    } else {
        Kept::Lpa(LifelongSearch::new(&grid, &query))
    };
    let mut answers = [0; 3];
    for edit in 0..=1 + rng.below(10) {
        let mut events = Vec::new();
        let mut outcome = search.run(
            &grid,
            Limits {
                expansions: 3,
                ..Limits::NONE
            },
            &mut events,
        );
        let context = || {
            format!(
                "seed {seed}, edit {edit}, {start} to {goal}, backwards {backwards}\n{}\n{options:?}",
                show(&grid)
            )
        };
        if rng.below(8) == 0 {
            // An edit may come while the search is running.
        } else {
            if matches!(outcome, Outcome::OutOfBudget(_)) {
                events.clear();
                outcome = search.run(&grid, Limits::NONE, &mut events);
            }
            let fresh = scratch(&options, &grid, start, goal, pool);
            if let Outcome::Refused(refusal) = fresh {
                assert!(matches!(refusal, Refusal::Endpoint(_)), "{}", context());
                assert_eq!(outcome, fresh, "{}", context());
                assert_eq!(events, [], "{}", context());
                answers[2] += 1;
            } else {
                assert_events_agree(&events, &outcome, &context());
                assert_eq!(outcome.cost(), fresh.cost(), "{}", context());
                assert_path(&outcome, &grid, &options, (start, goal), &context());
                if seed.is_multiple_of(5) {
                    assert_oracle(
                        &outcome,
                        &grid,
                        &options,
                        (start, goal),
                        backwards,
                        &context(),
                    );
                }
                answers[usize::from(fresh.path().is_none())] += 1;
            }
        }
        let path = outcome
            .path()
            .map(|path| path.cells().to_vec())
            .unwrap_or_default();
        for _ in 0..rng.below(3) {
            let edit = random_edit(rng, &grid, kind, &path, [start, goal]);
            if let Some(change) = grid.apply(&edit).unwrap() {
                match &mut search {
                    Kept::Lpa(search) => search.update(&change),
                    Kept::DStar(search) => search.update(&change),
                }
            }
        }
        if let Kept::DStar(search) = &mut search
            && rng.below(2) == 0
        {
            start = if path.is_empty() || rng.below(4) == 0 {
                rng.cell(&grid)
            } else {
                rng.pick(&path)
            };
            search.move_start(start);
        }
    }
    answers
}

fn assert_path(
    outcome: &Outcome,
    grid: &Grid,
    options: &SearchOptions,
    ends: (Cell, Cell),
    context: &str,
) {
    let Some(path) = outcome.path() else { return };
    assert_eq!(path.validate(grid, options), Ok(()), "{context}");
    assert_eq!(
        (path.cells()[0], path.cells()[path.cells().len() - 1]),
        ends,
        "{context}"
    );
}

/// Checks the cost by Bellman and Ford, and the reason if there is no path.
fn assert_oracle(
    outcome: &Outcome,
    grid: &Grid,
    options: &SearchOptions,
    (start, goal): (Cell, Cell),
    backwards: bool,
    context: &str,
) {
    let most = options
        .max_cost
        .map_or(u64::MAX, |most| most.in_units(options.units()).0);
    let all = costs_from(&all_moves(grid, options), &[start]);
    let to_goal = all.get(&goal).copied().filter(|&cost| cost <= most);
    assert_eq!(outcome.cost(), to_goal.map(Cost), "{context}");
    if let (Outcome::NoPath(reason, _), false) = (outcome, backwards) {
        let expected = match options.region {
            _ if all.values().any(|&cost| cost > most) => NoPathReason::OverCostLimit,
            Some(_) => NoPathReason::NotInRegion,
            None => NoPathReason::Unreachable,
        };
        assert_eq!(*reason, expected, "{context}");
    }
}

fn ten_thousand_maps_per_movement(backwards: bool) {
    let mut answers = [0; 3];
    let mut pool = NodePool::default();
    for movement in Movement::ALL {
        for seed in 0..10_000 {
            for (sum, one) in answers
                .iter_mut()
                .zip(live(seed, movement, backwards, &mut pool))
            {
                *sum += one;
            }
        }
    }
    assert!(
        answers[0] > 50_000 && answers[1] > 20_000 && answers[2] > 5_000,
        "{answers:?}"
    );
}

#[test]
fn lifelong_planning_equals_a_search_from_scratch() {
    ten_thousand_maps_per_movement(false);
}

#[test]
fn d_star_lite_always_knows_what_a_search_from_scratch_finds() {
    ten_thousand_maps_per_movement(true);
}

#[test]
fn repairing_expands_fewer_cells_than_starting_anew() {
    let (mut lpa, mut d_star, mut from_scratch) = (0, 0, 0);
    for seed in 0..60 {
        let rng = &mut Rng(seed);
        let cells = (0..64 * 64)
            .map(|_| {
                if rng.below(100) < 25 {
                    WALL
                } else {
                    TerrainId(0)
                }
            })
            .collect();
        let mut grid = Grid::new(64, 64, cells, legend()).unwrap();
        let ends = [Cell::new(2, 2), Cell::new(61, 61)];
        grid.apply(&GridEdit::of_cells(
            ends.map(|cell| (cell, TerrainId(0))).to_vec(),
        ))
        .unwrap();
        let options = SearchOptions {
            algorithm: Algorithm::Lpa,
            ..SearchOptions::default()
        };
        let query = PathQuery::new(ends[0], ends[1], &options);
        let mut lifelong = LifelongSearch::new(&grid, &query);
        let mut backwards = DStarLite::new(&grid, &query);
        lifelong.run(&grid, Limits::NONE, &mut ());
        backwards.run(&grid, Limits::NONE, &mut ());
        for _ in 0..20 {
            let cell = rng.cell(&grid);
            if ends.contains(&cell) {
                continue;
            }
            let terrain = if grid.is_walkable(cell) {
                WALL
            } else {
                TerrainId(0)
            };
            let change = grid.apply(&GridEdit::set(cell, terrain)).unwrap().unwrap();
            lifelong.update(&change);
            backwards.update(&change);
            let fresh = solve(&grid, &query, &mut NodePool::default(), &mut ());
            let kept = lifelong.run(&grid, Limits::NONE, &mut ());
            let kept_backwards = backwards.run(&grid, Limits::NONE, &mut ());
            assert_eq!(
                (kept.cost(), kept_backwards.cost()),
                (fresh.cost(), fresh.cost()),
                "seed {seed}"
            );
            lpa += kept.stats().expanded;
            d_star += kept_backwards.stats().expanded;
            from_scratch += fresh.stats().expanded;
        }
    }
    println!(
        "expanded: {from_scratch} from scratch, {lpa} by repair, {d_star} by repair from the goal"
    );
    assert!(
        lpa * 4 < from_scratch && d_star * 4 < from_scratch,
        "{lpa} and {d_star} against {from_scratch}"
    );
}

#[test]
fn a_run_without_an_edit_has_nothing_to_do() {
    let grid = Grid::from_rows(&["....", ".##.", "...."]);
    let query = PathQuery::new(Cell::new(0, 1), Cell::new(3, 1), SearchOptions::default());
    let mut search = LifelongSearch::new(&grid, &query);
    let first = search.run(&grid, Limits::NONE, &mut ());
    let second = search.run(&grid, Limits::NONE, &mut ());
    assert!(first.stats().expanded > 0);
    assert_eq!(second.stats().expanded, 0);
    assert_eq!(first.path(), second.path());
}

/// A wall beside open cells that keep their best parents: nothing about these cells changes.
#[test]
fn a_repair_reports_no_open_cell_that_stayed_as_it_was() {
    let mut grid = Grid::from_rows(&["......"; 3]);
    let query = PathQuery::new(Cell::new(0, 1), Cell::new(2, 1), SearchOptions::default());
    let mut search = LifelongSearch::new(&grid, &query);
    let mut events = Vec::new();
    search.run(&grid, Limits::NONE, &mut events);
    let beside = |event: &SearchEvent| {
        matches!(
            event,
            SearchEvent::Generated {
                cell: Cell { x: 3, .. },
                ..
            }
        )
    };
    assert_eq!(
        events.iter().filter(|event| beside(event)).count(),
        3,
        "{events:?}"
    );
    let change = grid
        .apply(&GridEdit::set(Cell::new(4, 1), WALL))
        .unwrap()
        .unwrap();
    search.update(&change);
    events.clear();
    search.run(&grid, Limits::NONE, &mut events);
    assert_eq!(
        events,
        [SearchEvent::Ended { found: true }],
        "\n{}",
        show(&grid)
    );
}

#[test]
fn a_missed_edit_is_noticed_by_its_revision() {
    let mut grid = Grid::from_rows(&["....", ".##.", "...."]);
    let query = PathQuery::new(Cell::new(0, 1), Cell::new(3, 1), SearchOptions::default());
    let mut search = LifelongSearch::new(&grid, &query);
    search.run(&grid, Limits::NONE, &mut ());
    grid.apply(&GridEdit::set(Cell::new(1, 0), WALL)).unwrap();
    grid.apply(&GridEdit::set(Cell::new(1, 2), WALL)).unwrap();
    let outcome = search.run(&grid, Limits::NONE, &mut ());
    assert!(matches!(
        outcome,
        Outcome::NoPath(NoPathReason::Unreachable, _)
    ));
}

#[test]
fn a_blocked_end_is_said_and_forgiven() {
    let mut grid = Grid::from_rows(&["...."]);
    let (start, goal) = (Cell::new(0, 0), Cell::new(3, 0));
    let query = PathQuery::new(start, goal, SearchOptions::default());
    let mut lifelong = LifelongSearch::new(&grid, &query);
    let mut d_star = DStarLite::new(&grid, &query);
    for (end, error) in [
        (start, EndpointError::StartBlocked(start)),
        (goal, EndpointError::GoalBlocked(goal)),
    ] {
        for (terrain, expected) in [(WALL, Err(error.into())), (TerrainId(0), Ok(4))] {
            let change = grid.apply(&GridEdit::set(end, terrain)).unwrap().unwrap();
            lifelong.update(&change);
            d_star.update(&change);
            for answer in [
                lifelong.run(&grid, Limits::NONE, &mut ()),
                d_star.run(&grid, Limits::NONE, &mut ()),
            ] {
                let found = match answer {
                    Outcome::Refused(refusal) => Err(refusal),
                    outcome => Ok(outcome.path().unwrap().cells().len()),
                };
                assert_eq!(found, expected);
            }
        }
    }
    let outside = Cell::new(-1, 0);
    d_star.move_start(outside);
    let refusal = EndpointError::StartOutside(outside).into();
    assert_eq!(
        d_star.run(&grid, Limits::NONE, &mut ()),
        Outcome::Refused(refusal)
    );
}

#[test]
fn senseless_settings_are_refused_by_the_first_run() {
    let grid = Grid::from_rows(&["..."]);
    let options = SearchOptions {
        goal_tolerance: 2,
        ..SearchOptions::default()
    };
    let mut search = LifelongSearch::new(
        &grid,
        &PathQuery::new(Cell::new(0, 0), Cell::new(2, 0), &options),
    );
    assert!(matches!(
        search.run(&grid, Limits::NONE, &mut ()),
        Outcome::Refused(Refusal::Option(..))
    ));
}

fn number<T: std::str::FromStr>(text: &str) -> T {
    text.parse()
        .unwrap_or_else(|_| panic!("{text} is no number"))
}

/// Checks a published length to the digits that are written.
fn assert_published(cost: f64, wanted: &str, context: &str) {
    let decimals = wanted.split_once('.').map_or(0, |(_, digits)| digits.len());
    let rounded = 0.5 / 10_f64.powi(i32::try_from(decimals.min(9)).unwrap());
    let wanted: f64 = number(wanted);
    assert!(
        (cost - wanted).abs() <= rounded + wanted * 1e-6,
        "{context}: {cost}"
    );
}

gridwalk_testing::published! {
    /// Checks every 500th line of every scenario file: columns 5 to 9 are start, goal and optimal
    /// length.
    ///
    /// Some files round their lengths.
    fn published_scenarios_have_their_published_lengths() {
        let maps = [
            "16room_002",
            "Aurora",
            "NewYork_0_1024",
            "arena2",
            "darkforest",
            "maze512-32-0",
            "orz900d",
            "random512-10-0",
            "random512-40-0",
        ];
        for name in maps {
            let map = shared_text(&format!("data/movingai/{name}.map"));
            let scenarios = shared_text(&format!("data/movingai/{name}.map.scen"));
            let grid = parse_moving_ai(&map, &[]).unwrap().grid;
            for line in scenarios.lines().skip(1).step_by(500) {
                let columns: Vec<&str> = line.split_whitespace().collect();
                let at = |i: usize| Cell::new(number(columns[i]), number(columns[i + 1]));
                let options = SearchOptions::from(Algorithm::Lpa);
                let query = PathQuery::new(at(4), at(6), &options);
                if query.check_ends(&grid).is_err() {
                    assert_eq!(name, "darkforest", "fifteen lines of this file alone begin or end in trees");
                    continue;
                }
                let outcome = solve(&grid, &query, &mut NodePool::default(), &mut ());
                let cost = options.units().to_f64(outcome.cost().unwrap_or_else(|| panic!("{name}: {line}")));
                assert_published(cost, columns[8], &format!("{name}: {line}"));
            }
        }
    }
}

gridwalk_testing::published! {
    /// Runs the dynamic benchmark, in which patches change the map between queries.
    ///
    /// One search of each kind lives through all patches.
    fn a_published_dynamic_map_keeps_its_published_lengths() {
        let (mut grid, steps) = dynamic_scenario();
        let options = SearchOptions::from(Algorithm::Lpa);
        let ends = (Cell::new(6, 144), Cell::new(277, 165));
        let query = PathQuery::new(ends.0, ends.1, &options);
        let mut lifelong = LifelongSearch::new(&grid, &query);
        let mut d_star = DStarLite::new(&grid, &query);
        let pool = &mut NodePool::default();
        let (mut asked, mut patched) = (0, 0);
        for (i, step) in steps.into_iter().enumerate() {
            match step {
                Step::Patch(edit) => {
                    if let Some(change) = grid.apply(&edit).unwrap() {
                        lifelong.update(&change);
                        d_star.update(&change);
                    }
                    patched += 1;
                }
                Step::Query { start, goal, length } if i % 20 == 0 => {
                    let cost = solve(&grid, &PathQuery::new(start, goal, &options), pool, &mut ()).cost().unwrap();
                    assert!((options.units().to_f64(cost) - length).abs() < 1e-3, "step {i}: {cost:?}, not {length}");
                    let fresh = scratch(&options, &grid, ends.0, ends.1, pool).cost();
                    for answer in [lifelong.run(&grid, Limits::NONE, &mut ()), d_star.run(&grid, Limits::NONE, &mut ())] {
                        assert_eq!(answer.cost(), fresh, "step {i}");
                    }
                    asked += 1;
                }
                Step::Query { .. } => {}
            }
        }
        assert!(asked > 80 && patched > 400, "{asked} and {patched}");
    }
}
