//! Values of a JSON file with their places, and the named values of an item.
//!
//! Each value is first kept as its piece of text, and is read when its expected type is known.
//! Named values are custom properties of Tiled and fields of `LDtk`.

use std::borrow::Cow;
use std::cell::{Cell as Flag, OnceCell};
use std::fmt::{self, Display};
use std::ops::RangeInclusive;

use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

use super::xml::{self, Converted, has_word};
use crate::Rgb;
use crate::formats::common::{
    ParseError, Parsed, error_at, error_before, file_name, offset_in, parse_hex, shortened,
};
use crate::formats::tables::{expected_cost, read_cost};

/// The text of a file as JSON; XML is converted.
pub struct JsonFile<'t> {
    /// The path of the file relative to the map; empty for the map itself.
    pub path: &'t str,
    /// The original text of the file.
    source: &'t str,
    converted: Option<Converted>,
    /// The first reference to the file: the kind of file, and the place in the map.
    pub referred: OnceCell<(&'static str, ParseError)>,
}

impl<'t> JsonFile<'t> {
    /// Creates a file from its text.
    ///
    /// # Errors
    /// A mistake in XML.
    pub fn new(path: &'t str, source: &'t str) -> Parsed<Self> {
        let converted = xml::is_xml(source)
            .then(|| xml::convert(source))
            .transpose()?;
        Ok(Self {
            path,
            source,
            converted,
            referred: OnceCell::new(),
        })
    }

    fn text(&self) -> &str {
        self.converted
            .as_ref()
            .map_or(self.source, |converted| &converted.text)
    }

    /// Returns `true` if the file is XML, whose values have no types.
    const fn is_xml(&self) -> bool {
        self.converted.is_some()
    }

    /// Returns the value of the whole file.
    pub fn root(&self, what: &str) -> Parsed<JsonPart<'_>> {
        let raw: &RawValue = self.parse(self.text(), what)?;
        Ok(JsonPart { file: self, raw })
    }

    /// Reads the value in a part of the text.
    pub fn parse<'a, T: Deserialize<'a>>(&'a self, part: &'a str, what: &str) -> Parsed<T> {
        serde_json::from_str(part).map_err(|error| {
            let place = format!(" at line {} column {}", error.line(), error.column());
            let why = error.to_string();
            let why = why.strip_suffix(&place).unwrap_or(&why);
            let mut why = if why.chars().count() > LONGEST {
                format!("{}…", why.chars().take(LONGEST).collect::<String>())
            } else {
                why.to_owned()
            };
            if self.is_xml() {
                // JSON terms mean nothing to an author of XML.
                why = why
                    .replace("a sequence", "a list")
                    .replace("map", "an element");
            }
            let line_start = part
                .split_inclusive('\n')
                .take(error.line().saturating_sub(1))
                .map(str::len)
                .sum::<usize>();
            // The parser counts bytes, and gives the position of the last byte that it consumed.
            let at = (line_start + error.column().saturating_sub(1)).min(part.len());
            self.fail(
                &part[part.floor_char_boundary(at)..],
                format!("expected {what}: {why}"),
            )
        })
    }

    /// Returns an error at the beginning of this part of the text.
    pub fn fail(&self, part: &str, message: String) -> ParseError {
        let own = self.place(part, message);
        match self.referred.get() {
            None => own,
            Some((kind, place)) => {
                let message = format!("{kind} {} has a mistake in {own}", file_name(self.path));
                ParseError {
                    message,
                    ..place.clone()
                }
            }
        }
    }

    /// Returns a note on this part of the text.
    pub fn note(&self, part: &str, message: String) -> ParseError {
        let own = self.place(part, message);
        match self.referred.get() {
            None => own,
            Some((_, place)) => {
                let message = format!(
                    "{} (line {} of {})",
                    own.message,
                    own.line,
                    file_name(self.path)
                );
                ParseError {
                    message,
                    ..place.clone()
                }
            }
        }
    }

    /// Returns a message with its place in the file itself.
    pub fn place(&self, part: &str, message: String) -> ParseError {
        match &self.converted {
            None => error_at(self.source, part, message),
            Some(converted) => error_before(
                self.source,
                converted.source_of(offset_in(&converted.text, part)),
                message,
            ),
        }
    }
}

/// The maximum length of a parser's message, in characters.
const LONGEST: usize = 120;

/// A value as it is written, with its file.
#[derive(Clone, Copy)]
pub struct JsonPart<'a> {
    pub file: &'a JsonFile<'a>,
    pub raw: &'a RawValue,
}

impl<'a> JsonPart<'a> {
    pub fn get(self) -> &'a str {
        self.raw.get()
    }

    pub fn read<T: Deserialize<'a>>(self, what: &str) -> Parsed<T> {
        self.file.parse(self.get(), what)
    }

    /// Returns an error at the beginning of the value.
    pub fn fail(self, message: impl Into<String>) -> ParseError {
        self.file.fail(self.get(), message.into())
    }

    /// Returns a note at the beginning of the value.
    pub fn note(self, message: impl Into<String>) -> ParseError {
        self.file.note(self.get(), message.into())
    }

    /// Returns an error at one number of a list, by its index from 0.
    pub fn fail_in_list(self, number: usize, message: impl Into<String>) -> ParseError {
        let found = self.get().split(',').nth(number).unwrap_or(self.get());
        self.file.fail(
            found.trim_start_matches(|c: char| c == '[' || c.is_whitespace()),
            message.into(),
        )
    }

    /// Reads a whole number within these bounds.
    pub fn whole<N>(self, what: &str, bounds: RangeInclusive<N>) -> Parsed<N>
    where
        N: std::str::FromStr + PartialOrd + Display,
    {
        let number = self
            .get()
            .parse()
            .ok()
            .filter(|number| bounds.contains(number));
        number.ok_or_else(|| {
            let (least, most) = bounds.into_inner();
            self.fail(format!(
                "expected {what}, a whole number from {least} to {most}, found {}",
                self.shown()
            ))
        })
    }

    /// Reads a finite number.
    pub fn number(self, what: &str) -> Parsed<f64> {
        let number = self
            .get()
            .parse()
            .ok()
            .filter(|number: &f64| number.is_finite());
        number
            .ok_or_else(|| self.fail(format!("expected {what}, a number, found {}", self.shown())))
    }

    /// Reads `true` or `false`.
    pub fn flag(self, what: &str) -> Parsed<bool> {
        match self.get() {
            "true" => Ok(true),
            "false" => Ok(false),
            _ => Err(self.fail(format!(
                "expected true or false for {what}, found {}",
                self.shown()
            ))),
        }
    }

    /// Reads a list of numbers of this length.
    pub fn numbers(self, what: &str, count: usize) -> Parsed<Vec<u32>> {
        let numbers: Vec<u32> = self.read(&format!("{what}, a list of whole numbers"))?;
        if numbers.len() != count {
            let message = format!(
                "expected {what}, {count} numbers, one for each cell, found {}",
                numbers.len()
            );
            return Err(self.fail(message));
        }
        Ok(numbers)
    }

    pub fn text(self, what: &str) -> Parsed<Cow<'a, str>> {
        self.read::<Text>(what).map(|Text(text)| text)
    }

    pub fn list(self, what: &str) -> Parsed<Vec<Self>> {
        let parts: Vec<&RawValue> = self.read(what)?;
        Ok(parts
            .into_iter()
            .map(|raw| JsonPart { raw, ..self })
            .collect())
    }

    pub fn object(self, what: &'static str) -> Parsed<Object<'a>> {
        let Members(members) = self.read(what)?;
        let members = members
            .into_iter()
            .map(|(key, raw)| (key, JsonPart { raw, ..self }))
            .collect();
        Ok(Object {
            part: self,
            what,
            members,
        })
    }

    /// Reads the cost of a terrain as in tables of costs: a number, or `#` in quotes for a wall.
    pub fn cost(self) -> Parsed<Option<u16>> {
        let written = self.get().trim_matches('"');
        let cost = read_cost(written).filter(|_| !written.trim().is_empty());
        cost.ok_or_else(|| self.fail(expected_cost("a whole cost", "0 for a wall", written)))
    }

    /// Reads a colour written `#RRGGBB` or `#AARRGGBB`; `None` for an empty text.
    pub fn color(self) -> Parsed<Option<Rgb>> {
        let text = self.text("a colour such as `#8A7A5C`")?;
        let digits = text.strip_prefix('#').unwrap_or(&text);
        let digits = if digits.len() == 8 {
            digits.get(2..).unwrap_or_default()
        } else {
            digits
        };
        if digits.is_empty() {
            return Ok(None);
        }
        let wrong = || {
            self.fail(format!(
                "expected a colour such as `#8A7A5C`, found {}",
                self.shown()
            ))
        };
        parse_hex(digits).ok_or_else(wrong).map(Some)
    }

    /// Reads a value as true or false; `None` if it is neither.
    pub fn truth(self) -> Option<bool> {
        let written = self.get();
        match written {
            "true" | "{}" => Some(true),
            "false" => Some(false),
            _ if written.starts_with('"') => {
                let text = self.text("a text").ok()?;
                Some(
                    !FALSE
                        .iter()
                        .any(|known| text.trim().eq_ignore_ascii_case(known)),
                )
            }
            _ => written.parse::<f64>().ok().map(|number| number != 0.0),
        }
    }

    /// Formats the value for a message.
    pub fn shown(self) -> String {
        shortened(self.get().lines().next().unwrap_or_default())
    }

    /// Returns `true` if the value is null, empty, zero or false.
    pub fn is_empty(self) -> bool {
        matches!(self.get(), "null" | "\"\"" | "[]" | "{}" | "0" | "false")
    }
}

/// Texts that mean false.
const FALSE: &[&str] = &[
    "",
    "0",
    "false",
    "no",
    "nocollision",
    "none",
    "null",
    "off",
    "passive",
    "preventcollision",
];

/// A string, borrowed unless it has escapes.
#[derive(Deserialize)]
struct Text<'t>(#[serde(borrow)] Cow<'t, str>);

/// The members of an object in file order.
struct Members<'a>(Vec<(Cow<'a, str>, &'a RawValue)>);

impl<'de: 'a, 'a> Deserialize<'de> for Members<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Collect;
        impl<'de> Visitor<'de> for Collect {
            type Value = Vec<(Cow<'de, str>, &'de RawValue)>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut members = Vec::new();
                while let Some(Text(key)) = map.next_key()? {
                    members.push((key, map.next_value()?));
                }
                Ok(members)
            }
        }
        deserializer.deserialize_map(Collect).map(Members)
    }
}

/// An object whose members are taken one by one; the rest are returned by [`left`](Self::left).
pub struct Object<'a> {
    pub part: JsonPart<'a>,
    what: &'static str,
    members: Vec<(Cow<'a, str>, JsonPart<'a>)>,
}

impl<'a> Object<'a> {
    /// Takes a member; `None` if it is missing or null.
    pub fn take(&mut self, key: &str) -> Option<JsonPart<'a>> {
        let at = self.members.iter().position(|(known, _)| known == key)?;
        let (_, part) = self.members.remove(at);
        Some(part).filter(|part| part.get() != "null")
    }

    /// Returns a member without taking it; `None` if it is missing or null.
    pub fn peek(&self, key: &str) -> Option<JsonPart<'a>> {
        let (_, part) = self.members.iter().find(|(known, _)| known == key)?;
        Some(*part).filter(|part| part.get() != "null")
    }

    /// Takes a required member.
    ///
    /// # Errors
    /// If the member is missing; the place is the end of the object.
    pub fn need(&mut self, key: &str) -> Parsed<JsonPart<'a>> {
        self.take(key)
            .ok_or_else(|| self.lacks(&format!("missing field `{key}`")))
    }

    /// Returns an error about the object as a whole, at its end.
    pub fn lacks(&self, what: &str) -> ParseError {
        let text = self.part.get();
        self.part.file.fail(
            &text[text.len().saturating_sub(1)..],
            format!("expected {}: {what}", self.what),
        )
    }

    /// Takes a string; empty if the member is missing.
    pub fn take_text(&mut self, key: &str) -> Parsed<Cow<'a, str>> {
        self.take(key).map_or(Ok(Cow::Borrowed("")), |part| {
            part.text(&format!("{key}, a text"))
        })
    }

    /// Takes a list; empty if the member is missing.
    pub fn take_list(&mut self, key: &str) -> Parsed<Vec<JsonPart<'a>>> {
        self.take(key)
            .map_or(Ok(Vec::new()), |part| part.list(&format!("{key}, a list")))
    }

    /// Takes a number; 0 if the member is missing.
    pub fn take_number(&mut self, key: &str) -> Parsed<f64> {
        self.take(key).map_or(Ok(0.0), |part| part.number(key))
    }

    /// Drops members that do not matter for a grid; `keys` has spaces between them.
    pub fn drop_members(&mut self, keys: &str) {
        self.members.retain(|(key, _)| !has_word(keys, key));
    }

    /// Adds the members of another object that this one lacks.
    pub fn inherit(&mut self, other: Self) {
        for (key, part) in other.members {
            if self.members.iter().all(|(known, _)| *known != key) {
                self.members.push((key, part));
            }
        }
    }

    /// Returns all members that were not taken.
    pub fn into_members(self) -> impl Iterator<Item = (Cow<'a, str>, JsonPart<'a>)> {
        self.members.into_iter()
    }

    /// Returns the members that were not taken and are not empty.
    pub fn left(self) -> impl Iterator<Item = (Cow<'a, str>, JsonPart<'a>)> {
        self.members
            .into_iter()
            .filter(|(_, part)| !part.is_empty())
    }
}

/// A name with its value.
pub struct Property<'a> {
    pub name: Cow<'a, str>,
    pub part: JsonPart<'a>,
    /// The value; `None` if it is null.
    pub value: Option<JsonPart<'a>>,
    /// The class of the value, if it has one; else empty.
    pub class: Cow<'a, str>,
    is_read: Flag<bool>,
}

/// Members of an `LDtk` field that repeat its value for the editor.
const EDITOR: &str = "__tile __type defUid realEditorValues";

/// The maximum nesting depth of classes.
const DEEPEST: usize = 16;

/// All properties of an item; unread ones are returned by [`left`](Self::left).
#[derive(Default)]
pub struct Properties<'a>(Vec<Property<'a>>);

impl<'a> Properties<'a> {
    /// Reads a list of properties, or an object as before Tiled 1.2; empty if there is no part.
    pub fn read(part: Option<JsonPart<'a>>) -> Parsed<Self> {
        let Some(part) = part else {
            return Ok(Self::default());
        };
        if part.get().starts_with('{') {
            let members = part.object("properties")?.into_members();
            return Ok(Self(
                members
                    .map(|(name, value)| Property::new(name, value, Some(value), "".into()))
                    .collect(),
            ));
        }
        let mut properties = Self::default();
        for part in part.list("properties, a list")? {
            let mut object = part.object("a property with a name and a value")?;
            let name = object.take("name").or_else(|| object.take("__identifier"));
            let name = name
                .ok_or_else(|| object.lacks("missing field `name`"))?
                .text("the name of a property")?;
            let class = object.take_text("propertytype")?;
            let value = object.take("value").or_else(|| object.take("__value"));
            let is_class = object
                .take("type")
                .is_some_and(|kind| kind.get() == "\"class\"");
            object.drop_members(EDITOR);
            for (key, part) in object.left() {
                let name = Cow::Owned(format!("{name}.{key}"));
                properties
                    .0
                    .push(Property::new(name, part, Some(part), "".into()));
            }
            match value
                .filter(|value| is_class && value.get().starts_with('{') && value.get() != "{}")
            {
                // The members of a class are properties of the item, too.
                Some(members) => properties.add_members(members, &class, 0)?,
                None => properties.0.push(Property::new(name, part, value, class)),
            }
        }
        Ok(properties)
    }

    fn add_members(&mut self, members: JsonPart<'a>, class: &str, depth: usize) -> Parsed<()> {
        for (name, value) in members.object("the members of a class")?.into_members() {
            if value.get().starts_with('{') && value.get() != "{}" && depth < DEEPEST {
                self.add_members(value, class, depth + 1)?;
            } else {
                let read = Some(value).filter(|value| value.get() != "null");
                self.0
                    .push(Property::new(name, value, read, class.to_owned().into()));
            }
        }
        Ok(())
    }

    pub fn extend(&mut self, others: Self) {
        self.0.extend(others.0);
    }

    /// Returns the value of this name, case-insensitively, and marks it as read; `None` if it is
    /// null.
    pub fn get(&self, name: &str) -> Option<JsonPart<'a>> {
        let found = self.find(name)?;
        found.is_read.set(true);
        found.value
    }

    /// Returns the value of this name without marking it as read.
    pub fn peek(&self, name: &str) -> Option<JsonPart<'a>> {
        self.find(name)?.value
    }

    fn find(&self, name: &str) -> Option<&Property<'a>> {
        self.0
            .iter()
            .find(|property| property.name.eq_ignore_ascii_case(name))
    }

    /// Returns a non-empty text, and marks it as read.
    pub fn text(&self, name: &str) -> Parsed<Option<String>> {
        let text = self
            .get(name)
            .map(|part| part.text(&format!("the {name}, a text")))
            .transpose()?;
        Ok(text
            .filter(|text| !text.trim().is_empty())
            .map(Cow::into_owned))
    }

    pub fn iter(&self) -> impl Iterator<Item = &Property<'a>> {
        self.0.iter()
    }

    /// Returns the properties that were not read and have a value.
    pub fn left(&self) -> impl Iterator<Item = &Property<'a>> {
        self.0
            .iter()
            .filter(|property| !property.is_read.get() && property.value.is_some())
    }
}

impl<'a> Property<'a> {
    const fn new(
        name: Cow<'a, str>,
        part: JsonPart<'a>,
        value: Option<JsonPart<'a>>,
        class: Cow<'a, str>,
    ) -> Self {
        Self {
            name,
            part,
            value,
            class,
            is_read: Flag::new(false),
        }
    }

    pub fn set_read(&self) {
        self.is_read.set(true);
    }
}
