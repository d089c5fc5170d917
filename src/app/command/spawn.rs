//! Commands of the brush that spawns agents.

use gridwalk_pathfinding::Cell;
use serde::Deserialize;

/// A command of the brush that spawns agents of a crowd. They are no part of the level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum SpawnCommand {
    /// Spawns an agent on each free cell under the brush at this cell.
    At(Cell),
    /// Sets the diameter of the brush in cells.
    Size(u16),
    /// Makes the brush larger.
    Wider,
    /// Makes the brush smaller.
    Narrower,
    /// Removes all spawned agents.
    Remove,
}
