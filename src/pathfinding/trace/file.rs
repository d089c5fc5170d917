//! Our own trace files: one structure, written as JSON or as RON.
//!
//! ```text
//! { "gridwalk_trace": 2,
//!   "head": { "map": [40, 30], "algorithm": "astar", …, "start": [2, 2], "goal": [37, 27], "told": 812, … },
//!   "events": [[0, x, y, parent x, parent y, g, h], [3, x, y], … [5, 1]] }
//! ```
//!
//! An event is a row of numbers. The first is its kind: 0 generated, 1 relaxed, 2 reopened, 3 expanded,
//! 4 restarted (then the bound), 5 ended (then 1 if a way was found), 6 pruned, 7 deferred; 8 more if it happened
//! on the side of the goal. Costs are whole units, so nothing is rounded.
//!
//! Version 1 had no kinds 6 and 7. It is still read, and shows cells that were dropped as open.

use std::fmt;

use serde::de::{Error, SeqAccess, Visitor};
use serde::ser::SerializeSeq;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::check::{MOST_EVENTS, too_many};
use super::packed::{Kind, PackedEvent, is_on_a_map};
use super::{PopOrder, SearchEvent, Side, Trace, TraceError, TraceOptions, TraceOutcome};
use crate::pathfinding::{Cell, Cost, PriorityRule, SearchStats, StepCosts, TieBreak, Weight};

impl Trace {
    /// The trace as JSON, all on one line. Files of more than 10 million events are not read back.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string(&FileRef::of(self)).expect("numbers and strings can always be written")
    }

    /// The trace as RON.
    #[must_use]
    pub fn to_ron(&self) -> String {
        ron::to_string(&FileRef::of(self)).expect("numbers and strings can always be written")
    }

    /// The trace that [`Trace::to_json`] wrote.
    ///
    /// # Errors
    /// If the text is anything else, or what it says makes no sense.
    pub fn from_json(text: &[u8]) -> Result<Self, TraceError> {
        serde_json::from_slice::<File>(text)?.trace()
    }

    /// The trace that [`Trace::to_ron`] wrote.
    ///
    /// # Errors
    /// If the text is anything else, or what it says makes no sense.
    pub fn from_ron(text: &[u8]) -> Result<Self, TraceError> {
        ron::de::from_bytes::<File>(text)?.trace()
    }
}

#[derive(Serialize)]
struct FileRef<'a> {
    gridwalk_trace: Version,
    head: Head,
    events: &'a [PackedEvent],
}

#[derive(Deserialize)]
struct File {
    #[serde(rename = "gridwalk_trace")]
    _version: Version,
    head: Head,
    #[serde(deserialize_with = "limited")]
    events: Vec<PackedEvent>,
}

impl<'a> FileRef<'a> {
    fn of(trace: &'a Trace) -> Self {
        Self { gridwalk_trace: Version, head: Head::of(trace), events: &trace.events }
    }
}

impl File {
    fn trace(self) -> Result<Trace, TraceError> {
        self.head.trace(self.events)
    }
}

/// The version of these files. Later ones cannot be read.
#[derive(Debug)]
struct Version;

const VERSION: u32 = 2;

impl Serialize for Version {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        VERSION.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Version {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match u32::deserialize(deserializer)? {
            1..=VERSION => Ok(Self),
            other => Err(D::Error::custom(format!("traces of version {other} are not known, only of 1 to {VERSION}"))),
        }
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
    start: Cell,
    goal: Cell,
    /// How many events there were, kept or not.
    told: u64,
    outcome: OutcomeFile,
}

#[derive(Debug, Serialize, Deserialize)]
struct Order {
    by: String,
    /// In thousandths.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    weight: Option<u32>,
    tie: String,
}

#[derive(Debug, Serialize, Deserialize)]
struct OutcomeFile {
    found: bool,
    cost: Option<u64>,
    path: Vec<Cell>,
    /// Expanded, generated, reopened, largest open list.
    stats: [u64; 4],
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
            start: trace.start,
            goal: trace.goal,
            told: trace.told,
            outcome: OutcomeFile {
                found: outcome.found,
                cost: outcome.cost.map(|cost| cost.0),
                path: outcome.path.clone(),
                stats: [expanded, generated, reopened, largest_open],
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
        let trace = Trace {
            width: self.map.0,
            height: self.map.1,
            options: TraceOptions {
                algorithm: self.algorithm,
                description: self.description,
                units,
                order: self.order.read()?,
            },
            start: self.start,
            goal: self.goal,
            outcome: TraceOutcome {
                found: self.outcome.found,
                cost: self.outcome.cost.map(Cost),
                path: self.outcome.path,
                stats: SearchStats { expanded, generated, reopened, largest_open },
                answer: self.outcome.answer,
            },
            events,
            told: self.told,
        };
        trace.checked()
    }
}

impl Order {
    fn of(order: PopOrder) -> Self {
        let (by, weight, tie) = match order {
            PopOrder::Newest => ("newest", None, TieBreak::Newest),
            PopOrder::Passes => ("pass", None, TieBreak::Newest),
            PopOrder::Oldest => ("oldest", None, TieBreak::Oldest),
            PopOrder::Keys(tie) => ("f, then g", None, tie),
            PopOrder::Best(priority, tie) => match priority {
                PriorityRule::Depth => ("depth", None, tie),
                PriorityRule::Cost => ("g", None, tie),
                PriorityRule::Heuristic => ("h", None, tie),
                PriorityRule::Estimate => ("f", None, tie),
                PriorityRule::Weighted(weight) => ("weighted f", Some(weight.thousandths()), tie),
            },
        };
        Self { by: by.to_owned(), weight, tie: tie.name().to_owned() }
    }

    fn read(&self) -> Result<PopOrder, TraceError> {
        let unknown = |what: &str, name: &str| TraceError::Trace(format!("{what} {name:?} is not known"));
        let tie = TieBreak::from_name(&self.tie).ok_or_else(|| unknown("the tie-break", &self.tie))?;
        let priority = match self.by.as_str() {
            "newest" => return Ok(PopOrder::Newest),
            "pass" => return Ok(PopOrder::Passes),
            "oldest" => return Ok(PopOrder::Oldest),
            "f, then g" => return Ok(PopOrder::Keys(tie)),
            "depth" => PriorityRule::Depth,
            "g" => PriorityRule::Cost,
            "h" => PriorityRule::Heuristic,
            "f" => PriorityRule::Estimate,
            "weighted f" => {
                let factor = f64::from(self.weight.unwrap_or(Weight::ONE.thousandths())) / 1000.0;
                let weight = Weight::new(factor).ok_or_else(|| {
                    TraceError::Trace(format!("a weight lies between 0 and {}, not at {factor}", Weight::MAX))
                })?;
                PriorityRule::Weighted(weight)
            }
            other => return Err(unknown("the order", other)),
        };
        Ok(PopOrder::Best(priority, tie))
    }
}

/// What is added to the kind of an event on the side of the goal.
const BACKWARD: u64 = 8;

impl Serialize for PackedEvent {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let kind = self.kind();
        let side = if self.side() == Side::Backward { BACKWARD } else { 0 };
        let [x, y, from_x, from_y] = [self.cell().x, self.cell().y, self.parent().x, self.parent().y]
            .map(|coordinate| u64::from(coordinate.cast_unsigned()));
        let numbers = [kind as u64 + side, x, y, from_x, from_y, self.g().0, self.h().0];
        let numbers = match kind {
            Kind::Generated | Kind::Relaxed | Kind::Reopened | Kind::Deferred => &numbers,
            Kind::Expanded | Kind::Pruned => &numbers[..3],
            Kind::Restarted | Kind::Ended => &[numbers[0], numbers[5]],
        };
        let mut row = serializer.serialize_seq(Some(numbers.len()))?;
        for number in numbers {
            row.serialize_element(number)?;
        }
        row.end()
    }
}

impl<'de> Deserialize<'de> for PackedEvent {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(RowVisitor)
    }
}

struct RowVisitor;

impl<'de> Visitor<'de> for RowVisitor {
    type Value = PackedEvent;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the numbers of an event")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut row: A) -> Result<PackedEvent, A::Error> {
        let mut number = || {
            let number: Option<u64> = row.next_element()?;
            number.ok_or_else(|| A::Error::custom("an event has too few numbers"))
        };
        let first = number()?;
        let side = if first & BACKWARD == 0 { Side::Forward } else { Side::Backward };
        let kind = usize::try_from(first & !BACKWARD).ok().and_then(|kind| Kind::ALL.get(kind).copied());
        let kind = kind.ok_or_else(|| A::Error::custom(format!("no event is of kind {first}")))?;
        let mut cell = || {
            let [x, y] = [number()?, number()?].map(|coordinate| i32::try_from(coordinate).unwrap_or(-1));
            let cell = Cell::new(x, y);
            if is_on_a_map(cell) { Ok(cell) } else { Err(A::Error::custom("a cell lies outside every map")) }
        };
        let event = match kind {
            Kind::Generated | Kind::Relaxed | Kind::Reopened | Kind::Deferred => {
                let (cell, parent) = (cell()?, cell()?);
                let (g, h) = (Cost(number()?), Cost(number()?));
                let reopened = kind == Kind::Reopened;
                match kind {
                    Kind::Generated => SearchEvent::Generated { cell, parent, g, h, side },
                    Kind::Deferred => SearchEvent::Deferred { cell, parent, g, h, side },
                    _ => SearchEvent::Relaxed { cell, parent, g, h, side, reopened },
                }
            }
            Kind::Expanded => SearchEvent::Expanded { cell: cell()?, side },
            Kind::Pruned => SearchEvent::Pruned { cell: cell()?, side },
            Kind::Restarted => SearchEvent::Restarted { bound: Cost(number()?) },
            Kind::Ended => SearchEvent::Ended { found: number()? != 0 },
        };
        if row.next_element::<u64>()?.is_some() {
            return Err(A::Error::custom("an event has too many numbers"));
        }
        Ok(PackedEvent::pack(event))
    }
}

/// A list of events that ends before it fills the memory.
pub(super) fn limited<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<Vec<T>, D::Error> {
    struct Limited<T>(std::marker::PhantomData<T>);

    impl<'de, T: Deserialize<'de>> Visitor<'de> for Limited<T> {
        type Value = Vec<T>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a list of events")
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Vec<T>, A::Error> {
            let mut events = Vec::new();
            while let Some(event) = list.next_element()? {
                if events.len() == MOST_EVENTS {
                    return Err(A::Error::custom(too_many()));
                }
                events.push(event);
            }
            Ok(events)
        }
    }

    deserializer.deserialize_seq(Limited(std::marker::PhantomData))
}
