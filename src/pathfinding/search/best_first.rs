//! The engine behind every best-first search: open the best, close it, look at where it leads.
//!
//! Three policies make the algorithms: what is expanded next, what a cell leads to, and which parent a
//! cell gets.

use super::moves::Move;
use super::node_pool::{Known, Place};
use super::parent_choice::ParentChoice;
use super::priority::Priority;
use super::setup::Setup;
use super::successors::Successors;
use super::{NodePool, Outcome, ParentRule, Search, SearchStats, Solution, Status, StopRule};
use crate::pathfinding::{Cell, CellIndex, Cost, Observer, Path, SearchEvent, Side};

pub(super) struct BestFirst<'a, P, S, C> {
    setup: Setup<'a>,
    pool: &'a mut NodePool,
    priority: P,
    successors: S,
    parents: C,
    found: Vec<Move>,
    stats: SearchStats,
    open_cells: u64,
    /// Whether the cost limit kept cells out.
    cut: bool,
    /// Where the way ends: the goal, or the cell within range that was reached.
    end: CellIndex,
    status: Status,
}

impl<'a, P: Priority, S: Successors, C: ParentChoice> BestFirst<'a, P, S, C> {
    /// Puts the start on the open list.
    pub fn new<O: Observer>(
        setup: Setup<'a>,
        pool: &'a mut NodePool,
        priority: P,
        successors: S,
        parents: C,
        observer: &mut O,
    ) -> Self {
        pool.begin(setup.grid.cell_count());
        let (start, cell, end) = (setup.start, setup.start_cell, setup.goal);
        let mut search = Self {
            setup,
            pool,
            priority,
            successors,
            parents,
            found: Vec::with_capacity(9),
            stats: SearchStats::NONE,
            open_cells: 0,
            cut: false,
            end,
            status: Status::Running,
        };
        let h = search.estimate(cell, Cost::ZERO);
        search.open(start, start, Cost::ZERO, h, 0);
        search.count_generated();
        if O::ACTIVE {
            let generated = SearchEvent::Generated { cell, parent: cell, g: Cost::ZERO, h, side: Side::Forward };
            observer.on_event(generated);
        }
        if search.setup.options.stop == StopRule::Generated && search.setup.is_goal(start, cell) {
            search.finish(Some(start), observer);
        }
        search
    }

    #[inline]
    fn estimate(&self, cell: Cell, g: Cost) -> Cost {
        if P::USES_ESTIMATE { self.setup.estimator.estimate(cell, g) } else { Cost::ZERO }
    }

    #[inline]
    fn open(&mut self, cell: CellIndex, parent: CellIndex, g: Cost, h: Cost, depth: u64) {
        let priority = self.priority.of(g, h, depth);
        let sequence = self.pool.open.push(self.setup.options.tie, priority, g, h, cell);
        self.pool.open_cell(cell, Known { g, parent, sequence }, depth);
    }

    fn count_generated(&mut self) {
        self.stats.generated += 1;
        self.count_opened();
    }

    fn count_opened(&mut self) {
        self.open_cells += 1;
        self.stats.largest_open = self.stats.largest_open.max(self.open_cells);
    }

    fn finish<O: Observer>(&mut self, end: Option<CellIndex>, observer: &mut O) {
        self.end = end.unwrap_or(self.end);
        self.status = if end.is_some() { Status::Found } else { Status::Exhausted };
        observer.on_event(SearchEvent::Ended { found: end.is_some() });
    }

    /// The best open cell, outdated entries skipped.
    #[inline]
    fn pop(&mut self) -> Option<CellIndex> {
        while let Some(entry) = self.pool.open.pop() {
            let current = self.pool.known(entry.cell).sequence == entry.sequence;
            if current && self.pool.place(entry.cell) == Place::Open {
                return Some(entry.cell);
            }
        }
        None
    }

    /// Looks at one cell that the closed cell `from` leads to; `true` if the search is over.
    #[inline]
    fn visit<O: Observer>(&mut self, from: CellIndex, step: &Move, observer: &mut O) -> bool {
        let Move { index, cell, .. } = *step;
        let place = self.pool.place(index);
        let depth = self.pool.depth(from) + 1;
        if place == Place::Unseen {
            let (parent, g) = self.parents.choose(self.pool, from, step);
            if g > self.setup.max_cost {
                self.cut = true;
                return false;
            }
            let h = self.estimate(cell, g);
            self.open(index, parent, g, h, depth);
            self.count_generated();
            if O::ACTIVE {
                let parent = self.setup.grid.cell(parent);
                observer.on_event(SearchEvent::Generated { cell, parent, g, h, side: Side::Forward });
            }
            if self.setup.options.stop == StopRule::Generated && self.setup.is_goal(index, cell) {
                if !self.settle(index, cell, observer) {
                    return false;
                }
                self.finish(Some(index), observer);
                return true;
            }
            return false;
        }
        if self.setup.options.parent == ParentRule::First || (C::LINES && place == Place::Closed) {
            return false;
        }
        let (parent, g) = self.parents.choose(self.pool, from, step);
        let shorter = if P::COUNTS_STEPS { depth < self.pool.depth(index) } else { g < self.pool.known(index).g };
        if shorter && g <= self.setup.max_cost {
            let reopened = place == Place::Closed || (C::LINES && self.pool.known(index).sequence == DROPPED);
            if reopened {
                self.stats.reopened += 1;
                self.count_opened();
            }
            let h = self.estimate(cell, g);
            self.open(index, parent, g, h, depth);
            if O::ACTIVE {
                let parent = self.setup.grid.cell(parent);
                observer.on_event(SearchEvent::Relaxed { cell, parent, g, h, side: Side::Forward, reopened });
            }
        }
        false
    }

    /// Has the parent of an open cell corrected; `false` if the cell then lies beyond the cost limit. It is dropped
    /// from the open list then, and opened again once a cheaper way to it is found.
    #[inline]
    fn settle<O: Observer>(&mut self, index: CellIndex, cell: Cell, observer: &mut O) -> bool {
        let corrected = self.parents.settle(self.pool, index, cell);
        if !C::LINES {
            return true;
        }
        let Known { g, parent, .. } = self.pool.known(index);
        if O::ACTIVE && corrected {
            let (parent, h) = (self.setup.grid.cell(parent), self.estimate(cell, g));
            let (side, reopened) = (Side::Forward, false);
            observer.on_event(SearchEvent::Relaxed { cell, parent, g, h, side, reopened });
        }
        if g <= self.setup.max_cost {
            return true;
        }
        self.cut = true;
        // Not closed: closed cells are never opened again here, for others rely on their parents.
        let depth = self.pool.depth(index);
        self.pool.open_cell(index, Known { g, parent, sequence: DROPPED }, depth);
        self.open_cells -= 1;
        if O::ACTIVE {
            observer.on_event(SearchEvent::Pruned { cell, side: Side::Forward });
        }
        false
    }

    /// Follows the parents back from the end.
    fn path(&self) -> Path {
        let mut turns = vec![self.setup.grid.cell(self.end)];
        let mut at = self.end;
        loop {
            let parent = self.pool.known(at).parent;
            if parent == at {
                break;
            }
            at = parent;
            turns.push(self.setup.grid.cell(at));
        }
        turns.reverse();
        if C::LINES {
            self.setup.checked(Path::any_angle(turns, self.setup.grid, self.setup.options.units()))
        } else if S::JUMPS {
            self.setup.path(fill_jumps(&turns))
        } else {
            self.setup.path(turns)
        }
    }
}

/// In the place of a sequence number: the cell has no entry in the open list. Numbers are counted from 1.
const DROPPED: u32 = 0;

/// All cells of a way whose legs are straight or diagonal.
fn fill_jumps(turns: &[Cell]) -> Vec<Cell> {
    let mut cells = vec![turns[0]];
    for &turn in &turns[1..] {
        let mut at = cells[cells.len() - 1];
        while at != turn {
            at = Cell::new(at.x + (turn.x - at.x).signum(), at.y + (turn.y - at.y).signum());
            cells.push(at);
        }
    }
    cells
}

impl<P: Priority, S: Successors, C: ParentChoice> Search for BestFirst<'_, P, S, C> {
    #[inline]
    fn step<O: Observer>(&mut self, observer: &mut O) -> Status {
        if self.status != Status::Running {
            return self.status;
        }
        let Some(index) = self.pop() else {
            self.finish(None, observer);
            return self.status;
        };
        let cell = self.setup.grid.cell(index);
        if !self.settle(index, cell, observer) {
            return self.status;
        }
        self.pool.close(index);
        self.open_cells -= 1;
        self.stats.expanded += 1;
        if O::ACTIVE {
            observer.on_event(SearchEvent::Expanded { cell, side: Side::Forward });
        }
        if self.setup.is_goal(index, cell) {
            self.finish(Some(index), observer);
            return self.status;
        }
        let parent = self.pool.known(index).parent;
        let mut found = std::mem::take(&mut self.found);
        self.successors.list(index, cell, parent, &mut found);
        for step in &found {
            if self.visit(index, step, observer) {
                break;
            }
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
            Status::Exhausted => Outcome::NoPath(self.setup.no_path(self.cut), self.stats),
            Status::Running => Outcome::OutOfBudget(self.stats),
        }
    }
}
