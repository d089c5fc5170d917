//! What a search remembers per cell, kept and reused from search to search.

use super::moves::Move;
use super::open_list::OpenList;
use crate::pathfinding::{Cell, CellIndex, Cost, Grid, Path, Side, TieBreak};

/// Search memory: g, parent and state per cell, and the open list.
///
/// Each cell carries the number of the search that wrote it last, so starting from scratch clears
/// nothing. One pool serves searches on grids of any size, one after another; a worker
/// thread keeps one of its own. A search whose like has run in the pool before allocates no memory but that of
/// its path, and none at all where a path was given back by [`reuse`](Self::reuse).
#[derive(Debug, Default)]
pub struct NodePool {
    nodes: Vec<Node>,
    search: u32,
    pub(super) open: OpenList,
    /// The open list of depth-first search.
    pub(super) stack: Vec<CellIndex>,
    /// The open lists of passes under a bound: of this pass, and of the next.
    pub(super) waiting: [Vec<Waiting>; 2],
    /// Where the expanded cell leads to.
    pub(super) found: Vec<Move>,
    /// Moves to a cell that is looked at meanwhile.
    pub(super) around: Vec<Move>,
    /// Memory of a path that was given back: its cells, and its turns.
    spare: [Vec<Cell>; 2],
    /// The same memory once more for the path from the goal; made by the first search that needs it.
    backward: Option<Box<Self>>,
}

/// Two plain words, zero when untouched: so fresh memory needs no writing.
type Node = [u64; 3];

/// Where a cell stands in the present search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NodeState {
    Unseen,
    Open,
    Closed,
}

/// A cell's entry: its cost so far, the cell before it, and which entry in the open list is its newest.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    pub g: Cost,
    pub parent: CellIndex,
    pub entry: u32,
}

/// An open cell under a bound. It is outdated once a cheaper path to the cell is known.
#[derive(Clone, Copy, Debug)]
pub(super) struct Waiting {
    pub cell: CellIndex,
    pub g: Cost,
    pub f: Cost,
}

const CLOSED: u64 = 1;

impl NodePool {
    /// Forgets the last search and makes room for a grid of so many cells.
    pub(super) fn begin(&mut self, cells: usize, tie: TieBreak) {
        if self.nodes.len() < cells {
            self.nodes = vec![[0; 3]; cells];
            self.search = 0;
        } else if self.search == u32::MAX >> 1 {
            self.nodes.fill([0; 3]);
            self.search = 0;
        }
        self.search += 1;
        self.open.begin(tie);
        self.stack.clear();
        self.waiting.iter_mut().for_each(Vec::clear);
    }

    /// The same for a search from both ends.
    pub(super) fn begin_both(&mut self, cells: usize, tie: TieBreak) {
        self.begin(cells, tie);
        self.backward.get_or_insert_default().begin(cells, tie);
    }

    /// Takes a path that is no longer needed: the next one is written into its memory.
    pub fn reuse(&mut self, path: Path) {
        self.spare = path.into_memory();
    }

    /// Empty memory for the cells of a path.
    pub(super) fn spare_cells(&mut self) -> Vec<Cell> {
        std::mem::take(&mut self.spare[0])
    }

    /// Empty memory for the turns of a path.
    pub(super) fn spare_turns(&mut self) -> Vec<Cell> {
        std::mem::take(&mut self.spare[1])
    }

    /// How many bytes the entries of all cells and the open list take, as large as the searches so far made them.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        let nodes = self.nodes.capacity() * size_of::<Node>();
        let stack = self.stack.capacity() * size_of::<CellIndex>();
        nodes + stack + self.open.memory_bytes() + self.backward.as_ref().map_or(0, |pool| pool.memory_bytes())
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

    /// Takes the best open cell from the open list and closes it; outdated entries are thrown away.
    #[inline]
    pub(super) fn pop(&mut self, grid: &Grid) -> Option<(CellIndex, Cell)> {
        loop {
            let entry = self.open.pop()?;
            let cell = entry.cell();
            let index = grid.index(cell).expect("open cells are on the map");
            if self.known(index).entry == entry.age() {
                self.close(index);
                return Some((index, cell));
            }
        }
    }

    /// The priority of the best open cell; outdated entries are thrown away.
    #[inline]
    pub(super) fn least_priority(&mut self, grid: &Grid) -> Option<u64> {
        loop {
            let entry = *self.open.peek()?;
            let index = grid.index(entry.cell()).expect("open cells are on the map");
            if self.known(index).entry == entry.age() {
                return Some(entry.priority());
            }
            self.open.pop();
        }
    }

    /// The cell, its parent, and so on to the root, which is its own parent.
    pub(super) fn parents(&self, from: CellIndex) -> impl Iterator<Item = CellIndex> {
        let parent = |&index: &CellIndex| Some(self.known(index).parent).filter(|&parent| parent != index);
        std::iter::successors(Some(from), parent)
    }

    #[inline]
    fn stamp(&self) -> u64 {
        u64::from(self.search) << 1
    }

    #[inline]
    pub(super) fn place(&self, cell: CellIndex) -> NodeState {
        let mark = self.nodes[cell.get()][2];
        if (mark & 0xFFFF_FFFE) != self.stamp() {
            NodeState::Unseen
        } else if mark & CLOSED == 0 {
            NodeState::Open
        } else {
            NodeState::Closed
        }
    }

    /// What is known of a cell that is not unseen.
    #[inline]
    pub(super) fn known(&self, cell: CellIndex) -> Known {
        let [g, links, _] = self.nodes[cell.get()];
        #[expect(clippy::cast_possible_truncation, reason = "two halves of one word")]
        let (parent, entry) = (CellIndex((links >> 32) as u32), links as u32);
        Known { g: Cost(g), parent, entry }
    }

    /// Writes a cell as open.
    #[inline]
    pub(super) fn open_cell(&mut self, cell: CellIndex, known: Known, depth: u32) {
        let links = u64::from(known.parent.0) << 32 | u64::from(known.entry);
        self.nodes[cell.get()] = [known.g.0, links, u64::from(depth) << 32 | self.stamp()];
    }

    #[inline]
    pub(super) fn close(&mut self, cell: CellIndex) {
        self.nodes[cell.get()][2] |= CLOSED;
    }

    /// Steps from the root.
    #[inline]
    pub(super) fn depth(&self, cell: CellIndex) -> u32 {
        (self.nodes[cell.get()][2] >> 32) as u32
    }
}
