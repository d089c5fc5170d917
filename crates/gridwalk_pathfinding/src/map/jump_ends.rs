//! Ends of straight jumps and legal diagonal steps as bitmaps: one word answers for 64 cells.
//!
//! Block scanning is due to Harabor and Grastien, "Improving jump point search" (2014). A jump ends
//! before a wall, or on a cell with a forced neighbour: one that no canonical path reaches without
//! that cell. The forced neighbours under each movement rule are described with the observable jump
//! point search, in `search/jump_points.rs`.

use std::ops::Range;

use super::bits::{BitLayout, Bits};
use crate::{DiagonalRule, Movement};

/// Ends of jumps along the lanes of a map, walkable cells, and diagonal steps into the next lane.
///
/// A lane is a row of the map, or a column. All bits of a place are in one cache line, so that one
/// read finds the end of a jump and whether a wall is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct JumpEnds {
    pub movement: Movement,
    /// The side to which diagonal steps into the next lane lead there.
    lean: Lean,
    words: Vec<EndBits>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lean {
    Higher,
    Lower,
}

/// The bits of 64 places.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(align(32))]
struct EndBits {
    free: u64,
    /// Places where jumps towards higher places end, and where jumps towards lower ones do
    /// (`lower`).
    higher: u64,
    lower: u64,
    /// Places from which a diagonal step into the next lane is legal.
    diagonal: u64,
}

impl EndBits {
    /// Walls alone, whatever lies around them.
    const WALLS: Self = Self {
        free: 0,
        higher: u64::MAX,
        lower: u64::MAX,
        diagonal: 0,
    };

    /// Computes the bits from the walkable cells of the lanes before, here and behind.
    ///
    /// Each lane is given three times: moved by one place down, not at all, and up.
    #[inline]
    const fn of(movement: Movement, lean: Lean, around: [[u64; 3]; 3]) -> Self {
        let [higher, lower] = ends_of(movement, around);
        let [_, here, behind] = around;
        let ahead = if matches!(lean, Lean::Higher) { 2 } else { 0 };
        let between = match movement {
            Movement::Four => 0,
            Movement::Eight(DiagonalRule::Always) => u64::MAX,
            Movement::Eight(DiagonalRule::AtLeastOneWalkable) => here[ahead] | behind[1],
            Movement::Eight(DiagonalRule::OnlyIfNoObstacles) => here[ahead] & behind[1],
        };
        Self {
            free: here[1],
            higher,
            lower,
            diagonal: here[1] & behind[ahead] & between,
        }
    }

    #[inline]
    const fn put(&mut self, masks: [u64; 4], [free, higher, lower, diagonal]: [u64; 4]) {
        self.free = self.free & !masks[0] | free & masks[0];
        self.higher = self.higher & !masks[1] | higher & masks[1];
        self.lower = self.lower & !masks[2] | lower & masks[2];
        self.diagonal = self.diagonal & !masks[3] | diagonal & masks[3];
    }
}

impl JumpEnds {
    /// Creates an empty table, which [`extend`](Self::extend) fills.
    pub fn new(lanes: BitLayout, movement: Movement, lean: Lean) -> Self {
        Self {
            movement,
            lean,
            words: Vec::with_capacity(Self::count(lanes)),
        }
    }

    const fn count(lanes: BitLayout) -> usize {
        lanes.len() / 64 + 1
    }

    /// Returns the number of words.
    pub const fn len(&self) -> usize {
        self.words.len()
    }

    pub const fn bytes(&self) -> usize {
        self.words.len() * size_of::<EndBits>()
    }

    /// Appends at most `most` words; returns `false` once all are there.
    ///
    /// # Complexity
    /// O(cells / 64) in all, 4 bits a cell.
    pub fn extend(&mut self, lanes: &Bits, most: usize) -> bool {
        let (begun, count) = (self.words.len(), Self::count(lanes.layout));
        let end = count.min(begun.saturating_add(most));
        self.words.resize(end, EndBits::default());
        self.renew(lanes, begun..end);
        end < count
    }

    /// Makes some words from scratch.
    pub fn renew(&mut self, lanes: &Bits, words: Range<usize>) {
        let stride = lanes.layout.stride.cast_signed();
        // For each lane the words before, here and behind.
        let offsets = [-stride, 0, stride];
        let at = words.start.cast_signed() * 64;
        let mut near =
            offsets.map(|offset| [0, lanes.window(at + offset - 64), lanes.window(at + offset)]);
        let first = (at..).step_by(64);
        for (first, word) in first.zip(&mut self.words[words]) {
            let next = first + 64;
            // Inside, a window of words needs no check of its own.
            let is_inside = next >= stride && (next + stride).cast_unsigned() < lanes.layout.len();
            for (near, offset) in near.iter_mut().zip(offsets) {
                let word = if is_inside {
                    lanes.word_from((next + offset).cast_unsigned())
                } else {
                    lanes.window(next + offset)
                };
                *near = [near[1], near[2], word];
            }
            if near[1][1] == 0 {
                *word = EndBits::WALLS;
                continue;
            }
            let around = near.map(|[before, here, behind]| {
                [here << 1 | before >> 63, here, here >> 1 | behind << 63]
            });
            *word = EndBits::of(self.movement, self.lean, around);
        }
    }

    /// Marks the words that depend on a cell.
    #[inline]
    pub fn mark_dependent(lanes: &Bits, place: usize, marks: &mut [u64]) {
        let stride = lanes.layout.stride;
        for middle in [place - stride, place, place + stride] {
            for place in [middle - 1, middle + 1] {
                marks[place / 64 / 64] |= 1 << (place / 64 % 64);
            }
        }
    }

    /// Makes the words that depend on a cell again, as far as they are there.
    pub fn renew_around(&mut self, lanes: &Bits, place: usize) {
        let stride = lanes.layout.stride;
        for middle in [place - stride, place, place + stride] {
            let end = ((middle + 1) / 64 + 1).min(self.words.len());
            let words = (middle - 1) / 64..end;
            if !words.is_empty() {
                self.renew(lanes, words);
            }
        }
    }

    /// Follows a cell that has changed in the lanes.
    #[inline]
    pub fn follow(&mut self, lanes: &Bits, place: usize) {
        let stride = lanes.layout.stride;
        let [one, two, middle, four, five] = [-2, -1, 0, 1, 2]
            .map(|lane: isize| lanes.window(place.cast_signed() + lane * stride.cast_signed() - 2))
            .map(|window| [window << 1, window, window >> 1]);
        // Ends of jumps depend on both lanes beside, diagonal steps on the next lane, and walkable
        // cells on neither.
        self.put_three(place - stride, [one, two, middle], [0, 7, 7, 7]);
        self.put_three(place, [two, middle, four], [7; 4]);
        self.put_three(place + stride, [middle, four, five], [0, 7, 7, 0]);
    }

    /// Writes the bits of three places in a lane, of the kinds that `masks` select.
    #[expect(clippy::inline_always, reason = "which kinds are meant is a constant")]
    #[inline(always)]
    fn put_three(&mut self, middle: usize, around: [[u64; 3]; 3], masks: [u64; 4]) {
        let EndBits {
            free,
            higher,
            lower,
            diagonal,
        } = EndBits::of(self.movement, self.lean, around);
        let bits = [free, higher, lower, diagonal].map(|bits| bits >> 1 & 7);
        let (word, at) = ((middle - 1) / 64, (middle - 1) % 64);
        self.words[word].put(masks.map(|mask| mask << at), bits.map(|bits| bits << at));
        if at > 61 {
            let over = 64 - at;
            self.words[word + 1].put(
                masks.map(|mask| mask >> over),
                bits.map(|bits| bits >> over),
            );
        }
    }

    /// Returns `true` if the diagonal step from a place into the next lane is legal.
    #[inline]
    pub fn has_diagonal(&self, place: usize) -> bool {
        self.words[place / 64].diagonal >> (place % 64) & 1 == 1
    }

    /// Returns the end of the jump from a place, and whether it is a jump point; otherwise it is a
    /// wall.
    ///
    /// `is_higher` says whether the jump leads to higher places or to lower ones.
    #[inline]
    pub fn jump(&self, place: usize, is_higher: bool) -> (usize, bool) {
        let from = if is_higher { place + 1 } else { place - 1 };
        let mut word = from / 64;
        let mut ends = &self.words[word];
        let mut found = if is_higher {
            ends.higher & u64::MAX << (from % 64)
        } else {
            ends.lower & u64::MAX >> (63 - from % 64)
        };
        while found == 0 {
            // A wall lies beyond each lane.
            word = if is_higher { word + 1 } else { word - 1 };
            ends = &self.words[word];
            found = if is_higher { ends.higher } else { ends.lower };
        }
        let at = if is_higher {
            found.trailing_zeros()
        } else {
            found.ilog2()
        };
        (word * 64 + at as usize, ends.free >> at & 1 == 1)
    }
}

/// Returns the ends of jumps, in either direction, for 64 places.
///
/// Each of the lanes before, here and behind is given three times: moved by one place down, not at
/// all, and up.
#[inline]
const fn ends_of(movement: Movement, [before, here, behind]: [[u64; 3]; 3]) -> [u64; 2] {
    let (mut higher, mut lower) = (!here[1], !here[1]);
    let mut side = 0;
    while side < 2 {
        let [below, at, above] = if side == 0 { before } else { behind };
        match movement {
            // Where corners may be cut, a path turns beside the end of a wall; otherwise one step
            // later.
            Movement::Eight(DiagonalRule::Always) => {
                higher |= !at & above;
                lower |= !at & below;
            }
            Movement::Eight(DiagonalRule::AtLeastOneWalkable) => {
                higher |= !at & above & here[2];
                lower |= !at & below & here[0];
            }
            Movement::Eight(DiagonalRule::OnlyIfNoObstacles) | Movement::Four => {
                higher |= at & !below;
                lower |= at & !above;
            }
        }
        side += 1;
    }
    [higher, lower]
}
