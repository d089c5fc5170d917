//! Walls across a map, again and again in both halves: mazes of straight walls, and rooms with doors.
//!
//! Walls stand in odd columns and rows and gaps in even ones, so no later wall ends in a gap.

use super::canvas::{Canvas, FLOOR, Rng, WALL};
use super::maze::Halls;

/// The shortest side of a room, in halls: 3 cells.
const LEAST: u32 = 2;
/// A part no longer than this may stay a room: 11 cells.
const MOST: u32 = 6;
/// A wall from this length on, in halls, may have a second door.
const LONG: u32 = 6;

/// A wall across the longer side, with one gap; the same in both halves until they are corridors.
pub(super) fn division(canvas: Canvas, rng: &mut Rng) -> Canvas {
    let is_corridor = |part: Part, _: &mut Rng| part.width < 2 || part.height < 2;
    divide(canvas, rng, 1, is_corridor, |length, rng| vec![rng.below(length)])
}

/// A house divided until every part is a room.
pub(super) fn rooms(mut canvas: Canvas, rng: &mut Rng) -> Canvas {
    let (right, bottom) = (canvas.width - 1, canvas.height - 1);
    canvas.fill((0, 0), (right, bottom), WALL);
    let is_room = |part: Part, rng: &mut Rng| {
        let (wide, high) = (part.width >= 2 * LEAST, part.height >= 2 * LEAST);
        let small = part.width <= MOST && part.height <= MOST;
        !(wide || high) || (small && rng.percent(50))
    };
    let doors = |length: u32, rng: &mut Rng| {
        let mut doors = vec![rng.below(length)];
        if length >= LONG && rng.percent(50) {
            doors.push(rng.below(length));
        }
        doors
    };
    divide(canvas, rng, LEAST, is_room, doors)
}

/// Divides all parts that are not done into two of at least so many halls; `gaps` are those of a wall of a length.
fn divide(
    mut canvas: Canvas,
    rng: &mut Rng,
    least: u32,
    is_done: impl Fn(Part, &mut Rng) -> bool,
    gaps: impl Fn(u32, &mut Rng) -> Vec<u32>,
) -> Canvas {
    let halls = Halls::of(&canvas);
    let whole = Part { x: 0, y: 0, width: halls.columns, height: halls.rows };
    let (first, last) = whole.corners();
    canvas.fill(first, last, FLOOR);
    let mut parts = vec![whole];
    while let Some(part) = parts.pop() {
        if is_done(part, rng) {
            continue;
        }
        let is_wide = if part.width == part.height { rng.percent(50) } else { part.width > part.height };
        let (side, length, across) =
            if is_wide { (Side::Columns, part.width, part.height) } else { (Side::Rows, part.height, part.width) };
        let first = least + rng.below(length - 2 * least + 1);
        let gaps = gaps(across, rng);
        parts.extend(part.split(&mut canvas, side, first, &gaps));
    }
    canvas
}

/// Parts of a canvas, in halls.
#[derive(Clone, Copy)]
struct Part {
    x: u32,
    y: u32,
    width: u32,
    height: u32,
}

impl Part {
    /// The first and the last cell.
    const fn corners(self) -> ((u32, u32), (u32, u32)) {
        let (right, below) = (self.x + self.width - 1, self.y + self.height - 1);
        ((2 * self.x, 2 * self.y), (2 * right, 2 * below))
    }

    /// A wall after so many columns or rows, with gaps in these rows or columns of the part; the two parts beside it.
    fn split(self, canvas: &mut Canvas, side: Side, first: u32, gaps: &[u32]) -> [Self; 2] {
        let ((left, top), (right, bottom)) = self.corners();
        match side {
            Side::Columns => {
                let x = 2 * (self.x + first) - 1;
                canvas.fill((x, top), (x, bottom), WALL);
                for gap in gaps {
                    canvas.set(x, 2 * (self.y + gap), FLOOR);
                }
                [Self { width: first, ..self }, Self { x: self.x + first, width: self.width - first, ..self }]
            }
            Side::Rows => {
                let y = 2 * (self.y + first) - 1;
                canvas.fill((left, y), (right, y), WALL);
                for gap in gaps {
                    canvas.set(2 * (self.x + gap), y, FLOOR);
                }
                [Self { height: first, ..self }, Self { y: self.y + first, height: self.height - first, ..self }]
            }
        }
    }
}

/// What a part is divided along.
#[derive(Clone, Copy)]
enum Side {
    Columns,
    Rows,
}
