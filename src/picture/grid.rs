//! The map itself: terrain, strokes, lines between cells, arrows and portals.
//!
//! The faint strokes tell terrains apart without colour. Arrows lie on one-way cells, numbered
//! rings around the ends of portals.

use gridwalk_level::{Look, Looks, Pattern, Rgb};
use gridwalk_pathfinding::slices::{Counter, at_once, repeat};
use gridwalk_pathfinding::{Cell, CellIndex, Direction, Grid, Terrain, TerrainId};

use super::{
    Canvas, PIXELS, Picture, PictureTooLarge, UnitPoint, disc, palette, pieces, ring_shape,
    side_of, stroke,
};

/// The largest default cell size.
const MOST: u32 = 48;
/// The smallest cell size with lines between cells.
const LINES_FROM: u32 = 8;

/// Returns the cell size with which the longer side of the map has about `pixels`; from 1 to 48.
///
/// If a map is long and narrow, the shorter side has at least 16 pixels, as long as the longer one
/// stays within `most`.
#[must_use]
pub fn fitting_cell(grid: &Grid, pixels: u32, most: u32) -> u32 {
    let (long, short) = (
        grid.width().max(grid.height()),
        grid.width().min(grid.height()),
    );
    let visible = Picture::LEAST_SIDE.div_ceil(short).min(most / long);
    (pixels / long).max(visible).clamp(1, MOST)
}

/// Draws a map with these looks of its terrains, each cell a square of `cell_pixels`; 0 counts as
/// 1.
///
/// The strokes of terrains are omitted below 12 pixels per cell, arrows and lines between the cells
/// below 8.
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
pub async fn draw_grid_in_slices(
    grid: &Grid,
    looks: &Looks,
    cell_pixels: u32,
) -> Result<Picture, PictureTooLarge> {
    let side = cell_pixels.max(1);
    let sides = [grid.width(), grid.height()].map(|cells| u64::from(cells) * u64::from(side));
    if sides
        .iter()
        .any(|&pixels| pixels > Picture::MAX_SIDE.into())
    {
        let cell = Picture::MAX_SIDE / grid.width().max(grid.height());
        return Err(PictureTooLarge {
            width: sides[0],
            height: sides[1],
            cell,
        });
    }
    let mut picture = Picture::filled(grid.width() * side, grid.height() * side, palette::CASING);
    let side = u16::try_from(side).expect("at most as long as the picture");
    draw_terrain(&mut picture, (grid, looks), side.into()).await;
    draw_figures(&mut picture, (grid, looks), side).await;
    draw_lines(&mut picture, side.into()).await;
    draw_portals(&mut picture, grid, side);
    Ok(picture)
}

/// Hatches cells that an agent cannot enter, on its own map, so that the terrain stays visible.
pub fn draw_closed_to(
    picture: &mut Picture,
    cell_pixels: u32,
    cells: impl IntoIterator<Item = Cell>,
) {
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
    for (band, cells) in picture
        .pixels
        .chunks_exact_mut(row_bytes * side as usize)
        .zip(rows)
    {
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
    if u32::from(side) < ARROWS_FROM.min(PATTERNS_FROM) {
        return;
    }
    let figures: Vec<_> = (0..=u8::MAX)
        .zip(&**grid.legend())
        .map(|(number, terrain)| {
            let look = looks.of(TerrainId(number));
            let strokes: Vec<_> = (0..PATTERN_VARIANTS)
                .map(|variant| pattern_stamp(look, variant, side))
                .collect();
            (strokes, one_way_stamp(terrain, side))
        })
        .collect();
    let mut cells = (0..).zip(grid.cells());
    repeat(pieces(side), || {
        let Some((index, terrain)) = cells.next() else {
            return false;
        };
        let cell = grid.cell(CellIndex(index));
        let (strokes, arrow) = &figures[usize::from(terrain.0)];
        for stamp in [&strokes[pattern_variant(cell) as usize], arrow]
            .into_iter()
            .flatten()
        {
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

/// The smallest cell size with strokes.
const PATTERNS_FROM: u32 = 12;
/// Number of variants of a terrain's strokes, which avoid visible rows.
const PATTERN_VARIANTS: u32 = 16;

/// Returns the strokes of a terrain; `None` if it has none.
fn pattern_stamp(look: Look, variant: u32, side: u16) -> Option<Picture> {
    if look.pattern == Pattern::Plain || u32::from(side) < PATTERNS_FROM {
        return None;
    }
    let luck = share(variant, PATTERN_VARIANTS - 1);
    // The strokes fade in from 12 to 20 pixels per cell.
    let fade = ((f32::from(side) - 11.0) / 9.0).clamp(0.0, 1.0);
    let is_bright = look.pattern == Pattern::Waves;
    let color = if is_bright {
        palette::CASING
    } else {
        look.color.map(darker)
    };
    let mut canvas = Canvas::new(side);
    let place = [0.24 * luck - 0.12, 0.2 * (luck * 7.0).fract() - 0.1];
    let moved = |p: UnitPoint| [p[0] - place[0], p[1] - place[1]];
    let ink = fade * if is_bright { 0.75 } else { 0.55 };
    let mut draw =
        |distance: &dyn Fn(UnitPoint) -> f32| canvas.fill(color, ink, |p| distance(moved(p)));
    match look.pattern {
        Pattern::Plain => {}
        Pattern::Blades if luck < 0.45 => return None,
        Pattern::Blades => {
            let blades = [
                stroke([0.45, 0.45], [0.5, 0.58], 0.036),
                stroke([0.55, 0.45], [0.5, 0.58], 0.036),
            ];
            draw(&|p| blades[0](p).min(blades[1](p)));
        }
        Pattern::Trees => draw(&|p| tree([0.34, 0.56], p).min(tree([0.68, 0.46], p))),
        Pattern::Dashes => {
            let dashes = [
                stroke([0.28, 0.42], [0.46, 0.42], 0.04),
                stroke([0.54, 0.6], [0.72, 0.6], 0.04),
            ];
            draw(&|p| dashes[0](p).min(dashes[1](p)));
        }
        Pattern::Waves if luck < 0.35 => return None,
        Pattern::Waves => draw(&stroke([0.38, 0.5], [0.62, 0.5], 0.044)),
        Pattern::Dots => {
            let dots = [
                disc([0.35, 0.38], 0.028),
                disc([0.62, 0.52], 0.028),
                disc([0.42, 0.68], 0.028),
            ];
            draw(&|p| dots.iter().map(|dot| dot(p)).fold(f32::MAX, f32::min));
        }
    }
    Some(canvas.finish())
}

/// Returns the variant of a cell.
fn pattern_variant(cell: Cell) -> u32 {
    let [x, y] = [cell.x, cell.y].map(i32::cast_unsigned);
    let n = x
        .wrapping_mul(1973)
        .wrapping_add(y.wrapping_mul(9277))
        .wrapping_add(26699);
    ((n ^ (n >> 7)).wrapping_mul(2_654_435_761) >> 13) % PATTERN_VARIANTS
}

/// Returns the distance to a triangle on its base.
fn tree(middle: UnitPoint, p: UnitPoint) -> f32 {
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

/// The smallest cell size with arrows.
const ARROWS_FROM: u32 = 8;
/// The smallest cell size with portal numbers.
const NUMBERS_FROM: u32 = 16;
/// The colours of the rings, which repeat; the number then identifies the two ends of a portal.
const COLORS: [Rgb; 3] = [[0x6A, 0x3D, 0x9A], [0x1B, 0x6E, 0x6A], [0x8C, 0x3B, 0x2E]];

/// The seven bars of a digit in a box one wide and two high.
///
/// In order: top, upper right, lower right, bottom, lower left, upper left, middle.
const BARS: [[UnitPoint; 2]; 7] = [
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

/// Returns the arrow of a one-way terrain in the mean of its directions; `None` if it is not
/// one-way.
///
/// If the directions cancel out, each has a short arrow. A cell without exits has a dot.
fn one_way_stamp(terrain: &Terrain, side: u16) -> Option<Picture> {
    if !terrain.is_one_way() || u32::from(side) < ARROWS_FROM {
        return None;
    }
    let exits = || {
        Direction::ALL
            .into_iter()
            .filter(|&direction| terrain.exits.contains(direction))
    };
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
fn arrow(canvas: &mut Canvas, [x, y]: UnitPoint, begin: f32) {
    let at = |along: f32, across: f32| [0.5 + along * x - across * y, 0.5 + along * y + across * x];
    let tip = at(0.3, 0.0);
    let shaft = stroke(at(begin, 0.0), tip, 0.06);
    let head = [
        stroke(at(0.13, 0.15), tip, 0.06),
        stroke(at(0.13, -0.15), tip, 0.06),
    ];
    canvas.fill(palette::INK, 0.5, |p| {
        shaft(p).min(head[0](p)).min(head[1](p))
    });
}

fn unit(direction: Direction) -> UnitPoint {
    let (x, y) = direction.offset();
    let part = |number: i32| f32::from(i16::try_from(number).expect("one step"));
    let scale = if x != 0 && y != 0 {
        std::f32::consts::FRAC_1_SQRT_2
    } else {
        1.0
    };
    [part(x) * scale, part(y) * scale]
}

/// Draws both ends of every portal. An end that is only an exit has a thin ring.
fn draw_portals(picture: &mut Picture, grid: &Grid, side: u16) {
    for (number, ends) in pairs(grid).into_iter().enumerate() {
        for cell in ends {
            let is_entrance = grid.portals().iter().any(|portal| portal.from == cell);
            picture.lay_in_the_middle(
                &portal_stamp(number, is_entrance, side),
                cell,
                side.into(),
                1,
            );
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
    canvas.fill(
        color,
        1.0,
        ring_shape([0.5, 0.5], 0.36, if is_entrance { 0.1 } else { 0.04 }),
    );
    if u32::from(side) >= NUMBERS_FROM {
        write_number(&mut canvas, number + 1, 0.16, color);
    }
    canvas.finish()
}

/// Writes a number of at most two digits into the middle of the canvas; `wide` is the width of a
/// digit.
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
        for (_, bar) in BARS
            .iter()
            .enumerate()
            .filter(|(bar, _)| LIT[digit] & 1 << bar != 0)
        {
            let [a, b] = bar.map(|[x, y]| [left + x * wide, 0.5 + (y - 1.0) * wide]);
            canvas.fill(color, 1.0, stroke(a, b, wide * 0.36));
        }
    }
}
