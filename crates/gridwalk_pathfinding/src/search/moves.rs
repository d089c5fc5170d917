//! The moves of one search: their ends and their costs.
//!
//! This is the only place where movement rule, terrain, one-way cells, portals and the region limit meet. Every engine
//! uses it, so all follow the same rules.

use crate::{Cell, CellIndex, Cost, Direction, DirectionSet, Grid, Movement, Portal, Rect, StepCosts};
use crate::{CostRule, IgnoreReason, SearchOptions, Side};

/// One legal move, seen from the cell that it leaves or, backward, from the cell that it enters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Move {
    /// Index of the cell at the other end.
    pub index: CellIndex,
    /// The cell at the other end.
    pub cell: Cell,
    /// The cost of the move, in the units of [`SearchOptions::units`].
    pub cost: Cost,
}

#[derive(Debug)]
pub(super) struct Moves {
    movement: Movement,
    /// The result of [`Movement::legal`].
    legal: &'static [DirectionSet; 256],
    steps: StepCosts,
    rule: CostRule,
    /// Steps in the order of neighbours.
    directions: [Step; 8],
    count: usize,
    /// The part of the map that may be searched; `None` for all of it.
    region: Option<Rect>,
    has_portals: bool,
}

/// A step in one direction, with data that are the same for every cell.
#[derive(Clone, Copy, Debug)]
struct Step {
    direction: Direction,
    dx: i32,
    dy: i32,
    /// The difference that the step makes to a cell's index.
    stride: i32,
    is_diagonal: bool,
    /// The two straight steps that a diagonal one combines, as [`Direction`].
    beside: [usize; 2],
    /// The cost on plain terrain.
    cost: u64,
}

impl Moves {
    pub fn new(options: &SearchOptions, grid: &Grid) -> Self {
        let units = options.units();
        let step = |direction: Direction| {
            let ((dx, dy), is_diagonal) = (direction.offset(), direction.is_diagonal());
            let cost = if is_diagonal { units.diagonal() } else { units.straight() }.0;
            let stride = dx + dy * grid.width().cast_signed();
            let beside = direction.beside().map(|beside| beside as usize);
            Step { direction, dx, dy, stride, is_diagonal, beside, cost }
        };
        let mut directions = [step(Direction::North); 8];
        let mut count = 0;
        for direction in options.neighbours.directions(options.movement) {
            directions[count] = step(direction);
            count += 1;
        }
        Self {
            movement: options.movement,
            legal: options.movement.legal(),
            steps: units,
            rule: options.cost_rule,
            directions,
            count,
            region: options.region,
            has_portals: !grid.portals().is_empty(),
        }
    }

    #[inline]
    fn steps(&self) -> &[Step] {
        &self.directions[..self.count]
    }

    /// Returns the directions of the steps, in their order.
    #[inline]
    pub fn directions(&self) -> impl Iterator<Item = Direction> {
        self.steps().iter().map(|step| step.direction)
    }

    /// Lists the moves from a cell or, on the goal's side, the moves to it.
    ///
    /// Neighbours come in their order, then portals. `moves` is emptied first.
    #[inline]
    pub fn list(&self, grid: &Grid, side: Side, index: CellIndex, cell: Cell, moves: &mut Vec<Move>) {
        moves.clear();
        if side == Side::Backward && !self.may_stand_on(cell) {
            return;
        }
        let around = grid.costs_around(index, cell);
        let legal = self.legal[DirectionSet::of_walkable(&around).number()];
        for step in self.steps() {
            if legal.contains(step.direction)
                && let Some(found) = self.step(grid, side, index, cell, step, &around)
            {
                moves.push(found);
            }
        }
        if self.has_portals {
            self.list_portals(grid, side, cell, moves);
        }
    }

    /// Returns the step from the cell to a neighbour or, on the goal's side, from the neighbour.
    ///
    /// `None` if it leaves the searched part of the map, or leaves a one-way cell in a forbidden direction. `around`
    /// holds the costs of all neighbours.
    #[inline]
    fn step(
        &self,
        grid: &Grid,
        side: Side,
        index: CellIndex,
        cell: Cell,
        step: &Step,
        around: &[u16; 8],
    ) -> Option<Move> {
        let other = Cell::new(cell.x + step.dx, cell.y + step.dy);
        let other_index = CellIndex(index.0.wrapping_add_signed(step.stride));
        if !self.may_stand_on(other) {
            return None;
        }
        if grid.has_one_way_terrain() {
            let (left, forth) = match side {
                Side::Forward => (index, step.direction),
                Side::Backward => (other_index, step.direction.opposite()),
            };
            if !grid.exit_allowed(left, forth) {
                return None;
            }
        }
        let here = || u64::from(grid.cost_at(index.get()));
        let there = u64::from(around[step.direction as usize]);
        let cost = match (self.rule, side) {
            (CostRule::Entered, Side::Forward) => step.cost * there,
            (CostRule::Entered, Side::Backward) => step.cost * here(),
            // The units are quarters, so these divisions leave no remainder.
            (CostRule::MeanTouched, _) if !step.is_diagonal => step.cost / 2 * (here() + there),
            (CostRule::MeanTouched, _) => {
                // A wall beside a cut corner has no cost; the more expensive end stands in for it.
                let ends = [here(), there];
                let wall = ends[0].max(there);
                let beside = step.beside.map(|beside| if around[beside] == 0 { wall } else { around[beside].into() });
                step.cost / 4 * ends.iter().chain(&beside).sum::<u64>()
            }
        };
        Some(Move { index: other_index, cell: other, cost: Cost(cost) })
    }

    /// Visits the neighbours on the map to which no move leads from the cell, each with the reason.
    ///
    /// On the goal's side, it visits the neighbours from which no move leads to the cell.
    pub fn each_barred(&self, grid: &Grid, cell: Cell, side: Side, mut visit: impl FnMut(Cell, IgnoreReason)) {
        for direction in self.directions() {
            let other = cell.step(direction);
            let (from, forth) = match side {
                Side::Forward => (cell, direction),
                Side::Backward => (other, direction.opposite()),
            };
            let Some(from_index) = grid.index(from).filter(|_| grid.contains(other)) else { continue };
            if !grid.is_walkable(other) {
                visit(other, IgnoreReason::Blocked);
            } else if !self.may_stand_on(other) {
                visit(other, IgnoreReason::OutsideRegion);
            } else if !grid.exit_allowed(from_index, forth) {
                visit(other, IgnoreReason::OneWay);
            } else if !self.movement.allows(grid, from, forth) {
                visit(other, IgnoreReason::Corner);
            }
        }
    }

    /// Returns the cost of the cheapest move between two cells; `None` if no move leads there.
    pub fn cost_between(&self, grid: &Grid, from: Cell, to: Cell) -> Option<Cost> {
        let index = grid.index(from)?;
        let around = grid.costs_around(index, from);
        let legal = self.legal[DirectionSet::of_walkable(&around).number()];
        let leads_there = |step: &&Step| Cell::new(from.x + step.dx, from.y + step.dy) == to;
        let step = self.steps().iter().find(leads_there).filter(|step| legal.contains(step.direction));
        let step = step.and_then(|step| self.step(grid, Side::Forward, index, from, step, &around));
        let portals = grid.portals().iter().filter(|portal| (portal.from, portal.to) == (from, to));
        portals.map(|portal| self.portal_cost(portal)).chain(step.map(|step| step.cost)).min()
    }

    /// Returns `true` if the region allows the cell, which can be a wall.
    #[inline]
    fn may_stand_on(&self, cell: Cell) -> bool {
        self.region.is_none_or(|region| region.contains(cell))
    }

    #[cold]
    fn list_portals(&self, grid: &Grid, side: Side, cell: Cell, moves: &mut Vec<Move>) {
        for portal in grid.portals().iter() {
            let Portal { from: here, to: there, .. } = if side == Side::Forward { *portal } else { portal.back() };
            if here != cell || there == cell || !self.may_stand_on(there) || !grid.is_walkable(there) {
                continue;
            }
            let index = grid.index(there).expect("portals stay inside");
            moves.push(Move { index, cell: there, cost: self.portal_cost(portal) });
        }
    }

    fn portal_cost(&self, portal: &Portal) -> Cost {
        self.steps.straight().saturating_mul(portal.cost.into())
    }
}
