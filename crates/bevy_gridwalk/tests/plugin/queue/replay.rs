//! With a budget in expansions the same things happen in the same ticks: at every frame rate, on
//! one thread or two.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::process::Command;
use std::time::Duration;

use bevy::app::TaskPoolOptions;
use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use bevy_gridwalk::{
    AgentCell, AgentMotion, EditGrid, GridAgent, LastSearch, NavGrid, PathFailed, PathStack,
    PathfindingOptions, PathfindingPlugin, Patrol, Planning, PlanningOptions, RequestQueue,
    TickBudget,
};
use gridwalk_pathfinding::{Algorithm, Grid, GridEdit, Terrain, TerrainId};
use gridwalk_testing::Rng;

use super::{FLOOR, random};

/// The events of a run.
#[derive(Clone, Copy, Debug)]
struct Course {
    algorithm: Algorithm,
    /// The terrains that edits choose from; beside floor and wall these weigh more.
    terrains: u8,
    agents: usize,
    ticks: u64,
}

/// By A*, by the planner, and by the planner over terrain of several costs.
const COURSES: [(Algorithm, u8); 3] = [
    (Algorithm::AStar, 2),
    (Algorithm::Auto, 2),
    (Algorithm::Auto, 4),
];

#[derive(Resource)]
struct Run {
    course: Course,
    tick: u64,
    rng: Rng,
    hash: DefaultHasher,
}

/// One edit in ten ticks: anywhere, or where an agent goes next.
fn change_the_map(
    mut run: ResMut<Run>,
    grid: Res<NavGrid>,
    walking: Query<&PathStack>,
    mut edits: MessageWriter<EditGrid>,
) {
    run.tick += 1;
    if !run.tick.is_multiple_of(10) {
        return;
    }
    let count = walking.iter().len().max(1);
    let next = walking
        .iter()
        .nth(run.rng.below(count))
        .and_then(PathStack::next);
    let cell = next
        .filter(|_| run.tick.is_multiple_of(3))
        .unwrap_or_else(|| run.rng.cell(grid.grid()));
    let terrains = run.course.terrains;
    let now = grid.grid().terrain_id(cell).unwrap();
    let terrain = TerrainId((now.0 + 1 + run.rng.below(terrains - 1)) % terrains);
    edits.write(EditGrid(GridEdit::set(cell, terrain)));
}

fn take_part_in_the_hash(
    mut run: ResMut<Run>,
    (grid, queue): (Res<NavGrid>, Res<RequestQueue>),
    agents: Query<(
        Entity,
        (&AgentCell, &AgentMotion),
        (
            Option<&PathStack>,
            Option<&Planning>,
            Option<&PathFailed>,
            Option<&LastSearch>,
        ),
    )>,
) {
    let ticks = run.course.ticks;
    if run.tick > ticks {
        return;
    }
    let whole = run.tick.is_multiple_of(100) || run.tick == ticks;
    let hash = &mut run.hash;
    (
        grid.grid().revision(),
        queue.len(),
        queue.begun(),
        queue.report().expansions,
    )
        .hash(hash);
    // In the order in which they were spawned.
    let mut agents: Vec<_> = agents.iter().collect();
    agents.sort_unstable_by_key(|agent| agent.0);
    for (_, (cell, motion), (stack, planning, failed, last)) in agents {
        let numbers = [motion.position.x, motion.position.y, motion.facing].map(f32::to_bits);
        (
            cell.0,
            numbers,
            motion.heading,
            planning.map(|planning| planning.goal),
        )
            .hash(hash);
        failed
            .map(|failed| (failed.goal, failed.reason.to_string()))
            .hash(hash);
        if let Some(last) = last {
            (
                last.revision,
                last.path_hash,
                last.stats.expanded,
                last.waited_ticks,
            )
                .hash(hash);
        }
        if let Some(stack) = stack.filter(|_| whole) {
            stack.ahead().for_each(|cell| cell.hash(hash));
        }
    }
    if whole {
        grid.grid().cells().hash(hash);
    }
}

/// With walls, and patches of what costs more where there are such terrains.
fn map(terrains: u8, rng: &mut Rng) -> Grid {
    let grid = random(160, 15, rng);
    let weigh = |terrain: TerrainId, rng: &mut Rng| {
        if terrain == FLOOR && terrains > 2 && rng.one_in(3) {
            TerrainId(2 + rng.below(terrains - 2))
        } else {
            terrain
        }
    };
    let cells = grid
        .cells()
        .iter()
        .map(|terrain| weigh(*terrain, rng))
        .collect();
    let costly = |name, cost| Terrain::new(name, Some(cost));
    let legend = vec![
        Terrain::floor(),
        Terrain::wall(),
        costly("mud", 3),
        costly("swamp", 8),
    ];
    Grid::new(160, 160, cells, legend).unwrap()
}

fn state_after(course: Course, frames_a_second: u64, threads: usize) -> u64 {
    let Course {
        algorithm,
        terrains,
        agents,
        ticks,
    } = course;
    let mut app = App::new();
    let pools = TaskPoolPlugin {
        task_pool_options: TaskPoolOptions::with_num_threads(threads),
    };
    app.add_plugins((
        MinimalPlugins.set(pools),
        TransformPlugin,
        PathfindingPlugin::default(),
    ));
    app.world_mut().resource_mut::<PathfindingOptions>().options = algorithm.into();
    // So few that requests wait, and searches are put away.
    app.insert_resource(PlanningOptions {
        budget: TickBudget::Expansions(8 * agents as u64),
        ..default()
    });
    let mut rng = Rng(1234);
    let grid = map(terrains, &mut rng);
    for _ in 0..agents {
        let at = rng.free_cell(&grid).unwrap();
        let stops = (0..4).map(|_| rng.cell(&grid)).collect();
        let speed = [2.0, 4.0, 7.3, 16.0][rng.below(4_usize)];
        app.world_mut()
            .spawn((GridAgent::at(at, speed), Patrol { stops, next: 0 }));
    }
    app.insert_resource(NavGrid::new(grid));
    app.insert_resource(Run {
        course,
        tick: 0,
        rng,
        hash: DefaultHasher::new(),
    });
    app.add_systems(FixedPreUpdate, change_the_map)
        .add_systems(FixedPostUpdate, take_part_in_the_hash);
    let frame = Duration::from_nanos(1_000_000_000 / frames_a_second + 1);
    app.insert_resource(TimeUpdateStrategy::ManualDuration(frame));
    app.finish();
    app.cleanup();
    while app.world().resource::<Run>().tick < ticks {
        app.update();
    }
    let arrived = app
        .world_mut()
        .query::<&LastSearch>()
        .iter(app.world())
        .filter(|last| last.waited_ticks > 0)
        .count();
    assert!(arrived > 0, "some searches take more than one tick");
    app.world().resource::<Run>().hash.finish()
}

/// The number of threads is chosen once in a process, so each run has one of its own.
fn in_a_process_of_its_own(course: Course, frames_a_second: u64, threads: usize) -> String {
    let Course {
        algorithm,
        terrains,
        agents,
        ticks,
    } = course;
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args([
        "--exact",
        "queue::replay::one_run",
        "--ignored",
        "--nocapture",
    ]);
    let run = format!(
        "{} {terrains} {agents} {ticks} {frames_a_second} {threads}",
        algorithm.name()
    );
    let output = command.env("GRIDWALK_RUN", run).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        output.status.success(),
        "{text}\n{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let (_, rest) = text
        .split_once("state ")
        .unwrap_or_else(|| panic!("no state in {text}"));
    rest.split_whitespace().next().unwrap().to_owned()
}

#[test]
#[ignore = "a part of the others"]
fn one_run() {
    let Ok(run) = std::env::var("GRIDWALK_RUN") else {
        return;
    };
    let parts: Vec<&str> = run.split(' ').collect();
    let &[algorithm, terrains, agents, ticks, frames_a_second, threads] = &parts[..] else {
        panic!("{run}")
    };
    let course = Course {
        algorithm: Algorithm::from_name(algorithm).unwrap(),
        terrains: terrains.parse().unwrap(),
        agents: agents.parse().unwrap(),
        ticks: ticks.parse().unwrap(),
    };
    let state = state_after(
        course,
        frames_a_second.parse().unwrap(),
        threads.parse().unwrap(),
    );
    println!("\nstate {state:016x} ");
}

/// Runs it at each frame rate, with so many threads, two processes at a time.
fn compare(course: Course, settings: &[(u64, usize)]) {
    let states: Vec<String> = settings
        .chunks(2)
        .flat_map(|settings| {
            std::thread::scope(|scope| {
                let run = |&(frames_a_second, threads): &(u64, usize)| {
                    scope.spawn(move || in_a_process_of_its_own(course, frames_a_second, threads))
                };
                let runs: Vec<_> = settings.iter().map(run).collect();
                runs.into_iter()
                    .map(|run| run.join().unwrap())
                    .collect::<Vec<_>>()
            })
        })
        .collect();
    for (state, (frames_a_second, threads)) in states.iter().zip(settings) {
        assert_eq!(
            state, &states[0],
            "{course:?}: {frames_a_second} frames a second, {threads} threads"
        );
    }
    println!("{course:?}: {}", states[0]);
}

#[test]
fn short_run_is_equal_at_every_frame_rate_and_thread_count() {
    for (algorithm, terrains) in COURSES {
        let course = Course {
            algorithm,
            terrains,
            agents: 500,
            ticks: 300,
        };
        compare(
            course,
            &[
                (60, 1),
                (60, 1),
                (15, 1),
                (240, 1),
                (15, 2),
                (60, 2),
                (240, 2),
            ],
        );
    }
}

/// Fewer agents than in a short run: so it takes seconds.
#[test]
fn long_run_is_equal_at_every_frame_rate_and_thread_count() {
    for (algorithm, terrains) in COURSES {
        let course = Course {
            algorithm,
            terrains,
            agents: 40,
            ticks: 10_000,
        };
        compare(course, &[(60, 1), (15, 2), (240, 1), (60, 2)]);
    }
}
