//! What an edit changed, for those who follow a level.

use gridwalk_pathfinding::GridChange;

/// Which parts of a level are different now, for those who follow it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "any parts can change together")]
pub struct LevelChange {
    /// The cells, legend and portals that are different, where the map has the same size.
    pub grid: Option<GridChange>,
    /// How many cells have another terrain, where the map has the same size.
    pub cells: usize,
    /// Whether terrains look different or are written with other glyphs, be the grid different or not.
    pub looks: bool,
    /// Whether the whole map is to be taken again: its size is another, or much of it.
    pub map: bool,
    /// Whether the agents are different, or share a crowd now or no more.
    pub agents: bool,
    /// Whether the options of the searches are different, or the policy for goals that cannot be reached.
    pub options: bool,
    /// Whether the name or the text about the level is different.
    pub texts: bool,
}

impl LevelChange {
    /// Whether nothing is different.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Adds what changed afterwards.
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
