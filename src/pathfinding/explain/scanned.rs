//! What a sorted open list would have cost: the positions that its insertions look at.

use std::collections::HashMap;

use crate::pathfinding::{Cell, Cost, PopOrder, PriorityRule, SearchEvent, TieBreak, Trace};

/// The place of an entry; smaller stands farther in front. No two are equal.
type Place = (u64, u64, u32);

/// How many list positions were looked at after 0, 1, 2, … expansions, if the open list were a list kept sorted.
///
/// A new cell is compared with the entries from the front on, until the first that it goes before; each entry
/// looked at counts one. A cell that gets a shorter way is taken out and put in again. Each side has a list.
///
/// Empty if the trace has more than `most_events` events, or its search keeps no sorted list: depth-first, IDA*,
/// fringe search, and searches from elsewhere whose order is not known.
///
/// # Complexity
/// O(events × log n) comparisons, and as many moves of at most n entries, for n open cells.
#[must_use]
pub fn positions_scanned(trace: &Trace, most_events: usize) -> Vec<u64> {
    let order = trace.options.order;
    let priority = match order {
        PopOrder::Best(priority, _) => priority,
        PopOrder::Keys(_) => PriorityRule::Estimate,
        PopOrder::Newest | PopOrder::Passes | PopOrder::Oldest => return Vec::new(),
    };
    if trace.len() > most_events {
        return Vec::new();
    }
    let place = |g: Cost, h: Cost, depth: u32, event: u32| -> Place {
        let (tie, age) = match order {
            PopOrder::Keys(TieBreak::Oldest) => (g.0, event),
            PopOrder::Best(_, tie) => tie.key(g, h, event),
            _ => (g.0, u32::MAX - event),
        };
        (priority.of(g, h, depth.into()), tie, age)
    };
    let mut lists = [SortedList::default(), SortedList::default()];
    let (mut sums, mut scanned) = (Vec::new(), 0);
    for (number, event) in (0..).zip(trace.events()) {
        match event {
            SearchEvent::Generated { cell, parent, g, h, side }
            | SearchEvent::Relaxed { cell, parent, g, h, side, .. } => {
                let list = &mut lists[side as usize];
                let depth = if priority == PriorityRule::Depth { list.depth(cell, parent) } else { 0 };
                scanned += list.put(cell, place(g, h, depth, number), depth);
            }
            SearchEvent::Expanded { cell, side } => {
                sums.push(scanned);
                lists[side as usize].take(cell);
            }
            SearchEvent::Pruned { cell, side } => lists[side as usize].take(cell),
            SearchEvent::Restarted { .. } => lists = Default::default(),
            // No pass ends in a search that keeps a sorted list.
            SearchEvent::Deferred { .. } | SearchEvent::Ended { .. } => {}
        }
    }
    sums.push(scanned);
    sums
}

/// The open cells of one side.
#[derive(Default)]
struct SortedList {
    entries: Vec<Place>,
    /// Where each cell stands, and how many steps it is from the beginning.
    known: HashMap<Cell, (Place, u32)>,
}

impl SortedList {
    /// One step more than its parent.
    fn depth(&self, cell: Cell, parent: Cell) -> u32 {
        if cell == parent { 0 } else { self.known.get(&parent).map_or(0, |known| known.1) + 1 }
    }

    /// Puts a cell where it belongs and returns how many entries were looked at.
    fn put(&mut self, cell: Cell, place: Place, depth: u32) -> u64 {
        if let Some((old, _)) = self.known.insert(cell, (place, depth))
            && let Ok(at) = self.entries.binary_search(&old)
        {
            self.entries.remove(at);
        }
        let at = self.entries.partition_point(|entry| *entry < place);
        let looked_at = (at + 1).min(self.entries.len());
        self.entries.insert(at, place);
        looked_at as u64
    }

    /// Takes out a cell that is expanded or dropped.
    fn take(&mut self, cell: Cell) {
        let Some((place, _)) = self.known.get(&cell) else { return };
        if let Ok(at) = self.entries.binary_search(place) {
            self.entries.remove(at);
        }
    }
}
