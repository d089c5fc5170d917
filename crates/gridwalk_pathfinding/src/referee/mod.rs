//! The rules of moving, implemented a second time from their definition for the referee.
//!
//! Nothing here is shared with the searches. The map is copied once into a frame of walls, so that
//! no step asks whether it leaves the map.
//!
//! [`CrowdReferee`] does the same for agents that share a map.

mod conflicts;

pub use conflicts::{Conflict, CrowdReferee, Footing};

use crate::{
    AgentProfile, Cell, CostRule, DiagonalRule, Direction, Grid, KeepOffWalls, Movement,
    SearchOptions, Terrain,
};

/// The rules of one cell.
#[derive(Clone, Copy)]
struct CellRules {
    /// Cost of the cell; 0 is blocked.
    cost: u16,
    /// One bit for each of [`Direction::ALL`].
    exits: u8,
    /// Whether the cell is free, and inside the region that may be searched.
    enter: bool,
}

impl CellRules {
    const WALL: Self = Self {
        cost: 0,
        exits: 0,
        enter: false,
    };
}

/// One of the eight moves.
struct RefereeStep {
    /// Offset to the cell that the move leads to; `beside` are those to the cells beside a
    /// diagonal.
    to: isize,
    beside: [isize; 2],
    diagonal: bool,
    bit: u8,
}

/// Legality and cost of steps, for the referees of whole maps and of paths.
#[derive(Clone, Copy, Debug)]
pub(super) struct StepRules {
    movement: Movement,
    rule: CostRule,
    straight: u64,
    diagonal: u64,
}

impl StepRules {
    pub const fn new(options: &SearchOptions) -> Self {
        let units = options.units();
        let (straight, diagonal) = (units.straight().0, units.diagonal().0);
        Self {
            movement: options.movement,
            rule: options.cost_rule,
            straight,
            diagonal,
        }
    }

    /// Returns the cost of a step between free cells; `None` if the movement forbids it.
    ///
    /// `here` and `there` are the costs of the two cells. `beside` are the costs of the two cells
    /// beside a diagonal step, 0 for walls.
    #[inline]
    pub fn cost(&self, here: u64, there: u64, beside: Option<[u64; 2]>) -> Option<u64> {
        let Some(beside) = beside else {
            return Some(match self.rule {
                CostRule::Entered => self.straight * there,
                CostRule::MeanTouched => self.straight * (here + there) / 2,
            });
        };
        let needed = match self.movement {
            Movement::Four => return None,
            Movement::Eight(DiagonalRule::Always) => 0,
            Movement::Eight(DiagonalRule::AtLeastOneWalkable) => 1,
            Movement::Eight(DiagonalRule::OnlyIfNoObstacles) => 2,
        };
        if beside.iter().filter(|cost| **cost > 0).count() < needed {
            return None;
        }
        Some(match self.rule {
            CostRule::Entered => self.diagonal * there,
            CostRule::MeanTouched => {
                // A wall beside counts as the more expensive end.
                let beside = beside.map(|cost| if cost > 0 { cost } else { here.max(there) });
                self.diagonal * (here + there + beside[0] + beside[1]) / 4
            }
        })
    }
}

/// All moves of a map under the options of a search.
///
/// Cells are numbered in reading order, the frame included. A method that takes a number panics
/// where there is no such cell.
pub struct MoveRules {
    ground: Vec<CellRules>,
    stride: usize,
    steps: Vec<RefereeStep>,
    rules: StepRules,
    /// Entrance, exit, cost.
    portals: Vec<(usize, usize, u64)>,
}

impl MoveRules {
    /// Returns the bytes of memory that grow with the map.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.ground.capacity() * size_of::<CellRules>()
    }

    /// Creates the rules on this map.
    ///
    /// # Complexity
    /// O(cells) time; 4 bytes a cell.
    #[must_use]
    pub fn new(options: &SearchOptions, grid: &Grid) -> Self {
        Self::of_costs(options, grid, None)
    }

    /// Creates the rules for an agent of this profile.
    ///
    /// Its size, own costs and forbidden rectangles count, and how it keeps off walls. The rules
    /// are those on its [view](crate::View), computed without one.
    ///
    /// # Complexity
    /// O(cells × (size + reach)²) time.
    #[must_use]
    pub fn for_agent(options: &SearchOptions, grid: &Grid, profile: &AgentProfile) -> Self {
        Self::of_costs(options, grid, Some(&agent_costs(grid, profile)))
    }

    /// Creates the rules on a map where each cell has its own cost, if any are given.
    fn of_costs(options: &SearchOptions, grid: &Grid, costs: Option<&[u16]>) -> Self {
        let (width, height) = (grid.width() as usize, grid.height() as usize);
        let stride = width + 2;
        let known = |terrain: &Terrain| {
            let cost = terrain.cost.unwrap_or(0);
            let open = Direction::ALL
                .into_iter()
                .enumerate()
                .filter(|(_, direction)| terrain.exits.contains(*direction));
            CellRules {
                cost,
                exits: open.fold(0, |bits, (bit, _)| bits | 1 << bit),
                enter: cost > 0,
            }
        };
        let legend: Vec<CellRules> = grid.legend().iter().map(known).collect();
        let mut ground = vec![CellRules::WALL; stride * (height + 2)];
        for (y, row) in grid.cells().chunks(width).enumerate() {
            let first = (y + 1) * stride + 1;
            for (x, (place, terrain)) in
                ground[first..first + width].iter_mut().zip(row).enumerate()
            {
                *place = legend[usize::from(terrain.0)];
                if let Some(costs) = costs {
                    place.cost = costs[y * width + x];
                    place.enter = place.cost > 0;
                }
                if let Some(region) = options.region {
                    let cell = Cell::new(signed(x), signed(y));
                    place.enter &= region.contains(cell);
                }
            }
        }
        let steps = steps(options.movement, stride);
        let mut rules = Self {
            ground,
            stride,
            steps,
            rules: StepRules::new(options),
            portals: Vec::new(),
        };
        for portal in grid
            .portals()
            .iter()
            .filter(|portal| portal.from != portal.to)
        {
            let (from, to) = (rules.number(portal.from), rules.number(portal.to));
            if rules.is_walkable(from) && rules.may_enter(to) {
                rules
                    .portals
                    .push((from, to, rules.rules.straight * u64::from(portal.cost)));
            }
        }
        rules
    }

    /// Returns a lower bound of the cost of a move; at least 1.
    #[must_use]
    pub fn cheapest(&self) -> u64 {
        let ground = self
            .ground
            .iter()
            .map(|ground| ground.cost)
            .filter(|cost| *cost > 0)
            .min();
        let portals = self.portals.iter().map(|portal| portal.2);
        portals
            .chain([self.rules.straight * u64::from(ground.unwrap_or(1))])
            .min()
            .expect("there is the ground")
            .max(1)
    }

    /// Returns the number of a cell on the map.
    #[must_use]
    pub fn number(&self, cell: Cell) -> usize {
        let side = |x: i32| usize::try_from(x + 1).expect("the cell is on the map");
        side(cell.y) * self.stride + side(cell.x)
    }

    /// Returns the cell of a number.
    #[must_use]
    pub fn cell(&self, number: usize) -> Cell {
        Cell::new(
            signed(number % self.stride) - 1,
            signed(number / self.stride) - 1,
        )
    }

    /// Returns the number of cells, those of the frame included.
    #[must_use]
    pub fn count(&self) -> usize {
        self.ground.len()
    }

    /// Whether an agent can stand there.
    #[inline]
    #[must_use]
    pub fn is_walkable(&self, at: usize) -> bool {
        self.ground[at].cost > 0
    }

    /// Whether a move may lead there.
    #[inline]
    #[must_use]
    pub fn may_enter(&self, at: usize) -> bool {
        self.ground[at].enter
    }

    /// Visits each move from a free cell: the cell that it leads to, and its cost.
    #[inline]
    pub fn each_from(&self, from: usize, mut visit: impl FnMut(usize, u64)) {
        for step in &self.steps {
            let to = from.wrapping_add_signed(step.to);
            if let Some(cost) = self.step(from, to, step) {
                visit(to, cost);
            }
        }
        for &(_, to, cost) in self.portals.iter().filter(|portal| portal.0 == from) {
            visit(to, cost);
        }
    }

    /// Whether any move leads away from a free cell.
    #[must_use]
    pub fn leads_away(&self, from: usize) -> bool {
        let steps = |step: &RefereeStep| {
            self.step(from, from.wrapping_add_signed(step.to), step)
                .is_some()
        };
        self.steps.iter().any(steps) || self.portals.iter().any(|portal| portal.0 == from)
    }

    /// Visits each move to a cell: the cell that it comes from, and its cost.
    #[inline]
    pub fn each_to(&self, to: usize, mut visit: impl FnMut(usize, u64)) {
        for step in &self.steps {
            let from = to.wrapping_add_signed(-step.to);
            if !self.is_walkable(from) {
                continue;
            }
            if let Some(cost) = self.step(from, to, step) {
                visit(from, cost);
            }
        }
        for &(from, _, cost) in self.portals.iter().filter(|portal| portal.1 == to) {
            visit(from, cost);
        }
    }

    /// Returns the cost of a step from a free cell, if it is legal.
    #[inline]
    fn step(&self, from: usize, to: usize, step: &RefereeStep) -> Option<u64> {
        let (left, entered) = (self.ground[from], self.ground[to]);
        if !entered.enter || left.exits & step.bit == 0 {
            return None;
        }
        let cost = |offset: isize| u64::from(self.ground[from.wrapping_add_signed(offset)].cost);
        self.rules.cost(
            left.cost.into(),
            entered.cost.into(),
            step.diagonal.then(|| step.beside.map(cost)),
        )
    }
}

fn steps(movement: Movement, stride: usize) -> Vec<RefereeStep> {
    let row = isize::try_from(stride).expect("a row is short");
    let step = |(number, direction): (usize, Direction)| {
        let (dx, dy) = direction.offset();
        let (x, y) = (dx as isize, dy as isize * row);
        RefereeStep {
            to: x + y,
            beside: [x, y],
            diagonal: dx != 0 && dy != 0,
            bit: 1 << number,
        }
    };
    let all = Direction::ALL.into_iter().enumerate().map(step);
    all.filter(|step| movement != Movement::Four || !step.diagonal)
        .collect()
}

fn signed(side: usize) -> i32 {
    i32::try_from(side).expect("sides are short")
}

/// Returns the numbers of the cells where a search may end.
///
/// These are the free cells within the tolerance of the goal, which itself is one of them if free.
#[must_use]
pub fn ends(rules: &MoveRules, grid: &Grid, goal: Cell, tolerance: u32) -> Vec<usize> {
    let (width, height) = (i64::from(grid.width()), i64::from(grid.height()));
    let (x, y, tolerance) = (i64::from(goal.x), i64::from(goal.y), i64::from(tolerance));
    let mut ends = Vec::new();
    for row in (y - tolerance).max(0)..=(y + tolerance).min(height - 1) {
        for column in (x - tolerance).max(0)..=(x + tolerance).min(width - 1) {
            let near = (column - x).pow(2) + (row - y).pow(2) <= tolerance.pow(2);
            let side = |side: i64| i32::try_from(side).expect("inside the map");
            let number = rules.number(Cell::new(side(column), side(row)));
            if near && rules.is_walkable(number) {
                ends.push(number);
            }
        }
    }
    ends
}

/// Returns the cost of each cell for the agent, in reading order; 0 where it cannot stand.
///
/// Each cell is computed from all cells that may count for it, without a view or a cache.
fn agent_costs(grid: &Grid, profile: &AgentProfile) -> Vec<u16> {
    let keep_off = profile
        .keep_off_walls
        .filter(|it| it.cells > 0 && it.cost > 0);
    let within = |it: KeepOffWalls| {
        (
            it.cells.min(KeepOffWalls::MAX_CELLS).into(),
            it.cost.min(Terrain::MAX_COST).into(),
        )
    };
    let (reach, most): (i32, u32) = keep_off.map_or((0, 0), within);
    let side = i32::from(profile.size.max(1));
    let alone = |cell: Cell| {
        let terrain = grid
            .terrain(cell)
            .filter(|_| !profile.forbidden.iter().any(|rect| rect.contains(cell)))?;
        let own = profile.costs.iter().find(|(name, _)| *name == terrain.name);
        own.map_or(terrain.cost, |(_, cost)| {
            cost.map(|cost| cost.clamp(1, Terrain::MAX_COST))
        })
    };
    let outside = |at: i32, first: i32| (first - at).max(at - (first + side - 1)).max(0);
    let cost = |cell: Cell| {
        let rows = cell.y - reach..cell.y + side + reach;
        let around = rows
            .flat_map(|y| (cell.x - reach..cell.x + side + reach).map(move |x| Cell::new(x, y)));
        let walls = around.filter(|other| alone(*other).is_none());
        let distance = walls
            .map(|wall| outside(wall.x, cell.x).max(outside(wall.y, cell.y)))
            .min();
        let extra = match distance {
            Some(0) => return None,
            Some(distance) => {
                (most * (reach - distance + 1).unsigned_abs()).div_ceil(reach.unsigned_abs())
            }
            None => 0,
        };
        let cost = u32::from(alone(cell)?) + extra;
        u16::try_from(cost)
            .ok()
            .map(|cost| cost.min(Terrain::MAX_COST))
    };
    let (width, height) = (grid.width().cast_signed(), grid.height().cast_signed());
    let cells = (0..height).flat_map(|y| (0..width).map(move |x| Cell::new(x, y)));
    cells.map(|cell| cost(cell).unwrap_or(0)).collect()
}
