//! The swap rule: two agents that face each other in a corridor back out to a place where they can
//! pass.

use std::cell::LazyCell;

use crate::agents::{Agent, CHOOSING, Phase, UNDECIDED};
use crate::claims::{Claims, NONE};
use crate::ground::directions;
use crate::zones::Values;

/// Cells with more neighbours are no corridor, even if some of them are dead ends with agents at
/// home.
const MAX_NEIGHBOURS: u32 = 4;

/// Maximum length of a corridor.
const MAX_LENGTH: u32 = 1 << 12;

/// Cells of a corridor that an agent looks along before it enters.
const MAX_LOOK: u32 = 64;

/// In shorter corridors agents pass by pushing each other out.
pub(crate) const MIN_LOOK: u32 = 12;

/// The agents and claims that the rule looks at.
#[derive(Clone, Copy)]
pub(super) struct Corridor<'a> {
    pub values: Values<'a>,
    pub agents: &'a [Agent],
    pub claims: &'a Claims,
}

impl Corridor<'_> {
    /// The agent that must pass `agent` before it can go on to `first`, if it can be let past.
    #[inline]
    pub fn partner(&self, agent: u32, first: u32) -> Option<u32> {
        let ground = self.values.ground(&self.agents[agent as usize]);
        let ways = ground.legal(first);
        // Where the way on always has a branch, nobody of the kind must pass.
        let is_one_kind = self.values.grounds.len() == 1;
        if ways.count_ones() > MAX_NEIGHBOURS || (is_one_kind && ground.has_branch(first, ways)) {
            return None;
        }
        self.partner_in_corridor(agent, first)
    }

    fn partner_in_corridor(&self, agent: u32, first: u32) -> Option<u32> {
        let own = &self.agents[agent as usize];
        let ground = self.values.ground(own);
        let can_pull = |other: u32| {
            other != NONE && other != agent && {
                let other = &self.agents[other as usize];
                other.size == 1 && !other.is_held && !other.is_moving()
            }
        };
        // Where the way on has a branch, nobody of the kind must pass.
        let has_branch = LazyCell::new(|| self.ways(own, first, own.at).0 >= 2);
        let is_pusher = |pusher: u32, puller: u32| {
            (self.agents[pusher as usize].kind != own.kind || !*has_branch)
                && self.is_required([pusher, puller], [own.at, first])
                && self.is_possible(first, own.at)
        };
        let ahead = self.claims.spot(first).head;
        if can_pull(ahead)
            && self.agents[ahead as usize].plan == UNDECIDED
            && is_pusher(agent, ahead)
        {
            return Some(ahead);
        }
        // Somebody behind wants to pass, and this agent leads the way out, or is pushed there.
        let is_asking =
            |other: &Agent| matches!(other.plan, UNDECIDED | CHOOSING) && other.at != first;
        let behind =
            directions(ground.legal(own.at)).map(|direction| ground.layout.step(own.at, direction));
        behind
            .map(|place| self.claims.spot(place).head)
            .find(|&other| {
                can_pull(other)
                    && is_asking(&self.agents[other as usize])
                    && is_pusher(other, agent)
            })
    }

    /// The agent that comes out of a corridor which an agent is about to enter at `first`.
    pub fn opponent(&self, agent: u32, first: u32) -> Option<u32> {
        let own = &self.agents[agent as usize];
        let ground = self.values.ground(own);
        if !ground.is_corridor(first) || ground.legal(own.at).count_ones() <= 2 {
            return None;
        }
        let (mut behind, mut ahead) = (own.at, first);
        let mut opponent = None;
        for length in 0..MAX_LOOK {
            if length >= MIN_LOOK && opponent.is_some() {
                return opponent;
            }
            let spot = self.claims.spot(ahead);
            for head in [spot.next, spot.head] {
                if head == NONE || head == agent {
                    continue;
                }
                let other = &self.agents[head as usize];
                let comes = |agent: &Agent| {
                    self.values.cost(agent, behind) < self.values.cost(agent, ahead)
                };
                if other.phase == Phase::Active && !other.is_held && comes(other) {
                    opponent = opponent.or(Some(head));
                }
            }
            if !ground.is_corridor(ahead) {
                return None;
            }
            let next = directions(ground.legal(ahead)).map(|at| ground.layout.step(ahead, at));
            let next = next.filter(|next| *next != behind).last()?;
            (behind, ahead) = (ahead, next);
            if ahead == first {
                return None;
            }
        }
        None
    }

    /// Ways on from a place that was entered from another one, besides dead ends that agents rest
    /// in: their number, and the last of them.
    fn ways(&self, kind: &Agent, place: u32, from: u32) -> (u32, u32) {
        let ground = self.values.ground(kind);
        let legal = ground.legal(place);
        if legal.count_ones() > MAX_NEIGHBOURS {
            return (legal.count_ones() - 1, NONE);
        }
        let (mut count, mut last) = (0, NONE);
        for direction in directions(legal) {
            let next = ground.layout.step(place, direction);
            let occupant = self.claims.spot(next).head;
            let is_home = occupant != NONE
                && ground.legal(next).is_power_of_two()
                && self.agents[occupant as usize].phase == Phase::Settled;
            if next != from && !is_home {
                (count, last) = (count + 1, next);
            }
        }
        (count, last)
    }

    /// Whether the pusher must pass the puller: the corridor ahead has no branch before the
    /// pusher's way ends or turns.
    fn is_required(&self, [pusher, puller]: [u32; 2], [mut behind, mut ahead]: [u32; 2]) -> bool {
        let [pusher, puller] = [pusher, puller].map(|agent| &self.agents[agent as usize]);
        let first = ahead;
        loop {
            let (count, next) = self.ways(pusher, ahead, behind);
            if count >= 2 {
                return false;
            }
            if self.values.cost(pusher, ahead) >= self.values.cost(pusher, behind) || count == 0 {
                break;
            }
            (behind, ahead) = (ahead, next);
            if ahead == first {
                break;
            }
        }
        let [push, pull] =
            [pusher, puller].map(|agent| move |place| self.values.cost(agent, place));
        // Where both have one goal, neither needs the other behind it.
        let is_end = push(behind) == 0 && pull(behind) > 0;
        pull(behind) < pull(ahead) && (is_end || push(ahead) < push(behind))
    }

    /// Whether the two can pass each other behind: the corridor there has a branch.
    fn is_possible(&self, pusher_at: u32, puller_at: u32) -> bool {
        let (mut behind, mut ahead) = (pusher_at, puller_at);
        let agent = &self.agents[self.claims.spot(puller_at).head as usize];
        // One-way cells may lead into a circle.
        for _ in 0..MAX_LENGTH {
            if ahead == pusher_at {
                break;
            }
            let (count, next) = self.ways(agent, ahead, behind);
            match count {
                0 => return false,
                1 => (behind, ahead) = (ahead, next),
                _ => return true,
            }
        }
        false
    }
}
