//! A wall appears across a path while it is walked. The guide compares this game with those of
//! other libraries.
use std::time::Duration;

use bevy::prelude::*;
use bevy::time::common_conditions::once_after_delay;
use bevy_gridwalk::prelude::*;

const ROWS: [&str; 4] = ["...#...", ".#.#.#.", ".#...#.", "......."];

pub fn game(app: &mut App) {
    app.add_plugins(PathfindingPlugin::default())
        .insert_resource(NavGrid::new(Grid::from_rows(&ROWS)))
        .add_systems(Startup, |mut commands: Commands| {
            commands.spawn((GridAgent::at(Cell::new(0, 0), 4.0), MoveTo(Cell::new(6, 0))));
        })
        .add_systems(
            Update,
            wall.run_if(once_after_delay(Duration::from_millis(500))),
        )
        .add_observer(|_: On<Arrived>, mut exit: MessageWriter<AppExit>| {
            exit.write(AppExit::Success);
        });
}

fn wall(mut edits: MessageWriter<EditGrid>) {
    edits.write(EditGrid::block([Cell::new(3, 2)]));
}
