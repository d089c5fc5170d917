//! The keys of a trace file.

use gridwalk_pathfinding::Cell;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Maximum size of a file in bytes.
pub(super) const MOST_BYTES: usize = 2 << 30;

/// The version of the format.
pub(super) const VERSION: &str = "1.4.0";

/// An event of the format, with the keys of a search on a grid.
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
    /// g and h in units, if the numbers above are too coarse.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub units: Option<[u64; 2]>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub backward: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub reopened: bool,
    /// Whether the cell was closed without being expanded.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub pruned: bool,
    /// Whether the cell was left for the next pass.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub deferred: bool,
    /// The expanded cell, for an ignored neighbour; `pId` is the neighbour's parent, as in other events.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<Cell>,
    /// The reason why the neighbour was ignored.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The bound of a new pass, in units.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bound: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub found: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gridwalk: Option<Box<Head>>,
}

/// The contents of a trace apart from its events.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Head {
    /// The text of a level file.
    pub level: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    /// Number of reported events, kept or not.
    pub reported: u64,
    pub found: bool,
    /// The cost of the path, in units.
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
