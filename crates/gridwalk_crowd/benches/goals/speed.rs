//! Time and memory of a tick.

use std::num::NonZeroU16;

use gridwalk_crowd::{Goal, NewAgent, State};
use gridwalk_pathfinding::{Cell, Grid, Movement};
use gridwalk_testing::Rng;
use stats_alloc::Region;

use crate::MEMORY;
use crate::support::{
    Samples, Scene, count, free_cells, largest_part, open_grid, published_map, random_grid,
    steps_to, time, walkers,
};
use crate::table::{Limit, Table};

/// Microseconds of pibt2 for each agent and step, on other instances of the same kind and on a
/// similar machine.
const PIBT2: [(&str, f64); 2] = [("warehouse-20-40-10-2-2", 0.58), ("den520d", 0.74)];

/// Microseconds of `bevy_northstar` 0.7 for each step of an agent.
const NORTHSTAR: f64 = 207.0;

/// G1: each agent has a goal of its own.
pub fn distinct_goals(table: &mut Table) {
    if !table.wants(&["G1"]) {
        return;
    }
    for (name, pibt2) in PIBT2 {
        let Some(grid) = published_map(name) else {
            table.without("G1", "needs the published maps in ../shared");
            continue;
        };
        let grid = largest_part(&grid);
        let mut rng = Rng(1);
        let starts = free_cells(&mut rng, &grid, 1000);
        let goals = free_cells(&mut rng, &grid, 1000);
        let mut scene = Scene::new(&grid, Movement::Four, &starts);
        for (at, goal) in goals.into_iter().enumerate() {
            scene.send(scene.agents[at], Goal::Exact(goal));
        }
        let fields = scene.tick();
        let times = scene.finish(2000);
        let (home, ticks) = (scene.home(), times.len());
        let figure = times.iter().sum::<f64>() * 1e3 / count(1000 * ticks);
        table.row(
            "G1",
            &format!("{name}, 1,000 agents, a goal each: µs an agent and tick"),
            Limit::Most(pibt2 / 5.0),
            figure,
            "µs",
            &format!(
                "{:.1} times as fast as pibt2; {home} home after {ticks} ticks; fields {fields:.0} ms",
                pibt2 / figure
            ),
        );
    }
}

/// G2 and G14: agents that walk between shared goals.
pub fn shared_goals(table: &mut Table) {
    if !table.wants(&["G2", "G14"]) {
        return;
    }
    for (name, grid) in [
        ("open 256²", open_grid(256)),
        ("256², 10 % walls", random_grid(9, 256, 10, 1)),
    ] {
        for movement in [Movement::default(), Movement::Four] {
            let (mut scene, goals) = walkers(&grid, movement, 10_000, 64);
            let mut rng = Rng(4);
            scene.walk_on(20, |_| Goal::Visit(rng.pick(&goals)));
            let before = scene.crowd.now();
            let (times, arrivals) = scene.walk_on(300, |_| Goal::Visit(rng.pick(&goals)));
            let ticks = scene.crowd.now() - before;
            let times = Samples::new(times);
            let on = format!("{name}, {}, 10,000 agents, 64 goals", movement.name());
            let more = format!(
                "{:.0} goals a tick; {:.0} times as cheap a move as northstar; {}",
                count(arrivals) / count(ticks),
                NORTHSTAR / (times.mean() / 10.0),
                times.words()
            );
            table.row("G2", &on, Limit::Most(3.0), times.median(), "ms", &more);
            let ratio = times.percentile(99) / times.median();
            table.row("G14", &on, Limit::Most(4.0), ratio, "× median (p99)", "");
            plan_share(table, &on, &scene);
        }
    }
}

/// Prints the share of searches for plans in the work of a scene.
pub fn plan_share(table: &mut Table, on: &str, scene: &Scene) {
    let (on, share) = (format!("{on}: work for plans"), scene.plan_share());
    table.row("Plans", &on, Limit::Most(2.0), share, "% of all", "");
}

/// G3 and G14: all agents are sent to one cell.
pub fn one_click(table: &mut Table) {
    if !table.wants(&["G3", "G14"]) {
        return;
    }
    let grid = open_grid(256);
    for movement in [Movement::Four, Movement::default()] {
        let starts = free_cells(&mut Rng(1), &grid, 10_000);
        let mut scene = Scene::new(&grid, movement, &starts);
        scene.click(Cell::new(100, 140));
        scene.tick();
        let times = Samples::new(scene.finish(1000));
        let on = format!("open 256², {}, 10,000 agents, one click", movement.name());
        let more = format!("{} home; {}", scene.home(), times.words());
        table.row(
            "G3",
            &on,
            Limit::Most(1.0),
            times.mean(),
            "ms (mean)",
            &more,
        );
        let ratio = times.max() / times.mean();
        table.row("G14", &on, Limit::Most(4.0), ratio, "× mean (most)", "");
    }
}

/// G5: a crowd at rest.
pub fn settled(table: &mut Table) {
    if !table.wants(&["G5"]) {
        return;
    }
    let grid = open_grid(1024);
    let goal = Cell::new(512, 512);
    let steps = steps_to(&grid, &[goal]);
    let mut cells: Vec<Cell> = gridwalk_testing::cells(&grid).collect();
    cells.sort_by_key(|cell| steps[crate::support::index(&grid, *cell)]);
    cells.truncate(100_000);
    let mut scene = Scene::new(&grid, Movement::Four, &cells);
    scene.click(goal);
    scene.finish(100);
    let home = scene.home();
    let times = Samples::new((0..100).map(|_| scene.tick()).collect());
    table.row(
        "G5",
        "open 1024², 100,000 agents at rest: a tick",
        Limit::Most(0.1),
        times.percentile(99),
        "ms (p99)",
        &format!("{home} home"),
    );
}

/// G16: from the click to the first step.
pub fn first_step(table: &mut Table) {
    if !table.wants(&["G16"]) {
        return;
    }
    let grid = open_grid(256);
    let starts = free_cells(&mut Rng(1), &grid, 10_000);
    let (mut sends, mut ticks, mut moved) = (Vec::new(), Vec::new(), 0);
    for round in 0..5 {
        let mut scene = Scene::new(&grid, Movement::default(), &starts);
        scene.tick();
        sends.push(time(|| scene.click(Cell::new(100 + round, 140))));
        ticks.push(scene.tick());
        moved = scene.crowd.moves().steps.len();
    }
    let (sends, ticks) = (Samples::new(sends), Samples::new(ticks));
    table.row(
        "G16",
        "open 256², 10,000 agents, cold field: click and first tick",
        Limit::Most(4.0),
        sends.median() + ticks.median(),
        "ms",
        &format!(
            "orders {:.2} ms, tick {:.2} ms; {moved} step in the first tick",
            sends.median(),
            ticks.median()
        ),
    );
}

/// G18: memory that warm ticks allocate.
pub fn allocations(table: &mut Table) {
    if !table.wants(&["G18"]) {
        return;
    }
    let allocated = |scene: &mut Scene, ticks: usize, next: &mut dyn FnMut() -> Option<Goal>| {
        let mut most = 0;
        for _ in 0..ticks {
            let before = Region::new(MEMORY);
            scene.tick();
            let change = before.change();
            most = most.max(change.allocations + change.reallocations);
            for agent in scene.crowd.moves().arrived.clone() {
                if let Some(goal) = next() {
                    scene.send(agent, goal);
                }
            }
        }
        count(most)
    };
    let (mut scene, goals) = walkers(&open_grid(64), Movement::default(), 400, 16);
    let mut rng = Rng(4);
    let mut next = || Some(Goal::Visit(rng.pick(&goals)));
    allocated(&mut scene, 1000, &mut next);
    let most = allocated(&mut scene, 400, &mut next);
    let on = "open 64², 400 agents, 16 goals: allocations of a warm tick";
    table.row("G18", on, Limit::Most(0.0), most, "(most)", "");
    let grid = largest_part(&random_grid(5, 64, 20, 1));
    let (mut scene, goals) = walkers(&grid, Movement::Four, 900, 64);
    let mut next = || Some(Goal::Visit(rng.pick(&goals)));
    allocated(&mut scene, 1000, &mut next);
    let most = allocated(&mut scene, 1000, &mut next);
    let on = "64², 20 % walls, 900 agents with plans: allocations of a warm tick";
    table.row("G18", on, Limit::Most(0.0), most, "(most)", "");
    let on = "64², 20 % walls, 900 agents, 64 goals";
    plan_share(table, on, &scene);
}

/// G19: the same run on several threads.
pub fn threads(table: &mut Table) {
    if !table.wants(&["G19"]) {
        return;
    }
    let grid = random_grid(9, 128, 10, 3);
    let run = || {
        let (mut scene, goals) = walkers(&grid, Movement::default(), 3000, 64);
        let mut rng = Rng(4);
        scene.walk_on(300, |_| Goal::Visit(rng.pick(&goals)));
        scene.crowd.hash()
    };
    let hashes: Vec<u64> = [1, 2, 8]
        .into_iter()
        .flat_map(|threads| {
            std::thread::scope(|scope| {
                let runs: Vec<_> = (0..threads).map(|_| scope.spawn(run)).collect();
                runs.into_iter()
                    .map(|run| run.join().expect("it does not panic"))
                    .collect::<Vec<_>>()
            })
        })
        .collect();
    let others = hashes.iter().filter(|hash| **hash != hashes[0]).count();
    table.row(
        "G19",
        "128², 10 % walls, 3,000 agents: other hashes on 1, 2 and 8 threads",
        Limit::Most(0.0),
        count(others),
        "runs",
        &format!("hash {:#018x}", hashes[0]),
    );
}

/// Walls around places for stuck agents, above open ground: pockets nobody gets into, and corridors
/// for two who cannot pass each other.
fn prison(stuck: usize) -> (Grid, Vec<Cell>) {
    let side = 256;
    let mut costs = vec![1; side * side];
    let mut cells = Vec::new();
    for number in 0..stuck / 2 {
        let (x, y) = (number % 32 * 8, number / 32 * 2);
        for at in 0..8 {
            costs[(y + 1) * side + x + at] = 0;
        }
        costs[y * side + x + 7] = 0;
        let cell = |x: usize| {
            let x = i32::try_from(x).expect("it is small");
            Cell::new(x, i32::try_from(y).expect("it is small"))
        };
        cells.extend([cell(x), cell(x + 6)]);
    }
    let (width, height) = (256, 256);
    let grid = Grid::from_costs(width, height, &costs).expect("the size is legal");
    (grid, cells)
}

/// G24: agents that cannot get anywhere.
pub fn stuck(table: &mut Table) {
    if !table.wants(&["G24"]) {
        return;
    }
    let (grid, prisoners) = prison(500);
    let outside = |cell: &Cell| cell.y > 20;
    let run = |stuck: Option<&str>| {
        let mut rng = Rng(1);
        let cells = free_cells(&mut rng, &grid, 65_536);
        let starts: Vec<Cell> = cells.into_iter().filter(outside).take(1064).collect();
        let (goals, starts) = starts.split_at(64);
        let mut scene = Scene::new(&grid, Movement::Four, starts);
        for at in 0..scene.agents.len() {
            scene.send(scene.agents[at], Goal::Visit(rng.pick(goals)));
        }
        if let Some(stuck) = stuck {
            for (at, cell) in prisoners.iter().enumerate() {
                let agent = scene.crowd.add(NewAgent {
                    ticks_per_cell: NonZeroU16::new(1),
                    ..NewAgent::at(*cell)
                });
                let goal = if stuck == "blocked" {
                    prisoners[at ^ 1]
                } else {
                    Cell::new(128, 200)
                };
                scene.send(agent.expect("the cell is free"), Goal::Cell(goal));
            }
        }
        scene.walk_on(200, |_| Goal::Visit(rng.pick(goals)));
        let (times, _) = scene.walk_on(400, |_| Goal::Visit(rng.pick(goals)));
        let is_stuck = |state| matches!(state, State::Blocked { .. } | State::Unreachable);
        let ids = scene.crowd.agents();
        let found = ids.filter(|id| is_stuck(scene.crowd.state(*id))).count();
        (Samples::new(times).median(), found)
    };
    let (without, _) = run(None);
    for words in ["unreachable", "blocked"] {
        let (with, found) = run(Some(words));
        table.row(
            "G24",
            &format!("open 256², 1,000 walk, 500 are {words}: a tick"),
            Limit::Most(1.2),
            with / without,
            "× without",
            &format!("{with:.3} ms, without {without:.3}; {found} are stuck"),
        );
    }
}
