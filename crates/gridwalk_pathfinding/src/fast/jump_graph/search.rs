//! State of one search on the jump graph, and how a successor is relaxed.

use super::ends::{PathEnds, Units};
use super::graph::JumpGraph;
use super::jumps::{CanonicalLine, Headings, Seen, moved};
use super::lists::SuccessorLists;
use super::nodes::{JumpNode, JumpNodes, NONE, narrow};
use crate::fast::BucketQueue;
use crate::map::{Heading, JumpGround};
use crate::{Cell, Cost, IgnoreReason, Map, Observer, Revision, SearchEvent, SearchStats, Side};

/// A suspended search.
///
/// Within a bucket the newest jump point is expanded first. So a jump point can be expanded before
/// its cheapest path is known, and again once it is known: the search ends when no bucket is left
/// that could hold a better path to the goal, not when the goal is reached. Then the goal is
/// expanded.
#[derive(Debug)]
pub struct JumpSearch {
    pub(super) ends: PathEnds,
    /// The cost of every walkable cell.
    terrain: u16,
    /// The size of a graph unit in units of the costs that an observer gets.
    scale: u64,
    /// The end of the best known path, and the jump point from which its last jump leads
    /// (`parent`).
    pub(super) end: Option<Cell>,
    pub(super) parent: u32,
    /// The jump point from which all directions count, besides the start.
    pub(super) root: u32,
    /// The jump point to expand next, which is not in the queue.
    pub(super) next: u32,
    sought: SoughtPath,
    /// Whether landmarks raise the estimates.
    pub(super) is_guided: bool,
    /// Whether all estimates are those of an open map.
    pub(super) is_plain: bool,
    pub(super) tally: SearchTally,
    /// The first jump point that was not checked for edits, and the revision before them.
    unchecked: Option<(usize, Revision)>,
    /// Work units spent on these checks so far.
    checked: u64,
}

/// Number of jump points that are checked for edits in the time of an expansion.
const CHECKED: usize = 16;

/// Work on the check of jump points when the search follows an edit.
const FIRST_CHECK: u64 = 64;

/// The path that a search looks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SoughtPath {
    /// A cheapest path.
    Cheapest,
    /// A cheapest path, by estimates that landmarks may raise.
    CheapestByLandmarks,
    /// A path that is found soon and not much longer than the cheapest.
    Soon,
}

/// Counters and best cost, kept in a local during the hot loop and written back at its end.
#[derive(Clone, Copy, Debug)]
pub(super) struct SearchTally {
    /// The cost of the best known path; without one, more than any path may cost.
    pub best: u64,
    /// Whether the cost limit excluded jump points.
    pub is_cut: bool,
    /// Number of open jump points.
    pub open: u64,
    pub stats: SearchStats,
}

impl JumpSearch {
    /// Begins a search whose only open cell is the start.
    pub fn new<O: Observer>(
        graph: &JumpGraph,
        ends: PathEnds,
        terrain: u16,
        scale: u64,
        observer: &mut O,
    ) -> Self {
        let stats = SearchStats {
            generated: 1,
            largest_open: 1,
            ..SearchStats::NONE
        };
        let tally = SearchTally {
            best: ends.most.saturating_add(1),
            is_cut: false,
            open: 1,
            stats,
        };
        let search = Self {
            ends,
            terrain,
            scale,
            end: None,
            parent: NONE,
            root: NONE,
            next: NONE,
            sought: SoughtPath::Cheapest,
            is_guided: false,
            is_plain: ends.is_plain,
            tally,
            unchecked: None,
            checked: 0,
        };
        if O::ACTIVE {
            let h = ends.left(graph.units.between(graph.movement, ends.start, ends.goal));
            observer.on_event(search.opened(ends.start, ends.start, 0, h, None));
        }
        search
    }

    /// Lets landmarks raise the estimates, unless the query has a limit that they could change.
    #[must_use]
    pub const fn with_landmarks(mut self) -> Self {
        if self.ends.is_plain && self.ends.most == u64::MAX {
            self.sought = SoughtPath::CheapestByLandmarks;
        }
        self
    }

    /// Lets the search find a path soon that is not much longer than the cheapest.
    ///
    /// It is weighted A* (Pohl 1970) with a weight of 1.5 that expands no jump point twice. Among
    /// 20 % random walls it expands a thirtieth, and its paths are 7 % longer in the mean.
    #[must_use]
    pub const fn in_haste(mut self) -> Self {
        self.sought = SoughtPath::Soon;
        self
    }

    /// Returns `true` if landmarks may raise the estimates.
    pub(super) const fn may_be_guided(&self) -> bool {
        matches!(self.sought, SoughtPath::CheapestByLandmarks)
    }

    /// Returns `true` if any path will do that is not much longer than the cheapest.
    #[inline]
    pub(super) const fn is_hasty(&self) -> bool {
        matches!(self.sought, SoughtPath::Soon)
    }

    /// Returns the binary logarithm of the number of priorities in a bucket of the open list.
    pub(super) fn bucket_shift(&self, units: Units) -> u32 {
        units.bucket_shift() + u32::from(self.is_hasty())
    }

    /// Returns the estimate that decides which jump point a hasty search expands next.
    #[inline]
    pub(super) const fn hasty_estimate(h: u32) -> u32 {
        h + h / 2
    }

    /// Returns `true` if a hasty search has expanded the jump point.
    #[inline]
    pub(super) const fn is_done(node: &JumpNode) -> bool {
        node.g != u64::MAX && !node.is_open
    }

    /// Returns the estimate of a cell in a hasty search, under limits, or with landmarks.
    #[cold]
    pub(super) fn estimate(
        &self,
        graph: &JumpGraph,
        ground: JumpGround,
        cell: Cell,
        to_goal: u32,
    ) -> u32 {
        if self.is_hasty() {
            return Self::hasty_estimate(self.ends.within_limits(cell, to_goal));
        }
        if !self.is_guided {
            return self.ends.within_limits(cell, to_goal);
        }
        match graph.landmarks.bounds(ground, self.ends.goal) {
            Some(bounds) if to_goal > 0 => to_goal.max(bounds.of(ground.row_place(cell))),
            _ => to_goal,
        }
    }

    /// Follows an edit after this revision; returns `false` if the search must restart.
    ///
    /// The search continues as if it had begun on the map as it is, unless an edit touched a tile
    /// that it has read. The jump points of a large graph are only checked by
    /// [`check_edits`](Self::check_edits). It must also restart once such checks have taken longer
    /// than the search: with an edit in each tick it might never continue.
    pub fn follow(&mut self, graph: &JumpGraph, map: &Map, since: Revision) -> bool {
        let SearchTally {
            stats: SearchStats { expanded, .. },
            open,
            ..
        } = self.tally;
        // A search that has not expanded its start has read nothing; one that has reached its goal
        // is almost done.
        if expanded == 0 {
            return true;
        }
        let since = self.unchecked.map_or(since, |(_, since)| since);
        let Seen { first, last, .. } = graph.unrecorded;
        let one_check = (graph.nodes.len() / CHECKED) as u64;
        let is_right = self.end.is_none()
            && open > 0
            && self.checked <= expanded + one_check
            && !map.tiles().changed_between(first, last, since)
            && (!self.is_guided
                || graph
                    .landmarks
                    .are_right(map, map.jump_ground(graph.movement)));
        self.unchecked = is_right.then_some((0, since));
        let checked = self.check_jump_points(graph, map, FIRST_CHECK);
        checked.map_or(is_right, |(_, is_far)| is_far)
    }

    /// Checks jump points for edits that they were not checked for, for about `work` units.
    ///
    /// Returns the work done, and `false` if the search must restart; `None` if all are checked.
    pub fn check_edits(&mut self, graph: &JumpGraph, map: &Map, work: u64) -> Option<(u64, bool)> {
        let (taken, is_far) = self.check_jump_points(graph, map, work)?;
        self.checked += taken;
        Some((taken, is_far))
    }

    fn check_jump_points(
        &mut self,
        graph: &JumpGraph,
        map: &Map,
        work: u64,
    ) -> Option<(u64, bool)> {
        let (first, since) = self.unchecked?;
        let most = usize::try_from(work).unwrap_or(usize::MAX);
        let end = first.saturating_add(most.saturating_mul(CHECKED));
        let is_far = |node: &JumpNode| {
            node.search != graph.search
                || graph.lists_of(node).all(|list| {
                    let [first, last] = list.bounds().corners();
                    !map.tiles().changed_between(first, last, since)
                })
        };
        let end = end.min(graph.nodes.len());
        let is_far = (first..end).all(|id| is_far(&graph.nodes[narrow(id)]));
        let is_over = !is_far || end == graph.nodes.len();
        self.unchecked = (!is_over).then_some((end, since));
        Some(((end - first).div_ceil(CHECKED) as u64, is_far))
    }

    /// Returns the cost of every walkable cell.
    pub const fn terrain(&self) -> u16 {
        self.terrain
    }

    /// Returns `true` if no jump point is open.
    pub const fn is_finished(&self) -> bool {
        self.tally.open == 0
    }

    pub const fn stats(&self) -> SearchStats {
        self.tally.stats
    }

    /// Returns `true` if the cost limit excluded jump points.
    pub const fn is_cut(&self) -> bool {
        self.tally.is_cut
    }

    /// Returns the cost of the path found.
    pub const fn cost(&self) -> Cost {
        Cost(self.tally.best)
    }

    /// Returns the next jump point to expand; `None` if no open one could lead to a better path.
    #[inline(never)]
    pub(super) fn next_open<O: Observer>(
        &mut self,
        queue: &mut BucketQueue,
        nodes: &mut JumpNodes,
        tally: &mut SearchTally,
        observer: &mut O,
    ) -> Option<u32> {
        loop {
            let mut id = std::mem::replace(&mut self.next, NONE);
            if id == NONE {
                id = queue.pop().filter(|(floor, _)| *floor < tally.best)?.1;
            }
            let node = &mut nodes[id];
            if !node.is_open {
                continue;
            }
            if node.g + u64::from(node.h) < tally.best {
                return Some(id);
            }
            node.is_open = false;
            tally.open -= 1;
            if O::ACTIVE {
                observer.on_event(SearchEvent::Pruned {
                    cell: node.cell,
                    side: Side::Forward,
                });
            }
        }
    }

    /// Makes a successor with the priority `f` the next to expand if it is first in the queue; else
    /// pushes it.
    #[inline]
    pub(super) fn continue_with(&mut self, queue: &mut BucketQueue, f: u64, to: u32) {
        if queue.is_next(f) {
            self.next = to;
        } else {
            queue.push(f, to);
        }
    }

    /// Relaxes each goal whose canonical line the jumps from a jump point have followed.
    #[cold]
    pub(super) fn look_at_goals<O: Observer>(
        &mut self,
        ground: JumpGround,
        units: Units,
        goals: &[Cell],
        (id, from, g): (u32, Cell, u64),
        headings: Headings,
        sweeps: [u16; 4],
        observer: &mut O,
    ) {
        let movement = ground.movement();
        for goal in goals.iter().copied() {
            let cost = g + u64::from(units.between(movement, from, goal));
            let line = CanonicalLine::between(movement, from, goal);
            if cost < self.tally.best && has_followed(ground, headings, sweeps, from, line) {
                self.reach_goal(goal, from, cost, id, observer);
            }
        }
    }

    /// Relaxes a jump; returns the priority of its end unless the jump is of no use.
    #[expect(
        clippy::inline_always,
        reason = "most of a search with lists; a call for each edge takes a sixth of its time"
    )]
    #[inline(always)]
    pub(super) fn reach<O: Observer>(
        &self,
        tally: &mut SearchTally,
        node: &mut JumpNode,
        lists: &SuccessorLists,
        revision: Revision,
        Jump {
            from,
            parent,
            arrival,
            g,
        }: Jump,
        observer: &mut O,
    ) -> Option<u64> {
        let mut ignore = |reason| {
            // A goal, whose estimate is 0, is reached by `reach_goal`.
            if O::DETAILS && node.h > 0 {
                observer.on_event(SearchEvent::Ignored {
                    cell: node.cell,
                    from,
                    reason,
                    side: Side::Forward,
                });
            }
            None
        };
        if g >= node.g {
            return ignore(if node.is_open {
                IgnoreReason::NotBetter
            } else {
                IgnoreReason::Closed
            });
        }
        let f = g + u64::from(node.h);
        if f >= tally.best {
            tally.is_cut = true;
            return ignore(if self.end.is_none() {
                IgnoreReason::OverCostLimit
            } else {
                IgnoreReason::Useless
            });
        }
        if let (at, true) = node.list(arrival) {
            let list = lists.at(at);
            // With a cost limit, the jump points that it excludes decide why there is no path.
            let is_known = list.revision() == revision && self.ends.most == u64::MAX;
            if is_known && !list.bounds().may_hold(self.ends.target) {
                let ignored = ignore(IgnoreReason::Useless);
                // Closed as if it had been expanded, so that no other path of this cost leads on
                // from it: a search that does not know the dead end takes none either.
                tally.open -= u64::from(node.is_open);
                node.open(g, parent, arrival);
                node.is_open = false;
                return ignored;
            }
        }
        let (is_new, was_open) = (node.g == u64::MAX, node.is_open);
        tally.stats.generated += u64::from(is_new);
        tally.stats.reopened += u64::from(!is_new && !was_open);
        tally.open += u64::from(!was_open);
        if O::ACTIVE {
            observer.on_event(self.opened(
                node.cell,
                from,
                g,
                node.h,
                (!is_new).then_some(was_open),
            ));
        }
        node.open(g, parent, arrival);
        Some(f)
    }

    /// Stores a path to a goal that is better than the best one.
    pub(super) fn reach_goal<O: Observer>(
        &mut self,
        goal: Cell,
        from: Cell,
        cost: u64,
        parent: u32,
        observer: &mut O,
    ) {
        let before = self.end.replace(goal);
        if let Some(cell) = before.filter(|before| *before != goal) {
            // Includes the jump points that this expansion has opened before.
            self.tally.note_open();
            self.tally.open -= 1;
            if O::ACTIVE {
                observer.on_event(SearchEvent::Pruned {
                    cell,
                    side: Side::Forward,
                });
            }
        }
        let is_new = before != Some(goal);
        (self.tally.best, self.parent) = (cost, parent);
        self.tally.stats.generated += u64::from(is_new);
        self.tally.open += u64::from(is_new);
        self.tally.note_open();
        if O::ACTIVE {
            observer.on_event(self.opened(goal, from, cost, 0, (!is_new).then_some(true)));
        }
    }

    /// Returns the event for a cell that is opened, or gets another parent.
    ///
    /// `was_open` is `None` for a new cell.
    pub(super) fn opened(
        &self,
        cell: Cell,
        parent: Cell,
        g: u64,
        h: u32,
        was_open: Option<bool>,
    ) -> SearchEvent {
        let costs = (Cost(g * self.scale), Cost(u64::from(h) * self.scale));
        SearchEvent::opened(cell, parent, costs, Side::Forward, was_open)
    }

    /// Appends the cells of the path found, and counts the search towards landmarks.
    pub fn write_path(&self, map: &Map, graph: &mut JumpGraph, cells: &mut Vec<Cell>) {
        let start = self.ends.start;
        let mut turns = std::mem::take(&mut graph.path);
        turns.clear();
        turns.extend(self.end);
        let mut id = self.parent;
        while id != NONE {
            let node = &graph.nodes[id];
            turns.push(node.cell);
            id = node.parent;
        }
        if turns.last() != Some(&start) {
            turns.push(start);
        }
        cells.push(start);
        for pair in turns.windows(2).rev() {
            CanonicalLine::between(graph.movement, pair[1], pair[0]).walk(pair[1], cells);
        }
        if self.may_be_guided() {
            let (jump_points, expanded) = (graph.nodes.len(), self.tally.stats.expanded);
            let landmarks = &mut graph.landmarks;
            landmarks.earn(map, jump_points, expanded, turns.len() as u64);
        }
        graph.path = turns;
    }
}

impl SearchTally {
    /// Counts and reports an expansion.
    #[inline]
    pub fn expand<O: Observer>(&mut self, cell: Cell, observer: &mut O) {
        self.open -= 1;
        self.stats.expanded += 1;
        if O::ACTIVE {
            observer.on_event(SearchEvent::Expanded {
                cell,
                side: Side::Forward,
            });
        }
    }

    /// Updates the largest size of the open list, after the successors of an expansion are open.
    #[inline]
    pub fn note_open(&mut self) {
        self.stats.largest_open = self.stats.largest_open.max(self.open);
    }
}

/// A jump to a jump point: origin, direction of arrival, and the cost of the path that ends with
/// it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Jump {
    pub from: Cell,
    pub parent: u32,
    pub arrival: Heading,
    pub g: u64,
}

/// Returns `true` if the jumps from a cell have followed its canonical line to a goal.
#[inline]
fn has_followed(
    ground: JumpGround,
    headings: Headings,
    sweeps: [u16; 4],
    cell: Cell,
    line: CanonicalLine,
) -> bool {
    if headings >> line.departure() & 1 == 0 || line.sweep_steps > sweeps[line.sweep / 2].into() {
        return false;
    }
    let turn = moved(cell, line.sweep, line.sweep_steps);
    ground.is_walkable_line(
        ground.places_of(turn),
        line.straight,
        line.straight_steps as usize,
    )
}
