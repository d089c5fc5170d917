//! What tiles and values say of their terrain, and the legend that comes of it.

use std::collections::HashMap;

use gridwalk_pathfinding::{Grid, TerrainId};

use super::json::Part;
use super::properties::Properties;
use super::report::WallRule;
use super::walls::truth;
use crate::formats::error::Parsed;
use crate::formats::legend::{MOST_COSTS, of_cost, with_defaults};
use crate::legend::{DEFAULTS, spare_glyphs};
use crate::{LegendEntry, Rgb};

/// What is said of a terrain.
#[expect(clippy::option_option, reason = "nothing is said of the cost, or it is blocked")]
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Said {
    pub name: Option<String>,
    /// What it costs; `Some(None)` is blocked.
    pub cost: Option<Option<u16>>,
    pub color: Option<Rgb>,
    /// The rule by which it is a wall, where there is one.
    pub wall: WallRule,
}

impl Said {
    /// What properties say; the name that stands elsewhere counts where they have none.
    pub fn of(properties: &Properties, name: Option<&str>) -> Parsed<Self> {
        let name = properties.text("name")?.or_else(|| name.map(str::to_owned));
        let blocked = properties.get("blocked").map(|part| {
            truth(part).ok_or_else(|| part.fail(format!("expected true or false for blocked, found {}", part.shown())))
        });
        let cost = properties.get("cost").map(Part::cost).transpose()?;
        // Not blocked is what everything is that does not say it.
        let cost = if blocked.transpose()? == Some(true) { Some(None) } else { cost };
        // The names of colours belong to other programs.
        let is_ours = |part: &Part| part.is_empty() || part.get().starts_with("\"#");
        let color = properties.peek("color").filter(is_ours).and_then(|_| properties.get("color"));
        let color = color.map(Part::color).transpose()?.flatten();
        Ok(Self { name: name.filter(|name| !name.is_empty()), cost, color, wall: WallRule::default() })
    }

    /// The same as a wall by a rule.
    pub fn with_wall(self, wall: WallRule) -> Self {
        Self { cost: Some(None), wall, ..self }
    }

    /// The terrain; none where nothing is said of a cost, and the name is none that every level knows.
    pub fn terrain(&self) -> Option<LegendEntry> {
        let known = self.name.as_deref().and_then(known_name);
        let mut entry = match (self.cost, known) {
            (None, None) => return None,
            (None, Some(known)) => LegendEntry::named(NO_GLYPH, known),
            (Some(cost), Some(known)) => LegendEntry::named(NO_GLYPH, known).with_cost(cost),
            (Some(cost), None) => match (&self.name, cost) {
                (Some(name), None) => LegendEntry::named(NO_GLYPH, "wall").called(name),
                (Some(name), Some(cost)) => of_cost(NO_GLYPH, cost).called(name),
                // As in a table of costs: a default terrain stands for its cost, the first one where there are several.
                (None, _) => defaults()
                    .find(|entry| entry.terrain.cost == cost)
                    .unwrap_or_else(|| of_cost(NO_GLYPH, cost.unwrap_or_default())),
            },
        };
        entry.look.color = self.color.unwrap_or(entry.look.color);
        Some(entry)
    }
}

/// What every level knows.
fn defaults() -> impl Iterator<Item = LegendEntry> {
    DEFAULTS.iter().map(|(glyph, name)| LegendEntry::named(*glyph, name))
}

/// Stands in place of a glyph until all terrains are known.
const NO_GLYPH: char = ' ';

/// The terrain of this name that every level knows: `Walls` is one, too.
pub fn known_name(name: &str) -> Option<&'static str> {
    let name = name.trim().to_lowercase();
    let known = |name: &str| DEFAULTS.iter().map(|(_, known)| *known).find(|known| *known == name);
    known(&name).or_else(|| known(name.strip_suffix('s')?))
}

/// The number of a terrain among those that were found, until the legend is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found(u16);

/// The terrains that were found, in the order in which they were.
#[derive(Default)]
pub struct Terrains {
    others: Vec<LegendEntry>,
    numbers: HashMap<Said, Option<Found>>,
}

/// Too many terrains for a legend.
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

    /// The terrain of which this is said; none where nothing is.
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

    /// The cells of the map and its legend: the terrains of the file, then the default ones.
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
