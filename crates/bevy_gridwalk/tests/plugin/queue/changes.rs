//! Changes while a request waits or its search is put away: of the map, of the agent, or of both.

use std::sync::Arc;

use bevy::prelude::*;
use bevy_gridwalk::{
    AgentKind, EditGrid, FailReason, GridAgent, PathFailed, PathStack, PathfindingOptions,
    Planning, QueueWaypoint,
};
use gridwalk_pathfinding::UnreachablePolicy;
use gridwalk_pathfinding::{
    AgentProfile, Algorithm, Cell, CostLimit, GridEdit, SearchOptions, TerrainId,
};

use super::{FLOOR, WALL, app_on, last, plain, queue, send, set, spawn, thorough, until};

fn size(size: u8) -> AgentKind {
    AgentKind(Arc::new(AgentProfile {
        size,
        ..AgentProfile::default()
    }))
}

fn put(app: &mut App, cells: impl IntoIterator<Item = (i32, i32)>, terrain: TerrainId) {
    let cells = cells
        .into_iter()
        .map(|(x, y)| (Cell::new(x, y), terrain))
        .collect();
    app.world_mut()
        .write_message(EditGrid(GridEdit::of_cells(cells)));
}

#[test]
fn unreachable_goal_is_answered_under_edits_in_every_tick() {
    let mut app = app_on(plain(40), 40);
    put(
        &mut app,
        (25..36)
            .flat_map(|y| (25..36).map(move |x| (x, y)))
            .filter(|&cell| cell != (30, 30)),
        WALL,
    );
    // Labels say nothing about a goal with a tolerance.
    let options = SearchOptions {
        goal_tolerance: 1,
        ..Algorithm::Dijkstra.into()
    };
    app.insert_resource(PathfindingOptions {
        options,
        ..default()
    });
    let agent = app
        .world_mut()
        .spawn((GridAgent::at(Cell::new(0, 0), 4.0), size(1)))
        .id();
    app.update();
    send(&mut app, agent, 30, 30);
    for tick in 0.. {
        set(
            &mut app,
            1 + tick % 20,
            3,
            if tick / 20 % 2 == 0 { WALL } else { FLOOR },
        );
        app.update();
        if last(&app, agent).is_some() {
            break;
        }
        assert!(tick < 1000, "it never ends");
    }
    assert_eq!(
        app.world().get::<PathFailed>(agent).unwrap().reason,
        FailReason::Unreachable
    );
    put(&mut app, (20..30).map(|x| (x, 30)), FLOOR);
    until(&mut app, "it looks again", |app| {
        app.world().get::<PathStack>(agent).is_some()
    });
}

#[test]
fn an_agent_that_was_none_for_a_while_takes_its_next_goal() {
    let mut app = app_on(plain(60), 50);
    thorough(&mut app);
    let agent = spawn(&mut app, 0, 0);
    send(&mut app, agent, 50, 50);
    app.update();
    app.world_mut().entity_mut(agent).remove::<GridAgent>();
    set(&mut app, 1, 1, WALL);
    until(&mut app, "no request waits", |app| queue(app).is_empty());
    assert!(app.world().get::<Planning>(agent).is_none());
    app.world_mut()
        .entity_mut(agent)
        .insert(GridAgent { speed: 4.0 });
    app.world_mut().write_message(QueueWaypoint {
        agent,
        goal: Cell::new(5, 0),
    });
    until(&mut app, "it walks", |app| {
        app.world().get::<PathStack>(agent).is_some()
    });
}

#[test]
fn changed_kind_restarts_the_search_in_the_same_tick() {
    let mut app = app_on(plain(100), 100);
    thorough(&mut app);
    let agent = app
        .world_mut()
        .spawn((GridAgent::at(Cell::new(0, 0), 4.0), size(1)))
        .id();
    send(&mut app, agent, 90, 90);
    (0..5).for_each(|_| app.update());
    app.world_mut().entity_mut(agent).insert(size(2));
    let ticks = until(&mut app, "there is an answer", |app| {
        last(app, agent).is_some()
    });
    let needed = last(&app, agent).unwrap().stats.expanded / 100;
    // What the new kind sees is made first: three hundred units of work.
    assert!(
        needed > 50 && ticks <= needed + 5,
        "{ticks} ticks, of which it needs {needed}"
    );
}

#[test]
fn nearest_search_finds_a_cell_opened_nearer_the_goal() {
    let mut app = app_on(plain(60), 50);
    put(
        &mut app,
        (40..56).flat_map(|y| (40..56).map(move |x| (x, y))),
        WALL,
    );
    app.update();
    // Labels say nothing about what a limit leaves within reach.
    let options = SearchOptions {
        max_cost: CostLimit::new(1e9),
        ..Algorithm::Dijkstra.into()
    };
    app.insert_resource(PathfindingOptions {
        options,
        unreachable: UnreachablePolicy::Nearest,
    });
    let agent = spawn(&mut app, 0, 0);
    send(&mut app, agent, 50, 50);
    (0..5).for_each(|_| app.update());
    put(&mut app, (40..50).map(|x| (x, 50)), FLOOR);
    until(&mut app, "there is an answer", |app| {
        last(app, agent).is_some()
    });
    assert_eq!(last(&app, agent).unwrap().query.goal, Cell::new(49, 50));
}

#[test]
fn failed_agent_searches_on_when_its_new_path_is_blocked() {
    let mut app = app_on(plain(60), 50);
    thorough(&mut app);
    put(&mut app, (0..60).map(|y| (50, y)), WALL);
    let agent = spawn(&mut app, 0, 30);
    app.update();
    send(&mut app, agent, 59, 30);
    app.update();
    assert_eq!(
        app.world().get::<PathFailed>(agent).unwrap().reason,
        FailReason::Unreachable
    );
    put(&mut app, [(50, 30), (50, 45)], FLOOR);
    app.update();
    assert!(!queue(&app).is_empty(), "it looks again");
    // Edits where it has looked, until it searches a copy of the map; none of them opens anything.
    for y in 20..30 {
        set(&mut app, 1, y, WALL);
        app.update();
    }
    set(&mut app, 50, 30, WALL);
    until(&mut app, "it takes the other door", |app| {
        app.world().get::<PathStack>(agent).is_some()
    });
}

#[test]
fn goal_walled_off_for_one_kind_is_refused_in_budget() {
    let mut app = app_on(plain(64), 100);
    // One cell wide: too narrow for the large.
    put(
        &mut app,
        (0..64).filter(|&y| y != 20).map(|y| (32, y)),
        WALL,
    );
    let [small, large] = [1, 2].map(|side| {
        app.world_mut()
            .spawn((GridAgent::at(Cell::new(0, 0), 4.0), size(side)))
            .id()
    });
    app.update();
    for agent in [small, large] {
        send(&mut app, agent, 60, 40);
    }
    let ticks = until(&mut app, "the large one has its answer", |app| {
        last(app, large).is_some()
    });
    assert!(ticks < 30, "{ticks} ticks");
    assert_eq!(last(&app, large).unwrap().cost, None);
    assert_eq!(
        app.world().get::<PathFailed>(large).unwrap().reason,
        FailReason::Unreachable
    );
    until(&mut app, "the small one walks", |app| {
        app.world().get::<PathStack>(small).is_some()
    });
    put(&mut app, [(32, 21)], FLOOR);
    until(&mut app, "the large one does too", |app| {
        app.world().get::<PathStack>(large).is_some()
    });
}
