//! Edits that are tried and not made, and who sees whom, against answers by brute force.

use gridwalk_pathfinding::{
    AgentProfile, Algorithm, Cell, Cost, Direction, Grid, GridEdit, Map, Movement, NodePool, Path,
    PathQuery, Planned, Planner, Portal, Reachable, Rect, Regions, SearchOptions, Terrain,
    TerrainId, WhatIf, can_see, reachable_within,
};
use gridwalk_testing::{Rng, cells, show};

use crate::map::random_keep_off_walls;

fn legend() -> Vec<Terrain> {
    let east = Terrain {
        exits: [Direction::East].into_iter().collect(),
        ..Terrain::new("one-way", Some(1))
    };
    vec![
        Terrain::floor(),
        Terrain::wall(),
        Terrain::new("rubble", Some(3)),
        east,
    ]
}

fn random_grid(rng: &mut Rng) -> Grid {
    let (width, height) = (2 + rng.below(18), 2 + rng.below(18));
    let (walls, one_ways) = (rng.pick(&[5, 20, 35]), rng.one_in(3));
    let cells = (0..width * height).map(|_| match rng.below(100) {
        n if n < walls => TerrainId(1),
        n if n > 92 && one_ways => TerrainId(3),
        _ => rng.pick(&[TerrainId(0), TerrainId(0), TerrainId(2)]),
    });
    let cells = cells.collect();
    let grid = Grid::new(
        u32::try_from(width).unwrap(),
        u32::try_from(height).unwrap(),
        cells,
        legend(),
    )
    .unwrap();
    let portal = |_| Portal {
        two_way: rng.one_in(2),
        ..Portal::between(rng.cell(&grid), rng.cell(&grid))
    };
    let portals: Vec<_> = (0..[0, 0, 1, 3][usize::try_from(width % 4).unwrap()])
        .map(portal)
        .collect();
    grid.clone().with_portals(&portals).unwrap()
}

fn random_profile(rng: &mut Rng, grid: &Grid) -> AgentProfile {
    let mut profile = AgentProfile {
        size: rng.pick(&[1, 1, 2, 3]),
        ..AgentProfile::default()
    };
    if rng.one_in(3) {
        profile.forbidden.push(Rect {
            at: rng.cell(grid),
            width: 2,
            height: 1,
        });
    }
    if rng.one_in(3) {
        profile
            .costs
            .push(("rubble".to_owned(), rng.pick(&[None, Some(9)])));
    }
    profile.keep_off_walls = random_keep_off_walls(rng);
    profile
}

fn random_edit(rng: &mut Rng, grid: &Grid) -> GridEdit {
    let some = |rng: &mut Rng| {
        (0..=rng.below(4))
            .map(|_| rng.cell(grid))
            .collect::<Vec<_>>()
    };
    match rng.below(5) {
        0 => GridEdit::free(some(rng)),
        1 => GridEdit::set_cost(some(rng), 2 + rng.below(30)),
        2 => GridEdit::set(
            rng.cell(grid),
            rng.pick(&[TerrainId(0), TerrainId(1), TerrainId(3)]),
        ),
        _ => GridEdit::block(some(rng)),
    }
}

/// The map as the agent sees it, made from scratch.
fn fresh(grid: &Grid, profile: &AgentProfile) -> Map {
    Map::new(grid.seen_by(profile))
}

#[test]
fn a_tried_edit_answers_as_a_copy_with_the_edit() {
    let (mut sealed_pairs, mut splits, mut paths) = (0, 0, 0);
    // One for all maps: each map is told from the last one.
    let (mut what_if, mut planner, mut path) =
        (WhatIf::default(), Planner::default(), Path::default());
    for seed in 0..400 {
        let rng = &mut Rng(seed);
        let mut map = Map::new(random_grid(rng));
        let profiles: Vec<AgentProfile> = (0..3).map(|_| random_profile(rng, map.grid())).collect();
        for step in 0..12 {
            // The map itself goes on as well.
            if rng.one_in(3) {
                let edit = random_edit(rng, map.grid());
                map.apply(&edit).unwrap();
            }
            let profile = rng.pick(&profiles);
            let edit = random_edit(rng, map.grid());
            let movement = rng.pick(&Movement::ALL);
            let mut edited = map.grid().clone();
            edited.apply(&edit).unwrap();
            let (before, after) = (fresh(map.grid(), &profile), fresh(&edited, &profile));
            let context = format!(
                "seed {seed}, step {step}: {profile:?}, {edit:?}\n{}",
                show(before.grid())
            );

            let options = SearchOptions {
                movement,
                ..Algorithm::Auto.into()
            };
            let query = PathQuery::new(rng.cell(map.grid()), rng.cell(map.grid()), options);
            let tried = what_if.with(&map, &profile, &edit, |map| {
                assert!(map.grid().cells() == after.grid().cells(), "{context}");
                planner.path(map, &query, &mut path).planned
            });
            let mut wanted = Path::default();
            let expected = Planner::default().path(&after, &query, &mut wanted).planned;
            assert_eq!(
                (tried, path.cost()),
                (Ok(expected), wanted.cost()),
                "{context}"
            );
            paths += usize::from(expected == Planned::Found);

            let pairs: Vec<(Cell, Cell)> = (0..6)
                .map(|_| (rng.cell(map.grid()), rng.cell(map.grid())))
                .collect();
            let joins = |map: &Map, &(from, to): &(Cell, Cell)| {
                let options = SearchOptions {
                    movement,
                    ..Algorithm::Auto.into()
                };
                Planner::default().is_reachable(map, &PathQuery::new(from, to, options))
            };
            let expected = pairs
                .iter()
                .find(|pair| joins(&before, pair) && !joins(&after, pair))
                .copied();
            let sealed =
                planner.first_sealed(&mut what_if, &map, &profile, &edit, movement, &pairs);
            assert_eq!(sealed, Ok(expected), "{context}");
            sealed_pairs += usize::from(expected.is_some());

            let [was, is] = [&before, &after].map(|map| Regions::new(map.grid(), movement));
            let is_left =
                |cell: &Cell| before.grid().is_walkable(*cell) && after.grid().is_walkable(*cell);
            let left: Vec<Cell> = cells(map.grid()).filter(is_left).collect();
            let is_split = |a: Cell, b: Cell| was.connected(a, b) && !is.connected(a, b);
            let expected = left.iter().any(|a| left.iter().any(|b| is_split(*a, *b)));
            let split = what_if
                .first_split(&map, &profile, &edit, movement)
                .unwrap();
            assert_eq!(split.is_some(), expected, "{movement:?}, {context}");
            assert!(
                split.is_none_or(|[a, b]| is_split(a, b)),
                "{split:?}, {movement:?}, {context}"
            );
            splits += usize::from(expected);
        }
    }
    assert!(
        sealed_pairs > 200 && splits > 200 && paths > 1000,
        "{sealed_pairs}, {splits}, {paths}"
    );
}

#[test]
fn a_tried_edit_leaves_the_map_as_it_is() {
    let map = Map::new(Grid::from_rows(&["....", "...."]));
    let before = map.grid().clone();
    let mut what_if = WhatIf::default();
    let plain = AgentProfile::default();
    let is_blocked = what_if.with(&map, &plain, &GridEdit::block([Cell::new(1, 1)]), |map| {
        !map.grid().is_walkable((1, 1).into())
    });
    assert_eq!(is_blocked, Ok(true));
    assert!(*map.grid() == before);
    let outside = GridEdit::block([Cell::new(1, 9)]);
    assert!(what_if.with(&map, &plain, &outside, |_| ()).is_err());
    let is_free = what_if.with(&map, &plain, &GridEdit::default(), |map| {
        map.grid().is_walkable((1, 1).into())
    });
    assert_eq!(
        is_free,
        Ok(true),
        "an edit that is refused leaves nothing behind"
    );
}

/// Returns `true` if one cell is seen from the other, by sampling nothing: the line crosses the
/// inside of a cell where it lies on both sides of a diagonal.
fn sees_by_geometry(from: Cell, to: Cell, blocks: &dyn Fn(Cell) -> bool) -> bool {
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    // Twice the distance of a corner from the line: positive on one side, negative on the other.
    let side = |x: i32, y: i32| dx * (y - 2 * from.y) - dy * (x - 2 * from.x);
    let between = |a: i32, b: i32, x: i32| a.min(b) <= x && x <= a.max(b);
    let in_box = |cell: Cell| between(from.x, to.x, cell.x) && between(from.y, to.y, cell.y);
    let corners = |cell: Cell| {
        [(-1, -1), (1, -1), (-1, 1), (1, 1)].map(|(x, y)| side(2 * cell.x + x, 2 * cell.y + y))
    };
    let is_crossed = |cell: Cell| {
        corners(cell).iter().any(|at| *at > 0) && corners(cell).iter().any(|at| *at < 0)
    };
    let cells = (from.y.min(to.y)..=from.y.max(to.y))
        .flat_map(|y| (from.x.min(to.x)..=from.x.max(to.x)).map(move |x| Cell::new(x, y)));
    let blocks = |cell: Cell| cell != from && cell != to && blocks(cell);
    for cell in cells {
        if is_crossed(cell) && blocks(cell) {
            return false;
        }
        // A corner on the line, with a cell that it crosses on each side: both others block.
        let (x, y) = (cell.x, cell.y);
        let is_on_line = side(2 * x + 1, 2 * y + 1) == 0;
        let four = [
            Cell::new(x, y),
            Cell::new(x + 1, y),
            Cell::new(x, y + 1),
            Cell::new(x + 1, y + 1),
        ];
        let beside: Vec<Cell> = four.into_iter().filter(|cell| !is_crossed(*cell)).collect();
        if is_on_line
            && four.into_iter().all(in_box)
            && beside.len() == 2
            && beside.into_iter().all(blocks)
        {
            return false;
        }
    }
    true
}

#[test]
fn sight_is_symmetric_and_goes_by_the_line_alone() {
    let (mut seen, mut hidden) = (0, 0);
    for seed in 0..300 {
        let rng = &mut Rng(seed);
        let density = rng.pick(&[3, 6, 12]);
        let walls: Vec<bool> = (0..12 * 12).map(|_| rng.one_in(density)).collect();
        let blocks = |cell: Cell| walls[usize::try_from(cell.y * 12 + cell.x).unwrap()];
        for _ in 0..60 {
            let [a, b] = [(); 2].map(|()| Cell::new(rng.below(12), rng.below(12)));
            let sees = can_see(a, b, blocks);
            assert_eq!(sees, can_see(b, a, blocks), "seed {seed}: {a} and {b}");
            assert_eq!(
                sees,
                sees_by_geometry(a, b, &blocks),
                "seed {seed}: {a} to {b}"
            );
            if sees { seen += 1 } else { hidden += 1 }
        }
    }
    assert!(seen > 3000 && hidden > 3000, "{seen} seen, {hidden} hidden");
}

#[test]
fn a_corner_between_two_walls_hides_and_beside_one_does_not() {
    let sees = |walls: &[(i32, i32)]| {
        can_see(Cell::new(0, 0), Cell::new(2, 2), |cell| {
            walls.contains(&(cell.x, cell.y))
        })
    };
    assert!(sees(&[(1, 0)]) && sees(&[(0, 1), (2, 1)]));
    assert!(!sees(&[(1, 0), (0, 1)]) && !sees(&[(2, 1), (1, 2)]));
    assert!(sees(&[(0, 0), (2, 2)]), "the ends never block");
    assert!(!sees(&[(1, 1)]));
    let far = i32::MAX;
    assert!(
        !can_see(Cell::new(-far, 0), Cell::new(far, 7), |_| false),
        "too far, and no work"
    );
}

#[test]
fn range_counts_in_a_straight_line() {
    let at = Cell::new(2, 2);
    assert!(at.is_within(5, Cell::new(5, 6)) && !at.is_within(5, Cell::new(6, 6)));
    assert!(at.is_within(0, at) && !at.is_within(0, Cell::new(2, 3)));
    assert!(!Cell::new(i32::MIN, i32::MIN).is_within(u32::MAX, Cell::new(i32::MAX, i32::MAX)));
}

#[test]
fn cells_found_in_used_memory_are_those_found_in_new_memory() {
    let mut found = Reachable::default();
    let (mut pool, mut path) = (NodePool::default(), Path::default());
    for seed in 0..100 {
        let rng = &mut Rng(seed);
        let grid = random_grid(rng);
        let Some(start) = rng.free_cell(&grid) else {
            continue;
        };
        let options = SearchOptions {
            movement: rng.pick(&Movement::ALL),
            ..SearchOptions::default()
        };
        let budget = Cost(options.units().straight().0 * rng.below(20));
        found
            .find(&grid, start, &options, budget, &mut pool)
            .unwrap();
        let fresh =
            reachable_within(&grid, start, &options, budget, &mut NodePool::default()).unwrap();
        assert_eq!(found, fresh, "seed {seed}");
        for (cell, _) in fresh.cells() {
            assert!(found.write_path_to(cell, &mut path));
            assert_eq!(Some(&path), fresh.path_to(cell).as_ref());
        }
        assert!(
            found
                .find(&grid, Cell::new(-1, 0), &options, budget, &mut pool)
                .is_err()
        );
        assert_eq!(found, fresh, "an error changes nothing");
    }
}
