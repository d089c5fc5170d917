//! A search at one position of its time line: marks, path, start and goal, on a picture of its map.

use gridwalk_explain::Timeline;
use gridwalk_pathfinding::slices::at_once;
use gridwalk_pathfinding::{Portal, Side};

use super::marks::{draw_flow_in_slices, draw_marks_in_slices};
use super::path::draw_path_in_slices;
use super::{Picture, draw_goal, draw_start};

/// Draws a search at a position: with the path so far, and at the end with the path that was found.
pub fn draw_search(picture: &mut Picture, cell_pixels: u32, at: (&Timeline, usize), portals: &[Portal]) {
    at_once(draw_search_in_slices(picture, cell_pixels, at, portals));
}

/// Does the work of [`draw_search`] in [slices](gridwalk_pathfinding::slices).
pub async fn draw_search_in_slices(
    picture: &mut Picture,
    cell_pixels: u32,
    (timeline, position): (&Timeline, usize),
    portals: &[Portal],
) {
    let marks = timeline.marks_at(position);
    let outcome = &timeline.trace().outcome;
    let has_ended = position >= timeline.len() && outcome.is_answer();
    let changed = if has_ended { Vec::new() } else { timeline.changed_at(position) };
    draw_marks_in_slices(picture, cell_pixels, &marks, &changed).await;
    let is_field = marks.has(Side::Backward) && !marks.has(Side::Forward);
    if is_field {
        draw_flow_in_slices(picture, cell_pixels, &marks).await;
    }
    let path = if has_ended { outcome.waypoints() } else { &marks.path_so_far_in_slices().await };
    if !path.is_empty() {
        draw_path_in_slices(picture, cell_pixels, path, portals).await;
    }
    draw_start(picture, cell_pixels, timeline.trace().start);
    draw_goal(picture, cell_pixels, timeline.trace().goal);
}
