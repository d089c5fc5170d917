//! `gridwalk bench`: runs each algorithm on each map, and says how it ended.

use std::sync::atomic::{AtomicBool, Ordering};

use gridwalk_explain::thousands;
use gridwalk_pathfinding::{Algorithm, NodePool, OptionChange, OptionKey, SearchOptions};
use indicatif::{ProgressBar, ProgressStyle};

use super::measure::{self, Row};
use super::report::{self, Table};
use super::suite::{self, BenchSuite};
use crate::cli::args::BenchRequest;
use crate::cli::failure::{Done, FINDINGS, OK, OUT_OF_BUDGET};
use crate::cli::print::remark;

/// Set by Ctrl-C; the second one ends the program at once.
static STOP: AtomicBool = AtomicBool::new(false);
/// As shells have it for what Ctrl-C ended.
const INTERRUPTED: u8 = 130;

pub fn run(request: &BenchRequest) -> Done {
    // Bad input is found before anything is measured.
    let baseline = request.baseline.as_deref().map(report::read_baseline).transpose()?;
    let suites = suite::read_all(request)?;
    if cfg!(debug_assertions) {
        remark("this program was built without optimisation, so its times say little; use a release build");
    }
    let all_but_idastar = || Algorithm::ALL.into_iter().filter(|&algorithm| algorithm != Algorithm::IdaStar).collect();
    let algorithms: Vec<_> = if request.algorithms.is_empty() { all_but_idastar() } else { request.algorithms.clone() };
    request.options.warn_of_unused(&algorithms);

    let queries: usize = suites.iter().map(|suite| suite.queries.len()).sum();
    let bar = progress_bar(queries * algorithms.len());
    // Where there is no such key, nothing stops.
    let _ = ctrlc::set_handler(|| {
        if STOP.swap(true, Ordering::Relaxed) {
            std::process::exit(INTERRUPTED.into());
        }
    });
    let mut pool = NodePool::default();
    let mut table = Table { every: request.every, runs: request.runs, rows: Vec::new(), wrong: Vec::new() };
    for (suite, &algorithm) in suites.iter().flat_map(|suite| algorithms.iter().map(move |of| (suite, of))) {
        bar.set_message(format!("{} {}", suite.map, algorithm.name()));
        let options = options_for(suite, request, algorithm);
        let (row, wrong) = measure::measure(suite, &options, request.runs, &STOP, &mut pool, &bar);
        table.wrong.extend(wrong);
        if row.queries > 0 {
            table.rows.push(row);
        }
        if STOP.load(Ordering::Relaxed) {
            break;
        }
    }
    let done = bar.position();
    bar.finish_and_clear();
    table.compare(&baseline.unwrap_or_default());
    report::print(request, &table)?;
    if STOP.load(Ordering::Relaxed) {
        let [done, all] = [done, (queries * algorithms.len()) as u64].map(thousands);
        remark(&format!("stopped by Ctrl-C after {done} of {all} searches; the table holds what was measured"));
        return Ok(INTERRUPTED);
    }
    let is_out_of_budget =
        table.rows.iter().any(|row| row.out_of_budget > 0 && request.options.has(OptionKey::MaxExpansions));
    Ok(match table.rows.iter().all(Row::is_right) {
        false => FINDINGS,
        true if is_out_of_budget => OUT_OF_BUDGET,
        true => OK,
    })
}

/// The suite's options for one of the algorithms.
fn options_for(suite: &BenchSuite, request: &BenchRequest, algorithm: Algorithm) -> SearchOptions {
    let mut options = suite.options.clone();
    OptionChange::Algorithm(algorithm).apply(&mut options);
    // What was asked for stays where the algorithm brings another default.
    request.options.apply(&mut options);
    options
}

/// Shows on stderr how far it has come, where that is a terminal.
fn progress_bar(steps: usize) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {eta} {msg}").expect("the template is one");
    ProgressBar::new(steps as u64).with_style(style)
}
