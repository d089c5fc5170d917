//! Observers of one agent, added where it is spawned: no system looks through all messages.
use bevy::prelude::*;
use bevy_gridwalk::prelude::*;

pub fn game(app: &mut App) {
    app.add_plugins(PathfindingPlugin::default())
        .insert_resource(NavGrid::new(Grid::from_rows(&["........", "........"])))
        .add_systems(Startup, spawn);
}

/// There and back, as long as there is a path.
fn spawn(mut commands: Commands) {
    commands
        .spawn((GridAgent::at(Cell::new(0, 0), 8.0), MoveTo(Cell::new(7, 1))))
        .observe(|found: On<PathFound>| println!("sets off to {}", found.goal))
        .observe(|arrived: On<Arrived>, mut commands: Commands| {
            let back = Cell::new(7 - arrived.cell.x, 1 - arrived.cell.y);
            commands.entity(arrived.agent).insert(MoveTo(back));
        })
        .observe(|failed: On<PathFailed>| println!("stays: {}", failed.reason));
}
