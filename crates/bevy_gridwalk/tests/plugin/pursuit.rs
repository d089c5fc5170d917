//! Agents that follow an entity.

use std::time::Duration;

use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use bevy_gridwalk::{
    AgentCell, AgentKind, Arrived, FailReason, Follow, GridAgent, GridLayout, LastSearch, MoveTo,
    NavGrid, PathFailed, PathOnly, PathStack, PathfindingPlugin, Patrol, Planning,
};
use gridwalk_pathfinding::{AgentProfile, Cell, Grid};

fn app_on(rows: &[&str]) -> App {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, PathfindingPlugin::default()));
    app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_micros(
        15_625,
    )));
    app.insert_resource(NavGrid::new(Grid::from_rows(rows)));
    app.finish();
    app.cleanup();
    app.update();
    app
}

fn cell(app: &App, agent: Entity) -> Cell {
    app.world()
        .get::<AgentCell>(agent)
        .expect("it is an agent")
        .0
}

fn steps(a: Cell, b: Cell) -> u32 {
    let (dx, dy) = a.distance(b);
    dx.max(dy)
}

fn ticks(app: &mut App, count: u32) {
    (0..count).for_each(|_| app.update());
}

#[test]
fn follower_stops_at_its_distance_and_sets_off_again() {
    let mut app = app_on(&[
        "..............................",
        "..............................",
    ]);
    let player = app
        .world_mut()
        .spawn(GridAgent::at(Cell::new(20, 0), 3.0))
        .id();
    let dog = app
        .world_mut()
        .spawn((
            GridAgent::at(Cell::new(0, 1), 6.0),
            Follow::at_distance(player, 2),
        ))
        .id();
    ticks(&mut app, 400);
    assert_eq!(steps(cell(&app, dog), cell(&app, player)), 2);
    assert!(
        app.world().get::<PathStack>(dog).is_none() && app.world().get::<Planning>(dog).is_none()
    );
    app.world_mut()
        .entity_mut(player)
        .insert(MoveTo(Cell::new(29, 0)));
    ticks(&mut app, 400);
    assert_eq!(
        (
            cell(&app, player),
            steps(cell(&app, dog), cell(&app, player))
        ),
        (Cell::new(29, 0), 2)
    );
}

#[test]
fn chase_of_a_walking_target_ends_beside_it_with_few_searches() {
    let mut app = app_on(&["................................................"; 24]);
    let stops = vec![Cell::new(40, 20), Cell::new(5, 20), Cell::new(40, 3)];
    let player = app
        .world_mut()
        .spawn((
            GridAgent::at(Cell::new(40, 3), 2.0),
            Patrol { stops, next: 0 },
        ))
        .id();
    let wolf = app
        .world_mut()
        .spawn((GridAgent::at(Cell::new(0, 0), 4.0), Follow::to(player)))
        .id();
    let (mut searches, mut last) = (0, None);
    for _ in 0..1500 {
        app.update();
        let newest = app
            .world()
            .get::<LastSearch>(wolf)
            .map(|search| search.query.clone());
        searches += u32::from(newest != last);
        last = newest;
    }
    assert!(steps(cell(&app, wolf), cell(&app, player)) <= 1);
    assert!(searches < 120, "{searches} searches in 1,500 ticks");
}

#[test]
fn target_without_an_agent_is_followed_by_its_transform() {
    let mut app = app_on(&[".........", "........."]);
    // A cell is 32 units wide, and rows go down.
    let lamp = app
        .world_mut()
        .spawn(Transform::from_xyz(5.5 * 32.0, -16.0, 0.0))
        .id();
    let moth = app
        .world_mut()
        .spawn((GridAgent::at(Cell::new(0, 0), 8.0), Follow::to(lamp)))
        .id();
    ticks(&mut app, 120);
    assert_eq!(cell(&app, moth), Cell::new(5, 0));
    app.world_mut()
        .get_mut::<Transform>(lamp)
        .unwrap()
        .translation
        .x = 16.0;
    ticks(&mut app, 120);
    assert_eq!(cell(&app, moth), Cell::new(0, 0));
}

#[test]
fn follower_of_a_despawned_target_says_so_and_stands() {
    let mut app = app_on(&["...................."]);
    let player = app
        .world_mut()
        .spawn(GridAgent::at(Cell::new(19, 0), 3.0))
        .id();
    let dog = app
        .world_mut()
        .spawn((GridAgent::at(Cell::new(0, 0), 4.0), Follow::to(player)))
        .id();
    ticks(&mut app, 20);
    app.world_mut().despawn(player);
    ticks(&mut app, 40);
    assert_eq!(
        app.world()
            .get::<PathFailed>(dog)
            .map(|failed| failed.reason),
        Some(FailReason::TargetGone)
    );
    assert!(
        app.world().get::<Follow>(dog).is_none() && app.world().get::<PathStack>(dog).is_none()
    );
}

#[test]
fn follower_waits_behind_a_wall_though_its_target_is_near() {
    let mut app = app_on(&["..#..", "..#..", "....."]);
    let player = app
        .world_mut()
        .spawn(GridAgent::at(Cell::new(3, 0), 3.0))
        .id();
    let dog = app
        .world_mut()
        .spawn((
            GridAgent::at(Cell::new(0, 0), 4.0),
            Follow::at_distance(player, 2),
        ))
        .id();
    ticks(&mut app, 300);
    let here = cell(&app, dog);
    assert!(here.x >= 2 || here.y == 2, "it went round the wall: {here}");
    assert!(app.world().get::<PathStack>(dog).is_none());
}

#[test]
fn order_ends_the_following() {
    let mut app = app_on(&["...................."]);
    let player = app
        .world_mut()
        .spawn(GridAgent::at(Cell::new(19, 0), 3.0))
        .id();
    let dog = app
        .world_mut()
        .spawn((GridAgent::at(Cell::new(5, 0), 4.0), Follow::to(player)))
        .id();
    ticks(&mut app, 10);
    app.world_mut()
        .entity_mut(dog)
        .insert(MoveTo(Cell::new(0, 0)));
    ticks(&mut app, 200);
    assert_eq!(cell(&app, dog), Cell::new(0, 0));
    assert!(app.world().get::<Follow>(dog).is_none());
}

/// It stood as soon as the target was where the follower does not fit, however far away.
#[test]
fn large_follower_stops_beside_target_it_does_not_fit_on() {
    let mut app = app_on(&[
        "....................",
        "....................",
        "###################.",
        "....................",
    ]);
    let player = app
        .world_mut()
        .spawn(GridAgent::at(Cell::new(17, 3), 4.0))
        .id();
    let ogre = AgentKind::from(AgentProfile {
        size: 2,
        ..default()
    });
    let hunt = (
        GridAgent::at(Cell::new(0, 0), 8.0),
        ogre,
        Follow::at_distance(player, 2),
    );
    let ogre = app.world_mut().spawn(hunt).id();
    ticks(&mut app, 20);
    assert!(
        app.world().get::<PathFailed>(ogre).is_some(),
        "beside it there is room behind the wall alone"
    );
    app.world_mut()
        .entity_mut(player)
        .insert(MoveTo(Cell::new(19, 1)));
    ticks(&mut app, 400);
    assert_eq!(
        (cell(&app, player), cell(&app, ogre)),
        (Cell::new(19, 1), Cell::new(18, 0))
    );
    let agent = app.world().entity(ogre);
    assert!(
        !agent.contains::<PathStack>()
            && !agent.contains::<Planning>()
            && !agent.contains::<PathFailed>()
    );
}

#[test]
fn follower_of_a_chest_in_a_wall_stops_beside_it() {
    let mut app = app_on(&[".....#....", "..........", "....####.."]);
    let layout = *app.world().resource::<GridLayout>();
    let chest = app
        .world_mut()
        .spawn(Transform::from_translation(
            layout.center_3d(Cell::new(5, 2)),
        ))
        .id();
    let follower = app
        .world_mut()
        .spawn((
            GridAgent::at(Cell::new(0, 0), 8.0),
            Follow::at_distance(chest, 1),
        ))
        .id();
    let mut arrived = 0;
    for _ in 0..200 {
        ticks(&mut app, 1);
        arrived += app
            .world()
            .resource::<Messages<Arrived>>()
            .iter_current_update_messages()
            .count();
    }
    assert_eq!(cell(&app, follower), Cell::new(4, 1));
    assert!(app.world().get::<PathFailed>(follower).is_none());
    assert_eq!(arrived, 0, "to reach a target is no arrival");
}

#[test]
fn patrol_goes_on_once_the_follower_is_called_off() {
    let mut app = app_on(&["....................", "...................."]);
    let player = app
        .world_mut()
        .spawn(GridAgent::at(Cell::new(19, 0), 3.0))
        .id();
    let patrol = Patrol {
        stops: vec![Cell::new(4, 1), Cell::new(0, 1)],
        next: 0,
    };
    let guard = app
        .world_mut()
        .spawn((
            GridAgent::at(Cell::new(0, 1), 8.0),
            patrol,
            Follow::at_distance(player, 1),
        ))
        .id();
    ticks(&mut app, 300);
    assert_eq!(steps(cell(&app, guard), cell(&app, player)), 1);
    app.world_mut().entity_mut(guard).remove::<Follow>();
    let mut cells = Vec::new();
    for _ in 0..400 {
        ticks(&mut app, 1);
        cells.push(cell(&app, guard));
    }
    assert!(cells.contains(&Cell::new(4, 1)) && cells.contains(&Cell::new(0, 1)));
}

/// Regions were asked about a cell off the map: an agent that a smaller map has left outside, and
/// its target in a wall.
#[test]
fn follower_off_the_map_does_not_panic() {
    let mut app = app_on(&["..........", "..........", ".........."]);
    let layout = *app.world().resource::<GridLayout>();
    let chest = app
        .world_mut()
        .spawn(Transform::from_translation(
            layout.center_3d(Cell::new(1, 1)),
        ))
        .id();
    let walker = (PathOnly::at(Cell::new(9, 2)), Follow::at_distance(chest, 1));
    let follower = app.world_mut().spawn(walker).id();
    ticks(&mut app, 3);
    app.insert_resource(NavGrid::new(Grid::from_rows(&["....", ".##.", "...."])));
    ticks(&mut app, 10);
    let failed = app
        .world()
        .get::<PathFailed>(follower)
        .map(|failed| failed.reason);
    assert!(matches!(failed, Some(FailReason::Stuck(_))), "{failed:?}");
}
