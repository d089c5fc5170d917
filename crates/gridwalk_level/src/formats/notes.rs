//! Parser side inputs (sibling files) and diagnostics.

use std::collections::BTreeMap;

use super::error::ParseError;
use super::solid::SolidRule;

/// Files to which a level refers, by name: the content of each, or why it cannot be read.
pub type Beside = BTreeMap<String, Result<Vec<u8>, String>>;

/// Diagnostics on a file that could be read.
#[derive(Debug, Default)]
pub(super) struct Findings {
    /// Mistakes in a level that can be shown nevertheless.
    pub problems: Vec<ParseError>,
    /// Guesses, and parts of the file that are not imported.
    pub notes: Vec<ParseError>,
    /// The rules that made cells of a map from another editor walls.
    pub walls: Vec<WallSource>,
}

/// A rule that made cells of a map from another editor walls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WallSource {
    /// The rule.
    pub rule: SolidRule,
    /// Whether the rule was guessed from common names for walls.
    pub is_guess: bool,
    /// Number of cells that the rule made walls.
    pub cells: usize,
}
