//! What the level says of the selected agent.

use serde::Deserialize;

/// What changes the selected agent in the level.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub enum CharacterCommand {
    /// Another name.
    Name(String),
    /// Another speed on plain ground, in cells a second.
    Speed(f32),
    /// So many cells wide and high.
    Size(u8),
    /// How it keeps off walls: cells and cost such as `2,3`, or `no`; nothing, and it does as the level says.
    KeepOffWalls(String),
    /// It begins again with its first goal after the last one, or not.
    Patrol,
    /// What entering the terrain of this name costs it, 0 if it is closed to it; without one it costs what it costs all.
    Cost(String, Option<u16>),
}
