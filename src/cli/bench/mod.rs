//! `gridwalk bench`: measures searches, checks the lengths of their paths, and compares their times
//! with a baseline.

mod measure;
mod report;
mod row;
mod suite;

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use gridwalk_explain::thousands;
use gridwalk_pathfinding::{Algorithm, Named, OptionChange, OptionKey, SearchOptions};
use serde::Deserialize;

use crate::cli::args::BenchRequest;
use crate::cli::files;
use crate::cli::output::{Done, FINDINGS, Failure, OK, OUT_OF_BUDGET, SLOWER, bad_file, remark};
use crate::cli::progress::{self, INTERRUPTED, SearchCounter, TimeKind};
use measure::{Contender, Machine, MeasureRules};
use report::{BenchReport, Measured};
use row::{BenchRow, FastestRun, LengthRanges, QueryRow};
use suite::BenchSuite;

/// Set by Ctrl-C; a second Ctrl-C ends the program immediately.
static STOP: AtomicBool = AtomicBool::new(false);

pub fn run(request: &BenchRequest) -> Done {
    // Bad input is reported before anything is measured.
    let baseline = request
        .baseline
        .as_deref()
        .map(|path| Baseline::read(path).map(|read| (path, read)))
        .transpose()?;
    let suites = suite::read_all(request)?;
    let all_but_idastar = || {
        Algorithm::ALL
            .into_iter()
            .filter(|&algorithm| algorithm != Algorithm::IdaStar)
            .collect()
    };
    let algorithms: Vec<_> = if request.algorithms.is_empty() {
        all_but_idastar()
    } else {
        request.algorithms.clone()
    };
    let mut table = BenchReport::new(request, Machine::this());
    if let Some((path, baseline)) = &baseline {
        baseline.check(
            path,
            &suites,
            &algorithms,
            (&Machine::this().to_string(), table.time),
        )?;
    }
    if cfg!(debug_assertions) {
        remark(
            "this program was built without optimisation, so its times say little; use a release build",
        );
    }
    request.options.warn_of_unused(&algorithms);

    let mut contenders: Vec<Vec<Contender>> = Vec::new();
    for suite in &suites {
        let contender = |&algorithm| Contender::new(suite, options_for(suite, request, algorithm));
        contenders.push(algorithms.iter().map(contender).collect());
    }
    let queries: usize = suites.iter().map(|suite| suite.queries.len()).sum();
    let searches = queries * algorithms.len() * (request.runs as usize + 1);
    let meter = SearchCounter::new(searches);
    progress::set_flag_first(&STOP);
    let rules = MeasureRules {
        runs: request.runs,
        time: request.time.on_this_system(),
        stop: &STOP,
        meter: &meter,
    };
    if request.jobs == 1 {
        for contenders in &mut contenders {
            measure::measure(contenders, rules);
        }
    } else {
        measure::measure_on_threads(&mut contenders, request.jobs as usize, rules);
    }
    let done = meter.finish();
    table.stopped = STOP.load(Ordering::Relaxed);
    for (suite, contender) in suites
        .iter()
        .zip(&contenders)
        .flat_map(|(suite, all)| all.iter().map(move |of| (suite, of)))
    {
        let row = contender.row();
        let rows = || {
            contender
                .answered()
                .map(|(at, answer)| (answer, query_row(suite, contender, at, answer)))
        };
        table.wrong.extend(
            rows()
                .filter(|(answer, _)| answer.judgement.is_wrong(row.optimal))
                .map(|(_, row)| row),
        );
        if let Some(queries) = &mut table.queries {
            queries.extend(rows().map(|(_, row)| row));
        }
        if row.queries > 0 {
            let divide = |width| {
                row::divide(
                    &row,
                    contender.answered().map(|(_, answer)| answer),
                    LengthRanges::of(width),
                )
            };
            let by_length = request.by_length.map(divide);
            table.rows.push(Measured {
                row,
                options: contender.options.clone(),
                by_length,
            });
        }
    }
    if let Some((_, baseline)) = &baseline {
        baseline.compare(table.rows.iter_mut().map(|measured| &mut measured.row));
    }
    report::print(request, &table)?;
    let slower = table.slower();
    for sentence in &slower {
        remark(sentence);
    }
    if table.stopped {
        let [done, all] = [done, searches as u64].map(thousands);
        remark(&format!(
            "stopped by Ctrl-C after {done} of {all} searches; the table holds what was measured"
        ));
        return Ok(INTERRUPTED);
    }
    let is_limited = request.options.has(OptionKey::MaxExpansions);
    let mut rows = table.rows.iter().map(|measured| &measured.row);
    Ok(match rows.clone().all(BenchRow::is_right) {
        false => FINDINGS,
        true if !slower.is_empty() => SLOWER,
        true if is_limited && rows.any(|row| row.out_of_budget > 0) => OUT_OF_BUDGET,
        true => OK,
    })
}

/// Returns the suite's options for one of the algorithms.
fn options_for(suite: &BenchSuite, request: &BenchRequest, algorithm: Algorithm) -> SearchOptions {
    let mut options = suite.options.clone();
    OptionChange::Algorithm(algorithm).apply(&mut options);
    // Requested options override the defaults of the algorithm.
    request.options.apply(&mut options);
    options
}

/// Returns the row of one query, with everything needed to repeat it.
fn query_row<'a>(
    suite: &'a BenchSuite,
    contender: &Contender,
    at: usize,
    answer: &FastestRun,
) -> QueryRow<'a> {
    let query = &suite.queries[at];
    QueryRow {
        map: &suite.map,
        file: &suite.file,
        line: query.line,
        agent: query.agent.as_deref(),
        start: query.start,
        goal: query.goal,
        algorithm: contender.options.algorithm.name(),
        answer: answer.word,
        cost: answer.cost,
        expected: answer.expected,
        right: !answer.judgement.is_wrong(contender.is_optimal()),
        expanded: answer.expanded,
        generated: answer.generated,
        time_us: (answer.time_us * 1000.0).round() / 1000.0,
        cold_us: (answer.cold_us * 1000.0).round() / 1000.0,
    }
}

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
