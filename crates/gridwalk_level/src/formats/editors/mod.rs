//! Maps of other editors: Tiled (JSON and XML) and `LDtk`. They are read, not written.
//!
//! Such maps hold pictures; names and properties state the cost of a cell. The rules are in
//! `docs/levels.md`.
//!
//! Readers take the members of each object one by one. A member that was not taken, and is in no
//! list of members that do not matter for a grid, is reported: no part of a used tile or layer is
//! dropped silently.
//!
//! Here are the files to which a map refers, and the report on how it was read.

mod json;
mod ldtk;
mod objects;
mod terrains;
mod tiled;
mod xml;

use std::collections::{BTreeMap, HashMap};
use std::fmt;

use gridwalk_pathfinding::joined;
use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};

use json::{JsonFile, JsonPart, Object, Properties};
pub(super) use ldtk::{files_of_project, parse_ldtk};
pub(super) use tiled::parse_tiled;
use xml::{is_xml, parse};

use crate::formats::common::{
    ParseError, Parsed, counted, decode, file_name, in_quotes, shortened,
};
use crate::formats::format::{Findings, SiblingFiles, WallSource};
use crate::formats::{ReadHints, SolidRule};

/// The files to which a map refers, by their paths from the map.
pub struct ReferredFiles<'t>(BTreeMap<&'t str, Result<JsonFile<'t>, String>>);

impl<'t> ReferredFiles<'t> {
    pub fn new(beside: &'t SiblingFiles) -> Self {
        let file = |(path, read): (&'t String, &'t Result<Vec<u8>, String>)| {
            let file = read.as_ref().map_err(Clone::clone).and_then(|bytes| {
                decode(bytes)
                    .map_err(|error| error.message)
                    .and_then(|text| {
                        JsonFile::new(path, text)
                            .map_err(|error| format!("it has a mistake in {error}"))
                    })
            });
            (path.as_str(), file)
        };
        Self(beside.iter().map(file).collect())
    }

    /// Returns `true` if the file that `name` refers to could be read.
    fn has(&self, name: JsonPart) -> bool {
        let path = name
            .text("the name of a file")
            .map(|written| resolve(name.file.path, &written));
        path.is_ok_and(|path| matches!(self.0.get(path.as_str()), Some(Ok(_))))
    }

    /// Returns the members of the template that `name` refers to.
    pub fn template(&self, name: JsonPart) -> Parsed<Object<'_>> {
        self.get(name, "the template")?
            .root("a template of Tiled")?
            .object("a template of Tiled")
    }

    /// Returns why the template that `name` refers to cannot be read; `None` if it can.
    pub fn lacks_template(&self, name: JsonPart) -> Option<String> {
        if self.has(name) {
            None
        } else {
            self.get(name, "the template")
                .err()
                .map(|error| error.message)
        }
    }

    /// Returns the file that `name` refers to; `kind` is the kind of file, with its article.
    pub fn get(&self, name: JsonPart, kind: &'static str) -> Parsed<&JsonFile<'t>> {
        let written = name.text("the name of a file")?;
        let path = resolve(name.file.path, &written);
        let fail = |why: &str| {
            name.fail(format!(
                "the file {} cannot be read: {why}",
                file_name(&path)
            ))
        };
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

/// Resolves a file name, as written in the file `from`, to a path from the map.
pub fn resolve(from: &str, name: &str) -> String {
    let name = name.replace('\\', "/");
    let is_absolute = name.starts_with('/') || name.get(1..2) == Some(":");
    let folder = from.rsplit_once('/').map_or("", |(folder, _)| folder);
    let mut path: Vec<&str> = Vec::new();
    let folders = if is_absolute { "" } else { folder };
    for step in folders
        .split('/')
        .filter(|step| !step.is_empty())
        .chain(name.split('/'))
    {
        match (step, path.last()) {
            (".", _) => {}
            ("..", Some(&last)) if last != ".." => drop(path.pop()),
            _ => path.push(step),
        }
    }
    path.join("/")
}

/// Returns `true` if the name has a known ending; other files are refused unread.
pub fn is_read(file: &str) -> bool {
    let known = ["tsj", "tsx", "tj", "tx", "json", "xml", "ldtkl"];
    file.rsplit_once('.')
        .is_some_and(|(_, ending)| known.iter().any(|known| ending.eq_ignore_ascii_case(known)))
}

/// The maximum number of files of a map.
const MAX_FILES: usize = 1000;

/// Lists files that the hints lack: tilesets and templates of the map, and tilesets of templates.
pub fn files_of_map(text: &str, hints: &ReadHints) -> Vec<String> {
    let mut files: Vec<String> = Vec::new();
    let mut add = |from: &str, text: &str| {
        for name in names_in(text) {
            let path = resolve(from, &name);
            let is_new = !hints.beside.contains_key(&path) && !files.contains(&path);
            if is_new && is_read(&path) && hints.beside.len() + files.len() < MAX_FILES {
                files.push(path);
            }
        }
    };
    add("", text);
    for (path, bytes) in &hints.beside {
        if let Some(text) = bytes.as_ref().ok().and_then(|bytes| decode(bytes).ok()) {
            add(path, text);
        }
    }
    files
}

/// Returns the names of files in a text, as they are written.
fn names_in(text: &str) -> Vec<String> {
    let mut names = Vec::new();
    if is_xml(text) {
        if let Ok(document) = parse(text) {
            let named = |node: roxmltree::Node| match node.tag_name().name() {
                "tileset" => node.attribute("source").map(str::to_owned),
                "object" => node.attribute("template").map(str::to_owned),
                _ => None,
            };
            names.extend(document.descendants().filter_map(named));
        }
    } else {
        // Names before a syntax error do not matter: the error will be reported.
        let _ = FileNames(&mut names).deserialize(&mut serde_json::Deserializer::from_str(text));
    }
    names
}

/// Collects the strings under the keys `source` and `template`, anywhere in a file.
struct FileNames<'n>(&'n mut Vec<String>);

impl<'de> DeserializeSeed<'de> for FileNames<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for FileNames<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any value")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key::<String>()? {
            match &*key {
                "source" | "template" => {
                    if let serde_json::Value::String(name) = map.next_value()? {
                        self.0.push(name);
                    }
                }
                "data" | "properties" => drop(map.next_value::<IgnoredAny>()?),
                _ => map.next_value_seed(FileNames(self.0))?,
            }
        }
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        while list.next_element_seed(FileNames(self.0))?.is_some() {}
        Ok(())
    }

    fn visit_bool<E>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_i64<E>(self, _: i64) -> Result<(), E> {
        Ok(())
    }

    fn visit_u64<E>(self, _: u64) -> Result<(), E> {
        Ok(())
    }

    fn visit_f64<E>(self, _: f64) -> Result<(), E> {
        Ok(())
    }

    fn visit_str<E>(self, _: &str) -> Result<(), E> {
        Ok(())
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }
}

/// The number of a [rule](Report::wall) that made cells walls; 0 for no rule.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct WallRule {
    number: u16,
    /// The walls end under a tile whose layer states a terrain, as water does under a bridge.
    yields: bool,
}

impl WallRule {
    pub const fn is_some(self) -> bool {
        self.number > 0
    }

    /// Returns `true` if the walls stay under a tile whose terrain only its layer states.
    pub const fn stays(self) -> bool {
        self.is_some() && !self.yields
    }

    /// Returns the rule for walls that do not stay.
    pub const fn yielding(self) -> Self {
        Self {
            yields: true,
            ..self
        }
    }
}

/// Collects notes and problems of a map.
#[derive(Default)]
pub struct Report {
    notes: Findings,
    walls: Vec<Walls>,
    /// The groups of unread members and properties, by kind of owner and name.
    unread: HashMap<(String, String), usize>,
    groups: Vec<Unread>,
    /// Number of notes beyond the limit.
    more: usize,
}

/// Cells that one rule made walls.
struct Walls {
    source: WallSource,
    /// The place where the rule was first used.
    place: ParseError,
}

/// An unread member that several items share.
struct Unread {
    place: ParseError,
    others: usize,
}

/// The maximum number of notes; a map with more has other problems.
const MAX_NOTES: usize = 1000;

impl Report {
    /// Returns the number of a rule; `part` is the place of its first use.
    pub fn wall(&mut self, rule: &SolidRule, is_guess: bool, part: JsonPart) -> WallRule {
        let known = self
            .walls
            .iter()
            .position(|walls| walls.source.rule == *rule);
        let number = known.unwrap_or_else(|| {
            let place = part.note(String::new());
            let source = WallSource {
                rule: rule.clone(),
                is_guess,
                cells: 0,
            };
            self.walls.push(Walls { source, place });
            self.walls.len() - 1
        });
        WallRule {
            number: u16::try_from(number + 1).unwrap_or(u16::MAX),
            yields: false,
        }
    }

    /// Counts a cell that became a wall.
    pub fn count(&mut self, rule: WallRule) {
        if let Some(walls) = usize::from(rule.number)
            .checked_sub(1)
            .and_then(|number| self.walls.get_mut(number))
        {
            walls.source.cells += 1;
        }
    }

    /// Adds a mistake of a level that can be shown nevertheless.
    pub fn problem(&mut self, part: JsonPart, message: String) {
        if self.notes.problems.len() < MAX_NOTES {
            self.notes.problems.push(part.fail(message));
        }
    }

    /// Adds a note for the author of the map.
    pub fn note(&mut self, part: JsonPart, message: impl Into<String>) {
        if self.has_room() {
            self.notes.notes.push(part.note(message));
        }
    }

    fn has_room(&mut self) -> bool {
        let has_room = self.notes.notes.len() + self.groups.len() < MAX_NOTES;
        self.more += usize::from(!has_room);
        has_room
    }

    /// Reports the members of an object that were not taken.
    ///
    /// `owner` names the object in a message. Equal members of all objects of a `kind` are reported
    /// once.
    pub fn unread(&mut self, kind: &str, owner: &str, object: Object) {
        for (key, part) in object.left() {
            self.add_unread(kind, &key, part, || {
                format!("{} of {owner} is not read", shortened(&key))
            });
        }
    }

    /// Reports the properties that were not read.
    pub fn unread_properties(&mut self, kind: &str, owner: &str, properties: &Properties) {
        for property in properties.left() {
            let (name, part) = (shortened(&property.name), property.part);
            let message = || match (property.value, &*property.class) {
                (Some(value), class) if value.get() == "{}" => {
                    let class = shortened(class);
                    format!(
                        "the property {name} of {owner} is not read: its values are those of its class {class}, which \
                         stands in the project of Tiled and not in the map"
                    )
                }
                _ => format!("the property {name} of {owner} is not read"),
            };
            self.add_unread(kind, &format!("property {}", property.name), part, message);
        }
    }

    /// Reports an unread value; values of the same kind and key are counted.
    pub fn add_unread(
        &mut self,
        kind: &str,
        key: &str,
        part: JsonPart,
        message: impl FnOnce() -> String,
    ) {
        let name = (kind.to_owned(), key.to_owned());
        if let Some(group) = self.unread.get(&name) {
            self.groups[*group].others += 1;
        } else if self.has_room() {
            self.unread.insert(name, self.groups.len());
            self.groups.push(Unread {
                place: part.note(message()),
                others: 0,
            });
        }
    }

    /// Returns all notes: walls first, then the others in the order of their places.
    pub fn finish(self) -> Findings {
        let Findings {
            problems,
            notes: mut others,
            ..
        } = self.notes;
        others.extend(self.groups.into_iter().map(|Unread { mut place, others }| {
            if others > 0 {
                place.message = format!("{} (and of {})", place.message, counted(others, "other"));
            }
            place
        }));
        others.sort_by_key(|note| (note.line, note.column));
        let used = self
            .walls
            .into_iter()
            .filter(|walls| walls.source.cells > 0 || !walls.source.is_guess);
        let (mut notes, walls): (Vec<_>, Vec<_>) =
            used.map(|walls| (walls.note(), walls.source)).unzip();
        notes.append(&mut others);
        if self.more > 0 {
            let last = notes.last().cloned();
            notes.extend(last.map(|last| ParseError {
                message: format!("{} more remarks are left out", self.more),
                ..last
            }));
        }
        Findings {
            problems,
            notes,
            walls,
        }
    }
}

impl Walls {
    fn note(&self) -> ParseError {
        let Self {
            source:
                WallSource {
                    rule,
                    is_guess,
                    cells,
                },
            place,
        } = self;
        let (verb, by) = (
            if *cells == 1 {
                "is a wall"
            } else {
                "are walls"
            },
            in_words(rule),
        );
        let (cells, guess) = (
            counted(*cells, "cell"),
            if *is_guess {
                format!(" (a guess, the rule {rule})")
            } else {
                String::new()
            },
        );
        // Notes on other files end with the place in that file.
        ParseError {
            message: format!("{cells} {verb} by {by}{guess}{}", place.message),
            ..*place
        }
    }
}

/// Describes a rule for a message.
fn in_words(rule: &SolidRule) -> String {
    match rule {
        SolidRule::None => "nothing".to_owned(),
        SolidRule::Shapes => "the collision shapes of tiles".to_owned(),
        SolidRule::Property { name, value: None } => format!("the property {}", shortened(name)),
        SolidRule::Property {
            name,
            value: Some(value),
        } => {
            format!(
                "the value {} of the property {}",
                shortened(value),
                shortened(name)
            )
        }
        SolidRule::Class(name) => format!("the class {}", shortened(name)),
        SolidRule::Layer(name) => format!("the layer {}", shortened(name)),
        SolidRule::Value(name) => format!("the value {}", shortened(name)),
    }
}

/// The maximum number of names listed in a note.
const MAX_NAMES: usize = 6;

/// Names for a note, each once.
#[derive(Default)]
pub struct Names(Vec<String>);

impl Names {
    pub fn add(&mut self, name: &str) {
        if self.0.len() <= MAX_NAMES && self.0.iter().all(|known| known != name) {
            self.0.push(name.to_owned());
        }
    }

    /// Lists the first names after `start`; empty without names.
    pub fn list(&self, start: &str) -> String {
        if self.0.is_empty() {
            return String::new();
        }
        let shown = in_quotes(self.0.iter().take(MAX_NAMES).map(String::as_str));
        let more = if self.0.len() > MAX_NAMES {
            " and more"
        } else {
            ""
        };
        format!("{start}{}{more}", joined(shown, "and"))
    }
}

#[cfg(test)]
mod tests {
    use super::resolve;

    #[test]
    fn paths_lead_from_the_file_that_names_them() {
        assert_eq!(resolve("", "a.tsx"), "a.tsx");
        assert_eq!(
            resolve("templates/door.tx", "../tiles/a.tsx"),
            "tiles/a.tsx"
        );
        assert_eq!(
            resolve("../templates/door.tx", "..\\tiles\\a.tsx"),
            "../tiles/a.tsx"
        );
        assert_eq!(resolve("a/b.tx", "../../c.tsx"), "../c.tsx");
        assert_eq!(resolve("a/b.tx", "/c.tsx"), "/c.tsx");
    }
}
