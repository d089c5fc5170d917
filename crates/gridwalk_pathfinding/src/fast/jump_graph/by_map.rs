//! Expansions by scanning the map, for jump points without a list.
//!
//! Where lists are kept, the list of the next jump point is recorded first.

use super::bounds::Bounds;
use super::geometry::START;
use super::graph::{JumpGraph, Source};
use super::jumps::{Jumps, Receiver, Target};
use super::nodes::Node;
use super::place::{Halt, Place};
use super::search::{Jump, JumpSearch, Tally};
use crate::fast::BucketQueue;
use crate::map::Heading;
use crate::{Cell, Map, Observer, Revision, SearchEvent, Side};

/// The loop that expands jump points by scanning the map.
///
/// It is set up once for many expansions, since setting it up takes time.
pub(super) type ByMap<'a, O> = Jumps<'a, Expansion<'a, O>>;

pub(super) struct Expansion<'a, O> {
    search: &'a mut JumpSearch,
    /// The tally of the search, written back at the end.
    tally: Tally,
    map: &'a Map,
    revision: Revision,
    graph: &'a mut JumpGraph,
    queue: &'a mut BucketQueue,
    observer: &'a mut O,
    /// The jump point in expansion, the cost of the path to it, and the number of jump points found.
    id: u32,
    from: Cell,
    g: u64,
    count: usize,
    /// Priority and number of the jump point found last: pushed when another is found, or expanded next.
    newest: Option<(u64, u32)>,
}

impl<'a, O: Observer> ByMap<'a, O> {
    pub fn of(search: &'a mut JumpSearch, place: &'a mut Place, observer: &'a mut O) -> Self {
        let Place { map, ground, ref mut graph, ref mut queue } = *place;
        let (tally, revision, units) = (search.tally, map.grid().revision(), graph.units);
        let (id, from, g, count, newest) = (0, Cell::default(), 0, 0, None);
        let expansion = Expansion { search, tally, map, revision, graph, queue, observer, id, from, g, count, newest };
        Jumps::new(ground, units, expansion)
    }

    /// Continues until `most` expansions are made, or `work` units of work, in all.
    ///
    /// Where lists are kept, it ensures that the next list is right, and leaves that list to the other loop.
    #[inline(never)]
    pub fn run(&mut self, most: u64, work: u64) -> Halt {
        let halt = loop {
            let expansion = &mut self.receiver;
            let Expansion { search, graph, queue, tally, observer, .. } = expansion;
            let Some(id) = search.next_open(queue, &mut graph.nodes, tally, *observer) else { break Halt::Over };
            let is_root = id == search.root;
            if !is_root && graph.source(expansion.map, self.ground, id) == Source::List {
                search.next = id;
                break Halt::Other;
            }
            let node = &mut graph.nodes[id];
            node.is_open = false;
            tally.open -= 1;
            tally.stats.expanded += 1;
            if O::ACTIVE {
                observer.on_event(SearchEvent::Expanded { cell: node.cell, side: Side::Forward });
            }
            let arrival = if is_root { START } else { node.arrival.into() };
            self.expand::<{ u32::MAX }>(id, arrival);
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
    pub fn expand<const MOST: u32>(&mut self, id: u32, arrival: Heading) {
        let Node { cell: from, g, .. } = self.receiver.graph.nodes[id];
        let expansion = &mut self.receiver;
        (expansion.id, expansion.from, expansion.g, expansion.count, expansion.newest) = (id, from, g, 0, None);
        let at = self.ground.places_of(from);
        let headings = self.receiver.graph.headings(self.ground, at, arrival);
        let seen = self.follow::<MOST>(from, at, headings);
        let Expansion { search, tally, graph, queue, observer, count, newest, .. } = &mut self.receiver;
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
            search.go_on(queue, *count, f, to);
        }
    }

    /// Writes the tally back to the search.
    pub fn end(&mut self) {
        self.receiver.search.tally = self.receiver.tally;
    }
}

impl<O: Observer> Receiver for Expansion<'_, O> {
    #[inline]
    fn receive(&mut self, Target { cell, arrival, cost }: Target) {
        let Self { search, tally, graph, queue, observer, .. } = self;
        self.count += 1;
        let g = self.g + u64::from(cost);
        let h = graph.units.between(graph.movement, cell, search.ends.goal);
        let h = if search.ends.is_plain { h } else { search.ends.within_limits(cell, h) };
        if !O::DETAILS && g + u64::from(h) >= tally.best && search.end.is_some() {
            return;
        }
        let to = graph.id(cell);
        let JumpGraph { search: number, nodes, words, .. } = &mut **graph;
        let node = &mut nodes[to];
        if node.search != *number {
            node.begin(*number, h);
        }
        let jump = Jump { from: self.from, parent: self.id, arrival, g };
        if let Some(f) = search.reach(tally, node, words, self.revision, jump, *observer)
            && let Some((f, to)) = self.newest.replace((f, to))
        {
            queue.push(f, to);
        }
    }
}
