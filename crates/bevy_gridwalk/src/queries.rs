//! Questions about the map that are answered at once: path previews, reach, and edits that are only tried.

use bevy_ecs::system::SystemParam;
use gridwalk_pathfinding::{
    Cell, Cost, CostLimit, EditError, GridEdit, Map, NodePool, Path, PathQuery, Plan, Planned, Planner, Reachable,
    Refusal, StepCosts, UnreachablePolicy, WhatIf,
};

use super::maps::Maps;
use super::{AgentKind, CannotStand, FailReason, NavGrid, PathfindingOptions, Walker};
use crate::engine::prelude::*;

/// A path that nobody walks yet.
#[derive(Clone, Copy, Debug)]
pub struct PathPreview<'a> {
    path: &'a Path,
    units: StepCosts,
}

impl<'a> PathPreview<'a> {
    /// The cells, both ends counted. A path at any angle passes more than those where it turns: see
    /// [`Path::waypoints`].
    #[must_use]
    pub fn cells(self) -> &'a [Cell] {
        self.path.cells()
    }

    /// The last cell: the goal, or the cell near it where the options send agents there.
    #[must_use]
    pub fn end(self) -> Option<Cell> {
        self.cells().last().copied()
    }

    /// The cost, in straight steps onto plain floor.
    #[must_use]
    pub fn cost(self) -> f64 {
        self.units.to_f64(self.path.cost())
    }

    /// The path itself, with its exact cost in [`SearchOptions::units`](gridwalk_pathfinding::SearchOptions::units).
    #[must_use]
    pub const fn path(self) -> &'a Path {
        self.path
    }
}

/// The cells that an agent reaches within a cost.
#[derive(Clone, Copy, Debug)]
pub struct Reach<'a> {
    found: &'a Reachable,
    units: StepCosts,
}

impl<'a> Reach<'a> {
    /// The cells, each with its cost in straight steps onto plain floor: the cheapest first, the start before all.
    #[must_use]
    pub fn cells(self) -> impl ExactSizeIterator<Item = (Cell, f64)> + use<'a> {
        self.found.cells().map(move |(cell, cost)| (cell, self.units.to_f64(cost)))
    }

    /// The cost to reach a cell, in straight steps onto plain floor; `None` if it is out of reach.
    ///
    /// # Complexity
    /// O(log n) for n cells in reach.
    #[must_use]
    pub fn cost(self, cell: Cell) -> Option<f64> {
        self.found.cost(cell).map(|cost| self.units.to_f64(cost))
    }

    /// Whether the cell is in reach.
    #[must_use]
    pub fn contains(self, cell: Cell) -> bool {
        self.found.cost(cell).is_some()
    }

    /// The cells themselves, with exact costs and a cheapest path to each.
    #[must_use]
    pub const fn reachable(self) -> &'a Reachable {
        self.found
    }
}

/// Why there is no answer about an edit that was tried.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum TriedEditError {
    /// The edit cannot be made.
    #[error(transparent)]
    Edit(#[from] EditError),
    /// After the edit the agent could not go.
    #[error(transparent)]
    Failed(#[from] FailReason),
}

/// The memory of [`GridQueries`]: a planner, its last answers, and from the first tried edit on a copy of the map.
///
/// Kept memory makes answers faster and never changes them.
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

/// Questions about the map, for any system: path previews, reach, connections, and edits that are only tried.
///
/// A question is about the map that its [`Walker`] is on: the resource, unless it says another one. All answers are about
/// the map as it is now: an [`EditGrid`](super::EditGrid) counts from the next
/// [`PathfindingSystems::ApplyEdits`](super::PathfindingSystems::ApplyEdits) on. They are searched for inside the call,
/// besides the budget of the tick. Where an agent asks for the same in that state, the cost of its path is the same. No
/// question copies the map but the first one about a tried edit; a question whose like was asked before allocates
/// nothing, or what it says under its complexity.
///
/// Costs are counted in straight steps onto plain floor. Sight asks for no memory: see [`NavGrid::can_see`].
///
/// Systems that use it run one after another. Outside of systems, take it with Bevy's `SystemState`.
///
/// # Examples
/// A tower is refused where it would seal the way:
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
    /// The map in the resource.
    #[must_use]
    pub fn grid(&self) -> &NavGrid {
        self.maps.at(None)
    }

    /// The map that an agent is on, which questions for it are about. It is not [given](NavGrid::is_given) if the entity has
    /// none.
    #[must_use]
    pub fn grid_of<'a>(&self, walker: impl Into<Walker<'a>>) -> &NavGrid {
        self.maps.at(walker.into().map)
    }

    /// Finds the path that an agent would take.
    ///
    /// The preview may show another one of several cheapest paths than the agent gets. Where the options send agents to
    /// the cell nearest to a goal that they cannot reach, the preview leads there.
    ///
    /// # Errors
    /// The reason for which the agent would not go.
    ///
    /// # Complexity
    /// That of [`Planner::path`]. O(cells) for the first question by a kind of which no agent was spawned.
    pub fn path<'a>(
        &mut self,
        walker: impl Into<Walker<'a>>,
        from: Cell,
        to: Cell,
    ) -> Result<PathPreview<'_>, FailReason> {
        let walker = walker.into();
        let grid = self.maps.at(walker.map);
        let asked = Asked { grid, walker, options: walker.options(&self.options), from, to };
        let QueryMemory { planner, what_if, path, .. } = &mut *self.memory;
        seen(grid, what_if, walker.kind, |map| asked.plan(map, planner, path))?;
        Ok(PathPreview { path, units: asked.options.options.units() })
    }

    /// Finds the path that an agent would take if these cells were walls. The map stays as it is.
    ///
    /// # Errors
    /// If a cell lies outside the map; else the reason for which the agent would not go.
    ///
    /// # Complexity
    /// That of [`path`](Self::path) and of [`WhatIf::with`]. It allocates a few lists as long as the walls.
    pub fn path_with_walls<'a>(
        &mut self,
        walker: impl Into<Walker<'a>>,
        from: Cell,
        to: Cell,
        walls: impl IntoIterator<Item = Cell>,
    ) -> Result<PathPreview<'_>, TriedEditError> {
        let walker = walker.into();
        let grid = self.maps.at(walker.map);
        let asked = Asked { grid, walker, options: walker.options(&self.options), from, to };
        let memory = &mut *self.memory;
        memory.put_walls(walls);
        let QueryMemory { planner, what_if, path, walls, .. } = memory;
        what_if.with(grid.map(), walker.profile(), walls, |map| asked.plan(map, planner, path))??;
        Ok(PathPreview { path, units: asked.options.options.units() })
    }

    /// Finds the cheapest path to one of several goals, the one to which an agent would go; of equal ones to the first in the
    /// list. Goals that it cannot reach are left out.
    ///
    /// # Errors
    /// [`FailReason::NoGoals`] without a goal. Where no goal can be reached, the reason for the first one on which the agent
    /// could stand, else for the first.
    ///
    /// # Complexity
    /// That of [`Planner::path_to_any`]: a search for each goal whose straight line is shorter than the best path. It
    /// allocates a few lists as long as the goals.
    pub fn nearest<'a>(
        &mut self,
        walker: impl Into<Walker<'a>>,
        from: Cell,
        goals: &[Cell],
    ) -> Result<PathPreview<'_>, FailReason> {
        let walker = walker.into();
        let Some(&first) = goals.first() else { return Err(FailReason::NoGoals) };
        let grid = self.maps.at(walker.map);
        let asked = Asked { grid, walker, options: walker.options(&self.options), from, to: first };
        let QueryMemory { planner, what_if, path, goals: possible, .. } = &mut *self.memory;
        seen(grid, what_if, walker.kind, |map| {
            possible.clear();
            possible.extend(goals.iter().filter(|goal| asked.check_goal(map, **goal).is_ok()));
            asked.check_start(map)?;
            let Some((&to, others)) = possible.split_first() else { return asked.check_goal(map, first) };
            let plan = planner.path_to_any(map, &Asked { to, ..asked }.query(), others, path);
            asked.check(map, &plan)
        })?;
        Ok(PathPreview { path, units: asked.options.options.units() })
    }

    /// Finds the cells that an agent reaches at no more than this cost, in straight steps onto plain floor. A cost that is no
    /// number, or below 0, reaches the start alone.
    ///
    /// Options count that say what a move is and costs, and the limits. Terrain costs count, and where the agent does not
    /// fit is out of reach.
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
    pub fn reach<'a>(&mut self, walker: impl Into<Walker<'a>>, from: Cell, cost: f64) -> Result<Reach<'_>, FailReason> {
        let walker = walker.into();
        let grid = self.maps.at(walker.map);
        let asked = Asked { grid, walker, options: walker.options(&self.options), from, to: from };
        let QueryMemory { what_if, reach, pool, .. } = &mut *self.memory;
        let options = &asked.options.options;
        let budget = CostLimit::new(cost).map_or(Cost::ZERO, |limit| limit.in_units(options.units()));
        seen(grid, what_if, walker.kind, |map| {
            asked.check_start(map)?;
            let found = reach.find(map.grid(), from, options, budget, pool);
            found.map_err(|error| FailReason::Refused(Refusal::from(error)))
        })?;
        Ok(Reach { found: reach, units: options.units() })
    }

    /// Whether a path leads from one cell to another for this agent. `false` where it cannot stand on both.
    ///
    /// # Complexity
    /// O(1) where region labels can tell, see [`Planner::is_reachable`]; O(cells) once for labels that are not there yet.
    pub fn connected<'a>(&mut self, walker: impl Into<Walker<'a>>, from: Cell, to: Cell) -> bool {
        let walker = walker.into();
        let grid = self.maps.at(walker.map);
        let asked = Asked { grid, walker, options: walker.options(&self.options), from, to };
        let QueryMemory { planner, what_if, .. } = &mut *self.memory;
        let is_valid = grid.is_given() && AgentKind::has_valid_size(walker.kind);
        is_valid && seen(grid, what_if, walker.kind, |map| planner.is_reachable(map, &asked.query()))
    }

    /// Finds the first of these pairs, from and to, between which an agent can walk now and could not if these cells were
    /// walls; `None` if they seal none of them. The map stays as it is.
    ///
    /// A pair between which it cannot walk now is sealed by nothing. One that loses an end to a wall is.
    ///
    /// # Errors
    /// If a cell of the walls lies outside the map.
    ///
    /// # Complexity
    /// That of [`Planner::first_sealed`]: O(walls + pairs) in most cases, whatever the size of the map. It allocates a few
    /// lists as long as the walls.
    pub fn would_seal<'a>(
        &mut self,
        walker: impl Into<Walker<'a>>,
        walls: impl IntoIterator<Item = Cell>,
        pairs: &[(Cell, Cell)],
    ) -> Result<Option<(Cell, Cell)>, EditError> {
        let walker = walker.into();
        let (grid, movement) = (self.maps.at(walker.map), walker.options(&self.options).options.movement);
        let memory = &mut *self.memory;
        memory.put_walls(walls);
        let QueryMemory { planner, what_if, walls, .. } = memory;
        planner.first_sealed(what_if, grid.map(), walker.profile(), walls, movement, pairs)
    }

    /// Finds two cells between which an agent can walk now and could not if these cells were walls; `None` if they would
    /// part no region. The map stays as it is.
    ///
    /// The cells are beside the walls, the first ones in reading order. One-way terrain counts as plain.
    ///
    /// # Errors
    /// If a cell of the walls lies outside the map.
    ///
    /// # Complexity
    /// That of [`WhatIf::first_split`]: O(walls) in most cases. It allocates a few lists as long as the walls.
    pub fn would_split<'a>(
        &mut self,
        walker: impl Into<Walker<'a>>,
        walls: impl IntoIterator<Item = Cell>,
    ) -> Result<Option<[Cell; 2]>, EditError> {
        let walker = walker.into();
        let (grid, movement) = (self.maps.at(walker.map), walker.options(&self.options).options.movement);
        let memory = &mut *self.memory;
        memory.put_walls(walls);
        memory.what_if.first_split(grid.map(), walker.profile(), &memory.walls, movement)
    }
}

impl QueryMemory {
    fn put_walls(&mut self, walls: impl IntoIterator<Item = Cell>) {
        self.walls.costs.clear();
        self.walls.costs.extend(walls.into_iter().map(|cell| (cell, None)));
    }
}

/// Asks about the map as agents of a kind see it. Of a kind of which no agent was spawned there is no view yet: its map
/// is kept where edits are tried.
fn seen<R>(grid: &NavGrid, what_if: &mut WhatIf, kind: Option<&AgentKind>, ask: impl FnOnce(&Map) -> R) -> R {
    if let Some(map) = grid.map_seen_by(kind) {
        return ask(map);
    }
    let profile = Walker::from(kind).profile();
    what_if.with(grid.map(), profile, &GridEdit::default(), ask).expect("an empty edit can always be made")
}

/// A question for a path.
#[derive(Clone, Copy)]
struct Asked<'a> {
    grid: &'a NavGrid,
    walker: Walker<'a>,
    options: &'a PathfindingOptions,
    from: Cell,
    to: Cell,
}

impl Asked<'_> {
    fn query(self) -> PathQuery {
        PathQuery::new(self.from, self.to, &self.options.options)
    }

    /// Writes the path that the agent would take.
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

    /// Within a goal tolerance a path ends beside a goal that is blocked.
    fn check_goal(self, map: &Map, goal: Cell) -> Result<(), FailReason> {
        match self.check_cell(map, goal) {
            Err(why) if self.options.options.goal_tolerance == 0 || why == CannotStand::OffGrid => {
                Err(FailReason::Goal(why))
            }
            _ => Ok(()),
        }
    }

    /// Whether the agent can stand there on this map, which may have other walls than the shared one.
    fn check_cell(self, map: &Map, cell: Cell) -> Result<(), CannotStand> {
        if map.grid().is_walkable(cell) {
            return Ok(());
        }
        self.grid.can_stand(self.walker.kind, cell)?;
        let is_large = AgentKind::size_of(self.walker.kind) > 1;
        Err(if is_large { CannotStand::DoesNotFit } else { CannotStand::Blocked })
    }

    fn check(self, map: &Map, plan: &Plan) -> Result<(), FailReason> {
        match plan.planned {
            Planned::Found => Ok(()),
            Planned::NoPath(reason) => Err(reason.into()),
            Planned::OutOfBudget => Err(FailReason::OutOfBudget),
            Planned::Refused(refusal) => self.check_goal(map, plan.end).and(Err(FailReason::Refused(refusal))),
        }
    }
}
