//! Verdicts and faults in words.

use std::fmt::{self, Display};

use gridwalk_pathfinding::{Cost, Guarantee, NoPathReason, StepCosts};

use super::{Bound, Fault, Inconsistency, Light, Ruling, Verdict};
use crate::language::{Describe, Language, Phrase, path_fault_in, places};

impl Verdict {
    /// Returns the colour of the verdict.
    #[must_use]
    pub const fn light(&self) -> Light {
        match self.ruling {
            _ if self.fault.is_some() => Light::Red,
            Ruling::Optimal | Ruling::AnyAngle | Ruling::NoPath(_) => Light::Green,
            Ruling::Above | Ruling::Missed | Ruling::OutOfBudget | Ruling::Refused(_) => {
                Light::Amber
            }
        }
    }

    /// Returns the quality of the answer in one sentence; a fault takes precedence.
    #[must_use]
    pub fn sentence(&self, language: Language) -> String {
        if let Some(fault) = self.fault {
            return language.say(
                Phrase::Fault,
                places![fault = fault.describe(self.units, language)],
            );
        }
        let phrase = match (self.ruling, self.bound) {
            (Ruling::Optimal, _) if self.guarantee == Guarantee::Optimal => Phrase::Optimal,
            (Ruling::Optimal, _) => Phrase::OptimalUnpromised,
            (Ruling::Above, None) => Phrase::Above,
            (Ruling::Above, Some(Bound { kept: true, .. })) => Phrase::AboveWithin,
            (Ruling::Above, Some(_)) => Phrase::AboveBeyond,
            (Ruling::AnyAngle, _) if self.cost == self.optimal_cost => Phrase::AnyAngleSame,
            (Ruling::AnyAngle, _) if self.cost < self.optimal_cost => Phrase::AnyAngleBelow,
            (Ruling::AnyAngle, _) => Phrase::AnyAngleAbove,
            (Ruling::NoPath(NoPathReason::OverCostLimit), _) if self.optimal_cost.is_some() => {
                Phrase::RightlyOverLimit
            }
            (Ruling::NoPath(reason), _) => {
                return language.say(
                    Phrase::RightlyNoPath,
                    places![reason = reason.describe_in(language)],
                );
            }
            (Ruling::Missed, _) => Phrase::Missed,
            (Ruling::OutOfBudget, _) if self.optimal_cost.is_some() => Phrase::OutOfBudgetPath,
            (Ruling::OutOfBudget, _) => Phrase::OutOfBudgetNoPath,
            (Ruling::Refused(refusal), _) => {
                return language.say(
                    Phrase::Refused,
                    places![refusal = refusal.describe_in(language)],
                );
            }
        };
        let price =
            |cost: Option<Cost>| cost.map_or_else(String::new, |cost| self.units.format(cost));
        let (cost, best) = match (self.cost, self.optimal_cost) {
            (Some(cost), Some(best)) if cost != best => self.tell_apart(cost, best),
            _ => (price(self.cost), price(self.optimal_cost)),
        };
        let (best, most) = match (self.optimal_cost, self.limit) {
            (Some(best), Some(most)) if self.cost.is_none() => self.tell_apart(best, most),
            _ => (best, price(self.limit)),
        };
        let (percent, bound) = (
            self.percent(),
            self.bound.map_or(1.0, |bound| bound.weight.get()),
        );
        let places = places![cost, best, most, percent, bound];
        language.say_some(phrase, places)
    }

    /// Returns the verdict in a word, or in percent above the optimum.
    #[must_use]
    pub fn word(&self, language: Language) -> String {
        let phrase = match (self.ruling, self.light(), self.ratio) {
            (Ruling::OutOfBudget, ..) => Phrase::VerdictOutOfBudget,
            (_, Light::Red, _) => Phrase::VerdictWrong,
            (_, _, Some(ratio)) if (ratio - 1.0).abs() < 1e-9 => Phrase::VerdictOptimal,
            (_, _, Some(ratio)) => return format!("{:+.1} %", (ratio - 1.0) * 100.0),
            (_, _, None) => Phrase::VerdictNoPath,
        };
        language.text(phrase).to_owned()
    }

    /// Returns the faults of the estimate, in one or two sentences; `None` if it is right or
    /// unused.
    #[must_use]
    pub fn estimate_sentence(&self, language: Language) -> Option<String> {
        let below_zero = self
            .below_zero
            .map(|cell| language.say(Phrase::CountsAsZero, places![cell]));
        let sentences: Vec<_> = self
            .wrong_estimate(language)
            .into_iter()
            .chain(below_zero)
            .collect();
        (!sentences.is_empty()).then(|| language.join(&sentences))
    }

    /// Returns a sentence about an estimate that is too high or else falls too fast.
    fn wrong_estimate(&self, language: Language) -> Option<String> {
        if let Some(witness) = self.witness {
            let (h, truth) = self.tell_apart(witness.h, witness.true_cost);
            let phrase = if self.ruling == Ruling::AnyAngle {
                Phrase::TooHighAnyAngle
            } else {
                Phrase::TooHigh
            };
            return Some(language.say(phrase, places![cell = witness.cell, h, truth]));
        }
        self.inconsistency.map(
            |Inconsistency {
                 cell,
                 next,
                 h,
                 cost,
                 h_next,
             }| {
                let [h, next_h, cost] = [h, h_next, cost].map(|cost| self.units.format(cost));
                let places = places![cell, h, next_h, next, cost];
                language.say(Phrase::FallsTooFast, places)
            },
        )
    }

    /// Formats two different costs with enough digits to tell them apart.
    fn tell_apart(&self, a: Cost, b: Cost) -> (String, String) {
        let (short_a, short_b) = (self.units.format(a), self.units.format(b));
        if short_a != short_b {
            return (short_a, short_b);
        }
        (
            format!("{:.6}", self.units.to_f64(a)),
            format!("{:.6}", self.units.to_f64(b)),
        )
    }

    /// Returns the distance of the cost from the optimum, in whole percent if that is precise
    /// enough.
    fn percent(&self) -> String {
        let off = (self.ratio.unwrap_or(f64::INFINITY) - 1.0).abs() * 100.0;
        match off {
            off if off.is_infinite() => "∞ %".to_owned(),
            off if off < 0.1 => "< 0.1 %".to_owned(),
            off if off < 10.0 => format!("{off:.1} %"),
            off => format!("{off:.0} %"),
        }
    }
}

/// Writes both sentences, in English.
impl Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.sentence(Language::English))?;
        self.estimate_sentence(Language::English)
            .map_or(Ok(()), |sentence| write!(f, " {sentence}"))
    }
}

impl Fault {
    /// Returns the fault in a clause, with costs in these units.
    #[must_use]
    pub fn describe(self, units: StepCosts, language: Language) -> String {
        let say = |phrase, places: &[(&str, &dyn Display)]| language.say(phrase, places);
        let price = |cost| units.format(cost);
        // The cost found, and the cost of the cheapest path.
        let compare =
            |phrase, cost, best| say(phrase, places![cost = price(cost), best = price(best)]);
        match self {
            Self::Path(fault) => path_fault_in(fault, units, language),
            Self::Ends(first, last) => say(Phrase::FaultEnds, places![first, last]),
            Self::Region(cell) => say(Phrase::FaultRegion, places![cell]),
            Self::Limit(cost, most) => say(
                Phrase::FaultLimit,
                places![cost = price(cost), most = price(most)],
            ),
            Self::Impossible(cost, Some(best)) => compare(Phrase::FaultImpossible, cost, best),
            Self::Impossible(cost, None) => say(Phrase::FaultNone, places![cost = price(cost)]),
            Self::Missed(best) => say(Phrase::FaultMissed, places![best = price(best)]),
            Self::NotOptimal(cost, best) => compare(Phrase::FaultNotOptimal, cost, best),
            Self::NotBounded(cost, best, bound) => {
                let (cost, best) = (price(cost), price(best));
                say(
                    Phrase::FaultNotBounded,
                    places![cost, best, bound = bound.get()],
                )
            }
            Self::NotFewest(steps, fewest) => say(Phrase::FaultNotFewest, places![steps, fewest]),
            Self::Heuristic(cell) => say(Phrase::FaultHeuristic, places![cell]),
        }
    }
}
