//! Writing trace files.

use gridwalk_level::formats::write_ron;
use gridwalk_pathfinding::{Cell, Cost, NoPathReason, SearchEvent, SearchStats, Side};
use serde_json::Value;

use super::{Event, Head, TraceFile, VERSION};
use crate::trace::history::cell_number;
use crate::trace::packed::{EventKind, PackedEvent};
use crate::trace::{CellState, Timeline, Trace};

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

    fn head(&self) -> Head {
        let outcome = &self.trace.outcome;
        let SearchStats {
            expanded,
            generated,
            reopened,
            largest_open,
        } = outcome.stats;
        Head {
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
