//! Changes of the selected agent in the level.

use serde::Deserialize;

/// A change of the selected agent in the level.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub enum CharacterCommand {
    /// Sets the name.
    Name(String),
    /// Sets the speed on plain ground, in cells per second.
    Speed(f32),
    /// Sets the width and height, in cells.
    Size(u8),
    /// Sets the extra cost near walls.
    ///
    /// The text is cells and cost such as `2,3`, or `no`. An empty text uses the value of the level.
    KeepOffWalls(String),
    /// Toggles whether the agent returns to its first goal after the last one.
    Patrol,
    /// Sets the agent's cost of the terrain of this name.
    ///
    /// 0 closes the terrain to the agent. `None` removes the agent's own cost.
    Cost(String, Option<u16>),
}
