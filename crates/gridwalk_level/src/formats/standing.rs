//! The cells on which an agent can stand, for every format that names agents.

use gridwalk_pathfinding::{AgentProfile, Cell, Grid, Rect};

/// The map as one agent sees it, for queries about few cells.
///
/// [`Grid::seen_by`] gives the same answers for the whole map. With this view, a level of many agents on a large map
/// does not cost the product of both.
pub(super) struct View<'g> {
    pub grid: &'g Grid,
    profile: &'g AgentProfile,
    /// Whether each terrain is blocked for the agent, by terrain id.
    blocked: Vec<bool>,
}

impl<'g> View<'g> {
    pub fn new(grid: &'g Grid, profile: &'g AgentProfile) -> Self {
        let own = |name: &str| profile.costs.iter().find(|(known, _)| known == name).map(|(_, cost)| cost.is_none());
        let terrains = grid.legend().iter();
        let blocked = terrains.map(|terrain| own(&terrain.name).unwrap_or(terrain.is_blocked())).collect();
        Self { grid, profile, blocked }
    }

    /// Returns the reason why the agent cannot stand on a cell, as a clause; `None` if it can.
    pub fn obstacle(&self, cell: Cell) -> Option<String> {
        let size = self.profile.size;
        let covered = Rect { at: cell, width: size.into(), height: size.into() };
        let square = format!("{size} × {size} cells");
        let side = i32::from(size) - 1;
        if !self.grid.contains(Cell::new(cell.x + side, cell.y + side)) {
            return Some(format!("where its {square} leave the map; expected room for all of them"));
        }
        let blocked =
            covered.cells().find(|&at| self.grid.terrain_id(at).is_none_or(|id| self.blocked[usize::from(id.0)]));
        if let Some((at, terrain)) = blocked.and_then(|at| Some((at, self.grid.terrain(at)?))) {
            let name = &terrain.name;
            return Some(match size {
                1 => format!("where \"{name}\" is blocked; expected a free cell"),
                _ => format!("where its {square} touch \"{name}\" at {at}; expected room for all of them"),
            });
        }
        let forbidden = self.profile.forbidden.iter().any(|area| area.overlaps(covered));
        forbidden.then(|| match size {
            1 => "where it is forbidden to go; expected a cell outside its forbidden areas".to_owned(),
            _ => format!("where its {square} touch a forbidden area; expected room for all of them"),
        })
    }
}
