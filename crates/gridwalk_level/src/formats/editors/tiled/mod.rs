//! Maps of Tiled: JSON (`.tmj`) or XML (`.tmx`), orthogonal or isometric, of fixed size or
//! infinite.
//!
//! The topmost tile of a cell that states a terrain decides: by its properties, its class, or its
//! layer. A cell without a stated terrain is floor. Objects of the classes `agent` and `goal` are
//! agents and goals.

mod layers;
mod tiles;

use std::collections::HashMap;

use gridwalk_pathfinding::{Grid, TerrainId};

use layers::{Layers, TileLayer};
use tiles::{ANY_CELL, LAST_TILE, Tilesets};

use super::json::{JsonFile, JsonPart, Object, Properties};
use super::objects::{Marker, Outline, read_agents};
use super::terrains::{FoundTerrain, Said, Solid, Terrains};
use super::{ReferredFiles, Report, WallRule};
use crate::formats::ReadHints;
use crate::formats::common::{Parsed, counted, shortened};
use crate::formats::format::Findings;
use crate::{LegendEntry, Level, LevelGrid};

/// Members of a map that do not matter for a grid.
///
/// They are drawing, and internal numbers and versions of the editor.
const EDITOR: &str = "
    backgroundcolor compressionlevel editorsettings hexsidelength nextlayerid nextobjectid parallaxoriginx
    parallaxoriginy propertytypes renderorder staggeraxis staggerindex tiledversion type version";

/// Reads a map with the files to which it refers.
///
/// # Errors
/// The first mistake, with its place.
pub fn parse_tiled(text: &str, hints: &ReadHints) -> Parsed<(Level, Findings)> {
    let file = JsonFile::new("", text)?;
    let sources = ReferredFiles::new(&hints.beside);
    let mut report = Report::default();
    let solid = Solid(&hints.solid);
    let level = read_map(&file, &sources, solid, &mut report)?;
    Ok((level, report.finish()))
}

fn read_map<'a>(
    file: &'a JsonFile<'a>,
    sources: &'a ReferredFiles<'a>,
    solid: Solid,
    report: &mut Report,
) -> Parsed<Level> {
    let root = file.root("a map of Tiled")?;
    let mut map = open(root)?;
    let is_isometric = map
        .take("orientation")
        .is_some_and(|part| part.get() == "\"isometric\"");
    let is_infinite = map
        .take("infinite")
        .map(|part| part.flag("infinite"))
        .transpose()?
        .unwrap_or_default();
    let side = |part: JsonPart, what| part.whole(what, u32::from(!is_infinite)..=Grid::MAX_SIDE);
    let size = [
        side(map.need("width")?, "the columns of the map")?,
        side(map.need("height")?, "the rows of the map")?,
    ];
    let tile = |part: JsonPart, what| part.whole(what, 1..=u16::MAX).map(f64::from);
    let tile = [
        tile(map.need("tilewidth")?, "the width of a tile")?,
        tile(map.need("tileheight")?, "the height of a tile")?,
    ];
    if is_isometric {
        report.note(
            root,
            "the map is isometric; it is read as the square grid that its cells form",
        );
    }
    let layers = map.need("layers")?.list("the layers of a map")?;
    let properties = Properties::read(map.take("properties"))?;
    let cell = if is_isometric { ANY_CELL } else { tile };
    let mut tilesets = Tilesets::read(map.take_list("tilesets")?, cell, sources)?;
    map.drop_members(EDITOR);
    report.unread("map", "the map", map);

    let mut found = Layers::new(
        tile,
        is_isometric,
        (!is_infinite).then_some(size),
        sources,
        solid,
    );
    found.read(layers, &mut tilesets, report)?;
    let (origin, [width, height]) = if is_infinite {
        found.used_part(root, report)?
    } else {
        ([0, 0], size)
    };
    if found.tiles.is_empty() && (found.areas.is_empty() || is_infinite) {
        return Err(root.fail("the map has no layer of tiles; expected one that is visible"));
    }
    let mut board = TiledBoard {
        origin,
        size: [width, height],
        terrains: Terrains::default(),
        cells: Vec::new(),
    };
    board
        .cells
        .resize(width as usize * height as usize, CellOnBoard::None);
    for layer in &found.tiles {
        board.lay(layer, &mut tilesets, solid, report)?;
    }
    let shift = [0, 1].map(|axis| -f64::from(origin[axis]) * found.tile[axis]);
    for (part, outline, said) in found.areas {
        board.cover(part, &outline.moved(shift), found.tile, &said)?;
    }
    let empty = properties
        .get("empty")
        .map(|part| board.empty(part))
        .transpose()?;
    let (cells, legend) = board.finish(empty, report);
    let grid = LevelGrid::new(width, height, cells, legend)
        .map_err(|error| root.fail(error.to_string()))?;
    let moved = |marker: Marker<'a>| {
        let middle = [0, 1].map(|axis| marker.middle[axis] - f64::from(origin[axis]));
        Marker { middle, ..marker }
    };
    let agents = read_agents(
        found.markers.into_iter().map(moved).collect(),
        &grid,
        report,
    )?;
    let text = |name| properties.text(name).map(Option::unwrap_or_default);
    let level = Level {
        name: text("name")?,
        about: text("about")?,
        agents,
        ..Level::grid_edits(grid)
    };
    report.unread_properties("map", "the map", &properties);
    Ok(level)
}

/// Returns the members of the map; fails unless it is a map with square cells.
fn open(root: JsonPart) -> Parsed<Object> {
    let mut map = root.object("a map of Tiled")?;
    let kind = map.take("type");
    match kind.map(JsonPart::get) {
        Some("\"tileset\"") => {
            return Err(root.fail("this is a tileset of Tiled; open the map that uses it"));
        }
        Some("\"template\"") => {
            return Err(root.fail("this is a template of Tiled; open the map that uses it"));
        }
        Some("\"map\"") | None => {}
        Some(_) => {
            let found = kind.map_or_else(String::new, JsonPart::shown);
            return Err(kind
                .unwrap_or(root)
                .fail(format!("expected a map, found {found}")));
        }
    }
    let map = root.object("a map of Tiled")?;
    let orientation = root.object("a map of Tiled")?.take("orientation");
    match orientation.filter(|part| !matches!(part.get(), "\"orthogonal\"" | "\"isometric\"")) {
        Some(part) => {
            let expected = "expected an orthogonal or isometric map, whose cells are squares";
            Err(part.fail(format!("{expected}, found {}", part.shown())))
        }
        None => Ok(map),
    }
}

/// The state of a cell while layers are laid on the map.
#[derive(Clone, Copy)]
enum CellOnBoard {
    /// The cell has no tile.
    None,
    /// The cell has tiles, but none states a terrain.
    Plain,
    Said {
        found: FoundTerrain,
        wall: WallRule,
    },
}

/// The cells of the map while layers are laid on it.
struct TiledBoard {
    /// The file's cell that becomes the first cell of the map.
    origin: [i32; 2],
    size: [u32; 2],
    terrains: Terrains,
    cells: Vec<CellOnBoard>,
}

impl TiledBoard {
    fn lay(
        &mut self,
        layer: &TileLayer,
        tilesets: &mut Tilesets,
        solid: Solid,
        report: &mut Report,
    ) -> Parsed<()> {
        let of_layer = self
            .terrains
            .find(&layer.said)
            .map_err(|many| layer.part.fail(many))?;
        // The meaning of each tile number in this layer, and whether the tile itself states it.
        let mut known: HashMap<u32, (CellOnBoard, bool)> = HashMap::new();
        let (mut last, mut outside) = ((0, (CellOnBoard::None, false)), 0);
        let mut large = Vec::new();
        for chunk in &layer.chunks {
            for (number, flipped) in chunk.tiles()?.into_iter().enumerate() {
                let tile = flipped & LAST_TILE;
                if tile == 0 {
                    continue;
                }
                let Some(cell) = self.index(chunk.cell(number)) else {
                    outside += 1;
                    continue;
                };
                if last.0 != tile {
                    let decided = if let Some(decided) = known.get(&tile) {
                        *decided
                    } else {
                        let Some(said) = tilesets.said_by(tile, solid, report)? else {
                            let message = format!(
                                "expected a tile of the map's tilesets, found number {tile}"
                            );
                            return Err(chunk.data.fail_in_list(number, message));
                        };
                        let own = self
                            .terrains
                            .find(said)
                            .map_err(|many| chunk.data.fail(many))?;
                        let decided = match (own, of_layer) {
                            (Some(found), _) => CellOnBoard::Said {
                                found,
                                wall: said.wall,
                            },
                            (None, Some(found)) => CellOnBoard::Said {
                                found,
                                wall: layer.said.wall,
                            },
                            (None, None) => CellOnBoard::Plain,
                        };
                        known.insert(tile, (decided, own.is_some()));
                        (decided, own.is_some())
                    };
                    last = (tile, decided);
                }
                match last.1 {
                    (_, true) if tilesets.is_large(tile) => {
                        large.push((flipped, chunk.cell(number), last.1));
                    }
                    decided => self.put(cell, decided),
                }
            }
        }
        // Tiles larger than a cell lie on their neighbours in the layer.
        let mut covers: HashMap<u32, Vec<[i64; 2]>> = HashMap::new();
        for (tile, [x, y], decided) in large {
            for [column, row] in covers.entry(tile).or_insert_with(|| tilesets.cells(tile)) {
                if let Some(cell) = self.index([x + *column, y + *row]) {
                    self.put(cell, decided);
                }
            }
        }
        if outside > 0 {
            let (tiles, name) = (counted(outside, "tile"), shortened(&layer.name));
            report.note(
                layer.part,
                format!("{tiles} of layer {name} not read: outside the map"),
            );
        }
        Ok(())
    }

    /// Lays a tile on a cell; the flag says whether the tile itself states its terrain.
    fn put(&mut self, cell: usize, (decided, is_own): (CellOnBoard, bool)) {
        match (decided, &self.cells[cell]) {
            // A tile that states no terrain leaves the cell to the tiles below.
            (CellOnBoard::Plain, CellOnBoard::Said { .. }) => {}
            // Walls by a rule stay walls under a tile whose terrain only its layer states.
            (_, CellOnBoard::Said { wall, .. }) if wall.stays() && !is_own => {}
            _ => self.cells[cell] = decided,
        }
    }

    /// Returns the index of a cell of the file; `None` outside the map.
    fn index(&self, [x, y]: [i64; 2]) -> Option<usize> {
        let along = |at: i64, axis: usize| {
            usize::try_from(at - i64::from(self.origin[axis]))
                .ok()
                .filter(|at| *at < self.size[axis] as usize)
        };
        Some(along(y, 1)? * self.size[0] as usize + along(x, 0)?)
    }

    /// Sets the terrain of the cells that a shape covers.
    fn cover(
        &mut self,
        part: JsonPart,
        outline: &Outline,
        tile: [f64; 2],
        said: &Said,
    ) -> Parsed<()> {
        if let Some(found) = self.terrains.find(said).map_err(|many| part.fail(many))? {
            let (cells, wall) = (&mut self.cells, said.wall);
            outline.for_cells(tile, self.size, |cell| {
                cells[cell] = CellOnBoard::Said { found, wall }
            });
        }
        Ok(())
    }

    /// Reads the terrain of cells without a tile.
    fn empty(&mut self, part: JsonPart) -> Parsed<FoundTerrain> {
        let name = part.text("the terrain of empty cells")?;
        let said = Said {
            name: Some(name.into_owned()),
            ..Said::default()
        };
        let wanted = "expected a terrain that every level knows, such as `wall`, for empty cells";
        let found = self.terrains.find(&said).map_err(|many| part.fail(many))?;
        found.ok_or_else(|| part.fail(format!("{wanted}, found {}", part.shown())))
    }

    fn finish(
        self,
        empty: Option<FoundTerrain>,
        report: &mut Report,
    ) -> (Vec<TerrainId>, Vec<LegendEntry>) {
        let decided = |cell: &CellOnBoard| match *cell {
            CellOnBoard::Said { found, wall } => (found, wall),
            CellOnBoard::None => (empty.unwrap_or(Terrains::FLOOR), WallRule::default()),
            CellOnBoard::Plain => (Terrains::FLOOR, WallRule::default()),
        };
        self.terrains.legend(self.cells.iter().map(decided), report)
    }
}
