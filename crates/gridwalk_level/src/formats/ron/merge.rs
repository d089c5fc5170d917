//! The text of an edited level: changed only where the edits require it.
//!
//! The rest, with lines, commas, indentation and comments, stays as the author wrote it.
//!
//! Three trees are compared: our output for the level as read, our output for the current level,
//! and the text itself. Where the first two differ, the text is changed at the corresponding place.

use std::ops::Range;

use gridwalk_pathfinding::OptionKey;

use super::read::{RonPart, RonReader, skip_blank};
use super::write::{EntryKey, RonEntry, RonGroup, RonNode, Style, tree};
use crate::Level;

/// The unit of text that is replaced at a difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Grain {
    /// Single values.
    Value,
    /// Whole fields of the level.
    Field,
}

/// Changes the text of `before` into one of `after`; `None` if that is not possible.
///
/// The result may still have another meaning, if the text has an unforeseen form: the caller must
/// parse it again.
pub(crate) fn merge_ron(text: &str, before: &Level, after: &Level, grain: Grain) -> Option<String> {
    let reader = RonReader::new(text, "level");
    let mut whole = skip_blank(text);
    // Attributes of the file come first.
    while whole.starts_with('#') {
        whole = skip_blank(&whole[whole.find(']')? + 1..]);
    }
    let whole = reader.alone(RonPart(whole));
    let mut merge = Merge {
        reader,
        splices: Splices::new(text),
        grain,
    };
    merge.value(whole, &tree(before), &tree(after));
    merge.splices.apply()
}

struct Merge<'t> {
    reader: RonReader<'t>,
    splices: Splices<'t>,
    grain: Grain,
}

impl<'t> Merge<'t> {
    fn value(&mut self, source: RonPart<'t>, before: &RonNode, after: &RonNode) {
        let source = self.inside_some(source);
        if let (RonNode::Group(old), RonNode::Group(new)) = (before, after)
            && let Some(written) = self.written(source)
            && self.splices.text[..written.open].ends_with(new.brackets[0])
        {
            match new.brackets {
                ['[', _] if written.entries.len() == old.entries.len() => {
                    return self.list(&written, old, new);
                }
                ['[', _] => {}
                _ => return self.fields(&written, old, new),
            }
        }
        if before != after {
            self.replace(source, after);
        }
    }

    fn replace(&mut self, source: RonPart, with: &RonNode) {
        let start = self.reader.offset(source.0);
        let whole = start..start + source.0.len();
        let text = self.print(whole.start, |style, text| with.print(style, text));
        self.splices.replace(whole, text);
    }

    /// Prints text in the layout of this place.
    fn print(&self, at: usize, print: impl FnOnce(Style, &mut String)) -> String {
        let mut text = String::new();
        print(
            Style {
                indent: self.splices.indent(at),
                unit: self.splices.unit,
                newline: self.splices.newline,
            },
            &mut text,
        );
        text
    }

    /// Updates entries that are identified by their keys, in any order.
    fn fields(&mut self, written: &EntrySpans<'t>, before: &RonGroup, after: &RonGroup) {
        let mut removed = vec![false; written.entries.len()];
        let mut new = Vec::new();
        // The entry of the text that new entries follow: the last one that precedes them in our
        // order.
        let mut anchor = None;
        for entry in &after.entries {
            let old = before.entry(&entry.key);
            let differs = old.is_none_or(|old| old.value != entry.value);
            let Some(place) = self.find(written, &entry.key) else {
                if differs && !entry.is_usual && !self.is_in_search_options(written, &entry.key) {
                    new.push((anchor, entry));
                }
                continue;
            };
            let source = self.inside_some(written.entries[place].value);
            match old {
                _ if !differs => {}
                Some(old) if self.is_removed(source, old, entry) => removed[place] = true,
                Some(old) if self.grain == Grain::Value => {
                    self.value(source, &old.value, &entry.value);
                }
                _ => self.replace(source, &entry.value),
            }
            if !removed[place] {
                anchor = anchor.max(Some(place));
            }
        }
        for old in before
            .entries
            .iter()
            .filter(|old| after.entry(&old.key).is_none())
        {
            if let Some(place) = self.find(written, &old.key) {
                removed[place] = true;
            }
        }
        self.insert_and_remove(written, &removed, &new, after.is_block);
    }

    /// Updates entries that are identified by their order.
    fn list(&mut self, written: &EntrySpans<'t>, before: &RonGroup, after: &RonGroup) {
        let mut removed = vec![false; written.entries.len()];
        let (mut new, mut anchor) = (Vec::new(), None);
        for (old, now) in align(&before.entries, &after.entries) {
            match (old, now) {
                (Some(old), Some(now)) => {
                    self.value(
                        written.entries[old].value,
                        &before.entries[old].value,
                        &after.entries[now].value,
                    );
                    anchor = Some(old);
                }
                (Some(old), None) => removed[old] = true,
                (None, Some(now)) => new.push((anchor, &after.entries[now])),
                (None, None) => {}
            }
        }
        self.insert_and_remove(written, &removed, &new, after.is_block);
    }

    /// Removes and inserts entries; each new entry comes with the index of the entry that it
    /// follows.
    fn insert_and_remove(
        &mut self,
        places: &EntrySpans,
        removed: &[bool],
        new: &[(Option<usize>, &RonEntry)],
        is_block: bool,
    ) {
        for run in new.chunk_by(|a, b| a.0 == b.0) {
            let after = run[0].0;
            let near = after.or(if places.entries.is_empty() {
                None
            } else {
                Some(0)
            });
            let at = near.map_or(places.open, |near| places.entries[near].start);
            let print = |(_, entry): &(_, &RonEntry)| {
                self.print(at, |style, text| entry.print(style, text))
            };
            let texts: Vec<String> = run.iter().map(print).collect();
            self.splices.insert(places, after, &texts, is_block);
        }
        let mut start = 0_usize;
        for run in removed.chunk_by(|a, b| a == b) {
            if run[0] {
                let has_insertions = new.iter().any(|(after, _)| *after == start.checked_sub(1));
                self.splices
                    .remove(places, start..start + run.len(), has_insertions);
            }
            start += run.len();
        }
    }

    fn find(&self, written: &EntrySpans, key: &EntryKey) -> Option<usize> {
        written
            .entries
            .iter()
            .position(|place| self.matches(place.key, key))
    }

    /// Returns `true` if the search options hold the key, which then needs no field of the level.
    fn is_in_search_options(&self, written: &EntrySpans<'t>, key: &EntryKey) -> bool {
        let search = self.find(written, &EntryKey::Field("search"));
        let search =
            search.and_then(|search| self.written(self.inside_some(written.entries[search].value)));
        search.is_some_and(|search| self.find(&search, key).is_some())
    }

    /// Returns `true` if an entry of the text is removed.
    ///
    /// That is so if its value is now the default, and it holds nothing that must stay.
    fn is_removed(&self, source: RonPart<'t>, before: &RonEntry, after: &RonEntry) -> bool {
        if !after.is_usual || before.is_usual || before.value == after.value {
            return false;
        }
        let (RonNode::Group(old), RonNode::Group(new)) = (&before.value, &after.value) else {
            return true;
        };
        let Some(written) = self.written(source) else {
            return true;
        };
        written.entries.iter().all(|place| {
            let known = old
                .entries
                .iter()
                .find(|entry| self.matches(place.key, &entry.key));
            let source = self.inside_some(place.value);
            let is_removed_too = |known: &RonEntry| {
                new.entry(&known.key)
                    .is_none_or(|now| self.is_removed(source, known, now))
            };
            known.is_some_and(is_removed_too)
        })
    }

    fn matches(&self, written: Option<&'t str>, key: &EntryKey) -> bool {
        let Some(written) = written else { return false };
        match key {
            EntryKey::Field(field) => {
                written == *field
                    || OptionKey::find(written).is_some_and(|key| key.field() == *field)
            }
            EntryKey::Glyph(glyph) => self.reader.read(RonPart(written), "a glyph") == Ok(*glyph),
            EntryKey::Name(name) => {
                self.reader
                    .read::<String>(RonPart(written), "a name")
                    .as_ref()
                    == Ok(name)
            }
            EntryKey::Called(_) | EntryKey::None => false,
        }
    }

    /// Returns the value in a `Some`, which need not be written.
    fn inside_some(&self, source: RonPart<'t>) -> RonPart<'t> {
        let inside = source
            .0
            .strip_prefix("Some")
            .and_then(|rest| skip_blank(rest).strip_prefix('('));
        inside.map_or(source, |inside| {
            self.inside_some(self.reader.alone(RonPart(skip_blank(inside))))
        })
    }

    /// Returns the entries of a value in brackets.
    fn written(&self, source: RonPart<'t>) -> Option<EntrySpans<'t>> {
        let reader = &self.reader;
        // A structure may have its name before the bracket.
        let group = RonPart(skip_blank(
            source
                .0
                .trim_start_matches(|c: char| c.is_alphanumeric() || c == '_'),
        ));
        let place = |key: Option<&'t str>, value| {
            let value = reader.alone(value);
            let end = reader.offset(value.0) + value.0.len();
            let behind = skip_blank(&self.splices.text[end..]);
            let comma = behind.starts_with(',').then(|| reader.offset(behind) + 1);
            EntrySpan {
                key,
                value,
                start: reader.offset(key.unwrap_or(value.0)),
                end,
                comma,
            }
        };
        let named = |(name, value)| place(Some(name), value);
        let keyed = |(RonPart(key), value)| place(Some(key), value);
        let entries = match group.0.chars().next()? {
            '(' => reader
                .read_entries(group, Some(""), "fields")
                .ok()?
                .into_iter()
                .map(named)
                .collect(),
            '{' => reader
                .read_entries(group, None, "entries")
                .ok()?
                .into_iter()
                .map(keyed)
                .collect(),
            '[' => reader
                .read::<Vec<_>>(group, "a list")
                .ok()?
                .into_iter()
                .map(|value| place(None, value))
                .collect(),
            _ => return None,
        };
        // Brackets are one byte each.
        let (open, close) = (
            reader.offset(group.0) + 1,
            reader.offset(source.0) + source.0.len() - 1,
        );
        Some(EntrySpans {
            open,
            close,
            entries,
        })
    }
}

/// Pairs the entries of two lists, in order.
///
/// First come the equal entries at both ends, then entries of equal names, then the entries in
/// between one by one.
fn align(before: &[RonEntry], after: &[RonEntry]) -> Vec<(Option<usize>, Option<usize>)> {
    let first = before.iter().zip(after).take_while(|(a, b)| a == b).count();
    let most = before.len().min(after.len()) - first;
    let last = before
        .iter()
        .rev()
        .zip(after.iter().rev())
        .take(most)
        .take_while(|(a, b)| a == b)
        .count();
    let (old_end, new_end) = (before.len() - last, after.len() - last);
    let mut pairs: Vec<_> = (0..first).map(|at| (Some(at), Some(at))).collect();
    let (mut old, mut new) = (first, first);
    while old < old_end || new < new_end {
        // The next two entries of equal names; lists without names have none.
        let called = |entry: &RonEntry| matches!(entry.key, EntryKey::Called(_));
        let same = (new..new_end)
            .filter(|now| called(&after[*now]))
            .find_map(|now| {
                let found = (old..old_end).find(|was| before[*was].key == after[now].key)?;
                Some((found, now))
            });
        let (old_stop, new_stop) = same.unwrap_or((old_end, new_end));
        let both = (old_stop - old).min(new_stop - new);
        pairs.extend((0..both).map(|at| (Some(old + at), Some(new + at))));
        pairs.extend((old + both..old_stop).map(|was| (Some(was), None)));
        pairs.extend((new + both..new_stop).map(|now| (None, Some(now))));
        if let Some((was, now)) = same {
            pairs.push((Some(was), Some(now)));
        }
        (old, new) = same.map_or((old_end, new_end), |(was, now)| (was + 1, now + 1));
    }
    pairs.extend((0..last).map(|at| (Some(old_end + at), Some(new_end + at))));
    pairs
}

/// A text with pending changes.
struct Splices<'t> {
    text: &'t str,
    newline: &'static str,
    /// The indentation of one level.
    unit: &'static str,
    changes: Vec<(Range<usize>, String)>,
}

/// An entry between brackets, from its key to the end of its value.
#[derive(Clone, Copy, Debug)]
struct EntrySpan<'t> {
    /// The name of a field or the key of a map, as written.
    key: Option<&'t str>,
    /// The value alone.
    value: RonPart<'t>,
    start: usize,
    end: usize,
    /// The position behind its comma, if it has one.
    comma: Option<usize>,
}

/// The contents of a pair of brackets.
#[derive(Debug)]
struct EntrySpans<'t> {
    /// The position behind the opening bracket.
    open: usize,
    /// The position before the closing bracket.
    close: usize,
    entries: Vec<EntrySpan<'t>>,
}

impl<'t> Splices<'t> {
    fn new(text: &'t str) -> Self {
        let newline = if text.contains("\r\n") { "\r\n" } else { "\n" };
        let unit = if text.contains("\n\t") { "\t" } else { "    " };
        Self {
            text,
            newline,
            unit,
            changes: Vec::new(),
        }
    }

    fn replace(&mut self, range: Range<usize>, with: String) {
        if self.text[range.clone()] != with {
            self.changes.push((range, with));
        }
    }

    /// Returns the changed text; `None` if two changes overlap.
    fn apply(mut self) -> Option<String> {
        // The sort is stable: insertions at one place keep their order, and come before a cut
        // there.
        self.changes
            .sort_by_key(|(range, _)| (range.start, range.end));
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
    fn indent(&self, at: usize) -> &'t str {
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
                let end = comment
                    .find("*/")
                    .filter(|end| !comment[..*end].contains(['\n', '*']))?;
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
    fn insert(
        &mut self,
        places: &EntrySpans,
        after: Option<usize>,
        entries: &[String],
        is_block: bool,
    ) {
        let Some(after) = after else {
            return self.insert_first(places, entries, is_block);
        };
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
            let text = if place.comma.is_some() {
                format!(" {entries},")
            } else {
                format!(", {entries}")
            };
            self.changes.push((end..end, text));
        }
    }

    fn insert_first(&mut self, places: &EntrySpans, entries: &[String], is_block: bool) {
        let EntrySpans {
            open,
            close,
            entries: known,
        } = places;
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
        entries
            .iter()
            .flat_map(|entry| [self.newline, indent, entry, ","])
            .collect()
    }

    /// Removes a run of entries with their commas, and with their lines if no others share them.
    ///
    /// Text between the run and the entry before stays if `has_insertions`: other entries are
    /// inserted there.
    fn remove(&mut self, places: &EntrySpans, run: Range<usize>, has_insertions: bool) {
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
            let spaces =
                self.text[end..].len() - self.text[end..].trim_start_matches([' ', '\t']).len();
            first.start..end + spaces
        } else {
            let start = before
                .filter(|_| !has_insertions)
                .map_or(first.start, |before| match last.comma {
                    Some(_) => before.comma.unwrap_or(before.end),
                    None => before.end,
                });
            start..end
        };
        self.changes.push((range, String::new()));
    }
}
