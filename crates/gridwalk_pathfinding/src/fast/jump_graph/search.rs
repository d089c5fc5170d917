//! State of one search on the jump graph, and how a successor is relaxed.

use super::ends::{PathEnds, Units};
use super::graph::{JumpGraph, List};
use super::jumps::{CanonicalLine, Headings, moved};
use super::landmarks::GoalDistances;
use super::nodes::{Jump, JumpNode, JumpNodes, NONE, Origin, Ties, rank_of};
use crate::fast::BucketQueue;
use crate::map::{Heading, JumpGround};
use crate::{Cell, Cost, IgnoreReason, Map, Observer, Revision, SearchEvent, SearchStats, Side};

/// A suspended search.
///
/// Within a bucket the newest jump point is expanded first, and a single successor may be expanded
/// before others. So a jump point can be expanded before its cheapest path is known, and again once
/// it is known: the search ends when no bucket is left that could hold a path to the goal as cheap
/// as the best one. Then the goal is expanded.
///
/// # Which path
/// The path does not depend on the order of the expansions, so neither on the lists that are known
/// nor on the estimate. A jump point is expanded for every direction of arrival on one of its
/// cheapest paths, and has a parent for each: of the jump points before it on these paths the first
/// in a fixed order. The goal has its parent by the same rule. All of them are expanded before the
/// search ends: with an estimate that is never too high, the priority of a jump point on a cheapest
/// path is at most the cost of that path. Dead ends are on none, in the direction in which they are
/// one.
#[derive(Debug)]
pub struct JumpSearch {
    pub(super) ends: PathEnds,
    /// The cost of every walkable cell.
    terrain: u16,
    /// The size of a graph unit in units of the costs that an observer gets.
    scale: u64,
    /// The end of the best known path, and the origin of its last jump with its cell.
    pub(super) end: Option<Cell>,
    parent: Origin,
    from: Cell,
    /// The jump point from which all directions count, besides the start.
    pub(super) root: u32,
    /// The jump point to expand next, which is not in the queue.
    pub(super) next: u32,
    pub(super) tally: SearchTally,
    /// The goal as the landmarks see it, and the expansions after which they are used.
    pub(super) aim: Option<GoalDistances>,
    pub(super) aims_after: u64,
}

/// Counters and best cost, kept in a local during the hot loop and written back at its end.
#[derive(Clone, Copy, Debug)]
pub(super) struct SearchTally {
    /// The cost of the best known path; without one, the most that a path may cost.
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
            best: ends.most,
            is_cut: false,
            open: 1,
            stats,
        };
        let search = Self {
            ends,
            terrain,
            scale,
            end: None,
            parent: Origin::NONE,
            from: ends.start,
            root: NONE,
            next: NONE,
            tally,
            aim: None,
            aims_after: u64::MAX,
        };
        if O::ACTIVE {
            let h = ends.left(graph.units.between(graph.movement, ends.start, ends.goal));
            observer.on_event(search.opened(ends.start, ends.start, 0, h, None));
        }
        search
    }

    /// Returns `true` if no edit after this revision touched a tile that the search has read.
    ///
    /// The search can then continue as if it had begun on the map as it is.
    ///
    /// # Complexity
    /// O(jump points of the graph).
    pub fn is_far_from_edits(&self, graph: &mut JumpGraph, map: &Map, since: Revision) -> bool {
        if !graph.landmarks.check(map, map.jump_ground(graph.movement)) && self.aim.is_some() {
            return false;
        }
        let graph = &*graph;
        let is_same = |[first, last]: [Cell; 2]| !map.tiles().changed_between(first, last, since);
        let lists = |node: &JumpNode| {
            graph
                .lists_of(node)
                .all(|list| is_same(list.bounds().corners()))
        };
        let SearchTally {
            stats: SearchStats { expanded, .. },
            open,
            ..
        } = self.tally;
        let has_begun = expanded > 0 && self.end.is_none() && open > 0;
        // A search that has not expanded its start has read nothing; one that has reached its goal
        // is almost done.
        expanded == 0
            || has_begun
                && is_same([graph.unrecorded.first, graph.unrecorded.last])
                && graph
                    .nodes
                    .iter()
                    .filter(|node| node.search == graph.search)
                    .all(lists)
    }

    /// Returns `true` if landmarks may help: no limit decides what is found, or why there is no
    /// path.
    pub(super) const fn may_aim(&self, most: u64) -> bool {
        most == u64::MAX && self.ends.is_plain && self.ends.most == u64::MAX
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

    /// Returns the next jump point to expand; `None` if no open one could lead to a path as cheap
    /// as the best.
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
                id = queue.pop().filter(|(floor, _)| *floor <= tally.best)?.1;
            }
            let node = &mut nodes[id];
            if !node.is_open() {
                continue;
            }
            if node.g + u64::from(node.h) <= tally.best {
                return Some(id);
            }
            node.open = 0;
            tally.open -= 1;
            if O::ACTIVE {
                observer.on_event(SearchEvent::Pruned {
                    cell: node.cell,
                    side: Side::Forward,
                });
            }
        }
    }

    /// Makes the last successor the next to expand if it is single or first in the queue; else
    /// pushes it.
    ///
    /// `f` is its priority. A single successor is the next only if its priority is near: a chain of
    /// them needs no queue operation.
    #[inline]
    pub(super) fn continue_with(
        &mut self,
        queue: &mut BucketQueue,
        successors: usize,
        f: u64,
        to: u32,
    ) {
        if successors == 1 && queue.is_near(f) || queue.is_next(f) {
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
        (parent, from, g): (Origin, Cell, u64),
        headings: Headings,
        sweeps: [u16; 4],
        observer: &mut O,
    ) {
        let movement = ground.movement();
        for goal in goals.iter().copied() {
            let cost = g + u64::from(units.between(movement, from, goal));
            let line = CanonicalLine::between(movement, from, goal);
            if self.is_better_end(goal, (from, parent.arrival()), cost)
                && has_followed(ground, headings, sweeps, from, line)
            {
                self.reach_goal(goal, from, cost, parent, observer);
            }
        }
    }

    /// Relaxes a jump; returns the priority of its end unless the jump is of no use.
    ///
    /// Sets `is_tied` if the jump point is known at the same cost; then
    /// [`reach_again`](Self::reach_again) decides.
    #[expect(
        clippy::inline_always,
        reason = "most of a search with lists; a call for each edge takes a sixth of its time"
    )]
    #[inline(always)]
    pub(super) fn reach<O: Observer>(
        &self,
        tally: &mut SearchTally,
        node: &mut JumpNode,
        words: &[u64],
        revision: Revision,
        Jump {
            from,
            parent,
            rank,
            arrival,
            g,
        }: Jump,
        is_tied: &mut bool,
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
            if g == node.g && node.may_change(arrival, rank) {
                *is_tied = true;
                return None;
            }
            return ignore(if node.is_open() {
                IgnoreReason::NotBetter
            } else {
                IgnoreReason::Closed
            });
        }
        let f = g + u64::from(node.h);
        if f > tally.best {
            tally.is_cut = true;
            return ignore(if self.end.is_none() {
                IgnoreReason::OverCostLimit
            } else {
                IgnoreReason::Useless
            });
        }
        if self.is_dead_end(node, words, revision, arrival) {
            return ignore(IgnoreReason::Useless);
        }
        let (is_new, was_open) = (node.g == u64::MAX, node.is_open());
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
        node.open(g, parent, rank, arrival);
        Some(f)
    }

    /// Relaxes a jump to a jump point once more, after all jumps of its origin, if it costs as much
    /// as the best one.
    ///
    /// Returns the priority of the jump point if that changes its parents and leaves it open.
    #[cold]
    #[inline(never)]
    pub(super) fn reach_again<O: Observer>(
        &self,
        tally: &mut SearchTally,
        nodes: &mut JumpNodes,
        ties: &mut Ties,
        words: &[u64],
        to: u32,
        revision: Revision,
        Jump {
            from,
            parent,
            rank,
            arrival,
            g,
        }: Jump,
        observer: &mut O,
    ) -> Option<u64> {
        let node = &nodes[to];
        let (was_open, is_known) = (node.is_open(), node.arrivals >> arrival & 1 == 1);
        let before = if is_known {
            ties.origin(node, arrival)
        } else {
            Origin::NONE
        };
        if node.g != g || before == parent {
            return None;
        }
        let (is_better, is_other_cell) = if let Some((id, arrival)) = before.get() {
            let before = nodes[id].cell;
            (
                is_before((from, parent.arrival()), (before, arrival)),
                from != before,
            )
        } else {
            (!self.is_dead_end(node, words, revision, arrival), true)
        };
        let node = &mut nodes[to];
        let f = g + u64::from(node.h);
        if !is_better || f > tally.best {
            if O::DETAILS && node.h > 0 {
                let reason = if was_open {
                    IgnoreReason::NotBetter
                } else {
                    IgnoreReason::Closed
                };
                observer.on_event(SearchEvent::Ignored {
                    cell: node.cell,
                    from,
                    reason,
                    side: Side::Forward,
                });
            }
            return None;
        }
        ties.set(node, arrival, parent);
        node.rank = rank;
        if !is_known {
            (node.arrivals, node.open) = (node.arrivals | 1 << arrival, node.open | 1 << arrival);
            tally.stats.reopened += u64::from(!was_open);
            tally.open += u64::from(!was_open);
        }
        if O::ACTIVE && is_other_cell {
            observer.on_event(self.opened(node.cell, from, g, node.h, Some(was_open || is_known)));
        }
        (node.is_open() && is_other_cell).then_some(f)
    }

    /// Opens a jump point again that has just been expanded, for the other directions in which it
    /// was reached.
    #[cold]
    #[inline(never)]
    pub(super) fn reopen<O: Observer>(
        &self,
        tally: &mut SearchTally,
        nodes: &mut JumpNodes,
        ties: &Ties,
        id: u32,
        open: Headings,
        queue: &mut BucketQueue,
        observer: &mut O,
    ) {
        let JumpNode { cell, g, h, .. } = nodes[id];
        tally.open += 1;
        tally.stats.reopened += 1;
        nodes[id].open = open;
        queue.push(g + u64::from(h), id);
        if O::ACTIVE {
            let (parent, _) = ties
                .origin(&nodes[id], open.trailing_zeros() as Heading)
                .get()
                .expect("it is not the start");
            observer.on_event(self.opened(cell, nodes[parent].cell, g, h, Some(false)));
        }
    }

    /// Returns `true` if the jumps from a jump point are known to lead to dead ends only, and not
    /// to the goal.
    #[inline]
    fn is_dead_end(
        &self,
        node: &JumpNode,
        words: &[u64],
        revision: Revision,
        arrival: Heading,
    ) -> bool {
        let (at, true) = node.list(arrival) else {
            return false;
        };
        let list = List(&words[at..]);
        // With a cost limit, the jump points that it excludes decide why there is no path.
        let is_known = list.revision() == revision && self.ends.most == u64::MAX;
        is_known && !list.bounds().may_hold(self.ends.target)
    }

    /// Returns `true` if a path to this goal replaces the best one: of equally cheap paths the
    /// first in the order of parents.
    pub(super) fn is_better_end(&self, goal: Cell, from: (Cell, Heading), cost: u64) -> bool {
        let before = (self.from, self.parent.arrival());
        let is_first =
            |end| is_before((goal, 0), (end, 0)) || goal == end && is_before(from, before);
        cost < self.tally.best || cost == self.tally.best && self.end.is_none_or(is_first)
    }

    /// Stores a path to a goal that is better than the best one.
    pub(super) fn reach_goal<O: Observer>(
        &mut self,
        goal: Cell,
        from: Cell,
        cost: u64,
        parent: Origin,
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
        (self.tally.best, self.parent, self.from) = (cost, parent, from);
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
        let (g, h, side) = (
            Cost(g * self.scale),
            Cost(u64::from(h) * self.scale),
            Side::Forward,
        );
        match was_open {
            None => SearchEvent::Generated {
                cell,
                parent,
                g,
                h,
                side,
            },
            Some(was_open) => SearchEvent::Relaxed {
                cell,
                parent,
                g,
                h,
                side,
                reopened: !was_open,
            },
        }
    }

    /// Appends the cells of the path found.
    pub fn write_path(&self, graph: &mut JumpGraph, cells: &mut Vec<Cell>) {
        let start = self.ends.start;
        let mut turns = std::mem::take(&mut graph.path);
        turns.clear();
        turns.extend(self.end);
        let mut next = self.parent.get();
        while let Some((id, arrival)) = next {
            let node = &graph.nodes[id];
            turns.push(node.cell);
            next = graph.ties.origin(node, arrival).get();
        }
        if turns.last() != Some(&start) {
            turns.push(start);
        }
        cells.push(start);
        for pair in turns.windows(2).rev() {
            CanonicalLine::between(graph.movement, pair[1], pair[0]).walk(pair[1], cells);
        }
        graph.path = turns;
    }
}

impl SearchTally {
    /// Updates the largest size of the open list, after the successors of an expansion are open.
    #[inline]
    pub fn note_open(&mut self) {
        self.stats.largest_open = self.stats.largest_open.max(self.open);
    }
}

/// Returns `true` if a parent is preferred to another one that is as good.
///
/// The order is fixed, but otherwise without meaning: by rank, in reading order, and by direction
/// of arrival.
fn is_before((cell, arrival): (Cell, Heading), (other, other_arrival): (Cell, Heading)) -> bool {
    (rank_of(cell), cell.y, cell.x, arrival) < (rank_of(other), other.y, other.x, other_arrival)
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
    // Beyond a jump point at the end of a jump, the line is that of another jump.
    let (by, is_jump_point) = ground.jump(ground.places_of(turn), line.straight);
    line.straight_steps < by.unsigned_abs() + u32::from(is_jump_point)
}
