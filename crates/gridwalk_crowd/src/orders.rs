//! Orders: where agents are sent.

use gridwalk_pathfinding::Cell;

use super::agents::{AgentId, Phase};
use super::crowd::Crowd;
use super::zones::{Arrival, GroupKey};

/// The goal of an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Goal {
    /// This cell or, if others were sent there too, one of the nearest free ones by walking cost.
    Cell(Cell),
    /// This very cell; who has it as a slot of a zone gives it up. Of several agents one gets it.
    Exact(Cell),
    /// This cell, touched once: the agent has arrived as soon as it stands there, and rests near it.
    Visit(Cell),
}

/// A goal that lies outside the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the goal {0} lies outside the map")]
pub struct GoalOutside(pub Cell);

impl Goal {
    /// The cell of the goal.
    #[must_use]
    pub const fn cell(self) -> Cell {
        match self {
            Self::Cell(cell) | Self::Exact(cell) | Self::Visit(cell) => cell,
        }
    }
}

impl Crowd {
    /// Sends an agent to a goal. One in a wall is [`Unreachable`](super::State::Unreachable) until an edit opens it.
    ///
    /// # Errors
    /// If the goal lies outside the map; the agent keeps its old goal then.
    ///
    /// # Complexity
    /// O(1) for an agent with a goal of its own. Of n agents that share one, the last one takes O(log n) on average.
    pub fn send(&mut self, agent: AgentId, goal: Goal) -> Result<(), GoalOutside> {
        if !self.layout.size.contains(goal.cell()) {
            return Err(GoalOutside(goal.cell()));
        }
        self.cancel();
        self.drop_jam_of(agent.0);
        self.leave_group(agent.0);
        let kind = self.agents[agent.get()].kind;
        let place = self.layout.place(goal.cell());
        let arrival = match goal {
            Goal::Cell(_) => Arrival::Zone,
            Goal::Exact(_) => Arrival::Exact,
            Goal::Visit(_) => Arrival::Visit,
        };
        if arrival == Arrival::Exact {
            self.seize(place, kind);
        }
        self.agents[agent.get()].is_sent = true;
        self.join_group(agent.0, GroupKey { kind, goal: place, arrival });
        if self.agents[agent.get()].phase == Phase::Settled {
            self.arrivals.push(agent);
        }
        Ok(())
    }

    /// Takes a cell from the zone that owns it; that one gets another cell.
    fn seize(&mut self, place: u32, kind: u8) {
        let size = self.grounds[usize::from(kind)].size;
        let own = GroupKey { kind, goal: place, arrival: Arrival::Exact };
        if !self.grounds[usize::from(kind)].is_walkable(place) || self.zones.is_owned_by(place, own) {
            return;
        }
        for robbed in self.zones.seize(place, size, &self.grounds, &self.layout) {
            let ground = &self.grounds[usize::from(self.zones.group(robbed).key.kind)];
            // The agent comes first; the zone grows after it, round the cell.
            self.zones.reserve(place, size, ground);
            self.zones.grow(robbed, ground);
            self.zones.unreserve(place, size, ground);
            for at in 0..self.zones.group(robbed).members.len() {
                let member = self.zones.group(robbed).members[at];
                let phase = self.agents[member as usize].phase;
                if phase == Phase::Settled {
                    self.wake(member);
                }
            }
        }
    }

    /// Lets an agent rest where it is.
    pub fn stop(&mut self, agent: AgentId) {
        self.cancel();
        self.drop_jam_of(agent.0);
        self.leave_group(agent.0);
        self.rest(agent.0);
    }

    /// Fixes an agent on its cell, or frees it: one that is held is never pushed and does not walk.
    pub fn hold(&mut self, agent: AgentId, is_held: bool) {
        self.cancel();
        self.drop_jam_of(agent.0);
        let held = self.agents[agent.get()];
        if held.is_listed() {
            self.order.remove(held.key, agent.0);
        }
        self.agents[agent.get()].is_held = is_held;
        if held.phase != Phase::Unreachable {
            self.wake(agent.0);
        }
    }

    /// Returns `true` for an agent that is [held](Self::hold).
    #[must_use]
    pub fn is_held(&self, agent: AgentId) -> bool {
        self.agents[agent.get()].is_held
    }

    /// The goal of an agent's order; its own cell where it was sent nowhere.
    #[must_use]
    pub fn goal(&self, agent: AgentId) -> Cell {
        self.layout.cell(self.zones.group(self.agents[agent.get()].group).key.goal)
    }

    /// The order that an agent was given last; `None` for one that was sent nowhere or stopped. One that has visited its
    /// goal stays on its own cell.
    #[must_use]
    pub fn order(&self, agent: AgentId) -> Option<Goal> {
        let (sent, key) = (self.agents[agent.get()].is_sent, self.zones.group(self.agents[agent.get()].group).key);
        let cell = self.layout.cell(key.goal);
        let goal = match key.arrival {
            Arrival::Zone => Goal::Cell(cell),
            Arrival::Exact => Goal::Exact(cell),
            Arrival::Visit => Goal::Visit(cell),
        };
        sent.then_some(goal)
    }

    /// Writes the cells that an agent would enter next if nobody were in its way, at most `count`.
    ///
    /// # Complexity
    /// O(count).
    pub fn path_ahead(&self, agent: AgentId, count: usize, cells: &mut Vec<Cell>) {
        cells.clear();
        let mut walker = self.agents[agent.get()];
        walker.at = walker.to;
        let values = super::values::Values { grounds: &self.grounds, fields: &self.fields, zones: &self.zones };
        while cells.len() < count {
            let around = values.around(&walker);
            let closer = (0..8_u8).filter(|direction| around.costs[usize::from(*direction)] < around.here);
            let Some(direction) = closer.min_by_key(|direction| around.through(*direction)) else { return };
            walker.at = self.layout.step(walker.at, direction);
            cells.push(self.layout.cell(walker.at));
        }
    }
}
