//! Results of one algorithm on one map: the row, each of its queries, and their scatter by length.

use std::fmt;

use gridwalk_explain::thousands;
use gridwalk_pathfinding::Cell;
use serde::{Deserialize, Serialize};

/// The answer of the fastest run of a query.
pub struct FastestRun {
    /// The answer in a word.
    pub word: &'static str,
    pub cost: Option<f64>,
    pub expected: Option<f64>,
    pub expanded: u64,
    pub generated: u64,
    pub time_us: f64,
    /// The time of the first run, by a search that has seen the map but not the query.
    pub cold_us: f64,
    pub judgement: Judgement,
}

/// The judgement of the length of a path.
#[derive(Clone, Copy, Debug, Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is counted in a column of its own"
)]
pub struct Judgement {
    /// The length is not that of the shortest path, or no path was found.
    pub different: bool,
    /// The path is shorter than possible; any-angle paths do not count.
    pub too_short: bool,
    /// There is a path that was not found.
    pub missed: bool,
    /// The search reached its limit.
    pub out_of_budget: bool,
}

impl Judgement {
    /// Returns `true` if the algorithm breaks its promise.
    pub const fn is_wrong(self, optimal: bool) -> bool {
        self.too_short || self.missed || optimal && self.different
    }
}

/// One row of the table.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct BenchRow {
    pub map: String,
    pub algorithm: String,
    /// Number of paths searched.
    pub queries: u64,
    /// Number of queries left out, because they begin or end on blocked cells.
    pub skipped: u64,
    /// Whether the algorithm promises the shortest path.
    pub optimal: bool,
    /// Number of paths whose length is not the shortest, including those not found.
    pub different: u64,
    /// Number of paths shorter than possible; any-angle paths do not count.
    pub too_short: u64,
    /// Number of existing paths that were not found.
    pub missed: u64,
    /// Number of searches that reached their limit.
    #[serde(alias = "gave_up")]
    pub out_of_budget: u64,
    #[serde(default)]
    pub min_us: f64,
    pub mean_us: f64,
    pub median_us: f64,
    #[serde(default)]
    pub p90_us: f64,
    pub p99_us: f64,
    #[serde(default)]
    pub max_us: f64,
    /// The mean time of the first runs, by a search that has seen the map but not the query.
    #[serde(default)]
    pub cold_mean_us: f64,
    #[serde(default)]
    pub cold_median_us: f64,
    pub mean_expanded: f64,
    /// The excess of the slowest pass over the fastest one in percent, if there are several runs.
    #[serde(default)]
    pub spread_percent: Option<f64>,
    /// The option or map that the algorithm does not support, in which case nothing was measured.
    #[serde(alias = "refused")]
    pub unsupported: Option<String>,
    /// The ratios to a baseline: below 1 is better.
    #[serde(default)]
    pub mean_ratio: Option<f64>,
    #[serde(default)]
    pub median_ratio: Option<f64>,
    #[serde(default)]
    pub p99_ratio: Option<f64>,
    #[serde(default)]
    pub expanded_ratio: Option<f64>,
}

impl BenchRow {
    /// Returns `true` if the algorithm keeps its promise on all paths.
    pub fn is_right(&self) -> bool {
        self.too_short == 0 && self.missed == 0 && !(self.optimal && self.different > 0)
    }

    /// Counts the answers to all queries.
    pub fn count<'a>(&mut self, answers: impl Iterator<Item = &'a FastestRun>) {
        let (mut times, mut cold, mut expanded) = (Vec::new(), Vec::new(), 0);
        for FastestRun {
            judgement,
            expanded: of_query,
            time_us,
            cold_us,
            ..
        } in answers
        {
            self.different += u64::from(judgement.different);
            self.too_short += u64::from(judgement.too_short);
            self.missed += u64::from(judgement.missed);
            self.out_of_budget += u64::from(judgement.out_of_budget);
            expanded += of_query;
            times.push(*time_us);
            cold.push(*cold_us);
        }
        self.queries = times.len() as u64;
        if times.is_empty() {
            return;
        }
        times.sort_by(f64::total_cmp);
        cold.sort_by(f64::total_cmp);
        #[expect(
            clippy::cast_precision_loss,
            reason = "counts of queries and expansions, for people"
        )]
        {
            self.mean_us = rounded(times.iter().sum::<f64>() / times.len() as f64);
            self.cold_mean_us = rounded(cold.iter().sum::<f64>() / cold.len() as f64);
            self.mean_expanded = rounded(expanded as f64 / times.len() as f64);
        }
        let rank = |percent| rounded(nearest_rank(&times, percent));
        [
            self.min_us,
            self.median_us,
            self.p90_us,
            self.p99_us,
            self.max_us,
        ] = [0, 50, 90, 99, 100].map(rank);
        self.cold_median_us = rounded(nearest_rank(&cold, 50));
    }

    /// Sets the spread of the times of whole passes.
    pub fn say_spread(&mut self, passes: &[f64]) {
        let least = passes.iter().copied().fold(f64::INFINITY, f64::min);
        let most = passes.iter().copied().fold(0.0, f64::max);
        self.spread_percent =
            (passes.len() > 1 && least > 0.0).then(|| rounded((most / least - 1.0) * 100.0));
    }

    /// Compares with an earlier measurement of the same row.
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

/// Rounds to a thousandth.
fn rounded(number: f64) -> f64 {
    (number * 1000.0).round() / 1000.0
}

/// Returns the smallest time that at least this percentage of all times do not exceed.
///
/// The times are sorted and not empty.
fn nearest_rank<T: Copy>(times: &[T], percent: usize) -> T {
    times[(times.len() * percent).div_ceil(100).max(1) - 1]
}

/// One query of one row.
#[derive(Debug, Serialize)]
pub struct QueryRow<'a> {
    pub map: &'a str,
    /// The file that was named, as `gridwalk solve` takes it.
    pub file: &'a str,
    /// The line of a scenario file, for `solve --line`.
    pub line: Option<u32>,
    /// The agent of a level, for `solve --agent`.
    pub agent: Option<&'a str>,
    pub start: Cell,
    pub goal: Cell,
    pub algorithm: &'a str,
    /// The answer in a word: `path`, `no path` or `out of budget`.
    pub answer: &'static str,
    pub cost: Option<f64>,
    pub expected: Option<f64>,
    pub right: bool,
    pub expanded: u64,
    pub generated: u64,
    pub time_us: f64,
    pub cold_us: f64,
}

impl QueryRow<'_> {
    /// The columns of CSV.
    pub const COLUMNS: [&'static str; 17] = [
        "map",
        "file",
        "line",
        "agent",
        "start_x",
        "start_y",
        "goal_x",
        "goal_y",
        "algorithm",
        "answer",
        "cost",
        "expected",
        "right",
        "expanded",
        "generated",
        "time_us",
        "cold_us",
    ];

    /// Returns the values of these columns; missing ones are empty.
    pub fn values(&self) -> [String; 17] {
        let some =
            |value: Option<&dyn fmt::Display>| value.map_or_else(String::new, ToString::to_string);
        let number =
            |value: &Option<f64>| some(value.as_ref().map(|value| value as &dyn fmt::Display));
        [
            self.map.to_owned(),
            self.file.to_owned(),
            some(self.line.as_ref().map(|line| line as &dyn fmt::Display)),
            self.agent.unwrap_or_default().to_owned(),
            self.start.x.to_string(),
            self.start.y.to_string(),
            self.goal.x.to_string(),
            self.goal.y.to_string(),
            self.algorithm.to_owned(),
            self.answer.to_owned(),
            number(&self.cost),
            number(&self.expected),
            self.right.to_string(),
            self.expanded.to_string(),
            self.generated.to_string(),
            self.time_us.to_string(),
            self.cold_us.to_string(),
        ]
    }
}

/// With enough digits to show a difference.
impl fmt::Display for QueryRow<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            map,
            algorithm,
            start,
            goal,
            ..
        } = self;
        let [found, expected] = [self.cost, self.expected]
            .map(|cost| cost.map_or_else(|| "no path".to_owned(), |cost| cost.to_string()));
        let line = self
            .line
            .map_or_else(String::new, |line| format!(" line {line}"));
        write!(
            f,
            "{map}{line}, {algorithm}, {start} to {goal}: {found}, expected {expected}"
        )
    }
}

/// The ranges into which lengths are divided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LengthRanges {
    /// From 0 to 4, from there to 8, and so on, each twice as long as all before.
    Doubling,
    /// All of this width; 4 is that of the buckets in scenario files.
    Width(u32),
}

/// The first of the doubling ranges.
const FIRST: f64 = 4.0;

impl LengthRanges {
    /// Returns ranges of this width; doubling ones without it.
    pub fn of(width: Option<u32>) -> Self {
        width.map_or(Self::Doubling, Self::Width)
    }

    /// Returns the number of the range that holds a length.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "lengths are positive and below 2^53"
    )]
    fn number(self, length: f64) -> u64 {
        match self {
            Self::Doubling if length < FIRST => 0,
            Self::Doubling => u64::from(((length / FIRST) as u64).ilog2()) + 1,
            Self::Width(width) => (length / f64::from(width)) as u64,
        }
    }

    /// Returns the lengths at which a range begins and ends; the end is not in it.
    #[expect(clippy::cast_precision_loss, reason = "as for the number")]
    fn ends(self, number: u64) -> [f64; 2] {
        let begin = |number: u64| match (self, number) {
            (Self::Doubling, 0) => 0.0,
            (Self::Doubling, _) => FIRST * (number as f64 - 1.0).exp2(),
            (Self::Width(width), _) => number as f64 * f64::from(width),
        };
        [begin(number), begin(number + 1)]
    }
}

/// The queries of one algorithm on one map whose shortest paths have similar lengths.
#[derive(Clone, Debug, Serialize)]
pub struct LengthRow {
    pub map: String,
    pub algorithm: String,
    /// The least length, inclusive; `None` for queries without a path.
    pub length_from: Option<f64>,
    /// The length at which the next range begins.
    pub length_to: Option<f64>,
    pub queries: u64,
    pub mean_us: f64,
    pub cold_mean_us: f64,
    pub median_us: f64,
    pub p90_us: f64,
    pub p99_us: f64,
    pub max_us: f64,
    pub mean_expanded: f64,
}

impl LengthRow {
    /// Names of the fields, in the order of [`values`](Self::values).
    pub const COLUMNS: [&'static str; 12] = [
        "map",
        "algorithm",
        "length_from",
        "length_to",
        "queries",
        "mean_us",
        "cold_mean_us",
        "median_us",
        "p90_us",
        "p99_us",
        "max_us",
        "mean_expanded",
    ];

    /// Returns the values of these columns; missing ones are empty.
    pub fn values(&self) -> [String; 12] {
        let length =
            |length: Option<f64>| length.map_or_else(String::new, |length| length.to_string());
        let Self {
            queries,
            mean_us,
            cold_mean_us,
            median_us,
            p90_us,
            p99_us,
            max_us,
            mean_expanded,
            ..
        } = self;
        [
            self.map.clone(),
            self.algorithm.clone(),
            length(self.length_from),
            length(self.length_to),
            queries.to_string(),
            mean_us.to_string(),
            cold_mean_us.to_string(),
            median_us.to_string(),
            p90_us.to_string(),
            p99_us.to_string(),
            max_us.to_string(),
            mean_expanded.to_string(),
        ]
    }

    /// Returns the range for people.
    pub fn range(&self) -> String {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "ends of ranges are whole numbers"
        )]
        let whole = |length: f64| thousands(length as u64);
        let ends = Option::zip(self.length_from, self.length_to);
        ends.map_or_else(
            || "no path".to_owned(),
            |(from, to)| format!("{} to {}", whole(from), whole(to)),
        )
    }
}

/// Divides the answers of a row by the lengths of the shortest paths.
///
/// Ranges without a query are left out. Queries without a path come last.
pub fn divide<'a>(
    row: &BenchRow,
    answers: impl Iterator<Item = &'a FastestRun>,
    ranges: LengthRanges,
) -> Vec<LengthRow> {
    let mut numbered: Vec<(u64, &FastestRun)> = answers
        .map(|answer| {
            (
                answer
                    .expected
                    .map_or(u64::MAX, |length| ranges.number(length)),
                answer,
            )
        })
        .collect();
    numbered.sort_by_key(|(number, _)| *number);
    let of_range = |answers: &[(u64, &FastestRun)]| {
        let number = answers[0].0;
        let ends = (number < u64::MAX).then(|| ranges.ends(number));
        let mut counted = BenchRow::default();
        counted.count(answers.iter().map(|(_, answer)| *answer));
        LengthRow {
            map: row.map.clone(),
            algorithm: row.algorithm.clone(),
            length_from: ends.map(|ends| ends[0]),
            length_to: ends.map(|ends| ends[1]),
            queries: counted.queries,
            mean_us: counted.mean_us,
            cold_mean_us: counted.cold_mean_us,
            median_us: counted.median_us,
            p90_us: counted.p90_us,
            p99_us: counted.p99_us,
            max_us: counted.max_us,
            mean_expanded: counted.mean_expanded,
        }
    };
    numbered
        .chunk_by(|one, other| one.0 == other.0)
        .map(of_range)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_by_hand() {
        let hundred: Vec<_> = (1..=100).collect();
        assert_eq!(
            [0, 50, 99, 100].map(|p| nearest_rank(&hundred, p)),
            [1, 50, 99, 100]
        );
        assert_eq!([50, 99].map(|p| nearest_rank(&[7], p)), [7, 7]);
        assert_eq!(nearest_rank(&[1, 2, 3], 50), 2);
    }

    #[test]
    fn spread_is_between_whole_passes() {
        let spread = |passes: &[f64]| {
            let mut row = BenchRow::default();
            row.say_spread(passes);
            row.spread_percent
        };
        assert_eq!(
            [spread(&[4.0, 5.0, 4.5]), spread(&[4.0, 4.0])],
            [Some(25.0), Some(0.0)]
        );
        assert_eq!(
            [spread(&[]), spread(&[4.0]), spread(&[0.0, 0.0])],
            [None; 3]
        );
    }

    #[test]
    fn every_length_lies_in_its_range() {
        let lengths = [
            0.0, 0.5, 3.999, 4.0, 7.9, 8.0, 15.99, 16.0, 100.0, 1023.9, 1024.0, 123_456.7,
        ];
        for ranges in [
            LengthRanges::Doubling,
            LengthRanges::Width(4),
            LengthRanges::Width(7),
        ] {
            for length in lengths {
                let [from, to] = ranges.ends(ranges.number(length));
                assert!(
                    from <= length && length < to,
                    "{length} in {from} to {to}, {ranges:?}"
                );
            }
        }
        let numbers =
            |ranges: LengthRanges| [3.9, 4.0, 7.9, 8.0, 16.0].map(|length| ranges.number(length));
        assert_eq!(numbers(LengthRanges::Doubling), [0, 1, 1, 2, 3]);
        assert_eq!(numbers(LengthRanges::Width(4)), [0, 1, 1, 2, 4]);
    }
}
