//! One finished search, with everything that panels and map show of it.

use core::time::Duration;
use std::sync::Arc;

use gridwalk_explain::compare;
use gridwalk_explain::verdict::Verdict;
use gridwalk_explain::{Timeline, Trace};
use gridwalk_pathfinding::slices::for_each;
use gridwalk_pathfinding::{Outcome, SearchEvent};

use super::WatchQuery;
use crate::app::command::Heat;

/// One finished search.
#[derive(Clone)]
pub struct Run {
    /// What was asked.
    pub question: WatchQuery,
    /// Everything that happened.
    pub timeline: Timeline,
    /// The answer.
    pub outcome: Outcome,
    /// What an independent reference says of it.
    pub verdict: Arc<Verdict>,
    /// Whether start or goal were being dragged when it was asked for.
    pub dragged: bool,
    /// The search alone, unwatched; of a trace it is not known.
    pub time: Option<Duration>,
    /// Bytes of its nodes and of its open list; `None` where they are not known.
    pub memory: Option<usize>,
    /// The least and the most of each number.
    pub ranges: Ranges,
    /// What the cheapest paths cost, from the start to each cell and from there to the goal.
    pub costs: Arc<gridwalk_explain::ThroughCosts>,
    /// How many positions a sorted open list would have passed, after each expansion; empty for long searches.
    pub scanned: Arc<[u64]>,
}

impl Run {
    /// The search as it is compared with others.
    #[must_use]
    pub fn board(&self) -> compare::Board<'_> {
        let Self { question, timeline, outcome, time, .. } = self;
        compare::Board { options: &question.query.options, timeline, outcome, time: time.unwrap_or_default() }
    }
}

/// The least and the most of g, h, f and order in a recording, for heat maps.
#[derive(Clone, Copy, Debug)]
pub struct Ranges {
    /// By heat map.
    numbers: [(u64, u64); Heat::ALL.len()],
    /// Whether some parent is no neighbour: jumps, lines and portals.
    pub jumps: bool,
}

impl Ranges {
    pub(super) async fn new(trace: &Trace) -> Self {
        let mut ranges = Self { numbers: [(u64::MAX, 0); Heat::ALL.len()], jumps: false };
        let mut expanded = 0;
        for_each(trace.events(), |event| match event {
            SearchEvent::Generated { cell, parent, g, h, .. } | SearchEvent::Relaxed { cell, parent, g, h, .. } => {
                ranges.jumps |= cell != parent && !cell.is_neighbor_of(parent);
                for (heat, cost) in [(Heat::G, g), (Heat::H, h), (Heat::F, g.saturating_add(h))] {
                    let (least, most) = &mut ranges.numbers[heat as usize];
                    (*least, *most) = (cost.0.min(*least), cost.0.max(*most));
                }
            }
            SearchEvent::Expanded { .. } => expanded += 1,
            _ => {}
        })
        .await;
        ranges.numbers[Heat::Order as usize] = (1, expanded.max(1));
        ranges
    }

    /// The range of what a heat map shows; the first is never above the second.
    pub fn of(&self, heat: Heat) -> (u64, u64) {
        let (least, most) = self.numbers[heat as usize];
        (least.min(most), most)
    }
}
