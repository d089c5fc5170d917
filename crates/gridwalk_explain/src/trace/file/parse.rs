//! Parses trace files, JSON in slices and YAML at once, validates their contents, and locates
//! errors.
//!
//! The JSON parser reads a whole value in one call, so it gets one event at a time.

use std::fmt;
use std::marker::PhantomData;

use gridwalk_level::formats::ParseError;
use gridwalk_pathfinding::Grid;
use gridwalk_pathfinding::slices::Counter;
use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::error::Category;

use super::Event;
use crate::trace::Trace;
use crate::trace::packed::PackedEvent;

/// Maximum number of events of a file.
const MAX_EVENTS: usize = 10_000_000;

/// Reads the version and the events of a text; returns `None` if the text is or may be invalid.
///
/// The parser that reads the whole text reports the error.
pub(super) async fn version_and_events(text: &[u8]) -> Option<(String, Vec<Event>)> {
    let mut values = ParsedValues { text, at: 0 };
    let (mut version, mut events) = (None, None);
    values.sign(b'{')?;
    loop {
        let key: String = values.next()?;
        values.sign(b':')?;
        match key.as_str() {
            "version" if version.is_none() => version = Some(values.next()?),
            "events" if events.is_none() => events = Some(values.list().await?),
            "version" | "events" => return None,
            _ => {
                values.next::<IgnoredAny>()?;
            }
        }
        if values.sign(b',').is_none() {
            break;
        }
    }
    values.sign(b'}')?;
    let is_all = text[values.at..].trim_ascii().is_empty();
    version
        .filter(|_| is_all)
        .zip(Some(events.unwrap_or_default()))
}

/// The progress of reading a text.
struct ParsedValues<'a> {
    text: &'a [u8],
    at: usize,
}

impl ParsedValues<'_> {
    fn next<T: for<'de> Deserialize<'de>>(&mut self) -> Option<T> {
        let mut values = serde_json::Deserializer::from_slice(&self.text[self.at..]).into_iter();
        let value = values.next()?.ok()?;
        self.at += values.byte_offset();
        Some(value)
    }

    fn sign(&mut self, sign: u8) -> Option<()> {
        let rest = self.text[self.at..].trim_ascii_start();
        rest.strip_prefix(&[sign])
            .map(|rest| self.at = self.text.len() - rest.len())
    }

    async fn list(&mut self) -> Option<Vec<Event>> {
        let (mut list, mut work) = (Vec::new(), Counter::default());
        self.sign(b'[')?;
        if self.sign(b']').is_some() {
            return Some(list);
        }
        while list.len() < MAX_EVENTS {
            let begun = self.at;
            list.push(self.next()?);
            // Eight bytes count as one piece of work.
            work.count((self.at - begun) / 8).await;
            if self.sign(b',').is_none() {
                self.sign(b']')?;
                return Some(list);
            }
        }
        None
    }
}

/// A list that is read as far as it fits into memory.
pub(super) struct Limited<T> {
    list: Vec<T>,
    /// Whether the list had more elements.
    is_cut: bool,
}

impl<T> Default for Limited<T> {
    fn default() -> Self {
        Self {
            list: Vec::new(),
            is_cut: false,
        }
    }
}

impl<T> Limited<T> {
    /// Returns the whole list, or an error if it was cut.
    pub fn whole(self) -> Result<Vec<T>, Mistake> {
        if self.is_cut {
            Mistake::whole(format!("a trace file has at most {MAX_EVENTS} events"))
        } else {
            Ok(self.list)
        }
    }
}

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

    fn visit_seq<A: SeqAccess<'de>>(self, mut events: A) -> Result<Limited<T>, A::Error> {
        let mut list = Vec::new();
        while list.len() < MAX_EVENTS {
            let Some(event) = events.next_element()? else {
                return Ok(Limited {
                    list,
                    is_cut: false,
                });
            };
            list.push(event);
        }
        let mut is_cut = false;
        while events.next_element::<IgnoredAny>()?.is_some() {
            is_cut = true;
        }
        Ok(Limited { list, is_cut })
    }
}

/// An error in a file that is valid JSON.
#[derive(Debug)]
pub(super) struct Mistake {
    /// Index of the invalid event, from 0; `None` if the trace as a whole is invalid.
    pub event: Option<usize>,
    pub message: String,
}

impl Mistake {
    /// Returns an error of the trace as a whole.
    pub fn whole<T>(message: impl Into<String>) -> Result<T, Self> {
        Err(Self {
            event: None,
            message: message.into(),
        })
    }

    /// Returns an error of one event.
    pub fn at<T>(event: usize, message: impl Into<String>) -> Result<T, Self> {
        Err(Self {
            event: Some(event),
            message: message.into(),
        })
    }

    /// Adds the line and the column of the event; an error of the whole trace is at line 1, column
    /// 1.
    pub fn placed(self, text: &[u8]) -> ParseError {
        let Some(event) = self.event else {
            return ParseError {
                line: 1,
                column: 1,
                message: self.message,
            };
        };
        let stop = Stop {
            event,
            message: &self.message,
        };
        let stopped = stop.deserialize(&mut serde_json::Deserializer::from_slice(text));
        let stopped = stopped.expect_err("the file was read before, and has this event");
        // The parser names the last character that it has read: the one before the event.
        let (line, column) = (as_place(stopped.line()), as_place(stopped.column() + 1));
        ParseError {
            line,
            column,
            message: self.message,
        }
    }
}

/// Returns the error of a text that is not a trace, at the place that its parser names.
pub(super) fn syntax(error: &serde_json::Error) -> ParseError {
    let message = match error.classify() {
        Category::Eof => "the file ends too early; expected a trace, whose last line is `]}`",
        Category::Syntax | Category::Io => {
            "this is no JSON; expected a trace as `gridwalk solve --trace` writes it"
        }
        Category::Data => {
            "this is not what a trace has here; expected one in Posthoc's search trace format"
        }
    };
    ParseError {
        line: as_place(error.line()),
        column: as_place(error.column()),
        message: message.to_owned(),
    }
}

/// Returns a line or a column, from 1.
fn as_place(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX).max(1)
}

/// A reader that stops before one of the events with a message, so that the parser reports its
/// place.
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
    /// Checks that a trace with this map and these options can contain the event.
    pub(super) fn check_event(&self, event: PackedEvent) -> Result<(), String> {
        if let Some(cell) = [event.cell(), event.parent()]
            .into_iter()
            .find(|cell| !self.size().contains(*cell))
        {
            return Err(format!("the cell {cell} lies outside the map"));
        }
        if !self.options.order.fits(event.g(), event.h()) {
            return Err("its costs are too large to be added up".to_owned());
        }
        Ok(())
    }

    /// Validates the trace, apart from its events.
    pub(super) fn checked(self) -> Result<Self, Mistake> {
        let size = self.size();
        Grid::check_size(size).or_else(|error| Mistake::whole(error.to_string()))?;
        let outcome = &self.outcome;
        let cells = [&self.start, &self.goal]
            .into_iter()
            .chain(&outcome.path)
            .chain(&outcome.turns);
        if let Some(cell) = cells.into_iter().find(|cell| !size.contains(**cell)) {
            return Mistake::whole(format!("the cell {cell} lies outside the map"));
        }
        if self.reported < self.events.len() as u64 {
            let message = format!(
                "{} events are there, but only {} were reported",
                self.events.len(),
                self.reported
            );
            return Mistake::whole(message);
        }
        Ok(self)
    }
}

#[cfg(feature = "yaml")]
pub(super) mod yaml {
    //! Traces in YAML, as in Posthoc's own samples.

    use gridwalk_level::formats::ParseError;
    use serde::Deserialize;
    use serde::de::IgnoredAny;
    use serde_saphyr::{Budget, Error, Options, Spanned};

    use super::Limited;
    use crate::trace::file::{Event, TraceFile};

    /// Keys of a trace at the beginning of a line; each file has at least one of them.
    const KEYS: [&[u8]; 2] = [b"version:", b"events:"];

    /// Number of bytes at the beginning of a file in which its first key is searched.
    const HEAD: usize = 1 << 16;

    /// Returns `true` if a text is a trace in YAML, valid or not: a key of traces begins one of its
    /// lines.
    pub fn is_one(text: &[u8]) -> bool {
        let text = text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text);
        let head = &text[..text.len().min(HEAD)];
        head.split(|byte| *byte == b'\n')
            .any(|line| KEYS.iter().any(|key| line.starts_with(key)))
    }

    #[derive(Deserialize)]
    struct YamlTrace {
        version: String,
        #[serde(default)]
        events: Limited<Event>,
    }

    /// Parses the version and the events of a text; returns the place of an error.
    pub fn version_and_events(text: &[u8]) -> Result<(String, Limited<Event>), ParseError> {
        let read = serde_saphyr::from_slice_with_options(text, options());
        read.map(|YamlTrace { version, events }| (version, events))
            .map_err(|error| mistake(&error))
    }

    /// Returns line and column of an event of a valid text; events are counted from 0.
    pub fn place(text: &[u8], event: usize) -> Option<(u32, u32)> {
        #[derive(Deserialize)]
        struct Places {
            events: Vec<Spanned<IgnoredAny>>,
        }
        let places: Places = serde_saphyr::from_slice_with_options(text, options()).ok()?;
        let place = places.events.get(event)?.referenced;
        Some((number(place.line()), number(place.column())))
    }

    /// Returns parser options for large files without references.
    fn options() -> Options {
        let many = 500_000_000;
        let mut budget = Budget::default();
        (budget.max_events, budget.max_nodes, budget.max_aliases) = (many, many, 100);
        (budget.max_total_scalar_bytes, budget.max_reader_input_bytes) =
            (TraceFile::MOST_BYTES, Some(TraceFile::MOST_BYTES));
        let mut options = Options::default();
        options.budget = Some(budget);
        options
    }

    fn mistake(error: &Error) -> ParseError {
        let place = error.location();
        let [line, column] = [
            place.map(|place| place.line()),
            place.map(|place| place.column()),
        ];
        let message = error.without_snippet().to_string();
        // The first line of the message describes the error.
        let clause = message.lines().next().unwrap_or_default();
        let message = format!("this is no trace in YAML: {clause}");
        ParseError {
            line: number(line.unwrap_or(1)),
            column: number(column.unwrap_or(1)),
            message,
        }
    }

    fn number(place: u64) -> u32 {
        u32::try_from(place).unwrap_or(u32::MAX).max(1)
    }
}
