//! The budget of an edit, and the memory of its flood fills.

use super::parts::RegionId;

/// Number of cells that may still be visited. Without enough of them, the labels become invalid.
pub(in crate::map) struct Budget(pub usize);

impl Budget {
    #[inline]
    pub fn spend(&mut self, cells: usize) -> Option<()> {
        self.0 = self.0.checked_sub(cells)?;
        Some(())
    }
}

/// Memory of floods.
#[derive(Clone, Debug, Default)]
pub(super) struct Floods {
    pub all: Vec<PatchFlood>,
    /// The runs whose neighbours have not been visited, in a queue for each flood.
    pub runs: Vec<QueuedRun>,
    /// The floods that are left.
    pub active: Vec<u32>,
}

/// A flood fill of a part of a patch.
#[derive(Clone, Copy, Debug)]
pub(super) struct PatchFlood {
    /// The patch that may have fallen apart.
    pub whole: RegionId,
    /// The label of the cells visited.
    pub number: RegionId,
    /// The patch of the cells visited.
    pub visited: RegionId,
    /// The first and last entry of its queue, or [`NO_RUN`].
    pub first: u32,
    pub last: u32,
    /// Whether the flood has neither ended nor become part of another one.
    pub is_left: bool,
}

/// A run of walkable cells, and the entry behind it.
#[derive(Clone, Copy, Debug)]
pub(super) struct QueuedRun {
    pub start: u32,
    pub end: u32,
    pub next: u32,
}

pub(super) const NO_RUN: u32 = u32::MAX;

impl Floods {
    pub fn clear(&mut self) {
        self.all.clear();
        self.runs.clear();
        self.active.clear();
    }
}
