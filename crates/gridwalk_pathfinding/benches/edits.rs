//! The cost of an edit of one cell, with all derived data kept up to date.
//!
//! The derived data: tile versions, the ends of jumps, region labels, the view of an agent, and a
//! held snapshot. Run with `cargo bench -p gridwalk_pathfinding --bench edits`.
#![expect(clippy::cast_precision_loss, reason = "means of times")]

use std::time::{Duration, Instant};

use gridwalk_pathfinding::{
    AgentProfile, Algorithm, Cell, Grid, GridEdit, KeepOffWalls, Map, Movement, Path, PathQuery,
    Planner, Terrain, TerrainId, View, nearest_cell,
};
use gridwalk_testing::Rng;

/// Number of edits for each figure; each is undone by the next, so that the map stays the same.
const EDITS: u32 = 200_000;

/// Number of rounds. For each run of `IN_A_ROW` edits the fastest time counts, as least disturbed.
const ROUNDS: u32 = 5;
const IN_A_ROW: usize = 1000;

fn main() {
    println!(
        "ns per edit of one cell (mean of {EDITS}, each {IN_A_ROW} in the fastest of {ROUNDS} rounds); the last columns say what is kept up"
    );
    println!(
        "{:<12} {:>6} {:>8} {:>8} {:>8} {:>8} {:>10} {:>10} {:>22}",
        "map",
        "side",
        "grid",
        "map",
        "jumps",
        "labels",
        "all, view",
        "off walls",
        "a quarter of the map"
    );
    for kind in ["open", "random 10 %", "random 30 %", "rooms"] {
        for side in [256, 2048, 4096] {
            let kept = [
                Kept::Grid,
                Kept::Tiles,
                Kept::Jumps,
                Kept::Labels,
                Kept::All,
                Kept::OffWalls,
            ];
            let [grid, map, jumps, labels, all, off_walls] =
                kept.map(|kept| measure(kind, side, kept));
            let bulk = bulk(kind, side);
            println!(
                "{kind:<12} {side:>6} {grid:>8.0} {map:>8.0} {jumps:>8.0} {labels:>8.0} {all:>10.0} {off_walls:>10.0} {bulk:>22.1}"
            );
        }
    }
    println!(
        "\nns of single edits with jumps and labels, each the fastest of {ROUNDS}; how many of {} dropped the labels; and ns per changed cell of patches of 100 × 100, the fastest of 20",
        EDITS / 10
    );
    println!(
        "{:<12} {:>6} {:>8} {:>8} {:>10} {:>8} {:>12} {:>12}",
        "map", "side", "median", "p99", "longest", "dropped", "to walls", "to 40 %"
    );
    for kind in ["random 10 %", "random 40 %"] {
        for side in [256, 512, 2048] {
            let ([median, p99, longest], dropped) = spread(kind, side);
            let [walls, dense] = [100, 40].map(|percent| patch(kind, side, percent));
            println!(
                "{kind:<12} {side:>6} {median:>8.0} {p99:>8.0} {longest:>10.0} {dropped:>8} {walls:>12.1} {dense:>12.1}"
            );
        }
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Kept {
    Grid,
    Tiles,
    Jumps,
    Labels,
    All,
    /// The map's tiles, and the view of an agent that keeps off walls.
    OffWalls,
}

/// Returns the map, and a random generator for its edits.
fn grid_of(kind: &str, side: u32) -> (Grid, Rng) {
    let mut rng = Rng(7);
    let is_wall = |cell: Cell, rng: &mut Rng| match kind {
        "open" => false,
        "random 10 %" => rng.below(100_u32) < 10,
        "random 30 %" => rng.below(100_u32) < 30,
        "random 40 %" => rng.below(100_u32) < 40,
        _ => (cell.x % 16 == 0 && cell.y % 16 != 8) || (cell.y % 16 == 0 && cell.x % 16 != 8),
    };
    let mut cells = Vec::with_capacity(side as usize * side as usize);
    for y in 0..side.cast_signed() {
        cells.extend(
            (0..side.cast_signed())
                .map(|x| TerrainId(u8::from(is_wall(Cell::new(x, y), &mut rng)))),
        );
    }
    let grid =
        Grid::new(side, side, cells, vec![Terrain::floor(), Terrain::wall()]).expect("it fits");
    (grid, rng)
}

/// Makes the map derive the ends of straight jumps.
fn ask(map: &Map) {
    let free = nearest_cell(map.grid(), Cell::new(0, 0), |cell| {
        map.grid().is_walkable(cell)
    })
    .expect("a free cell");
    let query = PathQuery::new(free, free, Algorithm::Auto);
    Planner::default().path(map, &query, &mut Path::default());
}

/// Returns nanoseconds per cell of an edit that makes walls of a quarter of the map, and of its
/// inverse.
fn bulk(kind: &str, side: u32) -> f64 {
    let mut map = Map::new(grid_of(kind, side).0);
    ask(&map);
    map.label(Movement::default());
    let half = side.cast_signed() / 2;
    let square = (0..half * half).map(|at| Cell::new(half / 2 + at % half, half / 2 + at / half));
    let mut edit = GridEdit::of_cells(square.map(|cell| (cell, TerrainId(1))).collect());
    let time = |_| {
        let start = Instant::now();
        let change = map.apply(&edit).expect("valid").expect("cells change");
        let took = start.elapsed().as_secs_f64() * 1e9 / edit.cells.len() as f64;
        edit = change.inverse();
        took
    };
    (0..20).map(time).fold(f64::MAX, f64::min)
}

/// Returns nanoseconds of single edits: the median, the 99th percentile, and the most; and how many
/// of them dropped the labels, which are made again before the next edit.
fn spread(kind: &str, side: u32) -> ([f64; 3], u32) {
    let (grid, mut rng) = grid_of(kind, side);
    let mut map = Map::new(grid);
    ask(&map);
    map.label(Movement::default());
    let cells: Vec<_> = (0..EDITS / 20).map(|_| rng.cell(map.grid())).collect();
    let mut best = vec![Duration::MAX; 2 * cells.len()];
    let mut dropped = 0;
    for _ in 0..ROUNDS {
        for (best, cell) in best.as_chunks_mut::<2>().0.iter_mut().zip(&cells) {
            let before = map.grid().terrain_id(*cell).expect("inside");
            for (best, terrain) in best.iter_mut().zip([TerrainId(1 - before.0), before]) {
                let edit = GridEdit::set(*cell, terrain);
                let start = Instant::now();
                let change = map.apply(&edit);
                *best = start.elapsed().min(*best);
                assert!(change.is_ok_and(|change| change.is_some()));
                if map.regions(Movement::default()).is_none() {
                    map.label(Movement::default());
                    dropped += 1;
                }
            }
        }
    }
    best.sort_unstable();
    let figures = [best.len() / 2, best.len() * 99 / 100, best.len() - 1];
    (
        figures.map(|at| best[at].as_nanos() as f64),
        dropped / ROUNDS,
    )
}

/// Returns nanoseconds per changed cell of an edit that makes walls of `percent` of a square in the
/// middle of the map, and floor of the rest.
fn patch(kind: &str, side: u32, percent: u32) -> f64 {
    let (grid, mut rng) = grid_of(kind, side);
    let mut map = Map::new(grid);
    ask(&map);
    let first = side.cast_signed() / 2 - 50;
    let cells = (0..10_000).map(|at| Cell::new(first + at % 100, first + at / 100));
    let there = cells.map(|cell| (cell, TerrainId(u8::from(rng.below(100_u32) < percent))));
    let there = GridEdit::of_cells(there.collect());
    let time = |_| {
        map.label(Movement::default());
        let start = Instant::now();
        let change = map.apply(&there).expect("valid").expect("cells change");
        let took = start.elapsed().as_secs_f64() * 1e9 / change.cells.len() as f64;
        map.apply(&change.inverse()).expect("valid");
        took
    };
    (0..20).map(time).fold(f64::MAX, f64::min)
}

/// Returns nanoseconds per edit.
fn measure(kind: &str, side: u32, kept: Kept) -> f64 {
    let (mut grid, mut rng) = grid_of(kind, side);
    let mut edits = Vec::new();
    for _ in 0..EDITS / 2 {
        let cell = rng.cell(&grid);
        let before = grid.terrain_id(cell).expect("inside");
        edits.extend([TerrainId(1 - before.0), before].map(|terrain| GridEdit::set(cell, terrain)));
    }
    if kept == Kept::Grid {
        return fastest(&edits, |edit| {
            grid.apply(edit).expect("valid");
        });
    }
    let mut map = Map::new(grid);
    if matches!(kept, Kept::Jumps | Kept::All) {
        ask(&map);
    }
    if matches!(kept, Kept::Labels | Kept::All) {
        map.label(Movement::default());
    }
    let mut profile = AgentProfile {
        size: 2,
        ..AgentProfile::default()
    };
    if kept == Kept::OffWalls {
        profile = AgentProfile {
            keep_off_walls: KeepOffWalls::new(2, 3),
            ..AgentProfile::default()
        };
    }
    let mut view = View::new(map.grid(), profile);
    let held = map.snapshot();
    let nanoseconds = fastest(&edits, |edit| {
        let change = map.apply(edit).expect("valid").expect("a cell changes");
        if matches!(kept, Kept::All | Kept::OffWalls) {
            view.update(map.grid(), &change);
        }
    });
    assert!(
        !matches!(kept, Kept::Labels | Kept::All) || map.regions(Movement::default()).is_some(),
        "labels were forgotten"
    );
    assert_eq!(
        (map.copies_made(), held.cells()),
        (1, map.grid().cells()),
        "all is undone, and nothing was copied"
    );
    nanoseconds
}

/// Returns nanoseconds per edit.
fn fastest(edits: &[GridEdit], mut apply: impl FnMut(&GridEdit)) -> f64 {
    let mut best = vec![Duration::MAX; edits.len() / IN_A_ROW];
    for _ in 0..ROUNDS {
        for (best, edits) in best.iter_mut().zip(edits.chunks_exact(IN_A_ROW)) {
            let start = Instant::now();
            edits.iter().for_each(&mut apply);
            *best = start.elapsed().min(*best);
        }
    }
    best.iter().sum::<Duration>().as_secs_f64() * 1e9 / f64::from(EDITS)
}
