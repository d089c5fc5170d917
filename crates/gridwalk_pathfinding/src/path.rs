//! A path through a grid, its validation, and straight lines at any angle: their cells, and line of
//! sight.

use super::referee::StepRules;
use super::{Cell, Cost, Direction, Grid, Movement, SearchOptions, StepCosts};

/// The cells of a path, both ends included, and its cost.
///
/// The default is an empty buffer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub struct Path {
    cells: Vec<Cell>,
    /// The turning points of an any-angle path; empty where each cell is one move from the last.
    turns: Vec<Cell>,
    cost: Cost,
}

/// The path of an agent that stays where it is: one cell, which costs nothing.
impl From<Cell> for Path {
    fn from(cell: Cell) -> Self {
        Self::new(vec![cell], Cost::ZERO)
    }
}

/// A fault of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PathFault {
    /// The path has no cell, not even its start.
    #[error("the path is empty")]
    Empty,
    /// A cell is blocked or outside the map.
    #[error("{0} is blocked or outside")]
    Blocked(Cell),
    /// Two cells are not one step apart.
    #[error("no step leads from {0} to {1}")]
    Gap(Cell, Cell),
    /// A one-way cell is left in a direction that it does not allow.
    #[error("the one-way cell {0} does not lead to {1}")]
    OneWay(Cell, Cell),
    /// A listed cell is not on the line, or a cell of the line is missing.
    #[error("{2} is not the next cell on the line from {0} to {1}")]
    Line(Cell, Cell, Cell),
    /// The corner rule forbids a diagonal.
    #[error("the corner rule forbids {0} to {1}")]
    Corner(Cell, Cell),
    /// The steps cost another sum than the path states.
    ///
    /// A fault alone does not know the units: its text shows bare numbers.
    #[error("the steps cost {}, not {}", .0.0, .1.0)]
    Cost(Cost, Cost),
}

impl PathFault {
    /// Returns the fault in a clause, with costs in these units.
    #[must_use]
    pub fn describe(self, units: StepCosts) -> String {
        match self {
            Self::Cost(sum, stated) => {
                format!(
                    "the steps cost {}, not {}",
                    units.format_step(sum),
                    units.format_step(stated)
                )
            }
            other => other.to_string(),
        }
    }
}

impl Path {
    pub(super) fn new(cells: Vec<Cell>, cost: Cost) -> Self {
        Self {
            cells,
            turns: Vec::new(),
            cost,
        }
    }

    /// Restores a path that was stored elsewhere, and validates it.
    ///
    /// `turns` are the turning points of an any-angle path, empty for single steps.
    ///
    /// # Errors
    /// Returns the first fault from the start.
    ///
    /// # Examples
    /// ```
    /// use gridwalk_pathfinding::{Cell, Cost, Grid, Path, PathFault, SearchOptions};
    /// let (grid, options) = (Grid::from_rows(&["..#"]), SearchOptions::default());
    /// let [a, b, wall] = [0, 1, 2].map(|x| Cell::new(x, 0));
    /// assert!(Path::kept(vec![a, b], vec![], options.units().straight(), &grid, &options).is_ok());
    /// assert_eq!(Path::kept(vec![a, b, wall], vec![], Cost::ZERO, &grid, &options), Err(PathFault::Blocked(wall)));
    /// ```
    pub fn kept(
        cells: Vec<Cell>,
        turns: Vec<Cell>,
        cost: Cost,
        grid: &Grid,
        options: &SearchOptions,
    ) -> Result<Self, PathFault> {
        let path = Self { cells, turns, cost };
        path.validate(grid, options)?;
        Ok(path)
    }

    /// Makes the path along these cells and sums up its cost.
    ///
    /// `turns` are the turning points of an any-angle path, empty for single steps.
    ///
    /// # Errors
    /// Returns the first fault from the start: a path must be legal on the map that it is made for.
    pub fn along(
        cells: Vec<Cell>,
        turns: Vec<Cell>,
        grid: &Grid,
        options: &SearchOptions,
    ) -> Result<Self, PathFault> {
        let path = Self {
            cells,
            turns,
            cost: Cost::ZERO,
        };
        let cost = path.measure(grid, options)?;
        Ok(Self { cost, ..path })
    }

    /// Clears the path and returns its buffer of cells; the cost is set afterwards.
    pub(super) fn begin(&mut self) -> &mut Vec<Cell> {
        self.cost = Cost::ZERO;
        self.turns.clear();
        self.cells.clear();
        &mut self.cells
    }

    /// Sets the cost of the path whose cells were written.
    pub(super) fn end(&mut self, cost: Cost) {
        self.cost = cost;
    }

    /// Makes a path in straight lines at any angle between these cells.
    ///
    /// Its cost is the sum of the lines' lengths, each rounded down to the units of the step costs,
    /// times the terrain cost, which is the same everywhere. `cells` is an empty buffer.
    pub(super) fn any_angle(
        turns: Vec<Cell>,
        mut cells: Vec<Cell>,
        grid: &Grid,
        steps: StepCosts,
    ) -> Self {
        let terrain = u64::from(grid.cost(turns[0]).expect("a path begins on a free cell"));
        cells.push(turns[0]);
        let mut cost = Cost::ZERO;
        for leg in turns.windows(2) {
            cells.extend(cells_on_line(leg[0], leg[1]));
            cost = cost + line_length(leg[0], leg[1], steps).saturating_mul(terrain);
        }
        Self { cells, turns, cost }
    }

    /// Returns empty buffers for the cells and the turns of another path.
    pub(super) fn into_memory(self) -> [Vec<Cell>; 2] {
        [self.cells, self.turns].map(|mut cells| {
            cells.clear();
            cells
        })
    }

    /// Returns the turning points: the ends of the lines of an any-angle path, all cells of any
    /// other path.
    #[must_use]
    pub fn waypoints(&self) -> &[Cell] {
        if self.turns.is_empty() {
            &self.cells
        } else {
            &self.turns
        }
    }

    /// Returns all cells from start to goal.
    #[must_use]
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// Returns the cost of the path: the sum of its steps.
    #[must_use]
    pub const fn cost(&self) -> Cost {
        self.cost
    }

    /// Returns the cost as people write it.
    ///
    /// For an any-angle path that is the exact length of its lines times the terrain cost, to the
    /// precision of floats. Its [`cost`](Self::cost) has each line rounded down to a unit.
    #[must_use]
    pub fn exact_cost(&self, grid: &Grid, options: &SearchOptions) -> f64 {
        let Some(first) = self.turns.first() else {
            return options.units().to_f64(self.cost);
        };
        let terrain = f64::from(grid.cost(*first).unwrap_or(1));
        let straight = options.units().to_f64(options.units().straight());
        let length = |line: &[Cell]| {
            let (dx, dy) = line[0].distance(line[1]);
            f64::from(dx).hypot(f64::from(dy))
        };
        self.turns.windows(2).map(length).sum::<f64>() * straight * terrain
    }

    /// Returns a hash of all coordinates (FNV-1a), the same on every platform.
    #[must_use]
    pub fn hash(&self) -> u64 {
        let bytes = self
            .cells
            .iter()
            .flat_map(|cell| [cell.x, cell.y])
            .flat_map(i32::to_le_bytes);
        bytes.fold(0xCBF2_9CE4_8422_2325, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
        })
    }

    /// Checks every step and the sum.
    ///
    /// The rules are written a second time: the validation shares no code with the searches that it
    /// judges.
    ///
    /// # Errors
    /// Returns the first fault from the start.
    pub fn validate(&self, grid: &Grid, options: &SearchOptions) -> Result<(), PathFault> {
        let sum = self.measure(grid, options)?;
        if sum == self.cost {
            Ok(())
        } else {
            Err(PathFault::Cost(sum, self.cost))
        }
    }

    /// Returns the cost of the path on this map, which may have changed since the path was found.
    ///
    /// Checks every step as [`validate`](Self::validate) does.
    ///
    /// # Errors
    /// Returns the first illegal step from the start.
    ///
    /// # Examples
    /// ```
    /// use gridwalk_pathfinding::{Cell, Cost, Grid, Path, SearchOptions};
    /// let (cells, options) = (vec![Cell::new(0, 0), Cell::new(1, 0)], SearchOptions::default());
    /// let path = Path::along(cells, vec![], &Grid::from_rows(&[".."]), &options).unwrap();
    /// let dearer = path.measure(&Grid::from_rows(&[".3"]), &options);
    /// assert_eq!(dearer, Ok(Cost(3 * path.cost().0)));
    /// assert!(path.measure(&Grid::from_rows(&[".#"]), &options).is_err());
    /// ```
    pub fn measure(&self, grid: &Grid, options: &SearchOptions) -> Result<Cost, PathFault> {
        let first = *self.cells.first().ok_or(PathFault::Empty)?;
        let terrain = grid.cost(first).ok_or(PathFault::Blocked(first))?;
        let mut sum = Cost::ZERO;
        for pair in self.cells.windows(2) {
            sum = sum + judge_step(grid, options, pair[0], pair[1])?;
        }
        if !self.turns.is_empty() {
            sum = Cost(self.judge_lines(options.units())?.0 * u64::from(terrain));
        }
        Ok(sum)
    }

    /// Checks that the cells are those that the lines between the turns pass; returns the lines'
    /// length.
    fn judge_lines(&self, steps: StepCosts) -> Result<Cost, PathFault> {
        let mut sum = Cost::ZERO;
        let mut cells = self.cells.iter().copied();
        let mut at = cells.next().ok_or(PathFault::Empty)?;
        for leg in self.turns.windows(2) {
            let (a, b) = (leg[0], leg[1]);
            let (dx, dy) = (i64::from(b.x - a.x), i64::from(b.y - a.y));
            // Twice the distance of a point from the line, times the line's length, in half cells.
            let off =
                |x2: i64, y2: i64| (x2 - 2 * i64::from(a.x)) * dy - (y2 - 2 * i64::from(a.y)) * dx;
            while at != b {
                let next = cells.next().ok_or(PathFault::Gap(at, b))?;
                let (nx, ny) = (i64::from(next.x), i64::from(next.y));
                let touched = off(2 * nx, 2 * ny).abs() <= dx.abs() + dy.abs();
                // A diagonal step is right only where the line runs through the corner itself.
                let corner = off(nx + i64::from(at.x), ny + i64::from(at.y)) == 0;
                let nearer = (b.x.abs_diff(next.x) <= b.x.abs_diff(at.x))
                    && (b.y.abs_diff(next.y) <= b.y.abs_diff(at.y));
                if !touched || !nearer || (next.x != at.x && next.y != at.y && !corner) {
                    return Err(PathFault::Line(a, b, next));
                }
                at = next;
            }
            let length =
                (i128::from(steps.straight().0).pow(2) * i128::from(dx * dx + dy * dy)).isqrt();
            sum = sum + Cost(u64::try_from(length).unwrap_or(u64::MAX));
        }
        if cells.next().is_some() || self.turns.first() != self.cells.first() {
            return Err(PathFault::Gap(at, self.turns[0]));
        }
        Ok(sum)
    }
}

/// Returns the cost of one step, if it is legal.
fn judge_step(grid: &Grid, options: &SearchOptions, a: Cell, b: Cell) -> Result<Cost, PathFault> {
    let units = options.units();
    let entered = grid.cost(b).ok_or(PathFault::Blocked(b))?;
    let through = grid
        .portals()
        .iter()
        .filter(|portal| (portal.from, portal.to) == (a, b));
    let through = through
        .map(|portal| Cost(units.straight().0 * u64::from(portal.cost)))
        .min();
    let on_foot = || {
        let direction = Direction::of_offset((b.x - a.x, b.y - a.y)).ok_or(PathFault::Gap(a, b))?;
        if !grid
            .terrain(a)
            .ok_or(PathFault::Blocked(a))?
            .exits
            .contains(direction)
        {
            return Err(PathFault::OneWay(a, b));
        }
        let left = grid.cost(a).ok_or(PathFault::Blocked(a))?;
        if options.movement == Movement::Four && direction.is_diagonal() {
            return Err(PathFault::Gap(a, b));
        }
        let beside = [Cell::new(a.x, b.y), Cell::new(b.x, a.y)]
            .map(|cell| grid.cost(cell).unwrap_or(0).into());
        let beside = direction.is_diagonal().then_some(beside);
        let cost = StepRules::new(options).cost(left.into(), entered.into(), beside);
        cost.ok_or(PathFault::Corner(a, b))
    };
    match (on_foot(), through) {
        (Ok(steps), Some(portal)) => Ok(portal.min(Cost(steps))),
        (Ok(steps), None) => Ok(Cost(steps)),
        (Err(_), Some(portal)) => Ok(portal),
        (Err(fault), None) => Err(fault),
    }
}

/// Returns the cells that a line between two cells' middles passes, without the first cell.
///
/// Through the exact corner of four cells the line steps diagonally.
fn cells_on_line(from: Cell, to: Cell) -> impl Iterator<Item = Cell> {
    steps_on_line(from, to).map(|(cell, direction)| cell.step(direction))
}

/// Returns `true` if a straight walk leads from one cell to the other.
///
/// Every cell on the line is free, and the movement rule allows the corners that the line runs
/// through. Where no diagonal step is legal, a line through a corner is blocked.
///
/// # Complexity
/// O(d) for cells d apart.
///
/// # Examples
/// ```
/// use gridwalk_pathfinding::{Cell, Grid, Movement, line_of_sight};
/// let grid = Grid::from_rows(&["....", "..#.", "...."]);
/// let sees = |a: (i32, i32), b: (i32, i32)| line_of_sight(&grid, Movement::default(), a.into(), b.into());
/// assert!(sees((0, 0), (3, 0)));
/// assert!(!sees((0, 0), (3, 2)));
/// ```
#[must_use]
pub fn line_of_sight(grid: &Grid, movement: Movement, from: Cell, to: Cell) -> bool {
    grid.is_walkable(from)
        && steps_on_line(from, to).all(|(cell, direction)| movement.allows(grid, cell, direction))
}

/// Returns `true` if no cell on the straight line between two cells' middles blocks sight.
///
/// The caller decides which cells block sight: neither terrain nor the movement rule counts. The
/// ends never block, so an agent beside a wall sees it. A line through the corner of four cells is
/// blocked only if both cells beside the corner block sight. Sight is symmetric. Cells farther
/// apart than a map can be long, [`Grid::MAX_SIDE`], do not see each other.
///
/// # Complexity
/// O(d) for cells d apart, and at most three calls of `blocks_sight` for each of them.
///
/// # Examples
/// ```
/// use gridwalk_pathfinding::{Cell, Grid, can_see};
/// // Water is blocked for who walks, and no obstacle for who looks.
/// let (water, wall) = (Cell::new(1, 0), Cell::new(2, 1));
/// let sees = |a: (i32, i32), b: (i32, i32)| can_see(a.into(), b.into(), |cell| cell == wall);
/// assert!(sees((0, 0), (3, 0)), "over the water");
/// assert!(!sees((0, 1), (3, 1)));
/// assert!(sees((0, 1), (2, 1)), "the wall itself is seen");
/// # assert_ne!(water, wall);
/// ```
#[must_use]
pub fn can_see(from: Cell, to: Cell, mut blocks_sight: impl FnMut(Cell) -> bool) -> bool {
    let (dx, dy) = from.distance(to);
    dx.max(dy) < Grid::MAX_SIDE
        && steps_on_line(from, to).all(|(cell, direction)| {
            let next = cell.step(direction);
            let mut passes = |cell: Cell| cell == to || !blocks_sight(cell);
            let mut beside = direction.beside().into_iter().map(|side| cell.step(side));
            (!direction.is_diagonal() || beside.any(&mut passes)) && passes(next)
        })
}

/// Returns the length of the line, rounded down.
pub(super) fn line_length(from: Cell, to: Cell, steps: StepCosts) -> Cost {
    let (dx, dy) = from.distance(to);
    let (dx, dy) = (u64::from(dx), u64::from(dy));
    let straight = steps.straight().0;
    Cost((straight * straight * (dx * dx + dy * dy)).isqrt())
}

fn steps_on_line(from: Cell, to: Cell) -> impl Iterator<Item = (Cell, Direction)> {
    let (columns, rows) = from.distance(to);
    let (columns, rows) = (i64::from(columns), i64::from(rows));
    let (right, down) = (to.x >= from.x, to.y >= from.y);
    let (across, along) = (
        if right {
            Direction::East
        } else {
            Direction::West
        },
        if down {
            Direction::South
        } else {
            Direction::North
        },
    );
    let corner = match (right, down) {
        (true, true) => Direction::SouthEast,
        (true, false) => Direction::NorthEast,
        (false, true) => Direction::SouthWest,
        (false, false) => Direction::NorthWest,
    };
    let mut at = from;
    let (mut x, mut y) = (0, 0);
    std::iter::from_fn(move || {
        if at == to {
            return None;
        }
        // The line leaves this cell through the side that it reaches first.
        let (to_column, to_row) = ((2 * x + 1) * rows, (2 * y + 1) * columns);
        let direction = match to_column.cmp(&to_row) {
            std::cmp::Ordering::Less => across,
            std::cmp::Ordering::Greater => along,
            std::cmp::Ordering::Equal => corner,
        };
        x += i64::from(direction != along);
        y += i64::from(direction != across);
        let from = at;
        at = at.step(direction);
        Some((from, direction))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::DiagonalRule;

    #[test]
    fn the_referee_finds_each_fault() {
        let grid = Grid::from_rows(&["..#", ".5."]);
        let judge = |cells: &[(i32, i32)], cost, movement| {
            let cells = cells.iter().map(|&(x, y)| Cell::new(x, y)).collect();
            let options = SearchOptions {
                movement,
                steps: StepCosts::TEN_FOURTEEN,
                ..SearchOptions::default()
            };
            Path::new(cells, Cost(cost)).validate(&grid, &options)
        };
        let (free, strict) = (Movement::Eight(DiagonalRule::Always), Movement::default());
        assert_eq!(judge(&[(0, 0), (1, 1)], 70, strict), Ok(()));
        assert_eq!(judge(&[], 0, free), Err(PathFault::Empty));
        assert_eq!(
            judge(&[(1, 0), (2, 0)], 10, free),
            Err(PathFault::Blocked(Cell::new(2, 0)))
        );
        assert!(matches!(
            judge(&[(0, 0), (2, 1)], 10, free),
            Err(PathFault::Gap(..))
        ));
        assert!(matches!(
            judge(&[(0, 0), (1, 1)], 70, Movement::Four),
            Err(PathFault::Gap(..))
        ));
        assert!(matches!(
            judge(&[(1, 0), (2, 1)], 14, strict),
            Err(PathFault::Corner(..))
        ));
        assert_eq!(judge(&[(1, 0), (2, 1)], 14, free), Ok(()));
        assert!(matches!(
            judge(&[(0, 0), (1, 1)], 14, strict),
            Err(PathFault::Cost(..))
        ));
    }

    #[test]
    fn the_referee_judges_lines_cell_by_cell() {
        let grid = Grid::from_rows(&["....", "....", "...."]);
        let options = SearchOptions::default();
        let turns = vec![Cell::new(0, 0), Cell::new(3, 2)];
        let path = Path::any_angle(turns, Vec::new(), &grid, options.steps);
        assert_eq!(path.validate(&grid, &options), Ok(()));
        assert_eq!(path.waypoints().len(), 2);
        let mut cut = path.clone();
        cut.cells.remove(1);
        assert!(cut.validate(&grid, &options).is_err(), "a cell left out");
        let mut bent = path.clone();
        bent.cells[1] = Cell::new(0, 1);
        assert!(
            bent.validate(&grid, &options).is_err(),
            "a cell beside the line"
        );
        let long = Path {
            cost: Cost(path.cost.0 + 1),
            ..path
        };
        assert!(matches!(
            long.validate(&grid, &options),
            Err(PathFault::Cost(..))
        ));
    }
}
