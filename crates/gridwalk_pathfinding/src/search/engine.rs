//! What all engines share: the question, the memory, what was counted, and where the search stands.

use super::nodes::{NodeState, Nodes};
use super::setup::Setup;
use crate::{
    Cell, CellIndex, Cost, Grid, IgnoreReason, Limits, Map, NoPathReason, Observer, Outcome, Path, SearchEvent,
    SearchStats, Side, Solution, Status,
};

/// An algorithm that can be advanced one expansion at a time, on the map that it began on.
pub(super) trait Engine {
    /// What it has in common with all others.
    fn frame(&self) -> &Frame;

    /// The same, to write.
    fn frame_mut(&mut self) -> &mut Frame;

    /// Expands the best open cell of a search that is running. One call, at most one expansion.
    fn advance<O: Observer>(&mut self, grid: &Grid, observer: &mut O);

    /// Does what takes no expansion, once no more of them are allowed: a search that has nothing left to expand ends.
    fn wind_up<O: Observer>(&mut self, grid: &Grid, observer: &mut O) {
        if self.frame().tally.open_cells == [0; 2] {
            self.advance(grid, observer);
        }
    }

    /// How much work was done: an expansion is one unit.
    fn work(&self) -> u64 {
        self.frame().tally.stats.expanded
    }

    /// The map that it made of the grid, if it needed one.
    fn map(&self) -> Option<&Map> {
        None
    }

    /// Whether anything that the search knows may depend on what this cell, which lies inside, is now or was before.
    fn knows_of(&self, _cell: Cell) -> bool {
        true
    }

    /// The path of a search that found one.
    fn path(&mut self, grid: &Grid) -> Path;

    /// The same as [`advance`](Self::advance); a search that is over stays over.
    #[inline]
    fn step<O: Observer>(&mut self, grid: &Grid, observer: &mut O) -> Status {
        if self.frame().tally.is_running() {
            self.advance(grid, observer);
        }
        self.frame().tally.status
    }

    /// Steps until the search ends or the limits stop it.
    fn run<O: Observer>(&mut self, grid: &Grid, limits: Limits, observer: &mut O) -> Status {
        loop {
            if limits.are_reached(self.frame().tally.stats.expanded) {
                self.wind_up_at(grid, limits.expansions, observer);
                return self.frame().tally.status;
            }
            let status = self.step(grid, observer);
            if status != Status::Running {
                return status;
            }
        }
    }

    /// Ends a search that is running, has made all expansions that it may make, and needs no more.
    #[inline]
    fn wind_up_at<O: Observer>(&mut self, grid: &Grid, most: u64, observer: &mut O) {
        let tally = &self.frame().tally;
        if tally.is_running() && tally.stats.expanded >= most {
            self.wind_up(grid, observer);
        }
    }

    /// The answer, once [`Status`] says that there is one; before that, out of budget.
    fn outcome(&mut self, grid: &Grid) -> Outcome {
        let tally = &self.frame().tally;
        let stats = tally.stats;
        match tally.status {
            Status::Found => Outcome::Solved(Solution { path: self.path(grid), stats }),
            Status::Exhausted => Outcome::NoPath(NoPathReason::within(tally.cut, tally.has_region), stats),
            Status::Running | Status::OutOfBudget => Outcome::OutOfBudget(stats),
        }
    }

    /// Gives the memory back that all searches share.
    fn take_nodes(&mut self) -> Nodes {
        std::mem::take(&mut self.frame_mut().nodes)
    }
}

/// Says where an engine keeps its frame.
macro_rules! frame_at {
    ($($field:tt).+) => {
        fn frame(&self) -> &Frame {
            &self.$($field).+
        }

        fn frame_mut(&mut self) -> &mut Frame {
            &mut self.$($field).+
        }
    };
}
pub(super) use frame_at;

/// What was counted, and where the search stands.
#[derive(Debug)]
pub(super) struct Tally {
    pub stats: SearchStats,
    pub status: Status,
    /// Whether the cost limit kept cells out.
    pub cut: bool,
    /// Cells that are open now, forward and backward.
    pub open_cells: [u64; 2],
    /// Whether only a part of the map may be searched.
    has_region: bool,
}

impl Tally {
    pub fn is_running(&self) -> bool {
        self.status == Status::Running
    }

    pub fn finish<O: Observer>(&mut self, found: bool, observer: &mut O) {
        self.status = if found { Status::Found } else { Status::Exhausted };
        observer.on_event(SearchEvent::Ended { found });
    }
}

/// An open cell, as it is about to be written.
#[derive(Clone, Copy)]
pub(super) struct Opening {
    pub cell: Cell,
    pub parent: CellIndex,
    pub g: Cost,
    pub h: Cost,
    pub side: Side,
    /// What was known of the cell until now.
    pub before: NodeState,
}

/// What an engine begins with, all of it its own: an engine borrows nothing.
#[derive(Debug)]
pub(super) struct Frame {
    pub setup: Setup,
    pub nodes: Nodes,
    pub tally: Tally,
}

impl Frame {
    /// The nodes are known to have begun this search.
    pub fn new(setup: Setup, nodes: Nodes) -> Self {
        let (stats, status, has_region) = (SearchStats::NONE, Status::Running, setup.query.options.region.is_some());
        Self { setup, nodes, tally: Tally { stats, status, cut: false, open_cells: [0; 2], has_region } }
    }

    /// Counts and reports a cell that came on the open list, or got another parent there.
    #[inline]
    pub fn opened<O: Observer>(&mut self, opening: &Opening, observer: &mut O) {
        let Opening { cell, parent, g, h, side, before } = *opening;
        let Tally { stats, open_cells, .. } = &mut self.tally;
        let reopened = before == NodeState::Closed;
        if before != NodeState::Open {
            stats.generated += u64::from(!reopened);
            stats.reopened += u64::from(reopened);
            open_cells[side as usize] += 1;
            stats.largest_open = stats.largest_open.max(open_cells.iter().sum());
        }
        if O::ACTIVE {
            let parent = self.setup.size.cell(parent);
            observer.on_event(match before {
                NodeState::Unseen => SearchEvent::Generated { cell, parent, g, h, side },
                NodeState::Open | NodeState::Closed => SearchEvent::Relaxed { cell, parent, g, h, side, reopened },
            });
        }
    }

    /// Counts and reports a cell that was closed to look at its neighbours.
    #[inline]
    pub fn expanded<O: Observer>(&mut self, side: Side, cell: Cell, observer: &mut O) {
        self.tally.open_cells[side as usize] -= 1;
        self.tally.stats.expanded += 1;
        if O::ACTIVE {
            observer.on_event(SearchEvent::Expanded { cell, side });
        }
    }

    /// Counts and reports a cell that was taken off the open list because it can be of no use.
    #[inline]
    pub fn pruned<O: Observer>(&mut self, side: Side, cell: Cell, observer: &mut O) {
        self.tally.open_cells[side as usize] -= 1;
        if O::ACTIVE {
            observer.on_event(SearchEvent::Pruned { cell, side });
        }
    }

    /// Whether a path of cost `g` to a cell may be written down. If not, that is reported: it is not `better` than
    /// the known one, or over the cost limit.
    #[inline]
    pub fn accepts<O: Observer>(
        &mut self,
        look: &Look,
        place: NodeState,
        better: bool,
        g: Cost,
        observer: &mut O,
    ) -> bool {
        let reason = match place {
            _ if better && g <= self.setup.max_cost => return true,
            _ if better => {
                self.tally.cut = true;
                IgnoreReason::OverCostLimit
            }
            NodeState::Closed => IgnoreReason::Closed,
            NodeState::Open => IgnoreReason::NotBetter,
            NodeState::Unseen => IgnoreReason::EarlierPass,
        };
        look.ignored(reason, observer);
        false
    }

    /// Reports to an observer that asks for it all neighbours of the expanded cell to which no move leads.
    #[inline]
    pub fn barred<O: Observer>(&self, grid: &Grid, side: Side, from: Cell, observer: &mut O) {
        if O::DETAILS {
            self.setup.moves.each_barred(grid, from, side, |cell, reason| {
                observer.on_event(SearchEvent::Ignored { cell, from, reason, side });
            });
        }
    }

    /// The cell `end`, its parent, and so on to the root.
    pub fn cells_back(&self, end: CellIndex) -> impl Iterator<Item = Cell> {
        self.nodes.parents(end).map(|index| self.setup.size.cell(index))
    }

    /// The path from the root to `end` by the parents, each one move from the next.
    pub fn path_to(&mut self, grid: &Grid, end: CellIndex) -> Path {
        let mut cells = self.nodes.spare_cells();
        cells.extend(self.cells_back(end));
        cells.reverse();
        self.setup.path(grid, cells)
    }
}

/// A look from an expanded cell at one that it leads to.
#[derive(Clone, Copy)]
pub(super) struct Look {
    pub from: Cell,
    pub cell: Cell,
    pub side: Side,
}

impl Look {
    /// Reports to an observer that asks for it that nothing came of it.
    #[inline]
    pub fn ignored<O: Observer>(self, reason: IgnoreReason, observer: &mut O) {
        if O::DETAILS {
            let Self { from, cell, side } = self;
            observer.on_event(SearchEvent::Ignored { cell, from, reason, side });
        }
    }
}
