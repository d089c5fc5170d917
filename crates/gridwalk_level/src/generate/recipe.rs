//! The parameters of a generated map.

use gridwalk_pathfinding::{Grid, GridSize, named};

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
    /// For random maps, the density is the share of walls; for caves, that of the initial noise; for landscapes, the
    /// share of all cells that are not plain ground.
    #[must_use]
    pub const fn density(self) -> Option<u32> {
        match self {
            Self::Random => Some(30),
            Self::Cave => Some(45),
            Self::Weights | Self::Country => Some(60),
            Self::Maze | Self::MazeDivision | Self::MazePrim | Self::MazeWilson | Self::MazeBraided | Self::Rooms => {
                None
            }
        }
    }

    pub(super) const fn is_maze(self) -> bool {
        matches!(self, Self::Maze | Self::MazeDivision | Self::MazePrim | Self::MazeWilson | Self::MazeBraided)
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

    pub(super) fn check(&self) -> Result<(), GenerateError> {
        let size = GridSize { width: self.width, height: self.height };
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
