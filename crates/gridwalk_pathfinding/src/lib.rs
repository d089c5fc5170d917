//! The kernel: grids, searches, a planner and queries. Knows no engine, no files, no clock, no file format and no
//! language.
//!
//! A [`PathQuery`] is the question; [`solve`] answers it by a named algorithm, and a [`Planner`] by whatever is fastest,
//! on a [`Map`] that may change at any moment.
//!
//! # The map of the crate
//!
//! | In | There is |
//! | --- | --- |
//! | `cost.rs`, `named.rs` | exact integer costs; values that have names |
//! | [`slices`] | long work that lets others have their turn, and can be cancelled |
//! | `grid` | cells, terrain, edits, movement rules, portals, agent profiles |
//! | `map` | a grid and what is derived from it, kept true by each edit: walkable cells as bits, the ends of straight jumps, region labels, tile versions, snapshots, views of agents, and a copy to try edits on |
//! | `formula`, `heuristic.rs` | estimates, those that users type among them |
//! | `options` | the algorithms, their options, what each promises and which options it supports |
//! | `path.rs`, `path_query.rs` | the answer and the question of every search |
//! | [`referee`] | the rules of moving, written a second time; [`Path::validate`] goes by them |
//! | `outcome.rs`, `observer.rs` | what a search counts and answers, and the events that an observer sees |
//! | `fast` | what the planner chooses from: the lazy jump graph with block-based jump point search beneath, canonical A\*, and [`GoalField`]s, which agents with common goals share |
//! | `search` | the searches by name, those of `fast` among them: observable, step by step, with options and defined ties |
//! | `planner` | chooses what answers a question, in pieces of a budget |
//! | `query.rs`, `many.rs` | questions that games ask of the planner: reachable, nearest, sealed by an edit; and many questions on many threads |
//! | `reflect.rs` | Bevy's reflection; see below |
//!
//! The rows stand in the order of their floors: each uses those above it, and `tests/architecture` of the workspace
//! keeps it so. `reflect.rs` alone names Bevy, behind the feature `reflect`, because only the crate of a type may
//! describe it.
//!
//! # Invariants
//!
//! - A [`Grid`] changes only through [`GridEdit`]; each change raises its revision. A [`Map`] has no edit of its own, as
//!   all else that it holds follows from its grid.
//! - A [`Terrain`] is what it costs; how it looks is nothing that is known here.
//! - What a [`Map`] derives from its grid equals what is made from scratch, after any edits; an edit costs what it
//!   changes, never what the map is large.
//! - An observer cannot influence a search: same path, same counts, watched or not.
//! - The same input gives the same path and the same number of expansions on every machine.
//!
//! Jump graphs and fields of goals belong to a [`Planner`], not to the [`Map`]: they look at its tile versions when they
//! are asked, so that an edit costs nothing for what is not asked for any more, and a map can be read by many threads,
//! each with a planner of its own.
//!
//! # Versions
//!
//! Errors of option lists and conflicts of the referee are `#[non_exhaustive]`: their texts serve a program that does not
//! know one. Other errors, reasons, events and outcomes are exhaustive on purpose, because a game, a lesson or a
//! translation must say something to each of them. A new variant of one of these raises the minor version before 1.0, the
//! major one after.
#![cfg_attr(docsrs, feature(doc_cfg))]

mod cost;
mod fast;
mod formula;
mod grid;
mod heuristic;
mod line;
mod many;
mod map;
mod named;
mod observer;
mod options;
mod outcome;
mod path;
mod path_query;
mod planner;
mod query;
pub mod referee;
#[cfg(feature = "reflect")]
mod reflect;
mod search;
#[cfg(feature = "serde")]
mod serialize;
pub mod slices;

pub use cost::{Cost, StepCosts};
pub use fast::{CostsAround, FieldLayers, FieldMemory, FieldRules, GoalField, bucket_width, jump_turn};
pub use formula::{Formula, FormulaError, FormulaFault, FormulaMistake};
pub use grid::{
    AgentProfile, AgentRules, Cell, CellChange, CellIndex, DiagonalRule, Direction, DirectionSet, EditError, Grid,
    GridChange, GridEdit, GridError, GridSize, KeepOffWalls, Movement, NeighborOrder, Portal, Rect, Revision, Terrain,
    TerrainId,
};
pub use heuristic::{Estimator, Heuristic};
pub use line::{can_see, line_of_sight};
pub use many::solve_many;
pub use map::{Map, Reachability, RegionId, Regions, TileVersions, View, ViewMaking, WhatIf};
pub use named::{Named, joined};
pub use observer::{IgnoreReason, Observer, SearchEvent, Side};
pub use options::{
    Algorithm, CostLimit, CostRule, DecidingNumber, EndpointError, Guarantee, OptionChange, OptionError, OptionKey,
    OptionListError, ParentLink, ParentRule, PopKey, Refusal, ReopenRule, SearchOptions, StopRule, Support, TieBreak,
    Typed, ValueKind, Weight,
};
pub use outcome::{Limits, NoPathReason, Outcome, SearchStats, Solution, Status};
pub use path::{Path, PathFault};
pub use path_query::{PathQuery, UnreachablePolicy};
pub use planner::{Finder, Plan, Planned, Planner, Progress, nearest_cell};
pub use search::{
    DStarLite, LifelongSearch, MapChanged, NodePool, PriorityRule, Reachable, Search, reachable_within, solve,
    solve_within,
};

/// The code in the README, compiled as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
