//! Our own trace files: one structure, written as JSON or as RON.
//!
//! ```text
//! { "gridwalk_trace": 3,
//!   "head": { "map": [40, 30], "algorithm": "astar", …, "start": [2, 2], "goal": [37, 27], "told": 812, … },
//!   "events": [[0, x, y, parent x, parent y, g, h], [3, x, y], … [5, 1]] }
//! ```
//!
//! An event is a row of numbers. The first is its kind: 0 generated, 1 relaxed, 2 reopened, 3 expanded,
//! 4 restarted (then the bound), 5 ended (then 1 if a path was found), 6 pruned, 7 deferred, 16 ignored
//! (cell, the cell expanded, and the reason's number in `IgnoreReason::ALL`), 17 next pass
//! (then the bound); 8 more if it happened on the side of the
//! goal. Costs are whole units, so nothing is rounded.
//!
//! Version 1 had no kinds 6 and 7. It is still read, and shows cells that were dropped as open. Versions 1 and 2
//! had no kinds 16 and 17, and kept the reason for "no path" only in words.

use std::fmt;
use std::marker::PhantomData;
use std::num::NonZeroU64;

use gridwalk_pathfinding::{
    Cell, Cost, Movement, NoPathReason, PopKey, SearchStats, Side, StepCosts, TieBreak, Weight,
};
use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use super::check::{MOST_EVENTS, too_many};
use super::packed::{EventKind, PackedEvent, is_on_a_map, reason};
use super::{PopOrder, Trace, TraceError, TraceOptions, TraceOutcome};

impl Trace {
    /// The trace as JSON, all on one line. Files of more than 10 million events are not read back.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string(&File::of(self)).expect("numbers and strings can always be written")
    }

    /// The trace as RON.
    #[must_use]
    pub fn to_ron(&self) -> String {
        ron::to_string(&File::of(self)).expect("numbers and strings can always be written")
    }

    /// The trace that [`Trace::to_json`] wrote.
    ///
    /// # Errors
    /// If the text is anything else, or what it says is invalid.
    pub fn from_json(text: &[u8]) -> Result<Self, TraceError> {
        let File { head, events: Limited(events), .. } = serde_json::from_slice(text)?;
        head.trace(events)
    }

    /// The trace that [`Trace::to_ron`] wrote.
    ///
    /// # Errors
    /// If the text is anything else, or what it says is invalid.
    pub fn from_ron(text: &[u8]) -> Result<Self, TraceError> {
        let File { head, events: Limited(events), .. } = ron::de::from_bytes(text)?;
        head.trace(events)
    }
}

#[derive(Serialize, Deserialize)]
struct File<Events> {
    #[serde(deserialize_with = "known_version")]
    gridwalk_trace: u32,
    head: Head,
    events: Events,
}

impl<'a> File<&'a [PackedEvent]> {
    fn of(trace: &'a Trace) -> Self {
        Self { gridwalk_trace: VERSION, head: Head::of(trace), events: &trace.events }
    }
}

/// The version of these files. Later ones cannot be read.
const VERSION: u32 = 3;

fn known_version<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    match u32::deserialize(deserializer)? {
        known @ 1..=VERSION => Ok(known),
        other => Err(D::Error::custom(format!("traces of version {other} are not known, only of 1 to {VERSION}"))),
    }
}

/// Everything but the events.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Head {
    map: (u32, u32),
    algorithm: String,
    description: String,
    /// Straight step, diagonal step, and how many units make 1.
    units: [u32; 3],
    order: Order,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    turning: Option<String>,
    start: Cell,
    goal: Cell,
    /// How many events there were, kept or not.
    told: u64,
    outcome: OutcomeFile,
}

/// A [`PopOrder`] by its names.
#[derive(Debug, Serialize, Deserialize)]
struct Order {
    by: String,
    tie: String,
    /// In thousandths.
    #[serde(default = "usual_weight")]
    weight: u32,
    #[serde(default = "usual_width")]
    width: NonZeroU64,
}

const fn usual_weight() -> u32 {
    Weight::ONE.thousandths()
}

const fn usual_width() -> NonZeroU64 {
    NonZeroU64::MIN
}

#[derive(Debug, Serialize, Deserialize)]
struct OutcomeFile {
    found: bool,
    cost: Option<u64>,
    path: Vec<Cell>,
    /// Expanded, generated, reopened, largest open list.
    stats: [u64; 4],
    /// Since version 3.
    #[serde(default)]
    reason: Option<String>,
    answer: String,
}

impl Head {
    pub fn of(trace: &Trace) -> Self {
        let Trace { options, outcome, .. } = trace;
        let SearchStats { expanded, generated, reopened, largest_open } = outcome.stats;
        Self {
            map: (trace.width, trace.height),
            algorithm: options.algorithm.clone(),
            description: options.description.clone(),
            units: options.units.parts(),
            order: Order::of(options.order),
            turning: options.turning.map(|movement| movement.name().to_owned()),
            start: trace.start,
            goal: trace.goal,
            told: trace.reported,
            outcome: OutcomeFile {
                found: outcome.found,
                cost: outcome.cost.map(|cost| cost.0),
                path: outcome.path.clone(),
                stats: [expanded, generated, reopened, largest_open],
                reason: outcome.reason.map(|reason| reason.name().to_owned()),
                answer: outcome.answer.clone(),
            },
        }
    }

    /// The units of all costs.
    pub fn units(&self) -> Result<StepCosts, TraceError> {
        StepCosts::from_parts(self.units).ok_or_else(|| TraceError::Trace("a unit of cost is 0".to_owned()))
    }

    /// The cell of a dense number; `None` outside.
    pub fn cell(&self, number: u64) -> Option<Cell> {
        let (width, height) = (u64::from(self.map.0), u64::from(self.map.1));
        let (x, y) = (number.checked_rem(width)?, number / width);
        let cell = Cell::new(i32::try_from(x).ok()?, i32::try_from(y).ok()?);
        (y < height && is_on_a_map(cell)).then_some(cell)
    }

    /// The trace with these events, if it makes sense.
    pub fn trace(self, events: Vec<PackedEvent>) -> Result<Trace, TraceError> {
        let units = self.units()?;
        let [expanded, generated, reopened, largest_open] = self.outcome.stats;
        let reason = self.outcome.reason()?;
        let unknown = |name| TraceError::Trace(format!("the movement {name:?} is not known"));
        let turning = self.turning.map(|name| Movement::from_name(&name).ok_or_else(|| unknown(name))).transpose()?;
        let trace = Trace {
            width: self.map.0,
            height: self.map.1,
            options: TraceOptions {
                algorithm: self.algorithm,
                description: self.description,
                units,
                order: self.order.read()?,
                turning,
            },
            start: self.start,
            goal: self.goal,
            outcome: TraceOutcome {
                found: self.outcome.found,
                cost: self.outcome.cost.map(Cost),
                path: self.outcome.path,
                stats: SearchStats { expanded, generated, reopened, largest_open },
                reason,
                answer: self.outcome.answer,
            },
            events,
            reported: self.told,
        };
        trace.checked()
    }
}

impl OutcomeFile {
    fn reason(&self) -> Result<Option<NoPathReason>, TraceError> {
        let Some(name) = &self.reason else {
            // Versions 1 and 2 kept it only at the end of the answer, in words that no longer change.
            let words = [
                (NoPathReason::Unreachable, "the goal is walled off"),
                (NoPathReason::OverCostLimit, "none is within the cost limit"),
                (NoPathReason::NotInRegion, "none lies inside the region that may be searched"),
            ];
            return Ok(words.into_iter().find(|(_, words)| self.answer.ends_with(words)).map(|(reason, _)| reason));
        };
        let unknown = || TraceError::Trace(format!("the reason {name:?} is not known"));
        NoPathReason::from_name(name).map(Some).ok_or_else(unknown)
    }
}

impl Order {
    fn of(order: PopOrder) -> Self {
        let PopOrder { key, tie, weight, width } = order;
        Self { by: key.name().to_owned(), tie: tie.name().to_owned(), weight: weight.thousandths(), width }
    }

    fn read(&self) -> Result<PopOrder, TraceError> {
        let unknown = |what: &str, name: &str| TraceError::Trace(format!("{what} {name:?} is not known"));
        let key = PopKey::from_name(&self.by).ok_or_else(|| unknown("the order", &self.by))?;
        let tie = TieBreak::from_name(&self.tie).ok_or_else(|| unknown("the tie-break", &self.tie))?;
        let factor = f64::from(self.weight) / 1000.0;
        let weight = Weight::new(factor).ok_or_else(|| {
            TraceError::Trace(format!("a weight lies between 0 and {}, not at {factor}", Weight::MAX))
        })?;
        Ok(PopOrder { key, tie, weight, width: self.width })
    }
}

/// What is added to the kind of an event on the side of the goal.
const BACKWARD: u64 = 8;

/// The number of the first kind whose own is taken by the side.
const BEYOND: u64 = 16;

impl EventKind {
    fn number(self) -> u64 {
        let place = self as u64;
        if place < BACKWARD { place } else { place - BACKWARD + BEYOND }
    }

    fn from_number(number: u64) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.number() == number)
    }
}

impl From<PackedEvent> for Vec<u64> {
    fn from(event: PackedEvent) -> Self {
        let (cell, parent) = (event.cell(), event.parent());
        let [x, y, from_x, from_y] = [cell.x, cell.y, parent.x, parent.y].map(|place| u64::from(place.cast_unsigned()));
        let side = if event.side() == Side::Backward { BACKWARD } else { 0 };
        let numbers = [x, y, from_x, from_y, event.g().0, event.h().0];
        [&[event.kind().number() + side], &numbers[event.kind().numbers()]].concat()
    }
}

impl TryFrom<Vec<u64>> for PackedEvent {
    type Error = String;

    fn try_from(row: Vec<u64>) -> Result<Self, String> {
        let Some((&first, row)) = row.split_first() else { return Err("an event has too few numbers".to_owned()) };
        let side = if first & BACKWARD == 0 { Side::Forward } else { Side::Backward };
        let kind = EventKind::from_number(first & !BACKWARD).ok_or_else(|| format!("no event is of kind {first}"))?;
        let mut numbers = [0; 6];
        match &mut numbers[kind.numbers()] {
            wanted if row.len() < wanted.len() => return Err("an event has too few numbers".to_owned()),
            wanted if row.len() > wanted.len() => return Err("an event has too many numbers".to_owned()),
            wanted => wanted.copy_from_slice(row),
        }
        let [x, y, from_x, from_y, mut g, h] = numbers;
        let cells = [(x, y), (from_x, from_y)].map(|(x, y)| {
            let [x, y] = [x, y].map(|place| i32::try_from(place).unwrap_or(-1));
            Cell::new(x, y)
        });
        if !cells.into_iter().all(is_on_a_map) {
            return Err("a cell lies outside every map".to_owned());
        }
        if kind == EventKind::Ignored && reason(g).is_none() {
            return Err(format!("no neighbour is ignored for reason {g}"));
        }
        if kind == EventKind::Ended {
            g = g.min(1);
        }
        Ok(Self::new(kind, side, cells, [g, h]))
    }
}

/// A list that ends before it fills the memory.
#[derive(Default)]
pub(super) struct Limited<T>(pub Vec<T>);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Limited<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(LimitedVisitor(PhantomData))
    }
}

struct LimitedVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for LimitedVisitor<T> {
    type Value = Limited<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of events")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Limited<T>, A::Error> {
        let mut events = Vec::new();
        while let Some(event) = list.next_element()? {
            if events.len() == MOST_EVENTS {
                return Err(A::Error::custom(too_many()));
            }
            events.push(event);
        }
        Ok(Limited(events))
    }
}
