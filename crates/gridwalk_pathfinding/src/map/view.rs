//! The map as one kind of agent sees it, updated with edits of the shared map.

use std::sync::Arc;

use super::Map;
use super::bits::Bits;
use crate::grid::NO_ENTRY;
use crate::{AgentRules, Cell, Grid, GridChange, GridEdit, Rect, Terrain, TerrainId};

/// The map as an agent of this profile sees it: that of [`Grid::seen_by`], kept up to date.
///
/// [`ViewMaking`](super::ViewMaking) makes a view in slices. A view that has missed edits [catches
/// up](Self::catch_up) in slices too.
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
    /// The legend of the shared map.
    legend: Arc<[Terrain]>,
    map: Map,
    /// The cells where an agent of one cell could stand.
    ///
    /// `None` if the map has them: for agents of one cell that do not keep off walls.
    own: Option<Bits>,
    /// Parts of the map that may be out of date, since the view has missed edits.
    pending: Vec<Rect>,
}

/// Number of changed cells up to which an edit is followed cell by cell.
///
/// On large maps it is one in [`BULK`] cells.
const FEW: usize = 1 << 11;
const BULK: usize = 64;

/// Divisor of the map's cells: a view with more cells to update than that is made from scratch.
const REMADE: usize = 8;

/// Number of cells that are updated in the time of an expansion.
const LOOKED_AT: usize = 8;

impl View {
    pub(super) const fn of_parts(
        rules: AgentRules,
        legend: Arc<[Terrain]>,
        map: Map,
        own: Option<Bits>,
    ) -> Self {
        Self {
            rules,
            legend,
            map,
            own,
            pending: Vec::new(),
        }
    }

    /// Returns the map that the agent sees, or saw before the edits that the view has missed.
    #[must_use]
    pub const fn map(&self) -> &Map {
        &self.map
    }

    /// Whether the view is up to date with the shared map.
    #[must_use]
    pub fn is_current(&self, base: &Grid) -> bool {
        self.pending.is_empty() && self.map.grid().revision() == base.revision()
    }

    /// Returns the size in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.map.bytes() + self.own.as_ref().map_or(0, Bits::bytes)
    }

    /// Follows an edit; `grid` is the shared map after it.
    ///
    /// Every edit of the shared map must be followed, in order.
    ///
    /// # Complexity
    /// O((size + reach)³) for a changed cell. Only cells are updated where the agent would cover a
    /// changed cell, or be near a wall that was added or removed. At most that of making the view
    /// from scratch, which most legends take.
    pub fn update(&mut self, grid: &Grid, change: &GridChange) {
        if !self.try_update(grid, change) {
            *self = Self::at_once(self.rules.clone(), grid);
        }
    }

    /// Follows an edit; `false` if the view would have to be made from scratch.
    ///
    /// It is of no use any more then.
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
            if has_other_meaning(
                grid,
                [(&before, self.map.grid().legend()), (&self.rules, &seen)],
                change,
            ) {
                return false;
            }
            self.legend = Arc::clone(grid.legend());
            let legend = Some(seen.into());
            self.map.follow(
                &GridEdit {
                    legend,
                    ..GridEdit::default()
                },
                change.revision,
            );
        }
        let touched: Vec<Rect> = change
            .cells
            .iter()
            .map(|changed| self.follow_cell(grid, changed.cell))
            .collect();
        let mut cells = Vec::with_capacity(touched.len());
        for rect in touched {
            self.look(grid, rect, |cell, seen| cells.push((cell, seen)));
        }
        let portals = change.portals.as_ref().map(|[_, after]| after.clone());
        self.map.follow(
            &GridEdit {
                cells,
                portals,
                ..GridEdit::default()
            },
            change.revision,
        );
        true
    }

    /// Begins to catch up with missed edits; [`advance`](Self::advance) continues.
    ///
    /// Returns `false` if the view has to be made from scratch.
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
        self.pending
            .extend(changed.map(|tile| looking_at(tile, &self.rules, grid)));
        self.pending
            .sort_unstable_by_key(|rect| (rect.at.y, rect.at.x));
        self.pending.dedup();
        let cells: usize = self
            .pending
            .iter()
            .map(|rect| rect.size().cell_count())
            .sum();
        if cells > grid.cell_count() / REMADE && cells > FEW {
            return false;
        }
        // Keeping the labels may take longer than making them again on demand.
        self.map.forget_labels();
        let portals =
            (self.map.grid().all_portals() != grid.all_portals()).then(|| grid.portal_list());
        self.map.follow(
            &GridEdit {
                portals,
                ..GridEdit::default()
            },
            grid.revision(),
        );
        true
    }

    /// Continues to catch up for the time of `work` expansions of a search, but at least for one
    /// tile.
    ///
    /// Returns the number of expansions used, and whether the view is current. Edits after
    /// [`catch_up`](Self::catch_up) must have been followed.
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

    /// Takes the legend of the shared map; `false` if some cell means something else by it.
    fn take_legend(&mut self, grid: &Grid) -> bool {
        if Arc::ptr_eq(&self.legend, grid.legend()) {
            return true;
        }
        let old = self.map.grid().legend();
        let mut rules = self.rules.clone();
        rules.set_legend(grid.legend());
        let new = rules.seen_legend(grid.legend());
        let seen = self.map.grid();
        let is_used = |terrain| {
            (0..=rules.reach())
                .any(|distance| seen.count(self.rules.number_at(terrain, distance)) > 0)
        };
        let mut used = (0..=u8::MAX)
            .map(TerrainId)
            .filter(|terrain| is_used(*terrain));
        if used.any(|terrain| !steps_as(terrain, [(&self.rules, old), (&rules, &new)])) {
            return false;
        }
        drop(used);
        self.rules = rules;
        self.legend = Arc::clone(grid.legend());
        self.map.put_legend(new.into());
        true
    }

    /// Follows a changed cell of the shared map, and returns the cells to update.
    fn follow_cell(&mut self, grid: &Grid, cell: Cell) -> Rect {
        let rect = Rect {
            at: cell,
            width: 1,
            height: 1,
        };
        if self.set_own(grid, cell) {
            looking_at(rect, &self.rules, grid)
        } else {
            rect
        }
    }

    /// Follows a changed cell of the shared map, and returns `true` if other cells depend on it.
    fn set_own(&mut self, grid: &Grid, cell: Cell) -> bool {
        let is_free = self.rules.is_free(grid, cell);
        self.own
            .as_mut()
            .is_some_and(|own| own.replace(cell, is_free))
    }

    /// Visits each cell of a rectangle with the terrain that the agent sees there.
    fn look(&self, grid: &Grid, rect: Rect, visit: impl FnMut(Cell, TerrainId)) {
        look(grid, &self.rules, self.own.as_ref(), rect, visit);
    }
}

/// Whether an edit changes so many cells that it is faster to make a view from scratch.
pub(super) fn is_bulk(change: &GridChange, rules: &AgentRules, grid: &Grid) -> bool {
    let side = usize::from(rules.size()) + 2 * usize::from(rules.reach());
    change.cells.len().saturating_mul(side.pow(2)) > FEW.max(grid.cell_count() / BULK)
}

/// Returns the cells that depend for the agent on a cell of the rectangle.
///
/// There the agent would cover that cell, or be so near that a wall on it makes them more
/// expensive.
pub(super) fn looking_at(
    Rect { at, width, height }: Rect,
    rules: &AgentRules,
    grid: &Grid,
) -> Rect {
    let (before, after) = (
        u32::from(rules.size() - 1 + rules.reach()),
        u32::from(rules.reach()),
    );
    let side = |at: i32, length: u32, most: u32| {
        let at = at.cast_unsigned();
        let first = at.saturating_sub(before);
        (first.cast_signed(), (at + length + after).min(most) - first)
    };
    let ((x, width), (y, height)) = (
        side(at.x, width, grid.width()),
        side(at.y, height, grid.height()),
    );
    Rect {
        at: Cell::new(x, y),
        width,
        height,
    }
}

/// Visits each cell of a rectangle on the map with the terrain that the agent sees there.
///
/// `own` holds the cells where an agent of one cell could stand, if neighbours of a cell count.
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
            let distances =
                own.map(|own| own.wall_distances(own.layout.place_inside(first), size, reach));
            for column in 0..(rect.width - from).min(64) {
                let cell = Cell::new(first.x + column.cast_signed(), y);
                let terrain = grid
                    .terrain_id(cell)
                    .expect("the rectangle lies on the map");
                let distance = distances
                    .as_ref()
                    .map_or(reach + 1, |distances| distances.of(column));
                let is_narrow = || distance == 0 && rules.is_walkable(grid, terrain);
                let is_barred = rules.forbids(cell) || is_narrow();
                visit(
                    cell,
                    if is_barred {
                        NO_ENTRY
                    } else {
                        rules.number_at(terrain, distance)
                    },
                );
            }
        }
    }
}

/// Returns `true` if steps onto this terrain are the same to the agent by both rules.
///
/// They are compared by the legends that the agent sees, at any distance from walls.
fn steps_as(terrain: TerrainId, [before, after]: [(&AgentRules, &[Terrain]); 2]) -> bool {
    (0..=after.0.reach()).all(|distance| {
        let [one, other] = [before, after].map(|(rules, legend)| {
            let number = rules.number_at(terrain, distance);
            (number, &legend[usize::from(number.0)])
        });
        one.0 == other.0 && one.1.steps_as(other.1)
    })
}

/// Returns `true` if a terrain means something else to the agent and has cells not in the edit.
fn has_other_meaning(
    grid: &Grid,
    seen: [(&AgentRules, &[Terrain]); 2],
    change: &GridChange,
) -> bool {
    let mut listed = [0; 256];
    for changed in change
        .cells
        .iter()
        .filter(|changed| changed.changes_terrain())
    {
        listed[usize::from(changed.after.0)] += 1;
    }
    let mut used = (0..=u8::MAX)
        .map(TerrainId)
        .filter(|terrain| grid.count(*terrain) > listed[usize::from(terrain.0)]);
    used.any(|terrain| !steps_as(terrain, seen))
}
