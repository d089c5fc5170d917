//! Exchange of cells between agents that were sent nowhere: one that rests in the way goes on in the place of the other.

use super::agents::{Agent, Phase};
use super::claims::NONE;
use super::crowd::Crowd;
use super::values::Values;

impl Crowd {
    /// Lets agents that return to their cell exchange it with one that rests on their way.
    ///
    /// # Complexity
    /// O(n) for n agents that have somewhere to go.
    pub(crate) fn exchange(&mut self) {
        for at in 0..self.order.len() {
            let id = self.order.agent(at);
            let agent = &self.agents[id as usize];
            if agent.is_moving() || agent.size > 1 || agent.is_traveller() || agent.is_sent {
                continue;
            }
            let rester = self.rester_ahead(agent).filter(|head| !self.agents[*head as usize].is_sent);
            if let Some(head) = rester {
                self.exchange_homes([id, head]);
            }
        }
    }

    /// The agent of another group that rests on the next cell of an agent's way.
    fn rester_ahead(&self, agent: &Agent) -> Option<u32> {
        let place = self.next_place(agent)?;
        let head = self.claims.spot(place).head;
        if head == NONE {
            return None;
        }
        let other = &self.agents[head as usize];
        let is_even = other.kind == agent.kind && !other.is_held && !other.is_moving() && other.group != agent.group;
        (is_even && other.phase == Phase::Settled).then_some(head)
    }

    /// The place after the best step of an agent, whoever stands there.
    fn next_place(&self, agent: &Agent) -> Option<u32> {
        let values = Values { grounds: &self.grounds, fields: &self.fields, zones: &self.zones };
        let (ground, around) = (values.ground(agent), values.around(agent));
        let closer = (0..8_u8).filter(|direction| around.costs[usize::from(*direction)] < around.here);
        let first = closer.min_by_key(|direction| around.costs[usize::from(*direction)])?;
        Some(ground.layout.step(agent.at, first))
    }

    fn exchange_homes(&mut self, [id, head]: [u32; 2]) {
        let (agent, other) = (self.agents[id as usize], self.agents[head as usize]);
        self.zones.groups[agent.group as usize].members[agent.member as usize] = head;
        self.zones.groups[other.group as usize].members[other.member as usize] = id;
        let own = &mut self.agents[id as usize];
        (own.group, own.member) = (other.group, other.member);
        let rester = &mut self.agents[head as usize];
        (rester.group, rester.member) = (agent.group, agent.member);
        self.set_out(head, id, agent.key);
    }

    /// Lets an agent at rest set out for its new cell.
    fn set_out(&mut self, id: u32, by: u32, key: u64) {
        let agent = &mut self.agents[id as usize];
        (agent.phase, agent.pushed_by, agent.pushed_at, agent.key) = (Phase::Active, by, self.now, key);
        (agent.best, agent.best_at) = (u32::MAX, self.now);
        self.order.insert(key, id);
    }
}
