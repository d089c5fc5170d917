//! The legend of the open level.

use gridwalk_level::Rgb;
use serde::Deserialize;

/// What changes the legend; terrains have their numbers in it, from 1.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub enum LegendCommand {
    /// One more terrain, like the one that is drawn with.
    Add,
    /// Another name.
    Name(usize, String),
    /// It is written so.
    Glyph(usize, char),
    /// Another cost; without one it is blocked.
    Cost(usize, Option<u16>),
    /// Another colour.
    Color(usize, Rgb),
    /// Removes what no cell is made of.
    RemoveUnused,
}
