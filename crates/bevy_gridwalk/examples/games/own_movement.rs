//! The game walks its agents itself: the plugin plans and plans again, and never touches a
//! `Transform`.
use bevy::prelude::*;
use bevy_gridwalk::prelude::*;

const SPEED: f32 = 130.0;

pub fn game(app: &mut App) {
    let layout = GridLayout::y_up(Vec2::splat(32.0));
    app.add_plugins(PathfindingPlugin::default())
        .insert_resource(layout)
        .insert_resource(NavGrid::new(Grid::from_rows(&[
            "....#...", "..#.#.#.", "..#...#.",
        ])))
        .add_systems(Startup, move |mut commands: Commands| {
            let start = Transform::from_translation(layout.center(Cell::new(0, 0)).extend(0.0));
            commands.spawn((PathOnly, start, MoveTo(Cell::new(7, 0))));
        })
        .add_systems(Update, walk);
}

/// Towards the next step, and once it is there that is popped. Where the agent is, its `Transform`
/// says.
fn walk(
    time: Res<Time>,
    layout: Res<GridLayout>,
    mut agents: Query<(&mut Transform, &mut PathStack), With<PathOnly>>,
) {
    for (mut transform, mut stack) in &mut agents {
        let Some(step) = stack.top() else { continue };
        let to = layout.world(step.position).extend(transform.translation.z);
        transform.translation = transform
            .translation
            .move_towards(to, SPEED * time.delta_secs());
        if transform.translation == to {
            stack.pop();
        }
    }
}
