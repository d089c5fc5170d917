//! The planner against the observable searches: the same costs, on maps that change all the time.

use gridwalk_level::formats::{parse_moving_ai, parse_scenarios};
use gridwalk_pathfinding::{
    Algorithm, Cell, CostLimit, CostRule, Finder, Grid, GridEdit, Map, Movement, NoPathReason,
    NodePool, Outcome, Path, PathQuery, Plan, Planned, Planner, Portal, Rect, SearchEvent,
    SearchOptions, StepCosts, Terrain, TerrainId, solve, solve_many,
};
use gridwalk_testing::{Rng, Step, dynamic_scenario, shared, show};

/// Runs a query by the planner and by A*, and checks that they agree.
fn ask(
    planner: &mut Planner,
    map: &Map,
    query: &PathQuery,
    path: &mut Path,
    pool: &mut NodePool,
    seed: u64,
) -> Plan {
    let context = || format!("seed {seed}, {:?}\n{}", query, show(map.grid()));
    // Labels that are known can rule out a path before a search comes to the cost limit.
    let answer = |plan: &Plan| match plan.planned {
        Planned::NoPath(_) if query.options.max_cost.is_some() => {
            Planned::NoPath(NoPathReason::OverCostLimit)
        }
        planned => planned,
    };
    let plan = planner.path(map, query, path);
    let mut other = Path::default();
    let unbiased = Planner::default().path(map, query, &mut other);
    assert_eq!(
        (answer(&unbiased), &other),
        (answer(&plan), &*path),
        "it depends on what was asked before, {}",
        context()
    );
    let fresh = Planner::default().path(&Map::new(map.grid().clone()), query, &mut other);
    let watched = solve(
        map.grid(),
        query,
        &mut NodePool::default(),
        &mut |_: SearchEvent| {},
    );
    assert_eq!(
        watched.stats(),
        fresh.stats,
        "what the planner ran is not what is seen, {}",
        context()
    );
    assert_eq!(
        watched.path().map_or(&[][..], Path::cells),
        other.cells(),
        "{}",
        context()
    );
    assert_eq!(
        (answer(&fresh), &other),
        (answer(&plan), &*path),
        "not that of a new map, {}",
        context()
    );
    let by_a_star = PathQuery {
        options: SearchOptions {
            algorithm: Algorithm::AStar,
            ..query.options.clone()
        },
        ..*query
    };
    match (&plan.planned, solve(map.grid(), &by_a_star, pool, &mut ())) {
        (Planned::Found, Outcome::Solved(solution)) => {
            assert_eq!(
                path.validate(map.grid(), &query.options),
                Ok(()),
                "{}",
                context()
            );
            assert_eq!(path.cost(), solution.path.cost(), "{}", context());
            // Of several equally cheap ends within the tolerance, the planner may choose another.
            let (start, end) = (path.cells()[0], path.cells()[path.cells().len() - 1]);
            let [dx, dy] = [end.x - query.goal.x, end.y - query.goal.y];
            let tolerance = i32::try_from(query.options.goal_tolerance).unwrap();
            assert!(
                start == query.start && dx * dx + dy * dy <= tolerance * tolerance,
                "{end:?}, {}",
                context()
            );
            pool.reuse(solution.path);
        }
        // A cost limit excludes cells depending on the order of the search. If the limit was not
        // the reason, there is no path without it either.
        (Planned::NoPath(reason), Outcome::NoPath(..)) if query.options.max_cost.is_some() => {
            let mut unlimited = by_a_star.clone();
            unlimited.options.max_cost = None;
            let is_reason = *reason == NoPathReason::OverCostLimit;
            assert!(
                is_reason
                    || solve(map.grid(), &unlimited, pool, &mut ())
                        .path()
                        .is_none(),
                "{}",
                context()
            );
        }
        (Planned::NoPath(reason), Outcome::NoPath(other, _)) => {
            assert_eq!(*reason, other, "{}", context());
        }
        (Planned::Refused(refusal), Outcome::Refused(other)) => {
            assert_eq!(*refusal, other, "{}", context());
        }
        (found, wanted) => panic!("{found:?} instead of {wanted:?}, {}", context()),
    }
    if plan.planned != Planned::Found {
        assert!(path.cells().is_empty());
    }
    plan
}

fn map_with_walls(rng: &mut Rng, most: u32) -> Map {
    let (width, height) = (1 + rng.below(most), 1 + rng.below(most));
    let walls = rng.pick(&[0, 10, 25, 40, 60]);
    let cells = (0..width * height)
        .map(|_| TerrainId(u8::from(rng.below(100) < walls)))
        .collect();
    let floor = Terrain {
        cost: Some(rng.pick(&[1, 1, 3])),
        ..Terrain::floor()
    };
    Map::new(Grid::new(width, height, cells, vec![floor, Terrain::wall()]).unwrap())
}

fn steps(rng: &mut Rng) -> StepCosts {
    rng.pick(&[
        StepCosts::SQRT2,
        StepCosts::TEN_FOURTEEN,
        StepCosts::UNIFORM,
        StepCosts::custom(3, 5).unwrap(),
    ])
}

/// Runs rounds of edits and queries on small maps; `rounds` maps for each movement rule.
fn edits_and_queries(rounds: u64, pairs: usize, most: u32) {
    let (mut planner, mut pool, mut path) =
        (Planner::default(), NodePool::default(), Path::default());
    let mut by_jumps = 0;
    for seed in 0..rounds {
        for movement in Movement::ALL {
            let rng = &mut Rng(seed);
            let mut map = map_with_walls(rng, most);
            if rng.one_in(3) {
                map.label(movement);
            }
            let cost_rule = rng.pick(&[CostRule::Entered, CostRule::MeanTouched]);
            let options = SearchOptions {
                algorithm: Algorithm::Auto,
                movement,
                steps: steps(rng),
                cost_rule,
                ..SearchOptions::default()
            };
            for _ in 0..pairs {
                let cells = (0..rng.pick(&[0, 1, 1, 3]))
                    .map(|_| (rng.cell(map.grid()), TerrainId(rng.below(2))));
                map.apply(&GridEdit::of_cells(cells.collect())).unwrap();
                let mut query =
                    PathQuery::new(rng.cell(map.grid()), rng.cell(map.grid()), options.clone());
                let limits = &mut query.options;
                match rng.below(20) {
                    0 => limits.goal_tolerance = rng.below(4),
                    1 => limits.max_cost = CostLimit::new(f64::from(rng.below(40_u32))),
                    2 => {
                        limits.region = Some(Rect {
                            at: Cell::new(1, 0),
                            width: most / 2,
                            height: most,
                        });
                    }
                    _ => {}
                }
                let plan = ask(&mut planner, &map, &query, &mut path, &mut pool, seed);
                by_jumps += usize::from(plan.finder == Finder::JumpGraph);
            }
        }
    }
    assert!(
        by_jumps > pairs * usize::try_from(rounds).unwrap(),
        "{by_jumps} by the jump graph"
    );
}

#[test]
fn costs_on_larger_maps_that_change_are_those_of_a_star() {
    edits_and_queries(30, 60, 48);
}

#[test]
fn a_planner_says_what_it_chose() {
    let ask = |rows: &[&str], options: SearchOptions| {
        let map = Map::new(Grid::from_rows(rows));
        let (first, last) = (
            Cell::new(0, 0),
            Cell::new(i32::try_from(rows[0].len()).unwrap() - 1, 0),
        );
        let (mut planner, mut path) = (Planner::default(), Path::default());
        let query = PathQuery::new(first, last, options);
        [
            planner.path(&map, &query, &mut path),
            planner.path(&map, &query, &mut path),
        ]
        .map(|plan| plan.finder)
    };
    let auto = SearchOptions::from(Algorithm::Auto);
    assert_eq!(ask(&["...", ".#."], auto.clone()), [Finder::JumpGraph; 2]);
    assert_eq!(
        ask(&["..3", ".#."], auto.clone()),
        [Finder::Canonical, Finder::Field]
    );
    assert_eq!(
        ask(&[".#.", ".#."], auto.clone()),
        [Finder::JumpGraph; 2],
        "a short search is over before labels are made"
    );
    assert_eq!(
        ask(
            &["...", ".#."],
            SearchOptions {
                goal_tolerance: 1,
                ..auto.clone()
            }
        ),
        [Finder::JumpGraph; 2]
    );
    assert_eq!(
        ask(&["...", ".#."], Algorithm::AStar.into()),
        [Finder::Search; 2]
    );
    // A chain makes the fewest expansions; with a lower limit there is no answer.
    let map = Map::new(Grid::from_rows(&["..#...", ".##.#.", "....#."]));
    let few = SearchOptions {
        max_expansions: Some(1),
        ..auto
    };
    let query = PathQuery::new(Cell::new(1, 0), Cell::new(5, 2), few);
    let plan = Planner::default().path(&map, &query, &mut Path::default());
    assert_eq!(
        (plan.planned, plan.stats.expanded),
        (Planned::OutOfBudget, 1)
    );
}

/// A search with a goal tolerance went over the whole map, in each query, since it asked no labels.
#[test]
fn goal_walled_off_with_all_cells_near_it_takes_no_search() {
    let mut grid = Grid::from_rows(&vec![&*".".repeat(200); 200]);
    let goal = Cell::new(150, 120);
    let ring = |cell: &Cell| !goal.is_within(2, *cell) && goal.is_within(4, *cell);
    grid.apply(&GridEdit::block(goal.disc(5).filter(ring)))
        .unwrap();
    let (map, mut planner, mut path) = (Map::new(grid), Planner::default(), Path::default());
    for (tolerance, round) in [2, 5, 2].into_iter().zip(0..) {
        let options = SearchOptions {
            goal_tolerance: tolerance,
            ..Algorithm::Auto.into()
        };
        let plan = planner.path(
            &map,
            &PathQuery::new(Cell::new(3, 3), goal, options),
            &mut path,
        );
        let is_found = plan.planned == Planned::Found;
        assert_eq!(is_found, tolerance == 5, "round {round}");
        assert!(
            plan.stats.expanded < 200,
            "{} expansions",
            plan.stats.expanded
        );
        assert!(round != 2 || plan.finder == Finder::Labels);
    }
}

/// A search under a region or a cost limit went over the whole map, since it asked no labels.
#[test]
fn goal_walled_off_takes_no_search_under_limits() {
    // With a second cost, so that the search goes from cell to cell.
    let mut grid = Grid::from_rows(&vec![&*(".".repeat(199) + "9"); 200]);
    let (start, goal) = (Cell::new(3, 3), Cell::new(150, 120));
    let ring = goal.disc(2).filter(|cell| *cell != goal);
    grid.apply(&GridEdit::block(ring)).unwrap();
    let region = |width| {
        Some(Rect {
            at: Cell::new(0, 0),
            width,
            height: 200,
        })
    };
    let limits = |region, max_cost: Option<f64>, max_expansions| SearchOptions {
        region,
        max_cost: max_cost.and_then(CostLimit::new),
        max_expansions,
        ..Algorithm::Auto.into()
    };
    let mut path = Path::default();
    let mut ask = |map: &Map, goal, options| {
        Planner::default().path(map, &PathQuery::new(start, goal, options), &mut path)
    };
    for (options, reason) in [
        (limits(region(200), None, None), NoPathReason::NotInRegion),
        (limits(None, Some(5e3), None), NoPathReason::Unreachable),
    ] {
        let map = Map::new(grid.clone());
        for _ in 0..2 {
            let plan = ask(&map, goal, options.clone());
            let found = (plan.planned, plan.finder);
            assert_eq!(found, (Planned::NoPath(reason), Finder::Labels));
            assert!(plan.stats.expanded < 200, "{:?}", plan.stats);
        }
        // Labels prove no path under limits, and a limit of expansions does without them.
        let near = Cell::new(150, 20);
        let [not_in_region, over_limit, out_of_budget] = [
            (near, limits(region(100), None, None)),
            (near, limits(None, Some(20.0), None)),
            (goal, limits(None, None, Some(50))),
        ]
        .map(|(goal, options)| ask(&map, goal, options).planned);
        assert_eq!(not_in_region, Planned::NoPath(NoPathReason::NotInRegion));
        assert_eq!(over_limit, Planned::NoPath(NoPathReason::OverCostLimit));
        assert_eq!(out_of_budget, Planned::OutOfBudget);
    }
}

/// More maps than the planner keeps, and maps that take the place of others in memory.
#[test]
fn short_searches_without_a_path_make_labels_due() {
    let mut grid = Grid::from_rows(&vec![&*".".repeat(200); 200]);
    let goal = Cell::new(190, 180);
    let walls = (-1..=1).flat_map(|y| (-1..=1).map(move |x| Cell::new(goal.x + x, goal.y + y)));
    grid.apply(&GridEdit::block(walls.filter(|cell| *cell != goal)))
        .unwrap();
    let query = |goal| PathQuery::new(Cell::new(3, 3), goal, Algorithm::Auto);
    let (map, mut planner, mut path) = (Map::new(grid), Planner::default(), Path::default());
    let mut labelled = 0;
    for round in 0..100 {
        let plan = planner.path(&map, &query(goal), &mut path);
        assert_eq!(
            plan.planned,
            Planned::NoPath(NoPathReason::Unreachable),
            "{round}"
        );
        labelled += u32::from(plan.finder == Finder::Labels);
        let has_labels = map.regions(Movement::default()).is_some();
        assert_eq!(plan.finder == Finder::Labels, has_labels, "{round}");
        // Searches that find a path make no labels due.
        for x in 150..199 {
            let plan = planner.path(&map, &query(Cell::new(x, 199)), &mut path);
            assert_eq!(plan.planned, Planned::Found);
        }
    }
    assert!((50..100).contains(&labelled), "{labelled}");
}

#[test]
fn a_planner_never_takes_one_map_for_another() {
    let (mut planner, mut pool, mut path) =
        (Planner::default(), NodePool::default(), Path::default());
    let options = SearchOptions::from(Algorithm::Auto);
    let rng = &mut Rng(3);
    let mut maps: Vec<Map> = (0..20).map(|_| map_with_walls(rng, 12)).collect();
    for round in 0..400 {
        let at = rng.below(maps.len());
        if rng.one_in(5) {
            maps[at] = map_with_walls(rng, 12);
        }
        let query = PathQuery::new(
            rng.cell(maps[at].grid()),
            rng.cell(maps[at].grid()),
            &options,
        );
        ask(&mut planner, &maps[at], &query, &mut path, &mut pool, round);
    }
}

/// Regression: the planner dropped its cache every few queries, and one search exceeded the limit.
#[test]
fn planner_with_little_memory_finds_the_same_within_it() {
    let rng = &mut Rng(17);
    let side = 160;
    let cells = (0..side * side)
        .map(|_| TerrainId(u8::from(rng.below(100) < 25)))
        .collect();
    let mut map =
        Map::new(Grid::new(side, side, cells, vec![Terrain::floor(), Terrain::wall()]).unwrap());
    // Two kinds of lists need room for each jump point that a search reaches, whatever the planner
    // keeps.
    let most = [0, 50_000, 200_000, 700_000];
    let mut planners = most.map(Planner::with_memory);
    let (mut all, mut wanted, mut path) = (Planner::default(), Path::default(), Path::default());
    let mut largest = [0; 4];
    for _ in 0..400 {
        if rng.one_in(4) {
            map.apply(&GridEdit::set(
                rng.cell(map.grid()),
                TerrainId(rng.below(2)),
            ))
            .unwrap();
        }
        let query = PathQuery::new(rng.cell(map.grid()), rng.cell(map.grid()), Algorithm::Auto);
        let plan = all.path(&map, &query, &mut wanted);
        for (planner, largest) in planners.iter_mut().zip(&mut largest) {
            let found = planner.path(&map, &query, &mut path);
            assert_eq!(
                (&found.planned, &path),
                (&plan.planned, &wanted),
                "{query:?}"
            );
            *largest = planner.bytes().max(*largest);
        }
    }
    let needed = all.bytes();
    assert!(needed > 2 * most[3], "{needed} without a limit");
    // Twice half the limit, vectors that double in size, and the jump points of one search.
    let room = largest[0];
    for (largest, most) in largest.iter().zip(most) {
        assert!(
            *largest <= 2 * most + room,
            "{largest} bytes within {most}, {room} for a search alone"
        );
    }
}

/// Maps of one cost, of several costs and with portals, also with goals of many queries.
#[test]
fn batch_answers_do_not_depend_on_the_thread_count() {
    let mut pool = NodePool::default();
    let mut found = 0;
    for seed in 0..12 {
        let rng = &mut Rng(seed);
        let (side, costs) = (50, if seed % 3 == 0 { 2 } else { 4 });
        let legend = [None, Some(1), Some(2), Some(5)].map(|cost| Terrain {
            cost,
            ..Terrain::floor()
        });
        let cells = (0..side * side)
            .map(|_| TerrainId(rng.below(costs)))
            .collect();
        let mut map = Map::new(Grid::new(side, side, cells, legend.to_vec()).unwrap());
        if seed % 3 == 2 {
            let portals = vec![Portal::between(rng.cell(map.grid()), rng.cell(map.grid()))];
            map.apply(&GridEdit {
                portals: Some(portals),
                ..GridEdit::default()
            })
            .unwrap();
        }
        let hot = rng.cell(map.grid());
        let goal = |rng: &mut Rng, map: &Map| {
            if rng.one_in(2) {
                hot
            } else {
                rng.cell(map.grid())
            }
        };
        // In a large batch all parts begin with the graphs of the first queries.
        let queries: Vec<_> = (0..[300, 700][usize::from(seed % 4 == 1)])
            .map(|_| {
                let options = SearchOptions {
                    movement: rng.pick(&Movement::ALL),
                    ..Algorithm::Auto.into()
                };
                PathQuery::new(rng.cell(map.grid()), goal(rng, &map), options)
            })
            .collect();
        let answers = |threads| {
            solve_many(
                &map,
                &queries,
                std::num::NonZeroUsize::new(threads).unwrap(),
            )
        };
        let alone = answers(1);
        for threads in [2, 3, 16] {
            assert_eq!(answers(threads), alone, "seed {seed}, {threads} threads");
        }
        for (query, outcome) in queries.iter().zip(&alone) {
            assert_eq!(
                outcome.cost(),
                solve(map.grid(), query, &mut pool, &mut ()).cost(),
                "seed {seed}, {query:?}"
            );
            found += usize::from(outcome.cost().is_some());
        }
    }
    assert!(found > 1000, "{found}");
}

/// Counts the work of queries, of which a query on a warm graph needs less.
fn work_of(planner: &mut Planner, map: &Map, queries: &[PathQuery]) -> u64 {
    let mut path = Path::default();
    let mut ask = |query| {
        planner.begin(map, query);
        let progress = planner.advance(map, u64::MAX);
        assert!(progress.is_finished && planner.answer(map, &mut path).is_some());
        progress.work
    };
    queries.iter().map(&mut ask).sum()
}

/// Returns two equal maps with labels, and queries on them.
///
/// Without labels, searches in vain would make them due, by the number of such searches.
fn twin_maps(rng: &mut Rng, count: usize) -> (Map, Map, Vec<PathQuery>) {
    let map = map_with_walls(rng, 100);
    let other = Map::new(map.grid().clone());
    for map in [&map, &other] {
        map.label(Movement::default());
    }
    let mut cell = || rng.cell(map.grid());
    let queries = (0..count).map(|_| PathQuery::new(cell(), cell(), Algorithm::Auto));
    let queries = queries.collect();
    (map, other, queries)
}

#[test]
fn new_planner_takes_over_graph_of_dropped_one() {
    for seed in 0..200 {
        let rng = &mut Rng(seed);
        let (mut map, other, queries) = twin_maps(rng, 60);
        let (mut first, mut warm) = (Planner::default(), Planner::default());
        let cold = work_of(&mut first, &map, &queries);
        assert_eq!(
            work_of(&mut warm, &other, &queries),
            cold,
            "seed {seed}: the same on an equal map"
        );
        drop(first);
        let wanted = work_of(&mut warm, &other, &queries);
        assert_eq!(
            work_of(&mut Planner::default(), &map, &queries),
            wanted,
            "seed {seed}: the new one is warm"
        );
        // The map keeps the largest graph, and one that a planner still holds is not on it.
        let (mut third, mut small) = (Planner::default(), Planner::default());
        work_of(&mut third, &map, &queries[..1]);
        work_of(&mut small, &map, &queries[..1]);
        drop((third, small));
        let wanted = work_of(&mut warm, &other, &queries);
        assert_eq!(
            work_of(&mut Planner::default(), &map, &queries),
            wanted,
            "seed {seed}: the largest is kept"
        );
        map.apply(&GridEdit::set(
            rng.cell(map.grid()),
            TerrainId(rng.below(2)),
        ))
        .unwrap();
        let (mut pool, mut path) = (NodePool::default(), Path::default());
        for query in &queries[..10] {
            ask(
                &mut Planner::default(),
                &map,
                query,
                &mut path,
                &mut pool,
                seed,
            );
        }
    }
}

#[test]
fn living_planners_share_graphs_between_their_queries() {
    for seed in 0..100 {
        let rng = &mut Rng(seed);
        let (mut map, other, queries) = twin_maps(rng, 40);
        let mut planners = [(); 3].map(|()| Planner::default().without_landmarks());
        let mut alone = Planner::default().without_landmarks();
        for planner in &mut planners {
            assert_eq!(
                work_of(planner, &map, &queries),
                work_of(&mut alone, &other, &queries),
                "seed {seed}"
            );
        }
        // A suspended search keeps its graph. The others find another one, or make one.
        let (mut path, mut wanted) = (Path::default(), Path::default());
        for pair in queries.windows(2) {
            let [first, second, _] = &mut planners;
            first.begin(&map, &pair[0]);
            _ = first.advance(&map, 3);
            second.path(&map, &pair[1], &mut path);
            if rng.one_in(3) {
                let edit = GridEdit::set(rng.cell(map.grid()), TerrainId(rng.below(2)));
                map.apply(&edit).unwrap();
            }
            while !first.advance(&map, 3).is_finished {
                second.path(&map, &pair[1], &mut path);
            }
            let plan = first.answer(&map, &mut path).unwrap();
            let fresh = Planner::with_memory(0).path(&map, &pair[0], &mut wanted);
            assert_eq!(
                (plan.planned, &path),
                (fresh.planned, &wanted),
                "seed {seed}, {:?}",
                pair[0]
            );
        }
    }
}

/// Each planner computed the steps of all cells, and landmarks, for itself.
#[test]
fn new_planner_takes_over_landmarks_of_terrain_of_several_costs() {
    let rng = &mut Rng(3);
    let costs: Vec<u16> = (0..128 * 128).map(|_| rng.below(10)).collect();
    let map = Map::new(Grid::from_costs(128, 128, &costs).unwrap());
    let mut query = || {
        let [start, goal] = [(); 2].map(|()| rng.free_cell(map.grid()).unwrap());
        PathQuery::new(start, goal, Algorithm::Auto)
    };
    let (before, queries): (Vec<_>, Vec<_>) = (0..60).map(|_| (query(), query())).unzip();
    let mut path = Path::default();
    let mut expanded = |planner: &mut Planner| {
        let plans = queries
            .iter()
            .map(|query| planner.path(&map, query, &mut path));
        plans.map(|plan| plan.stats.expanded).sum::<u64>()
    };
    let without = expanded(&mut Planner::default().without_landmarks());
    let mut first = Planner::default();
    for _ in 0..3 {
        work_of(&mut first, &map, &before);
    }
    let shared = expanded(&mut Planner::default());
    assert!(
        2 * shared < without,
        "{shared} expansions, {without} without landmarks"
    );
    drop(first);
    let mut apart = Planner::with_memory(1 << 20);
    assert!(expanded(&mut apart) > shared, "it takes nothing over");
}

/// Planners are made and dropped on several threads, between bursts of edits.
#[test]
#[cfg_attr(target_family = "wasm", ignore = "it takes several threads")]
fn planners_on_threads_hand_their_data_over_and_stay_right() {
    for seed in 0..60 {
        let rng = &mut Rng(seed);
        let has_one_cost = seed % 2 == 0;
        let mut map = if has_one_cost {
            map_with_walls(rng, 60)
        } else {
            let costs: Vec<u16> = (0..60 * 60).map(|_| rng.below(5)).collect();
            Map::new(Grid::from_costs(60, 60, &costs).unwrap())
        };
        let terrains = u8::try_from(map.grid().legend().len()).unwrap();
        for _ in 0..6 {
            let cells = (0..rng.below(12_usize))
                .map(|_| (rng.cell(map.grid()), TerrainId(rng.below(terrains))));
            map.apply(&GridEdit::of_cells(cells.collect())).unwrap();
            let again = &Map::new(map.grid().clone());
            let map = &map;
            std::thread::scope(|scope| {
                for thread in 0..4 {
                    scope.spawn(move || {
                        let rng = &mut Rng(seed * 4 + thread + 1);
                        let (mut path, mut wanted) = (Path::default(), Path::default());
                        for _ in 0..5 {
                            let mut planner = Planner::default();
                            for _ in 0..4 {
                                let options = SearchOptions {
                                    movement: rng.pick(&Movement::ALL),
                                    ..Algorithm::Auto.into()
                                };
                                let query = PathQuery::new(
                                    rng.cell(map.grid()),
                                    rng.cell(map.grid()),
                                    options,
                                );
                                let found = planner.path(map, &query, &mut path).planned;
                                let planned = Planner::with_memory(0)
                                    .path(again, &query, &mut wanted)
                                    .planned;
                                assert_eq!(
                                    (found, path.cost()),
                                    (planned, wanted.cost()),
                                    "seed {seed}, {query:?}"
                                );
                                // Landmarks can lead to another cheapest path.
                                assert!(!has_one_cost || path == wanted, "seed {seed}, {query:?}");
                            }
                        }
                    });
                }
            });
        }
    }
}

#[test]
fn costs_of_a_million_edits_and_queries_are_those_of_a_star() {
    edits_and_queries(10_000, 25, 20);
}

gridwalk_testing::published! {
    /// Checks the published scenarios: all lines under the published rules, some under every
    /// movement rule.
    ///
    /// The map is edited between the queries.
    fn published_scenarios_cost_as_by_a_star_under_all_rules() {
        let folder = shared("data/movingai");
        let (mut planner, mut pool, mut path) = (Planner::default(), NodePool::default(), Path::default());
        for entry in std::fs::read_dir(folder).unwrap() {
            let file = entry.unwrap().path();
            if file.extension().is_none_or(|ending| ending != "map") {
                continue;
            }
            let grid = parse_moving_ai(&std::fs::read_to_string(&file).unwrap(), &[]).unwrap().grid;
            let scenarios = std::fs::read(format!("{}.scen", file.display())).unwrap();
            let scenarios = parse_scenarios(&scenarios).unwrap();
            let mut map = Map::new(grid.into());
            for scenario in &scenarios {
                let query = PathQuery::new(scenario.start, scenario.goal, Algorithm::Auto);
                let plan = planner.path(&map, &query, &mut path);
                let free = map.grid().is_walkable(scenario.start) && map.grid().is_walkable(scenario.goal);
                if free && map.grid().uniform_cost().is_some() {
                    assert_eq!(plan.planned, Planned::Found, "{}: {scenario:?}", file.display());
                    let length = query.options.units().to_f64(path.cost());
                    assert!((length - scenario.length).abs() < 0.01, "{}: {scenario:?}, not {length}", file.display());
                    path.validate(map.grid(), &query.options).unwrap();
                }
            }
            let rng = &mut Rng(7);
            let terrains: Vec<_> = map.grid().used_terrains().collect();
            for movement in Movement::ALL {
                for at in 0..25 {
                    let scenario = &scenarios[scenarios.len() * (at + 1) / 26];
                    let cells = (0..20).map(|_| (rng.cell(map.grid()), rng.pick(&terrains))).collect();
                    map.apply(&GridEdit::of_cells(cells)).unwrap();
                    let options = SearchOptions { algorithm: Algorithm::Auto, movement, ..SearchOptions::default() };
                    let query = PathQuery::new(scenario.start, scenario.goal, options);
                    ask(&mut planner, &map, &query, &mut path, &mut pool, at as u64);
                }
            }
        }
    }
}

gridwalk_testing::published! {
    /// A published scenario that builds arena2 on open ground, patch by patch, with queries in
    /// between.
    fn published_lengths_hold_while_patches_build_the_map() {
        let (grid, steps) = dynamic_scenario();
        let mut map = Map::new(grid);
        let (mut planner, mut pool, mut path) = (Planner::default(), NodePool::default(), Path::default());
        let (mut queries, mut published) = (0, 0);
        for step in steps {
            match step {
                Step::Patch(edit) => {
                    map.apply(&edit).unwrap();
                }
                Step::Query { start, goal, length: wanted } => {
                    let query = PathQuery::new(start, goal, Algorithm::Auto);
                    ask(&mut planner, &map, &query, &mut path, &mut pool, 0);
                    let length = query.options.units().to_f64(path.cost());
                    queries += 1;
                    published += usize::from((length - wanted).abs() < 1e-3);
                }
            }
        }
        assert_eq!((queries, published), (2000, 2000));
    }
}

/// Regression: a legend with another cost of a terrain, or other portals, replaced the whole map.
#[test]
fn map_in_use_follows_changed_legend_and_portals() {
    let (mut planner, mut pool, mut path) =
        (Planner::default(), NodePool::default(), Path::default());
    let (mut found, mut finders) = (0, std::collections::HashSet::new());
    for seed in 0..400 {
        let rng = &mut Rng(seed);
        let mut map = map_with_walls(rng, 24);
        for _ in 0..24 {
            let mut edit =
                GridEdit::of_cells(vec![(rng.cell(map.grid()), TerrainId(rng.below(2)))]);
            if rng.one_in(4) {
                let mut legend = map.grid().legend().to_vec();
                legend.truncate(2);
                legend[0].cost = rng.pick(&[Some(1), Some(3), Some(5)]);
                legend[1].cost = rng.pick(&[None, None, Some(2), Some(5)]);
                edit.legend = Some(legend.into());
            }
            if rng.one_in(6) {
                let portal =
                    |rng: &mut Rng| Portal::between(rng.cell(map.grid()), rng.cell(map.grid()));
                edit.portals = Some((0..rng.below(3)).map(|_| portal(rng)).collect());
            }
            map.apply(&edit).unwrap();
            let options = SearchOptions {
                movement: rng.pick(&Movement::ALL),
                ..Algorithm::Auto.into()
            };
            for _ in 0..2 {
                let query =
                    PathQuery::new(rng.cell(map.grid()), rng.cell(map.grid()), options.clone());
                let dijkstra = SearchOptions {
                    algorithm: Algorithm::Dijkstra,
                    ..options.clone()
                };
                let wanted = PathQuery {
                    options: dijkstra,
                    ..query.clone()
                };
                let plan = planner.path(&map, &query, &mut path);
                finders.insert(format!("{:?}", plan.finder));
                let context = || {
                    format!(
                        "seed {seed}, {query:?} by {:?}\n{}",
                        plan.finder,
                        show(map.grid())
                    )
                };
                match (plan.planned, solve(map.grid(), &wanted, &mut pool, &mut ())) {
                    (Planned::Found, Outcome::Solved(solution)) => {
                        assert_eq!(
                            path.validate(map.grid(), &query.options),
                            Ok(()),
                            "{}",
                            context()
                        );
                        assert_eq!(path.cost(), solution.path.cost(), "{}", context());
                        found += 1;
                    }
                    (Planned::NoPath(_), Outcome::NoPath(..))
                    | (Planned::Refused(_), Outcome::Refused(_)) => {}
                    (found, wanted) => panic!("{found:?} instead of {wanted:?}, {}", context()),
                }
            }
        }
    }
    assert!(
        found > 5000 && finders.len() > 2,
        "{found} paths by {finders:?}"
    );
}
