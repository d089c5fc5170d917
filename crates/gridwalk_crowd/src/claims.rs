//! Claims of agents on cells.

use super::ground::Layout;

/// The absence of an agent.
pub(crate) const NONE: u32 = u32::MAX;

/// Claims on one cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Spot {
    /// The agent that stands there or enters, as the tick began.
    pub head: u32,
    /// The agent that has the cell after the steps decided so far.
    pub next: u32,
    /// The agent that leaves by a step that began in an earlier tick.
    pub tail: u32,
}

impl Spot {
    pub const FREE: Self = Self { head: NONE, next: NONE, tail: NONE };
}

/// Claims on all cells.
#[derive(Clone, Debug)]
pub(crate) struct Claims {
    layout: Layout,
    spots: Vec<Spot>,
}

impl Claims {
    pub fn new(layout: Layout) -> Self {
        Self { layout, spots: vec![Spot::FREE; layout.len()] }
    }

    #[inline]
    pub fn spot(&self, place: u32) -> Spot {
        self.spots[place as usize]
    }

    /// Returns the agent that holds a cell that an agent of this size would cover, if any does.
    pub fn holder(&self, place: u32, size: u8) -> Option<u32> {
        let held = self.layout.footprint(place, size).map(|place| self.spot(place));
        held.flat_map(|spot| [spot.head, spot.next, spot.tail]).find(|agent| *agent != NONE)
    }

    pub fn set_heads(&mut self, place: u32, size: u8, agent: u32) {
        for place in self.layout.footprint(place, size) {
            self.spots[place as usize].head = agent;
        }
    }

    pub fn set_next(&mut self, place: u32, size: u8, agent: u32) {
        if size == 1 {
            self.spots[place as usize].next = agent;
            return;
        }
        for place in self.layout.footprint(place, size) {
            self.spots[place as usize].next = agent;
        }
    }

    pub fn set_tails(&mut self, place: u32, size: u8, agent: u32) {
        for place in self.layout.footprint(place, size) {
            self.spots[place as usize].tail = agent;
        }
    }

    /// Drops the claims of an agent for the time after this tick.
    pub fn drop_next(&mut self, place: u32, size: u8, agent: u32) {
        for place in self.layout.footprint(place, size) {
            let next = &mut self.spots[place as usize].next;
            if *next == agent {
                *next = NONE;
            }
        }
    }

    /// Drops the claims of an agent on cells where it stood.
    pub fn drop_heads(&mut self, place: u32, size: u8, agent: u32) {
        for place in self.layout.footprint(place, size) {
            let head = &mut self.spots[place as usize].head;
            if *head == agent {
                *head = NONE;
            }
        }
    }

    /// Drops the claims of an agent on cells that it leaves.
    pub fn drop_tails(&mut self, place: u32, size: u8, agent: u32) {
        for place in self.layout.footprint(place, size) {
            let tail = &mut self.spots[place as usize].tail;
            if *tail == agent {
                *tail = NONE;
            }
        }
    }

    /// Drops all claims of an agent around a step.
    pub fn drop_all(&mut self, [from, to]: [u32; 2], size: u8, agent: u32) {
        for place in [from, to] {
            self.drop_heads(place, size, agent);
            self.drop_next(place, size, agent);
            self.drop_tails(place, size, agent);
        }
    }
}
