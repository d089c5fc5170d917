//! Agents that share a crowd: they join it, take orders, walk and leave, and follow edits of their
//! map.

mod edits;
mod members;
mod tick;

use crate::engine::prelude::*;
use bevy_ecs::entity_disabling::Disabled;
use bevy_ecs::query::Allow;
use bevy_ecs::schedule::InternedScheduleLabel;
use gridwalk_crowd::{Goal, State};
use gridwalk_pathfinding::{
    Cell, Map, Movement, Path, PathQuery, Planned, Planner, UnreachablePolicy, nearest_cell,
};

use crate::in_crowd::{CrowdNews, CrowdReport};
use crate::inbox::Inbox;
use crate::map::maps::{self, Maps};
use crate::requests::choose;
use crate::walking::{can_walk, leaving, place};
use crate::{
    AgentKind, AgentOptions, CrowdMember, CrowdOptions, CrowdStateChanged, CrowdWalk, Crowds,
    ExactGoal, FailReason, GridAgent, InCrowd, NavGrid, NearestOf, OnMap, PathFailed, PathFound,
    PathOnly, PathRequest, PathfindingOptions, PathfindingSystems, Patrol, PlanCause, Waypoints,
    requests, walking,
};

pub(crate) fn plugin(app: &mut App, schedule: InternedScheduleLabel) {
    use PathfindingSystems::{Accept, ApplyEdits, Follow};
    app.init_resource::<Crowds>()
        .init_resource::<CrowdNews>()
        .init_resource::<CrowdOptions>()
        .init_resource::<CrowdReport>()
        .add_message::<CrowdStateChanged>()
        .add_observer(members::leave_the_crowd)
        .add_observer(members::leave_while_disabled)
        .add_observer(members::lose_the_kind)
        .configure_sets(
            schedule,
            (
                CrowdSystems::Edit
                    .after(maps::register_kinds)
                    .after(leaving::leave_maps)
                    .before(place::read_transforms)
                    .in_set(ApplyEdits),
                CrowdSystems::Join
                    .before(requests::read_move_to)
                    .in_set(Accept),
                CrowdSystems::Order
                    .after(requests::take_next_goal)
                    .before(requests::accept_requests)
                    .in_set(Accept),
                CrowdSystems::Step
                    .after(walking::follow_path)
                    .in_set(Follow),
            )
                .distributive_run_if(are_in_crowd),
        )
        .add_systems(
            schedule,
            (
                (
                    members::leave_crowds,
                    edits::follow_edits,
                    edits::report_taken_back,
                )
                    .chain()
                    .in_set(CrowdSystems::Edit),
                (members::resume_crowds, members::join_crowds)
                    .chain()
                    .in_set(CrowdSystems::Join),
                take_orders.in_set(CrowdSystems::Order),
                (tick::set_paces, tick::take_pops, tick::tick_crowds)
                    .chain()
                    .in_set(CrowdSystems::Step),
            ),
        );
}

/// The parts of a tick that are about crowds. Without agents in a crowd none of them runs.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum CrowdSystems {
    Edit,
    Join,
    Order,
    Step,
}

/// Whether agents are in a crowd, want to be, or have just left one.
fn are_in_crowd(agents: Query<(), (With<InCrowd>, Allow<Disabled>)>, crowds: Res<Crowds>) -> bool {
    !agents.is_empty() || !crowds.is_empty()
}

/// An agent that may be given an order.
type OrderedAgent<'a> = (
    (&'a GridAgent, Has<PathOnly>, Option<&'a CrowdMember>),
    (
        Option<&'a AgentKind>,
        Option<&'a AgentOptions>,
        Option<&'a OnMap>,
    ),
    (
        Has<ExactGoal>,
        &'a Waypoints,
        Has<Patrol>,
        Option<&'a NearestOf>,
    ),
    (Option<&'a CrowdWalk>, Option<&'a PathFailed>),
);

/// Takes the requests of agents of a crowd out of those of all agents, and sends these agents.
///
/// Agents that arrived in the last tick come first, in the order of their arrival, and then all
/// others in the order of their numbers: the order in which a game writes its requests has no say.
fn take_orders(
    mut commands: Commands,
    (mut crowds, mut news): (ResMut<Crowds>, ResMut<CrowdNews>),
    mut requests: Inbox<PathRequest>,
    (maps, options): (Maps, Res<PathfindingOptions>),
    agents: Query<OrderedAgent<'static>, With<InCrowd>>,
    in_crowd: Query<(), (With<InCrowd>, Allow<Disabled>)>,
    (mut put_off, mut planner): (Local<Vec<PathRequest>>, Local<Planner>),
    (settings, mut found): (Res<CrowdOptions>, MessageWriter<PathFound>),
) {
    stop(&mut crowds, &mut news, &agents);
    requests.peek();
    // One that has to wait for its choice of goals may have been cancelled since.
    put_off.retain(|request| agents.get(request.agent).is_ok_and(|it| it.2.3.is_some()));
    let mut own = std::mem::take(&mut *put_off);
    own.extend(requests.drop_kept(|request| in_crowd.contains(request.agent)));
    let rank = |request: &PathRequest| {
        let member = agents
            .get(request.agent)
            .ok()
            .and_then(|it| it.0.2.copied());
        let arrived = member
            .and_then(|member| crowds.at(member.map))
            .map(|own| &own.arrived);
        let place = arrived.and_then(|all| all.iter().position(|agent| *agent == request.agent));
        (
            place.unwrap_or(usize::MAX),
            member.map_or(u32::MAX, |member| member.number),
            request.agent,
        )
    };
    let mut own: Vec<PathRequest> = choose(own).collect();
    own.sort_by_cached_key(rank);
    let mut spent = 0;
    for request in own {
        let PathRequest {
            agent, goal, cause, ..
        } = request;
        let Ok(ordered) = agents.get(agent) else {
            continue;
        };
        let (
            (walker, game_walks, member),
            (kind, own, on),
            (is_exact, waypoints, patrols, nearest),
            (walk, failed),
        ) = ordered;
        let mut entity = commands.entity(agent);
        // Cancelled, or taken to another map, in the tick in which it was to go on.
        let is_finished = |failed: &PathFailed| {
            matches!(failed.reason, FailReason::Cancelled | FailReason::MapLeft)
        };
        if cause == PlanCause::Edit && failed.is_some_and(is_finished) {
            continue;
        }
        let Some((&member, crowd)) =
            member.and_then(|member| Some((member, crowds.of_member(agent, *member)?)))
        else {
            // It sets off when it joins.
            entity.try_insert(CrowdWalk::to(goal));
            continue;
        };
        let is_pursuit = cause == PlanCause::Follow;
        let grid = maps.of(on);
        let rules = own.map_or(&*options, |own| &own.0);
        let here = crowd.crowd.cell(member.id());
        let sight = Sight {
            grid,
            kind,
            movement: rules.options.movement,
            here,
        };
        let goals = nearest
            .filter(|_| cause.keeps_goals())
            .map_or(&[][..], |nearest| &nearest.0);
        let possible: Vec<Cell> = goals
            .iter()
            .copied()
            .filter(|goal| sight.check(*goal).is_ok())
            .collect();
        if possible.len() > 1 && spent > settings.field_work {
            entity.try_insert(CrowdWalk::to(goal));
            put_off.push(request);
            continue;
        }
        let wanted = if !game_walks && !can_walk(walker.speed) {
            Err(FailReason::BadSpeed)
        } else if cause == PlanCause::OrderToNearest && goals.is_empty() {
            Err(FailReason::NoGoals)
        } else {
            Ok(match *possible {
                [] => sight.choose(goal, rules.unreachable),
                [only] => (only, None),
                [first, ref others @ ..] => {
                    let query = PathQuery::new(here, first, rules.options.clone());
                    let (nearest, work) = nearest_of(
                        &mut planner,
                        crowd.map_seen_by(kind, grid.map()),
                        &query,
                        others,
                    );
                    spent += work;
                    (nearest, None)
                }
            })
        };
        let (to, problem) = match wanted {
            Ok(choice) => choice,
            Err(reason) => {
                crowd.crowd.stop(member.id());
                entity.try_remove::<CrowdWalk>().try_insert(PathFailed {
                    agent,
                    goal,
                    reason,
                });
                continue;
            }
        };
        let order = match (patrols || !waypoints.0.is_empty(), is_exact) {
            (true, _) => Goal::Visit(to),
            (false, true) => Goal::Exact(to),
            (false, false) => Goal::Cell(to),
        };
        let is_under_way = walk.is_some_and(|walk| walk.goal == to)
            && crowd.crowd.order(member.id()) == Some(order);
        if is_under_way && problem.is_none() && cause != PlanCause::Placed {
            continue;
        }
        if crowd.crowd.send(member.id(), order).is_err() {
            crowd.crowd.stop(member.id());
            let reason = problem.unwrap_or(FailReason::Unreachable);
            entity.try_remove::<CrowdWalk>().try_insert(PathFailed {
                agent,
                goal,
                reason,
            });
            continue;
        }
        entity.try_insert(CrowdWalk {
            is_pursuit,
            ..CrowdWalk::to(to)
        });
        if let Some(reason) = problem {
            entity.try_insert(PathFailed {
                agent,
                goal,
                reason,
            });
            continue;
        }
        if failed.is_some() {
            entity.try_remove::<PathFailed>();
        }
        if crowd.crowd.state(member.id()) != State::Settled {
            found.write(PathFound { agent, goal: to });
        }
    }
}

/// Lets agents rest whose order was taken away, unless it was over.
fn stop(
    crowds: &mut Crowds,
    news: &mut CrowdNews,
    agents: &Query<OrderedAgent<'static>, With<InCrowd>>,
) {
    if news.stopped.is_empty() {
        return;
    }
    let member = |agent: Entity| {
        agents
            .get(agent)
            .ok()
            .filter(|it| it.3.0.is_none())
            .and_then(|it| it.0.2.copied())
    };
    let stopped = std::mem::take(&mut news.stopped);
    let mut stopped: Vec<_> = stopped
        .into_iter()
        .filter_map(|agent| Some((member(agent)?, agent)))
        .collect();
    stopped.sort_unstable_by_key(|(member, _)| (member.crowd, member.number));
    for (member, agent) in stopped {
        if let Some(own) = crowds.of_member(agent, member)
            && !is_home(own.crowd.state(member.id()))
        {
            own.crowd.stop(member.id());
        }
    }
}

const fn is_home(state: State) -> bool {
    matches!(
        state,
        State::Resting | State::Settled | State::Yielding { .. }
    )
}

/// The map as an agent sees it from its cell.
#[derive(Clone, Copy)]
struct Sight<'a> {
    grid: &'a NavGrid,
    kind: Option<&'a AgentKind>,
    movement: Movement,
    here: Cell,
}

/// Returns the goal that is the cheapest to reach, of equal ones the first, and the work of the
/// search.
fn nearest_of(planner: &mut Planner, map: &Map, query: &PathQuery, others: &[Cell]) -> (Cell, u64) {
    let mut path = Path::default();
    planner.begin_any(map, query, others);
    let progress = planner.advance(map, u64::MAX);
    let plan = planner.answer(map, &mut path);
    let end = plan
        .filter(|plan| plan.planned == Planned::Found)
        .map(|plan| plan.end);
    (end.unwrap_or(query.goal), progress.work)
}

impl Sight<'_> {
    /// Returns the cell to go to, and the reason why the agent cannot go there.
    fn choose(self, goal: Cell, policy: UnreachablePolicy) -> (Cell, Option<FailReason>) {
        let Err(reason) = self.check(goal) else {
            return (goal, None);
        };
        let near = (policy == UnreachablePolicy::Nearest).then(|| {
            let grid = self.grid.grid();
            nearest_cell(grid, grid.size().clamp(goal), |cell| {
                self.check(cell).is_ok()
            })
        });
        near.flatten()
            .map_or((goal, Some(reason)), |near| (near, None))
    }

    /// The reason why a goal cannot be reached, as far as that is known without a search.
    fn check(self, goal: Cell) -> Result<(), FailReason> {
        self.grid
            .can_stand(self.kind, goal)
            .map_err(FailReason::Goal)?;
        let is_walled_off =
            self.grid
                .labels_rule_out_path(self.kind, self.movement, [self.here, goal]);
        if is_walled_off {
            Err(FailReason::Unreachable)
        } else {
            Ok(())
        }
    }
}
