//! Which cells hang together: labels alone, for whoever does not ask what holds them together.

use crate::pathfinding::{Cell, CellIndex, Grid};

/// The pieces that some cells of a map fall into.
pub(super) struct Pieces {
    width: u32,
    /// Per cell the number of its run, from 1; 0 is none of the cells.
    runs: Vec<u32>,
    /// Per run a number that all runs of its piece have.
    firsts: Vec<u32>,
}

impl Pieces {
    /// Takes the cells for which `belongs` holds. Straight neighbours hang together, if `diagonal` is set all eight,
    /// and the two cells of each pair in `joined`.
    ///
    /// Cells are gathered into runs along the rows first, so that few numbers have to be united (Rosenfeld and
    /// Pfaltz, "Sequential operations in digital picture processing", 1966).
    ///
    /// # Complexity
    /// O(cells) time, but for a factor that grows too slowly to be seen; 4 bytes a cell.
    pub fn new(grid: &Grid, diagonal: bool, belongs: impl Fn(CellIndex) -> bool, joined: &[(Cell, Cell)]) -> Self {
        let width = grid.width() as usize;
        let mut found = Self { width: grid.width(), runs: vec![0; grid.cell_count()], firsts: vec![0] };
        for row in 0..grid.height() as usize {
            let first = row * width;
            // The run at the left, and the one above that it was united with last.
            let (mut run, mut above) = (0, 0);
            for at in first..first + width {
                let index = CellIndex(u32::try_from(at).expect("cells are counted in u32"));
                if !belongs(index) {
                    run = 0;
                    continue;
                }
                if run == 0 {
                    run = u32::try_from(found.firsts.len()).expect("there are fewer runs than cells");
                    found.firsts.push(run);
                    above = 0;
                }
                found.runs[at] = run;
                if row == 0 {
                    continue;
                }
                let beside = [(at > first).then(|| at - width - 1), (at + 1 < first + width).then(|| at + 1 - width)];
                let beside = beside.into_iter().flatten().filter(|_| diagonal);
                for other in [at - width].into_iter().chain(beside) {
                    let other = found.runs[other];
                    if other != 0 && other != above {
                        found.unite(run, other);
                        above = other;
                    }
                }
            }
        }
        for &(from, to) in joined {
            let [from, to] = [from, to].map(|cell| found.runs[found.index(cell)]);
            if from != 0 && to != 0 {
                found.unite(from, to);
            }
        }
        // A run's first number is never larger than its own, so one pass from the front finds them all.
        for run in 0..found.firsts.len() {
            found.firsts[run] = found.firsts[found.firsts[run] as usize];
        }
        found
    }

    /// The piece of a cell on the map; 0 if it is none of the cells.
    pub fn of(&self, cell: Cell) -> u32 {
        self.firsts[self.runs[self.index(cell)] as usize]
    }

    fn index(&self, cell: Cell) -> usize {
        cell.y.cast_unsigned() as usize * self.width as usize + cell.x.cast_unsigned() as usize
    }

    fn unite(&mut self, one: u32, other: u32) {
        let (one, other) = (self.first(one), self.first(other));
        self.firsts[one.max(other) as usize] = one.min(other);
    }

    /// The smallest number known for the piece. The way there is made shorter.
    fn first(&mut self, mut run: u32) -> u32 {
        while self.firsts[run as usize] != run {
            let next = self.firsts[run as usize];
            self.firsts[run as usize] = self.firsts[next as usize];
            run = next;
        }
        run
    }
}
