//! A search whose like has run in a pool before allocates no memory at all.

use std::alloc::System;

use gridwalk_pathfinding::{
    Algorithm, Cell, Grid, Map, Movement, NodePool, Outcome, Path, PathQuery, Planned, Planner, Terrain, solve,
};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static MEMORY: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// The only test of this binary: another one beside it would be counted as well.
#[test]
fn a_warm_search_allocates_nothing() {
    let is_wall = |cell: Cell| (cell.x * 7 + cell.y * 13) % 11 == 0 && cell.x % 5 != 1;
    let terrain = |cell| if is_wall(cell) { Terrain::wall() } else { Terrain::floor() };
    let grid = Grid::from_fn(60, 40, terrain).unwrap();
    for algorithm in Algorithm::ALL {
        let query = PathQuery::new(Cell::new(1, 1), Cell::new(56, 38), algorithm);
        let mut pool = NodePool::default();
        let mut allocations = || {
            let before = Region::new(MEMORY);
            let Outcome::Solved(solution) = solve(&grid, &query, &mut pool, &mut ()) else { panic!("a path") };
            let allocations = before.change().allocations + before.change().reallocations;
            pool.reuse(solution.path);
            allocations
        };
        let first = allocations();
        // The thread that runs the tests allocates now and then, and is counted too: never every time.
        let fewest = (0..20).map(|_| allocations()).min();
        assert!(first > 0, "{algorithm:?}: allocations are counted");
        assert_eq!(fewest, Some(0), "{algorithm:?}");
    }
    // One-cost terrain, and terrain of several costs.
    let weighted = |cell: Cell| Terrain { cost: Some(1 + u16::from(cell.x % 7 == 3)), ..terrain(cell) };
    let weighted = |cell: Cell| if is_wall(cell) { Terrain::wall() } else { weighted(cell) };
    let weighted = Grid::from_fn(60, 40, weighted).unwrap();
    let planners = [Planner::default(), Planner::default(), Planner::with_landmarks()];
    for (grid, mut planner) in [grid, weighted.clone(), weighted].into_iter().zip(planners) {
        let (map, mut path) = (Map::new(grid), Path::default());
        // Labels are asked, too, once they are there.
        map.label(Movement::default());
        let query = PathQuery::new(Cell::new(1, 1), Cell::new(56, 38), Algorithm::Auto);
        let mut allocations = || {
            let before = Region::new(MEMORY);
            let plan = planner.path(&map, &query, &mut path);
            assert_eq!(plan.planned, Planned::Found);
            before.change().allocations + before.change().reallocations
        };
        let first = allocations();
        // Landmarks grow with each of the first queries.
        let fewest = (0..200).map(|_| allocations()).skip(100).min();
        assert!(first > 0 && fewest == Some(0), "{fewest:?} allocations of the planner");
    }
}
