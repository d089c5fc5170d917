//! The tree of a RON file before it is text, so that it can be printed and compared.

use std::fmt::Write;

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Node {
    /// A value without layout, as it is written.
    Text(String),
    /// Entries between brackets.
    Group(Group),
}

/// Entries between brackets.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Group {
    pub brackets: [char; 2],
    /// Whether each entry has its own line.
    pub is_block: bool,
    pub entries: Vec<Entry>,
}

/// An entry between brackets.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Entry {
    pub key: Key,
    /// Whether the value is the default, which is not printed.
    pub is_usual: bool,
    pub value: Node,
}

/// The key before a value, or the name that identifies an entry of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Key {
    /// The field of a structure.
    Field(&'static str),
    /// A key of a map: a glyph.
    Glyph(char),
    /// A key of a map: a name.
    Name(String),
    /// The name of an entry of a list. It is not printed.
    Called(String),
    /// No key: an entry of a list.
    None,
}

/// The layout of a value of several lines.
#[derive(Clone, Copy, Debug)]
pub(super) struct Style<'s> {
    /// The indentation of each line.
    pub indent: &'s str,
    /// The additional indentation of the lines of a group.
    pub unit: &'s str,
    pub newline: &'s str,
}

impl Style<'_> {
    /// The layout of files that this crate writes.
    pub const USUAL: Self = Self { indent: "", unit: "    ", newline: "\n" };
}

impl Group {
    pub fn entry(&self, key: &Key) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.key == *key)
    }
}

impl Node {
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }

    /// Creates a group with one entry per line.
    pub fn block(brackets: [char; 2], entries: impl IntoIterator<Item = Entry>) -> Self {
        Self::Group(Group { brackets, is_block: true, entries: entries.into_iter().collect() })
    }

    /// Creates a group on one line.
    pub fn line(brackets: [char; 2], entries: impl IntoIterator<Item = Entry>) -> Self {
        Self::Group(Group { brackets, is_block: false, entries: entries.into_iter().collect() })
    }

    /// Returns `true` if the value is a group without entries.
    pub const fn is_empty(&self) -> bool {
        matches!(self, Self::Group(group) if group.entries.is_empty())
    }

    pub fn print(&self, style: Style, out: &mut String) {
        match self {
            Self::Text(text) => *out += text,
            Self::Group(Group { brackets: [open, close], is_block, entries }) => {
                let mut entries = entries.iter().filter(|entry| !entry.is_usual);
                out.push(*open);
                if *is_block {
                    let inner = style.indent.to_owned() + style.unit;
                    *out += style.newline;
                    for entry in entries {
                        *out += &inner;
                        entry.print(Style { indent: &inner, ..style }, out);
                        out.extend([",", style.newline]);
                    }
                    *out += style.indent;
                } else if let Some(first) = entries.next() {
                    first.print(style, out);
                    for entry in entries {
                        *out += ", ";
                        entry.print(style, out);
                    }
                }
                out.push(*close);
            }
        }
    }
}

impl Entry {
    /// Creates a field, which is omitted if its value is the default.
    pub const fn field(field: &'static str, value: Node, is_usual: bool) -> Self {
        Self { key: Key::Field(field), is_usual, value }
    }

    /// Creates a field that holds a group, which is omitted if it is empty.
    pub const fn list(field: &'static str, value: Node) -> Self {
        let is_usual = value.is_empty();
        Self::field(field, value, is_usual)
    }

    /// Creates an entry of a list.
    pub const fn item(value: Node) -> Self {
        Self { key: Key::None, is_usual: false, value }
    }

    pub fn print(&self, style: Style, out: &mut String) {
        match &self.key {
            Key::Field(field) => out.extend([field, ": "]),
            Key::Glyph(glyph) => write!(out, "{}: ", quoted(&glyph.to_string(), '\'')).expect("a string takes it"),
            Key::Name(name) => write!(out, "{}: ", quoted(name, '"')).expect("a string takes it"),
            Key::Called(_) | Key::None => {}
        }
        self.value.print(style, out);
    }
}

/// Quotes a text as RON reads it.
pub(super) fn quoted(text: &str, quote: char) -> String {
    let inside: String = text.chars().map(|c| escaped(c, quote)).collect();
    format!("{quote}{inside}{quote}")
}

/// Escapes a character for such quotes.
pub(super) fn escaped(c: char, quote: char) -> String {
    if c == quote || c == '\\' {
        format!("\\{c}")
    } else if c.is_control() {
        format!("\\u{{{:x}}}", u32::from(c))
    } else {
        c.to_string()
    }
}
