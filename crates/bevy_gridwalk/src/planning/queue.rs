//! The queue of requests, in the order in which they are served.

use std::cmp::Reverse;
use std::collections::{BTreeSet, VecDeque};

use crate::engine::prelude::*;
use bevy_platform::collections::HashMap;
use gridwalk_pathfinding::{Algorithm, Cell, Path, Planner};

use super::budget::{RequestSearch, TickReport};
use super::queued::{DraftState, JobId, JobMembers, MemberKey, QueuePosition, QueuedRequest};
use crate::map::kinds::ViewLease;

/// The queue of requests that wait for an answer, at most one per agent.
///
/// Requests with the same goal and options form a job. They share a planner, and on maps with
/// several costs a field of the goal. Jobs of higher priority are served first. Of equal ones, the
/// job of the earliest request comes first, and jobs of the same tick are ordered by their goals.
/// Between two new jobs, one suspended job continues for a slice, in rotation.
///
/// A request for another goal replaces the agent's older request. It keeps the older one's place,
/// unless a search for that has begun and its path cannot serve as a draft. So a request is
/// answered after those that came before it, however often other agents make requests.
///
/// The queue is not reflected, because suspended searches can neither be edited nor saved. A
/// waiting agent carries [`Planning`](crate::Planning), which can be saved, and repeats its request
/// when it is loaded.
#[derive(Resource, Default)]
pub struct RequestQueue {
    jobs: HashMap<JobId, Job>,
    /// Jobs that have not begun.
    waiting: BTreeSet<(QueueKey, JobId)>,
    /// Jobs in progress, the next one to continue first.
    begun: VecDeque<JobId>,
    /// The place of each agent's request.
    places: HashMap<Entity, QueuePosition>,
    /// The newest jobs that have not begun, by urgency and goal: one for each kind of search.
    open: HashMap<(i16, Cell), Vec<JobId>>,
    /// Memory of ended jobs, for reuse.
    spare: Vec<JobMembers>,
    /// Planners that no job uses; the one used last is at the end.
    #[expect(
        clippy::vec_box,
        reason = "they go to jobs and back without being copied"
    )]
    planners: Vec<Box<Planner>>,
    /// Whether the searches of this tick use no landmarks.
    pub(super) without_landmarks: bool,
    /// Memory of paths that were walked to their ends, for reuse.
    paths: Vec<Path>,
    /// Agents that made a request in this tick.
    fresh: Vec<Entity>,
    tick: u64,
    tickets: u64,
    /// Whether the job served last was new, not one in progress of equal urgency.
    begins: bool,
    report: TickReport,
}

/// Requests for one goal, answered one after another by one planner.
struct Job {
    turn: QueueKey,
    members: JobMembers,
    /// The member whose search is suspended.
    current: Option<MemberKey>,
    planner: Option<Box<Planner>>,
    /// Work spent on the job since it began.
    spent: u64,
    has_begun: bool,
    /// Whether the members share a field of their goal.
    is_shared: bool,
}

/// Maximum number of jobs in progress, because the memory of each grows with the map.
///
/// Further jobs wait until one ends.
const MAX_BEGUN: usize = 4;

/// Amount of work after which a job in progress alternates with new ones.
///
/// Until then, a planner that answers many short requests in a row profits from its caches.
const SHORT: u64 = 1 << 12;

/// Maximum number of jobs with one goal and urgency that take in further requests.
///
/// Agents of several kinds, and with several options, go to one goal together.
const MAX_OPEN: usize = 16;

/// Maximum number of paths, and of ended jobs, whose memory is kept.
const MAX_SPARE: usize = 64;

/// Sort key of a job in the queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct QueueKey {
    priority: Reverse<i16>,
    tick: u64,
    goal: (i32, i32),
    ticket: u64,
}

/// The urgency of requests that are served only if no other request waits.
const WHEN_IDLE: i16 = i16::MIN;

/// The urgency of requests that need no search, or a short one.
const AT_ONCE: i16 = i16::MAX;

fn urgency(request: &QueuedRequest) -> i16 {
    if request.improves && !request.is_retry {
        WHEN_IDLE
    } else if request.is_at_goal() || matches!(request.draft, DraftState::NoPath(_)) {
        AT_ONCE
    } else {
        request.priority.into()
    }
}

impl RequestQueue {
    /// Returns the number of requests that wait for an answer, including those whose search has
    /// begun.
    #[must_use]
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Returns `true` if no request waits.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// Returns the number of suspended jobs.
    #[must_use]
    pub fn begun(&self) -> usize {
        self.begun.len()
    }

    /// Returns the report of the newest tick.
    #[must_use]
    pub const fn report(&self) -> TickReport {
        self.report
    }

    /// Returns the goal of this agent's request, if one waits.
    #[must_use]
    pub fn goal(&self, agent: Entity) -> Option<Cell> {
        self.request(agent).map(|request| request.goal)
    }

    pub(crate) fn request(&self, agent: Entity) -> Option<&QueuedRequest> {
        let place = self.places.get(&agent)?;
        self.jobs.get(&place.job)?.members.get(place.member)
    }

    /// Returns the requests whose search is suspended.
    pub(super) fn suspended(&self) -> impl Iterator<Item = &QueuedRequest> {
        self.begun.iter().filter_map(|id| {
            let job = self.jobs.get(id)?;
            job.members.get(job.current?)
        })
    }

    /// Returns the agents whose requests wait, in the order of the requests.
    pub(crate) fn agents(&self) -> Vec<Entity> {
        let place = |(agent, place): (&Entity, &QueuePosition)| {
            (
                self.jobs.get(&place.job).map(|job| job.turn),
                place.member,
                *agent,
            )
        };
        let mut agents: Vec<_> = self.places.iter().map(place).collect();
        agents.sort_unstable();
        agents.into_iter().map(|(.., agent)| agent).collect()
    }

    pub(crate) const fn tick(&self) -> u64 {
        self.tick
    }

    /// Appends a checked request of this tick, or replaces the agent's older one.
    ///
    /// A search in progress for a goal near the new one continues, unless the new request is more
    /// urgent: its path serves as a draft for the new request.
    pub(crate) fn push(&mut self, mut request: QueuedRequest) {
        let agent = request.agent;
        let mut tick = self.tick;
        if let Some(place) = self.places.get(&agent).copied() {
            tick = place.member.0;
            let job = self.jobs.get(&place.job);
            let old = job.and_then(|job| job.members.get(place.member));
            let is_searched =
                job.is_some_and(|job| job.is_shared || job.current == Some(place.member));
            if is_searched && old.is_some_and(|old| old.can_serve(&request)) {
                request.after = Some(place.job.0);
                self.places.remove(&agent);
                if let Some(old) = self.member_mut(place) {
                    old.is_superseded = true;
                }
            } else {
                if is_searched && old.is_some_and(|old| old.spent() > 0) {
                    // The search was in vain. Agents with a new order in each tick would never let
                    // others have their turn.
                    tick = self.tick;
                }
                let old = old.filter(|old| old.priority >= request.priority);
                request.after = old.and_then(|old| old.after);
                self.forget(agent);
            }
        }
        if !request.improves {
            self.fresh.push(agent);
        }
        self.enter(request, tick);
    }

    fn member_mut(&mut self, place: QueuePosition) -> Option<&mut QueuedRequest> {
        self.jobs.get_mut(&place.job)?.members.get_mut(place.member)
    }

    /// Adds a request to a job with its goal that has not begun, or to a new job.
    fn enter(&mut self, mut request: QueuedRequest, tick: u64) {
        self.tickets += 1;
        let (agent, member) = (request.agent, (tick, self.tickets));
        let key = (urgency(&request), request.goal);
        let first = |id: &JobId| self.jobs.get(id)?.members.first();
        let is_same = |id: &&JobId| first(id).is_some_and(|first| first.is_same_search(&request));
        let known = self.open.get(&key);
        let known = known.and_then(|open| open.iter().rfind(is_same)).copied();
        let id = known.unwrap_or(JobId(self.tickets));
        let turn = QueueKey {
            priority: Reverse(key.0),
            tick,
            goal: (request.goal.y, request.goal.x),
            ticket: self.tickets,
        };
        if known.is_none() {
            let members = self.spare.pop().unwrap_or_default();
            self.jobs.insert(
                id,
                Job {
                    turn,
                    members,
                    current: None,
                    planner: None,
                    spent: 0,
                    has_begun: false,
                    is_shared: false,
                },
            );
            let open = self.open.entry(key).or_default();
            if open.len() == MAX_OPEN {
                open.remove(0);
            }
            open.push(id);
            self.waiting.insert((turn, id));
        }
        let job = self
            .jobs
            .get_mut(&id)
            .expect("it is known, or was just made");
        request.place = QueuePosition { job: id, member };
        self.places.insert(agent, request.place);
        job.members.insert(request);
        // A request that kept its earlier tick moves the whole job forward.
        if turn < job.turn {
            self.waiting.remove(&(job.turn, id));
            job.turn = turn;
            self.waiting.insert((turn, id));
        }
    }

    /// Notes that no draft was made for this agent.
    ///
    /// A request without a path to its goal is served before all others.
    pub(super) fn note_draft(&mut self, agent: Entity, draft: DraftState) {
        let place = self.places.get(&agent).copied();
        let Some((place, request)) = place.and_then(|place| Some((place, self.member_mut(place)?)))
        else {
            return;
        };
        let before = std::mem::replace(&mut request.draft, draft);
        let is_hopeless = |draft| matches!(draft, DraftState::NoPath(_));
        if is_hopeless(draft) && !is_hopeless(before) && request.needs_path_to_goal() {
            self.move_to_front(place);
        }
    }

    /// Keeps the view of the agent's kind while its request waits.
    pub(super) fn keep_view(&mut self, agent: Entity, view: Option<ViewLease>) {
        let place = self.places.get(&agent).copied();
        if let Some(request) = place.and_then(|place| self.member_mut(place)) {
            request.view = view;
        }
    }

    /// Enters a request into the queue again, by its present urgency.
    ///
    /// A request whose search has begun keeps its place.
    fn move_to_front(&mut self, place: QueuePosition) {
        let job = self.jobs.get_mut(&place.job);
        let Some(job) = job.filter(|job| job.current != Some(place.member)) else {
            return;
        };
        if let Some(request) = job.members.remove(place.member) {
            let is_empty = job.members.0.is_empty();
            if is_empty {
                self.end(place.job);
            }
            self.enter(request, place.member.0);
        }
    }

    /// Returns a request to its place in the queue, to be built and searched again.
    pub(super) fn put_back(&mut self, mut request: QueuedRequest) {
        let id = request.place.job;
        request.asked_in = None;
        self.keep_planner(id, request.search.take());
        if let Some(job) = self.jobs.get_mut(&id) {
            job.members.insert(request);
        }
        self.continue_or_end(id);
    }

    /// Suspends a search; the other jobs are served first.
    pub(super) fn put_away(&mut self, request: QueuedRequest) {
        let QueuePosition { job: id, member } = request.place;
        if let Some(job) = self.jobs.get_mut(&id) {
            job.current = Some(member);
            job.members.insert(request);
            self.begun.push_back(id);
        }
    }

    /// Ends a request that was taken out; the other members of its job are served next.
    pub(super) fn finish(&mut self, request: &mut QueuedRequest) {
        if !request.is_superseded {
            self.places.remove(&request.agent);
        }
        self.keep_planner(request.place.job, request.search.take());
        self.continue_or_end(request.place.job);
    }

    fn keep_planner(&mut self, id: JobId, search: Option<RequestSearch>) {
        if let (Some(job), Some(search)) = (self.jobs.get_mut(&id), search) {
            job.spent += search.spent;
            let mut planner = search.into_planner();
            planner.cancel();
            job.planner = Some(planner);
        }
    }

    /// Continues a job next if it has members left; otherwise ends it.
    fn continue_or_end(&mut self, id: JobId) {
        let Some(job) = self.jobs.get(&id) else {
            return;
        };
        if job.members.0.is_empty() {
            self.end(id);
        } else if job.has_begun && !self.begun.contains(&id) {
            self.begun.push_front(id);
        }
    }

    fn end(&mut self, id: JobId) {
        let Some(mut job) = self.jobs.remove(&id) else {
            return;
        };
        self.waiting.remove(&(job.turn, id));
        self.close(&job.turn, id);
        self.begun.retain(|begun| *begun != id);
        if let Some(planner) = job.planner {
            self.take_planner(planner);
        }
        if self.spare.len() < MAX_SPARE {
            job.members.0.clear();
            self.spare.push(job.members);
        }
    }

    /// Closes the job to further requests.
    fn close(&mut self, turn: &QueueKey, id: JobId) {
        let key = (turn.priority.0, Cell::new(turn.goal.1, turn.goal.0));
        if let Some(open) = self.open.get_mut(&key) {
            open.retain(|open| *open != id);
            if open.is_empty() {
                self.open.remove(&key);
            }
        }
    }

    /// Removes the request of this agent from the queue and ends its search.
    pub(crate) fn forget(&mut self, agent: Entity) {
        let Some(place) = self.places.remove(&agent) else {
            return;
        };
        let Some(job) = self.jobs.get_mut(&place.job) else {
            return;
        };
        job.current.take_if(|member| *member == place.member);
        let search = job
            .members
            .remove(place.member)
            .and_then(|request| request.search);
        self.keep_planner(place.job, search);
        if self
            .jobs
            .get(&place.job)
            .is_some_and(|job| job.members.0.is_empty())
        {
            self.end(place.job);
        }
    }

    /// Removes the request of this agent, unless it is newer than the one with this ticket.
    pub(super) fn forget_ticket(&mut self, agent: Entity, ticket: u64) {
        if self
            .places
            .get(&agent)
            .is_some_and(|place| place.member.1 == ticket)
        {
            self.forget(agent);
        }
    }

    /// Removes and returns the next request to be served.
    pub(super) fn take_next(&mut self) -> Option<QueuedRequest> {
        let first = self.first_waiting();
        let urgency_of = |id: &JobId| self.jobs.get(id).map(|job| job.turn.priority);
        let best = self.begun.iter().filter_map(urgency_of).min();
        let is_full = self.begun.len() >= MAX_BEGUN;
        let gives_way = |first| {
            self.begun
                .iter()
                .filter_map(urgency_of)
                .any(|urgency| first < urgency)
        };
        let begins = match (first.map(|(turn, _)| turn.priority), best) {
            (Some(first), Some(best)) if first == best => {
                let goes_on = |id: &JobId| {
                    self.jobs
                        .get(id)
                        .is_some_and(|job| job.turn.priority == first && job.is_short())
                };
                if self.begun.iter().any(goes_on) {
                    self.begins = true;
                }
                // New jobs and jobs in progress alternate, so that a stream of short requests
                // cannot starve a long search.
                self.begins = (!is_full || gives_way(first)) && !self.begins;
                self.begins
            }
            (Some(first), Some(best)) => first < best,
            (first, _) => first.is_some(),
        };
        if begins {
            if is_full {
                self.suspend_least_urgent();
            }
            let (turn, id) = first?;
            self.waiting.remove(&(turn, id));
            self.close(&turn, id);
            self.jobs.get_mut(&id)?.has_begun = true;
            return self.take_member(id);
        }
        let at = self.begun.iter().position(|id| urgency_of(id) == best)?;
        let id = self.begun.remove(at)?;
        self.take_member(id)
    }

    /// Returns the first job that has not begun and does not wait for the end of another one.
    fn first_waiting(&self) -> Option<(QueueKey, JobId)> {
        let is_held = |id: &JobId| {
            let after = self.jobs.get(id).and_then(|job| job.members.first()?.after);
            after.is_some_and(|after| self.jobs.contains_key(&JobId(after)))
        };
        self.waiting.iter().find(|(_, id)| !is_held(id)).copied()
    }

    /// Makes the least urgent job in progress wait again, in favour of a more urgent one.
    ///
    /// The search of that job restarts later.
    fn suspend_least_urgent(&mut self) {
        let turn = |at: &usize| self.jobs.get(&self.begun[*at]).map(|job| job.turn);
        let Some(id) = (0..self.begun.len())
            .max_by_key(turn)
            .and_then(|at| self.begun.remove(at))
        else {
            return;
        };
        self.restart(id);
        let Some(job) = self.jobs.get_mut(&id) else {
            return;
        };
        (job.has_begun, job.is_shared) = (false, false);
        let planner = job.planner.take();
        self.waiting.insert((job.turn, id));
        if let Some(planner) = planner {
            self.take_planner(planner);
        }
    }

    /// Records that a field answers all requests of a job.
    pub(super) fn share(&mut self, id: JobId) {
        if let Some(job) = self.jobs.get_mut(&id) {
            job.is_shared = true;
        }
    }

    fn take_member(&mut self, id: JobId) -> Option<QueuedRequest> {
        let job = self.jobs.get_mut(&id)?;
        match job.current.take() {
            Some(member) => job.members.remove(member),
            None => job.members.0.pop_front(),
        }
    }

    /// Restarts the search of a job because of an edit.
    fn restart(&mut self, id: JobId) {
        let Some(job) = self.jobs.get_mut(&id) else {
            return;
        };
        let current = job.current.take();
        if let Some(request) = current.and_then(|member| job.members.get_mut(member)) {
            request.note_restart();
            request.asked_in = None;
            let search = request.search.take();
            self.keep_planner(id, search);
        }
    }

    /// Reports a change of the map to all searches, and restarts those that it affects.
    pub(super) fn follow(&mut self, mut follows: impl FnMut(&mut QueuedRequest) -> bool) {
        for id in self.begun.clone() {
            let Some(job) = self.jobs.get_mut(&id) else {
                continue;
            };
            if let Some(member) = job.current
                && !job.members.get_mut(member).is_some_and(&mut follows)
            {
                self.restart(id);
            }
        }
    }

    /// Takes the planner of a job, or a free one, and returns the number of its members that wait.
    pub(super) fn lend_planner(&mut self, id: JobId) -> (Box<Planner>, usize) {
        let (own, waiting) = self
            .jobs
            .get_mut(&id)
            .map_or((None, 0), |job| (job.planner.take(), job.members.0.len()));
        let mut planner = own.unwrap_or_else(|| self.lend_free_planner());
        planner.use_landmarks(!self.without_landmarks);
        (planner, waiting)
    }

    /// Takes a planner that no job uses.
    pub(super) fn lend_free_planner(&mut self) -> Box<Planner> {
        let mut planner = self.planners.pop().unwrap_or_default();
        planner.use_landmarks(!self.without_landmarks);
        planner
    }

    pub(super) fn take_planner(&mut self, mut planner: Box<Planner>) {
        if self.planners.len() <= MAX_BEGUN {
            planner.cancel();
            self.planners.push(planner);
        }
    }

    pub(super) fn lend_path(&mut self) -> Path {
        self.paths.pop().unwrap_or_default()
    }

    pub(crate) fn take_path(&mut self, path: Path) {
        if self.paths.len() < MAX_SPARE {
            self.paths.push(path);
        }
    }

    /// Ends a tick; returns its unanswered requests with their tickets.
    pub(crate) fn end_tick(&mut self, report: TickReport) -> Vec<(&QueuedRequest, u64)> {
        self.report = TickReport {
            waiting: self.len(),
            ..report
        };
        self.tick += 1;
        let fresh = std::mem::take(&mut self.fresh);
        let waits = |agent: Entity| {
            let ticket = self.places.get(&agent)?.member.1;
            Some((
                self.request(agent).filter(|request| !request.improves)?,
                ticket,
            ))
        };
        fresh.into_iter().filter_map(waits).collect()
    }
}

impl Job {
    /// Returns `true` while the job takes precedence over new ones.
    fn is_short(&self) -> bool {
        let request = match self.current {
            Some(member) => self.members.get(member),
            None => self.members.first(),
        };
        let search = request.and_then(|request| request.search.as_ref());
        let is_auto =
            request.is_some_and(|request| request.query.options.algorithm == Algorithm::Auto);
        is_auto && self.spent + search.map_or(0, |search| search.spent) < SHORT
    }
}
