//! Decides which tiles, layers, objects and values are walls: by rules, or by common names.

use super::json::Part;
use super::properties::{Properties, Property, truth};
use super::report::{Report, WallRule};
use super::terrains::is_blocked_ground;
use crate::formats::SolidRule;
use crate::formats::solid::Meaning;

/// The rules for a map; without rules, names are guessed.
#[derive(Clone, Copy)]
pub struct Solid<'h>(&'h [SolidRule]);

/// The decision of the rules about an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Wall(WallRule),
    /// Stated to be no wall.
    Open,
    Nothing,
}

/// Names of properties whose values are kinds of items.
const KINDS: &[&str] = &["category", "class", "kind", "material", "tag", "terrain", "type"];

impl Verdict {
    /// Returns this verdict, or another one if it says nothing.
    pub fn or_else(self, other: impl FnOnce() -> Self) -> Self {
        if self == Self::Nothing { other() } else { self }
    }
}

impl<'h> Solid<'h> {
    pub const fn new(rules: &'h [SolidRule]) -> Self {
        Self(rules)
    }

    pub fn is_guessed(self) -> bool {
        self.0.is_empty()
    }

    /// Returns a wall by the first rule for which `is_meant` holds.
    fn named(self, part: Part, report: &mut Report, is_meant: impl Fn(&SolidRule) -> bool) -> Verdict {
        let rule = self.0.iter().find(|rule| is_meant(rule));
        rule.map_or(Verdict::Nothing, |rule| Verdict::Wall(report.wall(rule, false, part)))
    }

    /// Returns the verdict of properties, and marks the deciding ones as read.
    pub fn by_properties(self, properties: &Properties, report: &mut Report) -> Verdict {
        let mut verdict = Verdict::Nothing;
        for property in properties.iter() {
            let Some(value) = property.value else { continue };
            let found = if self.is_guessed() {
                guess_property(property, value, report)
            } else {
                self.named(property.part, report, |rule| is_property(rule, property, value))
            };
            match found {
                Verdict::Wall(_) => {
                    property.set_read();
                    return found;
                }
                Verdict::Open => {
                    property.set_read();
                    verdict = Verdict::Open;
                }
                Verdict::Nothing => {}
            }
        }
        verdict
    }

    /// Returns the verdict of a class or a tag.
    pub fn by_class(self, class: &str, part: Part, report: &mut Report) -> Verdict {
        if self.is_guessed() {
            return guess_name(class, SolidRule::Class, part, report);
        }
        self.named(part, report, |rule| matches!(rule, SolidRule::Class(name) if is_same(name, class)))
    }

    /// Returns the verdict of the name of a layer or a group.
    pub fn by_layer(self, layer: &str, part: Part, report: &mut Report) -> Verdict {
        if self.is_guessed() {
            return guess_name(layer, SolidRule::Layer, part, report);
        }
        self.named(part, report, |rule| matches!(rule, SolidRule::Layer(name) if is_same(name, layer)))
    }

    /// Returns the verdict of an `IntGrid` value, by name or number.
    pub fn by_value(self, value: &str, number: u32, part: Part, report: &mut Report) -> Verdict {
        if self.is_guessed() {
            return guess_name(value, SolidRule::Value, part, report);
        }
        let number = number.to_string();
        self.named(
            part,
            report,
            |rule| matches!(rule, SolidRule::Value(name) if is_same(name, value) || *name == number),
        )
    }

    /// Returns the verdict of collision shapes that fill a tile.
    pub fn by_shapes(self, part: Part, report: &mut Report) -> Verdict {
        if self.is_guessed() {
            return Verdict::Wall(report.wall(&SolidRule::Shapes, true, part));
        }
        self.named(part, report, |rule| *rule == SolidRule::Shapes)
    }

    /// Returns the verdict of a name that every level knows as blocked ground: without rules a guess.
    pub fn by_ground(self, name: &str, rule: fn(String) -> SolidRule, part: Part, report: &mut Report) -> Verdict {
        if self.is_guessed() && is_blocked_ground(name) {
            return Verdict::Wall(report.wall(&rule(name.to_owned()), true, part).yielding());
        }
        Verdict::Nothing
    }

    /// Returns the name of a terrain, unless it is blocked ground, and rules alone say what is a wall.
    pub fn named_terrain(self, name: Option<&str>) -> Option<&str> {
        name.filter(|name| self.is_guessed() || !is_blocked_ground(name))
    }

    /// Returns `true` if a name contains a word for walls but is not taken as a wall, which is noted.
    pub fn is_near(self, name: &str) -> bool {
        self.is_guessed() && Meaning::of(name) == Meaning::Near
    }
}

fn is_same(one: &str, other: &str) -> bool {
    one.trim().eq_ignore_ascii_case(other.trim())
}

fn is_property(rule: &SolidRule, property: &Property, value: Part) -> bool {
    let SolidRule::Property { name, value: wanted } = rule else { return false };
    let is_value = || match wanted {
        None => truth(value) == Some(true),
        Some(wanted) => is_same(value.get().trim_matches('"'), wanted),
    };
    is_same(name, &property.name) && is_value()
}

fn guess_property(property: &Property, value: Part, report: &mut Report) -> Verdict {
    let name = property.name.clone().into_owned();
    let mut wall = |value: Option<String>| {
        let rule = SolidRule::Property { name: name.clone(), value };
        Verdict::Wall(report.wall(&rule, true, property.part))
    };
    match (Meaning::of(&property.name), truth(value)) {
        (Meaning::Solid, Some(true)) | (Meaning::Open, Some(false)) => {
            let is_negated = Meaning::of(&property.name) == Meaning::Open;
            wall(is_negated.then(|| value.get().trim_matches('"').to_owned()))
        }
        (Meaning::Solid, Some(false)) | (Meaning::Open, Some(true)) => Verdict::Open,
        // A class whose members all have their defaults counts by its name.
        _ if value.get() == "{}" && Meaning::of(&property.class) == Meaning::Solid => wall(None),
        _ if value.get().starts_with('"') && KINDS.iter().any(|kind| is_same(kind, &property.name)) => {
            match value.text("a text").map(|text| (Meaning::of(&text), text)) {
                Ok((Meaning::Solid, text)) => wall(Some(text.into_owned())),
                _ => Verdict::Nothing,
            }
        }
        _ => Verdict::Nothing,
    }
}

fn guess_name(name: &str, rule: fn(String) -> SolidRule, part: Part, report: &mut Report) -> Verdict {
    match Meaning::of(name) {
        Meaning::Solid => Verdict::Wall(report.wall(&rule(name.to_owned()), true, part)),
        Meaning::Open => Verdict::Open,
        Meaning::Near | Meaning::Unknown => Verdict::Nothing,
    }
}
