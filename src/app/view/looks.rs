//! How the terrains of the map look, for everything that draws them.

use std::sync::Arc;

use bevy::prelude::*;
use gridwalk_level::{Look, Looks};
use gridwalk_pathfinding::{Grid, Terrain, TerrainId};

/// How the terrains of the map look: of the open level, in step with the map that is drawn.
#[derive(Resource, Debug, PartialEq)]
pub struct MapLooks {
    /// The terrains.
    pub legend: Arc<[Terrain]>,
    /// How each of them looks, in the same order.
    pub looks: Looks,
}

impl Default for MapLooks {
    fn default() -> Self {
        Self { legend: Arc::default(), looks: Looks::usual(&[]) }
    }
}

impl MapLooks {
    /// How a terrain of the map looks.
    #[must_use]
    pub fn of(&self, terrain: TerrainId) -> Look {
        self.looks.of(terrain)
    }

    /// How the terrains of this map look, which is the map as an agent sees it, or as it was once. What is called the
    /// same is the same, whatever its number was then.
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

    /// A legend in another order, and a map that was kept from before it.
    #[test]
    fn an_old_map_keeps_its_colours_when_the_legend_gets_another_order() {
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
