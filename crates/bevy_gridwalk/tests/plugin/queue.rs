//! Requests answered inside the tick: whose turn it is, what a tick may cost, and what an edit
//! means to a search that is put away.

mod changes;
mod cuts;
mod planner;
mod replay;
mod standing;
mod turns;
mod two_thousand;

use std::time::Duration;

use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use bevy_gridwalk::{
    AgentCell, AgentMotion, AgentOptions, Arrived, CancelPath, EditGrid, FailReason, GridAgent,
    LastSearch, NavGrid, PathFailed, PathFound, PathRequest, PathStack, PathfindingOptions,
    PathfindingPlugin, Planning, PlanningOptions, RequestQueue, TickBudget,
};
use gridwalk_pathfinding::UnreachablePolicy;
use gridwalk_pathfinding::{
    Algorithm, Cell, CostLimit, Grid, GridEdit, NodePool, Path, Planner, SearchOptions, Terrain,
    TerrainId, solve,
};
use gridwalk_testing::Rng;

const TICK: Duration = Duration::from_micros(15_625);
const FLOOR: TerrainId = TerrainId(0);
const WALL: TerrainId = TerrainId(1);

/// One tick an update, and so many expansions a tick.
fn app_on(grid: Grid, expansions: u64) -> App {
    let mut app = App::new();
    app.add_plugins((
        MinimalPlugins,
        TransformPlugin,
        PathfindingPlugin::default(),
    ));
    app.insert_resource(TimeUpdateStrategy::ManualDuration(TICK));
    app.insert_resource(NavGrid::new(grid));
    allow(&mut app, expansions);
    app.finish();
    app.cleanup();
    app.update();
    app
}

fn allow(app: &mut App, expansions: u64) {
    app.world_mut().resource_mut::<PlanningOptions>().budget = TickBudget::Expansions(expansions);
}

fn plain(side: u32) -> Grid {
    let legend = vec![Terrain::floor(), Terrain::wall()];
    Grid::new(side, side, vec![FLOOR; (side * side) as usize], legend).unwrap()
}

/// Returns a map with this many walls in a hundred cells, and none along the border.
fn random(side: u32, walls: u32, rng: &mut Rng) -> Grid {
    let mut cells: Vec<TerrainId> = (0..side * side)
        .map(|_| TerrainId(u8::from(rng.below(100) < walls)))
        .collect();
    for at in 0..side {
        for cell in [at, (side - 1) * side + at, at * side, at * side + side - 1] {
            cells[cell as usize] = FLOOR;
        }
    }
    Grid::new(side, side, cells, vec![Terrain::floor(), Terrain::wall()]).unwrap()
}

/// Agents that look at all that is nearer than the goal.
fn thorough(app: &mut App) {
    app.world_mut().resource_mut::<PathfindingOptions>().options = Algorithm::Dijkstra.into();
}

/// Agents whose searches go from cell to cell, so that short ones take some expansions.
fn cell_by_cell(app: &mut App) {
    app.world_mut().resource_mut::<PathfindingOptions>().options = Algorithm::AStar.into();
}

fn spawn(app: &mut App, x: i32, y: i32) -> Entity {
    app.world_mut()
        .spawn(GridAgent::at(Cell::new(x, y), 4.0))
        .id()
}

fn send(app: &mut App, agent: Entity, x: i32, y: i32) {
    app.world_mut()
        .write_message(PathRequest::new(agent, Cell::new(x, y)));
}

fn set(app: &mut App, x: i32, y: i32, terrain: TerrainId) {
    app.world_mut()
        .write_message(EditGrid(GridEdit::set(Cell::new(x, y), terrain)));
}

fn queue(app: &App) -> &RequestQueue {
    app.world().resource()
}

fn nav(app: &App) -> &NavGrid {
    app.world().resource()
}

fn last(app: &App, agent: Entity) -> Option<&LastSearch> {
    app.world().get(agent)
}

fn until(app: &mut App, what: &str, holds: impl Fn(&App) -> bool) -> u64 {
    for tick in 0..20_000 {
        if holds(app) {
            return tick;
        }
        app.update();
    }
    panic!("it never happens: {what}");
}

#[test]
fn request_within_the_budget_is_answered_in_its_tick() {
    let mut app = app_on(plain(40), 1000);
    let agent = spawn(&mut app, 0, 0);
    send(&mut app, agent, 30, 10);
    app.update();
    let position = app.world().get::<AgentMotion>(agent).unwrap().position;
    assert!(position.x > 0.0, "it walks in the same tick");
    let answer = last(&app, agent).unwrap();
    assert_eq!(
        (answer.waited_ticks, answer.revision),
        (0, nav(&app).grid().revision())
    );
    assert!(queue(&app).is_empty() && app.world().get::<Planning>(agent).is_none());
    assert_eq!(queue(&app).report().expansions, answer.stats.expanded);
}

#[test]
fn suspended_search_counts_the_same_as_an_uninterrupted_one() {
    let mut app = app_on(random(128, 20, &mut Rng(3)), 300);
    cell_by_cell(&mut app);
    let agent = spawn(&mut app, 0, 0);
    send(&mut app, agent, 127, 127);
    app.update();
    assert_eq!((queue(&app).len(), queue(&app).begun()), (1, 1));
    assert_eq!(
        app.world().get::<Planning>(agent).unwrap().goal,
        Cell::new(127, 127)
    );
    until(&mut app, "there is an answer", |app| {
        last(app, agent).is_some()
    });
    let answer = last(&app, agent).unwrap();
    let whole = solve(
        nav(&app).grid(),
        &answer.query,
        &mut NodePool::default(),
        &mut (),
    );
    assert_eq!((answer.stats, answer.cost), (whole.stats(), whole.cost()));
    // The draft takes at most half of each tick.
    let least = answer.stats.expanded / 300;
    assert!(
        (least..2 * least).contains(&answer.waited_ticks),
        "{} expansions",
        answer.stats.expanded
    );
    assert!(answer.waited_ticks > 5 && queue(&app).is_empty());
}

#[test]
fn long_searches_alternate_and_short_ones_do_not_wait() {
    let mut app = app_on(plain(200), 1500);
    thorough(&mut app);
    let long: Vec<Entity> = (0..3).map(|y| spawn(&mut app, 0, y)).collect();
    for (at, &agent) in (0..).zip(&long) {
        send(&mut app, agent, 199, 199 - at);
    }
    (0..5).for_each(|_| app.update());
    assert_eq!(queue(&app).begun(), 3);
    let short = spawn(&mut app, 50, 50);
    send(&mut app, short, 52, 50);
    app.update();
    assert_eq!(last(&app, short).map(|answer| answer.waited_ticks), Some(0));
    until(&mut app, "the long ones end", |app| queue(app).is_empty());
    let waited: Vec<u64> = long
        .iter()
        .map(|&agent| last(&app, agent).unwrap().waited_ticks)
        .collect();
    let (least, most) = (waited.iter().min().unwrap(), waited.iter().max().unwrap());
    // 120,000 expansions in all. One after the other they would have waited for 27, 53 and 80
    // ticks.
    assert!(
        *least > 70 && *most < 90,
        "they end at about the same time: {waited:?}"
    );
}

#[test]
fn higher_priority_comes_first_when_all_places_are_taken() {
    let mut app = app_on(plain(200), 500);
    thorough(&mut app);
    let many: Vec<Entity> = (0..20).map(|y| spawn(&mut app, 0, y)).collect();
    for (y, &agent) in (0..).zip(&many) {
        send(&mut app, agent, 199, 199 - y);
    }
    (0..10).for_each(|_| app.update());
    let begun = queue(&app).begun();
    assert!(begun > 1 && begun < 10, "{begun} searches are begun");
    let urgent = spawn(&mut app, 0, 100);
    let request = PathRequest {
        priority: 7,
        ..PathRequest::new(urgent, Cell::new(60, 100))
    };
    app.world_mut().write_message(request);
    app.update();
    assert_eq!(
        (queue(&app).len(), queue(&app).begun()),
        (21, begun),
        "one search gave way"
    );
    let ticks = until(&mut app, "it is answered", |app| {
        last(app, urgent).is_some()
    });
    let answer = last(&app, urgent).unwrap();
    assert!(
        ticks <= answer.stats.expanded / 500 + 1,
        "the whole budget is its own: {ticks} ticks"
    );
    assert_eq!(answer.priority, 7);
    assert!(many.iter().all(|&agent| last(&app, agent).is_none()));
    // What an edit makes it ask again is as urgent.
    set(&mut app, 30, 100, WALL);
    until(&mut app, "it has another path", |app| {
        last(app, urgent).unwrap().revision > answer_revision(app)
    });
    assert_eq!(last(&app, urgent).unwrap().priority, 7);
    assert!(many.iter().all(|&agent| last(&app, agent).is_none()));
}

/// The revision before the newest edit.
fn answer_revision(app: &App) -> gridwalk_pathfinding::Revision {
    gridwalk_pathfinding::Revision(nav(app).grid().revision().0.saturating_sub(1))
}

#[test]
fn a_cancelled_request_is_off_the_queue_in_the_same_tick() {
    let mut app = app_on(plain(64), 10);
    thorough(&mut app);
    let agents: Vec<Entity> = (0..1000)
        .map(|at| spawn(&mut app, at % 64, at / 64))
        .collect();
    for &agent in &agents {
        send(&mut app, agent, 63, 63);
    }
    app.update();
    assert_eq!(queue(&app).len(), 1000);
    let cancel = |app: &mut App, what: CancelPath| {
        app.world_mut().write_message(what);
        app.update();
        queue(app).len()
    };
    assert_eq!(cancel(&mut app, CancelPath::Agent(agents[500])), 999);
    let reason = app
        .world()
        .get::<PathFailed>(agents[500])
        .map(|failed| failed.reason);
    assert_eq!(reason, Some(FailReason::Cancelled));
    let another = CancelPath::Request {
        agent: agents[7],
        goal: Cell::new(1, 1),
    };
    assert_eq!(
        cancel(&mut app, another),
        999,
        "it asked for something else"
    );
    let the_one = CancelPath::Request {
        agent: agents[7],
        goal: Cell::new(63, 63),
    };
    assert_eq!(cancel(&mut app, the_one), 998);
    // However an agent stops to wait.
    app.world_mut().entity_mut(agents[8]).remove::<Planning>();
    app.world_mut().entity_mut(agents[9]).despawn();
    assert_eq!(queue(&app).len(), 996);
    // One that is under way is another matter.
    let walker = spawn(&mut app, 0, 40);
    let request = PathRequest {
        priority: 1,
        ..PathRequest::new(walker, Cell::new(0, 42))
    };
    app.world_mut().write_message(request);
    until(&mut app, "it walks", |app| {
        app.world().get::<PathStack>(walker).is_some()
    });
    assert_eq!(cancel(&mut app, CancelPath::AllRequests), 0);
    assert_eq!(queue(&app).begun(), 0);
    assert!(app.world().get::<PathStack>(walker).is_some());
    let mut planning = app.world_mut().query::<&Planning>();
    assert_eq!(planning.iter(app.world()).count(), 0);
    app.update();
    assert_eq!(queue(&app).report().expansions, 0);
}

#[test]
fn a_newer_request_takes_the_place_of_the_older_one() {
    let mut app = app_on(plain(100), 200);
    thorough(&mut app);
    let (restless, other) = (spawn(&mut app, 0, 0), spawn(&mut app, 0, 1));
    send(&mut app, other, 60, 60);
    for x in 0..10 {
        send(&mut app, restless, 70 + x, 70);
        app.update();
        assert_eq!(queue(&app).len(), 2);
    }
    until(&mut app, "both have an answer", |app| queue(app).is_empty());
    assert_eq!(last(&app, restless).unwrap().query.goal, Cell::new(79, 70));
    let found: Vec<Cell> = app
        .world_mut()
        .resource_mut::<Messages<PathFound>>()
        .drain()
        .map(|it| it.goal)
        .collect();
    assert_eq!(
        found.iter().filter(|goal| goal.y == 70).count(),
        1,
        "one answer: {found:?}"
    );
}

#[test]
fn requests_of_one_tick_are_served_in_the_order_of_their_goals() {
    #[derive(Resource, Default)]
    struct Found(Vec<Cell>);
    let mut app = app_on(plain(32), 100_000);
    app.init_resource::<Found>().add_systems(
        FixedPostUpdate,
        |mut messages: MessageReader<PathFound>, mut found: ResMut<Found>| {
            found.0.extend(messages.read().map(|found| found.goal));
        },
    );
    for at in 0..30 {
        let agent = spawn(&mut app, at, 0);
        send(&mut app, agent, 3 * (at % 3), 20);
    }
    until(&mut app, "all have an answer", |app| {
        app.world().resource::<Found>().0.len() == 30
    });
    let mut goals = app.world().resource::<Found>().0.clone();
    goals.dedup();
    assert_eq!(goals.len(), 3, "{goals:?}");
}

#[test]
fn labels_answer_in_the_tick_without_an_expansion() {
    let mut grid = plain(64);
    let cells = (0..64).map(|y| (Cell::new(32, y), WALL)).collect();
    grid.apply(&GridEdit::of_cells(cells)).unwrap();
    let mut app = app_on(grid, 1);
    cell_by_cell(&mut app);
    // Others wait already.
    for y in 0..20 {
        let agent = spawn(&mut app, 0, y);
        send(&mut app, agent, 31, 63);
    }
    app.update();
    for tolerance in [0, 5] {
        let agent = spawn(&mut app, 0, 30 + tolerance);
        let mut options = app.world().resource::<PathfindingOptions>().clone();
        options.options.goal_tolerance = tolerance.cast_unsigned();
        app.world_mut()
            .entity_mut(agent)
            .insert(AgentOptions(options));
        send(&mut app, agent, 63, 30);
        app.update();
        let answer = last(&app, agent).expect("in the same tick");
        assert_eq!(
            (answer.stats.expanded, answer.waited_ticks, answer.cost),
            (0, 0, None)
        );
        assert_eq!(
            app.world().get::<PathFailed>(agent).unwrap().reason,
            FailReason::Unreachable
        );
        assert_eq!(queue(&app).len(), 20);
    }
}

#[test]
fn edit_outside_a_search_does_not_restart_it() {
    let mut app = app_on(plain(100), 100);
    thorough(&mut app);
    let agent = spawn(&mut app, 0, 0);
    send(&mut app, agent, 70, 70);
    for x in 0..40 {
        // Beyond what it reaches in these ticks.
        set(&mut app, 99 - x, 99, WALL);
        app.update();
    }
    until(&mut app, "there is an answer", |app| queue(app).is_empty());
    let answer = last(&app, agent).unwrap();
    // The draft takes a few expansions too.
    assert!(answer.waited_ticks <= answer.stats.expanded / 100 + 2);
    assert_eq!(answer.revision, nav(&app).grid().revision());
}

#[test]
fn edit_inside_a_search_restarts_it_and_it_still_ends() {
    for algorithm in [
        Algorithm::AStar,
        Algorithm::Dijkstra,
        Algorithm::JumpPoint,
        Algorithm::Bidirectional,
    ] {
        let mut app = app_on(random(100, 25, &mut Rng(8)), 40);
        app.world_mut().resource_mut::<PathfindingOptions>().options = algorithm.into();
        let agent = spawn(&mut app, 0, 0);
        send(&mut app, agent, 99, 99);
        let mut rng = Rng(4);
        let mut ticks = 0;
        while last(&app, agent).is_none() {
            let cell = Cell::new(1 + rng.below(60), 1 + rng.below(60));
            set(&mut app, cell.x, cell.y, rng.pick(&[WALL, FLOOR]));
            app.update();
            assert!(queue(&app).report().expansions <= 40);
            ticks += 1;
            assert!(ticks < 3000, "{algorithm:?} never ends");
        }
        // The last edits may have cut the path.
        until(&mut app, "there is a path along the border", |app| {
            let stack = app.world().get::<PathStack>(agent);
            stack.is_some_and(PathStack::is_whole)
        });
        let stack = app.world().get::<PathStack>(agent).unwrap();
        assert!(
            stack.ahead().all(|cell| nav(&app).grid().is_walkable(cell)),
            "{algorithm:?}"
        );
    }
}

#[test]
fn the_nearest_cell_is_found_slice_by_slice_too() {
    let mut grid = random(96, 30, &mut Rng(12));
    // A room that cannot be entered, with the goal in it.
    let room = (60..80).flat_map(|at| [(at, 60), (at, 79), (60, at), (79, at)]);
    grid.apply(&GridEdit::of_cells(
        room.map(|(x, y)| (Cell::new(x, y), WALL)).collect(),
    ))
    .unwrap();
    let mut app = app_on(grid, 150);
    app.world_mut()
        .resource_mut::<PathfindingOptions>()
        .unreachable = UnreachablePolicy::Nearest;
    // Labels say nothing about what a limit leaves within reach.
    let max_cost = CostLimit::new(1e9);
    app.world_mut()
        .resource_mut::<PathfindingOptions>()
        .options
        .max_cost = max_cost;
    let agent = spawn(&mut app, 0, 0);
    let goal = Cell::new(70, 70);
    send(&mut app, agent, goal.x, goal.y);
    while last(&app, agent).is_none() {
        app.update();
        assert!(queue(&app).report().expansions <= 150);
    }
    let answer = last(&app, agent).unwrap();
    assert!(answer.waited_ticks > 10);
    let query = gridwalk_pathfinding::PathQuery {
        goal,
        ..answer.query.clone()
    };
    let plan = Planner::default().path_to_nearest(nav(&app).map(), &query, &mut Path::default());
    assert_eq!(answer.query.goal, plan.end);
}

/// A long wall with a gap at its lower end, and an agent on its way round it.
fn round_a_wall(seek_cheaper: bool) -> (App, Entity) {
    let mut grid = plain(60);
    grid.apply(&GridEdit::of_cells(
        (0..59).map(|y| (Cell::new(30, y), WALL)).collect(),
    ))
    .unwrap();
    let mut app = app_on(grid, 50);
    app.world_mut()
        .resource_mut::<PlanningOptions>()
        .seek_cheaper = seek_cheaper;
    let agent = spawn(&mut app, 0, 5);
    send(&mut app, agent, 59, 5);
    until(&mut app, "it walks", |app| {
        app.world()
            .get::<PathStack>(agent)
            .is_some_and(PathStack::arrives)
    });
    (app, agent)
}

#[test]
fn an_agent_walks_on_while_a_cheaper_path_is_looked_for() {
    let (mut app, agent) = round_a_wall(true);
    set(&mut app, 30, 20, FLOOR);
    let mut before = Vec2::NEG_ONE;
    let gap = Cell::new(30, 20);
    let goes_through = |app: &App| {
        app.world()
            .get::<PathStack>(agent)
            .unwrap()
            .ahead()
            .any(|cell| cell == gap)
    };
    for tick in 0.. {
        app.update();
        let position = app.world().get::<AgentMotion>(agent).unwrap().position;
        assert_ne!(position, before, "it stands in tick {tick}");
        before = position;
        if goes_through(&app) {
            break;
        }
        assert!(tick < 100, "it never finds the new gap");
    }
    until(&mut app, "it arrives", |app| {
        app.world().get::<AgentCell>(agent).unwrap().0 == Cell::new(59, 5)
    });
    let stays_one = app.world().resource::<Messages<Arrived>>().len();
    assert!(stays_one <= 1);
}

#[test]
fn door_ends_a_refusal_with_seek_cheaper_off() {
    let (mut app, agent) = round_a_wall(false);
    let walled_in = spawn(&mut app, 25, 2);
    let (side, below) = ((0..6).map(|y| (21, y)), (21..30).map(|x| (x, 5)));
    let cells = side
        .chain(below)
        .map(|(x, y)| (Cell::new(x, y), WALL))
        .collect();
    app.world_mut()
        .write_message(EditGrid(GridEdit::of_cells(cells)));
    app.update();
    send(&mut app, walled_in, 10, 2);
    app.update();
    assert_eq!(
        app.world().get::<PathFailed>(walled_in).unwrap().reason,
        FailReason::Unreachable
    );
    let searched = last(&app, agent).unwrap().revision;
    set(&mut app, 30, 20, FLOOR);
    set(&mut app, 21, 2, FLOOR);
    until(&mut app, "it sets off", |app| {
        app.world().get::<PathStack>(walled_in).is_some()
    });
    (0..50).for_each(|_| app.update());
    assert_eq!(
        last(&app, agent).unwrap().revision,
        searched,
        "it keeps its path"
    );
}

#[test]
fn agent_on_the_straightest_path_seeks_no_cheaper_one() {
    let mut app = app_on(plain(60), 1000);
    set(&mut app, 20, 6, WALL);
    app.update();
    let agent = spawn(&mut app, 0, 5);
    send(&mut app, agent, 59, 5);
    until(&mut app, "it walks", |app| {
        app.world()
            .get::<PathStack>(agent)
            .is_some_and(PathStack::arrives)
    });
    let searched = last(&app, agent).unwrap().revision;
    set(&mut app, 20, 6, FLOOR);
    for _ in 0..20 {
        app.update();
        assert_eq!(queue(&app).report().expansions, 0);
    }
    assert_eq!(last(&app, agent).unwrap().revision, searched);
}

#[test]
fn a_search_within_a_time_ends_too() {
    let mut app = app_on(random(200, 20, &mut Rng(2)), 0);
    app.world_mut().resource_mut::<PlanningOptions>().budget =
        TickBudget::Time(Duration::from_micros(200));
    let options = SearchOptions {
        max_expansions: None,
        ..Algorithm::IdaStar.into()
    };
    app.world_mut().resource_mut::<PathfindingOptions>().options = options;
    let agents: Vec<Entity> = (0..4).map(|x| spawn(&mut app, x, 0)).collect();
    for &agent in &agents {
        send(&mut app, agent, 8, 0);
    }
    app.update();
    until(&mut app, "all have an answer", |app| queue(app).is_empty());
    assert!(
        agents
            .iter()
            .all(|&agent| last(&app, agent).is_some_and(|answer| answer.cost.is_some()))
    );
}
