//! IDA* and fringe search: depth-first passes under a growing bound on f.
//!
//! Both are one engine, because fringe search is IDA* that goes on where the last pass stopped (Björnsson,
//! Enzenberger, Holte and Schaeffer, "Fringe search: beating A* at pathfinding on game maps", 2005). IDA*
//! begins each pass at the start and forgets its cells (Korf, "Depth-first iterative-deepening", 1985);
//! fringe search keeps them, and with them the cells that the bound turned away.
//!
//! Fringe search sends no [`SearchEvent::Restarted`]: a cell beyond the bound stays open and is reported as
//! [`SearchEvent::Deferred`], once a pass, when its turn comes. IDA* sends it before every pass but the first,
//! and reports, and counts, each cell as generated once a pass; a cell that a cheaper path reaches again in the
//! same pass is relaxed, and reopened if it was closed. To IDA* cells beyond the bound are not yet generated.
//! Once a path is found the bound sinks below its cost; open cells that are now beyond are closed, in both, and
//! reported as [`SearchEvent::Pruned`].
//!
//! In the plain form both are hopeless on grids, for three reasons; these are the remedies:
//!
//! - *The same cell is reached by countless paths.* A table of the best g per cell turns away all but cheaper
//!   ones, so no path crosses itself. IDA* keeps it, and only it, from pass to pass: the transposition table
//!   of Reinefeld and Marsland ("Enhanced iterative-deepening search", 1994). What an earlier pass reached
//!   for less, this pass will reach for as little, for its bound is higher. That takes as much memory as A*.
//! - *With √2 nearly every cell has an f of its own,* so the smallest f beyond the bound would raise it by next
//!   to nothing, pass after pass. It is raised by at least half a straight step. That doubles after a pass
//!   that did little against what it repeated, and halves again after any other: the idea of `IDA*_CR`
//!   (Sarkar, Chakrabarti, Ghose and De Sarkar, "Reducing reexpansions in iterative-deepening search by
//!   controlling cutoff bounds", 1991).
//! - *Under such a bound the first path found need not be the cheapest.* The pass goes on as branch and bound:
//!   only what could still be cheaper than the path at hand is looked at. What is left at its end is
//!   optimal if the heuristic is admissible, consistent or not.
//!
//! A map is finite, so at last a pass turns no cell away; if that one does not find the goal, there is no path.

use super::engine::{Engine, Frame, Look, Opening, frame_at};
use super::moves::Move;
use super::nodes::{Known, NodeState, Nodes, Number, Waiting};
use super::setup::Setup;
use crate::{Cell, CellIndex, Cost, Grid, IgnoreReason, Observer, Path, SearchEvent, Side};

/// Each pass begins at the start.
pub(super) type IdaStar = BoundedDepth<true>;
/// Each pass begins with what the last one turned away.
pub(super) type Fringe = BoundedDepth<false>;

/// The open list of this pass, the next one on top.
const NOW: usize = 0;
/// Left for the next pass, in the order in which they were turned away. The two make the paper's linked list, in its
/// order; a cell that moves within it leaves an outdated entry behind.
const LATER: usize = 1;

/// The engine; `RESTARTS` says whether a pass forgets the cells of the last one.
#[derive(Debug)]
pub(super) struct BoundedDepth<const RESTARTS: bool> {
    frame: Frame,
    /// No path is cheaper, if the heuristic is admissible.
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
}

impl<const RESTARTS: bool> BoundedDepth<RESTARTS> {
    /// Opens the start, under its own estimate as bound.
    pub fn new<O: Observer>(setup: Setup, mut nodes: Nodes, observer: &mut O) -> Self {
        nodes.begin(&setup, if RESTARTS { Number::Own } else { Number::None }, 0);
        let h = setup.estimator.estimate(setup.query.start, Cost::ZERO);
        let mut search = Self {
            frame: Frame::new(setup, nodes),
            least: h,
            bound: h,
            beyond: None,
            raise: Cost::ZERO,
            pass: 0,
            before: 0,
            last_pass: 0,
            solved: false,
        };
        search.raise = search.least_raise();
        search.open_start(h, observer);
        search
    }

    /// Half a straight step.
    fn least_raise(&self) -> Cost {
        Cost((self.frame.setup.query.options.units().straight().0 / 2).max(1))
    }

    fn open_start<O: Observer>(&mut self, h: Cost, observer: &mut O) {
        let (parent, cell) = self.frame.setup.end(Side::Forward);
        self.frame.tally.open_cells = [0; 2];
        let (g, side, before) = (Cost::ZERO, Side::Forward, NodeState::Unseen);
        self.open(parent, &Opening { cell, parent, g, h, side, before }, observer);
    }

    #[inline]
    fn open<O: Observer>(&mut self, index: CellIndex, opening: &Opening, observer: &mut O) {
        let Opening { parent, g, h, .. } = *opening;
        self.frame.nodes.open_cell(index, Known { g, parent });
        if RESTARTS {
            self.frame.nodes.set_number(index, self.pass);
        }
        self.frame.nodes.waiting[NOW].push(Waiting { cell: index, g, f: g + h });
        self.frame.opened(opening, observer);
    }

    fn turn_away(&mut self, f: Cost) {
        self.beyond = Some(self.beyond.map_or(f, |least| least.min(f)));
    }

    /// The next open cell within the bound. Those before it wait for the next pass, or are dropped if there will
    /// be none.
    #[inline]
    fn pop<O: Observer>(&mut self, observer: &mut O) -> Option<Waiting> {
        while let Some(next) = self.frame.nodes.waiting[NOW].pop() {
            // A cell is opened again only for less, so its g tells the newest entry.
            if self.frame.nodes.known(next.cell).g != next.g {
                continue;
            }
            if next.f <= self.bound {
                return Some(next);
            }
            if self.solved {
                // It can lead to nothing cheaper than the path at hand.
                self.frame.nodes.close(next.cell);
                self.frame.pruned(Side::Forward, self.frame.setup.size.cell(next.cell), observer);
            } else {
                self.defer(next, observer);
            }
        }
        None
    }

    /// Leaves a cell for the next pass.
    fn defer<O: Observer>(&mut self, next: Waiting, observer: &mut O) {
        debug_assert!(!RESTARTS, "before a path is found IDA* opens nothing beyond the bound");
        self.turn_away(next.f);
        if O::ACTIVE {
            let cell = |index| self.frame.setup.size.cell(index);
            let (cell, parent) = (cell(next.cell), cell(self.frame.nodes.known(next.cell).parent));
            let (g, h, side) = (next.g, next.f - next.g, Side::Forward);
            observer.on_event(SearchEvent::Deferred { cell, parent, g, h, side });
        }
        self.frame.nodes.waiting[LATER].push(next);
    }

    /// Looks at one cell that the closed cell `from` leads to.
    #[inline]
    fn visit<O: Observer>(&mut self, from: (CellIndex, Cell), so_far: Cost, step: &Move, observer: &mut O) {
        let Move { index, cell, cost } = *step;
        let (g, side) = (so_far + cost, Side::Forward);
        let look = Look { from: from.1, cell, side };
        let (place, known) = self.frame.nodes.look(index);
        let (before, better) = match place {
            NodeState::Unseen => (NodeState::Unseen, true),
            place if !RESTARTS || self.frame.nodes.number(index) == self.pass => (place, g < known.g),
            // As this pass sees it; but only what is no more expensive than before is looked at again.
            _ => (NodeState::Unseen, g <= known.g),
        };
        if !self.frame.accepts(&look, before, better, g, observer) {
            return;
        }
        let h = self.frame.setup.estimator.estimate(cell, g);
        if RESTARTS && g + h > self.bound {
            self.turn_away(g + h);
            return look.ignored(IgnoreReason::AboveBound, observer);
        }
        self.open(index, &Opening { cell, parent: from.0, g, h, side, before }, observer);
    }

    /// Ends the search, or begins the next pass.
    fn end_pass<O: Observer>(&mut self, observer: &mut O) {
        let Some(beyond) = self.beyond.take().filter(|_| !self.solved) else {
            return self.frame.tally.finish(self.solved, observer);
        };
        let [now, later] = &mut self.frame.nodes.waiting;
        let expanded = self.frame.tally.stats.expanded;
        let pass = expanded - self.before;
        // What a pass does over again: IDA* the last one, fringe search the looking through its list.
        let small = if RESTARTS { pass < 2 * self.last_pass } else { 4 * pass < later.len() as u64 };
        if !RESTARTS {
            later.reverse();
            std::mem::swap(now, later);
        }
        self.raise = if small { self.raise.saturating_mul(2) } else { self.least_raise().max(Cost(self.raise.0 / 2)) };
        (self.before, self.last_pass) = (expanded, pass);
        self.least = beyond;
        self.bound = beyond.max(self.bound.saturating_add(self.raise));
        if RESTARTS {
            self.pass += 1;
            if O::ACTIVE {
                observer.on_event(SearchEvent::Restarted { bound: self.bound });
            }
            let h = self.frame.setup.estimator.estimate(self.frame.setup.query.start, Cost::ZERO);
            self.open_start(h, observer);
        } else if O::DETAILS {
            observer.on_event(SearchEvent::NextPass { bound: self.bound });
        }
    }
}

impl<const RESTARTS: bool> Engine for BoundedDepth<RESTARTS> {
    frame_at!(frame);

    /// Passes over what waits and is beyond the bound. The last pass ends there, and so does one that would find only
    /// outdated entries.
    fn wind_up<O: Observer>(&mut self, _: &Grid, observer: &mut O) {
        while self.frame.tally.is_running() {
            if let Some(next) = self.pop(observer) {
                return self.frame.nodes.waiting[NOW].push(next);
            }
            let is_empty = !RESTARTS && self.frame.tally.open_cells == [0; 2];
            if !self.solved && self.beyond.is_some() && !is_empty {
                return;
            }
            self.end_pass(observer);
        }
    }

    /// Expands one cell, or begins the next pass.
    #[inline]
    fn advance<O: Observer>(&mut self, grid: &Grid, observer: &mut O) {
        let Some(Waiting { cell: index, g, .. }) = self.pop(observer) else {
            return self.end_pass(observer);
        };
        let cell = self.frame.setup.size.cell(index);
        self.frame.nodes.close(index);
        self.frame.expanded(Side::Forward, cell, observer);
        if index == self.frame.setup.goal {
            self.solved = true;
            if g <= self.least {
                self.frame.tally.finish(true, observer);
            } else {
                self.bound = self.bound.min(Cost(g.0 - 1));
            }
            return;
        }
        let mut found = std::mem::take(&mut self.frame.nodes.found);
        self.frame.setup.moves.list(grid, Side::Forward, index, cell, &mut found);
        // The last one opened is on top: so the first neighbour is looked at first.
        for step in found.iter().rev() {
            self.visit((index, cell), g, step, observer);
        }
        self.frame.nodes.found = found;
        self.frame.barred(grid, Side::Forward, cell, observer);
    }

    fn path(&mut self, grid: &Grid) -> Path {
        self.frame.path_to(grid, self.frame.setup.goal)
    }
}
