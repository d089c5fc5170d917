//! What the lint finds.

use gridwalk_pathfinding::{Cell, Portal, named};

named! {
    /// How bad it is.
    #[derive(PartialOrd, Ord)]
    pub enum Severity {
        /// Good to know.
        Note = "note";
        /// Probably not meant so.
        Warning = "warning";
        /// Something in the level cannot work.
        Error = "error";
    }
}

/// What was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FindingKind {
    /// An agent cannot come to a goal.
    UnreachableGoal {
        /// The agent's name.
        agent: String,
        /// Where it stands before that goal.
        from: Cell,
        /// Where it cannot come to.
        goal: Cell,
    },
    /// Some agents start on one cell.
    SharedCell(Vec<String>),
    /// A portal begins or ends in a wall, so no agent uses it.
    BlockedPortal(Portal),
    /// So many cells that one can come to and never leave.
    Trap(u32),
    /// A part of the map, of so many cells, that is joined to no other, and is not the largest.
    IsolatedRegion(u32),
    /// More of those, too small to be listed each.
    MoreRegions {
        /// How many.
        regions: u32,
        /// All their cells.
        cells: u32,
    },
    /// A cell whose blocking splits its region, and cuts so many cells off from the largest piece.
    ChokeCell(u32),
    /// More of those, less important.
    MoreChokeCells(u32),
    /// The agent of this name keeps off walls on a map where every cell that it can enter is as near to one: its paths are
    /// those that it would take anyway.
    OffWallsInVain(String),
    /// Terrains of the legend that are on no cell.
    UnusedTerrain(Vec<char>),
}

/// One thing that is odd about a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// How bad it is.
    pub severity: Severity,
    /// What it is.
    pub kind: FindingKind,
    /// Where to look; of a region its first cell in reading order.
    pub cell: Option<Cell>,
    /// The finding in words.
    pub sentence: String,
}

impl Finding {
    pub(super) fn new(severity: Severity, kind: FindingKind, cell: impl Into<Option<Cell>>, sentence: String) -> Self {
        Self { severity, kind, cell: cell.into(), sentence }
    }
}
