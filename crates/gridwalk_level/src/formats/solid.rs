//! Rules that select which parts of a map from another editor are walls, and common words for walls.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::error::{one_of, shortened};

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
type Named = (&'static str, fn(String) -> SolidRule);
const NAMED: [Named; 4] = [
    ("property", property_rule),
    ("class", SolidRule::Class),
    ("layer", SolidRule::Layer),
    ("value", SolidRule::Value),
];

fn property_rule(name: String) -> SolidRule {
    match name.split_once('=') {
        Some((name, value)) => {
            SolidRule::Property { name: name.trim().to_owned(), value: Some(value.trim().to_owned()) }
        }
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
        let unknown = || SolidRuleError::Unknown { found: shortened(text) };
        match text.trim() {
            "none" => return Ok(Self::None),
            "shapes" => return Ok(Self::Shapes),
            _ => {}
        }
        let (keyword, name) = text.split_once(':').ok_or_else(unknown)?;
        let (keyword, rule) = *NAMED.iter().find(|(known, _)| *known == keyword.trim()).ok_or_else(unknown)?;
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
            Self::Property { name, value: Some(value) } => write!(f, "property:{name}={value}"),
            Self::Class(name) => write!(f, "class:{name}"),
            Self::Layer(name) => write!(f, "layer:{name}"),
            Self::Value(name) => write!(f, "value:{name}"),
        }
    }
}

/// The meaning of a name for walking.
#[cfg(feature = "editors")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    /// A wall.
    Solid,
    /// Free ground.
    Open,
    /// A word for walls about something near them, as in "wall decoration".
    Near,
    /// No known word.
    Unknown,
}

#[cfg(feature = "editors")]
impl Meaning {
    /// Returns the meaning of a name in any spelling: `isSolid`, `Collision_Layer`, `not walkable`.
    ///
    /// The last word decides, apart from fillers such as `layer` behind it. A word such as `not` before it negates it.
    pub fn of(name: &str) -> Self {
        let words = words(name);
        let is_one = |list: &[&str], word: &String| list.contains(&word.as_str());
        let count = words.iter().rposition(|word| !is_one(FILLERS, word)).map_or(words.len(), |last| last + 1);
        let words = &words[..count];
        let Some((head, before)) = words.split_last() else { return Self::Unknown };
        let is_negated = before.iter().any(|word| is_one(NEGATIONS, word));
        match (is_one(SOLID, head), is_one(OPEN, head), is_negated) {
            (true, _, false) | (_, true, true) => Self::Solid,
            (true, _, true) | (_, true, false) => Self::Open,
            _ if before.iter().any(|word| is_one(SOLID, word)) => Self::Near,
            _ => Self::Unknown,
        }
    }
}

/// Words for walls.
#[cfg(feature = "editors")]
const SOLID: &[&str] = &[
    "barrier",
    "barriers",
    "block",
    "blocked",
    "blocker",
    "blockers",
    "blocking",
    "blocks",
    "boundaries",
    "boundary",
    "collidable",
    "collide",
    "collideable",
    "collider",
    "colliders",
    "collides",
    "colliding",
    "collision",
    "collisions",
    "impassable",
    "impassible",
    "nonwalkable",
    "notwalkable",
    "nowalk",
    "obstacle",
    "obstacles",
    "obstruction",
    "obstructions",
    "solid",
    "solids",
    "unpassable",
    "unwalkable",
    "wall",
    "walls",
];

/// Words for free ground.
#[cfg(feature = "editors")]
const OPEN: &[&str] = &[
    "accessible",
    "air",
    "climbable",
    "door",
    "doors",
    "empty",
    "floor",
    "floors",
    "free",
    "ladder",
    "ladders",
    "open",
    "passable",
    "path",
    "paths",
    "road",
    "roads",
    "sky",
    "traversable",
    "void",
    "walkable",
];

/// Words that negate the next one.
#[cfg(feature = "editors")]
const NEGATIONS: &[&str] = &["no", "non", "not", "un", "without"];

/// Words that are ignored behind the deciding one.
#[cfg(feature = "editors")]
const FILLERS: &[&str] = &[
    "area", "areas", "back", "body", "bottom", "box", "boxes", "cell", "cells", "data", "enabled", "flag", "front",
    "grid", "group", "groups", "inner", "int", "intgrid", "layer", "layers", "left", "level", "lower", "map", "mask",
    "mesh", "middle", "object", "objects", "outer", "polygon", "polygons", "right", "shape", "shapes", "tile", "tiles",
    "top", "type", "upper", "zone", "zones",
];

/// Splits a name into lower-case words at signs, digits and capitals.
#[cfg(feature = "editors")]
fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut was_lower = false;
    for letter in name.chars() {
        if !letter.is_alphabetic() || letter.is_uppercase() && was_lower {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut().filter(|_| letter.is_alphabetic()) {
            word.extend(letter.to_lowercase());
        }
        was_lower = letter.is_lowercase();
    }
    words.retain(|word| !word.is_empty());
    words
}

#[cfg(all(test, feature = "editors"))]
mod tests {
    use super::*;

    #[test]
    fn names_of_walls_are_known_in_any_spelling() {
        for name in [
            "collides",
            "isSolid",
            "Collision_Layer",
            "Walls level 2",
            "PlayerLevelCollider",
            "not walkable",
            "SOLID",
            "collision-type",
            "Blocks",
            "ge_collide",
            "unwalkable",
            "Non-Passable",
        ] {
            assert_eq!(Meaning::of(name), Meaning::Solid, "{name}");
        }
        for name in ["walkable", "non-solid", "No Collision", "ladder", "isPassable"] {
            assert_eq!(Meaning::of(name), Meaning::Open, "{name}");
        }
        for name in ["Wall Decoration", "wall_shadow"] {
            assert_eq!(Meaning::of(name), Meaning::Near, "{name}");
        }
        for name in ["", "layer", "Ground", "tile layer 1", "wallpaper", "42"] {
            assert_eq!(Meaning::of(name), Meaning::Unknown, "{name}");
        }
    }

    #[test]
    fn rules_of_walls_are_read_and_written() {
        for text in ["none", "shapes", "property:a b", "property:kind=wall", "class:Wall", "layer:top", "value:3"] {
            assert_eq!(text.parse::<SolidRule>().map(|rule| rule.to_string()).as_deref(), Ok(text));
        }
        let fail = |text: &str| text.parse::<SolidRule>().unwrap_err().to_string();
        assert_eq!(fail("class: "), "expected a name after `class:`, as in `class:solid`");
        assert!(fail("wall").starts_with("expected `none`, `shapes`, `property:NAME`"), "{}", fail("wall"));
    }
}
