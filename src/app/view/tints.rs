//! Tints that a watched search lays over the ground of a cell, and ink that is readable on them.
//!
//! The shader, the numbers in the cells and the legend use them.

use bevy::math::Vec4;
use bevy::prelude::{Color, ColorToComponents, LinearRgba};
use gridwalk_level::Rgb;

pub use crate::picture::tints::{CLOSED, CLOSED_BACKWARD, OPEN, OPEN_BACKWARD, Tint};
use crate::picture::{DIFFERENCE, palette};

/// Cells that only the first of two searches expanded.
pub const ONLY_FIRST: Tint = Tint { color: DIFFERENCE[0], opacity: 0.6 };
/// Cells that only the second search expanded.
pub const ONLY_SECOND: Tint = Tint { color: DIFFERENCE[1], opacity: 0.6 };
/// Cells that both searches expanded.
pub const BOTH: Tint = Tint { color: DIFFERENCE[2], opacity: 0.6 };

/// All tints, in the order of the shader.
pub const ALL: [Tint; 7] = [OPEN, OPEN_BACKWARD, CLOSED, CLOSED_BACKWARD, ONLY_FIRST, ONLY_SECOND, BOTH];

/// Returns a heat map's tint for a part from 0 to 1: opaque, as on the scale in the panel.
pub fn heat(part: f32) -> Tint {
    Tint { color: palette::heat(part), opacity: 1.0 }
}

/// The ground of cells that only this agent cannot enter: hatched, unlike a wall.
pub const BARRED: Rgb = [0xA9, 0xA6, 0xA0];

/// Returns the tint of cells that cost an agent more for being near a wall.
///
/// `part` is the fraction of the largest extra cost, from 0 to 1.
#[must_use]
pub fn near_wall(part: f32) -> Tint {
    Tint { color: [0xC9, 0x5B, 0x2E], opacity: 0.1 + 0.25 * part }
}

fn linear([r, g, b]: Rgb) -> LinearRgba {
    Color::srgb_u8(r, g, b).to_linear()
}

impl Tint {
    /// Returns the visible colour over this ground.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "mixtures of bytes are bytes")]
    #[must_use]
    pub fn over(self, ground: Rgb) -> Rgb {
        let (below, above) = (linear(ground).to_f32_array(), linear(self.color).to_f32_array());
        let mixed: [f32; 3] = std::array::from_fn(|i| below[i] + (above[i] - below[i]) * self.opacity);
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
    [palette::INK, palette::CASING].into_iter().find(is_enough).unwrap_or_else(|| {
        // On grounds of medium brightness black or pure white is left.
        let [black, white] = [[0; 3], [0xFF; 3]];
        if contrast(&black) >= contrast(&white) { black } else { white }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridwalk_level::LegendEntry;

    #[test]
    fn numbers_can_be_read_on_every_ground() {
        let names = ["floor", "road", "grass", "forest", "swamp", "water", "sand", "wall"];
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
        let [red, green, blue] = CLOSED.over(LegendEntry::floor().look.color);
        assert!(red > green && green > 190 && blue < 160, "{red} {green} {blue}");
    }
}
