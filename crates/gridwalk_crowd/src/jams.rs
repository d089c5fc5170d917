//! Jams: agents that come no closer to their goals are moved by a plan that a search finds for all
//! agents around them.

use gridwalk_pathfinding::Cell;

use super::agents::{Agent, AgentId, NO_JAM, PATIENCE, Phase, STAY, scramble};
use super::claims::NONE;
use super::crowd::Crowd;
use super::plan::{
    Course, EXTENTS, GONE, Jam, LIMITS, MAX_JAMS, Member, PlanMemory, PlanProgress, Scene, VISITED,
};
use super::zones::Values;

/// Further steps without progress for each agent around it that has somewhere to go: a dense crowd
/// is slow, not stuck.
const PER_AGENT: u64 = 4;
/// After a plan its agents are left to themselves for the patience, doubled at most this number of
/// times.
const MAX_REST: u8 = 3;
/// Maximum number of times that the patience is doubled after a search without a plan.
const MAX_BLOCKED_REST: u8 = 5;
/// An agent of a group whose other members arrive is looked at after this many times the patience.
const IN_A_QUEUE: u64 = 8;
/// Maximum length of a chain of waiting agents that is followed.
const CHAIN: usize = 32;
/// Work of all searches in a tick.
const SLICE: u64 = 1 << 13;
/// Ticks that a joint step of a plan may take beyond the longest step of a member.
const SLACK: u64 = 4;

impl Crowd {
    /// Looks at agents that have come no closer to their goals for long, and lets searches and
    /// plans go on. Returns the work.
    ///
    /// # Complexity
    /// O(1) without jams, else that of a slice of work.
    pub(crate) fn advance_jams(&mut self, stuck: &[u32], work: u64) -> u64 {
        for id in stuck {
            self.look_at(*id);
        }
        let (mut spent, limit) = (0, work.clamp(1, SLICE));
        for at in 0..self.jams.len() {
            while spent < limit && self.search_on(at, &mut spent) {}
        }
        for at in 0..self.jams.len() {
            self.follow_plan(at);
        }
        spent
    }

    /// Opens a jam around an agent if neither it nor the agents that it waits for come closer to
    /// their goals.
    fn look_at(&mut self, id: u32) {
        let agent = self.agents[id as usize];
        let patience = PATIENCE * u64::from(agent.ticks_per_cell);
        self.agents[id as usize].look_at = self.now + patience;
        if agent.is_moving() || agent.size > 1 || agent.is_in_jam() {
            return;
        }
        let group = self.zones.group(agent.group);
        let is_late = |since: u64| self.now.saturating_sub(since) >= patience;
        if !is_late(group.progress_at) && self.now - agent.best_at < IN_A_QUEUE * patience {
            return;
        }
        let next =
            |other: &u32| Some(self.agents[*other as usize].waits_for).filter(|next| *next != NONE);
        for other in std::iter::successors(next(&id), next).take(CHAIN) {
            let other = &self.agents[other as usize];
            if other.is_in_jam() {
                return;
            }
            if other.is_blocked {
                self.agents[id as usize].is_blocked = true;
                return;
            }
            if other.phase != Phase::Active {
                break;
            }
            if !is_late(other.best_at) {
                return;
            }
        }
        if self.jams.iter().filter(|jam| jam.is_some()).count() >= MAX_JAMS {
            return;
        }
        let level = usize::from(agent.tries).min(EXTENTS.len() - 1);
        // A window of a later jam may reach agents that walk; one that is smaller does not.
        let (memory, scene) = self.scene();
        let Some(level) = memory.flood.run(id, level, scene) else {
            return;
        };
        let agents = memory
            .flood
            .agents
            .iter()
            .map(|other| &scene.agents[*other as usize]);
        let unsettled = agents.filter(|other| other.phase == Phase::Active).count() as u64;
        let wait = (PATIENCE / 2 + PER_AGENT * unsettled) * u64::from(agent.ticks_per_cell);
        if self.now - agent.best_at >= wait {
            self.agents[id as usize].tries = agent.tries.saturating_add(1);
            self.open_jam(id, level);
        }
    }

    /// The memory of plans, and the crowd as windows see it.
    fn scene(&mut self) -> (&mut PlanMemory, Scene<'_>) {
        let values = Values {
            grounds: &self.grounds,
            fields: &self.fields,
            zones: &self.zones,
        };
        let scene = Scene {
            agents: &self.agents,
            claims: &self.claims,
            values,
            now: self.now,
        };
        (&mut self.plan_memory, scene)
    }

    /// Opens a jam with the agents of the last flood.
    fn open_jam(&mut self, seed: u32, level: usize) {
        let at = self
            .jams
            .iter()
            .position(Option::is_none)
            .unwrap_or_else(|| {
                self.jams.push(None);
                self.jams.len() - 1
            });
        let luck = scramble(self.rules.seed, seed, self.now);
        let level = u8::try_from(level).expect("there are few extents");
        let (memory, scene) = self.scene();
        let jam = memory.jam(seed, level, luck, scene);
        let number = u16::try_from(at).expect("there are few jams");
        for member in &jam.window.members {
            let agent = &mut self.agents[member.agent as usize];
            (agent.jam, agent.guided) = (number, STAY);
        }
        self.jams[at] = Some(jam);
    }

    /// Makes one round of a search; returns `false` if there is nothing to search.
    fn search_on(&mut self, at: usize, spent: &mut u64) -> bool {
        let Some(jam) = &mut self.jams[at] else {
            return false;
        };
        if !matches!(jam.course, Course::Searching) {
            return false;
        }
        let search = &mut jam.search;
        let before = search.work;
        let found = search.advance(&mut jam.window, &self.grounds);
        *spent += search.work - before;
        let is_finished = search.work >= LIMITS[usize::from(jam.level)];
        match found {
            PlanProgress::Nothing if !is_finished => return true,
            PlanProgress::Plan => {
                search.write_plan(&mut jam.plan);
                jam.course = Course::Following {
                    at: 0,
                    since: self.now,
                };
                return false;
            }
            PlanProgress::Nothing | PlanProgress::Impossible => {}
        }
        let Some(jam) = self.end_jam(at) else {
            return false;
        };
        let (seed, level) = (jam.seed, usize::from(jam.level));
        if jam.window.is_closed || level + 1 == EXTENTS.len() {
            self.give_up(seed, &jam.window.members);
            self.plan_memory.keep(jam);
        } else {
            let agent = &mut self.agents[seed as usize];
            agent.tries = agent
                .tries
                .max(u8::try_from(level + 2).expect("there are few extents"));
            self.plan_memory.keep(jam);
            let (memory, scene) = self.scene();
            if memory.flood.run(seed, level + 1, scene) == Some(level + 1) {
                self.open_jam(seed, level + 1);
            }
        }
        false
    }

    /// Calls agents blocked for which there is no plan. They are looked at again after ever longer
    /// times.
    fn give_up(&mut self, seed: u32, members: &[Member]) {
        let ids = members.iter().map(|member| member.agent);
        for id in ids.clone() {
            let mut others = ids.clone().filter(|other| *other != id);
            let active = |other: &u32| self.agents[*other as usize].phase == Phase::Active;
            let other = others.clone().find(active).or_else(|| others.next());
            let agent = &mut self.agents[id as usize];
            if agent.phase != Phase::Active {
                continue;
            }
            agent.is_blocked = true;
            agent.blocked_by = other.unwrap_or(NONE);
            let tries = agent.tries.max(u8::from(id == seed));
            agent.tries = tries.saturating_add(1);
            let patience = PATIENCE * u64::from(agent.ticks_per_cell);
            agent.look_at = self.now + (patience << tries.min(MAX_BLOCKED_REST));
        }
    }

    /// Takes a plan to its next configuration where all members have arrived, and tells each one
    /// its step.
    fn follow_plan(&mut self, at: usize) {
        let Some(jam) = &mut self.jams[at] else {
            return;
        };
        let Course::Following { at: step, since } = &mut jam.course else {
            return;
        };
        let plan = &jam.plan;
        let count = jam.window.members.len();
        let number = u16::try_from(at).expect("there are few jams");
        let mut longest = 0;
        let is_broken = loop {
            if (*step + 1) * count >= plan.len() {
                break true;
            }
            let [mut is_there, mut is_lost] = [true, false];
            for (index, member) in jam.window.members.iter().enumerate() {
                let agent = &mut self.agents[member.agent as usize];
                let [from, to] = [*step, *step + 1].map(|step| plan[step * count + index]);
                if agent.jam != number {
                    continue;
                }
                if to == GONE || from == GONE {
                    agent.jam = NO_JAM;
                    continue;
                }
                let [from, to] = [from, to].map(|value| value & !VISITED);
                let [from_place, place] =
                    [from, to].map(|cell| jam.window.places[usize::from(cell)]);
                let direction = jam.window.direction(from, to);
                is_lost |= agent.to != place && agent.to != from_place;
                let ground = &self.grounds[usize::from(agent.kind)];
                let is_step = direction < STAY && ground.allows(from_place, direction);
                if is_step {
                    longest =
                        longest.max(ground.ticks(from_place, direction, agent.ticks_per_cell));
                }
                agent.guided = if is_step && agent.at == from_place && !agent.is_moving() {
                    direction
                } else {
                    STAY
                };
                is_there &= agent.at == place && !agent.is_moving();
            }
            if is_lost {
                break true;
            }
            if !is_there {
                break self.now - *since > SLACK + 2 * u64::from(longest);
            }
            (*step, *since) = (*step + 1, self.now);
        };
        if is_broken {
            self.drop_jam(at);
        }
    }

    fn drop_jam(&mut self, at: usize) {
        if let Some(jam) = self.end_jam(at) {
            self.plan_memory.keep(jam);
        }
    }

    /// Lets all agents of a jam go.
    fn end_jam(&mut self, at: usize) -> Option<Jam> {
        let jam = self.jams[at].take()?;
        let number = u16::try_from(at).expect("there are few jams");
        for member in &jam.window.members {
            let agent = &mut self.agents[member.agent as usize];
            if agent.jam == number {
                agent.jam = NO_JAM;
            }
            if agent.phase == Phase::Active {
                agent.tries = agent.tries.max(jam.level + 1);
                let patience = PATIENCE * u64::from(agent.ticks_per_cell);
                agent.look_at = self.now + (patience << agent.tries.min(MAX_REST));
            }
        }
        Some(jam)
    }

    /// Drops the plan that moves an agent: it has another order, or is put elsewhere.
    pub(crate) fn drop_jam_of(&mut self, id: u32) {
        let agent = &mut self.agents[id as usize];
        (agent.tries, agent.look_at, agent.is_blocked) = (0, 0, false);
        if agent.is_in_jam() {
            let at = usize::from(agent.jam);
            self.drop_jam(at);
        }
    }

    /// Drops the plans of windows with one of these cells or a neighbour of one, and looks again at
    /// agents that are blocked.
    pub(crate) fn drop_jams_near(&mut self, cells: &[Cell]) {
        for at in 0..self.jams.len() {
            let Some(jam) = &self.jams[at] else { continue };
            let mut window = jam
                .window
                .places
                .iter()
                .map(|place| self.layout.cell(*place));
            let is_near = |cell: Cell| {
                cells.iter().any(|edited| {
                    let (dx, dy) = edited.distance(cell);
                    dx.max(dy) <= 1
                })
            };
            if window.any(is_near) {
                self.drop_jam(at);
            }
        }
        for agent in &mut self.agents {
            if agent.is_blocked {
                (agent.tries, agent.look_at, agent.is_blocked) = (0, 0, false);
            }
        }
    }

    /// The agent that keeps a blocked one from its goal.
    pub(crate) fn blocker(&self, agent: &Agent) -> Option<AgentId> {
        let is_known = |id: &u32| {
            *id != NONE
                && self
                    .agents
                    .get(*id as usize)
                    .is_some_and(|other| other.is_alive)
        };
        [agent.waits_for, agent.blocked_by]
            .into_iter()
            .find(is_known)
            .map(AgentId)
    }

    /// Members of jams, in the order in which they decide: before all other agents.
    pub(crate) fn guided_agents(&self) -> impl Iterator<Item = u32> {
        let members = self
            .jams
            .iter()
            .flatten()
            .flat_map(|jam| &jam.window.members);
        members
            .map(|member| member.agent)
            .filter(|id| self.agents[*id as usize].is_in_jam())
    }
}
