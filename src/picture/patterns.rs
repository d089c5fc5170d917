//! The faint strokes by which terrains differ without colour, shared with the window.

use gridwalk_level::{Look, Pattern};
use gridwalk_pathfinding::Cell;

use super::shape::{Canvas, Point, disc, stroke};
use super::{Picture, palette};

/// The smallest cell size with strokes.
pub(super) const FROM: u32 = 12;
/// Number of variants of a terrain's strokes, which avoid visible rows.
pub(super) const VARIANTS: u32 = 16;

/// Returns the strokes of a terrain; `None` if it has none.
pub(super) fn stamp(look: Look, variant: u32, side: u16) -> Option<Picture> {
    if look.pattern == Pattern::Plain || u32::from(side) < FROM {
        return None;
    }
    let luck = share(variant, VARIANTS - 1);
    // The strokes fade in from 12 to 20 pixels per cell.
    let fade = ((f32::from(side) - 11.0) / 9.0).clamp(0.0, 1.0);
    let is_bright = look.pattern == Pattern::Waves;
    let color = if is_bright { palette::CASING } else { look.color.map(darker) };
    let mut canvas = Canvas::new(side);
    let place = [0.24 * luck - 0.12, 0.2 * (luck * 7.0).fract() - 0.1];
    let moved = |p: Point| [p[0] - place[0], p[1] - place[1]];
    let ink = fade * if is_bright { 0.75 } else { 0.55 };
    let mut draw = |distance: &dyn Fn(Point) -> f32| canvas.fill(color, ink, |p| distance(moved(p)));
    match look.pattern {
        Pattern::Plain => {}
        Pattern::Blades if luck < 0.45 => return None,
        Pattern::Blades => {
            let blades = [stroke([0.45, 0.45], [0.5, 0.58], 0.036), stroke([0.55, 0.45], [0.5, 0.58], 0.036)];
            draw(&|p| blades[0](p).min(blades[1](p)));
        }
        Pattern::Trees => draw(&|p| tree([0.34, 0.56], p).min(tree([0.68, 0.46], p))),
        Pattern::Dashes => {
            let dashes = [stroke([0.28, 0.42], [0.46, 0.42], 0.04), stroke([0.54, 0.6], [0.72, 0.6], 0.04)];
            draw(&|p| dashes[0](p).min(dashes[1](p)));
        }
        Pattern::Waves if luck < 0.35 => return None,
        Pattern::Waves => draw(&stroke([0.38, 0.5], [0.62, 0.5], 0.044)),
        Pattern::Dots => {
            let dots = [disc([0.35, 0.38], 0.028), disc([0.62, 0.52], 0.028), disc([0.42, 0.68], 0.028)];
            draw(&|p| dots.iter().map(|dot| dot(p)).fold(f32::MAX, f32::min));
        }
    }
    Some(canvas.finish())
}

/// Returns the variant of a cell.
pub(super) fn variant(cell: Cell) -> u32 {
    let [x, y] = [cell.x, cell.y].map(i32::cast_unsigned);
    let n = x.wrapping_mul(1973).wrapping_add(y.wrapping_mul(9277)).wrapping_add(26699);
    ((n ^ (n >> 7)).wrapping_mul(2_654_435_761) >> 13) % VARIANTS
}

/// Returns the distance to a triangle on its base.
fn tree(middle: Point, p: Point) -> f32 {
    let (x, y) = (p[0] - middle[0], p[1] - middle[1]);
    (x.abs() * 1.7 - (y + 0.2)).max(y - 0.06)
}

/// Darkens a channel to about 80 % (206/256), which is about 62 % of the light.
fn darker(part: u8) -> u8 {
    u8::try_from(u16::from(part) * 206 / 256).expect("less than it was")
}

fn share(part: u32, of: u32) -> f32 {
    let small = |number| f32::from(u16::try_from(number).expect("variants are few"));
    small(part) / small(of)
}
