//! Values of a RON file with their places, among them cells and colours; its blanks and comments.
//!
//! A level is read from the outside in: each value is first kept as its piece of text, and then
//! read as its expected type. So every mistake is found at its place, and the message can name both
//! the found and the expected text.

use std::cell::RefCell;
use std::fmt::{self, Display};
use std::marker::PhantomData;
use std::ops::RangeInclusive;

use gridwalk_pathfinding::{Cell, Grid, Named, Rect, Terrain};
use ron::error::{Position, SpannedError};
use ron::extensions::Extensions;
use ron::value::RawValue;
use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, Visitor};

use crate::Rgb;
use crate::formats::common::{
    ParseError, Parsed, error_at, in_quotes, offset_in, one_of, parse_hex,
};

/// One value as it is written in the file.
#[derive(Clone, Copy, Debug)]
pub(super) struct RonPart<'a>(pub &'a str);

impl<'de: 'a, 'a> Deserialize<'de> for RonPart<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let raw = <&RawValue>::deserialize(deserializer)?;
        Ok(Self(skip_blank(raw.get_ron())))
    }
}

/// Collects the entries of a structure of this name, or of a map.
struct InOrder<K>(Option<&'static str>, PhantomData<K>);

impl<'de, K: Deserialize<'de>> DeserializeSeed<'de> for InOrder<K> {
    type Value = Vec<(K, RonPart<'de>)>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        match self.0 {
            Some(name) => deserializer.deserialize_struct(name, &[], self),
            None => deserializer.deserialize_map(self),
        }
    }
}

impl<'de, K: Deserialize<'de>> Visitor<'de> for InOrder<K> {
    type Value = Vec<(K, RonPart<'de>)>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("entries in brackets")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        std::iter::from_fn(|| map.next_entry().transpose()).collect()
    }
}

/// Declares the fields of a value in brackets, by the name of its RON type; each is still text.
macro_rules! fields {
    ($(#[$about:meta])* $type:ident, $name:literal: $($field:ident),+) => {
        $(#[$about])*
        #[derive(serde::Deserialize)]
        #[serde(rename = $name, deny_unknown_fields, bound(deserialize = "'de: 'a"))]
        struct $type<'a> {
            $($field: Option<$crate::formats::ron::read::RonPart<'a>>,)+
        }
    };
}
pub(super) use fields;

/// Reads the values of one file.
pub(super) struct RonReader<'a> {
    text: &'a str,
    /// The kind of file, in one word.
    pub what: &'static str,
    options: ron::Options,
    /// Mistakes in a level that can be read nevertheless, in file order.
    pub complaints: RefCell<Vec<ParseError>>,
}

impl<'a> RonReader<'a> {
    pub fn new(text: &'a str, what: &'static str) -> Self {
        let options = ron::Options::default().with_default_extension(Extensions::IMPLICIT_SOME);
        Self {
            text,
            what,
            options,
            complaints: RefCell::default(),
        }
    }

    /// Records a mistake to which edits can lead, and lets reading continue.
    ///
    /// So a level that is still being worked on can be read.
    pub fn complain(&self, part: RonPart<'a>, message: String) {
        self.complaints.borrow_mut().push(self.fail(part, message));
    }

    /// Reads the whole file; finds every mistake in RON syntax.
    pub fn read_file<T: Deserialize<'a>>(&self) -> Parsed<T> {
        self.options
            .from_str(self.text)
            .map_err(|error| self.explain(&error, self.text))
    }

    /// Reads a value; `expected` describes it for a message.
    pub fn read<T: Deserialize<'a>>(&self, part: RonPart<'a>, expected: &str) -> Parsed<T> {
        self.options
            .from_str(part.0)
            .map_err(|error| match error.code {
                ron::Error::NoSuchStructField { .. } | ron::Error::DuplicateStructField { .. } => {
                    self.explain(&error, part.0)
                }
                _ => self.unexpected(part, expected),
            })
    }

    /// Returns the entries of a value in file order, including those with equal keys.
    ///
    /// With a `name` the value is a structure, which RON may call by that name: the keys are its
    /// field names, as pieces of the file. Without a name the value is a map.
    pub fn read_entries<K: Deserialize<'a>>(
        &self,
        part: RonPart<'a>,
        name: Option<&'static str>,
        expected: &str,
    ) -> Parsed<Vec<(K, RonPart<'a>)>> {
        let entries = self
            .options
            .from_str_seed(part.0, InOrder(name, PhantomData));
        entries.map_err(|_| self.unexpected(part, expected))
    }

    /// Reads a value if there is one.
    pub fn read_given<T: Deserialize<'a>>(
        &self,
        part: Option<RonPart<'a>>,
        expected: &str,
    ) -> Parsed<Option<T>> {
        part.map(|part| self.read(part, expected)).transpose()
    }

    /// Returns the entries of a list; empty if there is no list.
    pub fn read_list(&self, list: Option<RonPart<'a>>, expected: &str) -> Parsed<Vec<RonPart<'a>>> {
        Ok(self.read_given(list, expected)?.unwrap_or_default())
    }

    /// Reads a string that names one of several values; `what` describes them for a message.
    pub fn read_name<T: Named>(&self, part: RonPart<'a>, what: &str) -> Parsed<T> {
        let expected = format!("{what}: {}", one_of(in_quotes(T::NAMES.iter().copied())));
        let name: String = self.read(part, &expected)?;
        T::of_name(&name)
            .ok_or_else(|| self.fail(part, format!("expected {expected}, found \"{name}\"")))
    }

    /// Reads a [name](Self::read_name) if there is one.
    pub fn read_given_name<T: Named>(
        &self,
        part: Option<RonPart<'a>>,
        what: &str,
    ) -> Parsed<Option<T>> {
        part.map(|part| self.read_name(part, what)).transpose()
    }

    /// Reads a whole number within a range; `what` describes it for a message.
    pub fn read_whole<N>(
        &self,
        part: RonPart<'a>,
        what: &str,
        range: RangeInclusive<N>,
    ) -> Parsed<N>
    where
        N: Copy + PartialOrd + Display + TryFrom<u64>,
    {
        let expected = format!("{what} from {} to {}", range.start(), range.end());
        let number = N::try_from(self.read(part, &expected)?)
            .ok()
            .filter(|number| range.contains(number));
        number.ok_or_else(|| self.unexpected(part, &expected))
    }

    /// Reads a number within a range; `expected` describes both for a message.
    pub fn read_within(
        &self,
        part: RonPart<'a>,
        range: RangeInclusive<f32>,
        expected: &str,
    ) -> Parsed<f32> {
        let number = self.read(part, expected)?;
        if range.contains(&number) {
            Ok(number)
        } else {
            Err(self.unexpected(part, expected))
        }
    }

    /// Returns an error at the beginning of this value.
    pub fn fail(&self, part: RonPart<'a>, message: impl Into<String>) -> ParseError {
        error_at(self.text, part.0, message)
    }

    /// Returns an error about a value of another kind than expected.
    pub fn unexpected(&self, part: RonPart<'a>, expected: &str) -> ParseError {
        self.fail(
            part,
            format!("expected {expected}, found {}", self.found(part)),
        )
    }

    /// Returns the value without any text behind it.
    pub fn alone(&self, part: RonPart<'a>) -> RonPart<'a> {
        let rest = ron::Deserializer::from_str_with_options(part.0, &self.options)
            .ok()
            .and_then(|mut value| {
                IgnoredAny::deserialize(&mut value).ok()?;
                Some(value.remainder().len())
            });
        RonPart(part.0[..part.0.len() - rest.unwrap_or(0)].trim_end())
    }

    /// Returns the number of bytes of the file before this piece of it.
    pub fn offset(&self, piece: &str) -> usize {
        offset_in(self.text, piece)
    }

    /// Formats the value for a message, cut if it is long.
    fn found(&self, part: RonPart<'a>) -> String {
        let text = self.alone(part).0;
        let line = text.lines().next().unwrap_or_default();
        let short: String = line.chars().take(32).collect();
        if short.len() < text.len() {
            format!("`{short}…`")
        } else {
            format!("`{short}`")
        }
    }

    /// Translates an error of RON; `part` is the text that RON was reading.
    fn explain(&self, error: &SpannedError, part: &str) -> ParseError {
        let at = |place: Position| {
            let line = part.split_inclusive('\n').nth(place.line.saturating_sub(1));
            let Some(line) = line else {
                return &part[part.len()..];
            };
            &line[line
                .char_indices()
                .nth(place.col.saturating_sub(1))
                .map_or(line.len(), |(at, _)| at)..]
        };
        let (start, end) = (error.span.start, error.span.end);
        let (rest, message) = match &error.code {
            ron::Error::NoSuchStructField {
                expected, found, ..
            } => (at(start), unknown(found, expected)),
            ron::Error::DuplicateStructField { field, .. } => (at(start), twice(field)),
            ron::Error::ExpectedStringEnd => {
                let quote = Position {
                    col: end.col.saturating_sub(1),
                    ..end
                };
                (
                    at(quote),
                    "the text that begins here never ends; expected a closing quote".to_owned(),
                )
            }
            code @ ron::Error::Message(_) => (at(end), self.describe(code)),
            code => {
                let rest = skip_blank(at(end));
                let found = rest
                    .chars()
                    .next()
                    .map_or("the end of the file".to_owned(), |found| {
                        format!("`{found}`")
                    });
                (rest, format!("{}, found {found}", self.describe(code)))
            }
        };
        error_at(self.text, rest, message)
    }

    /// Describes an error of RON.
    fn describe(&self, code: &ron::Error) -> String {
        let text = match code {
            ron::Error::Eof => "the file ends in the middle of a value",
            ron::Error::ExpectedComma => "expected a comma or a closing bracket",
            ron::Error::ExpectedMapColon => "expected a colon",
            ron::Error::ExpectedIdentifier => "expected a field name",
            ron::Error::ExpectedStructLikeEnd => "expected a comma or `)`",
            ron::Error::ExpectedArrayEnd => "expected a comma or `]`",
            ron::Error::ExpectedMapEnd => "expected a comma or `}`",
            ron::Error::ExpectedNamedStructLike(_)
            | ron::Error::ExpectedDifferentStructName { .. } => {
                return format!("expected a {}, which begins with `(`", self.what);
            }
            ron::Error::TrailingCharacters => {
                return format!("expected nothing after the {}'s last `)`", self.what);
            }
            ron::Error::UnclosedBlockComment => "expected `*/` at the end of a comment",
            ron::Error::ExceededRecursionLimit => "expected fewer brackets within brackets",
            ron::Error::InvalidEscape(_) => r#"expected an escape such as \", \\, \n or \u{1F600}"#,
            ron::Error::ExpectedInteger
            | ron::Error::InvalidIntegerDigit { .. }
            | ron::Error::UnderscoreAtBeginning => "expected a whole number",
            ron::Error::IntegerOutOfBounds => "expected a smaller number",
            ron::Error::ExpectedFloat | ron::Error::FloatUnderscore => "expected a number",
            ron::Error::ExpectedBoolean => "expected true or false",
            ron::Error::ExpectedChar => "expected a single character in quotes, such as '.'",
            ron::Error::ExpectedString | ron::Error::ExpectedByteString => {
                "expected a text in quotes"
            }
            ron::Error::ExpectedArray => "expected a list, which begins with `[`",
            ron::Error::ExpectedMap => "expected a map, which begins with `{`",
            ron::Error::ExpectedStructLike | ron::Error::ExpectedUnit => {
                "expected a value in brackets"
            }
            ron::Error::InvalidIdentifier(_) | ron::Error::SuggestRawIdentifier(_) => {
                "expected a name"
            }
            // Messages about values are our own.
            ron::Error::Message(sentence) => return lower_case(sentence),
            _ => "expected a value",
        };
        text.to_owned()
    }
}

/// Changes the first letter to lower case, for use behind a place.
fn lower_case(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_lowercase().chain(letters).collect()
    })
}

/// Returns the message for an unknown field: the known one that it resembles, otherwise all that
/// are known.
pub(super) fn unknown(field: &str, known: &[&str]) -> String {
    // Between 0 and 1; a wrong or missing letter, or two in the wrong order, leave more than this.
    const ALIKE: f64 = 0.84;
    let alike = known
        .iter()
        .map(|name| (strsim::jaro_winkler(field, name), name));
    match alike.max_by(|a, b| a.0.total_cmp(&b.0)) {
        Some((share, name)) if share >= ALIKE => {
            format!("unknown field `{field}`; did you mean `{name}`?")
        }
        _ => format!("unknown field `{field}`; expected {}", one_of(known)),
    }
}

pub(super) fn twice(field: &str) -> String {
    format!("field `{field}` stands here twice; expected it once")
}

/// Reads a whole cost; `walls` is a hint on how to write blocked terrain.
pub(super) fn read_cost<'a>(reader: &RonReader<'a>, part: RonPart<'a>, walls: &str) -> Parsed<u16> {
    let expected = format!("a whole cost from 1 to {}", Terrain::MAX_COST);
    let cost: i64 = reader.read(part, &expected)?;
    match u16::try_from(cost) {
        Ok(cost @ 1..=Terrain::MAX_COST) => Ok(cost),
        _ => Err(reader.fail(part, format!("expected {expected}, found {cost}; {walls}"))),
    }
}

/// Reads a colour.
pub(super) fn read_color<'a>(reader: &RonReader<'a>, part: RonPart<'a>) -> Parsed<Rgb> {
    let expected = "a colour such as \"#9A9B72\"";
    let color: String = reader.read(part, expected)?;
    let found = color.strip_prefix('#').and_then(parse_hex);
    found.ok_or_else(|| reader.fail(part, format!("expected {expected}, found \"{color}\"")))
}

fields! { RectFields, "Rect": at, size }

/// Reads a cell of the grid, free or not; `who` begins the message for a cell outside.
pub(super) fn read_cell<'a>(
    reader: &RonReader<'a>,
    part: RonPart<'a>,
    grid: &Grid,
    who: &str,
) -> Parsed<Cell> {
    let (x, y): (i64, i64) = reader.read(part, "a cell such as (3, 4)")?;
    let cell = i32::try_from(x)
        .ok()
        .zip(i32::try_from(y).ok())
        .map(Cell::from);
    cell.filter(|cell| grid.contains(*cell)).ok_or_else(|| {
        let (width, height) = (grid.width(), grid.height());
        let (right, bottom) = (width - 1, height - 1);
        let message = format!(
            "{who} at ({x}, {y}), outside the {width} × {height} map; expected x from 0 to {right} and y from 0 to {bottom}"
        );
        reader.fail(part, message)
    })
}

/// Reads a rectangle that covers some of the grid; `what` begins the message if it covers none.
pub(super) fn read_rect_on<'a>(
    reader: &RonReader<'a>,
    part: RonPart<'a>,
    grid: &Grid,
    what: &str,
) -> Parsed<Rect> {
    let rect = read_rect(reader, part)?;
    if !rect.overlaps(grid.size().rect()) {
        let Rect { at, width, height } = rect;
        let map = format!("{} × {} map", grid.width(), grid.height());
        let message = format!(
            "{what}, {width} × {height} cells from {at}, misses the {map}; expected it to cover some of its cells"
        );
        return Err(reader.fail(part, message));
    }
    Ok(rect)
}

/// Reads a rectangle of cells of a map that is not known here.
pub(super) fn read_rect<'a>(reader: &RonReader<'a>, part: RonPart<'a>) -> Parsed<Rect> {
    let example = "`(at: (1, 2), size: (3, 4))`";
    let fields: RectFields =
        reader.read(part, &format!("a rectangle of cells such as {example}"))?;
    let (Some(at_part), Some(size_part)) = (fields.at, fields.size) else {
        return Err(reader.fail(
            part,
            format!("expected both `at` and `size`, as in {example}"),
        ));
    };
    let at: (i32, i32) = reader.read(at_part, "a cell such as (1, 2)")?;
    let most = Grid::MAX_SIDE;
    let expected = format!("columns and rows, each from 1 to {most}, such as (3, 4)");
    let (width, height): (u32, u32) = reader.read(size_part, &expected)?;
    let rect = Rect {
        at: at.into(),
        width,
        height,
    };
    if Grid::check_size(rect.size()).is_err() {
        return Err(reader.unexpected(size_part, &expected));
    }
    Ok(rect)
}

/// The only version of the format so far.
pub(super) const VERSION: i64 = 1;

/// Checks the field `version` of the whole file.
pub(super) fn check_version<'a>(
    reader: &RonReader<'a>,
    version: Option<RonPart<'a>>,
    whole: RonPart<'a>,
) -> Result<(), ParseError> {
    let Some(part) = version else {
        return Err(reader.fail(
            whole,
            format!(
                "the {} has no version; expected `version: {VERSION}`",
                reader.what
            ),
        ));
    };
    let version: i64 = reader.read(part, &format!("version {VERSION}"))?;
    if version != VERSION {
        return Err(reader.fail(
            part,
            format!("version {version} is not known; expected version {VERSION}"),
        ));
    }
    Ok(())
}

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
            [b'\'', ..] => rest[1..]
                .char_indices()
                .nth(1)
                .map_or(rest.len(), |(end, _)| end + 2),
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
/// `literal` is the string as written. If the string is shorter, the text begins at the closing
/// quote.
pub(super) fn char_in_string(literal: &str, n: usize) -> &str {
    if let Some(raw) = literal.strip_prefix('r') {
        let hashes = raw.len() - raw.trim_start_matches('#').len();
        let content = raw.get(hashes + 1..).unwrap_or_default();
        let end = content
            .find(&format!("\"{}", &raw[..hashes]))
            .unwrap_or(content.len());
        let at = content[..end]
            .char_indices()
            .nth(n)
            .map_or(end, |(at, _)| at);
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
