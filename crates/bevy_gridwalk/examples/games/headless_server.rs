//! A server: no window, no drawing, and the same ticks on every machine.
use bevy::prelude::*;
use bevy_gridwalk::prelude::*;

pub fn game(app: &mut App) {
    app.add_plugins(PathfindingPlugin::default())
        // Expansions and not milliseconds: who gets a path in which tick depends on nothing but the
        // orders.
        .insert_resource(PlanningOptions {
            budget: TickBudget::Expansions(4096),
            ..default()
        })
        .insert_resource(NavGrid::new(Grid::from_rows(&["................"; 16])))
        .add_systems(Startup, |mut commands: Commands| {
            for y in 0..16 {
                commands.spawn((
                    GridAgent::at(Cell::new(0, y), 8.0),
                    MoveTo(Cell::new(15, 15 - y)),
                ));
            }
        })
        .add_systems(FixedLast, end_when_all_are_there);
}

fn end_when_all_are_there(
    mut count: Local<usize>,
    mut arrived: MessageReader<Arrived>,
    mut exit: MessageWriter<AppExit>,
) {
    let now = arrived.read().count();
    *count += now;
    if now > 0 && *count == 16 {
        println!("all are there");
        exit.write(AppExit::Success);
    }
}
