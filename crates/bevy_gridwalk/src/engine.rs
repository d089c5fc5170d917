//! Imports from Bevy's small crates, so that a server builds no renderer, and the schedule of the
//! plugin's systems.

use bevy_ecs::schedule::{InternedScheduleLabel, ScheduleLabel};
use prelude::*;

pub mod prelude {
    //! Re-exports of these crates' preludes.

    pub use bevy_app::prelude::*;
    pub use bevy_ecs::prelude::*;
    pub use bevy_math::prelude::*;
    pub use bevy_reflect::prelude::*;
    pub use bevy_time::prelude::*;
    pub use bevy_transform::prelude::*;
}

/// System sets of a tick, in order. Order your own systems against these sets.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PathfindingSystems {
    /// Levels and edits change the [`NavGrid`](super::NavGrid); agents inside new walls are moved.
    ApplyEdits,
    /// Requests are checked and queued, unless their answer needs no search.
    Accept,
    /// Requests are answered within the budget, with path stacks or failures.
    Plan,
    /// Agents walk.
    Follow,
    /// Events are reported to observers.
    ///
    /// [`Arrived`](super::Arrived), [`PathFailed`](super::PathFailed) and the others are triggered
    /// in this order; they are messages before.
    Report,
    /// Agents are drawn: their `Transform` is set.
    ///
    /// With `FixedUpdate`, this set is in `RunFixedMainLoop`, so that agents are drawn between two
    /// ticks. Otherwise it runs after `Follow` in the same schedule.
    Draw,
}

/// The schedule of the plugin's systems.
#[derive(Resource, Clone, Copy, Debug)]
pub(super) struct PathfindingSchedule(pub(super) InternedScheduleLabel);

impl PathfindingSchedule {
    /// Returns `true` if agents walk in fixed steps, so that they are drawn between two of them.
    pub(super) fn is_fixed(self) -> bool {
        self.0 == FixedUpdate.intern()
    }
}
