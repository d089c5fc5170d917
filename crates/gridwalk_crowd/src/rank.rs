//! Order of the steps that an agent may choose, the best first.

use super::agents::{Agent, STAY, scramble};
use super::claims::NONE;
use super::decide::Decider;
use super::fields::{Around, FAR};
use super::ground::{agree, directions};
use super::ranks::Ranks;

/// Ticks that an agent waits in a circle of waiting agents before it steps aside.
const PATIENCE: u64 = 3;

/// Maximum length of a circle of waiting agents that is detected.
const CIRCLE: usize = 8;

/// Legal steps from a cell of open ground in four directions.
const OPEN_GROUND: u32 = 4;

/// Rank of steps into the way of the agent that pushes.
const IN_THE_WAY: u64 = 1 << 60;

impl Decider<'_> {
    /// Ranks the legal steps of an agent, and for one that nobody pushes that to stay. Returns them with the cost from the
    /// agent's own place, and whether it [passes](Self::passes) a slower one.
    pub fn rank(&self, id: u32, push: u8, traveller: u32) -> (Ranks, u32, bool) {
        let agent = &self.agents[id as usize];
        // A resting agent makes way and does not walk ahead of the agent that pushes it.
        let pusher = (traveller != NONE && !agent.is_traveller())
            .then(|| &self.agents[traveller as usize])
            .filter(|pusher| pusher.group != agent.group);
        let passed = pusher.map_or(0, |pusher| self.values.cost(pusher, agent.at));
        let (ground, around) = (self.values.ground(agent), self.values.around(agent));
        let legal = ground.legal(agent.at);
        let mut ranks = Ranks::only(STAY);
        let own = around.here;
        let passes = self.passes(agent, &around);
        let random = scramble(self.seed, id, self.now);
        for direction in directions(legal) {
            let cost = around.costs[usize::from(direction)];
            let place = ground.layout.step(agent.at, direction);
            let step = if cost == FAR { 0 } else { around.steps[usize::from(direction)] };
            let step = if passes == STAY || agree(passes, direction) { step } else { step + 2 * ground.unit() };
            let is_held = |place: u32| {
                let spot = self.claims.spot(place);
                (spot.head != NONE && spot.head != id) || spot.next != NONE
            };
            // Almost all agents have size 1.
            let is_taken =
                if agent.size == 1 { is_held(place) } else { ground.layout.footprint(place, agent.size).any(is_held) };
            let luck = random >> (6 * direction) & 0xFFFF;
            // On open ground in four directions there is room beside an agent that walks ahead.
            let is_own_way = || cost < own && ground.legal(place).count_ones() == OPEN_GROUND;
            let is_in_the_way = pusher.is_some_and(|pusher| self.values.cost(pusher, place) < passed && !is_own_way());
            let rank = u64::from(cost.saturating_add(step)) << 24 | u64::from(is_taken) << 23;
            let rank = if is_in_the_way { IN_THE_WAY | rank } else { rank };
            ranks.push(rank | luck << 4 | u64::from(direction), cost < own);
        }
        if push == STAY {
            // A step to a side is better than none, none is better than a step back, until patience is over.
            let waiting = if passes == STAY { ground.unit() } else { 2 * ground.unit() };
            let rank = u64::from(own.saturating_add(waiting + 1)) << 24;
            ranks.push(if self.is_patient(id, legal) { rank } else { u64::MAX << 4 } | u64::from(STAY), false);
        }
        (ranks, own, passes != STAY)
    }

    /// Returns the direction of the best step if a slower agent is in its way; else [`STAY`].
    fn passes(&self, agent: &Agent, around: &Around) -> u8 {
        if agent.ticks_per_cell >= self.slowest {
            return STAY;
        }
        let ground = self.values.ground(agent);
        let first = directions(ground.legal(agent.at)).filter(|at| around.costs[usize::from(*at)] < around.here);
        let Some(first) = first.min_by_key(|at| around.through(*at)) else { return STAY };
        let spot = self.claims.spot(ground.layout.step(agent.at, first));
        let is_slower = |other: u32| other != NONE && self.agents[other as usize].ticks_per_cell > agent.ticks_per_cell;
        if [spot.head, spot.next, spot.tail].into_iter().any(is_slower) { first } else { STAY }
    }

    /// Returns `false` if an agent with room has waited for long in a circle of waiting agents.
    fn is_patient(&self, id: u32, legal: u8) -> bool {
        let agent = &self.agents[id as usize];
        if agent.waits_for == NONE || self.now - agent.waits_since < PATIENCE || legal.count_ones() <= 2 {
            return true;
        }
        let next = |other: &u32| Some(self.agents[*other as usize].waits_for).filter(|next| *next != NONE);
        !std::iter::successors(next(&id), next).take(CIRCLE).any(|other| other == id)
    }
}
