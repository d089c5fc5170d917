//! Writes log messages to the browser's console.
//!
//! Bevy's own plugin for this supports filters that are not needed here, and would add a hundredth
//! to the download.

use core::cmp::Reverse;
use core::fmt::{Debug, Display, Write};

use bevy::log::Level;
use bevy::log::tracing::field::{Field, Visit};
use bevy::log::tracing::level_filters::LevelFilter;
use bevy::log::tracing::span::{Attributes, Id, Record};
use bevy::log::tracing::subscriber::set_global_default;
use bevy::log::tracing::{Event, Metadata, Subscriber};
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = console)]
    fn error(line: &str);
    #[wasm_bindgen(js_namespace = console)]
    fn warn(line: &str);
    #[wasm_bindgen(js_namespace = console)]
    fn log(line: &str);
}

/// Log levels by module path; the longest matching prefix decides.
#[derive(Clone)]
struct Console(Vec<(String, LevelFilter)>);

/// Installs the logger with a filter such as `warn,gridwalk=debug`.
pub fn begin(filter: &str) {
    let console = Console::new(filter);
    // The first logger and subscriber win, and no others exist.
    let _ = set_global_default(console.clone());
    let _ = log::set_logger(Box::leak(Box::new(console)));
    log::set_max_level(log::STATIC_MAX_LEVEL);
}

impl Console {
    /// Parses a filter and ignores parts that are invalid.
    fn new(filter: &str) -> Self {
        let read = |part: &str| {
            let (path, level) = part.split_once('=').unwrap_or(("", part));
            Some((path.to_owned(), level.parse().ok()?))
        };
        let mut filters: Vec<_> = filter.split(',').filter_map(read).collect();
        filters.sort_by_key(|(path, _)| Reverse(path.len()));
        Self(filters)
    }

    fn tells(&self, path: &str, level: Level) -> bool {
        self.0
            .iter()
            .find(|(start, _)| path.starts_with(start))
            .is_some_and(|(_, most)| level <= *most)
    }
}

fn say(level: Level, path: &str, text: &dyn Display) {
    let line = format!("{level} {path}: {text}");
    match level {
        Level::ERROR => error(&line),
        Level::WARN => warn(&line),
        _ => log(&line),
    }
}

impl Subscriber for Console {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.is_event() && self.tells(metadata.target(), *metadata.level())
    }

    fn max_level_hint(&self) -> Option<LevelFilter> {
        self.0.iter().map(|(_, most)| *most).max()
    }

    fn event(&self, event: &Event<'_>) {
        let mut text = EventText::default();
        event.record(&mut text);
        say(
            *event.metadata().level(),
            event.metadata().target(),
            &text.0,
        );
    }

    // Spans are not reported, so one id is enough for all.
    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}

/// The text of an event: its message and its fields.
#[derive(Default)]
struct EventText(String);

impl Visit for EventText {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        // Writing to a string never fails.
        let _ = if field.name() == "message" {
            write!(self.0, "{value:?}")
        } else {
            write!(self.0, " {field}={value:?}")
        };
    }
}

/// Receives messages of crates that use the `log` crate.
impl log::Log for Console {
    fn enabled(&self, metadata: &log::Metadata<'_>) -> bool {
        self.tells(metadata.target(), level_of(metadata))
    }

    fn log(&self, record: &log::Record<'_>) {
        if log::Log::enabled(self, record.metadata()) {
            say(level_of(record.metadata()), record.target(), record.args());
        }
    }

    fn flush(&self) {}
}

/// Converts a level of the `log` crate; the program is built without messages below a warning.
fn level_of(metadata: &log::Metadata<'_>) -> Level {
    if metadata.level() == log::Level::Error {
        Level::ERROR
    } else {
        Level::WARN
    }
}
