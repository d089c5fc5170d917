//! What a search remembers per cell, kept and reused from search to search.

use super::open_list::OpenList;
use crate::pathfinding::{CellIndex, Cost, Side};

/// Search memory: g, parent and state per cell, and the open list.
///
/// Each cell carries the number of the search that wrote it last, so starting anew clears
/// nothing. One pool serves searches on grids of any size, one after another; a worker
/// thread keeps one of its own.
#[derive(Debug, Default)]
pub struct NodePool {
    nodes: Vec<Node>,
    search: u32,
    pub(super) open: OpenList,
    /// The open list of depth-first search.
    pub(super) stack: Vec<CellIndex>,
    /// The same memory once more for the way from the goal; made by the first search that needs it.
    backward: Option<Box<Self>>,
}

/// Two plain words, zero when untouched: so fresh memory needs no writing.
type Node = [u64; 3];

/// Where a cell stands in the present search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    Unseen,
    Open,
    Closed,
}

/// A cell's entry: its cost so far, the cell before it, and its newest entry in the open list.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    pub g: Cost,
    pub parent: CellIndex,
    pub sequence: u32,
}

const CLOSED: u64 = 1;

impl NodePool {
    /// Forgets the last search and makes room for a grid of so many cells.
    pub(super) fn begin(&mut self, cells: usize) {
        if self.nodes.len() < cells {
            self.nodes = vec![[0; 3]; cells];
            self.search = 0;
        } else if self.search == u32::MAX >> 1 {
            self.nodes.fill([0; 3]);
            self.search = 0;
        }
        self.search += 1;
        self.open.clear();
        self.stack.clear();
    }

    /// The same for a search from both ends.
    pub(super) fn begin_both(&mut self, cells: usize) {
        self.begin(cells);
        self.backward.get_or_insert_default().begin(cells);
    }

    /// The memory of one end of a search that was begun for both.
    #[inline]
    pub(super) fn side(&self, side: Side) -> &Self {
        match side {
            Side::Forward => self,
            Side::Backward => self.backward.as_deref().expect("the search was begun for both ends"),
        }
    }

    /// The same, to write.
    #[inline]
    pub(super) fn side_mut(&mut self, side: Side) -> &mut Self {
        match side {
            Side::Forward => self,
            Side::Backward => self.backward.as_deref_mut().expect("the search was begun for both ends"),
        }
    }

    #[inline]
    fn stamp(&self) -> u64 {
        u64::from(self.search) << 1
    }

    #[inline]
    pub(super) fn place(&self, cell: CellIndex) -> Place {
        let mark = self.nodes[cell.get()][2];
        if (mark & 0xFFFF_FFFE) != self.stamp() {
            Place::Unseen
        } else if mark & CLOSED == 0 {
            Place::Open
        } else {
            Place::Closed
        }
    }

    /// What is known of a cell that is not unseen.
    #[inline]
    pub(super) fn known(&self, cell: CellIndex) -> Known {
        let [g, links, _] = self.nodes[cell.get()];
        #[expect(clippy::cast_possible_truncation, reason = "two halves of one word")]
        let (parent, sequence) = (CellIndex((links >> 32) as u32), links as u32);
        Known { g: Cost(g), parent, sequence }
    }

    /// Writes a cell as open.
    #[inline]
    pub(super) fn open_cell(&mut self, cell: CellIndex, known: Known, depth: u64) {
        let links = u64::from(known.parent.0) << 32 | u64::from(known.sequence);
        self.nodes[cell.get()] = [known.g.0, links, depth << 32 | self.stamp()];
    }

    #[inline]
    pub(super) fn close(&mut self, cell: CellIndex) {
        self.nodes[cell.get()][2] |= CLOSED;
    }

    /// Steps from the start.
    #[inline]
    pub(super) fn depth(&self, cell: CellIndex) -> u64 {
        self.nodes[cell.get()][2] >> 32
    }
}
