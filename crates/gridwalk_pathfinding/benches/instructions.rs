//! Instruction counts of the hot paths by valgrind's callgrind: without noise, so every slowdown
//! shows.
//!
//! Each count is compared with `instructions.csv`; `UPDATE=1` stores the counts. Run with
//! `cargo bench -p gridwalk_pathfinding --bench instructions -- [CASE]`.
//!
//! The counts belong to one compiler and one kind of machine, named in the first line of the file.
//! With others the counts are shown without a verdict.

use std::fmt::Write;
use std::hint::black_box;
use std::path::Path as FilePath;
use std::process::{Command, ExitCode};

use gridwalk_level::formats::parse_ron;
use gridwalk_level::generate::{MapKind, Recipe, generate};
use gridwalk_pathfinding::{
    AgentProfile, Algorithm, Cell, FieldLayers, FieldMemory, FieldRules, GoalField, Grid, GridEdit,
    KeepOffWalls, Map, Movement, Path, PathQuery, Planned, Planner, Regions, TerrainId, View,
    nearest_cell,
};
use gridwalk_testing::Rng;

/// Tolerance in per cent: a count that grew by more is an error, one that shrank by more is worth
/// storing.
const TOLERANCE: f64 = 3.0;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/instructions.csv");

/// The side of each map, and the number of queries on it.
const SIDE: u32 = 256;
const QUERIES: usize = 50;
const EDITS: u32 = 4000;

const CASES: [(&str, fn()); 20] = [
    ("cave_512/read", read),
    ("rooms/first", || {
        ask(MapKind::Rooms, Algorithm::Auto, &Asked::First);
    }),
    ("rooms/fresh", || {
        ask(MapKind::Rooms, Algorithm::Auto, &Asked::Fresh);
    }),
    ("rooms/cold", || {
        ask(MapKind::Rooms, Algorithm::Auto, &Asked::Cold);
    }),
    ("rooms/warm", || {
        ask(MapKind::Rooms, Algorithm::Auto, &Asked::Warm);
    }),
    ("cave/cold", || {
        ask(MapKind::Cave, Algorithm::Auto, &Asked::Cold);
    }),
    ("cave/warm", || {
        ask(MapKind::Cave, Algorithm::Auto, &Asked::Warm);
    }),
    ("random/fresh", || {
        ask(MapKind::Random, Algorithm::Auto, &Asked::Fresh);
    }),
    ("random/cold", || {
        ask(MapKind::Random, Algorithm::Auto, &Asked::Cold);
    }),
    ("random/warm", || {
        ask(MapKind::Random, Algorithm::Auto, &Asked::Warm);
    }),
    ("cave/jps", || {
        ask(MapKind::Cave, Algorithm::JumpPoint, &Asked::Warm);
    }),
    ("cave/astar", || {
        ask(MapKind::Cave, Algorithm::AStar, &Asked::Warm);
    }),
    ("weights/warm", || {
        ask(MapKind::Weights, Algorithm::Auto, &Asked::Warm);
    }),
    ("weights/landmarks", || {
        ask(MapKind::Weights, Algorithm::Auto, &Asked::Often);
    }),
    ("weights/astar", || {
        ask(MapKind::Weights, Algorithm::AStar, &Asked::Warm);
    }),
    ("weights/goal-field", goal_field),
    ("rooms/edits", || edit(MapKind::Rooms)),
    ("random/edits", || edit(MapKind::Random)),
    ("random/view-edits", || {
        edit_view(&AgentProfile {
            size: 2,
            ..AgentProfile::default()
        });
    }),
    ("random/off-walls-edits", || {
        edit_view(&AgentProfile {
            keep_off_walls: KeepOffWalls::new(2, 3),
            ..AgentProfile::default()
        });
    }),
];

fn main() -> ExitCode {
    let args: Vec<_> = std::env::args()
        .skip(1)
        .filter(|arg| !arg.starts_with('-'))
        .collect();
    if let [counted, name] = &args[..]
        && counted == "counted"
    {
        CASES
            .iter()
            .find(|(case, _)| case == name)
            .expect("a case")
            .1();
        return ExitCode::SUCCESS;
    }
    let stored = std::fs::read_to_string(FILE).unwrap_or_default();
    let compiler = compiler();
    let is_comparable = stored.lines().next() == Some(&compiler);
    if !is_comparable {
        println!(
            "stored: {}\nhere:   {compiler}",
            stored.lines().next().unwrap_or("nothing")
        );
        println!("Counts of two compilers are not the same; these are only shown.");
    }
    let (mut counts, mut grown) = (compiler + "\n", 0);
    println!(
        "{:<20}{:>14}{:>14}{:>9}",
        "case", "stored", "now", "per cent"
    );
    for (name, _) in CASES
        .iter()
        .filter(|(name, _)| args.is_empty() || args.iter().any(|arg| name.contains(&**arg)))
    {
        let now = match count(name) {
            Ok(now) => now,
            Err(error) => {
                eprintln!("{name}: {error}");
                return ExitCode::from(2);
            }
        };
        let before = stored.lines().find_map(|line| {
            line.strip_prefix(name)?
                .strip_prefix(',')?
                .parse::<u64>()
                .ok()
        });
        let percent = before.map_or(0.0, |before| change(before, now));
        let remark = match before {
            None => "  not stored yet",
            Some(_) if percent > TOLERANCE => "  MORE",
            Some(_) if percent < -TOLERANCE => "  less: UPDATE=1 keeps it",
            Some(_) => "",
        };
        grown += u32::from(is_comparable && percent > TOLERANCE);
        println!(
            "{name:<20}{:>14}{now:>14}{percent:>+9.1}{remark}",
            before.unwrap_or(0)
        );
        writeln!(counts, "{name},{now}").expect("text takes it");
    }
    if std::env::var_os("UPDATE").is_some() && args.is_empty() {
        std::fs::write(FILE, counts).expect("the file is written");
    } else if grown > 0 {
        println!("{grown} grew by more than {TOLERANCE} per cent; UPDATE=1 takes it as it is");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

#[expect(clippy::cast_precision_loss, reason = "a percentage with one digit")]
fn change(before: u64, now: u64) -> f64 {
    (now as f64 / before as f64 - 1.0) * 100.0
}

fn compiler() -> String {
    let version = Command::new("rustc")
        .arg("--version")
        .output()
        .expect("rustc says what it is")
        .stdout;
    format!(
        "{} on {}",
        String::from_utf8_lossy(&version).trim(),
        std::env::consts::ARCH
    )
}

/// Counts the instructions of [`measured`] in a separate run.
///
/// The profile of callgrind stays in the target folder.
fn count(case: &str) -> Result<u64, String> {
    let folder = FilePath::new(env!("CARGO_TARGET_TMPDIR"));
    let profile = folder.join(format!("callgrind.{}", case.replace('/', ".")));
    let run = Command::new("valgrind")
        .args(["--tool=callgrind", "--toggle-collect=*::measured*"])
        .arg(format!("--callgrind-out-file={}", profile.display()))
        .arg(std::env::current_exe().map_err(|error| error.to_string())?)
        .args(["counted", case])
        .output()
        .map_err(|error| {
            format!("valgrind does not start ({error}); `apt-get install valgrind`")
        })?;
    let said = String::from_utf8_lossy(&run.stderr);
    let found = said
        .lines()
        .find_map(|line| line.split_once("Collected : ")?.1.trim().parse().ok());
    found
        .filter(|_| run.status.success())
        .ok_or_else(|| said.into_owned())
}

/// Runs the counted code.
#[inline(never)]
fn measured(run: &mut dyn FnMut()) {
    run();
}

fn grid(kind: MapKind) -> Grid {
    let recipe = Recipe {
        kind,
        width: SIDE,
        height: SIDE,
        seed: 7,
        density: None,
    };
    generate(&recipe).expect("it fits").level.grid.into()
}

enum Asked {
    /// One query, the first on its map.
    First,
    /// All queries, by a new planner.
    Cold,
    /// All queries, each by a new planner.
    Fresh,
    /// All queries, for the second time; on weights, landmarks are computed meanwhile.
    Warm,
    /// All queries, for the sixth time: landmarks are there.
    Often,
}

fn ask(kind: MapKind, algorithm: Algorithm, asked: &Asked) {
    let (map, rng) = (Map::new(grid(kind)), &mut Rng(1));
    let regions = Regions::new(map.grid(), Movement::default());
    let mut queries = Vec::new();
    while queries.len() < QUERIES {
        let (start, goal) = (rng.cell(map.grid()), rng.cell(map.grid()));
        if regions.connected(start, goal) {
            queries.push(PathQuery::new(start, goal, algorithm));
        }
    }
    let (mut planner, mut path) = (Planner::default(), Path::default());
    let mut all = |queries: &[PathQuery]| {
        for query in queries {
            if matches!(asked, Asked::Fresh) {
                planner = Planner::default();
            }
            assert_eq!(planner.path(&map, query, &mut path).planned, Planned::Found);
        }
    };
    match asked {
        Asked::First => queries.truncate(1),
        Asked::Cold => {}
        // The map already has the ends of jumps.
        Asked::Fresh | Asked::Warm => all(&queries),
        Asked::Often => (0..5).for_each(|_| all(&queries)),
    }
    measured(&mut || all(&queries));
}

fn read() {
    let text = include_str!("../../../assets/levels/cave_512.level.ron");
    measured(&mut || _ = black_box(parse_ron(text)));
}

fn goal_field() {
    let grid = grid(MapKind::Weights);
    let goal = nearest_cell(&grid, Cell::new(128, 128), |cell| grid.is_walkable(cell))
        .expect("a free cell");
    measured(&mut || {
        let layers = FieldLayers::new(&grid, FieldRules::default());
        let mut field = GoalField::new(&layers, &[goal]).expect("the goal lies inside");
        field.advance(&layers, &mut FieldMemory::default(), u64::MAX);
        black_box((layers, field));
    });
}

/// Edits cells to walls and back to floor, with jumps and labels kept up to date.
fn edit(kind: MapKind) {
    let (mut map, rng) = (Map::new(grid(kind)), &mut Rng(1));
    let free = nearest_cell(map.grid(), Cell::new(0, 0), |cell| {
        map.grid().is_walkable(cell)
    })
    .expect("a free cell");
    Planner::default().path(
        &map,
        &PathQuery::new(free, free, Algorithm::Auto),
        &mut Path::default(),
    );
    map.label(Movement::default());
    let edits = edits(map.grid(), rng);
    measured(&mut || {
        for edit in &edits {
            assert!(map.apply(edit).is_ok_and(|change| change.is_some()));
        }
    });
}

/// Edits of random cells, each undone by the next one.
fn edits(grid: &Grid, rng: &mut Rng) -> Vec<GridEdit> {
    let both = |_| {
        let cell = rng.cell(grid);
        let before = grid.terrain_id(cell).expect("inside");
        [TerrainId(1 - before.0), before].map(|terrain| GridEdit::set(cell, terrain))
    };
    (0..EDITS / 2).flat_map(both).collect()
}

/// Edits cells to walls and back to floor, followed by the view of an agent.
fn edit_view(profile: &AgentProfile) {
    let mut map = Map::new(grid(MapKind::Random));
    let edits = edits(map.grid(), &mut Rng(1));
    let mut view = View::new(map.grid(), profile.clone());
    measured(&mut || {
        for edit in &edits {
            let change = map.apply(edit).expect("valid").expect("a cell changes");
            view.update(map.grid(), &change);
        }
    });
}
