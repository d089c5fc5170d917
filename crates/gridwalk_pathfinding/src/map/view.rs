//! A map as one kind of agent sees it, kept up under edits of the map that everybody shares.

use std::sync::Arc;

use super::Map;
use crate::grid::NO_ENTRY;
use crate::{AgentProfile, Cell, Grid, GridChange, GridEdit, Terrain, TerrainId};

/// The map as an agent of this profile sees it: what [`Grid::seen_by`] makes, at any time.
///
/// # Examples
/// ```
/// use gridwalk_pathfinding::{AgentProfile, Cell, Grid, GridEdit, Map, TerrainId, View};
/// let mut map = Map::new(Grid::from_rows(&["....", "...."]));
/// let wide = AgentProfile { size: 2, ..AgentProfile::default() };
/// let mut view = View::new(map.grid(), wide.clone());
/// let change = map.apply(&GridEdit::set(Cell::new(2, 1), TerrainId(1))).unwrap().unwrap();
/// view.update(map.grid(), &change);
/// assert_eq!(*view.map().grid(), map.grid().seen_by(&wide));
/// ```
#[derive(Debug)]
pub struct View {
    profile: AgentProfile,
    map: Map,
    /// For the cells of a row around a changed cell, and of the one below it, the side of the largest free square right
    /// and down. Nothing of it is needed afterwards.
    rows: [Vec<u8>; 2],
}

impl View {
    /// # Complexity
    /// That of [`Grid::seen_by`].
    #[must_use]
    pub fn new(grid: &Grid, profile: AgentProfile) -> Self {
        let map = Map::new(grid.seen_by(&profile));
        // One more than a row has around a changed cell, so that each has one to its right.
        let row = vec![0; 2 * usize::from(profile.size.max(1))];
        Self { profile, map, rows: [row.clone(), row] }
    }

    /// What the agent sees.
    #[must_use]
    pub const fn map(&self) -> &Map {
        &self.map
    }

    /// Follows an edit. `grid` is the shared map after it; every edit of it must come here, in order.
    ///
    /// # Complexity
    /// O(size²) for a changed cell: only where the agent would cover one is looked at again. O(terrains) for another
    /// legend. At most that of making the view from scratch, which is due where the legend gives another meaning to
    /// cells that the edit does not name.
    pub fn update(&mut self, grid: &Grid, change: &GridChange) {
        let replaced = change.legend.as_ref().is_some_and(|[before, _]| has_other_meaning(grid, before, change));
        if replaced {
            // Also where only a name is another one: a kind has costs of its own by the names of terrains.
            self.map = Map::new(grid.seen_by(&self.profile));
            return;
        }
        let legend = change.legend.as_ref().map(|[_, after]| Arc::from(self.profile.legend(after)));
        let around = 2 * usize::from(self.profile.size.max(1)) - 1;
        let mut edit = if change.cells.len().saturating_mul(around * around) > grid.cell_count() {
            let wanted = grid.seen_by(&self.profile);
            self.map.grid().difference(&wanted).expect("the size of a map stays")
        } else {
            let mut cells = Vec::new();
            let now = legend.clone().unwrap_or_else(|| Arc::clone(self.map.grid().legend()));
            for changed in &change.cells {
                self.look_around(grid, &now, changed.cell, &mut cells);
            }
            GridEdit { cells, legend, ..GridEdit::default() }
        };
        edit.portals = change.portals.as_ref().map(|[_, after]| after.clone());
        self.map.follow(&edit, change.revision);
    }

    /// Lists what every cell is now from which the agent would cover this one.
    fn look_around(&mut self, grid: &Grid, legend: &[Terrain], changed: Cell, cells: &mut Vec<(Cell, TerrainId)>) {
        let size = i32::from(self.profile.size.max(1));
        self.rows[0].fill(0);
        for y in (changed.y + 1 - size..changed.y + size).rev() {
            self.rows.swap(0, 1);
            for (at, x) in (changed.x + 1 - size..changed.x + size).enumerate().rev() {
                let cell = Cell::new(x, y);
                let Some(terrain) = grid.terrain_id(cell) else {
                    self.rows[0][at] = 0;
                    continue;
                };
                let seen = self.before_clearance(cell, terrain);
                let is_walkable = !legend[usize::from(seen.0)].is_blocked();
                let [row, below] = &mut self.rows;
                row[at] = if is_walkable { row[at + 1].min(below[at]).min(below[at + 1]).saturating_add(1) } else { 0 };
                if x <= changed.x && y <= changed.y {
                    let fits = !is_walkable || row[at] >= self.profile.size;
                    cells.push((cell, if fits { seen } else { NO_ENTRY }));
                }
            }
        }
    }

    /// What an agent of one cell would see there.
    fn before_clearance(&self, cell: Cell, terrain: TerrainId) -> TerrainId {
        let is_forbidden = self.profile.forbidden.iter().any(|rect| rect.contains(cell));
        if is_forbidden { NO_ENTRY } else { terrain }
    }
}

/// Whether the edit has replaced a terrain of the legend that cells have which it does not list.
fn has_other_meaning(grid: &Grid, before: &[Terrain], change: &GridChange) -> bool {
    let mut listed = [0; 256];
    for changed in change.cells.iter().filter(|changed| changed.changes_terrain()) {
        listed[usize::from(changed.after.0)] += 1;
    }
    let mut terrains = (0..=u8::MAX).zip(before.iter().zip(&**grid.legend()));
    terrains.any(|(number, (one, other))| grid.count(TerrainId(number)) > listed[usize::from(number)] && one != other)
}
