//! What most games use, in one line. `Rect` and other names that Bevy has too are not among it.
//!
//! ```
//! use bevy::prelude::*;
//! use bevy_gridwalk::prelude::*;
//! ```

pub use gridwalk_pathfinding::{AgentProfile, Algorithm, Cell, Grid, SearchOptions, UnreachablePolicy};

pub use super::{
    AgentCell, AgentKind, AgentName, AgentOptions, AgentOrder, AgentPriority, Arrived, CancelPath, CannotStand,
    EditGrid, EditRefused, FacePath, FailReason, GridAgent, GridLayout, MoveTo, MoveToNearest, NavGrid, PathFailed,
    PathFound, PathOnly, PathRequest, PathStack, PathfindingOptions, PathfindingPlugin, PathfindingSystems, Patrol,
    PlaceAgent, PlaceRefused, Planning, PlanningOptions, QueueWaypoint, Relocated, ReplaceGrid, TickBudget, Waypoints,
    WorldSpeed,
};
#[cfg(feature = "gizmos")]
pub use super::{GridGizmos, GridGizmosPlugin};
#[cfg(feature = "levels")]
pub use super::{LevelPlugin, OpenLevel};
