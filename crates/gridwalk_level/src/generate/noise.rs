//! Maps from noise: random walls, caves, and landscapes, also with rivers from side to side and
//! roads that cross them.

use gridwalk_pathfinding::slices::{for_each, pause, repeat};
use gridwalk_pathfinding::{Regions, SearchOptions, TerrainId};

use super::canvas::{Canvas, FLOOR, Rng, WALL, largest, plain};
use crate::{LegendEntry, LevelGrid};

/// Sets each cell to wall with this percentage, independently.
pub(super) async fn random(mut canvas: Canvas, rng: &mut Rng, walls: u32) -> Canvas {
    for_each(&mut canvas.cells, |cell| {
        *cell = if rng.percent(walls) { WALL } else { FLOOR }
    })
    .await;
    canvas
}

/// Number of smoothing rounds of a cave.
const ROUNDS: usize = 5;

/// Makes a cave from noise.
///
/// In a few rounds, each cell becomes the majority of the nine cells around it; outside counts as
/// wall. Only the largest region stays open. If none is left, the cell in the middle is opened.
pub(super) async fn cave(canvas: Canvas, rng: &mut Rng, walls: u32) -> Canvas {
    let mut canvas = random(canvas, rng, walls).await;
    for _ in 0..ROUNDS {
        smooth(&mut canvas).await;
    }
    let Canvas {
        width,
        height,
        cells,
    } = canvas;
    let grid = LevelGrid::new(width, height, cells.clone(), plain()).expect("the size is checked");
    let regions = Regions::in_slices(&grid, SearchOptions::default().movement).await;
    let largest = largest(&regions);
    let mut canvas = Canvas {
        width,
        height,
        cells,
    };
    for_each(
        grid.size().rect().cells().zip(&mut canvas.cells),
        |(at, terrain)| {
            if Some(regions.of(at)) != largest {
                *terrain = WALL;
            }
        },
    )
    .await;
    if largest.is_none() {
        canvas.set(width / 2, height / 2, FLOOR);
    }
    canvas
}

async fn smooth(canvas: &mut Canvas) {
    let (width, height) = (canvas.width as usize, canvas.height as usize);
    let mut above = vec![3; width];
    let mut here = walls(&canvas.cells[..width]);
    let mut rows = 0..height;
    repeat(width, || {
        let Some(y) = rows.next() else { return false };
        let below = canvas
            .cells
            .get((y + 1) * width..(y + 2) * width)
            .map_or_else(|| vec![3; width], walls);
        smooth_row(
            &mut canvas.cells[y * width..][..width],
            [&above, &here, &below],
        );
        above = std::mem::replace(&mut here, below);
        true
    })
    .await;
}

/// Counts the walls among each cell of a row and its left and right neighbours.
fn walls(row: &[TerrainId]) -> Vec<u8> {
    let wall =
        |x: Option<usize>| u8::from(x.and_then(|x| row.get(x)).is_none_or(|cell| *cell == WALL));
    (0..row.len())
        .map(|x| wall(x.checked_sub(1)) + wall(Some(x)) + wall(Some(x + 1)))
        .collect()
}

/// Smooths a row, given the wall counts of the row above, of this row and of the row below.
fn smooth_row(row: &mut [TerrainId], [above, here, below]: [&[u8]; 3]) {
    for (x, cell) in row.iter_mut().enumerate() {
        *cell = if above[x] + here[x] + below[x] >= 5 {
            WALL
        } else {
            FLOOR
        };
    }
}

/// Returns the legend of landscapes, which begins with floor and wall as everywhere.
pub(super) fn landscape_legend() -> Vec<LegendEntry> {
    let mut legend = plain();
    let more = [
        ('~', "water"),
        ('%', "swamp"),
        (',', "grass"),
        ('&', "forest"),
    ];
    legend.extend(more.map(|(glyph, name)| LegendEntry::named(glyph, name)));
    legend
}

const WATER: TerrainId = TerrainId(2);
const SWAMP: TerrainId = TerrainId(3);
const GRASS: TerrainId = TerrainId(4);
const FOREST: TerrainId = TerrainId(5);

/// Makes a landscape from two layers of noise, taken as heights.
///
/// Water is in the lowest places with swamp around it, forest in the highest with grass around it.
/// Each gets a quarter of the requested share.
pub(super) async fn weights(mut canvas: Canvas, rng: &mut Rng, share: u32) -> Canvas {
    let coarse = Layer::new(&canvas, 16, rng);
    let fine = Layer::new(&canvas, 8, rng);
    let height = |index: usize, width: usize| {
        let (x, y) = (index % width, index / width);
        2 * coarse.height(x, y) + fine.height(x, y)
    };
    let width = canvas.width as usize;
    let mut counts = vec![0_u64; 3 * 256];
    for_each(0..canvas.cells.len(), |index| {
        counts[height(index, width)] += 1
    })
    .await;
    // The terrain of each height is the one for the median of its cells.
    let (all, quarter) = (
        8 * 100 * canvas.cells.len() as u64,
        2 * u64::from(share) * canvas.cells.len() as u64,
    );
    let mut below = 0;
    let terrains: Vec<TerrainId> = counts
        .into_iter()
        .map(|count| {
            let middle = 8 * 100 * below + 4 * 100 * count;
            below += count;
            match middle {
                _ if middle < quarter => WATER,
                _ if middle < 2 * quarter => SWAMP,
                _ if middle >= all - quarter => FOREST,
                _ if middle >= all - 2 * quarter => GRASS,
                _ => FLOOR,
            }
        })
        .collect();
    for_each(canvas.cells.iter_mut().enumerate(), |(index, cell)| {
        *cell = terrains[height(index, width)]
    })
    .await;
    canvas
}

/// Random heights at the knots of a grid, interpolated linearly.
struct Layer {
    mesh: usize,
    columns: usize,
    knots: Vec<u8>,
}

impl Layer {
    fn new(canvas: &Canvas, mesh: usize, rng: &mut Rng) -> Self {
        let (columns, rows) = (
            canvas.width as usize / mesh + 2,
            canvas.height as usize / mesh + 2,
        );
        let knot = |_| u8::try_from(rng.below(256)).expect("below 256");
        Self {
            mesh,
            columns,
            knots: (0..columns * rows).map(knot).collect(),
        }
    }

    /// Returns the height, from 0 to 255.
    fn height(&self, x: usize, y: usize) -> usize {
        let (column, row) = (x / self.mesh, y / self.mesh);
        let (right, down) = (x % self.mesh, y % self.mesh);
        let knot =
            |dx: usize, dy: usize| usize::from(self.knots[(row + dy) * self.columns + column + dx]);
        let between = |dy: usize| knot(0, dy) * (self.mesh - right) + knot(1, dy) * right;
        (between(0) * (self.mesh - down) + between(1) * down) / (self.mesh * self.mesh)
    }
}

/// Returns the legend of landscapes, with road.
pub(super) fn country_legend() -> Vec<LegendEntry> {
    let mut legend = landscape_legend();
    legend.push(LegendEntry::named('=', "road"));
    legend
}

const ROAD: TerrainId = TerrainId(6);
/// Number of cells along a side for each river and each road.
const APART: u32 = 48;

/// Makes a landscape with rivers that run down and roads that run across, over bridges.
pub(super) async fn country(canvas: Canvas, rng: &mut Rng, share: u32) -> Canvas {
    let mut canvas = weights(canvas, rng, share).await;
    let (width, height) = (canvas.width, canvas.height);
    for _ in 0..width.div_ceil(APART) {
        wander(height, width, rng, |along, across| {
            canvas.set(across, along, WATER);
            canvas.set((across + 1).min(width - 1), along, WATER);
        });
        pause().await;
    }
    for _ in 0..height.div_ceil(APART) {
        wander(width, height, rng, |along, across| {
            canvas.set(along, across, ROAD)
        });
        pause().await;
    }
    canvas
}

/// Draws a path of this length from side to side that drifts aside at random; no step is diagonal.
fn wander(length: u32, width: u32, rng: &mut Rng, mut set: impl FnMut(u32, u32)) {
    let mut at = rng.below(width);
    for along in 0..length {
        set(along, at);
        let aside = rng.below(6);
        if aside == 0 && at > 0 {
            at -= 1;
        } else if aside == 1 && at + 1 < width {
            at += 1;
        }
        set(along, at);
    }
}
