//! When the systems of the plugin run.

use crate::engine::prelude::*;
use bevy_ecs::schedule::{InternedScheduleLabel, ScheduleLabel};

/// One tick of the plugin, in order. Order your own systems against these sets.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PathfindingSystems {
    /// Levels and edits change the [`NavGrid`](super::NavGrid); agents are moved out of new walls.
    ApplyEdits,
    /// Requests are checked, and come into the queue unless their answer needs no search.
    Accept,
    /// Requests are answered within the budget: with path stacks or failures.
    Plan,
    /// Agents walk.
    Follow,
    /// What has happened is reported to observers: [`Arrived`](super::Arrived), [`PathFailed`](super::PathFailed) and
    /// the others are events in this order, as they are messages before.
    Report,
    /// Agents are drawn: their `Transform` is placed. With `FixedUpdate` it is in
    /// `RunFixedMainLoop`, so that agents are drawn between two ticks; otherwise it comes
    /// after `Follow`, in the same schedule.
    Draw,
}

/// In which schedule the plugin's systems are.
#[derive(Resource, Clone, Copy, Debug)]
pub(super) struct PathfindingSchedule(pub(super) InternedScheduleLabel);

impl PathfindingSchedule {
    /// Whether agents walk in fixed steps, so that they are drawn between two of them.
    pub(super) fn is_fixed(self) -> bool {
        self.0 == FixedUpdate.intern()
    }
}
