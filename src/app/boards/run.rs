//! A finished search, with everything that panels and the map show of it.

use core::time::Duration;
use std::sync::Arc;

use gridwalk_explain::compare;
use gridwalk_explain::verdict::Verdict;
use gridwalk_explain::{Timeline, Trace};
use gridwalk_pathfinding::slices::for_each;
use gridwalk_pathfinding::{Outcome, SearchEvent};

use super::WatchQuery;
use crate::app::command::Heat;

/// A finished search.
#[derive(Clone)]
pub struct Run {
    /// The query.
    pub question: WatchQuery,
    /// The recorded events.
    pub timeline: Timeline,
    /// The outcome of the search.
    pub outcome: Outcome,
    /// Verdict of an independent reference.
    pub verdict: Arc<Verdict>,
    /// Whether start or goal were being dragged when the search was requested.
    pub dragged: bool,
    /// Duration of the search without recording; `None` for a trace.
    pub time: Option<Duration>,
    /// Memory of the nodes and the open list in bytes; `None` if unknown.
    pub memory: Option<usize>,
    /// Minimum and maximum of each number.
    pub ranges: Ranges,
    /// Costs of the cheapest paths from the start to each cell, and from each cell to the goal.
    pub costs: Arc<gridwalk_explain::ThroughCosts>,
    /// Total positions passed in a sorted open list after each expansion; empty for long searches.
    pub scanned: Arc<[u64]>,
}

impl Run {
    /// Returns the search in the form used for comparisons.
    #[must_use]
    pub fn board(&self) -> compare::Board<'_> {
        let Self { question, timeline, outcome, time, .. } = self;
        compare::Board { options: &question.query.options, timeline, outcome, time: time.unwrap_or_default() }
    }
}

/// Minimum and maximum of g, h, f and expansion order in a recording, for heat maps.
#[derive(Clone, Copy, Debug)]
pub struct Ranges {
    /// Ranges, indexed by heat map.
    numbers: [(u64, u64); Heat::ALL.len()],
    /// Whether some parent is not a neighbour, because of jumps, lines or portals.
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

    /// Returns the range of a heat map; the first number is never above the second.
    pub fn of(&self, heat: Heat) -> (u64, u64) {
        let (least, most) = self.numbers[heat as usize];
        (least.min(most), most)
    }
}
