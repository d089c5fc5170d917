//! What a search knows: by shape and colour, by colour alone where cells are too small for shapes.
//!
//! Grey pictures tell the marks apart as well: frame, hatched corner, black frame; where there is only colour,
//! open cells are darker than closed ones.

use super::Picture;
use super::canvas::corner;
use super::palette;
use super::shape::{Canvas, Point, rounded_square, stroke, triangle};
use crate::pathfinding::{Cell, CellMarks, CellState, Rgb, Side};

/// Waits in the open list.
const OPEN: Rgb = palette::ACCENT;
/// Waits in the open list of the goal's side.
const OPEN_BACKWARD: Rgb = [0x00, 0x9E, 0x73];
/// Was expanded from the goal's side.
const CLOSED_BACKWARD: Rgb = [0xF0, 0xE4, 0x42];
/// Closed cells where there is only colour: bright, as open ones are dark.
const CLOSED_SMALL: [Rgb; 2] = [[0xF5, 0xCF, 0x80], [0xF8, 0xF2, 0xA1]];
/// Smaller cells show colour alone.
const SHAPES_FROM: u16 = 7;

/// Draws the marks on a picture of the map. `changed` are the cells that the last step opened or relaxed.
pub fn draw_marks(picture: &mut Picture, cell_pixels: u32, marks: &CellMarks, changed: &[Cell]) {
    let side = u16::try_from(cell_pixels.clamp(1, Picture::MAX_SIDE)).expect("sides are short");
    let columns = picture.width / u32::from(side);
    for from in [Side::Forward, Side::Backward] {
        if !marks.has(from) {
            continue;
        }
        let [open, closed] = [CellState::Open, CellState::Closed].map(|state| state_stamp(state, from, side));
        for (index, state) in (0..).zip(marks.states(from)) {
            let stamp = match state {
                CellState::Unseen => continue,
                CellState::Open => &open,
                CellState::Closed => &closed,
            };
            let cell = Cell::new((index % columns).cast_signed(), (index / columns).cast_signed());
            picture.lay(stamp, corner(cell, side.into()));
        }
    }
    let stamp = changed_stamp(side);
    for &cell in changed {
        picture.lay(&stamp, corner(cell, side.into()));
    }
    if let Some((cell, _)) = marks.current() {
        picture.lay(&current_stamp(side), corner(cell, side.into()));
    }
}

fn state_stamp(state: CellState, from: Side, side: u16) -> Picture {
    let backward = usize::from(from == Side::Backward);
    let (open, closed) = ([OPEN, OPEN_BACKWARD][backward], [palette::CLOSED, CLOSED_BACKWARD][backward]);
    let mut canvas = Canvas::new(side);
    match state {
        _ if side < SHAPES_FROM => {
            let small = if state == CellState::Open { open } else { CLOSED_SMALL[backward] };
            canvas.fill(small, 0.9, everywhere);
        }
        CellState::Open => {
            canvas.fill(open, 0.22, frame(side, 0.0).0);
            canvas.fill(open, 1.0, frame(side, thickness(side)).1);
        }
        _ => {
            canvas.fill(closed, 0.40, everywhere);
            // The hatched corner lies on the left where the search came from the goal.
            let mirror = move |[x, y]: Point| if backward == 1 { [1.0 - x, y] } else { [x, y] };
            let hatch = [0.34, 0.22, 0.10]
                .map(|off| stroke([1.0, 1.0 - off], [1.0 - off, 1.0], 0.045_f32.max(0.7 / f32::from(side))));
            for line in &hatch[usize::from(side < 16)..] {
                canvas.fill(darker(closed), 0.8, |p| line(mirror(p)));
            }
        }
    }
    canvas.finish()
}

fn changed_stamp(side: u16) -> Picture {
    let mut canvas = Canvas::new(side);
    if side < SHAPES_FROM {
        canvas.fill(palette::CHANGED, 1.0, everywhere);
    } else {
        canvas.fill(palette::CHANGED, 0.25, frame(side, 0.0).0);
        canvas.fill(palette::CHANGED, 1.0, frame(side, thickness(side)).1);
        canvas.fill(palette::CHANGED, 1.0, triangle([[0.66, 0.08], [0.92, 0.08], [0.92, 0.34]], 0.0));
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

/// Of a frame's line, as a part of the cell: whole pixels, so that straight lines are sharp.
fn thickness(side: u16) -> f32 {
    f32::from((side + 8) / 20).max(1.0) / f32::from(side)
}

/// The distances to the inside of a frame, and to its line of this thickness. It leaves the grid's line free.
fn frame(side: u16, thick: f32) -> (impl Fn(Point) -> f32, impl Fn(Point) -> f32) {
    let pixel = 1.0 / f32::from(side);
    let gap = if side < 24 { 0.0 } else { pixel };
    let half = 0.5 - pixel / 2.0 - gap;
    let round = if side < 16 { 0.0 } else { 0.08 };
    let middle = [0.5 + pixel / 2.0; 2];
    let outer = move || rounded_square(middle, half, round);
    let (inside, line) = (outer(), outer());
    (inside, move |p: Point| {
        let distance = line(p);
        distance.max(-distance - thick)
    })
}

fn everywhere(_: Point) -> f32 {
    -1.0
}

fn darker(color: Rgb) -> Rgb {
    color.map(|part| part - part / 5)
}
