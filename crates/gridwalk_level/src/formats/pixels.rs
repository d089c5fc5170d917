//! Maps as pixels, one per cell, and as PNG pictures of such pixels.
//!
//! Image files of other kinds are decoded elsewhere.

#[cfg(feature = "png")]
use std::io::{Cursor, Write};

#[cfg(feature = "png")]
use gridwalk_pathfinding::slices::Counter;
use gridwalk_pathfinding::slices::{at_once, find_map, for_each};
use gridwalk_pathfinding::{Cell, Grid, GridError, GridSize, TerrainId};

use super::map::{nearest_cost, with_defaults};
use crate::{LegendEntry, Level, LevelGrid, Rgb};

/// The brightness below which a grey is a wall.
const HALF: u8 = 128;
/// The largest difference between the three channels of a grey: scans are never quite grey.
const GREY: u8 = 16;

/// Error for pixels that do not form a map.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PixelError {
    /// A pixel has a colour that stands for no terrain.
    #[error("pixel {at} has the unknown colour {}; expected a grey or the colour of a terrain: {}", hex(*.color), known())]
    UnknownColor {
        /// Column and row of the first such pixel.
        at: Cell,
        /// The colour.
        color: Rgb,
    },
    /// The number of pixels does not fit the size of the map.
    #[error(transparent)]
    Grid(#[from] GridError),
}

/// Formats a colour as legends write it.
pub(super) fn hex([red, green, blue]: Rgb) -> String {
    format!("#{red:02X}{green:02X}{blue:02X}")
}

fn known() -> String {
    let known = with_defaults(Vec::new());
    known
        .iter()
        .map(|entry| format!("{} {}", entry.terrain.name, hex(entry.look.color)))
        .collect::<Vec<_>>()
        .join(", ")
}

/// Reads a map from its pixels in reading order, without agents.
///
/// A pixel of exactly the colour of a default terrain becomes that terrain. Any other grey is wall
/// below half brightness, else floor, so that black-and-white maps need no preparation.
///
/// # Errors
/// If a side is 0 or longer than [`Grid::MAX_SIDE`], the pixels do not fill the rectangle, or a
/// pixel has another colour.
///
/// # Examples
/// ```
/// use gridwalk_level::formats::from_pixels;
/// let level = from_pixels(3, 1, &[[255, 255, 255], [0, 0, 0], [0x9A, 0x9B, 0x72]]).unwrap();
/// let names = [0, 1, 2].map(|x| level.grid.terrain((x, 0).into()).unwrap().name.clone());
/// assert_eq!(names, ["floor", "wall", "swamp"]);
/// ```
pub fn from_pixels(width: u32, height: u32, pixels: &[Rgb]) -> Result<Level, PixelError> {
    at_once(from_pixels_in_slices(width, height, pixels))
}

pub(super) async fn from_pixels_in_slices(
    width: u32,
    height: u32,
    pixels: &[Rgb],
) -> Result<Level, PixelError> {
    Grid::check_size(GridSize { width, height })?;
    let legend = with_defaults(Vec::new());
    let (floor, wall) = (number(&legend, "floor"), number(&legend, "wall"));
    // Neighbouring pixels mostly have the same colour.
    let mut last = None;
    let mut cells = Vec::with_capacity(pixels.len());
    let unknown = find_map(pixels.iter().enumerate(), |(number, &pixel)| {
        let terrain = match last {
            Some((color, terrain)) if color == pixel => Some(terrain),
            _ => recognize(pixel, &legend, floor, wall),
        };
        let Some(terrain) = terrain else {
            return Some((number, pixel));
        };
        last = Some((pixel, terrain));
        cells.push(terrain);
        None
    });
    if let Some((number, color)) = unknown.await {
        let (x, y) = (number % width as usize, number / width as usize);
        let coordinate = |n: usize| i32::try_from(n).unwrap_or(i32::MAX);
        return Err(PixelError::UnknownColor {
            at: Cell::new(coordinate(x), coordinate(y)),
            color,
        });
    }
    Ok(Level::of_grid(LevelGrid::new(
        width, height, cells, legend,
    )?))
}

fn recognize(
    pixel: Rgb,
    legend: &[LegendEntry],
    floor: TerrainId,
    wall: TerrainId,
) -> Option<TerrainId> {
    if let Some((id, _)) = (0..)
        .map(TerrainId)
        .zip(legend)
        .find(|(_, entry)| entry.look.color == pixel)
    {
        return Some(id);
    }
    let [red, green, blue] = pixel;
    let (low, high) = (red.min(green).min(blue), red.max(green).max(blue));
    (high - low <= GREY).then(|| {
        if low.midpoint(high) < HALF {
            wall
        } else {
            floor
        }
    })
}

fn number(legend: &[LegendEntry], name: &str) -> TerrainId {
    let at = legend
        .iter()
        .position(|entry| entry.terrain.name == name)
        .expect("a default terrain");
    TerrainId(u8::try_from(at).expect("there are few default terrains"))
}

/// Returns the colours of the cells in reading order, such that [`from_pixels`] restores the costs.
///
/// If a terrain's own colour means another cost, the colour of the default terrain with the nearest
/// cost replaces it. Nothing else is kept.
#[must_use]
pub fn to_pixels(level: &Level) -> Vec<Rgb> {
    at_once(to_pixels_in_slices(level))
}

pub(super) async fn to_pixels_in_slices(level: &Level) -> Vec<Rgb> {
    let known = with_defaults(Vec::new());
    let color = |LegendEntry { terrain, look }: &LegendEntry| {
        let own = known
            .iter()
            .any(|other| other.look.color == look.color && other.terrain.cost == terrain.cost);
        if own {
            look.color
        } else {
            nearest_cost(terrain.cost, &known).look.color
        }
    };
    let colors: Vec<Rgb> = level.grid.entries().iter().map(color).collect();
    let mut pixels = Vec::with_capacity(level.grid.cell_count());
    for_each(level.grid.cells(), |id| {
        pixels.push(colors[usize::from(id.0)])
    })
    .await;
    pixels
}

/// Reads the level in a picture.
///
/// # Errors
/// If the picture cannot be decoded, or is too large for a map.
#[cfg(feature = "png")]
pub fn read_png(bytes: &[u8]) -> Result<Level, String> {
    let mut decoder = png::Decoder::new(Cursor::new(bytes));
    decoder.set_transformations(png::Transformations::EXPAND | png::Transformations::STRIP_16);
    let mut reader = decoder.read_info().map_err(broken)?;
    let (width, height) = reader.info().size();
    // Refused before memory is allocated.
    if width.max(height) > Grid::MAX_SIDE {
        return Err(format!(
            "a map has at most {most} × {most} cells, the picture has {width} × {height}",
            most = Grid::MAX_SIDE
        ));
    }
    let mut buffer = vec![
        0;
        reader
            .output_buffer_size()
            .ok_or("the picture is too large")?
    ];
    let info = reader.next_frame(&mut buffer).map_err(broken)?;
    // Pixels are colours or greys, with or without an alpha channel, which is ignored.
    let grey = |pixel: &[u8]| [pixel[0]; 3];
    let color = |pixel: &[u8]| [pixel[0], pixel[1], pixel[2]];
    let (samples, rgb): (_, fn(&[u8]) -> Rgb) = (
        info.color_type.samples(),
        if info.color_type.samples() < 3 {
            grey
        } else {
            color
        },
    );
    let pixels: Vec<Rgb> = buffer[..info.buffer_size()]
        .chunks_exact(samples)
        .map(rgb)
        .collect();
    from_pixels(width, height, &pixels).map_err(|error| error.to_string())
}

/// Size of the parts of the file, in bytes.
#[cfg(feature = "png")]
const CHUNK: usize = 1 << 16;

/// Formats the error of the decoder.
#[cfg(feature = "png")]
fn broken(error: png::DecodingError) -> String {
    use png::DecodingError::{Format, IoError, LimitsExceeded, Parameter};
    let what = match error {
        IoError(error) if error.kind() == std::io::ErrorKind::UnexpectedEof => "it ends too early",
        IoError(_) => "it cannot be read",
        LimitsExceeded => "it is too large",
        Format(_) | Parameter(_) => "it is damaged",
    };
    format!("the picture cannot be decoded: {what}")
}

/// Returns the PNG file of pixels in reading order.
#[cfg(feature = "png")]
#[must_use]
pub fn write_png(width: u32, height: u32, pixels: &[Rgb]) -> Vec<u8> {
    at_once(write_png_in_slices(width, height, pixels))
}

/// Does the work of [`write_png`] in [slices](gridwalk_pathfinding::slices).
#[cfg(feature = "png")]
pub async fn write_png_in_slices(width: u32, height: u32, pixels: &[Rgb]) -> Vec<u8> {
    let whole = "memory takes everything, and the pixels fill the rectangle";
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header().expect(whole);
    let mut stream = writer.stream_writer_with_size(CHUNK).expect(whole);
    let mut work = Counter::default();
    for row in pixels.chunks(width as usize) {
        stream.write_all(row.as_flattened()).expect(whole);
        // Two bytes to compress are one piece of work.
        work.count(row.as_flattened().len() / 2).await;
    }
    stream.finish().expect(whole);
    writer.finish().expect(whole);
    bytes
}
