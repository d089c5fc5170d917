//! A view of the map that is made in slices.

use std::sync::Arc;

use super::Map;
use super::bits::Bits;
use super::view::{View, is_bulk, look, looking_at};
use super::walkable_terrains::WalkableTerrains;
use crate::grid::NO_ENTRY;
use crate::{AgentProfile, AgentRules, Cell, Grid, GridChange, Rect, Revision, TerrainId};

/// A [`View`] in the making, for callers that have little time per call.
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
    /// The finished rows, and the revision of the shared map that they belong to.
    rows: Option<(Revision, ViewRows)>,
}

/// The finished rows of a view.
#[derive(Debug)]
struct ViewRows {
    /// Walkability by terrain number, for an agent of one cell.
    is_walkable: WalkableTerrains,
    /// Whether these are the walkable terrains of the shared map.
    is_common: bool,
    /// The cells where an agent of one cell could stand, in the first `own_len` rows.
    own: Bits,
    own_len: usize,
    /// The cells where the agent can stand, in as many rows as `cells` has.
    ///
    /// Unused where neighbours of a cell do not count.
    bits: Option<Bits>,
    cells: Vec<TerrainId>,
    /// Number of cells by terrain; missing rows count as those of the shared map.
    counts: Box<[u32; 256]>,
}

/// Number of cells of a row that are copied in the time of an expansion.
///
/// [`MADE`] is the number of cells that are computed in that time.
const COPIED: u32 = 1024;
const MADE: u32 = 128;

impl ViewMaking {
    /// Begins the view of a profile on maps with the legend of this grid.
    #[must_use]
    pub fn new(profile: &AgentProfile, grid: &Grid) -> Self {
        Self::with_rules(AgentRules::new(profile, grid.legend()))
    }

    /// Begins a view with prepared rules.
    #[must_use]
    pub const fn with_rules(rules: AgentRules) -> Self {
        Self { rules, rows: None }
    }

    /// Continues for the time of `work` expansions of a search, but at least for one row.
    ///
    /// Returns the number of expansions used, and the view once it is finished. `base` is the
    /// shared map. After an edit that was not passed to [`update`](Self::update), all begins again.
    ///
    /// # Complexity
    /// O(cells) in all, and O(cells × size / 64) for an agent of more than one cell. For an agent
    /// that keeps off walls O(cells × reach × (size + reach) / 64).
    pub fn advance(&mut self, base: &Map, work: u64) -> (u64, Option<View>) {
        self.advance_on(base.grid(), Some(base.bits()), work)
    }

    /// Continues on a grid; `base` holds the walkable cells of its map, if there is one.
    pub(super) fn advance_on(
        &mut self,
        grid: &Grid,
        base: Option<&Bits>,
        work: u64,
    ) -> (u64, Option<View>) {
        let rules = &mut self.rules;
        let height = grid.height() as usize;
        if self
            .rows
            .as_ref()
            .is_none_or(|(revision, _)| *revision != grid.revision())
        {
            rules.set_legend(grid.legend());
            self.rows = Some((grid.revision(), ViewRows::new(rules, grid)));
        }
        let Some((_, rows)) = &mut self.rows else {
            return (0, None);
        };
        let mut taken = 0;
        while taken < work && rows.cells.len() < grid.cell_count() {
            taken += if rows.own_len < height {
                rows.add_own(rules, grid, base)
            } else {
                rows.add(rules, grid)
            };
        }
        if rows.cells.len() < grid.cell_count() {
            return (taken, None);
        }
        let view = self
            .rows
            .take()
            .map(|(_, rows)| rows.into_view(&self.rules, grid));
        (taken, view)
    }

    /// Returns the size so far, in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let bits = |rows: &ViewRows| rows.own.bytes() + rows.bits.as_ref().map_or(0, Bits::bytes);
        self.rows
            .as_ref()
            .map_or(0, |(_, rows)| rows.cells.capacity() + bits(rows))
    }

    /// Follows an edit; `grid` is the shared map after it.
    ///
    /// # Complexity
    /// O((size + reach)³) for a changed cell. After an edit of many cells, or another legend, all
    /// begins again.
    pub fn update(&mut self, grid: &Grid, change: &GridChange) {
        if change.legend.is_some() || is_bulk(change, &self.rules, grid) {
            self.rows = None;
        }
        let Some((revision, rows)) = &mut self.rows else {
            return;
        };
        *revision = change.revision;
        let touched: Vec<Rect> = change
            .cells
            .iter()
            .map(|it| rows.follow_cell(&self.rules, grid, it.cell))
            .collect();
        let width = grid.width();
        debug_assert_eq!(rows.cells.len() % width as usize, 0, "rows are whole");
        let made = u32::try_from(rows.cells.len()).expect("a map is small") / width;
        for (changed, rect) in change.cells.iter().zip(touched) {
            if changed.cell.y.cast_unsigned() >= made {
                recount(&mut rows.counts, changed.before, changed.after);
            }
            rows.look_again(&self.rules, grid, rect, made);
        }
    }
}

impl View {
    /// Creates a view in one call.
    ///
    /// # Complexity
    /// That of [`Grid::seen_by`].
    #[must_use]
    pub fn new(grid: &Grid, profile: AgentProfile) -> Self {
        Self::at_once(AgentRules::new(&profile, grid.legend()), grid)
    }

    pub(super) fn at_once(rules: AgentRules, grid: &Grid) -> Self {
        let (_, view) = ViewMaking::with_rules(rules).advance_on(grid, None, u64::MAX);
        view.expect("there is no limit to the work")
    }
}

impl ViewRows {
    fn new(rules: &AgentRules, grid: &Grid) -> Self {
        let is_walkable = rules.walkable_terrains(grid);
        Self {
            is_walkable: WalkableTerrains::new(is_walkable),
            is_common: is_walkable == grid.cost_table().map(|cost| cost != 0),
            own: Bits::blank(grid.size()),
            own_len: 0,
            bits: (rules.size() > 1 || rules.reach() > 0).then(|| Bits::blank(grid.size())),
            cells: Vec::with_capacity(grid.cell_count()),
            counts: Box::new(*grid.terrain_counts()),
        }
    }

    /// Adds a row of `own`, and returns the number of expansions that it took.
    fn add_own(&mut self, rules: &AgentRules, grid: &Grid, base: Option<&Bits>) -> u64 {
        let (row, width) = (self.own_len, grid.width() as usize);
        let copied = base.filter(|_| self.is_common);
        if let Some(base) = copied {
            self.own.copy_row(row, base);
        } else {
            self.own.fill_row(
                row,
                &grid.cells()[row * width..][..width],
                &self.is_walkable,
            );
        }
        for span in spans(rules, row, width) {
            self.own.block_span(row, span);
        }
        self.own_len += 1;
        u64::from(
            grid.width()
                .div_ceil(if copied.is_some() { COPIED } else { MADE }),
        )
    }

    /// Adds a row of `cells`, and returns the number of expansions that it took.
    fn add(&mut self, rules: &AgentRules, grid: &Grid) -> u64 {
        let (width, first) = (grid.width() as usize, self.cells.len());
        let row = first / width;
        self.cells
            .extend_from_slice(&grid.cells()[first..first + width]);
        let mut taken = grid.width().div_ceil(COPIED);
        for (left, right) in spans(rules, row, width) {
            for index in first + left..first + right {
                let before = std::mem::replace(&mut self.cells[index], NO_ENTRY);
                recount(&mut self.counts, before, NO_ENTRY);
            }
        }
        let Self {
            bits,
            own,
            cells,
            counts,
            ..
        } = self;
        if let Some(bits) = bits {
            bits.erode_row(row, own, rules.size(), |column| {
                let before = std::mem::replace(&mut cells[first + column], NO_ENTRY);
                recount(counts, before, NO_ENTRY);
            });
            taken += grid.width().div_ceil(MADE) * (1 + u32::from(rules.size()) / 4);
        }
        if rules.reach() > 0 {
            self.raise(rules, row, first);
            let (size, reach) = (u32::from(rules.size()), u32::from(rules.reach()));
            taken += grid.width().div_ceil(MADE) * reach * (size + reach) / 4;
        }
        u64::from(taken)
    }

    /// Gives the cells of a row near walls their terrain; `first` is the index of its first cell.
    fn raise(&mut self, rules: &AgentRules, row: usize, first: usize) {
        let width = self.own.layout.stride - 1;
        for at in (0..width).step_by(64) {
            let place = self.own.first_place(row) + at;
            let distances = self.own.wall_distances(place, rules.size(), rules.reach());
            let inside = u64::MAX >> (64 - (width - at).min(64));
            for (distance, places) in (1..=rules.reach()).zip(distances.at) {
                let mut left = places & inside;
                while left != 0 {
                    let index = first + at + left.trailing_zeros() as usize;
                    let before = self.cells[index];
                    self.cells[index] = rules.number_at(before, distance);
                    recount(&mut self.counts, before, self.cells[index]);
                    left &= left - 1;
                }
            }
        }
    }

    /// Follows a changed cell of the shared map, and returns the cells to update.
    fn follow_cell(&mut self, rules: &AgentRules, grid: &Grid, cell: Cell) -> Rect {
        let rect = Rect {
            at: cell,
            width: 1,
            height: 1,
        };
        if usize::try_from(cell.y).is_ok_and(|row| row < self.own_len)
            && self.own.replace(cell, rules.is_free(grid, cell))
        {
            looking_at(rect, rules, grid)
        } else {
            rect
        }
    }

    /// Updates the cells of a rectangle that are in the first `made` rows.
    ///
    /// If there are such rows, all rows of `own` are finished.
    fn look_again(&mut self, rules: &AgentRules, grid: &Grid, rect: Rect, made: u32) {
        let height = rect
            .height
            .min(made.saturating_sub(rect.at.y.cast_unsigned()));
        let Self {
            own,
            bits,
            cells,
            counts,
            ..
        } = self;
        look(
            grid,
            rules,
            bits.is_some().then_some(&*own),
            Rect { height, ..rect },
            |cell, seen| {
                let index = grid
                    .index(cell)
                    .expect("the rectangle lies on the map")
                    .get();
                let before = std::mem::replace(&mut cells[index], seen);
                recount(counts, before, seen);
                if let Some(bits) = bits {
                    bits.replace(cell, seen != NO_ENTRY && rules.is_free(grid, cell));
                }
            },
        );
    }

    fn into_view(self, rules: &AgentRules, grid: &Grid) -> View {
        let legend = rules.seen_legend(grid.legend());
        let portals = grid.all_portals().clone();
        let seen = Grid::of_counted(
            grid.size(),
            (self.cells, self.counts),
            legend,
            portals,
            grid.revision(),
        );
        let (bits, own) = match self.bits {
            Some(bits) => (bits, Some(self.own)),
            None => (self.own, None),
        };
        View::of_parts(
            rules.clone(),
            Arc::clone(grid.legend()),
            Map::of_bits(seen, bits),
            own,
        )
    }
}

/// Moves a cell from the count of its old terrain to that of its new one.
fn recount(counts: &mut [u32; 256], before: TerrainId, after: TerrainId) {
    counts[usize::from(before.0)] -= 1;
    counts[usize::from(after.0)] += 1;
}

/// Returns the forbidden columns of a row: first, and one after the last.
fn spans(
    rules: &AgentRules,
    row: usize,
    width: usize,
) -> impl Iterator<Item = (usize, usize)> + '_ {
    let columns = |(left, right): (i32, i32)| {
        Some((usize::try_from(left).ok()?, usize::try_from(right).ok()?))
    };
    let spans = i32::try_from(row)
        .into_iter()
        .flat_map(|y| rules.forbidden_spans(y));
    spans
        .filter_map(columns)
        .map(move |(left, right)| (left.min(width), right.min(width)))
}
