//! The mover of an agent: the plugin, or the game alone.

use bevy::prelude::*;
use bevy_gridwalk::{
    AgentCell, AgentMotion, Arrived, CannotStand, EditGrid, FacePath, FailReason, GridAgent,
    GridLayout, PathFailed, PathOnly, PathStack, PathfindingSystems, PlaceAgent,
};
use gridwalk_pathfinding::Cell;

use super::game::{
    ahead, cell, is_idle, on, place, reason, said, send, start, ticks, until, without_map,
};

fn arrivals(app: &App) -> Vec<(Entity, Cell)> {
    said(app)
        .arrived
        .iter()
        .map(|it| (it.agent, it.cell))
        .collect()
}

/// One cell a tick, popped.
fn hop(mut agents: Query<&mut PathStack, With<PathOnly>>) {
    for mut stack in &mut agents {
        stack.pop();
    }
}

/// Walks a `Transform` of the game's own, and pops what it has come to.
fn steer(
    layout: Res<GridLayout>,
    mut agents: Query<(&mut Transform, &mut PathStack), With<PathOnly>>,
) {
    for (mut transform, mut stack) in &mut agents {
        let Some(step) = stack.top() else { continue };
        let to = layout.world(step.position).extend(transform.translation.z);
        transform.translation = transform.translation.move_towards(to, 4.0);
        if transform.translation == to {
            stack.pop();
        }
    }
}

/// P4: no use without being moved; the stack could not be popped from outside.
#[test]
fn path_only_agent_is_never_moved_and_arrives_by_popping() {
    let mut app = on(&["....#...", "..#.#.#.", "..#...#."]);
    app.add_systems(Update, hop);
    let own = Transform::from_xyz(1000.0, -77.0, 3.0).with_rotation(Quat::from_rotation_z(1.0));
    let agent = app
        .world_mut()
        .spawn((PathOnly::at(Cell::new(0, 0)), own))
        .id();
    send(&mut app, agent, (7, 0));
    until(&mut app, "it arrives", |app| !said(app).arrived.is_empty());
    ticks(&mut app, 10);
    assert_eq!(arrivals(&app), [(agent, Cell::new(7, 0))]);
    assert_eq!(
        cell(&app, agent),
        Cell::new(7, 0),
        "what was popped last is where it is"
    );
    assert_eq!(
        *app.world().get::<Transform>(agent).unwrap(),
        own,
        "untouched"
    );
}

#[test]
fn popping_gives_each_cell_with_how_far_it_is() {
    let mut app = on(&["...", "...", "..."]);
    let agent = app.world_mut().spawn(PathOnly::at(Cell::new(0, 0))).id();
    send(&mut app, agent, (2, 1));
    until(&mut app, "it has a path", |app| {
        app.world().get::<PathStack>(agent).is_some()
    });
    let mut stack = app.world_mut().get_mut::<PathStack>(agent).unwrap();
    let mut steps = Vec::new();
    while let Some(step) = stack.pop() {
        steps.push((step.cell, step.distance));
    }
    assert_eq!(
        (stack.next(), stack.goal(), stack.cells_to_go()),
        (None, Cell::new(2, 1), 0),
        "an empty stack is no trap"
    );
    let length: f32 = steps.iter().map(|step| step.1).sum();
    assert_eq!(steps.last().unwrap().0, Cell::new(2, 1));
    assert!((length - (1.0 + 2.0_f32.sqrt())).abs() < 1e-5, "{steps:?}");
}

#[test]
fn a_transform_that_the_game_walks_says_where_its_agent_is() {
    let mut app = on(&["....#...", "..#.#.#.", "..#...#."]);
    app.add_systems(Update, steer);
    let at = app
        .world()
        .resource::<GridLayout>()
        .center(Cell::new(0, 0))
        .extend(5.0);
    let agent = app
        .world_mut()
        .spawn((PathOnly, Transform::from_translation(at)))
        .id();
    send(&mut app, agent, (7, 0));
    let mut seen = vec![Cell::new(0, 0)];
    for _ in 0..600 {
        app.update();
        let here = cell(&app, agent);
        if seen.last() != Some(&here) {
            seen.push(here);
        }
    }
    assert_eq!(arrivals(&app), [(agent, Cell::new(7, 0))]);
    assert!(
        seen.len() > 8 && seen.windows(2).all(|pair| pair[0].is_neighbor_of(pair[1])),
        "{seen:?}"
    );
    assert_eq!(place(&app, agent).z.to_bits(), 5.0_f32.to_bits());
}

#[test]
fn one_that_gets_off_its_path_is_planned_again_from_where_it_is() {
    let mut app = on(&["........", "........", "........"]);
    let agent = app.world_mut().spawn(PathOnly::at(Cell::new(0, 0))).id();
    send(&mut app, agent, (7, 0));
    ticks(&mut app, 3);
    assert_eq!(ahead(&app, agent)[0], Cell::new(1, 0));
    let blown = app.world().resource::<GridLayout>().center(Cell::new(3, 2));
    app.world_mut()
        .get_mut::<Transform>(agent)
        .unwrap()
        .translation = blown.extend(0.0);
    ticks(&mut app, 2);
    assert_eq!(cell(&app, agent), Cell::new(3, 2));
    assert!(
        ahead(&app, agent)[0].is_neighbor_of(Cell::new(3, 2)),
        "{:?}",
        ahead(&app, agent)
    );
    assert_eq!(ahead(&app, agent).last(), Some(&Cell::new(7, 0)));
}

#[test]
fn edit_on_the_path_of_a_path_only_agent_replans_it() {
    let mut app = on(&["........", "........"]);
    let agent = app.world_mut().spawn(PathOnly::at(Cell::new(0, 0))).id();
    send(&mut app, agent, (7, 0));
    ticks(&mut app, 3);
    // Popped, and edited before the plugin has looked.
    app.world_mut().get_mut::<PathStack>(agent).unwrap().pop();
    app.world_mut()
        .write_message(EditGrid::block([Cell::new(4, 0)]));
    ticks(&mut app, 2);
    let path = ahead(&app, agent);
    assert!(
        !path.contains(&Cell::new(4, 0)) && path.last() == Some(&Cell::new(7, 0)),
        "{path:?}"
    );
    // A wall on it: the plugin does not push it out, but says so, and goes on once it is out.
    app.world_mut()
        .write_message(EditGrid::block([Cell::new(0, 0), Cell::new(1, 0)]));
    ticks(&mut app, 2);
    assert_eq!(
        reason(&app, agent),
        Some(FailReason::Stuck(CannotStand::Blocked))
    );
    app.world_mut().write_message(PlaceAgent {
        agent,
        cell: Cell::new(1, 1),
    });
    ticks(&mut app, 2);
    assert_eq!(
        (reason(&app, agent), ahead(&app, agent).last()),
        (None, Some(&Cell::new(7, 0)))
    );
}

/// P5: a sprite that walked west was upside down, and the game's own rotation was lost.
#[test]
fn rotation_and_scale_are_the_games_unless_asked_for() {
    let own = Quat::from_rotation_z(0.5);
    let run = |face: Option<FacePath>| {
        let mut app = on(&["........"]);
        let agent = app
            .world_mut()
            .spawn(GridAgent::at(Cell::new(7, 0), 8.0))
            .id();
        app.world_mut()
            .entity_mut(agent)
            .insert(Transform::from_rotation(own));
        if let Some(face) = face {
            app.world_mut().entity_mut(agent).insert(face);
        }
        send(&mut app, agent, (0, 0));
        until(&mut app, "it arrives", |app| !said(app).arrived.is_empty());
        *app.world().get::<Transform>(agent).unwrap()
    };
    let (plain, turned, flipped) = (
        run(None),
        run(Some(FacePath::Turn)),
        run(Some(FacePath::Flip)),
    );
    assert_eq!((plain.rotation, plain.scale), (own, Vec3::ONE));
    assert!(
        (turned.rotation * Vec3::X).distance(Vec3::NEG_X) < 0.1,
        "it looks west: {turned:?}"
    );
    assert_eq!(
        (flipped.rotation, flipped.scale),
        (own, Vec3::new(-1.0, 1.0, 1.0))
    );
}

/// P6: with `run_if` on every set agents jittered, as drawing was in none.
#[test]
fn agents_whose_systems_do_not_run_are_drawn_where_they_stand() {
    use PathfindingSystems::{Accept, ApplyEdits, Draw, Follow, Plan, Report};
    #[derive(Resource)]
    struct Runs(bool);
    let runs = |runs: Res<Runs>| runs.0;
    let mut app = without_map(FixedUpdate);
    app.insert_resource(Runs(true))
        .configure_sets(
            FixedUpdate,
            (ApplyEdits, Accept, Plan, Follow, Report).run_if(runs),
        )
        .insert_resource(bevy_gridwalk::NavGrid::new(
            gridwalk_pathfinding::Grid::from_rows(&["................"]),
        ))
        // Two and a half frames for each tick: most frames lie between two.
        .insert_resource(bevy::time::TimeUpdateStrategy::ManualDuration(
            super::game::TICK.mul_f32(0.4),
        ));
    start(&mut app);
    let agent = app
        .world_mut()
        .spawn(GridAgent::at(Cell::new(0, 0), 4.0))
        .id();
    send(&mut app, agent, (15, 0));
    ticks(&mut app, 100);
    app.insert_resource(Runs(false));
    ticks(&mut app, 5);
    let (stands, x) = (
        app.world().get::<AgentMotion>(agent).unwrap().position,
        place(&app, agent).x,
    );
    for _ in 0..50 {
        app.update();
        assert_eq!(
            place(&app, agent).x.to_bits(),
            x.to_bits(),
            "it does not jitter"
        );
    }
    app.insert_resource(Runs(true));
    ticks(&mut app, 50);
    assert!(
        app.world().get::<AgentMotion>(agent).unwrap().position.x > stands.x + 0.5,
        "and it goes on"
    );

    // And where drawing itself is switched off, nothing is drawn.
    app.configure_sets(RunFixedMainLoop, Draw.run_if(|| false));
    ticks(&mut app, 2);
    let x = place(&app, agent).x;
    ticks(&mut app, 50);
    assert_eq!(place(&app, agent).x.to_bits(), x.to_bits());
}

#[test]
fn paused_time_pauses_agents() {
    let mut app = on(&["................"]);
    let agent = app
        .world_mut()
        .spawn(GridAgent::at(Cell::new(0, 0), 4.0))
        .id();
    send(&mut app, agent, (15, 0));
    ticks(&mut app, 40);
    app.world_mut().resource_mut::<Time<Virtual>>().pause();
    ticks(&mut app, 2);
    let at = place(&app, agent);
    ticks(&mut app, 60);
    assert_eq!(place(&app, agent), at);
    app.world_mut().resource_mut::<Time<Virtual>>().unpause();
    until(&mut app, "it arrives", |app| !said(app).arrived.is_empty());
}

/// P15: the next tick drew the agent where it had been, and said nothing.
#[test]
fn a_transform_that_the_game_moves_is_a_teleport() {
    for schedule in ["fixed", "update"] {
        let mut app = if schedule == "fixed" {
            without_map(FixedUpdate)
        } else {
            without_map(Update)
        };
        app.insert_resource(bevy_gridwalk::NavGrid::new(
            gridwalk_pathfinding::Grid::from_rows(&["..........", ".########.", ".........."]),
        ));
        start(&mut app);
        let agent = app
            .world_mut()
            .spawn(GridAgent::at(Cell::new(0, 0), 4.0))
            .id();
        send(&mut app, agent, (9, 0));
        ticks(&mut app, 20);
        let to = app.world().resource::<GridLayout>().center(Cell::new(5, 2));
        let mut transform = app.world_mut().get_mut::<Transform>(agent).unwrap();
        transform.translation = (to + Vec2::new(3.0, -2.0)).extend(9.0);
        ticks(&mut app, 2);
        assert_eq!(cell(&app, agent), Cell::new(5, 2), "{schedule}");
        assert_eq!(
            place(&app, agent).z.to_bits(),
            9.0_f32.to_bits(),
            "height is the game's"
        );
        assert_eq!(
            ahead(&app, agent).last(),
            Some(&Cell::new(9, 0)),
            "it goes on from there"
        );
        until(&mut app, "it arrives", |app| !said(app).arrived.is_empty());
        assert_eq!(cell(&app, agent), Cell::new(9, 0));
        assert_eq!(said(&app).refused, []);
    }
}

#[test]
fn transform_moved_into_a_wall_is_put_back_and_reported() {
    let mut app = on(&[".....", ".###.", "....."]);
    let agent = app
        .world_mut()
        .spawn(GridAgent::at(Cell::new(0, 0), 4.0))
        .id();
    ticks(&mut app, 3);
    let before = place(&app, agent);
    for (to, reason) in [
        ((2, 1), CannotStand::Blocked),
        ((-4, 1), CannotStand::OffGrid),
    ] {
        let world = app.world().resource::<GridLayout>().center(to.into());
        app.world_mut()
            .get_mut::<Transform>(agent)
            .unwrap()
            .translation = world.extend(0.0);
        ticks(&mut app, 2);
        let refused = said(&app)
            .refused
            .last()
            .map(|it| (it.agent, it.cell, it.reason));
        assert_eq!(refused, Some((agent, to.into(), reason)));
        assert_eq!(
            (place(&app, agent), cell(&app, agent)),
            (before, Cell::new(0, 0))
        );
    }
    assert_eq!(said(&app).refused.len(), 2, "each once");
}

#[test]
fn height_set_every_frame_and_a_push_are_no_teleports() {
    let mut app = on(&[".........."]);
    app.add_systems(Update, |mut all: Query<&mut Transform, With<GridAgent>>| {
        for mut transform in &mut all {
            transform.translation.z = -transform.translation.y + transform.translation.x;
        }
    });
    let agent = app
        .world_mut()
        .spawn(GridAgent::at(Cell::new(0, 0), 4.0))
        .id();
    send(&mut app, agent, (9, 0));
    ticks(&mut app, 20);
    app.world_mut()
        .get_mut::<Transform>(agent)
        .unwrap()
        .translation
        .y += 3.0;
    until(&mut app, "it arrives", |app| !said(app).arrived.is_empty());
    assert_eq!(said(&app).refused, []);
    // 9 cells at 4 a second are 144 ticks, and the push costs a few.
    let mut other = on(&[".........."]);
    let walker = other
        .world_mut()
        .spawn(GridAgent::at(Cell::new(0, 0), 4.0))
        .id();
    send(&mut other, walker, (9, 0));
    ticks(&mut other, 150);
    assert!(is_idle(&other, walker));
}

/// P20: a warning with a backtrace for each agent that was despawned while it arrived.
#[test]
fn observer_of_arrival_may_despawn_the_agent() {
    let mut app = on(&["...."]);
    app.add_observer(|arrived: On<Arrived>, mut commands: Commands| {
        commands.entity(arrived.agent).despawn();
    })
    .add_observer(|failed: On<PathFailed>, mut commands: Commands| {
        commands.entity(failed.agent).despawn();
    })
    .add_systems(
        FixedUpdate,
        (|mut commands: Commands, agents: Query<(Entity, &AgentCell)>| {
            for (agent, cell) in &agents {
                if cell.0 == Cell::new(3, 0) {
                    commands.entity(agent).despawn();
                }
            }
        })
        .in_set(PathfindingSystems::Follow),
    )
    .set_error_handler(bevy::ecs::error::panic);
    let agents: Vec<Entity> = (0..3)
        .map(|x| {
            app.world_mut()
                .spawn(GridAgent::at(Cell::new(x, 0), 4.0))
                .id()
        })
        .collect();
    for agent in &agents {
        send(&mut app, *agent, (3, 0));
    }
    ticks(&mut app, 100);
    assert!(
        agents
            .iter()
            .all(|agent| app.world().get_entity(*agent).is_err())
    );
}
