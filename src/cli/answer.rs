//! What a search found, as one JSON object.

use serde::Serialize;

use crate::pathfinding::verdict::Verdict;
use crate::pathfinding::{Cell, NoPathReason, Outcome, SearchOptions};

/// The answer to one question. The same question has the same answer, `search_us` apart.
#[derive(Serialize, Debug)]
pub struct Answer {
    /// Whether there is a way.
    pub found: bool,
    /// Why there is none.
    pub reason: Option<String>,
    /// What the way costs, in the numbers of the step costs.
    pub cost: Option<f64>,
    /// How many cells the way has, both ends counted.
    pub cells: usize,
    /// All of them.
    pub path: Vec<(i32, i32)>,
    pub expanded: u64,
    pub generated: u64,
    pub reopened: u64,
    /// The cells in the order of their expansion, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expanded_order: Option<Vec<(i32, i32)>>,
    /// Tells ways apart: 16 hexadecimal digits.
    pub path_hash: Option<String>,
    /// What the referee says; `None` if nothing was searched.
    pub verdict: Option<Judgement>,
    /// How long the search itself took, in microseconds.
    pub search_us: f64,
}

/// How good the answer is, and whether the estimate can be trusted. Costs are in the numbers of the step costs.
#[derive(Serialize, Debug)]
pub struct Judgement {
    /// What the cheapest way costs; `None` if there is none.
    pub optimal_cost: Option<f64>,
    /// How many times as much the way that was found costs.
    pub ratio: Option<f64>,
    pub admissible: bool,
    pub consistent: bool,
    /// The first cell where the estimate is too high.
    pub witness: Option<TooHigh>,
}

/// Where an estimate is higher than what is left.
#[derive(Serialize, Debug)]
pub struct TooHigh {
    pub cell: (i32, i32),
    pub h: f64,
    pub true_cost: f64,
}

impl Judgement {
    /// The referee's verdict, in the units of these options.
    pub fn new(verdict: &Verdict, options: &SearchOptions) -> Self {
        let units = options.units();
        Self {
            optimal_cost: verdict.optimal_cost.map(|cost| units.to_f64(cost)),
            ratio: verdict.ratio,
            admissible: verdict.admissible,
            consistent: verdict.consistent,
            witness: verdict.witness.map(|witness| TooHigh {
                cell: (witness.cell.x, witness.cell.y),
                h: units.to_f64(witness.h),
                true_cost: units.to_f64(witness.true_cost),
            }),
        }
    }
}

impl Answer {
    /// The answer of a search that was begun, or refused.
    pub fn new(outcome: &Outcome, options: &SearchOptions) -> Self {
        let (path, stats) = (outcome.path(), outcome.stats());
        Self {
            found: path.is_some(),
            reason: reason(outcome),
            cost: path.map(|path| options.units().to_f64(path.cost())),
            cells: path.map_or(0, |path| path.cells().len()),
            path: path.map_or_else(Vec::new, |path| pairs(path.cells())),
            expanded: stats.expanded,
            generated: stats.generated,
            reopened: stats.reopened,
            expanded_order: None,
            path_hash: path.map(|path| format!("{:016x}", path.hash())),
            verdict: None,
            search_us: 0.0,
        }
    }

    /// The answer to a question that makes no sense.
    pub fn refused(reason: String) -> Self {
        let nothing = Outcome::NoPath(NoPathReason::Unreachable, crate::pathfinding::SearchStats::NONE);
        Self { reason: Some(reason), ..Self::new(&nothing, &SearchOptions::default()) }
    }
}

/// Why there is no way; `None` if there is one.
pub fn reason(outcome: &Outcome) -> Option<String> {
    match outcome {
        Outcome::Solved(_) => None,
        Outcome::NoPath(reason, _) => Some(reason.describe().to_owned()),
        Outcome::OutOfBudget(stats) => Some(format!("given up after {} expansions", stats.expanded)),
        Outcome::Refused(refusal) => Some(refusal.to_string()),
    }
}

pub fn pairs(cells: &[Cell]) -> Vec<(i32, i32)> {
    cells.iter().map(|cell| (cell.x, cell.y)).collect()
}
