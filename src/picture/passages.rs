//! Arrows on one-way cells, and numbered rings around the ends of portals.

use gridwalk_level::Rgb;
use gridwalk_pathfinding::{Cell, Direction, Grid, Terrain};

use super::shape::{Canvas, Point, disc, ring, stroke};
use super::{Picture, palette};

/// The smallest cell size with arrows.
pub(super) const ARROWS_FROM: u32 = 8;
/// The smallest cell size with portal numbers.
const NUMBERS_FROM: u32 = 16;
/// The colours of the rings, which repeat; the number then identifies the two ends of a portal.
const COLORS: [Rgb; 3] = [[0x6A, 0x3D, 0x9A], [0x1B, 0x6E, 0x6A], [0x8C, 0x3B, 0x2E]];

/// The seven bars of a digit in a box one wide and two high.
///
/// In order: top, upper right, lower right, bottom, lower left, upper left, middle.
const BARS: [[Point; 2]; 7] = [
    [[0.0, 0.0], [1.0, 0.0]],
    [[1.0, 0.0], [1.0, 1.0]],
    [[1.0, 1.0], [1.0, 2.0]],
    [[0.0, 2.0], [1.0, 2.0]],
    [[0.0, 1.0], [0.0, 2.0]],
    [[0.0, 0.0], [0.0, 1.0]],
    [[0.0, 1.0], [1.0, 1.0]],
];

/// The bars of each digit, the first bar in the lowest bit.
const LIT: [u8; 10] = [0x3F, 0x06, 0x5B, 0x4F, 0x66, 0x6D, 0x7D, 0x07, 0x7F, 0x6F];

/// Returns the arrow of a one-way terrain in the mean of its directions; `None` if it is not one-way.
///
/// If the directions cancel out, each has a short arrow. A cell without exits has a dot.
pub(super) fn one_way_stamp(terrain: &Terrain, side: u16) -> Option<Picture> {
    if !terrain.is_one_way() || u32::from(side) < ARROWS_FROM {
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

/// Returns an arrow from a cell's centre towards a neighbour; `None` if cells are too small.
pub(super) fn flow_stamp(direction: Direction, side: u16) -> Option<Picture> {
    (u32::from(side) >= ARROWS_FROM).then(|| {
        let mut canvas = Canvas::new(side);
        arrow(&mut canvas, unit(direction), -0.2);
        canvas.finish()
    })
}

/// Draws an arrow from `begin`, relative to the centre, to near the edge.
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

/// Draws both ends of every portal. An end that is only an exit has a thin ring.
pub(super) fn draw_portals(picture: &mut Picture, grid: &Grid, side: u16) {
    for (number, ends) in pairs(grid).into_iter().enumerate() {
        for cell in ends {
            let is_entrance = grid.portals().iter().any(|portal| portal.from == cell);
            picture.lay_in_the_middle(&portal_stamp(number, is_entrance, side), cell, side.into(), 1);
        }
    }
}

/// Returns the two ends of each portal, once, in the order of their entrances.
fn pairs(grid: &Grid) -> Vec<[Cell; 2]> {
    let mut pairs: Vec<[Cell; 2]> = Vec::new();
    for portal in grid.portals().iter() {
        let ends = [portal.from, portal.to];
        if !pairs.contains(&ends) && !pairs.contains(&[portal.to, portal.from]) {
            pairs.push(ends);
        }
    }
    pairs
}

fn portal_stamp(number: usize, is_entrance: bool, side: u16) -> Picture {
    let color = COLORS[number % COLORS.len()];
    let mut canvas = Canvas::new(side);
    canvas.fill(palette::CASING, 0.85, disc([0.5, 0.5], 0.4));
    canvas.fill(color, 1.0, ring([0.5, 0.5], 0.36, if is_entrance { 0.1 } else { 0.04 }));
    if u32::from(side) >= NUMBERS_FROM {
        write_number(&mut canvas, number + 1, 0.16, color);
    }
    canvas.finish()
}

/// Writes a number of at most two digits into the middle of the canvas; `wide` is the width of a digit.
fn write_number(canvas: &mut Canvas, number: usize, wide: f32, color: Rgb) {
    let digits = [number / 10 % 10, number % 10];
    let (digits, lefts) = if number < 10 {
        (&digits[1..], [0.5 - wide / 2.0, 0.0])
    } else {
        (&digits[..], [0.5 - wide * 1.3, 0.5 + wide * 0.3])
    };
    for (&digit, left) in digits.iter().zip(lefts) {
        // A one is a single bar at the right of its box, so it is moved to the middle.
        let left = if digit == 1 { left - wide / 2.0 } else { left };
        for (_, bar) in BARS.iter().enumerate().filter(|(bar, _)| LIT[digit] & 1 << bar != 0) {
            let [a, b] = bar.map(|[x, y]| [left + x * wide, 0.5 + (y - 1.0) * wide]);
            canvas.fill(color, 1.0, stroke(a, b, wide * 0.36));
        }
    }
}
