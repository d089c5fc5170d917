//! Diamonds: the layout says where cells lie, and which one is under the pointer. Pictures are
//! mirrored, not turned.
use bevy::prelude::*;
use bevy_gridwalk::prelude::*;

pub fn game(app: &mut App) {
    app.add_plugins(PathfindingPlugin::default())
        .insert_resource(
            GridLayout::isometric(Vec2::new(64.0, 32.0)).at(Vec3::new(160.0, 0.0, 0.0)),
        )
        .insert_resource(NavGrid::new(Grid::from_rows(&[
            "......", ".####.", "......", ".####.", "......",
        ])))
        .add_systems(Startup, |mut commands: Commands| {
            let stops = vec![Cell::new(5, 4), Cell::new(0, 0)];
            commands.spawn((
                GridAgent::at(Cell::new(0, 0), 3.0),
                FacePath::Flip,
                Patrol { stops, next: 0 },
            ));
        })
        .add_systems(Update, draw_in_front_what_is_nearer);
}

/// Height is the game's: the plugin leaves it as it is.
fn draw_in_front_what_is_nearer(mut agents: Query<&mut Transform, With<GridAgent>>) {
    for mut transform in &mut agents {
        transform.translation.z = -transform.translation.y / 1000.0;
    }
}
