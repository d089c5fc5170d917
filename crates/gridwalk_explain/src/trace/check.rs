//! What a trace from a file must keep to, so that the player does not have to ask.

use gridwalk_pathfinding::Grid;

use super::recorder::Trace;

/// Why a trace file cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TraceError {
    /// The text is not what it should be.
    #[error("line {line}, column {column}: {message}")]
    Syntax {
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
        /// What was found and what was expected.
        message: String,
    },
    /// One event is invalid.
    #[error("event {number}: {message}")]
    Event {
        /// Its number in the file, from 1.
        number: usize,
        /// What is wrong with it.
        message: String,
    },
    /// The trace as a whole is invalid.
    #[error("{0}")]
    Trace(String),
}

/// The most events of a file.
pub(super) const MOST_EVENTS: usize = 10_000_000;

/// What to say of a file with more.
pub(super) fn too_many() -> String {
    format!("a trace file has at most {MOST_EVENTS} events")
}

impl Trace {
    /// The same trace, once it is known to be valid.
    pub(super) fn checked(self) -> Result<Self, TraceError> {
        let size = self.size();
        Grid::check_size(size).map_err(|error| TraceError::Trace(error.to_string()))?;
        let ends = [self.start, self.goal];
        if let Some(cell) = ends.iter().chain(&self.outcome.path).find(|cell| !size.contains(**cell)) {
            return Err(TraceError::Trace(format!("the cell {cell} lies outside the map")));
        }
        if self.events.len() > MOST_EVENTS {
            return Err(TraceError::Trace(too_many()));
        }
        for (at, event) in self.events.iter().enumerate() {
            let wrong = |message| Err(TraceError::Event { number: at + 1, message });
            if let Some(cell) = [event.cell(), event.parent()].iter().find(|cell| !size.contains(**cell)) {
                return wrong(format!("the cell {cell} lies outside the map"));
            }
            if !self.options.order.fits(event.g(), event.h()) {
                return wrong("its costs are too large to be added up".to_owned());
            }
        }
        if self.reported < self.events.len() as u64 {
            let message = format!("{} events are there, but only {} were reported", self.events.len(), self.reported);
            return Err(TraceError::Trace(message));
        }
        Ok(self)
    }
}

impl From<serde_json::Error> for TraceError {
    fn from(error: serde_json::Error) -> Self {
        let (line, column) = (error.line(), error.column());
        let text = error.to_string();
        // The position has fields of its own.
        let end = format!(" at line {line} column {column}");
        let message = one_line(text.strip_suffix(&end).unwrap_or(&text));
        Self::Syntax { line, column, message }
    }
}

impl From<ron::error::SpannedError> for TraceError {
    fn from(error: ron::error::SpannedError) -> Self {
        let at = error.span.start;
        Self::Syntax { line: at.line, column: at.col, message: one_line(&error.code.to_string()) }
    }
}

/// A parser's words as one sentence of bearable length.
fn one_line(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(200) {
        Some((end, _)) => format!("{} …", &line[..end]),
        None => line,
    }
}
