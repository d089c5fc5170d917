//! Cost fields: building, repair after edits, memory.

use gridwalk_crowd::{CrowdRules, Goal, UnderWall};
use gridwalk_pathfinding::{
    Cell, FieldLayers, FieldMemory, FieldRules, GoalField, Grid, GridEdit, Map, Movement,
};
use gridwalk_testing::Rng;

use crate::support::{Samples, Scene, count, free_cells, open_grid, random_grid, time};
use crate::table::{Limit, Table};

fn rules(movement: Movement) -> FieldRules {
    FieldRules {
        movement,
        steps: CrowdRules::STEP_COSTS,
        ..FieldRules::default()
    }
}

fn maps() -> [(&'static str, Grid); 3] {
    [
        ("open 256²", open_grid(256)),
        ("256², 10 % walls", random_grid(9, 256, 10, 1)),
        ("open 256², terrain of 1 to 5", random_grid(9, 256, 0, 5)),
    ]
}

/// G11: repair of one field after an edit of one cell.
pub fn repair(table: &mut Table) {
    if !table.wants(&["G11"]) {
        return;
    }
    for (name, mut grid) in maps() {
        let mut rng = Rng(1);
        let goals = free_cells(&mut rng, &grid, 32);
        let mut layers = FieldLayers::new(&grid, rules(Movement::default()));
        let mut memory = FieldMemory::default();
        let build = |goal: &Cell| {
            let mut field = GoalField::new(&layers, &[*goal]).expect("it is inside");
            field.advance(&layers, &mut FieldMemory::default(), u64::MAX);
            field
        };
        let mut fields: Vec<GoalField> = goals.iter().map(build).collect();
        let mut times = Vec::new();
        for _ in 0..200 {
            let cell = rng.free_cell(&grid).expect("most cells are free");
            if goals.contains(&cell) {
                continue;
            }
            let mut edit = GridEdit::block([cell]);
            // A wall, and the cell as it was.
            for _ in 0..2 {
                let change = grid.apply(&edit).expect("it is inside");
                let change = change.expect("it changes the cell");
                edit = change.inverse();
                layers.apply_change(&grid, &change);
                for field in &mut fields {
                    times.push(time(|| field.advance(&layers, &mut memory, u64::MAX)) * 1e3);
                }
            }
        }
        let times = Samples::new(times);
        let on = format!("{name}, one cell: repair of a field");
        let more = "with the time that reading the clock takes";
        table.row("G11", &on, Limit::Most(2.5), times.median(), "µs", more);
        let (late, most) = (times.percentile(95), times.max());
        table.row("G11", &on, Limit::Most(100.0), late, "µs (p95)", "");
        table.row("G11", &on, Limit::Most(1000.0), most, "µs (most)", "");
    }
}

/// G12: a brush over the ways of a crowd with many fields.
pub fn brush(table: &mut Table) {
    if !table.wants(&["G12"]) {
        return;
    }
    for (name, grid) in maps() {
        for (words, work) in [("at once", u64::MAX), ("in slices", 1 << 14)] {
            let BrushTimes { sums, slices, late } = paint(&grid, work);
            let (sums, slices) = (Samples::new(sums), Samples::new(slices));
            let on = format!("{name}, 8 × 8 cells, 64 fields, {words}");
            let more = format!("{}; at most {late} ticks", sums.words());
            if work == u64::MAX {
                let late = sums.percentile(95);
                table.row("G12", &on, Limit::Most(8.0), late, "ms (p95)", &more);
            } else {
                let late = slices.percentile(95);
                table.row("G12", &on, Limit::Most(2.0), late, "ms a tick (p95)", &more);
            }
        }
    }
}

/// Milliseconds of edits and of the ticks until no work is left.
#[derive(Default)]
struct BrushTimes {
    /// All of them together, for each edit.
    sums: Vec<f64>,
    /// The longest tick after each edit, the first one with the edit itself.
    slices: Vec<f64>,
    /// Maximum number of ticks after an edit.
    late: u64,
}

/// Paints squares of walls and takes them back, on a map with 1,000 agents and 64 goals.
fn paint(grid: &Grid, work: u64) -> BrushTimes {
    let mut rng = Rng(1);
    let starts = free_cells(&mut rng, grid, 1000);
    let goals = free_cells(&mut rng, grid, 64);
    let mut scene = Scene::new(grid, Movement::default(), &starts);
    for at in 0..scene.agents.len() {
        scene.send(scene.agents[at], Goal::Visit(goals[at % 64]));
    }
    let mut map = Map::new(grid.clone());
    scene.tick();
    let mut times = BrushTimes::default();
    for round in 0..60 {
        let (x, y) = (rng.below(248), rng.below(248));
        let cells = (0..64).map(|at| Cell::new(x + at % 8, y + at / 8));
        let mut edit = GridEdit::block(cells.filter(|cell| !goals.contains(cell)));
        for _ in 0..2 {
            let Some(change) = map.apply(&edit).expect("it is inside") else {
                continue;
            };
            edit = change.inverse();
            let before = scene.crowd.now();
            let mut slices = vec![time(|| {
                let pushed = scene.crowd.edit(&[map.grid()], &change, UnderWall::PushOut);
                pushed.expect("there is room").len()
            })];
            loop {
                slices.push(time(|| scene.crowd.tick(&[map.grid()], work).steps.len()));
                for agent in scene.crowd.moves().arrived.clone() {
                    scene.send(agent, Goal::Visit(goals[round % 64]));
                }
                if scene.crowd.work_left() == 0 {
                    break;
                }
            }
            times.late = times.late.max(scene.crowd.now() - before);
            times.sums.push(slices.iter().sum::<f64>());
            let first = slices[0] + slices[1];
            times.slices.push(slices.into_iter().fold(first, f64::max));
        }
    }
    times
}

/// G13: building a field.
pub fn build(table: &mut Table) {
    if !table.wants(&["G13"]) {
        return;
    }
    for ((name, grid), limit) in maps().into_iter().zip([0.8, 0.8, 1.5]) {
        let layers = FieldLayers::new(&grid, rules(Movement::default()));
        let goals = free_cells(&mut Rng(1), &grid, 64);
        let mut field = GoalField::new(&layers, &goals[..1]).expect("it is inside");
        let mut memory = FieldMemory::default();
        let (mut times, mut slices) = (Vec::new(), Vec::new());
        for goal in &goals {
            field.reset(&layers, &[*goal]).expect("it is inside");
            times.push(time(|| field.advance(&layers, &mut memory, u64::MAX)));
            field.reset(&layers, &[*goal]).expect("it is inside");
            while !field.is_current(&layers) {
                slices.push(time(|| field.advance(&layers, &mut memory, 1 << 13)));
            }
        }
        let (times, slices) = (Samples::new(times), Samples::new(slices));
        let on = format!("{name}: a field");
        let more = times.words();
        table.row("G13", &on, Limit::Most(limit), times.median(), "ms", &more);
        let on = format!("{name}: a slice of a field, 8,192 expansions");
        let late = slices.percentile(99);
        table.row("G13", &on, Limit::Most(0.5), late, "ms (p99)", "");
    }
}

/// G15: memory of fields.
pub fn memory(table: &mut Table) {
    if !table.wants(&["G15"]) {
        return;
    }
    let grid = random_grid(9, 256, 10, 1);
    let layers = FieldLayers::new(&grid, rules(Movement::default()));
    let mut field = GoalField::new(&layers, &[Cell::new(9, 9)]).expect("it is inside");
    field.advance(&layers, &mut FieldMemory::default(), u64::MAX);
    let cells = count(grid.cell_count());
    // A frame of one cell around the map is part of the memory.
    let frame = 258.0 * 258.0 / 65_536.0;
    let of_field = count(field.bytes()) / cells;
    let of_layers = count(layers.bytes()) / cells;
    let on = "256²: bytes a cell";
    table.row(
        "G15",
        &format!("{on} of a field"),
        Limit::Most(5.0 * frame),
        of_field,
        "",
        "",
    );
    table.row(
        "G15",
        &format!("{on} of all layers"),
        Limit::Most(4.0 * frame),
        of_layers,
        "",
        "",
    );
    let all = count(layers.bytes() + 200 * field.bytes()) / f64::from(1 << 20);
    table.row("G15", "256²: 200 fields", Limit::Most(64.0), all, "MiB", "");
}
