//! Dijkstra's search from the goal against the moves, one expansion at a time.
//!
//! It is the engine behind [`Algorithm::FlowField`](crate::Algorithm::FlowField).
//!
//! The field that many agents share is a [`GoalField`](crate::GoalField).

use super::best_first::BestFirst;
use super::engine::{Engine, Frame, frame_at};
use super::moves::Move;
use super::nodes::{NodeState, Nodes};
use super::policies::{ByCost, Sources};
use super::setup::Setup;
use crate::{CellIndex, Cost, Grid, Observer, Path, Side};

/// The best-first engine from the goal against the moves.
///
/// It expands every cell that it reaches, so that it has an answer for every start.
#[derive(Debug)]
pub(super) struct FlowSearch(BestFirst<ByCost, Sources>);

impl FlowSearch {
    /// Begins a search whose only open cell is the goal.
    pub fn new<O: Observer>(setup: Setup, nodes: Nodes, observer: &mut O) -> Self {
        let setup = Setup { exhaustive: true, ..setup };
        Self(BestFirst::new(setup, nodes, ByCost, Sources, observer))
    }

    /// Returns the remaining cost from a cell and the cell of its best move; the goal itself at the goal.
    ///
    /// The search must be over. A start outside the region has no entry, but an agent may step in from there.
    fn best_move(&self, grid: &Grid, index: CellIndex, moves: &mut Vec<Move>) -> Option<(Cost, CellIndex)> {
        let Frame { setup, nodes, .. } = &self.0.frame;
        if index == setup.goal {
            return Some((Cost::ZERO, index));
        }
        setup.moves.list(grid, Side::Forward, index, setup.size.cell(index), moves);
        let reached = |step: &&Move| nodes.place(step.index) != NodeState::Unseen;
        let through = |step: &Move| (step.cost + nodes.known(step.index).g, step.index);
        moves.iter().filter(reached).map(through).min_by_key(|&(cost, _)| cost)
    }
}

impl Engine for FlowSearch {
    frame_at!(0.frame);

    #[inline]
    fn advance<O: Observer>(&mut self, grid: &Grid, observer: &mut O) {
        if self.0.expand_best(grid, observer).is_none() {
            let mut moves = std::mem::take(&mut self.0.frame.nodes.found);
            let left = self.best_move(grid, self.0.frame.setup.start, &mut moves).map(|(cost, _)| cost);
            let Frame { setup, nodes, tally } = &mut self.0.frame;
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
            let (_, next) =
                self.best_move(grid, index, &mut moves).expect("where a path leads on, it leads to the goal");
            (next != index).then_some(next)
        };
        cells.extend(std::iter::successors(Some(setup.start), next).map(|index| setup.size.cell(index)));
        let path = setup.path(grid, cells);
        self.0.frame.nodes.found = moves;
        path
    }
}
