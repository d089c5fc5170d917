//! Crowds as numbers, for saved games.

mod jams;

use std::cmp::Reverse;
use std::collections::BTreeSet;

use gridwalk_pathfinding::Grid;

use super::agents::{Agent, AgentId, NO_JAM, Order, Phase, STAY, UNDECIDED, UNDER_WAY};
use super::claims::NONE;
use super::crowd::Crowd;
use super::fields::HoleField;
use super::ground::{Ground, Layout};
use super::rules::{CrowdRefusal, CrowdRules};
use super::zones::{Arrival, Frontier, Group, GroupKey};

/// A reason why numbers are not those of a crowd on these maps.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotACrowd {
    /// The rules or the maps ask for something that a crowd does not support.
    #[error(transparent)]
    Refused(#[from] CrowdRefusal),
    /// A number is missing, or does not go with the others.
    #[error("number {0} of the saved crowd is wrong")]
    Number(usize),
    /// Two agents claim one cell, or an agent stands where it cannot.
    #[error("agent {} of the saved crowd cannot stand where it does", .0.0)]
    Place(AgentId),
}

/// The first number: it changes with the order of the others.
const VERSION: u64 = 2;

/// The number of [`Arrival::Near`] at no distance.
const NEAR: u64 = 3;

impl Crowd {
    /// Writes the whole crowd as numbers, between two ticks. [`load`](Self::load) makes an equal
    /// crowd of them.
    ///
    /// # Complexity
    /// O(agents + cells near zones).
    #[must_use]
    pub fn save(&self) -> Vec<u64> {
        let mut to = StateWriter(vec![VERSION, self.rules.seed, self.now]);
        to.list(&self.agents, StateWriter::agent);
        to.ids(&self.free);
        let groups = &self.zones.groups;
        to.list(groups, |to, group| {
            to.group(group, self.fields.is_kept(group.field));
        });
        to.ids(self.zones.free_groups());
        to.ids(&self.zones.released);
        to.ids(&self.zones.touched);
        to.list(&self.arrivals, |to, agent| to.id(agent.0));
        to.ids(&self.coming_out);
        to.0.push(self.jams.len() as u64);
        for (number, jam) in self.jams.iter().enumerate() {
            to.jam(number, jam.as_ref(), &self.agents);
        }
        to.0
    }

    /// Makes the crowd that was [saved](Self::save). `maps` are those of the kinds as they were
    /// then, each with the size of its agents; of the rules the seed is that of the saved crowd.
    ///
    /// # Errors
    /// If the numbers are not those of a crowd on these maps.
    ///
    /// # Complexity
    /// That of [`Crowd::new`] and of the cost fields that were made.
    pub fn load(maps: &[(&Grid, u8)], rules: CrowdRules, saved: &[u64]) -> Result<Self, NotACrowd> {
        let mut from = StateReader {
            numbers: saved,
            at: 0,
        };
        from.expect(|version| version == VERSION)?;
        let rules = CrowdRules {
            seed: from.number()?,
            ..rules
        };
        let (first, others) = maps.split_first().ok_or(NotACrowd::Number(0))?;
        let mut crowd = Self::new(first.0, rules)?;
        for (grid, size) in others {
            crowd.add_kind(grid, *size)?;
        }
        crowd.now = from.expect(|now| now < 1 << 60)?;
        let (now, layout) = (crowd.now, crowd.layout);
        crowd.agents = from.list(|from| from.agent(now, &layout, &crowd.grounds))?;
        crowd.slowest = crowd
            .agents
            .iter()
            .map(|agent| agent.ticks_per_cell)
            .max()
            .unwrap_or(0);
        crowd.free = from.ids(crowd.agents.len())?;
        let groups = from.list(|from| from.group(&layout, &crowd.grounds))?;
        let made: Vec<bool> = groups.iter().map(|(_, is_made)| *is_made).collect();
        let groups: Vec<Group> = groups.into_iter().map(|(group, _)| group).collect();
        let free_groups = from.ids(groups.len())?;
        let released = from.places(&layout)?;
        let touched = from.ids(groups.len())?;
        crowd.arrivals = from
            .ids(crowd.agents.len())?
            .into_iter()
            .map(AgentId)
            .collect();
        crowd.coming_out = from.ids(crowd.agents.len())?;
        from.jams(&mut crowd)?;
        if from.at < saved.len() {
            return from.wrong();
        }
        let dead = |(id, agent): (u32, &Agent)| (!agent.is_alive).then_some(id);
        let dead: BTreeSet<u32> = (0..).zip(&crowd.agents).filter_map(dead).collect();
        let is_known = |id: u32| id == NONE || (id as usize) < crowd.agents.len();
        let others = |agent: &Agent| {
            [
                agent.waits_for,
                agent.pushed_by,
                agent.pusher,
                agent.blocked_by,
            ]
            .into_iter()
            .all(is_known)
        };
        if !crowd.agents.iter().all(others) {
            return from.wrong();
        }
        let is_dead = |id: &AgentId| !crowd.agents[id.get()].is_alive;
        if !is_same(&crowd.free, &dead) || crowd.arrivals.iter().any(is_dead) {
            return from.wrong();
        }
        let empty = (0..)
            .zip(&groups)
            .filter_map(|(id, group)| group.members.is_empty().then_some(id))
            .collect();
        if !is_same(&free_groups, &empty) || !crowd.members_agree(&groups) {
            return from.wrong();
        }
        if !crowd.zones.restore(groups, free_groups, &crowd.grounds) {
            return from.wrong();
        }
        (crowd.zones.released, crowd.zones.touched) = (released, touched);
        crowd.claim_all()?;
        crowd.make_fields(maps, &made);
        Ok(crowd)
    }

    /// Whether groups and agents name each other.
    fn members_agree(&self, groups: &[Group]) -> bool {
        let agrees = |(id, agent): (u32, &Agent)| {
            let group = groups.get(agent.group as usize);
            !agent.is_alive
                || group.is_some_and(|group| {
                    group.key.kind == agent.kind
                        && group.members.get(agent.member as usize) == Some(&id)
                })
        };
        let alive = self.agents.iter().filter(|agent| agent.is_alive).count();
        let named: usize = groups.iter().map(|group| group.members.len()).sum();
        alive == named && (0..).zip(&self.agents).all(agrees)
    }

    /// Makes the claims, the order and the list of steps under way from what agents do.
    fn claim_all(&mut self) -> Result<(), NotACrowd> {
        let mut listed = Vec::new();
        for (id, agent) in (0..).zip(&self.agents).filter(|(_, agent)| agent.is_alive) {
            let ground = &self.grounds[usize::from(agent.kind)];
            let mut cells = self.layout.footprint(agent.to, agent.size);
            if !ground.is_walkable(agent.to)
                || !cells.all(|place| self.claims.spot(place).head == NONE)
            {
                return Err(NotACrowd::Place(AgentId(id)));
            }
            self.claims.set_heads(agent.to, agent.size, id);
            if agent.is_moving() {
                self.claims.set_next(agent.to, agent.size, id);
                self.claims.set_tails(agent.at, agent.size, id);
                self.claims.drop_tails(agent.to, agent.size, id);
                if agent.end < u64::MAX {
                    self.under_way.push(Reverse((agent.end, id)));
                }
            }
            if agent.is_listed() {
                listed.push((agent.key, id));
            }
        }
        self.order = Order::of(listed);
        Ok(())
    }

    fn make_fields(&mut self, maps: &[(&Grid, u8)], made: &[bool]) {
        for (id, is_made) in made.iter().enumerate() {
            let group = &mut self.zones.groups[id];
            if group.field == NONE || group.members.is_empty() {
                group.field = NONE;
                continue;
            }
            let kind = usize::from(group.key.kind);
            group.field = self
                .fields
                .acquire(group.key.kind, self.layout.cell(group.key.goal));
            if *is_made {
                self.fields
                    .advance(group.field, maps[kind].0, &self.grounds[kind], u64::MAX);
            }
        }
    }
}

/// Whether a list has the members of a set, each once.
fn is_same(list: &[u32], set: &BTreeSet<u32>) -> bool {
    list.len() == set.len() && list.iter().copied().collect::<BTreeSet<u32>>() == *set
}

struct StateWriter(Vec<u64>);

impl StateWriter {
    fn id(&mut self, id: u32) {
        self.0.push(u64::from(id));
    }

    fn list<T>(&mut self, items: &[T], mut write: impl FnMut(&mut Self, &T)) {
        self.0.push(items.len() as u64);
        for item in items {
            write(self, item);
        }
    }

    fn ids(&mut self, ids: &[u32]) {
        self.list(ids, |to, id| to.id(*id));
    }

    fn agent(&mut self, agent: &Agent) {
        // Nothing of a removed agent counts.
        let gone = Agent {
            is_alive: false,
            ..Agent::new(agent.to, agent.kind, agent.size, agent.ticks_per_cell, 0)
        };
        let agent = if agent.is_alive { agent } else { &gone };
        let flags = [
            agent.is_alive,
            agent.is_held,
            agent.is_driven,
            agent.is_near,
            agent.is_sent,
            agent.is_blocked,
        ];
        let flags = flags
            .iter()
            .fold(0, |bits, flag| bits << 1 | u64::from(*flag));
        let (is_moving, phase) = (agent.plan == UNDER_WAY, agent.phase as u64);
        let small = [
            flags,
            agent.kind.into(),
            agent.ticks_per_cell.into(),
            phase,
            is_moving.into(),
            agent.trial.into(),
        ];
        self.0.extend(small);
        let ids = [
            agent.at,
            agent.to,
            agent.from,
            agent.group,
            agent.member,
            agent.waits_for,
            agent.pushed_by,
        ];
        self.0.extend(ids.map(u64::from));
        self.0.extend(
            [
                agent.pusher,
                agent.blocked_by,
                agent.best,
                agent.ticks,
                agent.tries.into(),
            ]
            .map(u64::from),
        );
        self.0.extend([
            agent.begin,
            agent.end,
            agent.key,
            agent.waits_since,
            agent.pushed_at,
            agent.best_at,
        ]);
        self.0.push(agent.look_at);
    }

    fn group(&mut self, group: &Group, is_made: bool) {
        let has_field = group.field != NONE && !group.members.is_empty();
        let field = if has_field { 1 + u64::from(is_made) } else { 0 };
        let goal = u64::from(group.key.goal);
        let arrival = match group.key.arrival {
            Arrival::Zone => 0,
            Arrival::Exact => 1,
            Arrival::Visit => 2,
            Arrival::Near(steps) => NEAR + u64::from(steps),
        };
        self.0.extend([
            group.key.kind.into(),
            goal,
            arrival,
            field,
            group.radius.into(),
            group.refresh_at,
            group.progress_at,
        ]);
        self.ids(&group.members);
        self.ids(&group.slots);
        let frontier = group.frontier.as_ref().map(Frontier::parts);
        self.0.push(u64::from(frontier.is_some()));
        for pairs in frontier.iter().flatten() {
            self.list(pairs, |to, (one, other)| {
                to.0.extend([u64::from(*one), u64::from(*other)]);
            });
        }
        let (corner, size, costs) = group.holes.parts();
        self.0.extend(
            [corner[0], corner[1], size[0], size[1]].map(|side| u64::from(side.cast_unsigned())),
        );
        self.ids(costs);
    }
}

struct StateReader<'a> {
    numbers: &'a [u64],
    at: usize,
}

impl StateReader<'_> {
    const fn wrong<T>(&self) -> Result<T, NotACrowd> {
        Err(NotACrowd::Number(self.at))
    }

    fn number(&mut self) -> Result<u64, NotACrowd> {
        let Some(number) = self.numbers.get(self.at) else {
            return self.wrong();
        };
        self.at += 1;
        Ok(*number)
    }

    fn expect(&mut self, is_right: impl FnOnce(u64) -> bool) -> Result<u64, NotACrowd> {
        let number = self.number()?;
        if is_right(number) {
            Ok(number)
        } else {
            self.wrong()
        }
    }

    fn id(&mut self) -> Result<u32, NotACrowd> {
        u32::try_from(self.number()?).or_else(|_| self.wrong())
    }

    fn flag(&mut self) -> Result<bool, NotACrowd> {
        Ok(self.expect(|flag| flag < 2)? == 1)
    }

    fn small(&mut self, limit: u64) -> Result<u8, NotACrowd> {
        let number = self.expect(|number| number < limit.min(256))?;
        u8::try_from(number).or_else(|_| self.wrong())
    }

    fn list<T>(
        &mut self,
        mut read: impl FnMut(&mut Self) -> Result<T, NotACrowd>,
    ) -> Result<Vec<T>, NotACrowd> {
        let left = (self.numbers.len() - self.at) as u64;
        let count = self.expect(|count| count < left)?;
        (0..count).map(|_| read(self)).collect()
    }

    /// Numbers below a limit.
    fn ids(&mut self, limit: usize) -> Result<Vec<u32>, NotACrowd> {
        self.list(|from| {
            let id = from.id()?;
            if (id as usize) < limit {
                Ok(id)
            } else {
                from.wrong()
            }
        })
    }

    fn place(&mut self, layout: &Layout) -> Result<u32, NotACrowd> {
        let place = self.id()?;
        let is_inside = (place as usize) < layout.len() && layout.size.contains(layout.cell(place));
        if is_inside { Ok(place) } else { self.wrong() }
    }

    fn places(&mut self, layout: &Layout) -> Result<Vec<u32>, NotACrowd> {
        self.list(|from| from.place(layout))
    }

    fn agent(&mut self, now: u64, layout: &Layout, grounds: &[Ground]) -> Result<Agent, NotACrowd> {
        let flags = self.small(64)?;
        let [is_alive, is_held, is_driven, is_near, is_sent, is_blocked] =
            [5, 4, 3, 2, 1, 0].map(|bit| flags >> bit & 1 == 1);
        let kind = self.small(grounds.len() as u64)?;
        let ticks_per_cell = self.expect(|ticks| (1..1 << 16).contains(&ticks))?;
        let ticks_per_cell = u16::try_from(ticks_per_cell).or_else(|_| self.wrong())?;
        let phase =
            [Phase::Settled, Phase::Active, Phase::Unreachable][usize::from(self.small(3)?)];
        let plan = if self.flag()? { UNDER_WAY } else { UNDECIDED };
        let trial = self.small(u64::from(STAY) + 1)?;
        let [at, to, from] = [
            self.place(layout)?,
            self.place(layout)?,
            self.place(layout)?,
        ];
        let size = grounds[usize::from(kind)].size;
        let fits = layout
            .footprint(to, size)
            .chain(layout.footprint(at, size))
            .all(|place| {
                (place as usize) < layout.len() && layout.size.contains(layout.cell(place))
            });
        let is_step = at == to || trial < STAY && layout.step(at, trial) == to;
        if !fits || !is_step || (plan == UNDER_WAY) != (at != to) {
            return self.wrong();
        }
        let [group, member] = [self.id()?, self.id()?];
        let [waits_for, pushed_by, pusher] = [self.id()?, self.id()?, self.id()?];
        let [blocked_by, best, ticks] = [self.id()?, self.id()?, self.id()?];
        let tries = self.small(256)?;
        let begin = self.expect(|begin| begin <= now)?;
        let end = self.number()?;
        let key = self.number()?;
        let mut past = || self.expect(|since| since <= now);
        let [waits_since, pushed_at, best_at] = [past()?, past()?, past()?];
        let look_at = self.expect(|look_at| look_at < 1 << 61)?;
        if plan == UNDER_WAY && end <= now {
            return self.wrong();
        }
        Ok(Agent {
            at,
            to,
            from,
            begin,
            end,
            key,
            group,
            member,
            waits_for,
            waits_since,
            pushed_by,
            pusher,
            pushed_at,
            look_at,
            blocked_by,
            jam: NO_JAM,
            guided: STAY,
            tries,
            best,
            best_at,
            ticks,
            ticks_per_cell,
            kind,
            size,
            plan,
            trial,
            phase,
            is_held,
            is_driven,
            is_near,
            is_sent,
            is_alive,
            is_blocked,
            is_displaced: false,
        })
    }

    /// A group and whether its field was made. The number of the field stands for whether it has
    /// one.
    fn group(&mut self, layout: &Layout, grounds: &[Ground]) -> Result<(Group, bool), NotACrowd> {
        let kind = self.small(grounds.len() as u64)?;
        let goal = self.place(layout)?;
        let arrival = match self.number()? {
            0 => Arrival::Zone,
            1 => Arrival::Exact,
            2 => Arrival::Visit,
            near => {
                let steps = near
                    .checked_sub(NEAR)
                    .and_then(|steps| u16::try_from(steps).ok());
                Arrival::Near(steps.map_or_else(|| self.wrong(), Ok)?)
            }
        };
        let field = self.small(3)?;
        let mut group = Group::new(GroupKey {
            kind,
            goal,
            arrival,
        });
        group.field = if field == 0 { NONE } else { 0 };
        // Twice as much is still a cost.
        group.radius =
            u32::try_from(self.expect(|radius| radius < 1 << 30)?).or_else(|_| self.wrong())?;
        group.refresh_at = self.number()?;
        // Nobody arrived later than now.
        group.progress_at = self.number()?.min(1 << 60);
        group.members = self.list(Self::id)?;
        group.slots = self.places(layout)?;
        if self.flag()? {
            let pair = |from: &mut Self| Ok((from.id()?, from.place(layout)?));
            let open = self.list(pair)?;
            let costs = self.list(|from| Ok((from.place(layout)?, from.id()?)))?;
            group.frontier = Some(Frontier::of(open, costs));
        }
        let mut side = || Ok::<i32, NotACrowd>(self.id()?.cast_signed());
        let [x, y, width, height] = [side()?, side()?, side()?, side()?];
        let costs = self.list(Self::id)?;
        let area = i64::from(width) * i64::from(height);
        let is_inside = |begin: i32, length: i32| {
            begin >= 0 && length >= 0 && begin.checked_add(length).is_some()
        };
        if !is_inside(x, width) || !is_inside(y, height) || usize::try_from(area) != Ok(costs.len())
        {
            return self.wrong();
        }
        group.holes = HoleField::of([x, y], [width, height], costs);
        Ok((group, field == 2))
    }
}
