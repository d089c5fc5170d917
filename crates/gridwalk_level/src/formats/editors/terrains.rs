//! The terrain that tiles and values state, the walls among them, and the legend that results.
//!
//! Rules, or else common names, decide which tiles, layers, objects and values are walls.

use std::collections::HashMap;

use gridwalk_pathfinding::{Grid, TerrainId};

use super::json::Part;
use super::properties::{Meaning, Properties, Property, truth};
use super::report::{Report, WallRule};
use crate::formats::SolidRule;
use crate::formats::error::Parsed;
use crate::formats::map::{MOST_COSTS, of_cost, with_defaults};
use crate::level_grid::{DEFAULTS, spare_glyphs};
use crate::{LegendEntry, Rgb};

/// The facts that a file states about a terrain.
#[expect(
    clippy::option_option,
    reason = "nothing is said of the cost, or it is blocked"
)]
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Said {
    pub name: Option<String>,
    /// The cost; `Some(None)` is blocked.
    pub cost: Option<Option<u16>>,
    pub color: Option<Rgb>,
    /// The rule that made the terrain a wall, if any.
    pub wall: WallRule,
}

impl Said {
    /// Reads the facts in properties; `name` is the fallback for a missing name.
    pub fn of(properties: &Properties, name: Option<&str>) -> Parsed<Self> {
        let name = properties.text("name")?.or_else(|| name.map(str::to_owned));
        let blocked = properties.get("blocked").map(|part| {
            truth(part).ok_or_else(|| {
                part.fail(format!(
                    "expected true or false for blocked, found {}",
                    part.shown()
                ))
            })
        });
        let cost = properties.get("cost").map(Part::cost).transpose()?;
        // `blocked: false` is the default, and states nothing about the cost.
        let cost = if blocked.transpose()? == Some(true) {
            Some(None)
        } else {
            cost
        };
        // Colour names are data of other programs.
        let is_ours = |part: &Part| part.is_empty() || part.get().starts_with("\"#");
        let color = properties
            .peek("color")
            .filter(is_ours)
            .and_then(|_| properties.get("color"));
        let color = color.map(Part::color).transpose()?.flatten();
        Ok(Self {
            name: name.filter(|name| !name.is_empty()),
            cost,
            color,
            wall: WallRule::default(),
        })
    }

    /// Makes the terrain a wall by a rule.
    pub fn with_wall(self, wall: WallRule) -> Self {
        Self {
            cost: Some(None),
            wall,
            ..self
        }
    }

    /// Makes the terrain a wall by a rule, of this name or none; water stays water.
    pub fn walled_off(self, wall: WallRule, name: Option<String>) -> Self {
        let own = self.name.clone().filter(|name| is_blocked_ground(name));
        Self {
            name: name.or(own),
            ..self
        }
        .with_wall(wall)
    }

    /// Returns the terrain; `None` if there is neither a cost nor a name that every level knows.
    pub fn terrain(&self) -> Option<LegendEntry> {
        let known = self.name.as_deref().and_then(known_name);
        let mut entry = match (self.cost, known) {
            (None, None) => return None,
            (None, Some(known)) => LegendEntry::named(NO_GLYPH, known),
            (Some(cost), Some(known)) => LegendEntry::named(NO_GLYPH, known).with_cost(cost),
            (Some(cost), None) => match (&self.name, cost) {
                (Some(name), None) => LegendEntry::named(NO_GLYPH, "wall").called(name),
                (Some(name), Some(cost)) => of_cost(NO_GLYPH, cost).called(name),
                // As in a table of costs: the first default terrain of a cost stands for that cost.
                (None, _) => defaults()
                    .find(|entry| entry.terrain.cost == cost)
                    .unwrap_or_else(|| of_cost(NO_GLYPH, cost.unwrap_or_default())),
            },
        };
        entry.look.color = self.color.unwrap_or(entry.look.color);
        Some(entry)
    }
}

/// Returns the terrains that every level knows.
fn defaults() -> impl Iterator<Item = LegendEntry> {
    DEFAULTS
        .iter()
        .map(|(glyph, name)| LegendEntry::named(*glyph, name))
}

/// Placeholder for a glyph until all terrains are known.
const NO_GLYPH: char = ' ';

/// Finds the terrain of this name that every level knows; the plural `Walls` counts, too.
pub fn known_name(name: &str) -> Option<&'static str> {
    let name = name.trim().to_lowercase();
    let known = |name: &str| {
        DEFAULTS
            .iter()
            .map(|(_, known)| *known)
            .find(|known| *known == name)
    };
    known(&name).or_else(|| known(name.strip_suffix('s')?))
}

/// Returns `true` for the name of terrain that every level knows as blocked, though it is no word
/// for walls: `water`.
pub fn is_blocked_ground(name: &str) -> bool {
    let is_blocked = |entry: &LegendEntry| entry.terrain.is_blocked();
    known_name(name).is_some_and(|known| {
        Meaning::of(known) == Meaning::Unknown
            && defaults().any(|entry| entry.terrain.name == known && is_blocked(&entry))
    })
}

/// The provisional number of a terrain, until the legend is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found(u16);

/// The terrains in the order in which they were found.
#[derive(Default)]
pub struct Terrains {
    others: Vec<LegendEntry>,
    numbers: HashMap<Said, Option<Found>>,
}

/// Error for a map with more terrains than a legend holds.
#[derive(Debug)]
pub struct TooMany;

impl From<TooMany> for String {
    fn from(TooMany: TooMany) -> Self {
        format!("the map has too many different terrains; expected at most {MOST_COSTS}")
    }
}

impl Terrains {
    /// Floor, which every legend has.
    pub const FLOOR: Found = Found(0);

    /// Returns the terrain with these facts, added if it is new; `None` if the facts name no
    /// terrain.
    pub fn find(&mut self, said: &Said) -> Result<Option<Found>, TooMany> {
        if let Some(known) = self.numbers.get(said) {
            return Ok(*known);
        }
        let found = said
            .terrain()
            .map(|terrain| self.add(terrain))
            .transpose()?;
        self.numbers.insert(said.clone(), found);
        Ok(found)
    }

    fn add(&mut self, entry: LegendEntry) -> Result<Found, TooMany> {
        let is_same = |other: &LegendEntry| {
            let color = (other.look.color, other.look.pattern);
            other.terrain == entry.terrain && color == (entry.look.color, entry.look.pattern)
        };
        let mut all = defaults().chain(self.others.iter().cloned()).zip(0..);
        if let Some((_, number)) = all.find(|(other, _)| is_same(other)) {
            return Ok(Found(number));
        }
        if self.others.len() == MOST_COSTS {
            return Err(TooMany);
        }
        self.others.push(entry);
        u16::try_from(DEFAULTS.len() + self.others.len() - 1)
            .map(Found)
            .map_err(|_| TooMany)
    }

    /// Returns the cells of the map and its legend: the terrains of the file, then the default
    /// ones.
    pub fn legend(self, cells: &[Found]) -> (Vec<TerrainId>, Vec<LegendEntry>) {
        let (count, defaults) = (self.others.len(), DEFAULTS.len());
        let number = |found: &Found| {
            let number = usize::from(found.0);
            let number = if number < defaults {
                number + count
            } else {
                number - defaults
            };
            TerrainId(
                u8::try_from(number).expect("a legend has at most as many terrains as a byte"),
            )
        };
        let cells = cells.iter().map(number).collect();
        let mut others = self.others;
        let glyphs =
            spare_glyphs().filter(|glyph| DEFAULTS.iter().all(|(default, _)| default != glyph));
        for (entry, glyph) in others.iter_mut().zip(glyphs) {
            entry.look.glyph = glyph;
        }
        (cells, with_defaults(others))
    }
}

const _: () = assert!(
    MOST_COSTS + DEFAULTS.len() <= Grid::MAX_TERRAINS,
    "a legend holds all terrains"
);

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
const KINDS: &[&str] = &[
    "category", "class", "kind", "material", "tag", "terrain", "type",
];

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
    fn named(
        self,
        part: Part,
        report: &mut Report,
        is_meant: impl Fn(&SolidRule) -> bool,
    ) -> Verdict {
        let rule = self.0.iter().find(|rule| is_meant(rule));
        rule.map_or(Verdict::Nothing, |rule| {
            Verdict::Wall(report.wall(rule, false, part))
        })
    }

    /// Returns the verdict of properties, and marks the deciding ones as read.
    fn by_properties(self, properties: &Properties, report: &mut Report) -> Verdict {
        let mut verdict = Verdict::Nothing;
        for property in properties.iter() {
            let Some(value) = property.value else {
                continue;
            };
            let found = if self.is_guessed() {
                guess_property(property, value, report)
            } else {
                self.named(property.part, report, |rule| {
                    is_property(rule, property, value)
                })
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
        self.named(
            part,
            report,
            |rule| matches!(rule, SolidRule::Class(name) if is_same(name, class)),
        )
    }

    /// Returns the verdict of the name of a layer or a group.
    pub fn by_layer(self, layer: &str, part: Part, report: &mut Report) -> Verdict {
        if self.is_guessed() {
            return guess_name(layer, SolidRule::Layer, part, report);
        }
        self.named(
            part,
            report,
            |rule| matches!(rule, SolidRule::Layer(name) if is_same(name, layer)),
        )
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

    /// Returns the verdict of a name that every level knows as blocked ground: without rules a
    /// guess.
    pub fn by_ground(
        self,
        name: &str,
        rule: fn(String) -> SolidRule,
        part: Part,
        report: &mut Report,
    ) -> Verdict {
        if self.is_guessed() && is_blocked_ground(name) {
            return Verdict::Wall(report.wall(&rule(name.to_owned()), true, part).yielding());
        }
        Verdict::Nothing
    }

    /// Returns the name of a terrain, unless it is blocked ground, and rules alone say what is a
    /// wall.
    pub fn named_terrain(self, name: Option<&str>) -> Option<&str> {
        name.filter(|name| self.is_guessed() || !is_blocked_ground(name))
    }

    /// Returns `true` if a name contains a word for walls but is not taken as a wall, which is
    /// noted.
    pub fn is_near(self, name: &str) -> bool {
        self.is_guessed() && Meaning::of(name) == Meaning::Near
    }
}

fn is_same(one: &str, other: &str) -> bool {
    one.trim().eq_ignore_ascii_case(other.trim())
}

fn is_property(rule: &SolidRule, property: &Property, value: Part) -> bool {
    let SolidRule::Property {
        name,
        value: wanted,
    } = rule
    else {
        return false;
    };
    let is_value = || match wanted {
        None => truth(value) == Some(true),
        Some(wanted) => is_same(value.get().trim_matches('"'), wanted),
    };
    is_same(name, &property.name) && is_value()
}

fn guess_property(property: &Property, value: Part, report: &mut Report) -> Verdict {
    let name = property.name.clone().into_owned();
    let mut wall = |value: Option<String>| {
        let rule = SolidRule::Property {
            name: name.clone(),
            value,
        };
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
        _ if value.get().starts_with('"')
            && KINDS.iter().any(|kind| is_same(kind, &property.name)) =>
        {
            match value.text("a text").map(|text| (Meaning::of(&text), text)) {
                Ok((Meaning::Solid, text)) => wall(Some(text.into_owned())),
                _ => Verdict::Nothing,
            }
        }
        _ => Verdict::Nothing,
    }
}

fn guess_name(
    name: &str,
    rule: fn(String) -> SolidRule,
    part: Part,
    report: &mut Report,
) -> Verdict {
    match Meaning::of(name) {
        Meaning::Solid => Verdict::Wall(report.wall(&rule(name.to_owned()), true, part)),
        Meaning::Open => Verdict::Open,
        Meaning::Near | Meaning::Unknown => Verdict::Nothing,
    }
}

/// Combines facts with the verdict of the properties; also returns whether they state "no wall".
pub fn judge(
    said: Said,
    properties: &Properties,
    solid: Solid,
    report: &mut Report,
) -> (Said, bool) {
    // Terrain that is blocked by its own cost needs no rule.
    if said.cost == Some(None) {
        return (said, false);
    }
    match solid.by_properties(properties, report) {
        Verdict::Wall(rule) => (said.with_wall(rule), false),
        verdict => (said, verdict == Verdict::Open),
    }
}
