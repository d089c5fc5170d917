//! Who walks: a map as one kind of agent sees it.
//!
//! What an agent may not enter becomes a wall of its map, and what it finds hard becomes expensive. So every
//! algorithm serves every agent, and the searches pay nothing for it.

use std::sync::Arc;

use super::{Cell, Grid, Rect, Terrain, TerrainId};

/// What tells one kind of agent from another.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub struct AgentProfile {
    /// Its side in cells, at least 1. It covers the square whose upper left cell is the one it is said to
    /// be on, and needs all of it free.
    pub size: u8,
    /// What terrain costs it, by name, where that differs from the legend; `None` is blocked. A cost that is out of
    /// bounds counts as the nearest one that is not.
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
    /// The longest side of an agent, in cells.
    pub const MAX_SIZE: u8 = 32;

    /// Whether its map is everybody's.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        *self == Self::default()
    }

    /// The legend of the map as this agent sees it. Its length is always the same, so that another terrain in the legend of
    /// the shared map moves no number.
    pub(crate) fn legend(&self, shared: &[Terrain]) -> Vec<Terrain> {
        let seen = shared.iter().map(|terrain| {
            let own = self.costs.iter().find(|(name, _)| *name == terrain.name).map(|(_, cost)| *cost);
            let cost = own.map_or(terrain.cost, |own| own.map(|cost| cost.clamp(1, Terrain::MAX_COST)));
            Terrain { cost, ..terrain.clone() }
        });
        let unused = std::iter::repeat_with(|| Terrain::new(String::new(), None));
        let mut legend: Vec<Terrain> = seen.chain(unused).take(usize::from(NO_ENTRY.0)).collect();
        legend.push(Terrain::new("no entry", None));
        legend
    }
}

/// The terrain of cells that an agent must not enter, in the legend of its map.
pub(crate) const NO_ENTRY: TerrainId = TerrainId(u8::MAX);

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
        let (cells, legend) = (self.cells().to_vec(), profile.legend(&self.legend));
        let mut seen = Self::assemble(self.size, cells, legend, Arc::clone(&self.portals), self.revision);
        for rect in &profile.forbidden {
            seen.close_rect(*rect, NO_ENTRY);
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

    fn close_rect(&mut self, rect: Rect, no_entry: TerrainId) {
        for y in rect.at.y.max(0)..self.height().cast_signed() {
            for x in rect.at.x.max(0)..self.width().cast_signed() {
                let cell = Cell::new(x, y);
                if !rect.contains(cell) {
                    break;
                }
                let index = self.index(cell).expect("inside").get();
                self.terrain_layer.set(index, no_entry);
            }
        }
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
