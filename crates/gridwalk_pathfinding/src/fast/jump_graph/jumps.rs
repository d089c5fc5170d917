//! The successors of a jump point: all jumps from one cell.

use super::geometry::{self, Headings, moved};
use super::units::Units;
use crate::map::{CellPlaces, Heading, JumpGround, STEPS};
use crate::{Cell, Movement};

/// The jump point at the end of a jump.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    pub cell: Cell,
    /// The direction of the last step.
    pub arrival: Heading,
    pub cost: u32,
}

/// The cells that jumps have read, and the lengths of their diagonal scans.
#[derive(Clone, Copy, Debug)]
pub struct Seen {
    /// The corners of a rectangle around all cells that were read; they can lie outside the map.
    pub first: Cell,
    pub last: Cell,
    /// Number of steps of each diagonal scan, by half its direction.
    pub sweeps: [u16; 4],
}

/// A receiver of the jump points at the ends of jumps.
pub trait Receiver {
    fn receive(&mut self, target: Target);
}

impl<F: FnMut(Target)> Receiver for F {
    #[inline]
    fn receive(&mut self, target: Target) {
        self(target);
    }
}

/// The jumps from a cell, reused for one cell after another.
pub struct Jumps<'a, R> {
    pub ground: JumpGround<'a>,
    movement: Movement,
    units: Units,
    from: Cell,
    at: CellPlaces,
    seen: Seen,
    pub receiver: R,
}

impl<'a, R: Receiver> Jumps<'a, R> {
    pub fn new(ground: JumpGround<'a>, units: Units, receiver: R) -> Self {
        let (from, at) = (Cell::default(), CellPlaces::default());
        Self { ground, movement: ground.movement(), units, from, at, seen: Seen::NONE, receiver }
    }

    /// Follows all jumps from a cell in these directions, and reports the jump points at their ends.
    ///
    /// The first step in each direction must be legal. Diagonal scans take at most `MOST` steps.
    #[inline]
    pub fn follow<const MOST: u32>(&mut self, from: Cell, at: CellPlaces, headings: Headings) -> Seen {
        // Jumps also read the cells beside them.
        let (first, last) = (Cell::new(from.x - 1, from.y - 1), Cell::new(from.x + 1, from.y + 1));
        (self.from, self.at, self.seen) = (from, at, Seen { first, last, sweeps: [0; 4] });
        let mut left = headings;
        while left != 0 {
            self.along::<MOST>(left.trailing_zeros() as Heading);
            left &= left - 1;
        }
        self.seen
    }

    /// Follows the jumps in one direction.
    ///
    /// Each direction has separate code, where its step and the directions of its straight jumps are constants.
    #[inline]
    fn along<const MOST: u32>(&mut self, heading: Heading) {
        match (self.movement, heading) {
            (Movement::Four, 0) => self.sweep::<MOST>(0, [6, 2]),
            (Movement::Four, 4) => self.sweep::<MOST>(4, [2, 6]),
            (_, 0) => self.straight(0),
            (_, 1) => self.sweep::<MOST>(1, [0, 2]),
            (_, 2) => self.straight(2),
            (_, 3) => self.sweep::<MOST>(3, [2, 4]),
            (_, 4) => self.straight(4),
            (_, 5) => self.sweep::<MOST>(5, [4, 6]),
            (_, 6) => self.straight(6),
            _ => self.sweep::<MOST>(7, [6, 0]),
        }
    }

    #[expect(clippy::inline_always, reason = "the heading is a constant")]
    #[inline(always)]
    fn straight(&mut self, heading: Heading) {
        let (by, is_jump_point) = self.ground.jump(self.at, heading);
        let cell = beside(self.from, heading, by);
        self.seen.reach(cell, heading);
        if is_jump_point {
            self.report(cell, heading, self.units.straight * by.unsigned_abs());
        }
    }

    #[expect(clippy::inline_always, reason = "the heading is a constant")]
    #[inline(always)]
    fn sweep<const MOST: u32>(&mut self, heading: Heading, sides: [Heading; 2]) {
        let Self { ground, movement, units, from, at, .. } = *self;
        let (steps, ends) = ground.sweep(at, heading, |ring| geometry::is_end_of_sweep(movement, ring, heading));
        let (steps, ends) = if steps > MOST { (MOST, true) } else { (steps, ends) };
        self.seen.add(moved(from, heading, steps + 1));
        self.seen.sweeps[heading / 2] = u16::try_from(steps).expect("sides of maps are small");
        let unit = units.sweep(movement);
        // Everything behind a jump point at its end is found from that jump point.
        let cells = steps - u32::from(ends);
        if cells > 0 {
            let (first, first_at) = (moved(from, heading, 1), ground.moved(at, STEPS[heading]));
            for side in sides {
                let far = ground.jumps(first_at, STEPS[heading], cells, side, |number, by| {
                    let cost = unit * number + units.straight * by.unsigned_abs();
                    self.report(beside(moved(from, heading, number), side, by), side, cost);
                });
                self.seen.reach(beside(first, side, far), side);
            }
        }
        if ends {
            self.report(moved(from, heading, steps), heading, unit * steps);
        }
    }

    // Most jumps end before a wall: they need all registers.
    #[inline(never)]
    fn report(&mut self, cell: Cell, arrival: Heading, cost: u32) {
        self.receiver.receive(Target { cell, arrival, cost });
    }
}

/// Returns the cell `by` columns away for a horizontal direction, `by` rows away for a vertical one.
#[inline]
const fn beside(cell: Cell, heading: Heading, by: i32) -> Cell {
    if heading % 4 == 2 { Cell::new(cell.x + by, cell.y) } else { Cell::new(cell.x, cell.y + by) }
}

impl Seen {
    /// No cells.
    pub const NONE: Self =
        Self { first: Cell::new(i32::MAX, i32::MAX), last: Cell::new(i32::MIN, i32::MIN), sweeps: [0; 4] };

    /// Returns the number of steps of all diagonal scans.
    pub fn swept(&self) -> u64 {
        self.sweeps.into_iter().map(u64::from).sum()
    }

    /// Adds the cells that other jumps have read.
    pub fn join(&mut self, other: &Self) {
        (self.first.x, self.first.y) = (self.first.x.min(other.first.x), self.first.y.min(other.first.y));
        (self.last.x, self.last.y) = (self.last.x.max(other.last.x), self.last.y.max(other.last.y));
    }

    /// Adds the end of a straight jump, beyond which no cell but the next one was read.
    #[inline]
    const fn reach(&mut self, end: Cell, heading: Heading) {
        let Self { first, last, .. } = self;
        match heading {
            0 if end.y <= first.y => first.y = end.y - 1,
            2 if end.x >= last.x => last.x = end.x + 1,
            4 if end.y >= last.y => last.y = end.y + 1,
            6 if end.x <= first.x => first.x = end.x - 1,
            _ => {}
        }
    }

    /// Adds a cell and its neighbours.
    #[inline]
    fn add(&mut self, cell: Cell) {
        let Self { first, last, .. } = self;
        (first.x, first.y) = (first.x.min(cell.x - 1), first.y.min(cell.y - 1));
        (last.x, last.y) = (last.x.max(cell.x + 1), last.y.max(cell.y + 1));
    }
}
