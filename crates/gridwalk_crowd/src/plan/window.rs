//! A part of the map around agents that make no progress: its cells, its agents and where each of
//! them has to go.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};
use std::ops::Range;

use super::flood::{Flood, Scene};
use crate::agents::{Agent, Phase, STAY};
use crate::claims::NONE;
use crate::fields::FAR;
use crate::ground::{Ground, directions, opposite};
use crate::hash::NumberMap;
use crate::zones::Arrival;

/// The absence of a cell of the window.
pub(super) const NOWHERE: u16 = u16::MAX;
/// The place of an agent that has left the window.
pub(crate) const GONE: u16 = 0x7FFF;
/// Added to the cell of an agent that has touched its goal.
pub(crate) const VISITED: u16 = 0x8000;

/// The purpose of an agent in a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Aim {
    /// It stands on this cell in the end.
    Cell(u16),
    /// It touches this cell once.
    Visit(u16),
    /// It leaves the window by one of its exits.
    Leave,
    /// It stands wherever there is room.
    Anywhere,
}

/// An agent of a window.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Member {
    pub agent: u32,
    pub kind: u8,
    pub start: u16,
    pub aim: Aim,
    /// The range of its exits in those of the window.
    pub exits: Range<usize>,
}

/// Cells, agents and aims. They stay as they were when the window was made.
#[derive(Clone, Debug, Default)]
pub(crate) struct Window {
    pub places: Vec<u32>,
    pub members: Vec<Member>,
    /// All steps of all members take the same time, so that a ring of agents may turn.
    pub is_even: bool,
    /// No step leads out, so that a search of the window is a search of everything.
    pub is_closed: bool,
    /// Neighbours of each cell by direction.
    around: Vec<[u16; 8]>,
    /// Steps of each kind that stay in the window, a bit for each direction, by cell; empty for
    /// kinds without members.
    steps: Vec<Vec<u8>>,
    /// Cost to the aim by member and cell, as far as it is laid out.
    costs: Vec<u32>,
    /// Exits of all members.
    exits: Vec<(u16, u32)>,
    /// Memory of the search for costs.
    open: BinaryHeap<Reverse<(u32, u16)>>,
}

/// Memory for the members of a window.
#[derive(Debug, Default)]
pub(crate) struct WindowMemory {
    /// Cells that members go to.
    taken: Vec<u16>,
    /// The search for a free slot.
    seen: Vec<bool>,
    open: VecDeque<u16>,
}

impl Window {
    /// Makes this the window of a flood.
    ///
    /// # Complexity
    /// O(agents × cells).
    pub fn fill(&mut self, flood: &Flood, memory: &mut WindowMemory, scene: Scene<'_>) {
        self.places.clear();
        self.places.extend_from_slice(&flood.places);
        let kinds = flood
            .agents
            .iter()
            .map(|id| scene.agents[*id as usize].kind);
        self.connect(scene.values.grounds, kinds, &flood.found);
        self.is_closed = flood.is_closed;
        self.is_even = self.is_even(scene, &flood.agents);
        memory.taken.clear();
        for id in &flood.agents {
            let start = flood.found[&scene.agents[*id as usize].to];
            let member = self.member(*id, start, &flood.found, memory, scene);
            self.members.push(member);
        }
    }

    /// A window of these cells without members.
    pub fn of(places: Vec<u32>, grounds: &[Ground], kinds: impl Iterator<Item = u8>) -> Self {
        let found = places.iter().copied().zip(0..).collect();
        let mut window = Self {
            places,
            ..Self::default()
        };
        window.connect(grounds, kinds, &found);
        window
    }

    /// Finds the neighbours of the cells and the steps of these kinds between them, and forgets the
    /// members.
    fn connect(
        &mut self,
        grounds: &[Ground],
        kinds: impl Iterator<Item = u8>,
        found: &NumberMap<u32, u16>,
    ) {
        let layout = grounds[0].layout;
        let neighbour =
            |place: u32, direction: u8| found.get(&layout.step(place, direction)).copied();
        let directions = [0, 1, 2, 3, 4, 5, 6, 7_u8];
        let around = |place: &u32| directions.map(|at| neighbour(*place, at).unwrap_or(NOWHERE));
        self.around.clear();
        self.around.extend(self.places.iter().map(around));
        for steps in &mut self.steps {
            steps.clear();
        }
        self.steps.resize_with(grounds.len(), Vec::new);
        for kind in kinds.map(usize::from) {
            if self.steps[kind].is_empty() {
                let bits = |(place, around): (&u32, &[u16; 8])| {
                    let inside = (0..8_u8).filter(|at| around[usize::from(*at)] != NOWHERE);
                    inside.fold(0, |bits, at| bits | 1 << at) & grounds[kind].legal(*place)
                };
                self.steps[kind].extend(self.places.iter().zip(&self.around).map(bits));
            }
        }
        self.members.clear();
        self.exits.clear();
        self.costs.clear();
    }

    fn is_even(&self, scene: Scene<'_>, agents: &[u32]) -> bool {
        let (mut common, mut known) = (None, None);
        for id in agents {
            let agent = &scene.agents[*id as usize];
            if agent.is_driven {
                return false;
            }
            let pace = (agent.kind, agent.ticks_per_cell);
            if known.replace(pace) == Some(pace) {
                continue;
            }
            let ground = scene.values.ground(agent);
            for place in &self.places {
                for at in directions(ground.legal(*place)) {
                    let ticks = ground.ticks(*place, at, agent.ticks_per_cell);
                    if *common.get_or_insert(ticks) != ticks {
                        return false;
                    }
                }
            }
        }
        true
    }

    /// The member for an agent; the memory holds the free slots that earlier members go to.
    fn member(
        &mut self,
        id: u32,
        start: u16,
        found: &NumberMap<u32, u16>,
        memory: &mut WindowMemory,
        scene: Scene<'_>,
    ) -> Member {
        let agent = &scene.agents[id as usize];
        let group = scene.values.zones.group(agent.group);
        let goal = found.get(&group.key.goal).copied();
        let aim = match (agent.phase, group.key.arrival) {
            (Phase::Settled, _) => Aim::Cell(start),
            (Phase::Unreachable, _) => Aim::Anywhere,
            (Phase::Active, Arrival::Visit | Arrival::Near(_)) => {
                goal.map_or(Aim::Leave, Aim::Visit)
            }
            (Phase::Active, Arrival::Exact)
                if goal.is_some_and(|goal| memory.taken.contains(&goal)) =>
            {
                Aim::Anywhere
            }
            (Phase::Active, Arrival::Exact) => goal.map_or(Aim::Leave, Aim::Cell),
            (Phase::Active, Arrival::Zone) => self
                .free_slot(agent, start, memory, scene)
                .map_or(Aim::Leave, Aim::Cell),
        };
        let first = self.exits.len();
        if agent.phase == Phase::Active {
            self.find_exits(agent, scene);
        }
        let exits = first..self.exits.len();
        let aim = if aim == Aim::Leave && exits.is_empty() {
            Aim::Anywhere
        } else {
            aim
        };
        if let Aim::Cell(cell) = aim {
            memory.taken.push(cell);
        }
        Member {
            agent: id,
            kind: agent.kind,
            start,
            aim,
            exits,
        }
    }

    /// The nearest slot of the agent's group that nobody rests on and nobody of the window goes to.
    fn free_slot(
        &self,
        agent: &Agent,
        start: u16,
        memory: &mut WindowMemory,
        scene: Scene<'_>,
    ) -> Option<u16> {
        let WindowMemory { taken, seen, open } = memory;
        let is_free = |cell: u16| {
            let place = self.places[usize::from(cell)];
            scene.values.zones.is_slot(agent.group, place, 1) && !taken.contains(&cell) && {
                let head = scene.claims.spot(place).head;
                let rests = |head: u32| {
                    let other = &scene.agents[head as usize];
                    other.group == agent.group && other.phase == Phase::Settled
                };
                head == NONE || !rests(head)
            }
        };
        seen.clear();
        seen.resize(self.places.len(), false);
        seen[usize::from(start)] = true;
        open.clear();
        open.push_back(start);
        while let Some(cell) = open.pop_front() {
            if is_free(cell) {
                return Some(cell);
            }
            for (_, next) in self.neighbours(agent.kind, cell) {
                if !std::mem::replace(&mut seen[usize::from(next)], true) {
                    open.push_back(next);
                }
            }
        }
        None
    }

    /// Adds the cells with a step out of the window that leads closer to the agent's goal.
    fn find_exits(&mut self, agent: &Agent, scene: Scene<'_>) {
        let ground = scene.values.ground(agent);
        let inside = &self.steps[usize::from(agent.kind)];
        for (cell, (place, inside)) in (0_u16..).zip(self.places.iter().zip(inside)) {
            let out = ground.legal(*place) & !inside;
            if out == 0 {
                continue;
            }
            let here = scene.values.cost(agent, *place);
            let costs = directions(out).filter_map(|at| {
                let next = ground.layout.step(*place, at);
                let there = scene.values.cost(agent, next);
                let is_way = there < here && there != FAR && scene.head(next).is_ok();
                is_way.then(|| there.saturating_add(ground.step_cost(*place, at)))
            });
            self.exits.extend(costs.min().map(|cost| (cell, cost)));
        }
    }

    /// Cells from which a member may leave in ascending order, each with the cost from there to its
    /// goal.
    pub fn exits(&self, member: &Member) -> &[(u16, u32)] {
        &self.exits[member.exits.clone()]
    }

    /// Adds the exits of the next member; returns their range.
    pub fn add_exits(&mut self, exits: &[(u16, u32)]) -> Range<usize> {
        let first = self.exits.len();
        self.exits.extend_from_slice(exits);
        first..self.exits.len()
    }

    /// Neighbours of a cell in the window that a kind can step to, with their directions.
    #[inline]
    pub fn neighbours(&self, kind: u8, cell: u16) -> impl Iterator<Item = (u8, u16)> + '_ {
        let (steps, around) = (
            self.steps[usize::from(kind)][usize::from(cell)],
            &self.around[usize::from(cell)],
        );
        directions(steps).map(|at| (at, around[usize::from(at)]))
    }

    /// Number of neighbours that a kind can step to.
    #[inline]
    pub fn degree(&self, kind: u8, cell: u16) -> u32 {
        self.steps[usize::from(kind)][usize::from(cell)].count_ones()
    }

    /// The neighbour in a direction, or [`NOWHERE`].
    #[inline]
    pub fn neighbour(&self, cell: u16, direction: u8) -> u16 {
        self.around[usize::from(cell)][usize::from(direction)]
    }

    /// The direction from a cell to a neighbour; [`STAY`] for the cell itself and for the way out.
    #[inline]
    pub fn direction(&self, from: u16, to: u16) -> u8 {
        let around = &self.around[usize::from(from)];
        (0..8_u8)
            .find(|at| around[usize::from(*at)] == to)
            .unwrap_or(STAY)
    }

    /// The costs of a member from all cells to its aim, [`FAR`] where it cannot get there; `None`
    /// if it is there already.
    #[inline]
    pub fn costs(&self, member: usize, value: u16) -> Option<&[u32]> {
        if value & VISITED != 0 || value == GONE || self.members[member].aim == Aim::Anywhere {
            return None;
        }
        let count = self.places.len();
        Some(&self.costs[member * count..][..count])
    }

    /// The cost of a member from a cell to its aim; [`FAR`] where it cannot get there.
    #[inline]
    pub fn cost(&self, member: usize, value: u16) -> u32 {
        self.costs(member, value)
            .map_or(0, |costs| costs[usize::from(value)])
    }

    /// Returns `true` if a member is where it has to be.
    #[inline]
    pub fn is_done(&self, member: usize, value: u16) -> bool {
        match self.members[member].aim {
            Aim::Cell(cell) => value == cell || value == GONE,
            Aim::Visit(_) => value & VISITED != 0 || value == GONE,
            Aim::Leave => value == GONE,
            Aim::Anywhere => true,
        }
    }

    /// Returns `true` if a member may leave the window from a cell.
    #[inline]
    pub fn can_leave(&self, member: usize, cell: u16) -> bool {
        self.exits(&self.members[member])
            .binary_search_by_key(&cell, |exit| exit.0)
            .is_ok()
    }

    /// Finds the costs of the next member to its aim. Exits count where the aim lies outside or is
    /// cut off. Returns `false` if the first member cannot get to its aim.
    pub fn lay_out(&mut self, grounds: &[Ground]) -> bool {
        let count = self.places.len();
        let at = self.costs.len() / count;
        self.costs.resize(self.costs.len() + count, FAR);
        let member = self.members[at].clone();
        let ground = &grounds[usize::from(member.kind)];
        let (start, exits) = (at * count + usize::from(member.start), member.exits);
        match member.aim {
            Aim::Cell(cell) | Aim::Visit(cell) => {
                self.spread(ground, member.kind, at, std::iter::once((cell, 0)));
            }
            Aim::Leave => {}
            Aim::Anywhere => return at > 0,
        }
        if self.costs[start] == FAR {
            self.costs[at * count..].fill(FAR);
            let seeds = std::mem::take(&mut self.exits);
            self.spread(ground, member.kind, at, seeds[exits].iter().copied());
            self.exits = seeds;
        } else {
            self.members[at].exits = 0..0;
        }
        let is_possible = self.costs[start] != FAR;
        if !is_possible {
            self.members[at].aim = Aim::Anywhere;
        }
        // The first one is stuck; of the others those that can be helped are.
        is_possible || at > 0
    }

    /// Writes the costs of a member from each cell to the cheapest of these cells.
    fn spread(
        &mut self,
        ground: &Ground,
        kind: u8,
        member: usize,
        seeds: impl Iterator<Item = (u16, u32)>,
    ) {
        let steps = &self.steps[usize::from(kind)];
        let costs = &mut self.costs[member * self.places.len()..];
        let open = &mut self.open;
        open.clear();
        for (cell, cost) in seeds {
            costs[usize::from(cell)] = cost;
            open.push(Reverse((cost, cell)));
        }
        while let Some(Reverse((cost, cell))) = open.pop() {
            if costs[usize::from(cell)] != cost {
                continue;
            }
            for direction in 0..8_u8 {
                // The step from the neighbour on the other side.
                let from = self.around[usize::from(cell)][usize::from(opposite(direction))];
                if from == NOWHERE || steps[usize::from(from)] >> direction & 1 == 0 {
                    continue;
                }
                let there = cost
                    .saturating_add(ground.step_cost(self.places[usize::from(from)], direction));
                if there < costs[usize::from(from)] {
                    costs[usize::from(from)] = there;
                    open.push(Reverse((there, from)));
                }
            }
        }
    }
}
