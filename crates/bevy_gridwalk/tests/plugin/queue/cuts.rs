//! Agents whose paths edits cut while their requests wait.

use bevy::prelude::*;
use bevy_gridwalk::{AgentCell, LastSearch, PathStack, Planning};
use gridwalk_pathfinding::{Cell, GridEdit};
use gridwalk_testing::Rng;

use super::{EditGrid, FLOOR, WALL, app_on, last, nav, plain, queue, random, send, set, spawn};

fn cell_of(app: &App, agent: Entity) -> Cell {
    app.world().get::<AgentCell>(agent).unwrap().0
}

/// An agent stood before a new wall until its request was answered, on ground of one cost.
#[test]
fn agent_walks_round_a_new_wall_before_its_request_is_answered() {
    let mut app = app_on(plain(200), 1 << 20);
    let agent = spawn(&mut app, 2, 100);
    send(&mut app, agent, 197, 100);
    (0..50).for_each(|_| app.update());
    assert!(last(&app, agent).is_some());

    // Others fill the queue for a long time.
    super::cell_by_cell(&mut app);
    super::allow(&mut app, 60);
    for y in 0..60 {
        let other = spawn(&mut app, 0, y);
        send(&mut app, other, 199, 199 - y);
    }
    app.update();
    let ahead = cell_of(&app, agent).x + 3;
    for y in 98..=102 {
        set(&mut app, ahead, y, WALL);
    }
    let mut has_had_draft = false;
    for tick in 0.. {
        app.update();
        assert!(
            app.world().get::<Planning>(agent).is_some(),
            "tick {tick}: it was to wait for its answer, so that it needs a draft"
        );
        let stack = app
            .world()
            .get::<PathStack>(agent)
            .expect("it is on its way");
        has_had_draft |= stack.is_draft() && stack.is_whole();
        if cell_of(&app, agent).x > ahead + 2 {
            break;
        }
        assert!(tick < 400, "it stands at {}", cell_of(&app, agent));
    }
    assert!(has_had_draft);
}

/// Each answer came too late, so that its search began again: one agent in fifteen was answered.
#[test]
fn all_requests_are_answered_though_each_tick_has_an_edit() {
    const AGENTS: usize = 40;
    let mut app = app_on(random(200, 25, &mut Rng(12)), 400);
    let mut rng = Rng(13);
    let mut agents = Vec::new();
    while agents.len() < AGENTS {
        let (Some(from), Some(to)) = (
            rng.free_cell(nav(&app).grid()),
            rng.free_cell(nav(&app).grid()),
        ) else {
            continue;
        };
        let agent = spawn(&mut app, from.x, from.y);
        send(&mut app, agent, to.x, to.y);
        agents.push(agent);
    }
    let mut walls: Vec<Cell> = Vec::new();
    for tick in 0.. {
        let opened = walls.drain(..).map(|cell| (cell, FLOOR));
        let mut edit: Vec<_> = opened.collect();
        for _ in 0..100 {
            if let Some(cell) = rng.free_cell(nav(&app).grid()) {
                walls.push(cell);
                edit.push((cell, WALL));
            }
        }
        app.world_mut()
            .write_message(EditGrid(GridEdit::of_cells(edit)));
        app.update();
        let has_answer = |agent: &&Entity| app.world().get::<LastSearch>(**agent).is_some();
        let answered = agents.iter().filter(has_answer).count();
        if answered == AGENTS {
            break;
        }
        let waiting = queue(&app).len();
        assert!(
            tick < 1000,
            "{answered} are answered, {waiting} requests wait"
        );
    }
}
