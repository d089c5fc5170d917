//! A map as one kind of agent sees it, kept up under edits of the map that everybody shares.

use super::Map;
use crate::{AgentProfile, Cell, Grid, GridChange, GridEdit, TerrainId};

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
    /// O(size²) for a changed cell: only where the agent would cover one is looked at again. At most that of making
    /// the view from scratch, which another legend takes.
    pub fn update(&mut self, grid: &Grid, change: &GridChange) {
        if change.legend.is_some() {
            // A kind has costs of its own by the names of terrains.
            self.map = Map::new(grid.seen_by(&self.profile));
            return;
        }
        let around = 2 * usize::from(self.profile.size.max(1)) - 1;
        let mut edit = if change.cells.len().saturating_mul(around * around) > grid.cell_count() {
            let wanted = grid.seen_by(&self.profile);
            self.map.grid().difference(&wanted).expect("the size of a map stays")
        } else {
            let mut cells = Vec::new();
            for changed in &change.cells {
                self.look_around(grid, changed.cell, &mut cells);
            }
            GridEdit::of_cells(cells)
        };
        edit.portals = change.portals.as_ref().map(|[_, after]| after.clone());
        self.map.follow(&edit, change.revision);
    }

    /// Lists what every cell is now from which the agent would cover this one.
    fn look_around(&mut self, grid: &Grid, changed: Cell, cells: &mut Vec<(Cell, TerrainId)>) {
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
                let is_walkable = self.is_walkable(seen);
                let [row, below] = &mut self.rows;
                row[at] = if is_walkable { row[at + 1].min(below[at]).min(below[at + 1]).saturating_add(1) } else { 0 };
                if x <= changed.x && y <= changed.y {
                    let fits = !is_walkable || row[at] >= self.profile.size;
                    cells.push((cell, if fits { seen } else { self.no_entry() }));
                }
            }
        }
    }

    /// What an agent of one cell would see there.
    fn before_clearance(&self, cell: Cell, terrain: TerrainId) -> TerrainId {
        let is_forbidden = self.profile.forbidden.iter().any(|rect| rect.contains(cell));
        if is_forbidden { self.no_entry() } else { terrain }
    }

    fn is_walkable(&self, terrain: TerrainId) -> bool {
        !self.map.grid().legend()[usize::from(terrain.0)].is_blocked()
    }

    /// The terrain that [`Grid::seen_by`] adds to the legend.
    fn no_entry(&self) -> TerrainId {
        let last = self.map.grid().legend().len() - 1;
        TerrainId(u8::try_from(last).expect("a legend leaves one number free"))
    }
}
