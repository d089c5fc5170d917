//! The portals of the open level.

use serde::Deserialize;

/// What is done with the chosen portal. Portals have their numbers on the map, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum PortalCommand {
    /// Chooses the portal of this number.
    Choose(usize),
    /// Chooses the next one.
    Next,
    /// It costs so many straight steps.
    Cost(u16),
    /// It costs one step more.
    CostMore,
    /// It costs one step less.
    CostLess,
    /// It leads both ways, or one way alone.
    BothWays,
    /// It leads the other way.
    TurnRound,
    /// It leaves the level.
    Remove,
}
