//! The map of a level: a grid of the kernel together with a look for each of its terrains.

use std::ops::Deref;
use std::sync::Arc;

use gridwalk_pathfinding::{
    Cell, EditError, Grid, GridChange, GridEdit, GridError, Portal, Revision, Terrain, TerrainId,
};

use crate::legend::{DEFAULTS, LegendEntry, Look, spare_glyphs};

/// The looks of a legend's terrains, by their numbers. Cloning is cheap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Looks(Arc<[Look]>);

impl Looks {
    /// Returns the default looks of a legend's terrains, each with a glyph of its own.
    ///
    /// A terrain looks as its name suggests. A blocked terrain without a default look of its name looks like a wall.
    #[must_use]
    pub fn usual(legend: &[Terrain]) -> Self {
        let mut looks: Vec<Look> = Vec::with_capacity(legend.len());
        for terrain in legend {
            let default = DEFAULTS.iter().find(|(_, name)| *name == terrain.name);
            let digit = terrain.cost.and_then(|cost| char::from_digit(cost.into(), 10));
            let mut wanted = default.map(|(glyph, _)| *glyph).into_iter().chain(digit).chain(spare_glyphs());
            let is_free = |glyph: &char| looks.iter().all(|look| look.glyph != *glyph);
            let glyph = wanted.find(is_free).expect("there are more glyphs than terrains");
            let name = if terrain.is_blocked() && default.is_none() { "wall" } else { &terrain.name };
            looks.push(LegendEntry::named(glyph, name).look);
        }
        Self(looks.into())
    }

    /// Returns the look of a terrain; a number outside the legend looks like a wall.
    ///
    /// The map as an agent sees it has such a number for cells that the agent must not enter.
    #[must_use]
    pub fn of(&self, terrain: TerrainId) -> Look {
        self.get(terrain).unwrap_or_else(|| LegendEntry::wall().look)
    }

    /// Returns the look of a terrain; `None` for a number outside the legend.
    #[must_use]
    pub fn get(&self, terrain: TerrainId) -> Option<Look> {
        self.0.get(usize::from(terrain.0)).copied()
    }

    /// Returns the looks of a longer legend with the same first terrains, such as that of an agent's map.
    ///
    /// A new terrain looks like the known terrain of its name, for instance floor with an extra cost near walls.
    /// Without such a terrain it looks like a wall.
    #[must_use]
    pub fn on(&self, legend: &[Terrain]) -> Self {
        let look = |(number, terrain): (u8, &Terrain)| {
            let like = || legend.iter().position(|other| other.name == terrain.name);
            let look = self.get(TerrainId(number)).or_else(|| self.0.get(like()?).copied());
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
    pub fn new(width: u32, height: u32, cells: Vec<TerrainId>, legend: Vec<LegendEntry>) -> Result<Self, GridError> {
        let (terrains, looks) = split(legend);
        Ok(Self { grid: Grid::new(width, height, cells, terrains)?, looks })
    }

    /// Creates a map from a grid and [these looks](Looks::on), for instance the map as an agent sees it.
    #[must_use]
    pub fn of(grid: Grid, looks: &Looks) -> Self {
        Self { looks: looks.on(grid.legend()), grid }
    }

    /// Returns the map with at most [`Grid::MAX_TERRAINS`] terrains, the limit of files.
    ///
    /// An agent's view of a full legend has one terrain more. This last terrain is merged with another blocked one, or
    /// replaces a terrain that no cell has.
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
        let is_unused = |number: usize| self.grid.cells().iter().all(|id| usize::from(id.0) != number);
        // Merging with one-way terrain would make a uniform map unsupported by some searches.
        let steps = |entry: &LegendEntry| (entry.terrain.cost, entry.terrain.exits);
        let blocked = entries.iter().position(|entry| steps(entry) == steps(&closed));
        let place = blocked.or_else(|| (0..entries.len()).find(|number| is_unused(*number)))?;
        if blocked.is_none() {
            entries[place] = closed;
        }
        let place = TerrainId(u8::try_from(place).ok()?);
        let cells = self.grid.cells().iter().map(|id| if *id == last { place } else { *id }).collect();
        let (width, height, portals) = (self.grid.width(), self.grid.height(), self.grid.portal_list());
        Self::new(width, height, cells, entries).and_then(|map| map.with_portals(&portals)).ok()
    }

    /// Returns the looks of the terrains.
    #[must_use]
    pub const fn looks(&self) -> &Looks {
        &self.looks
    }

    /// Returns the look of a cell; `None` outside the map.
    #[must_use]
    pub fn look(&self, cell: Cell) -> Option<Look> {
        self.grid.terrain_id(cell).map(|terrain| self.looks.of(terrain))
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
        entries.map(|(terrain, look)| LegendEntry { terrain: terrain.clone(), look: *look }).collect()
    }

    /// Returns the map with these portals instead of its own.
    ///
    /// # Errors
    /// As for [`Grid::with_portals`].
    pub fn with_portals(self, portals: &[Portal]) -> Result<Self, GridError> {
        Ok(Self { grid: self.grid.with_portals(portals)?, ..self })
    }

    /// Returns the map with these terrains in these cells.
    ///
    /// # Errors
    /// As for [`Grid::with_cells`].
    pub fn with_cells(self, cells: &[(Cell, TerrainId)]) -> Result<Self, EditError> {
        Ok(Self { grid: self.grid.with_cells(cells)?, ..self })
    }

    /// Returns the map with this revision.
    #[must_use]
    pub fn with_revision(self, revision: Revision) -> Self {
        Self { grid: self.grid.with_revision(revision), ..self }
    }

    /// Sets the terrain of cells, and returns the change; `None` if nothing changed.
    ///
    /// # Errors
    /// As for [`Grid::apply`].
    pub fn set_cells(&mut self, cells: Vec<(Cell, TerrainId)>) -> Result<Option<GridChange>, EditError> {
        self.grid.apply(&GridEdit::of_cells(cells))
    }

    /// Replaces all portals, and returns the change; `None` if nothing changed.
    ///
    /// # Errors
    /// As for [`Grid::apply`].
    pub fn set_portals(&mut self, portals: Vec<Portal>) -> Result<Option<GridChange>, EditError> {
        self.grid.apply(&GridEdit::of_portals(portals))
    }

    /// Replaces the legend, and returns the change for searches; `None` if nothing changed for them.
    ///
    /// Cells keep the numbers of their terrains.
    ///
    /// # Errors
    /// As for [`Grid::apply`]: if the legend lacks a terrain that a cell has, or a cost is out of bounds.
    pub fn set_legend(&mut self, legend: Vec<LegendEntry>) -> Result<Option<GridChange>, EditError> {
        let (terrains, looks) = split(legend);
        let change = self.grid.apply(&GridEdit::of_legend(terrains.into()))?;
        self.looks = looks;
        Ok(change)
    }
}

fn split(legend: Vec<LegendEntry>) -> (Vec<Terrain>, Looks) {
    let looks = legend.iter().map(|entry| entry.look).collect();
    (legend.into_iter().map(|entry| entry.terrain).collect(), looks)
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
        Self { looks: Looks::usual(grid.legend()), grid }
    }
}

impl From<LevelGrid> for Grid {
    fn from(map: LevelGrid) -> Self {
        map.grid
    }
}
