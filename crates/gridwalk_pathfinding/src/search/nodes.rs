//! The state of a search per cell, reused from search to search.

use super::open_list::{OpenEntry, OpenList};
use super::setup::{LegalMove, Setup};
use crate::{Cell, CellIndex, Cost, GridSize, Heuristic, Path, SearchOptions, Side};

/// The cost so far, parent and state per cell, and the open lists, whatever the algorithm.
///
/// Each cell carries the number of the search that wrote it last, so starting from scratch clears
/// nothing.
#[derive(Clone, Debug, Default)]
pub struct Nodes {
    cells: Vec<NodeWords>,
    /// One more number a cell, for searches that need one.
    numbers: Vec<u32>,
    search: u32,
    /// Whether `numbers` holds the ages of the cells' newest entries in the open list.
    ages: bool,
    open: OpenList,
    /// The open list of depth-first search.
    pub stack: Vec<CellIndex>,
    /// The open lists of passes under a bound: that of this pass, and that of the next.
    pub waiting: [Vec<Waiting>; 2],
    /// Moves from the expanded cell.
    pub found: Vec<LegalMove>,
    /// Moves to a cell that is examined during an expansion.
    pub around: Vec<LegalMove>,
    /// Memory of a path that was given back: its cells, and its turns.
    spare: [Vec<Cell>; 2],
    /// The state of the search from the goal; made by the first search that needs one.
    backward: Option<Box<Self>>,
}

/// The cost so far; in the other word the parent, the number of the search and the closed flag.
///
/// Zero for an untouched cell, so that fresh memory needs no writing.
type NodeWords = [u64; 2];

/// The state of a cell in the present search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeState {
    Unseen,
    Open,
    Closed,
}

/// The cost so far and the parent of a cell.
#[derive(Clone, Copy, Debug)]
pub struct Known {
    pub g: Cost,
    pub parent: CellIndex,
}

/// The meaning of the further number that a search keeps for each cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Number {
    /// No number. The newest entry of a cell in the open list must be popped before its outdated
    /// ones.
    None,
    /// The age of the cell's newest entry in the open list.
    Age,
    /// A number that only the search uses. The open list has the condition of [`None`](Self::None).
    Own,
}

impl Number {
    /// Returns the number for a search in which a better path to a cell has a smaller priority.
    ///
    /// Estimates must depend on the cell alone; otherwise the number is the age.
    pub fn for_better_first(options: &SearchOptions) -> Self {
        if matches!(options.heuristic, Heuristic::Formula(_)) {
            Self::Age
        } else {
            Self::None
        }
    }
}

/// An open cell under a bound; outdated once a cheaper path to the cell is known.
#[derive(Clone, Copy, Debug)]
pub struct Waiting {
    pub cell: CellIndex,
    pub g: Cost,
    pub f: Cost,
}

const OPEN: u32 = 0;
const CLOSED: u32 = 1;

impl Nodes {
    /// Discards the last search and makes room for the map of this one.
    ///
    /// `step` is about the amount that a straight step adds to a priority.
    pub fn begin(&mut self, setup: &Setup, number: Number, step: u64) {
        let cells = setup.size.cell_count();
        if self.cells.len() < cells {
            self.cells = vec![[0; 2]; cells];
            self.search = 0;
        } else if self.search == u32::MAX >> 1 {
            self.cells.fill([0; 2]);
            self.search = 0;
        }
        if number != Number::None && self.numbers.len() < cells {
            self.numbers = vec![0; cells];
        }
        self.ages = number == Number::Age;
        self.search += 1;
        self.open.begin(setup.query.options.tie_break(), step);
        self.stack.clear();
        self.waiting.iter_mut().for_each(Vec::clear);
    }

    /// Begins a search from both ends, like [`begin`](Self::begin).
    pub fn begin_both(&mut self, setup: &Setup, number: Number, step: u64) {
        self.begin(setup, number, step);
        self.backward
            .get_or_insert_default()
            .begin(setup, number, step);
    }

    /// Takes a path that is no longer needed: the next path is written into its memory.
    pub fn reuse(&mut self, path: Path) {
        self.spare = path.into_memory();
    }

    /// Returns empty memory for the cells of a path.
    pub fn spare_cells(&mut self) -> Vec<Cell> {
        std::mem::take(&mut self.spare[0])
    }

    /// Returns empty memory for the turns of a path.
    pub fn spare_turns(&mut self) -> Vec<Cell> {
        std::mem::take(&mut self.spare[1])
    }

    /// Returns the memory used in bytes.
    pub fn memory_bytes(&self) -> usize {
        let cells = self.cells.capacity() * size_of::<NodeWords>()
            + self.numbers.capacity() * size_of::<u32>();
        let stack = self.stack.capacity() * size_of::<CellIndex>();
        let backward = self
            .backward
            .as_ref()
            .map_or(0, |nodes| nodes.memory_bytes());
        cells + stack + self.open.memory_bytes() + backward
    }

    /// Returns the state of one side of a search that was begun from both ends.
    #[inline]
    pub fn side(&self, side: Side) -> &Self {
        match side {
            Side::Forward => self,
            Side::Backward => self
                .backward
                .as_deref()
                .expect("the search was begun for both ends"),
        }
    }

    /// Returns the state of one side for writing.
    #[inline]
    pub fn side_mut(&mut self, side: Side) -> &mut Self {
        match side {
            Side::Forward => self,
            Side::Backward => self
                .backward
                .as_deref_mut()
                .expect("the search was begun for both ends"),
        }
    }

    /// Pops the best open cell and closes it; outdated entries are dropped.
    #[inline]
    pub fn pop(&mut self, size: GridSize) -> Option<(CellIndex, Cell)> {
        loop {
            let entry = self.open.pop()?;
            let cell = entry.cell();
            let index = size.index(cell).expect("open cells are on the map");
            if self.is_newest(&entry, index) {
                self.close(index);
                return Some((index, cell));
            }
        }
    }

    /// Returns the priority of the best open cell; outdated entries are dropped.
    #[inline]
    pub fn least_priority(&mut self, size: GridSize) -> Option<u64> {
        loop {
            let entry = *self.open.peek()?;
            let index = size.index(entry.cell()).expect("open cells are on the map");
            if self.is_newest(&entry, index) {
                return Some(entry.priority);
            }
            self.open.pop();
        }
    }

    /// Returns the best open cell, after [`least_priority`](Self::least_priority) was called.
    pub(super) fn peek(&mut self, size: GridSize) -> Option<(CellIndex, Cell)> {
        let cell = self.open.peek()?.cell();
        Some((size.index(cell)?, cell))
    }

    /// Returns `true` if the best entry of the open list is not outdated.
    #[inline]
    fn is_newest(&self, entry: &OpenEntry, index: CellIndex) -> bool {
        if self.ages {
            self.number(index) == entry.age
        } else {
            self.place(index) == NodeState::Open
        }
    }

    /// Returns the cell, its parent, and so on to the root, which is its own parent.
    pub fn parents(&self, from: CellIndex) -> impl Iterator<Item = CellIndex> {
        let parent =
            |&index: &CellIndex| Some(self.known(index).parent).filter(|&parent| parent != index);
        std::iter::successors(Some(from), parent)
    }

    #[inline]
    fn stamp(&self) -> u32 {
        self.search << 1
    }

    #[inline]
    pub fn place(&self, cell: CellIndex) -> NodeState {
        self.look(cell).0
    }

    /// Returns the cost and the parent of a cell that is not unseen.
    #[inline]
    pub fn known(&self, cell: CellIndex) -> Known {
        self.look(cell).1
    }

    /// Returns the state of a cell, its cost and its parent; the last two have no meaning if it is
    /// unseen.
    #[inline]
    pub fn look(&self, cell: CellIndex) -> (NodeState, Known) {
        let [g, word] = self.cells[cell.get()];
        #[expect(clippy::cast_possible_truncation, reason = "two halves of one word")]
        let (parent, mark) = (CellIndex((word >> 32) as u32), word as u32);
        let place = match mark ^ self.stamp() {
            OPEN => NodeState::Open,
            CLOSED => NodeState::Closed,
            _ => NodeState::Unseen,
        };
        (place, Known { g: Cost(g), parent })
    }

    /// Marks a cell as open, with its cost and parent.
    #[inline]
    pub fn open_cell(&mut self, cell: CellIndex, known: Known) {
        self.cells[cell.get()] = [
            known.g.0,
            u64::from(known.parent.0) << 32 | u64::from(self.stamp() | OPEN),
        ];
    }

    #[inline]
    pub fn close(&mut self, cell: CellIndex) {
        self.cells[cell.get()][1] |= u64::from(CLOSED);
    }

    /// Returns the number that this search has written for a cell.
    #[inline]
    pub fn number(&self, cell: CellIndex) -> u32 {
        self.numbers[cell.get()]
    }

    #[inline]
    pub fn set_number(&mut self, cell: CellIndex, number: u32) {
        self.numbers[cell.get()] = number;
    }

    /// Opens a cell that is new, or to which a better path is known.
    #[inline]
    pub fn push(&mut self, index: CellIndex, cell: Cell, priority: u64, h: Cost, known: Known) {
        let age = self.open.push(priority, known.g, h, cell);
        if self.ages {
            self.set_number(index, age);
        }
        self.open_cell(index, known);
    }
}
