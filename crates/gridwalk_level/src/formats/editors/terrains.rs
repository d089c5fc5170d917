//! The terrain that tiles and values state, and the legend that results.

use std::collections::HashMap;

use gridwalk_pathfinding::{Grid, TerrainId};

use super::json::Part;
use super::properties::{Properties, truth};
use super::report::WallRule;
use crate::formats::error::Parsed;
use crate::formats::legend::{MOST_COSTS, of_cost, with_defaults};
use crate::formats::solid::Meaning;
use crate::legend::{DEFAULTS, spare_glyphs};
use crate::{LegendEntry, Rgb};

/// The facts that a file states about a terrain.
#[expect(clippy::option_option, reason = "nothing is said of the cost, or it is blocked")]
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
            truth(part).ok_or_else(|| part.fail(format!("expected true or false for blocked, found {}", part.shown())))
        });
        let cost = properties.get("cost").map(Part::cost).transpose()?;
        // `blocked: false` is the default, and states nothing about the cost.
        let cost = if blocked.transpose()? == Some(true) { Some(None) } else { cost };
        // Colour names are data of other programs.
        let is_ours = |part: &Part| part.is_empty() || part.get().starts_with("\"#");
        let color = properties.peek("color").filter(is_ours).and_then(|_| properties.get("color"));
        let color = color.map(Part::color).transpose()?.flatten();
        Ok(Self { name: name.filter(|name| !name.is_empty()), cost, color, wall: WallRule::default() })
    }

    /// Makes the terrain a wall by a rule.
    pub fn with_wall(self, wall: WallRule) -> Self {
        Self { cost: Some(None), wall, ..self }
    }

    /// Makes the terrain a wall by a rule, of this name or none; water stays water.
    pub fn walled_off(self, wall: WallRule, name: Option<String>) -> Self {
        let own = self.name.clone().filter(|name| is_blocked_ground(name));
        Self { name: name.or(own), ..self }.with_wall(wall)
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
    DEFAULTS.iter().map(|(glyph, name)| LegendEntry::named(*glyph, name))
}

/// Placeholder for a glyph until all terrains are known.
const NO_GLYPH: char = ' ';

/// Finds the terrain of this name that every level knows; the plural `Walls` counts, too.
pub fn known_name(name: &str) -> Option<&'static str> {
    let name = name.trim().to_lowercase();
    let known = |name: &str| DEFAULTS.iter().map(|(_, known)| *known).find(|known| *known == name);
    known(&name).or_else(|| known(name.strip_suffix('s')?))
}

/// Returns `true` for the name of terrain that every level knows as blocked, though it is no word for walls: `water`.
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

    /// Returns the terrain with these facts, added if it is new; `None` if the facts name no terrain.
    pub fn find(&mut self, said: &Said) -> Result<Option<Found>, TooMany> {
        if let Some(known) = self.numbers.get(said) {
            return Ok(*known);
        }
        let found = said.terrain().map(|terrain| self.add(terrain)).transpose()?;
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
        u16::try_from(DEFAULTS.len() + self.others.len() - 1).map(Found).map_err(|_| TooMany)
    }

    /// Returns the cells of the map and its legend: the terrains of the file, then the default ones.
    pub fn legend(self, cells: &[Found]) -> (Vec<TerrainId>, Vec<LegendEntry>) {
        let (count, defaults) = (self.others.len(), DEFAULTS.len());
        let number = |found: &Found| {
            let number = usize::from(found.0);
            let number = if number < defaults { number + count } else { number - defaults };
            TerrainId(u8::try_from(number).expect("a legend has at most as many terrains as a byte"))
        };
        let cells = cells.iter().map(number).collect();
        let mut others = self.others;
        let glyphs = spare_glyphs().filter(|glyph| DEFAULTS.iter().all(|(default, _)| default != glyph));
        for (entry, glyph) in others.iter_mut().zip(glyphs) {
            entry.look.glyph = glyph;
        }
        (cells, with_defaults(others))
    }
}

const _: () = assert!(MOST_COSTS + DEFAULTS.len() <= Grid::MAX_TERRAINS, "a legend holds all terrains");
