//! Agents that walk on a grid, for any Bevy app: no window, no drawing, no upkeep.
//!
//! Add [`PathfindingPlugin`], fill [`NavGrid`] (or let [`LevelPlugin`] load a level file), spawn
//! something with [`GridAgent::at`], and give it a [`MoveTo`]. The plugin searches on the task pool,
//! puts a [`PathStack`] on the agent, walks it, moves its `Transform`, and says [`Arrived`]
//! or [`PathFailed`]. Edits go in as [`EditGrid`] messages; agents whose way they cross are
//! planned again without a call.

mod agent;
mod fail_reason;
mod follow;
mod layout;
mod level_asset;
mod messages;
mod nav_grid;
mod replan;
mod request;

use bevy::prelude::*;

pub use agent::{AgentCell, AgentKind, AgentMotion, AgentName, GridAgent, MoveTo, Patrol, Waypoints};
pub use fail_reason::FailReason;
pub use follow::{Arrived, PathStack, Step, time_to_go};
pub use layout::GridLayout;
pub use level_asset::{
    ActiveLevel, LevelAsset, LevelError, LevelLoader, LevelPlugin, LevelSystems, OpenLevel, ShowLevel,
};
pub use messages::{CancelPath, PathFailed, PathFound, PathRequest, PathfindingSettings, PlanCause, QueueWaypoint};
pub use nav_grid::{EditGrid, GridChanged, GridReplaced, NavGrid, ReplaceGrid};
pub use replan::{Relocated, Replanned};
pub use request::{LastSearch, Planning};

/// One tick of the plugin, in order. Order your own systems against these sets.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PathfindingSystems {
    /// Levels and edits change the [`NavGrid`]; agents are moved out of new walls.
    ApplyEdits,
    /// Requests are checked and searches begin.
    Accept,
    /// Finished searches become path stacks or failures.
    Plan,
    /// Agents walk.
    Follow,
}

/// Requests, searches and walking, all in `FixedUpdate`.
#[derive(Default)]
pub struct PathfindingPlugin;

impl Plugin for PathfindingPlugin {
    fn build(&self, app: &mut App) {
        use PathfindingSystems::{Accept, ApplyEdits, Follow, Plan};
        app.configure_sets(FixedUpdate, (ApplyEdits, Accept, Plan, Follow).chain());
        app.init_resource::<GridLayout>();
        nav_grid::plugin(app);
        replan::plugin(app);
        request::plugin(app);
        follow::plugin(app);
    }
}
