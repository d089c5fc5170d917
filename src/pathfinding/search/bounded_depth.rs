//! IDA* and fringe search: depth-first passes under a growing bound on f.
//!
//! Both are one engine, because fringe search is IDA* that goes on where the last pass stopped (Björnsson,
//! Enzenberger, Holte and Schaeffer, "Fringe search: beating A* at pathfinding on game maps", 2005). IDA*
//! begins each pass at the start and forgets its cells (Korf, "Depth-first iterative-deepening", 1985);
//! fringe search keeps them, and with them the cells that the bound turned away.
//!
//! Fringe search sends no [`SearchEvent::Restarted`]: a cell beyond the bound stays open and is told as
//! [`SearchEvent::Deferred`], once a pass, when its turn comes. IDA* sends it before every pass but the first,
//! and tells, and counts, each cell as generated once a pass; a cell that a cheaper way reaches again in the
//! same pass is relaxed, and reopened if it was closed. To IDA* cells beyond the bound are not yet generated.
//! Once a way is found the bound sinks below its cost; open cells that are now beyond are closed, in both, and
//! told as [`SearchEvent::Pruned`].
//!
//! In the plain form both are hopeless on grids, for three reasons; these are the remedies:
//!
//! - *The same cell is reached by countless ways.* A table of the best g per cell turns away all but cheaper
//!   ones, so no way crosses itself. IDA* keeps it, and only it, from pass to pass: the transposition table
//!   of Reinefeld and Marsland ("Enhanced iterative-deepening search", 1994). What an earlier pass reached
//!   for less, this pass will reach for as little, for its bound is higher. That takes as much memory as A*.
//! - *With √2 nearly every cell has an f of its own,* so the smallest f beyond the bound would raise it by next
//!   to nothing, pass after pass. It is raised by at least half a straight step. That doubles after a pass
//!   that did little against what it repeated, and halves again after any other: the idea of `IDA*_CR`
//!   (Sarkar, Chakrabarti, Ghose and De Sarkar, "Reducing reexpansions in iterative-deepening search by
//!   controlling cutoff bounds", 1991).
//! - *Under such a bound the first way found need not be the cheapest.* The pass goes on as branch and bound:
//!   only what could still be cheaper than the way at hand is looked at. What is left at its end is
//!   optimal if the heuristic is admissible, consistent or not.
//!
//! A map is finite, so at last a pass turns no cell away; if that one does not find the goal, there is no way.

use super::moves::Move;
use super::node_pool::{Known, Place};
use super::setup::Setup;
use super::{NodePool, Outcome, Search, SearchStats, Solution, Status};
use crate::pathfinding::{Cell, CellIndex, Cost, Observer, Path, SearchEvent, Side};

/// Each pass begins at the start.
pub(super) type IdaStar<'a> = BoundedDepth<'a, true>;
/// Each pass begins with what the last one turned away.
pub(super) type Fringe<'a> = BoundedDepth<'a, false>;

/// An open cell. It is outdated once a cheaper way to the cell is known.
struct Waiting {
    cell: CellIndex,
    g: Cost,
    f: Cost,
}

/// The engine; `ANEW` tells whether a pass forgets the cells of the last one.
pub(super) struct BoundedDepth<'a, const ANEW: bool> {
    setup: Setup<'a>,
    pool: &'a mut NodePool,
    /// Open in this pass, the next one on top.
    now: Vec<Waiting>,
    /// Left for the next pass, in the order in which they were turned away. The two make the paper's linked
    /// list, in its order; a cell that moves within it leaves an outdated entry behind.
    later: Vec<Waiting>,
    found: Vec<Move>,
    /// No way is cheaper, if the heuristic is admissible.
    least: Cost,
    /// Nothing with a higher f is looked at.
    bound: Cost,
    /// The smallest f that this pass turned away.
    beyond: Option<Cost>,
    /// How much the bound is raised at least.
    raise: Cost,
    /// Which pass this is; what the table says of a cell is from an earlier one where the numbers differ.
    /// Fringe search has one table for all.
    pass: u32,
    /// Expansions before this pass, and in the one before it.
    before: u64,
    last_pass: u64,
    /// Whether the goal was found; the pass then only looks for something cheaper.
    solved: bool,
    /// Whether the cost limit kept cells out.
    cut: bool,
    open_cells: u64,
    stats: SearchStats,
    status: Status,
}

impl<'a, const ANEW: bool> BoundedDepth<'a, ANEW> {
    /// Opens the start, under its own estimate as bound.
    pub fn new<O: Observer>(setup: Setup<'a>, pool: &'a mut NodePool, observer: &mut O) -> Self {
        pool.begin(setup.grid.cell_count());
        let h = setup.estimator.estimate(setup.start_cell, Cost::ZERO);
        let mut search = Self {
            setup,
            pool,
            now: Vec::new(),
            later: Vec::new(),
            found: Vec::with_capacity(9),
            least: h,
            bound: h,
            beyond: None,
            raise: Cost::ZERO,
            pass: 0,
            before: 0,
            last_pass: 0,
            solved: false,
            cut: false,
            open_cells: 0,
            stats: SearchStats::NONE,
            status: Status::Running,
        };
        search.raise = search.least_raise();
        search.open_start(h, observer);
        search
    }

    /// Half a straight step.
    fn least_raise(&self) -> Cost {
        Cost((self.setup.options.units().straight().0 / 2).max(1))
    }

    fn open_start<O: Observer>(&mut self, h: Cost, observer: &mut O) {
        self.open_cells = 0;
        self.open(self.setup.start, self.setup.start, Cost::ZERO, h);
        self.count_opened();
        self.stats.generated += 1;
        if O::ACTIVE {
            let cell = self.setup.start_cell;
            observer.on_event(SearchEvent::Generated { cell, parent: cell, g: Cost::ZERO, h, side: Side::Forward });
        }
    }

    #[inline]
    fn open(&mut self, cell: CellIndex, parent: CellIndex, g: Cost, h: Cost) {
        self.pool.open_cell(cell, Known { g, parent, sequence: self.pass }, 0);
        self.now.push(Waiting { cell, g, f: g + h });
    }

    fn count_opened(&mut self) {
        self.open_cells += 1;
        self.stats.largest_open = self.stats.largest_open.max(self.open_cells);
    }

    fn turn_away(&mut self, f: Cost) {
        self.beyond = Some(self.beyond.map_or(f, |least| least.min(f)));
    }

    /// The next open cell within the bound. Those before it wait for the next pass, or are dropped if there will
    /// be none.
    #[inline]
    fn pop<O: Observer>(&mut self, observer: &mut O) -> Option<Waiting> {
        while let Some(next) = self.now.pop() {
            // A cell is opened again only for less, so its g tells the newest entry.
            if self.pool.known(next.cell).g != next.g {
                continue;
            }
            if next.f <= self.bound {
                return Some(next);
            }
            if self.solved {
                self.prune(next.cell, observer);
            } else {
                self.defer(next, observer);
            }
        }
        None
    }

    /// Closes a cell that can lead to nothing cheaper than the way at hand.
    fn prune<O: Observer>(&mut self, index: CellIndex, observer: &mut O) {
        self.pool.close(index);
        self.open_cells -= 1;
        if O::ACTIVE {
            observer.on_event(SearchEvent::Pruned { cell: self.setup.grid.cell(index), side: Side::Forward });
        }
    }

    /// Leaves a cell for the next pass.
    fn defer<O: Observer>(&mut self, next: Waiting, observer: &mut O) {
        debug_assert!(!ANEW, "before a way is found IDA* opens nothing beyond the bound");
        self.turn_away(next.f);
        if O::ACTIVE {
            let (grid, parent, side) = (self.setup.grid, self.pool.known(next.cell).parent, Side::Forward);
            let (g, h) = (next.g, next.f - next.g);
            observer.on_event(SearchEvent::Deferred {
                cell: grid.cell(next.cell),
                parent: grid.cell(parent),
                g,
                h,
                side,
            });
        }
        self.later.push(next);
    }

    /// Looks at one cell that the closed cell `from` leads to.
    #[inline]
    fn visit<O: Observer>(&mut self, from: CellIndex, g: Cost, step: &Move, observer: &mut O) {
        let Move { index, cell, cost } = *step;
        let g = g + cost;
        let mut place = self.pool.place(index);
        if place != Place::Unseen {
            let known = self.pool.known(index);
            let dearer = if known.sequence == self.pass {
                g >= known.g
            } else {
                place = Place::Unseen;
                g > known.g
            };
            if dearer {
                return;
            }
        }
        if g > self.setup.max_cost {
            self.cut = true;
            return;
        }
        let h = self.setup.estimator.estimate(cell, g);
        if ANEW && g + h > self.bound {
            self.turn_away(g + h);
            return;
        }
        self.open(index, from, g, h);
        let reopened = place == Place::Closed;
        if place != Place::Open {
            self.count_opened();
        }
        self.stats.generated += u64::from(place == Place::Unseen);
        self.stats.reopened += u64::from(reopened);
        if O::ACTIVE {
            let (parent, side) = (self.setup.grid.cell(from), Side::Forward);
            observer.on_event(match place {
                Place::Unseen => SearchEvent::Generated { cell, parent, g, h, side },
                _ => SearchEvent::Relaxed { cell, parent, g, h, side, reopened },
            });
        }
    }

    /// Ends the search, or begins the next pass.
    fn end_pass<O: Observer>(&mut self, observer: &mut O) {
        let Some(beyond) = self.beyond.take().filter(|_| !self.solved) else {
            self.finish(observer);
            return;
        };
        let pass = self.stats.expanded - self.before;
        // What a pass does over again: IDA* the last one, fringe search the looking through its list.
        let small = if ANEW { pass < 2 * self.last_pass } else { 4 * pass < self.later.len() as u64 };
        self.raise = if small { self.raise.saturating_mul(2) } else { self.least_raise().max(Cost(self.raise.0 / 2)) };
        (self.before, self.last_pass) = (self.stats.expanded, pass);
        self.least = beyond;
        self.bound = beyond.max(self.bound.saturating_add(self.raise));
        if ANEW {
            self.pass += 1;
            if O::ACTIVE {
                observer.on_event(SearchEvent::Restarted { bound: self.bound });
            }
            let h = self.setup.estimator.estimate(self.setup.start_cell, Cost::ZERO);
            self.open_start(h, observer);
        } else {
            self.later.reverse();
            std::mem::swap(&mut self.now, &mut self.later);
        }
    }

    fn finish<O: Observer>(&mut self, observer: &mut O) {
        self.status = if self.solved { Status::Found } else { Status::Exhausted };
        observer.on_event(SearchEvent::Ended { found: self.solved });
    }

    /// Follows the parents back from the goal.
    fn path(&self) -> Path {
        let mut cells: Vec<Cell> = vec![self.setup.goal_cell];
        let mut at = self.setup.goal;
        while at != self.setup.start {
            at = self.pool.known(at).parent;
            cells.push(self.setup.grid.cell(at));
        }
        cells.reverse();
        self.setup.path(cells)
    }
}

impl<const ANEW: bool> Search for BoundedDepth<'_, ANEW> {
    /// Expands one cell, or begins the next pass.
    #[inline]
    fn step<O: Observer>(&mut self, observer: &mut O) -> Status {
        if self.status != Status::Running {
            return self.status;
        }
        let Some(Waiting { cell: index, g, .. }) = self.pop(observer) else {
            self.end_pass(observer);
            return self.status;
        };
        let cell = self.setup.grid.cell(index);
        self.pool.close(index);
        self.open_cells -= 1;
        self.stats.expanded += 1;
        if O::ACTIVE {
            observer.on_event(SearchEvent::Expanded { cell, side: Side::Forward });
        }
        if index == self.setup.goal {
            self.solved = true;
            if g <= self.least {
                self.finish(observer);
            } else {
                self.bound = self.bound.min(Cost(g.0 - 1));
            }
            return self.status;
        }
        let mut found = std::mem::take(&mut self.found);
        self.setup.moves.list_from(index, cell, &mut found);
        // The last one opened is on top: so the first neighbour is looked at first.
        for step in found.iter().rev() {
            self.visit(index, g, step, observer);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pathfinding::{Algorithm, Grid, Limits, SearchProblem};

    fn stepping_equals_running<const ANEW: bool>(algorithm: Algorithm) {
        let grid = Grid::from_rows(&["....#...", ".##.#.#.", ".#....#.", ".#.####.", "........"]);
        let problem = SearchProblem::new(&grid, Cell::new(2, 2), Cell::new(7, 0)).unwrap();
        let options = algorithm.into();
        let setup = || Setup::new(&options, &problem);
        let (mut pool, mut events) = (NodePool::default(), Vec::new());
        let mut run = BoundedDepth::<ANEW>::new(setup(), &mut pool, &mut events);
        assert_eq!(run.run(Limits::NONE, &mut events), Status::Found);
        let (mut pool, mut stepped) = (NodePool::default(), Vec::new());
        let mut steps = BoundedDepth::<ANEW>::new(setup(), &mut pool, &mut stepped);
        let mut expanded = 0;
        while steps.step(&mut stepped) == Status::Running {
            assert!(steps.stats().expanded <= expanded + 1, "one step, at most one expansion");
            expanded = steps.stats().expanded;
        }
        assert_eq!(steps.step(&mut stepped), Status::Found, "a search that is over stays over");
        assert_eq!((run.outcome(), events), (steps.outcome(), stepped));
    }

    #[test]
    fn ida_star_by_steps_equals_ida_star_in_one_go() {
        stepping_equals_running::<true>(Algorithm::IdaStar);
    }

    #[test]
    fn fringe_search_by_steps_equals_fringe_search_in_one_go() {
        stepping_equals_running::<false>(Algorithm::Fringe);
    }
}
