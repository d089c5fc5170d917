//! Many requests, few expansions a tick: what is urgent comes first, and who waits says so.
use bevy::prelude::*;
use bevy_gridwalk::RequestQueue;
use bevy_gridwalk::prelude::*;

pub fn game(app: &mut App) {
    app.add_plugins(PathfindingPlugin::default())
        .insert_resource(PlanningOptions {
            budget: TickBudget::Expansions(200),
            ..default()
        })
        .insert_resource(NavGrid::new(Grid::from_rows(
            &["................................"; 32],
        )))
        .add_systems(Startup, spawn)
        .add_systems(FixedUpdate, say.after(PathfindingSystems::Plan));
}

fn spawn(mut commands: Commands, mut requests: MessageWriter<PathRequest>) {
    for y in 0..32 {
        let agent = commands.spawn(GridAgent::at(Cell::new(0, y), 8.0)).id();
        // The last one is in a hurry.
        let priority = if y == 31 { 10 } else { 0 };
        requests.write(PathRequest {
            priority,
            ..PathRequest::new(agent, Cell::new(31, 31 - y))
        });
    }
}

fn say(queue: Res<RequestQueue>, waiting: Query<(), With<Planning>>, mut last: Local<usize>) {
    if *last != queue.len() {
        *last = queue.len();
        println!(
            "{} wait, {} of them were seen to",
            queue.len(),
            waiting.iter().count()
        );
    }
}
