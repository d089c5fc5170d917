//! The names that most games use, in one line. `Rect` and `Map`, which Bevy or its friends have
//! too, are not among them.
//!
//! ```
//! use bevy::prelude::*;
//! use bevy_gridwalk::prelude::*;
//! ```

pub use gridwalk_pathfinding::{
    AgentProfile, Algorithm, Cell, DiagonalRule, Grid, GridEdit, KeepOffWalls, Movement, PathQuery,
    Planner, Portal, SearchOptions, Terrain, TerrainId, UnreachablePolicy,
};

#[cfg(feature = "levels")]
pub use super::{ActiveLevel, LevelOptions, LevelPlugin, OpenLevel};
pub use super::{
    AgentCell, AgentKind, AgentMotion, AgentName, AgentOptions, AgentOrder, AgentPriority,
    ArrivalRadius, Arrived, CancelPath, CannotStand, Counters, CrowdMember, CrowdOptions,
    CrowdState, CrowdStateChanged, CrowdWalk, Crowds, EditGrid, EditMap, EditRefused, ExactGoal,
    FacePath, FailReason, Follow, GridAgent, GridChanged, GridLayout, GridMap, GridQueries,
    GridReplaced, Hold, InCrowd, LastSearch, LayoutRefused, MapChanged, MapLayout, MapMissing,
    MapReplaced, MoveTo, MoveToNearest, NavGrid, OnMap, PathFailed, PathFound, PathOnly,
    PathRequest, PathStack, PathfindingOptions, PathfindingPlugin, PathfindingSystems, Patrol,
    PlaceAgent, PlaceRefused, Planning, PlanningOptions, QueueWaypoint, Relocated, ReplaceGrid,
    ReplaceMap, Replanned, RequestQueue, TickBudget, TickDiagnostics, UnderWall, UnknownTerrain,
    Walker, Waypoints, WorldSpeed,
};
#[cfg(feature = "gizmos")]
pub use super::{GridGizmos, GridGizmosPlugin};
