//! One of the searches, and where it is when a clock that all share says something.

use core::time::Duration;

use gridwalk_level::Clock;
use gridwalk_pathfinding::{Outcome, SearchOptions};

use crate::Timeline;

/// A recorded search, as it is compared with others.
#[derive(Clone, Copy, Debug)]
pub struct Board<'a> {
    /// How it was searched.
    pub options: &'a SearchOptions,
    /// Everything that happened.
    pub timeline: &'a Timeline,
    /// The answer.
    pub outcome: &'a Outcome,
    /// How long the search alone took, unwatched.
    pub time: Duration,
}

impl Board<'_> {
    /// What the clock says when this search ends: expansions, events, or nanoseconds.
    #[must_use]
    pub fn end(&self, clock: Clock) -> u64 {
        match clock {
            Clock::Expansions => self.timeline.expansions().into(),
            Clock::Events => self.timeline.len() as u64,
            Clock::MeasuredTime => u64::try_from(self.time.as_nanos()).unwrap_or(u64::MAX).max(1),
        }
    }

    /// The position of the time line when the clock says so; after the end of this search its last one.
    ///
    /// After some expansions everything that they led to has happened as well. What took how long inside a search is
    /// not known: over its measured time its events are spread evenly.
    #[must_use]
    pub fn position(&self, clock: Clock, at: u64) -> usize {
        let (end, length) = (self.end(clock), self.timeline.len());
        if at >= end {
            return length;
        }
        match clock {
            Clock::Expansions => self.timeline.after_expansions(u32::try_from(at).unwrap_or(u32::MAX)),
            Clock::Events => usize::try_from(at).unwrap_or(length),
            Clock::MeasuredTime => {
                let part = length as u128 * u128::from(at) / u128::from(end);
                usize::try_from(part).expect("a part of a length in memory")
            }
        }
    }
}
