//! Depth-first search: follows the first new neighbour as far as possible, then backtracks.
//!
//! Cells are expanded in the preorder of the recursive definition. A cell is expanded when it is first reached; then
//! each neighbour that is still new is searched, in the order of the options, before the next neighbour. The parent of
//! a cell is the cell from which it was reached. The recursion is an explicit stack, so long paths need no deep call
//! stack.
//!
//! The open list is that stack. A cell is *generated* when an expanded cell first pushes it. If a deeper cell reaches
//! an open cell again, the open cell moves to the top, because the recursion would reach it from there first. Observers
//! see that as `Relaxed`, with the new parent, though g is often larger then. The only guarantee is a path, if there is
//! one.

use super::engine::{Engine, Frame, Look, Opening, frame_at};
use super::moves::Move;
use super::nodes::{Known, NodeState, Nodes, Number};
use super::setup::Setup;
use crate::{CellIndex, Cost, Grid, IgnoreReason, Observer, Path, Side};

#[derive(Debug)]
pub(super) struct DepthFirst(Frame);

impl DepthFirst {
    /// Begins a search with the start on the stack.
    pub fn new<O: Observer>(setup: Setup, mut nodes: Nodes, observer: &mut O) -> Self {
        nodes.begin(&setup, Number::None, 0);
        let (index, cell) = (setup.start, setup.query.start);
        let mut search = Self(Frame::new(setup, nodes));
        search.push(Move { index, cell, cost: Cost::ZERO }, index, observer);
        search
    }

    /// Pushes a cell on the stack; `to.cost` is its g with this parent.
    #[inline]
    fn push<O: Observer>(&mut self, to: Move, parent: CellIndex, observer: &mut O) {
        let Move { index, cell, cost: g } = to;
        let before = self.0.nodes.place(index);
        self.0.nodes.stack.push(index);
        self.0.nodes.open_cell(index, Known { g, parent });
        self.0.opened(&Opening { cell, parent, g, h: Cost::ZERO, side: Side::Forward, before }, observer);
    }

    /// Pops the topmost open cell; deeper entries of a cell are skipped once it is closed.
    #[inline]
    fn pop(&mut self) -> Option<CellIndex> {
        while let Some(index) = self.0.nodes.stack.pop() {
            if self.0.nodes.place(index) == NodeState::Open {
                return Some(index);
            }
        }
        None
    }
}

impl Engine for DepthFirst {
    frame_at!(0);

    #[inline]
    fn advance<O: Observer>(&mut self, grid: &Grid, observer: &mut O) {
        let Some(index) = self.pop() else {
            return self.0.tally.finish(false, observer);
        };
        let cell = self.0.setup.size.cell(index);
        self.0.nodes.close(index);
        self.0.expanded(Side::Forward, cell, observer);
        if index == self.0.setup.goal {
            return self.0.tally.finish(true, observer);
        }
        let so_far = self.0.nodes.known(index).g;
        let mut found = std::mem::take(&mut self.0.nodes.found);
        self.0.setup.moves.list(grid, Side::Forward, index, cell, &mut found);
        // In reverse order, so that the first neighbour is on top.
        for step in found.iter().rev() {
            let mut g = so_far + step.cost;
            let place = self.0.nodes.place(step.index);
            if place == NodeState::Closed {
                let look = Look { from: cell, cell: step.cell, side: Side::Forward };
                look.ignored(IgnoreReason::Closed, observer);
                continue;
            }
            let known = self.0.nodes.known(step.index);
            if place == NodeState::Open && known.parent == index {
                // A step and a portal lead there from the same cell: the cheaper one counts.
                g = g.min(known.g);
            }
            self.push(Move { cost: g, ..*step }, index, observer);
        }
        self.0.nodes.found = found;
        self.0.barred(grid, Side::Forward, cell, observer);
    }

    fn path(&mut self, grid: &Grid) -> Path {
        self.0.path_to(grid, self.0.setup.goal)
    }
}
