//! Answers requests inside the tick, on the map itself, within a budget.

use std::collections::BTreeMap;

use crate::engine::prelude::*;
use bevy_ecs::schedule::InternedScheduleLabel;
use bevy_ecs::system::SystemParam;
use gridwalk_pathfinding::{Cell, Finder, Movement, Path, Plan, Planned};

use super::budget::{LONG_SEARCH, Share, TickMeter, TickReport, work_of_cells};
use super::drafts::{DraftNeed, DraftSearch, Drafted, Drafts, path_from_here};
use super::improve::{MayImprove, Served};
use super::queue::RequestQueue;
use super::queued::{Alone, DraftState, QueuedRequest, start_of};
use super::{finish_step, give_up};
use crate::agent::Asking;
use crate::layout::MapKey;
use crate::map::maps::{MapChanges, MapReports, Maps, register_late_kinds};
use crate::{
    Arrived, FailReason, LastSearch, NavGrid, NearestOf, PathFailed, PathFound, PathRequest,
    PathStack, PathfindingOptions, PathfindingSystems, PlanCause, Planning, PlanningOptions,
};

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
    /// The search is finished. The path is empty if none was found.
    Answer(Plan, Path),
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
    failed: Query<'w, 's, Entity, (Alone, With<PathFailed>)>,
    found: MessageWriter<'w, PathFound>,
    arrived: MessageWriter<'w, Arrived>,
    requests: MessageWriter<'w, PathRequest>,
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
    server.queue.without_landmarks = !planning.landmarks;
    let mut meter = TickMeter::new(planning.budget, server.drafts.owed);
    server.make_drafts(&mut meter);
    server.drafts.owed = meter.owed;
    let retries = may_improve.retries(&server.queue, &server.agents, server.failed.iter());
    for request in retries {
        server.seek_better(request, true, &mut meter);
    }
    while !meter.is_spent() {
        let Some(mut request) = server.queue.take_next() else {
            let Some(request) =
                may_improve.next(&server.maps, &server.agents, planning.seek_cheaper)
            else {
                break;
            };
            server.seek_better(request, false, &mut meter);
            continue;
        };
        let is_asked = !request.improves && !request.is_superseded;
        match server.advance(&mut request, &mut meter) {
            SliceResult::Answer(plan, path) => {
                let is_answered = server.answer(request, &plan, path, &mut meter);
                meter.report.answered += usize::from(is_answered && is_asked);
            }
            SliceResult::GoesOn => server.queue.put_away(request),
            SliceResult::Wait => {
                server.queue.put_back(request);
                break;
            }
            SliceResult::Restart => {
                request.note_restart();
                server.queue.put_back(request);
            }
            SliceResult::Fail(reason) => {
                meter.report.answered += usize::from(is_asked);
                server.fail(request, reason);
            }
            SliceResult::Forget => {
                meter.report.answered += usize::from(is_asked);
                server.queue.finish(&mut request);
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
        let follows = |request: &mut QueuedRequest| {
            let changes = changes.get(&request.map);
            let (Some(changes), false) = (changes, has_missed) else {
                return !has_missed;
            };
            let Ok((_, asking, ..)) = agents.get(request.agent) else {
                return false;
            };
            let grid = maps.at(request.map);
            !changes.is_replaced
                && request.is_of(asking)
                && request.follow(grid.map_seen_by(asking.2), &changes.cells)
                && request
                    .again(asking, options, grid, tick)
                    .check(grid)
                    .is_ok()
        };
        queue.follow(follows);
    }

    /// Gives waiting agents a path to walk on, with at most half of the budget.
    fn make_drafts(&mut self, meter: &mut TickMeter) {
        self.drafts.begin_tick(&self.queue, |request| {
            let revision = self.maps.at(request.map).grid().revision();
            request.draft.may_succeed(revision)
        });
        while !meter.is_share_spent(Share::Drafts) {
            let draft = self
                .drafts
                .take_under_way()
                .or_else(|| self.begin_draft(meter));
            let Some(mut draft) = draft else { break };
            let asking = self
                .agents
                .get(draft.agent)
                .ok()
                .filter(|_| self.queue.request(draft.agent).is_some());
            let Some((agent, asking, ..)) = asking else {
                self.drafts.end(draft);
                continue;
            };
            let work = meter.draft_slice();
            let grid = self.maps.of(asking.5);
            let revision = grid.grid().revision();
            let (progress, drafted) = self.drafts.advance(&mut draft, grid, asking, work);
            meter.charge(progress);
            match drafted {
                Drafted::GoesOn => {
                    self.drafts.put_away(draft);
                    continue;
                }
                Drafted::Found(stack) => {
                    meter.report.drafted += 1;
                    self.drafts.note_found(&draft);
                    meter.owe(work_of_cells(stack.cells_to_go()));
                    if stack.is_at_cut() {
                        self.drafts.enlist_later(agent, DraftNeed::AtOnce);
                    }
                    self.commands.entity(agent).try_insert(stack);
                }
                Drafted::Missed => self.drafts.enlist(agent, DraftNeed::AtOnce),
                Drafted::TooLong if draft.before == DraftState::Untried => {
                    self.drafts.usual.note_long_draft();
                    self.queue.note_draft(agent, DraftState::TooLong);
                    self.drafts.enlist(agent, DraftNeed::Again);
                }
                Drafted::Failed | Drafted::TooLong => {
                    self.queue.note_draft(agent, DraftState::Failed(revision));
                    self.drafts.note_failed(agent, &self.queue);
                }
                Drafted::NoPath => {
                    self.queue.note_draft(agent, DraftState::NoPath(revision));
                    self.drafts.note_failed(agent, &self.queue);
                }
            }
            self.drafts.end(draft);
        }
    }

    /// Begins the draft of the next agent that needs one.
    fn begin_draft(&mut self, meter: &mut TickMeter) -> Option<DraftSearch> {
        while !meter.is_share_spent(Share::Drafts) {
            let agent = self.drafts.next()?;
            meter.report.charged += 1;
            let Ok((_, asking, stack, ..)) = self.agents.get(agent) else {
                continue;
            };
            let grid = self.maps.of(asking.5);
            let is_wanted = self.queue.request(agent).is_some_and(|request| {
                !request.improves && request.draft.may_succeed(grid.grid().revision())
            });
            if !is_wanted {
                continue;
            }
            if let Some(kind) = asking.2
                && grid.map_seen_by(asking.2).is_none()
            {
                self.queue.keep_view(agent, grid.lease_view(kind));
                if meter.is_share_spent(Share::DraftViews)
                    || !meter.make_view(grid, kind, Share::DraftViews)
                {
                    // Others come first that need no view.
                    let need = DraftNeed::of(stack, asking).max(DraftNeed::Stands);
                    self.drafts.enlist_later(agent, need);
                    continue;
                }
            }
            let Some(request) = self.queue.request(agent) else {
                continue;
            };
            if let Some(cut) = stack.filter(|stack| !stack.is_whole()) {
                meter.owe(work_of_cells(cut.cells_to_go()));
            }
            let (goal, checked) = request.draft_goal(grid);
            meter.owe(work_of_cells(checked));
            let draft = self.drafts.begin((request, goal), asking, stack, grid);
            if draft.is_some() {
                return draft;
            }
            if goal == asking.0.0 && goal != request.goal {
                // The agent is as near to its goal as it can come on this map.
                let revision = grid.grid().revision();
                self.queue.note_draft(agent, DraftState::Failed(revision));
                self.drafts.note_failed(agent, &self.queue);
            }
        }
        None
    }

    /// Queues a search for a better path of an agent that has no request.
    ///
    /// Nothing is queued if it is known without a search that there is no path.
    fn seek_better(&mut self, request: PathRequest, is_retry: bool, meter: &mut TickMeter) {
        let Ok((_, asking, ..)) = self.agents.get(request.agent) else {
            return;
        };
        let grid = self.maps.of(asking.5);
        let mut request =
            QueuedRequest::new(request, asking, &self.options, grid, self.queue.tick());
        (request.improves, request.is_retry) = (true, is_retry);
        match request.check(grid) {
            Ok(()) => self.queue.push(request),
            Err(_) => meter.report.charged += 1,
        }
    }

    /// Makes the view of the agent's kind, as far as the budget goes.
    ///
    /// Returns `false` if the view is not there yet.
    fn make_view(&self, request: &mut QueuedRequest, meter: &mut TickMeter) -> bool {
        let Some(kind) = &request.kind else {
            return true;
        };
        let grid = self.maps.at(request.map);
        request.view = grid.lease_view(kind);
        meter.make_view(grid, kind, Share::All)
    }

    /// Continues the search of a request, to its end or for a slice.
    fn advance(&mut self, request: &mut QueuedRequest, meter: &mut TickMeter) -> SliceResult {
        let Ok((_, asking, stack, failed, ..)) = self.agents.get(request.agent) else {
            if request.search.is_some() {
                return SliceResult::Restart;
            }
            meter.report.charged += 1;
            // It is no agent now; should it become one again, no request waits for it.
            self.commands.entity(request.agent).try_remove::<Planning>();
            return SliceResult::Forget;
        };
        if request.search.is_none() {
            meter.report.charged += 1;
            let is_wanted = !request.improves
                || stack.and_then(PathStack::destination) == Some(request.goal)
                || failed.is_some_and(|failed| failed.goal == request.goal);
            if !is_wanted {
                return SliceResult::Forget;
            }
            let tick = self.queue.tick();
            let grid = self.maps.of(asking.5);
            // It may have been taken to another map since it asked, or the map may be gone.
            let is_current =
                request.asked_in == Some(tick) && request.is_of(asking) && grid.is_given();
            if !is_current {
                *request = request.again(asking, &self.options, grid, tick);
                if let Err(reason) = request.check(grid) {
                    return SliceResult::Fail(reason);
                }
            }
            if !self.make_view(request, meter) {
                return SliceResult::Wait;
            }
            self.begin(request);
        } else if !request.is_of(asking) {
            // No agent need be of the kind any more as whom it sees the map, and the view of the
            // kind is gone then.
            return SliceResult::Restart;
        }
        let grid = self.maps.at(request.map);
        let uses_copy = request
            .search
            .as_ref()
            .is_some_and(|search| search.copy().is_some());
        let map = match grid.map_seen_by(request.kind.as_ref()) {
            Some(map) => map,
            None if uses_copy => grid.map(),
            // An edit has changed too much of the view.
            None => return SliceResult::Restart,
        };
        let Some(progress) = request.advance(map, meter.slice(Share::All)) else {
            return SliceResult::Restart;
        };
        meter.charge(progress);
        if progress.begun_again {
            return SliceResult::Restart;
        }
        if !progress.is_finished {
            return SliceResult::GoesOn;
        }
        let mut path = self.queue.lend_path();
        let Some(plan) = request.answer(map, &mut path) else {
            return SliceResult::Restart;
        };
        let cells = path.cells().len();
        self.drafts.usual.note_answer(request.spent(), cells);
        if plan.finder == Finder::Field {
            // The remaining work for each agent of a shared field.
            meter.report.charged += work_of_cells(cells);
        }
        SliceResult::Answer(plan, path)
    }

    /// Begins the search of a request, if the view of the agent's kind is there.
    fn begin(&mut self, request: &mut QueuedRequest) {
        let grid = self.maps.at(request.map);
        if let Some(map) = grid.map_seen_by(request.kind.as_ref()) {
            let id = request.place.job;
            let (planner, others) = self.queue.lend_planner(id);
            if request.begin(grid, map, planner, others) {
                self.queue.share(id);
            }
        }
    }

    /// Reports a failure to the agent; one that only looked for a better path stays as it is.
    fn fail(&mut self, mut request: QueuedRequest, reason: FailReason) {
        self.queue.finish(&mut request);
        if let Ok((agent, asking, ..)) = self.agents.get(request.agent)
            && !request.improves
            && !request.is_superseded
        {
            let goal = request.goal;
            let grid = self.maps.of(asking.5);
            let search = request.into_search(grid.grid().revision(), self.queue.tick());
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
    fn answer(
        &mut self,
        mut request: QueuedRequest,
        plan: &Plan,
        path: Path,
        meter: &mut TickMeter,
    ) -> bool {
        let Ok((agent, asking, stack, failed, _, waits)) = self.agents.get(request.agent) else {
            self.queue.finish(&mut request);
            return false;
        };
        let grid = self.maps.of(asking.5);
        let planned = plan.planned;
        let (is_valid, revision) = request.judge(self.maps.at(request.map), asking, planned, &path);
        let is_old = revision != self.maps.at(request.map).grid().revision();
        let (goal, reached) = (request.goal, request.query.goal);
        let (improves, walks) = (request.improves, stack.is_some());
        let movement = request.query.options.movement;
        let (cost, cells, path_hash) = match planned {
            Planned::Found => (Some(path.cost()), path.cells().len(), Some(path.hash())),
            _ => (None, 0, None),
        };
        let path = if planned == Planned::Found && is_valid {
            let found = (path, &request.query);
            Ok(path_from_here(grid, &mut self.queue, asking, found, meter))
        } else {
            self.queue.take_path(path);
            match planned {
                _ if !is_valid => Ok(None),
                Planned::NoPath(reason) => Err(reason.into()),
                Planned::Refused(refusal) => Err(FailReason::Refused(refusal)),
                Planned::Found | Planned::OutOfBudget => Err(FailReason::OutOfBudget),
            }
        };
        if request.is_superseded {
            if let Ok(Some(path)) = path {
                self.serve_newer(&request, path, is_old);
            }
            self.queue.finish(&mut request);
            return false;
        }
        let Ok(path) = path.map_or_else(|reason| Ok(Err(reason)), |path| path.map(Ok).ok_or(()))
        else {
            self.ask_again(request, is_valid && !is_old, walks);
            return false;
        };
        self.queue.finish(&mut request);
        let search = LastSearch {
            cost,
            cells,
            path_hash,
            stats: plan.stats,
            ..request.into_search(revision, self.queue.tick())
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
                match stack_along(path, grid, here, asking, is_old.then_some(movement)) {
                    Ok(stack) => {
                        if !stack.is_whole() {
                            let again = PathRequest::because(PlanCause::Edit, agent, stack.goal());
                            self.requests.write(again);
                        }
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
    fn serve_newer(&mut self, older: &QueuedRequest, path: Path, is_old: bool) {
        let Ok((agent, asking, ..)) = self.agents.get(older.agent) else {
            return;
        };
        if self
            .queue
            .request(agent)
            .is_some_and(|newer| older.can_serve(newer))
        {
            let grid = self.maps.of(asking.5);
            let here = start_of(asking, grid.for_agent(asking.2));
            let movement = is_old.then_some(older.query.options.movement);
            if let Ok(stack) = stack_along(path, grid, here, asking, movement) {
                self.commands.entity(agent).try_insert(stack.into_draft());
            }
            self.drafts.enlist(agent, DraftNeed::Walks);
        }
    }

    /// Puts a request back whose answer does not fit the agent.
    fn ask_again(&mut self, mut request: QueuedRequest, is_valid: bool, walks: bool) {
        if !is_valid {
            request.note_restart();
        }
        if request.improves && walks {
            // It keeps its path.
            self.queue.finish(&mut request);
            return;
        }
        if is_valid && let Ok((agent, asking, ..)) = self.agents.get(request.agent) {
            // It has walked to where no way leads back: from now on it stands.
            finish_step(
                &mut self.commands.entity(agent),
                asking,
                self.maps.of(asking.5),
            );
        }
        self.queue.put_back(request);
    }

    /// Ends the tick: agents whose request has no answer yet wait, and walk on along their paths.
    fn end_tick(&mut self, report: TickReport) {
        let is_alone = self.queue.len() == 1;
        for (request, ticket) in self.queue.end_tick(report) {
            let &QueuedRequest {
                agent, goal, cause, ..
            } = request;
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
            let need = DraftNeed::of(stack, asking);
            if is_alone {
                // As a rule its search ends in the next tick.
                self.drafts.enlist_later(agent, need);
            } else {
                self.drafts.enlist(agent, need);
            }
        }
        self.list_for_drafts();
    }

    /// Lists agents whose search takes long, and all that wait once drafts are worthwhile again.
    fn list_for_drafts(&mut self) {
        let suspended = self.queue.suspended().filter(|request| !request.improves);
        let long = suspended.filter(|request| request.expanded() >= LONG_SEARCH);
        let long: Vec<(u64, Entity)> = long
            .map(|request| (request.expanded(), request.agent))
            .collect();
        let longest = long.iter().map(|(expanded, _)| *expanded).max();
        for (_, agent) in long {
            if let Ok((_, asking, stack, ..)) = self.agents.get(agent) {
                let need = match DraftNeed::of(stack, asking) {
                    DraftNeed::Stands => DraftNeed::AtOnce,
                    need => need,
                };
                self.drafts.enlist(agent, need);
            }
        }
        if self.drafts.end_tick(longest.unwrap_or(0)) {
            for agent in self.queue.agents() {
                if let Ok((_, asking, stack, ..)) = self.agents.get(agent) {
                    self.drafts.enlist(agent, DraftNeed::of(stack, asking));
                }
            }
        }
    }
}

/// Returns the stack of an agent for a path, which may be cut if `movement` is given.
///
/// Without it, the path is known to be legal. The error is that of [`PathStack::along`].
fn stack_along(
    path: Path,
    grid: &NavGrid,
    here: Cell,
    asking: Asking,
    movement: Option<Movement>,
) -> Result<PathStack, Path> {
    let mut stack = PathStack::along(path, grid.grid(), here, asking)?;
    if let Some(movement) = movement {
        stack.find_cut(asking.0.0, grid.for_agent(asking.2), movement, None);
    }
    Ok(stack)
}
