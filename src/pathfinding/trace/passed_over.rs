//! Open cells that leave the open list without being expanded, and without anybody being told: a search
//! from both ends closes those that the other side makes needless, and IDA* turns away those that can no
//! longer lead to a cheaper way than the one it has found.
//!
//! They betray themselves: once a side expands a cell, every cell that stood before it in the side's open
//! list must have left the list since the side's last event.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use super::history::History;
use super::packed::Kind;
use super::pop_order::PopKey;
use super::recorder::Trace;
use super::{PopOrder, Side};

/// The open lists of both sides, while a history is written.
#[derive(Default)]
pub(super) struct Waiting {
    lists: [BinaryHeap<Reverse<(PopKey, u32)>>; 2],
    /// The opening that counts, per side and cell: earlier ones are outdated.
    newest: [HashMap<usize, u32>; 2],
    /// The cell of each opening.
    cells: HashMap<u32, usize>,
    /// The last event of each side.
    pub last: [u32; 2],
}

impl Waiting {
    /// `None` where nothing is passed over in silence, or the order is not known.
    pub fn for_trace(trace: &Trace, history: &History) -> Option<Self> {
        let both = history.has(Side::Forward) && history.has(Side::Backward);
        let passes_over = match trace.options.order {
            PopOrder::Best(..) => both,
            PopOrder::Newest => trace.events.iter().any(|event| event.kind() == Kind::Restarted),
            PopOrder::Keys(_) | PopOrder::Oldest => false,
        };
        passes_over.then(Self::default)
    }

    /// A new pass has new cells.
    pub fn restart(&mut self) {
        *self = Self { last: self.last, ..Self::default() };
    }

    pub fn open(&mut self, side: usize, cell: usize, (key, opening): (PopKey, u32)) {
        self.lists[side].push(Reverse((key, opening)));
        self.newest[side].insert(cell, opening);
        self.cells.insert(opening, cell);
    }

    /// Takes the cells before the expanded one from the list, and writes down from when on they are known
    /// to be passed over.
    pub fn expand(&mut self, side: usize, expanded: u32, passed_over: &mut HashMap<u32, u32>) {
        // An opening that is not in the list was passed over before; it tells nothing of the others.
        let waits = self.cells.contains_key(&expanded) && !passed_over.contains_key(&expanded);
        while waits && let Some(Reverse((_, opening))) = self.lists[side].pop() {
            if opening == expanded {
                break;
            }
            let is_newest = self.cells.get(&opening).is_some_and(|cell| self.newest[side].get(cell) == Some(&opening));
            if is_newest {
                passed_over.insert(opening, self.last[side] + 1);
            }
        }
    }
}
