//! Perfect mazes: exactly one way between any two cells.
//!
//! Corridors run through the cells whose column and row are both even; the cells between two of those are
//! wall or passage.

use super::{Canvas, Dice, FLOOR, WALL};

/// The even cells of a canvas, numbered in reading order.
pub(super) struct Halls {
    pub columns: u32,
    pub rows: u32,
}

impl Halls {
    pub const fn of(canvas: &Canvas) -> Self {
        Self { columns: canvas.width.div_ceil(2), rows: canvas.height.div_ceil(2) }
    }

    const fn count(&self) -> usize {
        self.columns as usize * self.rows as usize
    }

    /// The neighbours of a hall in the order north, east, south, west.
    fn around(&self, hall: u32) -> [Option<u32>; 4] {
        let (x, y) = (hall % self.columns, hall / self.columns);
        [
            (y > 0).then(|| hall - self.columns),
            (x + 1 < self.columns).then(|| hall + 1),
            (y + 1 < self.rows).then(|| hall + self.columns),
            (x > 0).then(|| hall.wrapping_sub(1)),
        ]
    }

    /// Those neighbours for which `wanted` holds.
    fn choices(&self, hall: u32, wanted: impl Fn(u32) -> bool) -> ([u32; 4], u32) {
        let (mut found, mut count) = ([0; 4], 0);
        for hall in self.around(hall).into_iter().flatten().filter(|hall| wanted(*hall)) {
            found[count as usize] = hall;
            count += 1;
        }
        (found, count)
    }

    /// A neighbour for which `wanted` holds.
    fn choose(&self, hall: u32, dice: &mut Dice, wanted: impl Fn(u32) -> bool) -> Option<u32> {
        let (found, count) = self.choices(hall, wanted);
        (count > 0).then(|| found[dice.below(count) as usize])
    }

    fn any(&self, dice: &mut Dice) -> u32 {
        dice.below(self.columns * self.rows)
    }

    /// Opens a hall and, if it is a neighbour, the passage to it.
    fn open(&self, canvas: &mut Canvas, from: u32, hall: u32) {
        let place = |hall: u32| (2 * (hall % self.columns), 2 * (hall / self.columns));
        let ((x, y), (to_x, to_y)) = (place(from), place(hall));
        canvas.set(to_x, to_y, FLOOR);
        canvas.set(u32::midpoint(x, to_x), u32::midpoint(y, to_y), FLOOR);
    }
}

/// Goes on to a new cell while there is one beside; else goes back along its way.
pub(super) fn backtracker(mut canvas: Canvas, dice: &mut Dice) -> Canvas {
    let halls = Halls::of(&canvas);
    let mut open = vec![false; halls.count()];
    let mut way = vec![halls.any(dice)];
    open[way[0] as usize] = true;
    halls.open(&mut canvas, way[0], way[0]);
    while let Some(&hall) = way.last() {
        let Some(next) = halls.choose(hall, dice, |hall| !open[hall as usize]) else {
            way.pop();
            continue;
        };
        open[next as usize] = true;
        halls.open(&mut canvas, hall, next);
        way.push(next);
    }
    canvas
}

/// Joins a random cell beside the maze to it, again and again.
pub(super) fn prim(mut canvas: Canvas, dice: &mut Dice) -> Canvas {
    #[derive(Clone, Copy, PartialEq)]
    enum State {
        Outside,
        Beside,
        Inside,
    }
    let halls = Halls::of(&canvas);
    let mut states = vec![State::Outside; halls.count()];
    let first = halls.any(dice);
    let mut beside = vec![first];
    while let Ok(count) = u32::try_from(beside.len())
        && count > 0
    {
        let hall = beside.swap_remove(dice.below(count) as usize);
        let from = halls.choose(hall, dice, |hall| states[hall as usize] == State::Inside);
        halls.open(&mut canvas, from.unwrap_or(hall), hall);
        states[hall as usize] = State::Inside;
        for next in halls.around(hall).into_iter().flatten() {
            if states[next as usize] == State::Outside {
                states[next as usize] = State::Beside;
                beside.push(next);
            }
        }
    }
    canvas
}

/// From each cell a random walk to the maze; what remains of it without loops becomes part of the maze.
pub(super) fn wilson(mut canvas: Canvas, dice: &mut Dice) -> Canvas {
    let halls = Halls::of(&canvas);
    let mut inside = vec![false; halls.count()];
    // Where the walk last went from each cell: following it leaves the loops out.
    let mut onward = vec![0_u32; halls.count()];
    let root = halls.any(dice);
    inside[root as usize] = true;
    halls.open(&mut canvas, root, root);
    for first in 0..halls.columns * halls.rows {
        let mut at = first;
        while !inside[at as usize] {
            let next = halls.choose(at, dice, |_| true).expect("a cell outside the maze has a neighbour");
            onward[at as usize] = next;
            at = next;
        }
        let mut at = first;
        while !inside[at as usize] {
            inside[at as usize] = true;
            let next = onward[at as usize];
            halls.open(&mut canvas, at, at);
            halls.open(&mut canvas, at, next);
            at = next;
        }
    }
    canvas
}

/// Parts of a canvas, in halls.
#[derive(Clone, Copy)]
pub(super) struct Part {
    pub x: u32,
    pub y: u32,
    pub width: u32,
    pub height: u32,
}

impl Part {
    pub const fn whole(halls: &Halls) -> Self {
        Self { x: 0, y: 0, width: halls.columns, height: halls.rows }
    }

    /// The first and the last cell.
    pub const fn corners(self) -> ((u32, u32), (u32, u32)) {
        let (right, below) = (self.x + self.width - 1, self.y + self.height - 1);
        ((2 * self.x, 2 * self.y), (2 * right, 2 * below))
    }

    /// A wall after so many columns, with gaps in these rows of the part; the two parts beside it.
    pub fn split_columns(self, canvas: &mut Canvas, left: u32, gaps: &[u32]) -> [Self; 2] {
        let ((_, top), (_, bottom)) = self.corners();
        let x = 2 * (self.x + left) - 1;
        canvas.fill((x, top), (x, bottom), WALL);
        for gap in gaps {
            canvas.set(x, 2 * (self.y + gap), FLOOR);
        }
        [Self { width: left, ..self }, Self { x: self.x + left, width: self.width - left, ..self }]
    }

    /// The same with rows.
    pub fn split_rows(self, canvas: &mut Canvas, upper: u32, gaps: &[u32]) -> [Self; 2] {
        let ((left, _), (right, _)) = self.corners();
        let y = 2 * (self.y + upper) - 1;
        canvas.fill((left, y), (right, y), WALL);
        for gap in gaps {
            canvas.set(2 * (self.x + gap), y, FLOOR);
        }
        [Self { height: upper, ..self }, Self { y: self.y + upper, height: self.height - upper, ..self }]
    }
}

/// A wall across the longer side, with one gap; the same in both halves until they are corridors.
pub(super) fn division(mut canvas: Canvas, dice: &mut Dice) -> Canvas {
    let halls = Halls::of(&canvas);
    let mut parts = vec![Part::whole(&halls)];
    let (first, last) = parts[0].corners();
    canvas.fill(first, last, FLOOR);
    while let Some(part) = parts.pop() {
        if part.width < 2 || part.height < 2 {
            continue;
        }
        let columns = if part.width == part.height { dice.percent(50) } else { part.width > part.height };
        let halves = if columns {
            let (left, gap) = (1 + dice.below(part.width - 1), dice.below(part.height));
            part.split_columns(&mut canvas, left, &[gap])
        } else {
            let (upper, gap) = (1 + dice.below(part.height - 1), dice.below(part.width));
            part.split_rows(&mut canvas, upper, &[gap])
        };
        parts.extend(halves);
    }
    canvas
}
