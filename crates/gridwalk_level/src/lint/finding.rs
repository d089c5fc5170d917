//! Findings of the lint.

use gridwalk_pathfinding::{Cell, Portal, named};

named! {
    /// The severity of a finding.
    #[derive(PartialOrd, Ord)]
    pub enum Severity {
        /// A remark.
        Note = "note";
        /// Probably unintended.
        Warning = "warning";
        /// A part of the level cannot work.
        Error = "error";
    }
}

/// The kind of a finding, with its data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FindingKind {
    /// An agent cannot reach a goal.
    UnreachableGoal {
        /// The agent's name.
        agent: String,
        /// The cell where the agent stands before that goal.
        from: Cell,
        /// The goal that the agent cannot reach.
        goal: Cell,
    },
    /// Several agents, listed by name, start on one cell.
    SharedCell(Vec<String>),
    /// A portal that begins or ends in a wall, so that no agent can use it.
    BlockedPortal(Portal),
    /// Number of cells that an agent can enter and never leave.
    Trap(u32),
    /// Number of cells of a region that is isolated from the others and is not the largest.
    IsolatedRegion(u32),
    /// The smaller isolated regions that are not listed one by one.
    MoreRegions {
        /// Number of regions.
        regions: u32,
        /// Total number of their cells.
        cells: u32,
    },
    /// A cell that splits its region if blocked; the number of cells cut off from the largest piece.
    ChokeCell(u32),
    /// Number of choke cells that are less important and not listed one by one.
    MoreChokeCells(u32),
    /// The name of an agent whose extra cost near walls is equal on all cells that it can enter.
    ///
    /// The extra cost does not change the agent's paths.
    OffWallsInVain(String),
    /// The glyphs of the terrains of the legend that are on no cell.
    UnusedTerrain(Vec<char>),
}

/// One finding: a likely mistake or a remark, with its severity and cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The severity.
    pub severity: Severity,
    /// The kind, with its data.
    pub kind: FindingKind,
    /// The cell that the finding is about; of a region its first cell in reading order.
    pub cell: Option<Cell>,
    /// The finding in words.
    pub sentence: String,
}

impl Finding {
    pub(super) fn new(severity: Severity, kind: FindingKind, cell: impl Into<Option<Cell>>, sentence: String) -> Self {
        Self { severity, kind, cell: cell.into(), sentence }
    }
}
