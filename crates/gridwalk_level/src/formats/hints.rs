//! Parser inputs besides the bytes of a file.

use super::digits::DigitLegend;
use super::format::Format;
use super::moving_ai::GlyphCost;
use super::notes::Beside;
use super::solid::SolidRule;

/// Settings for reading a file whose name and content leave them open.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReadHints {
    /// The format, whatever the file's name.
    pub format: Option<Format>,
    /// The meaning of each digit of a map of digits.
    pub legend: Option<DigitLegend>,
    /// The name of the level to read from a project of several.
    ///
    /// `None` reads the whole world if its levels form a grid, else the first level.
    pub level: Option<String>,
    /// The rules that select which parts of a map of another editor are walls.
    ///
    /// Without rules, names such as `collides` and collision shapes are taken as walls, and each guess is noted.
    pub solid: Vec<SolidRule>,
    /// The costs of glyphs of a Moving AI map; glyphs that are not listed have their usual cost.
    pub costs: Vec<GlyphCost>,
    /// The files listed by [`files_beside`](super::files_beside): each content, or why it cannot be read.
    pub beside: Beside,
}
