//! Maps from a seed: mazes, rooms, caves, noise and landscapes.
//!
//! All chance comes from one generator of random numbers that is the same everywhere (PCG, O'Neill 2014), and
//! all else is done in integers: one recipe, one map, on every platform.

mod ends;
mod fields;
mod maze;
mod rooms;

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::formats::{Level, LevelAgent, UnreachablePolicy};
use super::{AgentProfile, Cell, Grid, Regions, SearchOptions, Terrain, TerrainId};

/// What kind of map is made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum MapKind {
    /// Long winding corridors: depth-first with backtracking.
    #[default]
    Maze,
    /// Straight walls with one gap each, again and again in both halves.
    MazeDivision,
    /// Many short dead ends: grown from one cell at random places (after Prim 1957).
    MazePrim,
    /// Every maze equally likely: random walks without their loops (Wilson 1996).
    MazeWilson,
    /// Rooms of many sizes, joined by doors.
    Rooms,
    /// Single walls at random.
    Random,
    /// One connected cave: noise, smoothed by majority.
    Cave,
    /// Water, swamp, grass and forest in patches.
    Weights,
}

impl MapKind {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::Maze,
        Self::MazeDivision,
        Self::MazePrim,
        Self::MazeWilson,
        Self::Rooms,
        Self::Random,
        Self::Cave,
        Self::Weights,
    ];

    /// The name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Maze => "maze",
            Self::MazeDivision => "maze-division",
            Self::MazePrim => "maze-prim",
            Self::MazeWilson => "maze-wilson",
            Self::Rooms => "rooms",
            Self::Random => "random",
            Self::Cave => "cave",
            Self::Weights => "weights",
        }
    }

    /// The name for menus.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Maze => "Maze",
            Self::MazeDivision => "Divided maze",
            Self::MazePrim => "Grown maze",
            Self::MazeWilson => "Unbiased maze",
            Self::Rooms => "Rooms",
            Self::Random => "Random walls",
            Self::Cave => "Cave",
            Self::Weights => "Landscape",
        }
    }

    /// What the map is like, in a sentence.
    #[must_use]
    pub const fn about(self) -> &'static str {
        match self {
            Self::Maze => "Long winding corridors; exactly one way between any two cells.",
            Self::MazeDivision => "Straight walls with one gap each; exactly one way between any two cells.",
            Self::MazePrim => "Many short dead ends; exactly one way between any two cells.",
            Self::MazeWilson => "A maze like any other, all equally likely; one way between any two cells.",
            Self::Rooms => "Rooms of many sizes, joined by doors.",
            Self::Random => "Single walls at random.",
            Self::Cave => "One cave with winding walls, all of it connected.",
            Self::Weights => "Water blocks; swamp, forest and grass slow down.",
        }
    }

    /// The kind of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// The percentage that a recipe without one gets; `None` for kinds that know no density.
    ///
    /// Of random maps it is the share of walls, of caves that of the noise they are made from, of landscapes
    /// the share of all that is not plain ground.
    #[must_use]
    pub const fn density(self) -> Option<u32> {
        match self {
            Self::Random => Some(30),
            Self::Cave => Some(45),
            Self::Weights => Some(60),
            Self::Maze | Self::MazeDivision | Self::MazePrim | Self::MazeWilson | Self::Rooms => None,
        }
    }

    const fn is_maze(self) -> bool {
        matches!(self, Self::Maze | Self::MazeDivision | Self::MazePrim | Self::MazeWilson)
    }
}

/// All that decides about a generated map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Recipe {
    /// What kind of map.
    pub kind: MapKind,
    /// Columns, at least 1. Mazes and rooms of an even size end in a wall.
    pub width: u32,
    /// Rows, at least 1.
    pub height: u32,
    /// Where chance begins.
    pub seed: u64,
    /// In percent, see [`MapKind::density`]; `None` is the usual one.
    pub density: Option<u32>,
}

/// Why a recipe makes no map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GenerateError {
    /// A side is 0 or too long, or there are too many cells.
    #[error("a generated map has 1 to {side} columns and rows and at most {cells} cells, not {0} × {1}",
        side = Grid::MAX_SIDE, cells = Recipe::MAX_CELLS)]
    Size(u32, u32),
    /// More than all.
    #[error("the density is a percentage from 0 to 100, not {0}")]
    Density(u32),
    /// This kind of map is as dense as it is.
    #[error("{} maps know no density; leave it out, or use random, cave or weights", .0.name())]
    NoDensity(MapKind),
}

/// A map and what is known of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Generated {
    /// The map, with one agent in its largest region, whose goal is far away. Without a free cell there is
    /// nobody; alone on its cell the agent has no goal.
    pub level: Level,
    /// Whether the agent has a goal and a way leads there.
    pub solvable: bool,
    /// Free cells.
    pub free: u32,
    /// Those of the largest region.
    pub connected: u32,
}

impl Recipe {
    /// The most cells: 4096 × 4096.
    pub const MAX_CELLS: u64 = 1 << 24;

    fn check(&self) -> Result<(), GenerateError> {
        let sides = 1..=Grid::MAX_SIDE;
        let cells = u64::from(self.width) * u64::from(self.height);
        if !sides.contains(&self.width) || !sides.contains(&self.height) || cells > Self::MAX_CELLS {
            return Err(GenerateError::Size(self.width, self.height));
        }
        match (self.density, self.kind.density()) {
            (Some(_), None) => Err(GenerateError::NoDensity(self.kind)),
            (Some(density), _) if density > 100 => Err(GenerateError::Density(density)),
            _ => Ok(()),
        }
    }
}

/// Makes the map of a recipe.
///
/// # Errors
/// If the size is out of bounds, or the density is none or has no meaning for the kind.
///
/// # Complexity
/// O(cells) time and memory; expected O(cells log cells) time for [`MapKind::MazeWilson`].
///
/// # Examples
/// ```
/// use gridwalk::pathfinding::generate::{MapKind, Recipe, generate};
/// let recipe = Recipe { kind: MapKind::Maze, width: 21, height: 15, seed: 7, density: None };
/// let map = generate(&recipe).unwrap();
/// assert!(map.solvable);
/// assert_eq!(map, generate(&recipe).unwrap());
/// ```
pub fn generate(recipe: &Recipe) -> Result<Generated, GenerateError> {
    recipe.check()?;
    let dice = &mut Dice(Pcg64Mcg::seed_from_u64(recipe.seed));
    let density = recipe.density.or(recipe.kind.density()).unwrap_or(0);
    let canvas = Canvas::new(recipe);
    let canvas = match recipe.kind {
        MapKind::Maze => maze::backtracker(canvas, dice),
        MapKind::MazeDivision => maze::division(canvas, dice),
        MapKind::MazePrim => maze::prim(canvas, dice),
        MapKind::MazeWilson => maze::wilson(canvas, dice),
        MapKind::Rooms => rooms::rooms(canvas, dice),
        MapKind::Random => fields::random(canvas, dice, density),
        MapKind::Cave => fields::cave(canvas, dice, density),
        MapKind::Weights => fields::weights(canvas, dice, density),
    };
    let (width, height) = (recipe.width, recipe.height);
    let legend = if recipe.kind == MapKind::Weights { fields::landscape() } else { plain() };
    let grid = Grid::new(width, height, canvas.cells, legend).expect("the size is checked");
    let title = recipe.kind.title();
    let named = |level: Level| Level { name: format!("{title} {width} × {height}, seed {}", recipe.seed), ..level };
    let map = place_agent(grid);
    Ok(Generated { level: Level { about: recipe.kind.about().to_owned(), ..named(map.level) }, ..map })
}

/// Walls and floor.
fn plain() -> Vec<Terrain> {
    vec![Terrain::floor(), Terrain::wall()]
}

fn place_agent(grid: Grid) -> Generated {
    let search = SearchOptions::default();
    let regions = Regions::new(&grid, search.movement);
    let sizes = (1..=regions.count()).filter_map(|region| u32::try_from(region).ok());
    let free = sizes.clone().map(|region| regions.size(region)).sum();
    // Of equally large ones the first.
    let largest = sizes.rev().max_by_key(|region| regions.size(*region));
    let ends = largest.map(|region| ends::far_apart(&grid, &regions, region));
    let agent = |(at, goal): (Cell, Cell)| LevelAgent {
        name: "walker".to_owned(),
        at,
        speed: LevelAgent::DEFAULT_SPEED,
        goals: if at == goal { Vec::new() } else { vec![goal] },
        patrol: false,
        profile: AgentProfile::default(),
    };
    Generated {
        solvable: ends.is_some_and(|(at, goal)| at != goal && regions.connected(at, goal)),
        free,
        connected: largest.map_or(0, |region| regions.size(region)),
        level: Level {
            name: String::new(),
            about: String::new(),
            grid,
            agents: ends.map(agent).into_iter().collect(),
            search,
            unreachable: UnreachablePolicy::default(),
        },
    }
}

/// All chance of a map.
struct Dice(Pcg64Mcg);

impl Dice {
    /// A number from 0 to `n` - 1; always drawn as 32 bits, so that every platform draws the same.
    fn below(&mut self, n: u32) -> u32 {
        self.0.random_range(0..n)
    }

    /// True in so many of a hundred cases.
    fn percent(&mut self, percent: u32) -> bool {
        self.below(100) < percent
    }
}

/// The cells of a map in the making.
struct Canvas {
    width: u32,
    height: u32,
    cells: Vec<TerrainId>,
}

/// The first terrain of every legend here.
const FLOOR: TerrainId = TerrainId(0);
/// The second one.
const WALL: TerrainId = TerrainId(1);

impl Canvas {
    /// Mazes are carved out of walls; all else begins with plain ground.
    fn new(recipe: &Recipe) -> Self {
        let ground = if recipe.kind.is_maze() { WALL } else { FLOOR };
        let cells = vec![ground; recipe.width as usize * recipe.height as usize];
        Self { width: recipe.width, height: recipe.height, cells }
    }

    const fn index(&self, x: u32, y: u32) -> usize {
        y as usize * self.width as usize + x as usize
    }

    fn set(&mut self, x: u32, y: u32, terrain: TerrainId) {
        let index = self.index(x, y);
        self.cells[index] = terrain;
    }

    /// A rectangle, both corners included.
    fn fill(&mut self, from: (u32, u32), to: (u32, u32), terrain: TerrainId) {
        for y in from.1..=to.1 {
            let (first, last) = (self.index(from.0, y), self.index(to.0, y));
            self.cells[first..=last].fill(terrain);
        }
    }
}
