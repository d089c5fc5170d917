//! Costs to the nearest of several goals for every cell of a map, shared by all agents that go
//! there.

mod cost_field;
mod field_layers;
mod field_wave;
mod field_work;
mod planner_fields;
mod step_layers;

use cost_field::CostField;
pub use field_layers::{FieldLayers, FieldRules};
pub use field_wave::FieldWave;
use field_work::{FieldStage, FieldState, FieldStep, FieldWork};
pub use planner_fields::{FieldRun, GoalFields};
use step_layers::FAR;

use crate::map::BitLayout;
use crate::{Cell, Cost, EndpointError, NeighborOrder, Path};

/// The cost of the cheapest path from every cell to the nearest of several goals: 5 bytes a cell.
///
/// [`advance`](Self::advance) builds the field, and repairs it after edits that its [`FieldLayers`]
/// have followed: in slices of work, with the same result as in one go. Any number of edits may
/// come between two slices. Until the field [is current](Self::is_current), costs may be missing or
/// date from before an edit. Steps are always legal on the map of the layers, and costs fall along
/// [`next`](Self::next), so that no agent is led into a new wall or in a circle.
///
/// A goal in a wall does not count until the wall opens. Without goals no path leads anywhere.
///
/// Ground beside one-way cells and portals is slower, as it is searched without pruning. A cost of
/// 1.8 billion units or more does not fit: cells with such a cost can count as unreachable.
///
/// All methods take the layers that the field was made with. Layers of another map give wrong
/// costs, or panic if their size differs.
///
/// # Complexity
/// O(cells) time to build. A repair takes O(n) for n cells whose cost changes; if it loses the
/// costs of a quarter of the map, the field is built again.
///
/// # Examples
/// ```
/// use gridwalk_pathfinding::{Cell, FieldLayers, FieldMemory, FieldRules, GoalField, Grid};
/// let grid = Grid::from_rows(&["..#...", ".9....", "......"]);
/// let layers = FieldLayers::new(&grid, FieldRules::default());
/// let goals = [Cell::new(2, 2), Cell::new(5, 0)];
/// let (mut field, mut memory) = (GoalField::new(&layers, &goals).unwrap(), FieldMemory::default());
/// while !field.is_current(&layers) {
///     field.advance(&layers, &mut memory, 4);
/// }
/// let mut agents = [Cell::new(0, 0), Cell::new(1, 0), Cell::new(5, 1)];
/// while agents.iter().any(|&cell| field.cost(cell).unwrap().0 > 0) {
///     agents = agents.map(|cell| field.next(&layers, cell).unwrap_or(cell));
/// }
/// assert_eq!(agents, [goals[0], goals[0], goals[1]]);
/// assert_eq!(field.path_from(&layers, Cell::new(0, 0)).unwrap().cells().len(), 4, "around the expensive cell");
/// ```
#[derive(Clone, Debug)]
pub struct GoalField {
    layout: BitLayout,
    state: FieldState,
    /// The lists of the work in progress.
    work: Option<Box<FieldWork>>,
}

/// Memory for building and repairing goal fields, reused from one field to the next.
///
/// A field takes the lists that it needs when its work begins, and returns them when the work is
/// done.
#[derive(Debug, Default)]
pub struct FieldMemory {
    #[expect(clippy::vec_box, reason = "they move to a field and back")]
    spare: Vec<Box<FieldWork>>,
}

impl FieldMemory {
    /// Returns the memory in bytes that no field uses at the moment.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.spare.iter().map(|work| work.bytes()).sum()
    }
}

/// Costs around a cell in a [`GoalField`], read in one call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CostsAround {
    /// The cost from the cell.
    pub here: u32,
    /// The cost from each neighbour, by [`Direction`](crate::Direction), whether or not a step
    /// leads there.
    pub neighbors: [u32; 8],
    /// The cost of the step to each neighbour; [`FAR`](Self::FAR) where it is not legal.
    pub steps: [u32; 8],
}

impl CostsAround {
    /// A cost above all others: no path, or no step. Its sum with a step still fits into a `u32`.
    pub const FAR: u32 = FAR;

    /// Returns the cost of the cheapest path that begins with a step in the direction of this
    /// number.
    ///
    /// [`FAR`](Self::FAR) or more if there is none.
    #[inline]
    #[must_use]
    pub const fn through(&self, direction: usize) -> u32 {
        self.neighbors[direction].saturating_add(self.steps[direction])
    }
}

impl GoalField {
    /// Creates a field of these goals; [`advance`](Self::advance) computes its costs.
    ///
    /// # Errors
    /// [`EndpointError::GoalOutside`] if a goal lies outside the map.
    pub fn new(layers: &FieldLayers, goals: &[Cell]) -> Result<Self, EndpointError> {
        let steps = &layers.steps;
        let known = CostField {
            costs: Vec::with_capacity(steps.len()),
            arrivals: vec![0; steps.len()],
            is_cut: false,
        };
        let state = FieldState {
            goals: Vec::new(),
            known,
            stage: FieldStage::Blank,
            seen: 0,
        };
        let mut field = Self {
            layout: steps.layout(),
            state,
            work: None,
        };
        field.reset(layers, goals)?;
        Ok(field)
    }

    /// Replaces the goals; all costs are pending afterwards.
    ///
    /// Allocates nothing that earlier goals did not need.
    ///
    /// # Errors
    /// [`EndpointError::GoalOutside`] if a goal lies outside the map; then the field stays as it
    /// is.
    pub fn reset(&mut self, layers: &FieldLayers, goals: &[Cell]) -> Result<(), EndpointError> {
        if let Some(outside) = goals.iter().find(|goal| layers.place(**goal).is_none()) {
            return Err(EndpointError::GoalOutside(*outside));
        }
        self.state.goals.clear();
        let places = goals
            .iter()
            .filter_map(|goal| u32::try_from(layers.place(*goal)?).ok());
        self.state.goals.extend(places);
        self.state.goals.sort_unstable();
        self.state.goals.dedup();
        self.state.begin_again();
        Ok(())
    }

    /// Builds or repairs the field, with at most `work` units of work.
    ///
    /// Returns the units used, each about one expansion, and whether the field is current.
    /// `u64::MAX` completes the field.
    ///
    /// Edits that arrive while work is pending cost extra: one unit for each 256 cells of the map,
    /// and one for each cell near the frontier of the search. That part is not cut into slices. The
    /// field waits for layers that are not complete yet.
    pub fn advance(
        &mut self,
        layers: &FieldLayers,
        memory: &mut FieldMemory,
        work: u64,
    ) -> (u64, bool) {
        let done = self.run(layers, memory, None, work);
        (done.work, self.is_current(layers))
    }

    /// Builds or repairs the field until the cost from a cell is known, like
    /// [`advance`](Self::advance).
    ///
    /// Returns the units used and whether the cost is known.
    pub fn advance_to(
        &mut self,
        layers: &FieldLayers,
        memory: &mut FieldMemory,
        cell: Cell,
        work: u64,
    ) -> (u64, bool) {
        let Some(place) = layers.place(cell) else {
            return (0, true);
        };
        let done = self.run(layers, memory, Some(place), work);
        (done.work, self.is_known(layers, cell))
    }

    fn run(
        &mut self,
        layers: &FieldLayers,
        memory: &mut FieldMemory,
        until: Option<usize>,
        work: u64,
    ) -> FieldStep {
        if self.is_current(layers) || !layers.steps.is_complete() {
            return FieldStep::default();
        }
        let lists = self
            .work
            .get_or_insert_with(|| memory.spare.pop().unwrap_or_default());
        let done = lists.advance(&mut self.state, layers, until, work);
        if self.state.stage == FieldStage::Done {
            memory.spare.extend(self.work.take());
        }
        done
    }

    /// Returns `true` if all costs are those of the layers' map.
    #[inline]
    #[must_use]
    pub fn is_current(&self, layers: &FieldLayers) -> bool {
        self.state.stage == FieldStage::Done && self.state.seen == layers.log_end()
    }

    /// Returns `true` if the cost from the cell is that of the layers' map, whatever other work is
    /// pending.
    #[must_use]
    pub fn is_known(&self, layers: &FieldLayers, cell: Cell) -> bool {
        let Some(place) = layers.place(cell) else {
            return true;
        };
        let is_behind = |work: &FieldWork| work.is_known(&self.state, place);
        self.is_current(layers)
            || self.state.seen == layers.log_end() && self.work.as_deref().is_some_and(is_behind)
    }

    /// Returns `true` if the field must be rebuilt: too many cells changed since it was advanced.
    fn is_outdated(&self, layers: &FieldLayers) -> bool {
        let is_behind =
            self.state.stage != FieldStage::Blank && self.state.seen != layers.log_end();
        is_behind && layers.change_at(self.state.seen).is_none()
    }

    /// Returns `true` if some cost did not fit.
    const fn is_cut(&self) -> bool {
        self.state.known.is_cut
    }

    /// Returns the goals in reading order.
    pub fn goals(&self) -> impl Iterator<Item = Cell> + '_ {
        self.state
            .goals
            .iter()
            .map(|place| self.layout.cell(*place as usize))
    }

    /// Returns the cost of the cheapest path from the cell to the nearest goal; `None` if there is
    /// none.
    ///
    /// # Complexity
    /// O(1).
    #[inline]
    #[must_use]
    pub fn cost(&self, cell: Cell) -> Option<Cost> {
        let cost = self.cost_at(self.layout.place(cell)?);
        (cost != FAR).then(|| Cost(cost.into()))
    }

    /// Returns the costs from a cell and its neighbours, and the costs of the steps between them.
    ///
    /// All are [`FAR`](CostsAround::FAR) outside the map.
    ///
    /// # Complexity
    /// O(1).
    #[inline]
    #[must_use]
    pub fn around(&self, layers: &FieldLayers, cell: Cell) -> CostsAround {
        let (here, neighbors) = self.costs_around(cell);
        let steps = self
            .layout
            .place(cell)
            .map_or([FAR; 8], |place| layers.steps_from(place));
        CostsAround {
            here,
            neighbors,
            steps,
        }
    }

    /// Returns the costs from a cell and from its neighbours, by [`Direction`](crate::Direction),
    /// whether or not a step leads there.
    ///
    /// All are [`CostsAround::FAR`] outside the map.
    ///
    /// # Complexity
    /// O(1).
    #[inline]
    #[must_use]
    pub fn costs_around(&self, cell: Cell) -> (u32, [u32; 8]) {
        let place = self
            .layout
            .place(cell)
            .filter(|_| self.state.stage != FieldStage::Blank);
        let costs = &self.state.known.costs;
        place.map_or((FAR, [FAR; 8]), |place| {
            (costs[place], self.layout.values_around(costs, place))
        })
    }

    /// Returns the next cell on a cheapest path; `None` at a goal and where no path leads to one.
    ///
    /// If cells are equally good, it is the first in the rules' order of neighbours, portals last.
    ///
    /// # Complexity
    /// O(1), O(log p) on a map with p portals.
    #[must_use]
    pub fn next(&self, layers: &FieldLayers, cell: Cell) -> Option<Cell> {
        self.next_by(layers, cell, &layers.rules().neighbours)
    }

    fn next_by(&self, layers: &FieldLayers, cell: Cell, order: &NeighborOrder) -> Option<Cell> {
        let around = self.around(layers, cell);
        let (mut best, mut next) = (FAR, None);
        if around.here == FAR {
            return None;
        }
        for &direction in order.all() {
            let (left, through) = (
                around.neighbors[direction as usize],
                around.through(direction as usize),
            );
            if left < around.here && through < best {
                (best, next) = (through, Some(cell.step(direction)));
            }
        }
        if layers.steps.has_links() && around.here > 0 {
            for link in layers.steps.links_from(self.layout.place(cell)?) {
                let left = self.cost_at(link.to as usize);
                let through = left.saturating_add(link.cost);
                if left < around.here && through < best {
                    (best, next) = (through, Some(self.layout.cell(link.to as usize)));
                }
            }
        }
        next
    }

    /// Returns the path from the cell to the nearest goal, both included; `None` if there is none.
    ///
    /// Each cell is the [`next`](Self::next) of the one before.
    ///
    /// # Complexity
    /// O(n) for a path of n cells.
    #[must_use]
    pub fn path_from(&self, layers: &FieldLayers, cell: Cell) -> Option<Path> {
        let (cost, mut cells) = (self.cost(cell)?, Vec::new());
        self.trace(layers, cell, &layers.rules().neighbours, &mut cells);
        (cells
            .last()
            .is_some_and(|last| self.cost(*last) == Some(Cost::ZERO)))
        .then(|| Path::new(cells, cost))
    }

    /// Appends the cells of a cheapest path; `order` decides where several are equally cheap.
    fn trace(
        &self,
        layers: &FieldLayers,
        from: Cell,
        order: &NeighborOrder,
        cells: &mut Vec<Cell>,
    ) {
        cells.extend(std::iter::successors(Some(from), |cell| {
            self.next_by(layers, *cell, order)
        }));
    }

    /// Returns the memory used in bytes, pending work included.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let pending = self.work.as_ref().map_or(0, |work| work.bytes());
        self.state.known.bytes() + self.state.goals.capacity() * size_of::<u32>() + pending
    }

    fn cost_at(&self, place: usize) -> u32 {
        self.state.known.costs.get(place).copied().unwrap_or(FAR)
    }
}
