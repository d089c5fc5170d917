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
//! The format leaves the fields of an event open, except its type and ids. Fields that every reader
//! of grids understands come first (`x`, `y`, `f`, `g`, `h`, `pId`). Other readers skip our own
//! fields.

mod parse;
mod read;

use gridwalk_level::formats::write_ron;
use gridwalk_level::{Level, LevelGrid};
use gridwalk_pathfinding::{
    Cell, Cost, Grid, NoPathReason, Outcome, Path, PathFault, PathQuery, SearchEvent,
    SearchOptions, SearchStats, Side, Solution,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::history::cell_number;
use super::packed::{EventKind, PackedEvent};
use super::{CellState, Timeline, Trace, TraceOutcome};

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
    /// `None` if the map's legend has no room for the cells that are closed to the agent alone. It
    /// then has [`Grid::MAX_TERRAINS`] terrains, each on some cell and none blocked.
    #[must_use]
    pub fn of_agent(
        level: &Level,
        (agent, seen): (Option<&str>, Grid),
        trace: Trace,
        search: &SearchOptions,
    ) -> Option<Self> {
        let grid = LevelGrid::of(seen, level.grid.looks()).within_limits()?;
        // The map already includes the extra cost near walls.
        let level = Level {
            grid,
            search: search.clone(),
            agents: Vec::new(),
            keep_off_walls: None,
            ..level.clone()
        };
        Some(Self {
            level,
            trace,
            agent: agent.map(str::to_owned),
        })
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
        let TraceOutcome {
            found,
            cost,
            ref path,
            ref turns,
            stats,
            reason,
            ..
        } = self.trace.outcome;
        Ok(match reason {
            Some(reason) => Outcome::NoPath(reason, stats),
            None if !found => Outcome::OutOfBudget(stats),
            None => {
                let (grid, options) = (&self.level.grid, &self.level.search);
                let path = Path::kept(
                    path.clone(),
                    turns.clone(),
                    cost.unwrap_or_default(),
                    grid,
                    options,
                )?;
                Outcome::Solved(Solution { path, stats })
            }
        })
    }

    /// Whether the map and the options of the search are known; those of another program's search
    /// are not.
    #[must_use]
    pub const fn knows_its_map(&self) -> bool {
        self.trace.options.algorithm.is_some()
    }

    /// Maximum size of a file in bytes: 2 GiB.
    pub const MOST_BYTES: usize = 2 << 30;
}

/// The version of the format.
const VERSION: &str = "1.4.0";

/// An event of the format, with the keys of a search on a grid.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a key of the file")]
struct Event {
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    kind: Option<String>,
    id: Value,
    #[serde(rename = "pId", skip_serializing_if = "Option::is_none")]
    parent: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    x: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    y: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    f: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    g: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    h: Option<f64>,
    /// g and h in units, if the numbers above are too coarse.
    #[serde(skip_serializing_if = "Option::is_none")]
    units: Option<[u64; 2]>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    backward: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    reopened: bool,
    /// Whether the cell was closed without being expanded.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pruned: bool,
    /// Whether the cell was left for the next pass.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    deferred: bool,
    /// The expanded cell, for an ignored neighbour; `pId` is the neighbour's parent, as in other
    /// events.
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<Cell>,
    /// The reason why the neighbour was ignored.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    /// The bound of a new pass, in units.
    #[serde(skip_serializing_if = "Option::is_none")]
    bound: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    found: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    gridwalk: Option<Box<TraceHead>>,
}

/// The contents of a trace apart from its events.
#[derive(Debug, Serialize, Deserialize)]
struct TraceHead {
    /// The text of a level file.
    level: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    agent: Option<String>,
    /// Number of reported events, kept or not.
    reported: u64,
    found: bool,
    /// The cost of the path, in units.
    cost: Option<u64>,
    path: Vec<Cell>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    turns: Vec<Cell>,
    /// Expanded, generated, reopened, largest open list.
    stats: [u64; 4],
    reason: Option<String>,
    answer: String,
    /// Cells whose expansion is not among the events: runs of column, row, length.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    later: Vec<[i32; 3]>,
}

/// The drawing instructions for the visualiser: one square a cell, coloured by the type of its last
/// event.
///
/// An ignored neighbour keeps its colour.
const VIEWS: &str = r#""views":{"main":[{"$":"rect","x":"${{ $.x }}","y":"${{ $.y }}","width":1,"height":1,"fill":"${{ color[$.type] }}","$if":"${{ !$.from }}"}]},"pivot":{"x":"${{ $.x + 0.5 }}","y":"${{ $.y + 0.5 }}","scale":1}"#;

impl TraceFile {
    /// Returns the text of the file: JSON with one event a line, in Posthoc's search trace format
    /// 1.4.0.
    ///
    /// Costs are in the units that people write. A `closing` event follows all effects of an
    /// expansion; a dropped cell has one too. Files of more than 10 million events cannot be read
    /// back.
    #[must_use]
    pub fn write(&self) -> String {
        let trace = &self.trace;
        let mut text = format!("{{\"version\":\"{VERSION}\",{VIEWS},\"events\":[");
        let mut first = true;
        let mut write = |event: Event| {
            text += if first { "\n" } else { ",\n" };
            first = false;
            text +=
                &serde_json::to_string(&event).expect("numbers and strings can always be written");
        };
        write(Event {
            gridwalk: Some(Box::new(self.head())),
            ..trace.about("source", trace.start)
        });
        write(trace.about("destination", trace.goal));
        let timeline = Timeline::new(trace.clone().into());
        let mut closing = None;
        for (number, &event) in trace.events.iter().enumerate() {
            if matches!(
                event.kind(),
                EventKind::Expanded | EventKind::Pruned | EventKind::Restarted | EventKind::Ended
            ) && let Some((cell, side)) = closing.take()
                && timeline.marks_at(number).state(cell, side) == CellState::Closed
            {
                write(trace.known("closing", cell, side, &timeline, number));
            }
            if event.kind() == EventKind::Expanded {
                closing = Some((event.cell(), event.side()));
            }
            write(trace.written(event, number, &timeline));
        }
        text += "\n]}\n";
        text
    }

    fn head(&self) -> TraceHead {
        let outcome = &self.trace.outcome;
        let SearchStats {
            expanded,
            generated,
            reopened,
            largest_open,
        } = outcome.stats;
        TraceHead {
            level: write_ron(&self.level),
            agent: self.agent.clone(),
            reported: self.trace.reported,
            found: outcome.found,
            cost: outcome.cost.map(|cost| cost.0),
            path: outcome.path.clone(),
            turns: outcome.turns.clone(),
            stats: [expanded, generated, reopened, largest_open],
            reason: outcome.reason.map(NoPathReason::name).map(str::to_owned),
            answer: outcome.answer.clone(),
            later: self.trace.later.runs(),
        }
    }
}

impl Trace {
    fn written(&self, event: PackedEvent, number: usize, timeline: &Timeline) -> Event {
        let known = |kind, cell, side| self.known(kind, cell, side, timeline, number);
        let opened = |kind, cell, parent, [g, h]: [Cost; 2], side| {
            let parent = self.parent_id(cell, parent);
            self.with_costs(
                Event {
                    parent,
                    ..self.on(kind, cell, side)
                },
                g,
                h,
            )
        };
        match event.unpack() {
            SearchEvent::Generated {
                cell,
                parent,
                g,
                h,
                side,
            } => opened("generating", cell, parent, [g, h], side),
            SearchEvent::Relaxed {
                cell,
                parent,
                g,
                h,
                side,
                reopened,
            } => Event {
                reopened,
                ..opened("updating", cell, parent, [g, h], side)
            },
            SearchEvent::Deferred {
                cell,
                parent,
                g,
                h,
                side,
            } => Event {
                deferred: true,
                ..opened("updating", cell, parent, [g, h], side)
            },
            SearchEvent::Expanded { cell, side } => known("expanding", cell, side),
            SearchEvent::Pruned { cell, side } => Event {
                pruned: true,
                ..known("closing", cell, side)
            },
            SearchEvent::Ignored {
                cell,
                from,
                reason,
                side,
            } => {
                let reason = Some(reason.name().to_owned());
                Event {
                    from: Some(from),
                    reason,
                    ..known("ignoring", cell, side)
                }
            }
            SearchEvent::Restarted { bound } => Event {
                bound: Some(bound.0),
                ..self.about("restart", self.start)
            },
            SearchEvent::NextPass { bound } => Event {
                bound: Some(bound.0),
                ..self.about("pass", self.start)
            },
            SearchEvent::Ended { found } => {
                let last = self.outcome.path.last().copied().unwrap_or(self.goal);
                Event {
                    found: Some(found),
                    ..known("end", last, Side::Forward)
                }
            }
        }
    }

    fn about(&self, kind: &str, cell: Cell) -> Event {
        let (x, y) = (Some(f64::from(cell.x)), Some(f64::from(cell.y)));
        Event {
            kind: Some(kind.to_owned()),
            id: self.id(cell),
            x,
            y,
            ..Event::default()
        }
    }

    fn on(&self, kind: &str, cell: Cell, side: Side) -> Event {
        Event {
            backward: side == Side::Backward,
            ..self.about(kind, cell)
        }
    }

    /// Returns an event with all that is known of its cell at a position.
    fn known(
        &self,
        kind: &str,
        cell: Cell,
        side: Side,
        timeline: &Timeline,
        position: usize,
    ) -> Event {
        let event = self.on(kind, cell, side);
        match timeline.marks_at(position).get(cell, side) {
            Some(mark) => {
                let parent = self.parent_id(cell, mark.parent);
                self.with_costs(Event { parent, ..event }, mark.g, mark.h)
            }
            None => event,
        }
    }

    fn with_costs(&self, event: Event, g: Cost, h: Cost) -> Event {
        let units = self.options.units;
        let [shown_g, shown_h] = [g, h].map(|cost| units.to_f64(cost));
        let exact = units.from_f64(shown_g) == g && units.from_f64(shown_h) == h;
        let f = units.to_f64(g.saturating_add(h));
        let units = (!exact).then_some([g.0, h.0]);
        Event {
            f: Some(f),
            g: Some(shown_g),
            h: Some(shown_h),
            units,
            ..event
        }
    }

    fn parent_id(&self, cell: Cell, parent: Cell) -> Option<Value> {
        (parent != cell).then(|| self.id(parent))
    }

    fn id(&self, cell: Cell) -> Value {
        cell_number(self, cell).into()
    }
}
