//! A picture as pixels, and painting on it.
//!
//! A drawing that repeats in many cells is drawn once, as a stamp, and laid many times.

use gridwalk_level::Rgb;
use gridwalk_pathfinding::Cell;

use super::palette;

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
    pub(super) fn filled(width: u32, height: u32, [r, g, b]: Rgb) -> Self {
        let pixels = [r, g, b, u8::MAX].repeat(width as usize * height as usize);
        Self { width, height, pixels }
    }

    /// Blends a colour over a pixel; does nothing outside. `opacity` is from 0 to 255.
    pub(super) fn blend(&mut self, x: i64, y: i64, color: Rgb, opacity: u8) {
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
    pub(super) fn fill_rect(&mut self, [x, y]: [i64; 2], [width, height]: [u32; 2], color: Rgb, opacity: u8) {
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
    pub(super) fn lay_in_the_middle(&mut self, stamp: &Self, cell: Cell, side: u32, cells: u32) {
        let space = i64::from(side * cells) - i64::from(stamp.width);
        self.lay(stamp, corner(cell, side).map(|corner| corner + space.div_euclid(2)));
    }

    /// Lays another picture on this one with its upper left pixel at this place, clipped.
    pub(super) fn lay(&mut self, stamp: &Self, [x, y]: [i64; 2]) {
        for (row, pixels) in (y..).zip(stamp.pixels.chunks_exact(stamp.width as usize * 4)) {
            for (column, pixel) in (x..).zip(pixels.chunks_exact(4)) {
                self.blend(column, row, [pixel[0], pixel[1], pixel[2]], pixel[3]);
            }
        }
    }
}

/// Returns the cell size in pixels, at least 1.
pub(super) fn side_of(cell_pixels: u32) -> u16 {
    u16::try_from(cell_pixels.clamp(1, Picture::MAX_SIDE)).expect("sides are short")
}

/// Returns the [pieces of work](gridwalk_pathfinding::slices::PIECES) for a square of this side.
pub(super) fn pieces(side: u16) -> usize {
    (usize::from(side) * usize::from(side) / PIXELS).max(1)
}

/// Number of painted pixels in a piece of work.
pub(super) const PIXELS: usize = 8;

/// Returns the cell with this index, in reading order.
pub(super) fn cell_at(index: usize, columns: usize) -> Cell {
    let [x, y] = [index % columns, index / columns].map(|number| i32::try_from(number).expect("maps are small"));
    Cell::new(x, y)
}

/// Returns the upper left pixel of a cell.
pub(super) fn corner(cell: Cell, side: u32) -> [i64; 2] {
    [cell.x, cell.y].map(|number| i64::from(number) * i64::from(side))
}

/// Blends one channel, rounded to the nearest.
fn mix(below: u8, top: u8, opacity: u8) -> u8 {
    let (below, top, opacity) = (u32::from(below), u32::from(top), u32::from(opacity));
    u8::try_from((top * opacity + below * (255 - opacity) + 127) / 255).expect("a mean of bytes is a byte")
}
