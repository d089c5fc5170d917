//! A way through a grid, and the referee that judges whether it is one.

use super::{Cell, Cost, Grid, Movement, StepCosts};

/// The cells of a way, both ends included, and what it costs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path {
    cells: Vec<Cell>,
    cost: Cost,
}

/// What is wrong with a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PathFault {
    /// A path has at least its start.
    #[error("the path is empty")]
    Empty,
    /// A cell cannot be stood on.
    #[error("{0} is blocked or outside")]
    Blocked(Cell),
    /// Two cells are not one step apart.
    #[error("no step leads from {0} to {1}")]
    Gap(Cell, Cell),
    /// The corner rule forbids a diagonal.
    #[error("the corner rule forbids {0} to {1}")]
    Corner(Cell, Cell),
    /// The sum of the steps is another one.
    #[error("the steps cost {0:?}, not {1:?}")]
    Cost(Cost, Cost),
}

impl Path {
    pub(super) fn new(cells: Vec<Cell>, cost: Cost) -> Self {
        Self { cells, cost }
    }

    /// All cells from start to goal.
    #[must_use]
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// The sum of its steps.
    #[must_use]
    pub const fn cost(&self) -> Cost {
        self.cost
    }

    /// A number that tells paths apart: FNV-1a over all coordinates. The same on every platform.
    #[must_use]
    pub fn hash(&self) -> u64 {
        let bytes = self.cells.iter().flat_map(|cell| [cell.x, cell.y]).flat_map(i32::to_le_bytes);
        bytes.fold(0xCBF2_9CE4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3))
    }

    /// Checks every step and the sum, with rules written anew: it shares no code with the
    /// searches that it judges.
    ///
    /// # Errors
    /// The first fault from the start.
    pub fn validate(&self, grid: &Grid, movement: Movement, steps: StepCosts) -> Result<(), PathFault> {
        use super::DiagonalRule::{AtLeastOneWalkable, OnlyIfNoObstacles};
        let first = *self.cells.first().ok_or(PathFault::Empty)?;
        grid.cost(first).ok_or(PathFault::Blocked(first))?;
        let mut sum = Cost::ZERO;
        for pair in self.cells.windows(2) {
            let (a, b) = (pair[0], pair[1]);
            let terrain = grid.cost(b).ok_or(PathFault::Blocked(b))?;
            let free = |x, y| grid.cost(Cell::new(x, y)).is_some();
            let step = match a.distance(b) {
                (0, 1) | (1, 0) => steps.straight(),
                (1, 1) => {
                    let sides = usize::from(free(a.x, b.y)) + usize::from(free(b.x, a.y));
                    let legal = match movement {
                        Movement::Four => return Err(PathFault::Gap(a, b)),
                        Movement::Eight(AtLeastOneWalkable) => sides >= 1,
                        Movement::Eight(OnlyIfNoObstacles) => sides == 2,
                        Movement::Eight(_) => true,
                    };
                    if !legal {
                        return Err(PathFault::Corner(a, b));
                    }
                    steps.diagonal()
                }
                _ => return Err(PathFault::Gap(a, b)),
            };
            sum = sum + Cost(step.0 * u64::from(terrain));
        }
        if sum == self.cost { Ok(()) } else { Err(PathFault::Cost(sum, self.cost)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pathfinding::DiagonalRule;

    #[test]
    fn the_referee_finds_each_fault() {
        let grid = Grid::from_rows(&["..#", ".5."]);
        let judge = |cells: &[(i32, i32)], cost, movement| {
            let cells = cells.iter().map(|&(x, y)| Cell::new(x, y)).collect();
            Path::new(cells, Cost(cost)).validate(&grid, movement, StepCosts::TEN_FOURTEEN)
        };
        let (free, strict) = (Movement::Eight(DiagonalRule::Always), Movement::default());
        assert_eq!(judge(&[(0, 0), (1, 1)], 70, strict), Ok(()));
        assert_eq!(judge(&[], 0, free), Err(PathFault::Empty));
        assert_eq!(judge(&[(1, 0), (2, 0)], 10, free), Err(PathFault::Blocked(Cell::new(2, 0))));
        assert!(matches!(judge(&[(0, 0), (2, 1)], 10, free), Err(PathFault::Gap(..))));
        assert!(matches!(judge(&[(0, 0), (1, 1)], 70, Movement::Four), Err(PathFault::Gap(..))));
        assert!(matches!(judge(&[(1, 0), (2, 1)], 14, strict), Err(PathFault::Corner(..))));
        assert_eq!(judge(&[(1, 0), (2, 1)], 14, free), Ok(()));
        assert!(matches!(judge(&[(0, 0), (1, 1)], 14, strict), Err(PathFault::Cost(..))));
    }
}
