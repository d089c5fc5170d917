//! The brush that spawns agents of a crowd, which are no part of the level.

use std::collections::HashSet;

use bevy::prelude::*;
use bevy_gridwalk::crowd_kernel::CrowdRules;
use bevy_gridwalk::{
    AgentCell, AgentName, CrowdMisfit, GridAgent, GridReplaced, InCrowd, NavGrid,
    PathfindingOptions,
};
use gridwalk_pathfinding::Cell;

use super::words::misfit_in;
use crate::app::command::SpawnCommand;
use crate::app::{ChosenLanguage, Notes, Phrase};

/// Maximum number of spawned agents.
pub(super) const MOST: usize = 10_000;
/// Maximum diameter of the brush in cells.
pub(super) const WIDEST: u16 = 64;
/// Speed of spawned agents in cells per second.
const SPEED: f32 = 4.0;

/// Marker of agents that the brush has spawned.
#[derive(Component)]
pub struct Spawned;

/// The brush.
#[derive(Resource)]
pub struct SpawnBrush {
    /// Diameter in cells.
    pub(super) size: u16,
    /// Number of the newest agent, which is part of its name.
    newest: usize,
}

impl Default for SpawnBrush {
    fn default() -> Self {
        Self { size: 5, newest: 0 }
    }
}

impl SpawnBrush {
    /// Returns the cells of the brush at a cell, in reading order.
    pub(super) fn cells(&self, at: Cell) -> impl Iterator<Item = Cell> + use<> {
        let size = i32::from(self.size);
        // Twice the offset from the middle, so that an even diameter has whole numbers too.
        let inside = move |&(x, y): &(i32, i32)| {
            let (x, y) = (2 * x + 1 - size, 2 * y + 1 - size);
            x * x + y * y <= size * size
        };
        let offsets = (0..size)
            .flat_map(move |y| (0..size).map(move |x| (x, y)))
            .filter(inside);
        offsets.map(move |(x, y)| {
            Cell::new(
                at.x.saturating_add(x - size / 2),
                at.y.saturating_add(y - size / 2),
            )
        })
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<SpawnBrush>()
        .add_systems(Update, forget_spawned);
}

/// Executes one command.
pub(in crate::app) fn act(
    In(command): In<SpawnCommand>,
    mut commands: Commands,
    mut brush: ResMut<SpawnBrush>,
    (grid, options): (Res<NavGrid>, Res<PathfindingOptions>),
    (agents, spawned): (
        Query<&AgentCell, With<GridAgent>>,
        Query<Entity, With<Spawned>>,
    ),
    (language, mut notes): (Res<ChosenLanguage>, ResMut<Notes>),
) {
    match command {
        SpawnCommand::At(at) => {
            if let Err(refusal) = CrowdRules::from_options(&options.options) {
                let why = misfit_in(CrowdMisfit::from(refusal), language.0);
                return notes.warn(Phrase::NoCrowdHere.with("reason", why));
            }
            if !grid.grid().portals().is_empty() {
                let why = misfit_in(CrowdMisfit::Portals, language.0);
                return notes.warn(Phrase::NoCrowdHere.with("reason", why));
            }
            let taken: HashSet<Cell> = agents.iter().map(|cell| cell.0).collect();
            let free = brush
                .cells(at)
                .filter(|cell| grid.grid().is_walkable(*cell) && !taken.contains(cell));
            let room = MOST.saturating_sub(spawned.iter().len());
            let free: Vec<Cell> = free.take(room + 1).collect();
            if free.len() > room {
                notes.warn(Phrase::NoMoreSpawned.with("max", MOST));
            }
            for cell in free.into_iter().take(room) {
                brush.newest += 1;
                let name = AgentName(format!("#{}", brush.newest));
                commands.spawn((GridAgent::at(cell, SPEED), name, InCrowd, Spawned));
            }
        }
        SpawnCommand::Size(size) => brush.size = size.clamp(1, WIDEST),
        SpawnCommand::Wider => brush.size = (brush.size + 2).min(WIDEST),
        SpawnCommand::Narrower => brush.size = brush.size.saturating_sub(2).max(1),
        SpawnCommand::Remove => {
            let count = spawned.iter().len();
            spawned
                .iter()
                .for_each(|agent| commands.entity(agent).despawn());
            brush.newest = 0;
            notes.say(Phrase::SpawnedRemoved.with("count", count));
        }
    }
}

/// Removes spawned agents when another map is shown.
fn forget_spawned(
    mut commands: Commands,
    mut replaced: MessageReader<GridReplaced>,
    spawned: Query<Entity, With<Spawned>>,
) {
    if replaced.read().count() > 0 {
        spawned
            .iter()
            .for_each(|agent| commands.entity(agent).despawn());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brush_is_a_disc_around_its_cell() {
        let count = |size| {
            SpawnBrush { size, newest: 0 }
                .cells(Cell::new(9, 9))
                .count()
        };
        assert_eq!([1, 2, 3, 5].map(count), [1, 4, 9, 21]);
        let cells: Vec<Cell> = SpawnBrush { size: 3, newest: 0 }
            .cells(Cell::new(9, 9))
            .collect();
        assert_eq!((cells[0], cells[8]), (Cell::new(8, 8), Cell::new(10, 10)));
    }
}
