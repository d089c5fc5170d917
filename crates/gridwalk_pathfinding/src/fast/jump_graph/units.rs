//! The units in which the jump graph counts costs.

use crate::{Cell, Movement, SearchOptions, StepCosts};

/// The costs of steps, in units in which every walkable cell costs 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Units {
    pub straight: u32,
    pub diagonal: u32,
}

impl Units {
    pub fn of(steps: StepCosts) -> Self {
        let [straight, diagonal, _] = steps.parts();
        Self { straight, diagonal }
    }

    /// Returns the size of a graph unit in units of the answer, if every walkable cell costs `terrain`.
    pub fn scale(terrain: u16, options: &SearchOptions) -> u64 {
        u64::from(terrain) * (options.units().straight().0 / options.steps.straight().0)
    }

    /// Returns the binary logarithm of the number of priorities in a bucket of the open list.
    ///
    /// A bucket holds a quarter to half of a straight step. Few jump points of one bucket are then reopened.
    pub fn bucket_shift(self) -> u32 {
        (self.straight / 2).max(1).ilog2()
    }

    /// Returns the cost of a step of a diagonal scan.
    #[inline]
    pub fn sweep(self, movement: Movement) -> u32 {
        if movement == Movement::Four { self.straight } else { self.diagonal }
    }

    /// Returns the cost of a path between two cells without walls.
    #[inline]
    pub fn between(self, movement: Movement, from: Cell, to: Cell) -> u32 {
        let (columns, rows) = from.distance(to);
        if movement == Movement::Four {
            return self.straight * (columns + rows);
        }
        let (less, more) = (columns.min(rows), columns.max(rows));
        self.diagonal * less + self.straight * (more - less)
    }
}

// The steps between any two cells of a map are counted in 32 bits.
const _: () = assert!(2 * StepCosts::MAX_STEP <= u32::MAX / (2 * crate::Grid::MAX_SIDE));
