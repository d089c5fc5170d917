//! The moves of one search: where a cell leads to, and for how much.
//!
//! The only place where movement rule, terrain, one-way cells, portals and the region limit meet. Every
//! engine asks it, so all of them walk by the same rules.

use super::{CostRule, SearchOptions};
use crate::pathfinding::{Cell, CellIndex, Cost, Direction, Grid, Movement, Rect, StepCosts};

/// One legal move, seen from the cell that it leads away from or, backwards, from the one it leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Move {
    /// The cell at the other end.
    pub index: CellIndex,
    /// The same cell.
    pub cell: Cell,
    /// What the move costs, in the units of [`SearchOptions::units`].
    pub cost: Cost,
}

pub(super) struct Moves<'a> {
    grid: &'a Grid,
    movement: Movement,
    steps: StepCosts,
    rule: CostRule,
    directions: Vec<Direction>,
    region: Rect,
    has_portals: bool,
}

impl<'a> Moves<'a> {
    pub fn new(options: &SearchOptions, grid: &'a Grid) -> Self {
        let whole = Rect { at: Cell::new(0, 0), width: grid.width(), height: grid.height() };
        Self {
            grid,
            movement: options.movement,
            steps: options.units(),
            rule: options.cost_rule,
            directions: options.order.directions(options.movement),
            region: options.region.unwrap_or(whole),
            has_portals: !grid.portals().is_empty(),
        }
    }

    /// Where one step leads from the cell: neighbours in their order, then portals. `moves` is emptied first.
    #[inline]
    pub fn list_from(&self, index: CellIndex, cell: Cell, moves: &mut Vec<Move>) {
        moves.clear();
        for &direction in &self.directions {
            if !self.grid.exit_allowed(index, direction) {
                continue;
            }
            let to = cell.step(direction);
            if self.may_stand_on(to) && self.movement.allows(self.grid, cell, direction) {
                let to_index = self.grid.index(to).expect("legal steps stay inside");
                let cost = self.step_cost(index, cell, to_index, to);
                moves.push(Move { index: to_index, cell: to, cost });
            }
        }
        if self.has_portals {
            self.list_portals(cell, false, moves);
        }
    }

    /// From where one step leads to the cell, in the same order. `moves` is emptied first.
    #[inline]
    pub fn list_to(&self, index: CellIndex, cell: Cell, moves: &mut Vec<Move>) {
        moves.clear();
        if !self.may_stand_on(cell) {
            return;
        }
        for &direction in &self.directions {
            let from = cell.step(direction);
            if !self.may_stand_on(from) || !self.grid.is_walkable(from) {
                continue;
            }
            let from_index = self.grid.index(from).expect("walkable cells are inside");
            let forth = direction.opposite();
            if self.grid.exit_allowed(from_index, forth) && self.movement.allows(self.grid, from, forth) {
                let cost = self.step_cost(from_index, from, index, cell);
                moves.push(Move { index: from_index, cell: from, cost });
            }
        }
        if self.has_portals {
            self.list_portals(cell, true, moves);
        }
    }

    /// The cheapest move between two cells; `None` if none leads there.
    pub fn cost_between(&self, from: Cell, to: Cell) -> Option<Cost> {
        let index = self.grid.index(from)?;
        let mut moves = Vec::with_capacity(9);
        self.list_from(index, from, &mut moves);
        moves.iter().filter(|step| step.cell == to).map(|step| step.cost).min()
    }

    /// Whether the limits of the search allow the cell; whether it is free is another question.
    #[inline]
    fn may_stand_on(&self, cell: Cell) -> bool {
        self.region.contains(cell)
    }

    #[inline]
    fn step_cost(&self, from: CellIndex, from_cell: Cell, to: CellIndex, to_cell: Cell) -> Cost {
        let cost = |index: CellIndex| u64::from(self.grid.cost_at(index.get()));
        let diagonal = from_cell.x != to_cell.x && from_cell.y != to_cell.y;
        let step = if diagonal { self.steps.diagonal() } else { self.steps.straight() };
        match self.rule {
            CostRule::Entered => Cost(step.0 * cost(to)),
            // The units are quarters, so these divisions leave no rest.
            CostRule::MeanTouched if !diagonal => Cost(step.0 / 2 * (cost(from) + cost(to))),
            CostRule::MeanTouched => {
                let beside = [Cell::new(from_cell.x, to_cell.y), Cell::new(to_cell.x, from_cell.y)];
                // A wall beside a cut corner has no cost of its own; the dearer end stands in for it.
                let end = cost(from).max(cost(to));
                let beside = beside.map(|cell| self.grid.cost(cell).map_or(end, u64::from));
                Cost(step.0 / 4 * (cost(from) + cost(to) + beside[0] + beside[1]))
            }
        }
    }

    #[cold]
    fn list_portals(&self, cell: Cell, backwards: bool, moves: &mut Vec<Move>) {
        for portal in self.grid.portals().iter() {
            let (here, there) = if backwards { (portal.to, portal.from) } else { (portal.from, portal.to) };
            if here != cell || there == cell || !self.may_stand_on(there) || !self.grid.is_walkable(there) {
                continue;
            }
            let index = self.grid.index(there).expect("portals stay inside");
            let cost = self.steps.straight().saturating_mul(portal.cost.into());
            moves.push(Move { index, cell: there, cost });
        }
    }
}
