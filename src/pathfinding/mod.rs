//! The search core: grids, searches, levels. Knows no engine, no files and no clock.

mod cost;
pub mod formats;
mod grid;
mod heuristic;
mod path;
mod problem;
mod search;
mod trace;

pub use cost::{Cost, StepCosts};
pub use grid::{
    Cell, CellChange, CellIndex, DiagonalRule, Direction, EditError, Grid, GridChange, GridEdit, GridError, Movement,
    NeighborOrder, Pattern, RegionId, Regions, Revision, Rgb, Terrain, TerrainId, nearest_cell,
};
pub use heuristic::Heuristic;
pub use path::{Path, PathFault};
pub use problem::{ProblemError, SearchProblem};
pub use search::{
    Algorithm, Guarantee, Limits, NoPathReason, NodePool, Outcome, ParentRule, Search, SearchOptions, SearchStats,
    Solution, Status, StopRule, TieBreak, Weight, solve, solve_within,
};
pub use trace::{Observer, SearchEvent};
