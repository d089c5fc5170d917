//! One algorithm on one map: how long its searches take, and how long its ways are.

use std::time::{Duration, Instant};

use indicatif::ProgressBar;
use serde::{Deserialize, Serialize};

use super::course::{Course, Query};
use crate::pathfinding::{Guarantee, NodePool, Outcome, SearchOptions, SearchProblem, solve};

/// One line of the table.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Row {
    pub map: String,
    pub algorithm: String,
    /// How many ways were searched.
    pub queries: u64,
    /// Queries left out, because they begin or end on blocked cells.
    pub skipped: u64,
    /// Whether the algorithm promises the shortest way.
    pub optimal: bool,
    /// Ways of another length than the shortest, those that were not found included.
    pub different: u64,
    /// Ways shorter than should be possible; any-angle ways do not count.
    pub too_short: u64,
    /// Ways that there are and that were not found.
    pub missed: u64,
    /// Searches that gave up at their limit.
    pub gave_up: u64,
    pub mean_us: f64,
    pub median_us: f64,
    pub p99_us: f64,
    pub mean_expanded: f64,
    /// Why nothing was measured.
    pub refused: Option<String>,
}

impl Row {
    /// Whether the ways are what the algorithm promises.
    pub fn is_right(&self) -> bool {
        self.too_short == 0 && self.missed == 0 && !(self.optimal && self.different > 0)
    }
}

/// Runs all queries of the course, each `runs` times: the fastest counts.
pub fn measure(course: &Course, options: &SearchOptions, runs: u32, pool: &mut NodePool, bar: &ProgressBar) -> Row {
    let limited = options.max_expansions.is_some() || options.max_cost.is_some();
    let mut row = Row {
        map: course.map.clone(),
        algorithm: options.algorithm.name().to_owned(),
        queries: course.queries.len() as u64,
        skipped: course.skipped,
        optimal: options.guarantee() == Guarantee::Optimal && !limited,
        different: 0,
        too_short: 0,
        missed: 0,
        gave_up: 0,
        mean_us: 0.0,
        median_us: 0.0,
        p99_us: 0.0,
        mean_expanded: 0.0,
        refused: options.check(&course.grid).err().map(|refusal| refusal.to_string()),
    };
    if row.refused.is_some() {
        bar.inc(row.queries);
        return row;
    }
    let mut times = Vec::with_capacity(course.queries.len());
    let mut expanded = 0;
    for query in &course.queries {
        let problem = SearchProblem::new(&course.grid, query.start, query.goal).expect("checked when it was read");
        let mut best = Duration::MAX;
        let mut outcome = None;
        for _ in 0..runs {
            let before = Instant::now();
            let answer = solve(options, &problem, pool, &mut ());
            best = best.min(before.elapsed());
            outcome = Some(answer);
        }
        let outcome = outcome.expect("there is at least one run");
        judge(&mut row, query, &outcome, options);
        expanded += outcome.stats().expanded;
        times.push(best.as_secs_f64() * 1e6);
        bar.inc(1);
    }
    times.sort_by(f64::total_cmp);
    #[expect(clippy::cast_precision_loss, reason = "counts of queries and expansions, for people")]
    {
        row.mean_us = times.iter().sum::<f64>() / times.len() as f64;
        row.mean_expanded = expanded as f64 / times.len() as f64;
    }
    row.median_us = nearest_rank(&times, 50);
    row.p99_us = nearest_rank(&times, 99);
    row
}

fn judge(row: &mut Row, query: &Query, outcome: &Outcome, options: &SearchOptions) {
    let found = outcome.cost().map(|cost| options.units().to_f64(cost));
    match (found, query.length) {
        (Some(found), Some(length)) => {
            row.different += u64::from((found - length).abs() > query.tolerance);
            let short = found < length - query.tolerance && !options.algorithm.is_any_angle();
            row.too_short += u64::from(short);
        }
        (Some(_), None) => {
            row.different += 1;
            row.too_short += 1;
        }
        (None, Some(_)) => {
            row.different += 1;
            // A search within limits has not said that there is no way.
            let undecided = matches!(outcome, Outcome::OutOfBudget(_)) || options.max_cost.is_some();
            *(if undecided { &mut row.gave_up } else { &mut row.missed }) += 1;
        }
        (None, None) => {}
    }
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
