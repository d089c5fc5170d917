//! Parents at any angle: Theta* and Lazy Theta*, an engine of their own.
//!
//! A cell's parent need not be a neighbour. It can be any cell in sight: the parent of the neighbour that
//! the search came from, so that paths turn only where a wall makes them.
//!
//! Theta* takes the expanded cell's parent where it sees the new cell, else the expanded cell (Nash, Daniel, Koenig
//! and Felner, "Theta*: any-angle path planning on grids", 2007). Lazy Theta* takes that parent to be in sight. It
//! looks only when the new cell is expanded in turn, once a cell and not once a move; if the parent is out of sight
//! after all, the best closed neighbour takes its place (Nash, Koenig and Tovey, "Lazy Theta*: any-angle path planning
//! and path length analysis in 3D", 2010).
//!
//! Closed cells stay closed, as published: their parents have been looked at, and others rely on it.
//!
//! Costs are the lengths of the lines, each rounded down, times the cost of the terrain, of which there is
//! only one.

use super::engine::{Engine, Frame, Look, Opening, frame_at};
use super::moves::Move;
use super::nodes::{Known, NodeState, Nodes, Number};
use super::setup::Setup;
use crate::line::line_length;
use crate::{
    Cell, CellIndex, Cost, Grid, IgnoreReason, Observer, ParentRule, Path, SearchEvent, Side, StopRule, line_of_sight,
};

/// Looks before a cell gets its parent.
pub(super) type EagerTheta = Theta<false>;
/// Looks before a cell is closed.
pub(super) type LazyTheta = Theta<true>;

/// The engine; `LAZY` says when it looks.
#[derive(Debug)]
pub(super) struct Theta<const LAZY: bool> {
    frame: Frame,
    terrain: u64,
    /// The cell to expand next, where it was taken off the open list before it may be expanded.
    next: Option<(CellIndex, Cell)>,
}

/// In the place of the age of a cell's newest entry: it was dropped from the open list. Ages are never 0.
const DROPPED: u32 = 0;

impl<const LAZY: bool> Theta<LAZY> {
    /// Puts the start on the open list.
    pub fn new<O: Observer>(grid: &Grid, setup: Setup, mut nodes: Nodes, observer: &mut O) -> Self {
        nodes.begin(&setup, Number::Age, 2 * setup.query.options.units().straight().0);
        let (index, cell) = (setup.start, setup.query.start);
        let terrain = grid.cost_at(index.get()).into();
        let mut search = Self { frame: Frame::new(setup, nodes), terrain, next: None };
        search.open(index, cell, index, Cost::ZERO, NodeState::Unseen, observer);
        search.stop_if_generated(grid, index, cell, observer);
        search
    }

    #[inline]
    fn open<O: Observer>(
        &mut self,
        index: CellIndex,
        cell: Cell,
        parent: CellIndex,
        g: Cost,
        before: NodeState,
        observer: &mut O,
    ) {
        let Frame { setup, nodes, .. } = &mut self.frame;
        let h = setup.estimator.estimate(cell, g);
        nodes.push(index, cell, (g + h).0, h, Known { g, parent });
        self.frame.opened(&Opening { cell, parent, g, h, side: Side::Forward, before }, observer);
    }

    /// Ends the search at a goal that was just opened, if that is the rule.
    fn stop_if_generated<O: Observer>(&mut self, grid: &Grid, index: CellIndex, cell: Cell, observer: &mut O) {
        let setup = &self.frame.setup;
        let stops = setup.query.options.stop == StopRule::Generated && setup.is_goal(index, cell);
        if stops && self.settle(grid, index, cell, observer) {
            self.frame.tally.finish(true, observer);
        }
    }

    /// The cost of a cell whose parent is this one.
    #[inline]
    fn through(&self, parent: CellIndex, cell: Cell) -> Cost {
        let Frame { setup, nodes, .. } = &self.frame;
        let length = line_length(setup.size.cell(parent), cell, setup.query.options.units());
        nodes.known(parent).g + length.saturating_mul(self.terrain)
    }

    #[inline]
    fn sees(&self, grid: &Grid, parent: CellIndex, cell: Cell) -> bool {
        let setup = &self.frame.setup;
        line_of_sight(grid, setup.query.options.movement, setup.size.cell(parent), cell)
    }

    /// The parent that a cell gets when it is found from the expanded cell `from`, and its cost by that.
    #[inline]
    fn choose(&self, grid: &Grid, from: CellIndex, cell: Cell) -> (CellIndex, Cost) {
        let before = self.frame.nodes.known(from).parent;
        let parent = if LAZY || self.sees(grid, before, cell) { before } else { from };
        (parent, self.through(parent, cell))
    }

    /// Looks at one cell that the expanded cell `from` leads to.
    #[inline]
    fn visit<O: Observer>(&mut self, grid: &Grid, from: (CellIndex, Cell), step: &Move, observer: &mut O) {
        let Move { index, cell, .. } = *step;
        let look = Look { from: from.1, cell, side: Side::Forward };
        let (place, known) = self.frame.nodes.look(index);
        let stays = place == NodeState::Closed || self.frame.setup.query.options.parent == ParentRule::First;
        if place != NodeState::Unseen && stays {
            let reason = if place == NodeState::Closed { IgnoreReason::Closed } else { IgnoreReason::FirstParent };
            return look.ignored(reason, observer);
        }
        let (parent, g) = self.choose(grid, from.0, cell);
        let better = place == NodeState::Unseen || g < known.g;
        if !self.frame.accepts(&look, place, better, g, observer) {
            return;
        }
        let dropped = place == NodeState::Open && self.frame.nodes.number(index) == DROPPED;
        self.open(index, cell, parent, g, if dropped { NodeState::Closed } else { place }, observer);
        if place == NodeState::Unseen {
            self.stop_if_generated(grid, index, cell, observer);
        }
    }

    /// Looks along the line to the parent of an open cell and corrects it; `false` if the cell then lies beyond the
    /// cost limit. It is dropped from the open list then, and opened again once a cheaper path to it is found.
    fn settle<O: Observer>(&mut self, grid: &Grid, index: CellIndex, cell: Cell, observer: &mut O) -> bool {
        let known = self.frame.nodes.known(index);
        if !LAZY || self.sees(grid, known.parent, cell) {
            return true;
        }
        let (parent, g) = self.best_closed_neighbor(grid, index, cell);
        if O::ACTIVE {
            let (parent, h) = (self.frame.setup.size.cell(parent), self.frame.setup.estimator.estimate(cell, g));
            let (side, reopened) = (Side::Forward, false);
            observer.on_event(SearchEvent::Relaxed { cell, parent, g, h, side, reopened });
        }
        let within = g <= self.frame.setup.max_cost;
        // Not closed: closed cells are never opened again here, for others rely on their parents.
        self.frame.nodes.open_cell(index, Known { g, parent });
        if !within {
            self.frame.nodes.set_number(index, DROPPED);
            self.frame.tally.cut = true;
            self.frame.pruned(Side::Forward, cell, observer);
        }
        within
    }

    /// The best open cell with its own parent; those beyond the cost limit are dropped on the way.
    #[inline]
    fn pop<O: Observer>(&mut self, grid: &Grid, observer: &mut O) -> Option<(CellIndex, Cell)> {
        loop {
            let (index, cell) = self.frame.nodes.pop(self.frame.setup.size)?;
            if self.settle(grid, index, cell, observer) {
                return Some((index, cell));
            }
        }
    }

    /// Of equal ones the first in the order of neighbours.
    fn best_closed_neighbor(&mut self, grid: &Grid, index: CellIndex, cell: Cell) -> (CellIndex, Cost) {
        let mut around = std::mem::take(&mut self.frame.nodes.around);
        self.frame.setup.moves.list(grid, Side::Backward, index, cell, &mut around);
        let closed = around.iter().filter(|step| self.frame.nodes.place(step.index) == NodeState::Closed);
        let through = closed.map(|step| (step.index, self.through(step.index, cell)));
        let best = through.min_by_key(|&(_, g)| g).expect("the neighbour that opened it is closed");
        self.frame.nodes.around = around;
        best
    }
}

impl<const LAZY: bool> Engine for Theta<LAZY> {
    frame_at!(frame);

    fn wind_up<O: Observer>(&mut self, grid: &Grid, observer: &mut O) {
        self.next = self.next.take().or_else(|| self.pop(grid, observer));
        if self.next.is_none() {
            self.frame.tally.finish(false, observer);
        }
    }

    #[inline]
    fn advance<O: Observer>(&mut self, grid: &Grid, observer: &mut O) {
        let Some((index, cell)) = self.next.take().or_else(|| self.pop(grid, observer)) else {
            return self.frame.tally.finish(false, observer);
        };
        self.frame.nodes.close(index);
        self.frame.expanded(Side::Forward, cell, observer);
        if self.frame.setup.is_goal(index, cell) {
            return self.frame.tally.finish(true, observer);
        }
        let mut found = std::mem::take(&mut self.frame.nodes.found);
        self.frame.setup.moves.list(grid, Side::Forward, index, cell, &mut found);
        for step in &found {
            self.visit(grid, (index, cell), step, observer);
            if !self.frame.tally.is_running() {
                break;
            }
        }
        self.frame.nodes.found = found;
        if self.frame.tally.is_running() {
            self.frame.barred(grid, Side::Forward, cell, observer);
        }
    }

    fn path(&mut self, grid: &Grid) -> Path {
        let (cells, mut turns) = (self.frame.nodes.spare_cells(), self.frame.nodes.spare_turns());
        turns.extend(self.frame.cells_back(self.frame.setup.goal));
        turns.reverse();
        let setup = &self.frame.setup;
        setup.checked(grid, Path::any_angle(turns, cells, grid, setup.query.options.units()))
    }
}
