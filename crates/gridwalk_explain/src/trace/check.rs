//! What a trace from a file must keep to, so that the player does not have to ask, and where a mistake stands.

use std::fmt;
use std::marker::PhantomData;

use gridwalk_level::formats::ParseError;
use gridwalk_pathfinding::Grid;
use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};

use super::packed::PackedEvent;
use super::recorder::Trace;

/// The most events of a file.
const MOST_EVENTS: usize = 10_000_000;

/// What is wrong with a file that is JSON.
#[derive(Debug)]
pub(super) struct Mistake {
    /// The event of the file that is invalid, from 0; `None` if it is the trace as a whole.
    pub event: Option<usize>,
    pub message: String,
}

impl Mistake {
    /// The trace as a whole is invalid.
    pub fn whole<T>(message: impl Into<String>) -> Result<T, Self> {
        Err(Self { event: None, message: message.into() })
    }

    /// One event is invalid.
    pub fn at<T>(event: usize, message: impl Into<String>) -> Result<T, Self> {
        Err(Self { event: Some(event), message: message.into() })
    }

    /// The mistake with the line and the column where its event begins; the first ones if it is about the whole.
    pub fn placed(self, text: &[u8]) -> ParseError {
        let Some(event) = self.event else { return ParseError { line: 1, column: 1, message: self.message } };
        let stop = Stop { event, message: &self.message };
        let stopped = stop.deserialize(&mut serde_json::Deserializer::from_slice(text));
        let stopped = stopped.expect_err("the file was read before, and has this event");
        // The parser names the last character that it has taken: the one before the event.
        ParseError { column: as_place(stopped.column() + 1), ..syntax(&stopped) }
    }
}

/// What a parser of JSON says, with its place.
pub(super) fn syntax(error: &serde_json::Error) -> ParseError {
    let (line, column) = (error.line(), error.column());
    let text = error.to_string();
    // The position has fields of its own.
    let end = format!(" at line {line} column {column}");
    let message = one_line(text.strip_suffix(&end).unwrap_or(&text));
    ParseError { line: as_place(line), column: as_place(column), message }
}

/// A line or a column, from 1.
fn as_place(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX).max(1)
}

/// A parser's words as one sentence of bearable length.
fn one_line(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(200) {
        Some((end, _)) => format!("{} …", &line[..end]),
        None => line,
    }
}

/// Reads a file as far as one of its events, and stops before it with a message: so the parser says where that is.
#[derive(Clone, Copy)]
struct Stop<'a> {
    event: usize,
    message: &'a str,
}

impl<'de> DeserializeSeed<'de> for Stop<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Stop<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a trace")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key::<String>()? {
            if key == "events" {
                map.next_value_seed(self)?;
            } else {
                map.next_value::<IgnoredAny>()?;
            }
        }
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut events: A) -> Result<(), A::Error> {
        for _ in 0..self.event {
            events.next_element::<IgnoredAny>()?;
        }
        Err(A::Error::custom(self.message))
    }
}

impl Trace {
    /// Whether a trace with this map and these options can have the event; else why not.
    pub(super) fn check_event(&self, event: PackedEvent) -> Result<(), String> {
        if let Some(cell) = [event.cell(), event.parent()].into_iter().find(|cell| !self.size().contains(*cell)) {
            return Err(format!("the cell {cell} lies outside the map"));
        }
        if !self.options.order.fits(event.g(), event.h()) {
            return Err("its costs are too large to be added up".to_owned());
        }
        Ok(())
    }

    /// The same trace, once it is known to be valid, its events apart.
    pub(super) fn checked(self) -> Result<Self, Mistake> {
        let size = self.size();
        Grid::check_size(size).or_else(|error| Mistake::whole(error.to_string()))?;
        let outcome = &self.outcome;
        let cells = [&self.start, &self.goal].into_iter().chain(&outcome.path).chain(&outcome.turns);
        if let Some(cell) = cells.into_iter().find(|cell| !size.contains(**cell)) {
            return Mistake::whole(format!("the cell {cell} lies outside the map"));
        }
        if self.reported < self.events.len() as u64 {
            let message = format!("{} events are there, but only {} were reported", self.events.len(), self.reported);
            return Mistake::whole(message);
        }
        Ok(self)
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
                return Err(A::Error::custom(format!("a trace file has at most {MOST_EVENTS} events")));
            }
            events.push(event);
        }
        Ok(Limited(events))
    }
}
