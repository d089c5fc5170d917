//! The layers of a Tiled map: tiles with their places, agents, goals, and areas that objects cover.

use gridwalk_pathfinding::Grid;

use super::tiles::{ANY_CELL, LAST_TILE, Tilesets, read_tiles};
use crate::formats::SolidRule;
use crate::formats::common::{Parsed, counted, shortened};
use crate::formats::editors::json::{JsonPart, Object, Properties};
use crate::formats::editors::objects::{Marker, MarkerRole, Outline, whole_cells};
use crate::formats::editors::terrains::{RuleDecision, Said, Solid, judge, known_name};
use crate::formats::editors::{Names, ReferredFiles, Report};

/// A layer of tiles.
pub struct TileLayer<'a> {
    pub part: JsonPart<'a>,
    pub name: String,
    pub said: Said,
    pub chunks: Vec<Chunk<'a>>,
}

/// A rectangle of tiles.
pub struct Chunk<'a> {
    pub data: JsonPart<'a>,
    compression: Option<JsonPart<'a>>,
    /// The first cell of the rectangle, then its columns and rows.
    at: [i64; 2],
    size: [u32; 2],
}

impl Chunk<'_> {
    /// Reads the numbers of its tiles, in reading order.
    pub fn tiles(&self) -> Parsed<Vec<u32>> {
        read_tiles(
            self.data,
            self.compression,
            self.size[0] as usize * self.size[1] as usize,
        )
    }

    /// Returns the cell of a tile, by index.
    pub fn cell(&self, number: usize) -> [i64; 2] {
        let width = self.size[0] as usize;
        sum(
            self.at,
            [number % width, number / width].map(|n| i64::try_from(n).unwrap_or(0)),
        )
    }
}

/// Adds two positions.
fn sum(one: [i64; 2], other: [i64; 2]) -> [i64; 2] {
    [one[0] + other[0], one[1] + other[1]]
}

/// The contents of the layers of a map.
pub struct Layers<'a, 'h> {
    /// Side lengths of a cell in the units of object positions.
    pub tile: [f64; 2],
    is_isometric: bool,
    /// The size of the map; `None` if it is infinite.
    size: Option<[u32; 2]>,
    sources: &'a ReferredFiles<'a>,
    solid: Solid<'h>,
    pub tiles: Vec<TileLayer<'a>>,
    pub markers: Vec<Marker<'a>>,
    /// Areas with the objects that cover them.
    pub areas: Vec<(JsonPart<'a>, Outline, Said)>,
    /// Number of tiles in all chunks.
    count: u64,
}

/// The values that a group passes on to its layers.
#[derive(Clone, Default)]
struct Inherited {
    said: Said,
    /// The offset in pixels.
    offset: [f64; 2],
}

/// The maximum nesting depth of groups of layers.
const DEEPEST: usize = 64;

/// The maximum number of tiles in all layers together.
const MAX_TILES: u64 = 1 << 30;

/// Members of a layer that do not matter for a grid: drawing, and the editor's internal numbers.
const EDITOR: &str = "
    color draworder encoding height id locked mode opacity propertytypes startx starty tintcolor transparentcolor
    width x y";

/// Members of an object that do not matter for a grid.
const EDITOR_OF_OBJECT: &str = "height id opacity propertytypes rotation text visible width";

impl<'a, 'h> Layers<'a, 'h> {
    pub fn new(
        tile: [f64; 2],
        is_isometric: bool,
        size: Option<[u32; 2]>,
        sources: &'a ReferredFiles<'a>,
        solid: Solid<'h>,
    ) -> Self {
        // Object positions on isometric maps count the height of a cell in both directions.
        let tile = if is_isometric { [tile[1]; 2] } else { tile };
        let (tiles, markers, areas) = (Vec::new(), Vec::new(), Vec::new());
        Self {
            tile,
            is_isometric,
            size,
            sources,
            solid,
            tiles,
            markers,
            areas,
            count: 0,
        }
    }

    /// Reads the layers from the lowest to the topmost.
    pub fn read(
        &mut self,
        layers: Vec<JsonPart<'a>>,
        tilesets: &mut Tilesets<'a>,
        report: &mut Report,
    ) -> Parsed<()> {
        layers
            .into_iter()
            .try_for_each(|part| self.read_layer(part, &Inherited::default(), 0, tilesets, report))
    }

    fn read_layer(
        &mut self,
        part: JsonPart<'a>,
        outer: &Inherited,
        depth: usize,
        tilesets: &mut Tilesets<'a>,
        report: &mut Report,
    ) -> Parsed<()> {
        let mut layer = part.object("a layer")?;
        let kind = layer.need("type")?;
        let name = layer.take_text("name")?.into_owned();
        let said_name = shortened(&name);
        let is_hidden = layer
            .take("visible")
            .map(|part| part.flag("visible"))
            .transpose()?
            == Some(false);
        let properties = Properties::read(layer.take("properties"))?;
        let said = self.said_by(&mut layer, &name, &properties, outer, report)?;
        let has_terrain = said.terrain().is_some();
        if is_hidden && !has_terrain {
            report.note(part, format!("the hidden layer {said_name} is not read"));
            return Ok(());
        }
        let offset = [layer.take_number("offsetx")?, layer.take_number("offsety")?];
        let offset = [outer.offset[0] + offset[0], outer.offset[1] + offset[1]];
        let owner = format!("layer {said_name}");
        if !has_terrain && self.solid.is_near(&name) {
            report.note(
                part,
                format!("{owner} is not taken as walls; the rule layer:{name} does so"),
            );
        }
        layer.drop_members(EDITOR);
        let inner = Inherited { said, offset };
        match &*kind.text("the type of a layer")? {
            "tilelayer" => self.read_tiles(part, name, &mut layer, inner, report)?,
            "objectgroup" => {
                let objects = layer.take_list("objects")?;
                let mut others = OtherObjects::default();
                for object in objects {
                    self.read_object(object, &inner, &mut others, tilesets, report)?;
                }
                others.report(part, &owner, report);
            }
            "group" if depth == DEEPEST => {
                return Err(part.fail(format!(
                    "the groups are too deep; expected at most {DEEPEST} in one another"
                )));
            }
            "group" => {
                for layer in layer.take_list("layers")? {
                    self.read_layer(layer, &inner, depth + 1, tilesets, report)?;
                }
            }
            "imagelayer" => {
                report.note(part, format!("the image layer {said_name} is not read"));
                return Ok(());
            }
            other => {
                let found = shortened(other);
                return Err(part.fail(format!(
                    "expected a layer of tiles, objects, an image or a group, found {found}"
                )));
            }
        }
        report.unread_properties("layer", &owner, &properties);
        report.unread("layer", &owner, layer);
        Ok(())
    }

    /// Returns the terrain of a layer by its properties, class or name, else that of its group.
    fn said_by(
        &self,
        layer: &mut Object<'a>,
        name: &str,
        properties: &Properties<'a>,
        outer: &Inherited,
        report: &mut Report,
    ) -> Parsed<Said> {
        let part = layer.part;
        let class_part = layer.take("class").filter(|part| !part.is_empty());
        let class = class_part
            .map(|part| part.text("the class of a layer"))
            .transpose()?;
        let said = Said::of(
            properties,
            self.solid
                .named_terrain(class.as_deref().or_else(|| known_name(name))),
        )?;
        let (said, is_open) = judge(said, properties, self.solid, report);
        if is_open || said.cost.is_some() {
            return Ok(said);
        }
        let by_class = class_part.zip(class.as_deref());
        let by_class = by_class.map_or(RuleDecision::Nothing, |(part, class)| {
            self.solid.by_class_or_ground(class, part, report)
        });
        // A name that every level knows means its terrain, even if it is a word for walls.
        let verdict = match by_class {
            RuleDecision::Nothing if said.terrain().is_none() || !self.solid.is_guessed() => {
                self.solid.by_layer(name, part, report)
            }
            RuleDecision::Nothing if class_part.is_none() && properties.peek("name").is_none() => {
                self.solid.by_ground(name, SolidRule::Layer, part, report)
            }
            verdict => verdict,
        };
        if let RuleDecision::Wall(rule) = verdict {
            return Ok(said.walled_off(rule, properties.text("name")?));
        }
        if let Some(part) = class_part.filter(|_| said.terrain().is_none()) {
            let message = || {
                format!(
                    "the class {} of layer {} says nothing of terrain",
                    part.shown(),
                    shortened(name)
                )
            };
            report.add_unread("layer", "class", part, message);
        }
        let is_known = said.terrain().is_some() || verdict == RuleDecision::Open;
        Ok(if is_known { said } else { outer.said.clone() })
    }

    fn read_tiles(
        &mut self,
        part: JsonPart<'a>,
        name: String,
        layer: &mut Object<'a>,
        Inherited { said, offset }: Inherited,
        report: &mut Report,
    ) -> Parsed<()> {
        let shift = self.shift(part, &name, offset, report);
        let compression = layer.take("compression");
        let mut chunks = Vec::new();
        match (layer.take("chunks"), self.size) {
            (Some(parts), _) => {
                for part in parts.list("the chunks of a layer")? {
                    let mut chunk = part.object("a chunk of a layer")?;
                    let place = |part: JsonPart<'a>| {
                        part.whole("the place of a chunk", -1_000_000..=1_000_000_i64)
                    };
                    let side =
                        |part: JsonPart<'a>| part.whole("the side of a chunk", 1..=Grid::MAX_SIDE);
                    let at = sum(shift, [place(chunk.need("x")?)?, place(chunk.need("y")?)?]);
                    let size = [side(chunk.need("width")?)?, side(chunk.need("height")?)?];
                    chunks.push(Chunk {
                        data: chunk.need("data")?,
                        compression,
                        at,
                        size,
                    });
                    report.unread(
                        "chunk",
                        &format!("a chunk of layer {}", shortened(&name)),
                        chunk,
                    );
                }
            }
            (None, Some(size)) => {
                let Some(data) = layer.take("data") else {
                    return Err(part.fail(format!("layer {} has no data", shortened(&name))));
                };
                chunks.push(Chunk {
                    data,
                    compression,
                    at: shift,
                    size,
                });
            }
            (None, None) => {}
        }
        self.count += chunks
            .iter()
            .map(|chunk| u64::from(chunk.size[0]) * u64::from(chunk.size[1]))
            .sum::<u64>();
        if self.count > MAX_TILES {
            return Err(part.fail(format!(
                "the map has too many tiles; expected at most {MAX_TILES} in all layers"
            )));
        }
        self.tiles.push(TileLayer {
            part,
            name,
            said,
            chunks,
        });
        Ok(())
    }

    /// Rounds the offset of a layer to whole cells, and notes a rounded offset.
    fn shift(
        &self,
        part: JsonPart<'a>,
        name: &str,
        offset: [f64; 2],
        report: &mut Report,
    ) -> [i64; 2] {
        if self.is_isometric && offset.iter().any(|pixels| *pixels != 0.0) {
            let [right, down] = offset;
            let name = shortened(name);
            report.note(
                part,
                format!("the offset of layer {name}, {right} and {down} pixels, is not read"),
            );
            return [0, 0];
        }
        whole_cells(offset, self.tile, part, name, report)
    }

    fn read_object(
        &mut self,
        part: JsonPart<'a>,
        outer: &Inherited,
        others: &mut OtherObjects,
        tilesets: &mut Tilesets<'a>,
        report: &mut Report,
    ) -> Parsed<()> {
        let mut object = part.object("an object")?;
        let mut of_template = None;
        if let Some(name) = object.take("template") {
            if let Some(why) = self
                .sources
                .lacks_template(name)
                .filter(|_| object.peek("type").is_none())
            {
                // The object may be only a picture, so the map is useful without it.
                report.add_unread("template", name.get(), name, || {
                    format!("an object is not read: {why}")
                });
                return Ok(());
            }
            let mut template = self.sources.template(name)?;
            if let Some(tileset) = template
                .take("tileset")
                .filter(|_| object.peek("gid").is_none())
            {
                of_template = Some(Tilesets::read(vec![tileset], ANY_CELL, self.sources)?);
            }
            object.inherit(
                template
                    .need("object")?
                    .object("the object of a template")?,
            );
        }
        let classes = [object.take_text("type")?, object.take_text("class")?];
        let class = classes
            .into_iter()
            .find(|class| !class.is_empty())
            .unwrap_or_default();
        let name = object.take_text("name")?.into_owned();
        let properties = Properties::read(object.take("properties"))?;
        let gid = object
            .take("gid")
            .map(|gid| gid.whole("the number of a tile", 1..=u32::MAX))
            .transpose()?;
        let gid = gid.map(|gid| gid & LAST_TILE);
        let tilesets = of_template.as_mut().unwrap_or(tilesets);
        let anchor = gid.map_or([0.0; 2], |gid| tilesets.anchor(gid));
        let id = object.peek("id").and_then(|id| id.get().parse().ok());
        let Some(role) = MarkerRole::of_class(&class) else {
            let kind = if class.is_empty() { &name } else { &*class };
            let mut said = self.solid.of_object(kind, &[], &properties, part, report);
            if said.terrain().is_none()
                && let Some(gid) = gid
            {
                let found = tilesets.said_by(gid, self.solid, report)?;
                said = found.cloned().unwrap_or_default();
            }
            if said.terrain().is_none() {
                said = outer.said.clone();
            }
            let outline = if said.terrain().is_some() {
                Outline::take(&mut object, anchor)?
            } else {
                None
            };
            match outline {
                Some(outline) => {
                    self.areas.push((part, outline.moved(outer.offset), said));
                    let owner = if name.is_empty() {
                        "an object".to_owned()
                    } else {
                        format!("object {}", shortened(&name))
                    };
                    report.unread_properties("object", &owner, &properties);
                    object.drop_members(EDITOR_OF_OBJECT);
                    report.unread("object", &owner, object);
                }
                None => others.add(kind, &properties),
            }
            return Ok(());
        };
        let [x, y] = [
            object.take_number("x")? + outer.offset[0],
            object.take_number("y")? + outer.offset[1],
        ];
        let size = [object.take_number("width")?, object.take_number("height")?];
        let [right, down] = [0, 1].map(|axis| size[axis] * (0.5 - anchor[axis]));
        let (sin, cos) = object.take_number("rotation")?.to_radians().sin_cos();
        let middle = [x + right * cos - down * sin, y + right * sin + down * cos];
        let middle = [0, 1].map(|axis| middle[axis] / self.tile[axis]);
        object.drop_members(EDITOR_OF_OBJECT);
        object.drop_members("point ellipse capsule");
        report.unread("agent", &format!("object {}", shortened(&name)), object);
        self.markers.push(Marker {
            role,
            part,
            id,
            name,
            middle,
            goals: Vec::new(),
            properties,
        });
        Ok(())
    }

    /// Returns the part of an infinite map that its tiles use: the first cell and the size.
    pub fn used_part(&self, root: JsonPart, report: &mut Report) -> Parsed<([i32; 2], [u32; 2])> {
        let mut bounds: Option<[[i64; 2]; 2]> = None;
        for chunk in self.tiles.iter().flat_map(|layer| &layer.chunks) {
            let used = chunk
                .tiles()?
                .into_iter()
                .enumerate()
                .filter(|(_, tile)| tile & LAST_TILE > 0);
            for cell in used.map(|(number, _)| chunk.cell(number)) {
                let [low, high] = bounds.get_or_insert([cell, cell]);
                for axis in 0..2 {
                    low[axis] = low[axis].min(cell[axis]);
                    high[axis] = high[axis].max(cell[axis]);
                }
            }
        }
        let Some([low, high]) = bounds else {
            return Err(root.fail("the map is infinite and has no tile; expected at least one"));
        };
        let size = [0, 1].map(|axis| u32::try_from(high[axis] - low[axis] + 1).unwrap_or(u32::MAX));
        let (most, [width, height]) = (Grid::MAX_SIDE, size);
        if width > most || height > most {
            let message = format!("the used part of the map has {width} × {height} cells");
            return Err(root.fail(format!("{message}; expected at most {most} × {most}")));
        }
        let origin = low.map(|at| i32::try_from(at).unwrap_or(0));
        let [x, y] = origin;
        let message = format!(
            "the map is infinite; its used part is read, {width} × {height} cells from ({x}, {y}) on"
        );
        report.note(root, message);
        Ok((origin, size))
    }
}

/// Objects of a layer that are neither agents nor goals nor areas.
#[derive(Default)]
struct OtherObjects {
    count: usize,
    /// Classes or names of the objects.
    kinds: Names,
    /// Names of their properties.
    properties: Names,
}

impl OtherObjects {
    fn add(&mut self, kind: &str, properties: &Properties) {
        self.count += 1;
        if !kind.is_empty() {
            self.kinds.add(kind);
        }
        let names = properties.left().map(|property| &*property.name);
        names
            .filter(|name| !name.is_empty())
            .for_each(|name| self.properties.add(name));
    }

    fn report(self, part: JsonPart, owner: &str, report: &mut Report) {
        if self.count > 0 {
            let objects = counted(self.count, "object");
            let kinds = self.kinds.list(": ") + &self.properties.list("; with the properties ");
            report.note(
                part,
                format!("{objects} of {owner} not read: no agent and no goal{kinds}"),
            );
        }
    }
}
