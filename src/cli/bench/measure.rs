//! One algorithm on one map: how long its searches take, and how long its paths are.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use gridwalk_pathfinding::{
    Algorithm, Cell, Grid, Guarantee, Limits, Map, NodePool, Outcome, Path, PathQuery, Planner, SearchOptions,
    solve_within,
};
use indicatif::ProgressBar;
use serde::{Deserialize, Serialize};

use super::suite::{BenchQuery, BenchSuite};

/// One line of the table.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Row {
    pub map: String,
    pub algorithm: String,
    /// How many paths were searched.
    pub queries: u64,
    /// Queries left out, because they begin or end on blocked cells.
    pub skipped: u64,
    /// Whether the algorithm promises the shortest path.
    pub optimal: bool,
    /// Paths of another length than the shortest, those that were not found included.
    pub different: u64,
    /// Paths shorter than should be possible; any-angle paths do not count.
    pub too_short: u64,
    /// Paths that there are and that were not found.
    pub missed: u64,
    /// Searches that reached their limit.
    #[serde(alias = "gave_up")]
    pub out_of_budget: u64,
    pub mean_us: f64,
    pub median_us: f64,
    pub p99_us: f64,
    pub mean_expanded: f64,
    /// Why nothing was measured: an option or a map that the algorithm does not support.
    #[serde(alias = "refused")]
    pub unsupported: Option<String>,
    /// Beside a baseline, how many times as much it took as then: below 1 is better.
    pub mean_ratio: Option<f64>,
    pub median_ratio: Option<f64>,
    pub p99_ratio: Option<f64>,
    pub expanded_ratio: Option<f64>,
}

impl Row {
    /// Whether the paths are what the algorithm promises.
    pub fn is_right(&self) -> bool {
        self.too_short == 0 && self.missed == 0 && !(self.optimal && self.different > 0)
    }

    /// Compares with an earlier measurement of the same.
    pub fn compare(&mut self, then: &Self) {
        let ratio = |now: f64, then: f64| (then > 0.0).then(|| rounded(now / then));
        if self.unsupported.is_none() && then.unsupported.is_none() {
            self.mean_ratio = ratio(self.mean_us, then.mean_us);
            self.median_ratio = ratio(self.median_us, then.median_us);
            self.p99_ratio = ratio(self.p99_us, then.p99_us);
            self.expanded_ratio = ratio(self.mean_expanded, then.mean_expanded);
        }
    }
}

/// To a thousandth.
fn rounded(number: f64) -> f64 {
    (number * 1000.0).round() / 1000.0
}

/// A path of a wrong length.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Wrong {
    map: String,
    algorithm: String,
    start: Cell,
    goal: Cell,
    /// `None` is no path.
    found: Option<f64>,
    expected: Option<f64>,
}

/// With enough digits to see the difference.
impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { map, algorithm, start, goal, .. } = self;
        let [found, expected] =
            [self.found, self.expected].map(|cost| cost.map_or_else(|| "no path".to_owned(), |cost| cost.to_string()));
        write!(f, "{map}, {algorithm}, {start} to {goal}: {found}, expected {expected}")
    }
}

/// Runs all queries of the suite, each `runs` times: the fastest counts. Ends early once `stop` is set, with what was
/// measured until then.
pub fn measure(
    suite: &BenchSuite,
    options: &SearchOptions,
    runs: u32,
    stop: &AtomicBool,
    pool: &mut NodePool,
    bar: &ProgressBar,
) -> (Row, Vec<Wrong>) {
    let limited = options.max_expansions.is_some() || options.max_cost.is_some();
    let mut row = Row {
        map: suite.map.clone(),
        algorithm: options.algorithm.name().to_owned(),
        skipped: suite.skipped,
        optimal: options.guarantee() == Guarantee::Optimal && !limited,
        unsupported: options.check(&suite.grid).err().map(|refusal| refusal.to_string()),
        ..Row::default()
    };
    if row.unsupported.is_some() {
        row.queries = suite.queries.len() as u64;
        bar.inc(row.queries);
        return (row, Vec::new());
    }
    let mut wrong = Vec::new();
    let mut times = Vec::with_capacity(suite.queries.len());
    let mut expanded = 0;
    let limits = Limits { stop: Some(stop), ..Limits::NONE };
    let mut planner = (options.algorithm == Algorithm::Auto).then(|| PlannerOnMap::new(&suite.grid));
    for query in &suite.queries {
        let path_query = query.under(options);
        let mut best = Duration::MAX;
        let mut outcome = None;
        for _ in 0..runs {
            let (time, answer) = match &mut planner {
                Some(planner) => planner.ask(&path_query),
                None => timed(|| solve_within(&suite.grid, &path_query, limits, pool, &mut ())),
            };
            best = best.min(time);
            outcome = Some(answer);
        }
        if stop.load(Ordering::Relaxed) {
            break;
        }
        let outcome = outcome.expect("there is at least one run");
        wrong.extend(judge(&mut row, query, &outcome, options));
        expanded += outcome.stats().expanded;
        times.push(best.as_secs_f64() * 1e6);
        bar.inc(1);
    }
    row.queries = times.len() as u64;
    if !times.is_empty() {
        times.sort_by(f64::total_cmp);
        #[expect(clippy::cast_precision_loss, reason = "counts of queries and expansions, for people")]
        {
            row.mean_us = rounded(times.iter().sum::<f64>() / times.len() as f64);
            row.mean_expanded = rounded(expanded as f64 / times.len() as f64);
        }
        row.median_us = rounded(nearest_rank(&times, 50));
        row.p99_us = rounded(nearest_rank(&times, 99));
    }
    (row, wrong)
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

/// Counts what there is to say about the length of a path; a wrong one comes back.
fn judge(row: &mut Row, query: &BenchQuery, outcome: &Outcome, options: &SearchOptions) -> Option<Wrong> {
    let found = outcome.cost().map(|cost| options.units().to_f64(cost));
    let (different, too_short) = match (found, query.length) {
        (Some(found), Some(length)) => {
            let too_short = found < length - query.tolerance && !options.algorithm.is_any_angle();
            ((found - length).abs() > query.tolerance, too_short)
        }
        (Some(_), None) => (true, true),
        (None, expected) => (expected.is_some(), false),
    };
    // A search within limits has not said that there is no path.
    let is_undecided = matches!(outcome, Outcome::OutOfBudget(_)) || options.max_cost.is_some();
    let is_missing = found.is_none() && different;
    row.different += u64::from(different);
    row.too_short += u64::from(too_short);
    row.missed += u64::from(is_missing && !is_undecided);
    row.out_of_budget += u64::from(is_missing && is_undecided);
    let is_wrong = too_short || row.optimal && different || is_missing && !is_undecided;
    is_wrong.then(|| Wrong {
        map: row.map.clone(),
        algorithm: row.algorithm.clone(),
        start: query.start,
        goal: query.goal,
        found,
        expected: query.length,
    })
}

/// The smallest time that so many per cent of all do not exceed. The times are sorted and not empty.
fn nearest_rank<T: Copy>(times: &[T], percent: usize) -> T {
    times[(times.len() * percent).div_ceil(100).max(1) - 1]
}

#[cfg(test)]
mod tests {
    use super::nearest_rank;

    #[test]
    fn ranks_by_hand() {
        let hundred: Vec<_> = (1..=100).collect();
        assert_eq!([50, 99, 100].map(|p| nearest_rank(&hundred, p)), [50, 99, 100]);
        assert_eq!([50, 99].map(|p| nearest_rank(&[7], p)), [7, 7]);
        assert_eq!(nearest_rank(&[1, 2, 3], 50), 2);
    }
}
