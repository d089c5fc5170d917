//! The way, its ends, and who walks.

use super::canvas::corner;
use super::shape::{Canvas, disc, stroke};
use super::{Picture, agent, flag, palette};
use crate::pathfinding::{Cell, Portal, Rgb};

/// Draws a line from waypoint to waypoint, with a white casing. Through a portal no line is drawn.
///
/// # Complexity
/// O(pixels of the line).
pub fn draw_path(picture: &mut Picture, cell_pixels: u32, waypoints: &[Cell], portals: &[Portal]) {
    let side = cell_pixels.max(1);
    let thick = (pixels(side) * 0.11).max(3.0);
    let lines = straight_lines(waypoints, portals);
    let casing = thick + 2.0 * (pixels(side) * 0.045).max(1.0);
    for (color, thick) in [(palette::CASING, casing), (palette::PATH, thick)] {
        for &[from, to] in &lines {
            draw_line(picture, [middle(from, side), middle(to, side)], thick, color);
        }
    }
}

/// Draws a green disc.
pub fn draw_start(picture: &mut Picture, cell_pixels: u32, at: Cell) {
    let side = figure_side(cell_pixels, 0.6, 13);
    let mut canvas = Canvas::new(side);
    canvas.fill(palette::CASING, 1.0, disc([0.5, 0.5], 0.48));
    canvas.fill(palette::AGENT, 1.0, disc([0.5, 0.5], 0.39));
    lay_in_the_middle(picture, cell_pixels, at, 1, &canvas.finish());
}

/// Draws a vermilion flag.
pub fn draw_goal(picture: &mut Picture, cell_pixels: u32, at: Cell) {
    lay_in_the_middle(picture, cell_pixels, at, 1, &flag(figure_side(cell_pixels, 0.9, 21), palette::GOAL));
}

/// Draws somebody who covers a square of so many cells to the right and below.
pub fn draw_agent(picture: &mut Picture, cell_pixels: u32, at: Cell, size: u8) {
    let cells = u32::from(size.max(1));
    let figure = agent(figure_side(cell_pixels * cells, 0.8, 13), palette::AGENT);
    lay_in_the_middle(picture, cell_pixels, at, cells, &figure);
}

/// A part of the cell, but never too small to be seen.
fn figure_side(cell_pixels: u32, part: f32, least: u16) -> u16 {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "sides are short and not negative")]
    let side = (pixels(cell_pixels.min(Picture::MAX_SIDE)) * part) as u16;
    side.max(least)
}

fn lay_in_the_middle(picture: &mut Picture, cell_pixels: u32, at: Cell, cells: u32, figure: &Picture) {
    let side = cell_pixels.max(1);
    let space = i64::from(side * cells) - i64::from(figure.width);
    picture.lay(figure, corner(at, side).map(|corner| corner + space.div_euclid(2)));
}

/// The lines to draw: runs in one direction are one line.
fn straight_lines(waypoints: &[Cell], portals: &[Portal]) -> Vec<[Cell; 2]> {
    let mut lines: Vec<[Cell; 2]> = Vec::new();
    for leg in waypoints.windows(2) {
        let (from, to) = (leg[0], leg[1]);
        let is_portal = |portal: &Portal| (portal.from, portal.to) == (from, to);
        if !from.is_neighbor_of(to) && portals.iter().any(is_portal) {
            continue;
        }
        let direction = |[a, b]: [Cell; 2]| (b.x - a.x).signum() * 2 + (b.y - a.y).signum() * 5;
        let slope = |[a, b]: [Cell; 2]| (i64::from(b.x - a.x), i64::from(b.y - a.y));
        match lines.last_mut() {
            Some(line)
                if line[1] == from && direction(*line) == direction([from, to]) && {
                    let (one, other) = (slope(*line), slope([from, to]));
                    one.0 * other.1 == one.1 * other.0
                } =>
            {
                line[1] = to;
            }
            _ => lines.push([from, to]),
        }
    }
    lines
}

fn middle(cell: Cell, side: u32) -> [f32; 2] {
    #[expect(clippy::cast_precision_loss, reason = "pictures have at most 8192 pixels a side")]
    corner(cell, side).map(|corner| corner as f32 + pixels(side) / 2.0)
}

#[expect(clippy::cast_precision_loss, reason = "pictures have at most 8192 pixels a side")]
const fn pixels(side: u32) -> f32 {
    side as f32
}

/// Looks at those pixels only that lie near the line, row by row.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "small numbers"
)]
fn draw_line(picture: &mut Picture, [a, b]: [[f32; 2]; 2], thick: f32, color: Rgb) {
    let distance = stroke(a, b, thick);
    let reach = thick / 2.0 + 1.0;
    let (top, bottom) = ((a[1].min(b[1]) - reach).floor() as i64, (a[1].max(b[1]) + reach).ceil() as i64);
    for y in top.max(0)..=bottom.min(i64::from(picture.height) - 1) {
        let row = y as f32 + 0.5;
        // The part of the line that comes near this row.
        let part = |y: f32| {
            if (a[1] - b[1]).abs() < 0.5 {
                [0.0, 1.0]
            } else {
                [(y - reach - a[1]) / (b[1] - a[1]), (y + reach - a[1]) / (b[1] - a[1])]
            }
        };
        let ends = part(row).map(|along| a[0] + along.clamp(0.0, 1.0) * (b[0] - a[0]));
        let (left, right) =
            ((ends[0].min(ends[1]) - reach).floor() as i64, (ends[0].max(ends[1]) + reach).ceil() as i64);
        for x in left.max(0)..=right.min(i64::from(picture.width) - 1) {
            let cover = (0.5 - distance([x as f32 + 0.5, row])).clamp(0.0, 1.0);
            picture.blend(x, y, color, (cover * 255.0).round() as u8);
        }
    }
}
