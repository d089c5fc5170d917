//! The map itself: terrain, strokes, lines between cells, arrows and portals.

use gridwalk_level::Looks;
use gridwalk_pathfinding::slices::{Counter, at_once, repeat};
use gridwalk_pathfinding::{Cell, CellIndex, Grid, TerrainId};

use super::pixels::{PIXELS, PictureTooLarge, pieces, side_of};
use super::shape::{Canvas, stroke};
use super::{Picture, palette, passages, patterns};

/// The largest default cell size.
const MOST: u32 = 48;
/// The smallest cell size with lines between cells.
const LINES_FROM: u32 = 8;

/// Returns the cell size with which the longer side of the map has about `pixels`; from 1 to 48.
///
/// Of a long and narrow map the shorter side has at least 16 pixels, if the longer one then stays within `most`.
#[must_use]
pub fn fitting_cell(grid: &Grid, pixels: u32, most: u32) -> u32 {
    let (long, short) = (grid.width().max(grid.height()), grid.width().min(grid.height()));
    let visible = Picture::LEAST_SIDE.div_ceil(short).min(most / long);
    (pixels / long).max(visible).clamp(1, MOST)
}

/// Draws a map with these looks of its terrains, each cell a square of `cell_pixels`; 0 counts as 1.
///
/// The strokes of terrains are omitted below 12 pixels per cell, arrows and lines between the cells below 8.
///
/// # Errors
/// If a side is longer than [`Picture::MAX_SIDE`]. With one pixel per cell every map fits.
///
/// # Examples
/// ```
/// use gridwalk::picture::draw_grid;
/// use gridwalk_level::LevelGrid;
/// use gridwalk_pathfinding::Grid;
/// let map = LevelGrid::from(Grid::from_rows(&["..#", "..."]));
/// let picture = draw_grid(&map, map.looks(), 4).unwrap();
/// assert_eq!((picture.width, picture.height), (12, 8));
/// assert_eq!(picture.pixel(8, 0), Some([0x3B, 0x42, 0x50, 0xFF]), "the wall");
/// ```
pub fn draw_grid(grid: &Grid, looks: &Looks, cell_pixels: u32) -> Result<Picture, PictureTooLarge> {
    at_once(draw_grid_in_slices(grid, looks, cell_pixels))
}

/// Does the work of [`draw_grid`] in [slices](gridwalk_pathfinding::slices).
///
/// # Errors
/// As for [`draw_grid`].
pub async fn draw_grid_in_slices(grid: &Grid, looks: &Looks, cell_pixels: u32) -> Result<Picture, PictureTooLarge> {
    let side = cell_pixels.max(1);
    let sides = [grid.width(), grid.height()].map(|cells| u64::from(cells) * u64::from(side));
    if sides.iter().any(|&pixels| pixels > Picture::MAX_SIDE.into()) {
        let cell = Picture::MAX_SIDE / grid.width().max(grid.height());
        return Err(PictureTooLarge { width: sides[0], height: sides[1], cell });
    }
    let mut picture = Picture::filled(grid.width() * side, grid.height() * side, palette::CASING);
    let side = u16::try_from(side).expect("at most as long as the picture");
    draw_terrain(&mut picture, (grid, looks), side.into()).await;
    draw_figures(&mut picture, (grid, looks), side).await;
    draw_lines(&mut picture, side.into()).await;
    passages::draw_portals(&mut picture, grid, side);
    Ok(picture)
}

/// Hatches cells that an agent cannot enter, on its own map, so that the terrain stays visible.
pub fn draw_closed_to(picture: &mut Picture, cell_pixels: u32, cells: impl IntoIterator<Item = Cell>) {
    let side = side_of(cell_pixels);
    let mut canvas = Canvas::new(side);
    canvas.fill(palette::INK, 0.25, |_| -1.0);
    if side >= 7 {
        // The strokes of neighbouring cells meet at the corners.
        for (from, to) in [([-0.1, 0.6], [0.6, -0.1]), ([0.4, 1.1], [1.1, 0.4])] {
            canvas.fill(palette::INK, 0.4, stroke(from, to, 0.08));
        }
    }
    let stamp = canvas.finish();
    for cell in cells {
        picture.lay_in_the_middle(&stamp, cell, side.into(), 1);
    }
}

/// Draws one row of pixels for each row of cells, then copies it.
async fn draw_terrain(picture: &mut Picture, (grid, looks): (&Grid, &Looks), side: u32) {
    let row_bytes = picture.width as usize * 4;
    let rows = grid.cells().chunks_exact(grid.width() as usize);
    let mut work = Counter::default();
    for (band, cells) in picture.pixels.chunks_exact_mut(row_bytes * side as usize).zip(rows) {
        for (pixels, terrain) in band.chunks_exact_mut(side as usize * 4).zip(cells) {
            let [r, g, b] = looks.of(*terrain).color;
            pixels.as_chunks_mut().0.fill([r, g, b, u8::MAX]);
        }
        for row in 1..side as usize {
            band.copy_within(..row_bytes, row * row_bytes);
        }
        // Copied pixels cost little.
        work.count(cells.len() / 4 + band.len() / 256).await;
    }
}

/// Draws strokes and arrows.
async fn draw_figures(picture: &mut Picture, (grid, looks): (&Grid, &Looks), side: u16) {
    if u32::from(side) < passages::ARROWS_FROM.min(patterns::FROM) {
        return;
    }
    let figures: Vec<_> = (0..=u8::MAX)
        .zip(&**grid.legend())
        .map(|(number, terrain)| {
            let look = looks.of(TerrainId(number));
            let strokes: Vec<_> = (0..patterns::VARIANTS).map(|variant| patterns::stamp(look, variant, side)).collect();
            (strokes, passages::one_way_stamp(terrain, side))
        })
        .collect();
    let mut cells = (0..).zip(grid.cells());
    repeat(pieces(side), || {
        let Some((index, terrain)) = cells.next() else { return false };
        let cell = grid.cell(CellIndex(index));
        let (strokes, arrow) = &figures[usize::from(terrain.0)];
        for stamp in [&strokes[patterns::variant(cell) as usize], arrow].into_iter().flatten() {
            picture.lay_in_the_middle(stamp, cell, side.into(), 1);
        }
        true
    })
    .await;
}

/// Draws lines between cells, not around the map.
async fn draw_lines(picture: &mut Picture, side: u32) {
    if side < LINES_FROM {
        return;
    }
    // At most 8 % ink; the lines fade in from 8 to 14 pixels per cell.
    let opacity = u8::try_from((side - 6).min(8) * 20 / 8).expect("at most 20 of 255");
    let (width, height) = (picture.width, picture.height);
    let mut work = Counter::default();
    for x in (side..width).step_by(side as usize) {
        picture.fill_rect([x.into(), 0], [1, height], palette::INK, opacity);
        work.count(height as usize / PIXELS).await;
    }
    for y in (side..height).step_by(side as usize) {
        picture.fill_rect([0, y.into()], [width, 1], palette::INK, opacity);
        work.count(width as usize / PIXELS).await;
    }
}
