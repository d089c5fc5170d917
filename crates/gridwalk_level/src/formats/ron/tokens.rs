//! Tokens of RON: blanks and comments, and the place of a character in a string.

/// Skips white space and RON comments at the beginning of a text.
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

/// Returns `true` if a text is RON and holds comments, which would be lost on writing.
#[must_use]
pub fn has_comments(text: &str) -> bool {
    let mut rest = text.trim_start_matches('\u{FEFF}');
    if !skip_blank(rest).starts_with('(') {
        return false;
    }
    while let Some(at) = rest.find(['/', '"', '\'', 'r']) {
        let before = rest[..at].chars().next_back();
        rest = &rest[at..];
        let length = match rest.as_bytes() {
            [b'/', b'/' | b'*', ..] => return true,
            [b'"', ..] => rest.len() - char_in_string(rest, usize::MAX).len() + 1,
            [b'r', b'"' | b'#', ..] if before.is_none_or(|c| !c.is_alphanumeric()) => {
                let end = char_in_string(rest, usize::MAX);
                rest.len() - end.trim_start_matches(['"', '#']).len()
            }
            // A character literal such as '/' or '"'.
            [b'\'', b'\\', ..] => rest[2..].find('\'').map_or(rest.len(), |end| end + 3),
            [b'\'', ..] => rest[1..].char_indices().nth(1).map_or(rest.len(), |(end, _)| end + 2),
            _ => 1,
        };
        rest = rest.get(length..).unwrap_or_default();
    }
    false
}

/// Returns the text behind a block comment; such comments nest.
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

/// Returns the text from the `n`th character of a RON string on.
///
/// `literal` is the string as written. If the string is shorter, the text begins at the closing quote.
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
