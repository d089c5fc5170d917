//! The memory that callers keep for their searches: what all of them share, and what some have besides.

use super::canonical::CanonicalMemory;
use super::jump_graph::JumpMemory;
use super::lifelong::Memory;
use super::nodes::Nodes;
use crate::Path;

/// Search memory: g, parent and state per cell, and the open list.
///
/// Starting from scratch clears nothing. One pool serves searches on grids of any size, one after another; a worker
/// thread keeps one of its own. A search whose like has run in the pool before allocates no memory but that of
/// its path, and none at all where a path was given back by [`reuse`](Self::reuse).
#[derive(Clone, Debug, Default)]
pub struct NodePool {
    pub(super) nodes: Nodes,
    /// What lifelong planning A* knows of each cell.
    pub(super) lifelong: Memory,
    /// The map and the graph of the jump graph's search; made by the first one.
    pub(super) jumps: Option<Box<JumpMemory>>,
    /// The same for canonical A*.
    pub(super) canonical: Option<Box<CanonicalMemory>>,
}

impl NodePool {
    /// Takes a path that is no longer needed: the next one is written into its memory.
    pub fn reuse(&mut self, path: Path) {
        self.nodes.reuse(path);
    }

    /// How many bytes the entries of all cells and the open list take, as large as the searches so far made them.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        let jumps = self.jumps.as_ref().map_or(0, |jumps| jumps.bytes());
        let canonical = self.canonical.as_ref().map_or(0, |canonical| canonical.bytes());
        self.nodes.memory_bytes() + self.lifelong.bytes() + jumps + canonical
    }
}
