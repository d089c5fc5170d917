//! Requests are answered inside the tick, on the map itself, within a budget.

use bevy_platform::time::Instant;

use crate::engine::prelude::*;
use bevy_ecs::schedule::InternedScheduleLabel;
use bevy_ecs::system::SystemParam;
use gridwalk_pathfinding::{CellChange, Map, Outcome, Path, Planned, Progress};

use super::improve::MayImprove;
use super::inbox::Since;
use super::planning::{finish_step, give_up};
use super::question::{Question, Served, start_of};
use super::queue::{RequestQueue, Task, TickReport};
use super::work::Work;
use super::{
    Arrived, FailReason, GridAgent, GridChanged, GridReplaced, LastSearch, NavGrid, NearestOf, PathFailed, PathFound,
    PathRequest, PathStack, PathfindingOptions, PathfindingSystems, Planning, PlanningOptions, TickBudget,
};

/// After so many begins from scratch because of edits a search goes on with a copy of the map, and its answer is judged
/// on the map itself.
const MOST_RESTARTS: u8 = 3;

/// How many expansions are made before another request has its turn, where not time but expansions count.
const SLICE: u64 = 256;

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
            // A budget of nothing still serves something, so that nobody waits for ever.
            TickBudget::Time(most) => self.report.charged > 0 && self.begun.elapsed() >= most,
            TickBudget::Expansions(most) => self.report.charged >= most.max(1),
        }
    }

    /// The most expansions of the next slice; `None` if time limits it.
    fn slice(&self) -> Option<u64> {
        match self.budget {
            TickBudget::Time(_) => None,
            TickBudget::Expansions(most) => Some(SLICE.min(most.saturating_sub(self.report.charged).max(1))),
        }
    }

    const fn charge(&mut self, Progress { work, expanded, .. }: Progress) {
        self.report.charged += work;
        self.report.expansions += expanded;
    }
}

/// What came of a turn.
enum Step {
    /// The search is over.
    Answer(Outcome),
    /// There is more to do.
    GoesOn,
    /// An edit made what was found so far worthless.
    Restart,
    /// It is known without a search that there is no path.
    Fail(FailReason),
    /// No agent wants to know any more.
    Forget,
}

/// What requests are answered with.
#[derive(SystemParam)]
struct Server<'w, 's> {
    commands: Commands<'w, 's>,
    grid: Res<'w, NavGrid>,
    options: Res<'w, PathfindingOptions>,
    queue: ResMut<'w, RequestQueue>,
    agents: Query<'w, 's, Served, With<GridAgent>>,
    found: MessageWriter<'w, PathFound>,
    arrived: MessageWriter<'w, Arrived>,
}

fn serve_requests(
    mut server: Server,
    planning: Res<PlanningOptions>,
    mut may_improve: ResMut<MayImprove>,
    (mut changed, mut replaced): (Since<GridChanged>, Since<GridReplaced>),
) {
    // While this set did not run, edits may have come and gone: then every search begins again.
    let has_missed = changed.has_missed() || replaced.has_missed();
    let changes: Vec<CellChange> = changed.read().flat_map(|change| change.0.cells.iter().copied()).collect();
    let new_map = replaced.read().count() > 0 || has_missed;
    if new_map || !changes.is_empty() {
        server.take_in(new_map, &changes);
    }
    let mut meter = Meter::new(planning.budget);
    while !meter.is_spent() {
        let Some(mut task) = server.queue.take_next() else {
            let Some(request) = may_improve.next(&server.grid, &server.agents, planning.seek_cheaper) else { break };
            server.seek_better(request, &mut meter);
            continue;
        };
        let is_asked = !task.question.improves;
        match server.advance(&mut task, &mut meter) {
            Step::Answer(outcome) => meter.report.answered += usize::from(server.answer(task, outcome)),
            Step::GoesOn => server.queue.put_away(task),
            Step::Restart => server.queue.restart(task),
            Step::Fail(reason) => {
                meter.report.answered += usize::from(is_asked);
                server.fail(task, reason);
            }
            Step::Forget => meter.report.answered += usize::from(is_asked),
        }
    }
    meter.report.time = meter.begun.elapsed();
    server.end_tick(meter.report);
}

impl Server<'_, '_> {
    /// Searches that an edit concerns begin from scratch in their turn, where those are found that need none now.
    fn take_in(&mut self, new_map: bool, changes: &[CellChange]) {
        let tick = self.queue.tick();
        let Self { grid, options, agents, queue, .. } = self;
        let follows = |question: &Question, work: &mut Work| {
            let Ok((_, asking, ..)) = agents.get(question.agent) else { return false };
            !new_map
                && asking.2 == question.kind.as_ref()
                && grid.map_seen_by(asking.2).is_none_or(|map| work.follow(question, map, changes))
                && question.again(asking, options, grid, tick).check(grid).is_ok()
        };
        queue.follow(follows);
    }

    /// An agent that has nothing to ask looks for something better, unless it is known without a search that there is
    /// nothing.
    fn seek_better(&mut self, request: PathRequest, meter: &mut Meter) {
        let Ok((_, asking, ..)) = self.agents.get(request.agent) else { return };
        let mut question = Question::new(request, asking, &self.options, &self.grid, self.queue.tick());
        question.improves = true;
        match question.check(&self.grid) {
            Ok(()) => self.queue.push(question),
            Err(_) => meter.report.charged += 1,
        }
    }

    /// Searches on for a question whose turn has come, in one go or for a slice.
    fn advance(&mut self, task: &mut Task, meter: &mut Meter) -> Step {
        let Task { question, work, .. } = task;
        let Ok((_, asking, stack, failed, _)) = self.agents.get(question.agent) else {
            if work.is_some() {
                return Step::Restart;
            }
            meter.report.charged += 1;
            // It is no agent now, and should it become one again, it waits for nothing.
            self.commands.entity(question.agent).try_remove::<Planning>();
            return Step::Forget;
        };
        if work.is_none() {
            meter.report.charged += 1;
            let is_wanted = !question.improves
                || stack.and_then(PathStack::destination) == Some(question.goal)
                || failed.is_some_and(|failed| failed.goal == question.goal);
            if !is_wanted {
                return Step::Forget;
            }
            let tick = self.queue.tick();
            if question.asked_in != Some(tick) {
                *question = question.again(asking, &self.options, &self.grid, tick);
                if let Err(reason) = question.check(&self.grid) {
                    return Step::Fail(reason);
                }
            }
        } else if asking.2 != question.kind.as_ref() {
            // No agent need be of the kind any more as whom it sees the map, and the view of the kind is gone then.
            return Step::Restart;
        }
        let seen = self.grid.map_seen_by(question.kind.as_ref());
        let map = seen.unwrap_or(self.grid.map());
        let work = work.get_or_insert_with(|| {
            let is_copied = seen.is_none() || question.restarts >= MOST_RESTARTS;
            let view = || self.grid.seen_by(question.kind.as_ref()).into_owned();
            let copy = is_copied.then(|| Box::new(Map::new(view())));
            let wanted = question.wanted(&self.grid);
            Work::begin(map, copy, question, wanted, self.queue.lend_planner())
        });
        let progress = work.step(question, map, meter.slice());
        meter.charge(progress);
        if progress.begun_again {
            return Step::Restart;
        }
        if !progress.is_over {
            return Step::GoesOn;
        }
        let mut path = self.queue.lend_path();
        let Some(plan) = work.answer(question, map, &mut path) else { return Step::Restart };
        question.query.goal = plan.end;
        let is_found = plan.planned == Planned::Found;
        let outcome = plan.into_outcome(if is_found { std::mem::take(&mut path) } else { Path::default() });
        if !is_found {
            self.queue.take_path(path);
        }
        Step::Answer(outcome)
    }

    /// The agent does not go; one that only looked for something better goes on as it is.
    fn fail(&mut self, task: Task, reason: FailReason) {
        let question = task.question;
        if let Ok((agent, asking, ..)) = self.agents.get(question.agent)
            && !question.improves
        {
            let goal = question.goal;
            let search = question.into_search(self.grid.grid().revision(), self.queue.tick());
            give_up(&mut self.commands.entity(agent), asking, &self.grid, (goal, reason), search);
        }
    }

    /// Gives the agent its answer, or lets it ask again if the answer is not one for where it is now, on the map as it
    /// is now.
    fn answer(&mut self, mut task: Task, outcome: Outcome) -> bool {
        let Task { question, work, .. } = &mut task;
        let (agent, goal, improves) = (question.agent, question.goal, question.improves);
        let Ok((_, asking, stack, ..)) = self.agents.get(agent) else {
            self.queue.take_planner(task.work);
            return false;
        };
        let (map, path) = (self.grid.seen_by(asking.2), outcome.path());
        let copy = work.as_ref().and_then(Work::copy);
        let revision = copy.unwrap_or(&map).revision();
        let (start, query) = (start_of(asking, &map), &question.query);
        let is_valid = asking.2 == question.kind.as_ref()
            && (map.revision() == revision
                || match &outcome {
                    Outcome::Solved(solution) => solution.path.validate(&map, &query.options).is_ok(),
                    // It would be thrown away for ever under edits without end; if one of them made a path, the agent
                    // looks again.
                    Outcome::NoPath(..) | Outcome::OutOfBudget(_) => copy.is_some(),
                    Outcome::Refused(_) => false,
                });
        // An agent that walks on can join a better path later than at its start.
        let joins = improves && stack.is_some() && path.is_some_and(|path| path.cells().contains(&start));
        if !is_valid || (start != query.start && !joins) {
            question.restarts = question.restarts.saturating_add(u8::from(!is_valid));
            // One that walks keeps its path.
            if !improves || stack.is_none() {
                self.queue.put_back(task);
            } else {
                self.queue.take_planner(task.work);
            }
            return false;
        }
        let (stats, reached) = (outcome.stats(), query.goal);
        let (cost, cells, path_hash) =
            path.map_or((None, 0, None), |path| (Some(path.cost()), path.cells().len(), Some(path.hash())));
        self.queue.take_planner(task.work);
        let search = task.question.into_search(revision, self.queue.tick());
        let search = LastSearch { cost, cells, path_hash, stats, ..search };
        let mut entity = self.commands.entity(agent);
        let reason = match outcome {
            Outcome::Solved(solution) => {
                entity.try_remove::<(Planning, PathFailed)>().try_insert(search);
                let (cell, motion, ..) = asking;
                match PathStack::along(solution.path, &map, start, cell.0, motion) {
                    Ok(stack) => {
                        entity.try_insert(stack);
                        self.found.write(PathFound { agent, goal: reached });
                    }
                    Err(path) => {
                        self.queue.take_path(path);
                        entity.try_remove::<(PathStack, NearestOf)>();
                        self.arrived.write(Arrived { agent, cell: reached });
                    }
                }
                return true;
            }
            Outcome::NoPath(reason, _) => reason.into(),
            Outcome::OutOfBudget(_) => FailReason::OutOfBudget,
            Outcome::Refused(refusal) => FailReason::Refused(refusal),
        };
        // What does not get better stays as it is.
        if !improves {
            give_up(&mut entity, asking, &self.grid, (goal, reason), search);
        } else if stack.is_none() {
            entity.try_insert(search);
        }
        true
    }

    /// Those who asked in this tick and have no answer yet finish their step and wait.
    fn end_tick(&mut self, report: TickReport) {
        for (question, ticket) in self.queue.end_tick(report) {
            let &Question { agent, goal, cause, .. } = question;
            let Ok((_, asking, stack, failed, _)) = self.agents.get(agent) else { continue };
            let mut agent = self.commands.entity(agent);
            if failed.is_some() {
                agent.try_remove::<PathFailed>();
            }
            if stack.is_some() {
                finish_step(&mut agent, asking, &self.grid);
            }
            agent.try_insert(Planning { goal, cause, ticket });
        }
    }
}
