//! The common part of all engines: query, memory, counts and status.

use super::nodes::{NodeState, Nodes};
use super::setup::Setup;
use crate::{
    Cell, CellIndex, Cost, Grid, IgnoreReason, Limits, Map, NoPathReason, Observer, Outcome, Path,
    SearchEvent, SearchStats, Side, Solution, Status,
};

/// An algorithm that can be advanced one expansion at a time, on the map that it began on.
pub(super) trait Engine {
    /// Returns the part that all engines have in common.
    fn frame(&self) -> &Frame;

    /// Returns the common part for writing.
    fn frame_mut(&mut self) -> &mut Frame;

    /// Expands the best open cell of a running search: at most one expansion a call.
    fn advance<O: Observer>(&mut self, grid: &Grid, observer: &mut O);

    /// Does the work that takes no expansion, once no more expansions are allowed.
    ///
    /// A search without open cells ends here.
    fn finish_without_expanding<O: Observer>(&mut self, grid: &Grid, observer: &mut O) {
        if self.frame().tally.open_cells == [0; 2] {
            self.advance(grid, observer);
        }
    }

    /// Returns the work done; an expansion is one unit.
    fn work(&self) -> u64 {
        self.frame().tally.stats.expanded
    }

    /// Returns the map that the engine has made from the grid, if it needed one.
    fn map(&self) -> Option<&Map> {
        None
    }

    /// Returns `true` if results of the search may depend on what this cell is now or was before.
    ///
    /// The cell lies inside the map.
    fn knows_of(&self, _cell: Cell) -> bool {
        true
    }

    /// Returns the path of a search that found one.
    fn path(&mut self, grid: &Grid) -> Path;

    /// Expands the best open cell, unless the search is over; returns the status.
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
                self.finish_at_limit(grid, limits.expansions, observer);
                return self.frame().tally.status;
            }
            let status = self.step(grid, observer);
            if status != Status::Running {
                return status;
            }
        }
    }

    /// Ends a running search that has made all its expansions and needs no more.
    #[inline]
    fn finish_at_limit<O: Observer>(&mut self, grid: &Grid, most: u64, observer: &mut O) {
        let tally = &self.frame().tally;
        if tally.is_running() && tally.stats.expanded >= most {
            self.finish_without_expanding(grid, observer);
        }
    }

    /// Returns the answer of a search that is over; before that, out of budget.
    fn outcome(&mut self, grid: &Grid) -> Outcome {
        let tally = &self.frame().tally;
        let stats = tally.stats;
        match tally.status {
            Status::Found => Outcome::Solved(Solution {
                path: self.path(grid),
                stats,
            }),
            Status::Exhausted => {
                Outcome::NoPath(NoPathReason::within(tally.cut, tally.has_region), stats)
            }
            Status::Running | Status::OutOfBudget => Outcome::OutOfBudget(stats),
        }
    }

    /// Takes the memory that all searches share.
    fn take_nodes(&mut self) -> Nodes {
        std::mem::take(&mut self.frame_mut().nodes)
    }
}

/// Implements the access to an engine's frame in this field.
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

/// The counts and the status of a search.
#[derive(Debug)]
pub(super) struct Tally {
    pub stats: SearchStats,
    pub status: Status,
    /// Whether the cost limit excluded cells.
    pub cut: bool,
    /// Number of open cells, forward and backward.
    pub open_cells: [u64; 2],
    /// Whether the search is limited to a part of the map.
    has_region: bool,
}

impl Tally {
    pub fn is_running(&self) -> bool {
        self.status == Status::Running
    }

    /// Takes the counts and the status of a search that counts by itself.
    pub fn follow<O: Observer>(
        &mut self,
        (stats, cut): (SearchStats, bool),
        status: Status,
        observer: &mut O,
    ) {
        (self.stats, self.cut) = (stats, cut);
        if status != Status::Running {
            self.finish(status == Status::Found, observer);
        }
    }

    pub fn finish<O: Observer>(&mut self, found: bool, observer: &mut O) {
        self.status = if found {
            Status::Found
        } else {
            Status::Exhausted
        };
        observer.on_event(SearchEvent::Ended { found });
    }
}

/// A cell that is about to be opened.
#[derive(Clone, Copy)]
pub(super) struct Opening {
    pub cell: Cell,
    pub parent: CellIndex,
    pub g: Cost,
    pub h: Cost,
    pub side: Side,
    /// The state of the cell before.
    pub before: NodeState,
}

/// The state that every engine begins with. Engines own their data and borrow nothing.
#[derive(Debug)]
pub(super) struct Frame {
    pub setup: Setup,
    pub nodes: Nodes,
    pub tally: Tally,
}

impl Frame {
    /// Creates a frame; the nodes must have begun this search.
    pub fn new(setup: Setup, nodes: Nodes) -> Self {
        let (stats, status, has_region) = (
            SearchStats::NONE,
            Status::Running,
            setup.query.options.region.is_some(),
        );
        Self {
            setup,
            nodes,
            tally: Tally {
                stats,
                status,
                cut: false,
                open_cells: [0; 2],
                has_region,
            },
        }
    }

    /// Counts and reports a cell that was opened, or got another parent.
    #[inline]
    pub fn opened<O: Observer>(&mut self, opening: &Opening, observer: &mut O) {
        let Opening {
            cell,
            parent,
            g,
            h,
            side,
            before,
        } = *opening;
        let Tally {
            stats, open_cells, ..
        } = &mut self.tally;
        let reopened = before == NodeState::Closed;
        if before != NodeState::Open {
            stats.generated += u64::from(!reopened);
            stats.reopened += u64::from(reopened);
            open_cells[side as usize] += 1;
            stats.largest_open = stats.largest_open.max(open_cells.iter().sum());
        }
        if O::ACTIVE {
            let parent = self.setup.size.cell(parent);
            let was_open = (before != NodeState::Unseen).then_some(!reopened);
            observer.on_event(SearchEvent::opened(cell, parent, (g, h), side, was_open));
        }
    }

    /// Counts and reports a cell that was expanded.
    #[inline]
    pub fn expanded<O: Observer>(&mut self, side: Side, cell: Cell, observer: &mut O) {
        self.tally.open_cells[side as usize] -= 1;
        self.tally.stats.expanded += 1;
        if O::ACTIVE {
            observer.on_event(SearchEvent::Expanded { cell, side });
        }
    }

    /// Counts and reports an open cell that was pruned, as it can be of no use.
    #[inline]
    pub fn pruned<O: Observer>(&mut self, side: Side, cell: Cell, observer: &mut O) {
        self.tally.open_cells[side as usize] -= 1;
        if O::ACTIVE {
            observer.on_event(SearchEvent::Pruned { cell, side });
        }
    }

    /// Returns `true` if a path of cost `g` to a cell may be recorded.
    ///
    /// Otherwise the reason is reported: the path is not `better` than the known one, or it is over
    /// the cost limit.
    #[inline]
    pub fn accepts<O: Observer>(
        &mut self,
        look: &Relaxation,
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

    /// Reports all neighbours of the expanded cell to which no move leads, if the observer wants
    /// details.
    #[inline]
    pub fn barred<O: Observer>(&self, grid: &Grid, side: Side, from: Cell, observer: &mut O) {
        if O::DETAILS {
            self.setup
                .moves
                .each_barred(grid, from, side, |cell, reason| {
                    observer.on_event(SearchEvent::Ignored {
                        cell,
                        from,
                        reason,
                        side,
                    });
                });
        }
    }

    /// Returns the cell `end`, its parent, and so on to the root.
    pub fn cells_back(&self, end: CellIndex) -> impl Iterator<Item = Cell> {
        self.nodes
            .parents(end)
            .map(|index| self.setup.size.cell(index))
    }

    /// Returns the path from the root to `end` along the parents, each one move from the next.
    pub fn path_to(&mut self, grid: &Grid, end: CellIndex) -> Path {
        let mut cells = self.nodes.spare_cells();
        cells.extend(self.cells_back(end));
        cells.reverse();
        self.setup.path(grid, cells)
    }
}

/// An expanded cell and one of its successors.
#[derive(Clone, Copy)]
pub(super) struct Relaxation {
    pub from: Cell,
    pub cell: Cell,
    pub side: Side,
}

impl Relaxation {
    /// Reports that the successor was ignored, if the observer wants details.
    #[inline]
    pub fn ignored<O: Observer>(self, reason: IgnoreReason, observer: &mut O) {
        if O::DETAILS {
            let Self { from, cell, side } = self;
            observer.on_event(SearchEvent::Ignored {
                cell,
                from,
                reason,
                side,
            });
        }
    }
}
