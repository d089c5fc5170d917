//! The looks of the map's terrains, tints over the ground of cells, and ink that is readable there.
//!
//! A watched search lays tints over the ground. The shader, the numbers in the cells and the legend
//! use them.

use std::sync::Arc;

use bevy::math::Vec4;
use bevy::prelude::{Color, ColorToComponents, LinearRgba, *};
use gridwalk_level::{Look, Looks, Rgb};
use gridwalk_pathfinding::{Grid, Terrain, TerrainId};

use crate::picture::palette;

pub use crate::picture::palette::Tint;

/// All tints, in the order of the shader.
pub const ALL: [Tint; 4] = [
    Tint::OPEN,
    Tint::OPEN_BACKWARD,
    Tint::CLOSED,
    Tint::CLOSED_BACKWARD,
];

/// Returns a heat map's tint for a part from 0 to 1: opaque, as on the scale in the panel.
pub fn heat(part: f32) -> Tint {
    Tint {
        color: palette::heat(part),
        opacity: 1.0,
    }
}

/// The ground of cells that only this agent cannot enter: hatched, unlike a wall.
pub const BARRED: Rgb = [0xA9, 0xA6, 0xA0];

/// Returns the tint of cells that cost an agent more for being near a wall.
///
/// `part` is the fraction of the largest extra cost, from 0 to 1.
#[must_use]
pub fn near_wall(part: f32) -> Tint {
    Tint {
        color: [0xC9, 0x5B, 0x2E],
        opacity: 0.1 + 0.25 * part,
    }
}

fn linear([r, g, b]: Rgb) -> LinearRgba {
    Color::srgb_u8(r, g, b).to_linear()
}

impl Tint {
    /// Returns the visible colour over this ground.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "mixtures of bytes are bytes"
    )]
    #[must_use]
    pub fn over(self, ground: Rgb) -> Rgb {
        let (below, above) = (
            linear(ground).to_f32_array(),
            linear(self.color).to_f32_array(),
        );
        let mixed: [f32; 3] =
            std::array::from_fn(|i| below[i] + (above[i] - below[i]) * self.opacity);
        let seen = Color::linear_rgb(mixed[0], mixed[1], mixed[2]).to_srgba();
        [seen.red, seen.green, seen.blue].map(|part| (part * 255.0).round().clamp(0.0, 255.0) as u8)
    }

    /// Returns linear light and opacity, for the shader.
    #[must_use]
    pub fn to_vec4(self) -> Vec4 {
        let color = linear(self.color);
        Vec4::new(color.red, color.green, color.blue, self.opacity)
    }
}

/// Returns the ink that is readable on this ground.
pub fn ink(ground: Rgb) -> Rgb {
    // Strokes thinner than a pixel lose a part of their contrast; 4.5 must be left.
    const ENOUGH: f64 = 6.0;
    let contrast = |ink: &Rgb| palette::contrast(*ink, ground);
    let is_enough = |ink: &Rgb| contrast(ink) >= ENOUGH;
    [palette::INK, palette::CASING]
        .into_iter()
        .find(is_enough)
        .unwrap_or_else(|| {
            // On grounds of medium brightness black or pure white is left.
            let [black, white] = [[0; 3], [0xFF; 3]];
            if contrast(&black) >= contrast(&white) {
                black
            } else {
                white
            }
        })
}

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
        Self {
            legend: Arc::default(),
            looks: Looks::usual(&[]),
        }
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
        if self.legend.len() <= map.legend().len()
            && self.legend.iter().zip(&**map.legend()).all(is_same)
        {
            return self.looks.on(map.legend());
        }
        let known = |terrain: &Terrain| self.legend.iter().position(|own| own.name == terrain.name);
        let usual = Looks::usual(map.legend());
        let looks = map.legend().iter().zip(usual.all());
        looks
            .map(|(terrain, usual)| {
                known(terrain).map_or(*usual, |number| self.looks.all()[number])
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use gridwalk_level::{LegendEntry, LevelGrid};

    use super::*;

    #[test]
    fn numbers_can_be_read_on_every_ground() {
        let names = [
            "floor", "road", "grass", "forest", "swamp", "water", "sand", "wall",
        ];
        let heats = (0..=255_u8).map(|part| heat(f32::from(part) / 255.0));
        let tints: Vec<Tint> = ALL.into_iter().chain(heats).collect();
        for name in names {
            let terrain = LegendEntry::named('.', name).look.color;
            for tint in &tints {
                let ground = tint.over(terrain);
                let contrast = palette::contrast(ink(ground), ground);
                assert!(contrast >= 4.5, "{tint:?} on {name}: {contrast:.2}");
            }
        }
        for gray in 0..=255 {
            let contrast = palette::contrast(ink([gray; 3]), [gray; 3]);
            assert!(contrast >= 4.5, "gray {gray}: {contrast:.2}");
        }
    }

    #[test]
    fn a_closed_cell_on_floor_is_amber_and_not_peach() {
        let [red, green, blue] = Tint::CLOSED.over(LegendEntry::floor().look.color);
        assert!(
            red > green && green > 190 && blue < 160,
            "{red} {green} {blue}"
        );
    }

    /// A map that was kept from before its legend was reordered.
    #[test]
    fn map_keeps_its_colours_when_the_legend_is_reordered() {
        let [floor, wall] = [
            LegendEntry::floor(),
            LegendEntry::named('x', "hedge").with_cost(None),
        ];
        let map = |legend: &[&LegendEntry]| {
            let legend = legend.iter().map(|entry| (*entry).clone()).collect();
            LevelGrid::new(1, 1, vec![TerrainId(0)], legend).expect("one cell")
        };
        let now = map(&[&wall, &floor]);
        let looks = MapLooks {
            legend: Arc::clone(now.legend()),
            looks: now.looks().clone(),
        };
        assert_eq!(
            looks.on(&map(&[&floor, &wall])).all(),
            [floor.look, wall.look]
        );
        let gone = LegendEntry::named(',', "grass");
        assert_eq!(
            looks.on(&map(&[&gone, &wall])).all(),
            [gone.look, wall.look]
        );
        assert_eq!(looks.on(&now), *now.looks());
    }
}
