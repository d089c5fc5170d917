//! What must never happen: an answer that is wrong.

use super::Weight;
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
    /// The fault in a sentence, costs in these units.
    #[must_use]
    pub fn describe(self, units: StepCosts) -> String {
        let say = |cost| units.format(cost);
        match self {
            Self::Path(PathFault::Cost(sum, said)) => {
                format!("the steps cost {}, not {}", units.format_step(sum), units.format_step(said))
            }
            Self::Path(fault) => fault.to_string(),
            Self::Ends(first, last) => format!("the way leads from {first} to {last}, which nobody asked for"),
            Self::Region(cell) => format!("the way leaves the region at {cell}"),
            Self::Limit(cost, most) => format!("the way costs {}, and {} was the limit", say(cost), say(most)),
            Self::Impossible(cost, Some(best)) => {
                format!("the way is said to cost {}, and none is cheaper than {}", say(cost), say(best))
            }
            Self::Impossible(cost, None) => format!("the way is said to cost {}, and there is none", say(cost)),
            Self::Missed(best) => format!("no way was found, and there is one for {}", say(best)),
            Self::NotOptimal(cost, best) => {
                format!("the cheapest way was promised; this one costs {} instead of {}", say(cost), say(best))
            }
            Self::NotBounded(cost, best, weight) => {
                let bound = weight.get();
                format!("at most {bound} times {} was promised; this way costs {}", say(best), say(cost))
            }
            Self::NotFewest(steps, fewest) => {
                format!("the fewest steps were promised; this way has {steps} instead of {fewest}")
            }
            Self::Heuristic(cell) => format!("the heuristic is known never to be too high, and at {cell} it is"),
        }
    }
}
