//! The jump points of a graph, by number.

use std::ops::{Index, IndexMut};

use crate::Cell;
use crate::map::Heading;

/// A jump point with its lists, and its state in a search: one cache line.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(super) struct Node {
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

impl Node {
    const NEW: Self =
        Self { cell: Cell::new(0, 0), lists: [0; 8], search: 0, parent: 0, h: 0, arrival: 0, is_open: false, g: 0 };

    /// Resets the node for a search that has not reached it, with the estimate `h`.
    ///
    /// A node with estimate 0 must not be reached, and counts as reached at no cost.
    #[inline]
    pub const fn begin(&mut self, search: u32, h: u32) {
        (self.search, self.h, self.g, self.is_open) = (search, h, if h == 0 { 0 } else { u64::MAX }, false);
    }

    /// Returns the position of the list for a direction of arrival, 0 without one, and its dead-end mark.
    #[inline]
    pub const fn list(&self, arrival: Heading) -> (usize, bool) {
        let list = self.lists[arrival];
        ((list & !DEAD_END) as usize, list & DEAD_END != 0)
    }

    /// Marks the node as open, with a new path to it.
    #[expect(clippy::cast_possible_truncation, reason = "there are eight directions")]
    #[inline]
    pub const fn open(&mut self, g: u64, parent: u32, arrival: Heading) {
        (self.g, self.parent, self.arrival, self.is_open) = (g, parent, arrival as u8, true);
    }
}

/// A mark in [`Node::lists`]: nothing but dead ends follows.
pub(super) const DEAD_END: u32 = 1 << 31;

/// In place of a node: none, as before the start.
pub(super) const NONE: u32 = u32::MAX;

/// The jump points of a graph, in pieces that never move.
///
/// To copy all of them would take milliseconds, in the middle of some search.
#[derive(Clone, Debug, Default)]
pub(super) struct Nodes {
    pieces: Vec<Piece>,
    len: usize,
}

type Piece = Box<[Node; PIECE]>;

/// Number of nodes in a piece.
///
/// Few enough for a small graph, and enough for the list of pieces to stay in the cache.
const PIECE: usize = 256;

impl Nodes {
    pub const fn len(&self) -> usize {
        self.len
    }

    pub fn bytes(&self) -> usize {
        self.pieces.len() * size_of::<[Node; PIECE]>() + self.pieces.capacity() * size_of::<Piece>()
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

    /// Nodes once lay in a single vector, and all were copied when it was full.
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
