//! Turns a recipe into a level with an agent.

use gridwalk_pathfinding::slices::at_once;
use gridwalk_pathfinding::{Regions, SearchOptions};

use super::canvas::{Canvas, FLOOR, Rng, WALL, plain};
use super::ends::{far_apart, largest, numbers};
use super::recipe::{GenerateError, MapKind, Recipe};
use super::{country, division, fields, maze};
use crate::{Level, LevelAgent, LevelGrid};

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
    let canvas = Canvas::new(recipe.width, recipe.height, if recipe.kind.is_maze() { WALL } else { FLOOR });
    let canvas = match recipe.kind {
        MapKind::Maze => maze::backtracker(canvas, rng).await,
        MapKind::MazeDivision => division::division(canvas, rng).await,
        MapKind::MazePrim => maze::prim(canvas, rng).await,
        MapKind::MazeWilson => maze::wilson(canvas, rng).await,
        MapKind::MazeBraided => maze::braided(canvas, rng).await,
        MapKind::Rooms => division::rooms(canvas, rng).await,
        MapKind::Random => fields::random(canvas, rng, density).await,
        MapKind::Cave => fields::cave(canvas, rng, density).await,
        MapKind::Weights => fields::weights(canvas, rng, density).await,
        MapKind::Country => country::country(canvas, rng, density).await,
    };
    let (width, height) = (recipe.width, recipe.height);
    let legend = match recipe.kind {
        MapKind::Weights => fields::landscape(),
        MapKind::Country => country::legend(),
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
        LevelAgent { goals, ..LevelAgent::standing("walker", at) }
    });
    Ok(Generated {
        solvable: ends.is_some_and(|(at, goal)| at != goal && regions.connected(at, goal)),
        free: numbers(&regions).map(|region| regions.size(region)).sum(),
        connected: largest.map_or(0, |region| regions.size(region)),
        level: Level {
            name: format!("{} {width} × {height}, seed {}", recipe.kind.title(), recipe.seed),
            about: recipe.kind.meaning().to_owned(),
            agents: walker.into_iter().collect(),
            ..Level::of_grid(grid)
        },
    })
}
