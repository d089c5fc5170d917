//! Measures searches on one map: their times, the lengths of their paths, and the machine that they
//! ran on.

use std::fmt;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use gridwalk_pathfinding::{
    Algorithm, Grid, Guarantee, Limits, Map, NodePool, Outcome, Path, PathQuery, Planner,
    SearchOptions, solve_within,
};
use serde::Serialize;

use super::row::{BenchRow, FastestRun};
use super::suite::BenchSuite;
use crate::cli::progress::SearchCounter;
use crate::cli::progress::{Stopwatch, TimeKind};
use crate::cli::query::{exact_cost, word};

/// One algorithm on the map of a suite.
pub struct Contender<'a> {
    suite: &'a BenchSuite,
    pub options: SearchOptions,
    /// The option or map that the algorithm does not support, in which case it is not measured.
    unsupported: Option<String>,
    /// Created with the first query, and dropped after the last one, because maps take memory.
    planner: Option<PlannerOnMap>,
    /// The answer of the fastest run of each query.
    answers: Vec<Option<FastestRun>>,
    /// The time of each whole pass in microseconds.
    passes: Vec<f64>,
}

/// The rules for measuring all searches.
#[derive(Clone, Copy)]
pub struct MeasureRules<'a> {
    /// Number of timed runs of each query.
    pub runs: u32,
    pub time: TimeKind,
    /// Ends the measurement early once it is set.
    pub stop: &'a AtomicBool,
    pub meter: &'a SearchCounter,
}

/// Number of queries that one algorithm answers before the next one takes its turn.
///
/// It is large enough that the processor's cache holds nothing of other algorithms after the first
/// few queries, and that a planner no longer treats a goal as requested before.
const TURN: usize = 128;

impl<'a> Contender<'a> {
    pub fn new(suite: &'a BenchSuite, options: SearchOptions) -> Self {
        let unsupported = options
            .check(&suite.grid)
            .err()
            .map(|refusal| refusal.to_string());
        let answers = suite.queries.iter().map(|_| None).collect();
        Self {
            suite,
            options,
            unsupported,
            planner: None,
            answers,
            passes: Vec::new(),
        }
    }

    /// Returns `true` if the algorithm promises the shortest path.
    pub fn is_optimal(&self) -> bool {
        let limited = self.options.max_expansions.is_some() || self.options.max_cost.is_some();
        self.options.guarantee() == Guarantee::Optimal && !limited
    }

    /// Returns the measurements as a row of the table.
    pub fn row(&self) -> BenchRow {
        let mut row = BenchRow {
            map: self.suite.map.clone(),
            algorithm: self.options.algorithm.name().to_owned(),
            skipped: self.suite.skipped,
            optimal: self.is_optimal(),
            unsupported: self.unsupported.clone(),
            ..BenchRow::default()
        };
        row.count(self.answered().map(|(_, answer)| answer));
        if row.unsupported.is_some() {
            row.queries = self.suite.queries.len() as u64;
        }
        row.say_spread(&self.passes);
        row
    }

    /// Returns the answered queries by index, with the answers.
    pub fn answered(&self) -> impl Iterator<Item = (usize, &FastestRun)> {
        self.answers
            .iter()
            .enumerate()
            .filter_map(|(at, answer)| Some((at, answer.as_ref()?)))
    }

    /// Answers some queries once to warm up, then timed, as often as the rules demand.
    fn take_turn(&mut self, turn: Range<usize>, rules: MeasureRules, pool: &mut NodePool) {
        for run in 0..=rules.runs {
            for at in turn.clone() {
                self.answer(at, run, rules, pool);
                if rules.stop.load(Ordering::Relaxed) {
                    // Incomplete passes cannot be compared with each other.
                    self.passes.clear();
                    return;
                }
                rules.meter.count();
            }
        }
    }

    /// Runs one query; the time of the warm-up run is replaced by that of the first timed run.
    fn answer(&mut self, at: usize, run: u32, rules: MeasureRules, pool: &mut NodePool) {
        let (suite, query) = (self.suite, &self.suite.queries[at]);
        let path_query = query.under(&self.options);
        let (time, outcome) = if self.options.algorithm == Algorithm::Auto {
            self.planner
                .get_or_insert_with(|| PlannerOnMap::new(&suite.grid))
                .ask(&path_query, rules.time)
        } else {
            let limits = Limits {
                stop: Some(rules.stop),
                ..Limits::NONE
            };
            timed(rules.time, || {
                solve_within(&suite.grid, &path_query, limits, pool, &mut ())
            })
        };
        if rules.stop.load(Ordering::Relaxed) {
            return;
        }
        let time_us = time.as_secs_f64() * 1e6;
        if let Some(pass) = run.checked_sub(1) {
            let pass = pass as usize;
            self.passes.resize(self.passes.len().max(pass + 1), 0.0);
            self.passes[pass] += time_us;
        }
        if run <= 1
            || self.answers[at]
                .as_ref()
                .is_none_or(|known| time_us < known.time_us)
        {
            let cold_us = self.answers[at]
                .as_ref()
                .map_or(time_us, |known| known.cold_us);
            let (found, stats) = (
                exact_cost(&suite.grid, &self.options, &outcome),
                outcome.stats(),
            );
            self.answers[at] = Some(FastestRun {
                word: word(&outcome),
                cost: found,
                expected: query.length,
                expanded: stats.expanded,
                generated: stats.generated,
                time_us,
                cold_us,
                judgement: query.judge(
                    &self.options,
                    found,
                    matches!(outcome, Outcome::OutOfBudget(_)),
                ),
            });
        }
    }
}

/// Measures all contenders of one map in turns of [`TURN`] queries each.
///
/// The first contender changes with each turn, so that a machine that becomes slower does so for
/// all. Ends early when told to stop, with the measurements so far.
pub fn measure(contenders: &mut [Contender], rules: MeasureRules) {
    let mut contenders: Vec<_> = contenders
        .iter_mut()
        .filter(|contender| contender.unsupported.is_none())
        .collect();
    let (count, queries) = (
        contenders.len(),
        contenders.first().map_or(0, |first| first.answers.len()),
    );
    let mut pool = NodePool::default();
    for (number, begin) in (0..queries).step_by(TURN).enumerate() {
        for place in 0..count {
            contenders[(place + number) % count].take_turn(
                begin..queries.min(begin + TURN),
                rules,
                &mut pool,
            );
            if rules.stop.load(Ordering::Relaxed) {
                return;
            }
        }
    }
    for contender in contenders {
        contender.planner = None;
    }
}

/// Measures the contenders of all maps on several threads; each thread takes one contender at a
/// time.
pub fn measure_on_threads(contenders: &mut [Vec<Contender>], jobs: usize, rules: MeasureRules) {
    let waiting = contenders
        .iter_mut()
        .flatten()
        .filter(|contender| contender.unsupported.is_none());
    let waiting = Mutex::new(waiting);
    let next = || {
        waiting
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
            .next()
    };
    std::thread::scope(|scope| {
        for _ in 0..jobs {
            scope.spawn(|| {
                let mut pool = NodePool::default();
                while let Some(contender) = next() {
                    let queries = contender.answers.len();
                    for begin in (0..queries).step_by(TURN) {
                        contender.take_turn(begin..queries.min(begin + TURN), rules, &mut pool);
                        if rules.stop.load(Ordering::Relaxed) {
                            return;
                        }
                    }
                    contender.planner = None;
                }
            });
        }
    });
}

fn timed<T>(time: TimeKind, answer: impl FnOnce() -> T) -> (Duration, T) {
    let before = Stopwatch::start(time);
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
        Self {
            map: Map::new(grid.clone()),
            planner: Planner::default(),
            path: Path::default(),
        }
    }

    /// Returns the time of the answer, and a copy of the answer.
    fn ask(&mut self, query: &PathQuery, time: TimeKind) -> (Duration, Outcome) {
        let (time, plan) = timed(time, || self.planner.path(&self.map, query, &mut self.path));
        (time, plan.into_outcome(self.path.clone()))
    }
}

/// The computer, as far as a program can find out.
#[derive(Debug, Serialize)]
pub struct Machine {
    system: &'static str,
    architecture: &'static str,
    /// The name of the processor, if it can be read.
    processor: Option<String>,
    threads: Option<usize>,
}

impl Machine {
    pub fn this() -> Self {
        Self {
            system: std::env::consts::OS,
            architecture: std::env::consts::ARCH,
            processor: processor(),
            threads: std::thread::available_parallelism().ok().map(Into::into),
        }
    }
}

fn processor() -> Option<String> {
    let about = std::fs::read_to_string("/proc/cpuinfo").ok()?;
    let named = about
        .lines()
        .find_map(|line| line.strip_prefix("model name"))?;
    Some(named.trim_start_matches([' ', '\t', ':']).to_owned())
}

/// In one line, as in CSV.
impl fmt::Display for Machine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.system, self.architecture)?;
        if let Some(processor) = &self.processor {
            write!(f, ", {processor}")?;
        }
        self.threads
            .map_or(Ok(()), |threads| write!(f, ", {threads} threads"))
    }
}
