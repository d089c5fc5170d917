//! The jump points of a graph by number, and their numbers by cell.

use std::ops::{Index, IndexMut};

use crate::map::Heading;
use crate::{Cell, Grid};

/// A jump point with its lists, and its state in a search: one cache line.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(super) struct JumpNode {
    pub cell: Cell,
    /// The position of the list for each direction of arrival, with [`DEAD_END`]; 0 without a list.
    pub lists: [u32; 8],
    // The fields from here on are valid only for the search of this number.
    pub search: u32,
    pub parent: u32,
    pub h: u32,
    pub arrival: u8,
    pub is_open: bool,
    pub g: u64,
}

impl JumpNode {
    const NEW: Self = Self {
        cell: Cell::new(0, 0),
        lists: [0; 8],
        search: 0,
        parent: 0,
        h: 0,
        arrival: 0,
        is_open: false,
        g: 0,
    };

    /// Resets the node for a search that has not reached it, with the estimate `h`.
    ///
    /// A node with estimate 0 must not be reached, and counts as reached at no cost.
    #[inline]
    pub const fn begin(&mut self, search: u32, h: u32) {
        (self.search, self.h, self.g, self.is_open) =
            (search, h, if h == 0 { 0 } else { u64::MAX }, false);
    }

    /// Returns the position of the list for a direction of arrival, 0 without one, and its dead-end
    /// mark.
    #[inline]
    pub const fn list(&self, arrival: Heading) -> (usize, bool) {
        let list = self.lists[arrival];
        ((list & !DEAD_END) as usize, list & DEAD_END != 0)
    }

    /// Sets the position of the list for a direction of arrival, without a dead-end mark.
    #[inline]
    pub fn set_list(&mut self, arrival: Heading, place: usize) {
        self.lists[arrival] = narrow(place);
    }

    /// Sets another position of the list for a direction of arrival.
    pub fn move_list(&mut self, arrival: Heading, place: usize) {
        self.lists[arrival] = narrow(place) | self.lists[arrival] & DEAD_END;
    }

    /// Marks the node as open, with a new path to it.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "there are eight directions"
    )]
    #[inline]
    pub const fn open(&mut self, g: u64, parent: u32, arrival: Heading) {
        (self.g, self.parent, self.arrival, self.is_open) = (g, parent, arrival as u8, true);
    }
}

/// A mark in [`JumpNode::lists`]: nothing but dead ends follows.
pub(super) const DEAD_END: u32 = 1 << 31;

/// Returns a number of a jump point or the place of a list in 31 bits.
pub(super) fn narrow(number: usize) -> u32 {
    let number = u32::try_from(number)
        .ok()
        .filter(|number| *number < DEAD_END);
    number.expect("jump points and lists are counted in 31 bits")
}

/// In place of a node: none, as before the start.
pub(super) const NONE: u32 = u32::MAX;

/// The jump points of a graph, in pieces that never move.
///
/// To copy all of them would take milliseconds, in the middle of some search.
#[derive(Clone, Debug, Default)]
pub(super) struct JumpNodes {
    pieces: Vec<NodePiece>,
    len: usize,
}

type NodePiece = Box<[JumpNode; PIECE]>;

/// Number of nodes in a piece.
///
/// Few enough for a small graph, and enough for the list of pieces to stay in the cache.
const PIECE: usize = 256;

impl JumpNodes {
    pub const fn len(&self) -> usize {
        self.len
    }

    pub fn bytes(&self) -> usize {
        self.pieces.len() * size_of::<[JumpNode; PIECE]>()
            + self.pieces.capacity() * size_of::<NodePiece>()
    }

    /// Removes all jump points and keeps the memory.
    pub const fn clear(&mut self) {
        self.len = 0;
    }

    /// Appends a jump point that no search has reached.
    #[inline]
    pub fn push(&mut self, cell: Cell) {
        let last = self.len;
        self.len += 1;
        if last == self.pieces.len() * PIECE {
            self.grow();
        }
        let node = &mut self.pieces[last / PIECE][last % PIECE];
        (node.cell, node.lists, node.search) = (cell, [0; 8], 0);
    }

    #[cold]
    fn grow(&mut self) {
        // Not built on the stack, from where it would be copied.
        self.pieces.push(
            vec![JumpNode::NEW; PIECE]
                .try_into()
                .expect("as many as a piece has"),
        );
    }

    #[cfg(test)]
    pub fn iter(&self) -> impl Iterator<Item = &JumpNode> {
        self.pieces.iter().flat_map(|piece| &**piece).take(self.len)
    }
}

impl Index<u32> for JumpNodes {
    type Output = JumpNode;

    #[inline]
    fn index(&self, number: u32) -> &JumpNode {
        &self.pieces[number as usize / PIECE][number as usize % PIECE]
    }
}

impl IndexMut<u32> for JumpNodes {
    #[inline]
    fn index_mut(&mut self, number: u32) -> &mut JumpNode {
        &mut self.pieces[number as usize / PIECE][number as usize % PIECE]
    }
}

/// A hash table from cells to numbers, with open addressing and linear probing.
///
/// At least half of it is empty, so that most cells lie in the first slot probed. In a search
/// without lists, the lookup is most of the time that finding a jump point takes.
///
/// A table that is half full is replaced by a larger one, which takes over the entries in small
/// parts: to move all of them in one call would take milliseconds, in the middle of some search. So
/// would clearing a large table, which begins before it is needed, and releasing its memory.
///
/// # Complexity
/// O(1) for each cell; 16 to 48 bytes a cell, up to 80 for the first thousands.
#[derive(Clone, Debug, Default)]
pub(super) struct Ids {
    table: Table,
    /// The previous table, whose slots before `moved` have been moved.
    old: Table,
    moved: usize,
    /// Slots of tables that are no longer used, as far as they are not released.
    unused: Vec<Vec<u64>>,
    /// Slots of the next table, as far as they are cleared.
    next: Vec<u64>,
    /// Number of cells from which on large memory is cleared or released with each new cell.
    tidy_at: usize,
    len: usize,
}

#[derive(Clone, Debug, Default)]
struct Table {
    /// The cell in the upper half of a slot, its number in the lower; 0 for an empty slot.
    slots: Vec<u64>,
    /// Number of low bits of a hash that are dropped.
    shift: u32,
}

/// The minimum number of slots: enough for most searches on small maps.
const LEAST: usize = 256;

/// Number of slots below which a table grows fourfold, otherwise twofold.
///
/// Searches with few jump points find them faster in a sparser table.
const MANY: usize = 1 << 16;

/// Number of slots moved with each lookup of a cell that the new table does not have.
///
/// The old table is then empty long before the new one is half full.
const MOVED: usize = 16;

/// The part of a table that is filled when clearing the next one begins, and the number of slots
/// cleared with each new cell.
///
/// The table is half full when all slots of the next one are cleared. Below `MANY` slots all are
/// cleared in one call, since memory for a table that is not needed would weigh more.
const FILLED: [usize; 2] = [3, 8];
const CLEARED: usize = 16;

/// Number of slots released at a time, and the number of new cells from one time to the next.
///
/// A call of a thousand expansions then releases about a megabyte, in a tenth of a millisecond. All
/// are released long before clearing begins.
const RELEASED: usize = 1 << 12;
const BETWEEN: usize = 32;

impl Ids {
    pub fn bytes(&self) -> usize {
        let slots = [&self.table.slots, &self.old.slots, &self.next];
        let slots = slots.into_iter().chain(&self.unused).map(Vec::capacity);
        slots.sum::<usize>() * size_of::<u64>()
    }

    /// Removes all cells. Small memory is kept, large memory is released with later cells.
    pub fn clear(&mut self) {
        let old = std::mem::take(&mut self.old).slots;
        let next = std::mem::take(&mut self.next);
        self.unused.extend([old, next]);
        if self.table.slots.len() > MANY {
            self.unused.push(std::mem::take(&mut self.table).slots);
        }
        self.unused.retain(|slots| slots.capacity() > 0);
        self.table.slots.fill(0);
        (self.moved, self.len, self.tidy_at) = (0, 0, 0);
    }

    /// Returns the number of a cell, which becomes `number` if the cell has none.
    #[inline]
    pub fn get_or_insert(&mut self, cell: Cell, number: u32) -> u32 {
        let cell = key(cell);
        if self.len >= self.table.slots.len() / 2 {
            self.grow();
        }
        let mut at = self.table.find(cell);
        if self.table.slots[at] == 0 && !self.old.slots.is_empty() {
            let known = self.move_some(cell);
            if known != 0 {
                return number_of(known);
            }
            // A moved entry may have taken the slot.
            at = self.table.find(cell);
        }
        let slot = &mut self.table.slots[at];
        let number = if *slot == 0 { number } else { number_of(*slot) };
        if *slot == 0 {
            *slot = cell | u64::from(number);
            self.len += 1;
            if self.len >= self.tidy_at {
                self.tidy();
            }
        }
        number
    }

    /// Returns the number of slots of the next table.
    fn next_len(&self) -> usize {
        let slots = self.table.slots.len();
        if slots < MANY { slots * 4 } else { slots * 2 }.max(LEAST)
    }

    /// Returns the number of cells from which on the next table is cleared.
    const fn clear_at(&self) -> usize {
        let [part, of] = FILLED;
        match self.table.slots.len() {
            ..MANY => usize::MAX,
            slots => slots * part / of,
        }
    }

    /// Releases a part of an unused table, and clears a part of the next one.
    #[cold]
    fn tidy(&mut self) {
        if let Some(slots) = self.unused.last_mut() {
            if self.len.is_multiple_of(BETWEEN) {
                slots.truncate(slots.len().saturating_sub(RELEASED));
                slots.shrink_to_fit();
                self.unused.pop_if(|slots| slots.is_empty());
            }
        } else {
            self.tidy_at = self.clear_at();
        }
        if self.len < self.clear_at() {
            return;
        }
        let all = self.next_len();
        if self.next.is_empty() {
            self.next.reserve_exact(all);
        }
        self.next.resize(all.min(self.next.len() + CLEARED), 0);
    }

    #[cold]
    fn grow(&mut self) {
        let mut slots = std::mem::take(&mut self.next);
        debug_assert!(
            slots.len() == self.next_len() || self.table.slots.len() < MANY,
            "a large table is cleared in advance"
        );
        slots.resize(self.next_len(), 0);
        (self.old, self.moved) = (std::mem::replace(&mut self.table, Table::of(slots)), 0);
        self.tidy_at = if self.unused.is_empty() {
            self.clear_at()
        } else {
            0
        };
    }

    /// Moves some entries of the old table, and returns its entry of a cell, 0 if there is none.
    #[cold]
    fn move_some(&mut self, cell: u64) -> u64 {
        let known = self.old.slots[self.old.find(cell)];
        let end = self.old.slots.len().min(self.moved + MOVED);
        for slot in self.old.slots[self.moved..end]
            .iter()
            .copied()
            .filter(|slot| *slot != 0)
        {
            let at = self.table.find(slot);
            self.table.slots[at] = slot;
        }
        self.moved = end;
        if end == self.old.slots.len() {
            let slots = std::mem::take(&mut self.old).slots;
            if slots.len() >= MANY {
                self.unused.push(slots);
                self.tidy_at = 0;
            }
        }
        known
    }
}

impl Table {
    fn of(slots: Vec<u64>) -> Self {
        Self {
            shift: 64 - slots.len().ilog2(),
            slots,
        }
    }

    /// Returns the slot of a cell, or an empty one for it. The table must have slots.
    ///
    /// The cell is given by its key or its entry.
    #[inline]
    fn find(&self, cell: u64) -> usize {
        let cell = cell >> 32;
        let last = self.slots.len() - 1;
        // Neighbouring cells get distant slots; the upper bits of the hash are the best.
        let mut at =
            usize::try_from((cell << 32).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> self.shift)
                .unwrap_or(0);
        while self.slots[at & last] != 0 && self.slots[at & last] >> 32 != cell {
            at += 1;
        }
        at & last
    }
}

const _: () = assert!(
    Grid::MAX_SIDE < u16::MAX as u32,
    "a column and a row have a quarter each"
);

/// Returns the key of a cell: row and column in the upper half, never 0.
#[inline]
const fn key(cell: Cell) -> u64 {
    (cell.y.cast_unsigned() as u64 + 1) << 48 | (cell.x.cast_unsigned() as u64) << 32
}

#[expect(clippy::cast_possible_truncation, reason = "the lower half")]
const fn number_of(slot: u64) -> u32 {
    slot as u32
}

#[cfg(test)]
mod tests {
    use super::JumpNodes;
    use super::{Ids, MOVED, RELEASED};
    use crate::Cell;
    use std::collections::HashMap;

    /// Nodes once lay in a single vector, and all were copied when it was full.
    #[test]
    fn no_jump_point_moves_when_others_come_in() {
        let (mut nodes, mut places) = (JumpNodes::default(), Vec::new());
        for x in 0..3000 {
            nodes.push(Cell::new(x, 0));
            places.push(std::ptr::from_ref(&nodes[u32::try_from(x).unwrap()]));
        }
        assert!(
            nodes
                .iter()
                .map(std::ptr::from_ref)
                .eq(places.iter().copied())
        );
        assert!(nodes.iter().map(|node| node.cell.x).eq(0..3000));
        nodes.clear();
        nodes.push(Cell::new(7, 0));
        assert_eq!(
            (nodes.len(), nodes.iter().count(), nodes[0].cell.x),
            (1, 1, 7)
        );
        assert_eq!(std::ptr::from_ref(&nodes[0]), places[0]);
    }

    #[test]
    fn each_cell_has_the_number_that_it_got_first() {
        let (mut ids, mut known, mut random) = (Ids::default(), HashMap::new(), 1_u64);
        for number in 0..20_000 {
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            // Cells of a map, some far apart, some beside each other.
            let side: u64 = if number % 2 == 0 { 8192 } else { 128 };
            let part = |shift| i32::try_from((random >> shift) % side).unwrap();
            let cell = Cell::new(part(32), part(48));
            let expected = *known.entry(cell).or_insert(number);
            let (slots, moved) = (ids.table.slots.len(), ids.moved);
            assert_eq!(ids.get_or_insert(cell, number), expected);
            let grew = ids.table.slots.len() > slots;
            assert!(
                ids.moved <= if grew { MOVED } else { moved + MOVED },
                "all moved at once"
            );
            assert!(!grew || ids.old.slots.is_empty() || ids.old.slots.len() == slots);
        }
        ids.clear();
        let first = Cell::new(7, 0);
        assert_eq!(ids.get_or_insert(first, 1), 1);
        assert!(
            known.iter().all(|(cell, number)| *cell == first
                || ids.get_or_insert(*cell, number + 1) == number + 1)
        );
    }

    /// A large table was once released in one call, which took milliseconds.
    #[test]
    fn large_tables_are_released_in_parts() {
        let unused = |ids: &Ids| ids.unused.iter().map(Vec::capacity).sum::<usize>();
        let mut ids = Ids::default();
        for round in 0..3 {
            let mut most = 0;
            for number in 0..70_000 {
                let before = unused(&ids);
                ids.get_or_insert(
                    Cell::new(number % 256, number / 256),
                    number.cast_unsigned(),
                );
                assert!(before <= unused(&ids) + RELEASED);
                most = unused(&ids).max(most);
            }
            assert!(most > RELEASED && ids.unused.is_empty(), "round {round}");
            let slots = ids.table.slots.len();
            ids.clear();
            assert!(
                unused(&ids) >= slots,
                "a large table is neither filled nor released"
            );
        }
    }
}
