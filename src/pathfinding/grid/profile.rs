//! Who walks: a map as one kind of agent sees it.
//!
//! What an agent may not enter becomes a wall of its map, and what it finds hard becomes dear. So every
//! algorithm serves every agent, and the searches pay nothing for it.

use std::sync::Arc;

use super::{Cell, Grid, Terrain, TerrainId};

/// A rectangle of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rect {
    /// Its upper left cell.
    pub at: Cell,
    /// Columns.
    pub width: u32,
    /// Rows.
    pub height: u32,
}

impl Rect {
    /// Whether the cell lies in it.
    #[must_use]
    pub const fn contains(self, cell: Cell) -> bool {
        let (dx, dy) = (cell.x as i64 - self.at.x as i64, cell.y as i64 - self.at.y as i64);
        dx >= 0 && dy >= 0 && dx < self.width as i64 && dy < self.height as i64
    }
}

/// What tells one kind of agent from another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AgentProfile {
    /// Its side in cells, at least 1. It covers the square whose upper left cell is the one it is said to
    /// be on, and needs all of it free.
    pub size: u8,
    /// What terrain costs it, by name, where that differs from the legend; `None` is blocked.
    pub costs: Vec<(String, Option<u16>)>,
    /// Where it must not go.
    pub forbidden: Vec<Rect>,
}

impl Default for AgentProfile {
    fn default() -> Self {
        Self { size: 1, costs: Vec::new(), forbidden: Vec::new() }
    }
}

impl AgentProfile {
    /// The largest agent.
    pub const MAX_SIZE: u8 = 32;

    /// Whether its map is everybody's.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        *self == Self::default()
    }
}

impl Grid {
    /// The map as this agent sees it: terrain at the agent's costs, and a wall wherever it must not or
    /// cannot be. It has the same size and revision, and the same numbers for its terrains.
    ///
    /// Clearance is the side of the largest free square right and down of a cell (Harabor and Botea,
    /// "Hierarchical path planning for multi-size agents in heterogeneous environments", 2008).
    ///
    /// # Complexity
    /// O(cells) time; 1 byte a cell.
    #[must_use]
    pub fn seen_by(&self, profile: &AgentProfile) -> Self {
        let mut legend = self.legend.to_vec();
        for terrain in &mut legend {
            if let Some((_, cost)) = profile.costs.iter().find(|(name, _)| *name == terrain.name) {
                terrain.cost = *cost;
            }
        }
        let no_entry = TerrainId(u8::try_from(legend.len()).expect("a legend leaves one number free"));
        legend.push(Terrain { name: "no entry".to_owned(), ..Terrain::wall() });
        let cells = self.cells().to_vec();
        let mut seen = Self::assemble(self.width, self.height, cells, legend, Arc::clone(&self.portals), self.revision);
        for rect in &profile.forbidden {
            seen.close_rect(*rect, no_entry);
        }
        if profile.size > 1 {
            let clearance = seen.clearance(profile.size);
            for (index, clearance) in clearance.into_iter().enumerate() {
                if clearance < profile.size {
                    seen.ground.set(index, no_entry);
                }
            }
        }
        seen
    }

    fn close_rect(&mut self, rect: Rect, no_entry: TerrainId) {
        for y in rect.at.y.max(0)..self.height.cast_signed() {
            for x in rect.at.x.max(0)..self.width.cast_signed() {
                let cell = Cell::new(x, y);
                if !rect.contains(cell) {
                    break;
                }
                let index = self.index(cell).expect("inside").get();
                self.ground.set(index, no_entry);
            }
        }
    }

    /// For each cell the side of the largest free square right and down of it, at most `most`; 0 is blocked.
    ///
    /// # Complexity
    /// O(cells): each cell looks at three neighbours.
    #[must_use]
    pub fn clearance(&self, most: u8) -> Vec<u8> {
        let width = self.width as usize;
        let mut clearance = vec![0_u8; self.cell_count()];
        for index in (0..self.cell_count()).rev() {
            if !self.is_walkable_at(index) {
                continue;
            }
            let right = (index + 1) % width != 0;
            let at = |inside: bool, index: usize| if inside { clearance.get(index).copied().unwrap_or(0) } else { 0 };
            let around = [at(right, index + 1), at(true, index + width), at(right, index + width + 1)];
            clearance[index] = around.into_iter().min().unwrap_or(0).saturating_add(1).min(most);
        }
        clearance
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn walkable(grid: &Grid) -> Vec<String> {
        let (width, height) = (grid.width().cast_signed(), grid.height().cast_signed());
        let glyph = |cell| if grid.is_walkable(cell) { '.' } else { '#' };
        (0..height).map(|y| (0..width).map(|x| glyph(Cell::new(x, y))).collect()).collect()
    }

    #[test]
    fn a_large_agent_needs_its_whole_square() {
        let grid = Grid::from_rows(&["....", "..#.", "...."]);
        let profile = AgentProfile { size: 2, ..AgentProfile::default() };
        assert_eq!(walkable(&grid.seen_by(&profile)), [".###", ".###", "####"]);
        assert_eq!(grid.clearance(9), [2, 1, 1, 1, 2, 1, 0, 1, 1, 1, 1, 1]);
    }

    #[test]
    fn costs_and_forbidden_cells_are_the_agents_own() {
        let grid = Grid::from_rows(&["...", "555", "..."]);
        let profile = AgentProfile {
            costs: vec![("cost 5".to_owned(), Some(1)), ("floor".to_owned(), Some(3))],
            forbidden: vec![Rect { at: Cell::new(1, -3), width: 1, height: 4 }],
            ..AgentProfile::default()
        };
        let seen = grid.seen_by(&profile);
        assert_eq!(walkable(&seen), [".#.", "...", "..."]);
        assert_eq!((seen.cost(Cell::new(0, 0)), seen.cost(Cell::new(1, 1))), (Some(3), Some(1)));
        assert_eq!(grid.cost(Cell::new(0, 0)), Some(1), "everybody else's map stays");
    }

    #[test]
    fn a_rectangle_far_away_forbids_nothing() {
        let rect = Rect { at: Cell::new(i32::MAX, i32::MIN), width: u32::MAX, height: u32::MAX };
        let profile = AgentProfile { forbidden: vec![rect], ..AgentProfile::default() };
        let grid = Grid::from_rows(&[".."]);
        assert_eq!(walkable(&grid.seen_by(&profile)), [".."]);
    }
}
