//! Memory of jams that are over, for later ones.

use super::flood::{Flood, Scene};
use super::window::WindowMemory;
use super::{Jam, MAX_JAMS};

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
