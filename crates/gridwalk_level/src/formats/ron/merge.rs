//! A level's text after the level was edited: what the edits changed is changed in the text, and the rest stays as its
//! writer has it.
//!
//! Three trees meet here: what we would write of the level as it was read, what we would write of it now, and the
//! text's own one. Where the first two differ, the place in the third is changed.

use gridwalk_pathfinding::OptionKey;
use ron2::ast::{Expr, MapEntry, SeqItem, StructBody, StructField, TupleElement, parse_document};
use ron2::error::Span;

use super::layout::{Place, Places, Splices};
use super::node::{Entry, Group, Key, Node, Style};
use super::write::tree;
use crate::Level;

/// How much is replaced where something differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Grain {
    /// Single values.
    Value,
    /// The fields of the level as wholes.
    Field,
}

/// The text of `before` made one of `after`; `None` where that cannot be done. What comes out may say something else
/// all the same, if the text says things in a way that is not foreseen here: the caller reads it again.
pub(crate) fn merge_ron(text: &str, before: &Level, after: &Level, grain: Grain) -> Option<String> {
    let document = parse_document(text).ok()?;
    let mut merge = Merge { splices: Splices::new(text), grain };
    merge.value(document.value.as_ref()?, &tree(before), &tree(after));
    merge.splices.apply()
}

struct Merge<'t> {
    splices: Splices<'t>,
    grain: Grain,
}

/// The entries of a value of the text, with their keys.
struct Written<'s> {
    places: Places,
    entries: Vec<WrittenEntry<'s>>,
}

type WrittenEntry<'s> = (Option<WrittenKey<'s>>, &'s Expr<'s>);

enum WrittenKey<'s> {
    Field(&'s str),
    Value(&'s Expr<'s>),
}

impl Written<'_> {
    fn find(&self, key: &Key) -> Option<usize> {
        self.entries.iter().position(|(written, _)| matches(written.as_ref(), key))
    }

    /// Whether the options of the search say it, where it need not have a field of its own.
    fn says_elsewhere(&self, key: &Key) -> bool {
        let search = self.find(&Key::Field("search")).and_then(|search| written(inside_some(self.entries[search].1)));
        search.is_some_and(|search| search.find(key).is_some())
    }
}

impl Merge<'_> {
    fn value(&mut self, source: &Expr, before: &Node, after: &Node) {
        let source = inside_some(source);
        if let (Node::Group(old), Node::Group(new)) = (before, after)
            && let Some(written) = written(source)
            && self.splices.text[..written.places.open].ends_with(new.brackets[0])
        {
            match new.brackets {
                ['[', _] if written.entries.len() == old.entries.len() => return self.list(&written, old, new),
                ['[', _] => {}
                _ => return self.fields(&written, old, new),
            }
        }
        if before != after {
            self.replace(source, after);
        }
    }

    fn replace(&mut self, source: &Expr, with: &Node) {
        let whole = source.span().start_offset..source.span().end_offset;
        let text = self.print(whole.start, |style, text| with.print(style, text));
        self.splices.replace(whole, text);
    }

    /// What is printed to stand here.
    fn print(&self, at: usize, print: impl FnOnce(Style, &mut String)) -> String {
        let mut text = String::new();
        print(
            Style { indent: self.splices.indent(at), unit: self.splices.unit, newline: self.splices.newline },
            &mut text,
        );
        text
    }

    /// Entries that are known by their keys, in any order.
    fn fields(&mut self, written: &Written, before: &Group, after: &Group) {
        let mut gone = vec![false; written.entries.len()];
        let mut new = Vec::new();
        // Behind which entry of the text new ones come: behind the last one that precedes them among ours.
        let mut anchor = None;
        for entry in &after.entries {
            let old = before.entry(&entry.key);
            let differs = old.is_none_or(|old| old.value != entry.value);
            let Some(place) = written.find(&entry.key) else {
                if differs && !entry.is_usual && !written.says_elsewhere(&entry.key) {
                    new.push((anchor, entry));
                }
                continue;
            };
            let source = inside_some(written.entries[place].1);
            match old {
                _ if !differs => {}
                Some(old) if goes(source, old, entry) => gone[place] = true,
                Some(old) if self.grain == Grain::Value => self.value(source, &old.value, &entry.value),
                _ => self.replace(source, &entry.value),
            }
            if !gone[place] {
                anchor = anchor.max(Some(place));
            }
        }
        for old in before.entries.iter().filter(|old| after.entry(&old.key).is_none()) {
            if let Some(place) = written.find(&old.key) {
                gone[place] = true;
            }
        }
        self.come_and_go(written, &gone, &new, after.is_block);
    }

    /// Entries that are known by their order.
    fn list(&mut self, written: &Written, before: &Group, after: &Group) {
        let mut gone = vec![false; written.entries.len()];
        let (mut new, mut anchor) = (Vec::new(), None);
        for (old, now) in align(&before.entries, &after.entries) {
            match (old, now) {
                (Some(old), Some(now)) => {
                    self.value(written.entries[old].1, &before.entries[old].value, &after.entries[now].value);
                    anchor = Some(old);
                }
                (Some(old), None) => gone[old] = true,
                (None, Some(now)) => new.push((anchor, &after.entries[now])),
                (None, None) => {}
            }
        }
        self.come_and_go(written, &gone, &new, after.is_block);
    }

    /// Each of the new entries comes with the place of the entry that it follows.
    fn come_and_go(&mut self, written: &Written, gone: &[bool], new: &[(Option<usize>, &Entry)], is_block: bool) {
        let places = &written.places;
        for run in new.chunk_by(|a, b| a.0 == b.0) {
            let after = run[0].0;
            let near = after.or(if places.entries.is_empty() { None } else { Some(0) });
            let at = near.map_or(places.open, |near| places.entries[near].start);
            let print = |(_, entry): &(_, &Entry)| self.print(at, |style, text| entry.print(style, text));
            let texts: Vec<String> = run.iter().map(print).collect();
            self.splices.insert(places, after, &texts, is_block);
        }
        let mut start = 0;
        for run in gone.chunk_by(|a, b| a == b) {
            if run[0] {
                self.splices.remove(places, start..start + run.len());
            }
            start += run.len();
        }
    }
}

/// Which entries of two lists are the same ones, in order: those that are equal at both ends, those that are called
/// the same, and what lies between them one by one.
fn align(before: &[Entry], after: &[Entry]) -> Vec<(Option<usize>, Option<usize>)> {
    let first = before.iter().zip(after).take_while(|(a, b)| a == b).count();
    let most = before.len().min(after.len()) - first;
    let last = before.iter().rev().zip(after.iter().rev()).take(most).take_while(|(a, b)| a == b).count();
    let (old_end, new_end) = (before.len() - last, after.len() - last);
    let mut pairs: Vec<_> = (0..first).map(|at| (Some(at), Some(at))).collect();
    let (mut old, mut new) = (first, first);
    while old < old_end || new < new_end {
        // The next two that are called the same; there are none in lists without names.
        let called = |entry: &Entry| matches!(entry.key, Key::Called(_));
        let same = (new..new_end).filter(|now| called(&after[*now])).find_map(|now| {
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

/// Whether an entry of the text goes: its value is the usual one now, and nothing stays in it that is said all the same.
fn goes(source: &Expr, before: &Entry, after: &Entry) -> bool {
    if !after.is_usual || before.is_usual || before.value == after.value {
        return false;
    }
    let (Node::Group(old), Node::Group(new)) = (&before.value, &after.value) else { return true };
    let Some(written) = written(source) else { return true };
    written.entries.iter().all(|(key, source)| {
        let known = old.entries.iter().find(|entry| matches(key.as_ref(), &entry.key));
        let goes_too = |known: &Entry| new.entry(&known.key).is_none_or(|now| goes(inside_some(source), known, now));
        known.is_some_and(goes_too)
    })
}

/// The value in a `Some`, which need not be written.
fn inside_some<'s>(source: &'s Expr<'s>) -> &'s Expr<'s> {
    match source {
        Expr::Option(option) => option.value.as_ref().map_or(source, |value| inside_some(&value.expr)),
        _ => source,
    }
}

fn matches(written: Option<&WrittenKey>, key: &Key) -> bool {
    match (written, key) {
        (Some(WrittenKey::Field(name)), Key::Field(field)) => {
            name == field || OptionKey::find(name).is_some_and(|key| key.field() == *field)
        }
        (Some(WrittenKey::Value(Expr::Char(written))), Key::Glyph(glyph)) => written.value == *glyph,
        (Some(WrittenKey::Value(Expr::String(written))), Key::Name(name)) => written.value == *name,
        _ => false,
    }
}

/// The entries of a value that has brackets.
fn written<'s>(source: &'s Expr<'s>) -> Option<Written<'s>> {
    let field = |field: &'s StructField<'s>| {
        entry(Some(WrittenKey::Field(&field.name.name)), &field.name.span, &field.value, field.comma.as_ref())
    };
    let element = |item: &'s TupleElement<'s>| entry(None, item.expr.span(), &item.expr, item.comma.as_ref());
    let item = |item: &'s SeqItem<'s>| entry(None, item.expr.span(), &item.expr, item.comma.as_ref());
    let pair = |pair: &'s MapEntry<'s>| {
        entry(Some(WrittenKey::Value(&pair.key)), pair.key.span(), &pair.value, pair.comma.as_ref())
    };
    let (open, (places, entries)) = match source {
        Expr::AnonStruct(group) => (&group.open_paren, group.fields.iter().map(field).unzip()),
        Expr::Struct(group) => match group.body.as_ref()? {
            StructBody::Fields(body) => (&body.open_brace, body.fields.iter().map(field).unzip()),
            StructBody::Tuple(body) => (&body.open_paren, body.elements.iter().map(element).unzip()),
        },
        Expr::Map(group) => (&group.open_brace, group.entries.iter().map(pair).unzip()),
        Expr::Seq(group) => (&group.open_bracket, group.items.iter().map(item).unzip()),
        Expr::Unit(unit) => (&unit.span, Default::default()),
        _ => return None,
    };
    // Brackets are one byte each; those of a unit are all that there is of it.
    let (open, close) = (open.start_offset + 1, source.span().end_offset - 1);
    Some(Written { places: Places { open, close, entries: places }, entries })
}

fn entry<'s>(
    key: Option<WrittenKey<'s>>,
    first: &Span,
    value: &'s Expr<'s>,
    comma: Option<&Span>,
) -> (Place, WrittenEntry<'s>) {
    let comma = comma.map(|comma| comma.end_offset);
    (Place { start: first.start_offset, end: value.span().end_offset, comma }, (key, value))
}
