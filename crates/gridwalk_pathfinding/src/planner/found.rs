//! What the planner's own searches answer.

use crate::Cost;

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// With a cheapest path, which costs so much.
    Path(Cost),
    /// No path leads to the goal.
    Nothing,
    /// There were as many expansions as there may be.
    OutOfBudget,
}
