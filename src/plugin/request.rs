//! Requests become searches, searches become path stacks: or a reason why not.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use bevy::ecs::message::MessageCursor;
use bevy::prelude::*;
use bevy::tasks::futures::check_ready;
use bevy::tasks::{AsyncComputeTaskPool, Task, block_on};

use super::{
    AgentCell, AgentKind, AgentMotion, Arrived, CancelPath, FailReason, GridAgent, MoveTo, NavGrid, PathFailed,
    PathFound, PathRequest, PathStack, PathfindingSettings, PathfindingSystems, Patrol, PlanCause, QueueWaypoint,
    Waypoints,
};
use crate::pathfinding::formats::UnreachablePolicy;
use crate::pathfinding::{
    Algorithm, Cell, Cost, Grid, Limits, Movement, NodePool, Outcome, Path, Regions, Revision, SearchOptions,
    SearchProblem, SearchStats, nearest_reachable, solve_within,
};

/// On an agent exactly while its question is open.
#[derive(Component, Debug)]
pub struct Planning {
    /// Where it wants to go.
    pub goal: Cell,
    /// Why it asks.
    pub cause: PlanCause,
    start: Cell,
    revision: Revision,
    /// Whether its time is bounded by the size of the map.
    is_bounded: bool,
    /// Begun in this very tick: answers count from the next one on, however fast they are.
    fresh: bool,
    task: Task<Answer>,
    /// Tells the search that nobody wants its answer any more.
    _stop: StopOnDrop,
}

#[derive(Debug)]
struct StopOnDrop(Arc<AtomicBool>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// What the agent's newest search answered.
#[derive(Component, Clone, Debug, PartialEq)]
pub struct LastSearch {
    /// The rules it ran under.
    pub options: SearchOptions,
    /// From where.
    pub start: Cell,
    /// To where.
    pub goal: Cell,
    /// On which revision of the map.
    pub revision: Revision,
    /// The way's cost; `None` if there is no way.
    pub cost: Option<Cost>,
    /// Cells of the way, both ends counted; 0 without one.
    pub cells: usize,
    /// Tells ways apart; see [`Path::hash`].
    pub path_hash: Option<u64>,
    /// What was counted.
    pub stats: SearchStats,
    /// The search alone, without waiting.
    pub time: Duration,
    /// Why it was made.
    pub cause: PlanCause,
}

/// What a search task brings back.
#[derive(Debug)]
struct Answer {
    goal: Cell,
    outcome: Outcome,
    time: Duration,
    options: SearchOptions,
}

/// Search memory, lent to one task after another.
#[derive(Resource, Clone, Default)]
struct SpareNodePools(Arc<Mutex<Vec<NodePool>>>);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<PathfindingSettings>()
        .init_resource::<SpareNodePools>()
        .add_message::<PathRequest>()
        .add_message::<QueueWaypoint>()
        .add_message::<CancelPath>()
        .add_message::<PathFailed>()
        .add_message::<PathFound>()
        .add_systems(
            FixedUpdate,
            (
                (read_move_to, forget_old_goals, queue_waypoints, cancel_paths, take_next_goal, accept_requests)
                    .chain()
                    .in_set(PathfindingSystems::Accept),
                collect_searches.in_set(PathfindingSystems::Plan),
            ),
        );
}

/// `MoveTo` is another way to write a request.
fn read_move_to(
    mut commands: Commands,
    agents: Query<(Entity, &MoveTo), With<GridAgent>>,
    mut requests: MessageWriter<PathRequest>,
) {
    for (agent, &MoveTo(goal)) in &agents {
        commands.entity(agent).remove::<MoveTo>();
        requests.write(PathRequest::new(agent, goal));
    }
}

/// An order ends the patrol and forgets what was queued: before new waypoints are read, so that
/// an order and the waypoints after it may come in one tick.
fn forget_old_goals(
    mut commands: Commands,
    mut requests: MessageReader<PathRequest>,
    mut agents: Query<&mut Waypoints, With<GridAgent>>,
) {
    for request in requests.read().filter(|request| request.cause == PlanCause::Order) {
        let Ok(mut waypoints) = agents.get_mut(request.agent) else { continue };
        waypoints.0.clear();
        commands.entity(request.agent).remove::<Patrol>();
    }
}

/// Remembers the waypoint; one who patrols leaves its round for it at once.
fn queue_waypoints(
    mut commands: Commands,
    mut queued: MessageReader<QueueWaypoint>,
    mut agents: Query<(&mut Waypoints, Has<Patrol>), With<GridAgent>>,
    mut requests: MessageWriter<PathRequest>,
) {
    let mut called_off = HashSet::new();
    for &QueueWaypoint { agent, goal } in queued.read() {
        let Ok((mut waypoints, patrols)) = agents.get_mut(agent) else { continue };
        commands.entity(agent).remove::<(Patrol, PathFailed)>();
        if patrols && called_off.insert(agent) {
            requests.write(PathRequest { agent, goal, cause: PlanCause::NextWaypoint });
        } else {
            waypoints.0.push_back(goal);
        }
    }
}

/// Whoever has nothing to do sets off to its next waypoint, or to its next stop.
fn take_next_goal(
    mut requests: ResMut<Messages<PathRequest>>,
    mut read: Local<MessageCursor<PathRequest>>,
    mut agents: Query<
        (Entity, &mut Waypoints, Option<&mut Patrol>, &AgentCell),
        (With<GridAgent>, Without<PathStack>, Without<Planning>, Without<PathFailed>),
    >,
) {
    // An order of this tick is something to do, though it is not accepted yet.
    let asked: HashSet<Entity> = read.read(&requests).map(|request| request.agent).collect();
    for (agent, mut waypoints, patrol, cell) in &mut agents {
        if asked.contains(&agent) {
            continue;
        }
        let goal = if waypoints.0.is_empty() {
            patrol.and_then(|mut patrol| patrol.take_next(cell.0))
        } else {
            waypoints.0.pop_front()
        };
        if let Some(goal) = goal {
            requests.write(PathRequest { agent, goal, cause: PlanCause::NextWaypoint });
        }
    }
}

fn cancel_paths(
    mut commands: Commands,
    mut cancelled: MessageReader<CancelPath>,
    grid: Res<NavGrid>,
    mut agents: Query<
        (&mut Waypoints, Option<&PathStack>, Option<&Planning>, &AgentCell, &AgentMotion, Option<&AgentKind>),
        With<GridAgent>,
    >,
    mut failures: MessageWriter<PathFailed>,
) {
    for &CancelPath { agent } in cancelled.read() {
        let Ok((mut waypoints, stack, planning, cell, motion, kind)) = agents.get_mut(agent) else { continue };
        waypoints.0.clear();
        let goal =
            planning.map(|planning| planning.goal).or(stack.filter(|stack| stack.arrives()).map(PathStack::goal));
        commands.entity(agent).remove::<(Planning, Patrol, PathStack)>();
        if let Some(heading) = motion.heading {
            let to = if grid.seen_by(kind).is_walkable(heading) { heading } else { cell.0 };
            commands.entity(agent).try_insert(PathStack::step_to(to));
        }
        if let Some(goal) = goal {
            let failed = PathFailed { agent, goal, reason: FailReason::Cancelled };
            commands.entity(agent).try_insert(failed);
            failures.write(failed);
        }
    }
}

fn accept_requests(
    mut commands: Commands,
    mut requests: MessageReader<PathRequest>,
    grid: Res<NavGrid>,
    settings: Res<PathfindingSettings>,
    pools: Res<SpareNodePools>,
    agents: Query<(&AgentCell, &AgentMotion, Option<&AgentKind>, Option<&PathFailed>), With<GridAgent>>,
    mut failures: MessageWriter<PathFailed>,
) {
    let requests: Vec<PathRequest> = requests.read().copied().collect();
    // Of several requests for one agent the last counts; but an order from outside comes before
    // what the agent wants by itself in the same tick.
    let mut chosen: HashMap<Entity, usize> = HashMap::new();
    for (i, request) in requests.iter().enumerate() {
        let is_order = |i: usize| requests[i].cause == PlanCause::Order;
        let best = chosen.entry(request.agent).or_insert(i);
        if is_order(i) || !is_order(*best) {
            *best = i;
        }
    }
    for (i, &PathRequest { agent, goal, cause }) in requests.iter().enumerate() {
        if chosen[&agent] != i {
            continue;
        }
        let Ok((cell, motion, kind, failed)) = agents.get(agent) else { continue };
        // Taken back in the same tick in which an edit crossed the way.
        if cause == PlanCause::Edit && failed.is_some_and(|failed| failed.reason == FailReason::Cancelled) {
            continue;
        }
        let begun = ask(&mut commands.entity(agent), (cell, motion, kind), goal, cause, (&grid, &settings, &pools));
        if let Err(failed) = begun {
            failures.write(failed);
        }
    }
}

/// Puts a question to the map: the agent is planning afterwards, or knows why there is no way.
fn ask(
    entity: &mut EntityCommands,
    (cell, motion, kind): (&AgentCell, &AgentMotion, Option<&AgentKind>),
    goal: Cell,
    cause: PlanCause,
    (grid, settings, pools): (&NavGrid, &PathfindingSettings, &SpareNodePools),
) -> Result<(), PathFailed> {
    let map = grid.seen_by(kind);
    // Whoever is between two cells finishes the step: no jump, and a start that stays valid.
    let start = motion.heading.filter(|&heading| map.is_walkable(heading)).unwrap_or(cell.0);
    entity.remove::<(PathFailed, Planning, PathStack)>();
    if motion.heading.is_some() {
        entity.try_insert(PathStack::step_to(start));
    }
    // Region labels are everybody's; whoever sees another map is answered by the search.
    let connected = |movement| if kind.is_none() { grid.connected(movement, start, goal) } else { None };
    if let Err(reason) = check(&map, settings, start, goal, connected) {
        let failed = PathFailed { agent: entity.id(), goal, reason };
        entity.try_insert((failed, LastSearch::unasked(settings, grid, start, goal, cause)));
        return Err(failed);
    }
    let regions = if kind.is_none() { grid.regions(settings.options.movement).cloned() } else { None };
    entity.try_insert(begin(map, regions, settings, pools, start, goal, cause));
    Ok(())
}

/// Answers without a search what can be.
fn check(
    map: &Grid,
    settings: &PathfindingSettings,
    start: Cell,
    goal: Cell,
    connected: impl Fn(Movement) -> Option<bool>,
) -> Result<(), FailReason> {
    if !map.is_walkable(start) {
        return Err(FailReason::Stuck);
    }
    if settings.unreachable == UnreachablePolicy::Nearest {
        return Ok(());
    }
    if !map.contains(goal) {
        return Err(FailReason::Outside);
    }
    if !map.is_walkable(goal) {
        return Err(FailReason::Blocked);
    }
    match connected(settings.options.movement) {
        // A cell within range of the goal may lie in another region than the goal itself.
        Some(false) if settings.options.range == 0 => Err(FailReason::Unreachable),
        // Labels of a large map may be outdated for a moment: then the search decides.
        _ => Ok(()),
    }
}

/// Starts the search on the task pool, against a snapshot of the map.
fn begin(
    snapshot: Arc<Grid>,
    regions: Option<Arc<Regions>>,
    settings: &PathfindingSettings,
    pools: &SpareNodePools,
    start: Cell,
    goal: Cell,
    cause: PlanCause,
) -> Planning {
    let options = settings.options.clone();
    // The passes of IDA* can take any time.
    let is_bounded = options.algorithm != Algorithm::IdaStar;
    let nearest = settings.unreachable == UnreachablePolicy::Nearest;
    let pools = pools.clone();
    let stop = StopOnDrop(Arc::default());
    let stopped = Arc::clone(&stop.0);
    let revision = snapshot.revision();
    let task = AsyncComputeTaskPool::get().spawn(async move {
        let mut pool = pools.0.lock().expect("no search panics while it holds the list").pop().unwrap_or_default();
        let goal = if nearest {
            let regions = regions.unwrap_or_else(|| Arc::new(Regions::new(&snapshot, options.movement)));
            let near = nearest_reachable(&options, &snapshot, Some(regions.as_ref()), start, goal, &mut pool);
            near.expect("somebody can stand on the start, as was checked on this snapshot")
        } else {
            goal
        };
        let answer = search(&snapshot, options, start, goal, &stopped, &mut pool);
        pools.0.lock().expect("no search panics while it holds the list").push(pool);
        answer
    });
    Planning { goal, cause, start, revision, is_bounded, fresh: true, task, _stop: stop }
}

fn search(
    grid: &Grid,
    options: SearchOptions,
    start: Cell,
    goal: Cell,
    stopped: &AtomicBool,
    pool: &mut NodePool,
) -> Answer {
    let problem = SearchProblem::new(grid, start, goal).expect("the request was checked on this snapshot");
    let limits = Limits { stop: Some(stopped), ..Limits::NONE };
    let before = Instant::now();
    let outcome = solve_within(&options, &problem, limits, pool, &mut ());
    Answer { goal, outcome, time: before.elapsed(), options }
}

/// Searches on maps of so many cells in all are waited for in the tick after the request: a
/// millisecond or two at worst, and mostly they are over by then. So on small maps the moment of
/// setting off depends on nothing but the request, neither on the frame rate nor on how busy the
/// machine is. Larger ones take their time.
const WAITED_FOR_CELLS: usize = 128 * 128;

fn collect_searches(
    mut commands: Commands,
    grid: Res<NavGrid>,
    settings: Res<PathfindingSettings>,
    pools: Res<SpareNodePools>,
    mut agents: Query<(Entity, &mut Planning, &AgentCell, &AgentMotion, Option<&AgentKind>)>,
    mut found: MessageWriter<PathFound>,
    mut arrived: MessageWriter<Arrived>,
    mut failures: MessageWriter<PathFailed>,
) {
    let cells = grid.grid().cell_count();
    let mut waited_for = 0;
    for (agent, mut planning, cell, motion, kind) in &mut agents {
        if std::mem::take(&mut planning.fresh) {
            continue;
        }
        waited_for += cells;
        let answer = if planning.is_bounded && waited_for <= WAITED_FOR_CELLS {
            block_on(&mut planning.task)
        } else if let Some(answer) = check_ready(&mut planning.task) {
            answer
        } else {
            continue;
        };
        let (start, asked, cause) = (planning.start, planning.goal, planning.cause);
        let mut entity = commands.entity(agent);
        let here = start == cell.0 || motion.heading == Some(start);
        let map = grid.seen_by(kind);
        if !here || is_outdated(&map, planning.revision, &answer) {
            // At once, and not as a new request: the agent would count as idle until then, and
            // take its next waypoint instead.
            let begun = ask(&mut entity, (cell, motion, kind), asked, cause, (&grid, &settings, &pools));
            if let Err(failed) = begun {
                failures.write(failed);
            }
            continue;
        }
        entity.remove::<Planning>();
        entity.try_insert(LastSearch::of(&answer, start, planning.revision, cause));
        match answer.outcome {
            Outcome::Solved(solution) => match PathStack::along(&solution.path, &map, cell.0, motion) {
                Some(stack) => {
                    entity.try_insert(stack);
                    found.write(PathFound { agent, goal: answer.goal });
                }
                None => {
                    arrived.write(Arrived { agent, cell: answer.goal });
                }
            },
            Outcome::NoPath(..) | Outcome::OutOfBudget(_) | Outcome::Refused(_) => {
                let reason = match answer.outcome {
                    Outcome::NoPath(reason, _) => reason.into(),
                    Outcome::Refused(refusal) => FailReason::Refused(refusal),
                    _ => FailReason::OutOfBudget,
                };
                let failed = PathFailed { agent, goal: asked, reason };
                entity.try_insert(failed);
                failures.write(failed);
            }
        }
    }
}

/// Whether the map changed since, in a way that the answer does not survive.
fn is_outdated(map: &Grid, revision: Revision, answer: &Answer) -> bool {
    if map.revision() == revision {
        return false;
    }
    let options = &answer.options;
    let still_valid = |path: &Path| path.validate(map, options).is_ok();
    !answer.outcome.path().is_some_and(still_valid)
}

impl LastSearch {
    fn of(answer: &Answer, start: Cell, revision: Revision, cause: PlanCause) -> Self {
        let path = answer.outcome.path();
        Self {
            options: answer.options.clone(),
            start,
            goal: answer.goal,
            revision,
            cost: path.map(Path::cost),
            cells: path.map_or(0, |path| path.cells().len()),
            path_hash: path.map(Path::hash),
            stats: answer.outcome.stats(),
            time: answer.time,
            cause,
        }
    }

    /// A question that was answered without a search.
    fn unasked(settings: &PathfindingSettings, grid: &NavGrid, start: Cell, goal: Cell, cause: PlanCause) -> Self {
        Self {
            options: settings.options.clone(),
            start,
            goal,
            revision: grid.grid().revision(),
            cost: None,
            cells: 0,
            path_hash: None,
            stats: SearchStats::default(),
            time: Duration::ZERO,
            cause,
        }
    }
}
