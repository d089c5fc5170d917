//! What one jump point leads to, as it is recorded.

use std::ops::Range;

use super::geometry::{self, Headings, moved};
use crate::map::{CellPlaces, Heading, JumpGround, STEPS};
use crate::{Cell, Movement};

/// A jump point that follows another cell.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    pub cell: Cell,
    /// The direction of the last step.
    pub arrival: Heading,
    pub sweep_steps: u32,
    pub straight_steps: u32,
}

/// What was seen while a list was recorded.
#[derive(Clone, Copy, Debug)]
pub struct Seen {
    /// All cells that were looked at lie between these two, which can lie outside the map.
    pub first: Cell,
    pub last: Cell,
    /// How many steps each sweep went, by half its heading.
    pub sweeps: [u16; 4],
}

/// The jumps from one cell.
struct Recorder<'a, F> {
    ground: JumpGround<'a>,
    movement: Movement,
    found: F,
    seen: Seen,
}

/// Follows all jumps from a cell in these directions, and reports the jump points at their ends.
pub fn record(ground: JumpGround, cell: Cell, headings: Headings, found: impl FnMut(Target)) -> Seen {
    let seen = Seen { first: cell, last: cell, sweeps: [0; 4] };
    let mut recorder = Recorder { ground, movement: ground.movement(), found, seen };
    let at = ground.places_of(cell);
    for heading in (0..8).filter(|heading| headings >> heading & 1 == 1) {
        if geometry::is_sweep(recorder.movement, heading) {
            recorder.sweep(cell, at, heading);
        } else {
            recorder.jumps(cell, at, [heading, heading], 0..1);
        }
    }
    let Seen { first, last, sweeps } = recorder.seen;
    // Jumps see the cells beside them, too.
    Seen { first: Cell::new(first.x - 1, first.y - 1), last: Cell::new(last.x + 1, last.y + 1), sweeps }
}

impl<F: FnMut(Target)> Recorder<'_, F> {
    fn sweep(&mut self, from: Cell, start: CellPlaces, heading: Heading) {
        let (ground, step) = (self.ground, STEPS[heading]);
        let ends = |at| geometry::is_end_of_sweep(self.movement, ground.ring(at), heading);
        let may_end = geometry::sweeps_may_end(self.movement);
        let (mut at, mut steps, mut is_jump_point) = (start, 0, false);
        while !is_jump_point && ground.allows(at, heading) {
            at = ground.moved(at, step);
            steps += 1;
            is_jump_point = may_end && ends(at);
        }
        self.seen.add(moved(from, heading, steps + 1));
        self.seen.sweeps[heading / 2] = u16::try_from(steps).expect("sides of maps are small");
        // Behind a jump point at its end all is a matter of that.
        for side in geometry::sides(self.movement, heading) {
            self.jumps(from, start, [heading, side], 1..steps + u32::from(!is_jump_point));
        }
        if is_jump_point {
            let cell = moved(from, heading, steps);
            (self.found)(Target { cell, arrival: heading, sweep_steps: steps, straight_steps: 0 });
        }
    }

    /// Straight jumps from cells of a sweep.
    #[inline]
    fn jumps(&mut self, from: Cell, at: CellPlaces, [sweep, heading]: [Heading; 2], cells: Range<u32>) {
        if cells.is_empty() {
            return;
        }
        let first = if cells.start == 0 { at } else { self.ground.moved(at, STEPS[sweep]) };
        let begin = moved(from, sweep, cells.start);
        let (dx, dy) = (moved(begin, sweep, 1).x - begin.x, moved(begin, sweep, 1).y - begin.y);
        let is_along_row = heading % 4 == 2;
        // The farthest that a jump leads, across the sweep.
        let is_higher = matches!(heading, 2 | 4);
        let mut far = if is_higher { i32::MIN } else { i32::MAX };
        let Self { found, seen, ground, .. } = self;
        ground.jumps(first, STEPS[sweep], cells.end - cells.start, heading, |number, by, is_jump_point| {
            let steps = number.cast_signed();
            let mut cell = Cell::new(begin.x + dx * steps, begin.y + dy * steps);
            let along = if is_along_row { &mut cell.x } else { &mut cell.y };
            *along += by;
            far = if is_higher { far.max(*along) } else { far.min(*along) };
            if is_jump_point {
                let (sweep_steps, straight_steps) = (cells.start + number, by.unsigned_abs());
                found(Target { cell, arrival: heading, sweep_steps, straight_steps });
            }
        });
        let last = moved(from, sweep, cells.end - 1);
        if is_along_row {
            seen.add(Cell::new(far, begin.y));
            seen.add(Cell::new(far, last.y));
        } else {
            seen.add(Cell::new(begin.x, far));
            seen.add(Cell::new(last.x, far));
        }
    }
}

impl Seen {
    #[inline]
    fn add(&mut self, cell: Cell) {
        let Self { first, last, .. } = self;
        (first.x, first.y) = (first.x.min(cell.x), first.y.min(cell.y));
        (last.x, last.y) = (last.x.max(cell.x), last.y.max(cell.y));
    }
}
