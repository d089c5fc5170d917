//! What an edit changed, for those who follow a level.

use gridwalk_pathfinding::GridChange;

/// Which parts of a level are different now, for those who follow it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "any parts can change together")]
pub struct LevelChange {
    /// The cells that are different, where the map is the same one otherwise.
    pub cells: Option<GridChange>,
    /// Whether size, legend or portals are different: then the whole map is to be taken again.
    pub map: bool,
    /// Whether the agents are different.
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
        self.map |= later.map;
        self.agents |= later.agents;
        self.options |= later.options;
        self.texts |= later.texts;
        match (&mut self.cells, later.cells) {
            _ if self.map => self.cells = None,
            (Some(cells), Some(later)) => {
                cells.revision = later.revision;
                cells.cells.extend(later.cells);
            }
            (cells, later) => *cells = cells.take().or(later),
        }
    }
}
