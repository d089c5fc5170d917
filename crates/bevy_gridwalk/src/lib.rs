//! Agents that walk on a grid, for any Bevy app: no window, no drawing, no upkeep.
//!
//! Add [`PathfindingPlugin`], insert a [`NavGrid`] (or let `LevelPlugin` load a level file), spawn [`GridAgent::at`], and
//! trigger a [`PathRequest`]. [The guide](guide) leads from the first agent to a saved game, and answers questions by
//! symptom.
//!
//! # Examples
//! ```no_run
//! use bevy::prelude::*;
//! use bevy_gridwalk::prelude::*;
//!
//! App::new()
//!     .add_plugins((DefaultPlugins, PathfindingPlugin::default()))
//!     .insert_resource(NavGrid::new(Grid::from_rows(&["...#...", ".#.#.#.", ".#...#."])))
//!     .add_systems(Startup, |mut commands: Commands| {
//!         let agent = commands.spawn(GridAgent::at(Cell::new(0, 0), 4.0)).id();
//!         commands.trigger(PathRequest::new(agent, Cell::new(6, 0)));
//!     })
//!     .add_observer(|arrived: On<Arrived>| println!("arrived at {}", arrived.cell))
//!     .run();
//! ```
//!
//! # Tasks
//!
//! | Task | With |
//! | --- | --- |
//! | Move an agent | trigger [`PathRequest`], or insert [`MoveTo`], [`MoveToNearest`] or [`Follow`]; [`QueueWaypoint`], [`Patrol`], [`CancelPath`] |
//! | Hear what happens | observe [`PathFound`], [`Arrived`], [`PathFailed`], [`Relocated`], or read them as messages |
//! | Edit the map | trigger [`EditGrid`] or [`ReplaceGrid`] |
//! | Use several maps | [`GridMap`] on an entity, [`OnMap`] on its agents; [`EditMap`], [`ReplaceMap`], [`MapLayout`] |
//! | Ask about the map | [`GridQueries`], [`NavGrid::can_stand`], and the [`kernel`] with [`NavGrid::map`] |
//! | Choose how agents move | [`PathfindingOptions`], [`AgentOptions`] and [`AgentKind`] |
//! | Keep agents off each other | [`InCrowd`], [`CrowdState`], [`ExactGoal`], [`Hold`]; [`Crowds`], [`CrowdOptions`] |
//! | Walk agents yourself | [`PathOnly`] and [`PathStack`] |
//! | Place cells in the world | [`GridLayout`] |
//! | Limit the time of a tick | [`PlanningOptions`] and [`TickBudget`] |
//! | Save and load | all components and resources are reflected, see [the guide](guide#saving) |
//! | See what the plugin knows | `GridGizmosPlugin`, [`TickDiagnostics`], [`Counters`], [`RequestQueue`] |
//!
//! | Feature | Brings |
//! | --- | --- |
//! | `levels` | `LevelPlugin`: level files as assets, followed while the game runs |
//! | `formats` | levels of every format: pictures and maps of Tiled and `LDtk`, too |
//! | `gizmos` | `GridGizmosPlugin`: what the plugin knows, drawn over any game |
//! | `log` | a line in the log for whatever is refused or fails |
//! | `multi_threaded` | Bevy's executor with several threads, for the game's own systems |
//!
//! # Invariants
//!
//! - Nothing depends on the frame rate. With a budget in expansions nothing depends on the machine either.
//! - Agents never walk a stale map: an edit sends those whose path it crosses back to planning at once.
//! - Requests wait until they are read, also while the sets of the plugin do not run.
//! - Nothing is dropped in silence: what cannot be done is a [`PathFailed`], [`PlaceRefused`] or [`EditRefused`].
//!
//! The plugin itself places the `Transform` of agents (between two fixed steps, for drawing), so that a game needs no
//! code of its own to see them walk; it never names a sprite. A `Transform` that the game moves is a teleport.
//!
//! # Later versions
//!
//! Enums and messages that will grow are `#[non_exhaustive]`. Structs of options grow too: build them with `..default()`
//! or with their `with_` functions, and a new field breaks nothing.
#![cfg_attr(docsrs, feature(doc_cfg))]

// The files:
//
// | In | There is |
// | --- | --- |
// | `agent.rs`, `path_stack.rs`, `layout.rs` | what an agent is and carries; where cells lie in the world |
// | `absence.rs` | agents that leave, and that are disabled for a while |
// | `messages.rs`, `request.rs`, `inbox.rs` | requests and answers; how requests come into the queue, and wait until then |
// | `queue.rs`, `members.rs` | the requests that wait, and their order |
// | `serve.rs`, `meter.rs`, `work.rs` | answers within the budget of a tick; a search that goes on in the next one |
// | `question.rs`, `planning.rs` | what is asked, once, and what was answered; what an agent carries meanwhile |
// | `nav_grid.rs` | the map as a resource |
// | `maps.rs`, `map_edits.rs` | maps on entities, and which one an agent is on; their edits, and the news of all maps |
// | `kinds.rs`, `learn_kinds.rs`, `agent_grid.rs` | the kinds of agents: a view of the map for those that search, and rules cell by cell |
// | `queries.rs`, `walker.rs`, `sight.rs` | questions of the game that are answered at once |
// | `drafts.rs` | legal paths to walk on while a request waits |
// | `pursuit.rs` | agents that follow an entity |
// | `on_map.rs`, `travel.rs` | the map of an agent, and agents that are taken to another one |
// | `apply_edits.rs` | edits and replacements of maps, kept until they are read, and applied |
// | `path_index.rs` | from tiles to the agents whose paths lead there: what an edit has to look at |
// | `replan.rs`, `improve.rs` | who asks again after an edit |
// | `follow.rs` | agents walk |
// | `in_crowd.rs`, `crowds.rs` | the components of agents that share a crowd; the crowds of all maps |
// | `crowd/` | the systems of crowds: who joins and leaves, orders, ticks, edits |
// | `place.rs` | between agents and their `Transform`: what the game did to it is read, and where they are is drawn |
// | `report.rs` | messages become events |
// | `guard.rs` | resources that the game takes away or makes invalid |
// | `log.rs` | lines in the log. Behind the feature `log` |
// | `gizmos.rs` | what the plugin knows, drawn. Behind the feature `gizmos` |
// | `level_asset.rs`, `level_update.rs` | level files as assets; their map and agents. Behind the feature `levels` |
// | `diagnostics.rs`, `schedule.rs` | what a tick costs, what is counted, and when the systems run |
// | `engine.rs`, `prelude.rs` | what the files use of Bevy every day; what games use of the plugin |

mod absence;
mod agent;
mod agent_grid;
mod apply_edits;
mod crowd;
mod crowds;
mod diagnostics;
mod drafts;
mod engine;
mod follow;
#[cfg(feature = "gizmos")]
mod gizmos;
mod guard;
mod improve;
mod in_crowd;
mod inbox;
mod kinds;
mod layout;
mod learn_kinds;
#[cfg(feature = "levels")]
mod level_asset;
#[cfg(feature = "levels")]
mod level_update;
#[cfg(feature = "log")]
mod log;
mod map_edits;
mod maps;
mod members;
mod messages;
mod meter;
mod nav_grid;
mod on_map;
mod path_index;
mod path_stack;
mod place;
mod planning;
pub mod prelude;
mod pursuit;
mod queries;
mod question;
mod queue;
mod replan;
mod report;
mod request;
mod schedule;
mod serve;
mod sight;
mod travel;
mod walker;
mod work;

use crate::engine::prelude::*;
use bevy_ecs::schedule::{InternedScheduleLabel, ScheduleLabel};

#[expect(clippy::doc_markdown, reason = "a page for people, in which products have their names")]
#[doc = include_str!("../docs/guide.md")]
pub mod guide {}

/// The crowd without Bevy: what [`Crowds::of`] returns.
#[doc(no_inline)]
pub use gridwalk_crowd as crowd_kernel;

/// The kernel: maps, searches and planners without Bevy.
///
/// Its types stand in the functions of this crate, so a game needs no dependency on it besides.
#[doc(no_inline)]
pub use gridwalk_pathfinding as kernel;
#[doc(no_inline)]
pub use gridwalk_pathfinding::{
    AgentProfile, Algorithm, Cell, Cost, CostLimit, DiagonalRule, EditError, Grid, GridChange, GridEdit, GridError,
    GridSize, Heuristic, KeepOffWalls, Map, Movement, NoPathReason, Path, PathQuery, Planner, Portal, Reachable, Rect,
    Refusal, Regions, Revision, SearchOptions, SearchStats, StepCosts, Terrain, TerrainId, TieBreak, UnreachablePolicy,
    line_of_sight, nearest_cell, reachable_within,
};

pub use agent::{
    AgentCell, AgentKind, AgentMotion, AgentName, AgentOptions, AgentOrder, AgentPriority, ArrivalRadius, FacePath,
    GridAgent, MoveTo, MoveToNearest, NearestOf, PathOnly, Patrol, Waypoints, WorldSpeed,
};
pub use agent_grid::AgentGrid;
pub use crowds::Crowds;
pub use diagnostics::{Counters, TickDiagnostics};
pub use follow::Arrived;
#[doc(hidden)]
pub use follow::{time_to_go, to_the_top};
#[cfg(feature = "gizmos")]
#[cfg_attr(docsrs, doc(cfg(feature = "gizmos")))]
pub use gizmos::{GridGizmos, GridGizmosPlugin};
pub use guard::LayoutRefused;
pub use in_crowd::{
    CrowdMember, CrowdMisfit, CrowdOptions, CrowdState, CrowdStateChanged, CrowdWalk, ExactGoal, Hold, InCrowd,
    UnderWall,
};
pub use layout::{GridLayout, MapLayout};
#[doc(hidden)]
pub use layout::{cell_at, position_of};
pub use learn_kinds::UnknownTerrain;
#[cfg(feature = "levels")]
#[cfg_attr(docsrs, doc(cfg(feature = "levels")))]
pub use level_asset::{
    ActiveLevel, LevelAsset, LevelError, LevelFilePlugin, LevelLoader, LevelPlugin, LevelRead, LevelSettings,
    LevelSystems, OpenLevel,
};
#[cfg(feature = "levels")]
#[doc(hidden)]
pub use level_update::LevelParts;
#[cfg(feature = "levels")]
#[cfg_attr(docsrs, doc(cfg(feature = "levels")))]
pub use level_update::{LevelOptions, LevelUpdate};
pub use map_edits::{EditMap, MapChanged, MapMissing, MapReplaced, ReplaceMap};
pub use maps::GridMap;
pub use messages::{
    CancelPath, CannotStand, FailReason, PathFailed, PathFound, PathRequest, PathfindingOptions, PlaceAgent, PlanCause,
    PlanningOptions, QueueWaypoint, TickBudget,
};
pub use meter::TickReport;
pub use nav_grid::{EditGrid, EditRefused, GridChanged, GridReplaced, NavGrid, ReplaceGrid};
pub use on_map::OnMap;
pub use path_stack::{PathStack, Step};
pub use place::PlaceRefused;
pub use planning::{Planning, goal_of};
pub use pursuit::Follow;
pub use queries::{GridQueries, PathPreview, QueryMemory, Reach, TriedEditError};
pub use question::LastSearch;
pub use queue::RequestQueue;
pub use replan::{Relocated, Replanned};
use schedule::PathfindingSchedule;
pub use schedule::PathfindingSystems;
pub use walker::Walker;

/// Requests, searches and walking, all in one schedule: `FixedUpdate`, unless another one is chosen.
///
/// # Examples
/// ```
/// use bevy::prelude::*;
/// use bevy_gridwalk::PathfindingPlugin;
/// App::new().add_plugins((MinimalPlugins, PathfindingPlugin::in_schedule(Update)));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct PathfindingPlugin {
    schedule: InternedScheduleLabel,
}

impl Default for PathfindingPlugin {
    fn default() -> Self {
        Self::in_schedule(FixedUpdate)
    }
}

impl PathfindingPlugin {
    /// All systems run in this schedule. In another one than `FixedUpdate` agents walk for as long as its
    /// `Res<Time>` says, so how they move depends on the frame rate.
    #[must_use]
    pub fn in_schedule(schedule: impl ScheduleLabel) -> Self {
        Self { schedule: schedule.intern() }
    }
}

impl Plugin for PathfindingPlugin {
    fn build(&self, app: &mut App) {
        use PathfindingSystems::{Accept, ApplyEdits, Follow, Plan, Report};
        let schedule = self.schedule;
        app.configure_sets(schedule, (ApplyEdits, Accept, Plan, Follow, Report).chain());
        app.insert_resource(PathfindingSchedule(schedule));
        guard::plugin(app, schedule);
        absence::plugin(app);
        apply_edits::plugin(app, schedule);
        replan::plugin(app, schedule);
        travel::plugin(app, schedule);
        place::plugin(app, schedule);
        request::plugin(app, schedule);
        serve::plugin(app, schedule);
        app.init_resource::<QueryMemory>().allow_ambiguous_resource::<QueryMemory>();
        follow::plugin(app, schedule);
        crowd::plugin(app, schedule);
        report::plugin(app, schedule);
        #[cfg(feature = "log")]
        log::plugin(app);
        diagnostics::plugin(app, schedule);
    }

    fn finish(&self, app: &mut App) {
        assert!(
            app.world().contains_resource::<Time>() && app.world().contains_resource::<Time<Fixed>>(),
            "PathfindingPlugin needs Bevy's TimePlugin: add it, or MinimalPlugins or DefaultPlugins, which have it"
        );
    }
}

/// The code in the README, compiled as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
