//! Reader of trace files, our own and those of other programs.

use std::collections::{BTreeMap, HashMap};
use std::num::NonZeroU64;

use gridwalk_level::formats::{ParseError, parse_draft};
use gridwalk_level::{CellClick, Level};
use gridwalk_pathfinding::slices::{Counter, at_once, find_map, for_each};
use gridwalk_pathfinding::{
    Cell, Cost, Grid, GridSize, IgnoreReason, NoPathReason, PopKey, SearchEvent, SearchOptions,
    SearchStats, Side, StepCosts, Terrain, TerrainId, TieBreak, UnreachablePolicy, Weight,
};
use serde::Deserialize;

#[cfg(feature = "yaml")]
use super::parse::yaml;
use super::parse::{Limited, Mistake, syntax, version_and_events};
use super::{Event, TraceFile, TraceHead, VERSION};
use crate::trace::history::History;
use crate::trace::packed::{CellSet, PackedEvent, is_on_a_map};
use crate::trace::{
    CellMarks, CellState, PopOrder, Trace, TraceCounters, TraceOptions, TraceOutcome,
};

#[derive(Deserialize)]
struct PlainTrace {
    version: String,
    #[serde(default)]
    events: Limited<Event>,
}

impl TraceFile {
    /// Reads a trace that [`TraceFile::write`] wrote, or one in Posthoc's search trace format.
    ///
    /// Reads version 1.4.0 and the earlier versions with the same events, as JSON, and with the
    /// feature `yaml` as YAML.
    ///
    /// Our own traces are read back unchanged. In other traces, each event needs a cell: whole
    /// numbers `x` and `y`, or the `id` of an event that has them. Events of types that do not
    /// concern the open list are skipped. Costs are rounded to a scale that suits them, and the
    /// open list is ordered by f.
    ///
    /// # Errors
    /// If the text is not such a trace, or is invalid: the first error, with its place.
    pub fn read(text: &[u8]) -> Result<Self, ParseError> {
        at_once(Self::read_in_slices(text))
    }

    /// Does the work of [`read`](Self::read) in [slices](gridwalk_pathfinding::slices).
    ///
    /// The place of an error is found without yielding.
    ///
    /// # Errors
    /// As [`read`](Self::read).
    pub async fn read_in_slices(text: &[u8]) -> Result<Self, ParseError> {
        #[cfg(feature = "yaml")]
        if !is_json(text) && yaml::is_one(text) {
            let (version, events) = yaml::version_and_events(text)?;
            return read(version, events.whole()).await.map_err(|mistake| {
                let place = mistake.event.and_then(|event| yaml::place(text, event));
                let (line, column) = place.unwrap_or((1, 1));
                ParseError {
                    line,
                    column,
                    message: mistake.message,
                }
            });
        }
        let (version, events) = if let Some((version, events)) = version_and_events(text).await {
            (version, Ok(events))
        } else {
            let PlainTrace { version, events } =
                serde_json::from_slice(text).map_err(|error| syntax(&error))?;
            (version, events.whole())
        };
        read(version, events)
            .await
            .map_err(|mistake| mistake.placed(text))
    }

    /// Whether a file holds a trace rather than a level, valid or not.
    #[must_use]
    pub fn is_one(text: &[u8]) -> bool {
        #[cfg(feature = "yaml")]
        if yaml::is_one(text) {
            return true;
        }
        is_json(text)
    }
}

/// Whether a text is an object in JSON, as traces are and levels are not.
fn is_json(text: &[u8]) -> bool {
    text.trim_ascii_start().starts_with(b"{")
}

async fn read(version: String, events: Result<Vec<Event>, Mistake>) -> Result<TraceFile, Mistake> {
    let mut events = events?;
    if !EARLIER.contains(&version.as_str()) && version != VERSION {
        let known = EARLIER.join(", ");
        return Mistake::whole(format!(
            "traces of version {version:?} are not known, only of {known} and {VERSION}"
        ));
    }
    let cells = cells(&events).await?;
    let read = match find_map(&mut events, |event| event.gridwalk.take()).await {
        Some(head) => ours(*head, &events, &cells).await,
        None => theirs(&events, &cells).await,
    };
    // Dropping many cells and events takes long, too.
    for_each(cells, drop).await;
    for_each(events, drop).await;
    read
}

/// Versions that differ from the present one in how a trace is drawn, not in its events.
const EARLIER: [&str; 4] = ["1.0.4", "1.0.5", "1.0.6", "1.1.0"];

/// Returns the cells by the ids of their events.
///
/// The map is a tree, because a hash table would be rebuilt in a single step whenever it grows.
async fn cells(events: &[Event]) -> Result<BTreeMap<String, Cell>, Mistake> {
    let (mut cells, mut work) = (BTreeMap::new(), Counter::default());
    for (at, event) in events.iter().enumerate() {
        let (Some(x), Some(y)) = (event.x, event.y) else {
            continue;
        };
        let cell = Cell::new(whole(x), whole(y));
        if !is_on_a_map(cell) {
            let message = format!("x {x} and y {y} are no cell of any map");
            return Mistake::at(at, message);
        }
        cells.insert(event.id.to_string(), cell);
        work.count(AN_EVENT).await;
    }
    Ok(cells)
}

/// Pieces of work counted for each event.
const AN_EVENT: usize = 8;

/// Returns the coordinate if it is a whole number; else -1.
#[expect(
    clippy::cast_possible_truncation,
    reason = "casts of floats saturate, and saturated ones are on no map"
)]
fn whole(coordinate: f64) -> i32 {
    if coordinate.fract() == 0.0 {
        coordinate as i32
    } else {
        -1
    }
}

fn cell_of(event: &Event, at: usize, cells: &BTreeMap<String, Cell>) -> Result<Cell, Mistake> {
    let cell = cells.get(&event.id.to_string()).copied();
    cell.map_or_else(
        || Mistake::at(at, "its id stands for no cell, because x or y is missing"),
        Ok,
    )
}

/// Returns the parent of an event's cell; the cell itself if the event names no parent.
fn parent_of(
    event: &Event,
    at: usize,
    cell: Cell,
    cells: &BTreeMap<String, Cell>,
) -> Result<Cell, Mistake> {
    let Some(parent) = event.parent.as_ref().filter(|parent| !parent.is_null()) else {
        return Ok(cell);
    };
    let known = cells.get(&parent.to_string()).copied();
    known.map_or_else(|| Mistake::at(at, "its pId stands for no cell"), Ok)
}

/// Reads a trace that we wrote: its events are those of the search.
async fn ours(
    head: TraceHead,
    events: &[Event],
    cells: &BTreeMap<String, Cell>,
) -> Result<TraceFile, Mistake> {
    // A portal may end in a cell that is closed to the agent: in its view of the map that is a
    // wall.
    let read = parse_draft(&head.level)
        .or_else(|error| Mistake::whole(format!("the level in it: {error}")));
    let (level, _) = read?;
    let end = |kind: &str| {
        let at = events
            .iter()
            .position(|event| event.kind.as_deref() == Some(kind));
        at.map_or_else(
            || Mistake::whole(format!("the {kind} is missing")),
            |at| cell_of(&events[at], at, cells),
        )
    };
    let (start, goal) = (end("source")?, end("destination")?);
    let (size, options) = (
        level.grid.size(),
        TraceOptions::of(&level.search, &level.grid),
    );
    let (GridSize { width, height }, units) = (size, options.units);
    let outcome = head.outcome()?;
    let (reported, later) = (head.reported, head.later(size)?);
    let mut trace = Trace {
        width,
        height,
        options,
        start,
        goal,
        outcome,
        events: Vec::new(),
        reported,
        later,
    };
    let mut work = Counter::default();
    for (at, event) in events.iter().enumerate() {
        work.count(AN_EVENT).await;
        let kind = event.kind.as_deref().unwrap_or_default();
        let cell = cell_of(event, at, cells)?;
        // Our ids are numbers of cells, so a parent does not need an event.
        let numbered = event
            .parent
            .as_ref()
            .and_then(|parent| cell_of_number(size, parent.as_u64()?));
        let parent = match numbered {
            Some(parent) => parent,
            None => parent_of(event, at, cell, cells)?,
        };
        let side = if event.backward {
            Side::Backward
        } else {
            Side::Forward
        };
        let shown = |cost: Option<f64>| units.from_f64(cost.unwrap_or(0.0)).0;
        let [g, h] = event
            .units
            .unwrap_or([shown(event.g), shown(event.h)])
            .map(Cost);
        let reopened = event.reopened;
        let bound = Cost(event.bound.unwrap_or(0));
        let packed = PackedEvent::pack(match kind {
            "generating" => SearchEvent::Generated {
                cell,
                parent,
                g,
                h,
                side,
            },
            "updating" if event.deferred => SearchEvent::Deferred {
                cell,
                parent,
                g,
                h,
                side,
            },
            "updating" => SearchEvent::Relaxed {
                cell,
                parent,
                g,
                h,
                side,
                reopened,
            },
            "expanding" => SearchEvent::Expanded { cell, side },
            "ignoring" => {
                let reason = event.reason.as_deref().and_then(IgnoreReason::from_name);
                let Some((reason, from)) = reason.zip(event.from.filter(|from| is_on_a_map(*from)))
                else {
                    return Mistake::at(
                        at,
                        "a neighbour is ignored from a cell of the map, for a known reason",
                    );
                };
                SearchEvent::Ignored {
                    cell,
                    from,
                    reason,
                    side,
                }
            }
            "restart" => SearchEvent::Restarted { bound },
            "pass" => SearchEvent::NextPass { bound },
            "end" => SearchEvent::Ended {
                found: event.found.unwrap_or(false),
            },
            "closing" if event.pruned => SearchEvent::Pruned { cell, side },
            // Expanded cells are closed already: these are for other readers.
            "source" | "destination" | "closing" => continue,
            other => return Mistake::at(at, format!("the type {other:?} is not known")),
        });
        trace
            .check_event(packed)
            .or_else(|message| Mistake::at(at, message))?;
        trace.events.push(packed);
    }
    let file = TraceFile {
        level,
        trace: trace.checked()?,
        agent: head.agent,
    };
    file.outcome()
        .or_else(|fault| Mistake::whole(format!("the path in it: {}", fault.describe(units))))?;
    Ok(file)
}

impl TraceHead {
    /// Returns the cells whose expansion is not among the events.
    fn later(&self, size: GridSize) -> Result<CellSet, Mistake> {
        let mut cells = CellSet::default();
        for &[x, y, length] in &self.later {
            let last = Cell::new(x.saturating_add(length.saturating_sub(1)), y);
            if length < 1 || !size.contains(Cell::new(x, y)) || !size.contains(last) {
                return Mistake::whole("cells that were expanded later lie outside the map");
            }
            for x in x..=last.x {
                cells.insert(Cell::new(x, y));
            }
        }
        Ok(cells)
    }

    fn outcome(&self) -> Result<TraceOutcome, Mistake> {
        let known = |name: &String| {
            let reason = NoPathReason::from_name(name).map(Some);
            reason.map_or_else(
                || Mistake::whole(format!("the reason {name:?} is not known")),
                Ok,
            )
        };
        let [expanded, generated, reopened, largest_open] = self.stats;
        Ok(TraceOutcome {
            found: self.found,
            cost: self.cost.map(Cost),
            path: self.path.clone(),
            turns: self.turns.clone(),
            stats: SearchStats {
                expanded,
                generated,
                reopened,
                largest_open,
            },
            reason: self.reason.as_ref().map_or(Ok(None), known)?,
            answer: self.answer.clone(),
        })
    }
}

/// Returns the cell with this dense number; `None` outside the map.
fn cell_of_number(size: GridSize, number: u64) -> Option<Cell> {
    let (x, y) = (
        number % u64::from(size.width),
        number / u64::from(size.width),
    );
    let cell = Cell::new(i32::try_from(x).ok()?, i32::try_from(y).ok()?);
    size.contains(cell).then_some(cell)
}

/// Returns `true` for types of events that matter to an open list; all others are skipped.
fn is_known(kind: &str) -> bool {
    let ends = matches!(
        kind,
        "source" | "destination" | "end" | "expanding" | "expand" | "closing" | "close"
    );
    ends || matches!(
        kind,
        "generating" | "generate" | "updating" | "update" | "relaxing" | "relax"
    )
}

/// Reads a trace from another program, and derives missing data from the states of the cells.
async fn theirs(events: &[Event], cells: &BTreeMap<String, Cell>) -> Result<TraceFile, Mistake> {
    let units = scale(events).await;
    let mut reader = EventReader {
        units,
        states: HashMap::new(),
        reported: Vec::new(),
    };
    let (mut start, mut goal, mut last, mut end) = (None, None, None, None);
    let mut work = Counter::default();
    for (at, event) in events.iter().enumerate() {
        work.count(AN_EVENT).await;
        let kind = event.kind.as_deref().unwrap_or_default();
        if !is_known(kind) {
            continue;
        }
        let cell = cell_of(event, at, cells)?;
        let parent = parent_of(event, at, cell, cells)?;
        start = start.or(Some(cell));
        last = Some(cell);
        match kind {
            "source" => start = Some(cell),
            "destination" => goal = Some(cell),
            "end" => {
                end = Some(cell);
                reader
                    .reported
                    .push(PackedEvent::pack(SearchEvent::Ended { found: true }));
            }
            // An expansion has closed the cell already, unless the trace has none.
            "closing" | "close" if reader.state(cell) == CellState::Closed => {}
            "expanding" | "expand" | "closing" | "close" => {
                reader.expand(event, at, cell, parent)?;
            }
            _ => reader.open(event, at, cell, parent)?,
        }
    }
    let most =
        |side: fn(&Cell) -> i32| cells.values().map(side).max().unwrap_or(0).cast_unsigned() + 1;
    let trace = Trace {
        width: most(|cell| cell.x),
        height: most(|cell| cell.y),
        options: TraceOptions {
            algorithm: None,
            units,
            order: PopOrder {
                key: PopKey::F,
                tie: TieBreak::default(),
                weight: Weight::ONE,
                width: NonZeroU64::MIN,
            },
            turning: None,
        },
        start: start.unwrap_or_default(),
        goal: goal.or(end).or(last).unwrap_or_default(),
        outcome: TraceOutcome::default(),
        reported: reader.reported.len() as u64,
        events: reader.reported,
        later: CellSet::default(),
    };
    let trace = trace.checked()?;
    let (size, floor) = (trace.size(), vec![Terrain::floor(), Terrain::wall()]);
    let grid = Grid::new(
        size.width,
        size.height,
        vec![TerrainId(0); size.cell_count()],
        floor,
    );
    let level = Level {
        name: String::new(),
        about: String::new(),
        grid: grid.expect("the size was checked").into(),
        agents: Vec::new(),
        groups: Vec::new(),
        keep_off_walls: None,
        crowd: false,
        search: SearchOptions::default(),
        unreachable: UnreachablePolicy::default(),
        click: CellClick::default(),
    };
    let outcome = answer(&trace, end).await;
    Ok(TraceFile {
        level,
        trace: Trace { outcome, ..trace },
        agent: None,
    })
}

/// Derives the answer from the events of a trace whose path ends at `end`.
async fn answer(trace: &Trace, end: Option<Cell>) -> TraceOutcome {
    let history = History::new(trace).await;
    let marks = CellMarks::new(trace, &history, trace.len());
    let TraceCounters {
        expanded,
        generated,
        reopened,
        largest_open,
        ..
    } = marks.counters();
    let mut path = end
        .map(|end| marks.path_to(end, Side::Forward))
        .unwrap_or_default();
    if path.is_empty() {
        path.extend(end);
    }
    TraceOutcome {
        found: end.is_some(),
        cost: end
            .and_then(|end| marks.get(end, Side::Forward))
            .map(|mark| mark.g),
        path,
        turns: Vec::new(),
        stats: SearchStats {
            expanded,
            generated,
            reopened,
            largest_open,
        },
        reason: None,
        answer: if end.is_some() {
            "a path was found"
        } else {
            "the trace holds no path"
        }
        .to_owned(),
    }
}

/// Returns the coarsest units in which every cost is whole: 1, 0.1, 0.01 and so on.
///
/// Without such units, returns billionths, or the finest units that the largest cost allows.
async fn scale(events: &[Event]) -> StepCosts {
    let costs_of = |event: &Event| [event.f, event.g, event.h].into_iter().flatten();
    let (mut largest, mut scale, mut work) = (0.0_f64, 1, Counter::default());
    for event in events {
        largest = costs_of(event).fold(largest, |most, cost| most.max(cost.abs()));
        work.count(1).await;
    }
    for event in events {
        // A cost that is whole in some units is whole in finer ones.
        for cost in costs_of(event) {
            let is_whole = |scale: u32| {
                let scaled = cost * f64::from(scale);
                (scaled - scaled.round()).abs() <= 1e-9 * scaled.abs()
            };
            let is_fine = |scale: u32| largest * f64::from(scale) * 10.0 > 1e15;
            while scale < 1_000_000_000 && !is_fine(scale) && !is_whole(scale) {
                scale *= 10;
            }
        }
        work.count(1).await;
    }
    StepCosts::from_parts([scale; 3]).expect("the scale is at least 1")
}

/// Finds the events that a search of our own would have reported.
struct EventReader {
    units: StepCosts,
    states: HashMap<Cell, CellState>,
    reported: Vec<PackedEvent>,
}

impl EventReader {
    fn state(&self, cell: Cell) -> CellState {
        self.states.get(&cell).copied().unwrap_or_default()
    }

    fn costs(&self, event: &Event, at: usize) -> Result<(Cost, Cost), Mistake> {
        let g = event.g.unwrap_or(0.0);
        let h = event
            .h
            .or_else(|| event.f.map(|f| (f - g).max(0.0)))
            .unwrap_or(0.0);
        if g < 0.0 || h < 0.0 {
            return Mistake::at(at, "a cost is below 0");
        }
        let [g, h] = [g, h].map(|cost| self.units.from_f64(cost));
        if g.0.checked_add(h.0).is_none() {
            return Mistake::at(at, "its costs are too large to be added up");
        }
        Ok((g, h))
    }

    fn open(&mut self, event: &Event, at: usize, cell: Cell, parent: Cell) -> Result<(), Mistake> {
        let (g, h) = self.costs(event, at)?;
        let side = Side::Forward;
        self.reported
            .push(PackedEvent::pack(match self.state(cell) {
                CellState::Unseen => SearchEvent::Generated {
                    cell,
                    parent,
                    g,
                    h,
                    side,
                },
                state => SearchEvent::Relaxed {
                    cell,
                    parent,
                    g,
                    h,
                    side,
                    reopened: state == CellState::Closed,
                },
            }));
        self.states.insert(cell, CellState::Open);
        Ok(())
    }

    fn expand(
        &mut self,
        event: &Event,
        at: usize,
        cell: Cell,
        parent: Cell,
    ) -> Result<(), Mistake> {
        if self.state(cell) == CellState::Unseen {
            self.open(event, at, cell, parent)?;
        }
        self.states.insert(cell, CellState::Closed);
        self.reported.push(PackedEvent::pack(SearchEvent::Expanded {
            cell,
            side: Side::Forward,
        }));
        Ok(())
    }
}
