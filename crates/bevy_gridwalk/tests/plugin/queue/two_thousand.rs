//! Two thousand requests at once on a map of 512 × 512 cells.

use std::time::Duration;

use bevy::prelude::*;
use bevy_gridwalk::{GridAgent, LastSearch, PathFailed, PathRequest, PlanningOptions, TickBudget};
use gridwalk_pathfinding::{Cell, Grid};
use gridwalk_testing::Rng;

use super::super::crowd_start::rooms;
use super::{app_on, nav, queue, random};

/// Agents all over the map, that want to go so far in each direction at most.
fn two_thousand(app: &mut App, far: i32) -> Vec<Entity> {
    let mut rng = Rng(77);
    let mut agents = Vec::new();
    while agents.len() < 2000 {
        let Some(from) = rng.free_cell(nav(app).grid()) else {
            continue;
        };
        let to = Cell::new(
            from.x + rng.below(2 * far) - far,
            from.y + rng.below(2 * far) - far,
        );
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
        assert!(
            report.expansions <= BUDGET + SLICE,
            "tick {tick}: {} expansions",
            report.expansions
        );
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

/// Prints what the ticks take, wherever the machine has one core to itself:
/// `cargo test -p bevy_gridwalk --test plugin -- --ignored --nocapture two_milliseconds`.
#[test]
#[ignore = "a measurement"]
fn two_thousand_requests_within_two_milliseconds_a_tick() {
    let mut rng = Rng(6);
    let rough = (0..512 * 512)
        .map(|_| {
            if rng.below(100) < 20 {
                0
            } else {
                1 + rng.below(9_u16)
            }
        })
        .collect::<Vec<_>>();
    for (map, grid) in [
        ("one cost", random(512, 20, &mut Rng(5))),
        ("rooms", rooms(512)),
        ("nine costs", Grid::from_costs(512, 512, &rough).unwrap()),
    ] {
        let mut app = app_on(grid, 0);
        app.update();
        app.world_mut().resource_mut::<PlanningOptions>().budget =
            TickBudget::Time(Duration::from_millis(2));
        std::thread::sleep(Duration::from_millis(100));
        app.update();
        two_thousand(&mut app, 512);
        let (mut served, mut expansions) = (Vec::new(), 0);
        loop {
            app.update();
            let report = queue(&app).report();
            served.push(report.time);
            expansions += report.expansions;
            if report.waiting == 0 {
                break;
            }
        }
        let ticks = served.len();
        let slowest = served.iter().zip(1..).max().map_or(0, |(_, tick)| tick);
        served.sort_unstable();
        let [half, most, longest] = [50, 99, 100].map(|part| served[(ticks - 1) * part / 100]);
        println!(
            "{map}: {expansions} expansions, the last answer in tick {ticks}; \
             median {half:?}, 99 in 100 {most:?}, longest {longest:?} in tick {slowest}"
        );
    }
}
