//! Choice of the steps of one tick: its memory, and the order in which an agent tries its steps.

mod decide;
mod swap;

pub(crate) use swap::MIN_LOOK;

use super::agents::{Agent, STAY, scramble};
use super::claims::{Claims, NONE};
use super::fields::AgentCosts;
use super::ground::{directions, turn_at_most_90_degrees};
use super::rules::{ChoiceRule, ChoiceRules};
use super::zones::Values;

/// An agent that is choosing.
#[derive(Clone, Debug)]
struct ChoiceFrame {
    agent: u32,
    /// The steps behind the one that is tried.
    ranks: Ranks,
    /// The step that is tried.
    direction: u8,
    /// No other step was tried before.
    is_first: bool,
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

impl ChoiceFrame {
    /// An agent that tries the step in this direction first.
    fn new(agent: u32, mut ranks: Ranks, direction: u8, push: u8, traveller: u32) -> Self {
        ranks.drop(direction);
        Self {
            agent,
            ranks,
            direction,
            is_first: true,
            is_claimed: false,
            push,
            traveller,
            ticks: 0,
            blocker: NONE,
            is_passing: false,
            pulled: NONE,
        }
    }

    /// Goes on to the next step.
    fn next(&mut self) {
        self.direction = self.ranks.next().unwrap_or(STAY);
        (self.is_first, self.is_claimed) = (false, false);
    }
}

/// Memory of the choices of a tick.
#[derive(Debug, Default)]
pub(crate) struct Choices {
    /// Agents that wait for the answer of the one that they push.
    frames: Vec<ChoiceFrame>,
    /// Agents that have decided to stay.
    pub stayed: Vec<u32>,
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
    pub rules: ChoiceRules,
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
        let makes_way = traveller != NONE && !agent.is_traveller();
        let pusher = (makes_way && self.rules.has(ChoiceRule::MakingWay))
            .then(|| &self.agents[traveller as usize])
            .filter(|pusher| pusher.group != agent.group);
        let passed = pusher.map_or(0, |pusher| self.values.cost(pusher, agent.at));
        let (ground, around) = (self.values.ground(agent), self.values.around(agent));
        let (mut ranks, mut closer) = (Ranks::EMPTY, 0);
        let (own, legal) = (around.here, around.legal);
        let passes = self.passes(agent, &around);
        let mut steps = ground.step_costs(agent.at);
        if passes != STAY {
            for aside in (0..8_u8).filter(|direction| !turn_at_most_90_degrees(passes, *direction))
            {
                steps[usize::from(aside)] += 2 * ground.unit();
            }
        }
        let taken = if self.rules.has(ChoiceRule::FreeCells) {
            self.claims.taken_around(agent.at, agent.size, id, legal)
        } else {
            0
        };
        let random = if self.rules.has(ChoiceRule::Luck) {
            scramble(self.seed, id, self.now)
        } else {
            0
        };
        let back = if agent.is_traveller() && self.rules.has(ChoiceRule::Onward) {
            agent.from
        } else {
            agent.at
        };
        for direction in 0..ground.directions() {
            let (cost, step) = (around.cost(direction), steps[usize::from(direction)]);
            let is_taken = taken >> direction & 1;
            let is_back = ground.layout.step(agent.at, direction) == back;
            let luck = random >> (6 * direction) & 0xFFFF;
            let order = u64::from(is_taken) << 23 | u64::from(is_back) << 22 | luck << 4;
            let rank = u64::from(cost.saturating_add(step)) << 24 | order;
            if legal >> direction & 1 == 1 {
                ranks.set(direction, rank);
            }
            closer |= u8::from(cost < own) << direction;
        }
        ranks.set_progress(closer);
        if let Some(pusher) = pusher {
            for direction in directions(legal) {
                let place = ground.layout.step(agent.at, direction);
                // On open ground in four directions there is room beside an agent that walks ahead.
                let is_own_way = || {
                    ranks.is_progress(direction) && ground.legal(place).count_ones() == OPEN_GROUND
                };
                if self.values.cost(pusher, place) < passed && !is_own_way() {
                    ranks.raise(direction, IN_THE_WAY);
                }
            }
        }
        if push == STAY {
            // A step to a side is better than none, none is better than a step back, until patience
            // is over.
            let waiting = match (passes, self.rules.has(ChoiceRule::SideSteps)) {
                (_, false) => 0,
                (STAY, true) => ground.unit() + 1,
                (_, true) => 2 * ground.unit() + 1,
            };
            let rank = u64::from(own.saturating_add(waiting)) << 24;
            ranks.set(
                STAY,
                if self.is_patient(id, legal) {
                    rank
                } else {
                    u64::MAX << 4
                },
            );
        }
        (ranks, own, passes != STAY)
    }

    /// Returns the direction of the best step if slower agents keep it from the agent for longer
    /// than the time of one of its steps; else [`STAY`].
    fn passes(&self, agent: &Agent, around: &AgentCosts) -> u8 {
        if agent.ticks_per_cell >= self.slowest || !self.rules.has(ChoiceRule::Passing) {
            return STAY;
        }
        let ground = self.values.ground(agent);
        let through = |at: &u8| {
            around
                .cost(*at)
                .saturating_add(ground.step_cost(agent.at, *at))
        };
        let Some(first) = around.closer().min_by_key(through) else {
            return STAY;
        };
        let step = u64::from(agent.ticks_per_cell);
        if self.ticks_until_free(ground.layout.step(agent.at, first)) > 2 * step {
            first
        } else {
            STAY
        }
    }

    /// Ticks until a place is free, if the agents that hold it go on as soon as they can.
    fn ticks_until_free(&self, place: u32) -> u64 {
        let spot = self.claims.spot(place);
        let holders = [spot.head, spot.next, spot.tail].into_iter();
        let ticks = holders.filter(|holder| *holder != NONE).map(|holder| {
            let holder = &self.agents[holder as usize];
            let under_way = if holder.end == u64::MAX {
                0
            } else {
                holder.end.saturating_sub(self.now)
            };
            let is_leaving = holder.to != place;
            under_way + u64::from(if is_leaving { 0 } else { holder.ticks_per_cell })
        });
        ticks.max().unwrap_or(0)
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

/// The steps that an agent may choose; an iterator over their directions, best first.
///
/// They are not sorted: mostly the first one is taken.
#[derive(Clone, Debug)]
pub(crate) struct Ranks {
    /// Cost, whether the cell is taken, whether the agent came from there, luck and direction of
    /// each step, in bits from high to low; [`USED`] for none.
    keys: [u64; 9],
    /// Directions of steps that lead closer to the goal, a bit for each.
    closer: u8,
}

/// Key of a step that is not legal or was tried.
const USED: u64 = u64::MAX;

/// Number of bits of a key below the cost.
const BELOW_COST: u32 = 24;

impl Ranks {
    pub const EMPTY: Self = Self {
        keys: [USED; 9],
        closer: 0,
    };

    /// Sets the key of a step. The lowest four bits are left for the direction.
    #[inline]
    pub fn set(&mut self, direction: u8, key: u64) {
        self.keys[usize::from(direction)] = key | u64::from(direction);
    }

    /// Sets further bits in the key of a step.
    pub fn raise(&mut self, direction: u8, bits: u64) {
        self.keys[usize::from(direction)] |= bits;
    }

    /// Removes a step.
    #[inline]
    pub fn drop(&mut self, direction: u8) {
        self.keys[usize::from(direction)] = USED;
    }

    /// The direction of the best step, if there is one.
    #[inline]
    pub fn best(&self) -> Option<u8> {
        let best = self.keys.iter().copied().fold(USED, u64::min);
        (best != USED).then_some((best & 0xF) as u8)
    }

    /// The cost of a step.
    pub const fn cost(&self, direction: u8) -> u64 {
        self.keys[direction as usize] >> BELOW_COST
    }

    /// Sets the directions of the steps that lead closer to the goal, a bit for each.
    #[inline]
    pub const fn set_progress(&mut self, closer: u8) {
        self.closer = closer;
    }

    /// Returns `true` if the step in a direction leads closer to the goal.
    #[inline]
    pub const fn is_progress(&self, direction: u8) -> bool {
        direction < STAY && self.closer >> direction & 1 == 1
    }

    /// Puts a step behind all others. None counts as progress any more.
    pub fn avoid(&mut self, direction: u8) {
        self.set(direction, !0xF);
        self.closer = 0;
    }

    /// Puts the worst step first; of equal ones that onto a free cell, so that a partner is not
    /// pushed along. None counts as progress any more.
    pub fn reverse(&mut self) {
        for key in self.keys.iter_mut().filter(|key| **key != USED) {
            *key ^= u64::MAX << BELOW_COST;
        }
        self.closer = 0;
    }
}

impl Iterator for Ranks {
    type Item = u8;

    /// Removes the best step and returns its direction.
    #[inline]
    fn next(&mut self) -> Option<u8> {
        let best = self.best()?;
        self.drop(best);
        Some(best)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_tried_by_cost_then_luck() {
        let mut ranks = Ranks::EMPTY;
        for (direction, cost, is_taken, luck) in
            [(0, 5, 0, 9), (3, 2, 1, 0), (5, 2, 0, 7), (6, 5, 0, 1)]
        {
            ranks.set(direction, cost << BELOW_COST | is_taken << 23 | luck << 4);
        }
        ranks.set_progress(1 << 3 | 1 << 5);
        let (mut away, mut avoiding) = (ranks.clone(), ranks.clone());
        assert_eq!(ranks.clone().collect::<Vec<_>>(), [5, 3, 6, 0]);
        assert_eq!(
            [5, 3, 6, 0, STAY].map(|direction| ranks.is_progress(direction)),
            [true, true, false, false, false]
        );
        away.reverse();
        assert!(!away.is_progress(5));
        assert_eq!(
            away.collect::<Vec<_>>(),
            [6, 0, 5, 3],
            "the worst first, a free cell before a taken one"
        );
        avoiding.avoid(5);
        assert!(!avoiding.is_progress(3));
        assert_eq!(
            avoiding.collect::<Vec<_>>(),
            [3, 6, 0, 5],
            "the best one last"
        );
        assert_eq!(Ranks::EMPTY.collect::<Vec<_>>(), []);
    }
}
