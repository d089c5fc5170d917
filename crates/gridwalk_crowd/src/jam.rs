//! A jam: agents that are moved together, with the search for their plan or the plan itself.

use super::lacam::Search;
use super::window::{Extent, Window};

/// Windows of an agent's first jam and of the next ones, agents and cells.
pub(crate) const EXTENTS: [Extent; 4] = [(12, 64), (40, 256), (128, 768), (512, 2048)];
/// Work of a search in each of these, in steps of single agents.
pub(crate) const LIMITS: [u64; 4] = [1 << 15, 1 << 16, 1 << 17, 1 << 18];
/// Maximum number of jams at a time.
pub(crate) const MAX_JAMS: usize = 8;

/// The progress of a jam.
#[derive(Clone, Debug)]
pub(crate) enum Course {
    /// A plan is looked for; the members stand still.
    Searching(Box<Search>),
    /// The plan is followed: configurations one after the other.
    Following {
        plan: Vec<u16>,
        /// Index of the configuration that the members leave.
        at: usize,
        /// Tick in which they began to leave it.
        since: u64,
    },
}

/// Agents that are moved together.
#[derive(Clone, Debug)]
pub(crate) struct Jam {
    /// The agent that was stuck first.
    pub seed: u32,
    /// Index of its extent.
    pub level: u8,
    /// Seed of the search.
    pub luck: u64,
    pub window: Window,
    pub course: Course,
}
