//! Edits while agents walk on a large map: nobody copies the map for them.

use std::alloc::System;
use std::borrow::Cow;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use bevy::app::TaskPoolOptions;
use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use bevy_gridwalk::{
    AgentCell, AgentKind, EditGrid, GridAgent, GridQueries, NavGrid, PathRequest, PathStack,
    PathfindingOptions, PathfindingPlugin, Patrol, Planning, PlanningOptions, ReplaceGrid,
    Replanned, TickBudget, Walker,
};
use gridwalk_pathfinding::{
    AgentProfile, Algorithm, Cell, Grid, GridEdit, KeepOffWalls, Movement, Rect, Regions, Terrain,
    TerrainId,
};
use gridwalk_testing::Rng;
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static MEMORY: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// Memory is counted for the whole process: one test at a time.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

const SIDE: i32 = 4096;
const CELLS: usize = (SIDE * SIDE) as usize;
const WALL: TerrainId = TerrainId(1);
const FLOOR: TerrainId = TerrainId(0);

fn alone() -> MutexGuard<'static, ()> {
    ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner)
}

/// One thread for searches: so they need the memory of one.
fn app_on(grid: Grid) -> App {
    let mut app = App::new();
    let one_thread = TaskPoolPlugin {
        task_pool_options: TaskPoolOptions::with_num_threads(1),
    };
    app.add_plugins((
        MinimalPlugins.set(one_thread),
        TransformPlugin,
        PathfindingPlugin::default(),
    ));
    app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_micros(
        15_625,
    )));
    app.insert_resource(NavGrid::new(grid));
    app.finish();
    app.cleanup();
    app.update();
    app
}

fn large() -> Grid {
    Grid::new(
        SIDE as u32,
        SIDE as u32,
        vec![FLOOR; CELLS],
        vec![Terrain::floor(), Terrain::wall()],
    )
    .unwrap()
}

fn nav(app: &App) -> &NavGrid {
    app.world().resource::<NavGrid>()
}

fn edit(app: &mut App, cells: Vec<(Cell, TerrainId)>) {
    app.world_mut()
        .write_message(EditGrid(GridEdit::of_cells(cells)));
}

fn kind(size: u8) -> AgentKind {
    AgentKind(Arc::new(AgentProfile {
        size,
        ..AgentProfile::default()
    }))
}

fn until(app: &mut App, what: &str, holds: impl Fn(&App) -> bool) {
    for _ in 0..20_000 {
        if holds(app) {
            return;
        }
        app.update();
        std::thread::sleep(Duration::from_micros(500));
    }
    panic!("it never happens: {what}");
}

#[test]
fn large_map_edits_copy_nothing_despite_snapshots() {
    let _alone = alone();
    let mut app = app_on(large());
    let wide = kind(2);
    for row in 0..20 {
        let (from, to) = (
            Cell::new(1000, 1000 + 4 * row),
            Cell::new(1080, 1000 + 4 * row),
        );
        let agent = app
            .world_mut()
            .spawn((
                GridAgent::at(from, 8.0),
                Patrol {
                    stops: vec![to, from],
                    next: 0,
                },
            ))
            .id();
        if row % 4 == 0 {
            app.world_mut().entity_mut(agent).insert(wide.clone());
        }
    }
    until(&mut app, "the map is labelled", |app| {
        nav(app).regions(Movement::default()).is_some()
    });
    until(&mut app, "all agents walk", |app| {
        let mut walking = app.world().try_query::<&PathStack>().unwrap();
        walking.iter(app.world()).count() == 20
    });

    let mut rng = Rng(5);
    // A wall across some path, and back; the rest anywhere.
    let mut two_seconds_of_edits = |app: &mut App, held: &mut Vec<Arc<Grid>>| {
        let mut walls: Vec<Cell> = Vec::new();
        let mut edited = 0;
        for tick in 0..128 {
            let on_a_path = Cell::new(1010 + rng.below(60), 1000 + 4 * rng.below(20));
            let anywhere = Cell::new(rng.below(SIDE), rng.below(SIDE));
            let mut cells = vec![(if tick % 8 == 0 { on_a_path } else { anywhere }, WALL)];
            walls.push(cells[0].0);
            if tick % 2 == 0 {
                cells.push((walls.swap_remove(0), FLOOR));
            }
            edited += cells.len();
            edit(app, cells);
            app.update();
            // What a recording does: each holds the map of its time.
            if tick % 32 == 0 {
                held.push(nav(app).snapshot(None));
                held.push(nav(app).snapshot(Some(&wide)));
                if held.len() > 4 {
                    held.drain(..2);
                }
            }
        }
        edited
    };
    let mut held = Vec::new();
    // Copies and search memory are made when they are first needed.
    two_seconds_of_edits(&mut app, &mut held);
    let before = Region::new(MEMORY);
    let edited = two_seconds_of_edits(&mut app, &mut held);
    let bytes = before.change().bytes_allocated;
    assert!(edited >= 190, "{edited} cells in two seconds");
    // A copy for each edit would be 128 and more of the plain map alone.
    assert!(
        bytes < 16 * CELLS,
        "{bytes} bytes in {edited} edits: the map has {CELLS}"
    );
    let copies = nav(&app).map().copies_made();
    assert!(
        (1..=12).contains(&copies),
        "{copies} copies of the plain map"
    );

    for snapshot in &held {
        assert!(snapshot.revision() <= nav(&app).grid().revision());
    }
    assert!(*nav(&app).snapshot(None) == *nav(&app).grid());
    let regions = nav(&app).regions(Movement::default()).expect("kept up");
    assert_eq!(
        regions.count(),
        Regions::new(nav(&app).grid(), Movement::default()).count()
    );
    let seen = nav(&app).seen_by(Some(&wide));
    assert!(
        *seen == nav(&app).grid().seen_by(&wide.0),
        "the view of the wide agents"
    );
}

#[test]
fn views_of_kinds_follow_edits_new_kinds_and_new_maps() {
    let _alone = alone();
    let mut rng = Rng(8);
    let legend = vec![
        Terrain::floor(),
        Terrain::wall(),
        Terrain::new("grass", Some(2)),
    ];
    let map = |rng: &mut Rng, width: u32| {
        let cells = (0..width * 30)
            .map(|_| TerrainId(rng.pick(&[0, 0, 0, 1, 2])))
            .collect();
        Grid::new(width, 30, cells, legend.clone()).unwrap()
    };
    let mut app = app_on(map(&mut rng, 40));
    let mut kinds: Vec<(Entity, AgentKind)> = Vec::new();
    let (mut checked, mut made) = (0, 0);
    for step in 0..600 {
        if step % 40 == 0 {
            let forbidden = vec![Rect {
                at: Cell::new(rng.below(30), rng.below(20)),
                width: 5,
                height: 4,
            }];
            let costs = vec![("grass".to_owned(), rng.pick(&[None, Some(5)]))];
            let keep_off_walls =
                rng.pick(&[None, KeepOffWalls::new(1, 4), KeepOffWalls::new(3, 2)]);
            let profile = AgentProfile {
                size: rng.pick(&[1, 2, 3]),
                costs,
                forbidden,
                keep_off_walls,
            };
            let kind = AgentKind(Arc::new(profile));
            let agent = app
                .world_mut()
                .spawn((GridAgent::at(Cell::new(0, 0), 4.0), kind.clone()))
                .id();
            kinds.push((agent, kind));
        }
        if step % 130 == 129 {
            app.world_mut().despawn(kinds.remove(0).0);
        }
        if step % 170 == 169 {
            let width = 20 + rng.below(30);
            let new = map(&mut rng, width);
            app.world_mut().write_message(ReplaceGrid(new));
        }
        let cells = (0..rng.pick(&[1, 1, 2, 30])).map(|_| {
            let cell = rng.cell(nav(&app).grid());
            (cell, TerrainId(rng.pick(&[0, 1, 2])))
        });
        let cells = cells.collect();
        edit(&mut app, cells);
        if step % 3 == 0 {
            // What is seen is made for those who search.
            let (agent, goal) = (rng.pick(&kinds).0, rng.cell(nav(&app).grid()));
            app.world_mut().write_message(PathRequest::new(agent, goal));
        }
        app.update();
        for (_, kind) in &kinds {
            let seen = nav(&app).seen_by(Some(kind));
            made += usize::from(matches!(seen, Cow::Borrowed(_)));
            assert!(
                *seen == nav(&app).grid().seen_by(&kind.0),
                "step {step}: {kind:?}"
            );
            assert!(
                *nav(&app).snapshot(Some(kind)) == *seen,
                "step {step}: {kind:?}"
            );
            let cell = rng.cell(nav(&app).grid());
            let for_agent = nav(&app).for_agent(Some(kind));
            assert_eq!(
                for_agent.is_walkable(cell),
                seen.is_walkable(cell),
                "step {step}: {kind:?} on {cell}"
            );
            assert_eq!(
                for_agent.cost(cell),
                seen.cost(cell),
                "step {step}: {kind:?} on {cell}"
            );
            checked += 1;
        }
    }
    assert!(
        checked > 2000 && made > 50,
        "{checked}, {made} of them made"
    );
}

/// Every agent is of a kind of its own, and asks again and again: a view of the map takes 1.1 MB
/// and more.
#[test]
fn views_of_many_kinds_take_limited_memory() {
    let _alone = alone();
    let (side, kinds) = (1024, 100);
    let mut rng = Rng(5);
    let mut app = app_on(
        Grid::new(
            side,
            side,
            vec![FLOOR; 1 << 20],
            vec![Terrain::floor(), Terrain::wall()],
        )
        .unwrap(),
    );
    let agents: Vec<Entity> = (0..kinds)
        .map(|number| {
            let forbidden = vec![Rect {
                at: Cell::new(2 * number, 1),
                width: 1,
                height: 1,
            }];
            let kind = AgentKind::from(AgentProfile {
                forbidden,
                ..AgentProfile::default()
            });
            app.world_mut()
                .spawn((GridAgent::at(Cell::new(number, 0), 4.0), kind))
                .id()
        })
        .collect();
    let before = Region::new(MEMORY);
    for _ in 0..2 {
        for &agent in &agents {
            let goal = rng.cell(nav(&app).grid());
            app.world_mut().write_message(PathRequest::new(agent, goal));
        }
        app.update();
        until(&mut app, "all have their path", |app| {
            agents
                .iter()
                .all(|agent| !app.world().entity(*agent).contains::<Planning>())
        });
    }
    // The limit of the views, and what searches and paths take.
    let change = before.change();
    let bytes = change.bytes_allocated - change.bytes_deallocated;
    assert!(
        change.bytes_allocated > 200 << 20,
        "{} bytes were made",
        change.bytes_allocated
    );
    assert!(bytes < 100 << 20, "{bytes} bytes are kept");
}

#[test]
fn wall_replans_exactly_the_agents_whose_path_it_cuts() {
    let _alone = alone();
    let mut rng = Rng(21);
    let legend = vec![
        Terrain::floor(),
        Terrain::new("forest", Some(4)),
        Terrain::wall(),
    ];
    let cells = (0..200 * 200)
        .map(|_| TerrainId(rng.pick(&[0, 0, 0, 0, 0, 0, 0, 0, 0, 2])))
        .collect();
    let mut app = app_on(Grid::new(200, 200, cells, legend).unwrap());
    let sizes: Vec<(Entity, u8)> = (0..40_usize)
        .map(|number| {
            let size = [1, 1, 1, 2][number % 4];
            let kind = kind(size);
            let map = nav(&app).grid().seen_by(&kind.0);
            let agent = app
                .world_mut()
                .spawn(GridAgent::at(rng.free_cell(&map).unwrap(), 9.0))
                .id();
            let stops = (0..5).map(|_| rng.free_cell(&map).unwrap()).collect();
            app.world_mut()
                .entity_mut(agent)
                .insert((kind, Patrol { stops, next: 0 }));
            (agent, size)
        })
        .collect();
    let (mut crossed, mut kept) = (0, 0);
    for step in 0..300 {
        // On a busy machine as well, all who walk have a path.
        until(&mut app, "all searches are over", |app| {
            sizes
                .iter()
                .all(|(agent, _)| !app.world().entity(*agent).contains::<Planning>())
        });
        // Walls that are gone in the next tick, and none under an agent.
        let count = rng.pick(&[1, 1, 3, 90]);
        let near = rng.cell(nav(&app).grid());
        let spread = rng.pick(&[5, 60]);
        let place =
            |rng: &mut Rng| Cell::new(near.x + rng.below(spread), near.y + rng.below(spread));
        let mut cells: Vec<Cell> = (0..count).map(|_| place(&mut rng)).collect();
        let agents: Vec<Cell> = sizes
            .iter()
            .map(|(agent, _)| app.world().get::<AgentCell>(*agent).unwrap().0)
            .collect();
        let is_far = |cell: &Cell| {
            agents
                .iter()
                .all(|agent| agent.distance(*cell).0.max(agent.distance(*cell).1) > 3)
        };
        cells.retain(|cell| nav(&app).grid().terrain_id(*cell) == Some(FLOOR) && is_far(cell));
        if cells.is_empty() {
            app.update();
            continue;
        }
        let on_path = |cell: Cell, size: i32| {
            let covers = |at: &Cell| {
                (0..size).contains(&(at.x - cell.x)) && (0..size).contains(&(at.y - cell.y))
            };
            cells.iter().any(covers)
        };
        let expected = sizes.iter().filter(|(agent, size)| {
            let agent = app.world().entity(*agent);
            let Some(stack) = agent.get::<PathStack>().filter(|stack| stack.arrives()) else {
                return false;
            };
            let mut before = agent.get::<AgentCell>().unwrap().0;
            stack.ahead().any(|cell| {
                let beside = [
                    cell,
                    Cell::new(before.x, cell.y),
                    Cell::new(cell.x, before.y),
                ];
                before = cell;
                beside
                    .into_iter()
                    .any(|cell| on_path(cell, i32::from(*size)))
            })
        });
        let expected = expected.count();
        edit(
            &mut app,
            cells.iter().map(|&cell| (cell, TerrainId(2))).collect(),
        );
        app.world_mut()
            .resource_mut::<Messages<Replanned>>()
            .clear();
        app.update();
        let replanned = app
            .world_mut()
            .resource_mut::<Messages<Replanned>>()
            .drain()
            .last()
            .unwrap();
        assert_eq!(replanned.crossed, expected, "step {step}: {cells:?}");
        crossed += replanned.crossed;
        kept += replanned.kept;
        edit(&mut app, cells.iter().map(|&cell| (cell, FLOOR)).collect());
        app.update();
    }
    assert!(
        crossed > 100 && kept > 2000,
        "{crossed} crossed, {kept} kept"
    );
}

/// The question was built three times, and its answer copied into memory of its own.
#[test]
fn a_warm_request_allocates_next_to_nothing() {
    let _alone = alone();
    let counts = [
        ("auto, one cost", 1, Algorithm::Auto),
        ("auto, weighted", 2, Algorithm::Auto),
        ("A*", 1, Algorithm::AStar),
    ]
    .map(|(name, terrains, algorithm)| {
        let mut rng = Rng(3);
        let kinds = [FLOOR, TerrainId(terrains - 1)];
        let cells = (0..64 * 64).map(|_| rng.pick(&kinds)).collect();
        let mud = Terrain::new("mud", Some(3));
        (
            name,
            allocations_of_a_request(
                Grid::new(64, 64, cells, vec![Terrain::floor(), mud]).unwrap(),
                algorithm,
            ),
        )
    });
    println!("allocations of a warm request: {counts:?}");
    assert!(
        counts.iter().all(|(_, count)| *count <= MAX_ALLOCATIONS),
        "{counts:?}"
    );
}

/// The tiles on the path, in a list of the agent and in one for the index; and a search that is not
/// the planner's.
const MAX_ALLOCATIONS: f64 = 3.5;

/// Counts allocations for each of many agents that go to and fro, in the tick in which all are sent
/// off, beyond those of any tick.
fn allocations_of_a_request(grid: Grid, algorithm: Algorithm) -> f64 {
    const AGENTS: i32 = 60;
    let mut app = app_on(grid);
    app.world_mut().resource_mut::<PathfindingOptions>().options = algorithm.into();
    app.insert_resource(PlanningOptions {
        budget: TickBudget::Expansions(u64::MAX),
        ..default()
    });
    let spawn = |row| {
        app.world_mut()
            .spawn(GridAgent::at(Cell::new(2, row), 100.0))
            .id()
    };
    let agents: Vec<Entity> = (0..AGENTS).map(spawn).collect();
    let mut sent_off = Vec::new();
    for round in 0..12 {
        let x = if round % 2 == 0 { 50 } else { 2 };
        for (row, agent) in (0..).zip(&agents) {
            app.world_mut()
                .write_message(PathRequest::new(*agent, Cell::new(x, row)));
        }
        let mut allocations = || {
            let before = Region::new(MEMORY);
            app.update();
            before.change().allocations
        };
        let with = allocations();
        let walking: Vec<usize> = (0..4).map(|_| allocations()).collect();
        sent_off.push(with.saturating_sub(*walking.iter().min().unwrap()));
        until(&mut app, "all have arrived", |app| {
            agents
                .iter()
                .all(|agent| app.world().get::<AgentCell>(*agent).unwrap().0.x == x)
        });
    }
    // What is kept for later is there by then; the most, so that no single tick is a lucky one.
    let most = sent_off[8..].iter().copied().max().unwrap();
    f64::from(u32::try_from(most).unwrap()) / f64::from(AGENTS)
}

/// Run it with `--release -- --ignored --nocapture`.
#[test]
#[ignore = "a measurement"]
fn ticks_with_long_paths_and_a_hundred_edits_a_second() {
    let _alone = alone();
    for agents in [20, 1000] {
        for algorithm in [Algorithm::AStar, Algorithm::Auto] {
            ticks_with(agents, algorithm);
        }
    }
}

fn ticks_with(count: i32, algorithm: Algorithm) {
    let mut app = app_on(large());
    app.world_mut().resource_mut::<PathfindingOptions>().options = algorithm.into();
    let mut rng = Rng(9);
    let mut agents = Vec::new();
    for row in 0..count {
        let [from, to] = [0, SIDE - 1].map(|x| Cell::new(x, 4 * row + rng.below(4)));
        let agent = app.world_mut().spawn(GridAgent::at(from, 4.0)).id();
        app.world_mut().write_message(PathRequest::new(agent, to));
        agents.push(agent);
    }
    until(&mut app, "the map is labelled", |app| {
        nav(app).regions(Movement::default()).is_some()
    });
    until(&mut app, "all agents walk", |app| {
        agents
            .iter()
            .all(|agent| app.world().entity(*agent).contains::<PathStack>())
    });
    let mut measure = |what: &str, cells: &mut dyn FnMut(u32) -> Vec<(Cell, TerrainId)>| {
        let mut ticks: Vec<Duration> = Vec::new();
        for tick in 0..256 {
            let cells = cells(tick);
            if !cells.is_empty() {
                edit(&mut app, cells);
            }
            let before = Instant::now();
            app.update();
            ticks.push(before.elapsed());
        }
        ticks.sort_unstable();
        let who = format!("{count} agents by {}", algorithm.name());
        println!(
            "{who}, {what}: median {:?}, 99 in 100 {:?}, longest {:?}",
            ticks[128], ticks[253], ticks[255]
        );
    };
    measure("no edits", &mut |_| Vec::new());
    let mut anywhere = |tick: u32| {
        let count = 1 + tick % 2;
        (0..count)
            .map(|_| (Cell::new(rng.below(SIDE), rng.below(SIDE)), WALL))
            .collect::<Vec<_>>()
    };
    let mut built = Vec::new();
    measure("a hundred walls a second", &mut |tick| {
        let cells = anywhere(tick);
        built.extend(cells.iter().copied());
        cells
    });
    measure("a hundred cells a second are freed", &mut |tick| {
        let count = 1 + tick as usize % 2;
        built
            .drain(..count.min(built.len()))
            .map(|(cell, _)| (cell, FLOOR))
            .collect()
    });
}

#[test]
fn questions_whose_like_was_asked_allocate_nothing() {
    let _alone = alone();
    let rng = &mut Rng(8);
    let cells: Vec<u16> = (0..256 * 256)
        .map(|_| rng.pick(&[1, 1, 1, 1, 3, 0]))
        .collect();
    for weighted in [false, true] {
        let costs: Vec<u16> = cells
            .iter()
            .map(|cost| if weighted { *cost } else { (*cost).min(1) })
            .collect();
        let mut app = app_on(Grid::from_costs(256, 256, &costs).unwrap());
        let grid = nav(&app).grid().clone();
        let free: Vec<Cell> = (0..12).filter_map(|_| rng.free_cell(&grid)).collect();
        let mut state = bevy::ecs::system::SystemState::<GridQueries>::new(app.world_mut());
        let mut queries = state.get_mut(app.world_mut()).unwrap();
        let mut ask = |from: Cell, to: Cell| {
            let cost = queries
                .path(Walker::PLAIN, from, to)
                .map(bevy_gridwalk::PathPreview::cost);
            let reach = queries.reach(Walker::PLAIN, from, 12.0).unwrap();
            let is_near = reach.contains(to);
            let sees = queries
                .grid()
                .can_hit(from, to, 99, |_, terrain| terrain.is_blocked());
            (
                cost.is_ok(),
                queries.connected(Walker::PLAIN, from, to),
                is_near,
                sees,
            )
        };
        let mut ask_all = || {
            free.iter()
                .filter(|from| free.iter().any(|to| !ask(**from, *to).1))
                .count()
        };
        for _ in 0..40 {
            ask_all();
        }
        let before = Region::new(MEMORY);
        ask_all();
        let change = before.change();
        assert_eq!(
            change.allocations + change.reallocations,
            0,
            "weighted: {weighted}"
        );
    }
}
