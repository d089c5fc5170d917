//! Requests are messages, components and triggered events: with the same answers, and none is lost
//! while the sets do not run.

use std::hash::{DefaultHasher, Hash, Hasher};

use bevy::ecs::schedule::ScheduleLabel;
use bevy::prelude::*;
use bevy::state::app::StatesPlugin;
use bevy_gridwalk::{
    AgentCell, AgentMotion, AgentPriority, Arrived, CancelPath, EditGrid, FailReason, GridAgent,
    GridChanged, LevelPlugin, LevelUpdate, MoveTo, MoveToNearest, NavGrid, PathFailed, PathRequest,
    PathStack, PathfindingSystems, PlaceAgent, Planning, PlanningOptions, QueueWaypoint,
    ReplaceGrid, TickBudget,
};
use gridwalk_level::formats::parse_ron;
use gridwalk_pathfinding::{Algorithm, Cell, Grid};
use gridwalk_testing::Rng;

use super::game::{cell, on, reason, said, send, start, ticks, until, without_map};

/// Whether the game lets the sets run.
#[derive(Resource, Default)]
struct IsOff(bool);

#[derive(States, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
enum Screen {
    #[default]
    Playing,
    Menu,
}

/// A way in which a game stops the plugin for a while.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Pause {
    RunCondition,
    State,
    Time,
}

impl Pause {
    fn set(self, app: &mut App, is_off: bool) {
        let world = app.world_mut();
        match self {
            Self::RunCondition => world.resource_mut::<IsOff>().0 = is_off,
            Self::State => {
                world.resource_mut::<NextState<Screen>>().set(if is_off {
                    Screen::Menu
                } else {
                    Screen::Playing
                });
                app.update();
            }
            Self::Time if is_off => world.resource_mut::<Time<Virtual>>().pause(),
            Self::Time => world.resource_mut::<Time<Virtual>>().unpause(),
        }
    }
}

const ROWS: [&str; 3] = [".........", ".........", "........."];

fn game(schedule: impl ScheduleLabel + Clone) -> App {
    use PathfindingSystems::{Accept, ApplyEdits, Follow, Plan, Report};
    let mut app = without_map(schedule.clone());
    let is_on = |off: Res<IsOff>| !off.0;
    app.add_plugins((AssetPlugin::default(), StatesPlugin, LevelPlugin))
        .init_state::<Screen>()
        .init_resource::<IsOff>()
        .configure_sets(
            schedule,
            (ApplyEdits, Accept, Plan, Follow, Report)
                .run_if(is_on.and_then(in_state(Screen::Playing))),
        )
        .insert_resource(NavGrid::new(Grid::from_rows(&ROWS)));
    start(&mut app);
    app
}

fn spawn(app: &mut App, at: (i32, i32)) -> Entity {
    app.world_mut().spawn(GridAgent::at(at.into(), 1.0)).id()
}

fn goal(app: &App, agent: Entity) -> Option<Cell> {
    app.world()
        .get::<PathStack>(agent)
        .and_then(PathStack::destination)
}

/// Every request is written while the sets are off for so many frames, and read once they run.
fn kept_through(schedule: impl ScheduleLabel + Clone, pause: Pause, frames: u32) {
    let case = format!("{pause:?}, {frames} frames, {schedule:?}");
    let mut app = game(schedule);
    let agents: Vec<Entity> = (0..6).map(|n| spawn(&mut app, (0, n % 3))).collect();
    let [asked, sent, near, queued, stopped, placed] = agents[..] else {
        unreachable!()
    };
    send(&mut app, stopped, (8, 1));
    ticks(&mut app, 2);
    assert!(goal(&app, stopped).is_some(), "{case}");
    pause.set(&mut app, true);
    ticks(&mut app, 2);
    let world = app.world_mut();
    world.write_message(EditGrid::block([Cell::new(4, 1)]));
    world.write_message(PathRequest::new(asked, Cell::new(5, 0)));
    world.entity_mut(sent).insert(MoveTo(Cell::new(6, 0)));
    world
        .entity_mut(near)
        .insert(MoveToNearest(vec![Cell::new(7, 2), Cell::new(3, 2)]));
    world.write_message(QueueWaypoint {
        agent: queued,
        goal: Cell::new(8, 0),
    });
    world.write_message(CancelPath::Agent(stopped));
    world.write_message(PlaceAgent {
        agent: placed,
        cell: Cell::new(8, 2),
    });
    ticks(&mut app, frames);
    pause.set(&mut app, false);
    ticks(&mut app, 3);
    let grid = app.world().resource::<NavGrid>().grid();
    assert!(!grid.is_walkable(Cell::new(4, 1)), "the edit: {case}");
    assert_eq!(
        goal(&app, asked),
        Some(Cell::new(5, 0)),
        "PathRequest: {case}"
    );
    assert_eq!(goal(&app, sent), Some(Cell::new(6, 0)), "MoveTo: {case}");
    assert_eq!(
        goal(&app, near),
        Some(Cell::new(3, 2)),
        "MoveToNearest: {case}"
    );
    assert_eq!(
        goal(&app, queued),
        Some(Cell::new(8, 0)),
        "QueueWaypoint: {case}"
    );
    assert_eq!(
        reason(&app, stopped),
        Some(FailReason::Cancelled),
        "CancelPath: {case}"
    );
    assert_eq!(cell(&app, placed), Cell::new(8, 2), "PlaceAgent: {case}");
    // Each once: nothing is read again.
    let revision = app.world().resource::<NavGrid>().grid().revision();
    ticks(&mut app, 5);
    assert_eq!(
        app.world().resource::<NavGrid>().grid().revision(),
        revision,
        "{case}"
    );
}

#[test]
fn requests_wait_while_the_sets_do_not_run() {
    for pause in [Pause::RunCondition, Pause::State, Pause::Time] {
        for frames in [1, 2, 10, 500] {
            kept_through(FixedUpdate, pause, frames);
            kept_through(Update, pause, frames);
        }
    }
}

#[test]
fn replaced_maps_and_levels_wait_while_the_sets_do_not_run() {
    let text = "(version: 1, map: [\"....\", \"....\"], agents: [(name: \"a\", at: (0, 0), goals: [(3, 1)])])";
    for frames in [1, 2, 10, 500] {
        let mut app = game(FixedUpdate);
        Pause::RunCondition.set(&mut app, true);
        ticks(&mut app, 2);
        app.world_mut()
            .write_message(EditGrid::block([Cell::new(0, 0)]));
        ticks(&mut app, 2);
        app.world_mut()
            .write_message(ReplaceGrid(Grid::from_rows(&["......", "......"])));
        ticks(&mut app, frames);
        app.world_mut()
            .write_message(EditGrid::block([Cell::new(5, 1)]));
        ticks(&mut app, frames);
        Pause::RunCondition.set(&mut app, false);
        ticks(&mut app, 2);
        let grid = app.world().resource::<NavGrid>().grid();
        assert_eq!(grid.size().width, 6);
        assert!(
            !grid.is_walkable(Cell::new(5, 1)),
            "an edit of the new map is made"
        );
        assert!(
            grid.is_walkable(Cell::new(0, 0)),
            "an edit of the map before ends with it"
        );

        Pause::RunCondition.set(&mut app, true);
        app.world_mut()
            .write_message(LevelUpdate::show(&parse_ron(text).unwrap()));
        ticks(&mut app, frames);
        app.world_mut()
            .write_message(EditGrid::block([Cell::new(3, 0)]));
        ticks(&mut app, frames);
        Pause::RunCondition.set(&mut app, false);
        ticks(&mut app, 2);
        let grid = app.world().resource::<NavGrid>().grid();
        assert_eq!(grid.size().width, 4);
        assert!(
            !grid.is_walkable(Cell::new(3, 0)),
            "an edit of the level that waits is made on it"
        );
        let count = app
            .world_mut()
            .query::<&GridAgent>()
            .iter(app.world())
            .count();
        assert_eq!(count, 1, "the level's agent is there");
    }
}

#[test]
fn an_inserted_map_ends_the_edits_of_the_one_before() {
    let mut app = game(FixedUpdate);
    Pause::RunCondition.set(&mut app, true);
    app.world_mut()
        .write_message(EditGrid::block([Cell::new(0, 0)]));
    ticks(&mut app, 5);
    app.insert_resource(NavGrid::new(Grid::from_rows(&["...", "..."])));
    ticks(&mut app, 5);
    app.world_mut()
        .write_message(EditGrid::block([Cell::new(2, 1)]));
    ticks(&mut app, 5);
    Pause::RunCondition.set(&mut app, false);
    ticks(&mut app, 2);
    let grid = app.world().resource::<NavGrid>().grid();
    assert!(grid.is_walkable(Cell::new(0, 0)) && !grid.is_walkable(Cell::new(2, 1)));
}

#[test]
fn a_later_frame_counts_after_an_earlier_one_while_all_wait() {
    let mut app = game(FixedUpdate);
    let agents: Vec<Entity> = (0..5).map(|n| spawn(&mut app, (0, n % 3))).collect();
    let [ordered, sent, queued, again, walks] = agents[..] else {
        unreachable!()
    };
    ticks(&mut app, 2);
    Pause::RunCondition.set(&mut app, true);
    ticks(&mut app, 2);
    let (near, far) = (Cell::new(4, 0), Cell::new(8, 0));
    for agent in [ordered, again] {
        app.world_mut().trigger(PathRequest::new(agent, near));
    }
    app.world_mut().trigger(MoveTo(near).order(sent));
    for agent in [queued, walks] {
        app.world_mut().trigger(QueueWaypoint { agent, goal: near });
    }
    ticks(&mut app, 1);
    for agent in [ordered, sent, again] {
        app.world_mut().trigger(CancelPath::Agent(agent));
    }
    app.world_mut().trigger(PathRequest::new(queued, far));
    ticks(&mut app, 20);
    app.world_mut().trigger(PathRequest::new(again, far));
    Pause::RunCondition.set(&mut app, false);
    ticks(&mut app, 3);
    for agent in [ordered, sent] {
        assert_eq!(
            (goal(&app, agent), reason(&app, agent)),
            (None, Some(FailReason::Cancelled))
        );
    }
    assert_eq!(goal(&app, queued), Some(far));
    assert!(
        app.world()
            .get::<bevy_gridwalk::Waypoints>(queued)
            .unwrap()
            .0
            .is_empty(),
        "an order forgets waypoints"
    );
    assert_eq!(
        (goal(&app, again), goal(&app, walks)),
        (Some(far), Some(near))
    );
}

/// Arrivals heard by an observer.
#[derive(Resource, Default)]
struct Heard(usize);

#[test]
fn events_wait_while_only_their_set_is_off() {
    let mut app = without_map(FixedUpdate);
    app.insert_resource(NavGrid::new(Grid::from_rows(&ROWS)))
        .init_resource::<IsOff>()
        .init_resource::<Heard>()
        .configure_sets(
            FixedUpdate,
            PathfindingSystems::Report.run_if(|off: Res<IsOff>| !off.0),
        )
        .add_observer(|_: On<Arrived>, mut heard: ResMut<Heard>| heard.0 += 1);
    start(&mut app);
    let agent = app
        .world_mut()
        .spawn(GridAgent::at(Cell::new(0, 0), 100.0))
        .id();
    app.world_mut().resource_mut::<IsOff>().0 = true;
    send(&mut app, agent, (2, 0));
    until(&mut app, "it arrives", |app| !said(app).arrived.is_empty());
    ticks(&mut app, 50);
    assert_eq!(app.world().resource::<Heard>().0, 0);
    app.world_mut().resource_mut::<IsOff>().0 = false;
    ticks(&mut app, 2);
    assert_eq!(app.world().resource::<Heard>().0, 1);
}

/// The search began before a wall that came and went by while planning was off.
#[test]
fn searches_begin_again_after_edits_that_planning_missed() {
    let mut app = without_map(FixedUpdate);
    let rows = vec![".".repeat(40); 40];
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    app.insert_resource(NavGrid::new(Grid::from_rows(&rows)))
        .insert_resource(PlanningOptions {
            budget: TickBudget::Expansions(20),
            ..default()
        })
        .init_resource::<IsOff>()
        .configure_sets(
            FixedUpdate,
            PathfindingSystems::Plan.run_if(|off: Res<IsOff>| !off.0),
        );
    start(&mut app);
    app.world_mut()
        .resource_mut::<bevy_gridwalk::PathfindingOptions>()
        .options = Algorithm::Dijkstra.into();
    let agent = app
        .world_mut()
        .spawn(GridAgent::at(Cell::new(0, 0), 1.0))
        .id();
    send(&mut app, agent, (39, 39));
    ticks(&mut app, 10);
    assert!(
        app.world().get::<Planning>(agent).is_some(),
        "it takes more ticks than that"
    );
    app.world_mut().resource_mut::<IsOff>().0 = true;
    app.world_mut()
        .write_message(EditGrid::block((0..39).map(|y| Cell::new(2, y))));
    ticks(&mut app, 50);
    assert!(
        app.world().resource::<Messages<GridChanged>>().is_empty(),
        "the change is forgotten by now"
    );
    app.world_mut().resource_mut::<IsOff>().0 = false;
    until(&mut app, "it has its answer", |app| {
        app.world().get::<Planning>(agent).is_none()
    });
    let stack = app.world().get::<PathStack>(agent).unwrap();
    let grid = app.world().resource::<NavGrid>().grid();
    assert!(stack.ahead().all(|cell| grid.is_walkable(cell)));
}

/// Gives a request in one of its two forms.
trait Give {
    fn give(self, commands: &mut Commands, by_trigger: bool);
}

macro_rules! by_message {
    ($($kind:ty),*) => {$(
        impl Give for $kind {
            fn give(self, commands: &mut Commands, by_trigger: bool) {
                if by_trigger {
                    commands.trigger(self);
                } else {
                    commands.write_message(self);
                }
            }
        }
    )*};
}

by_message!(
    PathRequest,
    QueueWaypoint,
    CancelPath,
    PlaceAgent,
    EditGrid,
    ReplaceGrid
);

/// The state after a random script, whose requests are triggered or written.
fn state_after(seed: u64, by_trigger: bool) -> u64 {
    let mut app = without_map(FixedUpdate);
    let mut rng = Rng(seed);
    let map = |rng: &mut Rng| {
        let costs: Vec<u16> = (0..400)
            .map(|_| {
                if rng.below(5) == 0 {
                    0
                } else {
                    1 + rng.below(3_u16)
                }
            })
            .collect();
        Grid::from_costs(20, 20, &costs).unwrap()
    };
    app.insert_resource(NavGrid::new(map(&mut rng)))
        .insert_resource(PlanningOptions {
            budget: TickBudget::Expansions(60),
            ..default()
        });
    start(&mut app);
    let grid = app.world().resource::<NavGrid>().grid().clone();
    let mut agents: Vec<Entity> = Vec::new();
    for n in 0..12 {
        let at = rng.free_cell(&grid).unwrap();
        let agent = app.world_mut().spawn(GridAgent::at(at, 40.0)).id();
        if n % 3 == 0 {
            app.world_mut().entity_mut(agent).insert(AgentPriority(n));
        }
        agents.push(agent);
    }
    let mut hash = DefaultHasher::new();
    for _ in 0..600 {
        let mut commands = app.world_mut().commands();
        for _ in 0..rng.below(12) / 10 {
            let agent = rng.pick(&agents);
            let (goal, other) = (rng.cell(&grid), rng.cell(&grid));
            match rng.below(20) {
                0..=4 => PathRequest::new(agent, goal)
                    .with_priority(rng.below(3))
                    .give(&mut commands, by_trigger),
                5..=8 if by_trigger => commands.trigger(MoveTo(goal).order(agent)),
                5..=8 => drop(commands.entity(agent).insert(MoveTo(goal))),
                9..=10 if by_trigger => {
                    commands.trigger(MoveToNearest(vec![goal, other]).order(agent));
                }
                9..=10 => drop(
                    commands
                        .entity(agent)
                        .insert(MoveToNearest(vec![goal, other])),
                ),
                11..=13 => QueueWaypoint { agent, goal }.give(&mut commands, by_trigger),
                14 => CancelPath::Agent(agent).give(&mut commands, by_trigger),
                15 => PlaceAgent { agent, cell: goal }.give(&mut commands, by_trigger),
                16..=17 => EditGrid::block([goal]).give(&mut commands, by_trigger),
                18 => EditGrid::set_cost([goal, other], 1 + rng.below(4_u16))
                    .give(&mut commands, by_trigger),
                _ if rng.one_in(5) => ReplaceGrid(map(&mut rng)).give(&mut commands, by_trigger),
                _ => CancelPath::AllRequests.give(&mut commands, by_trigger),
            }
        }
        app.update();
        for agent in &agents {
            let motion = app.world().get::<AgentMotion>(*agent).unwrap();
            (
                cell(&app, *agent),
                motion.position.x.to_bits(),
                motion.position.y.to_bits(),
            )
                .hash(&mut hash);
            app.world()
                .get::<PathFailed>(*agent)
                .map(|it| (it.goal, it.reason.to_string()))
                .hash(&mut hash);
        }
        app.world()
            .resource::<NavGrid>()
            .grid()
            .cells()
            .hash(&mut hash);
    }
    assert!(
        said(&app).arrived.len() > 20,
        "they do arrive: {}",
        said(&app).arrived.len()
    );
    hash.finish()
}

#[test]
fn triggered_requests_do_the_same_as_written_ones() {
    for seed in 0..6 {
        assert_eq!(
            state_after(seed, true),
            state_after(seed, false),
            "seed {seed}"
        );
    }
    assert_ne!(state_after(0, true), state_after(1, true));
}

#[test]
fn a_triggered_order_to_nobody_says_so() {
    let mut app = on(&ROWS);
    let agent = spawn(&mut app, (0, 0));
    app.world_mut().despawn(agent);
    app.world_mut()
        .trigger(MoveTo(Cell::new(1, 0)).order(agent));
    app.world_mut()
        .trigger(MoveToNearest(vec![Cell::new(2, 0)]).order(agent));
    app.world_mut()
        .trigger(PathRequest::new(agent, Cell::new(3, 0)));
    ticks(&mut app, 2);
    let failed: Vec<_> = said(&app)
        .failed
        .iter()
        .map(|failed| (failed.goal.x, failed.reason))
        .collect();
    let despawned = FailReason::Despawned;
    assert_eq!(failed, [(1, despawned), (2, despawned), (3, despawned)]);
}

#[test]
fn the_later_of_move_to_and_move_to_nearest_counts() {
    let mut app = on(&ROWS);
    let (one, other) = (spawn(&mut app, (0, 0)), spawn(&mut app, (0, 1)));
    let both = app
        .world_mut()
        .spawn((
            GridAgent::at(Cell::new(0, 2), 1.0),
            MoveTo(Cell::new(5, 2)),
            MoveToNearest(vec![Cell::new(3, 2)]),
        ))
        .id();
    app.world_mut()
        .entity_mut(one)
        .insert(MoveTo(Cell::new(5, 0)))
        .insert(MoveToNearest(vec![Cell::new(3, 0)]));
    app.world_mut()
        .entity_mut(other)
        .insert(MoveToNearest(vec![Cell::new(3, 1)]))
        .insert(MoveTo(Cell::new(5, 1)));
    ticks(&mut app, 2);
    assert_eq!(goal(&app, one), Some(Cell::new(3, 0)));
    assert_eq!(goal(&app, other), Some(Cell::new(5, 1)));
    assert_eq!(
        goal(&app, both),
        Some(Cell::new(5, 2)),
        "of one bundle the first"
    );
}

#[test]
fn an_agents_priority_is_that_of_its_components() {
    let mut app = on(&ROWS);
    app.insert_resource(PlanningOptions {
        budget: TickBudget::Expansions(1),
        ..default()
    });
    let low = spawn(&mut app, (0, 0));
    let high = spawn(&mut app, (0, 2));
    app.world_mut().entity_mut(high).insert(AgentPriority(5));
    send(&mut app, low, (8, 0));
    send(&mut app, high, (8, 2));
    ticks(&mut app, 1);
    until(&mut app, "one sets off", |app| {
        goal(app, low).is_some() || goal(app, high).is_some()
    });
    assert_eq!(
        (goal(&app, low), goal(&app, high)),
        (None, Some(Cell::new(8, 2)))
    );
    assert!(app.world().get::<AgentCell>(low).is_some());
}
