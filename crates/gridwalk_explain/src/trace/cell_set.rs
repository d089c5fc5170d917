//! A set of cells as bits, row by row, as large as its occupied part of the map.

use gridwalk_pathfinding::Cell;

/// A set of cells of a map, whose size it need not know.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct CellSet(Vec<Vec<u64>>);

impl CellSet {
    /// Adds a cell of a map; returns `true` if it was not in the set.
    pub fn insert(&mut self, cell: Cell) -> bool {
        let [x, y] = [cell.x, cell.y].map(|side| usize::try_from(side).expect("cells of a map are not negative"));
        if self.0.len() <= y {
            self.0.resize_with(y + 1, Vec::new);
        }
        let row = &mut self.0[y];
        if row.len() <= x / 64 {
            row.resize(x / 64 + 1, 0);
        }
        let (word, bit) = (&mut row[x / 64], 1 << (x % 64));
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new
    }

    /// Returns all cells, in reading order.
    pub fn cells(&self) -> impl Iterator<Item = Cell> {
        let bits = |word: u64| (0..64).filter(move |bit| word >> bit & 1 == 1);
        (0..).zip(&self.0).flat_map(move |(y, row)| {
            let cells = (0..).step_by(64).zip(row).flat_map(move |(x, &word)| bits(word).map(move |bit| x + bit));
            cells.map(move |x| Cell::new(x, y))
        })
    }

    /// Returns the cells as runs of neighbours in a row: column, row, length.
    pub fn runs(&self) -> Vec<[i32; 3]> {
        let mut runs: Vec<[i32; 3]> = Vec::new();
        for Cell { x, y } in self.cells() {
            match runs.last_mut() {
                Some([first, row, length]) if *row == y && *first + *length == x => *length += 1,
                _ => runs.push([x, y, 1]),
            }
        }
        runs
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_come_back_in_reading_order_and_as_runs() {
        let mut set = CellSet::default();
        for (x, y) in [(70, 2), (63, 0), (64, 0), (0, 2), (65, 0), (63, 0)] {
            set.insert(Cell::new(x, y));
        }
        assert_eq!([(63, 0), (62, 0), (70, 2)].map(|(x, y)| set.clone().insert(Cell::new(x, y))), [false, true, false]);
        let cells: Vec<_> = set.cells().map(|cell| (cell.x, cell.y)).collect();
        assert_eq!(cells, [(63, 0), (64, 0), (65, 0), (0, 2), (70, 2)]);
        assert_eq!(set.runs(), [[63, 0, 3], [0, 2, 1], [70, 2, 1]]);
    }
}
