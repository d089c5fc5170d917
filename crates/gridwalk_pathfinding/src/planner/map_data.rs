//! The jump graphs of a planner: taken from their maps for a search, and left there afterwards.

use crate::fast::{JumpGraph, Units};
use crate::map::{MapId, Ticket};
use crate::{Map, SearchOptions};

/// The jump graph of the search in progress, or the cache of a planner that shares none.
#[derive(Debug, Default)]
pub(super) struct Graphs {
    /// Jump graphs by map; the most recently used comes first.
    list: Vec<HeldGraph>,
    /// Memory limit of each jump graph in bytes; `None` for the default.
    pub most_bytes: Option<usize>,
    /// Whether graphs are neither taken from maps nor left there.
    pub is_apart: bool,
    /// Whether searches neither use nor compute landmarks.
    pub without_landmarks: bool,
    /// The graph that was left to its map last.
    left: Option<LeftGraph>,
}

/// A jump graph of a planner.
#[derive(Clone, Debug)]
struct HeldGraph {
    of: MapId,
    /// `None` for a graph that was never on its map.
    ticket: Option<Ticket>,
    graph: Box<JumpGraph>,
}

/// A jump graph on its map, where any planner may take it.
#[derive(Debug)]
struct LeftGraph {
    of: MapId,
    ticket: Ticket,
    bytes: usize,
}

/// Maximum number of jump graphs in the cache.
const MAX_GRAPHS: usize = 8;

impl Graphs {
    /// Returns the memory of the graphs in bytes, including the one that was left to a map last.
    pub fn bytes(&self) -> usize {
        let left = self.left.iter().map(|left| left.bytes);
        let held = self.list.iter().map(|held| held.graph.bytes());
        held.chain(left).sum()
    }

    /// Copies the graphs for another planner, which shares none.
    pub fn fork(&self) -> Self {
        Self {
            list: self.list.clone(),
            most_bytes: self.most_bytes,
            is_apart: true,
            without_landmarks: self.without_landmarks,
            left: None,
        }
    }

    /// Returns the graph that was used last.
    pub fn current(&mut self) -> &mut JumpGraph {
        &mut self.list[0].graph
    }

    /// Returns the graph of a map under these options: that of the planner, that left on the map,
    /// or a new one.
    pub fn select(&mut self, map: &Map, options: &SearchOptions) -> &mut JumpGraph {
        let (movement, units) = (options.movement, Units::of(options.steps));
        let is_wanted = |graph: &JumpGraph| graph.is_for(movement, units);
        let found = self
            .list
            .iter()
            .position(|held| map.is(&held.of) && is_wanted(&held.graph));
        let at = found.unwrap_or_else(|| {
            let (of, taken) = if self.is_apart {
                self.list.retain(|held| held.of.strong_count() > 0);
                self.list.truncate(MAX_GRAPHS - 1);
                (map.identity(), None)
            } else {
                self.take(map, is_wanted)
            };
            let (ticket, graph) = taken.map_or_else(
                || (None, Box::new(JumpGraph::new(movement, units))),
                |(ticket, graph)| (Some(ticket), graph),
            );
            self.list.push(HeldGraph { of, ticket, graph });
            self.list.len() - 1
        });
        self.list[..=at].rotate_right(1);
        let graph = &mut self.list[0].graph;
        graph.limit(self.most_bytes);
        graph
    }

    /// Takes a graph from a map: the one that this planner has used last, else the best.
    fn take(
        &mut self,
        map: &Map,
        is_wanted: impl Fn(&JumpGraph) -> bool,
    ) -> (MapId, Option<(Ticket, Box<JumpGraph>)>) {
        let last = self.left.take().filter(|left| map.is(&left.of));
        let (of, own) = match last {
            Some(left) => (left.of, Some(left.ticket)),
            None => (map.identity(), None),
        };
        let rating = |ticket, graph: &JumpGraph| {
            is_wanted(graph).then(|| (own == Some(ticket), graph.worth()))
        };
        (of, map.kept().take(rating))
    }

    /// Leaves the graph of a search that is over to its map, which is this one if one is given.
    pub fn leave(&mut self, map: Option<&Map>) {
        if self.is_apart {
            return;
        }
        for HeldGraph { of, ticket, graph } in self.list.drain(..) {
            let bytes = graph.bytes();
            let ticket = match map {
                Some(map) if map.is(&of) => map.kept().put(ticket, graph),
                _ => match of.upgrade() {
                    Some(kept) => kept.put(ticket, graph),
                    None => continue,
                },
            };
            self.left = Some(LeftGraph { of, ticket, bytes });
        }
    }
}

/// Leaves the graph, and drops the worse one if the map has another of its kind.
///
/// So a map does not keep the graphs of many threads for ever.
impl Drop for Graphs {
    fn drop(&mut self) {
        self.leave(None);
        let Some(left) = self.left.take() else {
            return;
        };
        let Some(kept) = left.of.upgrade() else {
            return;
        };
        // Another planner may be using it now.
        let is_own = |ticket, _: &JumpGraph| (ticket == left.ticket).then_some(());
        if let Some(own) = kept.take(is_own) {
            let worth = |_, graph: &JumpGraph| graph.is_like(&own.1).then(|| graph.worth());
            let (ticket, graph) = match kept.take(worth) {
                Some(other) if other.1.worth() > own.1.worth() => other,
                _ => own,
            };
            kept.put(Some(ticket), graph);
        }
    }
}
