//! The jump graphs of a planner, taken from their maps and given back when the planner is dropped.

use crate::fast::{JumpGraph, Units};
use crate::map::MapId;
use crate::{Map, SearchOptions};

/// Jump graphs by map; the most recently used comes first.
#[derive(Debug, Default)]
pub(super) struct Graphs {
    list: Vec<(MapId, JumpGraph)>,
    /// Memory limit of each jump graph in bytes; `None` for the default.
    pub most_bytes: Option<usize>,
    /// Whether graphs are neither taken from maps nor given back.
    pub is_apart: bool,
}

/// Maximum number of jump graphs in the cache.
const MAX_GRAPHS: usize = 8;

impl Graphs {
    pub fn bytes(&self) -> usize {
        self.list.iter().map(|(_, graph)| graph.bytes()).sum()
    }

    /// Copies the graphs for another planner, which neither takes any from maps nor gives any back.
    pub fn fork(&self) -> Self {
        Self {
            list: self.list.clone(),
            most_bytes: self.most_bytes,
            is_apart: true,
        }
    }

    /// Returns the graph that was used last.
    pub fn current(&mut self) -> &mut JumpGraph {
        &mut self.list[0].1
    }

    /// Returns the graph of a map under these options: that of the planner, that left on the map,
    /// or a new one.
    pub fn select(&mut self, map: &Map, options: &SearchOptions) -> &mut JumpGraph {
        let (movement, units) = (options.movement, Units::of(options.steps));
        let is_wanted = |graph: &JumpGraph| graph.is_for(movement, units);
        let found = self
            .list
            .iter()
            .position(|(of, graph)| map.is(of) && is_wanted(graph));
        let at = found.unwrap_or_else(|| {
            self.list.retain(|(of, _)| of.strong_count() > 0);
            if self.list.len() == MAX_GRAPHS {
                self.give_back(MAX_GRAPHS - 1);
            }
            let left = if self.is_apart {
                None
            } else {
                map.kept().take(is_wanted)
            };
            self.list.push((
                map.identity(),
                left.unwrap_or_else(|| JumpGraph::new(movement, units)),
            ));
            self.list.len() - 1
        });
        self.list[..=at].rotate_right(1);
        let graph = &mut self.list[0].1;
        graph.limit(self.most_bytes);
        graph
    }

    /// Gives the graphs from this place on back to their maps.
    ///
    /// A map keeps one graph for each movement rule and step costs: the one with the most jump
    /// points.
    fn give_back(&mut self, from: usize) {
        for (of, graph) in self.list.drain(from..) {
            let Some(kept) = of.upgrade().filter(|_| !self.is_apart) else {
                continue;
            };
            let other = kept.take(|other: &JumpGraph| graph.is_like(other));
            kept.put(match other {
                Some(other) if other.jump_points() > graph.jump_points() => other,
                _ => graph,
            });
        }
    }
}

impl Drop for Graphs {
    fn drop(&mut self) {
        self.give_back(0);
    }
}
