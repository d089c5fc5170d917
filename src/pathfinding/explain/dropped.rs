//! Cells that leave the open list without being expanded, and those that are put off to the next pass.

use super::{Phrase, Teller};
use crate::pathfinding::{Algorithm, Cell, Cost, SearchEvent, Side};

/// Why cells are dropped from the open list.
#[derive(Clone, Copy)]
enum Why {
    /// Nothing cheaper than the way at hand leads through them.
    Useless,
    /// Their ways turned out to be dearer than is allowed.
    TooDear,
    /// The trace is from elsewhere.
    Unknown,
}

impl Teller<'_> {
    const fn why_dropped(&self) -> Why {
        match self.algorithm {
            None => Why::Unknown,
            Some(Algorithm::LazyTheta) => Why::TooDear,
            Some(_) => Why::Useless,
        }
    }

    /// One cell was dropped.
    pub fn dropped(&self, cell: Cell, side: Side) -> String {
        let phrase = match self.why_dropped() {
            Why::Useless => Phrase::DroppedUseless,
            Why::TooDear => Phrase::DroppedTooDear,
            Why::Unknown => Phrase::Dropped,
        };
        self.on_side(side, self.say(phrase, &[("cell", &cell)]))
    }

    /// One cell was put off.
    pub fn put_off(&self, cell: Cell, f: Cost) -> String {
        self.say(Phrase::PutOff, &[("cell", &cell), ("f", &self.cost(f))])
    }

    /// Everything that was dropped and put off by these events, in at most two sentences.
    pub fn all_dropped(&self, events: &[SearchEvent]) -> Vec<String> {
        let dropped = events.iter().filter_map(|event| match *event {
            SearchEvent::Pruned { cell, side } => Some((cell, side)),
            _ => None,
        });
        let put_off = events.iter().filter_map(|event| match *event {
            SearchEvent::Deferred { cell, .. } => Some(cell),
            _ => None,
        });
        let many = |phrase, count: usize| self.say(phrase, &[("count", &self.language.count(count))]);
        let mut sentences = Vec::new();
        match *dropped.collect::<Vec<_>>() {
            [] => {}
            [(cell, side)] => sentences.push(self.dropped(cell, side)),
            ref cells => {
                let phrase = match self.why_dropped() {
                    Why::Useless => Phrase::ManyDroppedUseless,
                    Why::TooDear => Phrase::ManyDroppedTooDear,
                    Why::Unknown => Phrase::ManyDropped,
                };
                sentences.push(many(phrase, cells.len()));
            }
        }
        match *put_off.collect::<Vec<_>>() {
            [] => {}
            [cell] => sentences.push(self.say(Phrase::OnePutOff, &[("cell", &cell)])),
            ref cells => sentences.push(many(Phrase::ManyPutOff, cells.len())),
        }
        sentences
    }

    /// What is known of a cell that was dropped.
    pub fn cell_dropped(&self) -> String {
        let phrase = match self.why_dropped() {
            Why::Useless => Phrase::CellDroppedUseless,
            Why::TooDear => Phrase::CellDroppedTooDear,
            Why::Unknown => Phrase::CellDropped,
        };
        self.say(phrase, &[])
    }
}
