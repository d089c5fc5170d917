//! Agents of their own kind, portals and straight lines, walked in a headless app.
#![cfg(feature = "plugin")]

use std::sync::Arc;
use std::time::Duration;

use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use gridwalk::pathfinding::{
    AgentProfile, Algorithm, Cell, Grid, GridEdit, Heuristic, Portal, Rect, SearchOptions, TerrainId,
};
use gridwalk::plugin::{
    AgentCell, AgentKind, AgentMotion, EditGrid, FailReason, GridAgent, MoveTo, NavGrid, PathFailed, PathStack,
    PathfindingPlugin, PathfindingSettings,
};

const TICK: Duration = Duration::from_micros(15_625);
const TICK_S: f32 = 1.0 / 64.0;

fn app_on(grid: Grid) -> App {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, TransformPlugin, PathfindingPlugin));
    app.insert_resource(TimeUpdateStrategy::ManualDuration(TICK));
    app.finish();
    app.cleanup();
    app.update();
    app.insert_resource(NavGrid::new(grid));
    app
}

fn spawn(app: &mut App, at: (i32, i32), profile: AgentProfile, goal: (i32, i32)) -> Entity {
    let kind = AgentKind(Arc::new(profile));
    app.world_mut().spawn((GridAgent::at(at.into(), 4.0), kind, MoveTo(goal.into()))).id()
}

/// Every cell that the agent stands on until it is idle, and how many ticks that took.
fn walk(app: &mut App, agent: Entity) -> (Vec<Cell>, u32) {
    let mut cells = Vec::new();
    for tick in 1..2000 {
        app.update();
        let world = app.world();
        let here = world.get::<AgentCell>(agent).unwrap().0;
        if cells.last() != Some(&here) {
            cells.push(here);
        }
        if tick > 3 && world.get::<PathStack>(agent).is_none() {
            return (cells, tick);
        }
    }
    panic!("it still walks: {cells:?}");
}

#[test]
fn each_kind_of_agent_takes_its_own_way() {
    let rows = ["......", ".###..", "......", ".#.###", "......", "......"];
    let ends = ((0, 2), (4, 4));
    let mut app = app_on(Grid::from_rows(&rows));
    let small = spawn(&mut app, ends.0, AgentProfile::default(), ends.1);
    let (narrow, _) = walk(&mut app, small);
    assert!(narrow.contains(&Cell::new(2, 3)), "through the gap: {narrow:?}");

    let forbidden = vec![Rect { at: Cell::new(2, 3), width: 1, height: 1 }];
    let barred = spawn(&mut app, ends.0, AgentProfile { forbidden, ..AgentProfile::default() }, ends.1);
    let (around, _) = walk(&mut app, barred);
    assert!(around.contains(&Cell::new(0, 3)), "around by the left edge: {around:?}");
    assert_eq!(around.last(), Some(&Cell::new(4, 4)));

    let large = spawn(&mut app, (4, 0), AgentProfile { size: 2, ..AgentProfile::default() }, (4, 4));
    for _ in 0..8 {
        app.update();
    }
    let failed = app.world().get::<PathFailed>(large).expect("the gap is too narrow for it");
    assert_eq!(failed.reason, FailReason::Unreachable);
}

#[test]
fn a_large_agent_walks_around_a_wall_beside_its_upper_left_cell() {
    let mut app = app_on(Grid::from_rows(&["........", "........", "........", "........", "........"]));
    let agent = spawn(&mut app, (0, 0), AgentProfile { size: 2, ..AgentProfile::default() }, (6, 0));
    for _ in 0..10 {
        app.update();
    }
    // Not on its way, but under its lower right part.
    app.world_mut().write_message(EditGrid(GridEdit::set(Cell::new(4, 1), TerrainId(1))));
    let (cells, _) = walk(&mut app, agent);
    assert_eq!(cells.last(), Some(&Cell::new(6, 0)));
    for cell in cells {
        let covers = |x: i32, y: i32| (x == cell.x || x == cell.x + 1) && (y == cell.y || y == cell.y + 1);
        assert!(!covers(4, 1), "it stood on the wall at {cell}");
    }
}

#[test]
fn a_portal_takes_its_time_and_skips_what_lies_between() {
    let portal = Portal { from: Cell::new(1, 0), to: Cell::new(9, 0), cost: 4, two_way: true };
    let grid = Grid::from_rows(&["..........", "##########"]).with_portals(&[portal]).unwrap();
    let mut app = app_on(grid);
    let agent = spawn(&mut app, (0, 0), AgentProfile::default(), (9, 0));
    let (cells, ticks) = walk(&mut app, agent);
    assert_eq!(cells, [(0, 0), (1, 0), (9, 0)].map(Cell::from));
    let seconds = f64::from(ticks) * f64::from(TICK_S);
    assert!((seconds - 5.0 / 4.0).abs() < 0.1, "one step and a portal of four, at four a second: {seconds} s");
    let motion = app.world().get::<AgentMotion>(agent).unwrap();
    assert_eq!(motion.position, Vec2::new(9.0, 0.0));
}

#[test]
fn at_any_angle_it_walks_a_straight_line() {
    let mut app = app_on(Grid::from_rows(&["..........", "..........", "..........", ".........."]));
    let options = SearchOptions { heuristic: Heuristic::Euclidean, ..Algorithm::Theta.into() };
    app.insert_resource(PathfindingSettings { options, ..default() });
    let agent = app.world_mut().spawn((GridAgent::at(Cell::new(0, 0), 4.0), MoveTo(Cell::new(9, 3)))).id();
    let mut ticks = 0;
    loop {
        app.update();
        ticks += 1;
        let position = app.world().get::<AgentMotion>(agent).unwrap().position;
        assert!((position.y - position.x / 3.0).abs() < 1e-3, "beside the line at {position}");
        if position.x > 8.999 {
            break;
        }
        assert!(ticks < 1000, "it stands at {position}");
    }
    let seconds = f64::from(ticks) * f64::from(TICK_S);
    assert!((seconds - 90f64.sqrt() / 4.0).abs() < 0.1, "as long as the line: {seconds} s");
}
