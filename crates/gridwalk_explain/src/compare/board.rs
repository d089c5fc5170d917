//! One of the compared searches, and its position at a reading of the common clock.

use core::time::Duration;

use gridwalk_level::Clock;
use gridwalk_pathfinding::{Outcome, SearchOptions};

use crate::Timeline;

/// A recorded search of a comparison.
#[derive(Clone, Copy, Debug)]
pub struct Board<'a> {
    /// The options of the search.
    pub options: &'a SearchOptions,
    /// The recorded events.
    pub timeline: &'a Timeline,
    /// The answer.
    pub outcome: &'a Outcome,
    /// The duration of the search without an observer.
    pub time: Duration,
}

impl Board<'_> {
    /// Returns the clock's reading at the end of this search: expansions, events, or nanoseconds.
    #[must_use]
    pub fn end(&self, clock: Clock) -> u64 {
        match clock {
            Clock::Expansions => self.timeline.expansions().into(),
            Clock::Events => self.timeline.len() as u64,
            Clock::MeasuredTime => u64::try_from(self.time.as_nanos()).unwrap_or(u64::MAX).max(1),
        }
    }

    /// Returns the timeline's position at a reading of the clock; after the search's end the last position.
    ///
    /// After a number of expansions, all their effects have happened. The duration of single events is unknown: over
    /// the measured time they are spread evenly.
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
