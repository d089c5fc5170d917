//! Depth-first searches: the plain one, and IDA* and fringe search, which make passes under a
//! growing bound on f.
//!
//! # Depth-first search
//! It follows the first new neighbour as far as possible, then backtracks.
//!
//! Cells are expanded in the preorder of the recursive definition. A cell is expanded when it is
//! first reached; then each neighbour that is still new is searched, in the order of the options,
//! before the next neighbour. The parent of a cell is the cell from which it was reached. The
//! recursion is an explicit stack, so long paths need no deep call stack.
//!
//! The open list is that stack. A cell is *generated* when an expanded cell first pushes it. If a
//! deeper cell reaches an open cell again, the open cell moves to the top, because the recursion
//! would reach it from there first. Observers see that as `Relaxed`, with the new parent, though g
//! is often larger then. The only guarantee is a path, if there is one.
//!
//! # IDA* and fringe search
//! Both are one engine, because fringe search is IDA* that continues where the last pass stopped
//! (Björnsson, Enzenberger, Holte and Schaeffer, "Fringe search: beating A* at pathfinding on game
//! maps", 2005). IDA* begins each pass at the start and forgets its cells (Korf, "Depth-first
//! iterative-deepening", 1985); fringe search keeps them, including the cells that the bound
//! deferred.
//!
//! Fringe search sends no [`SearchEvent::Restarted`]: a cell beyond the bound stays open and is
//! reported as [`SearchEvent::Deferred`], once a pass, when it is popped. IDA* sends that event
//! before every pass but the first, and reports and counts each cell as generated once a pass. A
//! cell that a cheaper path reaches again in the same pass is relaxed, and reopened if it was
//! closed. In IDA*, cells beyond the bound are not yet generated. Once a path is found, the bound
//! falls below its cost. Open cells beyond the new bound are closed, in both searches, and reported
//! as [`SearchEvent::Pruned`].
//!
//! In the plain form both are far too slow on grids, for three reasons; these are the remedies:
//!
//! - *The same cell is reached by countless paths.* A table of the best g per cell excludes all but
//!   cheaper ones, so no path crosses itself. IDA* keeps this table, and nothing else, from pass to
//!   pass: it is the transposition table of Reinefeld and Marsland ("Enhanced iterative-deepening
//!   search", 1994). A cell that an earlier pass reached at a lower cost, this pass will reach at
//!   that cost too, because its bound is higher. The table takes as much memory as A*.
//! - *With √2 nearly every cell has a different f,* so the smallest f beyond the bound would raise
//!   the bound by next to nothing, pass after pass. The bound is raised by at least half a straight
//!   step. That amount doubles after a pass that did little work compared with the work that it
//!   repeated, and halves after any other pass: the idea of `IDA*_CR` (Sarkar, Chakrabarti, Ghose
//!   and De Sarkar, "Reducing reexpansions in iterative-deepening search by controlling cutoff
//!   bounds", 1991).
//! - *Under such a bound the first path found need not be the cheapest.* The pass continues as
//!   branch and bound: it visits only cells that could still lead to a cheaper path. The path that
//!   is left at its end is optimal if the heuristic is admissible, consistent or not.
//!
//! A map is finite, so at last a pass excludes no cell; if that pass does not find the goal, there
//! is no path.

use super::engine::{Engine, Frame, Opening, Relaxation, frame_at};
use super::nodes::{Known, NodeState, Nodes, Number, Waiting};
use super::setup::{LegalMove, Setup};
use crate::{Cell, CellIndex, Cost, Grid, IgnoreReason, Observer, Path, SearchEvent, Side};

#[derive(Debug)]
pub(super) struct DepthFirst(Frame);

impl DepthFirst {
    /// Begins a search with the start on the stack.
    pub fn new<O: Observer>(setup: Setup, mut nodes: Nodes, observer: &mut O) -> Self {
        nodes.begin(&setup, Number::None, 0);
        let (index, cell) = (setup.start, setup.query.start);
        let mut search = Self(Frame::new(setup, nodes));
        search.push(
            LegalMove {
                index,
                cell,
                cost: Cost::ZERO,
            },
            index,
            observer,
        );
        search
    }

    /// Pushes a cell on the stack; `to.cost` is its g with this parent.
    #[inline]
    fn push<O: Observer>(&mut self, to: LegalMove, parent: CellIndex, observer: &mut O) {
        let LegalMove {
            index,
            cell,
            cost: g,
        } = to;
        let before = self.0.nodes.place(index);
        self.0.nodes.stack.push(index);
        self.0.nodes.open_cell(index, Known { g, parent });
        self.0.opened(
            &Opening {
                cell,
                parent,
                g,
                h: Cost::ZERO,
                side: Side::Forward,
                before,
            },
            observer,
        );
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
        self.0
            .setup
            .moves
            .list(grid, Side::Forward, index, cell, &mut found);
        // In reverse order, so that the first neighbour is on top.
        for step in found.iter().rev() {
            let mut g = so_far + step.cost;
            let place = self.0.nodes.place(step.index);
            if place == NodeState::Closed {
                let look = Relaxation {
                    from: cell,
                    cell: step.cell,
                    side: Side::Forward,
                };
                look.ignored(IgnoreReason::Closed, observer);
                continue;
            }
            let known = self.0.nodes.known(step.index);
            if place == NodeState::Open && known.parent == index {
                // A step and a portal lead there from the same cell: the cheaper one counts.
                g = g.min(known.g);
            }
            self.push(LegalMove { cost: g, ..*step }, index, observer);
        }
        self.0.nodes.found = found;
        self.0.barred(grid, Side::Forward, cell, observer);
    }

    fn path(&mut self, grid: &Grid) -> Path {
        self.0.path_to(grid, self.0.setup.goal)
    }
}

/// IDA*: each pass begins at the start.
pub(super) type IdaStar = BoundedDepth<true>;
/// Fringe search: each pass begins with the cells that the last one deferred.
pub(super) type Fringe = BoundedDepth<false>;

/// Index of the open list of this pass, whose next cell is on top.
const NOW: usize = 0;
/// Index of the list of cells deferred to the next pass, in that order.
///
/// The two lists make the linked list of the paper, in its order; a cell that moves within it
/// leaves an outdated entry behind.
const LATER: usize = 1;

/// The engine; `RESTARTS` says whether a pass forgets the cells of the last one.
#[derive(Debug)]
pub(super) struct BoundedDepth<const RESTARTS: bool> {
    frame: Frame,
    /// A lower bound of the cost of any path, if the heuristic is admissible.
    least: Cost,
    /// The highest f that this pass visits.
    bound: Cost,
    /// The smallest f that this pass excluded.
    beyond: Option<Cost>,
    /// The minimum amount by which the bound is raised.
    raise: Cost,
    /// Number of this pass. Table entries with another number are from an earlier pass.
    ///
    /// Fringe search has one table for all passes.
    pass: u32,
    /// Number of expansions before this pass, and in the pass before it (`last_pass`).
    before: u64,
    last_pass: u64,
    /// Whether the goal was found; the pass then looks only for cheaper paths.
    solved: bool,
}

impl<const RESTARTS: bool> BoundedDepth<RESTARTS> {
    /// Begins a search whose only open cell is the start, with the start's estimate as bound.
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

    /// Returns the minimum raise of the bound at first: half a straight step.
    fn least_raise(&self) -> Cost {
        Cost((self.frame.setup.query.options.units().straight().0 / 2).max(1))
    }

    fn open_start<O: Observer>(&mut self, h: Cost, observer: &mut O) {
        let (parent, cell) = self.frame.setup.end(Side::Forward);
        self.frame.tally.open_cells = [0; 2];
        let (g, side, before) = (Cost::ZERO, Side::Forward, NodeState::Unseen);
        self.open(
            parent,
            &Opening {
                cell,
                parent,
                g,
                h,
                side,
                before,
            },
            observer,
        );
    }

    #[inline]
    fn open<O: Observer>(&mut self, index: CellIndex, opening: &Opening, observer: &mut O) {
        let Opening { parent, g, h, .. } = *opening;
        self.frame.nodes.open_cell(index, Known { g, parent });
        if RESTARTS {
            self.frame.nodes.set_number(index, self.pass);
        }
        self.frame.nodes.waiting[NOW].push(Waiting {
            cell: index,
            g,
            f: g + h,
        });
        self.frame.opened(opening, observer);
    }

    fn turn_away(&mut self, f: Cost) {
        self.beyond = Some(self.beyond.map_or(f, |least| least.min(f)));
    }

    /// Pops the next open cell within the bound.
    ///
    /// Cells before it are deferred to the next pass, or pruned if there will be none.
    #[inline]
    fn pop<O: Observer>(&mut self, observer: &mut O) -> Option<Waiting> {
        while let Some(next) = self.frame.nodes.waiting[NOW].pop() {
            // A cell is opened again only at a lower cost, so its g identifies the newest entry.
            if self.frame.nodes.known(next.cell).g != next.g {
                continue;
            }
            if next.f <= self.bound {
                return Some(next);
            }
            if self.solved {
                // It can lead to nothing cheaper than the path already found.
                self.frame.nodes.close(next.cell);
                self.frame.pruned(
                    Side::Forward,
                    self.frame.setup.size.cell(next.cell),
                    observer,
                );
            } else {
                self.defer(next, observer);
            }
        }
        None
    }

    /// Defers a cell to the next pass.
    fn defer<O: Observer>(&mut self, next: Waiting, observer: &mut O) {
        debug_assert!(
            !RESTARTS,
            "before a path is found IDA* opens nothing beyond the bound"
        );
        self.turn_away(next.f);
        if O::ACTIVE {
            let cell = |index| self.frame.setup.size.cell(index);
            let (cell, parent) = (
                cell(next.cell),
                cell(self.frame.nodes.known(next.cell).parent),
            );
            let (g, h, side) = (next.g, next.f - next.g, Side::Forward);
            observer.on_event(SearchEvent::Deferred {
                cell,
                parent,
                g,
                h,
                side,
            });
        }
        self.frame.nodes.waiting[LATER].push(next);
    }

    /// Relaxes or ignores one successor of the closed cell `from`.
    #[inline]
    fn visit<O: Observer>(
        &mut self,
        from: (CellIndex, Cell),
        so_far: Cost,
        step: &LegalMove,
        observer: &mut O,
    ) {
        let LegalMove { index, cell, cost } = *step;
        let (g, side) = (so_far + cost, Side::Forward);
        let look = Relaxation {
            from: from.1,
            cell,
            side,
        };
        let (place, known) = self.frame.nodes.look(index);
        let (before, better) = match place {
            NodeState::Unseen => (NodeState::Unseen, true),
            place if !RESTARTS || self.frame.nodes.number(index) == self.pass => {
                (place, g < known.g)
            }
            // New to this pass, but only a cost no higher than before is accepted.
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
        self.open(
            index,
            &Opening {
                cell,
                parent: from.0,
                g,
                h,
                side,
                before,
            },
            observer,
        );
    }

    /// Ends the search, or begins the next pass.
    fn end_pass<O: Observer>(&mut self, observer: &mut O) {
        let Some(beyond) = self.beyond.take().filter(|_| !self.solved) else {
            return self.frame.tally.finish(self.solved, observer);
        };
        let [now, later] = &mut self.frame.nodes.waiting;
        let expanded = self.frame.tally.stats.expanded;
        let pass = expanded - self.before;
        // The repeated work of a pass: the last pass for IDA*, the scan of its list for fringe
        // search.
        let small = if RESTARTS {
            pass < 2 * self.last_pass
        } else {
            4 * pass < later.len() as u64
        };
        if !RESTARTS {
            later.reverse();
            std::mem::swap(now, later);
        }
        self.raise = if small {
            self.raise.saturating_mul(2)
        } else {
            self.least_raise().max(Cost(self.raise.0 / 2))
        };
        (self.before, self.last_pass) = (expanded, pass);
        self.least = beyond;
        self.bound = beyond.max(self.bound.saturating_add(self.raise));
        if RESTARTS {
            self.pass += 1;
            if O::ACTIVE {
                observer.on_event(SearchEvent::Restarted { bound: self.bound });
            }
            let h = self
                .frame
                .setup
                .estimator
                .estimate(self.frame.setup.query.start, Cost::ZERO);
            self.open_start(h, observer);
        } else if O::DETAILS {
            observer.on_event(SearchEvent::NextPass { bound: self.bound });
        }
    }
}

impl<const RESTARTS: bool> Engine for BoundedDepth<RESTARTS> {
    frame_at!(frame);

    /// Skips open cells beyond the bound.
    ///
    /// The last pass ends there, and so does a pass that would find only outdated entries.
    fn finish_without_expanding<O: Observer>(&mut self, _: &Grid, observer: &mut O) {
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
        self.frame
            .setup
            .moves
            .list(grid, Side::Forward, index, cell, &mut found);
        // In reverse order, so that the first neighbour is on top.
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
