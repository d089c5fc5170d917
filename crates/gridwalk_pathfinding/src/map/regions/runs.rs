//! Which walkable cells hang together, found run by run: a row is cut into runs of walkable cells, and runs of two rows
//! that touch are joined in a union-find structure. (Hoshen and Kopelman, "Percolation and cluster distribution", 1976, cell by cell.)

use std::ops::Range;

use super::joins::RegionId;
use crate::map::bits::Bits;

/// The runs of a map in reading order, and which hang together.
pub(super) struct Runs {
    /// Their places.
    runs: Vec<Range<usize>>,
    /// For each run an earlier one of the same patch, or itself.
    earlier: Vec<RegionId>,
}

impl Runs {
    /// # Complexity
    /// O(cells / 64) for the rows, and nearly O(1) for each run.
    pub fn new(bits: &Bits, diagonal: bool) -> Self {
        let mut all = Self { runs: Vec::new(), earlier: Vec::new() };
        let stride = bits.layout.stride;
        let reach = usize::from(diagonal);
        // The first run of the row above that can touch the next run.
        let mut above = 0;
        let mut at = 0;
        while let Some(run) = bits.next_run(at) {
            at = run.end;
            let number = all.runs.len();
            all.earlier.push(narrow(number));
            // Seen from the row below.
            let touched = run.start - stride - reach..run.end - stride + reach;
            while all.runs.get(above).is_some_and(|other| other.end <= touched.start) {
                above += 1;
            }
            let touching = all.runs[above..].iter().take_while(|other| other.start < touched.end).count();
            for other in above..above + touching {
                all.join(narrow(other), narrow(number));
            }
            all.runs.push(run);
        }
        all
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

    fn join(&mut self, one: RegionId, other: RegionId) {
        let (one, other) = (self.first(one), self.first(other));
        self.earlier[one.max(other) as usize] = one.min(other);
    }

    /// Each run with the number of its patch: numbers begin with 1, in the order of the patches' first runs.
    pub fn labelled(mut self) -> impl Iterator<Item = (RegionId, Range<usize>)> {
        let mut numbers = vec![0; self.runs.len()];
        let mut patches = 0;
        for run in 0..self.runs.len() {
            let first = self.first(narrow(run)) as usize;
            if first == run {
                patches += 1;
                numbers[run] = patches;
            } else {
                numbers[run] = numbers[first];
            }
        }
        numbers.into_iter().zip(self.runs)
    }
}

fn narrow(number: usize) -> RegionId {
    RegionId::try_from(number).expect("cells are counted in u32")
}
