//! The table of a benchmark, for people and for programs, and earlier ones to compare with.

use std::path::Path;
use std::time::Duration;

use anstyle::{AnsiColor, Style};
use gridwalk_explain::{duration, thousands};
use serde::{Deserialize, Serialize};

use super::measure::{Row, Wrong};
use crate::cli::args::BenchRequest;
use crate::cli::failure::{Failure, bad};
use crate::cli::files;
use crate::cli::print::{self, Layout, lines, remark};

/// What `--json` prints, and what a baseline in JSON is.
#[derive(Serialize, Deserialize)]
pub struct Table {
    pub every: u32,
    pub runs: u32,
    pub rows: Vec<Row>,
    #[serde(default)]
    pub wrong: Vec<Wrong>,
}

impl Table {
    /// Puts an earlier result beside the rows.
    pub fn compare(&mut self, baseline: &[Row]) {
        for row in &mut self.rows {
            let same = |then: &&Row| (&then.map, &then.algorithm) == (&row.map, &row.algorithm);
            let Some(then) = baseline.iter().find(same) else { continue };
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

/// Reads an earlier result, saved as CSV or JSON.
pub fn read_baseline(path: &Path) -> Result<Vec<Row>, Failure> {
    let bytes = files::read(path)?;
    let expected = "expected what `gridwalk bench` printed with --csv or --json";
    let fail = |error: &dyn std::fmt::Display| bad(format!("{}: {error}; {expected}", path.display()));
    if bytes.trim_ascii_start().starts_with(b"{") {
        return serde_json::from_slice(&bytes).map(|table: Table| table.rows).or_else(|error| fail(&error));
    }
    let rows: Result<Vec<Row>, csv::Error> = csv::Reader::from_reader(bytes.as_slice()).deserialize().collect();
    match rows {
        Ok(rows) if rows.is_empty() => fail(&"there are no rows in it"),
        Ok(rows) => Ok(rows),
        Err(error) => fail(&error),
    }
}

/// So many wrong lengths are listed for people.
const MOST_WRONG: usize = 20;

/// Prints the table in the form that was asked for.
pub fn print(request: &BenchRequest, table: &Table) -> Result<(), Failure> {
    if request.json {
        print::object(&mut std::io::stdout().lock(), table, Layout::Indented)?;
    } else if request.csv {
        let mut writer = csv::Writer::from_writer(Vec::new());
        for row in &table.rows {
            writer.serialize(row).map_err(std::io::Error::from)?;
        }
        let bytes = writer.into_inner().expect("memory takes everything");
        lines(&mut std::io::stdout().lock(), &String::from_utf8_lossy(&bytes))?;
    } else {
        print_rows(&table.rows, request.baseline.is_some())?;
    }
    for wrong in table.wrong.iter().take(MOST_WRONG) {
        remark(&wrong.to_string());
    }
    if table.wrong.len() > MOST_WRONG {
        let more = thousands((table.wrong.len() - MOST_WRONG) as u64);
        remark(&format!("{more} more are wrong; --json lists them all"));
    }
    Ok(())
}

fn print_rows(rows: &[Row], with_baseline: bool) -> Result<(), Failure> {
    let mut heading = vec!["map", "algorithm", "queries", "lengths", "mean", "median", "p99", "expanded"];
    if with_baseline {
        heading.extend(["mean ×", "p99 ×", "expanded ×"]);
    }
    let mut lines = vec![(Style::new().bold(), heading.into_iter().map(str::to_owned).collect::<Vec<_>>())];
    for row in rows {
        let mut fields = vec![row.map.clone(), row.algorithm.clone(), thousands(row.queries), lengths(row)];
        if row.unsupported.is_none() {
            let time = |micros: f64| duration(Duration::from_secs_f64(micros / 1e6));
            fields.extend([row.mean_us, row.median_us, row.p99_us].map(time));
            fields.push(mean_count(row.mean_expanded));
            if with_baseline {
                let ratio = |ratio: Option<f64>| ratio.map_or_else(|| "–".to_owned(), |ratio| format!("{ratio:.2}"));
                fields.extend([row.mean_ratio, row.p99_ratio, row.expanded_ratio].map(ratio));
            }
        }
        let red = AnsiColor::Red.on_default();
        lines.push((if row.is_right() { Style::new() } else { red }, fields));
    }
    // Words to the left, numbers to the right.
    print::table(&mut anstream::stdout().lock(), &lines, |column| matches!(column, 0 | 1 | 3))?;
    for row in rows {
        if let Some(sentence) = &row.unsupported {
            remark(&format!("{}: {sentence}", row.map));
        }
    }
    Ok(())
}

/// A mean of whole numbers, with a digit behind the point where that says something.
fn mean_count(mean: f64) -> String {
    if mean < 1000.0 {
        return format!("{mean:.1}");
    }
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a mean of counts")]
    thousands(mean.round() as u64)
}

/// What there is to say about the lengths of a row's paths.
fn lengths(row: &Row) -> String {
    if row.unsupported.is_some() {
        return "unsupported".to_owned();
    }
    let longer = row.different - row.missed - row.out_of_budget;
    let counts = [
        (row.missed, "not found"),
        (row.out_of_budget, "out of budget"),
        (row.too_short, "too short"),
        (longer - row.too_short.min(longer), if row.optimal { "WRONG" } else { "differ" }),
    ];
    let words = counts.iter().filter(|(count, _)| *count > 0);
    let words: Vec<_> = words.map(|(count, word)| format!("{} {word}", thousands(*count))).collect();
    if words.is_empty() { "all equal".to_owned() } else { words.join(", ") }
}
