//! The memory that callers keep for their searches: a common part, and parts for some algorithms.

use super::canonical::CanonicalMemory;
use super::jump_graph::JumpMemory;
use super::lifelong::Memory;
use super::nodes::Nodes;
use crate::Path;

/// Search memory: g, parent and state per cell, and the open list.
///
/// Starting from scratch clears nothing. One pool serves searches on grids of any size, one after another; each worker
/// thread keeps one pool. A search like an earlier one in the pool allocates no memory except that of its path, and
/// none at all if a path was given back by [`reuse`](Self::reuse).
#[derive(Clone, Debug, Default)]
pub struct NodePool {
    pub(super) nodes: Nodes,
    /// The state of lifelong planning A* for each cell.
    pub(super) lifelong: Memory,
    /// The map and the graph of the search on the jump graph; made by the first such search.
    pub(super) jumps: Option<Box<JumpMemory>>,
    /// The map and the state of canonical A*; made by the first such search.
    pub(super) canonical: Option<Box<CanonicalMemory>>,
}

impl NodePool {
    /// Takes a path that is no longer needed: the next path is written into its memory.
    pub fn reuse(&mut self, path: Path) {
        self.nodes.reuse(path);
    }

    /// Returns the memory, in bytes, of the entries of all cells and of the open lists.
    ///
    /// It is as large as the searches so far have made it.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        let jumps = self.jumps.as_ref().map_or(0, |jumps| jumps.bytes());
        let canonical = self.canonical.as_ref().map_or(0, |canonical| canonical.bytes());
        self.nodes.memory_bytes() + self.lifelong.bytes() + jumps + canonical
    }
}
