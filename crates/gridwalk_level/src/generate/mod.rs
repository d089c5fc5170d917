//! Generates maps from a seed: mazes, rooms, caves, noise and landscapes.
//!
//! A recipe becomes a level with an agent. All randomness comes from one generator of random
//! numbers that is the same everywhere (PCG, O'Neill 2014), and everything else is done in
//! integers. So one recipe gives the same map on every platform.

mod canvas;
mod maze;
mod noise;

use gridwalk_pathfinding::slices::at_once;
use gridwalk_pathfinding::{Grid, GridSize, Regions, SearchOptions, named};

use canvas::{Canvas, FLOOR, Rng, WALL, far_apart, largest, numbers, plain};

use crate::{Level, LevelAgent, LevelGrid};

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
    let rng = &mut Rng::new(recipe.seed);
    let density = recipe.density.or(recipe.kind.density()).unwrap_or(0);
    let canvas = Canvas::new(
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
        MapKind::Random => noise::random(canvas, rng, density).await,
        MapKind::Cave => noise::cave(canvas, rng, density).await,
        MapKind::Weights => noise::weights(canvas, rng, density).await,
        MapKind::Country => noise::country(canvas, rng, density).await,
    };
    let (width, height) = (recipe.width, recipe.height);
    let legend = match recipe.kind {
        MapKind::Weights => noise::landscape_legend(),
        MapKind::Country => noise::country_legend(),
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
            ..Level::of_grid(grid)
        },
    })
}
