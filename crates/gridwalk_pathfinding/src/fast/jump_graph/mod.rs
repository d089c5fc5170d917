//! The lazy jump graph: successors of jump points, recorded when a search first needs them.
//!
//! Its base is block-based jump point search, which keeps nothing: [`jumps`] finds the successors
//! of a jump point on the map, 64 cells at a time. The first search on a map works like that, and
//! so does every search for the first few diagonal steps from its start, and once the memory is
//! full.
//!
//! The successors of a jump point do not depend on the goal, so a list of them serves all searches
//! until an edit touches the cells that its jumps have read. The goal is attached to the jumps,
//! recorded or not: of the canonical line to the goal, the diagonal steps are checked against the
//! length of the diagonal scan, the straight steps by a scan of bits.
//!
//! Diagonal jumps do not end where they only turn (Harabor and Grastien, "Improving jump point
//! search", 2014): the lists name the jump points that the straight jumps from each of their cells
//! find. Diagonal steps with these straight jumps are a *diagonal scan*; with four directions its
//! steps are vertical. The lists describe the map as it is; nothing is prepared. After an edit, a
//! list that is needed again is compared with the versions of the tiles that its jumps have read,
//! and recorded again if one of them is newer.
//!
//! A jump point is a dead end if nothing but dead ends follows it, as in a room with one door. Its
//! list is marked as such once its successors have been expanded, and then holds the rectangle of
//! all cells that the jumps behind it have read; a search whose goal lies elsewhere skips the jump
//! point. (Björnsson and Halldórsson, "Improved heuristics for optimal path-finding on game maps",
//! 2006, close rooms in this way; Pochter and others, "Search space reduction using swamp
//! hierarchies", 2010.) That changes which jump points are expanded, and hardly ever the path: the
//! skipped jump points do not change the order of the others. Only where two paths of equal cost
//! lead to a jump point behind a dead end, from two directions, the skipped one can decide between
//! them: six times in nine million queries in small mazes.
//!
//! Once searches have taken long enough, [`landmarks`] raise the estimates of searches without
//! limits. Then another of several cheapest paths can be found.
//!
//! A *hasty* search, for drafts, weights its estimates: it finds a path soon that is not quite the
//! cheapest.
//!
//! A* on the graph has two loops: one follows lists, the other scans the map. If lists are kept,
//! the list of the next jump point is recorded first.

mod ends;
mod graph;
mod jumps;
mod landmarks;
mod lists;
mod nodes;
mod search;
mod wave;

use ends::Bounds;
pub use ends::{PathEnds, Units};
pub use graph::JumpGraph;
pub use jumps::jump_turn;
use jumps::{CanonicalLine, JumpTarget, Jumps, MAX_SWEEP, Receiver, START, Seen, moved};
use nodes::{JumpNode, NONE};
pub use search::JumpSearch;
use search::{Jump, SearchTally};

use super::BucketQueue;
use crate::map::{Heading, JumpGround};
use crate::{Cell, Map, Movement, Observer, Revision, SearchStats, Status};

/// The maximum length of the diagonal scans from the start.
///
/// Their last cell counts as a jump point, from which the scan continues when that cell is
/// expanded. Scans that lead away from the goal never continue; others continue by a list, which
/// serves the next start nearby.
const FIRST_SWEEPS: u32 = 8;

impl JumpSearch {
    /// Continues until the search ends or a limit is reached; returns the work done and the status.
    ///
    /// `most` limits the expansions of the whole search, `work` the work of this call, which makes
    /// at least one expansion or records one list. Recording a list counts as work.
    ///
    /// # Complexity
    /// O(E) time for E edges of the jump points that A* expands, if their lists are recorded and
    /// right.
    pub fn run<O: Observer>(
        &mut self,
        place: &mut SearchPlace,
        most: u64,
        work: u64,
        observer: &mut O,
    ) -> (u64, Status) {
        let begun = self.work(place.graph);
        place.queue.grow_ahead();
        let status = loop {
            let SearchStats { expanded, .. } = self.tally.stats;
            if expanded >= most && !self.is_finished() {
                break Status::OutOfBudget;
            }
            let left = work.saturating_sub(self.work(place.graph) - begun);
            if left == 0 {
                break Status::Running;
            }
            if expanded == 0 {
                if self.begin(place, observer) == Status::Found {
                    break Status::Found;
                }
                continue;
            }
            // If no jump point is open, none is expanded.
            let last = expanded.saturating_add(left).min(most).max(expanded + 1);
            let halt = if self.is_hasty() {
                self.follow_lists::<O, false, true>(place, last, observer)
            } else if !O::ACTIVE && self.is_guided {
                self.follow_lists::<O, true, false>(place, last, observer)
            } else {
                self.follow_lists::<O, false, false>(place, last, observer)
            };
            let halt = match halt {
                Halt::Other => {
                    ByMap::of(self, place, observer).run(most, begun.saturating_add(work))
                }
                halt => halt,
            };
            match halt {
                Halt::Enough | Halt::Other => {}
                Halt::Over => {
                    let Some(end) = self.end else {
                        break Status::Exhausted;
                    };
                    self.tally.expand(end, observer);
                    break Status::Found;
                }
            }
        };
        (self.work(place.graph) - begun, status)
    }

    fn work(&self, graph: &JumpGraph) -> u64 {
        self.tally.stats.expanded + graph.work()
    }

    /// Expands the start, and finds the path to the goal if nothing blocks the line between them.
    #[inline(never)]
    fn begin<O: Observer>(&mut self, place: &mut SearchPlace, observer: &mut O) -> Status {
        let start = self.ends.start;
        self.tally.expand(start, observer);
        if self.ends.is_goal(start) {
            (self.end, self.tally.best) = (Some(start), 0);
            return Status::Found;
        }
        let SearchPlace {
            map,
            ground,
            ref mut graph,
            ref mut queue,
        } = *place;
        let (movement, units) = (graph.movement, graph.units);
        let between = |to| units.between(movement, start, to);
        let least = self.ends.left(between(self.ends.goal));
        queue.begin(least.into(), self.bucket_shift(units));
        let starts_inside = self.ends.contains(start);
        self.ends.list_goals(map.grid(), &mut graph.goals);
        // Without a wall on the line to the nearest goal, the line is a cheapest path.
        let nearest = graph
            .goals
            .iter()
            .copied()
            .min_by_key(|goal| between(*goal))
            .filter(|_| starts_inside);
        if let Some(goal) = nearest.filter(|goal| {
            CanonicalLine::between(movement, start, *goal).is_walkable(ground, start)
        }) {
            let cost = between(goal).into();
            if cost < self.tally.best {
                self.reach_goal(goal, start, cost, NONE, observer);
            }
            self.tally.is_cut = self.end.is_none();
            return Status::Running;
        }
        graph.begin();
        self.is_guided = self.may_be_guided() && graph.landmarks.check(map, ground);
        self.is_plain = self.ends.is_plain && !self.is_guided && !self.is_hasty();
        let id = graph.id(start);
        let number = graph.search;
        let node = &mut graph.nodes[id];
        (node.search, node.parent, node.h, node.g, node.is_open) = (number, NONE, 0, 0, false);
        let mut jumps = ByMap::of(self, place, observer);
        if starts_inside {
            jumps.expand::<FIRST_SWEEPS>(id, START);
        } else {
            jumps.enter(id);
        }
        jumps.end();
        Status::Running
    }

    /// Expands jump points whose lists are recorded and right, until `last` expansions are made in
    /// all.
    ///
    /// With `GUIDED`, landmarks raise the estimates. With `HASTY`, the search is hasty.
    // Inlined into its caller, it would have fewer registers.
    #[inline(never)]
    fn follow_lists<O: Observer, const GUIDED: bool, const HASTY: bool>(
        &mut self,
        place: &mut SearchPlace,
        last: u64,
        observer: &mut O,
    ) -> Halt {
        let SearchPlace {
            map,
            ground,
            ref mut graph,
            ref mut queue,
        } = *place;
        let revision = map.grid().revision();
        let JumpGraph {
            movement,
            units,
            search,
            ref mut nodes,
            ref mut lists,
            ref goals,
            ref landmarks,
            ..
        } = **graph;
        let bounds = if GUIDED {
            landmarks.bounds(ground, self.ends.goal)
        } else {
            None
        };
        let PathEnds {
            goal,
            target,
            is_plain,
            ..
        } = self.ends;
        let (mut tally, begun) = (self.tally, self.tally.stats.expanded);
        let halt = loop {
            if tally.stats.expanded >= last {
                break Halt::Enough;
            }
            let Some(id) = self.next_open(queue, nodes, &mut tally, observer) else {
                break Halt::Over;
            };
            let node = &mut nodes[id];
            let (from, g) = (node.cell, node.g);
            let (at, is_dead_end) = node.list(node.arrival.into());
            let list = (at != 0 && id != self.root).then(|| lists.at(at));
            let Some(list) = list.filter(|list| list.revision() == revision) else {
                self.next = id;
                break Halt::Other;
            };
            node.is_open = false;
            tally.expand(from, observer);
            let (floor, mut newest) = (queue.floor(), None);
            for edge in list.edges() {
                let node = &mut nodes[edge.to()];
                if node.search != search {
                    let h = units.between(movement, node.cell, goal);
                    let h = if let Some(bounds) = &bounds {
                        if h == 0 {
                            0
                        } else {
                            h.max(bounds.of(ground.row_place(node.cell)))
                        }
                    } else if is_plain {
                        h
                    } else {
                        self.ends.within_limits(node.cell, h)
                    };
                    let h = if HASTY { Self::hasty_estimate(h) } else { h };
                    node.begin(search, h);
                }
                if HASTY && Self::is_done(node) {
                    continue;
                }
                let (to, arrival, g) = (edge.to(), edge.arrival(), g + edge.cost());
                let jump = Jump {
                    from,
                    parent: id,
                    arrival,
                    g,
                };
                if let Some(f) = self.reach(&mut tally, node, lists, revision, jump, observer) {
                    // Estimates of landmarks are rounded, so a priority can be lower than the last.
                    let f = match (GUIDED, HASTY) {
                        (_, true) => queue.step_back(f),
                        (true, _) => f.max(floor),
                        _ => f,
                    };
                    if let Some((f, to)) = newest.replace((f, to)) {
                        queue.push(f, to);
                    }
                }
            }
            tally.note_open();
            let (headings, sweeps) = (list.headings(), list.sweeps());
            let may_see_goal = list.bounds().may_hold(target);
            if newest.is_none() && !is_dead_end {
                graph::mark_dead_ends(nodes, lists, id);
            }
            if may_see_goal {
                self.tally = tally;
                self.look_at_goals(
                    ground,
                    units,
                    goals,
                    (id, from, g),
                    headings,
                    sweeps,
                    observer,
                );
                tally = self.tally;
            }
            if let Some((f, to)) = newest {
                self.continue_with(queue, f, to);
            }
        };
        self.tally = tally;
        graph.hits += tally.stats.expanded - begun;
        halt
    }
}

/// The map, the graph and the open list of a search.
#[derive(Debug)]
pub struct SearchPlace<'a> {
    map: &'a Map,
    ground: JumpGround<'a>,
    graph: &'a mut JumpGraph,
    queue: &'a mut BucketQueue,
}

impl<'a> SearchPlace<'a> {
    pub fn new(map: &'a Map, graph: &'a mut JumpGraph, queue: &'a mut BucketQueue) -> Self {
        Self {
            map,
            ground: map.jump_ground(graph.movement()),
            graph,
            queue,
        }
    }
}

/// The reason why one of the two loops ends.
enum Halt {
    /// The requested number of expansions, or amount of work, is done.
    Enough,
    /// The next jump point is expanded in the other loop.
    Other,
    /// No open jump point leads to a better path.
    Over,
}

/// The loop that expands jump points by scanning the map.
///
/// It is set up once for many expansions, since setting it up takes time.
type ByMap<'a, O> = Jumps<'a, Expansion<'a, O>>;

struct Expansion<'a, O> {
    search: &'a mut JumpSearch,
    /// The tally of the search, written back at the end.
    tally: SearchTally,
    map: &'a Map,
    ground: JumpGround<'a>,
    revision: Revision,
    graph: &'a mut JumpGraph,
    queue: &'a mut BucketQueue,
    observer: &'a mut O,
    /// The jump point in expansion, and the cost of the path to it.
    id: u32,
    from: Cell,
    g: u64,
    /// Priority and number of the jump point found last: pushed when another is found, or expanded
    /// next.
    newest: Option<(u64, u32)>,
}

impl<'a, O: Observer> ByMap<'a, O> {
    fn of(search: &'a mut JumpSearch, place: &'a mut SearchPlace, observer: &'a mut O) -> Self {
        let SearchPlace {
            map,
            ground,
            ref mut graph,
            ref mut queue,
        } = *place;
        let (tally, revision, units) = (search.tally, map.grid().revision(), graph.units);
        let (id, from, g, newest) = (0, Cell::default(), 0, None);
        let expansion = Expansion {
            search,
            tally,
            map,
            ground,
            revision,
            graph,
            queue,
            observer,
            id,
            from,
            g,
            newest,
        };
        Jumps::new(ground, units, expansion)
    }

    /// Continues until `most` expansions are made, or `work` units of work, in all.
    ///
    /// If lists are kept, it ensures that the next list is right, and leaves that list to the other
    /// loop.
    #[inline(never)]
    fn run(&mut self, most: u64, work: u64) -> Halt {
        let halt = loop {
            let expansion = &mut self.receiver;
            let Expansion {
                search,
                graph,
                queue,
                tally,
                observer,
                ..
            } = expansion;
            let Some(id) = search.next_open(queue, &mut graph.nodes, tally, *observer) else {
                break Halt::Over;
            };
            let is_root = id == search.root;
            if !is_root && graph.has_list(expansion.map, self.ground, id) {
                search.next = id;
                break Halt::Other;
            }
            let node = &mut graph.nodes[id];
            node.is_open = false;
            tally.expand(node.cell, *observer);
            let arrival = if is_root { START } else { node.arrival.into() };
            self.expand::<MAX_SWEEP>(id, arrival);
            let Expansion { tally, graph, .. } = &self.receiver;
            if tally.stats.expanded >= most || tally.stats.expanded + graph.work() >= work {
                break Halt::Enough;
            }
        };
        self.end();
        halt
    }

    /// Follows all jumps from a jump point, by diagonal scans of at most `MOST` steps.
    ///
    /// `arrival` is the direction in which the jump point was reached, or [`START`].
    #[inline(never)]
    fn expand<const MOST: u32>(&mut self, id: u32, arrival: Heading) {
        let JumpNode { cell: from, g, .. } = self.receiver.graph.nodes[id];
        let expansion = &mut self.receiver;
        (expansion.id, expansion.from) = (id, from);
        (expansion.g, expansion.newest) = (g, None);
        let at = self.ground.places_of(from);
        let headings = self.receiver.graph.headings(self.ground, at, arrival);
        let seen = self.follow::<MOST>(from, at, headings);
        let Expansion {
            search,
            tally,
            graph,
            queue,
            observer,
            newest,
            ..
        } = &mut self.receiver;
        tally.note_open();
        graph.note(&seen);
        if Bounds::between(seen.first, seen.last).may_hold(search.ends.target) {
            search.tally = *tally;
            search.look_at_goals(
                self.ground,
                graph.units,
                &graph.goals,
                (id, from, g),
                headings,
                seen.sweeps,
                *observer,
            );
            *tally = search.tally;
        }
        if let Some((f, to)) = *newest {
            search.continue_with(queue, f, to);
        }
    }

    /// Steps from a start outside the region to its neighbours.
    #[cold]
    fn enter(&mut self, id: u32) {
        let (ground, expansion) = (self.ground, &mut self.receiver);
        let (ends, graph) = (expansion.search.ends, &mut *expansion.graph);
        let (movement, units, from) = (graph.movement, graph.units, ends.start);
        graph.note(&Seen::around(from));
        let headings = graph.headings(ground, ground.places_of(from), START);
        let headings = (0..8).filter(|heading| headings >> heading & 1 == 1);
        let steps = headings.map(|arrival| JumpTarget {
            cell: moved(from, arrival, 1),
            arrival,
            cost: units.between(movement, from, moved(from, arrival, 1)),
        });
        let search = &mut *expansion.search;
        for JumpTarget { cell, cost, .. } in steps.clone() {
            let cost = u64::from(cost);
            if ends.is_goal(cell) && ends.contains(cell) && cost < search.tally.best {
                search.reach_goal(cell, from, cost, id, expansion.observer);
            }
        }
        expansion.tally = search.tally;
        (expansion.id, expansion.from) = (id, from);
        for step in steps {
            expansion.receive(step);
        }
        expansion.tally.note_open();
        if let Some((f, to)) = expansion.newest {
            expansion.search.continue_with(expansion.queue, f, to);
            // A vertical step replaces a step that is pruned behind a horizontal one, but here it
            // would lead along outside.
            if movement == Movement::Four {
                expansion.search.root = to;
            }
        }
    }

    /// Writes the tally back to the search.
    fn end(&mut self) {
        self.receiver.search.tally = self.receiver.tally;
    }
}

impl<O: Observer> Receiver for Expansion<'_, O> {
    #[inline]
    fn receive(
        &mut self,
        JumpTarget {
            cell,
            arrival,
            cost,
        }: JumpTarget,
    ) {
        let Self {
            search,
            tally,
            graph,
            queue,
            observer,
            ..
        } = self;
        let g = self.g + u64::from(cost);
        let h = graph.units.between(graph.movement, cell, search.ends.goal);
        let h = if search.is_plain {
            h
        } else {
            search.estimate(graph, self.ground, cell, h)
        };
        let to = graph.id(cell);
        let JumpGraph {
            search: number,
            nodes,
            lists,
            ..
        } = &mut **graph;
        let node = &mut nodes[to];
        if node.search != *number {
            node.begin(*number, h);
        }
        if search.is_hasty() && JumpSearch::is_done(node) {
            return;
        }
        let jump = Jump {
            from: self.from,
            parent: self.id,
            arrival,
            g,
        };
        if let Some(f) = search.reach(tally, node, lists, self.revision, jump, *observer) {
            let f = if search.is_hasty() {
                queue.step_back(f)
            } else {
                f.max(queue.floor())
            };
            if let Some((f, to)) = self.newest.replace((f, to)) {
                queue.push(f, to);
            }
        }
    }
}
