//! From a part of the text to its line and column.
//!
//! Parsers cut the text into slices; where a slice begins in memory tells where it stands in
//! the file. So no parser counts lines, and only a mistake costs the counting.

use super::ParseError;

/// The largest level file, in bytes: the largest map and some room for the rest.
const MAX_BYTES: usize = 96 << 20;

/// The text of a level file, without a byte-order mark.
pub(super) fn decode(bytes: &[u8]) -> Result<&str, ParseError> {
    let text = decode_text(bytes)?;
    if text.trim().is_empty() {
        let message = "the file is empty; expected a level, at least `(version: 1, map: [\"...\"])`";
        return Err(error_at(text, text, message));
    }
    Ok(text)
}

/// The text of any file, without a byte-order mark.
pub(super) fn decode_text(bytes: &[u8]) -> Result<&str, ParseError> {
    if bytes.len() > MAX_BYTES {
        let message =
            format!("the file has {} MiB, a level file has at most {} MiB", bytes.len() >> 20, MAX_BYTES >> 20);
        return Err(ParseError { line: 1, column: 1, message });
    }
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    std::str::from_utf8(bytes).map_err(|error| {
        let (good, bad) = bytes.split_at(error.valid_up_to());
        let (line, column) = end_of(std::str::from_utf8(good).unwrap_or_default());
        let byte = bad.first().copied().unwrap_or_default();
        let message = format!("byte {byte:#04X} is not UTF-8 text; save the file as UTF-8");
        ParseError { line, column, message }
    })
}

/// A mistake where `part`, a slice of `text`, begins.
pub(super) fn error_at(text: &str, part: &str, message: impl Into<String>) -> ParseError {
    let offset = part.as_ptr().addr().saturating_sub(text.as_ptr().addr());
    error_at_offset(text, offset, message)
}

/// A mistake so many bytes into `text`.
pub(super) fn error_at_offset(text: &str, offset: usize, message: impl Into<String>) -> ParseError {
    let (line, column) = end_of(&text[..text.floor_char_boundary(offset)]);
    ParseError { line, column, message: message.into() }
}

/// Line and column, both from 1, of what follows this text.
fn end_of(text: &str) -> (u32, u32) {
    let count = |n: usize| u32::try_from(n + 1).unwrap_or(u32::MAX);
    let line_start = text.rfind('\n').map_or(0, |at| at + 1);
    (count(text.matches('\n').count()), count(text[line_start..].chars().count()))
}

/// The text from the first thing that is neither white space nor a RON comment.
pub(super) fn skip_blank(text: &str) -> &str {
    let mut rest = text.trim_start();
    loop {
        rest = if rest.starts_with("//") {
            rest.find('\n').map_or("", |end| &rest[end..])
        } else if rest.starts_with("/*") {
            skip_block_comment(rest)
        } else {
            return rest;
        }
        .trim_start();
    }
}

/// What follows a block comment; such comments nest.
fn skip_block_comment(text: &str) -> &str {
    let mut depth = 0_usize;
    let mut rest = text;
    while let Some(at) = rest.find(['/', '*']) {
        rest = &rest[at..];
        if rest.starts_with("/*") {
            depth += 1;
            rest = &rest[2..];
        } else if rest.starts_with("*/") {
            depth = depth.saturating_sub(1);
            rest = &rest[2..];
            if depth == 0 {
                return rest;
            }
        } else {
            rest = &rest[1..];
        }
    }
    ""
}

/// Where the `n`th character of a RON string, as it stands in the file, is written; its
/// closing quote where the string is shorter.
pub(super) fn char_in_string(literal: &str, n: usize) -> &str {
    if let Some(raw) = literal.strip_prefix('r') {
        let hashes = raw.len() - raw.trim_start_matches('#').len();
        let content = raw.get(hashes + 1..).unwrap_or_default();
        let end = content.find(&format!("\"{}", &raw[..hashes])).unwrap_or(content.len());
        let at = content[..end].char_indices().nth(n).map_or(end, |(at, _)| at);
        return &content[at..];
    }
    let mut rest = literal.strip_prefix('"').unwrap_or(literal);
    for _ in 0..n {
        let length = match rest.as_bytes() {
            [] | [b'"', ..] => break,
            [b'\\', b'x', ..] => 4,
            [b'\\', b'u', ..] => rest.find('}').map_or(2, |at| at + 1),
            [b'\\', ..] => 1 + rest[1..].chars().next().map_or(0, char::len_utf8),
            _ => rest.chars().next().map_or(0, char::len_utf8),
        };
        rest = rest.get(length..).unwrap_or_default();
    }
    rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters_and_lines_count_line_feeds() {
        let text = "a\r\nüb\n\nc";
        let place = |part: &str| {
            let error = error_at(text, &text[text.find(part).unwrap()..], "");
            (error.line, error.column)
        };
        assert_eq!([place("a"), place("b"), place("c")], [(1, 1), (2, 2), (4, 1)]);
    }

    #[test]
    fn blanks_and_nested_comments_are_skipped() {
        assert_eq!(skip_blank(" // x\n /* a /* b */ * / */ (c"), "(c");
        assert_eq!(skip_blank("/* never closed"), "");
    }

    #[test]
    fn characters_are_found_behind_escapes_and_in_raw_strings() {
        assert_eq!(char_in_string(r#""a\"b", x"#, 2), r#"b", x"#);
        assert_eq!(char_in_string(r#""\u{41}\x41ß." "#, 3), r#"." "#);
        assert_eq!(char_in_string(r##"r#"a"b"#"##, 1), r##""b"#"##);
        assert_eq!(char_in_string(r#""ab" "#, 9), r#"" "#);
    }
}
