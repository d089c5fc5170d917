//! The requests that wait for an answer, and whose turn it is.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::time::Duration;

use crate::engine::prelude::*;
use gridwalk_pathfinding::{Algorithm, Cell, Path, Planner};

use super::question::Question;
use super::work::Work;

/// The requests that wait for an answer: at most one for each agent.
///
/// Higher priorities come first. Of equal ones those of earlier ticks do, and those of one tick in the order of their
/// goals, so that equal questions follow each other. Between two of them one of the searches that are begun goes on for
/// a slice, each in its turn.
///
/// It is not reflected: of searches under way nothing can be edited or saved. An agent that waits carries
/// [`Planning`](super::Planning), which is, and once it is loaded it asks again.
#[derive(Resource, Default)]
pub struct RequestQueue {
    waiting: BTreeMap<Turn, Question>,
    /// Searches put away, in the order of their turns.
    begun: VecDeque<Task>,
    turns: HashMap<Entity, Turn>,
    /// Lent to one question after another; the one used last comes first.
    planners: Vec<Box<Planner>>,
    /// Memory of paths that were walked to their ends, for those to come.
    paths: Vec<Path>,
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

/// A search that the planner chooses goes on before others begin until it has taken so much work: each that is begun has
/// a planner to itself, which knows less than one that answered many.
const SHORT: u64 = 1 << 12;

/// Memory of so many paths is kept.
const MOST_PATHS: usize = 64;

/// What the newest tick did for the requests.
#[derive(Reflect, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[reflect(Clone, Debug, PartialEq)]
#[non_exhaustive]
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

/// A question whose turn has come.
pub(super) struct Task {
    pub turn: Turn,
    pub question: Question,
    /// What is under way for it; nothing when its turn comes first.
    pub work: Option<Work>,
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
        self.question(agent).map(|question| question.goal)
    }

    pub(super) fn question(&self, agent: Entity) -> Option<&Question> {
        let turn = self.turns.get(&agent)?;
        let begun = || self.begun.iter().find(|task| task.turn == *turn).map(|task| &task.question);
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

    /// Takes a question of this tick in, which was checked. It takes the place of an older one of the same agent, so that
    /// an agent that asks again and again has its turn too.
    pub(super) fn push(&mut self, question: Question) {
        let Question { agent, goal, priority, improves, .. } = question;
        let tick = self.forget(agent).map_or(self.tick, |turn| turn.tick);
        self.tickets += 1;
        // What can wait comes when nothing else does.
        let urgency = if improves { i8::MIN } else { priority };
        let turn = Turn { priority: Reverse(urgency), tick, goal: (goal.y, goal.x), ticket: self.tickets };
        self.turns.insert(agent, turn);
        self.waiting.insert(turn, question);
        if !improves {
            self.fresh.push(agent);
        }
    }

    /// Lets a question that was taken out wait again, at the same place, to be asked from scratch.
    pub(super) fn put_back(&mut self, Task { turn, mut question, work }: Task) {
        self.take_planner(work);
        question.asked_in = None;
        self.turns.insert(question.agent, turn);
        self.waiting.insert(turn, question);
    }

    /// Puts a search away; the others have their turn first.
    pub(super) fn put_away(&mut self, task: Task) {
        self.turns.insert(task.question.agent, task.turn);
        self.begun.push_back(task);
    }

    /// Lets a search that was taken out begin again because of an edit, at the same place.
    pub(super) fn restart(&mut self, mut task: Task) {
        task.question.restarts = task.question.restarts.saturating_add(1);
        self.put_back(task);
    }

    /// Takes the request of this agent off the queue, and ends its search.
    pub(super) fn forget(&mut self, agent: Entity) -> Option<Turn> {
        let turn = self.turns.remove(&agent)?;
        if self.waiting.remove(&turn).is_none()
            && let Some(at) = self.begun.iter().position(|begun| begun.turn == turn)
            && let Some(task) = self.begun.remove(at)
        {
            self.take_planner(task.work);
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
    pub(super) fn take_next(&mut self) -> Option<Task> {
        let first = self.waiting.first_key_value().map(|(turn, _)| turn.priority);
        let best = self.begun.iter().map(|begun| begun.turn.priority).min();
        let is_full = self.begun.len() >= MOST_BEGUN;
        let gives_way = |first| self.begun.iter().any(|begun| first < begun.turn.priority);
        let begins = match (first, best) {
            (Some(first), Some(best)) if first == best => {
                let goes_on = |task: &Task| {
                    let is_auto = task.question.query.options.algorithm == Algorithm::Auto;
                    is_auto && task.work.as_ref().is_some_and(|work| work.spent < SHORT)
                };
                if self.begun.iter().any(|task| task.turn.priority == first && goes_on(task)) {
                    self.begins = true;
                }
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
                && let Some(task) = self.begun.remove(at)
            {
                self.put_back(task);
            }
        }
        let task = if begins {
            self.waiting.pop_first().map(|(turn, question)| Task { turn, question, work: None })
        } else {
            let at = self.begun.iter().position(|task| Some(task.turn.priority) == best);
            at.and_then(|at| self.begun.remove(at))
        };
        self.turns.remove(&task.as_ref()?.question.agent);
        task
    }

    /// Tells all searches of a change of the map; those that it concerns begin again.
    pub(super) fn follow(&mut self, mut follows: impl FnMut(&Question, &mut Work) -> bool) {
        for mut task in std::mem::take(&mut self.begun) {
            if task.work.as_mut().is_some_and(|work| follows(&task.question, work)) {
                self.begun.push_back(task);
            } else {
                self.restart(task);
            }
        }
    }

    pub(super) fn lend_planner(&mut self) -> Box<Planner> {
        self.planners.pop().unwrap_or_default()
    }

    pub(super) fn take_planner(&mut self, work: Option<Work>) {
        if self.planners.len() <= MOST_BEGUN
            && let Some(work) = work
        {
            let mut planner = work.into_planner();
            planner.cancel();
            self.planners.push(planner);
        }
    }

    pub(super) fn lend_path(&mut self) -> Path {
        self.paths.pop().unwrap_or_default()
    }

    pub(super) fn take_path(&mut self, path: Path) {
        if self.paths.len() < MOST_PATHS {
            self.paths.push(path);
        }
    }

    /// Ends a tick: the questions that came in it and still wait, with their tickets.
    pub(super) fn end_tick(&mut self, report: TickReport) -> Vec<(&Question, u64)> {
        self.report = TickReport { waiting: self.len(), ..report };
        self.tick += 1;
        let fresh = std::mem::take(&mut self.fresh);
        let waits = |agent: Entity| {
            let ticket = self.turns.get(&agent)?.ticket;
            Some((self.question(agent).filter(|question| !question.improves)?, ticket))
        };
        fresh.into_iter().filter_map(waits).collect()
    }
}
