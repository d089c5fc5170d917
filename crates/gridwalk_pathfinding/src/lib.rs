//! The kernel: grids, searches, a planner and queries. Knows no engine, no files, no clock, no file
//! format and no language.
//!
//! A [`PathQuery`] is the question; [`solve`] answers it by a named algorithm, and a [`Planner`] by
//! whatever is fastest, on a [`Map`] that may change at any moment.
//!
//! # Where is what
//!
//! | Subject | File |
//! | --- | --- |
//! | exact integer costs; values with names | `cost.rs`, `named.rs` |
//! | long work in slices, which can be cancelled between two of them | [`slices`] |
//! | grid: the terrain of each cell; cells and legal steps; legend and portals | `grid/mod.rs`, `cell.rs`, `terrain.rs` |
//! | construction of a grid; an edit, and its effect | `grid/build.rs`, `edit.rs`, `apply.rs` |
//! | kinds of agents, and the grid as they see it | `grid/profile.rs`, `rules.rs` |
//! | map: a grid and the data derived from it, kept true by each edit | `map/mod.rs` |
//! | walkable cells as bits; ends of straight jumps; the data of jumps | `map/bits.rs`, `walkable_terrains.rs`, `jump_ends.rs`, `jump_ground.rs` |
//! | region labels; made from scratch; repaired after an edit | `map/regions/mod.rs`, `labelling.rs`; `repair.rs`, `edges.rs`, `floods.rs`, `parts.rs`, `relabel.rs` |
//! | versions of tiles, and snapshots; search data left by planners | `map/tiles.rs`, `kept.rs` |
//! | a map as an agent sees it; made in slices; a copy to try edits on | `map/view.rs`, `view_making.rs`, `what_if.rs` |
//! | estimates; those that users type | `heuristic/mod.rs`, `formula.rs` |
//! | the table of options and the table of algorithms | `options/table.rs` |
//! | the values of options, and as text | `options/values.rs`, `value_text.rs` |
//! | guarantee and support of an algorithm; all options of a search | `options/mod.rs` |
//! | the query of every search, and refusals | `options/query.rs` |
//! | the path; lines of sight | `path.rs` |
//! | the rules of moving, written a second time; [`Path::validate`] goes by them | [`referee`] |
//! | counters and answer of a search, and of a planner; the events that an observer sees | `outcome.rs`, `observer.rs` |
//! | jump graph, with block-based jump point search beneath; canonical A\*; landmarks of both | `fast/jump_graph/`, `fast/canonical.rs`, `landmarks.rs` |
//! | costs and pruning of steps, by the terrain around a cell | `fast/step_rules.rs`, `step_patterns.rs` |
//! | fields of goals, which agents share; those that planners keep | `fast/goal_field/mod.rs`, `planner_fields.rs` |
//! | a search in steps or in one call; all cells within a cost | `search/mod.rs` |
//! | the engine of each algorithm; the searches of `fast`, observable | `search/engines.rs` |
//! | the common part of engines; query and moves; memory per cell; open list | `search/engine.rs`, `setup.rs`, `nodes.rs`, `open_list.rs` |
//! | BFS to A\*; IDA\*, fringe and depth-first search; two-ended search | `search/best_first.rs`, `depth_first.rs`, `bidirectional.rs` |
//! | jump point search; any angle; searches that outlive edits | `search/jump_points.rs`, `theta.rs`, `lifelong/` |
//! | planner; its one search at a time, and what it holds of maps; several goals, or the nearest cell | `planner/mod.rs`, `searcher.rs`, `map_data.rs`, `goals.rs` |
//! | reachable, nearest, sealed by an edit; many queries on many threads | `planner/queries.rs` |
//! | saved form of values; Bevy's reflection | `serialize.rs` |
//!
//! The rows stand nearly in the order of the floors: each uses those above it, and
//! `tests/architecture` of the workspace keeps it so. Bevy is named only by derives and in
//! `serialize.rs`, behind the feature `reflect`, because only the crate of a type may describe it.
//!
//! # Invariants
//!
//! - A [`Grid`] changes only through [`GridEdit`]; each change raises its revision. A [`Map`] has
//!   no edit of its own, as all else that it holds follows from its grid.
//! - A [`Terrain`] is what it costs; how it looks is nothing that is known here.
//! - What a [`Map`] derives from its grid equals what is made from scratch, after any edits; an
//!   edit costs what it changes, never what the map is large. Labels that would cost more are
//!   dropped until they are asked for.
//! - An observer cannot influence a search: same path, same counts, watched or not.
//! - The same search gives the same path and the same number of expansions on every machine. So
//!   does a [`Planner`] for the same queries and edits in the same order.
//!
//! Jump graphs and fields of goals are not derived by the [`Map`]: they look at its tile versions
//! when a search uses them, so that an edit costs nothing for unused ones. A map can be read by many
//! threads, each with a [`Planner`] of its own. A jump graph, and the steps, landmarks and goal fields
//! of a weighted map, belong to one search at a time; between searches they lie on the map, where any
//! planner may take them.
//!
//! # Versions
//!
//! Errors of option lists and conflicts of the referee are `#[non_exhaustive]`: their texts serve a
//! program that does not know one. Other errors, reasons, events and outcomes are exhaustive on
//! purpose, because a game, a lesson or a translation must say something to each of them. A new
//! variant of one of these raises the minor version before 1.0, the major one after.
#![cfg_attr(docsrs, feature(doc_cfg))]

mod cost;
mod fast;
mod grid;
mod heuristic;
mod map;
mod named;
mod observer;
mod options;
mod outcome;
mod path;
mod planner;
pub mod referee;
mod search;
#[cfg(feature = "serde")]
mod serialize;
pub mod slices;

pub use cost::{Cost, StepCosts};
pub use fast::{CostsAround, FieldLayers, FieldMemory, FieldRules, GoalField, jump_turn};
pub use grid::{
    AgentProfile, AgentRules, Cell, CellChange, CellIndex, DiagonalRule, Direction, DirectionSet,
    EditError, Grid, GridChange, GridEdit, GridError, GridSize, KeepOffWalls, Movement,
    NeighborOrder, Portal, Rect, Revision, Terrain, TerrainId,
};
pub use heuristic::{Estimator, Formula, FormulaError, FormulaFault, FormulaMistake, Heuristic};
pub use map::{Map, Reachability, RegionId, Regions, TileVersions, View, ViewMaking, WhatIf};
pub use named::{Named, joined};
pub use observer::{IgnoreReason, Observer, SearchEvent, Side};
pub use options::{
    Algorithm, CostLimit, CostRule, DecidingNumber, EndpointError, Guarantee, OptionChange,
    OptionError, OptionKey, OptionListError, ParentLink, ParentRule, PathQuery, PopKey, Refusal,
    ReopenRule, SearchOptions, StopRule, Support, TieBreak, Typed, UnreachablePolicy, ValueKind,
    Weight,
};
pub use outcome::{
    Finder, Limits, NoPathReason, Outcome, Plan, Planned, Progress, SearchStats, Solution, Status,
};
pub use path::{Path, PathFault, can_see, line_of_sight};
pub use planner::{Planner, nearest_cell, solve_many};
pub use search::{
    DStarLite, LifelongSearch, NodePool, OtherMap, PriorityRule, Reachable, Search, bucket_width,
    reachable_within, solve, solve_within,
};

/// The code in the README, compiled as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
