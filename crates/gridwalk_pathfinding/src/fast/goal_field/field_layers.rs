//! The steps of one map under one set of rules, shared by all goal fields on it, and the log of its
//! edits.

use super::step_layers::{FAR, StepEnd, StepLayers};
use crate::fast::step_rules::Rules;
use crate::{
    Cell, CostRule, Grid, GridChange, Map, Movement, NeighborOrder, Rect, Revision, SearchOptions,
    StepCosts,
};

/// The rules of moving that goal fields follow; the default is that of [`SearchOptions`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldRules {
    /// The legal steps.
    pub movement: Movement,
    /// The cost of a step onto terrain of cost 1.
    pub steps: StepCosts,
    /// The terrain that a step pays for.
    pub cost_rule: CostRule,
    /// The order in which equally good neighbours are preferred.
    pub neighbours: NeighborOrder,
}

impl Default for FieldRules {
    fn default() -> Self {
        Self::of(&SearchOptions::default())
    }
}

impl FieldRules {
    /// Takes the rules of moving from options.
    ///
    /// Limits, and options of the search itself, are not part of the rules.
    #[must_use]
    pub fn of(options: &SearchOptions) -> Self {
        let SearchOptions {
            movement,
            steps,
            cost_rule,
            ref neighbours,
            ..
        } = *options;
        Self {
            movement,
            steps,
            cost_rule,
            neighbours: neighbours.clone(),
        }
    }

    /// Returns the step costs in the units of every cost in a field.
    ///
    /// They are the units of `steps`, or quarters of them where a step costs a mean.
    #[must_use]
    pub const fn units(&self) -> StepCosts {
        self.cost_rule.units(self.steps)
    }
}

/// The legal steps of one map and their costs, shared by all goal fields on it: 4 bytes a cell.
///
/// One-way terrain takes one more byte a cell. The layers of a large agent are made from the grid
/// of its view.
///
/// The layers follow the edits of the map and log the cells that changed. Each
/// [`GoalField`](crate::GoalField) takes its repairs from the log when it is next advanced. The log
/// is cleared after 16,384 cells, or after an eighth of the map where that is less; a field that
/// lags behind is then built again.
///
/// # Examples
/// ```
/// use gridwalk_pathfinding::{Cell, FieldLayers, FieldMemory, FieldRules, GoalField, Grid, GridEdit, Map, TerrainId};
/// let mut map = Map::new(Grid::from_rows(&["...", ".#.", "..."]));
/// let mut layers = FieldLayers::new(map.grid(), FieldRules::default());
/// let mut memory = FieldMemory::default();
/// let goals = [Cell::new(2, 0), Cell::new(2, 2)];
/// let mut fields = goals.map(|goal| GoalField::new(&layers, &[goal]).unwrap());
/// map.apply(&GridEdit::set(Cell::new(1, 0), TerrainId(1))).unwrap();
/// layers.catch_up(&map);
/// for field in &mut fields {
///     field.advance(&layers, &mut memory, u64::MAX);
/// }
/// let steps = fields.map(|field| field.path_from(&layers, Cell::new(0, 0)).unwrap().cells().len() - 1);
/// assert_eq!(steps, [6, 4]);
/// ```
#[derive(Clone, Debug)]
pub struct FieldLayers {
    rules: FieldRules,
    pub(super) steps: StepLayers,
    revision: Revision,
    /// The costs of the cheapest step and the most expensive one, portals apart.
    pub(super) range: [u32; 2],
    /// Places that changed, oldest first, after the `dropped` older ones.
    log: Vec<u32>,
    dropped: u64,
}

/// The maximum length of the log.
const MAX_LOG: usize = 1 << 14;

/// The maximum length of the log on small maps.
const MIN_LOG: usize = 1 << 6;

/// The divisor of the map's cells: a field is rebuilt, not repaired, if more than that share
/// changed.
const REBUILT: usize = 8;

impl FieldLayers {
    /// Returns complete layers.
    ///
    /// # Complexity
    /// O(cells).
    #[must_use]
    pub fn new(grid: &Grid, rules: FieldRules) -> Self {
        let mut layers = Self::blank(grid, rules);
        layers.advance(grid, u64::MAX);
        layers
    }

    /// Returns empty layers, which [`advance`](Self::advance) completes in slices of work.
    #[must_use]
    pub fn blank(grid: &Grid, rules: FieldRules) -> Self {
        let steps = Rules {
            movement: rules.movement,
            units: rules.units(),
            cost_rule: rules.cost_rule,
        };
        let steps = StepLayers::blank(grid, steps);
        let range = steps.range(grid);
        Self {
            rules,
            steps,
            revision: grid.revision(),
            range,
            log: Vec::new(),
            dropped: 0,
        }
    }

    /// Continues for `work` units; returns the units used and whether the layers are complete.
    ///
    /// A unit is about the time of one expansion in a field. `grid` is the grid of the layers'
    /// revision.
    pub fn advance(&mut self, grid: &Grid, work: u64) -> (u64, bool) {
        self.steps.advance(grid, work)
    }

    /// Follows one edit.
    ///
    /// `grid` is the map after the edit. Every edit must be passed in order, or be found by
    /// [`catch_up`](Self::catch_up).
    ///
    /// # Complexity
    /// O(1) for each changed cell.
    pub fn apply_change(&mut self, grid: &Grid, change: &GridChange) {
        self.follow_cells(grid, change.cells.iter().map(|change| change.cell));
    }

    /// Follows all edits of the map since the layers' revision.
    ///
    /// # Complexity
    /// O(1) without an edit, else O(tiles + cells of the tiles that changed).
    pub fn catch_up(&mut self, map: &Map) {
        if self.revision != map.grid().revision() {
            let since = self.revision;
            self.follow_cells(
                map.grid(),
                map.tiles().changed_since(since).flat_map(Rect::cells),
            );
        }
    }

    /// Returns the rules of moving.
    #[must_use]
    pub const fn rules(&self) -> &FieldRules {
        &self.rules
    }

    /// Returns the revision of the map up to which edits were followed.
    #[must_use]
    pub const fn revision(&self) -> Revision {
        self.revision
    }

    /// Returns the memory used in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.steps.bytes() + self.log.capacity() * size_of::<u32>()
    }

    /// Follows an edit of these cells.
    ///
    /// `grid` is the map after the edit, as one kind of agents sees it; cells that look as before
    /// change nothing.
    ///
    /// # Complexity
    /// O(1) for each cell.
    pub fn follow_cells(&mut self, grid: &Grid, cells: impl IntoIterator<Item = Cell>) {
        self.steps.follow_exits(grid);
        for cell in cells {
            if self.steps.differs(grid, cell) {
                let place = self.steps.follow(grid, cell);
                self.log.push(place);
            }
        }
        let ends = self.steps.follow_links(grid);
        self.log.extend(ends);
        if self.log.len() > MAX_LOG.min(MIN_LOG.max(grid.cell_count() / REBUILT)) {
            self.dropped += self.log.len() as u64;
            self.log.clear();
        }
        self.range = self.steps.range(grid);
        self.revision = grid.revision();
    }

    /// Returns the place of a cell; `None` outside the map.
    pub(super) const fn place(&self, cell: Cell) -> Option<usize> {
        self.steps.place_of(cell)
    }

    /// Returns the position in the log behind the newest change.
    pub(super) const fn log_end(&self) -> u64 {
        self.dropped + self.log.len() as u64
    }

    /// Returns the place that changed at this position; `None` if the log no longer holds it.
    pub(super) fn change_at(&self, position: u64) -> Option<u32> {
        let at = usize::try_from(position.checked_sub(self.dropped)?).ok()?;
        self.log.get(at).copied()
    }

    /// Returns the cost of the cheapest move, portals included.
    pub(super) fn least(&self) -> u32 {
        self.steps
            .links()
            .iter()
            .map(|link| link.cost)
            .fold(self.range[0], u32::min)
    }

    /// Returns the costs of the steps from a place, by direction; [`FAR`] for steps that are not
    /// legal.
    pub(super) fn steps_from(&self, place: usize) -> [u32; 8] {
        let (mut costs, legal) = (
            self.steps.steps(place, StepEnd::From),
            self.steps.legal(place, StepEnd::From),
        );
        for (at, cost) in costs.iter_mut().enumerate() {
            *cost = if legal >> at & 1 == 1 { *cost } else { FAR };
        }
        costs
    }
}
