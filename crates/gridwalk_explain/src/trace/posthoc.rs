//! Search traces for the visualiser Posthoc, format 1.4.0: writing.
//!
//! The format leaves open what an event says beside its type and ids. What every reader of grids
//! understands comes first (`x`, `y`, `f`, `g`, `h`, `pId`); what only we read is left out by others: the
//! head of the trace in the event `source`, and which side an event is on.

use gridwalk_pathfinding::{Cell, Cost, Side};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::file::Head;
use super::packed::{EventKind, PackedEvent};
use super::timeline::Timeline;
use super::{CellState, Trace};

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
    /// Of a new pass, in units.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bound: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub found: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gridwalk: Option<Box<Head>>,
}

/// How the visualiser shall draw it: one square a cell, coloured by the type of its last event.
const VIEWS: &str = r#""views":{"main":[{"$":"rect","x":"${{ $.x }}","y":"${{ $.y }}","width":1,"height":1,"fill":"${{ color[$.type] }}"}]},"pivot":{"x":"${{ $.x + 0.5 }}","y":"${{ $.y + 0.5 }}","scale":1}"#;

impl Trace {
    /// The trace in Posthoc's search trace format 1.4.0, as JSON with one event a line.
    ///
    /// Costs are written as people write them. A `closing` event follows everything that an expansion led to; a
    /// cell that is dropped has one too. Ignored neighbours and next passes are left out.
    #[must_use]
    pub fn to_posthoc(&self) -> String {
        let timeline = Timeline::new(self.without_details().into());
        timeline.trace().write_posthoc(&timeline)
    }

    fn write_posthoc(&self, timeline: &Timeline) -> String {
        let mut text = format!("{{\"version\":\"{VERSION}\",{VIEWS},\"events\":[");
        let head = Some(Box::new(Head::of(self)));
        let mut first = true;
        let mut write = |event: Event| {
            text += if first { "\n" } else { ",\n" };
            first = false;
            text += &serde_json::to_string(&event).expect("numbers and strings can always be written");
        };
        write(Event { gridwalk: head, ..self.about("source", self.start) });
        write(self.about("destination", self.goal));
        let mut closing = None;
        for (number, &event) in self.events.iter().enumerate() {
            if matches!(event.kind(), EventKind::Expanded | EventKind::Pruned | EventKind::Restarted | EventKind::Ended)
                && let Some((cell, side)) = closing.take()
                && timeline.marks_at(number).state(cell, side) == CellState::Closed
            {
                write(self.known("closing", cell, side, timeline, number));
            }
            if event.kind() == EventKind::Expanded {
                closing = Some((event.cell(), event.side()));
            }
            if let Some(event) = self.event_for_posthoc(event, number, timeline) {
                write(event);
            }
        }
        text += "\n]}\n";
        text
    }

    fn event_for_posthoc(&self, event: PackedEvent, number: usize, timeline: &Timeline) -> Option<Event> {
        let (cell, side) = (event.cell(), event.side());
        let opened = |kind| {
            let parent = self.parent_id(cell, event.parent());
            self.with_costs(Event { parent, ..self.on(kind, cell, side) }, event.g(), event.h())
        };
        Some(match event.kind() {
            EventKind::Ignored | EventKind::NextPass => return None,
            EventKind::Generated => opened("generating"),
            EventKind::Relaxed => opened("updating"),
            EventKind::Reopened => Event { reopened: true, ..opened("updating") },
            EventKind::Deferred => Event { deferred: true, ..opened("updating") },
            EventKind::Expanded => self.known("expanding", cell, side, timeline, number),
            EventKind::Pruned => Event { pruned: true, ..self.known("closing", cell, side, timeline, number) },
            EventKind::Restarted => Event { bound: Some(event.g().0), ..self.about("restart", self.start) },
            EventKind::Ended => {
                let last = self.outcome.path.last().copied().unwrap_or(self.goal);
                let found = Some(event.g() != Cost::ZERO);
                Event { found, ..self.known("end", last, Side::Forward, timeline, number) }
            }
        })
    }

    fn about(&self, kind: &str, cell: Cell) -> Event {
        let (x, y) = (Some(f64::from(cell.x)), Some(f64::from(cell.y)));
        Event { kind: Some(kind.to_owned()), id: self.id(cell), x, y, ..Event::default() }
    }

    fn on(&self, kind: &str, cell: Cell, side: Side) -> Event {
        Event { backward: side == Side::Backward, ..self.about(kind, cell) }
    }

    /// An event with all that is known of its cell.
    fn known(&self, kind: &str, cell: Cell, side: Side, timeline: &Timeline, position: usize) -> Event {
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
        Event { f: Some(f), g: Some(shown_g), h: Some(shown_h), units, ..event }
    }

    fn parent_id(&self, cell: Cell, parent: Cell) -> Option<Value> {
        (parent != cell).then(|| self.id(parent))
    }

    fn id(&self, cell: Cell) -> Value {
        super::history::cell_number(self, cell).into()
    }
}
