//! Cells, the directions and legal steps between them, sizes of maps, and rectangles of cells.

#[cfg(feature = "reflect")]
use bevy_reflect::prelude::{Reflect, ReflectDefault};
use std::fmt;

use crate::named;

/// A grid coordinate: 0-based, x to the right, y down, row 0 on top.
///
/// In files a cell is written `(x, y)`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[cfg_attr(feature = "serde", serde(from = "(i32, i32)", into = "(i32, i32)"))]
#[cfg_attr(
    feature = "reflect",
    derive(Reflect),
    reflect(Clone, Debug, Default, PartialEq, Hash),
    type_path = "gridwalk_pathfinding"
)]
pub struct Cell {
    /// Column, from the left.
    pub x: i32,
    /// Row, from the top.
    pub y: i32,
}

impl Cell {
    /// Creates the cell in column `x` of row `y`.
    #[must_use]
    pub const fn new(x: i32, y: i32) -> Self {
        Self { x, y }
    }

    /// Returns the neighbour one step in this direction; it may lie outside the grid.
    #[must_use]
    pub const fn step(self, direction: Direction) -> Self {
        let (dx, dy) = direction.offset();
        Self::new(self.x + dx, self.y + dy)
    }

    /// Returns the columns and rows between the two cells, both unsigned.
    #[must_use]
    pub const fn distance(self, other: Self) -> (u32, u32) {
        (self.x.abs_diff(other.x), self.y.abs_diff(other.y))
    }

    /// Returns the square of the distance in a straight line, from middle to middle; one of the
    /// cells lies on a map.
    #[inline]
    pub(crate) fn squared_distance(self, other: Self) -> u64 {
        let (dx, dy) = self.distance(other);
        u64::from(dx).pow(2) + u64::from(dy).pow(2)
    }

    /// Returns `true` if the other cell is at most `range` cells away in a straight line.
    ///
    /// The distance is measured from middle to middle, as for a goal tolerance. It also fits the
    /// range of an attack.
    #[must_use]
    pub const fn is_within(self, range: u32, other: Self) -> bool {
        let (dx, dy) = self.distance(other);
        let (dx, dy, range) = (dx as u128, dy as u128, range as u128);
        dx * dx + dy * dy <= range * range
    }

    /// Returns the cells that are [within](Self::is_within) a range of this cell, row by row.
    ///
    /// Cells outside the map are among them.
    ///
    /// # Examples
    /// ```
    /// use gridwalk_pathfinding::Cell;
    /// let around: Vec<Cell> = Cell::new(0, 0).disc(1).collect();
    /// let [above, left] = [Cell::new(0, -1), Cell::new(-1, 0)];
    /// assert_eq!(around, [above, left, Cell::new(0, 0), Cell::new(1, 0), Cell::new(0, 1)]);
    /// ```
    pub fn disc(self, range: u32) -> impl Iterator<Item = Self> {
        let range = i32::try_from(range).unwrap_or(i32::MAX);
        (-range..=range).flat_map(move |dy| {
            let side = (i64::from(range).pow(2) - i64::from(dy).pow(2)).isqrt();
            let side = i32::try_from(side).expect("no more than the range");
            let at = move |dx| Self::new(self.x.saturating_add(dx), self.y.saturating_add(dy));
            (-side..=side).map(at)
        })
    }

    /// Returns `true` if one step, straight or diagonal, leads from one cell to the other.
    #[must_use]
    pub const fn is_neighbor_of(self, other: Self) -> bool {
        let (dx, dy) = self.distance(other);
        dx <= 1 && dy <= 1 && dx + dy > 0
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.x, self.y)
    }
}

impl From<(i32, i32)> for Cell {
    fn from((x, y): (i32, i32)) -> Self {
        Self { x, y }
    }
}

impl From<Cell> for (i32, i32) {
    fn from(Cell { x, y }: Cell) -> Self {
        (x, y)
    }
}

/// The dense index of a cell in one grid: y × width + x.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CellIndex(pub u32);

impl CellIndex {
    /// Returns the index for a slice.
    #[must_use]
    pub const fn get(self) -> usize {
        self.0 as usize
    }
}

named! {
    /// One of the eight steps to a neighbour.
    ///
    /// The four straight steps come first, each set clockwise from north. North is up: towards row
    /// 0.
    pub enum Direction {
        North = "n";
        East = "e";
        South = "s";
        West = "w";
        NorthEast = "ne";
        SouthEast = "se";
        SouthWest = "sw";
        NorthWest = "nw";
    }
}

impl Direction {
    /// Returns the columns and rows that one step moves.
    #[must_use]
    pub const fn offset(self) -> (i32, i32) {
        match self {
            Self::North => (0, -1),
            Self::East => (1, 0),
            Self::South => (0, 1),
            Self::West => (-1, 0),
            Self::NorthEast => (1, -1),
            Self::SouthEast => (1, 1),
            Self::SouthWest => (-1, 1),
            Self::NorthWest => (-1, -1),
        }
    }

    /// Returns the step that moves by these columns and rows; `None` if no single step does.
    ///
    /// # Examples
    /// ```
    /// use gridwalk_pathfinding::Direction;
    /// assert_eq!(Direction::of_offset((1, -1)), Some(Direction::NorthEast));
    /// assert_eq!(Direction::of_offset((0, 2)), None);
    /// ```
    #[must_use]
    pub const fn of_offset(offset: (i32, i32)) -> Option<Self> {
        Some(match offset {
            (0, -1) => Self::North,
            (1, 0) => Self::East,
            (0, 1) => Self::South,
            (-1, 0) => Self::West,
            (1, -1) => Self::NorthEast,
            (1, 1) => Self::SouthEast,
            (-1, 1) => Self::SouthWest,
            (-1, -1) => Self::NorthWest,
            _ => return None,
        })
    }

    /// Returns `true` if the step moves both a column and a row.
    #[must_use]
    pub const fn is_diagonal(self) -> bool {
        let (dx, dy) = self.offset();
        dx != 0 && dy != 0
    }

    /// Returns the two straight steps that a diagonal step combines; for a straight step, the step
    /// twice.
    #[must_use]
    pub const fn beside(self) -> [Self; 2] {
        match self {
            Self::NorthEast => [Self::North, Self::East],
            Self::SouthEast => [Self::South, Self::East],
            Self::SouthWest => [Self::South, Self::West],
            Self::NorthWest => [Self::North, Self::West],
            straight => [straight; 2],
        }
    }

    /// Returns the opposite direction.
    #[must_use]
    pub const fn opposite(self) -> Self {
        // Half a turn is two of the four directions of a set.
        let number = self as usize;
        Self::ALL[number / 4 * 4 + (number + 2) % 4]
    }
}

/// A set of directions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub struct DirectionSet(u8);

impl DirectionSet {
    /// All eight directions.
    pub const ALL: Self = Self(u8::MAX);
    /// The empty set.
    pub const NONE: Self = Self(0);

    /// Returns `true` if the set contains the direction.
    #[inline]
    #[must_use]
    pub const fn contains(self, direction: Direction) -> bool {
        self.0 & 1 << direction as u8 != 0
    }

    /// Returns `true` if the set contains all directions of the other set.
    #[inline]
    #[must_use]
    pub const fn contains_all(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// Returns the set with one more direction.
    #[inline]
    #[must_use]
    pub const fn with(self, direction: Direction) -> Self {
        Self(self.0 | 1 << direction as u8)
    }

    /// Returns the directions whose cost is not 0; `costs` is indexed by [`Direction`].
    #[inline]
    pub(crate) fn of_walkable(costs: &[u16; 8]) -> Self {
        Self((0..8).fold(0, |set, at| set | u8::from(costs[at] != 0) << at))
    }

    /// Returns the number of the set among all 256 sets.
    #[inline]
    pub(crate) const fn number(self) -> usize {
        self.0 as usize
    }

    /// Returns the set with this number.
    #[expect(clippy::cast_possible_truncation, reason = "there are 256")]
    const fn numbered(number: usize) -> Self {
        Self(number as u8)
    }
}

impl FromIterator<Direction> for DirectionSet {
    fn from_iter<I: IntoIterator<Item = Direction>>(directions: I) -> Self {
        Self(
            directions
                .into_iter()
                .fold(0, |set, direction| set | 1 << direction as u8),
        )
    }
}

/// The size of a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GridSize {
    /// Columns.
    pub width: u32,
    /// Rows.
    pub height: u32,
}

impl GridSize {
    /// Returns the rectangle of all cells of a map of this size.
    #[must_use]
    pub const fn rect(self) -> Rect {
        Rect {
            at: Cell::new(0, 0),
            width: self.width,
            height: self.height,
        }
    }

    /// Returns width × height.
    #[inline]
    #[must_use]
    pub const fn cell_count(self) -> usize {
        self.width as usize * self.height as usize
    }

    /// Returns `true` if the cell lies inside.
    #[inline]
    #[must_use]
    pub const fn contains(self, cell: Cell) -> bool {
        // A negative coordinate is a huge unsigned one: one comparison for each axis.
        cell.x.cast_unsigned() < self.width && cell.y.cast_unsigned() < self.height
    }

    /// Returns the cell inside that is nearest to a cell.
    ///
    /// # Examples
    /// ```
    /// use gridwalk_pathfinding::{Cell, Grid};
    /// let size = Grid::from_rows(&["...", "..."]).size();
    /// assert_eq!(size.clamp(Cell::new(9, -2)), Cell::new(2, 0));
    /// assert_eq!(size.clamp(Cell::new(1, 1)), Cell::new(1, 1));
    /// ```
    #[must_use]
    pub fn clamp(self, cell: Cell) -> Cell {
        let within = |at: i32, side: u32| at.clamp(0, side.cast_signed() - 1);
        Cell::new(within(cell.x, self.width), within(cell.y, self.height))
    }

    /// Returns the dense index of a cell, if it lies inside.
    #[inline]
    #[must_use]
    pub const fn index(self, cell: Cell) -> Option<CellIndex> {
        if self.contains(cell) {
            Some(CellIndex(
                cell.y.cast_unsigned() * self.width + cell.x.cast_unsigned(),
            ))
        } else {
            None
        }
    }

    /// Returns the cell with a dense index.
    #[inline]
    #[must_use]
    pub const fn cell(self, index: CellIndex) -> Cell {
        Cell::new(
            (index.0 % self.width).cast_signed(),
            (index.0 / self.width).cast_signed(),
        )
    }
}

/// A rectangle of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub struct Rect {
    /// The upper left cell.
    pub at: Cell,
    /// Columns.
    pub width: u32,
    /// Rows.
    pub height: u32,
}

impl Rect {
    /// Returns the size of the rectangle.
    #[must_use]
    pub const fn size(self) -> GridSize {
        GridSize {
            width: self.width,
            height: self.height,
        }
    }

    /// Returns `true` if the rectangle contains the cell.
    #[must_use]
    pub const fn contains(self, cell: Cell) -> bool {
        let (dx, dy) = (
            cell.x as i64 - self.at.x as i64,
            cell.y as i64 - self.at.y as i64,
        );
        dx >= 0 && dy >= 0 && dx < self.width as i64 && dy < self.height as i64
    }

    /// Returns `true` if both rectangles share a cell.
    #[must_use]
    pub const fn overlaps(self, other: Self) -> bool {
        const fn meet(at: i32, length: u32, other: i32, other_length: u32) -> bool {
            let (at, other) = (at as i64, other as i64);
            at < other + other_length as i64 && other < at + length as i64
        }
        meet(self.at.x, self.width, other.at.x, other.width)
            && meet(self.at.y, self.height, other.at.y, other.height)
    }

    /// Returns the cells of the rectangle, row by row.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        let offsets = |length: u32| 0..length.cast_signed();
        offsets(self.height).flat_map(move |y| {
            offsets(self.width).map(move |x| Cell::new(self.at.x + x, self.at.y + y))
        })
    }
}

/// The condition under which a diagonal step may pass the two cells beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "reflect",
    derive(Reflect),
    reflect(Clone, Debug, PartialEq),
    type_path = "gridwalk_pathfinding"
)]
pub enum DiagonalRule {
    /// No condition: the step is legal even between two walls.
    Always,
    /// At least one of the two is walkable.
    AtLeastOneWalkable,
    /// Both are walkable, so that no corner is cut. Published benchmarks use this rule.
    OnlyIfNoObstacles,
}

/// The neighbours of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "reflect",
    derive(Reflect),
    reflect(Clone, Debug, Default, PartialEq),
    type_path = "gridwalk_pathfinding"
)]
pub enum Movement {
    /// North, east, south and west.
    Four,
    /// All eight directions, under a rule for corners.
    Eight(DiagonalRule),
}

impl Default for Movement {
    fn default() -> Self {
        Self::Eight(DiagonalRule::OnlyIfNoObstacles)
    }
}

named!(Movement {
    Four = "four", "4-way";
    Eight(DiagonalRule::Always) = "eight-always", "8-way, corners may be cut";
    Eight(DiagonalRule::AtLeastOneWalkable) = "eight-one-free", "8-way, one side of a corner must be free";
    Eight(DiagonalRule::OnlyIfNoObstacles) = "eight-no-corners", "8-way, no corner cutting";
});

impl Movement {
    /// Returns `true` if a step from a walkable cell in this direction is legal where these cells
    /// are walkable.
    #[inline]
    #[must_use]
    pub fn allows_if(
        self,
        is_walkable: impl Fn(Cell) -> bool,
        from: Cell,
        direction: Direction,
    ) -> bool {
        let is_free = |direction| is_walkable(from.step(direction));
        is_free(direction)
            && (!direction.is_diagonal() || self.passes(direction.beside().map(is_free)))
    }

    /// Returns `true` if a diagonal step may pass between two cells, given whether each is
    /// walkable.
    #[inline]
    pub(crate) const fn passes(self, [one, other]: [bool; 2]) -> bool {
        match self {
            Self::Four => false,
            Self::Eight(DiagonalRule::Always) => true,
            Self::Eight(DiagonalRule::AtLeastOneWalkable) => one || other,
            Self::Eight(DiagonalRule::OnlyIfNoObstacles) => one && other,
        }
    }

    /// Returns the legal steps for each set of walkable neighbours, by [`DirectionSet::number`].
    #[inline]
    pub(crate) const fn legal(self) -> &'static [DirectionSet; 256] {
        const FOUR: [DirectionSet; 256] = Movement::Four.legal_steps();
        const ALWAYS: [DirectionSet; 256] = Movement::Eight(DiagonalRule::Always).legal_steps();
        const ONE_FREE: [DirectionSet; 256] =
            Movement::Eight(DiagonalRule::AtLeastOneWalkable).legal_steps();
        const NO_CORNERS: [DirectionSet; 256] =
            Movement::Eight(DiagonalRule::OnlyIfNoObstacles).legal_steps();
        match self {
            Self::Four => &FOUR,
            Self::Eight(DiagonalRule::Always) => &ALWAYS,
            Self::Eight(DiagonalRule::AtLeastOneWalkable) => &ONE_FREE,
            Self::Eight(DiagonalRule::OnlyIfNoObstacles) => &NO_CORNERS,
        }
    }

    const fn legal_steps(self) -> [DirectionSet; 256] {
        let mut legal = [DirectionSet::NONE; 256];
        let mut at = 0;
        while at < 8 * legal.len() {
            let (walkable, direction) = (DirectionSet::numbered(at / 8), Direction::ALL[at % 8]);
            let [one, other] = direction.beside();
            let beside = [walkable.contains(one), walkable.contains(other)];
            if walkable.contains(direction) && (!direction.is_diagonal() || self.passes(beside)) {
                legal[at / 8] = legal[at / 8].with(direction);
            }
            at += 1;
        }
        legal
    }
}

/// The order in which a cell's neighbours are examined. It decides between equal paths.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NeighborOrder([Direction; 8]);

impl Default for NeighborOrder {
    fn default() -> Self {
        Self(Direction::ALL)
    }
}

impl NeighborOrder {
    /// Creates an order from directions, each named at most once.
    ///
    /// Directions not named follow in the order of [`Direction::ALL`]. Returns `None` if one is
    /// named twice.
    #[must_use]
    pub fn new(first: &[Direction]) -> Option<Self> {
        let mut order = Vec::with_capacity(8);
        for &direction in first {
            if order.contains(&direction) {
                return None;
            }
            order.push(direction);
        }
        let rest: Vec<_> = Direction::ALL
            .into_iter()
            .filter(|d| !order.contains(d))
            .collect();
        order.extend(rest);
        order.try_into().ok().map(Self)
    }

    /// Returns all eight directions, in this order.
    #[must_use]
    pub fn all(&self) -> &[Direction] {
        &self.0
    }

    /// Returns the directions that `movement` uses, in this order.
    #[inline]
    pub fn directions(&self, movement: Movement) -> impl Iterator<Item = Direction> + use<'_> {
        let keep =
            move |direction: &Direction| movement != Movement::Four || !direction.is_diagonal();
        self.0.iter().copied().filter(keep)
    }
}
