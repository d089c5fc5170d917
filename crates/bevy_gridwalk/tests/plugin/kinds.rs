//! Agents of their own kind and with options of their own, portals and straight lines, walked in a
//! headless app.

use std::any::TypeId;
use std::sync::Arc;
use std::time::{Duration, Instant};

use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use bevy_gridwalk::{
    AgentCell, AgentKind, AgentMotion, AgentOptions, Arrived, Counters, EditGrid, FailReason,
    GridAgent, GridLayout, LastSearch, MoveTo, NavGrid, PathFailed, PathRequest, PathStack,
    PathfindingOptions, PathfindingPlugin, PathfindingSystems, Patrol, Planning, PlanningOptions,
    Relocated, Replanned, RequestQueue, TickBudget, Waypoints,
};
use gridwalk_pathfinding::{
    AgentProfile, Algorithm, Cell, Direction, Grid, GridEdit, Heuristic, KeepOffWalls, Movement,
    Portal, Rect, SearchOptions, Terrain, TerrainId,
};
use gridwalk_testing::Rng;

const TICK: Duration = Duration::from_micros(15_625);
const TICK_S: f32 = 1.0 / 64.0;

fn app_on(grid: Grid) -> App {
    app_with(PathfindingPlugin::default(), grid)
}

fn app_with(plugin: PathfindingPlugin, grid: Grid) -> App {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, TransformPlugin, plugin));
    app.insert_resource(TimeUpdateStrategy::ManualDuration(TICK));
    app.finish();
    app.cleanup();
    app.update();
    app.insert_resource(NavGrid::new(grid));
    app
}

fn spawn(app: &mut App, at: (i32, i32), profile: AgentProfile, goal: (i32, i32)) -> Entity {
    let kind = AgentKind(Arc::new(profile));
    app.world_mut()
        .spawn((GridAgent::at(at.into(), 4.0), kind, MoveTo(goal.into())))
        .id()
}

/// Every cell that the agent stands on until it is idle, and how many ticks that took.
fn walk(app: &mut App, agent: Entity) -> (Vec<Cell>, u32) {
    let mut cells = Vec::new();
    for tick in 1..2000 {
        app.update();
        let world = app.world();
        let here = world.get::<AgentCell>(agent).unwrap().0;
        if cells.last() != Some(&here) {
            cells.push(here);
        }
        if tick > 3 && world.get::<PathStack>(agent).is_none() {
            return (cells, tick);
        }
    }
    panic!("it still walks: {cells:?}");
}

#[test]
fn each_kind_of_agent_takes_its_own_path() {
    let rows = ["......", ".###..", "......", ".#.###", "......", "......"];
    let ends = ((1, 2), (4, 4));
    let mut app = app_on(Grid::from_rows(&rows));
    let small = spawn(&mut app, ends.0, AgentProfile::default(), ends.1);
    let (narrow, _) = walk(&mut app, small);
    assert!(
        narrow.contains(&Cell::new(2, 3)),
        "through the gap: {narrow:?}"
    );

    let forbidden = vec![Rect {
        at: Cell::new(2, 3),
        width: 1,
        height: 1,
    }];
    let barred = spawn(
        &mut app,
        ends.0,
        AgentProfile {
            forbidden,
            ..AgentProfile::default()
        },
        ends.1,
    );
    let (around, _) = walk(&mut app, barred);
    assert!(
        around.contains(&Cell::new(0, 3)),
        "around by the left edge: {around:?}"
    );
    assert_eq!(around.last(), Some(&Cell::new(4, 4)));

    let large = spawn(
        &mut app,
        (4, 0),
        AgentProfile {
            size: 2,
            ..AgentProfile::default()
        },
        (4, 4),
    );
    for _ in 0..8 {
        app.update();
    }
    let failed = app
        .world()
        .get::<PathFailed>(large)
        .expect("the gap is too narrow for it");
    assert_eq!(failed.reason, FailReason::Unreachable);
}

#[test]
fn a_large_agent_walks_around_a_wall_beside_its_upper_left_cell() {
    let mut app = app_on(Grid::from_rows(&[
        "........", "........", "........", "........", "........",
    ]));
    let agent = spawn(
        &mut app,
        (0, 0),
        AgentProfile {
            size: 2,
            ..AgentProfile::default()
        },
        (6, 0),
    );
    for _ in 0..10 {
        app.update();
    }
    // Not on its path, but under its lower right part.
    app.world_mut()
        .write_message(EditGrid(GridEdit::set(Cell::new(4, 1), TerrainId(1))));
    let (cells, _) = walk(&mut app, agent);
    assert_eq!(cells.last(), Some(&Cell::new(6, 0)));
    for cell in cells {
        let covers =
            |x: i32, y: i32| (x == cell.x || x == cell.x + 1) && (y == cell.y || y == cell.y + 1);
        assert!(!covers(4, 1), "it stood on the wall at {cell}");
    }
}

#[test]
fn a_portal_takes_its_time_and_skips_what_lies_between() {
    let portal = Portal {
        from: Cell::new(1, 0),
        to: Cell::new(9, 0),
        cost: 4,
        two_way: true,
    };
    let grid = Grid::from_rows(&["..........", "##########"])
        .with_portals(&[portal])
        .unwrap();
    let mut app = app_on(grid);
    let agent = spawn(&mut app, (0, 0), AgentProfile::default(), (9, 0));
    let (cells, ticks) = walk(&mut app, agent);
    assert_eq!(cells, [(0, 0), (1, 0), (9, 0)].map(Cell::from));
    let seconds = f64::from(ticks) * f64::from(TICK_S);
    assert!(
        (seconds - 5.0 / 4.0).abs() < 0.1,
        "one step and a portal of four, at four a second: {seconds} s"
    );
    let motion = app.world().get::<AgentMotion>(agent).unwrap();
    assert_eq!(motion.position, Vec2::new(9.0, 0.0));
}

#[test]
fn an_agent_turns_where_its_cell_becomes_one_way() {
    let back = Terrain {
        exits: [Direction::West].into_iter().collect(),
        ..Terrain::new("back", Some(1))
    };
    // A ring of eight cells around a wall; the short side leads east.
    let cells = (0..9).map(|at| TerrainId(u8::from(at == 4))).collect();
    let mut app =
        app_on(Grid::new(3, 3, cells, vec![Terrain::floor(), Terrain::wall(), back]).unwrap());
    let agent = spawn(&mut app, (1, 0), AgentProfile::default(), (2, 1));
    app.update();
    app.update();
    let ahead = |app: &App| {
        app.world()
            .get::<PathStack>(agent)
            .unwrap()
            .ahead()
            .collect::<Vec<_>>()
    };
    assert_eq!(ahead(&app), [Cell::new(2, 0), Cell::new(2, 1)]);
    app.world_mut()
        .write_message(EditGrid(GridEdit::set(Cell::new(1, 0), TerrainId(2))));
    app.update();
    assert_eq!(
        replanned(&mut app)
            .iter()
            .map(|replanned| replanned.crossed)
            .sum::<usize>(),
        1
    );
}

#[test]
fn at_any_angle_it_walks_a_straight_line() {
    let mut app = app_on(Grid::from_rows(&[
        "..........",
        "..........",
        "..........",
        "..........",
    ]));
    let options = SearchOptions {
        heuristic: Heuristic::Euclidean,
        ..Algorithm::Theta.into()
    };
    app.insert_resource(PathfindingOptions {
        options,
        ..default()
    });
    let agent = app
        .world_mut()
        .spawn((GridAgent::at(Cell::new(0, 0), 4.0), MoveTo(Cell::new(9, 3))))
        .id();
    let mut ticks = 0;
    loop {
        app.update();
        ticks += 1;
        let position = app.world().get::<AgentMotion>(agent).unwrap().position;
        assert!(
            (position.y - position.x / 3.0).abs() < 1e-3,
            "beside the line at {position}"
        );
        if position.x > 8.999 {
            break;
        }
        assert!(ticks < 1000, "it stands at {position}");
    }
    let seconds = f64::from(ticks) * f64::from(TICK_S);
    assert!(
        (seconds - 90f64.sqrt() / 4.0).abs() < 0.1,
        "as long as the line: {seconds} s"
    );
}

#[test]
fn agent_without_a_cell_walks_from_its_transform() {
    let mut app = app_on(Grid::from_rows(&["........", "........", "........"]));
    let placed = Transform::from_xyz(100.0, -40.0, 7.0).with_rotation(Quat::from_rotation_z(1.0));
    let agent = app.world_mut().spawn((GridAgent::default(), placed)).id();
    for _ in 0..5 {
        app.update();
    }
    let transform = *app.world().get::<Transform>(agent).unwrap();
    assert!(
        transform.translation.distance(placed.translation) < 1e-3,
        "{transform:?}"
    );
    assert!(
        transform.rotation.angle_between(placed.rotation) < 1e-3,
        "{transform:?}"
    );
    assert_eq!(app.world().get(agent), Some(&AgentCell(Cell::new(3, 1))));
    app.world_mut()
        .entity_mut(agent)
        .insert(MoveTo(Cell::new(6, 1)));
    let (cells, _) = walk(&mut app, agent);
    assert_eq!(cells.last(), Some(&Cell::new(6, 1)));
    assert!(
        (app.world().get::<Transform>(agent).unwrap().translation.z - 7.0).abs() < f32::EPSILON
    );
}

#[test]
fn a_large_agent_is_drawn_in_the_middle_of_its_area() {
    let mut app = app_on(Grid::from_rows(&["......", "......", "......", "......"]));
    let kind = AgentKind(Arc::new(AgentProfile {
        size: 3,
        ..AgentProfile::default()
    }));
    let agent = app
        .world_mut()
        .spawn((GridAgent::at(Cell::new(1, 1), 4.0), kind.clone()))
        .id();
    app.update();
    let layout = GridLayout::default();
    let middle = layout.center(Cell::new(2, 2));
    assert_eq!(
        app.world()
            .get::<Transform>(agent)
            .unwrap()
            .translation
            .truncate(),
        middle
    );
    // And the other way round: from the middle to the upper left cell.
    let placed = (
        GridAgent::default(),
        kind,
        Transform::from_translation(middle.extend(0.0)),
    );
    let other = app.world_mut().spawn(placed).id();
    assert_eq!(app.world().get(other), Some(&AgentCell(Cell::new(1, 1))));
}

#[test]
fn options_of_one_agent_leave_the_others_alone() {
    let mut app = app_on(Grid::from_rows(&["......", "......", "......"]));
    let four = PathfindingOptions {
        options: SearchOptions {
            movement: Movement::Four,
            ..SearchOptions::default()
        },
        ..PathfindingOptions::default()
    };
    let [own, plain] = [Some(four), None].map(|options| {
        let mut agent = app
            .world_mut()
            .spawn((GridAgent::at(Cell::new(0, 0), 4.0), MoveTo(Cell::new(5, 2))));
        if let Some(options) = options {
            agent.insert(AgentOptions(options));
        }
        agent.id()
    });
    for _ in 0..4 {
        app.update();
    }
    let cells = |agent| app.world().get::<LastSearch>(agent).unwrap().cells;
    assert_eq!(
        (cells(own), cells(plain)),
        (8, 6),
        "without and with diagonal steps"
    );
}

#[test]
fn the_plugin_works_in_the_schedule_that_it_is_given() {
    let mut app = app_with(
        PathfindingPlugin::in_schedule(Update),
        Grid::from_rows(&["......"]),
    );
    let agent = spawn(&mut app, (0, 0), AgentProfile::default(), (5, 0));
    app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(
        100,
    )));
    let (_, updates) = walk(&mut app, agent);
    // Five cells at four a second.
    assert!((13..=16).contains(&updates), "{updates} updates of 0.1 s");
    let x = app.world().get::<Transform>(agent).unwrap().translation.x;
    assert!((x - 5.5 * 32.0).abs() < 1e-3, "drawn where it is: {x}");
}

#[test]
fn an_inspector_sees_components_resources_and_messages() {
    let mut app = app_on(Grid::from_rows(&["...."]));
    let agent = app
        .world_mut()
        .spawn(GridAgent::at(Cell::new(2, 0), 4.0))
        .id();
    let registry = app.world().resource::<AppTypeRegistry>().read();
    let cell = registry
        .get_type_data::<ReflectComponent>(TypeId::of::<AgentCell>())
        .unwrap();
    let seen = cell.reflect(app.world().entity(agent)).unwrap();
    assert_eq!(
        seen.reflect_path(".0.x").unwrap().try_downcast_ref::<i32>(),
        Some(&2)
    );
    for component in [
        TypeId::of::<Waypoints>(),
        TypeId::of::<PathStack>(),
        TypeId::of::<Planning>(),
    ] {
        assert!(
            registry
                .get_type_data::<ReflectComponent>(component)
                .is_some()
        );
    }
    for resource in [
        TypeId::of::<GridLayout>(),
        TypeId::of::<PathfindingOptions>(),
    ] {
        assert!(
            registry
                .get_type_data::<ReflectResource>(resource)
                .is_some()
        );
    }
    for message in [TypeId::of::<PathRequest>(), TypeId::of::<Replanned>()] {
        assert!(registry.get_type_data::<ReflectMessage>(message).is_some());
    }
}

/// A map of rooms with some swamp.
fn rooms(side: u32) -> Grid {
    let terrain = |Cell { x, y }| {
        let is_wall = (x % 16 == 8 && y % 16 > 2) || (y % 16 == 8 && x % 16 > 2);
        if is_wall {
            Terrain::wall()
        } else if (x + 2 * y) % 37 == 0 {
            Terrain::new("swamp", Some(3))
        } else {
            Terrain::floor()
        }
    };
    Grid::from_fn(side, side, terrain).unwrap()
}

fn random_kind(rng: &mut Rng, grid: &Grid) -> AgentProfile {
    let rect = |rng: &mut Rng| Rect {
        at: rng.cell(grid),
        width: rng.below(6),
        height: rng.below(6),
    };
    AgentProfile {
        size: rng.pick(&[1, 1, 1, 2, 3]),
        costs: (0..rng.below(2))
            .map(|_| ("swamp".to_owned(), rng.pick(&[None, Some(1), Some(9)])))
            .collect(),
        forbidden: (0..rng.below(9)).map(|_| rect(rng)).collect(),
        keep_off_walls: rng.pick(&[None, KeepOffWalls::new(1, 3), KeepOffWalls::new(2, 8)]),
    }
}

#[test]
fn agents_of_a_kind_never_enter_what_it_forbids() {
    let (mut moved, mut arrived, mut relocated) = (0, 0, 0);
    for (seed, budget) in [
        (1, TickBudget::Expansions(120)),
        (2, TickBudget::Expansions(2000)),
        (3, TickBudget::default()),
    ] {
        let rng = &mut Rng(seed);
        let mut app = app_on(rooms(90));
        app.insert_resource(PlanningOptions {
            budget,
            ..default()
        });
        let grid = |app: &App| app.world().resource::<NavGrid>().grid().clone();
        let agents: Vec<Entity> = (0..30)
            .map(|_| {
                let (map, kind) = (grid(&app), random_kind(rng, &grid(&app)));
                let seen = map.seen_by(&kind);
                let free = |rng: &mut Rng| rng.free_cell(&seen).expect("it is not all forbidden");
                let (at, stops) = (free(rng), vec![free(rng), free(rng), free(rng)]);
                app.world_mut()
                    .spawn((
                        GridAgent::at(at, 20.0),
                        AgentKind::from(kind),
                        Patrol { stops, next: 0 },
                    ))
                    .id()
            })
            .collect();
        let mut last: Vec<Cell> = Vec::new();
        for tick in 0..600 {
            let map = grid(&app);
            match rng.below(12) {
                0..4 => drop(
                    app.world_mut()
                        .write_message(EditGrid::block([rng.cell(&map)])),
                ),
                4..8 => drop(
                    app.world_mut()
                        .write_message(EditGrid::free([rng.cell(&map), rng.cell(&map)])),
                ),
                8 => drop(
                    app.world_mut()
                        .write_message(EditGrid::set_cost([rng.cell(&map)], 1 + rng.below(9))),
                ),
                9 if tick % 5 == 0 => {
                    // So many that views are made again.
                    let cells: Vec<_> = (0..500).map(|_| rng.cell(&map)).collect();
                    let is_wall =
                        |cell: &Cell| rooms(90).terrain(*cell).is_some_and(Terrain::is_blocked);
                    let (walls, floor): (Vec<_>, Vec<_>) = cells.into_iter().partition(is_wall);
                    app.world_mut().write_message(EditGrid::block(walls));
                    app.world_mut().write_message(EditGrid::free(floor));
                }
                10 => {
                    let kind = random_kind(rng, &map);
                    app.world_mut()
                        .entity_mut(rng.pick(&agents))
                        .insert(AgentKind::from(kind));
                }
                _ => {}
            }
            app.update();
            let map = grid(&app);
            let cells: Vec<Cell> = agents
                .iter()
                .map(|agent| app.world().get::<AgentCell>(*agent).unwrap().0)
                .collect();
            for (number, (&agent, &cell)) in agents.iter().zip(&cells).enumerate() {
                let kind = app.world().get::<AgentKind>(agent).unwrap();
                let failed = app.world().get::<PathFailed>(agent);
                let is_stuck =
                    failed.is_some_and(|failed| matches!(failed.reason, FailReason::Stuck(_)));
                assert!(
                    is_stuck || kind.0.allows(&map, cell),
                    "seed {seed}, tick {tick}: {kind:?} on {cell}"
                );
                moved += usize::from(last.get(number).is_some_and(|last| *last != cell));
            }
            last = cells;
            arrived += app
                .world_mut()
                .resource_mut::<Messages<Arrived>>()
                .drain()
                .count();
            relocated += app
                .world_mut()
                .resource_mut::<Messages<Relocated>>()
                .drain()
                .count();
        }
        assert_eq!(
            app.world().resource::<Counters>().steps_into_blocked,
            0,
            "seed {seed}"
        );
    }
    assert!(
        moved > 2000 && arrived > 60 && relocated > 10,
        "{moved} moved, {arrived} arrived, {relocated} relocated"
    );
}

#[test]
fn views_of_many_kinds_are_made_within_the_budget() {
    let rng = &mut Rng(4);
    let (map, most) = (rooms(200), 3000);
    let mut app = app_on(map.clone());
    app.insert_resource(PlanningOptions {
        budget: TickBudget::Expansions(most),
        ..default()
    });
    let agents: Vec<Entity> = (0..60)
        .map(|number| {
            let forbidden = vec![Rect {
                at: Cell::new(number, 0),
                width: 1,
                height: 1,
            }];
            let profile = AgentProfile {
                forbidden,
                size: rng.pick(&[1, 1, 2]),
                ..AgentProfile::default()
            };
            let seen = map.seen_by(&profile);
            let [at, goal] = [0; 2].map(|_| rng.free_cell(&seen).unwrap());
            spawn(&mut app, (at.x, at.y), profile, (goal.x, goal.y))
        })
        .collect();
    let mut ticks = 0;
    loop {
        app.update();
        ticks += 1;
        let charged = app.world().resource::<RequestQueue>().report().charged;
        assert!(charged < most + 300, "tick {ticks}: {charged}");
        if agents
            .iter()
            .all(|agent| app.world().get::<LastSearch>(*agent).is_some())
        {
            break;
        }
        assert!(ticks < 2000, "some wait for ever");
    }
    assert!(ticks > 5, "it took {ticks} ticks alone");
}

#[test]
fn equal_profiles_are_one_kind_and_go_with_their_agents() {
    let mut app = app_on(Grid::from_rows(&["......", "......"]));
    let profile = AgentProfile {
        size: 2,
        ..AgentProfile::default()
    };
    let [a, b] = [0, 3].map(|x| spawn(&mut app, (x, 0), profile.clone(), (2, 0)));
    app.update();
    let of = |app: &App, agent| Arc::clone(&app.world().get::<AgentKind>(agent).unwrap().0);
    assert!(Arc::ptr_eq(&of(&app, a), &of(&app, b)));
    let profile = Arc::downgrade(&of(&app, a));
    app.world_mut().despawn(a);
    app.world_mut().entity_mut(b).remove::<AgentKind>();
    for _ in 0..3 {
        app.update();
    }
    assert_eq!(profile.strong_count(), 0, "nobody is of the kind");
}

#[test]
fn kind_put_on_within_a_tick_is_seen_by_its_search() {
    let mut app = app_on(Grid::from_rows(&["...", "...", "..."]));
    let agent = app
        .world_mut()
        .spawn(GridAgent::at(Cell::new(0, 1), 4.0))
        .id();
    app.update();
    let put_on = move |mut commands: Commands,
                       mut requests: MessageWriter<PathRequest>,
                       mut is_done: Local<bool>| {
        if !std::mem::replace(&mut *is_done, true) {
            let forbidden = vec![Rect {
                at: Cell::new(1, 1),
                width: 1,
                height: 2,
            }];
            commands.entity(agent).insert(AgentKind::from(AgentProfile {
                forbidden,
                ..default()
            }));
            requests.write(PathRequest::new(agent, Cell::new(2, 1)));
        }
    };
    let between = put_on
        .after(PathfindingSystems::ApplyEdits)
        .before(PathfindingSystems::Accept);
    app.add_systems(FixedUpdate, between);
    app.update();
    app.update();
    let (cells, _) = walk(&mut app, agent);
    assert_eq!(cells.last(), Some(&Cell::new(2, 1)));
    assert!(
        cells.contains(&Cell::new(1, 0)),
        "around what is forbidden: {cells:?}"
    );
}

/// Rows of agents that walk to and fro, one below the other, on a plain of so many cells a side.
fn crowd(side: u32, agents: u32) -> App {
    let cells = vec![TerrainId(0); (side * side) as usize];
    let legend = vec![
        Terrain::floor(),
        Terrain::wall(),
        Terrain::new("swamp", Some(6)),
    ];
    let mut app = app_on(Grid::new(side, side, cells, legend).unwrap());
    let least = side / 2;
    for number in 0..agents {
        let at = Cell::new((number / side).cast_signed(), (number % side).cast_signed());
        let goal = Cell::new((least + number % least).cast_signed(), at.y);
        app.world_mut()
            .spawn((GridAgent::at(at, 1.0), MoveTo(goal)));
    }
    while app
        .world_mut()
        .query::<&PathStack>()
        .iter(app.world())
        .count()
        < agents as usize
    {
        app.update();
    }
    app
}

fn replanned(app: &mut App) -> Vec<Replanned> {
    app.world_mut()
        .resource_mut::<Messages<Replanned>>()
        .drain()
        .collect()
}

#[test]
fn cheaper_cell_replans_only_agents_that_can_gain() {
    let mut app = crowd(64, 100);
    let put = |app: &mut App, cell: (i32, i32), terrain: u8| {
        app.world_mut()
            .write_message(EditGrid(GridEdit::set(cell.into(), TerrainId(terrain))));
        app.update();
        replanned(app)
            .iter()
            .map(|it| (it.crossed, it.may_improve, it.kept))
            .collect::<Vec<_>>()
    };
    let newest = |app: &mut App| {
        let revision = app.world().resource::<NavGrid>().grid().revision();
        app.world_mut()
            .query::<&LastSearch>()
            .iter(app.world())
            .filter(|last| last.revision == revision)
            .count()
    };
    assert_eq!(put(&mut app, (60, 40), 2), [(0, 0, 100)], "off every path");
    assert_eq!(put(&mut app, (60, 40), 0), [(0, 100, 0)], "and floor again");
    assert_eq!(
        newest(&mut app),
        0,
        "all walk straight to their goals: nothing is cheaper"
    );
    // A wall before the feet of some is another matter: they walk around it, until it is gone.
    let around = put(&mut app, (20, 5), 1)[0].0;
    assert!(around > 0 && around < 5, "{around} planned again at once");
    assert_eq!(newest(&mut app), around);
    put(&mut app, (20, 5), 0);
    let (again, walking) = (
        newest(&mut app),
        app.world_mut()
            .query::<&PathStack>()
            .iter(app.world())
            .count(),
    );
    assert!(again >= around && again < 20, "{again} look again");
    assert_eq!(walking, 100, "and nobody stands");
}

/// Prints what a tick costs: `cargo test --test plugin_kinds -- --ignored --nocapture`.
#[test]
#[ignore = "a measurement"]
fn a_tick_with_a_thousand_agents() {
    let mut app = crowd(256, 1000);
    let kinds = app
        .world_mut()
        .query_filtered::<Entity, With<GridAgent>>()
        .iter(app.world())
        .collect::<Vec<_>>();
    for (number, agent) in kinds.into_iter().enumerate() {
        let rect = Rect {
            at: Cell::new(255, 255),
            width: 1,
            height: u32::try_from(number % 100).unwrap(),
        };
        let profile = AgentProfile {
            forbidden: vec![rect],
            ..AgentProfile::default()
        };
        app.world_mut()
            .entity_mut(agent)
            .insert(AgentKind(Arc::new(profile)));
    }
    let mut measure = |what: &str, terrain: Option<u8>| {
        let mut ticks: Vec<Duration> = Vec::new();
        if let Some(terrain) = terrain {
            app.world_mut().write_message(EditGrid(GridEdit::set(
                Cell::new(250, 250),
                TerrainId(terrain),
            )));
        }
        for _ in 0..120 {
            let before = Instant::now();
            app.update();
            ticks.push(before.elapsed());
        }
        ticks.sort_unstable();
        println!("{what}: median {:?}, longest {:?}", ticks[60], ticks[119]);
    };
    measure("walking", None);
    measure("walking", None);
    measure("one cell becomes swamp", Some(2));
    measure("one cell becomes floor", Some(0));
}
