//! A search at one position of its time line: marks, path, start and goal, on a picture of its map.

use gridwalk_explain::Timeline;
use gridwalk_pathfinding::{Outcome, Portal, Side};

use super::{Picture, draw_flow, draw_goal, draw_marks, draw_path, draw_start};

/// Draws a search as it was at a position: with the path so far, at its end with the one that was found.
pub fn draw_search(
    picture: &mut Picture,
    cell_pixels: u32,
    (timeline, position): (&Timeline, usize),
    outcome: &Outcome,
    portals: &[Portal],
) {
    let marks = timeline.marks_at(position);
    let has_ended = position >= timeline.len() && !matches!(outcome, Outcome::OutOfBudget(_));
    let changed = if has_ended { Vec::new() } else { timeline.changed_at(position) };
    draw_marks(picture, cell_pixels, &marks, &changed);
    let is_field = marks.has(Side::Backward) && !marks.has(Side::Forward);
    if is_field {
        draw_flow(picture, cell_pixels, &marks);
    }
    match outcome.path().filter(|_| has_ended) {
        Some(path) => draw_path(picture, cell_pixels, path.waypoints(), portals),
        None if has_ended => {}
        None => draw_path(picture, cell_pixels, &marks.path_so_far(), portals),
    }
    draw_start(picture, cell_pixels, timeline.trace().start);
    draw_goal(picture, cell_pixels, timeline.trace().goal);
}
