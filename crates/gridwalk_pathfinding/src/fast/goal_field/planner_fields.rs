//! The goal fields of a planner: shared by queries for goals that are requested again and again.

use super::field_layers::{FieldLayers, FieldRules};
use super::{FieldMemory, GoalField};
use crate::fast::step_rules::Rules;
use crate::map::MapId;
use crate::{Cell, Cost, Map, PathQuery, SearchOptions, Status};

/// Goal fields, one for each goal whose searches have taken as long as its field could.
///
/// Without edits that is in sum at most twice the time of the better of the two. A field grows as
/// far as the starts lie, and by a part of the rest with each query. It follows edits when the next
/// query comes.
#[derive(Debug, Default)]
pub struct GoalFields {
    /// Goals of recent queries, the most recent first.
    asked: Vec<Asked>,
    /// Layers and fields, the most recently used first.
    grounds: Vec<Ground>,
    memory: FieldMemory,
}

/// A map and the rules of moving on it.
#[derive(Clone, Debug)]
struct MapAndRules {
    map: MapId,
    rules: Rules,
}

#[derive(Debug)]
struct Asked {
    on: MapAndRules,
    goal: Cell,
    /// Number of expansions that searches for the goal have taken.
    spent: u64,
}

/// The layers and fields of one map under one set of rules.
#[derive(Debug)]
struct Ground {
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
    /// The rest of the part by which a query makes the field grow, once the answer is known.
    part: Option<u64>,
}

/// The maximum number of goals whose expansions are counted.
const MOST_ASKED: usize = 64;

/// The maximum number of maps and rules with fields.
const MOST_GROUNDS: usize = 4;

/// The maximum number of cells of a map with fields: beginning one takes a millisecond or two.
const MOST_CELLS: usize = 1 << 20;

/// The maximum memory of the fields of one map, in bytes.
const MOST_BYTES: usize = 64 << 20;

/// Number of expansions of a field in the time of one expansion of a search.
const AS_FAST: u64 = 2;

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
    /// Returns `true` if the goal has a field, or is due to have one now.
    pub fn is_due(&self, map: &Map, query: &PathQuery) -> bool {
        let cells = map.grid().cell_count();
        let is_due = |asked: &Asked| asked.spent.saturating_mul(AS_FAST) >= cells as u64;
        cells <= MOST_CELLS
            && self
                .asked_for(map, query)
                .is_some_and(|at| is_due(&self.asked[at]))
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
        let ground = ground_of(&mut self.grounds, map, &query.options);
        ground.layers.catch_up(map);
        let grown = ground.advance(map, query, run, &mut self.memory, most);
        if let Some(at) = self.asked_for(map, query) {
            self.asked[..=at].rotate_right(1);
            if grown.is_none() {
                self.grounds[0]
                    .fields
                    .retain(|(goal, _)| *goal != query.goal);
                self.asked[0].spent = 0;
            }
        }
        grown.map_or((0, None), |(taken, status)| (taken, Some(status)))
    }

    /// Writes the cells of a cheapest path in the field that was advanced last, and returns its
    /// cost.
    ///
    /// Of the options, the order of neighbours decides between several cheapest paths.
    pub fn trace(&self, query: &PathQuery, cells: &mut Vec<Cell>) -> Cost {
        let Ground { layers, fields, .. } = &self.grounds[0];
        let field = &fields[0].1;
        field.trace(layers, query.start, &query.options.neighbours, cells);
        field.cost(query.start).unwrap_or(Cost::MAX)
    }

    fn asked_for(&self, map: &Map, query: &PathQuery) -> Option<usize> {
        self.asked
            .iter()
            .position(|asked| asked.goal == query.goal && asked.on.is(map, &query.options))
    }

    /// Adds the expansions of a search to the total of its goal.
    pub fn spend(&mut self, map: &Map, query: &PathQuery, expanded: u64) {
        let at = self.asked_for(map, query).unwrap_or_else(|| {
            self.asked.truncate(MOST_ASKED - 1);
            self.asked.push(Asked {
                on: MapAndRules::new(map, &query.options),
                goal: query.goal,
                spent: 0,
            });
            self.asked.len() - 1
        });
        self.asked[..=at].rotate_right(1);
        self.asked[0].spent += expanded;
    }

    pub fn bytes(&self) -> usize {
        self.memory.bytes() + self.grounds.iter().map(Ground::bytes).sum::<usize>()
    }
}

/// Returns the layers and fields of a map, moved to the front; creates them if there are none.
fn ground_of<'a>(
    grounds: &'a mut Vec<Ground>,
    map: &Map,
    options: &SearchOptions,
) -> &'a mut Ground {
    let at = grounds
        .iter()
        .position(|ground| ground.on.is(map, options))
        .unwrap_or_else(|| {
            grounds.retain(|ground| ground.on.map.strong_count() > 0);
            grounds.truncate(MOST_GROUNDS - 1);
            grounds.push(Ground {
                on: MapAndRules::new(map, options),
                layers: FieldLayers::blank(map.grid(), FieldRules::of(options)),
                fields: Vec::new(),
            });
            grounds.len() - 1
        });
    grounds[..=at].rotate_right(1);
    &mut grounds[0]
}

impl Ground {
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
