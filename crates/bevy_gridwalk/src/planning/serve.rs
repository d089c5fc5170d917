//! Answers requests inside the tick, on the map itself, within a budget.

use std::collections::BTreeMap;

use crate::engine::prelude::*;
use bevy_ecs::schedule::InternedScheduleLabel;
use bevy_ecs::system::SystemParam;
use gridwalk_pathfinding::{
    Cell, Finder, Map, Outcome, Path, PathQuery, Planned, Planner, SearchOptions,
};

use super::budget::{SLICE, TickMeter, TickReport, Work, work_of_cells};
use super::improve::{MayImprove, Served};
use super::question::{Alone, PathTarget, Question, start_of};
use super::queue::{RequestQueue, ServedRequest};
use super::{DraftSearch, Drafted, Drafts, finish_step, give_up, joined};
use crate::agent::Asking;
use crate::layout::MapKey;
use crate::map::maps::{MapChanges, MapReports, Maps, register_late_kinds};
use crate::{
    Arrived, FailReason, LastSearch, NavGrid, NearestOf, PathFailed, PathFound, PathRequest,
    PathStack, PathfindingOptions, PathfindingSystems, Planning, PlanningOptions,
};

/// Number of restarts by edits after which a search continues on a copy of the map.
///
/// Its answer is validated on the map itself.
const MAX_RESTARTS: u8 = 3;

/// Maximum work of the search that leads an agent which walked on back to the start of its path.
const MAX_WAY_BACK: u64 = 1 << 10;

/// Work on a view of the map between two looks at the clock: about ten microseconds.
const VIEW_SLICE: u64 = 256;

pub(crate) fn plugin(app: &mut App, schedule: InternedScheduleLabel) {
    app.init_resource::<PlanningOptions>()
        .init_resource::<Drafts>()
        .add_message::<PathFound>()
        .add_systems(
            schedule,
            (register_late_kinds, serve_requests)
                .chain()
                .in_set(PathfindingSystems::Plan),
        );
}

/// The result of serving a request for a slice.
enum SliceResult {
    /// The search is finished.
    Answer(Outcome),
    /// The search is not finished.
    GoesOn,
    /// An edit has invalidated the search so far.
    Restart,
    /// The view of the agent's kind is not made yet, and no budget is left for it.
    Wait,
    /// It is known without a search that there is no path.
    Fail(FailReason),
    /// The request was dropped.
    Forget,
}

/// The resources and queries with which requests are answered.
#[derive(SystemParam)]
struct Server<'w, 's> {
    commands: Commands<'w, 's>,
    maps: Maps<'w, 's>,
    options: Res<'w, PathfindingOptions>,
    queue: ResMut<'w, RequestQueue>,
    drafts: ResMut<'w, Drafts>,
    agents: Query<'w, 's, Served, Alone>,
    found: MessageWriter<'w, PathFound>,
    arrived: MessageWriter<'w, Arrived>,
}

fn serve_requests(
    mut server: Server,
    planning: Res<PlanningOptions>,
    mut may_improve: ResMut<MayImprove>,
    mut changes: MapReports,
) {
    // Edits may have been missed while this set did not run; then every search restarts.
    let has_missed = changes.has_missed();
    let changes = changes.read();
    if has_missed || !changes.is_empty() {
        server.take_in(has_missed, &changes);
    }
    let mut meter = TickMeter::new(planning.budget);
    server.make_drafts(&mut meter);
    while !meter.is_spent() {
        let Some(mut task) = server.queue.take_next() else {
            let Some(request) =
                may_improve.next(&server.maps, &server.agents, planning.seek_cheaper)
            else {
                break;
            };
            server.seek_better(request, &mut meter);
            continue;
        };
        let is_asked = !task.question.improves && !task.question.is_superseded;
        match server.advance(&mut task, &mut meter) {
            SliceResult::Answer(outcome) => {
                let is_answered = server.answer(task, outcome, &mut meter);
                meter.report.answered += usize::from(is_answered && is_asked);
            }
            SliceResult::GoesOn => server.queue.put_away(task),
            SliceResult::Wait => {
                server.queue.put_back(task);
                break;
            }
            SliceResult::Restart => {
                task.question.restarts = task.question.restarts.saturating_add(1);
                server.queue.put_back(task);
            }
            SliceResult::Fail(reason) => {
                meter.report.answered += usize::from(is_asked);
                server.fail(task, reason);
            }
            SliceResult::Forget => {
                meter.report.answered += usize::from(is_asked);
                server.queue.finish(task);
            }
        }
    }
    meter.report.time = meter.elapsed();
    server.end_tick(meter.report);
}

impl Server<'_, '_> {
    /// Makes searches that an edit concerns restart when they are served next.
    fn take_in(&mut self, has_missed: bool, changes: &BTreeMap<MapKey, MapChanges>) {
        let tick = self.queue.tick();
        let Self {
            maps,
            options,
            agents,
            queue,
            ..
        } = self;
        let follows = |question: &Question, work: &mut Work| {
            let changes = changes.get(&question.map);
            let (Some(changes), false) = (changes, has_missed) else {
                return !has_missed;
            };
            let Ok((_, asking, ..)) = agents.get(question.agent) else {
                return false;
            };
            let grid = maps.at(question.map);
            !changes.is_replaced
                && question.is_of(asking)
                && (work.copy().is_some()
                    || grid
                        .map_seen_by(asking.2)
                        .is_some_and(|map| work.follow(question, map, &changes.cells)))
                && question
                    .again(asking, options, grid, tick)
                    .check(grid)
                    .is_ok()
        };
        queue.follow(follows);
    }

    /// Gives waiting agents a path to walk on, with at most half of the budget.
    fn make_drafts(&mut self, meter: &mut TickMeter) {
        while !meter.is_half_spent() {
            let draft = self
                .drafts
                .take_under_way()
                .or_else(|| self.begin_draft(meter));
            let Some(mut draft) = draft else { break };
            let asking = self
                .agents
                .get(draft.agent)
                .ok()
                .filter(|_| self.queue.question(draft.agent).is_some());
            let Some((agent, asking, ..)) = asking else {
                self.drafts.end(draft);
                continue;
            };
            let work = meter.slice().unwrap_or(SLICE);
            let grid = self.maps.of(asking.5);
            let (progress, drafted) = self.drafts.advance(&mut draft, grid, asking, work);
            meter.charge(progress);
            match drafted {
                Drafted::GoesOn => {
                    self.drafts.put_away(draft);
                    continue;
                }
                Drafted::Found(stack) => {
                    meter.report.drafted += 1;
                    meter.report.charged += work_of_cells(stack.cells_to_go());
                    self.commands.entity(agent).try_insert(stack);
                }
                Drafted::Missed => self.drafts.enlist(agent, false),
                Drafted::Failed => {}
            }
            self.drafts.end(draft);
        }
    }

    /// Begins the draft of the next agent that needs one.
    fn begin_draft(&mut self, meter: &mut TickMeter) -> Option<DraftSearch> {
        while !meter.is_half_spent() {
            let agent = self.drafts.next()?;
            meter.report.charged += 1;
            let Some(question) = self
                .queue
                .question(agent)
                .filter(|question| !question.improves)
            else {
                continue;
            };
            let Ok((_, asking, stack, ..)) = self.agents.get(agent) else {
                continue;
            };
            let grid = self.maps.of(asking.5);
            if grid.map_seen_by(asking.2).is_none() {
                // The view of its kind is made when its request is served.
                self.drafts.enlist_later(agent, true);
                continue;
            }
            let draft = self.drafts.begin(question, asking, stack, grid);
            if draft.is_some() {
                return draft;
            }
        }
        None
    }

    /// Queues a search for a better path of an agent that has no request.
    ///
    /// Nothing is queued if it is known without a search that there is no path.
    fn seek_better(&mut self, request: PathRequest, meter: &mut TickMeter) {
        let Ok((_, asking, ..)) = self.agents.get(request.agent) else {
            return;
        };
        let grid = self.maps.of(asking.5);
        let mut question = Question::new(request, asking, &self.options, grid, self.queue.tick());
        question.improves = true;
        match question.check(grid) {
            Ok(()) => self.queue.push(question),
            Err(_) => meter.report.charged += 1,
        }
    }

    /// Makes the view of the agent's kind, as far as the budget goes.
    ///
    /// Returns `false` if the view is not there yet.
    fn make_view(&self, question: &mut Question, meter: &mut TickMeter) -> bool {
        let Some(kind) = &question.kind else {
            return true;
        };
        let grid = self.maps.at(question.map);
        question.view = grid.lease_view(kind);
        loop {
            let (taken, is_there) = grid.make_view(kind, meter.slice().unwrap_or(VIEW_SLICE));
            meter.report.charged += taken;
            if is_there || taken == 0 || meter.is_spent() {
                return is_there && !meter.is_spent();
            }
        }
    }

    /// Continues the search of a request, to its end or for a slice.
    fn advance(&mut self, task: &mut ServedRequest, meter: &mut TickMeter) -> SliceResult {
        let Ok((_, asking, stack, failed, ..)) = self.agents.get(task.question.agent) else {
            if task.work.is_some() {
                return SliceResult::Restart;
            }
            meter.report.charged += 1;
            // It is no agent now; should it become one again, no request waits for it.
            self.commands
                .entity(task.question.agent)
                .try_remove::<Planning>();
            return SliceResult::Forget;
        };
        let question = &mut task.question;
        if task.work.is_none() {
            meter.report.charged += 1;
            let is_wanted = !question.improves
                || stack.and_then(PathStack::destination) == Some(question.goal)
                || failed.is_some_and(|failed| failed.goal == question.goal);
            if !is_wanted {
                return SliceResult::Forget;
            }
            let tick = self.queue.tick();
            let grid = self.maps.of(asking.5);
            // It may have been taken to another map since it asked, or the map may be gone.
            let is_current =
                question.asked_in == Some(tick) && question.is_of(asking) && grid.is_given();
            if !is_current {
                *question = question.again(asking, &self.options, grid, tick);
                if let Err(reason) = question.check(grid) {
                    return SliceResult::Fail(reason);
                }
            }
        } else if !question.is_of(asking) {
            // No agent need be of the kind any more as whom it sees the map, and the view of the
            // kind is gone then.
            return SliceResult::Restart;
        }
        if task.work.is_none() && !self.make_view(question, meter) {
            return SliceResult::Wait;
        }
        if task.work.is_none() {
            let Some(work) = self.begin(task) else {
                return SliceResult::Restart;
            };
            task.work = Some(work);
        }
        let ServedRequest {
            question,
            work: Some(work),
            ..
        } = task
        else {
            return SliceResult::Restart;
        };
        let grid = self.maps.at(question.map);
        let map = match grid.map_seen_by(question.kind.as_ref()) {
            Some(map) => map,
            None if work.copy().is_some() => grid.map(),
            // An edit has changed too much of the view.
            None => return SliceResult::Restart,
        };
        let progress = work.step(question, map, meter.slice());
        meter.charge(progress);
        if progress.begun_again {
            return SliceResult::Restart;
        }
        if !progress.is_finished {
            return SliceResult::GoesOn;
        }
        let mut path = self.queue.lend_path();
        let Some(plan) = work.answer(question, map, &mut path) else {
            return SliceResult::Restart;
        };
        question.query.goal = plan.end;
        let is_found = plan.planned == Planned::Found;
        if plan.finder == Finder::Field {
            // The remaining work for each agent of a shared field.
            meter.report.charged += work_of_cells(path.cells().len());
        }
        let outcome = plan.into_outcome(if is_found {
            std::mem::take(&mut path)
        } else {
            Path::default()
        });
        if !is_found {
            self.queue.take_path(path);
        }
        SliceResult::Answer(outcome)
    }

    /// Begins the search of a request; `None` if the view of the agent's kind is not there.
    fn begin(&mut self, task: &mut ServedRequest) -> Option<Work> {
        let grid = self.maps.at(task.question.map);
        let map = grid.map_seen_by(task.question.kind.as_ref())?;
        let mut planner = self.queue.lend_planner(task);
        let question = &mut task.question;
        let copy =
            (question.restarts >= MAX_RESTARTS).then(|| Box::new(Map::new(map.grid().clone())));
        let wanted = question.wanted(grid);
        let may_share = task.followers > 0 && matches!(wanted, PathTarget::Goal) && copy.is_none();
        if may_share && planner.expect(map, &question.query, task.followers + 1) {
            self.queue.share(task);
        }
        Some(Work::begin(map, copy, &task.question, wanted, planner))
    }

    /// Reports a failure to the agent; one that only looked for a better path stays as it is.
    fn fail(&mut self, task: ServedRequest, reason: FailReason) {
        let question = self.queue.finish(task);
        if let Ok((agent, asking, ..)) = self.agents.get(question.agent)
            && !question.improves
            && !question.is_superseded
        {
            let goal = question.goal;
            let grid = self.maps.of(asking.5);
            let search = question.into_search(grid.grid().revision(), self.queue.tick());
            give_up(
                &mut self.commands.entity(agent),
                asking,
                grid,
                (goal, reason),
                search,
            );
        }
    }

    /// Gives the agent its answer, or requests again if it does not fit the agent and the map now.
    fn answer(&mut self, task: ServedRequest, outcome: Outcome, meter: &mut TickMeter) -> bool {
        let ServedRequest {
            ref question,
            ref work,
            ..
        } = task;
        let Ok((agent, asking, stack, failed, _, waits)) = self.agents.get(question.agent) else {
            self.queue.finish(task);
            return false;
        };
        let grid = self.maps.of(asking.5);
        let copy = work.as_ref().and_then(Work::copy);
        let (is_valid, revision) =
            question.judge(self.maps.at(question.map), copy, asking, &outcome);
        let (goal, reached, improves, walks) = (
            question.goal,
            question.query.goal,
            question.improves,
            stack.is_some(),
        );
        let (stats, path) = (outcome.stats(), outcome.path());
        let (cost, cells, path_hash) = path.map_or((None, 0, None), |path| {
            (Some(path.cost()), path.cells().len(), Some(path.hash()))
        });
        let path = match outcome {
            Outcome::Solved(solution) if is_valid => Ok(path_from_here(
                grid,
                &mut self.queue,
                asking,
                (solution.path, &question.query),
                meter,
            )),
            _ if !is_valid => Ok(None),
            Outcome::NoPath(reason, _) => Err(reason.into()),
            Outcome::Refused(refusal) => Err(FailReason::Refused(refusal)),
            Outcome::Solved(_) | Outcome::OutOfBudget(_) => Err(FailReason::OutOfBudget),
        };
        if question.is_superseded {
            if let Ok(Some(path)) = path {
                self.serve_newer(question, path);
            }
            self.queue.finish(task);
            return false;
        }
        let Ok(path) = path.map_or_else(|reason| Ok(Err(reason)), |path| path.map(Ok).ok_or(()))
        else {
            self.ask_again(task, is_valid, walks);
            return false;
        };
        let search = self
            .queue
            .finish(task)
            .into_search(revision, self.queue.tick());
        let search = LastSearch {
            cost,
            cells,
            path_hash,
            stats,
            ..search
        };
        let here = start_of(asking, grid.for_agent(asking.2));
        let keeps_own = |new: &Path| {
            let own = stack.filter(|_| improves).zip(grid.map_seen_by(asking.2));
            own.is_some_and(|(own, map)| {
                own.costs_no_more(new, here, map.grid(), &search.query.options)
            })
        };
        let mut entity = self.commands.entity(agent);
        match path {
            // The agent does not switch between paths of equal cost.
            Ok(path) if keeps_own(&path) => {
                self.queue.take_path(path);
                entity.try_insert(search);
            }
            Ok(path) => {
                // Removing what is not there would cost as much. An agent that looks for a better
                // path may have failed in this very tick.
                if waits || failed.is_some() || improves {
                    entity.try_remove::<(Planning, PathFailed)>();
                }
                match PathStack::along(path, grid.grid(), here, asking) {
                    Ok(stack) => {
                        entity.try_insert((search, stack));
                        self.found.write(PathFound {
                            agent,
                            goal: reached,
                        });
                    }
                    Err(path) => {
                        self.queue.take_path(path);
                        entity
                            .try_remove::<(PathStack, NearestOf)>()
                            .try_insert(search);
                        self.arrived.write(Arrived {
                            agent,
                            cell: reached,
                        });
                    }
                }
            }
            Err(reason) if !improves => give_up(&mut entity, asking, grid, (goal, reason), search),
            // Without a better path, the agent keeps its own.
            Err(_) if !walks => drop(entity.try_insert(search)),
            Err(_) => {}
        }
        true
    }

    /// Gives an agent with a newer order the path to its older goal as a draft.
    fn serve_newer(&mut self, older: &Question, path: Path) {
        let Ok((agent, asking, ..)) = self.agents.get(older.agent) else {
            return;
        };
        if self
            .queue
            .question(agent)
            .is_some_and(|newer| older.can_serve(newer))
        {
            let grid = self.maps.of(asking.5);
            let here = start_of(asking, grid.for_agent(asking.2));
            if let Ok(stack) = PathStack::along(path, grid.grid(), here, asking) {
                self.commands.entity(agent).try_insert(stack.into_draft());
            }
            self.drafts.enlist(agent, false);
        }
    }

    /// Puts a request back whose answer does not fit the agent.
    fn ask_again(&mut self, mut task: ServedRequest, is_valid: bool, walks: bool) {
        task.question.restarts = task.question.restarts.saturating_add(u8::from(!is_valid));
        if task.question.improves && walks {
            // It keeps its path.
            self.queue.finish(task);
            return;
        }
        if is_valid && let Ok((agent, asking, ..)) = self.agents.get(task.question.agent) {
            // It has walked to where no way leads back: from now on it stands.
            finish_step(
                &mut self.commands.entity(agent),
                asking,
                self.maps.of(asking.5),
            );
        }
        self.queue.put_back(task);
    }

    /// Ends the tick: agents whose request has no answer yet wait, and walk on along their paths.
    fn end_tick(&mut self, report: TickReport) {
        self.drafts.end_tick();
        let is_alone = self.queue.len() == 1;
        for (question, ticket) in self.queue.end_tick(report) {
            let &Question {
                agent, goal, cause, ..
            } = question;
            let Ok((_, asking, stack, failed, ..)) = self.agents.get(agent) else {
                continue;
            };
            let grid = self.maps.of(asking.5);
            let mut entity = self.commands.entity(agent);
            if failed.is_some() {
                entity.try_remove::<PathFailed>();
            }
            let walks = stack.is_some_and(|stack| stack.is_attached(asking.0.0, asking.1));
            if stack.is_some() && !walks {
                finish_step(&mut entity, asking, grid);
            }
            entity.try_insert(Planning {
                goal,
                cause,
                ticket,
            });
            let map = grid.map_seen_by(asking.2).unwrap_or(grid.map());
            if Planner::is_draft_faster(map, &question.query.options) {
                let stands = !walks || stack.is_some_and(PathStack::is_at_cut);
                if is_alone {
                    // As a rule its search ends in the next tick.
                    self.drafts.enlist_later(agent, stands);
                } else {
                    self.drafts.enlist(agent, stands);
                }
            }
        }
    }
}

/// Returns the path for an agent that may have walked on since its search began.
///
/// It is a path that the agent is on, or else the way back to it and the rest of it.
fn path_from_here(
    grid: &NavGrid,
    queue: &mut RequestQueue,
    asking: Asking,
    (path, query): (Path, &PathQuery),
    meter: &mut TickMeter,
) -> Option<Path> {
    let here = start_of(asking, grid.for_agent(asking.2));
    if path.cells().contains(&here) {
        return Some(path);
    }
    let map = grid.map_seen_by(asking.2)?;
    let options = SearchOptions {
        goal_tolerance: 0,
        ..query.options.clone()
    };
    let mut planner = queue.lend_free_planner();
    planner.begin_draft(
        map,
        &PathQuery {
            start: here,
            goal: *path.cells().first()?,
            options,
        },
    );
    let progress = planner.advance(map, MAX_WAY_BACK);
    meter.charge(progress);
    let mut back = Path::default();
    let plan = if progress.is_finished {
        planner.answer(map, &mut back)
    } else {
        None
    };
    queue.take_planner(planner);
    plan.filter(|plan| plan.planned == Planned::Found)?;
    let (cells, turns) = if path.waypoints().len() == path.cells().len() {
        (joined(back.cells(), path.cells()), Vec::new())
    } else {
        // A line at any angle is joined at its beginning only.
        let with = |rest: &[Cell]| [back.cells(), &rest[1..]].concat();
        (with(path.cells()), with(path.waypoints()))
    };
    Path::along(cells, turns, map.grid(), &query.options).ok()
}
