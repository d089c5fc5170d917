//! Bidirectional A*: a search from each end, with estimates to the other end.
//!
//! **When it may stop.** Let U be the cost of the cheapest meeting: a cell known to both sides,
//! with the sum of its two g. The search is over once the smallest f of *either* open list is at
//! least U; an empty list counts as infinite. Where no estimate is too high, that is right even for
//! inconsistent estimates, because each side reopens cells. As long as a side has not settled a
//! whole cheapest path of cost C, some open cell of that path has its true g, so the side's
//! smallest f is at most C. Once the side has settled the whole path, the other end itself is a
//! meeting of cost C. To stop at the first meeting would be wrong: that is the classic mistake of
//! bidirectional search (Pohl, "Bi-directional search", 1971).
//!
//! **What is pruned.** A cell whose f is at least U is not opened. Where the estimate is known to
//! be consistent, two more kinds of cells are closed without being expanded (Kwa, "BS*: an
//! admissible bidirectional staged heuristic search algorithm", 1989; Pijls and Post, "Yet another
//! bidirectional algorithm for finding the shortest path", 2009). The first is a cell that the
//! other side has closed, because both its halves are cheapest already and counted in U. The second
//! is a cell with g + (F − h') ≥ U, where F is the smallest f of the other side and h' is the other
//! side's estimate of the cell. For F − h' never exceeds the remaining cost from a cell that the
//! other side has not closed.
//!
//! **Which side is next.** The side with fewer open cells, or the forward side if the counts are
//! equal. So the start is always expanded first: only its expansion can lead from a start outside
//! the searched region into the region.

use super::engine::{Engine, Frame, Opening, Relaxation, frame_at};
use super::nodes::{Known, NodeState, Nodes, Number};
use super::setup::{LegalMove, Setup};
use crate::{
    Cell, CellIndex, Cost, Estimator, Grid, Heuristic, IgnoreReason, Movement, Observer, Path,
    SearchOptions, Side,
};

#[derive(Debug)]
pub(super) struct Bidirectional {
    frame: Frame,
    /// The estimator of the cost from the start to a cell.
    back: Estimator,
    /// Whether the estimate is known to be consistent, so that more cells can be pruned.
    consistent: bool,
    /// Whether the cost limit excluded cells, forward and backward.
    cut: [bool; 2],
    /// The cell where the halves of the best known path meet, and the cost of that path (`best`).
    meeting: Option<CellIndex>,
    best: Cost,
    /// Whether a meeting was over the cost limit.
    over_limit: bool,
}

impl Bidirectional {
    /// Begins a search with the start on one open list and the goal on the other.
    pub fn new<O: Observer>(grid: &Grid, setup: Setup, mut nodes: Nodes, observer: &mut O) -> Self {
        let options = &setup.query.options;
        nodes.begin_both(
            &setup,
            Number::for_better_first(options),
            2 * options.units().straight().0,
        );
        let back =
            Estimator::backwards(&options.heuristic, options.units(), grid, setup.query.start);
        let consistent = is_consistent(options);
        let mut search = Self {
            frame: Frame::new(setup, nodes),
            back,
            consistent,
            cut: [false; 2],
            meeting: None,
            best: Cost::MAX,
            over_limit: false,
        };
        for side in [Side::Forward, Side::Backward] {
            let (index, cell) = search.frame.setup.end(side);
            let h = search.estimate(side, cell);
            search.open(
                side,
                LegalMove {
                    index,
                    cell,
                    cost: Cost::ZERO,
                },
                index,
                h,
                observer,
            );
        }
        search
    }

    #[inline]
    fn estimate(&self, side: Side, cell: Cell) -> Cost {
        match side {
            Side::Forward => self.frame.setup.estimator.estimate(cell, Cost::ZERO),
            Side::Backward => self.back.estimate(cell, Cost::ZERO),
        }
    }

    /// Opens a cell that is new, or whose g has fallen; `to.cost` is that g.
    #[inline]
    fn open<O: Observer>(
        &mut self,
        side: Side,
        to: LegalMove,
        parent: CellIndex,
        h: Cost,
        observer: &mut O,
    ) {
        let LegalMove {
            index,
            cell,
            cost: g,
        } = to;
        let nodes = self.frame.nodes.side_mut(side);
        let before = nodes.place(index);
        nodes.push(index, cell, g.saturating_add(h).0, h, Known { g, parent });
        self.frame.opened(
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
        let other = self.frame.nodes.side(opposite(side));
        if other.place(index) != NodeState::Unseen {
            let whole = g + other.known(index).g;
            if whole > self.frame.setup.max_cost {
                self.over_limit = true;
            } else if whole < self.best {
                (self.best, self.meeting) = (whole, Some(index));
            }
        }
    }

    /// Returns the smallest f of a side's open list; `None` if the list is empty.
    #[inline]
    fn smallest_f(&mut self, side: Side) -> Option<Cost> {
        self.frame
            .nodes
            .side_mut(side)
            .least_priority(self.frame.setup.size)
            .map(Cost)
    }

    /// Returns the next side to expand and the smallest f of the other; `None` if the search is
    /// over.
    #[inline]
    fn next_side(&mut self) -> Option<(Side, Cost)> {
        let (forward, backward) = (
            self.smallest_f(Side::Forward)?,
            self.smallest_f(Side::Backward)?,
        );
        if forward.max(backward) >= self.best {
            return None;
        }
        let [open_forward, open_backward] = self.frame.tally.open_cells;
        Some(if open_backward < open_forward {
            (Side::Backward, forward)
        } else {
            (Side::Forward, backward)
        })
    }

    /// Returns `true` if no path through this open cell can be cheaper than the best known one.
    #[inline]
    fn is_needless(&self, side: Side, index: CellIndex, cell: Cell, least_other: Cost) -> bool {
        if !self.consistent || self.meeting.is_none() {
            return false;
        }
        let (nodes, other) = (
            self.frame.nodes.side(side),
            self.frame.nodes.side(opposite(side)),
        );
        if other.place(index) == NodeState::Closed {
            return true;
        }
        let left = least_other
            .0
            .saturating_sub(self.estimate(opposite(side), cell).0);
        nodes.known(index).g.saturating_add(Cost(left)) >= self.best
    }

    /// Relaxes or ignores one move from the closed cell `from` or, backward, to it.
    #[inline]
    fn visit<O: Observer>(
        &mut self,
        side: Side,
        from: (CellIndex, Cell),
        step: &LegalMove,
        observer: &mut O,
    ) {
        let look = Relaxation {
            from: from.1,
            cell: step.cell,
            side,
        };
        let nodes = self.frame.nodes.side(side);
        let g = nodes.known(from.0).g + step.cost;
        let place = nodes.place(step.index);
        let better = place == NodeState::Unseen || g < nodes.known(step.index).g;
        if !self.frame.accepts(&look, place, better, g, observer) {
            self.cut[side as usize] |= better;
            return;
        }
        let h = self.estimate(side, step.cell);
        if g.saturating_add(h) >= self.best {
            return look.ignored(IgnoreReason::Useless, observer);
        }
        self.open(side, LegalMove { cost: g, ..*step }, from.0, h, observer);
    }

    fn finish<O: Observer>(&mut self, observer: &mut O) {
        self.frame.tally.cut = self.was_cut();
        self.frame.tally.finish(self.meeting.is_some(), observer);
    }

    /// Returns `true` if the cost limit may be the reason for finding no path.
    ///
    /// A side whose open list ran empty without being cut has reached every cell that is connected
    /// to its end.
    fn was_cut(&self) -> bool {
        let cut =
            |side: Side| self.frame.tally.open_cells[side as usize] > 0 || self.cut[side as usize];
        self.over_limit || (cut(Side::Forward) && cut(Side::Backward))
    }
}

const fn opposite(side: Side) -> Side {
    match side {
        Side::Forward => Side::Backward,
        Side::Backward => Side::Forward,
    }
}

/// Returns `true` if the estimate is known never to fall by more than a step costs, on any map.
///
/// Rounding a root down preserves that only where a step costs at least its exact length. The
/// fixed-point √2 is slightly too short, and a distance in whole cells can fall by two in one
/// diagonal step.
fn is_consistent(options: &SearchOptions) -> bool {
    let (straight, diagonal) = (options.steps.straight().0, options.steps.diagonal().0);
    match options.heuristic {
        Heuristic::Zero | Heuristic::Chebyshev | Heuristic::Octile => true,
        Heuristic::Manhattan | Heuristic::FlooredEuclidean => {
            options.movement == Movement::Four || diagonal == 2 * straight
        }
        Heuristic::Euclidean => {
            options.movement == Movement::Four || diagonal.pow(2) >= 2 * straight.pow(2)
        }
        Heuristic::Formula(_) => false,
    }
}

impl Engine for Bidirectional {
    frame_at!(frame);

    /// Closes needless cells, up to the first one that can be of use.
    fn finish_without_expanding<O: Observer>(&mut self, grid: &Grid, observer: &mut O) {
        while let Some((side, least_other)) =
            self.next_side().filter(|_| self.frame.tally.is_running())
        {
            let best = self.frame.nodes.side_mut(side).peek(self.frame.setup.size);
            let (index, cell) = best.expect("its smallest f was just read");
            if !self.is_needless(side, index, cell, least_other) {
                return;
            }
            self.advance(grid, observer);
        }
        if self.frame.tally.is_running() {
            self.finish(observer);
        }
    }

    /// Closes the best open cell of the side with fewer, and expands it unless it is needless.
    #[inline]
    fn advance<O: Observer>(&mut self, grid: &Grid, observer: &mut O) {
        let Some((side, least_other)) = self.next_side() else {
            return self.finish(observer);
        };
        let popped = self.frame.nodes.side_mut(side).pop(self.frame.setup.size);
        let (index, cell) = popped.expect("its smallest f was just read");
        if self.is_needless(side, index, cell, least_other) {
            return self.frame.pruned(side, cell, observer);
        }
        self.frame.expanded(side, cell, observer);
        let mut found = std::mem::take(&mut self.frame.nodes.found);
        self.frame
            .setup
            .moves
            .list(grid, side, index, cell, &mut found);
        for step in &found {
            self.visit(side, (index, cell), step, observer);
        }
        self.frame.nodes.found = found;
        self.frame.barred(grid, side, cell, observer);
    }

    /// Returns the path from the start over the meeting to the goal.
    fn path(&mut self, grid: &Grid) -> Path {
        let meeting = self.meeting.expect("a path was found");
        let mut cells = self.frame.nodes.spare_cells();
        cells.extend(self.frame.cells_back(meeting));
        cells.reverse();
        let onward = self
            .frame
            .nodes
            .side(Side::Backward)
            .parents(meeting)
            .skip(1);
        cells.extend(onward.map(|index| self.frame.setup.size.cell(index)));
        self.frame.setup.path(grid, cells)
    }
}
