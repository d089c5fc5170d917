//! Warm ticks allocate no memory: the maximum over all ticks counts, not the minimum.
//!
//! A program without a test runner, whose threads would be counted too.

use std::alloc::System;

use gridwalk_crowd::{AgentId, Crowd, CrowdRules, Goal, NewAgent};
use gridwalk_pathfinding::{Cell, Grid};
use gridwalk_testing::Rng;
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static MEMORY: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

const SIDE: i32 = 64;

fn main() {
    println!("\nrunning 2 tests");
    warm_ticks_of_travellers_allocate_nothing();
    println!("test warm_ticks_of_travellers_allocate_nothing ... ok");
    warm_ticks_of_groups_allocate_nothing();
    println!("test warm_ticks_of_groups_allocate_nothing ... ok\n");
    println!("test result: ok. 2 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out\n");
}

fn open_ground() -> Grid {
    let side = SIDE.cast_unsigned();
    Grid::from_costs(side, side, &vec![1; (side * side) as usize]).unwrap()
}

fn crowd(grid: &Grid, count: i32) -> (Crowd, Vec<AgentId>) {
    let mut crowd = Crowd::new(grid, CrowdRules::default()).unwrap();
    // Two cells from each to the next one.
    let cells = (0..count).map(|number| Cell::new(2 * number % SIDE, 2 * (2 * number / SIDE)));
    let agents = cells
        .map(|cell| crowd.add(NewAgent::at(cell)).unwrap())
        .collect();
    (crowd, agents)
}

/// Makes a tick and returns the number of its allocations.
fn allocations(crowd: &mut Crowd, grid: &Grid) -> usize {
    let before = Region::new(MEMORY);
    crowd.tick(&[grid], u64::MAX);
    let change = before.change();
    change.allocations + change.reallocations
}

fn warm_ticks_of_travellers_allocate_nothing() {
    let grid = open_ground();
    let (mut crowd, agents) = crowd(&grid, 400);
    let mut rng = Rng(1);
    let goals: Vec<Cell> = (0..16).map(|_| rng.cell(&grid)).collect();
    for agent in agents {
        crowd.send(agent, Goal::Visit(rng.pick(&goals))).unwrap();
    }
    let (mut first, mut max, mut arrivals) = (0, 0, 0);
    for tick in 0..800 {
        let count = allocations(&mut crowd, &grid);
        if tick < 400 {
            first += count;
        } else {
            max = max.max(count);
            arrivals += crowd.moves().arrived.len();
        }
        for agent in crowd.moves().arrived.clone() {
            crowd.send(agent, Goal::Visit(rng.pick(&goals))).unwrap();
        }
    }
    assert!(
        first > 0 && arrivals > 1000,
        "allocations are counted while agents arrive: {first}, {arrivals}"
    );
    assert_eq!(max, 0, "warm ticks allocate");
}

fn warm_ticks_of_groups_allocate_nothing() {
    let grid = open_ground();
    let (mut crowd, agents) = crowd(&grid, 300);
    let goals = [(15, 15), (48, 15), (32, 48)].map(Cell::from);
    let mut max = 0;
    for round in 0..9 {
        for (number, agent) in agents.iter().enumerate() {
            crowd
                .send(*agent, Goal::Cell(goals[(round + number) % goals.len()]))
                .unwrap();
        }
        let mut arrivals = 0;
        for _ in 0..200 {
            let count = allocations(&mut crowd, &grid);
            max = if round < 6 { 0 } else { max.max(count) };
            arrivals += crowd.moves().arrived.len();
        }
        assert_eq!(arrivals, agents.len(), "round {round}");
    }
    assert_eq!(max, 0, "warm ticks allocate");
}
