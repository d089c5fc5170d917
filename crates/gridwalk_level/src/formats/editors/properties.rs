//! Named values of an item: custom properties of Tiled, fields of `LDtk`.
//!
//! Common words for walls and for free ground give names and values a meaning for walking.

use std::borrow::Cow;
use std::cell::Cell as Flag;

use super::json::Part;
use crate::formats::error::Parsed;

/// A name with its value.
pub struct Property<'a> {
    pub name: Cow<'a, str>,
    pub part: Part<'a>,
    /// The value; `None` if it is null.
    pub value: Option<Part<'a>>,
    /// The class of the value, if it has one; else empty.
    pub class: Cow<'a, str>,
    is_read: Flag<bool>,
}

/// Members of an `LDtk` field that repeat its value for the editor.
const EDITOR: &[&str] = &["__tile", "__type", "defUid", "realEditorValues"];

/// The maximum nesting depth of classes.
const DEEPEST: usize = 16;

/// All properties of an item; unread ones are returned by [`left`](Self::left).
#[derive(Default)]
pub struct Properties<'a>(Vec<Property<'a>>);

impl<'a> Properties<'a> {
    /// Reads a list of properties, or an object as before Tiled 1.2; empty if there is no part.
    pub fn read(part: Option<Part<'a>>) -> Parsed<Self> {
        let Some(part) = part else {
            return Ok(Self::default());
        };
        if part.get().starts_with('{') {
            let members = part.object("properties")?.into_members();
            let property = |(name, value)| Property {
                name,
                part: value,
                value: Some(value),
                class: Cow::Borrowed(""),
                is_read: Flag::new(false),
            };
            return Ok(Self(members.map(property).collect()));
        }
        let mut properties = Self::default();
        for part in part.list("properties, a list")? {
            let mut object = part.object("a property with a name and a value")?;
            let name = object.take("name").or_else(|| object.take("__identifier"));
            let name = name
                .ok_or_else(|| object.lacks("missing field `name`"))?
                .text("the name of a property")?;
            let class = object.take_text("propertytype")?;
            let value = object.take("value").or_else(|| object.take("__value"));
            let is_class = object
                .take("type")
                .is_some_and(|kind| kind.get() == "\"class\"");
            object.drop_members(EDITOR);
            for (key, part) in object.left() {
                let name = Cow::Owned(format!("{name}.{key}"));
                let (class, is_read) = (Cow::Borrowed(""), Flag::new(false));
                properties.0.push(Property {
                    name,
                    part,
                    value: Some(part),
                    class,
                    is_read,
                });
            }
            match value
                .filter(|value| is_class && value.get().starts_with('{') && value.get() != "{}")
            {
                // The members of a class are properties of the item, too.
                Some(members) => properties.add_members(members, &class, 0)?,
                None => properties.0.push(Property {
                    name,
                    part,
                    value,
                    class,
                    is_read: Flag::new(false),
                }),
            }
        }
        Ok(properties)
    }

    fn add_members(&mut self, members: Part<'a>, class: &str, depth: usize) -> Parsed<()> {
        for (name, value) in members.object("the members of a class")?.into_members() {
            if value.get().starts_with('{') && value.get() != "{}" && depth < DEEPEST {
                self.add_members(value, class, depth + 1)?;
            } else {
                let value_read = Some(value).filter(|value| value.get() != "null");
                let (class, is_read) = (Cow::Owned(class.to_owned()), Flag::new(false));
                self.0.push(Property {
                    name,
                    part: value,
                    value: value_read,
                    class,
                    is_read,
                });
            }
        }
        Ok(())
    }

    /// Adds other properties.
    pub fn extend(&mut self, others: Self) {
        self.0.extend(others.0);
    }

    /// Returns the value of this name, case-insensitively, and marks it as read; `None` if it is
    /// null.
    pub fn get(&self, name: &str) -> Option<Part<'a>> {
        let found = self.find(name)?;
        found.is_read.set(true);
        found.value
    }

    /// Returns the value of this name without marking it as read.
    pub fn peek(&self, name: &str) -> Option<Part<'a>> {
        self.find(name)?.value
    }

    fn find(&self, name: &str) -> Option<&Property<'a>> {
        self.0
            .iter()
            .find(|property| property.name.eq_ignore_ascii_case(name))
    }

    /// Returns a non-empty text, and marks it as read.
    pub fn text(&self, name: &str) -> Parsed<Option<String>> {
        let text = self
            .get(name)
            .map(|part| part.text(&format!("the {name}, a text")))
            .transpose()?;
        Ok(text
            .filter(|text| !text.trim().is_empty())
            .map(Cow::into_owned))
    }

    /// Returns all properties.
    pub fn iter(&self) -> impl Iterator<Item = &Property<'a>> {
        self.0.iter()
    }

    /// Returns the properties that were not read and have a value.
    pub fn left(&self) -> impl Iterator<Item = &Property<'a>> {
        self.0
            .iter()
            .filter(|property| !property.is_read.get() && property.value.is_some())
    }
}

impl Property<'_> {
    /// Marks the property as read.
    pub fn set_read(&self) {
        self.is_read.set(true);
    }
}

/// Texts that mean false.
const FALSE: &[&str] = &[
    "",
    "0",
    "false",
    "no",
    "nocollision",
    "none",
    "null",
    "off",
    "passive",
    "preventcollision",
];

/// Reads a value as true or false; `None` if it is neither.
pub fn truth(value: Part) -> Option<bool> {
    let written = value.get();
    match written {
        "true" | "{}" => Some(true),
        "false" => Some(false),
        _ if written.starts_with('"') => {
            let text = value.text("a text").ok()?;
            Some(
                !FALSE
                    .iter()
                    .any(|known| text.trim().eq_ignore_ascii_case(known)),
            )
        }
        _ => written.parse::<f64>().ok().map(|number| number != 0.0),
    }
}

/// The meaning of a name for walking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// A wall.
    Solid,
    /// Free ground.
    Open,
    /// A word for walls about something near them, as in "wall decoration".
    Near,
    /// No known word.
    Unknown,
}

impl Meaning {
    /// Returns the meaning of a name in any spelling: `isSolid`, `Collision_Layer`, `not walkable`.
    ///
    /// The last word decides, apart from fillers such as `layer` behind it. A word such as `not`
    /// before it negates it.
    pub fn of(name: &str) -> Self {
        let words = words(name);
        let is_one = |list: &[&str], word: &String| list.contains(&word.as_str());
        let count = words
            .iter()
            .rposition(|word| !is_one(FILLERS, word))
            .map_or(words.len(), |last| last + 1);
        let words = &words[..count];
        let Some((head, before)) = words.split_last() else {
            return Self::Unknown;
        };
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
const NEGATIONS: &[&str] = &["no", "non", "not", "un", "without"];

/// Words that are ignored behind the deciding one.
const FILLERS: &[&str] = &[
    "area", "areas", "back", "body", "bottom", "box", "boxes", "cell", "cells", "data", "enabled",
    "flag", "front", "grid", "group", "groups", "inner", "int", "intgrid", "layer", "layers",
    "left", "level", "lower", "map", "mask", "mesh", "middle", "object", "objects", "outer",
    "polygon", "polygons", "right", "shape", "shapes", "tile", "tiles", "top", "type", "upper",
    "zone", "zones",
];

/// Splits a name into lower-case words at signs, digits and capitals.
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

#[cfg(test)]
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
        for name in [
            "walkable",
            "non-solid",
            "No Collision",
            "ladder",
            "isPassable",
        ] {
            assert_eq!(Meaning::of(name), Meaning::Open, "{name}");
        }
        for name in ["Wall Decoration", "wall_shadow"] {
            assert_eq!(Meaning::of(name), Meaning::Near, "{name}");
        }
        for name in ["", "layer", "Ground", "tile layer 1", "wallpaper", "42"] {
            assert_eq!(Meaning::of(name), Meaning::Unknown, "{name}");
        }
    }
}
