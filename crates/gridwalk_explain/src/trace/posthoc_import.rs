//! Search traces for the visualiser Posthoc, format 1.4.0: reading, our own and those of others.

use std::collections::HashMap;
use std::num::NonZeroU64;

use gridwalk_pathfinding::{Cell, Cost, PopKey, SearchEvent, SearchStats, Side, StepCosts, TieBreak, Weight};
use serde::Deserialize;

use super::check::TraceError;
use super::file::{Head, Limited};
use super::history::History;
use super::packed::{PackedEvent, is_on_a_map};
use super::posthoc::{Event, VERSION};
use super::{CellMarks, CellState, PopOrder, Trace, TraceCounters, TraceOptions, TraceOutcome};

#[derive(Deserialize)]
struct File {
    version: String,
    #[serde(default)]
    events: Limited<Event>,
}

impl Trace {
    /// A trace in Posthoc's search trace format 1.4.0, as JSON.
    ///
    /// Our own come back with the same events. Of others, each event needs a cell: whole numbers `x` and `y`,
    /// or the `id` of an event that has them. Events of types that say nothing about the open list are
    /// skipped, costs are rounded to a scale that suits them, and the open list is ordered by f.
    ///
    /// # Errors
    /// If the text is no such trace, or what it says is invalid.
    pub fn from_posthoc(text: &[u8]) -> Result<Self, TraceError> {
        let File { version, events: Limited(mut events) } = serde_json::from_slice(text)?;
        if version != VERSION {
            let message = format!("Posthoc traces of version {version:?} are not known, only of {VERSION}");
            return Err(TraceError::Trace(message));
        }
        let cells = cells(&events)?;
        match events.iter_mut().find_map(|event| event.gridwalk.take()) {
            Some(head) => ours(*head, &events, &cells),
            None => theirs(&events, &cells),
        }
    }
}

/// Which cells the ids stand for.
fn cells(events: &[Event]) -> Result<HashMap<String, Cell>, TraceError> {
    let mut cells = HashMap::new();
    for (at, event) in events.iter().enumerate() {
        let (Some(x), Some(y)) = (event.x, event.y) else { continue };
        let cell = Cell::new(whole(x), whole(y));
        if !is_on_a_map(cell) {
            let message = format!("x {x} and y {y} are no cell of any map");
            return Err(TraceError::Event { number: at + 1, message });
        }
        cells.insert(event.id.to_string(), cell);
    }
    Ok(cells)
}

/// -1 for anything else.
#[expect(clippy::cast_possible_truncation, reason = "casts of floats saturate, and saturated ones are on no map")]
fn whole(coordinate: f64) -> i32 {
    if coordinate.fract() == 0.0 { coordinate as i32 } else { -1 }
}

fn wrong<T>(at: usize, message: &str) -> Result<T, TraceError> {
    Err(TraceError::Event { number: at + 1, message: message.to_owned() })
}

fn cell_of(event: &Event, at: usize, cells: &HashMap<String, Cell>) -> Result<Cell, TraceError> {
    let cell = cells.get(&event.id.to_string()).copied();
    cell.map_or_else(|| wrong(at, "its id stands for no cell, because x or y is missing"), Ok)
}

/// The cell itself where no parent is named.
fn parent_of(event: &Event, at: usize, cell: Cell, cells: &HashMap<String, Cell>) -> Result<Cell, TraceError> {
    let Some(parent) = event.parent.as_ref().filter(|parent| !parent.is_null()) else { return Ok(cell) };
    let known = cells.get(&parent.to_string()).copied();
    known.map_or_else(|| wrong(at, "its pId stands for no cell"), Ok)
}

/// A trace that we wrote: each event stands for itself.
fn ours(head: Head, events: &[Event], cells: &HashMap<String, Cell>) -> Result<Trace, TraceError> {
    let units = head.units()?;
    let mut packed = Vec::new();
    for (at, event) in events.iter().enumerate() {
        let kind = event.kind.as_deref().unwrap_or_default();
        let cell = cell_of(event, at, cells)?;
        // Our ids are numbers of cells, so that a parent needs no event of its own.
        let numbered = event.parent.as_ref().and_then(|parent| head.cell(parent.as_u64()?));
        let parent = match numbered {
            Some(parent) => parent,
            None => parent_of(event, at, cell, cells)?,
        };
        let side = if event.backward { Side::Backward } else { Side::Forward };
        let shown = |cost: Option<f64>| units.from_f64(cost.unwrap_or(0.0)).0;
        let [g, h] = event.units.unwrap_or([shown(event.g), shown(event.h)]).map(Cost);
        let reopened = event.reopened;
        packed.push(PackedEvent::pack(match kind {
            "generating" => SearchEvent::Generated { cell, parent, g, h, side },
            "updating" if event.deferred => SearchEvent::Deferred { cell, parent, g, h, side },
            "updating" => SearchEvent::Relaxed { cell, parent, g, h, side, reopened },
            "expanding" => SearchEvent::Expanded { cell, side },
            "restart" => SearchEvent::Restarted { bound: Cost(event.bound.unwrap_or(0)) },
            "end" => SearchEvent::Ended { found: event.found.unwrap_or(false) },
            "closing" if event.pruned => SearchEvent::Pruned { cell, side },
            // Expanded cells are closed already: these are for other readers.
            "source" | "destination" | "closing" => continue,
            other => return wrong(at, &format!("the type {other:?} is not known")),
        }));
    }
    head.trace(packed)
}

/// The types of events that matter to an open list; all others are skipped.
const KNOWN: [&str; 13] = [
    "source",
    "destination",
    "end",
    "expanding",
    "expand",
    "generating",
    "generate",
    "updating",
    "update",
    "relaxing",
    "relax",
    "closing",
    "close",
];

/// A trace from elsewhere. What it leaves out is derived from the cells' states.
fn theirs(events: &[Event], cells: &HashMap<String, Cell>) -> Result<Trace, TraceError> {
    let units = scale(events);
    let mut reader = Reader { units, states: HashMap::new(), reported: Vec::new() };
    let (mut start, mut goal, mut last, mut end) = (None, None, None, None);
    for (at, event) in events.iter().enumerate() {
        let kind = event.kind.as_deref().unwrap_or_default();
        if !KNOWN.contains(&kind) {
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
                reader.reported.push(PackedEvent::pack(SearchEvent::Ended { found: true }));
            }
            // An expansion has closed the cell already, unless the trace has none.
            "closing" | "close" if reader.state(cell) == CellState::Closed => {}
            "expanding" | "expand" | "closing" | "close" => reader.expand(event, at, cell, parent)?,
            _ => reader.open(event, at, cell, parent)?,
        }
    }
    let most = |side: fn(&Cell) -> i32| cells.values().map(side).max().unwrap_or(0).cast_unsigned() + 1;
    let trace = Trace {
        width: most(|cell| cell.x),
        height: most(|cell| cell.y),
        options: TraceOptions {
            algorithm: String::new(),
            description: String::new(),
            units,
            order: PopOrder { key: PopKey::F, tie: TieBreak::default(), weight: Weight::ONE, width: NonZeroU64::MIN },
            turning: None,
        },
        start: start.unwrap_or_default(),
        goal: goal.or(end).or(last).unwrap_or_default(),
        outcome: TraceOutcome::default(),
        reported: reader.reported.len() as u64,
        events: reader.reported,
    };
    let trace = trace.checked()?;
    Ok(Trace { outcome: answer(&trace, end), ..trace })
}

/// What the events of a trace lead to, if its path ends here.
fn answer(trace: &Trace, end: Option<Cell>) -> TraceOutcome {
    let history = History::new(trace);
    let marks = CellMarks::new(trace, &history, trace.len());
    let TraceCounters { expanded, generated, reopened, largest_open, .. } = marks.counters();
    let mut path = end.map(|end| marks.path_to(end, Side::Forward)).unwrap_or_default();
    if path.is_empty() {
        path.extend(end);
    }
    TraceOutcome {
        found: end.is_some(),
        cost: end.and_then(|end| marks.get(end, Side::Forward)).map(|mark| mark.g),
        path,
        stats: SearchStats { expanded, generated, reopened, largest_open },
        reason: None,
        answer: if end.is_some() { "a path was found" } else { "the trace holds no path" }.to_owned(),
    }
}

/// The coarsest units in which every cost is whole: 1, 0.1, 0.01 … or, if there are none, billionths, or as
/// fine as the largest cost allows.
fn scale(events: &[Event]) -> StepCosts {
    let costs = || events.iter().flat_map(|event| [event.f, event.g, event.h]).flatten();
    let largest = costs().fold(0.0f64, |most, cost| most.max(cost.abs()));
    let mut scale = 1;
    while scale < 1_000_000_000 {
        let is_whole = |cost: f64| {
            let scaled = cost * f64::from(scale);
            (scaled - scaled.round()).abs() <= 1e-9 * scaled.abs()
        };
        let too_fine = largest * f64::from(scale) * 10.0 > 1e15;
        if too_fine || costs().all(is_whole) {
            break;
        }
        scale *= 10;
    }
    StepCosts::from_parts([scale; 3]).expect("the scale is at least 1")
}

/// Finds the events that a search of our own would have reported.
struct Reader {
    units: StepCosts,
    states: HashMap<Cell, CellState>,
    reported: Vec<PackedEvent>,
}

impl Reader {
    fn state(&self, cell: Cell) -> CellState {
        self.states.get(&cell).copied().unwrap_or_default()
    }

    fn costs(&self, event: &Event, at: usize) -> Result<(Cost, Cost), TraceError> {
        let g = event.g.unwrap_or(0.0);
        let h = event.h.or_else(|| event.f.map(|f| (f - g).max(0.0))).unwrap_or(0.0);
        if g < 0.0 || h < 0.0 {
            return wrong(at, "a cost is below 0");
        }
        Ok((self.units.from_f64(g), self.units.from_f64(h)))
    }

    fn open(&mut self, event: &Event, at: usize, cell: Cell, parent: Cell) -> Result<(), TraceError> {
        let (g, h) = self.costs(event, at)?;
        let side = Side::Forward;
        self.reported.push(PackedEvent::pack(match self.state(cell) {
            CellState::Unseen => SearchEvent::Generated { cell, parent, g, h, side },
            state => SearchEvent::Relaxed { cell, parent, g, h, side, reopened: state == CellState::Closed },
        }));
        self.states.insert(cell, CellState::Open);
        Ok(())
    }

    fn expand(&mut self, event: &Event, at: usize, cell: Cell, parent: Cell) -> Result<(), TraceError> {
        if self.state(cell) == CellState::Unseen {
            self.open(event, at, cell, parent)?;
        }
        self.states.insert(cell, CellState::Closed);
        self.reported.push(PackedEvent::pack(SearchEvent::Expanded { cell, side: Side::Forward }));
        Ok(())
    }
}
