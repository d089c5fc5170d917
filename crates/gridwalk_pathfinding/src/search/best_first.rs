//! The best-first engine behind most searches: expands the best open cell and relaxes its successors.
//!
//! Two policies make the algorithms: the priority of an open cell, and the successors of a cell.

use super::engine::{Engine, Frame, Look, Opening, frame_at};
use super::moves::Move;
use super::nodes::{Known, NodeState, Nodes, Number};
use super::policies::{Priority, Successors};
use super::setup::Setup;
use crate::{Cell, CellIndex, Cost, Direction, Grid, IgnoreReason, Observer, ParentRule, Path, StopRule};

#[derive(Debug)]
pub(super) struct BestFirst<P, S> {
    pub frame: Frame,
    priority: P,
    successors: S,
    /// Whether closed cells are never reopened.
    closed_stay: bool,
    /// The end of the path: the goal, or the cell within the goal tolerance that was reached.
    end: CellIndex,
}

impl<P: Priority, S: Successors> BestFirst<P, S> {
    /// Begins a search whose only open cell is the root: the start, or the goal of a backward search.
    pub fn new<O: Observer>(setup: Setup, mut nodes: Nodes, priority: P, successors: S, observer: &mut O) -> Self {
        let straight = setup.query.options.units().straight();
        let number = match (P::COUNTS_STEPS, P::BETTER_FIRST) {
            (true, _) => Number::Own,
            (_, true) => Number::for_better_first(&setup.query.options),
            (_, false) => Number::Age,
        };
        nodes.begin(&setup, number, priority.of(straight, straight, 1));
        let (root, cell) = setup.end(S::SIDE);
        let closed_stay = setup.query.options.closed_cells_stay();
        let frame = Frame::new(setup, nodes);
        let mut search = Self { frame, priority, successors, closed_stay, end: root };
        search.open(root, cell, root, Cost::ZERO, 0, NodeState::Unseen, observer);
        search.stop_if_generated(root, cell, observer);
        search
    }

    #[inline]
    fn open<O: Observer>(
        &mut self,
        index: CellIndex,
        cell: Cell,
        parent: CellIndex,
        g: Cost,
        depth: u32,
        before: NodeState,
        observer: &mut O,
    ) {
        let Frame { setup, nodes, .. } = &mut self.frame;
        let h = if P::USES_ESTIMATE { setup.estimator.estimate(cell, g) } else { Cost::ZERO };
        nodes.push(index, cell, self.priority.of(g, h, depth.into()), h, Known { g, parent });
        if P::COUNTS_STEPS {
            nodes.set_number(index, depth);
        }
        self.frame.opened(&Opening { cell, parent, g, h, side: S::SIDE, before }, observer);
    }

    /// Ends the search at a goal that was just opened, if the stop rule says so.
    #[inline]
    fn stop_if_generated<O: Observer>(&mut self, index: CellIndex, cell: Cell, observer: &mut O) {
        let setup = &self.frame.setup;
        if setup.query.options.stop == StopRule::Generated && setup.is_goal(index, cell) {
            self.finish(index, observer);
        }
    }

    fn finish<O: Observer>(&mut self, end: CellIndex, observer: &mut O) {
        self.end = end;
        self.frame.tally.finish(true, observer);
    }

    /// Expands the best open cell; `None` if no cell is open.
    #[inline]
    pub fn expand_best<O: Observer>(&mut self, grid: &Grid, observer: &mut O) -> Option<()> {
        let (index, cell) = self.frame.nodes.pop(self.frame.setup.size)?;
        self.frame.expanded(S::SIDE, cell, observer);
        if self.frame.setup.is_goal(index, cell) {
            self.finish(index, observer);
            return Some(());
        }
        let Known { g, parent } = self.frame.nodes.known(index);
        let depth = if P::COUNTS_STEPS { self.frame.nodes.number(index) + 1 } else { 0 };
        let mut found = std::mem::take(&mut self.frame.nodes.found);
        self.successors.list(grid, &self.frame.setup, index, cell, parent, &mut found);
        for step in &found {
            self.visit((index, cell), g, depth, step, observer);
            if !self.frame.tally.is_running() {
                break;
            }
        }
        self.frame.nodes.found = found;
        if !S::JUMPS && self.frame.tally.is_running() {
            self.frame.barred(grid, S::SIDE, cell, observer);
        }
        Some(())
    }

    /// Relaxes or ignores one successor of the expanded cell `from`.
    #[inline]
    fn visit<O: Observer>(&mut self, from: (CellIndex, Cell), so_far: Cost, depth: u32, step: &Move, observer: &mut O) {
        let Move { index, cell, cost } = *step;
        let (g, look) = (so_far + cost, Look { from: from.1, cell, side: S::SIDE });
        let frame = &mut self.frame;
        let (place, known) = frame.nodes.look(index);
        if place == NodeState::Unseen {
            if frame.accepts(&look, place, true, g, observer) {
                self.open(index, cell, from.0, g, depth, place, observer);
                self.stop_if_generated(index, cell, observer);
            }
            return;
        }
        let closed = place == NodeState::Closed;
        if frame.setup.query.options.parent == ParentRule::First || (self.closed_stay && closed) {
            let reason = if closed { IgnoreReason::Closed } else { IgnoreReason::FirstParent };
            return look.ignored(reason, observer);
        }
        let better = if P::COUNTS_STEPS { depth < frame.nodes.number(index) } else { g < known.g };
        if frame.accepts(&look, place, better, g, observer) {
            self.open(index, cell, from.0, g, depth, place, observer);
        }
    }
}

/// Appends the cells between the last one and `turn`, on a straight or diagonal line.
fn fill_jump(cells: &mut Vec<Cell>, turn: Cell) {
    let Some(&last) = cells.last() else { return };
    let toward = |cell: &Cell| Cell::new(cell.x + (turn.x - cell.x).signum(), cell.y + (turn.y - cell.y).signum());
    let between = std::iter::successors(Some(toward(&last)), |cell| Some(toward(cell)));
    cells.extend(between.take_while(|cell| *cell != turn));
}

impl<P: Priority, S: Successors> Engine for BestFirst<P, S> {
    frame_at!(frame);

    #[inline]
    fn advance<O: Observer>(&mut self, grid: &Grid, observer: &mut O) {
        if self.expand_best(grid, observer).is_none() {
            self.frame.tally.finish(false, observer);
        }
    }

    /// Returns `true` for reached cells, neighbours of expanded cells, and every cell if the search jumps.
    fn knows_of(&self, cell: Cell) -> bool {
        let Frame { setup, nodes, .. } = &self.frame;
        let place = |cell| setup.size.index(cell).map_or(NodeState::Unseen, |index| nodes.place(index));
        let around = Direction::ALL.map(Direction::offset);
        S::JUMPS
            || place(cell) != NodeState::Unseen
            || around.iter().any(|(dx, dy)| place(Cell::new(cell.x + dx, cell.y + dy)) == NodeState::Closed)
    }

    /// Follows the parents from the end back to the root.
    fn path(&mut self, grid: &Grid) -> Path {
        if !S::JUMPS {
            return self.frame.path_to(grid, self.end);
        }
        let mut cells = self.frame.nodes.spare_cells();
        for cell in self.frame.cells_back(self.end) {
            fill_jump(&mut cells, cell);
            cells.push(cell);
        }
        cells.reverse();
        self.frame.setup.path(grid, cells)
    }
}
