//! Builds a goal field and repairs it after edits, in slices of work.
//!
//! # Building
//! Dijkstra's search from the goals, against the direction of the steps. On plain ground it takes
//! only the steps that canonical ordering keeps: a step that it prunes leads to a cell that another
//! path reaches at most at the same cost.
//!
//! # Repair
//! A neighbour supports the cost of a place if that cost is the neighbour's cost plus the step
//! between them. The arrivals of a place are the neighbours that support it. An edit takes supports
//! away from the nine cells around it. A cost without support is lost, and with it its support of
//! others; every step costs something, so no two places support each other. Lost costs, and the
//! cells around an edit, get the best cost over their neighbours, and a search from there finds all
//! other costs that change (Ramalingam and Reps 1996).
//!
//! # An edit while work is pending
//! At that moment some pruned steps wait for the path that replaces them. So the steps of all
//! places that were expanded within one step of the search's frontier are relaxed without pruning;
//! the rest of the work is then that of a repair.

use super::cost_field::{ALL, CostField, LIMIT};
use super::field_layers::FieldLayers;
use super::step_layers::{FAR, StepLayers, narrow};
use crate::fast::BucketQueue;

/// Costs of a field and the progress of the work on it.
#[derive(Clone, Debug)]
pub(super) struct FieldState {
    /// The places of the goals, sorted.
    pub goals: Vec<u32>,
    pub known: CostField,
    pub stage: FieldStage,
    /// The position in the log of the layers up to which edits were followed.
    pub seen: u64,
}

/// Stages of the work on a field, in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FieldStage {
    /// Clearing of all costs.
    Blank,
    /// The search from the goals, or from costs that were found again after an edit.
    Search,
    /// The check of cells around edits for support.
    Check,
    /// The removal of the support that lost costs gave to others.
    Lose,
    /// The choice of the best cost over the neighbours, for lost costs and for cells around edits.
    Seed,
    /// The end: all costs are right for the edits seen.
    Done,
}

/// Work done in one call.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct FieldStep {
    pub work: u64,
    /// Number of costs that were lost, and of expansions.
    pub expanded: u64,
}

/// Lists of the work in progress.
#[derive(Clone, Debug, Default)]
pub(super) struct FieldWork {
    open: BucketQueue,
    /// Places whose cost was lost and not found again; the first `spread` no longer support others.
    lost: Vec<u32>,
    spread: usize,
    /// Places around edits.
    doubtful: Vec<u32>,
    /// Places that the next search opens.
    seeds: Vec<u32>,
    /// The cost of the most expensive step that the open list was made for.
    max_step: u32,
}

/// Number of costs cleared, or compared with the frontier, in the time of an expansion.
const CLEARED: usize = 256;

/// Number of places checked for a better cost in the time of an expansion.
const SEEDED: u64 = 4;

/// The divisor of a field's costs: a repair that loses more than that share becomes a rebuild.
///
/// To find the lost costs again takes as long.
const REBUILT: usize = 4;

impl FieldWork {
    pub fn bytes(&self) -> usize {
        let lists = [&self.lost, &self.doubtful, &self.seeds]
            .map(|list| list.capacity() * size_of::<u32>());
        self.open.bytes() + lists.into_iter().sum::<usize>()
    }

    /// Continues until all costs, or the cost of `until`, are right, for at most `most` units of
    /// work.
    pub fn advance(
        &mut self,
        field: &mut FieldState,
        layers: &FieldLayers,
        until: Option<usize>,
        most: u64,
    ) -> FieldStep {
        let mut done = FieldStep::default();
        if most > 0 {
            self.take_edits(field, layers, &mut done);
        }
        while field.stage != FieldStage::Done
            && done.work < most
            && !until.is_some_and(|place| self.is_known(field, place))
        {
            let left = most - done.work;
            match field.stage {
                FieldStage::Blank => self.clear(field, layers, left, &mut done),
                FieldStage::Search => self.search(field, layers, until, left, &mut done),
                FieldStage::Check => self.check(field, layers, left, &mut done),
                FieldStage::Lose => self.lose(field, layers, left, &mut done),
                FieldStage::Seed => self.seed(field, layers, left, &mut done),
                FieldStage::Done => {}
            }
        }
        done
    }

    /// Returns `true` if the pending work will not change the cost of a place.
    pub fn is_known(&self, field: &FieldState, place: usize) -> bool {
        match field.stage {
            FieldStage::Search => u64::from(field.known.costs[place]) < self.open.floor(),
            stage => stage == FieldStage::Done,
        }
    }

    /// Chooses the next stage if there are edits that the field has not followed.
    fn take_edits(&mut self, field: &mut FieldState, layers: &FieldLayers, done: &mut FieldStep) {
        if field.stage == FieldStage::Blank || field.seen == layers.log_end() {
            return;
        }
        if layers.change_at(field.seen).is_none() {
            field.begin_again();
            return;
        }
        if field.stage == FieldStage::Search {
            let fits =
                u64::from(layers.least()) >= self.open.width() && layers.range[1] <= self.max_step;
            if fits && (field.seen..layers.log_end()).all(|at| field.is_far_from(layers, at)) {
                field.seen = layers.log_end();
                return;
            }
            self.relax_near_frontier(field, layers, done);
        }
        field.stage = FieldStage::Check;
    }

    fn clear(
        &mut self,
        field: &mut FieldState,
        layers: &FieldLayers,
        most: u64,
        done: &mut FieldStep,
    ) {
        let CostField {
            costs, arrivals, ..
        } = &mut field.known;
        let (begun, count) = (costs.len(), arrivals.len());
        let end = usize::try_from(most)
            .unwrap_or(usize::MAX)
            .saturating_mul(CLEARED)
            .saturating_add(begun)
            .min(count);
        costs.resize(end, FAR);
        arrivals[begun..end].fill(0);
        done.work += (end - begun).div_ceil(CLEARED) as u64;
        if end == count {
            self.begin(field, layers);
        }
    }

    /// Begins the search from the goals.
    fn begin(&mut self, field: &mut FieldState, layers: &FieldLayers) {
        field.seen = layers.log_end();
        field.known.is_cut = false;
        for list in [&mut self.lost, &mut self.doubtful, &mut self.seeds] {
            list.clear();
        }
        self.spread = 0;
        for &goal in &field.goals {
            let place = goal as usize;
            if layers.steps.is_walkable(place) {
                (field.known.costs[place], field.known.arrivals[place]) = (0, ALL);
                self.seeds.push(goal);
            }
        }
        self.open_seeds(field, layers);
    }

    /// Relaxes steps pruned in favour of a path that is still missing, and moves open places to the
    /// seeds.
    fn relax_near_frontier(
        &mut self,
        field: &mut FieldState,
        layers: &FieldLayers,
        done: &mut FieldStep,
    ) {
        let (seeds, steps) = (&mut self.seeds, &layers.steps);
        let (floor, width) = (self.open.floor(), self.open.width());
        seeds.extend(std::iter::from_fn(|| Some(self.open.pop()?.1)));
        let (offsets, known) = (steps.offsets(), &mut field.known);
        let frontier =
            floor.saturating_sub(self.max_step.into())..(floor + width).min(LIMIT.into());
        for place in 0..known.costs.len() {
            if frontier.contains(&known.costs[place].into()) {
                known.expand_all(steps, &offsets, place, |_, place| seeds.push(place));
                done.expanded += 1;
                done.work += 1;
            }
        }
        done.work += (known.costs.len() / CLEARED) as u64;
    }

    fn check(
        &mut self,
        field: &mut FieldState,
        layers: &FieldLayers,
        most: u64,
        done: &mut FieldStep,
    ) {
        let (known, steps) = (&mut field.known, &layers.steps);
        let (offsets, mut taken) = (steps.offsets(), 0);
        while let Some(changed) = layers.change_at(field.seen) {
            if taken == most {
                done.work += taken;
                return;
            }
            taken += 1;
            field.seen += 1;
            let around = offsets.map(|offset| (changed as usize).wrapping_add_signed(offset));
            for place in around.into_iter().chain([changed as usize]) {
                if known.costs[place] < FAR {
                    check_support(known, steps, place, &mut self.lost, &mut self.seeds);
                }
                self.doubtful.push(narrow(place));
            }
        }
        done.work += taken;
        field.stage = FieldStage::Lose;
    }

    fn lose(
        &mut self,
        field: &mut FieldState,
        layers: &FieldLayers,
        most: u64,
        done: &mut FieldStep,
    ) {
        let (known, steps, lost) = (&mut field.known, &layers.steps, &mut self.lost);
        let (offsets, mut taken) = (steps.offsets(), 0);
        let most_lost = known.costs.len() / REBUILT;
        while let Some(place) = lost.get(self.spread) {
            if taken == most || lost.len() > most_lost {
                break;
            }
            self.spread += 1;
            taken += 1;
            known.forget_support(steps, &offsets, *place as usize, |known, place| {
                check_support(known, steps, place, lost, &mut self.seeds);
            });
        }
        done.work += taken;
        done.expanded += taken;
        if self.lost.len() > most_lost {
            field.begin_again();
        } else if self.spread == self.lost.len() {
            field.stage = FieldStage::Seed;
        }
    }

    fn seed(
        &mut self,
        field: &mut FieldState,
        layers: &FieldLayers,
        most: u64,
        done: &mut FieldStep,
    ) {
        let (known, steps, mut seeded) = (&mut field.known, &layers.steps, 0);
        // Goals are found among the cells around edits: a goal is lost where it becomes a wall.
        let is_goal = |place: u32| field.goals.binary_search(&place).is_ok();
        while let Some((next, is_goal)) = self
            .lost
            .pop()
            .map(|next| (next, false))
            .or_else(|| self.doubtful.pop().map(|next| (next, is_goal(next))))
        {
            let place = next as usize;
            if steps.is_walkable(place) && (is_goal || known.has_neighbor_with_cost(steps, place)) {
                let best = if is_goal {
                    (0, ALL)
                } else {
                    known.best(steps, place)
                };
                if best.0 < known.costs[place] {
                    (known.costs[place], known.arrivals[place]) = best;
                    self.seeds.push(next);
                }
            }
            seeded += 1;
            if seeded / SEEDED == most {
                break;
            }
        }
        self.spread = self.lost.len();
        done.work += seeded.div_ceil(SEEDED);
        if self.lost.is_empty() && self.doubtful.is_empty() {
            self.open_seeds(field, layers);
        }
    }

    fn open_seeds(&mut self, field: &mut FieldState, layers: &FieldLayers) {
        let costs = &field.known.costs;
        self.seeds.retain(|place| costs[*place as usize] < FAR);
        self.seeds
            .sort_unstable_by_key(|place| costs[*place as usize]);
        self.max_step = layers.range[1];
        let cost = |place: u32| u64::from(costs[place as usize]);
        let first = self.seeds.first().map_or(0, |place| cost(*place));
        // No cost in a bucket depends on another one in it: a bucket is no wider than the cheapest
        // move.
        self.open.begin(first, layers.least().max(1).ilog2());
        for place in self.seeds.drain(..) {
            self.open.push(cost(place), place);
        }
        field.stage = FieldStage::Search;
    }

    fn search(
        &mut self,
        field: &mut FieldState,
        layers: &FieldLayers,
        until: Option<usize>,
        most: u64,
        done: &mut FieldStep,
    ) {
        let (open, known, steps) = (&mut self.open, &mut field.known, &layers.steps);
        let (offsets, mut expanded) = (steps.offsets(), 0);
        open.grow_ahead();
        'search: {
            while open.seek() {
                if until.is_some_and(|place| u64::from(known.costs[place]) < open.floor()) {
                    break 'search;
                }
                while let Some(next) = open.pop_here() {
                    let so_far = known.costs[next as usize];
                    if !open.is_next(so_far.into()) {
                        continue;
                    }
                    if so_far >= LIMIT {
                        known.is_cut = true;
                        continue;
                    }
                    if expanded == most {
                        open.push(so_far.into(), next);
                        break 'search;
                    }
                    expanded += 1;
                    known.expand(steps, &offsets, next as usize, |cost, place| {
                        open.push(cost.into(), place);
                    });
                }
            }
            field.stage = FieldStage::Done;
        }
        done.work += expanded;
        done.expanded += expanded;
    }
}

/// Clears a cost without support, or lowers it where a neighbour gives a better one.
fn check_support(
    known: &mut CostField,
    steps: &StepLayers,
    place: usize,
    lost: &mut Vec<u32>,
    seeds: &mut Vec<u32>,
) {
    let here = known.costs[place];
    let best = if here == 0 && steps.is_walkable(place) {
        (0, ALL)
    } else {
        known.best(steps, place)
    };
    if best.0 > here {
        (known.costs[place], known.arrivals[place]) = (FAR, 0);
        lost.push(narrow(place));
        return;
    }
    (known.costs[place], known.arrivals[place]) = best;
    if best.0 < here {
        seeds.push(narrow(place));
    }
}

impl FieldState {
    /// Clears all costs, for the same goals or new ones.
    pub fn begin_again(&mut self) {
        self.known.costs.clear();
        self.stage = FieldStage::Blank;
    }

    /// Returns `true` if the edit at this position in the log touches no place with a cost, goal or
    /// portal.
    pub fn is_far_from(&self, layers: &FieldLayers, position: u64) -> bool {
        let Some(changed) = layers.change_at(position) else {
            return false;
        };
        let (place, costs, steps) = (changed as usize, &self.known.costs, &layers.steps);
        costs[place] == FAR
            && steps.values_around(costs, place) == [FAR; 8]
            && self.goals.binary_search(&changed).is_err()
            && steps.links_from(place).next().is_none()
    }
}
