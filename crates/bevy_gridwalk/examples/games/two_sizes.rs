//! Agents of two sizes, and one that wades where others go round.
use bevy::prelude::*;
use bevy_gridwalk::prelude::*;

const ROWS: [&str; 5] = [
    "....#.....",
    "....#.....",
    "..........",
    "....#.....",
    "....9.....",
];

pub fn game(app: &mut App) {
    app.add_plugins(PathfindingPlugin::default())
        .insert_resource(NavGrid::new(Grid::from_rows(&ROWS)))
        .add_systems(Startup, spawn);
}

fn spawn(mut commands: Commands) {
    // The gap is one cell wide: a large agent has no path, until it is widened.
    let large = AgentKind::from(AgentProfile {
        size: 2,
        ..default()
    });
    commands.spawn((
        GridAgent::at(Cell::new(0, 0), 4.0),
        large,
        MoveTo(Cell::new(8, 0)),
    ));
    // For this one the swamp is like any other ground; terrain goes by its name in the legend.
    let wades = AgentKind::from(AgentProfile {
        costs: vec![("cost 9".into(), Some(1))],
        ..default()
    });
    commands.spawn((
        GridAgent::at(Cell::new(0, 4), 4.0),
        wades,
        MoveTo(Cell::new(9, 4)),
    ));
    commands.spawn((GridAgent::at(Cell::new(0, 4), 4.0), MoveTo(Cell::new(9, 4))));
}
