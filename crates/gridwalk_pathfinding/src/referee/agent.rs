//! The costs of cells for one kind of agent, by their definition.

use crate::{AgentProfile, Cell, Grid, KeepOffWalls, Terrain};

/// Returns the cost of each cell for the agent, in reading order; 0 where it cannot stand.
///
/// Every cell looks at all others that may count for it: no view of the map, and nothing that is kept.
pub(super) fn costs(grid: &Grid, profile: &AgentProfile) -> Vec<u16> {
    let keep_off = profile.keep_off_walls.filter(|it| it.cells > 0 && it.cost > 0);
    let within =
        |it: KeepOffWalls| (it.cells.min(KeepOffWalls::MAX_CELLS).into(), it.cost.min(Terrain::MAX_COST).into());
    let (reach, most): (i32, u32) = keep_off.map_or((0, 0), within);
    let side = i32::from(profile.size.max(1));
    let alone = |cell: Cell| {
        let terrain = grid.terrain(cell).filter(|_| !profile.forbidden.iter().any(|rect| rect.contains(cell)))?;
        let own = profile.costs.iter().find(|(name, _)| *name == terrain.name);
        own.map_or(terrain.cost, |(_, cost)| cost.map(|cost| cost.clamp(1, Terrain::MAX_COST)))
    };
    let outside = |at: i32, first: i32| (first - at).max(at - (first + side - 1)).max(0);
    let cost = |cell: Cell| {
        let rows = cell.y - reach..cell.y + side + reach;
        let around = rows.flat_map(|y| (cell.x - reach..cell.x + side + reach).map(move |x| Cell::new(x, y)));
        let walls = around.filter(|other| alone(*other).is_none());
        let distance = walls.map(|wall| outside(wall.x, cell.x).max(outside(wall.y, cell.y))).min();
        let extra = match distance {
            Some(0) => return None,
            Some(distance) => (most * (reach - distance + 1).unsigned_abs()).div_ceil(reach.unsigned_abs()),
            None => 0,
        };
        let cost = u32::from(alone(cell)?) + extra;
        u16::try_from(cost).ok().map(|cost| cost.min(Terrain::MAX_COST))
    };
    let (width, height) = (grid.width().cast_signed(), grid.height().cast_signed());
    let cells = (0..height).flat_map(|y| (0..width).map(move |x| Cell::new(x, y)));
    cells.map(|cell| cost(cell).unwrap_or(0)).collect()
}
