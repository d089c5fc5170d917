//! A map as one kind of agent sees it, kept up under edits of the map that everybody shares.

use std::sync::Arc;

use super::Map;
use super::bits::Bits;
use crate::grid::NO_ENTRY;
use crate::{AgentProfile, AgentRules, Cell, Grid, GridChange, GridEdit, Rect, Revision, Terrain, TerrainId};

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

/// A [`View`] that is being made, for callers that have little time at once.
///
/// # Examples
/// ```
/// use gridwalk_pathfinding::{AgentProfile, Grid, Map, ViewMaking};
/// let map = Map::new(Grid::from_rows(&["....", "..#."]));
/// let wide = AgentProfile { size: 2, ..AgentProfile::default() };
/// let mut making = ViewMaking::new(&wide, map.grid());
/// let view = loop {
///     if let (_, Some(view)) = making.advance(&map, 1) {
///         break view;
///     }
/// };
/// assert_eq!(*view.map().grid(), map.grid().seen_by(&wide));
/// ```
#[derive(Debug)]
pub struct ViewMaking {
    rules: AgentRules,
    /// What is there so far; it is of the shared map of this revision.
    rows: Option<(Revision, Rows)>,
}

/// The rows of a view that are there.
#[derive(Debug)]
struct Rows {
    /// By terrain number, for an agent of one cell.
    is_walkable: [bool; 256],
    /// Whether those are the terrains on which everybody walks.
    is_common: bool,
    /// Where an agent of one cell could stand, in so many rows.
    own: Bits,
    own_len: usize,
    /// Where the agent can stand, in as many rows as there are cells; unused for an agent of one cell.
    bits: Option<Bits>,
    cells: Vec<TerrainId>,
    /// Cells by terrain number, as if the rows that are missing were those of the shared map.
    counts: Box<[u32; 256]>,
}

/// In the time of an expansion so many cells of a row are copied, or so many of them are looked at one by one.
const COPIED: u32 = 1024;
const MADE: u32 = 128;

impl ViewMaking {
    /// Begins the view of a profile on maps with the legend of this grid.
    #[must_use]
    pub fn new(profile: &AgentProfile, grid: &Grid) -> Self {
        Self::with_rules(AgentRules::new(profile, grid.legend()))
    }

    /// The same with rules that are prepared.
    #[must_use]
    pub const fn with_rules(rules: AgentRules) -> Self {
        Self { rules, rows: None }
    }

    /// Goes on for the time of so many expansions of a search, at least for one row: how many it took, and the view once
    /// it is there. `base` is the shared map; after an edit that [`update`](Self::update) was not told of all begins again.
    ///
    /// # Complexity
    /// O(cells) in all, and O(cells × size / 64) for an agent of more than one cell.
    pub fn advance(&mut self, base: &Map, work: u64) -> (u64, Option<View>) {
        self.advance_on(base.grid(), Some(base.bits()), work)
    }

    /// The same without a map, or with the walkable cells of one as bits.
    pub(super) fn advance_on(&mut self, grid: &Grid, base: Option<&Bits>, work: u64) -> (u64, Option<View>) {
        let rules = &mut self.rules;
        let height = grid.height() as usize;
        if self.rows.as_ref().is_none_or(|(revision, _)| *revision != grid.revision()) {
            rules.set_legend(grid.legend());
            self.rows = Some((grid.revision(), Rows::new(rules, grid)));
        }
        let Some((_, rows)) = &mut self.rows else { return (0, None) };
        let mut taken = 0;
        while taken < work && rows.cells.len() < grid.cell_count() {
            taken += if rows.own_len < height { rows.add_own(rules, grid, base) } else { rows.add(rules, grid) };
        }
        if rows.cells.len() < grid.cell_count() {
            return (taken, None);
        }
        let view = self.rows.take().map(|(_, rows)| rows.into_view(&self.rules, grid));
        (taken, view)
    }

    /// How many bytes it takes so far.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let bits = |rows: &Rows| rows.own.bytes() + rows.bits.as_ref().map_or(0, Bits::bytes);
        self.rows.as_ref().map_or(0, |(_, rows)| rows.cells.capacity() + bits(rows))
    }

    /// Follows an edit. `grid` is the shared map after it.
    ///
    /// # Complexity
    /// O(size³) for a changed cell. After an edit of many cells, or another legend, all begins again.
    pub fn update(&mut self, grid: &Grid, change: &GridChange) {
        let size = self.rules.size();
        if change.legend.is_some() || View::is_bulk(change, size, grid) {
            self.rows = None;
        }
        let Some((revision, rows)) = &mut self.rows else { return };
        *revision = change.revision;
        for changed in &change.cells {
            rows.set_own(&self.rules, grid, changed.cell);
        }
        let width = grid.width() as usize;
        for changed in &change.cells {
            let index = grid.index(changed.cell).expect("the edit was made").get();
            if index >= rows.cells.len() {
                rows.recount(changed.before, changed.after);
            }
            for cell in View::covering(changed.cell, size) {
                let Some(index) = grid.index(cell).map(crate::CellIndex::get) else { continue };
                if index < rows.cells.len() {
                    let seen = rows.seen(&self.rules, grid, cell);
                    let before = std::mem::replace(&mut rows.cells[index], seen);
                    rows.recount(before, seen);
                    let is_free = rows.is_walkable[usize::from(seen.0)];
                    let place = rows.own.layout.place_inside(cell);
                    if let Some(bits) = &mut rows.bits {
                        bits.set(place, is_free);
                    }
                }
            }
        }
        debug_assert_eq!(rows.cells.len() % width, 0, "rows are whole");
    }
}

impl Rows {
    fn new(rules: &AgentRules, grid: &Grid) -> Self {
        let is_walkable = rules.walkable_terrains(grid);
        Self {
            is_walkable,
            is_common: is_walkable == grid.cost_table().map(|cost| cost != 0),
            own: Bits::blank(grid.size()),
            own_len: 0,
            bits: (rules.size() > 1).then(|| Bits::blank(grid.size())),
            cells: Vec::with_capacity(grid.cell_count()),
            counts: Box::new(*grid.terrain_counts()),
        }
    }

    /// Adds a row of where an agent of one cell could stand, and says how many expansions that took.
    fn add_own(&mut self, rules: &AgentRules, grid: &Grid, base: Option<&Bits>) -> u64 {
        let (row, width) = (self.own_len, grid.width() as usize);
        let copied = base.filter(|_| self.is_common);
        if let Some(base) = copied {
            self.own.copy_row(row, base);
        } else {
            self.own.fill_row(row, &grid.cells()[row * width..][..width], &self.is_walkable);
        }
        for span in spans(rules, row, width) {
            self.own.block_span(row, span);
        }
        self.own_len += 1;
        u64::from(grid.width().div_ceil(if copied.is_some() { COPIED } else { MADE }))
    }

    /// Adds a row of cells, and says how many expansions that took.
    fn add(&mut self, rules: &AgentRules, grid: &Grid) -> u64 {
        let (width, first) = (grid.width() as usize, self.cells.len());
        let row = first / width;
        self.cells.extend_from_slice(&grid.cells()[first..first + width]);
        let mut taken = grid.width().div_ceil(COPIED);
        for (left, right) in spans(rules, row, width) {
            for index in first + left..first + right {
                let before = std::mem::replace(&mut self.cells[index], NO_ENTRY);
                self.recount(before, NO_ENTRY);
            }
        }
        let Self { bits, own, cells, counts, .. } = self;
        if let Some(bits) = bits {
            bits.erode_row(row, own, rules.size(), |column| {
                let before = std::mem::replace(&mut cells[first + column], NO_ENTRY);
                counts[usize::from(before.0)] -= 1;
                counts[usize::from(NO_ENTRY.0)] += 1;
            });
            taken += grid.width().div_ceil(MADE) * (1 + u32::from(rules.size()) / 4);
        }
        u64::from(taken)
    }

    fn recount(&mut self, before: TerrainId, after: TerrainId) {
        self.counts[usize::from(before.0)] -= 1;
        self.counts[usize::from(after.0)] += 1;
    }

    /// Follows a cell of the shared map.
    fn set_own(&mut self, rules: &AgentRules, grid: &Grid, cell: Cell) {
        if usize::try_from(cell.y).is_ok_and(|row| row < self.own_len) {
            let terrain = grid.terrain_id(cell).expect("the edit was made");
            let is_free = self.is_walkable[usize::from(terrain.0)] && !rules.forbids(cell);
            self.own.set(self.own.layout.place_inside(cell), is_free);
        }
    }

    /// What the agent sees there. All that it would cover is among its own rows.
    fn seen(&self, rules: &AgentRules, grid: &Grid, cell: Cell) -> TerrainId {
        let terrain = grid.terrain_id(cell).expect("the cell lies inside");
        let is_free = self.is_walkable[usize::from(terrain.0)];
        let is_barred = rules.forbids(cell) || (is_free && rules.size() > 1 && !self.own.fits(cell, rules.size()));
        if is_barred { NO_ENTRY } else { terrain }
    }

    fn into_view(self, rules: &AgentRules, grid: &Grid) -> View {
        let legend = rules.seen_legend(grid.legend());
        let portals = grid.all_portals().clone();
        let seen = Grid::of_counted(grid.size(), (self.cells, self.counts), legend, portals, grid.revision());
        let (bits, own) = match self.bits {
            Some(bits) => (bits, Some(self.own)),
            None => (self.own, None),
        };
        View::of_parts(rules.clone(), Arc::clone(grid.legend()), Map::of_bits(seen, bits), own)
    }
}

/// The forbidden columns of a row, first and after the last.
fn spans(rules: &AgentRules, row: usize, width: usize) -> impl Iterator<Item = (usize, usize)> + '_ {
    let columns = |(left, right): (i32, i32)| Some((usize::try_from(left).ok()?, usize::try_from(right).ok()?));
    let spans = i32::try_from(row).into_iter().flat_map(|y| rules.forbidden_spans(y));
    spans.filter_map(columns).map(move |(left, right)| (left.min(width), right.min(width)))
}
