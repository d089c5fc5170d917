//! One-way streets: arrows in the directions in which a cell may be left.

use super::shape::{Canvas, Point, disc, stroke};
use super::{Picture, palette};
use crate::pathfinding::{Direction, Terrain};

/// Cells smaller than this have no arrows.
pub(super) const FROM: u32 = 8;

/// The arrow of a one-way terrain, in the middle of its directions; a short one for each where they have no
/// middle, a dot where there is no way out. `None` if the terrain is not one-way.
pub(super) fn stamp(terrain: &Terrain, side: u16) -> Option<Picture> {
    if !terrain.is_one_way() || u32::from(side) < FROM {
        return None;
    }
    let exits = || Direction::ALL.into_iter().filter(|&direction| terrain.exits.contains(direction));
    let sum = exits().fold([0.0, 0.0], |sum, direction| {
        let ahead = unit(direction);
        [sum[0] + ahead[0], sum[1] + ahead[1]]
    });
    let length = (sum[0] * sum[0] + sum[1] * sum[1]).sqrt();
    let mut canvas = Canvas::new(side);
    if exits().next().is_none() {
        canvas.fill(palette::INK, 0.5, disc([0.5, 0.5], 0.12));
    } else if length > 0.5 {
        arrow(&mut canvas, [sum[0] / length, sum[1] / length], -0.28);
    } else {
        exits().for_each(|direction| arrow(&mut canvas, unit(direction), 0.08));
    }
    Some(canvas.finish())
}

/// From `begin` (seen from the middle) to near the edge.
fn arrow(canvas: &mut Canvas, [x, y]: Point, begin: f32) {
    let at = |along: f32, across: f32| [0.5 + along * x - across * y, 0.5 + along * y + across * x];
    let tip = at(0.3, 0.0);
    let shaft = stroke(at(begin, 0.0), tip, 0.06);
    let head = [stroke(at(0.13, 0.15), tip, 0.06), stroke(at(0.13, -0.15), tip, 0.06)];
    canvas.fill(palette::INK, 0.5, |p| shaft(p).min(head[0](p)).min(head[1](p)));
}

fn unit(direction: Direction) -> Point {
    let (x, y) = direction.offset();
    let part = |number: i32| f32::from(i16::try_from(number).expect("one step"));
    let scale = if x != 0 && y != 0 { std::f32::consts::FRAC_1_SQRT_2 } else { 1.0 };
    [part(x) * scale, part(y) * scale]
}
