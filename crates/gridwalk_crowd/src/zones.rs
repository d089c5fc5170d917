//! Groups of agents with one goal: the cells that they will rest on, and the costs that their
//! members compare.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::agents::{Agent, Phase};
use super::claims::NONE;
use super::fields::{AgentCosts, FAR, Fields, HoleField};
use super::ground::Ground;
use super::hash::NumberMap;

/// The owner of cells that no group may take now.
const RESERVED: u32 = NONE - 1;

/// The way in which a goal is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Arrival {
    /// On one of the nearest free cells.
    Zone,
    /// On the very cell.
    Exact,
    /// By touching the cell once.
    Visit,
    /// By coming near it: this number of straight steps away.
    Near(u16),
}

/// Agents that share a goal have one key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct GroupKey {
    pub kind: u8,
    pub goal: u32,
    pub arrival: Arrival,
}

/// Agents with one goal.
#[derive(Debug)]
pub(crate) struct Group {
    pub key: GroupKey,
    pub members: Vec<u32>,
    /// Cells for its members, by walking cost to the goal.
    pub slots: Vec<u32>,
    /// Cost of the last slot.
    pub radius: u32,
    /// Search for further slots; `None` before the second one.
    pub frontier: Option<Frontier>,
    /// Field of the goal, or [`NONE`] while nobody needs it.
    pub field: u32,
    pub holes: HoleField,
    /// Tick from which the hole field is made anew.
    pub refresh_at: u64,
    /// Tick in which a member arrived last.
    pub progress_at: u64,
}

/// All groups, and the group that owns each cell.
#[derive(Debug)]
pub(crate) struct Zones {
    pub groups: Vec<Group>,
    by_key: NumberMap<GroupKey, u32>,
    free: Vec<u32>,
    /// Memory of searches that are over.
    spare: Vec<Frontier>,
    old: OldSlots,
    owners: Vec<u32>,
    /// Slots that groups have given up since zones were last filled up.
    pub released: Vec<u32>,
    /// Groups whose zone an edit has touched since then.
    pub touched: Vec<u32>,
}

/// Slots of groups before they [grow again](Zones::regrow), and groups that grow.
#[derive(Debug, Default)]
struct OldSlots {
    slots: Vec<u32>,
    /// Number of slots of each group, and the tick from which its hole field is made anew.
    groups: Vec<(usize, u64)>,
    /// Least cost of the next cell, and group.
    open: BinaryHeap<Reverse<(u32, u32)>>,
}

impl Group {
    pub const fn new(key: GroupKey) -> Self {
        Self {
            key,
            members: Vec::new(),
            slots: Vec::new(),
            radius: 0,
            frontier: None,
            field: NONE,
            holes: HoleField::EMPTY,
            refresh_at: 0,
            progress_at: 0,
        }
    }

    /// Returns `true` if members near the goal walk to the nearest free slot, and not to the goal
    /// itself.
    pub fn has_zone(&self) -> bool {
        self.key.arrival == Arrival::Zone
            && (self.members.len() > 1 || self.slots.first() != Some(&self.key.goal))
    }

    /// Returns `true` if members were sent near the goal, and have arrived at this cost to it.
    #[inline]
    pub fn is_near_enough(&self, cost: u32, ground: &Ground) -> bool {
        match self.key.arrival {
            Arrival::Near(steps) => cost <= u32::from(steps) * ground.unit(),
            _ => false,
        }
    }
}

impl Zones {
    pub fn new(places: usize) -> Self {
        Self {
            groups: Vec::new(),
            by_key: NumberMap::default(),
            free: Vec::new(),
            spare: Vec::new(),
            old: OldSlots::default(),
            owners: vec![NONE; places],
            released: Vec::new(),
            touched: Vec::new(),
        }
    }

    /// Numbers of groups that have no members.
    pub fn free_groups(&self) -> &[u32] {
        &self.free
    }

    /// Takes over the groups of a saved crowd. Returns `false` if two of them have one key or one
    /// cell.
    pub fn restore(&mut self, groups: Vec<Group>, free: Vec<u32>, grounds: &[Ground]) -> bool {
        for (id, group) in (0..)
            .zip(&groups)
            .filter(|(_, group)| !group.members.is_empty())
        {
            if self.by_key.insert(group.key, id).is_some() {
                return false;
            }
            let ground = &grounds[usize::from(group.key.kind)];
            for place in group
                .slots
                .iter()
                .flat_map(|slot| ground.layout.footprint(*slot, ground.size))
            {
                match self.owners.get_mut(place as usize) {
                    Some(owner) if *owner == NONE => *owner = id,
                    _ => return false,
                }
            }
        }
        (self.groups, self.free) = (groups, free);
        true
    }

    #[inline]
    pub fn group(&self, id: u32) -> &Group {
        &self.groups[id as usize]
    }

    /// Returns the group that owns a place, or [`NONE`].
    #[inline]
    pub fn owner(&self, place: u32) -> u32 {
        self.owners[place as usize]
    }

    /// Returns `true` if the place is a slot of the group.
    #[inline]
    pub fn is_slot(&self, group: u32, place: u32, size: u8) -> bool {
        self.owner(place) == group && (size == 1 || self.group(group).slots.contains(&place))
    }

    /// Adds an agent to the group of a key; returns the group and the agent's index in it.
    pub fn join(&mut self, key: GroupKey, agent: u32, ground: &Ground) -> (u32, u32) {
        let id = if let Some(id) = self.by_key.get(&key) {
            *id
        } else {
            let id = self.blank(key);
            self.by_key.insert(key, id);
            id
        };
        let group = &mut self.groups[id as usize];
        group.members.push(agent);
        group.refresh_at = 0;
        let index = u32::try_from(group.members.len() - 1).expect("agents are counted in u32");
        self.grow(id, ground);
        (id, index)
    }

    fn blank(&mut self, key: GroupKey) -> u32 {
        let Some(id) = self.free.pop() else {
            self.groups.push(Group::new(key));
            return u32::try_from(self.groups.len() - 1).expect("agents are counted in u32");
        };
        let group = &mut self.groups[id as usize];
        (group.key, group.radius, group.field, group.progress_at) = (key, 0, NONE, 0);
        id
    }

    /// Gives a group a slot for each member, as far as there are cells.
    pub fn grow(&mut self, id: u32, ground: &Ground) {
        while self.grow_on(id, ground).is_some() {}
    }

    /// Looks at one more cell for a group. Returns the least cost of the next one to look at; `None`
    /// if the group has all slots, or there are no more cells.
    fn grow_on(&mut self, id: u32, ground: &Ground) -> Option<u32> {
        let group = &mut self.groups[id as usize];
        let wanted = match group.key.arrival {
            Arrival::Zone => group.members.len(),
            Arrival::Exact => usize::from(!group.members.is_empty()),
            Arrival::Visit | Arrival::Near(_) => 0,
        };
        if group.slots.len() >= wanted {
            return None;
        }
        let goal = group.key.goal;
        if group.slots.is_empty() && group.frontier.is_none() {
            if ground.is_walkable(goal) {
                self.take(id, goal, 0, ground);
            }
            let group = &mut self.groups[id as usize];
            if group.key.arrival != Arrival::Zone {
                return None;
            }
            if group.slots.is_empty() {
                let memory = self.spare.pop().unwrap_or_default();
                group.frontier = Some(Frontier::new(goal, memory));
            }
            return Some(0);
        }
        if group.key.arrival != Arrival::Zone {
            return None;
        }
        let spare = &mut self.spare;
        let frontier = group
            .frontier
            .get_or_insert_with(|| Frontier::new(goal, spare.pop().unwrap_or_default()));
        let (place, cost) = frontier.next(ground)?;
        let next = frontier.least().unwrap_or(cost);
        self.take(id, place, cost, ground);
        Some(next)
    }

    /// Makes a place a slot of a group, unless a group owns it.
    fn take(&mut self, id: u32, place: u32, cost: u32, ground: &Ground) {
        let mut covered = ground.layout.footprint(place, ground.size);
        if covered.all(|place| self.owners[place as usize] == NONE) {
            let group = &mut self.groups[id as usize];
            group.slots.push(place);
            group.radius = cost;
            for place in ground.layout.footprint(place, ground.size) {
                self.owners[place as usize] = id;
            }
        }
    }

    /// Removes the member of an index. Returns the member that has its index now, and the slot that
    /// was given up.
    pub fn leave(
        &mut self,
        id: u32,
        member: u32,
        ground: &Ground,
        fields: &mut Fields,
    ) -> (Option<u32>, Option<u32>) {
        let group = &mut self.groups[id as usize];
        group.members.swap_remove(member as usize);
        group.refresh_at = 0;
        let moved = group.members.get(member as usize).copied();
        let dropped = if group.slots.len() > group.members.len() {
            group.slots.pop()
        } else {
            None
        };
        if let Some(slot) = dropped {
            self.disown(id, slot, ground);
            // The search for further slots begins anew: it passes over those that are owned.
            self.spare.extend(self.groups[id as usize].frontier.take());
        }
        if self.groups[id as usize].members.is_empty() {
            self.dissolve(id, ground, fields);
        }
        (moved, dropped)
    }

    fn disown(&mut self, id: u32, slot: u32, ground: &Ground) {
        self.released.push(slot);
        for place in ground.layout.footprint(slot, ground.size) {
            if self.owners[place as usize] == id {
                self.owners[place as usize] = NONE;
            }
        }
    }

    fn dissolve(&mut self, id: u32, ground: &Ground, fields: &mut Fields) {
        self.release_slots(id, ground);
        let group = &mut self.groups[id as usize];
        group.holes.clear();
        self.by_key.remove(&group.key);
        if group.field != NONE {
            fields.release(group.field);
        }
        self.free.push(id);
    }

    /// Gives these groups the cheapest cells that no other group owns. Each cell goes to the group
    /// to which it is nearest, of equally near ones to the first. Removes the groups whose slots
    /// stay; those keep their hole fields.
    ///
    /// # Complexity
    /// O(n log n) for n slots, on average.
    pub fn regrow(&mut self, ids: &mut Vec<u32>, grounds: &[Ground]) {
        let mut old = std::mem::take(&mut self.old);
        for id in &*ids {
            let group = &self.groups[*id as usize];
            old.slots.extend_from_slice(&group.slots);
            old.groups.push((group.slots.len(), group.refresh_at));
            self.release_slots(*id, &grounds[usize::from(group.key.kind)]);
        }
        old.open.extend(ids.iter().map(|id| Reverse((0, *id))));
        while let Some(Reverse((_, id))) = old.open.pop() {
            let ground = &grounds[usize::from(self.groups[id as usize].key.kind)];
            let next = self.grow_on(id, ground);
            old.open.extend(next.map(|cost| Reverse((cost, id))));
        }
        let (mut slots, mut groups) = (&old.slots[..], old.groups.iter());
        ids.retain(|id| {
            let (count, refresh_at) = groups.next().expect("each group was noted");
            let (before, others) = slots.split_at(*count);
            slots = others;
            let group = &mut self.groups[*id as usize];
            let is_new = group.slots != before;
            if is_new {
                group.holes.clear();
            } else {
                group.refresh_at = *refresh_at;
            }
            is_new
        });
        old.slots.clear();
        old.groups.clear();
        self.old = old;
    }

    /// Gives up all slots of a group.
    fn release_slots(&mut self, id: u32, ground: &Ground) {
        let mut slots = std::mem::take(&mut self.groups[id as usize].slots);
        for slot in slots.drain(..) {
            self.disown(id, slot, ground);
        }
        let group = &mut self.groups[id as usize];
        group.slots = slots;
        self.spare.extend(group.frontier.take());
        (group.radius, group.refresh_at) = (0, 0);
    }

    /// Takes the cells of a slot away from the groups that own them; returns these groups.
    pub fn seize(
        &mut self,
        place: u32,
        size: u8,
        grounds: &[Ground],
        layout: &super::ground::Layout,
    ) -> Vec<u32> {
        let mut robbed = Vec::new();
        for cell in layout.footprint(place, size) {
            let owner = self.owners[cell as usize];
            if owner == NONE {
                continue;
            }
            let ground = &grounds[usize::from(self.groups[owner as usize].key.kind)];
            let covers = |slot: u32| {
                ground
                    .layout
                    .footprint(slot, ground.size)
                    .any(|covered| covered == cell)
            };
            if let Some(at) = self.groups[owner as usize]
                .slots
                .iter()
                .position(|slot| covers(*slot))
            {
                let slot = self.groups[owner as usize].slots.remove(at);
                self.disown(owner, slot, ground);
                robbed.push(owner);
            }
        }
        robbed
    }

    /// Returns `true` if the group of a key owns the place.
    pub fn is_owned_by(&self, place: u32, key: GroupKey) -> bool {
        self.by_key
            .get(&key)
            .is_some_and(|id| self.owner(place) == *id)
    }

    /// Keeps the cells of a place from all groups.
    pub fn reserve(&mut self, place: u32, size: u8, ground: &Ground) {
        for place in ground.layout.footprint(place, size) {
            self.owners[place as usize] = RESERVED;
        }
    }

    /// Gives them free again.
    pub fn unreserve(&mut self, place: u32, size: u8, ground: &Ground) {
        for place in ground.layout.footprint(place, size) {
            self.owners[place as usize] = NONE;
        }
    }

    /// Groups that have members, in the order of their numbers.
    pub fn live(&self) -> impl Iterator<Item = u32> + '_ {
        let ids = 0..u32::try_from(self.groups.len()).expect("agents are counted in u32");
        ids.filter(|id| !self.groups[*id as usize].members.is_empty())
    }
}

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
        agent.is_near
            && self
                .zones
                .group(agent.group)
                .holes
                .cost(&self.ground(agent).layout, agent.at)
                != FAR
    }

    /// The field of the goal; [`NONE`] where an agent keeps a slot of a zone and any other cell is
    /// equally good.
    #[inline]
    fn field(&self, agent: &Agent) -> u32 {
        let group = self.zones.group(agent.group);
        if agent.phase == Phase::Settled && group.has_zone() {
            NONE
        } else {
            group.field
        }
    }

    /// Costs around the place of an agent.
    #[inline]
    pub fn around(&self, agent: &Agent) -> AgentCosts {
        let ground = self.ground(agent);
        let legal = ground.legal(agent.at);
        let holes = &self.zones.group(agent.group).holes;
        let by_holes = agent
            .is_near
            .then(|| holes.around(&ground.layout, agent.at, legal))
            .flatten();
        by_holes.unwrap_or_else(|| {
            let cell = ground.layout.cell(agent.at);
            self.fields.around(self.field(agent), cell, legal)
        })
    }

    /// The cost from another place, by the field that the agent uses where it stands.
    #[inline]
    pub fn cost(&self, agent: &Agent, place: u32) -> u32 {
        let ground = self.ground(agent);
        if self.uses_holes(agent) {
            return self
                .zones
                .group(agent.group)
                .holes
                .cost(&ground.layout, place);
        }
        self.fields
            .cost(self.field(agent), ground.layout.cell(place))
    }
}

/// Dijkstra's search against the steps that can be resumed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Frontier {
    open: BinaryHeap<Reverse<(u32, u32)>>,
    costs: NumberMap<u32, u32>,
}

impl Frontier {
    /// A search that has found nothing yet, in the memory of another one.
    fn new(goal: u32, mut memory: Self) -> Self {
        memory.open.clear();
        memory.costs.clear();
        memory.open.push(Reverse((0, goal)));
        memory.costs.insert(goal, 0);
        memory
    }

    /// The search with these open places and these costs of places.
    pub fn of(open: Vec<(u32, u32)>, costs: Vec<(u32, u32)>) -> Self {
        Self {
            open: open.into_iter().map(Reverse).collect(),
            costs: costs.into_iter().collect(),
        }
    }

    /// The open places by cost, and all places with their costs.
    pub fn parts(&self) -> [Vec<(u32, u32)>; 2] {
        let mut open: Vec<(u32, u32)> = self.open.iter().map(|open| open.0).collect();
        let mut costs: Vec<(u32, u32)> = self
            .costs
            .iter()
            .map(|(place, cost)| (*place, *cost))
            .collect();
        open.sort_unstable();
        costs.sort_unstable();
        [open, costs]
    }

    /// A lower bound of the cost of the next place; `None` if there is none.
    fn least(&self) -> Option<u32> {
        self.open.peek().map(|Reverse((cost, _))| *cost)
    }

    /// Finds the cheapest place that it has not returned before, with its cost. Of equal ones the
    /// lower place.
    ///
    /// # Complexity
    /// O(log n) for n places found so far.
    pub fn next(&mut self, ground: &Ground) -> Option<(u32, u32)> {
        while let Some(Reverse((cost, place))) = self.open.pop() {
            if self.costs.get(&place) != Some(&cost) {
                continue;
            }
            for direction in 0..8_u8 {
                let from =
                    place.wrapping_add_signed(-ground.layout.offsets[usize::from(direction)]);
                if ground.is_walkable(from) && ground.allows(from, direction) {
                    let there = cost.saturating_add(ground.step_cost(from, direction));
                    let known = self.costs.entry(from).or_insert(u32::MAX);
                    if there < *known {
                        *known = there;
                        self.open.push(Reverse((there, from)));
                    }
                }
            }
            if ground.is_walkable(place) {
                return Some((place, cost));
            }
        }
        None
    }
}
