//! Values of a RON file that know where they stand.
//!
//! A level is read from outside in: each value is first kept as the piece of text it is, and
//! then read as what it should be. So every mistake is found at its place, and the sentence
//! can say what was found and what was expected.

use std::fmt;
use std::ops::RangeInclusive;

use ron::error::SpannedError;
use ron::extensions::Extensions;
use ron::value::RawValue;
use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, Visitor};

use super::{ParseError, locate};

/// One value as it is written in the file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part<'a>(pub &'a str);

impl<'de: 'a, 'a> Deserialize<'de> for Part<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let raw = <&RawValue>::deserialize(deserializer)?;
        Ok(Self(locate::skip_blank(raw.get_ron())))
    }
}

/// The entries of a RON map in file order, those with equal keys too.
pub(super) struct Entries<'a>(pub Vec<(Part<'a>, Part<'a>)>);

impl<'de: 'a, 'a> Deserialize<'de> for Entries<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct InOrder;
        impl<'de> Visitor<'de> for InOrder {
            type Value = Entries<'de>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("entries in curly brackets")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    entries.push(entry);
                }
                Ok(Entries(entries))
            }
        }
        deserializer.deserialize_map(InOrder)
    }
}

/// Reads the values of one file.
pub(super) struct Reader<'a> {
    text: &'a str,
    options: ron::Options,
}

impl<'a> Reader<'a> {
    pub fn new(text: &'a str) -> Self {
        Self { text, options: ron::Options::default().with_default_extension(Extensions::IMPLICIT_SOME) }
    }

    /// The whole file as what it should be; finds every mistake of RON's grammar.
    pub fn read_file<T: Deserialize<'a>>(&self) -> Result<T, ParseError> {
        self.options.from_str(self.text).map_err(|error| self.explain(&error, self.text))
    }

    /// A value as what it should be, which `expected` tells people.
    pub fn read<T: Deserialize<'a>>(&self, part: Part<'a>, expected: &str) -> Result<T, ParseError> {
        self.options.from_str(part.0).map_err(|error| match error.code {
            ron::Error::NoSuchStructField { .. } | ron::Error::DuplicateStructField { .. } => {
                self.explain(&error, part.0)
            }
            _ => self.fail(part, format!("expected {expected}, found {}", self.found(part))),
        })
    }

    /// A string that names one of several things.
    pub fn read_name<T>(
        &self,
        part: Part<'a>,
        what: &str,
        names: impl IntoIterator<Item = &'static str>,
        from_name: impl Fn(&str) -> Option<T>,
    ) -> Result<T, ParseError> {
        let names: Vec<_> = names.into_iter().map(|name| format!("\"{name}\"")).collect();
        let expected = format!("{what}: {}", one_of(&names));
        let name: String = self.read(part, &expected)?;
        from_name(&name).ok_or_else(|| self.fail(part, format!("expected {expected}, found \"{name}\"")))
    }

    /// A whole number of some range; `what` tells people what it is.
    pub fn read_whole(&self, part: Part<'a>, what: &str, range: RangeInclusive<u64>) -> Result<u64, ParseError> {
        let expected = format!("{what} from {} to {}", range.start(), range.end());
        let number = self.read(part, &expected)?;
        if range.contains(&number) {
            return Ok(number);
        }
        Err(self.fail(part, format!("expected {expected}, found {}", self.found(part))))
    }

    /// The length of the file in bytes: no list in it has more entries.
    pub const fn length(&self) -> usize {
        self.text.len()
    }

    /// A mistake where this value begins.
    pub fn fail(&self, part: Part<'a>, message: impl Into<String>) -> ParseError {
        locate::error_at(self.text, part.0, message)
    }

    /// The value for a sentence: its text, cut where it gets long.
    pub fn found(&self, part: Part<'a>) -> String {
        let rest = ron::Deserializer::from_str_with_options(part.0, &self.options).ok().and_then(|mut value| {
            IgnoredAny::deserialize(&mut value).ok()?;
            Some(value.remainder().len())
        });
        let text = part.0[..part.0.len() - rest.unwrap_or(0)].trim_end();
        let line = text.lines().next().unwrap_or_default();
        let short: String = line.chars().take(32).collect();
        if short.len() < text.len() { format!("`{short}…`") } else { format!("`{short}`") }
    }

    /// RON's own error as a sentence; `part` is what it was reading.
    fn explain(&self, error: &SpannedError, part: &str) -> ParseError {
        let (place, mut message) = match &error.code {
            ron::Error::NoSuchStructField { expected, found, .. } => {
                let known: Vec<_> = expected.iter().map(ToString::to_string).collect();
                (error.span.start, format!("unknown field `{found}`; expected {}", one_of(&known)))
            }
            ron::Error::DuplicateStructField { field, .. } => {
                (error.span.start, format!("field `{field}` stands here twice; expected it once"))
            }
            ron::Error::ExpectedStringEnd => {
                let mut quote = error.span.end;
                quote.col = quote.col.saturating_sub(1);
                (quote, "the text that begins here never ends; expected a closing quote".to_owned())
            }
            code => (error.span.end, describe(code)),
        };
        let line = part.split_inclusive('\n').nth(place.line.saturating_sub(1)).unwrap_or_default();
        let at = line.char_indices().nth(place.col.saturating_sub(1)).map_or(line.len(), |(at, _)| at);
        let mut rest = if line.is_empty() { &part[part.len()..] } else { &line[at..] };
        if !matches!(
            error.code,
            ron::Error::NoSuchStructField { .. }
                | ron::Error::DuplicateStructField { .. }
                | ron::Error::ExpectedStringEnd
                | ron::Error::Message(_)
        ) {
            rest = locate::skip_blank(rest);
            message = match rest.chars().next() {
                Some(found) => format!("{message}, found `{found}`"),
                None => format!("{message}, found the end of the file"),
            };
        }
        locate::error_at(self.text, rest, message)
    }
}

/// What RON expected, in words.
fn describe(code: &ron::Error) -> String {
    let text = match code {
        ron::Error::Eof => "the file ends in the middle of a value",
        ron::Error::ExpectedComma => "expected a comma or a closing bracket",
        ron::Error::ExpectedMapColon => "expected a colon",
        ron::Error::ExpectedIdentifier => "expected a field name",
        ron::Error::ExpectedStructLikeEnd => "expected a comma or `)`",
        ron::Error::ExpectedArrayEnd => "expected a comma or `]`",
        ron::Error::ExpectedMapEnd => "expected a comma or `}`",
        ron::Error::ExpectedNamedStructLike(_) | ron::Error::ExpectedDifferentStructName { .. } => {
            "expected a level, which begins with `(`"
        }
        ron::Error::TrailingCharacters => "expected nothing after the level's last `)`",
        ron::Error::UnclosedBlockComment => "expected `*/` at the end of a comment",
        ron::Error::UnexpectedChar(_) => "expected a value",
        ron::Error::ExceededRecursionLimit => "expected fewer brackets within brackets",
        _ => "",
    };
    if text.is_empty() {
        let text = code.to_string();
        let mut letters = text.chars();
        letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
    } else {
        text.to_owned()
    }
}

/// `a, b or c`.
pub(super) fn one_of(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [only] => only.clone(),
        [most @ .., last] => format!("{} or {last}", most.join(", ")),
    }
}
