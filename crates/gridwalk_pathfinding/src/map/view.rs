//! A map as one kind of agent sees it, kept up under edits of the map that everybody shares.

use std::sync::Arc;

use super::bits::Bits;
use super::{Map, ViewMaking};
use crate::grid::NO_ENTRY;
use crate::{AgentProfile, AgentRules, Cell, Grid, GridChange, GridEdit, Rect, Terrain, TerrainId};

/// The map as an agent of this profile sees it: what [`Grid::seen_by`] makes, at any time.
///
/// Made in slices it is a [`ViewMaking`]. One that has missed edits [catches up](Self::catch_up) in
/// slices too.
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
    rules: AgentRules,
    /// That of the shared map.
    legend: Arc<[Terrain]>,
    map: Map,
    /// Where an agent of one cell could stand; of such an agent the map has it.
    own: Option<Bits>,
    /// Where it may not be what the agent sees, since it has missed edits.
    pending: Vec<Rect>,
}

/// The changed cells of an edit are followed one by one up to so many, or one in so many cells of the map.
const FEW: usize = 1 << 11;
const BULK: usize = 64;

/// A view that has to look at more than one in so many cells again is made from scratch.
const REMADE: usize = 8;

/// In the time of an expansion so many cells are looked at again.
const LOOKED_AT: usize = 8;

impl View {
    /// A view that is made at once.
    ///
    /// # Complexity
    /// That of [`Grid::seen_by`].
    #[must_use]
    pub fn new(grid: &Grid, profile: AgentProfile) -> Self {
        Self::at_once(AgentRules::new(&profile, grid.legend()), grid)
    }

    fn at_once(rules: AgentRules, grid: &Grid) -> Self {
        let (_, view) = ViewMaking::with_rules(rules).advance_on(grid, None, u64::MAX);
        view.expect("there is no limit to the work")
    }

    pub(super) const fn of_parts(rules: AgentRules, legend: Arc<[Terrain]>, map: Map, own: Option<Bits>) -> Self {
        Self { rules, legend, map, own, pending: Vec::new() }
    }

    /// What the agent sees, or saw before the edits that the view has missed.
    #[must_use]
    pub const fn map(&self) -> &Map {
        &self.map
    }

    /// Whether it is what the agent sees on the shared map.
    #[must_use]
    pub fn is_current(&self, base: &Grid) -> bool {
        self.pending.is_empty() && self.map.grid().revision() == base.revision()
    }

    /// How many bytes it takes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.map.bytes() + self.own.as_ref().map_or(0, Bits::bytes)
    }

    /// Follows an edit. `grid` is the shared map after it; every edit of it must come here, in order.
    ///
    /// # Complexity
    /// O(size³) for a changed cell: only where the agent would cover one is looked at again. At most that of making
    /// the view from scratch, which most legends take.
    pub fn update(&mut self, grid: &Grid, change: &GridChange) {
        if !self.try_update(grid, change) {
            *self = Self::at_once(self.rules.clone(), grid);
        }
    }

    /// The same, unless the view would have to be made from scratch: false then, and it is of no use any more.
    ///
    /// # Complexity
    /// O(size³) for a changed cell.
    pub fn try_update(&mut self, grid: &Grid, change: &GridChange) -> bool {
        let size = self.rules.size();
        if Self::is_bulk(change, size, grid) {
            return false;
        }
        if change.legend.is_some() {
            self.rules.set_legend(grid.legend());
            let seen = self.rules.seen_legend(grid.legend());
            if has_other_meaning(grid, [self.map.grid().legend(), &seen], change) {
                return false;
            }
            self.legend = Arc::clone(grid.legend());
            let legend = Some(seen.into());
            self.map.follow(&GridEdit { legend, ..GridEdit::default() }, change.revision);
        }
        for changed in &change.cells {
            self.set_own(grid, changed.cell);
        }
        let seen = change.cells.iter().flat_map(|changed| Self::covering(changed.cell, size));
        let cells = seen.filter_map(|cell| Some((cell, self.seen(grid, cell)?))).collect();
        let portals = change.portals.as_ref().map(|[_, after]| after.clone());
        self.map.follow(&GridEdit { cells, portals, ..GridEdit::default() }, change.revision);
        true
    }

    /// Begins to take in the edits that the view has missed; [`advance`](Self::advance) goes on. False if it has to be made
    /// from scratch.
    ///
    /// # Complexity
    /// O(tiles).
    pub fn catch_up(&mut self, base: &Map) -> bool {
        let grid = base.grid();
        if self.map.grid().revision() == grid.revision() {
            return true;
        }
        if !self.take_legend(grid) {
            return false;
        }
        let reach = u32::from(self.rules.size()) - 1;
        let seen = |tile: Rect| {
            // From here on the agent would cover a cell of the tile.
            let [left, above] = [tile.at.x, tile.at.y].map(|at| reach.min(at.cast_unsigned()));
            let at = Cell::new(tile.at.x - left.cast_signed(), tile.at.y - above.cast_signed());
            Rect { at, width: tile.width + left, height: tile.height + above }
        };
        self.pending.extend(base.tiles().changed_since(self.map.grid().revision()).map(seen));
        self.pending.sort_unstable_by_key(|rect| (rect.at.y, rect.at.x));
        self.pending.dedup();
        let cells: usize = self.pending.iter().map(|rect| rect.size().cell_count()).sum();
        if cells > grid.cell_count() / REMADE && cells > FEW {
            return false;
        }
        // To keep them up may take longer than to make them again when they are asked for.
        self.map.forget_labels();
        let portals = (self.map.grid().portals() != grid.portals()).then(|| grid.portal_list());
        self.map.follow(&GridEdit { portals, ..GridEdit::default() }, grid.revision());
        true
    }

    /// Goes on to catch up for the time of so many expansions of a search, at least for one tile: how many it took, and
    /// whether the view is current. Edits after [`catch_up`](Self::catch_up) must have been followed.
    pub fn advance(&mut self, base: &Map, work: u64) -> (u64, bool) {
        let (grid, mut taken) = (base.grid(), 0);
        while taken < work
            && let Some(rect) = self.pending.pop()
        {
            for cell in rect.cells() {
                self.set_own(grid, cell);
            }
            let differs = |cell| {
                let seen = self.seen(grid, cell)?;
                (self.map.grid().terrain_id(cell) != Some(seen)).then_some((cell, seen))
            };
            let cells = rect.cells().filter_map(differs).collect();
            self.map.follow(&GridEdit::of_cells(cells), grid.revision());
            let looks = rect.size().cell_count() * (8 + usize::from(self.rules.size())) / 8;
            taken += (looks / LOOKED_AT) as u64 + 1;
        }
        (taken, self.pending.is_empty())
    }

    /// Whether an edit changes so many cells that a view is rather made from scratch.
    pub(super) fn is_bulk(change: &GridChange, size: u8, grid: &Grid) -> bool {
        let looks = change.cells.len().saturating_mul(usize::from(size).pow(2));
        looks > FEW.max(grid.cell_count() / BULK)
    }

    /// The cells from which an agent of this size would cover the cell, some of which may lie outside.
    pub(super) fn covering(cell: Cell, size: u8) -> impl Iterator<Item = Cell> {
        let reach = i32::from(size) - 1;
        (cell.y - reach..=cell.y).flat_map(move |y| (cell.x - reach..=cell.x).map(move |x| Cell::new(x, y)))
    }

    /// Takes the legend of the shared map, if no cell means anything else by it.
    fn take_legend(&mut self, grid: &Grid) -> bool {
        if Arc::ptr_eq(&self.legend, grid.legend()) {
            return true;
        }
        let old = self.map.grid().legend();
        let mut rules = self.rules.clone();
        rules.set_legend(grid.legend());
        let new = rules.seen_legend(grid.legend());
        let meaning = |legend: &[Terrain], TerrainId(number): TerrainId| {
            let terrain = &legend[usize::from(number)];
            (terrain.cost, terrain.exits)
        };
        let mut used = self.map.grid().used_terrains();
        if used.any(|terrain| meaning(&new, terrain) != meaning(old, terrain)) {
            return false;
        }
        drop(used);
        self.rules = rules;
        self.legend = Arc::clone(grid.legend());
        self.map.put_legend(new.into());
        true
    }

    /// Follows a cell of the shared map.
    fn set_own(&mut self, grid: &Grid, cell: Cell) {
        let is_free = self.is_free(grid, cell);
        if let Some(own) = &mut self.own {
            own.set(own.layout.place_inside(cell), is_free);
        }
    }

    /// Whether an agent of one cell could stand there.
    fn is_free(&self, grid: &Grid, cell: Cell) -> bool {
        grid.terrain_id(cell).is_some_and(|terrain| self.is_walkable(terrain)) && !self.rules.forbids(cell)
    }

    fn is_walkable(&self, terrain: TerrainId) -> bool {
        self.map.grid().cost_table()[usize::from(terrain.0)] != 0
    }

    /// What the agent sees there; `None` outside.
    fn seen(&self, grid: &Grid, cell: Cell) -> Option<TerrainId> {
        let terrain = grid.terrain_id(cell)?;
        let size = self.rules.size();
        let is_narrow = || self.is_walkable(terrain) && self.own.as_ref().is_some_and(|own| !own.fits(cell, size));
        let is_barred = self.rules.forbids(cell) || is_narrow();
        Some(if is_barred { NO_ENTRY } else { terrain })
    }
}

/// Returns `true` if a terrain means something else to the agent now, and cells have it that the edit does not list.
fn has_other_meaning(grid: &Grid, [before, after]: [&[Terrain]; 2], change: &GridChange) -> bool {
    let mut listed = [0; 256];
    for changed in change.cells.iter().filter(|changed| changed.changes_terrain()) {
        listed[usize::from(changed.after.0)] += 1;
    }
    let mut terrains = (0..=u8::MAX).zip(before.iter().zip(after));
    terrains.any(|(number, (one, other))| {
        !one.steps_as(other) && grid.count(TerrainId(number)) > listed[usize::from(number)]
    })
}
