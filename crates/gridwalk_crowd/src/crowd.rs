//! The crowd: its parts, and who belongs to it.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::num::NonZeroU16;

use gridwalk_pathfinding::{AgentRules, Cell, Grid};

use super::agents::{
    Agent, AgentId, KindId, Moves, NewAgent, Order, PATIENCE, Phase, State, Step, TickWork,
    UNDECIDED, UNDER_WAY,
};
use super::choice::{Choices, MIN_LOOK};
use super::claims::{Claims, NONE};
use super::fields::{Fields, HoleSearch};
use super::ground::{Ground, Layout};
use super::plan::{Jam, PlanMemory};
use super::rules::{ChoiceRule, CrowdRefusal, CrowdRules};
use super::zones::{Arrival, GroupKey, Zones};

/// Agents that never share a cell. Time is whole ticks; their length is the caller's.
///
/// The maps that [`decide`](Self::decide) and [`edit`](Self::edit) take are those of the kinds, in
/// the order of [`KindId`], as they are now: every edit must be [told](Self::edit) before the next
/// tick. Methods that take an [`AgentId`] panic where there is no such agent.
#[derive(Debug)]
pub struct Crowd {
    pub(crate) rules: CrowdRules,
    pub(crate) layout: Layout,
    pub(crate) grounds: Vec<Ground>,
    pub(crate) claims: Claims,
    pub(crate) agents: Vec<Agent>,
    pub(crate) free: Vec<u32>,
    pub(crate) order: Order,
    pub(crate) fields: Fields,
    pub(crate) zones: Zones,
    pub(crate) hole_search: HoleSearch,
    pub(crate) choices: Choices,
    /// Steps that end in a later tick than the next one.
    pub(crate) under_way: BinaryHeap<Reverse<(u64, u32)>>,
    pub(crate) moves: Moves,
    /// Agents that have arrived since the last commit.
    pub(crate) arrivals: Vec<AgentId>,
    pub(crate) now: u64,
    /// No agent has more ticks per cell. Agents that have left may count.
    pub(crate) slowest: u16,
    pub(crate) is_decided: bool,
    /// Work that was put off at the last tick.
    pub(crate) work_left: u64,
    pub(crate) work: TickWork,
    pub(crate) jams: Vec<Option<Jam>>,
    pub(crate) plan_memory: PlanMemory,
    /// Agents that decide first in the next tick, as others wait for them in front of a corridor.
    pub(crate) coming_out: Vec<u32>,
    pub(crate) lists: TickLists,
}

/// A reason why an agent cannot stand on a cell.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CannotJoin {
    /// Another agent holds the cell.
    #[error("agent {} holds the cell", .0.0)]
    Taken(AgentId),
    /// The cell is blocked for the kind.
    #[error("the cell is blocked")]
    Blocked,
    /// The agent would cover a blocked cell or leave the map.
    #[error("the agent does not fit there")]
    DoesNotFit,
    /// The cell lies outside the map.
    #[error("the cell lies outside the map")]
    OffGrid,
    /// There is no such kind.
    #[error("the crowd has no kind number {}", .0.0)]
    UnknownKind(KindId),
}

/// Lists of a tick, kept for the next one.
#[derive(Debug, Default)]
pub(crate) struct TickLists {
    /// Agents that decide before all others.
    pub first: Vec<u32>,
    /// Agents that have come no closer to their goals for long.
    pub stuck: Vec<u32>,
    /// Agents that have [waited for long](Agent::is_late): the tick since which each of them waits,
    /// and its place in the order.
    pub late: Vec<(u64, u64, u32)>,
    /// Groups whose zones may grow.
    pub groups: Vec<u32>,
}

impl Crowd {
    /// Straight steps onto terrain of cost 1 whose time an agent may come no closer to its goal
    /// before a plan is searched for it and the agents around it.
    pub const PATIENCE: u64 = PATIENCE;

    /// Length in cells from which on agents wait in front of a one-wide corridor while others come
    /// out of it.
    pub const LONG_CORRIDOR: u32 = MIN_LOOK;

    /// An empty crowd on a map; its first kind are agents of one cell that see this map.
    ///
    /// # Errors
    /// If the rules or the map ask for something that a crowd does not support.
    ///
    /// # Complexity
    /// O(cells) time, 15 bytes a cell, and 4 more from the first step of several ticks on.
    pub fn new(grid: &Grid, rules: CrowdRules) -> Result<Self, CrowdRefusal> {
        rules.check()?;
        check_portals(grid)?;
        let layout = Layout::new(grid.size());
        Ok(Self {
            rules,
            layout,
            grounds: vec![Ground::new(grid, 1, &rules)],
            claims: Claims::new(layout),
            agents: Vec::new(),
            free: Vec::new(),
            order: Order::default(),
            fields: Fields::new(&rules, layout.len()),
            zones: Zones::new(layout.len()),
            hole_search: HoleSearch::default(),
            choices: Choices::default(),
            under_way: BinaryHeap::new(),
            moves: Moves::default(),
            arrivals: Vec::new(),
            now: 0,
            slowest: 0,
            is_decided: false,
            work_left: 0,
            work: TickWork::default(),
            jams: Vec::new(),
            plan_memory: PlanMemory::default(),
            coming_out: Vec::new(),
            lists: TickLists::default(),
        })
    }

    /// Adds a kind: agents of a size that see this map. Agents larger than one cell move in four
    /// directions.
    ///
    /// # Errors
    /// If the size is not supported, the map has portals or another size, or there are too many
    /// kinds.
    pub fn add_kind(&mut self, grid: &Grid, size: u8) -> Result<KindId, CrowdRefusal> {
        check_portals(grid)?;
        if size == 0 || size > CrowdRules::MAX_SIZE {
            return Err(CrowdRefusal::Size(size));
        }
        if grid.size() != self.layout.size {
            return Err(CrowdRefusal::MapSize {
                expected: self.layout.size,
                found: grid.size(),
            });
        }
        let number = u8::try_from(self.grounds.len())
            .ok()
            .filter(|number| usize::from(*number) < CrowdRules::MAX_KINDS);
        let number = number.ok_or(CrowdRefusal::Kinds)?;
        self.grounds.push(Ground::new(grid, size, &self.rules));
        Ok(KindId(number))
    }

    /// Lets the steps of a kind that keeps off walls take the time of their terrain alone.
    ///
    /// Without it, a step beside a wall takes longer by the extra cost that keeps the kind away.
    /// `rules` are those of the profile whose map the kind sees, `shared` the map of the first
    /// kind. Call it before agents of the kind join, and after [`load`](Self::load): the rules are
    /// not saved.
    ///
    /// # Complexity
    /// O(cells) time, 2 bytes a cell.
    pub fn keep_off_walls(&mut self, kind: KindId, rules: &AgentRules, shared: &Grid) {
        self.cancel();
        self.grounds[usize::from(kind.0)].keep_off_walls(rules, shared);
    }

    /// Adds an agent that rests on its cell.
    ///
    /// # Errors
    /// If it cannot stand there.
    pub fn add(&mut self, new: NewAgent) -> Result<AgentId, CannotJoin> {
        let ground = self
            .grounds
            .get(usize::from(new.kind.0))
            .ok_or(CannotJoin::UnknownKind(new.kind))?;
        let (size, ticks) = (
            ground.size,
            new.ticks_per_cell.unwrap_or(self.rules.ticks_per_cell),
        );
        let place = self.check_place(new.at, new.kind.0, None)?;
        self.cancel();
        let agent = Agent {
            is_driven: new.is_driven,
            ..Agent::new(place, new.kind.0, size, ticks.get(), self.now)
        };
        let id = if let Some(id) = self.free.pop() {
            self.agents[id as usize] = agent;
            id
        } else {
            self.agents.push(agent);
            u32::try_from(self.agents.len() - 1).expect("a map has fewer than 2³² cells")
        };
        self.slowest = self.slowest.max(ticks.get());
        self.claims.set_heads(place, size, id);
        self.rest(id);
        Ok(AgentId(id))
    }

    /// Removes an agent; its cells are free at once.
    pub fn remove(&mut self, agent: AgentId) {
        self.cancel();
        assert!(
            self.agents[agent.get()].is_alive,
            "the agent is in the crowd"
        );
        self.drop_jam_of(agent.0);
        self.leave_group(agent.0);
        let old = &mut self.agents[agent.get()];
        old.is_alive = false;
        self.claims.drop_all([old.at, old.to], old.size, agent.0);
        self.free.push(agent.0);
    }

    /// Puts an agent onto another cell. It keeps its goal.
    ///
    /// # Errors
    /// If it cannot stand there; then it stays where it is.
    pub fn place(&mut self, agent: AgentId, cell: Cell) -> Result<(), CannotJoin> {
        let place = self.check_place(cell, self.agents[agent.get()].kind, Some(agent.0))?;
        self.cancel();
        self.put(agent.0, place);
        Ok(())
    }

    /// Puts an agent onto a free place.
    pub(crate) fn put(&mut self, id: u32, place: u32) {
        self.drop_jam_of(id);
        let now = self.now;
        let agent = &mut self.agents[id as usize];
        self.claims.drop_all([agent.at, agent.to], agent.size, id);
        (agent.at, agent.to, agent.from, agent.begin, agent.end) = (place, place, place, now, now);
        agent.plan = UNDECIDED;
        (agent.best, agent.best_at, agent.waits_for) = (u32::MAX, now, NONE);
        self.claims.set_heads(place, agent.size, id);
        if agent.is_sent {
            self.wake(id);
        } else {
            self.leave_group(id);
            self.rest(id);
        }
    }

    pub(crate) fn check_place(
        &self,
        cell: Cell,
        kind: u8,
        own: Option<u32>,
    ) -> Result<u32, CannotJoin> {
        let ground = &self.grounds[usize::from(kind)];
        let is_inside = |cell: Cell| self.layout.size.contains(cell);
        if !is_inside(cell) {
            return Err(CannotJoin::OffGrid);
        }
        let place = self.layout.place(cell);
        let far = i32::from(ground.size) - 1;
        if !is_inside(Cell::new(cell.x + far, cell.y + far))
            || (far > 0 && !ground.is_walkable(place))
        {
            return Err(CannotJoin::DoesNotFit);
        }
        if !ground.is_walkable(place) {
            return Err(CannotJoin::Blocked);
        }
        match self
            .claims
            .holder(place, ground.size)
            .filter(|holder| Some(*holder) != own)
        {
            Some(holder) => Err(CannotJoin::Taken(AgentId(holder))),
            None => Ok(place),
        }
    }

    /// Makes an agent a member of the group of its own cell.
    pub(crate) fn rest(&mut self, id: u32) {
        let agent = &self.agents[id as usize];
        let key = GroupKey {
            kind: agent.kind,
            goal: agent.to,
            arrival: Arrival::Zone,
        };
        self.agents[id as usize].is_sent = false;
        self.join_group(id, key);
    }

    /// Makes an agent a member of a group, and lets it walk if it does not stand on a slot.
    pub(crate) fn join_group(&mut self, id: u32, key: GroupKey) {
        let ground = &self.grounds[usize::from(key.kind)];
        let (group, member) = self.zones.join(key, id, ground);
        let agent = &mut self.agents[id as usize];
        (agent.group, agent.member, agent.is_near) = (group, member, false);
        (agent.pushed_by, agent.waits_for) = (NONE, NONE);
        agent.phase = Phase::Settled;
        self.wake(id);
    }

    /// Lets an agent walk, unless it stands on a slot of its group.
    pub(crate) fn wake(&mut self, id: u32) {
        let agent = self.agents[id as usize];
        if agent.is_listed() {
            self.order.remove(agent.key, id);
        }
        let group = self.zones.group(agent.group);
        let is_home = match group.key.arrival {
            Arrival::Visit => agent.to == group.key.goal,
            // Costs may not be known yet: the next tick looks.
            Arrival::Near(_) => false,
            Arrival::Zone | Arrival::Exact => self.zones.is_slot(agent.group, agent.to, agent.size),
        };
        let phase = if is_home && !agent.is_moving() {
            Phase::Settled
        } else {
            Phase::Active
        };
        if phase == Phase::Settled && agent.phase == Phase::Active {
            return self.settle(id);
        }
        let (from, to) = (self.layout.cell(agent.to), self.layout.cell(group.key.goal));
        let agent = &mut self.agents[id as usize];
        (agent.phase, agent.best, agent.best_at) = (phase, u32::MAX, self.now);
        // Short trips go first; an older order is as good as a trip that is shorter by its age.
        agent.key = self.now;
        if self.rules.choice.has(ChoiceRule::ShortTrips) {
            let (dx, dy) = from.distance(to);
            agent.key += u64::from(dx.max(dy));
        }
        if agent.is_listed() {
            self.order.insert(agent.key, id);
        }
    }

    /// Takes an agent out of its group and out of the order.
    pub(crate) fn leave_group(&mut self, id: u32) {
        let agent = self.agents[id as usize];
        if agent.group == NONE {
            return;
        }
        if agent.is_listed() {
            self.order.remove(agent.key, id);
        }
        let ground = &self.grounds[usize::from(agent.kind)];
        let (moved, dropped) =
            self.zones
                .leave(agent.group, agent.member, ground, &mut self.fields);
        if let Some(moved) = moved {
            self.agents[moved as usize].member = agent.member;
        }
        let own = &mut self.agents[id as usize];
        (own.group, own.phase) = (NONE, Phase::Settled);
        let evicted = dropped
            .map(|slot| self.claims.spot(slot).head)
            .filter(|head| *head != NONE && *head != id);
        if let Some(evicted) =
            evicted.filter(|evicted| self.agents[*evicted as usize].group == agent.group)
        {
            self.wake(evicted);
        }
    }

    /// Gives groups the cheapest cells that no other group owns; clears the list.
    pub(crate) fn fill_up(&mut self, groups: &mut Vec<u32>) {
        groups.sort_unstable();
        groups.dedup();
        self.zones.regrow(groups, &self.grounds);
        for id in groups.drain(..) {
            for at in 0..self.zones.group(id).members.len() {
                let member = self.zones.group(id).members[at];
                let agent = &self.agents[member as usize];
                let is_home = self.zones.is_slot(id, agent.to, agent.size);
                if agent.phase == Phase::Settled && !is_home
                    || agent.phase == Phase::Active && is_home
                {
                    self.wake(member);
                }
            }
        }
    }

    /// Forgets the decisions of a tick that was not committed.
    pub(crate) fn cancel(&mut self) {
        if !std::mem::take(&mut self.is_decided) {
            return;
        }
        for (place, agent) in self.choices.reserved.drain(..) {
            self.claims.drop_next(place, 1, agent);
        }
        for id in self
            .choices
            .stayed
            .drain(..)
            .chain(self.choices.moved.drain(..))
        {
            let agent = &mut self.agents[id as usize];
            let to = if agent.plan < 8 {
                self.layout.step(agent.at, agent.plan)
            } else {
                agent.at
            };
            self.claims.drop_next(to, agent.size, id);
            agent.plan = UNDECIDED;
        }
        self.choices.coming_out.clear();
    }

    /// The number of the next tick.
    #[must_use]
    pub const fn now(&self) -> u64 {
        self.now
    }

    /// The steps and arrivals of the newest tick.
    #[must_use]
    pub const fn moves(&self) -> &Moves {
        &self.moves
    }

    /// The rules of the crowd.
    #[must_use]
    pub const fn rules(&self) -> &CrowdRules {
        &self.rules
    }

    /// Agents of the crowd, in the order of their numbers.
    pub fn agents(&self) -> impl Iterator<Item = AgentId> + '_ {
        let alive = self
            .agents
            .iter()
            .zip(0..)
            .filter(|(agent, _)| agent.is_alive);
        alive.map(|(_, id)| AgentId(id))
    }

    /// The cell where an agent stands, or that it enters.
    #[must_use]
    pub fn cell(&self, agent: AgentId) -> Cell {
        self.layout.cell(self.agents[agent.get()].to)
    }

    /// The last step of an agent, over when its `end` is at most [`now`](Self::now). An agent that
    /// was put onto its cell has both cells the same.
    #[must_use]
    pub fn last_step(&self, agent: AgentId) -> Step {
        let Agent {
            from,
            to,
            begin,
            end,
            ..
        } = self.agents[agent.get()];
        Step {
            agent,
            from: self.layout.cell(from),
            to: self.layout.cell(to),
            begin,
            end,
        }
    }

    /// The kind of an agent.
    #[must_use]
    pub fn kind(&self, agent: AgentId) -> KindId {
        KindId(self.agents[agent.get()].kind)
    }

    /// Side of an agent in cells.
    #[must_use]
    pub fn size(&self, agent: AgentId) -> u8 {
        self.agents[agent.get()].size
    }

    /// Ticks that a straight step of an agent onto terrain of cost 1 takes.
    #[must_use]
    pub fn pace(&self, agent: AgentId) -> NonZeroU16 {
        NonZeroU16::new(self.agents[agent.get()].ticks_per_cell).unwrap_or(NonZeroU16::MIN)
    }

    /// Sets the ticks that a straight step of an agent onto terrain of cost 1 takes. A step under
    /// way keeps its duration.
    pub fn set_pace(&mut self, agent: AgentId, ticks_per_cell: NonZeroU16) {
        self.cancel();
        self.agents[agent.get()].ticks_per_cell = ticks_per_cell.get();
        self.slowest = self.slowest.max(ticks_per_cell.get());
    }

    /// Returns `true` while an agent is on its way from one cell to the next.
    #[must_use]
    pub fn is_moving(&self, agent: AgentId) -> bool {
        self.agents[agent.get()].is_moving()
    }

    /// The agent that holds a cell: the one that stands there or enters it, else the one that
    /// leaves it.
    #[must_use]
    pub fn agent_at(&self, cell: Cell) -> Option<AgentId> {
        let spot = self
            .layout
            .size
            .contains(cell)
            .then(|| self.claims.spot(self.layout.place(cell)))?;
        [spot.head, spot.tail]
            .into_iter()
            .find(|agent| *agent != NONE)
            .map(AgentId)
    }

    /// The state of an agent.
    #[must_use]
    pub fn state(&self, id: AgentId) -> State {
        let agent = &self.agents[id.get()];
        let other = |agent: u32| (agent != NONE).then_some(AgentId(agent));
        match agent.phase {
            Phase::Unreachable => State::Unreachable,
            Phase::Settled if agent.is_sent => State::Settled,
            Phase::Settled => State::Resting,
            Phase::Active => match (other(agent.pushed_by), other(agent.waits_for)) {
                (Some(to), _) => State::Yielding {
                    to,
                    since: agent.pushed_at,
                },
                _ if agent.is_blocked && self.blocker(agent).is_some() => {
                    let by = self.blocker(agent).unwrap_or(id);
                    State::Blocked {
                        by,
                        since: agent.best_at,
                    }
                }
                (None, Some(for_agent)) if agent.plan != UNDER_WAY => State::Waiting {
                    for_agent,
                    since: agent.waits_since,
                },
                _ => State::Walking,
            },
        }
    }

    /// Agents that an agent waits for: the one in its way, the one in the way of that one, and on
    /// to the last. A circle is listed once.
    pub fn waits_for(&self, agent: AgentId) -> impl Iterator<Item = AgentId> + '_ {
        let next =
            |id: &u32| Some(self.agents[*id as usize].waits_for).filter(|next| *next != NONE);
        let chain = std::iter::successors(next(&agent.0), next).take(self.agents.len());
        let mut seen = std::collections::BTreeSet::from([agent.0]);
        chain.take_while(move |id| seen.insert(*id)).map(AgentId)
    }

    /// Bytes of memory that grow with map and agents, fields apart.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let grounds: usize = self.grounds.iter().map(Ground::bytes).sum();
        grounds + self.layout.len() * 16 + self.agents.capacity() * size_of::<Agent>()
    }
}

fn check_portals(grid: &Grid) -> Result<(), CrowdRefusal> {
    match grid.portals().len() {
        0 => Ok(()),
        count => Err(CrowdRefusal::Portals(count)),
    }
}
