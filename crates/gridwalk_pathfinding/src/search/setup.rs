//! The input of every engine: the checked query, its estimates, and its moves with their ends and
//! costs.
//!
//! [`LegalMoves`] is the only place where movement rule, terrain, one-way cells, portals and the
//! region limit meet. Every engine uses it, so all follow the same rules. The map itself is passed
//! at each call.

use crate::{
    Cell, CellIndex, Cost, CostRule, Direction, DirectionSet, Estimator, Grid, GridSize,
    IgnoreReason, Movement, Path, PathQuery, Portal, Rect, SearchOptions, Side, StepCosts,
};

#[derive(Debug)]
pub(super) struct Setup {
    pub query: PathQuery,
    /// The size of the map.
    pub size: GridSize,
    pub moves: LegalMoves,
    pub estimator: Estimator,
    pub start: CellIndex,
    pub goal: CellIndex,
    /// The cost limit, beyond which no cell is opened.
    pub max_cost: Cost,
    /// Whether the search continues until no open cell is left, even past the goal.
    pub exhaustive: bool,
}

impl Setup {
    /// Prepares a query that is known to be valid on the map.
    pub fn new(grid: &Grid, query: PathQuery) -> Self {
        let index = |cell| grid.index(cell).expect("a valid query's ends are inside");
        let PathQuery {
            start,
            goal,
            ref options,
        } = query;
        Self {
            size: grid.size(),
            moves: LegalMoves::new(options, grid),
            estimator: Estimator::new(
                &options.heuristic,
                options.units(),
                grid,
                goal,
                options.goal_tolerance,
            ),
            start: index(start),
            goal: index(goal),
            max_cost: options
                .max_cost
                .map_or(Cost::MAX, |most| most.in_units(options.units())),
            exhaustive: false,
            query,
        }
    }

    /// Returns the cell at which the search from this side begins.
    pub const fn end(&self, side: Side) -> (CellIndex, Cell) {
        match side {
            Side::Forward => (self.start, self.query.start),
            Side::Backward => (self.goal, self.query.goal),
        }
    }

    /// Returns `true` if the search ends when it expands this cell.
    #[inline]
    pub fn is_goal(&self, index: CellIndex, cell: Cell) -> bool {
        !self.exhaustive
            && (index == self.goal || (self.query.options.goal_tolerance > 0 && self.is_near(cell)))
    }

    fn is_near(&self, cell: Cell) -> bool {
        cell.squared_distance(self.query.goal)
            <= u64::from(self.query.options.goal_tolerance).pow(2)
    }

    /// Returns the path along these cells, each one move from the last.
    ///
    /// The cost is the sum along this path: reopening can make a parent cheaper after its child was
    /// recorded.
    pub fn path(&self, grid: &Grid, cells: Vec<Cell>) -> Path {
        let step = |pair: &[Cell]| {
            self.moves
                .cost_between(grid, pair[0], pair[1])
                .expect("each cell is one move on")
        };
        let cost = cells.windows(2).map(step).sum();
        self.checked(grid, Path::new(cells, cost))
    }

    /// Returns the path, which is validated in debug builds.
    pub fn checked(&self, grid: &Grid, path: Path) -> Path {
        debug_assert_eq!(path.validate(grid, &self.query.options), Ok(()));
        path
    }
}

/// One legal move, seen from the cell that it leaves or, backward, from the cell that it enters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LegalMove {
    /// Index of the cell at the other end.
    pub index: CellIndex,
    /// The cell at the other end.
    pub cell: Cell,
    /// The cost of the move, in the units of [`SearchOptions::units`].
    pub cost: Cost,
}

#[derive(Debug)]
pub(super) struct LegalMoves {
    movement: Movement,
    /// The result of [`Movement::legal`].
    legal: &'static [DirectionSet; 256],
    steps: StepCosts,
    rule: CostRule,
    /// Steps in the order of neighbours.
    directions: [DirectionStep; 8],
    count: usize,
    /// The part of the map that may be searched; `None` for all of it.
    region: Option<Rect>,
    has_portals: bool,
}

/// A step in one direction, with data that are the same for every cell.
#[derive(Clone, Copy, Debug)]
struct DirectionStep {
    direction: Direction,
    dx: i32,
    dy: i32,
    /// The difference that the step makes to a cell's index.
    stride: i32,
    is_diagonal: bool,
    /// The two straight steps that a diagonal one combines, as [`Direction`].
    beside: [usize; 2],
    /// The cost on plain terrain.
    cost: u64,
}

impl LegalMoves {
    pub fn new(options: &SearchOptions, grid: &Grid) -> Self {
        let units = options.units();
        let step = |direction: Direction| {
            let ((dx, dy), is_diagonal) = (direction.offset(), direction.is_diagonal());
            let cost = if is_diagonal {
                units.diagonal()
            } else {
                units.straight()
            }
            .0;
            let stride = dx + dy * grid.width().cast_signed();
            let beside = direction.beside().map(|beside| beside as usize);
            DirectionStep {
                direction,
                dx,
                dy,
                stride,
                is_diagonal,
                beside,
                cost,
            }
        };
        let mut directions = [step(Direction::North); 8];
        let mut count = 0;
        for direction in options.neighbours.directions(options.movement) {
            directions[count] = step(direction);
            count += 1;
        }
        Self {
            movement: options.movement,
            legal: options.movement.legal(),
            steps: units,
            rule: options.cost_rule,
            directions,
            count,
            region: options.region,
            has_portals: !grid.portals().is_empty(),
        }
    }

    #[inline]
    fn steps(&self) -> &[DirectionStep] {
        &self.directions[..self.count]
    }

    /// Returns the directions of the steps, in their order.
    #[inline]
    pub fn directions(&self) -> impl Iterator<Item = Direction> {
        self.steps().iter().map(|step| step.direction)
    }

    /// Lists the moves from a cell or, on the goal's side, the moves to it.
    ///
    /// Neighbours come in their order, then portals. `moves` is emptied first.
    #[inline]
    pub fn list(
        &self,
        grid: &Grid,
        side: Side,
        index: CellIndex,
        cell: Cell,
        moves: &mut Vec<LegalMove>,
    ) {
        moves.clear();
        if side == Side::Backward && !self.may_stand_on(cell) {
            return;
        }
        let around = grid.costs_around(index, cell);
        let legal = self.legal[DirectionSet::of_walkable(&around).number()];
        for step in self.steps() {
            if legal.contains(step.direction)
                && let Some(found) = self.step(grid, side, index, cell, step, &around)
            {
                moves.push(found);
            }
        }
        if self.has_portals {
            self.list_portals(grid, side, cell, moves);
        }
    }

    /// Returns the step from the cell to a neighbour or, on the goal's side, from the neighbour.
    ///
    /// `None` if it leaves the searched part of the map, or leaves a one-way cell in a forbidden
    /// direction. `around` holds the costs of all neighbours.
    #[inline]
    fn step(
        &self,
        grid: &Grid,
        side: Side,
        index: CellIndex,
        cell: Cell,
        step: &DirectionStep,
        around: &[u16; 8],
    ) -> Option<LegalMove> {
        let other = Cell::new(cell.x + step.dx, cell.y + step.dy);
        let other_index = CellIndex(index.0.wrapping_add_signed(step.stride));
        if !self.may_stand_on(other) {
            return None;
        }
        if grid.has_one_way_terrain() {
            let (left, forth) = match side {
                Side::Forward => (index, step.direction),
                Side::Backward => (other_index, step.direction.opposite()),
            };
            if !grid.exit_allowed(left, forth) {
                return None;
            }
        }
        let here = || u64::from(grid.cost_at(index.get()));
        let there = u64::from(around[step.direction as usize]);
        let cost = match (self.rule, side) {
            (CostRule::Entered, Side::Forward) => step.cost * there,
            (CostRule::Entered, Side::Backward) => step.cost * here(),
            // The units are quarters, so these divisions leave no remainder.
            (CostRule::MeanTouched, _) if !step.is_diagonal => step.cost / 2 * (here() + there),
            (CostRule::MeanTouched, _) => {
                // A wall beside a cut corner has no cost; the more expensive end stands in for it.
                let ends = [here(), there];
                let wall = ends[0].max(there);
                let beside = step.beside.map(|beside| {
                    if around[beside] == 0 {
                        wall
                    } else {
                        around[beside].into()
                    }
                });
                step.cost / 4 * ends.iter().chain(&beside).sum::<u64>()
            }
        };
        Some(LegalMove {
            index: other_index,
            cell: other,
            cost: Cost(cost),
        })
    }

    /// Visits the neighbours on the map to which no move leads from the cell, each with the reason.
    ///
    /// On the goal's side, it visits the neighbours from which no move leads to the cell.
    pub fn each_barred(
        &self,
        grid: &Grid,
        cell: Cell,
        side: Side,
        mut visit: impl FnMut(Cell, IgnoreReason),
    ) {
        for direction in self.directions() {
            let other = cell.step(direction);
            let (from, forth) = match side {
                Side::Forward => (cell, direction),
                Side::Backward => (other, direction.opposite()),
            };
            let Some(from_index) = grid.index(from).filter(|_| grid.contains(other)) else {
                continue;
            };
            if !grid.is_walkable(other) {
                visit(other, IgnoreReason::Blocked);
            } else if !self.may_stand_on(other) {
                visit(other, IgnoreReason::OutsideRegion);
            } else if !grid.exit_allowed(from_index, forth) {
                visit(other, IgnoreReason::OneWay);
            } else if !self.movement.allows(grid, from, forth) {
                visit(other, IgnoreReason::Corner);
            }
        }
    }

    /// Returns the cost of the cheapest move between two cells; `None` if no move leads there.
    pub fn cost_between(&self, grid: &Grid, from: Cell, to: Cell) -> Option<Cost> {
        let index = grid.index(from)?;
        let around = grid.costs_around(index, from);
        let legal = self.legal[DirectionSet::of_walkable(&around).number()];
        let leads_there =
            |step: &&DirectionStep| Cell::new(from.x + step.dx, from.y + step.dy) == to;
        let step = self
            .steps()
            .iter()
            .find(leads_there)
            .filter(|step| legal.contains(step.direction));
        let step = step.and_then(|step| self.step(grid, Side::Forward, index, from, step, &around));
        let portals = grid
            .portals()
            .iter()
            .filter(|portal| (portal.from, portal.to) == (from, to));
        portals
            .map(|portal| self.portal_cost(portal))
            .chain(step.map(|step| step.cost))
            .min()
    }

    /// Returns `true` if the region allows the cell, which can be a wall.
    #[inline]
    fn may_stand_on(&self, cell: Cell) -> bool {
        self.region.is_none_or(|region| region.contains(cell))
    }

    #[cold]
    fn list_portals(&self, grid: &Grid, side: Side, cell: Cell, moves: &mut Vec<LegalMove>) {
        for portal in grid.portals().iter() {
            let Portal {
                from: here,
                to: there,
                ..
            } = if side == Side::Forward {
                *portal
            } else {
                portal.back()
            };
            if here != cell
                || there == cell
                || !self.may_stand_on(there)
                || !grid.is_walkable(there)
            {
                continue;
            }
            let index = grid.index(there).expect("portals stay inside");
            moves.push(LegalMove {
                index,
                cell: there,
                cost: self.portal_cost(portal),
            });
        }
    }

    fn portal_cost(&self, portal: &Portal) -> Cost {
        self.steps.straight().saturating_mul(portal.cost.into())
    }
}
