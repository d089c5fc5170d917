//! A map, an agent, and where it goes.
use bevy::prelude::*;
use bevy_gridwalk::prelude::*;

pub fn game(app: &mut App) {
    app.add_plugins(PathfindingPlugin::default())
        .insert_resource(NavGrid::new(Grid::from_rows(&[
            "....#...", "..#.#.#.", "..#...#.",
        ])))
        .add_systems(Startup, |mut commands: Commands| {
            let agent = commands.spawn(GridAgent::at(Cell::new(0, 0), 4.0)).id();
            commands.trigger(PathRequest::new(agent, Cell::new(7, 0)));
        })
        .add_observer(|arrived: On<Arrived>| println!("arrived at {}", arrived.cell));
}
