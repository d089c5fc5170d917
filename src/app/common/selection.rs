//! The selected agents, and the groups that the user keeps.

use bevy::ecs::entity::EntityHashSet;
use bevy::prelude::*;

/// The selected agents, which receive the orders given by clicks on the map.
///
/// One of them is the lead: the panel describes it, and commands about one agent act on it.
#[derive(Resource, Default, Debug, PartialEq, Eq)]
pub struct Selection {
    lead: Option<Entity>,
    /// All selected agents, the lead included, in the order in which they were selected.
    agents: Vec<Entity>,
    members: EntityHashSet,
}

impl Selection {
    /// Creates a selection of one agent, or of none.
    #[must_use]
    pub fn of(agent: impl Into<Option<Entity>>) -> Self {
        Self::all(agent.into())
    }

    /// Creates a selection of several agents; the first one leads.
    #[must_use]
    pub fn all(agents: impl IntoIterator<Item = Entity>) -> Self {
        let mut all = Self::default();
        agents.into_iter().for_each(|agent| all.add(agent));
        all
    }

    /// Returns the agent that the panel describes.
    #[must_use]
    pub const fn lead(&self) -> Option<Entity> {
        self.lead
    }

    /// Returns all selected agents, in the order in which they were selected.
    #[must_use]
    pub fn agents(&self) -> &[Entity] {
        &self.agents
    }

    /// Returns `true` if the agent is selected.
    #[must_use]
    pub fn contains(&self, agent: Entity) -> bool {
        self.members.contains(&agent)
    }

    /// Returns `true` if more than one agent is selected.
    #[must_use]
    pub const fn is_many(&self) -> bool {
        self.agents.len() > 1
    }

    /// Adds an agent.
    pub(in crate::app) fn add(&mut self, agent: Entity) {
        if self.members.insert(agent) {
            self.agents.push(agent);
        }
        self.lead.get_or_insert(agent);
    }

    /// Makes an agent the lead; one that is not selected is selected alone.
    pub(in crate::app) fn lead_by(&mut self, agent: Entity) {
        if self.contains(agent) {
            self.lead = Some(agent);
        } else {
            *self = Self::of(agent);
        }
    }

    /// Keeps the agents for which the function returns `true`. If the lead goes, the first one left leads.
    pub(in crate::app) fn retain(&mut self, keeps: impl Fn(Entity) -> bool) {
        self.agents.retain(|agent| keeps(*agent));
        self.members.retain(|agent| keeps(*agent));
        self.lead = self.lead.filter(|lead| keeps(*lead)).or(self.agents.first().copied());
    }
}

/// Number of groups.
const GROUPS: usize = 9;

/// Groups of agents under the numbers from 1 to 9.
#[derive(Resource, Default, Debug)]
pub struct Groups([Vec<Entity>; GROUPS]);

impl Groups {
    /// Returns the agents of a group, by its number from 1.
    #[must_use]
    pub fn get(&self, number: usize) -> &[Entity] {
        number.checked_sub(1).and_then(|index| self.0.get(index)).map_or(&[], Vec::as_slice)
    }

    /// Replaces the agents of a group, by its number from 1.
    pub(in crate::app) fn keep(&mut self, number: usize, agents: &[Entity]) {
        if let Some(group) = number.checked_sub(1).and_then(|index| self.0.get_mut(index)) {
            *group = agents.to_vec();
        }
    }

    /// Keeps the agents for which the function returns `true`.
    pub(in crate::app) fn retain(&mut self, keeps: impl Fn(Entity) -> bool) {
        for group in &mut self.0 {
            group.retain(|agent| keeps(*agent));
        }
    }

    /// Returns the number of the group that holds exactly the selected agents.
    #[must_use]
    pub fn number_of(&self, selection: &Selection) -> Option<usize> {
        let is_same = |group: &Vec<Entity>| {
            group.len() == selection.agents.len() && group.iter().all(|agent| selection.contains(*agent))
        };
        self.0.iter().position(|group| !group.is_empty() && is_same(group)).map(|index| index + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn agents() -> [Entity; 3] {
        let mut world = World::new();
        [(); 3].map(|()| world.spawn_empty().id())
    }

    #[test]
    fn lead_is_handed_on_when_it_leaves() {
        let [a, b, c] = agents();
        let mut selection = Selection::all([a, b, c, a]);
        assert_eq!((selection.lead(), selection.agents()), (Some(a), &[a, b, c][..]));
        selection.lead_by(c);
        assert_eq!((selection.lead(), selection.agents().len()), (Some(c), 3));
        selection.retain(|agent| agent != c);
        assert_eq!((selection.lead(), selection.contains(c)), (Some(a), false));
        selection.lead_by(c);
        assert_eq!(selection, Selection::of(c), "one that is not selected is selected alone");
    }

    #[test]
    fn group_is_found_by_its_members_in_any_order() {
        let [a, b, c] = agents();
        let mut groups = Groups::default();
        groups.keep(3, &[a, b]);
        assert_eq!(groups.number_of(&Selection::all([b, a])), Some(3));
        assert_eq!(groups.number_of(&Selection::all([a, b, c])), None);
        groups.retain(|agent| agent != b);
        assert_eq!((groups.get(3), groups.get(0), groups.get(10)), (&[a][..], &[][..], &[][..]));
    }
}
