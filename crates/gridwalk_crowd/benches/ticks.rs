//! Time for each agent and tick: lifelong with shared goals, and one click for all.

use std::time::{Duration, Instant};

use gridwalk_crowd::{AgentId, Crowd, CrowdRules, Goal, NewAgent};
use gridwalk_pathfinding::{Cell, Grid, Movement};
use gridwalk_testing::Rng;

const TICKS: u64 = 200;

/// Time that this thread has run, where the system says so; else time that has passed.
fn thread_time(begin: Instant) -> Duration {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanos = text.and_then(|text| text.split(' ').next()?.parse().ok());
    nanos.map_or_else(|| begin.elapsed(), Duration::from_nanos)
}

fn free_cells(rng: &mut Rng, grid: &Grid, count: usize) -> Vec<Cell> {
    let mut cells: Vec<Cell> = grid
        .iter()
        .filter(|(_, terrain)| !terrain.is_blocked())
        .map(|(cell, _)| cell)
        .collect();
    for at in (1..cells.len()).rev() {
        cells.swap(at, rng.below(at + 1));
    }
    cells.truncate(count);
    cells
}

fn crowd(grid: &Grid, movement: Movement, count: usize) -> (Crowd, Vec<AgentId>) {
    let mut crowd = Crowd::new(
        grid,
        CrowdRules {
            movement,
            ..CrowdRules::default()
        },
    )
    .expect("the map is supported");
    let starts = free_cells(&mut Rng(1), grid, count);
    let agents = starts
        .into_iter()
        .map(|cell| crowd.add(NewAgent::at(cell)).expect("the cells are free"));
    let agents = agents.collect();
    (crowd, agents)
}

/// Microseconds for each agent and tick, and the time of the median and the slowest tick in
/// milliseconds.
fn report(name: &str, movement: Movement, count: usize, times: &mut [Duration], more: &str) {
    let all: Duration = times.iter().sum();
    times.sort_unstable();
    let ms = |time: Duration| time.as_secs_f64() * 1e3;
    #[expect(clippy::cast_precision_loss, reason = "figures for people")]
    let us = all.as_secs_f64() * 1e6 / (count * times.len()) as f64;
    let (median, slowest) = (ms(times[times.len() / 2]), ms(times[times.len() - 1]));
    println!(
        "{name}, {}, {count} agents: {us:.3} us, median {median:.2} ms, slowest {slowest:.2} ms; {more}",
        movement.name()
    );
}

fn lifelong(name: &str, grid: &Grid, movement: Movement, count: usize) {
    let (mut crowd, agents) = crowd(grid, movement, count);
    let mut rng = Rng(2);
    let goals = free_cells(&mut rng, grid, 64);
    for agent in agents {
        crowd
            .send(agent, Goal::Visit(rng.pick(&goals)))
            .expect("the goal is on the map");
    }
    let (begin, mut times, mut tasks) = (Instant::now(), Vec::new(), 0);
    // The first tick makes the fields.
    crowd.tick(&[grid], u64::MAX);
    for _ in 0..TICKS {
        let before = thread_time(begin);
        let arrived = crowd.tick(&[grid], u64::MAX).arrived.clone();
        tasks += arrived.len();
        for agent in arrived {
            crowd
                .send(agent, Goal::Visit(rng.pick(&goals)))
                .expect("the goal is on the map");
        }
        times.push(thread_time(begin).saturating_sub(before));
    }
    report(
        name,
        movement,
        count,
        &mut times,
        &format!("{tasks} goals reached, 64 goals"),
    );
}

fn one_click(name: &str, grid: &Grid, movement: Movement, count: usize) {
    let (mut crowd, agents) = crowd(grid, movement, count);
    let goal = free_cells(&mut Rng(3), grid, 1)[0];
    for agent in &agents {
        crowd
            .send(*agent, Goal::Cell(goal))
            .expect("the goal is on the map");
    }
    let (begin, mut times) = (Instant::now(), Vec::new());
    let mut home = 0;
    while home < count && times.len() < 3000 {
        let before = thread_time(begin);
        crowd.tick(&[grid], u64::MAX);
        times.push(thread_time(begin).saturating_sub(before));
        if times.len() % 8 == 0 {
            let is_home = |agent: &&AgentId| crowd.state(**agent) == gridwalk_crowd::State::Settled;
            home = agents.iter().filter(is_home).count();
        }
    }
    let ticks = times.len();
    report(
        name,
        movement,
        count,
        &mut times,
        &format!("one click, {home} at home after {ticks} ticks"),
    );
}

fn main() {
    let open = Grid::from_costs(256, 256, &vec![1; 65536]).expect("the size is legal");
    let mut rng = Rng(9);
    let walls: Vec<u16> = (0..65536).map(|_| u16::from(!rng.one_in(10))).collect();
    let walls = Grid::from_costs(256, 256, &walls).expect("the size is legal");
    for (name, grid) in [("open 256", &open), ("256, 10 % walls", &walls)] {
        for movement in [Movement::Four, Movement::default()] {
            for count in [1000, 10_000] {
                lifelong(name, grid, movement, count);
            }
        }
    }
    for count in [1000, 10_000] {
        one_click("open 256", &open, Movement::Four, count);
    }
}
