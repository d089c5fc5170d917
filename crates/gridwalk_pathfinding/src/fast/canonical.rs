//! Canonical A*: the fastest exact search over terrain of several costs.
//!
//! It also answers queries that jumps cannot answer. Once searches have taken long enough,
//! [landmarks](super::landmarks) raise the estimates of searches without conditions.

use super::canonical_extras::Extras;
use super::canonical_ground::CanonicalGround;
use super::estimate::{Estimate, neighbor};
use super::step_patterns::ChangedCell;
use super::{BucketQueue, narrow};
use crate::heuristic::Entrances;
use crate::map::BitLayout;
use crate::{
    Cell, CellIndex, Cost, CostRule, Direction, Grid, IgnoreReason, Map, Observer, PathQuery,
    Revision, SearchEvent, SearchOptions, SearchStats, Side, Status,
};

/// A* that takes from each cell only the steps that a cheapest path may need.
///
/// The cell and its eight neighbours decide which steps those are. The memory serves maps of any
/// size and their edits, one map after another; each worker thread keeps one.
#[derive(Clone, Debug, Default)]
pub struct CanonicalSearch {
    /// The state of each cell, for the largest map so far once it is [prepared](Self::prepare).
    nodes: Vec<CanonicalNode>,
    /// Number of the present search.
    search: u32,
    open: BucketQueue,
    /// The conditions of the present search, if the query has any.
    extras: Option<Extras>,
    /// Portals that can lower the estimate.
    entrances: Entrances,
}

/// A suspended search.
#[derive(Debug)]
pub struct CanonicalRun {
    estimate: Estimate,
    start: u32,
    goal: u32,
    /// Index of the cell where the best known path ends; [`NONE`] without a path.
    end: u32,
    /// The cost of the best known path; without one, more than any path may cost.
    best: u64,
    /// Whether the cost limit excluded cells.
    is_cut: bool,
    /// Number of path ends that were pruned for a better one.
    pruned: u64,
    /// Whether landmarks may raise the estimates, and whether they do.
    may_be_guided: bool,
    is_guided: bool,
    stats: SearchStats,
}

/// In place of a cell: no cell.
const NONE: u32 = u32::MAX;

/// Arrivals in all directions, as at the start and behind a portal: all legal steps are kept.
const ALL: u8 = u8::MAX;

/// The minimum estimate of a cell where no path can end; any step costs at least as much.
///
/// So h = 0 identifies the end of a path in the events.
const LEAST_LEFT: u64 = 1;

/// Number of nodes initialised in the time of an expansion.
const NODES: usize = 64;

/// One of this many cells is considered as the first landmark.
const SAMPLED: usize = 16;

/// Offset of a portal's number in [`CanonicalNode::parent`], behind the eight directions.
const PORTALS: usize = 8;

impl CanonicalRun {
    pub const fn stats(&self) -> SearchStats {
        self.stats
    }

    /// Returns the cost of the path found.
    pub const fn cost(&self) -> Cost {
        Cost(self.best)
    }

    /// Returns `true` if the cost limit excluded cells.
    pub const fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// Lets landmarks raise the estimates, unless the query has conditions.
    #[must_use]
    pub const fn with_landmarks(mut self) -> Self {
        self.may_be_guided = true;
        self
    }
}

/// The state of a cell in a search.
#[derive(Clone, Copy, Debug, Default)]
struct CanonicalNode {
    g: u64,
    /// Number of the search that wrote the node.
    search: u32,
    /// Directions in which the cell was reached at cost `g`, a bit for each.
    arrivals: u8,
    /// Directions of arrival whose steps have been expanded, a bit for each.
    done: u8,
    /// The direction of the step from the parent, or [`PORTALS`] and the portal's number.
    parent: u8,
}

impl CanonicalNode {
    /// Returns `true` if the steps behind some direction of arrival are still to be expanded.
    const fn is_open(self) -> bool {
        self.arrivals != self.done
    }
}

impl CanonicalSearch {
    /// Begins a search for a cheapest path on the ground of the map.
    ///
    /// [`prepare`](Self::prepare) must be complete before the search continues. An agent must be
    /// able to stand on the start and, without a goal tolerance, on the goal. Of the options, only
    /// movement, step costs, terrain costs and limits count. Which of several cheapest paths is
    /// found is unspecified, but it is the same on every machine.
    ///
    /// # Complexity
    /// O(E) time for E moves, if terrain costs differ by a factor of at most some hundreds; 19
    /// bytes a cell, and 16 for landmarks. A search like an earlier one allocates no memory.
    pub fn begin<O: Observer>(
        &mut self,
        ground: &mut CanonicalGround,
        map: &Map,
        query: &PathQuery,
        observer: &mut O,
    ) -> CanonicalRun {
        let (grid, options) = (map.grid(), &query.options);
        ground.follow(map, None, grid.revision());
        self.search = self.search.checked_add(1).unwrap_or_else(|| {
            self.nodes.clear();
            1
        });
        let estimate = Estimate::new(grid, query);
        let [start, goal] =
            [query.start, query.goal].map(|cell| grid.index(cell).expect("both ends are inside").0);
        self.extras = Extras::new(grid, query);
        let between = |from, to| estimate.between(from, to);
        self.entrances
            .find(grid.portals(), Cost(estimate.straight), query.goal, between);
        let least = estimate.of(query.start, &self.entrances);
        let is_near = self
            .extras
            .as_ref()
            .is_some_and(|extras| extras.is_near(query.start, query.goal));
        let is_end = start == goal || is_near;
        let least = if is_end { 0 } else { least.max(LEAST_LEFT) };
        self.open.begin(least, estimate.shift);
        self.open.push(least, start);
        let best = options.max_cost.map_or(u64::MAX, |most| {
            most.in_units(options.units()).0.saturating_add(1)
        });
        let stats = SearchStats {
            generated: 1,
            largest_open: 1,
            ..SearchStats::NONE
        };
        if O::ACTIVE {
            let (cell, costs) = (query.start, (Cost::ZERO, Cost(least)));
            observer.on_event(SearchEvent::opened(cell, cell, costs, Side::Forward, None));
        }
        let (end, best, is_cut) = if is_end {
            (start, 0, false)
        } else {
            (NONE, best, least >= best)
        };
        CanonicalRun {
            estimate,
            start,
            goal,
            end,
            best,
            is_cut,
            pruned: 0,
            may_be_guided: false,
            is_guided: false,
            stats,
        }
    }

    /// Prepares the nodes and patterns of the map, for at most `most` units of work.
    ///
    /// Returns the units used, each about the time of an expansion, and whether everything is
    /// prepared.
    pub fn prepare(&mut self, ground: &mut CanonicalGround, grid: &Grid, most: u64) -> (u64, bool) {
        let (copied, is_copied) = ground.patterns.advance(grid, most);
        let cells = grid.cell_count();
        if self.nodes.capacity() < cells {
            // Reserved exactly, and written in pieces: to touch the memory of a large map in one
            // call takes milliseconds. The nodes of a smaller map are of no use to the new search.
            self.nodes = Vec::with_capacity(cells);
        }
        let missing = cells.saturating_sub(self.nodes.len());
        let nodes = missing.min(
            usize::try_from(most - copied)
                .unwrap_or(usize::MAX)
                .saturating_mul(NODES),
        );
        self.nodes
            .resize(self.nodes.len() + nodes, CanonicalNode::default());
        (
            copied + nodes.div_ceil(NODES) as u64,
            is_copied && nodes == missing,
        )
    }

    /// Follows an edit after the revision `since`; returns `false` if the search must restart.
    ///
    /// `edited` are all cells that it may have changed, if they are known.
    /// It must restart if it has reached an edited cell or a neighbour of one, or if the estimate
    /// or the portals are no longer the same. All data derived from a cell depend on the cell and
    /// its neighbours only.
    pub fn follow(
        &self,
        ground: &mut CanonicalGround,
        map: &Map,
        (query, run): (&PathQuery, &CanonicalRun),
        edited: Option<&[Cell]>,
        since: Revision,
    ) -> bool {
        let grid = map.grid();
        if !ground.belongs_to(map, &query.options) {
            return false;
        }
        ground.follow(map, edited, since);
        let (nodes, search) = (&self.nodes, self.search);
        let is_of_search = |index: CellIndex| {
            nodes
                .get(index.get())
                .is_some_and(|node| node.search == search)
        };
        let is_touched = |cell: Cell| grid.index(cell).is_some_and(is_of_search);
        let is_far = |cell: &ChangedCell| {
            let Cell { x, y } = grid.cell(CellIndex(cell.index));
            (y - 1..=y + 1).all(|y| (x - 1..=x + 1).all(|x| !is_touched(Cell::new(x, y))))
        };
        let (portals, extras) = (grid.portals(), self.extras.as_ref());
        let is_portal = |cell: &ChangedCell| {
            portals
                .iter()
                .any(|portal| [portal.from, portal.to].contains(&grid.cell(CellIndex(cell.index))))
        };
        run.estimate == Estimate::new(grid, query)
            && **portals == *extras.map_or(&[][..], |extras| &extras.portals)
            && ground
                .changed
                .iter()
                .all(|cell| is_far(cell) && !is_portal(cell))
            && (!run.is_guided || ground.landmarks.are_there())
    }

    /// Returns the bucket width in units of F.
    pub fn bucket_width(grid: &Grid, options: &SearchOptions) -> u64 {
        1 << Estimate::shift(grid, options)
    }

    /// Returns the memory in bytes that the searches so far have allocated.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<CanonicalNode>() + self.open.bytes()
    }

    /// Computes the part of the landmarks that is due, before the search expands the start.
    ///
    /// Returns the work done. `room` is the number of bytes that landmarks may take.
    pub fn prepare_landmarks(
        &self,
        ground: &mut CanonicalGround,
        grid: &Grid,
        options: &SearchOptions,
        run: &CanonicalRun,
        room: usize,
        work: u64,
    ) -> u64 {
        let may = run.may_be_guided && run.stats.expanded == 0 && self.extras.is_none();
        if !(may && ground.landmarks.are_due()) || grid.has_one_way_cells() {
            return 0;
        }
        // The cell farthest from the start of the last search.
        let (nodes, last) = (&self.nodes, self.search - 1);
        let origin = || {
            let index = nodes[..grid.cell_count()]
                .iter()
                .enumerate()
                .step_by(SAMPLED)
                .filter(|(_, node)| node.search == last)
                .max_by_key(|(_, node)| node.g)
                .filter(|(index, _)| grid.is_walkable_at(*index))
                .map_or(run.goal, |(index, _)| narrow(index));
            grid.cell(CellIndex(index))
        };
        ground.landmarks.advance(grid, options, origin, room, work)
    }

    /// Counts a search that has found a path of this many cells towards landmarks.
    pub fn earn_landmarks(
        &self,
        ground: &mut CanonicalGround,
        grid: &Grid,
        run: &CanonicalRun,
        on_path: usize,
    ) {
        if run.may_be_guided && self.extras.is_none() {
            ground
                .landmarks
                .earn(grid, run.stats.expanded, on_path as u64);
        }
    }

    /// Continues until the search ends or a limit on expansions is reached.
    ///
    /// `most` limits the expansions of the whole search, `now` those of this call. The goal is
    /// expanded last, when no open cell can lead to a cheaper path.
    pub fn advance<O: Observer>(
        &mut self,
        ground: &mut CanonicalGround,
        grid: &Grid,
        run: &mut CanonicalRun,
        most: u64,
        now: u64,
        observer: &mut O,
    ) -> Status {
        if run.stats.expanded == 0 {
            let may_be = run.may_be_guided && self.extras.is_none();
            run.is_guided = may_be && ground.landmarks.are_there();
        }
        self.open.grow_ahead();
        // Most queries have no such conditions: their loop does not check for any.
        if self.extras.is_some() {
            self.advance_by::<O, true, false>(ground, grid, run, most, now, observer)
        } else if run.is_guided && !O::ACTIVE {
            self.advance_by::<O, false, true>(ground, grid, run, most, now, observer)
        } else {
            self.advance_by::<O, false, false>(ground, grid, run, most, now, observer)
        }
    }

    #[expect(
        clippy::too_many_lines,
        reason = "one loop, whose state stays in registers"
    )]
    fn advance_by<O: Observer, const HAS_EXTRAS: bool, const GUIDED: bool>(
        &mut self,
        ground: &mut CanonicalGround,
        grid: &Grid,
        run: &mut CanonicalRun,
        most: u64,
        now: u64,
        observer: &mut O,
    ) -> Status {
        if run.stats.expanded == 0 {
            self.nodes[run.start as usize] = CanonicalNode {
                g: 0,
                search: self.search,
                arrivals: ALL,
                done: 0,
                parent: 0,
            };
        }
        // Kept in locals during the loop and written back at its end.
        let &mut CanonicalRun {
            ref estimate,
            start,
            goal,
            mut end,
            mut best,
            mut is_cut,
            mut pruned,
            mut stats,
            ..
        } = run;
        let extras = self.extras.as_ref().filter(|_| HAS_EXTRAS);
        let (patterns, search) = (&mut ground.patterns, self.search);
        let bounds = if GUIDED {
            ground.landmarks.bounds(grid, goal)
        } else {
            None
        };
        let layout = BitLayout::new(grid.size());
        let is_symmetric = patterns.rules().cost_rule == CostRule::MeanTouched;
        let offsets = Direction::ALL.map(|direction| offset(grid, direction));
        let last = stats.expanded.saturating_add(now).min(most);
        let (side, cell) = (Side::Forward, |index| grid.cell(CellIndex(index)));
        // The newest cell of the current bucket, if this loop has opened it: popped next, it is not
        // pushed at all.
        let mut newest = None;
        let mut status = loop {
            let (floor, index) = match newest.take() {
                Some(index) => (self.open.floor(), index),
                None => match self.open.pop() {
                    Some(popped) => popped,
                    None => break Status::Exhausted,
                },
            };
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
                // As the newest entry of its bucket, the cell is popped next time.
                self.open.push(floor, index);
                break Status::Running;
            }
            self.nodes[index as usize].done = known.arrivals;
            stats.expanded += 1;
            if O::ACTIVE {
                observer.on_event(SearchEvent::Expanded {
                    cell: cell(index),
                    side,
                });
            }
            let position = estimate.position(index);
            // From a start outside the region, steps are legal as if there were no region.
            let leaves_outside =
                extras.is_some_and(|extras| index == start && !extras.contains(cell(start)));
            let pattern = match extras.and_then(|extras| extras.region_near(position)) {
                Some(region) if !leaves_outside => {
                    patterns.of_part(grid, index, known.arrivals, region)
                }
                _ => patterns.of(grid, index, known.arrivals),
            };
            let all = if known.arrivals == ALL {
                pattern.legal
            } else {
                pattern.kept_behind(known.arrivals)
            };
            let mut steps = all & !pattern.kept_behind(known.done);
            let mut portals = extras.map(|extras| extras.portals_from(cell(index)));
            loop {
                let (next, g, mut arrivals, parent);
                if steps != 0 {
                    // The remainder spares a bounds check.
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
                        observer.on_event(SearchEvent::Ignored {
                            cell: cell(next),
                            from: cell(index),
                            reason,
                            side,
                        });
                    }
                };
                let mut done = 0;
                if is_known && g >= node.g {
                    if g > node.g || node.is_open() || node.done | arrivals == node.done {
                        ignored(if node.is_open() {
                            IgnoreReason::NotBetter
                        } else {
                            IgnoreReason::Closed
                        });
                        // At equal cost, all directions of arrival count when the cell is expanded.
                        if g == node.g {
                            node.arrivals |= arrivals;
                        }
                        continue;
                    }
                    // With one more direction of arrival at a closed cell, more of its steps can be
                    // kept.
                    (arrivals, done) = (node.arrivals | arrivals, node.done);
                }
                let is_end = next == goal
                    || extras.is_some_and(|extras| extras.is_near(cell(next), estimate.goal));
                let h = match extras {
                    None => {
                        let h = estimate.of_next(position, parent % 8);
                        let place = || layout.place_inside(neighbor(position, parent % 8));
                        match &bounds {
                            Some(bounds) if GUIDED && is_symmetric => {
                                h.max(bounds.of(place()).into())
                            }
                            Some(bounds) if GUIDED => h.max(bounds.of_one_way(place()).into()),
                            _ => h,
                        }
                    }
                    Some(_) if is_end => 0,
                    Some(_) => estimate.of(cell(next), &self.entrances).max(LEAST_LEFT),
                };
                if g + h >= best {
                    let is_over_limit = HAS_EXTRAS && end == NONE;
                    is_cut |= is_over_limit;
                    ignored(if is_over_limit {
                        IgnoreReason::OverCostLimit
                    } else {
                        IgnoreReason::Useless
                    });
                    continue;
                }
                let reopened = is_known && !node.is_open();
                #[expect(
                    clippy::cast_possible_truncation,
                    reason = "one of eight directions or few portals"
                )]
                let parent = parent as u8;
                *node = CanonicalNode {
                    g,
                    search,
                    arrivals,
                    done,
                    parent,
                };
                stats.generated += u64::from(!is_known);
                stats.reopened += u64::from(reopened);
                if O::ACTIVE {
                    let (costs, was_open) = ((Cost(g), Cost(h)), is_known.then_some(!reopened));
                    let (cell, parent) = (cell(next), cell(index));
                    observer.on_event(SearchEvent::opened(cell, parent, costs, side, was_open));
                }
                if is_end {
                    if HAS_EXTRAS && end != NONE && end != next {
                        // The old end may be reached again at a lower cost.
                        let worse = &mut self.nodes[end as usize];
                        worse.done = worse.arrivals;
                        stats.largest_open = stats
                            .largest_open
                            .max(stats.generated + stats.reopened - stats.expanded - pruned);
                        pruned += 1;
                        if O::ACTIVE {
                            observer.on_event(SearchEvent::Pruned {
                                cell: cell(end),
                                side,
                            });
                        }
                    }
                    (best, end) = (g, next);
                } else {
                    let f = (g + h).max(floor);
                    if !GUIDED || !self.open.is_next(f) {
                        self.open.push(f, next);
                    } else if let Some(older) = newest.replace(next) {
                        self.open.push(floor, older);
                    }
                }
            }
            stats.largest_open = stats
                .largest_open
                .max(stats.generated + stats.reopened - stats.expanded - pruned);
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
                observer.on_event(SearchEvent::Expanded {
                    cell: cell(end),
                    side,
                });
            }
        }
        (run.end, run.best, run.is_cut, run.pruned, run.stats) = (end, best, is_cut, pruned, stats);
        if status == Status::Running && stats.expanded >= most {
            Status::OutOfBudget
        } else {
            status
        }
    }

    /// Writes the cells of the path found, from start to end.
    pub fn trace(&self, grid: &Grid, run: &CanonicalRun, cells: &mut Vec<Cell>) {
        let mut index = run.end;
        cells.push(grid.cell(CellIndex(index)));
        while index != run.start {
            let (cell, parent) = (
                grid.cell(CellIndex(index)),
                usize::from(self.nodes[index as usize].parent),
            );
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
