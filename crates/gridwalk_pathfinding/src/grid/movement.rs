//! Legal steps: four ways, or eight with one of three corner rules.

use super::{Cell, Direction, DirectionSet, Grid};
use crate::named;

/// The condition under which a diagonal step may pass the two cells beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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
    /// Returns `true` if a step from a walkable cell in this direction is legal on this grid.
    #[inline]
    #[must_use]
    pub fn allows(self, grid: &Grid, from: Cell, direction: Direction) -> bool {
        self.allows_if(|cell| grid.is_walkable(cell), from, direction)
    }

    /// Returns `true` if a step from a walkable cell in this direction is legal where these cells are walkable.
    #[inline]
    #[must_use]
    pub fn allows_if(self, is_walkable: impl Fn(Cell) -> bool, from: Cell, direction: Direction) -> bool {
        let is_free = |direction| is_walkable(from.step(direction));
        is_free(direction) && (!direction.is_diagonal() || self.passes(direction.beside().map(is_free)))
    }

    /// Returns `true` if a diagonal step may pass between two cells, given whether each is walkable.
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
        const ONE_FREE: [DirectionSet; 256] = Movement::Eight(DiagonalRule::AtLeastOneWalkable).legal_steps();
        const NO_CORNERS: [DirectionSet; 256] = Movement::Eight(DiagonalRule::OnlyIfNoObstacles).legal_steps();
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
    /// Directions not named follow in the order of [`Direction::ALL`]. Returns `None` if one is named twice.
    #[must_use]
    pub fn new(first: &[Direction]) -> Option<Self> {
        let mut order = Vec::with_capacity(8);
        for &direction in first {
            if order.contains(&direction) {
                return None;
            }
            order.push(direction);
        }
        let rest: Vec<_> = Direction::ALL.into_iter().filter(|d| !order.contains(d)).collect();
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
        let keep = move |direction: &Direction| movement != Movement::Four || !direction.is_diagonal();
        self.0.iter().copied().filter(keep)
    }
}
