//! The next steps of an agent in a crowd, as a path stack.

use gridwalk_pathfinding::{Cell, Grid, Path, SearchOptions};

use super::{CROWD_CELLS, PathStack, Purpose};
use crate::layout::MapKey;

/// Number of cells ahead below which the stack of a crowd agent is refilled.
const REFILL: usize = 8;

impl PathStack {
    /// Creates a stack of the next steps of a crowd agent towards `aim`.
    ///
    /// The steps lead along these cells. The first one is the cell where the agent stands, or the
    /// one that it leaves. `None` if no step is left, or one of them is not legal on the map that
    /// the agent sees.
    pub(crate) fn in_crowd(
        (cells, aim): (Vec<Cell>, Option<Cell>),
        map: MapKey,
        seen: &Grid,
        options: &SearchOptions,
    ) -> Option<Self> {
        let path = Path::along(cells, Vec::new(), seen, options)
            .ok()
            .filter(|path| path.cells().len() > 1)?;
        Some(Self {
            aim,
            runs: Vec::new(),
            ..Self::new(path, map, 1, Purpose::Crowd)
        })
    }

    /// Returns `true` if a crowd moves the agent.
    pub(super) const fn is_of_crowd(&self) -> bool {
        matches!(self.purpose, Purpose::Crowd)
    }

    /// Follows a step of a crowd agent onto the cell `to`.
    ///
    /// The agent is on that cell already unless it `is_moving`. Returns `false` if the agent goes
    /// elsewhere, or more cells are due.
    pub(crate) fn follow_crowd(&mut self, to: Cell, is_moving: bool) -> bool {
        let near = self
            .path
            .cells()
            .iter()
            .enumerate()
            .skip(self.next.saturating_sub(1))
            .take(3);
        let Some(at) = near
            .clone()
            .find(|(_, cell)| **cell == to)
            .map(|(at, _)| at)
        else {
            return false;
        };
        self.next = if is_moving { at } else { at + 1 };
        let is_short = self.cells().len() < REFILL && self.path.cells().len() > CROWD_CELLS;
        self.next > 0 && !is_short && !self.is_walked()
    }

    /// Takes the cell that the game popped last, and whether the crowd agent had leave to pop it.
    pub(crate) fn take_crowd_pops(&mut self) -> Option<(Cell, bool)> {
        Some((self.take_popped()?, std::mem::take(&mut self.is_granted)))
    }

    /// Sets whether the crowd keeps the cell on top for the agent.
    pub(crate) const fn grant(&mut self, is_granted: bool) {
        self.is_granted = is_granted;
    }

    /// Whether the agent may enter the cell on top now.
    ///
    /// For an agent of a crowd that the game walks ([`PathOnly`](crate::PathOnly)), the crowd must
    /// keep the cell for it. The crowd also keeps the cell that the agent leaves, until the game
    /// pops. For all other agents with a next step it is `true`.
    #[must_use]
    pub fn may_go(&self) -> bool {
        self.top().is_some() && (self.is_granted || !self.is_of_crowd())
    }
}
