//! Claims of agents on cells.

use super::ground::{Layout, directions};

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

/// Head and next of a [`Spot`], the part that most reads need.
#[derive(Clone, Copy, Debug)]
struct SpotEnds {
    head: u32,
    next: u32,
}

/// Claims on all cells.
#[derive(Clone, Debug)]
pub(crate) struct Claims {
    layout: Layout,
    spots: Vec<SpotEnds>,
    /// Tail of each spot; empty as long as no step has taken more than one tick.
    tails: Vec<u32>,
}

impl Claims {
    pub fn new(layout: Layout) -> Self {
        Self {
            layout,
            spots: vec![
                SpotEnds {
                    head: NONE,
                    next: NONE
                };
                layout.len()
            ],
            tails: Vec::new(),
        }
    }

    #[inline]
    pub fn spot(&self, place: u32) -> Spot {
        let SpotEnds { head, next } = self.spots[place as usize];
        Spot {
            head,
            next,
            tail: self.tails.get(place as usize).copied().unwrap_or(NONE),
        }
    }

    /// Directions of the steps of an agent onto places where another agent stands, or that any
    /// agent has claimed for the time after this tick, as bits. Of steps that are not `legal` some
    /// are left out.
    #[inline]
    pub fn taken_around(&self, place: u32, size: u8, agent: u32, legal: u8) -> u8 {
        let is_taken =
            |spot: SpotEnds| spot.next != NONE || (spot.head != NONE && spot.head != agent);
        if size == 1 {
            let around = self.layout.around(&self.spots, place);
            return around
                .iter()
                .rev()
                .fold(0, |taken, spot| taken << 1 | u8::from(is_taken(*spot)));
        }
        let is_held = |place: u32| {
            self.layout
                .footprint(place, size)
                .any(|place| is_taken(self.spots[place as usize]))
        };
        let taken =
            directions(legal).filter(|direction| is_held(self.layout.step(place, *direction)));
        taken.fold(0, |taken, direction| taken | 1 << direction)
    }

    /// Returns the agent that holds a cell that an agent of this size would cover, if any does.
    pub fn holder(&self, place: u32, size: u8) -> Option<u32> {
        let held = self
            .layout
            .footprint(place, size)
            .map(|place| self.spot(place));
        held.flat_map(|spot| [spot.head, spot.next, spot.tail])
            .find(|agent| *agent != NONE)
    }

    pub fn set_heads(&mut self, place: u32, size: u8, agent: u32) {
        self.change(place, size, |spot| spot.head = agent);
    }

    pub fn set_next(&mut self, place: u32, size: u8, agent: u32) {
        self.change(place, size, |spot| spot.next = agent);
    }

    #[inline]
    fn change(&mut self, place: u32, size: u8, change: impl Fn(&mut SpotEnds)) {
        // Almost all agents have size 1.
        if size == 1 {
            return change(&mut self.spots[place as usize]);
        }
        for place in self.layout.footprint(place, size) {
            change(&mut self.spots[place as usize]);
        }
    }

    pub fn set_tails(&mut self, place: u32, size: u8, agent: u32) {
        self.tails.resize(self.spots.len(), NONE);
        for place in self.layout.footprint(place, size) {
            self.tails[place as usize] = agent;
        }
    }

    /// Drops the claims of an agent for the time after this tick.
    pub fn drop_next(&mut self, place: u32, size: u8, agent: u32) {
        self.change(place, size, |spot| {
            spot.next = if spot.next == agent { NONE } else { spot.next }
        });
    }

    /// Drops the claims of an agent on cells where it stood.
    pub fn drop_heads(&mut self, place: u32, size: u8, agent: u32) {
        self.change(place, size, |spot| {
            spot.head = if spot.head == agent { NONE } else { spot.head }
        });
    }

    /// Drops the claims of an agent on cells that it leaves.
    pub fn drop_tails(&mut self, place: u32, size: u8, agent: u32) {
        if self.tails.is_empty() {
            return;
        }
        for place in self.layout.footprint(place, size) {
            let tail = &mut self.tails[place as usize];
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
