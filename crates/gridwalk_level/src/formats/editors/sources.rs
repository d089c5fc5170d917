//! The files to which a map refers, and how those of a Tiled map are found without reading it.

use std::collections::BTreeMap;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};

use super::json::{File, Object, Part};
use super::xml::{is_xml, parse};
use crate::formats::ReadHints;
use crate::formats::error::{Parsed, decode, file_name};
use crate::formats::format::Beside;

/// The files to which a map refers, by their paths from the map.
pub struct Sources<'t>(BTreeMap<&'t str, Result<File<'t>, String>>);

impl<'t> Sources<'t> {
    pub fn new(beside: &'t Beside) -> Self {
        let file = |(path, read): (&'t String, &'t Result<Vec<u8>, String>)| {
            let file = read.as_ref().map_err(Clone::clone).and_then(|bytes| {
                decode(bytes)
                    .map_err(|error| error.message)
                    .and_then(|text| {
                        File::new(path, text)
                            .map_err(|error| format!("it has a mistake in {error}"))
                    })
            });
            (path.as_str(), file)
        };
        Self(beside.iter().map(file).collect())
    }

    /// Returns `true` if the file that `name` refers to could be read.
    fn has(&self, name: Part) -> bool {
        let path = name
            .text("the name of a file")
            .map(|written| resolve(name.file.path, &written));
        path.is_ok_and(|path| matches!(self.0.get(path.as_str()), Some(Ok(_))))
    }

    /// Returns the members of the template that `name` refers to.
    pub fn template(&self, name: Part) -> Parsed<Object<'_>> {
        self.get(name, "the template")?
            .root("a template of Tiled")?
            .object("a template of Tiled")
    }

    /// Returns why the template that `name` refers to cannot be read; `None` if it can.
    pub fn lacks_template(&self, name: Part) -> Option<String> {
        if self.has(name) {
            None
        } else {
            self.get(name, "the template")
                .err()
                .map(|error| error.message)
        }
    }

    /// Returns the file that `name` refers to; `kind` is the kind of file, with its article.
    pub fn get(&self, name: Part, kind: &'static str) -> Parsed<&File<'t>> {
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
const MOST_FILES: usize = 1000;

/// Lists files that the hints lack: tilesets and templates of the map, and tilesets of templates.
pub fn files_of_map(text: &str, hints: &ReadHints) -> Vec<String> {
    let mut files: Vec<String> = Vec::new();
    let mut add = |from: &str, text: &str| {
        for name in names_in(text) {
            let path = resolve(from, &name);
            let is_new = !hints.beside.contains_key(&path) && !files.contains(&path);
            if is_new && is_read(&path) && hints.beside.len() + files.len() < MOST_FILES {
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
        let _ = Names(&mut names).deserialize(&mut serde_json::Deserializer::from_str(text));
    }
    names
}

/// Collects the strings under the keys `source` and `template`, anywhere in a file.
struct Names<'n>(&'n mut Vec<String>);

impl<'de> DeserializeSeed<'de> for Names<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Names<'_> {
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
                _ => map.next_value_seed(Names(self.0))?,
            }
        }
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        while list.next_element_seed(Names(self.0))?.is_some() {}
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
