//! A tick: agents that rest in the way exchange their cells, all decide, then all steps begin.

use std::cmp::Reverse;

use gridwalk_pathfinding::Grid;

use super::agents::{
    Agent, AgentId, Moves, OPEN, PATIENCE, Phase, RETURNING, Step, TickWork, UNDECIDED, UNDER_WAY,
};
use super::choice::Decider;
use super::claims::NONE;
use super::crowd::Crowd;
use super::fields::FAR;
use super::rules::ChoiceRule;
use super::zones::{Arrival, Values};

/// Maximum number of ticks after which the hole field of a group is made anew.
const REFRESH: u64 = 4;

/// One tick more for each of this number of agents that look for a slot.
const PER_TICK: u64 = 512;

/// Work on cost fields that is done in each tick, if there is any.
const MIN_WORK: u64 = 1 << 10;

/// Agents are near a zone within twice its radius and this number of steps.
const NEAR: u32 = 16;

impl Crowd {
    /// Decides and commits: one tick.
    pub fn tick(&mut self, maps: &[&Grid], work: u64) -> &Moves {
        self.decide(maps, work);
        self.commit()
    }

    /// Chooses the steps of this tick. `maps` are those of the kinds.
    ///
    /// `work` limits what cost fields may take, in expansions of a search: new ones, and those that
    /// follow an edit. In each tick 1,024 are made at least. Agents whose field is not ready wait.
    ///
    /// # Complexity
    /// O(n) for n agents that are neither settled nor under way.
    ///
    /// # Panics
    /// If there are fewer maps than kinds.
    pub fn decide(&mut self, maps: &[&Grid], work: u64) {
        self.cancel();
        assert!(maps.len() >= self.grounds.len(), "each kind has a map");
        self.prepare(maps, work);
        let mut first = std::mem::take(&mut self.lists.first);
        first.clear();
        first.extend(self.guided_agents());
        let are_ready = self.work_left == 0;
        let is_ready =
            |agent: &Agent| are_ready || self.fields.is_made(self.zones.group(agent.group).field);
        // Those that have waited longest go first, so that a stream lets others cross.
        self.lists.late.sort_unstable();
        self.lists.late.dedup();
        let late = self.lists.late.iter().map(|(_, _, id)| id);
        first.extend(self.coming_out.iter().chain(late).copied().filter(|id| {
            let agent = &self.agents[*id as usize];
            agent.is_listed() && is_ready(agent)
        }));
        let Self {
            agents,
            claims,
            grounds,
            fields,
            zones,
            choices,
            order,
            ..
        } = self;
        let values = Values {
            grounds,
            fields,
            zones,
        };
        let mut decider = Decider {
            agents,
            claims,
            values,
            choices,
            now: self.now,
            seed: self.rules.seed,
            rules: self.rules.choice,
            slowest: self.slowest,
        };
        decider.decide_guided(&first);
        self.lists.first = first;
        for at in 0..order.len() {
            let id = order.agent(at);
            if decider.agents[id as usize].plan == UNDECIDED && (are_ready || decider.is_ready(id))
            {
                decider.decide(id);
            }
        }
        decider.decide_deferred();
        self.is_decided = true;
    }

    /// Makes fields and hole fields that are needed, and sorts out agents that cannot go on.
    fn prepare(&mut self, maps: &[&Grid], work: u64) {
        self.move_up();
        self.exchange();
        let (mut spent, mut stuck) = (0_u64, std::mem::take(&mut self.lists.stuck));
        let mut slots = 0;
        stuck.clear();
        self.lists.late.clear();
        self.work_left = 0;
        let (rules, work) = (self.rules.choice, work.max(MIN_WORK));
        let mut at = 0;
        while at < self.order.len() {
            let id = self.order.agent(at);
            let agent = &self.agents[id as usize];
            let (number, kind) = (agent.group, usize::from(agent.kind));
            let group = self.zones.group(number);
            if group.field == NONE {
                let field = self
                    .fields
                    .acquire(agent.kind, self.layout.cell(group.key.goal));
                self.zones.groups[number as usize].field = field;
            }
            let field = self.zones.group(number).field;
            if !self.fields.is_made(field) {
                let left = work.saturating_sub(spent);
                if left > 0 {
                    let ground = &self.grounds[kind];
                    spent += self.fields.advance(field, maps[kind], ground, left);
                }
                if !self.fields.is_made(field) {
                    self.work_left += maps[kind].cell_count() as u64;
                    at += 1;
                    continue;
                }
            }
            if !agent.is_moving() {
                let cost = self.fields.cost(field, self.layout.cell(agent.at));
                if cost == FAR {
                    self.order.remove(agent.key, id);
                    self.order.apply();
                    self.agents[id as usize].phase = Phase::Unreachable;
                    continue;
                }
                let group = self.zones.group(number);
                if group.is_near_enough(cost, &self.grounds[kind]) {
                    self.arrive(id);
                    self.order.apply();
                    continue;
                }
            }
            if rules.has(ChoiceRule::Plans)
                && self.now >= agent.look_at
                && self.now - agent.best_at >= PATIENCE * u64::from(agent.ticks_per_cell)
            {
                stuck.push(id);
            }
            if rules.has(ChoiceRule::Late) && agent.is_late(self.now) {
                self.lists.late.push((agent.waits_since, agent.key, id));
            }
            let group = self.zones.group(number);
            let is_due = group.refresh_at <= self.now && group.has_zone();
            if is_due && rules.has(ChoiceRule::FreeSlots) {
                let search = self.refresh(number);
                (spent, slots) = (spent + search, slots + search);
                // Some may have settled.
                self.order.apply();
                at = at.min(self.order.len());
                if at < self.order.len() && self.order.agent(at) != id {
                    at = 0;
                    continue;
                }
            }
            at += 1;
        }
        let left = work.saturating_sub(spent);
        let (repair, is_complete) = self.fields.repair(maps, &self.grounds, left);
        spent += repair;
        self.work_left += u64::from(!is_complete);
        let plans = self.advance_jams(&stuck, work.saturating_sub(spent));
        self.work = TickWork {
            fields: spent - slots,
            slots,
            plans,
            choices: 0,
        };
        self.lists.stuck = stuck;
    }

    /// Lets zones that are still filled take nearer cells that other groups have given up.
    fn move_up(&mut self) {
        let mut groups = std::mem::take(&mut self.lists.groups);
        groups.append(&mut self.zones.touched);
        self.fill_up(&mut groups);
        self.order.apply();
        if !self.zones.released.is_empty() {
            let walking =
                (0..self.order.len()).map(|at| self.agents[self.order.agent(at) as usize].group);
            groups.extend(walking.filter(|id| self.zones.group(*id).has_zone()));
            groups.sort_unstable();
            groups.dedup();
            groups.retain(|id| self.is_near_released(*id));
            self.fill_up(&mut groups);
            // Slots that zones give up to take nearer ones are not looked at again.
            self.zones.released.clear();
            self.order.apply();
        }
        self.lists.groups = groups;
    }

    /// Returns `true` if a slot that was given up may be nearer than one of the group.
    fn is_near_released(&self, group: u32) -> bool {
        let group = self.zones.group(group);
        let goal = self.layout.cell(group.key.goal);
        // Nothing further away in rows and columns is nearer by any path.
        let reach = group.radius / self.grounds[usize::from(group.key.kind)].unit();
        let is_near = |place: &u32| {
            let (dx, dy) = self.layout.cell(*place).distance(goal);
            dx.max(dy) <= reach && self.zones.owner(*place) == NONE
        };
        self.zones.released.iter().any(is_near)
    }

    /// Makes the hole field of a group anew; returns the work.
    fn refresh(&mut self, group: u32) -> u64 {
        let Self {
            zones,
            fields,
            agents,
            claims,
            grounds,
            hole_search,
            layout,
            ..
        } = self;
        let known = &mut zones.groups[group as usize];
        let ground = &grounds[usize::from(known.key.kind)];
        let near = 2 * known.radius + NEAR * ground.unit();
        hole_search.begin(ground);
        for id in &known.members {
            let agent = &mut agents[*id as usize];
            if agent.phase != Phase::Active {
                continue;
            }
            agent.is_near |= fields.cost(known.field, layout.cell(agent.to)) <= near;
            if agent.is_near {
                hole_search.add_target(agent.to);
            }
        }
        let targets = hole_search.target_count() as u64;
        known.refresh_at = self.now + (1 + targets / PER_TICK).min(REFRESH);
        if targets == 0 {
            return 0;
        }
        let mut holes = 0;
        for slot in &known.slots {
            let head = claims.spot(*slot).head;
            let is_filled = head != NONE && {
                let agent = &agents[head as usize];
                agent.group == group && agent.to == *slot && !agent.is_held
            };
            if !is_filled {
                hole_search.add_hole(*slot);
                holes += 1;
            }
        }
        let work = hole_search.finish(ground, &mut known.holes);
        if holes == 0 {
            self.settle_all(group);
        }
        work
    }

    /// No slot is free: those that are near stay where they are.
    fn settle_all(&mut self, group: u32) {
        for at in 0..self.zones.group(group).members.len() {
            let id = self.zones.group(group).members[at];
            let agent = &self.agents[id as usize];
            if agent.phase == Phase::Active && agent.is_near && !agent.is_moving() {
                self.settle(id);
            }
        }
    }

    /// Ends the walk of an agent where it stands.
    pub(crate) fn settle(&mut self, id: u32) {
        let agent = &mut self.agents[id as usize];
        // One that was pushed off its place in this tick is not in the order yet.
        if agent.is_listed() && !std::mem::take(&mut agent.is_displaced) {
            self.order.remove(agent.key, id);
        }
        let is_new = agent.is_sent && agent.pushed_by == NONE;
        (agent.phase, agent.pushed_by, agent.waits_for) = (Phase::Settled, NONE, NONE);
        agent.waits_since = self.now;
        if is_new {
            self.arrivals.push(AgentId(id));
            let group = self.agents[id as usize].group;
            self.zones.groups[group as usize].progress_at = self.now;
        }
    }

    /// Begins the steps that were decided and ends the tick.
    ///
    /// # Complexity
    /// O(n) for n agents that decided or arrive.
    pub fn commit(&mut self) -> &Moves {
        self.moves.steps.clear();
        self.is_decided = false;
        let now = self.now;
        let mut choices = std::mem::take(&mut self.choices);
        self.work.choices = (choices.moved.len() + choices.stayed.len()) as u64;
        for (place, agent) in choices.reserved.drain(..) {
            self.claims.drop_next(place, 1, agent);
        }
        for id in &choices.moved {
            self.begin_step(*id, now);
        }
        self.now = now + 1;
        for id in choices.stayed.drain(..) {
            let agent = &mut self.agents[id as usize];
            agent.plan = UNDECIDED;
            self.claims.drop_next(agent.at, agent.size, id);
        }
        for id in choices.moved.drain(..) {
            let end = self.agents[id as usize].end;
            if end <= self.now {
                self.end_step(id);
            } else if end < u64::MAX {
                self.under_way.push(Reverse((end, id)));
            }
            let agent = &mut self.agents[id as usize];
            if std::mem::take(&mut agent.is_displaced) && agent.is_listed() {
                self.order.insert(agent.key, id);
            }
        }
        self.coming_out.clear();
        self.coming_out.append(&mut choices.coming_out);
        self.coming_out.sort_unstable();
        self.coming_out.dedup();
        self.choices = choices;
        while let Some(Reverse((end, id))) = self
            .under_way
            .peek()
            .copied()
            .filter(|next| next.0.0 <= self.now)
        {
            self.under_way.pop();
            // Others were put elsewhere meanwhile.
            let agent = &self.agents[id as usize];
            if agent.is_alive && agent.plan == UNDER_WAY && agent.end == end {
                self.end_step(id);
            }
        }
        self.moves.arrived.clear();
        self.moves.arrived.append(&mut self.arrivals);
        &self.moves
    }

    fn begin_step(&mut self, id: u32, now: u64) {
        let agent = &mut self.agents[id as usize];
        let to = self.layout.step(agent.at, agent.plan);
        let end = if agent.ticks == OPEN {
            u64::MAX
        } else {
            now + u64::from(agent.ticks)
        };
        (agent.from, agent.to, agent.begin, agent.end) = (agent.at, to, now, end);
        agent.plan = UNDER_WAY;
        let (at, size) = (agent.at, agent.size);
        let [from, cell] = [at, to].map(|place| self.layout.cell(place));
        self.moves.steps.push(Step {
            agent: AgentId(id),
            from,
            to: cell,
            begin: now,
            end,
        });
        if end > now + 1 {
            self.claims.set_tails(at, size, id);
            self.claims.drop_tails(to, size, id);
        }
        self.claims.drop_heads(at, size, id);
        self.claims.set_heads(to, size, id);
        if agent.phase == Phase::Settled {
            self.displace(id);
        }
    }

    /// A settled agent was pushed off its place: it returns when it can. At the end of the tick it
    /// joins the order, unless it has settled on the next place.
    fn displace(&mut self, id: u32) {
        let agent = &mut self.agents[id as usize];
        agent.pushed_by = if agent.pusher == NONE {
            id
        } else {
            agent.pusher
        };
        (agent.pushed_at, agent.phase, agent.is_near) = (self.now, Phase::Active, true);
        agent.key = RETURNING | self.now;
        // It comes closer only by its arrival: two that push each other off for ever make no
        // progress.
        agent.best = 0;
        if self.now.saturating_sub(agent.waits_since) >= PATIENCE * u64::from(agent.ticks_per_cell)
        {
            (agent.best_at, agent.tries, agent.is_blocked) = (self.now, 0, false);
        }
        agent.is_displaced = true;
    }

    /// Ends the step of an agent that is [driven](super::NewAgent::is_driven): it stands on its new
    /// cell now, and gives up the one that it left. Without a step under way nothing happens.
    pub fn finish_step(&mut self, agent: AgentId) {
        self.cancel();
        let driven = &mut self.agents[agent.get()];
        if driven.is_driven && driven.is_moving() {
            driven.end = self.now;
            self.end_step(agent.0);
        }
    }

    fn end_step(&mut self, id: u32) {
        let agent = &mut self.agents[id as usize];
        let (from, to, size) = (agent.at, agent.to, agent.size);
        self.claims.drop_tails(from, size, id);
        self.claims.drop_next(to, size, id);
        (agent.at, agent.plan) = (to, UNDECIDED);
        if agent.phase != Phase::Active {
            return;
        }
        let own = agent.group;
        let group = self.zones.group(own);
        match group.key.arrival {
            Arrival::Visit if to == group.key.goal => self.arrive(id),
            Arrival::Near(_) => {
                let cost = self.fields.cost(group.field, self.layout.cell(to));
                if group.is_near_enough(cost, &self.grounds[usize::from(agent.kind)]) {
                    self.arrive(id);
                }
            }
            Arrival::Zone | Arrival::Exact if self.zones.is_slot(own, to, size) => {
                self.settle(id);
            }
            _ => {}
        }
    }

    /// Ends the order of an agent that is where it was sent: it rests on its cell.
    fn arrive(&mut self, id: u32) {
        self.settle(id);
        self.leave_group(id);
        self.rest(id);
        self.agents[id as usize].is_sent = true;
    }

    /// The work of the newest tick.
    #[must_use]
    pub const fn work(&self) -> TickWork {
        self.work
    }

    /// Work for fields that was put off at the last tick, in expansions of a search.
    #[must_use]
    pub const fn work_left(&self) -> u64 {
        self.work_left
    }

    /// A number that depends on where all agents are and go, for comparing runs.
    ///
    /// # Complexity
    /// O(agents).
    #[must_use]
    pub fn hash(&self) -> u64 {
        // FNV-1a.
        let mut hash = 0xCBF2_9CE4_8422_2325_u64;
        let mut add = |value: u64| {
            for byte in value.to_le_bytes() {
                hash = (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3);
            }
        };
        add(self.now);
        for (id, agent) in self
            .agents
            .iter()
            .enumerate()
            .filter(|(_, agent)| agent.is_alive)
        {
            let left = agent.end.saturating_sub(self.now);
            add(id as u64);
            add(u64::from(agent.at) << 32 | u64::from(agent.to));
            add(left << 8 | u64::from(agent.phase as u8));
        }
        hash
    }
}

impl Decider<'_> {
    /// Returns `true` if the costs that an agent compares are known.
    fn is_ready(&self, id: u32) -> bool {
        let agent = &self.agents[id as usize];
        self.values
            .fields
            .is_made(self.values.zones.group(agent.group).field)
    }
}

impl Crowd {
    /// Lets agents that return to their cell exchange it with one that rests on their way.
    ///
    /// # Complexity
    /// O(n) for n agents that return to their cell.
    fn exchange(&mut self) {
        if !self.rules.choice.has(ChoiceRule::Exchanges) {
            return;
        }
        for at in self.order.first_returning()..self.order.len() {
            let id = self.order.agent(at);
            let agent = &self.agents[id as usize];
            if agent.is_moving() || agent.size > 1 || agent.is_sent {
                continue;
            }
            let rester = self
                .rester_ahead(agent)
                .filter(|head| !self.agents[*head as usize].is_sent);
            if let Some(head) = rester {
                self.exchange_homes([id, head]);
                self.order.apply();
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
        let is_even = other.kind == agent.kind
            && !other.is_held
            && !other.is_moving()
            && other.group != agent.group;
        (is_even && other.phase == Phase::Settled).then_some(head)
    }

    /// The place after the best step of an agent, whoever stands there.
    fn next_place(&self, agent: &Agent) -> Option<u32> {
        let values = Values {
            grounds: &self.grounds,
            fields: &self.fields,
            zones: &self.zones,
        };
        let around = values.around(agent);
        let first = around
            .closer()
            .min_by_key(|direction| around.cost(*direction))?;
        Some(self.layout.step(agent.at, first))
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
        (agent.phase, agent.pushed_by, agent.pushed_at, agent.key) =
            (Phase::Active, by, self.now, key);
        (agent.best, agent.best_at) = (u32::MAX, self.now);
        self.order.insert(key, id);
    }
}
