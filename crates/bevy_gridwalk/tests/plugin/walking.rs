//! The plugin in a headless app: no window, no clock of its own, one fixed step per update.

use std::collections::HashMap;
use std::time::Duration;

use bevy::ecs::schedule::ScheduleLabel;
use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use bevy_gridwalk::{
    AgentCell, AgentMotion, Arrived, CancelPath, CannotStand, EditGrid, FailReason, GridAgent,
    GridLayout, LastSearch, LevelPlugin, MoveTo, NavGrid, PathFailed, PathRequest, PathStack,
    PathfindingOptions, PathfindingPlugin, PathfindingSystems, Patrol, Planning, PlanningOptions,
    QueueWaypoint, Relocated, ReplaceGrid, TickBudget, Waypoints, time_to_go,
};
use gridwalk_pathfinding::UnreachablePolicy;
use gridwalk_pathfinding::{
    Algorithm, Cell, Grid, GridEdit, Movement, NodePool, Regions, Terrain, TerrainId, solve,
};

const TICK: Duration = Duration::from_micros(15_625);
const TICK_S: f32 = 1.0 / 64.0;
const WALL: TerrainId = TerrainId(1);
const FLOOR: TerrainId = TerrainId(0);

/// splitmix64
struct Rng(u64);

impl Rng {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: i32) -> i32 {
        i32::try_from(self.next() % u64::try_from(n).unwrap()).unwrap()
    }

    fn cell(&mut self, side: i32) -> Cell {
        Cell::new(self.below(side), self.below(side))
    }
}

/// All reports, and the things that must never happen.
#[derive(Resource, Default)]
struct Log {
    tick: u32,
    arrived: Vec<(u32, Arrived)>,
    failed: Vec<PathFailed>,
    relocated: Vec<Relocated>,
    last: HashMap<Entity, (Vec2, Cell)>,
    jumps: Vec<String>,
    steps_into_walls: Vec<String>,
}

fn record(
    mut log: ResMut<Log>,
    grid: Res<NavGrid>,
    mut arrived: MessageReader<Arrived>,
    mut failed: MessageReader<PathFailed>,
    mut relocated: MessageReader<Relocated>,
    agents: Query<(Entity, &GridAgent, &AgentCell, &AgentMotion)>,
) {
    log.tick += 1;
    let tick = log.tick;
    log.arrived
        .extend(arrived.read().map(|arrived| (tick, *arrived)));
    log.failed.extend(failed.read().copied());
    let moved: Vec<Relocated> = relocated.read().copied().collect();
    for (agent, GridAgent { speed }, cell, motion) in &agents {
        let before = log.last.insert(agent, (motion.position, cell.0));
        let Some((position, left)) = before else {
            continue;
        };
        let distance = position.distance(motion.position);
        let was_moved = moved.iter().any(|moved| moved.agent == agent);
        if !was_moved && distance > speed * TICK_S + 1e-4 {
            log.jumps.push(format!(
                "tick {tick}: {position} to {} is {distance}",
                motion.position
            ));
        }
        for entered in [(cell.0 != left).then_some(cell.0), motion.heading]
            .into_iter()
            .flatten()
        {
            if !grid.grid().is_walkable(entered) {
                log.steps_into_walls.push(format!(
                    "tick {tick}: {agent} at {} into {entered}",
                    motion.position
                ));
            }
        }
    }
    log.relocated.extend(moved);
}

fn app_on(grid: Grid) -> App {
    let mut app = App::new();
    app.add_plugins((
        MinimalPlugins,
        TransformPlugin,
        PathfindingPlugin::default(),
    ));
    finish(&mut app);
    app.insert_resource(NavGrid::new(grid));
    app
}

fn finish(app: &mut App) {
    app.init_resource::<Log>()
        .add_systems(FixedPostUpdate, record);
    app.insert_resource(TimeUpdateStrategy::ManualDuration(TICK));
    app.finish();
    app.cleanup();
    // The first update has no time to spend.
    app.update();
}

fn app_with(rows: &[&str]) -> App {
    app_on(Grid::from_rows(rows))
}

fn empty(side: u32) -> Grid {
    let cells = vec![FLOOR; (side * side) as usize];
    Grid::new(side, side, cells, vec![Terrain::floor(), Terrain::wall()]).unwrap()
}

fn random(side: i32, wall_percent: i32, rng: &mut Rng) -> Grid {
    let mut grid = empty(side.cast_unsigned());
    let mut edit = GridEdit::default();
    for y in 0..side {
        for x in 0..side {
            if rng.below(100) < wall_percent {
                edit.cells.push((Cell::new(x, y), WALL));
            }
        }
    }
    grid.apply(&edit).unwrap();
    grid
}

fn spawn(app: &mut App, at: (i32, i32), speed: f32) -> Entity {
    app.world_mut().spawn(GridAgent::at(at.into(), speed)).id()
}

/// Sets the number of expansions a tick: the same ticks on every machine.
fn plan_within(app: &mut App, expansions: u64) {
    app.insert_resource(PlanningOptions {
        budget: TickBudget::Expansions(expansions),
        ..default()
    });
}

fn ticks(app: &mut App, n: u32) {
    for _ in 0..n {
        app.update();
    }
}

fn log(app: &App) -> &Log {
    app.world().resource::<Log>()
}

fn motion(app: &App, agent: Entity) -> AgentMotion {
    *app.world().get(agent).unwrap()
}

fn cell(app: &App, agent: Entity) -> Cell {
    app.world().get::<AgentCell>(agent).unwrap().0
}

fn grid(app: &App) -> &Grid {
    app.world().resource::<NavGrid>().grid()
}

fn send(app: &mut App, agent: Entity, goal: impl Into<Cell>) {
    app.world_mut()
        .write_message(PathRequest::new(agent, goal.into()));
}

fn set(app: &mut App, cell: impl Into<Cell>, terrain: TerrainId) {
    app.world_mut()
        .write_message(EditGrid(GridEdit::set(cell.into(), terrain)));
}

/// Updates until it holds; the deadline is in ticks, not in seconds.
fn until(app: &mut App, what: &str, holds: impl Fn(&App) -> bool) -> u32 {
    for tick in 0..5000 {
        if holds(app) {
            return tick;
        }
        app.update();
    }
    panic!("it never happens: {what}");
}

fn is_idle(app: &App, agent: Entity) -> bool {
    let agent = app.world().entity(agent);
    !agent.contains::<PathStack>() && !agent.contains::<Planning>()
}

fn arrivals(app: &App) -> Vec<Cell> {
    log(app)
        .arrived
        .iter()
        .map(|(_, arrived)| arrived.cell)
        .collect()
}

fn assert_clean(app: &App) {
    assert_eq!(log(app).jumps, Vec::<String>::new(), "no agent jumps");
    assert_eq!(
        log(app).steps_into_walls,
        Vec::<String>::new(),
        "no agent enters a wall"
    );
}

#[test]
fn an_agent_walks_a_shortest_path_and_arrives_once() {
    let mut app = app_with(&[".....", ".###.", ".#...", ".#.#.", "...#."]);
    let agent = spawn(&mut app, (0, 0), 8.0);
    app.world_mut()
        .entity_mut(agent)
        .insert(MoveTo(Cell::new(2, 3)));
    until(&mut app, "it sets off", |app| {
        app.world().get::<PathStack>(agent).is_some()
    });
    let path: Vec<Cell> = app
        .world()
        .get::<PathStack>(agent)
        .unwrap()
        .ahead()
        .collect();
    assert_eq!(path.len(), 7, "down the left side: {path:?}");
    assert!(
        app.world().get::<MoveTo>(agent).is_none(),
        "the wish is understood"
    );
    until(&mut app, "it arrives", |app| !log(app).arrived.is_empty());
    ticks(&mut app, 100);
    assert_eq!(arrivals(&app), [Cell::new(2, 3)]);
    assert_eq!(cell(&app, agent), Cell::new(2, 3));
    assert_eq!(motion(&app, agent).position, Vec2::new(2.0, 3.0));
    let found = app.world().get::<LastSearch>(agent).unwrap();
    let expected = solve(grid(&app), &found.query, &mut NodePool::default(), &mut ());
    assert_eq!(
        (found.cost, found.stats),
        (expected.cost(), expected.stats())
    );
    assert_clean(&app);
}

#[test]
fn it_moves_within_two_frames_on_256_by_256() {
    let mut rng = Rng(7);
    let mut map = random(256, 20, &mut rng);
    let border = (0..256).flat_map(|i| [(Cell::new(i, 0), FLOOR), (Cell::new(255, i), FLOOR)]);
    map.apply(&GridEdit::of_cells(border.collect())).unwrap();
    let mut app = app_on(map);
    let agent = spawn(&mut app, (0, 0), 4.0);
    // What two milliseconds have time for.
    plan_within(&mut app, 20_000);
    ticks(&mut app, 3);
    let at = motion(&app, agent).position;
    send(&mut app, agent, (255, 255));
    ticks(&mut app, 2);
    assert_ne!(motion(&app, agent).position, at);
}

#[test]
fn ten_seconds_are_the_same_at_every_frame_rate() {
    let run = |fps: u64| {
        let mut app = app_on(random(40, 20, &mut Rng(3)));
        let agents: Vec<Entity> = [(1, 1), (20, 20), (38, 5), (5, 33)]
            .iter()
            .map(|&(x, y)| {
                let near = Cell::new(x, y);
                let map = grid(&app);
                let free =
                    gridwalk_pathfinding::nearest_cell(map, near, |cell| map.is_walkable(cell))
                        .unwrap();
                app.world_mut().spawn(GridAgent::at(free, 3.7)).id()
            })
            .collect();
        let settings = PathfindingOptions {
            unreachable: UnreachablePolicy::Nearest,
            ..default()
        };
        app.insert_resource(settings);
        plan_within(&mut app, 1000);
        for (i, &agent) in agents.iter().enumerate() {
            let stops = vec![
                Cell::new(30, 30),
                Cell::new(3 + i32::try_from(i).unwrap(), 2),
                Cell::new(35, 1),
            ];
            app.world_mut()
                .entity_mut(agent)
                .insert(Patrol { stops, next: i % 3 });
        }
        // A nanosecond more than a frame, so that ten seconds are reached and not just missed.
        app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_nanos(
            1_000_000_000 / fps + 1,
        )));
        for _ in 0..fps * 10 {
            app.update();
        }
        assert_eq!(log(&app).tick, 640);
        agents
            .iter()
            .map(|&agent| (motion(&app, agent), cell(&app, agent)))
            .collect::<Vec<_>>()
    };
    let at_60 = run(60);
    assert_eq!(run(15), at_60);
    assert_eq!(run(240), at_60);
}

#[test]
fn left_over_time_is_spent_on_the_next_cell() {
    // Fast enough to pass more than one cell in a tick, and an odd speed.
    for speed in [0.9, 3.3, 17.0, 100.0] {
        let mut app = app_with(&["..5.3..22.......1...9.", ".#####################"]);
        let agent = spawn(&mut app, (0, 0), speed);
        send(&mut app, agent, (21, 0));
        until(&mut app, "the path is known", |app| {
            app.world().get::<PathStack>(agent).is_some()
        });
        // It walked for one tick already when the stack was seen first.
        let stack = app.world().get::<PathStack>(agent).unwrap();
        let seconds = time_to_go(grid(&app), stack, motion(&app, agent).position, speed);
        let whole: f32 = (16.0 + 5.0 + 3.0 + 2.0 + 2.0 + 9.0) / speed;
        assert!(
            (seconds - (whole - TICK_S)).abs() < 1e-3,
            "{seconds} of {whole}"
        );
        let needed = until(&mut app, "it arrives", |app| !log(app).arrived.is_empty());
        #[expect(clippy::cast_precision_loss, reason = "a few hundred ticks")]
        let needed = needed as f32 * TICK_S;
        assert!(
            needed >= seconds - 1e-3 && needed <= seconds + TICK_S + 1e-3,
            "{needed} s, computed {seconds} s"
        );
        assert_eq!(
            motion(&app, agent).position,
            Vec2::new(21.0, 0.0),
            "no overshoot"
        );
        assert_clean(&app);
    }
}

#[test]
fn every_refusal_has_its_reason_and_needs_no_search() {
    let mut app = app_with(&["..#.", "..#."]);
    let agent = spawn(&mut app, (0, 0), 4.0);
    let cases = [
        ((9, 0), FailReason::Goal(CannotStand::OffGrid)),
        ((2, 1), FailReason::Goal(CannotStand::Blocked)),
        ((3, 1), FailReason::Unreachable),
    ];
    for (goal, reason) in cases {
        send(&mut app, agent, goal);
        ticks(&mut app, 2);
        let failed = PathFailed::new(agent, goal.into(), reason);
        assert_eq!(app.world().get::<PathFailed>(agent), Some(&failed));
        assert_eq!(log(&app).failed.last(), Some(&failed));
        let answer = app.world().get::<LastSearch>(agent).unwrap();
        assert_eq!(
            (answer.stats.expanded, answer.cost, answer.query.goal),
            (0, None, goal.into())
        );
        assert!(is_idle(&app, agent));
    }
    assert_eq!(log(&app).failed.len(), 3);
    send(&mut app, agent, (1, 1));
    until(&mut app, "the next order is carried out", |app| {
        !log(app).arrived.is_empty()
    });
    assert!(app.world().get::<PathFailed>(agent).is_none());
}

/// A map that is too large to be labelled at once, and not too large to keep its labels up.
#[test]
fn labels_are_up_to_date_in_the_tick_of_an_edit() {
    let mut rng = Rng(7);
    let movement = Movement::default();
    let mut app = app_on(random(200, 38, &mut rng));
    let labels = |app: &App| app.world().resource::<NavGrid>().regions(movement).cloned();
    for _ in 0..2000 {
        if labels(&app).is_some() {
            break;
        }
        std::thread::sleep(Duration::from_millis(1));
        app.update();
    }
    for edit in 0..300 {
        let at = rng.cell(200);
        let terrain = if grid(&app).is_walkable(at) {
            WALL
        } else {
            FLOOR
        };
        set(&mut app, at, terrain);
        app.update();
        let kept =
            labels(&app).unwrap_or_else(|| panic!("edit {edit} at {at}: labels are there at once"));
        let fresh = Regions::new(grid(&app), movement);
        assert_eq!(kept.count(), fresh.count(), "edit {edit} at {at}");
        for _ in 0..50 {
            let (a, b) = (rng.cell(200), rng.cell(200));
            assert_eq!(
                kept.connected(a, b),
                fresh.connected(a, b),
                "edit {edit} at {at}: {a} to {b}"
            );
        }
    }
    // A room is sealed: an order into it is answered at once, without a search.
    let mut app = app_on(empty(200));
    until(&mut app, "the map is labelled", |app| {
        app.world()
            .resource::<NavGrid>()
            .regions(movement)
            .is_some()
    });
    let agent = spawn(&mut app, (0, 0), 4.0);
    for x in 0..200 {
        set(&mut app, (x, 100), WALL);
    }
    send(&mut app, agent, (7, 150));
    app.update();
    let failed = app
        .world()
        .get::<PathFailed>(agent)
        .map(|failed| failed.reason);
    assert_eq!(failed, Some(FailReason::Unreachable));
    assert_eq!(
        app.world().get::<LastSearch>(agent).unwrap().stats.expanded,
        0
    );
}

#[test]
fn a_cancelled_agent_finishes_its_step_and_stays() {
    let mut app = app_on(empty(30));
    let agent = spawn(&mut app, (0, 0), 4.0);
    send(&mut app, agent, (29, 0));
    app.world_mut().write_message(QueueWaypoint {
        agent,
        goal: Cell::new(0, 29),
    });
    until(&mut app, "it is between two cells", |app| {
        motion(app, agent).position.x > 3.4
    });
    app.world_mut().write_message(CancelPath::Agent(agent));
    ticks(&mut app, 100);
    assert_eq!(motion(&app, agent).position, Vec2::new(4.0, 0.0));
    let failed = PathFailed::new(agent, Cell::new(29, 0), FailReason::Cancelled);
    assert_eq!(log(&app).failed, [failed]);
    assert!(arrivals(&app).is_empty() && is_idle(&app, agent));
    assert!(app.world().get::<Waypoints>(agent).unwrap().0.is_empty());
    // In the very tick in which an edit crosses the path, too.
    send(&mut app, agent, (20, 0));
    until(&mut app, "it is between two cells again", |app| {
        motion(app, agent).position.x > 7.4
    });
    app.world_mut().write_message(CancelPath::Agent(agent));
    set(&mut app, (12, 0), WALL);
    ticks(&mut app, 100);
    assert_eq!(motion(&app, agent).position, Vec2::new(8.0, 0.0));
    assert_clean(&app);
}

#[test]
fn with_the_nearest_policy_it_goes_as_near_as_it_can() {
    let mut app = app_with(&["...#....", "...#....", "...#...."]);
    app.world_mut()
        .resource_mut::<PathfindingOptions>()
        .unreachable = UnreachablePolicy::Nearest;
    let agent = spawn(&mut app, (0, 0), 8.0);
    for (goal, nearest) in [
        ((7, 1), (2, 1)),
        ((3, 2), (2, 2)),
        ((-50, 1), (0, 1)),
        ((0, 900), (0, 2)),
    ] {
        send(&mut app, agent, goal);
        let before = log(&app).arrived.len();
        until(&mut app, "it arrives", |app| {
            log(app).arrived.len() > before
        });
        assert_eq!(cell(&app, agent), nearest.into(), "for {goal:?}");
    }
    assert_clean(&app);
}

#[test]
fn new_orders_at_any_moment_make_no_jump() {
    for seed in 0..4 {
        let rng = &mut Rng(seed);
        let side = 24;
        let mut app = app_on(random(side, 20, rng));
        app.world_mut()
            .resource_mut::<PathfindingOptions>()
            .options
            .movement = Movement::ALL[usize::try_from(seed).unwrap()];
        let start = loop {
            let start = rng.cell(side);
            if grid(&app).is_walkable(start) {
                break start;
            }
        };
        let agent = spawn(&mut app, (start.x, start.y), 5.3);
        let mut before = start;
        for i in 0..60 {
            // Every third order leads back to where it was going before, to make it turn round.
            let goal = if i % 3 == 2 { before } else { rng.cell(side) };
            before = cell(&app, agent);
            send(&mut app, agent, goal);
            ticks(&mut app, rng.below(70).cast_unsigned() + 1);
        }
        until(&mut app, "it comes to rest", |app| is_idle(app, agent));
        let stands = cell(&app, agent);
        assert_eq!(motion(&app, agent).heading, None);
        #[expect(clippy::cast_precision_loss, reason = "a small map")]
        let middle = Vec2::new(stands.x as f32, stands.y as f32);
        assert_eq!(
            motion(&app, agent).position,
            middle,
            "it stands in the middle of a cell"
        );
        assert_clean(&app);
        assert!(!log(&app).arrived.is_empty());
    }
}

#[test]
fn turning_round_between_two_cells_goes_straight_back() {
    let mut app = app_with(&["......"]);
    let agent = spawn(&mut app, (0, 0), 4.0);
    send(&mut app, agent, (5, 0));
    until(&mut app, "it is between two cells", |app| {
        motion(app, agent).position.x > 2.2
    });
    send(&mut app, agent, (0, 0));
    let mut farthest: f32 = 0.0;
    for _ in 0..200 {
        app.update();
        farthest = farthest.max(motion(&app, agent).position.x);
    }
    assert!(
        farthest < 2.5,
        "it does not walk on to cell 3 first: {farthest}"
    );
    assert_eq!(arrivals(&app), [Cell::new(0, 0)]);
    assert_clean(&app);
}

#[test]
fn queued_waypoints_are_visited_in_order() {
    let mut app = app_on(empty(20));
    let agent = spawn(&mut app, (0, 0), 16.0);
    send(&mut app, agent, (5, 5));
    let rest = [(9, 0), (0, 9), (12, 12)];
    for goal in rest {
        app.world_mut().write_message(QueueWaypoint {
            agent,
            goal: goal.into(),
        });
    }
    until(&mut app, "it visits all", |app| log(app).arrived.len() == 4);
    ticks(&mut app, 50);
    let expected: Vec<Cell> = [(5, 5), (9, 0), (0, 9), (12, 12)].map(Cell::from).to_vec();
    assert_eq!(arrivals(&app), expected);
    // An order forgets what was queued.
    app.world_mut().write_message(QueueWaypoint {
        agent,
        goal: Cell::new(0, 0),
    });
    app.world_mut().write_message(QueueWaypoint {
        agent,
        goal: Cell::new(19, 0),
    });
    ticks(&mut app, 5);
    send(&mut app, agent, (12, 11));
    ticks(&mut app, 400);
    assert_eq!(arrivals(&app).last(), Some(&Cell::new(12, 11)));
    assert_clean(&app);
}

#[test]
fn order_wins_over_a_due_waypoint_of_the_same_tick() {
    let mut app = app_on(empty(20));
    let agent = spawn(&mut app, (0, 0), 16.0);
    app.world_mut()
        .entity_mut(agent)
        .insert(Waypoints([Cell::new(9, 9)].into()));
    send(&mut app, agent, (3, 0));
    until(&mut app, "it arrives", |app| !log(app).arrived.is_empty());
    ticks(&mut app, 100);
    assert_eq!(arrivals(&app), [Cell::new(3, 0)]);
}

#[test]
fn a_patrol_goes_round_until_somebody_gives_an_order() {
    let mut app = app_on(empty(12));
    let agent = spawn(&mut app, (0, 0), 30.0);
    let stops: Vec<Cell> = [(5, 0), (5, 5), (0, 0)].map(Cell::from).to_vec();
    app.world_mut().entity_mut(agent).insert(Patrol {
        stops: stops.clone(),
        next: 0,
    });
    until(&mut app, "it goes round twice", |app| {
        log(app).arrived.len() >= 7
    });
    let expected: Vec<Cell> = stops.iter().cycle().take(7).copied().collect();
    assert_eq!(arrivals(&app)[..7], expected);
    send(&mut app, agent, (11, 11));
    ticks(&mut app, 300);
    assert_eq!(cell(&app, agent), Cell::new(11, 11));
    assert!(app.world().get::<Patrol>(agent).is_none());
    assert_clean(&app);
}

/// A waypoint ended the patrol.
#[test]
fn patrol_visits_a_waypoint_and_continues_its_round() {
    let mut app = app_on(empty(12));
    let agent = spawn(&mut app, (0, 0), 30.0);
    let stops: Vec<Cell> = [(5, 0), (5, 5), (0, 0)].map(Cell::from).to_vec();
    app.world_mut().entity_mut(agent).insert(Patrol {
        stops: stops.clone(),
        next: 0,
    });
    until(&mut app, "it is on its way", |app| {
        motion(app, agent).position.x > 1.0
    });
    app.world_mut().write_message(QueueWaypoint {
        agent,
        goal: Cell::new(9, 9),
    });
    until(&mut app, "it goes round", |app| log(app).arrived.len() >= 5);
    let expected = [(5, 0), (9, 9), (5, 5), (0, 0), (5, 0)].map(Cell::from);
    assert_eq!(arrivals(&app)[..5], expected);
    assert!(app.world().get::<Patrol>(agent).is_some());
    assert_clean(&app);
}

#[test]
fn an_edit_across_the_path_is_walked_around() {
    let mut app = app_on(empty(11));
    let agent = spawn(&mut app, (0, 5), 4.0);
    send(&mut app, agent, (10, 5));
    app.world_mut().write_message(QueueWaypoint {
        agent,
        goal: Cell::new(0, 0),
    });
    until(&mut app, "it is under way", |app| {
        motion(app, agent).position.x > 2.5
    });
    for y in 0..10 {
        set(&mut app, (5, y), WALL);
    }
    until(&mut app, "it arrives", |app| !log(app).arrived.is_empty());
    assert_eq!(cell(&app, agent), Cell::new(10, 5));
    until(&mut app, "it arrives at its waypoint", |app| {
        log(app).arrived.len() == 2
    });
    assert_eq!(arrivals(&app), [Cell::new(10, 5), Cell::new(0, 0)]);
    // And a path that opens ends a refusal.
    set(&mut app, (5, 10), WALL);
    ticks(&mut app, 2);
    send(&mut app, agent, (10, 10));
    ticks(&mut app, 2);
    assert_eq!(
        log(&app).failed.last().unwrap().reason,
        FailReason::Unreachable
    );
    set(&mut app, (5, 3), FLOOR);
    until(&mut app, "it goes after all", |app| {
        log(app).arrived.len() == 3
    });
    assert_eq!(cell(&app, agent), Cell::new(10, 10));
    assert_clean(&app);
}

#[test]
fn nobody_steps_into_a_wall_however_the_map_changes() {
    for seed in 0..3 {
        let rng = &mut Rng(100 + seed);
        let side = 24;
        let mut app = app_on(random(side, 15, rng));
        let agents: Vec<Entity> = (0..30)
            .map(|i| {
                let at = rng.cell(side);
                set(&mut app, at, FLOOR);
                #[expect(clippy::cast_precision_loss, reason = "small numbers")]
                spawn(&mut app, (at.x, at.y), 1.0 + i as f32)
            })
            .collect();
        ticks(&mut app, 1);
        for round in 0..400 {
            for _ in 0..2 {
                let at = rng.cell(side);
                let terrain = if rng.below(100) < 40 { WALL } else { FLOOR };
                set(&mut app, at, terrain);
            }
            if let Some(&next) = agents.get(rng.below(60).unsigned_abs() as usize) {
                let next_cell = app.world().get::<PathStack>(next).and_then(PathStack::next);
                // Straight in front of somebody's feet, too.
                if let Some(cell) = next_cell {
                    set(&mut app, cell, WALL);
                }
            }
            let agent = agents[rng.below(30).unsigned_abs() as usize];
            match rng.below(4) {
                0 => {
                    app.world_mut().write_message(CancelPath::Agent(agent));
                }
                1 => {
                    app.world_mut().write_message(QueueWaypoint {
                        agent,
                        goal: rng.cell(side),
                    });
                }
                _ => send(&mut app, agent, rng.cell(side)),
            }
            ticks(&mut app, rng.below(5).cast_unsigned());
            let walls = &log(&app).steps_into_walls;
            assert!(walls.is_empty(), "seed {seed}, round {round}: {walls:?}");
        }
        assert_clean(&app);
        assert!(log(&app).arrived.len() > 30, "somebody gets somewhere");
    }
}

#[test]
fn whoever_stands_in_a_new_wall_moves_to_the_nearest_free_cell() {
    let mut app = app_on(empty(9));
    let idle = spawn(&mut app, (4, 4), 4.0);
    ticks(&mut app, 2);
    for cell in [(4, 4), (3, 4), (5, 4), (4, 3)] {
        set(&mut app, cell, WALL);
    }
    ticks(&mut app, 2);
    let moved: Vec<_> = log(&app)
        .relocated
        .iter()
        .map(|it| (it.agent, it.from, it.to))
        .collect();
    assert_eq!(moved, [(idle, Cell::new(4, 4), Cell::new(4, 5))]);
    assert_eq!(
        (cell(&app, idle), motion(&app, idle).position),
        (Cell::new(4, 5), Vec2::new(4.0, 5.0))
    );
    // One under way keeps its goal, and its waypoints after it.
    send(&mut app, idle, (0, 5));
    app.world_mut().write_message(QueueWaypoint {
        agent: idle,
        goal: Cell::new(8, 8),
    });
    until(&mut app, "it is under way", |app| {
        motion(app, idle).position.x < 2.7
    });
    let under = cell(&app, idle);
    set(&mut app, under, WALL);
    until(&mut app, "it visits both", |app| {
        log(app).arrived.len() == 2
    });
    assert_eq!(arrivals(&app), [Cell::new(0, 5), Cell::new(8, 8)]);
    assert_clean(&app);
}

#[test]
fn without_a_free_cell_it_is_stuck_until_there_is_one() {
    let mut app = app_with(&["..", ".."]);
    let agent = spawn(&mut app, (0, 0), 4.0);
    ticks(&mut app, 2);
    let all = [(0, 0), (1, 0), (0, 1), (1, 1)];
    for cell in all {
        set(&mut app, cell, WALL);
    }
    ticks(&mut app, 2);
    assert_eq!(
        app.world().get::<PathFailed>(agent).unwrap().reason,
        FailReason::Stuck(CannotStand::Blocked)
    );
    send(&mut app, agent, (1, 1));
    ticks(&mut app, 2);
    set(&mut app, (1, 0), FLOOR);
    ticks(&mut app, 3);
    assert_eq!(cell(&app, agent), Cell::new(1, 0));
    set(&mut app, (1, 1), FLOOR);
    send(&mut app, agent, (1, 1));
    until(&mut app, "it walks again", |app| {
        cell(app, agent) == Cell::new(1, 1)
    });
    assert_clean(&app);
}

#[test]
fn an_answer_for_an_older_map_is_checked_again() {
    let mut app = app_on(empty(11));
    plan_within(&mut app, 5);
    // From cell to cell, so that it takes more than a tick.
    app.world_mut().resource_mut::<PathfindingOptions>().options = Algorithm::AStar.into();
    let agent = spawn(&mut app, (0, 5), 4.0);
    send(&mut app, agent, (10, 5));
    app.world_mut().write_message(QueueWaypoint {
        agent,
        goal: Cell::new(0, 0),
    });
    until(&mut app, "it is planning", |app| {
        app.world().get::<Planning>(agent).is_some()
    });
    for y in 0..10 {
        set(&mut app, (5, y), WALL);
    }
    until(&mut app, "it visits both", |app| {
        log(app).arrived.len() == 2
    });
    assert_eq!(
        arrivals(&app),
        [Cell::new(10, 5), Cell::new(0, 0)],
        "its goal comes before its waypoint"
    );
    // Walled off while it was planning.
    send(&mut app, agent, (10, 5));
    until(&mut app, "it is planning again", |app| {
        app.world().get::<Planning>(agent).is_some()
    });
    set(&mut app, (5, 10), WALL);
    ticks(&mut app, 4);
    assert_eq!(
        app.world().get::<PathFailed>(agent).unwrap().reason,
        FailReason::Unreachable
    );
    // The goal itself became a wall.
    send(&mut app, agent, (4, 5));
    until(&mut app, "it is planning once more", |app| {
        app.world().get::<Planning>(agent).is_some()
    });
    set(&mut app, (4, 5), WALL);
    ticks(&mut app, 4);
    assert_eq!(
        app.world().get::<PathFailed>(agent).unwrap().reason,
        FailReason::Goal(CannotStand::Blocked)
    );
    assert_clean(&app);
}

#[test]
fn another_map_under_its_feet_is_walked_like_any_edit() {
    let mut app = app_on(empty(11));
    let agent = spawn(&mut app, (0, 0), 4.0);
    send(&mut app, agent, (10, 0));
    until(&mut app, "it is under way", |app| {
        motion(app, agent).position.x > 2.5
    });
    // Another legend: the map is replaced as a whole.
    let rows = ["....#......", "....#......", "....#......", "..........."];
    app.world_mut()
        .write_message(ReplaceGrid(Grid::from_rows(&rows)));
    until(&mut app, "it arrives", |app| !log(app).arrived.is_empty());
    assert_eq!(cell(&app, agent), Cell::new(10, 0));
    app.world_mut()
        .write_message(ReplaceGrid(Grid::from_rows(&["...", "..."])));
    ticks(&mut app, 2);
    assert_eq!(cell(&app, agent), Cell::new(2, 0), "its cell is gone");
    send(&mut app, agent, (0, 1));
    ticks(&mut app, 3);
    app.world_mut()
        .write_message(ReplaceGrid(Grid::from_rows(&["."])));
    ticks(&mut app, 3);
    assert_eq!(
        app.world().get::<PathFailed>(agent).unwrap().reason,
        FailReason::Goal(CannotStand::OffGrid)
    );
    assert_clean(&app);
}

#[test]
fn one_refused_edit_does_not_take_the_others_with_it() {
    let mut app = app_on(empty(3));
    set(&mut app, (1, 1), WALL);
    set(&mut app, (7, 7), WALL);
    set(&mut app, (2, 2), TerrainId(9));
    ticks(&mut app, 2);
    assert!(!grid(&app).is_walkable(Cell::new(1, 1)));
    assert!(grid(&app).is_walkable(Cell::new(2, 2)));
}

#[test]
fn an_agent_that_is_despawned_while_it_is_planning_harms_nobody() {
    let mut app = app_on(empty(30));
    let agent = spawn(&mut app, (0, 0), 4.0);
    send(&mut app, agent, (29, 29));
    app.add_systems(
        FixedUpdate,
        (move |mut commands: Commands| commands.entity(agent).try_despawn())
            .before(PathfindingSystems::ApplyEdits),
    );
    send(&mut app, agent, (3, 3));
    ticks(&mut app, 5);
    assert!(app.world().get_entity(agent).is_err());
}

#[test]
fn drawing_lies_between_the_last_two_ticks() {
    let mut app = app_on(empty(30));
    let agent = spawn(&mut app, (0, 0), 4.0);
    send(&mut app, agent, (29, 0));
    app.insert_resource(TimeUpdateStrategy::ManualDuration(TICK / 4));
    let mut last = None;
    for _ in 0..200 {
        app.update();
        let x = app.world().get::<Transform>(agent).unwrap().translation.x;
        if let Some(last) = last {
            let moved: f32 = x - last;
            assert!(
                (-1e-3..=4.0 * TICK_S / 4.0 * 32.0 + 1e-2).contains(&moved),
                "even steps, not {moved}"
            );
        }
        last = Some(x);
    }
    assert!(last.unwrap() > 60.0);
}

#[test]
fn no_two_systems_of_the_plugin_are_in_doubt_about_their_order() {
    for schedule in [FixedUpdate.intern(), Update.intern()] {
        let mut app = App::new();
        let plugin = PathfindingPlugin::in_schedule(schedule);
        app.add_plugins((
            MinimalPlugins,
            TransformPlugin,
            AssetPlugin::default(),
            plugin,
            LevelPlugin,
        ));
        app.finish();
        app.cleanup();
        app.update();
        let pairs = super::order::doubtful_pairs(&mut app);
        assert!(pairs.is_empty(), "in {schedule:?}:\n{}", pairs.join("\n"));
    }
}

#[test]
fn a_cell_lies_under_its_own_middle_and_rows_go_down() {
    let layout = GridLayout::y_down(Vec2::splat(20.0)).at(Vec3::new(-100.0, 50.0, 0.0));
    for cell in [
        Cell::new(0, 0),
        Cell::new(7, 3),
        Cell::new(-2, -9),
        Cell::new(4095, 4095),
    ] {
        assert_eq!(layout.cell(layout.center(cell)), cell);
    }
    assert_eq!(layout.center(Cell::new(0, 1)), Vec2::new(-90.0, 20.0));
}
