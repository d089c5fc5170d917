//! Agents whose paths edits cut while their requests wait.

use std::collections::HashSet;

use bevy::prelude::*;
use bevy_gridwalk::{AgentCell, PathStack, Planning};
use gridwalk_pathfinding::{Cell, GridEdit};
use gridwalk_testing::Rng;

use super::{EditGrid, FLOOR, WALL, allow, app_on, last, nav, queue, random, send, set, spawn};

/// Spawns agents all over the map and sends each to a cell at random; returns them with their ends.
fn spawn_and_send(app: &mut App, count: usize, rng: &mut Rng) -> (Vec<Entity>, HashSet<Cell>) {
    let (mut agents, mut ends) = (Vec::new(), HashSet::new());
    while agents.len() < count {
        let [Some(from), Some(to)] = [(); 2].map(|()| rng.free_cell(nav(app).grid())) else {
            continue;
        };
        let agent = spawn(app, from.x, from.y);
        send(app, agent, to.x, to.y);
        agents.push(agent);
        ends.extend([from, to]);
    }
    (agents, ends)
}

/// An agent stood before a new wall until its request was answered, on ground of one cost.
#[test]
fn agent_walks_round_a_new_wall_before_its_request_is_answered() {
    let mut app = app_on(random(200, 25, &mut Rng(14)), 1 << 20);
    let agent = spawn(&mut app, 0, 0);
    send(&mut app, agent, 199, 199);
    (0..50).for_each(|_| app.update());

    // Others fill the queue for a long time.
    allow(&mut app, 20);
    spawn_and_send(&mut app, 200, &mut Rng(15));
    app.update();
    let ahead = app.world().get::<PathStack>(agent).unwrap().ahead().nth(3);
    let ahead = ahead.expect("its goal is far");
    set(&mut app, ahead.x, ahead.y, WALL);
    app.update();
    let mut cells = HashSet::new();
    let mut has_had_draft = false;
    while cells.len() < 12 {
        app.update();
        cells.insert(app.world().get::<AgentCell>(agent).unwrap().0);
        let stack = app.world().get::<PathStack>(agent).unwrap();
        has_had_draft |= stack.is_draft() && stack.is_whole();
        let waits = app.world().get::<Planning>(agent).is_some();
        assert!(
            waits,
            "before its answer it came over {} cells",
            cells.len()
        );
    }
    assert!(has_had_draft);
}

/// Each answer came too late, so that its search began again in front of the others.
#[test]
fn all_requests_are_answered_though_each_tick_has_an_edit() {
    const AGENTS: usize = 20;
    let mut app = app_on(random(200, 25, &mut Rng(12)), 100);
    let mut rng = Rng(13);
    let (agents, ends) = spawn_and_send(&mut app, AGENTS, &mut rng);
    let mut walls: Vec<Cell> = Vec::new();
    for tick in 0.. {
        let mut edit: Vec<_> = walls.drain(..).map(|cell| (cell, FLOOR)).collect();
        let free = (0..200).filter_map(|_| rng.free_cell(nav(&app).grid()));
        walls.extend(free.filter(|cell| !ends.contains(cell)));
        edit.extend(walls.iter().map(|cell| (*cell, WALL)));
        app.world_mut()
            .write_message(EditGrid(GridEdit::of_cells(edit)));
        app.update();
        // Some arrive by drafts before their first answer.
        let is_answered = |agent: &&Entity| {
            last(&app, **agent).is_some() || app.world().get::<Planning>(**agent).is_none()
        };
        let answered = agents.iter().filter(is_answered).count();
        if answered == AGENTS {
            break;
        }
        let waiting = queue(&app).len();
        assert!(
            tick < 2500,
            "{answered} are answered, {waiting} requests wait"
        );
    }
}
