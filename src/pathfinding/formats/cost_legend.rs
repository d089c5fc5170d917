//! A legend for maps that know costs and no names.

use super::ron_legend::with_defaults;
use crate::pathfinding::{Grid, Terrain, TerrainId};

/// Terrain by cost: the default ones where one has the cost, else one that is called after its cost.
///
/// The terrains of other costs come first, sorted, then the default ones.
pub(super) struct CostLegend {
    legend: Vec<Terrain>,
    /// By cost; 0 is a wall.
    numbers: Vec<TerrainId>,
}

impl CostLegend {
    /// How many different costs find room beside the default terrains.
    pub const MAX_OTHERS: usize = Grid::MAX_TERRAINS - 8;

    /// For these costs, each at most [`Terrain::MAX_COST`]; `None` if there are too many different ones.
    pub fn new(costs: &[u16]) -> Option<Self> {
        let mut present = vec![false; usize::from(Terrain::MAX_COST) + 1];
        for &cost in costs {
            present[usize::from(cost)] = true;
        }
        let known = with_defaults(Vec::new());
        let named = |cost: u16| known.iter().find(|terrain| terrain.cost.unwrap_or(0) == cost);
        let present = (0..).zip(present).filter(|(_, present)| *present).map(|(cost, _)| cost);
        let others: Vec<u16> = present.filter(|&cost| named(cost).is_none()).collect();
        if others.len() > Self::MAX_OTHERS {
            return None;
        }
        let glyphs = spare_glyphs().filter(|&glyph| known.iter().all(|terrain| terrain.glyph != glyph));
        let terrain = |(&cost, glyph): (&u16, char)| of_cost(glyph, cost);
        let legend = with_defaults(others.iter().zip(glyphs).map(terrain).collect());
        let mut numbers = vec![TerrainId(0); usize::from(Terrain::MAX_COST) + 1];
        // Backwards, so that of several with one cost the first has the last word: floor before road, wall before
        // water.
        for (number, terrain) in (0..=u8::MAX).zip(&legend).rev() {
            numbers[usize::from(terrain.cost.unwrap_or(0))] = TerrainId(number);
        }
        Some(Self { legend, numbers })
    }

    /// The terrain of a cost that [`CostLegend::new`] was given.
    pub fn terrain(&self, cost: u16) -> TerrainId {
        self.numbers[usize::from(cost)]
    }

    pub fn into_terrains(self) -> Vec<Terrain> {
        self.legend
    }
}

/// Ground called after its cost, the darker the dearer.
pub(super) fn of_cost(glyph: char, cost: u16) -> Terrain {
    let plain = Terrain::named(glyph, &format!("cost {cost}"));
    // Each doubling of the cost takes the same step towards dark ground.
    let doublings = u16::try_from(cost.max(1).ilog2()).unwrap_or(0);
    let shade = |light: u8| u8::try_from(u16::from(light) * (16 - doublings) / 16).unwrap_or(light);
    Terrain { cost: Some(cost), color: plain.color.map(shade), ..plain }
}

/// Glyphs for terrains that have none, the plainest first. They never end before any legend does.
pub(super) fn spare_glyphs() -> impl Iterator<Item = char> {
    let others = ('\u{C0}'..='\u{24F}').chain('\u{400}'..='\u{52F}');
    ('0'..='9').chain('a'..='z').chain('A'..='Z').chain(others)
}
