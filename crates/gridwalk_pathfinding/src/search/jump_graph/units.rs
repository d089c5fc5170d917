//! The units in which the graph counts.

use crate::{Cell, Movement, SearchOptions, StepCosts};

/// What a step costs, in units in which all walkable terrain costs 1.
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

    /// What such a unit is in those of the answer, where all walkable terrain costs so much.
    pub fn scale(terrain: u16, options: &SearchOptions) -> u64 {
        u64::from(terrain) * (options.units().straight().0 / options.steps.straight().0)
    }

    /// A bucket of the open list holds 2 to this power different priorities: a quarter of a straight step to half of
    /// one. Few of one bucket are then opened again.
    pub fn bucket_shift(self) -> u32 {
        (self.straight / 2).max(1).ilog2()
    }

    /// What a step of a sweep costs.
    #[inline]
    pub fn sweep(self, movement: Movement) -> u32 {
        if movement == Movement::Four { self.straight } else { self.diagonal }
    }

    /// The cost of a path where there are no walls.
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
