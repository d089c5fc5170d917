//! Errors in level files: a place and one sentence.
//!
//! Parsers cut the text into slices, and the address of a slice gives its place in the file. So no
//! parser counts lines, and only an error pays for counting.

use std::borrow::Cow;
use std::fmt::Display;

use gridwalk_pathfinding::joined;

/// The first mistake in a level file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {message}")]
pub struct ParseError {
    /// The line, from 1.
    pub line: u32,
    /// The character within the line, from 1.
    pub column: u32,
    /// The found and the expected text, in one sentence without a full stop.
    pub message: String,
}

impl ParseError {
    /// Returns the message with its file as compilers write it: `file:line:column: message`.
    #[must_use]
    pub fn in_file(&self, file: &str) -> String {
        format!("{file}:{}:{}: {}", self.line, self.column, self.message)
    }
}

/// The parsed value, or the first mistake.
pub(super) type Parsed<T> = Result<T, ParseError>;

/// Formats a count with its noun: `1 cell`, `2 cells`.
pub(crate) fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// Joins names: `a, b or c`.
pub(super) fn one_of(names: impl IntoIterator<Item = impl Display>) -> String {
    joined(names, "or")
}

/// Puts each name in double quotes.
pub(crate) fn in_quotes<'n>(names: impl IntoIterator<Item = &'n str>) -> Vec<String> {
    names
        .into_iter()
        .map(|name| format!("\"{name}\""))
        .collect()
}

/// Escapes control characters and those that change the direction of writing.
///
/// Names in files may hold anything, and terminals obey such characters.
///
/// # Examples
/// ```
/// use gridwalk_level::formats::visible;
/// assert_eq!(visible("a\u{1b}[31m\n"), r"a\u001b[31m\u000a");
/// assert_eq!(visible("Größe → 3 ×"), "Größe → 3 ×");
/// ```
#[must_use]
pub fn visible(text: &str) -> Cow<'_, str> {
    let is_command = |c: char| {
        c.is_control()
            || matches!(c, '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
    };
    if !text.contains(is_command) {
        return Cow::Borrowed(text);
    }
    let escaped = |c: char| {
        if is_command(c) {
            format!("\\u{:04x}", u32::from(c))
        } else {
            c.to_string()
        }
    };
    Cow::Owned(text.chars().map(escaped).collect())
}

/// Formats a character for a message: in quotes, or as its escape if it is invisible.
pub(super) fn quoted(character: char) -> String {
    if character.is_control() || character.is_whitespace() && character != ' ' {
        format!("'{}'", character.escape_default())
    } else {
        format!("'{character}'")
    }
}

/// Formats a found text for a message: in quotes, and cut with `…` after 32 characters.
pub(super) fn shortened(found: &str) -> String {
    match found.char_indices().nth(32) {
        None => format!("`{found}`"),
        Some((cut, _)) => format!("`{}…`", &found[..cut]),
    }
}

/// Formats the name of a file for a message: whole, or the last 256 characters of a longer one.
#[cfg(feature = "editors")]
pub(super) fn file_name(name: &str) -> String {
    match name.char_indices().rev().nth(255) {
        Some((cut, _)) if cut > 0 => format!("`…{}`", &name[cut..]),
        _ => format!("`{name}`"),
    }
}

/// The size limit of a level file in bytes: the largest map and some room for the rest.
pub const MAX_BYTES: usize = 96 << 20;

/// First bytes of files that are not text, with the kind of file.
///
/// UTF-16 is listed in both byte orders.
const BINARY: [(&[u8], &str); 8] = [
    (b"\x89PNG", "a PNG picture"),
    (b"\xFF\xD8\xFF", "a JPEG picture"),
    (b"GIF8", "a GIF picture"),
    (b"PK\x03\x04", "a zip archive"),
    (b"\x1F\x8B", "a gzip archive"),
    (b"%PDF", "a PDF document"),
    (b"\xFF\xFE", "text in UTF-16"),
    (b"\xFE\xFF", "text in UTF-16"),
];

/// Returns the kind of a file that is not text, as recognized by its first bytes.
pub(super) fn binary_kind(bytes: &[u8]) -> Option<&'static str> {
    BINARY
        .iter()
        .find(|(start, _)| bytes.starts_with(start))
        .map(|(_, what)| *what)
}

/// Decodes the text of a file, without a byte-order mark.
///
/// # Errors
/// If the file is too large, is not text, or is not in UTF-8; with the place.
pub fn decode(bytes: &[u8]) -> Result<&str, ParseError> {
    let fail = |message| {
        Err(ParseError {
            line: 1,
            column: 1,
            message,
        })
    };
    if bytes.len() > MAX_BYTES {
        return fail(format!(
            "the file is larger than {} MiB, the most for a level file",
            MAX_BYTES >> 20
        ));
    }
    if let Some(what) = binary_kind(bytes) {
        return fail(format!("this is {what}; expected text in UTF-8"));
    }
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    std::str::from_utf8(bytes).map_err(|error| {
        let (good, bad) = bytes.split_at(error.valid_up_to());
        let (line, column) = end_of(std::str::from_utf8(good).unwrap_or_default());
        let byte = bad.first().copied().unwrap_or_default();
        let message = format!("byte {byte:#04X} is not UTF-8 text; save the file as UTF-8");
        ParseError {
            line,
            column,
            message,
        }
    })
}

/// Returns an error at the beginning of `part`, a slice of `text`.
pub(super) fn error_at(text: &str, part: &str, message: impl Into<String>) -> ParseError {
    let (line, column) = end_of(&text[..text.floor_char_boundary(offset_in(text, part))]);
    ParseError {
        line,
        column,
        message: message.into(),
    }
}

/// Returns an error at a byte offset in `text`.
#[cfg(feature = "editors")]
pub(super) fn error_before(text: &str, at: usize, message: String) -> ParseError {
    let (line, column) = end_of(&text[..text.floor_char_boundary(at)]);
    ParseError {
        line,
        column,
        message,
    }
}

/// Returns the number of bytes of `text` before `part`, a slice of it.
pub(super) fn offset_in(text: &str, part: &str) -> usize {
    part.as_ptr().addr().saturating_sub(text.as_ptr().addr())
}

/// Returns the line and column behind this text, both from 1.
fn end_of(text: &str) -> (u32, u32) {
    let count = |n: usize| u32::try_from(n + 1).unwrap_or(u32::MAX);
    let line_start = text.rfind('\n').map_or(0, |at| at + 1);
    (
        count(text.matches('\n').count()),
        count(text[line_start..].chars().count()),
    )
}
