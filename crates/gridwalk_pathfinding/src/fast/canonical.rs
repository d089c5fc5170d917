//! The fastest exact search over terrain of several costs, and of questions that jumps cannot answer.

use std::sync::Arc;

use super::{BucketQueue, Estimate, StepPatterns};
use crate::estimator::Entrances;
use crate::{
    Cell, CellIndex, Cost, Direction, Grid, IgnoreReason, Map, Observer, PathQuery, Portal, Rect, SearchEvent,
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
    /// As many as the largest map so far has cells, once they are [made](Self::prepare).
    nodes: Vec<Node>,
    /// The number of the present search.
    search: u32,
    open: BucketQueue,
    /// Of the present search, if it has any.
    extras: Option<Extras>,
    /// The portals that can shorten what is left.
    entrances: Entrances,
}

/// A search between two of its expansions.
#[derive(Debug)]
pub struct CanonicalRun {
    estimate: Estimate,
    start: u32,
    goal: u32,
    /// Where the best known path ends, [`NONE`] if there is none.
    end: u32,
    /// What it costs; without one, more than any path may cost.
    best: u64,
    /// Whether the cost limit kept cells out.
    is_cut: bool,
    /// How many ends were pruned for a better one.
    pruned: u64,
    stats: SearchStats,
}

/// What there is to look at besides steps to one goal.
#[derive(Clone, Debug)]
struct Extras {
    region: Option<Rect>,
    /// The square of how far from the goal a path may end.
    tolerance: u64,
    portals: Arc<[Portal]>,
    /// The columns and rows of their entrances, each modulo 64.
    entrances: [u64; 2],
}

/// No cell.
const NONE: u32 = u32::MAX;

/// Reached in all directions, as where a search begins and where a portal leads: all legal steps are worth it.
const ALL: u8 = u8::MAX;

/// What is left at least where a path cannot end: any step costs that. So only where it can end nothing is left, from which
/// a reader of the events knows the end.
const LEAST_LEFT: u64 = 1;

/// So many nodes are made in the time of an expansion.
const NODES: usize = 64;

/// Of a step through a portal, instead of its direction: so much and the number of the portal.
const PORTALS: usize = 8;

impl CanonicalRun {
    pub const fn stats(&self) -> SearchStats {
        self.stats
    }

    /// What the path costs that was found.
    pub const fn cost(&self) -> Cost {
        Cost(self.best)
    }

    /// Whether the cost limit kept cells out.
    pub const fn is_cut(&self) -> bool {
        self.is_cut
    }
}

impl Extras {
    fn new(grid: &Grid, query: &PathQuery) -> Option<Self> {
        let SearchOptions { region, goal_tolerance, max_cost, .. } = query.options;
        let portals = grid.portals();
        if region.is_none() && goal_tolerance == 0 && max_cost.is_none() && portals.is_empty() {
            return None;
        }
        let bits =
            |bits: [u64; 2], Portal { from, .. }: &Portal| [bits[0] | 1 << (from.x & 63), bits[1] | 1 << (from.y & 63)];
        let entrances = portals.iter().fold([0; 2], bits);
        Some(Self { region, tolerance: u64::from(goal_tolerance).pow(2), portals: Arc::clone(portals), entrances })
    }

    fn is_near(&self, cell: Cell, goal: Cell) -> bool {
        let (dx, dy) = cell.distance(goal);
        self.tolerance > 0 && u64::from(dx).pow(2) + u64::from(dy).pow(2) <= self.tolerance
    }

    fn contains(&self, cell: Cell) -> bool {
        self.region.is_none_or(|region| region.contains(cell))
    }

    /// The region, if cells around this one lie outside.
    #[inline]
    fn region_near(&self, [x, y]: [i32; 2]) -> Option<Rect> {
        self.region.filter(|region| {
            let [left, top] = [x - 1 - region.at.x, y - 1 - region.at.y].map(i64::from);
            left < 0 || top < 0 || left + 3 > region.width.into() || top + 3 > region.height.into()
        })
    }

    /// The portals that lead away from a cell, each with its number.
    fn portals_from(&self, cell: Cell) -> impl Iterator<Item = (usize, &Portal)> {
        let may_be = self.entrances[0] >> (cell.x & 63) & self.entrances[1] >> (cell.y & 63) & 1 == 1;
        let portals = if may_be { &*self.portals } else { &[] };
        let leads_away = move |portal: &Portal| portal.from == cell && portal.to != cell && self.contains(portal.to);
        portals.iter().enumerate().filter(move |(_, portal)| leads_away(portal))
    }
}

/// What a search knows of a cell.
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
    /// Begins to look for a cheapest path. What is needed of the map has to be [made](Self::prepare) before it goes on.
    ///
    /// An agent can stand on both ends, or the goal is blocked and there is a goal tolerance. Of the options only movement,
    /// step costs, terrain costs and limits count. Of several cheapest paths it is any, but the same one on every machine.
    ///
    /// # Complexity
    /// O(E) time for E moves, as long as terrain costs differ by no more than some hundred times; 19 bytes a cell. A
    /// search whose like has run before allocates no memory.
    pub fn begin<O: Observer>(&mut self, map: &Map, query: &PathQuery, observer: &mut O) -> CanonicalRun {
        let (grid, options) = (map.grid(), &query.options);
        self.patterns.take_if(|patterns| !patterns.belong_to(map, options));
        self.patterns.get_or_insert_with(|| StepPatterns::new(map, options)).follow(map, &mut self.changed);
        self.search = self.search.checked_add(1).unwrap_or_else(|| {
            self.nodes.clear();
            1
        });
        let estimate = Estimate::new(grid, query);
        let [start, goal] = [query.start, query.goal].map(|cell| grid.index(cell).expect("both ends are inside").0);
        self.extras = Extras::new(grid, query);
        let between = |from, to| estimate.between(from, to);
        self.entrances.find(grid.portals(), Cost(estimate.straight), query.goal, between);
        let least = estimate.of(query.start, &self.entrances);
        let is_near = self.extras.as_ref().is_some_and(|extras| extras.is_near(query.start, query.goal));
        let is_end = start == goal || is_near;
        let least = if is_end { 0 } else { least.max(LEAST_LEFT) };
        self.open.begin(least, estimate.shift);
        self.open.push(least, start);
        let best = options.max_cost.map_or(u64::MAX, |most| most.in_units(options.units()).0.saturating_add(1));
        let stats = SearchStats { generated: 1, largest_open: 1, ..SearchStats::NONE };
        if O::ACTIVE {
            let (cell, g, h, side) = (query.start, Cost::ZERO, Cost(least), Side::Forward);
            observer.on_event(SearchEvent::Generated { cell, parent: cell, g, h, side });
        }
        let (end, best, is_cut) = if is_end { (start, 0, false) } else { (NONE, best, least >= best) };
        CanonicalRun { estimate, start, goal, end, best, is_cut, pruned: 0, stats }
    }

    /// Goes on to make what is needed of the map, for the time of so many expansions: how many it took, and whether all is
    /// there.
    pub fn prepare(&mut self, grid: &Grid, most: u64) -> (u64, bool) {
        let (copied, is_copied) = self.patterns.as_mut().map_or((0, true), |patterns| patterns.advance(grid, most));
        let cells = grid.cell_count();
        if self.nodes.capacity() < cells {
            // Exactly so many, and written in pieces: to touch the memory of a large map at once takes milliseconds. Those
            // of a smaller map are of no use for the search that is to begin.
            self.nodes = Vec::with_capacity(cells);
        }
        let missing = cells.saturating_sub(self.nodes.len());
        let nodes = missing.min(usize::try_from(most - copied).unwrap_or(usize::MAX).saturating_mul(NODES));
        self.nodes.resize(self.nodes.len() + nodes, Node::default());
        (copied + nodes.div_ceil(NODES) as u64, is_copied && nodes == missing)
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
        let is_of_search = |index: CellIndex| nodes.get(index.get()).is_some_and(|node| node.search == search);
        let is_touched = |cell: Cell| grid.index(cell).is_some_and(is_of_search);
        let is_far = |index: &u32| {
            let Cell { x, y } = grid.cell(CellIndex(*index));
            (y - 1..=y + 1).all(|y| (x - 1..=x + 1).all(|x| !is_touched(Cell::new(x, y))))
        };
        let (portals, extras) = (grid.portals(), self.extras.as_ref());
        let is_portal =
            |index: &u32| portals.iter().any(|portal| [portal.from, portal.to].contains(&grid.cell(CellIndex(*index))));
        run.estimate == Estimate::new(grid, query)
            && **portals == *extras.map_or(&[][..], |extras| &extras.portals)
            && self.changed.iter().all(|index| is_far(index) && !is_portal(index))
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
        // Most questions are about nothing but steps: they have a loop that looks at nothing else.
        if self.extras.is_none() {
            self.go_on::<O, false>(grid, run, most, now, observer)
        } else {
            self.go_on::<O, true>(grid, run, most, now, observer)
        }
    }

    #[expect(clippy::too_many_lines, reason = "one loop, whose state stays in registers")]
    fn go_on<O: Observer, const HAS_EXTRAS: bool>(
        &mut self,
        grid: &Grid,
        run: &mut CanonicalRun,
        most: u64,
        now: u64,
        observer: &mut O,
    ) -> Status {
        if run.stats.expanded == 0 {
            self.nodes[run.start as usize] = Node { g: 0, search: self.search, arrivals: ALL, done: 0, parent: 0 };
        }
        // What changes all the time is nowhere but here until the end.
        let &mut CanonicalRun { ref estimate, start, goal, mut end, mut best, mut is_cut, mut pruned, mut stats } = run;
        let extras = self.extras.as_ref().filter(|_| HAS_EXTRAS);
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
            let position = estimate.position(index);
            // An agent that stands outside the region steps into it as if there were none.
            let leaves_outside = extras.is_some_and(|extras| index == start && !extras.contains(cell(start)));
            let pattern = match extras.and_then(|extras| extras.region_near(position)) {
                Some(region) if !leaves_outside => patterns.of_part(grid, index, known.arrivals, region),
                _ => patterns.of(grid, index, known.arrivals),
            };
            let all = if known.arrivals == ALL { pattern.legal } else { pattern.kept_behind(known.arrivals) };
            let mut steps = all & !pattern.kept_behind(known.done);
            let mut portals = extras.map(|extras| extras.portals_from(cell(index)));
            loop {
                let (next, g, mut arrivals, parent);
                if steps != 0 {
                    // Only for the compiler: no bound is to be checked.
                    let direction = steps.trailing_zeros() as usize % 8;
                    steps &= steps - 1;
                    next = index.wrapping_add_signed(offsets[direction]);
                    g = known.g + u64::from(pattern.costs[direction]);
                    (arrivals, parent) = (1 << direction, direction);
                    if leaves_outside {
                        if !extras.is_some_and(|extras| extras.contains(cell(next))) {
                            continue;
                        }
                        arrivals = ALL;
                    }
                } else if let Some((number, portal)) = portals.as_mut().and_then(Iterator::next) {
                    next = grid.index(portal.to).expect("portals stay inside").0;
                    if !grid.is_walkable_at(next as usize) {
                        continue;
                    }
                    g = known.g + estimate.straight * u64::from(portal.cost);
                    (arrivals, parent) = (ALL, PORTALS + number);
                } else {
                    break;
                }
                let node = &mut self.nodes[next as usize];
                let is_known = node.search == search;
                let mut ignored = |reason| {
                    if O::DETAILS {
                        observer.on_event(SearchEvent::Ignored { cell: cell(next), from: cell(index), reason, side });
                    }
                };
                let mut done = 0;
                if is_known && g >= node.g {
                    if g > node.g || node.is_open() || node.done | arrivals == node.done {
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
                let is_end = next == goal || extras.is_some_and(|extras| extras.is_near(cell(next), estimate.goal));
                let h = match extras {
                    None => estimate.of_next(position, parent % 8),
                    Some(_) if is_end => 0,
                    Some(_) => estimate.of(cell(next), &self.entrances).max(LEAST_LEFT),
                };
                if g + h >= best {
                    let is_over_limit = HAS_EXTRAS && end == NONE;
                    is_cut |= is_over_limit;
                    ignored(if is_over_limit { IgnoreReason::OverCostLimit } else { IgnoreReason::Useless });
                    continue;
                }
                let reopened = is_known && !node.is_open();
                #[expect(clippy::cast_possible_truncation, reason = "one of eight directions or few portals")]
                let parent = parent as u8;
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
                if is_end {
                    if HAS_EXTRAS && end != NONE && end != next {
                        // It may be reached for less once more.
                        let worse = &mut self.nodes[end as usize];
                        worse.done = worse.arrivals;
                        stats.largest_open =
                            stats.largest_open.max(stats.generated + stats.reopened - stats.expanded - pruned);
                        pruned += 1;
                        if O::ACTIVE {
                            observer.on_event(SearchEvent::Pruned { cell: cell(end), side });
                        }
                    }
                    (best, end) = (g, next);
                } else {
                    self.open.push((g + h).max(floor), next);
                }
            }
            stats.largest_open = stats.largest_open.max(stats.generated + stats.reopened - stats.expanded - pruned);
        };
        if status != Status::Running {
            status = match end {
                NONE => Status::Exhausted,
                _ if stats.expanded < last => Status::Found,
                _ => Status::Running,
            };
        }
        if status == Status::Found {
            stats.expanded += 1;
            if O::ACTIVE {
                observer.on_event(SearchEvent::Expanded { cell: cell(end), side });
            }
        }
        (run.end, run.best, run.is_cut, run.pruned, run.stats) = (end, best, is_cut, pruned, stats);
        if status == Status::Running && stats.expanded >= most { Status::OutOfBudget } else { status }
    }

    /// Writes the cells from the start to where the path ends that was found.
    pub fn trace(&self, grid: &Grid, run: &CanonicalRun, cells: &mut Vec<Cell>) {
        let mut index = run.end;
        cells.push(grid.cell(CellIndex(index)));
        while index != run.start {
            let (cell, parent) = (grid.cell(CellIndex(index)), usize::from(self.nodes[index as usize].parent));
            let before = match Direction::ALL.get(parent) {
                Some(direction) => cell.step(direction.opposite()),
                None => grid.portals()[parent - PORTALS].from,
            };
            cells.push(before);
            index = grid.index(before).expect("a path stays inside").0;
        }
        cells.reverse();
    }
}

fn offset(grid: &Grid, direction: Direction) -> i32 {
    let (dx, dy) = direction.offset();
    dx + dy * grid.width().cast_signed()
}
