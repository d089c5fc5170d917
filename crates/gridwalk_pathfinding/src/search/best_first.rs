//! The best-first engine behind most searches: expands the best open cell and relaxes its
//! successors.
//!
//! Two policies make the algorithms: the priority of an open cell, and the successors of a cell.
//!
//! From the goal against the moves, the same engine is Dijkstra's search of
//! [`Algorithm::FlowField`](crate::Algorithm::FlowField). The field that many agents share is a
//! [`GoalField`](crate::GoalField).

use super::engine::{Engine, Frame, Opening, Relaxation, frame_at};
use super::nodes::{Known, NodeState, Nodes, Number};
use super::setup::{LegalMove, Setup};
use crate::{
    Cell, CellIndex, Cost, Direction, Grid, IgnoreReason, Observer, ParentRule, Path, Side,
    StopRule, Weight,
};

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
    /// Begins a search whose only open cell is the root: the start, or the goal of a backward
    /// search.
    pub fn new<O: Observer>(
        setup: Setup,
        mut nodes: Nodes,
        priority: P,
        successors: S,
        observer: &mut O,
    ) -> Self {
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
        let mut search = Self {
            frame,
            priority,
            successors,
            closed_stay,
            end: root,
        };
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
        let h = if P::USES_ESTIMATE {
            setup.estimator.estimate(cell, g)
        } else {
            Cost::ZERO
        };
        nodes.push(
            index,
            cell,
            self.priority.of(g, h, depth.into()),
            h,
            Known { g, parent },
        );
        if P::COUNTS_STEPS {
            nodes.set_number(index, depth);
        }
        self.frame.opened(
            &Opening {
                cell,
                parent,
                g,
                h,
                side: S::SIDE,
                before,
            },
            observer,
        );
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
        let depth = if P::COUNTS_STEPS {
            self.frame.nodes.number(index) + 1
        } else {
            0
        };
        let mut found = std::mem::take(&mut self.frame.nodes.found);
        self.successors
            .list(grid, &self.frame.setup, index, cell, parent, &mut found);
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
    fn visit<O: Observer>(
        &mut self,
        from: (CellIndex, Cell),
        so_far: Cost,
        depth: u32,
        step: &LegalMove,
        observer: &mut O,
    ) {
        let LegalMove { index, cell, cost } = *step;
        let (g, look) = (
            so_far + cost,
            Relaxation {
                from: from.1,
                cell,
                side: S::SIDE,
            },
        );
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
            let reason = if closed {
                IgnoreReason::Closed
            } else {
                IgnoreReason::FirstParent
            };
            return look.ignored(reason, observer);
        }
        let better = if P::COUNTS_STEPS {
            depth < frame.nodes.number(index)
        } else {
            g < known.g
        };
        if frame.accepts(&look, place, better, g, observer) {
            self.open(index, cell, from.0, g, depth, place, observer);
        }
    }
}

impl<P: Priority, S: Successors> Engine for BestFirst<P, S> {
    frame_at!(frame);

    #[inline]
    fn advance<O: Observer>(&mut self, grid: &Grid, observer: &mut O) {
        if self.expand_best(grid, observer).is_none() {
            self.frame.tally.finish(false, observer);
        }
    }

    /// Returns `true` for reached cells, neighbours of expanded cells, and every cell if the search
    /// jumps.
    fn knows_of(&self, cell: Cell) -> bool {
        let Frame { setup, nodes, .. } = &self.frame;
        let place = |cell| {
            setup
                .size
                .index(cell)
                .map_or(NodeState::Unseen, |index| nodes.place(index))
        };
        let around = Direction::ALL.map(Direction::offset);
        S::JUMPS
            || place(cell) != NodeState::Unseen
            || around
                .iter()
                .any(|(dx, dy)| place(Cell::new(cell.x + dx, cell.y + dy)) == NodeState::Closed)
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

/// The priority of a cell in the open list; smaller goes first.
pub(super) trait Priority {
    /// Returns the priority of a cell with cost `g` so far, estimate `h` and `depth` steps from the
    /// start.
    fn of(&self, g: Cost, h: Cost, depth: u64) -> u64;

    /// Whether only the number of steps counts: a shorter path has fewer steps, not a lower cost.
    const COUNTS_STEPS: bool = false;

    /// Whether a better path to a cell always has a smaller priority.
    ///
    /// Estimates are assumed to depend on the cell alone.
    const BETTER_FIRST: bool = true;

    /// Whether the priority uses `h`.
    const USES_ESTIMATE: bool = true;
}

/// Fewest steps: breadth-first search.
#[derive(Debug)]
pub(super) struct ByDepth;

impl Priority for ByDepth {
    const COUNTS_STEPS: bool = true;
    const USES_ESTIMATE: bool = false;

    #[inline]
    fn of(&self, _: Cost, _: Cost, depth: u64) -> u64 {
        depth
    }
}

/// Lowest g: Dijkstra's search.
#[derive(Debug)]
pub(super) struct ByCost;

impl Priority for ByCost {
    const USES_ESTIMATE: bool = false;

    #[inline]
    fn of(&self, g: Cost, _: Cost, _: u64) -> u64 {
        g.0
    }
}

/// Lowest h: greedy best-first search.
#[derive(Debug)]
pub(super) struct ByHeuristic;

impl Priority for ByHeuristic {
    const BETTER_FIRST: bool = false;

    #[inline]
    fn of(&self, _: Cost, h: Cost, _: u64) -> u64 {
        h.0
    }
}

/// Lowest g + h: A* (Hart, Nilsson and Raphael 1968).
#[derive(Debug)]
pub(super) struct ByEstimate;

impl Priority for ByEstimate {
    #[inline]
    fn of(&self, g: Cost, h: Cost, _: u64) -> u64 {
        g.0 + h.0
    }
}

/// Lowest g + w h: weighted A* (Pohl 1970).
#[derive(Debug)]
pub(super) struct ByWeighted(pub Weight);

impl Priority for ByWeighted {
    #[inline]
    fn of(&self, g: Cost, h: Cost, _: u64) -> u64 {
        // In thousandths throughout: division would round, and rounding would decide ties.
        g.0 * u64::from(Weight::ONE.thousandths()) + h.0 * u64::from(self.0.thousandths())
    }
}

/// The priorities by name, for a caller that orders the cells of a finished search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PriorityRule {
    /// Fewest steps.
    Depth,
    /// Lowest g.
    Cost,
    /// Lowest h.
    Heuristic,
    /// Lowest g + h.
    Estimate,
    /// Lowest g + w h.
    Weighted(Weight),
}

impl PriorityRule {
    /// Returns the priority that the search itself computes; smaller goes first.
    #[must_use]
    pub fn of(self, g: Cost, h: Cost, depth: u64) -> u64 {
        match self {
            Self::Depth => ByDepth.of(g, h, depth),
            Self::Cost => ByCost.of(g, h, depth),
            Self::Heuristic => ByHeuristic.of(g, h, depth),
            Self::Estimate => ByEstimate.of(g, h, depth),
            Self::Weighted(weight) => ByWeighted(weight).of(g, h, depth),
        }
    }
}

/// The successors of a cell.
pub(super) trait Successors {
    /// Whether a move can skip cells in a straight or diagonal line, which the path then lists.
    const JUMPS: bool = false;

    /// The end at which the search begins.
    const SIDE: Side = Side::Forward;

    /// Lists the successors of a cell in `found`, which is emptied first: by default every legal
    /// move.
    ///
    /// `parent` is the cell from which `cell` was reached, and `cell` itself at the root.
    #[inline]
    fn list(
        &mut self,
        grid: &Grid,
        setup: &Setup,
        index: CellIndex,
        cell: Cell,
        _parent: CellIndex,
        found: &mut Vec<LegalMove>,
    ) {
        setup.moves.list(grid, Self::SIDE, index, cell, found);
    }
}

/// Every legal move.
#[derive(Debug)]
pub(super) struct Neighbors;

impl Successors for Neighbors {}

/// Every legal move, against its direction.
#[derive(Debug)]
struct Predecessors;

impl Successors for Predecessors {
    const SIDE: Side = Side::Backward;
}

/// The best-first engine from the goal against the moves.
///
/// It expands every cell that it reaches, so that it has an answer for every start.
#[derive(Debug)]
pub(super) struct FlowSearch(BestFirst<ByCost, Predecessors>);

impl FlowSearch {
    /// Begins a search whose only open cell is the goal.
    pub fn new<O: Observer>(setup: Setup, nodes: Nodes, observer: &mut O) -> Self {
        let setup = Setup {
            exhaustive: true,
            ..setup
        };
        Self(BestFirst::new(setup, nodes, ByCost, Predecessors, observer))
    }

    /// Returns the remaining cost from a cell and the cell of its best move; the goal itself at the
    /// goal.
    ///
    /// The search must be over. A start outside the region has no entry, but an agent may step in
    /// from there.
    fn best_move(
        &self,
        grid: &Grid,
        index: CellIndex,
        moves: &mut Vec<LegalMove>,
    ) -> Option<(Cost, CellIndex)> {
        let Frame { setup, nodes, .. } = &self.0.frame;
        if index == setup.goal {
            return Some((Cost::ZERO, index));
        }
        setup
            .moves
            .list(grid, Side::Forward, index, setup.size.cell(index), moves);
        let reached = |step: &&LegalMove| nodes.place(step.index) != NodeState::Unseen;
        let through = |step: &LegalMove| (step.cost + nodes.known(step.index).g, step.index);
        moves
            .iter()
            .filter(reached)
            .map(through)
            .min_by_key(|&(cost, _)| cost)
    }
}

impl Engine for FlowSearch {
    frame_at!(0.frame);

    #[inline]
    fn advance<O: Observer>(&mut self, grid: &Grid, observer: &mut O) {
        if self.0.expand_best(grid, observer).is_none() {
            let mut moves = std::mem::take(&mut self.0.frame.nodes.found);
            let left = self
                .best_move(grid, self.0.frame.setup.start, &mut moves)
                .map(|(cost, _)| cost);
            let Frame {
                setup,
                nodes,
                tally,
            } = &mut self.0.frame;
            nodes.found = moves;
            let found = left.is_some_and(|cost| cost <= setup.max_cost);
            tally.cut |= left.is_some() && !found;
            tally.finish(found, observer);
        }
    }

    /// Follows the best move from each cell, beginning at the start.
    fn path(&mut self, grid: &Grid) -> Path {
        let mut moves = std::mem::take(&mut self.0.frame.nodes.found);
        let mut cells = self.0.frame.nodes.spare_cells();
        let setup = &self.0.frame.setup;
        let next = |&index: &CellIndex| {
            let (_, next) = self
                .best_move(grid, index, &mut moves)
                .expect("where a path leads on, it leads to the goal");
            (next != index).then_some(next)
        };
        cells.extend(
            std::iter::successors(Some(setup.start), next).map(|index| setup.size.cell(index)),
        );
        let path = setup.path(grid, cells);
        self.0.frame.nodes.found = moves;
        path
    }
}

/// Appends the cells between the last one and `turn`, on a straight or diagonal line.
fn fill_jump(cells: &mut Vec<Cell>, turn: Cell) {
    let Some(&last) = cells.last() else { return };
    let toward = |cell: &Cell| {
        Cell::new(
            cell.x + (turn.x - cell.x).signum(),
            cell.y + (turn.y - cell.y).signum(),
        )
    };
    let between = std::iter::successors(Some(toward(&last)), |cell| Some(toward(cell)));
    cells.extend(between.take_while(|cell| *cell != turn));
}
