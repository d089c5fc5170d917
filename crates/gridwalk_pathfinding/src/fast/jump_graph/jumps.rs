//! The successors of a jump point: all jumps from one cell, their directions, and the canonical
//! line to another cell.

use super::ends::Units;
use crate::map::{CellPlaces, Heading, JumpGround, STEPS};
use crate::{Cell, DiagonalRule, Movement};

/// The jump point at the end of a jump.
#[derive(Clone, Copy, Debug)]
pub struct JumpTarget {
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

/// The maximum length of diagonal scans, except of those from the start.
///
/// Their last cell counts as a jump point. So no list is long, and none takes long to record.
pub const MAX_SWEEP: u32 = 256;

/// A receiver of the jump points at the ends of jumps.
pub trait Receiver {
    fn receive(&mut self, target: JumpTarget);
}

impl<F: FnMut(JumpTarget)> Receiver for F {
    #[inline]
    fn receive(&mut self, target: JumpTarget) {
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
        Self {
            ground,
            movement: ground.movement(),
            units,
            from,
            at,
            seen: Seen::NONE,
            receiver,
        }
    }

    /// Follows all jumps from a cell in these directions, and reports the jump points at their
    /// ends.
    ///
    /// The first step in each direction must be legal. Diagonal scans take at most `MOST` steps.
    #[inline]
    pub fn follow<const MOST: u32>(
        &mut self,
        from: Cell,
        at: CellPlaces,
        headings: Headings,
    ) -> Seen {
        // Jumps also read the cells beside them.
        (self.from, self.at, self.seen) = (from, at, Seen::around(from));
        let mut left = headings;
        while left != 0 {
            self.along::<MOST>(left.trailing_zeros() as Heading);
            left &= left - 1;
        }
        self.seen
    }

    /// Follows the jumps in one direction.
    ///
    /// Each direction has separate code, where its step and the directions of its straight jumps
    /// are constants.
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
        let Self {
            ground,
            movement,
            units,
            from,
            at,
            ..
        } = *self;
        let (steps, ends) =
            ground.sweep(at, heading, |ring| is_end_of_sweep(movement, ring, heading));
        let (steps, ends) = if steps > MOST {
            (MOST, true)
        } else {
            (steps, ends)
        };
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
        self.receiver.receive(JumpTarget {
            cell,
            arrival,
            cost,
        });
    }
}

impl Seen {
    /// No cells.
    pub const NONE: Self = Self {
        first: Cell::new(i32::MAX, i32::MAX),
        last: Cell::new(i32::MIN, i32::MIN),
        sweeps: [0; 4],
    };

    /// Returns a cell and its neighbours.
    #[inline]
    pub const fn around(Cell { x, y }: Cell) -> Self {
        Self {
            first: Cell::new(x - 1, y - 1),
            last: Cell::new(x + 1, y + 1),
            sweeps: [0; 4],
        }
    }

    /// Returns the number of steps of all diagonal scans.
    pub fn swept(&self) -> u64 {
        self.sweeps.into_iter().map(u64::from).sum()
    }

    /// Adds the cells that other jumps have read.
    pub fn join(&mut self, other: &Self) {
        (self.first.x, self.first.y) = (
            self.first.x.min(other.first.x),
            self.first.y.min(other.first.y),
        );
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

/// A set of directions, a bit for each.
pub type Headings = u8;

/// The canonical successors of a cell: the legal directions in which a path continues.
///
/// Indexed by the direction of arrival, or [`START`], and by the walkable neighbours.
pub type SuccessorTable = [[Headings; 256]; 9];

/// In place of a direction of arrival: all legal steps are successors.
pub const START: Heading = 8;

/// The canonical line between two cells: a diagonal scan first, then straight steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CanonicalLine {
    /// The direction of the diagonal scan, meaningless if it has no steps.
    pub sweep: Heading,
    pub sweep_steps: u32,
    pub straight: Heading,
    pub straight_steps: u32,
}

impl CanonicalLine {
    #[inline]
    pub fn between(movement: Movement, from: Cell, to: Cell) -> Self {
        let (dx, dy) = (to.x - from.x, to.y - from.y);
        let (columns, rows) = (dx.unsigned_abs(), dy.unsigned_abs());
        let (across, along) = (if dx < 0 { 6 } else { 2 }, if dy < 0 { 0 } else { 4 });
        if movement == Movement::Four {
            return Self {
                sweep: along,
                sweep_steps: rows,
                straight: across,
                straight_steps: columns,
            };
        }
        let sweep = match (dx < 0, dy < 0) {
            (false, true) => 1,
            (false, false) => 3,
            (true, false) => 5,
            (true, true) => 7,
        };
        let sweep_steps = columns.min(rows);
        let straight = if columns > rows { across } else { along };
        Self {
            sweep,
            sweep_steps,
            straight,
            straight_steps: columns.max(rows) - sweep_steps,
        }
    }

    /// Returns the direction of the first step. The line must have a step.
    #[inline]
    pub const fn departure(&self) -> Heading {
        if self.sweep_steps > 0 {
            self.sweep
        } else {
            self.straight
        }
    }

    /// Returns `true` if an agent can walk the line from its beginning.
    ///
    /// The straight steps come first, since a word of bits answers for 64 of them. Diagonal steps
    /// are checked from the turn back, so that a wall around the end of the line is found soon.
    pub fn is_walkable(&self, ground: JumpGround, from: Cell) -> bool {
        let turn = ground.places_of(moved(from, self.sweep, self.sweep_steps));
        let steps = self.sweep_steps as usize;
        ground.is_walkable_line(turn, self.straight, self.straight_steps as usize)
            && if self.sweep.is_multiple_of(2) {
                ground.is_walkable_line(ground.places_of(from), self.sweep, steps)
            } else {
                ground.is_legal_diagonal(turn, turned(self.sweep, 4), steps)
            }
    }

    /// Appends the cells of the line except the first.
    pub fn walk(&self, from: Cell, cells: &mut Vec<Cell>) {
        let mut at = from;
        for (heading, steps) in [
            (self.sweep, self.sweep_steps),
            (self.straight, self.straight_steps),
        ] {
            let Cell { x, y } = moved(Cell::default(), heading, 1);
            let next = || {
                at = Cell::new(at.x + x, at.y + y);
                at
            };
            cells.extend(std::iter::repeat_with(next).take(steps as usize));
        }
    }
}

pub const fn successors_of(movement: Movement) -> &'static SuccessorTable {
    static FOUR: SuccessorTable = successors(Movement::Four);
    static ALWAYS: SuccessorTable = successors(Movement::Eight(DiagonalRule::Always));
    static ONE_FREE: SuccessorTable = successors(Movement::Eight(DiagonalRule::AtLeastOneWalkable));
    static NO_CORNERS: SuccessorTable =
        successors(Movement::Eight(DiagonalRule::OnlyIfNoObstacles));
    match movement {
        Movement::Four => &FOUR,
        Movement::Eight(DiagonalRule::Always) => &ALWAYS,
        Movement::Eight(DiagonalRule::AtLeastOneWalkable) => &ONE_FREE,
        Movement::Eight(DiagonalRule::OnlyIfNoObstacles) => &NO_CORNERS,
    }
}

/// Returns `true` if a diagonal scan ends on a cell with this ring because of a forced neighbour.
pub fn is_end_of_sweep(movement: Movement, ring: u8, sweep: Heading) -> bool {
    let squeezes = movement == Movement::Eight(DiagonalRule::Always);
    let is_walkable = |eighths| ring & 1 << turned(sweep, eighths) != 0;
    sweeps_may_end(movement)
        && (!is_walkable(3) && is_walkable(2) && (squeezes || is_walkable(1))
            || !is_walkable(5) && is_walkable(6) && (squeezes || is_walkable(7)))
}

/// Returns the cell where a jump of the jump graph turns from its first direction to its second.
///
/// For a jump that does not turn, that is one of its ends.
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
    let line = CanonicalLine::between(movement, from, to);
    moved(from, line.sweep, line.sweep_steps)
}

/// Returns the cell `steps` steps away in this direction.
#[inline]
pub fn moved(cell: Cell, heading: Heading, steps: u32) -> Cell {
    let (steps, (columns, rows)) = (steps.cast_signed(), STEPS[heading]);
    #[expect(clippy::cast_possible_truncation, reason = "steps are single ones")]
    Cell::new(
        cell.x + columns as i32 * steps,
        cell.y + rows as i32 * steps,
    )
}

/// Returns the cell `by` columns away for a horizontal direction, `by` rows away for a vertical
/// one.
#[inline]
const fn beside(cell: Cell, heading: Heading, by: i32) -> Cell {
    if heading % 4 == 2 {
        Cell::new(cell.x + by, cell.y)
    } else {
        Cell::new(cell.x, cell.y + by)
    }
}

/// Returns the direction `eighths` eighths of a turn clockwise from another one.
const fn turned(heading: Heading, eighths: Heading) -> Heading {
    (heading + eighths) % 8
}

const fn successors(movement: Movement) -> SuccessorTable {
    let mut successors = [[0; 256]; 9];
    let mut ring = 0;
    while ring <= u8::MAX as usize {
        #[expect(clippy::cast_possible_truncation, reason = "it ends at the last one")]
        let walkable = ring as u8;
        let legal = legal(movement, walkable);
        let mut arrival = 0;
        while arrival < START {
            successors[arrival][ring] = legal & natural_and_forced(movement, arrival, walkable);
            arrival += 1;
        }
        successors[START][ring] = legal;
        ring += 1;
    }
    successors
}

/// Returns the legal steps of a cell with these walkable neighbours.
const fn legal(movement: Movement, ring: u8) -> Headings {
    let (mut legal, mut heading) = (0, 0);
    while heading < 8 {
        let ahead = ring.rotate_right(heading);
        if ahead & 1 == 1
            && (heading.is_multiple_of(2)
                || movement.passes([ahead & 1 << 7 != 0, ahead & 1 << 1 != 0]))
        {
            legal |= 1 << heading;
        }
        heading += 1;
    }
    legal
}

/// Returns the natural and the forced directions after a step, as defined in
/// `search/jump_points.rs`.
///
/// Steps in these directions need not be legal.
const fn natural_and_forced(movement: Movement, arrival: Heading, ring: u8) -> Headings {
    const fn forced(ring: u8, wall: u8, headings: Headings) -> Headings {
        if ring >> wall & 1 == 0 { headings } else { 0 }
    }
    #[expect(
        clippy::cast_possible_truncation,
        reason = "there are eight directions"
    )]
    let turn = arrival as u32;
    // Bits by eighths of a turn from the direction of arrival.
    let ring = ring.rotate_right(turn);
    let headings = match movement {
        Movement::Four if arrival.is_multiple_of(4) => 0b0100_0101,
        Movement::Four => 0b1 | forced(ring, 3, 0b100) | forced(ring, 5, 0b0100_0000),
        Movement::Eight(DiagonalRule::OnlyIfNoObstacles) if arrival.is_multiple_of(2) => {
            0b1 | forced(ring, 3, 0b110) | forced(ring, 5, 0b1100_0000)
        }
        Movement::Eight(DiagonalRule::OnlyIfNoObstacles) => 0b1000_0011,
        Movement::Eight(_) if arrival.is_multiple_of(2) => {
            0b1 | forced(ring, 2, 0b10) | forced(ring, 6, 0b1000_0000)
        }
        Movement::Eight(_) => 0b1000_0011 | forced(ring, 3, 0b100) | forced(ring, 5, 0b0100_0000),
    };
    headings.rotate_left(turn)
}

/// Returns `true` if diagonal scans can end on a cell with a forced neighbour.
const fn sweeps_may_end(movement: Movement) -> bool {
    matches!(
        movement,
        Movement::Eight(DiagonalRule::Always | DiagonalRule::AtLeastOneWalkable)
    )
}
