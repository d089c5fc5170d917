//! Traces in YAML, as in Posthoc's own samples.

use gridwalk_level::formats::ParseError;
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_saphyr::{Budget, Error, Options, Spanned};

use super::parse::Limited;
use super::{Event, TraceFile};

/// Keys of a trace at the beginning of a line; each file has at least one of them.
const KEYS: [&[u8]; 2] = [b"version:", b"events:"];

/// Number of bytes at the beginning of a file in which its first key is searched.
const HEAD: usize = 1 << 16;

/// Returns `true` if a text is a trace in YAML, valid or not: a key of traces begins one of its
/// lines.
pub(super) fn is_one(text: &[u8]) -> bool {
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
pub(super) fn version_and_events(text: &[u8]) -> Result<(String, Limited<Event>), ParseError> {
    let read = serde_saphyr::from_slice_with_options(text, options());
    read.map(|YamlTrace { version, events }| (version, events))
        .map_err(|error| mistake(&error))
}

/// Returns line and column of an event of a valid text; events are counted from 0.
pub(super) fn place(text: &[u8], event: usize) -> Option<(u32, u32)> {
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
