//! The states of cells without colour, as boards and pictures draw them. The map of the window,
//! which a shader draws, is looked at by the window test in the same way.

use std::sync::Arc;

use gridwalk::picture::{draw_grid, draw_search};
use gridwalk_explain::{Timeline, Trace};
use gridwalk_level::formats::parse_level;
use gridwalk_pathfinding::{Limits, NodePool, PathQuery};

use super::grey::{EXPANSIONS, check, grey};

#[test]
fn states_of_cells_differ_in_a_greyscale_picture() {
    let name = "assets/levels/right_angle.level.ron";
    let level = parse_level(&std::fs::read(name).unwrap(), name).unwrap();
    let walker = &level.agents[0];
    let query = PathQuery::new(walker.at, walker.goals[0], level.search.clone());
    let (_, trace) = Trace::record(
        &level.grid,
        &query,
        Limits::NONE,
        usize::MAX,
        &mut NodePool::default(),
    );
    let timeline = Timeline::new(Arc::new(trace));
    let position = timeline.after_expansions(EXPANSIONS);
    for side in [12, 24, 48] {
        let mut picture = draw_grid(&level.grid, level.grid.looks(), side).unwrap();
        draw_search(&mut picture, side, (&timeline, position), &[]);
        check(side as usize, |[column, row]| {
            let places =
                (0..side * side).map(|at| (column * side + at % side, row * side + at / side));
            let colors =
                places.map(|(x, y)| picture.pixel(x, y).expect("the cell is in the picture"));
            colors.map(|[r, g, b, _]| grey([r, g, b])).collect()
        });
    }
}
