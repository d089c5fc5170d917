//! Maps as pixels, one a cell. Files of pixels are opened elsewhere.

use super::Level;
use super::ron_legend::with_defaults;
use crate::pathfinding::{Grid, GridError, Rgb, Terrain, TerrainId};

/// Greys below it are walls.
const HALF: u8 = 128;
/// How far the three parts of a grey may lie apart: scans and compressed pictures are never quite grey.
const GREY: u8 = 16;
/// The brightest part of a colour that counts as dark.
const DARK: u8 = 80;

/// A map from its pixels in reading order. One agent stands on the free cell nearest to the middle.
///
/// Each pixel becomes one of the terrains that every level knows. The first rule that fits decides:
///
/// 1. exactly the colour of a terrain: that terrain;
/// 2. a grey: wall below half brightness, else floor, so that black and white maps need no preparation;
/// 3. a colour whose brightest part is below 80: wall;
/// 4. the terrain of the nearest colour, by the sum of the squared differences of red, green and blue;
///    of equally near ones the first in the legend.
///
/// # Errors
/// If a side is 0 or longer than [`Grid::MAX_SIDE`], or the pixels do not fill the rectangle.
///
/// # Examples
/// ```
/// use gridwalk::pathfinding::formats::from_pixels;
/// let level = from_pixels(3, 1, &[[255, 255, 255], [0, 0, 0], [0x9A, 0x9B, 0x72]]).unwrap();
/// let names = [0, 1, 2].map(|x| level.grid.terrain((x, 0).into()).unwrap().name.clone());
/// assert_eq!(names, ["floor", "wall", "swamp"]);
/// ```
pub fn from_pixels(width: u32, height: u32, pixels: &[Rgb]) -> Result<Level, GridError> {
    let sides = 1..=Grid::MAX_SIDE;
    if !sides.contains(&width) || !sides.contains(&height) {
        return Err(GridError::Size { width: width.into(), height: height.into() });
    }
    let legend = with_defaults(Vec::new());
    let (floor, wall) = (number(&legend, "floor"), number(&legend, "wall"));
    // Neighbours mostly look alike.
    let mut last = None;
    let terrain = |&pixel: &Rgb| match last {
        Some((color, terrain)) if color == pixel => terrain,
        _ => {
            let terrain = recognize(pixel, &legend, floor, wall);
            last = Some((pixel, terrain));
            terrain
        }
    };
    let cells = pixels.iter().map(terrain).collect();
    Grid::new(width, height, cells, legend).map(Level::of_grid)
}

fn recognize(pixel: Rgb, legend: &[Terrain], floor: TerrainId, wall: TerrainId) -> TerrainId {
    let numbered = || (0..=u8::MAX).map(TerrainId).zip(legend);
    if let Some((id, _)) = numbered().find(|(_, terrain)| terrain.color == pixel) {
        return id;
    }
    let [red, green, blue] = pixel;
    let (low, high) = (red.min(green).min(blue), red.max(green).max(blue));
    if high - low <= GREY {
        return if low.midpoint(high) < HALF { wall } else { floor };
    }
    if high < DARK {
        return wall;
    }
    let distance = |color: Rgb| -> u32 {
        let parts = color.into_iter().zip(pixel);
        parts.map(|(a, b)| u32::from(a.abs_diff(b)).pow(2)).sum()
    };
    let nearest = numbered().min_by_key(|(_, terrain)| distance(terrain.color));
    nearest.map_or(floor, |(id, _)| id)
}

fn number(legend: &[Terrain], name: &str) -> TerrainId {
    let at = legend.iter().position(|terrain| terrain.name == name).expect("a default terrain");
    TerrainId(u8::try_from(at).expect("there are few default terrains"))
}

/// The colours of the level's cells in reading order. Own colours, agents and portals are not found again
/// by [`from_pixels`].
#[must_use]
pub fn to_pixels(level: &Level) -> Vec<Rgb> {
    let colors: Vec<Rgb> = level.grid.legend().iter().map(|terrain| terrain.color).collect();
    level.grid.cells().iter().map(|id| colors[usize::from(id.0)]).collect()
}
