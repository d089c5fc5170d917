//! Two thousand requests at once on a map of 512 × 512 cells.

use std::time::{Duration, Instant};

use bevy::prelude::*;
use bevy_gridwalk::{
    AgentMotion, AgentOptions, EditGrid, GridAgent, LastSearch, PathFailed, PathRequest,
    PathfindingOptions, Planning, PlanningOptions, TickBudget,
};
use gridwalk_pathfinding::{
    Algorithm, Cell, Grid, GridEdit, Map, Movement, Path, Planned, Planner, Rect, SearchOptions,
};
use gridwalk_testing::Rng;

use super::super::crowd_start::rooms;
use super::{FLOOR, WALL, app_on, nav, plain, queue, random};

/// Agents all over the map, that want to go so far in each direction at most.
fn two_thousand(app: &mut App, far: i32) -> Vec<Entity> {
    let mut rng = Rng(77);
    let mut agents = Vec::new();
    while agents.len() < 2000 {
        let Some(from) = rng.free_cell(nav(app).grid()) else {
            continue;
        };
        let to = Cell::new(
            from.x + rng.below(2 * far) - far,
            from.y + rng.below(2 * far) - far,
        );
        if nav(app).grid().is_walkable(to) {
            let agent = app.world_mut().spawn(GridAgent::at(from, 4.0)).id();
            app.world_mut().write_message(PathRequest::new(agent, to));
            agents.push(agent);
        }
    }
    agents
}

#[test]
fn no_tick_is_over_the_budget_and_all_end() {
    const BUDGET: u64 = 20_000;
    const SLICE: u64 = 256;
    let mut app = app_on(random(512, 20, &mut Rng(5)), BUDGET);
    let agents = two_thousand(&mut app, 90);
    let mut before = 2000;
    for tick in 0.. {
        app.update();
        let report = queue(&app).report();
        assert!(
            report.expansions <= BUDGET + SLICE,
            "tick {tick}: {} expansions",
            report.expansions
        );
        assert_eq!(report.waiting, queue(&app).len());
        assert!(report.waiting < before, "tick {tick}: somebody is answered");
        before = report.waiting;
        if before == 0 {
            break;
        }
    }
    for agent in agents {
        let answer = app.world().get::<LastSearch>(agent).expect("an answer");
        assert!(answer.cost.is_some() || app.world().get::<PathFailed>(agent).is_some());
    }
}

/// On terrain of one cost an agent stood until the search for its own path had its turn.
#[test]
fn agents_among_random_walls_set_off_long_before_their_turn() {
    let mut app = app_on(random(512, 20, &mut Rng(5)), 20_000);
    let agents = two_thousand(&mut app, 512);
    for _ in 0..40 {
        app.update();
    }
    let [waiting, standing] = waiting_and_standing(&app, &agents);
    assert!(waiting > 1500, "{waiting} wait");
    assert!(standing < 100, "{standing} of {waiting} stand");
}

/// Returns how many requests wait, and how many agents stand while theirs does.
fn waiting_and_standing(app: &App, agents: &[Entity]) -> [usize; 2] {
    let stands = |agent: &&Entity| {
        let is_walking = app.world().get::<AgentMotion>(**agent).unwrap().heading;
        is_walking.is_none() && app.world().get::<Planning>(**agent).is_some()
    };
    [queue(app).len(), agents.iter().filter(stands).count()]
}

/// An agent that is walled in stood until its turn, since it has no draft. Each draft for such an
/// agent, or a walled-off goal, searched all that can be reached, while the others stood.
#[test]
fn agents_without_a_way_keep_nobody_from_setting_off() {
    let mut grid = random(512, 20, &mut Rng(5));
    let start = Cell::new(300, 300);
    let around = (298..=302).flat_map(|y| (298..=302).map(move |x| Cell::new(x, y)));
    let terrain = |cell: Cell| {
        if cell.is_within(1, start) {
            FLOOR
        } else {
            WALL
        }
    };
    let closet = around.map(|cell| (cell, terrain(cell))).collect();
    grid.apply(&GridEdit::of_cells(closet)).unwrap();
    let mut app = app_on(grid, 20_000);
    let mut agents = two_thousand(&mut app, 512);
    let agent = app.world_mut().spawn(GridAgent::at(start, 4.0)).id();
    app.world_mut()
        .write_message(PathRequest::new(agent, Cell::new(511, 511)));
    agents.push(agent);
    // There are no region labels of this movement until a search makes them.
    let options = PathfindingOptions {
        options: SearchOptions {
            movement: Movement::Four,
            region: Some(Rect {
                at: Cell::new(0, 0),
                width: 512,
                height: 512,
            }),
            ..Algorithm::Auto.into()
        },
        ..default()
    };
    for agent in &agents {
        let mut agent = app.world_mut().entity_mut(*agent);
        agent.insert(AgentOptions(options.clone()));
    }
    for _ in 0..60 {
        app.update();
    }
    let [waiting, standing] = waiting_and_standing(&app, &agents);
    assert!(waiting > 1500, "{waiting} wait");
    assert!(standing < 100, "{standing} of {waiting} stand");
    assert!(app.world().get::<PathFailed>(agent).is_some());
}

/// On open ground a draft would take as much work as the answer.
#[test]
fn no_draft_is_made_where_answers_take_as_little_work() {
    let mut app = app_on(plain(512), 500);
    two_thousand(&mut app, 512);
    let mut drafted = 0;
    loop {
        app.update();
        drafted += queue(&app).report().drafted;
        if queue(&app).is_empty() {
            break;
        }
    }
    assert_eq!(drafted, 0);
}

/// With landmarks, the queries of others can change which of several cheapest paths is found.
#[test]
fn without_landmarks_a_path_depends_on_its_request_alone() {
    let differing_paths = |landmarks: bool| {
        let mut app = app_on(random(256, 40, &mut Rng(5)), 1 << 20);
        app.world_mut().resource_mut::<PlanningOptions>().landmarks = landmarks;
        let agents = two_thousand(&mut app, 256);
        app.update();
        while !queue(&app).is_empty() {
            app.update();
        }
        let map = Map::new(nav(&app).grid().clone());
        let mut planner = Planner::default().without_landmarks();
        let mut path = Path::default();
        let mut differs = |agent: &Entity| {
            let answer = app.world().get::<LastSearch>(*agent).expect("an answer");
            let plan = planner.path(&map, &answer.query, &mut path);
            let cost = (plan.planned == Planned::Found).then(|| path.cost());
            assert_eq!(answer.cost, cost, "{:?}", answer.query);
            cost.is_some() && answer.path_hash != Some(path.hash())
        };
        agents.iter().filter(|agent| differs(agent)).count()
    };
    assert_eq!(differing_paths(false), 0);
    assert!(differing_paths(true) > 0, "landmarks were used");
}

/// Prints what the ticks take, wherever the machine has one core to itself:
/// `cargo test -p bevy_gridwalk --test plugin -- --ignored --nocapture two_milliseconds`.
#[test]
#[ignore = "a measurement"]
fn two_thousand_requests_within_two_milliseconds_a_tick() {
    for (map, grid) in measured_maps() {
        let mut app = timed_app_on(grid);
        two_thousand(&mut app, 512);
        let (mut served, mut expansions) = (Vec::new(), 0);
        loop {
            app.update();
            let report = queue(&app).report();
            served.push(report.time);
            expansions += report.expansions;
            if report.waiting == 0 {
                break;
            }
        }
        println!("{map}: {expansions} expansions, {}", ticks(served));
    }
}

/// Prints what the ticks take while an edit in each changes 1,000 cells:
/// `cargo test -p bevy_gridwalk --test plugin -- --ignored --nocapture edits_of_a_thousand`.
#[test]
#[ignore = "a measurement"]
fn two_thousand_requests_beside_edits_of_a_thousand_cells() {
    const TICKS: usize = 600;
    const HALF: usize = 500;
    for (map, grid) in measured_maps() {
        let floor: Vec<Cell> = (0..512 * 512)
            .map(|i| Cell::new(i % 512, i / 512))
            .filter(|cell| grid.is_walkable(*cell))
            .collect();
        let before = grid.clone();
        let mut app = timed_app_on(grid);
        two_thousand(&mut app, 512);
        let mut rng = Rng(7);
        let mut walls: Vec<Cell> = Vec::new();
        let (mut served, mut whole, mut expansions, mut answered) = (Vec::new(), Vec::new(), 0, 0);
        let (mut walk, mut wait, mut drafted) = (0, 0, 0);
        for _ in 0..TICKS {
            let opened = walls
                .iter()
                .map(|cell| (*cell, before.terrain_id(*cell).expect("on the map")))
                .collect();
            walls = (0..HALF).map(|_| floor[rng.below(floor.len())]).collect();
            app.world_mut()
                .write_message(EditGrid(GridEdit::of_cells(opened)));
            app.world_mut()
                .write_message(EditGrid::block(walls.iter().copied()));
            let begun = Instant::now();
            app.update();
            whole.push(begun.elapsed());
            let report = queue(&app).report();
            served.push(report.time);
            expansions += report.expansions;
            answered += report.answered;
            drafted += report.drafted;
            let mut agents = app.world_mut().query::<(&AgentMotion, Has<Planning>)>();
            for (motion, waits) in agents.iter(app.world()) {
                walk += usize::from(motion.heading.is_some());
                wait += usize::from(motion.heading.is_none() && waits);
            }
        }
        println!(
            "{map}: {expansions} expansions, {answered} answers, {drafted} drafts; {} of 1,000 agents on the way \
             stand; requests {}; all of the tick {}",
            wait * 1000 / (walk + wait),
            ticks(served),
            ticks(whole)
        );
    }
}

/// Returns the maps of both measurements, with 512 x 512 cells.
fn measured_maps() -> [(&'static str, Grid); 4] {
    let mut rng = Rng(6);
    let rough = (0..512 * 512)
        .map(|_| {
            if rng.below(100) < 20 {
                0
            } else {
                1 + rng.below(9_u16)
            }
        })
        .collect::<Vec<_>>();
    [
        (
            "plain",
            Grid::from_costs(512, 512, &vec![1; 512 * 512]).unwrap(),
        ),
        ("one cost", random(512, 20, &mut Rng(5))),
        ("rooms", rooms(512)),
        ("nine costs", Grid::from_costs(512, 512, &rough).unwrap()),
    ]
}

/// Returns an app on the map that serves requests for two milliseconds a tick.
fn timed_app_on(grid: Grid) -> App {
    let mut app = app_on(grid, 0);
    app.update();
    app.world_mut().resource_mut::<PlanningOptions>().budget =
        TickBudget::Time(Duration::from_millis(2));
    std::thread::sleep(Duration::from_millis(100));
    app.update();
    app
}

/// Describes the times of ticks.
fn ticks(mut times: Vec<Duration>) -> String {
    let ticks = times.len();
    let slowest = times.iter().zip(1..).max().map_or(0, |(_, tick)| tick);
    times.sort_unstable();
    let [half, most, longest] = [50, 99, 100].map(|part| times[(ticks - 1) * part / 100]);
    format!(
        "{ticks} ticks: median {half:?}, 99 in 100 {most:?}, longest {longest:?} in tick {slowest}"
    )
}
