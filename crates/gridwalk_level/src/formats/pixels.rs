//! Maps as pixels, one per cell. Image files are decoded elsewhere.

use gridwalk_pathfinding::slices::{at_once, find_map, for_each};
use gridwalk_pathfinding::{Cell, Grid, GridError, GridSize, TerrainId};

use super::legend::{nearest_cost, with_defaults};
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
    known.iter().map(|entry| format!("{} {}", entry.terrain.name, hex(entry.look.color))).collect::<Vec<_>>().join(", ")
}

/// Reads a map from its pixels in reading order, without agents.
///
/// A pixel of exactly the colour of a default terrain becomes that terrain. Any other grey is wall below half
/// brightness, else floor, so that black-and-white maps need no preparation.
///
/// # Errors
/// If a side is 0 or longer than [`Grid::MAX_SIDE`], the pixels do not fill the rectangle, or a pixel has another
/// colour.
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

pub(super) async fn from_pixels_in_slices(width: u32, height: u32, pixels: &[Rgb]) -> Result<Level, PixelError> {
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
        let Some(terrain) = terrain else { return Some((number, pixel)) };
        last = Some((pixel, terrain));
        cells.push(terrain);
        None
    });
    if let Some((number, color)) = unknown.await {
        let (x, y) = (number % width as usize, number / width as usize);
        let coordinate = |n: usize| i32::try_from(n).unwrap_or(i32::MAX);
        return Err(PixelError::UnknownColor { at: Cell::new(coordinate(x), coordinate(y)), color });
    }
    Ok(Level::of_grid(LevelGrid::new(width, height, cells, legend)?))
}

fn recognize(pixel: Rgb, legend: &[LegendEntry], floor: TerrainId, wall: TerrainId) -> Option<TerrainId> {
    if let Some((id, _)) = (0..).map(TerrainId).zip(legend).find(|(_, entry)| entry.look.color == pixel) {
        return Some(id);
    }
    let [red, green, blue] = pixel;
    let (low, high) = (red.min(green).min(blue), red.max(green).max(blue));
    (high - low <= GREY).then(|| if low.midpoint(high) < HALF { wall } else { floor })
}

fn number(legend: &[LegendEntry], name: &str) -> TerrainId {
    let at = legend.iter().position(|entry| entry.terrain.name == name).expect("a default terrain");
    TerrainId(u8::try_from(at).expect("there are few default terrains"))
}

/// Returns the colours of the cells in reading order, such that [`from_pixels`] restores the costs.
///
/// If a terrain's own colour means another cost, the colour of the default terrain with the nearest cost replaces it.
/// Nothing else is kept.
#[must_use]
pub fn to_pixels(level: &Level) -> Vec<Rgb> {
    at_once(to_pixels_in_slices(level))
}

pub(super) async fn to_pixels_in_slices(level: &Level) -> Vec<Rgb> {
    let known = with_defaults(Vec::new());
    let color = |LegendEntry { terrain, look }: &LegendEntry| {
        let own = known.iter().any(|other| other.look.color == look.color && other.terrain.cost == terrain.cost);
        if own { look.color } else { nearest_cost(terrain.cost, &known).look.color }
    };
    let colors: Vec<Rgb> = level.grid.entries().iter().map(color).collect();
    let mut pixels = Vec::with_capacity(level.grid.cell_count());
    for_each(level.grid.cells(), |id| pixels.push(colors[usize::from(id.0)])).await;
    pixels
}
