//! Two columns of a crowd that meet at a gap, and a goal that all share.
use bevy::prelude::*;
use bevy_gridwalk::prelude::*;

pub fn game(app: &mut App) {
    let rows = [
        "............",
        ".....##.....",
        "............",
        ".....##.....",
        "............",
    ];
    app.add_plugins(PathfindingPlugin::default())
        .insert_resource(NavGrid::new(Grid::from_rows(&rows)))
        .add_systems(Startup, spawn)
        .add_observer(|arrived: On<Arrived>| {
            println!("{} arrived at {}", arrived.agent, arrived.cell);
        })
        .add_observer(|changed: On<CrowdStateChanged>| {
            if let CrowdState::Waiting { for_agent, .. } = changed.now {
                println!("{} waits for {for_agent}", changed.agent);
            }
        });
}

fn spawn(mut commands: Commands) {
    for y in 0..5 {
        // From the left all go to one cell: they settle around it. From the right each has a cell
        // of its own.
        commands.spawn((
            GridAgent::at(Cell::new(0, y), 6.0),
            InCrowd,
            MoveTo(Cell::new(10, 2)),
        ));
        let own = MoveTo(Cell::new(1, y));
        commands.spawn((
            GridAgent::at(Cell::new(11, y), 4.0),
            InCrowd,
            ExactGoal,
            own,
        ));
    }
}
