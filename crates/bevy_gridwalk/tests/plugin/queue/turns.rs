//! The order in which requests have their turns.

use std::collections::HashSet;

use bevy::diagnostic::{Diagnostic, DiagnosticsStore};
use bevy::prelude::*;
use bevy_gridwalk::{AgentOptions, PathRequest, PathfindingOptions, Planning, TickDiagnostics};
use gridwalk_pathfinding::{Algorithm, Cell, Grid, GridEdit};
use gridwalk_testing::Rng;

use super::{
    FLOOR, WALL, app_on, cell_by_cell, last, nav, plain, queue, send, set, spawn, thorough, until,
};

#[test]
fn long_search_ends_despite_short_requests_over_the_budget() {
    let mut app = app_on(plain(60), 300);
    cell_by_cell(&mut app);
    let long = spawn(&mut app, 0, 0);
    let options = PathfindingOptions {
        options: Algorithm::Dijkstra.into(),
        ..default()
    };
    app.world_mut()
        .entity_mut(long)
        .insert(AgentOptions(options));
    let short: Vec<Entity> = (0..40).map(|y| spawn(&mut app, 20, y)).collect();
    send(&mut app, long, 30, 30);
    for tick in 0..40 {
        for (y, &agent) in (0..).zip(&short) {
            send(&mut app, agent, 30 + tick % 2, y);
        }
        app.update();
    }
    let answer = last(&app, long).expect("it has its turns too");
    assert!(
        answer.stats.expanded > 900 && answer.waited_ticks < 20,
        "it waited {} ticks",
        answer.waited_ticks
    );
    assert!(queue(&app).len() > 5, "and there was no end to the others");
}

#[test]
fn urgent_request_suspends_a_less_urgent_search() {
    let mut app = app_on(plain(200), 1000);
    thorough(&mut app);
    let urgent = |app: &mut App, y: i32, goal: Cell| {
        let agent = spawn(app, 0, y);
        app.world_mut().write_message(PathRequest {
            priority: 5,
            ..PathRequest::new(agent, goal)
        });
        agent
    };
    for y in 0..3 {
        let agent = spawn(&mut app, 0, y);
        send(&mut app, agent, 199, 199 - y);
    }
    (0..5).for_each(|_| app.update());
    let first = urgent(&mut app, 10, Cell::new(199, 199));
    app.update();
    assert_eq!(queue(&app).begun(), 4, "all places are taken");
    let second = urgent(&mut app, 20, Cell::new(2, 20));
    app.update();
    assert_eq!(
        last(&app, second).map(|answer| answer.waited_ticks),
        Some(0)
    );
    assert!(last(&app, first).is_none());
    until(&mut app, "all have an answer", |app| queue(app).is_empty());
}

/// An urgent order waited until the agent's own search for an order of less urgency had ended.
#[test]
fn urgent_order_does_not_wait_for_the_agents_own_search() {
    for between in [None, Some(0)] {
        let mut app = app_on(plain(200), 500);
        thorough(&mut app);
        let agents: Vec<Entity> = (0..4).map(|y| spawn(&mut app, 0, y)).collect();
        for (y, agent) in (0..).zip(&agents) {
            send(&mut app, *agent, 199, 199 - y);
        }
        (0..5).for_each(|_| app.update());
        // Each goal is near the one before it, whose path would serve as a draft.
        for (x, priority) in (180..).zip(between.into_iter().chain([5])) {
            app.world_mut().write_message(PathRequest {
                priority,
                ..PathRequest::new(agents[0], Cell::new(x, 190))
            });
            app.update();
        }
        until(&mut app, "it is answered", |app| {
            last(app, agents[0]).is_some()
        });
        let answer = last(&app, agents[0]).expect("just seen");
        let needed = answer.stats.expanded / 500;
        assert!(
            answer.priority == 5 && answer.waited_ticks <= needed + 2,
            "it waited {} ticks, and needed {needed}",
            answer.waited_ticks
        );
    }
}

#[test]
fn tick_that_leaves_requests_used_its_whole_budget() {
    let mut app = app_on(plain(60), 100);
    for y in 0..50 {
        let agent = spawn(&mut app, 0, y);
        send(&mut app, agent, 2, y);
    }
    app.update();
    let report = queue(&app).report();
    assert!(
        report.waiting > 0 && report.expansions < 100 && report.charged >= 100,
        "{report:?}"
    );
    let store = app.world().resource::<DiagnosticsStore>();
    let used = store
        .get(&TickDiagnostics::BUDGET_USED)
        .and_then(Diagnostic::value)
        .expect("it is measured");
    assert!(used >= 100.0, "{used} percent");
}

/// Returns a maze of 257 × 257 cells, with one way between any two free cells.
fn maze(rng: &mut Rng) -> Grid {
    let mut grid = Grid::from_rows(&vec![&*"#".repeat(257); 257]);
    let is_inside = |cell: &Cell| (1..256).contains(&cell.x) && (1..256).contains(&cell.y);
    let mut way = vec![Cell::new(1, 1)];
    let mut free: HashSet<Cell> = way.iter().copied().collect();
    while let Some(&at) = way.last() {
        let steps = [(2, 0), (0, 2), (-2, 0), (0, -2)];
        let ends = steps.map(|(x, y)| Cell::new(at.x + x, at.y + y));
        let is_new = |cell: &Cell| is_inside(cell) && !free.contains(cell);
        let next: Vec<Cell> = ends.into_iter().filter(is_new).collect();
        if next.is_empty() {
            way.pop();
            continue;
        }
        let to = rng.pick(&next);
        free.extend([
            to,
            Cell::new(i32::midpoint(at.x, to.x), i32::midpoint(at.y, to.y)),
        ]);
        way.push(to);
    }
    let free = free.into_iter().map(|cell| (cell, FLOOR)).collect();
    grid.apply(&GridEdit::of_cells(free)).unwrap();
    grid
}

/// The cells of a draft were charged in the tick in which it was made, however many there were.
#[test]
fn tick_in_a_maze_with_edits_stays_within_the_budget() {
    const BUDGET: u64 = 400;
    let rng = &mut Rng(5);
    let mut app = app_on(maze(rng), BUDGET);
    let agents: Vec<Entity> = (0..200)
        .map(|_| {
            let at = rng.free_cell(nav(&app).grid()).unwrap();
            spawn(&mut app, at.x, at.y)
        })
        .collect();
    let mut most = 0;
    for _ in 0..600 {
        for _ in 0..2 {
            let agent = rng.pick(&agents);
            if app.world().get::<Planning>(agent).is_none() {
                let to = rng.free_cell(nav(&app).grid()).unwrap();
                send(&mut app, agent, to.x, to.y);
            }
        }
        let at = rng.cell(nav(&app).grid());
        set(&mut app, at.x, at.y, rng.pick(&[FLOOR, FLOOR, WALL]));
        app.update();
        most = most.max(queue(&app).report().charged);
    }
    assert!(most <= BUDGET + 256 + 1, "{most} charged");
}
