//! A gate that opens and shuts: agents whose paths it crosses are planned again by themselves.
use bevy::prelude::*;
use bevy_gridwalk::prelude::*;

const GATE: Cell = Cell::new(4, 1);

pub fn game(app: &mut App) {
    app.add_plugins(PathfindingPlugin::default())
        .insert_resource(NavGrid::new(Grid::from_rows(&[
            "....#....",
            ".........",
            "....#....",
            ".........",
        ])))
        .insert_resource(Gate(Timer::from_seconds(1.0, TimerMode::Repeating)))
        .add_systems(Startup, |mut commands: Commands| {
            for y in 0..4 {
                let stops = vec![Cell::new(8, y), Cell::new(0, y)];
                commands.spawn((
                    GridAgent::at(Cell::new(0, y), 4.0),
                    Patrol { stops, next: 0 },
                ));
            }
        })
        .add_systems(FixedUpdate, work);
}

#[derive(Resource)]
struct Gate(Timer);

fn work(
    time: Res<Time>,
    grid: Res<NavGrid>,
    mut gate: ResMut<Gate>,
    mut edits: MessageWriter<EditGrid>,
) {
    if gate.0.tick(time.delta()).just_finished() {
        let is_open = grid.grid().is_walkable(GATE);
        edits.write(if is_open {
            EditGrid::block([GATE])
        } else {
            EditGrid::free([GATE])
        });
    }
}
