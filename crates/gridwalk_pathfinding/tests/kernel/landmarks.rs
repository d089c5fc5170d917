//! Landmarks of the jump graph: the same path at the same cost, by fewer expansions, whatever was
//! asked or edited.

use gridwalk_level::generate::{MapKind, Recipe, generate};
use gridwalk_pathfinding::{
    Algorithm, Cell, Grid, GridEdit, Map, Movement, NodePool, Path, PathQuery, Plan, Planned,
    Planner, Rect, SearchOptions, TerrainId, solve,
};
use gridwalk_testing::{Rng, show};

const FLOOR: TerrainId = TerrainId(0);
const WALL: TerrainId = TerrainId(1);

/// Single walls, or rooms with narrow doors.
fn random_rows(rng: &mut Rng) -> Grid {
    let (width, height) = (6 + rng.below(30_u32), 6 + rng.below(30_u32));
    let (walls, room) = (rng.pick(&[5, 20, 35, 45]), rng.pick(&[0, 4, 7]));
    let row = |y| {
        let cell = |x| {
            let is_wall = if room > 0 && (x % room == 0 || y % room == 0) {
                !rng.one_in(room as usize)
            } else {
                rng.below(100) < if room > 0 { walls / 4 } else { walls }
            };
            if is_wall { '#' } else { '.' }
        };
        (0..width).map(cell).collect::<String>()
    };
    let rows: Vec<String> = (0..height).map(row).collect();
    Grid::from_rows(&rows.iter().map(|row| &**row).collect::<Vec<_>>())
}

/// Closes or opens cells in a burst: single ones, a block, or a block that is opened again.
fn edit(rng: &mut Rng, map: &mut Map, closed: &mut Vec<Cell>) {
    let edits: Vec<_> = match rng.below(5) {
        0 | 1 => {
            let cells: Vec<_> = (0..=rng.below(4)).map(|_| rng.cell(map.grid())).collect();
            closed.extend(cells.iter().filter(|cell| map.grid().is_walkable(**cell)));
            cells.into_iter().map(|cell| (cell, WALL)).collect()
        }
        2 => closed.drain(..).map(|cell| (cell, FLOOR)).collect(),
        3 => {
            let block = Rect {
                at: rng.cell(map.grid()),
                width: 1 + rng.below(4_u32),
                height: 1 + rng.below(4_u32),
            };
            let cells: Vec<_> = block
                .cells()
                .filter(|cell| map.grid().is_walkable(*cell))
                .collect();
            closed.extend(&cells);
            cells.into_iter().map(|cell| (cell, WALL)).collect()
        }
        _ if rng.one_in(4) => (0..3).map(|_| (rng.cell(map.grid()), FLOOR)).collect(),
        _ => Vec::new(),
    };
    map.apply(&GridEdit::of_cells(edits)).unwrap();
}

fn random_query(rng: &mut Rng, map: &Map, movement: Movement) -> Option<PathQuery> {
    let options = SearchOptions {
        movement,
        ..Algorithm::Auto.into()
    };
    Some(PathQuery::new(
        rng.free_cell(map.grid())?,
        rng.free_cell(map.grid())?,
        options,
    ))
}

/// Asks in bursts between edits, and compares with Dijkstra and with a new planner.
fn pairs(seeds: std::ops::Range<u64>, rounds: u32) -> [u64; 3] {
    let (mut pool, mut path, mut other) = (NodePool::default(), Path::default(), Path::default());
    let [mut asked, mut expanded, mut expanded_new] = [0; 3];
    for seed in seeds {
        let rng = &mut Rng(seed);
        let mut map = Map::new(random_rows(rng));
        let (mut planner, mut closed) = (Planner::default(), Vec::new());
        let movement = if seed % 8 == 7 {
            rng.pick(&Movement::ALL)
        } else {
            Movement::default()
        };
        for _ in 0..rounds {
            for _ in 0..rng.pick(&[1, 10, 100, 400]) {
                let Some(query) = random_query(rng, &map, movement) else {
                    continue;
                };
                let plan = planner.path(&map, &query, &mut path);
                asked += 1;
                expanded += plan.stats.expanded;
                // Most queries only lead to landmarks.
                if !rng.one_in(4) {
                    continue;
                }
                let context = || format!("seed {seed}, {query:?}\n{}", show(map.grid()));
                let dijkstra = SearchOptions {
                    algorithm: Algorithm::Dijkstra,
                    ..query.options.clone()
                };
                let dijkstra = PathQuery {
                    options: dijkstra,
                    ..query.clone()
                };
                let wanted = solve(map.grid(), &dijkstra, &mut pool, &mut ());
                let plan_new = Planner::default().path(&map, &query, &mut other);
                expanded_new += plan_new.stats.expanded * 4;
                assert_eq!(
                    plan.planned == Planned::Found,
                    wanted.cost().is_some(),
                    "{}",
                    context()
                );
                assert_eq!(plan.planned, plan_new.planned, "{}", context());
                if let Some(cost) = wanted.cost() {
                    assert_eq!(path.cost(), cost, "{}", context());
                    assert_eq!(
                        path.validate(map.grid(), &query.options),
                        Ok(()),
                        "{}",
                        context()
                    );
                    assert_eq!(path, other, "{}", context());
                }
                if let gridwalk_pathfinding::Outcome::Solved(solution) = wanted {
                    pool.reuse(solution.path);
                }
            }
            edit(rng, &mut map, &mut closed);
        }
    }
    [asked, expanded, expanded_new]
}

#[test]
fn landmarks_change_neither_cost_nor_path_after_edits() {
    let [asked, expanded, expanded_new] = pairs(0..60, 16);
    assert!(
        asked > 100_000 && expanded < expanded_new,
        "{asked} queries, {expanded} and {expanded_new} expansions"
    );
}

#[test]
#[ignore = "millions of queries: for release builds"]
fn millions_of_queries_with_landmarks() {
    println!("{:?}", pairs(1000..3000, 16));
}

/// Runs a query in steps of at most `work` units.
fn in_pieces(
    planner: &mut Planner,
    map: &Map,
    query: &PathQuery,
    work: u64,
    path: &mut Path,
) -> Plan {
    planner.begin(map, query);
    while !planner.advance(map, work).is_finished {}
    planner.answer(map, path).expect("it is over")
}

#[test]
fn landmarks_made_in_steps_are_those_of_one_go() {
    for seed in 0..8 {
        let rng = &mut Rng(seed);
        let mut map = Map::new(random_rows(rng));
        // A second map, as labels of the first would answer queries without a search.
        let mut same = Map::new(map.grid().clone());
        let (mut one, mut other, mut closed) = (Planner::default(), Planner::default(), Vec::new());
        let (mut whole, mut parts) = (Path::default(), Path::default());
        for number in 0..4000 {
            let Some(query) = random_query(rng, &map, Movement::default()) else {
                continue;
            };
            let wanted = one.path(&map, &query, &mut whole);
            let found = in_pieces(&mut other, &same, &query, rng.pick(&[1, 1, 5]), &mut parts);
            assert_eq!(
                (&found, &parts),
                (&wanted, &whole),
                "seed {seed}, {query:?}\n{}",
                show(map.grid())
            );
            if number % 1500 == 1499 {
                let again = &mut Rng(rng.0);
                let mut known = closed.clone();
                edit(rng, &mut map, &mut closed);
                edit(again, &mut same, &mut known);
            }
        }
    }
}

/// An edit in the middle of a search leaves its answer right.
#[test]
fn searches_with_landmarks_follow_edits() {
    let (mut found, mut pool) = (0, NodePool::default());
    for seed in 0..12 {
        let rng = &mut Rng(seed);
        let mut map = Map::new(random_rows(rng));
        let (mut planner, mut closed, mut path) = (Planner::default(), Vec::new(), Path::default());
        for number in 0..4000 {
            let Some(query) = random_query(rng, &map, Movement::default()) else {
                continue;
            };
            planner.begin(&map, &query);
            for _ in 0..rng.below(12) {
                _ = planner.advance(&map, 1);
            }
            if number > 2000 && rng.one_in(20) {
                edit(rng, &mut map, &mut closed);
            }
            while !planner.advance(&map, 9).is_finished {}
            let plan = planner.answer(&map, &mut path).expect("it is over");
            if !rng.one_in(5) {
                continue;
            }
            let dijkstra = PathQuery::new(query.start, query.goal, Algorithm::Dijkstra);
            let wanted = solve(map.grid(), &dijkstra, &mut pool, &mut ());
            let cost = (plan.planned == Planned::Found).then(|| path.cost());
            assert_eq!(
                cost,
                wanted.cost(),
                "seed {seed}, {query:?}\n{}",
                show(map.grid())
            );
            found += u32::from(cost.is_some());
        }
    }
    assert!(found > 3000, "{found}");
}

#[test]
fn landmarks_halve_the_expansions_in_rooms() {
    let recipe = Recipe {
        kind: MapKind::Rooms,
        width: 128,
        height: 128,
        seed: 7,
        density: None,
    };
    let map = Map::new(generate(&recipe).expect("it fits").level.grid.into());
    let (mut planner, mut path, rng) = (Planner::default(), Path::default(), &mut Rng(1));
    let queries: Vec<_> = (0..200)
        .filter_map(|_| random_query(rng, &map, Movement::default()))
        .collect();
    let mut ask = || {
        queries
            .iter()
            .map(|query| planner.path(&map, query, &mut path).stats.expanded)
            .sum::<u64>()
    };
    let first = ask();
    let last = (0..12).map(|_| ask()).last().unwrap();
    assert!(last * 2 < first, "{last} instead of {first} expansions");
}
