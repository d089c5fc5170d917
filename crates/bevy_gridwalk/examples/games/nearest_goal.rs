//! Thirsty agents go to the nearest well. When one dries up they go to another, without being told.
use bevy::prelude::*;
use bevy_gridwalk::prelude::*;

const WELLS: [Cell; 3] = [Cell::new(1, 1), Cell::new(9, 0), Cell::new(5, 3)];

pub fn game(app: &mut App) {
    app.add_plugins(PathfindingPlugin::default())
        .insert_resource(NavGrid::new(Grid::from_rows(&[
            "...#......",
            "...#......",
            "...#......",
            "..........",
        ])))
        .add_systems(Startup, |mut commands: Commands| {
            for x in [0, 4, 8] {
                commands.spawn((
                    GridAgent::at(Cell::new(x, 2), 1.0),
                    MoveToNearest(WELLS.to_vec()),
                ));
            }
        })
        .add_systems(FixedUpdate, dry_up);
}

fn dry_up(mut ticks: Local<u32>, mut edits: MessageWriter<EditGrid>) {
    *ticks += 1;
    if *ticks == 30 {
        edits.write(EditGrid::block([WELLS[1]]));
    }
}
