//! Depth-first search: follow the first new neighbour as far as it goes, then come back for the next.
//!
//! Cells are expanded in the preorder of the recursive definition: a cell is expanded when it is first
//! reached, then each neighbour that is still new is searched, in the order of the options, before the next
//! one is looked at. Its parent is the cell that it was reached from. The recursion is a stack here, so long
//! ways need no deep call stack.
//!
//! The open list is that stack. A cell is *generated* when an expanded cell first sees it waiting there. Seen
//! again from a deeper cell, a waiting cell moves to the top: the recursion would come to it from there first.
//! Watchers are told so as `Relaxed`, with the new parent, though g is often larger then. Nothing is promised
//! but a way, if there is one.

use super::moves::Move;
use super::node_pool::{Known, Place};
use super::setup::Setup;
use super::{NodePool, Outcome, Search, SearchStats, Solution, Status};
use crate::pathfinding::{Cell, CellIndex, Cost, Observer, Path, SearchEvent, Side};

pub(super) struct DepthFirst<'a> {
    setup: Setup<'a>,
    pool: &'a mut NodePool,
    found: Vec<Move>,
    stats: SearchStats,
    /// Cells that wait on the stack, each counted once.
    open_cells: u64,
    status: Status,
}

impl<'a> DepthFirst<'a> {
    /// Puts the start on the stack.
    pub fn new<O: Observer>(setup: Setup<'a>, pool: &'a mut NodePool, observer: &mut O) -> Self {
        pool.begin(setup.grid.cell_count());
        let (index, cell) = (setup.start, setup.start_cell);
        let found = Vec::with_capacity(9);
        let mut search = Self { setup, pool, found, stats: SearchStats::NONE, open_cells: 0, status: Status::Running };
        search.push(Move { index, cell, cost: Cost::ZERO }, index, observer);
        search
    }

    /// Lets a cell wait on top; `to.cost` is its g by this parent.
    #[inline]
    fn push<O: Observer>(&mut self, to: Move, parent: CellIndex, observer: &mut O) {
        let Move { index, cell, cost: g } = to;
        let place = self.pool.place(index);
        self.pool.stack.push(index);
        self.pool.open_cell(index, Known { g, parent, sequence: 0 }, 0);
        if place == Place::Unseen {
            self.stats.generated += 1;
            self.open_cells += 1;
            self.stats.largest_open = self.stats.largest_open.max(self.open_cells);
        }
        if O::ACTIVE {
            let (parent, h, side) = (self.setup.grid.cell(parent), Cost::ZERO, Side::Forward);
            observer.on_event(match place {
                Place::Unseen => SearchEvent::Generated { cell, parent, g, h, side },
                Place::Open | Place::Closed => SearchEvent::Relaxed { cell, parent, g, h, side, reopened: false },
            });
        }
    }

    /// The topmost cell that still waits. Deeper entries of a cell are passed over once it is closed.
    #[inline]
    fn pop(&mut self) -> Option<CellIndex> {
        while let Some(index) = self.pool.stack.pop() {
            if self.pool.place(index) == Place::Open {
                return Some(index);
            }
        }
        None
    }

    fn finish<O: Observer>(&mut self, status: Status, observer: &mut O) -> Status {
        self.status = status;
        observer.on_event(SearchEvent::Ended { found: status == Status::Found });
        status
    }

    /// Follows the parents back from the goal.
    fn path(&self) -> Path {
        let parent = |&index: &CellIndex| Some(self.pool.known(index).parent).filter(|&parent| parent != index);
        let way = std::iter::successors(Some(self.setup.goal), parent);
        let mut cells: Vec<Cell> = way.map(|index| self.setup.grid.cell(index)).collect();
        cells.reverse();
        self.setup.path(cells)
    }
}

impl Search for DepthFirst<'_> {
    #[inline]
    fn step<O: Observer>(&mut self, observer: &mut O) -> Status {
        if self.status != Status::Running {
            return self.status;
        }
        let Some(index) = self.pop() else {
            return self.finish(Status::Exhausted, observer);
        };
        self.pool.close(index);
        self.open_cells -= 1;
        self.stats.expanded += 1;
        let cell = self.setup.grid.cell(index);
        if O::ACTIVE {
            observer.on_event(SearchEvent::Expanded { cell, side: Side::Forward });
        }
        if index == self.setup.goal {
            return self.finish(Status::Found, observer);
        }
        let so_far = self.pool.known(index).g;
        let mut found = std::mem::take(&mut self.found);
        self.setup.moves.list_from(index, cell, &mut found);
        // The last one first, so that the first one comes to lie on top.
        for step in found.iter().rev() {
            let mut g = so_far + step.cost;
            let place = self.pool.place(step.index);
            if place == Place::Closed {
                continue;
            }
            if place == Place::Open && self.pool.known(step.index).parent == index {
                // A portal beside a step: both lead there from here, and the cheaper one is taken.
                g = g.min(self.pool.known(step.index).g);
            }
            self.push(Move { cost: g, ..*step }, index, observer);
        }
        self.found = found;
        self.status
    }

    fn stats(&self) -> SearchStats {
        self.stats
    }

    fn outcome(&self) -> Outcome {
        match self.status {
            Status::Found => Outcome::Solved(Solution { path: self.path(), stats: self.stats }),
            Status::Exhausted => Outcome::NoPath(self.setup.no_path(false), self.stats),
            Status::Running => Outcome::OutOfBudget(self.stats),
        }
    }
}
