//! Costs that an agent compares: to the nearest free slot where it is near, else to the goal.

use super::agents::{Agent, Phase};
use super::claims::NONE;
use super::fields::{Around, FAR, Fields};
use super::ground::{Ground, directions};
use super::zones::Zones;

/// The costs of all agents.
#[derive(Clone, Copy)]
pub(crate) struct Values<'a> {
    pub grounds: &'a [Ground],
    pub fields: &'a Fields,
    pub zones: &'a Zones,
}

impl<'a> Values<'a> {
    pub fn ground(&self, agent: &Agent) -> &'a Ground {
        &self.grounds[usize::from(agent.kind)]
    }

    /// Returns `true` if the agent looks for a free slot and not for the goal.
    #[inline]
    fn uses_holes(&self, agent: &Agent) -> bool {
        agent.is_near && self.zones.group(agent.group).holes.cost(&self.ground(agent).layout, agent.at) != FAR
    }

    /// The field of the goal; [`NONE`] where an agent keeps a slot of a zone and any other cell is equally good.
    #[inline]
    fn field(&self, agent: &Agent) -> u32 {
        let group = self.zones.group(agent.group);
        if agent.phase == Phase::Settled && group.has_zone() { NONE } else { group.field }
    }

    /// Costs around the place of an agent.
    #[inline]
    pub fn around(&self, agent: &Agent) -> Around {
        let ground = self.ground(agent);
        let legal = ground.legal(agent.at);
        if !self.uses_holes(agent) {
            return self.fields.around(self.field(agent), ground.layout.cell(agent.at), legal);
        }
        let holes = &self.zones.group(agent.group).holes;
        let mut around = Around { here: holes.cost(&ground.layout, agent.at), ..Around::FAR };
        for direction in directions(legal) {
            let at = usize::from(direction);
            around.costs[at] = holes.cost(&ground.layout, ground.layout.step(agent.at, direction));
            around.steps[at] = ground.step_cost(agent.at, direction);
        }
        around
    }

    /// The cost from another place, by the field that the agent uses where it stands.
    #[inline]
    pub fn cost(&self, agent: &Agent, place: u32) -> u32 {
        let ground = self.ground(agent);
        if self.uses_holes(agent) {
            return self.zones.group(agent.group).holes.cost(&ground.layout, place);
        }
        self.fields.cost(self.field(agent), ground.layout.cell(place))
    }
}
