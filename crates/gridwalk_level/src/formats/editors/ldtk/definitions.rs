//! The definitions of an `LDtk` project: the terrains of layer values, and the tags of tiles.

use std::collections::{HashMap, HashSet};

use gridwalk_pathfinding::Terrain;

use crate::formats::SolidRule;
use crate::formats::editors::json::{Object, Part};
use crate::formats::editors::report::{Report, WallRule};
use crate::formats::editors::terrains::{Said, Solid, Verdict, is_blocked_ground, known_name};
use crate::formats::error::{Parsed, shortened};

/// The definitions, by their ids.
pub struct Definitions<'a, 'h> {
    pub solid: Solid<'h>,
    layers: HashMap<i64, LayerDefinition<'a>>,
    /// Side lengths of entities in pixels.
    entities: HashMap<i64, [f64; 2]>,
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
    part: Part<'a>,
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
    /// The tags by tile.
    pub tags: HashMap<u32, Vec<(String, Part<'a>)>>,
    /// Tiles with custom data.
    pub with_data: HashSet<u32>,
}

/// Members of a layer definition that do not matter for a grid.
///
/// They control drawing in the editor and its rules for pictures. The offset is repeated in each
/// level.
const EDITOR: &[&str] = &[
    "__type",
    "autoRuleGroups",
    "autoSourceLayerDefUid",
    "autoTilesKilledByOtherLayerUid",
    "autoTilesetDefUid",
    "biomeFieldUid",
    "canSelectWhenInactive",
    "displayOpacity",
    "doc",
    "excludedTags",
    "gridSize",
    "guideGridHei",
    "guideGridWid",
    "hideFieldsWhenInactive",
    "hideInList",
    "identifier",
    "inactiveOpacity",
    "parallaxScaling",
    "pxOffsetX",
    "pxOffsetY",
    "renderInWorldView",
    "requiredTags",
    "tilePivotX",
    "tilePivotY",
    "tilesetDefUid",
    "type",
    "uiColor",
    "uiFilterTags",
    "useAsyncRender",
];

impl<'a, 'h> Definitions<'a, 'h> {
    pub fn read(part: Part<'a>, solid: Solid<'h>, report: &mut Report) -> Parsed<Self> {
        let mut all = part.object("the definitions of the project")?;
        let number = |part: Part| part.whole("the number of a definition", i64::MIN..=i64::MAX);
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
        all.drop_members(&["enums", "externalEnums", "levelFields"]);
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
        part: Part,
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
        if let Some(layer) = self.layers.get_mut(&uid) {
            layer.report_rest(name, report);
        }
    }

    pub fn entity_size(&self, uid: i64) -> [f64; 2] {
        self.entities.get(&uid).copied().unwrap_or_default()
    }

    pub fn tileset(&self, uid: i64) -> Option<&TilesetDefinition<'a>> {
        self.tilesets.get(&uid)
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
            said.color = value.take("color").map(Part::color).transpose()?.flatten();
            let group = value
                .take("groupUid")
                .and_then(|part| part.get().parse().ok());
            let group = group.and_then(|uid: i64| groups.get(&uid).cloned());
            value.drop_members(&["tile"]);
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
        layer.drop_members(EDITOR);
        Ok(Self {
            object: Some(layer),
            values,
            is_decided: false,
        })
    }

    /// Reports the parts of the definition that were not read.
    fn report_rest(&mut self, name: &str, report: &mut Report) {
        if let Some(object) = self.object.take() {
            report.unread(
                "layer definition",
                &format!("the definition of layer {}", shortened(name)),
                object,
            );
        }
        for value in self.values.values_mut() {
            if let Some(object) = value.object.take() {
                report.unread(
                    "value definition",
                    &format!("the value {}", shortened(&value.name)),
                    object,
                );
            }
        }
    }

    /// Decides which values are walls: by their own names, else by the name of the layer.
    fn decide(&mut self, name: &str, part: Part, solid: Solid, report: &mut Report) {
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
            let by_group = |report: &mut Report| match &value.group {
                Some(group) => solid.by_class(group, value.part, report),
                None => Verdict::Nothing,
            };
            let by_value = solid.by_value(&value.name, *number, value.part, report);
            let verdict = match by_value
                .or_else(|| solid.by_ground(&value.name, SolidRule::Value, value.part, report))
            {
                Verdict::Nothing => by_group(report),
                verdict => verdict,
            };
            match verdict {
                Verdict::Wall(rule) => {
                    has_walls = true;
                    value.said = value.said.clone().with_wall(rule);
                }
                Verdict::Open if solid.is_guessed() => value.said.cost = Some(Some(1)),
                _ if is_known => {}
                _ => open.push(value),
            }
        }
        // In a layer for walls whose values name no walls, every value that names no terrain is a
        // wall.
        let by_layer = if has_walls && solid.is_guessed() {
            Verdict::Nothing
        } else {
            solid.by_layer(name, part, report)
        };
        for value in open {
            if let Verdict::Wall(rule) = by_layer {
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
