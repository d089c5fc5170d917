//! The map as one kind of agent sees it: of one cell, and of all.

use std::sync::Arc;

use super::raised::NO_ENTRY;
use super::rules::own_cost;
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
    /// the last number is that of cells that the agent must not enter. Cells near walls that the agent keeps off have
    /// terrains of their own, with the numbers below that one.
    ///
    /// Clearance is the side of the largest free square right and down of a cell (Harabor and Botea,
    /// "Hierarchical path planning for multi-size agents in heterogeneous environments", 2008).
    ///
    /// # Complexity
    /// O(cells) time; 1 byte a cell. O(cells × size) for an agent that keeps off walls.
    #[must_use]
    pub fn seen_by(&self, profile: &AgentProfile) -> Self {
        let rules = AgentRules::new(profile, &self.legend);
        let cells = self.cells().to_vec();
        let legend = rules.seen_legend(&self.legend);
        let mut seen = Self::assemble(self.size, cells, legend, Arc::clone(&self.portals), self.revision);
        let width = self.width().cast_signed();
        for y in 0..self.height().cast_signed() {
            for (left, right) in rules.forbidden_spans(y) {
                for x in left..right.min(width) {
                    let index = self.index(Cell::new(x, y)).expect("inside").get();
                    seen.terrain_layer.set(index, NO_ENTRY);
                }
            }
        }
        let distances = (rules.reach() > 0).then(|| seen.wall_distance(rules.size(), rules.reach()));
        if profile.size > 1 {
            let clearance = seen.clearance(profile.size);
            for (index, clearance) in clearance.into_iter().enumerate() {
                // Walls stay walls: who looks at this map sees why.
                if clearance < profile.size && seen.is_walkable_at(index) {
                    seen.terrain_layer.set(index, NO_ENTRY);
                }
            }
        }
        for (index, distance) in distances.into_iter().flatten().enumerate() {
            if seen.is_walkable_at(index) {
                seen.terrain_layer.set(index, rules.number_at(seen.cells()[index], distance));
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

    /// For each cell the number of steps, straight or diagonal, from an area of `size` × `size` cells, of which it is the
    /// upper left one, to the nearest blocked cell: at most `most` and one more; 0 where the area covers a blocked cell.
    /// Everything outside the map is blocked.
    ///
    /// # Complexity
    /// O(cells × size).
    #[must_use]
    pub fn wall_distance(&self, size: u8, most: u8) -> Vec<u8> {
        let (width, count) = (self.width() as usize, self.cell_count());
        let most = most.saturating_add(1);
        let mut distance: Vec<u8> = (0..count).map(|index| if self.is_walkable_at(index) { most } else { 0 }).collect();
        // Once from the cells above and to the left, once from those below and to the right.
        let mut relax = |index: usize, steps: [(isize, isize); 4]| {
            let (x, y) = (index % width, index / width);
            let near = steps.map(|(dx, dy)| {
                let (x, y) = (x.checked_add_signed(dx).filter(|x| *x < width), y.checked_add_signed(dy));
                x.zip(y).and_then(|(x, y)| distance.get(y * width + x)).map_or(1, |steps| steps.saturating_add(1))
            });
            distance[index] = near.into_iter().fold(distance[index], u8::min);
        };
        (0..count).for_each(|index| relax(index, [(-1, 0), (-1, -1), (0, -1), (1, -1)]));
        (0..count).rev().for_each(|index| relax(index, [(1, 0), (1, 1), (0, 1), (-1, 1)]));
        // The least in a square is the least of four squares that are smaller by one.
        for _ in 1..size.max(1) {
            for index in 0..count {
                let right = (index + 1) % width != 0;
                let at =
                    |inside: bool, index: usize| if inside { distance.get(index).copied().unwrap_or(0) } else { 0 };
                let square = [at(right, index + 1), at(true, index + width), at(right, index + width + 1)];
                distance[index] = square.into_iter().fold(distance[index], u8::min);
            }
        }
        distance
    }
}
