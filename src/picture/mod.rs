//! Colours and drawings as pixels, shared by the window and by pictures made without one.
//!
//! A drawing that repeats in many cells is drawn once, as a stamp, and laid many times. Smooth
//! shapes are signed distances, which are negative inside.

mod animation;
mod grid;
pub mod palette;
mod path;
mod search;
mod walk;

pub use animation::{Animation, encode_in_slices};
pub use grid::{draw_closed_to, draw_grid, draw_grid_in_slices, fitting_cell};
pub use path::{
    AgentSign, agent, agent_with, badge, draw_agent, draw_goal, draw_path, draw_start, flag,
    held_agent, logo, ring,
};
pub use search::{
    DIFFERENCE, columns_for, draw_difference_in_slices, draw_flow, draw_marks, draw_search,
    draw_search_in_slices, side_by_side, side_by_side_size,
};
pub use walk::{FilmFigure, WalkFilm};

use gridwalk_level::Rgb;
use gridwalk_pathfinding::Cell;

/// An RGBA picture, sRGB with straight alpha, rows from the top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// Number of pixels in a row.
    pub width: u32,
    /// Number of rows.
    pub height: u32,
    /// The pixels, four bytes each.
    pub pixels: Vec<u8>,
}

/// Error for a picture that is too large.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "a picture has at most {max} × {max} pixels, not {width} × {height}; with at most {cell} pixels a cell it fits",
    max = Picture::MAX_SIDE
)]
pub struct PictureTooLarge {
    /// Requested number of pixels in a row.
    pub width: u64,
    /// Requested number of rows.
    pub height: u64,
    /// The largest cell size with which the map fits.
    pub cell: u32,
}

impl Picture {
    /// The longest side in pixels: a picture takes at most 256 MiB.
    pub const MAX_SIDE: u32 = 8192;
    /// The shortest side of the picture of a map, in pixels: a smaller map is centred.
    pub const LEAST_SIDE: u32 = 16;

    /// Returns the colour of a pixel; `None` outside.
    #[must_use]
    pub fn pixel(&self, x: u32, y: u32) -> Option<[u8; 4]> {
        if x >= self.width || y >= self.height {
            return None;
        }
        let at = (y as usize * self.width as usize + x as usize) * 4;
        self.pixels.get(at..at + 4)?.try_into().ok()
    }

    /// Centres the picture in a larger one if a side is shorter than `side` pixels.
    #[must_use]
    pub fn at_least(self, side: u32) -> Self {
        let [width, height] = [self.width.max(side), self.height.max(side)];
        if (width, height) == (self.width, self.height) {
            return self;
        }
        let mut larger = Self::filled(width, height, palette::BACKGROUND);
        let margin = [width - self.width, height - self.height].map(|margin| i64::from(margin / 2));
        larger.lay(&self, margin);
        larger
    }

    /// Creates a picture of one colour.
    fn filled(width: u32, height: u32, [r, g, b]: Rgb) -> Self {
        let pixels = [r, g, b, u8::MAX].repeat(width as usize * height as usize);
        Self {
            width,
            height,
            pixels,
        }
    }

    /// Blends a colour over a pixel; does nothing outside. `opacity` is from 0 to 255.
    fn blend(&mut self, x: i64, y: i64, color: Rgb, opacity: u8) {
        if x < 0 || y < 0 || x >= self.width.into() || y >= self.height.into() || opacity == 0 {
            return;
        }
        let row = usize::try_from(y).expect("checked above") * self.width as usize;
        let at = (row + usize::try_from(x).expect("checked above")) * 4;
        for (below, top) in self.pixels[at..at + 3].iter_mut().zip(color) {
            *below = mix(*below, top, opacity);
        }
    }

    /// Blends a colour over a rectangle, clipped to the picture.
    fn fill_rect(&mut self, [x, y]: [i64; 2], [width, height]: [u32; 2], color: Rgb, opacity: u8) {
        let (right, bottom) = (x + i64::from(width), y + i64::from(height));
        for row in y.max(0)..bottom.min(self.height.into()) {
            for column in x.max(0)..right.min(self.width.into()) {
                self.blend(column, row, color, opacity);
            }
        }
    }

    /// Lays a picture in the middle of a square of `cells` × `cells` cells from `cell` on.
    ///
    /// `cell` is the upper left one. A larger picture reaches beyond the square.
    fn lay_in_the_middle(&mut self, stamp: &Self, cell: Cell, side: u32, cells: u32) {
        let space = i64::from(side * cells) - i64::from(stamp.width);
        self.lay(
            stamp,
            corner(cell, side).map(|corner| corner + space.div_euclid(2)),
        );
    }

    /// Lays another picture on this one with its upper left pixel at this place, clipped.
    fn lay(&mut self, stamp: &Self, [x, y]: [i64; 2]) {
        for (row, pixels) in (y..).zip(stamp.pixels.chunks_exact(stamp.width as usize * 4)) {
            for (column, pixel) in (x..).zip(pixels.chunks_exact(4)) {
                self.blend(column, row, [pixel[0], pixel[1], pixel[2]], pixel[3]);
            }
        }
    }
}

/// Returns the cell size in pixels, at least 1.
fn side_of(cell_pixels: u32) -> u16 {
    u16::try_from(cell_pixels.clamp(1, Picture::MAX_SIDE)).expect("sides are short")
}

/// Returns the [pieces of work](gridwalk_pathfinding::slices::PIECES) for a square of this side.
fn pieces(side: u16) -> usize {
    (usize::from(side) * usize::from(side) / PIXELS).max(1)
}

/// Number of painted pixels in a piece of work.
const PIXELS: usize = 8;

/// Returns the cell with this index, in reading order.
fn cell_at(index: usize, columns: usize) -> Cell {
    let [x, y] = [index % columns, index / columns]
        .map(|number| i32::try_from(number).expect("maps are small"));
    Cell::new(x, y)
}

/// Returns the upper left pixel of a cell.
fn corner(cell: Cell, side: u32) -> [i64; 2] {
    [cell.x, cell.y].map(|number| i64::from(number) * i64::from(side))
}

/// Blends one channel, rounded to the nearest.
fn mix(below: u8, top: u8, opacity: u8) -> u8 {
    let (below, top, opacity) = (u32::from(below), u32::from(top), u32::from(opacity));
    u8::try_from((top * opacity + below * (255 - opacity) + 127) / 255)
        .expect("a mean of bytes is a byte")
}

/// A point in a unit square: x to the right, y down, both from 0 to 1.
type UnitPoint = [f32; 2];

/// A picture on which shapes are painted one over the other.
struct Canvas {
    pub size: u16,
    /// Straight-alpha colour and opacity of each pixel.
    pixels: Vec<[f32; 4]>,
}

impl Canvas {
    pub fn new(size: u16) -> Self {
        Self {
            size,
            pixels: vec![[0.0; 4]; usize::from(size) * usize::from(size)],
        }
    }

    /// Fills where `distance` (in units of the square) is negative; edges are smooth over one
    /// pixel.
    pub fn fill(&mut self, color: Rgb, opacity: f32, distance: impl Fn(UnitPoint) -> f32) {
        let size = f32::from(self.size);
        for y in 0..self.size {
            for x in 0..self.size {
                let point = [(f32::from(x) + 0.5) / size, (f32::from(y) + 0.5) / size];
                let cover = (0.5 - distance(point) * size).clamp(0.0, 1.0) * opacity;
                if cover > 0.0 {
                    let pixel =
                        &mut self.pixels[usize::from(y) * usize::from(self.size) + usize::from(x)];
                    *pixel = over(*pixel, color, cover);
                }
            }
        }
    }

    pub fn finish(self) -> Picture {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "clamped to a byte"
        )]
        let byte = |value: f32| (value.clamp(0.0, 1.0) * 255.0).round() as u8;
        let pixels = self
            .pixels
            .iter()
            .flat_map(|pixel| pixel.map(byte))
            .collect();
        Picture {
            width: self.size.into(),
            height: self.size.into(),
            pixels,
        }
    }
}

/// Blends by the operator "over" of Porter and Duff with straight alpha.
fn over(below: [f32; 4], color: Rgb, cover: f32) -> [f32; 4] {
    let alpha = cover + below[3] * (1.0 - cover);
    let mix = |i: usize| {
        let top = f32::from(color[i]) / 255.0;
        (top * cover + below[i] * below[3] * (1.0 - cover)) / alpha
    };
    [mix(0), mix(1), mix(2), alpha]
}

/// Returns the length of a vector.
///
/// Unlike `hypot` it is rounded equally on every platform, so pictures are the same everywhere.
fn length(x: f32, y: f32) -> f32 {
    (x * x + y * y).sqrt()
}

/// Returns the distance to a disc.
fn disc(center: UnitPoint, radius: f32) -> impl Fn(UnitPoint) -> f32 {
    move |p| length(p[0] - center[0], p[1] - center[1]) - radius
}

/// Returns the distance to a ring of this thickness.
fn ring_shape(center: UnitPoint, radius: f32, thickness: f32) -> impl Fn(UnitPoint) -> f32 {
    move |p| (length(p[0] - center[0], p[1] - center[1]) - radius).abs() - thickness / 2.0
}

/// Returns the distance to a stroke from `a` to `b` with round ends.
fn stroke(a: UnitPoint, b: UnitPoint, thickness: f32) -> impl Fn(UnitPoint) -> f32 {
    move |p| {
        let (abx, aby) = (b[0] - a[0], b[1] - a[1]);
        let (apx, apy) = (p[0] - a[0], p[1] - a[1]);
        let along = ((apx * abx + apy * aby) / (abx * abx + aby * aby)).clamp(0.0, 1.0);
        length(apx - along * abx, apy - along * aby) - thickness / 2.0
    }
}

/// Returns the distance to a triangle with corners in either orientation, grown by `round`.
fn triangle(corners: [UnitPoint; 3], round: f32) -> impl Fn(UnitPoint) -> f32 {
    move |p| {
        let side = |a: UnitPoint, b: UnitPoint| {
            (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])
        };
        let [a, b, c] = corners;
        let sides = [side(a, b), side(b, c), side(c, a)];
        let inside = sides.iter().all(|s| *s >= 0.0) || sides.iter().all(|s| *s <= 0.0);
        let edge = [
            stroke(a, b, 0.0)(p),
            stroke(b, c, 0.0)(p),
            stroke(c, a, 0.0)(p),
        ];
        let edge = edge.into_iter().fold(f32::MAX, f32::min);
        (if inside { -edge } else { edge }) - round
    }
}

/// Returns the distance to a square with round corners.
fn rounded_square(center: UnitPoint, half: f32, round: f32) -> impl Fn(UnitPoint) -> f32 {
    move |p| {
        let (qx, qy) = (
            (p[0] - center[0]).abs() - half + round,
            (p[1] - center[1]).abs() - half + round,
        );
        length(qx.max(0.0), qy.max(0.0)) + qx.max(qy).min(0.0) - round
    }
}
