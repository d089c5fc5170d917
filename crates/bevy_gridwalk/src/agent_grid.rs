//! The grid as one kind of agent sees it, answered cell by cell.

use gridwalk_pathfinding::{AgentProfile, AgentRules, Cell, Grid};

use super::AgentKind;

/// The grid as one kind of agent sees it, without a copy: see [`NavGrid::for_agent`](super::NavGrid::for_agent).
#[derive(Clone, Copy, Debug)]
pub struct AgentGrid<'a> {
    shared: &'a Grid,
    by: By<'a>,
}

/// The source of the answers.
#[derive(Clone, Copy, Debug)]
enum By<'a> {
    /// The shared grid.
    Shared,
    /// The view of a kind.
    View(&'a Grid, &'a AgentRules),
    /// A kind without a view.
    Rules(&'a AgentRules),
    /// A kind that was put on an agent since the last tick.
    Profile(&'a AgentProfile),
}

impl<'a> AgentGrid<'a> {
    pub(super) const fn of_rules(shared: &'a Grid, rules: &'a AgentRules) -> Self {
        Self { shared, by: By::Rules(rules) }
    }

    pub(super) const fn of_view(shared: &'a Grid, seen: &'a Grid, rules: &'a AgentRules) -> Self {
        Self { shared, by: By::View(seen, rules) }
    }

    pub(super) fn of_kind(shared: &'a Grid, AgentKind(profile): &'a AgentKind) -> Self {
        Self { shared, by: By::Profile(profile) }
    }

    /// The grid that all kinds of agents share, with its portals and its revision.
    #[must_use]
    pub const fn shared(self) -> &'a Grid {
        self.shared
    }

    /// Whether the agent can stand on the cell; false outside.
    ///
    /// # Complexity
    /// O(1) for agents without a kind, and while the view of the kind is made; else O(size²), see
    /// [`AgentRules::allows`].
    #[inline]
    #[must_use]
    pub fn is_walkable(self, cell: Cell) -> bool {
        match self.by {
            By::Shared => self.shared.is_walkable(cell),
            By::View(seen, _) => seen.is_walkable(cell),
            By::Rules(rules) => rules.allows(self.shared, cell),
            By::Profile(profile) => profile.allows(self.shared, cell),
        }
    }

    /// Returns the cost of a step onto the cell for the agent; `None` where it cannot stand.
    ///
    /// # Complexity
    /// That of [`is_walkable`](Self::is_walkable), and O((size + reach)²) for a kind that keeps off walls and has no view.
    #[inline]
    #[must_use]
    pub fn cost(self, cell: Cell) -> Option<u16> {
        match self.by {
            By::Shared => self.shared.cost(cell),
            By::View(seen, _) => seen.cost(cell),
            By::Rules(rules) => rules.cost(self.shared, cell),
            By::Profile(profile) => AgentRules::new(profile, self.shared.legend()).cost(self.shared, cell),
        }
    }

    /// Returns the cost of the terrain of a cell for the agent, without the extra cost near walls; `None` where that is
    /// blocked. So many times longer a step onto it takes.
    ///
    /// # Complexity
    /// O(1).
    #[inline]
    #[must_use]
    pub fn terrain_cost(self, cell: Cell) -> Option<u16> {
        match self.by {
            By::Shared => self.shared.cost(cell),
            By::View(_, rules) | By::Rules(rules) => rules.terrain_cost(self.shared, cell),
            By::Profile(profile) => AgentRules::new(profile, self.shared.legend()).terrain_cost(self.shared, cell),
        }
    }
}

/// The grid as agents without a kind see it.
impl<'a> From<&'a Grid> for AgentGrid<'a> {
    fn from(grid: &'a Grid) -> Self {
        Self { shared: grid, by: By::Shared }
    }
}
