//! The planner's search over weighted terrain, against A* and against the moves by definition.

use gridwalk_pathfinding::{
    Algorithm, Cell, CostRule, Finder, Grid, GridEdit, Heuristic, Map, Movement, NodePool, Path,
    PathQuery, Planned, Planner, SearchOptions, StepCosts, Terrain, TerrainId, solve,
};
use gridwalk_testing::oracle::all_moves;
use gridwalk_testing::{Rng, shared_text, show};

/// Returns a random map of several costs. Few costs make many equal paths.
fn random_map(rng: &mut Rng) -> Map {
    let costs: &[u16] = rng.pick(&[&[1][..], &[1, 2], &[1, 2, 3, 4], &[3, 5], &[1, 7, 1000]]);
    let mut legend = vec![Terrain::wall()];
    legend.extend(costs.iter().map(|cost| Terrain {
        cost: Some(*cost),
        ..Terrain::floor()
    }));
    let (width, height) = (1 + rng.below(14_u32), 1 + rng.below(14_u32));
    let (walls, plain) = (rng.below(50), rng.below(100));
    let mut cells = Vec::new();
    for _ in 0..width * height {
        let weighted = if rng.below(100) < plain {
            1
        } else {
            1 + rng.below(costs.len())
        };
        cells.push(TerrainId(if rng.below(100) < walls {
            0
        } else {
            u8::try_from(weighted).unwrap()
        }));
    }
    Map::new(Grid::new(width, height, cells, legend).unwrap())
}

fn random_options(rng: &mut Rng) -> SearchOptions {
    SearchOptions {
        movement: rng.pick(&Movement::ALL),
        cost_rule: rng.pick(&CostRule::ALL),
        steps: rng.pick(&[
            StepCosts::SQRT2,
            StepCosts::UNIFORM,
            StepCosts::TEN_FOURTEEN,
            StepCosts::custom(1, 2).unwrap(),
            StepCosts::custom(5, 7).unwrap(),
        ]),
        algorithm: Algorithm::Auto,
        ..SearchOptions::default()
    }
}

#[test]
fn costs_equal_a_star_and_steps_are_legal_after_edits() {
    compare(Planner::default(), 4000, 6);
}

#[test]
fn patterns_stay_true_under_many_edits() {
    compare(Planner::default(), 800, 40);
}

/// Compares queries on maps that change between them, with the same planner for all maps.
fn compare(mut planner: Planner, maps: u64, queries: u32) {
    let (mut pool, mut path, mut rng) = (NodePool::default(), Path::default(), Rng(1));
    let mut found = 0_u32;
    for seed in 0..maps {
        let (mut map, mut options) = (random_map(&mut rng), random_options(&mut rng));
        for _ in 0..queries {
            if rng.one_in(12) {
                options = random_options(&mut rng);
            }
            if rng.one_in(2) {
                let terrain =
                    TerrainId(u8::try_from(rng.below(map.grid().legend().len())).unwrap());
                map.apply(&GridEdit::set(rng.cell(map.grid()), terrain))
                    .unwrap();
            }
            let (Some(start), Some(goal)) = (rng.free_cell(map.grid()), rng.free_cell(map.grid()))
            else {
                continue;
            };
            let query = PathQuery::new(start, goal, options.clone());
            let wanted = solve(map.grid(), &query, &mut pool, &mut ()).cost();
            let context = || {
                format!(
                    "map {seed}, {start} to {goal}, {options}\n{}",
                    show(map.grid())
                )
            };
            let plan = planner.path(&map, &query, &mut path);
            let cost = (plan.planned == Planned::Found).then(|| path.cost());
            assert_eq!(cost, wanted, "{}", context());
            let Some(cost) = cost else { continue };
            let cells = path.cells();
            assert_eq!(
                (cells[0], cells[cells.len() - 1]),
                (start, goal),
                "{}",
                context()
            );
            let moves = all_moves(map.grid(), &options);
            let step = |pair: &[Cell]| {
                moves
                    .iter()
                    .find(|(from, to, _)| (*from, *to) == (pair[0], pair[1]))
            };
            let sum: u64 = cells
                .windows(2)
                .map(|pair| step(pair).unwrap_or_else(|| panic!("{}", context())).2)
                .sum();
            assert_eq!(sum, cost.0, "{}", context());
            found += u32::from(plan.finder == Finder::Canonical);
        }
    }
    assert!(found > 8_000, "only {found} paths");
}

gridwalk_testing::published! {
    fn costs_of_a_published_weighted_map_are_those_of_a_star() {
        let name = "data/weighted/divideandconquer.map";
        let (text, scenarios) = (shared_text(name), shared_text(&format!("{name}.scen")));
        let rows: Vec<&[u8]> = text.lines().skip(4).map(str::as_bytes).collect();
        let cost = |glyph| [(b'.', 1), (b'S', 2), (b'W', 3), (b'T', 4)].iter().find(|known| known.0 == glyph);
        let terrain = |cell: Cell| {
            let glyph = rows[usize::try_from(cell.y).unwrap()][usize::try_from(cell.x).unwrap()];
            Terrain::new("published", cost(glyph).map(|(_, cost)| *cost))
        };
        let mut map = Map::new(Grid::from_fn(512, 512, terrain).unwrap());
        let (mut planner, mut pool, mut path, mut rng) =
            (Planner::default(), NodePool::default(), Path::default(), Rng(2));
        for line in scenarios.lines().skip(1).step_by(20) {
            let at: Vec<i32> = line.split_whitespace().skip(4).take(4).map(|part| part.parse().unwrap()).collect();
            for (movement, heuristic) in [(Movement::default(), Heuristic::Octile), (Movement::Four, Heuristic::Manhattan)]
            {
                let cost_rule = rng.pick(&CostRule::ALL);
                let options = SearchOptions {
                    movement,
                    heuristic,
                    cost_rule,
                    algorithm: Algorithm::Auto,
                    ..SearchOptions::default()
                };
                let query = PathQuery::new(Cell::new(at[0], at[1]), Cell::new(at[2], at[3]), options);
                let wanted = solve(map.grid(), &query, &mut pool, &mut ()).cost();
                let plan = planner.path(&map, &query, &mut path);
                assert_eq!((plan.planned == Planned::Found).then(|| path.cost()), wanted, "{query:?}");
            }
            // A brush of 8 × 8 cells that spares the ends of all paths.
            let (at, terrain) = (rng.cell(map.grid()), TerrainId(rng.below(4)));
            let brush = (0..64).map(|n| Cell::new(at.x + n % 8, at.y + n / 8));
            let cells = brush.filter(|&cell| map.grid().is_walkable(cell)).map(|cell| (cell, terrain));
            let cells = cells.filter(|_| map.grid().legend()[usize::from(terrain.0)].cost.is_some()).collect();
            map.apply(&GridEdit::of_cells(cells)).unwrap();
        }
    }
}

/// Repeats queries for few goals on changing maps.
///
/// Fields do not change the effect of a limit of expansions.
#[test]
fn field_of_a_frequent_goal_stays_exact_under_edits() {
    let (mut planner, mut pool, mut path, mut rng) = (
        Planner::default(),
        NodePool::default(),
        Path::default(),
        Rng(3),
    );
    let (mut by_field, mut unfinished) = (0, 0);
    for seed in 0..1000 {
        let (mut map, mut options) = (random_map(&mut rng), random_options(&mut rng));
        let goals = [rng.cell(map.grid()), rng.cell(map.grid())];
        for _ in 0..60 {
            for _ in 0..rng.pick(&[0, 0, 0, 1, 1, 4]) {
                let (cell, terrain) = (rng.cell(map.grid()), rng.below(map.grid().legend().len()));
                map.apply(&GridEdit::set(
                    cell,
                    TerrainId(u8::try_from(terrain).unwrap()),
                ))
                .unwrap();
            }
            let (start, goal) = (rng.cell(map.grid()), rng.pick(&goals));
            if !map.grid().is_walkable(start) || !map.grid().is_walkable(goal) {
                continue;
            }
            options.max_expansions = if rng.one_in(4) { Some(20) } else { None };
            let query = PathQuery::new(start, goal, options.clone());
            let plan = planner.path(&map, &query, &mut path);
            if options.max_expansions.is_some() {
                let fresh = Planner::default().path(&map, &query, &mut Path::default());
                assert_eq!((plan.planned, plan.finder), (fresh.planned, fresh.finder));
            }
            if plan.planned == Planned::OutOfBudget {
                unfinished += 1;
                assert!(plan.stats.expanded == 20 && options.max_expansions.is_some());
                continue;
            }
            options.max_expansions = None;
            let context = || {
                format!(
                    "map {seed}, {start} to {goal}, {options}\n{}",
                    show(map.grid())
                )
            };
            let wanted = solve(
                map.grid(),
                &PathQuery::new(start, goal, options.clone()),
                &mut pool,
                &mut (),
            )
            .cost();
            assert_eq!(
                (plan.planned == Planned::Found).then(|| path.cost()),
                wanted,
                "{}",
                context()
            );
            if wanted.is_some() {
                assert_eq!(path.validate(map.grid(), &options), Ok(()), "{}", context());
                assert_eq!(
                    (path.cells()[0], path.cells()[path.cells().len() - 1]),
                    (start, goal),
                    "{}",
                    context()
                );
            }
            by_field += u32::from(plan.finder == Finder::Field);
        }
    }
    assert!(
        by_field > 6_000 && unfinished > 500,
        "{by_field} by fields, {unfinished} unfinished"
    );
}

#[test]
fn goal_keeps_its_field_through_other_queries_and_edits() {
    let mut rng = Rng(4);
    let legend = vec![
        Terrain::floor(),
        Terrain {
            cost: Some(3),
            ..Terrain::floor()
        },
    ];
    let cells = (0..64 * 64).map(|_| TerrainId(rng.below(2))).collect();
    let mut map = Map::new(Grid::new(64, 64, cells, legend).unwrap());
    let (mut planner, mut path) = (Planner::default(), Path::default());
    let mut ask = |map: &Map, start: Cell, goal: Cell| {
        planner
            .path(
                map,
                &PathQuery::new(start, goal, Algorithm::Auto),
                &mut path,
            )
            .finder
    };
    let hot = Cell::new(30, 30);
    for _ in 0..60 {
        ask(&map, rng.cell(map.grid()), hot);
    }
    for _ in 0..10 {
        for _ in 0..70 {
            let [start, goal] = [rng.cell(map.grid()), rng.cell(map.grid())];
            ask(&map, start, goal);
            assert_eq!(ask(&map, start, hot), Finder::Field);
        }
        let cell = rng.cell(map.grid());
        map.apply(&GridEdit::set(
            cell,
            TerrainId(1 - map.grid().terrain_id(cell).unwrap().0),
        ))
        .unwrap();
    }
}

#[test]
fn new_planner_takes_over_the_field_of_a_frequent_goal() {
    let mut rng = Rng(4);
    let legend = vec![
        Terrain::floor(),
        Terrain {
            cost: Some(3),
            ..Terrain::floor()
        },
    ];
    let cells = (0..64 * 64).map(|_| TerrainId(rng.below(2))).collect();
    let map = Map::new(Grid::new(64, 64, cells, legend).unwrap());
    let query = |start| PathQuery::new(start, Cell::new(30, 30), Algorithm::Auto);
    let mut path = Path::default();
    let mut ask = |planner: &mut Planner, start| {
        let plan = planner.path(&map, &query(start), &mut path);
        (plan.finder, plan.stats.expanded)
    };
    let mut first = Planner::default();
    let by_field = (0..60).map(|_| ask(&mut first, rng.cell(map.grid())).0 == Finder::Field);
    assert!(
        by_field.filter(|by_field| *by_field).count() > 16,
        "it is complete"
    );
    // A living planner shares it, and so does one that is dropped.
    assert_eq!(
        ask(&mut Planner::default(), Cell::new(3, 60)),
        (Finder::Field, 0)
    );
    drop(first);
    assert_eq!(
        ask(&mut Planner::default(), Cell::new(60, 3)),
        (Finder::Field, 0)
    );
    // Announced to one planner, and answered by another one.
    let other = PathQuery::new(Cell::new(1, 1), Cell::new(5, 50), Algorithm::Auto);
    assert!(Planner::default().expect(&map, &other, 1000));
    let plan = Planner::default().path(&map, &other, &mut Path::default());
    assert_eq!(plan.finder, Finder::Field);
    // One that shares nothing has none.
    let mut apart = Planner::with_memory(1 << 20);
    assert_ne!(ask(&mut apart, Cell::new(3, 60)).0, Finder::Field);
}

/// A half-grown field, and distant terrain of a cost that is new on the map.
#[test]
fn growing_field_follows_cheaper_and_dearer_terrain() {
    let costs = [5, 6, 1, 1000];
    let legend: Vec<Terrain> = costs
        .map(|cost| Terrain {
            cost: Some(cost),
            ..Terrain::floor()
        })
        .to_vec();
    let mut rng = Rng(9);
    for seed in 0..60 {
        let cells = (0..32 * 32).map(|_| TerrainId(rng.below(2))).collect();
        let mut map = Map::new(Grid::new(32, 32, cells, legend.clone()).unwrap());
        let (mut planner, mut pool, mut path) =
            (Planner::default(), NodePool::default(), Path::default());
        let options = SearchOptions {
            cost_rule: rng.pick(&CostRule::ALL),
            ..SearchOptions::from(Algorithm::Auto)
        };
        let ask = |x: i32| PathQuery::new(Cell::new(x, 31 - x), Cell::new(0, 31), options.clone());
        let finders = [(); 80].map(|()| planner.path(&map, &ask(12), &mut path).finder);
        assert_eq!(finders[79], Finder::Field);
        for x in 20..32 {
            for y in 0..8 {
                map.apply(&GridEdit::set(Cell::new(x, y), TerrainId(2 + seed % 2)))
                    .unwrap();
            }
        }
        for x in 0..32 {
            let query = ask(x);
            planner.path(&map, &query, &mut path);
            let wanted = solve(map.grid(), &query, &mut pool, &mut ()).cost();
            assert_eq!(
                Some(path.cost()),
                wanted,
                "seed {seed}, from {}",
                query.start
            );
        }
    }
}
