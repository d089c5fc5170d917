//! The goal fields that canonical A* keeps on a map: shared by queries for goals that are requested
//! again and again.

use super::field_layers::{FieldLayers, FieldRules};
use super::{FieldMemory, GoalField};
use crate::{Cell, Cost, Map, PathQuery, Status};

/// Cache of the goal fields of one map under one set of rules.
///
/// A goal gets a field once its searches have cost as much as building one; without edits, both
/// together cost at most twice the better of the two. A field grows as far as the starts lie, and
/// by a part of the rest with each query. It follows edits when the next query comes.
#[derive(Debug, Default)]
pub struct GoalFields {
    /// Goals of recent queries, the most recent first.
    demands: Vec<GoalDemand>,
    /// Made for the first field.
    layers: Option<FieldLayers>,
    /// Each goal with its field, the most recent request first.
    fields: Vec<(Cell, GoalField)>,
}

#[derive(Debug)]
struct GoalDemand {
    goal: Cell,
    /// Number of expansions that searches for the goal have taken.
    spent: u64,
}

/// A suspended query to a field.
#[derive(Clone, Copy, Debug, Default)]
pub struct FieldRun {
    /// Number of expansions that have made the field grow.
    pub expanded: u64,
    /// Work still to be done on the field after the cost is known; `None` before that.
    part: Option<u64>,
}

/// The maximum number of goals whose expansions are counted.
const MAX_ASKED: usize = 64;

/// The maximum number of cells of a map with fields: beginning one takes a millisecond or two.
const MAX_CELLS: usize = 1 << 20;

/// The maximum memory of the fields of one map, in bytes.
const MOST_BYTES: usize = 64 << 20;

/// Number of expansions of a field in the time of one expansion of a search.
const EXPANSIONS_PER_SEARCH_EXPANSION: u64 = 2;

/// Number of queries after which a field is complete at the latest.
const PARTS: u64 = 16;

/// A copy, which is made for another thread, has no fields: they take much memory.
impl Clone for GoalFields {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl GoalFields {
    /// Returns `true` if searches for the goal have taken as long as building its field would.
    pub fn is_due(&self, map: &Map, goal: Cell) -> bool {
        let cells = map.grid().cell_count();
        let spent = self
            .demand_index(goal)
            .map_or(0, |at| self.demands[at].spent);
        cells <= MAX_CELLS && spent.saturating_mul(EXPANSIONS_PER_SEARCH_EXPANSION) >= cells as u64
    }

    /// Advances the field of a goal that is due, until the cost from the start is known.
    ///
    /// Does at most `most` units of work; returns the units used and the status. No status means
    /// that the goal has no field for now: edits affect too much of it, or its costs do not fit.
    pub fn advance(
        &mut self,
        map: &Map,
        query: &PathQuery,
        run: &mut FieldRun,
        memory: &mut FieldMemory,
        most: u64,
    ) -> (u64, Option<Status>) {
        let grown = self.grow(map, query, run, memory, most);
        if let Some(at) = self.demand_index(query.goal) {
            self.demands[..=at].rotate_right(1);
            if grown.is_none() {
                self.fields.retain(|(goal, _)| *goal != query.goal);
                self.demands[0].spent = 0;
            }
        }
        grown.map_or((0, None), |(taken, status)| (taken, Some(status)))
    }

    /// Writes the cells of a cheapest path in the field that was advanced last, and returns its
    /// cost.
    ///
    /// The order of neighbours, alone of the options, decides between several cheapest paths.
    pub fn trace(&self, query: &PathQuery, cells: &mut Vec<Cell>) -> Cost {
        let (field, layers) = (&self.fields[0].1, self.layers.as_ref());
        let layers = layers.expect("they are made before fields");
        field.trace(layers, query.start, &query.options.neighbours, cells);
        field.cost(query.start).unwrap_or(Cost::MAX)
    }

    fn demand_index(&self, goal: Cell) -> Option<usize> {
        self.demands.iter().position(|demand| demand.goal == goal)
    }

    /// Adds the expansions of a search to the total of its goal.
    pub fn spend(&mut self, goal: Cell, expanded: u64) {
        let at = self.demand_index(goal).unwrap_or_else(|| {
            self.demands.truncate(MAX_ASKED - 1);
            self.demands.push(GoalDemand { goal, spent: 0 });
            self.demands.len() - 1
        });
        self.demands[..=at].rotate_right(1);
        self.demands[0].spent += expanded;
    }

    /// Advances the field of a goal; returns the work done and the status.
    ///
    /// `None` if edits affect too much of the field, or its costs do not fit.
    fn grow(
        &mut self,
        map: &Map,
        query: &PathQuery,
        run: &mut FieldRun,
        memory: &mut FieldMemory,
        most: u64,
    ) -> Option<(u64, Status)> {
        let Self { layers, fields, .. } = self;
        let new = || FieldLayers::blank(map.grid(), FieldRules::of(&query.options));
        let layers = layers.get_or_insert_with(new);
        layers.catch_up(map);
        let (mut taken, is_complete) = layers.advance(map.grid(), most);
        if !is_complete {
            return Some((taken, Status::Running));
        }
        let field = match fields.iter().position(|(goal, _)| *goal == query.goal) {
            Some(at) => {
                fields[..=at].rotate_right(1);
                &mut fields[0].1
            }
            None => begin(layers, fields, query.goal)?,
        };
        if field.is_outdated(layers) {
            return None;
        }
        let left = |taken: u64| most.saturating_sub(taken);
        let done = field.run(layers, memory, layers.place(query.start), left(taken));
        (taken, run.expanded) = (taken + done.work, run.expanded + done.expanded);
        let is_known = field.is_known(layers, query.start);
        if is_known {
            let part = run
                .part
                .get_or_insert(map.grid().cell_count() as u64 / PARTS);
            let grown = field.run(layers, memory, None, (*part).min(left(taken)));
            (taken, run.expanded) = (taken + grown.work, run.expanded + grown.expanded);
            *part = if field.is_current(layers) {
                0
            } else {
                part.saturating_sub(grown.work)
            };
        }
        if field.is_cut() {
            return None;
        }
        let status = match field.cost(query.start) {
            _ if run.part != Some(0) => Status::Running,
            None => Status::Exhausted,
            Some(_) => Status::Found,
        };
        Some((taken, status))
    }

    pub fn bytes(&self) -> usize {
        let fields = self.fields.iter().map(|(_, field)| field.bytes());
        self.layers.as_ref().map_or(0, FieldLayers::bytes) + fields.sum::<usize>()
    }
}

/// Inserts the field of a goal that has none at the front; `None` for a goal outside the map.
fn begin<'a>(
    layers: &FieldLayers,
    fields: &'a mut Vec<(Cell, GoalField)>,
    goal: Cell,
) -> Option<&'a mut GoalField> {
    let field = GoalField::new(layers, &[goal]).ok()?;
    fields.truncate(MOST_BYTES / field.bytes() - 1);
    fields.insert(0, (goal, field));
    Some(&mut fields[0].1)
}
