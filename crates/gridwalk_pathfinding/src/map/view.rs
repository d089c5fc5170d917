//! A map as one kind of agent sees it, kept up under edits of the map that everybody shares.

use std::sync::Arc;

use super::Map;
use super::bits::Bits;
use crate::grid::NO_ENTRY;
use crate::{AgentRules, Cell, Grid, GridChange, GridEdit, Rect, Terrain, TerrainId};

/// The map as an agent of this profile sees it: what [`Grid::seen_by`] makes, at any time.
///
/// Made in slices it is a [`ViewMaking`](super::ViewMaking). One that has missed edits [catches up](Self::catch_up) in
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
    /// Where an agent of one cell could stand; of such an agent the map has it, unless it keeps off walls.
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
    /// O((size + reach)³) for a changed cell: only where the agent would cover one, or be near one that became a wall or
    /// stopped being one, is looked at again. At most that of making the view from scratch, which most legends take.
    pub fn update(&mut self, grid: &Grid, change: &GridChange) {
        if !self.try_update(grid, change) {
            *self = Self::at_once(self.rules.clone(), grid);
        }
    }

    /// The same, unless the view would have to be made from scratch: false then, and it is of no use any more.
    ///
    /// # Complexity
    /// O((size + reach)³) for a changed cell.
    pub fn try_update(&mut self, grid: &Grid, change: &GridChange) -> bool {
        if is_bulk(change, &self.rules, grid) {
            return false;
        }
        if change.legend.is_some() {
            let mut rules = self.rules.clone();
            rules.set_legend(grid.legend());
            let seen = rules.seen_legend(grid.legend());
            let before = std::mem::replace(&mut self.rules, rules);
            if has_other_meaning(grid, [(&before, self.map.grid().legend()), (&self.rules, &seen)], change) {
                return false;
            }
            self.legend = Arc::clone(grid.legend());
            let legend = Some(seen.into());
            self.map.follow(&GridEdit { legend, ..GridEdit::default() }, change.revision);
        }
        let touched: Vec<Rect> = change.cells.iter().map(|changed| self.follow_cell(grid, changed.cell)).collect();
        let mut cells = Vec::with_capacity(touched.len());
        for rect in touched {
            self.look(grid, rect, |cell, seen| cells.push((cell, seen)));
        }
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
        let changed = base.tiles().changed_since(self.map.grid().revision());
        self.pending.extend(changed.map(|tile| looking_at(tile, &self.rules, grid)));
        self.pending.sort_unstable_by_key(|rect| (rect.at.y, rect.at.x));
        self.pending.dedup();
        let cells: usize = self.pending.iter().map(|rect| rect.size().cell_count()).sum();
        if cells > grid.cell_count() / REMADE && cells > FEW {
            return false;
        }
        // To keep them up may take longer than to make them again when they are asked for.
        self.map.forget_labels();
        let portals = (self.map.grid().all_portals() != grid.all_portals()).then(|| grid.portal_list());
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
            let (mut cells, known) = (Vec::new(), self.map.grid());
            self.look(grid, rect, |cell, seen| {
                if known.terrain_id(cell) != Some(seen) {
                    cells.push((cell, seen));
                }
            });
            self.map.follow(&GridEdit::of_cells(cells), grid.revision());
            let squares = usize::from(self.rules.size()) + usize::from(self.rules.reach());
            let looks = rect.size().cell_count() * (8 + squares) / 8;
            taken += (looks / LOOKED_AT) as u64 + 1;
        }
        (taken, self.pending.is_empty())
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
        let seen = self.map.grid();
        let is_used =
            |terrain| (0..=rules.reach()).any(|distance| seen.count(self.rules.number_at(terrain, distance)) > 0);
        let mut used = (0..=u8::MAX).map(TerrainId).filter(|terrain| is_used(*terrain));
        if used.any(|terrain| !steps_as(terrain, [(&self.rules, old), (&rules, &new)])) {
            return false;
        }
        drop(used);
        self.rules = rules;
        self.legend = Arc::clone(grid.legend());
        self.map.put_legend(new.into());
        true
    }

    /// Follows a cell of the shared map, and returns the cells to look at again.
    fn follow_cell(&mut self, grid: &Grid, cell: Cell) -> Rect {
        let rect = Rect { at: cell, width: 1, height: 1 };
        if self.set_own(grid, cell) { looking_at(rect, &self.rules, grid) } else { rect }
    }

    /// Follows a cell of the shared map, and returns `true` if other cells depend on that.
    fn set_own(&mut self, grid: &Grid, cell: Cell) -> bool {
        let is_free = self.rules.is_free(grid, cell);
        self.own.as_mut().is_some_and(|own| own.replace(cell, is_free))
    }

    /// Visits each cell of a rectangle with what the agent sees there.
    fn look(&self, grid: &Grid, rect: Rect, visit: impl FnMut(Cell, TerrainId)) {
        look(grid, &self.rules, self.own.as_ref(), rect, visit);
    }
}

/// Whether an edit changes so many cells that a view is rather made from scratch.
pub(super) fn is_bulk(change: &GridChange, rules: &AgentRules, grid: &Grid) -> bool {
    let side = usize::from(rules.size()) + 2 * usize::from(rules.reach());
    change.cells.len().saturating_mul(side.pow(2)) > FEW.max(grid.cell_count() / BULK)
}

/// The cells from which an agent would cover a cell of the rectangle, or that are so near to one that a wall there makes
/// them more expensive.
pub(super) fn looking_at(Rect { at, width, height }: Rect, rules: &AgentRules, grid: &Grid) -> Rect {
    let (before, after) = (u32::from(rules.size() - 1 + rules.reach()), u32::from(rules.reach()));
    let side = |at: i32, length: u32, most: u32| {
        let at = at.cast_unsigned();
        let first = at.saturating_sub(before);
        (first.cast_signed(), (at + length + after).min(most) - first)
    };
    let ((x, width), (y, height)) = (side(at.x, width, grid.width()), side(at.y, height, grid.height()));
    Rect { at: Cell::new(x, y), width, height }
}

/// Visits each cell of a rectangle on the map with what the agent sees there. `own` is where an agent of one cell could
/// stand, if neighbours of a cell count.
pub(super) fn look(
    grid: &Grid,
    rules: &AgentRules,
    own: Option<&Bits>,
    rect: Rect,
    mut visit: impl FnMut(Cell, TerrainId),
) {
    let (size, reach) = (rules.size(), rules.reach());
    for y in (rect.at.y..).take(rect.height as usize) {
        for from in (0..rect.width).step_by(64) {
            let first = Cell::new(rect.at.x + from.cast_signed(), y);
            let distances = own.map(|own| own.wall_distances(own.layout.place_inside(first), size, reach));
            for column in 0..(rect.width - from).min(64) {
                let cell = Cell::new(first.x + column.cast_signed(), y);
                let terrain = grid.terrain_id(cell).expect("the rectangle lies on the map");
                let distance = distances.as_ref().map_or(reach + 1, |distances| distances.of(column));
                let is_narrow = || distance == 0 && rules.is_walkable(grid, terrain);
                let is_barred = rules.forbids(cell) || is_narrow();
                visit(cell, if is_barred { NO_ENTRY } else { rules.number_at(terrain, distance) });
            }
        }
    }
}

/// Returns `true` if steps onto this terrain are the same to the agent by both rules and the legends that it sees, at any
/// distance from walls.
fn steps_as(terrain: TerrainId, [before, after]: [(&AgentRules, &[Terrain]); 2]) -> bool {
    (0..=after.0.reach()).all(|distance| {
        let [one, other] = [before, after].map(|(rules, legend)| {
            let number = rules.number_at(terrain, distance);
            (number, &legend[usize::from(number.0)])
        });
        one.0 == other.0 && one.1.steps_as(other.1)
    })
}

/// Returns `true` if a terrain means something else to the agent now, and cells have it that the edit does not list.
fn has_other_meaning(grid: &Grid, seen: [(&AgentRules, &[Terrain]); 2], change: &GridChange) -> bool {
    let mut listed = [0; 256];
    for changed in change.cells.iter().filter(|changed| changed.changes_terrain()) {
        listed[usize::from(changed.after.0)] += 1;
    }
    let mut used = (0..=u8::MAX).map(TerrainId).filter(|terrain| grid.count(*terrain) > listed[usize::from(terrain.0)]);
    used.any(|terrain| !steps_as(terrain, seen))
}
