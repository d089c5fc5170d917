//! One event in 24 bytes.

use super::{SearchEvent, Side};
use crate::pathfinding::{Cell, Cost, Grid};

/// An event as a trace keeps it: the same bytes on every platform.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PackedEvent {
    /// Kind, side and cell.
    head: u32,
    parent: u32,
    /// The bound of a new pass, and 1 at the end of a search that found a way.
    g: u64,
    h: u64,
}

/// What happened, without the details.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Generated,
    Relaxed,
    Reopened,
    Expanded,
    Restarted,
    Ended,
    Pruned,
    Deferred,
}

impl Kind {
    pub const ALL: [Self; 8] = [
        Self::Generated,
        Self::Relaxed,
        Self::Reopened,
        Self::Expanded,
        Self::Restarted,
        Self::Ended,
        Self::Pruned,
        Self::Deferred,
    ];

    /// Whether one cell changes.
    pub const fn is_about_a_cell(self) -> bool {
        !matches!(self, Self::Restarted | Self::Ended)
    }

    /// Whether the event gives a cell a new parent, g and h.
    pub const fn opens(self) -> bool {
        matches!(self, Self::Generated | Self::Relaxed | Self::Reopened)
    }

    /// Whether the event tells a cell's parent, g and h, and gives it a place in the open list.
    pub const fn places(self) -> bool {
        self.opens() || matches!(self, Self::Deferred)
    }
}

const KIND: u32 = 28;
const BACKWARD: u32 = 1 << 27;
/// A coordinate of the largest map takes this many bits.
const BITS: u32 = 13;
const COORDINATE: u32 = (1 << BITS) - 1;
const _: () = assert!(Grid::MAX_SIDE == 1 << BITS, "every cell of the largest map fits");

const fn pack_cell(cell: Cell) -> u32 {
    (cell.y.cast_unsigned() & COORDINATE) << BITS | (cell.x.cast_unsigned() & COORDINATE)
}

const fn unpack_cell(bits: u32) -> Cell {
    Cell::new((bits & COORDINATE).cast_signed(), (bits >> BITS & COORDINATE).cast_signed())
}

impl PackedEvent {
    /// The event's cells lie on a map, as those of every search do.
    pub fn pack(event: SearchEvent) -> Self {
        let opens = |kind, side, cell, parent, g: Cost, h: Cost| Self {
            parent: pack_cell(parent),
            g: g.0,
            h: h.0,
            ..Self::about(kind, side, cell)
        };
        match event {
            SearchEvent::Generated { cell, parent, g, h, side } => opens(Kind::Generated, side, cell, parent, g, h),
            SearchEvent::Relaxed { cell, parent, g, h, side, reopened } => {
                opens(if reopened { Kind::Reopened } else { Kind::Relaxed }, side, cell, parent, g, h)
            }
            SearchEvent::Deferred { cell, parent, g, h, side } => opens(Kind::Deferred, side, cell, parent, g, h),
            SearchEvent::Expanded { cell, side } => Self::about(Kind::Expanded, side, cell),
            SearchEvent::Pruned { cell, side } => Self::about(Kind::Pruned, side, cell),
            SearchEvent::Restarted { bound } => {
                Self { g: bound.0, ..Self::about(Kind::Restarted, Side::Forward, Cell::new(0, 0)) }
            }
            SearchEvent::Ended { found } => {
                Self { g: found.into(), ..Self::about(Kind::Ended, Side::Forward, Cell::new(0, 0)) }
            }
        }
    }

    fn about(kind: Kind, side: Side, cell: Cell) -> Self {
        debug_assert!(is_on_a_map(cell), "{cell} is on no map");
        let backward = if side == Side::Backward { BACKWARD } else { 0 };
        Self { head: (kind as u32) << KIND | backward | pack_cell(cell), parent: 0, g: 0, h: 0 }
    }

    pub fn unpack(self) -> SearchEvent {
        let (cell, parent, side) = (self.cell(), self.parent(), self.side());
        let (g, h) = (self.g(), self.h());
        match self.kind() {
            Kind::Generated => SearchEvent::Generated { cell, parent, g, h, side },
            Kind::Relaxed => SearchEvent::Relaxed { cell, parent, g, h, side, reopened: false },
            Kind::Reopened => SearchEvent::Relaxed { cell, parent, g, h, side, reopened: true },
            Kind::Expanded => SearchEvent::Expanded { cell, side },
            Kind::Pruned => SearchEvent::Pruned { cell, side },
            Kind::Deferred => SearchEvent::Deferred { cell, parent, g, h, side },
            Kind::Restarted => SearchEvent::Restarted { bound: g },
            Kind::Ended => SearchEvent::Ended { found: self.g != 0 },
        }
    }

    #[inline]
    pub const fn kind(self) -> Kind {
        Kind::ALL[(self.head >> KIND) as usize]
    }

    /// The cell that it is about; of no meaning for [`Kind::Restarted`] and [`Kind::Ended`].
    #[inline]
    pub const fn cell(self) -> Cell {
        unpack_cell(self.head)
    }

    #[inline]
    pub const fn side(self) -> Side {
        if self.head & BACKWARD == 0 { Side::Forward } else { Side::Backward }
    }

    pub const fn parent(self) -> Cell {
        unpack_cell(self.parent)
    }

    pub const fn g(self) -> Cost {
        Cost(self.g)
    }

    pub const fn h(self) -> Cost {
        Cost(self.h)
    }

    pub const fn f(self) -> Cost {
        self.g().saturating_add(self.h())
    }

    /// All that it holds.
    pub fn bytes(self) -> impl Iterator<Item = u8> {
        let [head, parent] = [self.head, self.parent].map(u32::to_le_bytes);
        let [g, h] = [self.g, self.h].map(u64::to_le_bytes);
        head.into_iter().chain(parent).chain(g).chain(h)
    }
}

/// Whether there can be a map that holds the cell.
pub(super) fn is_on_a_map(cell: Cell) -> bool {
    let fits = |coordinate: i32| u32::try_from(coordinate).is_ok_and(|coordinate| coordinate < Grid::MAX_SIDE);
    fits(cell.x) && fits(cell.y)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_event_comes_back_as_it_was() {
        assert_eq!(size_of::<PackedEvent>(), 24);
        let (cell, parent) = (Cell::new(8191, 8190), Cell::new(0, 8191));
        for side in [Side::Forward, Side::Backward] {
            let (g, h) = (Cost(u64::MAX), Cost(1 << 40));
            for event in [
                SearchEvent::Generated { cell, parent, g, h, side },
                SearchEvent::Relaxed { cell, parent, g, h, side, reopened: false },
                SearchEvent::Relaxed { cell, parent, g, h, side, reopened: true },
                SearchEvent::Deferred { cell, parent, g, h, side },
                SearchEvent::Expanded { cell, side },
                SearchEvent::Pruned { cell, side },
                SearchEvent::Restarted { bound: g },
                SearchEvent::Ended { found: true },
                SearchEvent::Ended { found: false },
            ] {
                assert_eq!(PackedEvent::pack(event).unpack(), event);
            }
        }
    }
}
