//! The engine behind every best-first search: open the best, close it, look at its neighbours.

use super::node_pool::{Known, Place};
use super::priority::Priority;
use super::{
    NoPathReason, NodePool, Outcome, ParentRule, Search, SearchOptions, SearchStats, Solution, Status, StopRule,
};
use crate::pathfinding::{Cell, CellIndex, Cost, Direction, Observer, Path, SearchEvent, SearchProblem};

pub(super) struct BestFirst<'a, P> {
    options: &'a SearchOptions,
    problem: &'a SearchProblem<'a>,
    pool: &'a mut NodePool,
    priority: P,
    directions: Vec<Direction>,
    goal: CellIndex,
    stats: SearchStats,
    open_cells: u64,
    status: Status,
}

impl<'a, P: Priority> BestFirst<'a, P> {
    /// Puts the start on the open list.
    pub fn new<O: Observer>(
        options: &'a SearchOptions,
        problem: &'a SearchProblem<'a>,
        pool: &'a mut NodePool,
        priority: P,
        observer: &mut O,
    ) -> Self {
        let grid = problem.grid();
        pool.begin(grid.cell_count());
        let index = |cell| grid.index(cell).expect("a problem's cells are inside");
        let (start, goal) = (index(problem.start()), index(problem.goal()));
        let directions = options.order.directions(options.movement);
        let mut search = Self {
            options,
            problem,
            pool,
            priority,
            directions,
            goal,
            stats: SearchStats::default(),
            open_cells: 0,
            status: Status::Running,
        };
        let h = search.estimate(problem.start());
        search.open(start, start, Cost::ZERO, h, 0);
        search.count_generated();
        if O::ACTIVE {
            let cell = problem.start();
            observer.on_event(SearchEvent::Generated { cell, parent: cell, g: Cost::ZERO, h });
        }
        if start == goal && options.stop == StopRule::Generated {
            search.end(Status::Found, observer);
        }
        search
    }

    #[inline]
    fn estimate(&self, cell: Cell) -> Cost {
        if P::USES_ESTIMATE {
            self.options.heuristic.estimate(cell, self.problem.goal(), self.options.steps)
        } else {
            Cost::ZERO
        }
    }

    #[inline]
    fn open(&mut self, cell: CellIndex, parent: CellIndex, g: Cost, h: Cost, depth: u64) {
        let priority = self.priority.of(g, h, depth);
        let sequence = self.pool.open.push(self.options.tie, priority, g, h, cell);
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

    fn end<O: Observer>(&mut self, status: Status, observer: &mut O) {
        self.status = status;
        observer.on_event(SearchEvent::Ended { found: status == Status::Found });
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

    /// Looks at one neighbour; `true` if the search is over.
    #[inline]
    fn visit<O: Observer>(&mut self, from: (CellIndex, Cell), direction: Direction, observer: &mut O) -> bool {
        let grid = self.problem.grid();
        let (parent, parent_cell) = from;
        if !self.options.movement.allows(grid, parent_cell, direction) {
            return false;
        }
        let cell = parent_cell.step(direction);
        let index = grid.index(cell).expect("legal steps stay inside");
        let steps = self.options.steps;
        let step = if direction.is_diagonal() { steps.diagonal() } else { steps.straight() };
        let g = self.pool.known(parent).g + Cost(step.0 * u64::from(grid.cost_at(index.get())));
        let depth = self.pool.depth(parent) + 1;

        let place = self.pool.place(index);
        if place == Place::Unseen {
            let h = self.estimate(cell);
            self.open(index, parent, g, h, depth);
            self.count_generated();
            if O::ACTIVE {
                observer.on_event(SearchEvent::Generated { cell, parent: parent_cell, g, h });
            }
            if index == self.goal && self.options.stop == StopRule::Generated {
                self.end(Status::Found, observer);
                return true;
            }
            return false;
        }
        let shorter = if P::COUNTS_STEPS { depth < self.pool.depth(index) } else { g < self.pool.known(index).g };
        if shorter && self.options.parent == ParentRule::Shorter {
            let reopened = place == Place::Closed;
            if reopened {
                self.stats.reopened += 1;
                self.count_opened();
            }
            let h = self.estimate(cell);
            self.open(index, parent, g, h, depth);
            if O::ACTIVE {
                observer.on_event(SearchEvent::Relaxed { cell, parent: parent_cell, g, reopened });
            }
        }
        false
    }

    /// Follows the parents back from the goal.
    fn path(&self) -> Path {
        let grid = self.problem.grid();
        let mut cells = vec![self.problem.goal()];
        let mut at = self.goal;
        loop {
            let parent = self.pool.known(at).parent;
            if parent == at {
                break;
            }
            at = parent;
            cells.push(grid.cell(at));
        }
        cells.reverse();
        // Reopening can make a parent cheaper after its child was written, so the sum is
        // taken along the way that is really walked.
        let steps = self.options.steps;
        let step = |pair: &[Cell]| {
            let diagonal = pair[0].x != pair[1].x && pair[0].y != pair[1].y;
            let step = if diagonal { steps.diagonal() } else { steps.straight() };
            Cost(step.0 * u64::from(grid.cost(pair[1]).expect("paths are walkable")))
        };
        let cost = cells.windows(2).map(step).sum();
        let path = Path::new(cells, cost);
        debug_assert_eq!(path.validate(grid, self.options.movement, steps), Ok(()));
        path
    }
}

impl<P: Priority> Search for BestFirst<'_, P> {
    #[inline]
    fn step<O: Observer>(&mut self, observer: &mut O) -> Status {
        if self.status != Status::Running {
            return self.status;
        }
        let Some(index) = self.pop() else {
            self.end(Status::Exhausted, observer);
            return self.status;
        };
        let cell = self.problem.grid().cell(index);
        self.pool.close(index);
        self.open_cells -= 1;
        self.stats.expanded += 1;
        if O::ACTIVE {
            observer.on_event(SearchEvent::Expanded { cell });
        }
        if index == self.goal {
            self.end(Status::Found, observer);
            return self.status;
        }
        for i in 0..self.directions.len() {
            if self.visit((index, cell), self.directions[i], observer) {
                break;
            }
        }
        self.status
    }

    fn stats(&self) -> SearchStats {
        self.stats
    }

    fn outcome(&self) -> Outcome {
        match self.status {
            Status::Found => Outcome::Solved(Solution { path: self.path(), stats: self.stats }),
            Status::Exhausted => Outcome::NoPath(NoPathReason::Unreachable, self.stats),
            Status::Running => Outcome::OutOfBudget(self.stats),
        }
    }
}
