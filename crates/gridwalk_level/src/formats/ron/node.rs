//! A RON file as a tree, before it is text: so that it can be printed, and compared with another one.

use std::fmt::Write;

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Node {
    /// What needs no layout, as it is written.
    Text(String),
    /// Entries between brackets.
    Group(Group),
}

/// Entries between brackets.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Group {
    pub brackets: [char; 2],
    /// Whether each entry has a line of its own.
    pub is_block: bool,
    pub entries: Vec<Entry>,
}

/// One of them.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Entry {
    pub key: Key,
    /// What holds where nothing is written; it is not printed.
    pub is_usual: bool,
    pub value: Node,
}

/// What stands before a value, or distinguishes it from others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Key {
    /// The field of a structure.
    Field(&'static str),
    /// The key of a map.
    Glyph(char),
    /// The key of a map.
    Name(String),
    /// An entry of a list that is called so. It is not printed.
    Called(String),
    /// An entry of a list.
    None,
}

/// How a value is printed that has more than one line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Style<'s> {
    /// What each line begins with.
    pub indent: &'s str,
    /// What the lines of a group begin with in addition.
    pub unit: &'s str,
    pub newline: &'s str,
}

impl Style<'_> {
    /// Ours.
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

    /// Entries one below the other.
    pub fn block(brackets: [char; 2], entries: impl IntoIterator<Item = Entry>) -> Self {
        Self::Group(Group { brackets, is_block: true, entries: entries.into_iter().collect() })
    }

    /// Entries on one line.
    pub fn line(brackets: [char; 2], entries: impl IntoIterator<Item = Entry>) -> Self {
        Self::Group(Group { brackets, is_block: false, entries: entries.into_iter().collect() })
    }

    /// Whether there is nothing in it.
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
    /// A field; it is left out where its value is the usual one.
    pub const fn field(field: &'static str, value: Node, is_usual: bool) -> Self {
        Self { key: Key::Field(field), is_usual, value }
    }

    /// A field of entries; it is left out where there are none.
    pub const fn list(field: &'static str, value: Node) -> Self {
        let is_usual = value.is_empty();
        Self::field(field, value, is_usual)
    }

    /// An entry of a list.
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

/// A text between quotes, as RON reads it.
pub(super) fn quoted(text: &str, quote: char) -> String {
    let inside: String = text.chars().map(|c| escaped(c, quote)).collect();
    format!("{quote}{inside}{quote}")
}

/// A character as it stands between such quotes.
pub(super) fn escaped(c: char, quote: char) -> String {
    if c == quote || c == '\\' {
        format!("\\{c}")
    } else if c.is_control() {
        format!("\\u{{{:x}}}", u32::from(c))
    } else {
        c.to_string()
    }
}
