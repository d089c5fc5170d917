//! The canvas of a generated map with its random numbers, and the mazes and rooms drawn on it.
//!
//! A perfect maze has exactly one path between any two cells. Corridors run through the cells whose
//! column and row are both even. The cells between two of those are wall or passage. Dividing walls
//! stand in odd columns and rows and gaps in even ones, so no later wall ends in a gap.

use gridwalk_pathfinding::TerrainId;
use gridwalk_pathfinding::slices::{for_each, repeat};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// The only source of random numbers of a map.
pub(super) struct MapRng(Pcg64Mcg);

impl MapRng {
    /// Returns the generator for a seed.
    pub(super) fn new(seed: u64) -> Self {
        Self(Pcg64Mcg::seed_from_u64(seed))
    }

    /// Returns a number from 0 to `n` - 1; always drawn as 32 bits, so that every platform draws
    /// the same.
    pub(super) fn below(&mut self, n: u32) -> u32 {
        self.0.random_range(0..n)
    }

    /// Returns `true` with this probability in percent.
    pub(super) fn percent(&mut self, percent: u32) -> bool {
        self.below(100) < percent
    }
}

/// The cells of an unfinished map.
pub(super) struct LevelCanvas {
    pub(super) width: u32,
    pub(super) height: u32,
    pub(super) cells: Vec<TerrainId>,
}

/// The first terrain of every legend of the generators.
pub(super) const FLOOR: TerrainId = TerrainId(0);
/// The second terrain of every legend of the generators.
pub(super) const WALL: TerrainId = TerrainId(1);

impl LevelCanvas {
    /// Creates a canvas of one terrain.
    pub(super) fn new(width: u32, height: u32, terrain: TerrainId) -> Self {
        Self {
            width,
            height,
            cells: vec![terrain; width as usize * height as usize],
        }
    }

    const fn index(&self, x: u32, y: u32) -> usize {
        y as usize * self.width as usize + x as usize
    }

    pub(super) fn get(&self, x: u32, y: u32) -> TerrainId {
        self.cells[self.index(x, y)]
    }

    pub(super) fn set(&mut self, x: u32, y: u32, terrain: TerrainId) {
        let index = self.index(x, y);
        self.cells[index] = terrain;
    }

    /// Fills a rectangle, both corners included.
    pub(super) fn fill(&mut self, from: [u32; 2], to: [u32; 2], terrain: TerrainId) {
        for y in from[1]..=to[1] {
            let (first, last) = (self.index(from[0], y), self.index(to[0], y));
            self.cells[first..=last].fill(terrain);
        }
    }
}

/// The even cells of a canvas, numbered in reading order.
struct Halls {
    columns: u32,
    rows: u32,
}

impl Halls {
    const fn of(canvas: &LevelCanvas) -> Self {
        Self {
            columns: canvas.width.div_ceil(2),
            rows: canvas.height.div_ceil(2),
        }
    }

    const fn count(&self) -> usize {
        self.columns as usize * self.rows as usize
    }

    /// Returns the neighbours of a hall in the order north, east, south, west.
    fn around(&self, hall: u32) -> [Option<u32>; 4] {
        let (x, y) = (hall % self.columns, hall / self.columns);
        [
            (y > 0).then(|| hall - self.columns),
            (x + 1 < self.columns).then(|| hall + 1),
            (y + 1 < self.rows).then(|| hall + self.columns),
            (x > 0).then(|| hall.wrapping_sub(1)),
        ]
    }

    /// Chooses a random neighbour for which `wanted` holds.
    fn choose(&self, hall: u32, rng: &mut MapRng, wanted: impl Fn(u32) -> bool) -> Option<u32> {
        let choices = || {
            self.around(hall)
                .into_iter()
                .flatten()
                .filter(|hall| wanted(*hall))
        };
        let count = u32::try_from(choices().count()).expect("four at most");
        if count == 0 {
            None
        } else {
            choices().nth(rng.below(count) as usize)
        }
    }

    fn any(&self, rng: &mut MapRng) -> u32 {
        rng.below(self.columns * self.rows)
    }

    /// Returns the cell between two neighbours; for one hall twice, the hall's own cell.
    const fn passage(&self, a: u32, b: u32) -> (u32, u32) {
        (
            a % self.columns + b % self.columns,
            a / self.columns + b / self.columns,
        )
    }

    /// Opens a hall, and the passage to it from another one.
    fn open(&self, canvas: &mut LevelCanvas, from: u32, hall: u32) {
        for (x, y) in [self.passage(hall, hall), self.passage(from, hall)] {
            canvas.set(x, y, FLOOR);
        }
    }
}

/// Makes a maze depth-first: extends the path to a random new hall, else backtracks.
pub(super) async fn backtracker(mut canvas: LevelCanvas, rng: &mut MapRng) -> LevelCanvas {
    let halls = Halls::of(&canvas);
    let mut open = vec![false; halls.count()];
    let mut path = vec![halls.any(rng)];
    open[path[0] as usize] = true;
    halls.open(&mut canvas, path[0], path[0]);
    repeat(1, || {
        let Some(&hall) = path.last() else {
            return false;
        };
        if let Some(next) = halls.choose(hall, rng, |hall| !open[hall as usize]) {
            open[next as usize] = true;
            halls.open(&mut canvas, hall, next);
            path.push(next);
        } else {
            path.pop();
        }
        true
    })
    .await;
    canvas
}

/// Makes a maze by joining random halls beside it, one at a time.
pub(super) async fn prim(mut canvas: LevelCanvas, rng: &mut MapRng) -> LevelCanvas {
    #[derive(Clone, Copy, PartialEq)]
    enum State {
        Outside,
        SiblingFiles,
        Inside,
    }
    let halls = Halls::of(&canvas);
    let mut states = vec![State::Outside; halls.count()];
    let first = halls.any(rng);
    let mut beside = vec![first];
    repeat(1, || {
        let count = u32::try_from(beside.len()).expect("there are fewer than cells");
        if count == 0 {
            return false;
        }
        let hall = beside.swap_remove(rng.below(count) as usize);
        let from = halls.choose(hall, rng, |hall| states[hall as usize] == State::Inside);
        halls.open(&mut canvas, from.unwrap_or(hall), hall);
        states[hall as usize] = State::Inside;
        for next in halls.around(hall).into_iter().flatten() {
            if states[next as usize] == State::Outside {
                states[next as usize] = State::SiblingFiles;
                beside.push(next);
            }
        }
        true
    })
    .await;
    canvas
}

/// Makes a maze of random walks: each runs from a hall to the maze, and joins it without loops.
pub(super) async fn wilson(mut canvas: LevelCanvas, rng: &mut MapRng) -> LevelCanvas {
    let halls = Halls::of(&canvas);
    let mut inside = vec![false; halls.count()];
    // The hall that the walk last entered from each hall: following these leaves the loops out.
    let mut onward = vec![0_u32; halls.count()];
    let root = halls.any(rng);
    inside[root as usize] = true;
    halls.open(&mut canvas, root, root);
    let (mut first, mut at) = (0, 0);
    repeat(1, || {
        if !inside[at as usize] {
            let next = halls
                .choose(at, rng, |_| true)
                .expect("a cell outside the maze has a neighbour");
            onward[at as usize] = next;
            at = next;
            return true;
        }
        at = first;
        while !inside[at as usize] {
            inside[at as usize] = true;
            let next = onward[at as usize];
            halls.open(&mut canvas, at, at);
            halls.open(&mut canvas, at, next);
            at = next;
        }
        first += 1;
        at = first;
        (first as usize) < halls.count()
    })
    .await;
    canvas
}

/// Makes a maze depth-first, and gives every dead end a second exit if there is a neighbour for it.
pub(super) async fn braided(canvas: LevelCanvas, rng: &mut MapRng) -> LevelCanvas {
    let mut canvas = backtracker(canvas, rng).await;
    let halls = Halls::of(&canvas);
    for_each(0..halls.columns * halls.rows, |hall| {
        let closed = halls.around(hall).into_iter().flatten().filter(|to| {
            let (x, y) = halls.passage(hall, *to);
            canvas.get(x, y) == WALL
        });
        let closed: Vec<u32> = closed.collect();
        if halls.around(hall).into_iter().flatten().count() != closed.len() + 1 {
            return;
        }
        if let Ok(count) = u32::try_from(closed.len())
            && count > 0
        {
            let to = closed[rng.below(count) as usize];
            halls.open(&mut canvas, hall, to);
        }
    })
    .await;
    canvas
}

/// The shortest side of a room, in halls: 3 cells.
const LEAST: u32 = 2;
/// The longest side of a part that may stay a room, in halls: 11 cells.
const MOST: u32 = 6;
/// The shortest wall that may have a second door, in halls.
const LONG: u32 = 6;

/// Divides a map across its longer side by a wall with one gap, recursively until parts are
/// corridors.
pub(super) async fn division(canvas: LevelCanvas, rng: &mut MapRng) -> LevelCanvas {
    let is_corridor = |part: MazePart, _: &mut MapRng| part.size.iter().any(|length| *length < 2);
    divide(canvas, rng, 1, is_corridor, |length, rng| {
        vec![rng.below(length)]
    })
    .await
}

/// Divides a house recursively until every part is a room.
pub(super) async fn rooms(mut canvas: LevelCanvas, rng: &mut MapRng) -> LevelCanvas {
    canvas.cells.fill(WALL);
    let is_room = |part: MazePart, rng: &mut MapRng| {
        let longest = part.size[0].max(part.size[1]);
        longest < 2 * LEAST || (longest <= MOST && rng.percent(50))
    };
    let doors = |length: u32, rng: &mut MapRng| {
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
    mut canvas: LevelCanvas,
    rng: &mut MapRng,
    least: u32,
    is_done: impl Fn(MazePart, &mut MapRng) -> bool,
    gaps: impl Fn(u32, &mut MapRng) -> Vec<u32>,
) -> LevelCanvas {
    let halls = Halls::of(&canvas);
    let whole = MazePart {
        at: [0; 2],
        size: [halls.columns, halls.rows],
    };
    let [first, last] = whole.corners();
    canvas.fill(first, last, FLOOR);
    let mut parts = vec![whole];
    repeat(1, || {
        let Some(part) = parts.pop() else {
            return false;
        };
        if is_done(part, rng) {
            return true;
        }
        let [width, height] = part.size;
        let is_wide = if width == height {
            rng.percent(50)
        } else {
            width > height
        };
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
struct MazePart {
    at: [u32; 2],
    size: [u32; 2],
}

impl MazePart {
    /// Returns the first and the last cell.
    fn corners(self) -> [[u32; 2]; 2] {
        let last = [0, 1].map(|side| self.at[side] + self.size[side] - 1);
        [self.at, last].map(|hall| hall.map(|place| 2 * place))
    }

    /// Builds a wall after `first` columns or rows, with gaps, and returns the two parts beside it.
    ///
    /// `gaps` are rows or columns of the part.
    fn split(self, canvas: &mut LevelCanvas, side: usize, first: u32, gaps: &[u32]) -> [Self; 2] {
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
