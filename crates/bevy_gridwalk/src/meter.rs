//! The budget of a tick, and how much of it is spent.

use std::time::Duration;

use crate::engine::prelude::*;
use bevy_platform::time::Instant;
use gridwalk_pathfinding::Progress;

use super::TickBudget;

/// Expansions after which another request is served, if expansions limit the tick instead of time.
pub(super) const SLICE: u64 = 256;

/// Number of cells of a path that can be copied and checked in the time of an expansion.
const CELLS_PER_WORK_UNIT: u64 = 4;

pub(super) const fn work_of_cells(cells: usize) -> u64 {
    cells as u64 / CELLS_PER_WORK_UNIT
}

/// Statistics of the requests served in the newest tick.
#[derive(Reflect, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[reflect(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct TickReport {
    /// Expansions of all searches.
    pub expansions: u64,
    /// Spent budget, if it counts expansions: the expansions, plus one for each request served.
    pub charged: u64,
    /// Time spent on requests.
    pub time: Duration,
    /// Number of requests that were answered.
    pub answered: usize,
    /// Number of agents that received a draft: a legal path to walk until their request is answered.
    pub drafted: usize,
    /// Number of requests that still wait.
    pub waiting: usize,
}

/// The budget of a tick, and how much of it is spent.
pub(super) struct Meter {
    budget: TickBudget,
    begun: Instant,
    pub report: TickReport,
}

impl Meter {
    pub fn new(budget: TickBudget) -> Self {
        Self { budget, begun: Instant::now(), report: TickReport::default() }
    }

    pub fn is_spent(&self) -> bool {
        match self.budget {
            // Even with a budget of zero something is served, so that no agent waits forever.
            TickBudget::Time(most) => self.report.charged > 0 && self.begun.elapsed() >= most,
            TickBudget::Expansions(most) => self.report.charged >= most.max(1),
        }
    }

    /// Returns `true` when drafts have taken their half of the budget.
    pub fn is_half_spent(&self) -> bool {
        match self.budget {
            TickBudget::Time(most) => self.begun.elapsed() >= most / 2,
            TickBudget::Expansions(most) => self.report.charged >= most.div_ceil(2),
        }
    }

    /// Returns the maximum number of expansions of the next slice; `None` if time is the limit.
    pub fn slice(&self) -> Option<u64> {
        match self.budget {
            TickBudget::Time(_) => None,
            TickBudget::Expansions(most) => Some(SLICE.min(most.saturating_sub(self.report.charged).max(1))),
        }
    }

    pub const fn charge(&mut self, Progress { work, expanded, .. }: Progress) {
        self.report.charged += work;
        self.report.expansions += expanded;
    }

    /// Returns the time since the tick began to serve requests.
    pub fn elapsed(&self) -> Duration {
        self.begun.elapsed()
    }
}
