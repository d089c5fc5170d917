//! The layers of `LDtk` levels, laid on one board: values, tagged tiles, and entities.

use gridwalk_pathfinding::{Grid, TerrainId};

use super::definitions::{Definitions, TilesetDefinition};
use crate::LegendEntry;
use crate::formats::editors::json::{Object, Part};
use crate::formats::editors::objects::{Marker, whole_cells};
use crate::formats::editors::report::{Others, Report, WallRule};
use crate::formats::editors::terrains::{Found, Said, Terrains, Verdict};
use crate::formats::error::{ParseError, Parsed, counted, shortened};

/// The layers of a level.
pub struct LevelLayers<'a> {
    part: Part<'a>,
    /// The layers, the topmost first.
    layers: Vec<Layer<'a>>,
    /// The size in pixels, if the level states it.
    pixels: Option<[u32; 2]>,
    /// The position in the world in pixels.
    at: [i64; 2],
}

pub struct Layer<'a> {
    pub part: Part<'a>,
    pub name: String,
    kind: String,
    /// Columns and rows.
    size: [u32; 2],
    /// The side of a cell in pixels.
    pub side: u32,
    definition: i64,
    pub offset: [f64; 2],
    is_hidden: bool,
    pub object: Object<'a>,
}

/// Members of a layer that do not matter for a grid.
///
/// They are drawing, pictures that follow from values, and the editor's internal numbers.
const EDITOR: &[&str] = &[
    "__opacity",
    "__tilesetDefUid",
    "__tilesetRelPath",
    "autoLayerTiles",
    "iid",
    "intGrid",
    "intGridCsv",
    "levelId",
    "optionalRules",
    "overrideTilesetUid",
    "pxOffsetX",
    "pxOffsetY",
    "seed",
];

impl<'a> LevelLayers<'a> {
    pub fn read(
        part: Part<'a>,
        layers: Vec<Part<'a>>,
        pixels: Option<[u32; 2]>,
        at: [i64; 2],
    ) -> Parsed<Self> {
        let layers = layers.into_iter().map(Layer::read).collect::<Parsed<_>>()?;
        Ok(Self {
            part,
            layers,
            pixels,
            at,
        })
    }

    /// Returns the layers of values.
    fn values(&self) -> impl Iterator<Item = &Layer<'a>> {
        self.layers.iter().filter(|layer| layer.kind == "IntGrid")
    }
}

impl<'a> Layer<'a> {
    fn read(part: Part<'a>) -> Parsed<Self> {
        let mut layer = part.object("a layer")?;
        let side = |part: Part, what| part.whole(what, 1..=Grid::MAX_SIDE);
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
    fn tagged<'d>(
        &self,
        definitions: &'d Definitions<'a, '_>,
    ) -> Option<&'d TilesetDefinition<'a>> {
        let uid = self
            .object
            .peek("overrideTilesetUid")
            .or_else(|| self.object.peek("__tilesetDefUid"));
        let tileset = definitions.tileset(uid?.get().parse().ok()?)?;
        Some(tileset).filter(|tileset| !tileset.tags.is_empty() || !tileset.with_data.is_empty())
    }

    /// Returns `true` if the layer seems to have a value, judged by its text.
    fn is_used(&self) -> bool {
        let text = self.object.peek("intGridCsv").map_or("", Part::get);
        // Before LDtk 0.8, only cells with a value were listed.
        text.bytes().any(|byte| matches!(byte, b'1'..=b'9'))
            || self
                .object
                .peek("intGrid")
                .is_some_and(|old| !old.is_empty())
    }

    /// Reads the values of the cells, 0 for none.
    fn values(&mut self) -> Parsed<Option<(Part<'a>, Vec<u32>)>> {
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

/// The cells of a map while levels are laid on it.
pub struct Board<'a> {
    /// The side of a cell in pixels.
    pub side: u32,
    pub size: [u32; 2],
    /// The position of the first cell in the world, in pixels.
    origin: [i64; 2],
    pub terrains: Terrains,
    pub cells: Vec<(Found, WallRule)>,
    pub markers: Vec<Marker<'a>>,
    /// Whether a layer has set any terrain.
    pub is_said: bool,
    /// Entities that are not read, grouped by layer name.
    pub others: Vec<Others<'a>>,
}

impl<'a> Board<'a> {
    /// Creates a board for these levels, with the smallest cells used by one of their layers of
    /// values.
    pub fn new(levels: &[LevelLayers], part: Part) -> Parsed<Self> {
        let values = || levels.iter().flat_map(LevelLayers::values);
        let used = values()
            .filter(|layer| layer.is_used())
            .map(|layer| layer.side)
            .min();
        let side = used
            .or_else(|| values().map(|layer| layer.side).min())
            .or_else(|| {
                // Without values, tagged tiles and entities may set terrain.
                let all = levels.iter().flat_map(|level| &level.layers);
                all.filter(|layer| layer.kind != "Entities")
                    .map(|layer| layer.side)
                    .min()
            });
        let side = side.ok_or_else(|| nothing_said(part))?;
        let mut bounds: Option<[[i64; 2]; 2]> = None;
        for level in levels {
            let [width, height] = level.cells(side).map(i64::from);
            let step = i64::from(side);
            if levels.len() > 1 && level.at.iter().any(|at| at.rem_euclid(step) > 0) {
                let message = format!(
                    "the level stands between the cells of the world, which are {side} pixels"
                );
                return Err(level
                    .part
                    .fail(message + "; levels can be read one by one, by their names"));
            }
            let end = [level.at[0] + width * step, level.at[1] + height * step];
            let [low, high] = bounds.get_or_insert([level.at, end]);
            for axis in 0..2 {
                low[axis] = low[axis].min(level.at[axis]);
                high[axis] = high[axis].max(end[axis]);
            }
        }
        let [low, high] = bounds.unwrap_or_default();
        let size = [0, 1].map(|axis| {
            u32::try_from((high[axis] - low[axis]) / i64::from(side)).unwrap_or(u32::MAX)
        });
        let most = Grid::MAX_SIDE;
        if size.iter().any(|side| *side > most) {
            let message = format!(
                "the map has {} × {} cells; expected at most {most} × {most}",
                size[0], size[1]
            );
            return Err(
                part.fail(message + "; levels of a world can be read one by one, by their names")
            );
        }
        let mut terrains = Terrains::default();
        let wall = Said {
            name: Some("wall".to_owned()),
            ..Said::default()
        };
        let outside = terrains
            .find(&wall)
            .map_err(|many| part.fail(many))?
            .unwrap_or(Terrains::FLOOR);
        let cells = vec![(outside, WallRule::default()); size[0] as usize * size[1] as usize];
        let mut board = Self {
            side,
            size,
            origin: low,
            terrains,
            cells,
            markers: Vec::new(),
            is_said: false,
            others: Vec::new(),
        };
        for level in levels {
            let ([left, top], [width, height]) =
                (board.corner(level), level.cells(side).map(|n| n as usize));
            for y in top..top + height {
                let row = y * size[0] as usize + left;
                board.cells[row..row + width].fill((Terrains::FLOOR, WallRule::default()));
            }
        }
        Ok(board)
    }

    /// Returns the first cell of a level.
    fn corner(&self, level: &LevelLayers) -> [usize; 2] {
        [0, 1].map(|axis| {
            usize::try_from((level.at[axis] - self.origin[axis]) / i64::from(self.side))
                .unwrap_or_default()
        })
    }

    /// Lays the layers of a level on the board, from the lowest on.
    pub fn add(
        &mut self,
        level: &mut LevelLayers<'a>,
        definitions: &mut Definitions<'a, '_>,
        report: &mut Report,
    ) -> Parsed<()> {
        let (corner, size) = (
            self.corner(level),
            level.cells(self.side).map(|n| n as usize),
        );
        for mut layer in std::mem::take(&mut level.layers).into_iter().rev() {
            let (part, name) = (layer.part, shortened(&layer.name));
            definitions.report_layer(layer.definition, &layer.name, report);
            match &*layer.kind {
                "IntGrid" => {
                    if !layer.side.is_multiple_of(self.side) {
                        let message =
                            format!("layer {name} is not read: its cells have another size");
                        report.note(part, message);
                        continue;
                    }
                    let shift = self.shift(&layer, report);
                    self.add_values(&mut layer, (corner, size), shift, definitions, report)?;
                    self.lay_tiles(
                        &mut layer,
                        (corner, size),
                        shift,
                        Verdict::Nothing,
                        definitions,
                        report,
                    )?;
                }
                "Entities" => self.add_entities(&mut layer, (corner, size), definitions, report)?,
                _ => self.add_tiles(&mut layer, (corner, size), definitions, report)?,
            }
            if layer.is_hidden && layer.kind != "Tiles" {
                report.note(part, format!("the hidden layer {name} is read"));
            }
            layer.object.drop_members(EDITOR);
            layer.object.drop_members(&["gridTiles", "entityInstances"]);
            report.unread("layer", &format!("layer {name}"), layer.object);
        }
        Ok(())
    }

    /// Returns the board index of a cell of a level; `None` outside the level.
    fn index(&self, (corner, size): ([usize; 2], [usize; 2]), [x, y]: [i64; 2]) -> Option<usize> {
        let along = |at: i64, axis: usize| usize::try_from(at).ok().filter(|at| *at < size[axis]);
        let (x, y) = (along(x, 0)?, along(y, 1)?);
        Some((corner[1] + y) * self.size[0] as usize + corner[0] + x)
    }

    /// Rounds the offset of a layer to whole cells, and notes a rounded offset.
    fn shift(&self, layer: &Layer, report: &mut Report) -> [i64; 2] {
        whole_cells(
            layer.offset,
            [f64::from(self.side); 2],
            layer.part,
            &layer.name,
            report,
        )
    }

    fn add_values(
        &mut self,
        layer: &mut Layer<'a>,
        level: ([usize; 2], [usize; 2]),
        shift: [i64; 2],
        definitions: &mut Definitions<'a, '_>,
        report: &mut Report,
    ) -> Parsed<()> {
        let (part, times) = (layer.part, i64::from(layer.side / self.side));
        let Some((list, numbers)) = layer.values()? else {
            report.note(
                part,
                format!(
                    "layer {} is not read: it has no values",
                    shortened(&layer.name)
                ),
            );
            return Ok(());
        };
        self.is_said = true;
        let definition = definitions.layer(layer.definition, &layer.name, part, report)?;
        let (width, mut outside) = (layer.size[0] as usize, 0);
        let mut last = (0, (Terrains::FLOOR, WallRule::default()));
        for (at, number) in numbers
            .into_iter()
            .enumerate()
            .filter(|(_, number)| *number > 0)
        {
            if last.0 != number {
                let Some(said) = definition.said_by(number, report) else {
                    let message =
                        format!("expected a value that the layer defines, found {number}");
                    return Err(list.fail_in_list(at, message));
                };
                let found = self.terrains.find(said).map_err(|many| part.fail(many))?;
                last = (number, (found.unwrap_or(Terrains::FLOOR), said.wall));
            }
            let first = [at % width, at / width].map(|n| i64::try_from(n).unwrap_or(0) * times);
            for y in 0..times {
                for x in 0..times {
                    match self.index(level, [first[0] + shift[0] + x, first[1] + shift[1] + y]) {
                        Some(cell) => self.cells[cell] = last.1,
                        // A cell may extend over the edge of the level.
                        None if shift == [0, 0] => {}
                        None => outside += 1,
                    }
                }
            }
        }
        if outside > 0 {
            let (cells, name) = (counted(outside, "cell"), shortened(&layer.name));
            report.note(
                part,
                format!("{cells} of layer {name} not read: outside the level"),
            );
        }
        Ok(())
    }

    /// Adds the terrain of tiles; only their tags count.
    fn add_tiles(
        &mut self,
        layer: &mut Layer<'a>,
        level: ([usize; 2], [usize; 2]),
        definitions: &mut Definitions<'a, '_>,
        report: &mut Report,
    ) -> Parsed<()> {
        let by_layer = definitions.solid.by_layer(&layer.name, layer.part, report);
        if by_layer == Verdict::Nothing && layer.tagged(definitions).is_none() {
            report.add_unread("pictures", &layer.name, layer.part, || {
                format!(
                    "layer {} is not read: it has pictures and no values",
                    shortened(&layer.name)
                )
            });
            return Ok(());
        }
        self.is_said = true;
        let shift = self.shift(layer, report);
        self.lay_tiles(layer, level, shift, by_layer, definitions, report)
    }

    /// Makes walls of the tiles that their tags or the layer say to be walls.
    ///
    /// Layers of values have tiles, too, where rules of the editor draw the values.
    fn lay_tiles(
        &mut self,
        layer: &mut Layer<'a>,
        level: ([usize; 2], [usize; 2]),
        shift: [i64; 2],
        by_layer: Verdict,
        definitions: &Definitions<'a, '_>,
        report: &mut Report,
    ) -> Parsed<()> {
        let (name, solid) = (shortened(&layer.name), definitions.solid);
        let tileset = layer.tagged(definitions);
        if by_layer == Verdict::Nothing && tileset.is_none() {
            return Ok(());
        }
        let shift = shift.map(|cells| cells * i64::from(self.side));
        let tiles = if layer.kind == "Tiles" {
            "gridTiles"
        } else {
            "autoLayerTiles"
        };
        for part in layer.object.take_list(tiles)? {
            let mut tile = part.object("a tile")?;
            let px: [i64; 2] = tile.need("px")?.read("the place of a tile")?;
            let number = tile
                .take("t")
                .map(|part| part.whole("the number of a tile", 0..=u32::MAX))
                .transpose()?;
            let tags = number
                .and_then(|number| tileset?.tags.get(&number))
                .map_or(&[][..], |tags| tags);
            let mut verdict = by_layer;
            for (tag, part) in tags {
                match solid.by_class(tag, *part, report) {
                    Verdict::Nothing => report.add_unread("tag", tag, *part, || {
                        format!(
                            "the tag {} of tiles in layer {name} says nothing of terrain",
                            shortened(tag)
                        )
                    }),
                    found => verdict = found,
                }
            }
            if number.is_some_and(|number| {
                tileset.is_some_and(|tileset| tileset.with_data.contains(&number))
            }) {
                report.add_unread("data", &name, part, || {
                    format!("the data of a tile in layer {name} is not read")
                });
            }
            let Verdict::Wall(rule) = verdict else {
                continue;
            };
            let found = self
                .terrains
                .find(&Said::default().with_wall(rule))
                .map_err(|many| part.fail(many))?;
            let corner = [
                px[0].saturating_add(shift[0]),
                px[1].saturating_add(shift[1]),
            ];
            let times = i64::from(layer.side.div_ceil(self.side));
            let first = corner.map(|pixels| pixels.div_euclid(i64::from(self.side)));
            for at in 0..times * times {
                if let Some(cell) =
                    self.index(level, [first[0] + at % times, first[1] + at / times])
                {
                    self.cells[cell] = (found.unwrap_or(Terrains::FLOOR), rule);
                }
            }
        }
        Ok(())
    }

    /// Returns the map, and the agents and goals on it.
    pub fn finish(self, part: Part, report: &mut Report) -> Parsed<(Cells, Vec<Marker<'a>>)> {
        if !self.is_said {
            return Err(nothing_said(part));
        }
        self.others
            .into_iter()
            .for_each(|others| others.report(report));
        let cells: Vec<Found> = self
            .cells
            .iter()
            .map(|(found, wall)| {
                report.count(*wall);
                *found
            })
            .collect();
        let (cells, legend) = self.terrains.legend(&cells);
        Ok(((self.size[0], self.size[1], cells, legend), self.markers))
    }
}

/// Columns, rows, cells and legend of a map.
type Cells = (u32, u32, Vec<TerrainId>, Vec<LegendEntry>);

fn nothing_said(part: Part) -> ParseError {
    part.fail("the level has no layer of the type IntGrid; expected one with the terrain")
}

impl LevelLayers<'_> {
    /// Returns columns and rows in cells of this side.
    fn cells(&self, side: u32) -> [u32; 2] {
        let of_layers = |axis: usize| {
            let values = self.layers.iter().filter(|layer| layer.kind == "IntGrid");
            values
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
