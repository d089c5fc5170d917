//! Requests are answered inside the tick, on the map itself, within a budget.

use std::time::Instant;

use bevy::ecs::schedule::InternedScheduleLabel;
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use gridwalk_pathfinding::{Algorithm, CellChange, Finder, Map, Outcome, Path, PathQuery, Planned, Planner};

use super::improve::MayImprove;
use super::question::{Question, Served, give_up};
use super::queue::{Begun, Next, Request, RequestQueue, TickReport};
use super::work::{Asked, Progress, Work};
use super::{
    Arrived, FailReason, GridAgent, GridChanged, GridReplaced, LastSearch, NavGrid, PathFailed, PathFound, PathStack,
    PathfindingOptions, PathfindingSystems, PlanCause, Planning, PlanningOptions, TickBudget,
};

/// After so many begins from scratch because of edits a search goes on with a copy of the map, and its answer is judged
/// on the map itself.
const MOST_RESTARTS: u8 = 3;

/// How many expansions are made before another request has its turn, where not time but expansions count.
const SLICE: u64 = 256;

/// So many expansions the planner may take for one answer, where time counts: a few milliseconds.
const MOST_AT_ONCE: u64 = 1 << 14;

pub(super) fn plugin(app: &mut App, schedule: InternedScheduleLabel) {
    app.init_resource::<PlanningOptions>()
        .add_message::<PathFound>()
        .add_systems(schedule, serve_requests.in_set(PathfindingSystems::Plan));
}

/// What is spent of a tick's budget.
struct Meter {
    budget: TickBudget,
    begun: Instant,
    report: TickReport,
}

impl Meter {
    fn new(budget: TickBudget) -> Self {
        Self { budget, begun: Instant::now(), report: TickReport::default() }
    }

    fn is_spent(&self) -> bool {
        match self.budget {
            TickBudget::Time(most) => self.begun.elapsed() >= most,
            TickBudget::Expansions(most) => self.report.charged >= most,
        }
    }

    /// The most expansions of the next slice; `None` if time limits it.
    fn slice(&self) -> Option<u64> {
        match self.budget {
            TickBudget::Time(_) => None,
            TickBudget::Expansions(most) => Some(SLICE.min(most.saturating_sub(self.report.charged).max(1))),
        }
    }

    /// The most expansions of an answer that comes in one go: what is left, and a slice.
    const fn at_once(&self) -> u64 {
        match self.budget {
            TickBudget::Time(_) => MOST_AT_ONCE,
            TickBudget::Expansions(most) => most.saturating_sub(self.report.charged).saturating_add(SLICE),
        }
    }

    const fn charge(&mut self, expanded: u64) {
        self.report.charged += expanded;
        self.report.expansions += expanded;
    }

    /// Asks the planner, whose searches cannot be put away.
    fn ask(&mut self, planner: &mut Planner, map: &Map, query: &PathQuery) -> Asked {
        if query.options.algorithm != Algorithm::Auto {
            return Asked::Other;
        }
        if !Planner::serves(map, &query.options) {
            return Asked::Other;
        }
        // On a small map few searches take more.
        let most = self.at_once();
        let most = if map.grid().cell_count() as u64 > most { most } else { u64::MAX };
        let mut path = Path::default();
        let plan = planner.path_within(map, query, most, &mut path);
        self.charge(plan.stats.expanded);
        let goes_on = plan.planned == Planned::OutOfBudget && query.options.max_expansions.is_none_or(|own| most < own);
        match plan.finder {
            Finder::Field if goes_on => Asked::Growing(plan.stats.expanded),
            _ if goes_on => Asked::Other,
            _ => Asked::Answer(plan.into_outcome(path)),
        }
    }
}

/// What requests are answered with.
#[derive(SystemParam)]
struct Server<'w, 's> {
    commands: Commands<'w, 's>,
    grid: Res<'w, NavGrid>,
    options: Res<'w, PathfindingOptions>,
    queue: ResMut<'w, RequestQueue>,
    agents: Query<'w, 's, Served, With<GridAgent>>,
    planner: Local<'s, Planner>,
    found: MessageWriter<'w, PathFound>,
    arrived: MessageWriter<'w, Arrived>,
}

fn serve_requests(
    mut server: Server,
    planning: Res<PlanningOptions>,
    mut may_improve: ResMut<MayImprove>,
    (mut changed, mut replaced): (MessageReader<GridChanged>, MessageReader<GridReplaced>),
) {
    let changes: Vec<CellChange> = changed.read().flat_map(|change| change.0.cells.iter().copied()).collect();
    let new_map = replaced.read().count() > 0;
    if new_map || !changes.is_empty() {
        server.take_in(new_map, &changes);
    }
    let mut meter = Meter::new(planning.budget);
    while !meter.is_spent() {
        let Some(next) = server.queue.take_next() else {
            let Some((agent, goal, priority)) = may_improve.next(&server.grid, &server.agents, planning.seek_cheaper)
            else {
                break;
            };
            server.queue.push(agent, goal, PlanCause::Edit, priority, true);
            continue;
        };
        let mut begun = match next {
            Next::Begun(begun) => *begun,
            Next::Waiting(turn, request) => {
                meter.report.charged += 1;
                let Some(work) = server.begin(&request, &mut meter) else {
                    meter.report.answered += usize::from(!request.improves);
                    continue;
                };
                let begun = Begun { turn, request, work };
                if begun.work.waits_for_field() {
                    server.queue.put_away(begun);
                    continue;
                }
                begun
            }
        };
        // No agent need be of the kind any more as whom it sees the map, and the view of the kind is gone then.
        if !server.agents.get(begun.request.agent).is_ok_and(|(_, asking, ..)| asking.2 == begun.work.kind.as_ref()) {
            server.queue.restart(begun);
            continue;
        }
        if begun.work.waits_for_field() {
            let map = server.grid.map_seen_by(begun.work.kind.as_ref());
            let asked = Instant::now();
            let said = map.map_or(Asked::Other, |map| meter.ask(&mut server.planner, map, &begun.work.query));
            if matches!(said, Asked::Other) {
                server.queue.restart(begun);
                continue;
            }
            begun.work.take(said, asked.elapsed());
            if begun.work.waits_for_field() {
                server.queue.put_away(begun);
                continue;
            }
        }
        let map = server.grid.seen_by(begun.work.kind.as_ref());
        let Ok((expanded, progress)) = begun.work.step(&map, meter.slice()) else {
            server.queue.restart(begun);
            continue;
        };
        meter.charge(expanded);
        match progress {
            Progress::Running => server.queue.put_away(begun),
            Progress::Answer(outcome) => {
                drop(map);
                meter.report.answered += usize::from(server.answer(begun, outcome));
            }
        }
    }
    meter.report.time = meter.begun.elapsed();
    server.end_tick(meter.report);
}

impl Server<'_, '_> {
    /// Searches that an edit concerns begin from scratch in their turn, where those are found that need none now.
    fn take_in(&mut self, new_map: bool, changes: &[CellChange]) {
        let Self { grid, options, agents, .. } = self;
        self.queue.follow(|request, work| {
            let Ok((_, asking, ..)) = agents.get(request.agent) else { return false };
            !new_map
                && asking.2 == work.kind.as_ref()
                && work.follow(&grid.seen_by(work.kind.as_ref()), changes)
                && Question::new(asking, request.goal, options, grid).check(grid).is_ok()
        });
    }

    /// Begins the search of a request whose turn has come; `None` if the answer needs none, or no agent asks any more.
    fn begin(&mut self, request: &Request, meter: &mut Meter) -> Option<Work> {
        let Ok((_, asking, stack, failed, _)) = self.agents.get(request.agent) else {
            // It is no agent now, and should it become one again, it waits for nothing.
            self.commands.entity(request.agent).try_remove::<Planning>();
            return None;
        };
        let is_wanted = !request.improves
            || stack.and_then(PathStack::destination) == Some(request.goal)
            || failed.is_some_and(|failed| failed.goal == request.goal);
        if !is_wanted {
            return None;
        }
        let mut question = Question::new(asking, request.goal, &self.options, &self.grid);
        let begun = question.check(&self.grid).and_then(|()| {
            let nearest = question.take_nearest(&self.grid);
            let (query, kind) = (question.query.clone(), question.kind.cloned());
            let asked = Instant::now();
            let map = self.grid.map_seen_by(question.kind).filter(|_| !nearest);
            let said = map.map_or(Asked::Other, |map| meter.ask(&mut self.planner, map, &query));
            if !matches!(said, Asked::Other) {
                let mut work = Work::of_planner(query, kind);
                work.take(said, asked.elapsed());
                return Ok(work);
            }
            let copy = (request.restarts >= MOST_RESTARTS).then(|| self.grid.snapshot(question.kind));
            let pool = self.queue.lend_pool();
            Work::begin(&question.map, copy, query, kind, nearest, pool).map_err(FailReason::Refused)
        });
        match begun {
            Ok(work) => Some(work),
            Err(reason) => {
                if !request.improves {
                    let waited = self.queue.tick() - request.since;
                    let failed = PathFailed { agent: request.agent, goal: request.goal, reason };
                    let answer = question.unanswered(request.cause, request.priority, waited);
                    give_up(&mut self.commands.entity(request.agent), &question, failed, answer);
                }
                None
            }
        }
    }

    /// Gives the agent its answer, or lets it ask again if the answer is not one for where it is now, on the map as it
    /// is now.
    fn answer(&mut self, begun: Begun, outcome: Outcome) -> bool {
        let Begun { turn, mut request, work } = begun;
        let agent = request.agent;
        let Ok((_, asking, stack, ..)) = self.agents.get(agent) else {
            self.queue.take_pool(work.into_pool());
            return false;
        };
        let question = Question::new(asking, request.goal, &self.options, &self.grid);
        let (map, path) = (&question.map, outcome.path());
        let revision = work.revision(map);
        let (start, query) = (question.query.start, &work.query);
        let is_valid = work.kind.as_ref() == question.kind
            && (map.revision() == revision
                || match &outcome {
                    Outcome::Solved(solution) => solution.path.validate(map, &query.options).is_ok(),
                    // It would be thrown away for ever under edits without end; if one of them made a path, the agent
                    // looks again.
                    Outcome::NoPath(..) | Outcome::OutOfBudget(_) => work.is_on_a_copy(),
                    Outcome::Refused(_) => false,
                });
        // An agent that walks on can join a better path later than at its start.
        let joins = request.improves && stack.is_some() && path.is_some_and(|path| path.cells().contains(&start));
        if !is_valid || (start != query.start && !joins) {
            request.restarts = request.restarts.saturating_add(u8::from(!is_valid));
            self.queue.take_pool(work.into_pool());
            // One that walks keeps its path.
            if !request.improves || stack.is_none() {
                self.queue.put_back(turn, request);
            }
            return false;
        }
        let waited = self.queue.tick() - request.since;
        let search = LastSearch {
            query: query.clone(),
            revision,
            cost: path.map(Path::cost),
            cells: path.map_or(0, |path| path.cells().len()),
            path_hash: path.map(Path::hash),
            stats: work.stats(&outcome),
            time: work.time,
            ..question.unanswered(request.cause, request.priority, waited)
        };
        let reached = query.goal;
        self.queue.take_pool(work.into_pool());
        let mut entity = self.commands.entity(agent);
        let reason = match outcome {
            Outcome::Solved(solution) => {
                entity.remove::<(Planning, PathFailed)>().try_insert(search);
                let (cell, motion, ..) = asking;
                if let Some(stack) = PathStack::along(&solution.path, map, start, cell.0, motion) {
                    entity.try_insert(stack);
                    self.found.write(PathFound { agent, goal: reached });
                } else {
                    entity.remove::<PathStack>();
                    self.arrived.write(Arrived { agent, cell: reached });
                }
                return true;
            }
            Outcome::NoPath(reason, _) => reason.into(),
            Outcome::OutOfBudget(_) => FailReason::OutOfBudget,
            Outcome::Refused(refusal) => FailReason::Refused(refusal),
        };
        // What does not get better stays as it is.
        if !request.improves {
            give_up(&mut entity, &question, PathFailed { agent, goal: request.goal, reason }, search);
        } else if stack.is_none() {
            entity.try_insert(search);
        }
        true
    }

    /// Those who asked in this tick and have no answer yet finish their step and wait.
    fn end_tick(&mut self, report: TickReport) {
        for (request, ticket) in self.queue.end_tick(report) {
            let Ok((_, asking, stack, failed, _)) = self.agents.get(request.agent) else { continue };
            let mut agent = self.commands.entity(request.agent);
            if failed.is_some() {
                agent.remove::<PathFailed>();
            }
            if stack.is_some() {
                Question::new(asking, request.goal, &self.options, &self.grid).finish_step(&mut agent);
            }
            agent.try_insert(Planning { goal: request.goal, cause: request.cause, ticket });
        }
    }
}
