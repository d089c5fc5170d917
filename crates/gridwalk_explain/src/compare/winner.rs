//! The best boards of a comparison, in words.

use std::fmt::Display;

use gridwalk_level::Clock;
use gridwalk_pathfinding::Outcome;

use super::{Board, Comparison, distinctions, option_values};
use crate::language::{Describe, Language, Phrase, duration, thousands};

/// Three phrases about one number: one board has the smallest, several have it, or all have it.
type Best = [Phrase; 3];

const EXPANDED: Best = [Phrase::OneExpandsFewest, Phrase::SomeExpandFewest, Phrase::AllExpandAlike];
const EVENTS: Best = [Phrase::OneHasFewestEvents, Phrase::SomeHaveFewestEvents, Phrase::AllHaveAsManyEvents];
const TIME: Best = [Phrase::OneIsFastest, Phrase::SomeAreFastest, Phrase::AllAreAsFast];
const COST: Best = [Phrase::OneIsCheapest, Phrase::SomeAreCheapest, Phrase::AllCostAlike];

impl Comparison<'_> {
    /// Names the first search on this clock, the cheapest path, and the search with the fewest expansions.
    ///
    /// Ties are named. Searches without an answer win nothing.
    #[must_use]
    pub fn winner(&self, clock: Clock, language: Language) -> String {
        let answered = |board: &Board| matches!(board.outcome, Outcome::Solved(_) | Outcome::NoPath(..));
        // A long search does not keep all events, but its own counters are complete.
        let counted = |board: &Board, clock: Clock| match clock {
            Clock::Expansions => board.outcome.stats().expanded,
            Clock::Events => board.timeline.trace().reported(),
            Clock::MeasuredTime => board.end(clock),
        };
        let on_clock = |clock: Clock| {
            self.best(
                |board| answered(board).then(|| to_float(counted(board, clock))),
                |board| {
                    if clock == Clock::MeasuredTime { duration(board.time) } else { thousands(counted(board, clock)) }
                },
            )
        };
        let expanded = || on_clock(Clock::Expansions).map(|best| self.say(EXPANDED, best, language));
        let mut sentences = vec![];
        match clock {
            Clock::Expansions => sentences.extend(expanded()),
            Clock::Events => sentences.extend(on_clock(clock).map(|best| self.say(EVENTS, best, language))),
            Clock::MeasuredTime => sentences.extend(on_clock(clock).map(|best| self.say(TIME, best, language))),
        }
        let cost = |board: &Board| Some(board.options.units().to_f64(board.outcome.cost()?));
        let shown =
            |board: &Board| board.outcome.cost().map_or_else(String::new, |cost| board.options.units().format(cost));
        sentences.push(
            self.best(cost, shown).map_or_else(
                || language.text(Phrase::NoBoardFindsPath).to_owned(),
                |best| self.say(COST, best, language),
            ),
        );
        if clock != Clock::Expansions {
            sentences.extend(expanded());
        }
        let open: Vec<_> = (0..self.boards().len()).filter(|place| !answered(&self.boards()[*place])).collect();
        if !open.is_empty() {
            sentences.push(language.say(Phrase::BoardsWithoutAnswer, &[("who", &self.names(&open, language))]));
        }
        sentences.join(if language == Language::Chinese { "" } else { " " })
    }

    /// Returns the boards with the smallest number, and that number as text.
    fn best(
        &self,
        number: impl Fn(&Board) -> Option<f64>,
        shown: impl Fn(&Board) -> String,
    ) -> Option<(Vec<usize>, String)> {
        let numbers: Vec<_> = self.boards().iter().map(number).collect();
        let least = numbers.iter().flatten().copied().min_by(f64::total_cmp)?;
        let best: Vec<_> =
            (0..numbers.len()).filter(|place| numbers[*place].is_some_and(|number| number <= least)).collect();
        let shown = shown(&self.boards()[best[0]]);
        Some((best, shown))
    }

    fn say(&self, [one, some, all]: Best, (best, number): (Vec<usize>, String), language: Language) -> String {
        let who = self.names(&best, language);
        let places: [(&str, &dyn Display); 2] = [("who", &who), ("number", &number)];
        match best.len() {
            1 => language.say(one, &places),
            count if count == self.boards().len() => language.say(all, &places[1..]),
            _ => language.say(some, &places),
        }
    }

    /// Returns boards by their numbers; a single board with its algorithm, or with its distinguishing option.
    fn names(&self, places: &[usize], language: Language) -> String {
        if let [only] = places {
            let options: Vec<_> = self.boards().iter().map(|board| board.options).collect();
            let algorithm = options[*only].algorithm;
            let is_alone = options.iter().filter(|options| options.algorithm == algorithm).count() == 1;
            let title = match distinctions(&options)[*only].as_slice() {
                // Others have the same algorithm.
                [own] if !is_alone => option_values(std::slice::from_ref(own), language),
                _ => algorithm.describe_in(language),
            };
            return language.say(Phrase::BoardNamed, &[("number", &self.number(*only)), ("title", &title)]);
        }
        let numbers: Vec<_> = places.iter().map(|place| self.number(*place).to_string()).collect();
        let (last, most) = numbers.split_last().expect("one of them is best");
        language.say(Phrase::BoardsNamed, &[("numbers", &most.join(language.comma())), ("last", last)])
    }
}

#[expect(clippy::cast_precision_loss, reason = "counts and nanoseconds of searches in memory")]
const fn to_float(number: u64) -> f64 {
    number as f64
}
