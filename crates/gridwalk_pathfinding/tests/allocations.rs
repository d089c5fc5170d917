//! Repeated searches allocate no memory: the maximum over all queries counts, not the minimum.
//!
//! A program without a test runner, whose threads would be counted too.

use std::alloc::System;

use gridwalk_pathfinding::{
    Algorithm, Cell, CostLimit, Direction, FieldLayers, FieldMemory, FieldRules, Finder, GoalField,
    Grid, GridEdit, Map, Movement, NodePool, Outcome, Path, PathQuery, Planned, Planner, Portal,
    Rect, SearchOptions, StopRule, Terrain, solve,
};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static MEMORY: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

fn main() {
    println!("\nrunning 3 tests");
    a_warm_search_allocates_nothing();
    println!("test a_warm_search_allocates_nothing ... ok");
    a_warm_planner_allocates_nothing_whatever_finds_the_path();
    println!("test a_warm_planner_allocates_nothing_whatever_finds_the_path ... ok");
    warm_goal_field_allocates_nothing_for_goals_and_repairs();
    println!("test warm_goal_field_allocates_nothing_for_goals_and_repairs ... ok\n");
    println!("test result: ok. 3 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out\n");
}

/// Counts the allocations of a query; returns `None` if another finder than the expected one
/// answered.
fn allocations(ask: impl FnOnce() -> bool) -> Option<usize> {
    let before = Region::new(MEMORY);
    let is_meant = ask();
    let change = before.change();
    is_meant.then_some(change.allocations + change.reallocations)
}

/// Returns the maximum of allocations of these queries once the planner is warm; `None` if no query
/// counts.
fn most_when_warm(mut ask: impl FnMut(Cell, Cell) -> bool, rounds: usize) -> Option<usize> {
    let cells = [(1, 1), (56, 38), (56, 1), (1, 38), (31, 16), (46, 31)].map(Cell::from);
    let pairs = || {
        cells
            .into_iter()
            .flat_map(move |a| cells.into_iter().map(move |b| (a, b)))
    };
    let first = Region::new(MEMORY);
    for _ in 0..rounds {
        pairs().for_each(|(a, b)| {
            ask(a, b);
        });
    }
    assert!(first.change().allocations > 0, "allocations are counted");
    pairs().filter_map(|(a, b)| allocations(|| ask(a, b))).max()
}

fn is_wall(cell: Cell) -> bool {
    (cell.x * 7 + cell.y * 13) % 11 == 0 && cell.x % 5 != 1
}

fn plain() -> Grid {
    Grid::from_fn(60, 40, |cell| {
        if is_wall(cell) {
            Terrain::wall()
        } else {
            Terrain::floor()
        }
    })
    .unwrap()
}

fn weighted(width: u32, height: u32) -> Grid {
    let terrain = |cell: Cell| Terrain {
        cost: Some(1 + u16::from(cell.x % 7 == 3)),
        ..Terrain::floor()
    };
    Grid::from_fn(width, height, |cell| {
        if is_wall(cell) {
            Terrain::wall()
        } else {
            terrain(cell)
        }
    })
    .unwrap()
}

fn a_warm_search_allocates_nothing() {
    let grid = plain();
    for algorithm in Algorithm::ALL {
        let mut pool = NodePool::default();
        let ask = |start, goal| {
            let query = PathQuery::new(start, goal, algorithm);
            let Outcome::Solved(solution) = solve(&grid, &query, &mut pool, &mut ()) else {
                panic!("a path")
            };
            pool.reuse(solution.path);
            true
        };
        assert_eq!(most_when_warm(ask, 2), Some(0), "{algorithm:?}");
    }
}

fn a_warm_planner_allocates_nothing_whatever_finds_the_path() {
    // The right half of this map is walled off.
    let walled = |cell: Cell| {
        if cell.x == 30 || is_wall(cell) {
            Terrain::wall()
        } else {
            Terrain::floor()
        }
    };
    let walled = Grid::from_fn(60, 40, walled).unwrap();
    let one_way = Terrain {
        exits: [Direction::East].into_iter().collect(),
        ..Terrain::floor()
    };
    let one_way = |cell: Cell| {
        if cell == Cell::new(0, 0) {
            one_way.clone()
        } else {
            Terrain::floor()
        }
    };
    let one_way = Grid::from_fn(60, 40, one_way).unwrap();
    let portals = [
        Portal::between(Cell::new(2, 2), Cell::new(50, 30)),
        Portal::between((9, 30).into(), (40, 2).into()),
    ];
    let portals = plain().with_portals(&portals).unwrap();
    let auto = SearchOptions::from(Algorithm::Auto);
    let stop = SearchOptions {
        stop: StopRule::Generated,
        ..auto.clone()
    };
    let limits = SearchOptions {
        region: Some(Rect {
            at: Cell::new(0, 0),
            width: 58,
            height: 40,
        }),
        goal_tolerance: 2,
        max_cost: CostLimit::new(60.0),
        ..auto.clone()
    };
    for (finder, grid, rounds, options) in [
        (Finder::JumpGraph, plain(), 2, &auto),
        (Finder::JumpGraph, plain(), 2, &limits),
        // A map so large that no goal gets a field, whatever the number of queries.
        (Finder::Canonical, weighted(1200, 900), 2, &auto),
        (Finder::Canonical, weighted(60, 40), 2, &limits),
        (Finder::Canonical, one_way, 2, &auto),
        (Finder::Canonical, portals, 2, &auto),
        (Finder::Field, weighted(60, 40), 60, &auto),
        (Finder::Labels, walled, 2, &auto),
        (Finder::Search, plain(), 2, &stop),
    ] {
        let (map, mut path, mut planner) = (Map::new(grid), Path::default(), Planner::default());
        map.label(Movement::default());
        let ask = |start, goal| {
            let plan = planner.path(&map, &PathQuery::new(start, goal, options), &mut path);
            assert!(matches!(plan.planned, Planned::Found | Planned::NoPath(_)));
            plan.finder == finder
        };
        assert_eq!(
            most_when_warm(ask, rounds),
            Some(0),
            "{finder:?} after {rounds} rounds under {options:?}"
        );
    }
}

fn warm_goal_field_allocates_nothing_for_goals_and_repairs() {
    let mut grid = weighted(60, 40);
    let mut layers = FieldLayers::new(&grid, FieldRules::default());
    let goals = [(1, 1), (56, 38), (56, 1), (1, 38), (31, 16), (46, 31)].map(Cell::from);
    let (mut field, mut memory) = (
        GoalField::new(&layers, &goals).expect("inside"),
        FieldMemory::default(),
    );
    let walls = GridEdit::block([Cell::new(30, 20), Cell::new(31, 20)]);
    let mut round = |grid: &mut Grid| {
        let mut most = 0;
        for goal in goals {
            // Slices of various lengths, and the whole.
            let slices = [7, 60, u64::MAX];
            let before = Region::new(MEMORY);
            field.reset(&layers, &[goal, goals[0]]).expect("inside");
            while !slices
                .iter()
                .any(|work| field.advance(&layers, &mut memory, *work).1)
            {}
            most = most.max(allocations_since(&before));
            let change = grid.apply(&walls).expect("valid").expect("new walls");
            layers.apply_change(grid, &change);
            let before = Region::new(MEMORY);
            field.advance(&layers, &mut memory, u64::MAX);
            most = most.max(allocations_since(&before));
            let back = grid
                .apply(&change.inverse())
                .expect("valid")
                .expect("they go");
            layers.apply_change(grid, &back);
        }
        most
    };
    assert!(round(&mut grid) > 0, "allocations are counted");
    round(&mut grid);
    assert_eq!(round(&mut grid), 0);
}

fn allocations_since(before: &Region<System>) -> usize {
    let change = before.change();
    change.allocations + change.reallocations
}
