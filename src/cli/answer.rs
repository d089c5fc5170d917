//! What `solve --json` prints: one object, described in `docs/command-line.md`.

use gridwalk_explain::verdict::Verdict;
use gridwalk_explain::{Language, Trace, TraceOutcome, counted};
use gridwalk_pathfinding::{Cell, Grid, Outcome, SearchOptions, SearchStats};
use serde::Serialize;
use serde_json::{Value, json};

use super::failure::{FINDINGS, OK, OUT_OF_BUDGET};
use super::print::Head;
use super::query::{AnsweredBy, LevelQuery};

/// The answer to one query. The same query has the same answer, `search_us` apart.
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

/// What a search found, and what that is worth.
#[derive(Serialize, Debug)]
pub struct AnswerReport {
    /// In a word: `path`, `no path` or `out of budget`; where there is an error in place of the answer, `error`.
    answer: &'static str,
    found: bool,
    /// Why there is no path.
    reason: Option<String>,
    /// What the path costs, in the numbers of the step costs.
    cost: Option<f64>,
    /// How many cells the path has, both ends counted.
    cells: usize,
    /// All of them.
    path: Vec<Cell>,
    /// Where a path at any angle begins, turns and ends.
    turning_points: Option<Vec<Cell>>,
    /// The same for equal paths: 16 hexadecimal digits.
    path_hash: Option<String>,
    #[serde(flatten)]
    stats: SearchStats,
    verdict: Value,
}

/// What a search counted beside its own statistics.
#[derive(Serialize, Debug)]
pub struct Counted {
    /// How many entries a sorted open list would have looked at; `None` if the search keeps no such list.
    pub positions_scanned: Option<u64>,
    /// The memory of nodes and open list; `None` if the search has a memory of its own.
    pub memory_bytes: Option<usize>,
    /// The cells in the order of their expansion, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expanded_order: Option<Vec<Cell>>,
    /// How long the answer took, in microseconds.
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

/// How good the answer is, and whether the estimate can be trusted; the witness is the first cell where it is too high.
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

/// What the path costs, in the numbers of the step costs.
pub fn exact_cost(grid: &Grid, options: &SearchOptions, outcome: &Outcome) -> Option<f64> {
    outcome.path().map(|path| path.exact_cost(grid, options))
}

/// The answer in a word.
pub const fn word(outcome: &Outcome) -> &'static str {
    match outcome {
        Outcome::Solved(_) => "path",
        Outcome::NoPath(..) => "no path",
        Outcome::OutOfBudget(_) => "out of budget",
        Outcome::Refused(_) => "error",
    }
}

/// The exit code of a command that searched.
pub const fn exit_of(outcome: &Outcome) -> u8 {
    match outcome {
        Outcome::Solved(_) => OK,
        Outcome::OutOfBudget(_) => OUT_OF_BUDGET,
        _ => FINDINGS,
    }
}

/// The same of a search that was recorded. One from elsewhere may not say how it ended.
pub const fn exit_of_trace(trace: &Trace) -> u8 {
    match &trace.outcome {
        TraceOutcome { found: true, .. } => OK,
        TraceOutcome { reason: None, .. } if trace.options.algorithm.is_none() => OK,
        TraceOutcome { reason: Some(_), .. } => FINDINGS,
        _ => OUT_OF_BUDGET,
    }
}

/// Why there is no path; `None` if there is one.
pub fn reason(outcome: &Outcome) -> Option<String> {
    match outcome {
        Outcome::Solved(_) => None,
        Outcome::NoPath(reason, _) => Some(reason.to_string()),
        Outcome::OutOfBudget(stats) => Some(format!("out of budget after {}", counted(stats.expanded, "expansion"))),
        Outcome::Refused(refusal) => Some(refusal.to_string()),
    }
}
