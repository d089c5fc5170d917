//! Flood fills that find the parts of patches that may have fallen apart.
//!
//! The floods of a patch advance in turns, by runs of walkable cells, and two that meet become one.
//! Once one flood of the patch is left, it stops: what it has not visited keeps its labels.

use std::ops::Range;

use super::Regions;
use super::floods::{Budget, Floods, NO_RUN, PatchFlood, QueuedRun};
use super::parts::{ONE_WAY, RegionId, narrow};
use crate::map::bits::Bits;

/// Marks the flood of visited cells, unlike the number of floods in a patch.
const VISITED: u32 = 1 << 31;

/// Number of runs that a flood visits in a turn.
const RUNS: usize = 8;

impl Regions {
    /// Splits the patches that fall apart around these cells.
    ///
    /// Each of the places is walkable, and each part of a patch that fell apart has one of them.
    /// With `is_smaller`, the part with the first place is probably smaller than the others.
    pub(super) fn split(
        &mut self,
        bits: &Bits,
        places: impl Iterator<Item = usize>,
        is_smaller: bool,
        budget: &mut Budget,
    ) -> Option<()> {
        let mut floods = std::mem::take(&mut self.floods);
        floods.clear();
        for place in places {
            self.begin(&mut floods, bits, place, budget)?;
        }
        if is_smaller {
            let PatchFlood { whole, number, .. } = floods.all[0];
            let half = self.parts.size(whole) / 2;
            while self.parts.size(number) <= half && self.turn(&mut floods, bits, 0, budget)? {}
        }
        let mut active = std::mem::take(&mut floods.active);
        active.extend(0..narrow(floods.all.len()));
        while !active.is_empty() {
            budget.spend(active.len())?;
            let mut left = 0;
            for at in 0..active.len() {
                let number = active[at];
                if self.turn(&mut floods, bits, number as usize, budget)? {
                    active[left] = number;
                    left += 1;
                }
            }
            active.truncate(left);
        }
        floods.active = active;
        self.floods = floods;
        Some(())
    }

    /// Begins a flood at a place, if none has visited it.
    fn begin(
        &mut self,
        floods: &mut Floods,
        bits: &Bits,
        place: usize,
        budget: &mut Budget,
    ) -> Option<()> {
        let whole = self.patch_at(place);
        if self.parts.flood(whole) & VISITED != 0 {
            return Some(());
        }
        let number = self.parts.create();
        *self.parts.flood_mut(number) = narrow(floods.all.len()) | VISITED;
        *self.parts.flood_mut(whole) += 1;
        let mut flood = PatchFlood {
            whole,
            number,
            visited: number,
            first: NO_RUN,
            last: NO_RUN,
            is_left: true,
        };
        let run = bits.run_at(place);
        budget.spend(run.len())?;
        self.visit(&mut flood, &mut floods.runs, run);
        floods.all.push(flood);
        Some(())
    }

    /// Advances a flood; returns `false` if it is finished.
    fn turn(
        &mut self,
        floods: &mut Floods,
        bits: &Bits,
        at: usize,
        budget: &mut Budget,
    ) -> Option<bool> {
        let mut flood = floods.all[at];
        if !flood.is_left {
            return Some(false);
        }
        let whole = flood.whole;
        for _ in 0..RUNS {
            if self.parts.flood(whole) == 1 {
                // The last one: it and all that no flood has visited are one patch.
                *self.parts.flood_mut(whole) = 0;
                *self.parts.flood_mut(flood.visited) = 0;
                self.parts.give_back(flood.visited, whole);
                flood.is_left = false;
                break;
            }
            let Some(&run) = floods.runs.get(flood.first as usize) else {
                *self.parts.flood_mut(whole) -= 1;
                *self.parts.flood_mut(flood.visited) = 0;
                self.parts.split_off(flood.visited, whole);
                flood.is_left = false;
                break;
            };
            flood.first = run.next;
            self.spread(floods, bits, (&mut flood, at), run, budget)?;
        }
        floods.all[at] = flood;
        Some(flood.is_left)
    }

    /// Visits the runs beside a run, above and below.
    #[inline]
    fn spread(
        &mut self,
        floods: &mut Floods,
        bits: &Bits,
        (flood, at): (&mut PatchFlood, usize),
        run: QueuedRun,
        budget: &mut Budget,
    ) -> Option<()> {
        let (stride, reach) = (self.layout.stride, usize::from(self.shape().diagonal));
        let (start, end) = (run.start as usize - reach, run.end as usize + reach);
        for first in [start - stride, start + stride] {
            let (mut from, mut left) = (first, end - start);
            loop {
                let mut walkable = bits.word_from(from) & u64::MAX >> (64 - left.min(64));
                while walkable != 0 {
                    let place = from + walkable.trailing_zeros() as usize;
                    // The lowest run of bits is done.
                    walkable &= walkable.wrapping_add(walkable & walkable.wrapping_neg());
                    let part = self.part_at(place);
                    if part == flood.number {
                        continue;
                    }
                    let patch = self.parts.patch_of(part);
                    if patch == flood.whole {
                        let run = bits.run_at(place);
                        budget.spend(run.len())?;
                        self.visit(flood, &mut floods.runs, run);
                    } else if patch != flood.visited {
                        self.meet(floods, (flood, at), patch);
                    }
                }
                if left <= 64 {
                    break;
                }
                (from, left) = (from + 64, left - 64);
            }
        }
        Some(())
    }

    /// Gives the cells of a run to a flood.
    #[inline]
    fn visit(&mut self, flood: &mut PatchFlood, runs: &mut Vec<QueuedRun>, run: Range<usize>) {
        let entry = narrow(runs.len());
        runs.push(QueuedRun {
            start: narrow(run.start),
            end: narrow(run.end),
            next: NO_RUN,
        });
        if flood.first == NO_RUN {
            flood.first = entry;
        } else {
            runs[flood.last as usize].next = entry;
        }
        flood.last = entry;
        let count = narrow(run.len());
        let (mut old, mut same, mut one_ways) = (self.part_at(run.start), 0, 0);
        for label in &mut self.labels[run] {
            let part = *label & !ONE_WAY;
            if part != old {
                self.parts.lose(old, same);
                (old, same) = (part, 0);
            }
            same += 1;
            one_ways += *label >> 31;
            *label = *label & ONE_WAY | flood.number;
        }
        self.parts.lose(old, same);
        self.parts.gain(flood.number, flood.visited, count);
        self.parts.add_one_ways(flood.visited, one_ways);
    }

    /// Makes one flood of two that met: the other one has visited this patch.
    #[cold]
    fn meet(
        &mut self,
        floods: &mut Floods,
        (flood, at): (&mut PatchFlood, usize),
        patch: RegionId,
    ) {
        let gone = &mut floods.all[(self.parts.flood(patch) & !VISITED) as usize];
        gone.is_left = false;
        let PatchFlood { first, last, .. } = *gone;
        *self.parts.flood_mut(flood.whole) -= 1;
        *self.parts.flood_mut(patch) = 0;
        flood.visited = self.parts.join(flood.visited, patch);
        *self.parts.flood_mut(flood.visited) = narrow(at) | VISITED;
        if first != NO_RUN {
            if flood.first == NO_RUN {
                flood.first = first;
            } else {
                floods.runs[flood.last as usize].next = first;
            }
            flood.last = last;
        }
    }
}
