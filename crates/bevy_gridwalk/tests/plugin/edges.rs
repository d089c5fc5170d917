//! Actions of games that are no order: resources taken away, agents disabled, layouts without an
//! area, stops that cannot be reached, budgets of nothing.

use bevy::ecs::entity_disabling::Disabled;
use bevy::prelude::*;
use bevy_gridwalk::{
    AgentCell, AgentMotion, AgentOptions, ArrivalRadius, CancelPath, EditGrid, FailReason,
    GridAgent, GridLayout, LayoutRefused, LevelPlugin, MoveTo, Movement, NavGrid, PathFailed,
    PathStack, PathfindingOptions, PathfindingPlugin, Patrol, Planning, PlanningOptions,
    QueueWaypoint, TickBudget, UnreachablePolicy, Waypoints, WorldSpeed,
};
use gridwalk_pathfinding::{Cell, Grid};

use super::game::{
    ahead, cell, is_idle, on, place, reason, said, send, start, steps_into_blocked, ticks, until,
    without_map,
};

const ROWS: [&str; 3] = [".........", ".........", "........."];

fn spawn(app: &mut App, at: (i32, i32), speed: f32) -> Entity {
    app.world_mut().spawn(GridAgent::at(at.into(), speed)).id()
}

fn position(app: &App, agent: Entity) -> Vec2 {
    app.world().get::<AgentMotion>(agent).unwrap().position
}

fn panic_of(build: impl FnOnce() + std::panic::UnwindSafe) -> String {
    let error = std::panic::catch_unwind(build).unwrap_err();
    error
        .downcast_ref::<String>()
        .cloned()
        .or(error.downcast_ref::<&str>().map(ToString::to_string))
        .unwrap()
}

#[test]
fn a_missing_plugin_of_bevy_is_named() {
    let time = panic_of(|| {
        let mut app = App::new();
        app.add_plugins((TaskPoolPlugin::default(), PathfindingPlugin::default()));
        app.finish();
    });
    assert!(time.contains("TimePlugin"), "{time}");
    let assets = panic_of(|| {
        App::new().add_plugins((MinimalPlugins, PathfindingPlugin::default(), LevelPlugin));
    });
    assert!(assets.contains("AssetPlugin"), "{assets}");
}

#[test]
fn resources_that_are_taken_away_come_back() {
    for schedule in [0, 1] {
        let mut app = if schedule == 0 {
            without_map(FixedUpdate)
        } else {
            without_map(Update)
        };
        app.insert_resource(NavGrid::new(Grid::from_rows(&ROWS)));
        start(&mut app);
        let agent = spawn(&mut app, (0, 0), 20.0);
        send(&mut app, agent, (8, 2));
        ticks(&mut app, 2);
        let world = app.world_mut();
        world.remove_resource::<GridLayout>();
        world.remove_resource::<PathfindingOptions>();
        world.remove_resource::<PlanningOptions>();
        // No tick falls into this frame, and agents are drawn.
        world.resource_mut::<Time<Virtual>>().pause();
        ticks(&mut app, 2);
        let world = app.world_mut();
        assert!(world.contains_resource::<GridLayout>());
        world.resource_mut::<Time<Virtual>>().unpause();
        until(&mut app, "it arrives", |app| {
            cell(app, agent) == Cell::new(8, 2)
        });
    }
}

#[test]
fn a_layout_without_an_area_is_refused() {
    let mut app = on(&ROWS);
    let agent = spawn(&mut app, (3, 1), 4.0);
    ticks(&mut app, 2);
    let at = place(&app, agent);
    let mut cursor = app
        .world()
        .resource::<Messages<LayoutRefused>>()
        .get_cursor();
    let good = *app.world().resource::<GridLayout>();
    for cells in [Vec2::ZERO, Vec2::NAN, Vec2::new(1.0, 0.0), Vec2::INFINITY] {
        app.insert_resource(GridLayout::y_up(cells));
        ticks(&mut app, 1);
        assert_eq!(
            cursor
                .read(app.world().resource::<Messages<LayoutRefused>>())
                .count(),
            1,
            "{cells}"
        );
        assert_eq!(*app.world().resource::<GridLayout>(), good, "{cells}");
        assert_eq!(place(&app, agent), at, "{cells}");
    }
    app.insert_resource(GridLayout::default().at(Vec3::NAN));
    ticks(&mut app, 1);
    assert_eq!(*app.world().resource::<GridLayout>(), good);
}

#[test]
fn a_stop_out_of_reach_does_not_end_a_patrol() {
    let mut app = on(&["...#", "...."]);
    let agent = spawn(&mut app, (0, 0), 30.0);
    let stops = vec![Cell::new(2, 0), Cell::new(3, 0), Cell::new(0, 1)];
    app.world_mut()
        .entity_mut(agent)
        .insert(Patrol { stops, next: 0 });
    until(&mut app, "it comes round twice", |app| {
        said(app)
            .arrived
            .iter()
            .filter(|arrived| arrived.cell == Cell::new(0, 1))
            .count()
            >= 2
    });
    let failed: Vec<Cell> = said(&app).failed.iter().map(|failed| failed.goal).collect();
    assert!(
        failed.len() >= 2 && failed.iter().all(|goal| *goal == Cell::new(3, 0)),
        "{failed:?}"
    );
}

#[test]
fn a_patrol_without_a_way_out_stands_until_the_map_changes() {
    let mut app = on(&["..#..", "..#..", "..#.."]);
    let agent = spawn(&mut app, (0, 0), 30.0);
    let stops = vec![Cell::new(4, 0), Cell::new(2, 1), Cell::new(4, 2)];
    app.world_mut()
        .entity_mut(agent)
        .insert(Patrol { stops, next: 0 });
    ticks(&mut app, 100);
    let count = said(&app).failed.len();
    assert!(
        (3..=4).contains(&count),
        "each stop is tried once: {:?}",
        said(&app).failed
    );
    assert!(reason(&app, agent).is_some());
    app.world_mut()
        .write_message(EditGrid::free([Cell::new(2, 0)]));
    until(&mut app, "it goes", |app| said(app).arrived.len() > 3);
}

#[test]
fn a_waypoint_behind_a_failed_order_is_walked_to() {
    let mut app = on(&["...#", "...."]);
    let agent = spawn(&mut app, (0, 0), 30.0);
    send(&mut app, agent, (3, 0));
    for goal in [Cell::new(9, 9), Cell::new(3, 1)] {
        app.world_mut().write_message(QueueWaypoint { agent, goal });
    }
    until(&mut app, "it arrives", |app| {
        cell(app, agent) == Cell::new(3, 1) && is_idle(app, agent)
    });
    assert_eq!(said(&app).failed.len(), 2, "{:?}", said(&app).failed);
    assert!(app.world().get::<Waypoints>(agent).unwrap().0.is_empty());
}

#[test]
fn a_budget_of_nothing_still_serves_somebody() {
    for budget in [
        TickBudget::Expansions(0),
        TickBudget::Time(std::time::Duration::ZERO),
    ] {
        let mut app = on(&ROWS);
        app.insert_resource(PlanningOptions::with_budget(budget));
        let agents: Vec<_> = (0..3).map(|y| spawn(&mut app, (0, y), 60.0)).collect();
        for agent in &agents {
            send(&mut app, *agent, (8, 1));
        }
        until(&mut app, "all arrive", |app| {
            agents
                .iter()
                .all(|agent| cell(app, *agent) == Cell::new(8, 1))
        });
    }
}

#[test]
fn what_is_no_agent_any_more_keeps_nothing_of_it() {
    let mut app = on(&ROWS);
    let agent = spawn(&mut app, (0, 0), 4.0);
    send(&mut app, agent, (8, 0));
    app.world_mut().write_message(QueueWaypoint {
        agent,
        goal: Cell::new(8, 2),
    });
    ticks(&mut app, 20);
    assert!(app.world().get::<PathStack>(agent).is_some());
    app.world_mut().entity_mut(agent).remove::<GridAgent>();
    let names = app
        .world()
        .inspect_entity(agent)
        .unwrap()
        .map(|it| it.name().to_string());
    let ours: Vec<String> = names
        .filter(|name| name.contains("bevy_gridwalk"))
        .collect();
    assert_eq!(ours, [""; 0]);
    app.world_mut()
        .write_message(EditGrid::block([Cell::new(3, 0)]));
    app.world_mut()
        .get_mut::<Transform>(agent)
        .unwrap()
        .translation = GridLayout::default().center_3d(Cell::new(5, 1));
    ticks(&mut app, 5);
    app.world_mut()
        .entity_mut(agent)
        .insert(GridAgent { speed: 4.0 });
    ticks(&mut app, 60);
    assert_eq!(
        cell(&app, agent),
        Cell::new(5, 1),
        "it stands where its transform is, without an order"
    );
    assert!(is_idle(&app, agent));
    assert_eq!(steps_into_blocked(&app), 0);
}

#[test]
fn an_enabled_agent_plans_again_on_the_map_as_it_is() {
    let mut app = on(&ROWS);
    let (walks, stands) = (spawn(&mut app, (0, 0), 6.0), spawn(&mut app, (5, 2), 6.0));
    send(&mut app, walks, (8, 0));
    ticks(&mut app, 15);
    for agent in [walks, stands] {
        app.world_mut().entity_mut(agent).insert(Disabled);
    }
    ticks(&mut app, 3);
    let next = cell(&app, walks).x + 1;
    app.world_mut().write_message(EditGrid::block([
        Cell::new(next, 0),
        Cell::new(next + 1, 0),
        Cell::new(5, 2),
    ]));
    ticks(&mut app, 3);
    for agent in [walks, stands] {
        app.world_mut().entity_mut(agent).remove::<Disabled>();
    }
    until(&mut app, "it arrives", |app| {
        cell(app, walks) == Cell::new(8, 0) && is_idle(app, walks)
    });
    assert_ne!(
        cell(&app, stands),
        Cell::new(5, 2),
        "it is put out of the wall"
    );
    assert_eq!(steps_into_blocked(&app), 0);
}

#[test]
fn a_waiting_agent_keeps_its_order_while_it_is_disabled() {
    let mut app = on(&ROWS);
    app.insert_resource(PlanningOptions::with_budget(TickBudget::Expansions(1)));
    let agents: Vec<_> = (0..3).map(|y| spawn(&mut app, (0, y), 60.0)).collect();
    for agent in &agents {
        send(&mut app, *agent, (8, 1));
    }
    ticks(&mut app, 1);
    let waits = *agents
        .iter()
        .find(|agent| app.world().get::<Planning>(**agent).is_some())
        .unwrap();
    app.world_mut().entity_mut(waits).insert(Disabled);
    ticks(&mut app, 200);
    app.world_mut().entity_mut(waits).remove::<Disabled>();
    until(&mut app, "it arrives", |app| {
        cell(app, waits) == Cell::new(8, 1)
    });
}

#[test]
fn an_agent_stops_between_two_cells_where_it_is_told_to() {
    let mut app = on(&ROWS);
    let (here, next) = (spawn(&mut app, (0, 0), 2.0), spawn(&mut app, (0, 1), 2.0));
    send(&mut app, here, (8, 0));
    send(&mut app, next, (8, 1));
    until(&mut app, "they are past the middle", |app| {
        position(app, here).x > 1.6
    });
    let at = position(&app, here);
    app.world_mut().trigger(CancelPath::Here(here));
    app.world_mut().trigger(CancelPath::Agent(next));
    ticks(&mut app, 60);
    assert!(
        position(&app, here).distance(at) < 0.04,
        "{at} {}",
        position(&app, here)
    );
    assert_eq!(cell(&app, here), Cell::new(2, 0), "the nearer one");
    assert_eq!(
        position(&app, next),
        Vec2::new(2.0, 1.0),
        "the other one finishes its step"
    );
    for agent in [here, next] {
        assert_eq!(reason(&app, agent), Some(FailReason::Cancelled));
    }
    send(&mut app, here, (4, 2));
    until(&mut app, "it goes on from there", |app| {
        cell(app, here) == Cell::new(4, 2) && is_idle(app, here)
    });
}

/// Ticks that a walk over so many cells takes.
fn walk_time(layout: GridLayout, in_world: bool, speed: f32, goal: (i32, i32)) -> f32 {
    let mut app = on(&[".........."; 10]);
    app.insert_resource(layout);
    app.world_mut()
        .resource_mut::<PathfindingOptions>()
        .options
        .movement = Movement::Four;
    let agent = spawn(&mut app, (0, 0), speed);
    if in_world {
        app.world_mut().entity_mut(agent).insert(WorldSpeed);
    }
    ticks(&mut app, 2);
    send(&mut app, agent, goal);
    let mut count = 0.0;
    while cell(&app, agent) != goal.into() {
        app.update();
        count += 1.0;
        assert!(count < 5000.0);
    }
    count
}

#[test]
fn a_speed_in_world_units_is_the_same_along_both_axes() {
    let layout = GridLayout::y_up(Vec2::new(16.0, 64.0));
    let (right, down) = (
        walk_time(layout, true, 64.0, (8, 0)),
        walk_time(layout, true, 64.0, (0, 2)),
    );
    assert!(
        (right - 128.0).abs() < 3.0 && (down - 128.0).abs() < 3.0,
        "128 units at 64 a second: {right} {down}"
    );
    let (right, down) = (
        walk_time(layout, false, 4.0, (8, 0)),
        walk_time(layout, false, 4.0, (0, 2)),
    );
    assert!(
        (right - 128.0).abs() < 3.0 && (down - 32.0).abs() < 3.0,
        "in cells: {right} {down}"
    );
}

/// Walks to (4, 2) around the corner (4, 0) with this radius; returns the least distances to the
/// middles of both.
fn walk_by_radius(radius: f32, speed: f32) -> (f32, f32) {
    let mut app = on(&["....."; 3]);
    app.world_mut()
        .resource_mut::<PathfindingOptions>()
        .options
        .movement = Movement::Four;
    for x in 0..4 {
        app.world_mut()
            .write_message(EditGrid::set_cost([Cell::new(x, 1), Cell::new(x, 2)], 9));
    }
    let agent = spawn(&mut app, (0, 0), speed);
    app.world_mut()
        .entity_mut(agent)
        .insert(ArrivalRadius(radius));
    ticks(&mut app, 2);
    send(&mut app, agent, (4, 2));
    let (mut corner, mut ticks_left) = (f32::MAX, 2000);
    while cell(&app, agent) != Cell::new(4, 2) || !is_idle(&app, agent) {
        app.update();
        corner = corner.min(position(&app, agent).distance(Vec2::new(4.0, 0.0)));
        ticks_left -= 1;
        assert!(
            ticks_left > 0,
            "radius {radius}, speed {speed}: stands at {}",
            position(&app, agent)
        );
    }
    assert_eq!(reason(&app, agent), None);
    (corner, position(&app, agent).distance(Vec2::new(4.0, 2.0)))
}

#[test]
fn agent_with_a_radius_rounds_corners_and_jumps_over_no_cell() {
    for radius in [0.05, 0.1, 0.3, ArrivalRadius::MAX] {
        for speed in [0.5, 4.0, 30.0, 500.0] {
            let (corner, goal) = walk_by_radius(radius, speed);
            assert!(
                (goal - radius).abs() < 1e-3,
                "radius {radius}, speed {speed}: ends {goal} from the middle"
            );
            // A fast agent is seen only once a tick.
            assert!(
                corner > radius * 0.7,
                "radius {radius}, speed {speed}: {corner} from the corner"
            );
        }
        let (corner, _) = walk_by_radius(radius, 0.5);
        assert!(
            corner < radius + 0.01,
            "radius {radius}: {corner} from the corner"
        );
    }
}

#[test]
fn radius_out_of_bounds_counts_as_the_nearest_bound() {
    for (radius, is) in [
        (-1.0, 0.0),
        (0.0, 0.0),
        (f32::NAN, 0.0),
        (9.0, ArrivalRadius::MAX),
    ] {
        assert!(
            (walk_by_radius(radius, 4.0).1 - is).abs() < 1e-3,
            "{radius}"
        );
    }
}

#[test]
fn terrain_slows_from_the_middle_of_the_cell_before() {
    let mut app = on(&["..."]);
    app.world_mut()
        .write_message(EditGrid::set_cost([Cell::new(1, 0)], 4));
    let agent = spawn(&mut app, (0, 0), 4.0);
    send(&mut app, agent, (2, 0));
    until(&mut app, "it walks", |app| position(app, agent).x > 0.2);
    let before = position(&app, agent).x;
    ticks(&mut app, 1);
    assert!(
        (position(&app, agent).x - before - 1.0 / 64.0).abs() < 1e-4,
        "one cell a second, still on plain ground"
    );
    until(&mut app, "it leaves", |app| position(app, agent).x > 1.1);
    let before = position(&app, agent).x;
    ticks(&mut app, 1);
    assert!(
        (position(&app, agent).x - before - 4.0 / 64.0).abs() < 1e-4,
        "four, though on the slow cell"
    );
}

#[test]
fn one_crate_is_enough_for_four_directions() {
    use bevy_gridwalk::prelude::*;
    let mut app = on(&["....", "....", "...."]);
    app.insert_resource(PathfindingOptions::default().with_movement(Movement::Four));
    let four = spawn(&mut app, (0, 0), 1.0);
    let eight = spawn(&mut app, (0, 0), 1.0);
    let own = PathfindingOptions::new(Algorithm::AStar)
        .with_movement(Movement::Eight(DiagonalRule::Always));
    app.world_mut().entity_mut(eight).insert(AgentOptions(own));
    for agent in [four, eight] {
        send(&mut app, agent, (2, 2));
    }
    ticks(&mut app, 2);
    assert_eq!((ahead(&app, four).len(), ahead(&app, eight).len()), (4, 2));
    let map = app.world().resource::<NavGrid>().map();
    let query = PathQuery::new(Cell::new(0, 0), Cell::new(3, 0), Algorithm::AStar);
    let (mut pool, mut nobody) = (bevy_gridwalk::kernel::NodePool::default(), ());
    assert!(
        bevy_gridwalk::kernel::solve(map.grid(), &query, &mut pool, &mut nobody)
            .path()
            .is_some()
    );
    assert!(bevy_gridwalk::line_of_sight(
        map.grid(),
        Movement::Four,
        Cell::new(0, 0),
        Cell::new(3, 0)
    ));
}

#[test]
fn goal_tolerance_stops_beside_a_wall() {
    let mut app = on(&["....#"]);
    let agent = spawn(&mut app, (0, 0), 20.0);
    app.world_mut().entity_mut(agent).insert(AgentOptions(
        PathfindingOptions::default().with_goal_tolerance(1),
    ));
    send(&mut app, agent, (4, 0));
    until(&mut app, "it arrives", |app| !said(app).arrived.is_empty());
    assert_eq!(cell(&app, agent), Cell::new(3, 0));
    let near = PathfindingOptions::default().with_unreachable(UnreachablePolicy::Nearest);
    let other = app
        .world_mut()
        .spawn((
            GridAgent::at(Cell::new(0, 0), 20.0),
            AgentOptions(near),
            MoveTo(Cell::new(4, 0)),
        ))
        .id();
    until(&mut app, "it arrives", |app| {
        cell(app, other) == Cell::new(3, 0)
    });
    assert!(
        app.world().get::<PathFailed>(other).is_none()
            && app.world().get::<AgentCell>(other).is_some()
    );
}

/// A wall behind an agent puts it onto the next cell, and one before it turns it round: never into
/// the wall for good.
#[test]
fn a_wall_on_the_cell_left_puts_the_agent_on_the_next_one() {
    let mut app = on(&ROWS);
    let agent = spawn(&mut app, (0, 0), 2.0);
    send(&mut app, agent, (8, 0));
    until(&mut app, "it is between two cells", |app| {
        position(app, agent).x > 1.2
    });
    app.world_mut()
        .write_message(EditGrid::block([Cell::new(1, 0)]));
    ticks(&mut app, 1);
    assert_eq!(
        (cell(&app, agent), said(&app).relocated.len()),
        (Cell::new(2, 0), 1)
    );
    until(&mut app, "it is between two cells", |app| {
        position(app, agent).x > 2.3
    });
    app.world_mut()
        .write_message(EditGrid::block([Cell::new(3, 0)]));
    let mut furthest = 0.0_f32;
    until(&mut app, "it is back", |app| {
        position(app, agent).x <= 2.0 || position(app, agent).y > 0.0
    });
    furthest = furthest.max(position(&app, agent).x);
    assert!(furthest < 2.5, "{furthest}");
    until(&mut app, "it arrives", |app| {
        cell(app, agent) == Cell::new(8, 0)
    });
    assert_eq!(steps_into_blocked(&app), 0);
}
