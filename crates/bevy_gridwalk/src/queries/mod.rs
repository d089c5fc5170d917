//! Queries about the map with immediate answers: path previews, reach, and trial edits.

mod walker;

use crate::engine::prelude::*;
use bevy_ecs::schedule::InternedScheduleLabel;
use bevy_ecs::system::SystemParam;
use gridwalk_pathfinding::{
    Cell, Cost, CostLimit, EditError, GridEdit, Map, NodePool, Path, PathQuery, Plan, Planned,
    Planner, Reachable, Refusal, StepCosts, UnreachablePolicy, WhatIf,
};

pub use walker::Walker;

use crate::map::maps::Maps;
use crate::{
    AgentKind, CannotStand, FailReason, NavGrid, PathfindingOptions, PathfindingSystems,
    PlanningOptions,
};

/// A path that no agent walks yet.
#[derive(Clone, Copy, Debug)]
pub struct PathPreview<'a> {
    path: &'a Path,
    units: StepCosts,
}

impl<'a> PathPreview<'a> {
    /// Returns the cells, including both ends.
    ///
    /// An any-angle path passes more cells than those where it turns: see [`Path::waypoints`].
    #[must_use]
    pub fn cells(self) -> &'a [Cell] {
        self.path.cells()
    }

    /// Returns the last cell: the goal, or a cell near it if the options allow that.
    #[must_use]
    pub fn end(self) -> Option<Cell> {
        self.cells().last().copied()
    }

    /// Returns the cost, in straight steps onto plain floor.
    #[must_use]
    pub fn cost(self) -> f64 {
        self.units.to_f64(self.path.cost())
    }

    /// Returns the path with its exact cost.
    ///
    /// The cost is in [`SearchOptions::units`](gridwalk_pathfinding::SearchOptions::units).
    #[must_use]
    pub const fn path(self) -> &'a Path {
        self.path
    }
}

/// The cells that an agent reaches within a cost limit.
#[derive(Clone, Copy, Debug)]
pub struct Reach<'a> {
    found: &'a Reachable,
    units: StepCosts,
}

impl<'a> Reach<'a> {
    /// Returns the cells, cheapest first, each with its cost in straight steps onto plain floor.
    ///
    /// The start is the first cell.
    #[must_use]
    pub fn cells(self) -> impl ExactSizeIterator<Item = (Cell, f64)> + use<'a> {
        self.found
            .cells()
            .map(move |(cell, cost)| (cell, self.units.to_f64(cost)))
    }

    /// Returns the cost of a cell, in straight steps onto plain floor; `None` if it is out of
    /// reach.
    ///
    /// # Complexity
    /// O(log n) for n cells in reach.
    #[must_use]
    pub fn cost(self, cell: Cell) -> Option<f64> {
        self.found.cost(cell).map(|cost| self.units.to_f64(cost))
    }

    /// Returns `true` if the cell is in reach.
    #[must_use]
    pub fn contains(self, cell: Cell) -> bool {
        self.found.cost(cell).is_some()
    }

    /// Returns the result with exact costs and a cheapest path to each cell.
    #[must_use]
    pub const fn reachable(self) -> &'a Reachable {
        self.found
    }
}

/// The error of a query about a trial edit.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum TriedEditError {
    /// The edit is invalid.
    #[error(transparent)]
    Edit(#[from] EditError),
    /// The agent would have no path after the edit.
    #[error(transparent)]
    Failed(#[from] FailReason),
}

/// The memory of [`GridQueries`]: a planner, its last answers, and a copy of the map for trial
/// edits.
///
/// The copy is made at the first trial edit.
///
/// Kept memory makes answers faster. The cost of a path never depends on it, and its cells only
/// through [landmarks](PlanningOptions::landmarks).
#[derive(Resource, Debug, Default)]
pub struct QueryMemory {
    planner: Planner,
    what_if: WhatIf,
    path: Path,
    reach: Reachable,
    pool: NodePool,
    goals: Vec<Cell>,
    walls: GridEdit,
}

pub(crate) fn plugin(app: &mut App, schedule: InternedScheduleLabel) {
    app.init_resource::<QueryMemory>()
        .allow_ambiguous_resource::<QueryMemory>()
        .add_systems(
            schedule,
            set_landmarks
                .run_if(resource_changed::<PlanningOptions>)
                .in_set(PathfindingSystems::Plan),
        );
}

/// Turns landmarks on or off, as the options say.
fn set_landmarks(options: Res<PlanningOptions>, mut memory: ResMut<QueryMemory>) {
    memory.planner.use_landmarks(options.landmarks);
}

/// Queries about the map for any system: path previews, reach, connectivity, and trial edits.
///
/// A query is about the map of its [`Walker`], which is the resource unless the walker names
/// another one. Answers are about the present map: an [`EditGrid`](super::EditGrid) takes effect at
/// the next [`PathfindingSystems::ApplyEdits`]. Searches run inside the call and are not charged to
/// the budget of the tick. An agent that requests the same path on the same map gets a path of the
/// same cost.
///
/// Only the first query with a trial edit copies the map. A repeated query of the same kind
/// allocates nothing, except where its complexity says otherwise.
///
/// Costs are counted in straight steps onto plain floor. Lines of sight need no memory: see
/// [`NavGrid::can_see`].
///
/// Systems with this parameter run one after another. Outside of systems, use Bevy's `SystemState`.
///
/// # Examples
/// Refuses a tower that would seal the path:
/// ```
/// use bevy::prelude::*;
/// use bevy_gridwalk::prelude::*;
///
/// #[derive(Message)]
/// struct Build(Cell);
///
/// fn build(mut queries: GridQueries, mut wishes: MessageReader<Build>, mut edits: MessageWriter<EditGrid>) {
///     let way = [(Cell::new(0, 0), Cell::new(20, 0))];
///     for Build(cell) in wishes.read() {
///         match queries.would_seal(Walker::PLAIN, [*cell], &way) {
///             Ok(None) => drop(edits.write(EditGrid::block([*cell]))),
///             Ok(Some((from, to))) => println!("that would seal the way from {from} to {to}"),
///             Err(error) => println!("{error}"),
///         }
///     }
/// }
/// ```
#[derive(SystemParam, Debug)]
pub struct GridQueries<'w, 's> {
    maps: Maps<'w, 's>,
    options: Res<'w, PathfindingOptions>,
    memory: ResMut<'w, QueryMemory>,
}

impl GridQueries<'_, '_> {
    /// Returns the map in the resource.
    #[must_use]
    pub fn grid(&self) -> &NavGrid {
        self.maps.at(None)
    }

    /// Returns the map that queries for this agent are about.
    ///
    /// The map is not [given](NavGrid::is_given) if the agent's entity for it has none.
    #[must_use]
    pub fn grid_of<'a>(&self, walker: impl Into<Walker<'a>>) -> &NavGrid {
        self.maps.at(walker.into().map)
    }

    /// Finds the path that an agent would take.
    ///
    /// If there are several cheapest paths, the preview may show another one than the agent gets.
    /// If the options send agents to the cell nearest to an unreachable goal, the preview leads
    /// there.
    ///
    /// # Errors
    /// The reason why the agent would not go.
    ///
    /// # Complexity
    /// That of [`Planner::path`]; O(cells) for the first query by a kind of which no agent was
    /// spawned.
    pub fn path<'a>(
        &mut self,
        walker: impl Into<Walker<'a>>,
        from: Cell,
        to: Cell,
    ) -> Result<PathPreview<'_>, FailReason> {
        let walker = walker.into();
        let grid = self.maps.at(walker.map);
        let asked = WalkerQuery::new(grid, &self.options, walker, [from, to]);
        let QueryMemory {
            planner,
            what_if,
            path,
            ..
        } = &mut *self.memory;
        seen(grid, what_if, walker.kind, |map| {
            asked.plan(map, planner, path)
        })?;
        Ok(PathPreview {
            path,
            units: asked.options.options.units(),
        })
    }

    /// Finds the path that an agent would take if these cells were walls. The map is unchanged.
    ///
    /// # Errors
    /// If a cell lies outside the map; otherwise the reason why the agent would not go.
    ///
    /// # Complexity
    /// That of [`path`](Self::path) and of [`WhatIf::with`]. Allocates a few lists as long as the
    /// walls.
    pub fn path_with_walls<'a>(
        &mut self,
        walker: impl Into<Walker<'a>>,
        from: Cell,
        to: Cell,
        walls: impl IntoIterator<Item = Cell>,
    ) -> Result<PathPreview<'_>, TriedEditError> {
        let walker = walker.into();
        let grid = self.maps.at(walker.map);
        let asked = WalkerQuery::new(grid, &self.options, walker, [from, to]);
        let memory = &mut *self.memory;
        memory.put_walls(walls);
        let QueryMemory {
            planner,
            what_if,
            path,
            walls,
            ..
        } = memory;
        what_if.with(grid.map(), walker.profile(), walls, |map| {
            asked.plan(map, planner, path)
        })??;
        Ok(PathPreview {
            path,
            units: asked.options.options.units(),
        })
    }

    /// Finds the cheapest path to one of several goals, as an agent would choose it.
    ///
    /// The first of equally cheap goals is chosen. Unreachable goals are ignored.
    ///
    /// # Errors
    /// [`FailReason::NoGoals`] without a goal. If no goal can be reached, the reason for the first
    /// goal on which the agent could stand, or else for the first goal.
    ///
    /// # Complexity
    /// That of [`Planner::path_to_any`]: a search for each goal whose straight-line distance is
    /// less than the best path's cost. Allocates a few lists as long as the goals.
    pub fn nearest<'a>(
        &mut self,
        walker: impl Into<Walker<'a>>,
        from: Cell,
        goals: &[Cell],
    ) -> Result<PathPreview<'_>, FailReason> {
        let walker = walker.into();
        let Some(&first) = goals.first() else {
            return Err(FailReason::NoGoals);
        };
        let grid = self.maps.at(walker.map);
        let asked = WalkerQuery::new(grid, &self.options, walker, [from, first]);
        let QueryMemory {
            planner,
            what_if,
            path,
            goals: possible,
            ..
        } = &mut *self.memory;
        seen(grid, what_if, walker.kind, |map| {
            possible.clear();
            possible.extend(
                goals
                    .iter()
                    .filter(|goal| asked.check_goal(map, **goal).is_ok()),
            );
            asked.check_start(map)?;
            let Some((&to, others)) = possible.split_first() else {
                return asked.check_goal(map, first);
            };
            let plan = planner.path_to_any(map, &WalkerQuery { to, ..asked }.query(), others, path);
            asked.check(map, &plan)
        })?;
        Ok(PathPreview {
            path,
            units: asked.options.options.units(),
        })
    }

    /// Finds the cells that an agent reaches within this cost, in straight steps onto plain floor.
    ///
    /// A cost that is negative or not a number reaches only the start.
    ///
    /// The options that define moves and their costs apply, and so do the limits. Terrain costs
    /// apply, and cells where the agent does not fit are out of reach.
    ///
    /// # Errors
    /// If the agent cannot stand on `from`.
    ///
    /// # Complexity
    /// O(n log n) for n cells in reach.
    ///
    /// # Examples
    /// ```
    /// use bevy_gridwalk::{GridQueries, Walker};
    /// use gridwalk_pathfinding::Cell;
    ///
    /// fn highlight(mut queries: GridQueries) {
    ///     if let Ok(reach) = queries.reach(Walker::PLAIN, Cell::new(3, 3), 6.0) {
    ///         for (cell, cost) in reach.cells() {
    ///             println!("{cell} costs {cost}");
    ///         }
    ///     }
    /// }
    /// ```
    pub fn reach<'a>(
        &mut self,
        walker: impl Into<Walker<'a>>,
        from: Cell,
        cost: f64,
    ) -> Result<Reach<'_>, FailReason> {
        let walker = walker.into();
        let grid = self.maps.at(walker.map);
        let asked = WalkerQuery::new(grid, &self.options, walker, [from, from]);
        let QueryMemory {
            what_if,
            reach,
            pool,
            ..
        } = &mut *self.memory;
        let options = &asked.options.options;
        let budget =
            CostLimit::new(cost).map_or(Cost::ZERO, |limit| limit.in_units(options.units()));
        seen(grid, what_if, walker.kind, |map| {
            asked.check_start(map)?;
            let found = reach.find(map.grid(), from, options, budget, pool);
            found.map_err(|error| FailReason::Refused(Refusal::from(error)))
        })?;
        Ok(Reach {
            found: reach,
            units: options.units(),
        })
    }

    /// Returns `true` if a path leads from one cell to the other for this agent.
    ///
    /// Returns `false` if the agent cannot stand on `from` or on `to`.
    ///
    /// # Complexity
    /// O(1) if region labels decide, see [`Planner::is_reachable`]; O(cells) once to compute
    /// missing labels.
    pub fn connected<'a>(&mut self, walker: impl Into<Walker<'a>>, from: Cell, to: Cell) -> bool {
        let walker = walker.into();
        let grid = self.maps.at(walker.map);
        let asked = WalkerQuery::new(grid, &self.options, walker, [from, to]);
        let QueryMemory {
            planner, what_if, ..
        } = &mut *self.memory;
        let is_valid = grid.is_given() && AgentKind::has_valid_size(walker.kind);
        is_valid
            && seen(grid, what_if, walker.kind, |map| {
                planner.is_reachable(map, &asked.query())
            })
    }

    /// Finds the first pair of cells that these cells, as walls, would seal off from each other.
    ///
    /// The pairs are (from, to). A pair is sealed if an agent can walk between its cells now, and
    /// could not with the walls. Returns `None` if no pair is sealed. The map is unchanged.
    ///
    /// A pair without a path now is not sealed. A pair that has a wall on one of its cells is.
    ///
    /// # Errors
    /// If a wall lies outside the map.
    ///
    /// # Complexity
    /// That of [`Planner::first_sealed`]: O(walls + pairs) in most cases, whatever the size of the
    /// map. Allocates a few lists as long as the walls.
    pub fn would_seal<'a>(
        &mut self,
        walker: impl Into<Walker<'a>>,
        walls: impl IntoIterator<Item = Cell>,
        pairs: &[(Cell, Cell)],
    ) -> Result<Option<(Cell, Cell)>, EditError> {
        let walker = walker.into();
        let (grid, movement) = (
            self.maps.at(walker.map),
            walker.options(&self.options).options.movement,
        );
        let memory = &mut *self.memory;
        memory.put_walls(walls);
        let QueryMemory {
            planner,
            what_if,
            walls,
            ..
        } = memory;
        planner.first_sealed(
            what_if,
            grid.map(),
            walker.profile(),
            walls,
            movement,
            pairs,
        )
    }

    /// Finds two cells that these cells, as walls, would seal off from each other.
    ///
    /// An agent can walk between the two cells now, and could not with the walls. Returns `None` if
    /// the walls would split no region. The map is unchanged.
    ///
    /// The two cells are next to the walls, the first ones in reading order. One-way terrain counts
    /// as plain terrain.
    ///
    /// # Errors
    /// If a wall lies outside the map.
    ///
    /// # Complexity
    /// That of [`WhatIf::first_split`]: O(walls) in most cases. Allocates a few lists as long as
    /// the walls.
    pub fn would_split<'a>(
        &mut self,
        walker: impl Into<Walker<'a>>,
        walls: impl IntoIterator<Item = Cell>,
    ) -> Result<Option<[Cell; 2]>, EditError> {
        let walker = walker.into();
        let (grid, movement) = (
            self.maps.at(walker.map),
            walker.options(&self.options).options.movement,
        );
        let memory = &mut *self.memory;
        memory.put_walls(walls);
        memory
            .what_if
            .first_split(grid.map(), walker.profile(), &memory.walls, movement)
    }
}

impl QueryMemory {
    fn put_walls(&mut self, walls: impl IntoIterator<Item = Cell>) {
        self.walls.costs.clear();
        self.walls
            .costs
            .extend(walls.into_iter().map(|cell| (cell, None)));
    }
}

/// Calls `ask` with the map as agents of a kind see it.
///
/// A kind of which no agent was spawned has no view yet, so its view is made in the memory for
/// trial edits.
fn seen<R>(
    grid: &NavGrid,
    what_if: &mut WhatIf,
    kind: Option<&AgentKind>,
    ask: impl FnOnce(&Map) -> R,
) -> R {
    if let Some(map) = grid.map_seen_by(kind) {
        return ask(map);
    }
    let profile = Walker::from(kind).profile();
    what_if
        .with(grid.map(), profile, &GridEdit::default(), ask)
        .expect("an empty edit can always be made")
}

/// A path query of a walker.
#[derive(Clone, Copy)]
struct WalkerQuery<'a> {
    grid: &'a NavGrid,
    walker: Walker<'a>,
    options: &'a PathfindingOptions,
    from: Cell,
    to: Cell,
}

impl<'a> WalkerQuery<'a> {
    fn new(
        grid: &'a NavGrid,
        options: &'a PathfindingOptions,
        walker: Walker<'a>,
        [from, to]: [Cell; 2],
    ) -> Self {
        Self {
            grid,
            walker,
            options: walker.options(options),
            from,
            to,
        }
    }

    fn query(self) -> PathQuery {
        PathQuery::new(self.from, self.to, &self.options.options)
    }

    /// Finds the path that the agent would take and writes it to `path`.
    fn plan(self, map: &Map, planner: &mut Planner, path: &mut Path) -> Result<(), FailReason> {
        self.check_start(map)?;
        let plan = match self.options.unreachable {
            UnreachablePolicy::Nearest => planner.path_to_nearest(map, &self.query(), path),
            UnreachablePolicy::Refuse => {
                self.check_goal(map, self.to)?;
                planner.path(map, &self.query(), path)
            }
        };
        self.check(map, &plan)
    }

    fn check_start(self, map: &Map) -> Result<(), FailReason> {
        if !self.grid.is_given() {
            return Err(FailReason::NoMap);
        }
        if !AgentKind::has_valid_size(self.walker.kind) {
            return Err(FailReason::NoSize);
        }
        self.check_cell(map, self.from).map_err(FailReason::Stuck)
    }

    /// Checks a goal; with a goal tolerance, the goal may be blocked, because the path ends beside
    /// it.
    fn check_goal(self, map: &Map, goal: Cell) -> Result<(), FailReason> {
        match self.check_cell(map, goal) {
            Err(why) if self.options.options.goal_tolerance == 0 || why == CannotStand::OffGrid => {
                Err(FailReason::Goal(why))
            }
            _ => Ok(()),
        }
    }

    /// Checks that the agent can stand on a cell of this map.
    ///
    /// The map may have other walls than the shared one.
    fn check_cell(self, map: &Map, cell: Cell) -> Result<(), CannotStand> {
        if map.grid().is_walkable(cell) {
            return Ok(());
        }
        self.grid.can_stand(self.walker.kind, cell)?;
        let is_large = AgentKind::size_of(self.walker.kind) > 1;
        Err(if is_large {
            CannotStand::DoesNotFit
        } else {
            CannotStand::Blocked
        })
    }

    fn check(self, map: &Map, plan: &Plan) -> Result<(), FailReason> {
        match plan.planned {
            Planned::Found => Ok(()),
            Planned::NoPath(reason) => Err(reason.into()),
            Planned::OutOfBudget => Err(FailReason::OutOfBudget),
            Planned::Refused(refusal) => self
                .check_goal(map, plan.end)
                .and(Err(FailReason::Refused(refusal))),
        }
    }
}
