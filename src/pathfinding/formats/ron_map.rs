//! The map of a RON level: one string per row, one glyph per cell.

use std::collections::BTreeMap;

use super::ParseError;
use super::error::{counted, quoted};
use super::locate::char_in_string;
use super::ron_read::{Part, Reader, one_of};
use crate::pathfinding::{Grid, Terrain, TerrainId};

/// The grid; `legend` holds 1 to 256 terrains with different glyphs.
pub(super) fn read<'a>(reader: &Reader<'a>, map: Part<'a>, legend: Vec<Terrain>) -> Result<Grid, ParseError> {
    let rows: Vec<Part> = reader.read(map, "a map such as `[\"...\", \"...\"]`")?;
    let most = Grid::MAX_SIDE as usize;
    if rows.is_empty() {
        return Err(reader.fail(map, "the map is empty; expected one string per row"));
    }
    if let Some(row) = rows.get(most) {
        return Err(reader.fail(*row, format!("the map has {} rows; expected at most {most}", rows.len())));
    }
    let glyphs = Glyphs::new(&legend);
    let mut cells = Vec::new();
    let mut width = 0;
    for (y, &part) in rows.iter().enumerate() {
        let row: String = reader.read(part, "a row of the map in double quotes")?;
        let length = row.chars().count();
        let at = |x: usize| Part(char_in_string(part.0, x));
        if y == 0 {
            width = length;
            // The first row alone proves nothing about the others; the file's length does.
            cells.reserve((width.min(most) * rows.len()).min(reader.length()));
        }
        if length == 0 {
            return Err(reader.fail(part, "the row is empty; expected at least one cell"));
        }
        if length > most {
            return Err(reader.fail(at(most), format!("the row has {length} cells; expected at most {most}")));
        }
        if length != width {
            let message = format!("the row has {}; expected {width}, as in the first row", counted(length, "cell"));
            return Err(reader.fail(at(length.min(width)), message));
        }
        for (x, glyph) in row.chars().enumerate() {
            let Some(terrain) = glyphs.get(glyph) else {
                let known: Vec<_> = legend.iter().map(|terrain| quoted(terrain.glyph)).collect();
                let message = format!("glyph {} is not in the legend; expected {}", quoted(glyph), one_of(&known));
                return Err(reader.fail(at(x), message));
            };
            cells.push(terrain);
        }
    }
    let side = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    Grid::new(side(width), side(rows.len()), cells, legend).map_err(|error| reader.fail(map, error.to_string()))
}

/// From glyph to terrain, quickly for the glyphs that nearly all maps use.
pub(super) struct Glyphs {
    ascii: [Option<TerrainId>; 128],
    others: BTreeMap<char, TerrainId>,
}

impl Glyphs {
    pub fn new(legend: &[Terrain]) -> Self {
        let mut glyphs = Self { ascii: [None; 128], others: BTreeMap::new() };
        for (number, terrain) in (0..=u8::MAX).zip(legend) {
            match glyphs.ascii.get_mut(terrain.glyph as usize) {
                Some(slot) => *slot = Some(TerrainId(number)),
                None => drop(glyphs.others.insert(terrain.glyph, TerrainId(number))),
            }
        }
        glyphs
    }

    pub fn get(&self, glyph: char) -> Option<TerrainId> {
        match self.ascii.get(glyph as usize) {
            Some(slot) => *slot,
            None => self.others.get(&glyph).copied(),
        }
    }
}
