//! The time of each kind of query by the planner, beside A* in the same rounds.
//!
//! Also reports which finder answers, and checks that the costs are equal. Run with
//! `cargo bench -p gridwalk_pathfinding --bench questions`.
#![expect(clippy::cast_precision_loss, reason = "means of times")]

use std::time::Instant;

use gridwalk_level::generate::{MapKind, Recipe, generate};
use gridwalk_pathfinding::{
    AgentProfile, Algorithm, Cell, CostLimit, Direction, Finder, Grid, GridEdit, Map, Path,
    PathQuery, Plan, Planned, Planner, Portal, Rect, SearchOptions, Terrain, TerrainId, View,
};
use gridwalk_testing::Rng;

const SIDE: u32 = 256;
const QUERIES: usize = 60;
/// Number of rounds; the lowest figure counts, as least disturbed by other work of the machine.
const ROUNDS: usize = 7;

fn main() {
    println!(
        "µs a question, the least of {ROUNDS} rounds, one planner for each column; {SIDE} × {SIDE} cells"
    );
    println!(
        "{:<44} {:>28}{:>10}{:>10}{:>8}",
        "question", "answered by", "auto", "A*", "ratio"
    );
    let (rooms, weights) = (grid(MapKind::Rooms), grid(MapKind::Weights));
    let rect = Rect {
        at: Cell::new(16, 16),
        width: SIDE - 32,
        height: SIDE - 32,
    };
    let limit = |options: &mut SearchOptions| options.max_cost = CostLimit::new(2000.0);
    let as_it_is = |_: &mut SearchOptions| {};
    report("terrain of one cost", &rooms, as_it_is);
    report("terrain of several costs", &weights, as_it_is);
    report("terrain of nine costs by chance", &by_chance(), as_it_is);
    let seen = |grid: &Grid| {
        View::new(
            grid,
            AgentProfile {
                size: 2,
                ..AgentProfile::default()
            },
        )
        .map()
        .grid()
        .clone()
    };
    report("an agent of two cells, one cost", &seen(&rooms), as_it_is);
    report(
        "an agent of two cells, several costs",
        &seen(&weights),
        as_it_is,
    );
    for (grid, costs) in [(&rooms, "one cost"), (&weights, "several costs")] {
        report(&format!("portals, {costs}"), &with_portals(grid), as_it_is);
        report(
            &format!("one-way cells, {costs}"),
            &with_one_way(grid),
            as_it_is,
        );
        report(&format!("a region, {costs}"), grid, |options| {
            options.region = Some(rect);
        });
        report(&format!("a cost limit, {costs}"), grid, limit);
        report(
            &format!("a goal tolerance of two cells, {costs}"),
            grid,
            |options| options.goal_tolerance = 2,
        );
    }
    for (name, grid) in [("one cost", &rooms), ("several costs", &weights)] {
        let map = labelled(grid);
        let ask = |planner: &mut Planner, query: &PathQuery, rng: &mut Rng, path: &mut Path| {
            let others: Vec<_> = (0..5).map(|_| rng.cell(map.grid())).collect();
            planner.path_to_any(&map, query, &others, path)
        };
        measure(
            &format!("the nearest of six goals, {name}"),
            &map,
            as_it_is,
            ask,
        );
        let ask = |planner: &mut Planner, query: &PathQuery, rng: &mut Rng, path: &mut Path| {
            let goal = std::iter::repeat_with(|| Cell::new(below(rng), below(rng)));
            let goal = goal
                .take(10_000)
                .find(|cell| !map.grid().is_walkable(*cell))
                .unwrap_or(query.goal);
            planner.path_to_nearest(
                &map,
                &PathQuery {
                    goal,
                    ..query.clone()
                },
                path,
            )
        };
        measure(
            &format!("as near to a blocked goal as can be, {name}"),
            &map,
            as_it_is,
            ask,
        );
    }
}

fn below(rng: &mut Rng) -> i32 {
    i32::try_from(rng.below(SIDE as usize)).expect("small")
}

fn grid(kind: MapKind) -> Grid {
    let recipe = Recipe {
        kind,
        width: SIDE,
        height: SIDE,
        seed: 7,
        density: None,
    };
    generate(&recipe).expect("it fits").level.grid.into()
}

fn by_chance() -> Grid {
    let rng = &mut Rng(5);
    let terrain = |_| Terrain {
        cost: Some(1 + u16::try_from(rng.below(9)).expect("few")),
        ..Terrain::floor()
    };
    Grid::from_fn(SIDE, SIDE, terrain).expect("it fits")
}

fn labelled(grid: &Grid) -> Map {
    let map = Map::new(grid.clone());
    map.label(SearchOptions::default().movement);
    map
}

fn with_portals(grid: &Grid) -> Grid {
    let rng = &mut Rng(3);
    let portals: Vec<_> = (0..8)
        .map(|_| Portal::between(rng.cell(grid), rng.cell(grid)))
        .collect();
    grid.clone().with_portals(&portals).expect("inside")
}

fn with_one_way(grid: &Grid) -> Grid {
    let (rng, mut grid) = (&mut Rng(3), grid.clone());
    let mut legend = grid.legend().to_vec();
    let number = u8::try_from(legend.len()).expect("few");
    legend.push(Terrain {
        exits: [Direction::East].into_iter().collect(),
        ..Terrain::new("one-way", Some(1))
    });
    let cells: Vec<_> = (0..300)
        .map(|_| (rng.cell(&grid), TerrainId(number)))
        .collect();
    grid.apply(&GridEdit {
        legend: Some(legend.into()),
        ..GridEdit::of_cells(cells)
    })
    .expect("inside");
    grid
}

fn report(name: &str, grid: &Grid, change: impl Fn(&mut SearchOptions)) {
    let map = labelled(grid);
    let ask = |planner: &mut Planner, query: &PathQuery, _: &mut Rng, path: &mut Path| {
        planner.path(&map, query, path)
    };
    measure(name, &map, change, ask);
}

fn measure(
    name: &str,
    map: &Map,
    change: impl Fn(&mut SearchOptions),
    ask: impl Fn(&mut Planner, &PathQuery, &mut Rng, &mut Path) -> Plan,
) {
    let mut path = Path::default();
    let columns = [Algorithm::Auto, Algorithm::AStar].map(|algorithm| {
        let mut options = SearchOptions::from(algorithm);
        change(&mut options);
        let rng = &mut Rng(1);
        (0..QUERIES)
            .map(|_| PathQuery::new(rng.cell(map.grid()), rng.cell(map.grid()), options.clone()))
            .collect()
    });
    let [auto, astar]: [Vec<PathQuery>; 2] = columns;
    let mut finders: Vec<Finder> = Vec::new();
    let (mut planners, mut best) = ([Planner::default(), Planner::default()], [f64::MAX; 2]);
    for _ in 0..ROUNDS {
        let mut costs = [Vec::new(), Vec::new()];
        for (column, queries) in [&auto, &astar].into_iter().enumerate() {
            let rng = &mut Rng(9);
            let mut taken = 0.0;
            for query in queries {
                let begin = Instant::now();
                let plan = ask(&mut planners[column], query, rng, &mut path);
                taken += begin.elapsed().as_secs_f64() * 1e6;
                let is_found = plan.planned == Planned::Found;
                costs[column].push(is_found.then(|| path.cost()));
                if column == 0 && is_found && !finders.contains(&plan.finder) {
                    finders.push(plan.finder);
                }
            }
            best[column] = best[column].min(taken / QUERIES as f64);
        }
        assert_eq!(costs[0], costs[1], "{name}");
    }
    let finders: Vec<_> = finders.iter().map(|finder| finder.name()).collect();
    let [auto, astar] = best;
    println!(
        "{name:<44} {:>28}{auto:>10.1}{astar:>10.1}{:>8.1}",
        finders.join(", "),
        astar / auto
    );
}
