//! Goal fields on maps of 256 × 256 cells: time to build one, to repair one after edits, and to
//! read one.
//!
//! Run with `cargo bench -p gridwalk_pathfinding --bench fields -- [TERRAIN]`.

use std::hint::black_box;
use std::time::Instant;

use gridwalk_pathfinding::{
    Cell, CostRule, FieldLayers, FieldMemory, FieldRules, GoalField, Grid, GridEdit, Movement,
    Terrain, TerrainId,
};

const SIDE: u32 = 256;

/// Number of fields on one map, each with a different goal.
const FIELDS: usize = 16;
/// Number of builds of a field; the least time counts.
const ROUNDS: usize = 20;
/// Number of edits of each kind.
const EDITS: usize = 200;
/// Number of cells read.
const READS: usize = 100_000;

/// A seeded random generator: splitmix64.
struct Rng(u64);

impl Rng {
    fn below(&mut self, n: u32) -> u32 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        u32::try_from((((z ^ (z >> 31)) >> 32) * u64::from(n)) >> 32).expect("below n")
    }

    fn cell(&mut self, grid: &Grid) -> Cell {
        let cells = (0..1000).map(|_| {
            Cell::new(
                self.below(SIDE - 8).cast_signed(),
                self.below(SIDE - 8).cast_signed(),
            )
        });
        let mut free = cells.filter(|&cell| grid.is_walkable(cell));
        free.next().expect("most cells are free")
    }
}

/// Returns a map of a kind; walls are the last terrain.
fn grid(kind: &str) -> Grid {
    let mut rng = Rng(3);
    let patches: Vec<u32> = (0..1024).map(|_| rng.below(5)).collect();
    let mut legend: Vec<Terrain> = (1..=5)
        .map(|cost| Terrain {
            cost: Some(cost),
            ..Terrain::floor()
        })
        .collect();
    legend.push(Terrain::wall());
    let terrain = |at: u32| {
        let (x, y) = (at % SIDE, at / SIDE);
        let patch = patches[((x / 16 * 37 + y / 16 * 101) % 1024) as usize];
        let is_wall = match kind {
            "patches and walls" => rng.below(5) == 0,
            "rooms" => x % 16 == 0 && y % 16 != 8 || y % 16 == 0 && x % 16 != 8,
            "walls" | "weights and walls" => rng.below(10) == 0,
            _ => false,
        };
        let terrain = match kind {
            _ if is_wall => 5,
            "plain" | "walls" => 0,
            "weights" | "weights and walls" => rng.below(5),
            _ => patch,
        };
        TerrainId(u8::try_from(terrain).expect("six terrains"))
    };
    Grid::new(SIDE, SIDE, (0..SIDE * SIDE).map(terrain).collect(), legend).expect("it fits")
}

/// Returns the microseconds that `run` takes.
fn micros<T>(run: impl FnOnce() -> T) -> f64 {
    let begun = Instant::now();
    black_box(run());
    begun.elapsed().as_secs_f64() * 1e6
}

fn main() {
    println!(
        "µs a field: build (least of {ROUNDS}); repair (median, 95 %, most of {FIELDS} fields × {EDITS} edits)"
    );
    println!("ns a cell: costs around a cell, next cell");
    println!(
        "{:<18} {:<13} {:<18} {:>6} {:>21} {:>21} {:>21} {:>6} {:>6}",
        "terrain", "cost", "movement", "build", "wall", "free", "8 × 8", "around", "next"
    );
    let wanted = std::env::args().skip(1).find(|arg| !arg.starts_with('-'));
    let kinds = [
        "plain",
        "walls",
        "weights",
        "weights and walls",
        "patches",
        "patches and walls",
        "rooms",
    ];
    for kind in kinds
        .into_iter()
        .filter(|kind| wanted.as_ref().is_none_or(|wanted| wanted == kind))
    {
        for (cost_rule, movement) in [
            (CostRule::Entered, Movement::default()),
            (CostRule::MeanTouched, Movement::default()),
            (CostRule::Entered, Movement::Four),
        ] {
            let rules = FieldRules {
                movement,
                cost_rule,
                ..FieldRules::default()
            };
            let (cost_rule, movement) = (cost_rule.name(), movement.name());
            print!("{kind:<18} {cost_rule:<13} {movement:<18}");
            measure(grid(kind), rules);
        }
    }
}

/// Measures a field: built, then repaired after edits.
///
/// The edits: a cell becomes a wall, becomes free again, and a brush of walls.
fn measure(mut grid: Grid, rules: FieldRules) {
    let (mut rng, mut memory) = (Rng(4), FieldMemory::default());
    let mut layers = FieldLayers::new(&grid, rules);
    let goals: Vec<Cell> = (0..FIELDS).map(|_| rng.cell(&grid)).collect();
    let mut fields: Vec<GoalField> = Vec::new();
    let mut built = f64::MAX;
    for goal in &goals {
        let mut field = GoalField::new(&layers, &[*goal]).expect("inside");
        for _ in 0..ROUNDS {
            field.reset(&layers, &[*goal]).expect("inside");
            built = built.min(micros(|| field.advance(&layers, &mut memory, u64::MAX)));
        }
        fields.push(field);
    }
    print!(" {built:>6.0}");
    let mut times = [const { Vec::new() }; 3];
    for edit in 0..2 * EDITS {
        let side = if edit % 2 == 0 { 1 } else { 8 };
        let at = rng.cell(&grid);
        let brush = (0..side * side).map(|n| Cell::new(at.x + n % side, at.y + n / side));
        let cells = brush
            .filter(|cell| !goals.contains(cell))
            .map(|cell| (cell, TerrainId(5)))
            .collect();
        let Some(change) = grid.apply(&GridEdit::of_cells(cells)).expect("valid") else {
            continue;
        };
        layers.apply_change(&grid, &change);
        let mut repair = |layers: &FieldLayers, times: &mut Vec<f64>| {
            times.extend(
                fields
                    .iter_mut()
                    .map(|field| micros(|| field.advance(layers, &mut memory, u64::MAX))),
            );
        };
        repair(&layers, &mut times[if side == 1 { 0 } else { 2 }]);
        let back = grid
            .apply(&change.inverse())
            .expect("valid")
            .expect("it changes what was changed");
        layers.apply_change(&grid, &back);
        repair(
            &layers,
            if side == 1 {
                &mut times[1]
            } else {
                &mut times[2]
            },
        );
    }
    for mut times in times {
        times.sort_by(f64::total_cmp);
        let [median, most] = [times.len() / 2, times.len() - 1].map(|at| times[at]);
        let late = times[times.len() * 95 / 100];
        print!(" {median:>6.1} {late:>6.0} {most:>7.0}");
    }
    let cells: Vec<Cell> = (0..READS).map(|_| rng.cell(&grid)).collect();
    let count = f64::from(u32::try_from(READS).expect("few"));
    let field = &fields[0];
    let around = micros(|| {
        cells
            .iter()
            .map(|cell| field.around(&layers, *cell).neighbors[0])
            .fold(0, u32::max)
    });
    let next = micros(|| {
        cells
            .iter()
            .filter_map(|cell| field.next(&layers, *cell))
            .map(|cell| cell.x)
            .max()
    });
    println!(" {:>6.1} {:>6.1}", around * 1e3 / count, next * 1e3 / count);
}
