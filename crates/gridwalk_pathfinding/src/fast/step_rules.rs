//! The cost of each step from a cell, and the steps that a search keeps, by the terrain around the
//! cell.

use crate::{
    Cell, CellIndex, CostRule, Direction, DirectionSet, Grid, Movement, Rect, SearchOptions,
    StepCosts,
};

/// The costs of the steps from a cell, and the steps that a search keeps.
///
/// # Which steps are kept
/// The step from a cell x, which was entered from p, on to n is pruned if p leads to n without x,
/// over at most one other cell of the nine around x, and that path is
/// - cheaper than over x, or
/// - equally cheap, and has fewer steps or a first step that precedes the one to x: a diagonal step
///   precedes a straight one, and with four directions a vertical step precedes a horizontal one.
///
/// This loses no cheapest path. Order the cheapest paths between two cells by their number of
/// steps, and those of one number by their first different step. A path with a pruned step, over p,
/// x and n, is not the first: the other steps from p to n make a path that precedes it. So no step
/// of the first path is pruned, if each cell is left by all steps that are kept for each cell from
/// which it was reached at its least cost. A search must not forget any of several such cells.
/// (Harabor and Grastien 2011 for one cost, Carlson et al. 2023 for several.)
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub(crate) struct StepPattern {
    /// The cost of the step in each direction.
    pub costs: [u32; 8],
    /// Steps that are kept behind a step in each direction, a bit for each.
    pub kept: [u8; 8],
    /// The legal steps.
    pub legal: u8,
}

impl StepPattern {
    /// Returns the steps that are kept behind any of these directions of arrival, a bit for each.
    #[inline]
    pub fn kept_behind(&self, mut arrivals: u8) -> u8 {
        let mut kept = 0;
        while arrivals != 0 {
            kept |= self.kept[arrivals.trailing_zeros() as usize];
            arrivals &= arrivals - 1;
        }
        kept
    }
}

/// The rules that patterns depend on besides the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rules {
    pub movement: Movement,
    pub units: StepCosts,
    pub cost_rule: CostRule,
}

/// A cell and its neighbours, row by row.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Around {
    /// The cost of each cell; 0 is a wall.
    costs: [u16; 9],
    /// Directions in which each cell may be left.
    exits: [DirectionSet; 9],
    /// The key in the table of patterns: different for different surroundings.
    pub key: u128,
}

impl Around {
    /// Reads the surroundings of a cell; cells outside the region count as walls.
    pub fn new(grid: &Grid, index: u32, region: Option<Rect>) -> Self {
        let (cell, mut costs) = (grid.cell(CellIndex(index)), costs_of(grid, index));
        let cell_at = |at: i32| Cell::new(cell.x + at % 3 - 1, cell.y + at / 3 - 1);
        if let Some(region) = region {
            for (cost, at) in costs.iter_mut().zip(0..) {
                *cost *= u16::from(region.contains(cell_at(at)));
            }
        }
        let mut around = Self::of_costs(costs);
        if grid.has_one_way_terrain() {
            around.look_at_exits(grid, cell_at);
        }
        around
    }

    #[cold]
    fn look_at_exits(&mut self, grid: &Grid, cell_at: impl Fn(i32) -> Cell) {
        let mut kinds = 1;
        for ((at, cost), exits) in (0..).zip(self.costs).zip(&mut self.exits) {
            let terrain = grid.terrain_id(cell_at(at)).filter(|_| cost != 0);
            kinds = kinds << 9 | terrain.map_or(0, |terrain| 1 + u128::from(terrain.0));
            *exits = terrain.map_or(DirectionSet::ALL, |terrain| grid.exits_of(terrain));
        }
        if self.is_one_way() {
            self.key = kinds << 40;
        }
    }

    /// Returns surroundings without one-way terrain.
    #[inline]
    pub fn of_costs(costs: [u16; 9]) -> Self {
        Self {
            costs,
            exits: [DirectionSet::ALL; 9],
            key: key_of(&costs),
        }
    }

    fn is_one_way(&self) -> bool {
        self.exits != [DirectionSet::ALL; 9]
    }
}

impl Rules {
    pub const fn of(options: &SearchOptions) -> Self {
        Self {
            movement: options.movement,
            units: options.units(),
            cost_rule: options.cost_rule,
        }
    }

    pub fn pattern(self, around: &Around) -> StepPattern {
        self.pattern_behind(around, u8::MAX)
    }

    /// Returns a pattern that is valid for these directions of arrival only.
    pub fn pattern_behind(self, around: &Around, arrivals: u8) -> StepPattern {
        let steps = self.steps(around);
        let mut pattern = StepPattern {
            costs: [NO_STEP; 8],
            kept: [0; 8],
            legal: 0,
        };
        for onward in Direction::ALL {
            let cost = steps[CENTRE][NEXT[CENTRE][onward as usize]];
            pattern.costs[onward as usize] = cost;
            pattern.legal |= u8::from(cost != NO_STEP) << onward as u8;
        }
        for arrival in Direction::ALL
            .into_iter()
            .filter(|arrival| arrivals >> *arrival as u8 & 1 == 1)
        {
            let from = NEXT[CENTRE][arrival.opposite() as usize];
            if steps[from][CENTRE] != NO_STEP {
                let without = self.costs_without_centre(&steps, from, arrival);
                for onward in Direction::ALL
                    .into_iter()
                    .filter(|onward| pattern.legal >> *onward as u8 & 1 == 1)
                {
                    let to = NEXT[CENTRE][onward as usize];
                    let over_centre = u64::from(steps[from][CENTRE]) + u64::from(steps[CENTRE][to]);
                    pattern.kept[arrival as usize] |=
                        u8::from(to != from && without[to] > 2 * over_centre) << onward as u8;
                }
            }
        }
        pattern
    }

    /// Returns the cost of each step between two of the nine cells.
    fn steps(self, around: &Around) -> [[u32; 9]; 9] {
        let mut steps = [[NO_STEP; 9]; 9];
        for (from, steps) in steps.iter_mut().enumerate() {
            for direction in Direction::ALL {
                let to = NEXT[from][direction as usize];
                if to != OUTSIDE {
                    steps[to] = self.cost(&around.costs, from, to, direction);
                }
            }
        }
        if around.is_one_way() {
            for (from, direction) in
                (0..9).flat_map(|from| Direction::ALL.map(|direction| (from, direction)))
            {
                if NEXT[from][direction as usize] != OUTSIDE
                    && !around.exits[from].contains(direction)
                {
                    steps[from][NEXT[from][direction as usize]] = NO_STEP;
                }
            }
        }
        steps
    }

    /// Returns twice the least cost of a path from `from` to each of the nine cells, not over the
    /// centre. Such a path has one or two steps. One is added for a path of two steps whose first
    /// step does not precede `arrival`: at the same cost, the path over the centre is kept.
    fn costs_without_centre(
        self,
        steps: &[[u32; 9]; 9],
        from: usize,
        arrival: Direction,
    ) -> [u64; 9] {
        let mut costs = [u64::MAX; 9];
        for direction in Direction::ALL {
            let over = NEXT[from][direction as usize];
            if over == OUTSIDE || over == CENTRE || steps[from][over] == NO_STEP {
                continue;
            }
            let first = u64::from(steps[from][over]);
            let goes_behind = u64::from(!self.goes_before(direction, arrival));
            costs[over] = costs[over].min(2 * first);
            for to in NEXT[over]
                .into_iter()
                .filter(|to| *to != OUTSIDE && steps[over][*to] != NO_STEP)
            {
                costs[to] = costs[to].min(2 * (first + u64::from(steps[over][to])) + goes_behind);
            }
        }
        costs
    }

    fn goes_before(self, one: Direction, other: Direction) -> bool {
        let is_first = |direction: Direction| match self.movement {
            Movement::Four => direction.offset().0 == 0,
            Movement::Eight(_) => direction.is_diagonal(),
        };
        is_first(one) && !is_first(other)
    }

    fn cost(self, around: &[u16; 9], from: usize, to: usize, direction: Direction) -> u32 {
        let (here, there) = (u32::from(around[from]), u32::from(around[to]));
        if here == 0 || there == 0 {
            return NO_STEP;
        }
        let narrow = |cost: u64| u32::try_from(cost).expect("a step costs at most some thousands");
        let (straight, diagonal) = (
            narrow(self.units.straight().0),
            narrow(self.units.diagonal().0),
        );
        if !direction.is_diagonal() {
            return match self.cost_rule {
                CostRule::Entered => straight * there,
                CostRule::MeanTouched => straight / 2 * (here + there),
            };
        }
        let beside = [from / 3 * 3 + to % 3, to / 3 * 3 + from % 3].map(|at| u32::from(around[at]));
        if !self.movement.passes(beside.map(|cost| cost != 0)) {
            return NO_STEP;
        }
        match self.cost_rule {
            CostRule::Entered => diagonal * there,
            CostRule::MeanTouched => {
                let wall = here.max(there);
                let beside = beside.map(|cost| if cost == 0 { wall } else { cost });
                diagonal / 4 * (here + there + beside[0] + beside[1])
            }
        }
    }
}

const CENTRE: usize = 4;

/// The cost of a step that is not legal: more than any step, and twice as much still fits.
const NO_STEP: u32 = u32::MAX / 2;

/// The neighbour of each of the nine cells in each direction, or [`OUTSIDE`].
const NEXT: [[usize; 8]; 9] = {
    let mut next = [[OUTSIDE; 8]; 9];
    let mut at = 0;
    while at < 9 * 8 {
        let (dx, dy) = Direction::ALL[at % 8].offset();
        let (column, row) = (
            (at / 8 % 3).wrapping_add_signed(dx as isize),
            (at / 8 / 3).wrapping_add_signed(dy as isize),
        );
        if column < 3 && row < 3 {
            next[at / 8][at % 8] = row * 3 + column;
        }
        at += 1;
    }
    next
};

/// In place of one of the nine cells: none of them.
const OUTSIDE: usize = 9;

/// Returns the costs of a cell and its neighbours, row by row; 0 is a wall.
#[inline]
pub(super) fn costs_of(grid: &Grid, index: u32) -> [u16; 9] {
    let [n, e, s, w, ne, se, sw, nw] =
        grid.costs_around(CellIndex(index), grid.cell(CellIndex(index)));
    [nw, n, ne, w, grid.cost_at(index as usize), e, sw, s, se]
}

/// Returns the key of surroundings without one-way terrain.
#[inline]
pub(super) fn key_of(costs: &[u16; 9]) -> u128 {
    costs
        .iter()
        .fold(0, |key, &cost| key << 10 | u128::from(cost))
}

#[cfg(test)]
mod tests {
    use super::{Around, CENTRE, NEXT, NO_STEP, OUTSIDE, Rules};
    use crate::{CostRule, Direction, Movement, StepCosts};

    /// Returns `true` if no other path between their ends makes the two steps needless.
    fn is_kept(
        rules: Rules,
        steps: &[[u32; 9]; 9],
        from: usize,
        to: usize,
        arrival: Direction,
    ) -> bool {
        if steps[from][CENTRE] == NO_STEP {
            return false;
        }
        let over_centre = steps[from][CENTRE] + steps[CENTRE][to];
        let is_better = |direction: Direction| {
            let over = NEXT[from][direction as usize];
            if over == OUTSIDE || over == CENTRE || steps[from][over] == NO_STEP {
                return false;
            }
            if over == to {
                return steps[from][to] <= over_centre;
            }
            let cost = steps[from][over].saturating_add(steps[over][to]);
            cost < over_centre || cost == over_centre && rules.goes_before(direction, arrival)
        };
        !Direction::ALL.into_iter().any(is_better)
    }

    #[test]
    fn kept_steps_are_those_without_an_equal_alternative() {
        let mut random = 1_u32;
        let mut below = |n: u32| {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (random >> 8) % n
        };
        let units = [
            StepCosts::SQRT2,
            StepCosts::TEN_FOURTEEN,
            StepCosts::UNIFORM,
        ];
        let mut kept = 0;
        for round in 0..40_000_usize {
            let (movement, units) = (
                Movement::ALL[round % Movement::ALL.len()],
                units[round % units.len()],
            );
            let cost_rule = CostRule::ALL[round / 7 % CostRule::ALL.len()];
            let kinds = 2 + below(5);
            let costs = [(); 9]
                .map(|()| u16::try_from(below(kinds) * u32::from(below(4) > 0)).expect("small"));
            if costs[CENTRE] == 0 {
                continue;
            }
            let mut around = Around::of_costs(costs);
            if round % 5 == 0 {
                let directions = |direction: &Direction| below(8) > *direction as u32 / 2;
                around.exits[below(9) as usize] =
                    Direction::ALL.into_iter().filter(directions).collect();
            }
            let rules = Rules {
                movement,
                units,
                cost_rule,
            };
            let (pattern, steps) = (rules.pattern(&around), rules.steps(&around));
            for (arrival, onward) in Direction::ALL
                .into_iter()
                .flat_map(|a| Direction::ALL.map(|b| (a, b)))
            {
                let (from, to) = (
                    NEXT[CENTRE][arrival.opposite() as usize],
                    NEXT[CENTRE][onward as usize],
                );
                let wanted = from != to
                    && steps[CENTRE][to] != NO_STEP
                    && is_kept(rules, &steps, from, to, arrival);
                assert_eq!(
                    pattern.kept[arrival as usize] >> onward as u8 & 1 == 1,
                    wanted,
                    "{arrival:?} and {onward:?} at {around:?} under {rules:?}"
                );
                kept += u32::from(wanted);
            }
        }
        assert!(kept > 50_000, "{kept}");
    }
}
