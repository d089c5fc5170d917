//! A view that is made in slices, row by row, while edits of the shared map go on.

use std::sync::Arc;

use super::bits::Bits;
use super::{Map, View};
use crate::grid::NO_ENTRY;
use crate::{AgentProfile, AgentRules, Cell, Grid, GridChange, Revision, TerrainId};

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
const LOOKED_AT: u32 = 128;

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
        u64::from(grid.width().div_ceil(if copied.is_some() { COPIED } else { LOOKED_AT }))
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
            taken += grid.width().div_ceil(LOOKED_AT) * (1 + u32::from(rules.size()) / 4);
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
        let portals = Arc::clone(grid.portals());
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
