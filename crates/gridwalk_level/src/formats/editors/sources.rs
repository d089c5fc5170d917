//! The files of a map: the one that is opened, and those to which it refers, each with the place of its text.

use std::cell::OnceCell;
use std::collections::BTreeMap;

use serde_json::value::RawValue;

use super::json::Part;
use super::xml::{self, Converted};
use crate::formats::error::{ParseError, Parsed, decode, error_at, error_before, file_name, offset_in};
use crate::formats::notes::Beside;

/// The text of a file as JSON; XML is converted.
pub struct File<'t> {
    /// The path by which the map knows the file; empty for the map itself.
    path: &'t str,
    /// The text as it stands in the file.
    source: &'t str,
    converted: Option<Converted>,
    /// The first reference to the file: its place in the map, and what the file is.
    referred: OnceCell<(&'static str, ParseError)>,
}

impl<'t> File<'t> {
    /// # Errors
    /// A mistake in XML.
    pub fn new(path: &'t str, source: &'t str) -> Parsed<Self> {
        let converted = xml::is_xml(source).then(|| xml::convert(source)).transpose()?;
        Ok(Self { path, source, converted, referred: OnceCell::new() })
    }

    fn text(&self) -> &str {
        self.converted.as_ref().map_or(self.source, |converted| &converted.text)
    }

    /// Whether the file is XML, whose values have no types.
    pub const fn is_xml(&self) -> bool {
        self.converted.is_some()
    }

    /// The value of the whole file.
    pub fn root(&self, what: &str) -> Parsed<Part<'_>> {
        let raw: &RawValue = self.parse(self.text(), what)?;
        Ok(Part { file: self, raw })
    }

    /// The value in a part of the text.
    pub fn parse<'a, T: serde::Deserialize<'a>>(&'a self, part: &'a str, what: &str) -> Parsed<T> {
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
                // The words of JSON say nothing to the writer of XML.
                why = why.replace("a sequence", "a list").replace("map", "an element");
            }
            let line_start =
                part.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum::<usize>();
            // The parser counts bytes, and names the last one that it has taken.
            let at = (line_start + error.column().saturating_sub(1)).min(part.len());
            self.fail(&part[part.floor_char_boundary(at)..], format!("expected {what}: {why}"))
        })
    }

    /// A mistake where this part of the text begins.
    pub fn fail(&self, part: &str, message: String) -> ParseError {
        let own = self.place(part, message);
        match self.referred.get() {
            None => own,
            Some((kind, place)) => {
                let message = format!("{kind} {} has a mistake in {own}", file_name(self.path));
                ParseError { message, ..place.clone() }
            }
        }
    }

    /// A remark on this part of the text.
    pub fn note(&self, part: &str, message: String) -> ParseError {
        let own = self.place(part, message);
        match self.referred.get() {
            None => own,
            Some((_, place)) => {
                let message = format!("{} (line {} of {})", own.message, own.line, file_name(self.path));
                ParseError { message, ..place.clone() }
            }
        }
    }

    /// The place in the file itself.
    fn place(&self, part: &str, message: String) -> ParseError {
        match &self.converted {
            None => error_at(self.source, part, message),
            Some(converted) => {
                error_before(self.source, converted.source_of(offset_in(&converted.text, part)), message)
            }
        }
    }
}

/// As much of a parser's complaint as makes a sentence.
const LONGEST: usize = 120;

/// The files to which a map refers, by their paths from the map.
pub struct Sources<'t>(BTreeMap<&'t str, Result<File<'t>, String>>);

impl<'t> Sources<'t> {
    pub fn new(beside: &'t Beside) -> Self {
        let file = |(path, read): (&'t String, &'t Result<Vec<u8>, String>)| {
            let file = read.as_ref().map_err(Clone::clone).and_then(|bytes| {
                decode(bytes)
                    .map_err(|error| error.message)
                    .and_then(|text| File::new(path, text).map_err(|error| format!("it has a mistake in {error}")))
            });
            (path.as_str(), file)
        };
        Self(beside.iter().map(file).collect())
    }

    /// Whether the file that a value of another one names could be read.
    pub fn has(&self, name: Part) -> bool {
        let path = name.text("the name of a file").map(|written| resolve(name.file.path, &written));
        path.is_ok_and(|path| matches!(self.0.get(path.as_str()), Some(Ok(_))))
    }

    /// The file that a value of another one names; `kind` is what it is, with its article.
    pub fn get(&self, name: Part, kind: &'static str) -> Parsed<&File<'t>> {
        let written = name.text("the name of a file")?;
        let path = resolve(name.file.path, &written);
        let fail = |why: &str| name.fail(format!("the file {} cannot be read: {why}", file_name(&path)));
        match self.0.get(path.as_str()) {
            Some(Ok(file)) => {
                file.referred.get_or_init(|| {
                    let place = match name.file.referred.get() {
                        Some((_, place)) => place.clone(),
                        None => name.file.place(name.raw.get(), String::new()),
                    };
                    (kind, place)
                });
                Ok(file)
            }
            Some(Err(why)) => Err(fail(why)),
            None => Err(fail("it is not at hand")),
        }
    }
}

/// The path from the map to a file that another one of its files names.
pub fn resolve(from: &str, name: &str) -> String {
    let name = name.replace('\\', "/");
    let is_absolute = name.starts_with('/') || name.get(1..2) == Some(":");
    let folder = from.rsplit_once('/').map_or("", |(folder, _)| folder);
    let mut path: Vec<&str> = Vec::new();
    let folders = if is_absolute { "" } else { folder };
    for step in folders.split('/').filter(|step| !step.is_empty()).chain(name.split('/')) {
        match (step, path.last()) {
            (".", _) => {}
            ("..", Some(&last)) if last != ".." => drop(path.pop()),
            _ => path.push(step),
        }
    }
    path.join("/")
}

/// Whether a file of this name is asked for: others are refused unread.
pub fn is_read(file: &str) -> bool {
    let known = ["tsj", "tsx", "tj", "tx", "json", "xml", "ldtkl"];
    file.rsplit_once('.').is_some_and(|(_, ending)| known.iter().any(|known| ending.eq_ignore_ascii_case(known)))
}

/// At most so many files belong to a map.
pub const MOST_FILES: usize = 1000;

#[cfg(test)]
mod tests {
    use super::resolve;

    #[test]
    fn paths_lead_from_the_file_that_names_them() {
        assert_eq!(resolve("", "a.tsx"), "a.tsx");
        assert_eq!(resolve("templates/door.tx", "../tiles/a.tsx"), "tiles/a.tsx");
        assert_eq!(resolve("../templates/door.tx", "..\\tiles\\a.tsx"), "../tiles/a.tsx");
        assert_eq!(resolve("a/b.tx", "../../c.tsx"), "../c.tsx");
        assert_eq!(resolve("a/b.tx", "/c.tsx"), "/c.tsx");
    }
}
