//! Parents at any angle: Theta* and Lazy Theta*.
//!
//! A cell's parent need not be a neighbour. It can be any cell in sight: the parent of the neighbour that
//! the search came from, so that ways turn only where a wall makes them.
//!
//! Costs are the lengths of the lines, each rounded down, times the cost of the terrain, of which there is
//! only one.

use super::moves::{Move, Moves};
use super::node_pool::{Known, NodePool, Place};
use super::parent_choice::ParentChoice;
use super::setup::Setup;
use crate::pathfinding::line::line_length;
use crate::pathfinding::{Cell, CellIndex, Cost, Grid, Movement, StepCosts, line_of_sight};

/// How long lines are on one map, and who sees whom.
struct Lines<'a> {
    grid: &'a Grid,
    movement: Movement,
    steps: StepCosts,
    terrain: u64,
}

impl<'a> Lines<'a> {
    fn new(setup: &Setup<'a>) -> Self {
        let terrain = setup.grid.cost_at(setup.start.get());
        let (movement, steps) = (setup.options.movement, setup.options.units());
        Self { grid: setup.grid, movement, steps, terrain: terrain.into() }
    }

    /// The cost of a cell whose parent is this one.
    #[inline]
    fn through(&self, pool: &NodePool, parent: CellIndex, cell: Cell) -> Cost {
        pool.known(parent).g + line_length(self.grid.cell(parent), cell, self.steps).saturating_mul(self.terrain)
    }

    #[inline]
    fn sees(&self, parent: CellIndex, cell: Cell) -> bool {
        line_of_sight(self.grid, self.movement, self.grid.cell(parent), cell)
    }
}

/// Theta*: the expanded cell's parent where it sees the new cell, else the expanded cell (Nash, Daniel, Koenig
/// and Felner, "Theta*: any-angle path planning on grids", 2007).
pub(super) struct InSight<'a>(Lines<'a>);

impl<'a> InSight<'a> {
    pub fn new(setup: &Setup<'a>) -> Self {
        Self(Lines::new(setup))
    }
}

impl ParentChoice for InSight<'_> {
    const LINES: bool = true;

    #[inline]
    fn choose(&self, pool: &NodePool, from: CellIndex, step: &Move) -> (CellIndex, Cost) {
        let before = pool.known(from).parent;
        let parent = if self.0.sees(before, step.cell) { before } else { from };
        (parent, self.0.through(pool, parent, step.cell))
    }
}

/// Lazy Theta*: the expanded cell's parent, taken to be in sight. It is looked at only when the new cell is
/// expanded in turn, once a cell and not once a move; if it is out of sight after all, the best closed
/// neighbour takes its place (Nash, Koenig and Tovey, "Lazy Theta*: any-angle path planning and path length
/// analysis in 3D", 2010).
pub(super) struct SeemsInSight<'a> {
    lines: Lines<'a>,
    moves: Moves<'a>,
    around: Vec<Move>,
}

impl<'a> SeemsInSight<'a> {
    pub fn new(setup: &Setup<'a>) -> Self {
        let moves = Moves::new(setup.options, setup.grid);
        Self { lines: Lines::new(setup), moves, around: Vec::with_capacity(8) }
    }
}

impl ParentChoice for SeemsInSight<'_> {
    const LINES: bool = true;

    #[inline]
    fn choose(&self, pool: &NodePool, from: CellIndex, step: &Move) -> (CellIndex, Cost) {
        let parent = pool.known(from).parent;
        (parent, self.lines.through(pool, parent, step.cell))
    }

    fn settle(&mut self, pool: &mut NodePool, index: CellIndex, cell: Cell) -> bool {
        let known = pool.known(index);
        if self.lines.sees(known.parent, cell) {
            return false;
        }
        self.moves.list_to(index, cell, &mut self.around);
        let closed = self.around.iter().filter(|step| pool.place(step.index) == Place::Closed);
        let through = closed.map(|step| (step.index, self.lines.through(pool, step.index, cell)));
        // Of equal ones the first in the order of neighbours.
        let (parent, g) = through.min_by_key(|&(_, g)| g).expect("the neighbour that opened it is closed");
        pool.open_cell(index, Known { g, parent, ..known }, pool.depth(index));
        true
    }
}
