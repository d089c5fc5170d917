//! The look and the glyph of terrains; searches do not see them.

use gridwalk_pathfinding::{Terrain, named};

/// A colour as three bytes, sRGB.
pub type Rgb = [u8; 3];

named! {
    /// The faint strokes that tell terrains apart without colour.
    #[derive(Default)]
    pub enum Pattern {
        /// Nothing drawn.
        #[default]
        Plain = "plain";
        /// Two small blades, as for grass.
        Blades = "blades";
        /// Small triangles, as for a forest.
        Trees = "trees";
        /// Short level dashes, as for a swamp.
        Dashes = "dashes";
        /// One bright dash, as for water.
        Waves = "waves";
        /// Fine dots, as for sand.
        Dots = "dots";
    }
}

/// The look of a terrain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// Its glyph in the level file.
    pub glyph: char,
    /// Its colour.
    pub color: Rgb,
    /// The strokes drawn on it.
    pub pattern: Pattern,
}

/// One entry of a level's legend.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LegendEntry {
    /// Name, cost and exits, as searches see them.
    pub terrain: Terrain,
    /// Glyph, colour and strokes.
    pub look: Look,
}

impl LegendEntry {
    /// Returns plain terrain of cost 1, written `.`.
    #[must_use]
    pub fn floor() -> Self {
        Self::named('.', "floor")
    }

    /// Returns a wall, written `#`.
    #[must_use]
    pub fn wall() -> Self {
        Self::named('#', "wall")
    }

    /// Returns a terrain with the cost, colour and pattern that its name suggests.
    ///
    /// Known names: floor, wall, road, grass, forest, swamp, water, sand. Any other name is plain terrain.
    #[must_use]
    pub fn named(glyph: char, name: &str) -> Self {
        let (cost, color, pattern) = match name {
            "wall" => (None, [0x3B, 0x42, 0x50], Pattern::Plain),
            "road" => (Some(1), [0xD8, 0xC7, 0xA1], Pattern::Plain),
            "grass" => (Some(2), [0xBF, 0xD3, 0xA1], Pattern::Blades),
            "forest" => (Some(4), [0x86, 0xA6, 0x7A], Pattern::Trees),
            "swamp" => (Some(6), [0x9A, 0x9B, 0x72], Pattern::Dashes),
            "water" => (None, [0x8D, 0xB9, 0xD6], Pattern::Waves),
            "sand" => (Some(3), [0xE6, 0xD7, 0xA8], Pattern::Dots),
            _ => (Some(1), [0xEF, 0xEB, 0xE1], Pattern::Plain),
        };
        Self { terrain: Terrain::new(name, cost), look: Look { glyph, color, pattern } }
    }

    /// Replaces the cost that the name suggests.
    #[must_use]
    pub fn with_cost(mut self, cost: Option<u16>) -> Self {
        self.terrain.cost = cost;
        self
    }

    /// Replaces the name.
    #[must_use]
    pub fn called(mut self, name: &str) -> Self {
        name.clone_into(&mut self.terrain.name);
        self
    }
}

/// The glyphs that every level knows unless its legend says otherwise.
pub(crate) const DEFAULTS: [(char, &str); 8] = [
    ('.', "floor"),
    ('#', "wall"),
    ('=', "road"),
    (',', "grass"),
    ('&', "forest"),
    ('%', "swamp"),
    ('~', "water"),
    (':', "sand"),
];

/// Returns glyphs for new terrains, the plainest first.
///
/// There are more of them than any legend has entries.
pub(crate) fn spare_glyphs() -> impl Iterator<Item = char> {
    let others = ('\u{C0}'..='\u{24F}').chain('\u{400}'..='\u{52F}');
    ('0'..='9').chain('a'..='z').chain('A'..='Z').chain(others)
}
