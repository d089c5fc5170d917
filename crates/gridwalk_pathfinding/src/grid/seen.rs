//! The map as one kind of agent sees it: of one cell, and of all.

use super::rules::{NO_ENTRY, own_cost};
use super::{AgentProfile, AgentRules, Cell, Grid, Rect};

impl AgentProfile {
    /// Whether such an agent can stand on the cell: what [`Grid::seen_by`] says of all cells, without a copy of the map.
    /// False outside. [`AgentRules`] answer many of these questions faster.
    ///
    /// # Complexity
    /// O(size² × own costs + rectangles).
    #[must_use]
    pub fn allows(&self, grid: &Grid, cell: Cell) -> bool {
        if !grid.contains(cell) {
            return false;
        }
        let side = u32::from(self.size.max(1));
        let covered = Rect { at: cell, width: side, height: side };
        let is_free = |cell| grid.terrain(cell).is_some_and(|terrain| own_cost(&self.costs, terrain).is_some());
        let mut forbidden = self.forbidden.iter().filter(|rect| rect.width > 0 && rect.height > 0);
        !forbidden.any(|rect| rect.overlaps(covered)) && covered.cells().all(is_free)
    }
}

impl Grid {
    /// The map as this agent sees it: terrain at the agent's costs, and a wall wherever it must not or
    /// cannot be. It has the same size and revision, and the same numbers for its terrains. Its legend is filled up so that
    /// the last number is that of cells that the agent must not enter.
    ///
    /// Clearance is the side of the largest free square right and down of a cell (Harabor and Botea,
    /// "Hierarchical path planning for multi-size agents in heterogeneous environments", 2008).
    ///
    /// # Complexity
    /// O(cells) time; 1 byte a cell.
    #[must_use]
    pub fn seen_by(&self, profile: &AgentProfile) -> Self {
        let rules = AgentRules::new(profile, &self.legend);
        let cells = self.cells().to_vec();
        let legend = rules.seen_legend(&self.legend);
        let mut seen = Self::assemble(self.size, cells, legend, self.portals.clone(), self.revision);
        let width = self.width().cast_signed();
        for y in 0..self.height().cast_signed() {
            for (left, right) in rules.forbidden_spans(y) {
                for x in left..right.min(width) {
                    let index = self.index(Cell::new(x, y)).expect("inside").get();
                    seen.terrain_layer.set(index, NO_ENTRY);
                }
            }
        }
        if profile.size > 1 {
            let clearance = seen.clearance(profile.size);
            for (index, clearance) in clearance.into_iter().enumerate() {
                // Walls stay walls: who looks at this map sees why.
                if clearance < profile.size && seen.is_walkable_at(index) {
                    seen.terrain_layer.set(index, NO_ENTRY);
                }
            }
        }
        seen
    }

    /// For each cell the side of the largest free square right and down of it, at most `most`; 0 is blocked.
    ///
    /// # Complexity
    /// O(cells): each cell looks at three neighbours.
    #[must_use]
    pub fn clearance(&self, most: u8) -> Vec<u8> {
        let width = self.width() as usize;
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
