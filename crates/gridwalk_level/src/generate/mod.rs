//! Generates maps from a seed: mazes, rooms, caves, noise and landscapes.
//!
//! A recipe becomes a level with an agent. All randomness comes from one generator of random
//! numbers that is the same everywhere (PCG, O'Neill 2014), and everything else is done in
//! integers. So one recipe gives the same map on every platform.
//!
//! Mazes and rooms are in `maze.rs`; the maps made of noise, with rivers and roads, are below.

mod maze;

use std::collections::VecDeque;

use gridwalk_pathfinding::slices::{at_once, find_map, for_each, pause, repeat};
use gridwalk_pathfinding::{
    Cell, CellIndex, Direction, Grid, GridSize, RegionId, Regions, SearchOptions, TerrainId, named,
};

use maze::{FLOOR, LevelCanvas, MapRng, WALL};

use crate::{LegendEntry, Level, LevelAgent, LevelGrid};

named! {
    /// The kind of a generated map.
    #[derive(Default)]
    pub enum MapKind {
        /// Depth-first with backtracking.
        #[default]
        Maze = "maze", "Maze", "Long winding corridors; exactly one path between any two cells.";
        /// Recursive division by walls.
        MazeDivision = "maze-division", "Divided maze",
            "Straight walls with one gap each; exactly one path between any two cells.";
        /// Grown from one cell at random places (after Prim 1957).
        MazePrim = "maze-prim", "Grown maze", "Many short dead ends; exactly one path between any two cells.";
        /// Loop-erased random walks (Wilson 1996).
        MazeWilson = "maze-wilson", "Unbiased maze",
            "A maze like any other, all equally likely; one path between any two cells.";
        /// A maze with its dead ends opened.
        MazeBraided = "maze-braided", "Braided maze", "Corridors without dead ends; most cells are joined by several paths.";
        Rooms = "rooms", "Rooms", "Rooms of many sizes, joined by doors.";
        Random = "random", "Random walls", "Single walls at random.";
        /// Noise, smoothed by majority.
        Cave = "cave", "Cave", "One cave with winding walls, all of it connected.";
        /// Water, swamp, grass and forest in patches.
        Weights = "weights", "Landscape", "Water blocks; swamp, forest and grass slow down.";
        /// A landscape with rivers from side to side, and roads over them.
        Country = "country", "Rivers and roads", "Rivers block, roads are the fastest and bridge them.";
    }
}

impl MapKind {
    /// The default density in percent; `None` for kinds without a density.
    ///
    /// For random maps, the density is the share of walls; for caves, that of the initial noise;
    /// for landscapes, the share of all cells that are not plain ground.
    #[must_use]
    pub const fn density(self) -> Option<u32> {
        match self {
            Self::Random => Some(30),
            Self::Cave => Some(45),
            Self::Weights | Self::Country => Some(60),
            Self::Maze
            | Self::MazeDivision
            | Self::MazePrim
            | Self::MazeWilson
            | Self::MazeBraided
            | Self::Rooms => None,
        }
    }

    const fn is_maze(self) -> bool {
        matches!(
            self,
            Self::Maze | Self::MazeDivision | Self::MazePrim | Self::MazeWilson | Self::MazeBraided
        )
    }
}

/// The parameters that determine a generated map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Recipe {
    /// The kind of map.
    pub kind: MapKind,
    /// Columns, at least 1. Mazes and rooms of an even size end in a wall.
    pub width: u32,
    /// Rows, at least 1.
    pub height: u32,
    /// The seed of the random numbers.
    pub seed: u64,
    /// The density in percent, see [`MapKind::density`]; `None` for the default.
    pub density: Option<u32>,
}

/// Error for a recipe that gives no map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GenerateError {
    /// A side is 0 or too long, or there are too many cells.
    #[error("a generated map has 1 to {side} columns and rows and at most {cells} cells, not {0} × {1}",
        side = Grid::MAX_SIDE, cells = Recipe::MAX_CELLS)]
    Size(u32, u32),
    /// The density is above 100 percent.
    #[error("the density is a percentage from 0 to 100, not {0}")]
    Density(u32),
    /// The kind of map has no density.
    #[error("{} maps know no density; leave it out, or use random, cave, weights or country", .0.name())]
    NoDensity(MapKind),
}

impl Recipe {
    /// The maximum number of cells: 4096 × 4096.
    pub const MAX_CELLS: usize = 1 << 24;

    fn check(&self) -> Result<(), GenerateError> {
        let size = GridSize {
            width: self.width,
            height: self.height,
        };
        if Grid::check_size(size).is_err() || size.cell_count() > Self::MAX_CELLS {
            return Err(GenerateError::Size(self.width, self.height));
        }
        match (self.density, self.kind.density()) {
            (Some(_), None) => Err(GenerateError::NoDensity(self.kind)),
            (Some(density), _) if density > 100 => Err(GenerateError::Density(density)),
            _ => Ok(()),
        }
    }
}

/// A generated map with its properties.
#[derive(Clone, Debug, PartialEq)]
pub struct Generated {
    /// The map, with one agent in its largest region, whose goal is far away.
    ///
    /// Without a free cell there is no agent. An agent on the only cell of its region has no goal.
    pub level: Level,
    /// Whether the agent has a goal and a path leads there.
    pub solvable: bool,
    /// Number of free cells.
    pub free: u32,
    /// Number of free cells in the largest region.
    pub connected: u32,
}

/// Makes the map of a recipe.
///
/// # Errors
/// If the size is out of bounds, the density is above 100, or the kind has no density.
///
/// # Complexity
/// O(cells) time and memory; expected O(cells log cells) time for [`MapKind::MazeWilson`].
///
/// # Examples
/// ```
/// use gridwalk_level::generate::{MapKind, Recipe, generate};
/// let recipe = Recipe { kind: MapKind::Maze, width: 21, height: 15, seed: 7, density: None };
/// let map = generate(&recipe).unwrap();
/// assert!(map.solvable);
/// assert_eq!(map, generate(&recipe).unwrap());
/// ```
pub fn generate(recipe: &Recipe) -> Result<Generated, GenerateError> {
    at_once(generate_in_slices(recipe))
}

/// Does the work of [`generate`] in [slices](gridwalk_pathfinding::slices).
///
/// # Errors
/// As for [`generate`].
pub async fn generate_in_slices(recipe: &Recipe) -> Result<Generated, GenerateError> {
    recipe.check()?;
    let rng = &mut MapRng::new(recipe.seed);
    let density = recipe.density.or(recipe.kind.density()).unwrap_or(0);
    let canvas = LevelCanvas::new(
        recipe.width,
        recipe.height,
        if recipe.kind.is_maze() { WALL } else { FLOOR },
    );
    let canvas = match recipe.kind {
        MapKind::Maze => maze::backtracker(canvas, rng).await,
        MapKind::MazeDivision => maze::division(canvas, rng).await,
        MapKind::MazePrim => maze::prim(canvas, rng).await,
        MapKind::MazeWilson => maze::wilson(canvas, rng).await,
        MapKind::MazeBraided => maze::braided(canvas, rng).await,
        MapKind::Rooms => maze::rooms(canvas, rng).await,
        MapKind::Random => random(canvas, rng, density).await,
        MapKind::Cave => cave(canvas, rng, density).await,
        MapKind::Weights => weights(canvas, rng, density).await,
        MapKind::Country => country(canvas, rng, density).await,
    };
    let (width, height) = (recipe.width, recipe.height);
    let legend = match recipe.kind {
        MapKind::Weights => landscape_legend(),
        MapKind::Country => country_legend(),
        _ => plain(),
    };
    let grid = LevelGrid::new(width, height, canvas.cells, legend).expect("the size is checked");
    let regions = Regions::in_slices(&grid, SearchOptions::default().movement).await;
    let largest = largest(&regions);
    let ends = match largest {
        Some(region) => Some(far_apart(&grid, &regions, region).await),
        None => None,
    };
    let walker = ends.map(|(at, goal)| {
        let goals = if at == goal { Vec::new() } else { vec![goal] };
        LevelAgent {
            goals,
            ..LevelAgent::standing("walker", at)
        }
    });
    Ok(Generated {
        solvable: ends.is_some_and(|(at, goal)| at != goal && regions.connected(at, goal)),
        free: numbers(&regions).map(|region| regions.size(region)).sum(),
        connected: largest.map_or(0, |region| regions.size(region)),
        level: Level {
            name: format!(
                "{} {width} × {height}, seed {}",
                recipe.kind.title(),
                recipe.seed
            ),
            about: recipe.kind.meaning().to_owned(),
            agents: walker.into_iter().collect(),
            ..Level::grid_edits(grid)
        },
    })
}

/// Returns the ids of all regions of a map that has not changed since it was labelled.
fn numbers(regions: &Regions) -> impl DoubleEndedIterator<Item = RegionId> {
    (1..=regions.count()).filter_map(|region| RegionId::try_from(region).ok())
}

/// Returns the largest region, the first of equally large ones; `None` if all cells are walls.
fn largest(regions: &Regions) -> Option<RegionId> {
    numbers(regions)
        .rev()
        .max_by_key(|region| regions.size(*region))
}

/// Returns the cell farthest from the region's first cell, and the cell farthest from that cell.
///
/// Distances count straight steps.
async fn far_apart(grid: &Grid, regions: &Regions, region: RegionId) -> (Cell, Cell) {
    let all = grid.size().rect().cells();
    let first = find_map(all, |cell| (regions.of(cell) == region).then_some(cell))
        .await
        .expect("a region has a cell");
    let mut seen = vec![0_u8; grid.cell_count()];
    let start = farthest(grid, first, 1, &mut seen).await;
    (start, farthest(grid, start, 2, &mut seen).await)
}

/// Returns the last cell of a breadth-first search; `mark` distinguishes it from earlier searches.
async fn farthest(grid: &Grid, from: Cell, mark: u8, seen: &mut [u8]) -> Cell {
    let (mut last, mut open) = (from, VecDeque::from([from]));
    seen[grid.index(from).expect("inside").get()] = mark;
    repeat(1, || {
        let Some(cell) = open.pop_front() else {
            return false;
        };
        last = cell;
        for direction in &Direction::ALL[..4] {
            let to = cell.step(*direction);
            let Some(index) = grid.index(to).map(CellIndex::get) else {
                continue;
            };
            if seen[index] != mark && grid.is_walkable(to) {
                seen[index] = mark;
                open.push_back(to);
            }
        }
        true
    })
    .await;
    last
}

/// Sets each cell to wall with this percentage, independently.
async fn random(mut canvas: LevelCanvas, rng: &mut MapRng, walls: u32) -> LevelCanvas {
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
async fn cave(canvas: LevelCanvas, rng: &mut MapRng, walls: u32) -> LevelCanvas {
    let mut canvas = random(canvas, rng, walls).await;
    for _ in 0..ROUNDS {
        smooth(&mut canvas).await;
    }
    let LevelCanvas {
        width,
        height,
        cells,
    } = canvas;
    let grid = LevelGrid::new(width, height, cells.clone(), plain()).expect("the size is checked");
    let regions = Regions::in_slices(&grid, SearchOptions::default().movement).await;
    let largest = largest(&regions);
    let mut canvas = LevelCanvas {
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

async fn smooth(canvas: &mut LevelCanvas) {
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

/// Returns the legend of floor and wall.
fn plain() -> Vec<LegendEntry> {
    vec![LegendEntry::floor(), LegendEntry::wall()]
}

/// Returns the legend of landscapes, which begins with floor and wall as everywhere.
fn landscape_legend() -> Vec<LegendEntry> {
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
async fn weights(mut canvas: LevelCanvas, rng: &mut MapRng, share: u32) -> LevelCanvas {
    let coarse = NoiseLayer::new(&canvas, 16, rng);
    let fine = NoiseLayer::new(&canvas, 8, rng);
    let height = |index: usize, width: usize| {
        let (x, y) = (index % width, index / width);
        2 * coarse.height(x, y) + fine.height(x, y)
    };
    let width = canvas.width as usize;
    let mut counts = vec![0_u64; 3 * 256];
    for_each(0..canvas.cells.len(), |index| {
        counts[height(index, width)] += 1;
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
        *cell = terrains[height(index, width)];
    })
    .await;
    canvas
}

/// Random heights at the knots of a grid, interpolated linearly.
struct NoiseLayer {
    mesh: usize,
    columns: usize,
    knots: Vec<u8>,
}

impl NoiseLayer {
    fn new(canvas: &LevelCanvas, mesh: usize, rng: &mut MapRng) -> Self {
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
fn country_legend() -> Vec<LegendEntry> {
    let mut legend = landscape_legend();
    legend.push(LegendEntry::named('=', "road"));
    legend
}

const ROAD: TerrainId = TerrainId(6);
/// Width of map per river and height per road, in cells.
const CELLS_PER_RIVER: u32 = 48;

/// Makes a landscape with rivers that run down and roads that run across, over bridges.
async fn country(canvas: LevelCanvas, rng: &mut MapRng, share: u32) -> LevelCanvas {
    let mut canvas = weights(canvas, rng, share).await;
    let (width, height) = (canvas.width, canvas.height);
    for _ in 0..width.div_ceil(CELLS_PER_RIVER) {
        wander(height, width, rng, |along, across| {
            canvas.set(across, along, WATER);
            canvas.set((across + 1).min(width - 1), along, WATER);
        });
        pause().await;
    }
    for _ in 0..height.div_ceil(CELLS_PER_RIVER) {
        wander(width, height, rng, |along, across| {
            canvas.set(along, across, ROAD);
        });
        pause().await;
    }
    canvas
}

/// Calls `set(along, across)` for the cells of a random path through the whole length; steps are
/// straight.
fn wander(length: u32, width: u32, rng: &mut MapRng, mut set: impl FnMut(u32, u32)) {
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
