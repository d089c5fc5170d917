//! The order of terrains in the editor's list and under its number keys, and the terrain of the brush.
//!
//! The order of a legend does not suit the list: in a file, the level's own terrains come first, but a terrain added in
//! the window comes last. So the list is sorted, and the brush identifies its terrain by glyph and name.

use std::sync::LazyLock;

use gridwalk_level::LevelGrid;
use gridwalk_level::formats::parse_level;
use gridwalk_pathfinding::TerrainId;

/// Glyphs of one-way cells made by a stroke, in the order of the directions.
pub const ARROWS: [char; 8] = ['↑', '→', '↓', '←', '↗', '↘', '↙', '↖'];

/// Glyphs of the built-in terrains, in their default order.
static USUAL: LazyLock<Vec<char>> = LazyLock::new(|| {
    let level = parse_level(br#"(version: 1, map: ["."])"#, "usual.level.ron").expect("a map of one cell can be read");
    level.grid.looks().all().iter().map(|look| look.glyph).collect()
});

/// Returns the terrains in the order of the list.
///
/// The level's own terrains come first, in the order of the legend. The built-in terrains and the one-way cells that
/// strokes add follow. The order is the same after a save and a reload.
pub fn listed(grid: &LevelGrid) -> Vec<TerrainId> {
    let place = |terrain: &TerrainId| {
        let glyph = grid.looks().of(*terrain).glyph;
        let usual = USUAL.iter().position(|usual| *usual == glyph).map(|place| place + 1);
        usual.unwrap_or(if ARROWS.contains(&glyph) { usize::MAX } else { 0 })
    };
    let mut all: Vec<TerrainId> = (0..=u8::MAX).take(grid.legend().len()).map(TerrainId).collect();
    all.sort_by_key(place);
    all
}

/// Returns the terrain with this number in the list, from 1.
pub fn numbered(grid: &LevelGrid, number: usize) -> Option<TerrainId> {
    listed(grid).get(number.checked_sub(1)?).copied()
}

/// A terrain of the legend, identified by glyph and name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ink {
    glyph: char,
    name: String,
}

impl Ink {
    pub fn new(glyph: char, name: &str) -> Self {
        Self { glyph, name: name.to_owned() }
    }

    pub fn of(grid: &LevelGrid, terrain: TerrainId) -> Self {
        Self::new(grid.looks().of(terrain).glyph, &grid.legend()[usize::from(terrain.0)].name)
    }

    /// Finds the terrain in the legend by its glyph, or else by its name.
    pub fn find(&self, grid: &LevelGrid) -> Option<TerrainId> {
        let by_name = || grid.legend().iter().position(|terrain| terrain.name == self.name);
        let by_name = || by_name().and_then(|number| u8::try_from(number).ok()).map(TerrainId);
        grid.terrain_by_glyph(self.glyph).or_else(by_name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid(text: &str) -> LevelGrid {
        parse_level(text.as_bytes(), "test.level.ron").unwrap().grid
    }

    #[test]
    fn one_way_cells_of_a_stroke_stand_last() {
        let plain = grid(r#"(version: 1, map: ["."])"#);
        let own =
            grid(r#"(version: 1, legend: {'↓': (name: "floor ↓"), '.': (cost: 3), 'a': (name: "ash")}, map: ["a."])"#);
        let glyphs = |grid: &LevelGrid| -> String {
            listed(grid).into_iter().map(|terrain| grid.looks().of(terrain).glyph).collect()
        };
        assert_eq!(glyphs(&own), format!("a{}↓", glyphs(&plain)));
    }

    #[test]
    fn a_terrain_is_found_again_by_its_glyph_or_its_name() {
        let before = grid(r#"(version: 1, legend: {'a': (name: "ash")}, map: ["a"])"#);
        let ink = Ink::of(&before, before.terrain_by_glyph('a').unwrap());
        let found = |text: &str| {
            let after = grid(text);
            ink.find(&after).map(|terrain| after.looks().of(terrain).glyph)
        };
        assert_eq!(found(r#"(version: 1, legend: {'b': (name: "x"), 'a': (name: "soot")}, map: ["."])"#), Some('a'));
        assert_eq!(found(r#"(version: 1, legend: {'b': (name: "ash")}, map: ["."])"#), Some('b'));
        assert_eq!(found(r#"(version: 1, map: ["."])"#), None);
    }
}
