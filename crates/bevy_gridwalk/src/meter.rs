//! The budget of a tick, and the part of it that is spent.

use std::time::Duration;

use crate::engine::prelude::*;
use bevy_platform::time::Instant;
use gridwalk_pathfinding::Progress;

use super::TickBudget;

/// The number of expansions after which another request is served, where not time but expansions count.
pub(super) const SLICE: u64 = 256;

/// The number of cells of a path that are copied and checked in the time of an expansion.
const CELLS_PER_WORK_UNIT: u64 = 4;

pub(super) const fn work_of_cells(cells: usize) -> u64 {
    cells as u64 / CELLS_PER_WORK_UNIT
}

/// The requests served in the newest tick.
#[derive(Reflect, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[reflect(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct TickReport {
    /// Expansions of all searches.
    pub expansions: u64,
    /// The part of a budget in expansions that was spent: the expansions, and one for each request that was served.
    pub charged: u64,
    /// Time spent on requests.
    pub time: Duration,
    /// Requests that were answered.
    pub answered: usize,
    /// Agents that were given a draft: a legal path to walk on until their request is answered.
    pub drafted: usize,
    /// Requests that still wait.
    pub waiting: usize,
}

/// The part of a tick's budget that is spent.
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
            // A budget of nothing still serves something, so that nobody waits for ever.
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

    /// The most expansions of the next slice; `None` if time limits it.
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

    /// The time since the tick began to serve requests.
    pub fn elapsed(&self) -> Duration {
        self.begun.elapsed()
    }
}
