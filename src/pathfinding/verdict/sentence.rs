//! Verdicts in words.

use std::fmt::{self, Display};

use super::{Light, Ruling, Verdict};
use crate::pathfinding::language::{Language, Phrase};
use crate::pathfinding::{Cost, NoPathReason};

impl Verdict {
    /// The colour to show.
    #[must_use]
    pub const fn light(&self) -> Light {
        match self.ruling {
            _ if self.fault.is_some() => Light::Red,
            Ruling::Optimal | Ruling::AnyAngle | Ruling::NoPath(_) => Light::Green,
            Ruling::Above | Ruling::Missed | Ruling::OutOfBudget | Ruling::Refused(_) => Light::Amber,
        }
    }

    /// How good the answer is, in one sentence; a fault goes before all else.
    #[must_use]
    pub fn sentence(&self) -> String {
        self.sentence_in(Language::English)
    }

    /// The same in a language.
    #[must_use]
    pub fn sentence_in(&self, language: Language) -> String {
        let say = |phrase, places: &[(&str, &dyn Display)]| language.say(phrase, places);
        if let Some(fault) = self.fault {
            return say(Phrase::Fault, &[("fault", &fault.describe_in(self.units, language))]);
        }
        let price = |cost: Option<Cost>| cost.map_or_else(String::new, |cost| self.units.format(cost));
        let (cost, best) = match (self.cost, self.optimal_cost) {
            (Some(cost), Some(best)) if cost != best => self.tell_apart(cost, best),
            _ => (price(self.cost), price(self.optimal_cost)),
        };
        let percent = self.percent();
        match self.ruling {
            Ruling::Optimal => say(Phrase::Optimal, &[("cost", &cost)]),
            Ruling::Above => {
                let above: [(&str, &dyn Display); 3] = [("percent", &percent), ("cost", &cost), ("best", &best)];
                let Some(bound) = self.bound else { return say(Phrase::Above, &above) };
                let phrase = if bound.kept { Phrase::AboveWithin } else { Phrase::AboveBeyond };
                say(phrase, &[above[0], above[1], above[2], ("bound", &bound.weight.get())])
            }
            Ruling::AnyAngle if self.cost == self.optimal_cost => say(Phrase::AnyAngleSame, &[("cost", &cost)]),
            Ruling::AnyAngle => {
                let below = self.cost < self.optimal_cost;
                let phrase = if below { Phrase::AnyAngleBelow } else { Phrase::AnyAngleAbove };
                say(phrase, &[("cost", &cost), ("percent", &percent), ("best", &best)])
            }
            Ruling::NoPath(NoPathReason::TooDear) if self.optimal_cost.is_some() => {
                say(Phrase::RightlyTooDear, &[("best", &best)])
            }
            Ruling::NoPath(reason) => say(Phrase::RightlyNoWay, &[("reason", &reason.describe_in(language))]),
            Ruling::Missed => say(Phrase::Missed, &[("best", &best)]),
            Ruling::OutOfBudget if self.optimal_cost.is_some() => say(Phrase::GaveUp, &[("best", &best)]),
            Ruling::OutOfBudget => language.text(Phrase::GaveUpNoWay).to_owned(),
            Ruling::Refused(refusal) => say(Phrase::Refused, &[("refusal", &refusal.describe_in(language))]),
        }
    }

    /// What is wrong with the estimate, in one sentence; `None` if nothing is, or it is not used.
    #[must_use]
    pub fn estimate_sentence(&self) -> Option<String> {
        self.estimate_sentence_in(Language::English)
    }

    /// The same in a language.
    #[must_use]
    pub fn estimate_sentence_in(&self, language: Language) -> Option<String> {
        let price = |cost| self.units.format(cost);
        if let Some(witness) = self.witness {
            let (h, truth) = self.tell_apart(witness.h, witness.true_cost);
            return Some(language.say(Phrase::TooHigh, &[("cell", &witness.cell), ("h", &h), ("truth", &truth)]));
        }
        self.inconsistency.map(|found| {
            let (h, next_h, cost) = (price(found.h), price(found.h_next), price(found.cost));
            let places: [(&str, &dyn Display); 5] =
                [("cell", &found.cell), ("h", &h), ("next_h", &next_h), ("next", &found.next), ("cost", &cost)];
            language.say(Phrase::FallsTooFast, &places)
        })
    }

    /// Two different costs, in as many digits as it takes to see that they are.
    fn tell_apart(&self, a: Cost, b: Cost) -> (String, String) {
        let (short_a, short_b) = (self.units.format(a), self.units.format(b));
        if short_a != short_b {
            return (short_a, short_b);
        }
        (format!("{:.6}", self.units.to_f64(a)), format!("{:.6}", self.units.to_f64(b)))
    }

    /// How far the cost is from the optimum, in whole percent where that says enough.
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

/// Both sentences.
impl Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.sentence())?;
        self.estimate_sentence().map_or(Ok(()), |sentence| write!(f, " {sentence}"))
    }
}
