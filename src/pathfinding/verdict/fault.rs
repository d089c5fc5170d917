//! What must never happen: an answer that is wrong.

use std::fmt::Display;

use super::Weight;
use crate::pathfinding::language::{Language, Phrase};
use crate::pathfinding::{Cell, Cost, PathFault, StepCosts};

/// Why an answer is wrong. A fault is a mistake of the program, or the answer belongs to another question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The way is none.
    Path(PathFault),
    /// The way leads from here to there, which is not what was asked.
    Ends(Cell, Cell),
    /// The way leaves the region that may be searched.
    Region(Cell),
    /// The way costs more than the limit.
    Limit(Cost, Cost),
    /// The way costs this, and the referee finds none cheaper than that, or none at all.
    Impossible(Cost, Option<Cost>),
    /// No way was found, but there is one for this.
    Missed(Cost),
    /// The cheapest way was promised; this one costs more than that.
    NotOptimal(Cost, Cost),
    /// At most so many times the cheapest was promised; this costs more than that.
    NotBounded(Cost, Cost, Weight),
    /// The fewest steps were promised; so many are more than that.
    NotFewest(u64, u64),
    /// The heuristic counts as admissible, and here it is not.
    Heuristic(Cell),
}

impl Fault {
    /// The fault in a clause, costs in these units.
    #[must_use]
    pub fn describe(self, units: StepCosts) -> String {
        self.describe_in(units, Language::English)
    }

    /// The same in a language.
    #[must_use]
    pub fn describe_in(self, units: StepCosts, language: Language) -> String {
        let say = |phrase, places: &[(&str, &dyn Display)]| language.say(phrase, places);
        let price = |cost| units.format(cost);
        match self {
            Self::Path(fault) => fault.describe_in(units, language),
            Self::Ends(first, last) => say(Phrase::FaultEnds, &[("first", &first), ("last", &last)]),
            Self::Region(cell) => say(Phrase::FaultRegion, &[("cell", &cell)]),
            Self::Limit(cost, most) => say(Phrase::FaultLimit, &[("cost", &price(cost)), ("most", &price(most))]),
            Self::Impossible(cost, Some(best)) => {
                say(Phrase::FaultImpossible, &[("cost", &price(cost)), ("best", &price(best))])
            }
            Self::Impossible(cost, None) => say(Phrase::FaultNone, &[("cost", &price(cost))]),
            Self::Missed(best) => say(Phrase::FaultMissed, &[("best", &price(best))]),
            Self::NotOptimal(cost, best) => {
                say(Phrase::FaultNotOptimal, &[("cost", &price(cost)), ("best", &price(best))])
            }
            Self::NotBounded(cost, best, bound) => {
                let (cost, best) = (price(cost), price(best));
                say(Phrase::FaultNotBounded, &[("cost", &cost), ("best", &best), ("bound", &bound.get())])
            }
            Self::NotFewest(steps, fewest) => say(Phrase::FaultNotFewest, &[("steps", &steps), ("fewest", &fewest)]),
            Self::Heuristic(cell) => say(Phrase::FaultHeuristic, &[("cell", &cell)]),
        }
    }
}
