//! A* from both ends at once, each side estimating to the other end: an engine of its own.
//!
//! **When it may stop.** Let U be the cost of the cheapest meeting: a cell known to both sides, with the
//! sum of its two g. The search is over once the smallest f of *either* open list is at least U, an empty
//! list counting as infinite. Where no estimate is too high that is right even for inconsistent estimates,
//! because each side reopens cells: as long as a side has not settled a whole cheapest way of cost C, some
//! open cell of that way has its true g, so the side's smallest f is at most C; and once it has settled the
//! whole way, the other end itself is a meeting of cost C. Stopping at the first meeting would be wrong:
//! that is the classic mistake with searches from both ends (Pohl, "Bi-directional search", 1971).
//!
//! **What is left out.** A cell whose own f is at least U is not opened. Where the estimate is known to be
//! consistent, two more kinds of cells are closed without being expanded (Kwa, "BS*: an admissible
//! bidirectional staged heuristic search algorithm", 1989; Pijls and Post, "Yet another bidirectional
//! algorithm for finding the shortest path", 2009): a cell that the other side has closed, for both its
//! halves are cheapest already and counted in U; and a cell for which g + (F − h') ≥ U, with F the smallest
//! f of the other side and h' the other side's estimate of the cell. For F − h' never exceeds what is left
//! from a cell that the other side has not closed.
//!
//! **Which side is next.** The one with fewer open cells, the forward one if equal. So the start is always
//! expanded first, which alone can lead from a start outside the region that is searched.

use super::moves::Move;
use super::node_pool::{Known, Place};
use super::setup::Setup;
use super::{NodePool, Outcome, Search, SearchOptions, SearchStats, Solution, Status};
use crate::pathfinding::{Cell, CellIndex, Cost, Estimator, Heuristic, Movement, Observer, Path, SearchEvent, Side};

pub(super) struct Bidirectional<'a> {
    setup: Setup<'a>,
    /// Estimates from the start to a cell.
    back: Estimator<'a>,
    pool: &'a mut NodePool,
    /// Whether cells can be left out that only a consistent estimate rules out.
    consistent: bool,
    found: Vec<Move>,
    stats: SearchStats,
    /// Open cells, forward and backward.
    open_cells: [u64; 2],
    /// Whether the cost limit kept cells out, forward and backward.
    cut: [bool; 2],
    /// The cheapest way known, and the cell where its halves meet.
    meeting: Option<CellIndex>,
    best: Cost,
    /// Whether a meeting was too dear.
    too_dear: bool,
    status: Status,
}

impl<'a> Bidirectional<'a> {
    /// Puts the start on one open list and the goal on the other.
    pub fn new<O: Observer>(setup: Setup<'a>, pool: &'a mut NodePool, observer: &mut O) -> Self {
        pool.begin_both(setup.grid.cell_count());
        let options = setup.options;
        let back = Estimator::backwards(&options.heuristic, options.units(), setup.grid, setup.start_cell);
        let ends = [(Side::Forward, setup.start, setup.start_cell), (Side::Backward, setup.goal, setup.goal_cell)];
        let mut search = Self {
            setup,
            back,
            pool,
            consistent: is_consistent(options),
            found: Vec::with_capacity(9),
            stats: SearchStats::NONE,
            open_cells: [0; 2],
            cut: [false; 2],
            meeting: None,
            best: Cost::MAX,
            too_dear: false,
            status: Status::Running,
        };
        for (side, index, cell) in ends {
            let h = search.estimate(side, cell);
            search.open(side, Move { index, cell, cost: Cost::ZERO }, index, h, observer);
        }
        search
    }

    #[inline]
    fn estimate(&self, side: Side, cell: Cell) -> Cost {
        match side {
            Side::Forward => self.setup.estimator.estimate(cell, Cost::ZERO),
            Side::Backward => self.back.estimate(cell, Cost::ZERO),
        }
    }

    /// Writes a cell that is new, or whose g is lower now; `to.cost` is that g.
    #[inline]
    fn open<O: Observer>(&mut self, side: Side, to: Move, parent: CellIndex, h: Cost, observer: &mut O) {
        let Move { index, cell, cost: g } = to;
        let pool = self.pool.side_mut(side);
        let place = pool.place(index);
        let sequence = pool.open.push(self.setup.options.tie, g.saturating_add(h).0, g, h, index);
        pool.open_cell(index, Known { g, parent, sequence }, 0);
        let reopened = place == Place::Closed;
        self.stats.generated += u64::from(place == Place::Unseen);
        self.stats.reopened += u64::from(reopened);
        self.open_cells[side as usize] += u64::from(place != Place::Open);
        self.stats.largest_open = self.stats.largest_open.max(self.open_cells.iter().sum());
        if O::ACTIVE {
            let parent = self.setup.grid.cell(parent);
            observer.on_event(match place {
                Place::Unseen => SearchEvent::Generated { cell, parent, g, h, side },
                Place::Open | Place::Closed => SearchEvent::Relaxed { cell, parent, g, h, side, reopened },
            });
        }
        let other = self.pool.side(opposite(side));
        if other.place(index) != Place::Unseen {
            let whole = g + other.known(index).g;
            if whole > self.setup.max_cost {
                self.too_dear = true;
            } else if whole < self.best {
                (self.best, self.meeting) = (whole, Some(index));
            }
        }
    }

    /// The smallest f of a side's open list, outdated entries thrown away.
    #[inline]
    fn smallest_f(&mut self, side: Side) -> Option<Cost> {
        let pool = self.pool.side_mut(side);
        loop {
            let entry = *pool.open.peek()?;
            if pool.known(entry.cell).sequence == entry.sequence && pool.place(entry.cell) == Place::Open {
                return Some(Cost(entry.priority));
            }
            pool.open.pop();
        }
    }

    /// Whether no way through this cell, taken from the open list, can be cheaper than the best one known.
    #[inline]
    fn is_needless(&self, side: Side, index: CellIndex, cell: Cell, least_other: Cost) -> bool {
        if !self.consistent || self.meeting.is_none() {
            return false;
        }
        let (pool, other) = (self.pool.side(side), self.pool.side(opposite(side)));
        if other.place(index) == Place::Closed {
            return true;
        }
        let left = least_other.0.saturating_sub(self.estimate(opposite(side), cell).0);
        pool.known(index).g.saturating_add(Cost(left)) >= self.best
    }

    /// Looks at one cell that the closed cell `from` leads to or, backwards, is reached from.
    #[inline]
    fn visit<O: Observer>(&mut self, side: Side, from: CellIndex, step: &Move, observer: &mut O) {
        let pool = self.pool.side(side);
        let g = pool.known(from).g + step.cost;
        if pool.place(step.index) != Place::Unseen && g >= pool.known(step.index).g {
            return;
        }
        if g > self.setup.max_cost {
            self.cut[side as usize] = true;
            return;
        }
        let h = self.estimate(side, step.cell);
        if g.saturating_add(h) < self.best {
            self.open(side, Move { cost: g, ..*step }, from, h, observer);
        }
    }

    fn finish<O: Observer>(&mut self, observer: &mut O) -> Status {
        let found = self.meeting.is_some();
        self.status = if found { Status::Found } else { Status::Exhausted };
        observer.on_event(SearchEvent::Ended { found });
        self.status
    }

    /// From the meeting back to the start and on to the goal.
    fn path(&self, meeting: CellIndex) -> Path {
        let mut cells: Vec<Cell> = self.parents(Side::Forward, meeting).collect();
        cells.reverse();
        cells.extend(self.parents(Side::Backward, meeting).skip(1));
        self.setup.path(cells)
    }

    /// The cell, its parent and so on to the side's own end.
    fn parents(&self, side: Side, from: CellIndex) -> impl Iterator<Item = Cell> {
        let pool = self.pool.side(side);
        let parent = move |&index: &CellIndex| Some(pool.known(index).parent).filter(|&parent| parent != index);
        std::iter::successors(Some(from), parent).map(|index| self.setup.grid.cell(index))
    }

    /// Whether the cost limit may be why nothing was found. A side whose list ran empty without being cut
    /// has seen everything that its end is connected to.
    fn was_cut(&self) -> bool {
        let cut = |side: Side| self.open_cells[side as usize] > 0 || self.cut[side as usize];
        self.too_dear || (cut(Side::Forward) && cut(Side::Backward))
    }
}

const fn opposite(side: Side) -> Side {
    match side {
        Side::Forward => Side::Backward,
        Side::Backward => Side::Forward,
    }
}

/// Whether the estimate is known never to fall by more than a step costs, whatever the map. Rounding a
/// root down keeps that only where whole steps are at least as long as the ruler says: the fixed-point √2
/// is too short by a hair, and whole cells can fall by two in one diagonal.
fn is_consistent(options: &SearchOptions) -> bool {
    let (straight, diagonal) = (options.steps.straight().0, options.steps.diagonal().0);
    match options.heuristic {
        Heuristic::Zero | Heuristic::Chebyshev | Heuristic::Octile => true,
        Heuristic::Manhattan | Heuristic::FlooredEuclidean => {
            options.movement == Movement::Four || diagonal == 2 * straight
        }
        Heuristic::Euclidean => options.movement == Movement::Four || diagonal.pow(2) >= 2 * straight.pow(2),
        Heuristic::Formula(_) => false,
    }
}

impl Search for Bidirectional<'_> {
    /// Closes the best open cell of the side with fewer. It is expanded if it can be of use.
    #[inline]
    fn step<O: Observer>(&mut self, observer: &mut O) -> Status {
        if self.status != Status::Running {
            return self.status;
        }
        let least = [self.smallest_f(Side::Forward), self.smallest_f(Side::Backward)];
        let [Some(forward), Some(backward)] = least else {
            return self.finish(observer);
        };
        if forward.max(backward) >= self.best {
            return self.finish(observer);
        }
        let turn = self.open_cells[Side::Backward as usize] < self.open_cells[Side::Forward as usize];
        let (side, least_other) = if turn { (Side::Backward, forward) } else { (Side::Forward, backward) };
        let pool = self.pool.side_mut(side);
        let index = pool.open.pop().expect("its smallest f was just read").cell;
        pool.close(index);
        self.open_cells[side as usize] -= 1;
        let cell = self.setup.grid.cell(index);
        if self.is_needless(side, index, cell, least_other) {
            if O::ACTIVE {
                observer.on_event(SearchEvent::Pruned { cell, side });
            }
            return self.status;
        }
        self.stats.expanded += 1;
        if O::ACTIVE {
            observer.on_event(SearchEvent::Expanded { cell, side });
        }
        let mut found = std::mem::take(&mut self.found);
        match side {
            Side::Forward => self.setup.moves.list_from(index, cell, &mut found),
            Side::Backward => self.setup.moves.list_to(index, cell, &mut found),
        }
        for step in &found {
            self.visit(side, index, step, observer);
        }
        self.found = found;
        self.status
    }

    fn stats(&self) -> SearchStats {
        self.stats
    }

    fn outcome(&self) -> Outcome {
        match (self.status, self.meeting) {
            (Status::Running, _) => Outcome::OutOfBudget(self.stats),
            (_, Some(meeting)) => Outcome::Solved(Solution { path: self.path(meeting), stats: self.stats }),
            (_, None) => Outcome::NoPath(self.setup.no_path(self.was_cut()), self.stats),
        }
    }
}
