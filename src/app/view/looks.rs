//! The looks of the map's terrains, for everything that draws them.

use std::sync::Arc;

use bevy::prelude::*;
use gridwalk_level::{Look, Looks};
use gridwalk_pathfinding::{Grid, Terrain, TerrainId};

/// The looks of the open level's terrains, in step with the drawn map.
#[derive(Resource, Debug, PartialEq)]
pub struct MapLooks {
    /// The terrains.
    pub legend: Arc<[Terrain]>,
    /// The look of each terrain, in the same order.
    pub looks: Looks,
}

impl Default for MapLooks {
    fn default() -> Self {
        Self { legend: Arc::default(), looks: Looks::usual(&[]) }
    }
}

impl MapLooks {
    /// Returns the look of a terrain of the map.
    #[must_use]
    pub fn of(&self, terrain: TerrainId) -> Look {
        self.looks.of(terrain)
    }

    /// Returns the looks of the terrains of `map`: the map as an agent sees it, or an earlier one.
    ///
    /// Terrains are matched by name, whatever their numbers.
    #[must_use]
    pub fn on(&self, map: &Grid) -> Looks {
        let is_same = |(own, other): (&Terrain, &Terrain)| own.name == other.name;
        if self.legend.len() <= map.legend().len() && self.legend.iter().zip(&**map.legend()).all(is_same) {
            return self.looks.on(map.legend());
        }
        let known = |terrain: &Terrain| self.legend.iter().position(|own| own.name == terrain.name);
        let usual = Looks::usual(map.legend());
        let looks = map.legend().iter().zip(usual.all());
        looks.map(|(terrain, usual)| known(terrain).map_or(*usual, |number| self.looks.all()[number])).collect()
    }
}

#[cfg(test)]
mod tests {
    use gridwalk_level::{LegendEntry, LevelGrid};

    use super::*;

    /// A map that was kept from before its legend was reordered.
    #[test]
    fn map_keeps_its_colours_when_the_legend_is_reordered() {
        let [floor, wall] = [LegendEntry::floor(), LegendEntry::named('x', "hedge").with_cost(None)];
        let map = |legend: &[&LegendEntry]| {
            let legend = legend.iter().map(|entry| (*entry).clone()).collect();
            LevelGrid::new(1, 1, vec![TerrainId(0)], legend).expect("one cell")
        };
        let now = map(&[&wall, &floor]);
        let looks = MapLooks { legend: Arc::clone(now.legend()), looks: now.looks().clone() };
        assert_eq!(looks.on(&map(&[&floor, &wall])).all(), [floor.look, wall.look]);
        let gone = LegendEntry::named(',', "grass");
        assert_eq!(looks.on(&map(&[&gone, &wall])).all(), [gone.look, wall.look]);
        assert_eq!(looks.on(&now), *now.looks());
    }
}
