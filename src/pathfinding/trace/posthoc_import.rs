//! Search traces for the visualiser Posthoc, format 1.4.0: reading, our own and those of others.

use std::collections::HashMap;

use serde::Deserialize;

use super::check::TraceError;
use super::file::{Head, limited};
use super::packed::{PackedEvent, is_on_a_map};
use super::posthoc::{Event, VERSION};
use super::{CellState, PopOrder, SearchEvent, Side, Trace, TraceOptions, TraceOutcome};
use crate::pathfinding::{Cell, Cost, PriorityRule, SearchStats, StepCosts, TieBreak};

#[derive(Deserialize)]
struct File {
    version: String,
    #[serde(default, deserialize_with = "limited")]
    events: Vec<Event>,
}

impl Trace {
    /// A trace in Posthoc's search trace format 1.4.0, as JSON.
    ///
    /// Our own come back with the same events. Of others, each event needs a cell: whole numbers `x` and `y`,
    /// or the `id` of an event that has them. Events of types that tell nothing about the open list are
    /// skipped, costs are rounded to a scale that suits them, and the open list is ordered by f.
    ///
    /// # Errors
    /// If the text is no such trace, or what it says makes no sense.
    pub fn from_posthoc(text: &[u8]) -> Result<Self, TraceError> {
        let mut file: File = serde_json::from_slice(text)?;
        if file.version != VERSION {
            let message = format!("Posthoc traces of version {:?} are not known, only of {VERSION}", file.version);
            return Err(TraceError::Trace(message));
        }
        let cells = cells(&file.events)?;
        match file.events.iter_mut().find_map(|event| event.gridwalk.take()) {
            Some(head) => ours(*head, &file.events, &cells),
            None => theirs(&file.events, &cells),
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
    match cells.get(&event.id.to_string()) {
        Some(&cell) => Ok(cell),
        None => wrong(at, "its id stands for no cell, because x or y is missing"),
    }
}

/// The cell itself where no parent is named.
fn parent_of(event: &Event, at: usize, cell: Cell, cells: &HashMap<String, Cell>) -> Result<Cell, TraceError> {
    match event.parent.as_ref().filter(|parent| !parent.is_null()) {
        None => Ok(cell),
        Some(parent) => match cells.get(&parent.to_string()) {
            Some(&parent) => Ok(parent),
            None => wrong(at, "its pId stands for no cell"),
        },
    }
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

/// A trace from elsewhere. What it leaves out is told from the cells' states.
fn theirs(events: &[Event], cells: &HashMap<String, Cell>) -> Result<Trace, TraceError> {
    let units = scale(events);
    let mut reader = Reader { units, known: HashMap::new(), told: Vec::new(), stats: SearchStats::NONE, open: 0 };
    let (mut start, mut goal, mut last, mut end) = (None, None, None, None);
    for (at, event) in events.iter().enumerate() {
        let kind = event.kind.as_deref().unwrap_or_default();
        let is_known = matches!(
            kind,
            "source"
                | "destination"
                | "end"
                | "expanding"
                | "expand"
                | "generating"
                | "generate"
                | "updating"
                | "update"
                | "relaxing"
                | "relax"
                | "closing"
                | "close"
        );
        if !is_known {
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
                reader.told.push(PackedEvent::pack(SearchEvent::Ended { found: true }));
            }
            // An expansion has closed the cell already, unless the trace tells of none.
            "closing" | "close" if reader.state(cell) == CellState::Closed => {}
            "expanding" | "expand" | "closing" | "close" => reader.expand(event, at, cell, parent)?,
            _ => reader.open(event, at, cell, parent)?,
        }
    }
    let most = |side: fn(&Cell) -> i32| cells.values().map(side).max().unwrap_or(0).cast_unsigned() + 1;
    let path = end.map(|end| reader.way_to(end)).unwrap_or_default();
    let trace = Trace {
        width: most(|cell| cell.x),
        height: most(|cell| cell.y),
        options: TraceOptions {
            algorithm: String::new(),
            description: String::new(),
            units,
            order: PopOrder::Best(PriorityRule::Estimate, TieBreak::default()),
        },
        start: start.unwrap_or_default(),
        goal: goal.or(end).or(last).unwrap_or_default(),
        outcome: TraceOutcome {
            found: end.is_some(),
            cost: end.and_then(|end| reader.known.get(&end)).map(|known| known.g),
            path,
            stats: reader.stats,
            answer: if end.is_some() { "a way was found" } else { "the trace tells of no way" }.to_owned(),
        },
        told: reader.told.len() as u64,
        events: reader.told,
    };
    trace.checked()
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

/// Tells the events that a search of our own would have told.
struct Reader {
    units: StepCosts,
    known: HashMap<Cell, Known>,
    told: Vec<PackedEvent>,
    stats: SearchStats,
    open: u64,
}

#[derive(Clone, Copy)]
struct Known {
    state: CellState,
    parent: Cell,
    g: Cost,
}

impl Reader {
    fn state(&self, cell: Cell) -> CellState {
        self.known.get(&cell).map_or(CellState::Unseen, |known| known.state)
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
        let state = self.state(cell);
        let reopened = state == CellState::Closed;
        if state == CellState::Unseen {
            self.stats.generated += 1;
            self.told.push(PackedEvent::pack(SearchEvent::Generated { cell, parent, g, h, side }));
        } else {
            self.stats.reopened += u64::from(reopened);
            self.told.push(PackedEvent::pack(SearchEvent::Relaxed { cell, parent, g, h, side, reopened }));
        }
        self.open += u64::from(state != CellState::Open);
        self.stats.largest_open = self.stats.largest_open.max(self.open);
        self.known.insert(cell, Known { state: CellState::Open, parent, g });
        Ok(())
    }

    fn expand(&mut self, event: &Event, at: usize, cell: Cell, parent: Cell) -> Result<(), TraceError> {
        if self.state(cell) == CellState::Unseen {
            self.open(event, at, cell, parent)?;
        }
        if let Some(known) = self.known.get_mut(&cell) {
            self.open -= u64::from(known.state == CellState::Open);
            known.state = CellState::Closed;
        }
        self.stats.expanded += 1;
        self.told.push(PackedEvent::pack(SearchEvent::Expanded { cell, side: Side::Forward }));
        Ok(())
    }

    /// Along the parents; no longer than there are cells, should they go in a circle.
    fn way_to(&self, end: Cell) -> Vec<Cell> {
        let mut way = vec![end];
        let mut at = end;
        while let Some(known) = self.known.get(&at) {
            if known.parent == at || way.len() >= self.known.len() {
                break;
            }
            at = known.parent;
            way.push(at);
        }
        way.reverse();
        way
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_trace_from_elsewhere_is_filled_up() {
        let text = br#"{"version": "1.4.0", "events": [
            {"type": "source", "id": "a", "x": 1, "y": 0},
            {"type": "destination", "id": "c", "x": 1, "y": 2},
            {"type": "expanding", "id": "a", "f": 2.5, "g": 0},
            {"type": "generating", "id": "b", "pId": "a", "f": 2.5, "g": 1.5, "x": 1, "y": 1},
            {"type": "closing", "id": "a"},
            {"type": "pruning", "id": "z"},
            {"type": "updating", "id": "b", "pId": "a", "f": 2, "g": 1},
            {"type": "generating", "id": "c", "pId": "b", "f": 2, "g": 2},
            {"type": "closing", "id": "c"},
            {"type": "end", "id": "c"}
        ]}"#;
        let trace = Trace::from_posthoc(text).unwrap();
        let [a, b, c] = [0, 1, 2].map(|y| Cell::new(1, y));
        assert_eq!((trace.width, trace.height, trace.start, trace.goal), (2, 3, a, c));
        let side = Side::Forward;
        let generated = |cell, parent, g, h| SearchEvent::Generated { cell, parent, g: Cost(g), h: Cost(h), side };
        let wanted = [
            generated(a, a, 0, 25),
            SearchEvent::Expanded { cell: a, side },
            generated(b, a, 15, 10),
            SearchEvent::Relaxed { cell: b, parent: a, g: Cost(10), h: Cost(10), side, reopened: false },
            generated(c, b, 20, 0),
            SearchEvent::Expanded { cell: c, side },
            SearchEvent::Ended { found: true },
        ];
        assert_eq!(trace.events().collect::<Vec<_>>(), wanted);
        assert_eq!((trace.outcome.path.as_slice(), trace.outcome.cost), (&[a, b, c][..], Some(Cost(20))));
        assert_eq!(trace.options.units.format(Cost(15)), "1.50");
    }

    #[test]
    fn mistakes_are_told_with_their_place() {
        let error = |text: &str| Trace::from_posthoc(text.as_bytes()).unwrap_err().to_string();
        let with = |events: &str| error(&format!("{{\"version\": \"1.4.0\", \"events\": [{events}]}}"));
        assert!(error("{\n  \"version\": 1.4\n}").starts_with("line 2, column "));
        assert!(error(r#"{"version": "1.0.5"}"#).contains("1.0.5"));
        assert!(with(r#"{"type": "expanding", "id": 7}"#).starts_with("event 1: its id stands for no cell"));
        assert!(with(r#"{"type": "end", "id": 1, "x": 0.5, "y": 2}"#).starts_with("event 1: x 0.5 and y 2"));
        assert!(with(r#"{"type": "end", "id": 1, "x": 8192, "y": 2}"#).starts_with("event 1: x 8192"));
        assert!(with(r#"{"type": "expand", "id": 1, "x": 1, "y": 2, "g": -1}"#).ends_with("a cost is below 0"));
        assert!(with(r#"{"type": "expand", "id": 1, "pId": 2, "x": 1, "y": 2}"#).contains("pId"));
    }
}
