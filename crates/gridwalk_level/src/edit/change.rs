//! The parts of a level that an edit changed.

use gridwalk_pathfinding::GridChange;

/// The parts of a level that have changed, for its observers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "any parts can change together")]
pub struct LevelChange {
    /// The changed cells, legend and portals, if the map kept its size.
    pub grid: Option<GridChange>,
    /// Number of cells with another terrain, if the map kept its size.
    pub cells: usize,
    /// Whether looks or glyphs of terrains changed, whether or not the grid changed.
    pub looks: bool,
    /// Whether the whole map must be read again: its size changed, or much of it.
    pub map: bool,
    /// Whether the agents are different, or share a crowd now or no more.
    pub agents: bool,
    /// Whether the search options or the policy for unreachable goals changed.
    pub options: bool,
    /// Whether the name or the description of the level changed.
    pub texts: bool,
}

impl LevelChange {
    /// Returns `true` if nothing changed.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Adds later changes.
    pub fn extend(&mut self, later: Self) {
        self.cells += later.cells;
        self.map |= later.map;
        self.looks |= later.looks;
        self.agents |= later.agents;
        self.options |= later.options;
        self.texts |= later.texts;
        match (&mut self.grid, later.grid) {
            _ if self.map => self.grid = None,
            (Some(grid), Some(later)) => grid.extend(later),
            (grid, later) => *grid = grid.take().or(later),
        }
    }
}
