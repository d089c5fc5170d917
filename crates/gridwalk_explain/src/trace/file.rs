//! Trace files: search traces for the visualiser Posthoc, format 1.4.0, with fields of our own.
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
//! The format leaves the fields of an event open, except its type and ids. Fields that every reader of grids
//! understands come first (`x`, `y`, `f`, `g`, `h`, `pId`). Other readers skip our own fields.

use gridwalk_level::{Level, LevelGrid};
use gridwalk_pathfinding::{Grid, Outcome, Path, PathFault, PathQuery, SearchOptions, Solution};

use super::event::MOST_BYTES;
use super::{Trace, TraceOutcome};

/// The contents of a trace file: a recorded search with its level.
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
    /// The searched map and the options.
    ///
    /// Both are unknown for a trace from another program, which gets a map without walls.
    pub level: Level,
    /// The recorded search.
    pub trace: Trace,
    /// The name of the agent whose search it is, if any.
    pub agent: Option<String>,
}

impl TraceFile {
    /// Creates the file of a search on the map as an agent sees it.
    ///
    /// The file has no agents, because they may stand in walls of that map.
    ///
    /// `None` if the map's legend has no room for the cells that are closed to the agent alone. It then has
    /// [`Grid::MAX_TERRAINS`] terrains, each on some cell and none blocked.
    #[must_use]
    pub fn of_agent(
        level: &Level,
        (agent, seen): (Option<&str>, Grid),
        trace: Trace,
        search: &SearchOptions,
    ) -> Option<Self> {
        let grid = LevelGrid::of(seen, level.grid.looks()).within_limits()?;
        // The map already includes the extra cost near walls.
        let level = Level { grid, search: search.clone(), agents: Vec::new(), keep_off_walls: None, ..level.clone() };
        Some(Self { level, trace, agent: agent.map(str::to_owned) })
    }

    /// Returns the query of the search.
    #[must_use]
    pub fn query(&self) -> PathQuery {
        PathQuery::new(self.trace.start, self.trace.goal, &self.level.search)
    }

    /// Returns the recorded answer, without another search.
    ///
    /// # Errors
    /// If the recorded path is invalid on this map. The path of a file that was read is valid.
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

    /// Whether the map and the options of the search are known; those of another program's search are not.
    #[must_use]
    pub const fn knows_its_map(&self) -> bool {
        self.trace.options.algorithm.is_some()
    }

    /// Maximum size of a file in bytes: 2 GiB.
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
