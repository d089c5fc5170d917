//! Decisions of agents: priority inheritance with backtracking, on a stack of its own.

use super::swap::Corridor;
use super::{ChoiceFrame, Decider, Ranks};
use crate::agents::{Agent, CHOOSING, Phase, STAY, UNDECIDED, UNDER_WAY};
use crate::claims::NONE;
use crate::ground::turn_at_most_90_degrees;
use crate::rules::ChoiceRule;

/// The answer of an agent that was pushed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reply {
    /// It leaves, with a step of this many ticks.
    Moves(u32),
    /// It will leave in a later tick.
    Waits,
    /// It cannot leave.
    Stays,
}

/// The next thing to do for the agent on top of the stack.
enum Turn {
    Push(u32, u8),
    Done(Reply),
}

/// Result of checking a step.
#[derive(Clone, Copy)]
enum Check {
    Free,
    Blocked(u32),
    /// Not yet free: an agent is about to leave.
    Later(u32),
}

impl Decider<'_> {
    /// Decides the step of an agent and of every agent that it pushes.
    ///
    /// # Complexity
    /// O(1) for each agent that decides.
    pub fn decide(&mut self, agent: u32) {
        let Some(mut frame) = self.enter(agent, STAY, NONE) else {
            return;
        };
        let mut reply = None;
        loop {
            match self.advance(&mut frame, reply.take()) {
                Turn::Push(agent, push) => {
                    let is_active = self.agents[frame.agent as usize].phase == Phase::Active;
                    self.agents[agent as usize].pusher = frame.agent;
                    match self.enter(
                        agent,
                        push,
                        if is_active {
                            frame.agent
                        } else {
                            frame.traveller
                        },
                    ) {
                        Some(pushed) => self
                            .choices
                            .frames
                            .push(std::mem::replace(&mut frame, pushed)),
                        None => reply = Some(Reply::Stays),
                    }
                }
                Turn::Done(answer) => {
                    let Some(pusher) = self.choices.frames.pop() else {
                        return;
                    };
                    (frame, reply) = (pusher, Some(answer));
                }
            }
        }
    }

    /// Lets an agent begin to choose; `None` if it decides last.
    fn enter(&mut self, id: u32, push: u8, traveller: u32) -> Option<ChoiceFrame> {
        let agent = &self.agents[id as usize];
        if agent.is_in_jam() {
            return Some(self.enter_guided(id, push, traveller, agent.guided));
        }
        let (mut ranks, own, is_passing) = self.rank(id, push, traveller);
        let agent = &self.agents[id as usize];
        let mut direction = ranks.best().unwrap_or(STAY);
        let mut pulled = NONE;
        if agent.size == 1 && ranks.is_progress(direction) {
            let first = self.values.ground(agent).layout.step(agent.at, direction);
            let corridor = Corridor {
                values: self.values,
                agents: self.agents,
                claims: self.claims,
            };
            let opponent = if self.rules.has(ChoiceRule::Corridors) {
                corridor.opponent(id, first)
            } else {
                None
            };
            match opponent {
                Some(opponent) if push == STAY => return self.wait_outside(id, opponent),
                // One that is pushed goes into the corridor only where it has no other way.
                Some(_) => {
                    ranks.avoid(direction);
                    direction = ranks.best().unwrap_or(STAY);
                }
                None if !self.rules.has(ChoiceRule::Swaps) => {}
                None => {
                    if let Some(partner) = corridor.partner(id, first) {
                        pulled = partner;
                        ranks.reverse();
                        direction = ranks.best().unwrap_or(STAY);
                    }
                }
            }
        }
        let agent = &mut self.agents[id as usize];
        agent.plan = CHOOSING;
        agent.trial = STAY;
        if own < agent.best {
            (agent.best, agent.best_at, agent.tries, agent.is_blocked) = (own, self.now, 0, false);
        }
        Some(ChoiceFrame {
            is_passing,
            pulled,
            ..ChoiceFrame::new(id, ranks, direction, push, traveller)
        })
    }

    /// Advances an agent that is choosing, with the reply of the agent that it pushed.
    fn advance(&mut self, frame: &mut ChoiceFrame, reply: Option<Reply>) -> Turn {
        match reply {
            None => {}
            Some(Reply::Moves(ticks)) if ticks <= frame.ticks => {}
            Some(Reply::Moves(_) | Reply::Waits) => return self.wait(frame),
            Some(Reply::Stays) => {
                self.release(frame);
                frame.next();
            }
        }
        loop {
            let direction = frame.direction;
            if direction == STAY {
                return self.stay(frame, Reply::Stays);
            }
            let agent = &self.agents[frame.agent as usize];
            let ground = self.values.ground(agent);
            let (place, size) = (ground.layout.step(agent.at, direction), agent.size);
            if !frame.is_claimed {
                let ticks = ground.ticks(agent.at, direction, agent.ticks_per_cell);
                frame.ticks = agent.ticks_to_enter(ticks);
                let to_leave = agent.ticks_to_leave(ticks);
                let found = self.check(frame, direction);
                match found {
                    Check::Free => {}
                    Check::Blocked(by) | Check::Later(by)
                        if frame.is_passing || matches!(found, Check::Blocked(_)) =>
                    {
                        if frame.is_first {
                            frame.blocker = by;
                        }
                        frame.next();
                        continue;
                    }
                    Check::Later(by) | Check::Blocked(by) => {
                        frame.blocker = by;
                        self.reserve(frame, place, size);
                        return self.wait(frame);
                    }
                }
                self.claims.set_next(place, size, frame.agent);
                let agent = &mut self.agents[frame.agent as usize];
                (agent.trial, agent.ticks) = (direction, to_leave);
                frame.is_claimed = true;
            }
            let is_undecided = |head: &u32| {
                *head != NONE
                    && *head != frame.agent
                    && self.agents[*head as usize].plan == UNDECIDED
            };
            let head = |place: u32| Some(self.claims.spot(place).head).filter(is_undecided);
            let occupant = if size == 1 {
                head(place)
            } else {
                ground.layout.footprint(place, size).find_map(head)
            };
            if let Some(occupant) = occupant {
                if frame.is_first {
                    frame.blocker = occupant;
                }
                return Turn::Push(occupant, direction);
            }
            if size > 1 {
                // Of several agents that were pushed, one may have decided for another.
                match self.check(frame, direction) {
                    Check::Free => {}
                    Check::Later(_) => return self.wait(frame),
                    Check::Blocked(_) => {
                        self.release(frame);
                        frame.next();
                        continue;
                    }
                }
            }
            return self.go(frame, direction);
        }
    }

    /// Checks a step of an agent, assuming that the agents that it can push make room.
    fn check(&self, frame: &ChoiceFrame, direction: u8) -> Check {
        let agent = &self.agents[frame.agent as usize];
        let ground = self.values.ground(agent);
        let place = ground.layout.step(agent.at, direction);
        if frame.push != STAY && !turn_at_most_90_degrees(frame.push, direction) {
            return Check::Blocked(agent.pusher);
        }
        let mut later = None;
        if agent.size == 1 {
            if let Some(by) = self.check_place(frame, direction, place, &mut later) {
                return Check::Blocked(by);
            }
        } else {
            for place in ground.layout.footprint(place, agent.size) {
                if let Some(by) = self.check_place(frame, direction, place, &mut later) {
                    return Check::Blocked(by);
                }
            }
        }
        if direction >= 4
            && let Some(by) = self.crossed(agent, direction)
        {
            return Check::Blocked(by);
        }
        later.map_or(Check::Free, Check::Later)
    }

    /// Checks a step onto one place. Returns the agent that blocks it; `later` is one that is about
    /// to leave.
    #[inline]
    fn check_place(
        &self,
        frame: &ChoiceFrame,
        direction: u8,
        place: u32,
        later: &mut Option<u32>,
    ) -> Option<u32> {
        let spot = self.claims.spot(place);
        if spot.next != NONE && spot.next != frame.agent {
            let other = &self.agents[spot.next as usize];
            let is_led = other.plan == UNDER_WAY && turn_at_most_90_degrees(direction, other.trial);
            if is_led && frame.push != STAY && frame.ranks.is_progress(direction) {
                *later = Some(spot.next);
                return None;
            }
            return Some(spot.next);
        }
        if spot.tail != NONE && spot.tail != frame.agent {
            let other = &self.agents[spot.tail as usize];
            if !turn_at_most_90_degrees(direction, other.trial)
                || self.now + u64::from(frame.ticks) < other.end
            {
                *later = Some(spot.tail);
            }
        }
        if spot.head != NONE && spot.head != frame.agent {
            match self.check_head(frame, direction, spot.head) {
                Check::Free => {}
                Check::Later(by) => *later = Some(by),
                Check::Blocked(by) => return Some(by),
            }
        }
        None
    }

    /// Checks a step against the agent that stands on the target cell.
    fn check_head(&self, frame: &ChoiceFrame, direction: u8, head: u32) -> Check {
        let other = &self.agents[head as usize];
        match other.plan {
            UNDECIDED if other.is_held => Check::Blocked(head),
            UNDECIDED => Check::Free,
            // A ring closes: all its steps must end together.
            CHOOSING => {
                let mut ring = self
                    .choices
                    .frames
                    .iter()
                    .rev()
                    .take_while(|below| below.agent != head);
                let is_even = |agent: &Agent| {
                    agent.ticks == frame.ticks && agent.size == 1 && !agent.is_driven
                };
                let own = &self.agents[frame.agent as usize];
                let is_ring = ring.all(|below| is_even(&self.agents[below.agent as usize]))
                    && is_even(other)
                    && own.size == 1
                    && !own.is_driven;
                if is_ring && other.trial < 8 && turn_at_most_90_degrees(direction, other.trial) {
                    Check::Free
                } else {
                    Check::Blocked(head)
                }
            }
            plan if plan < 8 && !turn_at_most_90_degrees(direction, plan) => Check::Blocked(head),
            plan if plan < 8 && other.ticks > frame.ticks => Check::Later(head),
            plan if plan < 8 => Check::Free,
            _ => Check::Blocked(head),
        }
    }

    /// Returns the agent whose diagonal step a diagonal step would cross.
    fn crossed(&self, agent: &Agent, direction: u8) -> Option<u32> {
        let layout = &self.values.ground(agent).layout;
        let beside = gridwalk_pathfinding::Direction::ALL[usize::from(direction)].beside();
        let [one, other] = beside.map(|side| layout.step(agent.at, side as u8));
        [(one, other), (other, one)]
            .into_iter()
            .find_map(|(to, from)| {
                let next = self.claims.spot(to).next;
                (next != NONE && self.agents[next as usize].at == from).then_some(next)
            })
    }

    fn release(&mut self, frame: &ChoiceFrame) {
        let agent = &self.agents[frame.agent as usize];
        let place = self.values.ground(agent).layout.step(agent.at, agent.trial);
        self.claims.drop_next(place, agent.size, frame.agent);
        self.agents[frame.agent as usize].trial = STAY;
    }

    /// Keeps a place for an agent that has to wait for it.
    fn reserve(&mut self, frame: &ChoiceFrame, place: u32, size: u8) {
        if size == 1 && self.claims.spot(place).next == NONE {
            self.claims.set_next(place, 1, frame.agent);
            self.choices.reserved.push((place, frame.agent));
        }
    }

    /// Ends the choice: the agent waits for a place that is about to become free, and keeps it.
    fn wait(&mut self, frame: &ChoiceFrame) -> Turn {
        if frame.is_claimed {
            let agent = &self.agents[frame.agent as usize];
            let place = self.values.ground(agent).layout.step(agent.at, agent.trial);
            if agent.size == 1 {
                self.choices.reserved.push((place, frame.agent));
            } else {
                self.claims.drop_next(place, agent.size, frame.agent);
            }
        }
        self.stay(frame, Reply::Waits)
    }

    fn stay(&mut self, frame: &ChoiceFrame, reply: Reply) -> Turn {
        let now = self.now;
        let agent = &mut self.agents[frame.agent as usize];
        (agent.plan, agent.trial) = (STAY, STAY);
        if agent.waits_for == NONE {
            agent.waits_since = now;
        }
        agent.waits_for = frame.blocker;
        self.claims.set_next(agent.at, agent.size, frame.agent);
        self.choices.stayed.push(frame.agent);
        Turn::Done(reply)
    }

    fn go(&mut self, frame: &ChoiceFrame, direction: u8) -> Turn {
        let agent = &mut self.agents[frame.agent as usize];
        (agent.plan, agent.trial, agent.waits_for) = (direction, direction, NONE);
        let to_leave = agent.ticks;
        self.choices.moved.push(frame.agent);
        if frame.pulled != NONE && frame.is_first {
            self.pull(frame.agent, frame.pulled);
        }
        Turn::Done(Reply::Moves(to_leave))
    }

    /// Lets a neighbour follow into the cell that an agent leaves.
    fn pull(&mut self, leader: u32, follower: u32) {
        let (lead, agent) = (
            &self.agents[leader as usize],
            &self.agents[follower as usize],
        );
        let ground = self.values.ground(agent);
        let direction =
            (0..8_u8).find(|direction| ground.layout.step(agent.at, *direction) == lead.at);
        let Some(direction) = direction.filter(|direction| ground.allows(agent.at, *direction))
        else {
            return;
        };
        let spot = self.claims.spot(lead.at);
        let ticks = ground.ticks(agent.at, direction, agent.ticks_per_cell);
        let is_crossed = direction >= 4 && self.crossed(agent, direction).is_some();
        // Whoever pushes the follower has its place already.
        let pusher = self.claims.spot(agent.at).next;
        let can_go = agent.plan == UNDECIDED
            && pusher == NONE
            && spot.next == NONE
            && spot.tail == NONE
            && agent.ticks_to_enter(ticks) >= lead.ticks
            && turn_at_most_90_degrees(direction, lead.plan)
            && !is_crossed;
        if can_go {
            let place = lead.at;
            let agent = &mut self.agents[follower as usize];
            (agent.plan, agent.trial, agent.ticks) =
                (direction, direction, agent.ticks_to_leave(ticks));
            agent.waits_for = NONE;
            self.claims.set_next(place, 1, follower);
            self.choices.moved.push(follower);
        }
    }
}

impl Decider<'_> {
    /// Decides the steps of these agents before all others.
    pub fn decide_guided(&mut self, agents: &[u32]) {
        for id in agents {
            if self.agents[*id as usize].plan == UNDECIDED {
                self.decide(*id);
            }
        }
    }

    /// Decides the steps of agents in front of corridors that nobody has pushed.
    pub fn decide_deferred(&mut self) {
        let mut deferred = std::mem::take(&mut self.choices.deferred);
        self.choices.is_last = true;
        self.decide_guided(&deferred);
        self.choices.is_last = false;
        deferred.clear();
        self.choices.deferred = deferred;
    }

    /// Lets an agent wait in front of a corridor out of which another one comes. It decides last,
    /// so that others can push it aside.
    fn wait_outside(&mut self, id: u32, opponent: u32) -> Option<ChoiceFrame> {
        if !self.choices.is_last {
            self.choices.coming_out.push(opponent);
            self.choices.deferred.push(id);
            return None;
        }
        let agent = &mut self.agents[id as usize];
        if agent.waits_for == NONE {
            agent.waits_since = self.now;
        }
        agent.waits_for = opponent;
        Some(self.enter_guided(id, STAY, NONE, STAY))
    }

    /// Lets an agent choose one step and no other.
    fn enter_guided(&mut self, id: u32, push: u8, traveller: u32, step: u8) -> ChoiceFrame {
        let agent = &mut self.agents[id as usize];
        (agent.plan, agent.trial) = (CHOOSING, STAY);
        ChoiceFrame {
            blocker: agent.waits_for,
            ..ChoiceFrame::new(id, Ranks::EMPTY, step, push, traveller)
        }
    }
}
