//! What a reader knows besides the bytes of a file.

use super::digits::DigitLegend;
use super::format::Format;
use super::moving_ai::GlyphCost;
use super::notes::Beside;
use super::solid::SolidRule;

/// How a file is read whose name and content do not say it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReadHints {
    /// The format, whatever the file is called.
    pub format: Option<Format>,
    /// Which digit of a map of digits is what.
    pub legend: Option<DigitLegend>,
    /// Which level of a project of several is read, by its name; else the first.
    pub level: Option<String>,
    /// The rules that say which parts of a map of another editor are walls; without any, names such as `collides` and
    /// collision shapes are taken as walls, and each guess is noted.
    pub solid: Vec<SolidRule>,
    /// What the glyphs of a `MovingAI` map cost; of those that are not named the usual ones.
    pub costs: Vec<GlyphCost>,
    /// The files that [`files_beside`](super::files_beside) names: what each holds, or why it cannot be read.
    pub beside: Beside,
}
