//! A headless game for the other tests: one fixed step per update, and everything that is said.

use std::time::Duration;

use bevy::ecs::schedule::ScheduleLabel;
use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use bevy_gridwalk::{
    AgentCell, Arrived, Counters, FailReason, MoveTo, NavGrid, PathFailed, PathStack,
    PathfindingPlugin, PlaceRefused, Planning, Relocated,
};
use gridwalk_pathfinding::{Cell, Grid};

pub const TICK: Duration = Duration::from_micros(15_625);

/// The reports, in order.
#[derive(Resource, Default, Debug, PartialEq)]
pub struct Said {
    pub arrived: Vec<Arrived>,
    pub failed: Vec<PathFailed>,
    pub refused: Vec<PlaceRefused>,
    pub relocated: Vec<Relocated>,
}

pub fn listen(
    mut said: ResMut<Said>,
    mut arrived: MessageReader<Arrived>,
    mut failed: MessageReader<PathFailed>,
    mut refused: MessageReader<PlaceRefused>,
    mut relocated: MessageReader<Relocated>,
) {
    said.arrived.extend(arrived.read().copied());
    said.failed.extend(failed.read().copied());
    said.refused.extend(refused.read().copied());
    said.relocated.extend(relocated.read().copied());
}

pub fn without_map(schedule: impl ScheduleLabel) -> App {
    let mut app = App::new();
    app.add_plugins((
        MinimalPlugins,
        TransformPlugin,
        PathfindingPlugin::in_schedule(schedule),
    ))
    .init_resource::<Said>()
    .add_systems(Last, listen)
    .insert_resource(TimeUpdateStrategy::ManualDuration(TICK));
    app
}

pub fn on(rows: &[&str]) -> App {
    let mut app = without_map(FixedUpdate);
    app.insert_resource(NavGrid::new(Grid::from_rows(rows)));
    start(&mut app);
    app
}

pub fn start(app: &mut App) {
    app.finish();
    app.cleanup();
    // The first update has no time to spend.
    app.update();
}

pub fn ticks(app: &mut App, n: u32) {
    for _ in 0..n {
        app.update();
    }
}

/// Updates until it holds; the deadline is in ticks.
pub fn until(app: &mut App, what: &str, holds: impl Fn(&App) -> bool) {
    for _ in 0..3000 {
        if holds(app) {
            return;
        }
        app.update();
    }
    panic!("it never happens: {what}");
}

pub fn said(app: &App) -> &Said {
    app.world().resource::<Said>()
}

pub fn send(app: &mut App, agent: Entity, goal: (i32, i32)) {
    app.world_mut()
        .entity_mut(agent)
        .insert(MoveTo(goal.into()));
}

pub fn cell(app: &App, agent: Entity) -> Cell {
    app.world().get::<AgentCell>(agent).unwrap().0
}

pub fn place(app: &App, agent: Entity) -> Vec3 {
    app.world().get::<Transform>(agent).unwrap().translation
}

pub fn reason(app: &App, agent: Entity) -> Option<FailReason> {
    app.world()
        .get::<PathFailed>(agent)
        .map(|failed| failed.reason)
}

pub fn ahead(app: &App, agent: Entity) -> Vec<Cell> {
    app.world()
        .get::<PathStack>(agent)
        .map_or(Vec::new(), |stack| stack.ahead().collect())
}

pub fn is_idle(app: &App, agent: Entity) -> bool {
    let agent = app.world().entity(agent);
    !agent.contains::<PathStack>() && !agent.contains::<Planning>() && !agent.contains::<MoveTo>()
}

pub fn steps_into_blocked(app: &App) -> u64 {
    app.world().resource::<Counters>().steps_into_blocked
}
