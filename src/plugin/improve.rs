//! Agents that may find a cheaper path since some cell became cheaper: they ask when nobody else does.

use std::collections::VecDeque;

use bevy::ecs::query::QueryData;
use bevy::prelude::*;

use super::question::Served;
use super::{FailReason, GridAgent, PathStack};
use crate::pathfinding::{Cell, Revision};

/// Who may find one, and has not looked since.
#[derive(Resource, Default)]
pub(super) struct MayImprove {
    /// What was searched on this revision or a later one is as cheap as can be.
    since: Revision,
    /// Whether agents that are not on the list may be among them.
    is_open: bool,
    agents: VecDeque<Entity>,
}

impl MayImprove {
    /// Some cell is cheaper since this revision. The agents are listed when there is time for the first of them.
    pub fn note(&mut self, revision: Revision) {
        self.since = revision;
        self.is_open = true;
    }

    /// The next agent, its goal, and how urgent that was. Without `all` only those that found no path.
    pub fn next(&mut self, agents: &Query<Served, With<GridAgent>>, all: bool) -> Option<(Entity, Cell, i8)> {
        let since = self.since;
        let wanted = |(agent, _, stack, failed, last): <Served as QueryData>::Item<'_, '_>| {
            let is_new = last.is_some_and(|last| last.revision >= since);
            let failed = failed.filter(|failed| may_end(failed.reason)).map(|failed| failed.goal);
            let goal = stack.and_then(PathStack::destination).filter(|_| all).or(failed).filter(|_| !is_new)?;
            Some((agent, goal, last.map_or(0, |last| last.priority)))
        };
        loop {
            while let Some(agent) = self.agents.pop_front() {
                if let Some(found) = agents.get(agent).ok().and_then(wanted) {
                    return Some(found);
                }
            }
            if !std::mem::take(&mut self.is_open) {
                return None;
            }
            let mut listed: Vec<Entity> = agents.iter().filter_map(wanted).map(|(agent, ..)| agent).collect();
            // Whatever the order in which they are stored.
            listed.sort_unstable();
            self.agents.extend(listed);
        }
    }
}

/// Whether a cheaper cell can make a path where there was none.
pub(super) const fn may_end(reason: FailReason) -> bool {
    matches!(
        reason,
        FailReason::Blocked
            | FailReason::Unreachable
            | FailReason::Stuck
            | FailReason::OverCostLimit
            | FailReason::NotInRegion
    )
}
