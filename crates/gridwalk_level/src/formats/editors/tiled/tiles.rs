//! Tiles of Tiled: the tilesets with the terrain of each tile, and the numbers of the tiles in a
//! layer.
//!
//! A tile is read when the map uses it. The numbers are a list, or bytes in base64, plain or
//! compressed.

use std::collections::{BTreeSet, HashMap};
use std::io::Read;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::read::{GzDecoder, ZlibDecoder};
use ruzstd::decoding::StreamingDecoder;

use crate::formats::common::{Parsed, shortened};
use crate::formats::editors::json::{JsonPart, Object, Properties};
use crate::formats::editors::objects::{Outline, is_covered};
use crate::formats::editors::terrains::{RuleDecision, Said, Solid, judge};
use crate::formats::editors::{ReferredFiles, Report};

/// The tilesets of a map.
#[derive(Default)]
pub struct Tilesets<'a>(Vec<Tileset<'a>>);

struct Tileset<'a> {
    /// The number of the first tile on the map.
    first: u32,
    /// Number of tiles, if the file states it.
    count: Option<u32>,
    name: String,
    /// Side lengths of a tile in pixels, unless the tile has its own.
    size: [f64; 2],
    /// Side lengths of a cell of the map in pixels.
    cell: [f64; 2],
    /// The point of a tile at the position of its object, as shares of the tile's sides.
    anchor: [f64; 2],
    /// The files of the map.
    sources: &'a ReferredFiles<'a>,
    tiles: HashMap<u32, TileValues<'a>>,
    said: HashMap<u32, Said>,
    /// Tiles larger than a cell that state a terrain.
    large: HashMap<u32, LargeTile>,
    /// Whether tiles are drawn as large as a cell, whatever their size.
    fits_cells: bool,
    /// Parts that are read or reported with the first tile that the map uses.
    rest: Option<(Vec<Object<'a>>, Properties<'a>)>,
}

/// The values of one tile.
#[derive(Default)]
struct TileValues<'a> {
    tile: Option<Object<'a>>,
    /// Its properties as before Tiled 1.2, which are listed outside the tiles.
    old_properties: Option<JsonPart<'a>>,
}

/// The largest number of a tile on a map; the bits above it hold flips and rotation.
pub const LAST_TILE: u32 = 0x0FFF_FFFF;

/// The bit of a tile whose left and right are exchanged.
const FLIPPED_X: u32 = 1 << 31;

/// The bit of a tile that is upside down.
const FLIPPED_Y: u32 = 1 << 30;

/// The bit of a tile whose columns and rows are exchanged, before the other flips.
const FLIPPED_DIAGONALLY: u32 = 1 << 29;

/// Stand-in for the size of a cell, if tiles of any size may fill a cell.
pub const ANY_CELL: [f64; 2] = [f64::INFINITY; 2];

/// The point of a tile at the position of its object, by alignment of the tileset.
///
/// Points are shares of the tile's sides.
const ANCHORS: [(&str, [f64; 2]); 8] = [
    ("topleft", [0.0, 0.0]),
    ("top", [0.5, 0.0]),
    ("topright", [1.0, 0.0]),
    ("left", [0.0, 0.5]),
    ("center", [0.5, 0.5]),
    ("right", [1.0, 0.5]),
    ("bottom", [0.5, 1.0]),
    ("bottomright", [1.0, 1.0]),
];

/// The point of a tile at the position of its object, without an alignment.
const BOTTOM_LEFT: [f64; 2] = [0.0, 1.0];

/// Members of a tileset that do not matter for a grid.
///
/// They are pictures and their drawing, brushes of the editor, and its internal numbers and
/// versions.
const EDITOR: &str = "
    backgroundcolor columns editorsettings export fillmode format grid image imageheight imagewidth margin spacing
    terrains tiledversion tilepropertytypes transformations transparentcolor type version wangsets";

/// Members of a tile that do not matter for a grid; `probability` is a setting of a brush.
const EDITOR_OF_TILE: &str = "
    animation height id image imageheight imagewidth probability terrain transparentcolor width x y";

/// Members of a tile's group of collision shapes, and of a shape, that do not matter for a grid.
const EDITOR_OF_SHAPES: &str =
    "color draworder height id name opacity rotation type visible width x y";

impl<'a> Tilesets<'a> {
    /// Reads the tilesets to which a map or a template refers; `cell` is the size of a cell in
    /// pixels.
    pub fn read(
        parts: Vec<JsonPart<'a>>,
        cell: [f64; 2],
        sources: &'a ReferredFiles<'a>,
    ) -> Parsed<Self> {
        let read = |part| Tileset::read(part, cell, sources);
        let mut tilesets = parts.into_iter().map(read).collect::<Parsed<Vec<_>>>()?;
        tilesets.sort_by_key(|tileset| tileset.first);
        Ok(Self(tilesets))
    }

    /// Returns the terrain facts of a tile; `None` if there is no such tile.
    pub fn said_by(
        &mut self,
        tile: u32,
        solid: Solid,
        report: &mut Report,
    ) -> Parsed<Option<&Said>> {
        let Some(tileset) = self.place(tile).and_then(|at| self.0.get_mut(at)) else {
            return Ok(None);
        };
        let number = tile - tileset.first;
        if tileset
            .count
            .is_some_and(|count| number >= count && !tileset.tiles.contains_key(&number))
        {
            return Ok(None);
        }
        if !tileset.said.contains_key(&number) {
            let said = tileset.read_tile(number, solid, report)?;
            tileset.said.insert(number, said);
        }
        Ok(tileset.said.get(&number))
    }

    /// Returns `true` for a tile that is larger than a cell and states a terrain, once it was read.
    pub fn is_large(&self, tile: u32) -> bool {
        self.large(tile).is_some()
    }

    fn large(&self, tile: u32) -> Option<(&Tileset<'a>, &LargeTile)> {
        let tileset = self.0.get(self.place(tile)?)?;
        Some((tileset, tileset.large.get(&(tile - tileset.first))?))
    }

    /// Returns the cells of a tile that is larger than a cell, as columns and rows from its own
    /// cell.
    ///
    /// `tile` has the bits for flips.
    pub fn cells(&self, tile: u32) -> Vec<[i64; 2]> {
        let large = self.large(tile & LAST_TILE);
        large.map_or_else(Vec::new, |(tileset, large)| {
            tileset.cover(large, tile & !LAST_TILE)
        })
    }

    /// Returns the point of a tile at the position of its object, as shares of the tile's sides.
    pub fn anchor(&self, tile: u32) -> [f64; 2] {
        self.place(tile)
            .and_then(|at| self.0.get(at))
            .map_or(BOTTOM_LEFT, |tileset| tileset.anchor)
    }

    /// Returns the index of the tileset that holds a tile.
    fn place(&self, tile: u32) -> Option<usize> {
        self.0
            .partition_point(|tileset| tileset.first <= tile)
            .checked_sub(1)
    }
}

impl<'a> Tileset<'a> {
    fn read(part: JsonPart<'a>, cell: [f64; 2], sources: &'a ReferredFiles<'a>) -> Parsed<Self> {
        let mut reference = part.object("a tileset")?;
        let first = reference
            .need("firstgid")?
            .whole("the number of the tileset's first tile", 1..=LAST_TILE)?;
        let mut rest = Vec::new();
        let mut tileset = match reference.take("source") {
            None => reference,
            Some(name) => {
                rest.push(reference);
                sources
                    .get(name, "the tileset")?
                    .root("a tileset of Tiled")?
                    .object("a tileset of Tiled")?
            }
        };
        let count = |part: JsonPart| part.whole("the number of tiles", 0..=LAST_TILE);
        let count = tileset.take("tilecount").map(count).transpose()?;
        let name = tileset.take_text("name")?.into_owned();
        let size = [
            tileset.take_number("tilewidth")?,
            tileset.take_number("tileheight")?,
        ];
        let mut tiles: HashMap<u32, TileValues> = HashMap::new();
        for (number, part) in numbered(tileset.take("tiles"))? {
            let mut tile = part.object("a tile")?;
            let id = |part: JsonPart| part.whole("the number of a tile", 0..=LAST_TILE);
            let number = match number {
                Some(number) => number,
                None => id(tile.need("id")?)?,
            };
            tiles.entry(number).or_default().tile = Some(tile);
        }
        for (number, part) in numbered(tileset.take("tileproperties"))? {
            tiles
                .entry(number.unwrap_or_default())
                .or_default()
                .old_properties = Some(part);
        }
        let fits_cells = tileset.take_text("tilerendersize")? == "grid";
        let properties = Properties::read(tileset.take("properties"))?;
        let alignment = tileset.take_text("objectalignment")?;
        let anchor = ANCHORS
            .iter()
            .find(|(name, _)| *name == alignment)
            .map_or(BOTTOM_LEFT, |(_, anchor)| *anchor);
        tileset.drop_members(EDITOR);
        rest.push(tileset);
        let rest = Some((rest, properties));
        let (said, large) = (HashMap::new(), HashMap::new());
        Ok(Self {
            first,
            count,
            name,
            size,
            cell,
            anchor,
            sources,
            tiles,
            said,
            large,
            fits_cells,
            rest,
        })
    }

    fn read_tile(&mut self, number: u32, solid: Solid, report: &mut Report) -> Parsed<Said> {
        let tileset = format!("tileset {}", shortened(&self.name));
        if let Some((rest, properties)) = self.rest.take() {
            report.unread_properties(&tileset, &tileset, &properties);
            for object in rest {
                report.unread("tileset", &tileset, object);
            }
        }
        let Some(TileValues {
            tile,
            old_properties,
        }) = self.tiles.remove(&number)
        else {
            return Ok(Said::default());
        };
        let owner = format!("tile {number} of {tileset}");
        let old_properties = Properties::read(old_properties)?;
        let Some(mut tile) = tile else {
            let said = judge(
                Said::of(&old_properties, None)?,
                &old_properties,
                solid,
                report,
            )
            .0;
            report.unread_properties(&tileset, &owner, &old_properties);
            self.note_large(number, LargeTile::of_picture(self.size), &said);
            return Ok(said);
        };
        let mut properties = Properties::read(tile.take("properties"))?;
        properties.extend(old_properties);
        let classes = [tile.take("type"), tile.take("class")];
        let class_part = classes.into_iter().flatten().find(|part| !part.is_empty());
        let class = class_part
            .map(|part| part.text("the class of a tile"))
            .transpose()?
            .unwrap_or_default();
        let shapes = tile.take("objectgroup");
        let size = self.size_of(&tile)?;
        let mut large = LargeTile::of_picture(size);
        tile.drop_members(EDITOR_OF_TILE);
        report.unread("tile", &owner, tile);

        let name = solid.named_terrain(Some(&class));
        let (mut said, is_open) = judge(Said::of(&properties, name)?, &properties, solid, report);
        if !said.wall.is_some() && !is_open && said.cost.is_none() {
            let verdict = class_part.map_or(RuleDecision::Nothing, |part| {
                solid.by_class_or_ground(&class, part, report)
            });
            if let RuleDecision::Wall(rule) = verdict {
                said = said.walled_off(rule, properties.text("name")?);
            } else if let Some(shapes) = shapes {
                let outlines = self.read_shapes(shapes, report)?;
                let is_filled = if self.is_large(size) {
                    !self
                        .cover(
                            &LargeTile {
                                size,
                                shapes: outlines.clone(),
                            },
                            0,
                        )
                        .is_empty()
                } else {
                    are_filled(&outlines, size)
                };
                match if is_filled { solid.by_shapes(shapes, report) } else { RuleDecision::Nothing } {
                    RuleDecision::Wall(rule) => {
                        said = said.with_wall(rule);
                        large.shapes = outlines;
                    }
                    _ if !outlines.is_empty() => report.add_unread(&tileset, "shapes", shapes, || {
                        format!("the collision shapes of {owner} are no walls: they leave the middle of the cell free")
                    }),
                    _ => {}
                }
            }
        }
        if let Some(part) = class_part.filter(|_| said.terrain().is_none()) {
            let message = || {
                format!(
                    "the class {} of {owner} says nothing of terrain",
                    shortened(&class)
                )
            };
            report.add_unread(&tileset, &format!("class {class}"), part, message);
        }
        report.unread_properties(&tileset, &owner, &properties);
        self.note_large(number, large, &said);
        Ok(said)
    }

    /// Returns `true` if tiles of this size reach into other cells.
    fn is_large(&self, size: [f64; 2]) -> bool {
        !self.fits_cells && (0..2).any(|axis| size[axis] > self.cell[axis])
    }

    /// Keeps the parts of a tile that lie in other cells.
    fn note_large(&mut self, number: u32, large: LargeTile, said: &Said) {
        if self.is_large(large.size) && said.terrain().is_some() {
            self.large.insert(number, large);
        }
    }

    /// Returns the cells of a large tile, as columns and rows from its own, which is the lower left
    /// one.
    ///
    /// `flips` are the bits of its number on the map.
    fn cover(&self, LargeTile { size, shapes }: &LargeTile, flips: u32) -> Vec<[i64; 2]> {
        let is_turned = flips & FLIPPED_DIAGONALLY != 0;
        let size = if is_turned { [size[1], size[0]] } else { *size };
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "both are clamped"
        )]
        let [columns, rows] =
            [0, 1].map(|axis| (size[axis] / self.cell[axis]).ceil().clamp(1.0, LARGEST) as u32);
        let top = f64::from(rows) * self.cell[1] - size[1];
        let place = |[x, y]: [f64; 2]| {
            let [x, y] = if is_turned { [y, x] } else { [x, y] };
            let x = if flips & FLIPPED_X == 0 {
                x
            } else {
                size[0] - x
            };
            [
                x,
                top + if flips & FLIPPED_Y == 0 {
                    y
                } else {
                    size[1] - y
                },
            ]
        };
        let mut cells = BTreeSet::new();
        for shape in shapes {
            shape
                .clone()
                .each(place)
                .for_cells(self.cell, [columns, rows], |cell| {
                    let cell = i64::try_from(cell).unwrap_or(0);
                    let (columns, rows) = (i64::from(columns), i64::from(rows));
                    cells.insert([cell % columns, cell / columns - (rows - 1)]);
                });
        }
        cells.into_iter().collect()
    }

    /// Returns the side lengths of a tile: those of its own picture in a collection of pictures.
    fn size_of(&self, tile: &Object) -> Parsed<[f64; 2]> {
        let mut size = self.size;
        if tile.peek("image").is_some() {
            for (axis, keys) in [["width", "imagewidth"], ["height", "imageheight"]]
                .into_iter()
                .enumerate()
            {
                let side = keys.into_iter().find_map(|key| tile.peek(key));
                size[axis] =
                    side.map_or(Ok(size[axis]), |side| side.number("the side of a tile"))?;
            }
        }
        Ok(size)
    }

    /// Reads the collision shapes of a tile; a shape without an area has no corners.
    fn read_shapes(&self, part: JsonPart<'a>, report: &mut Report) -> Parsed<Vec<Outline>> {
        let mut group = part.object("the collision shapes of a tile")?;
        let objects = group.take_list("objects")?;
        let kind = format!("shape of {}", self.name);
        let owner = format!("the collision shapes of tileset {}", shortened(&self.name));
        report.unread_properties(&kind, &owner, &Properties::read(group.take("properties"))?);
        group.drop_members(EDITOR_OF_SHAPES);
        report.unread(&kind, &owner, group);
        let mut shapes = Vec::new();
        for part in objects {
            let mut object = part.object("a collision shape")?;
            if let Some(name) = object.take("template") {
                if let Some(why) = self.sources.lacks_template(name) {
                    report.add_unread("template", name.get(), name, || {
                        format!("a collision shape is not read: {why}")
                    });
                    continue;
                }
                object.inherit(
                    self.sources
                        .template(name)?
                        .need("object")?
                        .object("the object of a template")?,
                );
            }
            shapes.push(Outline::take(&mut object, [0.0; 2])?.unwrap_or_default());
            report.unread_properties(&kind, &owner, &Properties::read(object.take("properties"))?);
            object.drop_members(EDITOR_OF_SHAPES);
            report.unread(&kind, &owner, object);
        }
        Ok(shapes)
    }
}

/// A tile larger than a cell.
struct LargeTile {
    /// Side lengths in pixels.
    size: [f64; 2],
    /// The parts of the tile that its terrain covers.
    shapes: Vec<Outline>,
}

impl LargeTile {
    /// Returns a tile whose terrain covers all of its picture.
    fn of_picture(size: [f64; 2]) -> Self {
        Self {
            size,
            shapes: vec![Outline::rectangle([0.0; 2], size)],
        }
    }
}

/// The most cells along a side of a tile; the rest of a larger one is ignored.
const LARGEST: f64 = 64.0;

/// Returns `true` if shapes together fill a tile.
fn are_filled(shapes: &[Outline], size: [f64; 2]) -> bool {
    let samples = shapes.iter().map(|shape| shape.of_tile(size));
    let (bits, has_middle) = samples.fold((0, false), |all, of_shape| {
        (all.0 | of_shape.0, all.1 | of_shape.1)
    });
    is_covered(bits, has_middle)
}

/// Returns the values of a list, or of an object keyed by tile number as before Tiled 1.2.
fn numbered(part: Option<JsonPart>) -> Parsed<Vec<(Option<u32>, JsonPart)>> {
    let Some(part) = part else {
        return Ok(Vec::new());
    };
    if !part.get().starts_with('{') {
        return Ok(part
            .list("tiles, a list")?
            .into_iter()
            .map(|part| (None, part))
            .collect());
    }
    let member = |(key, part): (std::borrow::Cow<str>, JsonPart<'_>)| match key.parse() {
        Ok(number) if number <= LAST_TILE => Ok(Some(number)),
        _ => Err(part.fail(format!(
            "expected the number of a tile, found {}",
            shortened(&key)
        ))),
    };
    let members = part.object("tiles by their numbers")?.left();
    members
        .map(|(key, part)| Ok((member((key, part))?, part)))
        .collect()
}

/// Reads the tile of each cell, 0 for none, including the bits for flips and rotation.
pub fn read_tiles(data: JsonPart, compression: Option<JsonPart>, count: usize) -> Parsed<Vec<u32>> {
    if !data.get().starts_with('"') {
        return data.numbers("the tiles of a layer", count);
    }
    let damaged = |why: &str| data.fail(format!("the tiles of the layer are damaged: {why}"));
    let letters: String = data
        .text("the tiles of a layer")?
        .split_whitespace()
        .collect();
    let packed = STANDARD
        .decode(letters)
        .map_err(|_| damaged("expected letters of base64"))?;
    let bytes = match compression.map_or("\"\"", JsonPart::get) {
        "\"\"" => Ok(packed),
        "\"zlib\"" => unpacked(ZlibDecoder::new(&*packed), count),
        "\"gzip\"" => unpacked(GzDecoder::new(&*packed), count),
        "\"zstd\"" => StreamingDecoder::new(&*packed)
            .map_err(drop)
            .and_then(|decoder| unpacked(decoder, count)),
        _ => {
            let part = compression.unwrap_or(data);
            let expected = "expected tiles that are not packed, or packed by zlib, gzip or zstd";
            return Err(part.fail(format!("{expected}, found {}", part.shown())));
        }
    };
    let bytes = bytes.map_err(|()| damaged("they cannot be unpacked"))?;
    let (tiles, rest) = bytes.as_chunks();
    if tiles.len() != count || !rest.is_empty() {
        return Err(damaged(&format!(
            "expected {} bytes, 4 for each cell, found {}",
            4 * count,
            bytes.len()
        )));
    }
    Ok(tiles.iter().map(|tile| u32::from_le_bytes(*tile)).collect())
}

/// Decompresses the bytes of the cells, plus one byte if there are more.
fn unpacked(packed: impl Read, count: usize) -> Result<Vec<u8>, ()> {
    let mut bytes = Vec::new();
    packed
        .take(4 * count as u64 + 1)
        .read_to_end(&mut bytes)
        .map(|_| bytes)
        .map_err(drop)
}
