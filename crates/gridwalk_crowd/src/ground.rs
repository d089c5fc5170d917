//! Legal steps, their costs and durations, laid out for one kind of agent.

use gridwalk_pathfinding::{
    AgentRules, Cell, CostRule, Direction, DirectionSet, Grid, GridSize, Movement,
};

use super::rules::CrowdRules;

/// Cells numbered in reading order, with a frame of walls around the map: a neighbour of a cell
/// always has a place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Layout {
    pub size: GridSize,
    pub stride: i32,
    /// Distance to the neighbour in each [`Direction`].
    pub offsets: [i32; 8],
    /// A little more than 2⁴⁸ / `stride`: multiplication by it is faster than a division.
    reciprocal: u64,
}

/// Costs of a straight step on terrain of cost 1: by the cell that is entered, and by the mean of
/// those touched.
const UNIT: u32 = 5;
const MEAN_UNIT: u32 = 20;

/// Binary places of [`Layout::reciprocal`]. Sides are below 2¹⁵, so that products fit and quotients
/// are exact.
const PLACES: u32 = 48;

impl Layout {
    pub fn new(size: GridSize) -> Self {
        let stride = size.width.cast_signed() + 2;
        let offsets = Direction::ALL.map(|direction| {
            let (dx, dy) = direction.offset();
            dx + dy * stride
        });
        let reciprocal = (1 << PLACES) / u64::from(stride.cast_unsigned()) + 1;
        Self {
            size,
            stride,
            offsets,
            reciprocal,
        }
    }

    /// Number of places, the frame included.
    pub fn len(&self) -> usize {
        self.stride.cast_unsigned() as usize * (self.size.height as usize + 2)
    }

    /// The place of a cell on the map.
    #[inline]
    pub fn place(&self, cell: Cell) -> u32 {
        ((cell.y + 1) * self.stride + cell.x + 1).cast_unsigned()
    }

    #[inline]
    pub fn cell(&self, place: u32) -> Cell {
        let [column, row] = self.column_and_row(place);
        Cell::new(column - 1, row - 1)
    }

    /// Column and row of a place, counted with the frame.
    #[inline]
    pub const fn column_and_row(&self, place: u32) -> [i32; 2] {
        let row = ((place as u64 * self.reciprocal) >> PLACES) as i32;
        [place.cast_signed() - row * self.stride, row]
    }

    /// The neighbour in a direction.
    #[inline]
    pub fn step(&self, place: u32, direction: u8) -> u32 {
        place.wrapping_add_signed(self.offsets[usize::from(direction)])
    }

    /// The values of the neighbours of a place inside of the frame, by [`Direction`].
    #[expect(clippy::inline_always, reason = "the values are used one by one")]
    #[inline(always)]
    pub fn around<T: Copy>(&self, values: &[T], place: u32) -> [T; 8] {
        let (place, stride) = (place as usize, self.stride.cast_unsigned() as usize);
        let three = |middle: usize| -> [T; 3] {
            *values[middle - 1..]
                .first_chunk()
                .expect("a frame lies around the map")
        };
        let ([nw, n, ne], [w, _, e], [sw, s, se]) =
            (three(place - stride), three(place), three(place + stride));
        [n, e, s, w, ne, se, sw, nw]
    }

    /// Places that an agent of this size covers.
    #[inline]
    pub fn footprint(&self, place: u32, size: u8) -> Footprint {
        let side = u32::from(size);
        Footprint {
            next: place,
            left: side,
            rows: side,
            side,
            stride: self.stride.cast_unsigned(),
        }
    }
}

/// The places of a square, in reading order.
#[derive(Clone, Debug)]
pub(crate) struct Footprint {
    next: u32,
    /// Places left in this row.
    left: u32,
    /// Rows left, this one included.
    rows: u32,
    side: u32,
    stride: u32,
}

impl Iterator for Footprint {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        if self.rows == 0 {
            return None;
        }
        let place = self.next;
        self.left -= 1;
        if self.left == 0 {
            (self.left, self.rows) = (self.side, self.rows - 1);
            self.next = place + self.stride - self.side + 1;
        } else {
            self.next = place + 1;
        }
        Some(place)
    }
}

/// Directions of the set bits, in their order.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "a byte has eight bits")]
pub(crate) fn directions(mut bits: u8) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let direction = bits.trailing_zeros();
        bits &= bits.wrapping_sub(1);
        (direction < 8).then_some(direction as u8)
    })
}

/// Columns and rows of a step.
#[inline]
pub(crate) const fn offset(direction: u8) -> (i32, i32) {
    Direction::ALL[direction as usize].offset()
}

/// The direction back.
#[inline]
pub(crate) const fn opposite(direction: u8) -> u8 {
    Direction::ALL[direction as usize].opposite() as u8
}

/// Directions that do not turn against each one, as bits.
const AGREEING: [u8; 8] = {
    let (mut table, mut at) = ([0; 8], 0);
    while at < 64 {
        let ((x, y), (other_x, other_y)) = (offset(at / 8), offset(at % 8));
        if x * other_x + y * other_y >= 0 {
            table[at as usize / 8] |= 1 << (at % 8);
        }
        at += 1;
    }
    table
};

/// Returns `true` if two consecutive steps turn by at most 90°.
#[inline]
pub(crate) const fn turn_at_most_90_degrees(one: u8, other: u8) -> bool {
    AGREEING[one as usize] >> other & 1 == 1
}

/// Cells of a square around a cell, in reading order.
fn around(cell: Cell, before: i32, after: i32) -> impl Iterator<Item = Cell> {
    let (rows, columns) = (
        cell.y - before..=cell.y + after,
        cell.x - before..=cell.x + after,
    );
    rows.flat_map(move |y| columns.clone().map(move |x| Cell::new(x, y)))
}

/// Terrain costs without the extra cost near walls; they set the duration of a step.
#[derive(Clone, Debug)]
struct DurationCosts {
    rules: AgentRules,
    /// Cost of each place without the extra cost near walls.
    costs: Vec<u16>,
}

/// The map as one kind of agent walks it.
#[derive(Clone, Debug)]
pub(crate) struct Ground {
    pub layout: Layout,
    /// Side of an agent in cells.
    pub size: u8,
    pub movement: Movement,
    is_mean: bool,
    /// There is, or was, terrain that may not be left in every direction: a legal step need not be
    /// legal backwards.
    is_one_way: bool,
    /// The highest cost of any cell so far; edits never lower it.
    max_cost: u16,
    /// Legal steps of each place, a bit for each [`Direction`].
    legal: Vec<u8>,
    /// Cost of each place; 0 is a wall.
    costs: Vec<u16>,
    /// `None` where a step takes the time that it costs.
    paces: Option<Box<DurationCosts>>,
}

impl Ground {
    /// Lays out the map as this kind sees it, for agents of this size.
    ///
    /// Agents larger than one cell step straight only.
    ///
    /// # Complexity
    /// O(cells) time, 3 bytes a cell.
    pub fn new(grid: &Grid, size: u8, rules: &CrowdRules) -> Self {
        let layout = Layout::new(grid.size());
        // Large agents step straight: a diagonal would sweep cells that they never cover at rest.
        let movement = if size > 1 {
            Movement::Four
        } else {
            rules.movement
        };
        let is_mean = rules.cost_rule == CostRule::MeanTouched;
        let (legal, costs) = (vec![0; layout.len()], vec![0; layout.len()]);
        let mut ground = Self {
            layout,
            size,
            movement,
            is_mean,
            is_one_way: false,
            max_cost: 1,
            legal,
            costs,
            paces: None,
        };
        for cell in grid.size().rect().cells() {
            ground.set_cost(grid, cell);
        }
        for cell in grid.size().rect().cells() {
            ground.lay_out(grid, cell);
        }
        ground
    }

    /// Lets steps take the time of the terrain alone, without the extra cost near walls. `shared`
    /// is the map of all.
    ///
    /// # Complexity
    /// O(cells) time, 2 bytes a cell.
    pub fn keep_off_walls(&mut self, rules: &AgentRules, shared: &Grid) {
        let mut paces = DurationCosts {
            rules: rules.clone(),
            costs: vec![0; self.layout.len()],
        };
        for cell in shared.size().rect().cells() {
            paces.costs[self.layout.place(cell) as usize] =
                rules.terrain_cost(shared, cell).unwrap_or(0);
        }
        self.paces = Some(Box::new(paces));
    }

    /// Cells before a cell, and behind it, whose meaning may change with it: there an agent would
    /// cover it, or be so near that a wall on it counts.
    pub fn reach(&self) -> [i32; 2] {
        let off_walls = self
            .paces
            .as_ref()
            .map_or(0, |paces| i32::from(paces.rules.reach()));
        [i32::from(self.size) - 1 + off_walls, off_walls]
    }

    /// Cells that cost something else on the map of this kind, in reading order.
    ///
    /// # Complexity
    /// O(cells).
    pub fn differing<'a>(&'a self, grid: &'a Grid) -> impl Iterator<Item = Cell> + 'a {
        let is_other = |cell: &Cell| {
            grid.cost(*cell).unwrap_or(0) != self.costs[self.layout.place(*cell) as usize]
        };
        grid.size().rect().cells().filter(is_other)
    }

    /// Returns `true` if the kind keeps off walls.
    pub const fn keeps_off_walls(&self) -> bool {
        self.paces.is_some()
    }

    /// Follows an edit of the shared map. `seen` are all cells whose meaning may have changed for
    /// the kind.
    ///
    /// # Complexity
    /// O(cells).
    pub fn update(&mut self, grid: &Grid, shared: &Grid, seen: &[Cell], is_new_legend: bool) {
        for cell in seen {
            self.set_cost(grid, *cell);
        }
        for cell in seen {
            for near in around(*cell, 1, 1).filter(|near| grid.contains(*near)) {
                self.lay_out(grid, near);
            }
        }
        let Some(paces) = &mut self.paces else { return };
        if is_new_legend {
            paces.rules.set_legend(shared.legend());
        }
        for cell in seen {
            paces.costs[self.layout.place(*cell) as usize] =
                paces.rules.terrain_cost(shared, *cell).unwrap_or(0);
        }
    }

    fn set_cost(&mut self, grid: &Grid, cell: Cell) {
        let cost = grid.cost(cell).unwrap_or(0);
        self.costs[self.layout.place(cell) as usize] = cost;
        self.max_cost = self.max_cost.max(cost);
    }

    fn lay_out(&mut self, grid: &Grid, cell: Cell) {
        let place = self.layout.place(cell);
        let exits = grid
            .terrain(cell)
            .filter(|_| self.costs[place as usize] != 0)
            .map(|terrain| terrain.exits);
        self.is_one_way |= exits.is_some_and(|exits| exits != DirectionSet::ALL);
        let is_legal = |direction: Direction| {
            exits.is_some_and(|exits| exits.contains(direction))
                && (self.movement != Movement::Four || !direction.is_diagonal())
                && self.movement.allows(grid, cell, direction)
        };
        let bits = Direction::ALL
            .into_iter()
            .filter(|direction| is_legal(*direction));
        self.legal[place as usize] = bits.fold(0, |bits, direction| bits | 1 << direction as u8);
    }

    #[inline]
    pub fn is_walkable(&self, place: u32) -> bool {
        self.costs[place as usize] != 0
    }

    /// Legal steps, a bit for each direction.
    #[inline]
    pub fn legal(&self, place: u32) -> u8 {
        self.legal[place as usize]
    }

    #[inline]
    pub fn allows(&self, place: u32, direction: u8) -> bool {
        self.legal(place) >> direction & 1 == 1
    }

    /// Returns `true` for a place with exactly two legal steps.
    #[inline]
    pub fn is_corridor(&self, place: u32) -> bool {
        let legal = self.legal(place);
        let other = legal & legal.wrapping_sub(1);
        other.is_power_of_two()
    }

    /// Returns `true` for a place with these legal steps if at least three of them do not lead into
    /// dead ends.
    #[inline]
    pub fn has_branch(&self, place: u32, legal: u8) -> bool {
        legal.count_ones() > 2 && {
            let is_open = |at: &u8| !self.legal(self.layout.step(place, *at)).is_power_of_two();
            directions(legal).filter(is_open).count() > 2
        }
    }

    /// Directions of legal steps are below this number.
    #[inline]
    pub const fn directions(&self) -> u8 {
        match self.movement {
            Movement::Four => 4,
            Movement::Eight(_) => 8,
        }
    }

    /// Cost of a straight step on terrain of cost 1.
    #[inline]
    pub const fn unit(&self) -> u32 {
        if self.is_mean { MEAN_UNIT } else { UNIT }
    }

    /// A cost in straight steps on terrain of cost 1, rounded down.
    #[inline]
    pub const fn units(&self, cost: u32) -> u32 {
        // Divisors that are known here are faster.
        if self.is_mean {
            cost / MEAN_UNIT
        } else {
            cost / UNIT
        }
    }

    /// Costs of the steps from a place, by direction; of those that are not legal any number.
    #[inline]
    pub fn step_costs(&self, place: u32) -> [u32; 8] {
        if self.is_mean {
            let mut costs = [0; 8];
            for direction in directions(self.legal(place)) {
                costs[usize::from(direction)] = self.step_cost(place, direction);
            }
            return costs;
        }
        let [n, e, s, w, ne, se, sw, nw] = self.layout.around(&self.costs, place).map(u32::from);
        [5 * n, 5 * e, 5 * s, 5 * w, 7 * ne, 7 * se, 7 * sw, 7 * nw]
    }

    /// Directions of the neighbours from which a legal step leads to a place, as bits, and the
    /// costs of these steps.
    #[inline]
    pub fn entries(&self, place: u32) -> (u8, [u32; 8]) {
        let entries = if self.is_one_way {
            self.entries_one_way(place)
        } else {
            self.legal(place)
        };
        if !self.is_mean {
            let cost = u32::from(self.costs[place as usize]);
            let [straight, diagonal] = [5 * cost, 7 * cost];
            return (
                entries,
                [
                    straight, straight, straight, straight, diagonal, diagonal, diagonal, diagonal,
                ],
            );
        }
        let mut costs = [0; 8];
        for from in directions(entries) {
            costs[usize::from(from)] =
                self.step_cost(self.layout.step(place, from), opposite(from));
        }
        (entries, costs)
    }

    #[cold]
    fn entries_one_way(&self, place: u32) -> u8 {
        let leads_here = |from: &u8| self.allows(self.layout.step(place, *from), opposite(*from));
        (0..8)
            .filter(leads_here)
            .fold(0, |entries, from| entries | 1 << from)
    }

    /// Cost of a legal step.
    #[inline]
    pub fn step_cost(&self, place: u32, direction: u8) -> u32 {
        self.step_over(&self.costs, place, direction)
    }

    /// Cost of a legal step over places of these costs.
    #[inline]
    fn step_over(&self, costs: &[u16], place: u32, direction: u8) -> u32 {
        let there = u32::from(costs[self.layout.step(place, direction) as usize]);
        if !self.is_mean {
            return if direction < 4 { 5 * there } else { 7 * there };
        }
        let both = u32::from(costs[place as usize]) + there;
        if direction < 4 {
            return 10 * both;
        }
        let beside = Direction::ALL[usize::from(direction)].beside();
        let beside =
            beside.map(|side| u32::from(costs[self.layout.step(place, side as u8) as usize]));
        7 * (both + beside[0] + beside[1])
    }

    /// Ticks that a legal step takes.
    #[inline]
    pub fn ticks(&self, place: u32, direction: u8, per_cell: u16) -> u32 {
        let costs = self
            .paces
            .as_ref()
            .map_or(&*self.costs, |paces| &*paces.costs);
        let (cost, unit) = (
            u64::from(self.step_over(costs, place, direction)),
            u64::from(self.unit()),
        );
        if cost == unit {
            return u32::from(per_cell);
        }
        let halves = 2 * u64::from(per_cell) * cost + unit;
        // Divisors that are known here are faster.
        let ticks = if self.is_mean {
            halves / (2 * u64::from(MEAN_UNIT))
        } else {
            halves / (2 * u64::from(UNIT))
        };
        u32::try_from(ticks).unwrap_or(u32::MAX).max(1)
    }

    /// The highest cost of any cell so far; edits never lower it.
    pub const fn max_cost(&self) -> u16 {
        self.max_cost
    }

    pub fn bytes(&self) -> usize {
        let paces = self
            .paces
            .as_ref()
            .map_or(0, |paces| paces.costs.capacity());
        self.legal.capacity() + (self.costs.capacity() + paces) * size_of::<u16>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_those_of_their_cells() {
        for (width, height) in [
            (1, 1),
            (1, 8192),
            (2, 5),
            (7, 3),
            (255, 255),
            (8191, 8192),
            (8192, 8192),
        ] {
            let layout = Layout::new(GridSize { width, height });
            let stride = layout.stride.cast_unsigned();
            let rows = (0..height + 2)
                .flat_map(|row| [0, 1, stride / 2, stride - 1].map(|at| row * stride + at));
            for place in rows {
                let expected = [place % stride, place / stride].map(u32::cast_signed);
                assert_eq!(layout.column_and_row(place), expected, "{width} × {height}");
            }
            let last = Cell::new(width.cast_signed() - 1, height.cast_signed() - 1);
            assert_eq!(layout.cell(layout.place(last)), last);
        }
    }

    #[test]
    fn footprints_are_in_reading_order() {
        let layout = Layout::new(GridSize {
            width: 10,
            height: 10,
        });
        assert_eq!(layout.footprint(30, 1).collect::<Vec<_>>(), [30]);
        assert_eq!(
            layout.footprint(30, 3).collect::<Vec<_>>(),
            [30, 31, 32, 42, 43, 44, 54, 55, 56]
        );
        assert_eq!(directions(0b1010_0001).collect::<Vec<_>>(), [0, 5, 7]);
        assert_eq!(directions(0).count(), 0);
    }

    #[test]
    fn duration_of_a_step_is_rounded() {
        let grid = Grid::from_rows(&["..3", "..."]);
        let ground = Ground::new(&grid, 1, &CrowdRules::default());
        let place = ground.layout.place(Cell::new(1, 0));
        let ticks = |direction: Direction, per_cell| ground.ticks(place, direction as u8, per_cell);
        assert_eq!(
            [1, 4, 10].map(|pace| ticks(Direction::West, pace)),
            [1, 4, 10]
        );
        assert_eq!([1, 4].map(|pace| ticks(Direction::East, pace)), [3, 12]);
        assert_eq!(
            [1, 2, 4, 10].map(|pace| ticks(Direction::SouthWest, pace)),
            [1, 3, 6, 14]
        );
    }
}
