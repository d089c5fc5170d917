//! Numbers for terrain near walls, in the legend of the map that an agent sees.

use super::{KeepOffWalls, Terrain, TerrainId};

/// The terrain of cells that an agent must not enter, in the legend of its map.
pub(crate) const NO_ENTRY: TerrainId = TerrainId(u8::MAX);

/// The terrain that takes the place of another one at each distance from a wall.
///
/// The legend of the shared map keeps its numbers. Raised terrains are numbered from the one below [`NO_ENTRY`]
/// downwards, in the order of the terrains that they raise, so that one more terrain in the legend moves none of them.
#[derive(Clone, Debug)]
pub(super) struct Raised {
    keep_off: KeepOffWalls,
    /// By distance, from 1 on, and by number of terrain.
    numbers: Vec<[TerrainId; 256]>,
    terrains: Vec<Terrain>,
}

impl Raised {
    /// No terrain yet: [`set_legend`](Self::set_legend) comes before anything else. `keep_off` lies within its bounds.
    pub fn new(keep_off: KeepOffWalls) -> Self {
        let same = std::array::from_fn(|number| TerrainId(u8::try_from(number).unwrap_or(u8::MAX)));
        Self { keep_off, numbers: vec![same; keep_off.cells.into()], terrains: Vec::new() }
    }

    /// The largest distance at which cells cost more.
    pub const fn reach(&self) -> u8 {
        self.keep_off.cells
    }

    /// Prepares the numbers for a legend at the agent's own costs.
    ///
    /// Where the legend leaves no number free, the most expensive terrain takes its place that is left in the same
    /// directions and costs no more than it should.
    pub fn set_legend(&mut self, legend: &[Terrain]) {
        *self = Self::new(self.keep_off);
        for (number, terrain) in (0..=u8::MAX).map(TerrainId).zip(legend) {
            let Some(cost) = terrain.cost else { continue };
            for distance in 1..=self.keep_off.cells {
                let cost = cost.saturating_add(self.keep_off.extra(distance)).min(Terrain::MAX_COST);
                self.numbers[usize::from(distance) - 1][usize::from(number.0)] = self.number_of(legend, number, cost);
            }
        }
    }

    /// The number of a terrain that is called and left as this one is and costs so much.
    fn number_of(&mut self, legend: &[Terrain], number: TerrainId, cost: u16) -> TerrainId {
        let like = &legend[usize::from(number.0)];
        if like.cost == Some(cost) {
            return number;
        }
        let wanted = Terrain { cost: Some(cost), ..like.clone() };
        if let Some(place) = self.terrains.iter().position(|known| *known == wanted) {
            return number_at(place);
        }
        if legend.len() + self.terrains.len() < usize::from(NO_ENTRY.0) {
            self.terrains.push(wanted);
            return number_at(self.terrains.len() - 1);
        }
        let named = (0..=u8::MAX).map(TerrainId).zip(legend);
        let raised = self.terrains.iter().enumerate().map(|(place, terrain)| (number_at(place), terrain));
        let fits = |(_, terrain): &(TerrainId, &Terrain)| terrain.exits == like.exits && terrain.cost <= Some(cost);
        let known = named.chain(raised).filter(fits).max_by_key(|(number, terrain)| (terrain.cost, *number));
        known.map_or(number, |(number, _)| number)
    }

    /// The number that terrain has at a distance from walls; its own at 0 and beyond the reach.
    pub fn number(&self, terrain: TerrainId, distance: u8) -> TerrainId {
        let numbers = usize::from(distance).checked_sub(1).and_then(|place| self.numbers.get(place));
        numbers.map_or(terrain, |numbers| numbers[usize::from(terrain.0)])
    }

    /// The cost of terrain at a distance from walls, by its costs elsewhere.
    pub fn cost(&self, terrain: TerrainId, distance: u8, costs: &[u16; 256]) -> u16 {
        let number = self.number(terrain, distance);
        let place = usize::from(NO_ENTRY.0 - 1).checked_sub(number.0.into());
        let raised = place.and_then(|place| self.terrains.get(place)).and_then(|terrain| terrain.cost);
        raised.unwrap_or(costs[usize::from(number.0)])
    }

    /// The raised terrains with their numbers.
    pub fn terrains(&self) -> impl Iterator<Item = (TerrainId, &Terrain)> {
        self.terrains.iter().enumerate().map(|(place, terrain)| (number_at(place), terrain))
    }
}

/// The number of the raised terrain at a place in their list.
fn number_at(place: usize) -> TerrainId {
    let place = u8::try_from(place).expect("there are fewer raised terrains than numbers");
    TerrainId(NO_ENTRY.0 - 1 - place)
}
