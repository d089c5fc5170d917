//! The planner against the searches that all can watch: the same costs, on maps that change all the time.

mod common;

use common::{Rng, shared, show};
use gridwalk::level::formats::{parse_moving_ai, parse_scenarios};
use gridwalk::pathfinding::{
    Algorithm, Cell, CostRule, Finder, Grid, GridEdit, Map, Movement, NodePool, Outcome, Path, PathQuery, Plan,
    Planned, Planner, SearchOptions, StepCosts, Terrain, TerrainId, solve,
};

/// Asks the planner and A*, which must agree.
fn ask(planner: &mut Planner, map: &Map, query: &PathQuery, path: &mut Path, pool: &mut NodePool, seed: u64) -> Plan {
    let context = || format!("seed {seed}, {:?}\n{}", query, show(map.grid()));
    let plan = planner.path(map, query, path);
    match (&plan.planned, solve(map.grid(), query, pool, &mut ())) {
        (Planned::Found, Outcome::Solved(solution)) => {
            let ends = [path.cells().first(), path.cells().last()];
            assert_eq!(ends, [Some(&query.start), Some(&query.goal)], "{}", context());
            assert_eq!(path.validate(map.grid(), &query.options), Ok(()), "{}", context());
            assert_eq!(path.cost(), solution.path.cost(), "{}", context());
            pool.reuse(solution.path);
        }
        (Planned::NoPath(reason), Outcome::NoPath(other, _)) => assert_eq!(*reason, other, "{}", context()),
        (Planned::Refused(refusal), Outcome::Refused(other)) => assert_eq!(*refusal, other, "{}", context()),
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
    let grid =
        Grid::from_fn(width, height, |_| if rng.below(100) < walls { Terrain::wall() } else { Terrain::floor() });
    // Both terrains are in the legend, so that edits can name them.
    let cells = grid.unwrap();
    let is_wall = |cell: Cell| !cells.is_walkable(cell);
    let numbers = common::cells(&cells).map(|cell| TerrainId(u8::from(is_wall(cell)))).collect();
    Map::new(Grid::new(width, height, numbers, vec![Terrain::floor(), Terrain::wall()]).unwrap())
}

fn steps(rng: &mut Rng) -> StepCosts {
    rng.pick(&[StepCosts::SQRT2, StepCosts::TEN_FOURTEEN, StepCosts::UNIFORM, StepCosts::custom(3, 5).unwrap()])
}

/// Rounds of edits and queries on small maps; `rounds` maps by each movement rule.
fn edits_and_queries(rounds: u64, pairs: usize, most: u32) {
    let (mut planner, mut pool, mut path) = (Planner::default(), NodePool::default(), Path::default());
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
                let cells = (0..rng.pick(&[0, 1, 1, 3])).map(|_| (rng.cell(map.grid()), TerrainId(rng.below(2))));
                map.apply(&GridEdit { cells: cells.collect() }).unwrap();
                let query = PathQuery::new(rng.cell(map.grid()), rng.cell(map.grid()), options.clone());
                let plan = ask(&mut planner, &map, &query, &mut path, &mut pool, seed);
                by_jumps += usize::from(plan.finder == Finder::JumpGraph);
            }
        }
    }
    assert!(by_jumps * 2 > pairs * usize::try_from(rounds).unwrap(), "{by_jumps} by the jump graph");
}

#[test]
fn costs_on_maps_that_change_between_queries_are_those_of_a_star() {
    edits_and_queries(400, 25, 16);
    edits_and_queries(30, 60, 48);
}

#[test]
#[ignore = "a million pairs take minutes"]
fn costs_of_a_million_edits_and_queries_are_those_of_a_star() {
    edits_and_queries(10_000, 25, 20);
}

/// Every line of the published scenarios with the published rules, and by every movement rule some of them, with edits
/// in between.
#[test]
fn published_scenarios_cost_what_a_star_says_by_every_movement_rule() {
    let Some(folder) = shared("data/movingai") else { return };
    let (mut planner, mut pool, mut path) = (Planner::default(), NodePool::default(), Path::default());
    for entry in std::fs::read_dir(folder).unwrap() {
        let file = entry.unwrap().path();
        if file.extension().is_none_or(|ending| ending != "map") {
            continue;
        }
        let grid = parse_moving_ai(&std::fs::read_to_string(&file).unwrap(), &[]).unwrap().grid;
        let scenarios = std::fs::read(format!("{}.scen", file.display())).unwrap();
        let scenarios = parse_scenarios(&scenarios).unwrap();
        let mut map = Map::new(grid);
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
            for at in 0..3 {
                let scenario = &scenarios[scenarios.len() * (at + 1) / 4];
                let cells = (0..20).map(|_| (rng.cell(map.grid()), rng.pick(&terrains))).collect();
                map.apply(&GridEdit { cells }).unwrap();
                let options = SearchOptions { algorithm: Algorithm::Auto, movement, ..SearchOptions::default() };
                let query = PathQuery::new(scenario.start, scenario.goal, options);
                ask(&mut planner, &map, &query, &mut path, &mut pool, at as u64);
            }
        }
    }
}

/// A published scenario that begins on open ground and builds arena2 on it, patch by patch, with queries in between.
#[test]
fn lengths_while_a_map_is_built_of_patches_are_the_published_ones() {
    let Some(folder) = shared("data/dynamic") else { return };
    let read = |file: &str| std::fs::read_to_string(folder.join(file)).unwrap();
    let (floor, wall) = (TerrainId(0), TerrainId(1));
    let grid = Grid::new(281, 209, vec![floor; 281 * 209], vec![Terrain::floor(), Terrain::wall()]);
    let mut map = Map::new(grid.unwrap());
    let patches = read("dao_arena2.patch");
    let patches: Vec<Vec<&str>> = patches
        .split("\npatch ")
        .skip(1)
        .map(|patch| patch.lines().skip_while(|line| *line != "map").skip(1).collect())
        .collect();
    let (mut planner, mut pool, mut path) = (Planner::default(), NodePool::default(), Path::default());
    let (mut queries, mut published) = (0, 0);
    for line in read("dao_arena2.scen").lines() {
        let fields: Vec<&str> = line.split_whitespace().collect();
        let number = |at: usize| fields[at].parse::<i32>().unwrap();
        match fields.first() {
            Some(&"P") => {
                let (patch, at) = (&patches[usize::try_from(number(2)).unwrap()], Cell::new(number(3), number(4)));
                let rows = (at.y..).zip(patch);
                let cells =
                    rows.flat_map(|(y, row)| (at.x..).zip(row.chars()).map(move |(x, glyph)| (Cell::new(x, y), glyph)));
                let cells = cells.map(|(cell, glyph)| (cell, if glyph == '.' { floor } else { wall })).collect();
                map.apply(&GridEdit { cells }).unwrap();
            }
            Some(&"Q") => {
                let ends = [Cell::new(number(2), number(3)), Cell::new(number(4), number(5))];
                let query = PathQuery::new(ends[0], ends[1], Algorithm::Auto);
                ask(&mut planner, &map, &query, &mut path, &mut pool, 0);
                let length = query.options.units().to_f64(path.cost());
                queries += 1;
                published += usize::from((length - fields[6].parse::<f64>().unwrap()).abs() < 1e-3);
            }
            _ => {}
        }
    }
    assert_eq!((queries, published), (2000, 2000));
}
