//! Values of a JSON file that know where they stand: each is first kept as the piece of text it is, and read when it is
//! known what it should be.

use std::borrow::Cow;
use std::fmt::Display;
use std::ops::RangeInclusive;

use serde::Deserialize;
use serde_json::value::RawValue;

use crate::Rgb;
use crate::formats::csv::{expected_cost, read_cost};
use crate::formats::error::{ParseError, Parsed, decode, error_at, shortened};
use crate::formats::notes::Beside;

/// A value as it is written.
pub type Part<'a> = &'a RawValue;

/// The text of a file.
#[derive(Clone, Copy)]
pub struct Json<'a>(&'a str);

impl<'a> Json<'a> {
    /// A file and what it holds as a whole; `what` it should be stands in the sentence about one that is not.
    pub fn open<T: Deserialize<'a>>(text: &'a str, what: &str) -> Parsed<(Self, T)> {
        let json = Self(text);
        Ok((json, json.read_text(text, what)?))
    }

    /// The value as what it should be.
    pub fn read<T: Deserialize<'a>>(self, part: Part<'a>, what: &str) -> Parsed<T> {
        self.read_text(part.get(), what)
    }

    fn read_text<T: Deserialize<'a>>(self, part: &'a str, what: &str) -> Parsed<T> {
        serde_json::from_str(part).map_err(|error| {
            let place = format!(" at line {} column {}", error.line(), error.column());
            let why = error.to_string();
            let why: String = why.strip_suffix(&place).unwrap_or(&why).chars().take(LONGEST).collect();
            let line_start =
                part.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum::<usize>();
            // The parser counts bytes, and names the last one that it has taken.
            let at = (line_start + error.column().saturating_sub(1)).min(part.len());
            error_at(self.0, &part[part.floor_char_boundary(at)..], format!("expected {what}: {why}"))
        })
    }

    /// A mistake where the value begins.
    pub fn fail(self, part: Part, message: impl Into<String>) -> ParseError {
        error_at(self.0, part.get(), message)
    }

    /// A mistake in a list of numbers: in this one of them, from 0.
    pub fn fail_in_list(self, list: Part, number: usize, message: impl Into<String>) -> ParseError {
        let found = list.get().split(',').nth(number).unwrap_or(list.get());
        error_at(self.0, found.trim_start_matches(|c: char| c == '[' || c.is_whitespace()), message)
    }

    /// A mistake of the file as a whole.
    pub fn fail_whole(self, message: impl Into<String>) -> ParseError {
        error_at(self.0, self.0, message)
    }

    /// A whole number in these bounds.
    pub fn whole<N>(self, part: Part, what: &str, bounds: RangeInclusive<N>) -> Parsed<N>
    where
        N: std::str::FromStr + PartialOrd + Display,
    {
        let number = part.get().parse().ok().filter(|number| bounds.contains(number));
        number.ok_or_else(|| {
            let (least, most) = bounds.into_inner();
            self.fail(part, format!("expected {what}, a whole number from {least} to {most}, found {}", shown(part)))
        })
    }

    /// A list of numbers as long as the map has cells.
    pub fn numbers(self, part: Part<'a>, what: &str, count: usize) -> Parsed<Vec<u32>> {
        let numbers: Vec<u32> = self.read(part, &format!("{what}, a list of whole numbers"))?;
        if numbers.len() != count {
            let message = format!("expected {what}, {count} numbers, one for each cell, found {}", numbers.len());
            return Err(self.fail(part, message));
        }
        Ok(numbers)
    }

    /// A text.
    pub fn text(self, part: Part<'a>, what: &str) -> Parsed<Cow<'a, str>> {
        #[derive(Deserialize)]
        struct Text<'t>(#[serde(borrow)] Cow<'t, str>);
        self.read::<Text>(part, what).map(|Text(text)| text)
    }

    /// The cost of a terrain, as tables of costs have them: a number, or `#` for a wall, in quotes.
    pub fn cost(self, part: Part<'a>) -> Parsed<Option<u16>> {
        let written = part.get().trim_matches('"');
        let cost = read_cost(written).filter(|_| !written.trim().is_empty());
        cost.ok_or_else(|| self.fail(part, expected_cost("a whole cost", "0 for a wall", written)))
    }

    /// A colour as `#RRGGBB`, or with its opacity before it; nothing is none.
    pub fn color(self, part: Part<'a>) -> Parsed<Option<Rgb>> {
        let text = self.text(part, "a colour such as `#8A7A5C`")?;
        let digits = text.strip_prefix('#').unwrap_or(&text);
        let digits = if digits.len() == 8 { digits.get(2..).unwrap_or_default() } else { digits };
        if digits.is_empty() {
            return Ok(None);
        }
        let number = u32::from_str_radix(digits, 16).ok().filter(|_| digits.len() == 6);
        let [_, color @ ..] = number
            .ok_or_else(|| self.fail(part, format!("expected a colour such as `#8A7A5C`, found {}", shown(part))))?
            .to_be_bytes();
        Ok(Some(color))
    }

    /// The text of a file to which a value of this one refers.
    pub fn text_beside(self, name: Part<'a>, beside: &'a Beside) -> Parsed<&'a str> {
        let file = self.text(name, "the name of a file")?;
        let fail = |why: &str| self.fail(name, format!("the file {} cannot be read: {why}", shortened(&file)));
        match beside.get(&*file) {
            Some(Ok(bytes)) => decode(bytes).map_err(|error| fail(&error.message)),
            Some(Err(why)) => Err(fail(why)),
            None => Err(fail("it is not at hand")),
        }
    }
}

/// Whether a file's name has one of these endings.
pub fn ending_is(file: &str, endings: &[&str]) -> bool {
    file.rsplit_once('.').is_some_and(|(_, ending)| endings.iter().any(|known| ending.eq_ignore_ascii_case(known)))
}

/// Whether a file of this name is asked for: others are refused unread.
pub fn is_read(file: &str) -> bool {
    ending_is(file, &["tsj", "json", "ldtkl"])
}

/// As much of a parser's complaint as makes a sentence.
const LONGEST: usize = 120;

/// A value for a sentence.
pub fn shown(part: Part) -> String {
    shortened(part.get().lines().next().unwrap_or_default())
}

/// Something that is said of a thing, by its name: a custom property of Tiled, a field of `LDtk`.
#[derive(Deserialize)]
pub struct Property<'a> {
    #[serde(alias = "__identifier", borrow)]
    pub name: Cow<'a, str>,
    #[serde(alias = "__value", borrow)]
    value: Option<Part<'a>>,
}

/// All that is said of a thing.
#[derive(Default)]
pub struct Properties<'a>(Vec<Property<'a>>);

impl<'a> Properties<'a> {
    pub fn read(json: Json<'a>, parts: Vec<Part<'a>>) -> Parsed<Self> {
        let properties = parts.into_iter().map(|part| json.read(part, "a property with a name and a value"));
        properties.collect::<Parsed<_>>().map(Self)
    }

    /// The value of this name, whatever its case; one that is null is none.
    pub fn get(&self, name: &str) -> Option<Part<'a>> {
        let found = self.0.iter().find(|property| property.name.eq_ignore_ascii_case(name))?;
        found.value.filter(|value| value.get() != "null")
    }

    /// A text that is not empty.
    pub fn text(&self, json: Json<'a>, name: &str) -> Parsed<Option<String>> {
        let text = self.get(name).map(|part| json.text(part, &format!("the {name}, a text"))).transpose()?;
        Ok(text.filter(|text| !text.trim().is_empty()).map(Cow::into_owned))
    }

    /// Whether this is said to be so.
    pub fn is(&self, json: Json<'a>, name: &str) -> Parsed<Option<bool>> {
        self.get(name).map(|part| json.read(part, &format!("true or false for {name}"))).transpose()
    }
}
