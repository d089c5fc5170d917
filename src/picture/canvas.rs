//! Painting on a whole picture. What is drawn in every cell is drawn once, as a stamp, and laid on many times.

use super::Picture;
use crate::pathfinding::{Cell, Rgb};

/// Why a picture cannot be drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "a picture has at most {max} × {max} pixels, not {width} × {height}; with at most {cell} pixels a cell it fits",
    max = Picture::MAX_SIDE
)]
pub struct PictureTooLarge {
    /// Pixels in a row that were asked for.
    pub width: u64,
    /// Rows that were asked for.
    pub height: u64,
    /// The largest cell with which the map fits.
    pub cell: u32,
}

impl Picture {
    /// The longest side in pixels: a picture takes at most 256 MiB.
    pub const MAX_SIDE: u32 = 8192;

    /// One colour everywhere.
    pub(super) fn filled(width: u32, height: u32, [r, g, b]: Rgb) -> Self {
        let pixels = [r, g, b, u8::MAX].repeat(width as usize * height as usize);
        Self { width, height, pixels }
    }

    /// Paints over a pixel; outside nothing happens. `opacity` goes from 0 to 255.
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

    /// Paints over a rectangle; what lies outside is cut off.
    pub(super) fn fill_rect(&mut self, [x, y]: [i64; 2], [width, height]: [u32; 2], color: Rgb, opacity: u8) {
        let (right, bottom) = (x + i64::from(width), y + i64::from(height));
        for row in y.max(0)..bottom.min(self.height.into()) {
            for column in x.max(0)..right.min(self.width.into()) {
                self.blend(column, row, color, opacity);
            }
        }
    }

    /// Lays another picture on this one, its upper left pixel here; what lies outside is cut off.
    pub(super) fn lay(&mut self, stamp: &Self, [x, y]: [i64; 2]) {
        for (row, pixels) in (y..).zip(stamp.pixels.chunks_exact(stamp.width as usize * 4)) {
            for (column, pixel) in (x..).zip(pixels.chunks_exact(4)) {
                self.blend(column, row, [pixel[0], pixel[1], pixel[2]], pixel[3]);
            }
        }
    }
}

/// The upper left pixel of a cell.
pub(super) fn corner(cell: Cell, side: u32) -> [i64; 2] {
    [cell.x, cell.y].map(|number| i64::from(number) * i64::from(side))
}

/// One channel, rounded to the nearest.
fn mix(below: u8, top: u8, opacity: u8) -> u8 {
    let (below, top, opacity) = (u32::from(below), u32::from(top), u32::from(opacity));
    u8::try_from((top * opacity + below * (255 - opacity) + 127) / 255).expect("a mean of bytes is a byte")
}
