//! Headings, and the canonical line from one cell to another.

use crate::map::{Heading, JumpGround, STEPS};
use crate::{Cell, DiagonalRule, Movement};

/// The heading so many eighths of a turn clockwise from another one.
pub const fn turned(heading: Heading, eighths: Heading) -> Heading {
    (heading + eighths) % 8
}

/// Several headings, a bit for each.
pub type Headings = u8;

/// All directions of the movement.
pub const fn all_headings(movement: Movement) -> Headings {
    if matches!(movement, Movement::Four) { 0b0101_0101 } else { u8::MAX }
}

/// Where a path goes on, canonically, after a step in this direction: the natural and the forced directions, as said
/// in `search/jump_points.rs`. Whether the steps are legal is another question.
#[inline]
pub fn natural_and_forced(movement: Movement, arrival: Heading, is_wall: impl Fn(Heading) -> bool) -> Headings {
    let bit = |eighths| 1 << turned(arrival, eighths);
    let forced = |wall, headings: Headings| if is_wall(turned(arrival, wall)) { headings } else { 0 };
    match movement {
        Movement::Four if arrival.is_multiple_of(4) => bit(0) | bit(2) | bit(6),
        Movement::Four => bit(0) | forced(3, bit(2)) | forced(5, bit(6)),
        Movement::Eight(DiagonalRule::OnlyIfNoObstacles) if arrival.is_multiple_of(2) => {
            bit(0) | forced(3, bit(1) | bit(2)) | forced(5, bit(7) | bit(6))
        }
        Movement::Eight(DiagonalRule::OnlyIfNoObstacles) => bit(0) | bit(1) | bit(7),
        Movement::Eight(_) if arrival.is_multiple_of(2) => bit(0) | forced(2, bit(1)) | forced(6, bit(7)),
        Movement::Eight(_) => bit(0) | bit(1) | bit(7) | forced(3, bit(2)) | forced(5, bit(6)),
    }
}

/// Whether sweeps can end on a cell with a forced neighbour.
pub const fn sweeps_may_end(movement: Movement) -> bool {
    matches!(movement, Movement::Eight(DiagonalRule::Always | DiagonalRule::AtLeastOneWalkable))
}

/// Whether a sweep ends on a cell with this ring because the cell has a forced neighbour.
pub fn is_end_of_sweep(movement: Movement, ring: u8, sweep: Heading) -> bool {
    let squeezes = movement == Movement::Eight(DiagonalRule::Always);
    let is_walkable = |eighths| ring & 1 << turned(sweep, eighths) != 0;
    sweeps_may_end(movement)
        && (!is_walkable(3) && is_walkable(2) && (squeezes || is_walkable(1))
            || !is_walkable(5) && is_walkable(6) && (squeezes || is_walkable(7)))
}

/// The canonical line between two cells: a sweep first, then straight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// Its direction has a meaning only if there are steps.
    pub sweep: Heading,
    pub sweep_steps: u32,
    pub straight: Heading,
    pub straight_steps: u32,
}

impl Line {
    #[inline]
    pub fn between(movement: Movement, from: Cell, to: Cell) -> Self {
        let (dx, dy) = (to.x - from.x, to.y - from.y);
        let (columns, rows) = (dx.unsigned_abs(), dy.unsigned_abs());
        let (across, along) = (if dx < 0 { 6 } else { 2 }, if dy < 0 { 0 } else { 4 });
        if movement == Movement::Four {
            return Self { sweep: along, sweep_steps: rows, straight: across, straight_steps: columns };
        }
        let sweep = match (dx < 0, dy < 0) {
            (false, true) => 1,
            (false, false) => 3,
            (true, false) => 5,
            (true, true) => 7,
        };
        let sweep_steps = columns.min(rows);
        let straight = if columns > rows { across } else { along };
        Self { sweep, sweep_steps, straight, straight_steps: columns.max(rows) - sweep_steps }
    }

    /// The direction of its first step; there is one.
    #[inline]
    pub const fn departure(&self) -> Heading {
        if self.sweep_steps > 0 { self.sweep } else { self.straight }
    }

    /// Whether it can be walked from its beginning.
    pub fn is_walkable(&self, ground: JumpGround, from: Cell) -> bool {
        let mut at = ground.places_of(from);
        for _ in 0..self.sweep_steps {
            if !ground.allows(at, self.sweep) {
                return false;
            }
            at = ground.moved(at, STEPS[self.sweep]);
        }
        ground.is_walkable_line(at, self.straight, self.straight_steps as usize)
    }

    /// Writes its cells but for the first.
    pub fn walk(&self, from: Cell, cells: &mut Vec<Cell>) {
        let turn = moved(from, self.sweep, self.sweep_steps);
        cells.extend((0..self.sweep_steps).map(|step| moved(from, self.sweep, step + 1)));
        cells.extend((0..self.straight_steps).map(|step| moved(turn, self.straight, step + 1)));
    }
}

/// The cell where a jump of the jump graph turns from its first direction to its second: one of its ends if it does not.
///
/// # Examples
/// ```
/// use gridwalk_pathfinding::{Cell, Movement, jump_turn};
/// let [from, to] = [Cell::new(0, 0), Cell::new(5, 2)];
/// assert_eq!(jump_turn(Movement::default(), from, to), Cell::new(2, 2));
/// assert_eq!(jump_turn(Movement::Four, from, to), Cell::new(0, 2));
/// ```
#[must_use]
pub fn jump_turn(movement: Movement, from: Cell, to: Cell) -> Cell {
    let line = Line::between(movement, from, to);
    moved(from, line.sweep, line.sweep_steps)
}

/// The cell so many steps on.
#[inline]
pub fn moved(cell: Cell, heading: Heading, steps: u32) -> Cell {
    let (steps, (columns, rows)) = (steps.cast_signed(), STEPS[heading]);
    #[expect(clippy::cast_possible_truncation, reason = "steps are single ones")]
    Cell::new(cell.x + columns as i32 * steps, cell.y + rows as i32 * steps)
}
