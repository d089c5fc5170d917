//! Two thousand requests at once on a map of 512 × 512 cells.

use std::time::{Duration, Instant};

use bevy::prelude::*;
use bevy_gridwalk::{GridAgent, LastSearch, PathFailed, PathRequest, PlanningOptions, TickBudget};
use gridwalk_pathfinding::Cell;
use gridwalk_testing::Rng;

use super::{app_on, nav, queue, random};

/// Agents all over the map, that want to go so far in each direction at most.
fn two_thousand(app: &mut App, far: i32) -> Vec<Entity> {
    let mut rng = Rng(77);
    let mut agents = Vec::new();
    while agents.len() < 2000 {
        let Some(from) = rng.free_cell(nav(app).grid()) else { continue };
        let to = Cell::new(from.x + rng.below(2 * far) - far, from.y + rng.below(2 * far) - far);
        if nav(app).grid().is_walkable(to) {
            let agent = app.world_mut().spawn(GridAgent::at(from, 4.0)).id();
            app.world_mut().write_message(PathRequest::new(agent, to));
            agents.push(agent);
        }
    }
    agents
}

#[test]
fn no_tick_is_over_the_budget_and_all_end() {
    const BUDGET: u64 = 20_000;
    const SLICE: u64 = 256;
    let mut app = app_on(random(512, 20, &mut Rng(5)), BUDGET);
    let agents = two_thousand(&mut app, 90);
    let mut before = 2000;
    for tick in 0.. {
        app.update();
        let report = queue(&app).report();
        assert!(report.expansions <= BUDGET + SLICE, "tick {tick}: {} expansions", report.expansions);
        assert_eq!(report.waiting, queue(&app).len());
        assert!(report.waiting < before, "tick {tick}: somebody is answered");
        before = report.waiting;
        if before == 0 {
            break;
        }
    }
    for agent in agents {
        let answer = app.world().get::<LastSearch>(agent).expect("an answer");
        assert!(answer.cost.is_some() || app.world().get::<PathFailed>(agent).is_some());
    }
}

/// Prints what the ticks take: `cargo test --test plugin_queue -- --ignored --nocapture two_milliseconds`.
#[test]
#[ignore = "a measurement"]
fn two_thousand_requests_within_two_milliseconds_a_tick() {
    let mut app = app_on(random(512, 20, &mut Rng(5)), 0);
    app.update();
    app.world_mut().resource_mut::<PlanningOptions>().budget = TickBudget::Time(Duration::from_millis(2));
    std::thread::sleep(Duration::from_millis(100));
    app.update();
    two_thousand(&mut app, 512);
    let (mut served, mut whole, mut expansions) = (Vec::new(), Vec::new(), 0);
    loop {
        let before = Instant::now();
        app.update();
        whole.push(before.elapsed());
        let report = queue(&app).report();
        served.push(report.time);
        expansions += report.expansions;
        if report.waiting == 0 {
            break;
        }
    }
    println!("2,000 requests: {} ticks, {expansions} expansions", served.len());
    for (what, mut times) in [("serving", served), ("tick", whole)] {
        times.sort_unstable();
        let at = |part: usize| times[(times.len() - 1) * part / 100];
        println!("{what}: median {:?}, 99 in 100 {:?}, longest {:?}", at(50), at(99), at(100));
    }
}
