//! Converts the XML of Tiled (`.tmx`, `.tsx`, `.tx`) to the JSON that Tiled writes for the same
//! map.
//!
//! So one reader serves both formats. Each value keeps its place in the XML. Unknown elements and
//! attributes become members, too, so that the reader reports them.

use roxmltree::{Document, Node, ParsingOptions};
use serde_json::to_string;

use crate::formats::common::{ParseError, Parsed, error_before};

/// The JSON, with the places in the XML that its values come from.
pub struct Converted {
    pub text: String,
    /// Places in the JSON and in the XML, in order, and whether the text from there is equal in
    /// both.
    places: Vec<(usize, usize, bool)>,
}

impl Converted {
    /// Returns the place in the XML of a place in the JSON.
    pub fn source_of(&self, at: usize) -> usize {
        let before = self.places[..self.places.partition_point(|(json, ..)| *json <= at)].last();
        before.map_or(0, |(json, source, is_same)| {
            source + if *is_same { at - json } else { 0 }
        })
    }
}

/// Returns `true` if a text is XML.
pub fn is_xml(text: &str) -> bool {
    text.trim_start().starts_with('<')
}

/// Parses XML.
///
/// Old maps name the address of their document type, which is not fetched. The parser limits the
/// expansion of entities.
pub fn parse(source: &str) -> Result<Document<'_>, roxmltree::Error> {
    Document::parse_with_options(
        source,
        ParsingOptions {
            allow_dtd: true,
            ..ParsingOptions::default()
        },
    )
}

/// The maximum nesting depth of elements.
const DEEPEST: usize = 100;

/// Converts a file to JSON.
///
/// # Errors
/// The first syntax error, with its place.
pub fn convert(source: &str) -> Parsed<Converted> {
    let document = parse(source).map_err(|error| {
        let (place, why) = (error.pos(), error.to_string());
        let why = why.strip_suffix(&format!(" at {place}")).unwrap_or(&why);
        ParseError {
            line: place.row,
            column: place.col,
            message: format!("expected XML of Tiled: {why}"),
        }
    })?;
    let root = document.root_element();
    let mut writer = JsonWriter {
        source,
        json: Converted {
            text: String::new(),
            places: Vec::new(),
        },
    };
    let kind = match root.tag_name().name() {
        known @ ("map" | "tileset" | "template") => known,
        other => {
            return Err(writer.fail(
                root,
                &format!("expected a map of Tiled, found the element `{other}`"),
            ));
        }
    };
    writer.element(root, &[("type", kind)], 0)?;
    Ok(writer.json)
}

/// Returns `true` if a word is in a text of words.
pub fn has_word(words: &str, word: &str) -> bool {
    words.split_ascii_whitespace().any(|known| known == word)
}

/// Attributes whose values are text even if they look like numbers.
const TEXTS: &str = "
    backgroundcolor class color compression encoding fontfamily format name propertytype source target template
    terrain tiledversion tintcolor trans type value version wangid";

/// Attributes with the value 0 or 1, for false and true.
const FLAGS: &str = "infinite locked repeatx repeaty visible";

/// The way in which the children of one name become a member of their parent.
enum Child<'n> {
    /// A list of objects under this name; the type, if any, is written into each object.
    List(&'n str, Option<&'static str>),
    One(&'n str),
    /// A list of the children of the child.
    Inner(&'static str),
    True,
    Points,
    Properties,
    Image,
    Data,
}

/// Returns the member for a child of a parent; any other child is a list under its own name.
fn member<'n>(parent: &str, child: &'n str) -> Child<'n> {
    match (parent, child) {
        ("template", "tileset") => Child::One("tileset"),
        ("template", "object") => Child::One("object"),
        ("tile", "objectgroup") => Child::One("objectgroup"),
        (_, "tileset") => Child::List("tilesets", None),
        (_, "layer") => Child::List("layers", Some("tilelayer")),
        (_, "objectgroup") => Child::List("layers", Some("objectgroup")),
        (_, "imagelayer") => Child::List("layers", Some("imagelayer")),
        (_, "group") => Child::List("layers", Some("group")),
        ("tileset", "tile") => Child::List("tiles", None),
        (_, "object") => Child::List("objects", None),
        (_, "terraintypes") => Child::Inner("terrains"),
        (_, "wangsets") => Child::Inner("wangsets"),
        (_, "animation") => Child::Inner("animation"),
        (_, "ellipse" | "point" | "capsule") => Child::True,
        (_, "polygon" | "polyline") => Child::Points,
        (_, "properties") => Child::Properties,
        (_, "image") => Child::Image,
        (_, "data") => Child::Data,
        (_, "tileoffset" | "grid" | "transformations" | "text" | "editorsettings") => {
            Child::One(child)
        }
        _ => Child::List(child, None),
    }
}

struct JsonWriter<'s> {
    source: &'s str,
    json: Converted,
}

impl JsonWriter<'_> {
    fn fail(&self, node: Node, message: &str) -> ParseError {
        error_before(self.source, node.range().start, message.to_owned())
    }

    /// Writes JSON that comes from this place in the XML; `is_same` if the text is equal there.
    fn raw(&mut self, json: &str, source: usize, is_same: bool) {
        self.json
            .places
            .push((self.json.text.len(), source, is_same));
        self.json.text += json;
    }

    /// Opens a bracket for a node.
    fn open(&mut self, bracket: &str, node: Node) {
        self.raw(bracket, node.range().start, false);
    }

    /// Writes those of these attributes that a node has, as texts.
    fn texts(&mut self, node: Node, names: &[&str]) {
        for name in names {
            if let Some(attribute) = node.attribute_node(*name) {
                self.key(name);
                self.string(attribute.value(), attribute.range_value().start);
            }
        }
    }

    /// Writes a key, after a comma if needed.
    fn key(&mut self, name: &str) {
        if !self.json.text.ends_with('{') {
            self.json.text.push(',');
        }
        self.json.text += &to_string(name).unwrap_or_default();
        self.json.text.push(':');
    }

    fn comma(&mut self) {
        if !self.json.text.ends_with('[') {
            self.json.text.push(',');
        }
    }

    /// Writes a text that begins at this place in the XML.
    fn string(&mut self, text: &str, at: usize) {
        self.raw(&to_string(text).unwrap_or_default(), at, false);
    }

    /// Writes a value of a type; a mismatched value stays text, which the reader reports.
    fn value(&mut self, text: &str, kind: AttributeKind, at: usize) {
        let is_number =
            || serde_json::from_str::<f64>(text).is_ok() && !text.starts_with(char::is_whitespace);
        match (kind, text) {
            (AttributeKind::Flag, "1" | "true") => self.raw("true", at, false),
            (AttributeKind::Flag, "0" | "false") => self.raw("false", at, false),
            (AttributeKind::Number, _) if is_number() => self.raw(text, at, true),
            _ => self.string(text, at),
        }
    }

    fn element(&mut self, node: Node, more: &[(&str, &str)], depth: usize) -> Parsed<()> {
        if depth == DEEPEST {
            let message =
                format!("the elements are too deep; expected at most {DEEPEST} in one another");
            return Err(self.fail(node, &message));
        }
        self.open("{", node);
        for (name, value) in more {
            self.key(name);
            self.string(value, node.range().start);
        }
        self.members(node, depth)?;
        self.json.text.push('}');
        Ok(())
    }

    /// Writes the attributes of an element and its children as members.
    fn members(&mut self, node: Node, depth: usize) -> Parsed<()> {
        for attribute in node.attributes() {
            let name = attribute.name();
            let kind = match () {
                () if has_word(TEXTS, name) => AttributeKind::Text,
                () if has_word(FLAGS, name) => AttributeKind::Flag,
                () => AttributeKind::Number,
            };
            // The class of a tile or an object is its type; a map or a layer has a separate type.
            self.key(name);
            self.value(attribute.value(), kind, attribute.range_value().start);
        }
        let parent = node.tag_name().name();
        let mut done: Vec<&str> = Vec::new();
        for first in node.children().filter(Node::is_element) {
            let tag = first.tag_name().name();
            let kind = member(parent, tag);
            let name = match kind {
                Child::List(name, _) | Child::Inner(name) | Child::One(name) => name,
                _ => tag,
            };
            if done.contains(&name) {
                continue;
            }
            done.push(name);
            match kind {
                Child::List(..) => {
                    self.key(name);
                    self.open("[", first);
                    for child in node.children().filter(Node::is_element) {
                        if let Child::List(list, kind) = member(parent, child.tag_name().name())
                            && list == name
                        {
                            self.comma();
                            let more = kind.map(|kind| ("type", kind));
                            self.element(child, more.as_slice(), depth + 1)?;
                        }
                    }
                    self.json.text.push(']');
                }
                Child::One(_) => {
                    self.key(name);
                    self.element(first, &[], depth + 1)?;
                }
                Child::Inner(_) => {
                    self.key(name);
                    self.open("[", first);
                    for child in first.children().filter(Node::is_element) {
                        self.comma();
                        self.element(child, &[], depth + 1)?;
                    }
                    self.json.text.push(']');
                }
                Child::True => {
                    self.key(name);
                    self.open("true", first);
                }
                Child::Points => self.points(first, name)?,
                Child::Properties => {
                    self.key(name);
                    self.properties(first, depth + 1)?;
                }
                Child::Image => self.image(first),
                Child::Data => self.data(first)?,
            }
        }
        if parent == "text" {
            self.key("text");
            self.string(node.text().unwrap_or_default(), node.range().start);
        }
        Ok(())
    }

    /// Writes points, given as pairs of numbers separated by spaces.
    fn points(&mut self, node: Node, name: &str) -> Parsed<()> {
        self.key(name);
        let start = node
            .attribute_node("points")
            .map_or(node.range().start, |points| points.range_value().start);
        self.raw("[", start, false);
        for pair in node
            .attribute("points")
            .unwrap_or_default()
            .split_ascii_whitespace()
        {
            let number = |text: &str| serde_json::from_str::<f64>(text).is_ok();
            let Some((x, y)) = pair.split_once(',').filter(|(x, y)| number(x) && number(y)) else {
                return Err(self.fail(node, "expected points such as `0,0 16,0 16,8`"));
            };
            self.comma();
            self.json.text.extend(["{\"x\":", x, ",\"y\":", y, "}"]);
        }
        self.json.text.push(']');
        Ok(())
    }

    /// Writes a list of properties as JSON has them.
    fn properties(&mut self, node: Node, depth: usize) -> Parsed<()> {
        self.open("[", node);
        for property in node.children().filter(Node::is_element) {
            self.comma();
            self.open("{", property);
            self.texts(property, &["name", "type", "propertytype"]);
            self.key("value");
            self.property_value(property, depth)?;
            self.json.text.push('}');
        }
        self.json.text.push(']');
        Ok(())
    }

    fn property_value(&mut self, property: Node, depth: usize) -> Parsed<()> {
        if depth >= DEEPEST {
            return Err(self.fail(
                property,
                &format!("the properties are too deep; expected at most {DEEPEST}"),
            ));
        }
        let kind = match property.attribute("type") {
            Some("class") => {
                // Members of a class are named values.
                self.open("{", property);
                let inner = property
                    .children()
                    .filter(|child| child.has_tag_name("properties"));
                for member in inner
                    .flat_map(|inner| inner.children())
                    .filter(Node::is_element)
                {
                    self.key(member.attribute("name").unwrap_or_default());
                    self.property_value(member, depth + 1)?;
                }
                self.json.text.push('}');
                return Ok(());
            }
            Some("list") => {
                self.open("[", property);
                for item in property.children().filter(Node::is_element) {
                    self.comma();
                    self.property_value(item, depth + 1)?;
                }
                self.json.text.push(']');
                return Ok(());
            }
            Some("bool") => AttributeKind::Flag,
            Some("int" | "float" | "object") => AttributeKind::Number,
            _ => AttributeKind::Text,
        };
        match property.attribute_node("value") {
            Some(value) => self.value(value.value(), kind, value.range_value().start),
            // A text of several lines is the content of the element.
            None => self.value(
                property.text().unwrap_or_default(),
                kind,
                property.range().start,
            ),
        }
        Ok(())
    }

    /// Writes a picture as members of its owner.
    fn image(&mut self, node: Node) {
        for (name, member, kind) in [
            ("source", "image", AttributeKind::Text),
            ("width", "imagewidth", AttributeKind::Number),
            ("height", "imageheight", AttributeKind::Number),
            ("trans", "transparentcolor", AttributeKind::Text),
        ] {
            if let Some(attribute) = node.attribute_node(name) {
                self.key(member);
                self.value(attribute.value(), kind, attribute.range_value().start);
            }
        }
    }

    /// Writes the tiles of a layer, whole or in chunks.
    fn data(&mut self, node: Node) -> Parsed<()> {
        self.texts(node, &["encoding", "compression"]);
        let encoding = node.attribute("encoding").unwrap_or_default();
        if node.children().any(|child| child.has_tag_name("chunk")) {
            self.key("chunks");
            self.open("[", node);
            for chunk in node.children().filter(|child| child.has_tag_name("chunk")) {
                self.comma();
                self.open("{", chunk);
                for attribute in chunk.attributes() {
                    self.key(attribute.name());
                    self.value(
                        attribute.value(),
                        AttributeKind::Number,
                        attribute.range_value().start,
                    );
                }
                self.tiles(chunk, encoding)?;
                self.json.text.push('}');
            }
            self.json.text.push(']');
            return Ok(());
        }
        self.tiles(node, encoding)
    }

    fn tiles(&mut self, node: Node, encoding: &str) -> Parsed<()> {
        self.key("data");
        let text = node.children().find(|child| {
            child.is_text() && child.text().is_some_and(|text| !text.trim().is_empty())
        });
        let range = text.map_or(node.range(), |text| text.range());
        let text = text.and_then(|text| text.text()).unwrap_or_default();
        match encoding {
            "csv" => {
                if let Some(at) =
                    text.find(|c: char| !c.is_ascii_digit() && !c.is_ascii_whitespace() && c != ',')
                {
                    let message = "expected numbers of tiles with commas between them".to_owned();
                    return Err(error_before(self.source, range.start + at, message));
                }
                self.raw("[", range.start, false);
                // Line ends may have become shorter; then only some places are exact.
                self.raw(
                    text.trim_end().trim_end_matches(','),
                    range.start,
                    text.len() == range.len(),
                );
                self.json.text.push(']');
            }
            "" => {
                self.raw("[", range.start, false);
                for tile in node.children().filter(Node::is_element) {
                    self.comma();
                    match tile.attribute_node("gid") {
                        Some(gid) => {
                            self.value(gid.value(), AttributeKind::Number, gid.range_value().start);
                        }
                        None => self.value("0", AttributeKind::Number, tile.range().start),
                    }
                }
                self.json.text.push(']');
            }
            _ => self.string(text.trim(), range.start),
        }
        Ok(())
    }
}

/// The type of an attribute in JSON.
#[derive(Clone, Copy)]
enum AttributeKind {
    Text,
    Number,
    Flag,
}
