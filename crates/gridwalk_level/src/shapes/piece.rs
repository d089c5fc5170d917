//! A piece of a map: copied, turned, and put in elsewhere, on another level as well.

use gridwalk_pathfinding::{Cell, Grid, GridSize, Rect, TerrainId};

use crate::legend::spare_glyphs;
use crate::{LegendEntry, Level, LevelEdit, LevelEditError, LevelGrid, Turn};

/// The ground of a rectangle, with what its terrains are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    size: GridSize,
    cells: Vec<TerrainId>,
    legend: Vec<LegendEntry>,
}

impl Piece {
    /// The part of the map that lies in the rectangle; `None` if none does.
    #[must_use]
    pub fn copy(grid: &LevelGrid, rect: Rect) -> Option<Self> {
        let (left, top) = (rect.at.x.max(0), rect.at.y.max(0));
        let right = (rect.at.x + rect.width.cast_signed()).min(grid.width().cast_signed());
        let bottom = (rect.at.y + rect.height.cast_signed()).min(grid.height().cast_signed());
        let side = |from: i32, to: i32| u32::try_from(to - from).ok().filter(|side| *side > 0);
        let size = GridSize { width: side(left, right)?, height: side(top, bottom)? };
        let part = Rect { at: Cell::new(left, top), width: size.width, height: size.height };
        let cells = part.cells().filter_map(|cell| grid.terrain_id(cell)).collect();
        Some(Self { size, cells, legend: grid.entries() })
    }

    /// A whole map.
    #[must_use]
    pub fn of(grid: &LevelGrid) -> Self {
        Self { size: grid.size(), cells: grid.cells().to_vec(), legend: grid.entries() }
    }

    /// One cell of this terrain.
    #[must_use]
    pub fn one(entry: LegendEntry) -> Self {
        Self { size: GridSize { width: 1, height: 1 }, cells: vec![TerrainId(0)], legend: vec![entry] }
    }

    /// Its columns and rows.
    #[must_use]
    pub const fn size(&self) -> GridSize {
        self.size
    }

    /// How it looks: of each cell, in reading order, its terrain.
    pub fn cells(&self) -> impl Iterator<Item = &LegendEntry> {
        self.cells.iter().map(|terrain| &self.legend[usize::from(terrain.0)])
    }

    /// The piece turned or mirrored; one-way ground leads where it led, seen from the piece.
    #[must_use]
    pub fn turned(&self, turn: Turn) -> Self {
        let size = turn.size(self.size);
        let from = |cell| self.size.index(turn.inverse().cell(size, cell)).expect("each cell was one before");
        let cells = size.rect().cells().map(|cell| self.cells[from(cell).get()]).collect();
        let mut legend = self.legend.clone();
        for entry in &mut legend {
            entry.terrain.exits = turn.exits(entry.terrain.exits);
        }
        Self { size, cells, legend }
    }

    /// The edit that puts the piece on the level, its upper left cell here; what lies outside of the map is left out. A
    /// terrain that the level does not have joins its legend.
    ///
    /// # Errors
    /// If the legend has no room for it.
    pub fn put(&self, level: &Level, at: Cell) -> Result<LevelEdit, LevelEditError> {
        let grid = &level.grid;
        let mut legend = grid.entries();
        let before = legend.len();
        let mut numbers: Vec<Option<TerrainId>> = vec![None; self.legend.len()];
        let mut cells = Vec::new();
        for (from, terrain) in self.size.rect().cells().zip(&self.cells) {
            let to = Cell::new(from.x + at.x, from.y + at.y);
            let Some(now) = grid.terrain_id(to) else { continue };
            let number = &mut numbers[usize::from(terrain.0)];
            let wanted = match *number {
                Some(known) => known,
                None => *number.insert(find_or_add(&mut legend, &self.legend[usize::from(terrain.0)])?),
            };
            if now != wanted {
                cells.push((to, wanted));
            }
        }
        let cells = LevelEdit::Cells(cells);
        if legend.len() == before {
            return Ok(cells);
        }
        Ok(LevelEdit::Several(vec![LevelEdit::Legend(legend), cells]))
    }
}

/// The number of a terrain like this one: the same in all, or else of the same name that costs as much and leads to the
/// same sides. Without one it joins the legend, under a name and a glyph that are free.
fn find_or_add(legend: &mut Vec<LegendEntry>, wanted: &LegendEntry) -> Result<TerrainId, LevelEditError> {
    let alike = |entry: &LegendEntry| {
        let (own, other) = (&entry.terrain, &wanted.terrain);
        (own.cost, own.exits) == (other.cost, other.exits) && own.name.split(' ').next() == other.name.split(' ').next()
    };
    let known = legend.iter().position(|entry| entry == wanted).or_else(|| legend.iter().position(alike));
    let number = known.unwrap_or(legend.len());
    if number >= Grid::MAX_TERRAINS {
        return Err(LevelEditError::LegendFull);
    }
    if known.is_none() {
        let is_free = |glyph: &char| legend.iter().all(|entry| entry.look.glyph != *glyph);
        let glyphs = [wanted.look.glyph].into_iter().chain(spare_glyphs());
        let glyph = glyphs.into_iter().find(is_free).expect("there are more glyphs than terrains");
        let has = |name: &str| legend.iter().any(|entry| entry.terrain.name == name);
        let plain = wanted.terrain.name.clone();
        let mut names = [plain.clone()].into_iter().chain((2..).map(|number| format!("{plain} {number}")));
        let name = names.find(|name| !has(name)).expect("numbers do not end");
        let mut entry = wanted.clone().called(&name);
        entry.look.glyph = glyph;
        legend.push(entry);
    }
    Ok(TerrainId(u8::try_from(number).expect("a legend has at most 256 terrains")))
}
