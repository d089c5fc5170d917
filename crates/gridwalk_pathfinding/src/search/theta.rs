//! Theta* and Lazy Theta*: an engine with parents at any angle.
//!
//! The parent of a cell need not be a neighbour. It can be any visible cell: the parent of the
//! neighbour from which the search came, so that paths turn only where a wall makes them.
//!
//! Theta* takes the expanded cell's parent if the line of sight from there to the new cell is free,
//! else the expanded cell (Nash, Daniel, Koenig and Felner, "Theta*: any-angle path planning on
//! grids", 2007). Lazy Theta* assumes that the line of sight is free. It checks the line only when
//! the new cell is expanded in turn, once a cell and not once a move; if the line is blocked after
//! all, the best closed neighbour becomes the parent (Nash, Koenig and Tovey, "Lazy Theta*:
//! any-angle path planning and path length analysis in 3D", 2010).
//!
//! Closed cells stay closed, as published: their parents have been checked, and other cells rely on
//! them.
//!
//! Costs are the lengths of the lines, each rounded down, times the cost of the terrain, which is
//! the same everywhere.

use super::engine::{Engine, Frame, Opening, Relaxation, frame_at};
use super::nodes::{Known, NodeState, Nodes, Number};
use super::setup::{LegalMove, Setup};
use crate::path::line_length;
use crate::{
    Cell, CellIndex, Cost, Grid, IgnoreReason, Observer, ParentRule, Path, SearchEvent, Side,
    StopRule, line_of_sight,
};

/// Theta*: checks the line of sight before a cell gets its parent.
pub(super) type EagerTheta = Theta<false>;
/// Lazy Theta*: checks the line of sight before a cell is closed.
pub(super) type LazyTheta = Theta<true>;

/// The engine; `LAZY` says when it checks the line of sight.
#[derive(Debug)]
pub(super) struct Theta<const LAZY: bool> {
    frame: Frame,
    terrain: u64,
    /// The cell to expand next, if it was popped before it may be expanded.
    next: Option<(CellIndex, Cell)>,
}

/// In place of the age of a cell's newest entry: the cell was dropped from the open list.
///
/// Ages are never 0.
const DROPPED: u32 = 0;

impl<const LAZY: bool> Theta<LAZY> {
    /// Begins a search whose only open cell is the start.
    pub fn new<O: Observer>(grid: &Grid, setup: Setup, mut nodes: Nodes, observer: &mut O) -> Self {
        nodes.begin(
            &setup,
            Number::Age,
            2 * setup.query.options.units().straight().0,
        );
        let (index, cell) = (setup.start, setup.query.start);
        let terrain = grid.cost_at(index.get()).into();
        let mut search = Self {
            frame: Frame::new(setup, nodes),
            terrain,
            next: None,
        };
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
        self.frame.opened(
            &Opening {
                cell,
                parent,
                g,
                h,
                side: Side::Forward,
                before,
            },
            observer,
        );
    }

    /// Ends the search at a goal that was just opened, if the stop rule says so.
    fn stop_if_generated<O: Observer>(
        &mut self,
        grid: &Grid,
        index: CellIndex,
        cell: Cell,
        observer: &mut O,
    ) {
        let setup = &self.frame.setup;
        let stops = setup.query.options.stop == StopRule::Generated && setup.is_goal(index, cell);
        if stops && self.settle(grid, index, cell, observer) {
            self.frame.tally.finish(true, observer);
        }
    }

    /// Returns the cost of a cell with this parent.
    #[inline]
    fn through(&self, parent: CellIndex, cell: Cell) -> Cost {
        let Frame { setup, nodes, .. } = &self.frame;
        let length = line_length(setup.size.cell(parent), cell, setup.query.options.units());
        nodes.known(parent).g + length.saturating_mul(self.terrain)
    }

    #[inline]
    fn sees(&self, grid: &Grid, parent: CellIndex, cell: Cell) -> bool {
        let setup = &self.frame.setup;
        line_of_sight(
            grid,
            setup.query.options.movement,
            setup.size.cell(parent),
            cell,
        )
    }

    /// Returns the parent of a cell that is found from the expanded cell `from`, and the cell's
    /// cost.
    #[inline]
    fn choose(&self, grid: &Grid, from: CellIndex, cell: Cell) -> (CellIndex, Cost) {
        let before = self.frame.nodes.known(from).parent;
        let parent = if LAZY || self.sees(grid, before, cell) {
            before
        } else {
            from
        };
        (parent, self.through(parent, cell))
    }

    /// Relaxes or ignores one successor of the expanded cell `from`.
    #[inline]
    fn visit<O: Observer>(
        &mut self,
        grid: &Grid,
        from: (CellIndex, Cell),
        step: &LegalMove,
        observer: &mut O,
    ) {
        let LegalMove { index, cell, .. } = *step;
        let look = Relaxation {
            from: from.1,
            cell,
            side: Side::Forward,
        };
        let (place, known) = self.frame.nodes.look(index);
        let stays = place == NodeState::Closed
            || self.frame.setup.query.options.parent == ParentRule::First;
        if place != NodeState::Unseen && stays {
            let reason = if place == NodeState::Closed {
                IgnoreReason::Closed
            } else {
                IgnoreReason::FirstParent
            };
            return look.ignored(reason, observer);
        }
        let (parent, g) = self.choose(grid, from.0, cell);
        let better = place == NodeState::Unseen || g < known.g;
        if !self.frame.accepts(&look, place, better, g, observer) {
            return;
        }
        let dropped = place == NodeState::Open && self.frame.nodes.number(index) == DROPPED;
        self.open(
            index,
            cell,
            parent,
            g,
            if dropped { NodeState::Closed } else { place },
            observer,
        );
        if place == NodeState::Unseen {
            self.stop_if_generated(grid, index, cell, observer);
        }
    }

    /// Checks the line of sight to the parent of an open cell, and corrects the parent.
    ///
    /// Returns `false` if the cell is then over the cost limit. The cell is dropped from the open
    /// list, and opened again once a cheaper path to it is found.
    fn settle<O: Observer>(
        &mut self,
        grid: &Grid,
        index: CellIndex,
        cell: Cell,
        observer: &mut O,
    ) -> bool {
        let known = self.frame.nodes.known(index);
        if !LAZY || self.sees(grid, known.parent, cell) {
            return true;
        }
        let (parent, g) = self.best_closed_neighbor(grid, index, cell);
        if O::ACTIVE {
            let (parent, h) = (
                self.frame.setup.size.cell(parent),
                self.frame.setup.estimator.estimate(cell, g),
            );
            let (side, reopened) = (Side::Forward, false);
            observer.on_event(SearchEvent::Relaxed {
                cell,
                parent,
                g,
                h,
                side,
                reopened,
            });
        }
        let within = g <= self.frame.setup.max_cost;
        // Not closed: closed cells are never reopened here, as other cells rely on their parents.
        self.frame.nodes.open_cell(index, Known { g, parent });
        if !within {
            self.frame.nodes.set_number(index, DROPPED);
            self.frame.tally.cut = true;
            self.frame.pruned(Side::Forward, cell, observer);
        }
        within
    }

    /// Pops the best open cell with a checked parent; cells over the cost limit are dropped.
    #[inline]
    fn pop<O: Observer>(&mut self, grid: &Grid, observer: &mut O) -> Option<(CellIndex, Cell)> {
        loop {
            let (index, cell) = self.frame.nodes.pop(self.frame.setup.size)?;
            if self.settle(grid, index, cell, observer) {
                return Some((index, cell));
            }
        }
    }

    /// Returns the best closed neighbour and the cost over it; ties go by the order of neighbours.
    fn best_closed_neighbor(
        &mut self,
        grid: &Grid,
        index: CellIndex,
        cell: Cell,
    ) -> (CellIndex, Cost) {
        let mut around = std::mem::take(&mut self.frame.nodes.around);
        self.frame
            .setup
            .moves
            .list(grid, Side::Backward, index, cell, &mut around);
        let closed = around
            .iter()
            .filter(|step| self.frame.nodes.place(step.index) == NodeState::Closed);
        let through = closed.map(|step| (step.index, self.through(step.index, cell)));
        let best = through
            .min_by_key(|&(_, g)| g)
            .expect("the neighbour that opened it is closed");
        self.frame.nodes.around = around;
        best
    }
}

impl<const LAZY: bool> Engine for Theta<LAZY> {
    frame_at!(frame);

    fn finish_without_expanding<O: Observer>(&mut self, grid: &Grid, observer: &mut O) {
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
        self.frame
            .setup
            .moves
            .list(grid, Side::Forward, index, cell, &mut found);
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
        let (cells, mut turns) = (
            self.frame.nodes.spare_cells(),
            self.frame.nodes.spare_turns(),
        );
        turns.extend(self.frame.cells_back(self.frame.setup.goal));
        turns.reverse();
        let setup = &self.frame.setup;
        setup.checked(
            grid,
            Path::any_angle(turns, cells, grid, setup.query.options.units()),
        )
    }
}
