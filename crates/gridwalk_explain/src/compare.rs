//! Searches of one map side by side: on one clock, with their difference and their winners.
//!
//! Two to six searches can be compared: on the same map, with the same start and goal.

use core::time::Duration;

use gridwalk_level::{BoardCountError, BoardsSetup, Clock};
use gridwalk_pathfinding::slices::{at_once, for_each};
use gridwalk_pathfinding::{OptionChange, OptionKey, Outcome, SearchOptions, Support};

use crate::language::{Describe, Language, Phrase, duration, places, thousands, value_in};
use crate::{Timeline, Trace};

/// A recorded search of a comparison.
#[derive(Clone, Copy, Debug)]
pub struct ComparedBoard<'a> {
    /// The options of the search.
    pub options: &'a SearchOptions,
    /// The recorded events.
    pub timeline: &'a Timeline,
    /// The answer.
    pub outcome: &'a Outcome,
    /// The duration of the search without an observer.
    pub time: Duration,
}

impl ComparedBoard<'_> {
    /// Returns the clock's reading at the end of this search: expansions, events, or nanoseconds.
    #[must_use]
    pub fn end(&self, clock: Clock) -> u64 {
        match clock {
            Clock::Expansions => self.timeline.expansions().into(),
            Clock::Events => self.timeline.len() as u64,
            Clock::MeasuredTime => u64::try_from(self.time.as_nanos())
                .unwrap_or(u64::MAX)
                .max(1),
        }
    }

    /// Returns the timeline's position at a reading of the clock; after the search's end the last
    /// position.
    ///
    /// After a number of expansions, all their effects have happened. The duration of single events
    /// is unknown: over the measured time they are spread evenly.
    #[must_use]
    pub fn position(&self, clock: Clock, at: u64) -> usize {
        let (end, length) = (self.end(clock), self.timeline.len());
        if at >= end {
            return length;
        }
        match clock {
            Clock::Expansions => self
                .timeline
                .after_expansions(u32::try_from(at).unwrap_or(u32::MAX)),
            Clock::Events => usize::try_from(at).unwrap_or(length),
            Clock::MeasuredTime => {
                let part = length as u128 * u128::from(at) / u128::from(end);
                usize::try_from(part).expect("a part of a length in memory")
            }
        }
    }
}

/// Searches side by side.
#[derive(Clone, Debug)]
pub struct Comparison<'a> {
    boards: Vec<ComparedBoard<'a>>,
    /// The displayed number of each board.
    numbers: Vec<usize>,
}

/// The reason why searches cannot be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ComparisonError {
    /// There are too few or too many searches.
    #[error(transparent)]
    Count(#[from] BoardCountError),
    /// The searches answer different queries.
    #[error("searches are compared that have the same map, start and goal")]
    Question,
}

impl<'a> Comparison<'a> {
    /// Checks that these searches can be compared.
    ///
    /// # Errors
    /// Returns an error if they are too few or too many, or differ in the size of the map, the
    /// start or the goal.
    pub fn new(boards: Vec<ComparedBoard<'a>>) -> Result<Self, ComparisonError> {
        BoardsSetup::check_count(boards.len())?;
        let question = |board: &ComparedBoard| {
            let trace = board.timeline.trace();
            (trace.width, trace.height, trace.start, trace.goal)
        };
        if boards
            .windows(2)
            .any(|pair| question(&pair[0]) != question(&pair[1]))
        {
            return Err(ComparisonError::Question);
        }
        let numbers = (1..=boards.len()).collect();
        Ok(Self { boards, numbers })
    }

    /// Returns the comparison with other numbers of its boards, if boards without a search stand
    /// beside them.
    ///
    /// # Panics
    /// If there is not one number for each board.
    #[must_use]
    pub fn numbered(self, numbers: Vec<usize>) -> Self {
        assert_eq!(numbers.len(), self.boards.len(), "a number for each board");
        Self { numbers, ..self }
    }

    /// Returns the searches, in their order.
    #[must_use]
    pub fn boards(&self) -> &[ComparedBoard<'a>] {
        &self.boards
    }

    /// Returns the clock's reading at the end of the last search.
    #[must_use]
    pub fn end(&self, clock: Clock) -> u64 {
        self.boards
            .iter()
            .map(|board| board.end(clock))
            .max()
            .unwrap_or_default()
    }

    /// Returns the length of one step of the clock: one expansion or one event.
    ///
    /// A step of the measured time is the mean time of an expansion of the longest search.
    #[must_use]
    pub fn step(&self, clock: Clock) -> u64 {
        clock_step(clock, |clock| self.end(clock))
    }

    /// Returns the numbers of cells that two boards expanded, by index; `None` if there is no such
    /// board.
    #[must_use]
    pub fn difference(&self, first: usize, second: usize) -> Option<Difference> {
        let trace = |place: usize| Some(self.boards.get(place)?.timeline.trace());
        Some(Difference::of(trace(first)?, trace(second)?))
    }
}

/// Returns the length of one step of a clock from its readings at the end, see
/// [`Comparison::step`].
pub fn clock_step(clock: Clock, end: impl Fn(Clock) -> u64) -> u64 {
    match clock {
        Clock::Expansions | Clock::Events => 1,
        Clock::MeasuredTime => (end(clock) / end(Clock::Expansions).max(1)).max(1),
    }
}

/// Returns for each cell in reading order which of two searches on one map expanded it.
///
/// Bit 1 is the first search, bit 2 the second. The result is complete even if a search was too
/// long to keep all events.
///
/// # Complexity
/// O(cells + events).
#[must_use]
pub fn expanded_by(first: &Trace, second: &Trace) -> Vec<u8> {
    at_once(expanded_by_in_slices(first, second))
}

/// Does the same as [`expanded_by`] in [slices](gridwalk_pathfinding::slices).
pub async fn expanded_by_in_slices(first: &Trace, second: &Trace) -> Vec<u8> {
    let size = first.size();
    let mut expanded = vec![0; size.cell_count()];
    for (bit, trace) in [(1, first), (2, second)] {
        for_each(
            trace.expanded_cells().filter_map(|cell| size.index(cell)),
            |index| expanded[index.get()] |= bit,
        )
        .await;
    }
    expanded
}

/// Numbers of cells that two searches expanded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Difference {
    /// Number of cells that only the first search expanded.
    pub only_first: usize,
    /// Number of cells that only the second search expanded.
    pub only_second: usize,
    /// Number of cells that both expanded.
    pub both: usize,
}

impl Difference {
    /// Counts the cells of two searches on one map.
    #[must_use]
    pub fn of(first: &Trace, second: &Trace) -> Self {
        let mut counts = [0; 4];
        for mark in expanded_by(first, second) {
            counts[usize::from(mark)] += 1;
        }
        let [_, only_first, only_second, both] = counts;
        Self {
            only_first,
            only_second,
            both,
        }
    }
}

/// Returns for each search the options in which it differs from others that also honour them.
///
/// The algorithm is not among these options.
#[must_use]
pub fn distinctions(all: &[&SearchOptions]) -> Vec<Vec<OptionChange>> {
    let honours =
        |options: &SearchOptions, key| options.algorithm.support(key) == Support::Honoured;
    let of = |options: &&SearchOptions| {
        let differs = |key: &OptionKey| {
            let differs =
                |other: &&&SearchOptions| honours(other, *key) && key.of(other) != key.of(options);
            *key != OptionKey::Algorithm
                && honours(options, *key)
                && all.iter().any(|other| differs(&other))
        };
        OptionKey::ALL
            .into_iter()
            .filter(differs)
            .map(|key| key.of(options))
            .collect()
    };
    all.iter().map(of).collect()
}

/// Returns these options in words, with their names.
#[must_use]
pub fn option_values(changes: &[OptionChange], language: Language) -> String {
    let value = |change: &OptionChange| {
        let (name, value) = (
            change.key().describe_in(language),
            value_in(change, language),
        );
        let colon = if language == Language::Chinese {
            "："
        } else {
            ": "
        };
        format!("{name}{colon}{value}")
    };
    language.list(changes.iter().map(value))
}

/// Three phrases about one number: one board has the smallest, several have it, or all have it.
type Best = [Phrase; 3];

const EXPANDED: Best = [
    Phrase::OneExpandsFewest,
    Phrase::SomeExpandFewest,
    Phrase::AllExpandAlike,
];
const EVENTS: Best = [
    Phrase::OneHasFewestEvents,
    Phrase::SomeHaveFewestEvents,
    Phrase::AllHaveAsManyEvents,
];
const TIME: Best = [
    Phrase::OneIsFastest,
    Phrase::SomeAreFastest,
    Phrase::AllAreAsFast,
];
const COST: Best = [
    Phrase::OneIsCheapest,
    Phrase::SomeAreCheapest,
    Phrase::AllCostAlike,
];

impl Comparison<'_> {
    /// Names the first search on this clock, the cheapest path, and the search with the fewest
    /// expansions.
    ///
    /// Ties are named. Searches without an answer win nothing.
    #[must_use]
    pub fn winner(&self, clock: Clock, language: Language) -> String {
        let answered = |board: &ComparedBoard| {
            matches!(board.outcome, Outcome::Solved(_) | Outcome::NoPath(..))
        };
        // A long search does not keep all events, but its own counters are complete.
        let counted = |board: &ComparedBoard, clock: Clock| match clock {
            Clock::Expansions => board.outcome.stats().expanded,
            Clock::Events => board.timeline.trace().reported(),
            Clock::MeasuredTime => board.end(clock),
        };
        let on_clock = |clock: Clock| {
            let phrases = match clock {
                Clock::Expansions => EXPANDED,
                Clock::Events => EVENTS,
                Clock::MeasuredTime => TIME,
            };
            let best = self.best(
                |board| answered(board).then(|| to_float(counted(board, clock))),
                |board| {
                    if clock == Clock::MeasuredTime {
                        duration(board.time)
                    } else {
                        thousands(counted(board, clock))
                    }
                },
            )?;
            Some(self.say(phrases, best, language))
        };
        let mut sentences: Vec<_> = on_clock(clock).into_iter().collect();
        let cost =
            |board: &ComparedBoard| Some(board.options.units().to_f64(board.outcome.cost()?));
        let shown = |board: &ComparedBoard| {
            board
                .outcome
                .cost()
                .map_or_else(String::new, |cost| board.options.units().format(cost))
        };
        sentences.push(self.best(cost, shown).map_or_else(
            || language.text(Phrase::NoBoardFindsPath).to_owned(),
            |best| self.say(COST, best, language),
        ));
        if clock != Clock::Expansions {
            sentences.extend(on_clock(Clock::Expansions));
        }
        let open: Vec<_> = (0..self.boards().len())
            .filter(|place| !answered(&self.boards()[*place]))
            .collect();
        if !open.is_empty() {
            sentences.push(language.say(
                Phrase::BoardsWithoutAnswer,
                places![who = self.names(&open, language)],
            ));
        }
        language.join(&sentences)
    }

    /// Returns the boards with the smallest number, and that number as text.
    fn best(
        &self,
        number: impl Fn(&ComparedBoard) -> Option<f64>,
        shown: impl Fn(&ComparedBoard) -> String,
    ) -> Option<(Vec<usize>, String)> {
        let numbers: Vec<_> = self.boards().iter().map(number).collect();
        let least = numbers.iter().flatten().copied().min_by(f64::total_cmp)?;
        let best: Vec<_> = (0..numbers.len())
            .filter(|place| numbers[*place].is_some_and(|number| number <= least))
            .collect();
        let shown = shown(&self.boards()[best[0]]);
        Some((best, shown))
    }

    fn say(
        &self,
        [one, some, all]: Best,
        (best, number): (Vec<usize>, String),
        language: Language,
    ) -> String {
        let who = self.names(&best, language);
        let places = places![who, number];
        match best.len() {
            1 => language.say(one, places),
            count if count == self.boards().len() => language.say(all, &places[1..]),
            _ => language.say(some, places),
        }
    }

    /// Returns boards by their numbers; a single board with its algorithm, or with its
    /// distinguishing option.
    fn names(&self, places: &[usize], language: Language) -> String {
        if let [only] = places {
            let options: Vec<_> = self.boards().iter().map(|board| board.options).collect();
            let algorithm = options[*only].algorithm;
            let is_alone = options
                .iter()
                .filter(|options| options.algorithm == algorithm)
                .count()
                == 1;
            let title = match distinctions(&options)[*only].as_slice() {
                // Others have the same algorithm.
                [own] if !is_alone => option_values(std::slice::from_ref(own), language),
                _ => algorithm.describe_in(language),
            };
            return language.say(
                Phrase::BoardNamed,
                places![number = self.numbers[*only], title],
            );
        }
        let numbers: Vec<_> = places
            .iter()
            .map(|place| self.numbers[*place].to_string())
            .collect();
        let (last, most) = numbers.split_last().expect("one of them is best");
        language.say(
            Phrase::BoardsNamed,
            places![numbers = most.join(language.comma()), last],
        )
    }
}

#[expect(
    clippy::cast_precision_loss,
    reason = "counts and nanoseconds of searches in memory"
)]
const fn to_float(number: u64) -> f64 {
    number as f64
}
