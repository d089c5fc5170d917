//! Earlier benchmark results, and the machine, which must be known before times are compared.

use std::fmt;
use std::path::Path;

use gridwalk_pathfinding::{Algorithm, Named};
use serde::{Deserialize, Serialize};

use super::row::BenchRow;
use super::suite::BenchSuite;
use crate::cli::clock::TimeKind;
use crate::cli::failure::{Failure, bad_file};
use crate::cli::files;
use crate::cli::print::remark;

/// An earlier result.
///
/// Missing fields were not written by earlier versions, or are not in CSV.
#[derive(Debug, Default, Deserialize)]
pub struct Baseline {
    rows: Vec<BenchRow>,
    #[serde(default)]
    stopped: bool,
    #[serde(default)]
    machine_text: Option<String>,
    /// The kind of time; earlier versions, without this field, measured wall-clock time.
    #[serde(default = "wall")]
    time: String,
}

fn wall() -> String {
    TimeKind::Wall.as_name().to_owned()
}

/// Columns shared by all rows of the CSV report.
#[derive(Deserialize)]
struct AboutRow {
    #[serde(default)]
    stopped: bool,
    #[serde(default)]
    machine: Option<String>,
    #[serde(default = "wall")]
    time: String,
}

impl Baseline {
    /// Reads a result that was saved as CSV or JSON.
    pub fn read(path: &Path) -> Result<Self, Failure> {
        let bytes = files::read(path)?;
        let fail = |what: &str| {
            bad_file(
                path,
                format!("{what}; expected what `gridwalk bench` printed with --csv or --json"),
            )
        };
        if bytes.trim_ascii_start().starts_with(b"{") {
            return serde_json::from_slice(&bytes).or_else(|error| {
                fail(if error.is_eof() {
                    "the file ends too early"
                } else {
                    "this is no result of a benchmark"
                })
            });
        }
        let mut reader = csv::Reader::from_reader(bytes.as_slice());
        let Ok(columns) = reader.headers().cloned() else {
            return fail("this is no table");
        };
        let mut baseline = Self::default();
        for (number, record) in reader.records().enumerate() {
            let read = record.and_then(|record| {
                let about: AboutRow = record.deserialize(Some(&columns))?;
                Ok((record.deserialize::<BenchRow>(Some(&columns))?, about))
            });
            let Ok((
                row,
                AboutRow {
                    stopped,
                    machine,
                    time,
                },
            )) = read
            else {
                return fail(&format!(
                    "row {} is none of a benchmark's table",
                    number + 1
                ));
            };
            baseline.rows.push(row);
            baseline.stopped |= stopped;
            baseline.machine_text = machine;
            baseline.time = time;
        }
        if baseline.rows.is_empty() {
            fail("there are no rows in it")
        } else {
            Ok(baseline)
        }
    }

    fn row(&self, map: &str, algorithm: &str) -> Option<&BenchRow> {
        self.rows
            .iter()
            .find(|row| (row.map.as_str(), row.algorithm.as_str()) == (map, algorithm))
    }

    /// Warns before measuring of results that cannot be compared, or not fairly.
    ///
    /// Fails if no row can be compared.
    pub fn check(
        &self,
        path: &Path,
        suites: &[BenchSuite],
        algorithms: &[Algorithm],
        (machine, time): (&str, TimeKind),
    ) -> Result<(), Failure> {
        let rows = || {
            suites.iter().flat_map(|suite| {
                algorithms
                    .iter()
                    .map(move |of| (suite.map.as_str(), of.name()))
            })
        };
        let missing: Vec<_> = rows()
            .filter(|(map, algorithm)| self.row(map, algorithm).is_none())
            .collect();
        if missing.len() == rows().count() {
            return bad_file(
                path,
                "there is no row of these maps and algorithms to compare with",
            );
        }
        for (map, algorithm) in missing {
            remark(&format!("the baseline has no row of {algorithm} on {map}"));
        }
        if self.stopped {
            remark("the baseline was stopped by Ctrl-C before all was measured");
        }
        if let Some(then) = self.machine_text.as_deref().filter(|then| *then != machine) {
            remark(&format!(
                "the baseline was measured on another machine, so its times say little: {then}"
            ));
        }
        if self.time != time.as_name() {
            let (then, now) = (&self.time, time.as_name());
            remark(&format!(
                "the baseline has times of --time {then}, this has --time {now}; they are not alike"
            ));
        }
        Ok(())
    }

    /// Adds the ratios to the earlier results to the rows.
    pub fn compare<'a>(&self, rows: impl Iterator<Item = &'a mut BenchRow>) {
        for row in rows {
            let Some(then) = self.row(&row.map, &row.algorithm) else {
                continue;
            };
            if then.queries != row.queries {
                remark(&format!(
                    "the baseline of {} on {} has {} queries, not {}; their times are not alike",
                    row.algorithm, row.map, then.queries, row.queries
                ));
            }
            row.compare(then);
        }
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
