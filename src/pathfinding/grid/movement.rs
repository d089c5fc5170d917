//! Which steps are legal: four ways, or eight with one of three corner rules.

use super::{Cell, Direction, Grid};
use crate::pathfinding::language::{Language, Phrase};

/// When a diagonal step may pass the two cells beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DiagonalRule {
    /// Always, even between two walls.
    Always,
    /// If at least one of the two is walkable.
    AtLeastOneWalkable,
    /// Only if both are walkable: no corner is cut. Published benchmarks use this rule.
    OnlyIfNoObstacles,
}

/// Which neighbours a cell has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Movement {
    /// North, east, south and west.
    Four,
    /// All eight, under a rule for corners.
    Eight(DiagonalRule),
}

impl Default for Movement {
    fn default() -> Self {
        Self::Eight(DiagonalRule::OnlyIfNoObstacles)
    }
}

impl Movement {
    /// All four rules.
    pub const ALL: [Self; 4] = [
        Self::Four,
        Self::Eight(DiagonalRule::Always),
        Self::Eight(DiagonalRule::AtLeastOneWalkable),
        Self::Eight(DiagonalRule::OnlyIfNoObstacles),
    ];

    /// The name in level files and on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Four => "four",
            Self::Eight(DiagonalRule::Always) => "eight-always",
            Self::Eight(DiagonalRule::AtLeastOneWalkable) => "eight-one-free",
            Self::Eight(DiagonalRule::OnlyIfNoObstacles) => "eight-no-corners",
        }
    }

    /// The rule of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|movement| movement.name() == name)
    }

    /// The rule in words.
    #[must_use]
    pub const fn describe(self) -> &'static str {
        self.describe_in(Language::English)
    }

    /// The same in a language.
    #[must_use]
    pub const fn describe_in(self, language: Language) -> &'static str {
        language.text(match self {
            Self::Four => Phrase::FourWay,
            Self::Eight(DiagonalRule::Always) => Phrase::EightWay,
            Self::Eight(DiagonalRule::AtLeastOneWalkable) => Phrase::EightWayOneSide,
            Self::Eight(DiagonalRule::OnlyIfNoObstacles) => Phrase::EightWayNoCutting,
        })
    }

    /// Whether a step from a walkable cell in this direction is legal on this grid.
    #[inline]
    #[must_use]
    pub fn allows(self, grid: &Grid, from: Cell, direction: Direction) -> bool {
        if !grid.is_walkable(from.step(direction)) {
            return false;
        }
        if !direction.is_diagonal() {
            return true;
        }
        let (dx, dy) = direction.offset();
        let beside = [Cell::new(from.x + dx, from.y), Cell::new(from.x, from.y + dy)];
        match self {
            Self::Four => false,
            Self::Eight(DiagonalRule::Always) => true,
            Self::Eight(DiagonalRule::AtLeastOneWalkable) => beside.iter().any(|&cell| grid.is_walkable(cell)),
            Self::Eight(DiagonalRule::OnlyIfNoObstacles) => beside.iter().all(|&cell| grid.is_walkable(cell)),
        }
    }
}

/// The order in which a cell's neighbours are looked at. It decides between equal ways.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NeighborOrder(Vec<Direction>);

impl Default for NeighborOrder {
    fn default() -> Self {
        Self(Direction::ALL.to_vec())
    }
}

impl NeighborOrder {
    /// An order that names each direction at most once; those not named follow in
    /// the order of [`Direction::ALL`]. `None` if one is named twice.
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
        Some(Self(order))
    }

    /// The directions that `movement` uses, in this order.
    #[must_use]
    pub fn directions(&self, movement: Movement) -> Vec<Direction> {
        let keep = |d: &Direction| movement != Movement::Four || !d.is_diagonal();
        self.0.iter().copied().filter(keep).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From the lower left of a 2 × 2 map to the upper right, with zero, one and two walls between.
    #[test]
    fn each_corner_rule_allows_its_own_diagonals() {
        let allowed = |rows: &[&str]| {
            let grid = Grid::from_rows(rows);
            Movement::ALL.map(|m| m.allows(&grid, Cell::new(0, 1), Direction::NorthEast))
        };
        assert_eq!(allowed(&["..", ".."]), [false, true, true, true]);
        assert_eq!(allowed(&["#.", ".."]), [false, true, true, false]);
        assert_eq!(allowed(&["#.", ".#"]), [false, true, false, false]);
        assert_eq!(allowed(&[".#", ".."]), [false; 4], "the target itself is a wall");
    }

    #[test]
    fn an_order_is_completed_and_never_repeats() {
        let order = NeighborOrder::new(&[Direction::West, Direction::North]).unwrap();
        assert_eq!(
            order.directions(Movement::Four),
            [Direction::West, Direction::North, Direction::East, Direction::South]
        );
        assert!(NeighborOrder::new(&[Direction::West, Direction::West]).is_none());
    }
}
