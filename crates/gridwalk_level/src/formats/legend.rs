//! Legends shared by formats: default terrains, terrains by glyph, terrains by cost.

use std::collections::{BTreeSet, HashMap};

use gridwalk_pathfinding::slices::for_each;
use gridwalk_pathfinding::{Grid, TerrainId};

use crate::LegendEntry;
use crate::legend::{DEFAULTS, spare_glyphs};

/// Returns `true` if every level knows this glyph.
#[must_use]
pub fn is_default(glyph: char) -> bool {
    DEFAULTS.iter().any(|(default, _)| *default == glyph)
}

/// Appends the default entries that are not replaced, as far as there is room.
pub(crate) fn with_defaults(mut legend: Vec<LegendEntry>) -> Vec<LegendEntry> {
    for (glyph, name) in DEFAULTS {
        if legend.len() < Grid::MAX_TERRAINS && legend.iter().all(|entry| entry.look.glyph != glyph) {
            legend.push(LegendEntry::named(glyph, name));
        }
    }
    legend
}

/// Returns the number of entries that a file must list; the rest are defaults that a reader adds.
pub(crate) fn own_count(legend: &[LegendEntry]) -> usize {
    // A reader adds at most the default entries, and always at the end.
    let first = legend.len().saturating_sub(DEFAULTS.len());
    let own = (first..legend.len()).find(|&own| with_defaults(legend[..own].to_vec()) == legend);
    own.unwrap_or(legend.len())
}

/// Returns the indices of the entries in file order: first the required ones, then the defaults.
///
/// `listed` are the glyphs of default terrains that the file lists anyway. With this order a new terrain needs no line
/// for the other defaults.
pub(crate) fn order_of_file(legend: &[LegendEntry], listed: &[char]) -> Vec<usize> {
    let usual: Vec<usize> = DEFAULTS
        .iter()
        .filter(|(glyph, _)| !listed.contains(glyph))
        .filter_map(|(glyph, name)| legend.iter().position(|entry| *entry == LegendEntry::named(*glyph, name)))
        .collect();
    let is_complete = DEFAULTS.iter().all(|(glyph, _)| legend.iter().any(|entry| entry.look.glyph == *glyph));
    let own: Vec<usize> = (0..legend.len()).filter(|place| !usual.contains(place)).collect();
    // If there is no room for all defaults, a reader adds none.
    if is_complete { [own, usual].concat() } else { (0..legend.len()).collect() }
}

/// The terrain ids by glyph, as looked up for each cell of a map.
pub(super) struct Glyphs {
    ascii: [Option<TerrainId>; 128],
    all: HashMap<char, TerrainId>,
}

impl Glyphs {
    pub fn of(legend: &[LegendEntry]) -> Self {
        let all: HashMap<_, _> =
            legend.iter().zip(0..=u8::MAX).map(|(entry, number)| (entry.look.glyph, TerrainId(number))).collect();
        Self { ascii: std::array::from_fn(|code| all.get(&char::from_u32(u32::try_from(code).ok()?)?).copied()), all }
    }

    #[inline]
    pub fn get(&self, glyph: char) -> Option<TerrainId> {
        self.ascii.get(glyph as usize).map_or_else(|| self.all.get(&glyph).copied(), |known| *known)
    }
}

/// The maximum number of different costs beside the default terrains.
pub(super) const MOST_COSTS: usize = Grid::MAX_TERRAINS - DEFAULTS.len();

/// Returns terrains for these costs (0 for walls) and their ids by cost; `None` if there are too many.
///
/// A default terrain stands for its cost. Other terrains are named after their costs and come first, sorted.
pub(super) async fn by_cost(costs: &[u16]) -> Option<(Vec<LegendEntry>, HashMap<u16, TerrainId>)> {
    let defaults = with_defaults(Vec::new());
    let cost_of = |entry: &LegendEntry| entry.terrain.cost.unwrap_or(0);
    let is_other = |cost: &u16| defaults.iter().all(|entry| cost_of(entry) != *cost);
    let mut others = BTreeSet::new();
    // Neighbouring cells mostly have the same cost.
    let mut last = None;
    for_each(costs, |cost| {
        if last.replace(*cost) != Some(*cost) && is_other(cost) {
            others.insert(*cost);
        }
    })
    .await;
    if others.len() > MOST_COSTS {
        return None;
    }
    let glyphs = spare_glyphs().filter(|&glyph| defaults.iter().all(|entry| entry.look.glyph != glyph));
    let legend = with_defaults(others.into_iter().zip(glyphs).map(|(cost, glyph)| of_cost(glyph, cost)).collect());
    // In reverse, so that the first of several terrains of one cost wins: floor before road, wall before water.
    let numbers = legend.iter().zip(0..=u8::MAX).rev().map(|(entry, number)| (cost_of(entry), TerrainId(number)));
    let numbers = numbers.collect();
    Some((legend, numbers))
}

/// Returns ground named after its cost; the more expensive, the darker.
pub(super) fn of_cost(glyph: char, cost: u16) -> LegendEntry {
    let mut entry = LegendEntry::named(glyph, &format!("cost {cost}")).with_cost(Some(cost));
    // Each doubling of the cost darkens the ground by the same amount.
    let doublings = u16::try_from(cost.max(1).ilog2()).unwrap_or(0);
    let shade = |light: u8| u8::try_from(u16::from(light) * (16 - doublings) / 16).unwrap_or(light);
    entry.look.color = entry.look.color.map(shade);
    entry
}

/// Returns the terrain of the nearest cost, the first of equally near ones.
///
/// A blocked terrain matches only a blocked one.
pub(super) fn nearest_cost(wanted: Option<u16>, known: &[LegendEntry]) -> &LegendEntry {
    let distance = |entry: &&LegendEntry| {
        let cost = entry.terrain.cost;
        (cost.is_none() != wanted.is_none(), cost.unwrap_or(0).abs_diff(wanted.unwrap_or(0)))
    };
    known.iter().min_by_key(distance).expect("every format knows some terrain")
}
