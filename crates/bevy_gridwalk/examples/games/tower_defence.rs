//! Towers are built on a way, each one only if creeps can still come through.
use bevy::prelude::*;
use bevy_gridwalk::prelude::*;

const GATE: Cell = Cell::new(0, 2);
const CASTLE: Cell = Cell::new(11, 2);

/// Towers that stand, and cells where none may.
#[derive(Resource, Default)]
pub struct Towers {
    /// The cells of towers.
    pub built: Vec<Cell>,
    /// The cells where a tower would have sealed the way.
    pub refused: Vec<Cell>,
}

/// Adds the game to an app.
pub fn game(app: &mut App) {
    app.add_plugins(PathfindingPlugin::default())
        .insert_resource(NavGrid::new(Grid::from_rows(&["............"; 5])))
        .init_resource::<Towers>()
        .add_systems(Startup, |mut commands: Commands| {
            commands.spawn((GridAgent::at(GATE, 6.0), MoveTo(CASTLE)));
        })
        .add_systems(FixedUpdate, build.before(PathfindingSystems::ApplyEdits));
}

/// A tower on each tick, from above to below in every other column.
fn build(
    mut at: Local<i32>,
    mut towers: ResMut<Towers>,
    mut queries: GridQueries,
    mut edits: MessageWriter<EditGrid>,
) {
    let cell = Cell::new(3 + 2 * (*at / 5), *at % 5);
    if cell.x >= CASTLE.x {
        return;
    }
    *at += 1;
    if let Ok(None) = queries.would_seal(Walker::PLAIN, [cell], &[(GATE, CASTLE)]) {
        edits.write(EditGrid::block([cell]));
        towers.built.push(cell);
    } else {
        towers.refused.push(cell);
    }
}
