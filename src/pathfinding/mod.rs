//! The search core: grids, searches, levels. Knows no engine, no files and no clock.

mod cost;
mod estimator;
pub mod explain;
pub mod formats;
mod formula;
pub mod generate;
mod grid;
mod heuristic;
pub(crate) mod language;
mod line;
pub mod lint;
mod path;
mod problem;
mod query;
mod search;
mod trace;
pub mod verdict;

pub use cost::{Cost, StepCosts};
pub use estimator::Estimator;
pub use formula::{Formula, FormulaError};
pub use grid::{
    AgentProfile, Cell, CellChange, CellIndex, DiagonalRule, Direction, DirectionSet, EditError, Grid, GridChange,
    GridEdit, GridError, Movement, NeighborOrder, Pattern, Portal, Reach, Rect, RegionId, Regions, Revision, Rgb,
    Terrain, TerrainId, nearest_cell,
};
pub use heuristic::Heuristic;
pub use language::Language;
pub use line::line_of_sight;
pub use path::{Path, PathFault};
pub use problem::{ProblemError, SearchProblem};
pub use query::{NearestPath, is_reachable, nearest_reachable, path_to_nearest, path_within};
pub use search::{
    Algorithm, CostLimit, CostRule, DStarLite, FlowField, FlowFieldError, Guarantee, LifelongSearch, Limits,
    NoPathReason, NodePool, Outcome, ParentRule, PriorityRule, Reachable, Refusal, Search, SearchOptions, SearchStats,
    Solution, Status, StopRule, TieBreak, Weight, reachable_within, solve, solve_within,
};
pub use trace::{
    Breakpoint, CellMark, CellMarks, CellState, FLayer, MarkChanges, Observer, OpenRow, PopOrder, RowChange,
    SearchEvent, Side, Timeline, Trace, TraceCounters, TraceError, TraceOptions, TraceOutcome, TraceRecorder,
    TraceStep,
};
