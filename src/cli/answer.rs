//! The output of `solve --json`: one object, described in `docs/command-line.md`.

use gridwalk_explain::verdict::Verdict;
use gridwalk_explain::{Language, Trace, TraceOutcome, counted};
use gridwalk_pathfinding::{Cell, Grid, Outcome, SearchOptions, SearchStats};
use serde::Serialize;
use serde_json::{Value, json};

use super::failure::{FINDINGS, OK, OUT_OF_BUDGET};
use super::print::Head;
use super::query::{AnsweredBy, LevelQuery};

/// The answer to one query.
///
/// Equal queries give equal answers, except for `search_us`.
#[derive(Serialize, Debug)]
pub struct Report<'a> {
    #[serde(flatten)]
    head: Head,
    #[serde(flatten)]
    query: &'a LevelQuery<'a>,
    answered_by: AnsweredBy,
    #[serde(flatten)]
    answer: AnswerReport,
    #[serde(flatten)]
    counted: Counted,
}

/// The result of a search with its verdict.
#[derive(Serialize, Debug)]
pub struct AnswerReport {
    /// The result in a word: `path`, `no path`, `out of budget`, or `error` in place of an answer.
    answer: &'static str,
    found: bool,
    /// The reason why there is no path.
    reason: Option<String>,
    /// The cost of the path in the numbers of the step costs.
    cost: Option<f64>,
    /// Number of cells of the path, both ends included.
    cells: usize,
    /// All cells of the path.
    path: Vec<Cell>,
    /// The points where an any-angle path begins, turns and ends.
    turning_points: Option<Vec<Cell>>,
    /// A hash of the path as 16 hexadecimal digits; equal paths have equal hashes.
    path_hash: Option<String>,
    #[serde(flatten)]
    stats: SearchStats,
    verdict: Value,
}

/// Counts of a search besides its own statistics.
#[derive(Serialize, Debug)]
pub struct Counted {
    /// Number of entries that a sorted open list would have examined; `None` without such a list.
    pub positions_scanned: Option<u64>,
    /// The memory of nodes and open list in bytes; `None` if the search uses other memory.
    pub memory_bytes: Option<usize>,
    /// The cells in the order of their expansion, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expanded_order: Option<Vec<Cell>>,
    /// The time of the search in microseconds.
    pub search_us: f64,
}

impl<'a> Report<'a> {
    pub fn new(
        query: &'a LevelQuery,
        outcome: &Outcome,
        verdict: Option<&Verdict>,
        by: AnsweredBy,
        counted: Counted,
    ) -> Self {
        let answer = AnswerReport::new(query, outcome, verdict);
        Self { head: Head::NOW, query, answered_by: by, answer, counted }
    }
}

impl AnswerReport {
    pub fn new(query: &LevelQuery, outcome: &Outcome, verdict: Option<&Verdict>) -> Self {
        let options = &query.query.options;
        let path = outcome.path();
        let turning_points = path.filter(|_| options.algorithm.is_any_angle());
        Self {
            answer: word(outcome),
            found: path.is_some(),
            reason: reason(outcome),
            cost: exact_cost(&query.grid, options, outcome),
            cells: path.map_or(0, |path| path.cells().len()),
            path: path.map_or_else(Vec::new, |path| path.cells().to_vec()),
            turning_points: turning_points.map(|path| path.waypoints().to_vec()),
            path_hash: path.map(|path| format!("{:016x}", path.hash())),
            stats: outcome.stats(),
            verdict: verdict.map_or(Value::Null, |verdict| judgement(verdict, options)),
        }
    }
}

/// Returns the quality of the answer and of the heuristic.
///
/// The witness is the first cell where the heuristic overestimates.
fn judgement(verdict: &Verdict, options: &SearchOptions) -> Value {
    let units = options.units();
    json!({
        "optimal_cost": verdict.optimal_cost.map(|cost| units.to_f64(cost)),
        "ratio": verdict.ratio,
        "admissible": verdict.admissible,
        "consistent": verdict.consistent,
        "witness": verdict.witness.map(|witness| {
            let [h, true_cost] = [witness.h, witness.true_cost].map(|cost| units.to_f64(cost));
            json!({ "cell": witness.cell, "h": h, "true_cost": true_cost })
        }),
        "sentence": verdict.sentence(Language::English),
        "estimate": verdict.estimate_sentence(Language::English),
    })
}

/// Returns the cost of the path in the numbers of the step costs.
pub fn exact_cost(grid: &Grid, options: &SearchOptions, outcome: &Outcome) -> Option<f64> {
    outcome.path().map(|path| path.exact_cost(grid, options))
}

/// Returns the result in a word.
pub const fn word(outcome: &Outcome) -> &'static str {
    match outcome {
        Outcome::Solved(_) => "path",
        Outcome::NoPath(..) => "no path",
        Outcome::OutOfBudget(_) => "out of budget",
        Outcome::Refused(_) => "error",
    }
}

/// Returns the exit code of a command that searched.
pub const fn exit_of(outcome: &Outcome) -> u8 {
    match outcome {
        Outcome::Solved(_) => OK,
        Outcome::OutOfBudget(_) => OUT_OF_BUDGET,
        _ => FINDINGS,
    }
}

/// Returns the exit code for a recorded search.
///
/// A trace of another program may not state how the search ended.
pub const fn exit_of_trace(trace: &Trace) -> u8 {
    match &trace.outcome {
        TraceOutcome { found: true, .. } => OK,
        TraceOutcome { reason: None, .. } if trace.options.algorithm.is_none() => OK,
        TraceOutcome { reason: Some(_), .. } => FINDINGS,
        _ => OUT_OF_BUDGET,
    }
}

/// Returns the reason why there is no path; `None` if there is one.
pub fn reason(outcome: &Outcome) -> Option<String> {
    match outcome {
        Outcome::Solved(_) => None,
        Outcome::NoPath(reason, _) => Some(reason.to_string()),
        Outcome::OutOfBudget(stats) => Some(format!("out of budget after {}", counted(stats.expanded, "expansion"))),
        Outcome::Refused(refusal) => Some(refusal.to_string()),
    }
}
