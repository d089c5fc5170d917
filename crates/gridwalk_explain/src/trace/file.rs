//! Trace files: search traces for the visualiser Posthoc, format 1.4.0, with what it leaves out in fields of our own.
//!
//! ```text
//! { "version": "1.4.0", "views": …, "pivot": …, "events": [
//! {"type":"source","id":0,"x":0,"y":0,"gridwalk":{"level":"(version: 1, …","reported":812, …}},
//! {"type":"destination","id":1199,"x":39,"y":29},
//! {"type":"generating","id":0,"x":0,"y":0,"f":50.0,"g":0.0,"h":50.0},
//! {"type":"expanding", …},
//! {"type":"end", …,"found":true}
//! ]}
//! ```
//!
//! The format leaves open what an event says beside its type and ids. What every reader of grids understands comes
//! first (`x`, `y`, `f`, `g`, `h`, `pId`); what only we read is left out by others.

use gridwalk_level::{Level, LevelGrid};
use gridwalk_pathfinding::{Grid, Outcome, Path, PathFault, PathQuery, SearchOptions, Solution};

use super::event::MOST_BYTES;
use super::{Trace, TraceOutcome};

/// A recorded search and what it was asked of: all that a trace file holds.
///
/// # Examples
/// ```
/// use gridwalk_explain::{Trace, TraceFile};
/// use gridwalk_level::formats::parse_ron;
/// use gridwalk_pathfinding::{Cell, Limits, NodePool, PathQuery};
/// let level = parse_ron(r#"(version: 1, map: ["...", ".#."])"#).unwrap();
/// let query = PathQuery::new(Cell::new(0, 0), Cell::new(2, 1), &level.search);
/// let (_, trace) = Trace::record(&level.grid, &query, Limits::NONE, usize::MAX, &mut NodePool::default());
/// let file = TraceFile { level, trace, agent: None };
/// assert_eq!(TraceFile::read(file.write().as_bytes()), Ok(file));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct TraceFile {
    /// The map that was searched, and the options. Of a trace from elsewhere neither is known: it has a map without
    /// walls.
    pub level: Level,
    /// What happened.
    pub trace: Trace,
    /// The name of the agent whose search it is, if it is an agent's.
    pub agent: Option<String>,
}

impl TraceFile {
    /// A search on a level, on the map as its agent sees it. The file has no agents: they may stand in walls of this one.
    ///
    /// `None` if that map has no room for the cells that are closed to the agent alone: it has [`Grid::MAX_TERRAINS`]
    /// terrains, each on some cell and none blocked.
    #[must_use]
    pub fn of_agent(
        level: &Level,
        (agent, seen): (Option<&str>, Grid),
        trace: Trace,
        search: &SearchOptions,
    ) -> Option<Self> {
        let grid = LevelGrid::of(seen, level.grid.looks()).within_limits()?;
        // What walls nearby cost is in the map already.
        let level = Level { grid, search: search.clone(), agents: Vec::new(), keep_off_walls: None, ..level.clone() };
        Some(Self { level, trace, agent: agent.map(str::to_owned) })
    }

    /// What was asked.
    #[must_use]
    pub fn query(&self) -> PathQuery {
        PathQuery::new(self.trace.start, self.trace.goal, &self.level.search)
    }

    /// The answer as the search gave it; nothing is searched for it.
    ///
    /// # Errors
    /// Why its path is none on this map. Of a file that was read it is one.
    pub fn outcome(&self) -> Result<Outcome, PathFault> {
        let TraceOutcome { found, cost, ref path, ref turns, stats, reason, .. } = self.trace.outcome;
        Ok(match reason {
            Some(reason) => Outcome::NoPath(reason, stats),
            None if !found => Outcome::OutOfBudget(stats),
            None => {
                let (grid, options) = (&self.level.grid, &self.level.search);
                let path = Path::kept(path.clone(), turns.clone(), cost.unwrap_or_default(), grid, options)?;
                Outcome::Solved(Solution { path, stats })
            }
        })
    }

    /// Whether the map and the options of the search are known: those of a trace from elsewhere are not.
    #[must_use]
    pub const fn knows_its_map(&self) -> bool {
        self.trace.options.algorithm.is_some()
    }

    /// Larger files are not read: 2 GiB.
    pub const MOST_BYTES: usize = MOST_BYTES;

    /// Whether a file holds a trace rather than a level, valid or not.
    #[must_use]
    pub fn is_one(text: &[u8]) -> bool {
        #[cfg(feature = "yaml")]
        if super::yaml::is_one(text) {
            return true;
        }
        is_json(text)
    }
}

/// Whether a text is an object in JSON, as traces are and levels are not.
pub(super) fn is_json(text: &[u8]) -> bool {
    text.trim_ascii_start().starts_with(b"{")
}
