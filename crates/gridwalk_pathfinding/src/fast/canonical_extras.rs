//! The conditions of a query to canonical A* that most queries do not have.

use std::sync::Arc;

use crate::{Cell, Grid, PathQuery, Portal, Rect, SearchOptions};

/// Conditions of a query besides steps to a single goal.
#[derive(Clone, Debug)]
pub(super) struct Extras {
    region: Option<Rect>,
    /// Square of the goal tolerance, in cells.
    tolerance: u64,
    pub portals: Arc<[Portal]>,
    /// Bitmaps of the columns and of the rows of the portals' entrances, each modulo 64.
    entrances: [u64; 2],
}

impl Extras {
    /// Returns the conditions of a query; `None` without any.
    pub fn new(grid: &Grid, query: &PathQuery) -> Option<Self> {
        let SearchOptions {
            region,
            goal_tolerance,
            max_cost,
            ..
        } = query.options;
        let portals = grid.portals();
        if region.is_none() && goal_tolerance == 0 && max_cost.is_none() && portals.is_empty() {
            return None;
        }
        let bits = |bits: [u64; 2], Portal { from, .. }: &Portal| {
            [bits[0] | 1 << (from.x & 63), bits[1] | 1 << (from.y & 63)]
        };
        let entrances = portals.iter().fold([0; 2], bits);
        Some(Self {
            region,
            tolerance: u64::from(goal_tolerance).pow(2),
            portals: Arc::clone(portals),
            entrances,
        })
    }

    /// Returns `true` if a path may end on the cell because it is near the goal.
    pub fn is_near(&self, cell: Cell, goal: Cell) -> bool {
        self.tolerance > 0 && cell.squared_distance(goal) <= self.tolerance
    }

    /// Returns `true` if a path may lead over the cell.
    pub fn contains(&self, cell: Cell) -> bool {
        self.region.is_none_or(|region| region.contains(cell))
    }

    /// Returns the region if a neighbour of the cell at this position lies outside it.
    #[inline]
    pub fn region_near(&self, [x, y]: [i32; 2]) -> Option<Rect> {
        self.region.filter(|region| {
            let [left, top] = [x - 1 - region.at.x, y - 1 - region.at.y].map(i64::from);
            left < 0 || top < 0 || left + 3 > region.width.into() || top + 3 > region.height.into()
        })
    }

    /// Returns the portals from a cell to another cell of the region, each with its number.
    pub fn portals_from(&self, cell: Cell) -> impl Iterator<Item = (usize, &Portal)> {
        let may_be =
            self.entrances[0] >> (cell.x & 63) & self.entrances[1] >> (cell.y & 63) & 1 == 1;
        let portals = if may_be { &*self.portals } else { &[] };
        let leads_away = move |portal: &Portal| {
            portal.from == cell && portal.to != cell && self.contains(portal.to)
        };
        portals
            .iter()
            .enumerate()
            .filter(move |(_, portal)| leads_away(portal))
    }
}
