//! The terrain that tiles and values state, the walls among them, and the legend that results.
//!
//! Rules decide which tiles, layers, objects and values are walls. Without rules, common words for
//! walls and for free ground give names and values a meaning for walking.

use std::collections::HashMap;

use gridwalk_pathfinding::{Grid, TerrainId};

use super::json::{JsonPart, Properties, Property};
use super::xml::has_word;
use super::{Report, WallRule};
use crate::formats::SolidRule;
use crate::formats::common::{MAX_COSTS, Parsed, of_cost, with_defaults};
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
            part.truth().ok_or_else(|| {
                part.fail(format!(
                    "expected true or false for blocked, found {}",
                    part.shown()
                ))
            })
        });
        let cost = properties.get("cost").map(JsonPart::cost).transpose()?;
        // `blocked: false` is the default, and states nothing about the cost.
        let cost = if blocked.transpose()? == Some(true) {
            Some(None)
        } else {
            cost
        };
        // Colour names are data of other programs.
        let is_ours = |part: &JsonPart| part.is_empty() || part.get().starts_with("\"#");
        let color = properties
            .peek("color")
            .filter(is_ours)
            .and_then(|_| properties.get("color"));
        let color = color.map(JsonPart::color).transpose()?.flatten();
        Ok(Self {
            name: name.filter(|name| !name.is_empty()),
            cost,
            color,
            wall: WallRule::default(),
        })
    }

    pub fn with_wall(self, wall: WallRule) -> Self {
        Self {
            cost: Some(None),
            wall,
            ..self
        }
    }

    /// Makes the terrain a wall of this name by a rule.
    ///
    /// Without a name, only blocked ground such as water keeps its own.
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

/// Returns `true` for the name of blocked terrain that every level knows, and that is no word for
/// walls.
///
/// There is only `water`.
pub fn is_blocked_ground(name: &str) -> bool {
    known_name(name).is_some_and(|known| {
        Meaning::of(known) == Meaning::Unknown
            && LegendEntry::named(NO_GLYPH, known).terrain.is_blocked()
    })
}

/// The provisional number of a terrain, until the legend is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FoundTerrain(u16);

/// The terrains in the order in which they were found.
#[derive(Default)]
pub struct Terrains {
    others: Vec<LegendEntry>,
    numbers: HashMap<Said, Option<FoundTerrain>>,
}

impl Terrains {
    /// Floor, which every legend has.
    pub const FLOOR: FoundTerrain = FoundTerrain(0);

    /// Returns the terrain with these facts, added if it is new; `None` if the facts name no
    /// terrain.
    ///
    /// # Errors
    /// If the map has more terrains than a legend holds.
    pub fn find(&mut self, said: &Said) -> Result<Option<FoundTerrain>, String> {
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

    fn add(&mut self, entry: LegendEntry) -> Result<FoundTerrain, String> {
        let is_same = |other: &LegendEntry| {
            let color = (other.look.color, other.look.pattern);
            other.terrain == entry.terrain && color == (entry.look.color, entry.look.pattern)
        };
        let mut all = defaults().chain(self.others.iter().cloned()).zip(0..);
        if let Some((_, number)) = all.find(|(other, _)| is_same(other)) {
            return Ok(FoundTerrain(number));
        }
        if self.others.len() == MAX_COSTS {
            return Err(format!(
                "the map has too many different terrains; expected at most {MAX_COSTS}"
            ));
        }
        self.others.push(entry);
        let number = DEFAULTS.len() + self.others.len() - 1;
        Ok(FoundTerrain(
            u16::try_from(number).expect("a legend has at most 256 terrains"),
        ))
    }

    /// Returns the cells of the map and its legend: the terrains of the file, then the default
    /// ones.
    ///
    /// The walls among the cells are counted for the report.
    pub fn legend(
        self,
        cells: impl Iterator<Item = (FoundTerrain, WallRule)>,
        report: &mut Report,
    ) -> (Vec<TerrainId>, Vec<LegendEntry>) {
        let (count, defaults) = (self.others.len(), DEFAULTS.len());
        let number = |(FoundTerrain(number), wall): (FoundTerrain, WallRule)| {
            report.count(wall);
            let number = usize::from(number);
            let number = if number < defaults {
                number + count
            } else {
                number - defaults
            };
            TerrainId(
                u8::try_from(number).expect("a legend has at most as many terrains as a byte"),
            )
        };
        let cells = cells.map(number).collect();
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
    MAX_COSTS + DEFAULTS.len() <= Grid::MAX_TERRAINS,
    "a legend holds all terrains"
);

/// The rules for a map; without rules, names are guessed.
#[derive(Clone, Copy)]
pub struct Solid<'h>(pub &'h [SolidRule]);

/// The decision of the rules about an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RuleDecision {
    Wall(WallRule),
    /// Stated to be no wall.
    Open,
    Nothing,
}

/// Names of properties whose values are kinds of items.
const KINDS: &[&str] = &[
    "category", "class", "kind", "material", "tag", "terrain", "type",
];

impl RuleDecision {
    /// Returns this verdict, or another one if it says nothing.
    pub fn or_else(self, other: impl FnOnce() -> Self) -> Self {
        if self == Self::Nothing { other() } else { self }
    }
}

impl Solid<'_> {
    pub fn is_guessed(self) -> bool {
        self.0.is_empty()
    }

    /// Returns a wall by the first rule for which `is_meant` holds.
    fn named(
        self,
        part: JsonPart,
        report: &mut Report,
        is_meant: impl Fn(&SolidRule) -> bool,
    ) -> RuleDecision {
        let rule = self.0.iter().find(|rule| is_meant(rule));
        rule.map_or(RuleDecision::Nothing, |rule| {
            RuleDecision::Wall(report.wall(rule, false, part))
        })
    }

    /// Returns the verdict of properties, and marks the deciding ones as read.
    fn by_properties(self, properties: &Properties, report: &mut Report) -> RuleDecision {
        let mut verdict = RuleDecision::Nothing;
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
                RuleDecision::Wall(_) => {
                    property.set_read();
                    return found;
                }
                RuleDecision::Open => {
                    property.set_read();
                    verdict = RuleDecision::Open;
                }
                RuleDecision::Nothing => {}
            }
        }
        verdict
    }

    fn by_name(
        self,
        name: &str,
        rule: fn(String) -> SolidRule,
        part: JsonPart,
        report: &mut Report,
    ) -> RuleDecision {
        if self.is_guessed() {
            return guess_name(name, rule, part, report);
        }
        self.named(part, report, |known| match known {
            SolidRule::Class(meant) | SolidRule::Layer(meant) => {
                *known == rule(meant.clone()) && is_same(meant, name)
            }
            _ => false,
        })
    }

    /// Returns the verdict of a class or a tag.
    pub fn by_class(self, class: &str, part: JsonPart, report: &mut Report) -> RuleDecision {
        self.by_name(class, SolidRule::Class, part, report)
    }

    /// Returns the verdict of a class, else of the ground that it names.
    pub fn by_class_or_ground(
        self,
        class: &str,
        part: JsonPart,
        report: &mut Report,
    ) -> RuleDecision {
        self.by_class(class, part, report)
            .or_else(|| self.by_ground(class, SolidRule::Class, part, report))
    }

    /// Returns the terrain of the cells that an object covers.
    ///
    /// Its properties decide, else its class and its tags.
    /// An invalid cost is ignored: it belongs to another game.
    pub fn of_object(
        self,
        class: &str,
        tags: &[String],
        properties: &Properties,
        part: JsonPart,
        report: &mut Report,
    ) -> Said {
        let said = Said::of(properties, self.named_terrain(Some(class))).unwrap_or_default();
        let (said, is_open) = judge(said, properties, self, report);
        if is_open || said.cost.is_some() {
            return said;
        }
        for name in std::iter::once(class).chain(tags.iter().map(String::as_str)) {
            if let RuleDecision::Wall(rule) = self.by_class_or_ground(name, part, report) {
                return said.walled_off(rule, None);
            }
        }
        said
    }

    /// Returns the verdict of the name of a layer or a group.
    pub fn by_layer(self, layer: &str, part: JsonPart, report: &mut Report) -> RuleDecision {
        self.by_name(layer, SolidRule::Layer, part, report)
    }

    /// Returns the verdict of an `IntGrid` value, by name or number.
    pub fn by_value(
        self,
        value: &str,
        number: u32,
        part: JsonPart,
        report: &mut Report,
    ) -> RuleDecision {
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
    pub fn by_shapes(self, part: JsonPart, report: &mut Report) -> RuleDecision {
        if self.is_guessed() {
            return RuleDecision::Wall(report.wall(&SolidRule::Shapes, true, part));
        }
        self.named(part, report, |rule| *rule == SolidRule::Shapes)
    }

    /// Guesses a wall from a name that every level knows as blocked ground; nothing if there are
    /// rules.
    pub fn by_ground(
        self,
        name: &str,
        rule: fn(String) -> SolidRule,
        part: JsonPart,
        report: &mut Report,
    ) -> RuleDecision {
        if self.is_guessed() && is_blocked_ground(name) {
            return RuleDecision::Wall(report.wall(&rule(name.to_owned()), true, part).yielding());
        }
        RuleDecision::Nothing
    }

    /// Returns the name of a terrain; `None` for blocked ground if there are rules: then only rules
    /// make walls.
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

fn is_property(rule: &SolidRule, property: &Property, value: JsonPart) -> bool {
    let SolidRule::Property {
        name,
        value: wanted,
    } = rule
    else {
        return false;
    };
    let is_value = || match wanted {
        None => value.truth() == Some(true),
        Some(wanted) => is_same(value.get().trim_matches('"'), wanted),
    };
    is_same(name, &property.name) && is_value()
}

fn guess_property(property: &Property, value: JsonPart, report: &mut Report) -> RuleDecision {
    let name = property.name.clone().into_owned();
    let mut wall = |value: Option<String>| {
        let rule = SolidRule::Property {
            name: name.clone(),
            value,
        };
        RuleDecision::Wall(report.wall(&rule, true, property.part))
    };
    match (Meaning::of(&property.name), value.truth()) {
        (Meaning::Solid, Some(true)) | (Meaning::Open, Some(false)) => {
            let is_negated = Meaning::of(&property.name) == Meaning::Open;
            wall(is_negated.then(|| value.get().trim_matches('"').to_owned()))
        }
        (Meaning::Solid, Some(false)) | (Meaning::Open, Some(true)) => RuleDecision::Open,
        // A class whose members all have their defaults counts by its name.
        _ if value.get() == "{}" && Meaning::of(&property.class) == Meaning::Solid => wall(None),
        _ if value.get().starts_with('"')
            && KINDS.iter().any(|kind| is_same(kind, &property.name)) =>
        {
            match value.text("a text").map(|text| (Meaning::of(&text), text)) {
                Ok((Meaning::Solid, text)) => wall(Some(text.into_owned())),
                _ => RuleDecision::Nothing,
            }
        }
        _ => RuleDecision::Nothing,
    }
}

fn guess_name(
    name: &str,
    rule: fn(String) -> SolidRule,
    part: JsonPart,
    report: &mut Report,
) -> RuleDecision {
    match Meaning::of(name) {
        Meaning::Solid => RuleDecision::Wall(report.wall(&rule(name.to_owned()), true, part)),
        Meaning::Open => RuleDecision::Open,
        Meaning::Near | Meaning::Unknown => RuleDecision::Nothing,
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
        RuleDecision::Wall(rule) => (said.with_wall(rule), false),
        verdict => (said, verdict == RuleDecision::Open),
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
        let count = words
            .iter()
            .rposition(|word| !has_word(FILLERS, word))
            .map_or(words.len(), |last| last + 1);
        let words = &words[..count];
        let Some((head, before)) = words.split_last() else {
            return Self::Unknown;
        };
        let is_negated = before.iter().any(|word| has_word(NEGATIONS, word));
        match (has_word(SOLID, head), has_word(OPEN, head), is_negated) {
            (true, _, false) | (_, true, true) => Self::Solid,
            (true, _, true) | (_, true, false) => Self::Open,
            _ if before.iter().any(|word| has_word(SOLID, word)) => Self::Near,
            _ => Self::Unknown,
        }
    }
}

/// Words for walls.
const SOLID: &str = "
    barrier barriers block blocked blocker blockers blocking blocks boundaries boundary collidable collide
    collideable collider colliders collides colliding collision collisions impassable impassible nonwalkable
    notwalkable nowalk obstacle obstacles obstruction obstructions solid solids unpassable unwalkable wall walls";

/// Words for free ground.
const OPEN: &str = "
    accessible air climbable door doors empty floor floors free ladder ladders open passable path paths road roads
    sky traversable void walkable";

/// Words that negate the next one.
const NEGATIONS: &str = "no non not un without";

/// Words that are ignored behind the deciding one.
const FILLERS: &str = "
    area areas back body bottom box boxes cell cells data enabled flag front grid group groups inner int intgrid
    layer layers left level lower map mask mesh middle object objects outer polygon polygons right shape shapes
    tile tiles top type upper zone zones";

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
