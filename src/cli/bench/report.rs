//! The result of a benchmark, for people and for programs.

use std::time::Duration;

use anstyle::{AnsiColor, Style};
use gridwalk_explain::{duration, thousands};
use gridwalk_pathfinding::{Named, SearchOptions};
use serde::Serialize;

use super::measure::Machine;
use super::row::{BenchRow, LengthRow, QueryRow};
use crate::cli::args::BenchRequest;
use crate::cli::output::{self, Failure, JsonLayout, ReportHead, every_option, lines, remark};
use crate::cli::progress::TimeKind;

/// The output of `--json`, described in `docs/benchmarks-reference.md`.
#[derive(Serialize)]
pub struct BenchReport<'a> {
    #[serde(flatten)]
    head: ReportHead,
    machine: Machine,
    /// The machine in one line, as in CSV.
    machine_text: String,
    /// Whether the program was built with optimisation.
    optimised: bool,
    pub every: u32,
    pub runs: u32,
    pub jobs: u32,
    /// The kind of time that was measured.
    pub time: TimeKind,
    pub threshold_percent: Option<f64>,
    /// Whether Ctrl-C ended the measurement early.
    pub stopped: bool,
    pub rows: Vec<Measured>,
    /// Every query, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub queries: Option<Vec<QueryRow<'a>>>,
    pub wrong: Vec<QueryRow<'a>>,
}

/// A row with its search options.
#[derive(Serialize)]
pub struct Measured {
    #[serde(flatten)]
    pub row: BenchRow,
    #[serde(serialize_with = "every_option")]
    pub options: SearchOptions,
    /// The queries by the length of the shortest path, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by_length: Option<Vec<LengthRow>>,
}

/// Columns of CSV besides those of a row; JSON states most of them once for all rows.
const MORE_COLUMNS: [&str; 8] = [
    "options", "every", "runs", "stopped", "version", "machine", "time", "jobs",
];

impl BenchReport<'_> {
    pub fn new(request: &BenchRequest, machine: Machine) -> Self {
        Self {
            head: ReportHead::NOW,
            machine_text: machine.to_string(),
            machine,
            optimised: !cfg!(debug_assertions),
            every: request.every,
            runs: request.runs,
            jobs: request.jobs,
            time: request.time.on_this_system(),
            threshold_percent: request.threshold,
            stopped: false,
            rows: Vec::new(),
            queries: request.rows.then(Vec::new),
            wrong: Vec::new(),
        }
    }

    /// Describes the rows that take more time or expansions than the threshold allows.
    pub fn slower(&self) -> Vec<String> {
        let Some(percent) = self.threshold_percent else {
            return Vec::new();
        };
        let most = 1.0 + percent / 100.0;
        let say = |Measured { row, .. }: &Measured| {
            let grown = [
                (row.mean_ratio, "the mean time"),
                (row.expanded_ratio, "the mean of expansions"),
            ];
            let grown = grown.map(|(ratio, what)| {
                Some(format!(
                    "{what} is {:.2} times the baseline's",
                    ratio.filter(|ratio| *ratio > most)?
                ))
            });
            let grown: Vec<_> = grown.into_iter().flatten().collect();
            (!grown.is_empty()).then(|| {
                format!(
                    "{}, {}: {}, more than the {percent} % allowed",
                    row.map,
                    row.algorithm,
                    grown.join(", and ")
                )
            })
        };
        self.rows.iter().filter_map(say).collect()
    }
}

/// The maximum number of wrong lengths listed for people.
const MAX_WRONG: usize = 20;

/// Prints the table in the requested form.
pub fn print(request: &BenchRequest, table: &BenchReport) -> Result<(), Failure> {
    let rows: Vec<_> = table.rows.iter().map(|measured| &measured.row).collect();
    let by_length = || {
        table
            .rows
            .iter()
            .flat_map(|measured| measured.by_length.iter().flatten())
    };
    match &table.queries {
        _ if request.json => {
            output::object(&mut std::io::stdout().lock(), table, JsonLayout::Indented)?;
        }
        Some(queries) if request.csv => {
            print_csv(&QueryRow::COLUMNS, queries.iter().map(QueryRow::values))?;
        }
        None if request.csv && request.by_length.is_some() => {
            print_csv(&LengthRow::COLUMNS, by_length().map(LengthRow::values))?;
        }
        None if request.csv => print_table_as_csv(table)?,
        Some(queries) => {
            print_rows(&rows, request)?;
            print_queries(queries)?;
        }
        None => {
            print_rows(&rows, request)?;
            if request.by_length.is_some() {
                print_lengths(by_length())?;
            }
        }
    }
    for wrong in table.wrong.iter().take(MAX_WRONG) {
        remark(&wrong.to_string());
    }
    if table.wrong.len() > MAX_WRONG {
        let more = thousands((table.wrong.len() - MAX_WRONG) as u64);
        remark(&format!("{more} more are wrong; --json lists them all"));
    }
    Ok(())
}

fn print_table_as_csv(table: &BenchReport) -> Result<(), Failure> {
    let BenchReport {
        every,
        runs,
        stopped,
        machine_text,
        time,
        jobs,
        ..
    } = table;
    let mut columns = Vec::new();
    let mut records = Vec::new();
    for Measured { row, options, .. } in &table.rows {
        let mut writer = csv::Writer::from_writer(Vec::new());
        writer.serialize(row).map_err(std::io::Error::from)?;
        let text = String::from_utf8(writer.into_inner().expect("memory takes everything"));
        let text = text.expect("names are text");
        let mut reader = csv::ReaderBuilder::new()
            .has_headers(false)
            .from_reader(text.as_bytes());
        let mut two = reader
            .records()
            .map(|record| record.expect("it was just written"));
        let fields = |record: Option<csv::StringRecord>| {
            record
                .expect("a heading and a row")
                .iter()
                .map(str::to_owned)
                .collect::<Vec<_>>()
        };
        columns = fields(two.next());
        let more = [
            listed(options),
            every.to_string(),
            runs.to_string(),
            stopped.to_string(),
            env!("CARGO_PKG_VERSION").to_owned(),
            machine_text.clone(),
            time.as_name().to_owned(),
            jobs.to_string(),
        ];
        records.push(
            fields(two.next())
                .into_iter()
                .chain(more)
                .collect::<Vec<_>>(),
        );
    }
    columns.extend(MORE_COLUMNS.map(str::to_owned));
    print_csv(&columns, records.into_iter())
}

fn print_csv<C: AsRef<[u8]>, R: IntoIterator<Item = String>>(
    columns: &[C],
    records: impl Iterator<Item = R>,
) -> Result<(), Failure> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(columns).map_err(std::io::Error::from)?;
    for record in records {
        writer.write_record(record).map_err(std::io::Error::from)?;
    }
    let bytes = writer.into_inner().expect("memory takes everything");
    Ok(lines(
        &mut std::io::stdout().lock(),
        &String::from_utf8_lossy(&bytes),
    )?)
}

/// Lists the options that differ from the algorithm's defaults, as for `gridwalk compare --board`.
fn listed(options: &SearchOptions) -> String {
    let (list, algorithm) = (
        options.list(),
        format!("algorithm={}", options.algorithm.name()),
    );
    list.strip_prefix(&algorithm)
        .unwrap_or(&list)
        .trim_start_matches(',')
        .to_owned()
}

fn time(micros: f64) -> String {
    duration(Duration::from_secs_f64(micros / 1e6))
}

fn print_rows(rows: &[&BenchRow], request: &BenchRequest) -> Result<(), Failure> {
    let (with_baseline, with_spread) = (request.baseline.is_some(), request.runs > 1);
    let mut heading = ["map", "algorithm", "queries", "lengths"].to_vec();
    heading.extend([
        "mean",
        "cold mean",
        "min",
        "median",
        "p90",
        "p99",
        "max",
        "expanded",
    ]);
    if with_spread {
        heading.push("spread");
    }
    if with_baseline {
        heading.extend(["mean ×", "p99 ×", "expanded ×"]);
    }
    let mut lines = vec![(
        Style::new().bold(),
        heading.into_iter().map(str::to_owned).collect::<Vec<_>>(),
    )];
    let dash = || "–".to_owned();
    for row in rows {
        let mut fields = vec![
            row.map.clone(),
            row.algorithm.clone(),
            thousands(row.queries),
            lengths(row),
        ];
        if row.unsupported.is_none() {
            let times = [
                row.mean_us,
                row.cold_mean_us,
                row.min_us,
                row.median_us,
                row.p90_us,
                row.p99_us,
                row.max_us,
            ];
            fields.extend(times.map(time));
            fields.push(mean_count(row.mean_expanded));
            if with_spread {
                fields.push(
                    row.spread_percent
                        .map_or_else(dash, |percent| format!("{percent:.0} %")),
                );
            }
            if with_baseline {
                let ratio =
                    |ratio: Option<f64>| ratio.map_or_else(dash, |ratio| format!("{ratio:.2}"));
                fields.extend([row.mean_ratio, row.p99_ratio, row.expanded_ratio].map(ratio));
            }
        }
        let red = AnsiColor::Red.on_default();
        lines.push((if row.is_right() { Style::new() } else { red }, fields));
    }
    // Words to the left, numbers to the right.
    output::table(&mut anstream::stdout().lock(), &lines, |column| {
        matches!(column, 0 | 1 | 3)
    })?;
    for row in rows {
        if let Some(sentence) = &row.unsupported {
            remark(&format!("{}: {sentence}", row.map));
        }
    }
    Ok(())
}

/// Prints the times by the length of the shortest path.
fn print_lengths<'a>(rows: impl Iterator<Item = &'a LengthRow>) -> Result<(), Failure> {
    let heading = [
        "map",
        "algorithm",
        "length",
        "queries",
        "mean",
        "cold mean",
        "median",
        "p90",
        "p99",
        "max",
        "expanded",
    ];
    let mut lines = vec![(Style::new().bold(), heading.map(str::to_owned).to_vec())];
    for row in rows {
        let mut fields = vec![
            row.map.clone(),
            row.algorithm.clone(),
            row.range(),
            thousands(row.queries),
        ];
        let times = [
            row.mean_us,
            row.cold_mean_us,
            row.median_us,
            row.p90_us,
            row.p99_us,
            row.max_us,
        ];
        fields.extend(times.map(time));
        fields.push(mean_count(row.mean_expanded));
        lines.push((Style::new(), fields));
    }
    let mut out = anstream::stdout().lock();
    output::line(&mut out, "")?;
    Ok(output::table(&mut out, &lines, |column| {
        matches!(column, 0 | 1)
    })?)
}

fn print_queries(queries: &[QueryRow]) -> Result<(), Failure> {
    let heading = [
        "map",
        "line",
        "start",
        "goal",
        "algorithm",
        "answer",
        "cost",
        "expected",
        "expanded",
        "generated",
        "time",
        "cold",
    ];
    let mut lines = vec![(Style::new().bold(), heading.map(str::to_owned).to_vec())];
    let dash = || "–".to_owned();
    let cost = |cost: Option<f64>| cost.map_or_else(dash, |cost| format!("{cost:.4}"));
    for query in queries {
        let fields = [
            query.map.to_owned(),
            query.line.map_or_else(dash, |line| line.to_string()),
            query.start.to_string(),
            query.goal.to_string(),
            query.algorithm.to_owned(),
            query.answer.to_owned(),
            cost(query.cost),
            cost(query.expected),
            thousands(query.expanded),
            thousands(query.generated),
            time(query.time_us),
            time(query.cold_us),
        ];
        lines.push((
            if query.right {
                Style::new()
            } else {
                AnsiColor::Red.on_default()
            },
            fields.to_vec(),
        ));
    }
    let mut out = anstream::stdout().lock();
    output::line(&mut out, "")?;
    Ok(output::table(&mut out, &lines, |column| {
        matches!(column, 0 | 4 | 5)
    })?)
}

/// Formats a mean of whole numbers, with one decimal if it is small.
fn mean_count(mean: f64) -> String {
    if mean < 1000.0 {
        return format!("{mean:.1}");
    }
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a mean of counts"
    )]
    thousands(mean.round() as u64)
}

/// Summarises the lengths of a row's paths.
fn lengths(row: &BenchRow) -> String {
    if row.unsupported.is_some() {
        return "unsupported".to_owned();
    }
    let longer = row.different - row.missed - row.out_of_budget;
    let counts = [
        (row.missed, "not found"),
        (row.out_of_budget, "out of budget"),
        (row.too_short, "too short"),
        (
            longer - row.too_short.min(longer),
            if row.optimal { "WRONG" } else { "differ" },
        ),
    ];
    let words = counts.iter().filter(|(count, _)| *count > 0);
    let words: Vec<_> = words
        .map(|(count, word)| format!("{} {word}", thousands(*count)))
        .collect();
    if words.is_empty() {
        "all equal".to_owned()
    } else {
        words.join(", ")
    }
}
