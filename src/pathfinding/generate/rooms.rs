//! Rooms with doors: a house divided again and again, until every part is a room.

use super::maze::{Halls, Part};
use super::{Canvas, Dice, FLOOR, WALL};

/// The shortest side of a room, in halls: 3 cells.
const LEAST: u32 = 2;
/// A part no longer than this may stay a room: 11 cells.
const MOST: u32 = 6;
/// A wall from this length on, in halls, may have a second door.
const LONG: u32 = 6;

/// Walls stand in odd columns and rows and doors in even ones, so no later wall ends in a door.
pub(super) fn rooms(mut canvas: Canvas, dice: &mut Dice) -> Canvas {
    let halls = Halls::of(&canvas);
    let mut parts = vec![Part::whole(&halls)];
    let (first, last) = parts[0].corners();
    let (width, height) = (canvas.width - 1, canvas.height - 1);
    canvas.fill((0, 0), (width, height), WALL);
    canvas.fill(first, last, FLOOR);
    while let Some(part) = parts.pop() {
        let (wide, high) = (part.width >= 2 * LEAST, part.height >= 2 * LEAST);
        let small = part.width <= MOST && part.height <= MOST;
        if !(wide || high) || (small && dice.percent(50)) {
            continue;
        }
        let columns = if part.width == part.height { dice.percent(50) } else { part.width > part.height };
        let halves = if columns {
            let left = LEAST + dice.below(part.width - 2 * LEAST + 1);
            let doors = doors(part.height, dice);
            part.split_columns(&mut canvas, left, &doors)
        } else {
            let upper = LEAST + dice.below(part.height - 2 * LEAST + 1);
            let doors = doors(part.width, dice);
            part.split_rows(&mut canvas, upper, &doors)
        };
        parts.extend(halves);
    }
    canvas
}

/// One or two places along a wall.
fn doors(length: u32, dice: &mut Dice) -> Vec<u32> {
    let mut doors = vec![dice.below(length)];
    if length >= LONG && dice.percent(50) {
        doors.push(dice.below(length));
    }
    doors
}
