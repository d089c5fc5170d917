//! What a flow field costs on maps of 256 × 256 cells: made from scratch, and brought up to date after edits.
//! `cargo bench -p gridwalk_pathfinding --bench fields`.

use std::time::Instant;

use gridwalk_pathfinding::{
    Algorithm, Cell, CostRule, FlowField, Grid, GridEdit, Movement, SearchOptions, Terrain, TerrainId,
};

const SIDE: u32 = 256;

/// A field is made so often; the least time counts.
const ROUNDS: usize = 40;
/// So many edits of each kind; of their times the one in the middle counts.
const EDITS: usize = 201;

/// Seeded numbers: splitmix64.
struct Rng(u64);

impl Rng {
    fn below(&mut self, n: u32) -> u32 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        u32::try_from((((z ^ (z >> 31)) >> 32) * u64::from(n)) >> 32).expect("below n")
    }

    fn cell(&mut self, grid: &Grid) -> Cell {
        let cells =
            (0..1000).map(|_| Cell::new(self.below(SIDE - 8).cast_signed(), self.below(SIDE - 8).cast_signed()));
        let mut free = cells.filter(|&cell| grid.is_walkable(cell));
        free.next().expect("most cells are free")
    }
}

/// Walls are the last terrain.
fn grid(kind: &str) -> Grid {
    let mut rng = Rng(3);
    let patches: Vec<u32> = (0..1024).map(|_| rng.below(5)).collect();
    let mut legend: Vec<Terrain> = (1..=5).map(|cost| Terrain { cost: Some(cost), ..Terrain::floor() }).collect();
    legend.push(Terrain::wall());
    let terrain = |at: u32| {
        let (x, y) = (at % SIDE, at / SIDE);
        let patch = patches[((x / 16 * 37 + y / 16 * 101) % 1024) as usize];
        let is_wall = match kind {
            "patches and walls" => rng.below(5) == 0,
            "rooms" => x % 16 == 0 && y % 16 != 8 || y % 16 == 0 && x % 16 != 8,
            _ => false,
        };
        let terrain = match kind {
            _ if is_wall => 5,
            "plain" => 0,
            "any cost" => rng.below(5),
            _ => patch,
        };
        TerrainId(u8::try_from(terrain).expect("six terrains"))
    };
    Grid::new(SIDE, SIDE, (0..SIDE * SIDE).map(terrain).collect(), legend).expect("it fits")
}

/// Microseconds that something takes.
fn micros<T>(what: impl FnOnce() -> T) -> f64 {
    let begun = Instant::now();
    std::hint::black_box(what());
    begun.elapsed().as_secs_f64() * 1e6
}

fn main() {
    println!(
        "µs a field: made (least of {ROUNDS}), after an edit (median of {EDITS}), and how many of these take as long as one made"
    );
    println!(
        "{:<18} {:<13} {:<24} {:>8} {:>14} {:>14} {:>14}",
        "terrain", "cost", "movement", "made", "wall", "free", "8 × 8"
    );
    for kind in ["plain", "patches", "patches and walls", "rooms", "any cost"] {
        for (cost_rule, movement) in [
            (CostRule::Entered, Movement::default()),
            (CostRule::MeanTouched, Movement::default()),
            (CostRule::Entered, Movement::Four),
        ] {
            let options = SearchOptions { movement, cost_rule, ..Algorithm::FlowField.into() };
            let [made, rest @ ..] = measure(grid(kind), &options);
            let rest = rest.map(|time| format!("{:>8.1} {:>4.0}×", time, made / time)).join(" ");
            let (cost_rule, movement) = (cost_rule.name(), movement.name());
            println!("{kind:<18} {cost_rule:<13} {movement:<24} {made:>8.0} {rest}");
        }
    }
}

/// A field made, a cell that becomes a wall, one that becomes free again, and a brush of walls.
fn measure(mut grid: Grid, options: &SearchOptions) -> [f64; 4] {
    let mut rng = Rng(4);
    let goal = rng.cell(&grid);
    let made = (0..ROUNDS).map(|_| micros(|| FlowField::new(&grid, goal, options))).fold(f64::MAX, f64::min);
    let mut field = FlowField::new(&grid, goal, options).expect("a field");
    let mut times = [const { Vec::new() }; 3];
    for edit in 0..2 * EDITS {
        let side = if edit % 2 == 0 { 1 } else { 8 };
        let at = rng.cell(&grid);
        let brush = (0..side * side).map(|n| Cell::new(at.x + n % side, at.y + n / side));
        let cells = brush.filter(|cell| *cell != goal).map(|cell| (cell, TerrainId(5))).collect();
        let Some(change) = grid.apply(&GridEdit::of_cells(cells)).expect("valid") else { continue };
        let changed: Vec<Cell> = change.cells.iter().map(|change| change.cell).collect();
        times[if side == 1 { 0 } else { 2 }].push(micros(|| field.follow(&grid, changed.iter().copied())));
        grid.apply(&change.inverse()).expect("valid");
        let time = micros(|| field.follow(&grid, changed));
        if side == 1 {
            times[1].push(time);
        }
    }
    let [wall, free, brush] = times.map(|mut times| {
        times.sort_by(f64::total_cmp);
        times[times.len() / 2]
    });
    [made, wall, free, brush]
}
