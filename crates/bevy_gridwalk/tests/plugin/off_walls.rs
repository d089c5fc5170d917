//! Agents that keep off walls: their paths, and what edits near those do.

use bevy::prelude::*;
use bevy_gridwalk::LastSearch;
use bevy_gridwalk::prelude::*;

use super::game::{ahead, cell, on, send, ticks, until};

/// A block in the middle, with room on both sides.
const ROWS: [&str; 9] = [
    "................",
    "................",
    "................",
    ".....######.....",
    ".....######.....",
    ".....######.....",
    "................",
    "................",
    "................",
];

fn spawn(app: &mut App, at: (i32, i32), keep_off: Option<(u8, u16)>, goal: (i32, i32)) -> Entity {
    let agent = app.world_mut().spawn(GridAgent::at(at.into(), 4.0)).id();
    if let Some((cells, cost)) = keep_off {
        let keep_off_walls = KeepOffWalls::new(cells, cost);
        app.world_mut()
            .entity_mut(agent)
            .insert(AgentKind::from(AgentProfile {
                keep_off_walls,
                ..default()
            }));
    }
    send(app, agent, goal);
    agent
}

fn cost(app: &App, agent: Entity) -> f64 {
    let last = app.world().get::<LastSearch>(agent).unwrap();
    last.query.options.units().to_f64(last.cost.unwrap())
}

#[test]
fn agent_off_walls_takes_the_middle_of_a_passage() {
    let mut app = on(&ROWS);
    let hugs = spawn(&mut app, (2, 2), None, (13, 2));
    let keeps_off = spawn(&mut app, (2, 2), Some((1, 4)), (13, 2));
    ticks(&mut app, 3);
    let row = |agent, x| {
        ahead(&app, agent)
            .into_iter()
            .find(|cell| cell.x == x)
            .map(|cell| cell.y)
    };
    assert_eq!([row(hugs, 8), row(keeps_off, 8)], [Some(2), Some(1)]);
}

#[test]
fn walls_nearby_slow_no_agent_down() {
    let mut app = on(&["............"]);
    let [plain, off] =
        [None, Some((3, 50))].map(|keep_off| spawn(&mut app, (0, 0), keep_off, (11, 0)));
    ticks(&mut app, 3);
    for _ in 0..60 {
        ticks(&mut app, 1);
        assert_eq!(cell(&app, plain), cell(&app, off));
    }
    assert!(cell(&app, off).x > 2 && cost(&app, off) > cost(&app, plain));
}

#[test]
fn crowd_keeps_off_walls_and_is_no_slower() {
    // Both ways have 15 steps: along the block, or a row farther from it.
    let walk = |keep_off: Option<(u8, u16)>| {
        let mut app = on(&ROWS);
        let agent = spawn(&mut app, (0, 2), keep_off, (15, 2));
        app.world_mut().entity_mut(agent).insert(InCrowd);
        let mut rows = Vec::new();
        for _ in 0..400 {
            ticks(&mut app, 1);
            rows.push(cell(&app, agent));
            if cell(&app, agent) == Cell::new(15, 2) {
                break;
            }
        }
        let beside = |at: &&Cell| at.y == 2 && (4..=11).contains(&at.x);
        (rows.len(), rows.iter().filter(beside).count())
    };
    let (plain, off) = (walk(None), walk(Some((1, 4))));
    assert!(plain.1 > 0 && off.1 == 0, "{plain:?}, {off:?}");
    assert!(
        off.0 < plain.0 + plain.0 / 10,
        "two steps are diagonal, and none is slower: {plain:?}, {off:?}"
    );
}

#[test]
fn wall_set_beside_a_path_moves_the_path_off_it() {
    let mut app = on(&[&*".".repeat(30); 15]);
    let hugs = spawn(&mut app, (2, 7), None, (27, 7));
    let keeps_off = spawn(&mut app, (2, 7), Some((2, 6)), (27, 7));
    ticks(&mut app, 3);
    assert!(
        [hugs, keeps_off]
            .iter()
            .all(|agent| ahead(&app, *agent).iter().all(|cell| cell.y == 7))
    );
    app.world_mut().trigger(EditGrid::block([Cell::new(20, 8)]));
    until(&mut app, "it finds a path off the wall", |app| {
        let near = |cell: &Cell| (cell.x - 20).abs() <= 2 && (cell.y - 8).abs() <= 2;
        !ahead(app, keeps_off).iter().any(near)
    });
    assert!(cell(&app, keeps_off).x < 15, "long before it is there");
    assert!(
        ahead(&app, hugs).iter().all(|cell| cell.y == 7),
        "to others it is no obstacle"
    );
}

#[test]
fn wall_that_goes_gives_a_path_back() {
    let mut app = on(&[&*".".repeat(30); 15]);
    app.world_mut().trigger(EditGrid::block([Cell::new(20, 8)]));
    ticks(&mut app, 2);
    let agent = spawn(&mut app, (2, 7), Some((2, 6)), (27, 7));
    ticks(&mut app, 3);
    let around = cost(&app, agent);
    assert!(ahead(&app, agent).iter().any(|cell| cell.y != 7));
    app.world_mut().trigger(EditGrid::free([Cell::new(20, 8)]));
    until(&mut app, "it walks straight on", |app| {
        cost(app, agent) < around
    });
    assert!(cell(&app, agent).x < 15, "long before it is there");
}

#[test]
fn cost_set_near_a_path_asks_nobody_again() {
    let mut app = on(&[&*".".repeat(30); 15]);
    let agent = spawn(&mut app, (2, 7), Some((2, 6)), (27, 7));
    ticks(&mut app, 3);
    let tick = app.world().get::<LastSearch>(agent).unwrap().clone();
    app.world_mut()
        .trigger(EditGrid::set_cost([Cell::new(20, 8)], 9));
    ticks(&mut app, 20);
    let last = app.world().get::<LastSearch>(agent).unwrap();
    assert_eq!(last.revision, tick.revision, "no search was made");
}
