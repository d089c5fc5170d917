//! The goal fields of a planner: shared by queries for goals that are requested again and again.

use super::field_layers::{FieldLayers, FieldRules};
use super::{FieldMemory, GoalField};
use crate::fast::step_rules::Rules;
use crate::map::MapId;
use crate::{Cell, Cost, Map, PathQuery, SearchOptions, Status};

/// Cache of goal fields.
///
/// A goal gets a field once its searches have cost as much as building one; without edits, both
/// together cost at most twice the better of the two. A field grows as far as the starts lie, and
/// by a part of the rest with each query. It follows edits when the next query comes.
#[derive(Debug, Default)]
pub struct GoalFields {
    /// Goals of recent queries, the most recent first.
    demands: Vec<GoalDemand>,
    /// Layers and fields, the most recently used first.
    maps: Vec<MapFields>,
    memory: FieldMemory,
}

/// A map and the rules of moving on it.
#[derive(Clone, Debug)]
struct MapAndRules {
    map: MapId,
    rules: Rules,
}

#[derive(Debug)]
struct GoalDemand {
    on: MapAndRules,
    goal: Cell,
    /// Number of expansions that searches for the goal have taken.
    spent: u64,
}

/// The layers and fields of one map under one set of rules.
#[derive(Debug)]
struct MapFields {
    on: MapAndRules,
    layers: FieldLayers,
    /// Each goal with its field, the most recent request first.
    fields: Vec<(Cell, GoalField)>,
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

/// The maximum number of maps and rules with fields.
const MAX_GROUNDS: usize = 4;

/// The maximum number of cells of a map with fields: beginning one takes a millisecond or two.
const MAX_CELLS: usize = 1 << 20;

/// The maximum memory of the fields of one map, in bytes.
const MOST_BYTES: usize = 64 << 20;

/// Number of expansions of a field in the time of one expansion of a search.
const EXPANSIONS_PER_SEARCH_EXPANSION: u64 = 2;

/// Number of queries after which a field is complete at the latest.
const PARTS: u64 = 16;

impl MapAndRules {
    fn new(map: &Map, options: &SearchOptions) -> Self {
        Self {
            map: map.identity(),
            rules: Rules::of(options),
        }
    }

    fn is(&self, map: &Map, options: &SearchOptions) -> bool {
        map.is(&self.map) && self.rules == Rules::of(options)
    }
}

impl GoalFields {
    /// Returns `true` if searches for the goal have taken as long as building its field would.
    pub fn is_due(&self, map: &Map, query: &PathQuery) -> bool {
        let cells = map.grid().cell_count();
        let is_due = |demands: &GoalDemand| {
            demands
                .spent
                .saturating_mul(EXPANSIONS_PER_SEARCH_EXPANSION)
                >= cells as u64
        };
        cells <= MAX_CELLS
            && self
                .demand_index(map, query)
                .is_some_and(|at| is_due(&self.demands[at]))
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
        most: u64,
    ) -> (u64, Option<Status>) {
        let ground = ground_of(&mut self.maps, map, &query.options);
        ground.layers.catch_up(map);
        let grown = ground.advance(map, query, run, &mut self.memory, most);
        if let Some(at) = self.demand_index(map, query) {
            self.demands[..=at].rotate_right(1);
            if grown.is_none() {
                self.maps[0].fields.retain(|(goal, _)| *goal != query.goal);
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
        let MapFields { layers, fields, .. } = &self.maps[0];
        let field = &fields[0].1;
        field.trace(layers, query.start, &query.options.neighbours, cells);
        field.cost(query.start).unwrap_or(Cost::MAX)
    }

    fn demand_index(&self, map: &Map, query: &PathQuery) -> Option<usize> {
        self.demands
            .iter()
            .position(|demands| demands.goal == query.goal && demands.on.is(map, &query.options))
    }

    /// Adds the expansions of a search to the total of its goal.
    pub fn spend(&mut self, map: &Map, query: &PathQuery, expanded: u64) {
        let at = self.demand_index(map, query).unwrap_or_else(|| {
            self.demands.truncate(MAX_ASKED - 1);
            self.demands.push(GoalDemand {
                on: MapAndRules::new(map, &query.options),
                goal: query.goal,
                spent: 0,
            });
            self.demands.len() - 1
        });
        self.demands[..=at].rotate_right(1);
        self.demands[0].spent += expanded;
    }

    pub fn bytes(&self) -> usize {
        self.memory.bytes() + self.maps.iter().map(MapFields::bytes).sum::<usize>()
    }
}

/// Returns the layers and fields of a map, moved to the front; creates them if there are none.
fn ground_of<'a>(
    maps: &'a mut Vec<MapFields>,
    map: &Map,
    options: &SearchOptions,
) -> &'a mut MapFields {
    let at = maps
        .iter()
        .position(|ground| ground.on.is(map, options))
        .unwrap_or_else(|| {
            maps.retain(|ground| ground.on.map.strong_count() > 0);
            maps.truncate(MAX_GROUNDS - 1);
            maps.push(MapFields {
                on: MapAndRules::new(map, options),
                layers: FieldLayers::blank(map.grid(), FieldRules::of(options)),
                fields: Vec::new(),
            });
            maps.len() - 1
        });
    maps[..=at].rotate_right(1);
    &mut maps[0]
}

impl MapFields {
    /// Advances the field of a goal; returns the work done and the status.
    ///
    /// `None` if edits affect too much of the field, or its costs do not fit.
    fn advance(
        &mut self,
        map: &Map,
        query: &PathQuery,
        run: &mut FieldRun,
        memory: &mut FieldMemory,
        most: u64,
    ) -> Option<(u64, Status)> {
        let Self { layers, fields, .. } = self;
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

    fn bytes(&self) -> usize {
        self.layers.bytes()
            + self
                .fields
                .iter()
                .map(|(_, field)| field.bytes())
                .sum::<usize>()
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
