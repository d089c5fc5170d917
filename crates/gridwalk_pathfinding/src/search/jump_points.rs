//! Jump point search: the successors of a cell are the ends of straight and diagonal jumps.
//!
//! Open ground offers many equally cheap paths that differ only in the order of their steps. Jump
//! point search follows one of them, the canonical path, and prunes the others (Harabor and
//! Grastien 2011). A step e after a step a is pruned where another path, from the cell before to
//! the cell behind, is legal, costs no more and is canonical. The remaining steps are the *natural*
//! ones, which follow a on open ground, and the *forced* ones, for which a wall blocks that other
//! path. A jump continues while one natural step follows another. It ends at the goal, before a
//! forced step, or where a diagonal jump has to turn straight to reach such a place. The cells in
//! between are never opened.
//!
//! The canonical path goes diagonally first and straight afterwards; with four directions,
//! vertically first and horizontally afterwards. The rules are, with the step a going east from W
//! to x, or north-east from SW to x (all other cases by turning and mirroring):
//!
//! * **Always.** After E, natural: E. N is reached from W by one diagonal step, NE by NE, E; the
//!   second fails if N is a wall, so then NE is forced. After NE, natural: N, E, NE. NW is reached
//!   by N, N, which fails if W is a wall, so then NW is forced; likewise SE if S is a wall.
//! * **At least one walkable.** The same: the diagonal step from W to N passes x, which is
//!   walkable. The forced step itself has a wall at one side and is legal only if the other side is
//!   walkable.
//! * **Only if no obstacles** (Harabor and Grastien 2012). After NE both W and S are free, so N, N
//!   and E, E are legal and nothing is forced. After E, the path NE, E needs the cell NW: if it is
//!   a wall, N and NE are forced.
//! * **Four.** After N, natural: N, E, W. After E, natural: E; N is reached by N, E, which fails if
//!   the cell NW is a wall, so then N is forced.
//!
//! This requires one cost for all terrain, and a diagonal step that costs no less than one straight
//! step and less than two. A cell can be reached equally cheaply by two steps, of which only one is
//! kept. No cheapest path to a cell t is lost by that. Consider the last step of a cheapest path to
//! t: a straight step, if some cheapest path ends in one. A straight step is pruned only in favour
//! of something cheaper, which does not exist here, whatever step came before. A diagonal step that
//! is pruned in favour of something equally cheap gives way to a path that ends in a straight step,
//! but no cheapest path to t does. So the last step is natural or forced after any step by which a
//! cheapest path reaches the cell before; and the same holds for that cell. (With four directions,
//! read horizontal for straight and vertical for diagonal.) If a diagonal step costs exactly two
//! straight ones, N after E is pruned in favour of the equally cheap NE, and in rare ties all paths
//! to a cell are pruned, each in favour of another: so such costs are refused.
//!
//! An expanded cell may have been reached at more than its true distance, because cheaper paths
//! that only pass through it are never recorded. The goal's cost is right nevertheless, and so is
//! that of every jump point on a cheapest path to the goal. Under an estimate that is too high,
//! cells are reopened as in any search: each shorter path brings its direction, so nothing stays
//! lost.
//!
//! The cost limit is checked where a jump ends. Each jump point on a cheapest path costs no more
//! than the path, so a goal within the limit is found and a goal beyond it is not, as by A*. If the
//! goal is walled off, the reported reason can differ from that of A*: in a dead end without jump
//! points the limit excludes no cell, however far the dead end leads.

use super::best_first::Successors;
use super::setup::{LegalMove, Setup};
use crate::{Cell, CellIndex, Cost, DiagonalRule, Direction, Grid, Movement, TerrainId};

/// The jumps under one movement rule, on terrain of one cost, in the order of the options.
///
/// # Complexity
/// A straight jump reads three cells per step. A diagonal jump makes two straight ones from every
/// cell that it crosses, so one expansion can read a large part of an open map.
#[derive(Debug)]
pub(super) struct JumpPoints {
    straight: Cost,
    diagonal: Cost,
}

impl JumpPoints {
    /// Creates the jumps for a map with terrain of one cost, no portals and no one-way cells.
    pub fn new(grid: &Grid, setup: &Setup) -> Self {
        let units = setup.query.options.units();
        // The mean cost of the cells that a step touches is that same cost, so both cost rules
        // agree.
        let terrain = u64::from(grid.cost_at(setup.start.get()));
        Self {
            straight: Cost(units.straight().0 * terrain),
            diagonal: Cost(units.diagonal().0 * terrain),
        }
    }
}

/// The jumps of one search on its map.
struct WatchedJumps<'a> {
    grid: &'a Grid,
    movement: Movement,
    goal: usize,
}

impl WatchedJumps<'_> {
    #[inline]
    fn is_walkable(&self, index: usize) -> bool {
        self.grid.is_walkable_at(index)
    }

    fn is_wall(&self, cell: Cell, dx: i32, dy: i32) -> bool {
        !self.grid.is_walkable(Cell::new(cell.x + dx, cell.y + dy))
    }

    /// Returns `true` if the rule allows steps past the corner of a wall.
    const fn cuts_corners(&self) -> bool {
        matches!(
            self.movement,
            Movement::Eight(DiagonalRule::Always | DiagonalRule::AtLeastOneWalkable)
        )
    }

    /// Returns `true` if a diagonal step between two walls is legal.
    const fn squeezes(&self) -> bool {
        matches!(self.movement, Movement::Eight(DiagonalRule::Always))
    }

    /// Returns `true` if a step by `(ex, ey)` is natural or forced after a step by `(dx, dy)`.
    ///
    /// The jump itself checks whether the step is legal.
    fn is_kept(&self, cell: Cell, (dx, dy): (i32, i32), (ex, ey): (i32, i32)) -> bool {
        if dx != 0 && dy != 0 {
            let natural = ex != -dx && ey != -dy;
            let turns_back = |behind: (i32, i32)| self.is_wall(cell, behind.0, behind.1);
            return natural
                || (self.cuts_corners() && (ex, ey) == (-dx, dy) && turns_back((-dx, 0)))
                || (self.cuts_corners() && (ex, ey) == (dx, -dy) && turns_back((0, -dy)));
        }
        // The part of the step along the arrival, and the part to a side.
        let forth = ex * dx + ey * dy;
        let (side_x, side_y) = (ex - forth * dx, ey - forth * dy);
        match (forth, (side_x, side_y) != (0, 0)) {
            (-1, _) => false,
            (_, false) => true,
            (_, true) if self.movement == Movement::Four && dy != 0 => true,
            (_, true) if self.cuts_corners() => forth == 1 && self.is_wall(cell, side_x, side_y),
            (_, true) => self.is_wall(cell, side_x - dx, side_y - dy),
        }
    }

    /// Returns the number of steps of the jump in this direction; `None` if it ends at no jump
    /// point.
    fn jump(&self, index: usize, cell: Cell, direction: Direction) -> Option<u32> {
        let (dx, dy) = direction.offset();
        if direction.is_diagonal() {
            self.jump_diagonally(index, cell, dx, dy)
        } else if self.movement == Movement::Four && dy != 0 {
            self.jump_upright(index, cell, dy)
        } else {
            self.jump_straight(index, cell, dx, dy)
        }
    }

    /// Returns the number of steps from the cell to the border of the map.
    #[inline]
    fn room(&self, cell: Cell, dx: i32, dy: i32) -> u32 {
        let along = |at: i32, step: i32, side: u32| match step {
            0 => u32::MAX,
            1 => side - 1 - at.cast_unsigned(),
            _ => at.cast_unsigned(),
        };
        along(cell.x, dx, self.grid.width()).min(along(cell.y, dy, self.grid.height()))
    }

    /// Returns the difference that a step makes to a cell's index.
    #[inline]
    const fn stride(&self, dx: i32, dy: i32) -> isize {
        dx as isize + dy as isize * self.grid.width().cast_signed() as isize
    }

    #[inline]
    fn jump_straight(&self, index: usize, cell: Cell, dx: i32, dy: i32) -> Option<u32> {
        let step = self.stride(dx, dy);
        // The lines on both sides. Beyond the border there is none, and the line itself takes its
        // place: it is walkable as long as the jump lasts, so it never opens behind a wall.
        let side = |sign: i32| {
            let (side_x, side_y) = (sign * dy, sign * dx);
            if self.room(cell, side_x, side_y) > 0 {
                self.stride(side_x, side_y)
            } else {
                0
            }
        };
        let (left, right) = (side(-1), side(1));
        let free_beside = |at: usize| {
            (
                self.is_walkable(at.wrapping_add_signed(left)),
                self.is_walkable(at.wrapping_add_signed(right)),
            )
        };
        let (cuts_corners, squeezes) = (self.cuts_corners(), self.squeezes());
        let mut at = index;
        let mut before = free_beside(at);
        let (mut steps, room) = (0, self.room(cell, dx, dy));
        while steps < room {
            if dy == 0 && steps > 0 && room - steps > 8 {
                let alike = self
                    .alike(at, left, dx)
                    .min(self.alike(at, 0, dx))
                    .min(self.alike(at, right, dx));
                steps += alike;
                at = at.wrapping_add_signed(alike.cast_signed() as isize * step);
            }
            steps += 1;
            at = at.wrapping_add_signed(step);
            let free = self.is_walkable(at);
            let beside = free_beside(at);
            let opens = (beside.0 && !before.0) || (beside.1 && !before.1);
            // Where corners may be cut, a path turns beside the end of the wall; otherwise one step
            // later. An opening right at the start of the jump concerns the cell from which the
            // jump starts.
            if opens && cuts_corners && steps > 1 && (free || squeezes) {
                return Some(steps - 1);
            }
            if !free {
                return None;
            }
            if at == self.goal || (opens && !cuts_corners) {
                return Some(steps);
            }
            before = beside;
        }
        None
    }

    /// Counts the next cells beside a line, at most eight, with the terrain of the cell beside
    /// `at`.
    ///
    /// Nothing ends or opens along these cells. The goal counts as another terrain. The row must
    /// continue for eight cells.
    #[inline]
    fn alike(&self, at: usize, beside: isize, dx: i32) -> u32 {
        let from = at.wrapping_add_signed(beside);
        let first = if dx > 0 { from + 1 } else { from - 8 };
        let eight: &[TerrainId; 8] = self.grid.cells()[first..]
            .first_chunk()
            .expect("the row goes on");
        let same = u64::from_le_bytes([self.grid.cells()[from].0; 8]);
        let mut other = u64::from_le_bytes(eight.map(|terrain| terrain.0)) ^ same;
        if let Some(ahead) = self.goal.checked_sub(first).filter(|ahead| *ahead < 8) {
            other |= 0xFF << (8 * ahead);
        }
        (if dx > 0 {
            other.trailing_zeros()
        } else {
            other.leading_zeros()
        }) / 8
    }

    fn jump_diagonally(&self, index: usize, mut cell: Cell, dx: i32, dy: i32) -> Option<u32> {
        let (across, along) = (self.stride(dx, 0), self.stride(0, dy));
        let (columns, rows) = (self.room(cell, dx, 0), self.room(cell, 0, dy));
        let mut at = index;
        for steps in 1..=columns.min(rows) {
            let free_across = self.is_walkable(at.wrapping_add_signed(across));
            let free_along = self.is_walkable(at.wrapping_add_signed(along));
            let legal = if self.cuts_corners() {
                self.squeezes() || free_across || free_along
            } else {
                free_across && free_along
            };
            let from = at;
            at = at.wrapping_add_signed(across + along);
            if !legal || !self.is_walkable(at) {
                return None;
            }
            cell = Cell::new(cell.x + dx, cell.y + dy);
            if at == self.goal {
                return Some(steps);
            }
            // With a wall at one side, the cell behind that wall is reached only by a turn to the
            // side. That turn passes the wall's corner, so its other side has to be walkable,
            // unless walls may be on both sides.
            let forced = |free: bool, room: u32, stride: isize| {
                !free
                    && room > steps
                    && self.is_walkable(from.wrapping_add_signed(2 * stride))
                    && (self.squeezes() || self.is_walkable(at.wrapping_add_signed(stride)))
            };
            if forced(free_along, rows, along)
                || forced(free_across, columns, across)
                || self.jump_straight(at, cell, dx, 0).is_some()
                || self.jump_straight(at, cell, 0, dy).is_some()
            {
                return Some(steps);
            }
        }
        None
    }

    /// Jumps up or down: with four directions, vertical steps take the part of the diagonals.
    fn jump_upright(&self, index: usize, mut cell: Cell, dy: i32) -> Option<u32> {
        let step = self.stride(0, dy);
        let mut at = index;
        for steps in 1..=self.room(cell, 0, dy) {
            at = at.wrapping_add_signed(step);
            if !self.is_walkable(at) {
                return None;
            }
            cell = Cell::new(cell.x, cell.y + dy);
            let turns = || {
                [1, -1]
                    .into_iter()
                    .any(|dx| self.jump_straight(at, cell, dx, 0).is_some())
            };
            if at == self.goal || turns() {
                return Some(steps);
            }
        }
        None
    }
}

impl Successors for JumpPoints {
    const JUMPS: bool = true;

    fn list(
        &mut self,
        grid: &Grid,
        setup: &Setup,
        index: CellIndex,
        cell: Cell,
        parent: CellIndex,
        found: &mut Vec<LegalMove>,
    ) {
        found.clear();
        let jumps = WatchedJumps {
            grid,
            movement: setup.query.options.movement,
            goal: setup.goal.get(),
        };
        let from = grid.cell(parent);
        let arrival = ((cell.x - from.x).signum(), (cell.y - from.y).signum());
        for direction in setup.moves.directions() {
            let (dx, dy) = direction.offset();
            // The start has no direction of arrival: it is its own parent.
            if parent != index && !jumps.is_kept(cell, arrival, (dx, dy)) {
                continue;
            }
            let Some(steps) = jumps.jump(index.get(), cell, direction) else {
                continue;
            };
            let step = if direction.is_diagonal() {
                self.diagonal
            } else {
                self.straight
            };
            let far = steps.cast_signed();
            let cell = Cell::new(cell.x + far * dx, cell.y + far * dy);
            let index = grid.index(cell).expect("jumps end inside");
            found.push(LegalMove {
                index,
                cell,
                cost: step.saturating_mul(steps.into()),
            });
        }
    }
}
