//! Agents that do not choose for themselves: those that a plan moves, and those that wait in front of a corridor.

use super::agents::{CHOOSING, STAY, UNDECIDED};
use super::claims::NONE;
use super::decide::{Decider, Frame};
use super::ranks::Ranks;

impl Decider<'_> {
    /// Decides the steps of these agents before all others.
    pub fn decide_guided(&mut self, agents: &[u32]) {
        for id in agents {
            if self.agents[*id as usize].plan == UNDECIDED {
                self.decide(*id);
            }
        }
    }

    /// Decides the steps of agents in front of corridors that nobody has pushed.
    pub fn decide_deferred(&mut self) {
        let mut deferred = std::mem::take(&mut self.choices.deferred);
        self.choices.is_last = true;
        self.decide_guided(&deferred);
        self.choices.is_last = false;
        deferred.clear();
        self.choices.deferred = deferred;
    }

    /// Lets an agent wait in front of a corridor out of which another one comes. It decides last, so that others can push
    /// it aside.
    pub fn wait_outside(&mut self, id: u32, opponent: u32) {
        if !self.choices.is_last {
            self.choices.coming_out.push(opponent);
            self.choices.deferred.push(id);
            return;
        }
        let agent = &mut self.agents[id as usize];
        if agent.waits_for == NONE {
            agent.waits_since = self.now;
        }
        agent.waits_for = opponent;
        self.enter_guided(id, STAY, NONE, STAY);
    }

    /// Lets an agent choose one step and no other.
    pub fn enter_guided(&mut self, id: u32, push: u8, traveller: u32, step: u8) {
        let agent = &mut self.agents[id as usize];
        (agent.plan, agent.trial) = (CHOOSING, STAY);
        self.choices.frames.push(Frame {
            agent: id,
            ranks: Ranks::only(step),
            at: 0,
            is_claimed: false,
            push,
            traveller,
            ticks: 0,
            blocker: agent.waits_for,
            is_passing: false,
            pulled: NONE,
        });
    }
}
