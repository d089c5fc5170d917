//! The scatter of a benchmark: its queries by the length of the shortest path.

use gridwalk_explain::thousands;
use serde::Serialize;

use super::row::{Answer, Row};

/// The ranges into which lengths are divided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ranges {
    /// From 0 to 4, from there to 8, and so on, each twice as long as all before.
    Doubling,
    /// All of this width; 4 is that of the buckets in scenario files.
    Width(u32),
}

/// The first of the doubling ranges.
const FIRST: f64 = 4.0;

impl Ranges {
    /// Returns ranges of this width; doubling ones without it.
    pub fn of(width: Option<u32>) -> Self {
        width.map_or(Self::Doubling, Self::Width)
    }

    /// Returns the number of the range that holds a length.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "lengths are positive and below 2^53")]
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
        let length = |length: Option<f64>| length.map_or_else(String::new, |length| length.to_string());
        let Self { queries, mean_us, cold_mean_us, median_us, p90_us, p99_us, max_us, mean_expanded, .. } = self;
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
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "ends of ranges are whole numbers")]
        let whole = |length: f64| thousands(length as u64);
        let ends = Option::zip(self.length_from, self.length_to);
        ends.map_or_else(|| "no path".to_owned(), |(from, to)| format!("{} to {}", whole(from), whole(to)))
    }
}

/// Divides the answers of a row by the lengths of the shortest paths.
///
/// Ranges without a query are left out. Queries without a path come last.
pub fn divide<'a>(row: &Row, answers: impl Iterator<Item = &'a Answer>, ranges: Ranges) -> Vec<LengthRow> {
    let mut numbered: Vec<(u64, &Answer)> =
        answers.map(|answer| (answer.expected.map_or(u64::MAX, |length| ranges.number(length)), answer)).collect();
    numbered.sort_by_key(|(number, _)| *number);
    let of_range = |answers: &[(u64, &Answer)]| {
        let number = answers[0].0;
        let ends = (number < u64::MAX).then(|| ranges.ends(number));
        let mut counted = Row::default();
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
    numbered.chunk_by(|one, other| one.0 == other.0).map(of_range).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_length_lies_in_its_range() {
        let lengths = [0.0, 0.5, 3.999, 4.0, 7.9, 8.0, 15.99, 16.0, 100.0, 1023.9, 1024.0, 123_456.7];
        for ranges in [Ranges::Doubling, Ranges::Width(4), Ranges::Width(7)] {
            for length in lengths {
                let [from, to] = ranges.ends(ranges.number(length));
                assert!(from <= length && length < to, "{length} in {from} to {to}, {ranges:?}");
            }
        }
        let numbers = |ranges: Ranges| [3.9, 4.0, 7.9, 8.0, 16.0].map(|length| ranges.number(length));
        assert_eq!(numbers(Ranges::Doubling), [0, 1, 1, 2, 3]);
        assert_eq!(numbers(Ranges::Width(4)), [0, 1, 1, 2, 4]);
    }
}
