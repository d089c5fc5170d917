//! Why a level file can not be used: where, and one sentence.

/// The first mistake in a level file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {message}")]
pub struct ParseError {
    /// The line, from 1.
    pub line: u32,
    /// The character within the line, from 1.
    pub column: u32,
    /// What was found and what was expected, in one sentence without a full stop.
    pub message: String,
}

impl ParseError {
    /// The sentence with its file, as compilers write it: `file:line:column: message`.
    #[must_use]
    pub fn in_file(&self, file: &str) -> String {
        format!("{file}:{}:{}: {}", self.line, self.column, self.message)
    }
}

/// `1 cell`, `2 cells`.
pub(super) fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// A character for a sentence: itself in quotes, or its escape if it can not be seen.
pub(super) fn quoted(character: char) -> String {
    if character.is_control() || character.is_whitespace() && character != ' ' {
        format!("'{}'", character.escape_default())
    } else {
        format!("'{character}'")
    }
}
