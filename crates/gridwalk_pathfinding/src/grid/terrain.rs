//! What lies on a cell: a legend of terrains, and the number of one of them per cell.

use super::DirectionSet;
use crate::named;

/// A colour as three bytes, sRGB.
pub type Rgb = [u8; 3];

named! {
    /// The quiet strokes that tell terrains apart without colour.
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

/// One entry of a level's legend.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terrain {
    /// What people call it.
    pub name: String,
    /// How the level file writes it.
    pub glyph: char,
    /// How many times a step onto it costs a step onto plain terrain; `None` is blocked.
    pub cost: Option<u16>,
    /// The colour it is drawn in.
    pub color: Rgb,
    /// The strokes drawn on it.
    pub pattern: Pattern,
    /// The directions in which a step may leave it; all of them unless it is one-way.
    pub exits: DirectionSet,
}

impl Terrain {
    /// The most expensive terrain that a legend may hold.
    pub const MAX_COST: u16 = 1000;

    /// Plain terrain of cost 1, written `.`.
    #[must_use]
    pub fn floor() -> Self {
        Self::named('.', "floor")
    }

    /// A wall, written `#`.
    #[must_use]
    pub fn wall() -> Self {
        Self::named('#', "wall")
    }

    /// A terrain with everything that its name suggests: colour, pattern, cost.
    ///
    /// Known names: floor, wall, road, grass, forest, swamp, water, sand. Any other
    /// name is plain terrain.
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
        Self { name: name.to_owned(), glyph, cost, color, pattern, exits: DirectionSet::ALL }
    }

    /// Whether some steps may not leave it.
    #[must_use]
    pub fn is_one_way(&self) -> bool {
        self.exits != DirectionSet::ALL
    }

    /// Whether no agent can enter it.
    #[must_use]
    pub const fn is_blocked(&self) -> bool {
        self.cost.is_none()
    }
}

/// The number of a terrain in its grid's legend.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TerrainId(pub u8);
