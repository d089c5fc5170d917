//! The extra cost of cells near walls.

use std::fmt::Display;

use gridwalk_pathfinding::{AgentRules, Cell, Grid};

use super::{Language, Phrase};

/// The cost of a cell for an agent, and how much of it comes from a wall nearby.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CostNearWall {
    /// The cost of its terrain.
    pub cost: u16,
    /// The extra cost.
    pub extra: u16,
    /// The number of steps to the nearest wall.
    pub cells: u8,
}

impl CostNearWall {
    /// Returns the cost of a cell on the shared map for an agent by its rules; `None` where no wall nearby counts.
    ///
    /// # Examples
    /// ```
    /// use gridwalk_explain::{CostNearWall, Language};
    /// use gridwalk_pathfinding::{AgentProfile, AgentRules, Cell, Grid, KeepOffWalls};
    /// let grid = Grid::from_rows(&[".....", ".....", "....."]);
    /// let keep_off_walls = Some(KeepOffWalls { cells: 1, cost: 2 });
    /// let rules = AgentRules::new(&AgentProfile { keep_off_walls, ..AgentProfile::default() }, grid.legend());
    /// let cost = |x, y| CostNearWall::of(&rules, &grid, Cell::new(x, y));
    /// let beside = cost(0, 1).unwrap().sentence(Language::English);
    /// assert_eq!(beside, "Cost 1, and 2 more for being next to a wall.");
    /// assert_eq!(cost(2, 1), None);
    /// ```
    #[must_use]
    pub fn of(rules: &AgentRules, grid: &Grid, cell: Cell) -> Option<Self> {
        let cost = rules.terrain_cost(grid, cell)?;
        let extra = rules.cost(grid, cell)? - cost;
        (extra > 0).then(|| Self { cost, extra, cells: rules.wall_distance(grid, cell) })
    }

    /// The cost as a sentence.
    #[must_use]
    pub fn sentence(self, language: Language) -> String {
        self.say([Phrase::CellBesideWall, Phrase::CellNearWall], language)
    }

    /// The cost as a part of a sentence.
    #[must_use]
    pub fn clause(self, language: Language) -> String {
        self.say([Phrase::CostBesideWall, Phrase::CostNearWall], language)
    }

    fn say(self, [beside, near]: [Phrase; 2], language: Language) -> String {
        let Self { cost, extra, cells } = self;
        let places: [(&str, &dyn Display); 3] = [("cost", &cost), ("extra", &extra), ("cells", &cells)];
        if cells == 1 { language.say(beside, &places[..2]) } else { language.say(near, &places) }
    }
}
