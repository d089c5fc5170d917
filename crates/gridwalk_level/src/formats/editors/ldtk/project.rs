//! The contents of an `LDtk` project: its definitions, its levels, and the layers of a level.
//!
//! Definitions give the terrains of layer values, the sizes of entities, and the tags of tiles.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use gridwalk_pathfinding::{Grid, Terrain};

use crate::formats::SolidRule;
use crate::formats::common::{Parsed, in_quotes, one_of, shortened};
use crate::formats::editors::json::{JsonPart, Object};
use crate::formats::editors::terrains::{RuleDecision, Said, Solid, is_blocked_ground, known_name};
use crate::formats::editors::{Report, WallRule};

/// The definitions, by their ids.
pub struct Definitions<'a, 'h> {
    pub solid: Solid<'h>,
    layers: HashMap<i64, LayerDefinition<'a>>,
    /// Side lengths of entities in pixels.
    pub entities: HashMap<i64, [f64; 2]>,
    tilesets: HashMap<i64, TilesetDefinition<'a>>,
}

/// The meaning of the values of a layer.
pub struct LayerDefinition<'a> {
    object: Option<Object<'a>>,
    values: HashMap<u32, Value<'a>>,
    is_decided: bool,
}

/// A value of a layer.
pub struct Value<'a> {
    part: JsonPart<'a>,
    object: Option<Object<'a>>,
    name: String,
    group: Option<String>,
    pub said: Said,
    /// Whether its name states no cost, and no note about that was made yet.
    is_unknown: bool,
}

/// The tags and data of the tiles of a tileset.
#[derive(Default)]
pub struct TilesetDefinition<'a> {
    pub tags: HashMap<u32, Vec<(String, JsonPart<'a>)>>,
    /// Tiles with custom data.
    pub with_data: HashSet<u32>,
}

/// Members of a layer definition that do not matter for a grid.
///
/// They control drawing in the editor and its rules for pictures. The offset is repeated in each
/// level.
const EDITOR_OF_DEFINITION: &str = "
    __type autoRuleGroups autoSourceLayerDefUid autoTilesKilledByOtherLayerUid autoTilesetDefUid biomeFieldUid
    canSelectWhenInactive displayOpacity doc excludedTags gridSize guideGridHei guideGridWid
    hideFieldsWhenInactive hideInList identifier inactiveOpacity parallaxScaling pxOffsetX pxOffsetY
    renderInWorldView requiredTags tilePivotX tilePivotY tilesetDefUid type uiColor uiFilterTags useAsyncRender";

impl<'a, 'h> Definitions<'a, 'h> {
    pub fn read(part: JsonPart<'a>, solid: Solid<'h>, report: &mut Report) -> Parsed<Self> {
        let mut all = part.object("the definitions of the project")?;
        let number = |part: JsonPart| part.whole("the number of a definition", i64::MIN..=i64::MAX);
        let mut layers = HashMap::new();
        for part in all.need("layers")?.list("the definitions of layers")? {
            let mut layer = part.object("the definition of a layer")?;
            layers.insert(number(layer.need("uid")?)?, LayerDefinition::read(layer)?);
        }
        let mut entities = HashMap::new();
        for part in all.take_list("entities")? {
            let mut entity = part.object("the definition of an entity")?;
            let uid = number(entity.need("uid")?)?;
            entities.insert(
                uid,
                [entity.take_number("width")?, entity.take_number("height")?],
            );
        }
        let mut tilesets = HashMap::new();
        for part in all.take_list("tilesets")? {
            let mut tileset = part.object("the definition of a tileset")?;
            tilesets.insert(
                number(tileset.need("uid")?)?,
                TilesetDefinition::read(&mut tileset)?,
            );
        }
        // The values of enums and fields are read where levels use them.
        all.drop_members("enums externalEnums levelFields");
        report.unread("definitions", "the definitions", all);
        Ok(Self {
            solid,
            layers,
            entities,
            tilesets,
        })
    }

    /// Returns the definition of a layer, whose values are decided when the layer is first used.
    pub fn layer(
        &mut self,
        uid: i64,
        name: &str,
        part: JsonPart,
        report: &mut Report,
    ) -> Parsed<&mut LayerDefinition<'a>> {
        let solid = self.solid;
        let layer = self.layers.get_mut(&uid);
        let layer = layer.ok_or_else(|| {
            part.fail(format!(
                "expected a layer that the project defines, found {uid}"
            ))
        })?;
        layer.decide(name, part, solid, report);
        Ok(layer)
    }

    /// Reports the parts of a layer's definition that were not read.
    pub fn report_layer(&mut self, uid: i64, name: &str, report: &mut Report) {
        let Some(layer) = self.layers.get_mut(&uid) else {
            return;
        };
        if let Some(object) = layer.object.take() {
            report.unread(
                "layer definition",
                &format!("the definition of layer {}", shortened(name)),
                object,
            );
        }
        for value in layer.values.values_mut() {
            if let Some(object) = value.object.take() {
                report.unread(
                    "value definition",
                    &format!("the value {}", shortened(&value.name)),
                    object,
                );
            }
        }
    }
}

impl<'a> LayerDefinition<'a> {
    fn read(mut layer: Object<'a>) -> Parsed<Self> {
        let mut groups: HashMap<i64, String> = HashMap::new();
        for part in layer.take_list("intGridValuesGroups")? {
            let mut group = part.object("a group of values")?;
            let uid = group
                .need("uid")?
                .whole("the number of a group", i64::MIN..=i64::MAX)?;
            groups.insert(uid, group.take_text("identifier")?.into_owned());
        }
        let mut values = HashMap::new();
        for (part, place) in layer.take_list("intGridValues")?.into_iter().zip(1..) {
            let mut value = part.object("a value of a layer")?;
            // Before LDtk 0.8, values were numbered by their position.
            let number = value
                .take("value")
                .map(|part| part.whole("a value of a layer", 1..=u32::MAX))
                .transpose()?;
            let name = value.take_text("identifier")?.into_owned();
            let mut said = said_by(&name);
            said.color = value
                .take("color")
                .map(JsonPart::color)
                .transpose()?
                .flatten();
            let group = value
                .take("groupUid")
                .and_then(|part| part.get().parse().ok());
            let group = group.and_then(|uid: i64| groups.get(&uid).cloned());
            value.drop_members("tile");
            let object = Some(value);
            values.insert(
                number.unwrap_or(place),
                Value {
                    part,
                    object,
                    name,
                    group,
                    said,
                    is_unknown: false,
                },
            );
        }
        layer.drop_members(EDITOR_OF_DEFINITION);
        Ok(Self {
            object: Some(layer),
            values,
            is_decided: false,
        })
    }

    /// Decides which values are walls: by their own names, else by the name of the layer.
    fn decide(&mut self, name: &str, part: JsonPart, solid: Solid, report: &mut Report) {
        if std::mem::replace(&mut self.is_decided, true) {
            return;
        }
        let mut open: Vec<&mut Value> = Vec::new();
        let mut has_walls = false;
        let mut numbers: Vec<_> = self.values.iter_mut().collect();
        numbers.sort_by_key(|(number, _)| **number);
        for (number, value) in numbers {
            let is_wall = |said: &Said| {
                said.terrain()
                    .is_some_and(|entry| entry.terrain.is_blocked())
            };
            let is_known = value.said.terrain().is_some() && !is_blocked_ground(&value.name);
            if is_known && (solid.is_guessed() || is_wall(&value.said)) {
                has_walls |= is_wall(&value.said);
                continue;
            }
            let verdict = solid
                .by_value(&value.name, *number, value.part, report)
                .or_else(|| solid.by_ground(&value.name, SolidRule::Value, value.part, report))
                .or_else(|| match &value.group {
                    Some(group) => solid.by_class(group, value.part, report),
                    None => RuleDecision::Nothing,
                });
            match verdict {
                RuleDecision::Wall(rule) => {
                    has_walls = true;
                    value.said = value.said.clone().with_wall(rule);
                }
                RuleDecision::Open if solid.is_guessed() => value.said.cost = Some(Some(1)),
                _ if is_known => {}
                _ => open.push(value),
            }
        }
        // In a layer for walls whose values name no walls, every value that names no terrain is a
        // wall.
        let by_layer = if has_walls && solid.is_guessed() {
            RuleDecision::Nothing
        } else {
            solid.by_layer(name, part, report)
        };
        for value in open {
            if let RuleDecision::Wall(rule) = by_layer {
                value.said = value.said.clone().with_wall(rule);
            } else {
                value.is_unknown = true;
                value.said.cost = Some(Some(1));
            }
        }
    }

    /// Returns the terrain of a value; `None` if the layer has no such value.
    ///
    /// The first use of a value without a known terrain is noted.
    pub fn said_by(&mut self, number: u32, report: &mut Report) -> Option<&Said> {
        let value = self.values.get_mut(&number)?;
        if std::mem::take(&mut value.is_unknown) {
            let name = shortened(&value.name);
            report.note(
                value.part,
                format!("the value {number}, {name}, says no cost; it is read as free ground"),
            );
        }
        Some(&value.said)
    }
}

impl<'a> TilesetDefinition<'a> {
    fn read(tileset: &mut Object<'a>) -> Parsed<Self> {
        let mut definition = Self::default();
        for part in tileset.take_list("enumTags")? {
            let mut tag = part.object("a tag of tiles")?;
            let name = tag.take_text("enumValueId")?.into_owned();
            if let Some(tiles) = tag.take("tileIds") {
                for tile in tiles.read::<Vec<u32>>("the tiles of a tag")? {
                    definition
                        .tags
                        .entry(tile)
                        .or_default()
                        .push((name.clone(), part));
                }
            }
        }
        for part in tileset.take_list("customData")? {
            let mut data = part.object("the data of a tile")?;
            definition.with_data.insert(
                data.need("tileId")?
                    .whole("the number of a tile", 0..=u32::MAX)?,
            );
        }
        Ok(definition)
    }
}

/// Reads the cost in a name: `mud_8` costs 8, `rock_blocked` is blocked, and so is an empty name.
fn said_by(identifier: &str) -> Said {
    if identifier.is_empty() {
        return Said {
            cost: Some(None),
            ..Said::default()
        };
    }
    let parted = identifier.rsplit_once('_').and_then(|(name, end)| {
        if end.eq_ignore_ascii_case("blocked") {
            return Some((name, None));
        }
        let cost = end
            .parse()
            .ok()
            .filter(|cost| (1..=Terrain::MAX_COST).contains(cost))?;
        Some((name, Some(cost)))
    });
    let (name, cost) = parted.map_or((identifier, None), |(name, cost)| (name, Some(cost)));
    let name = known_name(name).map_or_else(|| name.to_owned(), str::to_owned);
    Said {
        name: Some(name),
        cost,
        color: None,
        wall: WallRule::default(),
    }
}

/// A level of the project and its position.
pub struct OneLevel<'a> {
    pub part: JsonPart<'a>,
    pub name: Cow<'a, str>,
    /// The file that holds its layers.
    pub file: Option<JsonPart<'a>>,
    /// The position in the world in pixels, then the depth of its plane.
    pub at: [i64; 2],
    pub depth: i64,
    pub object: Object<'a>,
}

/// The maximum number of names listed in a note.
const MAX_NAMES: usize = 30;

/// Chooses the levels to read.
pub fn chosen<'a>(
    project: &mut Object<'a>,
    wanted: Option<&str>,
    report: &mut Report,
) -> Parsed<Vec<OneLevel<'a>>> {
    let root = project.part;
    let mut worlds = vec![(project.peek("worldLayout"), project.take_list("levels")?)];
    for world in project.take_list("worlds")? {
        let mut world = world.object("a world")?;
        worlds.push((world.take("worldLayout"), world.take_list("levels")?));
    }
    worlds.retain(|(_, levels)| !levels.is_empty());
    let mut all = Vec::new();
    for (number, (_, levels)) in worlds.iter().enumerate() {
        for part in levels {
            let mut object = part.object("a level")?;
            let whole = |part: JsonPart| {
                part.whole(
                    "the place of a level",
                    i64::from(i32::MIN)..=i64::from(i32::MAX),
                )
            };
            let mut place = |key| object.take(key).map_or(Ok(0), whole);
            let (at, depth) = ([place("worldX")?, place("worldY")?], place("worldDepth")?);
            let name = object.need("identifier")?.text("the name of a level")?;
            let file = object
                .take("externalRelPath")
                .filter(|file| !file.is_empty());
            all.push((
                number,
                OneLevel {
                    part: *part,
                    name,
                    file,
                    at,
                    depth,
                    object,
                },
            ));
        }
    }
    let names = |all: &[(usize, OneLevel)]| {
        let more = if all.len() > MAX_NAMES {
            format!(" ({} levels)", all.len())
        } else {
            String::new()
        };
        one_of(in_quotes(
            all.iter().take(MAX_NAMES).map(|(_, level)| &*level.name),
        )) + &more
    };
    if let Some(wanted) = wanted {
        let Some(at) = all.iter().position(|(_, level)| level.name == wanted) else {
            let message = format!(
                "no level is called {}; expected {}",
                shortened(wanted),
                names(&all)
            );
            return Err(root.fail(message));
        };
        return Ok(vec![all.swap_remove(at).1]);
    }
    let Some((_, first)) = all.first() else {
        return Err(root.fail("the project has no level; expected at least one"));
    };
    let (count, depth, part) = (all.len(), first.depth, first.part);
    if count == 1 {
        return Ok(all.into_iter().map(|(_, level)| level).collect());
    }
    let is_grid = worlds[0]
        .0
        .is_some_and(|layout| layout.get() == "\"GridVania\"");
    if !is_grid {
        let (_, second) = &all[1];
        let message = format!(
            "the first of {count} levels is read; one of them can be chosen by its name: {}",
            names(&all)
        );
        report.note(second.part, message);
        return Ok(all.into_iter().take(1).map(|(_, level)| level).collect());
    }
    all.retain(|(world, level)| *world == 0 && level.depth == depth);
    let read = all.len();
    let others = if read < count {
        format!("; {} in other planes or worlds are not", count - read)
    } else {
        String::new()
    };
    let message = format!(
        "{read} levels of the world are read as one map{others}; cells of no level are walls"
    );
    report.note(
        part,
        format!(
            "{message}; one level can be chosen by its name: {}",
            names(&all)
        ),
    );
    Ok(all.into_iter().map(|(_, level)| level).collect())
}

/// The layers of a level.
pub struct LevelLayers<'a> {
    pub part: JsonPart<'a>,
    /// The layers, the topmost first.
    pub layers: Vec<LdtkLayer<'a>>,
    /// The size in pixels, if the level states it.
    pixels: Option<[u32; 2]>,
    /// The position in the world in pixels.
    pub at: [i64; 2],
}

pub struct LdtkLayer<'a> {
    pub part: JsonPart<'a>,
    pub name: String,
    pub kind: String,
    /// Columns and rows.
    pub size: [u32; 2],
    /// The side of a cell in pixels.
    pub side: u32,
    pub definition: i64,
    pub offset: [f64; 2],
    pub is_hidden: bool,
    pub object: Object<'a>,
}

impl<'a> LevelLayers<'a> {
    pub fn read(
        part: JsonPart<'a>,
        layers: Vec<JsonPart<'a>>,
        pixels: Option<[u32; 2]>,
        at: [i64; 2],
    ) -> Parsed<Self> {
        let layers = layers
            .into_iter()
            .map(LdtkLayer::read)
            .collect::<Parsed<_>>()?;
        Ok(Self {
            part,
            layers,
            pixels,
            at,
        })
    }

    /// Returns the layers of values.
    pub fn values(&self) -> impl Iterator<Item = &LdtkLayer<'a>> {
        self.layers.iter().filter(|layer| layer.kind == "IntGrid")
    }

    /// Returns columns and rows in cells of this side.
    pub fn cells(&self, side: u32) -> [u32; 2] {
        let of_layers = |axis: usize| {
            self.values()
                .map(|layer| layer.size[axis].saturating_mul(layer.side).div_ceil(side))
                .max()
                .unwrap_or(1)
        };
        [0, 1].map(|axis| match self.pixels {
            Some(pixels) => pixels[axis].div_ceil(side),
            None => of_layers(axis),
        })
    }
}

impl<'a> LdtkLayer<'a> {
    fn read(part: JsonPart<'a>) -> Parsed<Self> {
        let mut layer = part.object("a layer")?;
        let side = |part: JsonPart, what| part.whole(what, 1..=Grid::MAX_SIDE);
        let name = layer
            .need("__identifier")?
            .text("the name of a layer")?
            .into_owned();
        let kind = layer
            .need("__type")?
            .text("the type of a layer")?
            .into_owned();
        let size = [
            side(layer.need("__cWid")?, "the columns of a layer")?,
            side(layer.need("__cHei")?, "the rows of a layer")?,
        ];
        let side = layer
            .need("__gridSize")?
            .whole("the side of a cell in pixels", 1..=u32::from(u16::MAX))?;
        let definition = layer
            .need("layerDefUid")?
            .whole("the definition of a layer", i64::MIN..=i64::MAX)?;
        let mut offset = [0.0; 2];
        for (axis, [total, own]) in [
            ["__pxTotalOffsetX", "pxOffsetX"],
            ["__pxTotalOffsetY", "pxOffsetY"],
        ]
        .into_iter()
        .enumerate()
        {
            let part = layer.take(total).or_else(|| layer.take(own));
            offset[axis] = part.map_or(Ok(0.0), |part| part.number("the offset of a layer"))?;
        }
        let is_hidden = layer
            .take("visible")
            .map(|part| part.flag("visible"))
            .transpose()?
            == Some(false);
        Ok(Self {
            part,
            name,
            kind,
            size,
            side,
            definition,
            offset,
            is_hidden,
            object: layer,
        })
    }

    /// Returns the tileset of the layer if some of its tiles have tags or data.
    pub fn tagged<'d>(
        &self,
        definitions: &'d Definitions<'a, '_>,
    ) -> Option<&'d TilesetDefinition<'a>> {
        let uid = self
            .object
            .peek("overrideTilesetUid")
            .or_else(|| self.object.peek("__tilesetDefUid"));
        let tileset = definitions.tilesets.get(&uid?.get().parse().ok()?)?;
        Some(tileset).filter(|tileset| !tileset.tags.is_empty() || !tileset.with_data.is_empty())
    }

    /// Returns `true` if the layer seems to have a value, judged by its text.
    pub fn is_used(&self) -> bool {
        let text = self.object.peek("intGridCsv").map_or("", JsonPart::get);
        // Before LDtk 0.8, only cells with a value were listed.
        text.bytes().any(|byte| matches!(byte, b'1'..=b'9'))
            || self
                .object
                .peek("intGrid")
                .is_some_and(|old| !old.is_empty())
    }

    /// Reads the values of the cells, 0 for none.
    pub fn values(&mut self) -> Parsed<Option<(JsonPart<'a>, Vec<u32>)>> {
        let count = self.size[0] as usize * self.size[1] as usize;
        let old = self.object.take("intGrid").filter(|part| !part.is_empty());
        let csv = self.object.take("intGridCsv");
        match (csv, old) {
            (Some(csv), None) => Ok(Some((csv, csv.numbers("the values of a layer", count)?))),
            (Some(csv), Some(_)) if !csv.is_empty() => {
                Ok(Some((csv, csv.numbers("the values of a layer", count)?)))
            }
            // Before LDtk 0.8, the list held indices of cells, with values from 0.
            (_, Some(list)) => {
                let mut values = vec![0; count];
                for part in list.list("the values of a layer")? {
                    let mut cell = part.object("a cell with `coordId` and `v`")?;
                    let last = u32::try_from(count.saturating_sub(1)).unwrap_or(u32::MAX);
                    let at = cell
                        .need("coordId")?
                        .whole("the number of a cell", 0..=last)?;
                    values[at as usize] = cell
                        .need("v")?
                        .whole("the value of a cell", 0..=u32::MAX - 1)?
                        + 1;
                }
                Ok(Some((list, values)))
            }
            (None, None) => Ok(None),
        }
    }
}
