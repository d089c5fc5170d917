//! Which walkable cells hang together, found run by run: a row is cut into runs of walkable cells, and runs of two rows
//! that touch are joined in a union-find structure. (Hoshen and Kopelman, "Percolation and cluster distribution", 1976, cell by cell.)

use std::ops::Range;

use super::joins::RegionId;
use super::labels::narrow;
use crate::map::bits::Bits;

/// The runs of a map in reading order, as far as they are found, and which hang together.
///
/// On dense random walls nothing about the next run can be foreseen, and a branch that is taken by chance costs more than
/// all else: so there is one loop for where runs begin and end, and one for which touch.
#[derive(Clone, Debug)]
pub(super) struct Runs {
    /// Where each begins and ends, one behind the other. Half as large as places are, since memory takes time, too.
    ends: Vec<u32>,
    /// For each run an earlier one of the same patch, or itself; for those that are numbered, the number of the patch.
    earlier: Vec<RegionId>,
    /// The next word that is looked at.
    word: usize,
    /// The next two runs of which it is not known whether they touch.
    above: usize,
    below: usize,
    numbered: usize,
    patches: RegionId,
}

/// So many words are looked at and ends of runs found, or so many pairs of runs looked at, in the time of an expansion.
const ENDS: usize = 32;
const PAIRS: usize = 16;

impl Runs {
    pub fn new(bits: &Bits) -> Self {
        let count = bits.count_runs();
        Self {
            ends: Vec::with_capacity(2 * count),
            earlier: Vec::with_capacity(count),
            word: 0,
            above: 0,
            below: 0,
            numbered: 0,
            patches: 0,
        }
    }

    /// Goes on for the time of an expansion to find the runs, and then which touch. False if all is found.
    ///
    /// # Complexity
    /// O(cells / 64) for all rows, and nearly O(1) for each run.
    pub fn find(&mut self, bits: &Bits, diagonal: bool) -> bool {
        let mut taken = 0;
        while taken < ENDS {
            let Some(mut changes) = bits.changes(self.word) else { return self.join(bits, diagonal) };
            taken += 1 + changes.count_ones() as usize;
            let first = self.word * 64;
            self.word += 1;
            if changes == 0 {
                continue;
            }
            while changes != 0 {
                self.ends.push(narrow(first + changes.trailing_zeros() as usize));
                changes &= changes - 1;
            }
            self.earlier.extend(narrow(self.earlier.len())..narrow(self.ends.len().div_ceil(2)));
        }
        true
    }

    /// Joins runs of two rows that touch. False if all that do are joined.
    ///
    /// Of two runs, the one that ends first touches none that comes behind the other.
    #[expect(clippy::needless_bitwise_bool, reason = "one branch by chance takes less than three")]
    fn join(&mut self, bits: &Bits, diagonal: bool) -> bool {
        let Self { ref ends, ref mut earlier, mut above, mut below, .. } = *self;
        let (runs, _) = ends.as_chunks();
        let (stride, reach) = (narrow(bits.layout.stride), u32::from(diagonal));
        for _ in 0..PAIRS {
            let Some([start, end]) = runs.get(below) else { return false };
            // Seen from the row above.
            let (start, end) = (start - stride, end - stride);
            let [other_start, other_end] = runs[above];
            let touch = (other_start < end + reach) & (start < other_end + reach);
            let [one, other] = [earlier[above], earlier[below]];
            if touch & (one != other) {
                let (one, other) = (first(earlier, one), first(earlier, other));
                earlier[one.max(other) as usize] = one.min(other);
            }
            let is_over = other_end <= end;
            (above, below) = (above + usize::from(is_over), below + usize::from(!is_over));
        }
        (self.above, self.below) = (above, below);
        true
    }

    /// Gives the next runs, once all are found, the numbers of their patches, which begin with 1, in the order of the
    /// patches' first runs. False if none is left.
    pub fn number(&mut self, most: usize, mut found: impl FnMut(RegionId, Range<usize>)) -> bool {
        let Self { ref ends, ref mut earlier, numbered, ref mut patches, .. } = *self;
        let (runs, _) = ends.as_chunks();
        let last = runs.len().min(numbered + most);
        for (run, [start, end]) in (numbered..).zip(&runs[numbered..last]) {
            let before = earlier[run] as usize;
            // What comes earlier has its number already.
            let number = if before == run { *patches + 1 } else { earlier[before] };
            *patches = number.max(*patches);
            earlier[run] = number;
            found(number, *start as usize..*end as usize);
        }
        self.numbered = last;
        last < runs.len()
    }
}

/// The first run of the patch, as far as it is known.
fn first(earlier: &mut [RegionId], mut run: RegionId) -> RegionId {
    while earlier[run as usize] != run {
        // Later askers have half as far to go.
        let before = earlier[run as usize];
        earlier[run as usize] = earlier[before as usize];
        run = before;
    }
    run
}
