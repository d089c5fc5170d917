//! Generated maps: the promises of each kind, and equal maps for equal seeds on every platform.

use gridwalk_level::LevelGrid;
use gridwalk_level::generate::{GenerateError, Generated, MapKind, Recipe, generate};
use gridwalk_pathfinding::{
    Cell, Grid, Movement, NodePool, Outcome, PathQuery, Regions, SearchOptions, TerrainId, solve,
};

const MAZES: [MapKind; 4] = [
    MapKind::Maze,
    MapKind::MazeDivision,
    MapKind::MazePrim,
    MapKind::MazeWilson,
];

/// Sizes that are odd, even, long, thin and tiny.
const SIZES: [(u32, u32); 10] = [
    (1, 1),
    (1, 2),
    (2, 2),
    (3, 3),
    (1, 40),
    (40, 1),
    (21, 15),
    (32, 20),
    (7, 64),
    (65, 65),
];

fn recipe(kind: MapKind, (width, height): (u32, u32), seed: u64) -> Recipe {
    Recipe {
        kind,
        width,
        height,
        seed,
        density: None,
    }
}

fn make(recipe: Recipe) -> Generated {
    generate(&recipe).unwrap_or_else(|error| panic!("{recipe:?}: {error}"))
}

fn show(grid: &LevelGrid) -> String {
    let glyph = |cell: &TerrainId| grid.looks().of(*cell).glyph;
    let rows = grid.cells().chunks(grid.width() as usize);
    rows.map(|row| row.iter().map(glyph).chain(['\n']).collect::<String>())
        .collect()
}

fn cells(grid: &Grid) -> impl Iterator<Item = Cell> {
    let (width, height) = (grid.width().cast_signed(), grid.height().cast_signed());
    (0..height).flat_map(move |y| (0..width).map(move |x| Cell::new(x, y)))
}

/// Returns the FNV-1a hash of everything that a player sees: size, terrain by name, start and goal.
fn hash(map: &Generated) -> u64 {
    let grid = &map.level.grid;
    let mut bytes: Vec<u8> = [grid.width(), grid.height()]
        .into_iter()
        .flat_map(u32::to_le_bytes)
        .collect();
    for cell in cells(grid) {
        bytes.extend(grid.terrain(cell).unwrap().name.bytes());
    }
    for agent in &map.level.agents {
        let ends = [agent.at].into_iter().chain(agent.goals.iter().copied());
        bytes.extend(
            ends.flat_map(|cell| [cell.x, cell.y])
                .flat_map(i32::to_le_bytes),
        );
    }
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01B3)
    })
}

#[test]
fn a_seed_means_the_same_map_on_every_platform() {
    let maps = MapKind::ALL.map(|kind| (kind.name(), hash(&make(recipe(kind, (61, 44), 2024)))));
    let expected = [
        ("maze", 0x2326_2D6A_E0AE_C8F6),
        ("maze-division", 0x6A42_E958_6F36_FEFE),
        ("maze-prim", 0x9824_4160_D43F_9066),
        ("maze-wilson", 0xA01C_36DB_3D83_33C4),
        ("maze-braided", 0x0E7C_1D84_851B_B638),
        ("rooms", 0x5285_51F3_31AF_E084),
        ("random", 0x46D9_6B22_1F77_A644),
        ("cave", 0x15F2_B6EF_03DD_7780),
        ("weights", 0x26B4_C076_3CB9_1AF4),
        ("country", 0xD0EB_8ACB_7B3B_1266),
    ];
    assert_eq!(maps, expected);
}

#[test]
fn another_seed_means_another_map() {
    for kind in MapKind::ALL {
        let hashes: std::collections::HashSet<u64> = (0..50)
            .map(|seed| hash(&make(recipe(kind, (31, 31), seed))))
            .collect();
        assert_eq!(hashes.len(), 50, "{}", kind.name());
        assert_eq!(
            make(recipe(kind, (31, 31), 3)),
            make(recipe(kind, (31, 31), 3))
        );
    }
}

#[test]
fn mazes_have_exactly_one_path_between_any_two_cells() {
    for kind in MAZES {
        for size in SIZES {
            for seed in 0..20 {
                let map = make(recipe(kind, size, seed));
                let grid = &map.level.grid;
                let free: Vec<Cell> = cells(grid).filter(|cell| grid.is_walkable(*cell)).collect();
                let beside =
                    |cell: &Cell| [Cell::new(cell.x + 1, cell.y), Cell::new(cell.x, cell.y + 1)];
                let joined = free
                    .iter()
                    .flat_map(beside)
                    .filter(|cell| grid.is_walkable(*cell))
                    .count();
                // Connected, with one joint less than cells: a tree.
                let case = format!("{} {size:?} seed {seed}\n{}", kind.name(), show(grid));
                assert_eq!(Regions::new(grid, Movement::Four).count(), 1, "{case}");
                assert_eq!(joined, free.len() - 1, "{case}");
                let halls = (size.0.div_ceil(2) * size.1.div_ceil(2)) as usize;
                assert_eq!(
                    free.len(),
                    2 * halls - 1,
                    "every second cell is a corridor; {case}"
                );
            }
        }
    }
}

#[test]
fn a_braided_maze_is_connected_and_has_no_dead_ends() {
    for size in SIZES {
        for seed in 0..20 {
            let map = make(recipe(MapKind::MazeBraided, size, seed));
            let grid = &map.level.grid;
            let case = format!("{size:?} seed {seed}\n{}", show(grid));
            assert_eq!(Regions::new(grid, Movement::Four).count(), 1, "{case}");
            if size.0 > 2 && size.1 > 2 {
                for cell in cells(grid).filter(|cell| grid.is_walkable(*cell)) {
                    let beside = [(0, 1), (1, 0), (0, -1), (-1, 0)]
                        .map(|(x, y)| Cell::new(cell.x + x, cell.y + y));
                    let ways = beside
                        .into_iter()
                        .filter(|cell| grid.is_walkable(*cell))
                        .count();
                    assert!(ways > 1, "{cell} is a dead end; {case}");
                }
            }
        }
    }
}

#[test]
fn country_has_a_river_down_and_a_road_across_it() {
    for seed in 0..40 {
        let map = make(recipe(MapKind::Country, (70, 50), seed));
        let grid = &map.level.grid;
        let is = |cell: Cell, name: &str| {
            grid.terrain(cell)
                .is_some_and(|terrain| terrain.name == name)
        };
        let case = format!("seed {seed}\n{}", show(grid));
        for y in 0..50 {
            let wet = |x| is(Cell::new(x, y), "water") || is(Cell::new(x, y), "road");
            assert!((0..70).any(wet), "row {y}; {case}");
        }
        // The road alone leads from side to side.
        let mut seen: Vec<Cell> = cells(grid)
            .filter(|cell| cell.x == 0 && is(*cell, "road"))
            .collect();
        let mut next = 0;
        while let Some(cell) = seen.get(next).copied() {
            next += 1;
            for (x, y) in [(0, 1), (1, 0), (0, -1), (-1, 0)] {
                let to = Cell::new(cell.x + x, cell.y + y);
                if is(to, "road") && !seen.contains(&to) {
                    seen.push(to);
                }
            }
        }
        assert!(
            seen.iter().any(|cell| cell.x == 69) && map.solvable,
            "{case}"
        );
    }
}

#[test]
fn rooms_and_caves_are_connected() {
    for kind in [MapKind::Rooms, MapKind::Cave] {
        for size in SIZES {
            for seed in 0..30 {
                let map = make(recipe(kind, size, seed));
                let grid = &map.level.grid;
                let case = format!("{} {size:?} seed {seed}\n{}", kind.name(), show(grid));
                assert_eq!(Regions::new(grid, Movement::default()).count(), 1, "{case}");
                assert_eq!(map.free, map.connected, "{case}");
                assert_eq!(
                    map.free as usize,
                    cells(grid).filter(|cell| grid.is_walkable(*cell)).count()
                );
            }
        }
    }
    let rooms = make(recipe(MapKind::Rooms, (65, 65), 1));
    let walls = 65 * 65 - rooms.free;
    assert!(
        (500..2000).contains(&walls),
        "{walls} walls\n{}",
        show(&rooms.level.grid)
    );
    let cave = make(recipe(MapKind::Cave, (65, 65), 1));
    assert!(
        (1500..3000).contains(&cave.free),
        "{} free\n{}",
        cave.free,
        show(&cave.level.grid)
    );
}

#[test]
fn the_density_is_near_what_was_asked_for() {
    for density in [0, 10, 25, 50, 90, 100] {
        for seed in 0..10 {
            let asked = |kind| Recipe {
                density: Some(density),
                ..recipe(kind, (128, 128), seed)
            };
            let random = make(asked(MapKind::Random));
            let walls = 128 * 128 - random.free;
            assert!(
                (walls * 100).abs_diff(density * 128 * 128) < 2 * 128 * 128,
                "{density} %: {walls} walls"
            );
            let weights = make(asked(MapKind::Weights));
            let plain = weights
                .level
                .grid
                .cells()
                .iter()
                .filter(|cell| **cell == TerrainId(0))
                .count();
            let rough = 128 * 128 - u32::try_from(plain).unwrap();
            assert!(
                (rough * 100).abs_diff(density * 128 * 128) < 3 * 128 * 128,
                "{density} %: {rough} rough cells"
            );
        }
    }
    let legend = make(recipe(MapKind::Weights, (128, 128), 5)).level.grid;
    for name in ["water", "swamp", "grass", "forest", "floor"] {
        let share = legend
            .cells()
            .iter()
            .filter(|cell| legend.legend()[usize::from(cell.0)].name == name)
            .count();
        assert!(share * 100 > 10 * 128 * 128, "{name}: {share} cells");
    }
}

#[test]
fn a_solvable_map_has_a_path_that_a_search_finds() {
    let (mut solvable, mut without) = (0, 0);
    for kind in MapKind::ALL {
        for size in SIZES {
            for seed in 0..10 {
                let map = make(recipe(kind, size, seed));
                let case = format!(
                    "{} {size:?} seed {seed}\n{}",
                    kind.name(),
                    show(&map.level.grid)
                );
                let agent = map.level.agents.first();
                assert_eq!(agent.is_some(), map.free > 0, "{case}");
                let Some((agent, goal)) =
                    agent.and_then(|agent| Some((agent, *agent.goals.first()?)))
                else {
                    assert!(!map.solvable && map.connected <= 1, "{case}");
                    without += 1;
                    continue;
                };
                let options = SearchOptions::default();
                let query = PathQuery::new(agent.at, goal, &options);
                let outcome = solve(&map.level.grid, &query, &mut NodePool::default(), &mut ());
                assert!(
                    map.solvable && matches!(outcome, Outcome::Solved(_)),
                    "{case}"
                );
                assert_ne!(agent.at, goal, "{case}");
                solvable += 1;
            }
        }
    }
    assert!(solvable > 500 && without > 50, "{solvable}, {without}");
}

#[test]
fn start_and_goal_lie_far_apart() {
    for kind in MAZES {
        let map = make(recipe(kind, (41, 41), 9));
        let agent = &map.level.agents[0];
        let options = SearchOptions {
            movement: Movement::Four,
            ..SearchOptions::default()
        };
        let query = PathQuery::new(agent.at, agent.goals[0], &options);
        let outcome = solve(&map.level.grid, &query, &mut NodePool::default(), &mut ());
        // The longest path in a tree of 881 cells is longer than the diameter of the open square.
        assert!(
            outcome.path().unwrap().cells().len() > 80,
            "{}\n{}",
            kind.name(),
            show(&map.level.grid)
        );
    }
    let open = make(Recipe {
        density: Some(0),
        ..recipe(MapKind::Random, (30, 20), 1)
    });
    let agent = &open.level.agents[0];
    assert_eq!(
        agent.at.distance(agent.goals[0]),
        (29, 19),
        "corner to corner"
    );
}

#[test]
fn invalid_recipes_are_errors() {
    let refused = |recipe: Recipe| generate(&recipe).unwrap_err();
    assert_eq!(
        refused(recipe(MapKind::Cave, (0, 5), 1)),
        GenerateError::Size(0, 5)
    );
    assert_eq!(
        refused(recipe(MapKind::Cave, (1, 8193), 1)),
        GenerateError::Size(1, 8193)
    );
    assert_eq!(
        refused(recipe(MapKind::Cave, (8192, 8192), 1)),
        GenerateError::Size(8192, 8192)
    );
    let dense = |kind, density| Recipe {
        density: Some(density),
        ..recipe(kind, (5, 5), 1)
    };
    assert_eq!(
        refused(dense(MapKind::Random, 101)),
        GenerateError::Density(101)
    );
    let error = refused(dense(MapKind::Maze, 10));
    assert_eq!(
        error.to_string(),
        "maze maps know no density; leave it out, or use random, cave, weights or country"
    );
    assert!(generate(&recipe(MapKind::Rooms, (8192, 1), 1)).is_ok());
}

#[test]
fn walls_everywhere_leave_no_agent() {
    let map = make(Recipe {
        density: Some(100),
        ..recipe(MapKind::Random, (9, 9), 1)
    });
    assert_eq!(
        (
            map.free,
            map.connected,
            map.solvable,
            map.level.agents.len()
        ),
        (0, 0, false, 0)
    );
    let cave = make(Recipe {
        density: Some(100),
        ..recipe(MapKind::Cave, (9, 9), 1)
    });
    assert_eq!(
        (cave.free, cave.solvable, cave.level.agents[0].at),
        (1, false, Cell::new(4, 4))
    );
}

#[test]
fn kinds_are_known_by_name() {
    for kind in MapKind::ALL {
        assert_eq!(MapKind::from_name(kind.name()), Some(kind));
        assert!(kind.meaning().ends_with('.') && !kind.title().is_empty());
    }
    assert_eq!(MapKind::from_name("sponge"), None);
}
