//! The path, and the figures on the map: agents, flags, badges and the logo.

use gridwalk_level::Rgb;
use gridwalk_pathfinding::slices::{Counter, at_once, for_each};
use gridwalk_pathfinding::{Cell, Portal};

use super::{
    Canvas, PIXELS, Picture, corner, disc, palette, ring_shape, rounded_square, stroke, triangle,
};

/// Draws a line from waypoint to waypoint, with a white outline; dashed through portals.
///
/// # Complexity
/// O(pixels of the line).
pub fn draw_path(picture: &mut Picture, cell_pixels: u32, waypoints: &[Cell], portals: &[Portal]) {
    at_once(draw_path_in_slices(
        picture,
        cell_pixels,
        waypoints,
        portals,
    ));
}

pub(super) async fn draw_path_in_slices(
    picture: &mut Picture,
    cell_pixels: u32,
    waypoints: &[Cell],
    portals: &[Portal],
) {
    let side = cell_pixels.max(1);
    let thick = (pixels(side) * 0.11).max(3.0);
    let (walks, jumps) = straight_lines(waypoints, portals).await;
    let middles = |[from, to]: [Cell; 2]| [middle(from, side), middle(to, side)];
    let casing = thick + 2.0 * (pixels(side) * 0.045).max(1.0);
    let dashes: Vec<_> = jumps
        .into_iter()
        .flat_map(|jump| dashes(middles(jump), casing))
        .collect();
    let mut work = Counter::default();
    for (color, thick) in [(palette::CASING, casing), (palette::PATH, thick)] {
        for line in walks
            .iter()
            .copied()
            .map(middles)
            .chain(dashes.iter().copied())
        {
            work.count(draw_line(picture, line, thick, color) / PIXELS)
                .await;
        }
    }
}

/// Splits a line into dashes of about this length, with gaps of three times that length.
fn dashes([a, b]: [[f32; 2]; 2], long: f32) -> impl Iterator<Item = [[f32; 2]; 2]> {
    let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
    let length = (dx * dx + dy * dy).sqrt();
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "lines are short"
    )]
    let count = ((length / long / 4.0) as u16).max(1);
    let part = 1.0 / f32::from(4 * count + 1);
    let at = move |parts: u16| {
        [
            a[0] + dx * part * f32::from(parts),
            a[1] + dy * part * f32::from(parts),
        ]
    };
    (0..=count).map(move |dash| [at(4 * dash), at(4 * dash + 1)])
}

/// Draws a green disc.
pub fn draw_start(picture: &mut Picture, cell_pixels: u32, at: Cell) {
    picture.lay_in_the_middle(
        &badge(figure_side(cell_pixels, 0.6, 13), palette::AGENT),
        at,
        cell_pixels.max(1),
        1,
    );
}

/// Draws a vermilion flag.
pub fn draw_goal(picture: &mut Picture, cell_pixels: u32, at: Cell) {
    picture.lay_in_the_middle(
        &flag(figure_side(cell_pixels, 0.9, 21), palette::GOAL),
        at,
        cell_pixels.max(1),
        1,
    );
}

/// Draws an agent that covers a square of `size` cells to the right and below.
pub fn draw_agent(picture: &mut Picture, cell_pixels: u32, at: Cell, size: u8) {
    let cells = u32::from(size.max(1));
    let figure = agent(figure_side(cell_pixels * cells, 0.8, 13), palette::AGENT);
    picture.lay_in_the_middle(&figure, at, cell_pixels.max(1), cells);
}

/// Returns a share of the cell's side, but at least `least` pixels.
pub(super) fn figure_side(cell_pixels: u32, part: f32, least: u16) -> u16 {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "sides are short and not negative"
    )]
    let side = (pixels(cell_pixels.min(Picture::MAX_SIDE)) * part) as u16;
    side.max(least)
}

/// Returns the lines to draw, with runs in one direction joined, and the jumps through portals.
async fn straight_lines(
    waypoints: &[Cell],
    portals: &[Portal],
) -> (Vec<[Cell; 2]>, Vec<[Cell; 2]>) {
    let (mut lines, mut jumps): (Vec<[Cell; 2]>, Vec<[Cell; 2]>) = (Vec::new(), Vec::new());
    for_each(waypoints.windows(2), |leg| {
        let (from, to) = (leg[0], leg[1]);
        let is_portal = |portal: &Portal| (portal.from, portal.to) == (from, to);
        if !from.is_neighbor_of(to) && portals.iter().any(is_portal) {
            return jumps.push([from, to]);
        }
        let vector = |[a, b]: [Cell; 2]| (i64::from(b.x - a.x), i64::from(b.y - a.y));
        let goes_on = |line: [Cell; 2]| {
            let (one, other) = (vector(line), vector([from, to]));
            line[1] == from
                && one.0 * other.1 == one.1 * other.0
                && one.0 * other.0 + one.1 * other.1 > 0
        };
        match lines.last_mut() {
            Some(line) if goes_on(*line) => line[1] = to,
            _ => lines.push([from, to]),
        }
    })
    .await;
    (lines, jumps)
}

fn middle(cell: Cell, side: u32) -> [f32; 2] {
    #[expect(
        clippy::cast_precision_loss,
        reason = "pictures have at most 8192 pixels a side"
    )]
    corner(cell, side).map(|corner| corner as f32 + pixels(side) / 2.0)
}

#[expect(
    clippy::cast_precision_loss,
    reason = "pictures have at most 8192 pixels a side"
)]
const fn pixels(side: u32) -> f32 {
    side as f32
}

/// Draws a line by testing only nearby pixels, row by row; returns the number of tested pixels.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "small numbers"
)]
fn draw_line(picture: &mut Picture, [a, b]: [[f32; 2]; 2], thick: f32, color: Rgb) -> usize {
    let mut seen = 0;
    let distance = stroke(a, b, thick);
    let reach = thick / 2.0 + 1.0;
    let (top, bottom) = (
        (a[1].min(b[1]) - reach).floor() as i64,
        (a[1].max(b[1]) + reach).ceil() as i64,
    );
    for y in top.max(0)..=bottom.min(i64::from(picture.height) - 1) {
        let row = y as f32 + 0.5;
        // The part of the line near this row.
        let part = |y: f32| {
            if (a[1] - b[1]).abs() < 0.5 {
                [0.0, 1.0]
            } else {
                [
                    (y - reach - a[1]) / (b[1] - a[1]),
                    (y + reach - a[1]) / (b[1] - a[1]),
                ]
            }
        };
        let ends = part(row).map(|along| a[0] + along.clamp(0.0, 1.0) * (b[0] - a[0]));
        let (left, right) = (
            (ends[0].min(ends[1]) - reach).floor() as i64,
            (ends[0].max(ends[1]) + reach).ceil() as i64,
        );
        let columns = left.max(0)..=right.min(i64::from(picture.width) - 1);
        seen += columns.clone().count();
        for x in columns {
            let cover = (0.5 - distance([x as f32 + 0.5, row])).clamp(0.0, 1.0);
            picture.blend(x, y, color, (cover * 255.0).round() as u8);
        }
    }
    seen
}

const CENTER: [f32; 2] = [0.5, 0.5];

/// The sign on an agent, which tells its state without colour.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum AgentSign {
    /// An arrow head: the direction in which the agent faces, in radians. 0 is east, a quarter turn
    /// is north.
    Arrow(f32),
    /// Two bars: the agent waits.
    Bars,
    /// A bar across: the agent is blocked.
    Barrier,
}

/// Draws an agent that faces right: a disc with a white rim and an arrow head.
#[must_use]
pub fn agent(size: u16, color: Rgb) -> Picture {
    agent_with(size, color, AgentSign::Arrow(0.0))
}

/// Draws an agent with a sign: a disc with a white rim.
#[must_use]
pub fn agent_with(size: u16, color: Rgb, sign: AgentSign) -> Picture {
    let mut canvas = Canvas::new(size);
    canvas.fill(palette::INK, 0.28, disc([0.5, 0.53], 0.47));
    canvas.fill(palette::CASING, 1.0, disc(CENTER, 0.45));
    canvas.fill(color, 1.0, disc(CENTER, 0.375));
    match sign {
        AgentSign::Arrow(facing) => arrow_head(&mut canvas, facing),
        AgentSign::Bars => {
            for x in [0.41, 0.59] {
                canvas.fill(palette::CASING, 1.0, stroke([x, 0.37], [x, 0.63], 0.09));
            }
        }
        AgentSign::Barrier => {
            canvas.fill(palette::CASING, 1.0, stroke([0.5, 0.3], [0.5, 0.7], 0.16));
        }
    }
    canvas.finish()
}

/// Draws an agent that holds its cell: a square with a white rim and an arrow head.
#[must_use]
pub fn held_agent(size: u16, color: Rgb) -> Picture {
    let mut canvas = Canvas::new(size);
    canvas.fill(palette::INK, 0.28, rounded_square([0.5, 0.53], 0.46, 0.1));
    canvas.fill(palette::CASING, 1.0, rounded_square(CENTER, 0.44, 0.1));
    canvas.fill(color, 1.0, rounded_square(CENTER, 0.365, 0.05));
    arrow_head(&mut canvas, 0.0);
    canvas.finish()
}

fn arrow_head(canvas: &mut Canvas, facing: f32) {
    let (sin, cos) = facing.sin_cos();
    // Rows go down, angles turn upwards.
    let turned = |[x, y]: [f32; 2]| [0.5 + x * cos + y * sin, 0.5 + y * cos - x * sin];
    canvas.fill(
        palette::CASING,
        1.0,
        triangle([[0.0, -0.16], [0.0, 0.16], [0.27, 0.0]].map(turned), 0.02),
    );
}

/// Draws a flag whose pole stands in the middle of the picture's lower half.
#[must_use]
pub fn flag(size: u16, color: Rgb) -> Picture {
    let mut canvas = Canvas::new(size);
    let cloth = [[0.36, 0.14], [0.36, 0.50], [0.82, 0.32]];
    canvas.fill(palette::CASING, 1.0, triangle(cloth, 0.055));
    canvas.fill(
        palette::CASING,
        1.0,
        stroke([0.34, 0.16], [0.34, 0.84], 0.17),
    );
    canvas.fill(color, 1.0, triangle(cloth, 0.012));
    canvas.fill(color, 1.0, stroke([0.34, 0.16], [0.34, 0.84], 0.075));
    canvas.finish()
}

/// Draws a disc, as a background for a number.
#[must_use]
pub fn badge(size: u16, color: Rgb) -> Picture {
    let mut canvas = Canvas::new(size);
    canvas.fill(palette::CASING, 1.0, disc(CENTER, 0.46));
    canvas.fill(color, 1.0, disc(CENTER, 0.38));
    canvas.finish()
}

/// Draws a ring, as a mark of selection.
#[must_use]
pub fn ring(size: u16, color: Rgb) -> Picture {
    let mut canvas = Canvas::new(size);
    canvas.fill(palette::CASING, 0.9, ring_shape(CENTER, 0.42, 0.13));
    canvas.fill(color, 1.0, ring_shape(CENTER, 0.42, 0.08));
    canvas.finish()
}

/// Draws the project's logo: a path with one bend on a blue tile.
#[must_use]
pub fn logo(size: u16) -> Picture {
    let mut canvas = Canvas::new(size);
    canvas.fill(palette::ACCENT, 1.0, rounded_square(CENTER, 0.46, 0.16));
    let bends = [[0.26, 0.72], [0.48, 0.72], [0.48, 0.30], [0.74, 0.30]];
    for pair in bends.windows(2) {
        canvas.fill(palette::BACKGROUND, 1.0, stroke(pair[0], pair[1], 0.11));
    }
    canvas.fill(palette::BACKGROUND, 1.0, disc(bends[0], 0.10));
    canvas.finish()
}
