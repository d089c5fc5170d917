//! The cells and agents around a stuck agent, from which a window is made.

use crate::agents::{Agent, PATIENCE, Phase};
use crate::claims::{Claims, NONE};
use crate::hash::NumberMap;
use crate::zones::Values;

/// The limit of a window: agents, and cells.
pub(super) type Extent = (usize, usize);

/// Windows of an agent's first jam and of the next ones, agents and cells.
pub(crate) const EXTENTS: [Extent; 4] = [(12, 64), (40, 256), (128, 768), (512, 2048)];

/// The crowd as windows see it.
#[derive(Clone, Copy)]
pub(crate) struct Scene<'a> {
    pub agents: &'a [Agent],
    pub claims: &'a Claims,
    pub values: Values<'a>,
    pub now: u64,
}

impl Scene<'_> {
    /// Returns `true` if an agent has nowhere to go or has come no closer to its goal for long.
    pub(super) fn is_stuck(&self, id: u32) -> bool {
        let agent = &self.agents[id as usize];
        let patience = PATIENCE * u64::from(agent.ticks_per_cell);
        // After a plan agents are left to themselves for a while, unless there was none.
        let is_due = agent.is_blocked || agent.look_at <= self.now + patience;
        agent.phase != Phase::Active
            || (is_due && self.now.saturating_sub(agent.best_at) >= patience)
    }

    /// The agent that stands on a place or enters it, unless it is an obstacle for the members of a
    /// window.
    pub(super) fn head(&self, place: u32) -> Result<Option<u32>, ()> {
        let spot = self.claims.spot(place);
        let is_obstacle = |id: u32| {
            id != NONE && {
                let agent = &self.agents[id as usize];
                agent.size > 1 || agent.is_held || agent.is_in_jam()
            }
        };
        if [spot.head, spot.tail].into_iter().any(is_obstacle) {
            return Err(());
        }
        Ok((spot.head != NONE).then_some(spot.head))
    }
}

/// Cells around an agent, nearest first by steps, and the agents on them. Its memory is kept.
#[derive(Debug, Default)]
pub(crate) struct Flood {
    pub places: Vec<u32>,
    pub agents: Vec<u32>,
    /// The index of each place.
    pub found: NumberMap<u32, u16>,
    /// No step leads out of it.
    pub is_closed: bool,
}

impl Flood {
    /// Finds the cells around an agent, and returns the index of their extent: the largest one up
    /// to `level` on whose cells all agents are [stuck](Scene::is_stuck). `None` if not even the
    /// smallest one is.
    ///
    /// # Complexity
    /// O(cells of the extent).
    pub fn run(&mut self, seed: u32, level: usize, scene: Scene<'_>) -> Option<usize> {
        let first = &scene.agents[seed as usize];
        let ground = scene.values.ground(first);
        self.places.clear();
        self.agents.clear();
        self.found.clear();
        self.is_closed = false;
        self.add(first.to);
        self.agents.push(seed);
        // Lengths of both lists at the end of each extent.
        let (mut ends, mut passed) = ([[0; 2]; EXTENTS.len()], 0);
        let mut at = 0;
        while let Some(&place) = self.places.get(at) {
            at += 1;
            for direction in (0..8_u8).filter(|direction| ground.allows(place, *direction)) {
                let next = ground.layout.step(place, direction);
                let Ok(head) = scene.head(next) else { continue };
                if self.found.contains_key(&next) {
                    continue;
                }
                while passed <= level && self.is_full(EXTENTS[passed], head) {
                    ends[passed] = [self.places.len(), self.agents.len()];
                    passed += 1;
                }
                if passed > level {
                    return Some(level);
                }
                if head.is_some_and(|id| !scene.is_stuck(id)) {
                    let last = passed.checked_sub(1)?;
                    self.truncate(ends[last]);
                    return Some(last);
                }
                self.add(next);
                self.agents.extend(head);
            }
        }
        self.is_closed = true;
        Some(level)
    }

    /// Returns `true` if one more place with this agent would be too much.
    const fn is_full(&self, extent: Extent, head: Option<u32>) -> bool {
        self.places.len() >= extent.1 || (head.is_some() && self.agents.len() >= extent.0)
    }

    fn add(&mut self, place: u32) {
        let index = u16::try_from(self.places.len()).expect("windows are small");
        self.found.insert(place, index);
        self.places.push(place);
    }

    fn truncate(&mut self, [places, agents]: [usize; 2]) {
        for place in self.places.drain(places..) {
            self.found.remove(&place);
        }
        self.agents.truncate(agents);
    }
}
