//! Requests: from components and messages into the queue, or out of it.

mod pursuit;

use std::borrow::Cow;

use crate::engine::prelude::*;
use bevy_ecs::entity::{EntityHashMap, EntityHashSet};
use bevy_ecs::entity_disabling::Disabled;
use bevy_ecs::query::Allow;
use bevy_ecs::schedule::InternedScheduleLabel;
use bevy_platform::collections::HashMap;
use gridwalk_pathfinding::{Cell, Grid};

pub use pursuit::Follow;
use pursuit::follow_targets;

use crate::agent::{Asking, SkippedStops};
use crate::inbox::{Inbox, UnreadMessages};
use crate::layout::{MapKey, cell_at};
use crate::map::maps::Maps;
use crate::planning::give_up;
use crate::planning::queue::RequestQueue;
use crate::planning::queued::{Alone, QueuedRequest};
use crate::walking::can_walk;
use crate::{
    AgentCell, AgentKind, AgentMotion, AgentOrder, AgentPriority, CancelPath, CrowdMember,
    CrowdWalk, FailReason, GridAgent, InCrowd, LastSearch, MoveTo, MoveToNearest, NearestOf, OnMap,
    PathFailed, PathOnly, PathRequest, PathStack, PathfindingOptions, PathfindingSystems, Patrol,
    PlanCause, Planning, QueueWaypoint, Waypoints, goal_of, inbox,
};

pub(crate) fn plugin(app: &mut App, schedule: InternedScheduleLabel) {
    inbox::accept::<PathRequest>(app);
    inbox::accept::<QueueWaypoint>(app);
    inbox::accept::<CancelPath>(app);
    hear_orders(app, |MoveTo(goal)| *goal);
    hear_orders(app, MoveToNearest::first);
    app.add_systems(Last, keep_orders);
    app.init_resource::<PathfindingOptions>()
        .init_resource::<RequestQueue>()
        .add_message::<PathFailed>()
        .add_systems(
            schedule,
            (
                read_move_to,
                resume_saved,
                forget_old_goals,
                follow_targets,
                queue_waypoints,
                cancel_paths,
                take_next_goal,
                accept_requests,
            )
                .chain()
                .in_set(PathfindingSystems::Accept),
        );
}

/// Keeps orders until they are read. Messages of several types have no order among each other, but
/// frames have: an order forgets the waypoints of earlier frames, and a cancellation cancels the
/// orders of earlier frames.
fn keep_orders(
    mut commands: Commands,
    (mut requests, mut queued, mut cancels): (
        Inbox<PathRequest>,
        Inbox<QueueWaypoint>,
        Inbox<CancelPath>,
    ),
    components: Query<
        (Entity, Option<Ref<MoveTo>>, Option<Ref<MoveToNearest>>),
        Or<(With<MoveTo>, With<MoveToNearest>)>,
    >,
) {
    for &cancel in cancels.peek_new() {
        let concerns = |agent, goal| match cancel {
            CancelPath::Agent(cancelled) | CancelPath::Here(cancelled) => cancelled == agent,
            CancelPath::Request {
                agent: cancelled,
                goal: to,
            } => (cancelled, to) == (agent, goal),
            CancelPath::AllRequests => true,
        };
        let mut fail = |agent: Entity, goal: Cell| {
            if let Ok(mut entity) = commands.get_entity(agent) {
                let failed = PathFailed {
                    agent,
                    goal,
                    reason: FailReason::Cancelled,
                };
                entity
                    .try_remove::<(MoveTo, MoveToNearest)>()
                    .try_insert(failed);
            }
        };
        if !matches!(cancel, CancelPath::Request { .. }) {
            queued.drop_kept(|it| concerns(it.agent, it.goal));
        }
        let is_cancelled =
            |it: &mut PathRequest| it.cause.is_order() && concerns(it.agent, it.goal);
        for request in requests.drop_kept(is_cancelled) {
            fail(request.agent, request.goal);
        }
        for (agent, one, several) in &components {
            let one = one.filter(|it| !it.is_changed()).map(|it| it.0);
            let goal = one.or(several.filter(|it| !it.is_changed()).map(|it| it.first()));
            if let Some(goal) = goal.filter(|goal| concerns(agent, *goal)) {
                fail(agent, goal);
            }
        }
    }
    let ordered: EntityHashSet = requests
        .peek_new()
        .iter()
        .filter(|it| it.cause.is_order())
        .map(|it| it.agent)
        .collect();
    if !ordered.is_empty() {
        queued.drop_kept(|it| ordered.contains(&it.agent));
    }
    queued.peek();
}

/// Gives each triggered order to its agent.
fn hear_orders<O: Component + Clone>(app: &mut App, goal_of: fn(&O) -> Cell) {
    app.add_observer(
        move |event: On<AgentOrder<O>>,
              mut commands: Commands,
              mut failures: MessageWriter<PathFailed>| {
            let AgentOrder { agent, order } = event.event();
            if let Ok(mut entity) = commands.get_entity(*agent) {
                entity.try_insert(order.clone());
            } else {
                failures.write(PathFailed {
                    agent: *agent,
                    goal: goal_of(order),
                    reason: FailReason::Despawned,
                });
            }
        },
    );
}

/// `MoveTo` and `MoveToNearest` are other ways to write a request.
pub(crate) fn read_move_to(
    mut commands: Commands,
    agents: Query<
        (
            Entity,
            Option<&MoveTo>,
            Option<&MoveToNearest>,
            Option<&AgentCell>,
            Option<&AgentPriority>,
        ),
        Or<(With<MoveTo>, With<MoveToNearest>)>,
    >,
    mut requests: MessageWriter<PathRequest>,
) {
    for (agent, one, several, cell, priority) in &agents {
        let mut entity = commands.entity(agent);
        entity.try_remove::<(MoveTo, MoveToNearest)>();
        let priority = AgentPriority::of(priority);
        if let Some(MoveToNearest(goals)) = several {
            let goal = goals
                .first()
                .copied()
                .or(cell.map(|cell| cell.0))
                .unwrap_or_default();
            entity.try_insert(NearestOf(goals.clone()));
            requests.write(
                PathRequest::because(PlanCause::OrderToNearest, agent, goal)
                    .with_priority(priority),
            );
        } else if let Some(&MoveTo(goal)) = one {
            requests.write(PathRequest::new(agent, goal).with_priority(priority));
        }
    }
}

/// Agents of a saved game go on to where they were going: along their paths, if the map is as it
/// was there, so that a loaded game does what the saved one would have done.
fn resume_saved(
    mut walking: Query<(Entity, &mut PathStack, Asking, Has<Planning>), (Added<PathStack>, Alone)>,
    waiting: Query<(Entity, &Planning), (Added<Planning>, Without<InCrowd>)>,
    (maps, options): (Maps, Res<PathfindingOptions>),
    mut requests: MessageWriter<PathRequest>,
) {
    // The map as each kind of agent sees it: there may be no view of it yet.
    let mut seen: HashMap<(MapKey, Option<&AgentKind>), Cow<Grid>> = HashMap::new();
    for (agent, mut stack, asking, waits) in &mut walking {
        if !stack.is_foreign() || !stack.arrives() {
            continue;
        }
        let grid = maps.of(asking.5);
        let options = &asking.3.map_or(&*options, |own| &own.0).options;
        let seen = seen
            .entry((OnMap::key(asking.5), asking.2))
            .or_insert_with(|| grid.seen_by(asking.2));
        let keeps =
            stack
                .bypass_change_detection()
                .adopt(asking, grid.for_agent(asking.2), seen, options);
        if !keeps && !waits {
            requests.write(PathRequest::because(PlanCause::Edit, agent, stack.goal()));
        }
    }
    let waiting = waiting.iter().filter(|(_, planning)| planning.ticket == 0);
    requests.write_batch(
        waiting.map(|(agent, it)| PathRequest::because(PlanCause::Edit, agent, it.goal)),
    );
}

/// An order ends the patrol and forgets what was queued: before new waypoints are read, so that
/// an order and the waypoints after it may come in one tick.
fn forget_old_goals(
    mut commands: Commands,
    mut requests: Inbox<PathRequest>,
    mut agents: Query<(&mut Waypoints, Has<Patrol>, Has<Follow>, Has<NearestOf>), With<GridAgent>>,
) {
    for request in requests
        .peek()
        .iter()
        .filter(|request| request.cause.is_order())
    {
        let Ok((mut waypoints, patrols, follows, has_goals)) = agents.get_mut(request.agent) else {
            continue;
        };
        if !waypoints.0.is_empty() {
            waypoints.0.clear();
        }
        // Removing what is not there would cost as much as removing it.
        if patrols || follows {
            commands
                .entity(request.agent)
                .try_remove::<(Patrol, Follow)>();
        }
        if has_goals && !request.cause.keeps_goals() {
            commands.entity(request.agent).try_remove::<NearestOf>();
        }
    }
}

/// Remembers the waypoint. An agent on patrol visits it after the leg that it walks, and goes on
/// with its round.
fn queue_waypoints(
    mut commands: Commands,
    mut queued: Inbox<QueueWaypoint>,
    mut agents: Query<(&mut Waypoints, Has<Follow>), With<GridAgent>>,
    mut failures: MessageWriter<PathFailed>,
    all: Query<(), Allow<Disabled>>,
) {
    for QueueWaypoint { agent, goal } in queued.take() {
        let Ok((mut waypoints, follows)) = agents.get_mut(agent) else {
            failures.write(PathFailed {
                agent,
                goal,
                reason: FailReason::of_no_agent(all.contains(agent)),
            });
            continue;
        };
        if !follows {
            commands.entity(agent).try_remove::<PathFailed>();
        }
        waypoints.0.push_back(goal);
    }
}

/// The stop that an agent could not reach, and how many before it.
type FailedStop = (Option<&'static PathFailed>, Option<&'static SkippedStops>);

/// An agent that has nothing to do, or cannot reach its goal, sets off to its next waypoint, or to
/// its next stop.
pub(crate) fn take_next_goal(
    mut requests: ResMut<Messages<PathRequest>>,
    mut unread: ResMut<UnreadMessages<PathRequest>>,
    maps: Maps,
    mut commands: Commands,
    mut agents: Query<
        (
            Entity,
            &mut Waypoints,
            Option<&mut Patrol>,
            (&AgentCell, Option<&OnMap>),
            Option<&AgentPriority>,
            FailedStop,
        ),
        (
            With<GridAgent>,
            Without<PathStack>,
            Without<Planning>,
            Without<CrowdWalk>,
            Without<Follow>,
        ),
    >,
) {
    // An order of this tick is something to do, though it is not accepted yet.
    let asked: EntityHashSet = unread
        .peek(&requests)
        .iter()
        .map(|request| request.agent)
        .collect();
    for (agent, mut waypoints, mut patrol, (cell, on), priority, (failed, skipped)) in &mut agents {
        if asked.contains(&agent) || failed.is_some_and(|failed| !failed.reason.is_about_the_goal())
        {
            continue;
        }
        let goal = if waypoints.0.is_empty() {
            let Some(patrol) = &mut patrol else { continue };
            let revision = maps.of(on).grid().revision();
            let before = skipped
                .filter(|skipped| skipped.revision == revision)
                .map_or(0, |skipped| skipped.count);
            if failed.is_some() {
                // Once none of them can be reached, it stands until the map is different.
                if before >= patrol.stops.len() {
                    continue;
                }
                commands.entity(agent).try_insert(SkippedStops {
                    revision,
                    count: before + 1,
                });
            } else if skipped.is_some() {
                commands.entity(agent).try_remove::<SkippedStops>();
            }
            patrol.take_next(cell.0)
        } else {
            waypoints.0.pop_front()
        };
        if let Some(goal) = goal {
            let priority = AgentPriority::of(priority);
            requests.write(
                PathRequest::because(PlanCause::NextWaypoint, agent, goal).with_priority(priority),
            );
        }
    }
}

/// Takes requests off the queue, and stops agents.
fn cancel_paths(
    mut commands: Commands,
    mut cancelled: Inbox<CancelPath>,
    maps: Maps,
    mut queue: ResMut<RequestQueue>,
    mut agents: Query<
        (
            (
                &mut Waypoints,
                Option<&PathStack>,
                Option<&Planning>,
                Option<&CrowdWalk>,
                Has<CrowdMember>,
            ),
            (
                &mut AgentCell,
                &mut AgentMotion,
                Option<&AgentKind>,
                Option<&OnMap>,
            ),
        ),
        With<GridAgent>,
    >,
) {
    for cancel in cancelled.take() {
        let stopped = match cancel {
            CancelPath::Agent(agent) | CancelPath::Here(agent) => vec![agent],
            CancelPath::Request { agent, goal } if queue.goal(agent) == Some(goal) => vec![agent],
            CancelPath::Request { .. } => continue,
            CancelPath::AllRequests => queue.agents(),
        };
        for agent in stopped {
            let improves = queue.request(agent).is_some_and(|queued| queued.improves);
            queue.forget(agent);
            let Ok((wishes, (mut cell, mut motion, kind, on))) = agents.get_mut(agent) else {
                continue;
            };
            let (mut waypoints, stack, planning, walk, is_member) = wishes;
            let grid = maps.of(on);
            // An agent that only looks for something better is stopped by name and not with all who
            // wait.
            let is_named = matches!(cancel, CancelPath::Agent(_) | CancelPath::Here(_));
            if improves && !is_named {
                continue;
            }
            waypoints.0.clear();
            commands
                .entity(agent)
                .try_remove::<(Planning, Patrol, PathStack, NearestOf, Follow, CrowdWalk)>();
            if is_member {
                // The crowd ends its step: others may be on the way to the cell that it leaves.
            } else if matches!(cancel, CancelPath::Here(_)) {
                let here = cell_at(motion.position);
                if motion.heading.take().is_some()
                    && here != cell.0
                    && grid.can_stand(kind, here).is_ok()
                {
                    cell.0 = here;
                }
            } else if let Some(heading) = motion.heading {
                let to = if grid.for_agent(kind).is_walkable(heading) {
                    heading
                } else {
                    cell.0
                };
                commands
                    .entity(agent)
                    .try_insert(PathStack::step_to(to, OnMap::key(on)));
            }
            if let Some(goal) = walk.map(|walk| walk.goal).or(goal_of(stack, planning)) {
                commands.entity(agent).try_insert(PathFailed {
                    agent,
                    goal,
                    reason: FailReason::Cancelled,
                });
            } else if let Err(reason) = grid.can_stand(kind, cell.0) {
                // What was queued in this tick has ended its failure, and is cancelled with the
                // rest.
                let failed = PathFailed {
                    agent,
                    goal: cell.0,
                    reason: FailReason::Stuck(reason),
                };
                commands.entity(agent).try_insert(failed);
            }
        }
    }
}

/// Returns the request of each agent that counts, in their order.
///
/// The last of several requests for one agent counts; but an order from outside comes before a
/// request of the agent itself in the same tick.
pub(crate) fn choose(requests: Vec<PathRequest>) -> impl Iterator<Item = PathRequest> {
    let mut chosen: EntityHashMap<usize> = EntityHashMap::default();
    for (i, request) in requests.iter().enumerate() {
        let is_order = |i: usize| requests[i].cause.is_order();
        let best = chosen.entry(request.agent).or_insert(i);
        if is_order(i) || !is_order(*best) {
            *best = i;
        }
    }
    requests
        .into_iter()
        .enumerate()
        .filter_map(move |(i, request)| (chosen[&request.agent] == i).then_some(request))
}

/// Puts requests into the queue, except those whose answer needs no search.
pub(crate) fn accept_requests(
    mut commands: Commands,
    mut requests: Inbox<PathRequest>,
    (maps, options): (Maps, Res<PathfindingOptions>),
    mut queue: ResMut<RequestQueue>,
    agents: Query<(
        Asking,
        Option<&PathFailed>,
        Option<&LastSearch>,
        &GridAgent,
        Has<PathOnly>,
    )>,
    all: Query<(), Allow<Disabled>>,
    mut failures: MessageWriter<PathFailed>,
) {
    for request in choose(requests.take()) {
        let PathRequest {
            agent,
            goal,
            cause,
            priority,
        } = request;
        let Ok((asking, failed, last, walker, game_walks)) = agents.get(agent) else {
            failures.write(PathFailed {
                agent,
                goal,
                reason: FailReason::of_no_agent(all.contains(agent)),
            });
            continue;
        };
        // Cancelled, or taken to another map, in the same tick in which an edit crossed the path.
        let is_finished = |failed: &PathFailed| {
            matches!(failed.reason, FailReason::Cancelled | FailReason::MapLeft)
        };
        if cause == PlanCause::Edit && failed.is_some_and(is_finished) {
            continue;
        }
        // What an edit or a new place makes it ask again is as urgent as what it asked before.
        let before = queue
            .request(agent)
            .map(|queued| queued.priority)
            .or(last.map(|last| last.priority));
        let priority = match cause {
            PlanCause::Edit | PlanCause::Placed => before.unwrap_or(priority),
            PlanCause::Order
            | PlanCause::OrderToNearest
            | PlanCause::NextWaypoint
            | PlanCause::Follow => priority,
        };
        let tick = queue.tick();
        let grid = maps.of(asking.5);
        let queued = QueuedRequest::new(
            PathRequest {
                priority,
                ..request
            },
            asking,
            &options,
            grid,
            tick,
        );
        let is_asked = queued.check(grid).and_then(|()| {
            if !game_walks && !can_walk(walker.speed) {
                Err(FailReason::BadSpeed)
            } else if cause == PlanCause::OrderToNearest
                && asking.4.is_none_or(|goals| goals.0.is_empty())
            {
                Err(FailReason::NoGoals)
            } else {
                Ok(())
            }
        });
        let repeats = |waiting: &QueuedRequest| {
            let is_order = !matches!(cause, PlanCause::Edit | PlanCause::Placed);
            is_order
                && !waiting.improves
                && waiting.priority == priority
                && waiting.is_same_search(&queued)
        };
        if is_asked.is_ok() && queue.request(agent).is_some_and(repeats) {
            // Sent there once more: the request that waits goes on.
            continue;
        }
        if let Err(reason) = is_asked {
            queue.forget(agent);
            let search = queued.into_search(grid.grid().revision(), tick);
            give_up(
                &mut commands.entity(agent),
                asking,
                grid,
                (goal, reason),
                search,
            );
        } else {
            queue.push(queued);
        }
    }
}
