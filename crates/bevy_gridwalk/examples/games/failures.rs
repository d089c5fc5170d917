//! Every reason why an agent does not go, each said once.
use bevy::prelude::*;
use bevy_gridwalk::prelude::*;

pub fn game(app: &mut App) {
    app.add_plugins(PathfindingPlugin::default())
        .insert_resource(NavGrid::new(Grid::from_rows(&[
            "......#.", "..###.#.", "..#.#.#.", "..###.##",
        ])))
        .add_systems(Startup, spawn)
        .add_observer(|failed: On<PathFailed>| {
            println!("{} not to {}: {}", failed.agent, failed.goal, failed.reason);
        });
}

fn spawn(mut commands: Commands) {
    let at = |x, y| GridAgent::at(Cell::new(x, y), 4.0);
    let to = |x, y| MoveTo(Cell::new(x, y));
    let kind = |size, costs| {
        AgentKind::from(AgentProfile {
            size,
            costs,
            ..default()
        })
    };
    // The goal: off the map, a wall, too narrow, forbidden, walled off.
    commands.spawn((at(0, 0), to(8, 0)));
    commands.spawn((at(0, 0), to(2, 1)));
    commands.spawn((at(0, 0), to(5, 1), kind(2, vec![])));
    commands.spawn((
        at(2, 1),
        to(0, 0),
        kind(1, vec![("floor".into(), None), ("wall".into(), Some(1))]),
    ));
    commands.spawn((at(0, 0), to(3, 2)));
    // Where it stands: off the map, in a wall, too narrow, forbidden.
    commands.spawn((at(-1, 0), to(1, 0)));
    commands.spawn((at(2, 1), to(1, 0)));
    commands.spawn((at(5, 0), to(0, 0), kind(2, vec![])));
    commands.spawn((at(0, 0), to(0, 2), kind(1, vec![("floor".into(), None)])));
    // The agent: no size, no speed, no goals.
    commands.spawn((at(0, 0), to(1, 0), kind(0, vec![])));
    commands.spawn((GridAgent::at(Cell::new(0, 0), f32::NAN), to(1, 0)));
    commands.spawn((at(0, 0), MoveToNearest(vec![])));
    // The search: over a cost limit, outside a region, out of expansions, options that do not go
    // together.
    let limited = |text: &str, value: &str| {
        let mut options = SearchOptions::default();
        gridwalk_pathfinding::OptionChange::parse(text, value)
            .unwrap()
            .apply(&mut options);
        AgentOptions(PathfindingOptions {
            options,
            ..default()
        })
    };
    commands.spawn((at(0, 0), to(5, 3), limited("max-cost", "2")));
    commands.spawn((at(0, 0), to(5, 3), limited("region", "0,0,2,2")));
    commands.spawn((at(0, 0), to(5, 3), limited("max-expansions", "1")));
    let options = SearchOptions {
        goal_tolerance: 2,
        ..Algorithm::JumpPoint.into()
    };
    commands.spawn((
        at(0, 0),
        to(5, 3),
        AgentOptions(PathfindingOptions {
            options,
            ..default()
        }),
    ));
    // The map: none on that entity, and not that of what it follows.
    let nothing = commands.spawn_empty().id();
    let lost = commands.spawn((at(0, 0), to(1, 0), OnMap(nothing))).id();
    commands.spawn((at(0, 0), Follow::to(lost)));
    // A crowd: its options do not fit, and its cell is taken by another agent on an island of one
    // cell.
    let crowd = || (at(3, 2), InCrowd);
    commands.spawn((at(4, 0), to(5, 0), InCrowd, limited("region", "0,0,2,2")));
    commands.spawn(crowd());
    commands.spawn((PathOnly::at(Cell::new(3, 2)), InCrowd));
    // What is no agent.
    commands.spawn(to(1, 0));
}
