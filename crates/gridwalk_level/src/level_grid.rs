//! The map of a level: a grid of the kernel and the looks of its terrains, kept together so that each terrain has one.

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
    /// What terrains look like of which nothing is said: as their names suggest, as a wall where they are blocked; each
    /// is written with a glyph of its own.
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

    /// That of a terrain. A number that the legend does not have looks like a wall: a map as agents see it has one more
    /// for cells that they must not enter.
    #[must_use]
    pub fn of(&self, terrain: TerrainId) -> Look {
        self.get(terrain).unwrap_or_else(|| LegendEntry::wall().look)
    }

    /// The same; `None` if the legend has no such number.
    #[must_use]
    pub fn get(&self, terrain: TerrainId) -> Option<Look> {
        self.0.get(usize::from(terrain.0)).copied()
    }

    /// Those of a longer legend that begins with the same terrains: the one of an agent's map. What has no look yet looks
    /// like terrain of its name that has, as floor near walls that the agent keeps off does, or else like a wall.
    #[must_use]
    pub fn on(&self, legend: &[Terrain]) -> Self {
        let look = |(number, terrain): (u8, &Terrain)| {
            let like = || legend.iter().position(|other| other.name == terrain.name);
            let look = self.get(TerrainId(number)).or_else(|| self.0.get(like()?).copied());
            look.unwrap_or_else(|| LegendEntry::wall().look)
        };
        (0..=u8::MAX).zip(legend).map(look).collect()
    }

    /// All of them, in the order of the legend.
    #[must_use]
    pub fn all(&self) -> &[Look] {
        &self.0
    }

    /// The terrain that is written so.
    #[must_use]
    pub fn terrain_by_glyph(&self, glyph: char) -> Option<TerrainId> {
        let number = self.0.iter().position(|look| look.glyph == glyph)?;
        u8::try_from(number).ok().map(TerrainId)
    }
}

/// In the order of the legend.
impl FromIterator<Look> for Looks {
    fn from_iter<I: IntoIterator<Item = Look>>(looks: I) -> Self {
        Self(looks.into_iter().collect())
    }
}

/// A grid, and how each terrain of its legend looks. It reads as the [`Grid`] that it holds.
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
    /// A map from its cells in reading order.
    ///
    /// # Errors
    /// As for [`Grid::new`].
    pub fn new(width: u32, height: u32, cells: Vec<TerrainId>, legend: Vec<LegendEntry>) -> Result<Self, GridError> {
        let (terrains, looks) = split(legend);
        Ok(Self { grid: Grid::new(width, height, cells, terrains)?, looks })
    }

    /// A grid whose terrains [look so](Looks::on): the map as an agent sees it, for instance.
    #[must_use]
    pub fn of(grid: Grid, looks: &Looks) -> Self {
        Self { looks: looks.on(grid.legend()), grid }
    }

    /// The same map with at most [`Grid::MAX_TERRAINS`] terrains, as many as files hold: an agent's view of a full legend
    /// has one more. Its last terrain becomes another blocked one, or takes the place of one that no cell has.
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
        // One-way terrain would make a map of one cost one that some searches do not take.
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

    /// How its terrains look.
    #[must_use]
    pub const fn looks(&self) -> &Looks {
        &self.looks
    }

    /// How a cell looks; `None` outside.
    #[must_use]
    pub fn look(&self, cell: Cell) -> Option<Look> {
        self.grid.terrain_id(cell).map(|terrain| self.looks.of(terrain))
    }

    /// The terrain that is written so.
    #[must_use]
    pub fn terrain_by_glyph(&self, glyph: char) -> Option<TerrainId> {
        self.looks.terrain_by_glyph(glyph)
    }

    /// The legend: each terrain with its look.
    #[must_use]
    pub fn entries(&self) -> Vec<LegendEntry> {
        let entries = self.grid.legend().iter().zip(self.looks.all());
        entries.map(|(terrain, look)| LegendEntry { terrain: terrain.clone(), look: *look }).collect()
    }

    /// The same map with these portals and no others.
    ///
    /// # Errors
    /// As for [`Grid::with_portals`].
    pub fn with_portals(self, portals: &[Portal]) -> Result<Self, GridError> {
        Ok(Self { grid: self.grid.with_portals(portals)?, ..self })
    }

    /// The same map with another terrain in these cells.
    ///
    /// # Errors
    /// As for [`Grid::with_cells`].
    pub fn with_cells(self, cells: &[(Cell, TerrainId)]) -> Result<Self, EditError> {
        Ok(Self { grid: self.grid.with_cells(cells)?, ..self })
    }

    /// The same map, counted as a later revision.
    #[must_use]
    pub fn with_revision(self, revision: Revision) -> Self {
        Self { grid: self.grid.with_revision(revision), ..self }
    }

    /// Gives cells another terrain; `None` if nothing became different.
    ///
    /// # Errors
    /// As for [`Grid::apply`].
    pub fn set_cells(&mut self, cells: Vec<(Cell, TerrainId)>) -> Result<Option<GridChange>, EditError> {
        self.grid.apply(&GridEdit::of_cells(cells))
    }

    /// Puts these portals in the place of all others; `None` if nothing became different.
    ///
    /// # Errors
    /// As for [`Grid::apply`].
    pub fn set_portals(&mut self, portals: Vec<Portal>) -> Result<Option<GridChange>, EditError> {
        self.grid.apply(&GridEdit::of_portals(portals))
    }

    /// Another legend: what became different for searches, `None` if nothing did. Cells keep the numbers of their
    /// terrains.
    ///
    /// # Errors
    /// As for [`Grid::apply`]: if it lacks a terrain that a cell has, or a cost is out of bounds.
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

/// It can be read as a grid, and is changed here alone.
impl Deref for LevelGrid {
    type Target = Grid;

    fn deref(&self) -> &Grid {
        &self.grid
    }
}

/// With the [usual](Looks::usual) looks.
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
