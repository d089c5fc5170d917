//! The fastest exact search over terrain of several costs.

use crate::search::{BucketQueue, StepPatterns};
use crate::{Cell, CellIndex, Cost, Direction, Grid, Map, Movement, PathQuery, SearchOptions, SearchStats, Status};

/// A* that takes from each cell only those steps that a cheapest path may need, as the nine cells around tell.
///
/// Its memory serves maps of any size and changes of theirs, one after another; a worker thread keeps one of its own.
#[derive(Debug, Default)]
pub(super) struct WeightedSearch {
    patterns: Option<StepPatterns>,
    /// Cells that an edit changed.
    changed: Vec<u32>,
    nodes: Vec<Node>,
    /// The number of the present search.
    search: u32,
    open: BucketQueue,
}

/// A search between two of its expansions.
#[derive(Debug)]
pub(super) struct WeightedRun {
    estimate: Estimate,
    start: u32,
    goal: u32,
    /// What the best known path to the goal costs.
    best: u64,
    stats: SearchStats,
}

impl WeightedRun {
    pub const fn stats(&self) -> SearchStats {
        self.stats
    }

    /// What the path costs that was found.
    pub const fn cost(&self) -> Cost {
        Cost(self.best)
    }
}

/// What a search knows of a cell. Zero when untouched, so fresh memory needs no writing.
#[derive(Clone, Copy, Debug, Default)]
struct Node {
    g: u64,
    /// The number of the search that wrote it.
    search: u32,
    /// By which directions it was reached at cost `g`, a bit for each.
    arrivals: u8,
    /// For which of them its neighbours were looked at.
    done: u8,
}

impl WeightedSearch {
    /// Whether it answers queries under these options on this map.
    #[must_use]
    pub fn serves(grid: &Grid, options: &SearchOptions) -> bool {
        let has_limits = options.region.is_some() || options.max_cost.is_some();
        !grid.has_one_way_terrain() && grid.portals().is_empty() && !has_limits && options.goal_tolerance == 0
    }

    /// Begins to look for a cheapest path.
    ///
    /// An agent can stand on both ends, and [`serves`](Self::serves) said yes. Of the options only movement, step costs
    /// and terrain costs count. Of several cheapest paths it is any, but the same one on every machine.
    ///
    /// # Complexity
    /// O(E) time for E moves, as long as terrain costs differ by no more than some hundred times; 19 bytes a cell. A
    /// search whose like has run before allocates no memory.
    pub fn begin(&mut self, map: &Map, query: &PathQuery) -> WeightedRun {
        debug_assert!(Self::serves(map.grid(), &query.options));
        let (grid, options) = (map.grid(), &query.options);
        self.patterns.take_if(|patterns| !patterns.belong_to(map, options));
        self.patterns.get_or_insert_with(|| StepPatterns::new(map, options)).follow(map, &mut self.changed);
        let cells = grid.cell_count();
        if self.nodes.len() < cells || self.search == u32::MAX {
            self.nodes = vec![Node::default(); cells.max(self.nodes.len())];
            self.search = 0;
        }
        self.search += 1;
        let estimate = Estimate::new(grid, query);
        let [start, goal] = [query.start, query.goal].map(|cell| grid.index(cell).expect("both ends are inside").0);
        let least = estimate.of(estimate.position(start));
        self.open.begin(least, estimate.shift);
        self.open.push(least, start);
        self.nodes[start as usize] = Node { g: 0, search: self.search, arrivals: 1, done: 0 };
        let best = if start == goal { 0 } else { u64::MAX };
        WeightedRun { estimate, start, goal, best, stats: SearchStats { generated: 1, ..SearchStats::NONE } }
    }

    /// Takes in edits; false if the search has come near one of them, or what is left is to be estimated otherwise now.
    ///
    /// All that was worked out from a cell depends on the nine cells around it.
    pub fn follow(&mut self, map: &Map, query: &PathQuery, run: &WeightedRun) -> bool {
        let grid = map.grid();
        let Some(patterns) = self.patterns.as_mut().filter(|patterns| patterns.belong_to(map, &query.options)) else {
            return false;
        };
        patterns.follow(map, &mut self.changed);
        let (nodes, search) = (&self.nodes, self.search);
        let is_touched = |cell: Cell| grid.index(cell).is_some_and(|index| nodes[index.get()].search == search);
        let is_far = |index: &u32| {
            let Cell { x, y } = grid.cell(CellIndex(*index));
            (y - 1..=y + 1).all(|y| (x - 1..=x + 1).all(|x| !is_touched(Cell::new(x, y))))
        };
        Self::serves(grid, &query.options)
            && run.estimate == Estimate::new(grid, query)
            && self.changed.iter().all(is_far)
    }

    /// How many bytes it takes, as large as the searches so far made it.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        let patterns = self.patterns.as_ref().map_or(0, StepPatterns::bytes);
        patterns + self.nodes.capacity() * size_of::<Node>() + self.open.bytes()
    }

    /// Goes on until the search ends, has made so many expansions in all, or so many in this call.
    pub fn advance(&mut self, grid: &Grid, run: &mut WeightedRun, most: u64, now: u64) -> Status {
        // What changes all the time is nowhere but here until the end.
        let &mut WeightedRun { ref estimate, start, goal, mut best, mut stats } = run;
        let patterns = self.patterns.as_mut().expect("they were made for the search");
        let offsets = Direction::ALL.map(|direction| offset(grid, direction));
        let last = stats.expanded.saturating_add(now).min(most);
        let status = loop {
            let Some((floor, index)) = self.open.pop() else { break Status::Exhausted };
            // No open cell can lead to a cheaper path.
            if floor >= best {
                break Status::Found;
            }
            let node = &mut self.nodes[index as usize];
            let (known, done) = (*node, std::mem::replace(&mut node.done, node.arrivals));
            if known.arrivals == done {
                continue;
            }
            if stats.expanded >= last {
                // The newest entry of its bucket is the next one again.
                node.done = done;
                self.open.push(floor, index);
                break if stats.expanded >= most { Status::OutOfBudget } else { Status::Running };
            }
            stats.expanded += 1;
            let pattern = patterns.of(grid, index);
            let mut steps = if index == start {
                pattern.legal
            } else {
                pattern.kept_behind(known.arrivals) & !pattern.kept_behind(done)
            };
            let position = estimate.position(index);
            while steps != 0 {
                let direction = steps.trailing_zeros() as usize;
                steps &= steps - 1;
                let next = index.wrapping_add_signed(offsets[direction]);
                let g = known.g + u64::from(pattern.costs[direction]);
                let node = &mut self.nodes[next as usize];
                let is_known = node.search == self.search;
                if is_known && g >= node.g {
                    if g == node.g {
                        node.arrivals |= 1 << direction;
                        // It may have been expanded without the steps that are worth it behind this one.
                        if node.done != 0 {
                            let left = estimate.of_next(position, direction);
                            self.open.push((g + left).max(floor), next);
                        }
                    }
                    continue;
                }
                stats.generated += u64::from(!is_known);
                stats.reopened += u64::from(is_known && node.done != 0);
                *node = Node { g, search: self.search, arrivals: 1 << direction, done: 0 };
                if next == goal {
                    best = g;
                    continue;
                }
                let f = g + estimate.of_next(position, direction);
                if f < best {
                    self.open.push(f, next);
                }
            }
        };
        (run.best, run.stats) = (best, stats);
        if status == Status::Exhausted && best < u64::MAX { Status::Found } else { status }
    }

    /// Writes the cells from start to goal of a search that found it.
    pub fn trace(&self, grid: &Grid, query: &PathQuery, cells: &mut Vec<Cell>) {
        let mut cell = query.goal;
        cells.push(cell);
        while cell != query.start {
            let index = grid.index(cell).expect("a path stays inside");
            let direction = Direction::ALL[self.nodes[index.get()].arrivals.trailing_zeros() as usize];
            cell = cell.step(direction.opposite());
            cells.push(cell);
        }
        cells.reverse();
    }
}

fn offset(grid: &Grid, direction: Direction) -> i32 {
    let (dx, dy) = direction.offset();
    dx + dy * grid.width().cast_signed()
}

/// What is left to the goal at least: as if the cheapest terrain were everywhere.
#[derive(Debug, PartialEq, Eq)]
struct Estimate {
    goal: Cell,
    /// What a step along the longer axis costs.
    long: u64,
    /// What a step along the shorter axis adds to it.
    short: u64,
    width: u64,
    reciprocal: u64,
    /// A bucket of the open list holds 2 to this power different priorities.
    shift: u32,
}

/// Enough bits for the number of any row, of which each map has at most 2¹³, without a rounding error.
const RECIPROCAL_BITS: u32 = 40;

impl Estimate {
    fn new(grid: &Grid, query: &PathQuery) -> Self {
        let units = query.options.units();
        let costs = grid.used_terrains().filter_map(|terrain| grid.legend()[usize::from(terrain.0)].cost);
        let (least, most) = costs.fold((u16::MAX, 1), |(least, most), cost| (least.min(cost), most.max(cost)));
        let (straight, diagonal) = (units.straight().0, units.diagonal().0);
        let short = if query.options.movement == Movement::Four { straight } else { diagonal - straight };
        let width = u64::from(grid.width());
        // Fine enough that few cells are expanded too early, coarse enough that steps seldom lead beyond all buckets.
        let (fine, coarse) = (straight * u64::from(least) / 16, diagonal * u64::from(most) / 256);
        Self {
            goal: query.goal,
            long: straight * u64::from(least),
            short: short * u64::from(least),
            width,
            reciprocal: (1 << RECIPROCAL_BITS) / width + 1,
            shift: fine.max(coarse).max(1).ilog2(),
        }
    }

    /// Column and row of a cell, without a division.
    #[inline]
    fn position(&self, index: u32) -> [i32; 2] {
        let row = (u64::from(index) * self.reciprocal) >> RECIPROCAL_BITS;
        let column = u64::from(index) - row * self.width;
        #[expect(clippy::cast_possible_truncation, reason = "a map has some thousand columns and rows")]
        [(column as u32).cast_signed(), (row as u32).cast_signed()]
    }

    #[inline]
    fn of(&self, [x, y]: [i32; 2]) -> u64 {
        let (dx, dy) = Cell::new(x, y).distance(self.goal);
        self.long * u64::from(dx.max(dy)) + self.short * u64::from(dx.min(dy))
    }

    /// For the neighbour in this direction.
    #[inline]
    fn of_next(&self, [x, y]: [i32; 2], direction: usize) -> u64 {
        let (dx, dy) = OFFSETS[direction];
        self.of([x + dx, y + dy])
    }
}

/// Columns and rows by [`Direction`].
const OFFSETS: [(i32, i32); 8] = {
    let mut offsets = [(0, 0); 8];
    let mut at = 0;
    while at < 8 {
        offsets[at] = Direction::ALL[at].offset();
        at += 1;
    }
    offsets
};
