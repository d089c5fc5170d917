//! The table of level formats: how each is recognized, and the parts of a level that it can hold.
//!
//! Settings for reading a file, rules for walls among them, and the diagnostics of a file that was
//! read are here, too.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use gridwalk_pathfinding::named;
use serde::{Deserialize, Serialize};

use super::common::{ParseError, one_of, shortened};
use super::moving_ai::GlyphCost;
use super::tables::{DigitLegend, has_head};

/// The endings of files that are opened as levels by their names alone.
pub const LEVEL_ENDINGS: [&str; 9] = [
    ".level.ron",
    ".map",
    ".txt",
    ".digits",
    ".csv",
    ".png",
    ".tmj",
    ".tmx",
    ".ldtk",
];

named! {
    /// A format of levels.
    ///
    /// Its title has an article; its meaning lists the parts of a level that a file can hold.
    pub enum Format {
        /// RON levels of this project.
        Ron = "ron", "a RON level", "everything but comments";
        /// Maps of the Moving AI benchmark sets.
        MovingAi = "map", "a Moving AI map", "free and blocked cells; no costs, agents, options or names";
        /// Maps of digits.
        Digits = "digits", "a map of digits",
            "free and blocked cells, one agent's start and its goals, options; no costs or names";
        /// Tables of costs.
        Csv = "csv", "a table of costs", "the cost of each cell; no agents, options or names";
        /// Pictures, one pixel per cell. Reading and writing them need the feature `png`.
        Png = "png", "a picture",
            "cells of the default terrains, by colour; no other costs, agents, options or names";
        /// Maps of the editor Tiled, in JSON or XML. Reading them needs the feature `editors`.
        Tiled = "tiled", "a Tiled map",
            "names, costs and colours of terrains, agents and their goals; no options. It is read only";
        /// Projects of the editor `LDtk`. Reading them needs the feature `editors`.
        Ldtk = "ldtk", "an LDtk project",
            "names, costs and colours of terrains, agents and their goals; no options. It is read only";
    }
}

impl Format {
    /// Returns the endings of files of this format, without the dot, the usual one first.
    #[must_use]
    pub const fn endings(self) -> &'static [&'static str] {
        match self {
            Self::Ron => &["ron"],
            Self::MovingAi => &["map"],
            Self::Digits => &["txt", "digits"],
            Self::Csv => &["csv"],
            Self::Png => &["png"],
            Self::Tiled => &["tmj", "tmx"],
            Self::Ldtk => &["ldtk"],
        }
    }

    /// Returns the content that an empty file lacks, for a message.
    pub(super) const fn expected(self) -> &'static str {
        match self {
            Self::Ron => "a level, at least `(version: 1, map: [\"...\"])`",
            Self::MovingAi => "a header that begins with `type octile`",
            Self::Digits => "rows of digits",
            Self::Csv => "rows of costs with commas between them",
            Self::Png => "a picture with one pixel for each cell",
            Self::Tiled => "a map of Tiled",
            Self::Ldtk => "a project of LDtk",
        }
    }

    /// Returns `true` if levels can be written in this format, not only read.
    #[must_use]
    pub const fn is_written(self) -> bool {
        !matches!(self, Self::Tiled | Self::Ldtk)
    }

    /// Returns the formats in which levels can be written.
    pub fn written() -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(|format| format.is_written())
    }

    /// Lists the endings of files of these formats for a sentence: `.level.ron, .map or .png`.
    #[must_use]
    pub fn list_endings(formats: impl Iterator<Item = Self>) -> String {
        let endings = formats.flat_map(|format| format.endings().iter().copied());
        one_of(endings.map(|ending| {
            if ending == "ron" {
                ".level.ron".to_owned()
            } else {
                format!(".{ending}")
            }
        }))
    }

    /// Finds the format of a file by its ending.
    #[must_use]
    pub fn of_file(name: &str) -> Option<Self> {
        let ending = name.rsplit_once('.')?.1.to_ascii_lowercase();
        Self::ALL
            .into_iter()
            .find(|format| format.endings().contains(&ending.as_str()))
    }

    /// Guesses the format of a text by its first characters; never returns [`Csv`](Self::Csv) or
    /// [`Png`](Self::Png).
    pub(super) fn of_content(text: &str) -> Self {
        let text = text.trim_start();
        if text.starts_with("type ") {
            Self::MovingAi
        } else if text.starts_with(|c: char| c.is_ascii_digit() || c == '[') || has_head(text) {
            Self::Digits
        } else if text.starts_with('{') && text.contains("\"jsonVersion\"") {
            Self::Ldtk
        } else if text.starts_with('{') && text.contains("\"tilesets\"") || text.starts_with('<') {
            Self::Tiled
        } else {
            Self::Ron
        }
    }
}

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
    /// Without rules, names such as `collides` and collision shapes are taken as walls, and each
    /// guess is noted.
    pub solid: Vec<SolidRule>,
    /// The costs of glyphs of a Moving AI map; glyphs that are not listed have their usual cost.
    pub costs: Vec<GlyphCost>,
    /// The files listed by [`files_beside`](super::files_beside): each content, or why it cannot be
    /// read.
    pub beside: SiblingFiles,
}

/// A rule that turns parts of a foreign map into walls.
///
/// Names are compared case-insensitively.
///
/// # Examples
/// ```
/// use gridwalk_level::formats::SolidRule;
/// let rule: SolidRule = "property:collides".parse().unwrap();
/// assert_eq!(rule, SolidRule::Property { name: "collides".to_owned(), value: None });
/// assert_eq!(rule.to_string(), "property:collides");
/// assert!("colour:red".parse::<SolidRule>().is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum SolidRule {
    /// No part: only `blocked`, `cost` and the name `wall` count.
    None,
    /// Collision shapes of tiles that cover the middle of a cell or a quarter of it.
    Shapes,
    /// A property of tiles, layers and objects: with this value, or true if no value is given.
    Property {
        /// The name of the property.
        name: String,
        /// The value as the file writes it, without quotes.
        value: Option<String>,
    },
    /// A class of tiles, objects and entities, or a tag of tiles.
    Class(String),
    /// A layer or a group of layers.
    Layer(String),
    /// An `IntGrid` value of `LDtk`, by name or number.
    Value(String),
}

/// The kinds of rules that contain a name, each with its keyword.
type NamedRule = (&'static str, fn(String) -> SolidRule);
const NAMED: [NamedRule; 4] = [
    ("property", property_rule),
    ("class", SolidRule::Class),
    ("layer", SolidRule::Layer),
    ("value", SolidRule::Value),
];

fn property_rule(name: String) -> SolidRule {
    match name.split_once('=') {
        Some((name, value)) => SolidRule::Property {
            name: name.trim().to_owned(),
            value: Some(value.trim().to_owned()),
        },
        None => SolidRule::Property { name, value: None },
    }
}

/// Error for a text that is no [`SolidRule`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SolidRuleError {
    /// The keyword is unknown.
    #[error("expected {}, found {found}", one_of(["`none`", "`shapes`", "`property:NAME`", "`property:NAME=VALUE`", "`class:NAME`", "`layer:NAME`", "`value:NAME`"]))]
    Unknown {
        /// The text.
        found: String,
    },
    /// No name follows the keyword.
    #[error("expected a name after `{keyword}:`, as in `{keyword}:solid`")]
    NoName {
        /// The keyword.
        keyword: &'static str,
    },
}

impl FromStr for SolidRule {
    type Err = SolidRuleError;

    fn from_str(text: &str) -> Result<Self, SolidRuleError> {
        let unknown = || SolidRuleError::Unknown {
            found: shortened(text),
        };
        match text.trim() {
            "none" => return Ok(Self::None),
            "shapes" => return Ok(Self::Shapes),
            _ => {}
        }
        let (keyword, name) = text.split_once(':').ok_or_else(unknown)?;
        let (keyword, rule) = *NAMED
            .iter()
            .find(|(known, _)| *known == keyword.trim())
            .ok_or_else(unknown)?;
        let name = name.trim();
        if name.is_empty() || name.starts_with('=') {
            return Err(SolidRuleError::NoName { keyword });
        }
        Ok(rule(name.to_owned()))
    }
}

impl TryFrom<String> for SolidRule {
    type Error = SolidRuleError;

    fn try_from(text: String) -> Result<Self, SolidRuleError> {
        text.parse()
    }
}

impl From<SolidRule> for String {
    fn from(rule: SolidRule) -> Self {
        rule.to_string()
    }
}

impl fmt::Display for SolidRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => write!(f, "none"),
            Self::Shapes => write!(f, "shapes"),
            Self::Property { name, value: None } => write!(f, "property:{name}"),
            Self::Property {
                name,
                value: Some(value),
            } => write!(f, "property:{name}={value}"),
            Self::Class(name) => write!(f, "class:{name}"),
            Self::Layer(name) => write!(f, "layer:{name}"),
            Self::Value(name) => write!(f, "value:{name}"),
        }
    }
}

/// Files to which a level refers, by name: the content of each, or why it cannot be read.
pub type SiblingFiles = BTreeMap<String, Result<Vec<u8>, String>>;

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_of_walls_are_read_and_written() {
        for text in [
            "none",
            "shapes",
            "property:a b",
            "property:kind=wall",
            "class:Wall",
            "layer:top",
            "value:3",
        ] {
            assert_eq!(
                text.parse::<SolidRule>()
                    .map(|rule| rule.to_string())
                    .as_deref(),
                Ok(text)
            );
        }
        let fail = |text: &str| text.parse::<SolidRule>().unwrap_err().to_string();
        assert_eq!(
            fail("class: "),
            "expected a name after `class:`, as in `class:solid`"
        );
        assert!(
            fail("wall").starts_with("expected `none`, `shapes`, `property:NAME`"),
            "{}",
            fail("wall")
        );
    }
}
