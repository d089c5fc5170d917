//! The files to which a Tiled map refers, found without reading the map.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};

use super::sources::{MOST_FILES, is_read, resolve};
use super::xml::{is_xml, parse};
use crate::formats::ReadHints;
use crate::formats::error::decode;

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
