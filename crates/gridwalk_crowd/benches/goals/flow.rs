//! Flow: goals reached in time, waits, doors and mixed speeds.

use std::num::NonZeroU16;

use gridwalk_crowd::{AgentId, Goal, NewAgent, State};
use gridwalk_pathfinding::{Cell, Grid, Movement};
use gridwalk_testing::Rng;
use gridwalk_testing::crowd::Run;
use gridwalk_testing::shipped_level;

use crate::support::{Samples, Scene, count, free_cells, open_grid, published_map, random_grid};
use crate::table::{Limit, Table};

/// Ticks before goals are counted.
const WARM_UP: usize = 100;

/// Sends each agent to random cells for ever. Returns the number of goals reached a tick, and the
/// times of ticks.
fn random_walk(scene: &mut Scene, warm_up: usize, ticks: usize) -> (f64, Samples) {
    let cells: Vec<Cell> = gridwalk_testing::cells(&scene.grid)
        .filter(|cell| scene.grid.is_walkable(*cell))
        .collect();
    let mut rng = Rng(3);
    for at in 0..scene.agents.len() {
        scene.send(scene.agents[at], Goal::Visit(rng.pick(&cells)));
    }
    scene.walk_on(warm_up, |_| Goal::Visit(rng.pick(&cells)));
    let (times, arrivals) = scene.walk_on(ticks, |_| Goal::Visit(rng.pick(&cells)));
    (count(arrivals) / count(ticks), Samples::new(times))
}

/// G9: goals reached a tick in a dense room.
pub fn lifelong(table: &mut Table) {
    if !table.wants(&["G9"]) {
        return;
    }
    let Some(grid) = published_map("random-32-32-20") else {
        table.without("G9", "needs the published maps in ../shared");
        return;
    };
    for (agents, limit) in [(400, 5.4), (800, 4.1)] {
        let starts = free_cells(&mut Rng(1), &grid, agents);
        let mut scene = Scene::new(&grid, Movement::Four, &starts);
        let (goals, times) = random_walk(&mut scene, WARM_UP, 1000);
        let on = format!("random-32-32-20, {agents} agents, new goals");
        table.row(
            "G9",
            &format!("{on}: goals a tick"),
            Limit::Least(limit),
            goals,
            "",
            "",
        );
        table.row(
            "G9",
            &format!("{on}: a tick"),
            Limit::Most(0.1),
            times.median(),
            "ms",
            &times.words(),
        );
    }
}

/// G20: waits where four streams cross.
pub fn crossing(table: &mut Table) {
    if !table.wants(&["G20"]) {
        return;
    }
    let mut run = Run::of_level(&shipped_level("crossing"));
    let all: Vec<AgentId> = run.crowd.agents().collect();
    let (mut waits, mut longest) = (vec![0_u32; all.len()], vec![0_u32; all.len()]);
    while !run.is_finished() && run.crowd.now() < 2000 {
        run.tick();
        for (agent, (wait, longest)) in all.iter().zip(waits.iter_mut().zip(&mut longest)) {
            let state = run.crowd.state(*agent);
            let is_waiting = matches!(state, State::Waiting { .. } | State::Blocked { .. });
            *wait = if is_waiting { *wait + 1 } else { 0 };
            *longest = (*longest).max(*wait);
        }
    }
    let longest = Samples::new(longest.into_iter().map(f64::from).collect());
    let ticks = run.crowd.now();
    table.row(
        "G20",
        "crossing, 1,000 agents: longest wait",
        Limit::Most(4.0),
        longest.max() / longest.median(),
        "× median",
        &format!("{} ticks, median {}", longest.max(), longest.median()),
    );
    let on = "crossing, 1,000 agents: ticks until all are home";
    table.row(
        "G20",
        on,
        Limit::Most(174.0),
        count(ticks),
        "ticks",
        "the deadline of the level: three times the longest way",
    );
}

/// G21: agents through a door while others queue.
pub fn doorway(table: &mut Table) {
    if !table.wants(&["G21"]) {
        return;
    }
    let mut run = Run::of_level(&shipped_level("doorway"));
    let all: Vec<AgentId> = run.crowd.agents().collect();
    let (mut passed, mut ticks, mut waited) = (0, 0, false);
    let has_passed = |run: &Run| {
        let cells = all.iter().map(|agent| run.crowd.cell(*agent));
        cells.filter(|cell| cell.x > 31).count()
    };
    while !run.is_finished() && run.crowd.now() < 1000 {
        let before = has_passed(&run);
        let queue = all
            .iter()
            .filter(|agent| (26..31).contains(&run.crowd.cell(**agent).x));
        let is_queue = queue.count() > 20;
        run.tick();
        // The first ones have to come to the door.
        waited |= has_passed(&run) > 0;
        if waited && is_queue {
            (passed, ticks) = (passed + has_passed(&run) - before, ticks + 1);
        }
    }
    table.row(
        "G21",
        "doorway, 424 agents, 4 cells wide: agents a tick and cell",
        Limit::Least(0.95),
        count(passed) / count(4 * ticks),
        "",
        &format!("{passed} in {ticks} ticks with a queue"),
    );
}

/// Paces of speeds 4, 3, 2 and 1.
const PACES: [u16; 4] = [12, 16, 24, 48];

/// G23: agents of several speeds, and terrain of several costs.
pub fn mixed_speeds(table: &mut Table) {
    if !table.wants(&["G23"]) {
        return;
    }
    let goals_per_hundred = |grid: &Grid, paces: &[u16]| {
        let starts = free_cells(&mut Rng(1), grid, 1000);
        let mut scene = Scene::new(grid, Movement::Four, &[]);
        for (at, start) in starts.into_iter().enumerate() {
            scene.add(NewAgent {
                ticks_per_cell: NonZeroU16::new(paces[at % paces.len()]),
                ..NewAgent::at(start)
            });
        }
        let mean = usize::from(paces.iter().sum::<u16>()) / paces.len();
        let (goals, _) = random_walk(&mut scene, WARM_UP * mean, 200 * mean);
        goals * count(mean)
    };
    let open = open_grid(64);
    // The harmonic mean of the speeds is the mean of the paces.
    let (mixed, even) = (
        goals_per_hundred(&open, &PACES),
        goals_per_hundred(&open, &[25]),
    );
    table.row(
        "G23",
        "open 64², 1,000 agents, speeds 1 to 4: goals",
        Limit::Least(0.9),
        mixed / even,
        "× one speed",
        &format!("{mixed:.2} goals in the time of a step, {even:.2} at the mean speed"),
    );
    let weights = random_grid(7, 64, 0, 5);
    let goals = goals_per_hundred(&weights, &[1]);
    let plain = goals_per_hundred(&open, &[1]);
    table.row(
        "G23",
        "open 64², 1,000 agents, terrain of 1 to 5: goals",
        Limit::Least(0.8 * 11.9 / 3.0),
        goals,
        "a tick",
        &format!("{plain:.2} on terrain of 1"),
    );
}
