//! The kernel: grids, searches and queries. Knows no engine, no files, no clock, no file format and no language.

mod cost;
mod estimator;
mod formula;
mod grid;
mod heuristic;
mod line;
mod map;
mod named;
mod options;
mod path;
mod path_query;
mod planner;
mod query;
pub mod referee;
#[cfg(feature = "reflect")]
mod reflect;
mod search;
mod unreachable;

pub use cost::{Cost, StepCosts};
pub use estimator::Estimator;
pub use formula::{Formula, FormulaError, FormulaFault, FormulaMistake};
pub use grid::{
    AgentProfile, Cell, CellChange, CellIndex, DiagonalRule, Direction, DirectionSet, EditError, Grid, GridChange,
    GridEdit, GridError, GridSize, Movement, NeighborOrder, Pattern, Portal, Rect, Revision, Rgb, Terrain, TerrainId,
    nearest_cell,
};
pub use heuristic::Heuristic;
pub use line::line_of_sight;
pub use map::{Map, Reachability, RegionId, Regions, TileVersions, View};
pub use named::{Named, joined};
pub use options::{
    Algorithm, CostLimit, CostRule, EndpointError, Guarantee, OptionChange, OptionError, OptionKey, ParentLink,
    ParentRule, PopKey, Refusal, ReopenRule, SearchOptions, StopRule, Support, TieBreak, Typed, ValueKind, Weight,
};
pub use path::{Path, PathFault};
pub use path_query::PathQuery;
pub use planner::{Finder, Plan, Planned, Planner};
pub use query::{NearestPath, is_reachable, nearest_by_label, nearest_reachable, path_to_nearest, path_within};
pub use search::{
    DStarLite, FlowField, FlowFieldError, IgnoreReason, LifelongSearch, Limits, MapChanged, NoPathReason, NodePool,
    Observer, Outcome, PriorityRule, Reachable, Search, SearchEvent, SearchStats, Side, Solution, Status, bucket_width,
    jump_turn, reachable_within, solve, solve_within,
};
pub use unreachable::UnreachablePolicy;
