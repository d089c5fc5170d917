//! Pictures of large maps are drawn in slices: a page has one thread.

use std::sync::Arc;

use gridwalk::picture::{draw_grid, draw_grid_in_slices, draw_search, draw_search_in_slices};
use gridwalk_explain::{Timeline, Trace};
use gridwalk_level::generate::{MapKind, Recipe, generate};
use gridwalk_pathfinding::{Algorithm, Limits, NodePool, PathQuery};
use gridwalk_testing::check_slices;

#[test]
fn pictures_of_searches_are_drawn_in_slices() {
    for (kind, algorithm, cell) in [
        (MapKind::MazeWilson, Algorithm::AStar, 1),
        (MapKind::MazeWilson, Algorithm::AStar, 9),
        (MapKind::Weights, Algorithm::Bidirectional, 3),
        (MapKind::Cave, Algorithm::FlowField, 12),
    ] {
        let recipe = Recipe {
            kind,
            width: 301,
            height: 301,
            seed: 3,
            density: None,
        };
        let level = generate(&recipe).unwrap().level;
        let (grid, looks) = (&level.grid, level.grid.looks());
        let name = format!("{kind:?}, {algorithm:?}, {cell} pixels a cell");
        let map = draw_grid(grid, looks, cell).unwrap();
        check_slices(&name, 5.., &map, async || {
            draw_grid_in_slices(grid, looks, cell).await.unwrap()
        });

        let query = PathQuery::new(level.agents[0].at, level.agents[0].goals[0], algorithm);
        let (_, trace) = Trace::record(
            grid,
            &query,
            Limits::NONE,
            usize::MAX,
            &mut NodePool::default(),
        );
        let timeline = Timeline::new(Arc::new(trace));
        for position in [timeline.len() / 2, timeline.len()] {
            let at = (&timeline, position);
            let mut whole = map.clone();
            draw_search(&mut whole, cell, at, &[]);
            check_slices(&name, 40.., &whole, async || {
                let mut picture = map.clone();
                draw_search_in_slices(&mut picture, cell, at, &[]).await;
                picture
            });
        }
    }
}
