//! Agents that walk on a grid, for any Bevy app: no window, no drawing, no upkeep.
//!
//! Add [`PathfindingPlugin`], insert a [`NavGrid`] (or let `LevelPlugin` load a level file), spawn
//! [`GridAgent::at`], and trigger a [`PathRequest`]. [The guide](guide) leads from the first agent
//! to a saved game, and answers questions by symptom.
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
//! - Nothing depends on the frame rate. With a budget in expansions nothing depends on the machine
//!   either.
//! - Agents never walk a stale map: an edit sends those whose path it crosses back to planning at
//!   once.
//! - Requests wait until they are read, also while the sets of the plugin do not run.
//! - Nothing is dropped in silence: what cannot be done is a [`PathFailed`], [`PlaceRefused`] or
//!   [`EditRefused`].
//!
//! The plugin itself places the `Transform` of agents (between two fixed steps, for drawing), so
//! that a game needs no code of its own to see them walk; it never names a sprite. A `Transform`
//! that the game moves is a teleport.
//!
//! # Later versions
//!
//! Enums and messages that will grow are `#[non_exhaustive]`. Structs of options grow too: build
//! them with `..default()` or with their `with_` functions, and a new field breaks nothing.
#![cfg_attr(docsrs, feature(doc_cfg))]

// The files and folders, each with what it uses above it:
//
// | In | There is |
// | --- | --- |
// | `engine.rs` | what the files use of Bevy every day, and when the systems run |
// | `layout.rs` | where cells lie in the world; the map that an agent is on |
// | `in_crowd.rs` | the components of agents that share a crowd |
// | `options.rs` | options of searches and of ticks; resources that the game takes away or makes invalid |
// | `messages.rs`, `inbox.rs` | requests and answers; how messages wait until they are read, and become events |
// | `agent.rs` | what an agent is and carries |
// | `map/` | the map as a resource; maps on entities, their edits and reports; kinds of agents, their views and rules |
// | `path/` | the path of an agent as a stack; from tiles to the agents whose paths lead there |
// | `crowds.rs` | the crowds of all maps |
// | `queries/` | questions of the game that are answered at once |
// | `planning/` | requests that wait, their order, and drafts to walk on; answers within the budget of a tick |
// | `debug/` | costs and counts of a tick, and lines in the log behind the feature `log`; drawing behind `gizmos` |
// | `walking/` | agents walk, follow their `Transform`, and leave: the game, or one map for another |
// | `requests/` | how requests come into the queue; agents that follow an entity |
// | `edits/` | edits and replacements of maps are kept, and applied; who asks again after an edit |
// | `crowd/` | the systems of crowds: who joins and leaves, orders, ticks, edits |
// | `level/` | level files as assets; their map and agents. Behind the feature `levels` |

mod agent;
mod crowd;
mod crowds;
mod debug;
mod edits;
mod engine;
mod in_crowd;
mod inbox;
mod layout;
#[cfg(feature = "levels")]
mod level;
mod map;
mod messages;
mod options;
mod path;
mod planning;
mod queries;
mod requests;
mod walking;

use crate::engine::prelude::*;
use bevy_ecs::schedule::{InternedScheduleLabel, ScheduleLabel};

#[expect(
    clippy::doc_markdown,
    reason = "a page for people, in which products have their names"
)]
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
    AgentProfile, Algorithm, Cell, Cost, CostLimit, DiagonalRule, EditError, Grid, GridChange,
    GridEdit, GridError, GridSize, Heuristic, KeepOffWalls, Map, Movement, NoPathReason, Path,
    PathQuery, Planner, Portal, Reachable, Rect, Refusal, Regions, Revision, SearchOptions,
    SearchStats, StepCosts, Terrain, TerrainId, TieBreak, UnreachablePolicy, line_of_sight,
    nearest_cell, reachable_within,
};

pub use agent::{
    AgentCell, AgentKind, AgentMotion, AgentName, AgentOptions, AgentOrder, AgentPriority,
    FacePath, GridAgent, MoveTo, MoveToNearest, NearestOf, PathOnly, Patrol, Waypoints, WorldSpeed,
};
pub use crowds::Crowds;
#[cfg(feature = "gizmos")]
#[cfg_attr(docsrs, doc(cfg(feature = "gizmos")))]
pub use debug::gizmos::{GridGizmos, GridGizmosPlugin};
pub use debug::{Counters, TickDiagnostics};
pub use edits::replan::Replanned;
use engine::PathfindingSchedule;
pub use engine::PathfindingSystems;
pub use in_crowd::{
    CrowdMember, CrowdMisfit, CrowdOptions, CrowdState, CrowdStateChanged, CrowdWalk, ExactGoal,
    Hold, InCrowd, UnderWall,
};
pub use layout::{GridLayout, MapLayout, OnMap};
#[doc(hidden)]
pub use layout::{cell_at, position_of};
#[cfg(feature = "levels")]
#[cfg_attr(docsrs, doc(cfg(feature = "levels")))]
pub use level::{
    ActiveLevel, LevelAsset, LevelError, LevelFilePlugin, LevelLoader, LevelOptions, LevelPlugin,
    LevelRead, LevelSettings, LevelSystems, LevelUpdate, OpenLevel,
};
pub use map::kinds::AgentGrid;
pub use map::maps::{
    EditMap, GridMap, MapChanged, MapMissing, MapReplaced, ReplaceMap, UnknownTerrain,
};
pub use map::{EditGrid, EditRefused, GridChanged, GridReplaced, NavGrid, ReplaceGrid};
pub use messages::{
    Arrived, CancelPath, CannotStand, FailReason, PathFailed, PathFound, PathRequest, PlaceAgent,
    PlaceRefused, PlanCause, QueueWaypoint, Relocated,
};
pub use options::{LayoutRefused, PathfindingOptions, PlanningOptions, TickBudget};
pub use path::{PathStack, PathStep};
pub use planning::budget::TickReport;
pub use planning::queue::RequestQueue;
pub use planning::queued::LastSearch;
pub use planning::{Planning, goal_of};
pub use queries::{GridQueries, PathPreview, QueryMemory, Reach, TriedEditError, Walker};
pub use requests::Follow;
pub use walking::ArrivalRadius;
#[doc(hidden)]
pub use walking::{time_to_go, to_the_top};

/// Requests, searches and walking, all in one schedule: `FixedUpdate`, unless another one is
/// chosen.
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
    /// All systems run in this schedule. In another one than `FixedUpdate` agents walk for as long
    /// as its `Res<Time>` says, so how they move depends on the frame rate.
    #[must_use]
    pub fn in_schedule(schedule: impl ScheduleLabel) -> Self {
        Self {
            schedule: schedule.intern(),
        }
    }
}

impl Plugin for PathfindingPlugin {
    fn build(&self, app: &mut App) {
        use PathfindingSystems::{Accept, ApplyEdits, Follow, Plan, Report};
        let schedule = self.schedule;
        app.configure_sets(schedule, (ApplyEdits, Accept, Plan, Follow, Report).chain());
        app.insert_resource(PathfindingSchedule(schedule));
        options::plugin(app, schedule);
        edits::plugin(app, schedule);
        edits::replan::plugin(app, schedule);
        walking::leaving::plugin(app, schedule);
        walking::place::plugin(app, schedule);
        requests::plugin(app, schedule);
        planning::serve::plugin(app, schedule);
        queries::plugin(app, schedule);
        walking::plugin(app, schedule);
        crowd::plugin(app, schedule);
        inbox::plugin(app, schedule);
        debug::plugin(app, schedule);
    }

    fn finish(&self, app: &mut App) {
        assert!(
            app.world().contains_resource::<Time>()
                && app.world().contains_resource::<Time<Fixed>>(),
            "PathfindingPlugin needs Bevy's TimePlugin: add it, or MinimalPlugins or DefaultPlugins, which have it"
        );
    }
}

pub mod prelude {
    //! The names that most games use, in one line. `Rect` and `Map`, which Bevy or its friends have
    //! too, are not among them.
    //!
    //! ```
    //! use bevy::prelude::*;
    //! use bevy_gridwalk::prelude::*;
    //! ```

    pub use gridwalk_pathfinding::{
        AgentProfile, Algorithm, Cell, DiagonalRule, Grid, GridEdit, KeepOffWalls, Movement,
        PathQuery, Planner, Portal, SearchOptions, Terrain, TerrainId, UnreachablePolicy,
    };

    #[cfg(feature = "levels")]
    pub use super::{ActiveLevel, LevelOptions, LevelPlugin, OpenLevel};
    pub use super::{
        AgentCell, AgentKind, AgentMotion, AgentName, AgentOptions, AgentOrder, AgentPriority,
        ArrivalRadius, Arrived, CancelPath, CannotStand, Counters, CrowdMember, CrowdOptions,
        CrowdState, CrowdStateChanged, CrowdWalk, Crowds, EditGrid, EditMap, EditRefused,
        ExactGoal, FacePath, FailReason, Follow, GridAgent, GridChanged, GridLayout, GridMap,
        GridQueries, GridReplaced, Hold, InCrowd, LastSearch, LayoutRefused, MapChanged, MapLayout,
        MapMissing, MapReplaced, MoveTo, MoveToNearest, NavGrid, OnMap, PathFailed, PathFound,
        PathOnly, PathRequest, PathStack, PathfindingOptions, PathfindingPlugin,
        PathfindingSystems, Patrol, PlaceAgent, PlaceRefused, Planning, PlanningOptions,
        QueueWaypoint, Relocated, ReplaceGrid, ReplaceMap, Replanned, RequestQueue, TickBudget,
        TickDiagnostics, UnderWall, UnknownTerrain, Walker, Waypoints, WorldSpeed,
    };
    #[cfg(feature = "gizmos")]
    pub use super::{GridGizmos, GridGizmosPlugin};
}

/// The code in the README, compiled as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
