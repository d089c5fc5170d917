//! Maps of Tiled: JSON (`.tmj`), orthogonal and finite.
//!
//! Of the tiles on a cell the topmost that says something of its terrain decides: by properties, by its class, or by
//! what its layer says. A cell of which nothing is said is floor. Objects of the classes `agent` and `goal` are agents.

use std::borrow::Cow;

use gridwalk_pathfinding::Grid;
use serde::Deserialize;

use super::characters::{Marker, Role, read_agents};
use super::json::{Json, Part, Properties, is_read, shown};
use super::terrains::{Found, Said, Terrains, known_name};
use super::tile_data::read_tiles;
use super::tilesets::{LAST_TILE, Tilesets, file_of};
use crate::formats::error::{Parsed, counted, error_at, shortened};
use crate::formats::notes::{Beside, Notes};
use crate::{Level, LevelGrid};

#[derive(Deserialize)]
#[serde(expecting = "a map of Tiled")]
struct Map<'a> {
    #[serde(borrow, default)]
    r#type: Option<Part<'a>>,
    #[serde(borrow)]
    orientation: Option<Part<'a>>,
    #[serde(borrow)]
    infinite: Option<Part<'a>>,
    #[serde(borrow)]
    width: Part<'a>,
    #[serde(borrow)]
    height: Part<'a>,
    #[serde(borrow)]
    tilewidth: Part<'a>,
    #[serde(borrow)]
    tileheight: Part<'a>,
    #[serde(borrow)]
    layers: Vec<Part<'a>>,
    #[serde(borrow, default)]
    tilesets: Vec<Part<'a>>,
    #[serde(borrow, default)]
    properties: Vec<Part<'a>>,
}

#[derive(Deserialize)]
#[serde(expecting = "a layer of a map")]
struct Layer<'a> {
    #[serde(borrow)]
    r#type: Cow<'a, str>,
    #[serde(borrow, default)]
    name: Cow<'a, str>,
    #[serde(borrow, default)]
    class: Cow<'a, str>,
    visible: Option<bool>,
    #[serde(default)]
    offsetx: f64,
    #[serde(default)]
    offsety: f64,
    #[serde(borrow)]
    data: Option<Part<'a>>,
    #[serde(borrow)]
    compression: Option<Part<'a>>,
    #[serde(borrow, default)]
    layers: Vec<Part<'a>>,
    #[serde(borrow, default)]
    objects: Vec<Part<'a>>,
    #[serde(borrow, default)]
    properties: Vec<Part<'a>>,
}

#[derive(Deserialize)]
#[serde(expecting = "an object of a layer")]
struct Object<'a> {
    id: Option<i64>,
    #[serde(borrow, default)]
    name: Cow<'a, str>,
    #[serde(borrow, default)]
    r#type: Cow<'a, str>,
    #[serde(borrow, default)]
    class: Cow<'a, str>,
    #[serde(borrow)]
    gid: Option<Part<'a>>,
    #[serde(default)]
    x: f64,
    #[serde(default)]
    y: f64,
    #[serde(default)]
    width: f64,
    #[serde(default)]
    height: f64,
    #[serde(borrow, default)]
    properties: Vec<Part<'a>>,
}

/// Groups of layers may stand in one another so deep.
const DEEPEST: usize = 64;

/// The files of tilesets to which a map refers; none where it cannot be read.
pub fn files_of_map(text: &str) -> Vec<String> {
    let files = || -> Parsed<Vec<String>> {
        let (json, map): (_, Map) = Json::open(text, "a map of Tiled")?;
        let parts = map.tilesets.into_iter().filter_map(|part| file_of(json, part).transpose());
        parts.map(|part| Ok(json.text(part?, "the name of a file")?.into_owned())).collect()
    };
    files().unwrap_or_default().into_iter().filter(|file| is_read(file)).collect()
}

/// Reads a map. `beside` holds the files of its tilesets.
///
/// # Errors
/// The first mistake, with its place.
pub fn parse_tiled(text: &str, beside: &Beside) -> Parsed<(Level, Notes)> {
    let (json, map): (_, Map) = open(text)?;
    let side = |part, what| json.whole(part, what, 1..=Grid::MAX_SIDE);
    let (width, height) = (side(map.width, "the columns of the map")?, side(map.height, "the rows of the map")?);
    let tile = |part, what| json.whole(part, what, 1..=u16::MAX);
    let tile = [tile(map.tilewidth, "the width of a tile")?, tile(map.tileheight, "the height of a tile")?];
    let mut reader = Reader {
        json,
        count: width as usize * height as usize,
        tile,
        tilesets: Tilesets::read(json, map.tilesets, beside)?,
        terrains: Terrains::default(),
        cells: Vec::new(),
        markers: Vec::new(),
        notes: Notes::default(),
    };
    for part in map.layers {
        reader.read_layer(part, 0)?;
    }
    if reader.cells.is_empty() {
        return Err(json.fail_whole("the map has no layer of tiles; expected one that is visible"));
    }
    let properties = Properties::read(json, map.properties)?;
    let empty = match properties.get("empty") {
        None => None,
        Some(part) => {
            let name = json.text(part, "the terrain of empty cells")?;
            let said = Said { name: Some(name.into_owned()), ..Said::default() };
            let wanted = "expected a terrain that every level knows, such as `wall`, for empty cells";
            let found = reader.terrains.find(&said).map_err(|many| json.fail_whole(many))?;
            Some(found.ok_or_else(|| json.fail(part, format!("{wanted}, found {}", shown(part))))?)
        }
    };
    let cells: Vec<Found> = reader
        .cells
        .into_iter()
        .map(|cell| match cell {
            Tile::Said(found) => found,
            Tile::None => empty.unwrap_or(Terrains::FLOOR),
            Tile::Plain => Terrains::FLOOR,
        })
        .collect();
    let (cells, legend) = reader.terrains.legend(&cells);
    let grid = LevelGrid::new(width, height, cells, legend).map_err(|error| json.fail_whole(error.to_string()))?;
    let agents = read_agents(json, reader.markers, &grid, &mut reader.notes)?;
    let text = |name| properties.text(json, name).map(Option::unwrap_or_default);
    let level = Level { name: text("name")?, about: text("about")?, agents, ..Level::of_grid(grid) };
    Ok((level, reader.notes))
}

/// The map, if it is one that has rows and columns.
fn open(text: &str) -> Parsed<(Json<'_>, Map<'_>)> {
    #[derive(Deserialize)]
    struct Kind<'a> {
        #[serde(borrow)]
        r#type: Option<Cow<'a, str>>,
    }
    if text.trim_start().starts_with('<') {
        let message = "this is XML; save the map in Tiled as JSON, with a name that ends in .tmj";
        return Err(error_at(text, text, message));
    }
    let (json, kind): (_, Kind) = Json::open(text, "a map of Tiled")?;
    if kind.r#type.is_some_and(|kind| kind == "tileset") {
        return Err(json.fail_whole("this is a tileset of Tiled; open the map (.tmj) that uses it"));
    }
    let (json, map): (_, Map) = Json::open(text, "a map of Tiled")?;
    if let Some(part) = map.r#type.filter(|part| part.get() != "\"map\"") {
        return Err(json.fail(part, format!("expected a map, found {}", shown(part))));
    }
    if let Some(part) = map.orientation.filter(|part| part.get() != "\"orthogonal\"") {
        return Err(json.fail(part, format!("expected an orthogonal map, found {}", shown(part))));
    }
    if let Some(part) = map.infinite.filter(|part| part.get() != "false") {
        let message = "the map is infinite; in Tiled, switch that off in the properties of the map and save it again";
        return Err(json.fail(part, message));
    }
    Ok((json, map))
}

/// What is known of a cell.
#[derive(Clone, Copy)]
enum Tile {
    /// No tile lies there.
    None,
    /// Its tiles say nothing.
    Plain,
    Said(Found),
}

/// What was read of a map.
struct Reader<'a> {
    json: Json<'a>,
    /// How many cells there are.
    count: usize,
    /// Width and height of one in pixels.
    tile: [u16; 2],
    tilesets: Tilesets,
    terrains: Terrains,
    cells: Vec<Tile>,
    markers: Vec<Marker<'a>>,
    notes: Notes,
}

impl<'a> Reader<'a> {
    fn read_layer(&mut self, part: Part<'a>, depth: usize) -> Parsed<()> {
        let json = self.json;
        let layer: Layer = json.read(part, "a layer")?;
        let properties = Properties::read(json, layer.properties)?;
        let class = Some(&*layer.class).filter(|class| !class.is_empty());
        let said = Said::of(json, &properties, class.or_else(|| known_name(&layer.name)))?;
        let name = shortened(&layer.name);
        let mut leave_out = |message: String| self.notes.left_out.push(json.fail(part, message));
        if layer.visible == Some(false) && said.terrain().is_none() {
            leave_out(format!("the hidden layer {name} is not read"));
            return Ok(());
        }
        if layer.offsetx != 0.0 || layer.offsety != 0.0 {
            leave_out(format!("the offset of layer {name} is not read"));
        }
        match &*layer.r#type {
            "tilelayer" => self.read_tiles(&layer.name, part, layer.data, layer.compression, &said),
            "objectgroup" => {
                let mut others = 0;
                for object in layer.objects {
                    others += usize::from(!self.read_object(object)?);
                }
                if others > 0 {
                    let message =
                        format!("{} of layer {name} not read: no agent and no goal", counted(others, "object"));
                    self.notes.left_out.push(json.fail(part, message));
                }
                Ok(())
            }
            "group" if depth == DEEPEST => {
                Err(json.fail(part, format!("the groups are too deep; expected at most {DEEPEST} in one another")))
            }
            "group" => layer.layers.into_iter().try_for_each(|inner| self.read_layer(inner, depth + 1)),
            "imagelayer" => {
                leave_out(format!("the image layer {name} is not read"));
                Ok(())
            }
            other => {
                let found = shortened(other);
                Err(json.fail(part, format!("expected a layer of tiles, objects, an image or a group, found {found}")))
            }
        }
    }

    fn read_tiles(
        &mut self,
        name: &str,
        part: Part<'a>,
        data: Option<Part<'a>>,
        compression: Option<Part<'a>>,
        of_layer: &Said,
    ) -> Parsed<()> {
        let json = self.json;
        let Some(data) = data else {
            return Err(json.fail(part, format!("layer {} has no data", shortened(name))));
        };
        let tiles = read_tiles(json, data, compression, self.count)?;
        let of_layer = self.terrains.find(of_layer).map_err(|many| json.fail(part, many))?;
        self.cells.resize(self.count, Tile::None);
        // Neighbours are mostly alike.
        let mut last = (0, Tile::None);
        for (number, tile) in tiles.into_iter().enumerate() {
            let tile = tile & LAST_TILE;
            if tile == 0 {
                continue;
            }
            if last.0 != tile {
                let Some(said) = self.tilesets.said_by(tile) else {
                    let message = format!("expected a tile of the map's tilesets, found number {tile}");
                    return Err(json.fail_in_list(data, number, message));
                };
                let found = self.terrains.find(said).map_err(|many| json.fail(data, many))?.or(of_layer);
                last = (tile, found.map_or(Tile::Plain, Tile::Said));
            }
            let cell = &mut self.cells[number];
            match last.1 {
                // What lies below decides.
                Tile::Plain if matches!(cell, Tile::Said(_)) => {}
                decided => *cell = decided,
            }
        }
        Ok(())
    }

    /// Whether the object is an agent or a goal.
    fn read_object(&mut self, part: Part<'a>) -> Parsed<bool> {
        let json = self.json;
        let object: Object = json.read(part, "an object")?;
        let class = if object.r#type.is_empty() { &object.class } else { &object.r#type };
        let Some(role) = Role::of_class(class) else { return Ok(false) };
        // Objects that are tiles lie above their place, all others below it.
        let down = if object.gid.is_some() { -0.5 } else { 0.5 };
        let middle = [object.x + object.width * 0.5, object.y + object.height * down];
        let middle = [0, 1].map(|axis| middle[axis] / f64::from(self.tile[axis]));
        let properties = Properties::read(json, object.properties)?;
        let name = object.name.into_owned();
        self.markers.push(Marker { role, part, id: object.id, name, middle, goals: Vec::new(), properties });
        Ok(true)
    }
}
