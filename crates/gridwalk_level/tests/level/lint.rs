//! The level linter on handmade maps, and compared with blocking every cell in turn.

use gridwalk_level::generate::{MapKind, Recipe, generate};
use gridwalk_level::lint::{
    Choke, CrowdObstacle, Finding, FindingKind, MAX_LISTED_CELLS, Severity, check, choke_cells,
};
use gridwalk_level::{Level, LevelAgent, formats::parse_level};
use gridwalk_pathfinding::{
    AgentProfile, Algorithm, Cell, Direction, DirectionSet, Grid, GridEdit, Movement, NodePool,
    PathQuery, Portal, Rect, Regions, SearchOptions, Terrain, TerrainId, solve,
};
use gridwalk_testing::Rng;

fn level(rows: &[&str], more: &str) -> Level {
    let rows: Vec<String> = rows.iter().map(|row| format!("{row:?}")).collect();
    let text = format!("(version: 1, map: [{}], {more})", rows.join(", "));
    parse_level(text.as_bytes(), "test.level.ron").unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn sentences(level: &Level) -> Vec<String> {
    let say = |finding: &Finding| format!("{}: {}", finding.severity.name(), finding.sentence);
    check(level).iter().map(say).collect()
}

#[test]
fn an_open_room_has_no_findings() {
    let level = level(
        &["....", "....", "...."],
        "agents: [(at: (0, 0), goals: [(3, 2)])]",
    );
    assert_eq!(check(&level), []);
}

#[test]
fn a_sealed_room_is_listed_with_its_size() {
    let rows = ["......", ".####.", ".#..#.", ".####.", "......"];
    let level = level(
        &rows,
        r#"agents: [(name: "ant", at: (0, 0), goals: [(5, 4), (2, 2), (0, 4)])]"#,
    );
    let expected = [
        "error: \"ant\" cannot come from (5, 4) to its goal (2, 2).",
        "warning: A region of 2 cells from (2, 2) is walled off from the rest.",
    ];
    assert_eq!(sentences(&level), expected);
    let findings = check(&level);
    assert_eq!(findings[0].cell, Some(Cell::new(2, 2)));
    assert_eq!(findings[1].kind, FindingKind::IsolatedRegion(2));
}

/// The list of problems was empty, though the reader had named the agent.
#[test]
fn an_agent_that_stands_in_a_wall_is_an_error() {
    let mut level = level(&["..#", "..,"], "agents: [(name: \"ant\", at: (0, 0))]");
    let errors = |level: &Level| {
        let mut errors = sentences(level);
        errors.retain(|sentence| sentence.starts_with("error"));
        errors
    };
    let ground = level.grid.terrain(Cell::new(2, 1)).unwrap().name.clone();
    level.agents[0].at = Cell::new(2, 0);
    assert_eq!(
        errors(&level),
        ["error: \"ant\" stands on (2, 0), which it cannot enter."]
    );
    level.agents[0].at = Cell::new(2, 1);
    assert_eq!(errors(&level), [""; 0]);
    level.agents[0].profile.costs = vec![(ground, None)];
    assert_eq!(
        errors(&level),
        ["error: \"ant\" stands on (2, 1), which it cannot enter."]
    );
}

#[test]
fn agents_are_asked_on_their_own_maps() {
    let mut level = level(
        &["..#..", "..,..", "..#.."],
        "agents: [(name: \"a\", at: (0, 0), goals: [(3, 0)])]",
    );
    let bad = |level: &Level| {
        sentences(level)
            .into_iter()
            .filter(|s| s.starts_with("error"))
            .collect::<Vec<_>>()
    };
    assert_eq!(bad(&level), [""; 0]);
    level.agents[0].profile.size = 2;
    let sentence = "error: \"a\" cannot come from (0, 0) to its goal (3, 0).";
    assert_eq!(bad(&level), [sentence], "too large for the gap");
    level.agents[0].profile = AgentProfile {
        costs: vec![("grass".to_owned(), None)],
        ..AgentProfile::default()
    };
    assert_eq!(bad(&level), [sentence], "grass is nothing for it");
    level.agents.push(LevelAgent {
        profile: AgentProfile::default(),
        name: "b".to_owned(),
        ..level.agents[0].clone()
    });
    level.agents.push(LevelAgent {
        name: "c".to_owned(),
        ..level.agents[0].clone()
    });
    assert_eq!(bad(&level).len(), 2, "b walks over grass");
}

#[test]
fn where_the_nearest_cell_will_do_a_far_goal_is_a_warning() {
    let more = r#"agents: [(at: (0, 0), goals: [(2, 0)])], unreachable: "nearest""#;
    assert_eq!(check(&level(&[".#."], more))[0].severity, Severity::Warning);
}

#[test]
fn a_patrol_has_to_come_back() {
    let plain = level(
        &["...."],
        r#"agents: [(name: "guard", at: (0, 0), goals: [(1, 0), (3, 0)], patrol: true)]"#,
    );
    let gate = Terrain {
        exits: DirectionSet::from_iter([Direction::East]),
        ..Terrain::new("gate", Some(1))
    };
    let cells = [0, 0, 1, 0].map(TerrainId).to_vec();
    let grid = Grid::new(4, 1, cells, vec![Terrain::floor(), gate]).unwrap();
    let level = Level {
        grid: grid.into(),
        ..plain.clone()
    };
    assert_eq!(
        sentences(&level)[0],
        "error: \"guard\" cannot come from (3, 0) to its goal (1, 0)."
    );
    assert!(
        check(&plain)
            .iter()
            .all(|finding| finding.severity == Severity::Note)
    );
}

#[test]
fn agents_on_one_cell_are_a_warning() {
    let level = level(
        &["..", ".."],
        r#"agents: [(name: "a", at: (1, 1)), (at: (0, 0)), (name: "b", at: (1, 1))]"#,
    );
    assert_eq!(
        sentences(&level),
        ["warning: \"a\" and \"b\" start on one cell, (1, 1)."]
    );
}

#[test]
fn portals_join_regions_and_those_into_walls_are_reported() {
    let mut level = level(
        &["..#..", "..#..", "..#.."],
        "agents: [(at: (0, 0), goals: [(4, 0)])]",
    );
    assert_eq!(
        check(&level)
            .iter()
            .filter(|finding| finding.severity == Severity::Error)
            .count(),
        1
    );
    let through = Portal::between(Cell::new(0, 2), Cell::new(4, 2));
    level.grid = level
        .grid
        .clone()
        .with_portals(&[through, Portal::between(Cell::new(2, 1), Cell::new(0, 0))])
        .unwrap();
    let found = sentences(&level);
    assert_eq!(
        found[0],
        "warning: The portal from (0, 0) to (2, 1) is of no use: (2, 1) is blocked."
    );
    assert!(
        !found
            .iter()
            .any(|sentence| sentence.contains("walled off") || sentence.contains("cannot")),
        "{found:?}"
    );
    let ends: Vec<Option<Cell>> = check(&level)[1..]
        .iter()
        .map(|finding| finding.cell)
        .collect();
    assert_eq!(
        ends,
        [Some(Cell::new(0, 2)), Some(Cell::new(4, 2))],
        "the ends of the portal are choke cells"
    );
    let one_way = Portal {
        two_way: false,
        ..through.back()
    };
    level.grid = level.grid.clone().with_portals(&[one_way]).unwrap();
    assert_eq!(
        check(&level)[0].severity,
        Severity::Error,
        "the portal leads the other way only"
    );
}

#[test]
fn a_cell_without_exits_is_a_trap() {
    let pit = Terrain {
        exits: DirectionSet::from_iter([]),
        ..Terrain::new("pit", Some(1))
    };
    let rows = Grid::from_rows(&["...", "...", "..."]);
    let legend = vec![Terrain::floor(), Terrain::wall(), pit];
    let mut level = level(&["..."], "");
    level.grid = Grid::new(3, 3, rows.cells().to_vec(), legend)
        .unwrap()
        .into();
    level
        .grid
        .set_cells(vec![(Cell::new(1, 1), TerrainId(2))])
        .unwrap();
    assert_eq!(
        sentences(&level),
        ["warning: An agent that enters (1, 1) can never leave it."]
    );
    level
        .grid
        .set_cells(vec![(Cell::new(2, 2), TerrainId(2))])
        .unwrap();
    let sentence =
        "warning: There are 2 cells that an agent can enter and never leave; the first is (1, 1).";
    assert_eq!(sentences(&level)[0], sentence);
}

#[test]
fn a_region_limit_and_a_goal_tolerance_count() {
    let mut level = level(
        &["...", ".#.", "..."],
        r#"agents: [(name: "ant", at: (0, 0), goals: [(2, 2)])]"#,
    );
    assert!(
        check(&level)
            .iter()
            .all(|finding| finding.severity < Severity::Error)
    );
    level.search.region = Some(Rect {
        at: Cell::new(0, 0),
        width: 2,
        height: 2,
    });
    assert_eq!(check(&level)[0].severity, Severity::Error);
    level.search.goal_tolerance = 2;
    assert_eq!(
        check(&level)[0].severity,
        Severity::Error,
        "(2, 0) is near enough, and outside"
    );
    level.search.goal_tolerance = 3;
    assert!(
        check(&level)
            .iter()
            .all(|finding| finding.severity < Severity::Error),
        "(1, 0) is near enough"
    );
}

/// Maps of every kind, including labels, one-way cells, portals, region and goal tolerance.
#[test]
fn a_goal_is_out_of_reach_exactly_where_no_search_comes_there() {
    let plain = level(
        &["."],
        r#"agents: [(name: "ant", at: (0, 0), goals: [(0, 0)])]"#,
    );
    let (mut found, mut missed) = (0, 0);
    for seed in 0..4000 {
        let rng = &mut Rng(seed);
        let (width, height) = (1 + rng.below(9), 1 + rng.below(9));
        let (walls, streets) = (
            rng.below(50),
            if rng.below(2) == 0 { 0 } else { rng.below(25) },
        );
        let street = |exits: &[Direction]| Terrain {
            exits: exits.iter().copied().collect(),
            ..Terrain::new("street", Some(1))
        };
        let eastward = street(&[Direction::NorthEast, Direction::East, Direction::SouthEast]);
        let legend = vec![
            Terrain::floor(),
            Terrain::wall(),
            eastward,
            street(&[Direction::North]),
            street(&[]),
        ];
        let terrain = |rng: &mut Rng| match rng.below(100) {
            n if n < walls => TerrainId(1),
            n if n < walls + streets => TerrainId(2 + u8::try_from(rng.below(3)).unwrap()),
            _ => TerrainId(0),
        };
        let cells = (0..width * height).map(|_| terrain(rng)).collect();
        let [columns, rows] = [width, height].map(|side| u32::try_from(side).unwrap());
        let any = |rng: &mut Rng| Cell::new(rng.below(width), rng.below(height));
        let mut grid = Grid::new(columns, rows, cells, legend).unwrap();
        if rng.below(3) == 0 {
            let portal = Portal {
                two_way: rng.below(2) == 0,
                ..Portal::between(any(rng), any(rng))
            };
            grid = grid.with_portals(&[portal]).unwrap();
        }
        let mut level = Level {
            grid: grid.into(),
            ..plain.clone()
        };
        level.search.movement = rng.pick(&Movement::ALL);
        level.search.goal_tolerance = if rng.below(4) == 0 {
            u32::try_from(rng.below(4)).unwrap()
        } else {
            0
        };
        level.search.region = (rng.below(4) == 0).then(|| Rect {
            at: any(rng),
            width: 4,
            height: 5,
        });
        let (at, goal) = (any(rng), any(rng));
        let options = SearchOptions {
            algorithm: Algorithm::Dijkstra,
            ..level.search.clone()
        };
        let query = PathQuery::new(at, goal, options);
        if query.check_ends(&level.grid).is_err() {
            continue;
        }
        let is_path = solve(&level.grid, &query, &mut NodePool::default(), &mut ())
            .path()
            .is_some();
        (level.agents[0].at, level.agents[0].goals) = (at, vec![goal]);
        let is_reported = check(&level)
            .iter()
            .any(|finding| matches!(finding.kind, FindingKind::UnreachableGoal { .. }));
        let map = level.grid.cells();
        assert_eq!(
            is_reported, !is_path,
            "seed {seed}: {at} to {goal}, {columns} columns of {map:?}, {:?}",
            level.search
        );
        if is_path { found += 1 } else { missed += 1 }
    }
    assert!(found > 500 && missed > 500, "{found} and {missed}");
}

#[test]
fn only_the_levels_own_terrain_is_missed() {
    let more = r#"legend: { 's': (name: "slime", cost: 7), 'o': (name: "ooze") }"#;
    let level = level(&["..o"], more);
    let found = sentences(&level);
    assert_eq!(
        found.last().unwrap(),
        "note: The legend names terrain that is on no cell: 's' (slime)."
    );
}

#[test]
fn choke_cells_come_by_importance_and_not_too_many() {
    let level = level(&["...#....", "........", "...#...."], "");
    let expected = [
        "note: A wall on (4, 1) would cut off 10 cells.",
        "note: A wall on (3, 1) would cut off 9 cells.",
        "note: A wall on (2, 1) would cut off 8 cells.",
    ];
    assert_eq!(sentences(&level), expected);

    let maze = generate(&Recipe {
        kind: MapKind::Maze,
        width: 41,
        height: 41,
        seed: 1,
        density: None,
    })
    .unwrap()
    .level;
    let findings = check(&maze);
    let kind = |finding: &Finding| finding.kind.clone();
    let listed: Vec<u32> = findings
        .iter()
        .filter_map(|finding| {
            if let FindingKind::ChokeCell(cut_off) = kind(finding) {
                Some(cut_off)
            } else {
                None
            }
        })
        .collect();
    let all: Vec<u32> = choke_cells(&maze.grid, maze.search.movement)
        .iter()
        .map(|choke| choke.cut_off)
        .collect();
    assert_eq!(
        (listed.len(), &listed[..]),
        (MAX_LISTED_CELLS, &all[..MAX_LISTED_CELLS])
    );
    let rest = u32::try_from(all.len() - MAX_LISTED_CELLS).unwrap();
    assert_eq!(
        kind(findings.last().unwrap()),
        FindingKind::MoreChokeCells(rest)
    );
}

#[test]
fn many_small_regions_are_summed_up() {
    let row: String = ".#".repeat(15);
    let found = check(&level(&[&row], ""));
    assert_eq!(found.len(), MAX_LISTED_CELLS + 1);
    assert_eq!(
        found[MAX_LISTED_CELLS].kind,
        FindingKind::MoreRegions {
            regions: 4,
            cells: 4
        }
    );
    assert_eq!(
        found[MAX_LISTED_CELLS].sentence,
        "Walled off: 4 more regions with 4 cells in all."
    );
}

/// Blocks each cell in turn and counts the connected cells; corner rules see the new wall, too.
fn chokes_by_blocking_each(grid: &Grid, movement: Movement) -> Vec<Choke> {
    let (width, height) = (grid.width().cast_signed(), grid.height().cast_signed());
    let cells: Vec<Cell> = (0..height)
        .flat_map(|y| (0..width).map(move |x| Cell::new(x, y)))
        .collect();
    let regions = Regions::new(grid, movement);
    // Portals join regions: connected cells are found by spreading labels until nothing changes.
    let pieces = |grid: &Grid, among: &[Cell]| {
        let mut labels: std::collections::HashMap<Cell, usize> =
            among.iter().copied().zip(0..).collect();
        loop {
            let mut changed = false;
            for &cell in among {
                let steps = Direction::ALL
                    .into_iter()
                    .filter(|direction| movement.allows(grid, cell, *direction));
                let portals = grid
                    .portals()
                    .iter()
                    .flat_map(|p| [(p.from, p.to), (p.to, p.from)]);
                let far: Vec<Cell> = portals
                    .filter(|(from, _)| *from == cell)
                    .map(|(_, to)| to)
                    .collect();
                for to in steps.map(|direction| cell.step(direction)).chain(far) {
                    let Some(&there) = labels.get(&to) else {
                        continue;
                    };
                    let least = there.min(labels[&cell]);
                    changed |= labels.insert(to, least) != Some(least);
                    changed |= labels.insert(cell, least) != Some(least);
                }
            }
            if !changed {
                break;
            }
        }
        let mut sizes: std::collections::HashMap<usize, u32> = std::collections::HashMap::new();
        for label in labels.values() {
            *sizes.entry(*label).or_default() += 1;
        }
        (labels, sizes)
    };
    assert!(regions.count() <= cells.len());
    let free: Vec<Cell> = cells
        .iter()
        .copied()
        .filter(|cell| grid.is_walkable(*cell))
        .collect();
    let (labels, _) = pieces(grid, &free);
    let mut chokes = Vec::new();
    for &cell in &free {
        let mut blocked = grid.clone();
        blocked.apply(&GridEdit::set(cell, TerrainId(1))).unwrap();
        let others: Vec<Cell> = free
            .iter()
            .copied()
            .filter(|other| *other != cell && labels[other] == labels[&cell])
            .collect();
        let (_, sizes) = pieces(&blocked, &others);
        let all: u32 = sizes.values().sum();
        let cut_off = all - sizes.values().max().copied().unwrap_or(0);
        if cut_off > 0 {
            chokes.push(Choke { cell, cut_off });
        }
    }
    chokes.sort_by_key(|choke| (std::cmp::Reverse(choke.cut_off), choke.cell.y, choke.cell.x));
    chokes
}

#[test]
fn choke_cells_are_those_whose_blocking_splits_a_region() {
    let mut found = 0;
    for seed in 0..300 {
        let rng = &mut Rng(seed);
        let (width, height) = (1 + rng.below(9), 1 + rng.below(9));
        let walls = 10 + rng.below(40);
        let row = |rng: &mut Rng| {
            (0..width)
                .map(|_| if rng.below(100) < walls { '#' } else { '.' })
                .collect::<String>()
        };
        let rows: Vec<String> = (0..height).map(|_| row(rng)).collect();
        let cell = |rng: &mut Rng| Cell::from((rng.below(width), rng.below(height)));
        let portals: Vec<Portal> = (0..rng.below(3))
            .map(|_| Portal::between(cell(rng), cell(rng)))
            .collect();
        let grid = Grid::from_rows(&rows.iter().map(String::as_str).collect::<Vec<_>>())
            .with_portals(&portals)
            .unwrap();
        for movement in Movement::ALL {
            let chokes = choke_cells(&grid, movement);
            let case = format!("seed {seed}, {movement:?}, {portals:?}\n{rows:#?}");
            assert_eq!(chokes, chokes_by_blocking_each(&grid, movement), "{case}");
            found += chokes.len();
        }
    }
    assert!(found > 2500, "{found}");
}

#[test]
fn a_corridor_of_a_million_cells_needs_no_deep_stack() {
    let recipe = Recipe {
        kind: MapKind::Maze,
        width: 1023,
        height: 1023,
        seed: 1,
        density: None,
    };
    let maze = generate(&recipe).unwrap().level;
    assert_eq!(check(&maze).len(), MAX_LISTED_CELLS + 1);
}

#[test]
fn only_the_walled_off_shipped_level_has_an_error() {
    let folder = gridwalk_testing::root().join("assets/levels");
    let mut with_errors = Vec::new();
    for entry in std::fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let level = parse_level(&std::fs::read(&path).unwrap(), &name)
            .unwrap_or_else(|error| panic!("{name}: {error}"));
        let findings = check(&level);
        println!("{name}: {findings:#?}");
        if findings
            .iter()
            .any(|finding| finding.severity == Severity::Error)
        {
            with_errors.push(name);
        }
    }
    assert_eq!(with_errors, ["walled_off.level.ron"]);
}

#[test]
fn a_crowd_that_cannot_move_is_an_error() {
    let more = r#"crowd: true, portals: [(from: (0, 0), to: (2, 0))], search: (goal_tolerance: 1),
        agents: [(name: "ant", at: (0, 0), goals: [(2, 0)])]"#;
    let of_crowd = |level: &Level| {
        let kinds = check(level).into_iter().map(|finding| finding.kind);
        kinds
            .filter(|kind| matches!(kind, FindingKind::CrowdRefused(_)))
            .collect::<Vec<_>>()
    };
    let mut level = level(&["..."], more);
    assert_eq!(
        of_crowd(&level),
        [
            FindingKind::CrowdRefused(CrowdObstacle::Portals),
            FindingKind::CrowdRefused(CrowdObstacle::Limit)
        ]
    );
    level.crowd = false;
    assert_eq!(of_crowd(&level), []);
}

/// Regression: start and last goal of a patrol are often one cell.
#[test]
fn a_patrol_that_begins_at_its_last_goal_is_listed_once() {
    let more = r#"agents: [(name: "ant", at: (0, 0), goals: [(2, 0), (0, 0)], patrol: true)]"#;
    assert_eq!(
        sentences(&level(&[".#."], more)).len(),
        2,
        "one goal, one region"
    );
}
