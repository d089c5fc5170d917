//! Pictures of the window, and what is to be found in them.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::io::BufReader;
use std::ops::Range;
use std::path::Path;
use std::process::Command;

use gridwalk::picture::palette;

use super::game::MapPlace;

/// A picture of the screen. Without a window manager the window begins in its upper left corner.
pub struct Picture {
    width: usize,
    height: usize,
    pixels: Vec<[u8; 3]>,
}

impl Picture {
    pub fn take(file: &Path) -> Self {
        let target = format!("PNG24:{}", file.display());
        let done = Command::new("import")
            .args(["-window", "root", &target])
            .output()
            .unwrap();
        assert!(
            done.status.success(),
            "import: {}",
            String::from_utf8_lossy(&done.stderr)
        );
        Self::read(file)
    }

    /// A picture without transparency.
    pub fn read(file: &Path) -> Self {
        let opened =
            fs::File::open(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let mut reader = png::Decoder::new(BufReader::new(opened))
            .read_info()
            .unwrap();
        let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut bytes).unwrap();
        assert_eq!(
            (info.color_type, info.bit_depth),
            (png::ColorType::Rgb, png::BitDepth::Eight)
        );
        let pixels = bytes
            .chunks_exact(3)
            .map(|rgb| [rgb[0], rgb[1], rgb[2]])
            .collect();
        Self {
            width: info.width as usize,
            height: info.height as usize,
            pixels,
        }
    }

    pub fn colors(&self) -> usize {
        self.colors_of(0..self.width, 0..self.height)
    }

    /// Counts the colours of these columns and rows.
    pub fn colors_of(&self, columns: Range<usize>, rows: Range<usize>) -> usize {
        let pixels = rows.flat_map(|row| &self.pixels[row * self.width..][columns.clone()]);
        pixels.collect::<HashSet<_>>().len()
    }

    /// Returns the part of a cell that has about this colour.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "pixels of a small picture"
    )]
    #[expect(clippy::cast_precision_loss, reason = "pixels of a small picture")]
    pub fn share(&self, color: [u8; 3], map: MapPlace, cell: (usize, usize)) -> f64 {
        let (x, y) = map.middle(cell);
        let span = |middle: f64, most: usize| {
            let pixel = |place: f64| (place.max(0.0) as usize).min(most);
            pixel(middle - map.cell / 2.0)..pixel(middle + map.cell / 2.0)
        };
        let (columns, rows) = (span(x, self.width), span(y, self.height));
        let all = columns.len() * rows.len();
        assert!(all > 0, "cell {cell:?} is not in the picture: {map:?}");
        let near = |pixel: [u8; 3]| {
            pixel
                .iter()
                .zip(color)
                .all(|(have, want)| have.abs_diff(want) <= 24)
        };
        let hits =
            rows.flat_map(|row| columns.clone().map(move |column| row * self.width + column));
        hits.filter(|&at| near(self.pixels[at])).count() as f64 / all as f64
    }

    /// The colours of a cell, as many as its whole pixels, row by row.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "pixels of a small picture"
    )]
    pub fn cell(&self, map: MapPlace, cell: (usize, usize)) -> Vec<[u8; 3]> {
        let (x, y) = map.middle(cell);
        let start = |middle: f64| (middle - map.cell / 2.0).round() as usize;
        let (left, top, side) = (start(x), start(y), map.whole_pixels());
        let row = |y: usize| &self.pixels[y * self.width + left..][..side];
        (top..top + side).flat_map(row).copied().collect()
    }

    /// The contrast of what stands out most in a part of a cell with the ground there (WCAG 2.1).
    ///
    /// The part is from left to right and from top to bottom, as shares of the cell. Single pixels
    /// do not count.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "pixels of a small picture"
    )]
    pub fn contrast(
        &self,
        map: MapPlace,
        cell: (usize, usize),
        [left, right, top, bottom]: [f64; 4],
    ) -> f64 {
        let (x, y) = map.middle(cell);
        let at = |middle: f64, share: f64| (middle + (share - 0.5) * map.cell).round() as usize;
        let rows = at(y, top)..at(y, bottom);
        let mut counts: HashMap<[u8; 3], usize> = HashMap::new();
        for row in rows {
            for pixel in &self.pixels[row * self.width..][at(x, left)..at(x, right)] {
                *counts.entry(*pixel).or_default() += 1;
            }
        }
        let ground = counts
            .iter()
            .max_by_key(|(color, count)| (**count, **color))
            .map_or([0; 3], |(color, _)| *color);
        let inks = counts.iter().filter(|(_, count)| **count > 1);
        inks.map(|(ink, _)| palette::contrast(*ink, ground))
            .fold(1.0, f64::max)
    }

    /// Returns the part of these columns and rows that clearly has another colour in the other
    /// picture.
    #[expect(clippy::cast_precision_loss, reason = "pixels of a window")]
    pub fn difference(&self, other: &Self, columns: Range<usize>, rows: Range<usize>) -> f64 {
        assert_eq!(
            (self.width, self.height),
            (other.width, other.height),
            "pictures of one size are compared"
        );
        let all = columns.len() * rows.len();
        let pixel = |of: &Self, x: usize, y: usize| of.pixels[y * of.width + x];
        let differs =
            |x, y| (0..3).any(|i| pixel(self, x, y)[i].abs_diff(pixel(other, x, y)[i]) > 40);
        let places = rows.flat_map(|y| columns.clone().map(move |x| (x, y)));
        places.filter(|&(x, y)| differs(x, y)).count() as f64 / all as f64
    }
}
