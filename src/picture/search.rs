//! Searches as pictures: cells by their state, arrows of the flow, several searches side by side,
//! and the difference of two.

use gridwalk_explain::{CellMarks, CellState, Timeline};
use gridwalk_level::Rgb;
use gridwalk_pathfinding::slices::{at_once, for_each, repeat};
use gridwalk_pathfinding::{Cell, Direction, Portal, Side};

use super::grid::flow_stamp;
use super::palette::Tint;
use super::path::draw_path_in_slices;
use super::{
    Canvas, Picture, UnitPoint, cell_at, corner, draw_goal, draw_start, palette, pieces,
    rounded_square, side_of, stroke, triangle,
};

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

/// Pixels between two boards, and around all of them.
const GAP: u32 = 8;
/// Pixels above each board, for its number.
const HEAD: u32 = 20;
/// The digits from 1 on, three dots wide and five high, the upper left dot first.
const DIGITS: [u16; 9] = [
    0b010_110_010_010_111,
    0b111_001_111_100_111,
    0b111_001_111_001_111,
    0b101_101_111_001_001,
    0b111_100_111_001_111,
    0b111_100_111_101_111,
    0b111_001_010_010_010,
    0b111_101_111_101_111,
    0b111_101_111_001_111,
];
/// Pixels per side of a dot.
const DOT: u32 = 2;

/// The maximum number of boards in a row.
const MAX_COLUMNS: usize = 3;

/// Returns the number of columns with which the boards are largest in a room, and that size.
///
/// `board` is the shape of a board, and `around` the space beside and above each. The size is in
/// units of the shape. Of equally good numbers, the one with fewer empty places wins.
#[must_use]
pub fn columns_for(
    count: usize,
    room: [f32; 2],
    board: [f32; 2],
    around: [f32; 2],
) -> (usize, f32) {
    let fit = |columns: usize| {
        let rows = count.div_ceil(columns);
        #[expect(clippy::cast_precision_loss, reason = "a handful of boards")]
        let free = |axis: usize, number: usize| {
            (room[axis] / number as f32 - around[axis]).max(0.0) / board[axis]
        };
        (columns, free(0, columns).min(free(1, rows)))
    };
    let empty = |columns: usize| columns * count.div_ceil(columns) - count;
    let better =
        |a: &(usize, f32), b: &(usize, f32)| a.1.total_cmp(&b.1).then(empty(b.0).cmp(&empty(a.0)));
    (1..=count.clamp(1, MAX_COLUMNS))
        .map(fit)
        .max_by(better)
        .unwrap_or((1, 0.0))
}

/// Returns the pixels that the boards take side by side.
#[must_use]
pub fn side_by_side_size(count: usize, columns: usize, [width, height]: [u32; 2]) -> [u64; 2] {
    let all = |number: usize, side: u32| number as u64 * u64::from(side + GAP) + u64::from(GAP);
    [
        all(columns.min(count), width),
        all(count.div_ceil(columns), height + HEAD),
    ]
}

/// Lays boards of equal size side by side, in reading order, each under its number from 1.
#[must_use]
pub fn side_by_side(boards: &[Picture], columns: usize) -> Picture {
    let Some(first) = boards.first() else {
        return Picture::filled(1, 1, palette::BACKGROUND);
    };
    let size = side_by_side_size(boards.len(), columns, [first.width, first.height]);
    let [width, height] = size.map(|pixels| u32::try_from(pixels).expect("pictures are small"));
    let mut all = Picture::filled(width, height, palette::BACKGROUND);
    for (place, board) in boards.iter().enumerate() {
        let [column, row] = [place % columns, place / columns].map(|number| number as u64);
        let x = u64::from(GAP) + column * u64::from(first.width + GAP);
        let y = u64::from(GAP) + row * u64::from(first.height + HEAD + GAP);
        let [x, y] = [x, y].map(|pixels| i64::try_from(pixels).expect("pictures are small"));
        draw_digit(&mut all, [x, y + 4], place);
        all.lay(board, [x, y + i64::from(HEAD)]);
    }
    all
}

fn draw_digit(picture: &mut Picture, [x, y]: [i64; 2], place: usize) {
    let Some(digit) = DIGITS.get(place) else {
        return;
    };
    for (bit, (row, column)) in (0..5)
        .flat_map(|row| (0..3).map(move |column| (row, column)))
        .enumerate()
    {
        if digit & (1 << (14 - bit)) != 0 {
            let dot = i64::from(DOT);
            picture.fill_rect(
                [x + column * dot, y + row * dot],
                [DOT, DOT],
                palette::TEXT,
                u8::MAX,
            );
        }
    }
}

/// The colours of a difference: cells of the first search alone, the second alone, both.
pub const DIFFERENCE: [Rgb; 3] = [palette::ACCENT, palette::CHANGED, palette::CLOSED];

/// Draws the difference of two searches on a picture of the map.
///
/// `expanded` has bit 1 for a cell that the first search expanded, bit 2 for the second. Small
/// squares distinguish the two without colour: upper left for the first, lower right for the
/// second. The work is done in [slices](gridwalk_pathfinding::slices).
pub async fn draw_difference_in_slices(picture: &mut Picture, cell_pixels: u32, expanded: &[u8]) {
    let side = u32::from(side_of(cell_pixels));
    let columns = (picture.width / side) as usize;
    let mut marks = expanded.iter().enumerate();
    repeat(pieces(side_of(cell_pixels)), || {
        let Some((index, mark)) = marks.next() else {
            return false;
        };
        if *mark == 0 {
            return true;
        }
        let color = DIFFERENCE[usize::from(*mark) - 1];
        let at = corner(cell_at(index, columns), side);
        picture.fill_rect(at, [side, side], color, 150);
        let sign = side / 3;
        if side >= 7 {
            if mark & 1 != 0 {
                picture.fill_rect([at[0] + 1, at[1] + 1], [sign, sign], palette::INK, 170);
            }
            if mark & 2 != 0 {
                let far = i64::from(side - sign);
                picture.fill_rect([at[0] + far, at[1] + far], [sign, sign], palette::INK, 170);
            }
        }
        true
    })
    .await;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_stand_as_the_window_has_room() {
        let wide = |count| columns_for(count, [1280.0, 640.0], [1.0, 1.0], [16.0, 120.0]).0;
        assert_eq!([2, 3, 4, 6].map(wide), [2, 3, 2, 3]);
        let middle = |count| columns_for(count, [900.0, 640.0], [1.0, 1.0], [16.0, 60.0]).0;
        assert_eq!([2, 3, 4, 5, 6].map(middle), [2, 3, 2, 3, 3]);
        assert_eq!(
            columns_for(2, [400.0, 900.0], [1.0, 1.0], [16.0, 60.0]),
            (1, 384.0)
        );
    }

    #[test]
    fn boards_lie_side_by_side_under_their_numbers() {
        let board = Picture::filled(30, 20, palette::PATH);
        let all = side_by_side(&[board.clone(), board.clone(), board], 2);
        assert_eq!(
            [u64::from(all.width), u64::from(all.height)],
            side_by_side_size(3, 2, [30, 20])
        );
        let is_path = |x, y| {
            all.pixel(x, y)
                .is_some_and(|pixel| pixel[..3] == palette::PATH)
        };
        assert!(
            is_path(GAP, GAP + HEAD)
                && is_path(2 * GAP + 30, GAP + HEAD)
                && !is_path(GAP + 30, GAP + HEAD)
        );
        assert!(
            is_path(GAP, 2 * (GAP + HEAD) + 20) && !is_path(2 * GAP + 30, 2 * (GAP + HEAD) + 20)
        );
    }
}
