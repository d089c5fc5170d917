//! A path to the cheapest of several goals; of equally cheap goals, to the first.
//!
//! Goals are searched in the order of their estimates, which never exceed the path costs. Once the next estimate is no
//! better than the best path, no remaining goal can be better.

use std::cmp::Reverse;

use super::plan::{Plan, Planned};
use super::searcher::Searcher;
use crate::{Cell, Cost, Estimator, Map, Path, PathQuery, SearchStats};

#[derive(Debug)]
pub(super) struct AnyOf {
    /// The query, with the first of the goals.
    pub asked: PathQuery,
    /// The other goals.
    pub others: Vec<Cell>,
    /// Goals that remain to be searched, by estimate and index; the best comes last.
    left: Vec<Reverse<(Cost, usize)>>,
    /// Index of the goal that is being searched; `None` if no goal remains.
    now: Option<usize>,
    best: Option<Best>,
    stats: SearchStats,
    /// A buffer for a path.
    path: Path,
}

/// The best answer so far.
#[derive(Debug)]
struct Best {
    place: usize,
    plan: Plan,
    path: Path,
}

impl AnyOf {
    /// Begins with the search for the goal with the lowest estimate.
    ///
    /// # Complexity
    /// O(n log n) for n goals, and the searches.
    pub fn new(searcher: &mut Searcher, map: &Map, query: &PathQuery, others: &[Cell]) -> Self {
        let options = &query.options;
        let estimate = |goal| {
            let heuristic = options.algorithm.default_heuristic();
            Estimator::new(heuristic, options.units(), map.grid(), goal, options.goal_tolerance)
                .estimate(query.start, Cost::ZERO)
        };
        let goals = std::iter::once(&query.goal).chain(others).enumerate();
        let mut left: Vec<_> = goals.map(|(place, goal)| Reverse((estimate(*goal), place))).collect();
        left.sort_unstable();
        let (best, stats, path) = (None, SearchStats::NONE, Path::default());
        let mut any = Self { asked: query.clone(), others: others.to_vec(), left, now: None, best, stats, path };
        any.ask_next(searcher, map);
        any
    }

    /// Returns `true` if no search has finished whose answer an edit could invalidate.
    pub const fn is_first(&self) -> bool {
        self.best.is_none()
    }

    /// Returns `true` if no goal remains.
    pub const fn is_over(&self) -> bool {
        self.now.is_none()
    }

    /// Takes the answer of the finished search, and begins the next search if it could find a better path.
    pub fn go_on(&mut self, searcher: &mut Searcher, map: &Map) {
        let (Some(place), Some(plan)) = (self.now, searcher.answer(map, &mut self.path)) else { return };
        self.stats.expanded += plan.stats.expanded;
        self.stats.generated += plan.stats.generated;
        self.stats.reopened += plan.stats.reopened;
        self.stats.largest_open = self.stats.largest_open.max(plan.stats.largest_open);
        let rank = |plan: &Plan, path: &Path, place| {
            let is_missed = plan.planned != Planned::Found;
            (is_missed, if is_missed { Cost::ZERO } else { path.cost() }, place)
        };
        let rank_now = rank(&plan, &self.path, place);
        if self.best.as_ref().is_none_or(|best| rank_now < rank(&best.plan, &best.path, best.place)) {
            let path = std::mem::take(&mut self.path);
            self.best = Some(Best { place, plan, path });
        }
        let could_be_better = |Reverse((estimate, place)): &Reverse<(Cost, usize)>| {
            let best = self.best.as_ref().map(|best| rank(&best.plan, &best.path, best.place));
            best.is_none_or(|best| (false, *estimate, *place) < best)
        };
        self.left.retain(could_be_better);
        self.ask_next(searcher, map);
    }

    /// Returns the best answer and its path, once no goal remains.
    pub fn into_answer(self, path: &mut Path) -> Option<Plan> {
        let best = self.best?;
        *path = best.path;
        Some(Plan { stats: self.stats, ..best.plan })
    }

    fn ask_next(&mut self, searcher: &mut Searcher, map: &Map) {
        self.now = self.left.pop().map(|Reverse((_, place))| place);
        let Some(place) = self.now else { return };
        let goal = if place == 0 { self.asked.goal } else { self.others[place - 1] };
        searcher.begin(map, &PathQuery { goal, ..self.asked.clone() });
    }
}
