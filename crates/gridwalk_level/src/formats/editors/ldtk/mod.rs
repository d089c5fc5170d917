//! Projects of `LDtk`.
//!
//! The values of a level's `IntGrid` layers are terrains, and its entities `Agent` and `Goal` are
//! agents and goals. The levels of a `GridVania` world form one map.

mod project;

use gridwalk_pathfinding::{Cell, Grid, TerrainId};
use serde::Deserialize;

use project::{Definitions, LdtkLayer, LevelLayers, OneLevel, chosen};

use super::json::{JsonFile, JsonPart, Properties};
use super::objects::{Marker, MarkerRole, Outline, read_agents, whole_cells};
use super::terrains::{FoundTerrain, RuleDecision, Said, Solid, Terrains};
use super::{Names, ReferredFiles, Report, WallRule, is_read, resolve};
use crate::formats::ReadHints;
use crate::formats::common::{ParseError, Parsed, counted, shortened};
use crate::formats::format::Findings;
use crate::{LegendEntry, Level, LevelGrid};

/// Members of a project that do not matter for a grid.
///
/// They are defaults for new items, drawing and saving in the editor, its internal numbers, and
/// lists that repeat other values.
const EDITOR: &str = "
    __FORCED_REFS __header__ appBuildId backupLimit backupOnSave backupRelPath bgColor customCommands
    defaultEntityHeight defaultEntityWidth defaultGridSize defaultLevelBgColor defaultLevelHeight
    defaultLevelWidth defaultPivotX defaultPivotY dummyWorldIid exportLevelBg exportPng exportTiled externalLevels
    flags identifierStyle iid imageExportMode jsonVersion levelNamePattern minifyJson name nextUid pngFilePattern
    simplifiedExport toc tutorialDesc worldGridHeight worldGridWidth worldLayout";

/// Members of a level that do not matter for a grid: its background and its neighbours.
const EDITOR_OF_LEVEL: &str = "
    __bgColor __bgPos __header__ __neighbours __smartColor bgColor bgPivotX bgPivotY bgPos bgRelPath
    externalRelPath identifier iid uid useAutoIdentifier";

/// Lists the files of the levels that will be read; empty if the project cannot be read.
pub fn files_of_project(text: &str, hints: &ReadHints) -> Vec<String> {
    let files = || -> Parsed<Vec<String>> {
        let file = JsonFile::new("", text)?;
        let mut project = file
            .root("a project of LDtk")?
            .object("a project of LDtk")?;
        let levels = chosen(&mut project, hints.level.as_deref(), &mut Report::default())?;
        let names = levels
            .iter()
            .filter(|level| level.object.peek("layerInstances").is_none());
        let names = names.filter_map(|level| level.file);
        names
            .map(|part| Ok(resolve("", &part.text("the name of a file")?)))
            .collect()
    };
    files()
        .unwrap_or_default()
        .into_iter()
        .filter(|file| is_read(file))
        .collect()
}

/// Reads a project: the named level, the world if its levels form a grid, or the first level.
///
/// # Errors
/// The first mistake, with its place.
pub fn parse_ldtk(text: &str, hints: &ReadHints) -> Parsed<(Level, Findings)> {
    let file = JsonFile::new("", text)?;
    let sources = ReferredFiles::new(&hints.beside);
    let mut report = Report::default();
    let level = read_project(&file, &sources, hints, &mut report)?;
    Ok((level, report.finish()))
}

fn read_project<'a>(
    file: &'a JsonFile<'a>,
    sources: &'a ReferredFiles<'a>,
    hints: &ReadHints,
    report: &mut Report,
) -> Parsed<Level> {
    let root = file.root("a project of LDtk")?;
    let mut project = root.object("a project of LDtk")?;
    let mut definitions = Definitions::read(project.need("defs")?, Solid(&hints.solid), report)?;
    let levels = chosen(&mut project, hints.level.as_deref(), report)?;
    project.drop_members(EDITOR);
    report.unread("project", "the project", project);
    let (name, part) = match &*levels {
        [one] => (one.name.to_string(), one.part),
        _ => (String::new(), root),
    };
    let mut layers = Vec::new();
    for level in levels {
        layers.push(read_level(level, sources, report)?);
    }
    let mut board = LdtkBoard::new(&layers, part)?;
    for level in &mut layers {
        board.add(level, &mut definitions, report)?;
    }
    let (grid, markers) = board.finish(part, report)?;
    let (width, height, cells, legend) = grid;
    let grid = LevelGrid::new(width, height, cells, legend)
        .map_err(|error| root.fail(error.to_string()))?;
    let agents = read_agents(markers, &grid, report)?;
    Ok(Level {
        name,
        agents,
        ..Level::grid_edits(grid)
    })
}

/// Reads the layers of a level, from the level's own file if it has one.
fn read_level<'a>(
    level: OneLevel<'a>,
    sources: &'a ReferredFiles<'a>,
    report: &mut Report,
) -> Parsed<LevelLayers<'a>> {
    let OneLevel {
        part,
        name,
        file,
        at,
        mut object,
        ..
    } = level;
    let mut layers = object.take("layerInstances");
    if layers.is_none() {
        let Some(file) = file else {
            return Err(part.fail("the level has no layers; expected `layerInstances`"));
        };
        let of_file = sources.get(file, "the level")?.root("a level of LDtk")?;
        let mut inner = of_file.object("a level of LDtk")?;
        layers = Some(
            inner
                .take("layerInstances")
                .ok_or_else(|| of_file.fail("the level has no layers"))?,
        );
        object.inherit(inner);
        object.drop_members("worldX worldY worldDepth");
    }
    let layers = layers.map_or(Ok(Vec::new()), |part| part.list("the layers of a level"))?;
    let side = |part: JsonPart| {
        part.whole(
            "a side of the level in pixels",
            1..=u32::from(u16::MAX) * Grid::MAX_SIDE,
        )
    };
    let pixels = match (object.take("pxWid"), object.take("pxHei")) {
        (Some(width), Some(height)) => Some([side(width)?, side(height)?]),
        _ => None,
    };
    let owner = format!("level {}", shortened(&name));
    report.unread_properties(
        "level",
        &owner,
        &Properties::read(object.take("fieldInstances"))?,
    );
    object.drop_members(EDITOR_OF_LEVEL);
    report.unread("level", &owner, object);
    LevelLayers::read(part, layers, pixels, at)
}

/// Members of a layer that do not matter for a grid.
///
/// They are drawing, pictures that follow from values, and the editor's internal numbers.
const EDITOR_OF_LAYER: &str = "
    __opacity __tilesetDefUid __tilesetRelPath autoLayerTiles iid intGrid intGridCsv levelId optionalRules
    overrideTilesetUid pxOffsetX pxOffsetY seed";

/// Members of an entity that do not matter for a grid: its picture, and repeated positions.
const EDITOR_OF_ENTITY: &str = "__grid __smartColor __tags __tile __worldX __worldY iid";

#[derive(Deserialize)]
struct Point {
    cx: i32,
    cy: i32,
}

/// The cells of a map while levels are laid on it.
struct LdtkBoard<'a> {
    /// The side of a cell in pixels.
    side: u32,
    size: [u32; 2],
    /// The position of the first cell in the world, in pixels.
    origin: [i64; 2],
    terrains: Terrains,
    cells: Vec<(FoundTerrain, WallRule)>,
    markers: Vec<Marker<'a>>,
    /// Whether a layer has set any terrain.
    is_said: bool,
    /// Entities that are not read, grouped by layer name.
    others: Vec<OtherEntities<'a>>,
}

impl<'a> LdtkBoard<'a> {
    /// Creates a board for these levels, with the smallest cells used by one of their layers of
    /// values.
    fn new(levels: &[LevelLayers], part: JsonPart) -> Parsed<Self> {
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
    fn add(
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
                        RuleDecision::Nothing,
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
            layer.object.drop_members(EDITOR_OF_LAYER);
            layer.object.drop_members("gridTiles entityInstances");
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
    fn shift(&self, layer: &LdtkLayer, report: &mut Report) -> [i64; 2] {
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
        layer: &mut LdtkLayer<'a>,
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
        layer: &mut LdtkLayer<'a>,
        level: ([usize; 2], [usize; 2]),
        definitions: &mut Definitions<'a, '_>,
        report: &mut Report,
    ) -> Parsed<()> {
        let by_layer = definitions.solid.by_layer(&layer.name, layer.part, report);
        if by_layer == RuleDecision::Nothing && layer.tagged(definitions).is_none() {
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
        layer: &mut LdtkLayer<'a>,
        level: ([usize; 2], [usize; 2]),
        shift: [i64; 2],
        by_layer: RuleDecision,
        definitions: &Definitions<'a, '_>,
        report: &mut Report,
    ) -> Parsed<()> {
        let (name, solid) = (shortened(&layer.name), definitions.solid);
        let tileset = layer.tagged(definitions);
        if by_layer == RuleDecision::Nothing && tileset.is_none() {
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
                    RuleDecision::Nothing => report.add_unread("tag", tag, *part, || {
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
            let RuleDecision::Wall(rule) = verdict else {
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

    /// Adds agents and goals, and applies the terrain of other entities to the cells under them.
    fn add_entities(
        &mut self,
        layer: &mut LdtkLayer<'a>,
        level: ([usize; 2], [usize; 2]),
        definitions: &Definitions<'a, '_>,
        report: &mut Report,
    ) -> Parsed<()> {
        let side = f64::from(self.side);
        let corner = level.0.map(|cells| i32::try_from(cells).unwrap_or(0));
        let scaled = |n: i32, axis: usize| {
            let own = i64::from(n) * i64::from(layer.side);
            i32::try_from(own.div_euclid(i64::from(self.side)) + i64::from(corner[axis]))
                .unwrap_or(-1)
        };
        let layer_part = layer.part;
        for part in layer.object.take_list("entityInstances")? {
            let mut entity = part.object("an entity")?;
            let class = entity.need("__identifier")?.text("the name of an entity")?;
            let px: [f64; 2] = entity.need("px")?.read("the place of an entity")?;
            let pivot: [f64; 2] = entity
                .take("__pivot")
                .map_or(Ok([0.0; 2]), |part| part.read("a pivot"))?;
            let uid = entity.take("defUid").and_then(|uid| uid.get().parse().ok());
            let mut size = uid
                .map(|uid| definitions.entities.get(&uid).copied().unwrap_or_default())
                .unwrap_or_default();
            for (axis, key) in ["width", "height"].into_iter().enumerate() {
                if let Some(part) = entity.take(key) {
                    size[axis] = part.number("the size of an entity")?;
                }
            }
            let properties = Properties::read(entity.take("fieldInstances"))?;
            let first = [0, 1].map(|axis| px[axis] + layer.offset[axis] - pivot[axis] * size[axis]);
            let owner = format!("entity {}", shortened(&class));
            let Some(role) = MarkerRole::of_class(&class) else {
                let tags = entity
                    .take("__tags")
                    .and_then(|tags| tags.read::<Vec<String>>("tags").ok())
                    .unwrap_or_default();
                let said = definitions
                    .solid
                    .of_object(&class, &tags, &properties, part, report);
                if let Some(found) = self.terrains.find(&said).map_err(|many| part.fail(many))? {
                    let shift = [0, 1].map(|axis| first[axis] + f64::from(corner[axis]) * side);
                    self.is_said = true;
                    let (cells, wall) = (&mut self.cells, said.wall);
                    let outline = Outline::rectangle(shift, size);
                    outline.for_cells([side; 2], self.size, |cell| cells[cell] = (found, wall));
                    report.unread_properties("entity", &owner, &properties);
                    entity.drop_members(EDITOR_OF_ENTITY);
                    report.unread("entity", &owner, entity);
                } else {
                    let known = self
                        .others
                        .iter()
                        .position(|known| known.layer == layer.name);
                    let known = known.unwrap_or_else(|| {
                        let (layer, kinds) = (layer.name.clone(), Names::default());
                        self.others.push(OtherEntities {
                            part: layer_part,
                            layer,
                            count: 0,
                            kinds,
                        });
                        self.others.len() - 1
                    });
                    self.others[known].count += 1;
                    self.others[known].kinds.add(&class);
                }
                continue;
            };
            let mut points: Vec<Point> = Vec::new();
            if let Some(goals) = properties.get("goals") {
                points = goals.read("the goals of an agent, a list of points")?;
            }
            if let Some(goal) = properties.get("goal") {
                points.push(goal.read("the goal of an agent, a point")?);
            }
            let goals = points
                .into_iter()
                .map(|Point { cx, cy }| Cell::new(scaled(cx, 0), scaled(cy, 1)))
                .collect();
            let middle = [0, 1]
                .map(|axis| (first[axis] + 0.5 * size[axis]) / side + f64::from(corner[axis]));
            entity.drop_members(EDITOR_OF_ENTITY);
            report.unread("entity", &owner, entity);
            self.markers.push(Marker {
                role,
                part,
                id: None,
                name: String::new(),
                middle,
                goals,
                properties,
            });
        }
        Ok(())
    }

    /// Returns the map, and the agents and goals on it.
    fn finish(self, part: JsonPart, report: &mut Report) -> Parsed<(Cells, Vec<Marker<'a>>)> {
        if !self.is_said {
            return Err(nothing_said(part));
        }
        for OtherEntities {
            part,
            layer,
            count,
            kinds,
        } in self.others
        {
            let message = format!(
                "entities of layer {} that are no agent and no goal are not read",
                shortened(&layer)
            );
            report.note(part, format!("{message}: {count}{}", kinds.list(", ")));
        }
        let (cells, legend) = self.terrains.legend(self.cells.into_iter(), report);
        Ok(((self.size[0], self.size[1], cells, legend), self.markers))
    }
}

/// Columns, rows, cells and legend of a map.
type Cells = (u32, u32, Vec<TerrainId>, Vec<LegendEntry>);

fn nothing_said(part: JsonPart) -> ParseError {
    part.fail("the level has no layer of the type IntGrid; expected one with the terrain")
}

/// Entities of a layer that are neither agents nor goals nor areas.
struct OtherEntities<'a> {
    part: JsonPart<'a>,
    layer: String,
    count: usize,
    /// The names of the entities.
    kinds: Names,
}
