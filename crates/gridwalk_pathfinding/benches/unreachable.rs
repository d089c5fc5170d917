//! The cost of the first query on a fresh map, with and without a path to the goal, and of its
//! preparation.
//!
//! Run with `cargo bench -p gridwalk_pathfinding --bench unreachable`.

use std::time::Instant;

use gridwalk_level::generate::{MapKind, Recipe, generate};
use gridwalk_pathfinding::{
    Algorithm, Cell, Grid, GridEdit, Map, Movement, Path, PathQuery, Planned, Planner, TerrainId,
    nearest_cell,
};

/// Number of rounds; the lowest figure counts, as least disturbed by other work of the machine.
const ROUNDS: usize = 15;

/// An open map, and generated maps.
const KINDS: [Option<MapKind>; 5] = [
    None,
    Some(MapKind::Rooms),
    Some(MapKind::Random),
    Some(MapKind::Cave),
    Some(MapKind::Weights),
];

fn main() {
    println!("ms for the first question on a fresh map, the least of {ROUNDS} rounds");
    let titles = [
        "side",
        "map",
        "labels",
        "pocket",
        "half",
        "reachable",
        "next",
    ];
    println!(
        "{:<10}{}",
        "kind",
        titles.map(|title| format!("{title:>11}")).concat()
    );
    for side in [256, 512, 1024] {
        for kind in KINDS {
            let name = kind.map_or("open", MapKind::name);
            println!(
                "{name:<10}{side:>11}{}",
                measure(kind, side)
                    .map(|figure| format!("{figure:>11.3}"))
                    .concat()
            );
        }
    }
}

fn measure(kind: Option<MapKind>, side: u32) -> [f64; 6] {
    let open = match kind {
        None => Grid::from_rows(&vec![&*".".repeat(side as usize); side as usize]),
        Some(kind) => {
            let recipe = Recipe {
                kind,
                width: side,
                height: side,
                seed: 7,
                density: None,
            };
            generate(&recipe).expect("it fits").level.grid.into()
        }
    };
    let far = side.cast_signed() - 1;
    let free = |grid: &Grid, near: i32| {
        nearest_cell(grid, Cell::new(near, near), |cell| grid.is_walkable(cell))
            .expect("a free cell")
    };
    let wall = open
        .legend()
        .iter()
        .position(gridwalk_pathfinding::Terrain::is_blocked)
        .unwrap_or(1);
    let wall = TerrainId(u8::try_from(wall).expect("few terrains"));
    let walled = |cells: &mut dyn Iterator<Item = Cell>| {
        let mut grid = open.clone();
        let inside = cells
            .filter(|cell| open.contains(*cell))
            .map(|cell| (cell, wall))
            .collect();
        grid.apply(&GridEdit::of_cells(inside)).expect("inside");
        grid
    };
    let goal = free(&open, far - 3);
    let around = |cell: Cell| {
        (-1..=1).flat_map(move |y| (-1..=1).map(move |x| Cell::new(cell.x + x, cell.y + y)))
    };
    let pocket = walled(&mut around(goal).filter(|cell| *cell != goal));
    let half = walled(&mut (0..=far).map(|y| Cell::new(far / 2, y)));
    let least = |grid: &Grid, what: &dyn Fn(&Map) -> f64| {
        (0..ROUNDS)
            .map(|_| what(&Map::new(grid.clone())))
            .fold(f64::MAX, f64::min)
    };
    let first = |grid: &Grid, is_wanted: bool, asked: usize| {
        let query = PathQuery::new(free(grid, 3), goal, Algorithm::Auto);
        least(grid, &|map| {
            let (mut planner, mut path) = (Planner::default(), Path::default());
            let mut last = 0.0;
            for _ in 0..asked {
                let (begun, plan) = (Instant::now(), planner.path(map, &query, &mut path));
                last = millis(begun);
                assert!(!is_wanted || plan.planned != Planned::Found, "{plan:?}");
            }
            last
        })
    };
    let maps = (0..ROUNDS).map(|_| {
        let (grid, begun) = (open.clone(), Instant::now());
        std::hint::black_box(Map::new(grid));
        millis(begun)
    });
    let labels = least(&open, &|map| {
        let begun = Instant::now();
        std::hint::black_box(map.label(Movement::default()));
        millis(begun)
    });
    let maps = maps.fold(f64::MAX, f64::min);
    [
        maps,
        labels,
        first(&pocket, true, 1),
        first(&half, true, 1),
        first(&open, false, 1),
        first(&half, true, 2),
    ]
}

fn millis(begun: Instant) -> f64 {
    begun.elapsed().as_secs_f64() * 1e3
}
