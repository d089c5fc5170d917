//! Commands for the portals of the open level.

use serde::Deserialize;

/// An action on the selected portal. Portals are numbered on the map, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum PortalCommand {
    /// Selects the portal with this number.
    Choose(usize),
    /// Selects the next portal.
    Next,
    /// Sets the cost, in straight steps.
    Cost(u16),
    /// Raises the cost by one straight step.
    CostMore,
    /// Lowers the cost by one straight step.
    CostLess,
    /// Switches between both directions and one direction.
    BothWays,
    /// Reverses the direction.
    TurnRound,
    /// Removes the portal.
    Remove,
}
