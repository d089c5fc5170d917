//! A finished search with its verdict, and the earlier ones on the level.

use core::time::Duration;
use std::sync::Arc;

use bevy::prelude::*;
use gridwalk_explain::verdict::Verdict;
use gridwalk_explain::{Timeline, Trace, compare};
use gridwalk_pathfinding::slices::for_each;
use gridwalk_pathfinding::{Grid, Outcome, SearchEvent};

use super::{Playback, Source, WatchQuery};
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

/// Searches on this level, oldest first.
#[derive(Resource, Default)]
pub struct Runs {
    /// The rows, at most [`Runs::MOST`].
    pub rows: Vec<Run>,
    /// Index of the row to which the watched search is compared.
    pub compared: Option<usize>,
}

impl Runs {
    /// Maximum number of rows.
    pub const MOST: usize = 40;
    /// Maximum memory of all recordings, in bytes.
    const MOST_BYTES: usize = 256 << 20;

    /// Adds a search that is not in the table.
    pub(super) fn note(&mut self, run: &Run, question: &mut WatchQuery) {
        if self.rows.iter().all(|row| !row.question.is(&run.question)) {
            self.add(run.clone(), question);
        }
    }

    /// Clears the table if the map is another one.
    ///
    /// A level that differs only in its options keeps the table, so that both can be compared.
    pub(super) fn forget_other_maps(&mut self, map: &Grid, playback: &mut Playback) {
        // The map of an agent with a kind has its own costs, so it cannot decide this.
        let plain = self.rows.iter().rev().find(|run| run.question.kind.is_none());
        if !plain.and_then(|run| run.question.grid.as_ref()).is_some_and(|old| old.is_same_map(map)) {
            *self = Self::default();
            playback.stops.retain(|stop| stop.cell().is_none());
        }
    }

    /// Adds a row and drops old rows beyond the limits.
    ///
    /// Of the searches along one drag, only the last is kept.
    fn add(&mut self, run: Run, question: &mut WatchQuery) {
        let last = self.rows.len().checked_sub(1);
        let along = run.dragged && last.is_some_and(|last| self.rows[last].dragged && self.compared != Some(last));
        if along {
            self.rows.pop();
        }
        self.rows.push(run);
        let bytes = |rows: &[Run]| rows.iter().map(|row| row.timeline.bytes() + row.costs.bytes()).sum::<usize>();
        while self.rows.len() > Self::MOST || (self.rows.len() > 1 && bytes(&self.rows) > Self::MOST_BYTES) {
            self.rows.remove(0);
            self.compared = self.compared.and_then(|number| number.checked_sub(1));
            if let Source::Run(number) = &mut question.source {
                *number = number.saturating_sub(1);
            }
        }
    }
}
