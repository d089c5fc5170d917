//! Small games, one for each thing that the plugin does: `cargo run -p bevy_gridwalk --example
//! games own_movement`
//!
//! Each file has one function that makes the game, and needs no window: a test runs all of them
//! without one. Here they get a window, a camera, and the plugin that draws what agents do.

mod budget;
mod crossing;
mod dynamic_obstacles;
mod failures;
pub mod floors;
mod headless_server;
mod isometric;
mod level_file;
mod minimal;
mod nearest_goal;
mod new_wall;
mod observers;
mod own_grid;
mod own_movement;
mod tactics;
pub mod tower_defence;
mod two_sizes;

use bevy::prelude::*;
use bevy_gridwalk::prelude::*;

/// The games, by the names of their files.
pub const GAMES: [(&str, fn(&mut App)); 17] = [
    ("minimal", minimal::game),
    ("own_movement", own_movement::game),
    ("own_grid", own_grid::game),
    ("headless_server", headless_server::game),
    ("dynamic_obstacles", dynamic_obstacles::game),
    ("new_wall", new_wall::game),
    ("two_sizes", two_sizes::game),
    ("failures", failures::game),
    ("observers", observers::game),
    ("nearest_goal", nearest_goal::game),
    ("level_file", level_file::game),
    ("isometric", isometric::game),
    ("budget", budget::game),
    ("tower_defence", tower_defence::game),
    ("tactics", tactics::game),
    ("floors", floors::game),
    ("crossing", crossing::game),
];

fn main() -> AppExit {
    let wanted = std::env::args()
        .nth(1)
        .unwrap_or_else(|| "minimal".to_owned());
    let Some((name, game)) = GAMES.into_iter().find(|(name, _)| *name == wanted) else {
        println!("there are: {}", GAMES.map(|(name, _)| name).join(", "));
        return AppExit::from_code(2);
    };
    let mut app = App::new();
    if name == "headless_server" {
        app.add_plugins(MinimalPlugins);
    } else {
        app.add_plugins((DefaultPlugins, GridGizmosPlugin))
            .add_systems(Startup, |mut commands: Commands| {
                commands.spawn((Camera2d, Msaa::Off, Transform::from_xyz(160.0, -96.0, 0.0)));
            });
    }
    game(&mut app);
    app.run()
}
