//! Recursive division of a map by walls: mazes of straight walls, and rooms with doors.
//!
//! Walls stand in odd columns and rows and gaps in even ones, so no later wall ends in a gap.

use gridwalk_pathfinding::slices::repeat;

use super::canvas::{Canvas, FLOOR, Rng, WALL};
use super::maze::Halls;

/// The shortest side of a room, in halls: 3 cells.
const LEAST: u32 = 2;
/// The longest side of a part that may stay a room, in halls: 11 cells.
const MOST: u32 = 6;
/// The shortest wall that may have a second door, in halls.
const LONG: u32 = 6;

/// Divides a map across its longer side by a wall with one gap, recursively until parts are corridors.
pub(super) async fn division(canvas: Canvas, rng: &mut Rng) -> Canvas {
    let is_corridor = |part: Part, _: &mut Rng| part.size.iter().any(|length| *length < 2);
    divide(canvas, rng, 1, is_corridor, |length, rng| vec![rng.below(length)]).await
}

/// Divides a house recursively until every part is a room.
pub(super) async fn rooms(mut canvas: Canvas, rng: &mut Rng) -> Canvas {
    canvas.cells.fill(WALL);
    let is_room = |part: Part, rng: &mut Rng| {
        let longest = part.size[0].max(part.size[1]);
        longest < 2 * LEAST || (longest <= MOST && rng.percent(50))
    };
    let doors = |length: u32, rng: &mut Rng| {
        let mut doors = vec![rng.below(length)];
        if length >= LONG && rng.percent(50) {
            doors.push(rng.below(length));
        }
        doors
    };
    divide(canvas, rng, LEAST, is_room, doors).await
}

/// Divides all unfinished parts into two of at least `least` halls.
///
/// `gaps` returns the gaps of a wall by its length.
async fn divide(
    mut canvas: Canvas,
    rng: &mut Rng,
    least: u32,
    is_done: impl Fn(Part, &mut Rng) -> bool,
    gaps: impl Fn(u32, &mut Rng) -> Vec<u32>,
) -> Canvas {
    let halls = Halls::of(&canvas);
    let whole = Part { at: [0; 2], size: [halls.columns, halls.rows] };
    let [first, last] = whole.corners();
    canvas.fill(first, last, FLOOR);
    let mut parts = vec![whole];
    repeat(1, || {
        let Some(part) = parts.pop() else { return false };
        if is_done(part, rng) {
            return true;
        }
        let [width, height] = part.size;
        let is_wide = if width == height { rng.percent(50) } else { width > height };
        let side = usize::from(!is_wide);
        let first = least + rng.below(part.size[side] - 2 * least + 1);
        let gaps = gaps(part.size[1 - side], rng);
        parts.extend(part.split(&mut canvas, side, first, &gaps));
        true
    })
    .await;
    canvas
}

/// A part of the canvas, in halls; index 0 is for columns, 1 for rows.
#[derive(Clone, Copy)]
struct Part {
    at: [u32; 2],
    size: [u32; 2],
}

impl Part {
    /// Returns the first and the last cell.
    fn corners(self) -> [[u32; 2]; 2] {
        let last = [0, 1].map(|side| self.at[side] + self.size[side] - 1);
        [self.at, last].map(|hall| hall.map(|place| 2 * place))
    }

    /// Builds a wall after `first` columns or rows, with gaps, and returns the two parts beside it.
    ///
    /// `gaps` are rows or columns of the part.
    fn split(self, canvas: &mut Canvas, side: usize, first: u32, gaps: &[u32]) -> [Self; 2] {
        let [mut from, mut to] = self.corners();
        from[side] = 2 * (self.at[side] + first) - 1;
        to[side] = from[side];
        canvas.fill(from, to, WALL);
        for gap in gaps {
            let mut door = from;
            door[1 - side] += 2 * gap;
            canvas.set(door[0], door[1], FLOOR);
        }
        let [mut before, mut after] = [self; 2];
        before.size[side] = first;
        after.size[side] -= first;
        after.at[side] += first;
        [before, after]
    }
}
