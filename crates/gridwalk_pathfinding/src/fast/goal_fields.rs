//! The goal fields of a planner: shared by queries for goals that are requested again and again.

use std::sync::Weak;

use super::field_layers::{FieldLayers, FieldRules};
use super::goal_field::{FieldMemory, GoalField};
use super::step_patterns::Rules;
use crate::{Cell, Cost, Map, PathQuery, SearchOptions, Status};

/// Goal fields. A goal has one as soon as the searches for it have taken as long as its field could: without edits
/// that is in sum at most twice the time of the better of the two.
///
/// A field grows as far as the starts lie, and with each query a part of the rest. It follows edits when the next query
/// comes.
#[derive(Debug, Default)]
pub struct GoalFields {
    /// The goal asked for last comes first.
    asked: Vec<Asked>,
    /// The one used last comes first.
    grounds: Vec<Ground>,
    memory: FieldMemory,
}

/// On which map, by which rules.
#[derive(Clone, Debug)]
struct MapAndRules {
    map: Weak<()>,
    rules: Rules,
}

#[derive(Debug)]
struct Asked {
    on: MapAndRules,
    goal: Cell,
    /// How many expansions searches for it have taken.
    spent: u64,
}

/// The fields on one map.
#[derive(Debug)]
struct Ground {
    on: MapAndRules,
    layers: FieldLayers,
    /// Each with its goal, the most recent request first.
    fields: Vec<(Cell, GoalField)>,
}

/// A question to a field, between two pieces of work.
#[derive(Clone, Copy, Debug, Default)]
pub struct FieldRun {
    /// How many expansions have made the field grow.
    pub expanded: u64,
    /// What is left of the part by which it grows with each question, once the answer is known.
    part: Option<u64>,
}

/// Of so many goals it is known what they have taken.
const MOST_ASKED: usize = 64;

/// So many maps and rules have fields.
const MOST_GROUNDS: usize = 4;

/// Maps of more cells have none: one begins in a millisecond or two.
const MOST_CELLS: usize = 1 << 20;

/// The fields of one map take no more bytes.
const MOST_BYTES: usize = 64 << 20;

/// A field makes so many expansions in the time that a search takes for one.
const AS_FAST: u64 = 2;

/// After so many questions a field is over at the latest.
const PARTS: u64 = 16;

impl MapAndRules {
    fn new(map: &Map, options: &SearchOptions) -> Self {
        Self { map: map.identity(), rules: Rules::of(options) }
    }

    fn is(&self, map: &Map, options: &SearchOptions) -> bool {
        map.is(&self.map) && self.rules == Rules::of(options)
    }
}

impl GoalFields {
    /// Whether the goal has a field, or is due to have one now.
    pub fn is_due(&self, map: &Map, query: &PathQuery) -> bool {
        let cells = map.grid().cell_count();
        let is_due = |asked: &Asked| asked.spent.saturating_mul(AS_FAST) >= cells as u64;
        cells <= MOST_CELLS && self.asked_for(map, query).is_some_and(|at| is_due(&self.asked[at]))
    }

    /// Goes on with the field of a goal that is due to have one, until what is left from the start is known, with at most
    /// so much work: how much it was, and how far it has come. No status means that there is no field for now: edits
    /// concern too much of it.
    pub fn advance(&mut self, map: &Map, query: &PathQuery, run: &mut FieldRun, most: u64) -> (u64, Option<Status>) {
        let ground = ground_of(&mut self.grounds, map, &query.options);
        ground.layers.catch_up(map);
        let grown = ground.advance(map, query, run, &mut self.memory, most);
        if let Some(at) = self.asked_for(map, query) {
            self.asked[..=at].rotate_right(1);
            if grown.is_none() {
                self.grounds[0].fields.retain(|(goal, _)| *goal != query.goal);
                self.asked[0].spent = 0;
            }
        }
        grown.map_or((0, None), |(taken, status)| (taken, Some(status)))
    }

    /// Writes the cells of a cheapest path, which the field that was advanced last has found, and says what it costs.
    ///
    /// Of the options, the order of neighbours decides between several cheapest paths.
    pub fn trace(&self, query: &PathQuery, cells: &mut Vec<Cell>) -> Cost {
        let Ground { layers, fields, .. } = &self.grounds[0];
        let field = &fields[0].1;
        field.trace(layers, query.start, &query.options.neighbours, cells);
        field.cost(query.start).unwrap_or(Cost::MAX)
    }

    fn asked_for(&self, map: &Map, query: &PathQuery) -> Option<usize> {
        self.asked.iter().position(|asked| asked.goal == query.goal && asked.on.is(map, &query.options))
    }

    /// Counts the expansions of a search for a goal.
    pub fn spend(&mut self, map: &Map, query: &PathQuery, expanded: u64) {
        let at = self.asked_for(map, query).unwrap_or_else(|| {
            self.asked.truncate(MOST_ASKED - 1);
            self.asked.push(Asked { on: MapAndRules::new(map, &query.options), goal: query.goal, spent: 0 });
            self.asked.len() - 1
        });
        self.asked[..=at].rotate_right(1);
        self.asked[0].spent += expanded;
    }

    pub fn bytes(&self) -> usize {
        self.memory.bytes() + self.grounds.iter().map(Ground::bytes).sum::<usize>()
    }
}

/// What fields on this map grow on, the first one afterwards.
fn ground_of<'a>(grounds: &'a mut Vec<Ground>, map: &Map, options: &SearchOptions) -> &'a mut Ground {
    let at = grounds.iter().position(|ground| ground.on.is(map, options)).unwrap_or_else(|| {
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
    /// Advances the field of a goal; returns the work done and how far it has come. `None` if edits concern too much of
    /// the field, or its costs do not fit.
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
            let part = run.part.get_or_insert(map.grid().cell_count() as u64 / PARTS);
            let grown = field.run(layers, memory, None, (*part).min(left(taken)));
            (taken, run.expanded) = (taken + grown.work, run.expanded + grown.expanded);
            *part = if field.is_current(layers) { 0 } else { part.saturating_sub(grown.work) };
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
        self.layers.bytes() + self.fields.iter().map(|(_, field)| field.bytes()).sum::<usize>()
    }
}

/// The field of a goal that has none, the first one afterwards; `None` for a goal outside.
fn begin<'a>(layers: &FieldLayers, fields: &'a mut Vec<(Cell, GoalField)>, goal: Cell) -> Option<&'a mut GoalField> {
    let field = GoalField::new(layers, &[goal]).ok()?;
    fields.truncate(MOST_BYTES / field.bytes() - 1);
    fields.insert(0, (goal, field));
    Some(&mut fields[0].1)
}
