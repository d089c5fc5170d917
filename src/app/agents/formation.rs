//! The cells on which selected agents line up.

use bevy::prelude::*;
use bevy_gridwalk::crowd_kernel::line_up;
use bevy_gridwalk::{AgentKind, NavGrid};
use gridwalk_pathfinding::{Cell, Movement};

/// Returns the cell of each agent in a line between two cells; `None` for agents that find no place.
///
/// The ends are moved onto the map. All cells can be reached from the cell of the first agent.
pub(super) fn slots(
    grid: &NavGrid,
    movement: Movement,
    agents: &[(Entity, Cell, Option<&AgentKind>)],
    ends: [Cell; 2],
) -> Vec<Option<Cell>> {
    let Some((_, first, kind)) = agents.first() else { return Vec::new() };
    let size = grid.grid().size();
    let [right, below] = [size.width, size.height].map(|side| side.cast_signed() - 1);
    let ends = ends.map(|end| Cell::new(end.x.clamp(0, right), end.y.clamp(0, below)));
    let map = grid.for_agent(*kind);
    let is_free = |cell: Cell| map.is_walkable(cell) && grid.connected(movement, *first, cell) != Some(false);
    let cells: Vec<Cell> = agents.iter().map(|(_, cell, _)| *cell).collect();
    let slots = line_up(ends, &cells, is_free);
    let fits = |kind: Option<&AgentKind>, cell: &Cell| grid.for_agent(kind).is_walkable(*cell);
    agents.iter().zip(slots).map(|((.., kind), slot)| slot.filter(|slot| fits(*kind, slot))).collect()
}
