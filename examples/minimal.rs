//! The plugin in a window of your own: `cargo run --example minimal`
use bevy::prelude::*;
use bevy_gridwalk::{Arrived, GridAgent, MoveTo, NavGrid, PathfindingPlugin};
use gridwalk_pathfinding::{Cell, Grid};

fn main() -> AppExit {
    App::new()
        .add_plugins((DefaultPlugins, PathfindingPlugin::default()))
        .insert_resource(NavGrid::new(Grid::from_rows(&[
            "....#...", "..#.#.#.", "..#...#.",
        ])))
        .add_systems(Startup, set_up)
        .add_systems(Update, report)
        .run()
}

fn set_up(mut commands: Commands) {
    // Cells are 32 units wide, and the upper left corner of the map is at 0, 0: see `GridLayout`.
    commands.spawn((Camera2d, Msaa::Off, Transform::from_xyz(128.0, -48.0, 0.0)));
    let look = Sprite::from_color(Color::srgb(0.0, 0.62, 0.45), Vec2::splat(24.0));
    commands.spawn((
        look,
        GridAgent::at(Cell::new(0, 0), 4.0),
        MoveTo(Cell::new(7, 0)),
    ));
}

fn report(mut arrivals: MessageReader<Arrived>) {
    for Arrived { cell, .. } in arrivals.read() {
        println!("arrived at {cell}");
    }
}
