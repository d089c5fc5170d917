//! Groups: many agents of a level in one row of its file.

use std::collections::HashSet;

use gridwalk_pathfinding::{Cell, Grid, Rect};

use crate::LevelAgent;

/// Returns the cells that these agents cover at their starts.
pub(crate) fn starts_of(agents: &[LevelAgent]) -> HashSet<Cell> {
    let covered = |agent: &LevelAgent| {
        let side = u32::from(agent.profile.size);
        Rect { at: agent.at, width: side, height: side }.cells()
    };
    agents.iter().flat_map(covered).collect()
}

/// Many agents that start in one rectangle and are sent to one cell.
///
/// The members stand on the free cells of the rectangle, spread evenly over them in reading order. They are called by
/// the name of the group and their number, from 1.
#[derive(Clone, Debug, PartialEq)]
pub struct LevelGroup {
    /// The name, unique among the groups of a level.
    pub name: String,
    /// Number of agents. Fewer start if the rectangle has fewer free cells.
    pub count: u32,
    /// The rectangle in which they start.
    pub from: Rect,
    /// The goal of all of them; `None` if they rest.
    pub to: Option<Cell>,
    /// Speed on plain ground, in cells per second.
    pub speed: f32,
}

impl LevelGroup {
    /// Maximum number of agents in one group.
    pub const MAX_COUNT: u32 = 10_000;

    /// Returns the name of the member with this number, from 1.
    #[must_use]
    pub fn member_name(&self, number: u32) -> String {
        format!("{} {number}", self.name)
    }

    /// Returns `true` if a member of the group has this name.
    #[must_use]
    pub fn has_member(&self, name: &str) -> bool {
        let rest = name.strip_prefix(self.name.as_str()).and_then(|rest| rest.strip_prefix(' '));
        let number = rest.and_then(|rest| rest.parse().ok()).filter(|number| (1..=self.count).contains(number));
        number.is_some_and(|number| self.member_name(number) == name)
    }

    /// Returns the cells of the rectangle on which a member can start, in reading order.
    ///
    /// # Complexity
    /// O(cells of the rectangle).
    pub(crate) fn free_cells(&self, grid: &Grid, taken: &HashSet<Cell>) -> Vec<Cell> {
        let size = grid.size();
        let range = |from: i32, length: u32, side: u32| {
            from.max(0)..from.saturating_add(length.cast_signed()).min(side.cast_signed())
        };
        let columns = range(self.from.at.x, self.from.width, size.width);
        let rows = range(self.from.at.y, self.from.height, size.height);
        let cells = rows.flat_map(|y| columns.clone().map(move |x| Cell::new(x, y)));
        cells.filter(|cell| grid.is_walkable(*cell) && !taken.contains(cell)).collect()
    }

    /// Returns the members, and adds their cells to those that are taken.
    pub(crate) fn members(&self, grid: &Grid, taken: &mut HashSet<Cell>) -> Vec<LevelAgent> {
        let free = self.free_cells(grid, taken);
        let count = free.len().min(self.count as usize);
        let starts = (0..count).map(|number| free[number * free.len() / count]);
        let member = |(number, at): (u32, Cell)| LevelAgent {
            speed: self.speed,
            goals: self.to.into_iter().collect(),
            ..LevelAgent::standing(&self.member_name(number), at)
        };
        let members: Vec<LevelAgent> = (1..).zip(starts).map(member).collect();
        taken.extend(members.iter().map(|member| member.at));
        members
    }

    /// Returns the group moved along with its map; `None` if its rectangle has no place there.
    ///
    /// A goal without a place is dropped.
    pub(crate) fn moved(
        &self,
        area: impl Fn(Rect) -> Option<Rect>,
        cell: impl Fn(Cell) -> Option<Cell>,
    ) -> Option<Self> {
        Some(Self { from: area(self.from)?, to: self.to.and_then(cell), ..self.clone() })
    }
}
