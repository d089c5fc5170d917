//! Compact data of a trace: search events, packed into 24 bytes each, and sets of cells as bits.

use gridwalk_pathfinding::{Cell, Cost, Grid, IgnoreReason, SearchEvent, Side};

/// An event as a trace stores it: the same bytes on every platform.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PackedEvent {
    /// Kind, side and cell.
    head: u32,
    parent: u32,
    /// The g of the cell, or another number for kinds of events without g.
    ///
    /// That is the bound of a new pass, 1 at the end of a search that found a path, or the number
    /// of the reason why a neighbour was ignored.
    g: u64,
    h: u64,
}

/// Declares the kinds of events and the list of all of them.
macro_rules! event_kinds {
    ($($kind:ident),+) => {
        /// The kind of an event.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(super) enum EventKind { $($kind),+ }

        impl EventKind {
            pub const ALL: [Self; [$(stringify!($kind)),+].len()] = [$(Self::$kind),+];
        }
    };
}

event_kinds!(
    Generated, Relaxed, Reopened, Expanded, Restarted, Ended, Pruned, Deferred, Ignored, NextPass
);

impl EventKind {
    /// Returns `true` if events of this kind change one cell.
    pub const fn changes_a_cell(self) -> bool {
        !matches!(
            self,
            Self::Restarted | Self::Ended | Self::Ignored | Self::NextPass
        )
    }

    /// Returns `true` if events of this kind begin a new step.
    pub const fn begins_a_step(self) -> bool {
        matches!(
            self,
            Self::Expanded | Self::Restarted | Self::NextPass | Self::Ended
        )
    }

    /// Returns `true` if events of this kind give a cell a new parent, g and h.
    pub const fn sets_parent(self) -> bool {
        matches!(self, Self::Generated | Self::Relaxed | Self::Reopened)
    }

    /// Returns `true` if events of this kind hold parent, g and h, and give the cell a place in the
    /// open list.
    pub const fn queues_cell(self) -> bool {
        self.sets_parent() || matches!(self, Self::Deferred)
    }
}

const _: () = assert!(size_of::<PackedEvent>() == 24, "as the docs say");
const KIND_SHIFT: u32 = 28;
const BACKWARD: u32 = 1 << 27;
/// Number of bits for a coordinate of the largest map.
const COORDINATE_BITS: u32 = 13;
const COORDINATE_MASK: u32 = (1 << COORDINATE_BITS) - 1;
const _: () = assert!(
    Grid::MAX_SIDE == 1 << COORDINATE_BITS,
    "every cell of the largest map fits"
);

const fn pack_cell(cell: Cell) -> u32 {
    (cell.y.cast_unsigned() & COORDINATE_MASK) << COORDINATE_BITS
        | (cell.x.cast_unsigned() & COORDINATE_MASK)
}

const fn unpack_cell(bits: u32) -> Cell {
    Cell::new(
        (bits & COORDINATE_MASK).cast_signed(),
        (bits >> COORDINATE_BITS & COORDINATE_MASK).cast_signed(),
    )
}

impl PackedEvent {
    /// Packs an event. Its cells must lie on a map, as those of every search do.
    pub fn pack(event: SearchEvent) -> Self {
        let nowhere = Cell::new(0, 0);
        let opens = |kind, side, cells, g: Cost, h: Cost| Self::new(kind, side, cells, [g.0, h.0]);
        let about = |kind, side, cell| Self::new(kind, side, [cell, nowhere], [0; 2]);
        let says = |kind, number| Self::new(kind, Side::Forward, [nowhere; 2], [number, 0]);
        match event {
            SearchEvent::Generated {
                cell,
                parent,
                g,
                h,
                side,
            } => opens(EventKind::Generated, side, [cell, parent], g, h),
            SearchEvent::Relaxed {
                cell,
                parent,
                g,
                h,
                side,
                reopened,
            } => opens(
                if reopened {
                    EventKind::Reopened
                } else {
                    EventKind::Relaxed
                },
                side,
                [cell, parent],
                g,
                h,
            ),
            SearchEvent::Deferred {
                cell,
                parent,
                g,
                h,
                side,
            } => opens(EventKind::Deferred, side, [cell, parent], g, h),
            SearchEvent::Ignored {
                cell,
                from,
                reason,
                side,
            } => Self::new(EventKind::Ignored, side, [cell, from], [reason as u64, 0]),
            SearchEvent::Expanded { cell, side } => about(EventKind::Expanded, side, cell),
            SearchEvent::Pruned { cell, side } => about(EventKind::Pruned, side, cell),
            SearchEvent::Restarted { bound } => says(EventKind::Restarted, bound.0),
            SearchEvent::NextPass { bound } => says(EventKind::NextPass, bound.0),
            SearchEvent::Ended { found } => says(EventKind::Ended, found.into()),
        }
    }

    /// Creates an event whose cells lie on a map; values that the kind does not have are 0.
    pub fn new(kind: EventKind, side: Side, [cell, parent]: [Cell; 2], [g, h]: [u64; 2]) -> Self {
        debug_assert!(
            is_on_a_map(cell) && is_on_a_map(parent),
            "{cell} or {parent} is on no map"
        );
        let backward = if side == Side::Backward { BACKWARD } else { 0 };
        Self {
            head: (kind as u32) << KIND_SHIFT | backward | pack_cell(cell),
            parent: pack_cell(parent),
            g,
            h,
        }
    }

    pub fn unpack(self) -> SearchEvent {
        let (cell, parent, g, h, side) =
            (self.cell(), self.parent(), self.g(), self.h(), self.side());
        match self.kind() {
            EventKind::Generated => SearchEvent::Generated {
                cell,
                parent,
                g,
                h,
                side,
            },
            EventKind::Relaxed => SearchEvent::Relaxed {
                cell,
                parent,
                g,
                h,
                side,
                reopened: false,
            },
            EventKind::Reopened => SearchEvent::Relaxed {
                cell,
                parent,
                g,
                h,
                side,
                reopened: true,
            },
            EventKind::Expanded => SearchEvent::Expanded { cell, side },
            EventKind::Pruned => SearchEvent::Pruned { cell, side },
            EventKind::Deferred => SearchEvent::Deferred {
                cell,
                parent,
                g,
                h,
                side,
            },
            EventKind::Ignored => SearchEvent::Ignored {
                cell,
                from: parent,
                reason: self.reason(),
                side,
            },
            EventKind::Restarted => SearchEvent::Restarted { bound: g },
            EventKind::NextPass => SearchEvent::NextPass { bound: g },
            EventKind::Ended => SearchEvent::Ended { found: self.g != 0 },
        }
    }

    #[inline]
    pub const fn kind(self) -> EventKind {
        EventKind::ALL[(self.head >> KIND_SHIFT) as usize]
    }

    /// Returns the cell of the event; meaningless for passes and the end of the search.
    #[inline]
    pub const fn cell(self) -> Cell {
        unpack_cell(self.head)
    }

    #[inline]
    pub const fn side(self) -> Side {
        if self.head & BACKWARD == 0 {
            Side::Forward
        } else {
            Side::Backward
        }
    }

    pub const fn parent(self) -> Cell {
        unpack_cell(self.parent)
    }

    fn reason(self) -> IgnoreReason {
        let reason = usize::try_from(self.g)
            .ok()
            .and_then(|number| IgnoreReason::ALL.get(number));
        *reason.expect("a reason's number is its place among all")
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

    /// Returns all bytes of the event.
    pub fn bytes(self) -> impl Iterator<Item = u8> {
        let [head, parent] = [self.head, self.parent].map(u32::to_le_bytes);
        let [g, h] = [self.g, self.h].map(u64::to_le_bytes);
        head.into_iter().chain(parent).chain(g).chain(h)
    }
}

/// Returns `true` if some map can contain the cell.
pub(super) fn is_on_a_map(cell: Cell) -> bool {
    let fits = |coordinate: i32| {
        u32::try_from(coordinate).is_ok_and(|coordinate| coordinate < Grid::MAX_SIDE)
    };
    fits(cell.x) && fits(cell.y)
}

/// A growing bit set of cells, by row.
///
/// The cells are bits, row by row; the set is as large as its occupied part of the map.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct CellSet(Vec<Vec<u64>>);

impl CellSet {
    /// Adds a cell of a map; returns `true` if it was not in the set.
    pub fn insert(&mut self, cell: Cell) -> bool {
        let [x, y] = [cell.x, cell.y]
            .map(|side| usize::try_from(side).expect("cells of a map are not negative"));
        if self.0.len() <= y {
            self.0.resize_with(y + 1, Vec::new);
        }
        let row = &mut self.0[y];
        if row.len() <= x / 64 {
            row.resize(x / 64 + 1, 0);
        }
        let (word, bit) = (&mut row[x / 64], 1 << (x % 64));
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new
    }

    /// Returns all cells, in reading order.
    pub fn cells(&self) -> impl Iterator<Item = Cell> {
        let bits = |word: u64| (0..64).filter(move |bit| word >> bit & 1 == 1);
        (0..).zip(&self.0).flat_map(move |(y, row)| {
            let cells = (0..)
                .step_by(64)
                .zip(row)
                .flat_map(move |(x, &word)| bits(word).map(move |bit| x + bit));
            cells.map(move |x| Cell::new(x, y))
        })
    }

    /// Returns the cells as runs of neighbours in a row: column, row, length.
    pub fn runs(&self) -> Vec<[i32; 3]> {
        let mut runs: Vec<[i32; 3]> = Vec::new();
        for Cell { x, y } in self.cells() {
            match runs.last_mut() {
                Some([first, row, length]) if *row == y && *first + *length == x => *length += 1,
                _ => runs.push([x, y, 1]),
            }
        }
        runs
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_come_back_in_reading_order_and_as_runs() {
        let mut set = CellSet::default();
        for (x, y) in [(70, 2), (63, 0), (64, 0), (0, 2), (65, 0), (63, 0)] {
            set.insert(Cell::new(x, y));
        }
        assert_eq!(
            [(63, 0), (62, 0), (70, 2)].map(|(x, y)| set.clone().insert(Cell::new(x, y))),
            [false, true, false]
        );
        let cells: Vec<_> = set.cells().map(|cell| (cell.x, cell.y)).collect();
        assert_eq!(cells, [(63, 0), (64, 0), (65, 0), (0, 2), (70, 2)]);
        assert_eq!(set.runs(), [[63, 0, 3], [0, 2, 1], [70, 2, 1]]);
    }
}
