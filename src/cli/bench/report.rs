//! The table of a benchmark, for people and for programs, and earlier ones to compare with.

use std::io::Write;
use std::path::Path;

use anstyle::{AnsiColor, Style};
use serde::{Deserialize, Serialize};

use super::measure::Row;
use crate::cli::args::BenchRequest;
use crate::cli::failure::{Failure, bad, remark};
use crate::cli::files;

/// What `--json` prints, and what a baseline in JSON is.
#[derive(Serialize, Deserialize)]
struct Table<R> {
    every: u32,
    runs: u32,
    rows: Vec<R>,
}

/// A row and, beside a baseline, how many times as much it took as then: below 1 is better.
#[derive(Serialize)]
struct Compared {
    map: String,
    algorithm: String,
    queries: u64,
    skipped: u64,
    optimal: bool,
    different: u64,
    too_short: u64,
    missed: u64,
    gave_up: u64,
    mean_us: f64,
    median_us: f64,
    p99_us: f64,
    mean_expanded: f64,
    refused: Option<String>,
    mean_ratio: Option<f64>,
    median_ratio: Option<f64>,
    p99_ratio: Option<f64>,
    expanded_ratio: Option<f64>,
}

impl Compared {
    fn new(row: &Row, before: Option<&Row>) -> Self {
        let ratio = |now: f64, of: fn(&Row) -> f64| {
            let then = of(before.filter(|before| before.refused.is_none() && row.refused.is_none())?);
            (then > 0.0).then(|| rounded(now / then, 1000.0))
        };
        Self {
            map: row.map.clone(),
            algorithm: row.algorithm.clone(),
            queries: row.queries,
            skipped: row.skipped,
            optimal: row.optimal,
            different: row.different,
            too_short: row.too_short,
            missed: row.missed,
            gave_up: row.gave_up,
            mean_us: rounded(row.mean_us, 1000.0),
            median_us: rounded(row.median_us, 1000.0),
            p99_us: rounded(row.p99_us, 1000.0),
            mean_expanded: rounded(row.mean_expanded, 1000.0),
            refused: row.refused.clone(),
            mean_ratio: ratio(row.mean_us, |row| row.mean_us),
            median_ratio: ratio(row.median_us, |row| row.median_us),
            p99_ratio: ratio(row.p99_us, |row| row.p99_us),
            expanded_ratio: ratio(row.mean_expanded, |row| row.mean_expanded),
        }
    }
}

fn rounded(number: f64, parts: f64) -> f64 {
    (number * parts).round() / parts
}

/// Reads an earlier result, saved as CSV or JSON.
pub fn read_baseline(path: &Path) -> Result<Vec<Row>, Failure> {
    let bytes = files::read(path)?;
    let expected = "expected what `gridwalk bench` printed with --csv or --json";
    let fail = |error: &dyn std::fmt::Display| bad(format!("{}: {error}; {expected}", path.display()));
    if bytes.trim_ascii_start().starts_with(b"{") {
        return serde_json::from_slice(&bytes).map(|table: Table<Row>| table.rows).or_else(|error| fail(&error));
    }
    let rows: Result<Vec<Row>, csv::Error> = csv::Reader::from_reader(bytes.as_slice()).deserialize().collect();
    match rows {
        Ok(rows) if rows.is_empty() => fail(&"there are no rows in it"),
        Ok(rows) => Ok(rows),
        Err(error) => fail(&error),
    }
}

/// Prints all rows in the form that was asked for.
pub fn print(request: &BenchRequest, rows: &[Row], baseline: Option<&[Row]>) -> Result<(), Failure> {
    let before = |row: &Row| {
        let same = |then: &&Row| (&then.map, &then.algorithm) == (&row.map, &row.algorithm);
        let then = baseline.unwrap_or_default().iter().find(same);
        if let Some(then) = then.filter(|then| then.queries != row.queries) {
            remark(&format!(
                "the baseline of {} on {} has {} queries, not {}; their times are not alike",
                row.algorithm, row.map, then.queries, row.queries
            ));
        }
        then
    };
    let compared: Vec<_> = rows.iter().map(|row| Compared::new(row, before(row))).collect();
    if request.json {
        let table = Table { every: request.every, runs: request.runs, rows: compared };
        let json = serde_json::to_string_pretty(&table).expect("a table has plain fields");
        writeln!(std::io::stdout().lock(), "{json}")?;
    } else if request.csv {
        let mut writer = csv::Writer::from_writer(std::io::stdout().lock());
        for row in &compared {
            writer.serialize(row)?;
        }
        writer.flush()?;
    } else {
        print_table(rows, &compared, baseline.is_some())?;
    }
    Ok(())
}

fn print_table(rows: &[Row], compared: &[Compared], with_baseline: bool) -> Result<(), Failure> {
    let mut heading = vec!["map", "algorithm", "queries", "lengths", "mean µs", "median µs", "p99 µs", "expanded"];
    if with_baseline {
        heading.extend(["mean ×", "p99 ×", "expanded ×"]);
    }
    let mut lines = vec![(Style::new().bold(), heading.into_iter().map(str::to_owned).collect::<Vec<_>>())];
    for (row, now) in rows.iter().zip(compared) {
        let mut fields = vec![row.map.clone(), row.algorithm.clone(), row.queries.to_string(), lengths(row)];
        if row.refused.is_none() {
            fields.extend([now.mean_us, now.median_us, now.p99_us, now.mean_expanded].map(|n| format!("{n:.1}")));
            if with_baseline {
                let ratio = |ratio: Option<f64>| ratio.map_or_else(|| "–".to_owned(), |ratio| format!("{ratio:.2}"));
                fields.extend([now.mean_ratio, now.p99_ratio, now.expanded_ratio].map(ratio));
            }
        }
        let red = AnsiColor::Red.on_default();
        lines.push((if row.is_right() { Style::new() } else { red }, fields));
    }
    let columns = lines[0].1.len();
    let width = |column: usize| lines.iter().filter_map(|(_, line)| Some(line.get(column)?.chars().count())).max();
    let widths: Vec<_> = (0..columns).map(|column| width(column).unwrap_or(0)).collect();
    let mut out = anstream::stdout().lock();
    for (style, line) in &lines {
        let field = |(column, (text, &width)): (usize, (&String, &usize))| match column {
            // Words to the left, numbers to the right.
            0 | 1 | 3 => format!("{text:width$}"),
            _ => format!("{text:>width$}"),
        };
        let line = line.iter().zip(&widths).enumerate().map(field).collect::<Vec<_>>().join("  ");
        writeln!(out, "{style}{}{style:#}", line.trim_end())?;
    }
    for row in rows {
        if let Some(sentence) = &row.refused {
            remark(&format!("{}: {sentence}", row.map));
        }
    }
    Ok(())
}

/// What there is to say about the lengths of a row's ways.
fn lengths(row: &Row) -> String {
    if row.refused.is_some() {
        return "refused".to_owned();
    }
    let longer = row.different - row.missed - row.gave_up;
    let counts = [
        (row.missed, "not found"),
        (row.gave_up, "given up"),
        (row.too_short, "too short"),
        (longer - row.too_short.min(longer), if row.optimal { "WRONG" } else { "differ" }),
    ];
    let words: Vec<_> =
        counts.iter().filter(|(count, _)| *count > 0).map(|(count, word)| format!("{count} {word}")).collect();
    if words.is_empty() { "all equal".to_owned() } else { words.join(", ") }
}
