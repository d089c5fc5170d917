//! What is left to goals that are asked for again and again, for all who ask.

use std::sync::Weak;

use super::distances::{Distances, Repair};
use super::step_layers::{FAR, StepLayers};
use super::step_patterns::Rules;
use crate::{Cell, Cost, Map, PathQuery, Rect, Revision, SearchOptions, Status};

/// Fields of goals. A goal has one as soon as the searches for it have taken as long as its field could: without edits
/// that is all in all at most twice what the better of the two would have taken.
///
/// A field grows as far as the starts lie, and with each question a part of the rest. Once it is over, it follows edits
/// when it is asked for the next time; before that, an edit near what it has come to ends it.
#[derive(Debug, Default)]
pub struct GoalFields {
    /// The goal asked for last comes first.
    asked: Vec<Asked>,
    /// The one used last comes first.
    grounds: Vec<Ground>,
    repair: Repair,
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
    revision: Revision,
    layers: StepLayers,
    /// The one asked for last comes first.
    fields: Vec<Field>,
}

#[derive(Debug)]
struct Field {
    goal: Cell,
    distances: Distances,
    /// The places that edits changed since it was asked for.
    changed: Vec<u32>,
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

/// An edit that concerns more cells ends a field.
const MOST_REPAIRED: usize = 1 << 14;

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
        ground.follow(map);
        self.repair.expanded = 0;
        let grown = ground.advance(map, query, run, &mut self.repair, most);
        if let Some(at) = self.asked_for(map, query) {
            self.asked[..=at].rotate_right(1);
            if grown.is_none() {
                self.grounds[0].fields.retain(|field| field.goal != query.goal);
                self.asked[0].spent = 0;
            }
        }
        let (taken, status) = grown.map_or((0, None), |(taken, status)| (taken, Some(status)));
        run.expanded += self.repair.expanded;
        (taken + self.repair.expanded, status)
    }

    /// Writes the cells of a cheapest path, which the field that was advanced last has found, and says what it costs.
    ///
    /// Of the options, the order of neighbours decides between several cheapest paths.
    pub fn trace(&self, query: &PathQuery, cells: &mut Vec<Cell>) -> Cost {
        let Ground { layers, fields, .. } = &self.grounds[0];
        let distances = &fields[0].distances;
        let next = |cell: &Cell| {
            let best = distances.best(layers, layers.place(*cell), &query.options.neighbours);
            best.map(|direction| cell.step(direction))
        };
        cells.extend(std::iter::successors(Some(query.start), next));
        Cost(distances.cost(layers.place(query.start)).into())
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
        self.repair.bytes() + self.grounds.iter().map(Ground::bytes).sum::<usize>()
    }
}

/// What fields on this map grow on, the first one afterwards.
fn ground_of<'a>(grounds: &'a mut Vec<Ground>, map: &Map, options: &SearchOptions) -> &'a mut Ground {
    let at = grounds.iter().position(|ground| ground.on.is(map, options)).unwrap_or_else(|| {
        grounds.retain(|ground| ground.on.map.strong_count() > 0);
        grounds.truncate(MOST_GROUNDS - 1);
        grounds.push(Ground {
            on: MapAndRules::new(map, options),
            revision: map.grid().revision(),
            layers: StepLayers::blank(map.grid(), options),
            fields: Vec::new(),
        });
        grounds.len() - 1
    });
    grounds[..=at].rotate_right(1);
    &mut grounds[0]
}

impl Ground {
    /// Follows edits of the map.
    ///
    /// # Complexity
    /// O(1) without an edit, else O(tiles + cells of the tiles that changed).
    fn follow(&mut self, map: &Map) {
        let grid = map.grid();
        if self.revision == grid.revision() {
            return;
        }
        for cell in map.tiles().changed_since(self.revision).flat_map(Rect::cells) {
            if self.layers.differs(grid, cell) {
                let place = self.layers.follow(grid, cell);
                for field in self.fields.iter_mut().filter(|field| field.changed.len() <= MOST_REPAIRED) {
                    field.changed.push(place);
                }
            }
        }
        self.revision = grid.revision();
    }

    /// How much work it took but for the repair, and how far it has come. `None` if the goal has no field any more, or what
    /// is left costs too much for one.
    fn advance(
        &mut self,
        map: &Map,
        query: &PathQuery,
        run: &mut FieldRun,
        repair: &mut Repair,
        most: u64,
    ) -> Option<(u64, Status)> {
        let Self { layers, fields, .. } = self;
        let (mut taken, mut is_made) = layers.advance(map.grid(), most);
        if !is_made {
            return Some((taken, Status::Running));
        }
        let distances = match fields.iter().position(|field| field.goal == query.goal) {
            Some(at) => {
                fields[..=at].rotate_right(1);
                fields[0].follow(map, layers, repair)?
            }
            None => begin(map, layers, fields, query.goal),
        };
        let start = layers.place(query.start);
        let left = |taken: u64| most.saturating_sub(taken + repair.expanded);
        let costs;
        (costs, is_made) = distances.make(left(taken));
        taken += costs;
        if !is_made {
            return Some((taken, Status::Running));
        }
        let (mut expanded, is_known) = distances.reach(layers, Some(start), left(taken)).ok()?;
        if is_known {
            let part = run.part.get_or_insert(map.grid().cell_count() as u64 / PARTS);
            let (grown, _) = distances.reach(layers, None, (*part).min(left(taken + expanded))).ok()?;
            expanded += grown;
            *part = if distances.is_over() { 0 } else { *part - grown };
        }
        let status = match distances.cost(start) {
            _ if run.part != Some(0) => Status::Running,
            FAR => Status::Exhausted,
            _ => Status::Found,
        };
        run.expanded += expanded;
        Some((taken + expanded, status))
    }

    fn bytes(&self) -> usize {
        let changed = |field: &Field| field.changed.capacity() * size_of::<u32>();
        self.layers.bytes() + self.fields.iter().map(|field| field.distances.bytes() + changed(field)).sum::<usize>()
    }
}

/// The field of a goal that has none, the first one afterwards.
fn begin<'a>(map: &Map, layers: &StepLayers, fields: &'a mut Vec<Field>, goal: Cell) -> &'a mut Distances {
    let distances = Distances::blank(map.grid(), layers, layers.place(goal));
    fields.truncate(MOST_BYTES / distances.bytes() - 1);
    fields.insert(0, Field { goal, distances, changed: Vec::new() });
    &mut fields[0].distances
}

impl Field {
    /// Follows edits, `None` if they concern too much.
    fn follow(&mut self, map: &Map, layers: &StepLayers, repair: &mut Repair) -> Option<&mut Distances> {
        let Self { distances, changed, .. } = self;
        let most = (MOST_REPAIRED as u64).min(map.grid().cell_count() as u64 / 2);
        let is_true = changed.is_empty()
            || if distances.is_over() {
                changed.len() as u64 <= most && distances.follow(map.grid(), layers, changed, repair, most)
            } else {
                distances.is_far_from(map.grid(), layers, changed)
            };
        changed.clear();
        is_true.then_some(distances)
    }
}
