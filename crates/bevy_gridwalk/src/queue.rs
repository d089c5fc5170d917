//! The requests that wait for an answer, and whose turn it is.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::time::Duration;

use bevy::prelude::*;
use gridwalk_pathfinding::{Cell, NodePool};

use super::PlanCause;
use super::work::Work;

/// The requests that wait for an answer: at most one for each agent.
///
/// Higher priorities come first. Of equal ones those of earlier ticks do, and those of one tick in the order of their
/// goals, so that equal questions follow each other. Between two of them one of the searches that are begun goes on for
/// a slice, each in its turn.
#[derive(Resource, Default)]
pub struct RequestQueue {
    waiting: BTreeMap<Turn, Request>,
    /// Searches put away, in the order of their turns.
    begun: VecDeque<Begun>,
    turns: HashMap<Entity, Turn>,
    /// Search memory, lent to one search after another.
    pools: Vec<NodePool>,
    /// Requests of this tick.
    fresh: Vec<Entity>,
    tick: u64,
    tickets: u64,
    /// Of equally urgent requests one that had waited had its turn last, and not a begun search.
    begins: bool,
    report: TickReport,
}

/// So many searches are put away at once; their memory grows with the map. Further requests wait for one to end.
const MOST_BEGUN: usize = 4;

/// What the newest tick did for the requests.
#[derive(Reflect, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[reflect(Clone, Debug, PartialEq)]
pub struct TickReport {
    /// Expansions of all searches.
    pub expansions: u64,
    /// What counts against a budget in expansions: the same, and one for each request that had its turn.
    pub charged: u64,
    /// How long the requests were served.
    pub time: Duration,
    /// Requests that were answered.
    pub answered: usize,
    /// Requests that still wait.
    pub waiting: usize,
}

/// When a request's turn comes. The ticket is never given out twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Turn {
    priority: Reverse<i8>,
    tick: u64,
    goal: (i32, i32),
    ticket: u64,
}

/// A request, checked and in the queue.
#[derive(Clone, Copy, Debug)]
pub(super) struct Request {
    pub agent: Entity,
    pub goal: Cell,
    pub cause: PlanCause,
    pub priority: i8,
    /// The tick in which it came.
    pub since: u64,
    /// The agent walks on, or stays where it is, unless something better is found.
    pub improves: bool,
    /// How often its search began from scratch because of edits.
    pub restarts: u8,
}

/// A request whose search is under way.
pub(super) struct Begun {
    pub turn: Turn,
    pub request: Request,
    pub work: Work,
}

/// Whose turn it is.
pub(super) enum Next {
    /// A request whose search has not begun.
    Waiting(Turn, Request),
    /// One whose search goes on.
    Begun(Box<Begun>),
}

impl RequestQueue {
    /// How many requests wait for an answer, those included whose search has begun.
    #[must_use]
    pub fn len(&self) -> usize {
        self.turns.len()
    }

    /// Whether no request waits.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.turns.is_empty()
    }

    /// How many searches are put away and will be continued.
    #[must_use]
    pub fn begun(&self) -> usize {
        self.begun.len()
    }

    /// What the newest tick did.
    #[must_use]
    pub const fn report(&self) -> TickReport {
        self.report
    }

    /// The goal of the request of this agent, if it has one that waits.
    #[must_use]
    pub fn goal(&self, agent: Entity) -> Option<Cell> {
        self.request(agent).map(|request| request.goal)
    }

    pub(super) fn request(&self, agent: Entity) -> Option<&Request> {
        let turn = self.turns.get(&agent)?;
        let begun = || self.begun.iter().find(|begun| begun.turn == *turn).map(|begun| &begun.request);
        self.waiting.get(turn).or_else(begun)
    }

    /// The agents whose requests wait, in no order that depends on anything but the requests.
    pub(super) fn agents(&self) -> Vec<Entity> {
        let mut agents: Vec<_> = self.turns.iter().map(|(agent, turn)| (*turn, *agent)).collect();
        agents.sort_unstable();
        agents.into_iter().map(|(_, agent)| agent).collect()
    }

    pub(super) const fn tick(&self) -> u64 {
        self.tick
    }

    /// Takes a request in. It takes the place of an older one of the same agent, so that an agent that asks again and
    /// again has its turn too.
    pub(super) fn push(&mut self, agent: Entity, goal: Cell, cause: PlanCause, priority: i8, improves: bool) {
        let tick = self.forget(agent).map_or(self.tick, |turn| turn.tick);
        let request = Request { agent, goal, cause, priority, since: self.tick, improves, restarts: 0 };
        self.tickets += 1;
        // What can wait comes when nothing else does.
        let urgency = if improves { i8::MIN } else { priority };
        let turn = Turn { priority: Reverse(urgency), tick, goal: (goal.y, goal.x), ticket: self.tickets };
        self.put_back(turn, request);
        if !improves {
            self.fresh.push(agent);
        }
    }

    /// Lets a request that was taken out wait again, at the same place.
    pub(super) fn put_back(&mut self, turn: Turn, request: Request) {
        self.turns.insert(request.agent, turn);
        self.waiting.insert(turn, request);
    }

    /// Puts a search away; the others have their turn first.
    pub(super) fn put_away(&mut self, begun: Begun) {
        self.turns.insert(begun.request.agent, begun.turn);
        self.begun.push_back(begun);
    }

    /// Lets a search that was taken out begin again because of an edit, at the same place.
    pub(super) fn restart(&mut self, mut begun: Begun) {
        begun.request.restarts = begun.request.restarts.saturating_add(1);
        self.take_pool(begun.work.into_pool());
        self.put_back(begun.turn, begun.request);
    }

    /// Takes the request of this agent off the queue, and ends its search.
    pub(super) fn forget(&mut self, agent: Entity) -> Option<Turn> {
        let turn = self.turns.remove(&agent)?;
        if self.waiting.remove(&turn).is_none()
            && let Some(at) = self.begun.iter().position(|begun| begun.turn == turn)
            && let Some(begun) = self.begun.remove(at)
        {
            self.take_pool(begun.work.into_pool());
        }
        Some(turn)
    }

    /// The same, unless the agent has a newer request than the one with this ticket.
    pub(super) fn forget_ticket(&mut self, agent: Entity, ticket: u64) {
        if self.turns.get(&agent).is_some_and(|turn| turn.ticket == ticket) {
            self.forget(agent);
        }
    }

    /// Takes out the request whose turn it is.
    pub(super) fn take_next(&mut self) -> Option<Next> {
        let first = self.waiting.first_key_value().map(|(turn, _)| turn.priority);
        let best = self.begun.iter().map(|begun| begun.turn.priority).min();
        let is_full = self.begun.len() >= MOST_BEGUN;
        let gives_way = |first| self.begun.iter().any(|begun| first < begun.turn.priority);
        let begins = match (first, best) {
            (Some(first), Some(best)) if first == best => {
                // Otherwise short requests without end would keep a long search from its end.
                self.begins = (!is_full || gives_way(first)) && !self.begins;
                self.begins
            }
            (Some(first), Some(best)) => first < best,
            (first, _) => first.is_some(),
        };
        if begins {
            // Something more urgent has come: the least urgent search gives way, and begins again in its turn.
            if is_full
                && let Some(at) = (0..self.begun.len()).max_by_key(|&at| self.begun[at].turn)
                && let Some(Begun { turn, request, work }) = self.begun.remove(at)
            {
                self.take_pool(work.into_pool());
                self.waiting.insert(turn, request);
            }
            let (turn, request) = self.waiting.pop_first()?;
            self.turns.remove(&request.agent);
            return Some(Next::Waiting(turn, request));
        }
        let at = self.begun.iter().position(|begun| Some(begun.turn.priority) == best)?;
        let begun = self.begun.remove(at)?;
        self.turns.remove(&begun.request.agent);
        Some(Next::Begun(Box::new(begun)))
    }

    /// Tells all searches of a change of the map; those that it concerns begin again.
    pub(super) fn follow(&mut self, mut follows: impl FnMut(&Request, &mut Work) -> bool) {
        for mut begun in std::mem::take(&mut self.begun) {
            if follows(&begun.request, &mut begun.work) {
                self.begun.push_back(begun);
            } else {
                self.restart(begun);
            }
        }
    }

    pub(super) fn lend_pool(&mut self) -> NodePool {
        self.pools.pop().unwrap_or_default()
    }

    pub(super) fn take_pool(&mut self, pool: Option<NodePool>) {
        if self.pools.len() < MOST_BEGUN {
            self.pools.extend(pool);
        }
    }

    /// Ends a tick: the requests that came in it and still wait, with their tickets.
    pub(super) fn end_tick(&mut self, report: TickReport) -> Vec<(Request, u64)> {
        self.report = TickReport { waiting: self.len(), ..report };
        self.tick += 1;
        let fresh = std::mem::take(&mut self.fresh);
        fresh
            .into_iter()
            .filter_map(|agent| {
                let ticket = self.turns.get(&agent)?.ticket;
                self.request(agent).filter(|request| !request.improves).map(|request| (*request, ticket))
            })
            .collect()
    }
}
