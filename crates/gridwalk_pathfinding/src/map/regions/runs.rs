//! Which walkable cells hang together, found run by run: a row is cut into runs of walkable cells, and runs of two rows
//! that touch are joined in a union-find structure. (Hoshen and Kopelman, "Percolation and cluster distribution", 1976, cell by cell.)

use std::ops::Range;

use super::joins::RegionId;
use super::labels::narrow;
use crate::map::bits::Bits;

/// The runs of a map in reading order, as far as they are found, and which hang together.
#[derive(Clone, Debug)]
pub(super) struct Runs {
    /// Where each begins and ends. Half as large as ranges of places are, since memory is what takes the time.
    found: Vec<[u32; 2]>,
    /// For each run an earlier one of the same patch, or itself; for those that are numbered, the number of the patch.
    earlier: Vec<RegionId>,
    /// From where the next run is looked for, and the first run of the row above that can touch it.
    at: usize,
    above: usize,
    numbered: usize,
    patches: RegionId,
}

impl Runs {
    pub fn new(bits: &Bits) -> Self {
        let count = bits.count_runs();
        Self {
            found: Vec::with_capacity(count),
            earlier: Vec::with_capacity(count),
            at: 0,
            above: 0,
            numbered: 0,
            patches: 0,
        }
    }

    /// Finds so many more runs. False if these were all.
    ///
    /// # Complexity
    /// O(cells / 64) for all rows, and nearly O(1) for each run.
    pub fn find(&mut self, bits: &Bits, diagonal: bool, most: usize) -> bool {
        let stride = bits.layout.stride;
        let reach = usize::from(diagonal);
        for _ in 0..most {
            let Some(run) = bits.next_run(self.at) else { return false };
            self.at = run.end;
            let number = self.found.len();
            // Seen from the row below.
            let [start, end] = [run.start - stride - reach, run.end - stride + reach].map(narrow);
            while self.found.get(self.above).is_some_and(|other| other[1] <= start) {
                self.above += 1;
            }
            let mut first = narrow(number);
            self.earlier.push(first);
            let mut other = self.above;
            while self.found.get(other).is_some_and(|other| other[0] < end) {
                first = self.join(narrow(other), first);
                other += 1;
            }
            self.found.push([run.start, run.end].map(narrow));
        }
        true
    }

    /// The first run of the patch, as far as it is known.
    fn first(&mut self, mut run: RegionId) -> RegionId {
        while self.earlier[run as usize] != run {
            // Later askers have half as far to go.
            let earlier = self.earlier[run as usize];
            self.earlier[run as usize] = self.earlier[earlier as usize];
            run = earlier;
        }
        run
    }

    /// Joins the patches of two runs, the second one the first of its own, and says which run is the first of both.
    fn join(&mut self, one: RegionId, other: RegionId) -> RegionId {
        let one = self.first(one);
        self.earlier[one.max(other) as usize] = one.min(other);
        one.min(other)
    }

    /// The next run with the number of its patch, once all are found: numbers begin with 1, in the order of the patches'
    /// first runs.
    pub fn next_numbered(&mut self) -> Option<(RegionId, Range<usize>)> {
        let &[start, end] = self.found.get(self.numbered)?;
        let earlier = self.earlier[self.numbered] as usize;
        // What comes earlier has its number already.
        let number = if earlier == self.numbered { self.patches + 1 } else { self.earlier[earlier] };
        self.patches = self.patches.max(number);
        self.earlier[self.numbered] = number;
        self.numbered += 1;
        Some((number, start as usize..end as usize))
    }
}
