//! Plans that move stuck agents together: jams, and the memory that later jams use.

mod flood;
mod joint;
mod search;
mod window;

use flood::Flood;
use window::WindowMemory;

pub(crate) use flood::{EXTENTS, Scene};
pub(crate) use search::{JointSearch, PlanProgress};
pub(crate) use window::{Aim, GONE, Member, VISITED, Window};

/// Work of a search in a window of each of the [`EXTENTS`], in steps of single agents.
pub(crate) const LIMITS: [u64; 4] = [1 << 15, 1 << 16, 1 << 17, 1 << 18];
/// Maximum number of jams at a time.
pub(crate) const MAX_JAMS: usize = 8;

/// The progress of a jam.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) enum Course {
    /// A plan is searched; the members stand still.
    #[default]
    Searching,
    /// The plan is followed.
    Following {
        /// Index of the configuration that the members leave.
        at: usize,
        /// Tick in which they began to leave it.
        since: u64,
    },
}

/// Agents that are moved together.
#[derive(Clone, Debug, Default)]
pub(crate) struct Jam {
    /// The agent that was stuck first.
    pub seed: u32,
    /// Index of its extent.
    pub level: u8,
    /// Seed of the search.
    pub luck: u64,
    pub window: Window,
    pub search: JointSearch,
    /// Configurations one after the other, once they are found.
    pub plan: Vec<u16>,
    pub course: Course,
}

impl Jam {
    /// Begins to search a plan for the members of the window.
    pub fn begin(&mut self, seed: u32, level: u8, luck: u64) {
        (self.seed, self.level, self.luck) = (seed, level, luck);
        self.search.begin(&self.window, luck);
        self.plan.clear();
        self.course = Course::Searching;
    }
}

/// Jams that are over, whose memory later ones use, and the memory for new windows. Warm jams
/// allocate nothing.
#[derive(Debug, Default)]
pub(crate) struct PlanMemory {
    pub flood: Flood,
    members: WindowMemory,
    spare: Vec<Jam>,
}

impl PlanMemory {
    /// A jam of the agents of the last flood, whose search begins.
    pub fn jam(&mut self, seed: u32, level: u8, luck: u64, scene: Scene<'_>) -> Jam {
        let mut jam = self.spare.pop().unwrap_or_default();
        jam.window.fill(&self.flood, &mut self.members, scene);
        jam.begin(seed, level, luck);
        jam
    }

    /// Keeps the memory of a jam that is over.
    pub fn keep(&mut self, jam: Jam) {
        if self.spare.len() < MAX_JAMS {
            self.spare.push(jam);
        }
    }
}
