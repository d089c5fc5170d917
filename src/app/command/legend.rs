//! Commands for the legend of the open level.

use gridwalk_level::Rgb;
use gridwalk_pathfinding::Direction;
use serde::Deserialize;

/// A change of the legend. Terrains are numbered as in the editor's list, from 1.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub enum LegendCommand {
    /// Adds a terrain and selects it for drawing.
    Add,
    /// Renames a terrain.
    Name(usize, String),
    /// Changes a terrain's glyph.
    Glyph(usize, char),
    /// Changes a terrain's cost; `None` makes it blocked.
    Cost(usize, Option<u16>),
    /// Changes a terrain's colour.
    Color(usize, Rgb),
    /// Allows or forbids leaving a terrain's cells in this direction.
    Exit(usize, #[serde(with = "direction")] Direction),
    /// Removes terrains that no cell has.
    RemoveUnused,
}

/// Deserialisation of directions from their names.
mod direction {
    use gridwalk_pathfinding::Direction;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer};

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Direction, D::Error> {
        let name = String::deserialize(deserializer)?;
        Direction::from_name(&name).ok_or_else(|| D::Error::custom(format!("`{name}` is no direction")))
    }
}
