//! Requests become searches, searches become path stacks: or a reason why not.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use bevy::ecs::message::MessageCursor;
use bevy::ecs::schedule::InternedScheduleLabel;
use bevy::prelude::*;
use bevy::tasks::futures::check_ready;
use bevy::tasks::{AsyncComputeTaskPool, Task, block_on};

use super::{
    AgentCell, AgentKind, AgentMotion, AgentOptions, Arrived, CancelPath, FailReason, GridAgent, MoveTo, NavGrid,
    PathFailed, PathFound, PathRequest, PathStack, PathfindingOptions, PathfindingSystems, Patrol, PlanCause,
    QueueWaypoint, Waypoints,
};
use crate::level::UnreachablePolicy;
use crate::pathfinding::{
    Algorithm, Cell, Cost, Grid, Limits, NodePool, Outcome, Path, PathQuery, Regions, Revision, SearchStats,
    nearest_by_label, nearest_reachable, solve_within,
};

/// On an agent exactly while its search is under way, or waits for its turn.
#[derive(Component, Reflect, Debug)]
#[reflect(Component, Debug, from_reflect = false)]
pub struct Planning {
    /// Where it wants to go.
    pub goal: Cell,
    /// Why it asks.
    pub cause: PlanCause,
    /// Whether its time is bounded by the size of the map.
    is_bounded: bool,
    /// Begun in this very tick: answers count from the next one on, however fast they are.
    fresh: bool,
    /// `None` while it waits for its turn.
    #[reflect(ignore)]
    task: Option<Task<Answer>>,
    /// Ends the search when its answer is not wanted any more.
    #[reflect(ignore)]
    _stop: StopOnDrop,
}

/// Tells a search to stop that nobody waits for any more: its flag is set when this is dropped.
#[derive(Debug, Default)]
pub(crate) struct StopOnDrop(Arc<AtomicBool>);

impl StopOnDrop {
    /// The flag that the search looks at.
    pub(crate) fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.0)
    }
}

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// What the agent's newest search answered.
#[derive(Component, Reflect, Clone, Debug, PartialEq)]
#[reflect(Component, Clone, Debug, PartialEq)]
pub struct LastSearch {
    /// What was asked.
    pub query: PathQuery,
    /// On which revision of the map.
    pub revision: Revision,
    /// The path's cost; `None` if there is no path.
    pub cost: Option<Cost>,
    /// Cells of the path, both ends counted; 0 without one.
    pub cells: usize,
    /// Distinguishes paths; see [`Path::hash`].
    pub path_hash: Option<u64>,
    /// What was counted.
    pub stats: SearchStats,
    /// The search alone, without waiting.
    pub time: Duration,
    /// Why it was made.
    pub cause: PlanCause,
}

impl LastSearch {
    /// A search that has counted nothing yet; it stays like that where the answer is known without one.
    fn asked(query: PathQuery, revision: Revision, cause: PlanCause) -> Self {
        let (stats, time) = (SearchStats::default(), Duration::ZERO);
        Self { query, revision, cost: None, cells: 0, path_hash: None, stats, time, cause }
    }
}

/// What a search task brings back.
#[derive(Debug)]
struct Answer {
    search: LastSearch,
    outcome: Outcome,
}

/// Where an agent goes, or will go once its search is over.
pub(crate) fn goal_of(stack: Option<&PathStack>, planning: Option<&Planning>) -> Option<Cell> {
    planning.map(|planning| planning.goal).or(stack.and_then(PathStack::destination))
}

/// Search memory, lent to one task after another.
#[derive(Resource, Clone, Default)]
struct SpareNodePools(Arc<Mutex<Vec<NodePool>>>);

/// The snapshots that searches are made on which are under way. So few that many searches on a large map that is
/// edited all the time do not fill the memory: until one of them is given back, further searches wait.
#[derive(Resource, Default)]
struct SearchedMaps(Vec<Arc<SearchedMap>>);

#[derive(Debug)]
struct SearchedMap(Arc<Grid>);

/// How many cells all those snapshots may have together, and how many snapshots of a very large map there may be.
const MOST_SEARCHED: (usize, usize) = (1 << 26, 4);

impl SearchedMaps {
    /// Whether a search of the map as it is now can begin.
    fn has_room(&mut self, grid: &Grid) -> bool {
        self.0.retain(|map| Arc::strong_count(map) > 1);
        let (cells, least) = MOST_SEARCHED;
        self.0.len() < (cells / grid.cell_count()).max(least)
            || self.0.iter().any(|map| map.0.revision() == grid.revision())
    }

    fn lend(&mut self, snapshot: Arc<Grid>) -> Arc<SearchedMap> {
        if let Some(known) = self.0.iter().find(|known| Arc::ptr_eq(&known.0, &snapshot)) {
            return Arc::clone(known);
        }
        let lent = Arc::new(SearchedMap(snapshot));
        self.0.push(Arc::clone(&lent));
        lent
    }
}

pub(super) fn plugin(app: &mut App, schedule: InternedScheduleLabel) {
    app.init_resource::<PathfindingOptions>()
        .init_resource::<SpareNodePools>()
        .init_resource::<SearchedMaps>()
        .add_message::<PathRequest>()
        .add_message::<QueueWaypoint>()
        .add_message::<CancelPath>()
        .add_message::<PathFailed>()
        .add_message::<PathFound>()
        .add_systems(
            schedule,
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

/// Remembers the waypoint; an agent on patrol leaves its round for it at once.
fn queue_waypoints(
    mut commands: Commands,
    mut queued: MessageReader<QueueWaypoint>,
    mut agents: Query<(&mut Waypoints, Has<Patrol>), With<GridAgent>>,
    mut requests: MessageWriter<PathRequest>,
) {
    let mut off_patrol = HashSet::new();
    for &QueueWaypoint { agent, goal } in queued.read() {
        let Ok((mut waypoints, patrols)) = agents.get_mut(agent) else { continue };
        commands.entity(agent).remove::<(Patrol, PathFailed)>();
        if patrols && off_patrol.insert(agent) {
            requests.write(PathRequest { agent, goal, cause: PlanCause::NextWaypoint });
        } else {
            waypoints.0.push_back(goal);
        }
    }
}

/// An agent that has nothing to do sets off to its next waypoint, or to its next stop.
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
) {
    for &CancelPath { agent } in cancelled.read() {
        let Ok((mut waypoints, stack, planning, cell, motion, kind)) = agents.get_mut(agent) else { continue };
        waypoints.0.clear();
        commands.entity(agent).remove::<(Planning, Patrol, PathStack)>();
        if let Some(heading) = motion.heading {
            let to = if grid.seen_by(kind).is_walkable(heading) { heading } else { cell.0 };
            commands.entity(agent).try_insert(PathStack::step_to(to));
        }
        if let Some(goal) = goal_of(stack, planning) {
            commands.entity(agent).try_insert(PathFailed { agent, goal, reason: FailReason::Cancelled });
        }
    }
}

fn accept_requests(
    mut commands: Commands,
    mut requests: MessageReader<PathRequest>,
    grid: Res<NavGrid>,
    options: Res<PathfindingOptions>,
    (pools, mut maps): (Res<SpareNodePools>, ResMut<SearchedMaps>),
    agents: Query<(Asking, Option<&PathFailed>), With<GridAgent>>,
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
        let Ok((asking, failed)) = agents.get(agent) else { continue };
        // Cancelled in the same tick in which an edit crossed the path.
        if cause == PlanCause::Edit && failed.is_some_and(|failed| failed.reason == FailReason::Cancelled) {
            continue;
        }
        ask(&mut commands.entity(agent), asking, goal, cause, (&grid, &options, &pools, &mut maps));
    }
}

/// What an agent's search depends on.
type Asking<'a> = (&'a AgentCell, &'a AgentMotion, Option<&'a AgentKind>, Option<&'a AgentOptions>);

/// Begins a search: the agent is planning afterwards, or knows why there is no path.
fn ask(
    entity: &mut EntityCommands,
    (cell, motion, kind, own): Asking,
    goal: Cell,
    cause: PlanCause,
    (grid, options, pools, maps): (&NavGrid, &PathfindingOptions, &SpareNodePools, &mut SearchedMaps),
) {
    let options = own.map_or(options, |own| &own.0);
    let map = grid.seen_by(kind);
    // Between two cells it finishes the step: no jump, and a start that stays valid.
    let start = motion.heading.filter(|&heading| map.is_walkable(heading)).unwrap_or(cell.0);
    entity.remove::<(PathFailed, Planning, PathStack)>();
    if motion.heading.is_some() {
        entity.try_insert(PathStack::step_to(start));
    }
    // Region labels are those of the plain map; an agent that sees another one is answered by the search.
    let regions = grid.regions(options.options.movement).filter(|_| kind.is_none());
    let mut asked = LastSearch::asked(PathQuery::new(start, goal, &options.options), map.revision(), cause);
    if let Err(reason) = check(&map, &asked.query, options.unreachable, regions) {
        entity.try_insert((PathFailed { agent: entity.id(), goal, reason }, asked));
        return;
    }
    let mut nearest = options.unreachable == UnreachablePolicy::Nearest;
    if nearest
        && let Some(end) = regions.and_then(|regions| nearest_by_label(&map, regions, &asked.query, FOUND_AT_ONCE))
    {
        asked.query.goal = end;
        nearest = false;
    }
    // The passes of IDA* can take any time.
    let is_bounded = asked.query.options.algorithm != Algorithm::IdaStar;
    let stop = StopOnDrop::default();
    let task = maps.has_room(&map).then(|| {
        let map = maps.lend(grid.snapshot(kind));
        begin(map, asked, nearest, pools, &stop)
    });
    entity.try_insert(Planning { goal, cause, is_bounded, fresh: true, task, _stop: stop });
}

/// So many cells around a goal that cannot be reached are looked at for one that can, before the search begins: a
/// millisecond of work at most. Where that finds none, the search looks at what it can reach.
const FOUND_AT_ONCE: u32 = 256;

/// Answers without a search what can be.
fn check(
    map: &Grid,
    query: &PathQuery,
    unreachable: UnreachablePolicy,
    regions: Option<&Regions>,
) -> Result<(), FailReason> {
    let PathQuery { start, goal, ref options } = *query;
    if !map.is_walkable(start) {
        return Err(FailReason::Stuck);
    }
    if unreachable == UnreachablePolicy::Nearest {
        return Ok(());
    }
    if !map.contains(goal) {
        return Err(FailReason::Outside);
    }
    if !map.is_walkable(goal) {
        return Err(FailReason::Blocked);
    }
    // Without labels the search decides. A cell within the goal tolerance may lie in another region than the goal.
    if options.goal_tolerance == 0 && regions.is_some_and(|regions| !regions.connected(start, goal)) {
        return Err(FailReason::Unreachable);
    }
    Ok(())
}

/// Starts the search on the task pool, against a snapshot of the map; to the nearest cell that can be reached, if that
/// is wanted and not known yet.
fn begin(
    map: Arc<SearchedMap>,
    mut asked: LastSearch,
    nearest: bool,
    pools: &SpareNodePools,
    stop: &StopOnDrop,
) -> Task<Answer> {
    let pools = pools.clone();
    let stopped = stop.flag();
    AsyncComputeTaskPool::get().spawn(async move {
        let snapshot = &*map.0;
        let mut pool = pools.0.lock().expect("no search panics while it holds the list").pop().unwrap_or_default();
        if nearest {
            let near = nearest_reachable(snapshot, None, &asked.query, &mut pool);
            asked.query.goal = near.expect("the start is free, as was checked on this snapshot");
        }
        let answer = search(snapshot, asked, &stopped, &mut pool);
        pools.0.lock().expect("no search panics while it holds the list").push(pool);
        answer
    })
}

fn search(grid: &Grid, asked: LastSearch, stopped: &AtomicBool, pool: &mut NodePool) -> Answer {
    let limits = Limits { stop: Some(stopped), ..Limits::NONE };
    let before = Instant::now();
    let outcome = solve_within(grid, &asked.query, limits, pool, &mut ());
    let time = before.elapsed();
    let path = outcome.path();
    let search = LastSearch {
        cost: path.map(Path::cost),
        cells: path.map_or(0, |path| path.cells().len()),
        path_hash: path.map(Path::hash),
        stats: outcome.stats(),
        time,
        ..asked
    };
    Answer { search, outcome }
}

/// Searches on maps of so many cells in all are waited for in the tick after the request: a
/// millisecond or two at worst, and mostly they are over by then. So on small maps the moment of
/// setting off depends on nothing but the request, neither on the frame rate nor on how busy the
/// machine is. Larger ones take their time.
const WAITED_FOR_CELLS: usize = 128 * 128;

fn collect_searches(
    mut commands: Commands,
    grid: Res<NavGrid>,
    options: Res<PathfindingOptions>,
    (pools, mut maps): (Res<SpareNodePools>, ResMut<SearchedMaps>),
    mut agents: Query<(Entity, &mut Planning, Asking)>,
    mut found: MessageWriter<PathFound>,
    mut arrived: MessageWriter<Arrived>,
) {
    let cells = grid.grid().cell_count();
    let mut waited_for = 0;
    for (agent, mut planning, asking) in &mut agents {
        let (cell, motion, kind, _) = asking;
        if std::mem::take(&mut planning.fresh) {
            continue;
        }
        let (goal, cause) = (planning.goal, planning.cause);
        let is_bounded = planning.is_bounded;
        let Some(task) = &mut planning.task else {
            if maps.has_room(grid.grid()) {
                ask(&mut commands.entity(agent), asking, goal, cause, (&grid, &options, &pools, &mut maps));
            }
            continue;
        };
        waited_for += cells;
        let answer = if is_bounded && waited_for <= WAITED_FOR_CELLS {
            block_on(task)
        } else if let Some(answer) = check_ready(task) {
            answer
        } else {
            continue;
        };
        let Answer { search, outcome } = answer;
        let mut entity = commands.entity(agent);
        let here = search.query.start == cell.0 || motion.heading == Some(search.query.start);
        let map = grid.seen_by(kind);
        if !here || is_outdated(&map, &search, &outcome) {
            // At once, and not as a new request: the agent would count as idle until then, and
            // take its next waypoint instead.
            ask(&mut entity, asking, goal, cause, (&grid, &options, &pools, &mut maps));
            continue;
        }
        let reached = search.query.goal;
        entity.remove::<Planning>();
        entity.try_insert(search);
        let reason = match outcome {
            Outcome::Solved(solution) => {
                if let Some(stack) = PathStack::along(&solution.path, &map, cell.0, motion) {
                    entity.try_insert(stack);
                    found.write(PathFound { agent, goal: reached });
                } else {
                    arrived.write(Arrived { agent, cell: reached });
                }
                continue;
            }
            Outcome::NoPath(reason, _) => reason.into(),
            Outcome::OutOfBudget(_) => FailReason::OutOfBudget,
            Outcome::Refused(refusal) => FailReason::Refused(refusal),
        };
        entity.try_insert(PathFailed { agent, goal, reason });
    }
}

/// Whether the map changed since, in a way that the answer does not survive.
fn is_outdated(map: &Grid, search: &LastSearch, outcome: &Outcome) -> bool {
    let still_valid = |path: &Path| path.validate(map, &search.query.options).is_ok();
    map.revision() != search.revision && !outcome.path().is_some_and(still_valid)
}
