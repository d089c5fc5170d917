//! Choice of the steps of one tick: its memory, and the order of the steps that an agent may
//! choose.

mod decide;
mod swap;

pub(crate) use swap::MIN_LOOK;

use super::agents::{Agent, STAY, scramble};
use super::claims::{Claims, NONE};
use super::fields::{Around, FAR};
use super::ground::{agree, directions};
use super::zones::Values;

/// Steps by rank. They are sorted as far as they are tried: mostly the first one is taken.
#[derive(Clone, Copy, Debug)]
struct Ranks {
    /// Cost, whether the cell is taken, luck and direction of each step, in bits from high to low.
    keys: [u64; 9],
    count: u8,
    /// Directions of steps that lead closer to the goal, a bit for each.
    closer: u8,
}

impl Ranks {
    /// One step and no other; none at all for [`STAY`].
    const fn only(step: u8) -> Self {
        let mut keys = [0; 9];
        keys[0] = step as u64;
        Self {
            keys,
            count: (step < STAY) as u8,
            closer: 0,
        }
    }

    /// Adds a step. The lowest four bits of the key are its direction.
    #[inline]
    fn push(&mut self, key: u64, is_progress: bool) {
        self.keys[usize::from(self.count)] = key;
        self.count += 1;
        self.closer |= u8::from(is_progress).unbounded_shl((key & 0xF) as u32);
    }

    /// The direction of the step of a rank; [`STAY`] if there are fewer. All lower ranks were asked
    /// for before.
    #[inline]
    fn direction(&mut self, rank: u8) -> u8 {
        if rank >= self.count {
            return STAY;
        }
        let keys = &mut self.keys[usize::from(rank)..usize::from(self.count)];
        let (mut best, mut least) = (0, keys[0]);
        for (at, key) in keys.iter().enumerate().skip(1) {
            if *key < least {
                (best, least) = (at, *key);
            }
        }
        keys.swap(0, best);
        (least & 0xF) as u8
    }

    /// Returns `true` if the step in a direction leads closer to the goal.
    #[inline]
    const fn is_progress(&self, direction: u8) -> bool {
        direction < STAY && self.closer >> direction & 1 == 1
    }

    /// Puts the best step behind all others. None counts as progress any more.
    fn avoid_first(&mut self) {
        self.direction(0);
        self.keys[0] |= !0xF;
        self.closer = 0;
    }

    /// Puts the worst step first; of equal ones that onto a free cell, so that a partner is not
    /// pushed along. None counts as progress any more.
    fn reverse(&mut self) {
        for key in &mut self.keys[..usize::from(self.count)] {
            *key ^= u64::MAX << 24;
        }
        self.closer = 0;
    }
}

/// An agent that is choosing.
#[derive(Clone, Copy, Debug)]
struct Frame {
    agent: u32,
    ranks: Ranks,
    /// Rank of the step being tried.
    at: u8,
    is_claimed: bool,
    /// The step of the agent that pushes this one; [`STAY`] if nobody does.
    push: u8,
    /// The agent that has somewhere to go, at the head of those that push; [`NONE`] if nobody
    /// pushes.
    traveller: u32,
    /// Ticks until the agent may enter the cell that it tries.
    ticks: u32,
    /// The agent in the way of the best step.
    blocker: u32,
    /// A slower agent is ahead, and this one passes it if it can.
    is_passing: bool,
    /// The agent that is pulled into the cell that this one leaves.
    pulled: u32,
}

/// Memory of the choices of a tick.
#[derive(Debug, Default)]
pub(crate) struct Choices {
    frames: Vec<Frame>,
    /// Agents that have decided.
    pub decided: Vec<u32>,
    /// Agents that begin a step.
    pub moved: Vec<u32>,
    /// Places kept for an agent that waits for them.
    pub reserved: Vec<(u32, u32)>,
    /// Agents in front of a corridor that others come out of: they decide last.
    deferred: Vec<u32>,
    /// Agents that come out of a corridor in front of which others wait: they decide first in the
    /// next tick.
    pub coming_out: Vec<u32>,
    /// They decide now.
    is_last: bool,
}

/// The agents of a tick while they choose.
pub(crate) struct Decider<'a> {
    pub agents: &'a mut [Agent],
    pub claims: &'a mut Claims,
    pub values: Values<'a>,
    pub choices: &'a mut Choices,
    pub now: u64,
    pub seed: u64,
    /// No agent has more ticks per cell.
    pub slowest: u16,
}

/// Ticks that an agent waits in a circle of waiting agents before it steps aside.
const PATIENCE: u64 = 3;

/// Maximum length of a circle of waiting agents that is detected.
const CIRCLE: usize = 8;

/// Legal steps from a cell of open ground in four directions.
const OPEN_GROUND: u32 = 4;

/// Rank of steps into the way of the agent that pushes.
const IN_THE_WAY: u64 = 1 << 60;

impl Decider<'_> {
    /// Ranks the legal steps of an agent, and for one that nobody pushes that to stay. Returns them
    /// with the cost from the agent's own place, and whether it [passes](Self::passes) a slower
    /// one.
    fn rank(&self, id: u32, push: u8, traveller: u32) -> (Ranks, u32, bool) {
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
            let step = if cost == FAR {
                0
            } else {
                around.steps[usize::from(direction)]
            };
            let step = if passes == STAY || agree(passes, direction) {
                step
            } else {
                step + 2 * ground.unit()
            };
            let is_held = |place: u32| {
                let spot = self.claims.spot(place);
                (spot.head != NONE && spot.head != id) || spot.next != NONE
            };
            // Almost all agents have size 1.
            let is_taken = if agent.size == 1 {
                is_held(place)
            } else {
                ground.layout.footprint(place, agent.size).any(is_held)
            };
            let luck = random >> (6 * direction) & 0xFFFF;
            // On open ground in four directions there is room beside an agent that walks ahead.
            let is_own_way = || cost < own && ground.legal(place).count_ones() == OPEN_GROUND;
            let is_in_the_way = pusher
                .is_some_and(|pusher| self.values.cost(pusher, place) < passed && !is_own_way());
            let rank = u64::from(cost.saturating_add(step)) << 24 | u64::from(is_taken) << 23;
            let rank = if is_in_the_way {
                IN_THE_WAY | rank
            } else {
                rank
            };
            ranks.push(rank | luck << 4 | u64::from(direction), cost < own);
        }
        if push == STAY {
            // A step to a side is better than none, none is better than a step back, until patience
            // is over.
            let waiting = if passes == STAY {
                ground.unit()
            } else {
                2 * ground.unit()
            };
            let rank = u64::from(own.saturating_add(waiting + 1)) << 24;
            ranks.push(
                if self.is_patient(id, legal) {
                    rank
                } else {
                    u64::MAX << 4
                } | u64::from(STAY),
                false,
            );
        }
        (ranks, own, passes != STAY)
    }

    /// Returns the direction of the best step if a slower agent is in its way; else [`STAY`].
    fn passes(&self, agent: &Agent, around: &Around) -> u8 {
        if agent.ticks_per_cell >= self.slowest {
            return STAY;
        }
        let ground = self.values.ground(agent);
        let first = directions(ground.legal(agent.at))
            .filter(|at| around.costs[usize::from(*at)] < around.here);
        let Some(first) = first.min_by_key(|at| around.through(*at)) else {
            return STAY;
        };
        let spot = self.claims.spot(ground.layout.step(agent.at, first));
        let is_slower = |other: u32| {
            other != NONE && self.agents[other as usize].ticks_per_cell > agent.ticks_per_cell
        };
        if [spot.head, spot.next, spot.tail].into_iter().any(is_slower) {
            first
        } else {
            STAY
        }
    }

    /// Returns `false` if an agent with room has waited for long in a circle of waiting agents.
    fn is_patient(&self, id: u32, legal: u8) -> bool {
        let agent = &self.agents[id as usize];
        if agent.waits_for == NONE
            || self.now - agent.waits_since < PATIENCE
            || legal.count_ones() <= 2
        {
            return true;
        }
        let next =
            |other: &u32| Some(self.agents[*other as usize].waits_for).filter(|next| *next != NONE);
        !std::iter::successors(next(&id), next)
            .take(CIRCLE)
            .any(|other| other == id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(ranks: &mut Ranks) -> Vec<u8> {
        (0..10)
            .map(|rank| ranks.direction(rank))
            .take_while(|direction| *direction < STAY)
            .collect()
    }

    #[test]
    fn steps_are_tried_by_cost_then_luck() {
        let mut ranks = Ranks::only(STAY);
        for (direction, cost, is_taken, luck) in
            [(0, 5, 0, 9), (3, 2, 1, 0), (5, 2, 0, 7), (6, 5, 0, 1)]
        {
            ranks.push(
                cost << 24 | is_taken << 23 | luck << 4 | direction,
                cost < 5,
            );
        }
        let (mut away, mut avoiding) = (ranks, ranks);
        assert_eq!(order(&mut ranks), [5, 3, 6, 0]);
        assert_eq!(
            [5, 3, 6, 0, STAY].map(|direction| ranks.is_progress(direction)),
            [true, true, false, false, false]
        );
        away.reverse();
        assert_eq!(
            order(&mut away),
            [6, 0, 5, 3],
            "the worst first, a free cell before a taken one"
        );
        avoiding.avoid_first();
        assert_eq!(order(&mut avoiding), [3, 6, 0, 5], "the best one last");
        assert!(!away.is_progress(5) && !avoiding.is_progress(3));
        assert_eq!(
            (order(&mut Ranks::only(7)), order(&mut Ranks::only(STAY))),
            (vec![7], vec![])
        );
    }
}
