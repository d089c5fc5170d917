//! The keys of a trace file.

use gridwalk_pathfinding::Cell;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The most bytes of a file.
pub(super) const MOST_BYTES: usize = 2 << 30;

/// The version of the format.
pub(super) const VERSION: &str = "1.4.0";

/// One event of the format, as far as it concerns a search on a grid.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a key of the file")]
pub(super) struct Event {
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    pub id: Value,
    #[serde(rename = "pId", skip_serializing_if = "Option::is_none")]
    pub parent: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub x: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub y: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub f: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub g: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub h: Option<f64>,
    /// g and h in units, where the numbers above are too coarse.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub units: Option<[u64; 2]>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub backward: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub reopened: bool,
    /// Closed without being expanded.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub pruned: bool,
    /// Left for the next pass.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub deferred: bool,
    /// Of a neighbour that is ignored: the cell that was expanded. `pId` is its parent, as ever.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<Cell>,
    /// Why it is ignored.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Of a new pass, in units.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bound: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub found: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gridwalk: Option<Box<Head>>,
}

/// What a trace holds beside its events.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Head {
    /// The text of a level file.
    pub level: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    /// How many events there were, kept or not.
    pub reported: u64,
    pub found: bool,
    /// In units.
    pub cost: Option<u64>,
    pub path: Vec<Cell>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub turns: Vec<Cell>,
    /// Expanded, generated, reopened, largest open list.
    pub stats: [u64; 4],
    pub reason: Option<String>,
    pub answer: String,
    /// Cells whose expansion is not among the events: runs of column, row, length.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub later: Vec<[i32; 3]>,
}
