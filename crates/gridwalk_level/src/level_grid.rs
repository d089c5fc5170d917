//! The map of a level: a grid of the kernel together with a look and a glyph for each of its
//! terrains.
//!
//! Searches do not see looks and glyphs.

use std::ops::Deref;
use std::sync::Arc;

use gridwalk_pathfinding::{
    Cell, EditError, Grid, GridChange, GridEdit, GridError, Portal, Revision, Terrain, TerrainId,
    named,
};

/// The looks of a legend's terrains, by their numbers. Cloning is cheap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Looks(Arc<[Look]>);

impl Looks {
    /// Returns the default looks of a legend's terrains, each with a glyph of its own.
    ///
    /// A terrain looks as its name suggests. A blocked terrain without a default look of its name
    /// looks like a wall.
    #[must_use]
    pub fn usual(legend: &[Terrain]) -> Self {
        let mut looks: Vec<Look> = Vec::with_capacity(legend.len());
        for terrain in legend {
            let default = DEFAULTS.iter().find(|(_, name)| *name == terrain.name);
            let digit = terrain
                .cost
                .and_then(|cost| char::from_digit(cost.into(), 10));
            let mut wanted = default
                .map(|(glyph, _)| *glyph)
                .into_iter()
                .chain(digit)
                .chain(spare_glyphs());
            let is_free = |glyph: &char| looks.iter().all(|look| look.glyph != *glyph);
            let glyph = wanted
                .find(is_free)
                .expect("there are more glyphs than terrains");
            let name = if terrain.is_blocked() && default.is_none() {
                "wall"
            } else {
                &terrain.name
            };
            looks.push(LegendEntry::named(glyph, name).look);
        }
        Self(looks.into())
    }

    /// Returns the look of a terrain; a number outside the legend looks like a wall.
    ///
    /// The map as an agent sees it has such a number for cells that the agent must not enter.
    #[must_use]
    pub fn of(&self, terrain: TerrainId) -> Look {
        self.get(terrain)
            .unwrap_or_else(|| LegendEntry::wall().look)
    }

    /// Returns the look of a terrain; `None` for a number outside the legend.
    #[must_use]
    pub fn get(&self, terrain: TerrainId) -> Option<Look> {
        self.0.get(usize::from(terrain.0)).copied()
    }

    /// Returns the looks of a longer legend with the same first terrains, such as that of an
    /// agent's map.
    ///
    /// A new terrain looks like the known terrain of its name, for instance floor with an extra
    /// cost near walls. Without such a terrain it looks like a wall.
    #[must_use]
    pub fn on(&self, legend: &[Terrain]) -> Self {
        let look = |(number, terrain): (u8, &Terrain)| {
            let like = || legend.iter().position(|other| other.name == terrain.name);
            let look = self
                .get(TerrainId(number))
                .or_else(|| self.0.get(like()?).copied());
            look.unwrap_or_else(|| LegendEntry::wall().look)
        };
        (0..=u8::MAX).zip(legend).map(look).collect()
    }

    /// Returns all looks, in the order of the legend.
    #[must_use]
    pub fn all(&self) -> &[Look] {
        &self.0
    }

    /// Returns the terrain with this glyph.
    #[must_use]
    pub fn terrain_by_glyph(&self, glyph: char) -> Option<TerrainId> {
        let number = self.0.iter().position(|look| look.glyph == glyph)?;
        u8::try_from(number).ok().map(TerrainId)
    }
}

/// Collects looks in the order of the legend.
impl FromIterator<Look> for Looks {
    fn from_iter<I: IntoIterator<Item = Look>>(looks: I) -> Self {
        Self(looks.into_iter().collect())
    }
}

/// A grid with a look for each terrain of its legend. It dereferences to its [`Grid`].
///
/// # Examples
/// ```
/// use gridwalk_level::{LegendEntry, LevelGrid};
/// use gridwalk_pathfinding::{Cell, TerrainId};
/// let legend = vec![LegendEntry::floor(), LegendEntry::named('s', "swamp")];
/// let grid = LevelGrid::new(2, 1, vec![TerrainId(0), TerrainId(1)], legend).unwrap();
/// let swamp = Cell::new(1, 0);
/// assert_eq!((grid.cost(swamp), grid.look(swamp).map(|look| look.glyph)), (Some(6), Some('s')));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LevelGrid {
    grid: Grid,
    looks: Looks,
}

impl LevelGrid {
    /// Creates a map from its cells in reading order.
    ///
    /// # Errors
    /// As for [`Grid::new`].
    pub fn new(
        width: u32,
        height: u32,
        cells: Vec<TerrainId>,
        legend: Vec<LegendEntry>,
    ) -> Result<Self, GridError> {
        let (terrains, looks) = split(legend);
        Ok(Self {
            grid: Grid::new(width, height, cells, terrains)?,
            looks,
        })
    }

    /// Creates a map from a grid and [these looks](Looks::on), for instance the map as an agent
    /// sees it.
    #[must_use]
    pub fn of(grid: Grid, looks: &Looks) -> Self {
        Self {
            looks: looks.on(grid.legend()),
            grid,
        }
    }

    /// Returns the map with at most [`Grid::MAX_TERRAINS`] terrains, the limit of files.
    ///
    /// An agent's view of a full legend has one terrain more. This last terrain is merged with
    /// another blocked one, or replaces a terrain that no cell has.
    ///
    /// `None` if there is neither.
    #[must_use]
    pub fn within_limits(self) -> Option<Self> {
        let mut entries = self.entries();
        if entries.len() <= Grid::MAX_TERRAINS {
            return Some(self);
        }
        let last = TerrainId(u8::try_from(Grid::MAX_TERRAINS).expect("there are as many numbers"));
        let closed = entries.pop().expect("the legend is full");
        let is_unused = |number: usize| {
            self.grid
                .cells()
                .iter()
                .all(|id| usize::from(id.0) != number)
        };
        // Merging with one-way terrain would make a uniform map unsupported by some searches.
        let steps = |entry: &LegendEntry| (entry.terrain.cost, entry.terrain.exits);
        let blocked = entries
            .iter()
            .position(|entry| steps(entry) == steps(&closed));
        let place = blocked.or_else(|| (0..entries.len()).find(|number| is_unused(*number)))?;
        if blocked.is_none() {
            entries[place] = closed;
        }
        let place = TerrainId(u8::try_from(place).ok()?);
        let cells = self
            .grid
            .cells()
            .iter()
            .map(|id| if *id == last { place } else { *id })
            .collect();
        let (width, height, portals) = (
            self.grid.width(),
            self.grid.height(),
            self.grid.portal_list(),
        );
        Self::new(width, height, cells, entries)
            .and_then(|map| map.with_portals(&portals))
            .ok()
    }

    /// Returns the looks of the terrains.
    #[must_use]
    pub const fn looks(&self) -> &Looks {
        &self.looks
    }

    /// Returns the look of a cell; `None` outside the map.
    #[must_use]
    pub fn look(&self, cell: Cell) -> Option<Look> {
        self.grid
            .terrain_id(cell)
            .map(|terrain| self.looks.of(terrain))
    }

    /// Returns the terrain with this glyph.
    #[must_use]
    pub fn terrain_by_glyph(&self, glyph: char) -> Option<TerrainId> {
        self.looks.terrain_by_glyph(glyph)
    }

    /// Returns the legend: each terrain with its look.
    #[must_use]
    pub fn entries(&self) -> Vec<LegendEntry> {
        let entries = self.grid.legend().iter().zip(self.looks.all());
        entries
            .map(|(terrain, look)| LegendEntry {
                terrain: terrain.clone(),
                look: *look,
            })
            .collect()
    }

    /// Returns the map with these portals instead of its own.
    ///
    /// # Errors
    /// As for [`Grid::with_portals`].
    pub fn with_portals(self, portals: &[Portal]) -> Result<Self, GridError> {
        Ok(Self {
            grid: self.grid.with_portals(portals)?,
            ..self
        })
    }

    /// Returns the map with these terrains in these cells.
    ///
    /// # Errors
    /// As for [`Grid::with_cells`].
    pub fn with_cells(self, cells: &[(Cell, TerrainId)]) -> Result<Self, EditError> {
        Ok(Self {
            grid: self.grid.with_cells(cells)?,
            ..self
        })
    }

    /// Returns the map with this revision.
    #[must_use]
    pub fn with_revision(self, revision: Revision) -> Self {
        Self {
            grid: self.grid.with_revision(revision),
            ..self
        }
    }

    /// Sets the terrain of cells, and returns the change; `None` if nothing changed.
    ///
    /// # Errors
    /// As for [`Grid::apply`].
    pub fn set_cells(
        &mut self,
        cells: Vec<(Cell, TerrainId)>,
    ) -> Result<Option<GridChange>, EditError> {
        self.grid.apply(&GridEdit::of_cells(cells))
    }

    /// Replaces all portals, and returns the change; `None` if nothing changed.
    ///
    /// # Errors
    /// As for [`Grid::apply`].
    pub fn set_portals(&mut self, portals: Vec<Portal>) -> Result<Option<GridChange>, EditError> {
        self.grid.apply(&GridEdit::of_portals(portals))
    }

    /// Replaces the legend, and returns the change for searches; `None` if nothing changed for
    /// them.
    ///
    /// Cells keep the numbers of their terrains.
    ///
    /// # Errors
    /// As for [`Grid::apply`]: if the legend lacks a terrain that a cell has, or a cost is out of
    /// bounds.
    pub fn set_legend(
        &mut self,
        legend: Vec<LegendEntry>,
    ) -> Result<Option<GridChange>, EditError> {
        let (terrains, looks) = split(legend);
        let change = self.grid.apply(&GridEdit::of_legend(terrains.into()))?;
        self.looks = looks;
        Ok(change)
    }
}

fn split(legend: Vec<LegendEntry>) -> (Vec<Terrain>, Looks) {
    let looks = legend.iter().map(|entry| entry.look).collect();
    (
        legend.into_iter().map(|entry| entry.terrain).collect(),
        looks,
    )
}

/// Gives read access to the grid; only the methods of the map change it.
impl Deref for LevelGrid {
    type Target = Grid;

    fn deref(&self) -> &Grid {
        &self.grid
    }
}

/// Creates a map with the [default looks](Looks::usual).
impl From<Grid> for LevelGrid {
    fn from(grid: Grid) -> Self {
        Self {
            looks: Looks::usual(grid.legend()),
            grid,
        }
    }
}

impl From<LevelGrid> for Grid {
    fn from(map: LevelGrid) -> Self {
        map.grid
    }
}

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

    /// Muted colours that no terrain of a known name has.
    pub const SPARE_COLORS: [Rgb; 6] = [
        [0xC9, 0xA0, 0x8C],
        [0xB3, 0xA4, 0xCF],
        [0x8F, 0xC1, 0xB5],
        [0xDD, 0xB1, 0xC0],
        [0xA8, 0xB4, 0xC4],
        [0xC6, 0xC0, 0x74],
    ];

    /// Returns a terrain with the cost, colour and pattern that its name suggests.
    ///
    /// Known names: floor, wall, road, grass, forest, swamp, water, sand. Any other name is plain
    /// terrain of cost 1, whose colour and pattern no known name has. Where only the first word is
    /// known, as in `floor 2`, the terrain looks like that word.
    #[must_use]
    pub fn named(glyph: char, name: &str) -> Self {
        let (first, is_whole) = name
            .split_once(' ')
            .map_or((name, true), |(first, _)| (first, false));
        let (cost, color, pattern) = Self::known(first).unwrap_or_else(|| {
            let (color, pattern) = Self::spare_look(name);
            (Some(1), color, pattern)
        });
        let cost = if is_whole { cost } else { Some(1) };
        Self {
            terrain: Terrain::new(name, cost),
            look: Look {
                glyph,
                color,
                pattern,
            },
        }
    }

    /// Returns cost, colour and pattern of a known name.
    fn known(name: &str) -> Option<(Option<u16>, Rgb, Pattern)> {
        Some(match name {
            "floor" => (Some(1), [0xEF, 0xEB, 0xE1], Pattern::Plain),
            "wall" => (None, [0x3B, 0x42, 0x50], Pattern::Plain),
            "road" => (Some(1), [0xD8, 0xC7, 0xA1], Pattern::Plain),
            "grass" => (Some(2), [0xBF, 0xD3, 0xA1], Pattern::Blades),
            "forest" => (Some(4), [0x86, 0xA6, 0x7A], Pattern::Trees),
            "swamp" => (Some(6), [0x9A, 0x9B, 0x72], Pattern::Dashes),
            "water" => (None, [0x8D, 0xB9, 0xD6], Pattern::Waves),
            "sand" => (Some(3), [0xE6, 0xD7, 0xA8], Pattern::Dots),
            _ => return None,
        })
    }

    /// Returns the look of a terrain of an unknown name, which depends on the name alone.
    fn spare_look(name: &str) -> (Rgb, Pattern) {
        const PATTERNS: [Pattern; 3] = [Pattern::Plain, Pattern::Dots, Pattern::Dashes];
        let mix = |hash: u32, byte: u8| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
        let hash = name.bytes().fold(0x811C_9DC5, mix) as usize;
        let count = Self::SPARE_COLORS.len();
        let pattern = PATTERNS[hash / count % PATTERNS.len()];
        (Self::SPARE_COLORS[hash % count], pattern)
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
