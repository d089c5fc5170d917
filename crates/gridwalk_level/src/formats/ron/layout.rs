//! Positions of list entries in a text, and the cuts and insertions that remove or add entries.
//!
//! Lines, commas, indentation and comments stay as the author wrote them.

use std::ops::Range;

use super::read::Part;

/// A text with pending changes.
pub(super) struct Splices<'t> {
    pub text: &'t str,
    pub newline: &'static str,
    /// The indentation of one level.
    pub unit: &'static str,
    changes: Vec<(Range<usize>, String)>,
}

/// An entry between brackets, from its key to the end of its value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place<'t> {
    /// The name of a field or the key of a map, as written.
    pub key: Option<&'t str>,
    /// The value alone.
    pub value: Part<'t>,
    pub start: usize,
    pub end: usize,
    /// The position behind its comma, if it has one.
    pub comma: Option<usize>,
}

/// The contents of a pair of brackets.
#[derive(Debug)]
pub(super) struct Places<'t> {
    /// The position behind the opening bracket.
    pub open: usize,
    /// The position before the closing bracket.
    pub close: usize,
    pub entries: Vec<Place<'t>>,
}

impl<'t> Splices<'t> {
    pub fn new(text: &'t str) -> Self {
        let newline = if text.contains("\r\n") { "\r\n" } else { "\n" };
        let unit = if text.contains("\n\t") { "\t" } else { "    " };
        Self { text, newline, unit, changes: Vec::new() }
    }

    pub fn replace(&mut self, range: Range<usize>, with: String) {
        if self.text[range.clone()] != with {
            self.changes.push((range, with));
        }
    }

    /// Returns the changed text; `None` if two changes overlap.
    pub fn apply(mut self) -> Option<String> {
        // The sort is stable: insertions at one place keep their order, and come before a cut there.
        self.changes.sort_by_key(|(range, _)| (range.start, range.end));
        let mut text = String::with_capacity(self.text.len() + 256);
        let mut done = 0;
        for (range, with) in self.changes {
            text += self.text.get(done..range.start)?;
            text += &with;
            done = range.end;
        }
        text += &self.text[done..];
        Some(text)
    }

    /// Returns the white space at the beginning of the line that holds this position.
    pub fn indent(&self, at: usize) -> &'t str {
        let line = &self.text[self.line_start(at)..at];
        &line[..line.len() - line.trim_start_matches([' ', '\t']).len()]
    }

    fn line_start(&self, at: usize) -> usize {
        self.text[..at].rfind('\n').map_or(0, |newline| newline + 1)
    }

    /// Returns `true` if only white space precedes the position on its line.
    fn begins_line(&self, at: usize) -> bool {
        self.indent(at).len() == at - self.line_start(at)
    }

    /// Returns the end of the line, before its line break, if only comments follow on it.
    fn rest_of_line(&self, at: usize) -> Option<usize> {
        let mut rest = &self.text[at..];
        loop {
            rest = rest.trim_start_matches([' ', '\t']);
            if rest.starts_with("//") {
                rest = &rest[rest.find('\n').unwrap_or(rest.len())..];
                // In CRLF files, the line break begins one byte earlier.
                let end = self.text.len() - rest.len();
                return Some(end - usize::from(self.text[..end].ends_with('\r')));
            } else if let Some(comment) = rest.strip_prefix("/*") {
                // A comment that nests or continues on the next line is not examined.
                let end = comment.find("*/").filter(|end| !comment[..*end].contains(['\n', '*']))?;
                rest = &comment[end + 2..];
            } else {
                let at_end = rest.is_empty() || rest.starts_with('\n') || rest.starts_with("\r\n");
                return at_end.then_some(self.text.len() - rest.len());
            }
        }
    }

    /// Inserts entries behind entry `after`, or behind the opening bracket.
    ///
    /// Block entries begin new lines there.
    pub fn insert(&mut self, places: &Places, after: Option<usize>, entries: &[String], is_block: bool) {
        let Some(after) = after else { return self.insert_first(places, entries, is_block) };
        let place = places.entries[after];
        let end = place.comma.unwrap_or(place.end);
        if self.begins_line(place.start)
            && let Some(line_end) = self.rest_of_line(end)
        {
            if place.comma.is_none() {
                self.changes.push((end..end, ",".to_owned()));
            }
            let lines = self.lines(entries, self.indent(place.start));
            self.changes.push((line_end..line_end, lines));
        } else {
            let entries = entries.join(", ");
            let text = if place.comma.is_some() { format!(" {entries},") } else { format!(", {entries}") };
            self.changes.push((end..end, text));
        }
    }

    fn insert_first(&mut self, places: &Places, entries: &[String], is_block: bool) {
        let Places { open, close, entries: known } = places;
        let first = known.first().filter(|first| self.begins_line(first.start));
        if let (Some(first), Some(line_end)) = (first, self.rest_of_line(*open)) {
            let lines = self.lines(entries, self.indent(first.start));
            self.changes.push((line_end..line_end, lines));
        } else if known.is_empty() && is_block {
            let outer = self.indent(*open).to_owned();
            let mut lines = self.lines(entries, &(outer.clone() + self.unit));
            if !self.text[*open..*close].contains('\n') {
                lines.extend([self.newline, &outer]);
            }
            self.changes.push((*open..*open, lines));
        } else {
            let text = entries.join(", ") + if known.is_empty() { "" } else { ", " };
            self.changes.push((*open..*open, text));
        }
    }

    fn lines(&self, entries: &[String], indent: &str) -> String {
        entries.iter().flat_map(|entry| [self.newline, indent, entry, ","]).collect()
    }

    /// Removes a run of entries with their commas, and with their lines if no others share them.
    ///
    /// Text between the run and the entry before stays if `others_come`: other entries are inserted there.
    pub fn remove(&mut self, places: &Places, run: Range<usize>, others_come: bool) {
        let entries = &places.entries;
        let (first, last) = (entries[run.start], entries[run.end - 1]);
        let end = last.comma.unwrap_or(last.end);
        let before = run.start.checked_sub(1).map(|before| entries[before]);
        let range = if self.begins_line(first.start)
            && let Some(line_end) = self.rest_of_line(end)
        {
            // The line break before the run is removed, so that the last line of a file needs none.
            let start = self.line_start(first.start);
            let start = start - usize::from(start > 0);
            start - usize::from(self.text[..start].ends_with('\r'))..line_end
        } else if run.end < entries.len() {
            let spaces = self.text[end..].len() - self.text[end..].trim_start_matches([' ', '\t']).len();
            first.start..end + spaces
        } else {
            let start = before.filter(|_| !others_come).map_or(first.start, |before| match last.comma {
                Some(_) => before.comma.unwrap_or(before.end),
                None => before.end,
            });
            start..end
        };
        self.changes.push((range, String::new()));
    }
}
