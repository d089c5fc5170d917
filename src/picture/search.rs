//! A search at one position of its time line: marks, path, start and goal, on a picture of its map.
//!
//! Marks have shapes and colours, or colours alone on small cells. Grey pictures distinguish them,
//! too: frame, hatched corner, black frame. Without shapes, open cells are darker than closed ones.

use gridwalk_explain::{CellMarks, CellState, Timeline};
use gridwalk_level::Rgb;
use gridwalk_pathfinding::slices::{at_once, for_each, repeat};
use gridwalk_pathfinding::{Cell, Direction, Portal, Side};

use super::grid::flow_stamp;
use super::path::draw_path_in_slices;
use super::pixels::{
    Canvas, UnitPoint, cell_at, pieces, rounded_square, side_of, stroke, triangle,
};
use super::tints::Tint;
use super::{Picture, draw_goal, draw_start, palette};

/// Draws a search at a position: with the path so far, and at the end with the path that was found.
pub fn draw_search(
    picture: &mut Picture,
    cell_pixels: u32,
    at: (&Timeline, usize),
    portals: &[Portal],
) {
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
    let changed = if has_ended {
        Vec::new()
    } else {
        timeline.changed_at(position)
    };
    draw_marks_in_slices(picture, cell_pixels, &marks, &changed).await;
    let is_field = marks.has(Side::Backward) && !marks.has(Side::Forward);
    if is_field {
        draw_flow_in_slices(picture, cell_pixels, &marks).await;
    }
    let path = if has_ended {
        outcome.waypoints()
    } else {
        &marks.path_so_far_in_slices().await
    };
    if !path.is_empty() {
        draw_path_in_slices(picture, cell_pixels, path, portals).await;
    }
    draw_start(picture, cell_pixels, timeline.trace().start);
    draw_goal(picture, cell_pixels, timeline.trace().goal);
}

/// The smallest cell size with shapes.
const SHAPES_FROM: u16 = 7;

/// The smallest size of marks that lie far apart.
const LEAST_APART: u16 = 5;

/// Draws the marks on a picture of the map.
///
/// `changed` are the cells that the last step opened or relaxed.
///
/// Marks of cells that lie far apart, as in jump point search, reach beyond cells that are too
/// small to be visible.
pub fn draw_marks(picture: &mut Picture, cell_pixels: u32, marks: &CellMarks, changed: &[Cell]) {
    at_once(draw_marks_in_slices(picture, cell_pixels, marks, changed));
}

async fn draw_marks_in_slices(
    picture: &mut Picture,
    cell_pixels: u32,
    marks: &CellMarks<'_>,
    changed: &[Cell],
) {
    let side = side_of(cell_pixels);
    let columns = (picture.width / u32::from(side)) as usize;
    let mut least = side;
    for from in [Side::Forward, Side::Backward] {
        if !marks.has(from) {
            continue;
        }
        let states = marks.states(from);
        let mut known = Vec::with_capacity(states.len());
        for_each(states, |state| known.push(state)).await;
        if lie_apart(&known, columns).await {
            least = side.max(LEAST_APART);
        }
        let stamps = [CellState::Unseen, CellState::Open, CellState::Closed]
            .map(|state| state_stamp(state, from, least));
        let mut cells = (0..).zip(known);
        repeat(pieces(least), || {
            let Some((index, state)) = cells.next() else {
                return false;
            };
            if let Some(stamp) = &stamps[state as usize] {
                picture.lay_in_the_middle(stamp, cell_at(index, columns), side.into(), 1);
            }
            true
        })
        .await;
    }
    let stamp = changed_stamp(least);
    for &cell in changed {
        picture.lay_in_the_middle(&stamp, cell, side.into(), 1);
    }
    if let Some((cell, _)) = marks.current() {
        picture.lay_in_the_middle(&current_stamp(least), cell, side.into(), 1);
    }
}

/// Draws an arrow towards the goal in each cell that a search from the goal has reached.
pub fn draw_flow(picture: &mut Picture, cell_pixels: u32, marks: &CellMarks) {
    at_once(draw_flow_in_slices(picture, cell_pixels, marks));
}

async fn draw_flow_in_slices(picture: &mut Picture, cell_pixels: u32, marks: &CellMarks<'_>) {
    let side = side_of(cell_pixels);
    let columns = (picture.width / u32::from(side)) as usize;
    let stamps = Direction::ALL.map(|direction| (direction.offset(), flow_stamp(direction, side)));
    let mut states = (0..).zip(marks.states(Side::Backward));
    repeat(4 + pieces(side), || {
        let Some((index, state)) = states.next() else {
            return false;
        };
        let cell = cell_at(index, columns);
        let mark = if state == CellState::Unseen {
            None
        } else {
            marks.get(cell, Side::Backward)
        };
        let step = mark.map(|mark| (mark.parent.x - cell.x, mark.parent.y - cell.y));
        if let Some((_, Some(stamp))) = stamps.iter().find(|(offset, _)| Some(*offset) == step) {
            picture.lay_in_the_middle(stamp, cell, side.into(), 1);
        }
        true
    })
    .await;
}

/// Returns `true` if most marked cells have no marked neighbour, as with jump points.
async fn lie_apart(states: &[CellState], columns: usize) -> bool {
    let is_marked = |state: &CellState| *state != CellState::Unseen;
    let (mut pairs, mut marked, mut rows) = (0, 0, states.chunks(columns));
    repeat(columns / 4, || {
        let Some(row) = rows.next() else { return false };
        pairs += row
            .windows(2)
            .filter(|pair| pair.iter().all(is_marked))
            .count();
        marked += row.iter().filter(|state| is_marked(state)).count();
        true
    })
    .await;
    pairs * 3 < marked
}

/// Returns the mark of a state; `None` for a state without one.
fn state_stamp(state: CellState, from: Side, side: u16) -> Option<Picture> {
    let Tint { color, opacity } = Tint::of(state, from)?;
    let mut canvas = Canvas::new(side);
    match state {
        CellState::Open if side < SHAPES_FROM => canvas.fill(color, 0.9, everywhere),
        _ if side < SHAPES_FROM => {
            canvas.fill(color.map(|part| part / 5 * 3 + 0x66), 0.9, everywhere);
        }
        CellState::Open => fill_frame(&mut canvas, color, opacity, thickness(side)),
        _ => {
            canvas.fill(color, opacity, everywhere);
            // The hatched corner is on the left if the search came from the goal.
            let mirror = move |[x, y]: UnitPoint| {
                if from == Side::Backward {
                    [1.0 - x, y]
                } else {
                    [x, y]
                }
            };
            let hatch = [0.34, 0.22, 0.10].map(|off| {
                stroke(
                    [1.0 - off, 0.0],
                    [1.0, off],
                    0.045_f32.max(0.7 / f32::from(side)),
                )
            });
            for line in &hatch[usize::from(side < 16)..] {
                canvas.fill(color.map(|part| part - part / 5), 0.8, |p| line(mirror(p)));
            }
        }
    }
    Some(canvas.finish())
}

fn changed_stamp(side: u16) -> Picture {
    let mut canvas = Canvas::new(side);
    if side < SHAPES_FROM {
        canvas.fill(palette::CHANGED, 1.0, everywhere);
    } else {
        // Without colour a closed cell shows only a thick frame: its hatching hides the corner.
        fill_frame(&mut canvas, palette::CHANGED, 0.25, thickness(side) * 2.0);
        canvas.fill(
            palette::CHANGED,
            1.0,
            triangle([[0.66, 0.08], [0.92, 0.08], [0.92, 0.34]], 0.0),
        );
    }
    canvas.finish()
}

fn current_stamp(side: u16) -> Picture {
    let mut canvas = Canvas::new(side);
    if side < SHAPES_FROM {
        canvas.fill(palette::INK, 1.0, everywhere);
    } else {
        let wide = thickness(side);
        canvas.fill(palette::CASING, 1.0, frame(side, wide * 2.5).1);
        canvas.fill(palette::INK, 1.0, frame(side, wide * 1.6).1);
    }
    canvas.finish()
}

/// Draws a line around the cell, with a faint fill inside.
fn fill_frame(canvas: &mut Canvas, color: Rgb, opacity: f32, thick: f32) {
    let (inside, line) = frame(canvas.size, thick);
    canvas.fill(color, opacity, inside);
    canvas.fill(color, 1.0, line);
}

/// Returns the thickness of a frame's line as a share of the cell: whole pixels, for sharp lines.
fn thickness(side: u16) -> f32 {
    f32::from((side + 8) / 20).max(1.0) / f32::from(side)
}

/// Returns the distances to the inside of a frame, and to its line.
///
/// The frame leaves the grid's line free.
fn frame(side: u16, thick: f32) -> (impl Fn(UnitPoint) -> f32, impl Fn(UnitPoint) -> f32) {
    let pixel = 1.0 / f32::from(side);
    let gap = if side < 24 { 0.0 } else { pixel };
    let half = 0.5 - pixel / 2.0 - gap;
    let round = if side < 16 { 0.0 } else { 0.08 };
    let middle = [0.5 + pixel / 2.0; 2];
    let outer = move || rounded_square(middle, half, round);
    let (inside, line) = (outer(), outer());
    (inside, move |p: UnitPoint| {
        let distance = line(p);
        distance.max(-distance - thick)
    })
}

fn everywhere(_: UnitPoint) -> f32 {
    -1.0
}
