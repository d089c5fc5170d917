//! Landmarks of the jump graph and of canonical A*: the same cost by fewer expansions, whatever was
//! asked or edited.

use gridwalk_level::generate::{MapKind, Recipe, generate};
use gridwalk_pathfinding::{
    AgentProfile, Algorithm, Cell, CostLimit, CostRule, Direction, Finder, Grid, GridEdit, Map,
    Movement, NodePool, Outcome, Path, PathQuery, Planned, Planner, Portal, Rect, SearchOptions,
    Terrain, TerrainId, View, solve,
};
use gridwalk_testing::{Rng, show};

use super::resumed::in_pieces;

const FLOOR: TerrainId = TerrainId(0);
const WALL: TerrainId = TerrainId(1);
const ONE_WAY: TerrainId = TerrainId(2);

/// The costs of the terrains after the one-way terrain.
const COSTS: [u16; 4] = [2, 3, 5, 9];

/// Single walls, or rooms with narrow doors; on ground of one cost or of several.
fn random_grid(rng: &mut Rng, is_weighted: bool) -> Grid {
    let (width, height) = (40 + rng.below(30_u32), 40 + rng.below(30_u32));
    let (walls, room) = (rng.pick(&[15, 25, 30, 35]), rng.pick(&[0, 0, 0, 5, 7]));
    let patches = rng.pick(&[1, 3, 8]);
    let seed = rng.below(100_u64);
    let cell = |at| {
        let (x, y) = (at % width, at / width);
        let is_wall = if room > 0 && (x % room == 0 || y % room == 0) {
            !rng.one_in(room as usize)
        } else {
            rng.below(100) < if room > 0 { walls / 4 } else { walls }
        };
        if is_wall {
            WALL
        } else if is_weighted {
            ground(&mut Rng(
                u64::from(x / patches * 100 + y / patches) + seed * 10_000
            ))
        } else {
            FLOOR
        }
    };
    let exits = [Direction::East, Direction::South].into_iter().collect();
    let mut legend = vec![
        Terrain::floor(),
        Terrain::wall(),
        Terrain {
            exits,
            ..Terrain::floor()
        },
    ];
    legend.extend(COSTS.map(|cost| Terrain::new("ground", Some(cost))));
    Grid::new(
        width,
        height,
        (0..width * height).map(cell).collect(),
        legend,
    )
    .unwrap()
}

/// Returns a random terrain, half of the time the cheapest.
fn ground(rng: &mut Rng) -> TerrainId {
    let costly = TerrainId(3 + u8::try_from(rng.below(COSTS.len())).unwrap());
    if rng.one_in(2) { FLOOR } else { costly }
}

/// Rules of walking; those of the jump graph are the default ones mostly.
fn rules(rng: &mut Rng, is_weighted: bool) -> SearchOptions {
    let mut options = SearchOptions::from(Algorithm::Auto);
    if rng.one_in(4) {
        options.movement = rng.pick(&Movement::ALL);
    }
    if is_weighted {
        options.cost_rule = rng.pick(&CostRule::ALL);
    }
    options
}

/// Changes cells in a burst: closes single ones or a block, opens closed ones, or opens others.
///
/// On ground of several costs, it also makes cells cheaper or dearer. `before` has the changed cells
/// with their terrain before.
fn edit(rng: &mut Rng, map: &Map, before: &mut Vec<(Cell, TerrainId)>) -> GridEdit {
    let block = Rect {
        at: rng.cell(map.grid()),
        width: 1 + rng.below(4_u32),
        height: 1 + rng.below(4_u32),
    };
    let mut to = |rng: &mut Rng, cells: Vec<Cell>, is_ground: bool| -> Vec<_> {
        let terrain = |cell: &Cell| map.grid().terrain_id(*cell).unwrap();
        let walkable = cells.iter().filter(|cell| map.grid().is_walkable(**cell));
        before.extend(walkable.clone().map(|cell| (*cell, terrain(cell))));
        let mut edit = |cell: &Cell| (*cell, if is_ground { ground(rng) } else { WALL });
        walkable.map(&mut edit).collect()
    };
    let is_weighted = map.grid().uniform_cost().is_none();
    let edits = match rng.below(if is_weighted { 8 } else { 5 }) {
        0 | 1 => {
            let cells = (0..=rng.below(4)).map(|_| rng.cell(map.grid())).collect();
            to(rng, cells, false)
        }
        // The oldest change of a cell comes last.
        2 => before.drain(..).rev().collect(),
        3 => to(rng, block.cells().collect(), false),
        5 => to(rng, block.cells().collect(), true),
        6 => {
            // Dearer only.
            let cells = block
                .cells()
                .filter(|cell| map.grid().cost(*cell) == Some(1));
            let cells: Vec<_> = cells.collect();
            before.extend(cells.iter().map(|cell| (*cell, FLOOR)));
            cells.into_iter().map(|cell| (cell, TerrainId(5))).collect()
        }
        4 if rng.one_in(4) => (0..3).map(|_| (rng.cell(map.grid()), FLOOR)).collect(),
        _ => Vec::new(),
    };
    GridEdit::of_cells(edits)
}

fn random_query(rng: &mut Rng, map: &Map, rules: &SearchOptions) -> Option<PathQuery> {
    let (start, far) = (rng.free_cell(map.grid())?, map.grid().width() / 2);
    // Few searches between cells nearby need landmarks.
    let is_far = |goal: &Cell| start.distance(*goal).0 > far || start.distance(*goal).1 > far;
    let goal = (0..9)
        .filter_map(|_| rng.free_cell(map.grid()))
        .find(is_far)?;
    Some(PathQuery::new(start, goal, rules.clone()))
}

/// Puts a portal or a one-way cell on the map, or takes all of them away.
fn edit_links(rng: &mut Rng, map: &Map) -> GridEdit {
    let links = match rng.below(3) {
        0 => vec![Portal::between(rng.cell(map.grid()), rng.cell(map.grid()))],
        1 => return GridEdit::set(rng.cell(map.grid()), ONE_WAY),
        _ => Vec::new(),
    };
    let size = map.grid().size();
    let one_way = Rect {
        at: Cell::new(0, 0),
        width: size.width,
        height: size.height,
    }
    .cells()
    .filter(|cell| map.grid().terrain_id(*cell) == Some(ONE_WAY))
    .map(|cell| (cell, FLOOR));
    GridEdit {
        portals: Some(links),
        ..GridEdit::of_cells(one_way.collect())
    }
}

/// Sets a limit of the query, or none.
fn set_limit(rng: &mut Rng, query: &mut PathQuery) {
    let options = &mut query.options;
    match rng.below(40) {
        0 => options.goal_tolerance = 1 + rng.below(3),
        1 => options.max_cost = CostLimit::new(f64::from(20 + rng.below(90_u32))),
        2 => options.max_expansions = Some(rng.below(60)),
        3 => {
            options.region = Some(Rect {
                at: Cell::new(3, 2),
                width: 40,
                height: 40,
            });
        }
        _ => {}
    }
}

/// Asks in bursts between edits, and compares with Dijkstra and with a planner without landmarks.
///
/// Returns the number of queries, and the expansions of both planners.
fn pairs(seeds: std::ops::Range<u64>, rounds: u32, is_weighted: bool) -> [u64; 3] {
    let (mut pool, mut path, mut other) = (NodePool::default(), Path::default(), Path::default());
    let [mut asked, mut expanded, mut expanded_plain] = [0; 3];
    for seed in seeds {
        let rng = &mut Rng(seed);
        let mut map = Map::new(random_grid(rng, is_weighted));
        let profile = AgentProfile {
            size: if seed % 5 == 4 { 2 } else { 1 },
            ..AgentProfile::default()
        };
        let mut view = View::new(map.grid(), profile);
        let (mut planner, mut closed) = (Planner::default(), Vec::new());
        let mut plain = Planner::default().without_landmarks();
        let rules = rules(rng, is_weighted);
        for _ in 0..rounds {
            for _ in 0..rng.pick(&[1, 50, 400, 800]) {
                let map = view.map();
                let Some(mut query) = random_query(rng, map, &rules) else {
                    continue;
                };
                set_limit(rng, &mut query);
                let plan = planner.path(map, &query, &mut path);
                let plan_plain = plain.path(map, &query, &mut other);
                let context = || format!("seed {seed}, {query:?}\n{}", show(map.grid()));
                asked += 1;
                expanded += plan.stats.expanded;
                expanded_plain += plan_plain.stats.expanded;
                // Region labels that are known by then can end a search within its budget.
                if [&plan, &plan_plain]
                    .map(|plan| &plan.planned)
                    .contains(&&Planned::OutOfBudget)
                {
                    continue;
                }
                assert_eq!(plan.planned, plan_plain.planned, "{}", context());
                let mut dijkstra = query.clone();
                dijkstra.options.algorithm = Algorithm::Dijkstra;
                dijkstra.options.max_expansions = None;
                let wanted = solve(map.grid(), &dijkstra, &mut pool, &mut ());
                assert_eq!(
                    plan.planned == Planned::Found,
                    wanted.cost().is_some(),
                    "{}",
                    context()
                );
                if let Some(cost) = wanted.cost() {
                    assert_eq!([path.cost(), other.cost()], [cost; 2], "{}", context());
                    let is_legal = path.validate(map.grid(), &query.options);
                    assert_eq!(is_legal, Ok(()), "{}", context());
                }
                if let Outcome::Solved(solution) = wanted {
                    pool.reuse(solution.path);
                }
            }
            let edit = if rng.one_in(16) {
                edit_links(rng, &map)
            } else {
                edit(rng, &map, &mut closed)
            };
            if let Some(change) = map.apply(&edit).unwrap() {
                view.update(map.grid(), &change);
            }
        }
    }
    [asked, expanded, expanded_plain]
}

#[test]
fn landmarks_change_no_cost_after_edits() {
    for (is_weighted, percent) in [(false, 95), (true, 50)] {
        let [asked, expanded, expanded_plain] = pairs(0..16, 8, is_weighted);
        assert!(
            asked > 30_000 && expanded * 100 < expanded_plain * percent,
            "{asked} queries, {expanded} and {expanded_plain} expansions"
        );
    }
}

#[test]
#[ignore = "a million queries: for release builds"]
fn million_queries_with_landmarks() {
    println!(
        "{:?}",
        [false, true].map(|is_weighted| pairs(1000..1200, 8, is_weighted))
    );
}

/// Without landmarks the answer is that of a planner on a map that was never asked.
#[test]
fn without_landmarks_earlier_queries_decide_nothing() {
    let (mut path, mut other, mut asked) = (Path::default(), Path::default(), 0);
    for seed in 0..14 {
        let rng = &mut Rng(seed);
        let mut map = Map::new(random_grid(rng, seed % 2 == 1));
        let rules = rules(rng, seed % 2 == 1);
        let (mut learner, mut closed) = (Planner::default(), Vec::new());
        let mut plain = Planner::default().without_landmarks();
        for number in 0..1500 {
            let Some(query) = random_query(rng, &map, &rules) else {
                continue;
            };
            // The graph that it leaves to the map has landmarks in the end.
            learner.path(&map, &query, &mut path);
            let plan = plain.path(&map, &query, &mut path);
            if number % 4 == 0 && plan.finder != Finder::Field {
                let new = Map::new(map.grid().clone());
                let mut planner = Planner::default().without_landmarks();
                let wanted = planner.path(&new, &query, &mut other);
                assert_eq!(
                    (&path, plan.planned),
                    (&other, wanted.planned),
                    "seed {seed}"
                );
                asked += 1;
            }
            if number % 600 == 599 {
                map.apply(&edit(rng, &map, &mut closed)).unwrap();
            }
        }
    }
    assert!(asked > 3000, "{asked}");
}

/// The graph with landmarks stays on the map, whoever else asks there.
#[test]
fn landmarks_survive_other_planners() {
    let rng = &mut Rng(3);
    let map = Map::new(random_grid(rng, false));
    let (mut planner, mut path) = (Planner::default(), Path::default());
    let queries: Vec<_> = (0..60)
        .filter_map(|_| random_query(rng, &map, &Algorithm::Auto.into()))
        .collect();
    let mut ask = |planner: &mut Planner| -> u64 {
        let expanded = queries
            .iter()
            .map(|query| planner.path(&map, query, &mut path).stats.expanded);
        expanded.sum()
    };
    let first = ask(&mut planner);
    for _ in 0..60 {
        ask(&mut planner);
    }
    let last = ask(&mut planner);
    assert!(last * 5 < first * 4, "{last} instead of {first} expansions");
    for _ in 0..4 {
        assert_eq!(ask(&mut Planner::default()), last);
        assert_eq!(ask(&mut planner), last);
    }
}

/// A planner with too little memory for landmarks does without them.
#[test]
fn landmarks_stay_within_the_memory_limit() {
    for is_weighted in [false, true] {
        let rng = &mut Rng(3);
        let map = Map::new(random_grid(rng, is_weighted));
        let places = (map.grid().width() as usize + 1) * (map.grid().height() as usize + 2);
        let rules = Algorithm::Auto.into();
        let queries: Vec<_> = (0..100)
            .filter_map(|_| random_query(rng, &map, &rules))
            .collect();
        let mut path = Path::default();
        let mut expanded_after = |mut planner: Planner| {
            let mut expanded = 0;
            for _ in 0..60 {
                let one = |query| planner.path(&map, query, &mut path).stats.expanded;
                expanded = queries.iter().map(one).sum::<u64>();
            }
            (expanded, planner.bytes())
        };
        let small = 16 * places;
        let (plain, _) = expanded_after(Planner::with_memory(small).without_landmarks());
        let (limited, _) = expanded_after(Planner::with_memory(small));
        let (guided, bytes) = expanded_after(Planner::with_memory(1 << 20));
        assert_eq!(limited, plain);
        assert!(
            guided * 5 < plain * 4 && bytes <= 1 << 20,
            "{guided}, {plain}"
        );
    }
}

#[test]
fn landmarks_made_in_steps_are_those_of_one_go() {
    for seed in 0..12 {
        let rng = &mut Rng(seed);
        let mut map = Map::new(random_grid(rng, seed % 2 == 1));
        let rules = rules(rng, seed % 2 == 1);
        // A second map, as labels of the first would answer queries without a search.
        let mut same = Map::new(map.grid().clone());
        let (mut one, mut other, mut closed) = (Planner::default(), Planner::default(), Vec::new());
        let (mut whole, mut parts) = (Path::default(), Path::default());
        for number in 0..4000 {
            let Some(query) = random_query(rng, &map, &rules) else {
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
                let edit = edit(rng, &map, &mut closed);
                map.apply(&edit).unwrap();
                same.apply(&edit).unwrap();
            }
        }
    }
}

/// An edit in the middle of a search leaves its answer right.
#[test]
fn searches_with_landmarks_follow_edits() {
    let (mut found, mut pool) = (0, NodePool::default());
    for seed in 0..18 {
        let rng = &mut Rng(seed);
        let mut map = Map::new(random_grid(rng, seed % 2 == 1));
        let rules = rules(rng, seed % 2 == 1);
        let (mut planner, mut closed, mut path) = (Planner::default(), Vec::new(), Path::default());
        for number in 0..4000 {
            let Some(query) = random_query(rng, &map, &rules) else {
                continue;
            };
            planner.begin(&map, &query);
            for _ in 0..rng.below(12) {
                _ = planner.advance(&map, 1);
            }
            if number > 2000 && rng.one_in(20) {
                let edit = edit(rng, &map, &mut closed);
                map.apply(&edit).unwrap();
            }
            while !planner.advance(&map, 9).is_finished {}
            let plan = planner.answer(&map, &mut path).expect("it is over");
            if !rng.one_in(5) {
                continue;
            }
            let mut dijkstra = query.clone();
            dijkstra.options.algorithm = Algorithm::Dijkstra;
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
        .filter_map(|_| random_query(rng, &map, &Algorithm::Auto.into()))
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

/// Without walls, landmarks know what lies between two cells, and octile distances do not.
#[test]
fn landmarks_save_three_of_four_expansions_on_hills() {
    for (cost_rule, factor) in [(CostRule::MeanTouched, 4), (CostRule::Entered, 2)] {
        let height =
            |at: i32, length: i32| (at % length).abs_diff(length / 2) * 16 / length.unsigned_abs();
        let terrain = |cell: Cell| {
            let cost = 1 + u32::midpoint(height(cell.x, 40), height(cell.y, 56));
            Terrain::new("hill", u16::try_from(cost).ok())
        };
        let map = Map::new(Grid::from_fn(128, 128, terrain).unwrap());
        let rules = SearchOptions {
            cost_rule,
            ..Algorithm::Auto.into()
        };
        let (mut planner, mut path, rng) = (Planner::default(), Path::default(), &mut Rng(1));
        let queries: Vec<_> = (0..100)
            .filter_map(|_| random_query(rng, &map, &rules))
            .collect();
        let mut ask = || {
            queries
                .iter()
                .map(|query| planner.path(&map, query, &mut path).stats.expanded)
                .sum::<u64>()
        };
        let first: u64 = {
            let (mut plain, mut path) = (Planner::default().without_landmarks(), Path::default());
            let expanded = queries
                .iter()
                .map(|query| plain.path(&map, query, &mut path).stats.expanded);
            expanded.sum()
        };
        let last = (0..4).map(|_| ask()).last().unwrap();
        assert!(
            last * factor < first,
            "{last} instead of {first} expansions"
        );
    }
}

/// A step past a wall costs as its other cells, so a costly cell that closes makes it cheaper.
#[test]
fn closed_cell_that_cheapens_diagonals_drops_landmarks() {
    let mut pool = NodePool::default();
    for movement in Movement::ALL {
        let rules = SearchOptions {
            movement,
            cost_rule: CostRule::MeanTouched,
            ..Algorithm::Auto.into()
        };
        let legend = [Some(1), Some(9), None].map(|cost| Terrain::new("ground", cost));
        let cells = (0..48 * 48).map(|at| TerrainId(u8::from((at % 48 + at / 48) % 2 == 1)));
        let grid = Grid::new(48, 48, cells.collect(), legend.to_vec()).unwrap();
        let mut map = Map::new(grid);
        let (mut planner, mut path, rng) = (Planner::default(), Path::default(), &mut Rng(5));
        let mut ask = |map: &Map, queries: u32| {
            for _ in 0..queries {
                let Some(query) = random_query(rng, map, &rules) else {
                    continue;
                };
                let plan = planner.path(map, &query, &mut path);
                let cost = (plan.planned == Planned::Found).then(|| path.cost());
                let mut dijkstra = query.clone();
                dijkstra.options.algorithm = Algorithm::Dijkstra;
                let wanted = solve(map.grid(), &dijkstra, &mut pool, &mut ()).cost();
                assert_eq!(cost, wanted, "{query:?}");
            }
        };
        ask(&map, 300);
        let below_diagonal = (0..47).map(|at| (Cell::new(at, at + 1), TerrainId(2)));
        let edit = GridEdit::of_cells(below_diagonal.collect());
        map.apply(&edit).unwrap();
        ask(&map, 100);
    }
}
