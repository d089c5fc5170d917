//! An archer goes no farther than it must to hit its target: what it reaches, sees and hits is
//! asked beforehand.
use bevy::prelude::*;
use bevy_gridwalk::prelude::*;

const STEPS: f64 = 6.0;
const RANGE: u32 = 4;

#[derive(Component)]
struct Target;

pub fn game(app: &mut App) {
    // Walls hide, and rubble that costs 4 does not.
    app.add_plugins(PathfindingPlugin::default())
        .insert_resource(NavGrid::new(Grid::from_rows(&[
            "...#.....",
            ".4.#.....",
            ".4.......",
            "...#.....",
        ])))
        .add_systems(Startup, |mut commands: Commands| {
            commands.spawn(GridAgent::at(Cell::new(0, 0), 4.0));
            commands.spawn((AgentCell(Cell::new(6, 0)), Target));
        })
        .add_systems(PostStartup, order);
}

fn order(
    mut commands: Commands,
    mut queries: GridQueries,
    archers: Query<(Entity, &AgentCell), With<GridAgent>>,
    target: Single<&AgentCell, With<Target>>,
    grid: Res<NavGrid>,
) {
    for (archer, at) in &archers {
        let Ok(reach) = queries.reach(Walker::PLAIN, at.0, STEPS) else {
            continue;
        };
        let hits = |cell| grid.can_hit(cell, target.0, RANGE, |_, terrain| terrain.is_blocked());
        // The cheapest cells come first.
        if let Some((cell, _)) = reach.cells().find(|(cell, _)| hits(*cell)) {
            commands.entity(archer).insert(MoveTo(cell));
        }
    }
}
