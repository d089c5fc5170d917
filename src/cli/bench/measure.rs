//! Searches in turns on one map: how long they take, and how long their paths are.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use gridwalk_pathfinding::{
    Algorithm, Grid, Guarantee, Limits, Map, NodePool, Outcome, Path, PathQuery, Planner, SearchOptions, solve_within,
};
use indicatif::ProgressBar;

use super::row::{Answer, Row};
use super::suite::BenchSuite;
use crate::cli::answer::{exact_cost, word};

/// One algorithm on the map of a suite.
pub struct Contender<'a> {
    suite: &'a BenchSuite,
    pub options: SearchOptions,
    /// Why it is not measured: an option or a map that the algorithm does not support.
    unsupported: Option<String>,
    /// Made with the first query, and gone after the last one: maps take memory.
    planner: Option<PlannerOnMap>,
    /// For each query what its fastest run answered.
    answers: Vec<Option<Answer>>,
    /// How long each whole pass took, in microseconds.
    passes: Vec<f64>,
}

impl<'a> Contender<'a> {
    pub fn new(suite: &'a BenchSuite, options: SearchOptions) -> Self {
        let unsupported = options.check(&suite.grid).err().map(|refusal| refusal.to_string());
        let answers = suite.queries.iter().map(|_| None).collect();
        Self { suite, options, unsupported, planner: None, answers, passes: Vec::new() }
    }

    /// Whether it promises the shortest path.
    pub fn is_optimal(&self) -> bool {
        let limited = self.options.max_expansions.is_some() || self.options.max_cost.is_some();
        self.options.guarantee() == Guarantee::Optimal && !limited
    }

    /// What was measured, as a line of the table.
    pub fn row(&self) -> Row {
        let mut row = Row {
            map: self.suite.map.clone(),
            algorithm: self.options.algorithm.name().to_owned(),
            skipped: self.suite.skipped,
            optimal: self.is_optimal(),
            unsupported: self.unsupported.clone(),
            ..Row::default()
        };
        row.count(self.answered().map(|(_, answer)| answer));
        if row.unsupported.is_some() {
            row.queries = self.suite.queries.len() as u64;
        }
        row.say_spread(&self.passes);
        row
    }

    /// The queries with a time, by their places, and what was answered.
    pub fn answered(&self) -> impl Iterator<Item = (usize, &Answer)> {
        let answers = self.answers.iter().enumerate().filter_map(|(at, answer)| Some((at, answer.as_ref()?)));
        answers.filter(|(_, answer)| answer.time_us.is_finite())
    }

    /// Runs one query. The first time its time does not count.
    fn run(&mut self, at: usize, is_timed: bool, limits: Limits, pool: &mut NodePool) {
        let (suite, query) = (self.suite, &self.suite.queries[at]);
        let path_query = query.under(&self.options);
        let (time, outcome) = if self.options.algorithm == Algorithm::Auto {
            self.planner.get_or_insert_with(|| PlannerOnMap::new(&suite.grid)).ask(&path_query)
        } else {
            timed(|| solve_within(&suite.grid, &path_query, limits, pool, &mut ()))
        };
        if limits.stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
            return;
        }
        let time_us = if is_timed { time.as_secs_f64() * 1e6 } else { f64::INFINITY };
        if let (true, Some(pass)) = (is_timed, self.passes.last_mut()) {
            *pass += time_us;
        }
        if self.answers[at].as_ref().is_none_or(|known| time_us < known.time_us) {
            let (found, stats) = (exact_cost(&suite.grid, &self.options, &outcome), outcome.stats());
            self.answers[at] = Some(Answer {
                word: word(&outcome),
                cost: found,
                expected: query.length,
                expanded: stats.expanded,
                generated: stats.generated,
                time_us,
                judgement: query.judge(&self.options, found, matches!(outcome, Outcome::OutOfBudget(_))),
            });
        }
    }
}

/// Runs all queries once without looking at the clock, and then `runs` times with it. At each query all take turns, and
/// each goes first as often as the others: what one leaves in the cache of the processor is an advantage for all alike.
/// Ends early once `stop` is set, with what was measured until then.
pub fn measure(contenders: &mut [Contender], runs: u32, stop: &AtomicBool, pool: &mut NodePool, bar: &ProgressBar) {
    let limits = Limits { stop: Some(stop), ..Limits::NONE };
    let mut contenders: Vec<_> = contenders.iter_mut().filter(|contender| contender.unsupported.is_none()).collect();
    let (count, queries) = (contenders.len(), contenders.first().map_or(0, |first| first.answers.len()));
    for pass in 0..=runs {
        for contender in contenders.iter_mut().filter(|_| pass > 0) {
            contender.passes.push(0.0);
        }
        for at in 0..queries {
            for turn in 0..count {
                let next = (turn + at + pass as usize) % count;
                contenders[next].run(at, pass > 0, limits, pool);
                if stop.load(Ordering::Relaxed) {
                    // A pass that is not whole says nothing about passes.
                    for contender in contenders {
                        contender.passes.pop();
                    }
                    return;
                }
                bar.inc(1);
            }
        }
    }
    for contender in contenders {
        contender.planner = None;
    }
}

fn timed<T>(answer: impl FnOnce() -> T) -> (Duration, T) {
    let before = Instant::now();
    let answer = answer();
    (before.elapsed(), answer)
}

/// A planner and its map.
struct PlannerOnMap {
    map: Map,
    planner: Planner,
    path: Path,
}

impl PlannerOnMap {
    fn new(grid: &Grid) -> Self {
        Self { map: Map::new(grid.clone()), planner: Planner::default(), path: Path::default() }
    }

    /// How long the answer took, and a copy of it.
    fn ask(&mut self, query: &PathQuery) -> (Duration, Outcome) {
        let (time, plan) = timed(|| self.planner.path(&self.map, query, &mut self.path));
        (time, plan.into_outcome(self.path.clone()))
    }
}
