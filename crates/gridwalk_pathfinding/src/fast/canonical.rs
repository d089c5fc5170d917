//! The fastest exact search over terrain of several costs.

use super::{BucketQueue, StepPatterns};
use crate::{
    Cell, CellIndex, Cost, Direction, Grid, IgnoreReason, Map, Movement, Observer, PathQuery, SearchEvent,
    SearchOptions, SearchStats, Side, Status,
};

/// A* that takes from each cell only those steps that a cheapest path may need, as the nine cells around tell.
///
/// Its memory serves maps of any size and changes of theirs, one after another; a worker thread keeps one of its own.
#[derive(Clone, Debug, Default)]
pub struct CanonicalSearch {
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
pub struct CanonicalRun {
    estimate: Estimate,
    start: u32,
    goal: u32,
    /// What the best known path to the goal costs.
    best: u64,
    stats: SearchStats,
}

impl CanonicalRun {
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
    /// The direction of the step from its parent.
    parent: u8,
}

impl Node {
    /// Whether its neighbours are still to be looked at, for some step that led to it.
    const fn is_open(self) -> bool {
        self.arrivals != self.done
    }
}

impl CanonicalSearch {
    /// Begins to look for a cheapest path.
    ///
    /// An agent can stand on both ends; there are no portals, one-way cells and limits. Of the options only movement, step costs
    /// and terrain costs count. Of several cheapest paths it is any, but the same one on every machine.
    ///
    /// # Complexity
    /// O(E) time for E moves, as long as terrain costs differ by no more than some hundred times; 19 bytes a cell. A
    /// search whose like has run before allocates no memory.
    pub fn begin<O: Observer>(&mut self, map: &Map, query: &PathQuery, observer: &mut O) -> CanonicalRun {
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
        self.nodes[start as usize] = Node { g: 0, search: self.search, arrivals: 1, done: 0, parent: 0 };
        let best = if start == goal { 0 } else { u64::MAX };
        let stats = SearchStats { generated: 1, largest_open: 1, ..SearchStats::NONE };
        if O::ACTIVE {
            let (cell, g, h, side) = (query.start, Cost::ZERO, Cost(least), Side::Forward);
            observer.on_event(SearchEvent::Generated { cell, parent: cell, g, h, side });
        }
        CanonicalRun { estimate, start, goal, best, stats }
    }

    /// Takes in edits; false if the search has come near one of them, or what is left is to be estimated otherwise now.
    ///
    /// All that was worked out from a cell depends on the nine cells around it.
    pub fn follow(&mut self, map: &Map, query: &PathQuery, run: &CanonicalRun) -> bool {
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
        run.estimate == Estimate::new(grid, query) && self.changed.iter().all(is_far)
    }

    /// How many units of F each bucket holds.
    pub fn bucket_width(grid: &Grid, options: &SearchOptions) -> u64 {
        1 << Estimate::shift(grid, options)
    }

    /// How many bytes it takes, as large as the searches so far made it.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        let patterns = self.patterns.as_ref().map_or(0, StepPatterns::bytes);
        patterns + self.nodes.capacity() * size_of::<Node>() + self.open.bytes()
    }

    /// Goes on until the search ends, has made so many expansions in all, or so many in this call.
    ///
    /// The goal is the last to be expanded, when no open cell can lead to a cheaper path.
    pub fn advance<O: Observer>(
        &mut self,
        grid: &Grid,
        run: &mut CanonicalRun,
        most: u64,
        now: u64,
        observer: &mut O,
    ) -> Status {
        // What changes all the time is nowhere but here until the end.
        let &mut CanonicalRun { ref estimate, start, goal, mut best, mut stats } = run;
        let (patterns, search) = (self.patterns.as_mut().expect("they were made for the search"), self.search);
        let offsets = Direction::ALL.map(|direction| offset(grid, direction));
        let last = stats.expanded.saturating_add(now).min(most);
        let (side, cell) = (Side::Forward, |index| grid.cell(CellIndex(index)));
        let mut status = loop {
            let Some((floor, index)) = self.open.pop() else { break Status::Exhausted };
            // No open cell can lead to a cheaper path.
            if floor >= best {
                self.open.push(floor, index);
                break Status::Found;
            }
            let known = self.nodes[index as usize];
            if !known.is_open() {
                continue;
            }
            if stats.expanded >= last {
                // The newest entry of its bucket is the next one again.
                self.open.push(floor, index);
                break Status::Running;
            }
            self.nodes[index as usize].done = known.arrivals;
            stats.expanded += 1;
            if O::ACTIVE {
                observer.on_event(SearchEvent::Expanded { cell: cell(index), side });
            }
            let pattern = patterns.of(grid, index);
            let mut steps = if index == start {
                pattern.legal
            } else {
                pattern.kept_behind(known.arrivals) & !pattern.kept_behind(known.done)
            };
            let position = estimate.position(index);
            while steps != 0 {
                let direction = steps.trailing_zeros() as usize;
                steps &= steps - 1;
                let next = index.wrapping_add_signed(offsets[direction]);
                let g = known.g + u64::from(pattern.costs[direction]);
                let node = &mut self.nodes[next as usize];
                let is_known = node.search == search;
                let mut ignored = |reason| {
                    if O::DETAILS {
                        observer.on_event(SearchEvent::Ignored { cell: cell(next), from: cell(index), reason, side });
                    }
                };
                let (mut arrivals, mut done) = (1 << direction, 0);
                if is_known && g >= node.g {
                    if g > node.g || node.is_open() {
                        ignored(if node.is_open() { IgnoreReason::NotBetter } else { IgnoreReason::Closed });
                        // All steps that led to an open cell count when it is expanded.
                        if g == node.g {
                            node.arrivals |= arrivals;
                        }
                        continue;
                    }
                    // Behind one more step to a closed cell, more steps can be worth it than behind the others.
                    (arrivals, done) = (node.arrivals | arrivals, node.done);
                }
                let h = estimate.of_next(position, direction);
                if g + h >= best {
                    ignored(IgnoreReason::Useless);
                    continue;
                }
                let reopened = is_known && !node.is_open();
                #[expect(clippy::cast_possible_truncation, reason = "one of eight")]
                let parent = direction as u8;
                *node = Node { g, search, arrivals, done, parent };
                stats.generated += u64::from(!is_known);
                stats.reopened += u64::from(reopened);
                if O::ACTIVE {
                    let (cell, parent, g, h) = (cell(next), cell(index), Cost(g), Cost(h));
                    observer.on_event(if is_known {
                        SearchEvent::Relaxed { cell, parent, g, h, side, reopened }
                    } else {
                        SearchEvent::Generated { cell, parent, g, h, side }
                    });
                }
                if next == goal {
                    best = g;
                } else {
                    self.open.push((g + h).max(floor), next);
                }
            }
            stats.largest_open = stats.largest_open.max(stats.generated + stats.reopened - stats.expanded);
        };
        if status != Status::Running && best < u64::MAX {
            status = if stats.expanded < last { Status::Found } else { Status::Running };
        }
        if status == Status::Found {
            stats.expanded += 1;
            if O::ACTIVE {
                observer.on_event(SearchEvent::Expanded { cell: cell(goal), side });
            }
        }
        (run.best, run.stats) = (best, stats);
        if status == Status::Running && stats.expanded >= most { Status::OutOfBudget } else { status }
    }

    /// Writes the cells from start to goal of a search that found it.
    pub fn trace(&self, grid: &Grid, query: &PathQuery, cells: &mut Vec<Cell>) {
        let mut cell = query.goal;
        cells.push(cell);
        while cell != query.start {
            let index = grid.index(cell).expect("a path stays inside");
            let direction = Direction::ALL[usize::from(self.nodes[index.get()].parent)];
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

/// The least and the highest cost of the terrain that is on the map.
fn terrain_costs(grid: &Grid) -> [u16; 2] {
    let costs = grid.used_terrains().filter_map(|terrain| grid.legend()[usize::from(terrain.0)].cost);
    costs.fold([u16::MAX, 1], |[least, most], cost| [least.min(cost), most.max(cost)])
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
        let [least, _] = terrain_costs(grid);
        let (straight, diagonal) = (units.straight().0, units.diagonal().0);
        let short = if query.options.movement == Movement::Four { straight } else { diagonal - straight };
        let width = u64::from(grid.width());
        Self {
            goal: query.goal,
            long: straight * u64::from(least),
            short: short * u64::from(least),
            width,
            reciprocal: (1 << RECIPROCAL_BITS) / width + 1,
            shift: Self::shift(grid, &query.options),
        }
    }

    /// Fine enough that few cells are expanded too early, coarse enough that steps seldom lead beyond all buckets.
    fn shift(grid: &Grid, options: &SearchOptions) -> u32 {
        let (units, [least, most]) = (options.units(), terrain_costs(grid).map(u64::from));
        let (fine, coarse) = (units.straight().0 * least / 16, units.diagonal().0 * most / 256);
        fine.max(coarse).max(1).ilog2()
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
