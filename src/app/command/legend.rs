//! The legend of the open level.

use gridwalk_level::Rgb;
use gridwalk_pathfinding::Direction;
use serde::Deserialize;

/// Changes of the legend. A terrain has its number in the list of the editor, from 1.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub enum LegendCommand {
    /// One more terrain, to be named, which is drawn with from now on.
    Add,
    /// Another name.
    Name(usize, String),
    /// It is written so.
    Glyph(usize, char),
    /// Another cost; without one it is blocked.
    Cost(usize, Option<u16>),
    /// Another colour.
    Color(usize, Rgb),
    /// Its cells can be left in this direction, or no more.
    Exit(usize, #[serde(with = "direction")] Direction),
    /// Removes what no cell is made of.
    RemoveUnused,
}

/// Directions by their names.
mod direction {
    use gridwalk_pathfinding::Direction;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer};

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Direction, D::Error> {
        let name = String::deserialize(deserializer)?;
        Direction::from_name(&name).ok_or_else(|| D::Error::custom(format!("`{name}` is no direction")))
    }
}
