//! The engine of lifelong planning A* and D* Lite.
//!
//! It makes inconsistent cells consistent, in the order of their keys, until the far end is
//! consistent.
//!
//! Lifelong planning A* grows its tree from the start towards the goal, D* Lite from the goal
//! towards the start. Everything else is the same, so the code has one root and one target, and a
//! [`Side`] that says which end is which.
//!
//! The answer is cheapest because estimates are admissible and keys are ordered lexicographically.
//! Consistent estimates are not needed for it: they only bound the work, to two expansions of each
//! cell in a run. Of the named heuristics only `floored-euclidean` is not consistent in 8
//! directions.

use super::memory::{BestParent, LifelongKey, Memory};
use crate::search::engine::{Engine, Frame, frame_at};
use crate::search::nodes::Nodes;
use crate::search::setup::{LegalMove, Setup};
use crate::{Cell, CellIndex, Cost, Direction, Grid, Observer, Path, SearchEvent, Side};

/// One run of the search on one revision of the map.
#[derive(Debug)]
pub(in super::super) struct LifelongRun {
    frame: Frame,
    memory: Memory,
    side: Side,
    /// The cell from which costs are counted, and the cell whose cost is wanted (`target`).
    root: CellIndex,
    target: CellIndex,
    target_cell: Cell,
    start_is_in_region: bool,
}

impl LifelongRun {
    /// Begins a search from the start, without earlier results.
    pub fn from_scratch<O: Observer>(
        setup: Setup,
        nodes: Nodes,
        mut memory: Memory,
        observer: &mut O,
    ) -> Self {
        memory.begin(setup.size.cell_count());
        Self::new(setup, (nodes, memory), Side::Forward, observer)
    }

    /// Continues with the results in the memory.
    ///
    /// The estimator in `setup` aims from a cell at the target, which is the start of a backward
    /// search.
    pub(super) fn new<O: Observer>(
        setup: Setup,
        (nodes, memory): (Nodes, Memory),
        side: Side,
        observer: &mut O,
    ) -> Self {
        let forwards = side == Side::Forward;
        let (start, goal) = (
            (setup.start, setup.query.start),
            (setup.goal, setup.query.goal),
        );
        let (root, target) = if forwards {
            (start, goal)
        } else {
            (goal, start)
        };
        let start_is_in_region = setup
            .query
            .options
            .region
            .is_none_or(|region| region.contains(setup.query.start));
        let mut search = Self {
            frame: Frame::new(setup, nodes),
            memory,
            side,
            root: root.0,
            target: target.0,
            target_cell: target.1,
            start_is_in_region,
        };
        if search.memory.is_fresh() {
            search.set_parent(
                root.0,
                root.1,
                BestParent::From(root.0, Cost::ZERO),
                observer,
            );
        }
        search
    }

    /// Returns all memory.
    pub fn into_memory(mut self) -> (Nodes, Memory) {
        (self.take_nodes(), self.memory)
    }

    /// Updates the cells that depend on these changed cells.
    ///
    /// A cell's terrain decides about more moves than those to and from it: corner rules and mean
    /// costs depend on the two cells beside a diagonal step. All these moves begin and end on the
    /// cell and its eight neighbours; only portals reach farther.
    pub fn update_edges<O: Observer>(&mut self, grid: &Grid, changed: &[Cell], observer: &mut O) {
        let mut affected: Vec<CellIndex> = Vec::with_capacity(9 * changed.len());
        for &cell in changed {
            let around = Direction::ALL
                .into_iter()
                .map(|direction| cell.step(direction));
            let far = grid.portals().iter().filter_map(|portal| match cell {
                _ if portal.from == cell => Some(portal.to),
                _ if portal.to == cell => Some(portal.from),
                _ => None,
            });
            affected.extend(
                around
                    .chain(far)
                    .chain([cell])
                    .filter_map(|cell| grid.index(cell)),
            );
        }
        affected.sort_unstable();
        affected.dedup();
        for index in affected {
            self.update_vertex(grid, index, grid.cell(index), observer);
        }
    }

    /// Lists the moves into a cell, or out of it.
    ///
    /// The search limits bind both ends of a move; only the start may lie outside the region, as
    /// for every other algorithm.
    fn list(
        &self,
        grid: &Grid,
        into: bool,
        index: CellIndex,
        cell: Cell,
        moves: &mut Vec<LegalMove>,
    ) {
        moves.clear();
        let setup = &self.frame.setup;
        let in_region = setup
            .query
            .options
            .region
            .is_none_or(|region| region.contains(cell));
        if !grid.is_walkable_at(index.get()) || !(in_region || (index == setup.start && !into)) {
            return;
        }
        if !into {
            setup.moves.list(grid, Side::Forward, index, cell, moves);
            return;
        }
        setup.moves.list(grid, Side::Backward, index, cell, moves);
        if !self.start_is_in_region
            && let Some(cost) = setup.moves.cost_between(grid, setup.query.start, cell)
        {
            moves.push(LegalMove {
                index: setup.start,
                cell: setup.query.start,
                cost,
            });
        }
    }

    fn key(&self, index: CellIndex, cell: Cell) -> LifelongKey {
        let least = self.memory.least(index);
        let estimate = least.saturating_add(self.frame.setup.estimator.estimate(cell, Cost::ZERO));
        (estimate.saturating_add(self.memory.key_offset), least)
    }

    /// Finds the best path to a cell over its predecessors.
    fn update_vertex<O: Observer>(
        &mut self,
        grid: &Grid,
        index: CellIndex,
        cell: Cell,
        observer: &mut O,
    ) {
        if index == self.root {
            return;
        }
        let mut sources = std::mem::take(&mut self.frame.nodes.around);
        self.list(grid, self.side == Side::Forward, index, cell, &mut sources);
        let known = sources
            .iter()
            .filter(|source| self.memory.g(source.index) != Cost::MAX);
        // Of equal paths the first in the order of the moves.
        let best = known
            .map(|source| (self.memory.g(source.index) + source.cost, source.index))
            .min_by_key(|known| known.0);
        let parent = match best {
            None => BestParent::None,
            Some((cost, _)) if cost > self.frame.setup.max_cost => BestParent::Beyond,
            Some((cost, source)) => BestParent::From(source, cost),
        };
        self.frame.nodes.around = sources;
        self.set_parent(index, cell, parent, observer);
    }

    /// Records a cell's path, and opens the cell if that makes it inconsistent.
    fn set_parent<O: Observer>(
        &mut self,
        index: CellIndex,
        cell: Cell,
        parent: BestParent,
        observer: &mut O,
    ) {
        let (was_open, least, rhs) = (
            self.memory.is_open(index),
            self.memory.least(index),
            self.memory.rhs(index),
        );
        self.memory.set_parent(index, parent);
        let same_entry = was_open && least == self.memory.least(index);
        let is_reported = was_open && rhs == self.memory.rhs(index);
        if self.memory.is_open(index) && !(same_entry && is_reported) {
            self.open(index, cell, was_open, same_entry, observer);
        }
    }

    /// Adds an inconsistent cell to the open list, or changes its place there.
    fn open<O: Observer>(
        &mut self,
        index: CellIndex,
        cell: Cell,
        was_open: bool,
        same_entry: bool,
        observer: &mut O,
    ) {
        let first = !self.memory.was_opened(index);
        if !same_entry {
            let key = self.key(index, cell);
            self.memory
                .push(index, key, self.frame.setup.query.options.tie_break());
            self.frame.tally.stats.largest_open = self
                .frame
                .tally
                .stats
                .largest_open
                .max(self.memory.open_cells);
        }
        // A cell that lost its last path has nothing to report before it is expanded.
        let BestParent::From(parent, g) = self.memory.parent(index) else {
            return;
        };
        let reopened = !first && !was_open;
        self.frame.tally.stats.generated += u64::from(first);
        self.frame.tally.stats.reopened += u64::from(reopened);
        if O::ACTIVE {
            let (side, parent) = (self.side, self.frame.setup.size.cell(parent));
            let h = self.frame.setup.estimator.estimate(cell, Cost::ZERO);
            let was_open = (!first).then_some(was_open);
            observer.on_event(SearchEvent::opened(cell, parent, (g, h), side, was_open));
        }
    }

    /// Returns `true` if the target's cost is final.
    ///
    /// The target is then consistent, and so is every cell that could improve it.
    fn is_done(&mut self) -> bool {
        let target = self.key(self.target, self.target_cell);
        match self.memory.peek() {
            None => true,
            Some(best) => best.key >= target && !self.memory.is_open(self.target),
        }
    }

    fn finish<O: Observer>(&mut self, observer: &mut O) {
        self.frame.tally.cut = self.memory.beyond > 0;
        self.frame
            .tally
            .finish(self.memory.g(self.target) != Cost::MAX, observer);
    }

    /// Makes the best open cell consistent, or removes a cost that is too low.
    fn expand<O: Observer>(&mut self, grid: &Grid, index: CellIndex, cell: Cell, observer: &mut O) {
        self.frame.tally.stats.expanded += 1;
        if O::ACTIVE {
            observer.on_event(SearchEvent::Expanded {
                cell,
                side: self.side,
            });
        }
        let mut found = std::mem::take(&mut self.frame.nodes.found);
        self.list(grid, self.side == Side::Backward, index, cell, &mut found);
        let rhs = self.memory.rhs(index);
        if self.memory.g(index) > rhs {
            // Overconsistent: its path is final unless the map changes. It may shorten others.
            self.memory.set_g(index, rhs);
            for step in &found {
                self.relax(step, index, rhs + step.cost, observer);
            }
        } else {
            // Underconsistent: the cost that its neighbours know is too low. That cost is removed,
            // and the neighbours look for new paths.
            self.memory.set_g(index, Cost::MAX);
            if self.memory.is_open(index) {
                self.open(index, cell, false, false, observer);
            }
            for step in &found {
                match self.memory.parent(step.index) {
                    BestParent::From(parent, _) if parent != index => {}
                    BestParent::None => {}
                    BestParent::From(..) | BestParent::Beyond => {
                        self.update_vertex(grid, step.index, step.cell, observer);
                    }
                }
            }
        }
        self.frame.nodes.found = found;
    }

    /// Relaxes a cell by a path over `from`.
    fn relax<O: Observer>(
        &mut self,
        step: &LegalMove,
        from: CellIndex,
        cost: Cost,
        observer: &mut O,
    ) {
        if step.index == self.root || cost >= self.memory.rhs(step.index) {
            return;
        }
        if cost <= self.frame.setup.max_cost {
            self.set_parent(
                step.index,
                step.cell,
                BestParent::From(from, cost),
                observer,
            );
        } else if self.memory.parent(step.index) == BestParent::None {
            self.set_parent(step.index, step.cell, BestParent::Beyond, observer);
        }
    }

    /// Returns the cells from start to goal, along the parents from the target to the root.
    fn cells(&mut self) -> Vec<Cell> {
        let mut cells = self.frame.nodes.spare_cells();
        cells.push(self.target_cell);
        let mut at = self.target;
        while at != self.root {
            let BestParent::From(parent, _) = self.memory.parent(at) else {
                unreachable!("the target has a path")
            };
            at = parent;
            cells.push(self.frame.setup.size.cell(at));
        }
        if self.side == Side::Forward {
            cells.reverse();
        }
        cells
    }
}

impl Engine for LifelongRun {
    frame_at!(frame);

    fn advance<O: Observer>(&mut self, grid: &Grid, observer: &mut O) {
        if !self.is_done() {
            let best = self.memory.peek().expect("nothing open is done");
            self.memory.pop();
            let cell = self.frame.setup.size.cell(best.cell);
            let key = self.key(best.cell, cell);
            if best.key < key {
                // The start has moved since this entry was made, and the cell has become less
                // urgent.
                self.memory
                    .push(best.cell, key, self.frame.setup.query.options.tie_break());
                return;
            }
            self.expand(grid, best.cell, cell, observer);
        }
        if self.is_done() {
            self.finish(observer);
        }
    }

    fn finish_without_expanding<O: Observer>(&mut self, _: &Grid, observer: &mut O) {
        if self.is_done() {
            self.finish(observer);
        }
    }

    fn path(&mut self, grid: &Grid) -> Path {
        let cells = self.cells();
        self.frame.setup.path(grid, cells)
    }
}
