//! Labels of a whole map, made in pieces, so that no call takes long.
//!
//! A row is cut into runs of walkable cells, and runs of two rows that touch are joined in a
//! union-find structure. (Hoshen and Kopelman, "Percolation and cluster distribution", 1976, cell
//! by cell.)

use std::ops::Range;

use super::{LabelMemory, RegionId, Regions, narrow};
use crate::map::bits::Bits;
use crate::slices::repeat;
use crate::{Grid, Movement, Revision};

/// Labels under construction, of the map at one revision.
#[derive(Clone, Debug)]
pub(crate) struct Labelling {
    revision: Revision,
    runs: CellRuns,
    are_found: bool,
    regions: Regions,
    /// Work units spent so far.
    spent: u64,
}

/// Number of cells that get their labels in the time of an expansion.
const CELLS: usize = 256;

impl Labelling {
    /// Begins labels in the memory of other labels.
    pub(in crate::map) fn within(
        grid: &Grid,
        bits: &Bits,
        movement: Movement,
        memory: LabelMemory,
    ) -> Self {
        Self {
            revision: grid.revision(),
            runs: CellRuns::default(),
            are_found: false,
            regions: Regions::blank(bits.layout, movement, memory),
            spent: 0,
        }
    }

    /// Continues for `most` units of work; returns the units used and whether the labels are
    /// complete.
    pub(in crate::map) fn advance(&mut self, grid: &Grid, bits: &Bits, most: u64) -> (u64, bool) {
        for taken in 1..=most {
            self.spent += 1;
            if !self.are_found {
                self.are_found = !self.runs.find(bits, self.regions.shape().diagonal);
                continue;
            }
            let Self { runs, regions, .. } = self;
            let is_left = regions.extend(CELLS);
            let end = regions.labels.len();
            runs.number(end, |number, cells| regions.add(number, cells));
            if !is_left {
                self.regions.mark_one_ways(grid);
                self.regions.join(grid);
                return (taken, true);
            }
        }
        (most, false)
    }

    /// Returns `true` if the labels will be those of this map under this rule.
    pub(in crate::map) fn is_of(&self, grid: &Grid, movement: Movement) -> bool {
        (self.revision, self.regions.movement()) == (grid.revision(), movement)
    }

    pub(crate) const fn spent(&self) -> u64 {
        self.spent
    }

    pub(in crate::map) fn into_regions(self) -> Regions {
        self.regions
    }
}

impl Regions {
    /// Labels every cell.
    ///
    /// Patches are numbered from 1 in reading order of their first cells; a region has the number
    /// of its first patch.
    ///
    /// # Complexity
    /// O(cells) time and 4 bytes a cell.
    #[must_use]
    pub fn new(grid: &Grid, movement: Movement) -> Self {
        Self::of_bits(grid, &Bits::new(grid), movement, LabelMemory::default())
    }

    /// Labels every cell, in [slices](crate::slices).
    pub async fn in_slices(grid: &Grid, movement: Movement) -> Self {
        let bits = Bits::new(grid);
        let mut labelling = Labelling::within(grid, &bits, movement, LabelMemory::default());
        repeat(PIECES, || !labelling.advance(grid, &bits, 1).1).await;
        labelling.into_regions()
    }

    /// Labels every cell of a grid whose walkable cells are `bits`, in the memory of other labels.
    pub(in crate::map) fn of_bits(
        grid: &Grid,
        bits: &Bits,
        movement: Movement,
        memory: LabelMemory,
    ) -> Self {
        let mut labelling = Labelling::within(grid, bits, movement, memory);
        labelling.advance(grid, bits, u64::MAX);
        labelling.into_regions()
    }

    /// Labels every cell again, in the same memory.
    pub(in crate::map) fn renew(&mut self, grid: &Grid, bits: &Bits) {
        let memory = LabelMemory {
            labels: std::mem::take(&mut self.labels),
            parts: std::mem::take(&mut self.parts),
        };
        *self = Self::of_bits(grid, bits, self.movement, memory);
    }

    /// Returns the memory for other labels.
    pub(in crate::map) fn into_memory(self) -> LabelMemory {
        LabelMemory {
            labels: self.labels,
            parts: self.parts,
        }
    }
}

/// The runs of a map in reading order, as far as they are found, and their connections.
///
/// On dense random walls the next run cannot be predicted, and a mispredicted branch costs more
/// than all other work. So one loop finds where runs begin and end, and another one finds the runs
/// that touch. Before them the runs are counted, as memory that grows would be copied.
#[derive(Clone, Debug, Default)]
struct CellRuns {
    /// Beginnings and ends of runs, as far as they are counted.
    changes: usize,
    is_counted: bool,
    /// Start and end of each run, in sequence; 32 bits for a place, since memory traffic takes
    /// time.
    ends: Vec<u32>,
    /// For each run an earlier run of its patch, or itself; for numbered runs the number of the
    /// patch.
    earlier: Vec<RegionId>,
    /// Index of the next word to read.
    word: usize,
    /// The next two runs to check for contact.
    above: usize,
    below: usize,
    numbered: usize,
    patches: RegionId,
}

/// Words and ends of runs, or pairs of runs (`PAIRS`), that are checked in the time of an
/// expansion, and words in which runs are counted (`COUNTED`).
const ENDS: usize = 32;
const PAIRS: usize = 16;
const COUNTED: usize = 128;

/// Number of pieces of a slice that a unit of work counts as.
const PIECES: usize = 16;

impl CellRuns {
    /// Counts runs for the time of an expansion.
    fn count(&mut self, bits: &Bits) {
        for _ in 0..COUNTED {
            let Some(changes) = bits.changes(self.word) else {
                self.is_counted = true;
                self.word = 0;
                self.ends.reserve_exact(self.changes);
                // A run begins and ends.
                self.earlier.reserve_exact(self.changes.div_ceil(2));
                return;
            };
            self.changes += changes.count_ones() as usize;
            self.word += 1;
        }
    }

    /// Finds runs, and then joins them, for the time of an expansion; returns `false` if all is
    /// done.
    ///
    /// # Complexity
    /// O(cells / 64) for all rows, and nearly O(1) for each run.
    fn find(&mut self, bits: &Bits, diagonal: bool) -> bool {
        if !self.is_counted {
            self.count(bits);
            return true;
        }
        let mut taken = 0;
        while taken < ENDS {
            let Some(mut changes) = bits.changes(self.word) else {
                return self.join(bits, diagonal);
            };
            taken += 1 + changes.count_ones() as usize;
            let first = self.word * 64;
            self.word += 1;
            if changes == 0 {
                continue;
            }
            while changes != 0 {
                self.ends
                    .push(narrow(first + changes.trailing_zeros() as usize));
                changes &= changes - 1;
            }
            self.earlier
                .extend(narrow(self.earlier.len())..narrow(self.ends.len().div_ceil(2)));
        }
        true
    }

    /// Joins runs of two rows that touch; returns `false` once all are joined.
    ///
    /// The one of two runs that ends first touches no run behind the other.
    #[expect(
        clippy::needless_bitwise_bool,
        reason = "one branch by chance takes less than three"
    )]
    fn join(&mut self, bits: &Bits, diagonal: bool) -> bool {
        let Self {
            ref ends,
            ref mut earlier,
            mut above,
            mut below,
            ..
        } = *self;
        let (runs, _) = ends.as_chunks();
        let (stride, reach) = (narrow(bits.layout.stride), u32::from(diagonal));
        for _ in 0..PAIRS {
            let Some([start, end]) = runs.get(below) else {
                return false;
            };
            // As places of the row above.
            let (start, end) = (start - stride, end - stride);
            let [other_start, other_end] = runs[above];
            let touch = (other_start < end + reach) & (start < other_end + reach);
            let [one, other] = [earlier[above], earlier[below]];
            if touch & (one != other) {
                let (one, other) = (first(earlier, one), first(earlier, other));
                earlier[one.max(other) as usize] = one.min(other);
            }
            let is_finished = other_end <= end;
            (above, below) = (
                above + usize::from(is_finished),
                below + usize::from(!is_finished),
            );
        }
        (self.above, self.below) = (above, below);
        true
    }

    /// Numbers the next runs, up to a place, by their patches, once all are joined.
    ///
    /// Numbers begin with 1, in the order of the patches' first runs.
    fn number(&mut self, place: usize, mut found: impl FnMut(RegionId, Range<usize>)) {
        let Self {
            ref ends,
            ref mut earlier,
            ref mut numbered,
            ref mut patches,
            ..
        } = *self;
        let (runs, _) = ends.as_chunks();
        while let Some([start, end]) = runs.get(*numbered)
            && *end as usize <= place
        {
            let before = earlier[*numbered] as usize;
            // Earlier runs have their numbers already.
            let number = if before == *numbered {
                *patches + 1
            } else {
                earlier[before]
            };
            *patches = number.max(*patches);
            earlier[*numbered] = number;
            found(number, *start as usize..*end as usize);
            *numbered += 1;
        }
    }
}

/// Returns the first run of the patch, as far as it is known.
fn first(earlier: &mut [RegionId], mut run: RegionId) -> RegionId {
    while earlier[run as usize] != run {
        // Path halving: later calls have half as far to go.
        let before = earlier[run as usize];
        earlier[run as usize] = earlier[before as usize];
        run = before;
    }
    run
}
