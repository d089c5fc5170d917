//! A level file, followed while the game runs: its agents come and go with it, and the game gives
//! them their looks.
use bevy::prelude::*;
use bevy_gridwalk::prelude::*;

pub fn game(app: &mut App) {
    app.add_plugins((LevelPlugin, PathfindingPlugin::default()))
        .add_systems(Startup, |mut open: MessageWriter<OpenLevel>| {
            open.write(OpenLevel("yard.level.ron".into()));
        })
        .add_systems(Update, dress);
}

/// A picture for each new agent, that looks ahead. The plugin names no sprite.
fn dress(
    mut commands: Commands,
    new: Query<(Entity, &AgentName), (With<GridAgent>, Without<Sprite>)>,
) {
    for (agent, name) in &new {
        println!("{} is here", name.0);
        let sprite = Sprite::from_color(Color::srgb(0.0, 0.62, 0.45), Vec2::new(24.0, 16.0));
        commands.entity(agent).insert((sprite, FacePath::Turn));
    }
}
