//! Tilesets of Tiled: what their tiles say of terrain.

use std::borrow::Cow;
use std::collections::HashMap;

use serde::Deserialize;

use super::json::{Json, Part, Properties, ending_is};
use super::terrains::Said;
use crate::formats::error::{Parsed, shortened};
use crate::formats::notes::Beside;

/// The tiles of a map.
#[derive(Default)]
pub struct Tilesets(Vec<Tileset>);

struct Tileset {
    /// The number of its first tile on the map.
    first: u32,
    /// How many tiles it has, where it says so.
    count: Option<u32>,
    said: HashMap<u32, Said>,
}

/// A tileset in a map: as a whole, or the file that it is in.
#[derive(Deserialize)]
struct Reference<'a> {
    #[serde(borrow)]
    firstgid: Part<'a>,
    #[serde(borrow)]
    source: Option<Part<'a>>,
}

#[derive(Deserialize)]
struct Tiles<'a> {
    #[serde(borrow)]
    tilecount: Option<Part<'a>>,
    #[serde(borrow, default)]
    tiles: Vec<Part<'a>>,
}

#[derive(Deserialize)]
struct Tile<'a> {
    #[serde(borrow)]
    id: Part<'a>,
    #[serde(borrow, default)]
    r#type: Cow<'a, str>,
    #[serde(borrow, default)]
    class: Cow<'a, str>,
    #[serde(borrow, default)]
    properties: Vec<Part<'a>>,
}

/// The largest number that a tile can have on a map: the bits above it say how it is turned.
pub const LAST_TILE: u32 = 0x0FFF_FFFF;

/// The file that a tileset is in; none if it stands in the map.
pub fn file_of<'a>(json: Json<'a>, part: Part<'a>) -> Parsed<Option<Part<'a>>> {
    json.read::<Reference>(part, "a tileset").map(|tileset| tileset.source)
}

impl Tilesets {
    pub fn read<'a>(json: Json<'a>, parts: Vec<Part<'a>>, beside: &'a Beside) -> Parsed<Self> {
        let mut tilesets = Vec::with_capacity(parts.len());
        for part in parts {
            let Reference { firstgid, source } = json.read(part, "a tileset")?;
            let first = json.whole(firstgid, "the number of the tileset's first tile", 1..=LAST_TILE)?;
            let (count, said) = match source {
                None => read_tiles(json, json.read(part, "a tileset")?)?,
                Some(name) => {
                    let file = json.text(name, "the name of a tileset's file")?;
                    if ending_is(&file, &["tsx", "xml"]) {
                        let message = "is XML; save it in Tiled as JSON (.tsj), and then the map";
                        return Err(json.fail(name, format!("the tileset {} {message}", shortened(&file))));
                    }
                    let opened = json.text_beside(name, beside).and_then(|text| {
                        let opened = Json::open(text, "a tileset of Tiled in JSON")
                            .and_then(|(json, tiles)| read_tiles(json, tiles));
                        opened.map_err(|error| {
                            json.fail(name, format!("the tileset {} has a mistake in {error}", shortened(&file)))
                        })
                    });
                    opened?
                }
            };
            tilesets.push(Tileset { first, count, said });
        }
        tilesets.sort_by_key(|tileset| tileset.first);
        Ok(Self(tilesets))
    }

    /// What the tile of this number says of its terrain; none if there is no such tile.
    pub fn said_by(&self, tile: u32) -> Option<&Said> {
        static NOTHING: Said = Said { name: None, cost: None, color: None };
        let tileset = &self.0[..self.0.partition_point(|tileset| tileset.first <= tile)].last()?;
        let number = tile - tileset.first;
        tileset.count.is_none_or(|count| number < count).then(|| tileset.said.get(&number).unwrap_or(&NOTHING))
    }
}

fn read_tiles<'a>(json: Json<'a>, tiles: Tiles<'a>) -> Parsed<(Option<u32>, HashMap<u32, Said>)> {
    let count = tiles.tilecount.map(|part| json.whole(part, "how many tiles there are", 0..=LAST_TILE)).transpose()?;
    let mut said = HashMap::with_capacity(tiles.tiles.len());
    for part in tiles.tiles {
        let tile: Tile = json.read(part, "a tile")?;
        let id = json.whole(tile.id, "the number of a tile", 0..=LAST_TILE)?;
        let class = if tile.r#type.is_empty() { &tile.class } else { &tile.r#type };
        said.insert(id, Said::of(json, &Properties::read(json, tile.properties)?, Some(class))?);
    }
    Ok((count, said))
}
