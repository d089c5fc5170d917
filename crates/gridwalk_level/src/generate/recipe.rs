//! What map is asked for.

use gridwalk_pathfinding::{Grid, GridSize, named};

named! {
    /// What kind of map is made.
    #[derive(Default)]
    pub enum MapKind {
        /// Depth-first with backtracking.
        #[default]
        Maze = "maze", "Maze", "Long winding corridors; exactly one path between any two cells.";
        /// Walls again and again, in both halves.
        MazeDivision = "maze-division", "Divided maze",
            "Straight walls with one gap each; exactly one path between any two cells.";
        /// Grown from one cell at random places (after Prim 1957).
        MazePrim = "maze-prim", "Grown maze", "Many short dead ends; exactly one path between any two cells.";
        /// Random walks without their loops (Wilson 1996).
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
        /// The same with rivers from side to side, and roads over them.
        Country = "country", "Rivers and roads", "Rivers block, roads are the fastest and bridge them.";
    }
}

impl MapKind {
    /// The percentage that a recipe without one gets; `None` for kinds that know no density.
    ///
    /// Of random maps it is the share of walls, of caves that of the noise they are made from, of landscapes
    /// the share of all that is not plain ground.
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
    #[error("{} maps know no density; leave it out, or use random, cave, weights or country", .0.name())]
    NoDensity(MapKind),
}

impl Recipe {
    /// The most cells: 4096 × 4096.
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
