//! What is known of each jump point, by its number.

use std::ops::{Index, IndexMut};

use crate::Cell;
use crate::map::Heading;

/// What is known of a jump point, and how a search stands there: one line of the cache.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(super) struct Node {
    pub cell: Cell,
    /// By the direction of arrival, where its list begins, twice, and whether nothing but dead ends follows; 0 if there is
    /// none.
    pub lists: [u32; 8],
    // All from here on has a meaning for the search of that number only.
    pub search: u32,
    pub parent: u32,
    pub h: u32,
    pub arrival: u8,
    pub is_open: bool,
    pub g: u64,
}

impl Node {
    const NEW: Self =
        Self { cell: Cell::new(0, 0), lists: [0; 8], search: 0, parent: 0, h: 0, arrival: 0, is_open: false, g: 0 };

    /// Makes it one that this search has not reached, so far from the goal. One that is not to be reached counts as
    /// reached at no cost.
    #[inline]
    pub const fn begin(&mut self, search: u32, h: u32) {
        (self.search, self.h, self.g, self.is_open) = (search, h, if h == 0 { 0 } else { u64::MAX }, false);
    }

    /// Where the list of a direction of arrival begins, 0 if there is none, and whether nothing but dead ends follows.
    #[inline]
    pub const fn list(&self, arrival: Heading) -> (usize, bool) {
        let list = self.lists[arrival];
        ((list & !DEAD_END) as usize, list & DEAD_END != 0)
    }

    /// Puts it on the open list.
    #[expect(clippy::cast_possible_truncation, reason = "there are eight directions")]
    #[inline]
    pub const fn open(&mut self, g: u64, parent: u32, arrival: Heading) {
        (self.g, self.parent, self.arrival, self.is_open) = (g, parent, arrival as u8, true);
    }
}

/// Of where a list begins: nothing but dead ends follows.
pub(super) const DEAD_END: u32 = 1 << 31;

/// The node before the start and before the goal.
pub(super) const NONE: u32 = u32::MAX;

/// The jump points of a graph, in pieces: none of them ever moves, since to copy them all would take milliseconds, in the
/// middle of some search.
#[derive(Clone, Debug, Default)]
pub(super) struct Nodes {
    pieces: Vec<Piece>,
    len: usize,
}

type Piece = Box<[Node; PIECE]>;

/// Few enough for a graph of few jump points, and so many that where they lie is in the cache.
const PIECE: usize = 256;

impl Nodes {
    pub const fn len(&self) -> usize {
        self.len
    }

    pub fn bytes(&self) -> usize {
        self.pieces.len() * size_of::<[Node; PIECE]>() + self.pieces.capacity() * size_of::<Piece>()
    }

    /// Forgets all and keeps the memory.
    pub const fn clear(&mut self) {
        self.len = 0;
    }

    /// A jump point that no search has come to yet.
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
        // Not first on the stack, from where it would be copied.
        self.pieces.push(vec![Node::NEW; PIECE].try_into().expect("as many as a piece has"));
    }

    pub fn iter(&self) -> impl Iterator<Item = &Node> {
        self.pieces.iter().flat_map(|piece| &**piece).take(self.len)
    }

    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut Node> {
        self.pieces.iter_mut().flat_map(|piece| &mut **piece).take(self.len)
    }
}

impl Index<u32> for Nodes {
    type Output = Node;

    #[inline]
    fn index(&self, number: u32) -> &Node {
        &self.pieces[number as usize / PIECE][number as usize % PIECE]
    }
}

impl IndexMut<u32> for Nodes {
    #[inline]
    fn index_mut(&mut self, number: u32) -> &mut Node {
        &mut self.pieces[number as usize / PIECE][number as usize % PIECE]
    }
}

#[cfg(test)]
mod tests {
    use super::Nodes;
    use crate::Cell;

    /// They lay one behind the other, and were copied all at once when there was no room for one more.
    #[test]
    fn no_jump_point_moves_when_others_come_in() {
        let (mut nodes, mut places) = (Nodes::default(), Vec::new());
        for x in 0..3000 {
            nodes.push(Cell::new(x, 0));
            places.push(std::ptr::from_ref(&nodes[u32::try_from(x).unwrap()]));
        }
        assert!(nodes.iter().map(std::ptr::from_ref).eq(places.iter().copied()));
        assert!(nodes.iter().map(|node| node.cell.x).eq(0..3000));
        nodes.clear();
        nodes.push(Cell::new(7, 0));
        assert_eq!((nodes.len(), nodes.iter().count(), nodes[0].cell.x), (1, 1, 7));
        assert_eq!(std::ptr::from_ref(&nodes[0]), places[0]);
    }
}
